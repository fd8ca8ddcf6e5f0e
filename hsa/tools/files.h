/* SPDX-License-Identifier: MIT */
/* Files that several processes add to. */
#ifndef GISA_HSA_TOOLS_FILES_H
#define GISA_HSA_TOOLS_FILES_H

#include <stdbool.h>
#include <stdio.h>

/* Writes what is in the file (NULL: it is not there yet, or empty) and what is new to `to`; false:
   it has said why it cannot. */
typedef bool files_change(void *ctx, FILE *before, FILE *to);

/* Changes a file while no other process of this kind does: it is written aside and renamed. false:
   has said why not. */
bool files_update(const char *path, files_change *change, void *ctx);

#endif
