/* SPDX-License-Identifier: MIT */
/* gisa run on shader stages of GCN: --stage ps, vs, cs ... */
#include "run_stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "complete.h"
#include "run_triangles.h"

static int run_stage(int argc, char **argv);

/* In the order of gisa_stage_kind. */
static const char *const stages[] = {"ps", "vs", "gs", "es", "hs", "ls", "cs", NULL};
static const char *const formats[] = {"auto", "raw", "hex", "asm", NULL};
static const char *const syntaxes[] = {"llvm", "clrx", NULL};

const char *stage_name(gisa_stage_kind kind) {
    return stages[kind];
}

static void offer_stages(void) {
    complete_names(stages);
}
static void offer_primitives(void) {
    complete_names(primitive_names);
}
static void offer_culls(void) {
    complete_names(cull_names);
}
static void offer_formats(void) {
    complete_names(formats);
}
static void offer_syntaxes(void) {
    complete_names(syntaxes);
}

/* In the order of the help. */
const option stage_options[] = {
    {"stage", 'Z', false, "STAGE", offer_stages, "ps, vs, cs; gs, es, hs, ls: on registers alone (--input)"},
    {"arch", 'a', true, "ARCH", complete_architectures, "the chip that the code is for"},
    {"format", 'f', true, "FORMAT", offer_formats, "auto, raw, hex, asm"},
    {"syntax", 'y', false, "SYNTAX", offer_syntaxes, "of assembler source: llvm, clrx (llvm)"},
    {"user-data", 'u', false, "N=WHAT", complete_files,
     "scalar registers of user data: numbers; V#:FILE,stride=16,fmt=32_32_32f; T#:FILE.png; S#:linear; ptr:FILE"},
    {"state", 's', false, "NAME=VALUE", NULL,
     "ps_input_ena=persp_center+pos_x, color_format=, user_sgprs=, sgprs=, vgprs=, float_mode=, rsrc1= ..."},
    {"pixel", 'P', false, "FILE", complete_files, "vs: a pixel shader after it, that draws a picture"},
    {"pixel-data", 'D', false, "N=WHAT", complete_files, "its user data"},
    {"pixel-state", 'x', false, "NAME=VALUE", NULL, "its state"},
    {"border-palette", 'B', false, "FILE", complete_files,
     "border colours of samplers: four numbers of 32 bits each, in the order of S#'s border_pointer"},
    {"vertices", 'V', false, "N", NULL, "vertices of an instance (3; as many as there are indices)"},
    {"indices", 'X', false, "FILE", complete_files, "the numbers of vertices, 32 bits each"},
    {"instances", 'n', true, "N", NULL, "how often all are drawn (1)"},
    {"primitive", 'p', false, "KIND", offer_primitives, "triangles, strip, fan, rectangles (triangles)"},
    {"attr", 'A', false, "N=WHAT", NULL,
     "ps: attribute N of a rectangle over the picture: v,v,v,v or v,v/v,v/v,v (upper left, upper right, lower left)"},
    {"corners", 'C', false, "FILE.csv", complete_files,
     "ps: triangles: a line for each corner, x,y,z,w and four numbers of each attribute"},
    {"interp", 'i', false, "N=MODE", NULL,
     "attribute N: smooth, flat, raw, of export N or flat:3; or a constant 0000 0001 1110 1111"},
    {"size", 'S', false, "WxH", NULL, "of the picture"},
    {"image", 'I', false, "FILE", complete_files, "write it: PNG, PPM, PAM (otherwise pixels are printed)"},
    {"depth", 'd', false, NULL, NULL, "with a depth test: what is nearer stays"},
    {"depth-from", 'F', false, "FROM", NULL, "depths of clip space begin at 0 or at minus w: 0, -1 (0)"},
    {"samples", 'z', false, "N", NULL, "2, 4, 8 or 16 samples of each pixel; the picture is their mean"},
    {"sample-positions", 'w', false, "x,y/x,y..", NULL,
     "where they are, from the centre in 1/16 of a pixel (as Direct3D and Vulkan have them)"},
    {"sample-shading", 'G', false, NULL, NULL, "run the pixel shader for each sample"},
    {"jobs", 'j', true, "N", NULL, "threads that draw (1)"},
    {"up", 'U', false, NULL, NULL, "y points up in clip space (OpenGL, Direct3D)"},
    {"clockwise", 'c', false, NULL, NULL, "clockwise triangles show their front"},
    {"cull", 'k', false, "WHICH", offer_culls,
     "leave out triangles that show this side: none, back, front (none)"},
    {"grid", 'g', true, "X[,Y,Z]", NULL, "cs: work-items in all (1)"},
    {"local", 'l', true, "X[,Y,Z]", NULL,
     "cs: work-items in a work-group (as many as the grid has, up to 64)"},
    {"input", 'N', false, "NAME=v,..", complete_files,
     "run a stage on registers alone: a register that it begins with, instance by instance; 1.0: a float"},
    {"dump", 'r', false, "REGS", NULL, "likewise: registers after the run: v0:f32,s0-7"},
    {"model", 'M', false, "NAME=OPTION", complete_models,
     "choose an option where the behaviour is not settled: gisa list --models"},
    {"case", 'W', false, "FILE", complete_files, "write the run and its picture as a case file (gisa test)"},
    {"max-insns", 'm', false, "N", NULL, "stop after N instructions of a wave"},
    {"quiet", 'q', true, NULL, NULL, "do not print the outputs"},
    {"help", 'h', true, NULL, NULL, "show this text"},
    {NULL, 0, false, NULL, NULL, NULL}};

