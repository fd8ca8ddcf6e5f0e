/* SPDX-License-Identifier: MIT */
/* Writes bodies that only read elements of memory, or only write them, once more: as one lane of
 * src/insn/near.h, which does all lanes at once where memory is where it was expected. */
#include "bodies.h"

bool in_lds_alone(const header *h) {
    return !((h->facts.reads | h->facts.writes) & GISA_STATE_MEMORY);
}

static void take_operand(FILE *out, const char *name, int bits, int role) {
    const char *constant = role < ROLE_D ? "const " : "";
    if (bits == 128)
        fprintf(out,
                "    %snear_v128 %s = {{%s_row[lane], %s_row[GISA_LANES + lane], "
                "%s_row[2 * GISA_LANES + lane],\n        %s_row[3 * GISA_LANES + lane]}};\n",
                constant, name, name, name, name, name);
    else if (bits == 64)
        fprintf(out, "    %sgisa_v64 %s = {.u64 = %s_row[lane] | (u64)%s_row[GISA_LANES + lane] << 32};\n",
                constant, name, name, name);
    else
        fprintf(out, "    %sgisa_v32 %s = {.u32 = %s_row[lane]};\n", constant, name, name);
}

static void operands(const spec *s, FILE *out, const body *b) {
    for (int k = 0; k < ROLE_D1; k++)
        if (b->roles.bits[k])
            fprintf(out, "    %su32 *const %s_row = %s;\n", k < ROLE_D ? "const " : "", role_name(s, k),
                    row_of_role[k]);
    fprintf(out, "    b512 sink_;\n    if (pass_ < GOES)\n        sink_ = (b512){{0}};\n");
    for (int k = 0; k < ROLE_D1; k++)
        if (b->roles.bits[k])
            take_operand(out, role_name(s, k), b->roles.bits[k], k);
}

/* Results that the body gives by dwords, or by qwords. */
static void put_dword(FILE *out, const body *b, bool quads, int i) {
    const char *where = i == 0   ? "lane"
                        : i == 1 ? "GISA_LANES + lane"
                        : i == 2 ? "2 * GISA_LANES + lane"
                                 : "3 * GISA_LANES + lane";
    if (i == 3 && !quads)
        fprintf(out, "        if (O->result.count > 3)\n    ");
    fprintf(out, "        D_row[%s] = masked(mask_, ", where);
    if (!quads)
        fprintf(out, "D.w[%d]", i);
    else if (b->roles.bits[ROLE_D] == 64)
        fprintf(out, "(u32)%s", i ? "(D.u64 >> 32)" : "D.u64");
    else
        fprintf(out, i & 1 ? "(u32)(D.q[%d] >> 32)" : "(u32)D.q[%d]", i / 2);
    fprintf(out, ", D_row[%s]);\n", where);
}

static bool gives_quads(const spec *s, const header *h) {
    const body_view *v = view_used(s, h, ROLE_D, 0);
    while (v && v->type.bits != 64)
        v = view_used(s, h, ROLE_D, (int)(v - s->views.at) + 1);
    return v != NULL;
}

static void result(const spec *s, FILE *out, const body *b) {
    int dwords = (b->roles.bits[ROLE_D] + 31) / 32;
    bool quads = dwords > 1 && gives_quads(s, b->h);
    if (!dwords)
        return;
    fprintf(out, "    if (pass_ >= GOES) {\n");
    for (int i = 0; i < dwords; i++)
        put_dword(out, b, quads, i);
    fprintf(out, "    }\n");
}

static void emit_near_lane(const spec *s, FILE *out, const body *b) {
    fprintf(out,
            "ALWAYS_ void %s__near(UNUSED_ const gisa_op *O, const gisa_rows *R, const near_view *V,\n"
            "    const enum near_pass pass_, near_shape *shape_, u32 *outside_, u32 *moved_,\n"
            "    UNUSED_ const u64 base_, const unsigned lane, UNUSED_ const u32 mask_)\n{\n",
            b->name);
    operands(s, out, b);
    emit_inside(out, b, "");
    result(s, out, b);
    fprintf(out, "}\n");
}

static const char *near_kind_of(const body *b) {
    return b->h->facts.effects & WORD_ATOMIC ? "NEAR_ORDERED"
           : b->roles.bits[ROLE_D]           ? "NEAR_LOADS"
                                             : "NEAR_STORES";
}

static void emit_head(FILE *out, const body *b) {
    fprintf(out, "ROWS_ bool NAME(%s)(gcn_wave *W, const gisa_op *O, const gisa_rows *R)\n{\n", b->name);
}

/* Two functions, as the first one is then so small that it saves no registers. */
static void emit_rows(const spec *s, FILE *out, const body *b) {
    const char *in_lds = in_lds_alone(b->h) ? "true" : "false", *kind = near_kind_of(b);
    emit_near_lane(s, out, b);
    fprintf(
        out,
        "static __attribute__((noinline)) bool NAME(%s__any)(gcn_wave *W, const gisa_op *O, const gisa_rows *R)\n{\n"
        "    return run_near(W, O, R, %s, %s, %s__near);\n}\n\n",
        b->name, in_lds, kind, b->name);
    emit_head(out, b);
    fprintf(out, "    return run_near_in_step(W, O, R, %s, %s, %s__near) || NAME(%s__any)(W, O, R);\n}\n\n",
            in_lds, kind, b->name, b->name);
}

/* A body that loads once for the wave and does nothing else. */
static void emit_load(FILE *out, const body *b) {
    fprintf(out,
            "ALWAYS_ void %s__load(const gisa_op *O, const gisa_rows *R, const enum near_pass pass_,\n"
            "    near_load *load_)\n{\n    gisa_reg SBASE, D = {{0}};\n"
            "    memcpy(&SBASE, R->s[0], sizeof(b128));\n",
            b->name);
    emit_inside(out, b, "");
    fputs("    if (pass_ >= GOES)\n        near_store(O, R, &D, load_->bytes);\n}\n", out);
    emit_head(out, b);
    fprintf(out, "    return run_load(W, O, R, %s__load);\n}\n\n", b->name);
}

void emit_near(const spec *s, FILE *out, const body *b) {
    if (b->load)
        emit_load(out, b);
    else
        emit_rows(s, out, b);
}
