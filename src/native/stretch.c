/* SPDX-License-Identifier: MIT */
/*
 * Vector instructions one after another become one loop over the lanes: registers are variables of
 * the lane there, read from their rows where they are needed and written back at its end. What the
 * loop reads and writes is kept until it is known that no lane is odd; where one is, it is put
 * back, and the interpreter does all of the stretch again.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "insn/body.h"
#include "insn/dpp.h"
#include "lane.h"
#include "text.h"

enum { WORDS = sizeof(gisa_scalars) / 4 };

/* Instructions of a stretch; those of them with DPP, each of which takes 512 bytes of the stack. */
enum { MOST = 200, MOST_MOVES = 32 };

struct stretch {
    FILE *out;  /* where functions go, */
    FILE *code; /* and what calls them */
    const unit *u;
    const live_set *live;
    live_set behind; /* it */
    size_t insn[MOST];
    unsigned count, moves;
    bool floats;
    bool read[GISA_VGPRS];    /* the row is read: before it is written, if it is */
    bool written[GISA_VGPRS]; /* the register gets a value */
    bool scalar[WORDS];       /* the word is read, as a number */
    bool mask[WORDS];         /* the pair from here on is read as a mask of lanes */
    bool bit[WORDS];          /* likewise written */
};

stretch *stretch_new(FILE *out, FILE *code, const unit *u, const live_set *live) {
    stretch *s = calloc(1, sizeof *s);
    if (s) {
        s->out = out;
        s->code = code;
        s->u = u;
        s->live = live;
    }
    return s;
}

void stretch_free(stretch *s) {
    free(s);
}

/* ---- operands -------------------------------------------------------------------------------- */

/* Whether a word belongs to a mask that the stretch writes. */
static bool is_changed(const stretch *s, unsigned word) {
    return s->bit[word] || (word && s->bit[word - 1]);
}

/* A mask that is read is the one that was written, or none of it was. */
static bool fits_masks(const stretch *s, unsigned word) {
    return s->bit[word] || (!is_changed(s, word) && !is_changed(s, word + 1));
}

/* Whether what it reads is there before the loop, or in its lane. */
static bool fits(const stretch *s, const gisa_op *op, const native_body *b) {
    if (op->moves && s->written[op->source[0].reg])
        return false;
    for (unsigned i = 0; i < op->source_count; i++) {
        const unsigned word = lane_word(op->from[i]);
        if (lane_is_row(op, i) || op->constant[i] || !b->bits[i])
            continue;
        if (b->bits[i] == NATIVE_MASK
                ? !fits_masks(s, word)
                : is_changed(s, word) || (lane_dwords(b, i) > 1 && is_changed(s, word + 1)))
            return false;
    }
    for (unsigned role = NATIVE_D; role <= NATIVE_D1; role++) {
        const unsigned word = lane_word(role == NATIVE_D ? op->to_d : op->to_d1);
        if (lane_writes_mask(op, b, role) && !fits_masks(s, word))
            return false;
    }
    return true;
}

static void note_row(stretch *s, unsigned reg) {
    s->read[reg] |= !s->written[reg];
}

static void note_source(stretch *s, const gisa_op *op, const native_body *b, unsigned i) {
    const unsigned word = lane_word(op->from[i]), dwords = lane_dwords(b, i);
    if (!b->bits[i] || op->constant[i])
        return;
    for (unsigned k = 0; lane_is_row(op, i) && k < dwords; k++)
        note_row(s, op->source[i].reg + k);
    if (lane_is_row(op, i))
        return;
    if (b->bits[i] == NATIVE_MASK)
        s->mask[word] |= !s->bit[word];
    for (unsigned k = 0; b->bits[i] != NATIVE_MASK && k < dwords; k++)
        s->scalar[word + k] = true;
}

static void note_result(stretch *s, const gisa_op *op, const native_body *b, unsigned role) {
    const gisa_operand *o = role == NATIVE_D ? &op->result : &op->result1;
    const bool keeps = unit_keeps(op, b, role);
    if (lane_writes_mask(op, b, role))
        s->bit[lane_word(role == NATIVE_D ? op->to_d : op->to_d1)] = true;
    else if (b->bits[role])
        for (unsigned k = 0; k < lane_dwords(b, role); k++) {
            if (keeps)
                note_row(s, o->reg + k);
            s->written[o->reg + k] = true;
        }
}

void stretch_add(stretch *s, size_t i) {
    const unit_insn *insn = &s->u->insn[i];
    if (s->count == MOST || (insn->op->moves && s->moves == MOST_MOVES) || !fits(s, insn->op, insn->body))
        stretch_end(s);
    s->insn[s->count++] = i;
    s->moves += insn->op->moves;
    s->floats |= insn->body->floats;
    for (unsigned k = 0; k < insn->op->source_count; k++)
        note_source(s, insn->op, insn->body, k);
    note_result(s, insn->op, insn->body, NATIVE_D);
    note_result(s, insn->op, insn->body, NATIVE_D1);
}

/* ---- scalar instructions beside it ----------------------------------------------------------- */

