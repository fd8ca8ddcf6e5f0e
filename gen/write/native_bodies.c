/* SPDX-License-Identifier: MIT */
/* Writes bodies once more, for code that is translated while a program runs: functions of one lane,
 * or of the scalar unit, and the table that says which there are. What is not among them is left to
 * the interpreter. */
#include "bodies.h"

/* A scalar body that does nothing but change variables of the wave. Addresses are not what they
   were: it may jump, but not keep one. */
static bool is_scalar(const body *b) {
    const body_facts *f = &b->h->facts;
    const bool jumps = f->effects & WORD_JUMPS && !b->roles.bits[ROLE_D];
    const uint32_t states =
        GISA_STATE_SCC | GISA_STATE_VCC | GISA_STATE_EXEC | GISA_STATE_M0 | (jumps ? GISA_STATE_PC : 0);
    const uint32_t others = WORD_STOPS | WORD_ORDERED | WORD_LANES | WORD_INDEX | WORD_ELEMENT | WORD_ATOMIC;
    return b->kind == SCALAR && !(f->effects & others) && !((f->reads | f->writes) & ~states);
}

/* One that waits for other waves, and does no more. */
static bool is_wait(const body *b) {
    const body_facts *f = &b->h->facts;
    const uint32_t others = WORD_LANES | WORD_INDEX | WORD_ELEMENT | WORD_ATOMIC | WORD_JUMPS;
    return b->kind == SCALAR && f->effects & WORD_STOPS && f->effects & WORD_ORDERED &&
           !(f->effects & others) && !(f->reads | f->writes) && !b->roles.bits[ROLE_D];
}

/* One that computes from its operands alone. */
static bool is_vector(const spec *s, const body *b) {
    const body_facts *f = &b->h->facts;
    const uint32_t others = WORD_STATE | WORD_STOPS | WORD_ORDERED | WORD_LANES | WORD_INDEX | WORD_ELEMENT |
                            WORD_ATOMIC | WORD_JUMPS | WORD_PART;
    for (int k = 0; k < ROLES; k++)
        if (b->roles.bits[k] > 64)
            return false;
    return b->kind == COMPUTES && format_class(s, b->h) == GISA_CLASS_VALU && !(f->effects & others) &&
           !(b->masks >> ROLE_NEW_EXEC & 1);
}

