/* SPDX-License-Identifier: MIT */
/* Waves of one's own (gisa_wave.h): values that are known, what steps tell, code that does harm,
   and the same code in a kernel. */
#include <stdlib.h>
#include <string.h>

#include "wave.h"

TEST_COUNTERS;

bool check(bool good, const char *arch, const char *what) {
    if (!good && test_problems() < 40)
        printf("failed: %s: %s\n", arch, what);
    return test_check(good);
}

static bool set_one(gisa_wave *wave, const char *name, const char *value) {
    gisa_wave_register reg;
    uint64_t number = strtoull(value, NULL, 16);
    bool good = gisa_wave_find(wave, name, &reg, NULL) == GISA_OK;
    for (unsigned i = 0; good && i < reg.count && i < 2; i++)
        good = gisa_wave_set(wave, &reg, GISA_WAVE_ALL, i, (uint32_t)(number >> 32 * i)) == GISA_OK;
    return good;
}

bool set(gisa_wave *wave, const char *settings) {
    char copy[400], *next = copy;
    bool good = true;
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *word = strtok_r(copy, " ", &next); word && good; word = strtok_r(NULL, " ", &next)) {
        char *equals = strchr(word, '=');
        *equals = 0;
        good = set_one(wave, word, equals + 1);
    }
    return good;
}

uint64_t get(gisa_wave *wave, const char *name, unsigned lane) {
    gisa_wave_register reg;
    uint32_t low, high = 0;
    if (gisa_wave_find(wave, name, &reg, NULL) || gisa_wave_get(wave, &reg, lane, 0, &low) ||
        (reg.count > 1 && gisa_wave_get(wave, &reg, lane, 1, &high)))
        return UINT64_MAX;
    return low | (uint64_t)high << 32;
}

int main(void) {
    test_values();
    test_steps();
    test_kernels();
    test_shaders();
    return test_close("wave");
}
