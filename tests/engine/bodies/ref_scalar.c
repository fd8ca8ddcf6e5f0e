/* SPDX-License-Identifier: MIT */
/* Reference for scalar operands: what the codes of registers and constants stand for. */
#include "bodies.h"

static uint32_t half(uint64_t value, unsigned code) {
    return (uint32_t)(code & 1 ? value >> 32 : value);
}

/* The number of the trap temporary with this code; they begin at 112, on gfx9 at 108. */
static int ttmp(const trial *t, unsigned code) {
    int n = (int)code - (t->generation < 3 ? 112 : 108);
    return code < 124 ? n : -1;
}

/* The trap handler's registers, which only it may use; NULL: it is none of them. */
static const uint64_t *trap_pair(const trial *t, const state *s, unsigned code) {
    if (t->generation == 3 || code < 108 || code > 111)
        return NULL;
    return code < 110 ? &s->tba : &s->tma;
}

uint32_t read_scalar(const trial *t, const state *s, unsigned code) {
    if (trap_pair(t, s, code))
        return s->priv ? half(*trap_pair(t, s, code), code) : 0;
    if (ttmp(t, code) >= 0)
        return s->priv ? s->ttmp[ttmp(t, code)] : 0;
    switch (code) {
    case 106:
    case 107: return half(s->vcc, code);
    case 124: return s->m0;
    case 126:
    case 127: return half(s->exec, code);
    case 251: return !s->vcc;
    case 252: return !s->exec;
    case 253: return s->scc;
    default: return s->s[code];
    }
}

void write_scalar(const trial *t, state *s, unsigned code, uint32_t x) {
    bool trap = trap_pair(t, s, code);
    uint64_t *pair = code / 2 == 53   ? &s->vcc
                     : code / 2 == 63 ? &s->exec
                     : !trap          ? NULL
                     : code < 110     ? &s->tba
                                      : &s->tma;
    if ((trap || ttmp(t, code) >= 0) && !s->priv)
        return;
    if (pair)
        *pair = code & 1 ? (*pair & 0xffffffff) | (uint64_t)x << 32 : *pair >> 32 << 32 | x;
    else if (code == 124)
        s->m0 = x;
    else if (ttmp(t, code) >= 0)
        s->ttmp[ttmp(t, code)] = x;
    else
        s->s[code] = x;
}

uint64_t read_pair(const trial *t, const state *s, unsigned code) {
    return read_scalar(t, s, code) | (uint64_t)read_scalar(t, s, code + 1) << 32;
}

uint64_t read_source(const trial *t, const state *s, unsigned code, int bits, bool is_signed) {
    static const uint32_t floats[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
                                      0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
    static const uint64_t doubles[] = {0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000,
                                       0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
                                       0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882};
    int64_t n;
    if (code == 235 || code == 237) { /* their upper half is the aperture */
        uint64_t aperture = code == 235 ? SHARED_APERTURE : PRIVATE_APERTURE;
        return bits == 64 ? aperture : aperture & 0xffffffff;
    }
    if (code >= 240 && code <= 248)
        return bits == 64 ? doubles[code - 240] : floats[code - 240];
    if (code >= 128 && code <= 208)
        n = code <= 192 ? (int)code - 128 : 192 - (int)code;
    else if (code == 255)
        n = is_signed && t->literal_value >> 31 ? (int64_t)t->literal_value - INT64_C(0x100000000)
                                                : t->literal_value;
    else if (code >= 251)
        n = read_scalar(t, s, code);
    else
        return bits == 64 ? read_pair(t, s, code) : read_scalar(t, s, code);
    return bits == 64 ? (uint64_t)n : (uint32_t)n;
}
