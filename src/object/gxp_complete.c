/* SPDX-License-Identifier: MIT */
/* What a .gxp file says by default: register counts, sizes, masks, and where blocks
 * stand. All of it follows from the programs, the tables and what stands earlier in the fixed
 * order, so that text which leaves it away comes back to the same bytes. */
#include "gxp.h"

#include <string.h>

enum { NO_INPUT = 15, UNITS = 16, ONE_LOADED = 1, ONE_MEMORY = 2 };

/* ---- sizes ------------------------------------------------------------------------------ */

/* Version 1.5 added a word to the header and one to the varyings of vertex programs. */
static bool is_newer(const gxp *g) {
    return g->value[GXP_MAJOR] > 1 || (g->value[GXP_MAJOR] == 1 && g->value[GXP_MINOR] >= 5);
}

uint32_t gxp_header_size(const gxp *g) {
    return is_newer(g) ? 0x9c : 0x98;
}

static bool has_index_registers(const gxp *g) {
    return is_newer(g) || g->value[GXP_FLAGS] & (GXP_FLAG_VERTEX_INDEX | GXP_FLAG_INSTANCE_INDEX);
}

bool gxp_has_field(const gxp *g, gxp_field f) {
    if (f == GXP_QUERY_INFO)
        return is_newer(g);
    if (f == GXP_VERTEX_INDEX || f == GXP_INSTANCE_INDEX)
        return !g->fragment && has_index_registers(g);
    return gxp_fields[f].where == GXP_IN_HEADER || g->fragment == (gxp_fields[f].where == GXP_IN_FRAGMENT);
}

uint64_t gxp_block_size(const gxp *g, gxp_block b) {
    switch (b) {
    case GXP_VARYINGS: return g->fragment ? 20 : has_index_registers(g) ? 32 : 28;
    case GXP_PRIMARY: return g->primary.size;
    case GXP_SECONDARY: return g->secondary.size;
    default: return (uint64_t)g->tables[b].count * gxp_blocks[b].row_size;
    }
}

static unsigned bytes_of_type(uint32_t type) {
    switch (type) {
    case GXP_F16:
    case GXP_U16:
    case GXP_S16: return 2;
    case GXP_U8:
    case GXP_S8: return 1;
    default: return 4;
    }
}

/* An element of an array begins at a whole word, and one that is a vector of floats at 8 bytes. */
uint64_t gxp_parameter_words(const gxp_row *row) {
    uint32_t type = row->v[GXP_PARAMETER_KIND] >> 4, components = row->v[GXP_PARAMETER_SHAPE] & 15;
    uint64_t count = row->v[GXP_PARAMETER_ARRAY], size = (uint64_t)components * bytes_of_type(type);
    bool wide = count > 1 && components > 1 && (type == GXP_F32 || type == GXP_F16);
    uint64_t align = wide ? 8 : 4;
    return count * ((size + align - 1) / align * align / 4);
}

const gxp_row *gxp_container(const gxp *g, uint32_t index) {
    const gxp_table *t = &g->tables[GXP_CONTAINERS];
    for (size_t i = 0; i < t->count; i++)
        if (t->rows[i].v[GXP_CONTAINER_INDEX] == index)
            return &t->rows[i];
    return NULL;
}

void gxp_input_words(const gxp_row *row, unsigned *value, unsigned *sample) {
    uint32_t info = row->v[GXP_INPUT_INFO], size = row->v[GXP_INPUT_SIZE];
    *value = (info >> 12 & 15) == NO_INPUT ? 0 : (size >> 4 & 3) + 1;
    *sample = (info & 15) == NO_INPUT ? 0 : (size >> 6 & 3) + 1;
}

/* ---- numbers ---------------------------------------------------------------------------- */

static uint32_t category_of(const gxp_row *row) {
    return row->v[GXP_PARAMETER_KIND] & 15;
}

uint64_t gxp_end_of_parameters(const gxp *g, uint32_t category, uint32_t container) {
    const gxp_table *t = &g->tables[GXP_PARAMETERS];
    uint64_t most = 0;
    for (size_t i = 0; i < t->count; i++) {
        const gxp_row *r = &t->rows[i];
        uint64_t end = r->v[GXP_PARAMETER_RESOURCE] + gxp_parameter_words(r);
        if (category_of(r) == category && r->v[GXP_PARAMETER_SHAPE] >> 4 == container && end > most)
            most = end;
    }
    return most;
}

uint64_t gxp_uniform_words(const gxp *g, uint32_t container) {
    uint64_t end = gxp_end_of_parameters(g, GXP_UNIFORM, container);
    return container == GXP_DEFAULT_CONTAINER && gxp_container(g, container) ? end + (end & 1) : end;
}

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

