/* SPDX-License-Identifier: MIT */
/* Writes bodies that work on one lane, or for the scalar unit: their operands are variables, which
 * are fetched first and stored last. What they call is in src/insn/scalar.h, elements.h and
 * lanes.h. */
#include "bodies.h"

/* Each operand that the body looks at; of one whose number it asks for there is no more than
   that. */
static bool is_fetched(const body *b, int role) {
    return b->roles.bits[role] && !b->h->facts.role[role].number;
}

/* ---- the scalar unit ----------------------------------------------------------------------- */

void scalar_operands(const spec *s, FILE *out, const body *b) {
    for (int k = 0; k < ROLE_D; k++)
        if (is_fetched(b, k))
            fprintf(out, "    const gisa_v%d %s = scalar_source_%d(W, O, %d);\n", b->roles.bits[k],
                    role_name(s, k), b->roles.bits[k], k);
    if (is_fetched(b, ROLE_D))
        fprintf(out, "    gisa_v%d D = scalar_result_%d(W, O);\n", b->roles.bits[ROLE_D],
                b->roles.bits[ROLE_D]);
}

void scalar_result(FILE *out, const body *b) {
    if (is_fetched(b, ROLE_D))
        fprintf(out, "    scalar_store_%d(W, O, D);\n", b->roles.bits[ROLE_D]);
}

/* After the body, which goes to `stop_` where the wave waits or ends; `next`: where it goes on. */
static void scalar_end(FILE *out, const body *b, const char *next) {
    bool stops = b->h->facts.effects & WORD_STOPS;
    if (stops)
        fprintf(out, "stop_:\n    UNUSED_;\n    if (scalar_stays(W, O))\n        return NULL;\n");
    scalar_result(out, b);
    if (stops)
        fprintf(out, "    if (scalar_stops(W, %s))\n        return NULL;\n", next);
}

void emit_scalar(const spec *s, FILE *out, const body *b) {
    bool jumps = b->h->facts.effects & WORD_JUMPS;
    fprintf(out, "gisa_step %s;\nconst gisa_op *%s(UNUSED_ gcn_wave *W, const gisa_op *O)\n{\n", b->name,
            b->name);
    scalar_operands(s, out, b);
    if (jumps)
        fprintf(out, "    u64 PC = O->next_pc;\n");
    emit_inside(out, b, "");
    scalar_end(out, b, jumps ? "PC" : "O->next_pc");
    fprintf(out, "    return %s;\n}\n\n", jumps ? "scalar_jump(W, O, PC)" : "op_next(O)");
}

/* ---- lane by lane through memory ------------------------------------------------------------ */

/* `word` 32, 64 or 128; operands of 16 bits are dwords here. */
static void memory_operand(const spec *s, FILE *out, const body *b, int role, const char *word) {
    int bits = b->roles.bits[role] == 16 ? 32 : b->roles.bits[role];
    const char *name = role_name(s, role);
    fprintf(out, "    %s_%d(&%s, %s, lane", word, bits, name, row_of_role[role]);
    if (bits == 128 && role < ROLE_D)
        fprintf(out, ", O->source[%d].count", role);
    else if (bits == 128)
        fprintf(out, ", O->result.count");
    fprintf(out, ");\n");
}

/* Where a body is left that waits. */
static void emit_stop(FILE *out, const body *b) {
    if (b->h->facts.effects & WORD_STOPS)
        fprintf(out, "stop_:\n    UNUSED_;\n");
}

void emit_memory(const spec *s, FILE *out, const body *b) {
    fprintf(
        out,
        "ALWAYS_ void %s__element(UNUSED_ gcn_wave *W, UNUSED_ const gisa_op *O, UNUSED_ const gisa_rows *R,\n"
        "    UNUSED_ gisa_lane *E, UNUSED_ const unsigned lane)\n{\n",
        b->name);
    for (int k = 0; k < ROLE_D1; k++)
        if (b->roles.bits[k]) {
            fprintf(out, "    gisa_reg %s;\n", role_name(s, k));
            memory_operand(s, out, b, k, "fetch");
        }
    emit_inside(out, b, "");
    if (b->roles.bits[ROLE_D])
        memory_operand(s, out, b, ROLE_D, "store");
    emit_stop(out, b);
    fprintf(
        out,
        "}\ngisa_memory %s__memory;\nvoid %s__memory(gcn_wave *W, const gisa_op *O, const gisa_rows *R)\n{\n"
        "    run_elements(W, O, R, %s__element);\n}\n\n",
        b->name, b->name, b->name);
}

/* ---- bodies that look at other lanes --------------------------------------------------------- */

static const char in_lane[] = "E->op_";

/* Once for the wave. */
static void emit_wave(FILE *out, const body *b) {
    fprintf(out,
            "gisa_lanes_body %s__lanes;\nvoid %s__lanes(gcn_wave *W)\n{\n"
            "    UNUSED_ gisa_lane *E = &W->lane[0];\n    UNUSED_ const gisa_op *const O = W->op;\n"
            "    UNUSED_ unsigned lane = 0;\n",
            b->name, b->name);
    emit_inside(out, b, in_lane);
    emit_stop(out, b);
    fprintf(out, "}\n\n");
}

static void emit_each_lane(FILE *out, const body *b) {
    fprintf(out,
            "static void %s__lane(UNUSED_ gcn_wave *W, UNUSED_ gisa_lane *E)\n{\n"
            "    UNUSED_ const gisa_op *const O = W->op;\n    UNUSED_ const unsigned lane = E->number;\n",
            b->name);
    emit_inside(out, b, in_lane);
    emit_stop(out, b);
    fprintf(out,
            "}\ngisa_lanes_body %s__lanes;\nvoid %s__lanes(gcn_wave *W)\n{\n"
            "    lanes_each(W, %s__lane);\n}\n\n",
            b->name, b->name, b->name);
}

void emit_lanes(const spec *s, FILE *out, const body *b) {
    if (runs_once(s, b->h))
        emit_wave(out, b);
    else
        emit_each_lane(out, b);
}
