/* SPDX-License-Identifier: MIT */
/* gisa run on shaders of the PS Vita: .gxp files, or words with --arch sgx543. */
#include "run_shader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"
#include "complete.h"
#include "options.h"
#include "run.h"
#include "run_triangles.h"

static int run_shader(int argc, char **argv);

static const char *const kinds[] = {"auto", "raw", "hex", "asm", "gxp", NULL};
static const char *const filters[] = {"point", "linear", NULL};
static const char *const wraps[] = {"repeat", "clamp", "mirror", NULL};

static void offer_kinds(void) {
    complete_names(kinds);
}

static void offer_filters(void) {
    complete_names(filters);
}

static void offer_wraps(void) {
    complete_names(wraps);
}

static const char *const mesh_primitives[] = {"triangles", "strip", "fan", NULL};

static void offer_primitives(void) {
    complete_names(mesh_primitives);
}

static void offer_culls(void) {
    complete_names(cull_names);
}

/* What both helps have. */
#define INPUT_OPTIONS                                                                                        \
    {"instances", 'n',  true,                                                                                \
     "N",         NULL, "vertices or fragments (as many as the files have lines, otherwise 1)"},             \
        {"vertices", 'V',  false,                                                                            \
         "N",        NULL, "N vertices make one instance; attributes begin again with each (1)"},            \
        {"first-vertex", 'v', false, "N", NULL, "the number of the first vertex (0)"}, {                     \
        "first-instance", 'i', false, "N", NULL, "the number of the first instance (0)"                      \
    }
#define TEXTURE_OPTIONS                                                                                      \
    {"texture", 'T', false, "N=FILE", complete_files, "a picture for texture unit N: PPM, PAM, PNG"},        \
        {"filter", 'F', false, "KIND", offer_filters, "how textures are sampled: point, linear (point)"}, {  \
        "wrap", 'W', false, "KIND", offer_wraps, "repeat, clamp, mirror (repeat)"                            \
    }
#define RUN_OPTIONS                                                                                          \
    {"model",         'M',                                                                                   \
     false,           "NAME=OPTION",                                                                         \
     complete_models, "choose an option where the behaviour is not settled: gisa list --models"},            \
        {"jobs", 'j', true, "N", NULL, "threads (as many as there are processors)"},                         \
        {"max-insns", 'm', false, "N", NULL, "stop after N instructions of a batch of instances"},           \
        {"stats", 'c', false, NULL, NULL, "count instructions by class"},                                    \
        {"report", 'r',  false,                                                                              \
         NULL,     NULL, "instructions executed, how often, how certain, and which models mattered"},        \
        {"trace", 't',  false,                                                                               \
         NULL,    NULL, "write each instruction of each batch, and its result, to standard error"},          \
        {"quiet", 'q', true, NULL, NULL, "do not print the outputs"},                                        \
        {"help", 'h', true, NULL, NULL, "show this text"}, {                                                 \
        NULL, 0, false, NULL, NULL, NULL                                                                     \
    }

/* In the order of the help. */
static const option options[] = {
    {"arch", 'a', true, "ARCH", complete_architectures, "sgx543: FILE is code alone"},
    {"format", 'f', true, "FORMAT", offer_kinds, "auto, gxp, raw, hex, asm"},
    INPUT_OPTIONS,
    {"attr", 'A', false, "NAME=WHAT", complete_files,
     "FILE.csv, a line per instance; v,v for all; v,v/v,v/v,v[/v,v] at corners"},
    {"uniform", 'U', false, "NAME=v,..", complete_files, "a uniform, also FILE.csv"},
    {"uniform-buffer", 'B', false, "NAME=FILE", complete_files,
     "a uniform buffer byte by byte: its name, its number, or default"},
    TEXTURE_OPTIONS,
    {"size", 'S', false, "WxH", NULL, "run a fragment program for each pixel of a picture"},
    {"image", 'I', false, "FILE", complete_files, "write that picture: PNG, PPM, PAM"},
    {"csv", 'C', false, "FILE", complete_files, "write the outputs as CSV ('-' is standard output)"},
    {"raw", 'R', false, "FILE", complete_files, "write the outputs as they stand in registers"},
    {"set", 's', false, "REG=v,v,..", NULL,
     "registers before the run: 0x3f800000 are bits, 1.5 a float, 5 an integer"},
    {"settings", 'L', false, "FILE", complete_files, "a line of such settings for each instance"},
    {"dump", 'd', false, "REGS", NULL, "registers after the run: o, r0-7, pa4:f16, i0.x, p0, index1, depth"},
    {"mem", 'b', false, "ADDR=FILE", NULL, "memory at an address, with a file in it; ADDR,SIZE: with zeros"},
    {"dump-mem", 'N', false, "A,SIZE=FILE", NULL, "write such memory to a file after the run"},
    RUN_OPTIONS};

