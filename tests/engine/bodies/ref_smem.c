/* SPDX-License-Identifier: MIT */
/* Reference for scalar memory (SMRD and SMEM), byte by byte. */
#include <stdlib.h>
#include <string.h>

#include "bodies.h"

typedef struct access {
    const trial *t;
    state *s;
    bool buffer;
    uint64_t base, offset; /* bytes */
} access;

/* What the words of the instruction add to SBASE. */
static uint64_t offset_of(const trial *t, const state *s) {
    const char *form = strchr(t->info.format, '_');
    uint64_t number = (uint64_t)t->offset, reg = read_scalar(t, s, t->soffset);
    if (form && (strcmp(form, "_SGPR") == 0 || strcmp(form, "_SOE") == 0))
        return reg;
    if (form && strcmp(form, "_BOTH") == 0)
        return reg + number;
    return t->generation < 2 ? number * 4 : number; /* dwords, later bytes */
}

/* Byte i of what begins `from` bytes after the address; NULL: out of the buffer, or with `fault`
   set, of memory. */
static uint8_t *byte_at(const access *a, unsigned from, unsigned size, unsigned i) {
    uint64_t address = a->base + a->offset + from;
    if (a->buffer) {
        const uint32_t *v = &a->s->s[a->t->sbase];
        uint64_t stride = v[1] >> 16 & 0x3fff, records = v[2],
                 limit = stride == 0 ? records : stride * records;
        uint64_t first = a->offset + from, last = first + size - 1;
        if (first >= limit || last >= limit || last < first)
            return NULL;
    }
    address -= address % 4;
    if (address < a->t->memory || address - a->t->memory > MEMORY_SIZE - size) {
        a->s->fault = true;
        return NULL;
    }
    return &a->s->memory[address - a->t->memory + i];
}

static uint64_t get(const access *a, unsigned from, unsigned size) {
    uint64_t x = 0;
    for (unsigned i = 0; i < size; i++) {
        const uint8_t *byte = a->s->fault ? NULL : byte_at(a, from, size, i);
        x |= (uint64_t)(byte ? *byte : 0) << 8 * i;
    }
    return x;
}

static void put(const access *a, unsigned from, unsigned size, uint64_t x) {
    for (unsigned i = 0; i < size; i++) {
        uint8_t *byte = a->s->fault ? NULL : byte_at(a, from, size, i);
        if (byte)
            *byte = (uint8_t)(x >> 8 * i);
    }
}

/* "load_dwordx4" */
static bool load_or_store(access *a, const char *op) {
    const char *digits = strstr(op, "_dword");
    unsigned count = digits && digits[6] == 'x' ? (unsigned)atoi(digits + 7) : 1;
    uint32_t x[16];
    if (!digits || (*op != 'l' && *op != 's'))
        return false;
    if (*op == 's') {
        for (unsigned i = 0; i < count; i++)
            put(a, 4 * i, 4, read_scalar(a->t, a->s, a->t->sdata + i));
        return true;
    }
    for (unsigned i = 0; i < count; i++)
        x[i] = (uint32_t)get(a, 4 * i, 4);
    for (unsigned i = 0; i < count && !a->s->fault; i++)
        write_scalar(a->t, a->s, a->t->sdata + i, x[i]);
    return true;
}

/* "smin_x2" */
static bool atomic(access *a, const char *op) {
    static const struct {
        const char *name, *op;
        char type;
    } table[] = {{"swap", "wrxchg", 'b'}, {"cmpswap", "cmpst", 'b'}, {"add", "add", 'u'},
                 {"sub", "sub", 'u'},     {"smin", "min", 'i'},      {"umin", "min", 'u'},
                 {"smax", "max", 'i'},    {"umax", "max", 'u'},      {"and", "and", 'b'},
                 {"or", "or", 'b'},       {"xor", "xor", 'b'},       {"inc", "inc", 'u'},
                 {"dec", "dec", 'u'}};
    size_t length = strcspn(op, "_"), i = 0;
    unsigned size = strcmp(op + length, "_x2") == 0 ? 8 : 4, sdata = a->t->sdata;
    uint64_t old, data, compare, result, address = (a->base + a->offset) & ~UINT64_C(3);
    while (i < sizeof table / sizeof *table &&
           (strlen(table[i].name) != length || memcmp(table[i].name, op, length) != 0))
        i++;
    if (i == sizeof table / sizeof *table)
        return false;
    data = size == 8 ? read_pair(a->t, a->s, sdata) : read_scalar(a->t, a->s, sdata);
    compare = size == 8 ? read_pair(a->t, a->s, sdata + 2) : read_scalar(a->t, a->s, sdata + 1);
    old = get(a, 0, size);
    if (byte_at(a, 0, size, 0) && address % size)
        a->s->fault = true;
    /* the new value comes first, the value to compare with second */
    if (strcmp(table[i].op, "cmpst") == 0
            ? !ref_atomic("cmpst", 5, 'b', 8 * (int)size, old, compare, data, &result)
            : !ref_atomic(table[i].op, strlen(table[i].op), table[i].type, 8 * (int)size, old, data, 0,
                          &result))
        return false;
    put(a, 0, size, result);
    for (unsigned k = 0; k < size / 4 && a->t->glc && !a->s->fault; k++)
        write_scalar(a->t, a->s, sdata + k, (uint32_t)(old >> 32 * k));
    return true;
}

/* What a coherent memory does not show. */
static bool is_nothing(const char *name) {
    return strncmp(name, "s_dcache_", 9) == 0 || strncmp(name, "s_atc_probe", 11) == 0;
}

bool ref_smem(const trial *t, state *s) {
    const char *name = t->info.name, *op = name + 2;
    const uint32_t *base = &s->s[t->sbase];
    access a = {t, s, strncmp(op, "buffer_", 7) == 0, base[0] | (uint64_t)base[1] << 32, offset_of(t, s)};
    bool clock = strcmp(name, "s_memtime") == 0, real = strcmp(name, "s_memrealtime") == 0;
    if (a.buffer) { /* the stride lies above the base */
        a.base &= UINT64_C(0xffffffffffff);
        op += 7;
    } else if (strncmp(op, "scratch_", 8) == 0) {
        a.offset *= 64;
        op += 8;
    }
    if (clock || real) {
        uint64_t now = ++s->clocks[real];
        write_scalar(t, s, t->sdata, (uint32_t)now);
        write_scalar(t, s, t->sdata + 1, (uint32_t)(now >> 32));
    } else if (!is_nothing(name) &&
               !(strncmp(op, "atomic_", 7) == 0 ? atomic(&a, op + 7) : load_or_store(&a, op)))
        return false;
    if (!s->fault)
        s->pc += t->info.format[2] == 'R' && !t->literal ? 4 : 8;
    return true;
}
