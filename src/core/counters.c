/* SPDX-License-Identifier: MIT */
/* Wait counters: what they count, which instructions add to them, and what those leave
   unfinished. */
#include <string.h>

#include "operands.h"
#include "scheduler.h"

_Static_assert((int)CERTAINTIES == (int)GISA_CERTAINTY_COUNT, "a word for each certainty");

const char *gisa_certainty_name(unsigned certainty) {
    return certainty_word(certainty);
}

/* ---- conditions --------------------------------------------------------------------------- */

bool schedule_is_empty(const gisa_isa *isa, uint32_t index) {
    return !isa->schedule->forms || index >= isa->form_count;
}

const form_use *schedule_use(const gisa_isa *isa, uint16_t first, unsigned i) {
    const form_use *use = &isa->schedule->uses[first];
    for (; use->number != NO_USE; use++)
        if (i-- == 0)
            return use;
    return NULL;
}

int schedule_operand(const gisa_isa *isa, const gisa_insn *insn, uint32_t name) {
    const form *f = &isa->forms[insn->form];
    for (unsigned i = 0; i < f->op_count && i < insn->operand_count; i++)
        if (form_op(isa, f, i)->name == name)
            return (int)i;
    return -1;
}

uint64_t schedule_value(const gisa_isa *isa, const gisa_insn *insn, uint32_t name, unsigned low,
                        unsigned width) {
    int i = schedule_operand(isa, insn, name);
    if (i < 0)
        return 0;
    if (form_op(isa, &isa->forms[insn->form], (unsigned)i)->codec == CODEC_WORD)
        return 1; /* it is always there */
    uint64_t value = (uint64_t)insn->operand[i].value;
    return width ? value >> low & ((UINT64_C(1) << width) - 1) : value;
}

static bool is_met(const gisa_isa *isa, const gisa_insn *insn, const use_condition *c) {
    int i = schedule_operand(isa, insn, c->operand);
    const gisa_operand none = {.kind = GISA_KIND_NONE}, *o = i < 0 ? &none : &insn->operand[i];
    uint64_t value;
    switch (c->kind) {
    case CONDITION_MORE: return o->count > c->number;
    case CONDITION_LESS: return o->count && o->count < c->number;
    case CONDITION_CONSTANT: return o->kind == GISA_KIND_INLINE || o->kind == GISA_KIND_LITERAL;
    default:
        value = schedule_value(isa, insn, c->operand, c->low, c->width);
        return c->values >> (value < 63 ? value : 63) & 1;
    }
}

bool schedule_holds(const gisa_isa *isa, const gisa_insn *insn, const form_use *use) {
    for (unsigned i = 0; i < use->conditions; i++)
        if (!is_met(isa, insn, &isa->schedule->conditions[use->first + i]))
            return false;
    return true;
}

/* ---- counters ----------------------------------------------------------------------------- */

static const char *text_at(const gisa_isa *isa, uint32_t offset) {
    return &isa->strings[offset];
}

gisa_status gisa_counter_at(const gisa_isa *isa, unsigned i, gisa_counter *counter) {
    if (!isa || !counter)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= isa->schedule->counter_count)
        return GISA_STATUS_END;
    const counter_row *c = &isa->schedule->counters[i];
    *counter = (gisa_counter){text_at(isa, c->name), text_at(isa, c->doc), c->most};
    return GISA_OK;
}

gisa_status gisa_event_kind_at(const gisa_isa *isa, unsigned i, gisa_event_kind *kind) {
    if (!isa || !kind)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= isa->schedule->kind_count)
        return GISA_STATUS_END;
    const count_kind *k = &isa->schedule->kinds[i];
    *kind = (gisa_event_kind){text_at(isa, k->name), text_at(isa, k->doc), k->counter, k->with, k->ordered};
    return GISA_OK;
}

/* ---- events ------------------------------------------------------------------------------- */

static void fill_event(const gisa_isa *isa, const form_use *use, gisa_event *event) {
    const event_row *e = &isa->schedule->events[use->number];
    *event = (gisa_event){.doc = text_at(isa, e->doc),
                          .sources = text_at(isa, e->sources),
                          .when = text_at(isa, use->when),
                          .counter = e->counter,
                          .kind = e->kind,
                          .usual = e->usual == UNCOUNTED ? -1 : e->usual,
                          .amount = e->amount,
                          .certainty = e->certainty,
                          .writes = e->writes != EVENT_WRITES_NOTHING,
                          .merges = e->writes != EVENT_WRITES_NOTHING && !e->writes_if,
                          .reads = e->reads != 0};
}

