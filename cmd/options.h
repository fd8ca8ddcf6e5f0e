/* SPDX-License-Identifier: MIT */
/* What a command takes: reads the arguments, shows the help. */
#ifndef GISA_CMD_OPTIONS_H
#define GISA_CMD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* An option: --name, and -letter where it has one; the name is empty where there is a letter alone.
 * `id` tells options apart; letters are ids. Parser, help and completion read this table and no
 * other. */
typedef struct option {
    const char *name;
    char id;
    bool has_short;
    /* What stands for its value in the help; NULL = it has none; "[=LIST]": it may be left out, and
       is joined to the name. */
    const char *value;
    void (*offer)(void); /* completes the value (complete.h); NULL = any text */
    const char *text;    /* what it does */
} option;

typedef struct command_info {
    const char *name;
    const char *what;                 /* in the list of commands */
    const char *usage;                /* lines */
    const char *text;                 /* lines: examples, and what the command does */
    const option *options;            /* up to one whose name is NULL */
    const char *after;                /* lines after the options, or NULL */
    void (*offer)(void);              /* completes what is no option */
    const struct command_info *other; /* for other kinds of files, with more options; or NULL */
    int (*run)(int argc, char **argv);
} command_info;

/* Calls take(ctx, id, value) for each option, with NULL where it has no value, and take(ctx, 0,
 * word) for each other word, also for '-' and for all that stand after '--'. Stops when take
 * returns false, and says what is wrong with an option that is not in the table. */
bool options_read(const command_info *c, int argc, char **argv,
                  bool (*take)(void *ctx, char id, const char *value), void *ctx);

/* The arguments of a program whose letters may be joined: -rh becomes -r -h, and -dMclrx -d -Mclrx.
 * Changes *argc; the caller frees what it returns. NULL: out of memory. */
char **options_split(const command_info *c, int *argc, char **argv);

/* Whether the value of an option may be left out. */
bool options_may_lack(const option *o);

/* `gisa COMMAND: what WHICH`, the usage; false. */
bool options_wrong(const command_info *c, const char *what, const char *which);

/* Takes the one file of a command; false: there is one already, which is said. */
bool options_file(const command_info *c, const char **file, const char *path);

/* A whole number from 1 to `most`. */
bool options_number(const char *text, uint64_t most, uint64_t *value);

/* An address: a number, from 0 on. */
bool options_address(const char *text, uint64_t *value);

/* Which of the names, which NULL ends. -1 = none, which is said: `unknown syntax 'x'; expected llvm
   or clrx`. */
int options_choice(const command_info *c, const char *what, const char *const *names, const char *name);

/* help.c: the usage, the text, the options, and where the rest stands. */
void help_print(const command_info *c);

#endif
