/* SPDX-License-Identifier: MIT */
/* Reference for the DS instructions: what each name does, lane by lane, over bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bodies.h"

/* ---- Bytes ------------------------------------------------------------------------------- */

/* Where the element is, or NULL when it is out of range. AMD: up to gfx8 addresses are aligned and
 * M0 limits the LDS; a gfx6 address does not wrap at 32 bits. */
static uint8_t *element(const trial *t, state *s, uint64_t address, unsigned size, bool atomic) {
    uint64_t unit = size == 12 ? 16 : size, limit = LDS_SIZE, base = 0;
    bool from_register = strcmp(t->info.format, "DSG") != 0 && !strstr(t->info.name, "append") &&
                         !strstr(t->info.name, "consume") && !strstr(t->info.name, "addtid");
    if (t->generation > 0)
        address %= UINT64_C(0x100000000);
    if (t->generation < 3 || atomic)
        address -= address % unit;
    if (t->gds) {
        base = s->m0 / 0x10000;
        limit = from_register ? s->m0 % 0x10000 : GDS_SIZE;
        if (address + size > limit || address + base + size > GDS_SIZE)
            return NULL;
        return s->gds + address + base;
    }
    if (t->generation < 3 && from_register && s->m0 < limit)
        limit = s->m0;
    return address + size > limit ? NULL : s->lds + address;
}

static uint64_t get(const uint8_t *p, unsigned size) {
    uint64_t value = 0;
    for (unsigned i = 0; p && i < size; i++)
        value |= (uint64_t)p[i] << 8 * i;
    return value;
}

