/* SPDX-License-Identifier: MIT */
/* The words of one shard: second dwords, laws, counting. */
#include "sweep.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../laws/check.h"
#include "../laws/words.h"

static result *into;
static bool is_broken;

void broken(const gisa_isa *isa, enum law law, uint64_t bits, const gisa_insn *insn, const char *text,
            const char *what) {
    gisa_form_info info;
    is_broken = true;
    if (into->fault_count == MAX_FAULTS || gisa_form(isa, insn->form, &info) != GISA_OK)
        return;
    snprintf(into->fault[into->fault_count++], FAULT_TEXT, "%s %s %s %08x %08x %s '%.120s' %.120s",
             law_names[law], gisa_name(isa), info.format, (unsigned)bits, (unsigned)(bits >> 32),
             info.mnemonic, text, what);
}

/* Mixes all bits of x into all bits of the result: the finishing steps of SplitMix64. */
static uint64_t mixed(uint64_t x) {
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The forms of an architecture, format by format. */
static struct {
    const gisa_isa *isa;
    uint32_t first[MAX_FORMATS + 1]; /* of a format, in `forms` */
    uint32_t forms[1 << 16];
} by_format;

static void sort_by_format(const gisa_isa *isa) {
    uint32_t count = 0;
    by_format.isa = isa;
    for (uint32_t format = 0; format < isa->format_count; format++) {
        by_format.first[format] = count;
        for (uint32_t i = 0; i < isa->form_count; i++)
            if (isa->forms[i].format == format)
                by_format.forms[count++] = i;
    }
    by_format.first[isa->format_count] = count;
}

/* A word of 64 bits follows from the number and the salt: one in eight is anything, the others are
 * of a form; each format gets as many, and in it each form. */
static uint64_t wide_word_at(const gisa_isa *isa, uint32_t number, uint64_t salt) {
    words_seed(mixed(mixed(salt) ^ number));
    if (by_format.isa != isa)
        sort_by_format(isa);
    const uint32_t *first = &by_format.first[below(isa->format_count)];
    if (first[0] == first[1] || !below(8))
        return any();
    return word_of(isa, &isa->forms[by_format.forms[*first + below(first[1] - first[0])]]);
}

/* The second dword follows from the first one and the salt. It is taken at random; where it belongs
 * to the instruction, it is then made likely for the form that was found, so that most words are
 * instructions and not data. */
static uint64_t word_at(const gisa_isa *isa, uint32_t first, uint64_t salt) {
    uint8_t code[8];
    gisa_insn insn;
    uint64_t bits;
    words_seed(mixed(mixed(salt) ^ first));
    bits = first | any() << 32;
    store(code, bits);
    if (gisa_decode_head(isa, code, sizeof code, &insn) == GISA_OK && insn.size == 8)
        bits = first | (uint64_t)second_of(isa, &isa->forms[insn.form], first) << 32;
    return bits;
}

static void count(result *r, const outcome *o, unsigned format) {
    counts *c = &r->format[format];
    unsigned bit = 0;
    c->words++;
    c->failed += is_broken;
    if (o->status == GISA_STATUS_RESERVED)
        c->reserved++;
    else if (o->odd) {
        while (!(o->odd >> bit & 1))
            bit++;
        c->odd[bit]++;
    } else
        c->back += o->same[GISA_SYNTAX_LLVM] && o->same[GISA_SYNTAX_CLRX];
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void shard_run(const gisa_isa *isa, const part *p, result *r, progress *shown) {
    double start = now();
    memset(r, 0, sizeof *r);
    r->isa = isa;
    r->part = *p;
    into = r;
    for (uint64_t block = p->shard; block < part_blocks(p); block += p->shards) {
        uint64_t begin, end;
        part_block(p, block, &begin, &end);
        for (uint64_t i = begin; i < end; i++) {
            uint64_t first = i * p->step, bits = gisa_unit(isa) == 8
                                                     ? wide_word_at(isa, (uint32_t)first, p->salt)
                                                     : word_at(isa, (uint32_t)first, p->salt);
            gisa_insn insn;
            outcome o;
            atomic_store_explicit(&shown->bits, bits, memory_order_relaxed); /* the culprit of a crash */
            is_broken = false;
            o = check_word(isa, bits, &insn, PLAIN);
            if (o.status == GISA_OK || o.status == GISA_STATUS_RESERVED)
                count(r, &o, isa->forms[insn.form].format);
            else
                r->unknown++;
            r->failed += is_broken;
            r->words++;
            r->sum += first;
            r->squares += first * first;
        }
        atomic_store_explicit(&shown->words, r->words, memory_order_relaxed);
        atomic_store_explicit(&shown->failed, r->failed, memory_order_relaxed);
    }
    r->seconds = now() - start;
}
