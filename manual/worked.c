/* SPDX-License-Identifier: MIT */
/* A worked example of a row: the emulator executes it on a few values, which its types choose. */
#include <stdio.h>
#include <string.h>

#include "wave.h"
#include "worked.h"

enum { SETS = 3, SOURCES = 4, MAX_LINES = 40 };

/* ---- values ---- */

/* The words of sources of a type, by set and by the number of the source. */
typedef struct type_values {
    uint8_t type; /* gisa_type */
    uint64_t value[SETS][SOURCES];
} type_values;

#define HALVES(high, low) ((uint64_t)(high) << 16 | (low))
static const type_values values[] = {
    {GISA_TYPE_F32,
     {{0x3fc00000, 0x3e800000, 0x40000000, 0},   /* 1.5, 0.25, 2 */
      {0xc0700000, 0x3dcccccd, 0x42c80000, 0},   /* -3.75, 0.1, 100 */
      {0x7f800000, 0xbf800000, 0x3f800000, 0}}}, /* inf, -1, 1 */
    {GISA_TYPE_F16, {{0x3e00, 0x3400, 0x4000, 0}, {0xc380, 0x2e66, 0x5640, 0}, {0x7c00, 0xbc00, 0x3c00, 0}}},
    {GISA_TYPE_F64,
     {{0x3ff8000000000000, 0x3fd0000000000000, 0x4000000000000000, 0},
      {0xc00e000000000000, 0x3fb999999999999a, 0x4059000000000000, 0},
      {0x7ff0000000000000, 0xbff0000000000000, 0x3ff0000000000000, 0}}},
    {GISA_TYPE_V2F16,
     {{HALVES(0x3e00, 0x4000), HALVES(0x3400, 0x3c00), HALVES(0xbc00, 0x4200), 0},
      {HALVES(0xc380, 0x5640), HALVES(0x2e66, 0x4900), HALVES(0x3c00, 0x4000), 0},
      {HALVES(0x7c00, 0x3c00), HALVES(0xbc00, 0xbc00), HALVES(0x3c00, 0x3c00), 0}}},
    {GISA_TYPE_V2I16,
     {{HALVES(7, 12), HALVES(3, 5), HALVES(2, 1), 0},
      {HALVES(0xfffd, 100), HALVES(2, 0xffff), HALVES(9, 4), 0},
      {HALVES(0x7fff, 0xffff), HALVES(1, 1), HALVES(0, 1), 0}}},
    {GISA_TYPE_V2B16,
     {{HALVES(0x0ff0, 0x00ff), HALVES(3, 4), HALVES(2, 1), 0},
      {HALVES(0x8001, 0x7ffe), HALVES(1, 15), HALVES(9, 4), 0},
      {HALVES(0xffff, 0), HALVES(0, 8), HALVES(0, 1), 0}}},
    {GISA_TYPE_I16, {{7, 3, 2, 1}, {0xfffd, 100, 9, 4}, {0x7fff, 1, 0xffff, 0}}},
    {GISA_TYPE_U16, {{12, 5, 2, 1}, {0xfffd, 100, 9, 4}, {0xffff, 1, 3, 0}}},
    {GISA_TYPE_B16, {{0x0ff0, 3, 2, 1}, {0x8001, 15, 9, 4}, {0xffff, 8, 3, 0}}},
    {GISA_TYPE_I32, {{7, 3, 2, 1}, {0xfffffff9, 100, 9, 4}, {0x7fffffff, 1, 0xffffffff, 0}}},
    {GISA_TYPE_U32, {{12, 5, 3, 1}, {1000, 7, 100, 4}, {0xffffffff, 1, 2, 0}}},
    {GISA_TYPE_B32,
     {{0x00ff0ff0, 0x0f0f0f0f, 0x000000ff, 3}, {0x80000001, 4, 8, 1}, {0xffffffff, 0x12345678, 16, 0}}},
    {GISA_TYPE_I64, {{7, 3, 2, 1}, {0xfffffffffffffff9, 100, 9, 4}, {0x7fffffffffffffff, 1, 1, 0}}},
    {GISA_TYPE_U64, {{12, 5, 3, 1}, {0x100000000, 7, 100, 4}, {0xffffffffffffffff, 1, 2, 0}}},
    {GISA_TYPE_B64,
     {{0x00ff0ff000000001, 0x0f0f0f0f0f0f0f0f, 0xff, 3},
      {0x8000000000000001, 4, 8, 1},
      {0xffffffffffffffff, 0x123456789abcdef0, 16, 0}}},
};

