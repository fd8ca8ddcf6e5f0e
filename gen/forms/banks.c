/* SPDX-License-Identifier: MIT */
/* Registers of banks: which register a number in a bank means, which channels a selector picks,
 * which ones are shown, and the operands that are held so. All of it becomes tables, so that the
 * engines only gather the bits of an index. */
#include <stdlib.h>
#include <string.h>

#include "core/words.h"
#include "expand.h"

/* ---- operands ---- */

/* The words between the parentheses of an option. */
static int split(char *text, char *words[], int room) {
    int count = 0;
    for (char *p = text; *p && count < room;) {
        p += strspn(p, " ");
        if (*p)
            words[count++] = p;
        p += strcspn(p, " ");
        if (*p)
            *p++ = 0;
    }
    return count;
}

static int bank_table(const spec *s, const char *name) {
    for (int i = 0; i < s->banks.count; i++)
        if (strcmp(s->banks.at[i].name, name) == 0)
            return i;
    return -1;
}

static int swizzle_number(const spec *s, const char *name) {
    if (strcmp(name, "FREE") == 0)
        return FREE_SWIZZLE;
    for (int i = 0; i < s->swizzles.count; i++)
        if (strcmp(s->swizzles.at[i].name, name) == 0)
            return i + 1;
    return -1;
}

/* ---- pieces ---- */

/* Bits that go to bit `to` ... of an index; they are joined with the piece before them where they
 * stand next to each other in the word, too. */
static void add_piece(spec *s, place at, bit_piece *pieces, int room, field f, int to) {
    uint8_t shift = (uint8_t)(f.shift - to);
    uint16_t mask = (uint16_t)(((1u << f.width) - 1) << to);
    if (!f.width)
        return;
    if (f.shift < to)
        fail(s, at, "a bit that stands lower in the word than in its index");
    for (int i = 0; i < room; i++) {
        if (pieces[i].mask && pieces[i].shift != shift)
            continue;
        pieces[i].mask |= mask;
        pieces[i].shift = shift;
        return;
    }
    fail(s, at, "the bits are in more than %d places", room);
}

/* ---- registers ---- */

static bank_register register_of_kind(unsigned kind, int reg) {
    return (bank_register){.kind = (uint8_t)kind, .reg = (uint16_t)reg};
}

static bank_register register_at(const spec *s, const register_table *t, int choice, int number) {
    static const uint8_t within[] = {GISA_KIND_TEMP, GISA_KIND_OUTPUT, GISA_KIND_PRIMARY,
                                     GISA_KIND_SECONDARY};
    int twice = t->doubled ? 1 : 0, low = t->number_bits - 2;
    bank_register r = register_of_kind(s->banks.at[t->banks].kind[choice % BANK_CHOICES], number << twice);
    switch (r.kind) {
    case GISA_KIND_INTERNAL: r.reg = (uint16_t)(number + t->internal); break;
    case GISA_KIND_TEMP:
        if (t->internal && number >= t->internal)
            r = register_of_kind(GISA_KIND_INTERNAL, number - t->internal);
        break;
    case GISA_KIND_TABLE:
        r.reg = (uint16_t)number;
        if (number >= CONSTANTS)
            r = register_of_kind(GISA_KIND_GLOBAL, number - CONSTANTS);
        break;
    case GISA_KIND_NUMBER: r.reg = (uint16_t)number; break;
    case GISA_KIND_INDEXED1:
    case GISA_KIND_INDEXED2:
        r.reg = (uint16_t)((number & ((1 << low) - 1)) << twice | within[number >> low & 3] << 8);
        break;
    default: break;
    }
    return r;
}

/* Where register r should be; the engine finds it so. */
static int index_in(const bank_file *f, bank_register r) {
    int bank = r.reg >> 8 ? (r.reg >> 8) - GISA_KIND_TEMP : 0;
    return f->start + bank * f->bank + ((r.reg & 0xff) >> f->shift);
}

