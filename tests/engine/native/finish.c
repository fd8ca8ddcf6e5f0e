/* SPDX-License-Identifier: MIT */
/* What output modifiers and clamp make of a result in translated code, of floats at which they
   differ and of others by chance: where it does not call a lane odd it has to be what the exact
   functions give. */
#include <stdio.h>

#include "float/real.h"
#include "insn/vocab.h"
#include "insn/finish.h"

#include "native.h"

enum { BY_CHANCE = 2000000 };

/* Output modifiers work where denormals are flushed and IEEE is off. */
static uint32_t exact(const gisa_modes *m, uint32_t x, unsigned omod, bool clamp) {
    x = real_omod_f32(m, omod, x);
    return clamp ? real_clamp_f32(m, x) : x;
}

/* How many lanes are odd, of all four modifiers with and without clamp. */
static unsigned check(uint32_t x, bool omods, bool dx10_clamp) {
    const gisa_modes m = {.in32 = !omods, .out32 = !omods, .dx10_clamp = dx10_clamp, .ieee = !omods};
    unsigned odd_ones = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint32_t odd = 0;
        const uint32_t r = finish_f32(x, i & 3, i >> 2, omods, &odd);
        odd_ones += odd != 0;
        if (!odd)
            test_check(r == exact(&m, x, i & 3, i >> 2));
    }
    return odd_ones;
}

void finish_tests(void) {
    unsigned usual = 0;
    test_begin();
    for (uint32_t exponent = 0; exponent < 512; exponent++) /* and the sign */
        for (uint32_t low = 0; low < 4; low++) {
            const uint32_t x = exponent << 23 | (low & 1) | (low & 2 ? 0x7ffffe : 0);
            for (unsigned mode = 0; mode < 4; mode++)
                usual += check(x, mode & 1, mode >> 1) == 0;
        }
    for (unsigned i = 0; i < BY_CHANCE; i++)
        usual += check(any() << 16 ^ any(), i & 1, i >> 1 & 1) == 0;
    test_check(usual > BY_CHANCE / 10 * 9);
    test_end();
}
