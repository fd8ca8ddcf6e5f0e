/* SPDX-License-Identifier: MIT */
/* Executes a few lines of assembly in one wave with one active lane, in the library's emulator, and
 * says what is in registers after each line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa_wave.h"
#include "wave.h"

enum { MOST_STEPS = 1000 };
#define CODE_ADDRESS UINT64_C(0x400000000000) /* far from WAVE_MEMORY */

static uint32_t get(const gisa_wave *wave, const gisa_wave_register *reg, unsigned word) {
    uint32_t value = 0;
    gisa_wave_get(wave, reg, 0, word, &value);
    return value;
}

/* A register of one or two words by its name. */
static uint64_t value_of(const gisa_wave *wave, const char *name) {
    gisa_wave_register reg;
    if (gisa_wave_find(wave, name, &reg, NULL) != GISA_OK)
        return 0;
    return get(wave, &reg, 0) | (reg.count > 1 ? (uint64_t)get(wave, &reg, 1) << 32 : 0);
}

/* The first registers of a bank, "v[0:63]". */
static void read_bank(const gisa_wave *wave, const char *name, uint32_t to[WAVE_REGISTERS]) {
    gisa_wave_register reg;
    if (gisa_wave_find(wave, name, &reg, NULL) == GISA_OK)
        for (unsigned i = 0; i < WAVE_REGISTERS; i++)
            to[i] = get(wave, &reg, i);
}

static void read_state(const gisa_wave *wave, wave_state *s) {
    read_bank(wave, "v[0:63]", s->vector);
    read_bank(wave, "s[0:63]", s->scalar);
    s->vcc = value_of(wave, "vcc");
    s->exec = value_of(wave, "exec");
    s->scc = (uint32_t)value_of(wave, "scc");
}

/* Lane 0 alone. */
static bool use_one_lane(gisa_wave *wave) {
    gisa_wave_register exec;
    return gisa_wave_find(wave, "exec", &exec, NULL) == GISA_OK &&
           gisa_wave_set(wave, &exec, GISA_WAVE_ALL, 0, 1) == GISA_OK &&
           gisa_wave_set(wave, &exec, GISA_WAVE_ALL, 1, 0) == GISA_OK;
}

static bool prepare(gisa_wave *wave, const char *lines, uint32_t *memory) {
    return use_one_lane(wave) &&
           gisa_wave_assemble(wave, CODE_ADDRESS, lines, GISA_SYNTAX_LLVM, NULL) == GISA_OK &&
           (!memory ||
            gisa_wave_map(wave, WAVE_MEMORY, memory, WAVE_WORDS * sizeof *memory, true) == GISA_OK);
}

/* Steps up to the end; false: a fault, or it does not come there. */
static bool run(gisa_wave *wave, wave_line *line, void *ctx) {
    wave_state state = {.scc = 0};
    for (unsigned i = 0; i < MOST_STEPS; i++)
        switch (gisa_wave_step(wave, NULL)) {
        case GISA_WAVE_KIND_ENDED: return true;
        case GISA_WAVE_KIND_WENT_ON:
        case GISA_WAVE_KIND_JUMPED:
        case GISA_WAVE_KIND_SLEEPS:
            read_state(wave, &state);
            line(ctx, &state);
            break;
        case GISA_WAVE_KIND_WAITS:
        case GISA_WAVE_KIND_HALTED:
        case GISA_WAVE_KIND_FAULT: return false;
        }
    return false;
}

bool wave_run(unsigned arch, const char *lines, uint32_t *memory, wave_line *line, void *ctx) {
    const size_t room = strlen(lines) + sizeof "\ns_endpgm\n";
    char *source = grow(NULL, room);
    gisa_wave *wave = gisa_wave_new(gisa_at(arch));
    snprintf(source, room, "%s\ns_endpgm\n", lines);
    const bool ended = wave && prepare(wave, source, memory) && run(wave, line, ctx);
    gisa_wave_free(wave);
    free(source);
    return ended;
}
