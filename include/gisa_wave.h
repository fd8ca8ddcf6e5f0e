/* SPDX-License-Identifier: MIT */
/*
 * gisa_wave.h - a wave of one's own: set registers, run one instruction or a few, look at what they
 * did. No kernel, no descriptor, no launch.
 *
 *     gisa_wave *w = gisa_wave_new(gisa_find("gfx900"));
 *     gisa_wave_register v0, v1;
 *     gisa_wave_find(w, "v0", &v0, NULL);
 *     gisa_wave_find(w, "v1", &v1, NULL);
 *     gisa_wave_set(w, &v1, GISA_WAVE_ALL, 0, 0x3f800000);
 *     gisa_wave_assemble(w, 0x1000, "v_add_f32 v0, v1, v1", GISA_SYNTAX_LLVM, NULL);
 *     gisa_wave_step(w, NULL);
 *     gisa_wave_get(w, &v0, 0, 0, &bits);
 *
 * The same calls serve GCN and USSE. A GCN wave has 64 lanes; of USSE it is a batch of 64 instances
 * (a quad is four lanes in a row), and a lane is an instance.
 *
 * The code may touch what gisa_wave_map has mapped, the wave's LDS and its private memory; any
 * other address is a fault, which is reported and stays inside the wave. A wave has no threads and
 * no global state: the same calls give the same answers. Different waves may be used by different
 * threads at once, one wave by one thread at a time. Everything is allocated with malloc, when the
 * wave is made and when code or memory is given to it; a step allocates only where it comes to code
 * that has not been decoded yet.
 */
#ifndef GISA_WAVE_H
#define GISA_WAVE_H

#include "gisa_machine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GISA_WAVE_LANES = 64 };

/* In place of the number of a lane: every lane; or the wave as a whole. */
#define GISA_WAVE_ALL UINT32_MAX

typedef struct gisa_wave gisa_wave;

/* All registers are 0 and all lanes on. GCN: MODE is what a compute kernel gets by default (f32
 * denormals are flushed, those of f64 and f16 are kept, IEEE and DX10_CLAMP are set); the wave is
 * the only one of its work-group, which has as much LDS as a work-group can have, filled with
 * zeros; each lane has 4096 bytes of private memory. NULL: no memory, or instructions of this
 * architecture cannot be executed. */
GISA_API gisa_wave *gisa_wave_new(const gisa_isa *isa);
GISA_API void gisa_wave_free(gisa_wave *wave); /* NULL is allowed */

/* GCN: another wave of the same work-group: it shares the LDS, the mapped memory and the code of
 * `wave`, and they wait for each other at barriers. It begins where `wave` is. Nothing runs by
 * itself: the caller runs each in turn. It must be freed before `wave`, whose code must not be
 * replaced until then. NULL: no memory, or another family. */
GISA_API gisa_wave *gisa_wave_join(gisa_wave *wave);

/* GCN: all is as when the wave was made, but for memory, code and models: registers, private memory
 * and, of the first wave of a group, LDS are 0, nothing has been exported, and pc is where code was
 * loaded last. */
GISA_API gisa_status gisa_wave_reset(gisa_wave *wave);

/* Another option of one of the models of part 9 of gisa.h. GISA_STATUS_BAD_ARGUMENT: there is no
 * such model or option. */
GISA_API gisa_status gisa_wave_choose(gisa_wave *wave, const char *model, const char *option);

/* As gisa_machine_set_border_palette. GISA_STATUS_BAD_ARGUMENT: also for other waves than those of
 * GCN. */
GISA_API gisa_status gisa_wave_set_border_palette(gisa_wave *wave, uint64_t address);

/* ---- Registers -------------------------------------------------------------------------- */

/* gisa_wave_register.bank: a gisa_kind, or one of these. */
typedef enum gisa_wave_bank {
    GISA_WAVE_BANK_SCC = 256, /* the scalar condition code: 0 or 1 */
    GISA_WAVE_BANK_PC,        /* the address of the next instruction: two words */
    GISA_WAVE_BANK_HWREG,     /* a hardware register (MODE, STATUS, ...), or a part of one */
    GISA_WAVE_BANK_LDS,       /* first = address in bytes */
    GISA_WAVE_BANK_PREDICATE, /* USSE: 0 or 1 of each lane */
    GISA_WAVE_BANK_DEPTH      /* USSE: the depth of a fragment */
} gisa_wave_bank;

/* A register, or several in a row. Registers differ where any member differs; the value may be
 * copied and lives as long as the wave. */
typedef struct gisa_wave_register {
    uint16_t bank;  /* gisa_kind or gisa_wave_bank */
    bool per_lane;  /* each lane has its own */
    gisa_bits bits; /* the part of a hardware register that is meant; width 0: all of it */
    uint32_t first; /* its number; of scalar registers of GCN the operand code (vcc is 106) */
    uint32_t count; /* of 32-bit words */
} gisa_wave_register;