uint64_t gxp_result_words(const gxp *g) {
    return (g->value[GXP_RESULT_COMPONENTS] * bytes_of_type((uint32_t)g->value[GXP_RESULT_TYPE]) + 3) / 4;
}

bool gxp_asks_for(const gxp *g, gxp_field index) {
    uint64_t flag = index == GXP_VERTEX_INDEX ? GXP_FLAG_VERTEX_INDEX : GXP_FLAG_INSTANCE_INDEX;
    return !g->fragment && g->value[GXP_FLAGS] & flag;
}

/* After the attributes; the number of the instance after that of the vertex. */
static uint64_t usual_index_register(const gxp *g, gxp_field index) {
    uint64_t behind = index == GXP_INSTANCE_INDEX && gxp_asks_for(g, GXP_VERTEX_INDEX);
    return gxp_asks_for(g, index) ? gxp_end_of_parameters(g, GXP_ATTRIBUTE, 0) + behind : 0;
}

/* After the registers that a vertex program begins with. */
static uint64_t end_of_vertex_inputs(const gxp *g) {
    uint64_t end = gxp_end_of_parameters(g, GXP_ATTRIBUTE, 0);
    for (int f = GXP_VERTEX_INDEX; f <= GXP_INSTANCE_INDEX; f++)
        if (gxp_asks_for(g, (gxp_field)f))
            end = larger(end, g->value[f] + 1);
    return end;
}

/* Attributes, or inputs, and what the code uses more of them as temporaries. A result that the code
 * does not write is not counted: that is how compilers do it. */
static uint64_t usual_pa(const gxp *g) {
    const gxp_table *t = &g->tables[GXP_INPUTS];
    uint64_t sum = 0;
    if (!g->fragment)
        return larger(end_of_vertex_inputs(g), g->used.pa);
    for (size_t i = 0; i < t->count; i++) {
        unsigned value, sample;
        gxp_input_words(&t->rows[i], &value, &sample);
        sum += value + sample;
    }
    return larger(sum, g->used.pa);
}

static uint64_t usual_sampled_inputs(const gxp *g) {
    const gxp_table *t = &g->tables[GXP_INPUTS];
    uint64_t count = 0;
    for (size_t i = 0; i < t->count; i++)
        count += (t->rows[i].v[GXP_INPUT_INFO] & 15) != NO_INPUT;
    return count;
}

uint64_t gxp_declared_sa(const gxp *g) {
    const gxp_table *t = &g->tables[GXP_CONTAINERS];
    uint64_t most = 0;
    for (size_t i = 0; i < t->count; i++)
        if (t->rows[i].v[GXP_CONTAINER_SIZE])
            most =
                larger(most, (uint64_t)t->rows[i].v[GXP_CONTAINER_BASE] + t->rows[i].v[GXP_CONTAINER_SIZE]);
    return most;
}

static uint64_t usual_container_size(const gxp *g, uint32_t index) {
    const gxp_row *row = gxp_container(g, index);
    return row ? row->v[GXP_CONTAINER_SIZE] : 0;
}

/* A buffer with a container is loaded into it; one whose address is in a register is read from
   memory. */
static uint64_t usual_buffer_access(const gxp *g) {
    const gxp_table *containers = &g->tables[GXP_CONTAINERS], *buffers = &g->tables[GXP_BUFFERS];
    uint64_t access = 0;
    for (size_t i = 0; i < containers->count; i++) {
        const uint32_t *v = containers->rows[i].v;
        if (v[GXP_CONTAINER_INDEX] <= GXP_DEFAULT_CONTAINER && v[GXP_CONTAINER_SIZE])
            access |= (uint64_t)ONE_LOADED << 2 * v[GXP_CONTAINER_INDEX];
    }
    for (size_t i = 0; i < buffers->count; i++)
        if (buffers->rows[i].v[0] <= GXP_DEFAULT_CONTAINER)
            access |= (uint64_t)ONE_MEMORY << 2 * buffers->rows[i].v[0];
    return access;
}

static uint64_t usual_texture_access(const gxp *g) {
    enum { NON_DEPENDENT = 1, DEPENDENT = 2 };
    const gxp_table *inputs = &g->tables[GXP_INPUTS], *samplers = &g->tables[GXP_SAMPLERS];
    uint64_t access = 0;
    for (size_t i = 0; g->fragment && i < inputs->count; i++) {
        const uint32_t *v = inputs->rows[i].v;
        if ((v[GXP_INPUT_INFO] & 15) != NO_INPUT && v[GXP_INPUT_UNIT] < UNITS)
            access |= (uint64_t)NON_DEPENDENT << 4 * v[GXP_INPUT_UNIT];
    }
    for (size_t i = 0; i < samplers->count; i++)
        if (samplers->rows[i].v[0] / 4 < UNITS)
            access |= (uint64_t)DEPENDENT << 4 * (samplers->rows[i].v[0] / 4);
    return access;
}

