/* SPDX-License-Identifier: MIT */
/* A worked example of a form: words whose text an assembler turns into the same words. */
#include <string.h>

#include "manual.h"

/* ---- is it a good example? ---------------------------------------------------------------- */

static void to_bytes(uint64_t bits, uint8_t code[8]) {
    for (unsigned i = 0; i < 8; i++)
        code[i] = (uint8_t)(bits >> 8 * i);
}

static bool print_as(const variant *v, const gisa_insn *insn, gisa_syntax syntax, char line[GISA_TEXT_MAX]) {
    gisa_style style = {.syntax = syntax};
    size_t size = GISA_TEXT_MAX;
    return gisa_print(v->isa, insn, &style, line, &size) == GISA_OK;
}

/* Does the text assemble to these words? */
static bool comes_back(const variant *v, const char *line, uint64_t bits, unsigned size) {
    gisa_insn insn;
    uint8_t code[8], again[8];
    size_t room = sizeof again;
    to_bytes(bits, code);
    return gisa_parse(v->isa, line, strlen(line), NULL, &insn, NULL) == GISA_OK &&
           gisa_encode(v->isa, &insn, again, &room) == GISA_OK && room == size &&
           memcmp(code, again, room) == 0;
}

/* Decodes and prints the words; true when they are an instruction of this form without anything
   odd. */
static bool try(const variant *v, uint64_t bits, example *e) {
    gisa_insn insn;
    uint8_t code[8];
    to_bytes(bits, code);
    if (gisa_decode(v->isa, code, sizeof code, &insn) != GISA_OK || insn.form != v->form || insn.rest)
        return false;
    e->bits = insn.bits;
    e->size = insn.size;
    e->chosen = !v->info.never_chosen;
    return (v->info.never_chosen || !gisa_oddities(v->isa, &insn)) &&
           print_as(v, &insn, GISA_SYNTAX_LLVM, e->llvm) && print_as(v, &insn, GISA_SYNTAX_CLRX, e->clrx) &&
           (v->info.never_chosen || comes_back(v, e->llvm, e->bits, e->size));
}

/* How many operands are `off` although they could be registers? */
static unsigned missing_registers(const variant *v, uint64_t bits) {
    gisa_insn insn;
    uint8_t code[8];
    unsigned count = 0;
    to_bytes(bits, code);
    gisa_decode(v->isa, code, sizeof code, &insn);
    for (unsigned i = 0; i < insn.operand_count; i++) {
        gisa_operand_info o;
        if (!operand_at(v, i, &o))
            break;
        count += insn.operand[i].kind == GISA_KIND_NONE && !(o.flags & GISA_INFO_HELD_NOWHERE);
    }
    return count;
}

/* ---- values of fields --------------------------------------------------------------------- */

static void set(uint64_t *bits, gisa_bits at, uint64_t value) {
    uint64_t mask = ((at.width < 64 ? UINT64_C(1) << at.width : 0) - 1) << at.low;
    *bits = (*bits & ~mask) | (value << at.low & mask);
}

/* Operands get registers one after another: v0, v1, s[2:3]. */
typedef struct registers {
    unsigned vector, scalar;
    bool one_scalar; /* further scalar sources become constants where they may */
} registers;

static unsigned take(unsigned *next, unsigned count, unsigned alignment) {
    unsigned first = (*next + alignment - 1) / alignment * alignment;
    *next = first + count;
    return first;
}

/* The operand code of the inline constant 3. */
static unsigned constant_code(const variant *v) {
    char name[8];
    gisa_code_info info;
    unsigned code = 0;
    while (gisa_code(v->isa, code, name, &info) == GISA_OK &&
           (info.kind != GISA_KIND_INLINE || strcmp(info.name, "3") != 0))
        code++;
    return code;
}

/* Registers whose number other fields decide may be as many as four. */
static void set_register(const variant *v, uint64_t *bits, const gisa_operand_info *o, registers *r) {
    unsigned count = *o->count ? 4 : o->registers, scale = o->scale ? o->scale : 1;
    if (o->enable.width)
        set(bits, o->enable, 1);
    if (strcmp(o->codec, "exp_source") == 0)
        set(bits, o->field[1], UINT64_MAX);
    if (o->flags & GISA_INFO_TAKES_VGPR)
        set(bits, o->field[0], take(&r->vector, count, 1) + (strcmp(o->codec, "code") == 0 ? 256u : 0u));
    else if (r->one_scalar && r->scalar && (o->flags & GISA_INFO_TAKES_CONSTANT))
        set(bits, o->field[0], constant_code(v));
    else
        set(bits, o->field[0], take(&r->scalar, count, count >= 4 ? 4 : count) / scale);
}

/* A packed immediate whose first part is 1; of the others, the last one or all are at their
   highest. */
static uint64_t packed(const variant *v, const char *pack, bool all) {
    uint64_t bits = 1, last = 1;
    gisa_pack_part part;
    for (unsigned i = 0, seen = 0; gisa_pack_part_at(v->isa, i, &part) == GISA_OK; i++)
        if (strcmp(part.pack, pack) == 0 && seen++) {
            last = 1;
            set(&last, part.low, UINT64_MAX);
            set(&bits, part.low, UINT64_MAX);
        }
    return all ? bits : last;
}

typedef enum { NO_COUNT, SOURCE_OR_RESULT, BOTH } count_use;

/* What the registers are for whose number this modifier decides. */
static count_use decides_count(const variant *v, const char *key) {
    gisa_operand_info o;
    for (unsigned i = 0; *key && operand_at(v, i, &o); i++)
        if (strstr(o.count, key))
            return o.access == (GISA_ACCESS_READ | GISA_ACCESS_WRITE) ? BOTH : SOURCE_OR_RESULT;
    return NO_COUNT;
}