static const type_values *values_of(unsigned type) {
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].type == type)
            return &values[i];
    return NULL;
}

static void say_value(text *t, unsigned type, uint64_t value) {
    char number[40];
    switch ((gisa_type)type) {
    case GISA_TYPE_F16: say_float(t, value, 16); return;
    case GISA_TYPE_F32: say_float(t, value, 32); return;
    case GISA_TYPE_F64: say_float(t, value, 64); return;
    case GISA_TYPE_V2F16:
        raw(t, "(");
        say_float(t, value & 0xffff, 16);
        raw(t, ", ");
        say_float(t, value >> 16 & 0xffff, 16);
        raw(t, ")");
        return;
    case GISA_TYPE_V2I16:
        say(t, "(%d, %d)", (int16_t)(value & 0xffff), (int16_t)(value >> 16 & 0xffff));
        return;
    case GISA_TYPE_I16: say(t, "%d", (int16_t)value); return;
    case GISA_TYPE_U16: say(t, "%u", (uint16_t)value); return;
    case GISA_TYPE_I32: say(t, "%d", (int32_t)value); return;
    case GISA_TYPE_U32: say(t, "%u", (uint32_t)value); return;
    case GISA_TYPE_I64: snprintf(number, sizeof number, "%lld", (long long)value); break;
    case GISA_TYPE_U64: snprintf(number, sizeof number, "%llu", (unsigned long long)value); break;
    default: snprintf(number, sizeof number, "0x%llx", (unsigned long long)value);
    }
    raw(t, number);
}

/* ---- operands ---- */

/* A register operand of the instruction, and what it held before and after each set. */
typedef struct used {
    const gisa_operand *operand;
    uint64_t before[SETS], after[SETS];
} used;

typedef struct work {
    const variant *v;
    gisa_insn insn;
    const char *line; /* its text */
    text source;
    used regs[GISA_MAX_OPERANDS];
    unsigned count;
    unsigned lines, row_line[SETS]; /* which line of the source is the row in each set */
    unsigned at;                    /* the line that runs */
    uint32_t scc[SETS][2];
    uint64_t vcc[SETS][2], exec[SETS][2];
    wave_state before;
} work;

static bool is_vcc(const gisa_operand *o) {
    return o->kind == GISA_KIND_NAMED && o->count == 2;
}

/* A register of one or two words whose type has values. */
static bool is_simple(const gisa_operand *o) {
    return (o->kind == GISA_KIND_VGPR || o->kind == GISA_KIND_SGPR) && o->count >= 1 && o->count <= 2 &&
           o->reg + o->count <= WAVE_REGISTERS && values_of(o->type);
}

static bool is_constant(const gisa_operand *o) {
    return o->kind == GISA_KIND_INLINE || o->kind == GISA_KIND_LITERAL || o->kind == GISA_KIND_IMM ||
           o->kind == GISA_KIND_FLAG;
}

/* Collects the registers; false when there is one that has no values to show. */
static bool collect(work *w) {
    for (unsigned i = 0; i < w->insn.operand_count; i++) {
        const gisa_operand *o = &w->insn.operand[i];
        if (is_simple(o))
            w->regs[w->count++] = (used){.operand = o};
        else if (!is_vcc(o) && !is_constant(o))
            return false;
    }
    return w->count > 0;
}

/* ---- the program ---- */

static void add_line(work *w, const char *mnemonic, const char *reg, uint32_t value) {
    char line[80];
    snprintf(line, sizeof line, "%s %s, 0x%08x\n", mnemonic, reg, (unsigned)value);
    raw(&w->source, line);
    w->lines++;
}

