/* SPDX-License-Identifier: MIT */
/*
 * gisa_observe.h - watches a launch: every instruction of every wave, before and after it runs,
 * with its registers and the memory that it touches. Checkers, debuggers, traces and profilers are
 * built on it.
 *
 *     static bool after(void *ctx, gisa_observed_wave *wave, const gisa_observed_step *step) {
 *         if (step->site->pc == breakpoint)
 *             look_at(wave->wave);
 *         return true;
 *     }
 *     const gisa_observer observer = {.after = after};
 *     gisa_launch launch = {.observer = &observer, ...};
 *
 * A launch with an observer has one thread, on which all calls come, so that runs repeat: the waves
 * of a work-group take turns in the same order each time. Where the host can, private memory and
 * the dispatch packet are where they were in the observed launch before it on this machine; memory
 * of the caller's, with what kernels changed in it, is the caller's to put back. A call may take as
 * long as it likes, and may read and set registers and memory; what it is given lives until it
 * returns, unless something else is said here. It must not run anything on the same machine, nor
 * unload code from it.
 */
#ifndef GISA_OBSERVE_H
#define GISA_OBSERVE_H

#include "gisa_wave.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An instruction at its place in memory: the same one each time a wave of the launch comes there,
 * until the code there is changed. Lives until the launch ends. */
typedef struct gisa_site {
    uint64_t pc;
    gisa_insn insn; /* insn.size 0: nothing can be decoded here */
    void *data;     /* the observer's own; NULL at first */
    /* The observer may set these, for speed: `before` is not wanted here; `after` is wanted only
     * where the wave waits or ends, or there was a fault. */
    bool skips_before, skips_after;
} gisa_site;

/* What the launch has become: sizes as the kernel and the launch ask for them together. */
typedef struct gisa_observed_launch {
    const gisa_launch *asked;
    uint64_t kernarg; /* where the kernel finds its arguments */
    uint32_t groups[3];
    uint32_t lds_size;       /* in bytes; a group has more, up to a multiple of the chip's */
    uint32_t private_size;   /* bytes of each work-item */
    uint64_t private_memory; /* that of all waves; 0 = there is none */
    uint64_t private_bytes;
} gisa_observed_launch;

/* A work-group that has begun and not ended. */
typedef struct gisa_observed_group {
    uint32_t id[3];
    uint32_t size[3]; /* in work-items; smaller at the edges of the grid */
    uint32_t waves;
    uint32_t lds_size;
    uint8_t *lds;
    void *data; /* the observer's own; NULL at first */
} gisa_observed_group;

/* A wave that has begun and not ended. Its lane i is work-item 64 * number + i of the group,
 * counted with x fastest. */
typedef struct gisa_observed_wave {
    gisa_observed_group *group;
    uint32_t number; /* in its group */
    /* Its registers, for all calls of gisa_wave.h that read or set them, by name, too; pc cannot be
     * set, and the calls that give it code or memory, or that run it, answer
     * GISA_STATUS_BAD_ARGUMENT or GISA_WAVE_KIND_WAITS. */
    gisa_wave *wave;
    /* The same registers directly: rows of lanes, scalar registers by operand code, the mask of
     * active lanes. */
    uint32_t (*vgpr)[GISA_WAVE_LANES];
    uint32_t vgpr_count; /* that the wave has; likewise */
    uint32_t sgpr_count;
    /* How many of them the launch has set, from the first on; the others are undefined. */
    uint32_t vgprs_given;
    uint32_t sgprs_given;
    uint32_t *scalar;
    const uint64_t *exec;
    const uint32_t *scc;
    uint8_t *private_memory; /* byte p of lane l is at p / 4 * 256 + l * 4 + p % 4 */
    uint32_t private_size;   /* bytes of each lane */
    void *data;              /* the observer's own; NULL at first */
    /* `before` may set it: the accesses of this instruction are not wanted, and memory is as fast
     * as without them. false each time. */
    bool skips_accesses;
} gisa_observed_wave;

/* Elements of memory that several lanes read or wrote, one each. Lane i's is at base[i] + offset,
 * which of lanes that are not in `lanes` means nothing. An instruction that accesses several
 * elements in each lane has as many rows. */
typedef struct gisa_observed_row {
    uint64_t lanes;
    const uint64_t *base; /* of GISA_WAVE_LANES */
    uint64_t offset;
    uint64_t start, end; /* of all elements: the lowest address, and that after the highest one */
    uint32_t size;
    uint8_t space;  /* gisa_wave_space: MEMORY or LDS */
    uint8_t access; /* GISA_ACCESS_READ, GISA_ACCESS_WRITE */
    bool regular; /* all lanes are there, and each address is that of the lane before plus `step` */
    int64_t step;
} gisa_observed_row;

/* What an instruction that has run was. */
typedef struct gisa_observed_step {
    gisa_site *site;
    /* GISA_WAVE_KIND_WAITS: nothing was done; the same instruction will be tried again, for
     * instance when the other waves are at the barrier. */
    gisa_wave_kind kind;
    uint64_t next_pc;
    /* Elements of memory that it read or wrote, lane by lane in the order of the accesses; 0 unless
     * asked for. */
    uint32_t access_count;
    const gisa_wave_access *access;
    /* The same as rows, if rows are wanted: an instruction has rows or a list, never both. */
    uint32_t row_count;
    const gisa_observed_row *row;
    /* Likewise elements beyond the end of the LDS or of a buffer, which are read as 0 and not
     * written, and the one that is a fault. */
    uint32_t outside_count;
    const gisa_wave_access *outside;
    /* Registers that have changed; 0 unless asked for. */
    uint32_t change_count;
    const gisa_wave_change *change;
    /* The launch ends with this fault after the call. GISA_CAUSE_NONE: there was none. */
    gisa_cause fault;
} gisa_observed_step;

/* Each call may be NULL. */
typedef struct gisa_observer {
    void *ctx;
    bool wants_accesses; /* gisa_observed_step.access; memory is slower then */
    bool wants_rows;     /* also gisa_observed_step.row, where that is faster than a list */
    bool wants_changes;  /* gisa_observed_step.change; much slower */
    /* Of the launch: before and after everything else. */
    void (*begins)(void *ctx, const gisa_observed_launch *launch);
    void (*ends)(void *ctx);
    void (*group_begins)(void *ctx, gisa_observed_group *group);
    /* also where the launch ends early, for all that have begun; likewise wave_ends */
    void (*group_ends)(void *ctx, gisa_observed_group *group);
    void (*wave_begins)(void *ctx, gisa_observed_wave *wave); /* registers are as it finds them */
    void (*wave_ends)(void *ctx, gisa_observed_wave *wave);
    /* The wave is about to run the instruction, again where it has waited. false: the launch ends
     * here (GISA_END_STOPPED), and the instruction does not run. */
    bool (*before)(void *ctx, gisa_observed_wave *wave, gisa_site *site);
    bool (*after)(void *ctx, gisa_observed_wave *wave, const gisa_observed_step *step);
} gisa_observer;

#ifdef __cplusplus
}
#endif
#endif
