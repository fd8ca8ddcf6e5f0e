/* SPDX-License-Identifier: MIT */
/* Reference for FLAT, GLOBAL and SCRATCH instructions, byte by byte. */
#include <string.h>

#include "bodies.h"

typedef struct access {
    const trial *t;
    const state *before;
    state *s;
    unsigned lane;
    bool atomic;
} access;

static bool is(const trial *t, const char *format) {
    return strncmp(t->info.format, format, strlen(format)) == 0;
}

static bool has_saddr(const trial *t) {
    return strstr(t->info.format, "_SADDR") != NULL;
}

static uint64_t address_of(const access *a) {
    const trial *t = a->t;
    uint64_t low = a->before->v[t->addr][a->lane],
             pair = low | (uint64_t)a->before->v[t->addr + 1][a->lane] << 32;
    uint64_t scalar = a->before->s[t->saddr],
             scalar_pair = scalar | (uint64_t)a->before->s[t->saddr + 1] << 32;
    uint64_t offset = (uint64_t)(int64_t)t->offset;
    if (is(t, "SCRATCH"))
        return (has_saddr(t) ? scalar : low) + offset;
    return (has_saddr(t) ? scalar_pair + low : pair) + offset;
}

/* Byte `i` of an element of `size` bytes; NULL: the access is a fault. */
static uint8_t *byte_at(const access *a, uint64_t address, unsigned size, unsigned i) {
    state *s = a->s;
    bool flat = is(a->t, "FLAT");
    if (flat && address >> 32 == SHARED_APERTURE >> 32) {
        uint64_t at = address & 0xffffffff, unit = size == 12 ? 16 : size;
        if (a->atomic || a->t->generation < 3)
            at -= at % unit;
        return at + size > LDS_SIZE ? NULL : &s->lds[at + i];
    }
    if (is(a->t, "SCRATCH") || (flat && address >> 32 == PRIVATE_APERTURE >> 32)) {
        uint64_t at = flat ? address & 0xffffffff : address;
        if (a->atomic || at > PRIVATE_SIZE || at + size > PRIVATE_SIZE)
            return NULL;
        return &((uint8_t *)s->private_)[(at + i) / 4 * 256 + a->lane * 4 + (at + i) % 4];
    }
    if (address < a->t->memory || address + size > a->t->memory + MEMORY_SIZE || address + size < address ||
        (a->atomic && address % size))
        return NULL;
    return &s->memory[address - a->t->memory + i];
}

static uint64_t get(const access *a, uint64_t address, unsigned size, unsigned at, unsigned count) {
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= (uint64_t)*byte_at(a, address, size, at + i) << 8 * i;
    return value;
}

static void put(const access *a, uint64_t address, unsigned size, unsigned at, unsigned count,
                uint64_t value) {
    for (unsigned i = 0; i < count; i++)
        *byte_at(a, address, size, at + i) = (uint8_t)(value >> 8 * i);
}

static uint64_t value_of(const access *a, unsigned reg, int bits) {
    return a->before->v[reg][a->lane] | (bits == 64 ? (uint64_t)a->before->v[reg + 1][a->lane] << 32 : 0);
}

static bool atomic(access *a, const char *op) {
    int bits = ref_atomic_bits(op);
    unsigned size = (unsigned)bits / 8;
    uint64_t address = address_of(a), old, result;
    a->atomic = true;
    if (!byte_at(a, address, size, 0)) {
        a->s->fault = true;
        return true;
    }
    old = get(a, address, size, 0, size);
    if (!ref_memory_atomic(op, old, value_of(a, a->t->data0, bits), value_of(a, a->t->data0 + size / 4, bits),
                           &result))
        return false;
    put(a, address, size, 0, size, result);
    if (strstr(a->t->info.format, "_RTN"))
        for (unsigned k = 0; k < size / 4; k++)
            a->s->v[a->t->vdst + k][a->lane] = (uint32_t)(old >> 32 * k);
    return true;
}

static bool load_or_store(access *a, const char *op) {
    static const struct {
        const char *name;
        unsigned size;
        bool is_signed;
        int half; /* -1: the whole register */
    } table[] = {
        {"load_ubyte", 1, 0, -1},       {"load_sbyte", 1, 1, -1},       {"load_ushort", 2, 0, -1},
        {"load_sshort", 2, 1, -1},      {"load_dword", 4, 0, -1},       {"load_dwordx2", 8, 0, -1},
        {"load_dwordx3", 12, 0, -1},    {"load_dwordx4", 16, 0, -1},    {"load_ubyte_d16", 1, 0, 0},
        {"load_ubyte_d16_hi", 1, 0, 1}, {"load_sbyte_d16", 1, 1, 0},    {"load_sbyte_d16_hi", 1, 1, 1},
        {"load_short_d16", 2, 0, 0},    {"load_short_d16_hi", 2, 0, 1}, {"store_byte", 1, 0, -1},
        {"store_byte_d16_hi", 1, 0, 1}, {"store_short", 2, 0, -1},      {"store_short_d16_hi", 2, 0, 1},
        {"store_dword", 4, 0, -1},      {"store_dwordx2", 8, 0, -1},    {"store_dwordx3", 12, 0, -1},
        {"store_dwordx4", 16, 0, -1}};
    uint64_t address = address_of(a);
    size_t i = 0;
    while (i < sizeof table / sizeof *table && strcmp(table[i].name, op) != 0)
        i++;
    if (i == sizeof table / sizeof *table)
        return false;
    if (!byte_at(a, address, table[i].size, 0)) {
        a->s->fault = true;
        return true;
    }
    if (strstr(a->t->info.format, "_LDS")) { /* to the dword of this lane in the LDS */
        uint32_t x = (uint32_t)get(a, address, table[i].size, 0, table[i].size < 4 ? table[i].size : 4);
        uint32_t at = (a->before->m0 & 0xffff) + (uint32_t)a->t->offset + 4 * a->lane;
        if (table[i].is_signed && (x >> (8 * table[i].size - 1) & 1))
            x |= ~UINT32_C(0) << 8 * table[i].size;
        if (at <= LDS_SIZE - 4)
            memcpy(a->s->lds + at, &x, 4);
        return true;
    }
    for (unsigned k = 0; 4 * k < table[i].size; k++) {
        unsigned size = table[i].size < 4 ? table[i].size : 4;
        uint32_t *d = &a->s->v[a->t->vdst + k][a->lane], x = a->before->v[a->t->data0 + k][a->lane];
        if (*op == 's') {
            put(a, address, table[i].size, 4 * k, size, table[i].half == 1 ? x >> 16 : x);
            continue;
        }
        x = (uint32_t)get(a, address, table[i].size, 4 * k, size);
        if (table[i].is_signed && (x >> (8 * size - 1) & 1))
            x |= ~UINT32_C(0) << 8 * size;
        *d = table[i].half < 0    ? x
             : table[i].half == 0 ? (*d & 0xffff0000) | (x & 0xffff)
                                  : (*d & 0xffff) | x << 16;
    }
    return true;
}

bool ref_flat(const trial *t, state *s) {
    const char *op = strchr(t->info.name, '_');
    static state before;
    before = *s;
    if (!op++)
        return false;
    for (unsigned i = 0; i < 64 && !s->fault; i++) {
        access a = {t, &before, s, i, false};
        if (!(before.exec >> i & 1))
            continue;
        if (strncmp(op, "atomic_", 7) == 0 ? !atomic(&a, op + 7) : !load_or_store(&a, op))
            return false;
    }
    if (s->fault)
        memcpy(s->v, before.v, sizeof s->v);
    else
        s->pc += 8;
    return true;
}
