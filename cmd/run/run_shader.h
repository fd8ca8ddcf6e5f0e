/* SPDX-License-Identifier: MIT */
/* gisa run on shaders: what its parts share. */
#ifndef GISA_CMD_RUN_SHADER_H
#define GISA_CMD_RUN_SHADER_H

#include "gisa_shade.h"
#include "run.h"
#include "run_memory.h"

enum {
    SHADER_MOST = 256 /* options of a kind */,
    SHADER_CORNERS = 4,
    SHADER_VALUES = 64,
    SHADER_BLOCKS = 64
};

/* Values outside the banks that are named like registers: a predicate, the depth of a fragment. */
enum { SHADER_PREDICATE = 0, SHADER_DEPTH = 0x100 };

/* run_shader_values.c: registers by name: r0 o4 pa1 sa12 i0.x index1 p0 */
typedef struct register_name {
    unsigned bank; /* gisa_kind, SHADER_PREDICATE or SHADER_DEPTH */
    unsigned reg;  /* of internal registers: a channel of one */
} register_name;

/* All of them, in the order in which they are shown. */
typedef struct register_set {
    unsigned bank, first, count;
} register_set;
enum { REGISTER_SETS = 8 };
extern const register_set register_sets[REGISTER_SETS];

/* The letters before the number. */
const char *register_letters(unsigned bank);
/* Of channels 0 to 3. */
extern const char shader_channels[4 + 1];

/* Reads the name at `text`; returns the bytes used, 0 = it is none. */
size_t register_read(const char *text, register_name *name);
void register_text(register_name name, char text[16]);

/* Reads ":f16" at `text`: a type of at most 32 bits; *type stays where there is none. Returns the
   bytes used; SIZE_MAX: it is not such a type. */
struct numeral_type;
size_t register_type(const char *text, const struct numeral_type **type);

/* REGISTER=VALUE,VALUE,...: that register and those after it; r0-3=VALUE: each of them; with a type
   after the registers, r0-3:f16=VALUE. */
typedef struct setting {
    register_name first;
    unsigned count;
    uint32_t value[SHADER_VALUES];
} setting;

/* False: has said what is wrong with it. */
bool setting_read(const char *text, setting *s);
void setting_apply(const setting *s, gisa_shade_batch *batch, unsigned lane);
/* A file of settings: a line for each instance. */
typedef struct settings_file {
    setting *at;
    unsigned *line; /* instance i has settings line[i] .. line[i + 1] */
    unsigned count, lines;
} settings_file;

bool settings_read(const char *path, settings_file *f);
void settings_free(settings_file *f);

/* run_shader_data.c: numbers for a parameter: NAME=FILE.csv, a line for each instance;
 * NAME=v,v,v,v; NAME=v,v/v,v/v,v, the values at three or four corners of a picture. */
typedef struct parameter_data {
    char name[128];
    double *value;
    unsigned rows, columns, last; /* of values; how many the last row has */
    bool each;                    /* instances have values of their own, a row each */
    bool corners;
} parameter_data;

bool data_read(const char *text, bool each, parameter_data *d);
/* The values of an instance, or at a place (0 to 1) of the picture. */
void data_at(const parameter_data *d, uint64_t instance, float x, float y, double value[SHADER_VALUES]);
/* Value i of all, row by row, and how many there are. */
double data_value(const parameter_data *d, unsigned i);
unsigned data_count(const parameter_data *d);

/* Whether numbers of a type ("f32x4") can be put into words. */
bool data_known(const char *type);
/* Numbers in a format, into words: value i of `count`. Returns how many words they take. */
unsigned data_pack(const char *type, const double *value, unsigned count, uint32_t *words, unsigned room);
/* And back: value i. */
double data_unpack(const char *type, const uint32_t *words, unsigned i);
unsigned data_components(const char *type);

/* run_shader_image.c: pictures of four floats a pixel. PNG where gisa was built with libpng, PPM
   and PAM. */
typedef struct image {
    float *pixels;
    uint32_t width, height;
} image;

bool picture_read(const char *path, image *to);
/* Returns the exit status. */
int picture_write(const char *path, const image *from);
/* What gisa can always write: "png" where it was built with libpng. */
const char *picture_extension(void);
/* A component as it is in a file. */
unsigned char picture_byte(float component);

/* run_shader_code.c: the code of a file that is no .gxp: raw, words as text, or assembler
   source. */
typedef enum code_kind { CODE_AUTO, CODE_IN_RAW, CODE_IN_HEX, CODE_IN_ASM, CODE_IN_GXP } code_kind;

/* Which of RAW, HEX and ASM it is, by what it looks like. */
code_kind shader_code_kind(const void *data, size_t size);

