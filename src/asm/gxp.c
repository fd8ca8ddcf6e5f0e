/* SPDX-License-Identifier: MIT */
/* The directives of shader files (-f gxp): what a program takes and gives, and where things stand
   in the file. */
#include "gxp_source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shade/usage.h"

bool gxp_is_made(const assembler *a) {
    return a->options->output == GISA_OUTPUT_GXP;
}

/* ---- numbers ---------------------------------------------------------------------------- */

/* Sets a number that nothing has set before. `text` is what error messages point at. */
static bool set_field(assembler *a, gxp_field f, uint64_t value) {
    gxp *g = &a->shader->g;
    if (g->given[f]) {
        diagnose_at(a, a->now.text, gxp_rest(a, a->now.text), "this was said before");
        return false;
    }
    g->given[f] = true;
    g->value[f] = value;
    return true;
}

static void dir_field(assembler *a, int f) {
    uint64_t value;
    if (gxp_ready(a) && gxp_fits(a, gxp_fields[f].where) && gxp_bits(a, gxp_fields[f].width, false, &value) &&
        lex_expect_end(a))
        set_field(a, (gxp_field)f, value);
}

/* .gxp vertex, .gxp fragment */
static void dir_gxp(assembler *a, int kind) {
    ident n = gxp_word(a);
    (void)kind;
    bool fragment = lex_name_is(&n, "fragment");
    if (!fragment && !lex_name_is(&n, "vertex")) {
        diagnose_expected(a, "vertex or fragment");
        return;
    }
    a->now.p += n.size;
    if (a->shader->begun)
        diagnose_at(a, a->now.text, gxp_rest(a, a->now.text), "the kind of program was said before");
    else if (lex_expect_end(a)) {
        a->shader->begun = true;
        a->shader->g.fragment = fragment;
    }
}

/* .version MAJOR, MINOR */
static void dir_gxp_version(assembler *a, int kind) {
    uint64_t major, minor;
    (void)kind;
    if (gxp_ready(a) && gxp_bits(a, 8, false, &major) && lex_expect_comma(a) &&
        gxp_bits(a, 8, false, &minor) && lex_expect_end(a) && set_field(a, GXP_MAJOR, major))
        set_field(a, GXP_MINOR, minor);
}

/* .flags NAME, ... */
static void dir_flags(assembler *a, int kind) {
    uint64_t bits;
    (void)kind;
    if (gxp_ready(a) && gxp_bit_names(a, gxp_flag_names, "flag of a program", 32, &bits))
        set_field(a, GXP_FLAGS, bits | a->shader->g.fragment);
}

/* .buffer_access BUFFER, NAME, ... and .texture_access UNIT, NAME, ...: all of them, once one is
   said. */
static void dir_access(assembler *a, int f) {
    bool buffers = f == GXP_BUFFER_ACCESS;
    const gxp_name *names = buffers ? gxp_buffer_access_names : gxp_texture_access_names;
    unsigned width = buffers ? 2 : 4;
    uint64_t which, bits, *value = &a->shader->g.value[f];
    ident n = gxp_word(a);
    if (!gxp_ready(a))
        return;
    if (lex_name_is(&n, "none")) {
        a->now.p += n.size;
        if (lex_expect_end(a))
            set_field(a, (gxp_field)f, 0);
        return;
    }
    if (!gxp_bits(a, 4, false, &which) || !lex_expect_comma(a) ||
        !gxp_bit_names(a, names, "access", width, &bits))
        return;
    if (*value >> which * width & ((1u << width) - 1))
        diagnose_at(a, n.at, gxp_rest(a, n.at), "this was said before");
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
    ident n = gxp_word(a);
    for (*parts = 0; *parts < 8; ++*parts)
        if (lex_name_is(&n, names[*parts])) {
            a->now.p += n.size;
            return true;
        }
    diagnose_expected(a, "xy, xyz, xyw or xyzw");
    return false;
}

