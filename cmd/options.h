/* SPDX-License-Identifier: MIT */
/* Reads the arguments of a command. */
#ifndef GISA_CMD_OPTIONS_H
#define GISA_CMD_OPTIONS_H

#include <stdbool.h>

/* An option: --name, and -letter where it has one. `id` tells them apart; letters of short options are their ids. */
typedef struct option {
    const char *name;
    char id;
    bool has_short, has_value;
} option;

/* Calls take(ctx, id, value) for each option, with NULL where it has no value, and take(ctx, 0, word) for each other word, also
 * for '-' and for all that stand behind '--'. Stops when take returns false, and says what is wrong with an option that
 * is not in the table, which NULL ends. `usage` is shown then. */
bool options_read(const char *command, const char *usage, const option *table, int argc, char **argv,
                  bool (*take)(void *ctx, char id, const char *value), void *ctx);

/* `gisa COMMAND: what WHICH`, the usage; false. */
bool options_wrong(const char *command, const char *usage, const char *what, const char *which);

#endif
