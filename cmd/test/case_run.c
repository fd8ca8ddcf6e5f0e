/* SPDX-License-Identifier: MIT */
/* Runs a case: makes a wave, sets it up, runs it, and compares. */
#include "case_run.h"

#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "run/registers.h"
#include "run/run_shader.h"

bool case_broken(case_outcome *o, const char *why) {
    o->status = CASE_BROKEN;
    case_says(o, "    %s\n", why);
    return false;
}

bool case_arch(const test_case *c, unsigned i, char arch[32]) {
    const case_line *l = case_last(c, CASE_ARCH);
    const char *at = l ? l->text : "";
    for (; *at; at += strcspn(at, " \t"), at += strspn(at, " \t"))
        if (!i--) {
            snprintf(arch, 32, "%.*s", (int)strcspn(at, " \t"), at);
            return true;
        }
    return false;
}

/* ---- code ---- */

char *case_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    return strndup(path, slash ? (size_t)(slash + 1 - path) : 0);
}

/* A file that a case names: beside the case. */
static bool read_beside(const char *path, const char *name, void **data, size_t *size) {
    char *folder = case_folder(path);
    cmd_folder = folder;
    const bool good = folder && cmd_read_file(name, data, size);
    cmd_folder = NULL;
    free(folder);
    return good;
}

/* The lines after the last `code`, as one text. */
static char *code_text(const test_case *c, const case_line *code) {
    const case_line *end = c->at + c->count;
    size_t size = 1, used = 0;
    for (const case_line *l = code + 1; l < end && l->word == CASE_LINE; l++)
        size += strlen(l->text) + 1;
    char *text = malloc(size);
    for (const case_line *l = code + 1; text && l < end && l->word == CASE_LINE; l++)
        used += (size_t)sprintf(text + used, "%s\n", l->text);
    if (text)
        text[used] = 0;
    return text;
}

/* Errors of the assembler, with the line of the case file. */
typedef struct source {
    const case_line *first;
    char *why;
} source;

static void note_error(void *ctx, const gisa_diagnostic *d) {
    source *s = ctx;
    if (d->severity == GISA_SEVERITY_ERROR && !*s->why)
        snprintf(s->why, CASE_TEXT, "line %u: %s", d->line ? s->first[d->line].line : s->first->line,
                 d->message);
}

static void *assembled(const test_case *c, const case_line *code, const gisa_isa *isa, size_t *size,
                       char *why) {
    source s = {code, why};
    const gisa_asm_options options = {.isa = isa,
                                      .output = GISA_OUTPUT_RAW,
                                      .syntax =
                                          strcmp(code->text, "clrx") ? GISA_SYNTAX_LLVM : GISA_SYNTAX_CLRX,
                                      .report = note_error,
                                      .ctx = &s};
    char *text = code_text(c, code);
    void *to = NULL;
    if (!text || gisa_assemble("case", text, strlen(text), &options, &to, size) != GISA_OK) {
        to = NULL;
        if (!*why)
            snprintf(why, CASE_TEXT, "line %u: the code cannot be assembled", code->line);
    }
    free(text);
    return to;
}

static void *words(const test_case *c, const case_line *code, const gisa_isa *isa, size_t *size, char *why) {
    char *text = code_text(c, code);
    unsigned char *to = NULL;
    if (text && code_words(text, strlen(text), &to, size) && *size % gisa_unit(isa)) {
        free(to);
        to = NULL;
    }
    if (!to)
        snprintf(why, CASE_TEXT, "line %u: expected whole instructions as words in hexadecimal", code->line);
    free(text);
    return to;
}

static void *from_file(const char *path, const char *name, const gisa_isa *isa, size_t *size, char *why) {
    void *data, *to = NULL;
    size_t data_size;
    if (read_beside(path, name, &data, &data_size)) {
        if (!shader_code(&(code_source){.isa = isa, .path = name}, data, data_size, &to, size))
            to = NULL;
        free(data);
    }
    if (!to)
        snprintf(why, CASE_TEXT, "the code in %.200s cannot be read", name);
    return to;
}

