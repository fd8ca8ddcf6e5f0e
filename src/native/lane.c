/* SPDX-License-Identifier: MIT */
/* Writes a vector instruction as C of one lane. */
#include "lane.h"

#include <inttypes.h>

#include "insn/modify.h"

/* ---- sources --------------------------------------------------------------------------------- */

static void write_word(const lane_text *t, const gisa_op *op, unsigned i, unsigned k) {
    if (op->constant[i])
        fprintf(t->out, "0x%" PRIx32 "u", (uint32_t)(constants_of(&op->source[i]) >> 32 * k));
    else if (op->moves && i == 0)
        fprintf(t->out, "x%zu[lane]", t->insn);
    else
        t->word(t, op, i, k);
}

/* What is selected of dword `k`. */
static void write_part(const lane_text *t, const gisa_op *op, unsigned i, unsigned k) {
    const bool selects = op->selects && i < 2;
    if (selects)
        fprintf(t->out, "sdwa_part(%u, %u, ", op->modifiers.sel[i], !!(op->source[i].mods & GISA_MOD_SEXT));
    write_word(t, op, i, k);
    if (selects)
        fputs(")", t->out);
}

/* The dword that has the sign as modifiers change it. */
static void write_signed(const lane_text *t, const gisa_op *op, unsigned i, unsigned k) {
    const unsigned mods = op->signs >> i & 1 ? op->source[i].mods : 0;
    fputs("(", t->out);
    write_part(t, op, i, k);
    fprintf(t->out, "%s)%s", mods & GISA_MOD_ABS ? " & 0x7fffffffu" : "",
            mods & GISA_MOD_NEG ? " ^ 0x80000000u" : "");
}

/* The half of a source that goes to this half of the result, with its sign changed. */
static void write_half(const lane_text *t, const gisa_op *op, unsigned i) {
    const gisa_modifiers *m = &op->modifiers;
    const unsigned high = (t->high ? m->op_sel_hi : m->op_sel) >> i & 1;
    fputs("(", t->out);
    write_word(t, op, i, 0);
    fprintf(t->out, ") >> %u%s", 16 * high, (t->high ? m->neg_hi : m->neg_lo) >> i & 1 ? " ^ 0x8000u" : "");
}

void lane_write_source(const lane_text *t, const gisa_op *op, const native_body *b, unsigned i) {
    FILE *out = t->out;
    switch (b->bits[i]) {
    case NATIVE_MASK:
        fputs(", (gisa_bit){", out);
        t->mask(t, lane_word(op->from[i]));
        fputs("}", out);
        break;
    case 16:
        fputs(", (gisa_v16){.u16 = (u16)(", out);
        if (op->halves)
            write_half(t, op, i);
        else
            write_part(t, op, i, 0);
        fputs(")}", out);
        break;
    case 32:
        fputs(", (gisa_v32){.u32 = ", out);
        write_signed(t, op, i, 0);
        fputs("}", out);
        break;
    case 64:
        fputs(", (gisa_v64){.u64 = ", out);
        write_word(t, op, i, 0);
        fputs(" | (u64)(", out);
        write_signed(t, op, i, 1);
        fputs(") << 32}", out);
        break;
    default: break;
    }
}

/* ---- results --------------------------------------------------------------------------------- */

static const char *const results[] = {"D", "D1"};

static void write_before(FILE *out, const gisa_operand *o, const native_body *b, unsigned role) {
    const char *name = results[role - NATIVE_D];
    const bool reads = unit_reads(b, role);
    switch (b->bits[role]) {
    case NATIVE_MASK: fprintf(out, " gisa_bit %s = {0};", name); break;
    case 16: fprintf(out, " gisa_v16 %s = {.u16 = (u16)v%u};", name, o->reg); break;
    case 32:
        fprintf(out, reads ? " gisa_v32 %s = {.u32 = v%u};" : " gisa_v32 %s = {0};", name, o->reg);
        break;
    case 64:
        fprintf(out, reads ? " gisa_v64 %s = {.u64 = v%u | (u64)v%u << 32};" : " gisa_v64 %s = {0};", name,
                o->reg, o->reg + 1u);
        break;
    default: break;
    }
}

static const char *where(const lane_text *t, unsigned reg) {
    return !t->kept || live_has(t->kept, reg) ? t->on : "~0u";
}

static void write_placed(const lane_text *t, const gisa_op *op, const native_body *b) {
    const gisa_modifiers *m = &op->modifiers;
    const unsigned reg = op->result.reg;
    fprintf(t->out, " v%u = masked(%s, sdwa_placed(%u, %u, D.u%u, v%u), v%u);", reg, where(t, reg),
            m->dst_sel, m->dst_unused, b->bits[NATIVE_D], reg, reg);
}

