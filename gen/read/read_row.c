/* SPDX-License-Identifier: MIT */
/* The header of a row: mnemonic, format, opcodes, operands, flags. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "line.h"

static void read_flag(spec *s, line *l, header *h) {
    flag *f;
    char word[MAX_NAME];
    if (h->flag_count == 12) {
        fail(s, l->at, "more than 12 flags");
        return;
    }
    f = &h->flags[h->flag_count++];
    next_word(l, "@(!", f->name, s);
    f->gens = all_gens(s);
    if (*l->p == '@') {
        l->p++;
        if (!next_word(l, "(!", word, s) || !(f->gens = gen_range(s, word)))
            fail(s, l->at, "expected generations after @");
    }
    for (flag *other = h->flags; other < f; other++)
        if (strcmp(other->name, f->name) == 0)
            said_twice(s, &other->gens, f->gens);
    if (*l->p == '(') {
        int depth = 0;
        const char *begin = l->p + 1;
        do {
            depth += (*l->p == '(') - (*l->p == ')');
            l->p++;
        } while (*l->p && depth);
        if (depth)
            fail(s, l->at, "flag !%s: no closing parenthesis", f->name);
        f->args = copy_text(begin, (size_t)(l->p - begin) - 1);
    }
}

/* name[:type][+option|-option]... */
static void read_row_operand(spec *s, line *l, header *h, char *word) {
    row_operand *o;
    char *option;
    if (h->operand_count == MAX_OPERANDS) {
        fail(s, l->at, "more than %d operands", MAX_OPERANDS);
        return;
    }
    o = &h->operand[h->operand_count++];
    while ((option = strrchr(word, '+')) || (option = strrchr(word, '-'))) {
        if (strcmp(option, "+mods") == 0 || strcmp(option, "-mods") == 0)
            o->mods = *option == '+' ? 1 : -1;
        else if (strcmp(option, "+read") == 0)
            o->access |= GISA_ACCESS_READ;
        else if (strcmp(option, "+write") == 0)
            o->access |= GISA_ACCESS_WRITE;
        else
            fail(s, l->at, "unknown option '%s'; +mods -mods +read +write", option);
        *option = 0;
    }
    option = strchr(word, ':');
    if (option)
        *option++ = 0;
    snprintf(o->type, sizeof o->type, "%s", option ? option : "");
    snprintf(o->name, sizeof o->name, "%s", word);
    for (int i = 0; i + 1 < h->operand_count; i++)
        if (strcmp(h->operand[i].name, word) == 0)
            fail(s, l->at, "%s: operand '%s' twice", h->name, word);
}

static bool is_mnemonic(const char *name) {
    return isalpha((unsigned char)*name) &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")] == 0;
}

static bool is_opcode(const char *word) {
    return *word && word[strspn(word, "0123456789abcdefABCDEF")] == 0;
}

/* An opcode in hexadecimal, or '.': -1, it is not there. */
static bool read_opcode(const char *word, int *opcode) {
    int64_t v = -1;
    bool is = strcmp(word, ".") == 0 || (is_opcode(word) && number(word, 16, &v) && v <= INT32_MAX);
    *opcode = (int)v;
    return is;
}

/* GENERATION=opcode: of one that is like another, and of those that are like it. */
static bool read_own_opcode(spec *s, line *l, header *h) {
    line save = *l;
    char word[MAX_NAME];
    int gen = next_word(l, "=", word, s) ? find_gen(s, word, strlen(word)) : -1;
    if (gen < s->columns || !take(l, '=')) {
        *l = save;
        return false;
    }
    if (!next_word(l, "", word, s) || !read_opcode(word, &h->opcode[gen]))
        fail(s, l->at, "expected an opcode after %s=", s->gen[gen]);
    for (int g = gen + 1; g < s->gen_count; g++)
        if (is_like(s, g, gen))
            h->opcode[g] = h->opcode[gen];
    return true;
}

/* A column for each generation, or none of them; then what those have that are like another one. */
static void read_opcodes(spec *s, line *l, header *h) {
    char word[MAX_NAME];
    bool own = false, anywhere = false;
    for (int g = 0; g < MAX_GENS; g++)
        h->opcode[g] = -1;
    while (read_own_opcode(s, l, h))
        own = true;
    for (int g = 0; g < s->columns && !own; g++)
        if (!next_word(l, "", word, s) || !read_opcode(word, &h->opcode[g])) {
            fail(s, l->at, "expected %d opcodes, hexadecimal or '.'", s->columns);
            return;
        }
    for (int g = s->columns; g < s->gen_count && !own; g++)
        h->opcode[g] = h->opcode[s->parent[g]];
    while (!own && read_own_opcode(s, l, h))
        continue;
    for (int g = 0; g < s->gen_count; g++)
        anywhere |= h->opcode[g] >= 0;
    if (!anywhere)
        fail(s, l->at, "%s is on no generation", h->name);
}

header *read_header(spec *s, line *l, const char *name) {
    header *h = LIST_ADD(s->headers);
    char word[MAX_NAME];
    bool comma = true;
    h->at = l->at;
    snprintf(h->name, sizeof h->name, "%s", name);
    if (!next_word(l, "", h->format, s))
        fail(s, l->at, "'%s' is neither a statement nor an instruction with a format", name);
    else if (!is_mnemonic(name))
        fail(s, l->at, "'%s' is not the name of an instruction", name);
    read_opcodes(s, l, h);
    for (;;) {
        if (take(l, '!'))
            read_flag(s, l, h);
        else if (next_word(l, ",!", word, s)) {
            if (!comma)
                fail(s, l->at, "expected ',' before '%s'", word);
            read_row_operand(s, l, h, word);
            comma = take(l, ',');
        } else
            break;
    }
    return h;
}
