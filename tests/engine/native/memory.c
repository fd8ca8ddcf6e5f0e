/* SPDX-License-Identifier: MIT */
/* Random accesses to memory, buffers, LDS and constants, at addresses of the wave's own or where
   nothing is written. */
#include <stdio.h>
#include <string.h>

#include "programs.h"

typedef struct access {
    gisa_form_info form;
    gisa_insn insn;
} access;

/* ---- operands -------------------------------------------------------------------------------- */

static unsigned role(const program *p, const access *a, unsigned i) {
    gisa_operand_info info;
    return gisa_form_operand(p->isa, a->insn.form, i, &info) == GISA_OK ? info.role : 0;
}

static gisa_operand *find(const program *p, access *a, unsigned wanted) {
    for (unsigned i = 0; i < a->insn.operand_count; i++)
        if (role(p, a, i) == wanted)
            return &a->insn.operand[i];
    return NULL;
}

static void set_register(gisa_operand *o, gisa_kind kind, unsigned reg) {
    o->kind = (uint8_t)kind;
    o->reg = (uint16_t)reg;
}

static void set_number(const program *p, access *a, unsigned which, int64_t value) {
    gisa_operand *o = find(p, a, which);
    if (o && o->kind == GISA_KIND_IMM)
        o->value = value;
    if (o && o->kind == GISA_KIND_FLAG)
        o->value = value != 0;
}

static bool is_memory(const gisa_form_info *f) {
    const bool counts = f->bytes_read || f->bytes_written;
    const bool to_lds = f->writes & GISA_STATE_LDS && !(f->reads & GISA_STATE_LDS);
    switch (f->class_) {
    case GISA_CLASS_FLAT: return counts && !(f->reads & GISA_STATE_FLAT_SCRATCH) && !to_lds;
    case GISA_CLASS_BUFFER:
        return !(f->writes & GISA_STATE_LDS) && (f->reads | f->writes) & GISA_STATE_MEMORY;
    case GISA_CLASS_SMEM: return counts && (f->reads | f->writes) & GISA_STATE_MEMORY;
    case GISA_CLASS_DS: return (f->reads | f->writes) & GISA_STATE_LDS && counts;
    default: return false;
    }
}

/* A random instruction of these; false: this time there is none. */
static bool choose(const program *p, access *a) {
    uint64_t bits;
    const uint32_t form = any() % gisa_form_count(p->isa);
    gisa_form(p->isa, form, &a->form);
    if (!is_memory(&a->form) || (p->plain == 100 && !is_translated(p->isa, form)))
        return false;
    bits = ((any() | (uint64_t)any() << 32 | (uint64_t)any() << 17) & ~a->form.mask) | a->form.value;
    if (gisa_decode(p->isa, &bits, 8, &a->insn) != GISA_OK)
        return false;
    settle(&a->insn);
    for (unsigned i = 0; i < a->insn.operand_count; i++)
        if (a->insn.operand[i].kind == GISA_KIND_TTMP)
            return false;
    return true;
}

/* Appends it; false: it cannot be written. */
static bool append(const program *p, step *s, const access *a) {
    uint64_t bits = 0;
    size_t size = 8;
    gisa_insn again;
    if (gisa_encode(p->isa, &a->insn, &bits, &size) || gisa_decode(p->isa, &bits, 8, &again) ||
        again.form != a->insn.form)
        return false;
    step_bits(s, bits, size);
    return true;
}

/* ---- addresses ------------------------------------------------------------------------------- */

/* A register's bits, or bits of the number of the lane: in step. */
static void offset(const program *p, step *s, unsigned to, unsigned mask) {
    if (any() % 3)
        step_text(p, s, "v_and_b32 v%u, 0x%x, v%u", to, mask, any() % VECTORS);
    else
        step_text(p, s, "v_and_b32 v%u, 0x%x, v255", to, mask);
}

static void add_to(const program *p, step *s, unsigned to, const char *what) {
    char text[3][60];
    static const char *const names[] = {"v_add_co_u32", "v_add_u32", "v_add_i32"};
    const char *texts[4] = {0};
    for (unsigned i = 0; i < 3; i++) {
        snprintf(text[i], sizeof text[i], "%s v%u, vcc, %s, v%u", names[i], to, what, to);
        texts[i] = text[i];
    }
    step_either(p, s, texts);
}

static void add_to_offset(const program *p, step *s, unsigned to, unsigned scalar) {
    char what[8];
    snprintf(what, sizeof what, "s%u", scalar);
    add_to(p, s, to, what);
}

