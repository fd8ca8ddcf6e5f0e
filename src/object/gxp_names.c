/* SPDX-License-Identifier: MIT */
/* What the numbers of a .gxp file are called and how rows are divided, for both directions of the
   text. */
#include "gxp.h"

#include <stdio.h>
#include <string.h>

/* ---- the header ------------------------------------------------------------------------- */

#define UNKNOWN "unknown"
#define HEADER(directive, note, offset, size, hex)                                                           \
    { directive, note, GXP_IN_HEADER, offset, size, 0, (size)*8, hex }
#define VERTEX(directive, note, offset, size, shift, width, hex)                                             \
    { directive, note, GXP_IN_VERTEX, offset, size, shift, width, hex }
#define FRAGMENT(directive, note, offset, size, hex)                                                         \
    { directive, note, GXP_IN_FRAGMENT, offset, size, 0, (size)*8, hex }

const gxp_field_info gxp_fields[GXP_FIELDS] = {
    [GXP_MAJOR] = HEADER(NULL, NULL, 0x04, 1, false),
    [GXP_MINOR] = HEADER(NULL, NULL, 0x05, 1, false),
    [GXP_SDK] = HEADER(".sdk", "version of the SDK", 0x06, 2, true),
    [GXP_BINARY_ID] = HEADER(".binary_id", "a hash", 0x0c, 4, true),
    [GXP_SOURCE_ID] = HEADER(".source_id", "a hash", 0x10, 4, true),
    [GXP_FLAGS] = HEADER(NULL, NULL, 0x14, 4, true),
    [GXP_BUFFER_ACCESS] = HEADER(NULL, NULL, 0x18, 4, true),
    [GXP_TEXTURE_ACCESS] = HEADER(NULL, NULL, 0x1c, 8, true),
    [GXP_PA] = HEADER(".pa_registers", NULL, 0x30, 2, false),
    [GXP_SA] = HEADER(".sa_registers", NULL, 0x32, 2, false),
    [GXP_TEMPORARIES] = HEADER(".temporaries", NULL, 0x34, 4, false),
    [GXP_SAMPLE_TEMPORARIES] = HEADER(".sample_temporaries", "in the phase per sample", 0x38, 2, false),
    [GXP_PHASES] = HEADER(".phases", NULL, 0x3a, 2, false),
    [GXP_SECONDARY_COUNT] = HEADER(".secondary_count", "not the length of .secondary", 0x44, 4, false),
    [GXP_SCRATCH] = HEADER(".scratch", NULL, 0x50, 4, false),
    [GXP_THREAD] = HEADER(".thread", NULL, 0x54, 4, false),
    [GXP_LITERAL_WORDS] = HEADER(".literal_words", NULL, 0x58, 4, false),
    [GXP_DATA_WORDS] = HEADER(".data_words", NULL, 0x5c, 4, false),
    [GXP_TEXTURE_WORDS] = HEADER(".texture_words", NULL, 0x60, 4, false),
    [GXP_DEFAULT_UNIFORM_WORDS] = HEADER(".default_uniform_words", NULL, 0x64, 4, false),
    [GXP_COMPILER] = HEADER(".compiler", "version of the compiler (guess)", 0x6c, 4, true),
    [GXP_QUERY_INFO] = HEADER(".query_info", "distance to sampler query info, " UNKNOWN, 0x98, 4, true),
    [GXP_ATTRIBUTE_REGISTERS] =
        VERTEX(".attribute_registers", "pa registers with attributes, a bit each", 0, 8, 0, 64, true),
    [GXP_UNTYPED_REGISTERS] = VERTEX(
        ".untyped_registers", "pa registers that are loaded as they are, a bit each", 8, 8, 0, 64, true),
    [GXP_OUTPUTS] = VERTEX(NULL, NULL, 16, 4, 0, 12, true),
    [GXP_TEXCOORDS] = VERTEX(NULL, NULL, 20, 4, 0, 30, true),
    [GXP_TEXCOORD_BITS] = VERTEX(".texcoord_bits", "bits 30 and 31, " UNKNOWN, 20, 4, 30, 2, true),
    [GXP_HALVES] = VERTEX(NULL, NULL, 24, 4, 0, 10, true),
    [GXP_HALF_BITS] = VERTEX(".half_bits", "bits 10 to 31, " UNKNOWN, 24, 4, 10, 22, true),
    [GXP_OUTPUT_BITS] = VERTEX(".output_bits", "bits 12 to 23, " UNKNOWN, 16, 4, 12, 12, true),
    [GXP_OUTPUT_WORDS] = VERTEX(".output_words", NULL, 16, 4, 24, 8, false),
    [GXP_VERTEX_INDEX] = VERTEX(".vertex_index", "pa register", 28, 2, 0, 16, false),
    [GXP_INSTANCE_INDEX] = VERTEX(".instance_index", "pa register", 30, 2, 0, 16, false),
    [GXP_FRAGMENT_BITS] = FRAGMENT(".fragment_bits", UNKNOWN, 0, 8, true),
    [GXP_RESULT_REGISTER] = FRAGMENT(NULL, NULL, 8, 1, false),
    [GXP_RESULT_BITS] = FRAGMENT(".result_bits", UNKNOWN, 9, 1, true),
    [GXP_RESULT_TYPE] = FRAGMENT(NULL, NULL, 10, 1, false),
    [GXP_RESULT_COMPONENTS] = FRAGMENT(NULL, NULL, 11, 1, false),
    [GXP_SAMPLED_INPUTS] = FRAGMENT(".sampled_inputs", "a count (guess)", 14, 2, false),
};

