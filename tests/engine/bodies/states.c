/* SPDX-License-Identifier: MIT */
/* `bodies --states`: instead of comparing, prints what bodies begin with and what they leave, a
 * JSON object a line, for tests/spec/evaluator. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bodies.h"

bool showing_states;

/* ---- scalar state ------------------------------------------------------------------------ */

#define PART(name)                                                                                           \
    { #name, offsetof(state, name), sizeof((state *)0)->name }
static const struct {
    const char *name;
    size_t at, size;
} parts[] = {PART(exec),  PART(vcc),   PART(pc),       PART(scc),           PART(m0),           PART(csp),
             PART(priv),  PART(turn),  PART(round),    PART(vskip),         PART(gpr_idx_en),   PART(trap_en),
             PART(halt),  PART(prio),  PART(inst_atc), PART(cond_dbg_user), PART(cond_dbg_sys), PART(tba),
             PART(tma),   PART(waves), PART(arrived),  PART(opened),        PART(message),      PART(events),
             PART(fault), PART(waits)};

static uint64_t part_of(const state *s, size_t i) {
    uint64_t value = 0;
    memcpy(&value, (const uint8_t *)s + parts[i].at, parts[i].size); /* little-endian, as body.h demands */
    return value;
}

static void show_parts(const state *s, const state *before) {
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!before || part_of(s, i) != part_of(before, i))
            printf("\"%s\": %" PRIu64 ", ", parts[i].name, part_of(s, i));
}

/* ---- registers and memory ---------------------------------------------------------------- */

/* Arrays of numbers: all of them as one string of hexadecimal digits, or those that have
   changed. */
static void show_words(const char *name, const uint32_t *words, unsigned count) {
    printf("\"%s\": \"", name);
    for (unsigned i = 0; i < count; i++)
        printf("%08" PRIx32, words[i]);
    printf("\", ");
}

static void show_bytes(const char *name, const uint8_t *bytes, unsigned count) {
    printf("\"%s\": \"", name);
    for (unsigned i = 0; i < count; i++)
        printf("%02x", bytes[i]);
    printf("\", ");
}

static void show_changed_words(const char *name, const uint32_t *now, const uint32_t *before,
                               unsigned count) {
    const char *comma = "";
    printf("\"%s\": {", name);
    for (unsigned i = 0; i < count; i++)
        if (now[i] != before[i]) {
            printf("%s\"%u\": %" PRIu32, comma, i, now[i]);
            comma = ", ";
        }
    printf("}, ");
}

static void show_changed_bytes(const char *name, const uint8_t *now, const uint8_t *before, unsigned count) {
    const char *comma = "";
    printf("\"%s\": {", name);
    for (unsigned i = 0; i < count; i++)
        if (now[i] != before[i]) {
            printf("%s\"%u\": %u", comma, i, now[i]);
            comma = ", ";
        }
    printf("}, ");
}

/* Vector registers that the instruction names; all that trials use where its body finds them by
   number. */
static bool is_named(const trial *t, const gisa_insn *insn, unsigned n) {
    if (strstr(t->info.body, "VGPR("))
        return n < 48;
    for (unsigned i = 0; i < insn->operand_count; i++) {
        const gisa_operand *o = &insn->operand[i];
        if (o->kind == GISA_KIND_VGPR && n >= o->reg && n < o->reg + (unsigned)o->count)
            return true;
    }
    return false;
}

static void show_vectors(const trial *t, const gisa_insn *insn, const state *s) {
    char name[8];
    printf("\"v\": {");
    for (unsigned n = 0; n < 256; n++)
        if (is_named(t, insn, n)) {
            snprintf(name, sizeof name, "%u", n);
            show_words(name, s->v[n], 64);
        }
    printf("\"\": \"\"}, ");
}

static void show_resources(const state *s) {
    printf("\"gws\": [");
    for (unsigned i = 0; i < 64; i++)
        printf("%s[%" PRIu32 ", %" PRIu32 ", %" PRIu32 "]", i ? ", " : "", s->gws[i].counter, s->gws[i].round,
               s->gws[i].waiting);
    printf("], ");
}

static bool goes_to_lds(const trial *t) {
    return strncmp(t->info.format, "DS", 2) == 0;
}

static void show_start(const trial *t, const gisa_insn *insn, const state *s) {
    printf("\"state\": {");
    show_parts(s, NULL);
    show_words("s", s->s, 128);
    show_words("hwreg", s->hwreg, 20);
    show_words("ttmp", s->ttmp, 16);
    show_vectors(t, insn, s);
    if (goes_to_lds(t)) {
        show_bytes("lds", s->lds, sizeof s->lds);
        show_bytes("gds", s->gds, sizeof s->gds);
        show_resources(s);
    }
    printf("\"again\": %d}, ", t->again);
}

static void show_changes(const state *now, const state *before) {
    printf("\"changes\": {");
    show_parts(now, before);
    show_changed_words("s", now->s, before->s, 128);
    show_changed_words("v", now->v[0], before->v[0], 256 * 64);
    show_changed_words("hwreg", now->hwreg, before->hwreg, 20);
    show_changed_words("ttmp", now->ttmp, before->ttmp, 16);
    show_changed_words("gws", &now->gws[0].counter, &before->gws[0].counter, 64 * 3);
    show_changed_bytes("lds", now->lds, before->lds, sizeof now->lds);
    show_changed_bytes("gds", now->gds, before->gds, sizeof now->gds);
    printf("\"\": 0}");
}

void show_state(const trial *t, const gisa_insn *insn, const state *before, const state *now) {
    printf("{\"arch\": \"%s\", \"form\": %" PRIu32
           ", \"row\": \"%s\", \"format\": \"%s\", \"word\": \"%016" PRIx64 "\", \"size\": %u, ",
           gisa_name(t->isa), t->index, t->info.name, t->info.format, insn->bits, insn->size);
    show_start(t, insn, before);
    show_changes(now, before);
    printf("}\n");
}

/* ---- which ones -------------------------------------------------------------------------- */

bool is_shown(const trial *t) {
    static const char *const formats[] = {"SOP1",  "SOP2",  "SOPC",  "SOPK",  "SOPKL", "VOP1",
                                          "VOP2",  "VOP2B", "VOP2K", "VOP3A", "VOP3B", "VOP3P",
                                          "VOP3M", "VOPC",  "DS",    "DS2",   "DSG"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(t->info.format, formats[i]) == 0)
            return true;
    return false;
}

/* Every so many trials of a form, and other ones of the next form; FULL=1: more. */
bool is_sample(const trial *t, unsigned number) {
    const unsigned more = getenv("FULL") ? 0 : 4;
    const unsigned step = more + (goes_to_lds(t) ? 11 : t->info.format[0] == 'S' ? 7 : 9);
    return number % step == t->index * 5 % step;
}