static const option mesh_options[] = {
    {"fragment", 'P', false, "FILE.gxp", complete_files, "the fragment program that draws the triangles"},
    INPUT_OPTIONS,
    {"attr", 'A', false, "NAME=WHAT", complete_files,
     "an attribute of vertices: FILE.csv, a line for each; v,v,v for all"},
    {"uniform", 'U', false, "NAME=v,..", complete_files, "a uniform of the vertex program, also FILE.csv"},
    {"uniform-buffer", 'B', false, "NAME=FILE", complete_files, "a uniform buffer of it, byte by byte"},
    {"fragment-uniform", 'x', false, "NAME=v,..", complete_files, "a uniform of the fragment program"},
    {"fragment-buffer", 'D', false, "NAME=FILE", complete_files, "a uniform buffer of it"},
    {"fragment-texture", 'y', false, "N=FILE", complete_files, "a picture for its texture unit N"},
    TEXTURE_OPTIONS,
    {"indices", 'X', false, "FILE", complete_files, "the numbers of vertices, 32 bits each"},
    {"primitive", 'p', false, "KIND", offer_primitives, "triangles, strip, fan (triangles)"},
    {"size", 'S', false, "WxH", NULL, "of the picture"},
    {"image", 'I', false, "FILE", complete_files, "write it: PNG, PPM, PAM (otherwise pixels are printed)"},
    {"depth", 'z', false, NULL, NULL, "with a depth test: what is nearer stays"},
    {"depth-from", 'Z', false, "FROM", NULL, "depths of clip space begin at 0 or at minus w: 0, -1 (0)"},
    {"up", 'u', false, NULL, NULL, "y points up in clip space"},
    {"clockwise", 'w', false, NULL, NULL, "clockwise triangles show their front"},
    {"cull", 'k', false, "WHICH", offer_culls,
     "leave out triangles that show this side: none, back, front (none)"},
    RUN_OPTIONS};

const command_info run_mesh_command = {
    .name = "run",
    .what = NULL,
    .usage = "usage: gisa run VERTEX.gxp --fragment FRAGMENT.gxp --size WxH [OPTIONS]\n",
    .text =
        "Examples:\n"
        "  gisa run mesh.gxp --fragment lit.gxp --attr position=mesh.csv --depth --size 320x240 --image c.png\n"
        "  gisa run quad.gxp --fragment wall.gxp --fragment-texture 0=a.png --primitive strip --size 64x64\n"
        "\n"
        "Draws with a pair of shaders of the PS Vita: a vertex program and a fragment program.\n",
    .options = mesh_options,
    .offer = complete_files,
    .other = &run_stage_command,
    .run = run_shader};

const command_info run_shader_command = {
    .name = "run",
    .what = NULL,
    .usage = "usage: gisa run FILE.gxp [--attr NAME=...] [--uniform NAME=...] [OPTIONS]\n"
             "       gisa run -a sgx543 FILE [--set REGISTER=...] [--dump REGISTERS] [OPTIONS]\n",
    .text =
        "Examples:\n"
        "  gisa run lit.frag.gxp --attr texcoord0=0,0/1,0/0,1 --texture 0=a.png --size 320x240 --image b.png\n"
        "  gisa run -a sgx543 mov.s --set pa0.x=1.5 --dump o\n"
        "\n"
        "Executes a shader of the PS Vita: a .gxp file, or code alone: raw, words as text, assembler source.\n",
    .options = options,
    .offer = complete_files,
    .other = &run_mesh_command,
    .run = run_shader};

