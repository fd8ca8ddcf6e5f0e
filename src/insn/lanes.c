/* SPDX-License-Identifier: MIT */
/* Runs bodies that work on lanes: fetches operands, lets the body work on the copies, stores
   results. */
#include <sched.h>
#include <string.h>

#include "body.h"
#include "buffer_found.h"
#include "level.h"
#include "modify.h"

/* TBA, TMA and the trap temporaries are there for the trap handler alone. */
static bool is_of_traps(const gisa_operand *o) {
    return o->kind == GISA_KIND_TTMP ||
           (o->kind == GISA_KIND_NAMED && o->reg >= CODE_TBA && o->reg < CODE_TMA + 2);
}

/* Where the scalar operand is in gcn_wave.scalar; after the last one: nowhere. */
static unsigned scalar_place(const gisa_operand *o, unsigned k) {
    unsigned n = o->reg + k;
    if (o->kind == GISA_KIND_TTMP)
        return n < GISA_TTMPS ? SCALAR_TTMP + n : SCALAR_SPECIAL;
    return n < GISA_SCALARS ? n : SCALAR_SPECIAL;
}

static uint32_t trap_word(const gcn_wave *w, const gisa_operand *o, unsigned k) {
    unsigned place = scalar_place(o, k);
    return w->priv && place < SCALAR_SPECIAL ? w->scalar.w[place] : 0;
}

gisa_trap_registers sgpr_keep_trap(const gcn_wave *w) {
    gisa_trap_registers kept;
    memcpy(kept.base, &w->scalar.w[CODE_TBA], sizeof kept.base);
    memcpy(kept.temporary, &w->scalar.w[SCALAR_TTMP], sizeof kept.temporary);
    return kept;
}

void sgpr_restore_trap(gcn_wave *w, const gisa_trap_registers *kept) {
    memcpy(&w->scalar.w[CODE_TBA], kept->base, sizeof kept->base);
    memcpy(&w->scalar.w[SCALAR_TTMP], kept->temporary, sizeof kept->temporary);
}

bool sgpr_is_special(const gisa_operand *o) {
    return (o->kind == GISA_KIND_NAMED && o->reg >= GISA_SCALARS) || is_of_traps(o);
}

uint64_t sgpr_special(const gcn_wave *w, const gisa_operand *o) {
    const gisa_device *device = w->device;
    if (is_of_traps(o))
        return trap_word(w, o, 0) | (uint64_t)trap_word(w, o, 1) << 32;
    switch (o->reg) {
    case GCN_CODE_SRC_SHARED_BASE: return device->shared_aperture;
    case GCN_CODE_SRC_SHARED_LIMIT: return device->shared_aperture | 0xffffffff;
    case GCN_CODE_SRC_PRIVATE_BASE: return device->private_aperture;
    case GCN_CODE_SRC_PRIVATE_LIMIT: return device->private_aperture | 0xffffffff;
    case GCN_CODE_SRC_VCCZ: return w->scalar.q[CODE_VCC / 2] == 0;
    case GCN_CODE_SRC_EXECZ: return w->scalar.q[CODE_EXEC / 2] == 0;
    case GCN_CODE_SRC_SCC: return w->scc;
    default: return 0;
    }
}

uint32_t *sgpr_at(gcn_wave *w, uint32_t number) {
    uint32_t *beyond = (uint32_t *)(void *)w->copy[0].bytes;
    if (number < w->sgpr_count)
        return &w->scalar.w[number];
    *beyond = w->scalar.w[0];
    return beyond;
}

uint32_t *vgpr_at(gcn_wave *w, const gisa_lane *lane, uint32_t number) {
    uint32_t *beyond = (uint32_t *)(void *)w->copy[0].bytes;
    if (number < w->vgpr_count)
        return &w->vgpr[number][lane->number];
    *beyond = w->vgpr[0][lane->number];
    return beyond;
}

/* ---- operands --------------------------------------------------------------------------- */

/* A register beyond the last one reads as the first. */
static const uint32_t *vector_row(const gcn_wave *w, unsigned number) {
    return w->vgpr[number < w->vgpr_count ? number : 0];
}

uint32_t sgpr_operand_word(const gcn_wave *w, const gisa_operand *o, unsigned k) {
    unsigned place;
    if (o->kind == GISA_KIND_INLINE || o->kind == GISA_KIND_LITERAL)
        return k < 2 ? (uint32_t)(constants_of(o) >> 32 * k) : 0;
    if (is_of_traps(o))
        return trap_word(w, o, k);
    if (sgpr_is_special(o))
        return k < 2 ? (uint32_t)(sgpr_special(w, o) >> 32 * k) : 0;
    place = scalar_place(o, k);
    return place < SCALAR_SPECIAL ? w->scalar.w[place] : 0;
}

