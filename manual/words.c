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

/* "scalar arithmetic" of "scalar arithmetic: done once for the wave": what the spec marks as the
   title, or all of it. */
static const char *class_title(const gisa_isa *isa, unsigned class_) {
    const char *title = gisa_meaning(isa, gisa_class_name(class_), "title");
    return title ? title : meaning(isa, NULL, gisa_class_name(class_));
}

void say_class(text *t, const gisa_isa *isa, unsigned class_) {
    const char *title = class_title(isa, class_);
    if (*title)
        say(t, "%c%s", toupper((unsigned char)*title), title + 1);
}

const char *class_details(const gisa_isa *isa, unsigned class_) {
    return meaning(isa, NULL, gisa_class_name(class_)) + strlen(class_title(isa, class_));
}
