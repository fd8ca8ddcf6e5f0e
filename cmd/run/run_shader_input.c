/* SPDX-License-Identifier: MIT */
/* gisa run on shaders: what a program begins with: uniforms, textures, attributes or interpolated
   values, settings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_shader.h"

/* ---- inputs of instances ---- */

static bool find_input(const shader_run *s, const char *name, gisa_gxp_varying *v) {
    for (unsigned i = 0; gisa_gxp_varying_at(s->shader, i, v) == GISA_OK; i++)
        if ((v->name && strcmp(v->name, name) == 0) || (v->sampled && strcmp(v->sampled, name) == 0))
            return true;
    return false;
}

/* The component by which the coordinates of a sample are divided, from 0. */
static unsigned divisor_of(const gisa_gxp_varying *v) {
    return (unsigned)(strchr(shader_channels, v->divided) - shader_channels);
}

/* A sample at coordinates that are divided needs what they are divided by. */
static bool has_divisors(const shader_run *s, const parameter_data *d) {
    gisa_gxp_varying v;
    for (unsigned i = 0; gisa_gxp_varying_at(s->shader, i, &v) == GISA_OK; i++)
        if (v.divided && v.sampled && strcmp(v.sampled, d->name) == 0 && d->columns <= divisor_of(&v)) {
            fprintf(
                stderr,
                "gisa run: %s: unit %u is sampled at x and y divided by %c; expected %u numbers in a row\n",
                d->name, (unsigned)v.unit, v.divided, divisor_of(&v) + 1);
            return false;
        }
    return true;
}

static bool open_attributes(shader_run *s) {
    gisa_gxp_parameter p;
    gisa_gxp_varying v;
    for (unsigned i = 0; i < s->attribute_count; i++) {
        const char *name = s->attribute[i].name;
        if (!s->info.fragment && !shader_find(s, "attribute", name, &p))
            return shader_has_none(s, "input", "attribute", name);
        if (!s->info.fragment && !data_known(p.type))
            return shader_says("the layout of this attribute's type is unknown:", name);
        if (s->info.fragment && !has_divisors(s, &s->attribute[i]))
            return false;
        if (!s->info.fragment || find_input(s, name, &v))
            continue;
        fprintf(stderr, "gisa run: there is no input '%s'; it has:", name);
        for (unsigned k = 0; gisa_gxp_varying_at(s->shader, k, &v) == GISA_OK; k++)
            fprintf(stderr, " %s", v.name ? v.name : v.sampled ? v.sampled : "");
        fprintf(stderr, "\n");
        return false;
    }
    return true;
}

static bool open_textures(shader_run *s) {
    for (unsigned i = 0; i < 16; i++) {
        if (!s->has_texture[i])
            continue;
        const image *t = &s->texture[i];
        bool cube = t->height == 6 * t->width; /* six pictures, one below the other */
        gisa_shade_texture texture = {.texels = t->pixels,
                                      .width = t->width,
                                      .height = cube ? t->width : t->height,
                                      .levels = 1,
                                      .cube = cube,
                                      .bilinear = s->smooth,
                                      .wrap = {s->wrap, s->wrap}};
        if (gisa_shade_set_texture(s->machine, i, &texture) != GISA_OK)
            return shader_says("a picture that is not a texture", NULL);
    }
    return true;
}

static void count_instances(shader_run *s) {
    uint64_t most = s->settings.lines;
    for (unsigned i = 0; i < s->attribute_count; i++)
        if (!s->attribute[i].corners && s->attribute[i].rows > most)
            most = s->attribute[i].rows;
    if (s->width)
        s->instances = (uint64_t)((s->width + 1) / 2) * ((s->height + 1) / 2) * 4;
    else if (s->draw.vertices)
        s->instances = s->draw.vertices * (s->instances ? s->instances : 1);
    else if (!s->instances)
        s->instances = most ? most : 1;
}

bool input_open(shader_run *s) {
    if (!s->shader && (s->attribute_count || s->uniform_count || s->buffer_file_count))
        return shader_says("--attr and --uniform need a .gxp file; code alone has registers (--set)", NULL);
    if (s->width && s->instances)
        return shader_says("--size says how many instances there are; -n must not", NULL);
    if (s->picture && !s->width)
        return shader_says("--image needs --size WxH", NULL);
    bool numbered = s->draw.vertices || s->draw.first_vertex || s->draw.first_instance;
    if (numbered && (!s->shader || s->info.fragment))
        return shader_says(
            "--vertices, --first-vertex and --first-instance need a .gxp file of a vertex program", NULL);
    count_instances(s);
    if (s->shader && (!uniforms_open(s) || !open_attributes(s)))
        return false;
    for (unsigned i = 0; i < s->set_count; i++) /* what all share is there for the secondary program, too */
        for (unsigned k = 0; s->set[i].first.bank == GISA_KIND_SECONDARY && k < s->set[i].count; k++)
            gisa_shade_uniforms(s->machine)[s->set[i].first.reg + k] = s->set[i].value[k];
    return open_textures(s);
}

