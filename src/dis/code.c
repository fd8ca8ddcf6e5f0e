/* SPDX-License-Identifier: MIT */
/* A section with instructions: labels, alignment, instructions, and data where there are none. */
#include "graph.h"
#include "elf_types.h"
#include "pieces.h"
#include "run.h"

#include <stdlib.h>
#include <string.h>

/* ---- Literals with a name ---- */

/* Stands for the expression while the instruction is printed around it. */
static const char gap[] = "\001";

/* Prints the instruction at `at` up to its literal; the expression follows, then `rest`. Returns
 * its size, or 0 (and prints nothing) when it has no literal that could carry a name. */
static size_t begin_with_literal(listing *l, uint64_t at, uint64_t limit, char rest[GISA_TEXT_MAX]) {
    dis *d = l->d;
    const section *s = &l->o->sections[l->current];
    gisa_insn insn;
    if (gisa_decode(d->isa, s->content.data + at, (size_t)(limit - at), &insn) != GISA_OK || insn.size != 8 ||
        gisa_exact_oddities(d->isa, &insn, d->style.syntax)) /* an expression is never inline */
        return 0;
    char text[GISA_TEXT_MAX];
    size_t room = sizeof text;
    d->style.address = s->address + at;
    d->style.literal = gap;
    gisa_status status = gisa_print(d->isa, &insn, &d->style, text, &room);
    d->style.literal = NULL;
    char *found = status == GISA_OK ? strstr(text, gap) : NULL;
    if (!found || strstr(found + 1, gap))
        return 0;
    output_text(&d->out, d->indent);
    output_bytes(&d->out, text, (size_t)(found - text));
    strcpy(rest, found + sizeof gap - 1);
    return insn.size;
}

static size_t put_with_relocation(listing *l, const relocation *r, uint64_t at, uint64_t limit) {
    const char *variant = relocate_variant(r->type);
    const section *s = &l->o->sections[l->current];
    char rest[GISA_TEXT_MAX];
    output_line(&l->d->out);
    size_t begin = l->d->out.used;
    bool zero = limit - at >= 8 && !memcmp(s->content.data + at + 4, "\0\0\0\0", 4);
    if (!variant || r->offset != at + 4 || !zero || !relocate_is_nameable(l, r))
        return 0;
    size_t size = begin_with_literal(l, at, limit, rest);
    if (!size)
        return 0;
    relocate_put(l, r, variant);
    output_text(&l->d->out, rest);
    dis_end_line(l->d, begin, s->content.data + at, size, s->address + at);
    return size;
}

/* A branch whose distance a linker fills in: the symbol's name in place of the number. */
static size_t put_branch(listing *l, const relocation *r, uint64_t at, uint64_t limit) {
    const section *s = &l->o->sections[l->current];
    if (r->type != R_AMDGPU_REL16 || r->offset != at || r->symbol < 0 || !l->names[r->symbol] ||
        l->o->symbols[r->symbol].section < 0) /* assemblers refuse branches to what is not defined */
        return 0;
    l->branch_symbol = l->names[r->symbol];
    l->branch_addend = r->addend;
    size_t size = dis_line(l->d, s->content.data + at, (size_t)(limit - at), s->address + at);
    l->branch_symbol = NULL;
    return size;
}

/* ---- Pairs of literals that make an address ---- */

/* In the same section the distance is known: (.L40-.L8)&0xffffffff. */
static void put_distance(listing *l, const address_pair *p, bool high) {
    output *out = &l->d->out;
    reference to = refer_to(l, p->target_section, p->target, BY_ASSEMBLER);
    output_char(out, '(');
    refer_put(l, &to, "", 0);
    output_char(out, '-');
    refer_put_local(l, p->section, p->pc);
    output_text(out, high ? ")>>32" : ")&0xffffffff");
}

