/* SPDX-License-Identifier: MIT */
/* What an instruction has changed, and the memory that it has touched, in a few words. */
#include <stdio.h>
#include <string.h>

#include "trace.h"

enum { MOST_BYTES = 64 };

/* ---- values ---------------------------------------------------------------------------------- */

const char *effects_type(const traced *t, const gisa_wave_register *reg) {
    for (unsigned i = 0; t->insn->size && i < t->insn->operand_count; i++) {
        const gisa_operand *o = &t->insn->operand[i];
        gisa_operand_info info;
        if ((o->access & GISA_ACCESS_WRITE) && o->kind == reg->bank && o->reg == reg->first &&
            o->count == 1 && gisa_form_operand(t->isa, t->insn->form, i, &info) == GISA_OK)
            return info.type;
    }
    return "";
}

/* Floats of 32 bits can be read in decimal as well. */
static void put_value(line *l, uint32_t value, const char *type) {
    float number;
    line_add(l, "%x", (unsigned)value);
    if (strcmp(type, "f32") == 0) {
        memcpy(&number, &value, sizeof number);
        line_add(l, "(%g)", (double)number);
    }
}

/* ---- registers ------------------------------------------------------------------------------- */

static void put_run(line *l, unsigned first, unsigned last) {
    if (last > first)
        line_add(l, " %u-%u=", first, last);
    else
        line_add(l, " %u=", first);
}

/* Runs of changed lanes that hold the same. */
static void put_lanes(line *l, const traced *t, const gisa_wave_change *c, unsigned word, const char *type) {
    const uint64_t lanes = c->lanes & t->lanes;
    for (unsigned i = 0, end; i < GISA_WAVE_LANES; i = end) {
        uint32_t value = 0, other = 0;
        end = i + 1;
        if (!(lanes >> i & 1))
            continue;
        gisa_wave_get(t->wave, &c->reg, i, word, &value);
        while (end < GISA_WAVE_LANES && (lanes >> end & 1) &&
               gisa_wave_get(t->wave, &c->reg, end, word, &other) == GISA_OK && other == value)
            end++;
        put_run(l, i, end - 1);
        put_value(l, value, type);
    }
}

/* vcc_lo and vcc_hi are vcc. */
static bool put_pair(line *l, const traced *t, const gisa_wave_register *reg) {
    char name[GISA_WAVE_NAME];
    uint32_t low = 0, high = 0;
    if (gisa_wave_pair_name(t->wave, reg, name) != GISA_OK)
        return false;
    gisa_wave_get(t->wave, reg, 0, 0, &low);
    gisa_wave_get(t->wave, reg, 0, 1, &high);
    line_add(l, " | %s=%llx", name, (unsigned long long)high << 32 | low);
    return true;
}

static void put_change(line *l, const traced *t, const gisa_wave_change *c) {
    const char *type = effects_type(t, &c->reg);
    char name[GISA_WAVE_NAME];
    uint32_t value;
    for (unsigned word = 0; word < c->reg.count; word++) {
        if (gisa_wave_name(t->wave, &c->reg, word, name) != GISA_OK ||
            (c->reg.per_lane && !(c->lanes & t->lanes)))
            continue;
        if (!word && put_pair(l, t, &c->reg))
            return;
        line_add(l, c->reg.per_lane ? " | %s:" : " | %s", name);
        if (c->reg.per_lane)
            put_lanes(l, t, c, word, type);
        else if (gisa_wave_get(t->wave, &c->reg, 0, word, &value) == GISA_OK) {
            line_add(l, "=");
            put_value(l, value, type);
        }
    }
}

static bool has_changed(const traced *t, const gisa_operand *o, unsigned word) {
    for (uint32_t i = 0; i < t->change_count; i++) {
        const gisa_wave_register *r = &t->change[i].reg;
        if (r->bank == o->kind && o->reg + word >= r->first && o->reg + word < r->first + r->count)
            return true;
    }
    return false;
}

