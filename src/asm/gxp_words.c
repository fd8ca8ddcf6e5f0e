/* SPDX-License-Identifier: MIT */
/* Words at the cursor of a directive of shader files: numbers of so many bits, names, types. */
#include "gxp_source.h"

#include <stdio.h>
#include <string.h>

size_t gxp_rest(const assembler *a, const char *at) {
    return at < a->now.end ? (size_t)(a->now.end - at) : 1;
}

/* At the beginning of each directive but .gxp. */
bool gxp_ready(assembler *a) {
    if (a->shader->begun)
        return true;
    diagnose_at(a, a->now.text, gxp_rest(a, a->now.text),
                "expected .gxp vertex or .gxp fragment before this");
    a->shader->begun = true; /* said once */
    return true;
}

/* A number of that many bits at the cursor; `is_signed`: or in two's complement. */
bool gxp_bits(assembler *a, unsigned width, bool is_signed, uint64_t *value) {
    int64_t k;
    lex_skip_blanks(&a->now);
    const char *at = a->now.p;
    if (!expr_read_absolute(a, &k))
        return false;
    int64_t least = is_signed ? -((int64_t)1 << (width - 1)) : 0;
    if (width < 64 && (k < least || k >= (int64_t)1 << width)) {
        diagnose_at(a, at, a->now.p > at ? (size_t)(a->now.p - at) : 1, "%lld does not fit %u bits",
                    (long long)k, width);
        return false;
    }
    *value = (uint64_t)k;
    return true;
}

/* The word at the cursor, without moving there; it may be empty. */
ident gxp_word(assembler *a) {
    const char *p;
    lex_skip_blanks(&a->now);
    for (p = a->now.p; p < a->now.end && char_is(*p, CHAR_NAME); p++)
        ;
    size_t size = (size_t)(p - a->now.p);
    return (ident){a->now.p, size, a->now.p, size};
}

/* "; expected a, b, ...": as many as there is room for. */
static void list_names(const gxp_name *names, char *text, size_t room) {
    int used = snprintf(text, room, "; expected ");
    for (const gxp_name *k = names; k->name; k++) {
        bool last = !k[1].name;
        if ((size_t)used + strlen(k->name) + sizeof ", or ..." > room) {
            snprintf(text + used, room - (size_t)used, "...");
            return;
        }
        used += snprintf(text + used, room - (size_t)used, "%s%s", k->name,
                         last         ? ""
                         : !k[2].name ? " or "
                                      : ", ");
    }
}

/* Says the name that is nearest, or else all of them. */
void gxp_unknown_word(assembler *a, const ident *n, const gxp_name *names, const char *what) {
    near_search near;
    char text[120], all[100];
    diagnose_near_begin(&near, n->text, n->size);
    for (const gxp_name *k = names; k->name; k++)
        diagnose_near_try(&near, k->name, strlen(k->name));
    const char *found = diagnose_near_text(&near, text);
    list_names(names, all, sizeof all);
    diagnose_at(a, n->at, n->length ? n->length : 1, "unknown %s '%.*s'%s", what,
                (int)(n->size > 60 ? 60 : n->size), n->text, *found ? found : all);
}

/* One of the names, or a number of that many bits. */
bool gxp_named(assembler *a, const gxp_name *names, const char *what, unsigned width, uint64_t *value) {
    ident n = gxp_word(a);
    uint32_t found;
    if (n.size && gxp_value_of(names, n.text, n.size, &found)) {
        a->now.p += n.size;
        *value = found;
        return true;
    }
    if (n.size && char_is(*n.text, CHAR_NAME_START) && !symbol_find(a, n.text, n.size)) {
        gxp_unknown_word(a, &n, names, what);
        return false;
    }
    return gxp_bits(a, width, false, value);
}

/* "bit12", or one of the names: which bit. */
bool gxp_bit_name(assembler *a, const gxp_name *names, const char *what, unsigned width, uint32_t *bit) {
    ident n = gxp_word(a);
    bool known = n.size && gxp_value_of(names, n.text, n.size, bit);
    if (!known && n.size > 3 && n.size < 6 && memcmp(n.text, "bit", 3) == 0) {
        *bit = 0;
        known = true;
        for (size_t i = 3; i < n.size; i++) {
            known &= n.text[i] >= '0' && n.text[i] <= '9';
            *bit = *bit * 10 + (uint32_t)(n.text[i] - '0');
        }
        known = known && *bit < width;
    }
    if (known)
        a->now.p += n.size;
    else
        gxp_unknown_word(a, &n, names, what);
    return known;
}

/* "none", or bits with commas between them. */
bool gxp_bit_names(assembler *a, const gxp_name *names, const char *what, unsigned width, uint64_t *bits) {
    ident n = gxp_word(a);
    uint32_t bit;
    *bits = 0;
    if (lex_name_is(&n, "none")) {
        a->now.p += n.size;
        return lex_expect_end(a);
    }
    do {
        if (!gxp_bit_name(a, names, what, width, &bit))
            return false;
        *bits |= UINT64_C(1) << bit;
    } while (lex_take(a, ','));
    return lex_expect_end(a);
}

/* The directive is for the other kind of program. */
bool gxp_fits(assembler *a, unsigned where) {
    bool fragment = a->shader->g.fragment;
    if (where == GXP_IN_HEADER || fragment == (where == GXP_IN_FRAGMENT))
        return true;
    diagnose_at(a, a->now.text, gxp_rest(a, a->now.text), "only %s programs have this",
                fragment ? "vertex" : "fragment");
    return false;
}

/* "f32x4" at the cursor. */
bool gxp_type(assembler *a, unsigned most_type, unsigned most_components, uint32_t *type,
              uint32_t *components) {
    ident n = gxp_word(a);
    size_t size = gxp_read_type(n.text, n.size, type, components);
    if (!size || size != n.size || *type > most_type || *components > most_components) {
        diagnose_expected(
            a, "a type: f32, f16, fx10, u32, s32, u16, s16, u8, s8 or aggregate, with x2 to x4 for vectors");
        return false;
    }
    a->now.p += size;
    return true;
}
