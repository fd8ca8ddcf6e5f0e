/* SPDX-License-Identifier: MIT */
/* gisa run on shader stages: what the chip's registers say (--state). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_stage.h"

static bool wrong_state(const char *text, const char *why) {
    fprintf(stderr, "gisa %s: '%s': %s\n", run_name, text, why);
    return false;
}

/* A number; false: it is none. */
static bool read_number(const char *text, uint32_t *value) {
    char *end;
    const unsigned long long number = strtoull(text, &end, 0);
    *value = (uint32_t)number;
    return end > text && !*end && *text != '-' && number <= UINT32_MAX;
}

/* The bit of a name of a table. */
static bool find_bit(const gisa_isa *isa, const char *table, const char *name, size_t size, uint32_t *bits) {
    gisa_value_name n;
    for (unsigned i = 0; gisa_name_of_value(isa, table, i, &n) == GISA_OK; i++)
        if (strlen(n.llvm) == size && memcmp(n.llvm, name, size) == 0) {
            *bits |= UINT32_C(1) << (n.value & 31);
            return true;
        }
    return false;
}

/* A number, or names with + between them. */
static bool read_bits(const gisa_isa *isa, const char *table, const char *text, uint32_t *bits) {
    if (read_number(text, bits))
        return true;
    *bits = 0;
    for (const char *p = text;; p++) {
        const size_t size = strcspn(p, "+");
        if (!table || !find_bit(isa, table, p, size, bits))
            return false;
        p += size;
        if (!*p)
            return true;
    }
}

/* What may be set: the table of its names where it has some. */
typedef enum state_id {
    USER_SGPRS,
    SGPRS,
    VGPRS,
    ENA,
    ADDR,
    COLOR,
    FLOAT,
    DX10,
    IEEE,
    RSRC1,
    RSRC2
} state_id;
static const struct {
    const char *name, *table;
} states[] = {[USER_SGPRS] = {"user_sgprs", NULL},
              [SGPRS] = {"sgprs", NULL},
              [VGPRS] = {"vgprs", NULL},
              [ENA] = {"ps_input_ena", "PS_INPUT"},
              [ADDR] = {"ps_input_addr", "PS_INPUT"},
              [COLOR] = {"color_format", NULL},
              [FLOAT] = {"float_mode", NULL},
              [DX10] = {"dx10_clamp", NULL},
              [IEEE] = {"ieee", NULL},
              [RSRC1] = {"rsrc1", NULL},
              [RSRC2] = {"rsrc2", NULL}};
enum { STATES = sizeof states / sizeof *states };

static void put(gisa_stage *stage, unsigned which, uint32_t value) {
    gisa_stage_state *to = gisa_stage_state_of(stage);
    switch ((state_id)which) {
    case USER_SGPRS: to->user_sgprs = value; break;
    case SGPRS: to->sgprs = value; break;
    case VGPRS: to->vgprs = value; break;
    case ENA:
        to->ps_input_ena = value; /* registers that are enabled are there, too */
        to->ps_input_addr |= value;
        break;
    case ADDR: to->ps_input_addr = value | to->ps_input_ena; break;
    case COLOR: to->color_format = value; break;
    case FLOAT: to->float_mode = value; break;
    case DX10: to->dx10_clamp = value; break;
    case IEEE: to->ieee = value; break;
    case RSRC1: gisa_stage_set_rsrc(stage, value, to->user_sgprs << 1); break;
    case RSRC2: to->user_sgprs = value >> 1 & 31; break;
    }
}

bool stage_state(stage_program *p, const gisa_isa *isa, const char *text) {
    const char *equals = strchr(text, '=');
    uint32_t value;
    for (unsigned i = 0; equals && i < STATES; i++) {
        if (strlen(states[i].name) != (size_t)(equals - text) ||
            strncmp(states[i].name, text, (size_t)(equals - text)) != 0)
            continue;
        if (!read_bits(isa, states[i].table, equals + 1, &value))
            return wrong_state(text, states[i].table ? "expected a number, or names of table PS_INPUT with "
                                                       "'+' between them (gisa info PS_INPUT)"
                                                     : "expected a number from 0 to 0xffffffff");
        if (i == ENA) /* the first registers are those of the default otherwise */
            gisa_stage_state_of(p->stage)->ps_input_addr = 0;
        put(p->stage, i, value);
        return true;
    }
    return wrong_state(text, "expected NAME=VALUE, NAME one of user_sgprs sgprs vgprs ps_input_ena "
                             "ps_input_addr color_format float_mode dx10_clamp ieee rsrc1 rsrc2");
}
