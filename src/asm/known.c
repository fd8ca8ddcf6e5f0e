/* SPDX-License-Identifier: MIT */
/* Lines that have been read before. Code repeats itself, and what an instruction's text means
 * depends on nothing but the text, unless a name stands in it, or a place in the code. */
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "core/load.h"

enum { WAYS = 2, MOST_PLACES = 1 << 17, SHORTEST = 4, LONGEST = 52, WORTH_IT = 1 << 16 };
/* Instructions that are put at a time; bytes of the largest; bytes of the source for each place. */
enum { MANY = 64, LARGEST = 8, A_PLACE = 64 };

/* As large as what a processor fetches from memory at once. */
typedef struct known {
    uint64_t bits;
    uint32_t vgprs : 9, sgprs : 9; /* that .amdgcn.next_free_vgpr and _sgpr must be at least */
    uint32_t size   : 5;           /* of the instruction */
    uint32_t length : 6;           /* of the text; 0 = nothing here yet */
    char text[LONGEST];            /* from the first letter to the end of the line */
} known;

static uint32_t tail_of(const char *text, size_t length) {
    return load32((const uint8_t *)text + length - SHORTEST);
}

static uint64_t eight_of(const char *text) {
    return load64((const uint8_t *)text);
}

/* Eight bytes at a time, none of which waits for another; the last eight may repeat some. */
static known *place_of(const assembler *a, const char *text, size_t length) {
    uint64_t h = length, factor = 0x9e3779b97f4a7c15;
    if (length < 8)
        h += load32((const uint8_t *)text) + (uint64_t)tail_of(text, length) * factor;
    else {
        for (size_t i = 0; i + 8 < length; i += 8, factor += 0x5851f42d4c957f2e)
            h += (eight_of(text + i) ^ i) * factor;
        h += eight_of(text + length - 8) * factor;
    }
    return &a->known[((h ^ h >> 29) * 0xbf58476d1ce4e5b9 >> 32 & (a->known_places - 1)) * WAYS];
}

/* Memory is asked for what may be known of the line that begins at p. false: it is too long. */
static bool find_line(const assembler *a, const char *p, const char *stop, line_ahead *l) {
    while (p < stop && (*p == ' ' || *p == '\t'))
        p++;
    size_t room = (size_t)(stop - p);
    l->text = p;
    l->end = memchr(p, '\n', room <= LONGEST ? room : LONGEST + 1);
    l->at = NULL;
    if (!l->end || l->end - p < SHORTEST)
        return l->end;
    l->at = place_of(a, p, (size_t)(l->end - p));
    __builtin_prefetch(l->at);
    __builtin_prefetch(l->at + 1);
    return true;
}

/* The ends of texts say which of two it is, if any: a branch on that could not be foreseen. */
static const known *known_as(const line_ahead *l) {
    size_t length = (size_t)(l->end - l->text);
    if (!l->at)
        return NULL;
    bool second = (l->at[1].length == length) & (tail_of(l->at[1].text, length) == tail_of(l->text, length));
    const known *k = l->at + second;
    if (k->length == length && memcmp(k->text, l->text, length) == 0)
        return k;
    k = l->at;
    return second && k->length == length && memcmp(k->text, l->text, length) == 0 ? k : NULL;
}

/* ---- lines that come next -------------------------------------------------------------------- */

static void drop_first(lines_ahead *h) {
    h->first = (h->first + 1) % KNOWN_AHEAD;
    h->count--;
}

/* What has been found of the frame's next lines stays, if it is the source itself, which lives to
 * the end. */
static void come_to(assembler *a, const frame *f) {
    lines_ahead *h = &a->ahead;
    const char *p = f->p;
    if (h->in != f->in || f->in != a->main)
        h->count = 0;
    h->in = f->in;
    while (h->count && h->line[h->first].end < p)
        drop_first(h);
    while (h->count && p < f->end && (*p == ' ' || *p == '\t'))
        p++;
    if (h->count && h->line[h->first].text != p) /* within a line, or further back */
        h->count = 0;
    h->next = h->count ? h->line[(h->first + h->count - 1) % KNOWN_AHEAD].end + 1 : p;
}

/* The next line; NULL = it is not known. */
static const known *next_known(assembler *a, const frame *f) {
    lines_ahead *h = &a->ahead;
    for (; h->count < KNOWN_AHEAD; h->count++) {
        line_ahead *l = &h->line[(h->first + h->count) % KNOWN_AHEAD];
        if (!find_line(a, h->next, f->end, l))
            break;
        h->next = l->end + 1;
    }
    return h->count ? known_as(&h->line[h->first]) : NULL;
}