const command_info run_stage_command = {
    .name = "run",
    .what = NULL,
    .usage = "usage: gisa run --stage STAGE -a ARCH FILE [--user-data N=WHAT] [OPTIONS]\n",
    .text = "Examples:\n"
            "  gisa run --stage ps -a gfx700 wall.bin --attr 0=0,0/1,0/0,1 --size 320x240 --image wall.png\n"
            "  gisa run --stage vs -a gfx900 mesh.s --user-data 0-3=V#:verts.bin,stride=16,fmt=32_32_32f \\\n"
            "      --vertices 36 --pixel lit.s --size 320x240 --depth --image mesh.png\n"
            "  gisa run --stage cs -a gfx803 fill.s --user-data 0-3=V#:1024,out=filled.bin -g 256 -l 64\n"
            "\n"
            "Executes a shader stage: raw code, words as text, or assembler source. Waves begin as hardware\n"
            "starts them; 'gisa info PS_INPUT', PS_SGPR, VS_VGPR ... say with which registers.\n",
    .options = stage_options,
    .offer = complete_files,
    .run = run_stage};

const command_info *stage_command = &run_stage_command;

static bool wrong(const char *what, const char *which) {
    return options_wrong(stage_command, what, which);
}

/* ---- the command line ----------------------------------------------------------------------- */

static bool keep(const char **list, unsigned *count, const char *value) {
    if (*count == STAGE_MOST)
        return wrong("too many options of a kind; from this one on:", value);
    list[(*count)++] = value;
    return true;
}

static bool read_choice(const char *what, const char *const *names, const char *value, int *choice) {
    *choice = options_choice(stage_command, what, names, value);
    return *choice >= 0;
}

static bool read_data(const char *text, bool each, parameter_data *all, unsigned *count, unsigned most) {
    if (*count == most)
        return wrong("too many options of a kind; from this one on:", text);
    return data_read(text, each, &all[(*count)++]);
}

static bool read_input(stage_run *r, const char *text) {
    if (r->input_count < STAGE_MOST && strpbrk(text, ".") && !strstr(text, ".csv"))
        r->input_float |= UINT64_C(1) << r->input_count;
    return read_data(text, false, r->input, &r->input_count, STAGE_MOST);
}

static bool read_size(stage_run *r, const char *text) {
    enum { MOST = 1 << 14 };
    char rest;
    return (sscanf(text, "%5ux%5u%c", &r->width, &r->height, &rest) == 2 && r->width && r->height &&
            r->width <= MOST && r->height <= MOST) ||
           wrong("expected WxH after --size, each from 1 to 16384, not", text);
}