static uint64_t usual_attribute_registers(const gxp *g) {
    const gxp_table *t = &g->tables[GXP_PARAMETERS];
    uint64_t mask = 0;
    for (size_t i = 0; i < t->count; i++) {
        uint64_t first = t->rows[i].v[GXP_PARAMETER_RESOURCE], end = first + gxp_parameter_words(&t->rows[i]);
        if (category_of(&t->rows[i]) == GXP_ATTRIBUTE)
            for (uint64_t k = first; k < end && k < 64; k++)
                mask |= UINT64_C(1) << k;
    }
    return mask;
}

/* The o registers of an output; half coordinates take as much. */
static uint32_t output_size(const gxp *g, unsigned output) {
    uint64_t parts, is_there = g->value[GXP_OUTPUTS] >> output & 1;
    switch (output) {
    case GXP_FOG: return is_there ? 2 : 0;
    case GXP_COLOR1:
    case GXP_COLOR0: return is_there ? 4 : 0;
    default:
        if (output < GXP_TEXCOORD0) /* a clip plane, the size of points */
            return is_there ? 1 : 0;
        parts = g->value[GXP_TEXCOORDS] >> 3 * (output - GXP_TEXCOORD0);
        return (parts & 1 ? 2u : 0) + (parts & 2 ? 1u : 0) + (parts & 4 ? 1u : 0);
    }
}

uint32_t gxp_output_place(const gxp *g, unsigned output, uint32_t *count) {
    enum { POSITION = 4 };
    static const uint8_t order[] = {
        GXP_COLOR0,        GXP_COLOR1,        GXP_FOG,           GXP_TEXCOORD0,     GXP_TEXCOORD0 + 1,
        GXP_TEXCOORD0 + 2, GXP_TEXCOORD0 + 3, GXP_TEXCOORD0 + 4, GXP_TEXCOORD0 + 5, GXP_TEXCOORD0 + 6,
        GXP_TEXCOORD0 + 7, GXP_TEXCOORD0 + 8, GXP_TEXCOORD0 + 9, GXP_POINT_SIZE,    GXP_CLIP0,
        GXP_CLIP0 + 1,     GXP_CLIP0 + 2,     GXP_CLIP0 + 3,     GXP_CLIP0 + 4,     GXP_CLIP0 + 5,
        GXP_CLIP0 + 6,     GXP_CLIP0 + 7};
    uint32_t first = POSITION;
    for (size_t i = 0; i < sizeof order && order[i] != output; i++)
        first += output_size(g, order[i]);
    *count = output_size(g, output);
    return first;
}

/* The last clip plane is the last output. */
static uint64_t usual_output_words(const gxp *g) {
    uint32_t count, first = gxp_output_place(g, GXP_CLIP0 + GXP_CLIP_COUNT - 1, &count);
    return first + count;
}

static uint64_t usual_flags(const gxp *g) {
    if (!g->fragment)
        return GXP_FLAG_OUTPUT_UNDEFINED;
    return GXP_FLAG_FRAGMENT | (g->used.discards ? GXP_FLAG_DISCARD : 0) |
           (g->used.deepens ? GXP_FLAG_DEPTH : 0);
}

static uint64_t usual_value(const gxp *g, gxp_field f) {
    switch (f) {
    case GXP_MAJOR: return 1;
    case GXP_MINOR: return 4;
    case GXP_FLAGS: return usual_flags(g);
    case GXP_VERTEX_INDEX:
    case GXP_INSTANCE_INDEX: return usual_index_register(g, f);
    case GXP_BUFFER_ACCESS: return usual_buffer_access(g);
    case GXP_TEXTURE_ACCESS: return usual_texture_access(g);
    case GXP_PA: return usual_pa(g);
    case GXP_SA: return larger(gxp_declared_sa(g), g->used.sa);
    case GXP_TEMPORARIES: return g->used.temporaries;
    case GXP_PHASES: return larger(g->used.phases, 1);
    case GXP_SECONDARY_COUNT: return g->secondary.size / 8;
    case GXP_DATA_WORDS: return usual_container_size(g, GXP_DATA_CONTAINER);
    case GXP_TEXTURE_WORDS: return usual_container_size(g, GXP_TEXTURE_CONTAINER);
    case GXP_DEFAULT_UNIFORM_WORDS: return gxp_uniform_words(g, GXP_DEFAULT_CONTAINER);
    case GXP_COMPILER: return is_newer(g) ? 0 : g->value[GXP_DEFAULT_UNIFORM_WORDS];
    case GXP_ATTRIBUTE_REGISTERS: return usual_attribute_registers(g);
    case GXP_OUTPUT_BITS: return 1; /* set in all files that are known */
    case GXP_OUTPUT_WORDS: return usual_output_words(g);
    case GXP_SAMPLED_INPUTS: return usual_sampled_inputs(g);
    case GXP_RESULT_TYPE: return GXP_F16;
    case GXP_RESULT_COMPONENTS: return 4;
    default: return 0;
    }
}

