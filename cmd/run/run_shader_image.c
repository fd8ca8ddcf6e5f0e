/* SPDX-License-Identifier: MIT */
/* gisa run on shaders: pictures as files. PPM (P6), PGM (P5) and PAM (P7, RGB or RGB_ALPHA) of 8
 * bits; PNG where gisa was built with libpng. In memory four floats a pixel, from 0 to 1. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "run_shader.h"

#ifdef WITH_PNG
#include <png.h>
#endif

enum { LARGEST = 1 << 14 };

static bool wrong_image(const char *path, const char *why) {
    fprintf(stderr, "gisa run: %s: %s\n", path, why);
    return false;
}

static bool ends_in(const char *path, const char *end) {
    size_t size = strlen(path), n = strlen(end);
    return size >= n && strcmp(path + size - n, end) == 0;
}

/* ---- reading ---- */

typedef struct reader {
    const unsigned char *p, *end;
} reader;

/* The next word of a heading, in which # begins comments. */
static bool next_word(reader *r, char word[32]) {
    size_t size = 0;
    while (r->p < r->end && (isspace(*r->p) || *r->p == '#'))
        if (*r->p == '#')
            while (r->p < r->end && *r->p != '\n')
                r->p++;
        else
            r->p++;
    while (r->p < r->end && !isspace(*r->p) && size < 31)
        word[size++] = (char)*r->p++;
    word[size] = 0;
    return size;
}

typedef struct heading {
    unsigned long width, height, depth, most;
} heading;

static bool read_pam(reader *r, heading *h) {
    char word[32];
    while (next_word(r, word) && strcmp(word, "ENDHDR") != 0) {
        unsigned long *to = strcmp(word, "WIDTH") == 0    ? &h->width
                            : strcmp(word, "HEIGHT") == 0 ? &h->height
                            : strcmp(word, "DEPTH") == 0  ? &h->depth
                            : strcmp(word, "MAXVAL") == 0 ? &h->most
                                                          : NULL;
        next_word(r, word);
        if (to)
            *to = strtoul(word, NULL, 10);
    }
    return true;
}

static bool read_heading(reader *r, heading *h) {
    char word[32];
    if (!next_word(r, word))
        return false;
    if (strcmp(word, "P7") == 0)
        return read_pam(r, h);
    h->depth = strcmp(word, "P6") == 0 ? 3 : strcmp(word, "P5") == 0 ? 1 : 0;
    unsigned long *const to[] = {&h->width, &h->height, &h->most};
    for (unsigned i = 0; i < 3; i++) {
        next_word(r, word);
        *to[i] = strtoul(word, NULL, 10);
    }
    return h->depth;
}

static bool read_pnm(const char *path, const void *data, size_t size, image *to) {
    reader r = {data, (const unsigned char *)data + size};
    heading h = {0};
    if (!read_heading(&r, &h) || !h.width || !h.height || h.width > LARGEST || h.height > LARGEST ||
        h.most != 255 || h.depth < 1 || h.depth > 4)
        return wrong_image(path, "not a picture; expected PPM or PAM of 8 bits"
#ifdef WITH_PNG
                                 ", or PNG"
#else
                                 " (gisa was built without libpng)"
#endif
        );
    r.p++;
    if ((size_t)(r.end - r.p) + 1 < h.width * h.height * h.depth + 1 || r.p > r.end)
        return wrong_image(path, "the picture ends too early");
    to->width = (uint32_t)h.width;
    to->height = (uint32_t)h.height;
    to->pixels = malloc(h.width * h.height * 4 * sizeof *to->pixels);
    for (size_t i = 0; to->pixels && i < h.width * h.height; i++)
        for (unsigned c = 0; c < 4; c++) {
            bool grey = h.depth < 3;
            unsigned from = grey ? (c < 3 ? 0 : 1) : c;
            to->pixels[4 * i + c] = from < h.depth ? (float)r.p[h.depth * i + from] / 255 : 1;
        }
    return to->pixels || wrong_image(path, "out of memory");
}

#ifdef WITH_PNG
static bool read_png(const char *path, const void *data, size_t size, image *to) {
    png_image png = {.version = PNG_IMAGE_VERSION};
    unsigned char *bytes = NULL;
    bool fine =
        png_image_begin_read_from_memory(&png, data, size) && png.width <= LARGEST && png.height <= LARGEST;
    png.format = PNG_FORMAT_RGBA;
    size_t pixels = fine ? (size_t)png.width * png.height : 0;
    fine = fine && (bytes = malloc(pixels * 4)) && png_image_finish_read(&png, NULL, bytes, 0, NULL) &&
           (to->pixels = malloc(pixels * 4 * sizeof *to->pixels));
    for (size_t i = 0; fine && i < 4 * pixels; i++)
        to->pixels[i] = (float)bytes[i] / 255;
    to->width = png.width;
    to->height = png.height;
    if (!fine)
        wrong_image(path, *png.message ? png.message : "the picture is too large");
    png_image_free(&png);
    free(bytes);
    return fine;
}
#endif

bool picture_read(const char *path, image *to) {
    void *data;
    size_t size;
    bool fine;
    if (!cmd_read_file(path, &data, &size))
        return false;
#ifdef WITH_PNG
    if (size > 8 && memcmp(data, "\211PNG", 4) == 0)
        fine = read_png(path, data, size, to);
    else
#endif
        fine = read_pnm(path, data, size, to);
    free(data);
    return fine;
}

/* ---- writing ---- */

unsigned char picture_byte(float f) {
    return (unsigned char)(f > 0 ? (f < 1 ? f * 255 + 0.5f : 255) : 0);
}

static int write_png(const char *path, const image *from, const unsigned char *bytes) {
#ifdef WITH_PNG
    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = from->width,
                     .height = from->height,
                     .format = PNG_FORMAT_RGBA};
    png_alloc_size_t size = 0;
    void *file = NULL;
    int status = 1;
    if (png_image_write_get_memory_size(png, size, 0, bytes, 0, NULL) && (file = malloc(size)) &&
        png_image_write_to_memory(&png, file, &size, 0, bytes, 0, NULL))
        status = cmd_write_file(path, file, size);
    else
        wrong_image(path, *png.message ? png.message : "out of memory");
    free(file);
    return status;
#else
    (void)from;
    (void)bytes;
    wrong_image(path, "gisa was built without libpng; expected a file that ends in .ppm or .pam");
    return 1;
#endif
}

const char *picture_extension(void) {
#ifdef WITH_PNG
    return "png";
#else
    return "pam";
#endif
}

int picture_write(const char *path, const image *from) {
    bool alpha = !ends_in(path, ".ppm");
    size_t pixels = (size_t)from->width * from->height, each = alpha ? 4 : 3;
    char *file = malloc(pixels * each + 200);
    if (!file)
        return wrong_image(path, "out of memory"), 1;
    int used = alpha ? snprintf(file, 200,
                                "P7\nWIDTH %u\nHEIGHT %u\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n",
                                from->width, from->height)
                     : snprintf(file, 200, "P6\n%u %u\n255\n", from->width, from->height);
    unsigned char *bytes = (unsigned char *)file + used;
    for (size_t i = 0; i < pixels; i++)
        for (size_t c = 0; c < each; c++)
            bytes[each * i + c] = picture_byte(from->pixels[4 * i + c]);
    int status = ends_in(path, ".png") ? write_png(path, from, bytes)
                                       : cmd_write_file(path, file, (size_t)used + pixels * each);
    free(file);
    return status;
}