static bool read_sizes(const char *text, uint32_t sizes[3]) {
    char rest;
    for (unsigned k = 0; k < 3; k++)
        sizes[k] = 1;
    const int count = sscanf(text, "%9u,%9u,%9u%c", &sizes[0], &sizes[1], &sizes[2], &rest);
    return (count >= 1 && count <= 3 && sizes[0] && sizes[1] && sizes[2] && !strpbrk(text, " +-")) ||
           wrong("expected X[,Y,Z], not", text);
}

/* "2=flat", "2=flat:5", "3=0001". */
static bool read_mode(stage_run *r, const char *text) {
    static const char *const modes[] = {"smooth", "flat", "raw"}, *const constants[] = {"0000", "0001",
                                                                                        "1110", "1111"};
    char *end, *behind;
    const unsigned long number = strtoul(text, &end, 10);
    gisa_stage_attribute a = {.param = (uint8_t)number};
    if (end == text || *end != '=' || number >= GISA_STAGE_PARAMS)
        return wrong("expected N=MODE after --interp, not", text);
    const size_t size = strcspn(++end, ":");
    bool known = false;
    for (unsigned i = 0; i < 3; i++)
        if (strlen(modes[i]) == size && strncmp(end, modes[i], size) == 0) {
            a.mode = (uint8_t)i;
            known = true;
        }
    if (known && end[size]) {
        a.param = (uint8_t)strtoul(end + size + 1, &behind, 10);
        known = !*behind && a.param < GISA_STAGE_PARAMS;
    }
    for (unsigned i = 0; i < 4 && !known; i++)
        if (strcmp(end, constants[i]) == 0) {
            a = (gisa_stage_attribute){(uint8_t)i, GISA_STAGE_MODE_CONSTANT};
            known = true;
        }
    r->mode[number] = a;
    r->mode_set |= UINT32_C(1) << number;
    return known ||
           wrong("expected smooth, flat, raw, with :N, or 0000, 0001, 1110, 1111 after --interp, not", text);
}

/* "4,4/-4,-4": as many as there are samples. */
static bool read_positions(stage_run *r, const char *text) {
    const char *p = text;
    for (r->positions = 0; r->positions < GISA_STAGE_SAMPLES; r->positions++) {
        int x, y, used = 0;
        if (sscanf(p, "%3d,%3d%n", &x, &y, &used) != 2 || !used || x < -8 || x > 7 || y < -8 || y > 7)
            break;
        r->position[r->positions][0] = (int8_t)x;
        r->position[r->positions][1] = (int8_t)y;
        p += used;
        if (*p != '/')
            break;
        p++;
    }
    r->positions++;
    return (!*p && p > text && p[-1] != '/') ||
           wrong("expected x,y/x,y... after --sample-positions, each from -8 to 7, not", text);
}

static bool take_samples(stage_run *r, char id, const char *value) {
    uint64_t number;
    switch (id) {
    case 'w': return read_positions(r, value);
    case 'G': r->per_sample = true; return true;
    case 'F':
        r->from_minus_one = strcmp(value, "-1") == 0;
        return r->from_minus_one || strcmp(value, "0") == 0 ||
               wrong("expected -1 or 0 after --depth-from, not", value);
    case 'j':
        if (!options_number(value, 256, &number))
            return wrong("expected 1 to 256 after -j, not", value);
        r->threads = (unsigned)number;
        return true;
    default:
        if (!options_number(value, GISA_STAGE_SAMPLES, &number) || (number & (number - 1)))
            return wrong("expected 1, 2, 4, 8 or 16 after --samples, not", value);
        r->samples = (unsigned)number;
        return true;
    }
}

static bool take_program(stage_run *r, char id, const char *value) {
    stage_program *p = id == 'D' || id == 'x' || id == 'P' ? &r->pixel : &r->first;
    if (id == 'P')
        return options_file(stage_command, &p->file, value);
    if (id == 'u' || id == 'D')
        return keep(p->data, &p->data_count, value);
    return keep(p->state, &p->state_count, value);
}

