/* SPDX-License-Identifier: MIT */
/* Lines that have been read before. Code repeats itself, and what an instruction's text means
 * depends on nothing but the text, unless a name stands in it, or a place in the code. */
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "core/load.h"

enum { PLACES = 32768, WAYS = 2, SHORTEST = 4, LONGEST = 52, WORTH_IT = 1 << 16 };

/* As large as what a processor fetches from memory at once. */
typedef struct known {
    uint64_t bits;
    uint32_t vgprs : 9, sgprs : 9; /* that .amdgcn.next_free_vgpr and _sgpr must be at least */
    uint32_t size   : 5;           /* of the instruction */
    uint32_t length : 6;           /* of the text; 0 = nothing here yet */
    char text[LONGEST];            /* from the first letter to the end of the line */
} known;

/* A line that may be one of them, and where it would be: the last two that came there. */
typedef struct line {
    const char *text, *end;
    known *at;
} line;

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
    return &a->known[((h ^ h >> 29) * 0xbf58476d1ce4e5b9 >> 32) % PLACES * WAYS];
}

/* Memory is asked for what may be known of the line that begins at p. */
static bool find_line(const assembler *a, const char *p, const char *stop, line *l) {
    while (p < stop && (*p == ' ' || *p == '\t'))
        p++;
    size_t room = (size_t)(stop - p);
    l->text = p;
    l->end = memchr(p, '\n', room <= LONGEST ? room : LONGEST + 1);
    if (!l->end || l->end - p < SHORTEST)
        return false;
    l->at = place_of(a, p, (size_t)(l->end - p));
    __builtin_prefetch(l->at);
    __builtin_prefetch(l->at + 1);
    return true;
}

/* The ends of texts say which of two it is, if any: a branch on that could not be foreseen. */
static const known *known_as(const line *l) {
    size_t length = (size_t)(l->end - l->text);
    bool second = (l->at[1].length == length) & (tail_of(l->at[1].text, length) == tail_of(l->text, length));
    const known *k = l->at + second;
    if (k->length == length && memcmp(k->text, l->text, length) == 0)
        return k;
    k = l->at;
    return second && k->length == length && memcmp(k->text, l->text, length) == 0 ? k : NULL;
}

static void put(assembler *a, const known *k) {
    uint64_t offset = section_here(a);
    uint8_t *p = section_emit(a, k->size);
    if (*a->used[0] < k->vgprs || *a->used[1] < k->sgprs)
        amdgpu_count_to(a, k->vgprs, k->sgprs);
    if (!p)
        return;
    store32(p, (uint32_t)k->bits);
    if (k->size > 4)
        store32(p + 4, (uint32_t)(k->bits >> 32));
    placed_tell(a, a->now.text, offset, k->size);
}

bool known_lines(assembler *a, frame *f) {
    line now, next;
    const known *k;
    bool any = false, more = a->known && find_line(a, f->p, f->end, &now);
    for (; more; now = next, any = true) {
        more = find_line(a, now.end + 1, f->end, &next);
        if (a->stop || !(k = known_as(&now)))
            break;
        statement_begin(&a->now, f, now.text, now.end);
        a->unit_begun = false;
        f->p = now.end + 1;
        f->line++;
        put(a, k);
    }
    return any;
}

void known_forget(assembler *a) {
    free(a->known);
    a->known = NULL;
}

/* A statement that is not a whole line is not kept: it would not be found again. */
void known_keep(assembler *a, const gisa_insn *insn, const char *text) {
    const statement *s = &a->now;
    const frame *f = &a->frames[a->frame_count - 1];
    size_t length = (size_t)(s->end - text);
    if (a->registers) /* which may get other meanings */
        return;
    if (!a->known && a->main->size >= WORTH_IT)
        a->known = table_new(PLACES * WAYS * sizeof *a->known); /* NULL only costs time */
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