/* --fragment, of any length. */
static bool is_mesh(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--fragment", 10) == 0)
            return true;
    return false;
}

const command_info *shader_command = &run_shader_command;

static bool wrong(const char *what, const char *which) {
    return options_wrong(shader_command, what, which);
}

/* ---- the command line ---- */

/* From 0 to 2^32 - 1. */
static bool read_first(const char *text, uint32_t *value) {
    uint64_t number = 0;
    bool fine = strcmp(text, "0") == 0 || options_number(text, UINT32_MAX, &number);
    *value = (uint32_t)number;
    return fine;
}

/* A length in pixels that `end` follows; NULL: there is none. */
static const char *read_length(const char *text, char end, unsigned *value) {
    enum { MOST = 1 << 14 };
    *value = 0;
    for (; *text >= '0' && *text <= '9' && *value <= MOST; text++)
        *value = *value * 10 + (unsigned)(*text - '0');
    return *text == end && *value && *value <= MOST ? text + 1 : NULL;
}

static bool read_size(shader_run *s, const char *text) {
    const char *height = read_length(text, 'x', &s->width);
    return (height && read_length(height, 0, &s->height)) ||
           wrong("expected WxH after --size, each from 1 to 16384, not", text);
}

static bool read_texture(shader_run *s, const char *text) {
    char *end;
    unsigned long unit = strtoul(text, &end, 10);
    if (end == text || *end != '=' || unit > 15)
        return wrong("expected N=FILE after --texture, with N from 0 to 15, not", text);
    if (s->has_texture[unit])
        return wrong("a texture unit twice:", text);
    s->has_texture[unit] = picture_read(end + 1, &s->texture[unit]);
    return s->has_texture[unit];
}

static bool take_memory(shader_run *s, const char *text) {
    wave_block *b = &s->block[s->block_count];
    return (s->block_count < SHADER_BLOCKS || wrong("too many options of a kind", NULL)) &&
           block_open(b, text) && ++s->block_count;
}

static bool read_choice(shader_run *s, char id, const char *value) {
    const int choice = id == 'f'   ? options_choice(shader_command, "format", kinds, value)
                       : id == 'F' ? options_choice(shader_command, "filter", filters, value)
                       : id == 'W' ? options_choice(shader_command, "wrap", wraps, value)
                       : id == 'p' ? options_choice(shader_command, "primitive", mesh_primitives, value)
                                   : options_choice(shader_command, "side", cull_names, value);
    switch (id) {
    case 'f': s->kind = (code_kind)choice; break;
    case 'F': s->smooth = choice == 1; break;
    case 'W': s->wrap = (uint8_t)choice; break;
    case 'p': s->primitive = choice; break;
    default: s->cull = choice;
    }
    return choice >= 0;
}

static bool read_depths(shader_run *s, const char *value) {
    s->from_minus_one = strcmp(value, "-1") == 0;
    return s->from_minus_one || strcmp(value, "0") == 0 ||
           wrong("expected -1 or 0 after --depth-from, not", value);
}

static bool full(unsigned count) {
    return count == SHADER_MOST && !wrong("too many options of a kind", NULL);
}

static bool read_data(const char *text, bool each, parameter_data *all, unsigned *count) {
    if (full(*count) || !data_read(text, each, &all[(*count)++]))
        return false;
    for (unsigned i = 0; i + 1 < *count; i++)
        if (strcmp(all[i].name, all[*count - 1].name) == 0)
            return wrong("values twice for", all[i].name);
    return true;
}

static bool read_buffer(shader_run *s, const char *value) {
    if (full(s->buffer_file_count))
        return false;
    s->buffer_file[s->buffer_file_count++] = value;
    return true;
}