/* Reads one operand into all lanes; `index` is added to the number of a vector register, `offset`
   is where it goes in gisa_lane. */
static void fetch(gcn_wave *w, const gisa_operand *o, unsigned index, size_t offset, unsigned lanes) {
    unsigned count = o->count ? o->count : 2;
    if (lanes == 1 && o->kind == GISA_KIND_SGPR &&
        o->reg + count <= CODE_VCC) { /* more than asked for is harmless */
        memcpy((char *)w->lane + offset, &w->scalar.w[o->reg], sizeof(gisa_reg));
        return;
    }
    for (unsigned k = 0; k < 16 && (k < count || k < 2);
         k++) { /* two dwords at least, which bodies may ask for */
        size_t at = offset + 4 * k;
        if (k >= count)
            for (unsigned i = 0; i < lanes; i++)
                *(uint32_t *)(void *)((char *)&w->lane[i] + at) = 0;
        else if (o->kind == GISA_KIND_VGPR) {
            const uint32_t *row = vector_row(w, o->reg + index + k);
            for (unsigned i = 0; i < lanes; i++)
                *(uint32_t *)(void *)((char *)&w->lane[i] + at) = row[i];
        } else {
            uint32_t word = sgpr_operand_word(w, o, k);
            for (unsigned i = 0; i < lanes; i++)
                *(uint32_t *)(void *)((char *)&w->lane[i] + at) = word;
        }
    }
}

/* What lies beyond the last register is not written. */
static void store(gcn_wave *w, const gisa_operand *o, unsigned index, uint64_t active) {
    if (is_of_traps(o) && !w->priv)
        return;
    for (unsigned k = 0; k < o->count && k < 16; k++)
        if (o->kind != GISA_KIND_VGPR)
            w->scalar.w[scalar_place(o, k)] = w->lane[0].op_D.w[k];
        else if (o->reg + index + k < w->vgpr_count)
            for (unsigned i = 0; i < GISA_LANES; i++)
                if (active >> i & 1)
                    w->vgpr[o->reg + index + k][i] = w->lane[i].op_D.w[k];
}

/* Of instructions that compute; those that go through memory take registers as they are. */
static unsigned index_of(const gcn_wave *w, const gisa_op *op, unsigned which) {
    return op->indexed ? op_register_index(w, which) : 0;
}

static void fetch_all(gcn_wave *w, const gisa_op *op) {
    static const size_t sources[] = {offsetof(gisa_lane, op_S0), offsetof(gisa_lane, op_S1),
                                     offsetof(gisa_lane, op_S2), offsetof(gisa_lane, op_S3)};
    unsigned lanes = op->vector ? GISA_LANES : 1;
    for (unsigned i = 0; i < op->source_count; i++)
        fetch(w, &op->source[i], index_of(w, op, i), sources[i], lanes);
    if (op->has_sbase)
        fetch(w, &op->sbase, 0, offsetof(gisa_lane, op_SBASE), lanes);
    if (op->has_d)
        fetch(w, &op->result, index_of(w, op, INDEX_RESULT), offsetof(gisa_lane, op_D), lanes);
    for (unsigned i = 0; i < lanes; i++)
        w->lane[i].base = 0;
    for (unsigned k = 0; k < op->address_count; k++)
        for (unsigned i = 0; i < lanes; i++) {
            const gisa_operand *o = &op->address[k];
            uint64_t part = 0;
            for (unsigned n = 0; n < o->count && n < 2; n++)
                part |= (uint64_t)(o->kind == GISA_KIND_VGPR ? vector_row(w, o->reg + n)[i]
                                                             : sgpr_operand_word(w, o, n))
                        << 32 * n;
            if (o->kind == GISA_KIND_INLINE || o->kind == GISA_KIND_LITERAL)
                part = constants_of(o);
            w->lane[i].base += part;
        }
}

static bool is_same(const gisa_buffer_key *key, const uint32_t resource[4], const gisa_buffer_access *a) {
    const uint32_t *r = key->resource;
    const uint32_t other =
        (r[0] ^ resource[0]) | (r[1] ^ resource[1]) | (r[2] ^ resource[2]) | (r[3] ^ resource[3]);
    return !other && key->access.idxen == a->idxen && key->access.offen == a->offen &&
           key->access.addr64 == a->addr64 && key->access.typed == a->typed;
}

