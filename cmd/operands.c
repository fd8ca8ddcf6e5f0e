/* SPDX-License-Identifier: MIT */
/* Operands in words. */
#include "explain.h"

#include <string.h>

void operand_text(const subject *s, unsigned i, phrase *p) {
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text;
    if (gisa_print_operand(s->isa, &s->insn, i, NULL, text, &size) == GISA_OK)
        phrase_add(p, "%s", text);
}

void operand_takes(const gisa_operand_info *info, phrase *p) {
    static const struct {
        uint32_t flag;
        const char *word;
    } words[] = {{GISA_TAKES_VGPR, "vector register"},
                 {GISA_TAKES_SGPR, "scalar register"},
                 {GISA_TAKES_CONSTANT, "inline constant"},
                 {GISA_TAKES_LITERAL, "literal"},
                 {GISA_TAKES_LDS, "lds_direct"}};
    phrase list = {.size = 0};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (info->flags & words[i].flag)
            phrase_item(&list, ", ", words[i].word);
    if (*info->implied && (info->flags & GISA_HELD_NOWHERE))
        phrase_add(&list, "always %s", info->implied);
    else if (*info->implied)
        phrase_add(&list, "; %s by default", info->implied);
    phrase_add(p, "%s", list.text);
}

void operand_nature(const gisa_operand_info *info, phrase *p) {
    static const char *const access[] = {"", "read", "written", "read and written"};
    if (*info->type)
        phrase_item(p, ", ", info->type);
    if (info->access & 3)
        phrase_item(p, ", ", access[info->access & 3]);
}

bool operand_is_value(const gisa_operand *o) {
    return (o->kind >= GISA_SGPR && o->kind <= GISA_LITERAL) || o->kind >= GISA_TEMP;
}

bool operand_is_register(const gisa_operand *o) {
    return (o->kind >= GISA_SGPR && o->kind <= GISA_NAMED) ||
           (o->kind >= GISA_TEMP && o->kind != GISA_TABLE && o->kind != GISA_NUMBER);
}

void state_words(uint32_t states, const char *between, phrase *p) {
    for (unsigned bit = 0; gisa_state_name(bit); bit++)
        if (states >> bit & 1)
            phrase_item(p, between, gisa_state_name(bit));
}