static uint64_t usual_field(const gxp *g, gxp_field f) {
    uint64_t value = gxp_has_field(g, f) ? usual_value(g, f) : 0;
    unsigned width = gxp_fields[f].width;
    return width == 64 ? value : value & ((UINT64_C(1) << width) - 1);
}

/* ---- rows ------------------------------------------------------------------------------- */

static void complete_row(gxp *g, gxp_block b, size_t index) {
    gxp_row *row = &g->tables[b].rows[index];
    const gxp_part *p;
    for (unsigned i = 0; (p = gxp_part_at(b, i)); i++)
        if (p->form != GXP_TEXT && !(row->given >> i & 1))
            gxp_part_set(p, row, gxp_part_usual(g, b, index, row, i));
}

/* Parts without a key are in the text whatever they are. */
static void forget_row(gxp *g, gxp_block b, size_t index) {
    gxp_row *row = &g->tables[b].rows[index];
    const gxp_part *p;
    for (unsigned i = 0; (p = gxp_part_at(b, i)); i++)
        if (p->key && gxp_part_get(p, row) == gxp_part_usual(g, b, index, row, i))
            row->given &= ~(UINT32_C(1) << i);
}

/* Containers ask about parameters and literals. */
static const gxp_block row_order[] = {GXP_INPUTS,     GXP_LITERALS, GXP_SAMPLERS,  GXP_TEXTURE_BUFFERS,
                                      GXP_PARAMETERS, GXP_BUFFERS,  GXP_CONTAINERS};
enum { ROW_BLOCKS = sizeof row_order / sizeof *row_order };

/* ---- places ----------------------------------------------------------------------------- */

static uint64_t aligned(uint64_t at, unsigned align) {
    return (at + align - 1) / align * align;
}

/* Goes through blocks and names in their usual order. `complete`: fills in what is not placed;
 * otherwise forgets what would be placed there. Returns where the last one ends. */
static uint64_t visit_places(gxp *g, bool complete) {
    uint64_t at = gxp_header_size(g), end = at;
    for (int b = 0; b < GXP_BLOCKS; b++) {
        uint64_t usual = aligned(at, gxp_blocks[b].align), size = gxp_block_size(g, (gxp_block)b);
        if (b == GXP_INPUTS && !g->fragment)
            continue;
        if (complete && !g->placed[b])
            g->place[b] = (uint32_t)usual;
        if (!complete && g->place[b] == (uint32_t)usual)
            g->placed[b] = false;
        if (!size)
            continue;
        at = g->place[b] + size;
        end = at > end ? at : end;
    }
    at = g->place[GXP_PARAMETERS] + gxp_block_size(g, GXP_PARAMETERS);
    for (size_t i = 0; i < g->tables[GXP_PARAMETERS].count; i++) {
        gxp_row *row = &g->tables[GXP_PARAMETERS].rows[i];
        if (complete && !row->name_placed)
            row->name_place = (uint32_t)at;
        if (!complete && row->name_place == (uint32_t)at)
            row->name_placed = false;
        at = row->name_place + (uint64_t)strlen(row->name ? row->name : "") + 1;
        end = at > end ? at : end;
    }
    return end;
}

/* ---- all of it -------------------------------------------------------------------------- */

/* The programs do not change any more. */
static void count_registers(gxp *g) {
    if (g->count && !g->used_known)
        g->no_memory = !g->count(g, &g->used);
    g->used_known = true;
}

void gxp_complete(gxp *g) {
    count_registers(g);
    for (int k = 0; k < ROW_BLOCKS; k++)
        for (size_t i = 0; i < g->tables[row_order[k]].count; i++)
            complete_row(g, row_order[k], i);
    for (int f = 0; f < GXP_FIELDS; f++)
        if (!g->given[f])
            g->value[f] = usual_field(g, (gxp_field)f);
    uint64_t end = visit_places(g, true);
    if (!g->size_given)
        g->size = (uint32_t)end;
    if (!g->length_given)
        g->length = aligned(end > g->size ? end : g->size, 4);
}

void gxp_forget_usual(gxp *g) {
    count_registers(g);
    for (int k = 0; k < ROW_BLOCKS; k++)
        for (size_t i = 0; i < g->tables[row_order[k]].count; i++)
            forget_row(g, row_order[k], i);
    for (int f = 0; f < GXP_FIELDS; f++)
        if (g->value[f] == usual_field(g, (gxp_field)f))
            g->given[f] = false;
    uint64_t end = visit_places(g, false);
    if (g->size == (uint32_t)end)
        g->size_given = false;
    if (g->length == aligned(end > g->size ? end : g->size, 4))
        g->length_given = false;
}
