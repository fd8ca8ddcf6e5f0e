/* SPDX-License-Identifier: MIT */
/* Directives that put data into the section: numbers, strings, space, alignment. */
#include <stdlib.h>
#include <string.h>

#include "asm.h"

/* ---- integers --------------------------------------------------------------------------- */

static bool fits(int64_t k, unsigned size) {
    return size >= 8 || (k >= -((int64_t)1 << (8 * size - 1)) && k < (int64_t)1 << (8 * size));
}

/* .byte .short .long .quad and their other names */
void dir_number(assembler *a, int size) {
    term v;
    if (lex_at_end(a))
        return;
    do {
        if (!expr_read(a, &v))
            return;
        if (!v.e && !fits(v.k, (unsigned)size))
            diagnose_at(a, v.at, v.length, "%lld does not fit %d bits", (long long)v.k, 8 * size);
        else
            fixup_emit_value(a, &v, (unsigned)size);
    } while (lex_take(a, ','));
    lex_expect_end(a);
}

/* A literal of up to 128 bits. */
static bool read_octa(assembler *a, uint64_t half[2]) {
    statement *s = &a->now;
    const char *begin, *p;
    unsigned base = 10;
    bool negative = lex_take(a, '-'), wide = false;
    lex_skip_blanks(s);
    begin = p = s->p;
    if (p + 1 < s->end && *p == '0' && (p[1] | 32) == 'x')
        base = 16, p += 2;
    else if (p + 1 < s->end && *p == '0' && (p[1] | 32) == 'b')
        base = 2, p += 2;
    begin = p;
    uint32_t part[4] = {0};
    for (; p < s->end && char_is(*p, CHAR_NAME); p++) {
        char c = *p;
        unsigned digit = c >= '0' && c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a') + 10;
        uint64_t carry = digit;
        if (digit >= base || c == '_' || c == '.' || c == '$')
            break;
        for (int i = 0; i < 4; i++) {
            carry += (uint64_t)part[i] * base;
            part[i] = (uint32_t)carry;
            carry >>= 32;
        }
        wide |= carry != 0;
    }
    if (p == begin || (p < s->end && char_is(*p, CHAR_NAME))) {
        diagnose_expected(a, "a number");
        return false;
    }
    if (wide) {
        diagnose_at(a, begin, (size_t)(p - begin), "the number does not fit 128 bits");
        return false;
    }
    s->p = p;
    half[0] = part[0] | (uint64_t)part[1] << 32;
    half[1] = part[2] | (uint64_t)part[3] << 32;
    if (negative) {
        half[1] = ~half[1] + (half[0] == 0);
        half[0] = -half[0];
    }
    return true;
}

void dir_octa(assembler *a, int kind) {
    uint64_t half[2];
    (void)kind;
    if (lex_at_end(a))
        return;
    do {
        if (!read_octa(a, half))
            return;
        section_emit_number(a, half[0], 8);
        section_emit_number(a, half[1], 8);
    } while (lex_take(a, ','));
    lex_expect_end(a);
}

/* .uleb128 .sleb128 */
void dir_leb(assembler *a, int is_signed) {
    int64_t k;
    do {
        bool more = true;
        if (!expr_read_absolute(a, &k))
            return;
        while (more) {
            uint8_t byte = k & 0x7f;
            if (is_signed) {
                k = k < 0 ? ~(~k >> 7) : k >> 7;
                more = !((k == 0 && !(byte & 0x40)) || (k == -1 && (byte & 0x40)));
            } else {
                k = (int64_t)((uint64_t)k >> 7);
                more = k != 0;
            }
            section_emit_number(a, byte | (more ? 0x80u : 0), 1);
        }
    } while (lex_take(a, ','));
    lex_expect_end(a);
}

/* ---- fractions -------------------------------------------------------------------------- */

static bool is_word(const char *p, size_t n, const char *word) {
    size_t i = 0;
    while (i < n && word[i] && (p[i] | 32) == word[i])
        i++;
    return i == n && !word[i];
}

/* The decimal point depends on the locale of libc: the digits go to it without one, with an
 * exponent that makes up for it. */
