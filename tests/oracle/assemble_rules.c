/* SPDX-License-Identifier: MIT */
/* The rules of assemble.h. Each one excuses exactly one class of difference; differences.txt says who is right, and why. */
#include "assemble.h"

#include <string.h>

static const char *format_of(const assemble_case *c) { return c->isa->formats[c->isa->forms[c->insn.form].format]; }
static const char *name_of(const assemble_case *c) { return c->isa->rows[c->isa->forms[c->insn.form].row].name; }
static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

bool assemble_same(const gisa_insn *insn, const encoding *e) {
    if (e->crashed || e->size != insn->size)
        return false;
    for (unsigned i = 0; i < e->size; i++)
        if (e->bytes[i] != (uint8_t)(insn->bits >> 8 * i))
            return false;
    return true;
}

static const struct {
    const char *name;
    bool (*excuses)(const assemble_case *c);
} rules[] = {
    {"-", NULL},
};
enum { RULES = sizeof rules / sizeof *rules };

const char *assemble_excuse(const assemble_case *c) {
    (void)format_of; (void)name_of; (void)begins; 
    for (unsigned i = 0; i < RULES; i++)
        if (rules[i].excuses && rules[i].excuses(c))
            return rules[i].name;
    return NULL;
}

const char *assemble_rule_at(unsigned i) { return i < RULES ? rules[i].name : NULL; }