/*
 * Finds a register by name; letter case does not matter.
 *   GCN   v1  v[2:3]  s4  s[4:5]  vcc  vcc_lo  exec  m0  flat_scratch  ttmp2  scc  pc
 *         lds[16]  lds[16:31]   words of LDS, by their addresses in bytes
 *         mode  status  trapsts hardware registers, by either name of table HWREG
 *         mode.denorm_f32       their parts, by the names of the spec (gisa info MODE)
 *         mode.denorm           parts whose names begin like that and which lie side by side
 *         mode.fp_denorm        fields of several parts (gisa info MODE_FIELDS)
 *   USSE  r0  pa4  sa0  o1  i0.x  i0  index1  p0  depth  r[0:3]  pc
 * GISA_STATUS_SYNTAX: there is no such register; error->message says why (error may be NULL).
 */
GISA_API gisa_status gisa_wave_find(const gisa_wave *wave, const char *name,
                                    gisa_wave_register *reg, gisa_error *error);

/* The name of word `word` of a register, as gisa_wave_find takes it: "v2", "vcc_lo". Of a register
 * without words of its own that of the whole. GISA_STATUS_BAD_ARGUMENT: there is no such word. */
enum { GISA_WAVE_NAME = 64 };
GISA_API gisa_status gisa_wave_name(const gisa_wave *wave, const gisa_wave_register *reg,
                                    unsigned word, char text[GISA_WAVE_NAME]);

/* The name that both words of a register have together: "vcc" of vcc_lo and vcc_hi.
 * GISA_STATUS_END: there are not two, or they have no such name. */
GISA_API gisa_status gisa_wave_pair_name(const gisa_wave *wave, const gisa_wave_register *reg,
                                         char text[GISA_WAVE_NAME]);

/* Word `word` of a register, from 0, in a lane; `lane` does not matter where lanes have no register
 * of their own. gisa_wave_set with lane GISA_WAVE_ALL sets it in every lane. Setting pc to another
 * place, or any part of it, lets a wave that has ended run again. GISA_STATUS_BAD_ARGUMENT: there
 * is no such lane or word, or it cannot be set (status.execz). */
GISA_API gisa_status gisa_wave_get(const gisa_wave *wave, const gisa_wave_register *reg,
                                   unsigned lane, unsigned word, uint32_t *value);
GISA_API gisa_status gisa_wave_set(gisa_wave *wave, const gisa_wave_register *reg, unsigned lane,
                                   unsigned word, uint32_t value);

/* Word `word` of every lane, GISA_WAVE_LANES numbers, to be read and written until the wave is
 * freed. NULL where lanes have no register of their own, or it does not lie like that. */
GISA_API uint32_t *gisa_wave_row(gisa_wave *wave, const gisa_wave_register *reg, unsigned word);

/* ---- Memory and code -------------------------------------------------------------------- */

/* The code may read, and where `writable` write, `size` bytes of the host's memory at its own
 * addresses from `address` on. The memory is the caller's and stays until the wave is freed.
 * GISA_STATUS_BAD_ARGUMENT: it overlaps with what is mapped, or with code. */
GISA_API gisa_status gisa_wave_map(gisa_wave *wave, uint64_t address, void *memory, size_t size,
                                   bool writable);

/* Puts code at an address, a multiple of the size of an instruction (USSE: 0), and sets pc to it.
 * The bytes are copied; the code may read and write them there. Code that was loaded at the same
 * address before is replaced. Any bytes are taken: what is not an instruction is a fault when the
 * wave comes to it. Statuses as those of gisa_wave_map. */
GISA_API gisa_status gisa_wave_load(gisa_wave *wave, uint64_t address, const void *code,
                                    size_t size);

/* The same for assembler source: instructions, labels, any number of lines, also directives. On
 * GISA_STATUS_FAILED error->message is the first error and error->offset its place in the text;
 * error may be NULL. */
GISA_API gisa_status gisa_wave_assemble(gisa_wave *wave, uint64_t address, const char *text,
                                        gisa_syntax syntax, gisa_error *error);

/* ---- Exports ---------------------------------------------------------------------------- */

/* Targets of GCN by their numbers, which `gisa info TARGET` lists: 0 to 7 colours, 8 depth, 9 null,
 * 12 to 15 positions, 32 to 63 attributes. */
enum { GISA_WAVE_TARGETS = 64 };

/* What the wave has exported to one target. */
typedef struct gisa_wave_export {
    uint32_t times;               /* exports to it; 0: none, and nothing else here means anything */
    uint32_t last;                /* the number of the last of them among all of the wave, from 0 */
    bool compressed, done, valid; /* of that one */
    uint64_t exec;                /* likewise: the active lanes */
    uint64_t lanes[4];            /* that have exported component x, y, z, w: a bit each */
    /* Their last value; of a compressed export 16 bits. */
    uint32_t value[4][GISA_WAVE_LANES];
} gisa_wave_export;

