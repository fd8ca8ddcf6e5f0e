/* SPDX-License-Identifier: MIT */
/* The translator of a machine: which kernels have been translated, and where they may be
   entered. */
#include "gisa_native.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "compile.h"
#include "emu/machine.h"
#include "insn/body.h"
#include "prelude_text.h"
#include "text.h"

/* What is interpreted in a quarter of a second: compilers take about as long for a small kernel. */
enum { LONG = 1 << 24, SOONER = 64 }; /* it is looked for in the cache: that takes milliseconds */

typedef enum kernel_state {
    KERNEL_INTERPRETED,
    KERNEL_SOUGHT, /* the worker is to look for it in the cache, */
    KERNEL_WANTED, /* is to translate it, */
    KERNEL_BEGUN,  /* and does */
    KERNEL_DONE    /* translated, if that was possible */
} kernel_state;

/* A kernel: an entry of a program, in a MODE. */
typedef struct kernel {
    struct kernel *next;
    kernel_state state;
    bool sought;  /* in the cache */
    uint64_t ran; /* instructions */
    const gisa_isa *isa;
    gisa_program *program;
    uint64_t pc;
    gisa_float_mode mode;
    unit unit;
    unsigned straight; /* instructions of the straight way; 0: there is none */
    char *text;        /* in C, until that has been compiled */
    compiled code;
    const gisa_op **ops;
    native_entry *entries; /* one for each block */
    size_t entry_count;
} kernel;

typedef struct native {
    translator t; /* first */
    gisa_native_mode mode;
    uint64_t after;
    compiler compiler;
    pthread_mutex_t lock;  /* of what follows */
    pthread_cond_t wanted; /* a kernel is, or the worker is to end */
    pthread_cond_t done;   /* the worker has done one */
    pthread_t worker;      /* where it works */
    bool works, ends;
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

static char *text_of(kernel *k) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool fine = out && text_write(out, &k->unit, k->pc, &k->straight);
    if (out && fclose(out))
        fine = false;
    if (fine)
        return text;
    free(text);
    return NULL;
}

/* Its text is there: it can be translated. */
static bool prepare(kernel *k) {
    if (!k->text && unit_find(&k->unit, k->isa, k->program, k->pc) && list_ops(k))
        k->text = text_of(k);
    return k->text;
}

typedef bool load(compiler *c, const char *head, const char *text, compiled *made);

/* NULL: it cannot be translated, or is not in the cache. */
static native_run *translate(native *n, kernel *k, load *how) {
    static const native_calls calls = {element_go_near, gisa_fact, memory_find_buffer};
    if (!prepare(k))
        return NULL;
    char head[TEXT_HEAD];
    text_head(head, &k->mode);
    native_begin *begin = how(&n->compiler, head, k->text, &k->code)
                              ? (native_begin *)(uintptr_t)compiled_find(&k->code, "gisa_native_begin")
                              : NULL;
    if (!begin)
        return NULL;
    begin(&calls);
    return (native_run *)(uintptr_t)compiled_find(&k->code, "gisa_native_run");
}

