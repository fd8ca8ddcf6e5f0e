/* SPDX-License-Identifier: MIT */
/* A shader file of the PS Vita (.gxp) in memory: two programs, and all that is said about them.
 *
 *   header        numbers (gxp_field), counts, and where each block stands
 *   varyings      what a vertex program takes and gives; what a fragment program takes and gives
 *   tables        rows of numbers (gxp_block): parameters, containers, literals, ...
 *   code          the primary program, and the secondary one, which runs once per draw
 *
 * Numbers and places that nobody gives are computed from the rest in one fixed order
 * (gxp_complete). The reader compares what a file says with what would be computed, so that only
 * what is unusual is `given`. */
#ifndef GISA_GXP_H
#define GISA_GXP_H

#include "object.h"

/* ---- numbers ---------------------------------------------------------------------------- */

/* Each is computed from the tables and from numbers that stand before it here. */
typedef enum gxp_field {
    GXP_MAJOR,
    GXP_MINOR,
    GXP_FLAGS,
    GXP_VERTEX_INDEX, /* of vertex programs */
    GXP_INSTANCE_INDEX,
    GXP_RESULT_REGISTER, /* of fragment programs */
    GXP_RESULT_TYPE,
    GXP_RESULT_COMPONENTS,
    GXP_SDK,
    GXP_BINARY_ID,
    GXP_SOURCE_ID,
    GXP_BUFFER_ACCESS,
    GXP_TEXTURE_ACCESS,
    GXP_PA,
    GXP_SA,
    GXP_TEMPORARIES,
    GXP_SAMPLE_TEMPORARIES,
    GXP_PHASES,
    GXP_SECONDARY_COUNT,
    GXP_SCRATCH,
    GXP_THREAD,
    GXP_LITERAL_WORDS,
    GXP_DATA_WORDS,
    GXP_TEXTURE_WORDS,
    GXP_DEFAULT_UNIFORM_WORDS,
    GXP_COMPILER,
    GXP_QUERY_INFO,
    /* vertex programs */
    GXP_ATTRIBUTE_REGISTERS,
    GXP_UNTYPED_REGISTERS,
    GXP_OUTPUTS,
    GXP_TEXCOORDS,
    GXP_TEXCOORD_BITS,
    GXP_HALVES,
    GXP_HALF_BITS,
    GXP_OUTPUT_BITS,
    GXP_OUTPUT_WORDS,
    /* fragment programs */
    GXP_FRAGMENT_BITS,
    GXP_RESULT_BITS,
    GXP_SAMPLED_INPUTS,
    GXP_FIELDS
} gxp_field;

typedef struct gxp_field_info {
    const char *directive; /* ".sdk"; NULL = a directive of its own says it */
    const char *note;      /* for a comment; NULL = none */
    enum { GXP_IN_HEADER, GXP_IN_VERTEX, GXP_IN_FRAGMENT } where;
    uint8_t offset, size; /* of the number that holds it, in bytes */
    uint8_t shift, width; /* of its bits in there */
    bool hex;
} gxp_field_info;

extern const gxp_field_info gxp_fields[GXP_FIELDS];

/* Bits of GXP_FLAGS that more than names depend on. */
enum {
    GXP_FLAG_FRAGMENT = 1,
    GXP_FLAG_DISCARD = 1 << 3,
    GXP_FLAG_DEPTH = 1 << 4,
    GXP_FLAGS_NATIVE_COLOR = 1 << 6 | 1 << 8 | 1 << 9, /* the result is in o registers */
    GXP_FLAG_OUTPUT_UNDEFINED = 1 << 16,
    GXP_FLAG_VERTEX_INDEX = 1 << 17,
    GXP_FLAG_INSTANCE_INDEX = 1 << 18
};
/* Outputs of vertex programs: bits of GXP_OUTPUTS, and after them the texture coordinates. */
enum {
    GXP_CLIP0,
    GXP_CLIP_COUNT = 8,
    GXP_POINT_SIZE = 8,
    GXP_FOG,
    GXP_COLOR1,
    GXP_COLOR0,
    GXP_TEXCOORD0,
    GXP_TEXCOORD_COUNT = 10
};

/* ---- tables ----------------------------------------------------------------------------- */

/* In the order in which they stand in a file. */
typedef enum gxp_block {
    GXP_VARYINGS,
    GXP_INPUTS,
    GXP_SECONDARY,
    GXP_PRIMARY,
    GXP_LITERALS,
    GXP_LITERAL_DATA,
    GXP_SAMPLERS,
    GXP_TEXTURE_BUFFERS,
    GXP_CONTAINERS,
    GXP_BUFFERS,
    GXP_PARAMETERS,
    GXP_BLOCKS
} gxp_block;

