/* SPDX-License-Identifier: MIT */
/* Sorts out an instruction once: which registers it reads and writes, what its modifiers are, and
 * which body it has. */
#include <stdlib.h>
#include <string.h>

#include "undefined.h"

/* ---- operands ------------------------------------------------------------------------------- */

static bool is_value(const gisa_operand *o) {
    return o->kind >= GISA_KIND_SGPR && o->kind <= GISA_KIND_LITERAL;
}

static uint8_t bits_of(unsigned type) {
    return type == GISA_TYPE_B16 || type == GISA_TYPE_U16 || type == GISA_TYPE_I16 || type == GISA_TYPE_F16
               ? 16
               : 32;
}

static bool is_pair(unsigned type) {
    return type == GISA_TYPE_V2B16 || type == GISA_TYPE_V2I16 || type == GISA_TYPE_V2F16;
}

static bool is_float(unsigned type) {
    return type == GISA_TYPE_F16 || type == GISA_TYPE_F32 || type == GISA_TYPE_F64 || type == GISA_TYPE_V2F16;
}

static uint64_t constant_of(const gisa_operand *o) {
    const bool wide = o->type == GISA_TYPE_B64 || o->type == GISA_TYPE_U64 || o->type == GISA_TYPE_I64 ||
                      o->type == GISA_TYPE_F64;
    if (o->kind == GISA_KIND_INLINE || !wide)
        return (uint64_t)o->value;
    if (o->type == GISA_TYPE_F64)
        return (uint64_t)o->value << 32;
    return o->type == GISA_TYPE_I64 ? (uint64_t)(int64_t)(int32_t)o->value : (uint32_t)o->value;
}

static undefined_place place_of(const gisa_operand *o) {
    undefined_place p = {.reg = o->reg,
                         .count = o->count,
                         .mods = o->mods,
                         .bits = bits_of(o->type),
                         .pair = is_pair(o->type),
                         .floats = is_float(o->type)};
    if (o->kind == GISA_KIND_VGPR)
        p.kind = PLACE_VECTOR;
    else if (o->kind == GISA_KIND_SGPR ||
             (o->kind == GISA_KIND_NAMED && (o->reg < 128 || o->reg == CODE_SCC)))
        p.kind = PLACE_SCALAR;
    else if (o->kind == GISA_KIND_INLINE || o->kind == GISA_KIND_LITERAL)
        p.kind = PLACE_CONSTANT;
    else
        p.kind = is_value(o) ? PLACE_DEFINED : PLACE_NOTHING;
    p.constant = p.kind == PLACE_CONSTANT ? constant_of(o) : 0;
    p.is_known = !(p.bits == 16 && o->flags & GISA_OPERAND_FLOAT) && !p.pair;
    p.count = p.count ? p.count : 2;
    p.is_read = o->access & GISA_ACCESS_READ;
    return p;
}

/* ---- modifiers ------------------------------------------------------------------------------ */

static unsigned number_of(const undefined_site *s, unsigned role) {
    const unsigned i = s->role_operand[role];
    return i ? (unsigned)s->insn->operand[i - 1].value : 0;
}

static void find_modifiers(undefined_site *s, const gisa_form_info *form, unsigned sources) {
    undefined_modifiers *m = &s->modifiers;
    const unsigned op_sel = number_of(s, GISA_ROLE_OP_SEL), low = (1u << sources) - 1;
    m->sdwa = s->role_operand[GISA_ROLE_SRC0_SEL];
    m->sel[0] = (uint8_t)number_of(s, GISA_ROLE_SRC0_SEL);
    m->sel[1] = (uint8_t)number_of(s, GISA_ROLE_SRC1_SEL);
    m->dst_sel =
        s->role_operand[GISA_ROLE_DST_SEL] ? (uint8_t)number_of(s, GISA_ROLE_DST_SEL) : GCN_SEL_DWORD;
    m->dst_unused = (uint8_t)number_of(s, GISA_ROLE_DST_UNUSED);
    m->dpp = s->role_operand[GISA_ROLE_DPP_CTRL];
    m->dpp_ctrl = (uint16_t)number_of(s, GISA_ROLE_DPP_CTRL);
    m->row_mask = (uint8_t)number_of(s, GISA_ROLE_ROW_MASK);
    m->bank_mask = (uint8_t)number_of(s, GISA_ROLE_BANK_MASK);
    m->bound_ctrl = (uint8_t)number_of(s, GISA_ROLE_BOUND_CTRL);
    m->packed = s->role_operand[GISA_ROLE_NEG_LO] && s->of_result[0].pair;
    m->paired = s->role_operand[GISA_ROLE_NEG_LO] && !m->packed;
    m->mixed = s->role_operand[GISA_ROLE_OP_SEL_HI] && !s->role_operand[GISA_ROLE_NEG_LO];
    m->op_sel = (uint8_t)(op_sel & low);
    m->op_sel_hi = (uint8_t)number_of(s, GISA_ROLE_OP_SEL_HI);
    m->high_result = op_sel > low || form->high_half;
    m->keeps_half = form->keeps_half;
    s->finishes = s->of_result[0].floats && (number_of(s, GISA_ROLE_CLAMP) || number_of(s, GISA_ROLE_OMOD));
    s->hides_values = s->insn->rest || number_of(s, GISA_ROLE_NEG_LO) || number_of(s, GISA_ROLE_NEG_HI);
}

