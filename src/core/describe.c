/* SPDX-License-Identifier: MIT */
/* The spec as data: what the tables say of formats, operands, codes, names and facts, for those who
   ask. */
#include <string.h>

#include "names.h"
#include "operands.h"
#include "tables.h"
#include "words.h"

static const char *text_at(const gisa_isa *isa, uint32_t offset) {
    return &isa->strings[offset];
}

const char *gisa_kind_name(unsigned kind) {
    return kind < GISA_KIND_COUNT ? words_kinds[kind].word : NULL;
}

const char *gisa_class_name(unsigned class_) {
    return class_ < GISA_CLASS_COUNT ? words_classes[class_] : NULL;
}

const char *gisa_flow_name(unsigned flow) {
    return flow < GISA_FLOW_COUNT ? words_flows[flow] : NULL;
}

const char *gisa_role_name(unsigned role) {
    return role < GISA_ROLE_COUNT ? words_roles[role] : NULL;
}

const char *gisa_evidence_name(unsigned evidence) {
    return evidence < GISA_EVIDENCE_COUNT ? words_evidences[evidence] : NULL;
}

const char *gisa_state_name(unsigned bit) {
    return bit < STATE_WORDS ? words_states[bit] : NULL;
}

const char *gisa_type_name(unsigned type, unsigned registers) {
    for (unsigned i = 0; i < TYPE_WORDS; i++)
        if (words_types[i].type == type && (type != GISA_TYPE_BITS || words_types[i].count == registers))
            return words_types[i].name;
    return NULL;
}

/* ---- pictures --------------------------------------------------------------------------- */

gisa_status gisa_format(const gisa_isa *isa, uint32_t format, gisa_format_info *info) {
    const format_row *f;
    if (!isa || !info)
        return GISA_STATUS_BAD_ARGUMENT;
    if (format >= isa->format_count)
        return GISA_STATUS_END;
    f = &isa->formats[format];
    *info = (gisa_format_info){text_at(isa, f->name), text_at(isa, f->suffix),
                               gisa_meaning(isa, NULL, text_at(isa, f->name)), f->size, f->class_};
    return GISA_OK;
}

static gisa_bits bits_of(field f) {
    return (gisa_bits){f.shift, f.width};
}

static bool holds(field f, unsigned bit) {
    return bit >= f.shift && bit < f.shift + f.width;
}

static const bank_words *bank_words_of(const gisa_isa *isa, const op_spec *op) {
    uint16_t number = isa->op_banks[op - isa->ops];
    return number ? &isa->bank_words[number - 1] : NULL;
}

/* The bits that the operand looks at. The numbers of registers that other fields decide do not
   count. */
static uint64_t looks_of(const gisa_isa *isa, const op_spec *op) {
    const field more[] = {op->neg, op->abs, op->sext, op->scalar, op->enable, op->plus};
    const bank_words *b = bank_words_of(isa, op);
    uint64_t bits = b ? b->looks : 0;
    for (unsigned i = 0; i < OP_FIELDS; i++)
        bits |= field_mask(op->f[i]);
    for (unsigned i = 0; i < sizeof more / sizeof *more; i++)
        bits |= field_mask(more[i]);
    return op->codec == CODEC_LITERAL ? bits | UINT64_MAX << 32 : bits;
}

/* Where the picture of a format is drawn from; `form` is NULL for the format's own. */
typedef struct picture {
    const gisa_isa *isa;
    const format_row *format;
    const form *form;
    uint64_t looks[GISA_MAX_OPERANDS]; /* of the operands of the form: their bits */
} picture;

static picture picture_of(const gisa_isa *isa, uint32_t format, const form *of) {
    picture p = {.isa = isa, .format = &isa->formats[format], .form = of};
    for (unsigned i = 0; of && i < of->op_count; i++)
        p.looks[i] = looks_of(isa, form_op(isa, of, i));
    return p;
}