/* The buffer that the instruction names: most often that of the one before, with another offset. */
static void open_buffer(gcn_wave *w, const gisa_op *op) {
    uint32_t words[4];
    const uint32_t *resource = op_names_buffer(op) ? &w->scalar.w[op->in_buffer.resource.reg] : words;
    for (unsigned k = 0; k < 4 && resource == words; k++)
        words[k] = sgpr_operand_word(w, &op->in_buffer.resource, k);
    if (!w->buffer.address_mask || !is_same(&w->buffer_of, resource, &op->access)) {
        w->buffer = buffer_open(&op->buffer_facts->rules, resource, &op->access);
        memcpy(w->buffer_of.resource, resource, sizeof w->buffer_of.resource);
        w->buffer_of.access = op->access;
        element_open_format(w);
    } else if (op->access.typed)
        element_open_format(w);
    w->buffer.access.offset = op->access.offset;
    buffer_move(&w->buffer, sgpr_operand_word(w, &op->in_buffer.soffset, 0));
}

/* ---- lanes ------------------------------------------------------------------------------ */

gisa_lane *lanes_next(gcn_wave *w, const gisa_lane *lane) {
    for (unsigned i = lane ? lane->number + 1 : 0; i < GISA_LANES; i++)
        if (*wave_exec(w) >> i & 1)
            return &w->lane[i];
    return NULL;
}

unsigned lanes_first(const gcn_wave *w) {
    uint64_t exec = w->scalar.q[CODE_EXEC / 2];
    return exec ? (unsigned)__builtin_ctzll(exec) : 0;
}

void lanes_each(gcn_wave *w, void (*body)(gcn_wave *, gisa_lane *)) {
    uint64_t active = *wave_exec(w);
    for (unsigned i = 0; i < GISA_LANES && !w->fault.kind; i++)
        if (active >> i & 1) {
            body(w, &w->lane[i]);
            element_copies_back(w);
        }
}

/* ---- the step --------------------------------------------------------------------------- */

static bool skips_vectors(const gcn_wave *w) {
    return w->mode & GCN_MODE_VSKIP;
}

const gisa_op *step_lanes(gcn_wave *w, const gisa_op *op) {
    uint64_t active = *wave_exec(w);
    if ((op->needs_a_lane && !active) || (op->vector && skips_vectors(w)))
        return op_next(op);
    w->op = op;
    w->lds_near = 0;
    w->writes_d = op->has_d;
    w->index_D = op->result.reg + index_of(w, op, INDEX_RESULT);
    w->index_S0 = op->source[0].reg + index_of(w, op, 0);
    fetch_all(w, op);
    op->body->lanes(w);
    element_copies_back(w);
    if (w->waiting || w->fault.kind) {
        w->pc = op->next_pc - 4u * op->units;
        return NULL;
    }
    w->again = false;
    if (w->writes_d)
        store(w, &op->result, index_of(w, op, INDEX_RESULT), op->all_lanes ? ~UINT64_C(0) : active);
    return op_next(op);
}

/* Where all registers are there. */
const gisa_op *step_across(gcn_wave *w, const gisa_op *op) {
    gisa_rows rows;
    if (op->top > w->easy_top || (op->needs_a_lane && !*wave_exec(w)))
        return step_lanes(w, op);
    wave_show_exec(w);
    for (unsigned i = 0; i < GISA_SOURCES; i++)
        rows.s[i] = op->constant[i] ? op->constant[i] : (const uint32_t *)((const char *)w + op->s[i]);
    rows.d = (uint32_t *)((char *)w + op->d);
    rows.mask = w->mask;
    w->address_row[0] = op->address_count ? (const uint32_t *)((const char *)w + op->from[0]) : NULL;
    op->near(w, op, &rows);
    return op_next(op);
}

/* What all waves share changes in several steps. */
const gisa_op *step_alone(gcn_wave *w, const gisa_op *op) {
    bool *taken = &w->device->sync->taken;
    const gisa_op *next;
    while (__atomic_test_and_set(taken, __ATOMIC_ACQUIRE))
        sched_yield();
    next = step_lanes(w, op);
    __atomic_clear(taken, __ATOMIC_RELEASE);
    return next;
}

/* ---- memory ----------------------------------------------------------------------------- */

/* Rows of an operand: the registers themselves, or, where they are not all there, copies at
   `temp`. */
