/* SPDX-License-Identifier: MIT */
/* Reference for MUBUF and MTBUF, byte by byte. Where a lane is, and what formats hold, is in
   ../buffers. */
#include <string.h>

#include "bodies.h"

typedef struct access {
    const trial *t;
    const state *before;
    state *s;
    unsigned lane;
} access;

static bool typed(const trial *t) {
    return strcmp(t->info.format, "MTBUF") == 0;
}

static uint32_t scalar(const state *s, unsigned code) {
    return code == 124 ? s->m0 : code >= 128 ? code - 128 : s->s[code];
}

static answer place_of(const access *a, unsigned dword) {
    request r = a->t->buffer;
    r.typed = typed(a->t);
    r.soffset = scalar(a->before, a->t->soffset);
    r.lane = a->lane;
    r.vaddr[0] = a->before->v[a->t->addr][a->lane];
    r.vaddr[1] = a->before->v[a->t->addr + 1][a->lane];
    r.dword = dword;
    return model_address(a->t->generation, &r);
}

/* NULL: nothing is there, which is a fault. */
static uint8_t *bytes_at(const access *a, uint64_t address, unsigned size) {
    if (address >= a->t->memory && address - a->t->memory <= MEMORY_SIZE - size)
        return &a->s->memory[address - a->t->memory];
    a->s->fault = true;
    return NULL;
}

/* gfx6 drops the bits below the element's size, or below 4. */
static uint64_t aligned(const access *a, uint64_t address, unsigned size) {
    return a->t->generation == GFX6 ? address - address % (size < 4 ? size : 4) : address;
}

/* ---- plain ones ------------------------------------------------------------------------- */

static uint32_t load(const access *a, unsigned dword, unsigned size, bool is_signed) {
    answer at = place_of(a, dword);
    uint8_t *bytes = at.inside ? bytes_at(a, aligned(a, at.address, size), size) : NULL;
    uint32_t x = 0;
    for (unsigned i = 0; bytes && i < size; i++)
        x |= (uint32_t)bytes[i] << 8 * i;
    if (is_signed && size < 4 && (x >> (8 * size - 1) & 1))
        x |= ~UINT32_C(0) << 8 * size;
    return x;
}

static void store(const access *a, unsigned dword, unsigned size, uint32_t x) {
    answer at = place_of(a, dword);
    uint8_t *bytes = at.inside ? bytes_at(a, aligned(a, at.address, size), size) : NULL;
    for (unsigned i = 0; bytes && i < size; i++)
        bytes[i] = (uint8_t)(x >> 8 * i);
}

static uint32_t *data(const access *a, unsigned k) {
    return &a->s->v[a->t->vdst + k][a->lane];
}

static void put_half(uint32_t *to, unsigned high, uint32_t x) {
    *to = high ? (*to & 0xffff) | x << 16 : (*to & 0xffff0000) | (x & 0xffff);
}

/* The dword of this lane in the LDS. */
static uint8_t *lds_dword(const access *a) {
    uint32_t at = (a->before->m0 & 0xffff) + a->t->buffer.offset + 4 * a->lane;
    if (a->t->generation < GFX9)
        at -= at % 4;
    return at <= LDS_SIZE - 4 ? &a->s->lds[at] : NULL;
}

static void result(const access *a, uint32_t x) {
    uint8_t *to = strcmp(a->t->info.format, "MUBUF_LDS") == 0 ? lds_dword(a) : NULL;
    if (strcmp(a->t->info.format, "MUBUF_LDS") != 0)
        *data(a, 0) = x;
    else if (to && !a->s->fault)
        memcpy(to, &x, 4);
}

