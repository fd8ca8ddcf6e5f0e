/* SPDX-License-Identifier: MIT */
/* gisa run on one wave: --dump, a line for each register, with a column for each lane. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_shader.h"
#include "run_wave.h"

/* How values are printed: as bits where nothing is said. */
typedef struct view {
    const char *name;
    unsigned words;
    enum { AS_HEX, AS_SIGNED, AS_UNSIGNED, AS_F16, AS_F32, AS_F64 } kind;
} view;

static const view views[] = {{"hex", 1, AS_HEX},    {"f32", 1, AS_F32},      {"f16", 1, AS_F16},
                             {"f64", 2, AS_F64},    {"i32", 1, AS_SIGNED},   {"u32", 1, AS_UNSIGNED},
                             {"i64", 2, AS_SIGNED}, {"u64", 2, AS_UNSIGNED}, {"x64", 2, AS_HEX}};

static uint64_t value_of(const gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                         unsigned words) {
    uint32_t low = 0, high = 0;
    gisa_wave_get(wave, reg, lane, word, &low);
    if (words == 2)
        gisa_wave_get(wave, reg, lane, word + 1, &high);
    return low | (uint64_t)high << 32;
}

/* The low half of a register. */
static double half_of(uint64_t bits) {
    const uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023;
    double x = exponent == 31 ? (fraction ? __builtin_nan("") : __builtin_inf())
               : exponent     ? (double)((uint64_t)(1024 + fraction) << (exponent - 1)) / (1 << 24)
                              : (double)fraction / (1 << 24);
    return bits >> 15 & 1 ? -x : x;
}

static void print_value(const view *v, uint64_t bits) {
    float f;
    double d;
    uint32_t low = (uint32_t)bits;
    memcpy(&f, &low, sizeof f);
    memcpy(&d, &bits, sizeof d);
    switch (v->kind) {
    case AS_HEX: printf(v->words == 2 ? " 0x%016llx" : " 0x%08llx", (unsigned long long)bits); return;
    case AS_SIGNED: printf(" %lld", v->words == 2 ? (long long)bits : (long long)(int32_t)low); return;
    case AS_UNSIGNED: printf(" %llu", (unsigned long long)bits); return;
    case AS_F16: printf(" %.5g", half_of(bits)); return;
    case AS_F32: printf(" %.9g", (double)f); return;
    case AS_F64: printf(" %.17g", d); return;
    }
}

/* The name of a register and the next one: "vcc" of "vcc_lo", "s[4:5]" of "s4". */
static void name_pair(char name[GISA_WAVE_NAME]) {
    const size_t size = strlen(name), letters = strcspn(name, "0123456789[");
    const unsigned number = (unsigned)strtoul(name + letters, NULL, 10);
    if (size > 3 && strcmp(name + size - 3, "_lo") == 0)
        name[size - 3] = 0;
    else if (name[letters] && name[letters] != '[')
        snprintf(name + letters, GISA_WAVE_NAME - letters, "[%u:%u]", number, number + 1);
}

/* One value where all lanes have the same. */
static void print_word(const gisa_wave *wave, const gisa_wave_register *reg, unsigned word, const view *v) {
    char name[GISA_WAVE_NAME];
    unsigned lanes = 1;
    gisa_wave_name(wave, reg, word, name);
    if (v->words == 2)
        name_pair(name);
    for (unsigned i = 1; i < GISA_WAVE_LANES && reg->per_lane; i++)
        if (value_of(wave, reg, i, word, v->words) != value_of(wave, reg, 0, word, v->words))
            lanes = GISA_WAVE_LANES;
    printf("%s", name);
    for (unsigned i = 0; i < lanes; i++)
        print_value(v, value_of(wave, reg, i, word, v->words));
    printf("\n");
}

/* What is not a vector register is shown as a number of its own width. */
static const view *usual_view(const gisa_wave_register *reg) {
    static const view flag = {"", 1, AS_UNSIGNED}, pair = {"", 2, AS_HEX};
    if (reg->bank == GISA_WAVE_BANK_SCC || reg->bank == GISA_WAVE_BANK_PREDICATE || reg->bits.width)
        return &flag;
    return !reg->per_lane && reg->count == 2 ? &pair : &views[0];
}

