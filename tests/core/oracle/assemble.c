/* SPDX-License-Identifier: MIT */
/*
 * Words of every form of every chip, printed by gisa: where gisa says that the text
 * assembles to the same bits (gisa_oddities() == 0), LLVM 19's assembler must agree, but for the
 * rules of differences.txt. For gfx600 and gfx700, which LLVM does not disassemble, this is the
 * main check of the text.
 */
#include "assemble.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "oracle.h"

static unsigned shown, to_show;
static bool with_examples;

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

static void compare(differences *d, tally *t, const assemble_case *c) {
    const char *rule;
    char ours[40], theirs[40], arch[16], text[GISA_TEXT_MAX];
    example e = {.arch = arch, .input = text, .gisa = ours, .llvm = theirs};
    t->words++;
    if (assemble_same(&c->insn, c->llvm)) {
        t->equal++;
        return;
    }
    write_word(&c->insn, ours);
    write_encoding(c->llvm, theirs);
    snprintf(arch, sizeof arch, "%s", c->isa->name);
    snprintf(text, sizeof text, "%s", c->text);
    rule = assemble_excuse(c);
    if (rule) {
        if (with_examples)
            oracle_print_example(rule, &e);
        tally_excuse(d, t, rule);
        return;
    }
    t->unexplained++;
    if (shown++ < to_show)
        printf("%s %s %s\n  gisa: %s\n  llvm: %s\n", arch, t->format, text, ours, theirs);
}

static void run(sum *s, differences *d, const gisa_isa *isa, unsigned per_form) {
    static tally list[TALLIES];
    const char *arch = gisa_name(isa);
    unsigned count = 0;
    size_t total = 0;
    gisa_insn *insns = calloc(isa->form_count * (size_t)per_form, sizeof *insns);
    char **texts = calloc(isa->form_count * (size_t)per_form, sizeof *texts);
    encoding *answers = calloc(isa->form_count * (size_t)per_form, sizeof *answers);
    if (!insns || !texts || !answers)
        abort();
    for (uint32_t f = 0; f < isa->form_count; f++) {
        size_t before = total;
        tally_of(list, &count, form_format(isa, &isa->forms[f]));
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
    }
    if (llvm_assemble(arch, (const char *const *)texts, total, answers) != 0) {
        printf("llvm-mc-19 cannot be run\n");
        s->failed++;
        total = 0;
    }
    for (size_t i = 0; i < total; i++) {
        assemble_case c = {.isa = isa, .insn = insns[i], .text = texts[i], .llvm = &answers[i]};
        compare(d, tally_of(list, &count, form_format(isa, &isa->forms[insns[i].form])), &c);
        free(texts[i]);
    }
    tally_close(s, d, list, count, arch);
    free(insns);
    free(texts);
    free(answers);
}

/* ---- the rules themselves ---------------------------------------------------------- */

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

void oracle_assemble(sum *s, bool examples, unsigned per_form, unsigned show) {
    static differences d;
    const gisa_isa *isa;
    shown = 0;
    to_show = show ? show : 15;
    with_examples = examples;
    if (!differences_read(&d, "tests/core/oracle/differences.txt", "assemble"))
        s->failed++;
    for (unsigned i = 0; (isa = oracle_chip(i)); i++)
        run(s, &d, isa, oracle_share(isa, per_form ? per_form : 24));
    oracle_check_rules(s, &d, assemble_rule_at, example_stands);
}
