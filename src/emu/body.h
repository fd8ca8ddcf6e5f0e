/* SPDX-License-Identifier: MIT */
/* The state that instruction bodies work on, and how one decoded instruction is run on it. */
#ifndef GISA_EMU_BODY_H
#define GISA_EMU_BODY_H

#include "../tables.h"

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "register views overlap as on a little-endian machine"
#endif

enum { GISA_LANES = 64, GISA_VGPRS = 256, GISA_SCALARS = 128, GISA_TTMPS = 16, GISA_GWS = 64 };

/* The value of an operand: up to 16 dwords, seen as whatever the body asks for. */
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

typedef union gisa_reg {
    uint32_t w[16]; /* dwords */
    uint64_t q[8];  /* qwords */
    uint16_t h[32]; /* halves: h[0] is bits 15:0, h[1] bits 31:16 */
    float f[16];
    double d[8];
    uint8_t b8, u8;
    int8_t i8;
    uint16_t b16, u16;
    int16_t i16;
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

/* A guest address is a host address inside one of these. */
typedef struct gisa_region {
    uint64_t start, size;
} gisa_region;

/* One resource of the global wave sync. */
typedef struct gisa_gws {
    uint32_t counter;
    uint32_t round;   /* of a barrier: how often it has opened */
    uint32_t waiting; /* waves that wait for a semaphore */
} gisa_gws;

/* What all waves of all work-groups share. */
typedef struct gisa_device {
    const gisa_region *regions;
    size_t region_count;
    uint64_t shared_aperture;  /* flat addresses with these upper 32 bits are LDS addresses ... */
    uint64_t private_aperture; /* ... and these, addresses in the lane's private memory */
    uint8_t *gds;              /* at a multiple of 16, like gisa_group.lds */
    uint32_t gds_size;
    uint32_t turn; /* number of the wave that may do the next ds_ordered_count */
    gisa_gws gws[GISA_GWS];
} gisa_device;

/* What the waves of one work-group share. */
typedef struct gisa_group {
    uint8_t *lds;
    uint32_t lds_size; /* as allocated: a multiple of the granule */
} gisa_group;

typedef enum gisa_fault_kind {
    GISA_FAULT_NONE,
    GISA_FAULT_ADDRESS,   /* no region, no LDS and no private memory is there */
    GISA_FAULT_ALIGNMENT, /* an atomic operation on memory that does not lie at a multiple of its size */
    GISA_FAULT_PRIVATE    /* an atomic operation on private memory */
} gisa_fault_kind;

typedef struct gisa_fault {
    gisa_fault_kind kind;
    uint32_t lane, size;
    uint64_t address;
} gisa_fault;

/* An element whose bytes do not lie side by side in memory (private memory) or nowhere at all: the body works
 * on this copy, which is written back when the body has run. */
typedef struct gisa_copy {
    _Alignas(16) uint8_t bytes[64];
    uint64_t address;
    uint32_t lane;
    uint32_t size; /* 0 = nothing to write back */
} gisa_copy;

/* ---- A wave ----------------------------------------------------------------------------- */

typedef struct gisa_lane {
    gisa_reg op_D, op_S0, op_S1, op_S2, op_S3;
    uint64_t base; /* the sum of the address operands */
    uint32_t number;
} gisa_lane;

struct gisa_op;

typedef struct gisa_wave {
    const gisa_isa *isa;
    gisa_device *device;
    gisa_group *group;

    uint64_t pc; /* of the next instruction */
    uint64_t exec, vcc;
    uint32_t scc, m0;
    uint32_t csp;                  /* depth of the fork stack: MODE[31:29] */
    uint32_t priv;                 /* in a trap handler: STATUS.PRIV */
    uint32_t scalar[GISA_SCALARS]; /* by operand code; vcc, m0 and exec are above */
    uint32_t ttmp[GISA_TTMPS];
    uint32_t vgpr[GISA_VGPRS][GISA_LANES];
    uint32_t sgpr_count, vgpr_count; /* allocated */
    uint8_t *scratch;      /* the wave's private memory: byte p of lane l is at p/4*256 + l*4 + p%4 */
    uint32_t scratch_size; /* bytes for each lane, a multiple of 4 */
    gisa_fault fault;

    /* Waiting: the instruction has not been done yet and will be tried again. */
    bool waiting, again;
    uint32_t round; /* of the barrier that the wave waits at */

    /* What the spec says of this architecture (isa/gcn/gcn.isa, statement `fact`). */
    bool lds_aligned, lds_m0_limit, lds_wraps;

    /* The instruction that is being run. */
    const struct gisa_op *op;
    uint32_t index_D, index_S0; /* numbers of the scalar registers that D and S0 are */
    bool writes_d;              /* D is stored when the body has run */
    gisa_lane lane[GISA_LANES];
    gisa_copy copy[4];
    unsigned next_copy;
} gisa_wave;

/* One body: does its instruction for the wave, on wave->lane[]. */
typedef void (*gisa_body)(gisa_wave *wave);

/* Written by isagen: by body number, 0 is NULL. */
extern const gisa_body gisa_gcn_bodies[];

/* A decoded instruction with its operands sorted out. */
typedef struct gisa_op {
    gisa_body body;
    gisa_operand d, s[4], address[3];
    uint8_t has_d, source_count, address_count;
    uint8_t size; /* bytes */
    bool gds;
    bool vector;       /* operands differ from lane to lane */
    bool needs_a_lane; /* does nothing when no lane is active */
    uint16_t offset0, offset1;
    int64_t offset;
} gisa_op;

typedef enum gisa_outcome {
    GISA_RAN,    /* done; wave->pc is the next instruction */
    GISA_WAITS,  /* not done: run it again when other waves have gone on; wave->pc is unchanged */
    GISA_FAULTED /* wave->fault says why; wave->pc is unchanged, registers are not written */
} gisa_outcome;

/* Clears the wave. Registers and memory are the caller's to set up. */
void gisa_wave_init(gisa_wave *wave, const gisa_isa *isa, gisa_device *device, gisa_group *group);

/* GISA_UNKNOWN: the instruction has no body. */
gisa_status gisa_op_make(const gisa_isa *isa, const gisa_insn *insn, gisa_op *op);

gisa_outcome gisa_op_run(gisa_wave *wave, const gisa_op *op);

/* ---- For bodies: see isa/vocab.h ---------------------------------------------------------- */

/* Calls a body for each active lane, in ascending order, until there is a fault. */
void gisa_each_lane(gisa_wave *wave, void (*body)(gisa_wave *, gisa_lane *));

/* The active lane after `lane`, NULL behind the last one; lane = NULL: the first one. */
gisa_lane *gisa_next_lane(gisa_wave *wave, const gisa_lane *lane);

/* The lowest active lane, 0 when there is none. */
unsigned gisa_first_lane(const gisa_wave *wave);

/* A scalar register by number. Beyond the last one reading gives s0 and writing does nothing. */
uint32_t *gisa_sgpr(gisa_wave *wave, uint32_t number);

/* Where `size` bytes are, never NULL. Valid until the body ends, or four calls later. `atomic`: the element
 * lies at a multiple of its size. */
void *gisa_lds_at(gisa_wave *wave, uint64_t address, uint32_t size, bool atomic);
void *gisa_gds_at(gisa_wave *wave, uint64_t address, uint32_t size, bool atomic);
void *gisa_mem_at(gisa_wave *wave, const gisa_lane *lane, uint64_t address, uint32_t size, bool atomic);
void *gisa_flat_at(gisa_wave *wave, const gisa_lane *lane, uint64_t address, uint32_t size, bool atomic);
void *gisa_scratch_at(gisa_wave *wave, const gisa_lane *lane, uint64_t address, uint32_t size);

/* Writes the copies back. */
void gisa_copies_back(gisa_wave *wave);

#endif
