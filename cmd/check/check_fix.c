/* SPDX-License-Identifier: MIT */
/* Puts what helps into a source: a line in front of each instruction that lacks a wait or a
   distance, again until nothing is left that a line helps against. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MOST_ROUNDS = 16 };

static bool no_memory(const char *name) {
    fprintf(stderr, "gisa asm: %s: out of memory\n", name);
    return false;
}

/* ---- lines to put in ---------------------------------------------------------------------- */

static bool can_help(const checked *f) {
    char text[64];
    size_t size = sizeof text;
    return f->consumer.direct && gisa_finding_remedy(f->run->isa, &f->finding, 0, text, &size) == GISA_OK;
}

static int by_source(const void *a, const void *b) {
    const checked *x = a, *y = b;
    if (x->consumer.at != y->consumer.at)
        return x->consumer.at < y->consumer.at ? -1 : 1;
    return (int)x->finding.kind - (int)y->finding.kind;
}

typedef struct text_buffer {
    char *data;
    size_t size, room;
    bool no_memory;
} text_buffer;

static void put(text_buffer *t, const char *text, size_t size) {
    if (t->room - t->size < size + 1) {
        size_t room = 2 * t->room + size + 4096;
        char *grown = realloc(t->data, room);
        if (!grown) {
            t->no_memory = true;
            return;
        }
        t->data = grown;
        t->room = room;
    }
    memcpy(t->data + t->size, text, size);
    t->size += size;
}

/* The blanks before an instruction, or a tab where a label is there as well. */
static void put_indent(text_buffer *t, const char *source, size_t at) {
    size_t begin = at;
    while (begin && source[begin - 1] != '\n')
        begin--;
    size_t blanks = strspn(source + begin, " \t");
    if (begin + blanks >= at)
        put(t, source + begin, at - begin);
    else
        put(t, "\t", 1);
}

static void put_remedy(text_buffer *t, const checked *f, const char *source, size_t size) {
    const char *line = memchr(source, '\n', size);
    bool returns = line && line > source && line[-1] == '\r';
    char text[64];
    size_t length = sizeof text;
    for (unsigned i = 0; gisa_finding_remedy(f->run->isa, &f->finding, i, text, &length) == GISA_OK; i++) {
        put(t, text, length);
        put(t, returns ? "\r\n" : "\n", returns ? 2 : 1);
        put_indent(t, source, f->consumer.at);
        length = sizeof text;
    }
}

/* Of several distances in front of one instruction, which stand together, the longest. */
static bool is_covered(const check_result *r, size_t i) {
    const checked *f = &r->at[i];
    bool covered = false;
    size_t first = i;
    while (first && r->at[first - 1].consumer.at == f->consumer.at)
        first--;
    for (size_t k = first; k < r->count && r->at[k].consumer.at == f->consumer.at; k++) {
        uint32_t states = can_help(&r->at[k]) ? r->at[k].finding.states : 0;
        covered |= states > f->finding.states || (states == f->finding.states && k < i);
    }
    return covered && f->finding.kind == GISA_FINDING_STATES;
}

/* The source with a round of lines put in; their number. */
static size_t put_all(text_buffer *t, check_result *r, const char *source, size_t size) {
    size_t from = 0, count = 0;
    if (r->count)
        qsort(r->at, r->count, sizeof *r->at, by_source);
    for (size_t i = 0; i < r->count; i++) {
        const checked *f = &r->at[i];
        if (!can_help(f) || is_covered(r, i))
            continue;
        put(t, source + from, f->consumer.at - from);
        from = f->consumer.at;
        put_remedy(t, f, source, size);
        count++;
    }
    put(t, source + from, size - from);
    return count;
}

/* ---- branches that count ------------------------------------------------------------------ */

static bool decode_placed(const placed_source *s, const gisa_placed *p, gisa_insn *insn,
                          gisa_flow_info *flow) {
    gisa_file_section in;
    gisa_file_info info;
    gisa_file_about(s->file, &info);
    for (size_t i = 0; gisa_file_section_at(s->file, i, &in) == GISA_OK; i++)
        if (in.bytes && strcmp(in.name, p->section) == 0)
            return p->offset < in.size &&
                   gisa_decode(info.isa, in.bytes + p->offset, in.size - p->offset, insn) == GISA_OK &&
                   gisa_flow_of(info.isa, insn, p->offset, flow) == GISA_OK;
    return false;
}

/* The same but for where it goes. */
static bool is_same(const gisa_insn *a, const gisa_flow_info *flow, const gisa_insn *b) {
    return a->form == b->form && (flow->has_target || a->bits == b->bits);
}