static const format_field *field_at(const picture *p, unsigned bit) {
    for (unsigned i = 0; i < p->format->field_count; i++) {
        const format_field *f = &p->isa->format_fields[p->format->first_field + i];
        if (holds(f->at, bit))
            return f;
    }
    return NULL;
}

static bool is_opcode(const picture *p, const format_field *f) {
    return f && is_opcode_field(text_at(p->isa, f->name));
}

/* Fields that no operand has, where the text holds every bit: name:value. */
static bool is_written(const picture *p) {
    return p->isa->dotted && (!p->form || p->form->flags & FORM_FIELDS);
}

/* What bit `bit` is, as a piece of one bit. */
static gisa_piece piece_of_bit(const picture *p, unsigned bit) {
    const format_field *f = field_at(p, bit);
    uint64_t one = UINT64_C(1) << bit;
    gisa_piece piece = {.at = {(uint8_t)bit, 1}, .name = f ? text_at(p->isa, f->name) : ""};
    for (unsigned i = 0; p->form && i < p->form->op_count; i++)
        if (p->looks[i] & one)
            piece.operands |= (uint16_t)(1u << i);
    if (is_opcode(p, f)) {
        piece.kind = GISA_PIECE_OPCODE;
        piece.value = p->form ? p->form->value >> bit & 1 : 0;
    } else if (p->form ? p->form->zero & one : p->format->zero & one)
        piece.kind = GISA_PIECE_ZERO;
    else if (p->form ? p->form->unused & one : p->format->ignored & one) {
        piece.kind = f && is_written(p) ? GISA_PIECE_WRITTEN : GISA_PIECE_IGNORED;
        piece.value = p->form ? p->form->preset >> bit & 1 : 0;
    } else if ((p->format->mask & one) || (!f && !piece.operands)) {
        piece.kind = GISA_PIECE_FIXED;
        piece.value = p->format->value >> bit & 1;
    } else
        piece.kind = GISA_PIECE_FIELD;
    return piece;
}

/* May `low`, the piece below, go on the piece `high`? */
static bool joins(const gisa_piece *high, const gisa_piece *low) {
    return high->kind == low->kind && strcmp(high->name, low->name) == 0 && high->operands == low->operands &&
           high->at.width < 32;
}

/* The piece whose highest bit is `bit`. */
static gisa_piece piece_from(const picture *p, unsigned bit) {
    gisa_piece piece = piece_of_bit(p, bit);
    while (bit-- % 32) {
        gisa_piece next = piece_of_bit(p, bit);
        if (!joins(&piece, &next))
            break;
        piece.value = piece.value << 1 | next.value;
        piece.at.low--;
        piece.at.width++;
    }
    return piece;
}

static gisa_status nth_piece(const picture *p, unsigned i, gisa_piece *piece) {
    unsigned dwords = p->format->size / 4u;
    for (unsigned k = 0; k < dwords; k++) {
        unsigned dword = p->isa->unit == 8 ? dwords - 1 - k : k; /* of one word the upper half comes first */
        for (unsigned bit = 32 * dword + 32; bit > 32 * dword; bit = piece->at.low) {
            *piece = piece_from(p, bit - 1);
            if (i-- == 0)
                return GISA_OK;
        }
    }
    return GISA_STATUS_END;
}

gisa_status gisa_format_piece(const gisa_isa *isa, uint32_t format, unsigned i, gisa_piece *piece) {
    if (!isa || !piece || format >= isa->format_count)
        return GISA_STATUS_BAD_ARGUMENT;
    const picture p = picture_of(isa, format, NULL);
    return nth_piece(&p, i, piece);
}

