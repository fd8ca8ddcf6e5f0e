/* SPDX-License-Identifier: MIT */
/* What a body reads and writes: the state that its words stand for, and whether D is read before it is written. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "expand.h"

/* Behind an identifier: skips (...), [...], .member and tells whether it is assigned, and how. */
static int assignment(const char *p) {
    for (;;) {
        int depth = 0;
        while (isspace((unsigned char)*p))
            p++;
        if (*p == '(' || *p == '[') {
            do {
                depth += (*p == '(') + (*p == '[') - (*p == ')') - (*p == ']');
                p++;
            } while (*p && depth);
        } else if (*p == '.' && isalpha((unsigned char)p[1])) {
            p++;
            while (isalnum((unsigned char)*p) || *p == '_')
                p++;
        } else
            break;
    }
    if (*p == '=' && p[1] != '=')
        return GISA_WRITE;
    if ((strchr("+-*/%&|^", *p) && *p && p[1] == '=') || (strncmp(p, "<<=", 3) == 0) ||
        (strncmp(p, ">>=", 3) == 0) || strncmp(p, "++", 2) == 0 || strncmp(p, "--", 2) == 0)
        return GISA_READ | GISA_WRITE;
    return GISA_READ;
}

effects body_effects(const char *body) {
    static const struct {
        const char *word;
        uint32_t state;
        int access; /* 0: by assignment */
    } words[] = {{"SCC", GISA_SCC, 0},
                 {"VCC", GISA_VCC, 0},
                 {"EXEC", GISA_EXEC, 0},
                 {"M0", GISA_M0, 0},
                 {"PC", GISA_PC, 0},
                 {"LDS", GISA_LDS, 0},
                 {"MEM", GISA_MEMORY, 0},
                 {"MODE", GISA_MODE, 0},
                 {"CSP", GISA_MODE, 0},
                 {"GDS", GISA_GDS, 0},
                 {"HWREG", GISA_SCC | GISA_VCC | GISA_EXEC | GISA_PC | GISA_MODE | GISA_STATE_TRAP, 1},
                 {"SET_HWREG", GISA_MODE | GISA_STATE_TRAP, 2},
                 {"SET_MODE", GISA_MODE, 2},
                 {"FORK", GISA_EXEC | GISA_PC | GISA_MODE, 3},
                 {"TARGET", GISA_PC, 1},
                 {"PRIV", GISA_STATE_TRAP, 0},
                 {"TRAP_EN", GISA_STATE_TRAP, 0},
                 {"INST_ATC", GISA_STATE_TRAP, 0},
                 {"COND_DBG_USER", GISA_STATE_TRAP, 0},
                 {"COND_DBG_SYS", GISA_STATE_TRAP, 0},
                 {"TBA", GISA_STATE_TRAP, 0},
                 {"TTMP", GISA_STATE_TRAP, 0},
                 {"SMEM", GISA_MEMORY, 0},
                 {"SBUFFER", GISA_MEMORY, 0},
                 {"ATOMIC_SMEM", GISA_MEMORY, 3},
                 {"ATOMIC_SBUFFER", GISA_MEMORY, 3},
                 {"FLAT", GISA_MEMORY | GISA_LDS, 0},
                 {"SCRATCH", GISA_MEMORY, 0},
                 {"TURN", GISA_GDS, 0},
                 {"GWS", GISA_GDS, 3},
                 {"ATOMIC_LDS", GISA_LDS, 3},
                 {"ATOMIC_MEM", GISA_MEMORY, 3},
                 {"ATOMIC_GDS", GISA_GDS, 3},
                 {"ATOMIC_FLAT", GISA_MEMORY | GISA_LDS, 3},
                 {"BUFFER", GISA_MEMORY, 0},
                 {"ATOMIC_BUFFER", GISA_MEMORY, 3},
                 {"add_nearest", GISA_MODE, GISA_READ},
                 {"LOAD_FORMAT", GISA_MEMORY, GISA_READ},
                 {"LOAD_FORMAT_D16", GISA_MEMORY, GISA_READ},
                 {"STORE_FORMAT", GISA_MEMORY, GISA_WRITE},
                 {"STORE_FORMAT_D16", GISA_MEMORY, GISA_WRITE}};
    effects e = {0};
    for (const char *p = body; *p;) {
        char word[MAX_NAME];
        int size = 0, access;
        if (!isalpha((unsigned char)*p) && *p != '_') {
            p++;
            continue;
        }
        while ((isalnum((unsigned char)*p) || *p == '_') && size < MAX_NAME - 1)
            word[size++] = *p++;
        word[size] = 0;
        access = assignment(p);
        if (strcmp(word, "D") == 0 && !e.d_first)
            e.d_first = access;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strcmp(words[i].word, word) == 0) {
                int a = words[i].access ? words[i].access : access;
                e.reads |= a & GISA_READ ? words[i].state : 0;
                e.writes |= a & GISA_WRITE ? words[i].state : 0;
                e.reads |= strcmp(word, "SCRATCH") == 0 ? GISA_FLAT_SCRATCH : 0;
                e.reads |= words[i].state == GISA_GDS ? GISA_M0 : 0; /* M0 has its base, and its size */
            }
    }
    return e;
}
