/* SPDX-License-Identifier: MIT */
/* The parser's smallest pieces: blanks, words, names of tables, expressions, faults. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "edits.h"
#include "number.h"
#include "names.h"
#include "parser.h"

#define ROW(kind) kind, kind, kind, kind, kind, kind, kind, kind
const uint8_t parse_kinds[256] = {
    ['\t'] = BLANK,
    [' '] = BLANK,
    [','] = BEHIND_NUMBER,
    [']'] = BEHIND_NUMBER,
    [')'] = BEHIND_NUMBER,
    [':'] = BEHIND_NUMBER,
    ['0'] = ROW(IN_WORD | DIGIT),
    ['8'] = IN_WORD | DIGIT,
    IN_WORD | DIGIT,
    ['A'] = ROW(IN_WORD),
    ROW(IN_WORD),
    ROW(IN_WORD),
    IN_WORD,
    IN_WORD,
    ['_'] = IN_WORD,
    ['a'] = ROW(IN_WORD),
    ROW(IN_WORD),
    ROW(IN_WORD),
    IN_WORD,
    IN_WORD,
};

bool parse_fail(parser *s, gisa_status status, const char *at, size_t size, const char *text, ...) {
    va_list list;
    if (s->status != GISA_OK)
        return false;
    s->status = status;
    if (!s->error)
        return false;
    s->error->status = status;
    s->error->offset = (uint32_t)(at - s->begin);
    s->error->length = (uint32_t)(size ? size : 1);
    va_start(list, text);
    vsnprintf(s->error->message, sizeof s->error->message, text, list);
    va_end(list);
    return false;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool word_char(char c) {
    return parse_kind(c, IN_WORD);
}

bool parse_is(const char *text, size_t size, const char *word) {
    size_t i = 0;
    while (i < size && word[i] && (text[i] == word[i] || lower(text[i]) == lower(word[i])))
        i++;
    return i == size && !word[i];
}

bool parse_keyword(parser *s, const char *word) {
    size_t n;
    parse_blanks(s);
    if (s->p == s->end || ((*s->p ^ *word) & ~0x20))
        return false;
    n = parse_word(s);
    if (!n || !parse_is(s->p, n, word))
        return false;
    s->p += n;
    return true;
}

size_t parse_plain_number(const char *text, const char *end, int64_t *value) {
    const char *p = text, *behind;
    bool negative = p < end && *p == '-';
    uint64_t number = 0;
    p += negative;
    if (p < end && parse_kind(*p, DIGIT) && (*p != '0' || p + 1 == end || !parse_kind(p[1], IN_WORD))) {
        for (; p < end && parse_kind(*p, DIGIT); p++)
            number = number * 10 + (uint64_t)(*p - '0');
    } else if (end - p > 2 && *p == '0' && p[1] == 'x') {
        for (p += 2; p < end && parse_kind(*p, IN_WORD); p++) {
            int digit = *p <= '9' ? *p - '0' : (*p | 32) - 'a' + 10;
            if (digit > 15 || *p == '_')
                return 0;
            number = number << 4 | (uint64_t)digit;
        }
    }
    if (p - text < 1 + negative || p - text > 18)
        return 0;
    for (behind = p; behind < end && parse_kind(*behind, BLANK);)
        behind++;
    if (behind < end && !parse_kind(*behind, behind > p ? BEHIND_NUMBER | IN_WORD : BEHIND_NUMBER))
        return 0;
    *value = (int64_t)(negative ? 0 - number : number);
    return (size_t)(p - text);
}

bool parse_expression(parser *s, const char *end, gisa_value *value, const char *expected) {
    const char *why = NULL;
    size_t used;
    parse_blanks(s);
    used = parse_plain_number(s->p, end, &value->integer);
    if (used) {
        value->kind = GISA_VALUE_INT;
        s->p += used;
        return true;
    }
    if (s->env && s->env->expression)
        used = s->env->expression(s->env->ctx, s->p, end, value, &why);
    else
        used = number_read(s->p, end, value);
    if (!used) {
        if (s->p >= end)
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected %s", expected);
        if (why)
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "%s", why);
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, parse_word(s), "expected %s", expected);
    }
    s->p += used;
    return true;
}

bool parse_integer(parser *s, int64_t *value, const char *expected) {
    const char *at;
    gisa_value v;
    parse_blanks(s);
    at = s->p;
    if (!parse_expression(s, s->end, &v, expected))
        return false;
    if (v.kind == GISA_VALUE_PENDING)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at),
                          "the value must be known here; expected %s", expected);
    if (v.kind != GISA_VALUE_INT)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at), "expected %s", expected);
    *value = v.integer;
    return true;
}

size_t parse_match_name(const char *name, unsigned span, const char *text, const char *end, int64_t *number) {
    const char *p = text;
    size_t stem = strlen(name);
    int64_t first = 0, value = 0, scale = 1;
    if (span > 1)
        for (; stem && name[stem - 1] >= '0' && name[stem - 1] <= '9'; scale *= 10)
            first += (name[--stem] - '0') * scale;
    for (size_t i = 0; i < stem; i++, p++)
        if (p == end || lower(*p) != lower(name[i]))
            return 0;
    *number = 0;
    if (span > 1) {
        const char *digits = p;
        while (p < end && *p >= '0' && *p <= '9' && p - digits < 4)
            value = value * 10 + (*p++ - '0');
        if (p == digits || value < first || value >= first + span)
            return 0;
        *number = value - first;
    }
    return p < end && word_char(*p) ? 0 : (size_t)(p - text);
}

int64_t parse_name(parser *s, const name_table *t) {
    int64_t best = -1, number;
    size_t longest = 0;
    parse_blanks(s);
    for (unsigned i = 0; t && i < t->count; i++) {
        const name_entry *e = &s->isa->entries[t->first + i];
        for (int k = 0; k < 2; k++) {
            size_t n =
                parse_match_name(&s->isa->strings[k ? e->clrx : e->llvm], e->span, s->p, s->end, &number);
            if (n > longest) {
                longest = n;
                best = e->value + number;
            }
        }
    }
    s->p += longest;
    return best;
}

/* ---- names that are almost right -------------------------------------------------------- */

