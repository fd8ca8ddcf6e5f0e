/* SPDX-License-Identifier: MIT */
/* Makes an op of a decoded instruction: where its operands are, and which step runs it. */
#include <stdlib.h>
#include <string.h>

#include "dpp.h"
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

/* What the spec says of buffers and images on one architecture; made when the first op asks for
   it. */
typedef struct isa_facts {
    gisa_buffer_facts buffers;
    image_facts images;
    const gisa_isa *isa;
    struct isa_facts *next;
} isa_facts;

/* The moves of one dpp_ctrl with its masks. */
typedef struct constant_moves {
    dpp_moves moves;
    uint32_t ctrl, row_mask, bank_mask;
    struct constant_moves *next;
} constant_moves;

struct gisa_constants {
    constant_rows *bucket[BUCKETS];
    constant_moves *moves;
    isa_facts *facts;
};

gisa_constants *constants_new(void) {
    return calloc(1, sizeof(gisa_constants));
}

void constants_free(gisa_constants *c) {
    for (unsigned i = 0; c && i < BUCKETS; i++)
        for (constant_rows *r = c->bucket[i], *next; r; r = next) {
            next = r->next;
            free(r);
        }
    for (constant_moves *m = c ? c->moves : NULL, *next; m; m = next) {
        next = m->next;
        free(m);
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

static void set_moves(dpp_moves *to, const gisa_modifiers *m) {
    to->in_rows = true;
    for (int l = 0; l < GISA_LANES; l++) {
        const int from = dpp_source(m->dpp_ctrl, l);
        to->in_rows &= from < 0 || from / DPP_ROW == l / DPP_ROW;
        to->from[l] = (uint32_t)from;
        to->written[l] = dpp_writes(m->row_mask, m->bank_mask, (unsigned)l) ? UINT32_MAX : 0;
    }
}

static const dpp_moves *constant_moves_of(gisa_constants *c, const gisa_modifiers *m) {
    constant_moves *found = c->moves;
    while (found &&
           (found->ctrl != m->dpp_ctrl || found->row_mask != m->row_mask || found->bank_mask != m->bank_mask))
        found = found->next;
    if (found)
        return &found->moves;
    if (!(found = malloc(sizeof *found)))
        return NULL;
    found->ctrl = m->dpp_ctrl;
    found->row_mask = m->row_mask;
    found->bank_mask = m->bank_mask;
    found->next = c->moves;
    c->moves = found;
    set_moves(&found->moves, m);
    return &found->moves;
}

static void read_image_facts(image_facts *f, const gisa_isa *isa) {
    image_rules_init(&f->rules, isa);
    f->packs_d16 = gisa_fact(isa, "d16_packed", 0);
    f->integer_gathers_nearest = gisa_fact(isa, "integer_gathers_nearest", 0);
}

static const isa_facts *facts_of(gisa_constants *c, const gisa_isa *isa) {
    isa_facts *f = c->facts;
    while (f && f->isa != isa)
        f = f->next;
    if (f || !(f = malloc(sizeof *f)))
        return f;
    buffer_rules_init(&f->buffers.rules, isa);
    buffer_formats_init(&f->buffers.formats, isa);
    read_image_facts(&f->images, isa);
    f->isa = isa;
    f->next = c->facts;
    c->facts = f;
    return f;
}

/* Those of the buffer or the image that an instruction of this class works on; false: no memory. */
static bool take_facts(gisa_op *op, unsigned class_, gisa_constants *c, const gisa_isa *isa) {
    const bool is_image = class_ == GISA_CLASS_IMAGE;
    const isa_facts *f = is_image || class_ == GISA_CLASS_BUFFER ? facts_of(c, isa) : NULL;
    if (is_image)
        op->image_facts = f ? &f->images : NULL;
    else
        op->buffer_facts = f ? &f->buffers : NULL;
    return f || (!is_image && class_ != GISA_CLASS_BUFFER);
}

static bool is_constant(const gisa_operand *o) {
    return o->kind == GISA_KIND_INLINE || o->kind == GISA_KIND_LITERAL;
}

/* A 64-bit operand takes the 32 bits of a literal as its high half (floating point), sign-extended
 * (signed), or zero-extended. */
uint64_t constants_of(const gisa_operand *o) {
    if (o->kind != GISA_KIND_LITERAL)
        return (uint64_t)o->value;
    switch (o->type) {
    case GISA_TYPE_F64: return (uint64_t)o->value << 32;
    case GISA_TYPE_I64: return (uint64_t)(int64_t)(int32_t)o->value;
    default: return (uint32_t)o->value;
    }
}

/* ---- operands ---------------------------------------------------------------------------- */

static bool is_value(const gisa_operand *o) {
    return o->kind >= GISA_KIND_SGPR && o->kind <= GISA_KIND_LITERAL;
}

/* Where the numbers go that are no registers, by their role. */
static const struct {
    uint16_t at;
    uint8_t size;
} number_places[GISA_ROLE_COUNT] = {
#define PLACE(member)                                                                                        \
    { offsetof(gisa_op, member), sizeof(((gisa_op *)0)->member) }
    [GISA_ROLE_OFFSET] = PLACE(offset),
    [GISA_ROLE_OFFSET0] = PLACE(offset0),
    [GISA_ROLE_OFFSET1] = PLACE(offset1),
    [GISA_ROLE_GDS] = PLACE(gds),
    [GISA_ROLE_GLC] = PLACE(glc),
    [GISA_ROLE_CLAMP] = PLACE(modifiers.clamp),
    [GISA_ROLE_OMOD] = PLACE(modifiers.omod),
    [GISA_ROLE_SRC0_SEL] = PLACE(modifiers.sel[0]),
    [GISA_ROLE_SRC1_SEL] = PLACE(modifiers.sel[1]),
    [GISA_ROLE_DST_SEL] = PLACE(modifiers.dst_sel),
    [GISA_ROLE_DST_UNUSED] = PLACE(modifiers.dst_unused),
    [GISA_ROLE_DPP_CTRL] = PLACE(modifiers.dpp_ctrl),
    [GISA_ROLE_ROW_MASK] = PLACE(modifiers.row_mask),
    [GISA_ROLE_BANK_MASK] = PLACE(modifiers.bank_mask),
    [GISA_ROLE_BOUND_CTRL] = PLACE(modifiers.bound_ctrl),
    [GISA_ROLE_OP_SEL] = PLACE(modifiers.op_sel),
    [GISA_ROLE_OP_SEL_HI] = PLACE(modifiers.op_sel_hi),
    [GISA_ROLE_NEG_LO] = PLACE(modifiers.neg_lo),
    [GISA_ROLE_NEG_HI] = PLACE(modifiers.neg_hi),
    [GISA_ROLE_IDXEN] = PLACE(access.idxen),
    [GISA_ROLE_OFFEN] = PLACE(access.offen),
    [GISA_ROLE_ADDR64] = PLACE(access.addr64),
    [GISA_ROLE_TFE] = PLACE(status),
    [GISA_ROLE_FORMAT] = PLACE(format),
    [GISA_ROLE_DMASK] = PLACE(image.dmask),
    [GISA_ROLE_UNORM] = PLACE(image.unorm),
    [GISA_ROLE_DA] = PLACE(image.da),
    [GISA_ROLE_R128] = PLACE(image.r128),
    [GISA_ROLE_A16] = PLACE(image.a16),
    [GISA_ROLE_D16] = PLACE(image.d16),
    [GISA_ROLE_LWE] = PLACE(image.lwe),
    [GISA_ROLE_ATTRIBUTE] = PLACE(attribute),
    [GISA_ROLE_PARAMETER] = PLACE(parameter),
    [GISA_ROLE_HIGH] = PLACE(high),
    [GISA_ROLE_EXPORT_TARGET] = PLACE(target),
    [GISA_ROLE_COMPRESSED] = PLACE(compressed),
    [GISA_ROLE_DONE] = PLACE(done),
    [GISA_ROLE_VALID] = PLACE(valid),
#undef PLACE
};

static void take_number(gisa_op *op, unsigned role, const gisa_operand *o) {
    memcpy((char *)op + number_places[role].at, &o->value, number_places[role].size);
    op->modifiers.sdwa |= role == GISA_ROLE_SRC0_SEL;
    op->modifiers.dpp |= role == GISA_ROLE_DPP_CTRL;
    op->modifiers.paired |= role == GISA_ROLE_NEG_LO;
    op->modifiers.mixed |= role == GISA_ROLE_OP_SEL_HI;
    op->access.typed |= role == GISA_ROLE_FORMAT;
    if (role == GISA_ROLE_IMMEDIATE)
        op->k = (int16_t)o->value;
    if (role == GISA_ROLE_TARGET)
        op->target_pc = op->next_pc + (uint64_t)o->value;
}

/* Registers that say where a lane is in a buffer. */
static void take_in_buffer(gisa_op *op, unsigned role, const gisa_operand *o) {
    *(role == GISA_ROLE_ADDRESS    ? &op->in_buffer.vaddr
      : role == GISA_ROLE_RESOURCE ? &op->in_buffer.resource
                                   : &op->in_buffer.soffset) = *o;
}

/* Registers that say where a lane is in an image, and what image that is. */
static void take_in_image(gisa_op *op, unsigned role, const gisa_operand *o) {
    *(role == GISA_ROLE_ADDRESS    ? &op->in_image.vaddr
      : role == GISA_ROLE_RESOURCE ? &op->in_image.resource
                                   : &op->in_image.sampler) = *o;
}

/* Registers that the address is the sum of. */
static void take_address(gisa_op *op, unsigned role, const gisa_operand *o) {
    if (role == GISA_ROLE_BASE) {
        op->sbase = *o;
        op->has_sbase = true;
    } else if (op->address_count < 3)
        op->address[op->address_count++] = *o;
}

/* A source of 16 bits that is no float takes a float as f32, and so its low half. The oldest take
   any in this way. */
static void make_half(const gisa_isa *isa, gisa_operand *o) {
    bool single = o->type == GISA_TYPE_B16 || o->type == GISA_TYPE_U16 || o->type == GISA_TYPE_I16 ||
                  o->type == GISA_TYPE_V2B16 || o->type == GISA_TYPE_V2I16 ||
                  (o->type == GISA_TYPE_F16 && gisa_fact(isa, "half_constants_are_singles", 0));
    if (single && o->kind == GISA_KIND_INLINE && o->flags & GISA_OPERAND_FLOAT)
        o->value = isa->code_operands[WIDTH_32][o->reg].value;
}

/* Signs that hardware changes although the text does not have that: only of what is 32 or 64 bits
   wide at most. */
static uint8_t silent_mods(const op_spec *op, uint64_t bits) {
    bool fits = op->count <= 2;
    return (uint8_t)((fits && field_get(bits, op->silent_neg) ? GISA_MOD_NEG : 0) |
                     (fits && field_get(bits, op->silent_abs) ? GISA_MOD_ABS : 0));
}

static void take_result(gisa_op *op, const gisa_operand *o) {
    *(op->has_d ? &op->result1 : &op->result) = *o;
    *(op->has_d ? &op->has_d1 : &op->has_d) = 1;
}

static void take_source(const gisa_isa *isa, gisa_op *op, const op_spec *spec, uint64_t bits,
                        const gisa_operand *o) {
    gisa_operand *to = &op->source[op->source_count];
    if (op->source_count == GISA_SOURCES)
        return;
    *to = *o;
    to->mods |= silent_mods(spec, bits);
    make_half(isa, to);
    op->enabled |= (uint8_t)(1u << op->source_count++);
}

/* A source that is off keeps its place among the sources. */
static void leave_out(gisa_op *op) {
    if (op->source_count < GISA_SOURCES)
        op->source_count++;
}

/* `high` is about sources of 16 bits as well. */
static void pick_high_halves(gisa_op *op) {
    for (unsigned i = 0; i < op->source_count; i++)
        if (op->source[i].kind && modify_bits_of(&op->source[i]) == 16)
            op->modifiers.op_sel |= (uint8_t)(1u << i);
}

static void sort_operands(const gisa_isa *isa, const gisa_insn *insn, gisa_op *op) {
    const form *f = &isa->forms[insn->form];
    for (unsigned i = 0; i < insn->operand_count; i++) {
        const gisa_operand *o = &insn->operand[i];
        const op_spec *spec = form_op(isa, f, i);
        if (o->kind == GISA_KIND_NONE && spec->role == GISA_ROLE_SOURCE)
            leave_out(op);
        else if (!is_value(o))
            take_number(op, spec->role, o);
        else if (spec->role == GISA_ROLE_RESULT)
            take_result(op, o);
        else if (spec->role == GISA_ROLE_SOURCE)
            take_source(isa, op, spec, insn->bits, o);
        else if (op->buffer_facts)
            take_in_buffer(op, spec->role, o);
        else if (op->image_facts)
            take_in_image(op, spec->role, o);
        else
            take_address(op, spec->role, o);
    }
    bool loads = !(f->writes & GISA_STATE_MEMORY);
    op->access.offset = (uint32_t)op->offset;
    bool answers = op->has_d && (loads || op->glc); /* atomic operations return nothing without glc */
    op->image.tfe = op->status;
    op->image.status = answers && (op->status || op->image.lwe);
    op->status &= answers;
    op->modifiers.mixed &= !op->modifiers.paired;
    op->modifiers.packed = op->modifiers.paired && modify_is_pair(&op->result);
    op->modifiers.paired &= !op->modifiers.packed;
    /* op_sel has a bit for each source, and after them one for the result. */
    unsigned op_sel = op->modifiers.op_sel, sources = (1u << op->source_count) - 1;
    op->modifiers.op_sel = (uint8_t)((op_sel & sources) | (op_sel > sources ? OP_SEL_RESULT : 0));
    if (op->high)
        pick_high_halves(op);
}

/* ---- where they are ---------------------------------------------------------------------- */

static uint32_t scalar_place(unsigned index) {
    return (uint32_t)(offsetof(gcn_wave, scalar) + 4 * index);
}

static uint32_t register_place(const gisa_operand *o) {
    if (o->kind == GISA_KIND_VGPR)
        return (uint32_t)(offsetof(gcn_wave, vgpr) + o->reg * sizeof(gisa_row));
    return scalar_place(o->kind == GISA_KIND_TTMP ? SCALAR_TTMP + o->reg % GISA_TTMPS
                        : o->reg < GISA_SCALARS   ? o->reg
                                                  : SCALAR_SPECIAL);
}

static uint32_t temp_place(unsigned row) {
    return (uint32_t)(offsetof(gcn_wave, temp) + row * sizeof(gisa_row));
}

static void place_scalars(gisa_op *op) {
    op->run = op->body->scalar;
    for (unsigned i = 0; i < op->source_count; i++) {
        const gisa_operand *o = &op->source[i];
        op->s[i] = register_place(o);
        if (is_constant(o)) {
            op->immediates |= (uint8_t)(1u << i);
            op->immediate[i] = constants_of(o);
        } else if (sgpr_is_special(o)) {
            op->s[i] = scalar_place(SCALAR_SPECIAL + 2 + 2 * i);
            op->run = step_special;
        }
    }
    if (op->has_d && sgpr_is_special(&op->result))
        op->run = step_special;
    op->d = op->has_d ? register_place(&op->result) : scalar_place(SCALAR_SPECIAL + GISA_SPECIALS - 2);
}

static void name_registers(gisa_op *op, const gisa_operand *o) {
    if (o->kind == GISA_KIND_VGPR && op->top < o->reg + o->count)
        op->top = (uint16_t)(o->reg + o->count);
}

/* Modifiers that concern nothing but the uppermost bit, or how SDWA extends a part. */
static bool are_usual_mods(const gisa_modifiers *m, const gisa_operand *o, unsigned i) {
    const int mods = o->mods & ~(m->sdwa && i < 2 ? GISA_MOD_SEXT : 0);
    return !mods || (!(mods & ~(GISA_MOD_NEG | GISA_MOD_ABS)) && modify_bits_of(o) >= 32);
}

/* Of a mask that the body takes and the instruction does not name: it is VCC. */
static void take_vcc(gisa_op *op) {
    const unsigned i = GISA_SOURCES - 1;
    if (op->source_count == i && op->body->masks >> i & 1)
        op->source[op->source_count++] =
            (gisa_operand){.kind = GISA_KIND_SGPR, .reg = CODE_VCC, .count = 2, .type = GISA_TYPE_B64};
}

static gisa_status place_vectors(gisa_op *op, const gisa_level *level, gisa_constants *constants) {
    const gisa_modifiers *m = &op->modifiers;
    take_vcc(op);
    op->top = 1; /* so that an unusual mode is noticed */
    const bool finishes = (m->clamp || m->omod) && op->body->floats,
               alters = finishes || m->sdwa || m->dpp || m->packed;
    bool plain, hard = sgpr_is_special(&op->result) || sgpr_is_special(&op->result1) ||
                       ((m->clamp || m->omod) && !(finishes && op->result.type == GISA_TYPE_F32)) ||
                       m->paired || m->mixed || (m->op_sel && !m->packed);
    for (unsigned i = 0; i < op->source_count; i++) {
        const gisa_operand *o = &op->source[i];
        bool vector = o->kind == GISA_KIND_VGPR;
        name_registers(op, o);
        hard |= !are_usual_mods(m, o, i) || sgpr_is_special(o) ||
                (o->kind == GISA_KIND_NAMED && o->reg >= GISA_SCALARS);
        op->signs |= (uint8_t)((o->mods && !(op->body->masks >> i & 1)) << i);
        op->from[i] = register_place(o);
        op->dwords[i] = o->count;
        op->s[i] = vector ? op->from[i] : temp_place(4 * i);
        if (is_constant(o) && !(op->constant[i] = constant_row(constants, constants_of(o))))
            return GISA_STATUS_NO_MEMORY;
        if (!vector && !is_constant(o))
            op->spread |= (uint8_t)(1u << i);
    }
    if (m->dpp && !(op->lanes = constant_moves_of(constants, m)))
        return GISA_STATUS_NO_MEMORY;
    op->masks = op->body->masks;
    op->collect = (uint8_t)(op->body->masks & (MASK_D | MASK_D1 | MASK_EXEC));
    name_registers(op, &op->result);
    op->to_d = op->has_d ? register_place(&op->result) : 0;
    /* Where lanes write, code can name a scalar register: that is not valid. */
    if (op->has_d1 && !(op->collect & MASK_D1) && op->result1.kind != GISA_KIND_VGPR)
        return GISA_STATUS_BAD_OPERAND;
    op->to_d1 = op->has_d1 ? register_place(&op->result1) : 0;
    op->d = op->collect & MASK_D ? temp_place(TEMP_D) : op->to_d;
    op->d1 = op->collect & MASK_D1 || !op->has_d1 ? temp_place(TEMP_D1) : op->to_d1;
    op->saturate = m->clamp && !op->body->floats;
    op->floats = op->body->floats;
    plain = !op->spread && !op->signs && !op->collect && !op->saturate && !op->uses_lds && !op->has_d1 &&
            op->source_count < GISA_SOURCES;
    op->selects = m->sdwa && !hard;
    op->moves = m->dpp && !hard;
    op->finishes = finishes && !hard;
    op->halves = m->packed && !hard;
    op->run = hard || alters ? step_hard : plain ? level->plain : level->wide;
    return GISA_OK;
}

/* A resource in scalar registers, one vector register at most, and a soffset that is a scalar
   register or a constant. */
static bool has_easy_buffer(const gisa_op *op) {
    const gisa_operand *soffset = &op->in_buffer.soffset;
    return op_names_buffer(op) && !(op->access.idxen && op->access.offen) && !op->access.addr64 &&
           (soffset->kind == GISA_KIND_INLINE ||
            (soffset->kind == GISA_KIND_SGPR && soffset->reg < CODE_VCC));
}

static void place_in_buffer(gisa_op *op) {
    const gisa_buffer_access *a = &op->access;
    op->buffer_kind = 1 | (uint32_t)a->idxen << 1 | (uint32_t)a->offen << 2 | (uint32_t)a->addr64 << 3 |
                      (uint32_t)a->typed << 4 | (uint32_t)op->format[0] << 8 | (uint32_t)op->format[1] << 16;
    op->buffer_rest = 4 * (op_dwords(op) - 1);
    if (has_easy_buffer(op)) {
        const gisa_operand *soffset = &op->in_buffer.soffset;
        op->run = step_buffer;
        op->from[0] = register_place(&op->in_buffer.vaddr);
        op->from[2] = soffset->kind == GISA_KIND_SGPR ? register_place(soffset) : 0;
        op->buffer_soffset = soffset->kind == GISA_KIND_SGPR ? 0 : (uint32_t)constants_of(soffset);
    }
}

/* It is easy when it is vector registers, and a pair of scalar ones at most. */
static void place_address(gisa_op *op) {
    const gisa_operand *vector = NULL, *scalar = NULL;
    for (unsigned i = 0; i < op->address_count; i++) {
        const gisa_operand *o = &op->address[i];
        if (o->kind == GISA_KIND_VGPR && !vector)
            vector = o;
        else if (o->kind == GISA_KIND_SGPR && o->count == 2 && o->reg + 2 <= CODE_VCC && !scalar)
            scalar = o;
        else
            return;
    }
    if (!vector)
        return;
    op->easy_address = true;
    op->from[0] = register_place(vector);
    op->from[1] = vector->count > 1 ? op->from[0] + (uint32_t)sizeof(gisa_row) : 0;
    op->from[2] = scalar ? register_place(scalar) : 0;
}

/* What goes to memory and what comes from there are vector registers, or it is not run on all lanes
   at once. */
static void place_memory(gisa_op *op) {
    op->run = step_memory;
    op->top = 1;
    for (unsigned i = 0; i < op->source_count; i++) {
        name_registers(op, &op->source[i]);
        op->s[i] = register_place(&op->source[i]);
        if (op->source[i].kind != GISA_KIND_VGPR)
            op->near = NULL;
    }
    for (unsigned i = 0; i < op->address_count; i++)
        name_registers(op, &op->address[i]);
    if (op->buffer_facts) {
        name_registers(op, &op->in_buffer.vaddr);
        place_in_buffer(op);
    } else
        place_address(op);
    name_registers(op, &op->result);
    op->d = op->has_d ? register_place(&op->result) : temp_place(TEMP_D);
    if (op->gds || op->status || (op->has_d && op->result.kind != GISA_KIND_VGPR))
        op->near = NULL;
    op->easy_address &= op->near != NULL;
}

/* Scalar registers one after another, and not those that are more than registers. */
static bool is_scalar_run(const gisa_operand *o) {
    return o->kind == GISA_KIND_SGPR && o->reg + o->count <= CODE_VCC;
}

static void place_load(gisa_op *op) {
    if (is_scalar_run(&op->sbase) && is_scalar_run(&op->result))
        op->run = step_load;
    op->s[0] = register_place(&op->sbase);
    op->d = register_place(&op->result);
}

/* Registers as they are, and rows of constants. */
static gisa_status place_across(gisa_op *op, gisa_constants *constants) {
    bool usual = !sgpr_is_special(&op->result) && op->address_count < 2 && !op->gds;
    op->top = 1;
    for (unsigned i = 0; i < op->source_count; i++) {
        const gisa_operand *o = &op->source[i];
        name_registers(op, o);
        op->s[i] = register_place(o);
        usual &= !sgpr_is_special(o);
        if (is_constant(o) && !(op->constant[i] = constant_row(constants, constants_of(o))))
            return GISA_STATUS_NO_MEMORY;
    }
    if (op->address_count) {
        usual &= op->address[0].kind == GISA_KIND_VGPR;
        op->from[0] = register_place(&op->address[0]);
        name_registers(op, &op->address[0]);
    }
    name_registers(op, &op->result);
    op->d = register_place(&op->result);
    if (usual)
        op->run = step_across;
    return GISA_OK;
}

static gisa_status place_lanes(gisa_op *op, bool alone, gisa_constants *constants) {
    op->run = alone ? step_alone : step_lanes;
    if (op->near && op->has_sbase)
        place_load(op);
    else if (op->near)
        return place_across(op, constants);
    return GISA_OK;
}

/* ------------------------------------------------------------------------------------------ */

static bool is_scalar(unsigned class_) {
    return class_ == GISA_CLASS_SALU || class_ == GISA_CLASS_SMEM || class_ == GISA_CLASS_BRANCH ||
           class_ == GISA_CLASS_CONTROL;
}

static bool is_alu(unsigned class_) {
    return class_ == GISA_CLASS_VALU || class_ == GISA_CLASS_INTERP;
}

gisa_status op_make(const gisa_isa *isa, const gisa_insn *insn, uint64_t pc, gisa_constants *constants,
                    gisa_op *op) {
    const gisa_level *level = level_best();
    unsigned number, class_;
    memset(op, 0, sizeof *op);
    if (insn->form >= isa->form_count || insn->operand_count > isa->forms[insn->form].op_count)
        return GISA_STATUS_BAD_ARGUMENT;
    number = form_body(isa, insn->form);
    if (!number)
        return GISA_STATUS_UNKNOWN;
    class_ = isa->forms[insn->form].class_;
    op->form = insn->form;
    op->body = &gcn_bodies[number];
    op->wide = level->bodies[number];
    op->near = level->near[number];
    op->units = insn->size / 4;
    op->bytes = (uint16_t)(op->units * sizeof *op);
    op->next_pc = pc + insn->size;
    op->vector = !is_scalar(class_);
    op->indexed = is_alu(class_);
    op->needs_a_lane = op->vector && !is_alu(class_) && class_ != GISA_CLASS_EXPORT &&
                       isa->forms[insn->form].reads & GISA_STATE_EXEC;
    op->keep = isa->forms[insn->form].flags & FORM_KEEPS_HALF ? 0xffff0000 : 0;
    if (!take_facts(op, class_, constants, isa))
        return GISA_STATUS_NO_MEMORY;
    op->all_lanes = !(isa->forms[insn->form].reads & GISA_STATE_EXEC);
    sort_operands(isa, insn, op);
    op->uses_lds = (isa->forms[insn->form].reads | isa->forms[insn->form].writes) & GISA_STATE_LDS;
    if (class_ == GISA_CLASS_SMEM)
        op->offset *= gisa_fact(isa, "smem_offset_unit", 1);
    if (isa->forms[insn->form].flags & FORM_HIGH_HALF)
        op->modifiers.op_sel |= OP_SEL_RESULT;
    if (op->body->scalar)
        place_scalars(op);
    else if (op->body->memory)
        place_memory(op);
    else if (op->image_facts)
        op->run = step_image;
    else if (op->body->lanes)
        return place_lanes(op, isa->forms[insn->form].writes & GISA_STATE_GDS, constants);
    else
        return place_vectors(op, level, constants);
    return GISA_OK;
}