static bool convert(const char *p, const char *end, int size, uint64_t *bits) {
    char text[1200];
    size_t n = 0;
    bool hex = end - p > 2 && p[0] == '0' && (p[1] | 32) == 'x', point = false, digits = false;
    long exponent = 0;
    char *stop;
    if (hex) {
        memcpy(text, "0x", 2);
        n = 2;
        p += 2;
    }
    for (; p < end && n < 1100; p++) {
        if (*p == '.' && !point)
            point = true;
        else if (char_is(*p, CHAR_DIGIT) || (hex && (*p | 32) >= 'a' && (*p | 32) <= 'f')) {
            text[n++] = *p;
            exponent -= point ? hex ? 4 : 1 : 0;
            digits = true;
        } else
            break;
    }
    if (!digits || n >= 1100)
        return false;
    if (p < end) {
        long given;
        char power[12];
        size_t k = 0;
        if ((*p | 32) != (hex ? 'p' : 'e'))
            return false;
        p++;
        if (p < end && (*p == '-' || *p == '+'))
            power[k++] = *p++;
        if (p == end)
            return false;
        for (; p < end; p++) {
            if (!char_is(*p, CHAR_DIGIT))
                return false;
            if (k < 8)
                power[k++] = *p;
        }
        power[k] = 0;
        given = strtol(power, &stop, 10);
        exponent += given;
    } else if (hex)
        return false; /* 0x1f is an integer */
    text[n++] = hex ? 'p' : 'e';
    if (exponent < 0)
        text[n++] = '-';
    unsigned long left = exponent < 0 ? -(unsigned long)exponent : (unsigned long)exponent;
    char reversed[24];
    size_t k = 0;
    do
        reversed[k++] = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    while (k)
        text[n++] = reversed[--k];
    text[n] = 0;
    if (size == 4) {
        float f = strtof(text, &stop);
        uint32_t word;
        memcpy(&word, &f, 4);
        *bits = word;
    } else {
        double d = strtod(text, &stop);
        memcpy(bits, &d, 8);
    }
    return *stop == 0;
}

bool dir_read_real(assembler *a, int size, uint64_t *bits) {
    statement *s = &a->now;
    const char *begin, *p;
    uint64_t sign = (uint64_t)1 << (8 * size - 1), infinity = size == 4 ? 0x7f800000 : 0x7ff0000000000000;
    bool negative = false, ok = true;
    lex_skip_blanks(s);
    begin = p = s->p;
    if (p < s->end && (*p == '-' || *p == '+'))
        negative = *p++ == '-';
    const char *word = p;
    while (p < s->end && (char_is(*p, CHAR_NAME) || ((*p == '-' || *p == '+') && p > word &&
                                                     ((p[-1] | 32) == 'e' || (p[-1] | 32) == 'p'))))
        p++;
    if (is_word(word, (size_t)(p - word), "inf") || is_word(word, (size_t)(p - word), "infinity"))
        *bits = infinity;
    else if (is_word(word, (size_t)(p - word), "nan"))
        *bits = sign - 1;
    else
        ok = p > word && convert(word, p, size, bits);
    if (!ok) {
        diagnose_at(a, begin, (size_t)(p - begin),
                    "expected a number such as 1.5, 2e-3, 0x1.8p3, inf or nan");
        return false;
    }
    if (negative)
        *bits ^= sign;
    s->p = p;
    return true;
}

/* .float .double */
void dir_real(assembler *a, int size) {
    uint64_t bits;
    if (lex_at_end(a))
        return;
    do {
        if (!dir_read_real(a, size, &bits))
            return;
        section_emit_number(a, bits, (unsigned)size);
    } while (lex_take(a, ','));
    lex_expect_end(a);
}

/* ---- strings ---------------------------------------------------------------------------- */

/* .ascii: "a" "b" is one string, "a", "b" are two; each ends with a 0 for .asciz and .string. */
void dir_string(assembler *a, int zero) {
    bytes text = {0};
    if (lex_at_end(a))
        return;
    do {
        if (!lex_read_string(a, &text))
            break;
        lex_skip_blanks(&a->now);
        while (!zero && a->now.p < a->now.end && *a->now.p == '"')
            if (!lex_read_string(a, &text))
                break;
        if (zero)
            bytes_append(&text, "", 1);
    } while (lex_take(a, ','));
    section_emit_bytes(a, text.data, text.size);
    bytes_free(&text);
    if (!lex_at_end(a) && !a->stop && *a->now.p != '"')
        lex_expect_end(a);
}

/* ---- space ------------------------------------------------------------------------------ */

static bool read_count(assembler *a, int64_t *count) {
    const char *at;
    lex_skip_blanks(&a->now);
    at = a->now.p;
    if (!expr_read_absolute(a, count))
        return false;
    if (*count >= 0)
        return true;
    diagnose_at(a, at, (size_t)(a->now.p - at), "%lld is not a number of bytes; expected 0 or more",
                (long long)*count);
    return false;
}

/* .zero .skip .space SIZE[, VALUE] */
void dir_space(assembler *a, int kind) {
    int64_t size, fill = 0;
    (void)kind;
    if (!read_count(a, &size) || (lex_take(a, ',') && !expr_read_absolute(a, &fill)) || !lex_expect_end(a))
        return;
    section_fill(a, (uint8_t)fill, (uint64_t)size);
}

static void warn(assembler *a, const char *at, const char *message) {
    diagnose_report(a, GISA_SEVERITY_WARNING, source_location(a, at, (size_t)(a->now.end - at)), "%s",
                    message);
}

static void emit_repeated(assembler *a, uint64_t count, unsigned size, uint64_t bits) {
    uint8_t *p;
    if (bits == 0 || size == 1) {
        section_fill(a, (uint8_t)bits, count > MAX_OUTPUT ? (uint64_t)MAX_OUTPUT + 1 : count * size);
        return;
    }
    if (count > MAX_OUTPUT / size) {
        section_fill(a, 1, (uint64_t)MAX_OUTPUT + 1); /* reports */
        return;
    }
    p = count ? section_filling(a, (size_t)count * size) : NULL;
    for (uint64_t i = 0; p && i < count * size; i++)
        p[i] = (uint8_t)(bits >> (8 * (i % size)));
}

