/* SPDX-License-Identifier: MIT */
/* Writes bodies as C: what stands in the spec, between the lines that fetch its operands and store its results. */
#include <string.h>

#include "spec.h"

enum body_kind { SCALAR, COMPUTES, MEMORY, LANES };

/* What a body sees of its operands: the width in bits, 0 = there is none, MASK = one bit of a mask of lanes. */
enum { ROLES = ROLE_D1 + 1, MASK = 1 };

typedef struct roles {
    int bits[ROLES];
} roles;

/* ---- what a body says ------------------------------------------------------------------- */

static bool says(const header *h, int role) {
    return h->facts.role[role].access != 0;
}

/* A body that goes through memory, or whose lanes look at each other. */
static bool looks_around(const header *h) {
    return h->facts.effects & (WORD_ELEMENT | WORD_ATOMIC | WORD_ADDRESS | WORD_LANES | WORD_ORDERED);
}

/* Whether MODE flushes denormals that the body may see. Those of f16 do not depend on the host. */
static const char *flushes(const header *h) {
    bool single = h->facts.floats & 32, twice = h->facts.floats & 64;
    return single && twice ? "W->flush32 | W->flush64"
           : single        ? "W->flush32"
           : twice         ? "W->flush64"
                           : "false";
}

static bool is_view_of(const spec *s, const header *h, int role, bool mask, unsigned bits) {
    for (int i = 0; i < s->views.count; i++)
        if ((h->facts.role[role].views >> i & 1) && s->views.at[i].mask == mask &&
            s->views.at[i].type.bits >= bits)
            return true;
    return false;
}

static bool is_mask(const spec *s, const header *h, int role) {
    return is_view_of(s, h, role, true, 0);
}

int format_class(const spec *s, const header *h) {
    for (int i = 0; i < s->formats.count; i++)
        if (strcmp(s->formats.at[i].name, h->format) == 0)
            return s->formats.at[i].class_;
    return GISA_CLASS_NONE;
}

bool runs_once(const spec *s, const header *h) {
    int c = format_class(s, h);
    return c == GISA_CLASS_SALU || c == GISA_CLASS_SMEM || c == GISA_CLASS_CONTROL ||
           find_flag(h, "wave", -1);
}

/* A body that reads elements, or writes them, at its lane's address and does nothing else: it may run on all lanes at once. */
static bool is_plain(const header *h) {
    const body_facts *f = &h->facts;
    const uint32_t others =
        WORD_ATOMIC | WORD_ALONE | WORD_ORDERED | WORD_STOPS | WORD_LANES | WORD_STATE | WORD_JUMPS;
    return (f->effects & WORD_ROWS) && !(f->effects & others) && !(f->read && f->written);
}

static bool in_lds_alone(const header *h) {
    return !((h->facts.reads | h->facts.writes) & GISA_MEMORY);
}

static enum body_kind kind_of(const spec *s, const header *h) {
    int c = format_class(s, h);
    if (c == GISA_CLASS_SALU || c == GISA_CLASS_CONTROL)
        return SCALAR;
    if (c == GISA_CLASS_VALU && !runs_once(s, h) && !looks_around(h))
        return COMPUTES;
    return c != GISA_CLASS_VALU && !runs_once(s, h) && !(h->facts.effects & WORD_LANES) ? MEMORY : LANES;
}

/* ---- what the operands are --------------------------------------------------------------- */

static int bits_of(const op_spec *op, bool packed) {
    switch (op->type) {
    case GISA_B16:
    case GISA_U16:
    case GISA_I16:
    case GISA_F16: return 16;
    case GISA_V2B16:
    case GISA_V2I16:
    case GISA_V2F16: return packed ? 16 : 32;
    default: return op->count > 2 ? 128 : 32 * op->count;
    }
}

/* A result of two halves, which are worked on one after the other: the body is that of one half. */
static bool is_packed(const generation *g, const list_form *lf) {
    bool picks = false, pair = false;
    for (int i = 0; i < lf->f.op_count; i++) {
        const op_spec *op = &g->ops.at[lf->ops[i]];
        picks |= op->role == GISA_ROLE_NEG_LO;
        pair |= op->role == GISA_ROLE_RESULT &&
                (op->type == GISA_V2B16 || op->type == GISA_V2I16 || op->type == GISA_V2F16);
    }
    return picks && pair;
}

