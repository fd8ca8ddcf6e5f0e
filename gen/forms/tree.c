/* SPDX-License-Identifier: MIT */
/* Builds the decision tree over the fixed bits of a generation's forms, and refuses forms that
 * overlap.
 *
 * The tree has two levels, so that a walk through it has no branch that depends on the code. The
 * upper nine bits of the first unit give a tree_node, which names up to ten more bits; these give a
 * tree_leaf: the form, or the form to take unless a test says that a more special one may match, or
 * a table with more bits to look at. A form that does not fix all bits that a level looks at stands
 * in several places. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "spec.h"

enum { MAX_WIDTH = 10, MAX_TABLE_WIDTH = 5, ROOT_BITS = 9 };

typedef struct set {
    uint16_t *form;
    int count;
} set;

static int bits_set(uint64_t x) {
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

/* Where the bits of the first level begin. */
int tree_shift(const spec *s) {
    return 8 * s->unit - ROOT_BITS;
}

/* Two forms may both match a word only when one is a special case of the other. */
static void check_overlaps(spec *s, int gen) {
    generation *g = &s->g[gen];
    for (int i = 0; i < g->forms.count; i++)
        for (int k = i + 1; k < g->forms.count; k++) {
            const list_form *a = &g->forms.at[i], *b = &g->forms.at[k];
            uint64_t both = a->f.mask & b->f.mask;
            if (((a->f.value ^ b->f.value) & both) == 0 &&
                (a->f.mask == b->f.mask || (both != a->f.mask && both != b->f.mask)))
                fail(s, s->headers.at[b->header].at, "%s (%s) overlaps with %s (%s) of %s:%d on %s",
                     s->headers.at[b->header].name, b->format, s->headers.at[a->header].name, a->format,
                     s->headers.at[a->header].at.file, s->headers.at[a->header].at.line, s->gen[gen]);
        }
}

static const form *form_at(const generation *g, set forms, int i) {
    return &g->forms.at[forms.form[i]].f;
}

/* Those of `forms` that match where the bits of `mask` are `value`. */
static set select_forms(const generation *g, set forms, uint64_t mask, uint64_t value) {
    set some = {resize(NULL, (size_t)(forms.count + 1) * sizeof *some.form), 0};
    for (int i = 0; i < forms.count; i++)
        if (((form_at(g, forms, i)->value ^ value) & mask & form_at(g, forms, i)->mask) == 0)
            some.form[some.count++] = forms.form[i];
    return some;
}

static uint64_t window(int shift, int width) {
    return ((UINT64_C(1) << width) - 1) << shift;
}

/* How many pairs of forms the bits of `mask` do not tell apart, and how many forms have fixed bits
 * that neither these nor those of `seen` are; counting ends at `limit`. */
static int undecided(const generation *g, set forms, uint64_t mask, uint64_t seen, int limit) {
    int pairs = 0;
    for (int i = 0; i < forms.count; i++)
        pairs += (form_at(g, forms, i)->mask & ~(mask | seen)) != 0;
    for (int i = 0; i < forms.count && pairs < limit; i++) {
        const form *a = form_at(g, forms, i);
        for (int k = i + 1; k < forms.count; k++) {
            const form *b = form_at(g, forms, k);
            pairs += ((a->value ^ b->value) & a->mask & b->mask & mask) == 0;
        }
    }
    return pairs;
}

static void most_fixed_first(const generation *g, set forms) {
    for (int i = 1; i < forms.count; i++) /* stable */
        for (int k = i;
             k > 0 && bits_set(form_at(g, forms, k)->mask) > bits_set(form_at(g, forms, k - 1)->mask); k--) {
            uint16_t t = forms.form[k];
            forms.form[k] = forms.form[k - 1];
            forms.form[k - 1] = t;
        }
}

/* The window with the most bits in which these forms differ, or, where none is fixed in all of
 * them, that the most special one demands. */