typedef struct code_source {
    const gisa_isa *isa;
    const char *path; /* for messages */
    code_kind kind;
    gisa_syntax syntax;
    /* Called with the place of each line of assembler source; may be NULL. */
    void (*placed)(void *ctx, const gisa_placed *place);
    void *ctx;
} code_source;
/* The caller frees the code; false: has said what is wrong. */
bool shader_code(const code_source *source, const void *data, size_t size, void **code, size_t *code_size);

/* Words in hexadecimal, with comments. Words of up to 8 digits are halves, the low one first;
   longer ones are whole instructions. False: something is not a word. */
bool code_words(const char *text, size_t size, unsigned char **code, size_t *code_size);

/* run_shader_uniforms.c: a uniform buffer, as it lies in memory. */
enum { SHADER_BUFFERS = 15 };
typedef struct uniform_buffer {
    unsigned char *memory;
    uint32_t size; /* in bytes */
} uniform_buffer;

/* All that the command line asks for of a program. */
typedef struct shader_run {
    const char *file, *picture, *csv, *raw;
    const gisa_isa *isa;
    gisa_shade *machine;
    gisa_gxp *shader; /* NULL: raw words */
    gisa_gxp_info info;
    setting set[SHADER_MOST];
    unsigned set_count;
    const char *dump[SHADER_MOST];
    unsigned dump_count;
    wave_block block[SHADER_BLOCKS];
    const char *dump_memory[SHADER_BLOCKS];
    unsigned block_count, dump_memory_count;
    settings_file settings;
    parameter_data attribute[SHADER_MOST], uniform[SHADER_MOST];
    unsigned attribute_count, uniform_count;
    const char *buffer_file[SHADER_MOST]; /* WHICH=FILE */
    unsigned buffer_file_count;
    uniform_buffer buffer[SHADER_BUFFERS];
    bool from_file[SHADER_BUFFERS]; /* --uniform-buffer filled it */
    image texture[16];
    bool has_texture[16], smooth;
    uint8_t wrap;
    uint32_t width, height; /* of the picture; 0 = none is asked for */
    uint64_t instances;
    gisa_shade_draw draw;
    bool stats, report, trace, quiet, help;
    code_kind kind;
    run_models models;
    struct shader_run *pixel; /* a fragment program after a vertex program; NULL: none */
    const char *indices;
    int primitive, cull;
    bool depth, up, clockwise, from_minus_one;
    /* What instances have left: `words` of each, in the order of run_shader_output.c. */
    uint32_t *kept;
    unsigned words;
    image drawn;              /* by a pair of programs */
    gisa_shade_result result; /* of the last draw */
    void *code;               /* of a file that is no .gxp */
    size_t code_size;
    /* For code_source. */
    void (*placed)(void *ctx, const gisa_placed *place);
    void *placed_ctx;
} shader_run;

/* run_shader.c: which of the two commands the words are for; its options go one by one to
   shader_take, then shader_check says whether they can be together. False: has said what is
   wrong. */
const command_info *shader_command_of(int argc, char **argv);
extern const command_info *shader_command; /* for messages */
bool shader_take(void *run, char id, const char *value);
bool shader_check(shader_run *s);
/* Reads the files, and makes the machines; likewise. shader_close is due in either case; `pixel`
   is the caller's, and has one of its own. */
bool shader_open(shader_run *s);
void shader_close(shader_run *s);
/* Runs it, again each time; result says how that ended, unless something else is wrong, which has
   been said then: not GISA_OK. */
gisa_status shader_draw(shader_run *s);
/* Writes and prints what has come of it; returns the exit status. */
int shader_put(shader_run *s);

/* run_shader_output.c */
bool outcome_open(shader_run *s); /* what is to be kept; false: has said what is wrong */
void outcome_keep(shader_run *s, gisa_shade_batch *batch, uint64_t first, unsigned count);
int outcome_finish(shader_run *s);

/* run_shader_uniforms.c */
bool uniforms_open(shader_run *s); /* false: has said what is wrong */
void uniforms_free(shader_run *s);

/* run_shader_input.c */
bool input_open(shader_run *s); /* names, sizes, uniforms, textures; false: has said what is wrong */
void input_begin(const shader_run *s, gisa_shade_batch *batch, uint64_t first, unsigned count);
/* The place of an instance in the picture, whose quads stand row by row. */
void picture_place(const shader_run *s, uint64_t instance, uint32_t *x, uint32_t *y);

/* run_shader_mesh.c: vertices into a picture, s->drawn, when all is open; as shader_draw. */
gisa_status mesh_draw(shader_run *s);
/* For observers: gisa_shade_draw.observed_as and .observed_code of the fragment program. */
enum { MESH_FRAGMENT = 1, MESH_FRAGMENT_CODE = 1 << 24 /* its address */ };

/* run_shader_names.c */
bool shader_says(const char *what, const char *which); /* false */
bool shader_find(const shader_run *s, const char *category, const char *name, gisa_gxp_parameter *p);
/* Says that there is no such parameter, and which there are; false. */
bool shader_has_none(const shader_run *s, const char *what, const char *category, const char *name);

#endif
