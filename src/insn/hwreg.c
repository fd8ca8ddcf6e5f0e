/* SPDX-License-Identifier: MIT */
/* Hardware registers, as s_getreg and s_setreg see them: put together from the parts that the wave
 * has as variables, and for the rest from wave->hwreg. The spec says where a part lies in its
 * register (isa/gcn/gcn.isa, tables of parts) and who may access it (`access`). */
#include <stddef.h>

#include "core/names.h"
#include "core/words.h"
#include "body.h"

static uint32_t execz(const gcn_wave *w) {
    return w->scalar.q[CODE_EXEC / 2] == 0;
}
static uint32_t vccz(const gcn_wave *w) {
    return w->scalar.q[CODE_VCC / 2] == 0;
}
static uint32_t shared_base(const gcn_wave *w) {
    return (uint32_t)(w->device->shared_aperture >> 48);
}
static uint32_t private_base(const gcn_wave *w) {
    return (uint32_t)(w->device->private_aperture >> 48);
}

/* A part is a variable of the wave, or it is computed and cannot be written. */
typedef struct live_part {
    size_t at;
    uint32_t (*get)(const gcn_wave *);
} live_part;

#define VARIABLE(member)                                                                                     \
    { offsetof(gcn_wave, member), NULL }
#define SCALAR(code)                                                                                         \
    { offsetof(gcn_wave, scalar) + 4 * (code), NULL }

static const live_part live[] = {
    [GCN_PART_MODE_csp] = VARIABLE(csp),
    [GCN_PART_STATUS_scc] = VARIABLE(scc),
    [GCN_PART_STATUS_prio] = VARIABLE(prio),
    [GCN_PART_STATUS_priv] = VARIABLE(priv),
    [GCN_PART_STATUS_trap_en] = VARIABLE(trap_en),
    [GCN_PART_STATUS_execz] = {0, execz},
    [GCN_PART_STATUS_vccz] = {0, vccz},
    [GCN_PART_STATUS_halt] = VARIABLE(halt),
    [GCN_PART_STATUS_cond_dbg_user] = VARIABLE(cond_dbg_user),
    [GCN_PART_STATUS_cond_dbg_sys] = VARIABLE(cond_dbg_sys),
    [GCN_PART_STATUS_inst_atc] = VARIABLE(inst_atc),
    [GCN_PART_SH_MEM_BASES_private_base] = {0, private_base},
    [GCN_PART_SH_MEM_BASES_shared_base] = {0, shared_base},
    [GCN_PART_TBA_LO_address] = SCALAR(CODE_TBA),
    [GCN_PART_TBA_HI_address] = SCALAR(CODE_TBA + 1),
    [GCN_PART_TMA_LO_address] = SCALAR(CODE_TMA),
    [GCN_PART_TMA_HI_address] = SCALAR(CODE_TMA + 1),
};

/* NULL: its bits are in wave->mode or wave->hwreg. */
static const live_part *find_live(const pack_part *part) {
    const live_part *l = part->id < sizeof live / sizeof *live ? &live[part->id] : NULL;
    return l && (l->at || l->get) ? l : NULL;
}

static const char *name_in_spec(const gisa_isa *isa, uint32_t number) {
    const name_table *t = names_table(isa, "HWREG");
    for (unsigned i = 0; t && i < t->count; i++) {
        const name_entry *e = &isa->entries[t->first + i];
        if (e->value == number)
            return words_hwreg_parts(&isa->strings[e->llvm]);
    }
    return NULL;
}

/* The parts of a register; NULL: it does not exist here. */
static const pack *find_register(const gisa_isa *isa, uint32_t number) {
    const char *name = number < GISA_HWREGS ? name_in_spec(isa, number) : NULL;
    return name ? names_pack(isa, name) : NULL;
}

/* The same; where it does not exist there is a fault. */
static const pack *need_register(gcn_wave *w, uint32_t number) {
    const pack *p = find_register(w->isa, number);
    if (!p)
        wave_raise(w, GISA_FAULT_HWREG, number);
    return p;
}

static const pack_part *part_at(const gcn_wave *w, const pack *p, unsigned i) {
    return &w->isa->pack_parts[p->first + i];
}

/* What holds the bits that are no variables. */
static uint32_t *rest_of(gcn_wave *w, uint32_t number) {
    return number == GCN_HWREG_HW_REG_MODE ? &w->mode : &w->hwreg[number];
}

