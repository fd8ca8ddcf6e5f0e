/* SPDX-License-Identifier: MIT */
/* Operations of forms, and their trees: each form with a body has one, and nothing else has. */
#include <string.h>

#include "gisa_semantics.h"
#include "interface.h"

static bool is_object(const char *text) {
    return text && *text == '{' && text[strlen(text) - 1] == '}';
}

static void check_forms(const gisa_isa *isa) {
    gisa_form_info info;
    for (uint32_t i = 0; gisa_form(isa, i, &info) == GISA_OK; i++) {
        unsigned first = gisa_form_operation(isa, i, 0), second = gisa_form_operation(isa, i, 1);
        bool pair = info.body && strchr(info.name, '+');
        check((info.body != NULL) == (first != 0) && pair == (second != 0), "%s %s: operations %u and %u",
              gisa_name(isa), info.mnemonic, first, second);
        check(is_object(gisa_operation_tree(isa, first)) == (first != 0), "%s %s: the tree", gisa_name(isa),
              info.mnemonic);
    }
    check(gisa_form_operation(isa, gisa_form_count(isa), 0) == 0 && gisa_form_operation(isa, 0, 2) == 0,
          "%s: operations of no form", gisa_name(isa));
    check(!gisa_operation_tree(isa, 0) && !gisa_operation_tree(isa, 1000000), "%s: trees of no operation",
          gisa_name(isa));
    check(is_object(gisa_vocabulary(isa)), "%s: the vocabulary", gisa_name(isa));
}

void check_semantics(void) {
    const gisa_isa *isa;
    for (unsigned i = 0; (isa = gisa_at(i)); i++)
        check_forms(isa);
    check(!gisa_operation_tree(NULL, 1) && !gisa_vocabulary(NULL) && gisa_form_operation(NULL, 0, 0) == 0,
          "semantics of no architecture");
}