/* Values to try for what is no register, the ones that say most first. */
static unsigned values_for(const variant *v, const gisa_operand_info *o, uint64_t values[4]) {
    const char *table = gisa_codec_tables(o->codec);
    unsigned n = 0;
    gisa_value_name name;
    if (strcmp(o->codec, "literal") == 0) {
        values[n++] = 0x40490fdb;
        values[n++] = 0x4248;
    } else if (strcmp(o->codec, "label") == 0)
        values[n++] = 8;
    else if (strcmp(o->codec, "swizzle") == 0)
        values[n++] = 0x801b;
    else if (strcmp(o->codec, "sendmsg") == 0)
        values[n++] = 1;
    else if (strcmp(o->codec, "mtbuf_format") == 0)
        values[n++] = 10;
    else if (*table && gisa_name_of_value(v->isa, table, 0, &name) == GISA_OK && name.value > 1)
        values[n++] = name.value;
    else if (*table) {
        values[n++] = packed(v, table, true);
        values[n++] = packed(v, table, false);
    } else if (strcmp(o->codec, "number") == 0 && o->otherwise == 0) {
        if (decides_count(v, o->key)) /* what is changed in place has one or two values */
            values[n++] = decides_count(v, o->key) == BOTH ? 3 : 15;
        if (*o->key ? !decides_count(v, o->key) : v->info.class_ == GISA_CLASS_SMEM)
            values[n++] = 16;
        values[n++] = o->least ? (uint64_t)o->least : 1;
    }
    return n;
}

/* ---- the search --------------------------------------------------------------------------- */

static bool is_register(const gisa_operand_info *o) {
    return (o->registers || *o->count) && strcmp(o->codec, "literal") != 0;
}

/* Registers in all operands, and what is usual in the other bits. */
static uint64_t with_registers(const variant *v, bool one_scalar) {
    uint64_t bits = v->info.value;
    registers r = {.one_scalar = one_scalar};
    gisa_piece piece;
    gisa_operand_info o;
    for (unsigned i = 0; piece_at(v, i, &piece); i++)
        if (piece.kind == GISA_PIECE_IGNORED)
            set(&bits, piece.at, piece.value);
    for (unsigned i = 0; operand_at(v, i, &o); i++) {
        if (o.flags & GISA_INFO_HELD_NOWHERE)
            continue;
        if (is_register(&o))
            set_register(v, &bits, &o, &r);
        else
            for (unsigned k = 0, at = 0; k < o.field_count; at += o.field[k++].width)
                set(&bits, o.field[k], (uint64_t)(int64_t)o.otherwise >> at);
    }
    return bits;
}

/* Where an operand that is no register is held; width 0 = nowhere. */
static gisa_bits place_of(const gisa_operand_info *o) {
    if (strcmp(o->codec, "literal") == 0)
        return (gisa_bits){32, 32};
    return is_register(o) || strcmp(o->codec, "flag") == 0 ? (gisa_bits){0, 0} : o->field[0];
}

/* Of the values for one operand, the one whose text is shortest: the others say parts that nobody
   asks for. */
static bool improve_operand(const variant *v, const gisa_operand_info *o, uint64_t *bits, example *e) {
    gisa_bits at = place_of(o);
    uint64_t values[4], begin = *bits;
    unsigned n = at.width ? values_for(v, o, values) : 0;
    bool better = false;
    for (unsigned k = 0; k < n; k++) {
        uint64_t changed = begin;
        example other;
        set(&changed, at, values[k]);
        if ((at.width < 32 && values[k] >> at.width) || !try(v, changed, &other))
            continue;
        if (better && (!*gisa_codec_tables(o->codec) || strlen(other.llvm) >= strlen(e->llvm)))
            continue;
        *bits = changed;
        *e = other;
        better = true;
    }
    return better;
}

static bool improve(const variant *v, uint64_t bits, example *e) {
    bool good = try(v, bits, e);
    gisa_operand_info o;
    for (unsigned i = 0; operand_at(v, i, &o); i++)
        good |= improve_operand(v, &o, &bits, e);
    return good;
}

/* With a flag that makes an operand a register, where there is one: the later ones are the more
   usual (offen). */
static bool improve_with_flag(const variant *v, uint64_t bits, example *e) {
    gisa_operand_info o;
    for (unsigned i = GISA_MAX_OPERANDS; i-- > 0;) {
        uint64_t changed = bits;
        if (!operand_at(v, i, &o) || strcmp(o.codec, "flag") != 0)
            continue;
        set(&changed, o.field[0], 1);
        if (missing_registers(v, changed) < missing_registers(v, bits) && improve(v, changed, e))
            return true;
    }
    return false;
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* The shortest good text among random words. */
static bool search(const variant *v, example *e) {
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15), bits;
    bool found = false;
    example other;
    for (unsigned i = 0; i < 20000; i++) {
        bits = next_random(&state) & (i % 2 ? next_random(&state) & next_random(&state) : UINT64_MAX);
        if (try(v, (bits & ~v->info.mask) | v->info.value, &other) &&
            (!found || strlen(other.llvm) < strlen(e->llvm))) {
            *e = other;
            found = true;
        }
    }
    return found;
}

bool make_example(const variant *v, example *e) {
    uint64_t bits = with_registers(v, false);
    return improve_with_flag(v, bits, e) || improve(v, bits, e) || improve(v, with_registers(v, true), e) ||
           search(v, e);
}
