/* SPDX-License-Identifier: MIT */
/* Makes an op of a decoded instruction: where its operands are, and which step runs it. */
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "modify.h"
#include "op.h"

/* ---- constants --------------------------------------------------------------------------- */

/* Rows of one constant of 64 bits. */
typedef struct constant_rows {
    gisa_row row[2];
    uint64_t value;
    struct constant_rows *next;
} constant_rows;

enum { BUCKETS = 256 };

/* What the spec says of buffers on one architecture; made when the first op asks for it. */
typedef struct isa_facts {
    gisa_buffer_facts buffers;
    const gisa_isa *isa;
    struct isa_facts *next;
} isa_facts;

struct gisa_constants {
    constant_rows *bucket[BUCKETS];
    isa_facts *facts;
};

gisa_constants *gisa_constants_new(void) {
    return calloc(1, sizeof(gisa_constants));
}

void gisa_constants_free(gisa_constants *c) {
    for (unsigned i = 0; c && i < BUCKETS; i++)
        for (constant_rows *r = c->bucket[i], *next; r; r = next) {
            next = r->next;
            free(r);
        }
    for (isa_facts *f = c ? c->facts : NULL, *next; f; f = next) {
        next = f->next;
        free(f);
    }
    free(c);
}

static const uint32_t *constant_row(gisa_constants *c, uint64_t value) {
    constant_rows **bucket = &c->bucket[(value * UINT64_C(0x9e3779b97f4a7c15)) >> 56], *r;
    for (r = *bucket; r; r = r->next)
        if (r->value == value)
            return r->row[0];
    r = aligned_alloc(64, (sizeof *r + 63) / 64 * 64);
    if (!r)
        return NULL;
    for (unsigned i = 0; i < GISA_LANES; i++) {
        r->row[0][i] = (uint32_t)value;
        r->row[1][i] = (uint32_t)(value >> 32);
    }
    r->value = value;
    r->next = *bucket;
    *bucket = r;
    return r->row[0];
}

static const gisa_buffer_facts *buffer_facts(gisa_constants *c, const gisa_isa *isa) {
    isa_facts *f = c->facts;
    while (f && f->isa != isa)
        f = f->next;
    if (f || !(f = malloc(sizeof *f)))
        return f ? &f->buffers : NULL;
    gisa_buffer_rules_init(&f->buffers.rules, isa);
    gisa_format_table_init(&f->buffers.formats, isa);
    f->isa = isa;
    f->next = c->facts;
    c->facts = f;
    return &f->buffers;
}

static bool is_constant(const gisa_operand *o) {
    return o->kind == GISA_INLINE || o->kind == GISA_LITERAL;
}

/* A 64-bit operand takes the 32 bits of a literal as its high half (floating point), sign-extended (signed),
 * or zero-extended. */
uint64_t gisa_constant(const gisa_operand *o) {
    if (o->kind != GISA_LITERAL)
        return (uint64_t)o->value;
    switch (o->type) {
    case GISA_F64: return (uint64_t)o->value << 32;
    case GISA_I64: return (uint64_t)(int64_t)(int32_t)o->value;
    default: return (uint32_t)o->value;
    }
}

/* ---- operands ---------------------------------------------------------------------------- */

static bool is_value(const gisa_operand *o) {
    return o->kind >= GISA_SGPR && o->kind <= GISA_LITERAL;
}

/* The address is the sum of the operands with these names and of the offsets in fields. */
static bool is_address(const char *name) {
    return strcmp(name, "addr") == 0 || strcmp(name, "vaddr") == 0 || strcmp(name, "saddr") == 0 ||
           strcmp(name, "offset") == 0;
}

