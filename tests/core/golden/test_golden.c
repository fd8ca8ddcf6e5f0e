/* SPDX-License-Identifier: MIT */
/* Golden lines: text that another assembler printed, and the words it gave. Each must parse to the
 * words and come back as the text, and every form of every row on every architecture must have a
 * line, here or, where a family has it, in tests/FAMILY/vectors.txt, which a test of its own goes
 * through.
 *
 * usage: test_golden [FOLDER]   (tests/core/golden) */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa.h"

#ifndef REPORTS
#define REPORTS 50 /* how many failures are shown */
#endif
enum { MAX_REPORTS = REPORTS, MAX_LINE = 600, MAX_ARCHS = 16 };

typedef struct golden {
    const gisa_isa *isa;
    unsigned arch; /* its number for gisa_at */
    uint8_t code[8];
    size_t size;
    char *text;
    bool decode_only; /* the text has a more usual form, which the assembler takes */
} golden;

static unsigned passed, failed;
static unsigned char *covered[MAX_ARCHS]; /* per form */

static void report(const char *file, int line, const char *what, const char *expected, const char *got) {
    if (++failed <= MAX_REPORTS)
        printf("%s:%d: %s\n    expected  %s\n    got       %s\n", file, line, what, expected, got);
}

static const char *show(const uint8_t *code, size_t size, char text[24]) {
    size_t n = 0;
    text[0] = 0;
    for (size_t i = 0; i + 4 <= size; i += 4)
        n += (size_t)snprintf(text + n, 24 - n, "%s%02x%02x%02x%02x", i ? " " : "", code[i + 3], code[i + 2],
                              code[i + 1], code[i]);
    return text;
}

/* ---- one line ---------------------------------------------------------------------------- */

/* Reads one word of eight digits with a blank after it; false = there is none. */
static bool take_word(char **p, golden *g) {
    if (strspn(*p, "0123456789abcdef") != 8 || (*p)[8] != ' ' || g->size > 4)
        return false;
    unsigned long word = strtoul(*p, NULL, 16);
    for (int i = 0; i < 4; i++)
        g->code[g->size++] = (uint8_t)(word >> 8 * i);
    *p += 9;
    return true;
}

static const char *split(char *line, golden *g) {
    char *blank = strchr(line, ' '), *slashes = strstr(line, " // "), *p;
    memset(g, 0, sizeof *g);
    if (!blank || !slashes)
        return "expected ARCH WORDS TEXT // PROVENANCE";
    *blank = 0;
    *slashes = 0;
    p = blank + 1;
    if (!(g->isa = gisa_find(line)))
        return "no such architecture";
    while (gisa_at(g->arch) != g->isa)
        g->arch++;
    if (g->arch >= MAX_ARCHS || !take_word(&p, g))
        return "expected one or two words of eight hexadecimal digits";
    take_word(&p, g);
    g->text = p;
    g->decode_only = strstr(slashes + 4, "decode only") != NULL;
    return NULL;
}

static void check_text_to_words(const char *file, int line, const golden *g) {
    gisa_insn insn;
    gisa_error error = {GISA_OK, 0, 0, ""};
    uint8_t code[8];
    size_t size = sizeof code;
    char expected[24], got[24];
    gisa_status status = gisa_parse(g->isa, g->text, strlen(g->text), NULL, &insn, &error);
    if (status != GISA_OK) {
        report(file, line, "does not parse", g->text, error.message);
        return;
    }
    status = gisa_encode(g->isa, &insn, code, &size);
    if (status != GISA_OK)
        report(file, line, "does not encode", g->text, gisa_status_text(status));
    else if (size != g->size || memcmp(code, g->code, size) != 0)
        report(file, line, g->text, show(g->code, g->size, expected), show(code, size, got));
    else
        passed++;
}