/* What is said of the fragment program after a vertex program, and of the mesh. */
static bool take_mesh(shader_run *s, char id, const char *value) {
    shader_run *pixel = s->pixel;
    switch (id) {
    case 'P': return options_file(shader_command, &pixel->file, value);
    case 'x': return read_data(value, false, pixel->uniform, &pixel->uniform_count);
    case 'D': return read_buffer(pixel, value);
    case 'y': return read_texture(pixel, value);
    case 'X': s->indices = value; return true;
    case 'Z': return read_depths(s, value);
    case 'z': s->depth = true; return true;
    case 'u': s->up = true; return true;
    default: s->clockwise = true; return true;
    }
}

bool shader_take(void *ctx, char id, const char *value) {
    shader_run *s = ctx;
    uint64_t number;
    switch (id) {
    case 'P':
    case 'x':
    case 'D':
    case 'y':
    case 'X':
    case 'Z':
    case 'z':
    case 'u':
    case 'w': return take_mesh(s, id, value);
    case 0: return options_file(shader_command, &s->file, value);
    case 'a': return (s->isa = cmd_find_arch(run_name, value)) != NULL;
    case 'f':
    case 'F':
    case 'W':
    case 'p':
    case 'k': return read_choice(s, id, value);
    case 'n':
        return options_number(value, UINT32_MAX, &s->instances) ||
               wrong("expected a number after -n, not", value);
    case 'V':
        return options_number(value, UINT32_MAX, &s->draw.vertices) ||
               wrong("expected a number after --vertices, not", value);
    case 'v':
        return read_first(value, &s->draw.first_vertex) ||
               wrong("expected a number below 2^32 after --first-vertex, not", value);
    case 'i':
        return read_first(value, &s->draw.first_instance) ||
               wrong("expected a number below 2^32 after --first-instance, not", value);
    case 'A': return read_data(value, true, s->attribute, &s->attribute_count);
    case 'U': return read_data(value, false, s->uniform, &s->uniform_count);
    case 'B': return read_buffer(s, value);
    case 'T': return read_texture(s, value);
    case 'b': return take_memory(s, value);
    case 'N':
        if (s->dump_memory_count == SHADER_BLOCKS)
            return wrong("too many options of a kind", NULL);
        s->dump_memory[s->dump_memory_count++] = value;
        return true;
    case 'S': return read_size(s, value);
    case 'I': s->picture = value; return true;
    case 'C': s->csv = value; return true;
    case 'R': s->raw = value; return true;
    case 'L': return settings_read(value, &s->settings);
    case 's': return !full(s->set_count) && setting_read(value, &s->set[s->set_count++]);
    case 'd':
        if (full(s->dump_count))
            return false;
        s->dump[s->dump_count++] = value;
        return true;
    case 'M':
        if (s->models.count == GISA_MOST_MODELS)
            return wrong("too many models", NULL);
        s->models.text[s->models.count++] = value;
        return true;
    case 'j':
        if (!options_number(value, 256, &number))
            return wrong("expected 1 to 256 after -j, not", value);
        s->draw.threads = (unsigned)number;
        return true;
    case 'm':
        return options_number(value, UINT64_MAX, &s->draw.limit) ||
               wrong("expected a number after --max-insns, not", value);
    case 'c': s->stats = true; return true;
    case 'r': s->report = true; return true;
    case 't': s->trace = true; return true;
    case 'q': s->quiet = true; return true;
    default: s->help = true; return true;
    }
}

/* ---- the run ---- */

static void begin(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    input_begin(ctx, batch, first, count);
}

static void end(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    outcome_keep(ctx, batch, first, count);
}

static gisa_status choose(void *machine, const char *model, const char *chosen) {
    return gisa_shade_choose(machine, model, chosen);
}

