/* SPDX-License-Identifier: MIT */
/* Reports a launch that failed: what the library says of it, and what a second, observed launch
 * tells of how it came to that. */
#include "run_fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../explain/explain.h"
#include "findings.h"
#include "gisa_account.h"
#include "loaded_code.h"

enum { TOLD = 8192 };

/* What is to be said besides the message. */
typedef struct telling {
    const run_request *r;
    const run_ready *ready;
    loaded_code code;
    gisa_result result;
    uint8_t words[16]; /* at its instruction */
    size_t word_size;
    char account[TOLD];
} telling;

/* ---- names ----------------------------------------------------------------------------------- */

/* "k.cl:7" */
static void name_place(void *ctx, uint64_t pc, char *text, size_t room) {
    const telling *t = ctx;
    const code_run *run;
    const code_place p = loaded_code_at(&t->code, pc, &run);
    *text = 0;
    if (p.file)
        snprintf(text, room, "%s:%u", lines_short(p.file), (unsigned)p.line);
}

typedef struct wanted {
    const gisa_operand *reg;
    char *text;
    size_t room, size;
} wanted;

/* "i", or "i, x" where several variables are in the register. */
static bool take_variable(void *ctx, const scope_variable *v) {
    wanted *w = ctx;
    const bool vector = w->reg->kind == GISA_KIND_VGPR;
    const int first = w->reg->reg, count = w->reg->count;
    if (v->place == (vector ? SCOPE_VGPR : SCOPE_SGPR) && (vector || w->reg->kind == GISA_KIND_SGPR) &&
        v->number >= first && v->number < first + count && w->size < w->room)
        w->size +=
            (size_t)snprintf(w->text + w->size, w->room - w->size, "%s%s", w->size ? ", " : "", v->name);
    return true;
}

static void name_variable(void *ctx, uint64_t pc, const gisa_operand *reg, char *text, size_t room) {
    const telling *t = ctx;
    wanted w = {reg, text, room, 0};
    *text = 0;
    lines_variables(&t->code.lines, pc - t->code.base, take_variable, &w);
}

/* ---- the second launch ----------------------------------------------------------------------- */

/* Can the argument be read once more? A pipe cannot. */
static bool repeats(const run_argument *a) {
    const char *path = strchr(a->text, ':');
    char name[4096];
    struct stat about;
    if (!path || (a->kind != RUN_MEMORY && a->kind != RUN_IMAGE) || strncmp(a->text, "buf:", 4) == 0 ||
        strncmp(a->text, "out:", 4) == 0)
        return path;
    snprintf(name, sizeof name, "%.*s", a->kind == RUN_IMAGE ? (int)strcspn(path + 1, ",") : -1, path + 1);
    if (stat(name, &about))
        return a->kind == RUN_IMAGE && strcmp(name, "-") != 0;
    return S_ISREG(about.st_mode);
}

static bool all_repeat(const run_request *r) {
    for (unsigned i = 0; i < r->count; i++)
        if (!repeats(&r->at[i]))
            return false;
    return true;
}

/* The same request, with memory as it was at first; false: not possible. */
static bool ask_again(const run_request *r, run_request *again) {
    *again = (run_request){.command = r->command,
                           .file = r->file,
                           .kernel = r->kernel,
                           .isa = r->isa,
                           .launch = r->launch,
                           .models = r->models,
                           .has_offset = r->has_offset,
                           .has_group = true};
    memcpy(again->offset, r->offset, sizeof again->offset);
    again->launch.kernarg = NULL;
    again->launch.executed = again->launch.lanes = again->launch.models = NULL;
    again->launch.progress = NULL;
    if (!again->launch.limit || again->launch.limit > RUN_AGAIN_MOST)
        again->launch.limit = RUN_AGAIN_MOST;
    for (; again->count < r->count; again->count++)
        if (!run_argument_read(r->at[again->count].text, &again->at[again->count]))
            return false;
    return true;
}

