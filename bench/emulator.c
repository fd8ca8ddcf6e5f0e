/* SPDX-License-Identifier: MIT */
/* Measures the emulator on one processor: instructions of a wave per second, by kind, with all 64
 * lanes active.
 *
 * usage: emulator [ARCH [SECONDS [TSV]]]
 * For each kind a kernel is assembled that executes the same few instructions over and over, on
 * registers that do not depend on each other. The time is that of the processor. A column for each
 * level of the host's instruction set that it has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "insn/level.h"
#include "gisa_machine.h"

static const char *const levels[] = {"baseline", "avx2", "avx512"};

enum { UNROLLED = 64, REGISTERS = 20 };

static const struct kind {
    const char *name;
    const char *lines[4]; /* in turn */
} kinds[] = {
    {"scalar",
     {"s_add_u32 s6, s7, s8", "s_and_b32 s9, s10, s11", "s_lshl_b32 s12, s13, 3",
      "s_cselect_b32 s14, s15, 1"}},
    {"vector f32",
     {"v_add_f32 v2, v3, v4", "v_mul_f32 v5, v6, v7", "v_sub_f32 v8, v9, v10", "v_max_f32 v11, v12, v13"}},
    {"vector f32, scalar source",
     {"v_add_f32 v2, s6, v4", "v_mul_f32 v5, s7, v7", "v_add_f32 v8, 1.0, v10", "v_mul_f32 v11, 2.0, v13"}},
    {"vector mad, fma",
     {"v_mad_f32 v2, v3, v4, v5", "v_mac_f32 v6, v7, v8", "v_fma_f32 v9, v10, v11, v12",
      "v_fma_f32 v13, v14, v15, v16"}},
    {"vector u32",
     {"v_and_b32 v2, v3, v4", "v_lshlrev_b32 v5, 3, v7", "v_xor_b32 v8, v9, v10", "v_min_u32 v11, v12, v13"}},
    {"vector f64",
     {"v_add_f64 v[2:3], v[4:5], v[6:7]", "v_mul_f64 v[8:9], v[10:11], v[12:13]",
      "v_fma_f64 v[2:3], v[4:5], v[6:7], v[8:9]"}},
    {"vector compare",
     {"v_cmp_lt_f32 vcc, v2, v3", "v_cndmask_b32 v4, v5, v6, vcc", "v_cmp_gt_u32 vcc, v7, v8",
      "v_cndmask_b32 v9, v10, v11, vcc"}},
    {"vector with modifiers",
     {"v_add_f32 v2, -v3, v4", "v_mul_f32 v5, |v6|, v7", "v_mad_f32 v8, -v9, v10, v11"}},
    {"LDS", {"ds_read_b32 v2, v1", "ds_write_b32 v1, v4"}},
    {"buffer load", {"buffer_load_dword v2, v1, s[0:3], 0 offen"}},
};

static _Noreturn void stop(const char *what, const char *why) {
    fprintf(stderr, "emulator: %s: %s\n", what, why);
    exit(1);
}

static void report(void *ctx, const gisa_diagnostic *d) {
    (void)ctx;
    fprintf(stderr, "%s:%u: %s\n", d->file, d->line, d->message);
}

