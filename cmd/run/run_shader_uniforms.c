/* SPDX-License-Identifier: MIT */
/* gisa run on shaders: uniform buffers, of files and of values by name, as the .gxp file says where
   they lie. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "run_shader.h"

enum { DEFAULT_BUFFER = 14, LARGEST = 1 << 24 };

/* ---- buffers ---- */

static bool grow(uniform_buffer *b, uint64_t size) {
    if (size <= b->size)
        return true;
    unsigned char *more = size <= LARGEST ? realloc(b->memory, size) : NULL;
    if (!more)
        return shader_says(size <= LARGEST ? "out of memory" : "a uniform buffer of more than 16 MB", NULL);
    memset(more + b->size, 0, size - b->size);
    b->memory = more;
    b->size = (uint32_t)size;
    return true;
}

/* "3", "default", or the name of a parameter. */
static bool find_buffer(const shader_run *s, const char *name, unsigned *number) {
    gisa_gxp_parameter p;
    char *end;
    unsigned long n = strtoul(name, &end, 10);
    bool named = shader_find(s, "uniform_buffer", name, &p);
    *number = named ? p.resource : strcmp(name, "default") == 0 ? DEFAULT_BUFFER : (unsigned)n;
    bool is_default =
        !named && (strcmp(name, "default") == 0 || (end != name && !*end && n == DEFAULT_BUFFER));
    if (named || is_default || (end != name && !*end && n < SHADER_BUFFERS))
        return *number < SHADER_BUFFERS || shader_says("no uniform buffer has the number of", name);
    return shader_has_none(s, "uniform buffer", "uniform_buffer", name);
}

static bool read_buffer(shader_run *s, const char *text) {
    const char *equals = strchr(text, '=');
    char name[128];
    unsigned number;
    void *data;
    size_t size;
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof name)
        return shader_says("expected NAME=FILE after --uniform-buffer, not", text);
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    if (!find_buffer(s, name, &number) || !cmd_read_file(equals + 1, &data, &size))
        return false;
    s->from_file[number] = true;
    bool fine = grow(&s->buffer[number], size);
    if (fine && size)
        memcpy(s->buffer[number].memory, data, size);
    free(data);
    return fine;
}

/* ---- values by name ---- */

static bool put_uniform(shader_run *s, const gisa_gxp_parameter *p, const parameter_data *d) {
    unsigned components = data_components(p->type), values = data_count(d);
    uint64_t most = (uint64_t)components * p->array_size;
    uint32_t step = p->array_size ? p->words / p->array_size : 0; /* of the elements of an array, in words */
    if (!data_known(p->type) || p->container >= SHADER_BUFFERS) {
        fprintf(stderr, "gisa run: the layout of '%s' is unknown, a uniform of type %s in container %u\n",
                p->name, p->type, p->container);
        return false;
    }
    if (values > most) {
        fprintf(stderr, "gisa run: '%s' has %llu values, not %u\n", p->name, (unsigned long long)most,
                values);
        return false;
    }
    unsigned char *to = s->buffer[p->container].memory + 4 * (size_t)p->resource;
    for (unsigned i = 0; i * components < values; i++) {
        double value[SHADER_VALUES];
        uint32_t words[SHADER_VALUES] = {0};
        for (unsigned k = 0; k < components; k++)
            value[k] = i * components + k < values ? data_value(d, i * components + k) : 0;
        unsigned used = data_pack(p->type, value, components, words, SHADER_VALUES);
        for (unsigned k = 0; k < 4 * used; k++) /* the low byte first */
            to[4 * (size_t)i * step + k] = (unsigned char)(words[k / 4] >> 8 * (k % 4));
    }
    return true;
}

static bool is_given(const shader_run *s, const gisa_gxp_parameter *p) {
    for (unsigned i = 0; i < s->uniform_count; i++)
        if (strcmp(s->uniform[i].name, p->name) == 0)
            return true;
    return p->container < SHADER_BUFFERS && s->from_file[p->container];
}

/* Uniforms that nothing sets are 0, which is seldom meant. */
static void say_unset(const shader_run *s) {
    gisa_gxp_parameter p;
    unsigned count = 0;
    for (unsigned i = 0; gisa_gxp_parameter_at(s->shader, i, &p) == GISA_OK; i++)
        if (p.category && strcmp(p.category, "uniform") == 0 && !is_given(s, &p))
            fprintf(stderr, "%s%s",
                    count++ ? ", " : "gisa run: uniforms that are not set and so 0: ", p.name);
    if (count)
        fprintf(stderr, " (--uniform NAME=VALUES)\n");
}

bool uniforms_open(shader_run *s) {
    gisa_gxp_parameter p;
    for (unsigned i = 0; i < SHADER_BUFFERS; i++)
        if (!grow(&s->buffer[i], 4 * (uint64_t)gisa_gxp_buffer_words(s->shader, i)))
            return false;
    for (unsigned i = 0; i < s->buffer_file_count; i++)
        if (!read_buffer(s, s->buffer_file[i]))
            return false;
    for (unsigned i = 0; i < s->uniform_count; i++) {
        const parameter_data *d = &s->uniform[i];
        if (!shader_find(s, "uniform", d->name, &p))
            return shader_has_none(s, "uniform", "uniform", d->name);
        if (!put_uniform(s, &p, d))
            return false;
    }
    for (unsigned i = 0; i < SHADER_BUFFERS; i++) {
        const uniform_buffer *b = &s->buffer[i];
        if (b->size && gisa_shade_bind(s->machine, s->shader, i, b->memory, b->size) != GISA_OK)
            return shader_says("out of memory", NULL);
    }
    say_unset(s);
    return true;
}

void uniforms_free(shader_run *s) {
    for (unsigned i = 0; i < SHADER_BUFFERS; i++)
        free(s->buffer[i].memory);
}
