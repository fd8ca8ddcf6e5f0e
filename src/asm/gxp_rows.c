/* SPDX-License-Identifier: MIT */
/* The directives that add a row to a table of a shader file: .parameter, .container, .input, ... */
#include "gxp_source.h"

#include <stdlib.h>
#include <string.h>

bool gxp_count_row(assembler *a) {
    if (a->shader->rows++ < GXP_MOST_ROWS)
        return true;
    diagnose_fatal(a, a->now.text, gxp_rest(a, a->now.text),
                   "a shader file cannot have more than %d lines that describe it", GXP_MOST_ROWS);
    return false;
}

static bool read_parameter_name(assembler *a, gxp_row *row) {
    bytes text = {0};
    lex_skip_blanks(&a->now);
    const char *at = a->now.p;
    bool ok = lex_read_string(a, &text);
    if (ok && text.size && memchr(text.data, 0, text.size)) {
        diagnose_at(a, at, gxp_rest(a, at), "a name cannot have a 0 in it");
        ok = false;
    } else if (ok && !gxp_name_row(row, text.size ? (const char *)text.data : "", text.size)) {
        a->no_memory = a->stop = true;
        ok = false;
    }
    bytes_free(&text);
    return ok;
}

/* f32x4, f32x4[3] */
static bool read_parameter_type(assembler *a, gxp_row *row) {
    uint32_t type, components;
    uint64_t count = 1;
    if (!gxp_type(a, 15, 15, &type, &components))
        return false;
    if (lex_take(a, '[')) {
        if (!gxp_bits(a, 32, false, &count))
            return false;
        if (!lex_take(a, ']')) {
            diagnose_expected(a, "']'");
            return false;
        }
    }
    row->v[GXP_PARAMETER_KIND] |= type << 4;
    row->v[GXP_PARAMETER_SHAPE] |= components;
    row->v[GXP_PARAMETER_ARRAY] = (uint32_t)count;
    return true;
}

/* Bits after 0x, or a number with a fraction. */
static bool read_literal(assembler *a, uint64_t *value) {
    ident n = gxp_word(a);
    if (n.size > 2 && n.text[0] == '0' && (n.text[1] | 32) == 'x' && !memchr(n.text, 'p', n.size) &&
        !memchr(n.text, '.', n.size))
        return gxp_bits(a, 32, false, value);
    return dir_read_real(a, 4, value);
}

/* A number that the part cannot have, which stands at `at`. */
static void impossible(assembler *a, const char *at, const gxp_part *p, uint64_t value) {
    uint32_t most = p->width == 32 ? UINT32_MAX : (UINT32_C(1) << p->width) - 1;
    size_t size = a->now.p > at ? (size_t)(a->now.p - at) : 1;
    const char *what = p->key ? p->key : "this number";
    if (p->form == GXP_REST)
        diagnose_at(a, at, size, "0x%llx is not possible as %s; expected bits of 0x%x",
                    (unsigned long long)value, what, (unsigned)p->mask);
    else
        diagnose_at(a, at, size, "%llu is not possible as %s; expected %u to %u", (unsigned long long)value,
                    what, p->bias, (unsigned)(most + p->bias));
}

static bool read_part(assembler *a, const gxp_part *p, gxp_row *row) {
    uint64_t value;
    lex_skip_blanks(&a->now);
    const char *at = a->now.p;
    switch (p->form) {
    case GXP_TEXT: return read_parameter_name(a, row);
    case GXP_TYPE: return read_parameter_type(a, row);
    case GXP_REAL:
        if (!read_literal(a, &value))
            return false;
        break;
    default:
        if (p->names ? !gxp_named(a, p->names, p->key ? p->key : "name of this kind", p->width, &value)
                     : !gxp_bits(a, p->width + (p->bias ? 1u : 0u), p->form == GXP_SIGNED, &value))
            return false;
    }
    gxp_part_set(p, row, (uint32_t)value);
    if (gxp_part_get(p, row) == (uint32_t)value)
        return true;
    impossible(a, at, p, value);
    return false;
}

static bool read_name_place(assembler *a, gxp_row *row) {
    uint64_t place;
    if (!lex_take(a, '=')) {
        diagnose_expected(a, "'='");
        return false;
    }
    if (!gxp_bits(a, 32, false, &place))
        return false;
    row->name_place = (uint32_t)place;
    row->name_placed = true;
    return true;
}

static void unknown_key(assembler *a, gxp_block b, const ident *n) {
    near_search near;
    char text[120];
    const gxp_part *p;
    diagnose_near_begin(&near, n->text, n->size);
    for (unsigned i = 0; (p = gxp_part_at(b, i)); i++)
        if (p->key)
            diagnose_near_try(&near, p->key, strlen(p->key));
    if (n->size)
        diagnose_at(a, n->at, n->length, "%s has no '%.*s'%s", gxp_blocks[b].directive,
                    (int)(n->size > 60 ? 60 : n->size), n->text, diagnose_near_text(&near, text));
    else
        diagnose_expected(a, "a word such as 'key=value'");
}

/* KEY=VALUE, or KEY alone for a flag. */
static bool read_keyed(assembler *a, gxp_block b, gxp_row *row) {
    ident n = gxp_word(a);
    const gxp_part *p;
    unsigned i = 0;
    while ((p = gxp_part_at(b, i)) && (!p->key || !lex_name_is(&n, p->key)))
        i++;
    bool name_place = b == GXP_PARAMETERS && lex_name_is(&n, "name_at");
    if (!p && !name_place) {
        unknown_key(a, b, &n);
        return false;
    }
    if (name_place ? row->name_placed : row->given >> i & 1) {
        diagnose_at(a, n.at, n.length, "%.*s was said before", (int)n.size, n.text);
        return false;
    }
    a->now.p += n.size;
    if (name_place)
        return read_name_place(a, row);
    row->given |= UINT32_C(1) << i;
    if (lex_take(a, '='))
        return read_part(a, p, row);
    if (p->form != GXP_FLAG) {
        diagnose_expected(a, "'='");
        return false;
    }
    gxp_part_set(p, row, 1);
    return true;
}

/* Parts without a key stand in front; the base and the size of a container may be left away. */
static bool read_row(assembler *a, gxp_block b, gxp_row *row) {
    const gxp_part *p;
    unsigned i = 0;
    for (; (p = gxp_part_at(b, i)) && !p->key; i++) {
        bool optional = i && b == GXP_CONTAINERS;
        if (optional && lex_at_end(a))
            return true;
        if (i && !lex_expect_comma(a))
            return false;
        lex_skip_blanks(&a->now);
        if (optional && a->now.p < a->now.end && *a->now.p == ',')
            continue;
        if (!read_part(a, p, row))
            return false;
        row->given |= UINT32_C(1) << i;
    }
    while (lex_take(a, ','))
        if (!read_keyed(a, b, row))
            return false;
    return lex_expect_end(a);
}

void dir_gxp_row(assembler *a, int block) {
    gxp_row row = {0}, *added = NULL;
    bool ok = gxp_ready(a) && (block != GXP_INPUTS || gxp_fits(a, GXP_IN_FRAGMENT)) && gxp_count_row(a) &&
              read_row(a, (gxp_block)block, &row);
    if (ok && !(added = gxp_add(&a->shader->g, (gxp_block)block)))
        a->no_memory = a->stop = true;
    if (added)
        *added = row;
    else
        free(row.name);
}
