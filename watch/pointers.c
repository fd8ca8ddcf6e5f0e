/* SPDX-License-Identifier: MIT */
/* Pointers from the arguments in registers. */
#include "pointers.h"

enum { VECTORS = 256, SCALARS = 106 }; /* operand codes from 256 on, and below 106 */

static bool has(const gisa_registers *r, unsigned code) {
    return r->bits[code / 64] >> code % 64 & 1;
}

static uint64_t all_lanes(unsigned code, uint64_t exec) {
    return code < VECTORS ? UINT64_MAX : exec;
}

/* ---- changes --------------------------------------------------------------------------------- */

/* In lanes that are not active a vector register keeps what it had. */
static void set(pointers *p, unsigned code, uint64_t exec, uint64_t block, uint8_t part) {
    pointer_half *h = &p->at[code];
    const uint64_t lanes = all_lanes(code, exec);
    if (block && (h->block != block || h->part != part))
        *h = (pointer_half){block, lanes, part};
    else if (block)
        h->lanes |= lanes;
    else
        h->lanes &= ~lanes;
    if (!h->lanes)
        h->block = 0;
    if (h->block)
        p->held.bits[code / 64] |= UINT64_C(1) << code % 64;
    else
        p->held.bits[code / 64] &= ~(UINT64_C(1) << code % 64);
}

/* What the sources of an instruction are together: at most one pointer. */
typedef struct source {
    uint64_t block;
    unsigned parts; /* POINTER_LOW, POINTER_HIGH */
    bool several;
} source;

static source source_of(const pointers *p, const watch_site *site, uint64_t exec) {
    source s = {0};
    for (unsigned word = 0; word < 8; word++)
        for (uint64_t left = site->reads.bits[word] & p->held.bits[word]; left; left &= left - 1) {
            const unsigned code = 64 * word + (unsigned)__builtin_ctzll(left);
            const pointer_half *h = &p->at[code];
            if (exec & ~h->lanes && code >= VECTORS)
                continue; /* not in all lanes that take part */
            s.several |= (s.block && s.block != h->block) || (s.parts & h->part);
            s.block = h->block;
            s.parts |= h->part;
        }
    if (s.several)
        s.block = 0;
    return s;
}

static unsigned count_of(const gisa_registers *r, unsigned first, unsigned end) {
    unsigned count = 0;
    for (unsigned word = first / 64; 64 * word < end; word++)
        for (uint64_t left = r->bits[word]; left; left &= left - 1) {
            const unsigned code = 64 * word + (unsigned)__builtin_ctzll(left);
            count += code >= first && code < end;
        }
    return count;
}

/* The results of a move or a sum: one half where one is read, both where both are. */
static void compute(pointers *p, const watch_site *site, uint64_t exec) {
    const bool carries = site->is_move || site->is_sum;
    const source s = carries ? source_of(p, site, exec) : (source){0};
    const unsigned first = site->is_vector ? VECTORS : 0, end = site->is_vector ? POINTER_CODES : SCALARS;
    const unsigned results = count_of(&site->writes, first, end);
    unsigned done = 0;
    for (unsigned word = 0; word < 8; word++)
        for (uint64_t left = site->writes.bits[word]; left; left &= left - 1) {
            const unsigned code = 64 * word + (unsigned)__builtin_ctzll(left);
            const bool is_result = code >= first && code < end;
            uint8_t part = 0;
            if (is_result && results == 1 && s.parts != (POINTER_LOW | POINTER_HIGH))
                part = (uint8_t)s.parts;
            else if (is_result && results == 2 && s.parts == (POINTER_LOW | POINTER_HIGH))
                part = done++ ? POINTER_HIGH : POINTER_LOW;
            set(p, code, exec, part ? s.block : 0, part);
        }
}

