/* SPDX-License-Identifier: MIT */
/* Completes command lines: finds what the last word stands for, and offers what fits. */
#include "complete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa.h"
#include "gisa_shade.h"

/* ---- the word ---- */

/* The last word, and how much of it stands before the value: "--output=" of "--output=a.s". */
static const char *word;
static size_t before;

void complete_word(const char *candidate, const char *about) {
    size_t size = strlen(word + before);
    if (strncmp(candidate, word + before, size) == 0)
        printf("%.*s%s%s%s\n", (int)before, word, candidate, about ? "\t" : "", about ? about : "");
}

void complete_names(const char *const *names) {
    for (int i = 0; names[i]; i++)
        complete_word(names[i], NULL);
}

/* ---- values ---- */

/* "N=FILE": the file's name begins after '='. */
static void put_files(const char *what) {
    const char *equals = strchr(word + before, '=');
    printf("%s\t%.*s\n", what, equals ? (int)(equals + 1 - word) : (int)before, word);
}

void complete_files(void) {
    put_files(":files");
}

void complete_directories(void) {
    put_files(":directories");
}

void complete_arguments(void) {
    static const char *const keys[] = {"in:", "out:", "inout:", "image:"};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strncmp(word + before, keys[i], strlen(keys[i])) == 0) {
            before += strlen(keys[i]);
            break;
        }
    printf(":files\t%.*s\n", (int)before, word);
}

static void offer_chip(const gisa_isa *isa) {
    char names[256], *next;
    complete_word(gisa_name(isa), gisa_other_names(isa));
    snprintf(names, sizeof names, "%s", gisa_other_names(isa));
    for (char *name = names; *name; name = next) {
        next = name + strcspn(name, " ");
        if (*next)
            *next++ = 0;
        complete_word(name, gisa_name(isa));
    }
}

void complete_architectures(void) {
    const gisa_isa *isa, *chip;
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        offer_chip(isa);
        for (unsigned k = 0; (chip = gisa_chip(isa, k)); k++)
            offer_chip(chip);
    }
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Each name once: many forms have it, on many architectures. `at` may be NULL. Returns how many. */
static size_t instruction_names(const char **at) {
    const gisa_isa *isa;
    gisa_form_info info;
    size_t count = 0;
    for (unsigned a = 0; (isa = gisa_at(a)); a++)
        for (uint32_t i = 0; gisa_form(isa, i, &info) == GISA_OK; i++, count++)
            if (at)
                at[count] = info.name;
    return count;
}

void complete_instructions(void) {
    size_t count = instruction_names(NULL);
    const char **at = calloc(count + 1, sizeof *at);
    if (!at)
        return;
    instruction_names(at);
    qsort(at, count, sizeof *at, by_name);
    for (size_t i = 0; i < count; i++)
        if (!i || strcmp(at[i], at[i - 1]) != 0)
            complete_word(at[i], NULL);
    free(at);
}

static void offer_model(const gisa_model *m) {
    char text[160];
    for (const char *next = m->options; *next;) {
        size_t size = strcspn(next, " ");
        snprintf(text, sizeof text, "%s=%.*s", m->name, (int)size, next);
        complete_word(text, m->text);
        next += size + (next[size] != 0);
    }
}

/* Has an architecture before the a-th this model? */
static bool is_older_model(unsigned a, const char *name) {
    gisa_model m;
    while (a-- > 0)
        for (unsigned i = 0; gisa_model_at(gisa_at(a), i, &m) == GISA_OK; i++)
            if (strcmp(m.name, name) == 0)
                return true;
    return false;
}

void complete_models(void) {
    gisa_model m;
    for (unsigned a = 0; gisa_at(a); a++)
        for (unsigned i = 0; gisa_model_at(gisa_at(a), i, &m) == GISA_OK; i++)
            if (!is_older_model(a, m.name))
                offer_model(&m);
}

/* ---- options ---- */

static bool has_option(const command_info *c, const char *name) {
    const option *o = c ? c->options : NULL;
    while (o && o->name && strcmp(o->name, name) != 0)
        o++;
    return o && o->name;
}

/* Has it this option, or one of the commands after it up to `end`? */
static bool has_before(const command_info *c, const command_info *end, const char *name) {
    for (; c != end; c = c->other)
        if (has_option(c, name))
            return true;
    return false;
}

/* Those of a command, without those that commands from `first` on up to it have as well. */
static void offer_options(const command_info *c, const command_info *first) {
    char text[48];
    for (const option *o = c->options; o->name; o++) {
        if (has_before(first, c, o->name))
            continue;
        snprintf(text, sizeof text, *o->name ? "--%s" : "-%s", *o->name ? o->name : (char[]){o->id, 0});
        complete_word(text, o->text);
    }
}

/* The option with a value that a word is, "--arch" or "-a", up to `size`. */
static const option *option_of(const command_info *c, const char *text, size_t size) {
    for (const option *o = c->options; o->name; o++) {
        bool is_short = o->has_short && size == 2 && text[0] == '-' && text[1] == o->id;
        bool is_long = *o->name && size == strlen(o->name) + 2 && strncmp(text, "--", 2) == 0 &&
                       strncmp(text + 2, o->name, size - 2) == 0;
        if (o->value && (is_short || is_long))
            return o;
    }
    return c->other ? option_of(c->other, text, size) : NULL;
}

/* The option that the last word gives a value to; NULL: it is no value. */
static const option *option_in_front(const command_info *c, int count, char **words) {
    const char *equals = strchr(word, '=');
    if (equals && strncmp(word, "--", 2) == 0) {
        before = (size_t)(equals + 1 - word);
        return option_of(c, word, before - 1);
    }
    const option *o = count > 2 ? option_of(c, words[count - 2], strlen(words[count - 2])) : NULL;
    return o && !options_may_lack(o) ? o : NULL;
}

static void complete_command(const command_info *c, int count, char **words) {
    const option *o = option_in_front(c, count, words);
    if (o && o->offer)
        o->offer();
    else if (o)
        return;
    else if (*word == '-') {
        for (const command_info *each = c; each; each = each->other)
            offer_options(each, c);
    } else
        c->offer();
}

void complete(const command_info *const *commands, int count, char **words) {
    word = count ? words[count - 1] : "";
    bool is_help = count == 2 && strcmp(words[0], "help") == 0;
    for (int i = 0; commands[i]; i++)
        if (count < 2 || is_help)
            complete_word(commands[i]->name, commands[i]->what);
        else if (strcmp(words[0], commands[i]->name) == 0)
            complete_command(commands[i], count, words);
    if (count < 2) {
        complete_word("help", "the help of a command");
        complete_word("--help", "the commands and the architectures");
        complete_word("--version", "the version");
    }
}