static roles form_roles(const generation *g, const list_form *lf) {
    roles r = {{0}};
    bool packed = is_packed(g, lf);
    for (int i = 0; i < lf->f.op_count; i++) {
        const op_spec *op = &g->ops.at[lf->ops[i]];
        if (op->role == GISA_ROLE_RESULT && op->role_number < ROLES - ROLE_D)
            r.bits[ROLE_D + op->role_number] = bits_of(op, packed);
        else if (op->role == GISA_ROLE_SOURCE && op->role_number < BODY_SOURCES)
            r.bits[op->role_number] = bits_of(op, packed);
    }
    return r;
}

/* Of the operands that the body speaks of. The same for all forms of all headers that share it, or it could not be compiled
 * once. */
static roles body_roles(spec *s, const header *h) {
    roles r = {{0}};
    bool first = true;
    for (int g = 0; g < s->gen_count; g++)
        for (int i = 0; i < s->g[g].forms.count; i++) {
            const list_form *lf = &s->g[g].forms.at[i];
            roles other;
            if (s->headers.at[lf->header].body_number != h->body_number)
                continue;
            other = form_roles(&s->g[g], lf);
            for (int k = 0; k < ROLES; k++)
                if (!says(h, k))
                    continue;
                else if (first || !r.bits[k])
                    r.bits[k] = other.bits[k];
                else if (other.bits[k] && other.bits[k] != r.bits[k])
                    fail(s, (place){h->at.file, h->body_line},
                         "the body of '%s' is shared by rows whose %s differs in width", h->name,
                         role_name(s, k));
            first = false;
        }
    for (int k = 0; k < ROLES; k++)
        if (is_mask(s, h, k))
            r.bits[k] = MASK;
    return r;
}

static unsigned masks_of(const spec *s, const header *h, const roles *r) {
    unsigned masks = is_mask(s, h, ROLE_NEW_EXEC) ? 1u << ROLE_NEW_EXEC : 0;
    for (int k = 0; k < ROLES; k++)
        masks |= r->bits[k] == MASK ? 1u << k : 0;
    return masks;
}

/* ---- the text ---------------------------------------------------------------------------- */

/* A line for each operand there is: WORD(name, number) with the width at the end of the word. */
static void operands(const spec *s, FILE *out, const char *word, const roles *r, int from, int to) {
    for (int k = from; k < to; k++)
        if (r->bits[k] == MASK)
            fprintf(out, "    %s_BIT(%s, %d)\n", word, role_name(s, k), k);
        else if (r->bits[k])
            fprintf(out, "    %s_%d(%s, %d)\n", word, r->bits[k], role_name(s, k), k);
}

/* A line for each operand of 64 bits. */
static void long_operands(const spec *s, FILE *out, const char *word, const roles *r, int from) {
    for (int k = from; k < ROLES; k++)
        if (r->bits[k] == 64)
            fprintf(out, "    %s(%s)\n", word, role_name(s, k));
}

void emit_body_text(FILE *out, const header *h) {
    fprintf(out, "    {\n#line %d \"%s\"\n%s\n    }\n", h->body_line, h->at.file, h->body);
}

/* A body after which the wave may not go on: it waits, ends, halts, or there is a fault. */
static bool may_stop(const header *h) {
    return h->facts.effects & WORD_STOPS;
}

static void emit_scalar(const spec *s, FILE *out, const header *h, const roles *r) {
    bool stores = !h->facts.role[ROLE_D].number, jumps = h->facts.effects & WORD_JUMPS;
    fprintf(out, "SCALAR_BODY(%d)\n{\n", h->body_number);
    operands(s, out, "SCALAR_IN", r, 0, ROLE_D1);
    if (jumps)
        fprintf(out, "    SCALAR_PC\n");
    emit_body_text(out, h);
    if (may_stop(h))
        fprintf(out, "    SCALAR_MAY_STOP\n");
    if (stores)
        operands(s, out, "SCALAR_OUT", r, ROLE_D, ROLE_D1);
    if (may_stop(h))
        fprintf(out, "    SCALAR_STOP(%s)\n", jumps ? "PC" : "O->next_pc");
    fprintf(out, "    %s\n}\n\n", jumps ? "SCALAR_JUMP" : "SCALAR_NEXT");
}