static void add_file(spec *s, place at, generation *g, register_table *t, int index) {
    bank_register r = g->bank_registers.at[t->first + index];
    bank_file *f = &t->file[r.kind];
    bool indexed = r.kind == GISA_KIND_INDEXED1 || r.kind == GISA_KIND_INDEXED2;
    if (!f->end) {
        bool twice = t->doubled && r.kind != GISA_KIND_INTERNAL && r.kind != GISA_KIND_TABLE &&
                     r.kind != GISA_KIND_GLOBAL && r.kind != GISA_KIND_NUMBER;
        f->shift = twice;
        f->bank = (uint8_t)(indexed ? 1 << (t->number_bits - 2) : 0);
        f->start = (int16_t)(index - (indexed ? 0 : r.reg >> twice));
    }
    f->end = (uint16_t)(index + 1);
    if (index_in(f, r) != index && r.kind)
        fail(s, at, "a register that is held in two ways");
}

static const register_table *registers_of(spec *s, place at, generation *g, register_table want) {
    for (int i = 0; i < g->register_tables.count; i++) {
        const register_table *t = &g->register_tables.at[i];
        if (t->banks == want.banks && t->choice_bits == want.choice_bits &&
            t->number_bits == want.number_bits && t->internal == want.internal && t->doubled == want.doubled)
            return t;
    }
    register_table *t = LIST_ADD(g->register_tables);
    *t = want;
    t->first = g->bank_registers.count;
    t->count = 1 << (t->choice_bits + t->number_bits);
    for (int i = 0; i < t->count; i++)
        *LIST_ADD(g->bank_registers) =
            register_at(s, t, i >> t->number_bits, i & ((1 << t->number_bits) - 1));
    for (int i = 0; i < t->count; i++)
        add_file(s, at, g, t, i);
    if (g->bank_registers.count > 0xffff)
        fail(s, at, "too many registers of banks");
    return t;
}

/* ---- swizzles ---- */

/* All swizzles stand in one list: xyzw alone, those of the tables, each of which is filled up to a
 * power of two, and those with a free choice. */
static int swizzles_in(const swizzles_line *w) {
    int size = 1;
    while (size < w->count)
        size *= 2;
    return size;
}

static int first_swizzle(const spec *s, int table) {
    int first = 1;
    for (int i = 0; i < s->swizzles.count && i != table; i++)
        first += swizzles_in(&s->swizzles.at[i]);
    return first;
}

static void add_swizzle(spec *s, const operand_line *o, bank_spec *b, char *words[], int count,
                        field (*find)(void *, const char *), void *ctx) {
    int number = swizzle_number(s, words[0]), to = 0;
    if (number < 0) {
        fail(s, o->at, "no swizzles '%s'", words[0]);
        return;
    }
    b->swizzle = (uint8_t)number;
    b->swizzles = (uint16_t)first_swizzle(s, number == FREE_SWIZZLE ? -1 : number - 1);
    for (int k = count - 1; k > 0; k--) { /* the most significant one is written first */
        if (strcmp(words[k], "0") == 0) { /* a bit that is always 0 */
            to++;
            continue;
        }
        field f = find(ctx, words[k]);
        add_piece(s, o->at, b->selector, SELECTOR_PIECES, f, to);
        to += f.width;
    }
    if (1 << to != (number == FREE_SWIZZLE ? FREE_SELECTORS : swizzles_in(&s->swizzles.at[number - 1])))
        fail(s, o->at, "the table has not as many swizzles as %d bits can choose", to);
}

/* ---- what is shown ---- */

const channels_line *channels_named(spec *s, place at, const char *name) {
    for (int i = 0; i < s->channels.count; i++)
        if (strcmp(s->channels.at[i].name, name) == 0)
            return &s->channels.at[i];
    fail(s, at, "no channels '%s'", name);
    return NULL;
}

unsigned channels_always(const channels_line *c) {
    unsigned shown = 0;
    for (int i = 0; i < c->count; i++)
        shown |= (unsigned)(strcmp(c->channel[i], "1") == 0) << i;
    return shown;
}

