/* SPDX-License-Identifier: MIT */
/* What the files about counters, hazards and times share: conditions, lists of a form's uses, and
   sets of registers. */
#ifndef GISA_SCHEDULER_H
#define GISA_SCHEDULER_H

#include "gisa_schedule.h"
#include "tables.h"

/* Whether nothing is known of the family, or the form is not there. */
bool schedule_is_empty(const gisa_isa *isa, uint32_t index);
/* Use i of a list that begins at `first`; NULL after the last. */
const form_use *schedule_use(const gisa_isa *isa, uint16_t first, unsigned i);
/* Does the instruction meet the conditions of the use? */
bool schedule_holds(const gisa_isa *isa, const gisa_insn *insn, const form_use *use);
/* The operand of this name (in strings); -1 = it has none. */
int schedule_operand(const gisa_isa *isa, const gisa_insn *insn, uint32_t name);
/* `width` bits of its value from `low` on, all of it where the width is 0; 0 where it is not
   there. */
uint64_t schedule_value(const gisa_isa *isa, const gisa_insn *insn, uint32_t name, unsigned low,
                        unsigned width);

/* Adds operand i, of which only the first half counts with `half`. */
void registers_add_operand(const gisa_isa *isa, const gisa_insn *insn, unsigned i, bool half,
                           gisa_registers *to);
void registers_add(gisa_registers *to, unsigned first, unsigned count);
/* Of the instruction's operands alone, or of its implicit state alone. */
void registers_of_operands(const gisa_isa *isa, const gisa_insn *insn, unsigned access, gisa_registers *to);
void registers_of_states(const gisa_isa *isa, uint32_t states, gisa_registers *to);

/* Whether operand i is written now, and only half of it: some are only with a modifier. */
bool event_lets_write(const gisa_isa *isa, const gisa_insn *insn, bool *half);

#endif