/* A scalar load from the arguments: pairs of words that are an address in a block are pointers. */
static void load(pointers *p, const gisa_watch *watch, const gisa_observed_wave *wave, const watch_site *site,
                 const gisa_observed_step *step) {
    const gisa_observed_launch *l = watch_launch(watch);
    const uint64_t at = step->access_count ? step->access[0].address : 0;
    const bool from_arguments = l->kernarg && at >= l->kernarg && at - l->kernarg < l->asked->kernarg_size;
    unsigned word = (unsigned)(at - l->kernarg) / 4 % 2;
    for (unsigned i = 0; i < 8; i++)
        for (uint64_t left = site->writes.bits[i]; left; left &= left - 1)
            set(p, 64 * i + (unsigned)__builtin_ctzll(left), *wave->exec, 0, 0);
    if (!from_arguments || site->is_vector || at % 4)
        return;
    for (unsigned code = 0; code + 1 < SCALARS; code++) {
        const watch_block *b;
        if (!has(&site->writes, code) || word++ % 2 || !has(&site->writes, code + 1))
            continue;
        b = watch_block_at(watch, wave->scalar[code] | (uint64_t)wave->scalar[code + 1] << 32);
        if (b) {
            set(p, code, 0, b->start, POINTER_LOW);
            set(p, code + 1, 0, b->start, POINTER_HIGH);
        }
    }
}

static bool touches(const pointers *p, const watch_site *site) {
    uint64_t any = 0;
    for (unsigned i = 0; i < 8; i++)
        any |= (site->reads.bits[i] | site->writes.bits[i]) & p->held.bits[i];
    return any;
}

void pointers_step(pointers *p, const gisa_watch *watch, const gisa_observed_wave *wave,
                   const gisa_observed_step *step) {
    const watch_site *site = watch_site_of(step->site);
    if (step->kind == GISA_WAVE_KIND_WAITS)
        return;
    if (site->is_load)
        load(p, watch, wave, site, step);
    else if (touches(p, site))
        compute(p, site, *wave->exec);
}

/* ---- addresses ------------------------------------------------------------------------------- */

static unsigned code_of(const gisa_operand *o) {
    return o->kind == GISA_KIND_VGPR ? VECTORS + o->reg : o->reg;
}

void pointers_operands(const gisa_isa *isa, const gisa_insn *insn, pointer_operands *found) {
    *found = (pointer_operands){0};
    for (unsigned i = 0; i < insn->operand_count && found->count < 4; i++) {
        const gisa_operand *o = &insn->operand[i];
        gisa_operand_info info;
        if (o->count < 2 || code_of(o) + 1 >= POINTER_CODES ||
            gisa_form_operand(isa, insn->form, i, &info) != GISA_OK)
            continue;
        if (info.role == GISA_ROLE_RESOURCE) {
            found->is_buffer = true;
            found->resource = code_of(o);
        }
        if (info.role == GISA_ROLE_ADDRESS || info.role == GISA_ROLE_BASE || info.role == GISA_ROLE_RESOURCE)
            found->code[found->count++] = code_of(o);
    }
}

/* The block that a pair of registers points to in a lane; 0: none is known. */
static uint64_t block_of(const pointers *p, unsigned code, uint64_t lane) {
    const pointer_half *low = &p->at[code], *high = &p->at[code + 1];
    const bool whole = low->part == POINTER_LOW && high->part == POINTER_HIGH && low->block == high->block &&
                       (low->lanes & lane) && (high->lanes & lane);
    return whole ? low->block : 0;
}

static uint64_t block_of_operands(const pointers *p, const pointer_operands *operands, uint64_t lane) {
    uint64_t found = 0;
    for (unsigned i = 0; i < operands->count; i++) {
        const uint64_t block = block_of(p, operands->code[i], lane);
        if (block && found && block != found)
            return 0;
        found = block ? block : found;
    }
    return found;
}

uint64_t pointers_block(const pointers *p, const pointer_operands *operands, uint32_t lane) {
    return block_of_operands(p, operands, lane == GISA_WAVE_ALL ? UINT64_MAX : UINT64_C(1) << lane);
}

bool pointers_block_of_all(const pointers *p, const pointer_operands *operands, uint64_t lanes,
                           uint64_t *block) {
    for (unsigned i = 0; i < operands->count; i++)
        for (unsigned k = 0; k < 2; k++) {
            const uint64_t some = p->at[operands->code[i] + k].lanes & lanes;
            if (some && some != lanes)
                return false;
        }
    *block = block_of_operands(p, operands, lanes);
    return true;
}