/* How many registers of data there are; 0: it is no such instruction. */
static unsigned plain(const access *a, const char *op) {
    static const struct {
        const char *name;
        unsigned size;
        bool is_signed;
        int half; /* -1: the whole register */
    } table[] = {
        {"load_ubyte", 1, 0, -1},       {"load_sbyte", 1, 1, -1},       {"load_ushort", 2, 0, -1},
        {"load_sshort", 2, 1, -1},      {"load_dword", 4, 0, -1},       {"load_ubyte_d16", 1, 0, 0},
        {"load_ubyte_d16_hi", 1, 0, 1}, {"load_sbyte_d16", 1, 1, 0},    {"load_sbyte_d16_hi", 1, 1, 1},
        {"load_short_d16", 2, 0, 0},    {"load_short_d16_hi", 2, 0, 1}, {"store_byte", 1, 0, -1},
        {"store_byte_d16_hi", 1, 0, 1}, {"store_short", 2, 0, -1},      {"store_short_d16_hi", 2, 0, 1},
        {"store_dword", 4, 0, -1}};
    const char *many = strstr(op, "_dwordx");
    uint32_t x = 0;
    if (strcmp(op, "store_lds_dword") == 0) {
        const uint8_t *from = lds_dword(a);
        if (from)
            memcpy(&x, from, 4);
        store(a, 0, 4, x);
        return 1;
    }
    if (many) {
        unsigned count = (unsigned)(many[7] - '0');
        for (unsigned k = 0; k < count && !a->s->fault; k++)
            if (*op == 'l')
                *data(a, k) = load(a, k, 4, false);
            else
                store(a, k, 4, *data(a, k));
        return count;
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, op) == 0) {
            if (*op == 's')
                store(a, 0, table[i].size, *data(a, 0) >> (table[i].half == 1 ? 16 : 0));
            else if (table[i].half < 0)
                result(a, load(a, 0, table[i].size, table[i].is_signed));
            else
                put_half(data(a, 0), (unsigned)table[i].half, load(a, 0, table[i].size, table[i].is_signed));
            return 1;
        }
    return 0;
}

/* ---- atomic operations ------------------------------------------------------------------ */

static uint64_t value_of(const access *a, unsigned k, unsigned size) {
    return *data(a, k) | (size == 8 ? (uint64_t)*data(a, k + 1) << 32 : 0);
}

static unsigned atomic(const access *a, const char *op) {
    unsigned size = (unsigned)ref_atomic_bits(op) / 8;
    answer at = place_of(a, 0);
    uint8_t *bytes = NULL;
    uint64_t old = 0, new;
    at.address = aligned(a, at.address, size);
    if (at.inside && at.address % size)
        a->s->fault = true;
    else if (at.inside)
        bytes = bytes_at(a, at.address, size);
    if (bytes)
        memcpy(&old, bytes, size);
    if (!ref_memory_atomic(op, old, value_of(a, 0, size), value_of(a, size / 4, size), &new))
        return 0;
    if (bytes)
        memcpy(bytes, &new, size);
    for (unsigned k = 0; a->t->glc && k < size / 4; k++)
        *data(a, k) = (uint32_t)(old >> 32 * k);
    return strncmp(op, "cmp", 3) == 0 || strncmp(op, "fcmp", 4) == 0 ? size / 2 : size / 4;
}

/* ---- formats ---------------------------------------------------------------------------- */

static unsigned selected(const access *a, unsigned i) {
    return typed(a->t) ? 4 + i : a->t->select[i];
}

/* Moves an element between `memory` and the buffer; false: it is out of range. */
static bool move(const access *a, const layout *l, uint32_t memory[4], bool stores) {
    for (unsigned k = 0; 4 * k < l->size && !a->s->fault; k++) {
        unsigned size = l->size - 4 * k < 4 ? l->size - 4 * k : 4;
        uint8_t *bytes;
        if (!place_of(a, 0).inside)
            return false;
        bytes = bytes_at(a, place_of(a, k).address, size);
        if (bytes && stores)
            memcpy(bytes, &memory[k], size);
        else if (bytes)
            memcpy(&memory[k], bytes, size);
    }
    return true;
}

static bool is_integer(unsigned number) {
    return number == UINT || number == SINT;
}

