/* SPDX-License-Identifier: MIT */
/*
 * The model tininess: its options give different results of the words that the spec says they
 * affect (isa/gcn/models.isa), the same results of all others that round, and the difference is
 * counted. Without it, results are those of the first option.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gisa.h"
#include "words.h"

TRY_2(add, f32, 32)
TRY_2(sub, f32, 32)
TRY_2(add_nearest, f32, 32)
TRY_2(mul, f16, 16)
TRY_2(mul, f32, 32)
TRY_2(mul, f64, 64)
TRY_2(mul_legacy, f32, 32)
TRY_3(fma, f32, 32)
TRY_3(fma, f16, 16)
TRY_3(mad, f32, 32)
TRY_3(mad, f16, 16)
TRY_3(mad_legacy, f32, 32)
TRY_3(div_fixup, f32, 32)
TRY_3(div_scale, f32, 32)
TRY_1(rcp, f16, 16)
TRY_1(rcp, f32, 32)
TRY_1(rcp, f64, 64)
TRY_1(rsq, f32, 32)
TRY_1(sqrt, f32, 32)
TRY_1(sqrt, f16, 16)
TRY_1(exp2, f32, 32)
TRY_1(exp2, f16, 16)
TRY_1(log2, f32, 32)
TRY_1(sin, f32, 32)
TRY_1(sin, f16, 16)
TRY_1(cos, f32, 32)
TRY_1(fract, f32, 32)
TRY_1(rndne, f32, 32)
TRY_(ldexp, f32, (uint32_t)s[0], (int32_t)(s[1] % 512) - 256)
TRY_(div_fmas, f32, (uint32_t)s[0], (uint32_t)s[1], (uint32_t)s[2], false)
TRY_(cvt_f16, f32, (uint32_t)s[0])
TRY_(cvt_mixed, f32, (uint32_t)s[0])
TRY_(cvt_pkrtz, f32, (uint32_t)s[0])
TRY_(cvt_f32, f64, s[0])
TRY_(cvt_f32, f16, (uint16_t)s[0])

#define IN(text, of, to, word, count)                                                                        \
    { text, &of, &to, try_##word##_##of, count }
static const struct rounding_word {
    const char *name; /* in bodies */
    const format *from, *to;
    word try;
    unsigned count;
} words[] = {IN("add", f32, f32, add, 2),
             IN("sub", f32, f32, sub, 2),
             IN("add_nearest", f32, f32, add_nearest, 2),
             IN("mul", f16, f16, mul, 2),
             IN("mul", f32, f32, mul, 2),
             IN("mul", f64, f64, mul, 2),
             IN("mul_legacy", f32, f32, mul_legacy, 2),
             IN("fma", f16, f16, fma, 3),
             IN("fma", f32, f32, fma, 3),
             IN("mad", f16, f16, mad, 3),
             IN("mad", f32, f32, mad, 3),
             IN("mad_legacy", f32, f32, mad_legacy, 3),
             IN("div_fmas", f32, f32, div_fmas, 3),
             IN("div_fixup", f32, f32, div_fixup, 3),
             IN("div_scale", f32, f32, div_scale, 3),
             IN("rcp", f16, f16, rcp, 1),
             IN("rcp", f32, f32, rcp, 1),
             IN("rcp", f64, f64, rcp, 1),
             IN("rsq", f32, f32, rsq, 1),
             IN("sqrt", f16, f16, sqrt, 1),
             IN("sqrt", f32, f32, sqrt, 1),
             IN("exp2", f16, f16, exp2, 1),
             IN("exp2", f32, f32, exp2, 1),
             IN("log2", f32, f32, log2, 1),
             IN("sin", f16, f16, sin, 1),
             IN("sin", f32, f32, sin, 1),
             IN("cos", f32, f32, cos, 1),
             IN("fract", f32, f32, fract, 1),
             IN("rndne", f32, f32, rndne, 1),
             IN("ldexp", f32, f32, ldexp, 2),
             IN("cvt_f16_f32", f32, f16, cvt_f16, 1),
             IN("cvt_mixed", f32, f16, cvt_mixed, 1),
             IN("cvt_pkrtz", f32, f16, cvt_pkrtz, 1),
             IN("cvt_f32_f64", f64, f32, cvt_f32, 1),
             IN("cvt_f32_f16", f16, f32, cvt_f32, 1)};