static tree_node table_window(const generation *g, set forms, uint64_t seen) {
    uint64_t common = ~seen, differ = 0;
    int most = 0;
    tree_node best = {0};
    for (int i = 0; i < forms.count; i++) {
        common &= form_at(g, forms, i)->mask;
        differ |= form_at(g, forms, i)->value ^ form_at(g, forms, 0)->value;
    }
    if (!(differ &= common))
        differ = form_at(g, forms, 0)->mask & ~seen;
    for (int shift = 0; shift < 64; shift++) {
        int bits = bits_set(differ & window(shift, MAX_TABLE_WIDTH));
        if (bits > most && differ >> shift & 1) {
            uint64_t mask = differ >> shift & window(0, MAX_TABLE_WIDTH);
            int width = 1;
            while (mask >> width)
                width++;
            most = bits;
            best = (tree_node){.shift = (uint8_t)shift, .mask = (uint16_t)window(0, width)};
        }
    }
    return best;
}

/* A table that has been made: for these forms, and what had been seen of the bits that they fix. */
typedef struct made_table {
    set forms;
    uint64_t seen;
    uint16_t number;
} made_table;

static LIST(made_table) made;

/* The number of the table that tells these forms apart, most special first: shift and mask of the
 * bits to look at, then for each of their values a form or, with MORE_BITS, the number of another
 * table. */
static uint16_t make_table(spec *s, generation *g, set forms, uint64_t seen) {
    tree_node node = table_window(g, forms, seen);
    int at = g->lists.count, size = 2 + node.mask + 1;
    uint64_t fixed = 0;
    for (int i = 0; i < forms.count; i++)
        fixed |= form_at(g, forms, i)->mask;
    for (int i = 0; i < made.count; i++)
        if (made.at[i].forms.count == forms.count && made.at[i].seen == (seen & fixed) &&
            memcmp(made.at[i].forms.form, forms.form, (size_t)forms.count * sizeof *forms.form) == 0)
            return made.at[i].number;
    if (at / 2 >= MORE_BITS) {
        fail(s, (place){"isagen", 0}, "too many forms that only a table tells apart");
        return 0;
    }
    made_table *m = LIST_ADD(made);
    *m = (made_table){{resize(NULL, (size_t)forms.count * sizeof *forms.form), forms.count},
                      seen & fixed,
                      (uint16_t)(at / 2)};
    memcpy(m->forms.form, forms.form, (size_t)forms.count * sizeof *forms.form);
    for (int i = 0; i < size + size % 2; i++)
        *LIST_ADD(g->lists) = (uint16_t)g->forms.count;
    g->lists.at[at] = node.shift;
    g->lists.at[at + 1] = node.mask;
    seen |= (uint64_t)node.mask << node.shift;
    for (uint32_t v = 0; v <= node.mask; v++) {
        set some = select_forms(g, forms, (uint64_t)node.mask << node.shift, (uint64_t)v << node.shift);
        bool certain = some.count < 2 || !(form_at(g, some, 0)->mask & ~seen);
        uint16_t found = !some.count ? (uint16_t)g->forms.count
                         : certain   ? some.form[0]
                                     : (uint16_t)(MORE_BITS | make_table(s, g, some, seen));
        g->lists.at[at + 2 + (int)v] = found;
        free(some.form);
    }
    return (uint16_t)(at / 2);
}

/* What must hold so that one of the first `count` forms may match. */
static tree_test common_test(const generation *g, set forms, int count) {
    uint64_t mask = UINT64_MAX, differ = 0;
    for (int i = 0; i < count; i++) {
        mask &= form_at(g, forms, i)->mask;
        differ |= form_at(g, forms, i)->value ^ form_at(g, forms, 0)->value;
    }
    mask &= ~differ;
    return (tree_test){.mask = mask, .value = form_at(g, forms, 0)->value & mask};
}

/* How a leaf is decided. `forms` are in order, the most special one first; `seen`: the bits that
   led here. */
typedef struct decision {
    bool sure;   /* the most general form matches whatever the other bits are */
    bool listed; /* only a list tells which form it is */
    tree_test test;
} decision;

static decision decide(const generation *g, set forms, uint64_t seen) {
    decision d = {.sure = forms.count && !(form_at(g, forms, forms.count - 1)->mask & ~seen)};
    if (!forms.count || (forms.count == 1 && d.sure))
        return d;
    if (d.sure)
        d.test = common_test(g, forms, forms.count - 1);
    /* Has all that the more special form demands been seen, by the test or on the path here? */
    d.listed = !(d.sure && forms.count == 2 && !(form_at(g, forms, 0)->mask & ~(d.test.mask | seen)));
    d.test.form = d.listed ? SEARCH : forms.form[0];
    return d;
}