/* ---- blocks ----------------------------------------------------------------------------- */

const gxp_block_info gxp_blocks[GXP_BLOCKS] = {
    [GXP_VARYINGS] = {"varyings", NULL, 0x2c, 0, 4, 0, {0}},
    [GXP_INPUTS] = {"inputs", ".input", 16, 0, 4, 16, {4, 4, 4, 4}},
    [GXP_SECONDARY] = {"secondary", NULL, 0x48, 0, 4, 0, {0}},
    [GXP_PRIMARY] = {"primary", NULL, 0x40, 0x3c, 8, 0, {0}},
    [GXP_LITERALS] = {"literals", ".literal", 0x74, 0x70, 4, 8, {4, 4}},
    [GXP_LITERAL_DATA] = {"literal_data", NULL, 0x68, 0, 4, 0, {0}},
    [GXP_SAMPLERS] = {"samplers", ".sampler", 0x84, 0x80, 4, 4, {2, 2}},
    [GXP_TEXTURE_BUFFERS] = {"texture_buffers", ".texture_buffer", 0x8c, 0x88, 4, 4, {2, 2}},
    [GXP_CONTAINERS] = {"containers", ".container", 0x94, 0x90, 4, 8, {2, 2, 2, 2}},
    [GXP_BUFFERS] = {"buffers", ".buffer", 0x7c, 0x78, 4, 8, {2, 2, 4}},
    [GXP_PARAMETERS] = {"parameters", ".parameter", 0x28, 0x24, 4, 16, {4, 1, 1, 1, 1, 4, 4}},
};

/* ---- names ------------------------------------------------------------------------------ */

/* Bit numbers. Bit 0 is said by .gxp. */
const gxp_name gxp_flag_names[] = {
    {1, "per_instance"},      {3, "discard"},        {4, "depth"},           {5, "sprite_coordinate"},
    {6, "native_color"},      {7, "previous_color"}, {8, "native_color_2x"}, {9, "native_color_4x"},
    {14, "buffer_store"}, /* a guess */
    {16, "output_undefined"}, {17, "vertex_index"},  {18, "instance_index"}, {0, NULL}};

const gxp_name gxp_buffer_access_names[] = {{0, "loaded"}, {1, "memory"}, {0, NULL}};
const gxp_name gxp_texture_access_names[] = {{0, "non_dependent"}, {1, "dependent"}, {0, NULL}};

const gxp_name gxp_categories[] = {{GXP_ATTRIBUTE, "attribute"},
                                   {GXP_UNIFORM, "uniform"},
                                   {GXP_SAMPLER, "sampler"},
                                   {GXP_AUXILIARY, "auxiliary_surface"},
                                   {GXP_UNIFORM_BUFFER, "uniform_buffer"},
                                   {0, NULL}};