static void set_register(work *w, const gisa_operand *o, uint64_t value) {
    char reg[8];
    for (unsigned k = 0; k < o->count; k++) {
        bool vector = o->kind == GISA_KIND_VGPR;
        snprintf(reg, sizeof reg, "%c%u", vector ? 'v' : 's', o->reg + k);
        add_line(w, vector ? "v_mov_b32" : "s_mov_b32", reg, (uint32_t)(value >> 32 * k));
    }
}

/* Registers that are only written begin with 0. SCC and VCC are 1 in every second set. */
static void add_set(work *w, unsigned set) {
    unsigned source = 0;
    add_line(w, "s_mov_b32", "s60", 0);
    add_line(w, "s_mov_b32", "exec_lo", 1);
    add_line(w, "s_mov_b32", "exec_hi", 0);
    for (unsigned i = 0; i < w->count; i++) {
        const gisa_operand *o = w->regs[i].operand;
        bool read = o->access & GISA_ACCESS_READ;
        uint64_t value = read ? values_of(o->type)->value[set][source++ % SOURCES] : 0;
        set_register(w, o, value);
    }
    add_line(w, "s_mov_b32", "vcc_lo", set % 2 == 0);
    add_line(w, "s_mov_b32", "vcc_hi", 0);
    add_line(w, "s_cmp_eq_u32", "s60", set % 2);
    w->row_line[set] = w->lines++;
    raw(&w->source, w->line);
    raw(&w->source, "\n");
}

/* ---- what came out ---- */

static uint64_t held(const gisa_operand *o, const wave_state *s) {
    const uint32_t *file = o->kind == GISA_KIND_VGPR ? s->vector : s->scalar;
    uint64_t value = file[o->reg];
    return o->count == 2 ? value | (uint64_t)file[o->reg + 1] << 32 : value;
}

static void note(work *w, unsigned set, const wave_state *after) {
    for (unsigned i = 0; i < w->count; i++) {
        w->regs[i].before[set] = held(w->regs[i].operand, &w->before);
        w->regs[i].after[set] = held(w->regs[i].operand, after);
    }
    w->scc[set][0] = w->before.scc;
    w->scc[set][1] = after->scc;
    w->vcc[set][0] = w->before.vcc;
    w->vcc[set][1] = after->vcc;
    w->exec[set][0] = w->before.exec;
    w->exec[set][1] = after->exec;
}

static void after_line(void *ctx, const wave_state *state) {
    work *w = ctx;
    for (unsigned set = 0; set < SETS; set++)
        if (w->at == w->row_line[set])
            note(w, set, state);
    w->before = *state;
    w->at++;
}

static void say_register(text *t, const gisa_operand *o) {
    char letter = o->kind == GISA_KIND_VGPR ? 'v' : 's';
    if (o->count == 1)
        say(t, "%c%u", letter, o->reg);
    else
        say(t, "%c[%u:%u]", letter, o->reg, o->reg + o->count - 1u);
}

/* The bit of the lane. */
static void say_mask(text *t, const char *name, uint64_t value) {
    say(t, "%s%s = %u", t->size ? ", " : "", name, (unsigned)(value & 1));
}

/* VCC is state, or an operand. */
static bool uses_vcc(const work *w, uint32_t states, unsigned access) {
    bool uses = states & GISA_STATE_VCC;
    for (unsigned i = 0; i < w->insn.operand_count; i++)
        uses |= is_vcc(&w->insn.operand[i]) && (w->insn.operand[i].access & access);
    return uses;
}

static void say_inputs(text *t, const work *w, unsigned set) {
    const char *between = "";
    for (unsigned i = 0; i < w->count; i++) {
        const gisa_operand *o = w->regs[i].operand;
        if (!(o->access & GISA_ACCESS_READ))
            continue;
        raw(t, between);
        say_register(t, o);
        raw(t, " = ");
        say_value(t, o->type, w->regs[i].before[set]);
        between = ", ";
    }
    if (w->v->info.reads & GISA_STATE_SCC)
        say(t, "%sscc = %u", between, w->scc[set][0]);
    if (uses_vcc(w, w->v->info.reads, GISA_ACCESS_READ))
        say_mask(t, "vcc", w->vcc[set][0]);
    if (w->v->info.writes & GISA_STATE_EXEC)
        say_mask(t, "exec", w->exec[set][0]);
}

