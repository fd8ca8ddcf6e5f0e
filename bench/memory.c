/* SPDX-License-Identifier: MIT */
/* Measures how fast a wave copies memory in the emulator, interpreted and translated, on one
 * processor, next to memcpy: gigabytes that are copied in a second, with all 64 lanes active.
 *
 * usage: memory [ARCH [SECONDS [TSV]]]
 * Each kernel copies an array by another kind of instruction; kinds that the architecture does not
 * have are left out. The time is that of the processor, the least of some runs, in which all take
 * turns: a machine that is slow for a while is so for all of them. SECONDS: of one kind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gisa_machine.h"
#include "gisa_native.h"

/* The array is larger than most caches. BLOCK: what is loaded and then stored at a time, as offsets
   reach. */
enum { BYTES = 32 << 20, BLOCK = 4096, LANES = 64 };

#define GLOBAL(kind)                                                                                         \
    "global_load_dword" kind " $, v[2:3], off @", "global_store_dword" kind " v[4:5], $, off @"
#define BUFFER(kind)                                                                                         \
    "buffer_load_" kind " $, v1, s[8:11], s16 offen @", "buffer_store_" kind " $, v1, s[12:15], s16 offen @"

/* In lines, $ stands for the registers and @ for the offset. */
static const struct kind {
    const char *name, *load, *store;
    unsigned dwords, apart; /* of a lane; bytes from one lane to the next */
} kinds[] = {
    {"global, a dword", GLOBAL(""), 1, 4},
    {"global, four dwords", GLOBAL("x4"), 4, 16},
    {"global, every other dword", GLOBAL(""), 1, 8},
    {"buffer, a dword", BUFFER("dword"), 1, 4},
    {"buffer, four dwords", BUFFER("dwordx4"), 4, 16},
    {"buffer, every other dword", BUFFER("dword"), 1, 8},
    {"buffer, a float by format", BUFFER("format_x"), 1, 4},
    {"buffer, four floats by format", BUFFER("format_xyzw"), 4, 16},
};