/* ---- lists ---------------------------------------------------------------------------------- */

static void list_vectors(uint16_t *list, uint8_t *count, const undefined_place *p) {
    for (unsigned k = 0; k < p->count && *count < MOST_LISTED && p->reg + k < UNDEFINED_VGPRS; k++)
        list[(*count)++] = (uint16_t)(p->reg + k);
}

static void list_scalar(uint16_t *list, uint8_t *count, unsigned code) {
    if (undefined_is_followed(code) && *count < MOST_LISTED)
        list[(*count)++] = (uint16_t)code;
}

static void list_read(undefined_site *s, const undefined_place *p, bool is_mask) {
    if (p->kind == PLACE_VECTOR)
        list_vectors(s->vector, &s->vector_count, p);
    else if (p->kind == PLACE_SCALAR && is_mask && s->mask_count < 4 && undefined_is_followed(p->reg))
        s->mask[s->mask_count++] = p->reg;
    else if (p->kind == PLACE_SCALAR && !is_mask)
        for (unsigned k = 0; k < p->count; k++)
            list_scalar(s->scalar, &s->scalar_count, p->reg + k);
}

static void list_written(undefined_site *s, const undefined_place *p) {
    if (p->kind == PLACE_VECTOR)
        list_vectors(s->result, &s->result_count, p);
    else if (p->kind == PLACE_SCALAR)
        for (unsigned k = 0; k < p->count; k++)
            list_scalar(s->written, &s->written_count, p->reg + k);
}

static const struct {
    uint32_t state;
    uint16_t code, count;
} states[] = {
    {GISA_STATE_SCC, CODE_SCC, 1}, {GISA_STATE_VCC, GCN_CODE_VCC, 2}, {GISA_STATE_M0, GCN_CODE_M0, 1}};

static void list_states(uint16_t *list, uint8_t *count, uint32_t which) {
    for (unsigned i = 0; i < sizeof states / sizeof *states; i++)
        for (unsigned k = 0; which & states[i].state && k < states[i].count; k++)
            list_scalar(list, count, states[i].code + k);
}

/* Does it leave any of its result as it was? It is tried, with defined sources. */
static bool keeps_result(undefined_check *u, undefined_site *s) {
    const undefined_modifiers *m = &s->modifiers;
    const undefined_place *d = &s->of_result[0];
    const unsigned dwords = d->count < SHADOW_DWORDS ? d->count : SHADOW_DWORDS;
    if (d->kind == PLACE_NOTHING || s->tree->masks >> SHADOW_D & 1)
        return false;
    if (m->dpp || m->keeps_half || m->high_result || s->once ||
        (m->sdwa && m->dst_sel != GCN_SEL_DWORD && m->dst_unused == GCN_UNUSED_PRESERVE))
        return d->kind == PLACE_VECTOR;
    u->site = s;
    u->trial = true;
    u->exec = 1;
    undefined_results_clear(u);
    u->world.exec = 1;
    bool keeps = !shadow_run_tree(s->tree, &u->world, 0, &u->results) || !(u->results.have[0] & 1);
    u->trial = false;
    for (unsigned k = 0; k < dwords; k++)
        keeps |= u->results.of[0][0].undefined[k] & (d->bits == 16 || d->pair ? 0xffff : 0xffffffff);
    return keeps;
}

static void list_registers(undefined_check *u, undefined_site *s, const watch_site *facts) {
    for (unsigned i = 0; i < 4; i++)
        list_read(s, &s->source[i], s->tree->masks >> (SHADOW_S0 + i) & 1);
    for (unsigned i = 0; i < 2; i++)
        list_written(s, &s->of_result[i]);
    list_states(s->scalar, &s->scalar_count, s->tree->states & facts->state_reads);
    if (s->tree->words >> SHADOW_MESSAGE & 1)
        list_states(s->scalar, &s->scalar_count, GISA_STATE_M0);
    list_states(s->written, &s->written_count, s->tree->writes);
    if (keeps_result(u, s) || s->of_result[0].is_read)
        list_read(s, &s->of_result[0], false);
}

