/* SPDX-License-Identifier: MIT */
/* Counts what the programs of a .gxp file use, for those who read and write such files: gxp_init
   takes it. */
#ifndef GISA_SHADE_USAGE_H
#define GISA_SHADE_USAGE_H

#include "object/gxp.h"

#ifdef GISA_CORE_ONLY /* without the engine of shaders nothing is counted */
#define shade_usage NULL
#else
gxp_counter shade_usage;
#endif

#endif
