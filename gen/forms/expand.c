/* SPDX-License-Identifier: MIT */
/* Turns headers into forms: for each generation, each header in its own format and in the promoted
 * ones, with operands resolved to bit fields and every bit accounted for. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/operands.h"
#include "core/words.h"
#include "expand.h"

/* ---- one form --------------------------------------------------------------------------- */

static bool tail_applies(const header *h, const char *conditions, int gen) {
    for (const char *p = conditions; *p;) {
        char word[MAX_NAME];
        size_t n = strcspn(p, "|");
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        if (strcmp(word, "float") == 0) {
            int type = h->operand_count ? type_named(h->operand[0].type) : -1;
            if (type >= 0 && words_types[type].floating)
                return true;
        } else if (find_flag(h, word, gen))
            return true;
        p += n + (p[n] == '|');
    }
    return false;
}

static uint16_t add_op(generation *g, const op_spec *op) {
    for (int i = g->ops.count - 1; i >= 0; i--)
        if (memcmp(&g->ops.at[i], op, sizeof *op) == 0)
            return (uint16_t)i;
    *LIST_ADD(g->ops) = *op;
    return (uint16_t)(g->ops.count - 1);
}

/* Code 255 in this field makes the instruction 8 bytes long. */
static void add_literal(context *c, form_length *length, field at) {
    for (int i = 0; i < 2; i++)
        if (!length->mask[i]) {
            length->mask[i] = (uint32_t)field_mask(at);
            length->value[i] = (uint32_t)OPERAND_LITERAL << at.shift;
            return;
        }
    fail(c->s, c->h->at, "%s: more than two operands that may be literals", c->h->name);
}

/* "+ rsq.f32": what stands between the two halves of a dual-issue instruction. */
static op_spec join_operand(context *c, const char *text) {
    op_spec op = {.codec = CODEC_JOIN, .flags = OP_MODIFIER | OP_ALWAYS | OP_SPACE};
    op.key = intern(c->s, text);
    op.key_size = word_size(c->s, text, c->h->at);
    op.name = intern(c->s, "and");
    op.doc = intern(c->s, operand_meaning(c->s, c->f->name, "and"));
    op.start.kind = GISA_KIND_FLAG;
    op.start.flags = op.unwritten = GISA_OPERAND_MODIFIER | GISA_OPERAND_IMPLIED;
    return op;
}

static void add_operand(context *c, list_form *lf, const row_operand *r, bool tail) {
    op_spec op;
    if (r->name[0] == '+')
        op = join_operand(c, r->name);
    else if (!resolve_operand(c, r, tail, &op)) {
        if (op.f[0].width) {
            lf->f.spare = op.f[0];
            lf->f.spare_count = op.count;
            lf->f.spare_always = op.flags & OP_ALWAYS;
        }
        return;
    }
    give_role(c, lf, &op);
    if (lf->f.op_count == MAX_OPERANDS) {
        fail(c->s, c->h->at, "%s: more than %d operands", c->h->name, MAX_OPERANDS);
        return;
    }
    if (op.codec == CODEC_CODE && (op.flags & OP_LITERAL) && c->f->size == 4)
        add_literal(c, &lf->length, op.f[0]);
    lf->f.flags |=
        (uint16_t)((op.flags & OP_MODIFIER ? FORM_MODIFIERS : 0) |
                   ((op.count_of | op.plus.width) && !(op.flags & OP_ANY_COUNT) ? FORM_COUNTS : 0) |
                   (op.codec == CODEC_MTBUF_FORMAT ? FORM_BUFFER_FORMAT : 0) |
                   (op.codec == CODEC_WORD || op.codec == CODEC_DPP_CTRL || (op.ways & WAY_DEMANDED)
                        ? FORM_DEMANDS
                        : 0));
    if ((op.flags & OP_LITERAL) || op.codec == CODEC_LITERAL) {
        lf->f.flags |= lf->literals ? FORM_LITERALS : 0;
        lf->literals = true;
    }
    lf->f.prefixes |= (uint16_t)((op.flags & OP_PREFIX ? 1 : 0) << lf->f.op_count);
    lf->f.suffixes |= (uint16_t)((op.flags & OP_SUFFIX ? 1 : 0) << lf->f.op_count);
    bool positional = !(op.flags & OP_MODIFIER) || op.codec == CODEC_JOIN;
    lf->f.positionals |= (uint16_t)(positional << lf->f.op_count);
    uint16_t number = add_op(&c->s->g[c->gen], &op);
    if (op.codec == CODEC_BANKED && op.banked) {
        describe_bank(c->s, c->gen, number, c->operand, find_and_claim, c);
        bool depends = c->s->g[c->gen].banked.at[op.banked - 1].flags & BANK_DEPENDS;
        lf->f.flags |= depends ? FORM_DEPENDS : 0;
    }
    lf->ops[lf->f.op_count++] = number;
}

