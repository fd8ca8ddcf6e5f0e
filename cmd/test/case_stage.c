/* SPDX-License-Identifier: MIT */
/* Runs a case that says a stage: its options are those of `gisa run --stage`. */
#include <stdlib.h>
#include <string.h>

#include "case_run.h"
#include "cmd.h"
#include "run/run_stage.h"

enum { MOST = 200 };

/* The options as arguments, which are cut out of `text`. */
typedef struct arguments {
    char *at[MOST];
    int count;
    char *text[MOST]; /* malloc'd */
    int texts;
} arguments;

static bool add(arguments *a, char *word) {
    if (a->count == MOST)
        return false;
    a->at[a->count++] = word;
    return true;
}

/* "--size", and "64x64" of "size 64x64". */
static bool add_option(arguments *a, const char *text) {
    char *copy = a->texts < MOST ? malloc(strlen(text) + 3) : NULL;
    if (!copy)
        return false;
    a->text[a->texts++] = copy;
    sprintf(copy, "--%s", text);
    char *value = copy + strcspn(copy, " \t");
    if (*value)
        *value++ = 0;
    value += strspn(value, " \t");
    return add(a, copy) && (!*value || add(a, value));
}

/* Those that a case says in lines of its own, and those that would write files. */
static bool is_refused(const char *text) {
    static const char *const names[] = {"stage", "arch",  "format", "syntax", "image",     "case",
                                        "model", "quiet", "help",   "dump",   "max-insns", "jobs"};
    const size_t size = strcspn(text, " \t");
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == size && memcmp(names[i], text, size) == 0)
            return true;
    return strstr(text, "out=") != NULL;
}

static bool refuse(case_outcome *o, const case_line *line, const char *why) {
    o->status = CASE_BROKEN;
    case_says(o, "    line %u: '%s': %s\n", line->line, line->text, why);
    return false;
}

static bool take_line(arguments *a, const case_line *line, case_outcome *o) {
    char model[300];
    bool good = true;
    if (line->word == CASE_SET || line->word == CASE_MEMORY)
        return refuse(o, line, "a stage gets what 'option' says");
    if (line->word == CASE_OPTION && is_refused(line->text))
        return refuse(o, line, "not an option of a stage in a case");
    snprintf(model, sizeof model, "model %.250s", line->text);
    if (line->word == CASE_OPTION)
        good = add_option(a, line->text);
    else if (line->word == CASE_MODEL)
        good = add_option(a, model);
    return good || refuse(o, line, "too many options");
}

static bool open_arguments(arguments *a, const test_case *c, case_outcome *o) {
    char stage[100];
    bool good = add_option(a, "quiet");
    snprintf(stage, sizeof stage, "stage %.80s", case_last(c, CASE_STAGE)->text);
    good = good && add_option(a, stage);
    for (unsigned i = 0; i < c->count && good; i++)
        good = take_line(a, &c->at[i], o);
    return good;
}

static void compare(const test_case *c, const stage_picture *picture, case_outcome *o) {
    const gisa_stage_result *r = &picture->result;
    const bool fault = r->end == GISA_STAGE_END_FAULT;
    case_check_end(o, c,
                   fault                            ? case_cause_name(&r->fault)
                   : r->end == GISA_STAGE_END_LIMIT ? "limit"
                                                    : "end",
                   fault ? r->message : NULL);
    for (unsigned i = 0; i < c->count && o->status != CASE_BROKEN; i++)
        if (c->at[i].word == CASE_EXPECT && !case_is_fault(&c->at[i]))
            case_expect_picture(o, &c->at[i], &picture->image);
}

static void run(const test_case *c, stage_case *stage, const arguments *a, case_outcome *o) {
    stage_picture picture;
    stage->argc = a->count;
    stage->argv = (char **)(uintptr_t)a->at;
    if (stage_case_run(stage, &picture))
        compare(c, &picture, o);
    else
        case_broken(o, "the stage cannot be run like this");
    free(picture.image.pixels);
}

void case_run_stage(const char *path, const test_case *c, const gisa_isa *isa, uint64_t limit,
                    case_outcome *o) {
    static char first[] = "run";
    arguments a = {.at = {first}, .count = 1};
    stage_case stage = {.isa = isa, .limit = limit};
    char why[CASE_TEXT], *folder = case_folder(path);
    void *code = case_code(path, c, isa, &stage.code_size, why);
    stage.code = code;
    if (!code)
        case_broken(o, why);
    else if (!folder)
        case_broken(o, "out of memory");
    else if (open_arguments(&a, c, o)) {
        cmd_folder = folder;
        run(c, &stage, &a, o);
        cmd_folder = NULL;
    }
    for (int i = 0; i < a.texts; i++)
        free(a.text[i]);
    free(code);
    free(folder);
}
