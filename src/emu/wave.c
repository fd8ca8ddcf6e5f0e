/* SPDX-License-Identifier: MIT */
/* Waves of one's own: checks what is asked, and hands it to the wave's family. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/host_floats.h"
#include "wave_own.h"

gisa_wave *gisa_wave_new(const gisa_isa *isa) {
    gisa_wave *wave = isa ? wave_gcn_new(isa, NULL) : NULL;
    return wave || !isa ? wave : wave_usse_new(isa);
}

void gisa_wave_free(gisa_wave *wave) {
    if (wave)
        wave->calls->free(wave);
}

gisa_status gisa_wave_choose(gisa_wave *wave, const char *name, const char *option) {
    return wave && name && option ? wave->calls->choose(wave, name, option) : GISA_STATUS_BAD_ARGUMENT;
}

gisa_status gisa_wave_set_border_palette(gisa_wave *wave, uint64_t address) {
    return wave && wave_gcn_exports(wave) ? wave_gcn_palette(wave, address) : GISA_STATUS_BAD_ARGUMENT;
}

gisa_wave *gisa_wave_join(gisa_wave *wave) {
    return wave && wave_gcn_exports(wave) ? wave_gcn_join(wave) : NULL;
}

gisa_status gisa_wave_reset(gisa_wave *wave) {
    if (!wave || !wave_gcn_exports(wave))
        return GISA_STATUS_BAD_ARGUMENT;
    wave_gcn_reset(wave);
    return GISA_OK;
}

/* ---- registers ----------------------------------------------------------------------------- */

static const char *read_number(const char *text, uint32_t *number) {
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9' && value <= UINT32_MAX; at++)
        value = value * 10 + (uint64_t)(*at - '0');
    *number = (uint32_t)value;
    return at > text && value <= UINT32_MAX ? at : NULL;
}

bool wave_numbers_read(const char *name, wave_numbers *n) {
    const char *at = name + strcspn(name, "0123456789[");
    *n = (wave_numbers){.letters = (size_t)(at - name), .brackets = *at == '['};
    at = read_number(at + n->brackets, &n->from);
    n->to = n->from;
    if (at && n->brackets && *at == ':')
        at = read_number(at + 1, &n->to);
    if (!at || n->to < n->from)
        return false;
    return strcmp(at, n->brackets ? "]" : "") == 0;
}

gisa_status gisa_wave_find(const gisa_wave *wave, const char *name, gisa_wave_register *reg,
                           gisa_error *error) {
    const char *why = "there is no such register";
    gisa_status status;
    if (!wave || !name || !reg)
        return GISA_STATUS_BAD_ARGUMENT;
    *reg = (gisa_wave_register){0};
    status = *name ? wave->calls->find(wave, name, reg, &why) : GISA_STATUS_SYNTAX;
    if (status && error) {
        *error = (gisa_error){.status = status, .length = (uint32_t)strlen(name)};
        snprintf(error->message, sizeof error->message, "%.60s: %s", name, why);
    }
    return status;
}

/* Has the register this word? A register that the caller made up must not lead anywhere else, so
   families check the rest. */
static bool has(const gisa_wave *wave, const gisa_wave_register *reg, unsigned word) {
    return wave && reg && word < reg->count;
}

gisa_status gisa_wave_name(const gisa_wave *wave, const gisa_wave_register *reg, unsigned word,
                           char text[GISA_WAVE_NAME]) {
    uint32_t value;
    if (!has(wave, reg, word) || !text || wave->calls->get(wave, reg, 0, word, &value))
        return GISA_STATUS_BAD_ARGUMENT;
    wave->calls->name(wave, reg, word, text);
    return GISA_OK;
}

gisa_status gisa_wave_get(const gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                          uint32_t *value) {
    if (!has(wave, reg, word) || !value || (reg->per_lane && lane >= GISA_WAVE_LANES))
        return GISA_STATUS_BAD_ARGUMENT;
    return wave->calls->get(wave, reg, reg->per_lane ? lane : 0, word, value);
}

gisa_status gisa_wave_set(gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                          uint32_t value) {
    gisa_status status = GISA_OK;
    if (!has(wave, reg, word) || (reg->per_lane && lane >= GISA_WAVE_LANES && lane != GISA_WAVE_ALL))
        return GISA_STATUS_BAD_ARGUMENT;
    if (!reg->per_lane || lane != GISA_WAVE_ALL)
        return wave->calls->set(wave, reg, reg->per_lane ? lane : 0, word, value);
    for (lane = 0; lane < GISA_WAVE_LANES && !status; lane++)
        status = wave->calls->set(wave, reg, lane, word, value);
    return status;
}

