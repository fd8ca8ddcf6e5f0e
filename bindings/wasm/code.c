/* SPDX-License-Identifier: MIT */
/* Architectures, and code as bytes and as text. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"

/* ---- architectures ---------------------------------------------------------------------- */

static void put_isa(const gisa_isa *isa) {
    json_text("name", gisa_name(isa));
    json_text("otherNames", gisa_other_names(isa));
}

static void put_chips(const gisa_isa *isa) {
    const gisa_isa *chip;
    json_begin("chips", '[');
    for (unsigned i = 0; (chip = gisa_chip(isa, i)); i++) {
        json_begin(NULL, '{');
        put_isa(chip);
        json_end('}');
    }
    json_end(']');
}

static void put_facts(const gisa_isa *isa) {
    const char *name;
    int64_t value;
    json_begin("facts", '{');
    for (unsigned i = 0; gisa_fact_at(isa, i, &name, &value) == GISA_OK; i++)
        json_number(name, value);
    json_end('}');
}

/* [{"name": "gfx600", ...}] */
void EXPORT(gisa_js_architectures)(void) {
    const gisa_isa *isa;
    answer_begin();
    json_begin(NULL, '[');
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        json_begin(NULL, '{');
        put_isa(isa);
        json_text("family", gisa_family(isa));
        json_number("generation", gisa_generation(isa));
        json_number("unit", gisa_unit(isa));
        json_number("forms", gisa_form_count(isa));
        put_chips(isa);
        put_facts(isa);
        json_end('}');
    }
    json_end(']');
    answer_end();
}

/* "gcn": of an architecture, a chip, or a usual name of either. */
int EXPORT(gisa_js_family)(const char *arch) {
    const gisa_isa *isa = gisa_find(arch);
    if (!isa) {
        answer_status(GISA_STATUS_BAD_ARGUMENT, "there is no such architecture");
        return GISA_STATUS_BAD_ARGUMENT;
    }
    answer_begin();
    json_text(NULL, gisa_family(isa));
    answer_end();
    return GISA_OK;
}

/* [{"name": "tininess", ...}]: the unsettled choices of an architecture. */
void EXPORT(gisa_js_models)(const char *arch) {
    const gisa_isa *isa = gisa_find(arch);
    gisa_model model;
    answer_begin();
    json_begin(NULL, '[');
    for (unsigned i = 0; isa && gisa_model_at(isa, i, &model) == GISA_OK; i++) {
        json_begin(NULL, '{');
        json_text("name", model.name);
        json_text("options", model.options);
        json_text("text", model.text);
        json_text("certainty", model.certainty);
        json_end('}');
    }
    json_end(']');
    answer_end();
}

/* Mnemonics, each once: completion. */
void EXPORT(gisa_js_mnemonics)(const char *arch) {
    const gisa_isa *isa = gisa_find(arch);
    gisa_form_info form;
    answer_begin();
    json_begin(NULL, '[');
    for (uint32_t i = 0; isa && i < gisa_form_count(isa); i++)
        if (gisa_form(isa, i, &form) == GISA_OK && !form.never_chosen)
            json_text(NULL, form.mnemonic);
    json_end(']');
    answer_end();
}

/* ---- disassembler ------------------------------------------------------------------------ */

enum { AS_JSON = 1, AS_HEX = 2, AS_PLAIN = 4, AS_GRAPH = 8 };

/* The writer and the report have one context. */
typedef struct listing {
    FILE *file;
    char *message; /* of the first error */
} listing;

static bool write_listing(void *ctx, const void *bytes, size_t size) {
    return answer_write(((listing *)ctx)->file, bytes, size);
}

static void note_fault(void *ctx, const gisa_diagnostic *d) {
    listing *l = ctx;
    if (d->severity == GISA_SEVERITY_ERROR && !l->message)
        l->message = strdup(d->message);
}

/* GISA_OK: the answer is the listing; otherwise an error. `input` is a gisa_input; arch may be
   empty where the file says it. */
int EXPORT(gisa_js_disassemble)(const void *code, size_t size, const char *arch, int syntax, int input,
                                int how) {
    listing l = {.file = answer_begin()};
    gisa_dis_options options = {.isa = gisa_find(arch),
                                .input = (gisa_input)input,
                                .syntax = (gisa_syntax)syntax,
                                .json = how & AS_JSON,
                                .hex = how & AS_HEX,
                                .plain = how & AS_PLAIN,
                                .graph = how & AS_GRAPH,
                                .report = note_fault,
                                .write = write_listing,
                                .ctx = &l};
    gisa_status status = gisa_disassemble(code, size, &options);
    answer_end();
    if (status)
        answer_status(status, l.message);
    free(l.message);
    return status;
}

/* ---- assembler --------------------------------------------------------------------------- */

typedef struct places {
    gisa_placed *at;
    char (*section)[32];
    size_t count, room;
} places;

static bool grow(places *p) {
    const size_t room = p->room ? 2 * p->room : 64;
    void *at = realloc(p->at, room * sizeof *p->at);
    if (at)
        p->at = at;
    void *section = realloc(p->section, room * sizeof *p->section);
    if (section)
        p->section = section;
    if (at && section)
        p->room = room;
    return at && section;
}

static void note_place(void *ctx, const gisa_placed *placed) {
    places *p = ctx;
    if (p->count == p->room && !grow(p))
        return;
    snprintf(p->section[p->count], sizeof *p->section, "%s", placed->section);
    p->at[p->count++] = *placed;
}

static const char *const severities[] = {"note", "warning", "error"};

/* Into the array of diagnostics, while the assembler runs. */
static void put_diagnostic(void *ctx, const gisa_diagnostic *d) {
    (void)ctx;
    json_begin(NULL, '{');
    json_text("severity", severities[d->severity]);
    json_number("line", d->line);
    json_number("column", d->column);
    json_number("length", d->length);
    json_text("message", d->message);
    json_end('}');
}

static void put_places(const places *p) {
    json_begin("placed", '[');
    for (size_t i = 0; i < p->count; i++) {
        json_begin(NULL, '{');
        json_text("section", p->section[i]);
        json_number("offset", (int64_t)p->at[i].offset);
        json_number("size", p->at[i].size);
        json_number("line", p->at[i].line);
        json_number("column", p->at[i].column);
        json_truth("direct", p->at[i].direct);
        json_end('}');
    }
    json_end(']');
}

static void *made;
static size_t made_size;

/* What was assembled last; NULL: nothing was. */
const void *EXPORT(gisa_js_made)(void) {
    return made;
}

size_t EXPORT(gisa_js_made_size)(void) {
    return made_size;
}

enum { MOST_ERRORS = 100 };

/* The answer: {"diagnostics": [...], "placed": [...], "status": ...}. `output` is a gisa_output. */
int EXPORT(gisa_js_assemble)(const char *source, size_t size, const char *arch, int syntax, int output) {
    places p = {0};
    const gisa_asm_options options = {.isa = gisa_find(arch),
                                      .output = (gisa_output)output,
                                      .syntax = (gisa_syntax)syntax,
                                      .report = put_diagnostic,
                                      .ctx = &p,
                                      .error_limit = MOST_ERRORS,
                                      .placed = note_place};
    gisa_status status;
    free(made);
    made = NULL;
    made_size = 0;
    answer_begin();
    json_begin(NULL, '{');
    json_begin("diagnostics", '[');
    status = gisa_assemble("source", source, size, &options, &made, &made_size);
    json_end(']');
    put_places(&p);
    json_text("status", gisa_status_text(status));
    json_end('}');
    answer_end();
    free(p.at);
    free(p.section);
    return status;
}
