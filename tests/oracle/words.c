/* SPDX-License-Identifier: MIT */
/*
 * Words of every form of gfx803 and gfx900, and words at random: gisa's text (`--plain`) must be LLVM 19's text, and what
 * one refuses the other must refuse, but for the rules of differences.txt. usage: words [-e] [words-per-form [differences-to-show]]; -e prints an example of each rule
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "differences.h"
#include "generate.h"
#include "words.h"

static const char *const arches[] = {"gfx803", "gfx900"};
enum { RANDOM_WORDS = 20000 };
static unsigned show = 15;

/* ---- comparison ------------------------------------------------------------------------------------------------ */

typedef struct tally {
    const char *format;
    size_t words, equal, refused, excused[DIFFERENCE_MAX], unexplained;
} tally;

static unsigned passed, failed, shown;

static tally *tally_of(tally *list, unsigned *count, const char *format) {
    for (unsigned i = 0; i < *count; i++)
        if (strcmp(list[i].format, format) == 0)
            return &list[i];
    memset(&list[*count], 0, sizeof *list);
    list[*count].format = format;
    return &list[(*count)++];
}

static const char *shown_answer(const answer *a) {
    return a->crashed ? "crash" : a->text[0] ? a->text : "-";
}

/* One example of each rule, as differences.txt wants it: for whoever writes the entry. */
static void print_example(const words_case *c, const char *rule, const uint32_t word[2], const answer *a) {
    static const char *seen[2 * DIFFERENCE_MAX];
    static const gisa_isa *where[2 * DIFFERENCE_MAX];
    unsigned i = 0;
    while (seen[i] && (strcmp(seen[i], rule) != 0 || where[i] != c->isa))
        i++;
    if (seen[i] || i + 1 == 2 * DIFFERENCE_MAX)
        return;
    seen[i] = rule;
    where[i] = c->isa;
    printf("rule %s\n  example %s %08x %08x\n    gisa %s\n    llvm %s\n", rule, c->isa->name, word[0],
           word[1], c->gisa[0] ? c->gisa : "-", shown_answer(a));
}

static bool examples;

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
    if (examples && rules[0] && !rules[1])
        print_example(&c, rules[0], word, a);
    for (unsigned i = 0; rules[i]; i++) {
        difference *found = differences_find(d, rules[i]);
        if (found) { /* what the file lacks is reported by check_rules */
            found->excused++;
            t->excused[found - d->list]++;
        }
    }
    if (rules[0])
        return;
    t->unexplained++;
    if (shown++ < show)
        printf("%s %s %08x %08x\n  gisa: %s%s\n  llvm: %s\n", isa->name, t->format, word[0], word[1],
               c.gisa[0] ? c.gisa : "-", c.gisa[0] && c.insn.size != a->size ? " (other size)" : "",
               shown_answer(a));
}

static void print_table(const differences *d, const tally *list, unsigned count, const char *arch) {
    for (unsigned i = 0; i < count; i++) {
        const tally *t = &list[i];
        printf("%s %-18s %6zu words %6zu equal %6zu refused by both", arch, t->format, t->words, t->equal,
               t->refused);
        for (unsigned k = 0; k < d->count; k++)
            if (t->excused[k])
                printf("  %s %zu", d->list[k].rule, t->excused[k]);
        if (t->unexplained)
            printf("  UNEXPLAINED %zu", t->unexplained);
        printf("\n");
    }
}

static void run(differences *d, const char *arch, unsigned per_form) {
    static tally list[128];
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
        failed++;
        total = 0;
    }
    for (size_t i = 0; i < total; i++) {
        size_t f = i / per_form;
        const char *format = f < isa->form_count ? isa->formats[isa->forms[f].format] : "random";
        compare(d, tally_of(list, &count, format), isa, (const uint32_t *)words[i], &answers[i]);
    }
    for (unsigned i = 0; i < count; i++)
        *(list[i].unexplained ? &failed : &passed) += 1;
    print_table(d, list, count, arch);
    free(words);
    free(answers);
}

/* ---- the rules themselves -------------------------------------------------------------------------------------- */

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

static void check_rules(differences *d) {
    const char *name;
    for (unsigned i = 0; (name = words_rule_at(i)); i++)
        if (!differences_find(d, name)) {
            printf("the rule %s is not in differences.txt\n", name);
            failed++;
        }
    for (unsigned i = 0; i < d->count; i++) {
        bool stands = true;
        for (unsigned k = 0; k < d->list[i].example_count; k++)
            stands &= example_stands(&d->list[i].examples[k]);
        if (!d->list[i].excused)
            printf("the rule %s has excused nothing\n", d->list[i].rule);
        *(stands && d->list[i].excused ? &passed : &failed) += 1;
    }
}

int main(int argc, char **argv) {
    static differences d;
    unsigned per_form;
    examples = argc > 1 && strcmp(argv[1], "-e") == 0;
    per_form = argc > 1 + examples ? (unsigned)strtoul(argv[1 + examples], NULL, 10) : 150;
    if (argc > 2 + examples)
        show = (unsigned)strtoul(argv[2 + examples], NULL, 10);
    if (!differences_read(&d, "tests/oracle/differences.txt", "words"))
        failed++;
    for (unsigned i = 0; i < sizeof arches / sizeof *arches; i++)
        run(&d, arches[i], per_form ? per_form : 1);
    check_rules(&d);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
