/* SPDX-License-Identifier: MIT */
/* A statement that is an instruction: its bytes, and what has to be put into them later. */
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "core/hash.h"

/* Notes what must be put into the instruction when its value is known. */
/* What a field holds that says to go on after the instruction. */
static uint8_t distance_zero(const assembler *a, const gisa_insn *insn, unsigned i, unsigned bit,
                             unsigned width) {
    gisa_insn next = *insn;
    uint64_t bits = 0;
    size_t size = sizeof bits;
    next.operand[i].value = 0;
    next.operand[i].flags &= (uint8_t)~GISA_OPERAND_PENDING;
    gisa_encode(a->isa, &next, &bits, &size);
    return (uint8_t)(bits >> bit & ((UINT64_C(1) << width) - 1));
}

static void wait_for(assembler *a, const gisa_insn *insn, unsigned i, uint64_t offset, size_t size) {
    const gisa_operand *o = &insn->operand[i];
    const pending *p = (size_t)o->value < a->pending_count ? &a->pending[o->value] : NULL;
    unsigned bit = 0, width = 0;
    if (!p || gisa_field(a->isa, insn, i, &bit, &width) != GISA_OK || bit > 63 || width > 64) {
        diagnose_at(a, p ? p->at : a->now.text, p ? p->length : 1, "the value must be known here");
        return;
    }
    fixup f = {.e = p->e,
               .at = source_location(a, p->at, p->length),
               .section = a->current,
               .offset = offset,
               .kind = o->kind == GISA_KIND_LITERAL ? FIXUP_LITERAL
                       : o->kind == GISA_KIND_LABEL ? FIXUP_BRANCH
                                                    : FIXUP_FIELD,
               .bit = (uint8_t)bit,
               .width = (uint8_t)width,
               .size = (uint8_t)size,
               .unit = (uint8_t)gisa_unit(a->isa)};
    if (f.kind == FIXUP_BRANCH)
        f.zero = distance_zero(a, insn, i, bit, width);
    fixup_add(a, &f);
}

static gisa_status parse(assembler *a, const char *text, gisa_insn *insn, gisa_error *error) {
    size_t size = (size_t)(a->now.end - text);
    gisa_env env = {
        .syntax = a->options->syntax, .address = section_here(a), .expression = expr_operand, .ctx = a};
    a->pending_count = 0;
    gisa_status status = gisa_parse(a->isa, text, size, &env, insn, error);
    if (status == GISA_OK || !a->pending_count)
        return status;
    /* Distances between labels are numbers too where nothing else will do; the first fault is what
       counts. */
    gisa_error second;
    a->pending_count = 0;
    a->fold_places = true;
    if (gisa_parse(a->isa, text, size, &env, insn, &second) == GISA_OK)
        status = GISA_OK;
    a->fold_places = false;
    return status;
}

/* ---- lines that have been read before ---- */

/* Code repeats itself, and what an instruction's text means depends on nothing but the text, unless
 * a name stands in it, or a place in the code. */
enum { KNOWN_PLACES = 32768, KNOWN_WAYS = 2, KNOWN_TEXT = 52, WORTH_IT = 1 << 16 };

typedef struct known {
    uint64_t bits;
    uint32_t vgprs : 9, sgprs : 9; /* that .amdgcn.next_free_vgpr and _sgpr must be at least */
    uint32_t size   : 5;           /* of the instruction */
    uint32_t length : 6;           /* of the text; 0 = nothing here yet */
    char text[KNOWN_TEXT];         /* from the first letter to the end of the line */
} known;

/* Where a text is looked for: the last two that came there. */
static known *known_place(const assembler *a, const char *text, size_t length) {
    return &a->known[hash_of(text, length) % KNOWN_PLACES * KNOWN_WAYS];
}

static bool is_known(const known *k, const char *text, size_t length) {
    return k->length == length && memcmp(k->text, text, length) == 0;
}

static void put_known(assembler *a, const known *k) {
    uint64_t offset = section_here(a);
    uint8_t *p = section_emit(a, k->size);
    if (*a->used[0] < k->vgprs || *a->used[1] < k->sgprs)
        amdgpu_count_to(a, k->vgprs, k->sgprs);
    for (unsigned i = 0; p && i < k->size; i++)
        p[i] = (uint8_t)(k->bits >> 8 * i);
    if (p)
        placed_tell(a, a->now.text, offset, k->size);
}

bool instruction_again(assembler *a, frame *f) {
    const char *text = f->p, *end;
    while (text < f->end && (*text == ' ' || *text == '\t'))
        text++;
    size_t room = (size_t)(f->end - text);
    end = a->known ? memchr(text, '\n', room <= KNOWN_TEXT ? room : KNOWN_TEXT + 1) : NULL;
    if (!end || end == text)
        return false;
    size_t length = (size_t)(end - text);
    const known *k = known_place(a, text, length);
    if (!is_known(k, text, length) && !is_known(++k, text, length))
        return false;
    a->now = statement_of(f, text, end);
    a->unit_begun = false;
    f->p = end + 1;
    f->line++;
    put_known(a, k);
    return true;
}

void instruction_forget(assembler *a) {
    free(a->known);
    a->known = NULL;
}

/* A statement that is not a whole line is not kept: it would not be found again. */
static void remember(assembler *a, const gisa_insn *insn, const char *text) {
    const statement *s = &a->now;
    const frame *f = &a->frames[a->frame_count - 1];
    size_t length = (size_t)(s->end - text);
    if (a->registers) /* which may get other meanings */
        return;
    if (!a->known && a->main->size >= WORTH_IT)
        a->known = table_new(KNOWN_PLACES * KNOWN_WAYS * sizeof *a->known); /* NULL only costs time */
    if (!a->known || text != s->text || text != s->origin || length > KNOWN_TEXT || s->end + 1 != f->p ||
        *s->end != '\n')
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
    known *k = known_place(a, text, length);
    k[1] = k[0];
    k->bits = insn->bits;
    k->vgprs = vgprs & 511;
    k->sgprs = sgprs & 511;
    k->size = insn->size & 31u;
    k->length = length & 63;
    memcpy(k->text, text, length);
}

/* ---- the statement ---- */

void instruction(assembler *a, const char *text, size_t word) {
    gisa_insn insn;
    gisa_error error = {0};
    uint8_t code[16], *p;
    size_t size = sizeof code;
    if (!target_need_isa(a, text, word))
        return;
    a->names_used = false;
    gisa_status status = parse(a, text, &insn, &error);
    if (status != GISA_OK) {
        diagnose_at(a, text + error.offset, error.length, "%s",
                    error.message[0] ? error.message : gisa_status_text(status));
        return;
    }
    amdgpu_count_registers(a, &insn);
    if (a->pending_count) {
        status = gisa_encode(a->isa, &insn, code, &size);
        if (status != GISA_OK) {
            diagnose_at(a, text, word, "%s", gisa_status_text(status));
            return;
        }
    } else {
        size = insn.size;
        for (size_t i = 0; i < size && i < 8; i++)
            code[i] = (uint8_t)(insn.bits >> (8 * i));
    }
    if (!a->names_used && !a->pending_count)
        remember(a, &insn, text);
    uint64_t offset = section_here(a);
    if (!(p = section_emit(a, size)))
        return;
    memcpy(p, code, size);
    placed_tell(a, text, offset, size);
    for (unsigned i = 0; a->pending_count && i < insn.operand_count; i++)
        if (insn.operand[i].flags & GISA_OPERAND_PENDING)
            wait_for(a, &insn, i, offset, size);
}