static size_t put_of_pair(listing *l, const address_pair *p, uint64_t at, uint64_t limit) {
    const section *s = &l->o->sections[l->current];
    bool high = at == p->at[1];
    char rest[GISA_TEXT_MAX];
    output_line(&l->d->out);
    size_t begin = l->d->out.used;
    size_t size = begin_with_literal(l, at, limit, rest);
    if (!size)
        return 0;
    int64_t distance = (int64_t)(at + 4 - p->pc);
    const char *by_got = high ? "gotpcrel32@hi" : "gotpcrel32@lo";
    if (p->got_symbol == NAMELESS) {
        refer_put_nameless(l, p->target);
        output_text(&l->d->out, high ? "@gotpcrel32@hi+" : "@gotpcrel32@lo+");
        output_number(&l->d->out, (uint64_t)distance);
    } else if (p->got_symbol >= 0)
        refer_put(l, &(reference){.symbol = p->got_symbol}, by_got, distance);
    else if (p->target_section == p->section)
        put_distance(l, p, high);
    else {
        reference to = refer_to(l, p->target_section, p->target, BY_LINKER);
        refer_put(l, &to, high ? "rel32@hi" : "rel32@lo", distance);
    }
    output_text(&l->d->out, rest);
    dis_end_line(l->d, begin, s->content.data + at, size, s->address + at);
    return size;
}

/* ---- The section ---- */

static const address_pair *pair_at(const listing *l, size_t *next, uint64_t at) {
    while (*next < l->pair_count && l->pairs[*next].section < l->current)
        ++*next;
    while (*next < l->pair_count && l->pairs[*next].section == l->current && l->pairs[*next].at[1] < at)
        ++*next;
    if (*next == l->pair_count || l->pairs[*next].section != l->current)
        return NULL;
    const address_pair *p = &l->pairs[*next];
    return at == p->at[0] || at == p->at[1] ? p : NULL;
}

typedef struct walk {
    listing *l;
    const section *s;
    const listed *x;
    size_t next_mark, next_relocation, next_pair, next_source;
} walk;

/* ---- Lines of the source ---- */

