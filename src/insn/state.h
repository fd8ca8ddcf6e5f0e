/* SPDX-License-Identifier: MIT */
/* What instructions work on: the registers of a wave, and what waves share. */
#ifndef GISA_EMU_STATE_H
#define GISA_EMU_STATE_H

#include "gen/gcn_facts.h"
#include "core/tables.h"
#include "buffer.h"
#include "emu/traffic.h"
#include "float/real.h"
#include "image.h"

enum {
    GISA_LANES = GCN_FACT_WAVE_LANES,
    GISA_VGPRS = GCN_FACT_VGPRS,
    GISA_SCALARS = 128, /* operand codes of scalar registers: s0 ..., vcc, m0, exec */
    GISA_TTMPS = 16,
    GISA_SPECIALS = 16, /* values that are no registers: src_vccz, src_shared_base ... */
    GISA_GWS = 64,
    GISA_HWREGS = 20
};

/* Rows for what is not a vector register as it is: four for each source and result, then masks. */
enum { TEMP_D = 16, TEMP_D1 = 20, TEMP_EXEC = 24, TEMP_MASK, TEMP_RAW, GISA_TEMPS = TEMP_RAW + 8 };

/* Operand codes of the registers that instructions use without naming them; the same on all
   generations. */
enum {
    CODE_VCC = GCN_CODE_VCC,
    CODE_TBA = GCN_CODE_TBA,
    CODE_TMA = GCN_CODE_TMA,
    CODE_M0 = GCN_CODE_M0,
    CODE_EXEC = GCN_CODE_EXEC
};

/* ---- Registers as bodies see them: as whatever they ask for ------------------------------ */

typedef struct gisa_f16 {
    uint16_t bits;
} gisa_f16;
typedef struct gisa_b96 {
    uint32_t w[3];
} gisa_b96;
typedef struct gisa_b128 {
    uint32_t w[4];
} gisa_b128;
typedef struct gisa_b256 {
    uint32_t w[8];
} gisa_b256;
typedef struct gisa_b512 {
    uint32_t w[16];
} gisa_b512;

/* An operand of 16, 32, 64 bits in a body that computes. */
typedef union gisa_v16 {
    uint16_t u16, b16;
    int16_t i16;
    gisa_f16 f16;
    uint8_t b[2];
} gisa_v16;

typedef union gisa_v32 {
    uint32_t u32, b32, w[1];
    int32_t i32;
    float f32;
    uint16_t u16, b16, h[2];
    int16_t i16;
    gisa_f16 f16;
    uint8_t u8, b8, b[4];
    int8_t i8;
} gisa_v32;

typedef union gisa_v64 {
    uint64_t u64, b64;
    int64_t i64;
    double f64;
    uint32_t u32, b32, w[2];
    int32_t i32;
    float f32;
    uint16_t h[4];
    uint8_t b[8];
} gisa_v64;

typedef union gisa_v128 {
    uint32_t w[4];
    uint64_t q[2];
} gisa_v128;

/* An operand that is a mask of lanes, seen from one lane. */
typedef struct gisa_bit {
    uint32_t bit; /* 0 or 1 */
} gisa_bit;

/* An operand of up to 16 dwords. */
typedef union gisa_reg {
    uint32_t w[16];
    uint64_t q[8];
    uint16_t h[32]; /* h[0] is bits 15:0, h[1] bits 31:16 */
    uint8_t b[64];
    float f[16];
    double d[8];
    uint8_t b8, u8;
    int8_t i8;
    uint16_t b16, u16;
    int16_t i16;
    gisa_f16 f16;
    uint32_t b32, u32;
    int32_t i32;
    float f32;
    uint64_t b64, u64;
    int64_t i64;
    double f64;
    gisa_b96 b96;
    gisa_b128 b128;
    gisa_b256 b256;
    gisa_b512 b512;
} gisa_reg;

/* ---- Memory ----------------------------------------------------------------------------- */

/* A guest address lies inside one of these; `shift` is what has to be added to it to get the
 * host's: 0, but for memory that has a second address. Of its bytes, those of `writable` may be
 * written, which is relative to `start`. */
