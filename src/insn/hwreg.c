/* SPDX-License-Identifier: MIT */
/* Hardware registers, as s_getreg and s_setreg see them: put together from the parts that the wave has as variables, and for
 * the rest from wave->hwreg. Where a part lies in its register says the spec (isa/gcn/gcn.isa, statement `packed`). */
#include <stddef.h>
#include <string.h>

#include "core/names.h"
#include "body.h"

static uint32_t execz(const gisa_wave *w) {
    return w->scalar.q[CODE_EXEC / 2] == 0;
}
static uint32_t vccz(const gisa_wave *w) {
    return w->scalar.q[CODE_VCC / 2] == 0;
}
static uint32_t shared_base(const gisa_wave *w) {
    return (uint32_t)(w->device->shared_aperture >> 48);
}
static uint32_t private_base(const gisa_wave *w) {
    return (uint32_t)(w->device->private_aperture >> 48);
}

/* A part is a variable of the wave, or it is computed and cannot be written. */
typedef struct live_part {
    const char *reg, *part;
    size_t at;
    uint32_t (*get)(const gisa_wave *);
} live_part;

static const live_part live[] = {
    {"MODE", "csp", offsetof(gisa_wave, csp), NULL},
    {"STATUS", "scc", offsetof(gisa_wave, scc), NULL},
    {"STATUS", "prio", offsetof(gisa_wave, prio), NULL},
    {"STATUS", "priv", offsetof(gisa_wave, priv), NULL},
    {"STATUS", "trap_en", offsetof(gisa_wave, trap_en), NULL},
    {"STATUS", "execz", 0, execz},
    {"STATUS", "vccz", 0, vccz},
    {"STATUS", "halt", offsetof(gisa_wave, halt), NULL},
    {"STATUS", "cond_dbg_user", offsetof(gisa_wave, cond_dbg_user), NULL},
    {"STATUS", "cond_dbg_sys", offsetof(gisa_wave, cond_dbg_sys), NULL},
    {"STATUS", "inst_atc", offsetof(gisa_wave, inst_atc), NULL},
    {"SH_MEM_BASES", "private_base", 0, private_base},
    {"SH_MEM_BASES", "shared_base", 0, shared_base},
    {"TBA_LO", "address", offsetof(gisa_wave, scalar) + 4 * CODE_TBA, NULL},
    {"TBA_HI", "address", offsetof(gisa_wave, scalar) + 4 * (CODE_TBA + 1), NULL},
    {"TMA_LO", "address", offsetof(gisa_wave, scalar) + 4 * CODE_TMA, NULL},
    {"TMA_HI", "address", offsetof(gisa_wave, scalar) + 4 * (CODE_TMA + 1), NULL},
};

/* Who may access a register; what is not listed can be read by all and written by none. */
static const struct {
    const char *reg, *part; /* part NULL: all of it */
    bool written_by_all, read_by_all;
} access_of[] = {
    {"MODE", NULL, true, true},     {"TRAPSTS", "excp", true, true}, {"TRAPSTS", NULL, false, true},
    {"STATUS", NULL, false, true},  {"IB_STS", NULL, false, true},   {"TBA_LO", NULL, false, false},
    {"TBA_HI", NULL, false, false}, {"TMA_LO", NULL, false, false},  {"TMA_HI", NULL, false, false},
};

static const char *name_in_spec(const gisa_isa *isa, uint32_t number) {
    static const char prefix[] = "HW_REG_";
    const name_table *t = names_table(isa, "HWREG");
    for (unsigned i = 0; t && i < t->count; i++) {
        const name_entry *e = &isa->entries[t->first + i];
        if (e->value == number)
            return &isa->strings[e->llvm] + sizeof prefix - 1;
    }
    return NULL;
}

/* The parts of a register; NULL, and a fault: it does not exist here. */
static const pack *parts_of(gisa_wave *w, uint32_t number, const char **reg) {
    const pack *p = NULL;
    *reg = name_in_spec(w->isa, number);
    if (*reg && number < GISA_HWREGS)
        p = names_pack(w->isa, *reg);
    if (!p)
        wave_raise(w, GISA_FAULT_HWREG, number);
    return p;
}

