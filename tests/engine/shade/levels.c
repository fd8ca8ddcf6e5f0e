/* SPDX-License-Identifier: MIT */
/* Results do not depend on the level of the host's instruction set: words of each row on registers
   full of NaNs, bit by bit. */
#include <stdio.h>
#include <string.h>

#include "insn/level.h"
#include "shade.h"

enum { LEVELS = 3, WORDS_OF_A_ROW = 6, WORDS_OF_A_PAIR = 2 };

/* NaNs of both signs, with and without the quiet bit, as f32 and as halves, whose payloads differ;
   other values between them. */
static uint32_t some_nan(void) {
    uint32_t bits = (uint32_t)(chance() >> 32);
    switch (chance() >> 61) {
    case 0: return bits;
    case 1: return 0x7f800000;
    case 2: return 0x3f800000 | (bits & 0x80000000);
    case 3:
    case 4: return bits | 0x7c007c00;
    default: return bits | 0x7f800000;
    }
}

static void fill(instance q[QUAD]) {
    fill_quad(q);
    for (unsigned k = 0; k < QUAD; k++) {
        for (unsigned i = 0; i < 4 * WORDS; i++)
            q[k].r[i / WORDS][i % WORDS] = some_nan();
        for (unsigned i = 0; i < 16; i++)
            q[k].i[i / 4][i % 4] = some_nan();
        for (unsigned i = 0; i < 2; i++)
            q[k].index[i] = (uint32_t)(chance() % 20);
    }
}

/* A word at each level; the first one is what the others must do as well. Returns whether it was
   executed. */
static bool compare(gisa_shade *const machine[LEVELS], const char *const names[LEVELS], unsigned count,
                    uint64_t w) {
    static instance start[QUAD], first[QUAD], other[QUAD];
    char message[400], where[64] = "";
    fill(start);
    memcpy(first, start, sizeof first);
    gisa_shade_end end = run_quad(machine[0], &w, 1, first, message);
    for (unsigned i = 1; i < count; i++) {
        memcpy(other, start, sizeof other);
        check(run_quad(machine[i], &w, 1, other, message) == end, "%016llx %s: %s ends otherwise than %s",
              (unsigned long long)w, text_of(w), names[i], names[0]);
        check(same_quad(other, first, 0, where), "%016llx %s: %s (%s, %s)", (unsigned long long)w, text_of(w),
              where, names[i], names[0]);
    }
    return end == GISA_SHADE_END_ENDED;
}

/* A product of halves that are two NaNs: neither of them is passed on. */
static void check_one_nan(gisa_shade *m, const char *level) {
    static instance q[QUAD];
    char message[400];
    static uint64_t words[MOST_WORDS];
    memset(q, 0, sizeof q);
    unsigned count = assemble("mul.f16 r0.xy, pa0.xy, pa2.xx\n", words);
    q[0].r[2][0] = 0xfe557e33;
    q[0].r[2][2] = 0x7e11;
    check(count == 1 && run_quad(m, words, 1, q, message) == GISA_SHADE_END_ENDED &&
              q[0].r[0][0] == 0x7e007e00,
          "%s: the NaN of a product: %08x", level, q[0].r[0][0]);
}

void test_host_levels(void) {
    static const char *const all[LEVELS] = {"baseline", "avx2", "avx512"};
    const gisa_isa *isa = gisa_find("sgx543");
    gisa_shade *machine[LEVELS];
    const char *names[LEVELS];
    gisa_form_info info;
    unsigned count = 0, executed = 0;
    for (unsigned i = 0; i < LEVELS; i++)
        if (level_use(all[i])) {
            machine[count] = gisa_shade_new(isa);
            names[count++] = all[i];
        }
    level_use(NULL);
    for (unsigned i = 0; i < count; i++) {
        gisa_shade_choose(machine[i], "unknown_fields", "ignored");
        check_one_nan(machine[i], names[i]);
    }
    for (uint32_t f = 0; gisa_form(isa, f, &info) == GISA_OK; f++) {
        unsigned words = strchr(info.name, '+') ? WORDS_OF_A_PAIR : WORDS_OF_A_ROW;
        if (info.class_ == GISA_CLASS_VECTOR || info.class_ == GISA_CLASS_MOVE ||
            info.class_ == GISA_CLASS_INTEGER)
            for (unsigned i = 0; i < words; i++)
                executed += compare(machine, names, count, (chance() & ~info.mask) | info.value);
    }
    for (unsigned i = 0; i < count; i++)
        gisa_shade_free(machine[i]);
    check(executed > 1000, "only %u words were executed", executed);
    printf("%u words on NaNs at %u levels of the host\n", executed, count);
}
