/* SPDX-License-Identifier: MIT */
/* A wave of one's own (gisa_wave.h): what each family answers to its calls, and that of GCN. */
#ifndef GISA_EMU_WAVE_OWN_H
#define GISA_EMU_WAVE_OWN_H

#include "changes.h"
#include "gisa_wave.h"
#include "insn/exports.h"
#include "launch.h"

/* One of these for each family. Arguments have been checked: none is NULL, but those that may be,
   and lanes and words exist. */
typedef struct wave_calls {
    void (*free)(gisa_wave *wave);
    gisa_status (*choose)(gisa_wave *wave, const char *model, const char *option);
    /* GISA_STATUS_SYNTAX: there is none; `why` may be set to a sentence. */
    gisa_status (*find)(const gisa_wave *wave, const char *name, gisa_wave_register *reg, const char **why);
    void (*name)(const gisa_wave *wave, const gisa_wave_register *reg, unsigned word,
                 char text[GISA_WAVE_NAME]);
    /* One register of which lanes may have their own; lane 0 where they do not. */
    gisa_status (*get)(const gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                       uint32_t *value);
    gisa_status (*set)(gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                       uint32_t value);
    uint32_t *(*row)(gisa_wave *wave, const gisa_wave_register *reg, unsigned word);
    gisa_status (*map)(gisa_wave *wave, uint64_t address, void *memory, size_t size, bool writable);
    gisa_status (*load)(gisa_wave *wave, uint64_t address, const void *code, size_t size);
    gisa_wave_kind (*step)(gisa_wave *wave, gisa_wave_step_info *info);
    void (*run)(gisa_wave *wave, uint64_t limit, uint64_t stop_at, gisa_wave_result *result);
} wave_calls;

struct gisa_wave {
    const gisa_isa *isa;
    const wave_calls *calls;
};

/* wave_gcn.c, src/shade/wave.c: NULL: no memory, or another family. */
gisa_wave *wave_gcn_new(const gisa_isa *isa, gisa_machine *machine); /* NULL: one of its own */
gisa_wave *wave_usse_new(const gisa_isa *isa);

/* wave_seen.c: for wave_calls of waves that somebody else runs. */
void wave_seen_free(gisa_wave *wave);
gisa_status wave_seen_choose(gisa_wave *wave, const char *name, const char *option);
gisa_status wave_seen_map(gisa_wave *wave, uint64_t address, void *memory, size_t size, bool writable);
gisa_status wave_seen_load(gisa_wave *wave, uint64_t address, const void *code, size_t size);
gisa_wave_kind wave_seen_step(gisa_wave *wave, gisa_wave_step_info *info);
void wave_seen_run(gisa_wave *wave, uint64_t limit, uint64_t stop_at, gisa_wave_result *result);

/* wave.c: the number after letters: "v12", "v[2:3]" (in brackets, from .. to); false: the name is
   something else. */
typedef struct wave_numbers {
    size_t letters; /* in front */
    uint32_t from, to;
    bool brackets;
} wave_numbers;
bool wave_numbers_read(const char *name, wave_numbers *n);

/* ---- GCN --------------------------------------------------------------------------------- */

/* A wave whose registers are looked at: the caller's own, or one of a launch. */
typedef struct gcn_seen {
    gisa_wave head; /* first */
    gcn_wave *w;
} gcn_seen;

/* Code that the wave has a copy of. */
typedef struct wave_code {
    struct wave_code *next;
    uint64_t address;
    size_t size;
    gisa_program *program;
    _Alignas(8) uint8_t bytes[];
} wave_code;

/* What the wave is part of is as a launch of one work-group makes it. Waves of a group share what
 * the first one has: the group and its LDS, the machine, the code. */
typedef struct gcn_own {
    gcn_seen seen;          /* first */
    struct gcn_own *leader; /* the first wave of the group; itself where it is that */
    bool owns_machine;
    struct wave_watch *watch; /* of the leader; NULL: there is no observer */
    unsigned number;          /* likewise, in the group that is observed */
    launch l;
    gisa_group group; /* of the leader, as are `lds`, `codes` and `nothing` */
    uint8_t *lds, *scratch;
    wave_code *codes;
    gisa_program *nothing; /* where no code has been loaded */
    uint64_t end;          /* of the code that was loaded last */
    bool ended;
    wave_traffic traffic;
    wave_exports exports;
    changes before;
} gcn_own;

static inline gcn_own *gcn_of(const gisa_wave *wave) {
    return (gcn_own *)(uintptr_t)wave;
}

static inline const gcn_seen *gcn_seen_of(const gisa_wave *wave) {
    return (const gcn_seen *)wave;
}

/* gisa_wave_join and gisa_wave_reset. */
gisa_wave *wave_gcn_join(gisa_wave *wave);
gisa_status wave_gcn_palette(gisa_wave *wave, uint64_t address);
void wave_gcn_reset(gisa_wave *wave);

enum { WAVE_PRIVATE = 4096 /* bytes of private memory of each lane */ };

/* wave_gcn.c: NULL: it is of another family. */
wave_exports *wave_gcn_exports(const gisa_wave *wave);
/* after pc was set: the wave goes on there, with the code that is there now. */
void wave_gcn_go(gcn_own *o, uint64_t pc);
/* wave_names.c */
gisa_status wave_gcn_find(const gisa_wave *wave, const char *name, gisa_wave_register *reg, const char **why);
void wave_gcn_name(const gisa_wave *wave, const gisa_wave_register *reg, unsigned word,
                   char text[GISA_WAVE_NAME]);
/* wave_registers.c */
gisa_status wave_gcn_get(const gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                         uint32_t *value);
gisa_status wave_gcn_set(gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                         uint32_t value);
/* The same for all but the program counter. */
gisa_status wave_gcn_set_state(gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                               uint32_t value);
uint32_t *wave_gcn_row(gisa_wave *wave, const gisa_wave_register *reg, unsigned word);
/* wave_watch.c: runs one instruction of a wave that is observed. */
const gisa_op *wave_watch_op(gcn_own *o, const gisa_op *op);
/* wave_run.c: what an instruction that has been run was for the wave. */
gisa_wave_kind wave_gcn_kind(const gcn_wave *w, const gisa_op *op, uint64_t next_pc);
/* What a form says of memory that it touches: GISA_ACCESS_READ, GISA_ACCESS_WRITE. */
uint8_t wave_gcn_access(const gisa_isa *isa, const gisa_insn *insn);
gisa_wave_kind wave_gcn_step(gisa_wave *wave, gisa_wave_step_info *info);
void wave_gcn_run(gisa_wave *wave, uint64_t limit, uint64_t stop_at, gisa_wave_result *result);

#endif
