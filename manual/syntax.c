/* SPDX-License-Identifier: MIT */
/* The syntax of a form as a line: the mnemonic, what is written as it stands, and names for what is
   put in. */
#include <string.h>

#include "manual.h"

/* The text of the form with nothing in its fields: where the mnemonic ends, and what is between
   operands. */
static bool print_bare(const variant *v, gisa_syntax syntax, char line[GISA_TEXT_MAX]) {
    gisa_style style = {.syntax = syntax};
    gisa_insn insn;
    uint8_t code[8];
    size_t size = GISA_TEXT_MAX;
    for (unsigned i = 0; i < 8; i++)
        code[i] = (uint8_t)(v->info.value >> 8 * i);
    gisa_decode(v->isa, code, sizeof code, &insn);
    return insn.form == v->form && gisa_print(v->isa, &insn, &style, line, &size) == GISA_OK;
}

/* Is the first operand followed by a blank alone? */
static bool no_comma(const char *operands) {
    size_t word = strcspn(operands, ", ");
    return operands[word] == ' ';
}

static const char *name_in(const gisa_value_name *name, gisa_syntax syntax) {
    return syntax == GISA_SYNTAX_CLRX ? name->clrx : name->llvm;
}

/* The name that a choice has when there is only one. */
static bool only_name(const variant *v, const char *table, gisa_syntax syntax, gisa_value_name *name) {
    gisa_value_name other;
    if (gisa_name_of_value(v->isa, table, 0, name) != GISA_OK || name->last != name->value)
        return false;
    for (unsigned i = 1; gisa_name_of_value(v->isa, table, i, &other) == GISA_OK; i++)
        if (other.value != name->value)
            return false;
    return name_in(name, syntax) != NULL;
}

static void say_array(text *t, unsigned count) {
    raw(t, "[");
    for (unsigned i = 0; i < count; i++)
        say(t, "%s<var>%c</var>", i ? "," : "", 'a' + (int)i);
    raw(t, "]");
}

static void say_operand(text *t, const variant *v, const gisa_operand_info *o, gisa_syntax syntax) {
    gisa_value_name name;
    if (o->flags & GISA_INFO_HELD_NOWHERE) {
        say(t, "%s", *o->key ? o->key : *o->implied ? o->implied : "off");
        return;
    }
    if (strcmp(o->codec, "flag") == 0) {
        say(t, "%s", o->key);
        return;
    }
    if (*o->names && !*o->key && only_name(v, o->names, syntax, &name)) {
        say(t, "%s", name_in(&name, syntax));
        return;
    }
    if (*o->key)
        say(t, "%s:", o->key);
    if (strcmp(o->codec, "array") == 0)
        say_array(t, o->field_count);
    else
        say(t, "<var>%s</var>", o->name);
}

void say_syntax(text *t, const variant *v, gisa_syntax syntax) {
    char bare[GISA_TEXT_MAX];
    bool printed = print_bare(v, syntax, bare), first = true;
    size_t word = printed ? strcspn(bare, " ") : 0;
    gisa_operand_info o;
    if (printed)
        say(t, "<b>%.*s</b>", (int)word, bare);
    else
        say(t, "<b>%s</b>", v->info.mnemonic);
    for (unsigned i = 0; operand_at(v, i, &o); i++) {
        bool optional = o.flags & GISA_INFO_IS_OPTIONAL;
        if (!(o.flags & GISA_INFO_IS_MODIFIER) && !first && !(i == 1 && printed && no_comma(bare + word + 1)))
            raw(t, ",");
        raw(t, optional ? " [" : " ");
        say_operand(t, v, &o, syntax);
        raw(t, optional ? "]" : "");
        first = false;
    }
}
