/* SPDX-License-Identifier: MIT */
/*
 * gisa_check.h - finds missing waits and hazards in machine code, without running it. In reading
 * order:
 *
 *   1. Findings  what is wrong, where, and what would help
 *   2. Checking  code in memory -> findings
 *   3. One path  instructions in the order of their execution -> findings
 *
 * The rules are those of gisa_schedule.h. The checker follows control flow: what may be under way
 * on one path to an instruction may be under way there. docs/checking.md says what counts as a
 * finding and what is not seen.
 */
#ifndef GISA_CHECK_H
#define GISA_CHECK_H

#include "gisa_schedule.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 1. Findings ------------------------------------------------------------------------ */

typedef enum gisa_finding_kind {
    GISA_FINDING_READS,    /* the consumer reads what has not arrived yet */
    GISA_FINDING_WRITES,   /* it writes a register into which an older result may still arrive */
    GISA_FINDING_TAKES,    /* it writes a register that an older instruction may still read */
    GISA_FINDING_COUNTERS, /* a hazard that a wait for a counter helps against */
    GISA_FINDING_STATES,   /* a hazard that wait states help against */
    GISA_FINDING_DEFECT, /* a hazard that takes other code, perhaps after a wait; its doc says so */
    GISA_FINDING_COUNT
} gisa_finding_kind;

/* The first three are missing waits; the name of the others is "hazard". */
GISA_API const char *gisa_finding_name(unsigned kind); /* "wait", "hazard"; NULL = no such kind */

typedef struct gisa_finding {
    uint8_t kind;      /* gisa_finding_kind */
    uint8_t certainty; /* gisa_certainty: how the rule is known */
    /* Compilers do without it: the hazard says so, or it is about an address that is not known to
     * be outside LDS (gisa_event.usual). Only found where it is asked for. */
    bool advice;
    uint8_t counter;   /* of waits and hazards with counters: for gisa_counter_at ... */
    uint32_t least;    /* ... which must be waited for until it is at most this */
    uint32_t states;   /* of GISA_FINDING_STATES: the number of missing wait states */
    unsigned hazard;   /* of hazards: for gisa_hazard_at */
    uint64_t consumer; /* addresses: the instruction before which something is missing ... */
    uint64_t producer; /* ... and the one to wait for; of several, the one that asks for most */
    gisa_registers registers; /* that it is about; empty: none */
} gisa_finding;

/* Enough room for the text of any finding. */
#define GISA_FINDING_TEXT_MAX 1024

/* "reads v1 before it has arrived; s_waitcnt vmcnt(0) is missing". On entry *size is the room, on
 * return the length without the final 0; what does not fit is cut. */
GISA_API gisa_status gisa_finding_text(const gisa_isa *isa, const gisa_finding *finding, char *text,
                                       size_t *size);

/* What helps, as one line of assembler source: "s_waitcnt vmcnt(0)", "s_nop 3". The i-th where one
 * instruction is not enough; GISA_STATUS_END: no further one, or nothing that can be put in
 * front of the consumer helps. */
GISA_API gisa_status gisa_finding_remedy(const gisa_isa *isa, const gisa_finding *finding,
                                         unsigned i, char *text, size_t *size);

/* ---- 2. Checking ------------------------------------------------------------------------ */

typedef struct gisa_check_options {
    bool advice; /* also findings that are advice */
} gisa_check_options;

/* false: stop. */
typedef bool (*gisa_found)(void *ctx, const gisa_finding *finding);

/* How much code one call takes. */
enum { GISA_CHECK_MOST_BYTES = 64 << 20 };

/*
 * Checks `size` bytes of code that begin at `address`. Nothing is under way at the `count`
 * addresses in `entries` (kernels, functions; those outside of the code are ignored), nor where
 * code begins that no branch seems to lead to. `options` may be NULL. Calls `found` for each
 * finding, in the order of the consumers.
 *
 * Any bytes are welcome. What is no instruction ends a path. Allocates with malloc, at most
 * 100 bytes for each byte of code and 1 GB, and frees everything before it returns. Time grows with
 * the size: what needs more than 4096 steps for each dword of code, or 64 visits of a block, is not
 * followed; code of compilers needs fewer than 250 steps.
 *   GISA_OK                   the code was checked; there may have been findings
 *   GISA_STATUS_NO_SPACE      there is more code than GISA_CHECK_MOST_BYTES (nothing was
 *                             checked), or it was not followed to the end: findings may be missing
 *   GISA_STATUS_BAD_ARGUMENT  NULL; or nothing is known of this family's waits
 *   GISA_STATUS_NO_MEMORY
 *   GISA_STATUS_FAILED        `found` said stop
 */
GISA_API gisa_status gisa_check_code(const gisa_isa *isa, const void *bytes, size_t size,
                                     uint64_t address, const uint64_t *entries, size_t count,
                                     const gisa_check_options *options, gisa_found found,
                                     void *ctx);

/* ---- 3. One path ------------------------------------------------------------------------ */

/* Instructions that were seen, and the rules; and what is under way on one path through them. Many
 * paths may share a follower, on one thread. NULL: no memory, or nothing is known of this family's
 * waits. */
typedef struct gisa_follower gisa_follower;
typedef struct gisa_path gisa_path;
GISA_API gisa_follower *gisa_follower_new(const gisa_isa *isa, const gisa_check_options *options);
GISA_API void gisa_follower_free(gisa_follower *follower); /* after its paths; NULL is allowed */

/* The number of an instruction that is new to it; GISA_FOLLOWER_NONE: no memory. */
#define GISA_FOLLOWER_NONE UINT32_MAX
GISA_API uint32_t gisa_follower_add(gisa_follower *follower, uint64_t address,
                                    const gisa_insn *insn);

/* A path on which nothing is under way. NULL: no memory. */
GISA_API gisa_path *gisa_path_new(gisa_follower *follower);
GISA_API void gisa_path_free(gisa_path *path); /* NULL is allowed */

/* The instruction with this number comes next. Calls `found` for what is wrong with that.
 * GISA_STATUS_FAILED: `found` said stop; GISA_STATUS_NO_MEMORY: nothing more is found with this
 * follower. */
GISA_API gisa_status gisa_path_step(gisa_path *path, uint32_t number, gisa_found found, void *ctx);

#ifdef __cplusplus
}
#endif
#endif
