/* SPDX-License-Identifier: MIT */
/* What isagen writes of the bodies of a family, as JSON. */
#ifndef GISA_SEMANTICS_SEMANTICS_H
#define GISA_SEMANTICS_SEMANTICS_H

#include "gisa_semantics.h"

typedef struct semantics {
    const char *family, *vocabulary;
    const char *const *trees; /* by the number of the operation; there is no number 0 */
    unsigned count;
} semantics;

extern const semantics *const all_semantics[]; /* ends with a NULL; make writes it */

#endif