uint32_t *gisa_wave_row(gisa_wave *wave, const gisa_wave_register *reg, unsigned word) {
    return has(wave, reg, word) && reg->per_lane ? wave->calls->row(wave, reg, word) : NULL;
}

/* ---- memory and code ----------------------------------------------------------------------- */

gisa_status gisa_wave_map(gisa_wave *wave, uint64_t address, void *memory, size_t size, bool writable) {
    if (!wave || !memory || !size || address + size < size)
        return GISA_STATUS_BAD_ARGUMENT;
    return wave->calls->map(wave, address, memory, size, writable);
}

gisa_status gisa_wave_load(gisa_wave *wave, uint64_t address, const void *code, size_t size) {
    if (!wave || (!code && size) || address % gisa_unit(wave->isa) || address + size < size)
        return GISA_STATUS_BAD_ARGUMENT;
    return wave->calls->load(wave, address, code, size);
}

/* The first error, as a place in the text. */
typedef struct first_error {
    gisa_error *error;
    const char *text;
} first_error;

static void note_error(void *ctx, const gisa_diagnostic *d) {
    first_error *f = ctx;
    const char *line = f->text;
    if (d->severity != GISA_SEVERITY_ERROR || !f->error || f->error->status)
        return;
    for (uint32_t i = 1; i < d->line && strchr(line, '\n'); i++)
        line = strchr(line, '\n') + 1;
    *f->error = (gisa_error){.status = GISA_STATUS_FAILED,
                             .offset = (uint32_t)(line - f->text) + (d->column ? d->column - 1 : 0),
                             .length = d->length ? d->length : 1};
    snprintf(f->error->message, sizeof f->error->message, "%s", d->message);
}

gisa_status gisa_wave_assemble(gisa_wave *wave, uint64_t address, const char *text, gisa_syntax syntax,
                               gisa_error *error) {
    first_error first = {error, text};
    gisa_asm_options options = {
        .output = GISA_OUTPUT_RAW, .syntax = syntax, .report = note_error, .ctx = &first};
    gisa_status status;
    void *code;
    size_t size;
    if (!wave || !text)
        return GISA_STATUS_BAD_ARGUMENT;
    if (error)
        *error = (gisa_error){0};
    options.isa = wave->isa;
    status = gisa_assemble("text", text, strlen(text), &options, &code, &size);
    if (status == GISA_OK) {
        status = gisa_wave_load(wave, address, code, size);
        free(code);
    }
    if (status && error && !error->status) {
        *error = (gisa_error){.status = status, .length = 1};
        snprintf(error->message, sizeof error->message, "%s", gisa_status_text(status));
    }
    return status;
}

/* ---- exports ------------------------------------------------------------------------------- */

const gisa_wave_export *gisa_wave_exported(const gisa_wave *wave, unsigned target) {
    const wave_exports *all = wave_gcn_exports(wave);
    return all && target < GISA_WAVE_TARGETS && all->target[target].times ? &all->target[target] : NULL;
}

uint32_t gisa_wave_export_count(const gisa_wave *wave, uint64_t *valid) {
    const wave_exports *all = wave_gcn_exports(wave);
    if (valid)
        *valid = all && all->has_valid ? all->valid : UINT64_MAX;
    return all ? all->count : 0;
}

void gisa_wave_forget_exports(gisa_wave *wave) {
    wave_exports *all = wave_gcn_exports(wave);
    if (all)
        memset(all, 0, sizeof *all);
}

/* ---- running ------------------------------------------------------------------------------- */

gisa_wave_kind gisa_wave_step(gisa_wave *wave, gisa_wave_step_info *info) {
    if (!wave)
        return GISA_WAVE_KIND_FAULT;
    const uint64_t floats = host_floats_begin();
    const gisa_wave_kind kind = wave->calls->step(wave, info);
    host_floats_end(floats);
    return kind;
}

gisa_wave_end gisa_wave_run(gisa_wave *wave, uint64_t limit, uint64_t stop_at, gisa_wave_result *result) {
    gisa_wave_result own = {0};
    result = result ? result : &own;
    *result = (gisa_wave_result){.end = GISA_WAVE_END_FAULT};
    if (!wave)
        return result->end;
    const uint64_t floats = host_floats_begin();
    wave->calls->run(wave, limit, stop_at, result);
    host_floats_end(floats);
    return result->end;
}