const gxp_name gxp_types[] = {
    {GXP_F32, "f32"}, {GXP_F16, "f16"}, {GXP_FX10, "fx10"}, {GXP_U32, "u32"}, {GXP_S32, "s32"},
    {GXP_U16, "u16"}, {GXP_S16, "s16"}, {GXP_U8, "u8"},     {GXP_S8, "s8"},   {GXP_AGGREGATE, "aggregate"},
    {0, NULL}};

const gxp_name gxp_semantics[] = {
    {0, "none"},        {1, "attr"},      {2, "bcol"},      {3, "binormal"}, {4, "blendindices"},
    {5, "blendweight"}, {6, "color"},     {7, "diffuse"},   {8, "fogcoord"}, {9, "normal"},
    {10, "pointsize"},  {11, "position"}, {12, "specular"}, {13, "tangent"}, {14, "texcoord"},
    {15, "index"},      {16, "instance"}, {0, NULL}};

/* The containers below 14 are the uniform buffers. */
const gxp_name gxp_containers[] = {{GXP_DEFAULT_CONTAINER, "default"},
                                   {GXP_TEXTURE_CONTAINER, "texture"},
                                   {GXP_LITERAL_CONTAINER, "literal"},
                                   {17, "scratch"},
                                   {18, "thread"},
                                   {GXP_DATA_CONTAINER, "data"},
                                   {0, NULL}};

enum { NO_INPUT = 15 };
const gxp_name gxp_interpolated[] = {{0, "texcoord0"}, {1, "texcoord1"}, {2, "texcoord2"},   {3, "texcoord3"},
                                     {4, "texcoord4"}, {5, "texcoord5"}, {6, "texcoord6"},   {7, "texcoord7"},
                                     {8, "texcoord8"}, {9, "texcoord9"}, {10, "color0"},     {11, "color1"},
                                     {12, "fog"},      {13, "position"}, {NO_INPUT, "none"}, {0, NULL}};
const gxp_name gxp_coordinates[] = {{0, "texcoord0"}, {1, "texcoord1"}, {2, "texcoord2"},   {3, "texcoord3"},
                                    {4, "texcoord4"}, {5, "texcoord5"}, {6, "texcoord6"},   {7, "texcoord7"},
                                    {8, "texcoord8"}, {9, "texcoord9"}, {NO_INPUT, "none"}, {0, NULL}};
const gxp_name gxp_projections[] = {{0, "none"}, {1, "xy"}, {2, "w"}, {3, "z"}, {0, NULL}};
const gxp_name gxp_sample_formats[] = {{0, "native"}, {2, "half"}, {3, "float"}, {0, NULL}};

/* Bit numbers of GXP_OUTPUTS. */
const gxp_name gxp_output_names[] = {
    {0, "clip0"}, {1, "clip1"},      {2, "clip2"}, {3, "clip3"},   {4, "clip4"},   {5, "clip5"}, {6, "clip6"},
    {7, "clip7"}, {8, "point_size"}, {9, "fog"},   {10, "color1"}, {11, "color0"}, {0, NULL}};

const char *gxp_name_of(const gxp_name *names, uint32_t value) {
    for (; names->name; names++)
        if (names->value == value)
            return names->name;
    return NULL;
}

bool gxp_value_of(const gxp_name *names, const char *text, size_t size, uint32_t *value) {
    for (; names->name; names++)
        if (strlen(names->name) == size && memcmp(names->name, text, size) == 0) {
            *value = names->value;
            return true;
        }
    return false;
}

/* ---- types ------------------------------------------------------------------------------ */

void gxp_type_text(char text[32], uint32_t type, uint32_t components) {
    const char *name = gxp_name_of(gxp_types, type);
    char number[16];
    snprintf(number, sizeof number, "type%u", (unsigned)type);
    if (components == 1)
        snprintf(text, 32, "%s", name ? name : number);
    else
        snprintf(text, 32, "%sx%u", name ? name : number, (unsigned)components);
}

/* Up to 9 digits; the bytes used. */
static size_t read_digits(const char *text, size_t size, uint32_t *value) {
    size_t n = 0;
    *value = 0;
    while (n < size && n < 9 && text[n] >= '0' && text[n] <= '9')
        *value = *value * 10 + (uint32_t)(text[n++] - '0');
    return n;
}

