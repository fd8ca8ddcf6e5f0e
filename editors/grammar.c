/* SPDX-License-Identifier: MIT */
/* Writes the TextMate grammar of GCN's and USSE's assembler from the spec, for VS Code and other
 * editors. usage: grammar FILE */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lexicon.h"
#include "lsp/scan.h"

/* ---- words ----------------------------------------------------------------------------------- */

typedef struct words {
    const char **at;
    size_t count;
} words;

static void add(words *w, const char *text) {
    if (!scan_room(&w->at, w->count, sizeof *w->at)) {
        fputs("grammar: no memory\n", stderr);
        exit(1);
    }
    w->at[w->count++] = text;
}

/* Longer ones first: an expression takes the first one that fits. */
static int by_length(const void *a, const void *b) {
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    const size_t i = strlen(x), k = strlen(y);
    return i != k ? (i > k ? -1 : 1) : strcmp(x, y);
}

static bool is_word(const char *text) {
    if (isdigit((unsigned char)*text))
        return false;
    while (isalnum((unsigned char)*text) || (*text && strchr("._+", *text)))
        text++;
    return !*text;
}

static words collect(word_kind kind) {
    words all = {0};
    for (unsigned a = 0; gisa_at(a); a++)
        for (unsigned syntax = GISA_SYNTAX_LLVM; syntax <= GISA_SYNTAX_CLRX; syntax++) {
            const lexicon *l = lexicon_of(gisa_at(a), (gisa_syntax)syntax);
            for (size_t i = 0; l && i < l->count; i++)
                if (l->word[i].kind == kind && !l->word[i].numbered && is_word(l->word[i].text))
                    add(&all, l->word[i].text);
        }
    if (all.count)
        qsort(all.at, all.count, sizeof *all.at, by_length);
    return all;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* In an expression in a string of JSON. */
static void put_word(FILE *f, const char *text) {
    for (; *text; text++)
        fprintf(f, strchr(".+", *text) ? "\\\\%c" : "%c", *text);
}

static void put_alternatives(FILE *f, words w) {
    const char *last = "";
    for (size_t i = 0; i < w.count; i++) {
        if (strcmp(last, w.at[i]) == 0)
            continue;
        fputs(*last ? "|" : "", f);
        put_word(f, w.at[i]);
        last = w.at[i];
    }
    free(w.at);
}

/* Words that stand alone. */
static void put_words(FILE *f, const char *scope, word_kind kind, const char *before, const char *after) {
    fprintf(f, "    { \"name\": \"%s\", \"match\": \"(?i)%s(?:", scope, before);
    put_alternatives(f, collect(kind));
    fprintf(f, ")%s\" },\n", after);
}

static const char head[] =
    "{\n"
    "  \"scopeName\": \"source.gcn\",\n"
    "  \"name\": \"GCN assembler\",\n"
    "  \"patterns\": [\n"
    "    { \"name\": \"comment.block.gcn\", \"begin\": \"/\\\\*\", \"end\": \"\\\\*/\" },\n"
    "    { \"name\": \"comment.line.double-slash.gcn\", \"match\": \"//.*$\" },\n"
    "    { \"name\": \"comment.line.number-sign.gcn\", \"match\": \"^\\\\s*#.*$\" },\n"
    "    { \"name\": \"comment.line.semicolon.gcn\", \"match\": \";.*$\" },\n"
    "    { \"name\": \"string.quoted.double.gcn\", \"match\": \"\\\"(?:\\\\\\\\.|[^\\\"\\\\\\\\])*\\\"?\" },\n"
    "    { \"match\": \"^\\\\s*([A-Za-z_.$][A-Za-z0-9_.$]*|[0-9]+)\\\\s*:\", \"captures\": { \"1\": "
    "{ \"name\": \"entity.name.function.gcn\" } } },\n"
    "    { \"name\": \"keyword.control.directive.gcn\", \"match\": \"\\\\.(?:amdhsa|end_amdhsa|end_amdgpu)_\\\\w+\" },\n";

static const char rest[] =
    "    { \"name\": \"constant.numeric.gcn\", \"match\": "
    "\"\\\\b(?:0x[0-9A-Fa-f]+|0b[01]+|[0-9]+(?:\\\\.[0-9]*)?(?:[eE][-+]?[0-9]+)?[bf]?)\\\\b\" }\n"
    "  ]\n"
    "}\n";

static void put_grammar(FILE *f) {
    static const char word_end[] = "(?![\\\\w.$])", no_word[] = "(?<![\\\\w.$])";
    fputs(head, f);
    put_words(f, "keyword.control.directive.gcn", WORD_DIRECTIVE, no_word, word_end);
    put_words(f, "keyword.mnemonic.gcn", WORD_MNEMONIC, no_word, "(?![\\\\w$])");
    put_words(f, "variable.language.register.gcn", WORD_REGISTER, no_word, word_end);
    put_words(f, "variable.language.register.gcn", WORD_STEM, no_word, "(?:\\\\d+(?![\\\\w$])|(?=\\\\[))");
    put_words(f, "storage.modifier.gcn", WORD_MODIFIER, no_word, word_end);
    put_words(f, "constant.other.gcn", WORD_VALUE, no_word, word_end);
    fputs(rest, f);
}

int main(int argc, char **argv) {
    FILE *f = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!f) {
        fputs("usage: grammar FILE\n", stderr);
        return 2;
    }
    put_grammar(f);
    lexicon_free_all();
    const bool wrong = ferror(f) != 0;
    if (fclose(f) != 0 || wrong) {
        perror(argv[1]);
        return 1;
    }
    return 0;
}
