/* SPDX-License-Identifier: MIT */
/* Words as text: "be8000ff 0x00000001", separated by blanks, commas or line ends, with comments. */
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
        uint32_t word = 0;
        for (; at < size && digit_of(text[at]) >= 0 && digits < 9; at++, digits++)
            word = word << 4 | (uint32_t)digit_of(text[at]);
        bool ended = at == size || is_separator(text[at]) || skip_comment(text, size, at) != at;
        if (!digits || digits > 8 || !ended) {
            const char *wrong = digits > 8 ? "more than 8 digits; expected words of 32 bits"
                                           : "not a word; expected hexadecimal digits";
            return strict ? dis_fail_at(d, wrong, text, size, digits > 8 ? begin : at) : GISA_SYNTAX;
        }
        uint8_t little[4] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                             (uint8_t)(word >> 24)};
        bytes_append(code, little, 4);
    }
    return code->failed ? GISA_NO_MEMORY : GISA_OK;
}