static const uint32_t *rows_of(gcn_wave *w, const gisa_operand *o, unsigned temp) {
    if (o->kind == GISA_KIND_VGPR && o->reg + o->count <= w->vgpr_count)
        return w->vgpr[o->reg];
    for (unsigned k = 0; k < o->count && k < 4; k++)
        if (o->kind == GISA_KIND_VGPR)
            memcpy(w->temp[temp + k], vector_row(w, o->reg + k), sizeof(gisa_row));
        else
            w->level->fill(w->temp[temp + k], sgpr_operand_word(w, o, k));
    return w->temp[temp];
}

/* An address in registers that are there. */
static void open_easy(gcn_wave *w, const gisa_op *op) {
    w->address_sum = 0;
    if (op->from[2])
        memcpy(&w->address_sum, (const char *)w + op->from[2], sizeof w->address_sum);
    w->address_row[0] = (const uint32_t *)((const char *)w + op->from[0]);
    w->address_row[1] = op->from[1] ? (const uint32_t *)((const char *)w + op->from[1]) : NULL;
}

/* An address has at most one vector register or pair; the rest is the same for all lanes. */
static void open_address(gcn_wave *w, const gisa_op *op) {
    const gisa_operand *vector = op->buffer_facts ? &op->in_buffer.vaddr : NULL;
    w->address_sum = 0;
    w->address_row[0] = w->address_row[1] = NULL;
    for (unsigned i = 0; !op->buffer_facts && i < op->address_count; i++) {
        const gisa_operand *o = &op->address[i];
        if (o->kind == GISA_KIND_VGPR)
            vector = o;
        else
            w->address_sum +=
                sgpr_operand_word(w, o, 0) | (o->count > 1 ? (uint64_t)sgpr_operand_word(w, o, 1) << 32 : 0);
    }
    for (unsigned k = 0; vector && vector->kind == GISA_KIND_VGPR && k < vector->count && k < 2; k++)
        w->address_row[k] = vector_row(w, vector->reg + k);
}

/* Active lanes of the result; registers that are not there are not written. */
static void store_rows(gcn_wave *w, const gisa_operand *o, const uint32_t *row) {
    for (unsigned k = 0; k < o->count && o->reg + k < w->vgpr_count; k++, row += GISA_LANES) {
        uint32_t *to = w->vgpr[o->reg + k];
        for (unsigned i = 0; i < GISA_LANES; i++)
            to[i] = (row[i] & w->mask[i]) | (to[i] & ~w->mask[i]);
    }
}

/* A scalar load from where the last one was. */
const gisa_op *step_load(gcn_wave *w, const gisa_op *op) {
    gisa_rows rows;
    rows.d = (uint32_t *)((char *)w + op->d);
    rows.s[0] = (const uint32_t *)((const char *)w + op->s[0]);
    open_address(w, op);
    return !w->traffic && op->near(w, op, &rows) ? op_next(op) : step_lanes(w, op);
}

/* On the registers as they are. */
static bool run_near(gcn_wave *w, const gisa_op *op) {
    gisa_rows rows;
    rows.d = (uint32_t *)((char *)w + op->d);
    rows.mask = w->mask;
    for (unsigned i = 0; op->source_count && i < GISA_SOURCES; i++)
        rows.s[i] = (const uint32_t *)((const char *)w + op->s[i]);
    return op->near(w, op, &rows);
}

static const gisa_row none;

/* One that reads elements and writes them in one go. */
static bool is_atomic(const gcn_wave *w, const gisa_op *op) {
    const form *f = &w->isa->forms[op->form];
    return f->reads & f->writes & (GISA_STATE_LDS | GISA_STATE_MEMORY);
}

void memory_find_buffer(gcn_wave *w, const gisa_op *op, gisa_buffer_found *b) {
    w->op = op;
    open_buffer(w, op);
    *b = (gisa_buffer_found){
        .kind = op->buffer_kind, .base = w->buffer.base, .unchanged = w->unchanged, .texel = w->texel};
    memcpy(b->resource, w->buffer_of.resource, sizeof b->resource);
    b->lined = buffer_line(&w->buffer, &b->line);
}

/* The same in a buffer. Of a register that the instruction does not have, nothing is read. */
static bool run_near_buffer(gcn_wave *w, const gisa_op *op) {
    const gisa_buffer_access *a = &op->access;
    const uint32_t *const *row = w->address_row;
    w->address_sum = w->buffer.origin - (uint64_t)op->offset;
    if (w->level->buffer_bases(w, a->idxen ? row[0] : NULL, a->offen ? row[a->idxen] : NULL, op_dwords(op)) &&
        run_near(w, op))
        return true;
    open_address(w, op);
    return false;
}