static bool is_same_end(const gisa_result *a, const gisa_result *b) {
    return a->end == b->end && a->cause == b->cause;
}

static void take_result(telling *t, gisa_machine *machine, const gisa_result *result) {
    t->result = *result;
    t->word_size = gisa_machine_read(machine, result->pc, t->words, sizeof t->words);
}

static void launch_again(telling *t, run_request *again, const run_ready *ready) {
    const gisa_account_names names = {.place = name_place, .variable = name_variable, .ctx = t};
    gisa_account *account = gisa_account_new(ready->machine, &names);
    gisa_result result;
    again->launch.observer = gisa_account_observer(account);
    if (account && gisa_machine_run(ready->machine, &again->launch, &result) == GISA_OK &&
        is_same_end(&result, &t->result)) {
        gisa_account_text(account, &result, t->account, sizeof t->account);
        if (result.end == GISA_END_FAULT)
            take_result(t, ready->machine, &result);
    }
    gisa_account_free(account);
}

/* Its addresses differ from those of the first launch: its facts go with its own message. */
static void run_again(telling *t) {
    static run_request again;
    const loaded_code first = t->code;
    run_ready ready = {.machine = NULL};
    if (ask_again(t->r, &again) && run_load(&again, t->ready->file, t->ready->file_size, &ready)) {
        size_t size;
        t->code.base = (uintptr_t)gisa_loaded_memory(ready.loaded, &size);
        launch_again(t, &again, &ready);
    }
    if (!*t->account || t->result.end != GISA_END_FAULT)
        t->code.base = first.base;
    run_unload(&again, &ready);
    run_request_free(&again);
}

/* ---- text ------------------------------------------------------------------------------------ */

/* "  k.cl:7: y[i] = x[i + n];" */
static void tell_source(telling *t) {
    const code_run *run;
    const code_place p = loaded_code_at(&t->code, t->result.pc, &run);
    const line_row *row = lines_at(&t->code.lines, p.address);
    size_t size = 0;
    char chain[SCOPES_TEXT];
    const char *text = row && p.file ? lines_text(&t->code.lines, row->file, row->line, &size) : NULL;
    if (!p.file)
        return;
    while (size && (*text == ' ' || *text == '\t')) {
        text++;
        size--;
    }
    fprintf(stderr, "  %s:%u%s%.*s\n", lines_short(p.file), (unsigned)p.line, size ? ": " : "", (int)size,
            size ? text : "");
    lines_inlined(&t->code.lines, p.address, chain);
    if (*chain)
        fprintf(stderr, "  in %s\n", chain);
}

/* What comes near a word that is not an instruction. */
static void tell_word(const telling *t) {
    const subject s = subject_at(t->ready->isa, t->words, t->word_size);
    phrase text = {.size = 0};
    if (s.status != GISA_STATUS_UNKNOWN || t->word_size < gisa_unit(t->ready->isa))
        return;
    explain_unknown_word(&s, &text);
    fprintf(stderr, "  %s\n", text.text);
}

static void tell(telling *t) {
    run_say(t->r, t->result.message);
    tell_source(t);
    if (*t->result.registers)
        fprintf(stderr, "  registers: %s\n", t->result.registers);
    if (t->result.cause == GISA_CAUSE_INSTRUCTION)
        tell_word(t);
    fputs(t->account, stderr);
}

int run_fault(const run_request *r, const run_ready *ready, const line_map *placed,
              const gisa_result *result) {
    static telling t;
    t = (telling){.r = r, .ready = ready, .code = {.placed = placed}};
    take_result(&t, ready->machine, result);
    loaded_code_open(&t.code, ready->loaded, ready->file, ready->file_size);
    const bool short_enough = result->end == GISA_END_LIMIT || result->instructions <= RUN_AGAIN_MOST;
    if (result->end != GISA_END_STOPPED && short_enough && all_repeat(r))
        run_again(&t);
    tell(&t);
    loaded_code_close(&t.code);
    return 1;
}
