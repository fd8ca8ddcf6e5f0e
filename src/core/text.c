/* SPDX-License-Identifier: MIT */
/* Numbers as text. */
#include "text.h"

/* Ten numbers with the same digits before the last one. */
#define TENS(a, b)                                                                                           \
    {{a, b, '0'}, 3}, {{a, b, '1'}, 3}, {{a, b, '2'}, 3}, {{a, b, '3'}, 3}, {{a, b, '4'}, 3},                \
        {{a, b, '5'}, 3}, {{a, b, '6'}, 3}, {{a, b, '7'}, 3}, {{a, b, '8'}, 3}, {                            \
        {a, b, '9'}, 3                                                                                       \
    }
#define HUNDREDS(a)                                                                                          \
    TENS(a, '0'), TENS(a, '1'), TENS(a, '2'), TENS(a, '3'), TENS(a, '4'), TENS(a, '5'), TENS(a, '6'),        \
        TENS(a, '7'), TENS(a, '8'), TENS(a, '9')
#define SHORT(a)                                                                                             \
    {{a, '0'}, 2}, {{a, '1'}, 2}, {{a, '2'}, 2}, {{a, '3'}, 2}, {{a, '4'}, 2}, {{a, '5'}, 2}, {{a, '6'}, 2}, \
        {{a, '7'}, 2}, {{a, '8'}, 2}, {                                                                      \
        {a, '9'}, 2                                                                                          \
    }

const digits text_digits[1000] = {
    {{'0'}, 1},    {{'1'}, 1},    {{'2'}, 1},    {{'3'}, 1},    {{'4'}, 1},    {{'5'}, 1},    {{'6'}, 1},
    {{'7'}, 1},    {{'8'}, 1},    {{'9'}, 1},    SHORT('1'),    SHORT('2'),    SHORT('3'),    SHORT('4'),
    SHORT('5'),    SHORT('6'),    SHORT('7'),    SHORT('8'),    SHORT('9'),    HUNDREDS('1'), HUNDREDS('2'),
    HUNDREDS('3'), HUNDREDS('4'), HUNDREDS('5'), HUNDREDS('6'), HUNDREDS('7'), HUNDREDS('8'), HUNDREDS('9')};

char *text_long_decimal(char *p, uint64_t value) {
    char digit[20];
    int n = 0;
    do
        digit[n++] = (char)('0' + value % 10);
    while (value /= 10);
    while (n)
        *p++ = digit[--n];
    return p;
}
