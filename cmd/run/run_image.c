/* SPDX-License-Identifier: MIT */
/* gisa run: images and samplers as arguments of kernels, as AMD's OpenCL has them: a kernel gets
 * the address of a resource (T#; V# of an image buffer) with the type, the order and the width
 * after it, or of a sampler (S#). Texels come from pictures and from files that hold nothing
 * else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "numerals.h"
#include "resources.h"
#include "run.h"
#include "run_shader.h"

enum { PAGE = 4096, ROW_BYTES = 256, ROW_TEXELS = 64, PICTURE = 1 << 14, LARGEST = 1 << 27 };

/* What follows the resource. */
enum { WORD_TYPE = 8, WORD_ORDER, WORD_WIDTH, OBJECT_WORDS = 16 };

typedef struct run_image {
    char text[1024]; /* cut at commas */
    const char *what, *out, *size, *fmt, *depth;
    resource_format format;
    unsigned bits;                  /* of a component; 0: they are not equally wide */
    uint32_t texel;                 /* bytes */
    uint32_t width, height, slices; /* texels */
    size_t row;                     /* bytes */
    unsigned char *texels;
    size_t bytes;
    uint32_t *object; /* OBJECT_WORDS, at a page of its own */
    resource_sampler sampler;
} run_image;

static bool wrong(const run_argument *a, const char *why) {
    fprintf(stderr, "gisa %s: argument '%s': %s\n", run_name, a->text, why);
    return false;
}

static bool begin(run_argument *a, run_kind kind, const char *text) {
    a->kind = kind;
    a->size = 8;
    a->image = calloc(1, sizeof *a->image);
    if (!a->image)
        return wrong(a, "out of memory");
    if (strlen(text) >= sizeof a->image->text)
        return wrong(a, "too long");
    strcpy(a->image->text, text);
    return true;
}

/* The next piece of a text with commas; NULL: none. */
static char *next_piece(char **text) {
    char *piece = *text, *comma = piece ? strchr(piece, ',') : NULL;
    if (comma)
        *comma++ = 0;
    *text = comma;
    return piece;
}

/* ---- options -------------------------------------------------------------------------------- */

static bool take_option(run_argument *a, const char *text) {
    run_image *i = a->image;
    const struct {
        const char *name;
        const char **to;
    } names[] = {{"fmt=", &i->fmt}, {"out=", &i->out}, {"depth=", &i->depth}, {"size=", &i->size}};
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        if (strncmp(text, names[k].name, strlen(names[k].name)) == 0) {
            *names[k].to = text + strlen(names[k].name);
            return true;
        }
    return wrong(a, "unknown option; expected fmt=, out=, depth= or size=");
}

static bool read_number(const char **text, uint32_t *number) {
    char *end;
    const unsigned long value = strtoul(*text, &end, 10);
    if (**text < '1' || **text > '9' || value > LARGEST)
        return false;
    *number = (uint32_t)value;
    *text = end;
    return true;
}

/* W, WxH or WxHxD. Only a row may be longer than a picture: that of a buffer. */
static bool read_size(run_image *i, const char *text) {
    uint32_t *const to[] = {&i->width, &i->height, &i->slices};
    for (unsigned k = 0; k < 3; k++) {
        if (!read_number(&text, to[k]) || (k && (*to[k] > PICTURE || i->width > PICTURE)))
            return false;
        if (!*text)
            return true;
        if (*text++ != 'x')
            return false;
    }
    return false;
}

static bool wrong_format(const run_argument *a) {
    return wrong(a, "unknown format; expected fmt=8_8_8_8, fmt=32f, fmt=16_16u and the like");
}