static bool load(shader_run *s, const void *data, size_t size) {
    gisa_error error = {0};
    bool is_gxp =
        s->kind == CODE_IN_GXP || (s->kind == CODE_AUTO && size >= 4 && memcmp(data, "GXP", 4) == 0);
    if (!s->isa)
        s->isa = gisa_find("sgx543");
    s->machine = gisa_shade_new(s->isa);
    if (!s->machine)
        return shader_says(strcmp(gisa_family(s->isa), "usse") == 0
                               ? "out of memory"
                               : "only shaders can be run as code alone: expected -a sgx543, not -a",
                           gisa_name(s->isa));
    if (is_gxp) {
        if (gisa_gxp_open(data, size, &s->shader, &error) != GISA_OK) {
            fprintf(stderr, "gisa %s: %s: byte %u: %s\n", run_name, s->file, error.offset, error.message);
            return false;
        }
        gisa_gxp_about(s->shader, &s->info);
        return gisa_shade_load(s->machine, s->shader) == GISA_OK || shader_says("out of memory", NULL);
    }
    const code_source source = {
        .isa = s->isa, .path = s->file, .kind = s->kind, .placed = s->placed, .ctx = s->placed_ctx};
    return shader_code(&source, data, size, &s->code, &s->code_size) &&
           (gisa_shade_primary(s->machine, s->code, s->code_size) == GISA_OK ||
            shader_says("out of memory", NULL));
}

/* What is to be observed; false: out of memory. */
static bool observe(shader_run *s) {
    size_t forms = gisa_form_count(s->isa);
    s->draw.begin = begin;
    s->draw.end = end;
    s->draw.ctx = s;
    s->draw.stop = run_until_interrupt();
    s->draw.trace = s->trace ? run_trace_line : NULL;
    if (s->stats || s->report) {
        s->draw.executed = calloc(forms, sizeof *s->draw.executed);
        s->draw.lanes = calloc(forms, sizeof *s->draw.lanes);
        s->draw.models = calloc(32, sizeof *s->draw.models);
    }
    if (!s->draw.threads) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        s->draw.threads = processors > 0 && processors < 256 ? (unsigned)processors : 1;
    }
    return !(s->stats || s->report) || (s->draw.executed && s->draw.lanes && s->draw.models);
}

static void tell(const shader_run *s) {
    const gisa_launch counted = {.executed = s->draw.executed, .lanes = s->draw.lanes};
    const gisa_result all = {.instructions = s->result.instructions};
    if (s->stats && s->draw.executed && s->draw.lanes)
        run_stats(s->isa, &counted, &all);
    if (!s->report || !s->draw.executed || !s->draw.models)
        return;
    run_report(s->isa, &counted);
    run_models_report(s->isa, s->draw.models);
}

/* A 32-bit address space. */
static bool map_memory(shader_run *s) {
    for (unsigned i = 0; i < s->block_count; i++) {
        const wave_block *b = &s->block[i];
        if (b->address > UINT32_MAX || b->size > UINT32_MAX ||
            gisa_shade_map(s->machine, (uint32_t)b->address, b->memory, (uint32_t)b->size) != GISA_OK)
            return shader_says("memory of --mem overlaps with other memory, or does not fit into 32 bits",
                               NULL);
    }
    for (unsigned i = 0; i < s->dump_memory_count; i++)
        if (!block_dump(s->block, s->block_count, s->dump_memory[i], false))
            return false;
    return true;
}

static int dump_memory(const shader_run *s, int status) {
    for (unsigned i = 0; i < s->dump_memory_count && !status; i++)
        status = !block_dump(s->block, s->block_count, s->dump_memory[i], true);
    return status;
}

gisa_status shader_draw(shader_run *s) {
    if (s->pixel)
        return mesh_draw(s);
    s->draw.instances = s->instances;
    const gisa_status status = gisa_shade_run(s->machine, &s->draw, &s->result);
    if (status != GISA_OK)
        shader_says(*s->result.message ? s->result.message : gisa_status_text(status), NULL);
    return status;
}

int shader_put(shader_run *s) {
    const int status = s->pixel ? picture_put(s->pixel->picture, &s->drawn, s->quiet) : outcome_finish(s);
    return dump_memory(s, status);
}

static bool read_program(shader_run *s, const run_models *models) {
    void *data = NULL;
    size_t size;
    const bool fine = cmd_read_file(s->file, &data, &size) && load(s, data, size) &&
                      run_models_choose(models, s->isa, choose, s->machine) && input_open(s);
    free(data);
    return fine;
}