static void add_tail(context *c, list_form *lf) {
    for (int i = 0; i < c->s->tails.count; i++) {
        const tail_line *t = &c->s->tails.at[i];
        if (!(t->gens >> c->gen & 1) || strcmp(t->format, c->f->name) != 0)
            continue;
        for (int k = 0; k < t->count; k++) {
            row_operand r = {0};
            const char *mark = strchr(t->item[k], '?');
            snprintf(r.name, sizeof r.name, "%.*s", (int)strcspn(t->item[k], "?"), t->item[k]);
            if (!mark || tail_applies(c->h, mark + 1, c->gen))
                add_operand(c, lf, &r, true);
        }
    }
}

/* "op@9" -> 9; -1: the name does not say which bits of the opcode the field holds. */
static int opcode_place(const bit_field *b) {
    return b->name[2] == '@' ? atoi(b->name + 3) & 31 : -1;
}

/* The opcode may be in several fields: first those that say which bits they hold, then the others,
   the most significant bits in the first one. */
static void set_opcode(context *c, list_form *lf, uint32_t opcode) {
    uint32_t left = opcode;
    int width = 0;
    for (int i = 2 * c->f->field_count - 1; i >= 0; i--) {
        const bit_field *b = &c->f->field[i % c->f->field_count];
        field at = {(uint8_t)b->shift, (uint8_t)b->width};
        int low = is_opcode_field(b->name) ? opcode_place(b) : -1;
        if (!is_opcode_field(b->name) || (low >= 0) != (i >= c->f->field_count))
            continue;
        uint32_t part = low >= 0 ? left >> low & (uint32_t)(field_mask(at) >> b->shift) : left;
        lf->f.mask |= field_mask(at);
        lf->f.value |= ((uint64_t)part << b->shift) & field_mask(at);
        left = low >= 0 ? left & ~(part << low) : left >> b->width;
        width += b->width;
    }
    if (left && !width)
        fail(c->s, c->h->at, "%s: format %s has no opcode field", c->h->name, c->f->name);
    else if (left)
        fail(c->s, c->h->at, "%s: opcode 0x%x does not fit the %d bits of %s", c->h->name, opcode, width,
             c->f->name);
}

static int class_of(context *c) {
    const flag *f = find_flag(c->h, "class", c->gen);
    if (f && f->args)
        for (int i = 0; i < GISA_CLASS_COUNT; i++)
            if (strcmp(words_classes[i], f->args) == 0)
                return i;
    if (f)
        fail(c->s, c->h->at, "unknown class '%s'", f->args ? f->args : "");
    return c->f->class_;
}

/* Whether the fact that a class names is stated for the generation, and is not 0. */
static bool holds(spec *s, const class_line *l, int gen) {
    bool known = !*l->reads_fact, is = false;
    for (int i = 0; i < s->facts.count; i++)
        if (strcmp(s->facts.at[i].name, l->reads_fact) == 0) {
            known = true;
            is |= (s->facts.at[i].gens >> gen & 1) && s->facts.at[i].value;
        }
    if (!known)
        fail(s, l->at, "no fact '%s'", l->reads_fact);
    return is;
}