static void put(uint8_t *p, unsigned size, uint64_t value) {
    for (unsigned i = 0; p && i < size; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t value_of(const state *s, unsigned reg, unsigned lane, int bits) {
    return s->v[reg][lane] | (bits == 64 ? (uint64_t)s->v[reg + 1][lane] << 32 : 0);
}

static void set_value(state *s, unsigned reg, unsigned lane, int bits, uint64_t value) {
    s->v[reg][lane] = (uint32_t)value;
    if (bits == 64)
        s->v[reg + 1][lane] = (uint32_t)(value >> 32);
}

/* ---- Names ------------------------------------------------------------------------------- */

static bool starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static bool ends(const char *text, const char *with) {
    size_t a = strlen(text), b = strlen(with);
    return a >= b && strcmp(text + a - b, with) == 0;
}

/* ---- One lane ---------------------------------------------------------------------------- */

typedef struct lane_context {
    const trial *t;
    const state *before;
    state *s;
    unsigned lane;
    uint64_t address; /* register plus offset */
} lane_context;

/* ds_OP[_rtn|_src2]_TYPE, one element. */
static bool one_element(const lane_context *c, const char *name) {
    const char *type = strrchr(name, '_') + 1, *op_end = type - 1;
    int bits = atoi(type + 1);
    unsigned size = (unsigned)bits / 8;
    bool src2 = false, returns = false;
    uint64_t x, y, old, result;
    uint8_t *p;
    if (op_end - name > 5 && starts(op_end - 5, "_src2")) {
        src2 = true;
        op_end -= 5;
    } else if (op_end - name > 4 && starts(op_end - 4, "_rtn")) {
        returns = true;
        op_end -= 4;
    }
    x = value_of(c->before, c->t->data0, c->lane, bits);
    y = value_of(c->before, c->t->data1, c->lane, bits);
    if (src2) {
        uint32_t base = c->before->v[c->t->addr][c->lane], offset = (uint32_t)c->t->offset & 0xffff;
        int64_t dwords = offset >= 0x8000 ? base >> 17 : offset;
        if (dwords >= 0x4000)
            dwords -= 0x8000;
        if (offset >= 0x8000)
            base &= 0x1ffff;
        base -= base % size;
        x = get(element(c->t, c->s, (uint32_t)(base + 4 * dwords) / size * size, size, true), size);
        p = element(c->t, c->s, base, size, true);
    } else
        p = element(c->t, c->s, c->address, size, true);
    old = get(p, size);
    if (*type == 'f' && starts(name, "ds_add"))
        result = ref_lds_sum(c->before, old, x);
    else if (!ref_atomic(name + 3, (size_t)(op_end - name) - 3, *type, bits, old, x, y, &result))
        return false;
    put(p, size, result);
    if (returns)
        set_value(c->s, c->t->vdst, c->lane, bits, old);
    return true;
}

/* read2, write2, wrxchg2, plain and st64. */
static bool two_elements(const lane_context *c, const char *name) {
    int bits = ends(name, "64") ? 64 : 32;
    unsigned size = (unsigned)bits / 8, step = strstr(name, "st64") ? size * 64 : size;
    uint32_t base = c->before->v[c->t->addr][c->lane];
    bool exchange = strstr(name, "wrxchg2"), read = exchange || strstr(name, "read2");
    for (unsigned k = 0; k < 2; k++) {
        uint64_t at = (uint64_t)base + (uint64_t)(c->t->offset >> 8 * k & 255) * step;
        uint8_t *p = element(c->t, c->s, at, size, exchange);
        if (read)
            set_value(c->s, c->t->vdst + k * size / 4, c->lane, bits, get(p, size));
        if (!read || exchange)
            put(p, size, value_of(c->before, k ? c->t->data1 : c->t->data0, c->lane, bits));
    }
    return true;
}

static void condxchg(const lane_context *c, unsigned dwords) {
    for (unsigned k = 0; k < dwords; k++) {
        uint64_t at = c->address - c->address % (4 * dwords) + 4 * k;
        uint8_t *p = element(c->t, c->s, at, 4, true);
        uint32_t x = c->before->v[c->t->data0 + k][c->lane];
        c->s->v[c->t->vdst + k][c->lane] = (uint32_t)get(p, 4);
        if (x >= 0x80000000)
            put(p, 4, x - 0x80000000);
    }
}

static bool read_or_write(const lane_context *c, const char *name) {
    static const struct {
        const char *name;
        unsigned size;
        bool is_signed, write;
        int half; /* -1: the whole register, 0 or 1: one half */
    } table[] = {
        {"ds_read_u8", 1, 0, 0, -1},         {"ds_read_i8", 1, 1, 0, -1},
        {"ds_read_u16", 2, 0, 0, -1},        {"ds_read_i16", 2, 1, 0, -1},
        {"ds_read_b32", 4, 0, 0, -1},        {"ds_read_b64", 8, 0, 0, -1},
        {"ds_read_b96", 12, 0, 0, -1},       {"ds_read_b128", 16, 0, 0, -1},
        {"ds_read_u8_d16", 1, 0, 0, 0},      {"ds_read_u8_d16_hi", 1, 0, 0, 1},
        {"ds_read_i8_d16", 1, 1, 0, 0},      {"ds_read_i8_d16_hi", 1, 1, 0, 1},
        {"ds_read_u16_d16", 2, 0, 0, 0},     {"ds_read_u16_d16_hi", 2, 0, 0, 1},
        {"ds_read_addtid_b32", 4, 0, 0, -1}, {"ds_write_b8", 1, 0, 1, -1},
        {"ds_write_b16", 2, 0, 1, -1},       {"ds_write_b32", 4, 0, 1, -1},
        {"ds_write_b64", 8, 0, 1, -1},       {"ds_write_b96", 12, 0, 1, -1},
        {"ds_write_b128", 16, 0, 1, -1},     {"ds_write_b8_d16_hi", 1, 0, 1, 1},
        {"ds_write_b16_d16_hi", 2, 0, 1, 1}, {"ds_write_addtid_b32", 4, 0, 1, -1},
    };
    size_t i = 0;
    uint64_t address = c->address;
    uint8_t *p;
    while (i < sizeof table / sizeof *table && strcmp(table[i].name, name) != 0)
        i++;
    if (i == sizeof table / sizeof *table)
        return false;
    if (strstr(name, "addtid"))
        address = (uint32_t)c->t->offset + (c->before->m0 & 0xffff) + 4 * c->lane;
    p = element(c->t, c->s, address, table[i].size, false);
    for (unsigned k = 0; k * 4 < table[i].size; k++) {
        unsigned size = table[i].size < 4 ? table[i].size : 4;
        if (table[i].write) {
            uint32_t x = c->before->v[c->t->data0 + k][c->lane];
            put(p ? p + 4 * k : NULL, size, table[i].half == 1 ? x >> 16 : x);
        } else {
            uint32_t *d = &c->s->v[c->t->vdst + k][c->lane], x = (uint32_t)get(p ? p + 4 * k : NULL, size);
            if (table[i].is_signed && (x >> (8 * size - 1) & 1))
                x |= ~UINT32_C(0) << 8 * size;
            *d = table[i].half < 0    ? x
                 : table[i].half == 0 ? (*d & 0xffff0000) | (x & 0xffff)
                                      : (*d & 0xffff) | x << 16;
        }
    }
    return true;
}

/* ---- Between lanes ------------------------------------------------------------------------ */

static unsigned swizzle_source(unsigned generation, uint32_t p, unsigned lane) {
    unsigned i = lane % 32, j = 0;
    if (generation == 3 && p >= 0xe000) { /* bit reversal */
        unsigned bits = 0;
        for (unsigned b = 0; b < 5; b++)
            bits += p >> b & 1;
        for (unsigned b = 0; b < 5; b++)
            if (i >> b & 1)
                j |= 16u >> b;
        return lane / 32 * 32 + (j >> bits | (i & p & 31));
    }
    if (generation == 3 && p >= 0xc000) { /* rotation */
        unsigned turn = p >> 5 & 31, mask = p & 31;
        i = p >> 10 & 1 ? i + 32 - turn : i + turn;
        return lane / 32 * 32 + ((lane & mask) | (i % 32 & (31 - mask)));
    }
    if (p >= 0x8000)
        return lane / 4 * 4 + (p >> 2 * (lane % 4)) % 4;
    return lane / 32 * 32 + ((((i & p) | p >> 5) ^ p >> 10) & 31);
}

static bool across_lanes(const trial *t, const state *before, state *s, const char *name) {
    bool permute = strcmp(name, "ds_permute_b32") == 0, fetch = strcmp(name, "ds_bpermute_b32") == 0;
    uint32_t sent[64] = {0};
    if (!permute && !fetch && strcmp(name, "ds_swizzle_b32") != 0)
        return false;
    for (unsigned i = 0; i < 64; i++)
        if (before->exec >> i & 1)
            sent[(before->v[t->addr][i] + (uint32_t)t->offset) / 4 % 64] = before->v[t->data0][i];
    for (unsigned i = 0; i < 64; i++) {
        unsigned from = fetch ? (before->v[t->addr][i] + (uint32_t)t->offset) / 4 % 64
                              : swizzle_source(t->generation, (uint32_t)t->offset & 0xffff, i);
        uint32_t x = before->v[fetch ? t->data0 : t->addr][from];
        if (!(before->exec >> i & 1))
            continue;
        s->v[t->vdst][i] = permute ? sent[i] : before->exec >> from & 1 ? x : 0;
    }
    return true;
}

/* ---- Once for the wave --------------------------------------------------------------------- */

static void return_to_all(const trial *t, state *s, uint32_t value) {
    for (unsigned i = 0; i < 64; i++)
        if (s->exec >> i & 1)
            s->v[t->vdst][i] = value;
}

static bool gws(const trial *t, state *s, const char *op, uint32_t x) {
    unsigned i = ((s->m0 >> 16) + (uint32_t)t->offset) % 64;
    uint32_t *counter = &s->gws[i].counter;
    if (strcmp(op, "init") == 0) {
        *counter = x;
        s->gws[i].round = 0;
    } else if (strcmp(op, "sema_v") == 0)
        ++*counter;
    else if (strcmp(op, "sema_br") == 0)
        *counter += x;
    else if (strcmp(op, "sema_release_all") == 0)
        *counter += s->gws[i].waiting;
    else if (strcmp(op, "sema_p") == 0) {
        s->waits = *counter == 0;
        if (s->waits && !t->again)
            s->gws[i].waiting++;
        if (!s->waits && t->again)
            s->gws[i].waiting--;
        *counter -= !s->waits;
    } else if (strcmp(op, "barrier") == 0) {
        if (t->again)
            s->waits = s->round == s->gws[i].round;
        else {
            s->round = s->gws[i].round;
            s->waits = *counter > 0;
            if (s->waits)
                --*counter;
            else {
                *counter = x;
                s->gws[i].round++;
            }
        }
    } else
        return false;
    return true;
}

static bool once(const trial *t, state *s, const char *name) {
    unsigned first = 0, lanes = 0;
    uint32_t x, old;
    uint8_t *p;
    for (unsigned i = 64; i-- > 0;)
        if (s->exec >> i & 1) {
            first = i;
            lanes++;
        }
    if (starts(name, "ds_gws_"))
        return gws(t, s, name + 7, s->v[t->addr][first]);
    if (strcmp(name, "ds_append") == 0 || strcmp(name, "ds_consume") == 0) {
        p = element(t, s, (t->gds ? 0 : s->m0 & 0xffff) + (uint64_t)t->offset, 4, true);
        x = name[3] == 'a' ? lanes : 0u - lanes;
    } else if (strcmp(name, "ds_ordered_count") == 0) {
        if (s->turn != (s->m0 & 0xffff)) {
            s->waits = true;
            return true;
        }
        if (t->offset & 0x100)
            s->turn = (s->turn + 1) & 0xffff;
        p = element(t, s, (uint64_t)t->offset & 0xfc, 4, true);
        x = s->v[t->addr][first];
        if ((t->offset >> 12 & 3) == 1)
            x -= (uint32_t)get(p, 4);
    } else
        return false;
    old = (uint32_t)get(p, 4);
    put(p, 4, old + x);
    return_to_all(t, s, old);
    return true;
}

/* ------------------------------------------------------------------------------------------- */

bool ref_ds(const trial *t, state *s) {
    const char *name = t->info.name;
    static state before;
    before = *s;
    s->pc += 8;
    if (strcmp(name, "ds_nop") == 0)
        return true;
    if (across_lanes(t, &before, s, name))
        return true;
    if (s->exec && once(t, s, name))
        return true;
    for (unsigned i = 0; i < 64; i++) {
        lane_context c = {t, &before, s, i, (uint64_t)before.v[t->addr][i] + (uint64_t)t->offset};
        if (!(before.exec >> i & 1))
            continue;
        if (starts(name, "ds_condxchg32_rtn_b"))
            condxchg(&c, ends(name, "b128") ? 4 : 2);
        else if (strstr(name, "read2") || strstr(name, "write2") || strstr(name, "wrxchg2")) {
            if (!two_elements(&c, name))
                return false;
        } else if (!read_or_write(&c, name) && !one_element(&c, name))
            return false;
    }
    return true;
}
