/* SPDX-License-Identifier: MIT */
/*
 * OpenCL kernels, compiled by clang for each architecture and executed by the machine, must leave
 * in memory what the same source leaves there when it is compiled for the host. Called by run.sh:
 *
 *     kernels DIRECTORY FILE.cl...
 *
 * The code objects are DIRECTORY/FILE-OPTIONS-ARCH.co, where OPTIONS counts the lines "//% ...";
 * for the host it is FILE.so (host.c), or FILE-N.result, as RECORD=1 has written it (recorded.c).
 * KERNEL=NAME runs that kernel alone, TIMES=1 says how long each takes,
 * LEVEL=baseline, avx2 or avx512 uses no more of the host. CHECKS=63 (gisa_watch_kind) watches
 * each launch: a finding is a failure.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gisa_watch.h"
#include "insn/level.h"
#include "kernels.h"

enum { GUARD = 64 }; /* bytes around memory that kernels are given: they must stay what they are */
#define LIMIT 200000000ull

static unsigned passed, failed;
static const char *const archs[] = {"gfx600", "gfx700", "gfx803", "gfx900"};

/* ---- one launch on one machine --------------------------------------------------------------- */

typedef struct blocks {
    uint8_t *at[MOST_ARGUMENTS]; /* memory of each argument, between guards */
    size_t size[MOST_ARGUMENTS];
} blocks;

static void blocks_free(blocks *b) {
    for (unsigned i = 0; i < MOST_ARGUMENTS; i++)
        free(b->at[i]);
}

static void blocks_new(blocks *b, const test_launch *l) {
    *b = (blocks){0};
    for (unsigned i = 0; i < l->count; i++) {
        const test_argument *a = &l->arguments[i];
        b->size[i] = plan_size(a);
        b->at[i] = aligned_alloc(64, (b->size[i] + 2 * GUARD + 63) / 64 * 64);
        if (!b->at[i])
            abort();
        memset(b->at[i], 0xa5, b->size[i] + 2 * GUARD);
        if (a->what == NUMBER)
            memcpy(b->at[i] + GUARD, a->number, 8);
        else
            plan_fill(a, 1000 * i + 7, b->at[i] + GUARD);
    }
}

static bool blocks_equal(const blocks *a, const blocks *b) {
    for (unsigned i = 0; i < MOST_ARGUMENTS; i++)
        if (a->at[i] && memcmp(a->at[i], b->at[i], a->size[i] + 2 * GUARD) != 0)
            return false;
    return true;
}

typedef struct runner {
    const char *where; /* "FILE-OPTIONS-ARCH" */
    gisa_machine *machine;
    gisa_loaded *loaded;
} runner;

static bool complain(const runner *r, const test_launch *l, const char *what) {
    printf("%s: %s: %s\n", r->where, l->kernel, what);
    return false;
}

static bool find_kernel(const runner *r, const char *name, unsigned *number, gisa_kernel *kernel) {
    for (*number = 0; gisa_kernel_at(r->loaded, *number, kernel) == GISA_OK; ++*number)
        if (strcmp(kernel->name, name) == 0)
            return true;
    return false;
}

/* Arguments go where the metadata say. */
static bool place(const runner *r, const test_launch *l, unsigned number, const gisa_kernel *k, blocks *b,
                  uint8_t *kernarg, gisa_launch *launch) {
    uint32_t lds = k->group_size;
    for (unsigned i = 0; i < l->count; i++) {
        const test_argument *a = &l->arguments[i];
        uint64_t address = (uintptr_t)b->at[i] + GUARD;
        gisa_argument m;
        if (gisa_argument_at(r->loaded, number, i, &m) || strncmp(m.kind, "hidden", 6) == 0)
            return complain(r, l, "has fewer parameters than arguments");
        if (m.size != (a->what == MEMORY ? 8 : a->what == LOCAL ? 4 : a->count ? a->count : a->type->size))
            return complain(r, l, "a parameter has another size than its argument");
        if (a->what == MEMORY)
            memcpy(kernarg + m.offset, &address, 8);
        else if (a->what == LOCAL) {
            lds = (lds + 15) / 16 * 16;
            memcpy(kernarg + m.offset, &lds, 4);
            lds += (uint32_t)a->count;
        } else
            memcpy(kernarg + m.offset, b->at[i] + GUARD, m.size);
    }
    launch->dynamic_lds = lds - k->group_size;
    return true;
}

/* ---- checks at run time ---------------------------------------------------------------------- */