/* A kernel that repeats the lines for ever: the limit of instructions ends it. */
static void *assemble(const gisa_isa *isa, const struct kind *k, size_t *size) {
    static char source[1 << 16];
    gisa_asm_options options = {.isa = isa, .output = GISA_OUTPUT_CO, .report = report};
    unsigned lines = 0;
    void *object;
    int n = snprintf(source, sizeof source,
                     ".text\n.globl bench\n.p2align 8\n.type bench,@function\nbench:\n"
                     "s_mov_b32 m0, -1\nv_lshlrev_b32 v1, 2, v0\nv_cvt_f32_u32 v2, v0\ns_mov_b32 s6, 1.0\n"
                     "s_mov_b32 s7, 2.0\n");
    for (unsigned i = 3; i < REGISTERS; i++) /* floats that are no denormals, also as doubles */
        n += snprintf(source + n, sizeof source - (size_t)n, "v_add_f32 v%u, 1.0, v%u\n", i, i - 1);
    n += snprintf(source + n, sizeof source - (size_t)n, "loop:\n");
    while (lines < 4 && k->lines[lines])
        lines++;
    for (unsigned i = 0; i < UNROLLED; i++)
        n += snprintf(source + n, sizeof source - (size_t)n, "%s\n", k->lines[i % lines]);
    snprintf(
        source + n, sizeof source - (size_t)n,
        "s_branch loop\n.rodata\n.p2align 6\n.amdhsa_kernel bench\n.amdhsa_user_sgpr_private_segment_buffer 1\n"
        ".amdhsa_next_free_vgpr 64\n.amdhsa_next_free_sgpr 64\n.amdhsa_group_segment_fixed_size 4096\n"
        ".amdhsa_private_segment_fixed_size 256\n.end_amdhsa_kernel\n");
    if (gisa_assemble(k->name, source, strlen(source), &options, &object, size) != GISA_OK)
        stop(k->name, "it does not assemble");
    return object;
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The best time of one run, in seconds; how many instructions it has goes to *count. */
static double measure(gisa_machine *machine, const gisa_kernel *kernel, double time, uint64_t *count) {
    gisa_launch launch = {
        .descriptor = kernel->descriptor, .dimensions = 1, .grid = {64}, .group = {64}, .limit = 100000};
    gisa_result result;
    double best = 0;
    *count = 0;
    for (double begin = seconds(); seconds() - begin < time;) {
        double from = seconds(), took;
        if (gisa_machine_run(machine, &launch, &result) || result.end != GISA_END_LIMIT)
            stop("run", result.message);
        took = seconds() - from;
        if (!*count || took / (double)result.instructions < best / (double)*count) {
            best = took;
            *count = result.instructions;
        }
        if (took < 0.05)
            launch.limit *= 2;
    }
    return best;
}

/* One kind on one level. */
static void measure_kind(const gisa_isa *isa, const struct kind *kind, const char *level, double time,
                         FILE *tsv) {
    gisa_machine *machine = gisa_machine_new(isa);
    gisa_loaded *loaded;
    gisa_kernel kernel;
    gisa_error error;
    size_t size;
    uint64_t count;
    double best;
    void *object = assemble(isa, kind, &size);
    if (!machine || gisa_machine_load(machine, object, size, &error, &loaded) ||
        gisa_kernel_at(loaded, 0, &kernel))
        stop(kind->name, "it cannot be loaded");
    best = measure(machine, &kernel, time, &count);
    printf(" %10.1f", (double)count / best / 1e6);
    fflush(stdout);
    if (tsv)
        fprintf(tsv, "%s\t%s\t%llu\t\t%.6f\t\t\t\t%.0f\t\t\n", kind->name, level, (unsigned long long)count,
                best, (double)count / best);
    gisa_machine_free(machine);
    free(object);
}

int main(int argc, char **argv) {
    const gisa_isa *isa = gisa_find(argc > 1 ? argv[1] : "gfx900");
    double time = argc > 2 ? atof(argv[2]) : 1;
    FILE *tsv = argc > 3 ? fopen(argv[3], "a") : NULL;
    if (!isa)
        stop(argv[1], "unknown architecture");
    if (argc > 3 && !tsv)
        stop(argv[3], "cannot be written");
    printf("%s, million instructions of a wave per second, one processor\n%-28s", gisa_name(isa), "");
    for (size_t k = 0; k < sizeof levels / sizeof *levels; k++)
        if (level_use(levels[k]))
            printf(" %10s", levels[k]);
    printf("\n");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        printf("%-28s", kinds[i].name);
        for (size_t k = 0; k < sizeof levels / sizeof *levels; k++)
            if (level_use(levels[k]))
                measure_kind(isa, &kinds[i], levels[k], time, tsv);
        printf("\n");
    }
    return tsv && fclose(tsv) != 0;
}
