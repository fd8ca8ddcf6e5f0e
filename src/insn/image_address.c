/* SPDX-License-Identifier: MIT */
/* The address of an image instruction: which register of a lane holds what follows from the parts
 * that the instruction has, and from the kind of the image. */
#include <string.h>

#include "gen/gcn_facts.h"
#include "image/component.h"
#include "image/number.h"
#include "image_lanes.h"

/* The next register, or half of it. */
typedef struct cursor {
    gcn_wave *w;
    const gisa_lane *lane;
    uint32_t next;
    bool halves; /* a16 */
    bool high;   /* the next half is the upper one of the register before `next` */
} cursor;

static uint32_t whole(cursor *c) {
    c->high = false;
    return *vgpr_at(c->w, c->lane, c->next++);
}

/* An unsigned integer of a coordinate's size. */
static uint32_t number(cursor *c) {
    if (!c->halves)
        return whole(c);
    if (c->high) {
        c->high = false;
        return *vgpr_at(c->w, c->lane, c->next - 1) >> 16;
    }
    uint32_t low = whole(c) & 0xffff;
    c->high = true;
    return low;
}

static float coordinate(cursor *c) {
    uint32_t bits = number(c);
    return number_float(c->halves ? component_load(GCN_IMAGE_NUMBER_FLOAT, 16, bits) : bits);
}

/* A group of its own begins with a register. */
static void new_group(cursor *c) {
    c->high = false;
}

static int8_t offset_at(uint32_t word, unsigned bit) {
    return (int8_t)((int32_t)(word << (26 - bit)) >> 26);
}

/* ---- parts ---------------------------------------------------------------------------------- */

/* Each direction is a group of its own. */
static void take_derivatives(cursor *c, unsigned axes, bool halves, image_address *a) {
    const bool before = c->halves;
    c->halves = before || halves;
    for (unsigned to = 0; to < 2; to++) {
        new_group(c);
        for (unsigned i = 0; i < axes; i++)
            a->step[to][i] = coordinate(c);
    }
    new_group(c);
    c->halves = before;
}

static bool has_slice(const gcn_wave *w, image_kind kind) {
    return kind == IMAGE_CUBE || kind == IMAGE_1D_ARRAY || kind == IMAGE_2D_ARRAY ||
           kind == IMAGE_2D_MSAA_ARRAY || (w->op->image.da && kind != IMAGE_3D);
}

static bool has_fragment(image_kind kind) {
    return kind == IMAGE_2D_MSAA || kind == IMAGE_2D_MSAA_ARRAY;
}

/* Of an image that is no array the register of the slice does not count. */
static bool slice_counts(image_kind kind) {
    return kind != IMAGE_1D && kind != IMAGE_2D && kind != IMAGE_2D_MSAA;
}

static void take_coordinates(cursor *c, image_kind kind, bool samples, image_address *a) {
    for (unsigned i = 0; i < sample_axes(kind); i++)
        if (samples)
            a->place.at[i] = coordinate(c);
        else
            a->place.number[i] = number(c);
    if (has_slice(c->w, kind)) {
        if (samples)
            a->slice.at = coordinate(c);
        else
            a->slice.number = number(c);
        if (!slice_counts(kind))
            a->slice.number = 0;
    }
    if (has_fragment(kind))
        a->fragment = number(c);
}

image_address image_address_of(gcn_wave *w, const gisa_lane *lane, uint32_t parts, bool samples) {
    const image_kind kind = w->image.image.kind;
    cursor c = {w, lane, w->op->in_image.vaddr.reg, w->op->image.a16, false};
    image_address a;
    memset(&a, 0, sizeof a);
    const uint32_t offsets = parts & GCN_ADDRESS_OFFSETS ? whole(&c) : 0;
    for (unsigned i = 0; i < 3; i++)
        a.offset[i] = offset_at(offsets, 8 * i);
    if (parts & GCN_ADDRESS_BIAS)
        a.bias = coordinate(&c);
    if (parts & GCN_ADDRESS_REFERENCE)
        a.reference = number_float(whole(&c));
    if (parts & (GCN_ADDRESS_DERIVATIVES | GCN_ADDRESS_HALF_DERIVATIVES))
        take_derivatives(&c, sample_axes(kind), parts & GCN_ADDRESS_HALF_DERIVATIVES, &a);
    new_group(&c);
    if (parts & GCN_ADDRESS_COORDINATES)
        take_coordinates(&c, kind, samples, &a);
    if (parts & GCN_ADDRESS_LOD)
        a.lod = coordinate(&c);
    if (parts & GCN_ADDRESS_LOD_CLAMP)
        a.least = coordinate(&c);
    if (parts & GCN_ADDRESS_MIP)
        a.mip = number(&c);
    return a;
}
