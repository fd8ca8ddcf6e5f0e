/* SPDX-License-Identifier: MIT */
/* Each instruction by chance: random words of every group, on random registers, with special values among them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shade.h"

/* ---- registers ---- */

static uint32_t some_bits(void) {
    static const uint32_t special[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                       0xff800000, 0x7fc00000, 1,          0x80000001, 0x7f7fffff,
                                       0x3f000000, 0x4b000001, 0x7c00,     0xfc007e00, 0x3c003c00,
                                       0x00018001, 0xffffffff, 0x7bff0400};
    uint64_t c = chance();
    switch (c >> 60 & 7) {
    case 0: return special[(c >> 8) % (sizeof special / sizeof *special)];
    case 1: return (uint32_t)c;
    case 2: return (uint32_t)(c & 0x7ff);
    case 3:
        return half_from((double)(int)(c & 255) / 16 - 8) | half_from((double)(int)(c >> 8 & 255) / 64) << 16;
    default: return as_bits((float)(int)(c & 0xffff) / 512 - 64);
    }
}

static void fill(instance q[QUAD]) {
    for (unsigned k = 0; k < QUAD; k++) {
        for (unsigned i = 0; i < 4 * WORDS; i++)
            q[k].r[i / WORDS][i % WORDS] = some_bits();
        for (unsigned i = 0; i < 16; i++)
            q[k].i[i / 4][i % 4] = some_bits();
        for (unsigned i = 0; i < 2; i++) /* some lead to registers that there are not */
            q[k].index[i] = chance() % 16 ? chance() % 40 : chance() % 4 ? 500 : (uint32_t)-500;
        for (unsigned i = 0; i < 4; i++)
            q[k].p[i] = chance() >> 63;
    }
}

/* ---- comparing ---- */

static bool near(uint32_t a, uint32_t b, unsigned slack) {
    float x = as_float(a), y = as_float(b);
    if (a == b || (isnan(x) && isnan(y)))
        return true;
    return slack && (a > b ? a - b : b - a) <= slack;
}

/* Halves that are NaNs or next to each other. */
static bool near_half(uint32_t a, uint32_t b, unsigned slack) {
    return a == b || (isnan(half_to(a)) && isnan(half_to(b))) || (slack && (a > b ? a - b : b - a) <= slack);
}

static bool same(uint32_t a, uint32_t b, unsigned slack) {
    return near(a, b, slack) ||
           (near_half(a & 0xffff, b & 0xffff, slack) && near_half(a >> 16, b >> 16, slack));
}

static bool compare(const instance *a, const instance *b, unsigned slack, char where[64]) {
    static const char *const names[] = {"r", "o", "pa", "sa"};
    for (unsigned k = 0; k < QUAD; k++) {
        for (unsigned i = 0; i < 4 * WORDS; i++)
            if (!same(a[k].r[i / WORDS][i % WORDS], b[k].r[i / WORDS][i % WORDS], slack)) {
                snprintf(where, 64, "%s%u[%u] = %08x, expected %08x", names[i / WORDS], i % WORDS, k,
                         a[k].r[i / WORDS][i % WORDS], b[k].r[i / WORDS][i % WORDS]);
                return false;
            }
        for (unsigned i = 0; i < 16; i++)
            if (!same(a[k].i[i / 4][i % 4], b[k].i[i / 4][i % 4], slack)) {
                snprintf(where, 64, "i%u.%u[%u] = %08x, expected %08x", i / 4, i % 4, k, a[k].i[i / 4][i % 4],
                         b[k].i[i / 4][i % 4]);
                return false;
            }
        for (unsigned i = 0; i < 2; i++)
            if (!same(a[k].index[i], b[k].index[i], slack)) {
                snprintf(where, 64, "index%u[%u] = %08x, expected %08x", i + 1, k, a[k].index[i],
                         b[k].index[i]);
                return false;
            }
        if (memcmp(a[k].p, b[k].p, sizeof a[k].p) != 0) {
            snprintf(where, 64, "a predicate of instance %u", k);
            return false;
        }
    }
    return true;
}

/* ---- words ---- */

