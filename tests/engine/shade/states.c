/* SPDX-License-Identifier: MIT */
/* `shade --states`: what bodies that compute are given, and what they leave, a JSON object a line,
 * for tests/spec/evaluator. Bodies are called as the engine calls them, without what stands around
 * them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "shade/level.h"
#include "shade.h"

enum { SHOWN_LANES = 8, CALLS = 16 };

/* What a body is called with. */
typedef struct given {
    shade_row from[SHADE_SOURCES][SHADE_CHANNELS], to;
    uint32_t field[SHADE_FIELDS];
    uint8_t model[GISA_MOST_MODELS];
    gisa_shade_call call;
} given;

/* Registers by chance. */
static void fill_row(shade_row row) {
    static instance q[QUAD];
    static unsigned next;
    for (unsigned i = 0; i < SHADE_LANES; i++, next++) {
        if (next % (4 * WORDS) == 0)
            fill_quad(q);
        row[i] = q[0].r[next / WORDS % 4][next % WORDS];
    }
}

/* Where the i-th field is of which the body of a form speaks, and its name. */
static field place_of(const gisa_isa *isa, uint32_t index, unsigned i) {
    return isa->body_fields[isa->rows[isa->forms[index].row].fields + i];
}

static const char *name_of(const gisa_isa *isa, uint32_t index, unsigned i) {
    const format_row *f = &isa->formats[isa->forms[index].format];
    const field place = place_of(isa, index, i);
    for (unsigned k = 0; k < f->field_count; k++) {
        const format_field *piece = &isa->format_fields[f->first_field + k];
        if (piece->at.shift == place.shift && piece->at.width == place.width)
            return &isa->strings[piece->name];
    }
    return "";
}

/* The word after this one, of words that are separated by blanks. */
static const char *behind(const char *words) {
    words += strcspn(words, " ");
    return words + strspn(words, " ");
}

static unsigned count_words(const char *words) {
    unsigned count = 0;
    for (; *words; words = behind(words))
        count++;
    return count;
}

static void choose(const gisa_isa *isa, uint32_t index, const gisa_shade_body *body, given *g) {
    gisa_model m;
    memset(g, 0, sizeof *g);
    for (unsigned i = 0; i < SHADE_SOURCES * SHADE_CHANNELS; i++) {
        unsigned k = i / SHADE_CHANNELS, c = i % SHADE_CHANNELS;
        fill_row(g->from[k][c]);
        g->call.from[k][c] = g->from[k][c];
    }
    fill_row(g->to);
    for (unsigned i = 0; i < body->fields; i++)
        g->field[i] = (uint32_t)(chance() >> 32 & ((1u << place_of(isa, index, i).width) - 1));
    for (unsigned i = 0; gisa_model_at(isa, i, &m) == GISA_OK; i++)
        g->model[i] = (uint8_t)(chance() % count_words(m.options));
    g->call.to = g->to;
    g->call.field = g->field;
    g->call.model = g->model;
    g->call.narrow = chance() & 1;
}

/* ---- printing ---- */

static void show_row(const char *name, const uint32_t *row) {
    printf("\"%s\": \"", name);
    for (unsigned i = 0; i < SHOWN_LANES; i++)
        printf("%08" PRIx32, row[i]);
    printf("\", ");
}

static void show_models(const gisa_isa *isa, const given *g) {
    gisa_model m;
    printf("\"models\": {");
    for (unsigned i = 0; gisa_model_at(isa, i, &m) == GISA_OK; i++) {
        const char *option = m.options;
        for (unsigned k = 0; k < g->model[i]; k++)
            option = behind(option);
        printf("%s\"%s\": \"%.*s\"", i ? ", " : "", m.name, (int)strcspn(option, " "), option);
    }
    printf("}, ");
}

static void show_given(const gisa_isa *isa, uint32_t index, const gisa_shade_body *body, const given *g) {
    char name[] = "S0x";
    printf("\"narrow\": %d, \"whole\": %d, \"old\": %d, ", g->call.narrow, body->whole, body->old);
    for (unsigned i = 0; i < 3 * SHADE_CHANNELS; i++) {
        name[1] = (char)('0' + i / SHADE_CHANNELS);
        name[2] = "xyzw"[i % SHADE_CHANNELS];
        show_row(name, g->from[i / SHADE_CHANNELS][i % SHADE_CHANNELS]);
    }
    show_row("D", g->to);
    printf("\"fields\": {");
    for (unsigned i = 0; i < body->fields; i++)
        printf("%s\"%s\": %" PRIu32, i ? ", " : "", name_of(isa, index, i), g->field[i]);
    printf("}, ");
    show_models(isa, g);
}

static void show_calls(const gisa_isa *isa, uint32_t index, const gisa_form_info *info, unsigned operation) {
    static given g;
    const gisa_shade_body *body = &usse_bodies[operation];
    for (unsigned n = 0; n < CALLS && !body->once; n++) {
        choose(isa, index, body, &g);
        printf("{\"row\": \"%s\", \"format\": \"%s\", \"operation\": %u, ", info->name, info->format,
               operation);
        show_given(isa, index, body, &g);
        shade_best_level()->bodies[operation](&g.call);
        show_row("result", g.to);
        printf("\"\": 0}\n");
    }
}

void show_states(void) {
    const gisa_isa *isa = gisa_find("sgx543");
    gisa_form_info info;
    for (uint32_t i = 0; gisa_form(isa, i, &info) == GISA_OK; i++)
        if (info.body && !gisa_form_operation(isa, i, 1))
            show_calls(isa, i, &info, gisa_form_operation(isa, i, 0));
}
