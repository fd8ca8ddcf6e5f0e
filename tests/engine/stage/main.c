/* SPDX-License-Identifier: MIT */
/* Interpolation, exports and shader stages of GCN, against formulas of their own. */
#include <stdlib.h>
#include <string.h>

#include "stage.h"

TEST_COUNTERS;

const char *const arch_names[4] = {"gfx600", "gfx700", "gfx803", "gfx900"};

bool check(bool good, const char *arch, const char *what) {
    if (!good && test_problems() < 40)
        printf("failed: %s: %s\n", arch, what);
    return test_check(good);
}

uint32_t random32(void) {
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

float random_float(float low, float high) {
    return low + (high - low) * (float)(random32() & 0xffffff) / 0x1000000;
}

uint32_t bits_of(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

float float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

gisa_wave_register reg_of(const gisa_wave *wave, const char *name) {
    gisa_wave_register reg;
    if (gisa_wave_find(wave, name, &reg, NULL)) {
        printf("failed: there is no register %s\n", name);
        exit(1);
    }
    return reg;
}

void set(gisa_wave *wave, const char *name, unsigned lane, uint32_t value) {
    const gisa_wave_register reg = reg_of(wave, name);
    gisa_wave_set(wave, &reg, lane, 0, value);
}

uint32_t get(gisa_wave *wave, const char *name, unsigned lane) {
    const gisa_wave_register reg = reg_of(wave, name);
    uint32_t value = 0;
    gisa_wave_get(wave, &reg, lane, 0, &value);
    return value;
}

void set_exec(gisa_wave *wave, uint64_t exec) {
    const gisa_wave_register reg = reg_of(wave, "exec");
    gisa_wave_set(wave, &reg, 0, 0, (uint32_t)exec);
    gisa_wave_set(wave, &reg, 0, 1, (uint32_t)(exec >> 32));
}

bool assemble(gisa_wave *wave, const char *text) {
    gisa_error error;
    const bool good = gisa_wave_assemble(wave, 0x1000, text, GISA_SYNTAX_LLVM, &error) == GISA_OK;
    if (!good)
        printf("failed: %s: %s\n", text, error.message);
    return good;
}

bool load(gisa_stage *stage, const gisa_isa *isa, const char *text) {
    const gisa_asm_options options = {.isa = isa, .output = GISA_OUTPUT_RAW};
    void *code = NULL;
    size_t size;
    const bool good = stage && gisa_assemble("text", text, strlen(text), &options, &code, &size) == GISA_OK &&
                      gisa_stage_load(stage, code, size) == GISA_OK;
    if (!good)
        printf("failed: %s\n", text);
    free(code);
    return good;
}

int main(void) {
    test_interpolation();
    test_exports();
    test_starts();
    test_pixels();
    test_samples();
    return test_close("stage");
}