/* ---- a batch ---- */

void picture_place(const shader_run *s, uint64_t instance, uint32_t *x, uint32_t *y) {
    uint64_t quads = (s->width + 1) / 2, quad = instance / 4;
    *x = (uint32_t)(quad % quads * 2 + (instance & 1));
    *y = (uint32_t)(quad / quads * 2 + (instance >> 1 & 1));
}

/* The line of a file for an instance of the program: each drawn instance begins again, unless there
   are lines for all. */
static uint64_t line_of(const shader_run *s, const parameter_data *d, uint64_t instance) {
    return s->draw.vertices && d->rows <= s->draw.vertices ? instance % s->draw.vertices : instance;
}

/* The values of a parameter for all lanes, as floats. */
static void values_of(const shader_run *s, const parameter_data *d, uint64_t first,
                      double value[GISA_SHADE_LANES][SHADER_VALUES]) {
    for (unsigned lane = 0; lane < GISA_SHADE_LANES; lane++) {
        uint32_t x = 0, y = 0;
        if (s->width)
            picture_place(s, first + lane, &x, &y);
        data_at(d, line_of(s, d, first + lane), s->width ? ((float)x + 0.5f) / (float)s->width : 0,
                s->width ? ((float)y + 0.5f) / (float)s->height : 0, value[lane]);
    }
}

static const parameter_data *data_named(const shader_run *s, const char *name) {
    for (unsigned i = 0; name && i < s->attribute_count; i++)
        if (strcmp(s->attribute[i].name, name) == 0)
            return &s->attribute[i];
    return NULL;
}

static void put_words(gisa_shade_batch *batch, gisa_gxp_registers at, unsigned lane, const uint32_t *words) {
    for (unsigned k = 0; k < at.count && at.first + k < GISA_SHADE_BANK; k++)
        gisa_shade_row(batch, at.bank, at.first + k)[lane] = words[k];
}

static void begin_vertices(const shader_run *s, gisa_shade_batch *batch, uint64_t first) {
    gisa_gxp_parameter p;
    double value[GISA_SHADE_LANES][SHADER_VALUES];
    for (unsigned i = 0; gisa_gxp_parameter_at(s->shader, i, &p) == GISA_OK; i++) {
        const parameter_data *d =
            p.category && strcmp(p.category, "attribute") == 0 ? data_named(s, p.name) : NULL;
        if (!d)
            continue;
        values_of(s, d, first, value);
        for (unsigned lane = 0; lane < GISA_SHADE_LANES; lane++) {
            uint32_t words[GISA_SHADE_BANK] = {0};
            data_pack(p.type, value[lane], data_components(p.type), words, GISA_SHADE_BANK);
            put_words(batch, p.registers, lane, words);
        }
    }
}

static void begin_fragments(const shader_run *s, gisa_shade_batch *batch, uint64_t first) {
    gisa_shade_values values;
    double value[GISA_SHADE_LANES][SHADER_VALUES];
    uint32_t given = 0;
    memset(&values, 0, sizeof values);
    for (unsigned i = 0; i < s->attribute_count; i++) {
        const int number = gisa_shade_value(s->attribute[i].name);
        if (number < 0)
            continue;
        given |= 1u << number;
        values_of(s, &s->attribute[i], first, value);
        for (unsigned lane = 0; lane < GISA_SHADE_LANES; lane++)
            for (unsigned c = 0; c < 4; c++)
                values.row[number][c][lane] = (float)value[lane][c];
    }
    gisa_shade_give(batch, s->shader, &values, given);
}

void input_begin(const shader_run *s, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    if (s->shader && !s->info.fragment)
        begin_vertices(s, batch, first);
    else if (s->shader)
        begin_fragments(s, batch, first);
    for (unsigned i = 0; i < s->set_count; i++)
        for (unsigned lane = 0; lane < GISA_SHADE_LANES; lane++)
            setting_apply(&s->set[i], batch, lane);
    for (unsigned lane = 0; lane < count; lane++)
        if (first + lane < s->settings.lines)
            for (unsigned i = s->settings.line[first + lane]; i < s->settings.line[first + lane + 1]; i++)
                setting_apply(&s->settings.at[i], batch, lane);
}
