/* SPDX-License-Identifier: MIT */
/* Who debugs a launch of a program. */
#ifndef GISA_HSA_TOOLS_DIALOGUES_H
#define GISA_HSA_TOOLS_DIALOGUES_H

#include "../../cmd/debug/shell.h"

typedef struct dialogue {
    /* A launch, the n-th one of the program, stands at its beginning. Returns when the program is
       to go on; the launch is run to its end then. false: a command failed, which has been said. */
    bool (*talk)(shell *s, unsigned long long nth);
    bool keeps_points; /* for the next launch */
    shell *s;
} dialogue;

/* As the environment says; NULL: there is no one to talk to; it has said why. */
const dialogue *dialogue_open(void);

/* adapter.c: an editor, by messages of the Debug Adapter Protocol over this file; NULL: it cannot
   be talked to, which has been said. */
const dialogue *adapter_open(int file);

#endif