enum { GXP_COLUMNS = 7 };

typedef struct gxp_block_info {
    const char *name;      /* in .place */
    const char *directive; /* of a row; NULL = it has no rows */
    uint8_t place_at;      /* in the header: the distance to it. In the varyings block for GXP_INPUTS */
    uint8_t count_at;      /* in the header; 0 = none */
    uint8_t align;
    uint8_t row_size;            /* in bytes; 0 = it has no rows */
    uint8_t widths[GXP_COLUMNS]; /* of the columns, in bytes */
} gxp_block_info;

extern const gxp_block_info gxp_blocks[GXP_BLOCKS];

/* Columns, for code that computes with them. */
enum { GXP_CONTAINER_INDEX, GXP_CONTAINER_UNKNOWN, GXP_CONTAINER_BASE, GXP_CONTAINER_SIZE };
enum { GXP_INPUT_INFO, GXP_INPUT_UNIT, GXP_INPUT_SIZE, GXP_INPUT_FORMAT };
enum {
    GXP_PARAMETER_NAME,  /* the distance to it; written from name_place */
    GXP_PARAMETER_KIND,  /* category in the low 4 bits, type in the high ones */
    GXP_PARAMETER_SHAPE, /* components in the low 4 bits, container in the high ones */
    GXP_PARAMETER_SEMANTIC,
    GXP_PARAMETER_SEMANTIC_INDEX,
    GXP_PARAMETER_ARRAY,
    GXP_PARAMETER_RESOURCE
};
enum { GXP_ATTRIBUTE, GXP_UNIFORM, GXP_SAMPLER, GXP_AUXILIARY, GXP_UNIFORM_BUFFER };
enum { GXP_F32, GXP_F16, GXP_FX10, GXP_U32, GXP_S32, GXP_U16, GXP_S16, GXP_U8, GXP_S8, GXP_AGGREGATE };
enum { GXP_DEFAULT_CONTAINER = 14, GXP_TEXTURE_CONTAINER, GXP_LITERAL_CONTAINER, GXP_DATA_CONTAINER = 19 };

typedef struct gxp_row {
    uint32_t v[GXP_COLUMNS];
    uint32_t given; /* bit i: gxp_part_at(block, i) was said; the others are computed */
    char *name;     /* of a parameter */
    uint32_t name_place;
    bool name_placed; /* otherwise it follows the name of the parameter before */
} gxp_row;

typedef struct gxp_table {
    gxp_row *rows;
    size_t count, room;
} gxp_table;

/* Bytes that belong to nothing that is known. */
typedef struct gxp_patch {
    uint32_t at, size;
    size_t from; /* in gxp.patched */
} gxp_patch;

/* Registers that the programs reach, from the first one of a bank on; phases; what they do to
   fragments; clip planes, a bit each. */
typedef struct gxp_usage {
    uint32_t temporaries, pa, sa, o, phases, clips;
    uint32_t computed_sa; /* the secondary program's part of sa */
    bool begins_with_phase, discards, deepens;
} gxp_usage;

typedef struct gxp gxp;

/* Says what the programs use; false: out of memory. */
typedef bool gxp_counter(const gxp *g, gxp_usage *used);

struct gxp {
    bool fragment;
    uint64_t value[GXP_FIELDS];
    bool given[GXP_FIELDS];
    gxp_table tables[GXP_BLOCKS];
    bytes primary, secondary;
    gxp_counter *count;         /* NULL: what the programs use is not counted, and all numbers are 0 */
    gxp_usage used;             /* by both programs, once numbers have been computed */
    bool used_known, no_memory; /* what they use could not be counted */
    uint32_t place[GXP_BLOCKS]; /* from the beginning of the file; of an empty block any number */
    bool placed[GXP_BLOCKS];
    uint32_t size; /* that the header states: without padding after the last block */
    bool size_given;
    uint64_t length; /* of the file */
    bool length_given;
    gxp_patch *patches;
    size_t patch_count, patch_room;
    bytes patched;
};

enum { GXP_MOST_ROWS = 1 << 20 }; /* that a source may make */
/* No shader is nearly as large; what lies can ask for gigabytes. */
enum { GXP_LARGEST = 16 << 20 };

void gxp_init(gxp *g, gxp_counter *count);
void gxp_free(gxp *g);
/* A new row of zeros, or NULL when out of memory. */
gxp_row *gxp_add(gxp *g, gxp_block block);
bool gxp_name_row(gxp_row *row, const char *text, size_t size); /* false: out of memory */
bool gxp_add_patch(gxp *g, uint32_t at, const void *data, uint32_t size);

