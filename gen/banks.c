/* SPDX-License-Identifier: MIT */
/* Registers of banks: which bank a number means, which channels a selector picks, the table of constants, and the operands that
 * are held so. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/number.h"
#include "../src/words.h"
#include "spec.h"

/* ---- statements ---- */

/* By the letters in front of its number where they are letters, else by its word. */
static uint8_t bank_named(spec *s, place at, const char *name) {
    for (int i = GISA_TEMP; i < GISA_KIND_COUNT; i++) {
        const kind_word *k = &spec_kinds[i];
        bool by_word = !k->bank || i >= GISA_TABLE;
        if (strcmp(by_word ? k->word : k->bank, name) == 0)
            return (uint8_t)i;
    }
    fail(s, at, "unknown bank '%s'", name);
    return GISA_NONE;
}

void read_banks(spec *s, place at, const char *name, char words[][MAX_NAME], int count) {
    banks_line *b = LIST_ADD(s->banks);
    snprintf(b->name, sizeof b->name, "%s", name);
    b->at = at;
    if (count > BANK_CHOICES)
        fail(s, at, "more than %d banks", BANK_CHOICES);
    for (int i = 0; i < count && i < BANK_CHOICES; i++)
        b->kind[i] = bank_named(s, at, words[i]);
}

void read_swizzles(spec *s, place at, const char *name, char words[][MAX_NAME], int count) {
    swizzles_line *w = LIST_ADD(s->swizzles);
    snprintf(w->name, sizeof w->name, "%s", name);
    w->at = at;
    for (int i = 0; i < count && i < 64; i++) {
        size_t size = strlen(words[i]);
        for (size_t k = 0; k < CHANNELS; k++) {
            const char *found =
                strchr(spec_channels, k < size ? words[i][k] : 'x'); /* of three, the fourth is x */
            if (!found || !*found || size > CHANNELS)
                fail(s, at, "a swizzle has up to four of the letters %s, got '%s'", spec_channels, words[i]);
            else
                w->digits[w->count] |= (uint16_t)((found - spec_channels) << 4 * k);
        }
        w->count++;
    }
}

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

uint16_t add_bank_operand(spec *s, int gen, const operand_line *o, bank_spec *b,
                          field (*find)(void *, const char *), void *ctx) {
    generation *g = &s->g[gen];
    for (int i = 0; i < o->option_count; i++) {
        char text[MAX_NAME + 1], *words[2 * BANK_PIECES + 1];
        char *open = strchr(strcpy(text, o->option[i]), '('), *close = strrchr(text, ')');
        if (strcmp(text, "double") == 0)
            b->flags |= BANK_DOUBLED;
        else if (strcmp(text, "unlisted") == 0)
            b->flags |= BANK_UNLISTED;
        else if (strcmp(text, "dashed") == 0)
            b->flags |= BANK_DASHED;
        else if (strncmp(text, "internal=", 9) == 0)
            b->internal = (uint8_t)atoi(text + 9);
        else if (open && close) {
            *open = *close = 0;
            int count = split(open + 1, words, 2 * BANK_PIECES + 1), at = 0;
            if (strcmp(text, "bank") == 0 && count >= 1) {
                int table = bank_table(s, words[0]);
                if (table < 0)
                    fail(s, o->at, "no banks '%s'", words[0]);
                b->bank_table = (uint8_t)table;
                if (count > 1)
                    b->choice = find(ctx, words[1]);
                if (count > 2)
                    b->extension = find(ctx, words[2]);
            } else if (strcmp(text, "swizzle") == 0 && count >= 2) {
                int number = swizzle_number(s, words[0]);
                if (number < 0)
                    fail(s, o->at, "no swizzles '%s'", words[0]);
                b->swizzle_table = (uint8_t)number;
                for (int k = count - 1; k > 0; k--) { /* the most significant one is written first */
                    if (strcmp(words[k], "0") == 0) { /* a bit that is always 0 */
                        at++;
                        continue;
                    }
                    field f = find(ctx, words[k]);
                    b->piece[b->piece_count++] = (bank_piece){f.shift, f.width, (uint8_t)at};
                    at += f.width;
                }
            } else if (strcmp(text, "mask") == 0) {
                for (int k = 0; k < count && k < BANK_MASKS; k++)
                    b->mask[b->mask_count++] = find(ctx, words[k]);
            }
        }
    }
    for (int i = 0; i < g->banked.count; i++)
        if (memcmp(&g->banked.at[i], b, sizeof *b) == 0)
            return (uint16_t)(i + 1);
    *LIST_ADD(g->banked) = *b;
    return (uint16_t)g->banked.count;
}

/* ---- tables ---- */

