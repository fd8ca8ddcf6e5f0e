/* SPDX-License-Identifier: MIT */
/* Completion of command lines, for all shells: `gisa --complete WORD...` prints what the last WORD
 * may become. The scripts in packaging/ know no command, option or value. */
#ifndef GISA_CMD_COMPLETE_H
#define GISA_CMD_COMPLETE_H

#include "options.h"

/* Completes the last of the words that stand after `gisa`. Prints a line for each candidate, with
 * a tab and what it is where that is known; or one line, ":files" or ":directories", a tab, and the
 * part of the word before the file's name. `commands` ends with NULL. */
void complete(const command_info *const *commands, int count, char **words);

/* What an option or a command offers calls these. */
void complete_word(const char *word, const char *about); /* about may be NULL */
void complete_names(const char *const *names);           /* NULL ends them */
void complete_files(void);
void complete_directories(void);
void complete_architectures(void);
void complete_instructions(void);
void complete_models(void);    /* name=option */
void complete_arguments(void); /* of gisa run: files, also after in: and the like */

#endif
