/* SPDX-License-Identifier: MIT */
/* Writes two functions for each sequence of operand shapes that forms have: they decode and encode all operands of a form
 * without asking what they are. The shapes, one letter each, are those of src/shapes.h. */
#include <string.h>

#include "../src/operands.h"
#include "spec.h"

/* Does this value of the field have a name, or stand for nothing? */
static bool is_named(const generation *g, const op_spec *op, uint32_t value) {
    const name_table *t = &g->names.at[op->names - 1];
    bool named = (int64_t)value == op->otherwise && !(op->flags & OP_ALWAYS) && (op->flags & OP_MODIFIER);
    for (int i = 0; i < t->count && !named; i++) {
        const name_entry *e = &g->entries.at[t->first + i];
        named = value >= e->value && value < (uint32_t)e->value + e->span;
    }
    return named;
}

static bool all_named(const generation *g, const op_spec *op) {
    for (uint32_t value = 0; value <= op->mask; value++)
        if (!is_named(g, op, value))
            return false;
    return true;
}

/* Of choices with up to four bits, which values are good. */
static void set_good_values(const generation *g, op_spec *op) {
    if (op->codec != CODEC_CHOICE || op->mask > 15 || op->sign)
        return;
    for (uint32_t value = 0; value <= op->mask; value++)
        op->need |= (uint16_t)(is_named(g, op, value) << value);
}

static char bank_shape(const bank_spec *b) {
    return !b->selector[1].mask ? 'r' : !b->selector[2].mask ? 's' : 't';
}

static char shape_of(const generation *g, const op_spec *op) {
    bool mods = op->neg.width || op->abs.width || op->sext.width;
    bool left_out = (op->flags & OP_MODIFIER) && !(op->flags & OP_ALWAYS);
    switch (op->codec) {
    case CODEC_CODE: return op->enable.width ? 'x' : mods ? 'm' : 'c';
    case CODEC_VGPR: return op->scalar.width || op->count_of || op->plus.width || mods ? 'x' : 'v';
    case CODEC_IMPLIED:
    case CODEC_OFF:
    case CODEC_JOIN:
    case CODEC_WORD: return 'w';
    case CODEC_LABEL: return 'l';
    case CODEC_FLAG: return 'f';
    case CODEC_CHOICE: return !all_named(g, op) ? op->need ? 'o' : 'x' : left_out ? 'd' : 'n';
    case CODEC_BANKED: return bank_shape(&g->banked.at[op->banked - 1]);
    case CODEC_LITERAL:
    case CODEC_EXP_SOURCE:
    case CODEC_ARRAY:
    case CODEC_ATTR:
    case CODEC_MTBUF_FORMAT:
    case CODEC_DPP_CTRL: return 'x';
    default: return left_out ? 'd' : 'n';
    }
}

static void emit_shape(const char *letters, FILE *out) {
    const char *name = *letters ? letters : "none";
    fprintf(
        out,
        "static inline SHAPE_INLINE bool decode_%s_(const gisa_isa *isa, const uint16_t *list, uint64_t bits, gisa_operand *restrict o) {\n"
        "    (void)isa, (void)list, (void)bits, (void)o;\n    return true",
        name);
    for (int i = 0; letters[i]; i++)
        fprintf(out, " &\n           decode_%c(isa, &isa->ops[list[%d]], bits, &o[%d])", letters[i], i, i);
    fprintf(
        out,
        ";\n}\nstatic bool encode_%s_(const gisa_isa *isa, const uint16_t *list, const gisa_operand *o, uint64_t *bits) "
        "{\n    bool fits = true;\n    (void)isa, (void)list, (void)bits, (void)o;\n",
        name);
    for (int i = (int)strlen(letters); i-- > 0;) /* modifiers first: they decide what some operands mean */
        fprintf(out, "    fits &= encode_%c(isa, &isa->ops[list[%d]], &o[%d], bits);\n", letters[i], i, i);
    fprintf(out, "    return fits;\n}\n");
    fprintf(
        out,
        "static void decode_all_%s_(const gisa_isa *isa, const decode_chain *c, uint16_t i, gisa_insn *restrict insns) {\n"
        "    for (; i != CHAIN_END; i = c->before[i])\n"
        "        if (!decode_%s_(isa, &isa->op_list[c->first_op[i]], insns[i].bits, insns[i].operand))\n"
        "            insns[i].status = GISA_RESERVED;\n}\n",
        name, name);
}

void emit_shapes(spec *s, FILE *out) {
    static char names[MAX_SHAPES][MAX_OPERANDS + 1];
    int count = 0;
    for (int n = 0; n < s->gen_count; n++) {
        generation *g = &s->g[n];
        for (int i = 0; i < g->ops.count; i++)
            set_good_values(g, &g->ops.at[i]);
        for (int i = 0; i < g->forms.count; i++) {
            list_form *lf = &g->forms.at[i];
            char letters[MAX_OPERANDS + 1] = "";
            int k = 0;
            for (int j = 0; j < lf->f.op_count; j++)
                letters[j] = shape_of(g, &g->ops.at[lf->ops[j]]);
            while (k < count && strcmp(names[k], letters) != 0)
                k++;
            if (k == MAX_SHAPES) {
                fail(s, (place){"isagen", 0}, "too many shapes");
                return;
            }
            if (k == count) {
                strcpy(names[count++], letters);
                emit_shape(letters, out);
            }
            lf->f.shape = (uint16_t)k;
        }
    }
    fprintf(out, "static const operand_shape shapes[] = {\n");
    for (int i = 0; i < count; i++) {
        const char *name = *names[i] ? names[i] : "none";
        fprintf(out, "    {decode_%s_, encode_%s_, decode_all_%s_},\n", name, name, name);
    }
    fprintf(out, "};\n");
}