static void check_words_to_text(const char *file, int line, const golden *g) {
    gisa_insn insn;
    char words[24], text[GISA_TEXT_MAX];
    size_t size = sizeof text;
    gisa_status status = gisa_decode(g->isa, g->code, g->size, &insn);
    show(g->code, g->size, words);
    if (status == GISA_OK || status == GISA_STATUS_RESERVED)
        covered[g->arch][insn.form] = 1;
    if (status == GISA_OK)
        status = gisa_print(g->isa, &insn, NULL, text, &size);
    if (status != GISA_OK)
        report(file, line, words, g->text, gisa_status_text(status));
    else if (strcmp(text, g->text) != 0)
        report(file, line, words, g->text, text);
    else if (insn.size != g->size)
        report(file, line, words, "all words belong to the instruction", "one of them does not");
    else if (!g->decode_only && gisa_oddities(g->isa, &insn))
        report(file, line, words, "an ordinary encoding", gisa_oddity_text(gisa_oddities(g->isa, &insn)));
    else
        passed++;
}

static void check_file(const char *file) {
    char text[MAX_LINE];
    int line = 0;
    FILE *f = fopen(file, "r");
    if (!f) {
        report(file, 0, "cannot be read", "a file", "none");
        return;
    }
    while (fgets(text, sizeof text, f)) {
        golden g;
        const char *fault;
        size_t size = strcspn(text, "\n");
        line++;
        if (text[0] == '#' || text[0] == '\n')
            continue;
        fault = text[size] ? split(text, &g) : "the line is too long or does not end";
        if (fault)
            report(file, line, "no golden line", fault, text);
        if (fault)
            continue;
        if (!g.decode_only)
            check_text_to_words(file, line, &g);
        check_words_to_text(file, line, &g);
    }
    fclose(f);
}

/* ---- all lines --------------------------------------------------------------------------- */

static bool is_golden(const char *name) {
    size_t size = strlen(name);
    return size > 4 && strcmp(name + size - 4, ".txt") == 0;
}

static unsigned check_folder(const char *folder) {
    unsigned files = 0;
    DIR *dir = opendir(folder);
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        char path[512];
        if (!is_golden(entry->d_name))
            continue;
        files++;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        check_file(path);
    }
    if (dir)
        closedir(dir);
    return files;
}

static bool has_vectors(const gisa_isa *isa) {
    char path[128];
    snprintf(path, sizeof path, "tests/core/%s/vectors.txt", gisa_family(isa));
    FILE *f = fopen(path, "r");
    if (f)
        fclose(f);
    return f != NULL;
}

/* Has an architecture before it, of the same generation, the same form? Its line stands for
   both. */
static bool is_inherited(unsigned arch, const gisa_form_info *form) {
    for (unsigned i = 0; i < arch; i++) {
        gisa_form_info other;
        if (strcmp(gisa_family(gisa_at(i)), gisa_family(gisa_at(arch))) != 0 ||
            gisa_generation(gisa_at(i)) != gisa_generation(gisa_at(arch)))
            continue;
        for (uint32_t k = 0; gisa_form(gisa_at(i), k, &other) == GISA_OK; k++)
            if (other.opcode == form->opcode && strcmp(other.format, form->format) == 0 &&
                strcmp(other.mnemonic, form->mnemonic) == 0)
                return true;
    }
    return false;
}

static void check_coverage(const char *folder, unsigned arch) {
    const gisa_isa *isa = gisa_at(arch);
    for (uint32_t i = 0; i < gisa_form_count(isa); i++) {
        gisa_form_info form;
        bool known = gisa_form(isa, i, &form) == GISA_OK;
        if (!known || !(covered[arch][i] || is_inherited(arch, &form))) {
            char what[160];
            snprintf(what, sizeof what, "no line for %s (%s, opcode 0x%x) on %s", form.mnemonic, form.format,
                     (unsigned)form.opcode, gisa_name(isa));
            report(folder, 0, what, "a line in the file that is named like the row's .isa file", "none");
        } else
            passed++;
    }
}

int main(int argc, char **argv) {
    const char *folder = argc > 1 ? argv[1] : "tests/core/golden";
    unsigned archs = 0;
    const gisa_isa *isa;
    for (; archs < MAX_ARCHS && (isa = gisa_at(archs)); archs++)
        if (!(covered[archs] = calloc(gisa_form_count(isa) + 1, 1)))
            return 2;
    if (!check_folder(folder))
        report(folder, 0, "no golden lines", "*.txt", "none");
    for (unsigned i = 0; i < archs; i++) {
        if (!has_vectors(gisa_at(i)))
            check_coverage(folder, i);
        free(covered[i]);
    }
    if (failed > MAX_REPORTS)
        printf("and %u more\n", failed - MAX_REPORTS);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
