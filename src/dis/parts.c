/* SPDX-License-Identifier: MIT */
/* Finds the parts of a file that are to be listed: those between two addresses, those of some
   symbols. */
#include "listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/edits.h"

bool parts_are_chosen(const dis *d) {
    return d->options->start || d->options->stop || d->options->symbol_count;
}

/* ---- Addresses ---- */

bool parts_clip(const dis *d, uint64_t address, uint64_t *begin, uint64_t *end) {
    uint64_t start = d->options->start, stop = d->options->stop;
    if (start > address && start - address > *begin)
        *begin = start - address;
    if (stop && (stop <= address || stop - address < *end))
        *end = stop <= address ? 0 : stop - address;
    return *begin < *end;
}

gisa_status parts_check(const dis *d) {
    const gisa_dis_options *o = d->options;
    char message[120];
    if (o->stop && o->stop <= o->start)
        return dis_fail(d, GISA_STATUS_BAD_ARGUMENT, "the range of addresses ends before it begins");
    if (!d->isa || o->start % d->unit == 0)
        return GISA_OK;
    snprintf(message, sizeof message, "no instruction begins at 0x%llx, which is not a multiple of %u",
             (unsigned long long)o->start, d->unit);
    return dis_fail(d, GISA_STATUS_BAD_ARGUMENT, message);
}

gisa_status parts_none(const dis *d, uint64_t from, uint64_t to) {
    char message[120];
    if (from >= to)
        return dis_fail(d, GISA_STATUS_BAD_ARGUMENT, "the file has no code");
    snprintf(message, sizeof message, "nothing to list at these addresses; the code is at 0x%llx to 0x%llx",
             (unsigned long long)from, (unsigned long long)to);
    return dis_fail(d, GISA_STATUS_BAD_ARGUMENT, message);
}

/* ---- Symbols ---- */

static bool is_place(const listing *l, int index) {
    return l->names[index] && l->o->symbols[index].section >= 0;
}

/* What of a section can be listed. */
static uint64_t extent(const listing *l, int index) {
    const section *s = &l->o->sections[index];
    return l->sections[index].code ? s->content.size : s->size;
}

/* Where it ends: by its size, or at the next symbol. */
static uint64_t symbol_end(const listing *l, const symbol *s) {
    const listed *x = &l->sections[s->section];
    uint64_t size = extent(l, s->section);
    size_t i = listing_mark_at(x, s->value + 1);
    if (s->size || s->value >= size)
        return s->value < size && s->size < size - s->value ? s->value + s->size : size;
    while (i < x->mark_count && x->marks[i].ends)
        i++;
    return i < x->mark_count ? x->marks[i].offset : size;
}

/* "; did you mean 'f'?", or the first symbols where no name is near. */
static void add_near(const listing *l, const char *name, char *text, size_t room) {
    enum { FIRST = 4 };
    size_t size = strlen(name);
    unsigned limit = size < 6 ? 2 : size < 15 ? (unsigned)size / 3 + 1 : 5, shown = 0;
    const char *best = NULL;
    for (size_t i = 0; i < l->o->symbol_count; i++) {
        const char *other = l->o->symbols[i].name;
        unsigned far = is_place(l, (int)i) ? edits_between(name, size, other, strlen(other), limit) : limit;
        if (far < limit) {
            limit = far;
            best = other;
        }
    }
    if (best)
        snprintf(text, room, "; did you mean '%.100s'?", best);
    for (size_t i = 0, used = 0; !best && i < l->o->symbol_count && shown < FIRST; i++)
        if (is_place(l, (int)i))
            used += (size_t)snprintf(text + used, room - used, "%s%.60s", shown++ ? ", " : "; it has ",
                                     l->o->symbols[i].name);
}

static gisa_status unknown_symbol(const listing *l, const char *name) {
    char message[600], near[400] = "";
    add_near(l, name, near, sizeof near);
    snprintf(message, sizeof message, "the file has no symbol '%.100s'%s", name, near);
    return dis_fail(l->d, GISA_STATUS_BAD_ARGUMENT, message);
}

/* ---- The parts of an object ---- */

static void add(listing *l, int section_index, uint64_t begin, uint64_t end) {
    if (parts_clip(l->d, l->o->sections[section_index].address, &begin, &end))
        l->parts[l->part_count++] = (part){section_index, begin, end};
}

