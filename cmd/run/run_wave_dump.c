/* SPDX-License-Identifier: MIT */
/* gisa run on one wave: finds the registers that are shown after a run, and prints them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registers.h"
#include "run_shader.h"
#include "run_wave.h"

void wave_print(void *ctx, const gisa_wave *wave, const named_registers *r) {
    const unsigned count = named_equal(wave, r) ? 1 : named_count(r);
    char text[NAMED_ROOM];
    (void)ctx;
    named_name(wave, r, text);
    printf("%s", text);
    for (unsigned i = 0; i < count; i++) {
        numeral_text(r->type, named_value(wave, r, i), text);
        printf(" %s", text);
    }
    printf("\n");
}

/* ---- --dump ---- */

static bool dump_one(const gisa_wave *wave, const char *word, wave_show *show, void *ctx) {
    named_registers r, one;
    const char *why = named_read(wave, word, &r);
    if (why)
        fprintf(stderr, "gisa run: '%s': %s; expected registers to dump: " RUN_DUMPS "\n", word, why);
    for (unsigned i = 0; show && !why && named_part(&r, i, &one); i++)
        show(ctx, wave, &one);
    return !why;
}

bool wave_dump(const gisa_wave *wave, const char *text, wave_show *show, void *ctx) {
    char *copy = strdup(text), *next = copy;
    bool good = copy || shader_says("out of memory", NULL);
    for (char *word = copy; good && word; word = next) {
        next = strchr(word, ',');
        if (next)
            *next++ = 0;
        good = dump_one(wave, word, show, ctx);
    }
    free(copy);
    return good;
}

/* ---- what has changed ---- */

struct wave_values {
    uint64_t at[NAMED_BANKS][NAMED_PARTS][GISA_WAVE_LANES];
};

wave_values *wave_values_take(const gisa_wave *wave) {
    wave_values *v = calloc(1, sizeof *v);
    named_registers r;
    for (unsigned bank = 0; v && bank < NAMED_BANKS; bank++)
        for (unsigned i = 0; named_bank_part(wave, bank, i, &r); i++)
            for (unsigned k = 0; k < named_count(&r); k++)
                v->at[bank][i][k] = named_value(wave, &r, k);
    if (!v)
        shader_says("out of memory", NULL);
    return v;
}

static bool differs(const gisa_wave *wave, const named_registers *r, const uint64_t before[GISA_WAVE_LANES]) {
    for (unsigned k = 0; k < named_count(r); k++)
        if (named_value(wave, r, k) != before[k])
            return true;
    return false;
}

void wave_changes(const gisa_wave *wave, const wave_values *before, wave_show *show, void *ctx) {
    named_registers r;
    for (unsigned bank = 0; bank < NAMED_BANKS; bank++)
        for (unsigned i = 0; named_bank_part(wave, bank, i, &r); i++)
            if (differs(wave, &r, before->at[bank][i]))
                show(ctx, wave, &r);
}
