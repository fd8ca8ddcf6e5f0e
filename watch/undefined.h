/* SPDX-License-Identifier: MIT */
/*
 * The check of undefined values, in parts: undefined_value.c, undefined_tree.c and undefined_run.c
 * compute with undefined bits (undefined_bits.h), undefined_site.c sorts out an instruction,
 * undefined_operands.c fetches its operands and stores its results, undefined_memory.c has the bits
 * of memory, undefined_report.c the sentences, undefined.c the rest.
 */
#ifndef GISA_WATCH_UNDEFINED_H
#define GISA_WATCH_UNDEFINED_H

#include "gen/gcn_facts.h"
#include "undefined_bits.h"
#include "watch.h"

enum { UNDEFINED_VGPRS = 256, UNDEFINED_SCALARS = 256, CODE_SCC = GCN_CODE_SRC_SCC };

/* ---- where undefined bits come from ---------------------------------------------------------- */

/* Never 0. */
typedef enum origin_kind {
    ORIGIN_VGPR = 1,
    ORIGIN_SCALAR,
    ORIGIN_LDS,
    ORIGIN_PRIVATE,
    ORIGIN_MEMORY
} origin_kind;

static inline origin_kind origin_kind_of(uint32_t origin) {
    return (origin_kind)((origin & ~SHADOW_COMPUTED) >> 28);
}

