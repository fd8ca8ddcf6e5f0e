/* SPDX-License-Identifier: MIT */
/* Hazards: which ones there are, and which are between two instructions. */
#include <string.h>

#include "names.h"
#include "operands.h"
#include "scheduler.h"

static const char *text_at(const gisa_isa *isa, uint32_t offset) {
    return &isa->strings[offset];
}

gisa_status gisa_hazard_at(const gisa_isa *isa, unsigned i, gisa_hazard *hazard) {
    if (!isa || !hazard)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= isa->schedule->hazard_count)
        return GISA_STATUS_END;
    const hazard_row *h = &isa->schedule->hazards[i];
    *hazard = (gisa_hazard){.name = text_at(isa, h->name),
                            .doc = text_at(isa, h->doc),
                            .sources = text_at(isa, h->sources),
                            .producer = text_at(isa, h->side[SIDE_PRODUCER].text),
                            .consumer = text_at(isa, h->side[SIDE_CONSUMER].text),
                            .unless = text_at(isa, h->unless),
                            .states = h->states,
                            .counters = h->counters,
                            .bug = h->bug,
                            .advice = h->advice,
                            .shared = h->shared,
                            .hardware = h->side[SIDE_PRODUCER].region >= REGION_HWREG,
                            .certainty = h->certainty};
    return GISA_OK;
}