static void not_here(parser *s, const char *at, size_t size) {
    char where[128];
    size_t used = 0;
    const gisa_isa *other;
    for (unsigned i = 0; (other = gisa_at(i)); i++)
        if (names_spelling(other, at, size) && used < sizeof where - 20)
            used +=
                (size_t)snprintf(where + used, sizeof where - used, "%s%s", used ? ", " : "", other->name);
    parse_fail(s, GISA_STATUS_NOT_HERE, at, size, "'%.*s' does not exist on %s; it is on %s", (int)size, at,
               s->isa->name, where);
}

void parse_near(parser *s, const char *at, size_t size, gisa_status status) {
    const char *best = NULL;
    unsigned limit = 3;
    const gisa_isa *other;
    for (unsigned i = 0; (other = gisa_at(i)); i++)
        if (other != s->isa && names_spelling(other, at, size)) {
            not_here(s, at, size);
            return;
        }
    for (uint32_t i = 0; s->error && i < s->texts->spelling_count;
         i++) { /* only for those who read the message */
        const spelling *w = &s->texts->spellings[i];
        unsigned edits = edits_between(at, size, &s->isa->strings[w->text], w->length, limit);
        if (edits < limit) {
            limit = edits;
            best = &s->isa->strings[w->text];
        }
    }
    if (best)
        parse_fail(s, status, at, size, "unknown instruction '%.*s'; did you mean '%s'?",
                   (int)(size > 60 ? 60 : size), at, best);
    else
        parse_fail(s, status, at, size, "unknown instruction '%.*s'", (int)(size > 60 ? 60 : size), at);
}