/* ---- gxp_read.c, gxp_write.c ------------------------------------------------------------ */

/* Any bytes; bounded by the file's own size. What was read gives the same bytes when it is
   written. */
gisa_status gxp_read(gxp *g, gxp_counter *count, const void *file, size_t size, object_fault *fault);
/* Completes `g` and appends the file; no more than `limit` bytes. */
gisa_status gxp_write(gxp *g, bytes *out, uint64_t limit, object_fault *fault);

/* ---- gxp_complete.c --------------------------------------------------------------------- */

/* Computes what is not given, and where blocks stand that are not placed. */
void gxp_complete(gxp *g);
/* Forgets what is given, but would be computed so. */
void gxp_forget_usual(gxp *g);
bool gxp_has_field(const gxp *g, gxp_field f);
uint32_t gxp_header_size(const gxp *g);
uint64_t gxp_block_size(const gxp *g, gxp_block b);
/* Words of 32 bits that a uniform takes, or registers that an attribute takes. */
uint64_t gxp_parameter_words(const gxp_row *row);
/* The end of the last parameter of that category in that container, in words. */
uint64_t gxp_end_of_parameters(const gxp *g, uint32_t category, uint32_t container);
/* Words of the uniforms in a container; of the default one pairs, as compilers have it, unless it
   lies in memory alone. */
uint64_t gxp_uniform_words(const gxp *g, uint32_t container);
/* The container of that index, or NULL. */
const gxp_row *gxp_container(const gxp *g, uint32_t index);
/* Does the program ask for the number of the vertex, or of the instance? They are in the registers
   of these fields. */
bool gxp_asks_for(const gxp *g, gxp_field index);
/* Registers that the result of a fragment program takes. */
uint64_t gxp_result_words(const gxp *g);
/* After the last sa register that a container holds. */
uint64_t gxp_declared_sa(const gxp *g);
/* The first o register of an output, and how many it takes. */
uint32_t gxp_output_place(const gxp *g, unsigned output, uint32_t *count);
/* The pa registers that an input takes: the interpolated value's, then the sample's. */
void gxp_input_words(const gxp_row *row, unsigned *value, unsigned *sample);

/* ---- gxp_names.c ------------------------------------------------------------------------ */

typedef struct gxp_name {
    uint32_t value;
    const char *name;
} gxp_name;

/* Lists end with a NULL name. */
extern const gxp_name gxp_flag_names[], gxp_buffer_access_names[], gxp_texture_access_names[],
    gxp_categories[], gxp_types[], gxp_semantics[], gxp_containers[], gxp_interpolated[], gxp_coordinates[],
    gxp_projections[], gxp_sample_formats[], gxp_output_names[];

const char *gxp_name_of(const gxp_name *names, uint32_t value); /* NULL = it has none */
bool gxp_value_of(const gxp_name *names, const char *text, size_t size, uint32_t *value);
/* "f32x4", "type11x0" */
void gxp_type_text(char text[32], uint32_t type, uint32_t components);
/* The bytes used; 0 = it is no type. */
size_t gxp_read_type(const char *text, size_t size, uint32_t *type, uint32_t *components);

/* One part of a row as it stands in the text. In order: those without a key, which are always
 * written; then those with one, written where they are not what gxp_part_usual says. */
typedef struct gxp_part {
    const char *key;
    uint8_t column, shift, width;
    uint8_t bias; /* the text has so much more */
    const gxp_name *names;
    enum { GXP_NUMBER, GXP_HEX, GXP_SIGNED, GXP_FLAG, GXP_REAL, GXP_REST, GXP_TYPE, GXP_TEXT } form;
    uint32_t mask; /* GXP_REST: bits of the column whose meaning is unknown */
} gxp_part;

enum { GXP_PARTS = 20 }; /* a block has fewer */

/* Part i of the rows of a block; NULL after the last. */
const gxp_part *gxp_part_at(gxp_block block, unsigned i);
uint32_t gxp_part_get(const gxp_part *p, const gxp_row *row);
void gxp_part_set(const gxp_part *p, gxp_row *row, uint32_t value);
/* What the part of row `index` is by default; parts before it are known. */
uint32_t gxp_part_usual(const gxp *g, gxp_block block, size_t index, const gxp_row *row, unsigned part);

/* The architecture that runs these files: the one whose spec has the fact `gxp`; NULL = it is not
   built in. */
const gisa_isa *gxp_isa(void);

#endif