/* Of an instruction of which no more is known. */
static void list_results(undefined_site *s, const watch_site *facts) {
    enum { FIRST_VECTOR = 256, CODES = 512 };
    for (unsigned code = 0; code < CODES; code++) {
        if (!(facts->writes.bits[code / 64] >> code % 64 & 1))
            continue;
        if (code >= FIRST_VECTOR && s->result_count < MOST_LISTED)
            s->result[s->result_count++] = (uint16_t)(code - FIRST_VECTOR);
        else if (code < FIRST_VECTOR && s->written_count < MOST_LISTED)
            s->written[s->written_count++] = (uint16_t)code;
    }
}

/* ---- moves ---------------------------------------------------------------------------------- */

static bool is_word(const shadow_node *n, shadow_word_kind kind) {
    return n->kind == SHADOW_WORD && n->word->kind == kind;
}

static bool is_operand(const shadow_node *n, unsigned number) {
    return is_word(n, SHADOW_OPERAND) && n->word->number == number;
}

/* The whole of an operand; its node is `n`, or the word in it. */
static const shadow_node *seen(const shadow_node *n) {
    return n->kind == SHADOW_VIEW && !n->is_each && !n->is_mask && n->part_count == 1 ? n->parts[0] : n;
}

static bool is_lane_of(undefined_site *s, const shadow_node *n, unsigned operand) {
    if (!is_word(n, SHADOW_OF_LANE) || n->part_count != 2 || !is_operand(n->parts[0], operand))
        return false;
    s->first_lane = is_word(n->parts[1], SHADOW_FIRST_LANE);
    return s->first_lane || is_operand(seen(n->parts[1]), SHADOW_S0 + 1);
}

/* A source of 32 bits as it is: its number; -1: it is something else. */
static int plain_source(const undefined_site *s, const shadow_node *n) {
    const shadow_node *word = seen(n);
    if (word == n || !is_word(word, SHADOW_OPERAND) || word->word->number < SHADOW_S0)
        return -1;
    const undefined_place *p = &s->source[word->word->number - SHADOW_S0];
    return p->bits == 32 && p->count == 1 && !p->mods && !p->pair ? (int)(word->word->number - SHADOW_S0)
                                                                  : -1;
}

/* v = condition ? a : b, or v = a, in each lane. */
static undefined_move select_of(undefined_site *s, const shadow_node *to, const shadow_node *from) {
    const undefined_modifiers *m = &s->modifiers;
    const bool chooses = from->kind == SHADOW_CHOOSE && from->parts[0]->is_mask;
    const int yes = plain_source(s, chooses ? from->parts[1] : from),
              no = plain_source(s, chooses ? from->parts[2] : from);
    if (!is_operand(to, SHADOW_D) || s->of_result[0].kind != PLACE_VECTOR || s->of_result[0].count != 1 ||
        yes < 0 || no < 0 || !s->is_compute || s->once || s->hides_values || s->finishes || m->sdwa || m->dpp)
        return MOVE_NONE;
    s->yes = (uint8_t)yes;
    s->no = (uint8_t)no;
    if (!chooses)
        return MOVE_COPY;
    const shadow_node *condition = from->parts[0]->parts[0];
    if (!is_word(condition, SHADOW_OPERAND) || condition->word->number < SHADOW_S0)
        return MOVE_NONE;
    s->condition = (uint8_t)(condition->word->number - SHADOW_S0);
    return s->source[s->condition].kind == PLACE_SCALAR && s->source[s->condition].reg < 128 ? MOVE_SELECT
                                                                                             : MOVE_NONE;
}

static undefined_move move_of(undefined_site *s) {
    const shadow_node *root = s->tree->root, *n = root->part_count == 1 ? root->parts[0] : root;
    if (n->kind != SHADOW_ASSIGN || n->op || n->type.bits % 32 ||
        n->parts[0]->type.bits != n->parts[1]->type.bits)
        return MOVE_NONE;
    const shadow_node *to = seen(n->parts[0]), *from = seen(n->parts[1]);
    const unsigned dwords = n->type.bits / 32;
    if (is_operand(to, SHADOW_D) && is_word(from, SHADOW_ELEMENT) && s->of_result[0].kind == PLACE_VECTOR)
        return s->of_result[0].count == dwords && dwords <= 4 ? MOVE_FROM_MEMORY : MOVE_NONE;
    if (is_word(to, SHADOW_ELEMENT) && is_operand(from, SHADOW_S0) && s->source[0].kind == PLACE_VECTOR)
        return s->source[0].count == dwords && dwords <= 4 ? MOVE_TO_MEMORY : MOVE_NONE;
    if (dwords != 1)
        return MOVE_NONE;
    const undefined_move select = select_of(s, to, n->parts[1]);
    if (select)
        return select;
    if (is_operand(to, SHADOW_D) && is_lane_of(s, from, SHADOW_S0) && s->source[0].kind == PLACE_VECTOR)
        return MOVE_FROM_LANE;
    return is_operand(from, SHADOW_S0) && is_lane_of(s, to, SHADOW_D) && s->source[0].kind != PLACE_VECTOR
               ? MOVE_TO_LANE
               : MOVE_NONE;
}

