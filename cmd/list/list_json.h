/* SPDX-License-Identifier: MIT */
/* The parts of the spec's JSON (docs/spec-json.md), written with cmd/json.h. */
#ifndef GISA_CMD_LIST_JSON_H
#define GISA_CMD_LIST_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gisa_semantics.h"

/* Bits of a word: [lowest bit, number of bits]. States: an array of their names. */
void list_bits(const char *key, gisa_bits bits);
void list_states(const char *key, uint32_t states);

/* Members of an architecture: operand codes, names of values, packs, numbers, banks, models. */
void list_tables(const gisa_isa *isa);

/* Operands of forms, each of them once; forms name them by number. Begins as zeroes. */
typedef struct operand_list {
    struct known_operand *at;
    size_t count, room;
} operand_list;

/* Adds the operands of a form that are not there yet. false: no memory. */
bool operand_list_add(operand_list *list, const gisa_isa *isa, uint32_t form);
void operand_list_free(operand_list *list);

/* The member "operands" of an architecture, and that of a form that has been added. */
void list_operands(const operand_list *list);
void list_form_operands(const operand_list *list, const gisa_isa *isa, uint32_t form);

/* Counters, hazards and issue times: of an architecture, and of a form. */
void list_schedule(const gisa_isa *isa);
void list_form_schedule(const gisa_isa *isa, uint32_t form);

#endif
