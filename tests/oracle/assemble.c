/* SPDX-License-Identifier: MIT */
/*
 * Words of every form of all four architectures, printed by gisa: where gisa says that the text assembles to the same
 * bits (gisa_oddities() == 0), LLVM 19's assembler must agree, but for the rules of differences.txt. For gfx600 and gfx700,
 * which LLVM does not disassemble, this is the main check of the text. usage: assemble [-e] [words-per-form [differences-to-show]];
 * -e prints an example of each rule
 */
#include "assemble.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "differences.h"
#include "generate.h"

static const char *const arches[] = {"gfx600", "gfx700", "gfx803", "gfx900"};
static unsigned passed, failed, shown, show = 15;
static bool examples;

typedef struct tally {
    const char *format;
    size_t texts, equal, excused[DIFFERENCE_MAX], unexplained;
} tally;

static tally *tally_of(tally *list, unsigned *count, const char *format) {
    for (unsigned i = 0; i < *count; i++)
        if (strcmp(list[i].format, format) == 0)
            return &list[i];
    memset(&list[*count], 0, sizeof *list);
    list[*count].format = format;
    return &list[(*count)++];
}

static bool ask_gisa(const gisa_isa *isa, uint64_t bits, gisa_insn *insn, char *text, size_t room) {
    unsigned char code[8];
    for (int i = 0; i < 8; i++)
        code[i] = (unsigned char)(bits >> 8 * i);
    return gisa_decode(isa, code, sizeof code, insn) == GISA_OK && gisa_oddities(isa, insn) == 0 &&
           gisa_print(isa, insn, NULL, text, &room) == GISA_OK;
}

static void write_encoding(const encoding *e, char text[40]) {
    strcpy(text, e->crashed ? "crash" : "-");
    if (e->size)
        for (unsigned i = 0; i < e->size; i++)
            sprintf(text + 2 * i, "%02x", e->bytes[i]);
}

static void write_word(const gisa_insn *insn, char text[40]) {
    for (unsigned i = 0; i < insn->size; i++)
        sprintf(text + 2 * i, "%02x", (unsigned)(insn->bits >> 8 * i & 0xff));
}

/* One example of each rule, as differences.txt wants it: for whoever writes the entry. */
static void print_example(const assemble_case *c, const char *rule) {
    static const char *seen[4 * DIFFERENCE_MAX];
    static const gisa_isa *where[4 * DIFFERENCE_MAX];
    char ours[40], theirs[40];
    unsigned i = 0;
    while (seen[i] && (strcmp(seen[i], rule) != 0 || where[i] != c->isa))
        i++;
    if (seen[i] || i + 1 == 4 * DIFFERENCE_MAX)
        return;
    seen[i] = rule;
    where[i] = c->isa;
    write_word(&c->insn, ours);
    write_encoding(c->llvm, theirs);
    printf("rule %s\n  example %s %s\n    gisa %s\n    llvm %s\n", rule, c->isa->name, c->text, ours, theirs);
}

static void compare(differences *d, tally *t, const assemble_case *c) {
    const char *rule;
    difference *found;
    char ours[40], theirs[40];
    t->texts++;
    if (assemble_same(&c->insn, c->llvm)) {
        t->equal++;
        return;
    }
    rule = assemble_excuse(c);
    if (rule) {
        if (examples)
            print_example(c, rule);
        found = differences_find(d, rule);
        if (found) {
            found->excused++;
            t->excused[found - d->list]++;
        }
        return;
    }
    t->unexplained++;
    write_word(&c->insn, ours);
    write_encoding(c->llvm, theirs);
    if (shown++ < show)
        printf("%s %s %s\n  gisa: %s\n  llvm: %s\n", c->isa->name, t->format, c->text, ours, theirs);
}

static void print_table(const differences *d, const tally *list, unsigned count, const char *arch) {
    for (unsigned i = 0; i < count; i++) {
        const tally *t = &list[i];
        printf("%s %-18s %6zu texts %6zu equal", arch, t->format, t->texts, t->equal);
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
    size_t total = 0;
    gisa_insn *insns = calloc(isa->form_count * (size_t)per_form, sizeof *insns);
    char **texts = calloc(isa->form_count * (size_t)per_form, sizeof *texts);
    encoding *answers = calloc(isa->form_count * (size_t)per_form, sizeof *answers);
    if (!insns || !texts || !answers)
        abort();
    for (uint32_t f = 0; f < isa->form_count; f++) {
        tally *t = tally_of(list, &count, isa->formats[isa->forms[f].format]);
        size_t before = total;
        for (unsigned tries = 0; tries < 20 * per_form && total - before < per_form; tries++) {
            char text[GISA_TEXT_MAX];
            if (!ask_gisa(isa, generate_word(isa, &isa->forms[f], true), &insns[total], text, sizeof text) ||
                insns[total].form != f)
                continue;
            texts[total] = malloc(strlen(text) + 1);
            if (!texts[total])
                abort();
            strcpy(texts[total++], text);
        }
        (void)t;
    }
    if (llvm_assemble(arch, (const char *const *)texts, total, answers) != 0) {
        printf("llvm-mc-19 cannot be run\n");
        failed++;
        total = 0;
    }
    for (size_t i = 0; i < total; i++) {
        assemble_case c = {.isa = isa, .insn = insns[i], .text = texts[i], .llvm = &answers[i]};
        compare(d, tally_of(list, &count, isa->formats[isa->forms[insns[i].form].format]), &c);
        free(texts[i]);
    }
    for (unsigned i = 0; i < count; i++)
        *(list[i].unexplained ? &failed : &passed) += 1;
    print_table(d, list, count, arch);
    free(insns);
    free(texts);
    free(answers);
}

/* ---- the rules themselves -------------------------------------------------------------------------------------- */

static bool example_stands(const example *e) {
    const gisa_isa *isa = gisa_find(e->arch);
    const char *line = e->input;
    encoding a;
    gisa_insn insn;
    char ours[40] = "-", theirs[40];
    if (!isa || llvm_assemble(e->arch, &line, 1, &a) != 0)
        return false;
    if (gisa_parse(isa, line, strlen(line), NULL, &insn, NULL) == GISA_OK)
        write_word(&insn, ours);
    write_encoding(&a, theirs);
    if (strcmp(e->gisa, ours) == 0 && strcmp(e->llvm, theirs) == 0)
        return true;
    printf("the example %s %s has changed\n  gisa: %s\n  llvm: %s\n", e->arch, e->input, ours, theirs);
    return false;
}

static void check_rules(differences *d) {
    const char *name;
    for (unsigned i = 0; (name = assemble_rule_at(i)); i++)
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
    per_form = argc > 1 + examples ? (unsigned)strtoul(argv[1 + examples], NULL, 10) : 24;
    if (argc > 2 + examples)
        show = (unsigned)strtoul(argv[2 + examples], NULL, 10);
    if (!differences_read(&d, "tests/oracle/differences.txt", "assemble"))
        failed++;
    for (unsigned i = 0; i < sizeof arches / sizeof *arches; i++)
        run(&d, arches[i], per_form ? per_form : 1);
    check_rules(&d);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
