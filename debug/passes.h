/* SPDX-License-Identifier: MIT */
/* What a run of the launch is for, and where it stops. Each of these is called on the session's
   thread, or while the session stands. */
#ifndef GISA_DEBUG_PASSES_H
#define GISA_DEBUG_PASSES_H

#include "session.h"

void pass_begin(debug *d); /* the first run: to position 0 */
void pass_order(debug *d, const debug_order *order);
void pass_to(debug *d, uint64_t number);
void pass_restart(debug *d);

/* Before an instruction: true when it stops here, as d->stop says. Otherwise d->again may say that
   this run has done its work. */
bool pass_stops(debug *d, debug_wave *w);
/* When the instruction runs: the wave is in its line. */
void pass_line(debug *d, debug_wave *w);
/* After an instruction that did what a point watches (d->pending). */
void pass_watched(debug *d, const debug_wave *w);
/* The launch has ended by itself: true when the session stands then, otherwise another run is
   due. */
bool pass_ends(debug *d, gisa_status status, const gisa_result *result);
/* Forwards from the end: says so again. */
bool pass_nowhere(debug *d);

#endif
