/* SPDX-License-Identifier: MIT */
/* Instruction to text, in LLVM's or CLRX's syntax. */
#include <string.h>

#include "names.h"
#include "operands.h"
#include "tables.h"

/* The text so far; what does not fit is counted but not written. */
typedef struct out {
    char *p, *end;
    size_t lost;
    const gisa_isa *isa;
    const gisa_style *style;
    bool clrx;
} out;

static void put_char(out *o, char c) {
    if (o->p < o->end)
        *o->p++ = c;
    else
        o->lost++;
}

static void put_text(out *o, const char *text) {
    while (*text)
        put_char(o, *text++);
}

static void put_decimal(out *o, int64_t value) {
    char digits[24];
    int n = 0;
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    if (value < 0)
        put_char(o, '-');
    do
        digits[n++] = (char)('0' + left % 10);
    while (left /= 10);
    while (n)
        put_char(o, digits[--n]);
}

static void put_hex(out *o, uint64_t value) {
    int shift = 60;
    put_text(o, "0x");
    while (shift > 0 && !(value >> shift))
        shift -= 4;
    for (; shift >= 0; shift -= 4)
        put_char(o, "0123456789abcdef"[value >> shift & 15]);
}

static const char *text_at(const out *o, uint32_t offset) {
    return &o->isa->strings[offset];
}

/* ---- names of values -------------------------------------------------------------------- */

static bool put_name_of(out *o, const name_table *t, int64_t value) {
    for (unsigned i = 0; i < t->count; i++) {
        const name_entry *e = &o->isa->entries[t->first + i];
        const char *name = text_at(o, o->clrx ? e->clrx : e->llvm);
        if (value < e->value || value >= e->value + e->span)
            continue;
        if (e->span == 1) {
            put_text(o, name);
            return true;
        }
        size_t stem = strlen(name);
        int64_t number = value - e->value, first = 0, scale = 1;
        for (; stem && name[stem - 1] >= '0' && name[stem - 1] <= '9'; scale *= 10)
            first += (name[--stem] - '0') * scale;
        while (stem--)
            put_char(o, *name++);
        put_decimal(o, first + number);
        return true;
    }
    return false;
}

static bool put_name(out *o, const char *table, int64_t value) {
    const name_table *t = gisa_names(o->isa, table);
    return t && put_name_of(o, t, value);
}

/* ---- registers and constants ------------------------------------------------------------ */

static void put_group(out *o, const char *file, unsigned first, unsigned count) {
    put_text(o, file);
    if (count <= 1) {
        put_decimal(o, first);
        return;
    }
    put_char(o, '[');
    put_decimal(o, first);
    put_char(o, ':');
    put_decimal(o, first + count - 1);
    put_char(o, ']');
}

static void put_named(out *o, unsigned code, unsigned count) {
    const code_info *c = &o->isa->codes[code & 511];
    if (c->kind == CODE_PAIR_LO && count == 2)
        put_text(o, text_at(o, c->pair));
    else if (c->name)
        put_text(o, text_at(o, o->clrx ? c->clrx : c->name));
    else { /* a reserved code */
        put_char(o, '@');
        put_decimal(o, code);
    }
}

/* LLVM writes a literal like an inline constant where the values agree; the assembler then shortens it. */
static bool put_as_inline(out *o, const gisa_operand *a) {
    bool half = a->type == GISA_F16 || a->type == GISA_V2F16; /* integers of 16 bits compare as 32 bits */
    int64_t value = half ? (int16_t)a->value : (int32_t)a->value;
    uint64_t bits = is_16bit(a->type) ? (uint16_t)a->value : (uint32_t)a->value;
    if (a->type == GISA_F64)
        bits <<= 32;
    if (a->type == GISA_F64 ? a->value == 0
                            : value >= -16 && value <= 64 && (!is_64bit(a->type) || value >= 0)) {
        put_decimal(o, value);
        return true;
    }
    if ((is_16bit(a->type) && !half) || (is_64bit(a->type) && a->type != GISA_F64))
        return false;
    for (unsigned i = 0; i < o->isa->float_count; i++)
        if (bits == operand_float(i, a->type)) {
            put_text(o, is_64bit(a->type) ? gisa_floats[i].text64 : gisa_floats[i].text);
            return true;
        }
    return false;
}

