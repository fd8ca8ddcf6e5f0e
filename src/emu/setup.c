/* SPDX-License-Identifier: MIT */
/* The state that a wave begins with, from what stands at the kernel's address (LLVM, AMDGPU usage
   guide: "Initial Kernel Execution State"). */
#include <string.h>

#include "gen/gcn_facts.h"
#include "../object/kernel_fields.h"
#include "insn/body.h"
#include "launch.h"
#include "scratch.h"

void launch_group_size(const launch *l, const uint32_t group[3], uint32_t size[3]) {
    for (unsigned i = 0; i < 3; i++) {
        uint32_t left = l->grid[i] - group[i] * l->group[i];
        size[i] = left < l->group[i] ? left : l->group[i];
    }
}

/* Scalar registers are filled one after another. */
typedef struct registers {
    uint32_t *at;
    unsigned next;
} registers;

static void put(registers *r, uint32_t value) {
    if (r->next < CODE_VCC)
        r->at[r->next++] = value;
}

static void put_pair(registers *r, uint64_t value) {
    put(r, (uint32_t)value);
    put(r, (uint32_t)(value >> 32));
}

static uint64_t wave_bytes(const launch *l) {
    return (uint64_t)GISA_LANES * l->private_size;
}

/* A buffer over the private memory of all waves, in which four bytes of each lane lie side by
   side. */
static void put_private_buffer(const launch *l, registers *r) {
    uint64_t base = (uintptr_t)l->scratch;
    put(r, (uint32_t)base);
    put(r, (uint32_t)(base >> 32) | 1u << 31);
    put(r, (uint32_t)(l->most_resident * l->group_waves * wave_bytes(l)));
    put(r, l->private_word3);
}

static void put_flat_scratch(const launch *l, registers *r) {
    if (l->flat_scratch_is_address)
        put_pair(r, (uintptr_t)l->scratch);
    else
        put_pair(r, (uint64_t)l->private_size << 32);
}

static void put_id(const launch *l, registers *r, const uint32_t group[3], uint32_t id_at[3]) {
    for (unsigned i = 0; i < 3; i++)
        if (l->rsrc2 & KERNEL_MASK(KERNEL_GROUP_ID_X) << i) {
            if (id_at && r->next < CODE_VCC)
                id_at[i] = r->next;
            put(r, group[i]);
        }
}

unsigned launch_set_scalars(const launch *l, uint32_t scalars[CODE_VCC], const uint32_t group[3],
                            unsigned waves, unsigned slot, uint32_t id_at[3]) {
    registers r = {scalars, 0};
    if (l->properties & KERNEL_MASK(KERNEL_PRIVATE_SEGMENT_BUFFER))
        put_private_buffer(l, &r);
    if (l->properties & KERNEL_MASK(KERNEL_DISPATCH_PTR))
        put_pair(&r, (uintptr_t)l->packet);
    if (l->properties & KERNEL_MASK(KERNEL_QUEUE_PTR))
        put_pair(&r, l->queue);
    if (l->properties & KERNEL_MASK(KERNEL_KERNARG_PTR))
        put_pair(&r, (uintptr_t)l->kernarg);
    if (l->properties & KERNEL_MASK(KERNEL_DISPATCH_ID))
        put_pair(&r, 0);
    if (l->properties & KERNEL_MASK(KERNEL_FLAT_SCRATCH_INIT))
        put_flat_scratch(l, &r);
    if (l->properties & KERNEL_MASK(KERNEL_PRIVATE_SEGMENT_SIZE))
        put(&r, l->private_size);
    for (unsigned i = 0; i < 3; i++)
        if (l->properties & KERNEL_MASK(KERNEL_GROUP_COUNT_X) << i &&
            r.next < 16) /* there are 16 such registers */
            put(&r, l->groups[i]);
    put_id(l, &r, group, id_at);
    if (l->rsrc2 & KERNEL_MASK(KERNEL_GROUP_INFO))
        put(&r, waves);
    if (l->rsrc2 & KERNEL_MASK(KERNEL_WAVE_OFFSET))
        put(&r, (uint32_t)(slot * wave_bytes(l)));
    return r.next;
}

unsigned launch_items_given(const launch *l) {
    return 1 + KERNEL_FIELD(l->rsrc2, KERNEL_ITEM_ID);
}

/* The work-items' places in their group; x counts fastest. */
static void set_vectors(const launch *l, gcn_wave *w, const uint32_t size[3], unsigned number) {
    unsigned ids = launch_items_given(l), items = size[0] * size[1] * size[2];
    unsigned first = number * GISA_LANES, end = items - first < GISA_LANES ? items - first : GISA_LANES;
    uint32_t x = first % size[0], y = first / size[0] % size[1], z = first / (size[0] * size[1]);
    for (unsigned lane = 0; lane < end; x = 0) { /* a line along x */
        unsigned line_end = size[0] - x < end - lane ? lane + size[0] - x : end, begin = lane;
        for (; lane < line_end; lane++)
            w->vgpr[0][lane] = x + lane - begin;
        for (unsigned i = begin; ids > 1 && i < line_end; i++)
            w->vgpr[1][i] = y;
        for (unsigned i = begin; ids > 2 && i < line_end; i++)
            w->vgpr[2][i] = z;
        if (++y == size[1]) {
            y = 0;
            z++;
        }
    }
    *wave_exec(w) = end < GISA_LANES ? (UINT64_C(1) << end) - 1 : ~UINT64_C(0);
}