/* Bits of the components, where they are equally wide; bytes of all of them. */
static bool measure(run_argument *a) {
    run_image *i = a->image;
    unsigned all = 0, count = 0;
    if (!resource_format_read(i->fmt ? i->fmt : "8_8_8_8", &i->format))
        return wrong_format(a);
    for (const char *at = i->format.layout; *at; at += strcspn(at, "_"), at += *at == '_') {
        const unsigned long bits = strtoul(at, NULL, 10);
        if (!bits || bits > 32)
            return wrong_format(a);
        i->bits = !count++ || i->bits == bits ? (unsigned)bits : 0;
        all += (unsigned)bits;
    }
    i->texel = all / 8;
    return count != i->format.components ? wrong_format(a)
           : all % 8                     ? wrong(a, "a texel of this format is not whole bytes")
                                         : true;
}

/* ---- texels --------------------------------------------------------------------------------- */

static size_t whole(size_t size, size_t unit) {
    return (size + unit - 1) / unit * unit;
}

/* Zeros, in rows as the HSA runtime has them (hsa/images.c). */
static bool allocate(run_argument *a) {
    run_image *i = a->image;
    const uint64_t most = (uint64_t)1 << 40;
    i->row = whole(whole(i->width, ROW_TEXELS) * i->texel, ROW_BYTES);
    if ((uint64_t)i->height * i->slices > most / i->row)
        return wrong(a, "more than 1 TiB of texels");
    i->bytes = whole(i->row * i->height * i->slices, PAGE);
    i->texels = aligned_alloc(PAGE, i->bytes);
    i->object = aligned_alloc(PAGE, PAGE);
    if (!i->texels || !i->object)
        return wrong(a, "out of memory");
    memset(i->texels, 0, i->bytes);
    return true;
}

static bool is_number(const run_image *i, const char *name) {
    return strcmp(i->format.number, name) == 0;
}

/* The largest code of a fraction. */
static double most_of(const run_image *i) {
    return (double)((UINT64_C(1) << (i->bits - is_number(i, "snorm"))) - 1);
}

static bool is_fraction(const run_image *i) {
    return is_number(i, "unorm") || is_number(i, "srgb") || is_number(i, "snorm");
}

/* What a picture has, from 0 to 1 in 255 steps, as a component: a fraction, a float, or, of
   integers, the step. */