bool memory_bases(gcn_wave *w, const gisa_op *op, uint64_t *base) {
    if (is_atomic(w, op) || op->buffer_facts || op->run != step_memory || !op->near ||
        op->top > w->easy_top || !*wave_exec(w) || skips_vectors(w))
        return false;
    open_address(w, op);
    w->level->addresses(base, w->address_row[0] ? w->address_row[0] : none, w->address_row[1],
                        w->address_sum);
    return true;
}

bool memory_run_near(gcn_wave *w, const gisa_op *op) {
    wave_show_exec(w);
    w->op = op;
    w->lds_near = op_reachable_lds(w, op);
    return run_near(w, op);
}

static __attribute__((noinline)) const gisa_op *step_any_memory(gcn_wave *w, const gisa_op *op) {
    gisa_rows rows;
    if ((op->needs_a_lane && !*wave_exec(w)) || skips_vectors(w))
        return op_next(op);
    wave_show_exec(w);
    w->op = op;
    w->lds_near = op_reachable_lds(w, op);
    open_address(w, op);
    if (op->buffer_facts)
        open_buffer(w, op);
    if (op->near && op->top <= w->easy_top && !w->traffic &&
        (op->buffer_facts ? run_near_buffer(w, op) : run_near(w, op)))
        return op_next(op);
    rows.d = w->temp[TEMP_D];
    for (unsigned i = 0; i < op->source_count; i++)
        rows.s[i] = rows_of(w, &op->source[i], 4 * i);
    for (unsigned k = 0; k < op->result.count; k++)
        memcpy(w->temp[TEMP_D + k], vector_row(w, op->result.reg + k), sizeof(gisa_row));
    op->body->memory(w, op, &rows);
    if (w->fault.kind) {
        w->pc = op->next_pc - 4u * op->units;
        return NULL;
    }
    if (op->status)
        memset(w->temp[TEMP_D + op->result.count - 1], 0, sizeof(gisa_row));
    if (op->has_d)
        store_rows(w, &op->result, w->temp[TEMP_D]);
    return op_next(op);
}

/* The most common case: an address that is easy, and memory where it was before. */
const gisa_op *step_memory(gcn_wave *w, const gisa_op *op) {
    if (!op->easy_address || op->top > w->easy_top || w->traffic)
        return step_any_memory(w, op);
    wave_show_exec(w);
    w->op = op;
    w->lds_near = op_reachable_lds(w, op);
    open_easy(w, op);
    return run_near(w, op) ? op_next(op) : step_any_memory(w, op);
}

/* In a buffer whose resource is in scalar registers, at one vector register at most: most often the
   wave has found it before. */
const gisa_op *step_buffer(gcn_wave *w, const gisa_op *op) {
    const gisa_operand *resource = &op->in_buffer.resource;
    gisa_buffer_found *b = &w->found[resource->reg / 4 % BUFFERS_FOUND];
    const bool numbered = op->access.idxen || op->access.offen; /* the place of v0 is 0 */
    const uint32_t soffset =
        op->from[2] ? *(const uint32_t *)((const char *)w + op->from[2]) : op->buffer_soffset;
    if (!op->near || op->top > w->easy_top || w->traffic || !*wave_exec(w))
        return step_any_memory(w, op);
    wave_show_exec(w);
    w->op = op;
    w->lds_near = op_reachable_lds(w, op);
    if (!buffer_is_found(b, &w->scalar.w[resource->reg], op->buffer_kind))
        memory_find_buffer(w, op, b);
    if (!b->lined)
        return step_any_memory(w, op);
    w->address_row[0] =
        buffer_go(w, op, b, soffset, numbered ? (const uint32_t *)((const char *)w + op->from[0]) : none,
                  w->place[0], w->level->places);
    w->address_row[1] = NULL;
    return w->address_row[0] && run_near(w, op) ? op_next(op) : step_any_memory(w, op);
}

/* A scalar instruction with an operand that is no register, or not always. */
const gisa_op *step_special(gcn_wave *w, const gisa_op *op) {
    gisa_trap_registers kept = sgpr_keep_trap(w);
    const gisa_op *next;
    bool priv = w->priv;
    if (!priv && op->has_d && is_of_traps(&op->result)) /* its old value reads as 0 */
        memset((char *)w + op->d, 0, sizeof(uint32_t) * op->result.count);
    for (unsigned i = 0; i < op->source_count; i++)
        if (sgpr_is_special(&op->source[i]))
            w->scalar.q[SCALAR_SPECIAL / 2 + 1 + i] = sgpr_special(w, &op->source[i]);
    next = op->body->scalar(w, op);
    if (!priv && op->has_d)
        sgpr_restore_trap(w, &kept);
    return next;
}
