/* SPDX-License-Identifier: MIT */
/*
 * gisa_profile.h - counts what each instruction of a launch does: how often it runs, in how many
 * lanes, where branches go, how much memory it touches. From that come coverage and profiles.
 *
 *     gisa_profile *profile = gisa_profile_new(machine, true);
 *     gisa_launch launch = {.observer = gisa_profile_observer(profile), ...};
 *     gisa_machine_run(machine, &launch, &result);
 *     for (size_t i = 0; gisa_profile_at(profile, i, &row) == GISA_OK; i++)
 *         printf("%llx %llu\n", row.pc, row.waves);
 *     gisa_profile_free(profile);
 */
#ifndef GISA_PROFILE_H
#define GISA_PROFILE_H

#include "gisa_observe.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gisa_profile gisa_profile;

/* For launches of this machine, one after another, whose counts add up. `memory`: also what is
 * counted of memory; launches are slower then. NULL: no memory. */
GISA_API gisa_profile *gisa_profile_new(gisa_machine *machine, bool memory);
GISA_API void gisa_profile_free(gisa_profile *profile); /* NULL is allowed */

/* To be named in gisa_launch.observer; lives as long as the profile. */
GISA_API const gisa_observer *gisa_profile_observer(gisa_profile *profile);

/* One instruction, where it has run. */
typedef struct gisa_profile_row {
    uint64_t pc;
    uint64_t waves;        /* how often a wave has run it */
    uint64_t lanes;        /* how many lanes were active then, all together */
    uint64_t jumped;       /* how often the next instruction was not the one after it in memory */
    uint64_t elements;     /* of memory, LDS and private memory that it has touched */
    uint64_t bytes;        /* of these elements */
    uint64_t lds_rounds;   /* passes over LDS: as many dwords as it has banks are served at once */
    uint64_t lds_quickest; /* what that would be without bank conflicts */
} gisa_profile_row;

/* By ascending address. GISA_STATUS_END: there are no more. */
GISA_API gisa_status gisa_profile_at(gisa_profile *profile, size_t i, gisa_profile_row *row);

/* Adds the counts of another profile of the same machine; neither of them may be in use by a
 * launch. */
GISA_API void gisa_profile_add(gisa_profile *profile, gisa_profile *from);

/* Whether there was memory for all counts. */
GISA_API bool gisa_profile_is_whole(const gisa_profile *profile);

#ifdef __cplusplus
}
#endif
#endif
