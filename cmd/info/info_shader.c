/* SPDX-License-Identifier: MIT */
/* gisa info with a shader file: what a renderer has to give to the program, and what it gets. */
#include "info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

enum { COLUMN_TYPE = 20, COLUMN_NAME = 34, COLUMN_PLACE = 20 };

static bool has_magic(const char *path) {
    char magic[4] = "";
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(magic, 1, sizeof magic, f) : 0;
    if (f)
        fclose(f);
    return n == sizeof magic && memcmp(magic, "GXP", sizeof magic) == 0;
}

/* Names are written as they are but for what a terminal would obey. */
static void put_name(page *p, const char *name) {
    char text[200];
    size_t n = 0;
    for (; n < sizeof text - 1 && name[n]; n++)
        text[n] = (unsigned char)name[n] < ' ' || name[n] == 127 ? '?' : name[n];
    text[n] = 0;
    page_put(p, INK_STRONG, text);
}

/* "pa0..pa3" */
static void add_registers(phrase *p, const gisa_gxp_registers *r) {
    if (!r->count)
        return;
    const char *bank = gisa_bank_letters(r->bank);
    phrase_add(p, "%s%u", bank, (unsigned)r->first);
    if (r->count > 1)
        phrase_add(p, "..%s%u", bank, (unsigned)(r->first + r->count - 1));
}

/* `name`: of what the row is about; NULL = it has none. */
static void named_row(page *p, const char *first, const char *name, const phrase *second) {
    page_to(p, 2);
    page_put(p, INK_PLAIN, first);
    page_to(p, COLUMN_PLACE);
    if (name)
        put_name(p, name);
    page_put(p, INK_PLAIN, name ? "  " : "");
    page_put(p, INK_PLAIN, second->text);
    page_end_line(p);
}

static void row(page *p, const char *first, const phrase *second) {
    named_row(p, first, NULL, second);
}

/* ---- the program ------------------------------------------------------------------------ */

static void put_about(page *p, const gisa_gxp_info *i) {
    phrase counts = {.size = 0}, code = {.size = 0}, flags = {.size = 0};
    phrase_add(&counts, "%u pa, %u sa, %u temporaries", (unsigned)i->pa_registers, (unsigned)i->sa_registers,
               (unsigned)i->temporaries);
    phrase_add(&code, "primary %zu, secondary %zu", i->primary_size / 8, i->secondary_size / 8);
    for (unsigned bit = 1; bit < 32; bit++) {
        char unnamed[8];
        const char *name = gisa_gxp_flag_name(bit);
        snprintf(unnamed, sizeof unnamed, "bit%u", bit);
        if (i->flags >> bit & 1)
            phrase_item(&flags, ", ", name ? name : unnamed);
    }
    row(p, "registers", &counts);
    row(p, "instructions", &code);
    if (flags.size)
        row(p, "flags", &flags);
    if (i->fragment) {
        phrase result = {.size = 0};
        phrase_add(&result, "%s in ", i->result);
        add_registers(&result, &i->result_registers);
        row(p, "result", &result);
    }
}

/* Where a vertex program finds a number of its own. */
static void put_index(page *p, const char *name, const gisa_gxp_registers *r) {
    phrase where = {.size = 0};
    add_registers(&where, r);
    if (r->count)
        row(p, name, &where);
}

/* ---- what it asks for ------------------------------------------------------------------- */

static void put_parameter(page *p, const gisa_gxp_parameter *x) {
    phrase type = {.size = 0}, where = {.size = 0};
    bool uniform = x->category && strcmp(x->category, "uniform") == 0;
    phrase_add(&type, "%s", x->type);
    if (x->array_size != 1)
        phrase_add(&type, "[%u]", (unsigned)x->array_size);
    add_registers(&where, &x->registers);
    if (!x->registers.count && uniform)
        phrase_add(&where, "word %u in memory", (unsigned)x->resource);
    else if (!x->registers.count)
        phrase_add(&where, "%s %u", x->category && strcmp(x->category, "sampler") == 0 ? "unit" : "number",
                   (unsigned)x->resource);
    if (uniform)
        phrase_add(&where, ", %llu bytes", 4 * (unsigned long long)x->words);
    if (x->semantic)
        phrase_add(&where, ", %s%u", x->semantic, x->semantic_index);
    page_to(p, 2);
    page_put(p, INK_PLAIN, x->category ? x->category : "unknown");
    page_to(p, COLUMN_TYPE);
    page_put(p, INK_PLAIN, type.text);
    page_to(p, COLUMN_NAME);
    put_name(p, x->name);
    page_put(p, INK_FAINT, "  ");
    page_put(p, INK_FAINT, where.text);
    page_end_line(p);
}