gisa_status gisa_form_piece(const gisa_isa *isa, uint32_t index, unsigned i, gisa_piece *piece) {
    if (!isa || !piece || index >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    const picture p = picture_of(isa, isa->forms[index].format, &isa->forms[index]);
    return nth_piece(&p, i, piece);
}

/* ---- operands --------------------------------------------------------------------------- */

static uint32_t accepts(const op_spec *op) {
    switch (op->codec) {
    case CODEC_VGPR:
        return op->scalar.width ? GISA_INFO_TAKES_VGPR | GISA_INFO_TAKES_SGPR | GISA_INFO_TAKES_CONSTANT
                                : GISA_INFO_TAKES_VGPR;
    case CODEC_EXP_SOURCE: return GISA_INFO_TAKES_VGPR;
    case CODEC_LITERAL: return GISA_INFO_TAKES_LITERAL;
    case CODEC_IMPLIED:
    case CODEC_OFF:
    case CODEC_WORD:
    case CODEC_JOIN: return GISA_INFO_HELD_NOWHERE;
    case CODEC_BANKED: return op->f[0].width ? 0 : GISA_INFO_HELD_NOWHERE;
    case CODEC_CODE: break;
    default: return 0;
    }
    uint32_t flags = op->flags & OP_LITERAL ? GISA_INFO_TAKES_LITERAL : 0;
    unsigned codes = (unsigned)op->scale << op->f[0].width; /* the first code that the field cannot hold */
    if (codes > OPERAND_FIRST_VGPR && !(op->flags & OP_SCALAR))
        flags |= GISA_INFO_TAKES_VGPR;
    if (!(op->flags & OP_VECTOR))
        flags |= GISA_INFO_TAKES_SGPR;
    if (codes > OPERAND_FIRST_VALUE && !(op->flags & (OP_NO_CONSTANT | OP_VECTOR)) &&
        !(op->start.access & GISA_ACCESS_WRITE))
        flags |= GISA_INFO_TAKES_CONSTANT;
    return flags | (op->flags & OP_LDS_DIRECT ? GISA_INFO_TAKES_LDS : 0);
}

static uint32_t manners(const op_spec *op) {
    bool demanded = op->ways & WAY_DEMANDED;
    return (op->flags & OP_MODIFIER ? GISA_INFO_IS_MODIFIER : 0) |
           (!demanded &&
                    ((op->flags & OP_OPTIONAL) || ((op->flags & OP_MODIFIER) && op->codec != CODEC_WORD &&
                                                   op->codec != CODEC_DPP_CTRL && op->codec != CODEC_SWIZZLE))
                ? GISA_INFO_IS_OPTIONAL
                : 0) |
           (op->flags & OP_SIGNED ? GISA_INFO_IS_SIGNED : 0) |
           (demanded || (op->flags & OP_ALWAYS) ? GISA_INFO_IS_ALWAYS_WRITTEN : 0) |
           (op->flags & OP_ANY_COUNT ? GISA_INFO_HAS_ANY_COUNT : 0) |
           (op->flags & OP_SPACE ? GISA_INFO_HAS_NO_COMMA : 0) |
           (op->flags & OP_PREFIX ? GISA_INFO_IS_PREFIX : 0) |
           (op->flags & OP_SUFFIX ? GISA_INFO_IS_SUFFIX : 0) |
           (op->flags & OP_HEX || (op->codec == CODEC_NUMBER && op->index) ? GISA_INFO_IS_HEXADECIMAL : 0);
}

/* The register of an operand that is always, or by default, the same. */
static const char *implied_register(const gisa_isa *isa, const op_spec *op) {
    const code_info *c = &isa->codes[op->implied];
    if (op->codec != CODEC_IMPLIED && !op->enable.width)
        return "";
    return text_at(isa, c->pair && op->count == 2 ? c->pair : c->name);
}

gisa_status gisa_form_operand(const gisa_isa *isa, uint32_t index, unsigned i, gisa_operand_info *info) {
    const op_spec *op;
    const char *type;
    if (!isa || !info || index >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= isa->forms[index].op_count)
        return GISA_STATUS_END;
    op = form_op(isa, &isa->forms[index], i);
    type = op->count ? gisa_type_name(op->type, op->count)
                     : NULL; /* what is no register has bits, and no type */
    *info = (gisa_operand_info){
        .name = text_at(isa, op->name),
        .doc = op->doc ? text_at(isa, op->doc) : NULL,
        .codec = words_codecs[op->codec],
        .type = type ? type : "",
        .key = text_at(isa, op->key),
        .names = op->names ? text_at(isa, isa->names[op->names - 1].name) : "",
        .count = op->count_of ? text_at(isa, isa->count_texts[op->count_of - 1]) : "",
        .implied = implied_register(isa, op),
        .word = text_at(isa, op->word),
        .role = op->role,
        .flags = accepts(op) | manners(op),
        .registers = op->count,
        .access = op->start.access,
        .scale = op->scale,
        .hex_from = op->codec == CODEC_NUMBER || op->codec == CODEC_LITERAL ? op->index : 0,
        .neg = bits_of(op->neg),
        .abs = bits_of(op->abs),
        .sext = bits_of(op->sext),
        .scalar = bits_of(op->scalar),
        .enable = bits_of(op->enable),
        .plus = bits_of(op->plus),
        .otherwise = op->otherwise,
        .otherwise_clrx = op->otherwise_clrx,
        .least = op->least,
        .instead_of = op->instead_of,
        .instead = op->instead,
        .also = op->also,
    };
    const bank_words *b = bank_words_of(isa, op);
    info->written = b ? text_at(isa, b->written) : "";
    while (info->field_count < OP_FIELDS && op->f[info->field_count].width) {
        info->field[info->field_count] = bits_of(op->f[info->field_count]);
        info->field_count++;
    }
    if (op->codec == CODEC_EXP_SOURCE) /* each has a bit of its own */
        info->field[1] = (gisa_bits){(uint8_t)(op->f[1].shift + op->index), 1};
    return GISA_OK;
}

/* ---- banks ------------------------------------------------------------------------------ */

gisa_status gisa_form_bank(const gisa_isa *isa, uint32_t index, unsigned i, gisa_bank_info *info) {
    if (!isa || !info || index >= isa->form_count || i >= isa->forms[index].op_count)
        return GISA_STATUS_BAD_ARGUMENT;
    const bank_words *b = bank_words_of(isa, form_op(isa, &isa->forms[index], i));
    if (!b)
        return GISA_STATUS_BAD_ARGUMENT;
    *info = (gisa_bank_info){
        .banks = text_at(isa, b->banks),
        .swizzles = text_at(isa, b->swizzles),
        .channels = text_at(isa, b->channels),
        .number = bits_of(b->number),
        .choice = bits_of(b->choice),
        .extension = bits_of(b->extension),
        .internal = b->internal,
        .doubled = b->flags & BANK_SAYS_DOUBLED,
        .dashed = b->flags & BANK_SAYS_DASHED,
        .unlisted = b->flags & BANK_SAYS_UNLISTED,
        .piece_count = b->piece_count,
    };
    for (unsigned k = 0; k < b->piece_count; k++) {
        info->piece[k] = bits_of(b->piece[k]);
        info->piece_to[k] = b->to[k];
    }
    return GISA_OK;
}

const char *gisa_bank_table(const gisa_isa *isa, unsigned i) {
    return isa && i < isa->bank_table_count ? text_at(isa, isa->bank_tables[i].name) : NULL;
}

const char *gisa_swizzle_table(const gisa_isa *isa, unsigned i) {
    return isa && i < isa->swizzle_count ? text_at(isa, isa->swizzle_names[i]) : NULL;
}

gisa_status gisa_bank_at(const gisa_isa *isa, const char *table, unsigned i, unsigned *kind) {
    for (unsigned t = 0; isa && table && kind && t < isa->bank_table_count; t++)
        if (strcmp(gisa_bank_table(isa, t), table) == 0) {
            if (i >= BANK_CHOICES)
                return GISA_STATUS_END;
            *kind = isa->bank_tables[t].kind[i];
            return GISA_OK;
        }
    return GISA_STATUS_BAD_ARGUMENT;
}

gisa_status gisa_swizzle_at(const gisa_isa *isa, const char *table, unsigned i, char letters[5]) {
    for (unsigned t = 0; isa && table && letters && t < isa->swizzle_count; t++)
        if (strcmp(gisa_swizzle_table(isa, t), table) == 0) {
            const swizzle_table *w = &isa->swizzle_tables[t];
            if (i >= w->count)
                return GISA_STATUS_END;
            for (unsigned k = 0; k < CHANNELS; k++)
                letters[k] = words_channels[isa->swizzles[w->first + i] >> 4 * k & 7];
            letters[CHANNELS] = 0;
            return GISA_OK;
        }
    return GISA_STATUS_BAD_ARGUMENT;
}

gisa_status gisa_constant_at(const gisa_isa *isa, unsigned i, uint32_t words[2]) {
    if (!isa || !words)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= isa->constant_count)
        return GISA_STATUS_END;
    memcpy(words, isa->constant_words[i], 2 * sizeof *words);
    return GISA_OK;
}

