/* SPDX-License-Identifier: MIT */
/* The hash of mnemonics: isagen builds the table with it, the parser looks up with it. */
#include "tables.h"

/* FNV-1a over the letters in lower case. */
uint32_t gisa_hash(const char *text, size_t size) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < size; i++) {
        uint8_t c = (uint8_t)text[i];
        h = (h ^ (c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c)) * 16777619u;
    }
    return h;
}
