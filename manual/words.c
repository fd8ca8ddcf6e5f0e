/* SPDX-License-Identifier: MIT */
/* The words of the manual: what the spec says that something means. */
#include <ctype.h>
#include <string.h>

#include "manual.h"

const char *meaning(const gisa_isa *isa, const char *where, const char *word) {
    const char *words = gisa_meaning(isa, where, word);
    return words ? words : "";
}

void say_prose(text *t, const char *words) {
    bool code = false;
    for (; *words; words++)
        if (*words == '`') {
            raw(t, code ? "</code>" : "<code>");
            code = !code;
        } else
            say(t, "%c", *words);
    raw(t, code ? "</code>" : "");
}

void say_sentence(text *t, const char *words) {
    if (!*words)
        return;
    bool capital = *words != '`';
    if (capital)
        say(t, "%c", toupper((unsigned char)*words));
    say_prose(t, words + capital);
    raw(t, ".");
}

/* The meaning of a class is a title, or a title, a colon and more. */
void say_class(text *t, const gisa_isa *isa, unsigned class_) {
    const char *words = meaning(isa, NULL, gisa_class_name(class_));
    if (*words)
        say(t, "%c%.*s", toupper((unsigned char)*words), (int)strcspn(words, ":") - 1, words + 1);
}