static int rows_of(int bits) {
    return bits == MASK ? 1 : (bits + 31) / 32;
}

static void emit_computing(const spec *s, FILE *out, const header *h, const roles *r) {
    bool floats = h->facts.floats, exec = is_mask(s, h, ROLE_NEW_EXEC);
    const char *kind = floats ? "FLOATS" : "INTEGERS";
    fprintf(out, "%s_BODY(%d)\n{\n    %s_ROWS\n", kind, h->body_number, kind);
    long_operands(s, out, "WIDE_PACK", r, 0);
    fprintf(out, "    %s_LANES\n    {\n    %s_START\n", kind, kind);
    operands(s, out, "WIDE_IN", r, 0, ROLES);
    if (exec)
        fprintf(out, "    WIDE_IN_BIT(NEW_EXEC, 6)\n");
    emit_body_text(out, h);
    fprintf(out, "    %s_MASK\n", kind);
    operands(s, out, "WIDE_OUT", r, ROLE_D, ROLES);
    if (exec)
        fprintf(out, "    WIDE_OUT_BIT(NEW_EXEC, 6)\n");
    fprintf(out, "    }\n");
    long_operands(s, out, "WIDE_UNPACK", r, ROLE_D);
    fprintf(out, "    %s_END\n}\n%s_DONE(%d", kind, kind, h->body_number);
    if (floats)
        fprintf(out, ", %s, %d, %d, %d", flushes(h), rows_of(r->bits[ROLE_D]), rows_of(r->bits[ROLE_D1]),
                exec);
    fprintf(out, ")\n\n");
}

/* Each lane on its own, in ascending order; results wait until the last one is done. */
static void emit_memory(const spec *s, FILE *out, const header *h, const roles *r) {
    fprintf(out, "MEMORY_BODY(%d)\n{\n", h->body_number);
    operands(s, out, "LANE_IN", r, 0, ROLES);
    emit_body_text(out, h);
    operands(s, out, "LANE_OUT", r, ROLE_D, ROLE_D1);
    fprintf(out, "}\nMEMORY_DONE(%d)\n\n", h->body_number);
}

static void emit_element(const spec *s, FILE *out, const header *h, const roles *r, const char *address) {
    bool quads = views_as(s, h, ROLE_D, "b64") || views_as(s, h, ROLE_D, "q");
    fprintf(out, "NEAR_BODY(%d, %s)\n{\n    NEAR_START\n", h->body_number, address);
    operands(s, out, "NEAR_IN", r, 0, ROLES);
    emit_body_text(out, h);
    operands(s, out, quads ? "NEAR_OUT_QUADS" : "NEAR_OUT", r, ROLE_D, ROLE_D1);
    fprintf(out, "}\n");
}

/* The same on all lanes at once. What has no result may not be done in another order. */
static void emit_near(const spec *s, FILE *out, const header *h, const roles *r) {
    bool lds = in_lds_alone(h);
    emit_element(s, out, h, r, "u64");
    if (lds)
        emit_element(s, out, h, r, "u32");
    fprintf(out, "NEAR_DONE(%d, %s, %s)\n\n", h->body_number, lds ? "u32" : "u64",
            r->bits[ROLE_D] ? "true" : "false");
}

/* A scalar load. */
static void emit_load(FILE *out, const header *h) {
    fprintf(out, "LOAD_BODY(%d)\n{\n    LOAD_START\n", h->body_number);
    emit_body_text(out, h);
    fprintf(out, "    LOAD_END\n}\n\n");
}

static void emit_lanes(const spec *s, FILE *out, const header *h) {
    fprintf(out, "%s(%d)\n{\n", runs_once(s, h) ? "WAVE_BODY" : "LANE_BODY", h->body_number);
    emit_body_text(out, h);
    fprintf(out, "}\n\n");
}