/* Unlike other filling this has a line of its own. */
static void emit_values(assembler *a, uint64_t count, unsigned size, uint64_t bits) {
    if (count)
        lines_mark(a);
    emit_repeated(a, count, size, bits);
}

/* .fill COUNT[, SIZE[, VALUE]]: 32 bits of the value, as in GNU as. */
void dir_fill(assembler *a, int kind) {
    int64_t count, size = 1, fill = 0;
    const char *at = a->now.text;
    (void)kind;
    if (!expr_read_absolute(a, &count) ||
        (lex_take(a, ',') &&
         (!expr_read_absolute(a, &size) || (lex_take(a, ',') && !expr_read_absolute(a, &fill)))) ||
        !lex_expect_end(a))
        return;
    if (count < 0)
        warn(a, at, "a negative count has no effect");
    if (size < 0)
        warn(a, at, "a negative size has no effect");
    if (count <= 0 || size <= 0)
        return;
    if (size > 8) {
        warn(a, at, "a size of more than 8 bytes is taken as 8");
        size = 8;
    }
    if (size > 4 && (fill < 0 || fill > UINT32_MAX))
        warn(a, at, "the value is cut to 32 bits");
    emit_values(a, (uint64_t)count, (unsigned)size, size > 4 ? (uint32_t)fill : (uint64_t)fill);
}

/* .dcb.SIZE COUNT, VALUE */
void dir_dcb(assembler *a, int size) {
    int64_t count, fill;
    if (!read_count(a, &count) || !lex_expect_comma(a) || !expr_read_absolute(a, &fill) || !lex_expect_end(a))
        return;
    if (!fits(fill, (unsigned)size))
        diagnose_at(a, a->now.text, 1, "%lld does not fit %d bits", (long long)fill, 8 * size);
    else
        emit_values(a, (uint64_t)count, (unsigned)size, (uint64_t)fill);
}

/* .ds.SIZE COUNT */
void dir_ds(assembler *a, int size) {
    int64_t count;
    if (read_count(a, &count) && lex_expect_end(a))
        emit_repeated(a, (uint64_t)count, (unsigned)size, 0);
}

/* .align .balign .p2align ALIGNMENT[, FILL[, MAX]]; .balignw ... take fill values of 2 and 4
   bytes. */
void dir_align(assembler *a, int kind) {
    int64_t align, fill = 0, max = 0;
    unsigned value_size = kind & (ALIGN_VALUE_2 | ALIGN_VALUE_4) ? (unsigned)kind & 6u : 1;
    const char *at;
    lex_skip_blanks(&a->now);
    at = a->now.p;
    if (!expr_read_absolute(a, &align))
        return;
    size_t length = (size_t)(a->now.p - at);
    if (lex_take(a, ',')) {
        lex_skip_blanks(&a->now);
        if (!lex_at_end(a) && *a->now.p != ',' && !expr_read_absolute(a, &fill))
            return;
        if (lex_take(a, ',') && !expr_read_absolute(a, &max))
            return;
    }
    if (!lex_expect_end(a))
        return;
    if ((kind & ALIGN_POWER) ? align < 0 || align > 31
                             : align < 0 || align > UINT32_MAX || (align & (align - 1))) {
        diagnose_at(a, at, length,
                    kind & ALIGN_POWER ? "expected a power of two from 0 to 31"
                                       : "the alignment must be a power of two of up to 31 bits");
        return;
    }
    if (kind & ALIGN_POWER)
        align = (int64_t)1 << align;
    section_align(a, align ? (uint64_t)align : 1, value_size == 1 ? (uint8_t)fill : (uint64_t)fill,
                  value_size, max > 0 ? (uint64_t)max : 0);
}

/* .org PLACE[, FILL]: a place in this section, or an offset from its beginning. */
void dir_org(assembler *a, int kind) {
    term v;
    target t = {0};
    int64_t fill = 0, to;
    const char *why;
    (void)kind;
    if (!expr_read(a, &v) || (lex_take(a, ',') && !expr_read_absolute(a, &fill)) || !lex_expect_end(a))
        return;
    to = v.k;
    if (v.e) {
        if (!eval_expr(a, v.e, &t, &why)) {
            diagnose_at(a, v.at, v.length, "%s", why);
            return;
        }
        to = (int64_t)((uint64_t)t.k + (uint64_t)t.plus.offset);
        if (t.minus.there || t.kind || (t.plus.there && t.plus.section != a->current)) {
            diagnose_at(a, v.at, v.length,
                        "expected a number, or a place in this section that is known already");
            return;
        }
    }
    if (to < 0 || (uint64_t)to < section_here(a)) {
        diagnose_at(a, v.at, v.length, ".org cannot go back: %lld is before %llu", (long long)to,
                    (unsigned long long)section_here(a));
        return;
    }
    section_fill(a, (uint8_t)fill, (uint64_t)to - section_here(a));
}
