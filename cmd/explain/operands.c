/* SPDX-License-Identifier: MIT */
/* Operands in words. */
#include "explain.h"

#include <string.h>

void operand_text(const subject *s, unsigned i, phrase *p) {
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text;
    if (gisa_print_operand(s->isa, &s->insn, i, NULL, text, &size) == GISA_OK)
        phrase_add(p, "%s", text);
}

/* The least and the greatest number in a field. */
void operand_range(const gisa_operand_info *info, phrase *p) {
    unsigned width = info->field[0].width;
    if (strcmp(info->codec, "number") != 0 || !width)
        return;
    long long half = 1ll << (width - 1);
    if (info->flags & GISA_INFO_IS_SIGNED)
        phrase_add(p, " (%lld to %lld)", -half, half - 1);
    else
        phrase_add(p, " (0 to %lld)", 2 * half - 1);
}

/* How an operand is written that is no plain register or constant, and where its names are told. */
static bool add_syntax(const gisa_operand_info *info, phrase *p) {
    const char *written = gisa_codec_written(info->codec), *tables = gisa_codec_tables(info->codec);
    if (!*written || (info->flags & GISA_INFO_HELD_NOWHERE))
        return false;
    for (; *written; written++)
        if (*written != '`')
            phrase_add(p, "%c", *written);
    operand_range(info, p);
    if (*tables)
        phrase_add(p, " (gisa info %s)", tables);
    return true;
}

/* "r0..r118, o0..o126 with even numbers, i0..i3, constants": the registers that a bank field
   reaches. */
static void add_banks(const gisa_isa *isa, const gisa_bank_info *b, phrase *p) {
    static const char *const words[GISA_KIND_COUNT] = {
        [GISA_KIND_INDEX] = "index registers",
        [GISA_KIND_INDEXED1] = "registers by an index",
        [GISA_KIND_INDEXED2] = "registers by an index",
        [GISA_KIND_TABLE] = "constants",
        [GISA_KIND_NUMBER] = "numbers",
    };
    const unsigned entries = 1u << (b->choice.width + b->extension.width), all = 1u << b->number.width,
                   plain = b->internal ? b->internal : all;
    phrase others = {.size = 0};
    unsigned kind;
    for (unsigned i = 0; i < entries && gisa_bank_at(isa, b->banks, i, &kind) == GISA_OK; i++) {
        const char *letters = gisa_bank_letters(kind);
        phrase one = {.size = 0};
        if (words[kind] && !phrase_has(&others, ", ", words[kind]))
            phrase_item(&others, ", ", words[kind]);
        if (kind == GISA_KIND_NONE || words[kind])
            continue;
        phrase_add(&one, "%s0..%s%u", letters, letters,
                   ((kind == GISA_KIND_TEMP ? plain : all) - 1) << b->doubled);
        phrase_item(p, ", ", one.text);
    }
    if (b->doubled && p->size)
        phrase_add(p, " with even numbers");
    if (plain < all) {
        phrase one = {.size = 0};
        phrase_add(&one, "i0..i%u", all - plain - 1);
        phrase_item(p, ", ", one.text);
    }
    if (others.size)
        phrase_item(p, ", ", others.text);
}

/* "; channels xx yy xy": what a selector can pick, in as many channels as the operand has. */
static void add_swizzles(const gisa_isa *isa, const gisa_bank_info *b, phrase *p) {
    int channels = strstr(b->channels, "<< 3")   ? 4
                   : strstr(b->channels, "<< 2") ? 3
                   : strstr(b->channels, "<< 1") ? 2
                                                 : 1;
    phrase list = {.size = 0};
    char letters[5];
    if (strcmp(b->swizzles, "FREE") == 0)
        phrase_add(p, "; each channel any of x y z w 0 1 2 h");
    for (unsigned i = 0; *b->swizzles && gisa_swizzle_at(isa, b->swizzles, i, letters) == GISA_OK; i++) {
        letters[channels] = 0;
        if (!phrase_has(&list, " ", letters))
            phrase_item(&list, " ", letters);
    }
    if (list.size)
        phrase_add(p, "; channels %s", list.text);
}

/* Of a result that fields of the word can turn off. */
static void add_written(const gisa_operand_info *info, phrase *p) {
    if (*info->written)
        phrase_add(p, "; not written where %s is 0", info->written);
}

static void add_words(const gisa_operand_info *info, phrase *p) {
    static const struct {
        uint32_t flag;
        const char *word;
    } words[] = {{GISA_INFO_TAKES_VGPR, "vector register"},
                 {GISA_INFO_TAKES_SGPR, "scalar register"},
                 {GISA_INFO_TAKES_CONSTANT, "inline constant"},
                 {GISA_INFO_TAKES_LITERAL, "literal"},
                 {GISA_INFO_TAKES_LDS, "lds_direct"}};
    phrase list = {.size = 0};
    if (add_syntax(info, p))
        return;
    if (*info->names)
        phrase_add(p, "name (gisa info %s)", info->names);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (info->flags & words[i].flag)
            phrase_item(&list, ", ", words[i].word);
    if (*info->implied && (info->flags & GISA_INFO_HELD_NOWHERE))
        phrase_add(&list, "always %s", info->implied);
    else if (*info->implied)
        phrase_add(&list, "; %s by default", info->implied);
    phrase_add(p, "%s", list.text);
}

void operand_takes(const gisa_isa *isa, uint32_t form, unsigned i, phrase *p) {
    gisa_operand_info info;
    gisa_bank_info bank;
    if (gisa_form_bank(isa, form, i, &bank) == GISA_OK) {
        add_banks(isa, &bank, p);
        add_swizzles(isa, &bank, p);
        if (gisa_form_operand(isa, form, i, &info) == GISA_OK)
            add_written(&info, p);
    } else if (gisa_form_operand(isa, form, i, &info) == GISA_OK)
        add_words(&info, p);
}

void operand_nature(const gisa_operand_info *info, unsigned access, phrase *p) {
    static const char *const words[] = {"", "read", "written", "read and written"};
    if (*info->type)
        phrase_item(p, ", ", info->type);
    if (access & 3)
        phrase_item(p, ", ", words[access & 3]);
    if (info->access & ~access & GISA_ACCESS_WRITE)
        phrase_item(p, ", ", "not written");
}

bool operand_is_value(const gisa_operand *o) {
    return (o->kind >= GISA_KIND_SGPR && o->kind <= GISA_KIND_LITERAL) || o->kind >= GISA_KIND_TEMP;
}

bool operand_is_register(const gisa_operand *o) {
    return (o->kind >= GISA_KIND_SGPR && o->kind <= GISA_KIND_NAMED) ||
           (o->kind >= GISA_KIND_TEMP && o->kind != GISA_KIND_TABLE && o->kind != GISA_KIND_NUMBER);
}

void state_words(uint32_t states, const char *between, phrase *p) {
    for (unsigned bit = 0; gisa_state_name(bit); bit++)
        if (states >> bit & 1)
            phrase_item(p, between, gisa_state_name(bit));
}