/* The bytes of the name before "x4". */
static size_t read_type_name(const char *text, size_t size, uint32_t *type) {
    for (const gxp_name *n = gxp_types; n->name; n++) {
        size_t length = strlen(n->name);
        if (length <= size && memcmp(n->name, text, length) == 0 && (length == size || text[length] == 'x')) {
            *type = n->value;
            return length;
        }
    }
    size_t digits = size > 4 && memcmp(text, "type", 4) == 0 ? read_digits(text + 4, size - 4, type) : 0;
    return digits ? 4 + digits : 0;
}

size_t gxp_read_type(const char *text, size_t size, uint32_t *type, uint32_t *components) {
    size_t name = read_type_name(text, size, type), digits;
    *components = 1;
    if (!name || name == size || text[name] != 'x')
        return name;
    digits = read_digits(text + name + 1, size - name - 1, components);
    return digits ? name + 1 + digits : 0;
}

/* ---- rows ------------------------------------------------------------------------------- */

#define END                                                                                                  \
    { NULL, 0, 0, 0, 0, NULL, GXP_NUMBER, 0 }

/* attribute info: 15..12 what is interpolated, 23..22 components - 1, 29, 28 and 20 its format, 30
 * and 10 a sprite's coordinate, 4 centroid; 3..0 the coordinate of a sample that is taken before
 * the program begins, 9..8 how. */
enum {
    INPUT_INFO_REST = (int)0x8f2f08e0,
    INPUT_SIZE_REST = (int)0xffffff0f,
    INPUT_FORMAT_REST = (int)0xffffffcf
};
enum { PART_INPUT_VALUE, PART_INPUT_SAMPLE, PART_INPUT_COMPONENTS };
static const gxp_part input_parts[] = {
    {NULL, GXP_INPUT_INFO, 12, 4, 0, gxp_interpolated, GXP_NUMBER, 0},
    {"sample", GXP_INPUT_INFO, 0, 4, 0, gxp_coordinates, GXP_NUMBER, 0},
    {"components", GXP_INPUT_INFO, 22, 2, 1, NULL, GXP_NUMBER, 0},
    {"half", GXP_INPUT_INFO, 29, 1, 0, NULL, GXP_FLAG, 0},
    {"fixed", GXP_INPUT_INFO, 28, 1, 0, NULL, GXP_FLAG, 0},
    {"float", GXP_INPUT_INFO, 20, 1, 0, NULL, GXP_FLAG, 0},
    {"centroid", GXP_INPUT_INFO, 4, 1, 0, NULL, GXP_FLAG, 0},
    {"sprite", GXP_INPUT_INFO, 30, 1, 0, NULL, GXP_FLAG, 0},
    {"unit", GXP_INPUT_UNIT, 0, 32, 0, NULL, GXP_NUMBER, 0},
    {"project", GXP_INPUT_INFO, 8, 2, 0, gxp_projections, GXP_NUMBER, 0},
    {"sample_sprite", GXP_INPUT_INFO, 10, 1, 0, NULL, GXP_FLAG, 0},
    {"sample_format", GXP_INPUT_FORMAT, 4, 2, 0, gxp_sample_formats, GXP_NUMBER, 0},
    {"words", GXP_INPUT_SIZE, 4, 2, 1, NULL, GXP_NUMBER, 0},
    {"sample_words", GXP_INPUT_SIZE, 6, 2, 1, NULL, GXP_NUMBER, 0},
    {"info_bits", GXP_INPUT_INFO, 0, 32, 0, NULL, GXP_REST, (uint32_t)INPUT_INFO_REST},
    {"size_bits", GXP_INPUT_SIZE, 0, 32, 0, NULL, GXP_REST, (uint32_t)INPUT_SIZE_REST},
    {"format_bits", GXP_INPUT_FORMAT, 0, 32, 0, NULL, GXP_REST, (uint32_t)INPUT_FORMAT_REST},
    END};

static const gxp_part literal_parts[] = {
    {NULL, 0, 0, 32, 0, NULL, GXP_NUMBER, 0}, {NULL, 1, 0, 32, 0, NULL, GXP_REAL, 0}, END};

