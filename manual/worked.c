/* SPDX-License-Identifier: MIT */
/* A worked example of a row: the emulator executes it on a few values, which its types choose. */
#include <stdio.h>
#include <string.h>

#include "wave.h"
#include "worked.h"

/* Rows that load and store work in so many words; those of LDS are from this address on. */
enum { WORDS = WAVE_WORDS, LDS_BEGIN = 64 };

/* ---- operands ---- */

enum { SCRATCH = 60 }; /* registers from here on are not the row's own */

/* A register operand of the instruction, and what it held before and after each set. */
typedef struct used {
    const gisa_operand *operand;
    bool is_address;
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
    bool in_lds, in_memory;
    bool same;        /* all elements hold the same */
    unsigned begin;   /* the address of the words */
    unsigned element; /* the type of what is in LDS */
    uint32_t fill[WORDS], words[WORDS];
} work;

static bool is_vcc(const gisa_operand *o) {
    return o->kind == GISA_KIND_NAMED && o->count == 2;
}

/* A register of one or two words whose type has values. */
static bool is_simple(const gisa_operand *o) {
    uint64_t value;
    return (o->kind == GISA_KIND_VGPR || o->kind == GISA_KIND_SGPR) && o->count >= 1 && o->count <= 2 &&
           o->reg + o->count <= SCRATCH && sample(o->type, 0, 0, &value);
}

static bool is_constant(const gisa_operand *o) {
    return o->kind == GISA_KIND_NONE || o->kind == GISA_KIND_INLINE || o->kind == GISA_KIND_LITERAL ||
           o->kind == GISA_KIND_IMM || o->kind == GISA_KIND_FLAG;
}

static bool is_address(const variant *v, unsigned operand) {
    gisa_operand_info o;
    return operand_at(v, operand, &o) && (o.role == GISA_ROLE_ADDRESS || o.role == GISA_ROLE_BASE);
}