static bool take_choice(stage_run *r, char id, const char *value) {
    int choice = 0;
    bool fine;
    switch (id) {
    case 'Z':
        fine = read_choice("stage", stages, value, &choice);
        r->kind = (gisa_stage_kind)choice;
        r->has_kind = true;
        return fine;
    case 'f':
        fine = read_choice("format", formats, value, &choice);
        r->format = (code_kind)choice;
        return fine;
    case 'y':
        fine = read_choice("syntax", syntaxes, value, &choice);
        r->syntax = (gisa_syntax)choice;
        return fine;
    case 'p': return read_choice("primitive", primitive_names, value, &r->primitive);
    default: return read_choice("side", cull_names, value, &r->cull);
    }
}

/* What a case has to say again: not what it says in lines of its own, and not what becomes of the
   output. */
static void note_given(stage_run *r, char id, const char *value) {
    const option *o = stage_options;
    while (o->name && o->id != id)
        o++;
    if (o->name && !strchr("ZafyIMmqhWj", id) && r->given_count < STAGE_GIVEN)
        r->given[r->given_count++] = (struct stage_given){o->name, value};
}

bool stage_take(void *ctx, char id, const char *value) {
    stage_run *r = ctx;
    note_given(r, id, value);
    switch (id) {
    case 0: return options_file(stage_command, &r->first.file, value);
    case 'a': return (r->isa = cmd_find_arch("run", value)) != NULL;
    case 'Z':
    case 'f':
    case 'y':
    case 'p':
    case 'k': return take_choice(r, id, value);
    case 'u':
    case 's':
    case 'P':
    case 'D':
    case 'x': return take_program(r, id, value);
    case 'V':
        return options_number(value, 1 << 28, &r->vertex_count) ||
               wrong("expected a number after --vertices, not", value);
    case 'n':
        return options_number(value, UINT32_MAX, &r->instances) ||
               wrong("expected a number after -n, not", value);
    case 'm':
        return options_number(value, UINT64_MAX, &r->limits.instructions) ||
               wrong("expected a number after --max-insns, not", value);
    case 'X': r->indices = value; return true;
    case 'B': r->palette = value; return true;
    case 'A': return read_data(value, true, r->attribute, &r->attribute_count, GISA_STAGE_PARAMS);
    case 'w':
    case 'G':
    case 'F':
    case 'j':
    case 'z': return take_samples(r, id, value);
    case 'C': r->corners = value; return true;
    case 'i': return read_mode(r, value);
    case 'S': return read_size(r, value);
    case 'I': r->picture = value; return true;
    case 'd': r->depth = true; return true;
    case 'U': r->up = true; return true;
    case 'c': r->clockwise = true; return true;
    case 'g': return read_sizes(value, r->grid);
    case 'l': return read_sizes(value, r->group);
    case 'N': return read_input(r, value);
    case 'r': return keep(r->dump, &r->dump_count, value);
    case 'M':
        if (r->models.count == GISA_MOST_MODELS)
            return wrong("too many models", NULL);
        r->models.text[r->models.count++] = value;
        return true;
    case 'W': r->case_file = value; return true;
    case 'q': r->quiet = true; return true;
    default: r->help = true; return true;
    }
}

/* What has to be said together. */
bool stage_check(const stage_run *r) {
    if (!r->has_kind)
        return wrong("expected --stage ps, vs, cs, gs, es, hs or ls", NULL);
    if (!r->isa)
        return wrong("expected -a ARCH", NULL);
    if (!r->first.file && !r->first.code)
        return wrong("expected the name of a file with code", NULL);
    if (r->pixel.file && r->kind != GISA_STAGE_KIND_VS)
        return wrong("--pixel is for --stage vs", NULL);
    if ((r->pixel.data_count || r->pixel.state_count) && !r->pixel.file)
        return wrong("--pixel-data and --pixel-state need --pixel", NULL);
    const bool draws = (r->kind == GISA_STAGE_KIND_PS && !r->input_count && !r->dump_count) || r->pixel.file;
    if (draws && !r->width)
        return wrong("expected --size WxH of the picture", NULL);
    if ((r->positions && r->positions != r->samples) || (r->per_sample && r->samples < 2))
        return wrong("--sample-positions and --sample-shading need --samples, and as many positions", NULL);
    if (r->case_file && !draws)
        return wrong("--case is for a stage that draws: ps, or vs with --pixel", NULL);
    return !r->picture || draws || wrong("--image is for a stage that draws: ps, or vs with --pixel", NULL);
}