/* NULL: they are not asked for. */
static gisa_watch *watch_launch(const runner *r, const test_launch *l, const blocks *b, gisa_launch *launch) {
    const char *checks = getenv("CHECKS");
    gisa_watch *watch = checks ? gisa_watch_new(r->machine, (uint32_t)strtoul(checks, NULL, 0)) : NULL;
    if (!watch)
        return NULL;
    for (unsigned i = 0; i < l->count; i++)
        if (l->arguments[i].what == MEMORY)
            gisa_watch_memory(watch, (uintptr_t)b->at[i] + GUARD, b->size[i], l->arguments[i].type->name,
                              false);
    launch->observer = gisa_watch_observer(watch);
    return watch;
}

static bool has_findings(const runner *r, const test_launch *l, gisa_watch *watch) {
    gisa_watch_finding f;
    size_t i = 0;
    for (; watch && gisa_watch_finding_at(watch, i, &f) == GISA_OK; i++) {
        uint64_t distance, other;
        const char *in = gisa_machine_function_at(r->machine, f.pc, &distance);
        gisa_machine_function_at(r->machine, f.other_pc, &other);
        printf("%s: %s: %s: %s+0x%llx %s; +0x%llx %s %s, %llu times\n", r->where, l->kernel,
               gisa_watch_name(f.check), in ? in : "?", (unsigned long long)distance, f.what,
               (unsigned long long)other, f.other_what ? f.other_what : "", f.registers,
               (unsigned long long)f.times);
    }
    gisa_watch_free(watch);
    return i > 0;
}

/* ---------------------------------------------------------------------------------------------- */

static bool launch_kernel(const runner *r, const test_launch *l, blocks *b, unsigned threads,
                          double *seconds) {
    static _Alignas(64) uint8_t kernarg[4096];
    gisa_kernel k;
    gisa_result result;
    gisa_launch launch = {.dimensions = l->dimensions, .threads = threads, .limit = LIMIT};
    struct timespec from, to;
    unsigned number;
    if (!find_kernel(r, l->kernel, &number, &k) || k.kernarg_size > sizeof kernarg)
        return complain(r, l, "no such kernel");
    launch.descriptor = k.descriptor;
    memcpy(launch.grid, l->grid, sizeof launch.grid);
    memcpy(launch.group, l->group, sizeof launch.group);
    memset(kernarg, 0, sizeof kernarg);
    if (!place(r, l, number, &k, b, kernarg, &launch))
        return false;
    launch.kernarg = kernarg;
    launch.kernarg_size = k.kernarg_size;
    gisa_hidden_arguments(r->loaded, number, &launch);
    for (unsigned i = 0; i < l->count; i++)
        if (l->arguments[i].what == MEMORY)
            gisa_machine_map(r->machine, b->at[i] + GUARD, b->size[i], l->arguments[i].type->name);
    gisa_watch *watch = watch_launch(r, l, b, &launch);
    clock_gettime(CLOCK_MONOTONIC, &from);
    if (gisa_machine_run(r->machine, &launch, &result) && !result.message[0])
        snprintf(result.message, sizeof result.message, "could not be launched");
    else if (result.end == GISA_END_LIMIT)
        snprintf(result.message, sizeof result.message, "does not end");
    clock_gettime(CLOCK_MONOTONIC, &to);
    *seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    if (getenv("TIMES"))
        printf("%8.3f s %9.1f M/s  %u threads  %s %s\n", *seconds,
               (double)result.instructions / *seconds / 1e6, threads, r->where, l->kernel);
    for (unsigned i = 0; i < l->count; i++)
        if (l->arguments[i].what == MEMORY)
            gisa_machine_unmap(r->machine, b->at[i] + GUARD);
    const bool found = has_findings(r, l, watch);
    return result.end == GISA_END_ENDED && !result.message[0] ? !found : complain(r, l, result.message);
}

/* ---- against the host ------------------------------------------------------------------------ */

static bool same_results(const runner *r, const test_launch *l, const blocks *ours, const blocks *expected) {
    for (unsigned i = 0; i < l->count; i++) {
        const test_argument *a = &l->arguments[i];
        const uint8_t *x = ours->at[i] + GUARD, *y = expected->at[i] + GUARD;
        size_t at = a->what == MEMORY ? plan_compare(a, x, y) : a->count;
        if (at == a->count)
            continue;
        printf("%s: %s: argument %u, element %zu of %zu: ", r->where, l->kernel, i + 1, at, a->count);
        plan_print(a->type, x + at * a->type->size, stdout);
        printf(", and on the host ");
        plan_print(a->type, y + at * a->type->size, stdout);
        printf("\n");
        return false;
    }
    return true;
}