static bool is_memory(const body *b) {
    return b->near && !b->across;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Gives the address where the wave goes on, of an instruction that jumps. */
static void emit_native_scalar(const spec *s, FILE *out, const body *b) {
    const bool jumps = b->h->facts.effects & WORD_JUMPS;
    fprintf(out, "ALWAYS_ u64 %s__native(UNUSED_ gcn_wave *W, UNUSED_ const gisa_op *O)\n{\n", b->name);
    scalar_operands(s, out, b);
    if (jumps)
        fprintf(out, "    u64 PC = O->next_pc;\n");
    emit_inside(out, b, "");
    scalar_result(out, b);
    fprintf(out, "    return %s;\n}\n\n", jumps ? "PC" : "0");
}

/* Gives whether the wave simply goes on. */
static void emit_native_wait(const spec *s, FILE *out, const body *b) {
    fprintf(out, "ALWAYS_ bool %s__native(UNUSED_ gcn_wave *W, UNUSED_ const gisa_op *O)\n{\n", b->name);
    scalar_operands(s, out, b);
    emit_inside(out, b, "");
    fprintf(out, "stop_:\n    UNUSED_;\n    return scalar_goes_on(W);\n}\n\n");
}

static const char *type_of(int bits) {
    return bits == MASK ? "gisa_bit" : bits == 16 ? "gisa_v16" : bits == 32 ? "gisa_v32" : "gisa_v64";
}

/* Results come in as they were. */
static void emit_native_vector(const spec *s, FILE *out, const body *b) {
    static const char *const flush_of[] = {"false", "FLUSH32", "FLUSH64", "FLUSH32 | FLUSH64"};
    fprintf(out,
            "ALWAYS_ void %s__native(UNUSED_ gcn_wave *W, UNUSED_ const gisa_op *O, UNUSED_ const unsigned "
            "lane,\n    UNUSED_ u32 *odd_, UNUSED_ u64 *odd64_",
            b->name);
    for (int k = 0; k < ROLES; k++)
        if (b->roles.bits[k])
            fprintf(out, k < ROLE_D ? ", UNUSED_ const %s %s" : ", %s *%s_", type_of(b->roles.bits[k]),
                    role_name(s, k));
    fprintf(out,
            ")\n{\n    UNUSED_ const bool flush = %s;\n    UNUSED_ u32 odd = 0;\n"
            "    UNUSED_ u64 odd64 = 0;\n",
            flush_of[flushed_floats(b->h)]);
    for (int k = ROLE_D; k < ROLES; k++)
        if (b->roles.bits[k])
            fprintf(out, "    %s %s = *%s_;\n", type_of(b->roles.bits[k]), role_name(s, k), role_name(s, k));
    emit_inside(out, b, "");
    for (int k = ROLE_D; k < ROLES; k++)
        if (b->roles.bits[k])
            fprintf(out, "    *%s_ = %s;\n", role_name(s, k), role_name(s, k));
    fprintf(out, "    *odd_ |= odd;\n    *odd64_ |= odd64;\n}\n\n");
}

void emit_native(spec *s, FILE *out, const void *bodies) {
    const body_list *list = bodies;
    fprintf(out, "#include \"gen/%s_functions.h\"\n\n", s->name);
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (b->again)
            continue;
        else if (is_scalar(b))
            emit_native_scalar(s, out, b);
        else if (is_wait(b))
            emit_native_wait(s, out, b);
        else if (is_vector(s, b))
            emit_native_vector(s, out, b);
        else if (is_memory(b))
            emit_near(s, out, b);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Whether the old value of D matters: it is read, or a part of it is written. */
static bool reads_result(const spec *s, const body *b) {
    const role_use *d = &b->h->facts.role[ROLE_D];
    bool parts = false;
    for (int i = 0; i < s->views.count; i++)
        parts |= (d->views >> i & 1) && (int)s->views.at[i].type.bits != b->roles.bits[ROLE_D];
    return b->roles.bits[ROLE_D] > MASK && (parts || b->h->facts.d_first & READS);
}

void emit_native_table(spec *s, FILE *out, const void *bodies) {
    const body_list *list = bodies;
    fprintf(out, "#include \"native/body.h\"\n\nconst native_body %s_native[] = {\n", s->name);
    for (const body *b = list->at; b < list->at + list->count; b++) {
        const char *kind = is_scalar(b)      ? "NATIVE_SCALAR"
                           : is_wait(b)      ? "NATIVE_WAIT"
                           : is_vector(s, b) ? "NATIVE_VECTOR"
                           : b->load         ? "NATIVE_LOAD"
                           : is_memory(b)    ? "NATIVE_MEMORY"
                                             : NULL;
        if (!kind || b->copies)
            continue;
        fprintf(out, "    [%d] = {.name = \"%s\", .kind = %s, .bits = {", b->number, b->name, kind);
        for (int k = 0; k < ROLES; k++)
            fprintf(out, "%d%s", b->roles.bits[k], k + 1 < ROLES ? ", " : "}");
        if (is_vector(s, b)) {
            const lanes_follow f = find_linear(b);
            fprintf(out, ", .linear = 0x%x, .steps = 0x%x, .equals = 0x%x, .flat = 0x%x, .spreads = 0x%x",
                    f.linear, f.steps, f.equals, f.flat, find_spreads(b));
        }
        if (is_memory(b) && !b->load && !(b->h->facts.effects & WORD_ATOMIC))
            fprintf(out, ", .%s = true%s", b->roles.bits[ROLE_D] ? "loads" : "stores",
                    in_lds_alone(b->h) ? ", .lds = true" : "");
        fprintf(out, "%s%s%s%s},\n", b->h->facts.floats ? ", .floats = true" : "",
                reads_result(s, b) ? ", .reads_d = true" : "",
                b->h->facts.role[ROLE_D1].access & READS ? ", .reads_d1 = true" : "",
                b->h->facts.effects & WORD_JUMPS ? ", .jumps = true" : "");
    }
    fprintf(out, "    [%d] = {.name = NULL}};\n", list->count + 1);
}