static void put_parameters(page *p, const gisa_gxp *s) {
    gisa_gxp_parameter x;
    for (unsigned i = 0; gisa_gxp_parameter_at(s, i, &x) == GISA_OK; i++) {
        if (!i)
            page_heading(p, "Parameters");
        put_parameter(p, &x);
    }
}

static void put_varyings(page *p, const gisa_gxp *s, bool fragment) {
    gisa_gxp_varying v;
    for (unsigned i = 0; gisa_gxp_varying_at(s, i, &v) == GISA_OK; i++) {
        phrase text = {.size = 0};
        if (!i)
            page_heading(p, fragment ? "Inputs" : "Outputs, besides the position");
        add_registers(&text, &v.registers);
        if (v.sample.count) {
            phrase_add(&text, "%sunit %u at %s", text.size ? ", " : "", (unsigned)v.unit,
                       v.sampled ? v.sampled : "an unknown coordinate");
            if (v.divided)
                phrase_add(&text, ", divided by its %c,", v.divided);
            phrase_add(&text, " in ");
            add_registers(&text, &v.sample);
        }
        if (*v.parts)
            phrase_add(&text, "%s%s", text.size ? ", " : "", v.parts);
        if (v.half)
            phrase_add(&text, "%shalf", text.size ? ", " : "");
        row(p, v.name ? v.name : v.sample.count && !v.registers.count ? "sample" : "unknown", &text);
    }
}

/* ---- what has to be bound --------------------------------------------------------------- */

enum { TEXTURE_UNITS = 16, BUFFERS = 15, DEFAULT_BUFFER = 14 };

/* The parameter of that category and number. */
static bool find_parameter(const gisa_gxp *s, const char *category, uint32_t number, gisa_gxp_parameter *x) {
    for (unsigned i = 0; gisa_gxp_parameter_at(s, i, x) == GISA_OK; i++)
        if (x->category && strcmp(x->category, category) == 0 && x->resource == number)
            return true;
    return false;
}

static void put_textures(page *p, const gisa_gxp *s, const gisa_gxp_info *about) {
    enum { BEFORE = 1, INSIDE = 2, CUBE = 16 };
    gisa_gxp_parameter x;
    bool begun = false;
    for (uint32_t unit = 0; unit < TEXTURE_UNITS; unit++) {
        unsigned access = about->texture_access >> 4 * unit & 15;
        bool named = find_parameter(s, "sampler", unit, &x);
        phrase text = {.size = 0};
        char number[24];
        if (!access && !named)
            continue;
        if (!begun)
            page_heading(p, "Textures");
        begun = true;
        if (access & BEFORE)
            phrase_item(&text, ", ", "sampled before the program begins");
        if (access & INSIDE)
            phrase_item(&text, ", ", "sampled by the program");
        if (access & ~(unsigned)(BEFORE | INSIDE))
            phrase_item(&text, ", ", "used in an unknown way");
        if (!access)
            phrase_item(&text, ", ", "not used");
        if (named && x.semantic_index & CUBE)
            phrase_item(&text, ", ", "a cube");
        snprintf(number, sizeof number, "unit %u", (unsigned)unit);
        named_row(p, number, named ? x.name : NULL, &text);
    }
}

/* ", loaded into sa0..sa3", ", its address in sa8" */
static void add_buffer_places(phrase *text, const gisa_gxp *s, uint32_t buffer, unsigned access) {
    enum { LOADED = 1, MEMORY = 2 };
    gisa_gxp_container c;
    gisa_gxp_buffer b;
    bool addressed = false;
    for (unsigned i = 0; access & LOADED && gisa_gxp_container_at(s, i, &c) == GISA_OK; i++)
        if (c.index == buffer && c.registers.count) {
            phrase_add(text, ", loaded into ");
            add_registers(text, &c.registers);
        }
    for (unsigned i = 0; gisa_gxp_buffer_at(s, i, &b) == GISA_OK; i++)
        if (b.buffer == buffer) {
            phrase_add(text, ", its address ");
            if (b.offset)
                phrase_add(text, "%+d ", (int)b.offset);
            phrase_add(text, "in ");
            add_registers(text, &b.registers);
            addressed = true;
        }
    if (access & MEMORY && !addressed)
        phrase_add(text, ", read from memory");
}