static bool check_launch(const runner *r, const test_launch *l, const blocks *expected) {
    blocks one, four;
    double seconds;
    bool ok;
    blocks_new(&one, l);
    blocks_new(&four, l);
    ok = launch_kernel(r, l, &one, 1, &seconds) && same_results(r, l, &one, expected) &&
         launch_kernel(r, l, &four, 4, &seconds);
    if (ok && !blocks_equal(&one, &four))
        ok = complain(r, l, "four threads leave other bytes than one");
    blocks_free(&one);
    blocks_free(&four);
    return ok;
}

/* False: there is no such kernel, or it does nothing. */
static bool run_on_host(host *h, const test_launch *l, unsigned number, blocks *b) {
    void *values[MOST_ARGUMENTS];
    blocks before;
    bool ok;
    blocks_new(&before, l);
    blocks_new(b, l);
    for (unsigned i = 0; i < l->count; i++)
        values[i] = b->at[i] + GUARD;
    ok = host_run(h, l, number, values) && !blocks_equal(&before, b);
    blocks_free(&before);
    return ok;
}

/* ---- files ----------------------------------------------------------------------------------- */

static void *read_file(const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    char *data = NULL;
    *size = 0;
    for (size_t room = 0, got = 1; f && got; *size += got) {
        if (*size == room)
            data = realloc(data, (room = 2 * room + 65536) + 1);
        got = fread(data + *size, 1, room - *size, f);
    }
    if (f)
        fclose(f);
    if (data)
        data[*size] = 0;
    return data;
}

static bool load(runner *r, const char *directory, const char *arch) {
    char path[500];
    size_t size;
    gisa_error error = {.message = "cannot be read"};
    void *data;
    snprintf(path, sizeof path, "%s/%s.co", directory, r->where);
    data = read_file(path, &size);
    r->machine = gisa_machine_new(gisa_find(arch));
    r->loaded = NULL;
    if (r->machine)
        host_machine(r->machine);
    if (!data || !r->machine || gisa_machine_load(r->machine, data, size, &error, &r->loaded))
        printf("%s: %s\n", path, error.message);
    free(data);
    return r->loaded;
}

/* Every launch that the source asks for. */
static void check_object(const char *source, const runner *r, host *h) {
    const char *only = getenv("KERNEL");
    unsigned number = 0;
    for (const char *line = source; line; line = strchr(line, '\n')) {
        test_launch l;
        blocks expected;
        char text[400];
        line += *line == '\n';
        if (strncmp(line, "//: ", 4) != 0)
            continue;
        number++;
        snprintf(text, sizeof text, "%.*s", (int)strcspn(line + 4, "\n"), line + 4);
        if (only && (strncmp(text, only, strlen(only)) != 0 || text[strlen(only)] != ' '))
            continue;
        if (!plan_read(text, &l)) {
            failed++;
            continue;
        }
        if (!run_on_host(h, &l, number, &expected)) {
            printf("%s: not on the host, or without results there\n", l.kernel);
            failed++;
        } else if (check_launch(r, &l, &expected))
            passed++;
        else
            failed++;
        blocks_free(&expected);
    }
    if (!host_compiled(r->machine)) {
        printf("%s: a translation was not compiled\n", r->where);
        failed++;
    }
}

static void check_source(const char *path, const char *directory) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t size;
    char *source = read_file(path, &size), where[500];
    unsigned options = 0;
    host *h;
    snprintf(where, sizeof where, "%.*s", (int)strcspn(name, "."), name);
    h = source ? host_open(directory, where) : NULL;
    if (!h) {
        printf("%s: %s\n", path, source ? "is not there for the host" : "cannot be read");
        failed++;
        free(source);
        return;
    }
    for (const char *at = source; (at = strstr(at, "//% ")); at++)
        options++;
    for (unsigned o = 1; o <= options; o++)
        for (size_t i = 0; i < sizeof archs / sizeof *archs; i++) {
            runner r = {.where = where};
            snprintf(where, sizeof where, "%.*s-%u-%s", (int)strcspn(name, "."), name, o, archs[i]);
            if (load(&r, directory, archs[i]))
                check_object(source, &r, h);
            else
                failed++;
            gisa_machine_free(r.machine);
        }
    free(source);
    host_close(h);
}

int main(int argc, char **argv) {
    const char *level = getenv("LEVEL");
    if (argc < 3) {
        printf("usage: kernels DIRECTORY FILE.cl...\n");
        return 2;
    }
    if (!level_use(level && *level ? level : NULL)) {
        printf("this host has no %s\n0 passed, 0 failed, 1 skipped\n", level);
        return 0;
    }
    for (int i = 2; i < argc; i++)
        check_source(argv[i], argv[1]);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
