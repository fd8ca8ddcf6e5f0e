/* SPDX-License-Identifier: MIT */
/* A shader file as data for other programs: what it asks for, by name and register. */
#include "gxp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gisa_gxp {
    gxp g;
};

gisa_status gisa_gxp_open(const void *file, size_t size, gisa_gxp **shader, gisa_error *error) {
    object_fault fault;
    if (!shader || (!file && size))
        return GISA_STATUS_BAD_ARGUMENT;
    *shader = calloc(1, sizeof **shader);
    if (!*shader)
        return GISA_STATUS_NO_MEMORY;
    gisa_status status = gxp_read(&(*shader)->g, NULL, size ? file : "", size, &fault);
    if (status == GISA_OK)
        return GISA_OK;
    free(*shader);
    *shader = NULL;
    if (error) {
        *error = (gisa_error){.status = status, .offset = (uint32_t)fault.offset, .length = 1};
        memcpy(error->message, fault.message, sizeof error->message);
    }
    return status;
}

void gisa_gxp_close(gisa_gxp *shader) {
    if (shader)
        gxp_free(&shader->g);
    free(shader);
}

const char *gisa_gxp_flag_name(unsigned bit) {
    return bit == 0 ? "fragment" : gxp_name_of(gxp_flag_names, bit);
}

/* Types have at most two numbers of 8 bits in their text. */
static void put_type(char out[16], uint32_t type, uint32_t components) {
    char text[32];
    gxp_type_text(text, type, components);
    snprintf(out, 16, "%.15s", text);
}

static gisa_gxp_registers index_register(const gxp *g, gxp_field index) {
    bool asks = gxp_asks_for(g, index);
    return (gisa_gxp_registers){GISA_KIND_PRIMARY, asks ? (uint32_t)g->value[index] : 0, asks};
}

gisa_status gisa_gxp_about(const gisa_gxp *shader, gisa_gxp_info *info) {
    if (!shader || !info)
        return GISA_STATUS_BAD_ARGUMENT;
    const gxp *g = &shader->g;
    *info = (gisa_gxp_info){.fragment = g->fragment,
                            .major = (uint8_t)g->value[GXP_MAJOR],
                            .minor = (uint8_t)g->value[GXP_MINOR],
                            .sdk = (uint16_t)g->value[GXP_SDK],
                            .flags = (uint32_t)g->value[GXP_FLAGS],
                            .pa_registers = (uint32_t)g->value[GXP_PA],
                            .sa_registers = (uint32_t)g->value[GXP_SA],
                            .temporaries = (uint32_t)g->value[GXP_TEMPORARIES],
                            .phases = (uint32_t)g->value[GXP_PHASES],
                            .primary = g->primary.data,
                            .primary_size = g->primary.size,
                            .secondary = g->secondary.data,
                            .secondary_size = g->secondary.size,
                            .default_uniform_words = (uint32_t)g->value[GXP_DEFAULT_UNIFORM_WORDS],
                            .buffer_access = (uint32_t)g->value[GXP_BUFFER_ACCESS],
                            .texture_access = g->value[GXP_TEXTURE_ACCESS],
                            .vertex_index = index_register(g, GXP_VERTEX_INDEX),
                            .instance_index = index_register(g, GXP_INSTANCE_INDEX)};
    if (g->fragment) {
        bool native = g->value[GXP_FLAGS] & GXP_FLAGS_NATIVE_COLOR;
        put_type(info->result, (uint32_t)g->value[GXP_RESULT_TYPE],
                 (uint32_t)g->value[GXP_RESULT_COMPONENTS]);
        info->result_registers = (gisa_gxp_registers){native ? GISA_KIND_OUTPUT : GISA_KIND_PRIMARY,
                                                      native ? 0 : (uint32_t)g->value[GXP_RESULT_REGISTER],
                                                      (uint32_t)gxp_result_words(g)};
    }
    return GISA_OK;
}

/* ---- rows ------------------------------------------------------------------------------- */

/* Row i of a table, or NULL and why. */
static const gxp_row *row_at(const gisa_gxp *shader, gxp_block b, unsigned i, const void *answer,
                             gisa_status *status) {
    *status = !shader || !answer              ? GISA_STATUS_BAD_ARGUMENT
              : i < shader->g.tables[b].count ? GISA_OK
                                              : GISA_STATUS_END;
    return *status == GISA_OK ? &shader->g.tables[b].rows[i] : NULL;
}