/* The size and the picture are those of the fragment program. */
static bool check_pair(shader_run *s) {
    shader_run *pixel = s->pixel;
    if (!pixel)
        return true;
    if (!pixel->file)
        return wrong("expected --fragment FILE.gxp", NULL);
    if (!s->width)
        return wrong("expected --size WxH of the picture", NULL);
    pixel->width = s->width;
    pixel->height = s->height;
    pixel->picture = s->picture;
    pixel->kind = CODE_IN_GXP;
    pixel->smooth = s->smooth;
    pixel->wrap = s->wrap;
    s->width = s->height = 0;
    s->picture = NULL;
    return true;
}

static bool is_pair(const shader_run *s) {
    if (s->shader && !s->info.fragment && s->pixel->info.fragment)
        return true;
    return shader_says(
        "--fragment needs a .gxp file of a vertex program, and names one of a fragment program", NULL);
}

bool shader_open(shader_run *s) {
    if (!read_program(s, &s->models) || !map_memory(s))
        return false;
    if (s->pixel ? !read_program(s->pixel, &s->models) || !is_pair(s) : !outcome_open(s))
        return false;
    return observe(s) || shader_says("out of memory", NULL);
}

void shader_close(shader_run *s) {
    for (unsigned i = 0; i < SHADER_MOST; i++) {
        free(s->attribute[i].value);
        free(s->uniform[i].value);
    }
    for (unsigned i = 0; i < 16; i++)
        free(s->texture[i].pixels);
    for (unsigned i = 0; i < s->block_count; i++)
        free(s->block[i].memory);
    uniforms_free(s);
    settings_free(&s->settings);
    free(s->draw.executed);
    free(s->draw.lanes);
    free(s->draw.models);
    free(s->kept);
    free(s->drawn.pixels);
    free(s->code);
    gisa_gxp_close(s->shader);
    gisa_shade_free(s->machine);
}

bool shader_check(shader_run *s) {
    if (!s->file)
        return wrong("expected the name of a shader file", NULL);
    return check_pair(s);
}

static int run(shader_run *s) {
    if (!shader_open(s) || shader_draw(s))
        return 1;
    tell(s);
    return s->result.end == GISA_SHADE_END_ENDED ? shader_put(s) : !shader_says(s->result.message, NULL);
}

const command_info *shader_command_of(int argc, char **argv) {
    return is_mesh(argc, argv) ? &run_mesh_command : &run_shader_command;
}

static int run_shader(int argc, char **argv) {
    static shader_run s, pixel;
    int result = 2;
    shader_command = shader_command_of(argc, argv);
    s.pixel = shader_command == &run_mesh_command ? &pixel : NULL;
    if (!options_read(shader_command, argc, argv, shader_take, &s))
        result = 2;
    else if (s.help) {
        help_print(shader_command);
        result = 0;
    } else if (shader_check(&s))
        result = run(&s);
    shader_close(&s);
    shader_close(&pixel);
    return result;
}

/* ---- which kind of file ---- */

/* The architecture that argument i asks for; NULL: it asks for none. */
static const char *asked_arch(int argc, char **argv, int i) {
    bool is_long = strncmp(argv[i], "--arch", 6) == 0;
    if (!is_long && strncmp(argv[i], "-a", 2) != 0)
        return NULL;
    const char *value = argv[i] + (is_long ? 6 : 2);
    return *value ? value + (*value == '=') : i + 1 < argc ? argv[i + 1] : NULL;
}

bool run_is_shader(int argc, char **argv) {
    if (is_mesh(argc, argv))
        return true;
    for (int i = 1; i < argc; i++) {
        char magic[4];
        const char *arch = asked_arch(argc, argv, i);
        const gisa_isa *isa = arch ? gisa_find(arch) : NULL;
        if (isa && strcmp(gisa_family(isa), "gcn") != 0)
            return true;
        struct stat st; /* a fifo would lose what is read here */
        bool is_file = argv[i][0] != '-' && stat(argv[i], &st) == 0 && S_ISREG(st.st_mode);
        FILE *f = is_file ? fopen(argv[i], "rb") : NULL;
        bool is = f && fread(magic, 1, sizeof magic, f) == sizeof magic && memcmp(magic, "GXP", 4) == 0;
        if (f)
            fclose(f);
        if (is)
            return true;
    }
    return false;
}