typedef struct gisa_span {
    uint64_t start, size;
} gisa_span;

typedef struct gisa_region {
    uint64_t start, size, shift;
    gisa_span writable;
} gisa_region;

/* All that is mapped, in ascending order. It is never changed; another one takes its place. */
typedef struct gisa_map {
    size_t count;
    gisa_region regions[];
} gisa_map;

/* One resource of the global wave sync. */
typedef struct gisa_gws {
    uint32_t counter;
    uint32_t round;   /* of a barrier: how often it has opened */
    uint32_t waiting; /* waves that wait for a semaphore */
} gisa_gws;

/* Of all launches: a kernel sets up what the next one waits at. */
typedef struct gisa_sync {
    gisa_gws gws[GISA_GWS];
    bool taken; /* a wave works on it, or on what else changes in several steps */
} gisa_sync;

struct gcn_wave;

/* What all waves of all work-groups share. */
typedef struct gisa_device {
    gisa_map *const *map;      /* where the one is that counts now; it may be replaced while waves run */
    uint64_t shared_aperture;  /* flat addresses with these upper 32 bits are LDS addresses ... */
    uint64_t private_aperture; /* ... and these, addresses in the lane's private memory */
    uint8_t *gds;              /* at a multiple of 16, like gisa_group.lds */
    uint32_t gds_size;
    uint32_t turn; /* number of the wave that may do the next ds_ordered_count */
    gisa_sync *sync;
    struct gisa_machine *machine; /* that the code is in; NULL: single instructions are run */
    bool tiny_before;             /* as in gisa_modes */
    uint64_t *tiny_count;
    /* Images: what has been chosen of the models, where to count how often that makes a difference,
       and where the colours of borders are (0: not known). */
    sample_models sample_models;
    uint64_t *sample_counts[SAMPLE_MODEL_COUNT];
    bool counts_samples;
    bool d16_keeps; /* the model d16_upper: data of 16 bits alone in a register keep its upper half */
    uint64_t border_palette;
    uint64_t clocks[2]; /* how often s_memtime and s_memrealtime have been read */
    /* What they read; NULL here: how often that was done. */
    uint64_t (*clock)(const struct gisa_device *device, unsigned which);
    /* Takes the message of s_sendmsg, whose payload is in M0; false, or NULL here: it is a
       fault. */
    bool (*message)(struct gcn_wave *wave, uint32_t message);
} gisa_device;

/* What the waves of one work-group share. */
typedef struct gisa_group {
    uint8_t *lds;
    uint32_t lds_size; /* as allocated: a multiple of the granule */
    uint32_t waves;    /* that have not ended; those that have not begun count */
    uint32_t arrived;  /* waves at the barrier */
    uint32_t round;    /* how often the barrier has opened */
} gisa_group;

typedef enum gisa_fault_kind {
    GISA_FAULT_NONE,
    GISA_FAULT_ADDRESS,   /* no region, no LDS and no private memory is there */
    GISA_FAULT_READ_ONLY, /* a write to memory that may only be read */
    GISA_FAULT_ALIGNMENT, /* an atomic operation on memory that does not lie at a multiple of its size */
    GISA_FAULT_PRIVATE,   /* an atomic operation on private memory */
    GISA_FAULT_TRAP,      /* s_trap without a handler; address = its number */
    GISA_FAULT_MESSAGE,   /* s_sendmsg without a receiver; address = the message */
    GISA_FAULT_HWREG,     /* a hardware register that is not there or not modelled; address = its number */
    GISA_FAULT_CODE,      /* the program counter is where no code is; address = it */
    GISA_FAULT_MEMORY,    /* the code could not be decoded, for want of memory */
    GISA_FAULT_UNKNOWN,   /* no instruction has these bits */
    GISA_FAULT_STUCK,     /* the waves that have begun wait for each other */
    GISA_FAULT_CROWDED,   /* they wait for groups that have not begun, and for which there is no room */
    GISA_FAULT_HALTED,    /* all waves that have not ended are halted, and no other wave can release them */
    GISA_FAULT_IMAGE,     /* an image or a sampler with which this cannot be done: `why` */
    GISA_FAULT_NO_STAGE,  /* an export, of a wave that runs no shader stage */
    GISA_FAULT_TARGET, /* an export to a target that does not exist; address = its number, here and below */
    GISA_FAULT_EXPORT, /* an export after the last one of its kind */
    GISA_FAULT_DONE,   /* likewise, and it says done, too */
    GISA_FAULT_NO_BODY /* an instruction that is not executed yet */
} gisa_fault_kind;

