/* SPDX-License-Identifier: MIT */
/*
 * Measures whole kernels, and larger programs: on the machine, interpreted and translated, and next
 * to it the same source on the host by OpenCL, on one thread and on all. What they leave in memory
 * must be the same.
 *
 * usage: kernels DIRECTORY ARCH REPEATS THREADS [TSV]
 *
 * DIRECTORY/NAME.co are the code objects of bench/kernels/NAME.cl and bench/programs/NAME.cl.
 * KERNELS="sort saxpy" in the environment: these alone. Larger programs are run twice at most.
 *
 * Times are those of the processor: the least of REPEATS, in which the host and both engines take
 * turns, after one run that warms up and in which kernels are translated. What the compiler took
 * for that is by the clock, and so is what comes at the end: all kernels on one thread, on THREADS,
 * and in as many processes of one thread each, which is what the machine can do at best.
 */
#include "kernels.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gisa_machine.h"
#include "gisa_native.h"
#include "programs.h"

enum { PROGRAMS = sizeof programs / sizeof *programs };
#define PI 3.14159265358979323846
#define LEAST_SECONDS 0.25 /* the least that one of the repeats takes, of as many turns as fit */

_Noreturn void stop(const char *what, const char *why) {
    fprintf(stderr, "kernels: %s: %s\n", what, why);
    exit(1);
}

double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *room(size_t size) {
    void *made = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!made)
        stop("memory", "is out");
    return made;
}

static void *read_file(const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    char *data = room(1 << 20);
    *size = f ? fread(data, 1, 1 << 20, f) : 0;
    if (!*size)
        stop(path, "cannot be read");
    fclose(f);
    return data;
}

/* ---- what is in memory at the beginning ----------------------------------------------------- */