static uint32_t encode(const run_image *i, float value) {
    uint32_t bits;
    if (is_fraction(i))
        return (uint32_t)(value * most_of(i) + 0.5);
    if (!is_number(i, "float"))
        return (uint32_t)(value * 255 + 0.5f);
    if (i->bits == 16)
        return numeral_half(value);
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double signed_of(const run_image *i, uint32_t code) {
    const int64_t sign = INT64_C(1) << (i->bits - 1);
    return (double)((int64_t)(code ^ (uint64_t)sign) - sign);
}

static float decode(const run_image *i, uint32_t code) {
    float value;
    if (is_number(i, "unorm") || is_number(i, "srgb"))
        return (float)(code / most_of(i));
    if (is_number(i, "snorm"))
        return (float)(signed_of(i, code) / most_of(i));
    if (is_number(i, "sint"))
        return (float)(signed_of(i, code) / 255);
    if (!is_number(i, "float"))
        return (float)(code / 255.0);
    if (i->bits == 16)
        return (float)numeral_of_half(code);
    memcpy(&value, &code, sizeof value);
    return value;
}

static bool is_for_pictures(const run_argument *a) {
    const run_image *i = a->image;
    const bool fits = i->bits == 8 || i->bits == 16 || i->bits == 32;
    return (fits && !(is_number(i, "float") && i->bits == 8)) ||
           wrong(a, "a picture needs components of 8, 16 or 32 bits; other texels come from a file "
                    "with size=WxH and go to one that is not a picture");
}

/* ---- reading files -------------------------------------------------------------------------- */

/* Slices lie one below the other in a picture. */
static bool take_picture(run_argument *a, const image *from) {
    run_image *i = a->image;
    i->width = from->width;
    i->height = from->height / i->slices;
    if (i->height * i->slices != from->height)
        return wrong(a, "the rows of the picture are not a multiple of depth=");
    if (!allocate(a))
        return false;
    for (size_t y = 0; y < from->height; y++)
        for (size_t x = 0; x < from->width; x++)
            for (unsigned c = 0; c < i->format.components; c++) {
                const uint32_t code = encode(i, from->pixels[4 * (y * from->width + x) + c]);
                memcpy(i->texels + y * i->row + x * i->texel + c * i->bits / 8, &code, i->bits / 8);
            }
    return true;
}

static bool read_picture(run_argument *a) {
    image from = {0};
    run_image *i = a->image;
    const char *depth = i->depth;
    if (!is_for_pictures(a))
        return false;
    if (depth && (!read_number(&depth, &i->slices) || *depth))
        return wrong(a, "expected a number of slices after depth=");
    const bool fine = picture_read(i->what, &from) && take_picture(a, &from);
    free(from.pixels);
    return fine;
}

/* Row after row, with nothing between them. */
static bool read_texels(run_argument *a) {
    run_image *i = a->image;
    void *data;
    size_t size;
    if (!read_size(i, i->size))
        return wrong(a, "expected size=W, size=WxH or size=WxHxD");
    if (!allocate(a) || !cmd_read_file(i->what, &data, &size))
        return false;
    const size_t row = (size_t)i->width * i->texel, rows = (size_t)i->height * i->slices;
    const bool fits = size == row * rows;
    for (size_t y = 0; y < rows && fits; y++)
        memcpy(i->texels + y * i->row, (char *)data + y * row, row);
    free(data);
    return fits || wrong(a, "the file does not have as many bytes as texels of this size and format");
}

bool run_image_read(const char *text, run_argument *a) {
    if (!begin(a, RUN_IMAGE, text))
        return false;
    run_image *i = a->image;
    char *rest = i->text, *piece;
    i->what = next_piece(&rest);
    while ((piece = next_piece(&rest)))
        if (!take_option(a, piece))
            return false;
    i->width = i->height = i->slices = 1;
    if (!*i->what)
        return wrong(a, "expected image:FILE or image:WIDTHxHEIGHT");
    if (!measure(a))
        return false;
    if (i->size)
        return read_texels(a);
    if (read_size(i, i->what))
        return allocate(a);
    i->width = i->height = i->slices = 1;
    return read_picture(a);
}

/* ---- samplers ------------------------------------------------------------------------------- */

bool run_sampler_read(const char *text, run_argument *a) {
    static const struct {
        const char *name, *clamp; /* OpenCL's, and that of table CLAMP */
    } modes[] = {{"clamp", "border"},
                 {"clamp_to_edge", "last_texel"},
                 {"repeat", "wrap"},
                 {"mirrored_repeat", "mirror"}};
    if (!begin(a, RUN_SAMPLER, text))
        return false;
    resource_sampler *s = &a->image->sampler;
    char *rest = a->image->text, *word;
    *s = (resource_sampler){.clamp = "last_texel", .unnormalized = true};
    while (*text && (word = next_piece(&rest))) {
        bool known = strcmp(word, "nearest") == 0 || strcmp(word, "linear") == 0;
        s->linear = known ? *word == 'l' : s->linear;
        for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++)
            if (strcmp(word, modes[i].name) == 0) {
                s->clamp = modes[i].clamp;
                known = true;
            }
        if (strcmp(word, "normalized") == 0) {
            s->unnormalized = false;
            known = true;
        }
        if (!known)
            return wrong(a, "expected nearest or linear, clamp, clamp_to_edge, repeat or mirrored_repeat, "
                            "and normalized");
    }
    a->image->object = aligned_alloc(PAGE, PAGE);
    return a->image->object || wrong(a, "out of memory");
}

/* ---- what the kernel gets ------------------------------------------------------------------- */

/* The types of HSA's images, which AMD's device libraries turn into those of OpenCL. */
static const struct {
    const char *number, *packed; /* packed: the layout */
    unsigned bits;
} hsa_types[] = {{"snorm", "", 8}, {"snorm", "", 16},       {"unorm", "", 8},      {"unorm", "", 16},
                 {"", "", 0},      {"unorm", "1_5_5_5", 0}, {"unorm", "5_6_5", 0}, {"unorm", "2_10_10_10", 0},
                 {"sint", "", 8},  {"sint", "", 16},        {"sint", "", 32},      {"uint", "", 8},
                 {"uint", "", 16}, {"uint", "", 32},        {"float", "", 16},     {"float", "", 32}};