/* Names of operands that are SIMM16, or all of it that counts. */
static bool is_k(const char *name) {
    static const char *const names[] = {"simm16",  "simm16_optional", "hwreg",
                                        "waitcnt", "sendmsg",         "gpr_idx"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* The operand of a buffer instruction that has this name and says where a lane is. */
static gisa_operand *buffer_operand(gisa_op *op, const char *name) {
    return strcmp(name, "vaddr") == 0     ? &op->in_buffer.vaddr
           : strcmp(name, "srsrc") == 0   ? &op->in_buffer.resource
           : strcmp(name, "soffset") == 0 ? &op->in_buffer.soffset
                                          : NULL;
}

/* The numbers that are no registers, by the names that the spec gives them. */
static void take_number(gisa_op *op, const char *name, const gisa_operand *o) {
    gisa_modifiers *m = &op->modifiers;
    const struct {
        const char *name;
        void *to;
        uint8_t size;
    } places[] = {{"offset", &op->offset, 8},
                  {"swizzle", &op->offset, 8},
                  {"offset0", &op->offset0, 2},
                  {"offset1", &op->offset1, 2},
                  {"gds", &op->gds, 1},
                  {"imm_offset", &op->offset, 8},
                  {"clamp", &m->clamp, 1},
                  {"omod", &m->omod, 1},
                  {"src0_sel", &m->sel[0], 1},
                  {"src1_sel", &m->sel[1], 1},
                  {"dst_sel", &m->dst_sel, 1},
                  {"dst_unused", &m->dst_unused, 1},
                  {"dpp_ctrl", &m->dpp_ctrl, 2},
                  {"row_mask", &m->row_mask, 1},
                  {"bank_mask", &m->bank_mask, 1},
                  {"bound_ctrl", &m->bound_ctrl, 1},
                  {"op_sel", &m->op_sel, 1},
                  {"op_sel_hi", &m->op_sel_hi, 1},
                  {"neg_lo", &m->neg_lo, 1},
                  {"neg_hi", &m->neg_hi, 1},
                  {"glc", &op->glc, 1},
                  {"idxen", &op->access.idxen, 1},
                  {"offen", &op->access.offen, 1},
                  {"addr64", &op->access.addr64, 1},
                  {"tfe", &op->status, 1},
                  {"format", op->format, 2}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strcmp(name, places[i].name) == 0)
            memcpy(places[i].to, &o->value, places[i].size);
    m->sdwa |= strcmp(name, "src0_sel") == 0;
    m->dpp |= strcmp(name, "dpp_ctrl") == 0;
    m->packed |= strcmp(name, "neg_lo") == 0;
    m->mixed |= strcmp(name, "op_sel_hi") == 0;
    op->access.typed |= strcmp(name, "format") == 0;
    if (is_k(name))
        op->k = (int16_t)o->value;
    if (o->kind == GISA_LABEL)
        op->target_pc = op->next_pc + (uint64_t)o->value;
}

/* A source of 16 bits that is no float takes a float as f32, and so its low half. The oldest take any in this way. */
static void make_half(const gisa_isa *isa, gisa_operand *o) {
    bool single = o->type == GISA_B16 || o->type == GISA_U16 || o->type == GISA_I16 ||
                  o->type == GISA_V2B16 || o->type == GISA_V2I16 ||
                  (o->type == GISA_F16 && gisa_fact(isa, "half_constants_are_singles", 0));
    if (single && o->kind == GISA_INLINE && o->flags & GISA_FLOAT)
        o->value = isa->code_operands[WIDTH_32][o->reg].value;
}

/* Signs that hardware changes although the text does not have that: only of what is 32 or 64 bits wide at most. */
static uint8_t silent_mods(const op_spec *op, uint64_t bits) {
    bool fits = op->count <= 2;
    return (uint8_t)((fits && field_get(bits, op->silent_neg) ? GISA_NEG : 0) |
                     (fits && field_get(bits, op->silent_abs) ? GISA_ABS : 0));
}

static gisa_status sort_operands(const gisa_isa *isa, const gisa_insn *insn, gisa_op *op) {
    bool loads = false;
    for (unsigned i = 0; i < insn->operand_count; i++) {
        const gisa_operand *o = &insn->operand[i];
        const char *name = gisa_operand_name(isa, insn->form, i);
        if (!name)
            return GISA_BAD_ARGUMENT;
        loads |= strcmp(name, "vdst") == 0;
        if (!is_value(o))
            take_number(op, name, o);
        else if (op->buffer_facts && buffer_operand(op, name))
            *buffer_operand(op, name) = *o;
        else if (strcmp(name, "sbase") == 0) {
            op->sbase = *o;
            op->has_sbase = true;
        } else if (is_address(name)) {
            if (op->address_count < 3)
                op->address[op->address_count++] = *o;
        } else if (o->access & GISA_WRITE) {
            *(op->has_d ? &op->result1 : &op->result) = *o;
            *(op->has_d ? &op->has_d1 : &op->has_d) = 1;
        } else if (op->source_count < GISA_SOURCES) {
            op->source[op->source_count] = *o;
            op->source[op->source_count].mods |=
                silent_mods(form_op(isa, &isa->forms[insn->form], i), insn->bits);
            make_half(isa, &op->source[op->source_count++]);
        }
    }
    op->access.offset = (uint32_t)op->offset;
    op->status &= op->has_d && (loads || op->glc); /* atomic operations return nothing without glc */
    op->modifiers.mixed &= !op->modifiers.packed;
    /* op_sel has a bit for each source, and behind them one for the result. */
    unsigned op_sel = op->modifiers.op_sel, sources = (1u << op->source_count) - 1;
    op->modifiers.op_sel = (uint8_t)((op_sel & sources) | (op_sel > sources ? OP_SEL_RESULT : 0));
    return GISA_OK;
}

/* ---- where they are ---------------------------------------------------------------------- */

static uint32_t scalar_place(unsigned index) {
    return (uint32_t)(offsetof(gisa_wave, scalar) + 4 * index);
}

static uint32_t register_place(const gisa_operand *o) {
    if (o->kind == GISA_VGPR)
        return (uint32_t)(offsetof(gisa_wave, vgpr) + o->reg * sizeof(gisa_row));
    return scalar_place(o->kind == GISA_TTMP    ? SCALAR_TTMP + o->reg % GISA_TTMPS
                        : o->reg < GISA_SCALARS ? o->reg
                                                : SCALAR_SPECIAL);
}

static uint32_t temp_place(unsigned row) {
    return (uint32_t)(offsetof(gisa_wave, temp) + row * sizeof(gisa_row));
}

static void place_scalars(gisa_op *op) {
    op->run = op->body->scalar;
    for (unsigned i = 0; i < op->source_count; i++) {
        const gisa_operand *o = &op->source[i];
        op->s[i] = register_place(o);
        if (is_constant(o)) {
            op->immediates |= (uint8_t)(1u << i);
            op->immediate[i] = gisa_constant(o);
        } else if (gisa_is_special(o)) {
            op->s[i] = scalar_place(SCALAR_SPECIAL + 2 + 2 * i);
            op->run = gisa_step_special;
        }
    }
    if (op->has_d && gisa_is_special(&op->result))
        op->run = gisa_step_special;
    op->d = op->has_d ? register_place(&op->result) : scalar_place(SCALAR_SPECIAL + GISA_SPECIALS - 2);
}

static void name_registers(gisa_op *op, const gisa_operand *o) {
    if (o->kind == GISA_VGPR && op->top < o->reg + o->count)
        op->top = (uint16_t)(o->reg + o->count);
}

/* Modifiers that concern nothing but the uppermost bit. */
static bool changes_sign(const gisa_operand *o) {
    return !(o->mods & ~(GISA_NEG | GISA_ABS)) && gisa_bits_of(o) >= 32;
}

static gisa_status place_vectors(gisa_op *op, const gisa_level *level, gisa_constants *constants) {
    const gisa_modifiers *m = &op->modifiers;
    op->top = 1; /* so that an unusual mode is noticed */
    bool plain, hard = gisa_is_special(&op->result) || gisa_is_special(&op->result1) || m->clamp || m->omod ||
                       m->sdwa || m->dpp || m->packed || m->mixed || m->op_sel;
    for (unsigned i = 0; i < op->source_count; i++) {
        const gisa_operand *o = &op->source[i];
        bool vector = o->kind == GISA_VGPR;
        name_registers(op, o);
        hard |= (o->mods && !changes_sign(o)) || gisa_is_special(o) ||
                (o->kind == GISA_NAMED && o->reg >= GISA_SCALARS);
        op->signs |= (uint8_t)((o->mods && !(op->body->masks >> i & 1)) << i);
        op->from[i] = register_place(o);
        op->dwords[i] = o->count;
        op->s[i] = vector ? op->from[i] : temp_place(4 * i);
        if (is_constant(o) && !(op->constant[i] = constant_row(constants, gisa_constant(o))))
            return GISA_NO_MEMORY;
        if (!vector && !is_constant(o))
            op->spread |= (uint8_t)(1u << i);
    }
    op->masks = op->body->masks;
    op->collect = (uint8_t)(op->body->masks & (MASK_D | MASK_D1 | MASK_EXEC));
    name_registers(op, &op->result);
    op->to_d = op->has_d ? register_place(&op->result) : 0;
    op->to_d1 = op->has_d1 ? register_place(&op->result1) : 0;
    op->d = op->collect & MASK_D ? temp_place(TEMP_D) : op->to_d;
    op->d1 = op->collect & MASK_D1 ? temp_place(TEMP_D1) : op->to_d1;
    op->saturate = m->clamp && !op->body->floats;
    op->floats = op->body->floats;
    plain = !op->spread && !op->signs && !op->collect && !op->saturate && !op->has_d1 &&
            op->source_count < GISA_SOURCES;
    op->run = hard ? gisa_step_hard : plain ? level->plain : level->wide;
    return GISA_OK;
}

/* What goes to memory and what comes from there are vector registers, or it is not run on all lanes at once. */
static void place_memory(gisa_op *op) {
    op->run = gisa_step_memory;
    op->top = 1;
    for (unsigned i = 0; i < op->source_count; i++) {
        name_registers(op, &op->source[i]);
        op->s[i] = register_place(&op->source[i]);
        if (op->source[i].kind != GISA_VGPR)
            op->near = NULL;
    }
    for (unsigned i = 0; i < op->address_count; i++)
        name_registers(op, &op->address[i]);
    op->easy_address = !op->buffer_facts && op->address_count == 1 && op->address[0].kind == GISA_VGPR;
    if (op->easy_address) {
        op->from[0] = register_place(&op->address[0]);
        op->from[1] = op->address[0].count > 1 ? op->from[0] + (uint32_t)sizeof(gisa_row) : 0;
    }
    name_registers(op, &op->result);
    op->d = op->has_d ? register_place(&op->result) : 0;
    if (op->gds || (op->has_d && op->result.kind != GISA_VGPR))
        op->near = NULL;
}

/* Scalar registers behind each other, and not those that are more than registers. */
static bool is_scalar_run(const gisa_operand *o) {
    return o->kind == GISA_SGPR && o->reg + o->count <= CODE_VCC;
}

static void place_lanes(gisa_op *op, bool alone) {
    bool load = op->near && is_scalar_run(&op->sbase) && is_scalar_run(&op->result);
    op->run = load ? gisa_step_load : alone ? gisa_step_alone : gisa_step_lanes;
    op->s[0] = register_place(&op->sbase);
    op->d = register_place(&op->result);
}

/* ------------------------------------------------------------------------------------------ */

static bool is_scalar(unsigned class_) {
    return class_ == GISA_CLASS_SALU || class_ == GISA_CLASS_SMEM || class_ == GISA_CLASS_BRANCH ||
           class_ == GISA_CLASS_CONTROL;
}

static bool is_alu(unsigned class_) {
    return class_ == GISA_CLASS_VALU || class_ == GISA_CLASS_INTERP;
}

gisa_status gisa_op_make(const gisa_isa *isa, const gisa_insn *insn, uint64_t pc, gisa_constants *constants,
                         gisa_op *op) {
    const gisa_level *level = gisa_best_level();
    gisa_status status;
    unsigned number, class_;
    memset(op, 0, sizeof *op);
    if (insn->form >= isa->form_count || insn->operand_count > GISA_MAX_OPERANDS)
        return GISA_BAD_ARGUMENT;
    number = form_body(isa, insn->form);
    if (!number)
        return GISA_UNKNOWN;
    class_ = isa->forms[insn->form].class_;
    op->form = insn->form;
    op->body = &gisa_gcn_bodies[number];
    op->wide = level->bodies[number];
    op->near = level->near[number];
    op->units = insn->size / 4;
    op->next_pc = pc + insn->size;
    op->vector = !is_scalar(class_);
    op->indexed = is_alu(class_);
    op->needs_a_lane = op->vector && !is_alu(class_) && isa->forms[insn->form].reads & GISA_EXEC;
    op->keep = isa->forms[insn->form].flags & FORM_KEEPS_HALF ? 0xffff0000 : 0;
    if (class_ == GISA_CLASS_BUFFER && !(op->buffer_facts = buffer_facts(constants, isa)))
        return GISA_NO_MEMORY;
    op->all_lanes = !(isa->forms[insn->form].reads & GISA_EXEC);
    status = sort_operands(isa, insn, op);
    if (status)
        return status;
    if (class_ == GISA_CLASS_SMEM)
        op->offset *= gisa_fact(isa, "smem_offset_unit", 1);
    if (isa->forms[insn->form].flags & FORM_HIGH_HALF)
        op->modifiers.op_sel |= OP_SEL_RESULT;
    if (op->body->scalar)
        place_scalars(op);
    else if (op->body->memory)
        place_memory(op);
    else if (op->body->lanes)
        place_lanes(op, isa->forms[insn->form].writes & GISA_GDS);
    else
        return place_vectors(op, level, constants);
    return GISA_OK;
}
