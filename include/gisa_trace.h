/* SPDX-License-Identifier: MIT */
/*
 * gisa_trace.h - what waves do, as text: each instruction with the registers that it changes, the
 * memory that it touches, and where it jumps to.
 *
 *     0,0,0 w0 saxpy+0x24 v_add_f32_e32 v2, v1, v0 | v2: 0-15=40400000(3) 16=0(0) | vcc=ffff
 *     0,0,0 w0 saxpy+0x28 global_store_dword v0, v2, s[6:7] | writes memory+4 0-1=0x1000+4: 0-1=2
 *
 * Lanes in a row that have got the same value stand together, as do lanes whose addresses are in
 * step; lanes that keep what they had are left out. Values are hexadecimal, those of floats stand
 * behind them in decimal. "v2 same": the instruction has written v2, and nothing has changed.
 */
#ifndef GISA_TRACE_H
#define GISA_TRACE_H

#include "gisa_observe.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gisa_trace gisa_trace;

typedef enum gisa_trace_kind {
    GISA_TRACE_TEXT, /* a line for each instruction */
    /* JSON for viewers of traces (Perfetto, Chrome): a process for each work-group, a thread for
     * each wave, and an event of one unit of time for each instruction */
    GISA_TRACE_EVENTS,
    /* the same in a compact form, which the second part of this header reads */
    GISA_TRACE_BINARY
} gisa_trace_kind;

/* All zeros: everything, as text. */
typedef struct gisa_trace_options {
    gisa_trace_kind kind;
    bool one_group; /* only this one */
    uint32_t group[3];
    bool one_wave;
    uint32_t wave;        /* likewise, its number in the group */
    uint64_t lanes;       /* whose registers and memory are told, a bit each; 0 = all */
    const char *function; /* only in this one; NULL = everywhere; it must stay */
    /* Where an instruction is in its source, "k.cl:7", or "": it stands after each, too. NULL: that
     * is not known. */
    void (*place)(void *ctx, uint64_t pc, char *text, size_t room);
    void *place_ctx;
    /* Takes the text, in pieces that end with a line, or bytes; false: the launch ends. */
    bool (*write)(void *ctx, const char *text, size_t size);
    void *ctx;
} gisa_trace_options;

/* `machine` may be NULL where nothing but gisa_trace_step is to be used. NULL: no memory. */
GISA_API gisa_trace *gisa_trace_new(gisa_machine *machine, const gisa_trace_options *options);
/* Writes what ends the text, too. NULL is allowed. */
GISA_API void gisa_trace_free(gisa_trace *trace);

/* To be named in gisa_launch.observer; lives as long as the trace. */
GISA_API const gisa_observer *gisa_trace_observer(gisa_trace *trace);

/* The same for a wave of one's own, of either family, after a step, but for GISA_TRACE_BINARY: the
 * line begins with the distance of the instruction from `base`. False: the caller's function said
 * so. */
GISA_API bool gisa_trace_step(gisa_trace *trace, gisa_wave *wave, const gisa_isa *isa,
                              uint64_t base, const gisa_wave_step_info *info);

/* ---- Binary traces, read again (docs/traces.md has the format) ------------------------------ */

/* Any bytes are taken; reading keeps what the trace defines once, and one block of each cursor. */
typedef struct gisa_trace_file gisa_trace_file;
typedef struct gisa_trace_cursor gisa_trace_cursor;

typedef struct gisa_trace_input {
    /* Copies at most `size` bytes from an offset of the file on; how many there were. */
    size_t (*read)(void *ctx, uint64_t offset, void *to, size_t size);
    void *ctx;
} gisa_trace_input;

/* On GISA_STATUS_BAD_FILE error->offset says where and error->message what is wrong; `error` may be
 * NULL. */
GISA_API gisa_status gisa_trace_open(const gisa_trace_input *input, gisa_trace_file **file,
                                     gisa_error *error);
GISA_API void gisa_trace_close(gisa_trace_file *file); /* NULL is allowed */
/* false: its end is missing, since the run was interrupted or the file was cut. */
GISA_API bool gisa_trace_is_whole(const gisa_trace_file *file);

typedef struct gisa_trace_wave {
    uint32_t group[3], number;
} gisa_trace_wave;

/* In the order in which they began. GISA_STATUS_END after the last one. */
GISA_API gisa_status gisa_trace_wave_at(const gisa_trace_file *file, size_t i,
                                        gisa_trace_wave *wave);

/* Values that a register got: of the lanes in `lanes`, or value[0] of the wave. */
typedef struct gisa_trace_register {
    const char *name;
    bool per_lane, is_float; /* is_float: f32 */
    uint64_t lanes;
    uint32_t value[GISA_WAVE_LANES];
} gisa_trace_register;

typedef struct gisa_trace_access {
    uint64_t address;
    uint32_t size, lane; /* GISA_WAVE_ALL: the wave as a whole */
    uint8_t space;       /* gisa_wave_space */
    bool writes;
    uint8_t byte_count; /* of what is there after it, where it is known */
    uint8_t bytes[64];
} gisa_trace_access;

/* One instruction that a wave ran; names live as long as the file, the rest until the next one. */
typedef struct gisa_trace_record {
    const char *function; /* "": none is known, and `distance` is the address */
    uint64_t distance;
    const char *text;   /* of the instruction */
    const char *source; /* "k.cl:7"; "" = not known */
    uint32_t register_count, access_count;
    const gisa_trace_register *reg;
    const gisa_trace_access *access;
} gisa_trace_record;

/* The instructions of wave i. NULL: no memory, or no such wave. The file must stay. */
GISA_API gisa_trace_cursor *gisa_trace_cursor_new(const gisa_trace_file *file, size_t i);
GISA_API void gisa_trace_cursor_free(gisa_trace_cursor *cursor); /* NULL is allowed */
/* GISA_STATUS_END after the last one; GISA_STATUS_BAD_FILE, GISA_STATUS_NO_MEMORY. */
GISA_API gisa_status gisa_trace_next(gisa_trace_cursor *cursor, gisa_trace_record *record);

#ifdef __cplusplus
}
#endif
#endif
