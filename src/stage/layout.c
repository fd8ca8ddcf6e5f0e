/* SPDX-License-Identifier: MIT */
/* Finds the registers that a wave's inputs are in: the tables of the spec, and the state. */
#include <stdio.h>
#include <string.h>

#include "stage.h"

static const char *const stage_letters[GISA_STAGE_KIND_COUNT] = {"PS", "VS", "GS", "ES", "HS", "LS", "CS"};

_Static_assert(GISA_STAGE_KIND_PS == GCN_STAGE_PS && GISA_STAGE_KIND_VS == GCN_STAGE_VS &&
                   GISA_STAGE_KIND_GS == GCN_STAGE_GS && GISA_STAGE_KIND_ES == GCN_STAGE_ES &&
                   GISA_STAGE_KIND_HS == GCN_STAGE_HS && GISA_STAGE_KIND_LS == GCN_STAGE_LS &&
                   GISA_STAGE_KIND_CS == GCN_STAGE_CS,
               "numbers of stages");

/* The names of PS_SGPR, VS_VGPR ...; of pixel shaders the vector registers have a table of
   inputs. */
static void table_name(gisa_stage_kind kind, bool vector, char name[16]) {
    if (vector && kind == GISA_STAGE_KIND_PS)
        snprintf(name, 16, "PS_INPUT");
    else
        snprintf(name, 16, "%s_%s", stage_letters[kind], vector ? "VGPR" : "SGPR");
}

bool stage_exists(const gisa_isa *isa, gisa_stage_kind kind) {
    char table[16];
    gisa_value_name name;
    table_name(kind, true, table);
    return isa && gisa_name_of_value(isa, table, 0, &name) == GISA_OK;
}

static bool is_merged(const gisa_stage *s) {
    return gisa_fact(s->isa, "stage_sgprs_first", 0) &&
           (s->kind == GISA_STAGE_KIND_GS || s->kind == GISA_STAGE_KIND_HS);
}

static bool is_there(const gisa_stage *s, bool vector, unsigned number) {
    if (!vector)
        return is_merged(s) || s->state.sgprs >> (number & 31) & 1;
    return s->kind == GISA_STAGE_KIND_PS ? s->state.ps_input_addr >> (number & 31) & 1
                                         : number < s->state.vgprs;
}

static void add(stage_layout *l, const char *name, unsigned number, bool vector, uint32_t at) {
    stage_input *to = &l->input[l->count];
    if (l->count == STAGE_INPUTS)
        return;
    *to = (stage_input){.name = name, .number = (uint16_t)number, .vector = vector, .at = at};
    if (l->count && l->input[l->count - 1].vector == vector && l->input[l->count - 1].number == number)
        to->part = (uint8_t)(l->input[l->count - 1].part + 1);
    l->count++;
}

/* All entries of a table that are there, from register `at` on; returns the one after them. */
static uint32_t add_table(const gisa_stage *s, stage_layout *l, bool vector, uint32_t at) {
    char table[16];
    gisa_value_name name;
    table_name(s->kind, vector, table);
    for (unsigned i = 0; gisa_name_of_value(s->isa, table, i, &name) == GISA_OK; i++)
        for (unsigned number = name.value; number <= name.last; number++)
            if (is_there(s, vector, number))
                add(l, name.llvm, number, vector, at++);
    return at;
}

void stage_lay_out(const gisa_stage *s, stage_layout *l) {
    memset(l, 0, sizeof *l);
    if (is_merged(s)) {
        add_table(s, l, false, 0);
        l->user_data = (unsigned)gisa_fact(s->isa, "stage_sgprs_first", 0);
    } else
        add_table(s, l, false, s->state.user_sgprs);
    add_table(s, l, true, 0);
}

static const stage_input *find(const gisa_stage *s, bool vector, unsigned number, unsigned part) {
    const stage_layout *l = &s->layout;
    for (unsigned i = 0; i < l->count; i++)
        if (l->input[i].vector == vector && l->input[i].number == number && l->input[i].part == part)
            return &l->input[i];
    return NULL;
}

const stage_input *stage_scalar(const gisa_stage *s, unsigned number) {
    return find(s, false, number, 0);
}

const stage_input *stage_vector(const gisa_stage *s, unsigned number, unsigned part) {
    return find(s, true, number, part);
}

/* Entries of the table of vector registers. */
static uint32_t vgprs_of(const gisa_isa *isa, gisa_stage_kind kind) {
    char table[16];
    gisa_value_name name;
    uint32_t count = 0;
    table_name(kind, true, table);
    while (gisa_name_of_value(isa, table, count, &name) == GISA_OK)
        count++;
    return count;
}

void stage_default_state(const gisa_isa *isa, gisa_stage_kind kind, gisa_stage_state *state) {
    static const uint32_t sgprs[GISA_STAGE_KIND_COUNT] = {
        [GISA_STAGE_KIND_PS] = 1 << GCN_PS_SGPR_PRIM_MASK,
        [GISA_STAGE_KIND_GS] = ~0u,
        [GISA_STAGE_KIND_ES] = 1 << GCN_ES_SGPR_ES2GS_OFFSET,
        [GISA_STAGE_KIND_HS] = 1 << 1,
        [GISA_STAGE_KIND_CS] = 1 << GCN_CS_SGPR_TGID_X | 1 << GCN_CS_SGPR_TGID_Y | 1 << GCN_CS_SGPR_TGID_Z};
    enum { KEEP_DENORMALS_64_16 = 0xc0 };
    *state = (gisa_stage_state){.sgprs = sgprs[kind],
                                .vgprs = vgprs_of(isa, kind),
                                .ps_input_ena = 1 << GCN_PS_INPUT_PERSP_CENTER,
                                .ps_input_addr = 1 << GCN_PS_INPUT_PERSP_CENTER,
                                .color_format = ~0u,
                                .float_mode = KEEP_DENORMALS_64_16,
                                .dx10_clamp = true};
}
