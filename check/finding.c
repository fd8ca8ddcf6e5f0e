/* SPDX-License-Identifier: MIT */
/* Findings in words, and the instructions that help. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa_check.h"

const char *gisa_finding_name(unsigned kind) {
    return kind < GISA_FINDING_COUNTERS ? "wait" : kind < GISA_FINDING_COUNT ? "hazard" : NULL;
}

typedef struct phrase {
    char *text;
    size_t size, room;
} phrase;

__attribute__((format(printf, 2, 3))) static void add(phrase *p, const char *format, ...) {
    va_list arguments;
    size_t left = p->room - p->size;
    va_start(arguments, format);
    int length = vsnprintf(p->text + p->size, left, format, arguments);
    va_end(arguments);
    if (length > 0)
        p->size += (size_t)length < left ? (size_t)length : left - 1;
}

/* ---- registers ---------------------------------------------------------------------------- */

static bool has(const gisa_registers *r, unsigned code) {
    return code < 512 && (r->bits[code / 64] >> code % 64 & 1);
}

/* "v[4:7]", "vcc", "m0": from `first` on, as many as one name can have. The code after them. */
static unsigned add_range(const gisa_isa *isa, const gisa_registers *r, unsigned first, phrase *p) {
    gisa_code_info info, last;
    char name[8], last_name[8];
    unsigned end = first + 1;
    if (gisa_code(isa, first, name, &info) != GISA_OK)
        return end;
    if (has(r, end) && info.pair && *info.pair) {
        add(p, "%s", info.pair);
        return end + 1;
    }
    bool numbered = info.kind == GISA_KIND_SGPR || info.kind == GISA_KIND_VGPR || info.kind == GISA_KIND_TTMP;
    while (numbered && has(r, end) && gisa_code(isa, end, last_name, &last) == GISA_OK &&
           last.kind == info.kind)
        end++;
    size_t letters = strcspn(info.name, "0123456789");
    if (end == first + 1)
        add(p, "%s", info.name);
    else
        add(p, "%.*s[%s:%lu]", (int)letters, info.name, info.name + letters,
            strtoul(info.name + letters, NULL, 10) + end - 1 - first);
    return end;
}

static void add_registers(const gisa_isa *isa, const gisa_registers *r, phrase *p) {
    bool first = true;
    for (unsigned code = 0; code < 512;)
        if (has(r, code)) {
            add(p, "%s", first ? "" : ", ");
            first = false;
            code = add_range(isa, r, code, p);
        } else
            code++;
}

/* ---- the text ----------------------------------------------------------------------------- */

static const char *counter_name(const gisa_isa *isa, unsigned counter) {
    gisa_counter c;
    return gisa_counter_at(isa, counter, &c) == GISA_OK ? c.name : "?";
}

static void add_wait(const gisa_isa *isa, const gisa_finding *f, phrase *p) {
    static const char *const before[] = {"reads ", "writes ", "writes "};
    static const char *const after[] = {" before it has arrived", ", into which a result may still arrive",
                                        ", which an older instruction may still read"};
    add(p, "%s", before[f->kind]);
    add_registers(isa, &f->registers, p);
    add(p, "%s; wait for %s(%u)", after[f->kind], counter_name(isa, f->counter), f->least);
}

static void add_hazard(const gisa_isa *isa, const gisa_finding *f, phrase *p) {
    gisa_hazard h;
    if (gisa_hazard_at(isa, f->hazard, &h) != GISA_OK)
        return;
    add(p, "%s", h.name);
    gisa_registers none = {{0}};
    if (memcmp(&f->registers, &none, sizeof none) != 0) {
        add(p, " of ");
        add_registers(isa, &f->registers, p);
    }
    add(p, ": ");
    if (f->kind == GISA_FINDING_STATES)
        add(p, "%u more wait state%s needed; ", f->states, f->states == 1 ? " is" : "s are");
    if (f->kind == GISA_FINDING_COUNTERS || (f->kind == GISA_FINDING_DEFECT && h.counters))
        add(p, "wait for %s(%u); ", counter_name(isa, f->counter), f->least);
    add(p, "%s", h.doc);
}

gisa_status gisa_finding_text(const gisa_isa *isa, const gisa_finding *f, char *text, size_t *size) {
    if (!isa || !f || !text || !size || !*size || f->kind >= GISA_FINDING_COUNT)
        return GISA_STATUS_BAD_ARGUMENT;
    phrase p = {text, 0, *size};
    *text = 0;
    if (f->kind < GISA_FINDING_COUNTERS)
        add_wait(isa, f, &p);
    else
        add_hazard(isa, f, &p);
    *size = p.size;
    return GISA_OK;
}

/* ---- what helps --------------------------------------------------------------------------- */

/* The wait states of `s_nop n`; 0: it is not an instruction. */
static unsigned states_of_nop(const gisa_isa *isa, unsigned n) {
    char text[32];
    gisa_insn insn;
    int size = snprintf(text, sizeof text, "s_nop %u", n);
    if (gisa_parse(isa, text, (size_t)size, NULL, &insn, NULL) != GISA_OK)
        return 0;
    return gisa_wait_states(isa, &insn);
}

/* The longest pause is what no longer one exceeds. */
static unsigned longest_nop(const gisa_isa *isa) {
    unsigned n = 0;
    while (n < 64 && states_of_nop(isa, n + 1) > states_of_nop(isa, n))
        n++;
    return n + 1;
}

static gisa_status nop(const gisa_isa *isa, unsigned states, unsigned i, phrase *p) {
    unsigned longest = longest_nop(isa);
    if (states <= i * longest)
        return GISA_STATUS_END;
    unsigned left = states - i * longest;
    add(p, "s_nop %u", (left < longest ? left : longest) - 1);
    return GISA_OK;
}

gisa_status gisa_finding_remedy(const gisa_isa *isa, const gisa_finding *f, unsigned i, char *text,
                                size_t *size) {
    if (!isa || !f || !text || !size || !*size || f->kind >= GISA_FINDING_COUNT)
        return GISA_STATUS_BAD_ARGUMENT;
    phrase p = {text, 0, *size};
    gisa_status status = GISA_STATUS_END;
    *text = 0;
    if (f->kind == GISA_FINDING_STATES)
        status = nop(isa, f->states, i, &p);
    else if (f->kind != GISA_FINDING_DEFECT && i == 0) {
        add(&p, "s_waitcnt %s(%u)", counter_name(isa, f->counter), f->least);
        status = GISA_OK;
    }
    *size = p.size;
    return status;
}
