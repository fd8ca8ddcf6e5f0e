/* SPDX-License-Identifier: MIT */
/* Trials of MUBUF and MTBUF: resources and addresses by chance, most of them near the memory that
   there is. */
#include <string.h>

#include "bodies.h"

uint64_t buffer_word(const trial *t) {
    const request *b = &t->buffer;
    bool old = t->generation < GFX8, typed = strcmp(t->info.format, "MTBUF") == 0;
    bool has_address = b->idxen || b->offen || b->addr64;
    uint32_t low = (typed ? 0x3au : 0x38u) << 26, high;
    if (strcmp(t->info.format, "MUBUF0") == 0)
        return low | t->info.opcode << 18;
    low |= typed ? t->info.opcode << (old ? 16 : 15) | t->number_format << 23 | b->data_format << 19
                 : t->info.opcode << 18 | (uint32_t)(strcmp(t->info.format, "MUBUF_LDS") == 0) << 16;
    low |= (uint32_t)b->addr64 << 15 | (uint32_t)t->glc << 14 | (uint32_t)b->idxen << 13;
    low |= (uint32_t)b->offen << 12 | b->offset;
    high = t->soffset << 24 | (uint32_t)t->tfe << 23 | t->saddr / 4 << 16;
    high |= strcmp(t->info.format, "MUBUF") == 0 || typed ? t->vdst << 8 : 0;
    return low | (uint64_t)(high | (has_address ? t->addr : 0)) << 32;
}

static unsigned below(unsigned limit) {
    return random32() / 64 % limit;
}

static unsigned log2_of(unsigned x) {
    return x <= 1 ? 0 : 1 + log2_of(x / 2);
}

/* The four dwords, in the order of the fields. */
static void put_resource(const trial *t, uint32_t *s) {
    const request *b = &t->buffer;
    s[0] = (uint32_t)b->base;
    s[1] = (uint32_t)(b->base >> 32) | b->stride << 16 | (uint32_t)b->swizzle << 31;
    s[2] = b->records;
    s[3] = t->select[0] | t->select[1] << 3 | t->select[2] << 6 | t->select[3] << 9 | t->number_format << 12 |
           b->data_format << 15 | (log2_of(b->index_stride) - 3) << 21 | (uint32_t)b->add_tid << 23;
    if (t->generation < GFX9)
        s[3] |= (log2_of(b->element) - 1) << 19;
}

/* Strides and offsets are multiples of `unit`. */
static void random_buffer(trial *t, unsigned unit) {
    request *b = &t->buffer;
    *b = (request){.base = t->memory + 256,
                   .stride = below(2) ? 0 : unit * (1 + below(4)),
                   .records = below(3) ? below(400) : 0xffffffff,
                   .element = 2u << below(4),
                   .index_stride = 8u << below(2),
                   .data_format = below(16),
                   .swizzle = below(2),
                   .add_tid = below(4) == 0,
                   .idxen = below(2),
                   .offen = below(2),
                   .offset = unit * below(4)};
    if (t->generation >= GFX8 && b->add_tid && below(4))
        b->data_format = 0; /* or else the stride is large */
    t->number_format = below(8);
    for (unsigned i = 0; i < 4; i++)
        t->select[i] = (uint8_t)(below(2) ? 4 + i : below(8));
}

/* What the form cannot say is not said. */
static void fit_form(trial *t) {
    request *b = &t->buffer;
    b->addr64 = has_operand(t, "addr64") && !b->idxen && !b->offen && below(2);
    b->idxen &= has_operand(t, "idxen");
    b->offen &= has_operand(t, "offen");
    t->glc = has_operand(t, "glc") && below(2);
    t->tfe = has_operand(t, "tfe") && below(4) == 0;
}

static void put_addresses(const trial *t, state *s, unsigned unit) {
    const request *b = &t->buffer;
    for (unsigned i = 0; i < 64; i++) {
        uint32_t index = below(12), offset = unit * below(8) % 48;
        uint64_t address = 1024 + 16 * i;
        s->v[t->addr][i] = b->addr64 ? (uint32_t)address : b->idxen ? index : offset;
        s->v[t->addr + 1][i] = b->addr64 ? 0 : offset;
    }
}

/* Each lane is as far from the one before, and the end of the buffer is near the last one. */
static void put_addresses_in_step(trial *t, state *s, unsigned unit) {
    request *b = &t->buffer;
    const unsigned steps[] = {0, unit, 4, 4, 8, 12, 16}, step = steps[below(7)], first = unit * below(3);
    for (unsigned i = 0; i < 64; i++) {
        s->v[t->addr][i] = b->idxen ? i : first + step * i;
        s->v[t->addr + 1][i] = b->addr64 ? 0 : first;
    }
    b->records = b->idxen && b->stride ? 60 + below(8) : b->offset + first + 63 * step + below(40);
    if (b->idxen && b->stride && below(2))
        b->records *= b->stride;
}

enum { ROUNDS = 60, SGPR_SOFFSET = 30 };

void buffer_trials(trial *t, const family *f) {
    static state s;
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned unit = round % 6 == 5 ? 1 : strstr(t->info.name, "_x2") ? 8 : 4;
        random_start(&s);
        t->addr = round % 3 == 2 ? 0 : 10;
        t->vdst = round % 7 == 6 ? t->addr : 20;
        t->saddr = 16;
        random_buffer(t, unit);
        fit_form(t);
        t->soffset = round % 4 == 0 ? 128 + unit * below(5) : round % 4 == 1 ? 124 : SGPR_SOFFSET;
        t->offset = (int)t->buffer.offset;
        if (round % 2)
            put_addresses(t, &s, unit);
        else
            put_addresses_in_step(t, &s, unit);
        put_resource(t, &s.s[t->saddr]);
        s.s[SGPR_SOFFSET] = unit * below(8);
        s.m0 = unit * below(10) | (round % 4 == 1 ? 0 : below(0x10000) << 16);
        if (round % 8 == 1)
            s.m0 = LDS_SIZE - 100;
        if (round % 5 == 1)
            s.exec = random32() | (uint64_t)random32() << 32;
        if (round % 20 == 19)
            s.exec = 0;
        if (round % 3 == 1)
            round_doubles(&s, t->vdst);
        if (!try_one(t, f, &s))
            return;
    }
}