static bool wrong_dump(const char *word, const char *why) {
    fprintf(stderr,
            "gisa run: '%s': %s; expected registers to dump: v0 v0-3:f32 vcc s[4:5]:u64 scc mode lds[0:63]\n",
            word, why);
    return false;
}

/* "s0-7" is s[0:7], word by word; false: it is something else. */
static bool as_range(const char *word, char *text, size_t room) {
    size_t letters = strcspn(word, "0123456789"), from = strspn(word + letters, "0123456789");
    const char *dash = word + letters + from;
    const bool is_range = letters && from && *dash == '-' && isdigit((unsigned char)dash[1]);
    if (is_range)
        snprintf(text, room, "%.*s[%.*s:%s]", (int)letters, word, (int)from, word + letters, dash + 1);
    else
        snprintf(text, room, "%s", word);
    return is_range;
}

static bool dump_one(const gisa_wave *wave, const char *word, bool print) {
    char copy[80], name[100], *colon;
    gisa_wave_register reg;
    gisa_error error;
    const view *v = NULL;
    bool is_range;
    snprintf(copy, sizeof copy, "%s", word);
    colon = strrchr(copy, ':');
    for (unsigned i = 0; colon && i < sizeof views / sizeof *views; i++)
        if (strcmp(colon + 1, views[i].name) == 0) {
            v = &views[i];
            *colon = 0;
        }
    is_range = as_range(copy, name, sizeof name);
    if (gisa_wave_find(wave, name, &reg, &error))
        return wrong_dump(word, error.message);
    v = v ? v : is_range ? &views[0] : usual_view(&reg);
    if (reg.count % v->words)
        return wrong_dump(word, "its values are pairs of registers");
    for (unsigned i = 0; print && i < reg.count; i += v->words)
        print_word(wave, &reg, i, v);
    return true;
}

bool wave_dump(const gisa_wave *wave, const char *text, bool print) {
    char *copy = strdup(text), *next = copy;
    bool good = copy || shader_says("out of memory", NULL);
    for (char *word = copy; good && word; word = next) {
        next = strchr(word, ',');
        if (next)
            *next++ = 0;
        good = dump_one(wave, word, print);
    }
    free(copy);
    return good;
}

/* ---- what has changed ---- */

static const char *const all[] = {"v[0:255]", "s[0:101]", "vcc",       "exec",   "m0",     "scc",
                                  "r[0:127]", "o[0:127]", "pa[0:127]", "i[0:3]", "p[0:3]", "index[1:2]"};
enum { ALL = sizeof all / sizeof *all, MOST_WORDS = 256 };

struct wave_values {
    uint32_t at[ALL][MOST_WORDS][GISA_WAVE_LANES];
};

wave_values *wave_values_take(const gisa_wave *wave) {
    wave_values *v = calloc(1, sizeof *v);
    gisa_wave_register reg;
    for (unsigned i = 0; v && i < ALL; i++)
        if (gisa_wave_find(wave, all[i], &reg, NULL) == GISA_OK)
            for (unsigned k = 0; k < reg.count && k < MOST_WORDS; k++)
                for (unsigned lane = 0; lane < GISA_WAVE_LANES; lane++)
                    gisa_wave_get(wave, &reg, lane, k, &v->at[i][k][lane]);
    if (!v)
        shader_says("out of memory", NULL);
    return v;
}

static bool differs(const gisa_wave *wave, const gisa_wave_register *reg, unsigned first, unsigned words,
                    uint32_t before[MOST_WORDS][GISA_WAVE_LANES]) {
    uint32_t now = 0;
    for (unsigned k = first; k < first + words; k++)
        for (unsigned lane = 0; lane < GISA_WAVE_LANES; lane++)
            if (gisa_wave_get(wave, reg, lane, k, &now) == GISA_OK && now != before[k][lane])
                return true;
    return false;
}

void wave_print_changes(const gisa_wave *wave, const wave_values *before) {
    gisa_wave_register reg;
    wave_values *v = (wave_values *)(uintptr_t)before;
    for (unsigned i = 0; i < ALL; i++)
        if (gisa_wave_find(wave, all[i], &reg, NULL) == GISA_OK) {
            const view *shown = usual_view(&reg);
            for (unsigned k = 0; k < reg.count && k < MOST_WORDS; k += shown->words)
                if (differs(wave, &reg, k, shown->words, v->at[i]))
                    print_word(wave, &reg, k, shown);
        }
}