static uint32_t next_random(uint32_t *state) { /* xorshift */
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Messages of 55 bytes, padded: word k of all of them is after word k - 1 of all. */
static uint32_t message_word(size_t k, uint32_t random) {
    return k < 13 ? random : k == 13 ? (random & ~255u) | 0x80 : k == 14 ? 0 : 55 * 8;
}

/* One element, or what is at place i of the buffer in dwords. */
static void fill_word(const buffer *b, void *memory, size_t i, uint32_t random) {
    const size_t words = b->size / 4;
    uint32_t *word = memory;
    float *f = memory;
    switch (b->fill) {
    case ZERO: word[i] = 0; break;
    case ANY: word[i] = random; break;
    case UNIT: f[i] = (float)(random >> 8) / 16777216; break;
    case MESSAGES: word[i] = message_word(i / (words / 16), random); break;
    case STARTS: word[i] = (uint32_t)(16 * i + random % 16); break;
    case COLUMNS: word[i] = random >> 14; break;
    case TURNS:
        f[i] = (float)(i % 2 ? -sin(PI * (double)(i - 1) / (double)(words / 2))
                             : cos(PI * (double)i / (double)(words / 2)));
        break;
    case UNIT64: ((double *)memory)[i] = random / 4294967296.0;
    }
}

static void fill_buffer(const buffer *b, void *memory, uint32_t seed) {
    uint32_t state = seed;
    for (size_t i = 0; i < b->size / (b->fill == UNIT64 ? 8 : 4); i++)
        fill_word(b, memory, i, next_random(&state));
}

/* ---- the machine ----------------------------------------------------------------------------- */

typedef struct emulated {
    const gisa_isa *isa;
    bool translated;
    const program *program;
    gisa_machine *machine; /* NULL: it is to be translated, and there is no compiler */
    gisa_loaded *loaded;
    void *memory[BUFFERS];
    uint64_t instructions; /* of the last run */
} emulated;

static void take_rooms(emulated *e, const program *p) {
    e->program = p;
    for (unsigned i = 0; i < BUFFERS; i++)
        e->memory[i] = p->buffers[i].size ? room(p->buffers[i].size) : NULL;
}

static void emulated_load(emulated *e, const char *directory, const program *p) {
    static const gisa_native_options translate = {.mode = GISA_NATIVE_MODE_ALL, .cache = "/dev/null"};
    char path[500];
    size_t size;
    void *file;
    gisa_error error = {.message = "cannot be loaded"};
    snprintf(path, sizeof path, "%s/%s.co", directory, p->name);
    file = read_file(path, &size);
    e->machine = gisa_machine_new(e->isa);
    if (e->translated && gisa_machine_native(e->machine, &translate)) {
        gisa_machine_free(e->machine);
        e->machine = NULL;
        free(file);
        return;
    }
    if (!e->machine || gisa_machine_load(e->machine, file, size, &error, &e->loaded))
        stop(path, error.message);
    free(file);
    take_rooms(e, p);
    for (unsigned i = 0; i < BUFFERS; i++)
        if (e->memory[i] && gisa_machine_map(e->machine, e->memory[i], p->buffers[i].size, NULL))
            stop(path, "memory cannot be mapped");
}

static void emulated_unload(emulated *e) {
    gisa_machine_free(e->machine);
    for (unsigned i = 0; i < BUFFERS; i++) {
        free(e->memory[i]);
        e->memory[i] = NULL;
    }
}

static void fill_all(const emulated *e) {
    for (unsigned i = 0; i < BUFFERS; i++)
        if (e->memory[i])
            fill_buffer(&e->program->buffers[i], e->memory[i], 12345 + i);
}

static void put_argument(const emulated *e, const argument *a, void *to, uint32_t size) {
    uint64_t address = a->kind == BUFFER ? (uintptr_t)e->memory[(unsigned)a->value] : 0;
    uint32_t u = a->kind == UINT ? (uint32_t)a->value : 0;
    float f = (float)a->value;
    const void *from = a->kind == BUFFER  ? (const void *)&address
                       : a->kind == UINT  ? (const void *)&u
                       : a->kind == FLOAT ? (const void *)&f
                                          : (const void *)&a->value;
    if (size != (a->kind == UINT || a->kind == FLOAT ? 4 : 8))
        stop(e->program->name, "an argument has another size than its parameter");
    memcpy(to, from, size);
}

static void run_step(emulated *e, const step *s, unsigned threads) {
    static _Alignas(64) uint8_t kernarg[4096];
    gisa_launch launch = {.dimensions = s->grid[1] ? 2 : 1, .kernarg = kernarg, .threads = threads};
    gisa_kernel k;
    gisa_argument parameter;
    gisa_result result = {.message = "cannot be launched"};
    unsigned number = 0;
    while (gisa_kernel_at(e->loaded, number, &k) == GISA_OK && strcmp(k.name, s->kernel) != 0)
        number++;
    if (gisa_kernel_at(e->loaded, number, &k) || k.kernarg_size > sizeof kernarg)
        stop(s->kernel, "no such kernel");
    launch.descriptor = k.descriptor;
    launch.kernarg_size = k.kernarg_size;
    memcpy(launch.grid, s->grid, sizeof s->grid);
    memcpy(launch.group, s->group, sizeof s->group);
    memset(kernarg, 0, k.kernarg_size);
    for (unsigned i = 0; i < ARGUMENTS && s->argument[i].kind; i++)
        if (gisa_argument_at(e->loaded, number, i, &parameter))
            stop(s->kernel, "more arguments than parameters");
        else
            put_argument(e, &s->argument[i], kernarg + parameter.offset, parameter.size);
    gisa_hidden_arguments(e->loaded, number, &launch);
    if (gisa_machine_run(e->machine, &launch, &result) || result.end != GISA_END_ENDED)
        stop(s->kernel, result.message);
    e->instructions += result.instructions;
}

static void run_emulated(emulated *e, unsigned threads) {
    e->instructions = 0;
    for (unsigned s = 0; s < STEPS && e->program->steps[s].kernel; s++)
        run_step(e, &e->program->steps[s], threads);
}

static void run_alone(void *e) {
    fill_all(e);
    run_emulated(e, 1);
}

/* ---- results --------------------------------------------------------------------------------- */

static double element(const program *p, const void *memory, size_t i) {
    return p->type == 'd'   ? ((const double *)memory)[i]
           : p->type == 'f' ? (double)((const float *)memory)[i]
                            : (double)((const uint32_t *)memory)[i];
}

static size_t elements(const program *p) {
    return p->buffers[p->result].size / (p->type == 'd' ? 8 : 4);
}

static double mean(const program *p, const void *memory) {
    double all = 0;
    for (size_t i = 0; i < elements(p); i++)
        all += fabs(element(p, memory, i));
    return all / (double)elements(p);
}

/* Also not the same: nothing but zeros. */
static void compare(const emulated *e, const void *other) {
    const program *p = e->program;
    const double floor = p->floor * mean(p, other);
    size_t strays = 0;
    char why[200];
    for (size_t i = 0; i < elements(p); i++) {
        double ours = element(p, e->memory[p->result], i), theirs = element(p, other, i);
        if (fabs(ours - theirs) <= p->tolerance * fabs(theirs) + floor ||
            (double)++strays <= p->strays * (double)elements(p))
            continue;
        snprintf(why, sizeof why, "element %zu of the result is %.17g, on the host %.17g", i, ours, theirs);
        stop(p->name, why);
    }
    if (!(mean(p, e->memory[p->result]) > 0))
        stop(p->name, "the result is zeros");
}

/* ---- measures -------------------------------------------------------------------------------- */

/* Of one engine. */
typedef struct times {
    double one;                /* processor's seconds; 0 = not measured */
    double wall_one, wall_all; /* by the clock on one thread, on all; */
    double all;                /* processor's seconds of these */
    double alone, copies;      /* by the clock, with filling: one process, as many as threads */
    double compiler;           /* by the clock */
} times;

typedef struct row {
    times interpreted, translated;
    double native, native_all; /* processor's seconds on one thread; by the clock on all */
    uint64_t instructions;
} row;

static double least(double a, double b) {
    return a && a < b ? a : b;
}

/* One run of all steps, from what e's memory is filled with. OpenCL works in a thread of its own,
   whose time Linux adds to the process's at a tick of its clock or when that thread sleeps: the
   thread is given the time to do so. By the clock, the wait is not counted. */
static double native_once(const emulated *e, native *n, clockid_t clock) {
    const struct timespec wait = {.tv_nsec = 1000000};
    double start;
    fill_all(e);
    for (unsigned k = 0; k < BUFFERS; k++)
        if (e->memory[k])
            native_write(n, k, e->memory[k]);
    nanosleep(&wait, NULL);
    start = now(clock);
    native_run(n);
    if (clock != CLOCK_MONOTONIC)
        nanosleep(&wait, NULL);
    return now(clock) - start;
}

static void run_once(emulated *e, unsigned threads, times *t) {
    double start, wall;
    fill_all(e);
    wall = now(CLOCK_MONOTONIC), start = now(CLOCK_PROCESS_CPUTIME_ID);
    run_emulated(e, threads);
    start = now(CLOCK_PROCESS_CPUTIME_ID) - start, wall = now(CLOCK_MONOTONIC) - wall;
    if (threads == 1) {
        t->one = least(t->one, start);
        t->wall_one = least(t->wall_one, wall);
    } else {
        t->all = least(t->all, start);
        t->wall_all = least(t->wall_all, wall);
    }
}

/* Copies come first: a process must not be one of a machine whose threads may hold its lock. */
static void warm_up(emulated *e, unsigned repeats, unsigned threads, times *t) {
    gisa_native_info info;
    if (!e->machine)
        return;
    run_alone(e);
    gisa_machine_native_info(e->machine, &info);
    t->compiler = info.seconds;
    for (unsigned i = 0; i < repeats && !e->program->large; i++) {
        t->alone = least(t->alone, copies_run(1, run_alone, e));
        t->copies = least(t->copies, copies_run(threads, run_alone, e));
    }
}

/* On one thread and on all; where these are one, that is measured twice. */
static void run_both(emulated *e, unsigned threads, times *t) {
    if (!e->machine)
        return;
    run_once(e, 1, t);
    run_once(e, threads, t);
    if (threads == 1)
        t->all = t->one, t->wall_all = t->wall_one;
}

static void compare_all(const emulated *interpreted, const emulated *translated, native *n) {
    const program *p = interpreted->program;
    void *result = room(p->buffers[p->result].size);
    if (translated->machine && memcmp(interpreted->memory[p->result], translated->memory[p->result],
                                      p->buffers[p->result].size) != 0)
        stop(p->name, "translated, it leaves other bits than interpreted");
    if (n) {
        native_read(n, p->result, result);
        compare(interpreted, result);
    }
    free(result);
}

/* In turns: a machine that is slow for a while is so for all of them, if not as much: where another
   thread uses the same core, code that keeps all of it busy becomes twice as slow, code that waits
   for its own results stays as it is. So kernels that take no time have more turns than `repeats`,
   and the least of a longer while is found. */
static row measure(emulated *interpreted, emulated *translated, native *n, unsigned repeats,
                   unsigned threads) {
    row r = {0};
    double until;
    warm_up(interpreted, repeats, threads, &r.interpreted);
    warm_up(translated, repeats, threads, &r.translated);
    if (n)
        native_once(interpreted, n, CLOCK_PROCESS_CPUTIME_ID);
    until = now(CLOCK_MONOTONIC) + LEAST_SECONDS * repeats;
    for (unsigned i = 0; i < repeats || now(CLOCK_MONOTONIC) < until; i++) {
        if (n)
            r.native = least(r.native, native_once(interpreted, n, CLOCK_PROCESS_CPUTIME_ID));
        run_both(interpreted, threads, &r.interpreted);
        run_both(translated, threads, &r.translated);
    }
    compare_all(interpreted, translated, n);
    r.instructions = interpreted->instructions;
    return r;
}

/* ---- what is printed ------------------------------------------------------------------------- */

static void write_row(FILE *tsv, const program *p, const char *who, uint64_t instructions, double cpu,
                      double wall, double ratio) {
    if (tsv && cpu > 0)
        fprintf(tsv, "%s\t%s\t%llu\t\t%.6f\t\t%.6f\t\t%.0f\t%.2f\t\n", p->name, who,
                (unsigned long long)instructions, cpu, wall, (double)instructions / cpu, ratio);
}

static void write_rows(FILE *tsv, const program *p, const row *r) {
    const times *a = &r->interpreted, *b = &r->translated;
    write_row(tsv, p, "machine", r->instructions, a->one, a->wall_one, r->native ? a->one / r->native : 0);
    write_row(tsv, p, "translated", r->instructions, b->one, b->wall_one, r->native ? b->one / r->native : 0);
    write_row(tsv, p, "native", r->instructions, r->native, 0, 1);
}

static void print_number(double x, int width, int digits) {
    if (x > 0)
        printf(" %*.*f", width, digits, x);
    else
        printf(" %*s", width, "-");
}

/* How many instructions the interpreter runs until a compiler that works for so long has paid. */
static double break_even(const row *r) {
    const double saved = r->translated.one ? r->interpreted.one - r->translated.one : 0;
    return saved > 0 ? (double)r->instructions * r->translated.compiler / saved : 0;
}

/* A time in ms, and one that comes with it. */
static void print_times(double a, double b, double c) {
    print_number(1e3 * a, 9, 1);
    print_number(1e3 * b, 9, 1);
    print_number(1e3 * c, 9, 1);
}

static void print_heads(void) {
    printf("%-11s %-27s %8s   %-39s %-29s   %-23s %9s\n", "", "", "", "one thread, ms of the processor",
           "all threads, ms by the clock", "times the host's", "pays from");
    printf("%-11s %-27s %8s %9s %9s %9s %9s %9s %9s %9s %7s %7s %7s %9s\n", "", "", "M instr.", "interp.",
           "transl.", "+compiler", "host", "interp.", "transl.", "host", "interp.", "transl.", "+comp.",
           "M instr.");
}

static void print_row(const program *p, const row *r) {
    const times *a = &r->interpreted, *b = &r->translated;
    const double first = b->one ? b->one + b->compiler : 0;
    printf("%-11s %-27s", p->name, p->what);
    print_number((double)r->instructions / 1e6, 8, 2);
    print_times(a->one, b->one, first);
    print_number(1e3 * r->native, 9, 1);
    print_times(a->wall_all, b->wall_all, r->native_all);
    print_number(r->native ? a->one / r->native : 0, 7, 2);
    print_number(r->native ? b->one / r->native : 0, 7, 2);
    print_number(r->native ? first / r->native : 0, 7, 2);
    print_number(break_even(r) / 1e6, 9, 1);
    printf("\n");
    fflush(stdout);
}

static void print_threads(const char *which, const times *t, unsigned threads) {
    if (!t->one)
        return;
    printf(
        "%s, all of them by the clock: %.1f ms on one thread, %.1f ms on %u: %.2f times as fast, with %.2f "
        "times the processor's time;\n    %u processes that have nothing in common do %.2f times as much as "
        "one\n",
        which, 1e3 * t->wall_one, 1e3 * t->wall_all, threads, t->wall_one / t->wall_all, t->all / t->one,
        threads, threads * t->alone / t->copies);
}

static void add(times *sum, const times *t) {
    sum->one += t->one, sum->all += t->all, sum->wall_one += t->wall_one, sum->wall_all += t->wall_all;
    sum->alone += t->alone, sum->copies += t->copies;
}

/* ---- all programs ---------------------------------------------------------------------------- */

/* KERNELS names them; without it, all. */
static bool is_chosen(const program *p) {
    const char *names = getenv("KERNELS");
    const size_t size = strlen(p->name);
    if (!names || !*names)
        return true;
    for (; *names; names += strcspn(names, " "), names += strspn(names, " "))
        if (strcspn(names, " ") == size && memcmp(names, p->name, size) == 0)
            return true;
    return false;
}

typedef struct session {
    const char *directory;
    unsigned repeats, threads;
    emulated interpreted, translated;
    native *n;
    FILE *tsv;
    double host[PROGRAMS]; /* on all threads */
    double logs[2][2];     /* of kernels, of larger programs: interpreted, translated */
    unsigned counts[2];
    times sums[2]; /* of kernels */
} session;

static void load_native(native *n, const program *p) {
    char path[100];
    snprintf(path, sizeof path, "bench/%s/%s.cl", p->folder, p->name);
    native_load(n, path, p);
}

static unsigned times_of(const session *s, const program *p) {
    return p->large && s->repeats > 2 ? 2 : s->repeats;
}

/* The least of REPEATS runs, after one that warms up. */
static double all_threads_time(const session *s, const program *p, native *n) {
    emulated e = {0};
    double best = 0;
    take_rooms(&e, p);
    load_native(n, p);
    native_once(&e, n, CLOCK_MONOTONIC);
    for (unsigned i = 0; i < times_of(s, p); i++)
        best = least(best, native_once(&e, n, CLOCK_MONOTONIC));
    native_unload(n);
    emulated_unload(&e);
    return best;
}

/* In a process of its own, as OpenCL's number of threads is one for a process. */
static void host_on_all(double *found, void *of) {
    const session *s = of;
    const char *why;
    native *n = native_new(s->threads, &why);
    for (size_t i = 0; n && i < PROGRAMS; i++)
        if (is_chosen(&programs[i]))
            found[i] = all_threads_time(s, &programs[i], n);
}

static void sum_up(session *s, const program *p, const row *r) {
    s->counts[p->large]++;
    s->logs[p->large][0] += s->n ? log(r->interpreted.one / r->native) : 0;
    s->logs[p->large][1] += s->n && r->translated.one ? log(r->translated.one / r->native) : 0;
    if (!p->large) {
        add(&s->sums[0], &r->interpreted);
        add(&s->sums[1], &r->translated);
    }
}

static void run_program(session *s, size_t i) {
    const program *p = &programs[i];
    row r;
    emulated_load(&s->interpreted, s->directory, p);
    emulated_load(&s->translated, s->directory, p);
    if (s->n)
        load_native(s->n, p);
    r = measure(&s->interpreted, &s->translated, s->n, times_of(s, p), s->threads);
    r.native_all = s->host[i];
    print_row(p, &r);
    write_rows(s->tsv, p, &r);
    sum_up(s, p, &r);
    if (s->n)
        native_unload(s->n);
    emulated_unload(&s->interpreted);
    emulated_unload(&s->translated);
}

static void print_means(const session *s) {
    static const char *const names[] = {"geometric mean of kernels", "geometric mean of programs"};
    for (unsigned i = 0; i < 2; i++)
        if (s->n && s->counts[i])
            printf("%-11s %-27s %78s %8.2f %7.2f\n", "", names[i], "", exp(s->logs[i][0] / s->counts[i]),
                   exp(s->logs[i][1] / s->counts[i]));
}

static void run_session(session *s) {
    const char *why = "";
    copies_ask(s->host, PROGRAMS, host_on_all, s);
    s->n = native_new(1, &why);
    if (s->n)
        printf("Next to %s; on one thread, and on all %u\n", native_name(s->n), s->threads);
    else
        printf("No OpenCL to compare with: %s\n", why);
    print_heads();
    for (size_t i = 0; i < PROGRAMS; i++)
        if (is_chosen(&programs[i]))
            run_program(s, i);
    print_means(s);
    native_free(s->n);
    print_threads("Kernels, interpreted", &s->sums[0], s->threads);
    print_threads("Kernels, translated", &s->sums[1], s->threads);
}

int main(int argc, char **argv) {
    static session s;
    s.directory = argc > 1 ? argv[1] : "";
    s.interpreted.isa = s.translated.isa = argc > 2 ? gisa_find(argv[2]) : NULL;
    s.translated.translated = true;
    s.repeats = argc > 4 ? (unsigned)strtoul(argv[3], NULL, 0) : 0;
    s.threads = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 0) : 0;
    if (!s.repeats || !s.threads || !s.interpreted.isa) {
        fprintf(stderr, "usage: kernels DIRECTORY ARCH REPEATS THREADS [TSV]\n");
        return 2;
    }
    if (argc > 5 && !(s.tsv = fopen(argv[5], "a")))
        stop(argv[5], strerror(errno));
    run_session(&s);
    return s.tsv && fclose(s.tsv) != 0;
}