/* ---- instructions --------------------------------------------------------------------------- */

static void add_address(undefined_site *s, const undefined_place *p) {
    if (s->address_count < MOST_PLACES && (p->kind == PLACE_VECTOR || p->kind == PLACE_SCALAR))
        s->address[s->address_count++] = *p;
}

static void add_operand(undefined_site *s, unsigned i, unsigned role, unsigned *sources, unsigned *results) {
    const gisa_operand *o = &s->insn->operand[i];
    const undefined_place p = place_of(o);
    if (o->kind == GISA_KIND_NONE && role == GISA_ROLE_SOURCE)
        ++*sources;
    else if (!is_value(o))
        s->role_operand[role] = (uint8_t)(i + 1);
    else if (role == GISA_ROLE_SOURCE && *sources < 4)
        s->source[(*sources)++] = p;
    else if (role == GISA_ROLE_RESULT && *results < 2)
        s->of_result[(*results)++] = p;
    else if (role == GISA_ROLE_ADDRESS || role == GISA_ROLE_RESOURCE || role == GISA_ROLE_SAMPLER ||
             role == GISA_ROLE_BASE || role == GISA_ROLE_OFFSET)
        add_address(s, &p);
}

static void find_operands(const undefined_check *u, undefined_site *s, const gisa_form_info *form) {
    unsigned sources = 0, results = 0;
    for (unsigned i = 0; i < s->insn->operand_count; i++) {
        gisa_operand_info info;
        if (gisa_form_operand(u->isa, s->insn->form, i, &info) == GISA_OK)
            add_operand(s, i, info.role, &sources, &results);
    }
    find_modifiers(s, form, sources);
}

static bool has(const undefined_site *s, shadow_word_kind kind) {
    return s->tree->words >> kind & 1;
}

/* Which kind of instruction it is. */
static void find_kind(undefined_site *s, const gisa_form_info *form, const watch_site *facts) {
    static const undefined_place m0 = {.kind = PLACE_SCALAR, .reg = GCN_CODE_M0, .count = 1};
    const bool compute = form->class_ == GISA_CLASS_VALU || form->class_ == GISA_CLASS_INTERP;
    const bool atomic = has(s, SHADOW_ATOMIC);
    s->is_load = atomic || has(s, SHADOW_LOAD) || (has(s, SHADOW_ELEMENT) && s->of_result[0].kind);
    s->is_store = atomic || has(s, SHADOW_STORE) || (has(s, SHADOW_ELEMENT) && !s->of_result[0].kind);
    s->is_memory = s->is_load || s->is_store;
    s->in_lds = (facts->state_reads | facts->state_writes) & GISA_STATE_LDS;
    s->in_memory = (facts->state_reads | facts->state_writes) & GISA_STATE_MEMORY;
    s->by_number = has(s, SHADOW_SGPR) || has(s, SHADOW_VGPR);
    s->is_compute = compute;
    s->once = form->once || !(compute || form->class_ == GISA_CLASS_DS || form->class_ == GISA_CLASS_FLAT ||
                              form->class_ == GISA_CLASS_BUFFER || form->class_ == GISA_CLASS_IMAGE ||
                              form->class_ == GISA_CLASS_EXPORT);
    s->all_lanes = form->once || has(s, SHADOW_OF_LANE);
    s->sets_mode = facts->state_writes & GISA_STATE_MODE;
    s->needs_a_lane = !compute && facts->state_reads & GISA_STATE_EXEC && form->class_ != GISA_CLASS_SALU &&
                      form->class_ != GISA_CLASS_BRANCH && form->class_ != GISA_CLASS_CONTROL;
    if (s->is_memory && facts->state_reads & GISA_STATE_M0)
        add_address(s, &m0);
}

undefined_site *undefined_site_new(undefined_check *u, const gisa_site *site, const watch_site *facts) {
    undefined_site *s = calloc(1, sizeof *s);
    gisa_form_info form;
    if (!s)
        return NULL;
    s->insn = &site->insn;
    s->tree = site->insn.size && u->vocabulary ? shadow_tree_of(u->vocabulary, facts->operation) : NULL;
    s->skipped = !s->tree || gisa_form(u->isa, site->insn.form, &form) != GISA_OK;
    if (s->skipped) {
        list_results(s, facts);
        return s;
    }
    find_operands(u, s, &form);
    find_kind(s, &form, facts);
    list_registers(u, s, facts);
    s->move = move_of(s);
    s->is_plain = !s->is_memory && !s->by_number && !s->address_count;
    return s;
}