static codec_text text_of_codec(const char *codec) {
    for (unsigned i = 0; codec && i < CODEC_COUNT; i++)
        if (strcmp(words_codecs[i], codec) == 0)
            return words_codec_texts[i];
    return (codec_text){NULL, NULL};
}

const char *gisa_codec_written(const char *codec) {
    codec_text text = text_of_codec(codec);
    return text.written ? text.written : "";
}

const char *gisa_codec_tables(const char *codec) {
    codec_text text = text_of_codec(codec);
    return text.tables ? text.tables : "";
}

const char *gisa_bank_letters(unsigned kind) {
    return kind < GISA_KIND_COUNT ? words_kinds[kind].bank : "";
}

/* ---- operand codes ---------------------------------------------------------------------- */

static const char *put_numbered(char text[8], const char *stem, int number) {
    char digits[6];
    size_t n = strlen(stem);
    unsigned count = 0, left = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    memcpy(text, stem, n);
    if (number < 0)
        text[n++] = '-';
    do
        digits[count++] = (char)('0' + left % 10);
    while (left /= 10);
    while (count && n < 7)
        text[n++] = digits[--count];
    text[n] = 0;
    return text;
}

/* As group_fits in gen/forms/expand.c. */
static uint16_t most_registers(const code_info *c) {
    switch (c->kind) {
    case CODE_RESERVED: return 0;
    case CODE_PAIR_HI: return 1;
    case CODE_SGPR:
    case CODE_TTMP:
    case CODE_VGPR:
    case CODE_REG: return (uint16_t)(c->last + 1);
    default: return 2;
    }
}