static void put_literal(out *o, const gisa_operand *a) {
    bool hex = o->style->hex_literals;
    if (o->style->literal) {
        put_text(o, o->style->literal);
        return;
    }
    if (o->clrx) {
        out nowhere = *o;
        nowhere.end = nowhere.p;
        hex = true;
        if (put_as_inline(&nowhere, a)) { /* CLRX, too, would shorten it */
            put_text(o, "lit(");
            put_hex(o, (uint32_t)a->value);
            put_char(o, ')');
            return;
        }
    }
    if (hex || !put_as_inline(o, a))
        put_hex(o, is_16bit(a->type) && !hex ? (uint16_t)a->value : (uint32_t)a->value);
}

static void put_float(out *o, const gisa_operand *a) {
    const code_info *c = &o->isa->codes[a->reg & 511];
    const float_constant *f = &gisa_floats[(unsigned)c->value % 9];
    put_text(o, is_64bit(a->type) ? f->text64 : f->text);
}

static void put_plain(out *o, const gisa_operand *a) {
    switch (a->kind) {
    case GISA_SGPR: put_group(o, "s", a->reg, a->count); break;
    case GISA_VGPR: put_group(o, "v", a->reg, a->count); break;
    case GISA_TTMP: put_group(o, "ttmp", a->reg, a->count); break;
    case GISA_NAMED: put_named(o, a->reg, a->count); break;
    case GISA_INLINE:
        if (a->flags & GISA_FLOAT)
            put_float(o, a);
        else
            put_decimal(o, a->value);
        break;
    case GISA_LITERAL: put_literal(o, a); break;
    default: put_text(o, "off");
    }
}

/* -x |x| -|x| sext(x); a negated constant is neg(1.0), since -1.0 is another constant. */
static void put_source(out *o, const gisa_operand *a) {
    bool constant = a->kind == GISA_INLINE || a->kind == GISA_LITERAL;
    bool neg = a->mods & GISA_NEG, abs = a->mods & GISA_ABS, sext = a->mods & GISA_SEXT;
    bool function = neg && !abs && constant;
    if (!a->mods) {
        put_plain(o, a);
        return;
    }
    if (neg)
        put_text(o, function ? "neg(" : "-");
    if (sext)
        put_text(o, "sext(");
    if (abs)
        put_text(o, o->clrx ? "abs(" : "|");
    put_plain(o, a);
    if (abs)
        put_char(o, o->clrx ? ')' : '|');
    if (sext)
        put_char(o, ')');
    if (function)
        put_char(o, ')');
}

/* ---- packed immediates ------------------------------------------------------------------ */

static uint64_t part_get(const pack_part *p, uint64_t value) {
    return field_get(value, p->high) << p->low.width | field_get(value, p->low);
}

/* The counters that are waited for; all of them when none is. CLRX joins them by &. */
static void put_waitcnt(out *o, int64_t value) {
    const pack *p = gisa_pack(o->isa, "WAITCNT");
    bool any = false, all = true;
    for (unsigned i = 0; p && i < p->count; i++) {
        const pack_part *part = &o->isa->pack_parts[p->first + i];
        all &= part_get(part, (uint64_t)value) == part_get(part, UINT64_MAX);
    }
    for (unsigned i = 0; p && i < p->count; i++) {
        const pack_part *part = &o->isa->pack_parts[p->first + i];
        if (!all && part_get(part, (uint64_t)value) == part_get(part, UINT64_MAX))
            continue;
        if (any)
            put_text(o, o->clrx ? " & " : " ");
        any = true;
        put_text(o, text_at(o, part->name));
        put_char(o, '(');
        put_decimal(o, (int64_t)part_get(part, (uint64_t)value));
        put_char(o, ')');
    }
}

