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
    GISA_TRACE_EVENTS
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
    /* Takes the text, in pieces that end with a line; false: the launch ends. */
    bool (*write)(void *ctx, const char *text, size_t size);
    void *ctx;
} gisa_trace_options;

/* `machine` may be NULL where nothing but gisa_trace_step is to be used. NULL: no memory. */
GISA_API gisa_trace *gisa_trace_new(gisa_machine *machine, const gisa_trace_options *options);
/* Writes what ends the text, too. NULL is allowed. */
GISA_API void gisa_trace_free(gisa_trace *trace);

/* To be named in gisa_launch.observer; lives as long as the trace. */
GISA_API const gisa_observer *gisa_trace_observer(gisa_trace *trace);

/* The same for a wave of one's own, of either family, after a step: the line begins with the
 * distance of the instruction from `base`. False: the caller's function said so. */
GISA_API bool gisa_trace_step(gisa_trace *trace, gisa_wave *wave, const gisa_isa *isa,
                              uint64_t base, const gisa_wave_step_info *info);

#ifdef __cplusplus
}
#endif
#endif