gisa_status gisa_code(const gisa_isa *isa, unsigned code, char text[8], gisa_code_info *info) {
    const code_info *c;
    if (!isa || !info || !text)
        return GISA_STATUS_BAD_ARGUMENT;
    if (code > 511)
        return GISA_STATUS_END;
    c = &isa->codes[code];
    *info = (gisa_code_info){.name = "",
                             .clrx = "",
                             .pair = "",
                             .registers = most_registers(c),
                             .kind = GISA_KIND_NONE,
                             .read_only = !(isa->code_uses[code] & CODE_WRITABLE),
                             .lds_direct = c->kind == CODE_REG && c->value};
    switch (c->kind) {
    case CODE_RESERVED: return GISA_OK;
    case CODE_SGPR:
        info->kind = GISA_KIND_SGPR;
        info->name = put_numbered(text, "s", c->value);
        break;
    case CODE_TTMP:
        info->kind = GISA_KIND_TTMP;
        info->name = put_numbered(text, "ttmp", c->value);
        break;
    case CODE_VGPR:
        info->kind = GISA_KIND_VGPR;
        info->name = put_numbered(text, "v", c->value);
        break;
    case CODE_INT:
        info->kind = GISA_KIND_INLINE;
        info->name = put_numbered(text, "", c->value);
        break;
    case CODE_FLOAT:
        info->kind = GISA_KIND_INLINE;
        info->name = float_constants[(unsigned)c->value % 9].text;
        break;
    case CODE_LITERAL:
        info->kind = GISA_KIND_LITERAL;
        info->name = "literal";
        break;
    default:
        info->kind = GISA_KIND_NAMED;
        info->name = text_at(isa, c->name);
        info->pair = text_at(isa, c->pair);
    }
    info->clrx = info->kind == GISA_KIND_NAMED && c->clrx ? text_at(isa, c->clrx) : info->name;
    return GISA_OK;
}