void *case_code(const char *path, const test_case *c, const gisa_isa *isa, size_t *size, char *why) {
    const case_line *code = case_last(c, CASE_CODE);
    *why = 0;
    if (strncmp(code->text, "file ", 5) == 0)
        return from_file(path, code->text + 5 + strspn(code->text + 5, " \t"), isa, size, why);
    return strcmp(code->text, "hex") == 0 ? words(c, code, isa, size, why)
                                          : assembled(c, code, isa, size, why);
}

static bool load(case_state *s, const test_case *c, const gisa_isa *isa) {
    char why[CASE_TEXT];
    size_t size = 0;
    void *code = case_code(s->path, c, isa, &size, why);
    if (!code)
        return case_broken(s->outcome, why);
    const gisa_status status = gisa_wave_load(s->wave, named_code_address(isa), code, size);
    free(code);
    return !status || case_broken(s->outcome, gisa_status_text(status));
}

/* ---- what the case sets ---- */

static const char *choose(case_state *s, char *text) {
    const char *chosen = named_cut(text);
    if (chosen && gisa_wave_choose(s->wave, text, chosen) == GISA_OK)
        return NULL;
    return "expected NAME = OPTION, as 'gisa list --models' lists them";
}

static void *pack(const numeral_type *type, const char *values, size_t *size, const char **why) {
    numeral_list list;
    *why = numerals_read(type, values, &list);
    unsigned char *to = *why ? NULL : malloc(list.count * 8);
    *size = *why ? 0 : list.count * type->bits / 8;
    for (size_t i = 0; to && i < list.count; i++)
        memcpy(to + i * type->bits / 8, &list.at[i].bits, type->bits / 8);
    if (!*why && !to)
        *why = "out of memory";
    numerals_free(&list);
    return to;
}

static const char *fill(case_state *s, case_block *b, const numeral_type *type, const char *values) {
    const char *why = NULL;
    void *data = NULL;
    if (strncmp(values, "file ", 5) != 0)
        data = pack(type, values, &b->size, &why);
    else if (!read_beside(s->path, values + 5 + strspn(values + 5, " \t"), &data, &b->size))
        return "the file cannot be read";
    b->memory = data;
    if (!why && gisa_wave_map(s->wave, b->address, b->memory, b->size, true))
        why = "memory is empty, overlaps with other memory or the code, or does not fit";
    return why;
}

static const char *map(case_state *s, char *text) {
    const char *values = named_cut(text), *why;
    const numeral_type *type;
    if (!values)
        return "expected ADDRESS[:TYPE] = VALUES or = file NAME";
    if (s->block_count == CASE_BLOCKS)
        return "too many blocks of memory";
    case_block *b = &s->block[s->block_count];
    why = case_address(text, &b->address, &type);
    if (why)
        return why;
    s->block_count++;
    return fill(s, b, type, values);
}

static const char *apply(case_state *s, case_word word, char *text) {
    switch (word) {
    case CASE_MODEL: return choose(s, text);
    case CASE_MEMORY: return map(s, text);
    default: return named_assign(s->wave, text);
    }
}

/* The lines of one word. */
static bool apply_all(case_state *s, const test_case *c, case_word word) {
    for (unsigned i = 0; i < c->count; i++) {
        if (c->at[i].word != word)
            continue;
        char *copy = strdup(c->at[i].text);
        const char *why = copy ? apply(s, word, copy) : "out of memory";
        if (why) {
            s->outcome->status = CASE_BROKEN;
            case_says(s->outcome, "    line %u: '%s': %s\n", c->at[i].line, c->at[i].text, why);
        }
        free(copy);
        if (why)
            return false;
    }
    return true;
}

/* ---- how the run ends ---- */