typedef struct near_name {
    const char *word, *best;
    size_t size, best_size;
    unsigned limit;       /* edits: names that need fewer are better; 0 = the word itself is one */
    const char *has_word; /* NULL, or the form that has the word itself as a modifier */
} near_name;

static near_name near_begin(const char *word, size_t size) {
    return (near_name){.word = word, .size = size, .limit = size < 6 ? 2 : size < 10 ? 3 : 4};
}

/* Of a name that goes on with a value, row_shl:1, what stands before the ':'. */
static void near_try(near_name *n, const char *name) {
    size_t size = strcspn(name, ":");
    unsigned edits = edits_between(n->word, n->size, name, size, n->limit);
    if (edits < n->limit && edits < n->size && edits < size) {
        n->limit = edits;
        n->best = name;
        n->best_size = size;
    }
}

static void near_try_table(near_name *n, const parser *s, const name_table *t) {
    for (unsigned i = 0; i < t->count; i++) {
        const name_entry *e = &s->isa->entries[t->first + i];
        near_try(n, &s->isa->strings[s->clrx ? e->clrx : e->llvm]);
    }
}

static void near_try_modifier(near_name *n, const parser *s, const op_spec *op) {
    if (op->codec == CODEC_DPP_CTRL)
        near_try(n, "quad_perm");
    if (op->codec == CODEC_DPP_CTRL || (op->codec == CODEC_CHOICE && !op->key && op->names))
        near_try_table(n, s, &s->isa->names[op->names - 1]);
    else if (op->codec == CODEC_SWIZZLE)
        near_try(n, "offset");
    else if (op->codec == CODEC_MTBUF_FORMAT)
        near_try(n, "format");
    else if (op->key)
        near_try(n, &s->isa->strings[s->clrx && op->clrx_key ? op->clrx_key : op->key]);
}

/* Those of all forms that the mnemonic may mean: the form that came furthest is often not the one
   that was meant. */
static void near_try_modifiers(near_name *n, const parser *s) {
    for (unsigned k = 0; k < s->tried->count; k++) {
        const form *f = &s->isa->forms[s->texts->candidates[s->tried->first + k]];
        const unsigned others = f->positionals | (unsigned)f->prefixes | f->suffixes;
        for (unsigned left = ((1u << f->op_count) - 1) & ~others; left && n->limit; left &= left - 1)
            near_try_modifier(n, s, form_op(s->isa, f, (unsigned)__builtin_ctz(left)));
        if (!n->limit && !n->has_word)
            n->has_word = &s->isa->strings[f->print[GISA_SYNTAX_LLVM]];
    }
}

static bool near_say(parser *s, const near_name *n) {
    size_t used = strlen(s->error->message);
    if (n->has_word)
        snprintf(s->error->message + used, sizeof s->error->message - used, "; %s has it", n->has_word);
    else if (n->best)
        snprintf(s->error->message + used, sizeof s->error->message - used, "; did you mean '%.*s'?",
                 (int)n->best_size, n->best);
    return false;
}

bool parse_near_name(parser *s, const char *at, size_t size, const name_table *t) {
    near_name n = near_begin(at, size);
    if (!s->error || !t || !size || s->error->offset != (uint32_t)(at - s->begin))
        return false;
    near_try_table(&n, s, t);
    return near_say(s, &n);
}

bool parse_no_modifier(parser *s, const char *at, size_t size) {
    near_name n = near_begin(at, size);
    bool first = s->status == GISA_OK;
    parse_fail(s, GISA_STATUS_SYNTAX, at, size, "'%.*s' is not a modifier of %s",
               (int)(size > 60 ? 60 : size), at, &s->isa->strings[s->f->print[GISA_SYNTAX_LLVM]]);
    if (!s->error || !first)
        return false;
    near_try_modifiers(&n, s);
    return near_say(s, &n);
}