/* ---- names, packs, facts, corrections ---------------------------------------------------- */

const char *gisa_name_table(const gisa_isa *isa, unsigned i) {
    return isa && i < isa->name_table_count ? text_at(isa, isa->names[i].name) : NULL;
}

gisa_status gisa_name_of_value(const gisa_isa *isa, const char *table, unsigned i, gisa_value_name *name) {
    const name_table *t = isa && table ? names_table(isa, table) : NULL;
    const name_entry *e;
    if (!t || !name)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= t->count)
        return GISA_STATUS_END;
    e = &isa->entries[t->first + i];
    *name = (gisa_value_name){text_at(isa, e->llvm), text_at(isa, e->clrx), e->value,
                              (uint16_t)(e->value + e->span - 1)};
    return GISA_OK;
}

gisa_status gisa_pack_part_at(const gisa_isa *isa, unsigned i, gisa_pack_part *part) {
    if (!isa || !part)
        return GISA_STATUS_BAD_ARGUMENT;
    for (uint32_t k = 0; k < isa->pack_count; i -= isa->packs[k++].count)
        if (i < isa->packs[k].count) {
            const pack_part *p = &isa->pack_parts[isa->packs[k].first + i];
            *part = (gisa_pack_part){text_at(isa, isa->packs[k].name), text_at(isa, p->name), bits_of(p->low),
                                     bits_of(p->high)};
            return GISA_OK;
        }
    return GISA_STATUS_END;
}

gisa_status gisa_number_row_at(const gisa_isa *isa, unsigned i, gisa_number_row *row) {
    if (!isa || !row)
        return GISA_STATUS_BAD_ARGUMENT;
    for (uint32_t k = 0; k < isa->number_table_count; i -= isa->number_tables[k++].rows) {
        const number_table *t = &isa->number_tables[k];
        if (i >= t->rows)
            continue;
        const int64_t *numbers = &isa->numbers[t->first + i * (t->columns + 1u)];
        *row = (gisa_number_row){text_at(isa, t->name), numbers[0], numbers + 1, t->columns};
        return GISA_OK;
    }
    return GISA_STATUS_END;
}

gisa_status gisa_fact_at(const gisa_isa *isa, unsigned i, const char **name, int64_t *value) {
    if (!isa || !name || !value)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= isa->fact_count)
        return GISA_STATUS_END;
    *name = text_at(isa, isa->facts[i].name);
    *value = isa->facts[i].value;
    return GISA_OK;
}

gisa_status gisa_form_correction(const gisa_isa *isa, uint32_t index, unsigned i, gisa_correction *answer) {
    if (!isa || !answer || index >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    for (uint32_t k = 0; k < isa->correction_count; k++)
        if (isa->corrections[k].row == isa->forms[index].row && i-- == 0) {
            *answer = (gisa_correction){text_at(isa, isa->corrections[k].document),
                                        text_at(isa, isa->corrections[k].text)};
            return GISA_OK;
        }
    return GISA_STATUS_END;
}

gisa_status gisa_format_correction(const gisa_isa *isa, uint32_t format, unsigned i,
                                   gisa_correction *answer) {
    if (!isa || !answer || format >= isa->format_count)
        return GISA_STATUS_BAD_ARGUMENT;
    for (uint32_t k = 0; k < isa->correction_count; k++)
        if (isa->corrections[k].format == format && i-- == 0) {
            *answer = (gisa_correction){text_at(isa, isa->corrections[k].document),
                                        text_at(isa, isa->corrections[k].text)};
            return GISA_OK;
        }
    return GISA_STATUS_END;
}

gisa_status gisa_called_at(const gisa_isa *isa, unsigned i, gisa_called *answer) {
    if (!isa || !answer)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= isa->called_count)
        return GISA_STATUS_END;
    const called *c = &isa->called_names[i];
    *answer = (gisa_called){text_at(isa, c->word), text_at(isa, c->document), text_at(isa, c->name),
                            text_at(isa, c->format)};
    return GISA_OK;
}

