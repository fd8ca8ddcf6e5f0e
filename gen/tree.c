/* SPDX-License-Identifier: MIT */
/* Builds the decision tree over the fixed bits of a generation's forms, and refuses forms that overlap.
 *
 * The tree is an array of 32-bit entries. Entry 0 is the root.
 *   inner  bit 31 set: bits 30:26 = shift, 25:22 = width, 21:0 = first of 1 << width entries
 *   leaf   bit 31 clear: index in `leaves` of the candidates, most specific first, ended by 0xffff
 */
#include <stdlib.h>
#include <string.h>

#include "spec.h"

enum { MAX_WIDTH = 10 };

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

/* The longest run of first-dword bits that all forms of the set fix, without those in `seen`. */
static bool choose_bits(const generation *g, set forms, uint32_t seen, int *shift, int *width) {
    uint32_t common = ~seen;
    uint32_t differ = 0;
    for (int i = 0; i < forms.count; i++) {
        common &= (uint32_t)g->forms.at[forms.form[i]].f.mask;
        differ |= (uint32_t)(g->forms.at[forms.form[i]].f.value ^ g->forms.at[forms.form[0]].f.value);
    }
    *width = 0;
    if (!(common & differ))
        return false;
    for (int high = 31; high >= 0; high--) {
        int low = high;
        if (!(common >> high & 1))
            continue;
        while (low > 0 && (common >> (low - 1) & 1) && high - low + 1 < MAX_WIDTH)
            low--;
        uint32_t mask = (uint32_t)((((uint64_t)1 << (high - low + 1)) - 1) << low);
        if ((differ & mask) && high - low + 1 > *width) {
            *shift = low;
            *width = high - low + 1;
        }
        high = low;
    }
    return *width > 0;
}

static uint32_t make_leaf(generation *g, set forms) {
    uint32_t at = (uint32_t)g->leaves.count;
    for (int i = 1; i < forms.count; i++) /* most fixed bits first; stable */
        for (int k = i; k > 0 && bits_set(g->forms.at[forms.form[k]].f.mask) >
                                     bits_set(g->forms.at[forms.form[k - 1]].f.mask);
             k--) {
            uint16_t t = forms.form[k];
            forms.form[k] = forms.form[k - 1];
            forms.form[k - 1] = t;
        }
    for (int i = 0; i < forms.count; i++)
        *LIST_ADD(g->leaves) = forms.form[i];
    *LIST_ADD(g->leaves) = 0xffff;
    return at;
}

static uint32_t make_node(generation *g, set forms, uint32_t seen) {
    int shift = 0, width = 0;
    if (forms.count == 0)
        return 0; /* the empty leaf */
    if (!choose_bits(g, forms, seen, &shift, &width))
        return make_leaf(g, forms);
    uint32_t mask = (uint32_t)((((uint64_t)1 << width) - 1) << shift);
    uint32_t first = (uint32_t)g->tree.count;
    for (int i = 0; i < 1 << width; i++)
        *LIST_ADD(g->tree) = 0;
    set part = {malloc((size_t)forms.count * sizeof *part.form), 0};
    if (!part.form)
        exit(1);
    for (uint32_t v = 0; v < 1u << width; v++) {
        part.count = 0;
        for (int i = 0; i < forms.count; i++)
            if (((uint32_t)g->forms.at[forms.form[i]].f.value & mask) >> shift == v)
                part.form[part.count++] = forms.form[i];
        uint32_t node = make_node(g, part, seen | mask);
        g->tree.at[first + v] = node;
    }
    free(part.form);
    return 0x80000000u | (uint32_t)shift << 26 | (uint32_t)width << 22 | first;
}

void build_tree(spec *s, int gen) {
    generation *g = &s->g[gen];
    set all = {malloc((size_t)(g->forms.count + 1) * sizeof *all.form), g->forms.count};
    if (!all.form)
        exit(1);
    check_overlaps(s, gen);
    if (g->forms.count >= 0xffff)
        fail(s, (place){"isagen", 0}, "too many forms");
    for (int i = 0; i < g->forms.count; i++)
        all.form[i] = (uint16_t)i;
    *LIST_ADD(g->leaves) = 0xffff; /* leaf 0: nothing */
    *LIST_ADD(g->tree) = 0;
    uint32_t root = make_node(g, all, 0);
    g->tree.at[0] = root;
    free(all.form);
}
