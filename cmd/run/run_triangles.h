/* SPDX-License-Identifier: MIT */
/* gisa run on meshes, of both families: which vertices are corners of which triangle, and the
   picture that comes of it. */
#ifndef GISA_CMD_RUN_TRIANGLES_H
#define GISA_CMD_RUN_TRIANGLES_H

#include "run_shader.h"

/* In the order of their names; those of `cull` are in the order of gisa_stage_cull and
   gisa_shade_cull. */
enum { PRIMITIVE_TRIANGLES, PRIMITIVE_STRIP, PRIMITIVE_FAN, PRIMITIVE_RECTANGLES };
extern const char *const primitive_names[], *const cull_names[];

/* The triangles that this number of vertices makes, one after the other. */
uint64_t primitive_triangles(int primitive, uint64_t vertices);
/* The vertex that is corner k of triangle i. */
uint64_t primitive_corner(int primitive, uint64_t i, unsigned k);

/* A file of numbers of vertices, 32 bits each; NULL: has said what is wrong. */
uint32_t *indices_read(const char *path, uint64_t *count);

/* Writes the picture, or prints its pixels; returns the exit status. */
int picture_put(const char *path, const image *picture, bool quiet);

#endif