/* What it has exported to this target since it was made or since gisa_wave_forget_exports; it is
 * valid until the wave runs again. NULL: nothing, there is no such target, or the wave is not one
 * of GCN. */
GISA_API const gisa_wave_export *gisa_wave_exported(const gisa_wave *wave, unsigned target);

/* How many exports that were; `valid` (may be NULL) becomes EXEC at the last one that said vm, all
 * ones where none did. */
GISA_API uint32_t gisa_wave_export_count(const gisa_wave *wave, uint64_t *valid);

/* The wave may begin anew: an export that says done is the last one of its kind, and another one
 * after it is a fault. */
GISA_API void gisa_wave_forget_exports(gisa_wave *wave);

/* ---- Running ---------------------------------------------------------------------------- */

/* What a step was. */
typedef enum gisa_wave_kind {
    GISA_WAVE_KIND_WENT_ON, /* the next instruction in memory is the next one */
    GISA_WAVE_KIND_JUMPED,  /* another one is */
    GISA_WAVE_KIND_ENDED,   /* the wave has ended; it does nothing until pc is set */
    GISA_WAVE_KIND_WAITS,   /* for something that no step can bring; pc is unchanged */
    GISA_WAVE_KIND_SLEEPS,  /* s_sleep: done, and other waves might run now */
    GISA_WAVE_KIND_HALTED,  /* STATUS.HALT is set: it does nothing until that is 0 */
    GISA_WAVE_KIND_FAULT    /* see `fault`; pc is unchanged */
} gisa_wave_kind;

/* Registers whose values have changed, and in which lanes (a bit each; 0: lanes have none of their
 * own). One that was written with the value that it had is not among them: gisa_insn.operand and
 * gisa_states say what an instruction writes. */
typedef struct gisa_wave_change {
    gisa_wave_register reg;
    uint64_t lanes;
} gisa_wave_change;

typedef enum gisa_wave_space {
    GISA_WAVE_SPACE_MEMORY,
    GISA_WAVE_SPACE_LDS,
    GISA_WAVE_SPACE_GDS,
    GISA_WAVE_SPACE_PRIVATE
} gisa_wave_space;

/* An element of memory that was read or written. */
typedef struct gisa_wave_access {
    uint64_t address; /* in its space */
    uint32_t size;
    uint32_t lane;  /* GISA_WAVE_ALL: the wave as a whole */
    uint8_t space;  /* gisa_wave_space */
    uint8_t access; /* GISA_ACCESS_READ, GISA_ACCESS_WRITE, or both */
} gisa_wave_access;

typedef struct gisa_wave_fault {
    gisa_cause cause; /* GISA_CAUSE_NONE: there was none */
    uint32_t lane;    /* that is to blame */
    uint64_t address; /* of memory, the number of a trap, ... */
    char message[400];
} gisa_wave_fault;

enum { GISA_WAVE_MOST_CHANGES = 80, GISA_WAVE_MOST_ACCESSES = 256 };

typedef struct gisa_wave_step_info {
    gisa_wave_kind kind;
    uint64_t pc, next_pc;                /* before and after */
    gisa_insn insn;                      /* at pc; insn.size 0: nothing is there */
    uint32_t change_count, access_count; /* how many there were, which may be more than are told */
    gisa_wave_change change[GISA_WAVE_MOST_CHANGES];
    gisa_wave_access access[GISA_WAVE_MOST_ACCESSES];
    gisa_wave_fault fault;
} gisa_wave_step_info;

/* Runs the instruction at pc. `info` may be NULL. After a fault the registers are as before, and pc
 * is still that of the instruction. */
GISA_API gisa_wave_kind gisa_wave_step(gisa_wave *wave, gisa_wave_step_info *info);

typedef enum gisa_wave_end {
    GISA_WAVE_END_ENDED,   /* the wave has ended */
    GISA_WAVE_END_ADDRESS, /* pc is `stop_at`, or after the code */
    GISA_WAVE_END_LIMIT,
    GISA_WAVE_END_WAITS, /* or is halted */
    GISA_WAVE_END_FAULT
} gisa_wave_end;

typedef struct gisa_wave_result {
    gisa_wave_end end;
    uint64_t instructions;
    gisa_wave_fault fault;
} gisa_wave_result;

/* Runs at most `limit` instructions (0: as many as it takes), until the wave ends, waits, has a
 * fault, comes to the end of the code that was loaded last, or to `stop_at` (0: nowhere else); one
 * at least runs where pc is there already. `result` may be NULL. */
GISA_API gisa_wave_end gisa_wave_run(gisa_wave *wave, uint64_t limit, uint64_t stop_at,
                                     gisa_wave_result *result);

#ifdef __cplusplus
}
#endif
#endif
