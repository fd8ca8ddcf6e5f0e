/* SPDX-License-Identifier: MIT */
/* What users read about operands in banks: the same statements from which banks.c makes the tables
   of engines, by their names. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "spec.h"

typedef struct finder {
    field (*find)(void *ctx, const char *name);
    void *ctx;
} finder;

static field find(const finder *f, bank_words *b, const char *name) {
    field at = f->find(f->ctx, name);
    b->looks |= ((UINT64_C(1) << at.width) - 1) << at.shift;
    return at;
}

/* "swizzle(G0A swz1h swz1)": the words between the parentheses; 0 where it is another option. */
static int words_of(const char *option, const char *name, char words[][MAX_NAME], int room) {
    size_t size = strlen(name);
    int count = 0;
    if (strncmp(option, name, size) != 0 || option[size] != '(')
        return 0;
    for (const char *p = option + size + 1; *p && *p != ')' && count < room;) {
        size_t length = strcspn(p, " )");
        if (length)
            snprintf(words[count++], MAX_NAME, "%.*s", (int)length, p);
        p += length + strspn(p + length, " ");
    }
    return count;
}

/* "(op0 & 124) == 124 && (bank0 & 3) == 0 ? 7 : ": what is shown instead, and where. */
static void add_but(spec *s, const finder *f, bank_words *b, const channels_line *c, char *text,
                    size_t room) {
    const channels_line *but = c->when_count ? channels_named(s, c->at, c->but) : NULL;
    size_t size = 0;
    for (int i = 0; but && i < c->when_count; i++) {
        unsigned mask = 0, value = 0;
        char field_name[MAX_NAME];
        const char *p = strchr(c->when[i], '=');
        snprintf(field_name, sizeof field_name, "%.*s", (int)(p - c->when[i]), c->when[i]);
        find(f, b, field_name);
        for (p++; *p; p++) {
            mask = mask << 1 | (*p != '~');
            value = value << 1 | (*p == '1');
        }
        size += (size_t)snprintf(text + size, room - size, "%s(%s & %u) == %u", i ? " && " : "", field_name,
                                 mask, value);
    }
    if (but)
        snprintf(text + size, room - size, " ? %u : ", channels_always(but));
}

/* "m0 | m1 << 1": the operand looks at the fields that decide which channels are shown. */
static void add_channels(spec *s, const finder *f, bank_words *b, const char *name) {
    char text[(CHANNELS + CHANNEL_CONDITIONS + 1) * (MAX_NAME + 16)] = "";
    for (int i = 0; i < s->channels.count; i++) {
        const channels_line *c = &s->channels.at[i];
        if (strcmp(c->name, name) != 0)
            continue;
        add_but(s, f, b, c, text, sizeof text);
        for (int k = 0; k < c->count; k++) {
            size_t size = strlen(text);
            snprintf(text + size, sizeof text - size, k ? " | %s << %d" : "%s", c->channel[k], k);
            if (!isdigit((unsigned char)*c->channel[k]))
                find(f, b, c->channel[k]);
        }
    }
    b->channels = intern(s, text);
}

/* Adds "m0 | m1" for fields that are not there yet. */
static void add_field_name(char *text, size_t room, const char *name) {
    size_t size = strlen(text), length = strlen(name);
    for (const char *p = text; (p = strstr(p, name)); p += length)
        if ((p == text || p[-1] == ' ') && (!p[length] || p[length] == ' '))
            return;
    snprintf(text + size, room - size, "%s%s", size ? " | " : "", name);
}

/* Which fields say whether the operand is written: those of its channels, or those in
   write(...). */
static uint32_t written_by(spec *s, const operand_line *o) {
    enum { WORDS = 8 };
    char text[WORDS * (MAX_NAME + 8)] = "", words[WORDS][MAX_NAME];
    for (int i = 0; i < o->option_count; i++) {
        int count = words_of(o->option[i], "write", words, WORDS);
        for (int k = 0; k < count; k++)
            add_field_name(text, sizeof text, words[k]);
        if (!words_of(o->option[i], "channels", words, WORDS))
            continue;
        for (int c = 0; c < s->channels.count; c++)
            for (int k = 0; k < s->channels.at[c].count && strcmp(s->channels.at[c].name, words[0]) == 0; k++)
                add_field_name(text, sizeof text, s->channels.at[c].channel[k]);
    }
    return intern(s, text);
}

/* The pieces of a selector are written from the most significant one on; "0" is a bit that the word
   has no room for. */
static void add_selector(const finder *f, bank_words *b, char words[][MAX_NAME], int count) {
    int to = 0;
    for (int k = count - 1; k > 0; k--) {
        if (strcmp(words[k], "0") == 0) {
            to++;
            continue;
        }
        field at = find(f, b, words[k]);
        b->to[b->piece_count] = (uint8_t)to;
        b->piece[b->piece_count++] = at;
        to += at.width;
    }
}