/* `size` bytes; of global memory `number` counts the addresses that have been seen. */
static inline uint32_t origin_make(origin_kind kind, uint32_t number, uint32_t size) {
    return (uint32_t)kind << 28 | (size & 0xff) << 20 | (number & 0xfffff);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* A bit for each bit of memory: 1 = undefined; and for each dword where that was stored from, 0:
 * it was never written. */
typedef struct undefined_area {
    uint8_t *bits;
    uint32_t *origin;
    uint32_t size;
    uint32_t left;                 /* bytes with undefined bits */
    uint32_t clean_from, clean_to; /* these bytes have none; found by looking */
} undefined_area;

enum { PAGE_SIZE = 4096, PAGE_BUCKETS = 1 << 12 };

typedef struct undefined_page {
    uint64_t number;
    undefined_area area; /* bits NULL: all of it is defined */
    struct undefined_page *next;
} undefined_page;

/* ---- waves ----------------------------------------------------------------------------------- */

/* Lanes of a register with an undefined bit, and then which bits. */
typedef struct undefined_wave {
    uint64_t lanes[UNDEFINED_VGPRS];
    uint32_t scalar[UNDEFINED_SCALARS]; /* by operand code */
    uint32_t scalar_origin[UNDEFINED_SCALARS];
    uint64_t has_origin[UNDEFINED_VGPRS]; /* lanes; in the others it is the register */
    uint32_t origin[UNDEFINED_VGPRS][SHADOW_LANES];
    uint32_t row[UNDEFINED_VGPRS][SHADOW_LANES];
    undefined_area private_memory;
    gisa_wave_register index_mode; /* a part of MODE; count 0: there is none */
    bool indexed;                  /* it is on */
    struct undefined_wave *next;   /* free */
} undefined_wave;

/* ---- instructions ---------------------------------------------------------------------------- */

typedef enum place_kind {
    PLACE_NOTHING,
    PLACE_VECTOR,
    PLACE_SCALAR,
    PLACE_CONSTANT,
    PLACE_DEFINED
} place_kind;

typedef struct undefined_place {
    place_kind kind;
    uint16_t reg;  /* number, or operand code */
    uint8_t count; /* of dwords */
    uint8_t bits;  /* 16: half of a register */
    bool pair;     /* of halves */
    bool floats;
    uint8_t mods;
    uint64_t constant;
    bool is_known; /* the constant */
    bool is_read;  /* of a result */
} undefined_place;

typedef struct undefined_modifiers {
    bool sdwa, dpp, packed, paired, mixed, high_result, keeps_half;
    uint8_t sel[2], dst_sel, dst_unused, row_mask, bank_mask, bound_ctrl;
    uint16_t dpp_ctrl;
    uint8_t op_sel, op_sel_hi;
} undefined_modifiers;

enum { MOST_PLACES = 6, MOST_LISTED = 40 };

/* Bodies that are one assignment of bits as they are. */
typedef enum undefined_move {
    MOVE_NONE,
    MOVE_FROM_LANE, /* to a scalar register */
    MOVE_TO_LANE,
    MOVE_COPY,   /* of the source `yes`, in each lane */
    MOVE_SELECT, /* of `yes` or `no`, as the mask of lanes `condition` says */
    MOVE_FROM_MEMORY,
    MOVE_TO_MEMORY
} undefined_move;

typedef struct undefined_site {
    /* What is looked at each time: registers that are read, and written. */
    uint8_t vector_count, scalar_count, mask_count, result_count, written_count;
    bool all_lanes; /* lanes that are not active are read as well */
    bool is_memory, is_load, is_store;
    bool by_number;  /* registers are; always looked at closely */
    bool is_compute; /* index mode applies */
    bool sets_mode, needs_a_lane, skipped;
    bool in_lds, in_memory; /* where its elements may be */
    bool is_plain;          /* neither memory nor addresses nor numbers of registers */
    uint16_t vector[MOST_LISTED], scalar[MOST_LISTED], mask[4], result[MOST_LISTED], written[MOST_LISTED];
    uint8_t address_count;
    undefined_place address[MOST_PLACES];

    undefined_move move;
    uint8_t yes, no, condition; /* numbers of sources */
    bool first_lane; /* of such a move: it is the first active one, else the second source says which */

    /* For a closer look. */
    const shadow_tree *tree; /* NULL: nothing is known of what it does */
    const gisa_insn *insn;
    bool once, hides_values;
    bool finishes; /* the result is a float that is clamped or multiplied */
    undefined_place source[4], of_result[2];
    undefined_modifiers modifiers;
    uint8_t role_operand[GISA_ROLE_COUNT]; /* its number + 1 */
} undefined_site;

/* What has been reported of an instruction; of memory the first place alone. */
typedef struct undefined_told {
    uint64_t pc;
    const char *what;
    uint32_t origin; /* of a register; else its kind alone */
    char sentence[160];
} undefined_told;
enum { MOST_TOLD = 256 };

/* ---- the check of a launch ------------------------------------------------------------------- */

typedef struct undefined_check {
    gisa_watch *watch;
    const gisa_isa *isa;
    shadow_vocabulary *vocabulary;
    undefined_wave *free_waves;
    undefined_page *pages[PAGE_BUCKETS], *last_page;
    uint64_t *addresses; /* of origins in memory */
    uint32_t address_count;
    bool any_page; /* there may be undefined bits in memory of the host */
    undefined_told told[MOST_TOLD];
    uint32_t told_count;
    shadow_results results;
    shadow_world world;

    /* The instruction that is being looked at. */
    gisa_observed_wave *wave;
    undefined_wave *of_wave;
    undefined_area *of_group;
    const gisa_site *at;
    const undefined_site *site;
    const gisa_observed_step *step;
    uint64_t exec;
    bool reads, runs; /* of an access to memory: undefined registers; it is still to be looked at */
    unsigned half;    /* of a packed one */
    bool trial;       /* nothing is known but that sources are defined, and results are not */
    gisa_observed_step expanded;                             /* one whose rows have been made a list */
    gisa_wave_access element_of[SHADOW_LANES * MOST_LISTED]; /* the list */
    uint32_t next_access, first_access;
    uint32_t element;                               /* that was loaded last */
    uint32_t stored, stored_undefined, stored_from; /* elements of a lane */
} undefined_check;

/* ---- undefined_site.c */
undefined_site *undefined_site_new(undefined_check *u, const gisa_site *site, const watch_site *facts);
static inline bool undefined_is_followed(unsigned code) {
    return code < GCN_CODE_VCC + 2 || code == GCN_CODE_M0 || code == CODE_SCC;
}

/* ---- undefined_operands.c */
void undefined_prepare(undefined_check *u); /* its world */
void undefined_results_clear(undefined_check *u);
/* Puts what the tree gave for a lane into its registers, from `results`. */
void undefined_store_lane(undefined_check *u, unsigned result, unsigned lane);
void undefined_store_scalar(undefined_check *u, unsigned result);
/* Lanes that DPP writes. */
bool undefined_is_written(const undefined_check *u, unsigned lane);
uint32_t undefined_origin(const undefined_wave *w, unsigned reg, unsigned lane);
void undefined_set(undefined_wave *w, unsigned reg, unsigned lane, uint32_t bits, uint32_t origin);

/* An element of memory that is stored; and, when a lane has stored all of its own, whether that is
 * output that is undefined: computed from undefined bits, or never written as a whole. */
void undefined_store_output(undefined_check *u, const gisa_wave_access *access, const shadow_value *value);
void undefined_tell_output(undefined_check *u, unsigned lane);

/* ---- undefined_memory.c */
bool undefined_area_new(undefined_area *area, uint32_t size); /* false: no memory */
void undefined_area_free(undefined_area *area);
void undefined_pages_free(undefined_check *u);
void undefined_forget_stored(undefined_check *u); /* and what has been told */
/* Are all bits of the element defined? */
bool undefined_is_clean(undefined_check *u, const gisa_wave_access *access);
void undefined_clean(undefined_check *u, const gisa_wave_access *access);
/* The same of a row, where a quick look shows it; false: it may or may not be so. */
bool undefined_is_clean_row(undefined_check *u, const gisa_observed_row *row);
void undefined_clean_row(undefined_check *u, const gisa_observed_row *row);
shadow_value undefined_load(undefined_check *u, const gisa_wave_access *access);
void undefined_store(undefined_check *u, const gisa_wave_access *access, const shadow_value *value);
bool undefined_is_output(const undefined_check *u, const gisa_wave_access *access);

/* ---- undefined_report.c */
void undefined_report(undefined_check *u, const char *what, unsigned lane, uint32_t origin);

#endif
