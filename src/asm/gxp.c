/* SPDX-License-Identifier: MIT */
/* The directives of shader files (-f gxp): what a program takes and gives, and where things stand in the file. */
#include "gxp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"

typedef struct shader_source {
    gxp g;
    size_t rows; /* of all tables, and unknown bytes */
    bool begun;  /* .gxp has said what kind of program it is */
} shader_source;

bool makes_gxp(const assembler *a) {
    return a->options->output == GISA_OUT_GXP;
}

/* ---- words ------------------------------------------------------------------------------ */

static size_t rest(const assembler *a, const char *at) {
    return at < a->now.end ? (size_t)(a->now.end - at) : 1;
}

/* At the beginning of each directive but .gxp. */
static bool ready(assembler *a) {
    if (a->shader->begun)
        return true;
    error_at(a, a->now.text, rest(a, a->now.text), "expected .gxp vertex or .gxp fragment before this");
    a->shader->begun = true; /* said once */
    return true;
}

/* A number of that many bits at the cursor; `is_signed`: or in two's complement. */
static bool read_bits(assembler *a, unsigned width, bool is_signed, uint64_t *value) {
    int64_t k;
    skip_blanks(&a->now);
    const char *at = a->now.p;
    if (!read_absolute(a, &k))
        return false;
    int64_t least = is_signed ? -((int64_t)1 << (width - 1)) : 0;
    if (width < 64 && (k < least || k >= (int64_t)1 << width)) {
        error_at(a, at, a->now.p > at ? (size_t)(a->now.p - at) : 1, "%lld does not fit %u bits",
                 (long long)k, width);
        return false;
    }
    *value = (uint64_t)k;
    return true;
}