/* , PARTS[, half] after .varying texcoordN */
static void read_texcoord(assembler *a, unsigned number) {
    gxp *g = &a->shader->g;
    uint64_t parts;
    if (!lex_expect_comma(a) || !read_parts(a, &parts))
        return;
    if (lex_take(a, ',')) {
        ident n = gxp_word(a);
        if (!lex_name_is(&n, "half")) {
            diagnose_expected(a, "half");
            return;
        }
        a->now.p += n.size;
        g->value[GXP_HALVES] |= UINT64_C(1) << number;
        g->given[GXP_HALVES] = true;
    }
    if (lex_expect_end(a)) {
        g->value[GXP_TEXCOORDS] |= parts << 3 * number;
        g->given[GXP_TEXCOORDS] = true;
    }
}

/* .varying color0, .varying texcoord0, xy[, half] */
static void dir_varying(assembler *a, int kind) {
    gxp *g = &a->shader->g;
    uint32_t bit;
    (void)kind;
    if (!gxp_ready(a) || !gxp_fits(a, GXP_IN_VERTEX))
        return;
    ident n = gxp_word(a);
    int number = texcoord_number(&n);
    if (number >= 0) {
        if ((g->value[GXP_TEXCOORDS] >> 3 * number & 7) || (g->value[GXP_HALVES] >> number & 1))
            diagnose_at(a, n.at, n.length, "%.*s was said before", (int)n.size, n.text);
        a->now.p += n.size;
        read_texcoord(a, (unsigned)number);
        return;
    }
    if (!gxp_bit_name(a, gxp_output_names, "output", gxp_fields[GXP_OUTPUTS].width, &bit) ||
        !lex_expect_end(a))
        return;
    if (g->value[GXP_OUTPUTS] >> bit & 1)
        diagnose_at(a, n.at, n.length, "%.*s was said before", (int)n.size, n.text);
    g->value[GXP_OUTPUTS] |= UINT64_C(1) << bit;
    g->given[GXP_OUTPUTS] = true;
}

/* .result TYPE[, REGISTER] */
static void dir_result(assembler *a, int kind) {
    uint32_t type, components;
    uint64_t reg = 0;
    (void)kind;
    if (!gxp_ready(a) || !gxp_fits(a, GXP_IN_FRAGMENT) || !gxp_type(a, 0xff, 0xff, &type, &components) ||
        (lex_take(a, ',') && !gxp_bits(a, 8, false, &reg)) || !lex_expect_end(a) ||
        !set_field(a, GXP_RESULT_TYPE, type))
        return;
    set_field(a, GXP_RESULT_COMPONENTS, components);
    set_field(a, GXP_RESULT_REGISTER, reg);
}

/* ---- layout ----------------------------------------------------------------------------- */

/* .place BLOCK, OFFSET */
static void dir_place(assembler *a, int kind) {
    gxp *g = &a->shader->g;
    uint64_t place;
    int b = 0;
    (void)kind;
    if (!gxp_ready(a))
        return;
    ident n = gxp_word(a);
    while (b < GXP_BLOCKS && !lex_name_is(&n, gxp_blocks[b].name))
        b++;
    if (b == GXP_BLOCKS) {
        gxp_name names[GXP_BLOCKS + 1] = {{0, NULL}};
        for (int i = 0; i < GXP_BLOCKS; i++)
            names[i].name = gxp_blocks[i].name;
        gxp_unknown_word(a, &n, names, "block of a shader file");
        return;
    }
    a->now.p += n.size;
    if ((b == GXP_INPUTS && !gxp_fits(a, GXP_IN_FRAGMENT)) || !lex_expect_comma(a) ||
        !gxp_bits(a, 32, false, &place) || !lex_expect_end(a))
        return;
    if (g->placed[b])
        diagnose_at(a, n.at, n.length, "the place of the %s was said before", gxp_blocks[b].name);
    g->place[b] = (uint32_t)place;
    g->placed[b] = true;
}

