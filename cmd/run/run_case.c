/* SPDX-License-Identifier: MIT */
/* gisa run --case: writes what a run of one wave began with and came to as a case file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "draft.h"
#include "run.h"
#include "run_shader.h"
#include "run_wave.h"
#include "test/case_code.h"
#include "test/case_run.h"

static bool no_memory(void) {
    return shader_says("out of memory", NULL);
}

static bool add(wave_run *r, case_word word, const char *text) {
    return case_add(&r->written, word, text, 0) || no_memory();
}

/* ---- numbers ---- */

/* A float that is not a number is written as its bits, which say which one it is. */
static void put_number(draft *to, const numeral_type *type, uint64_t bits) {
    const bool is_nan = type->kind == NUMERAL_FLOAT && numeral_value(type, bits) != numeral_value(type, bits);
    char text[NUMERAL_TEXT];
    numeral_text(type, bits, text);
    if (is_nan)
        draft_add(to, "0x%0*llx", type->bits / 4, (unsigned long long)bits);
    else
        draft_add(to, "%s", text);
}

typedef uint64_t number_at(const void *ctx, size_t i);

/* Numbers; those that repeat as "63*0". */
static void put_numbers(draft *to, const numeral_type *type, number_at *at, const void *ctx, size_t count) {
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && at(ctx, end) == at(ctx, i);)
            end++;
        draft_add(to, i ? " " : "");
        if (end - i > 1)
            draft_add(to, "%zu*", end - i);
        put_number(to, type, at(ctx, i));
    }
}

/* ---- before the run ---- */

static bool add_models(wave_run *r) {
    bool good = true;
    for (unsigned i = 0; i < r->models->count && good; i++)
        good = add(r, CASE_MODEL, r->models->text[i]);
    return good;
}

bool run_case_begin(wave_run *r, const char *file, const void *code, size_t size) {
    char text[64];
    const char *slash = strrchr(file, '/');
    if (!r->case_file)
        return true;
    r->written.name = strdup(strcmp(file, "-") == 0 ? "a run" : slash ? slash + 1 : file);
    snprintf(text, sizeof text, "emulated: gisa %s", gisa_version());
    if (!r->written.name)
        return no_memory();
    if (!add(r, CASE_ARCH, gisa_name(r->isa)) || !add(r, CASE_ORIGIN, text) || !add_models(r))
        return false;
    snprintf(text, sizeof text, "%llu", (unsigned long long)r->limit);
    if (r->limit && !add(r, CASE_LIMIT, text))
        return false;
    return case_add_code(&r->written, r->isa, code, size, 0) || no_memory();
}

/* Memory as dwords, where its size allows that, otherwise as bytes. */
static uint64_t dword_at(const void *memory, size_t i) {
    uint32_t word;
    memcpy(&word, (const char *)memory + 4 * i, sizeof word);
    return word;
}

static uint64_t byte_at(const void *memory, size_t i) {
    return ((const unsigned char *)memory)[i];
}

/* Adds a line, and frees it. */
static bool add_draft(wave_run *r, case_word word, draft *text) {
    const bool good = text->no_memory ? no_memory() : add(r, word, text->at);
    draft_free(text);
    return good;
}

/* "0x1000 = 0x00000001 15*0x00000000" */
static bool add_bytes(wave_run *r, case_word word, const char *before, uint64_t address,
                      const unsigned char *memory, size_t size) {
    const bool dwords = size % 4 == 0;
    draft text = {.at = NULL};
    draft_add(&text, "%s0x%llx:%s = ", before, (unsigned long long)address, dwords ? "hex" : "u8");
    put_numbers(&text, numeral_type_named(dwords ? "hex" : "u8", dwords ? 3 : 2), dwords ? dword_at : byte_at,
                memory, dwords ? size / 4 : size);
    return add_draft(r, word, &text);
}

bool run_case_memory(wave_run *r, wave_block *b) {
    if (!r->case_file)
        return true;
    b->before = malloc(b->size);
    if (!b->before)
        return no_memory();
    memcpy(b->before, b->memory, b->size);
    return add_bytes(r, CASE_MEMORY, "", b->address, b->memory, b->size);
}

/* ---- after the run ---- */

typedef struct shown {
    const gisa_wave *wave;
    const named_registers *part;
} shown;

static uint64_t value_at(const void *ctx, size_t i) {
    const shown *s = ctx;
    return named_value(s->wave, s->part, (unsigned)i);
}

void run_case_show(void *ctx, const gisa_wave *wave, const named_registers *part) {
    wave_run *r = ctx;
    const shown s = {wave, part};
    const bool plain = part->type->kind == NUMERAL_HEX || part->type->kind == NUMERAL_UNSIGNED;
    char name[NAMED_ROOM];
    draft text = {.at = NULL};
    named_name(wave, part, name);
    draft_add(&text, plain ? "%s = " : "%s:%s = ", name, part->type->name);
    put_numbers(&text, part->type, value_at, &s, named_equal(wave, part) ? 1 : named_count(part));
    r->case_failed |= !add_draft(r, CASE_EXPECT, &text);
}

/* The dwords that have changed (bytes, where memory does not consist of dwords), those side by side
   in one line. */
static bool add_changes(wave_run *r, const wave_block *b) {
    const size_t unit = b->size % 4 ? 1 : 4;
    bool good = true;
    for (size_t from = 0, to; from < b->size && good; from = to > from ? to : from + unit) {
        for (to = from; to < b->size && memcmp(b->memory + to, b->before + to, unit) != 0;)
            to += unit;
        if (to > from)
            good = add_bytes(r, CASE_EXPECT, "memory ", b->address + from, b->memory + from, to - from);
    }
    return good;
}

bool run_case_finish(wave_run *r, const gisa_wave_result *result) {
    char text[32];
    bool good = true;
    if (!r->case_file || r->case_failed)
        return !r->case_failed;
    if (result->end == GISA_WAVE_END_FAULT && result->fault.cause == GISA_CAUSE_OTHER)
        return shader_says("no case is written of a run that ends like this", NULL);
    snprintf(text, sizeof text, "fault %s", case_end_name(result));
    if (strcmp(text, "fault end") != 0)
        good = add(r, CASE_EXPECT, text);
    for (unsigned i = 0; i < r->memory_count && good; i++)
        good = add_changes(r, &r->block[i]);
    if (good && !case_last(&r->written, CASE_EXPECT))
        return shader_says("the run changed nothing that a case could expect; name registers with --dump",
                           NULL);
    return good && case_write(r->case_file, &r->written) == 0;
}
