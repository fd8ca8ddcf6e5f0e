/* SPDX-License-Identifier: MIT */
/* Writes bodies that look at other lanes once more: on the registers as they are, where all that
 * they work on are dwords of these. What they call is in src/insn/across.h. */
#include "bodies.h"

bool is_across(const spec *s, const body *b) {
    const body_facts *f = &b->h->facts;
    const uint32_t others = WORD_STATE | WORD_STOPS | WORD_ORDERED | WORD_ALONE | WORD_INDEX | WORD_ELEMENT |
                            WORD_ATOMIC | WORD_JUMPS;
    const int c = format_class(s, b->h);
    for (int k = 0; k < ROLES; k++)
        if (b->roles.bits[k] && (b->roles.bits[k] != 32 || k > ROLE_D))
            return false;
    return b->kind == LANES && f->effects & WORD_LANES && !(f->effects & others) && !f->floats &&
           !((f->reads | f->writes) & ~(uint32_t)GISA_STATE_EXEC) && b->roles.bits[ROLE_D] &&
           (f->effects & WORD_EACH || !runs_once(s, b->h) ? c == GISA_CLASS_DS : c == GISA_CLASS_VALU);
}

static void emit_rows_of(const spec *s, FILE *out, const body *b, int last) {
    for (int k = 0; k <= last; k++)
        if (b->roles.bits[k])
            fprintf(out, "    %su32 *const %s_row = %s;\n", k < ROLE_D ? "const " : "", role_name(s, k),
                    row_of_role[k]);
}

/* Once for the wave: scalar operands are rows of one. */
static void emit_once(const spec *s, FILE *out, const body *b) {
    emit_rows_of(s, out, b, ROLE_D);
    fprintf(out, "    UNUSED_ const u64 exec_ = *wave_exec(W);\n    UNUSED_ const unsigned lane = 0;\n");
    emit_inside(out, b, "ACROSS_");
}

/* D goes to a row of its own first: it may be a source. */
static void begin_result(const spec *s, FILE *out, const body *b) {
    emit_rows_of(s, out, b, ROLE_D - 1);
    fprintf(out,
            "    UNUSED_ const u64 exec_ = *wave_exec(W);\n"
            "    UNUSED_ const u32 *const base_row = W->address_row[0] ? W->address_row[0] : near_zeros;\n"
            "    u32 D_row[GISA_LANES];\n");
}

/* Once for the wave, in which the body goes through its lanes. */
static void emit_through(const spec *s, FILE *out, const body *b) {
    begin_result(s, out, b);
    emit_inside(out, b, "ACROSS_");
    fprintf(out, "    across_store(R->d, D_row, R->mask);\n");
}

static void emit_each(const spec *s, FILE *out, const body *b) {
    begin_result(s, out, b);
    fprintf(out, "#pragma omp simd\n    for (unsigned lane = 0; lane < GISA_LANES; lane++) {\n");
    emit_inside(out, b, "ACROSS_");
    fprintf(out, "    }\n    across_store(R->d, D_row, R->mask);\n");
}

void emit_across(const spec *s, FILE *out, const body *b) {
    fprintf(out, "bool NAME(%s)(gcn_wave *W, UNUSED_ const gisa_op *O, const gisa_rows *R)\n{\n", b->name);
    if (b->h->facts.effects & WORD_EACH)
        emit_through(s, out, b);
    else if (runs_once(s, b->h))
        emit_once(s, out, b);
    else
        emit_each(s, out, b);
    fprintf(out, "    return true;\n}\n\n");
}