/* Where `f` has the bits of a picture, which begins with the most significant one. */
static void add_condition(spec *s, const operand_line *o, bank_spec *b, const char *picture, field f) {
    unsigned to = b->but.mask ? f.shift - b->but.shift : 0;
    if (strlen(picture) != f.width || (b->but.mask && f.shift < b->but.shift) || to + f.width > 16) {
        fail(s, o->at, "%u bits for a field of %u, or fields that lie too far apart",
             (unsigned)strlen(picture), f.width);
        return;
    }
    b->but.shift = b->but.mask ? b->but.shift : f.shift;
    for (unsigned i = 0; i < f.width; i++) {
        unsigned bit = 1u << (to + f.width - 1 - i);
        b->but.mask |= (uint16_t)(picture[i] == '~' ? 0 : bit);
        b->but_value |= (uint16_t)(picture[i] == '1' ? bit : 0);
    }
}

/* The channels that are shown instead under a condition. */
static void add_but(spec *s, const operand_line *o, bank_spec *b, const channels_line *c,
                    field (*find)(void *, const char *), void *ctx) {
    const channels_line *but = c->when_count ? channels_named(s, o->at, c->but) : NULL;
    b->but_value = but ? 0 : BUT_NOWHERE;
    if (!but)
        return;
    b->but_shown = (uint8_t)channels_always(but);
    if (but->when_count || b->but_shown != (1u << but->count) - 1)
        fail(s, but->at, "channels that stand after 'but' are always shown: 1 for each");
    for (int i = 0; i < c->when_count; i++) {
        char name[MAX_NAME];
        size_t size = strcspn(c->when[i], "=");
        snprintf(name, sizeof name, "%.*s", (int)size, c->when[i]);
        add_condition(s, o, b, c->when[i] + size + 1, find(ctx, name));
    }
}

static void add_channels(spec *s, const operand_line *o, bank_spec *b, const char *name,
                         field (*find)(void *, const char *), void *ctx) {
    const channels_line *c = channels_named(s, o->at, name);
    int bit[CHANNELS], bits = 0; /* of each channel: the bit in the index, or -1 = it is always shown */
    if (!c)
        return;
    add_but(s, o, b, c, find, ctx);
    for (int i = 0; i < c->count; i++) {
        int same = 0;
        bit[i] = -1;
        if (strcmp(c->channel[i], "1") == 0)
            continue;
        while (strcmp(c->channel[same], c->channel[i]) != 0)
            same++;
        bit[i] = same < i ? bit[same] : bits++;
        if (same == i)
            add_piece(s, o->at, b->mask, SHOWN_PIECES, find(ctx, c->channel[i]), bit[i]);
    }
    for (unsigned value = 0; value < 1u << bits; value++)
        for (int i = 0; i < c->count; i++)
            if (bit[i] < 0 || (value >> bit[i] & 1))
                b->shown |= UINT64_C(1) << (4 * value + (unsigned)i);
}

/* ---- what is written ---- */

/* The bits of the fields, of which one that is not 0 means that the operand is written. */
static uint64_t bits_of_fields(char *words[], int count, field (*find)(void *, const char *), void *ctx) {
    uint64_t bits = 0;
    for (int i = 0; i < count; i++)
        bits |= field_mask(find(ctx, words[i]));
    return bits;
}

/* The bits of channels; 0 = one of them is always there. */
static uint64_t bits_of_channels(spec *s, const operand_line *o, const char *name,
                                 field (*find)(void *, const char *), void *ctx) {
    const channels_line *c = channels_named(s, o->at, name);
    uint64_t bits = 0;
    if (!c || c->when_count) /* under a condition it shows others, always */
        return 0;
    for (int i = 0; i < c->count; i++) {
        if (strcmp(c->channel[i], "1") == 0)
            return 0;
        bits |= field_mask(find(ctx, c->channel[i]));
    }
    return bits;
}

static void settle_written(spec *s, const operand_line *o, bank_spec *b, uint64_t by_fields) {
    if (by_fields && b->shown)
        fail(s, o->at, "the channels say whether it is written; 'write' takes no fields here");
    b->written |= by_fields;
    if (!(b->flags & BANK_WRITTEN))
        b->written = 0;
    else if (b->written)
        b->flags |= BANK_DEPENDS;
}

