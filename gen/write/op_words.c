/* SPDX-License-Identifier: MIT */
/* What the printer writes for a value of an operand that is a word around the mnemonic or after
 * the operands, with the blank or the dot that goes with it: so it needs to know nothing else of
 * the operand. */
#include <string.h>

#include "core/text.h"
#include "spec.h"

enum { OP_WORD_VALUES = 64 };

/* The name of a value, or the value as a number. */
static char *put_value(const spec *s, const generation *g, char *p, const op_spec *op, uint32_t value) {
    const name_table *t = &g->names.at[op->names - 1];
    for (int i = 0; i < t->count; i++) {
        const name_entry *e = &g->entries.at[t->first + i];
        if (value >= e->value && value < (uint32_t)e->value + e->span)
            return text_counted(p, &s->strings.at[e->llvm], e->span, value - e->value);
    }
    return text_decimal(p, value);
}

/* false: it is longer than the printer likes. */
static bool word_of(spec *s, const generation *g, const op_spec *op, uint32_t value, op_word *word) {
    char text[4 * MAX_NAME], *p = text;
    if (!(op->flags & OP_PREFIX))
        *p++ = op->flags & OP_SUFFIX ? '.' : ' ';
    if (op->key)
        p = text_put(p, &s->strings.at[op->key]);
    if (op->key && op->codec == CODEC_CHOICE)
        *p++ = ':';
    if (op->codec == CODEC_CHOICE)
        p = put_value(s, g, p, op, value);
    if (op->flags & OP_PREFIX)
        *p++ = ' ';
    *p = 0;
    *word = (op_word){intern(s, text), (uint8_t)(p - text)};
    return p - text <= TEXT_OVER;
}

static bool is_worded(const op_spec *op) {
    if (!(op->flags & (OP_PREFIX | OP_SUFFIX | OP_MODIFIER)) || op->sign)
        return false;
    return op->codec == CODEC_FLAG || op->codec == CODEC_WORD ||
           (op->codec == CODEC_CHOICE && op->mask < OP_WORD_VALUES);
}

void emit_op_words(spec *s, int gen, FILE *out) {
    generation *g = &s->g[gen];
    int count = 0;
    fprintf(out, "static const op_word op_words_%d[] = {\n    {0,0},\n", gen);
    for (int i = 0; i < g->ops.count && s->complete; i++) {
        op_spec *op = &g->ops.at[i];
        op_word words[OP_WORD_VALUES];
        uint32_t last = op->codec == CODEC_CHOICE ? op->mask : 1;
        bool fits = is_worded(op);
        for (uint32_t value = 0; value <= last && fits; value++)
            fits = word_of(s, g, op, value, &words[value]);
        if (!fits)
            continue;
        op->words = (uint16_t)(count + 1);
        op->last_word = (uint8_t)last;
        for (uint32_t value = 0; value <= last; value++)
            fprintf(out, "    {%u,%u},\n", words[value].text, words[value].size);
        count += (int)last + 1;
    }
    if (count > UINT16_MAX)
        fail(s, (place){"isagen", 0}, "too many words of operands");
    fprintf(out, "};\n");
}
