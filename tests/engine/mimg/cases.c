/* SPDX-License-Identifier: MIT */
#include "mimg.h"
void test_cases(const gisa_isa *isa, unsigned gen) {
    (void)isa;
    (void)gen;
}
void test_hostile(const gisa_isa *isa, unsigned gen) {
    (void)isa;
    (void)gen;
}
