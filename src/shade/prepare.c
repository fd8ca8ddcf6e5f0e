/* SPDX-License-Identifier: MIT */
/* An instruction with its operands sorted out, once for each word of a program: which rows they
 * are, in which format, and what is known of them only as a choice. */
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "level.h"

/* What preparing has at hand. */
typedef struct context {
    const gisa_shade *m;
    const gisa_isa *isa;
    gisa_insn insn;
    shade_op *op;
    bool secondary;
} context;

static uint32_t part(const context *c, enum format_part part) {
    return form_part(c->isa, c->insn.form, c->insn.bits, part);
}

static bool has(const context *c, enum format_part part) {
    return form_has_part(c->isa, c->insn.form, part);
}

static bool chosen(context *c, const char *name, const char *option) {
    uint32_t bit;
    bool is = shade_model(c->isa, c->m->model, name, option, &bit);
    c->op->models |= bit;
    return is;
}

/* The operation speaks of it, but here it cannot matter. */
static void forget_choice(context *c, const char *name, const char *option) {
    uint32_t bit;
    shade_model(c->isa, c->m->model, name, option, &bit);
    c->op->models &= ~bit;
}

static void refuse(context *c, const char *why) {
    if (!c->op->fault)
        c->op->fault = why;
}

static const op_spec *spec_of(const context *c, unsigned i) {
    return form_op(c->isa, &c->isa->forms[c->insn.form], i);
}

/* The operand that has the role; -1 = there is none. */
static int operand_of_role(const context *c, unsigned role) {
    for (unsigned i = 0; i < c->insn.operand_count; i++)
        if (spec_of(c, i)->role == role)
            return (int)i;
    return -1;
}

/* What an operand is in the text of the instruction, without the dot of a suffix; "" = there is no
   such operand. */
static const char *word_of(const context *c, unsigned role, char text[64]) {
    int i = operand_of_role(c, role);
    size_t size = 63;
    *text = 0;
    if (i < 0 || gisa_print_operand(c->isa, &c->insn, (unsigned)i, NULL, text, &size) != GISA_OK)
        *text = 0;
    return text + (*text == '.');
}

/* ---- formats ---- */

static int format_named(const char *word) {
    for (size_t i = 1; i < sizeof shade_formats / sizeof *shade_formats; i++)
        if (strcmp(shade_formats[i].name, word) == 0)
            return (int)i;
    return VIEW_NONE;
}

/* The format of an operand in registers: as a word of the instruction says, or its type, or the
   body. */
static uint8_t format_of(context *c, unsigned said_by, uint8_t view, uint8_t type) {
    char text[64];
    const char *word = word_of(c, said_by, text);
    if (*word) {
        int format = format_named(word);
        if (format == VIEW_NONE)
            refuse(c, "the layout of o8 is unknown");
        return (uint8_t)format;
    }
    return view == VIEW_F32 && type == GISA_TYPE_F16 ? VIEW_F16 : view;
}

/* ---- operands ---- */