/* The bits of exceptions, which have the same order in MODE. */
static uint32_t exceptions(uint32_t rsrc2) {
    return (rsrc2 &
            (2 * KERNEL_MASK(KERNEL_EXCEPTION_INT_DIV_ZERO) - KERNEL_MASK(KERNEL_EXCEPTION_INVALID))) >>
           KERNEL_AT(KERNEL_EXCEPTION_INVALID);
}

/* MODE from COMPUTE_PGM_RSRC1 and 2. */
static uint32_t first_mode(const launch *l) {
    const uint32_t rsrc1 = l->rsrc1;
    return KERNEL_FIELD(rsrc1, KERNEL_ROUND_32) << GCN_MODE_ROUND_F32_AT |
           KERNEL_FIELD(rsrc1, KERNEL_ROUND_16_64) << GCN_MODE_ROUND_F64_F16_AT |
           KERNEL_FIELD(rsrc1, KERNEL_DENORM_32) << GCN_MODE_DENORM_F32_AT |
           KERNEL_FIELD(rsrc1, KERNEL_DENORM_16_64) << GCN_MODE_DENORM_F64_F16_AT |
           KERNEL_FIELD(rsrc1, KERNEL_DX10_CLAMP) << GCN_MODE_DX10_CLAMP_AT |
           KERNEL_FIELD(rsrc1, KERNEL_IEEE) << GCN_MODE_IEEE_AT |
           KERNEL_FIELD(rsrc1, KERNEL_FP16_OVERFLOW) << GCN_MODE_FP16_OVFL_AT |
           exceptions(l->rsrc2) << GCN_MODE_EXCP_EN_AT;
}

/* What the wave can read of its place: the SIMD units take a group's waves in turn; a thread of the
   host is a compute unit. */
static void find_first(const gisa_isa *isa, gcn_wave *w, const gisa_place *p, first_registers *first) {
    uint32_t granule = (uint32_t)gisa_fact(isa, "sgpr_alloc_granule", 8);
    uint32_t sgprs = GCN_FACT_SGPR_GRANULE * (1 + p->sgprs);
    const hwreg_first parts[] = {
        {GCN_PART_STATUS_valid, 1},
        {GCN_PART_STATUS_in_tg, p->waves > 1},
        {GCN_PART_HW_ID_simd_id, p->number % GCN_FACT_UNIT_SIMDS},
        {GCN_PART_HW_ID_wave_id, p->number / GCN_FACT_UNIT_SIMDS},
        {GCN_PART_HW_ID_cu_id, p->unit},
        {GCN_PART_GPR_ALLOC_vgpr_size, p->vgprs / GCN_FACT_VGPR_GRANULE - 1},
        {GCN_PART_GPR_ALLOC_sgpr_size, (sgprs + granule - 1) / granule - 1},
        {GCN_PART_LDS_ALLOC_lds_size, p->lds / GCN_FACT_LDS_ALLOC_GRANULE},
    };
    memset(w->hwreg, 0, sizeof w->hwreg);
    hwreg_init(w, parts, sizeof parts / sizeof *parts);
    memcpy(first->hwreg, w->hwreg, sizeof w->hwreg);
    first->place = *p;
}

void launch_clear_private(const launch *l, unsigned slot) {
    scratch_clear(l->scratch + slot * wave_bytes(l), (size_t)wave_bytes(l));
}

void launch_begin_wave(const launch *l, gcn_wave *w, const wave_start *start, first_registers *first) {
    const unsigned number = start->number, slot = start->slot;
    uint32_t size[3];
    gisa_place place;
    unsigned waves;
    launch_group_size(l, start->group, size);
    waves = (size[0] * size[1] * size[2] + GISA_LANES - 1) / GISA_LANES;
    w->vgpr_count = GCN_FACT_VGPR_GRANULE * (1 + KERNEL_FIELD(l->rsrc1, KERNEL_VGPR_GRANULES));
    memset(w->vgpr, 0, w->vgpr_count * sizeof(gisa_row));
    memset(&w->scalar, 0, sizeof w->scalar);
    w->mode = first_mode(l);
    w->scc = w->csp = w->priv = w->trap_en = w->halt = w->prio = 0;
    w->inst_atc = w->cond_dbg_user = w->cond_dbg_sys = 0;
    w->fault.kind = GISA_FAULT_NONE;
    w->waiting = w->again = false;
    w->events = 0;
    program_free(w->window);
    w->window = NULL;
    w->program = l->program;
    w->pc = l->entry;
    w->scratch = l->private_size ? l->scratch + slot * wave_bytes(l) : NULL;
    w->scratch_size = l->private_size;
    set_vectors(l, w, size, number);
    w->sgprs_given = launch_set_scalars(l, w->scalar.w, start->group, waves, slot, NULL);
    w->vgprs_given = launch_items_given(l);
    place = (gisa_place){
        waves, number, start->unit, w->vgpr_count, KERNEL_FIELD(l->rsrc1, KERNEL_SGPR_GRANULES), l->lds_size};
    if (memcmp(&first->place, &place, sizeof place) != 0)
        find_first(l->machine->isa, w, &place, first);
    memcpy(w->hwreg, first->hwreg, sizeof w->hwreg);
    wave_modes(w);
}
