/* SPDX-License-Identifier: MIT */
/* Facts of instructions, found once for each place in memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa_semantics.h"
#include "own.h"

/* Whether what the instruction does uses a word of the spec's language. */
static bool uses(const gisa_isa *isa, uint32_t form, const char *name) {
    gisa_body_word word;
    for (unsigned i = 0; gisa_form_word(isa, form, i, &word) == GISA_OK; i++)
        if (strcmp(word.name, name) == 0)
            return true;
    return false;
}

/* Whether there is such a node in the tree; with an operator, which may be "". */
static bool has_node(const char *tree, const char *kind, const char *op) {
    char node[64];
    snprintf(node, sizeof node, *op ? "\"kind\":\"%s\",\"op\":\"%s\"" : "\"kind\":\"%s\"", kind, op);
    return strstr(tree, node);
}

static void find_result(const gisa_isa *isa, watch_site *s) {
    const char *tree = s->operation ? gisa_operation_tree(isa, s->operation) : NULL;
    s->is_guess = tree && s->is_atomic && has_node(tree, "binary", "==");
    if (!tree || s->is_load || s->is_store || has_node(tree, "choose", "") || has_node(tree, "if", ""))
        return;
    s->is_sum = has_node(tree, "binary", "+");
    s->is_move = !has_node(tree, "binary", "") && has_node(tree, "assign", "=");
}

/* Whether a scalar move writes a constant to EXEC. */
static bool sets_mask(const watch_site *s) {
    static const gisa_registers exec = {.bits[126 / 64] = UINT64_C(3) << 126 % 64};
    static const gisa_registers none;
    return s->is_move && !s->is_vector && gisa_registers_meet(&s->writes, &exec) &&
           memcmp(&s->reads, &none, sizeof none) == 0;
}

static void find_flow(const gisa_isa *isa, const gisa_insn *insn, watch_site *s) {
    gisa_flow_info flow;
    if (gisa_flow_of(isa, insn, 0, &flow))
        return;
    s->is_call = flow.kind == GISA_FLOW_CALL;
    s->leaves = flow.kind == GISA_FLOW_RETURN || (flow.kind == GISA_FLOW_JUMP && !flow.has_target);
}

static void find_facts(const gisa_isa *isa, const gisa_insn *insn, watch_site *s) {
    const uint32_t memory = GISA_STATE_MEMORY | GISA_STATE_LDS | GISA_STATE_GDS;
    gisa_form_info form;
    if (!insn->size || gisa_form(isa, insn->form, &form) != GISA_OK)
        return;
    gisa_registers_of(isa, insn, &s->reads, &s->writes);
    gisa_states(isa, insn, &s->state_reads, &s->state_writes);
    s->operation = gisa_form_operation(isa, insn->form, 0);
    s->is_load = s->state_reads & memory;
    s->is_store = s->state_writes & memory;
    s->is_atomic = s->is_load && s->is_store;
    s->is_wide_barrier = uses(isa, insn->form, "GWS");
    s->is_barrier = uses(isa, insn->form, "BARRIER");
    s->is_vector = !form.once;
    find_flow(isa, insn, s);
    find_result(isa, s);
    s->sets_mask = sets_mask(s);
}

watch_site *own_site(gisa_watch *w, gisa_site *site) {
    watch_site *s;
    if (site->data)
        return site->data;
    s = own_grow(w, &w->sites, w->site_count, &w->site_room, sizeof *w->sites) ? calloc(1, sizeof *s) : NULL;
    if (!s) {
        watch_no_memory(w);
        return NULL;
    }
    find_facts(w->isa, &site->insn, s);
    s->before = w->calls_before;
    s->after = w->calls_after;
    w->sites[w->site_count++] = s;
    site->data = s;
    return s;
}