static uint32_t type_of(const run_image *i) {
    enum { UNORM_8 = 2 /* and srgb */ };
    for (uint32_t k = 0; k < sizeof hsa_types / sizeof *hsa_types; k++)
        if (hsa_types[k].bits == i->bits && is_number(i, hsa_types[k].number) &&
            (i->bits || strcmp(hsa_types[k].packed, i->format.layout) == 0))
            return k;
    return UNORM_8;
}

/* A packed layout is OpenCL's RGB, which has the first component highest. */
static uint32_t order_of(const run_image *i) {
    enum { R = 1, RG = 3, RGB = 6, RGBA = 8, SRGBA = 14 };
    static const uint8_t orders[] = {R, RG, RGB, RGBA};
    return is_number(i, "srgb") ? SRGBA : i->bits ? orders[i->format.components - 1] : RGB;
}

static const char *select_of(const run_image *i) {
    static const char *const selects[] = {"x001", "xy01", "xyz1", "xyzw"};
    return i->bits ? selects[i->format.components - 1] : "zyx1";
}

/* What OpenCL's types of images are (IMAGE_TYPE); "": a buffer. */
static const char *image_type(const char *type, const run_image *i) {
    static const struct {
        const char *opencl, *name;
    } types[] = {{"image1d_buffer_t", ""},        {"image1d_array_t", "1d_array"},       {"image1d_t", "1d"},
                 {"image2d_array_t", "2d_array"}, {"image2d_array_depth_t", "2d_array"}, {"image3d_t", "3d"}};
    for (unsigned k = 0; k < sizeof types / sizeof *types; k++)
        if (strcmp(type, types[k].opencl) == 0)
            return types[k].name;
    return !*type && i->slices > 1 ? "3d" : "2d";
}

static bool put_image(const run_image *i, const gisa_isa *isa, const char *type) {
    const bool is_row_array = strcmp(type, "1d_array") == 0;
    return resource_image_words(isa,
                                &(resource_image){.type = type,
                                                  .data_format = i->format.layout,
                                                  .number = i->format.number,
                                                  .select = select_of(i),
                                                  .base = (uintptr_t)i->texels,
                                                  .width = i->width,
                                                  .height = is_row_array ? 1 : i->height,
                                                  .depth = is_row_array ? i->height : i->slices,
                                                  .pitch = (uint32_t)(i->row / i->texel)},
                                i->object);
}

static bool put_buffer(const run_image *i, const gisa_isa *isa) {
    return resource_buffer_words(isa,
                                 &(resource_buffer){.data_format = i->format.layout,
                                                    .number = i->format.number,
                                                    .select = select_of(i),
                                                    .base = (uintptr_t)i->texels,
                                                    .stride = i->texel,
                                                    .count = i->width},
                                 i->object);
}

/* An image of fewer dimensions than the argument has would leave some of it out. */
static bool fits_type(const run_image *i, const char *type) {
    const bool is_1d = !*type || strcmp(type, "1d") == 0;
    const bool has_slices = strcmp(type, "3d") == 0 || strcmp(type, "2d_array") == 0;
    return (!is_1d || i->height == 1) && (has_slices || i->slices == 1);
}

/* Whether the parts of a resource can say so. */
static bool fits_resource(const run_image *i, const gisa_isa *isa) {
    return i->width - 1 <= resource_most(isa, "IMAGE", "width") &&
           i->height - 1 <= resource_most(isa, "IMAGE", "height") &&
           i->slices - 1 <= resource_most(isa, "IMAGE", "depth");
}

