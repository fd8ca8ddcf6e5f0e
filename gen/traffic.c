/* SPDX-License-Identifier: MIT */
/* How much memory a body reads and writes, from its text: each word of memory with its type, as often as the loop says. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "spec.h"

/* What follows the brackets that begin at `open`; NULL: they are not closed. */
static const char *behind_brackets(const char *open) {
    int depth = 0;
    for (; *open; open++) {
        depth += (*open == '(') - (*open == ')');
        if (!depth)
            return open + 1;
    }
    return NULL;
}

/* Bytes of a type that ends in its number of bits; 0: it is none. */
static unsigned bytes_of_type(const char *type) {
    return isalpha((unsigned char)*type) ? (unsigned)strtoul(type + 1, NULL, 10) / 8 : 0;
}

static bool is_assigned(const char *behind) {
    behind += strspn(behind, " \n");
    return behind[0] == '=' && behind[1] != '=';
}

/* The word of memory that begins here, followed by a bracket: its size; 0 = there is none. */
static size_t word_at(const char *at) {
    static const char *const words[] = {"LDS",  "GDS",     "MEM",     "FLAT",        "SCRATCH",      "BUFFER",
                                        "SMEM", "SBUFFER", "ATOMIC_", "LOAD_FORMAT", "STORE_FORMAT", NULL};
    size_t size = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    for (int i = 0; at[size] == '(' && words[i]; i++) {
        size_t same = strlen(words[i]);
        if (strncmp(at, words[i], same) == 0 && (size == same || words[i][same - 1] == '_'))
            return size;
    }
    return 0;
}

static void add(traffic *t, const char *word, size_t size, unsigned times) {
    unsigned bytes = times * bytes_of_type(word + size + 1);
    const char *behind = behind_brackets(word + size);
    bool atomic = *word == 'A';
    bool written = strncmp(word, "STORE", 5) == 0 || (behind && is_assigned(behind));
    t->read += atomic || !written ? bytes : 0;
    t->written += atomic || written ? bytes : 0;
}

traffic body_traffic(const char *body) {
    traffic t = {0, 0};
    unsigned times = 1;
    bool in_word = false;
    for (const char *at = body; at && *at; at++) {
        size_t size = in_word ? 0 : word_at(at);
        sscanf(at, "for (u32 i = 0; i < %u;", &times);
        if (size)
            add(&t, at, size, times);
        in_word = isalnum((unsigned char)*at) || *at == '_';
    }
    return t;
}
