/* SPDX-License-Identifier: MIT */
/* Writes bodies that compute, twice: for one lane, exactly, with src/insn/exact.h; and for all
 * lanes at once, with src/insn/wide.h: a loop over the lanes, which compilers turn into vector
 * code. */
#include "bodies.h"

/* ---- operands -------------------------------------------------------------------------------- */

/* Calls for each operand that there is, of the roles from `from` to before `to`. */
typedef void role_printer(FILE *out, const char *name, int bits, int role);

static void each_operand(const spec *s, FILE *out, const body *b, int from, int to, role_printer *print) {
    for (int k = from; k < to; k++)
        if (b->roles.bits[k])
            print(out, role_name(s, k), b->roles.bits[k], k);
    if (to > ROLE_D1 && b->masks >> ROLE_NEW_EXEC & 1)
        print(out, role_name(s, ROLE_NEW_EXEC), MASK, ROLE_NEW_EXEC);
}

const char *const row_of_role[] = {"R->s[0]", "R->s[1]", "R->s[2]",    "R->s[3]",
                                   "R->d",    "R->d1",   "R->new_exec"};

/* In variables of their own: only then do compilers see that they stay the same from lane to
   lane. */
static void row_from(FILE *out, const char *name, int bits, int role) {
    (void)bits;
    fprintf(out, "    UNUSED_ const u32 *const %s_row = %s;\n", name, row_of_role[role]);
}

static void row_to(FILE *out, const char *name, int bits, int role) {
    (void)bits;
    fprintf(out, "    u32 *const %s_to = %s;\n", name, row_of_role[role]);
}

/* ---- one lane, exactly ----------------------------------------------------------------------- */

static void take_one(FILE *out, const char *name, int bits, int role) {
    if (bits != MASK)
        fprintf(out, "    %sgisa_v%d %s = take_%d(%s_row, lane);\n", role < ROLE_D ? "const " : "", bits,
                name, bits, name);
    else if (role < ROLE_D)
        fprintf(out, "    const gisa_bit %s = {%s_row[lane] & 1};\n", name, name);
    else
        fprintf(out, "    gisa_bit %s = {0};\n", name);
}

static void put_one(FILE *out, const char *name, int bits, int role) {
    (void)role;
    if (bits == MASK)
        fprintf(out, "    %s_to[lane] = %s.bit;\n", name, name);
    else
        fprintf(out, "    put_%d(%s_to, lane, mask_row[lane], %s%s);\n", bits, name, name,
                bits == 16 ? ", O->keep" : "");
}

void emit_exact(const spec *s, FILE *out, const body *b) {
    fprintf(out,
            "gisa_exact %s__exact;\n"
            "void %s__exact(UNUSED_ gcn_wave *W, UNUSED_ const gisa_op *O, const gisa_rows *R, "
            "unsigned lane)\n{\n",
            b->name, b->name);
    each_operand(s, out, b, 0, ROLES, row_from);
    fprintf(out, "    UNUSED_ const u32 *const mask_row = R->mask;\n");
    each_operand(s, out, b, ROLE_D, ROLES, row_to);
    each_operand(s, out, b, 0, ROLES, take_one);
    emit_inside(out, b, "");
    each_operand(s, out, b, ROLE_D, ROLES, put_one);
    fprintf(out, "}\n\n");
}

/* ---- all lanes at once ----------------------------------------------------------------------- */

static void pack_operand(FILE *out, const char *name, int bits, int role) {
    (void)role;
    if (bits == 64)
        fprintf(out,
                "    u64 %s_packed[GISA_LANES];\n"
                "    pack_rows(%s_packed, %s_row, %s_row + GISA_LANES);\n",
                name, name, name, name);
}

static void new_values(FILE *out, const char *name, int bits, int role) {
    (void)role;
    if (bits == 64)
        fprintf(out, "    u64 %s_new[GISA_LANES];\n", name);
}

static void unpack_operand(FILE *out, const char *name, int bits, int role) {
    (void)role;
    if (bits == 64)
        fprintf(out, "    unpack_rows(%s_to, %s_row, %s_new, full ? NULL : mask_row, odd_row);\n", name, name,
                name);
}

/* An operand in one lane. The second dwords of an operand are the next row. */
static void take_operand(FILE *out, const char *name, int bits, int role) {
    const char *constant = role < ROLE_D ? "const " : "";
    if (bits == MASK && role < ROLE_D)
        fprintf(out, "        const gisa_bit %s = {%s_row[lane] & 1};\n", name, name);
    else if (bits == MASK)
        fprintf(out, "        gisa_bit %s = {0};\n", name);
    else if (bits == 128)
        fprintf(out,
                "        %sgisa_v128 %s = {{%s_row[lane], %s_row[GISA_LANES + lane], "
                "%s_row[2 * GISA_LANES + lane],\n            %s_row[3 * GISA_LANES + lane]}};\n",
                constant, name, name, name, name, name);
    else
        fprintf(out, "        %sgisa_v%d %s = {.u%d = %s%s_%s[lane]};\n", constant, bits, name, bits,
                bits == 16 ? "(u16)" : "", name, bits == 64 ? "packed" : "row");
}

