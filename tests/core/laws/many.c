/* SPDX-License-Identifier: MIT */
/* Decoding many instructions at once gives what decoding one after the other gives. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "many.h"
#include "words.h"

enum { MOST_DWORDS = 1200, CASES = 300 };

/* Code of up to `dwords` dwords: forms, or anything; the end may be in the middle of a dword. */
static uint8_t *make_code(const gisa_isa *isa, unsigned dwords, size_t *size) {
    uint8_t *code = malloc(4 * dwords + 16);
    bool forms = below(4) != 0;
    for (*size = 0; code && *size < 4 * dwords;) {
        uint64_t bits = forms ? word_of(isa, &isa->forms[below(isa->form_count)]) : any();
        gisa_insn insn;
        store(code + *size, bits);
        *size += gisa_decode_head(isa, code + *size, 8, &insn) == GISA_OK ? insn.size : 8u;
    }
    *size -= below(3) || *size < 8 ? 0 : below(8);
    return code;
}

static bool same(const gisa_insn *a, const gisa_insn *b) {
    return a->bits == b->bits && a->form == b->form && a->size == b->size && a->status == b->status &&
           a->rest == b->rest && a->operand_count == b->operand_count && a->spare == b->spare &&
           memcmp(a->operand, b->operand, a->operand_count * sizeof *a->operand) == 0;
}

static void check_code(const gisa_isa *isa, const uint8_t *code, size_t size, size_t count, gisa_insn *insns,
                       gisa_head *heads) {
    size_t used = 1, heads_used = 1, at = 0;
    size_t n = gisa_decode_many(isa, code, size, insns, count, &used);
    size_t head_count = gisa_decode_heads(isa, code, size, heads, count, &heads_used);
    gisa_insn one = {0};
    if (n != head_count || used != heads_used || n > count || used > size || (n < count && used < size))
        broken(isa, MANY, 0, &one, "", "counts");
    for (size_t i = 0; i < n; i++) {
        gisa_insn head;
        memset(&one, 0, sizeof one);
        gisa_status status = gisa_decode(isa, code + at, size - at, &one);
        gisa_decode_head(isa, code + at, size - at, &head);
        if (one.status != status || !same(&one, &insns[i]))
            broken(isa, MANY, one.bits, &one, "", "gisa_decode_many");
        if (head.bits != heads[i].bits || head.form != heads[i].form || head.size != heads[i].size ||
            head.status != heads[i].status)
            broken(isa, MANY, one.bits, &one, "", "gisa_decode_heads");
        at += one.size;
    }
    if (at != used)
        broken(isa, MANY, 0, &one, "", "bytes");
}

void check_many(const gisa_isa *isa) {
    gisa_insn *insns = calloc(MOST_DWORDS, sizeof *insns);
    gisa_head *heads = calloc(MOST_DWORDS, sizeof *heads);
    for (unsigned i = 0; i < CASES && insns && heads; i++) {
        size_t size;
        uint8_t *code = make_code(isa, below(4) ? below(40) : below(MOST_DWORDS), &size);
        uint8_t *exact = malloc(size ? size : 1); /* a sanitizer sees every byte too many */
        memcpy(exact, code, size);
        check_code(isa, exact, size, below(2) ? MOST_DWORDS : below(60), insns, heads);
        free(exact);
        free(code);
    }
    free(insns);
    free(heads);
}
