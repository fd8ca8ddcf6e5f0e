/* SPDX-License-Identifier: MIT */
/* Reads and writes the registers of a GCN wave from outside. */
#include <string.h>

#include "insn/body.h"
#include "wave_own.h"

/* Where a word is that is held as it is; NULL: there is none, or it is not held like that.
   Registers may come from callers who have made them up. */
static uint32_t *place(const gcn_seen *o, const gisa_wave_register *reg, unsigned lane, unsigned word) {
    const uint64_t number = (uint64_t)reg->first + word;
    gcn_wave *w = o->w;
    if (lane >= GISA_LANES)
        return NULL;
    switch (reg->bank) {
    case GISA_KIND_VGPR: return number < GISA_VGPRS ? &w->vgpr[number][lane] : NULL;
    case GISA_KIND_SGPR: return number < GISA_SCALARS ? &w->scalar.w[number] : NULL;
    case GISA_KIND_TTMP: return number < GISA_TTMPS ? &w->scalar.w[SCALAR_TTMP + number] : NULL;
    case GISA_WAVE_BANK_SCC: return &w->scc;
    default: return NULL;
    }
}

static uint8_t *lds_place(const gcn_seen *o, const gisa_wave_register *reg, unsigned word) {
    const uint64_t at = reg->first + 4 * (uint64_t)word;
    return reg->bank == GISA_WAVE_BANK_LDS && at + 4 <= o->w->group->lds_size ? o->w->group->lds + at : NULL;
}

static uint32_t mask_of(const gisa_wave_register *reg) {
    const gisa_bits b = reg->bits;
    return b.width && b.width < 32 ? ((UINT32_C(1) << b.width) - 1) << (b.low & 31) : UINT32_MAX;
}

gisa_status wave_gcn_get(const gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                         uint32_t *value) {
    const gcn_seen *o = gcn_seen_of(wave);
    const uint32_t *at = place(o, reg, lane, word);
    const uint8_t *lds = lds_place(o, reg, word);
    bool known = true;
    if (at)
        *value = *at;
    else if (lds)
        memcpy(value, lds, sizeof *value);
    else if (reg->bank == GISA_WAVE_BANK_PC)
        *value = (uint32_t)(o->w->pc >> (word ? 32 : 0));
    else if ((known = reg->bank == GISA_WAVE_BANK_HWREG && hwreg_look(o->w, reg->first, value)))
        *value = (*value & mask_of(reg)) >> (reg->bits.width ? reg->bits.low & 31 : 0);
    return known ? GISA_OK : GISA_STATUS_BAD_ARGUMENT;
}

gisa_status wave_gcn_set_state(gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                               uint32_t value) {
    const gcn_seen *o = gcn_seen_of(wave);
    uint32_t *at = place(o, reg, lane, word);
    uint8_t *lds = lds_place(o, reg, word);
    bool known = true;
    if (at)
        *at = reg->bank == GISA_WAVE_BANK_SCC ? value != 0 : value;
    else if (lds)
        memcpy(lds, &value, sizeof value);
    else
        known =
            reg->bank == GISA_WAVE_BANK_HWREG &&
            hwreg_poke(o->w, reg->first, mask_of(reg), value << (reg->bits.width ? reg->bits.low & 31 : 0));
    return known ? GISA_OK : GISA_STATUS_BAD_ARGUMENT;
}

gisa_status wave_gcn_set(gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                         uint32_t value) {
    uint64_t pc = gcn_seen_of(wave)->w->pc;
    if (reg->bank != GISA_WAVE_BANK_PC)
        return wave_gcn_set_state(wave, reg, lane, word, value);
    pc = word ? (uint32_t)pc | (uint64_t)value << 32 : (pc & ~(uint64_t)UINT32_MAX) | value;
    wave_gcn_go(gcn_of(wave), pc);
    return GISA_OK;
}

uint32_t *wave_gcn_row(gisa_wave *wave, const gisa_wave_register *reg, unsigned word) {
    return reg->bank == GISA_KIND_VGPR ? place(gcn_seen_of(wave), reg, 0, word) : NULL;
}
