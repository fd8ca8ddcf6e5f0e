/* SPDX-License-Identifier: MIT */
/* gisa run on meshes: vertices into triangles, and the picture that comes of it. */
#include "run_triangles.h"

#include <stdio.h>
#include <stdlib.h>

#include "cmd.h"

const char *const primitive_names[] = {"triangles", "strip", "fan", "rectangles", NULL};
const char *const cull_names[] = {"none", "back", "front", NULL};

/* A strip turns every second triangle around. */
uint64_t primitive_corner(int primitive, uint64_t i, unsigned k) {
    if (primitive == PRIMITIVE_STRIP)
        return i + (i & 1 && k ? 3 - k : k);
    if (primitive == PRIMITIVE_FAN)
        return k ? i + k : 0;
    return 3 * i + k;
}

uint64_t primitive_triangles(int primitive, uint64_t vertices) {
    const bool shares = primitive == PRIMITIVE_STRIP || primitive == PRIMITIVE_FAN;
    return !shares ? vertices / 3 : vertices < 3 ? 0 : vertices - 2;
}

uint32_t *indices_read(const char *path, uint64_t *count) {
    void *data;
    size_t size;
    if (!cmd_read_file(path, &data, &size))
        return NULL;
    *count = size / 4;
    if (*count)
        return data;
    free(data);
    shader_says("expected indices of 32 bits in", path);
    return NULL;
}

int picture_put(const char *path, const image *picture, bool quiet) {
    if (path)
        return picture_write(path, picture);
    for (uint32_t y = 0; y < picture->height && !quiet; y++)
        for (uint32_t x = 0; x < picture->width; x++) {
            const float *p = picture->pixels + 4 * ((size_t)y * picture->width + x);
            printf("%u,%u %.9g %.9g %.9g %.9g\n", x, y, (double)p[0], (double)p[1], (double)p[2],
                   (double)p[3]);
        }
    return 0;
}
