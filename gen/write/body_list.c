/* SPDX-License-Identifier: MIT */
/* Finds what each body is when it is written as C: its kind, the widths of its operands, the name
   of its function. */
#include <ctype.h>
#include <string.h>

#include "bodies.h"

/* ---- what a body says ------------------------------------------------------------------- */

static bool says(const header *h, int role) {
    return h->facts.role[role].access != 0;
}

/* A body that goes through memory, or whose lanes look at each other. */
static bool looks_around(const header *h) {
    return h->facts.effects & (WORD_ELEMENT | WORD_ATOMIC | WORD_ADDRESS | WORD_LANES | WORD_ORDERED);
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

/* A body that reads elements, or writes them, at its lane's address and does nothing else: it may
   run on all lanes at once. */
static bool is_plain(const header *h) {
    const body_facts *f = &h->facts;
    const uint32_t others =
        WORD_ATOMIC | WORD_ALONE | WORD_ORDERED | WORD_STOPS | WORD_LANES | WORD_STATE | WORD_JUMPS;
    return (f->effects & WORD_ROWS) && !(f->effects & others) && !(f->read && f->written);
}

/* One atomic operation after another on elements in LDS: no other wave comes between, so that they
   may be done where elements are found for all lanes at once. */
static bool is_atomic_in_rows(const header *h) {
    const body_facts *f = &h->facts;
    const uint32_t others =
        WORD_ELEMENT | WORD_ALONE | WORD_ORDERED | WORD_STOPS | WORD_LANES | WORD_STATE | WORD_JUMPS;
    return (f->effects & WORD_ATOMIC) && (f->effects & WORD_ROWS) && !(f->effects & others) && !f->floats &&
           in_lds_alone(h);
}

static enum body_kind kind_of(const spec *s, const header *h) {
    int c = format_class(s, h);
    if (c == GISA_CLASS_SALU || c == GISA_CLASS_CONTROL)
        return SCALAR;
    if ((c == GISA_CLASS_VALU || c == GISA_CLASS_INTERP) && !runs_once(s, h) && !looks_around(h))
        return COMPUTES;
    if (c == GISA_CLASS_IMAGE)
        return LANES;
    return c != GISA_CLASS_VALU && !runs_once(s, h) && !(h->facts.effects & WORD_LANES) ? MEMORY : LANES;
}

/* ---- what the operands are --------------------------------------------------------------- */

static int bits_of(const op_spec *op, bool packed) {
    switch (op->type) {
    case GISA_TYPE_B16:
    case GISA_TYPE_U16:
    case GISA_TYPE_I16:
    case GISA_TYPE_F16: return 16;
    case GISA_TYPE_V2B16:
    case GISA_TYPE_V2I16:
    case GISA_TYPE_V2F16: return packed ? 16 : 32;
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
                (op->type == GISA_TYPE_V2B16 || op->type == GISA_TYPE_V2I16 || op->type == GISA_TYPE_V2F16);
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

/* Of the operands that the body speaks of. The same for all forms of all headers that share it, or
 * it could not be compiled once. */
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

/* ---- all of them --------------------------------------------------------------------------- */

/* The header that is the first of its body, or NULL. */
const header *next_body(const spec *s, int *last) {
    for (int i = 0; i < s->headers.count; i++)
        if (s->headers.at[i].body_number == *last + 1 && !find_flag(&s->headers.at[i], "like", -1)) {
            ++*last;
            return &s->headers.at[i];
        }
    return NULL;
}

static bool is_load(const spec *s, const header *h) {
    return format_class(s, h) == GISA_CLASS_SMEM && is_plain(h) && !h->facts.written;
}

/* ---- names --------------------------------------------------------------------------------- */

static int bodies_called(const body_list *list, const char *name, const char *in_format, int before) {
    int n = 0;
    for (int i = 0; i < before; i++) {
        const header *h = list->at[i].h;
        n += strcmp(h->name, name) == 0 && (!in_format || strcmp(h->format, in_format) == 0);
    }
    return n;
}

/* The row's name; where several bodies have it, with the format, and where that is the same too,
   with a number. */
static void name_body(const body_list *list, body *b) {
    const header *h = b->h;
    bool several = bodies_called(list, h->name, NULL, list->count) > 1;
    int before = bodies_called(list, h->name, h->format, (int)(b - list->at));
    size_t size = (size_t)snprintf(b->name, sizeof b->name, "%s%s%s", h->name, several ? "_" : "",
                                   several ? h->format : "");
    if (before)
        snprintf(b->name + size, sizeof b->name - size, "_%d", before + 1);
    for (char *p = b->name; *p; p++)
        if (!isalnum((unsigned char)*p))
            *p = '_';
}

/* ---- equal ones ---------------------------------------------------------------------------- */

typedef bool word_comparer(const body_word *a, const body_word *b);

static bool are_same(const body_word *a, const body_word *b) {
    return a == b;
}

/* For all lanes at once, an element that may be in memory is there. */
static bool are_same_for_all_lanes(const body_word *a, const body_word *b) {
    return a == b || (a && b && a->effects == b->effects && a->params == b->params &&
                      (a->effects & WORD_ROWS) && (a->states & b->states & GISA_STATE_MEMORY));
}

static bool have_same_name(const body_node *a, const body_node *b) {
    return a->word || (a->name ? b->name && strcmp(a->name, b->name) == 0 : !b->name);
}

static bool same_trees(const body_node *a, const body_node *b, const body_node *end, word_comparer *same) {
    for (; a && b && b != end; a = a->next, b = b->next)
        if (a->kind != b->kind || a->type.kind != b->type.kind || a->type.bits != b->type.bits ||
            strcmp(a->op, b->op) != 0 || !same(a->word, b->word) || a->view != b->view ||
            a->instance != b->instance || a->value != b->value || a->count != b->count ||
            !have_same_name(a, b) || !same_trees(a->below, b->below, NULL, same))
            return false;
    return !a && b == end;
}

static bool is_bit_of(const body_node *n, int role) {
    return n->kind == NODE_VIEW && n->below->kind == NODE_WORD && n->below->word->effects & WORD_OPERAND &&
           n->below->word->role == role;
}

/* The last statement if it is NEW_EXEC.bit = D.bit. */
static const body_node *copy_to_exec(const header *h) {
    const body_node *n = h->tree->below;
    while (n && n->next)
        n = n->next;
    return n && n->kind == NODE_ASSIGN && strcmp(n->op, "=") == 0 && is_bit_of(n->below, ROLE_NEW_EXEC) &&
                   is_bit_of(n->below->next, ROLE_D)
               ? n
               : NULL;
}

/* Comparisons with and without exceptions, for example, or, but for the copy at its end, those that
   set EXEC, too. */
static bool are_equal(const body *a, const body *b, const body_node *copy) {
    return a->kind == b->kind && a->load == b->load && a->near == b->near &&
           (a->masks | (copy ? 1u << ROLE_NEW_EXEC : 0)) == b->masks &&
           a->h->facts.floats == b->h->facts.floats && memcmp(&a->roles, &b->roles, sizeof a->roles) == 0 &&
           strcmp(a->h->at.file, b->h->at.file) == 0 &&
           same_trees(a->h->tree->below, b->h->tree->below, copy, are_same);
}

static void share(body_list *list) {
    for (body *b = list->at; b < list->at + list->count; b++) {
        const body_node *copy = copy_to_exec(b->h);
        for (const body *first = list->at; first < b && !b->again; first++)
            if (!first->again && are_equal(first, b, copy)) {
                memcpy(b->name, first->name, sizeof b->name);
                b->again = true;
                b->copies = copy != NULL;
            }
    }
}

/* Loads and stores of FLAT and GLOBAL: each has its function for one lane, but those for all lanes,
   which are long, are the same. */
static bool are_equal_for_all_lanes(const body *a, const body *b) {
    return a->near && b->near && !a->load && !b->load && in_lds_alone(a->h) == in_lds_alone(b->h) &&
           memcmp(&a->roles, &b->roles, sizeof a->roles) == 0 &&
           same_trees(a->h->tree->below, b->h->tree->below, NULL, are_same_for_all_lanes);
}

static void share_for_all_lanes(body_list *list) {
    for (body *b = list->at; b < list->at + list->count; b++) {
        b->rows = b->name;
        b->rows_again = b->again;
        for (const body *first = list->at; first < b && !b->rows_again; first++)
            if (!first->rows_again && are_equal_for_all_lanes(first, b)) {
                b->rows = first->name;
                b->rows_again = true;
            }
    }
}

body_list list_bodies(spec *s) {
    body_list list = {0};
    const header *h;
    for (int last = 0; (h = next_body(s, &last));) {
        body *b = LIST_ADD(list);
        b->h = h;
        b->number = last;
        b->kind = kind_of(s, h);
        b->load = is_load(s, h);
        b->near = b->load || (b->kind == MEMORY && (is_plain(h) || is_atomic_in_rows(h)));
        if (!s->banks.count) {
            b->roles = body_roles(s, h);
            if (h->facts.effects & WORD_MASK)
                b->roles.bits[BODY_SOURCES - 1] = MASK;
            b->masks = masks_of(s, h, &b->roles);
            b->across = is_across(s, b);
            b->near |= b->across;
        }
    }
    for (int i = 0; i < list.count; i++)
        name_body(&list, &list.at[i]);
    if (!s->banks.count)
        share(&list);
    share_for_all_lanes(&list);
    return list;
}