/* .file_size: what the header states; .file_length: what the file has. */
static void dir_file_size(assembler *a, int is_length) {
    gxp *g = &a->shader->g;
    uint64_t size;
    if (!gxp_ready(a) || !gxp_bits(a, 32, false, &size) || !lex_expect_end(a))
        return;
    if (is_length ? g->length_given : g->size_given)
        diagnose_at(a, a->now.text, gxp_rest(a, a->now.text), "this was said before");
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
    if (!gxp_ready(a) || !gxp_bits(a, 32, false, &at) || !lex_expect_comma(a) || !gxp_count_row(a))
        return;
    bool ok;
    do {
        ok = gxp_bits(a, 8, false, &byte);
        bytes_append(&data, &(uint8_t){(uint8_t)byte}, 1);
    } while (ok && lex_take(a, ','));
    if (ok && lex_expect_end(a) &&
        (data.failed || !gxp_add_patch(&a->shader->g, (uint32_t)at, data.data, (uint32_t)data.size)))
        a->no_memory = a->stop = true;
    bytes_free(&data);
}

/* ---- programs --------------------------------------------------------------------------- */

static const char *const programs[] = {".primary", ".secondary"};

/* .primary, .secondary: what follows is code of that program. */
static void dir_program(assembler *a, int which) {
    if (gxp_ready(a) && lex_expect_end(a))
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
    {".parameter", dir_gxp_row, GXP_PARAMETERS},
    {".container", dir_gxp_row, GXP_CONTAINERS},
    {".buffer", dir_gxp_row, GXP_BUFFERS},
    {".literal", dir_gxp_row, GXP_LITERALS},
    {".sampler", dir_gxp_row, GXP_SAMPLERS},
    {".texture_buffer", dir_gxp_row, GXP_TEXTURE_BUFFERS},
    {".input", dir_gxp_row, GXP_INPUTS},
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
    gxp_init(&a->shader->g, shade_usage);
    section_switch(a, primary);
    a->previous = -1;
    if (a->isa && a->isa != isa)
        diagnose_report(a, GISA_SEVERITY_ERROR, (location){.in = a->main, .length = 1},
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
        if (which >= 0) {
            bytes_append(to[which], s->content.data, s->content.size);
            if (!memory_is_whole(a, to[which]))
                return false;
        } else if (s->content.size || s->size) {
            diagnose_report(a, GISA_SEVERITY_ERROR, (location){.in = a->main},
                            "section %s is not empty; a shader file has .primary and .secondary", s->name);
            return false;
        }
    }
    return true;
}

/* ---- what no compiler writes ------------------------------------------------------------- */

