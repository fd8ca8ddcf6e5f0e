/* SPDX-License-Identifier: MIT */
/* A decoded instruction with its operands sorted out, the kinds of body it may have, and how it is
   run. */
#ifndef GISA_EMU_OP_H
#define GISA_EMU_OP_H

#include "buffer.h"
#include "image/texel.h"
#include "state.h"

struct gisa_op;
struct gisa_level;

/* ---- Bodies, as isagen makes them of the spec -------------------------------------------- */

/* The rows that a body of a vector instruction works on. An operand of two dwords is two rows, one
   after another. */
typedef struct gisa_rows {
    uint32_t *d, *d1;   /* results; of a mask: one row of 0 and 1 */
    uint32_t *new_exec; /* likewise */
    const uint32_t *s[4];
    const uint32_t *mask; /* lanes that are written: 0 or all ones */
    bool full;            /* all of them are */
} gisa_rows;

/* Runs an instruction and gives the next one; NULL: the wave stops here, and says why. */
typedef const struct gisa_op *gisa_step(gcn_wave *wave, const struct gisa_op *op);

/* All lanes of one instruction. */
typedef void gisa_wide(gcn_wave *wave, const struct gisa_op *op, const gisa_rows *rows);

/* The same for one lane, exactly as MODE asks. */
typedef void gisa_exact(gcn_wave *wave, const struct gisa_op *op, const gisa_rows *rows, unsigned lane);

/* All active lanes of one instruction that goes through memory: in ascending order, until there is
 * a fault. R->d has the old values of the result and takes the new ones; it is not the
 * registers. */
typedef void gisa_memory(gcn_wave *wave, const struct gisa_op *op, const gisa_rows *rows);

/* The same, all active lanes at once and right on the registers; false: nothing has been done, as
 * an element is not where the wave looks for it first. */
typedef bool gisa_near(gcn_wave *wave, const struct gisa_op *op, const gisa_rows *rows);

/* Works on wave->lane[]. */
typedef void gisa_lanes_body(gcn_wave *wave);

/* Which operands of a body are masks of lanes. */
enum { MASK_D = 16, MASK_D1 = 32, MASK_EXEC = 64 }; /* 1 << i: source i */

typedef struct gisa_body {
    gisa_step *scalar;      /* one of these: an instruction of the scalar unit */
    gisa_memory *memory;    /* one that goes through memory, lane by lane */
    gisa_lanes_body *lanes; /* one that goes through memory, or whose lanes look at each other */
    gisa_exact *exact;      /* one that computes lane by lane */
    uint8_t masks;
    bool floats;    /* MODE matters */
    bool exec_is_d; /* the new mask of lanes is the result */
} gisa_body;

/* Written by isagen: by body number; 0 is empty. The wide ones for each level of the host's
   instruction set. */
extern const gisa_body gcn_bodies[];

/* ---- Instructions ------------------------------------------------------------------------ */

enum { GISA_SOURCES = 4 };
enum { OP_SEL_RESULT = 8 }; /* in gisa_modifiers.op_sel: the result goes to the upper half */

/* How DPP, SDWA and the packed formats change operands. */
typedef struct gisa_modifiers {
    bool clamp, sdwa, dpp, keeps_half;
    bool packed; /* the halves of the result are computed one after the other */
    bool paired; /* sources are pairs of halves, and the result is one number */
    bool mixed;  /* each source is a float of 32 bits or half a register */
    uint8_t omod;
    uint8_t sel[2], dst_sel, dst_unused; /* SDWA */
    uint16_t dpp_ctrl;
    uint8_t row_mask, bank_mask;
    bool bound_ctrl;
    uint8_t op_sel, op_sel_hi, neg_lo, neg_hi;
} gisa_modifiers;

/* What the spec says of buffers. */
typedef struct gisa_buffer_facts {
    gisa_buffer_rules rules;
    buffer_formats formats;
} gisa_buffer_facts;

