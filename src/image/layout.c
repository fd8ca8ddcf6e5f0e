/* SPDX-License-Identifier: MIT */
/* Addresses of the elements of an image. */
#include "layout.h"

uint64_t layout_place(const image_layout *l, unsigned level, uint32_t x, uint32_t y, uint32_t z,
                      unsigned sample) {
    const layout_level *v = &l->level[level];
    (void)sample;
    return (((uint64_t)z * v->rows + y) * v->pitch + x) * l->size;
}
