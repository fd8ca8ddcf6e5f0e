/* SPDX-License-Identifier: MIT */
/*
 * The lines of lines.txt: for each one gisa_parse() must give the bytes that LLVM 19's assembler
 * gives, or refuse what it refuses. The few lines where that is not so are the examples of the
 * rules for `lines` in differences.txt, with both answers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa.h"
#include "llvm.h"
#include "oracle.h"

static const char *const arches[] = {"gfx600", "gfx700", "gfx803", "gfx900"};
enum { ARCHES = sizeof arches / sizeof *arches, MAX_LINES = 8192 };

/* `gfx803 gfx900: text`; `all:` stands for the four of them. */
typedef struct line {
    char *where, *text;
    unsigned number;
} line;

static unsigned shown, to_show;

static bool is_for(const line *l, const char *arch) {
    return strcmp(l->where, "all") == 0 || strstr(l->where, arch);
}

static void write_bytes(char text[40], const uint8_t *bytes, unsigned size) {
    strcpy(text, "-");
    for (unsigned i = 0; i < size; i++)
        sprintf(text + 2 * i, "%02x", bytes[i]);
}

static void ask_gisa(const gisa_isa *isa, const char *text, char bytes[40], gisa_error *error) {
    gisa_insn insn;
    uint8_t code[8];
    memset(error, 0, sizeof *error);
    strcpy(bytes, "-");
    if (gisa_parse(isa, text, strlen(text), NULL, &insn, error) != GISA_OK)
        return;
    for (unsigned i = 0; i < 8; i++)
        code[i] = (uint8_t)(insn.bits >> 8 * i);
    write_bytes(bytes, code, insn.size);
}

/* The example that records these two answers, NULL = there is none. */
static difference *recorded(differences *d, const char *arch, const char *text, const char *gisa,
                            const char *llvm) {
    for (unsigned i = 0; i < d->count; i++)
        for (unsigned k = 0; k < d->list[i].example_count; k++) {
            const example *e = &d->list[i].examples[k];
            if (strcmp(e->arch, arch) == 0 && strcmp(e->input, text) == 0 && strcmp(e->gisa, gisa) == 0 &&
                strcmp(e->llvm, llvm) == 0)
                return &d->list[i];
        }
    return NULL;
}

static void compare(sum *s, differences *d, const char *arch, const line *l, const encoding *e) {
    char ours[40], theirs[40];
    gisa_error error;
    difference *found;
    ask_gisa(gisa_find(arch), l->text, ours, &error);
    if (e->crashed)
        strcpy(theirs, "crash");
    else
        write_bytes(theirs, e->bytes, e->size);
    found = recorded(d, arch, l->text, ours, theirs);
    if (found)
        found->excused++;
    if (found || strcmp(ours, theirs) == 0) {
        s->passed++;
        return;
    }
    s->failed++;
    if (shown++ < to_show)
        printf("lines.txt:%u: %s %s\n  gisa: %s %s\n  llvm: %s\n", l->number, arch, l->text, ours,
               error.message, theirs);
}

static unsigned read_lines(sum *s, const char *name, line *list) {
    FILE *f = fopen(name, "r");
    char text[1024];
    unsigned count = 0, number = 0;
    while (f && fgets(text, sizeof text, f) && count < MAX_LINES) {
        char *colon = strchr(text, ':');
        size_t n = strlen(text);
        number++;
        while (n && (text[n - 1] == '\n' || text[n - 1] == '\r'))
            text[--n] = 0;
        if (!*text || *text == '#')
            continue;
        if (!colon || colon[1] != ' ') {
            printf("%s:%u: expected `arch: text`\n", name, number);
            s->failed++;
            continue;
        }
        *colon = 0;
        list[count].where = malloc(n + 1);
        list[count].text = malloc(n + 1);
        if (!list[count].where || !list[count].text)
            abort();
        strcpy(list[count].where, text);
        strcpy(list[count].text, colon + 2);
        list[count++].number = number;
    }
    if (f)
        fclose(f);
    return count;
}

void oracle_lines(sum *s, bool examples, unsigned per_form, unsigned show) {
    static differences d;
    static line list[MAX_LINES];
    static const char *texts[MAX_LINES];
    static const line *asked[MAX_LINES];
    static encoding answers[MAX_LINES];
    unsigned count = read_lines(s, "tests/core/oracle/lines.txt", list);
    (void)examples; /* every line is its own example */
    (void)per_form;
    shown = 0;
    to_show = show ? show : 15;
    if (!count || !differences_read(&d, "tests/core/oracle/differences.txt", "lines"))
        s->failed++;
    for (unsigned a = 0; a < ARCHES; a++) {
        size_t n = 0, refused = 0;
        for (unsigned i = 0; i < count; i++)
            if (is_for(&list[i], arches[a])) {
                asked[n] = &list[i];
                texts[n++] = list[i].text;
            }
        if (llvm_assemble(arches[a], texts, n, answers) != 0) {
            printf("llvm-mc-19 cannot be run\n");
            s->failed++;
            break;
        }
        for (size_t i = 0; i < n; i++) {
            refused += !answers[i].size;
            compare(s, &d, arches[a], asked[i], &answers[i]);
        }
        printf("%s %zu lines, %zu of them refused by LLVM\n", arches[a], n, refused);
    }
    for (unsigned i = 0; i < d.count; i++) /* every example is a line of lines.txt, and still as recorded */
        if (d.list[i].excused == d.list[i].example_count)
            s->passed++;
        else {
            printf("the rule %s: %zu of its %u examples were seen\n", d.list[i].rule, d.list[i].excused,
                   d.list[i].example_count);
            s->failed++;
        }
    for (unsigned i = 0; i < count; i++) {
        free(list[i].where);
        free(list[i].text);
    }
}