/* The texture unit, the word of its state, and where that is: an sa register from the container of
   data on. */
static const gxp_part sampler_parts[] = {{NULL, 0, 2, 14, 0, NULL, GXP_NUMBER, 0},
                                         {NULL, 0, 0, 2, 0, NULL, GXP_NUMBER, 0},
                                         {NULL, 1, 0, 16, 0, NULL, GXP_NUMBER, 0},
                                         END};

static const gxp_part container_parts[] = {
    {NULL, GXP_CONTAINER_INDEX, 0, 16, 0, gxp_containers, GXP_NUMBER, 0},
    {NULL, GXP_CONTAINER_BASE, 0, 16, 0, NULL, GXP_NUMBER, 0},
    {NULL, GXP_CONTAINER_SIZE, 0, 16, 0, NULL, GXP_NUMBER, 0},
    {"bits", GXP_CONTAINER_UNKNOWN, 0, 16, 0, NULL, GXP_HEX, 0},
    END};

static const gxp_part buffer_parts[] = {{NULL, 0, 0, 16, 0, gxp_containers, GXP_NUMBER, 0},
                                        {NULL, 1, 0, 16, 0, NULL, GXP_NUMBER, 0},
                                        {NULL, 2, 0, 32, 0, NULL, GXP_SIGNED, 0},
                                        END};

enum { PART_CATEGORY, PART_NAME, PART_TYPE, PART_RESOURCE, PART_CONTAINER, PART_SEMANTIC };
static const gxp_part parameter_parts[] = {
    {NULL, GXP_PARAMETER_KIND, 0, 4, 0, gxp_categories, GXP_NUMBER, 0},
    {NULL, GXP_PARAMETER_NAME, 0, 32, 0, NULL, GXP_TEXT, 0},
    {NULL, GXP_PARAMETER_KIND, 4, 4, 0, NULL, GXP_TYPE, 0},
    {NULL, GXP_PARAMETER_RESOURCE, 0, 32, 0, NULL, GXP_NUMBER, 0},
    {"container", GXP_PARAMETER_SHAPE, 4, 4, 0, gxp_containers, GXP_NUMBER, 0},
    {"semantic", GXP_PARAMETER_SEMANTIC, 0, 8, 0, gxp_semantics, GXP_NUMBER, 0},
    {"index", GXP_PARAMETER_SEMANTIC_INDEX, 0, 8, 0, NULL, GXP_NUMBER, 0},
    END};

_Static_assert(sizeof input_parts / sizeof *input_parts <= GXP_PARTS, "GXP_PARTS is large enough");

const gxp_part *gxp_part_at(gxp_block block, unsigned i) {
    const gxp_part *parts;
    switch (block) {
    case GXP_INPUTS: parts = input_parts; break;
    case GXP_LITERALS: parts = literal_parts; break;
    case GXP_SAMPLERS:
    case GXP_TEXTURE_BUFFERS: parts = sampler_parts; break;
    case GXP_CONTAINERS: parts = container_parts; break;
    case GXP_BUFFERS: parts = buffer_parts; break;
    case GXP_PARAMETERS: parts = parameter_parts; break;
    default: return NULL;
    }
    return parts[i].width ? &parts[i] : NULL;
}

static uint32_t mask_of(const gxp_part *p) {
    uint32_t ones = p->width == 32 ? UINT32_MAX : (UINT32_C(1) << p->width) - 1;
    return p->form == GXP_REST ? p->mask : ones << p->shift;
}

uint32_t gxp_part_get(const gxp_part *p, const gxp_row *row) {
    return ((row->v[p->column] & mask_of(p)) >> p->shift) + p->bias;
}

void gxp_part_set(const gxp_part *p, gxp_row *row, uint32_t value) {
    uint32_t mask = mask_of(p);
    row->v[p->column] = (row->v[p->column] & ~mask) | ((value - p->bias) << p->shift & mask);
}

/* ---- what rows are by default -------------------------------------------------- */