static void warn(assembler *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void warn(assembler *a, const char *format, ...) {
    char message[160];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    diagnose_report(a, GISA_SEVERITY_WARNING, (location){.in = a->main, .length = 1}, "%s", message);
}

/* The states of texture units are named by samples, which name even registers. */
static void warn_of_samplers(assembler *a) {
    const gxp *g = &a->shader->g;
    const gxp_row *data = gxp_container(g, GXP_DATA_CONTAINER);
    const gxp_table *t = &g->tables[GXP_SAMPLERS];
    for (size_t i = 0; data && i < t->count; i++) {
        uint32_t word = t->rows[i].v[0] % 4, at = data->v[GXP_CONTAINER_BASE] + t->rows[i].v[1];
        if (word == 0 && at % 2)
            warn(a, "the state of unit %u begins at sa%u; samples can name even registers only",
                 t->rows[i].v[0] / 4, at);
    }
}

/* Registers that nothing declares: a console discards what such a program computes. */
static void warn_of_registers(assembler *a) {
    const gxp *g = &a->shader->g;
    uint64_t declared = gxp_declared_sa(g), computed = g->used.computed_sa;
    uint64_t sa = declared > computed ? declared : computed, o = g->fragment ? 0 : g->value[GXP_OUTPUT_WORDS];
    bool native = g->fragment && (g->value[GXP_FLAGS] & GXP_FLAGS_NATIVE_COLOR);
    if (g->used.sa > sa)
        warn(a, "the program uses sa%u, which no container holds%s; they end at %u", g->used.sa - 1,
             computed ? " and .secondary does not reach" : "", (unsigned)sa);
    if (g->used.o > o && g->fragment && !native)
        warn(a, "the program uses o%u; without .flags native_color its result is in pa registers",
             g->used.o - 1);
    else if (g->used.o > o && !g->fragment)
        warn(a, "the program uses o%u, but the position and .varying declare %u o registers", g->used.o - 1,
             (unsigned)o);
}

/* A number that the program does not ask for is not there; one that it asks for needs a register of
   its own. */
static void warn_of_index(assembler *a, gxp_field f, const char *name) {
    const gxp *g = &a->shader->g;
    uint64_t reg = g->value[f], attributes = g->fragment ? 0 : g->value[GXP_ATTRIBUTE_REGISTERS];
    if (g->given[f] && !g->fragment && !gxp_asks_for(g, f))
        warn(a, ".%s names a register, but .flags does not say %s", name, name);
    if (gxp_asks_for(g, f) && reg < 64 && attributes >> reg & 1)
        warn(a, "%s and an attribute are both in pa%u", name, (unsigned)reg);
    if (f == GXP_INSTANCE_INDEX && gxp_asks_for(g, f) && gxp_asks_for(g, GXP_VERTEX_INDEX) &&
        reg == g->value[GXP_VERTEX_INDEX])
        warn(a, "vertex_index and instance_index are both in pa%u", (unsigned)reg);
}

/* Compiled programs write the distance to a clip plane by a dot product that names the plane. */
static void warn_of_clip_planes(assembler *a) {
    const gxp *g = &a->shader->g;
    uint32_t declared = g->fragment ? 0 : g->value[GXP_OUTPUTS] & ((1u << GXP_CLIP_COUNT) - 1);
    for (unsigned i = 0; i < GXP_CLIP_COUNT; i++) {
        if (declared >> i & ~g->used.clips >> i & 1)
            warn(a, ".varying declares clip%u, but no dot product has clip:1 clipn:%u", i, i);
        if (g->used.clips >> i & ~declared >> i & 1)
            warn(a, "a dot product has clip:1 clipn:%u, but .varying does not declare clip%u", i, i);
    }
}

static void warn_of_code(assembler *a) {
    const gxp *g = &a->shader->g;
    if (g->primary.size && !g->used.begins_with_phase)
        warn(a, "the primary program does not begin with phas, as all known programs do");
    if (g->used.discards && !(g->value[GXP_FLAGS] & GXP_FLAG_DISCARD))
        warn(a, "the program discards fragments, but .flags does not say discard");
    if (g->used.deepens && !(g->value[GXP_FLAGS] & GXP_FLAG_DEPTH))
        warn(a, "the program sets the depth, but .flags does not say depth");
    warn_of_registers(a);
    warn_of_clip_planes(a);
    warn_of_index(a, GXP_VERTEX_INDEX, "vertex_index");
    warn_of_index(a, GXP_INSTANCE_INDEX, "instance_index");
    warn_of_samplers(a);
}

gisa_status gxp_output(assembler *a, bytes *out) {
    object_fault fault;
    if (!a->shader->begun) {
        diagnose_report(a, GISA_SEVERITY_ERROR, (location){.in = a->main, .length = 1},
                        "the kind of program is not known; expected .gxp vertex or .gxp fragment");
        return GISA_STATUS_FAILED;
    }
    if (!take_sections(a))
        return GISA_STATUS_FAILED;
    if (!a->shader->g.count && !a->shader->g.given[GXP_TEMPORARIES]) {
        diagnose_report(
            a, GISA_SEVERITY_ERROR, (location){.in = a->main, .length = 1},
            "this library was built without the emulator, which counts registers; state .temporaries and "
            "the other counts");
        return GISA_STATUS_FAILED;
    }
    gisa_status status = gxp_write(&a->shader->g, out, GXP_LARGEST, &fault);
    if (status == GISA_STATUS_BAD_FILE)
        diagnose_report(a, GISA_SEVERITY_ERROR, (location){.in = a->main}, "%s", fault.message);
    else if (status == GISA_OK)
        warn_of_code(a);
    return status;
}