gisa_status gisa_form_hazard(const gisa_isa *isa, uint32_t index, bool consumer, unsigned i,
                             unsigned *number) {
    if (!isa || !number || index >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    if (schedule_is_empty(isa, index))
        return GISA_STATUS_END;
    const form_use *use = &isa->schedule->uses[isa->schedule->forms[index].hazards], *last = NULL;
    for (; use->number != NO_USE; use++) {
        bool again = last && last->number == use->number; /* under another condition */
        if (use->side != (consumer ? SIDE_CONSUMER : SIDE_PRODUCER) || again)
            continue;
        last = use;
        *number = use->number;
        if (i-- == 0)
            return GISA_OK;
    }
    return GISA_STATUS_END;
}

/* ---- what a side is about ----------------------------------------------------------------- */

/* The number in the instruction that says which hardware register, and which bits of it. */
static bool hardware_register(const gisa_isa *isa, const gisa_insn *insn, uint64_t *value) {
    const form *f = &isa->forms[insn->form];
    for (unsigned i = 0; i < f->op_count && i < insn->operand_count; i++)
        if (form_op(isa, f, i)->codec == CODEC_HWREG) {
            *value = (uint64_t)insn->operand[i].value;
            return true;
        }
    return false;
}

/* A part of that number: register, first bit, bits less one. */
static unsigned hwreg_part(const gisa_isa *isa, uint64_t value, unsigned part) {
    const pack *parts = names_pack(isa, "HWREG");
    return parts ? (unsigned)field_get(value, isa->pack_parts[parts->first + part].low) : 0;
}

enum { HWREG_ID, HWREG_OFFSET, HWREG_SIZE };

/* The set has one member where the instruction is about the part. */
static void add_part(const gisa_isa *isa, uint64_t value, const hazard_side *side, gisa_registers *to) {
    unsigned low = hwreg_part(isa, value, HWREG_OFFSET), high = low + hwreg_part(isa, value, HWREG_SIZE);
    if (hwreg_part(isa, value, HWREG_ID) == side->first && low < (unsigned)side->low + side->width &&
        high >= side->low)
        registers_add(to, 0, 1);
}

static bool names_operand(const hazard_side *side, uint32_t name) {
    for (unsigned i = 0; i < HAZARD_OPERANDS; i++)
        if (side->of[i] == name)
            return true;
    return !side->of[0];
}

static void add_operands(const gisa_isa *isa, const gisa_insn *insn, const hazard_side *side,
                         gisa_registers *to) {
    const form *f = &isa->forms[insn->form];
    if (!side->of[0]) {
        registers_of_operands(isa, insn, side->access, to);
        return;
    }
    for (unsigned i = 0; i < f->op_count && i < insn->operand_count; i++)
        if ((insn->operand[i].access & side->access) && names_operand(side, form_op(isa, f, i)->name))
            registers_add_operand(isa, insn, i, false, to);
}

/* Members outside the range are taken away. */
static void keep_range(gisa_registers *of, unsigned first, unsigned last) {
    gisa_registers range = {{0}};
    registers_add(&range, first, last - first + 1);
    for (unsigned i = 0; i < 8; i++)
        of->bits[i] &= range.bits[i];
}

/* The registers of this side that the instruction has; false: it has none although it is about
   some. */
static bool side_registers(const gisa_isa *isa, const gisa_insn *insn, const hazard_side *side,
                           gisa_registers *to) {
    uint64_t value;
    uint32_t reads, writes;
    memset(to, 0, sizeof *to);
    switch (side->region) {
    case REGION_NONE: return true;
    case REGION_HWREG:
    case REGION_PART:
        if (!hardware_register(isa, insn, &value))
            return false;
        if (side->region == REGION_PART)
            add_part(isa, value, side, to);
        else
            registers_add(to, hwreg_part(isa, value, HWREG_ID), 1);
        break;
    default:
        add_operands(isa, insn, side, to);
        if (side->region == REGION_CODES && gisa_states(isa, insn, &reads, &writes) == GISA_OK)
            registers_of_states(isa, side->access == GISA_ACCESS_READ ? reads : writes, to);
        keep_range(to, side->first, side->last);
    }
    return gisa_registers_meet(to, to);
}

/* ---- between two instructions ------------------------------------------------------------- */

/* Is the instruction this side of the hazard? Then *registers is what it is about. */
static bool is_side(const gisa_isa *isa, const gisa_insn *insn, unsigned number, unsigned side,
                    gisa_registers *registers) {
    const form_use *use = &isa->schedule->uses[isa->schedule->forms[insn->form].hazards];
    for (; use->number != NO_USE; use++)
        if (use->number == number && use->side == side && schedule_holds(isa, insn, use))
            return side == SIDE_UNLESS ||
                   side_registers(isa, insn, &isa->schedule->hazards[number].side[side], registers);
    return false;
}

/* Whether the hazard is between the two, and about which registers of both. */
static bool is_between(const gisa_isa *isa, const gisa_insn *first, const gisa_insn *second, unsigned number,
                       gisa_registers *common) {
    const hazard_row *h = &isa->schedule->hazards[number];
    gisa_registers other;
    if (!is_side(isa, second, number, SIDE_CONSUMER, &other) ||
        !is_side(isa, first, number, SIDE_PRODUCER, common))
        return false;
    bool meet = gisa_registers_meet(common, &other);
    for (unsigned i = 0; i < 8; i++)
        common->bits[i] = h->shared ? common->bits[i] & other.bits[i] : 0;
    return !h->shared || meet;
}

gisa_status gisa_hazard_between(const gisa_isa *isa, const gisa_insn *first, const gisa_insn *second,
                                unsigned i, unsigned *number, gisa_registers *registers) {
    gisa_registers common;
    if (!isa || !first || !second || !number || first->form >= isa->form_count ||
        second->form >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    if (schedule_is_empty(isa, first->form))
        return GISA_STATUS_END;
    unsigned seen = NO_USE;
    const form_use *use = &isa->schedule->uses[isa->schedule->forms[first->form].hazards];
    for (; use->number != NO_USE; use++) {
        if (use->side != SIDE_PRODUCER || use->number == seen)
            continue;
        seen = use->number;
        if (!is_between(isa, first, second, seen, &common) || i-- > 0)
            continue;
        *number = seen;
        if (registers)
            *registers = common;
        return GISA_OK;
    }
    return GISA_STATUS_END;
}

bool gisa_hazard_side(const gisa_isa *isa, const gisa_insn *insn, unsigned number, bool consumer,
                      gisa_registers *registers) {
    gisa_registers found = {{0}};
    if (!isa || !insn || schedule_is_empty(isa, insn->form) || number >= isa->schedule->hazard_count ||
        !is_side(isa, insn, number, consumer ? SIDE_CONSUMER : SIDE_PRODUCER, &found))
        return false;
    if (registers)
        *registers = found;
    return true;
}

bool gisa_ends_hazard(const gisa_isa *isa, const gisa_insn *insn, unsigned number) {
    gisa_registers none;
    return isa && insn && !schedule_is_empty(isa, insn->form) &&
           is_side(isa, insn, number, SIDE_UNLESS, &none);
}