static gisa_status add_symbols(listing *l) {
    const gisa_dis_options *options = l->d->options;
    for (size_t n = 0; n < options->symbol_count; n++) {
        bool found = false;
        for (size_t i = 0; i < l->o->symbol_count; i++) {
            const symbol *s = &l->o->symbols[i];
            if (!is_place(l, (int)i) || strcmp(s->name, options->symbols[n]) != 0)
                continue;
            found = true;
            add(l, s->section, s->value, symbol_end(l, s));
        }
        if (!found)
            return unknown_symbol(l, options->symbols[n]);
    }
    return GISA_OK;
}

static void add_code(listing *l) {
    for (size_t i = 0; i < l->o->section_count; i++)
        if (l->sections[i].code)
            add(l, (int)i, 0, extent(l, (int)i));
}

static int by_place(const void *a, const void *b) {
    const part *x = a, *y = b;
    if (x->section != y->section)
        return x->section - y->section;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* Parts that meet become one: no line is printed twice. */
static void join(listing *l) {
    size_t count = 0;
    if (l->part_count)
        qsort(l->parts, l->part_count, sizeof *l->parts, by_place);
    for (size_t i = 0; i < l->part_count; i++) {
        part *last = count ? &l->parts[count - 1] : NULL;
        if (!last || last->section != l->parts[i].section || last->end < l->parts[i].begin)
            l->parts[count++] = l->parts[i];
        else if (last->end < l->parts[i].end)
            last->end = l->parts[i].end;
    }
    l->part_count = count;
}

static gisa_status nothing(const listing *l) {
    uint64_t from = UINT64_MAX, to = 0;
    for (size_t i = 0; i < l->o->section_count; i++) {
        const section *s = &l->o->sections[i];
        if (!l->sections[i].code)
            continue;
        from = s->address < from ? s->address : from;
        to = s->address + s->content.size > to ? s->address + s->content.size : to;
    }
    return parts_none(l->d, from, to);
}

/* As many as there can be: a file may give a name to any number of symbols. */
static size_t most_parts(const listing *l) {
    size_t most = l->o->section_count;
    for (size_t n = 0; n < l->d->options->symbol_count; n++)
        for (size_t i = 0; i < l->o->symbol_count; i++)
            most += strcmp(l->o->symbols[i].name, l->d->options->symbols[n]) == 0;
    return most;
}

gisa_status parts_find(listing *l) {
    gisa_status status = GISA_OK;
    l->partial = parts_are_chosen(l->d);
    if (!l->partial)
        return GISA_OK;
    l->parts = calloc(most_parts(l) + 1, sizeof *l->parts);
    if (!l->parts)
        return GISA_STATUS_NO_MEMORY;
    if (l->d->options->symbol_count)
        status = add_symbols(l);
    else
        add_code(l);
    join(l);
    return status == GISA_OK && !l->part_count ? nothing(l) : status;
}

bool parts_next(listing *l, int section_index, size_t *next, part *p) {
    if (!l->partial) {
        *p = (part){section_index, 0, extent(l, section_index)};
        return !(*next)++;
    }
    while (*next < l->part_count && l->parts[*next].section != section_index)
        ++*next;
    if (*next == l->part_count)
        return false;
    *p = l->parts[(*next)++];
    l->part_begin = p->begin;
    l->part_end = p->end;
    return true;
}

void parts_put_place(listing *l, const part *p) {
    enum { LOOK_BACK = 8 };
    const listed *x = &l->sections[p->section];
    size_t i = listing_mark_at(x, p->begin + 1);
    for (unsigned tries = 0; l->partial && i-- > 0 && tries < LOOK_BACK; tries++) {
        const symbol *s = &l->o->symbols[x->marks[i].symbol];
        if (x->marks[i].ends)
            continue;
        if (s->value == p->begin)
            return;
        output_line(&l->d->out);
        output_text(&l->d->out, "\t// ");
        output_text(&l->d->out, l->names[x->marks[i].symbol]);
        output_text(&l->d->out, "+0x");
        output_hex(&l->d->out, p->begin - s->value, 1);
        output_text(&l->d->out, ":\n");
        return;
    }
}