static bool place_image(run_argument *a, const gisa_isa *isa, const gisa_argument *m) {
    run_image *i = a->image;
    const char *type = image_type(m->type ? m->type : "", i);
    if (!fits_type(i, type))
        return wrong(a, "the kernel's image has fewer dimensions");
    if (*type && !fits_resource(i, isa))
        return wrong(a, "an image has at most 16384 x 16384 x 8192 texels");
    if (!(*type ? put_image(i, isa, type) : put_buffer(i, isa)))
        return wrong(a, "images of this architecture do not have that format (gisa info IMAGE_FORMAT, "
                        "IMAGE_NUMBER)");
    i->object[WORD_TYPE] = type_of(i);
    i->object[WORD_ORDER] = order_of(i);
    i->object[WORD_WIDTH] = i->width;
    return true;
}

bool run_image_place(run_argument *a, const gisa_isa *isa, gisa_machine *machine, const gisa_argument *m,
                     const char *name) {
    run_image *i = a->image;
    const uint64_t address = (uintptr_t)i->object;
    memset(i->object, 0, OBJECT_WORDS * sizeof *i->object);
    if (a->kind == RUN_SAMPLER ? !resource_sampler_words(isa, &i->sampler, i->object)
                               : !place_image(a, isa, m))
        return false;
    memcpy(a->bytes, &address, sizeof address);
    gisa_status status = gisa_machine_map(machine, i->object, PAGE, name);
    if (!status && i->texels)
        status = gisa_machine_map(machine, i->texels, i->bytes, name);
    return !status || wrong(a, gisa_status_text(status));
}

/* ---- afterwards ----------------------------------------------------------------------------- */

static bool ends_in(const char *path, const char *end) {
    const size_t size = strlen(path), n = strlen(end);
    return size >= n && strcmp(path + size - n, end) == 0;
}

/* One component is grey; what a texel does not have is 0, alpha 1. */
static float component(const run_image *i, size_t x, size_t y, unsigned c) {
    uint32_t code = 0;
    c = i->format.components == 1 && c < 3 ? 0 : c;
    if (c >= i->format.components)
        return c == 3 ? 1 : 0;
    memcpy(&code, i->texels + y * i->row + x * i->texel + c * i->bits / 8, i->bits / 8);
    return decode(i, code);
}

static int write_picture(const run_argument *a) {
    const run_image *i = a->image;
    image to = {.width = i->width, .height = i->height * i->slices};
    if (!is_for_pictures(a))
        return 1;
    to.pixels = malloc((size_t)to.width * to.height * 4 * sizeof *to.pixels);
    if (!to.pixels)
        return wrong(a, "out of memory"), 1;
    for (size_t y = 0; y < to.height; y++)
        for (size_t x = 0; x < to.width; x++)
            for (unsigned c = 0; c < 4; c++)
                to.pixels[4 * (y * to.width + x) + c] = component(i, x, y, c);
    const int status = picture_write(i->out, &to);
    free(to.pixels);
    return status;
}

static int write_texels(const run_argument *a) {
    const run_image *i = a->image;
    const size_t row = (size_t)i->width * i->texel, rows = (size_t)i->height * i->slices;
    char *bytes = malloc(row * rows);
    if (!bytes)
        return wrong(a, "out of memory"), 1;
    for (size_t y = 0; y < rows; y++)
        memcpy(bytes + y * row, i->texels + y * i->row, row);
    const int status = cmd_write_file(i->out, bytes, row * rows);
    free(bytes);
    return status;
}

int run_image_finish(const run_argument *a) {
    const char *out = a->image->out;
    if (!out)
        return 0;
    return ends_in(out, ".png") || ends_in(out, ".ppm") || ends_in(out, ".pam") ? write_picture(a)
                                                                                : write_texels(a);
}

void run_image_free(run_argument *a) {
    if (!a->image)
        return;
    free(a->image->texels);
    free(a->image->object);
    free(a->image);
    a->image = NULL;
}

void *run_image_texels(const run_argument *a, size_t *size) {
    *size = a->image ? a->image->bytes : 0;
    return a->image && a->image->bytes ? a->image->texels : NULL;
}