static void pass(assembler *a, frame *f) {
    f->p = a->ahead.line[a->ahead.first].end + 1;
    f->line++;
    drop_first(&a->ahead);
}

/* ---- what is put ----------------------------------------------------------------------------- */

static void count(assembler *a, unsigned vgprs, unsigned sgprs) {
    if (*a->used[0] < vgprs || *a->used[1] < sgprs)
        amdgpu_count_to(a, vgprs, sgprs);
}

/* The next lines: this instruction, and what comes after it and is known as well. p: room for MANY
 * of them. */
static void put_many(assembler *a, frame *f, const known *k, uint8_t *p) {
    const uint8_t *stop = p + MANY * LARGEST;
    unsigned vgprs = 0, sgprs = 0;
    for (unsigned i = 0; i < MANY && k; i++, k = next_known(a, f)) {
        store64(p, k->bits);
        p += k->size;
        vgprs = vgprs < k->vgprs ? k->vgprs : vgprs;
        sgprs = sgprs < k->sgprs ? k->sgprs : sgprs;
        pass(a, f);
    }
    section_return(a, (size_t)(stop - p));
    count(a, vgprs, sgprs);
}

static void put_one(assembler *a, frame *f, const known *k) {
    const line_ahead *l = &a->ahead.line[a->ahead.first];
    statement_begin(&a->now, f, l->text, l->end);
    pass(a, f);
    a->unit_begun = false;
    uint64_t offset = section_here(a);
    uint8_t *p = section_emit(a, k->size);
    count(a, k->vgprs, k->sgprs);
    if (!p)
        return;
    store32(p, (uint32_t)k->bits);
    if (k->size > 4)
        store32(p + 4, (uint32_t)(k->bits >> 32));
    placed_tell(a, a->now.text, offset, k->size);
}

bool known_lines(assembler *a, frame *f) {
    const known *k;
    bool any = false;
    if (!a->known)
        return false;
    for (come_to(a, f); !a->stop && (k = next_known(a, f)); any = true) {
        uint8_t *room = section_tells(a) ? NULL : section_try(a, MANY * LARGEST);
        if (room)
            put_many(a, f, k, room);
        else
            put_one(a, f, k);
    }
    return any;
}

void known_forget(assembler *a) {
    free(a->known);
    a->known = NULL;
    a->ahead.count = 0;
}

/* As many places as a source of this size may have different instructions. */
static void begin(assembler *a) {
    a->known_places = WORTH_IT / A_PLACE;
    while (a->known_places < MOST_PLACES && a->known_places < a->main->size / A_PLACE)
        a->known_places *= 2;
    a->known = table_new(a->known_places * WAYS * sizeof *a->known); /* NULL only costs time */
}

/* A statement that is not a whole line is not kept: it would not be found again. */
void known_keep(assembler *a, const gisa_insn *insn, const char *text) {
    const statement *s = &a->now;
    const frame *f = &a->frames[a->frame_count - 1];
    size_t length = (size_t)(s->end - text);
    if (a->registers) /* which may get other meanings */
        return;
    if (!a->known && a->main->size >= WORTH_IT)
        begin(a);
    if (!a->known || text != s->text || text != s->origin || length < SHORTEST || length > LONGEST ||
        s->end + 1 != f->p || *s->end != '\n' || (insn->size != 4 && insn->size != 8))
        return;
    unsigned vgprs = 0, sgprs = 0;
    for (unsigned i = 0; i < insn->operand_count; i++) {
        const gisa_operand *o = &insn->operand[i];
        unsigned end = (unsigned)o->reg + o->count;
        if (o->kind == GISA_KIND_LABEL)
            return;
        if (o->kind == GISA_KIND_VGPR && vgprs < end)
            vgprs = end;
        if (o->kind == GISA_KIND_SGPR && sgprs < end)
            sgprs = end;
    }
    if (vgprs >= 512 || sgprs >= 512) /* no such registers; it is an instruction all the same */
        return;
    known *k = place_of(a, text, length);
    k[1] = k[0];
    k->bits = insn->bits;
    k->vgprs = vgprs & 511;
    k->sgprs = sgprs & 511;
    k->size = insn->size & 31u;
    k->length = length & 63;
    memcpy(k->text, text, length);
}