/* The carry of the addition before goes to register `to`. */
static void add_carry(const program *p, step *s, unsigned to) {
    static const char *const names[] = {"v_addc_co_u32", "v_addc_u32"};
    char text[2][60];
    const char *texts[3] = {text[0], text[1], NULL};
    for (unsigned i = 0; i < 2; i++)
        snprintf(text[i], sizeof text[i], "%s v%u, vcc, 0, v%u, vcc", names[i], to, to);
    step_either(p, s, texts);
}

static void address_pair(const program *p, step *s, unsigned to, unsigned base, unsigned mask) {
    offset(p, s, to, mask);
    step_text(p, s, "v_mov_b32 v%u, s%u", to + 1, base + 1);
    add_to_offset(p, s, to, base);
    add_carry(p, s, to + 1);
}

void add_pointer(program *p) {
    step *s = step_add(p);
    const unsigned align = any() % 2 ? 16 : 4;
    if (any() % 2)
        address_pair(p, s, 242, 90, SLICE / 2 - align);
    else
        offset(p, s, 244, 0x800 - align);
}

/* ---- kinds of accesses ----------------------------------------------------------------------- */

static bool reads_alone(const access *a) {
    return !(a->form.writes & (GISA_STATE_MEMORY | GISA_STATE_LDS)) && !a->form.bytes_written;
}

static bool is_atomic(const access *a) {
    return a->form.bytes_read && a->form.bytes_written;
}

/* Mostly where an element of this size may be; those of atomic operations must be there. */
static unsigned alignment(const access *a) {
    const unsigned bytes =
        a->form.bytes_read > a->form.bytes_written ? a->form.bytes_read : a->form.bytes_written;
    const unsigned natural = bytes & -bytes;
    return !natural || (any() % 8 == 0 && !is_atomic(a)) ? 4 : natural > 16 ? 16 : natural;
}

/* All of an address that is not in vector registers: s87 and numbers. */
static void set_offsets(const program *p, access *a, unsigned most, unsigned align) {
    for (unsigned i = 0; i < a->insn.operand_count; i++) {
        gisa_operand *o = &a->insn.operand[i];
        if (role(p, a, i) != GISA_ROLE_OFFSET)
            continue;
        if (o->kind == GISA_KIND_IMM)
            o->value = any() % most * align;
        else
            set_register(o, GISA_KIND_SGPR, 87);
    }
}

/* Its address is a pair of vector registers, or scalar ones and the offset in a vector register.
   Now and then the address is 0x400 higher and the constant offset that much lower; instructions
   whose offsets cannot be negative are not encoded then. */
static void set_flat(const program *p, step *s, access *a) {
    const bool others = reads_alone(a) && any() % 2;
    const unsigned base = others ? 92 : 90, align = alignment(a),
                   mask = (others ? READ / 2 : SLICE / 2) - align;
    const bool early = !others && any() % 2 && align <= 4;
    int64_t back = 0;
    gisa_operand *o = find(p, a, GISA_ROLE_ADDRESS), *scalar = NULL;
    for (unsigned i = 0; i < a->insn.operand_count; i++)
        if (&a->insn.operand[i] != o && role(p, a, i) == GISA_ROLE_ADDRESS && a->insn.operand[i].kind)
            scalar = &a->insn.operand[i];
    if (scalar)
        set_register(scalar, GISA_KIND_SGPR, base);
    if (scalar && o->count == 1)
        offset(p, s, 240, mask);
    else if (!early)
        address_pair(p, s, 240, base, mask);
    if (any() % 4 == 0 && !(early && !scalar)) {
        add_to(p, s, 240, "0x400");
        if (!(scalar && o->count == 1))
            add_carry(p, s, 241);
        back = 0x400;
    }
    set_register(o, GISA_KIND_VGPR, early && !scalar ? 242 : 240);
    set_number(p, a, GISA_ROLE_OFFSET, (int64_t)(any() % 64 * align) - back);
}

static void set_buffer(const program *p, step *s, access *a) {
    const unsigned kind = any() % 3, align = alignment(a);
    const bool others = reads_alone(a) && kind == 0;
    const bool structured = kind == 1 && !(is_atomic(a) && align > 4);
    gisa_operand *o;
    set_register(find(p, a, GISA_ROLE_RESOURCE), GISA_KIND_SGPR, others ? 64 : structured ? 72 : 68);
    set_offsets(p, a, structured ? 16 : 32, align);
    set_number(p, a, GISA_ROLE_ADDR64, 0);
    o = find(p, a, GISA_ROLE_ADDRESS);
    offset(p, s, 240, structured ? 0x3f : 0x800 - align);
    step_text(p, s, "v_and_b32 v241, 0x%x, v%u", structured ? 0x3c : 0x800 - align, any() % VECTORS);
    if (o && o->kind == GISA_KIND_VGPR && (structured || is_atomic(a) || any() % 4))
        set_register(o, GISA_KIND_VGPR, !structured && align <= 4 && o->count == 1 && any() % 2 ? 244 : 240);
}

