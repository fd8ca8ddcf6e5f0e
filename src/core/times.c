/* SPDX-License-Identifier: MIT */
/* Issue times, and how many wait states an instruction is. */
#include <string.h>

#include "scheduler.h"

static const char *text_at(const gisa_isa *isa, uint32_t offset) {
    return &isa->strings[offset];
}

/* Facts that take part are those of the chip. */
static uint32_t scaled(const gisa_isa *isa, const clocks *c, uint32_t number) {
    return c->fact ? number * (uint32_t)gisa_fact(isa, text_at(isa, c->fact), 1) : number;
}

gisa_status gisa_form_time(const gisa_isa *isa, uint32_t index, gisa_time *time) {
    if (!isa || !time || index >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    if (schedule_is_empty(isa, index) || isa->schedule->forms[index].time == NO_TIME)
        return GISA_STATUS_END;
    const time_row *t = &isa->schedule->times[isa->schedule->forms[index].time];
    *time = (gisa_time){.unit = text_at(isa, t->unit),
                        .clocks = text_at(isa, t->text),
                        .doc = t->doc ? text_at(isa, t->doc) : NULL,
                        .sources = text_at(isa, t->sources),
                        .least = scaled(isa, &t->clocks, t->clocks.base),
                        .most = scaled(isa, &t->clocks, t->clocks.most),
                        .step = t->clocks.step,
                        .of = text_at(isa, t->clocks.operand),
                        .certainty = t->certainty};
    return GISA_OK;
}

/* What the operand adds. */
static uint32_t added(const gisa_isa *isa, const gisa_insn *insn, const clocks *c) {
    return c->operand ? c->step * (uint32_t)schedule_value(isa, insn, c->operand, c->low, c->width) : 0;
}

gisa_status gisa_time_of(const gisa_isa *isa, const gisa_insn *insn, gisa_time *time) {
    if (!isa || !insn || !time)
        return GISA_STATUS_BAD_ARGUMENT;
    gisa_status status = gisa_form_time(isa, insn->form, time);
    if (status)
        return status;
    uint32_t more = added(isa, insn, &isa->schedule->times[isa->schedule->forms[insn->form].time].clocks);
    time->least += more;
    time->most += more;
    time->step = 0;
    time->of = "";
    return GISA_OK;
}

unsigned gisa_wait_states(const gisa_isa *isa, const gisa_insn *insn) {
    if (!isa || !insn || schedule_is_empty(isa, insn->form))
        return 1;
    uint16_t pause = isa->schedule->forms[insn->form].pause;
    if (pause == NO_TIME)
        return 1;
    const clocks *c = &isa->schedule->pauses[pause].clocks;
    return c->base + added(isa, insn, c);
}
