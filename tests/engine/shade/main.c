/* SPDX-License-Identifier: MIT */
/* Shaders, executed: each instruction against a second implementation, what compiled shaders show,
   and whole programs. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coverage.h"

#ifndef REPORTS
#define REPORTS 40 /* how many failures are shown */
#endif
TEST_COUNTERS;

void check(bool ok, const char *format, ...) {
    va_list list;
    if (test_check(ok) || test_problems() > REPORTS)
        return;
    printf("failed: ");
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
}

uint64_t chance(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x9e3779b97f4a7c15u;
}

const char *text_of(uint64_t word) {
    static char text[GISA_TEXT_MAX];
    const gisa_isa *isa = gisa_find("sgx543");
    size_t size = sizeof text;
    gisa_insn insn;
    strcpy(text, "?");
    if (gisa_decode(isa, &word, sizeof word, &insn) == GISA_OK)
        gisa_print(isa, &insn, NULL, text, &size);
    return text;
}

static void copy(gisa_shade_batch *b, instance q[QUAD], bool out) {
    static const unsigned banks[] = {GISA_KIND_TEMP, GISA_KIND_OUTPUT, GISA_KIND_PRIMARY,
                                     GISA_KIND_SECONDARY};
    for (unsigned i = 0; i < 4 * WORDS + 16 + 2; i++) {
        unsigned n = i - 4 * WORDS;
        uint32_t *row = i < 4 * WORDS ? gisa_shade_row(b, banks[i / WORDS], i % WORDS)
                        : n < 16      ? gisa_shade_row(b, GISA_KIND_INTERNAL, n)
                                      : gisa_shade_row(b, GISA_KIND_INDEX, n - 16 + 1);
        for (unsigned k = 0; k < QUAD; k++) {
            uint32_t *mine = i < 4 * WORDS ? &q[k].r[i / WORDS][i % WORDS]
                             : n < 16      ? &q[k].i[n / 4][n % 4]
                                           : &q[k].index[n - 16];
            *(out ? mine : &row[k]) = *(out ? &row[k] : mine);
        }
    }
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < QUAD; k++) {
            uint64_t *p = gisa_shade_predicate(b, i);
            if (out)
                q[k].p[i] = *p >> k & 1;
            else
                *p = (*p & ~(UINT64_C(1) << k)) | (uint64_t)q[k].p[i] << k;
        }
    const float *depth = gisa_shade_depth_row(b);
    for (unsigned k = 0; out && k < QUAD; k++) {
        q[k].killed = !(gisa_shade_alive(b) >> k & 1);
        q[k].deep = depth;
        q[k].depth = depth ? as_bits(depth[k]) : 0;
    }
}

static void begin(void *ctx, gisa_shade_batch *b, uint64_t first, unsigned count) {
    (void)first;
    (void)count;
    copy(b, ctx, false);
}

static void end(void *ctx, gisa_shade_batch *b, uint64_t first, unsigned count) {
    (void)first;
    (void)count;
    copy(b, ctx, true);
}

static gisa_shade_end run(gisa_shade *m, const gisa_shade_draw *draw, char message[400]) {
    gisa_shade_result result;
    if (gisa_shade_run(m, draw, &result) != GISA_OK)
        return GISA_SHADE_END_STOPPED;
    memcpy(message, result.message, 400);
    return result.end;
}

gisa_shade_end run_quad(gisa_shade *m, const uint64_t *words, unsigned count, instance q[QUAD],
                        char message[400]) {
    return run_quad_counting(m, words, count, q, message, NULL);
}

gisa_shade_end run_quad_counting(gisa_shade *m, const uint64_t *words, unsigned count, instance q[QUAD],
                                 char message[400], uint64_t *models) {
    gisa_shade_draw draw = {
        .instances = QUAD, .begin = begin, .end = end, .ctx = q, .limit = 100000, .models = models};
    gisa_shade_primary(m, words, 8 * (size_t)count);
    return run(m, &draw, message);
}

gisa_shade_end run_secondary_alone(gisa_shade *m, const uint64_t *words, unsigned count,
                                   const uint32_t sa[WORDS], instance q[QUAD], char message[400]) {
    gisa_shade_draw draw = {.instances = QUAD, .end = end, .ctx = q, .limit = 100000};
    gisa_shade_primary(m, NULL, 0);
    gisa_shade_secondary(m, words, 8 * (size_t)count);
    memcpy(gisa_shade_uniforms(m), sa, WORDS * sizeof *sa);
    gisa_shade_end how = run(m, &draw, message);
    gisa_shade_secondary(m, NULL, 0);
    return how;
}

void tell(void *ctx, const gisa_diagnostic *d) {
    (void)ctx;
    printf("%s:%u: %s\n", d->file, d->line, d->message);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--states") == 0) {
        show_states();
        return 0;
    }
    test_rows();
    test_flow_rows();
    coverage_report();
    test_facts();
    test_host_levels();
    test_choices();
    test_programs();
    test_samples();
    test_access();
    test_pictures();
    test_watched();
    return test_close("shade");
}