static void put_operand(FILE *out, const char *name, int bits, int role) {
    (void)role;
    if (bits == MASK)
        fprintf(out, "        %s_to[lane] = %s.bit;\n", name, name);
    else if (bits == 16)
        fprintf(out,
                "        %s_to[lane] = masked(mask_, %s.u16 | (%s_row[lane] & O->keep), %s_row[lane]);\n",
                name, name, name, name);
    else if (bits == 32)
        fprintf(out, "        %s_to[lane] = masked(mask_, %s.u32, %s_row[lane]);\n", name, name, name);
    else if (bits == 64)
        fprintf(out, "        %s_new[lane] = %s.u64;\n", name, name);
    else
        fprintf(out,
                "        for (u32 k_ = 0; k_ < 4; k_++)\n"
                "            %s_to[k_ * GISA_LANES + lane] =\n"
                "                masked(mask_, %s.w[k_], %s_row[k_ * GISA_LANES + lane]);\n",
                name, name, name);
}

/* Whether the loop stores something that other lanes keep. */
static bool stores_masked(const body *b) {
    for (int k = ROLE_D; k < ROLES; k++)
        if (b->roles.bits[k] > MASK && b->roles.bits[k] != 64)
            return true;
    return false;
}

static void emit_loop(const spec *s, FILE *out, const body *b, bool floats) {
    fprintf(out, "#pragma omp simd%s\n    for (unsigned lane = 0; lane < GISA_LANES; lane++) {\n",
            floats ? " reduction(| : any, any64)" : "");
    fprintf(out, "        UNUSED_ u32 odd = 0;\n        UNUSED_ u64 odd64 = 0;\n");
    each_operand(s, out, b, 0, ROLES, take_operand);
    emit_inside(out, b, "");
    if (floats)
        fprintf(out, "        if (full)\n            any64 |= odd64;\n        else\n"
                     "            odd_row[lane] = odd = (odd | (u32)odd64) & mask_row[lane];\n"
                     "        any |= odd;\n");
    if (stores_masked(b))
        fprintf(out, "        const u32 mask_ = full ? ~0u : mask_row[lane]%s;\n", floats ? " & ~odd" : "");
    each_operand(s, out, b, ROLE_D, ROLES, put_operand);
    fprintf(out, "    }\n");
}

/* The rows, the loop, and what is to be done with its results. */
static void emit_frame(const spec *s, FILE *out, const body *b, bool floats) {
    each_operand(s, out, b, 0, ROLES, row_from);
    fprintf(out, "    UNUSED_ const u32 *const mask_row = R->mask;\n");
    if (b->h->facts.reads & GISA_STATE_LDS)
        fprintf(out, "    const parameters parameters_ = parameters_of(W);\n");
    if (!floats)
        each_operand(s, out, b, ROLE_D, ROLES, row_to);
    each_operand(s, out, b, 0, ROLES, pack_operand);
    each_operand(s, out, b, ROLE_D, ROLES, new_values);
    emit_loop(s, out, b, floats);
    each_operand(s, out, b, ROLE_D, ROLES, unpack_operand);
}

static void emit_integers(const spec *s, FILE *out, const body *b) {
    fprintf(out,
            "ALWAYS_ void %s__loop(UNUSED_ gcn_wave *W, UNUSED_ const gisa_op *O, const gisa_rows *R, "
            "UNUSED_ const bool full)\n{\n"
            "    UNUSED_ const u32 *const odd_row = NULL;\n    UNUSED_ const bool flush = false;\n",
            b->name);
    emit_frame(s, out, b, false);
    fprintf(out,
            "}\ngisa_wide NAME(%s);\nvoid NAME(%s)(gcn_wave *W, const gisa_op *O, const gisa_rows *R)\n{\n"
            "    run_integers(W, O, R, %s__loop);\n}\n\n",
            b->name, b->name, b->name);
}

/* Whether MODE flushes denormals that the body may see. */
static const char *flushes(const header *h) {
    static const char *const of[] = {"false", "W->float_mode.flush32", "W->float_mode.flush64",
                                     "W->float_mode.flush32 | W->float_mode.flush64"};
    return of[flushed_floats(h)];
}

static int rows_of(int bits) {
    return bits == MASK ? 1 : (bits + 31) / 32;
}

static void emit_floats(const spec *s, FILE *out, const body *b) {
    int d = rows_of(b->roles.bits[ROLE_D]), d1 = rows_of(b->roles.bits[ROLE_D1]);
    int exec = b->masks >> ROLE_NEW_EXEC & 1;
    fprintf(out,
            "ALWAYS_ u32 %s__pass(gcn_wave *W, UNUSED_ const gisa_op *O, const gisa_rows *R,\n"
            "    UNUSED_ const bool flush, const bool full,\n"
            "    UNUSED_ u32 *const D_to, UNUSED_ u32 *const D1_to, UNUSED_ u32 *const NEW_EXEC_to)\n{\n"
            "    UNUSED_ u32 *const odd_row = W->odd;\n    u32 any = 0;\n    u64 any64 = 0;\n",
            b->name);
    emit_frame(s, out, b, true);
    fprintf(out,
            "    return any | (any64 != 0);\n}\n"
            "gisa_wide NAME(%s);\nvoid NAME(%s)(gcn_wave *W, const gisa_op *O, const gisa_rows *R)\n{\n"
            "    _Alignas(64) u32 kept[%d * GISA_LANES];\n"
            "    run_floats(W, O, R, %s, kept, (result_rows){%d, %d, %d}, %s__pass);\n}\n\n",
            b->name, b->name, d + d1 + exec, flushes(b->h), d, d1, exec, b->name);
}

void emit_wide(const spec *s, FILE *out, const body *b) {
    if (b->h->facts.floats)
        emit_floats(s, out, b);
    else
        emit_integers(s, out, b);
}