/* Places in gcn_wave are given in bytes. */
typedef struct gisa_op {
    gisa_step *run;
    uint8_t units;      /* dwords of the instruction; 0: it is none, and leads to one */
    uint8_t immediates; /* 1 << i: source i is in `immediate` */
    uint8_t spread;     /* 1 << i: source i is a scalar register, to be made rows */
    uint8_t masks;      /* 1 << i: of a mask of lanes */
    uint16_t bytes;     /* as far as the next op is; see op_next */
    uint16_t top;       /* vector registers from this one on are not named */
    gisa_wide *wide;
    gisa_near *near;
    const struct native_entry *native; /* translated code that begins here (emu/translator.h); NULL: none */
    const gisa_body *body;
    union {
        const uint32_t
            *constant[GISA_SOURCES]; /* of a vector instruction: the rows of a source that is a constant */
        uint64_t immediate[GISA_SOURCES]; /* of a scalar one: the constant; see `immediates` */
    };
    uint32_t s[GISA_SOURCES], d, d1;          /* rows, or scalar registers, of the operands */
    uint32_t from[GISA_SOURCES], to_d, to_d1; /* the scalar registers that `spread` and `collect` are about */
    const struct dpp_moves *lanes;            /* with DPP: which lane reads which */
    uint64_t next_pc, target_pc;
    uint32_t form;
    int32_t k;     /* SIMM16 */
    uint32_t keep; /* bits of D that a result of 16 bits leaves alone */
    uint8_t dwords[GISA_SOURCES];
    uint8_t signs;   /* 1 << i: the sign of source i is changed */
    uint8_t collect; /* MASK_D, MASK_D1, MASK_EXEC: results that are masks of lanes */
    bool floats;     /* of the body */
    /* `near` runs it, and its address is vector registers, whose rows are from[0] and, for two,
       from[1], and scalar registers at from[2]; 0: it has none. */
    bool easy_address;
    bool uses_lds; /* reads it or writes it */
    bool saturate; /* the result is an integer and clamped */
    /* There is nothing unusual about it but the parts of operands that SDWA selects, lanes that DPP
       moves, what happens to a result that is a float of 32 bits, and that it works on each half. */
    bool selects, moves, finishes, halves;
    uint8_t has_d, has_d1, source_count, address_count;

    /* As decoded. */
    gisa_operand source[GISA_SOURCES], result, result1, sbase;
    union {
        gisa_operand address[3];
        struct {
            gisa_operand vaddr, resource, soffset;
        } in_buffer; /* where buffer_facts is not NULL */
        struct {
            gisa_operand vaddr, resource, sampler;
        } in_image; /* where image_facts is not NULL */
    };
    const image_facts *image_facts; /* NULL: it works on no image */
    image_fields image;
    const gisa_buffer_facts *buffer_facts; /* NULL: it works on no buffer */
    uint32_t buffer_kind;                  /* instructions that are alike in it find the same in a buffer */
    uint32_t buffer_rest;    /* bytes from the first one of an element to that of its last dword */
    uint32_t buffer_soffset; /* with step_buffer, where it is not the scalar register at from[2] */
    gisa_buffer_access access;
    uint8_t format[2]; /* of the instruction: data, number */
    gisa_modifiers modifiers;
    uint16_t attribute; /* of interpolation: its number, and the channel in bits 15:8 */
    uint8_t parameter;  /* p10, p20 or p0 */
    uint8_t target;     /* of an export, */
    uint8_t enabled;    /* and which of its sources are not off: a bit each */
    bool high, compressed, done, valid;
    bool gds, glc, has_sbase;
    bool status;       /* the last register of D takes a status, 0 */
    bool vector;       /* operands differ from lane to lane */
    bool indexed;      /* in index mode, M0 is added to numbers of vector registers */
    bool needs_a_lane; /* does nothing when no lane is active */
    bool all_lanes;    /* D is stored whether lanes are active or not */
    uint16_t offset0, offset1;
    int64_t offset;
} gisa_op;

/* The op of the instruction that comes next in memory: there is an op for each dword. */
static inline const gisa_op *op_next(const gisa_op *op) {
    return (const gisa_op *)(const void *)((const char *)op + op->bytes);
}

/* Rows of constants, and what else ops share: for as long as the ops that use them. */
typedef struct gisa_constants gisa_constants;
gisa_constants *constants_new(void); /* NULL: no memory */
void constants_free(gisa_constants *constants);

/* The bits of a constant, as wide as its operand. */
uint64_t constants_of(const gisa_operand *operand);

/* Sorts out the instruction at `pc`. GISA_STATUS_UNKNOWN: it has no body;
   GISA_STATUS_BAD_OPERAND: lanes cannot write its second result; GISA_STATUS_NO_MEMORY. */
gisa_status op_make(const gisa_isa *isa, const gisa_insn *insn, uint64_t pc, gisa_constants *constants,
                    gisa_op *op);

/* ---- Running one ------------------------------------------------------------------------- */

typedef enum gisa_outcome {
    GISA_RAN,    /* done; wave->pc is the next instruction */
    GISA_EVENT,  /* done, and wave->events says what else there is */
    GISA_WAITS,  /* not done: run it again when other waves have gone on; wave->pc is unchanged */
    GISA_FAULTED /* wave->fault says why; wave->pc is unchanged, registers are not written */
} gisa_outcome;

/* Clears the wave. Registers and memory are the caller's to set up; wave_modes after changes of
   MODE. */
void wave_init(gcn_wave *wave, const gisa_isa *isa, gisa_device *device, gisa_group *group);
void wave_modes(gcn_wave *wave);

gisa_outcome op_run(gcn_wave *wave, const gisa_op *op);

/* Where a jump leads: the op there. */
const gisa_op *program_jump(gcn_wave *wave, const gisa_op *op, uint64_t pc);

/* A buffer's resource is in scalar registers one after another. */
static inline bool op_names_buffer(const gisa_op *op) {
    const gisa_operand *o = &op->in_buffer.resource;
    return o->kind == GISA_KIND_SGPR && o->reg + 4 <= CODE_VCC;
}

/* Dwords of an element of a buffer. */
static inline unsigned op_dwords(const gisa_op *op) {
    return op->has_d ? op->result.count : op->source[0].count;
}

/* As many bytes of LDS as an instruction may reach at once: M0 limits addresses that come from
   registers, where the spec says so. */
static inline uint64_t op_reachable_lds(const gcn_wave *w, const gisa_op *op) {
    const uint64_t m0 = w->scalar.w[CODE_M0], size = w->group->lds_size;
    if (!op->uses_lds || op->gds || w->traffic)
        return 0;
    return w->lds_m0_limit && op->address_count && m0 < size ? m0 : size;
}

#endif