/* Registers that are results and as they were. */
static void put_same(line *l, const traced *t) {
    for (unsigned i = 0; t->insn->size && i < t->insn->operand_count; i++) {
        const gisa_operand *o = &t->insn->operand[i];
        char name[GISA_WAVE_NAME];
        bool same = (o->access & GISA_ACCESS_WRITE) && o->count;
        for (unsigned word = 0; same && word < o->count; word++)
            same = !has_changed(t, o, word);
        const gisa_wave_register reg = {.bank = o->kind,
                                        .per_lane = o->kind == GISA_KIND_VGPR,
                                        .first = (uint32_t)o->reg,
                                        .count = o->count};
        if (same && gisa_wave_name(t->wave, &reg, 0, name) == GISA_OK)
            line_add(l, " | %s same", name);
    }
}

/* ---- memory ---------------------------------------------------------------------------------- */

static bool is_told(const traced *t, const gisa_wave_access *a) {
    return a->lane == GISA_WAVE_ALL || (t->lanes >> a->lane & 1);
}

static bool is_alike(const gisa_wave_access *a, const gisa_wave_access *b) {
    return a->space == b->space && a->access == b->access && a->size == b->size;
}

/* How many accesses from `from` on are those of lanes in a row with addresses in step. */
static uint32_t in_step(const traced *t, uint32_t from) {
    const gisa_wave_access *a = &t->access[from];
    uint32_t n = 1;
    while (from + n < t->access_count && a->lane != GISA_WAVE_ALL && is_alike(a, &a[n]) &&
           is_told(t, &a[n]) && a[n].lane == a->lane + n &&
           a[n].address - a[n - 1].address == a[1].address - a->address)
        n++;
    return n;
}

static void put_addresses(line *l, const gisa_wave_access *a, uint32_t n) {
    if (a->lane != GISA_WAVE_ALL)
        put_run(l, a->lane, a->lane + n - 1);
    else
        line_add(l, " ");
    line_add(l, "0x%llx", (unsigned long long)a->address);
    if (n > 1)
        line_add(l, "%+lld", (long long)(a[1].address - a->address));
}

/* The bytes as one number, the last ones first. */
static void put_bytes(line *l, const uint8_t *bytes, uint32_t size) {
    bool begun = false;
    for (uint32_t i = size; i-- > 0;)
        if (begun) {
            line_add(l, "%02x", bytes[i]);
        } else if (bytes[i] || !i) {
            line_add(l, "%x", bytes[i]);
            begun = true;
        }
}

/* What is there now, in runs of lanes that have stored the same. */
static void put_stored(line *l, const traced *t, const gisa_wave_access *a, uint32_t n) {
    uint8_t bytes[MOST_BYTES], other[MOST_BYTES];
    if (!t->read || a->size > MOST_BYTES || !(a->access & GISA_ACCESS_WRITE))
        return;
    for (uint32_t i = 0, end; i < n && t->read(t->from, &a[i], bytes); i = end) {
        for (end = i + 1; end < n && t->read(t->from, &a[end], other) && !memcmp(bytes, other, a->size);
             end++)
            ;
        line_add(l, i ? "" : ":");
        if (a->lane == GISA_WAVE_ALL)
            line_add(l, " ");
        else
            put_run(l, a[i].lane, a[end - 1].lane);
        put_bytes(l, bytes, a->size);
    }
}

static void put_accesses(line *l, const traced *t) {
    static const char *const spaces[] = {"memory", "lds", "gds", "private"};
    const gisa_wave_access *before = NULL;
    for (uint32_t i = 0, n; i < t->access_count; i += n) {
        const gisa_wave_access *a = &t->access[i];
        n = 1;
        if (!is_told(t, a))
            continue;
        n = in_step(t, i);
        if (!before || !is_alike(before, a))
            line_add(l, " | %s %s+%u", a->access & GISA_ACCESS_WRITE ? "writes" : "reads", spaces[a->space],
                     (unsigned)a->size);
        put_addresses(l, a, n);
        put_stored(l, t, a, n);
        before = a;
    }
}

void effects_add(line *l, const traced *t) {
    if (t->waits) {
        line_add(l, " | waits");
        return;
    }
    for (uint32_t i = 0; i < t->change_count; i++)
        put_change(l, t, &t->change[i]);
    put_same(l, t);
    put_accesses(l, t);
}