/* The instruction that a target is; NULL: none is there. */
static const gisa_placed *placed_at(const line_map *m, const char *section, uint64_t offset, size_t *index) {
    size_t low = 0, high = m->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(m->at[middle].section, section);
        if (order < 0 || (order == 0 && m->at[middle].offset < offset))
            low = middle + 1;
        else
            high = middle;
    }
    *index = low;
    return low < m->count && m->at[low].offset == offset && strcmp(m->at[low].section, section) == 0
               ? &m->at[low]
               : NULL;
}

/* Which instruction of the new source each of the old one is; those between them were put in. */
static bool match(const placed_source *old, const placed_source *new, size_t *to) {
    gisa_insn a, b;
    gisa_flow_info flow, other;
    size_t k = 0;
    for (size_t i = 0; i < old->lines.count; i++, k++) {
        if (!decode_placed(old, &old->lines.at[i], &a, &flow))
            return true; /* it was data to begin with */
        while (k < new->lines.count &&
               (!decode_placed(new, &new->lines.at[k], &b, &other) || !is_same(&a, &flow, &b)))
            k++;
        if (k == new->lines.count)
            return false;
        to[i] = k;
    }
    return true;
}

/* Whether a branch of the new source goes where the old one went, or to what was put in before. */
static bool goes_there(const placed_source *old, const placed_source *new, const size_t *to, size_t i) {
    gisa_insn insn;
    gisa_flow_info before, after;
    size_t target, now;
    const gisa_placed *from = &old->lines.at[i], *now_from = &new->lines.at[to[i]];
    if (!decode_placed(old, from, &insn, &before) || !before.has_target ||
        !placed_at(&old->lines, from->section, before.target, &target))
        return true;
    if (!decode_placed(new, now_from, &insn, &after) ||
        !placed_at(&new->lines, now_from->section, after.target, &now))
        return false;
    return now <= to[target] && (!target || now > to[target - 1]);
}

static bool branches_stay(const char *name, const placed_source *old, const placed_source *new) {
    size_t *to = calloc(old->lines.count + 1, sizeof *to);
    bool good = to ? match(old, new, to) : no_memory(name);
    for (size_t i = 0; good && i < old->lines.count; i++)
        if (!goes_there(old, new, to, i)) {
            fprintf(
                stderr,
                "%s:%u:%u: error: this branch counts instructions, of which --fix adds some; use a label\n",
                name, old->lines.at[i].line, old->lines.at[i].column);
            good = false;
        }
    free(to);
    return good;
}

/* ---- rounds ------------------------------------------------------------------------------- */

/* One round: checks the text and puts lines in; *text and *size become the new one. */
static bool fix_once(const char *name, char **text, size_t *size, const gisa_asm_options *how, bool advice,
                     size_t *added, size_t *left) {
    placed_source s = {0};
    check_result r = {0};
    text_buffer t = {0};
    bool good = placed_assemble(&s, name, *text, *size, how);
    *added = 0;
    if (good) {
        check_file(&r, s.file, NULL, &s.lines, advice);
        *added = put_all(&t, &r, *text, *size);
        *left = r.count;
        good = (!r.no_memory && !t.no_memory) || no_memory(name);
    }
    if (good && *added) {
        free(*text);
        *text = t.data;
        *size = t.size;
        t.data = NULL;
    }
    free(t.data);
    check_free(&r);
    placed_free(&s);
    return good;
}

static bool compare(const char *name, const char *old_text, size_t old_size, const char *text, size_t size,
                    const gisa_asm_options *how) {
    placed_source old = {0}, new = {0};
    bool good = placed_assemble(&old, name, old_text, old_size, how) &&
                placed_assemble(&new, name, text, size, how) && branches_stay(name, &old, &new);
    placed_free(&old);
    placed_free(&new);
    return good;
}

char *check_fix(const char *name, const char *source, size_t size, const gisa_asm_options *how, bool advice,
                size_t *fixed_size, size_t *put_in, size_t *left) {
    char *text = malloc(size + 1);
    bool good = text || no_memory(name);
    size_t added = 1;
    *fixed_size = size;
    *put_in = 0;
    if (good)
        memcpy(text, source, size);
    for (unsigned round = 0; good && added && round < MOST_ROUNDS; round++) {
        good = fix_once(name, &text, fixed_size, how, advice, &added, left);
        *put_in += added;
    }
    if (good && *put_in)
        good = compare(name, source, size, text, *fixed_size, how);
    if (good)
        return text;
    free(text);
    return NULL;
}