/* The first one at or after an address. */
static size_t source_at(const gisa_dis_options *o, uint64_t address) {
    size_t low = 0, high = o->source_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (o->source[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Those up to `at`; what was for the inside of an instruction stands after it. */
static void put_source(walk *w, uint64_t at) {
    const gisa_dis_options *o = w->l->d->options;
    output *out = &w->l->d->out;
    for (; w->next_source < o->source_count; w->next_source++) {
        const gisa_source_line *line = &o->source[w->next_source];
        if (line->address > w->s->address + at)
            return;
        output_line(out);
        output_text(out, "\t// ");
        output_text(out, line->text);
        output_char(out, '\n');
    }
}

/* ---- Instructions ---- */

/* The relocation that the instruction at `at` would carry, or NULL. */
static const relocation *relocation_at(walk *w, uint64_t at, uint64_t end) {
    while (w->next_relocation < w->x->relocation_count && w->x->relocations[w->next_relocation]->offset < at)
        w->next_relocation++;
    if (w->next_relocation == w->x->relocation_count || w->x->relocations[w->next_relocation]->offset >= end)
        return NULL;
    return w->x->relocations[w->next_relocation];
}

static size_t instruction_size(const listing *l, const uint8_t *code, size_t size) {
    gisa_insn insn;
    gisa_status status = gisa_decode_head(l->d->isa, code, size, &insn);
    return status == GISA_OK ? insn.size : size < l->d->unit ? size : l->d->unit;
}

static size_t put_instruction(walk *w, uint64_t at, uint64_t limit) {
    listing *l = w->l;
    const uint8_t *code = w->s->content.data + at;
    if (w->x->relocation_count) {
        size_t size = instruction_size(l, code, (size_t)(limit - at)), used = 0;
        const relocation *r = relocation_at(w, at, at + size);
        if (r) {
            used = put_with_relocation(l, r, at, limit);
            if (!used)
                used = put_branch(l, r, at, limit);
            if (!used)
                data_put(l, l->current, at, at + size);
            return used ? used : size;
        }
    }
    const address_pair *p = l->pair_count ? pair_at(l, &w->next_pair, at) : NULL;
    size_t used = p ? put_of_pair(l, p, at, limit) : 0;
    return used ? used : dis_line(l->d, code, (size_t)(limit - at), w->s->address + at);
}

static uint64_t nearer(uint64_t end, uint64_t event) {
    return event < end ? event : end;
}

/* The next place of a pair of literals at or after `at`. */
static uint64_t next_of_pairs(walk *w, uint64_t at) {
    const listing *l = w->l;
    if (pair_at(l, &w->next_pair, at))
        return at;
    uint64_t next = UINT64_MAX;
    for (size_t i = w->next_pair;
         i < l->pair_count && i < w->next_pair + 2 && l->pairs[i].section == l->current; i++)
        next = nearer(next, l->pairs[i].at[0] >= at ? l->pairs[i].at[0] : l->pairs[i].at[1]);
    return next;
}

/* How far from `at` on there are only instructions and local labels: to the next symbol,
 * relocation, pair of literals or padding. */
static uint64_t run_end(walk *w, uint64_t at, uint64_t limit) {
    uint64_t end = limit;
    if (limit < w->s->content.size) /* align_put looks at what is left before a symbol */
        end = limit - at > w->s->align ? limit - w->s->align : at;
    if (w->next_mark < w->x->mark_count)
        end = nearer(end, w->x->marks[w->next_mark].offset);
    const relocation *r = relocation_at(w, at, UINT64_MAX);
    if (r) /* it may be for the literal of an instruction that begins four bytes before it */
        end = nearer(end, r->offset < at + 8 ? at : (r->offset & ~UINT64_C(3)) - 4);
    if (w->next_source < w->l->d->options->source_count)
        end = nearer(end, w->l->d->options->source[w->next_source].address - w->s->address);
    return w->l->pair_count ? nearer(end, next_of_pairs(w, at)) : end;
}

/* Prints the section from `begin` to `end`. An instruction begins at `begin`, and nothing goes on
   across it. */
static void put_range(listing *l, uint64_t begin, uint64_t end) {
    int index = l->current;
    const section *s = &l->o->sections[index];
    const listed *x = &l->sections[index];
    walk w = {.l = l, .s = s, .x = x};
    run r = {.isa = l->d->isa, .l = l, .x = x, .code = s->content.data, .address = s->address};
    code_cursor cursor = code_begin(l, index);
    w.next_mark = x->mark_count ? listing_mark_at(x, begin) : 0;
    w.next_source = source_at(l->d->options, s->address + begin);
    l->d->style.label = refer_label;
    l->d->style.ctx = l;
    for (uint64_t at = begin, limit; at < end && l->d->out.status == GISA_OK;) {
        bool code = code_at(&cursor, at, &limit);
        section_put_marks(l, index, at, &w.next_mark);
        put_source(&w, at);
        if (align_put(l, index, at, limit))
            at = limit;
        else if (!code) {
            limit = nearer(limit, end);
            data_put(l, index, at, limit);
            at = limit;
        } else {
            uint64_t behind = nearer(run_end(&w, at, limit), end);
            r.size = limit;
            at = behind > at ? run_put(&r, l->d, at, behind) : at + put_instruction(&w, at, limit);
        }
    }
    l->d->style.label = NULL;
}

static void put_piece(void *ctx, dis *d, uint64_t begin, uint64_t end) {
    listing mine = *(listing *)ctx; /* what the other threads do not change */
    mine.d = d;
    put_range(&mine, begin, end);
}

/* Where an instruction begins, no symbol, and no padding. */
static uint64_t cut(void *ctx, uint64_t from, uint64_t at, uint64_t end) {
    const listing *l = ctx;
    const section *s = &l->o->sections[l->current];
    const listed *x = &l->sections[l->current];
    code_cursor cursor = code_begin(l, l->current);
    for (uint64_t limit; at < end; at++) {
        bool code = code_at(&cursor, at, &limit);
        size_t next = listing_mark_at(x, at);
        if (code && listing_bit(l, x->boundaries, at) && limit - at >= s->align &&
            (next == x->mark_count || x->marks[next].offset > at))
            break;
    }
    (void)from;
    return at;
}

void code_put(listing *l, int index) {
    part p;
    l->current = index;
    for (size_t i = 0; parts_next(l, index, &i, &p);) {
        size_t next = listing_mark_at(&l->sections[index], p.end);
        parts_put_place(l, &p);
        pieces_put(&(pieces){.ctx = l, .put = put_piece, .cut = cut}, l->d, p.begin, p.end);
        section_put_marks(l, index, p.end, &next);
    }
}

/* ---- JSON ---- */

static const char *label_at(const listing *l, const listed *x, uint64_t at) {
    for (size_t i = listing_mark_at(x, at); i < x->mark_count && x->marks[i].offset == at; i++)
        if (!x->marks[i].ends)
            return l->o->symbols[x->marks[i].symbol].name;
    return NULL;
}

static void put_json(listing *l, int index, const part *p) {
    const section *s = &l->o->sections[index];
    const listed *x = &l->sections[index];
    code_cursor cursor = code_begin(l, index);
    for (uint64_t at = p->begin, limit; at < p->end && l->d->out.status == GISA_OK;) {
        bool code = code_at(&cursor, at, &limit);
        const char *label = x->mark_count ? label_at(l, x, at) : NULL;
        const uint8_t *bytes_at = s->content.data + at;
        if (code)
            at += dis_json(l->d, bytes_at, (size_t)(limit - at), s->address + at, s->name, label);
        else {
            size_t size = limit - at < l->d->unit ? (size_t)(limit - at) : l->d->unit;
            dis_json_data(l->d, bytes_at, size, s->address + at, s->name, label);
            at += size;
        }
    }
}

void code_put_json(listing *l, int index) {
    part p;
    for (size_t i = 0; parts_next(l, index, &i, &p);)
        put_json(l, index, &p);
}

/* ---- Graph ---- */

static const symbol *symbol_at_mark(const listing *l, const mark *m) {
    return m->ends ? NULL : &l->o->symbols[m->symbol];
}

/* Labels inside of functions are local and have no type. */
static const char *function_at(void *ctx, uint64_t offset) {
    const listing *l = ctx;
    const listed *x = &l->sections[l->current];
    for (size_t i = listing_mark_at(x, offset); i < x->mark_count && x->marks[i].offset == offset; i++) {
        const symbol *s = symbol_at_mark(l, &x->marks[i]);
        if (s && (s->type == STT_FUNC || s->binding != STB_LOCAL))
            return s->name;
    }
    return NULL;
}

static const char *linked_to(void *ctx, uint64_t offset, uint64_t size) {
    const listing *l = ctx;
    const listed *x = &l->sections[l->current];
    size_t i = listing_relocation_at(x, offset);
    if (i == x->relocation_count || x->relocations[i]->offset >= offset + size ||
        x->relocations[i]->type != R_AMDGPU_REL16 || x->relocations[i]->symbol < 0)
        return NULL;
    return l->o->symbols[x->relocations[i]->symbol].name;
}

/* The instructions of a part, without data among them. */
static void scan_part(listing *l, graph *g, const part *p) {
    const listed *x = &l->sections[p->section];
    code_cursor cursor = code_begin(l, p->section);
    uint64_t begin = p->begin;
    for (uint64_t at = begin, limit; at < p->end; at = limit) {
        bool code = code_at(&cursor, at, &limit);
        limit = nearer(limit, p->end);
        if (!code || limit == p->end)
            graph_scan(g, begin, code ? limit : at);
        begin = code ? begin : limit;
    }
    for (size_t i = listing_mark_at(x, p->begin); i < x->mark_count && x->marks[i].offset < p->end; i++)
        if (x->marks[i].offset % l->d->unit == 0 && function_at(l, x->marks[i].offset))
            graph_lead(g, x->marks[i].offset);
}

void code_draw(listing *l, int index) {
    const section *s = &l->o->sections[index];
    part p;
    graph g = {.d = l->d,
               .code = s->content.data,
               .size = s->content.size,
               .address = s->address,
               .name = s->name,
               .number = (unsigned)index,
               .ctx = l,
               .function = function_at,
               .elsewhere = linked_to};
    l->current = index;
    l->d->style.label = refer_label;
    l->d->style.ctx = l;
    if (graph_open(&g)) {
        for (size_t i = 0; parts_next(l, index, &i, &p);)
            scan_part(l, &g, &p);
        graph_put(&g);
    }
    graph_close(&g);
    l->d->style.label = NULL;
}