static uint32_t bits_of(field f) {
    return (uint32_t)(((UINT64_C(1) << f.width) - 1) << f.shift);
}

/* The bits of a part; none: this architecture does not have it. */
static field find_part(const gisa_isa *isa, const pack *p, const char *part) {
    for (unsigned i = 0; i < p->count; i++)
        if (strcmp(&isa->strings[isa->pack_parts[p->first + i].name], part) == 0)
            return isa->pack_parts[p->first + i].low;
    return (field){0, 0};
}

/* What holds the bits that are no variables. */
static uint32_t *rest_of(gisa_wave *w, uint32_t number) {
    return number == GCN_HWREG_HW_REG_MODE ? &w->mode : &w->hwreg[number];
}

static uint32_t *variable(gisa_wave *w, const live_part *l) {
    return (uint32_t *)(void *)((char *)w + l->at);
}

static uint32_t whole(gisa_wave *w, uint32_t number, const char *reg, const pack *p) {
    uint32_t value = *rest_of(w, number) & (uint32_t)names_pack_mask(w->isa, p);
    for (size_t i = 0; i < sizeof live / sizeof *live; i++)
        if (strcmp(live[i].reg, reg) == 0) {
            field f = find_part(w->isa, p, live[i].part);
            uint32_t x = live[i].get ? live[i].get(w) : *variable(w, &live[i]);
            value = (value & ~bits_of(f)) | (x << f.shift & bits_of(f));
        }
    return value;
}

/* The bits that the wave may read or write now. */
static uint32_t accessible(const gisa_wave *w, const char *reg, const pack *p, bool writes) {
    uint32_t mask = 0;
    bool listed = false;
    for (size_t i = 0; i < sizeof access_of / sizeof *access_of; i++)
        if (strcmp(access_of[i].reg, reg) == 0) {
            bool all = writes ? access_of[i].written_by_all : access_of[i].read_by_all;
            listed = true;
            if (w->priv || all)
                mask |= access_of[i].part ? bits_of(find_part(w->isa, p, access_of[i].part))
                                          : (uint32_t)names_pack_mask(w->isa, p);
        }
    return listed || writes ? mask : UINT32_MAX;
}

static uint32_t ones(uint32_t count) {
    return count < 32 ? (UINT32_C(1) << count) - 1 : UINT32_MAX;
}

uint32_t hwreg_get(gisa_wave *w, uint32_t number, uint32_t low, uint32_t size) {
    const char *reg;
    const pack *p = parts_of(w, number, &reg);
    return p ? (whole(w, number, reg, p) & accessible(w, reg, p, false)) >> low & ones(size) : 0;
}

void hwreg_set(gisa_wave *w, uint32_t number, uint32_t low, uint32_t size, uint32_t value) {
    const char *reg;
    const pack *p = parts_of(w, number, &reg);
    uint32_t mask, x, rest;
    if (!p)
        return;
    mask = ones(size) << low & accessible(w, reg, p, true);
    rest = x = (whole(w, number, reg, p) & ~mask) | (value << low & mask);
    for (size_t i = 0; i < sizeof live / sizeof *live; i++)
        if (strcmp(live[i].reg, reg) == 0) {
            field f = find_part(w->isa, p, live[i].part);
            rest &= ~bits_of(f);
            if (f.width && !live[i].get)
                *variable(w, &live[i]) = (x & bits_of(f)) >> f.shift;
        }
    *rest_of(w, number) = rest;
    wave_modes(w);
}

void hwreg_init(gisa_wave *w, const char *reg, const char *part, uint32_t value) {
    const pack *p = names_pack(w->isa, reg);
    for (uint32_t number = 0; p && number < GISA_HWREGS; number++) {
        const char *name = name_in_spec(w->isa, number);
        field f = find_part(w->isa, p, part);
        if (name && strcmp(name, reg) == 0)
            *rest_of(w, number) = (*rest_of(w, number) & ~bits_of(f)) | (value << f.shift & bits_of(f));
    }
}

void hwreg_set_mode(gisa_wave *w, const char *part, uint32_t value) {
    field f = find_part(w->isa, names_pack(w->isa, "MODE"), part);
    w->mode = (w->mode & ~bits_of(f)) | (value << f.shift & bits_of(f));
    wave_modes(w);
}