typedef struct gisa_fault {
    gisa_fault_kind kind;
    uint32_t lane; /* that is to blame: of a wave as a whole, its first active one */
    uint32_t size;
    uint64_t address;
    const char *why; /* GISA_FAULT_IMAGE: a sentence */
} gisa_fault;

/* An element whose bytes do not lie side by side in memory (private memory) or nowhere at all: the
 * body works on this copy, which is written back when the body has run. */
typedef struct gisa_copy {
    _Alignas(16) uint8_t bytes[64];
    uint64_t address;
    uint32_t lane;
    uint32_t size; /* 0 = nothing to write back */
} gisa_copy;

/* What hardware registers say of where a wave is. */
typedef struct gisa_place {
    uint32_t waves, number, unit; /* of and in its group; 0 waves: not known yet; compute unit */
    uint32_t vgprs, sgprs, lds;
} gisa_place;

/* ---- A wave ----------------------------------------------------------------------------- */

/* One register of all lanes. */
typedef uint32_t gisa_row[GISA_LANES];

typedef struct gisa_lane {
    gisa_reg op_D, op_D1, op_S0, op_S1, op_S2, op_S3, op_SBASE;
    uint64_t base;     /* the sum of the address operands */
    uint32_t vaddr[2]; /* of buffer instructions: an index, an offset, both, or an address */
    uint32_t number;
} gisa_lane;

typedef union gisa_scalars {
    uint32_t w[GISA_SCALARS + GISA_TTMPS + GISA_SPECIALS];
    uint64_t q[(GISA_SCALARS + GISA_TTMPS + GISA_SPECIALS) / 2];
} gisa_scalars;

enum { SCALAR_TTMP = GISA_SCALARS, SCALAR_SPECIAL = GISA_SCALARS + GISA_TTMPS };

typedef enum gisa_event {
    GISA_ENDS = 1,    /* the wave has ended */
    GISA_HALTS = 2,   /* it stands still until the host lets it go on */
    GISA_SLEEPS = 4,  /* other waves may go first */
    GISA_NEW_CODE = 8 /* the program may have changed: what is decoded has to be decoded again */
} gisa_event;

enum { BUFFERS_FOUND = 4 };

struct gisa_level;
struct gisa_op;
struct gisa_program;

/* What MODE says of floats besides how they are rounded. */
typedef struct gisa_float_mode {
    bool flush32, flush64; /* denormals of f32 are flushed; of f64 and f16 */
    bool omods32;          /* output modifiers of f32 do something */
} gisa_float_mode;

static inline bool same_float_mode(const gisa_float_mode *a, const gisa_float_mode *b) {
    return a->flush32 == b->flush32 && a->flush64 == b->flush64 && a->omods32 == b->omods32;
}