static double half_value(uint16_t half) {
    int exponent = half >> 10 & 31;
    double fraction = half & 1023, value;
    if (exponent == 31)
        return fraction != 0 ? NAN : half >> 15 ? -INFINITY : INFINITY;
    value = exponent ? ldexp(1 + fraction / 1024, exponent - 15) : ldexp(fraction, -24);
    return half >> 15 ? -value : value;
}

/* Integers as they are, as far as people read them. */
static bool integer_text(double value, char text[32]) {
    if (fabs(value) >= 1e7 || value != (double)(long)value)
        return false;
    snprintf(text, 32, "%.0f", value);
    return true;
}

/* The shortest decimal that reads back as the same bits. */
static const char *text_of_single(uint32_t bits, char text[32]) {
    float value, back;
    memcpy(&value, &bits, sizeof value);
    if (value != value)
        return "nan";
    if (integer_text((double)value, text))
        return text;
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(text, 32, "%.*g", digits, (double)value);
        back = strtof(text, NULL);
        if (memcmp(&back, &value, sizeof back) == 0)
            break;
    }
    return text;
}

static const char *text_of_half(uint16_t bits, char text[32]) {
    double value = half_value(bits);
    if (value != value)
        return "nan";
    if (integer_text(value, text))
        return text;
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(text, 32, "%.*g", digits, value);
        if (half_from_double(strtod(text, NULL)) == bits)
            break;
    }
    return text;
}

static void emit_constants(spec *s, FILE *out) {
    fprintf(out, "static const table_constant table_constants[] = {\n");
    for (int i = 0; i < s->constants.count; i++) {
        const uint32_t *w = s->constants.at[i].word;
        char text[32];
        fprintf(out, "    {{0x%x,0x%x},{", w[0], w[1]);
        for (int k = 0; k < 2; k++)
            fprintf(out, "%u,", intern(s, text_of_single(w[k], text)));
        fprintf(out, "},{");
        for (int k = 0; k < CHANNELS; k++)
            fprintf(out, "%u,", intern(s, text_of_half((uint16_t)(w[k / 2] >> 16 * (k % 2)), text)));
        fprintf(out, "}},\n");
    }
    fprintf(out, "    {{0,0},{0,0},{0,0,0,0}}\n};\n");
}

static void emit_swizzles(const spec *s, FILE *out) {
    int first = 0;
    fprintf(out, "static const uint16_t swizzles[] = {");
    for (int i = 0; i < s->swizzles.count; i++)
        for (int k = 0; k < s->swizzles.at[i].count; k++)
            fprintf(out, "%s0x%04x,", k % 16 ? "" : "\n    ", s->swizzles.at[i].digits[k]);
    fprintf(out, "0};\nstatic const swizzle_table swizzle_tables[] = {");
    for (int i = 0; i < s->swizzles.count; i++) {
        fprintf(out, "{%d,%d},", first, s->swizzles.at[i].count);
        first += s->swizzles.at[i].count;
    }
    fprintf(out, "{0,0}};\n");
}

static void emit_field(FILE *out, field f) {
    fprintf(out, "{%u,%u},", f.shift, f.width);
}

static void emit_banked(const generation *g, int n, FILE *out) {
    fprintf(out, "static const bank_spec banked_%d[] = {\n", n);
    for (int i = 0; i < g->banked.count; i++) {
        const bank_spec *b = &g->banked.at[i];
        fprintf(out, "    {");
        emit_field(out, b->number);
        emit_field(out, b->choice);
        emit_field(out, b->extension);
        fprintf(out, "%u,%u,%u,%u,%u,%u,%u,{", b->flags, b->internal, b->bank_table, b->swizzle_table,
                b->channels, b->piece_count, b->mask_count);
        for (int k = 0; k < BANK_PIECES; k++)
            fprintf(out, "{%u,%u,%u},", b->piece[k].shift, b->piece[k].width, b->piece[k].to);
        fprintf(out, "},{");
        for (int k = 0; k < BANK_MASKS; k++)
            emit_field(out, b->mask[k]);
        fprintf(out, "}},\n");
    }
    fprintf(out, "    {.flags = 0}\n};\n");
}

void emit_banks(spec *s, FILE *out) {
    fprintf(out, "static const uint8_t banks[][BANK_CHOICES] = {");
    for (int i = 0; i < s->banks.count; i++) {
        fprintf(out, "\n    {");
        for (int k = 0; k < BANK_CHOICES; k++)
            fprintf(out, "%u,", s->banks.at[i].kind[k]);
        fprintf(out, "},");
    }
    fprintf(out, "\n    {0}\n};\n");
    emit_swizzles(s, out);
    emit_constants(s, out);
    for (int g = 0; g < s->gen_count; g++)
        emit_banked(&s->g[g], g, out);
}