/* hwreg(name) or hwreg(name, offset, size). */
static void put_hwreg(out *o, int64_t value) {
    const pack *p = gisa_pack(o->isa, "HWREG");
    const pack_part *part = &o->isa->pack_parts[p ? p->first : 0];
    int64_t id = (int64_t)part_get(part, (uint64_t)value),
            offset = (int64_t)part_get(part + 1, (uint64_t)value),
            size = (int64_t)part_get(part + 2, (uint64_t)value) + 1;
    put_text(o, "hwreg(");
    if (!put_name(o, "HWREG", id)) {
        if (o->clrx)
            put_char(o, '@');
        put_decimal(o, id);
    }
    if (o->clrx || offset != 0 || size != 32) {
        put_text(o, ", ");
        put_decimal(o, offset);
        put_text(o, ", ");
        put_decimal(o, size);
    }
    put_char(o, ')');
}

/* sendmsg(MSG_GS, GS_OP_EMIT, 0); numbers where a part has no name; one number where bits belong to no part. */
static void put_sendmsg(out *o, int64_t value) {
    const pack *p = gisa_pack(o->isa, "MSG");
    const pack_part *part = &o->isa->pack_parts[p->first];
    int64_t id = (int64_t)part_get(part, (uint64_t)value), op = (int64_t)part_get(part + 1, (uint64_t)value),
            stream = (int64_t)part_get(part + 2, (uint64_t)value);
    message_operations ops = gisa_message_operations(o->isa, id);
    bool named = gisa_message_named(o->isa, value);
    if (!named && ((uint64_t)value & ~gisa_pack_mask(o->isa, p))) {
        put_decimal(o, value);
        return;
    }
    put_text(o, "sendmsg(");
    if (named)
        put_name(o, "MSG", id);
    else
        put_decimal(o, id);
    if (!named || ops.names) {
        put_text(o, ", ");
        if (!named || !put_name_of(o, ops.names, op))
            put_decimal(o, op);
    }
    if (!named || (ops.stream && op)) {
        put_text(o, ", ");
        put_decimal(o, stream);
    }
    put_char(o, ')');
}

static void put_gpr_idx(out *o, int64_t value) {
    bool first = true;
    if (value >> 4 || o->clrx) {
        put_hex(o, (uint64_t)value);
        return;
    }
    put_text(o, "gpr_idx(");
    for (int i = 0; i < 4; i++)
        if (value >> i & 1) {
            if (!first)
                put_char(o, ',');
            first = false;
            put_name(o, "GPR_IDX", i);
        }
    put_char(o, ')');
}

/* ---- lane permutations ------------------------------------------------------------------ */

/* quad_perm:[a,b,c,d], row_shl:n ...; the codes are AMD's (GCN3 ISA, "DPP"). */
static void put_dpp_ctrl(out *o, int64_t value) {
    if (value < 0x100) {
        put_text(o, "quad_perm:[");
        for (int i = 0; i < 4; i++) {
            if (i)
                put_char(o, ',');
            put_decimal(o, value >> 2 * i & 3);
        }
        put_char(o, ']');
    } else
        put_name(o, "DPP", value);
}

