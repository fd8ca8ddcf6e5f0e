/* SPDX-License-Identifier: MIT */
/* Traces: a line for each instruction that a batch executes, with what its result holds afterwards:
 *
 *   0 primary 3 mul.f32 r0.x, pa0.x, sa4.x | r0: 0-3=3f800000 4=0
 *
 * The first number is that of the batch's first instance. Instances next to each other that hold
 * the same stand together. */
#include <stdarg.h>
#include <stdio.h>

#include "core/words.h"
#include "formats.h"

enum { LINE = 1 << 14 };

typedef struct line {
    char text[LINE];
    size_t size;
} line;

__attribute__((format(printf, 2, 3))) static void put(line *l, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(l->text + l->size, LINE - l->size, format, arguments);
    va_end(arguments);
    l->size += n > 0 && (size_t)n < LINE - l->size ? (size_t)n : 0;
}

static void put_row(line *l, const char *name, unsigned number, char channel, const uint32_t *row,
                    uint64_t mask) {
    char suffix[3] = {channel ? '.' : 0, channel};
    put(l, " | %s%u%s:", name, number, suffix);
    for (unsigned i = 0, end; i < SHADE_LANES; i = end) {
        end = i + 1;
        if (!(mask >> i & 1))
            continue;
        while (end < SHADE_LANES && (mask >> end & 1) && row[end] == row[i])
            end++;
        if (end - i > 1)
            put(l, " %u-%u=%x", i, end - 1, row[i]);
        else
            put(l, " %u=%x", i, row[i]);
    }
}

static void put_result(line *l, gisa_shade_batch *W, const gisa_shade_half *h) {
    const shade_operand *d = &h->d;
    unsigned last = SHADE_REGISTERS;
    if (h->sink == SINK_PREDICATE)
        put(l, " | p%u=%llx", h->predicate, (unsigned long long)(W->predicate[h->predicate] & W->lanes));
    for (unsigned c = 0; c < SHADE_CHANNELS; c++) {
        unsigned word = shade_channel_word(d->format, c);
        if (!(d->shown >> c & 1) || word == last || d->index)
            continue;
        last = word;
        if (d->bank == BANK_I && d->word < 4)
            put_row(l, shade_bank_letters(BANK_I), d->word, words_channels[word % SHADE_CHANNELS],
                    W->internal[d->word][word % SHADE_CHANNELS], W->active);
        else if (d->bank == BANK_INDEX)
            put_row(l, shade_bank_letters(BANK_INDEX), d->word + 1u, 0, W->index[d->word], W->active);
        else if (d->bank < BANKS && d->word + word < SHADE_REGISTERS)
            put_row(l, shade_bank_letters(d->bank), d->word + word, 0, W->reg[d->bank][d->word + word],
                    W->active);
    }
}

void shade_trace(gisa_shade_batch *W, const shade_op *op) {
    const gisa_isa *isa = W->draw->machine->isa;
    char text[GISA_TEXT_MAX] = "";
    size_t size = sizeof text;
    gisa_insn insn;
    line l = {.size = 0};
    if (gisa_decode(isa, &op->bits, sizeof op->bits, &insn) == GISA_OK)
        gisa_print(isa, &insn, NULL, text, &size);
    put(&l, "%llu %s %u %s", (unsigned long long)W->first, W->secondary ? "secondary" : "primary", W->pc,
        text);
    for (unsigned i = 0; i < op->halves; i++)
        put_result(&l, W, &op->half[i]);
    W->draw->asked->trace(W->draw->asked->ctx, l.text);
}