static uint32_t number_bits_of_float(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* An entry of the table of constants: two words, in which channels are as in registers. */
static void fix_constant(const gisa_shade *m, const shade_operand *o, unsigned entry, uint32_t fixed[]) {
    const uint32_t *words = m->isa->constant_words[entry % m->isa->constant_count];
    uint32_t bit;
    bool second = shade_model(m->isa, m->model, "constant_zw", "words", &bit);
    for (unsigned i = 0; i < SHADE_CHANNELS; i++) {
        shade_row in, out;
        unsigned word = shade_channel_word(o->format, i);
        if (shade_formats[o->format].bits == 32)
            word = i == 1 || (i == 3 && second);
        m->level->fill(in, words[word & 1]);
        m->level->decode(out, in, o, shade_channel_shift(o->format, i));
        fixed[i] = i < shade_formats[o->format].channels ? out[0] : 0;
    }
}

void shade_fix(const gisa_shade *m, const shade_operand *o, unsigned number, uint32_t fixed[]) {
    uint32_t bit;
    if (o->kind == GISA_KIND_TABLE) {
        fix_constant(m, o, number, fixed);
        return;
    }
    if (o->kind == GISA_KIND_NUMBER && o->floating &&
        !shade_model(m->isa, m->model, "immediate", "bits", &bit))
        number = number_bits_of_float(o->fraction ? (float)number / (float)shade_formats[o->format].one
                                                  : (float)number);
    for (unsigned i = 0; i < SHADE_CHANNELS; i++)
        fixed[i] = number;
}

static void prepare_register(context *c, const gisa_operand *from, bool written, shade_operand *o) {
    o->kind = from->kind;
    o->word = from->reg;
    o->bank = shade_bank_of_kind(from->kind);
    switch (from->kind) {
    case GISA_KIND_INDEXED1:
    case GISA_KIND_INDEXED2:
        o->index = from->kind == GISA_KIND_INDEXED1 ? 1 : 2;
        o->bank = shade_bank_of_kind(from->reg >> 8);
        o->word = from->reg & 0xff;
        o->scale = o->doubled || chosen(c, "index_scale", "two") ? 2 : 1;
        break;
    case GISA_KIND_INDEX:
        o->word = from->reg;
        if (from->reg >= 1 && from->reg / 2 <= 2) /* others mean none either way */
            o->word = chosen(c, "index_number", "doubled") ? from->reg / 2 : from->reg;
        if (o->word < 1 || o->word > 2)
            refuse(c, "the number of the index register is unknown");
        o->word--;
        break;
    case GISA_KIND_TABLE:
        o->bank = BANK_FIXED;
        shade_fix(c->m, o, from->reg, o->fixed);
        break;
    case GISA_KIND_NUMBER:
        o->bank = BANK_FIXED;
        shade_fix(c->m, o, from->reg, o->fixed);
        break;
    case GISA_KIND_GLOBAL: refuse(c, "what global registers hold is unknown"); break;
    case GISA_KIND_IMM:
        o->bank = BANK_FIXED;
        shade_fix(c->m, o, (unsigned)from->value, o->fixed);
        break;
    default: break;
    }
    /* In the secondary program all registers but the internal ones are secondary attributes. */
    if (c->secondary && o->bank < BANKS)
        o->bank = BANK_SA;
    if (written && o->bank == BANK_FIXED)
        refuse(c, "the effect of writing to a constant is unknown");
}

/* Does the row write it? A word that selects no channel writes nothing, but what its operand is may
   still be a fault. */
static bool is_result(const context *c, unsigned i) {
    return spec_of(c, i)->role == GISA_ROLE_RESULT;
}

/* An operand that is an internal register in any case follows no increment generator, nor does a
 * number of which all bits are in the word: compilers copy registers by a repeated `or` with 0. */
static uint8_t generator_of(const context *c, unsigned i, bool written, bool chooses_bank) {
    unsigned banked = spec_of(c, i)->banked;
    if (!banked || (!written && !chooses_bank))
        return NO_GENERATOR;
    return written ? 0 : c->isa->banked[banked - 1].generator;
}

static void prepare_operand(context *c, unsigned i, uint8_t view, shade_operand *o) {
    const gisa_operand *from = &c->insn.operand[i];
    bool written = is_result(c, i);
    gisa_bank_info bank;
    *o = (shade_operand){.bank = BANK_NONE};
    bool is_bank = gisa_form_bank(c->isa, c->insn.form, i, &bank) == GISA_OK;
    o->doubled = is_bank && bank.doubled;
    o->floating = shade_formats[view].floating;
    o->format = format_of(c, written ? GISA_ROLE_RESULT_FORMAT : GISA_ROLE_SOURCE_FORMAT, view, from->type);
    o->named = o->format;
    o->mods = from->mods;
    o->source = generator_of(c, i, written, is_bank && bank.choice.width);
    o->step = o->doubled ? 2 : 1;
    for (unsigned k = 0; k < SHADE_CHANNELS; k++)
        o->channel[k] =
            from->kind == GISA_KIND_IMM ? (uint8_t)k : (uint8_t)((uint64_t)from->value >> 4 * k & 7);
    o->shown = from->kind == GISA_KIND_IMM ? 0 : (uint8_t)((uint64_t)from->value >> 16 & 15);
    const op_spec *spec = spec_of(c, i);
    bool has_channels = spec->banked && (c->isa->banked[spec->banked - 1].shown ||
                                         c->isa->banked[spec->banked - 1].mask[0].mask);
    if (!has_channels)
        o->shown = written ? 1 : 0;
    else if (!written && o->shown == 1 &&
             !c->isa->banked[spec->banked - 1].mask[0].mask) /* one for all channels */
        for (unsigned k = 1; k < SHADE_CHANNELS; k++)
            o->channel[k] = o->channel[0];
    prepare_register(c, from, written, o);
    if (o->bank == BANK_I && o->floating && shade_formats[o->format].floating)
        o->format = VIEW_F32; /* internal registers hold f32, whatever the format is */
}

static bool is_value(const context *c, unsigned i) {
    return spec_of(c, i)->role == GISA_ROLE_RESULT || spec_of(c, i)->role == GISA_ROLE_SOURCE;
}

/* The operands from number i on; returns where the next half begins. */
static unsigned prepare_half(context *c, unsigned i, gisa_shade_half *h) {
    bool has_result = false;
    for (; i < c->insn.operand_count; i++) {
        if (spec_of(c, i)->codec == CODEC_JOIN)
            return i + 1;
        if (!is_value(c, i))
            continue;
        if (is_result(c, i) && has(c, PART_STORES) && !part(c, PART_STORES))
            continue; /* a test that writes no result, whatever stands there */
        if (is_result(c, i)) {
            prepare_operand(c, i, h->body->view[SHADE_D], &h->d);
            has_result = true;
        } else if (h->sources < SHADE_SOURCES) {
            prepare_operand(c, i, h->body->view[h->sources], &h->s[h->sources]);
            h->sources++;
        }
    }
    if (!has_result)
        h->d = (shade_operand){.bank = BANK_NONE};
    return i;
}

/* `at`: where the fields of the word of which the body speaks begin in the tables. */
static void prepare_body(context *c, gisa_shade_half *h, unsigned number, unsigned at) {
    h->body = &usse_bodies[number];
    h->wide = c->m->level->bodies[number];
    c->op->models |= h->body->models;
    for (unsigned i = 0; i < h->body->fields; i++)
        h->field[i] = (uint32_t)field_get(c->insn.bits, c->isa->body_fields[at + i]);
}

/* ---- the instruction ---- */

static void prepare_predicate(context *c) {
    char text[64];
    int i = operand_of_role(c, GISA_ROLE_PREDICATE);
    c->op->predicate = PREDICATE_NONE;
    if (i < 0 || !c->insn.operand[i].value)
        return;
    const char *word = word_of(c, GISA_ROLE_PREDICATE, text);
    c->op->inverted = *word == '!';
    word += *word == '!';
    if (strncmp(word, "Pn", 2) == 0) /* done once it is p0 in any case */
        c->op->predicate = c->op->repeat == 1 || chosen(c, "pn", "p0") ? 0 : PREDICATE_N;
    else
        c->op->predicate = (uint8_t)(word[1] - '0') % SHADE_PREDICATES;
}

static void prepare_repeat(context *c) {
    int i = operand_of_role(c, GISA_ROLE_REPEAT);
    c->op->repeats = i >= 0;
    c->op->repeat = i < 0 ? 1 : (uint8_t)(c->insn.operand[i].value + 1);
    c->op->has_repeat_mode = has(c, PART_REPEAT_MODE);
    c->op->repeat_mode = (uint8_t)part(c, PART_REPEAT_MODE);
    if (c->op->has_repeat_mode)
        c->op->half[0].d.step = 4;
}

/* A conditional move tests the channels as they are, or those that it takes. */
static void prepare_condition(context *c, gisa_shade_half *h) {
    if (h->sources == 3 && part(c, PART_AS_TAKEN))
        memcpy(h->s[0].channel, h->s[1].channel, sizeof h->s[0].channel);
}

static const char *value_name(const gisa_isa *isa, const char *table, uint32_t value) {
    gisa_value_name name;
    for (unsigned i = 0; gisa_name_of_value(isa, table, i, &name) == GISA_OK; i++)
        if (name.value == value)
            return name.llvm;
    return NULL;
}

/* Coordinates have a format of their own; results that are not converted are bytes, as those of
   pictures are. */
static void prepare_sample(context *c, gisa_shade_half *h) {
    char text[64];
    uint8_t format = (uint8_t)format_named(word_of(c, GISA_ROLE_FORMAT, text));
    const char *from = value_name(c->isa, "FMT2", part(c, PART_COORDINATES));
    if (!from)
        refuse(c, "this format of coordinates is unknown");
    h->s[0].format = from && h->s[0].bank != BANK_I ? (uint8_t)format_named(from) : VIEW_F32;
    h->s[2].format = VIEW_F32;
    h->s[0].floating = h->s[2].floating = h->d.floating = true;
    h->s[1].format = VIEW_B32;
    h->d.format = !format ? VIEW_U8 : h->d.bank == BANK_I ? VIEW_F32 : format; /* they hold floats as f32 */
    h->d.fraction = true;
    h->d.shown = 15;
    if (part(c, PART_COUNT) + 1 < SHADE_CHANNELS && chosen(c, "sample_count", "components"))
        h->d.shown = (uint8_t)((2u << part(c, PART_COUNT)) - 1);
    if (part(c, PART_GATHERS))
        chosen(c, "gather_order", "around");
    if (h->d.format != VIEW_U8 || part(c, PART_GATHERS))
        chosen(c, "nan_sign", "negative");
}

/* Does the operation look at this channel of source k? */
static bool looks_at(const gisa_shade_half *h, unsigned k, unsigned channel) {
    unsigned needed = h->body->view[k] == VIEW_NONE ? 0 : h->body->whole ? h->body->uses[k] : h->d.shown;
    for (unsigned i = 0; i < SHADE_CHANNELS; i++)
        if ((needed >> i & 1) && h->s[k].channel[i] == channel && !(h->split && k == 0 && channel > 1))
            return true;
    return false;
}

/* What is not settled of constants and numbers matters where it is looked at. */
static void note_fixed(context *c, const gisa_shade_half *h) {
    for (unsigned k = 0; k < h->sources && !h->body->once; k++) {
        const shade_operand *o = &h->s[k];
        bool number = false;
        for (unsigned channel = 0; channel < SHADE_CHANNELS; channel++)
            number |= looks_at(h, k, channel);
        if (o->kind == GISA_KIND_NUMBER && o->floating && number)
            chosen(c, "immediate", "bits");
        if (o->kind == GISA_KIND_TABLE && shade_formats[o->format].bits == 32 &&
            looks_at(h, k, SHADE_CHANNELS - 1))
            chosen(c, "constant_zw", "words");
    }
}

static void prepare_result(context *c, shade_operand *d) {
    if (d->format == VIEW_F32 && d->floating)
        d->flushes = chosen(c, "subnormals", "flush");
    else if ((d->format == VIEW_U16 || d->format == VIEW_I16) && !d->floating && d->shown == 1)
        d->clears = chosen(c, "upper_half", "zero");
}

/* Values of fields, whose effect is unknown. */
static void prepare_unknown(context *c) {
    const gisa_isa *isa = c->isa;
    const unsigned format = isa->forms[c->insn.form].format;
    for (uint32_t i = 0; i < isa->unknown_count; i++) {
        const unknown_field *u = &isa->unknowns[i];
        if (u->format != format || field_get(c->insn.bits, u->at) != u->value ||
            chosen(c, "unknown_fields", "ignored") || c->op->fault)
            continue;
        c->op->fault = &isa->strings[u->text];
        c->op->field = &isa->strings[u->name];
    }
}

/* Of what is done once for the batch: a load or store, if it is nothing else. */
static bool is_access(const context *c) {
    unsigned class_ = c->isa->forms[c->insn.form].class_;
    return class_ != GISA_CLASS_BRANCH && class_ != GISA_CLASS_CONTROL && class_ != GISA_CLASS_SAMPLE;
}

static void prepare_all(context *c) {
    shade_op *op = c->op;
    const row_info *row = &c->isa->rows[c->isa->forms[op->form].row];
    unsigned next;
    int end = operand_of_role(c, GISA_ROLE_END);
    op->end = end >= 0 && c->insn.operand[end].value;
    op->halves = row->second_body ? 2 : 1;
    prepare_body(c, &op->half[0], row->body_number, row->fields);
    next = prepare_half(c, 0, &op->half[0]);
    if (op->halves == 2) {
        prepare_body(c, &op->half[1], row->second_body, row->fields + op->half[0].body->fields);
        prepare_half(c, next, &op->half[1]);
    }
    prepare_unknown(c);
    prepare_repeat(c);
    prepare_predicate(c);
    prepare_condition(c, &op->half[0]);
    shade_prepare_test(c->isa, &c->insn, &op->half[0]);
    if (op->half[0].sink != SINK_STORE && !(op->half[0].sink == SINK_PREDICATE && op->half[0].writes))
        forget_choice(c, "nan_sign", "negative"); /* only sign and zero count */
    if (has(c, PART_SCALES)) {
        const char *fault = shade_prepare_pack(&op->half[0], part(c, PART_SCALES), has(c, PART_SECOND_PAIR));
        if (fault)
            refuse(c, fault);
        if (op->half[0].s[0].bank == BANK_FIXED)
            shade_fix(c->m, &op->half[0].s[0], op->half[0].s[0].word, op->half[0].s[0].fixed);
        if (!op->half[0].d.wraps && !op->half[0].d.fraction && !shade_formats[op->half[0].d.format].floating)
            op->half[0].d.wraps = chosen(c, "pack_range", "wrap");
    }
    if (c->isa->forms[op->form].class_ == GISA_CLASS_SAMPLE)
        prepare_sample(c, &op->half[0]);
    for (unsigned i = 0; i < op->halves; i++) {
        prepare_result(c, &op->half[i].d);
        note_fixed(c, &op->half[i]);
    }
    if (op->half[0].body->once && is_access(c))
        chosen(c, "load_offset", "compiled");
    if (!op->fault)
        shade_prepare_known(op);
}

void shade_prepare(const gisa_shade *m, bool secondary, uint64_t bits, shade_op *op) {
    context c = {.m = m, .isa = m->isa, .op = op, .secondary = secondary};
    unsigned char bytes[8];
    memset(op, 0, sizeof *op);
    op->bits = bits;
    op->form = UINT32_MAX;
    op->predicate = PREDICATE_NONE;
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(bits >> 8 * i);
    gisa_status status = gisa_decode(m->isa, bytes, sizeof bytes, &c.insn);
    if (status != GISA_OK && status != GISA_STATUS_RESERVED) {
        op->fault = "no instruction has these bits";
        return;
    }
    op->form = c.insn.form;
    if (status == GISA_STATUS_RESERVED)
        op->fault = "an operand of it is reserved";
    else if (!form_body(m->isa, op->form))
        op->fault = "its effect is unknown";
    else
        prepare_all(&c);
}