static void load_components(const access *a, uint32_t component[4]) {
    unsigned number = a->t->number_format;
    const layout *l = model_layout(a->t->generation, a->t->buffer.data_format, number);
    uint32_t memory[4] = {0}, xyzw[4] = {0};
    if (l && move(a, l, memory, false))
        for (unsigned i = 0; i < 4; i++)
            xyzw[i] = i < l->count ? model_loaded(model_number(a->t->generation, l, number, i), l->width[i],
                                                  model_part(memory, l->low[i], l->width[i]))
                                   : model_missing(number, i);
    for (unsigned i = 0; i < 4; i++)
        component[i] = selected(a, i) >= 4        ? xyzw[selected(a, i) - 4]
                       : selected(a, i) == 1 && l ? model_missing(number, 3)
                                                  : 0;
}

static void store_components(const access *a, const uint32_t component[4]) {
    unsigned number = a->t->number_format;
    const layout *l = model_layout(a->t->generation, a->t->buffer.data_format, number);
    uint32_t memory[4] = {0};
    for (unsigned i = 0; l && i < l->count; i++) {
        uint32_t x = 0;
        for (unsigned k = 4; k-- > 0;)
            x = selected(a, k) == 4 + i ? component[k] : x;
        model_put(memory, l->low[i], l->width[i], model_stored(number, l->width[i], x));
    }
    if (l)
        move(a, l, memory, true);
}

static uint32_t to_half(unsigned number, uint32_t x) {
    return is_integer(number) ? x & 0xffff : model_stored_float(16, x);
}

static uint32_t from_half(unsigned number, uint32_t x) {
    return !is_integer(number) ? model_small_float(16, x) : number == SINT && x >= 0x8000 ? x - 0x10000 : x;
}

/* Component i of 16 bits: one to a register on gfx8, two on gfx9 and gfx810 (LLVM: unpacked D16 is
   a feature of the other chips of gfx8). */
static uint32_t get16(const access *a, unsigned i, bool high) {
    return a->t->pairs ? *data(a, i / 2) >> (high || i % 2 ? 16 : 0) & 0xffff : *data(a, i) & 0xffff;
}

static void put16(const access *a, unsigned i, bool high, uint32_t x) {
    if (a->t->pairs)
        put_half(data(a, i / 2), high || i % 2, x);
    else
        *data(a, i) = x;
}

static unsigned formatted(const access *a, const char *op) {
    bool d16 = strstr(op, "_d16"), high = strstr(op, "_hi_");
    unsigned count = (unsigned)strlen(strrchr(op, '_') + 1), number = a->t->number_format;
    uint32_t component[4] = {0};
    if (*op == 'l')
        load_components(a, component);
    for (unsigned i = 0; i < count; i++)
        if (*op == 's')
            component[i] = d16 ? from_half(number, get16(a, i, high)) : *data(a, i);
        else if (d16)
            put16(a, i, high, to_half(number, component[i]));
        else if (i == 0)
            result(a, component[0]);
        else
            *data(a, i) = component[i];
    if (*op == 's') {
        for (unsigned i = count; d16 && i < 4; i++)
            component[i] = 0;
        store_components(a, component);
    }
    return d16 && a->t->pairs ? (count + 1) / 2 : count;
}

/* ----------------------------------------------------------------------------------------- */

static bool run(const access *a, const char *op) {
    bool is_atomic = strncmp(op, "atomic_", 7) == 0;
    unsigned registers = is_atomic                ? atomic(a, op + 7)
                         : strstr(op, "_format_") ? formatted(a, op)
                                                  : plain(a, op);
    if (registers && a->t->tfe && (*op == 'l' || (is_atomic && a->t->glc)))
        *data(a, registers) = 0;
    return registers != 0;
}

bool ref_buffer(const trial *t, state *s) {
    const char *op = strstr(t->info.name, "buffer_") + 7;
    static state before;
    before = *s;
    for (unsigned i = 0; i < 64 && !s->fault && strcmp(t->info.format, "MUBUF0") != 0; i++) {
        access a = {t, &before, s, i};
        if ((before.exec >> i & 1) && !run(&a, op))
            return false;
    }
    if (s->fault)
        memcpy(s->v, before.v, sizeof s->v);
    else
        s->pc += 8;
    return true;
}
