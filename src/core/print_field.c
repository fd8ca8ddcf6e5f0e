/* SPDX-License-Identifier: MIT */
/* Text of the fields that have a syntax of their own: waitcnt, hwreg, sendmsg, lane permutations,
   buffer formats. */
#include "hidden.h"
#include "names.h"
#include "operands.h"
#include "printer.h"

char *print_name(const printer *o, char *p, const name_table *t, int64_t value) {
    for (unsigned i = 0; t && i < t->count; i++) {
        const name_entry *e = &o->isa->entries[t->first + i];
        const char *name = &o->isa->strings[o->clrx ? e->clrx : e->llvm];
        if (value >= e->value && value < e->value + e->span)
            return text_counted(p, name, e->span, value - e->value);
    }
    return NULL;
}

char *print_name_or_number(const printer *o, char *p, const name_table *t, int64_t value) {
    char *behind = print_name(o, p, t, value);
    return behind ? behind : text_decimal(p, value);
}

char *print_hidden(const printer *o, char *p, const gisa_insn *insn) {
    const form *f = &o->isa->forms[insn->form];
    const format_row *row = &o->isa->formats[f->format];
    uint64_t hidden = hidden_bits(o->isa, insn), bits;
    size_t size;
    if (o->clrx)
        hidden &= ~hidden_but_in_clrx(o->isa, f, insn->rest);
    if (!hidden)
        return p;
    encode_bits(o->isa, insn, &bits, &size);
    for (unsigned i = 0; i < row->field_count; i++) {
        const format_field *x = &o->isa->format_fields[row->first_field + i];
        if (field_get(hidden, x->at))
            p = print_bits(o, p, x, bits);
    }
    return p;
}

/* ---- packed immediates ------------------------------------------------------------------ */

static uint64_t part_get(const pack_part *part, uint64_t value) {
    return field_get(value, part->high) << part->low.width | field_get(value, part->low);
}

/* The counters that are waited for; all of them when none is. CLRX joins them by &. */
char *print_waitcnt(const printer *o, char *p, int64_t value) {
    const pack *counters = names_pack(o->isa, "WAITCNT");
    bool any = false, all = true;
    if (o->style->exact && hidden_pack_is_odd(o->isa, "WAITCNT", value))
        return text_hex(p, (uint64_t)value);
    for (unsigned i = 0; counters && i < counters->count; i++) {
        const pack_part *part = &o->isa->pack_parts[counters->first + i];
        all &= part_get(part, (uint64_t)value) == part_get(part, UINT64_MAX);
    }
    for (unsigned i = 0; counters && i < counters->count; i++) {
        const pack_part *part = &o->isa->pack_parts[counters->first + i];
        if (!all && part_get(part, (uint64_t)value) == part_get(part, UINT64_MAX))
            continue;
        if (any)
            p = text_put(p, o->clrx ? " & " : " ");
        any = true;
        p = text_put(p, &o->isa->strings[part->name]);
        p = text_char(p, '(');
        p = text_decimal(p, (int64_t)part_get(part, (uint64_t)value));
        p = text_char(p, ')');
    }
    return p;
}

/* hwreg(name) or hwreg(name, offset, size). */
char *print_hwreg(const printer *o, char *p, int64_t value) {
    const pack *parts = names_pack(o->isa, "HWREG");
    const pack_part *part = &o->isa->pack_parts[parts ? parts->first : 0];
    char *named;
    int64_t id = (int64_t)part_get(part, (uint64_t)value),
            offset = (int64_t)part_get(part + 1, (uint64_t)value),
            size = (int64_t)part_get(part + 2, (uint64_t)value) + 1;
    p = text_put(p, "hwreg(");
    named = print_name(o, p, names_table(o->isa, "HWREG"), id);
    if (!named && o->clrx)
        p = text_char(p, '@');
    p = named ? named : text_decimal(p, id);
    if (o->clrx || offset != 0 || size != 32) {
        p = text_put(p, ", ");
        p = text_decimal(p, offset);
        p = text_put(p, ", ");
        p = text_decimal(p, size);
    }
    return text_char(p, ')');
}

/* sendmsg(MSG_GS, GS_OP_EMIT, 0); numbers where a part has no name; one number where bits belong to
   no part. */
