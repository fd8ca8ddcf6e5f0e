/* SPDX-License-Identifier: MIT */
/* The words of the manual: what the spec says that something means, and what may stand for an operand of each codec. */
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
    say(t, "%c", toupper((unsigned char)*words));
    say_prose(t, words + 1);
    raw(t, ".");
}

/* The meaning of a class is a title, or a title, a colon and more. */
void say_class(text *t, const gisa_isa *isa, unsigned class_) {
    const char *words = meaning(isa, NULL, gisa_class_name(class_));
    if (*words)
        say(t, "%c%.*s", toupper((unsigned char)*words), (int)strcspn(words, ":") - 1, words + 1);
}

static const struct {
    const char *word, *written, *table;
} codecs[] = {
    {"literal", "A constant in a dword of its own.", ""},
    {"number", "A number", ""}, /* the range follows */
    {"array", "A list of bits, 0 or 1.", ""},
    {"label", "A label, or how many dwords to jump from the next instruction.", ""},
    {"off", "Always the word <code>off</code>, which no bit holds.", ""},
    {"word", "Always written.", ""},
    {"waitcnt", "Counters, each with a number: <code>vmcnt(0)</code>.", "WAITCNT"},
    {"hwreg", "<code>hwreg(<var>name</var>, <var>lowest bit</var>, <var>number of bits</var>)</code>.",
     "HWREG"},
    {"sendmsg", "<code>sendmsg(<var>message</var>, <var>operation</var>, <var>stream</var>)</code>.",
     "MSG GS_OP SYSMSG_OP"},
    {"gpr_idx", "<code>gpr_idx(<var>names</var>)</code>.", "GPR_IDX"},
    {"swizzle", "<code>swizzle(<var>mode</var>, ...)</code>, which the field of the offset holds.", ""},
    {"dpp_ctrl", "<code>quad_perm:[<var>a</var>,<var>b</var>,<var>c</var>,<var>d</var>]</code>, or a name.",
     "DPP"},
    {"attr", "<code>attr<var>n</var></code>, a dot and the channel.", "CHAN"},
    {"exp_source", "A vector register, or <code>off</code>.", ""},
    {"mtbuf_format", "<code>format:[<var>data format</var>,<var>number format</var>]</code>.", "DFMT NFMT"},
};
enum { CODECS = sizeof codecs / sizeof *codecs };

const char *codec_written(const char *word) {
    for (size_t i = 0; i < CODECS; i++)
        if (strcmp(codecs[i].word, word) == 0)
            return codecs[i].written;
    return "";
}

const char *codec_table(const char *word) {
    for (size_t i = 0; i < CODECS; i++)
        if (strcmp(codecs[i].word, word) == 0)
            return codecs[i].table;
    return "";
}