static void put_buffers(page *p, const gisa_gxp *s, const gisa_gxp_info *about) {
    gisa_gxp_parameter x;
    bool begun = false;
    for (uint32_t buffer = 0; buffer < BUFFERS; buffer++) {
        unsigned access = about->buffer_access >> 2 * buffer & 3;
        uint32_t words = gisa_gxp_buffer_words(s, buffer);
        bool named = find_parameter(s, "uniform_buffer", buffer, &x);
        phrase text = {.size = 0};
        char number[24];
        if (!access && !words && !named)
            continue;
        if (!begun)
            page_heading(p, "Uniform buffers");
        begun = true;
        if (words || !named)
            phrase_add(&text, "%llu bytes", 4 * (unsigned long long)words);
        else
            phrase_add(&text, "of a size that is not stated");
        add_buffer_places(&text, s, buffer, access);
        snprintf(number, sizeof number, buffer == DEFAULT_BUFFER ? "default" : "buffer %u", (unsigned)buffer);
        named_row(p, number, named ? x.name : NULL, &text);
    }
}

/* ---- what is loaded into its registers -------------------------------------------------- */

static void put_containers(page *p, const gisa_gxp *s) {
    gisa_gxp_container c;
    for (unsigned i = 0; gisa_gxp_container_at(s, i, &c) == GISA_OK; i++) {
        phrase text = {.size = 0};
        char number[24];
        if (!i)
            page_heading(p, "Containers");
        snprintf(number, sizeof number, "buffer %u", (unsigned)c.index);
        add_registers(&text, &c.registers);
        if (!text.size)
            phrase_add(&text, "empty");
        row(p, c.name ? c.name : number, &text);
    }
}

/* As few digits as give the float again. */
static void add_float(phrase *p, float value) {
    char text[40];
    uint32_t bits;
    int digits = 6;
    memcpy(&bits, &value, sizeof bits);
    if (bits << 1 && !(bits << 1 >> 24)) { /* subnormal: rather an integer */
        phrase_add(p, "0x%x", (unsigned)bits);
        return;
    }
    do
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
    while (digits++ < 9 && strtof(text, NULL) != value);
    phrase_add(p, "%s", text);
}

static void put_loads(page *p, const gisa_gxp *s) {
    gisa_gxp_buffer b;
    gisa_gxp_literal l;
    gisa_gxp_sampler d;
    bool begun = false;
    for (int kind = 0; kind < 3; kind++)
        for (unsigned i = 0;; i++) {
            phrase text = {.size = 0}, where = {.size = 0};
            if (kind == 0 && gisa_gxp_literal_at(s, i, &l) == GISA_OK) {
                add_registers(&where, &l.registers);
                add_float(&text, l.value);
            } else if (kind == 1 && gisa_gxp_buffer_at(s, i, &b) == GISA_OK) {
                add_registers(&where, &b.registers);
                phrase_add(&text, "address of uniform buffer %u, %+d bytes", (unsigned)b.buffer,
                           (int)b.offset);
            } else if (kind == 2 && gisa_gxp_sampler_at(s, i, &d) == GISA_OK) {
                add_registers(&where, &d.registers);
                phrase_add(&text, "word %u of texture unit %u", (unsigned)d.word, (unsigned)d.unit);
            } else
                break;
            if (!begun)
                page_heading(p, "Loaded registers");
            begun = true;
            row(p, where.text, &text);
        }
}

bool info_shader(question *q) {
    void *data;
    size_t size;
    gisa_gxp *s;
    gisa_gxp_info about;
    gisa_error error = {.message = ""};
    if (!q->exact || !strpbrk(q->name, "./") || !has_magic(q->name) || !cmd_read_file(q->name, &data, &size))
        return false;
    gisa_status status = gisa_gxp_open(data, size, &s, &error);
    free(data);
    if (status != GISA_OK) {
        fprintf(stderr, "%s:0x%x: error: %s\n", q->name, (unsigned)error.offset,
                error.message[0] ? error.message : gisa_status_text(status));
        q->failed = true;
        return true;
    }
    page *p = &q->page;
    gisa_gxp_about(s, &about);
    put_name(p, q->name);
    page_format(p, INK_FAINT, "  a %s program, version %u.%u", about.fragment ? "fragment" : "vertex",
                about.major, about.minor);
    page_end_line(p);
    put_about(p, &about);
    put_index(p, "vertex index", &about.vertex_index);
    put_index(p, "instance index", &about.instance_index);
    put_parameters(p, s);
    put_varyings(p, s, about.fragment);
    put_textures(p, s, &about);
    put_buffers(p, s, &about);
    put_containers(p, s);
    put_loads(p, s);
    gisa_gxp_close(s);
    return true;
}
