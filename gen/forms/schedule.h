/* SPDX-License-Identifier: MIT */
/* What finding the forms of a schedule and writing it have in common. */
#ifndef GEN_FORMS_SCHEDULE_H
#define GEN_FORMS_SCHEDULE_H

#include "spec.h"

/* Which registers a side of a hazard is about on a generation; an error where there are none. */
hazard_side side_of(spec *s, int gen, const side_line *says);
/* The operand codes of implicit state. */
state_codes codes_of_state(const spec *s, const generation *g, int state);

#endif
