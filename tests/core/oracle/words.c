/* SPDX-License-Identifier: MIT */
/*
 * Words of every form of every chip of gfx8 and gfx9, and words at random: gisa's text (`--plain`)
 * must be LLVM 19's text, and what one refuses the other must refuse, but for the rules of
 * differences.txt.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "oracle.h"
#include "words.h"

enum { RANDOM_WORDS = 20000, PER_FORMAT = 20000, BATCH = 50000 };
static unsigned shown, to_show;
static bool with_examples;

/* ---- comparison -------------------------------------------------------------------- */

static const char *shown_answer(const answer *a) {
    return a->crashed ? "crash" : a->text[0] ? a->text : "-";
}

static void print_example(const words_case *c, const char *rule, const uint32_t word[2], const answer *a) {
    char input[40], ours[GISA_TEXT_MAX], theirs[sizeof a->text], arch[16];
    example e = {.arch = arch, .input = input, .gisa = ours, .llvm = theirs};
    snprintf(arch, sizeof arch, "%s", c->isa->name);
    snprintf(input, sizeof input, "%08x %08x", word[0], word[1]);
    snprintf(ours, sizeof ours, "%s", c->gisa[0] ? c->gisa : "-");
    snprintf(theirs, sizeof theirs, "%s", shown_answer(a));
    oracle_print_example(rule, &e);
}

static void compare(differences *d, tally *t, const gisa_isa *isa, const uint32_t word[2], const answer *a) {
    words_case c;
    const char *rules[WORDS_RULES];
    words_ask_gisa(&c, isa, word);
    c.llvm = a;
    t->words++;
    if (!a->crashed && strcmp(c.gisa, a->text) == 0 && (!c.gisa[0] || c.insn.size == a->size)) {
        *(c.gisa[0] ? &t->equal : &t->refused) += 1;
        return;
    }
    words_excuse(&c, rules);
    if (with_examples && rules[0] && !rules[1])
        print_example(&c, rules[0], word, a);
    for (unsigned i = 0; rules[i]; i++)
        tally_excuse(d, t, rules[i]);
    if (rules[0])
        return;
    t->unexplained++;
    if (shown++ < to_show)
        printf("%s %s %08x %08x\n  gisa: %s%s\n  llvm: %s\n", isa->name, t->format, word[0], word[1],
               c.gisa[0] ? c.gisa : "-", c.gisa[0] && c.insn.size != a->size ? " (other size)" : "",
               shown_answer(a));
}

/* How many words of a form: at least so many, and so many that each format has its share. */
static unsigned words_of(const gisa_isa *isa, uint32_t index, unsigned per_form) {
    unsigned in_format = 0, share;
    for (uint32_t f = 0; f < isa->form_count; f++)
        in_format += isa->forms[f].format == isa->forms[index].format;
    share = oracle_share(isa, PER_FORMAT) / in_format;
    return share > per_form ? share : per_form;
}

typedef struct batch {
    uint32_t words[BATCH][2];
    const char *formats[BATCH];
    answer answers[BATCH];
    size_t count;
    bool failed;
    tally list[TALLIES];
    unsigned tallies;
} batch;

static void flush(batch *b, sum *s, differences *d, const gisa_isa *isa) {
    if (!b->failed &&
        llvm_disassemble(gisa_name(isa), (const uint32_t(*)[2])b->words, b->count, b->answers) != 0) {
        printf("LLVM does not know %s\n", gisa_name(isa));
        s->failed++;
        b->failed = true;
    }
    for (size_t i = 0; i < b->count && !b->failed; i++)
        compare(d, tally_of(b->list, &b->tallies, b->formats[i]), isa, b->words[i], &b->answers[i]);
    b->count = 0;
}

static void add(batch *b, sum *s, differences *d, const gisa_isa *isa, const char *format, uint64_t bits) {
    b->words[b->count][0] = (uint32_t)bits;
    b->words[b->count][1] = (uint32_t)(bits >> 32);
    b->formats[b->count] = format;
    if (++b->count == BATCH)
        flush(b, s, d, isa);
}

static void run(sum *s, differences *d, const gisa_isa *isa, unsigned per_form) {
    batch *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    for (uint32_t f = 0; f < isa->form_count; f++)
        for (unsigned n = words_of(isa, f, oracle_share(isa, per_form)); n; n--)
            add(b, s, d, isa, form_format(isa, &isa->forms[f]), generate_word(isa, &isa->forms[f], false));
    for (unsigned n = oracle_share(isa, RANDOM_WORDS); n; n--)
        add(b, s, d, isa, "random", generate_any());
    flush(b, s, d, isa);
    tally_close(s, d, b->list, b->tallies, gisa_name(isa));
    free(b);
}

/* ---- the rules themselves ---------------------------------------------------------- */

static bool example_stands(const example *e) {
    const gisa_isa *isa = gisa_find(e->arch);
    uint32_t word[2] = {0, 0};
    answer a;
    words_case c;
    if (!isa || sscanf(e->input, "%x %x", &word[0], &word[1]) < 1 ||
        llvm_disassemble(e->arch, (const uint32_t(*)[2])word, 1, &a) != 0)
        return false;
    words_ask_gisa(&c, isa, word);
    if (strcmp(e->gisa, c.gisa[0] ? c.gisa : "-") == 0 && strcmp(e->llvm, shown_answer(&a)) == 0)
        return true;
    printf("the example %s %s has changed\n  gisa: %s\n  llvm: %s\n", e->arch, e->input,
           c.gisa[0] ? c.gisa : "-", shown_answer(&a));
    return false;
}

void oracle_words(sum *s, bool examples, unsigned per_form, unsigned show) {
    static differences d;
    const gisa_isa *isa;
    shown = 0;
    to_show = show ? show : 15;
    with_examples = examples;
    if (!differences_read(&d, "tests/core/oracle/differences.txt", "words"))
        s->failed++;
    const unsigned oldest = gisa_generation(gisa_find("gfx803")); /* LLVM disassembles none before */
    for (unsigned i = 0; (isa = oracle_chip(i)); i++)
        if (gisa_generation(isa) >= oldest)
            run(s, &d, isa, per_form ? per_form : 150);
    oracle_check_rules(s, &d, words_rule_at, example_stands);
}