static void put_bitmask(out *o, int64_t value) {
    int64_t and_mask = value & 31, or_mask = value >> 5 & 31, xor_mask = value >> 10 & 31;
    if (and_mask == 31 && or_mask == 0 && xor_mask && (xor_mask & (xor_mask - 1)) == 0) {
        put_text(o, "SWAP,");
        put_decimal(o, xor_mask);
    } else if (and_mask == 31 && or_mask == 0 && xor_mask && (xor_mask & (xor_mask + 1)) == 0) {
        put_text(o, "REVERSE,");
        put_decimal(o, xor_mask + 1);
    } else {
        int64_t group = 32 - and_mask;
        if (group > 1 && (group & (group - 1)) == 0 && or_mask < group && xor_mask == 0) {
            put_text(o, "BROADCAST,");
            put_decimal(o, group);
            put_char(o, ',');
            put_decimal(o, or_mask);
        } else {
            put_text(o, "BITMASK_PERM,\"");
            for (int bit = 4; bit >= 0; bit--) {
                bool a = and_mask >> bit & 1, r = or_mask >> bit & 1, x = xor_mask >> bit & 1;
                put_char(o, r ? (x ? '0' : '1') : a ? (x ? 'i' : 'p') : (x ? '1' : '0'));
            }
            put_char(o, '"');
        }
    }
}

static void put_swizzle(out *o, int64_t value) {
    put_text(o, "offset:");
    if (o->clrx || value >> 8 == 0x80 || value < 0x8000) {
        if (o->clrx) {
            put_decimal(o, value);
            return;
        }
        put_text(o, "swizzle(");
        if (value & 0x8000) {
            put_text(o, "QUAD_PERM");
            for (int i = 0; i < 4; i++) {
                put_char(o, ',');
                put_decimal(o, value >> 2 * i & 3);
            }
        } else
            put_bitmask(o, value);
        put_char(o, ')');
    } else
        put_decimal(o, value);
}

/* The parts that differ from the default, data format 8 and number format unorm. */
static void put_mtbuf_format(out *o, int64_t value) {
    put_text(o, "format:[");
    if ((value & 0xff) != 1)
        put_name(o, "DFMT", value & 0xff);
    if ((value & 0xff) != 1 && value >> 8)
        put_char(o, ',');
    if (value >> 8)
        put_name(o, "NFMT", value >> 8);
    put_char(o, ']');
}

/* ---- operands and the whole ------------------------------------------------------------- */

static void put_label(out *o, const gisa_insn *insn, const gisa_operand *a) {
    uint64_t target = o->style->address + insn->size + (uint64_t)a->value;
    if (o->style->label) {
        char name[256];
        size_t n = o->style->label(o->style->ctx, target, name, sizeof name);
        if (n) {
            for (size_t i = 0; i < n && i < sizeof name; i++)
                put_char(o, name[i]);
            return;
        }
    }
    if (o->clrx)
        put_hex(o, target);
    else
        put_decimal(o, (uint16_t)(a->value / (int64_t)o->isa->unit));
}