static uint32_t usual_of_input(const gxp_row *row, const gxp_part *p, unsigned part) {
    enum { HALF = 1 << 29, FLOAT = 1 << 20, COLOR0 = 10, COLOR1 = 11, SAMPLE_HALF = 2, SAMPLE_FLOAT = 3 };
    uint32_t info = row->v[GXP_INPUT_INFO], value = info >> 12 & 15, components = (info >> 22 & 3) + 1;
    bool sampled = (info & 15) != NO_INPUT;
    if (part == PART_INPUT_SAMPLE)
        return NO_INPUT;
    if (part == PART_INPUT_COMPONENTS)
        return value == NO_INPUT ? 1 : 4;
    if (!strcmp(p->key, "project"))
        return sampled;
    if (!strcmp(p->key, "words")) {
        if (value == NO_INPUT || ((value == COLOR0 || value == COLOR1) && !(info & (FLOAT | HALF))))
            return 1;
        return info & HALF ? (components + 1) / 2 : components;
    }
    if (!strcmp(p->key, "sample_words")) {
        uint32_t format = row->v[GXP_INPUT_FORMAT] >> 4 & 3;
        return !sampled ? 1 : format == SAMPLE_FLOAT ? 4 : format == SAMPLE_HALF ? 2 : 1;
    }
    /* What the files of the SDK's compiler have: bits 27 to 25 with a value, bit 11 with a
       sample. */
    if (!strcmp(p->key, "info_bits"))
        return (value == NO_INPUT ? 0 : 0x0e000000) | (sampled ? 0x800 : 0);
    return p->bias;
}

/* After the last register that a row names, or `most`. */
static uint64_t end_of_rows(const gxp *g, gxp_block block, unsigned column, uint64_t most) {
    const gxp_table *t = &g->tables[block];
    for (size_t i = 0; i < t->count; i++)
        if (t->rows[i].v[column] + UINT64_C(1) > most)
            most = t->rows[i].v[column] + UINT64_C(1);
    return most;
}

/* A container begins at an even register after the one before it: samples can name a state nowhere
 * else. It holds what counts from its beginning. */
static uint32_t usual_of_container(const gxp *g, size_t index, const gxp_row *row, const gxp_part *p) {
    const gxp_row *before = index ? &g->tables[GXP_CONTAINERS].rows[index - 1] : NULL;
    uint64_t most = 0;
    if (p->column == GXP_CONTAINER_BASE)
        return before ? (before->v[GXP_CONTAINER_BASE] + before->v[GXP_CONTAINER_SIZE] + 1) & 0xfffe : 0;
    if (p->column != GXP_CONTAINER_SIZE)
        return 0;
    uint32_t container = row->v[GXP_CONTAINER_INDEX];
    most = gxp_uniform_words(g, container);
    /* Literals are counted from the container of data on where they have none of their own. */
    bool has_literals = container == GXP_LITERAL_CONTAINER ||
                        (container == GXP_DATA_CONTAINER && !gxp_container(g, GXP_LITERAL_CONTAINER));
    if (has_literals)
        most = end_of_rows(g, GXP_LITERALS, 0, most);
    if (container == GXP_DATA_CONTAINER) {
        most = end_of_rows(g, GXP_BUFFERS, 1, most);
        most = end_of_rows(g, GXP_SAMPLERS, 1, most);
        most = end_of_rows(g, GXP_TEXTURE_BUFFERS, 1, most);
    }
    return most > 0xffff ? 0xffff : (uint32_t)most;
}

uint32_t gxp_part_usual(const gxp *g, gxp_block block, size_t index, const gxp_row *row, unsigned part) {
    const gxp_part *p = gxp_part_at(block, part);
    if (block == GXP_INPUTS && p->key)
        return usual_of_input(row, p, part);
    if (block == GXP_CONTAINERS)
        return usual_of_container(g, index, row, p);
    if (block == GXP_PARAMETERS && part == PART_CONTAINER)
        return (row->v[GXP_PARAMETER_KIND] & 15) == GXP_UNIFORM ? GXP_DEFAULT_CONTAINER : 0;
    if (block == GXP_PARAMETERS && part == PART_SEMANTIC) /* compilers write 1, now and then 2 */
        return (row->v[GXP_PARAMETER_KIND] & 15) == GXP_SAMPLER;
    return 0;
}
