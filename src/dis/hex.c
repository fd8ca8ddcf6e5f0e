/* SPDX-License-Identifier: MIT */
/* Words as text: "be8000ff 0x00000001", separated by blanks, commas or line ends, with comments.
 * Where instructions are words of 64 bits, those of more than eight digits are such words,
 * f800014000000000. */
#include "dis.h"

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    char small = (char)(c | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

static bool is_separator(char c) {
    return c == ' ' || c == ',' || (c >= '\t' && c <= '\r');
}

static size_t skip_comment(const char *text, size_t size, size_t at) {
    bool comment =
        text[at] == ';' || text[at] == '#' || (text[at] == '/' && at + 1 < size && text[at + 1] == '/');
    while (comment && at < size && text[at] != '\n')
        at++;
    return at;
}

gisa_status dis_read_hex(const dis *d, const char *text, size_t size, bool strict, bytes *code) {
    for (size_t at = 0; at < size;) {
        size_t behind = skip_comment(text, size, at);
        if (is_separator(text[at]) || behind != at) {
            at = behind != at ? behind : at + 1;
            continue;
        }
        size_t begin = at, digits = 0;
        bool prefixed = text[at] == '0' && at + 1 < size && (text[at + 1] | 0x20) == 'x';
        at += prefixed ? 2 : 0;
        uint64_t word = 0;
        size_t most = d->isa ? 2 * gisa_unit(d->isa) : 16;
        for (; at < size && digit_of(text[at]) >= 0 && digits <= most; at++, digits++)
            word = word << 4 | (uint64_t)digit_of(text[at]);
        bool ended = at == size || is_separator(text[at]) || skip_comment(text, size, at) != at;
        if (!digits || digits > most || !ended) {
            const char *wrong = digits <= most ? "not a word; expected hexadecimal digits"
                                : most > 8     ? "more than 16 digits; expected words of 32 or 64 bits"
                                               : "more than 8 digits; expected words of 32 bits";
            return strict ? dis_fail_at(d, wrong, text, size, digits > most ? begin : at)
                          : GISA_STATUS_SYNTAX;
        }
        uint8_t little[8];
        for (unsigned i = 0; i < sizeof little; i++)
            little[i] = (uint8_t)(word >> 8 * i);
        bytes_append(code, little, digits > 8 ? 8 : 4);
    }
    return code->failed ? GISA_STATUS_NO_MEMORY : GISA_OK;
}
