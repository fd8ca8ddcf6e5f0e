/* SPDX-License-Identifier: MIT */
/* Reads the arguments of a command. */
#ifndef GISA_CMD_OPTIONS_H
#define GISA_CMD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* An option: --name, and -letter where it has one; the name is empty where there is a letter alone.
 * `id` tells options apart; letters are ids. */
typedef struct option {
    const char *name;
    char id;
    bool has_short, has_value;
} option;

/* Calls take(ctx, id, value) for each option, with NULL where it has no value, and take(ctx, 0,
 * word) for each other word, also for '-' and for all that stand behind '--'. Stops when take
 * returns false, and says what is wrong with an option that is not in the table, which NULL ends.
 * `usage` is shown then. */
bool options_read(const char *command, const char *usage, const option *table, int argc, char **argv,
                  bool (*take)(void *ctx, char id, const char *value), void *ctx);

/* `gisa COMMAND: what WHICH`, the usage; false. */
bool options_wrong(const char *command, const char *usage, const char *what, const char *which);

/* A whole number from 1 to `most`. */
bool options_number(const char *text, uint64_t most, uint64_t *value);

/* An address: a number, from 0 on. */
bool options_address(const char *text, uint64_t *value);

/* Which of the names, which NULL ends. -1 = none, which is said: `unknown syntax 'x'; expected llvm
   or clrx`. */
int options_choice(const char *command, const char *usage, const char *what, const char *const *names,
                   const char *name);

#endif