/* The word at the cursor, without moving there; it may be empty. */
static ident word_here(assembler *a) {
    const char *p;
    skip_blanks(&a->now);
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
static void unknown_word(assembler *a, const ident *n, const gxp_name *names, const char *what) {
    near_search near;
    char text[120], all[100];
    near_begin(&near, n->text, n->size);
    for (const gxp_name *k = names; k->name; k++)
        near_try(&near, k->name, strlen(k->name));
    const char *found = near_text(&near, text);
    list_names(names, all, sizeof all);
    error_at(a, n->at, n->length ? n->length : 1, "'%.*s' is no %s%s", (int)(n->size > 60 ? 60 : n->size),
             n->text, what, *found ? found : all);
}

/* One of the names, or a number of that many bits. */
static bool read_named(assembler *a, const gxp_name *names, const char *what, unsigned width,
                       uint64_t *value) {
    ident n = word_here(a);
    uint32_t found;
    if (n.size && gxp_value_of(names, n.text, n.size, &found)) {
        a->now.p += n.size;
        *value = found;
        return true;
    }
    if (n.size && char_is(*n.text, CHAR_NAME_START) && !symbol_find(a, n.text, n.size)) {
        unknown_word(a, &n, names, what);
        return false;
    }
    return read_bits(a, width, false, value);
}

/* "bit12", or one of the names: which bit. */
static bool read_bit_name(assembler *a, const gxp_name *names, const char *what, unsigned width,
                          uint32_t *bit) {
    ident n = word_here(a);
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
        unknown_word(a, &n, names, what);
    return known;
}

/* "none", or bits with commas between them. */
static bool read_bit_names(assembler *a, const gxp_name *names, const char *what, unsigned width,
                           uint64_t *bits) {
    ident n = word_here(a);
    uint32_t bit;
    *bits = 0;
    if (name_is(&n, "none")) {
        a->now.p += n.size;
        return expect_end(a);
    }
    do {
        if (!read_bit_name(a, names, what, width, &bit))
            return false;
        *bits |= UINT64_C(1) << bit;
    } while (take(a, ','));
    return expect_end(a);
}

/* ---- numbers ---------------------------------------------------------------------------- */

/* Sets a number that nothing has set before. `text` is what error messages point at. */
static bool set_field(assembler *a, gxp_field f, uint64_t value) {
    gxp *g = &a->shader->g;
    if (g->given[f]) {
        error_at(a, a->now.text, rest(a, a->now.text), "this was said before");
        return false;
    }
    g->given[f] = true;
    g->value[f] = value;
    return true;
}

/* The directive is for the other kind of program. */
static bool fits_program(assembler *a, unsigned where) {
    bool fragment = a->shader->g.fragment;
    if (where == GXP_IN_HEADER || fragment == (where == GXP_IN_FRAGMENT))
        return true;
    error_at(a, a->now.text, rest(a, a->now.text), "only %s programs have this",
             fragment ? "vertex" : "fragment");
    return false;
}

static void dir_field(assembler *a, int f) {
    uint64_t value;
    if (ready(a) && fits_program(a, gxp_fields[f].where) &&
        read_bits(a, gxp_fields[f].width, false, &value) && expect_end(a))
        set_field(a, (gxp_field)f, value);
}

/* .gxp vertex, .gxp fragment */
static void dir_gxp(assembler *a, int kind) {
    ident n = word_here(a);
    (void)kind;
    bool fragment = name_is(&n, "fragment");
    if (!fragment && !name_is(&n, "vertex")) {
        expected(a, "vertex or fragment");
        return;
    }
    a->now.p += n.size;
    if (a->shader->begun)
        error_at(a, a->now.text, rest(a, a->now.text), "the kind of program was said before");
    else if (expect_end(a)) {
        a->shader->begun = true;
        a->shader->g.fragment = fragment;
    }
}

/* .version MAJOR, MINOR */
static void dir_gxp_version(assembler *a, int kind) {
    uint64_t major, minor;
    (void)kind;
    if (ready(a) && read_bits(a, 8, false, &major) && expect_comma(a) && read_bits(a, 8, false, &minor) &&
        expect_end(a) && set_field(a, GXP_MAJOR, major))
        set_field(a, GXP_MINOR, minor);
}

/* .flags NAME, ... */
static void dir_flags(assembler *a, int kind) {
    uint64_t bits;
    (void)kind;
    if (ready(a) && read_bit_names(a, gxp_flag_names, "flag of a program", 32, &bits))
        set_field(a, GXP_FLAGS, bits | a->shader->g.fragment);
}

/* .buffer_access BUFFER, NAME, ... and .texture_access UNIT, NAME, ...: all of them, once one is said. */
static void dir_access(assembler *a, int f) {
    bool buffers = f == GXP_BUFFER_ACCESS;
    const gxp_name *names = buffers ? gxp_buffer_access_names : gxp_texture_access_names;
    unsigned width = buffers ? 2 : 4;
    uint64_t which, bits, *value = &a->shader->g.value[f];
    ident n = word_here(a);
    if (!ready(a))
        return;
    if (name_is(&n, "none")) {
        a->now.p += n.size;
        if (expect_end(a))
            set_field(a, (gxp_field)f, 0);
        return;
    }
    if (!read_bits(a, 4, false, &which) || !expect_comma(a) ||
        !read_bit_names(a, names, "access", width, &bits))
        return;
    if (*value >> which * width & ((1u << width) - 1))
        error_at(a, n.at, rest(a, n.at), "this was said before");
    a->shader->g.given[f] = true;
    *value |= bits << which * width;
}

/* ---- what programs give ----------------------------------------------------------------- */

/* texcoord0 to texcoord9; -1 = another word */
static int texcoord_number(const ident *n) {
    static const char name[] = "texcoord";
    bool is = n->size == sizeof name && memcmp(n->text, name, sizeof name - 1) == 0;
    int number = is ? n->text[sizeof name - 1] - '0' : -1;
    return number >= 0 && number < GXP_TEXCOORD_COUNT ? number : -1;
}

/* The parts of a texture coordinate: xy, z, w, or together; none. */
static bool read_parts(assembler *a, uint64_t *parts) {
    static const char *const names[] = {"none", "xy", "z", "xyz", "w", "xyw", "zw", "xyzw"};
    ident n = word_here(a);
    for (*parts = 0; *parts < 8; ++*parts)
        if (name_is(&n, names[*parts])) {
            a->now.p += n.size;
            return true;
        }
    expected(a, "xy, xyz, xyw or xyzw");
    return false;
}

/* , PARTS[, half] behind .varying texcoordN */
static void read_texcoord(assembler *a, unsigned number) {
    gxp *g = &a->shader->g;
    uint64_t parts;
    if (!expect_comma(a) || !read_parts(a, &parts))
        return;
    if (take(a, ',')) {
        ident n = word_here(a);
        if (!name_is(&n, "half")) {
            expected(a, "half");
            return;
        }
        a->now.p += n.size;
        g->value[GXP_HALVES] |= UINT64_C(1) << number;
        g->given[GXP_HALVES] = true;
    }
    if (expect_end(a)) {
        g->value[GXP_TEXCOORDS] |= parts << 3 * number;
        g->given[GXP_TEXCOORDS] = true;
    }
}

/* .varying color0, .varying texcoord0, xy[, half] */
static void dir_varying(assembler *a, int kind) {
    gxp *g = &a->shader->g;
    uint32_t bit;
    (void)kind;
    if (!ready(a) || !fits_program(a, GXP_IN_VERTEX))
        return;
    ident n = word_here(a);
    int number = texcoord_number(&n);
    if (number >= 0) {
        if ((g->value[GXP_TEXCOORDS] >> 3 * number & 7) || (g->value[GXP_HALVES] >> number & 1))
            error_at(a, n.at, n.length, "%.*s was said before", (int)n.size, n.text);
        a->now.p += n.size;
        read_texcoord(a, (unsigned)number);
        return;
    }
    if (!read_bit_name(a, gxp_output_names, "output", gxp_fields[GXP_OUTPUTS].width, &bit) || !expect_end(a))
        return;
    if (g->value[GXP_OUTPUTS] >> bit & 1)
        error_at(a, n.at, n.length, "%.*s was said before", (int)n.size, n.text);
    g->value[GXP_OUTPUTS] |= UINT64_C(1) << bit;
    g->given[GXP_OUTPUTS] = true;
}

/* "f32x4" at the cursor. */
static bool read_type(assembler *a, unsigned most_type, unsigned most_components, uint32_t *type,
                      uint32_t *components) {
    ident n = word_here(a);
    size_t size = gxp_read_type(n.text, n.size, type, components);
    if (!size || size != n.size || *type > most_type || *components > most_components) {
        expected(
            a, "a type: f32, f16, fx10, u32, s32, u16, s16, u8, s8 or aggregate, with x2 to x4 for vectors");
        return false;
    }
    a->now.p += size;
    return true;
}

/* .result TYPE[, REGISTER] */
static void dir_result(assembler *a, int kind) {
    uint32_t type, components;
    uint64_t reg = 0;
    (void)kind;
    if (!ready(a) || !fits_program(a, GXP_IN_FRAGMENT) || !read_type(a, 0xff, 0xff, &type, &components) ||
        (take(a, ',') && !read_bits(a, 8, false, &reg)) || !expect_end(a) ||
        !set_field(a, GXP_RESULT_TYPE, type))
        return;
    set_field(a, GXP_RESULT_COMPONENTS, components);
    set_field(a, GXP_RESULT_REGISTER, reg);
}

/* ---- rows ------------------------------------------------------------------------------- */

static bool count_row(assembler *a) {
    if (a->shader->rows++ < GXP_MOST_ROWS)
        return true;
    fatal_at(a, a->now.text, rest(a, a->now.text),
             "a shader file cannot have more than %d lines that describe it", GXP_MOST_ROWS);
    return false;
}

static bool read_parameter_name(assembler *a, gxp_row *row) {
    bytes text = {0};
    skip_blanks(&a->now);
    const char *at = a->now.p;
    bool ok = read_string(a, &text);
    if (ok && text.size && memchr(text.data, 0, text.size)) {
        error_at(a, at, rest(a, at), "a name cannot have a 0 in it");
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
    if (!read_type(a, 15, 15, &type, &components))
        return false;
    if (take(a, '[')) {
        if (!read_bits(a, 32, false, &count))
            return false;
        if (!take(a, ']')) {
            expected(a, "']'");
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
    ident n = word_here(a);
    if (n.size > 2 && n.text[0] == '0' && (n.text[1] | 32) == 'x' && !memchr(n.text, 'p', n.size) &&
        !memchr(n.text, '.', n.size))
        return read_bits(a, 32, false, value);
    return read_real(a, 4, value);
}

/* A number that the part cannot have, which stands at `at`. */
static void impossible(assembler *a, const char *at, const gxp_part *p, uint64_t value) {
    uint32_t most = p->width == 32 ? UINT32_MAX : (UINT32_C(1) << p->width) - 1;
    size_t size = a->now.p > at ? (size_t)(a->now.p - at) : 1;
    const char *what = p->key ? p->key : "this number";
    if (p->form == GXP_REST)
        error_at(a, at, size, "0x%llx is not possible as %s; expected bits of 0x%x",
                 (unsigned long long)value, what, (unsigned)p->mask);
    else
        error_at(a, at, size, "%llu is not possible as %s; expected %u to %u", (unsigned long long)value,
                 what, p->bias, (unsigned)(most + p->bias));
}

static bool read_part(assembler *a, const gxp_part *p, gxp_row *row) {
    uint64_t value;
    skip_blanks(&a->now);
    const char *at = a->now.p;
    switch (p->form) {
    case GXP_TEXT: return read_parameter_name(a, row);
    case GXP_TYPE: return read_parameter_type(a, row);
    case GXP_REAL:
        if (!read_literal(a, &value))
            return false;
        break;
    default:
        if (p->names ? !read_named(a, p->names, p->key ? p->key : "name of this kind", p->width, &value)
                     : !read_bits(a, p->width + (p->bias ? 1u : 0u), p->form == GXP_SIGNED, &value))
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
    if (!take(a, '=')) {
        expected(a, "'='");
        return false;
    }
    if (!read_bits(a, 32, false, &place))
        return false;
    row->name_place = (uint32_t)place;
    row->name_placed = true;
    return true;
}

static void unknown_key(assembler *a, gxp_block b, const ident *n) {
    near_search near;
    char text[120];
    const gxp_part *p;
    near_begin(&near, n->text, n->size);
    for (unsigned i = 0; (p = gxp_part_at(b, i)); i++)
        if (p->key)
            near_try(&near, p->key, strlen(p->key));
    if (n->size)
        error_at(a, n->at, n->length, "%s has no '%.*s'%s", gxp_blocks[b].directive,
                 (int)(n->size > 60 ? 60 : n->size), n->text, near_text(&near, text));
    else
        expected(a, "a word such as 'key=value'");
}

/* KEY=VALUE, or KEY alone for a flag. */
static bool read_keyed(assembler *a, gxp_block b, gxp_row *row) {
    ident n = word_here(a);
    const gxp_part *p;
    unsigned i = 0;
    while ((p = gxp_part_at(b, i)) && (!p->key || !name_is(&n, p->key)))
        i++;
    bool name_place = b == GXP_PARAMETERS && name_is(&n, "name_at");
    if (!p && !name_place) {
        unknown_key(a, b, &n);
        return false;
    }
    if (name_place ? row->name_placed : row->given >> i & 1) {
        error_at(a, n.at, n.length, "%.*s was said before", (int)n.size, n.text);
        return false;
    }
    a->now.p += n.size;
    if (name_place)
        return read_name_place(a, row);
    row->given |= UINT32_C(1) << i;
    if (take(a, '='))
        return read_part(a, p, row);
    if (p->form != GXP_FLAG) {
        expected(a, "'='");
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
        if (optional && at_end(a))
            return true;
        if (i && !expect_comma(a))
            return false;
        skip_blanks(&a->now);
        if (optional && a->now.p < a->now.end && *a->now.p == ',')
            continue;
        if (!read_part(a, p, row))
            return false;
        row->given |= UINT32_C(1) << i;
    }
    while (take(a, ','))
        if (!read_keyed(a, b, row))
            return false;
    return expect_end(a);
}

static void dir_row(assembler *a, int block) {
    gxp_row row = {0}, *added = NULL;
    bool ok = ready(a) && (block != GXP_INPUTS || fits_program(a, GXP_IN_FRAGMENT)) && count_row(a) &&
              read_row(a, (gxp_block)block, &row);
    if (ok && !(added = gxp_add(&a->shader->g, (gxp_block)block)))
        a->no_memory = a->stop = true;
    if (added)
        *added = row;
    else
        free(row.name);
}

/* ---- layout ----------------------------------------------------------------------------- */

/* .place BLOCK, OFFSET */
static void dir_place(assembler *a, int kind) {
    gxp *g = &a->shader->g;
    uint64_t place;
    int b = 0;
    (void)kind;
    if (!ready(a))
        return;
    ident n = word_here(a);
    while (b < GXP_BLOCKS && !name_is(&n, gxp_blocks[b].name))
        b++;
    if (b == GXP_BLOCKS) {
        gxp_name names[GXP_BLOCKS + 1] = {{0, NULL}};
        for (int i = 0; i < GXP_BLOCKS; i++)
            names[i].name = gxp_blocks[i].name;
        unknown_word(a, &n, names, "block of a shader file");
        return;
    }
    a->now.p += n.size;
    if ((b == GXP_INPUTS && !fits_program(a, GXP_IN_FRAGMENT)) || !expect_comma(a) ||
        !read_bits(a, 32, false, &place) || !expect_end(a))
        return;
    if (g->placed[b])
        error_at(a, n.at, n.length, "the place of the %s was said before", gxp_blocks[b].name);
    g->place[b] = (uint32_t)place;
    g->placed[b] = true;
}

/* .file_size: what the header states; .file_length: what the file has. */
static void dir_file_size(assembler *a, int is_length) {
    gxp *g = &a->shader->g;
    uint64_t size;
    if (!ready(a) || !read_bits(a, 32, false, &size) || !expect_end(a))
        return;
    if (is_length ? g->length_given : g->size_given)
        error_at(a, a->now.text, rest(a, a->now.text), "this was said before");
    if (is_length) {
        g->length = size;
        g->length_given = true;
    } else {
        g->size = (uint32_t)size;
        g->size_given = true;
    }
}

/* .unknown OFFSET, BYTE, ...: bytes that belong to nothing that is known. */
static void dir_unknown(assembler *a, int kind) {
    uint64_t at, byte;
    bytes data = {0};
    (void)kind;
    if (!ready(a) || !read_bits(a, 32, false, &at) || !expect_comma(a) || !count_row(a))
        return;
    bool ok;
    do {
        ok = read_bits(a, 8, false, &byte);
        bytes_append(&data, &(uint8_t){(uint8_t)byte}, 1);
    } while (ok && take(a, ','));
    if (ok && expect_end(a) &&
        (data.failed || !gxp_add_patch(&a->shader->g, (uint32_t)at, data.data, (uint32_t)data.size)))
        a->no_memory = a->stop = true;
    bytes_free(&data);
}

/* ---- programs --------------------------------------------------------------------------- */

static const char *const programs[] = {".primary", ".secondary"};

/* .primary, .secondary: what follows is code of that program. */
static void dir_program(assembler *a, int which) {
    if (ready(a) && expect_end(a))
        section_switch(a, section_named(a, programs[which], SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR));
}

/* ---- the table -------------------------------------------------------------------------- */

static const directive table[] = {
    {".gxp", dir_gxp, 0},
    {".version", dir_gxp_version, 0},
    {".flags", dir_flags, 0},
    {".buffer_access", dir_access, GXP_BUFFER_ACCESS},
    {".texture_access", dir_access, GXP_TEXTURE_ACCESS},
    {".varying", dir_varying, 0},
    {".result", dir_result, 0},
    {".parameter", dir_row, GXP_PARAMETERS},
    {".container", dir_row, GXP_CONTAINERS},
    {".buffer", dir_row, GXP_BUFFERS},
    {".literal", dir_row, GXP_LITERALS},
    {".sampler", dir_row, GXP_SAMPLERS},
    {".texture_buffer", dir_row, GXP_TEXTURE_BUFFERS},
    {".input", dir_row, GXP_INPUTS},
    {".primary", dir_program, 0},
    {".secondary", dir_program, 1},
    {".place", dir_place, 0},
    {".file_size", dir_file_size, 0},
    {".file_length", dir_file_size, 1},
    {".unknown", dir_unknown, 0},

    {".sdk", dir_field, GXP_SDK},
    {".binary_id", dir_field, GXP_BINARY_ID},
    {".source_id", dir_field, GXP_SOURCE_ID},
    {".pa_registers", dir_field, GXP_PA},
    {".sa_registers", dir_field, GXP_SA},
    {".temporaries", dir_field, GXP_TEMPORARIES},
    {".sample_temporaries", dir_field, GXP_SAMPLE_TEMPORARIES},
    {".phases", dir_field, GXP_PHASES},
    {".secondary_count", dir_field, GXP_SECONDARY_COUNT},
    {".scratch", dir_field, GXP_SCRATCH},
    {".thread", dir_field, GXP_THREAD},
    {".literal_words", dir_field, GXP_LITERAL_WORDS},
    {".data_words", dir_field, GXP_DATA_WORDS},
    {".texture_words", dir_field, GXP_TEXTURE_WORDS},
    {".default_uniform_words", dir_field, GXP_DEFAULT_UNIFORM_WORDS},
    {".compiler", dir_field, GXP_COMPILER},
    {".query_info", dir_field, GXP_QUERY_INFO},
    {".attribute_registers", dir_field, GXP_ATTRIBUTE_REGISTERS},
    {".untyped_registers", dir_field, GXP_UNTYPED_REGISTERS},
    {".texcoord_bits", dir_field, GXP_TEXCOORD_BITS},
    {".half_bits", dir_field, GXP_HALF_BITS},
    {".output_bits", dir_field, GXP_OUTPUT_BITS},
    {".output_words", dir_field, GXP_OUTPUT_WORDS},
    {".vertex_index", dir_field, GXP_VERTEX_INDEX},
    {".instance_index", dir_field, GXP_INSTANCE_INDEX},
    {".fragment_bits", dir_field, GXP_FRAGMENT_BITS},
    {".result_bits", dir_field, GXP_RESULT_BITS},
    {".sampled_inputs", dir_field, GXP_SAMPLED_INPUTS},
};

const directive *gxp_directive_at(size_t i) {
    return i < sizeof table / sizeof *table ? &table[i] : NULL;
}

/* ---- the file --------------------------------------------------------------------------- */

bool gxp_begin(assembler *a) {
    const gisa_isa *isa = gxp_isa();
    a->shader = calloc(1, sizeof *a->shader);
    int primary = a->shader ? section_named(a, programs[0], SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR) : -1;
    if (primary < 0)
        return false;
    gxp_init(&a->shader->g);
    section_switch(a, primary);
    a->previous = -1;
    if (a->isa && a->isa != isa)
        report_in(a, GISA_ERROR, (location){.in = a->main, .length = 1},
                  "shader files are for the PS Vita; there are none for %s", gisa_name(a->isa));
    else if (!a->isa && isa)
        target_set(a, isa);
    return true;
}

void gxp_end(assembler *a) {
    if (a->shader)
        gxp_free(&a->shader->g);
    free(a->shader);
}

/* Only the sections of programs hold bytes. */
static bool take_sections(assembler *a) {
    gxp *g = &a->shader->g;
    bytes *to[] = {&g->primary, &g->secondary};
    for (size_t i = 0; i < a->object.section_count; i++) {
        const section *s = &a->object.sections[i];
        int which = strcmp(s->name, programs[0]) == 0 ? 0 : strcmp(s->name, programs[1]) == 0 ? 1 : -1;
        if (which >= 0)
            bytes_append(to[which], s->content.data, s->content.size);
        else if (s->content.size || s->size) {
            report_in(a, GISA_ERROR, (location){.in = a->main},
                      "section %s is not empty; a shader file has .primary and .secondary", s->name);
            return false;
        }
    }
    return true;
}

gisa_status gxp_output(assembler *a, bytes *out) {
    object_fault fault;
    if (!a->shader->begun) {
        report_in(a, GISA_ERROR, (location){.in = a->main, .length = 1},
                  "the kind of program is not known; expected .gxp vertex or .gxp fragment");
        return GISA_FAILED;
    }
    if (!take_sections(a))
        return GISA_FAILED;
    gisa_status status = gxp_write(&a->shader->g, out, MAX_OUTPUT, &fault);
    if (status == GISA_BAD_FILE)
        report_in(a, GISA_ERROR, (location){.in = a->main}, "%s", fault.message);
    return status;
}