const char *case_cause_name(const gisa_wave_fault *fault) {
    static const char *const causes[] = {"other", "address", "instruction", "trap", "stuck", "other"};
    return fault->cause <= GISA_CAUSE_OTHER ? causes[fault->cause] : "other";
}

const char *case_end_name(const gisa_wave_result *r) {
    switch (r->end) {
    case GISA_WAVE_END_ENDED:
    case GISA_WAVE_END_ADDRESS: return "end";
    case GISA_WAVE_END_LIMIT: return "limit";
    case GISA_WAVE_END_WAITS: return "stuck";
    case GISA_WAVE_END_FAULT: break;
    }
    return case_cause_name(&r->fault);
}

bool case_is_fault(const case_line *line) {
    return line->word == CASE_EXPECT && strncmp(line->text, "fault", 5) == 0 &&
           strcspn(line->text, " \t") == 5;
}

/* The last line of that kind; NULL: there is none. */
static const case_line *fault_line(const test_case *c) {
    for (unsigned i = c->count; i-- > 0;)
        if (case_is_fault(&c->at[i]))
            return &c->at[i];
    return NULL;
}

void case_check_end(case_outcome *o, const test_case *c, const char *end, const char *message) {
    const case_line *line = fault_line(c);
    const char *cause = line ? line->text + 5 + strspn(line->text + 5, " \t") : "end";
    snprintf(o->end, sizeof o->end, "%s", end);
    if (line && !*cause ? strcmp(end, "end") != 0 : strcmp(end, cause) == 0)
        return;
    o->status = CASE_FAILED;
    case_says(o, "    the run ended with: %s%s%s\n    expected: %s%s\n", end, message ? ", " : "",
              message ? message : "", line ? "fault " : "", cause);
}

/* ---------------------------------------------------------------------------------------------- */

/* 0: the line has no number. */
static uint64_t limit_of(const test_case *c) {
    enum { USUAL = 1000000 };
    const case_line *l = case_last(c, CASE_LIMIT);
    uint64_t limit = USUAL;
    if (l && !options_number(l->text, UINT64_MAX, &limit))
        return 0;
    return limit;
}

static void run(case_state *s, const test_case *c, const gisa_isa *isa) {
    gisa_wave_result result;
    const uint64_t limit = limit_of(c);
    if (!limit)
        case_broken(s->outcome, "expected a number of instructions after 'limit'");
    if (limit && case_last(c, CASE_STAGE)) {
        case_run_stage(s->path, c, isa, limit, s->outcome);
        return;
    }
    if (!limit || !load(s, c, isa) || !apply_all(s, c, CASE_MODEL) || !apply_all(s, c, CASE_MEMORY) ||
        !apply_all(s, c, CASE_SET))
        return;
    gisa_wave_run(s->wave, limit, 0, &result);
    case_check_end(s->outcome, c, case_end_name(&result),
                   result.end == GISA_WAVE_END_FAULT ? result.fault.message : NULL);
    for (unsigned i = 0; i < c->count && s->outcome->status != CASE_BROKEN; i++)
        if (c->at[i].word == CASE_EXPECT && !case_is_fault(&c->at[i]))
            case_expect(s, &c->at[i]);
}

void case_run(const char *path, const test_case *c, const char *arch, case_outcome *outcome) {
    const gisa_isa *isa = gisa_find(arch);
    case_state s = {.path = path, .wave = isa ? gisa_wave_new(isa) : NULL, .outcome = outcome};
    *outcome = (case_outcome){.status = CASE_PASSED};
    if (s.wave)
        run(&s, c, isa);
    else if (isa)
        case_broken(outcome, "out of memory");
    else {
        outcome->status = CASE_SKIPPED;
        case_says(outcome, "gisa does not execute %s", arch);
    }
    gisa_wave_free(s.wave);
    for (unsigned i = 0; i < s.block_count; i++)
        free(s.block[i].memory);
}
