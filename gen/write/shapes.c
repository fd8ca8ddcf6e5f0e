/* SPDX-License-Identifier: MIT */
/* Writes functions for each sequence of operand shapes that forms have: they decode and encode all
 * operands of a form without asking what they are. Sequences share those that are equal. The
 * shapes, one letter each, are those of src/core/shapes.h. They are in a file of their own: the
 * compiler takes ten times as long for them as for the tables, which are data alone. */
#include <stdarg.h>
#include <string.h>

#include "core/operands.h"
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
    bool literal = !(op->need & CODE_NO_LITERAL);
    bool left_out = (op->flags & OP_MODIFIER) && !(op->flags & OP_ALWAYS);
    switch (op->codec) {
    case CODEC_CODE: return op->enable.width || (mods && literal) ? 'x' : mods ? 'm' : literal ? 'k' : 'c';
    case CODEC_VGPR: return op->scalar.width || mods ? 'x' : op->count_of || op->plus.width ? 'p' : 'v';
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

/* What the functions of a shape take besides the operand's description: where its bits are and what
 * is made of them, as constants, but in words with two operations, of which there are too many. */
typedef struct shape {
    char letter[MAX_OPERANDS], decode[MAX_OPERANDS][200], encode[MAX_OPERANDS][100];
    int count;
    bool unknown;          /* in which bits the operands are */
    uint64_t preset, rest; /* of the form: see begin_operands */
} shape;

static void put(char *out, size_t room, const char *text, ...) {
    va_list arguments;
    size_t used = strlen(out);
    va_start(arguments, text);
    vsnprintf(out + used, room - used, text, arguments);
    va_end(arguments);
}

static void put_field(char *out, size_t room, field f) {
    put(out, room, ", (field){%d, %d}", f.shift, f.width);
}

static void put_start(char *out, size_t room, const gisa_operand *o) {
    put(out, room, ", (gisa_operand){%d, %d, %d, %d, %d, %d, %d, 0}", o->kind, o->type, o->count, o->access,
        o->mods, o->flags, o->reg);
}

/* All operands that a field of a few bits can hold. */
enum { HELD_BITS = 3 };

typedef struct held {
    gisa_operand of[1 << HELD_BITS];
    unsigned count;
} held;

typedef LIST(held) held_list;

static held held_by(const op_spec *op, char letter) {
    held h;
    memset(&h, 0, sizeof h);
    h.count = op->mask + 1;
    for (uint32_t value = 0; value <= op->mask; value++) {
        gisa_operand *o = &h.of[value];
        *o = op->start;
        o->value = (int64_t)(value ^ op->sign) - op->sign;
        if (letter == 'f' ? !value : letter == 'd' && o->value == op->otherwise)
            o->flags |= GISA_OPERAND_DEFAULT;
    }
    return h;
}

/* The number of the table; it is written when it is new. */
static int held_table(held_list *tables, const held *want, FILE *out) {
    for (int i = 0; i < tables->count; i++)
        if (memcmp(&tables->at[i], want, sizeof *want) == 0)
            return i;
    *LIST_ADD(*tables) = *want;
    fprintf(out, "static const gisa_operand held_%d[] = {", tables->count - 1);
    for (unsigned i = 0; i < want->count; i++)
        emit_operand(&want->of[i], out);
    fprintf(out, "};\n");
    return tables->count - 1;
}

/* Operand i of a form, as constants. */
static void know_operand(const spec *s, shape *is, int i, const op_spec *op, int gen, held_list *tables,
                         FILE *out) {
    char *d = is->decode[i], *e = is->encode[i], letter = is->letter[i];
    bool few = strchr("ndf", letter) && op->mask < 1 << HELD_BITS;
    size_t room = sizeof is->decode[i];
    if (letter == 'b') {
        put(d, room, ", &%s_banked_%d[%d]", s->name, gen, op->banked - 1);
        put_field(d, room, op->neg);
        put_field(d, room, op->abs);
        strcpy(e, d);
    }
    if (strchr("ckmvpndfol", letter))
        put_field(d, room, op->f[0]);
    if (letter == 'p')
        put_field(d, room, op->plus);
    if (letter == 'p' && op->count_of) {
        char name[COUNT_NAME];
        count_name(s, gen, op->count_of - 1, name);
        put(d, room, ", %s(bits)", name);
    } else if (letter == 'p')
        put(d, room, ", %d", op->count);
    if (strchr("ndfo", letter)) {
        put_field(e, sizeof is->encode[i], op->f[0]);
        put(e, sizeof is->encode[i], ", %uu", op->sign);
    }
    if (few) {
        held h = held_by(op, letter);
        put(d, room, ", held_%d", held_table(tables, &h, out));
        is->letter[i] = 't';
        return;
    }
    if (strchr("ndfol", letter))
        put_start(d, room, &op->start);
    if (strchr("ndl", letter))
        put(d, room, ", %uu", op->sign);
    if (strchr("ckm", letter))
        put(d, room, ", %d, %d", op->scale, op->width);
    if (strchr("ckmvp", letter))
        put_field(e, sizeof is->encode[i], op->f[0]);
    if (strchr("ckm", letter))
        put(e, sizeof is->encode[i], ", %d", op->scale);
    if (letter == 'm') {
        put_field(d, room, op->neg);
        put_field(d, room, op->abs);
        put_field(d, room, op->sext);
    }
    if (strchr("do", letter))
        put(d, room, ", %d", op->otherwise);
    if (letter == 'o')
        put(d, room, ", %d, %u", (op->unwritten & GISA_OPERAND_DEFAULT) != 0, op->need);
    if (letter == 'l')
        put(d, room, ", %d", op->index);
}

/* What stands for these constants where they are not known, by letter: as much of it as there
   is. */
static const struct {
    char letter;
    const char *decode, *encode;
} unknown[] = {
    {'b', ", bank_of(isa, &OP(#)), OP(#).neg, OP(#).abs", ", bank_of(isa, &OP(#)), OP(#).neg, OP(#).abs"},
    {'c', ", OP(#).f[0], OP(#).scale, OP(#).width", ", OP(#).f[0], OP(#).scale"},
    {'k', ", OP(#).f[0], OP(#).scale, OP(#).width", ", OP(#).f[0], OP(#).scale"},
    {'m', ", OP(#).f[0], OP(#).scale, OP(#).width, OP(#).neg, OP(#).abs, OP(#).sext",
     ", OP(#).f[0], OP(#).scale"},
    {'v', ", OP(#).f[0]", ", OP(#).f[0]"},
    {'p', ", OP(#).f[0], (field){0, 0}, operand_count(isa, &OP(#), bits)", ", OP(#).f[0]"},
    {'n', ", OP(#).f[0], OP(#).start, OP(#).sign", ", OP(#).f[0], OP(#).sign"},
    {'d', ", OP(#).f[0], OP(#).start, OP(#).sign, OP(#).otherwise", ", OP(#).f[0], OP(#).sign"},
    {'f', ", OP(#).f[0], OP(#).start", ", OP(#).f[0], OP(#).sign"},
    {'o',
     ", OP(#).f[0], OP(#).start, OP(#).otherwise, (OP(#).unwritten & GISA_OPERAND_DEFAULT) != 0, OP(#).need",
     ", OP(#).f[0], OP(#).sign"},
    {'l', ", OP(#).f[0], OP(#).start, OP(#).sign, OP(#).index", ""}};

static void put_unknown(char *out, size_t room, const char *text, int i) {
    for (; *text; text++)
        put(out, room, *text == '#' ? "%d" : "%c", *text == '#' ? i : *text);
}

static shape shape_of_form(const spec *s, int gen, const list_form *lf, held_list *tables, FILE *out) {
    const generation *g = &s->g[gen];
    shape is;
    memset(&is, 0, sizeof is);
    is.count = lf->f.op_count;
    is.rest = lf->f.zero | lf->f.unused;
    is.preset = lf->f.preset & is.rest;
    for (int i = 0; i < is.count; i++) {
        is.letter[i] = shape_of(g, &g->ops.at[lf->ops[i]]);
        is.unknown |= g->ops.at[lf->ops[i]].codec == CODEC_JOIN;
    }
    for (int i = 0; i < is.count; i++) {
        if (!is.unknown)
            know_operand(s, &is, i, &g->ops.at[lf->ops[i]], gen, tables, out);
        for (size_t k = 0; is.unknown && k < sizeof unknown / sizeof *unknown; k++)
            if (unknown[k].letter == is.letter[i]) {
                put_unknown(is.decode[i], sizeof is.decode[i], unknown[k].decode, i);
                put_unknown(is.encode[i], sizeof is.encode[i], unknown[k].encode, i);
            }
    }
    return is;
}

/* What of isa, the operand's start or description and the bits a function asks for. */
static void emit_decode(const shape *is, int i, FILE *out) {
    char letter = is->letter[i];
    fprintf(out, "decode_%c(%s", letter, strchr("ckmblx", letter) ? "isa, " : "");
    if (strchr("ckmvpb", letter))
        fprintf(out, "&start[%d], ", i);
    if (strchr("wx", letter))
        fprintf(out, "&OP(%d), ", i);
    fprintf(out, "%s&o[%d]%s)", letter == 'w' ? "" : "bits, ", i, is->decode[i]);
}

/* Modifiers of registers, numbers and labels are no shapes of their own on the way back. */
static char letter_encoded(char letter) {
    static const char letters[] = "kmdfotlp", as[] = "ccnnnnxv";
    const char *at = strchr(letters, letter);
    return at ? as[at - letters] : letter;
}

static void emit_encode(const shape *is, int i, FILE *out) {
    char letter = letter_encoded(is->letter[i]);
    fprintf(out, "encode_%c(", letter);
    if (!strchr("nb", letter))
        fprintf(out, "isa, &OP(%d), ", i);
    fprintf(out, "&o[%d], bits%s)", i, is->encode[i]);
}

typedef bool alike(const shape *a, const shape *b);

static bool decoded_alike(const shape *a, const shape *b) {
    return a->count == b->count && memcmp(a->letter, b->letter, sizeof a->letter) == 0 &&
           memcmp(a->decode, b->decode, sizeof a->decode) == 0;
}

static bool encoded_alike(const shape *a, const shape *b) {
    for (int i = 0; i < a->count && a->count == b->count; i++)
        if (letter_encoded(a->letter[i]) != letter_encoded(b->letter[i]) ||
            strcmp(a->encode[i], b->encode[i]) != 0)
            return false;
    return a->count == b->count;
}

/* The shape whose function does for this one, too. */
static int first_like(const shape *shapes, int number, alike *is_alike) {
    int first = 0;
    while (!is_alike(&shapes[first], &shapes[number]))
        first++;
    return first;
}

static void emit_encode_one(const shape *is, int number, FILE *out) {
    fprintf(out,
            "static bool encode_%d_(const gisa_isa *isa, const uint16_t *list, const gisa_operand *o, "
            "uint64_t *bits) {\n    bool fits = true;\n    (void)isa, (void)list, (void)bits, (void)o;\n",
            number);
    for (int i = is->count; i-- > 0;) { /* modifiers first: they decide what some operands mean */
        fputs("    fits &= ", out);
        emit_encode(is, i, out);
        fputs(";\n", out);
    }
    fprintf(out, "    return fits;\n}\n");
}

static void emit_decode_one(const shape *is, int number, FILE *out) {
    fprintf(
        out,
        "static bool decode_%d_(const gisa_isa *isa, unsigned first_op, uint64_t bits, gisa_operand *restrict o) {\n"
        "    const uint16_t *list = &isa->op_list[first_op];\n    const op_start *start = &isa->op_starts[first_op];\n"
        "    (void)list, (void)start, (void)bits, (void)o;\n    return true",
        number);
    for (int i = 0; i < is->count; i++) {
        fputs(" &\n           ", out);
        emit_decode(is, i, out);
    }
    fputs(";\n}\n", out);
}

static void emit_shape(const shape *shapes, int number, FILE *out) {
    if (first_like(shapes, number, decoded_alike) == number)
        emit_decode_one(&shapes[number], number, out);
    if (first_like(shapes, number, encoded_alike) == number)
        emit_encode_one(&shapes[number], number, out);
}

void emit_shapes(spec *s, FILE *out) {
    static shape shapes[MAX_SHAPES];
    held_list tables = {0};
    int count = 0;
    fprintf(out, "/* Written by isagen from isa/%s; not to be edited. */\n#include \"core/shapes.h\"\n\n",
            s->name);
    emit_counts(s, out);
    emit_bank_specs(s, out);
    for (int n = 0; n < s->gen_count; n++) {
        generation *g = &s->g[n];
        if (!is_wanted_generation(s, n))
            continue;
        for (int i = 0; i < g->ops.count; i++)
            set_good_values(g, &g->ops.at[i]);
        for (int i = 0; i < g->forms.count; i++) {
            shape is = shape_of_form(s, n, &g->forms.at[i], &tables, out);
            int k = 0;
            while (k < count && memcmp(&shapes[k], &is, sizeof is) != 0)
                k++;
            if (k == MAX_SHAPES) {
                fail(s, (place){"isagen", 0}, "too many shapes");
                return;
            }
            if (k == count) {
                shapes[count++] = is;
                emit_shape(shapes, k, out);
            }
            g->forms.at[i].f.shape = (uint16_t)k;
        }
    }
    s->shape_count = count;
    fprintf(out, "const operand_shape %s_shapes[] = {\n", s->name);
    for (int i = 0; i < count; i++) {
        fprintf(out, "    {decode_%d_, encode_%d_, %d, UINT64_C(%#llx), UINT64_C(%#llx)},\n",
                first_like(shapes, i, decoded_alike), first_like(shapes, i, encoded_alike), shapes[i].count,
                (unsigned long long)shapes[i].preset, (unsigned long long)shapes[i].rest);
    }
    fprintf(out, "};\n");
}