/* Collects the registers; false when there is one that has no values to show. */
static bool collect(work *w) {
    for (unsigned i = 0; i < w->insn.operand_count; i++) {
        const gisa_operand *o = &w->insn.operand[i];
        if (is_simple(o))
            w->regs[w->count++] = (used){.operand = o, .is_address = is_address(w->v, i)};
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

/* Of rows that load or store one is enough. */
static unsigned set_count(const work *w) {
    return w->in_lds || w->in_memory ? 1 : SETS;
}

static unsigned word_count(const work *w) {
    return w->in_lds ? WORDS : 0;
}

/* Writes the words of LDS before the row, reads them after it. */
static void add_words(work *w, bool write) {
    char line[80], offset[16];
    if (word_count(w))
        add_line(w, "v_mov_b32", "v61", LDS_BEGIN);
    for (unsigned i = 0; i < word_count(w); i++) {
        snprintf(offset, sizeof offset, "offset:%u", 4 * i);
        if (write)
            add_line(w, "v_mov_b32", "v62", w->fill[i]);
        snprintf(line, sizeof line, write ? "ds_write_b32 v61, v62 %s\n" : "ds_read_b32 v63, v61 %s\n",
                 offset);
        raw(&w->source, line);
        w->lines++;
    }
}

/* Registers that are only written begin with 0. SCC and VCC are 1 in every second set. */
static void add_set(work *w, unsigned set) {
    unsigned source = 0;
    add_line(w, "s_mov_b32", "s60", 0);
    add_line(w, "s_mov_b32", "exec_lo", 1);
    add_line(w, "s_mov_b32", "exec_hi", 0);
    add_words(w, true);
    for (unsigned i = 0; i < w->count; i++) {
        const gisa_operand *o = w->regs[i].operand;
        bool read = o->access & GISA_ACCESS_READ;
        uint64_t value = 0;
        if (read && w->regs[i].is_address)
            value = w->begin;
        else if (read)
            sample(o->type, set, source++, &value);
        set_register(w, o, value);
    }
    add_line(w, "s_mov_b32", "vcc_lo", set % 2 == 0);
    add_line(w, "s_mov_b32", "vcc_hi", 0);
    add_line(w, "s_cmp_eq_u32", "s60", set % 2);
    w->row_line[set] = w->lines++;
    raw(&w->source, w->line);
    raw(&w->source, "\n");
    add_words(w, false);
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
        if (set < set_count(w) && w->at == w->row_line[set])
            note(w, set, state);
    if (w->in_lds && w->at > w->row_line[0] + 1 && w->at <= w->row_line[0] + 1 + WORDS)
        w->words[w->at - w->row_line[0] - 2] = state->vector[63];
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
        say_value(t, w->regs[i].is_address ? GISA_TYPE_U64 : o->type, w->regs[i].before[set]);
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

/* ---- LDS and memory ---- */

static bool is_wide(unsigned type) {
    return type == GISA_TYPE_B64 || type == GISA_TYPE_U64 || type == GISA_TYPE_I64 || type == GISA_TYPE_F64;
}

/* Elements are of the type of the first register that is no address. */
static unsigned element_type(const work *w) {
    for (unsigned i = 0; i < w->count; i++)
        if (!w->regs[i].is_address)
            return w->regs[i].operand->type;
    return GISA_TYPE_B32;
}

/* Floats are all the same; an integer is its own address. */
static void fill(work *w) {
    unsigned type = w->element = element_type(w);
    uint64_t value = 0;
    w->same = type == GISA_TYPE_F32 || type == GISA_TYPE_F64 || type == GISA_TYPE_V2F16;
    sample(type, 0, 2, &value);
    for (unsigned i = 0; i < WORDS; i++) {
        bool high = is_wide(type) && i % 2;
        if (w->same)
            w->fill[i] = (uint32_t)(high ? value >> 32 : value);
        else
            w->fill[i] = high ? 0 : w->begin + 4 * i;
    }
    memcpy(w->words, w->fill, sizeof w->words);
}

/* The elements that have changed. */
static void say_changes(text *t, const work *w) {
    unsigned step = is_wide(w->element) ? 2 : 1;
    for (unsigned i = 0; i < WORDS; i += step) {
        uint64_t value = w->words[i] | (step == 2 ? (uint64_t)w->words[i + 1] << 32 : 0);
        if (memcmp(w->words + i, w->fill + i, step * sizeof *w->fill) == 0)
            continue;
        say(t, "%s%s[%u] = ", t->size ? ", " : "", w->in_lds ? "LDS" : "memory", w->begin + 4 * i);
        say_value(t, w->element, value);
    }
}

static void say_filled(page *p, const work *w) {
    text value = {0};
    if (w->same)
        say_value(&value, w->element, w->fill[0] | (uint64_t)w->fill[1] << 32);
    say(&p->out, "<p>From address %u to %u, each element of %s holds %s before%s.</p>\n", w->begin,
        w->begin + 4 * WORDS - 1, w->in_lds ? "LDS" : "memory", w->same ? value.at : "its own address",
        w->in_lds ? "; the others hold 0" : "");
    text_free(&value);
}

/* ---- the playground's start values ---- */

static void say_hex(text *t, uint64_t value) {
    if (value >> 32)
        say(t, "0x%x%08x", (unsigned)(value >> 32), (unsigned)value);
    else
        say(t, "0x%x", (unsigned)value);
}

/* Vector registers hold a set in each lane, over and over; scalar ones the first. */
static void say_start_register(text *t, const work *w, const used *u) {
    const unsigned sets = u->operand->kind == GISA_KIND_VGPR ? set_count(w) : 1;
    say_register(t, u->operand);
    for (unsigned set = 0; set < sets; set++) {
        raw(t, set ? ", " : " = ");
        say_hex(t, u->before[set]);
    }
    raw(t, "\n");
}

/* The bits of the sets, in the lanes of each. */
static void say_start_mask(text *t, const work *w) {
    uint64_t mask = 0;
    for (unsigned lane = 0; lane < 64; lane++)
        mask |= (w->vcc[lane % set_count(w)][0] & 1) << lane;
    raw(t, "vcc = ");
    say_hex(t, mask);
    raw(t, "\n");
}

static void say_start_words(text *t, const work *w) {
    if (w->in_lds)
        say(t, "lds[%u:%u] = ", w->begin, w->begin + 4 * WORDS - 1);
    else
        say(t, "memory 0x%x %u = ", w->begin, 4 * WORDS);
    for (unsigned i = 0; i < WORDS; i++)
        say(t, "%s0x%x", i ? ", " : "", (unsigned)w->fill[i]);
    raw(t, "\n");
}

static void say_start(text *t, const work *w) {
    for (unsigned i = 0; i < w->count; i++)
        if (w->regs[i].operand->access & GISA_ACCESS_READ)
            say_start_register(t, w, &w->regs[i]);
    if (w->v->info.reads & GISA_STATE_SCC)
        say(t, "scc = %u\n", (unsigned)w->scc[0][0]);
    if (uses_vcc(w, w->v->info.reads, GISA_ACCESS_READ))
        say_start_mask(t, w);
    if (w->v->info.writes & GISA_STATE_EXEC)
        say(t, "exec = %u\n", (unsigned)w->exec[0][0]);
    if (w->in_lds || w->in_memory)
        say_start_words(t, w);
}

/* ---- the section ---- */

static bool uses(const variant *v, uint32_t states) {
    return (v->info.reads | v->info.writes) & states;
}

/* Work that is all in registers, LDS, or memory at an address in registers. */
static bool can_show(const variant *v) {
    const uint32_t other = GISA_STATE_PC | GISA_STATE_GDS | GISA_STATE_TRAP | GISA_STATE_M0;
    const uint32_t places = GISA_STATE_LDS | GISA_STATE_MEMORY;
    bool computes = v->info.class_ == GISA_CLASS_SALU || v->info.class_ == GISA_CLASS_VALU;
    bool in_kernels = gisa_elf_machine(v->isa) != 0; /* the wave runs code objects */
    return in_kernels && computes != uses(v, places) && v->info.body && !v->info.never_chosen &&
           !uses(v, other) && !(v->info.writes & GISA_STATE_MODE);
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
    w->in_memory = uses(v, GISA_STATE_MEMORY);
    w->in_lds = !w->in_memory && uses(v, GISA_STATE_LDS);
    w->begin = w->in_memory ? WAVE_MEMORY : LDS_BEGIN;
    if (gisa_decode(v->isa, code, e->size, &w->insn) != GISA_OK || !collect(w))
        return false;
    if (w->in_lds || w->in_memory)
        fill(w);
    for (unsigned set = 0; set < set_count(w); set++)
        add_set(w, set);
    return true;
}

static void say_set(page *p, const work *w, unsigned set) {
    text inputs = {0}, results = {0};
    say_inputs(&inputs, w, set);
    say_results(&results, w, set);
    if (w->in_lds || w->in_memory) {
        say_changes(&results, w);
        if (!results.size)
            say(&results, "%s = as before", w->in_lds ? "LDS" : "memory");
    }
    if (inputs.size && results.size)
        say(&p->out, "<li><code>%s &#8594; %s</code></li>\n", inputs.at, results.at);
    else if (results.size && !set) /* nothing goes in, so all sets are the same */
        say(&p->out, "<li><code>%s</code></li>\n", results.at);
    text_free(&inputs);
    text_free(&results);
}

static void say_trial(page *p, const work *w) {
    text start = {0};
    say_start(&start, w);
    raw(&p->out, "<p class='trial'>");
    say_try_it(p, w->v->isa, w->line, start.at ? start.at : "");
    raw(&p->out,
        set_count(w) > 1 ? " with these values in lanes 0, 1 and 2</p>\n" : " with these values</p>\n");
    text_free(&start);
}

static void say_work(page *p, const work *w) {
    section_begin(p, "Worked example");
    say(&p->out, "<p><code>%s</code> in one lane on %s, executed by the emulator:</p>\n", w->line,
        gisa_name(w->v->isa));
    if (w->in_lds || w->in_memory)
        say_filled(p, w);
    raw(&p->out, "<ul class='worked'>\n");
    for (unsigned set = 0; set < set_count(w); set++)
        say_set(p, w, set);
    raw(&p->out, "</ul>\n");
    if (has_playground)
        say_trial(p, w);
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
    if (v && make_example(v, &e) && prepare(&w, v, &e) &&
        wave_run(v->arch, w.source.at, w.in_memory ? w.words : NULL, after_line, &w))
        say_work(p, &w);
    text_free(&w.source);
}