static uint32_t *variable(gcn_wave *w, const live_part *l) {
    return (uint32_t *)(void *)((char *)w + l->at);
}

static void put_part(uint32_t *value, const pack_part *part, uint32_t x) {
    const uint32_t mask = (uint32_t)names_part_mask(part);
    *value = (*value & ~mask) | (x << part->low.shift & mask);
}

static uint32_t whole(gcn_wave *w, uint32_t number, const pack *p) {
    uint32_t value = *rest_of(w, number) & (uint32_t)names_pack_mask(w->isa, p);
    for (unsigned i = 0; i < p->count; i++) {
        const live_part *l = find_live(part_at(w, p, i));
        if (l)
            put_part(&value, part_at(w, p, i), l->get ? l->get(w) : *variable(w, l));
    }
    return value;
}

/* The bits that the wave may read or write now. */
static uint32_t accessible(const gcn_wave *w, const pack *p, bool writes) {
    uint32_t mask = 0;
    for (unsigned i = 0; i < p->count; i++) {
        const pack_part *part = part_at(w, p, i);
        const uint8_t who = writes ? part->writes : part->reads;
        if (who == ACCESS_ALL || (who == ACCESS_PRIVILEGED && w->priv))
            mask |= (uint32_t)names_part_mask(part);
    }
    return mask;
}

static uint32_t ones(uint32_t count) {
    return count < 32 ? (UINT32_C(1) << count) - 1 : UINT32_MAX;
}

uint32_t hwreg_get(gcn_wave *w, uint32_t number, uint32_t low, uint32_t size) {
    const pack *p = need_register(w, number);
    return p ? (whole(w, number, p) & accessible(w, p, false)) >> low & ones(size) : 0;
}

/* Writes the bits of `mask`. */
static void put_whole(gcn_wave *w, uint32_t number, const pack *p, uint32_t mask, uint32_t value) {
    uint32_t x, rest;
    rest = x = (whole(w, number, p) & ~mask) | (value & mask);
    for (unsigned i = 0; i < p->count; i++) {
        const pack_part *part = part_at(w, p, i);
        const live_part *l = find_live(part);
        if (l) {
            put_part(&rest, part, 0);
            if (!l->get)
                *variable(w, l) = (uint32_t)field_get(x, part->low);
        }
    }
    *rest_of(w, number) = rest;
    wave_modes(w);
}

void hwreg_set(gcn_wave *w, uint32_t number, uint32_t low, uint32_t size, uint32_t value) {
    const pack *p = need_register(w, number);
    if (p)
        put_whole(w, number, p, ones(size) << low & accessible(w, p, true), value << low);
}

/* ---- from outside of the wave ---------------------------------------------------------------- */

bool hwreg_look(gcn_wave *w, uint32_t number, uint32_t *value) {
    const pack *p = find_register(w->isa, number);
    *value = p ? whole(w, number, p) : 0;
    return p;
}

/* The bits that are computed. */
static uint32_t computed(const gcn_wave *w, const pack *p) {
    uint32_t mask = 0;
    for (unsigned i = 0; i < p->count; i++) {
        const live_part *l = find_live(part_at(w, p, i));
        if (l && l->get)
            mask |= (uint32_t)names_part_mask(part_at(w, p, i));
    }
    return mask;
}

bool hwreg_poke(gcn_wave *w, uint32_t number, uint32_t mask, uint32_t value) {
    const pack *p = find_register(w->isa, number);
    if (!p || !(mask & names_pack_mask(w->isa, p) & ~computed(w, p)))
        return false;
    put_whole(w, number, p, mask, value);
    return true;
}

void hwreg_init(gcn_wave *w, const hwreg_first *parts, unsigned count) {
    for (uint32_t number = 0; number < GISA_HWREGS; number++) {
        const pack *p = find_register(w->isa, number);
        for (unsigned i = 0; p && i < p->count; i++)
            for (unsigned k = 0; k < count; k++)
                if (part_at(w, p, i)->id == parts[k].part)
                    put_part(rest_of(w, number), part_at(w, p, i), parts[k].value);
    }
}

void hwreg_set_mode(gcn_wave *w, unsigned id, uint32_t value) {
    const pack_part *part = names_part(w->isa, id);
    if (part)
        put_part(&w->mode, part, value);
    wave_modes(w);
}