static void set_lds(const program *p, step *s, access *a) {
    const bool others = reads_alone(a) && any() % 2;
    const unsigned align = alignment(a);
    step_text(p, s, "s_mov_b32 m0, -1");
    offset(p, s, 240, (others ? LDS_HALF / 2 : 0x400) - align);
    add_to_offset(p, s, 240, others ? 89 : 88);
    if (!others)
        add_to_offset(p, s, 240, 86);
    set_register(find(p, a, GISA_ROLE_ADDRESS), GISA_KIND_VGPR, 240);
    set_number(p, a, GISA_ROLE_OFFSET, any() % 32 * align);
    set_number(p, a, GISA_ROLE_OFFSET0, any() % 2);
    set_number(p, a, GISA_ROLE_OFFSET1, any() % 2);
    set_number(p, a, GISA_ROLE_GDS, 0);
}

static void set_constant(const program *p, access *a) {
    const bool writes = !reads_alone(a);
    gisa_operand *base = find(p, a, GISA_ROLE_BASE);
    const bool buffer = base->count == 4;
    set_register(base, GISA_KIND_SGPR, buffer ? (writes ? 68 : 64) : writes ? 90 : 92);
    set_offsets(p, a, 32, alignment(a));
}

static bool has_its_operands(const program *p, access *a) {
    switch (a->form.class_) {
    case GISA_CLASS_BUFFER: return find(p, a, GISA_ROLE_RESOURCE);
    case GISA_CLASS_SMEM: return find(p, a, GISA_ROLE_BASE);
    case GISA_CLASS_DS: return find(p, a, GISA_ROLE_ADDRESS);
    default: return find(p, a, GISA_ROLE_ADDRESS)->kind == GISA_KIND_VGPR;
    }
}

static void set_operands(const program *p, step *s, access *a) {
    switch (a->form.class_) {
    case GISA_CLASS_BUFFER: set_buffer(p, s, a); break;
    case GISA_CLASS_SMEM: set_constant(p, a); break;
    case GISA_CLASS_DS: set_lds(p, s, a); break;
    default: set_flat(p, s, a);
    }
}

void add_access(program *p) {
    access a;
    step *s = step_add(p);
    do {
        s->words = 0;
        while (!choose(p, &a) || !has_its_operands(p, &a))
            ;
        set_operands(p, s, &a);
    } while (!append(p, s, &a));
    step_text(p, s, "s_waitcnt 0");
    step_text(p, s, "s_mov_b32 m0, %u", any() % 8);
}

/* Sets the register, mostly to addresses in step. */
static void set_kept(const program *p, step *s) {
    step_text(p, s, "v_lshlrev_b32 v245, %u, v254", any() % 3);
    if (any() % 4 == 0)
        step_text(p, s, "v_xor_b32 v245, 0x%x, v245", 4 * (any() % 64));
    step_text(p, s, "v_or_b32 v245, s85, v245");
}

void add_kept(program *p) {
    static const char *const loads[] = {"u8", "i16", "b32", "b32"};
    static const char *const stores[] = {"b8", "b16", "b32", "b32"};
    const unsigned which = any() % 5, reg = any() % (VECTORS - 1), offset = any() % 64;
    step *s = step_add(p);
    if (any() % 6 == 0) {
        set_kept(p, s);
        return;
    }
    step_text(p, s, "s_mov_b32 m0, -1");
    if (which == 4)
        step_text(p, s,
                  any() % 2 ? "ds_read_b64 v[%u:%u], v245 offset:%u"
                            : "ds_write_b64 v245, v[%u:%u] offset:%u",
                  reg, reg + 1, 8 * offset);
    else if (any() % 2)
        step_text(p, s, "ds_read_%s v%u, v245 offset:%u", loads[which], reg, 4 * offset);
    else
        step_text(p, s, "ds_write_%s v245, v%u offset:%u", stores[which], reg, 4 * offset);
    step_text(p, s, "s_waitcnt 0");
    step_text(p, s, "s_mov_b32 m0, %u", any() % 8);
}

void add_wild_access(program *p) {
    access a;
    step *s = step_add(p);
    do
        while (!choose(p, &a) || a.form.class_ == GISA_CLASS_SMEM || !has_its_operands(p, &a))
            ;
    while (!append(p, s, &a));
}