/* From now on waves come there. */
static void install(kernel *k, native_run *run) {
    native_entry *e = k->entries;
    const void *straight = k->straight ? compiled_find(&k->code, "gisa_native_straight") : NULL;
    for (size_t i = 0; i < k->unit.count; i++)
        if (k->unit.insn[i].begins) {
            *e = (native_entry){
                .run = run, .number = (unsigned)i, .ops = k->ops, .top = k->unit.top, .mode = k->mode};
            if (straight && k->unit.insn[i].pc == k->pc) {
                e->straight = (native_straight *)(uintptr_t)straight;
                e->length = k->straight;
            }
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

static void finish(native *n, kernel *k, native_run *run) {
    k->state = KERNEL_DONE;
    free(k->text);
    k->text = NULL;
    n->info.kernels++;
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
    free(k->text);
    free(k->ops);
    free(k->entries);
    free(k);
}

/* ---- the worker ------------------------------------------------------------------------------ */

static kernel *find_wanted(const native *n) {
    kernel *k = n->kernels;
    while (k && k->state != KERNEL_SOUGHT && k->state != KERNEL_WANTED)
        k = k->next;
    return k;
}

static void *work(void *with) {
    native *n = with;
    pthread_mutex_lock(&n->lock);
    while (!n->ends) {
        kernel *k = find_wanted(n);
        native_run *run;
        bool seek;
        if (!k) {
            pthread_cond_wait(&n->wanted, &n->lock);
            continue;
        }
        seek = k->state == KERNEL_SOUGHT;
        k->state = KERNEL_BEGUN;
        pthread_mutex_unlock(&n->lock);
        run = translate(n, k, seek ? compiler_find : compiler_load);
        pthread_mutex_lock(&n->lock);
        if (seek && !run && k->text)
            k->state = KERNEL_INTERPRETED;
        else
            finish(n, k, run);
        pthread_cond_broadcast(&n->done);
    }
    pthread_mutex_unlock(&n->lock);
    return NULL;
}

/* Signals are for the program's own threads. */
static bool begin_work(native *n) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    n->works = pthread_create(&n->worker, NULL, work, n) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return n->works;
}

static void end_work(native *n) {
    pthread_mutex_lock(&n->lock);
    n->ends = true;
    pthread_cond_broadcast(&n->wanted);
    pthread_mutex_unlock(&n->lock);
    if (n->works) {
        compiler_cancel(&n->compiler);
        pthread_join(n->worker, NULL);
    }
}

static void want(native *n, kernel *k, kernel_state state) {
    k->state = n->works || begin_work(n) ? state : KERNEL_DONE;
    pthread_cond_signal(&n->wanted);
}

/* ---- what the machine calls ------------------------------------------------------------------ */

static kernel *find(const native *n, const gisa_program *program, uint64_t pc) {
    kernel *k = n->kernels;
    while (k && (k->program != program || k->pc != pc))
        k = k->next;
    return k;
}

static kernel *add(native *n, const gcn_wave *w) {
    kernel *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->next = n->kernels;
    n->kernels = k;
    k->isa = w->isa;
    k->program = w->program;
    k->pc = w->pc;
    k->mode = w->float_mode;
    return k;
}

static void begins(translator *t, const gcn_wave *w) {
    native *n = (native *)t;
    kernel *k;
    pthread_mutex_lock(&n->lock);
    if (!find(n, w->program, w->pc) && (k = add(n, w)) && n->mode == GISA_NATIVE_MODE_ALL)
        finish(n, k, translate(n, k, compiler_load));
    pthread_mutex_unlock(&n->lock);
}

static void ran(translator *t, const gisa_program *program, uint64_t pc, uint64_t instructions) {
    native *n = (native *)t;
    kernel *k;
    if (n->mode != GISA_NATIVE_MODE_AUTO)
        return;
    pthread_mutex_lock(&n->lock);
    k = find(n, program, pc);
    if (k && k->state == KERNEL_INTERPRETED) {
        k->ran += instructions;
        if (k->ran >= n->after)
            want(n, k, KERNEL_WANTED);
        else if (!k->sought && k->ran >= n->after / SOONER) {
            k->sought = true;
            want(n, k, KERNEL_SOUGHT);
        }
    }
    pthread_mutex_unlock(&n->lock);
}

/* The worker is not to be in it any more. */
static void leave(native *n, const kernel *k) {
    while (k->state == KERNEL_BEGUN) {
        compiler_cancel(&n->compiler);
        pthread_cond_wait(&n->done, &n->lock);
    }
}

static void forgets(translator *t, const gisa_program *program) {
    native *n = (native *)t;
    pthread_mutex_lock(&n->lock);
    for (kernel **at = &n->kernels, *k; (k = *at);)
        if (k->program == program) {
            leave(n, k);
            *at = k->next;
            free_kernel(k);
        } else
            at = &k->next;
    pthread_mutex_unlock(&n->lock);
}

static void ends(translator *t) {
    native *n = (native *)t;
    end_work(n);
    for (kernel *k = n->kernels, *next; k; k = next) {
        next = k->next;
        free_kernel(k);
    }
    compiler_close(&n->compiler);
    pthread_cond_destroy(&n->wanted);
    pthread_cond_destroy(&n->done);
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
    n->t = (translator){begins, ran, forgets, ends, 0};
    n->mode = o->mode;
    n->after = o->after ? o->after : LONG;
    if (!compiler_open(&n->compiler, native_prelude, o->compiler, o->cache)) {
        free(n);
        return GISA_STATUS_END;
    }
    pthread_mutex_init(&n->lock, NULL);
    pthread_cond_init(&n->wanted, NULL);
    pthread_cond_init(&n->done, NULL);
    m->translator = &n->t;
    return GISA_OK;
}

gisa_status gisa_machine_native_usual(gisa_machine *m) {
    static const char *const names[GISA_NATIVE_MODE_COUNT] = {"off", "all", "auto"};
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
    native *n = (native *)m->translator;
    *info = (gisa_native_info){0};
    if (!n)
        return;
    pthread_mutex_lock(&n->lock);
    *info = n->info;
    info->waves = __atomic_load_n(&n->t.straight, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&n->lock);
}