/* ---- the operand ---- */

uint16_t add_bank_operand(spec *s, int gen, const operand_line *o, field number,
                          field (*find)(void *, const char *), field (*look)(void *, const char *),
                          void *ctx) {
    generation *g = &s->g[gen];
    bank_spec b;
    register_table t = {.number_bits = number.width};
    field choice = {0}, extension = {0};
    uint64_t by_fields = 0;
    memset(&b, 0, sizeof b);
    b.but_value = BUT_NOWHERE;
    b.generator = generator_of(s, o->name);
    for (int i = 0; i < o->option_count; i++) {
        char text[MAX_NAME + 1], *words[16];
        char *open = strchr(strcpy(text, o->option[i]), '('), *close = strrchr(text, ')');
        if (strcmp(text, "double") == 0)
            t.doubled = true;
        else if (strcmp(text, "write") == 0)
            b.flags |= BANK_WRITTEN;
        else if (strcmp(text, "unlisted") == 0)
            b.flags |= BANK_UNLISTED;
        else if (strcmp(text, "dashed") == 0)
            b.flags |= BANK_DASHED;
        else if (strncmp(text, "internal=", 9) == 0)
            t.internal = atoi(text + 9);
        else if (open && close) {
            *open = *close = 0;
            int count = split(open + 1, words, sizeof words / sizeof *words);
            if (strcmp(text, "bank") == 0 && count >= 1) {
                if ((t.banks = bank_table(s, words[0])) < 0)
                    fail(s, o->at, "no banks '%s'", words[0]);
                choice = count > 1 ? find(ctx, words[1]) : choice;
                extension = count > 2 ? find(ctx, words[2]) : extension;
            } else if (strcmp(text, "swizzle") == 0 && count >= 2)
                add_swizzle(s, o, &b, words, count, find, ctx);
            else if (strcmp(text, "channels") == 0 && count == 1) {
                add_channels(s, o, &b, words[0], find, ctx);
                b.written |= bits_of_channels(s, o, words[0], look, ctx);
            } else if (strcmp(text, "write") == 0 && count >= 1) {
                b.flags |= BANK_WRITTEN;
                by_fields = bits_of_fields(words, count, look, ctx);
            }
        }
    }
    t.choice_bits = choice.width + extension.width;
    settle_written(s, o, &b, by_fields);
    if (s->errors)
        return 0;
    const register_table *registers = registers_of(s, o->at, g, t);
    b.registers = (uint16_t)registers->first;
    b.files = (uint8_t)(registers - g->register_tables.at);
    add_piece(s, o->at, b.number, REGISTER_PIECES, number, 0);
    add_piece(s, o->at, b.number, REGISTER_PIECES, choice, number.width);
    add_piece(s, o->at, b.number, REGISTER_PIECES, extension, number.width + choice.width);
    for (int i = 0; i < g->banked.count; i++)
        if (memcmp(&g->banked.at[i], &b, sizeof b) == 0)
            return (uint16_t)(i + 1);
    *LIST_ADD(g->banked) = b;
    return (uint16_t)g->banked.count;
}

/* ---- tables ---- */

static uint16_t swizzle_at(const swizzles_line *w, int selector) {
    return selector < w->count ? w->digits[selector] : 0x3210;
}

static int usual_selector(const swizzles_line *w, int selector, unsigned shown) {
    unsigned mask = 0;
    int first = 0;
    for (int i = 0; i < CHANNELS; i++)
        mask |= shown >> i & 1 ? 15u << 4 * i : 0;
    while ((swizzle_at(w, first) ^ swizzle_at(w, selector)) & mask)
        first++;
    return first;
}

