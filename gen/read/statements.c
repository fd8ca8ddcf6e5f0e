/* SPDX-License-Identifier: MIT */
/* Statements of .isa files, one a line, into the lists of struct spec (language: isa/README.md).
   Rows are in read_row.c. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"
#include "line.h"

static void add_gen(spec *s, line *l, const char name[MAX_NAME], int parent) {
    if (s->gen_count == MAX_GENS)
        fail(s, l->at, "more than %d generations", MAX_GENS);
    else if (find_gen(s, name, strlen(name)) >= 0)
        fail(s, l->at, "generation '%s' twice", name);
    else {
        memcpy(s->gen[s->gen_count], name, MAX_NAME);
        s->parent[s->gen_count++] = parent;
    }
}

/* NAME ..., the columns of rows; or NAME : GENERATION, which has all that its generation has but
   for what others say of it. */
static void read_gen(spec *s, line *l) {
    char word[MAX_NAME] = "", of[MAX_NAME] = "";
    bool first = true;
    while (next_word(l, ":", word, s)) {
        if (first && take(l, ':')) {
            next_word(l, "", of, s);
            int parent = find_gen(s, of, strlen(of));
            if (parent < 0)
                fail(s, l->at, "'%s' is not a generation that a line above names", of);
            add_gen(s, l, word, parent < 0 ? 0 : parent);
            need_end(s, l);
            return;
        }
        if (s->gen_count > s->columns)
            fail(s, l->at, "generations with columns come before those that are like another one");
        add_gen(s, l, word, -1);
        s->columns = s->gen_count;
        first = false;
    }
}

/* without GENERATION ROW ...: what it does not have of the generation that it is like. */
static void read_without(spec *s, line *l) {
    char word[MAX_NAME] = "";
    next_word(l, "", word, s);
    int gen = find_gen(s, word, strlen(word));
    if (gen < 0 || s->parent[gen] < 0)
        fail(s, l->at, "expected: without GENERATION ROW ..., a generation that is like another one");
    while (gen >= 0 && next_word(l, "", word, s)) {
        without_line *w = LIST_ADD(s->without);
        *w = (without_line){.gen = gen, .at = l->at};
        memcpy(w->name, word, sizeof word);
    }
}

static int find_arch(const spec *s, const char *name) {
    for (int i = 0; i < s->archs.count; i++)
        if (strcmp(s->archs.at[i].name, name) == 0)
            return i;
    return -1;
}

/* The architecture that has this name, or this other name. */
static const arch *arch_called(const spec *s, const char *name, size_t size) {
    for (int i = 0; i < s->archs.count; i++) {
        const arch *a = &s->archs.at[i];
        if (strlen(a->name) == size && memcmp(a->name, name, size) == 0)
            return a;
        for (const char *p = a->others; *p; p += strspn(p, " \t")) {
            size_t length = strcspn(p, " \t");
            if (length == size && memcmp(p, name, size) == 0)
                return a;
            p += length;
        }
    }
    return NULL;
}

/* The rest of the line: names by which users may call it, each of one architecture. */
static void read_other_names(spec *s, line *l, arch *a) {
    skip_blanks(l);
    a->others = copy_text(l->p, strlen(l->p));
    squeeze(a->others);
    s->archs.count--; /* look among the others */
    for (const char *p = a->others; *p; p += strspn(p, " \t")) {
        size_t length = strcspn(p, " \t");
        const arch *other = arch_called(s, p, length);
        if (other)
            fail(s, l->at, "'%.*s' is a name of %s already (line %d)", (int)length, p, other->name,
                 other->at.line);
        p += length;
    }
    s->archs.count++;
}

static arch *add_arch(spec *s, line *l) {
    char name[MAX_NAME] = "";
    next_word(l, "", name, s);
    const arch *other = arch_called(s, name, strlen(name));
    if (other && strcmp(other->name, name) == 0)
        fail(s, l->at, "architecture '%s' twice (also in line %d)", name, other->at.line);
    else if (other)
        fail(s, l->at, "'%s' is a name of %s already (line %d)", name, other->name, other->at.line);
    arch *a = LIST_ADD(s->archs);
    memcpy(a->name, name, sizeof name);
    a->others = copy_text("", 0);
    a->at = l->at;
    return a;
}

static int need_gen(spec *s, line *l, const char *name) {
    int gen = find_gen(s, name, strlen(name));
    if (gen < 0)
        fail(s, l->at, "unknown generation '%s'", name);
    return gen;
}

static int need_arch(spec *s, line *l, const char *name) {
    int like = find_arch(s, name);
    if (like >= 0 && s->archs.at[like].like < 0)
        return like;
    fail(s, l->at, "'%s' is not an architecture that a line above names with its generation", name);
    return 0;
}

/* A chip has the generation of its name, if there is one, or that of its architecture. */
static int chip_gen(spec *s, line *l, const arch *a) {
    int of_arch = s->archs.at[a->like].gen, own = find_gen(s, a->name, strlen(a->name));
    if (own < 0)
        return of_arch;
    if (!is_like(s, own, of_arch))
        fail(s, l->at, "generation '%s' is not like '%s', which %s has", a->name, s->gen[of_arch],
             s->archs.at[a->like].name);
    return own;
}

/* arch NAME GEN ELF-MACHINE OTHER-NAME ...; of a chip, NAME : ARCH: it differs in names, the
   machine number, facts, and what its own generation says. */