static void set_state(context *c, form *f) {
    f->reads = c->h->facts.reads;
    f->writes = c->h->facts.writes;
    for (int i = 0; i < c->s->classes.count; i++)
        if (c->s->classes.at[i].class_ == c->f->class_) {
            f->reads |= c->s->classes.at[i].reads;
            f->reads |= holds(c->s, &c->s->classes.at[i], c->gen) ? c->s->classes.at[i].reads_if : 0;
            f->writes |= c->s->classes.at[i].writes;
        }
    for (int i = 0; i < c->h->flag_count; i++) {
        const flag *fl = &c->h->flags[i];
        bool reads = strcmp(fl->name, "reads") == 0, writes = strcmp(fl->name, "writes") == 0;
        if (!(fl->gens >> c->gen & 1) || !fl->args)
            continue;
        if (reads || writes || strcmp(fl->name, "ignores") == 0) {
            uint32_t mask = state_mask(c->s, c->h->at, fl->args, strlen(fl->args));
            if (reads)
                f->reads |= mask;
            else if (writes)
                f->writes |= mask;
            else
                f->reads &= ~mask;
        }
    }
}

static void set_print(spec *s, form *f, int syntax, const char *mnemonic, place at) {
    f->print[syntax] = intern(s, mnemonic);
    f->print_size[syntax] = word_size(s, mnemonic, at);
}

/* Forms with the same operands share their place in op_list. */
static void list_operands(generation *g, list_form *lf) {
    for (list_form *before = g->forms.at; before < lf; before++)
        if (before->f.op_count == lf->f.op_count &&
            memcmp(before->ops, lf->ops, lf->f.op_count * sizeof *lf->ops) == 0) {
            lf->f.first_op = before->f.first_op;
            return;
        }
    lf->f.first_op = (uint16_t)g->op_list.count;
    for (int i = 0; i < lf->f.op_count; i++)
        *LIST_ADD(g->op_list) = lf->ops[i];
}