static gisa_gxp_registers sa(uint64_t first, uint64_t count) {
    return (gisa_gxp_registers){GISA_KIND_SECONDARY, (uint32_t)first, (uint32_t)count};
}

static gisa_gxp_registers pa(uint64_t first, uint64_t count) {
    return (gisa_gxp_registers){GISA_KIND_PRIMARY, (uint32_t)first, (uint32_t)count};
}

/* sa registers that are counted from the beginning of a container; from 0 where it is not there. */
static gisa_gxp_registers in_container(const gisa_gxp *shader, uint32_t index, uint32_t first) {
    const gxp_row *container = gxp_container(&shader->g, index);
    return sa(first + (container ? container->v[GXP_CONTAINER_BASE] : 0), 1);
}

gisa_status gisa_gxp_parameter_at(const gisa_gxp *shader, unsigned i, gisa_gxp_parameter *p) {
    gisa_status status;
    const gxp_row *row = row_at(shader, GXP_PARAMETERS, i, p, &status);
    if (!row)
        return status;
    uint32_t category = row->v[GXP_PARAMETER_KIND] & 15, semantic = row->v[GXP_PARAMETER_SEMANTIC];
    bool sized = category == GXP_ATTRIBUTE || category == GXP_UNIFORM;
    uint64_t words = sized ? gxp_parameter_words(row) : 0;
    *p = (gisa_gxp_parameter){.name = row->name,
                              .category = gxp_name_of(gxp_categories, category),
                              .array_size = row->v[GXP_PARAMETER_ARRAY],
                              .semantic_index = (uint8_t)row->v[GXP_PARAMETER_SEMANTIC_INDEX],
                              .container = row->v[GXP_PARAMETER_SHAPE] >> 4,
                              .resource = row->v[GXP_PARAMETER_RESOURCE],
                              .words = words > UINT32_MAX ? UINT32_MAX : (uint32_t)words};
    put_type(p->type, row->v[GXP_PARAMETER_KIND] >> 4, row->v[GXP_PARAMETER_SHAPE] & 15);
    if (category == GXP_ATTRIBUTE) {
        p->semantic = semantic ? gxp_name_of(gxp_semantics, semantic) : NULL;
        p->registers = pa(p->resource, p->words);
    }
    const gxp_row *container = category == GXP_UNIFORM ? gxp_container(&shader->g, p->container) : NULL;
    if (container && p->resource + words <= container->v[GXP_CONTAINER_SIZE])
        p->registers = sa(container->v[GXP_CONTAINER_BASE] + p->resource, words);
    return GISA_OK;
}

gisa_status gisa_gxp_container_at(const gisa_gxp *shader, unsigned i, gisa_gxp_container *c) {
    gisa_status status;
    const gxp_row *row = row_at(shader, GXP_CONTAINERS, i, c, &status);
    if (row)
        *c = (gisa_gxp_container){row->v[GXP_CONTAINER_INDEX],
                                  gxp_name_of(gxp_containers, row->v[GXP_CONTAINER_INDEX]),
                                  sa(row->v[GXP_CONTAINER_BASE], row->v[GXP_CONTAINER_SIZE])};
    return status;
}

gisa_status gisa_gxp_buffer_at(const gisa_gxp *shader, unsigned i, gisa_gxp_buffer *b) {
    gisa_status status;
    const gxp_row *row = row_at(shader, GXP_BUFFERS, i, b, &status);
    if (row)
        *b = (gisa_gxp_buffer){row->v[0], in_container(shader, GXP_DATA_CONTAINER, row->v[1]),
                               (int32_t)row->v[2]};
    return status;
}

uint32_t gisa_gxp_buffer_words(const gisa_gxp *shader, uint32_t buffer) {
    if (!shader)
        return 0;
    uint64_t most = buffer == GXP_DEFAULT_CONTAINER ? shader->g.value[GXP_DEFAULT_UNIFORM_WORDS] : 0;
    const uint64_t named = gxp_end_of_parameters(&shader->g, GXP_UNIFORM, buffer);
    most = named > most ? named : most;
    return most > UINT32_MAX ? UINT32_MAX : (uint32_t)most;
}