/* ---- the run -------------------------------------------------------------------------------- */

static gisa_status choose(void *stage, const char *model, const char *chosen) {
    return gisa_stage_choose(stage, model, chosen);
}

static bool load(stage_run *r, stage_program *p) {
    void *data = NULL, *code = NULL;
    size_t size, code_size = 0;
    const code_source source = {.isa = r->isa, .path = p->file, .kind = r->format, .syntax = r->syntax};
    bool fine = true;
    if (p->file)
        fine = cmd_read_file(p->file, &data, &size) && shader_code(&source, data, size, &code, &code_size);
    free(data);
    if (fine && gisa_stage_load(p->stage, p->file ? code : p->code, p->file ? code_size : p->code_size))
        fine = shader_says("out of memory", NULL);
    if (p->file) {
        p->code = code;
        p->code_size = code_size;
    }
    return fine;
}

static bool make(stage_run *r, stage_program *p, gisa_stage_kind kind) {
    p->stage = gisa_stage_new(r->isa, kind);
    if (!p->stage)
        return shader_says("this chip does not have such a stage of its own:", stages[kind]);
    return run_models_choose(&r->models, r->isa, choose, p->stage) && load(r, p);
}

static bool open_program(stage_run *r, stage_program *p, gisa_stage_kind kind) {
    if (!(r->make ? r->make(r->make_ctx, p, kind) : make(r, p, kind)))
        return false;
    for (unsigned i = 0; i < p->state_count; i++)
        if (!stage_state(p, r->isa, p->state[i]))
            return false;
    if (r->palette && !stage_palette(p, r->palette))
        return false;
    for (unsigned i = 0; i < p->data_count; i++)
        if (!stage_data(p, r->isa, p->data[i]))
            return false;
    return true;
}

static void close_program(stage_program *p) {
    gisa_stage_free(p->stage);
    if (p->file)
        free((void *)(uintptr_t)p->code);
    stage_memory_free(p);
}

bool stage_open(stage_run *r) {
    return open_program(r, &r->first, r->kind) &&
           (!r->pixel.file || open_program(r, &r->pixel, GISA_STAGE_KIND_PS));
}

static int run_opened(stage_run *r) {
    r->limits.stop = run_until_interrupt();
    return stage_open(r) ? stage_draw(r) : 1;
}

void stage_close(stage_run *r) {
    stage_forget(r);
    close_program(&r->first);
    close_program(&r->pixel);
    for (unsigned i = 0; i < r->attribute_count; i++)
        free(r->attribute[i].value);
    for (unsigned i = 0; i < r->input_count; i++)
        free(r->input[i].value);
}

static int run_stage(int argc, char **argv) {
    static stage_run r = {.instances = 1};
    int result = 2;
    if (!options_read(&run_stage_command, argc, argv, stage_take, &r))
        result = 2;
    else if (r.help) {
        help_print(&run_stage_command);
        result = 0;
    } else if (stage_check(&r))
        result = run_opened(&r);
    stage_close(&r);
    return result;
}

bool stage_case_run(const stage_case *c, stage_picture *picture) {
    stage_run *r = calloc(1, sizeof *r);
    *picture = (stage_picture){.image = {NULL, 0, 0}};
    if (!r)
        return shader_says("out of memory", NULL);
    r->instances = 1;
    r->isa = c->isa;
    r->first.code = c->code;
    r->first.code_size = c->code_size;
    r->taken = picture;
    bool good =
        options_read(&run_stage_command, c->argc, c->argv, stage_take, r) && !r->help && stage_check(r);
    r->limits.instructions = c->limit;
    if (good) {
        good = run_opened(r) == 0 || r->result.end != GISA_STAGE_END_ENDED;
        picture->result = r->result;
    }
    stage_close(r);
    free(r);
    return good;
}

bool run_is_stage(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--stage", 7) == 0 && (!argv[i][7] || argv[i][7] == '='))
            return true;
    return false;
}