typedef struct gcn_wave {
    _Alignas(64) gisa_row vgpr[GISA_VGPRS];
    gisa_row temp
        [GISA_TEMPS];  /* sources and results of one instruction that are not vector registers as they are */
    gisa_row mask;     /* EXEC: 0 or all ones for each lane; see mask_of */
    gisa_row place[2]; /* of buffer instructions: rows of the address */
    gisa_row odd;      /* lanes that a wide body has left to the exact one */
    gisa_scalars scalar; /* by operand code, then trap temporaries, then special values */
    uint64_t mask_of;    /* the EXEC that `mask` shows */
    /* Vector registers that instructions may name without a closer look: all that are allocated; 0
       in index mode, and where vector instructions are skipped. */
    uint32_t easy_top;
    uint32_t scc;
    bool host_floats; /* MODE rounds as the host does */
    gisa_float_mode float_mode;

    const struct gisa_level *level; /* what the host can do */
    const gisa_isa *isa;
    gisa_device *device;
    gisa_group *group;
    struct gisa_program *program; /* NULL: single instructions are run */
    struct gisa_program *window;  /* one that is the wave's own: code in memory that is data; NULL: none */
    uint64_t pc;      /* of the next instruction; kept up to date by jumps, and when the wave stops */
    uint32_t mode;    /* the register MODE; see wave_modes */
    gisa_modes modes; /* what of it concerns floats, and what of floats differs between generations */
    uint32_t csp;     /* depth of the fork stack: MODE[31:29] */

    /* Parts of STATUS that have a meaning here; where they lie says the spec (hwreg.c). */
    uint32_t priv;    /* in a trap handler */
    uint32_t trap_en; /* there is a trap handler, at TBA */
    uint32_t halt;    /* stands still until the host lets it go on */
    uint32_t prio;    /* 0 to 3 */
    uint32_t inst_atc, cond_dbg_user, cond_dbg_sys;
    uint32_t hwreg[GISA_HWREGS]; /* by number: the other bits of hardware registers; MODE is above */

    uint32_t sgpr_count, vgpr_count;   /* allocated */
    uint32_t sgprs_given, vgprs_given; /* how many of them the launch has set, from the first on */
    uint8_t *scratch;      /* the wave's private memory: byte p of lane l is at p/4*256 + l*4 + p%4 */
    uint32_t scratch_size; /* bytes for each lane, a multiple of 4 */
    uint64_t lds_near; /* so many bytes of LDS the instruction may reach; 0: element_lds has to be asked */
    uint64_t lds_address_bits; /* of an address in LDS: those that count */
    /* Where memory was found the last time, and where before that, by lanes, and by scalar loads;
       size 0: not yet. */
    gisa_span near, near_before, near_scalar;
    gisa_span in_range; /* where elements of a buffer may begin; lanes in near.h are compared with it */
    const uint32_t *address_row
        [2]; /* of the instruction: its address is the sum of these (the second is the high half), */
    uint64_t address_sum;         /* of this, and of its offset */
    wave_traffic *traffic;        /* NULL: not wanted */
    struct wave_exports *exports; /* NULL: the wave may not export */
    uint32_t no_exports;          /* what EXPORTS_DONE is then */
    gisa_fault fault;

    /* Waiting: the instruction has not been done yet and will be tried again. */
    bool waiting, again;
    unsigned events; /* of the instruction that has run: gisa_event */
    uint32_t round;  /* of the barrier that the wave waits at */
    /* The translated code in which the wave waits, and the instruction; NULL if it does not, or if
       anything else has run it since. */
    const struct gisa_op *const *waits_in;
    unsigned waits_at;

    /* What the spec says of this architecture (isa/gcn/gcn.isa, statement `fact`). */
    bool lds_aligned, lds_m0_limit, lds_wraps;

    /* The instruction that is being run, where its body works on lanes[]. */
    const struct gisa_op *op;
    uint32_t index_D, index_S0;             /* numbers of the scalar registers that D and S0 are */
    bool writes_d;                          /* D is stored when the body has run */
    gisa_buffer buffer;                     /* that it works on */
    gisa_buffer_key buffer_of;              /* what that was made of, if its address_mask is not 0 */
    gisa_buffer_found found[BUFFERS_FOUND]; /* each where the number of its scalar registers says */
    uint32_t unchanged, texel;              /* of its format: texel_unchanged, and the size of an element */
    image_now image;                        /* likewise */
    gisa_lane lane[GISA_LANES];
    gisa_copy copy[4];
    unsigned next_copy;
} gcn_wave;

static inline uint64_t *wave_exec(gcn_wave *w) {
    return &w->scalar.q[CODE_EXEC / 2];
}

#endif
