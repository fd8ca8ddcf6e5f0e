/* SPDX-License-Identifier: MIT */
/* The translator of a machine: which kernels have been translated, and where they may be
   entered. */
#include "gisa_native.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "compile.h"
#include "emu/machine.h"
#include "insn/body.h"
#include "prelude_text.h"
#include "text.h"

/* A kernel: an entry of a program, in a MODE. */
typedef struct kernel {
    struct kernel *next;
    gisa_program *program;
    uint64_t pc;
    native_mode mode;
    unit unit;
    compiled code;
    const gisa_op **ops;
    native_entry *entries; /* one for each block */
    size_t entry_count;
} kernel;

typedef struct native {
    translator t; /* first */
    pthread_mutex_t lock;
    compiler compiler;
    kernel *kernels;
    gisa_native_info info;
} native;

/* ---- one kernel ------------------------------------------------------------------------------ */

static size_t count_entries(const unit *u) {
    size_t n = 0;
    for (size_t i = 0; i < u->count; i++)
        n += u->insn[i].begins;
    return n;
}

static bool list_ops(kernel *k) {
    const unit *u = &k->unit;
    k->entry_count = count_entries(u);
    k->ops = malloc(u->count * sizeof *k->ops);
    k->entries = calloc(k->entry_count + 1, sizeof *k->entries);
    for (size_t i = 0; k->ops && i < u->count; i++)
        k->ops[i] = u->insn[i].op;
    return k->ops && k->entries;
}

static char *text_of(const unit *u) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool fine = out && text_write(out, u);
    if (out && fclose(out))
        fine = false;
    if (fine)
        return text;
    free(text);
    return NULL;
}

static bool compile_kernel(const native *n, kernel *k) {
    static const native_calls calls = {element_go_near, gisa_fact};
    char *text = text_of(&k->unit);
    const char *const texts[] = {text_head(k->mode), native_prelude, text};
    const bool fine = text && compiler_load(&n->compiler, texts, 3, &k->code);
    native_begin *begin =
        fine ? (native_begin *)(uintptr_t)compiled_find(&k->code, "gisa_native_begin") : NULL;
    free(text);
    if (begin)
        begin(&calls);
    return begin;
}

/* From now on waves come there. */
static void install(kernel *k, native_run *run) {
    native_entry *e = k->entries;
    for (size_t i = 0; i < k->unit.count; i++)
        if (k->unit.insn[i].begins) {
            *e = (native_entry){run, (unsigned)i, k->ops, k->unit.top, k->mode.flush32, k->mode.flush64};
            program_set_native(k->program, k->unit.insn[i].pc, e++);
        }
}

static void count(native *n, const kernel *k) {
    n->info.compiled += !k->code.was_cached;
    n->info.cached += k->code.was_cached;
    n->info.seconds += k->code.seconds;
    n->info.instructions += k->unit.count;
    for (size_t i = 0; i < k->unit.count; i++)
        n->info.translated += k->unit.insn[i].kind != NATIVE_NONE;
}

static void translate(native *n, const gisa_isa *isa, kernel *k) {
    native_run *run = NULL;
    n->info.kernels++;
    if (unit_find(&k->unit, isa, k->program, k->pc) && list_ops(k) && compile_kernel(n, k))
        run = (native_run *)(uintptr_t)compiled_find(&k->code, "gisa_native_run");
    if (!run)
        return;
    count(n, k);
    install(k, run);
}

static void free_kernel(kernel *k) {
    for (size_t i = 0; i < k->unit.count; i++)
        if (k->unit.insn[i].begins)
            program_set_native(k->program, k->unit.insn[i].pc, NULL);
    unit_free(&k->unit);
    compiled_free(&k->code);
    free(k->ops);
    free(k->entries);
    free(k);
}

/* ---- what the machine calls ------------------------------------------------------------------ */

static bool is_known(const native *n, const gcn_wave *w) {
    for (const kernel *k = n->kernels; k; k = k->next)
        if (k->program == w->program && k->pc == w->pc)
            return true;
    return false;
}

static void begins(translator *t, const gcn_wave *w) {
    native *n = (native *)t;
    kernel *k;
    pthread_mutex_lock(&n->lock);
    if (!is_known(n, w) && (k = calloc(1, sizeof *k))) {
        k->next = n->kernels;
        n->kernels = k;
        k->program = w->program;
        k->pc = w->pc;
        k->mode = (native_mode){w->flush32, w->flush64};
        translate(n, w->isa, k);
    }
    pthread_mutex_unlock(&n->lock);
}

static void forgets(translator *t, const gisa_program *program) {
    native *n = (native *)t;
    pthread_mutex_lock(&n->lock);
    for (kernel **at = &n->kernels, *k; (k = *at);)
        if (k->program == program) {
            *at = k->next;
            free_kernel(k);
        } else
            at = &k->next;
    pthread_mutex_unlock(&n->lock);
}

static void ends(translator *t) {
    native *n = (native *)t;
    for (kernel *k = n->kernels, *next; k; k = next) {
        next = k->next;
        free_kernel(k);
    }
    compiler_close(&n->compiler);
    pthread_mutex_destroy(&n->lock);
    free(n);
}

/* ---- the interface --------------------------------------------------------------------------- */

gisa_status gisa_machine_native(gisa_machine *m, const gisa_native_options *o) {
    native *n;
    if (!m || !o || o->mode < 0 || o->mode >= GISA_NATIVE_MODE_COUNT)
        return GISA_STATUS_BAD_ARGUMENT;
    if (m->translator)
        m->translator->ends(m->translator);
    m->translator = NULL;
    if (o->mode == GISA_NATIVE_MODE_OFF)
        return GISA_OK;
    n = calloc(1, sizeof *n);
    if (!n)
        return GISA_STATUS_NO_MEMORY;
    n->t = (translator){begins, forgets, ends};
    if (!compiler_open(&n->compiler, o->compiler, o->cache)) {
        free(n);
        return GISA_STATUS_END;
    }
    pthread_mutex_init(&n->lock, NULL);
    m->translator = &n->t;
    return GISA_OK;
}

gisa_status gisa_machine_native_usual(gisa_machine *m) {
    static const char *const names[GISA_NATIVE_MODE_COUNT] = {"off", "all"};
    gisa_native_options o = {.compiler = getenv("GISA_NATIVE_CC")};
    const char *name = getenv("GISA_NATIVE");
    unsigned i = 0;
    if (!name || !*name)
        return GISA_OK;
    while (i < GISA_NATIVE_MODE_COUNT && strcmp(names[i], name) != 0)
        i++;
    o.mode = (gisa_native_mode)i;
    return gisa_machine_native(m, &o);
}

void gisa_machine_native_info(gisa_machine *m, gisa_native_info *info) {
    *info = m->translator ? ((native *)m->translator)->info : (gisa_native_info){0};
}