/* May instructions of the form write, or read, an operand? */
static bool has_operand(const gisa_isa *isa, uint32_t index, unsigned access) {
    const form *f = &isa->forms[index];
    for (unsigned i = 0; i < f->op_count; i++)
        if (form_op(isa, f, i)->start.access & access)
            return true;
    return false;
}

gisa_status gisa_form_event(const gisa_isa *isa, uint32_t index, unsigned i, gisa_event *event) {
    if (!isa || !event || index >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    if (schedule_is_empty(isa, index))
        return GISA_STATUS_END;
    const form_use *use = schedule_use(isa, isa->schedule->forms[index].events, i);
    if (!use)
        return GISA_STATUS_END;
    fill_event(isa, use, event);
    event->writes = event->writes && has_operand(isa, index, GISA_ACCESS_WRITE);
    return GISA_OK;
}

static bool writes_now(const gisa_isa *isa, const gisa_insn *insn, const event_row *e) {
    return e->writes && (!e->writes_if || schedule_value(isa, insn, e->writes_if, 0, 0));
}

bool event_lets_write(const gisa_isa *isa, const gisa_insn *insn, bool *half) {
    bool asked = false, lets = false;
    *half = false;
    if (schedule_is_empty(isa, insn->form))
        return true;
    uint16_t first = isa->schedule->forms[insn->form].events;
    for (const form_use *use = &isa->schedule->uses[first]; use->number != NO_USE; use++) {
        const event_row *e = &isa->schedule->events[use->number];
        if (!e->writes || !schedule_holds(isa, insn, use))
            continue;
        asked = true;
        lets |= writes_now(isa, insn, e);
        *half |= e->writes == EVENT_WRITES_HALF;
    }
    return lets || !asked;
}

/* Operands that are data, or the address, of what an event reads late. */
static bool is_read_late(const op_spec *op, const event_row *e) {
    bool data = op->role == GISA_ROLE_RESULT || op->role == GISA_ROLE_SOURCE;
    return (data && (e->reads & EVENT_READS_DATA)) ||
           (op->role == GISA_ROLE_ADDRESS && (e->reads & EVENT_READS_ADDRESS));
}

static void late_reads(const gisa_isa *isa, const gisa_insn *insn, const event_row *e, gisa_registers *read) {
    const form *f = &isa->forms[insn->form];
    memset(read, 0, sizeof *read);
    for (unsigned i = 0; i < f->op_count && i < insn->operand_count; i++)
        if ((insn->operand[i].access & GISA_ACCESS_READ) && is_read_late(form_op(isa, f, i), e))
            registers_add_operand(isa, insn, i, false, read);
    if (e->reads & EVENT_READS_EXEC)
        registers_of_states(isa, GISA_STATE_EXEC, read);
}

/* The i-th use of the form that the instruction meets. */
static const form_use *nth_met(const gisa_isa *isa, const gisa_insn *insn, unsigned i) {
    const form_use *use = &isa->schedule->uses[isa->schedule->forms[insn->form].events];
    for (; use->number != NO_USE; use++)
        if (schedule_holds(isa, insn, use) && i-- == 0)
            return use;
    return NULL;
}

gisa_status gisa_event_of(const gisa_isa *isa, const gisa_insn *insn, unsigned i, gisa_event *event,
                          gisa_registers *written, gisa_registers *read) {
    if (!isa || !insn || !event || insn->form >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    if (schedule_is_empty(isa, insn->form))
        return GISA_STATUS_END;
    const form_use *use = nth_met(isa, insn, i);
    if (!use)
        return GISA_STATUS_END;
    const event_row *e = &isa->schedule->events[use->number];
    fill_event(isa, use, event);
    event->writes = writes_now(isa, insn, e);
    if (written)
        memset(written, 0, sizeof *written);
    if (written && event->writes)
        registers_of_operands(isa, insn, GISA_ACCESS_WRITE, written);
    if (read)
        late_reads(isa, insn, e, read);
    return GISA_OK;
}

/* ---- waiting ------------------------------------------------------------------------------ */

bool gisa_waits_for(const gisa_isa *isa, const gisa_insn *insn, unsigned counter, uint32_t *least) {
    if (!isa || !insn || !least || insn->form >= isa->form_count || counter >= isa->schedule->counter_count)
        return false;
    const counter_row *c = &isa->schedule->counters[counter];
    const form *f = &isa->forms[insn->form];
    for (unsigned i = 0; i < f->op_count && i < insn->operand_count; i++) {
        uint64_t value = (uint64_t)insn->operand[i].value;
        if (form_op(isa, f, i)->codec != CODEC_WAITCNT)
            continue;
        *least = (uint32_t)(field_get(value, (field){c->low, c->low_width}) |
                            field_get(value, (field){c->high, c->high_width}) << c->low_width);
        return true;
    }
    return false;
}
