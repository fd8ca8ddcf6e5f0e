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
    case CODEC_BANKED: return 'b';
    case CODEC_JOINED:
    case CODEC_LITERAL:
    case CODEC_EXP_SOURCE:
    case CODEC_ARRAY:
    case CODEC_ATTR:
    case CODEC_MTBUF_FORMAT:
    case CODEC_DPP_CTRL: return 'x';
    default: return left_out ? 'd' : 'n';
    }
}

/* The arguments that a shape has besides the operand; "" = none. In forms with registers of banks the functions know in which bits the
 * operands are, but for words with two operations, of which there are too many. */
typedef struct shape {
    char letter[MAX_OPERANDS], rest[MAX_OPERANDS][120];
    int count;
    bool known; /* in which bits the operands are */
} shape;

/* The bits of a modifier, with what it begins, and its default value. */
static void put_known(const gisa_operand *o, const op_spec *op, bool value, char *rest, size_t room) {
    int used =
        snprintf(rest, room, "(field){%d, %d}, (gisa_operand){%d, %d, %d, %d, %d, %d, %d, 0}", op->f[0].shift,
                 op->f[0].width, o->kind, o->type, o->count, o->access, o->mods, o->flags, o->reg);
    if (value && used > 0 && (size_t)used < room)
        snprintf(rest + used, room - (size_t)used, ", %d", op->otherwise);
}

static shape shape_of_form(const generation *g, int gen, const list_form *lf) {
    shape is;
    memset(&is, 0, sizeof is);
    bool joined = false;
    is.count = lf->f.op_count;
    for (int i = 0; i < is.count; i++) {
        is.letter[i] = shape_of(g, &g->ops.at[lf->ops[i]]);
        is.known |= is.letter[i] == 'b';
        joined |= g->ops.at[lf->ops[i]].codec == CODEC_JOIN;
    }
    is.known &= !joined;
    for (int i = 0; i < is.count && is.known; i++) {
        const op_spec *op = &g->ops.at[lf->ops[i]];
        char *rest = is.rest[i];
        if (is.letter[i] == 'b')
            snprintf(rest, sizeof is.rest[i], "&banked_%d[%d], (field){%d, %d}, (field){%d, %d}", gen,
                     op->banked - 1, op->neg.shift, op->neg.width, op->abs.shift, op->abs.width);
        else if (is.letter[i] == 'f' || (is.letter[i] == 'd' && !op->sign))
            put_known(&op->start, op, is.letter[i] == 'd', rest, sizeof is.rest[i]);
    }
    return is;
}

static void emit_operand(const char *way, const shape *is, int i, const char *before, const char *behind,
                         FILE *out) {
    bool known = *is->rest[i];
    char op[40] = "";
    if (!known || is->letter[i] == 'b')
        snprintf(op, sizeof op, "isa, &isa->ops[list[%d]], ", i);
    fprintf(out, "%s_%c%s(%s%s&o[%d]%s%s%s)", way, is->letter[i], known ? "_at" : "", op, before, i, behind,
            known ? ", " : "", is->rest[i]);
}

static void emit_shape(const shape *is, int number, FILE *out) {
    fprintf(
        out,
        "static inline SHAPE_INLINE bool decode_%d_(const gisa_isa *isa, const uint16_t *list, uint64_t bits, gisa_operand *restrict o) {\n"
        "    (void)isa, (void)list, (void)bits, (void)o;\n    return true",
        number);
    for (int i = 0; i < is->count; i++) {
        fputs(" &\n           ", out);
        emit_operand("decode", is, i, "bits, ", "", out);
    }
    fprintf(
        out,
        ";\n}\nstatic bool encode_%d_(const gisa_isa *isa, const uint16_t *list, const gisa_operand *o, uint64_t *bits) "
        "{\n    bool fits = true;\n    (void)isa, (void)list, (void)bits, (void)o;\n",
        number);
    for (int i = is->count; i-- > 0;) { /* modifiers first: they decide what some operands mean */
        fputs("    fits &= ", out);
        emit_operand("encode", is, i, "", ", bits", out);
        fputs(";\n", out);
    }
    fprintf(out, "    return fits;\n}\n");
    fprintf(
        out,
        "static void decode_all_%d_(const gisa_isa *isa, const decode_chain *c, uint16_t i, gisa_insn *restrict insns) {\n"
        "    for (; i != CHAIN_END; i = c->before[i])\n"
        "        if (!decode_%d_(isa, &isa->op_list[c->first_op[i]], insns[i].bits, insns[i].operand))\n"
        "            insns[i].status = GISA_RESERVED;\n}\n",
        number, number);
}

void emit_shapes(spec *s, FILE *out) {
    static shape shapes[MAX_SHAPES];
    int count = 0;
    for (int n = 0; n < s->gen_count; n++) {
        generation *g = &s->g[n];
        for (int i = 0; i < g->ops.count; i++)
            set_good_values(g, &g->ops.at[i]);
        for (int i = 0; i < g->forms.count; i++) {
            shape is = shape_of_form(g, n, &g->forms.at[i]);
            int k = 0;
            while (k < count && memcmp(&shapes[k], &is, sizeof is) != 0)
                k++;
            if (k == MAX_SHAPES) {
                fail(s, (place){"isagen", 0}, "too many shapes");
                return;
            }
            if (k == count) {
                shapes[count++] = is;
                emit_shape(&is, k, out);
            }
            g->forms.at[i].f.shape = (uint16_t)k;
        }
    }
    fprintf(out, "static const operand_shape shapes[] = {\n");
    for (int i = 0; i < count; i++)
        fprintf(out, "    {decode_%d_, encode_%d_, decode_all_%d_},\n", i, i, i);
    fprintf(out, "};\n");
}