static void emit_swizzles(const spec *s, FILE *out) {
    fprintf(out, "static const uint16_t swizzles[] = {0x3210,");
    for (int i = 0; i < s->swizzles.count; i++)
        for (int k = 0; k < swizzles_in(&s->swizzles.at[i]); k++)
            fprintf(out, "%s0x%04x,", k % 16 ? "" : "\n    ", swizzle_at(&s->swizzles.at[i], k));
    for (int k = 0; k < FREE_SELECTORS && s->swizzles.count; k++)
        fprintf(out, "%s0x%04x,", k % 16 ? "" : "\n    ",
                (k & 7) | (k >> 3 & 7) << 4 | (k >> 6 & 7) << 8 | (k >> 9 & 7) << 12);
    fprintf(out, "};\nstatic const uint8_t usual_selectors[][1 << CHANNELS] = {\n    {0},\n");
    for (int i = 0; i < s->swizzles.count; i++)
        for (int k = 0; k < swizzles_in(&s->swizzles.at[i]); k++) {
            fprintf(out, "    {");
            for (unsigned shown = 0; shown < 1 << CHANNELS; shown++)
                fprintf(out, "%d,", usual_selector(&s->swizzles.at[i], k, shown));
            fprintf(out, "},\n");
        }
    fprintf(out, "};\nstatic const swizzle_table swizzle_tables[] = {");
    for (int i = 0; i < s->swizzles.count; i++)
        fprintf(out, "{%d,%d},", first_swizzle(s, i), swizzles_in(&s->swizzles.at[i]));
    fprintf(out, "{0,0}};\n");
}

static void emit_piece(FILE *out, bit_piece piece) {
    fprintf(out, "{0x%x,%u},", piece.mask, piece.shift);
}

static void emit_pieces(FILE *out, const bit_piece *pieces, int count) {
    fprintf(out, "{");
    for (int i = 0; i < count; i++)
        emit_piece(out, pieces[i]);
    fprintf(out, "},");
}

static void emit_registers(const generation *g, int n, FILE *out) {
    fprintf(out, "static const bank_register bank_registers_%d[] = {", n);
    for (int i = 0; i < g->bank_registers.count; i++)
        fprintf(out, "%s{%u,{0},%u},", i % 16 ? "" : "\n    ", g->bank_registers.at[i].kind,
                g->bank_registers.at[i].reg);
    fprintf(out, "{0}};\nstatic const bank_file bank_files_%d[] = {\n", n);
    for (int i = 0; i < g->register_tables.count; i++) {
        for (int k = 0; k < GISA_KIND_COUNT; k++) {
            const bank_file *f = &g->register_tables.at[i].file[k];
            fprintf(out, "{%d,%u,%u,%u},", f->start, f->end, f->shift, f->bank);
        }
        fputs("\n", out);
    }
    fprintf(out, "{0,0,0,0}};\n");
}

static void emit_banked(const spec *s, int n, FILE *out) {
    const generation *g = &s->g[n];
    fprintf(out, "const bank_spec %s_banked_%d[] = {\n", s->name, n);
    for (int i = 0; i < g->banked.count; i++) {
        const bank_spec *b = &g->banked.at[i];
        fprintf(out, "    {.number=");
        emit_pieces(out, b->number, REGISTER_PIECES);
        fprintf(out, ".selector=");
        emit_pieces(out, b->selector, SELECTOR_PIECES);
        fprintf(out, ".mask=");
        emit_pieces(out, b->mask, SHOWN_PIECES);
        fprintf(out, ".registers=%u,.swizzles=%u,.shown=0x%llx,.but=", b->registers, b->swizzles,
                (unsigned long long)b->shown);
        emit_piece(out, b->but);
        fprintf(
            out,
            ".but_value=0x%x,.but_shown=%u,.flags=%u,.generator=%u,.files=%u,.swizzle=%u,.written=0x%llx},\n",
            b->but_value, b->but_shown, b->flags, b->generator, b->files, b->swizzle,
            (unsigned long long)b->written);
    }
    fprintf(out, "    {.flags = 0}\n};\n");
}

void emit_banks(const spec *s, FILE *out) {
    emit_swizzles(s, out);
    for (int g = 0; g < s->gen_count; g++)
        emit_registers(&s->g[g], g, out);
}

void emit_bank_specs(const spec *s, FILE *out) {
    for (int g = 0; g < s->gen_count; g++)
        emit_banked(s, g, out);
}
