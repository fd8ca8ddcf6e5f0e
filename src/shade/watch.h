/* SPDX-License-Identifier: MIT */
/* Draws that are observed: each batch is a wave for the observer. */
#ifndef GISA_SHADE_WATCH_H
#define GISA_SHADE_WATCH_H

#include "state.h"

typedef struct shade_watch shade_watch;

/* Of a draw whose programs are prepared; NULL: no memory. */
shade_watch *shade_watch_new(const gisa_shade *machine, const gisa_shade_draw *asked);
void shade_watch_free(shade_watch *watch);

/* A batch stands before its first instruction; it has ended. */
void shade_watch_begin(shade_watch *watch, gisa_shade_batch *W);
void shade_watch_end(shade_watch *watch);
/* Runs one instruction of it. False: the observer has asked for an end; whether it ran or not the
   batch goes no further. */
bool shade_watch_step(shade_watch *watch, const shade_program *program);

#endif