static _Noreturn void stop(const char *what, const char *why) {
    fprintf(stderr, "memory: %s: %s\n", what, why);
    exit(1);
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- the kernel ------------------------------------------------------------------------------ */

typedef struct arguments {
    const uint8_t *from;
    uint8_t *to;
    uint64_t size;
} arguments;

/* s[4:5] and s[6:7]: from and to; s17: the size; s[8:15]: buffers of floats; s16: how far it is. */
static void write_head(FILE *out, const struct kind *k) {
    const char *components = k->dwords == 4 ? "0x77fac" : "0x27fac";
    fprintf(out,
            ".text\n.globl copy\n.p2align 8\n.type copy,@function\ncopy:\n"
            "s_load_dwordx4 s[4:7], s[0:1], 0x0\ns_load_dword s17, s[0:1], %s\ns_waitcnt lgkmcnt(0)\n"
            "s_mov_b32 s8, s4\ns_mov_b32 s9, s5\ns_mov_b32 s10, -1\ns_mov_b32 s11, %s\n"
            "s_mov_b32 s12, s6\ns_mov_b32 s13, s7\ns_mov_b32 s14, -1\ns_mov_b32 s15, %s\n"
            "v_mul_u32_u24 v1, %u, v0\ns_mov_b32 s16, 0\nloop:\n",
            "0x10", components, components, k->apart);
    if (k->load[0] == 'g')
        fprintf(out, "s_add_u32 s18, s4, s16\ns_addc_u32 s19, s5, 0\ns_add_u32 s20, s6, s16\n"
                     "s_addc_u32 s21, s7, 0\nv_mov_b32 v3, s19\nv_mov_b32 v5, s21\n"
                     "v_add_co_u32 v2, vcc, s18, v1\nv_addc_co_u32 v3, vcc, 0, v3, vcc\n"
                     "v_add_co_u32 v4, vcc, s20, v1\nv_addc_co_u32 v5, vcc, 0, v5, vcc\n");
}

static void write_line(FILE *out, const struct kind *k, const char *line, unsigned part) {
    const unsigned first = 8 + k->dwords * part;
    for (; *line; line++)
        if (*line == '$' && k->dwords == 1)
            fprintf(out, "v%u", first);
        else if (*line == '$')
            fprintf(out, "v[%u:%u]", first, first + k->dwords - 1);
        else if (*line == '@')
            fprintf(out, "offset:%u", part * LANES * k->apart);
        else
            fputc(*line, out);
    fputc('\n', out);
}

static char *source_of(const struct kind *k, size_t *size) {
    char *text;
    FILE *out = open_memstream(&text, size);
    if (!out)
        stop("memory", "is out");
    write_head(out, k);
    for (unsigned i = 0; i < BLOCK / LANES / k->apart; i++)
        write_line(out, k, k->load, i);
    fprintf(out, "s_waitcnt vmcnt(0)\n");
    for (unsigned i = 0; i < BLOCK / LANES / k->apart; i++)
        write_line(out, k, k->store, i);
    fprintf(out,
            "s_add_u32 s16, s16, %u\ns_cmp_lt_u32 s16, s17\ns_cbranch_scc1 loop\ns_endpgm\n.rodata\n"
            ".p2align 6\n.amdhsa_kernel copy\n.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
            ".amdhsa_kernarg_size 24\n.amdhsa_next_free_vgpr 32\n.amdhsa_next_free_sgpr 32\n"
            ".end_amdhsa_kernel\n",
            BLOCK);
    fclose(out);
    return text;
}

/* NULL: the architecture does not have such instructions. */
static void *assemble(const gisa_isa *isa, const struct kind *k, size_t *size) {
    gisa_asm_options options = {.isa = isa, .output = GISA_OUTPUT_CO};
    size_t length;
    char *text = source_of(k, &length);
    void *object = NULL;
    if (gisa_assemble(k->name, text, length, &options, &object, size) != GISA_OK)
        object = NULL;
    free(text);
    return object;
}

/* ---- measures -------------------------------------------------------------------------------- */

enum { KINDS = sizeof kinds / sizeof *kinds, ENGINES = 2 };

/* One kind of copy by one engine. */
typedef struct copier {
    gisa_machine *machine; /* NULL: the architecture has no such instructions, or nothing translates */
    gisa_kernel kernel;
    double best; /* seconds */
} copier;

static void copy(const copier *c, arguments *a) {
    gisa_launch launch = {.descriptor = c->kernel.descriptor,
                          .dimensions = 1,
                          .grid = {LANES},
                          .group = {LANES},
                          .kernarg = a,
                          .kernarg_size = sizeof *a};
    gisa_result result = {.message = "it cannot be launched"};
    if (gisa_machine_run(c->machine, &launch, &result) || result.end != GISA_END_ENDED)
        stop("run", result.message);
}

/* All that is to be copied has been, and nothing else. */
static void compare(const struct kind *k, const arguments *a) {
    for (size_t i = 0; i < a->size; i++)
        if (a->to[i] != (i % k->apart < 4 * k->dwords ? a->from[i] : 0))
            stop(k->name, "it does not copy");
}

static void load(copier *c, const struct kind *k, const arguments *a, const void *object, size_t size) {
    gisa_loaded *loaded;
    gisa_error error = {.message = "it cannot be loaded"};
    if (gisa_machine_map(c->machine, (void *)a->from, a->size, "from") ||
        gisa_machine_map(c->machine, a->to, a->size, "to") ||
        gisa_machine_load(c->machine, object, size, &error, &loaded) || gisa_kernel_at(loaded, 0, &c->kernel))
        stop(k->name, error.message);
}

/* Makes a copier and lets it copy once. */
static copier prepare(const gisa_isa *isa, const struct kind *k, arguments *a, bool translated) {
    static const gisa_native_options translate = {.mode = GISA_NATIVE_MODE_ALL, .cache = "/dev/null"};
    copier c = {0};
    size_t size;
    void *object = assemble(isa, k, &size);
    if (!object)
        return c;
    if (!(c.machine = gisa_machine_new(isa)))
        stop("memory", "is out");
    if (translated && gisa_machine_native(c.machine, &translate)) {
        gisa_machine_free(c.machine);
        c.machine = NULL;
    } else {
        load(&c, k, a, object, size);
        memset(a->to, 0, a->size);
        copy(&c, a);
        compare(k, a);
    }
    free(object);
    return c;
}

static void take(double *best, double from) {
    const double took = seconds() - from;
    if (!*best || took < *best)
        *best = took;
}

/* Returns memcpy's. */
static double measure(copier *c, size_t count, arguments *a, double time) {
    double host = 0;
    for (double begin = seconds(); !host || seconds() - begin < time;) {
        double from = seconds();
        memcpy(a->to, a->from, a->size);
        take(&host, from);
        for (size_t i = 0; i < count; i++)
            if (c[i].machine) {
                from = seconds();
                copy(&c[i], a);
                take(&c[i].best, from);
            }
    }
    return host;
}

static void print_speed(FILE *tsv, const char *name, const char *who, double bytes, double time,
                        double host) {
    const double speed = bytes / time, ratio = speed / host;
    printf(" %8.2f %8.2f", speed / 1e9, ratio);
    if (tsv)
        fprintf(tsv, "%s\t%s\t\t%.0f\t%.6f\t\t\t\t%.0f\t%.2f\t\n", name, who, bytes, time, speed, ratio);
}

static void print_kind(FILE *tsv, const struct kind *k, const copier *c, double size, double host) {
    static const char *const who[ENGINES] = {"machine", "native"};
    if (!c->machine)
        return;
    printf("%-30s", k->name);
    for (int i = 0; i < ENGINES; i++)
        if (c[i].machine)
            print_speed(tsv, k->name, who[i], size * 4 * k->dwords / k->apart, c[i].best, host);
    putchar('\n');
}

int main(int argc, char **argv) {
    const gisa_isa *isa = gisa_find(argc > 1 ? argv[1] : "gfx900");
    const double time = argc > 2 ? atof(argv[2]) : 1;
    FILE *tsv = argc > 3 ? fopen(argv[3], "a") : NULL;
    uint8_t *from = aligned_alloc(4096, BYTES);
    arguments a = {from, aligned_alloc(4096, BYTES), BYTES};
    copier c[KINDS][ENGINES];
    double took;
    if (!isa)
        stop(argv[1], "unknown architecture");
    if ((argc > 3 && !tsv) || !a.from || !a.to)
        stop(argc > 3 ? argv[3] : "memory", "cannot be written");
    for (size_t i = 0; i < BYTES; i++)
        from[i] = (uint8_t)(i % 251 + 1) & 0x3f; /* floats that are no NaNs */
    for (size_t i = 0; i < KINDS; i++)
        for (int engine = 0; engine < ENGINES; engine++)
            c[i][engine] = prepare(isa, &kinds[i], &a, engine == 1);
    took = measure(c[0], KINDS * ENGINES, &a, time * KINDS * ENGINES);
    printf("%s, copies of %u MB\n%-30s %8s %8s %8s %8s\n%-30s", gisa_name(isa), BYTES >> 20, "", "GB/s",
           "memcpy=1", "native", "memcpy=1", "memcpy");
    print_speed(tsv, "memcpy", "host", (double)a.size, took, (double)a.size / took);
    putchar('\n');
    for (size_t i = 0; i < KINDS; i++) {
        print_kind(tsv, &kinds[i], c[i], (double)a.size, (double)a.size / took);
        for (int engine = 0; engine < ENGINES; engine++)
            gisa_machine_free(c[i][engine].machine);
    }
    free(from);
    free(a.to);
    return tsv && fclose(tsv) != 0;
}
