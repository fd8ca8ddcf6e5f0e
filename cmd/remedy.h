/* SPDX-License-Identifier: MIT */
/* What to try instead, where a word of the command line is not what a command expects. Each adds a
   remedy to the text, or nothing where none is known. */
#ifndef GISA_CMD_REMEDY_H
#define GISA_CMD_REMEDY_H

#include "options.h"
#include "phrase.h"

/* A file that could not be read, for this errno. */
void remedy_file(phrase *p, const char *path, int error);
/* A word where there can be no further file: it may be an architecture. */
void remedy_word(phrase *p, const char *word);
/* An option that a command does not have, as it was written. */
void remedy_option(phrase *p, const command_info *c, const char *text);
/* What stands in the place of a command: a file, a word of an instruction, a name. */
void remedy_command(phrase *p, const char *word);

#endif