gisa_status gisa_gxp_literal_at(const gisa_gxp *shader, unsigned i, gisa_gxp_literal *l) {
    gisa_status status;
    const gxp_row *row = row_at(shader, GXP_LITERALS, i, l, &status);
    if (!row)
        return status;
    bool own = gxp_container(&shader->g, GXP_LITERAL_CONTAINER);
    l->registers = in_container(shader, own ? GXP_LITERAL_CONTAINER : GXP_DATA_CONTAINER, row->v[0]);
    memcpy(&l->value, &row->v[1], sizeof l->value);
    return GISA_OK;
}

gisa_status gisa_gxp_sampler_at(const gisa_gxp *shader, unsigned i, gisa_gxp_sampler *s) {
    gisa_status status;
    const gxp_row *row = row_at(shader, GXP_SAMPLERS, i, s, &status);
    if (row)
        *s = (gisa_gxp_sampler){row->v[0] / 4, row->v[0] % 4,
                                in_container(shader, GXP_DATA_CONTAINER, row->v[1])};
    return status;
}

/* ---- varyings --------------------------------------------------------------------------- */

enum { NO_INPUT = 15, HALF = 1 << 29 };

static gisa_status input_at(const gisa_gxp *shader, unsigned i, gisa_gxp_varying *v) {
    const gxp_table *t = &shader->g.tables[GXP_INPUTS];
    unsigned first = 0, value, sample;
    if (i >= t->count)
        return GISA_STATUS_END;
    for (unsigned k = 0; k < i; k++) {
        gxp_input_words(&t->rows[k], &value, &sample);
        first += value + sample;
    }
    const uint32_t *row = t->rows[i].v;
    uint32_t info = row[GXP_INPUT_INFO], what = info >> 12 & 15;
    gxp_input_words(&t->rows[i], &value, &sample);
    v->name = what == NO_INPUT ? NULL : gxp_name_of(gxp_interpolated, what);
    v->half = info & HALF;
    v->sampled = (info & 15) == NO_INPUT ? NULL : gxp_name_of(gxp_coordinates, info & 15);
    const char *project = gxp_name_of(gxp_projections, info >> 8 & 3);
    v->divided = (char)(v->sampled && project && !project[1] ? *project : 0);
    v->unit = row[GXP_INPUT_UNIT];
    v->registers = pa(first, value);
    v->sample = pa(first + value, sample);
    return GISA_OK;
}

static gisa_gxp_registers output_registers(const gxp *g, unsigned output) {
    gisa_gxp_registers o = {.bank = GISA_KIND_OUTPUT};
    o.first = gxp_output_place(g, output, &o.count);
    return o;
}

static gisa_status output_at(const gisa_gxp *shader, unsigned i, gisa_gxp_varying *v) {
    const gxp *g = &shader->g;
    for (uint32_t k = 0; k < gxp_fields[GXP_OUTPUTS].width; k++)
        if (g->value[GXP_OUTPUTS] >> k & 1 && i-- == 0) {
            v->name = gxp_name_of(gxp_output_names, k);
            v->registers = output_registers(g, k);
            return GISA_OK;
        }
    for (uint32_t k = 0; k < GXP_TEXCOORD_COUNT; k++) {
        unsigned parts = g->value[GXP_TEXCOORDS] >> 3 * k & 7;
        if (!parts || i-- != 0)
            continue;
        v->name = gxp_name_of(gxp_coordinates, k);
        v->registers = output_registers(g, GXP_TEXCOORD0 + k);
        v->half = g->value[GXP_HALVES] >> k & 1;
        snprintf(v->parts, sizeof v->parts, "%s%s%s", parts & 1 ? "xy" : "", parts & 2 ? "z" : "",
                 parts & 4 ? "w" : "");
        return GISA_OK;
    }
    return GISA_STATUS_END;
}

gisa_status gisa_gxp_varying_at(const gisa_gxp *shader, unsigned i, gisa_gxp_varying *v) {
    if (!shader || !v)
        return GISA_STATUS_BAD_ARGUMENT;
    *v = (gisa_gxp_varying){0};
    return shader->g.fragment ? input_at(shader, i, v) : output_at(shader, i, v);
}