char *print_sendmsg(const printer *o, char *p, int64_t value) {
    const pack *parts = names_pack(o->isa, "MSG");
    const pack_part *part = &o->isa->pack_parts[parts->first];
    int64_t id = (int64_t)part_get(part, (uint64_t)value), op = (int64_t)part_get(part + 1, (uint64_t)value),
            stream = (int64_t)part_get(part + 2, (uint64_t)value);
    message_operations ops = names_message_operations(o->isa, id);
    bool named = names_message(o->isa, value);
    if ((!named || o->style->exact) && ((uint64_t)value & ~names_pack_mask(o->isa, parts)))
        return text_decimal(p, value);
    p = text_put(p, "sendmsg(");
    if (o->clrx && !op && !stream && !ops.nop && names_has(o->isa, names_table(o->isa, "MSG"), id))
        return text_char(print_name(o, p, names_table(o->isa, "MSG"), id), ')');
    p = named ? print_name(o, p, names_table(o->isa, "MSG"), id) : text_decimal(p, id);
    if (!named || ops.names) {
        p = text_put(p, ", ");
        p = print_name_or_number(o, p, named ? ops.names : NULL, op);
    }
    if (!named || (ops.stream && op)) {
        p = text_put(p, ", ");
        p = text_decimal(p, stream);
    }
    return text_char(p, ')');
}

char *print_gpr_idx(const printer *o, char *p, int64_t value) {
    bool first = true;
    if (value >> 4 || o->clrx)
        return text_hex(p, (uint64_t)value);
    p = text_put(p, "gpr_idx(");
    for (int i = 0; i < 4; i++)
        if (value >> i & 1) {
            if (!first)
                p = text_char(p, ',');
            first = false;
            p = print_name_or_number(o, p, names_table(o->isa, "GPR_IDX"), i);
        }
    return text_char(p, ')');
}

/* ---- lane permutations ------------------------------------------------------------------ */

/* quad_perm:[a,b,c,d], row_shl:n ...; the codes are AMD's (GCN3 ISA, "DPP"). */
char *print_dpp_ctrl(const printer *o, char *p, int64_t value) {
    if (value >= 0x100)
        return print_name_or_number(o, p, names_table(o->isa, "DPP"), value);
    p = text_put(p, "quad_perm:[");
    for (int i = 0; i < 4; i++) {
        if (i)
            p = text_char(p, ',');
        p = text_decimal(p, value >> 2 * i & 3);
    }
    return text_char(p, ']');
}

static char *print_bitmask(char *p, int64_t value) {
    int64_t and_mask = value & 31, or_mask = value >> 5 & 31, xor_mask = value >> 10 & 31;
    if (and_mask == 31 && or_mask == 0 && xor_mask && (xor_mask & (xor_mask - 1)) == 0) {
        p = text_put(p, "SWAP,");
        p = text_decimal(p, xor_mask);
    } else if (and_mask == 31 && or_mask == 0 && xor_mask && (xor_mask & (xor_mask + 1)) == 0) {
        p = text_put(p, "REVERSE,");
        p = text_decimal(p, xor_mask + 1);
    } else {
        int64_t group = 32 - and_mask;
        if (group > 1 && (group & (group - 1)) == 0 && or_mask < group && xor_mask == 0) {
            p = text_put(p, "BROADCAST,");
            p = text_decimal(p, group);
            p = text_char(p, ',');
            p = text_decimal(p, or_mask);
        } else {
            p = text_put(p, "BITMASK_PERM,\"");
            for (int bit = 4; bit >= 0; bit--) {
                bool a = and_mask >> bit & 1, r = or_mask >> bit & 1, x = xor_mask >> bit & 1;
                p = text_char(p, r ? (x ? '0' : '1') : a ? (x ? 'i' : 'p') : (x ? '1' : '0'));
            }
            p = text_char(p, '"');
        }
    }
    return p;
}

char *print_swizzle(const printer *o, char *p, int64_t value) {
    p = text_put(p, "offset:");
    if (o->clrx || (o->style->exact && hidden_swizzle_is_odd(value)))
        return text_decimal(p, value);
    if (value >> 8 == 0x80 || value < 0x8000) {
        p = text_put(p, "swizzle(");
        if (value & 0x8000) {
            p = text_put(p, "QUAD_PERM");
            for (int i = 0; i < 4; i++) {
                p = text_char(p, ',');
                p = text_decimal(p, value >> 2 * i & 3);
            }
        } else
            p = print_bitmask(p, value);
        p = text_char(p, ')');
    } else
        p = text_decimal(p, value);
    return p;
}

/* The parts that differ from the default, data format 8 and number format unorm. */
char *print_mtbuf_format(const printer *o, char *p, int64_t value) {
    bool data = (value & 0xff) != 1 || (o->clrx && value >> 8); /* @6 alone is a data format */
    p = text_put(p, "format:[");
    if (data)
        p = print_name_or_number(o, p, names_table(o->isa, "DFMT"), value & 0xff);
    if (data && value >> 8)
        p = text_char(p, ',');
    if (value >> 8)
        p = print_name_or_number(o, p, names_table(o->isa, "NFMT"), value >> 8);
    return text_char(p, ']');
}