static void read_arch(spec *s, line *l) {
    char word[MAX_NAME] = "";
    arch *a = add_arch(s, l);
    bool chip = take(l, ':');
    next_word(l, "", word, s);
    a->like = chip ? need_arch(s, l, word) : -1;
    a->gen = chip ? chip_gen(s, l, a) : need_gen(s, l, word);
    if (next_word(l, "", word, s))
        a->elf = (uint32_t)need_number(s, l, word);
    read_other_names(s, l, a);
}

/* isa NAME [BITS] [complete]: the size of its words, and whether their text holds every bit. */
static void read_isa(spec *s, line *l) {
    char word[MAX_NAME];
    next_word(l, "", s->name, s);
    while (next_word(l, "", word, s)) {
        if (strcmp(word, "64") == 0)
            s->unit = 8;
        else if (strcmp(word, "complete") == 0)
            s->complete = true;
        else
            fail(s, l->at, "expected: isa NAME [64] [complete], got '%s'", word);
    }
}

static void read_class(spec *s, line *l) {
    class_line *c = LIST_ADD(s->classes);
    char word[MAX_NAME] = "";
    c->at = l->at;
    next_word(l, "", word, s);
    c->class_ = class_named(s, l->at, word);
    while (next_option(s, l, word)) {
        size_t size = strlen(word);
        char *only = strstr(word, ")?");
        if (strncmp(word, "reads(", 6) == 0 && only) {
            snprintf(c->reads_fact, sizeof c->reads_fact, "%s", only + 2);
            c->reads_if = state_mask(s, l->at, word + 6, (size_t)(only - word) - 6);
        } else if (strncmp(word, "reads(", 6) == 0)
            c->reads = state_mask(s, l->at, word + 6, size - 7);
        else if (strncmp(word, "writes(", 7) == 0)
            c->writes = state_mask(s, l->at, word + 7, size - 8);
        else
            fail(s, l->at, "expected reads(...) or writes(...), got '%s'", word);
    }
    note_meaning(s, l->at, NULL, words_classes[c->class_], take_doc(l));
}

static uint8_t read_who(spec *s, line *l, const char *verb) {
    static const char *const who[] = {
        [ACCESS_ALL] = "all", [ACCESS_PRIVILEGED] = "privileged", [ACCESS_NONE] = "none"};
    char word[MAX_NAME] = "", expected[MAX_NAME];
    next_word(l, "", word, s);
    for (uint8_t i = 0; i <= ACCESS_NONE; i++) {
        snprintf(expected, sizeof expected, "%s(%s)", verb, who[i]);
        if (strcmp(word, expected) == 0)
            return i;
    }
    fail(s, l->at, "expected %s(all), %s(privileged) or %s(none), got '%s'", verb, verb, verb, word);
    return ACCESS_NONE;
}

/* access reads(WHO) writes(WHO) : NAME[.PART] ... */
static void read_access(spec *s, line *l) {
    uint8_t reads = read_who(s, l, "reads"), writes = read_who(s, l, "writes");
    char word[MAX_NAME] = "";
    if (!next_word(l, "", word, s) || strcmp(word, ":") != 0)
        fail(s, l->at, "expected ' : ' and hardware registers, or parts of them");
    while (next_word(l, "", word, s)) {
        access_line *a = LIST_ADD(s->accesses);
        *a = (access_line){.reads = reads, .writes = writes, .at = l->at};
        memcpy(a->pattern, word, sizeof a->pattern);
    }
}

/* fact NAME [GENERATIONS] NUMBER, or NAME CHIP NUMBER. A name of both is the generation's. */
static void read_fact(spec *s, line *l) {
    fact_line *f = LIST_ADD(s->facts);
    char word[MAX_NAME] = "";
    f->at = l->at;
    next_word(l, "", f->name, s);
    line save = *l;
    next_word(l, "", word, s);
    f->only = find_gen(s, word, strlen(word)) < 0 ? find_arch(s, word) : -1;
    if (f->only >= 0)
        f->gens = 1u << s->archs.at[f->only].gen;
    else {
        *l = save;
        f->gens = optional_gens(s, l);
    }
    next_word(l, "", word, s);
    f->value = need_number(s, l, word);
    need_end(s, l);
    note_meaning(s, l->at, NULL, f->name, take_doc(l));
}

bool read_statement(spec *s, line *l, const char *word) {
    static const struct {
        const char *word;
        void (*read)(spec *, line *);
    } table[] = {{"isa", read_isa},           {"table", read_table},
                 {"model", read_model},       {"rests", read_rests},
                 {"gen", read_gen},           {"without", read_without},
                 {"arch", read_arch},         {"code", read_code},
                 {"format", read_format},     {"promote", read_promotion},
                 {"operand", read_operand},   {"role", read_role_statement},
                 {"part", read_part},         {"increments", read_increments},
                 {"tail", read_tail},         {"count", read_count},
                 {"class", read_class},       {"fact", read_fact},
                 {"document", read_document}, {"correct", read_correction},
                 {"called", read_called},     {"word", read_word},
                 {"fn", read_function},       {"view", read_view},
                 {"access", read_access},     {"template", read_template},
                 {"hazard", read_hazard},     {"counter", read_counter},
                 {"counts", read_counts},     {"issue", read_issue},
                 {"pause", read_pause}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].word, word) == 0) {
            table[i].read(s, l);
            return true;
        }
    return false;
}
