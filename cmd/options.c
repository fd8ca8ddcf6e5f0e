/* SPDX-License-Identifier: MIT */
/* Reads the arguments of a command. */
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "phrase.h"
#include "remedy.h"

bool options_wrong(const command_info *c, const char *what, const char *which) {
    fprintf(stderr, "gisa %s: %s%s%s\n%stry 'gisa %s --help'\n", c->name, what, which ? " " : "",
            which ? which : "", c->usage, c->name);
    return false;
}

bool options_may_lack(const option *o) {
    return o->value && *o->value == '[';
}

/* The option that `text` names, and what is joined to it as a value: --name=value, -xvalue. */
static const option *find(const option *table, const char *text, const char **joined) {
    bool is_long = text[1] == '-';
    const char *name = text + 1 + is_long;
    for (const option *o = table; o->name; o++) {
        size_t size = is_long ? strlen(o->name) : 1;
        if (is_long ? !size || strncmp(name, o->name, size) != 0 || (name[size] && name[size] != '=')
                    : !o->has_short || *name != o->id)
            continue;
        *joined = name[size] ? name + size + is_long : NULL;
        return o;
    }
    return NULL;
}

/* Says that there is no such option, and which one is near. A letter has no near ones. */
static bool unknown(const command_info *c, const char *text) {
    phrase which = {.size = 0};
    char name[32], names[64][34]; /* with their dashes, as they are written */
    unsigned count = 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
    nearest n = {.word = name};
    for (const option *o = c->options; o->name && count < 64; o++)
        if (*o->name && text[2]) {
            snprintf(names[count], sizeof *names, "--%s", o->name);
            nearest_offer(&n, names[count++]);
        }
    phrase_add(&which, "%s", text);
    size_t size = which.size;
    nearest_say(&n, &which);
    if (which.size == size)
        remedy_option(&which, c, text);
    return options_wrong(c, "unknown option", which.text);
}

static bool no_value(const command_info *c, const option *o, const char *text) {
    phrase which = {.size = 0};
    phrase_add(&which, "%s; expected %s", text, o->value);
    return options_wrong(c, "missing value after", which.text);
}

bool options_file(const command_info *c, const char **file, const char *path) {
    phrase which = {.size = 0};
    if (!*file) {
        *file = path;
        return true;
    }
    phrase_add(&which, "%s", path);
    remedy_word(&which, path);
    return options_wrong(c, "only one input file is allowed:", which.text);
}

bool options_read(const command_info *c, int argc, char **argv,
                  bool (*take)(void *ctx, char id, const char *value), void *ctx) {
    bool options = true;
    for (int i = 1; i < argc; i++) {
        const char *joined = NULL;
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
            continue;
        }
        if (!options || argv[i][0] != '-' || !argv[i][1]) {
            if (!take(ctx, 0, argv[i]))
                return false;
            continue;
        }
        const option *o = find(c->options, argv[i], &joined);
        if (!o)
            return unknown(c, argv[i]);
        if (!o->value && joined)
            return options_wrong(c, "no value is expected:", argv[i]);
        if (o->value && !options_may_lack(o) && !joined && i + 1 == argc)
            return no_value(c, o, argv[i]);
        if (o->value && !options_may_lack(o) && !joined)
            joined = argv[++i];
        if (!take(ctx, o->id, joined))
            return false;
    }
    return true;
}

/* ---- joined letters ---- */

/* A letter that has no value, or may do without. */
static bool is_flag(const command_info *c, char letter) {
    for (const option *o = c->options; o->name; o++)
        if (o->id == letter && o->has_short && (!o->value || options_may_lack(o)))
            return true;
    return false;
}

/* -abc as words in `text`, which has room for them; how many there are. */
static int split_one(const command_info *c, const char *letters, char **words, char *text) {
    int count = 0;
    for (; *letters; letters++) {
        bool flag = is_flag(c, *letters);
        words[count++] = text;
        text += sprintf(text, flag ? "-%.1s" : "-%s", letters) + 1;
        if (!flag)
            break;
    }
    return count;
}

char **options_split(const command_info *c, int *argc, char **argv) {
    size_t room = (size_t)*argc + 1;
    int count = 0;
    bool options = true;
    for (int i = 0; i < *argc; i++)
        room += strlen(argv[i]);
    char **words = malloc(room * (sizeof *words + 3)), *text = (char *)(words + room);
    for (int i = 0; words && i < *argc; i++) {
        options &= strcmp(argv[i], "--") != 0;
        if (options && i && argv[i][0] == '-' && is_flag(c, argv[i][1])) {
            int more = split_one(c, argv[i] + 1, words + count, text);
            count += more;
            text += 3 * strlen(argv[i]);
        } else
            words[count++] = argv[i];
    }
    *argc = words ? count : *argc;
    return words;
}

bool options_address(const char *text, uint64_t *value) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

bool options_number(const char *text, uint64_t most, uint64_t *value) {
    return options_address(text, value) && *value && *value <= most;
}

int options_choice(const command_info *c, const char *what, const char *const *names, const char *name) {
    phrase text = {.size = 0};
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    phrase_add(&text, "unknown %s '%s'; expected ", what, name);
    for (int i = 0; names[i]; i++)
        phrase_add(&text, "%s%s", !i ? "" : names[i + 1] ? ", " : " or ", names[i]);
    options_wrong(c, text.text, NULL);
    return -1;
}