static bool is_used(const stretch *s, unsigned word) {
    return s->scalar[word] || s->mask[word] || (word && s->mask[word - 1]) || is_changed(s, word);
}

bool stretch_lets_pass(const stretch *s, const unit_insn *insn) {
    const gisa_op *op = insn->op;
    if (!s->count)
        return true;
    if (insn->states & (GISA_STATE_EXEC | GISA_STATE_VCC) || insn->body->jumps ||
        (insn->states & GISA_STATE_M0 && is_used(s, CODE_M0)))
        return false;
    for (unsigned i = 0; i < op->source_count; i++)
        for (unsigned k = 0; !(op->immediates >> i & 1) && k < lane_dwords(insn->body, i); k++)
            if (is_changed(s, lane_word(op->s[i]) + k))
                return false;
    for (unsigned k = 0; op->has_d && k < lane_dwords(insn->body, NATIVE_D); k++) {
        const unsigned word = lane_word(op->d) + k;
        if (is_used(s, word) || word == CODE_EXEC || word == CODE_EXEC + 1)
            return false;
    }
    return true;
}

/* ---- text: one instruction ------------------------------------------------------------------- */

static void write_word(const lane_text *t, const gisa_op *op, unsigned i, unsigned k) {
    if (lane_is_row(op, i))
        fprintf(t->out, "v%u", op->source[i].reg + k);
    else
        fprintf(t->out, "s%u", lane_word(op->from[i]) + k);
}

static void write_mask(const lane_text *t, unsigned word) {
    const stretch *s = t->of;
    fprintf(t->out, s->bit[word] ? "b%u" : "m%u >> i & 1", word);
}

/* ---- text: the loop -------------------------------------------------------------------------- */

/* Whether what the loop computes is read behind it. */
static bool is_stored(const stretch *s, unsigned reg) {
    return s->written[reg] && (live_has(s->behind.here, reg) || live_has(s->behind.others, reg));
}

/* Whether what a row was has to be kept until all is known to be right. */
static bool is_kept(const stretch *s, unsigned reg) {
    return s->floats && s->read[reg] && is_stored(s, reg);
}

static bool is_collected(const stretch *s, unsigned word) {
    return s->bit[word] && (live_has(s->behind.scalar, word) || live_has(s->behind.scalar, word + 1));
}

static void declare(const stretch *s) {
    FILE *out = s->out;
    for (unsigned r = 0; r < GISA_VGPRS; r++)
        if (is_kept(s, r))
            fprintf(out, "    _Alignas(64) u32 k%u[GISA_LANES];\n", r);
    for (unsigned w = 0; w < WORDS; w++) {
        if (s->scalar[w])
            fprintf(out, "    const u32 s%u = W->scalar.w[%u];\n", w, w);
        if (s->mask[w])
            fprintf(out, "    const u64 mask%u = W->scalar.w[%u] | (u64)W->scalar.w[%u] << 32;\n", w, w,
                    w + 1);
        if (is_collected(s, w))
            fprintf(out, "    _Alignas(64) u32 row%u[GISA_LANES];\n", w);
    }
}

static void begin_half(const stretch *s) {
    FILE *out = s->out;
    fputs("    for (unsigned half = 0; half < GISA_LANES; half += 32) {\n"
          "        UNUSED_ const u32 exec_half = (u32)(exec >> half);\n",
          out);
    for (unsigned w = 0; w < WORDS; w++)
        if (s->mask[w])
            fprintf(out, "        const u32 m%u = (u32)(mask%u >> half);\n", w, w);
    fputs("        SIDE_BY_SIDE\n"
          "        for (unsigned i = 0; i < 32; i++) {\n"
          "            const unsigned lane = half + i;\n"
          "            const u32 on = full ? ~0u : -(exec_half >> i & 1);\n",
          out);
}

static void begin_lane(const stretch *s) {
    FILE *out = s->out;
    for (unsigned r = 0; r < GISA_VGPRS; r++)
        if (s->read[r]) {
            fprintf(out, "            u32 v%u = W->vgpr[%u][lane];\n", r, r);
            if (is_kept(s, r))
                fprintf(out, "            k%u[lane] = v%u;\n", r, r);
        } else if (s->written[r])
            fprintf(out, "            u32 v%u = 0;\n", r);
    for (unsigned w = 0; w < WORDS; w++)
        if (s->bit[w])
            fprintf(out, s->mask[w] ? "            u32 b%u = m%u >> i & 1;\n" : "            u32 b%u = 0;\n",
                    w, w);
}

static void end_lane(const stretch *s) {
    FILE *out = s->out;
    for (unsigned r = 0; r < GISA_VGPRS; r++)
        if (is_stored(s, r))
            fprintf(out,
                    live_has(s->behind.others, r)
                        ? "            W->vgpr[%u][lane] = masked(on, v%u, W->vgpr[%u][lane]);\n"
                        : "            W->vgpr[%u][lane] = v%u;\n",
                    r, r, r);
    for (unsigned w = 0; w < WORDS; w++)
        if (is_collected(s, w))
            fprintf(out, "            row%u[lane] = -(b%u & 1);\n", w, w);
    fputs("        }\n    }\n", out);
}

