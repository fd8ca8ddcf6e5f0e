/* SPDX-License-Identifier: MIT */
/* Measures shaders on one processor: operations on a channel of one instance per second, by kind.
 *
 * usage: shade [SECONDS [TSV [LEVEL]]]
 * A program of a few instructions over and over, for batches of 64 instances; LEVEL: baseline,
 * avx2, avx512. The time is that of the processor, with all that a batch takes besides. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "insn/level.h"
#include "gisa_shade.h"

enum { UNROLLED = 2048, INSTANCES = 1024 };

static const struct kind {
    const char *name;
    unsigned channels; /* of a line */
    const char *lines[4];
} kinds[] = {
    {"shader mad.f32", 2, {"mad.f32 r0.xy, pa0.xy, r4.xy, r8.xy", "mad.f32 r2.xy, pa2.xy, r4.xy, r10.xy"}},
    {"shader mad.f32, internal",
     4,
     {"mad.f32 i0.xyzw, r4.xyzw, i1.xyzw, i2.xyzw", "mad.f32 i1.xyzw, r8.xyzw, i0.xyzw, i2.xyzw"}},
    {"shader mul add f32", 4, {"mul.f32 r0.xyzw, r4.xyzw, r8.xyzw", "add.f32 r12.xyzw, r16.xyzw, r20.xyzw"}},
    {"shader mul f32, modifiers", 4, {"mul.f32 r0.xyzw, -r4.xyzw, abs(r8.xyzw)"}},
    {"shader mul add f16", 4, {"mul.f16 r0.xyzw, r4.xyzw, r8.xyzw", "add.f16 r12.xyzw, r16.xyzw, r20.xyzw"}},
    {"shader dot f32", 4, {"dot.f32 r0.x, r4.xyzw, r8.xyzw"}},
    {"shader rsq log exp", 1, {"rsq.f32 r0.x, r4.x", "log.f32 r2.x, r4.x", "exp.f32 r6.x, r8.x"}},
    {"shader pack f16 f32", 2, {"pack.f16.f32 r0.xy, r4.xy, r4", "pack.f32.f16 r2.xy, r8.xy"}},
    {"shader and shl", 1, {"and.u32 r0, r4, r5", "shl.u32 r1, r4, #3"}},
    {"shader predicates",
     2,
     {"p0 mad.f32 r0.xy, pa0.xy, r4.xy, r8.xy", "!p0 mad.f32 r2.xy, pa2.xy, r4.xy, r10.xy"}},
};

static _Noreturn void stop(const char *what, const char *why) {
    fprintf(stderr, "shade: %s: %s\n", what, why);
    exit(1);
}

static void report(void *ctx, const gisa_diagnostic *d) {
    (void)ctx;
    fprintf(stderr, "%s:%u: %s\n", d->file, d->line, d->message);
}

static unsigned lines_of(const struct kind *k) {
    unsigned n = 0;
    while (n < 4 && k->lines[n])
        n++;
    return n;
}

static void load(gisa_shade *m, const gisa_isa *isa, const struct kind *k) {
    static char source[UNROLLED * 64];
    const gisa_asm_options options = {.isa = isa, .output = GISA_OUTPUT_RAW, .report = report};
    size_t n = 0, size;
    void *code;
    for (unsigned i = 0; i < UNROLLED; i++)
        n += (size_t)snprintf(source + n, sizeof source - n, "%s\n", k->lines[i % lines_of(k)]);
    if (gisa_assemble(k->name, source, n, &options, &code, &size) != GISA_OK)
        stop(k->name, "it does not assemble");
    gisa_shade_primary(m, code, size);
    free(code);
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Numbers that stay numbers. */
static void begin(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    (void)ctx;
    (void)first;
    (void)count;
    for (unsigned reg = 0; reg < 24; reg++)
        for (unsigned i = 0; i < GISA_SHADE_LANES; i++) {
            float f = 1.0f + (float)i / 64;
            memcpy(&gisa_shade_row(batch, GISA_KIND_TEMP, reg)[i], &f, sizeof f);
            memcpy(&gisa_shade_row(batch, GISA_KIND_PRIMARY, reg)[i], &f, sizeof f);
            if (reg < 16)
                memcpy(&gisa_shade_row(batch, GISA_KIND_INTERNAL, reg)[i], &f, sizeof f);
        }
    *gisa_shade_predicate(batch, 0) = 0x123456789abcdef0;
}

int main(int argc, char **argv) {
    const gisa_isa *isa = gisa_find("sgx543");
    double time = argc > 1 ? atof(argv[1]) : 1;
    FILE *tsv = argc > 2 && *argv[2] ? fopen(argv[2], "a") : NULL;
    if (argc > 3 && !level_use(argv[3]))
        stop(argv[3], "this host does not have it");
    printf("%-28s million operations on a channel of an instance per second, one processor%s%s\n", "",
           argc > 3 ? ", " : "", argc > 3 ? argv[3] : "");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        gisa_shade *m = gisa_shade_new(isa);
        gisa_shade_draw draw = {.instances = INSTANCES, .begin = begin};
        gisa_shade_result result;
        double best = 0, operations;
        load(m, isa, &kinds[i]);
        for (double from = seconds(); !best || seconds() - from < time;) {
            double start = seconds();
            if (gisa_shade_run(m, &draw, &result) || result.end != GISA_SHADE_END_ENDED)
                stop(kinds[i].name, result.message);
            double took = seconds() - start;
            best = !best || took < best ? took : best;
        }
        operations = (double)result.instructions * GISA_SHADE_LANES * kinds[i].channels;
        printf("%-28s %10.1f\n", kinds[i].name, operations / best / 1e6);
        fflush(stdout);
        if (tsv)
            fprintf(tsv, "%s\tmachine\t%.0f\t\t%.6f\t\t\t\t%.0f\t\t\n", kinds[i].name, operations, best,
                    operations / best);
        gisa_shade_free(m);
    }
    return tsv && fclose(tsv) != 0;
}