static void say_results(text *t, const work *w, unsigned set) {
    const char *between = "";
    for (unsigned i = 0; i < w->count; i++) {
        const gisa_operand *o = w->regs[i].operand;
        if (!(o->access & GISA_ACCESS_WRITE))
            continue;
        raw(t, between);
        say_register(t, o);
        raw(t, " = ");
        say_value(t, o->type, w->regs[i].after[set]);
        between = ", ";
    }
    if (w->v->info.writes & GISA_STATE_SCC)
        say(t, "%sscc = %u", between, w->scc[set][1]);
    if (uses_vcc(w, w->v->info.writes, GISA_ACCESS_WRITE))
        say_mask(t, "vcc", w->vcc[set][1]);
    if (w->v->info.writes & GISA_STATE_EXEC)
        say_mask(t, "exec", w->exec[set][1]);
}

/* ---- the section ---- */

/* Work that is all in registers. */
static bool can_show(const variant *v) {
    const uint32_t other = GISA_STATE_PC | GISA_STATE_MEMORY | GISA_STATE_LDS | GISA_STATE_GDS |
                           GISA_STATE_FLAT_SCRATCH | GISA_STATE_TRAP | GISA_STATE_M0;
    bool computes = v->info.class_ == GISA_CLASS_SALU || v->info.class_ == GISA_CLASS_VALU;
    return computes && v->info.body && !v->info.never_chosen && !((v->info.reads | v->info.writes) & other) &&
           !(v->info.writes & GISA_STATE_MODE);
}

/* The newest form of the first format that can be shown. */
static const variant *choose(const variant *forms, size_t count) {
    const variant *chosen = NULL;
    for (size_t i = 0; i < count; i++) {
        bool same = chosen && strcmp(chosen->info.format, forms[i].info.format) == 0;
        if (can_show(&forms[i]) && (!chosen || same))
            chosen = &forms[i];
    }
    return chosen;
}

static bool prepare(work *w, const variant *v, const example *e) {
    uint8_t code[8];
    for (unsigned i = 0; i < 8; i++)
        code[i] = (uint8_t)(e->bits >> 8 * i);
    w->v = v;
    w->line = e->llvm;
    if (gisa_decode(v->isa, code, e->size, &w->insn) != GISA_OK || !collect(w))
        return false;
    for (unsigned set = 0; set < SETS; set++)
        add_set(w, set);
    return true;
}

static void say_set(page *p, const work *w, unsigned set) {
    text inputs = {0}, results = {0};
    say_inputs(&inputs, w, set);
    say_results(&results, w, set);
    if (inputs.size && results.size)
        say(&p->out, "<li><code>%s &#8594; %s</code></li>\n", inputs.at, results.at);
    else if (results.size && !set) /* nothing goes in, so all sets are the same */
        say(&p->out, "<li><code>%s</code></li>\n", results.at);
    text_free(&inputs);
    text_free(&results);
}

static void say_work(page *p, const work *w) {
    section_begin(p, "Worked example");
    say(&p->out, "<p><code>%s</code> in one lane, executed by the emulator:</p>\n<ul class='worked'>\n",
        w->line);
    for (unsigned set = 0; set < SETS; set++)
        say_set(p, w, set);
    raw(&p->out, "</ul>\n");
    section_end(p);
}

void say_worked(page *p, const variant *forms, size_t count) {
    static work w;
    const variant *v = choose(forms, count);
    example e;
    if (gisa_bank_table(forms->isa, 0)) {
        say_shade_work(p, forms, count);
        return;
    }
    w = (work){.count = 0};
    if (v && make_example(v, &e) && prepare(&w, v, &e) && wave_run(v->arch, w.source.at, after_line, &w))
        say_work(p, &w);
    text_free(&w.source);
}
