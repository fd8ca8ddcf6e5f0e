/* SPDX-License-Identifier: MIT */
/*
 * Compares gisa with LLVM 19. usage: oracle [words|assemble|lines [-e] [words-per-form
 * [differences-to-show]]] Without arguments all three run; -e prints an example of each rule, for
 * whoever writes differences.txt.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/tables.h"
#include "oracle.h"

/* Not those of consoles. */
static bool is_llvms(const gisa_isa *isa) {
    return strncmp(gisa_name(isa), "gfx", 3) == 0;
}

const gisa_isa *oracle_chip(unsigned i) {
    const gisa_isa *isa, *chip;
    for (unsigned a = 0; (isa = gisa_at(a)); a++) {
        if (!is_llvms(isa))
            continue;
        if (i-- == 0)
            return isa;
        for (unsigned k = 0; (chip = gisa_chip(isa, k)); k++)
            if (is_llvms(chip) && i-- == 0)
                return chip;
    }
    return NULL;
}

unsigned oracle_share(const gisa_isa *isa, unsigned words) {
    const gisa_isa *base = gisa_base(isa);
    enum { FEW = 24 };
    bool same = isa != base && isa->forms == base->forms && isa->codes == base->codes;
    if (getenv("FULL"))
        return words;
    return same ? (words + FEW - 1) / FEW : (words + 1) / 2;
}

tally *tally_of(tally *list, unsigned *count, const char *format) {
    for (unsigned i = 0; i < *count; i++)
        if (strcmp(list[i].format, format) == 0)
            return &list[i];
    if (*count == TALLIES)
        abort();
    memset(&list[*count], 0, sizeof *list);
    list[*count].format = format;
    return &list[(*count)++];
}

void tally_excuse(differences *d, tally *t, const char *rule) {
    difference *found = differences_find(d, rule);
    if (!found) /* what the file lacks is reported by oracle_check_rules */
        return;
    found->excused++;
    t->excused[found - d->list]++;
}

void tally_close(sum *s, const differences *d, const tally *list, unsigned count, const char *arch) {
    for (unsigned i = 0; i < count; i++) {
        const tally *t = &list[i];
        *(t->unexplained ? &s->failed : &s->passed) += 1;
        printf("%s %-18s %6zu words %6zu equal", arch, t->format, t->words, t->equal);
        if (t->refused)
            printf(" %6zu refused by both", t->refused);
        for (unsigned k = 0; k < d->count; k++)
            if (t->excused[k])
                printf("  %s %zu", d->list[k].rule, t->excused[k]);
        if (t->unexplained)
            printf("  UNEXPLAINED %zu", t->unexplained);
        printf("\n");
    }
}

void oracle_check_rules(sum *s, differences *d, const char *(*rule_at)(unsigned i),
                        bool (*stands)(const example *e)) {
    const char *name;
    for (unsigned i = 0; (name = rule_at(i)); i++)
        if (!differences_find(d, name)) {
            printf("the rule %s is not in differences.txt\n", name);
            s->failed++;
        }
    for (unsigned i = 0; i < d->count; i++) {
        bool good = d->list[i].example_count > 0;
        if (!good)
            printf("the rule %s has no example\n", d->list[i].rule);
        if (!d->list[i].excused) /* rare words: its examples say that it is needed all the same */
            printf("the rule %s had nothing to excuse this time\n", d->list[i].rule);
        for (unsigned k = 0; k < d->list[i].example_count; k++)
            good &= stands(&d->list[i].examples[k]);
        *(good ? &s->passed : &s->failed) += 1;
    }
}

void oracle_print_example(const char *rule, const example *e) {
    static const char *seen[4 * DIFFERENCE_MAX][2];
    unsigned i = 0;
    while (seen[i][0] && (strcmp(seen[i][0], rule) != 0 || strcmp(seen[i][1], e->arch) != 0))
        i++;
    if (seen[i][0] || i + 1 == 4 * DIFFERENCE_MAX)
        return;
    seen[i][0] = rule;
    seen[i][1] = e->arch;
    printf("rule %s\n  example %s %s\n    gisa %s\n    llvm %s\n", rule, e->arch, e->input, e->gisa, e->llvm);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(sum *s, bool examples, unsigned per_form, unsigned show);
    } parts[] = {{"words", oracle_words}, {"assemble", oracle_assemble}, {"lines", oracle_lines}};
    sum s = {0, 0};
    bool examples = argc > 2 && strcmp(argv[2], "-e") == 0, any = false;
    unsigned numbers[2] = {0, 0};
    for (int i = 0; i < 2 && 2 + examples + i < argc; i++)
        numbers[i] = (unsigned)strtoul(argv[2 + examples + i], NULL, 10);
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (argc < 2 || strcmp(argv[1], parts[i].name) == 0) {
            any = true;
            parts[i].run(&s, examples, numbers[0], numbers[1]);
        }
    if (!any)
        fprintf(stderr, "usage: oracle [words|assemble|lines [-e] [words-per-form [differences-to-show]]]\n");
    printf("%u passed, %u failed\n", s.passed, s.failed);
    return s.failed || !any;
}