static tree_leaf make_leaf(spec *s, generation *g, set forms, uint64_t seen) {
    decision d = decide(g, forms, seen);
    if (!forms.count)
        return (tree_leaf){(uint16_t)g->forms.count, 0};
    if (forms.count == 1 && d.sure)
        return (tree_leaf){forms.form[0], 0};
    if (d.listed)
        d.test.list = make_table(s, g, forms, seen);
    *LIST_ADD(g->tests) = d.test;
    return (tree_leaf){d.sure ? forms.form[forms.count - 1] : (uint16_t)g->forms.count,
                       (uint16_t)(g->tests.count - 1)};
}

/* How many of all words come to a leaf with a list: `1 << MAX_WIDTH` = all. */
static int listed(const generation *g, set forms, tree_node node, uint64_t seen) {
    int count = 0;
    seen |= (uint64_t)node.mask << node.shift;
    for (uint32_t v = 0; v <= node.mask; v++) {
        set some = select_forms(g, forms, (uint64_t)node.mask << node.shift, (uint64_t)v << node.shift);
        count += decide(g, some, seen).listed;
        free(some.form);
    }
    return count * (1 << MAX_WIDTH) / (node.mask + 1);
}

/* The window that leaves the least undecided; or one that is as good, for its leaves have tests and
 * not lists. The narrower it is, the less memory a walk touches. */
static tree_node choose_window(const generation *g, set forms, uint64_t seen, int tree_shift) {
    tree_node best = {0}, narrow;
    int least = undecided(g, forms, 0, seen, INT_MAX), lists;
    for (int width = 1; width <= MAX_WIDTH; width++)
        for (int shift = 0; shift + width <= tree_shift; shift++) {
            int left = undecided(g, forms, window(shift, width), seen, least);
            if (left < least) {
                least = left;
                best = (tree_node){.shift = (uint8_t)shift, .mask = (uint16_t)((1u << width) - 1)};
            }
        }
    lists = listed(g, forms, best, seen);
    for (int width = 0; (1u << width) - 1 < best.mask; width++)
        for (int shift = 0; shift + width <= tree_shift; shift++) {
            narrow = (tree_node){.shift = (uint8_t)shift, .mask = (uint16_t)((1u << width) - 1)};
            if (listed(g, forms, narrow, seen) <= lists)
                return narrow;
        }
    return best;
}

static tree_node make_node(spec *s, generation *g, set forms) {
    uint64_t root = window(tree_shift(s), ROOT_BITS);
    tree_node node = choose_window(g, forms, root, tree_shift(s));
    node.first = (uint32_t)g->leaves.count;
    for (uint32_t v = 0; v <= node.mask; v++) {
        set some = select_forms(g, forms, (uint64_t)node.mask << node.shift, (uint64_t)v << node.shift);
        uint64_t seen = root | (uint64_t)node.mask << node.shift;
        *LIST_ADD(g->leaves) = make_leaf(s, g, some, seen);
        *LIST_ADD(g->leaf_lengths) = leaf_length_of(s, g, some.form, some.count, seen);
        free(some.form);
    }
    return node;
}

void build_tree(spec *s, int gen) {
    generation *g = &s->g[gen];
    set all = {resize(NULL, (size_t)(g->forms.count + 1) * sizeof *all.form), g->forms.count},
        before = {NULL, 0};
    uint64_t root = window(tree_shift(s), ROOT_BITS);
    check_overlaps(s, gen);
    made.count = 0; /* of another generation */
    if (g->forms.count >= MORE_BITS)
        fail(s, (place){"isagen", 0}, "too many forms");
    for (int i = 0; i < g->forms.count; i++)
        all.form[i] = (uint16_t)i;
    *LIST_ADD(g->tests) = (tree_test){.value = 1}; /* nothing passes it */
    for (uint32_t v = 0; v < TREE_NODES; v++) {
        set some = select_forms(g, all, root, (uint64_t)v << tree_shift(s));
        bool same = v && some.count == before.count &&
                    memcmp(some.form, before.form, (size_t)some.count * sizeof *some.form) == 0;
        tree_node node;
        most_fixed_first(g, some);
        node = same ? g->nodes.at[v - 1] : make_node(s, g, some);
        *LIST_ADD(g->nodes) = node;
        free(before.form);
        before = some;
    }
    if (g->leaves.count > 0xffff)
        fail(s, (place){"isagen", 0}, "too many leaves in the tree");
    free(before.form);
    free(all.form);
}
