/* SPDX-License-Identifier: MIT */
/* Shader stages for the debugger: `gisa run --stage`, with each wave under control. */
#ifndef GISA_CMD_DEBUG_STAGES_H
#define GISA_CMD_DEBUG_STAGES_H

#include "../run/run_stage.h"
#include "code.h"

/* What was loaded of a stage's code. */
typedef struct stage_object {
    void *object;
    gisa_loaded *loaded;
} stage_object;

typedef struct stages {
    stage_run run; /* as stage_take fills it */
    target *t;
    stage_object at[2];
    unsigned count;
} stages;

/* Makes the stages in t->ready's machine and begins the session; false: has said what is wrong. */
bool stages_start(target *t);
/* At the end: the picture, the vertices, memory; returns the exit status. */
int stages_finish(const target *t);
/* After the session; where there are no stages it does nothing. */
void stages_end(target *t);
/* The address of a function of the second stage; NULL: there is none. */
const void *stages_symbol(const target *t, const char *name);

#endif
