/* SPDX-License-Identifier: MIT */
/* The scalars of metadata text. The rules are those of LLVM's YAML reader and writer, so that
 * either tool reads what the other one writes: a kernel argument named "n" is a string, although
 * YAML's n is false. */
#include "yaml.h"

#include <string.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* ---- What a word means ---- */

static int digit_value(char c) {
    if (is_digit(c))
        return c - '0';
    return is_letter(c) ? lower(c) - 'a' + 10 : 99;
}

/* 10, 0x1f, 0b101, 0o17, 017; no sign. */
static bool read_unsigned(const char *s, size_t n, uint64_t *value) {
    int radix = 10;
    char second = n > 1 && s[0] == '0' ? lower(s[1]) : 0;
    if (second == 'x' || second == 'b' || second == 'o') {
        radix = second == 'x' ? 16 : second == 'b' ? 2 : 8;
        s += 2;
        n -= 2;
    } else if (is_digit(second)) {
        radix = 8;
        s++;
        n--;
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        int digit = digit_value(s[i]);
        if (digit >= radix || sum > (UINT64_MAX - (uint64_t)digit) / (uint64_t)radix)
            return false;
        sum = sum * (uint64_t)radix + (uint64_t)digit;
    }
    *value = sum;
    return n > 0;
}

static bool same_word(const char *s, size_t n, const char *word) {
    if (strlen(word) != n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (lower(s[i]) != word[i])
            return false;
    return true;
}

/* yes, Yes and YES are words; yEs is not. */
static bool is_bool(const char *s, size_t n, uint64_t *value) {
    static const char *const words[] = {"n", "no", "off", "false", "y", "yes", "on", "true"};
    bool upper_rest = n > 1 && s[1] != lower(s[1]);
    for (size_t i = 1; i < n; i++)
        if ((s[i] != lower(s[i])) != upper_rest)
            return false;
    if (upper_rest && s[0] == lower(s[0]))
        return false;
    for (unsigned i = 0; i < 8; i++)
        if (same_word(s, n, words[i])) {
            *value = i >= 4;
            return true;
        }
    return false;
}

static size_t skip_digits(const char *s, size_t n, size_t at, bool hex) {
    while (at < n && (is_digit(s[at]) || (hex && digit_value(s[at]) < 16)))
        at++;
    return at;
}

/* Anything that strtod reads to its end. */
static bool is_float(const char *s, size_t n) {
    size_t at = 0;
    while (at < n && (s[at] == ' ' || (s[at] >= '\t' && s[at] <= '\r')))
        at++;
    if (at < n && (s[at] == '+' || s[at] == '-'))
        at++;
    const char *rest = s + at;
    if (same_word(rest, n - at, "inf") || same_word(rest, n - at, "infinity") ||
        same_word(rest, n - at, "nan"))
        return true;
    if (n - at >= 5 && same_word(rest, 3, "nan") && rest[3] == '(' && s[n - 1] == ')')
        return true;
    bool hex = n - at > 2 && rest[0] == '0' && lower(rest[1]) == 'x';
    at += hex ? 2 : 0;
    size_t whole = skip_digits(s, n, at, hex), end = whole;
    size_t digits = whole - at;
    if (end < n && s[end] == '.') {
        end = skip_digits(s, n, whole + 1, hex);
        digits += end - whole - 1;
    }
    if (!digits)
        return false;
    if (end < n && lower(s[end]) == (hex ? 'p' : 'e')) {
        end++;
        if (end < n && (s[end] == '+' || s[end] == '-'))
            end++;
        size_t exponent = skip_digits(s, n, end, false);
        if (exponent == end)
            return false;
        end = exponent;
    }
    return end == n;
}

yaml_kind yaml_infer(const char *s, size_t n, uint64_t *value) {
    *value = 0;
    if (!n)
        return YAML_EMPTY;
    if (read_unsigned(s, n, value))
        return YAML_UNSIGNED;
    if (s[0] == '-' && read_unsigned(s + 1, n - 1, value) && *value <= (uint64_t)1 << 63) {
        *value = ~*value + 1;
        return *value ? YAML_NEGATIVE : YAML_UNSIGNED;
    }
    if (is_bool(s, n, value))
        return YAML_BOOL;
    return is_float(s, n) ? YAML_FLOAT : YAML_STRING;
}

/* ---- How a string is written ---- */

enum { PLAIN, SINGLE, DOUBLE };

static int quotes_for(const char *s, size_t n) {
    uint64_t value;
    bool blank_end = n && (s[0] == ' ' || s[0] == '\t' || s[n - 1] == ' ' || s[n - 1] == '\t');
    int quotes = !n || blank_end || strchr("-?:\\,[]{}#&*!|>'\"%@`", s[0]) ? SINGLE : PLAIN;
    if (same_word(s, n, "null") || same_word(s, n, "~") || same_word(s, n, "true") ||
        same_word(s, n, "false"))
        quotes = SINGLE;
    yaml_kind kind = yaml_infer(s, n, &value);
    if (kind == YAML_UNSIGNED || kind == YAML_NEGATIVE)
        quotes = SINGLE;
    for (size_t i = 0; i < n; i++) {
        char c = s[i];
        if ((uint8_t)c < 0x20 && c != '\t')
            return DOUBLE;
        if ((uint8_t)c >= 0x7f)
            return DOUBLE;
        if (!is_letter(c) && !is_digit(c) && !strchr("_-^., \t", c))
            quotes = SINGLE;
    }
    return quotes;
}

static void put_escaped(bytes *out, char c) {
    static const char names[] = "0\0a\ab\bt\tn\nv\vf\fr\re\x1b\\\\\"\"";
    for (size_t i = 0; i < sizeof names - 1; i += 2)
        if (names[i + 1] == c) {
            char escape[2] = {'\\', names[i]};
            bytes_append(out, escape, 2);
            return;
        }
    if ((uint8_t)c < 0x20 || c == 0x7f)
        bytes_format(out, "\\x%02X", (uint8_t)c);
    else
        bytes_append(out, &c, 1);
}

void yaml_put_string(bytes *out, const char *s, size_t n) {
    uint64_t value;
    if (yaml_infer(s, n, &value) != YAML_STRING)
        bytes_text(out, "!str ");
    int quotes = quotes_for(s, n);
    if (quotes == PLAIN) {
        bytes_append(out, s, n);
        return;
    }
    bytes_text(out, quotes == SINGLE ? "'" : "\"");
    for (size_t i = 0; i < n; i++) {
        if (quotes == DOUBLE)
            put_escaped(out, s[i]);
        else
            bytes_append(out, s[i] == '\'' ? "''" : &s[i], s[i] == '\'' ? 2 : 1);
    }
    bytes_text(out, quotes == SINGLE ? "'" : "\"");
}
