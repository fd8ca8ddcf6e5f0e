/* SPDX-License-Identifier: MIT */
/* Forms of one name: which ones an assembler that tries them in order may take for a later one,
 * where the text has to tell them apart by a field. */
#include "spec.h"

static bool is_positional(const op_spec *op) {
    return !(op->flags & (OP_MODIFIER | OP_PREFIX | OP_SUFFIX)) || op->codec == CODEC_JOIN;
}

/* A word at the mnemonic that is always there. */
static bool is_demanded(const op_spec *op) {
    return (op->flags & OP_SUFFIX) && ((op->flags & OP_ALWAYS) || op->codec == CODEC_WORD);
}

static bool same_registers(const generation *g, const op_spec *a, const op_spec *b) {
    const bank_spec *x = &g->banked.at[a->banked - 1], *y = &g->banked.at[b->banked - 1];
    for (int kind = 0; kind < GISA_KIND_COUNT; kind++)
        if (g->register_tables.at[x->files].file[kind].end && g->register_tables.at[y->files].file[kind].end)
            return true;
    return false;
}

/* Has `f` the words at the mnemonic that `other` demands? */
static bool has_words(const generation *g, const list_form *other, const list_form *f) {
    for (int i = 0; i < other->f.op_count; i++) {
        const op_spec *op = &g->ops.at[other->ops[i]];
        bool found = !is_demanded(op);
        for (int k = 0; k < f->f.op_count && !found; k++) {
            const op_spec *its = &g->ops.at[f->ops[k]];
            found = (its->flags & OP_SUFFIX) && its->codec == op->codec && its->names == op->names &&
                    its->key == op->key;
        }
        if (!found)
            return false;
    }
    return true;
}

static const op_spec *next_positional(const generation *g, const list_form *lf, int *at) {
    while (*at < lf->f.op_count) {
        const op_spec *op = &g->ops.at[lf->ops[(*at)++]];
        if (is_positional(op))
            return op;
    }
    return NULL;
}

static bool may_take(const generation *g, const list_form *other, const list_form *f) {
    int i = 0, k = 0;
    for (;;) {
        const op_spec *a = next_positional(g, f, &i), *b = next_positional(g, other, &k);
        if (!a || !b)
            return !a && !b && has_words(g, other, f) && has_words(g, f, other);
        if (a->codec != b->codec || a->key != b->key ||
            (a->codec == CODEC_BANKED && !same_registers(g, a, b)))
            return false;
    }
}

/* The first field with a name in which the forms differ; -1 = there is none. */
static int telling_field(const generation *g, const form *f, const form *other) {
    const format_row *row = &g->formats.at[f->format];
    uint64_t differ = (other->value ^ f->value) & f->mask & other->mask;
    for (int i = 0; i < row->field_count; i++)
        if (field_get(differ, g->format_fields.at[row->first_field + i].at))
            return i;
    return -1;
}

static uint64_t pieces_mask(const bit_piece *pieces, int count) {
    uint64_t mask = 0;
    for (int i = 0; i < count; i++)
        mask |= (uint64_t)pieces[i].mask << pieces[i].shift;
    return mask;
}

/* Operands may have a swizzle in common. */
static bool shares(const generation *g, const list_form *lf) {
    uint64_t seen = 0;
    for (int i = 0; i < lf->f.op_count; i++) {
        const op_spec *op = &g->ops.at[lf->ops[i]];
        uint64_t mine;
        if (op->codec != CODEC_BANKED)
            continue;
        const bank_spec *b = &g->banked.at[op->banked - 1];
        mine = pieces_mask(b->number, REGISTER_PIECES) | pieces_mask(b->selector, SELECTOR_PIECES) |
               (uint64_t)op->neg.width << op->neg.shift | (uint64_t)op->abs.width << op->abs.shift;
        if (mine & seen)
            return true;
        seen |= mine;
    }
    return false;
}

static bool has_special_case(const generation *g, const form *f) {
    for (int i = 0; i < g->forms.count; i++) {
        const form *other = &g->forms.at[i].f;
        if (other != f && (other->mask & f->mask) == f->mask && (other->value & f->mask) == f->value)
            return true;
    }
    return false;
}

void mark_shared(generation *g) {
    for (int i = 0; i < g->forms.count; i++) {
        list_form *lf = &g->forms.at[i];
        if ((lf->f.flags & FORM_FIELDS) && (shares(g, lf) || has_special_case(g, &lf->f)))
            lf->f.flags |= FORM_SHARES;
    }
}

void add_rivals(spec *s, generation *g, const uint16_t *candidates, int count) {
    for (int i = 0; i < count; i++) {
        list_form *f = &g->forms.at[candidates[i]];
        uint16_t first = (uint16_t)g->rivals.count;
        if (!(f->f.flags & FORM_FIELDS))
            continue;
        for (int k = 0; k < i; k++) {
            const list_form *other = &g->forms.at[candidates[k]];
            int tells = telling_field(g, &f->f, &other->f);
            if (!may_take(g, other, f) || other->f.flags & FORM_NEVER)
                continue;
            if (tells < 0)
                fail(s, s->headers.at[f->header].at, "no named field tells %s from %s:%d", f->format,
                     s->headers.at[other->header].at.file, s->headers.at[other->header].at.line);
            *LIST_ADD(g->rivals) = (rival){candidates[k], (uint8_t)tells};
        }
        if (g->rivals.count > first) {
            *LIST_ADD(g->rivals) = (rival){NO_RIVAL, 0};
            f->f.rivals = first;
        }
        if (g->rivals.count > NO_RIVAL)
            fail(s, s->headers.at[f->header].at, "too many forms that may be taken for others");
    }
}