static void write_after(const lane_text *t, const gisa_op *op, const native_body *b, unsigned role) {
    FILE *out = t->out;
    const gisa_operand *o = lane_result(op, role);
    const char *name = results[role - NATIVE_D], *on = t->on;
    if (unit_places(op, b, role)) {
        write_placed(t, op, b);
        return;
    }
    switch (b->bits[role]) {
    case NATIVE_MASK:
        if (lane_writes_mask(op, b, role))
            fprintf(out, " b%u = %s.bit & %s;", lane_result_word(op, role), name, on);
        break;
    case 16:
        if (op->halves)
            fprintf(out, " v%u = masked(%s, D.u16 | (u32)high.u16 << 16, v%u);", o->reg, where(t, o->reg),
                    o->reg);
        else
            fprintf(out, " v%u = masked(%s, %s.u16 | (v%u & 0x%xu), v%u);", o->reg, where(t, o->reg), name,
                    o->reg, op->keep, o->reg);
        break;
    case 32: fprintf(out, " v%u = masked(%s, %s.u32, v%u);", o->reg, where(t, o->reg), name, o->reg); break;
    case 64:
        if (where(t, o->reg) == on && where(t, o->reg + 1u) == on)
            fprintf(out,
                    " %s.u64 = %s ? %s.u64 : v%u | (u64)v%u << 32; v%u = (u32)%s.u64; v%u = %s.u64 >> 32;",
                    name, on, name, o->reg, o->reg + 1u, o->reg, name, o->reg + 1u, name);
        else
            fprintf(out, " v%u = masked(%s, (u32)%s.u64, v%u); v%u = masked(%s, (u32)(%s.u64 >> 32), v%u);",
                    o->reg, where(t, o->reg), name, o->reg, o->reg + 1u, where(t, o->reg + 1u), name,
                    o->reg + 1u);
        break;
    default: break;
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

static bool is_d_of(const unit_insn *from, const gisa_operand *o) {
    return o->kind == GISA_KIND_VGPR && o->reg == from->op->result.reg && o->count == from->op->result.count;
}

bool lane_spreads(const unit_insn *from, const unit_insn *to) {
    const native_body *b = to->body;
    bool spreads = false;
    if (from->op->selects || to->op->selects || from->op->moves || to->op->moves || from->op->finishes ||
        from->kind != NATIVE_VECTOR || to->kind != NATIVE_VECTOR || !from->body->spreads ||
        !from->op->has_d || from->op->result.kind != GISA_KIND_VGPR ||
        b->bits[NATIVE_D] != from->body->bits[NATIVE_D])
        return false;
    for (unsigned i = 0; i < to->op->source_count; i++)
        spreads |= (b->spreads >> i & 1) && is_d_of(from, &to->op->source[i]);
    return spreads || ((b->spreads >> NATIVE_D & 1) && is_d_of(from, &to->op->result));
}

static bool overlap(const gisa_operand *a, const gisa_operand *b) {
    return b->kind == GISA_KIND_VGPR && a->reg < b->reg + b->count && b->reg < a->reg + a->count;
}

bool lane_overwrites(const unit_insn *from, const unit_insn *by) {
    const gisa_operand *d = &from->op->result;
    return (by->op->has_d && overlap(d, &by->op->result)) || (by->op->has_d1 && overlap(d, &by->op->result1));
}

/* What omod and clamp make of D. */
static void write_finish(FILE *out, const gisa_modifiers *m) {
    fprintf(out, " D.u32 = finish_f32(D.u32, %u, %u, OMODS32, &odd);", m->omod, m->clamp);
}

/* The body, whose first result is `d`. */
static void write_call(const lane_text *t, const unit_insn *insn, const char *d) {
    const native_body *b = insn->body;
    fprintf(t->out, " %s__native(W, &O[%zu], lane, &odd, &odd64", b->name, t->insn);
    for (unsigned k = 0; k < GISA_SOURCES; k++)
        lane_write_source(t, insn->op, b, k);
    fprintf(t->out, "%s%s%s);", b->bits[NATIVE_D] ? ", &" : "", b->bits[NATIVE_D] ? d : "",
            b->bits[NATIVE_D1] ? ", &D1" : "");
}

static void write_insn(const lane_text *t, const unit_insn *insn, bool covered) {
    const gisa_op *op = insn->op;
    const native_body *b = insn->body;
    FILE *out = t->out;
    fputs("            {", out);
    write_before(out, &op->result, b, NATIVE_D);
    write_before(out, &op->result1, b, NATIVE_D1);
    fputs(" u32 odd = 0; u64 odd64 = 0;", out);
    write_call(t, insn, "D");
    if (op->halves) {
        lane_text high = *t;
        high.high = true;
        fprintf(out, " gisa_v16 high = {.u16 = (u16)v%u};", op->result.reg);
        write_call(&high, insn, "high");
    }
    if (op->finishes)
        write_finish(out, &op->modifiers);
    if (b->floats && covered)
        fputs(" if (FLUSH32 | FLUSH64) {", out);
    if (b->floats)
        fprintf(out, " any |= odd & %s; any64 |= full ? odd64 : odd64 & (u64)(i64)(i32)%s;", t->on, t->on);
    if (b->floats && covered)
        fputs(" }", out);
    write_after(t, op, b, NATIVE_D);
    write_after(t, op, b, NATIVE_D1);
    fputs(" }\n", out);
}

void lane_write(const lane_text *t, const unit_insn *insn, bool covered) {
    lane_text moved = *t;
    char on[32];
    snprintf(on, sizeof on, "y%zu[lane]", t->insn);
    moved.on = on;
    moved.kept = NULL; /* other lanes keep what they have */
    write_insn(insn->op->moves ? &moved : t, insn, covered);
}