/* ---- docs ------------------------------------------------------------------------------- */

/* The operand of the form that the spec calls so; -1 = it has none. */
static int operand_called(const gisa_isa *isa, const form *f, const char *name, size_t size) {
    for (unsigned i = 0; i < f->op_count; i++) {
        const op_spec *op = form_op(isa, f, i);
        const char *names[] = {text_at(isa, op->word), text_at(isa, op->name)};
        for (unsigned k = 0; k < 2; k++)
            if (strlen(names[k]) == size && memcmp(names[k], name, size) == 0)
                return (int)i;
    }
    return -1;
}

gisa_status gisa_form_doc_mark(const gisa_isa *isa, uint32_t index, unsigned i, gisa_doc_mark *mark) {
    if (!isa || !mark || index >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    const form *f = &isa->forms[index];
    const row_info *row = &isa->rows[f->row];
    if (i >= row->mark_count)
        return GISA_STATUS_END;
    const doc_mark *m = &isa->doc_marks[row->marks + i];
    *mark = (gisa_doc_mark){.at = m->at, .size = m->size, .bits = m->bits, .state = m->state};
    mark->operand = m->state ? -1 : operand_called(isa, f, row->doc + m->at, m->name_size);
    return GISA_OK;
}

/* ---- what words mean -------------------------------------------------------------------- */

gisa_status gisa_meaning_at(const gisa_isa *isa, unsigned i, const char **word, const char **text) {
    if (!isa || !word || !text)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= isa->meaning_count)
        return GISA_STATUS_END;
    *word = text_at(isa, isa->meanings[i].word);
    *text = text_at(isa, isa->meanings[i].text);
    return GISA_OK;
}

gisa_status gisa_body_word_at(const gisa_isa *isa, unsigned i, gisa_body_word *word) {
    if (!isa || !word)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= isa->body_word_count)
        return GISA_STATUS_END;
    const body_word_row *row = &isa->body_words[i];
    *word = (gisa_body_word){row->name, row->declaration, row->text, row->definition};
    return GISA_OK;
}

gisa_status gisa_form_word(const gisa_isa *isa, unsigned index, unsigned i, gisa_body_word *word) {
    if (!isa || !word || index >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    const uint16_t *use = &isa->word_uses[isa->rows[isa->forms[index].row].words];
    for (unsigned k = 0; k < i && *use != NO_WORD; k++)
        use++;
    return *use == NO_WORD ? GISA_STATUS_END : gisa_body_word_at(isa, *use, word);
}

const char *gisa_meaning(const gisa_isa *isa, const char *place, const char *word) {
    size_t size = place ? strlen(place) : 0;
    for (uint32_t i = 0; isa && word && i < isa->meaning_count; i++) {
        const char *known = text_at(isa, isa->meanings[i].word);
        if (place && (strncmp(known, place, size) != 0 || known[size] != '.'))
            continue;
        if (strcmp(place ? known + size + 1 : known, word) == 0)
            return text_at(isa, isa->meanings[i].text);
    }
    return NULL;
}

gisa_status gisa_format_unknown(const gisa_isa *isa, uint32_t format, unsigned i, gisa_unknown *answer) {
    if (!isa || format >= isa->format_count || !answer)
        return GISA_STATUS_BAD_ARGUMENT;
    for (uint32_t k = 0; k < isa->unknown_count; k++) {
        const unknown_field *u = &isa->unknowns[k];
        if (u->format == format && i-- == 0) {
            *answer = (gisa_unknown){
                text_at(isa, u->name), {u->at.shift, u->at.width}, u->value, text_at(isa, u->text)};
            return GISA_OK;
        }
    }
    return GISA_STATUS_END;
}