/* The header that is the first of its body, or NULL. */
const header *next_body(const spec *s, int *last) {
    for (int i = 0; i < s->headers.count; i++)
        if (s->headers.at[i].body_number == *last + 1 && !find_flag(&s->headers.at[i], "like", -1)) {
            ++*last;
            return &s->headers.at[i];
        }
    return NULL;
}

/* A body that loads once for the wave and does nothing else. */
static bool is_load(const spec *s, const header *h) {
    return format_class(s, h) == GISA_CLASS_SMEM && is_plain(h) && !h->facts.written;
}

static bool is_near(const spec *s, const header *h) {
    return (kind_of(s, h) == MEMORY && is_plain(h)) || is_load(s, h);
}

static void emit_all_near(spec *s, FILE *out) {
    const header *h;
    for (int last = 0; (h = next_body(s, &last));)
        if (is_near(s, h)) {
            roles r = body_roles(s, h);
            if (is_load(s, h))
                emit_load(out, h);
            else
                emit_near(s, out, h, &r);
        }
    fprintf(out, "gisa_near *const NEAR_TABLE(%s)[] = {\n    NULL,\n", s->name);
    for (int last = 0; (h = next_body(s, &last));)
        if (is_near(s, h))
            fprintf(out, "    near_%d,\n", last);
        else
            fprintf(out, "    NULL,\n");
    fprintf(out, "};\n");
}

static void emit_kind(spec *s, FILE *out, enum body_kind kind) {
    const header *h;
    for (int last = 0; (h = next_body(s, &last));)
        if (kind_of(s, h) == kind) {
            roles r = body_roles(s, h);
            if (kind == SCALAR)
                emit_scalar(s, out, h, &r);
            else if (kind == COMPUTES)
                emit_computing(s, out, h, &r);
            else if (kind == MEMORY)
                emit_memory(s, out, h, &r);
            else
                emit_lanes(s, out, h);
        }
}

static void emit_table(spec *s, FILE *out) {
    const header *h;
    fprintf(out, "const gisa_body gisa_%s_bodies[] = {\n    {0},\n", s->name);
    for (int last = 0; (h = next_body(s, &last));) {
        roles r = body_roles(s, h);
        enum body_kind kind = kind_of(s, h);
        fprintf(out, "    {%s_ENTRY(%d), .masks = %u, .floats = %d},\n",
                kind == SCALAR     ? "SCALAR"
                : kind == COMPUTES ? "EXACT"
                : kind == MEMORY   ? "MEMORY"
                                   : "LANES",
                last, masks_of(s, h, &r), h->facts.floats != 0);
    }
    fprintf(out, "};\n");
}

static void emit_wide_table(spec *s, FILE *out) {
    const header *h;
    fprintf(out, "gisa_wide *const WIDE_TABLE(%s)[] = {\n    NULL,\n", s->name);
    for (int last = 0; (h = next_body(s, &last));)
        if (kind_of(s, h) == COMPUTES)
            fprintf(out, "    wide_%d,\n", last);
        else
            fprintf(out, "    NULL,\n");
    fprintf(out, "};\n");
}

/* One file, compiled once as it is and once for each level of the host with BODIES_WIDE defined. */
void emit_bodies(spec *s, FILE *out) {
    if (s->banks.count) {
        emit_shade_bodies(s, out);
        return;
    }
    fprintf(out, "/* Written by isagen from isa/%s; not to be edited. */\n#include \"vocab.h\"\n\n", s->name);
    emit_kind(s, out, COMPUTES);
    fprintf(out, "#ifdef BODIES_WIDE\n");
    emit_wide_table(s, out);
    fprintf(out, "#define BODIES_MEMORY\n#define BODIES_NEAR\n#include \"vocab.h\"\n\n");
    emit_all_near(s, out);
    fprintf(out, "#else\n");
    emit_kind(s, out, SCALAR);
    fprintf(out, "#define BODIES_MEMORY\n#include \"vocab.h\"\n\n");
    emit_kind(s, out, MEMORY);
    fprintf(out, "#define BODIES_LANES\n#include \"vocab.h\"\n\n");
    emit_kind(s, out, LANES);
    emit_table(s, out);
    fprintf(out, "#endif\n");
}