static void put_number(out *o, const op_spec *op, int64_t value) {
    if (op->index ? value < op->index : !(op->flags & OP_HEX))
        put_decimal(o, value);
    else {
        if (value < 0)
            put_char(o, '-');
        put_hex(o, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
    }
}

static void put_key(out *o, const op_spec *op) {
    if (op->key) {
        put_text(o, text_at(o, op->key));
        put_char(o, ':');
    }
}

static void put_operand(out *o, const gisa_insn *insn, const op_spec *op, const gisa_operand *a) {
    switch (op->codec) {
    case CODEC_FLAG:
    case CODEC_WORD: put_text(o, text_at(o, op->key)); break;
    case CODEC_NUMBER:
        put_key(o, op);
        put_number(o, op, a->value);
        break;
    case CODEC_CHOICE:
        put_key(o, op);
        if (!put_name_of(o, &o->isa->names[op->names - 1], a->value))
            put_decimal(o, a->value);
        break;
    case CODEC_ARRAY:
        put_key(o, op);
        put_char(o, '[');
        for (int i = 0; i < op->index; i++) {
            if (i)
                put_char(o, ',');
            put_char(o, a->value >> i & 1 ? '1' : '0');
        }
        put_char(o, ']');
        break;
    case CODEC_LITERAL:
        if (o->style->literal)
            put_text(o, o->style->literal);
        else if (op->index && !o->style->hex_literals && !o->clrx && (int32_t)a->value >= -16 &&
                 (int32_t)a->value < op->index)
            put_decimal(o, (int32_t)a->value);
        else
            put_hex(o, (uint32_t)a->value);
        break;
    case CODEC_LABEL: put_label(o, insn, a); break;
    case CODEC_WAITCNT: put_waitcnt(o, a->value); break;
    case CODEC_HWREG: put_hwreg(o, a->value); break;
    case CODEC_SENDMSG: put_sendmsg(o, a->value); break;
    case CODEC_GPR_IDX: put_gpr_idx(o, a->value); break;
    case CODEC_SWIZZLE: put_swizzle(o, a->value); break;
    case CODEC_DPP_CTRL: put_dpp_ctrl(o, a->value); break;
    case CODEC_MTBUF_FORMAT: put_mtbuf_format(o, a->value); break;
    case CODEC_ATTR:
        put_text(o, "attr");
        put_decimal(o, a->value & 0xff);
        put_char(o, '.');
        put_name(o, "CHAN", a->value >> 8);
        break;
    default: put_source(o, a);
    }
}

/* CLRX has names of its own for some instructions, and needs no word for the short encoding. */
static void put_mnemonic(out *o, const form *f) {
    const char *mnemonic = text_at(o, f->mnemonic);
    const row_info *row = &o->isa->rows[f->row];
    if (o->clrx) {
        const char *suffix = mnemonic + strlen(row->name);
        put_text(o, f->clrx ? text_at(o, f->clrx) : row->name);
        put_text(o, strcmp(suffix, "_e32") == 0 ? "" : suffix);
    } else
        put_text(o, mnemonic);
}

/* What the syntax does not write, since its reader puts it in. */
static bool is_left_away(const out *o, const op_spec *op, const gisa_operand *a) {
    if (o->clrx && op->otherwise != op->otherwise_clrx && !(op->flags & OP_ALWAYS))
        return a->value == op->otherwise_clrx;
    if (o->clrx && op->codec == CODEC_VGPR && op->count_of && a->kind == GISA_NONE)
        return true;
    return (a->flags & GISA_DEFAULT) || ((op->flags & OP_OPTIONAL) && a->value == op->otherwise);
}

static void put_insn(out *o, const gisa_insn *insn) {
    const form *f = &o->isa->forms[insn->form];
    const op_spec *last = NULL;
    put_mnemonic(o, f);
    for (unsigned i = 0; i < f->op_count; i++) {
        const op_spec *op = form_op(o->isa, f, i);
        const gisa_operand *a = &insn->operand[i];
        if (is_left_away(o, op, a))
            continue;
        if (last && !(op->flags & OP_MODIFIER) && (o->clrx || !(last->flags & OP_SPACE)))
            put_char(o, ',');
        put_char(o, ' ');
        put_operand(o, insn, op, a);
        last = op;
    }
}

gisa_status gisa_print(const gisa_isa *isa, const gisa_insn *insn, const gisa_style *style, char *text,
                       size_t *size) {
    static const gisa_style usual = {0};
    out o = {.isa = isa, .style = style ? style : &usual};
    size_t need;
    if (!isa || !insn || !text || !size || insn->form >= isa->form_count ||
        insn->operand_count != isa->forms[insn->form].op_count)
        return GISA_BAD_ARGUMENT;
    o.clrx = o.style->syntax == GISA_CLRX;
    o.p = text;
    o.end = text + (*size ? *size - 1 : 0);
    put_insn(&o, insn);
    need = (size_t)(o.p - text) + o.lost;
    if (o.lost || !*size) {
        if (*size)
            *text = 0;
        *size = need;
        return GISA_NO_SPACE;
    }
    *o.p = 0;
    *size = need;
    return GISA_OK;
}