/* Where a lane is odd nothing has been done. */
static void put_back(const stretch *s) {
    FILE *out = s->out;
    fputs("    IF_ODD(any | (any64 != 0)) {\n", out);
    for (unsigned r = 0; r < GISA_VGPRS; r++)
        if (is_kept(s, r))
            fprintf(out, "        put_rows(W->vgpr[%u], k%u, 1);\n", r, r);
    fputs("        return false;\n    }\n", out);
}

/* Masks may be changed now. */
static void commit(const stretch *s) {
    FILE *out = s->out;
    for (unsigned w = 0; w < WORDS; w++)
        if (is_collected(s, w))
            fprintf(out, "    native_collect(W, %u, row%u);\n", w, w);
}

/* Whether a later instruction of the loop finds the odd lanes of its instruction `k`. */
static bool is_covered(const stretch *s, unsigned k) {
    const unit_insn *from = &s->u->insn[s->insn[k]];
    for (unsigned i = k + 1; i < s->count; i++) {
        const unit_insn *to = &s->u->insn[s->insn[i]];
        if (lane_spreads(from, to))
            return true;
        if (lane_overwrites(from, to))
            return false;
    }
    return false;
}

/* Source 0 as DPP moves it, and where the result goes. */
static void write_move(FILE *out, const gisa_op *op, size_t i) {
    fprintf(out, "    static const dpp_moves moves%zu = {{", i);
    for (unsigned l = 0; l < GISA_LANES; l++)
        fprintf(out, "%" PRIu32 "u, ", op->lanes->from[l]);
    fputs("}, {", out);
    for (unsigned l = 0; l < GISA_LANES; l++)
        fputs(op->lanes->written[l] ? "~0u, " : "0, ", out);
    fprintf(out,
            "}, %u};\n    _Alignas(64) u32 x%zu[GISA_LANES], y%zu[GISA_LANES];\n"
            "    dpp_move(x%zu, y%zu, W->vgpr[%u], &moves%zu, exec, %u);\n",
            op->lanes->in_rows, i, i, i, i, op->source[0].reg, i, op->modifiers.bound_ctrl);
}

static void write_loop(const stretch *s) {
    FILE *out = s->out;
    static const uint64_t none[GISA_VGPRS / 64]; /* lanes are told apart at the end */
    lane_text lane = {out, 0, false, "on", none, write_word, write_mask, s};
    fprintf(out,
            "ALWAYS_ bool stretch_%zu(gcn_wave *W, const u64 exec, const bool full) {\n"
            "    u32 any = 0;\n    u64 any64 = 0;\n",
            s->insn[0]);
    declare(s);
    for (unsigned k = 0; k < s->count; k++)
        if (s->u->insn[s->insn[k]].op->moves)
            write_move(out, s->u->insn[s->insn[k]].op, s->insn[k]);
    begin_half(s);
    begin_lane(s);
    for (unsigned k = 0; k < s->count; k++) {
        lane.insn = s->insn[k];
        lane_write(&lane, &s->u->insn[lane.insn], is_covered(s, k));
    }
    end_lane(s);
    if (s->floats)
        put_back(s);
    commit(s);
    fputs("    return true;\n}\n", out);
}

static void write_call(const stretch *s) {
    const size_t first = s->insn[0];
    if (!s->floats) {
        fprintf(s->code,
                "    if (*wave_exec(W) == ~(u64)0)\n        stretch_%zu(W, ~(u64)0, true);\n"
                "    else\n        stretch_%zu(W, *wave_exec(W), false);\n",
                first, first);
        return;
    }
    fprintf(s->code,
            "    {\n        static u32 odd;\n"
            "        if (is_mostly_odd(&odd) || !(*wave_exec(W) == ~(u64)0 ? stretch_%zu(W, ~(u64)0, true)\n"
            "                : stretch_%zu(W, *wave_exec(W), false))) {\n"
            "            static const u16 list[] = {",
            first, first);
    for (unsigned k = 0; k < s->count; k++)
        fprintf(s->code, "%zu, ", s->insn[k]);
    fprintf(s->code, "};\n            again(W, OPS, list, %u, &odd);\n        }\n    }\n", s->count);
}

static void forget_plans(const stretch *s) {
    uint64_t plans = 0;
    for (unsigned r = 0; r < GISA_VGPRS; r++)
        plans |= is_stored(s, r) ? unit_plans(s->u, r, 1) : 0;
    if (plans)
        fprintf(s->code, "    known &= ~(u64)0x%" PRIx64 "u;\n", plans);
}

void stretch_end(stretch *s) {
    const stretch empty = {.out = s->out, .code = s->code, .u = s->u, .live = s->live};
    if (!s->count)
        return;
    s->behind = live_after(s->u, s->live, s->insn[s->count - 1]);
    write_loop(s);
    write_call(s);
    forget_plans(s);
    *s = empty;
}