/* Words of a group by chance; most have few repetitions, and registers that are there. */
static uint64_t some_word(unsigned group) {
    uint64_t w = chance() & ~(UINT64_C(31) << 59);
    w |= (uint64_t)group << 59;
    if (chance() & 3) /* not all in indexed and special banks */
        w &= ~(UINT64_C(1) << 51 | UINT64_C(1) << 49 | UINT64_C(1) << 48);
    if (chance() & 1)
        w &= ~(UINT64_C(7) << 56);
    if (chance() & 1)
        w &= ~(UINT64_C(3) << 46);
    w &= ~(UINT64_C(1) << 55);
    if (group == 7 && !(chance() & 3)) /* moves of floats to internal registers */
        w = (w & ~(UINT64_C(1) << 51 | UINT64_C(7) << 40 | UINT64_C(3) << 32)) | (4 + (w >> 8 & 1)) << 40 |
            UINT64_C(15) << 20;
    return w;
}

/* Bits that nobody understands, and what a row has of them, stay 0. */
static bool is_plain_word(const gisa_isa *isa, uint64_t w, gisa_insn *insn) {
    return gisa_decode(isa, &w, sizeof w, insn) == GISA_OK;
}

static unsigned *executed;

static void try_word(gisa_shade *m, const gisa_isa *isa, uint64_t w, unsigned slack) {
    static instance start[QUAD], got[QUAD], expected[QUAD];
    gisa_insn insn;
    char message[400] = "", where[64] = "";
    fill(start);
    memcpy(got, start, sizeof start);
    memcpy(expected, start, sizeof start);
    bool legal = is_plain_word(isa, w, &insn);
    bool known = model_step(expected, w);
    gisa_shade_end end = run_quad(m, &w, 1, got, message);
    if (!known) {
        check(end == GISA_SHADE_FAULT, "%016llx %s: expected a fault", (unsigned long long)w, text_of(w));
        return;
    }
    check(end == GISA_SHADE_ENDED, "%016llx %s: %s", (unsigned long long)w, text_of(w), message);
    if (end != GISA_SHADE_ENDED)
        return;
    check(compare(got, expected, slack, where), "%016llx %s: %s", (unsigned long long)w, text_of(w), where);
    if (legal)
        executed[insn.form]++;
}

void test_rows(void) {
    static const struct {
        unsigned group, times, slack;
    } groups[] = {{0, 2000, 0},  {1, 2000, 0},  {2, 2000, 0},  {3, 2000, 0},  {4, 12000, 2}, {5, 8000, 2},
                  {6, 2000, 2},  {7, 4000, 0},  {8, 6000, 0},  {9, 8000, 2},  {10, 2000, 0}, {11, 2000, 0},
                  {12, 2000, 0}, {13, 2000, 0}, {15, 8000, 2}, {16, 1500, 0}, {17, 1500, 0}, {18, 1500, 0},
                  {19, 1500, 0}, {20, 1500, 0}, {21, 1500, 0}, {26, 1500, 0}};
    const gisa_isa *isa = gisa_find("sgx543");
    gisa_shade *m = gisa_shade_new(isa);
    executed = calloc(gisa_form_count(isa), sizeof *executed);
    for (unsigned g = 0; m && executed && g < sizeof groups / sizeof *groups; g++)
        for (unsigned i = 0; i < groups[g].times; i++)
            try_word(m, isa, some_word(groups[g].group), groups[g].slack);
    for (unsigned i = 0; m && executed && i < 500; i++)
        try_word(m, isa,
                 (chance() & ~(UINT64_C(0xffff) << 48) & ~(UINT64_C(0xf) << 28)) | UINT64_C(0xfc20) << 48 |
                     (chance() & 3) << 48,
                 0);
    gisa_form_info info;
    unsigned pairs = 0, done = 0;
    for (uint32_t f = 0; executed && gisa_form(isa, f, &info) == GISA_OK; f++) {
        bool here = info.class_ == GISA_CLASS_VECTOR || info.class_ == GISA_CLASS_MOVE ||
                    (info.class_ == GISA_CLASS_INTEGER && !strstr(info.format, "LOAD") &&
                     !strstr(info.format, "STORE"));
        if (strchr(info.name, '+')) {
            pairs++;
            done += executed[f] != 0;
        } else if (here && info.body)
            check(executed[f] != 0, "%s in %s was not executed", info.name, info.format);
    }
    check(done > pairs / 2, "of %u pairs of operations only %u were executed", pairs, done);
    gisa_shade_free(m);
    free(executed);
}
