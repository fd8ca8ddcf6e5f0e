/* SPDX-License-Identifier: MIT */
/* Buffers: from the four dwords of a resource (V#) and the fields of an instruction to the address
 * of each lane. Nothing here touches memory. What differs between generations is in
 * isa/gcn/gcn.isa: table BUFFER and the facts `buffer_...`. */
#ifndef GISA_EMU_BUFFER_H
#define GISA_EMU_BUFFER_H

#include "core/tables.h"

/* What the spec says of the buffers of an architecture. */
typedef struct gisa_buffer_rules {
    /* The parts of a resource; width 0 = there is no such part. */
    field base, stride, stride_high, swizzle, records, select[4], number_format, data_format, element_size,
        index_stride, add_tid;
    uint32_t fixed_element_size; /* bytes, where the resource does not say it */
    bool aligned;
    bool structured_swizzled, structured_indexed;
    bool checks_stride, checks_stride_indexed;
    bool raw_offset, private_unchecked, range_soffset;
} gisa_buffer_rules;

/* The fields of an instruction. */
typedef struct gisa_buffer_access {
    bool idxen, offen, addr64;
    bool typed;      /* MTBUF: the instruction holds the format */
    uint32_t offset; /* the immediate one */
    uint32_t soffset;
} gisa_buffer_access;

/* What a buffer is made of. */
typedef struct gisa_buffer_key {
    uint32_t resource[4];
    gisa_buffer_access access;
} gisa_buffer_key;

/* A buffer as one instruction sees it. An access is out of range when its index, offset or byte
   reaches the limit. */
typedef struct gisa_buffer {
    uint64_t base, origin; /* the same and soffset */
    /* Addresses have as many bits as bases. With addr64, clang makes p[-2] of base -8 and address
       p. */
    uint64_t address_mask;
    uint64_t stride;
    bool swizzled, add_tid, checked, aligned;
    uint8_t element_log2, index_log2;
    gisa_buffer_access access;
    uint64_t index_limit;
    uint64_t record_limit;         /* of the offset in a record; the first dword decides for all */
    uint64_t offset_limit;         /* of the offset of each dword */
    uint64_t byte_limit;           /* of where each dword is, counted from origin */
    uint64_t offset_end, byte_end; /* the last two without soffset; UINT64_MAX: nothing is compared */
    bool counts_soffset;           /* they become less by it */
    uint8_t data_format, number_format;
    uint8_t select[4];
} gisa_buffer;

/* Where a lane is in a buffer. */
typedef struct gisa_buffer_place {
    uint64_t index, offset;
} gisa_buffer_place;

/* Where one number decides: a lane is `number * scale` bytes after the origin and the offset of the
 * instruction. The number is that in its address register (0 without one), and the lane's own is
 * added where `by_lane` is 1. */
typedef struct gisa_buffer_line {
    uint32_t scale, by_lane;
    bool direct;               /* the number is in bytes */
    uint64_t indices, offsets; /* those below are in range, */
    uint64_t room, reach;      /* as are bytes, and offsets, below if soffset is 0 */
} gisa_buffer_line;

/* A function that puts where all lanes are into `place`, from a row of numbers (buffer_rows.h). */
typedef const uint32_t *buffer_placer(const gisa_buffer_line *line, uint64_t limit, const uint32_t *row,
                                      const uint32_t *mask, uint32_t *place);

/* A buffer that an instruction has found before, and what its lanes need of it. */
typedef struct gisa_buffer_found {
    uint32_t resource[4]; /* it is another one where these are others, */
    uint32_t kind;        /* and where this is that of another instruction (of gisa_op); 0: none */
    bool lined;
    gisa_buffer_line line;
    uint64_t base;
    uint32_t unchanged, texel; /* as in gcn_wave */
} gisa_buffer_found;

void buffer_rules_init(gisa_buffer_rules *rules, const gisa_isa *isa);

/* The buffer that the four dwords `resource` describe. */
gisa_buffer buffer_open(const gisa_buffer_rules *rules, const uint32_t resource[4],
                        const gisa_buffer_access *access);

/* The same buffer with another soffset. */
void buffer_move(gisa_buffer *buffer, uint32_t soffset);

/* False: one number does not decide, or the buffer is swizzled. */
bool buffer_line(const gisa_buffer *buffer, gisa_buffer_line *line);

static inline uint64_t buffer_least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static inline uint64_t buffer_less(uint64_t a, uint64_t b) {
    return a > b ? a - b : 0;
}

/* Numbers below are in range; with `direct`, if the offset has been added to them. `rest`: from the
   first byte of an element to that of its last dword. */
static inline uint64_t buffer_line_limit(const gisa_buffer_line *l, uint32_t offset, uint32_t soffset,
                                         uint64_t rest) {
    const uint64_t all = (uint64_t)1 << 32, in_bytes = buffer_least(buffer_less(l->room, soffset), all);
    const uint64_t reach = buffer_least(buffer_less(l->reach, soffset), in_bytes);
    if (l->direct)
        return l->indices ? buffer_least(l->offsets, buffer_less(reach, rest)) : 0;
    if (offset >= l->offsets || offset + rest >= reach)
        return 0;
    return buffer_least(l->indices, l->scale ? (in_bytes - offset - rest - 1) / l->scale + 1 : all);
}

/* The place of a lane whose address registers hold `vaddr`; those that the instruction does not
   have are not read. */
gisa_buffer_place buffer_find(const gisa_buffer *buffer, unsigned lane, const uint32_t vaddr[2]);

/* Is the dword so many dwords after a place in range? Formatted accesses and atomics ask for the
   first one alone. */
bool buffer_inside(const gisa_buffer *buffer, gisa_buffer_place place, unsigned dword);

/* The address of an element of `size` bytes in that dword. Each dword is swizzled on its own. */
uint64_t buffer_address(const gisa_buffer *buffer, gisa_buffer_place place, unsigned dword, unsigned size);

#endif