static void add_option(spec *s, const finder *f, bank_words *b, const char *option) {
    enum { WORDS = 2 * BANK_WORD_PIECES + 1 };
    char words[WORDS][MAX_NAME];
    int count;
    if (strcmp(option, "double") == 0)
        b->flags |= BANK_SAYS_DOUBLED;
    else if (strcmp(option, "dashed") == 0)
        b->flags |= BANK_SAYS_DASHED;
    else if (strcmp(option, "unlisted") == 0)
        b->flags |= BANK_SAYS_UNLISTED;
    else if (strncmp(option, "internal=", 9) == 0)
        b->internal = (uint8_t)atoi(option + 9);
    else if ((count = words_of(option, "bank", words, WORDS))) {
        b->banks = intern(s, words[0]);
        if (count > 1)
            b->choice = find(f, b, words[1]);
        if (count > 2)
            b->extension = find(f, b, words[2]);
    } else if ((count = words_of(option, "swizzle", words, WORDS))) {
        b->swizzles = intern(s, words[0]);
        add_selector(f, b, words, count);
    } else if (words_of(option, "channels", words, WORDS))
        add_channels(s, f, b, words[0]);
}

void describe_bank(spec *s, int gen, uint16_t op, const operand_line *o,
                   field (*find_field)(void *ctx, const char *name), void *ctx) {
    generation *g = &s->g[gen];
    finder f = {find_field, ctx};
    bank_words b;
    while (g->op_banks.count <= op)
        *LIST_ADD(g->op_banks) = 0;
    if (g->op_banks.at[op])
        return;
    memset(&b, 0, sizeof b);
    if (o->arg_count)
        b.number = find(&f, &b, o->arg[0]);
    for (int i = 0; i < o->option_count; i++)
        add_option(s, &f, &b, o->option[i]);
    if (g->banked.at[g->ops.at[op].banked - 1].flags & BANK_DEPENDS) {
        b.written = written_by(s, o);
    }
    *LIST_ADD(g->bank_words) = b;
    g->op_banks.at[op] = (uint16_t)g->bank_words.count;
}

static void emit_bits(FILE *out, field f) {
    fprintf(out, "{%u,%u},", f.shift, f.width);
}

static void emit_generation(const generation *g, int n, FILE *out) {
    fprintf(out, "static const bank_words bank_words_%d[] = {\n", n);
    for (int i = 0; i < g->bank_words.count; i++) {
        const bank_words *b = &g->bank_words.at[i];
        fprintf(out, "    {0x%llx,%u,%u,%u,%u,", (unsigned long long)b->looks, b->banks, b->swizzles,
                b->channels, b->written);
        emit_bits(out, b->number);
        emit_bits(out, b->choice);
        emit_bits(out, b->extension);
        fprintf(out, "%u,%u,%u,{", b->internal, b->flags, b->piece_count);
        for (int k = 0; k < BANK_WORD_PIECES; k++)
            emit_bits(out, b->piece[k]);
        fputs("},{", out);
        for (int k = 0; k < BANK_WORD_PIECES; k++)
            fprintf(out, "%u,", b->to[k]);
        fputs("}},\n", out);
    }
    fprintf(out, "    {.looks = 0}\n};\nstatic const uint16_t op_banks_%d[] = {", n);
    for (int i = 0; i < g->ops.count; i++)
        fprintf(out, "%s%u,", i % 32 ? "" : "\n    ", i < g->op_banks.count ? g->op_banks.at[i] : 0u);
    fprintf(out, "0};\n");
}

void emit_bank_words(spec *s, FILE *out) {
    fprintf(out, "static const named_banks bank_tables[] = {\n");
    for (int i = 0; i < s->banks.count; i++) {
        fprintf(out, "    {%u,{", intern(s, s->banks.at[i].name));
        for (int k = 0; k < BANK_CHOICES; k++)
            fprintf(out, "%u,", s->banks.at[i].kind[k]);
        fputs("}},\n", out);
    }
    fprintf(out, "    {0,{0}}\n};\nstatic const uint32_t swizzle_names[] = {");
    for (int i = 0; i < s->swizzles.count; i++)
        fprintf(out, "%u,", intern(s, s->swizzles.at[i].name));
    fprintf(out, "0};\nstatic const uint32_t constant_words[][2] = {");
    for (int i = 0; i < s->constants.count; i++)
        fprintf(out, "%s{0x%x,0x%x},", i % 4 ? "" : "\n    ", s->constants.at[i].word[0],
                s->constants.at[i].word[1]);
    fprintf(out, "\n    {0,0}\n};\n");
    for (int g = 0; g < s->gen_count; g++)
        emit_generation(&s->g[g], g, out);
}
