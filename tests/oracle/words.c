/* SPDX-License-Identifier: MIT */
/*
 * Words of every form of gfx803 and gfx900, and words at random: gisa's text (`--plain`) must be LLVM 19's
 * text, and what one refuses the other must refuse, but for the rules of differences.txt.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "oracle.h"
#include "words.h"

static const char *const arches[] = {"gfx803", "gfx900"};
enum { RANDOM_WORDS = 20000 };
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

static void run(sum *s, differences *d, const char *arch, unsigned per_form) {
    static tally list[TALLIES];
    const gisa_isa *isa = gisa_find(arch);
    unsigned count = 0;
    size_t total = isa->form_count * (size_t)per_form + RANDOM_WORDS;
    uint32_t(*words)[2] = calloc(total, sizeof *words);
    answer *answers = calloc(total, sizeof *answers);
    if (!words || !answers)
        abort();
    for (size_t i = 0; i < total; i++) {
        size_t f = i / per_form;
        uint64_t bits = f < isa->form_count ? generate_word(isa, &isa->forms[f], false) : generate_any();
        words[i][0] = (uint32_t)bits;
        words[i][1] = (uint32_t)(bits >> 32);
    }
    if (llvm_disassemble(arch, (const uint32_t(*)[2])words, total, answers) != 0) {
        printf("LLVM does not know %s\n", arch);
        s->failed++;
        total = 0;
    }
    for (size_t i = 0; i < total; i++) {
        size_t f = i / per_form;
        const char *format = f < isa->form_count ? isa->formats[isa->forms[f].format] : "random";
        compare(d, tally_of(list, &count, format), isa, (const uint32_t *)words[i], &answers[i]);
    }
    tally_close(s, d, list, count, arch);
    free(words);
    free(answers);
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
    shown = 0;
    to_show = show ? show : 15;
    with_examples = examples;
    if (!differences_read(&d, "tests/oracle/differences.txt", "words"))
        s->failed++;
    for (unsigned i = 0; i < sizeof arches / sizeof *arches; i++)
        run(s, &d, arches[i], per_form ? per_form : 150);
    oracle_check_rules(s, &d, words_rule_at, example_stands);
}