/* Whether a body says a word as a word, before a parenthesis. */
static bool says(const char *body, const char *name) {
    static const char letters[] = "_abcdefghijklmnopqrstuvwxyz0123456789";
    for (const char *at = body; at && (at = strstr(at, name)); at++)
        if (at[strlen(name)] == '(' && (at == body || !strchr(letters, at[-1])))
            return true;
    return false;
}

/* Do all rows whose bodies say this word depend on the model? */
static bool is_affected(const char *name) {
    const gisa_isa *isas[] = {gisa_find("gfx803"), gisa_find("gfx900")};
    gisa_model m;
    unsigned bit = 0, rows = 0, depend = 0;
    while (gisa_model_at(isas[0], bit, &m) == GISA_OK && strcmp(m.name, "tininess") != 0)
        bit++;
    for (unsigned k = 0; k < 2; k++) {
        gisa_form_info info;
        for (uint32_t i = 0; gisa_form(isas[k], i, &info) == GISA_OK; i++)
            if (says(info.body, name)) {
                rows++;
                depend += gisa_form_models(isas[k], i) >> bit & 1;
            }
    }
    return rows && depend == rows;
}

/* The bits of the greatest number that is not greater than a normal, positive value. */
static uint64_t not_above(const format *f, double value) {
    int exponent;
    double fraction = frexp(value, &exponent) * 2 - 1; /* of 1 and more */
    return ((uint64_t)(exponent - 1 + f->bias) << f->fraction) | (uint64_t)ldexp(fraction, f->fraction);
}

/* Sources whose product, or which themselves, lie just below the smallest normal number of the
   result. */
static void sources_below(const struct rounding_word *w, uint64_t *s) {
    const uint64_t one = UINT64_C(1) << w->from->fraction;
    const uint64_t least = (uint64_t)(w->from->bias + 1 - w->to->bias) * one; /* of the result's format */
    random_sources(w->from, s, 3);
    if (w->count == 1) {
        s[0] = (random64() & 1 ? sign_of(w->from) : 0) | (least - (random64() >> 32) % 4 - 1);
        if (random64() & 64)
            s[0] = random_source(w->from, (int)(random64() % (unsigned)(2 * w->from->bias)));
        return;
    }
    s[0] = (uint64_t)(w->from->bias / 2 + 1) * one | random64() % one;
    s[1] = not_above(w->from, value_of(w->from, one) / value_of(w->from, s[0])) + (random64() >> 32) % 2;
    s[2] = random64() & 1 ? 0 : sign_of(w->from);
    if (random64() & 32)
        random_sources(w->from, s, 3);
}

void test_tininess(void) {
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        const struct rounding_word *w = &words[i];
        uint64_t differences = 0, counted = 0;
        for (unsigned n = 0; n < 40000; n++) {
            gisa_modes after = random_modes(), before;
            uint64_t s[3], times = 0;
            sources_below(w, s);
            before = after;
            before.tiny_before = true;
            after.tiny_count = &times;
            differences += w->try(&after, s) != w->try(&before, s);
            counted += times;
        }
        char name[80];
        expect((snprintf(name, sizeof name, "%s of %s: options of tininess differ", w->name, w->from->name),
                name),
               differences != 0, is_affected(w->name));
        expect(
            (snprintf(name, sizeof name, "%s of %s: where they do is counted", w->name, w->from->name), name),
            counted != 0, differences != 0);
    }
}