static void add_form(spec *s, int gen, int header_index, const format *f, uint32_t opcode, const char *suffix,
                     bool silent, int order) {
    generation *g = &s->g[gen];
    context c = {.s = s, .h = &s->headers.at[header_index], .f = f, .gen = gen};
    list_form *lf = LIST_ADD(g->forms);
    char mnemonic[2 * MAX_NAME];
    memset(lf, 0, sizeof *lf);
    lf->header = header_index;
    lf->order = order;
    snprintf(lf->format, sizeof lf->format, "%s", f->name);
    lf->f.mask = f->mask;
    lf->f.value = f->value;
    lf->f.size = (uint8_t)f->size;
    lf->f.opcode = (uint16_t)opcode;
    lf->length.value[0] = lf->length.value[1] = f->size > s->unit ? 0 : 1;
    set_opcode(&c, lf, opcode);
    for (int i = 0; i < c.h->operand_count; i++)
        add_operand(&c, lf, &c.h->operand[i], false);
    if (!find_flag(c.h, "notail", gen))
        add_tail(&c, lf);
    lf->f.zero = f->zero;
    lf->f.unused = f->unused;
    c.claimed |= lf->f.mask;
    for (int i = 0; i < f->field_count; i++) {
        uint64_t mask =
            field_mask((field){(uint8_t)f->field[i].shift, (uint8_t)f->field[i].width}) & ~c.claimed;
        *(f->field[i].ignored || s->complete ? &lf->f.unused : &lf->f.zero) |= mask;
    }
    lf->f.preset = c.preset;
    lf->f.unused |= c.preset;
    lf->f.zero &= ~c.preset;
    lf->f.class_ = (uint8_t)class_of(&c);
    set_flow(&c, lf);
    lf->f.flags |= s->complete ? FORM_FIELDS : 0;
    lf->f.flags |= find_flag(c.h, "keeps_half", gen) ? FORM_KEEPS_HALF : 0;
    lf->f.flags |= find_flag(c.h, "high_half", gen) ? FORM_HIGH_HALF : 0;
    lf->f.flags |= find_flag(c.h, "types", gen) ? FORM_TYPES : 0;
    lf->f.flags |= f->class_ == GISA_CLASS_VALU ? FORM_VECTOR_BUS : 0;
    set_state(&c, &lf->f);
    snprintf(mnemonic, sizeof mnemonic, "%.*s%s", (int)strcspn(c.h->name, "+"), c.h->name,
             silent ? "" : suffix);
    snprintf(lf->suffix, sizeof lf->suffix, "%s", suffix);
    set_print(s, &lf->f, GISA_SYNTAX_LLVM, mnemonic, c.h->at);
    lf->f.suffix = intern(s, suffix);
    const flag *alias = find_flag(c.h, "alias", gen);
    lf->f.aliases = alias && alias->args ? intern(s, alias->args) : 0;
    const flag *clrx = find_flag(c.h, "clrx", gen);
    lf->f.clrx = clrx && clrx->args ? intern(s, clrx->args) : 0;
    /* CLRX has names of its own for some instructions, and needs no word for the short encoding. */
    const char *name = lf->f.clrx ? clrx->args : c.h->name;
    snprintf(mnemonic, sizeof mnemonic, "%.*s%s", (int)strcspn(name, "+"), name,
             silent || strcmp(suffix, "_e32") == 0 ? "" : suffix);
    set_print(s, &lf->f, GISA_SYNTAX_CLRX, mnemonic, c.h->at);
    const flag *unsure = find_flag(c.h, "unsure", gen);
    lf->f.unsure = unsure && unsure->args ? intern(s, unsure->args) : 0;
    const flag *approximate = find_flag(c.h, "approximate", gen);
    lf->f.approximate = approximate && approximate->args ? intern(s, approximate->args) : 0;
    list_operands(g, lf);
}

static void expand_header(spec *s, int gen, int index) {
    header *h = &s->headers.at[index];
    const format *f = find_format(s, h->format, gen);
    const flag *no = find_flag(h, "no", gen);
    if (!f) {
        fail(s, h->at, "%s: no format %s on %s", h->name, h->format, s->gen[gen]);
        return;
    }
    add_form(s, gen, index, f, (uint32_t)h->opcode[gen], f->suffix,
             f->silent || find_flag(h, "nosuffix", gen) != NULL, 0);
    for (int i = 0; i < s->promotions.count; i++) {
        const promotion *p = &s->promotions.at[i];
        const format *to = find_format(s, p->to, gen);
        if (!(p->gens >> gen & 1) || strcmp(p->from, h->format) != 0)
            continue;
        if (!to)
            fail(s, p->at, "no format %s on %s", p->to, s->gen[gen]);
        else if (!no || !excludes(no, p)) {
            add_form(s, gen, index, to, (uint32_t)h->opcode[gen] + p->plus, p->suffix, p->silent, i + 1);
            if (p->never)
                s->g[gen].forms.at[s->g[gen].forms.count - 1].f.flags |= FORM_NEVER;
        }
    }
}

void expand(spec *s) {
    number_parts(s);
    number_tables(s);
    for (int g = 0; g < s->gen_count; g++) {
        expand_codes(s, g);
        expand_code_operands(&s->g[g]);
        expand_names(s, g);
        for (int i = 0; i < s->headers.count; i++)
            if (s->headers.at[i].opcode[g] >= 0)
                expand_header(s, g, i);
    }
    for (int i = 0; i < s->operands.count; i++)
        if (!s->operands.at[i].used)
            fail(s, s->operands.at[i].at, "operand %s%s%s is used by no row", s->operands.at[i].format,
                 *s->operands.at[i].format ? "." : "", s->operands.at[i].name);
}
