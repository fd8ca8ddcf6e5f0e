/* SPDX-License-Identifier: MIT */
/* One instruction on a picture: registers by number, code as text. */
#include <stdio.h>

#include "mimg.h"

bool runner_open(runner *r, const gisa_isa *isa, unsigned gen) {
    *r = (runner){isa, gisa_wave_new(isa), gen, NULL};
    return r->wave;
}

void runner_close(runner *r) {
    gisa_wave_free(r->wave);
}

static gisa_wave_register find(runner *r, const char *name) {
    gisa_wave_register reg = {0};
    if (gisa_wave_find(r->wave, name, &reg, NULL))
        check(false, "there is no register %s", name);
    return reg;
}

/* A wave of its own for each picture: what it maps stays. */
void runner_picture(runner *r, picture *p) {
    gisa_wave_free(r->wave);
    r->wave = gisa_wave_new(r->isa);
    r->picture = p;
    if (gisa_wave_map(r->wave, BASE, p->memory, p->size, true))
        check(false, "the picture cannot be mapped");
    set_sgprs(r, 0, p->words, 8);
}

static gisa_wave_register vgpr(runner *r, unsigned reg) {
    static gisa_wave_register v0;
    if (!v0.count)
        v0 = find(r, "v0");
    gisa_wave_register v = v0;
    v.first += reg;
    return v;
}

void set_vgpr(runner *r, unsigned reg, unsigned which, uint32_t value) {
    const gisa_wave_register v = vgpr(r, reg);
    gisa_wave_set(r->wave, &v, which, 0, value);
}

uint32_t get_vgpr(runner *r, unsigned reg, unsigned which) {
    const gisa_wave_register v = vgpr(r, reg);
    uint32_t value = 0;
    gisa_wave_get(r->wave, &v, which, 0, &value);
    return value;
}

void set_sgprs(runner *r, unsigned reg, const uint32_t *words, unsigned count) {
    gisa_wave_register s = find(r, "s0");
    s.first += reg;
    for (unsigned i = 0; i < count; i++, s.first++)
        gisa_wave_set(r->wave, &s, 0, 0, words[i]);
}

void set_exec(runner *r, uint64_t exec) {
    gisa_wave_register e = find(r, "exec");
    gisa_wave_set(r->wave, &e, 0, 0, (uint32_t)exec);
    gisa_wave_set(r->wave, &e, 0, 1, (uint32_t)(exec >> 32));
}

bool run(runner *r, const char *text, gisa_wave_fault *fault) {
    static gisa_wave_step_info info;
    gisa_error error;
    if (gisa_wave_assemble(r->wave, 0x1000, text, GISA_SYNTAX_LLVM, &error)) {
        check(false, "gfx%u: %s: %s", r->gen, text, error.message);
        return false;
    }
    const bool good = gisa_wave_step(r->wave, &info) == GISA_WAVE_KIND_WENT_ON;
    if (fault)
        *fault = info.fault;
    else if (!good)
        check(false, "gfx%u: %s: %s", r->gen, text, info.fault.message);
    return good;
}
