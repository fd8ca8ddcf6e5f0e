/* SPDX-License-Identifier: MIT */
/* Images and samplers (hsa_ext_image.h): which there are, how large, and their handles, which are
 * addresses of resources (T#, of image buffers V#) and samplers (S#) that kernels load. All images
 * are linear: rows that begin at multiples of 256 bytes, one after the other. Programs cannot tell
 * this from tiles: they see texels only through the functions of image_copies.c and their
 * kernels. */
#include "images.h"

#include <string.h>

#include "resources.h"

/* What AMD's device libraries find after the eight words of the resource. */
enum { WORD_TYPE = 8, WORD_ORDER, WORD_WIDTH, IMAGE_WORDS = 12, SAMPLER_WORDS = 8 };
enum { LEAST_ROW = 64 /* texels */ };
/* Of image buffers: with the largest texel 2 GiB, which a resource can say. */
enum { MOST_BUFFER = 1 << 27, MOST_HANDLES = 1 << 20 };

/* What kernels have. Their sizes are powers of two, and multiples of what is loaded at once. */
typedef struct shared_image {
    uint32_t words[IMAGE_WORDS], unused[4];
} shared_image;

typedef struct shared_sampler {
    uint32_t words[SAMPLER_WORDS];
} shared_sampler;

typedef struct own_sampler {
    handle_head head;
} own_sampler;

static handle_table image_table = {.name = "images",
                                   .shared_size = sizeof(shared_image),
                                   .own_size = sizeof(own_image),
                                   .most = MOST_HANDLES,
                                   .step = PAGE / sizeof(shared_image),
                                   .lock = PTHREAD_MUTEX_INITIALIZER};
static handle_table sampler_table = {.name = "samplers",
                                     .shared_size = sizeof(shared_sampler),
                                     .own_size = sizeof(own_sampler),
                                     .most = MOST_HANDLES,
                                     .step = PAGE / sizeof(shared_sampler),
                                     .lock = PTHREAD_MUTEX_INITIALIZER};

own_image *image_find(hsa_ext_image_t handle) {
    return handle_find(&image_table, handle.handle);
}

static const gisa_isa *isa_of(const agent *a) {
    return gisa_find(a->chip->name);
}

/* ---- geometries ------------------------------------------------------------------------------ */

static const struct geometry {
    const char *type; /* in IMAGE_TYPE; NULL: a buffer */
    bool has_height, has_depth, has_slices;
} geometries[] = {
    [HSA_EXT_IMAGE_GEOMETRY_1D] = {"1d", false, false, false},
    [HSA_EXT_IMAGE_GEOMETRY_2D] = {"2d", true, false, false},
    [HSA_EXT_IMAGE_GEOMETRY_3D] = {"3d", true, true, false},
    [HSA_EXT_IMAGE_GEOMETRY_1DA] = {"1d_array", false, false, true},
    [HSA_EXT_IMAGE_GEOMETRY_2DA] = {"2d_array", true, false, true},
    [HSA_EXT_IMAGE_GEOMETRY_1DB] = {NULL, false, false, false},
    [HSA_EXT_IMAGE_GEOMETRY_2DDEPTH] = {"2d", true, false, false},
    [HSA_EXT_IMAGE_GEOMETRY_2DADEPTH] = {"2d_array", true, false, true},
};

/* What the parts of a resource can say. */
static uint64_t most_of(const agent *a, const char *name) {
    return resource_most(isa_of(a), "IMAGE", name) + 1;
}

static uint64_t most_width(const agent *a, const struct geometry *g) {
    return g->type ? most_of(a, "width") : MOST_BUFFER;
}

/* Fills in the sizes and the format; row and slice are still 0. A slice has to be there where the
   geometry has slices; what it does not have is ignored, as AMD's runtime does. */
static hsa_status_t set_size(own_image *i, const image_descriptor *d) {
    const struct geometry *g = &geometries[d->geometry];
    const size_t height = g->has_height ? d->height : 1, slices = g->has_depth    ? d->depth
                                                                  : g->has_slices ? d->array_size
                                                                                  : 1;
    if (!d->width || !height || !slices)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (d->width > most_width(i->agent, g) || height > most_of(i->agent, "height") ||
        slices > most_of(i->agent, "depth"))
        return NO_SIZE;
    i->width = (uint32_t)d->width;
    i->height = (uint32_t)height;
    i->slices = (uint32_t)slices;
    return HSA_STATUS_SUCCESS;
}

/* ---- layouts --------------------------------------------------------------------------------- */

static size_t whole(size_t size, size_t unit) {
    return (size + unit - 1) / unit * unit;
}

/* A row is a multiple of 256 bytes and of 64 texels: then a slice is a multiple of what gfx6 to
   gfx8 align slices to, and no chip inserts anything. */
static void choose_pitch(own_image *i) {
    const bool is_buffer = !geometries[i->is.geometry].type;
    i->row = is_buffer ? (size_t)i->width * i->format.size
                       : whole(whole(i->width, LEAST_ROW) * i->format.size, IMAGE_ALIGNMENT);
    i->slice = i->row * i->height;
}

/* The program chooses: 0 is "as narrow as the image". */
static hsa_status_t take_pitch(own_image *i, size_t row, size_t slice) {
    const size_t least = (size_t)i->width * i->format.size;
    choose_pitch(i);
    if (!geometries[i->is.geometry].type)
        return HSA_STATUS_SUCCESS;
    row = row ? row : least;
    if (row < least || row % IMAGE_ALIGNMENT || row / i->format.size > most_of(i->agent, "pitch") ||
        (slice && i->slices > 1 && slice != row * i->height))
        return NO_PITCH;
    i->row = row;
    i->slice = row * i->height;
    return HSA_STATUS_SUCCESS;
}

typedef struct image_layout {
    bool is_chosen; /* by the program */
    size_t row, slice;
} image_layout;

/* All that can be known of an image before it has memory. */
static hsa_status_t describe(own_image *i, hsa_agent_t who, const image_descriptor *d,
                             const image_layout *layout) {
    hsa_status_t status;
    if (!(i->agent = agent_of(who)))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!d)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    i->is = *d;
    if (!i->agent->chip || !image_format_find(&i->format, d->geometry, &d->format))
        return NO_FORMAT;
    status = set_size(i, d);
    if (status != HSA_STATUS_SUCCESS)
        return status;
    if (layout->is_chosen)
        return take_pitch(i, layout->row, layout->slice);
    choose_pitch(i);
    return HSA_STATUS_SUCCESS;
}

static bool is_access(hsa_access_permission_t access) {
    return access == HSA_ACCESS_PERMISSION_RO || access == HSA_ACCESS_PERMISSION_WO ||
           access == HSA_ACCESS_PERMISSION_RW;
}

static hsa_status_t tell_size(hsa_agent_t who, const image_descriptor *d, hsa_access_permission_t access,
                              const image_layout *layout, hsa_ext_image_data_info_t *info) {
    own_image i = {.agent = NULL};
    hsa_status_t status = describe(&i, who, d, layout);
    if (status == HSA_STATUS_ERROR_INVALID_AGENT)
        return status;
    if (!info || !is_access(access))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (status == HSA_STATUS_SUCCESS)
        *info = (hsa_ext_image_data_info_t){i.slice * i.slices, IMAGE_ALIGNMENT};
    return status;
}

hsa_status_t hsa_ext_image_data_get_info(hsa_agent_t who, const image_descriptor *d,
                                         hsa_access_permission_t access, hsa_ext_image_data_info_t *info) {
    MUST_BE_OPEN;
    LOG("geometry %d, %zu x %zu x %zu, array %zu", d ? (int)d->geometry : -1, d ? d->width : 0,
        d ? d->height : 0, d ? d->depth : 0, d ? d->array_size : 0);
    return tell_size(who, d, access, &(image_layout){.is_chosen = false}, info);
}

hsa_status_t hsa_ext_image_data_get_info_with_layout(hsa_agent_t who, const image_descriptor *d,
                                                     hsa_access_permission_t access,
                                                     hsa_ext_image_data_layout_t layout, size_t row,
                                                     size_t slice, hsa_ext_image_data_info_t *info) {
    MUST_BE_OPEN;
    LOG("row %zu, slice %zu", row, slice);
    if (agent_of(who) && layout != HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return tell_size(who, d, access, &(image_layout){true, row, slice}, info);
}

/* ---- handles of images ----------------------------------------------------------------------- */

static bool put_words(const own_image *i, const void *data, uint32_t *words) {
    const struct geometry *g = &geometries[i->is.geometry];
    const image_format *f = &i->format;
    const uint64_t base = (uintptr_t)data;
    if (!g->type)
        return resource_buffer_words(isa_of(i->agent),
                                     &(resource_buffer){.data_format = f->data,
                                                        .number = f->number,
                                                        .select = f->select,
                                                        .base = base,
                                                        .stride = f->size,
                                                        .count = i->width},
                                     words);
    return resource_image_words(isa_of(i->agent),
                                &(resource_image){.type = g->type,
                                                  .data_format = f->data,
                                                  .number = f->number,
                                                  .select = f->select,
                                                  .base = base,
                                                  .width = i->width,
                                                  .height = i->height,
                                                  .depth = i->slices,
                                                  .pitch = (uint32_t)(i->row / f->size)},
                                words);
}

bool image_one_texel(const agent *a, const image_format *f, const void *texel, uint32_t words[8]) {
    own_image i = {.agent = (agent *)(uintptr_t)a,
                   .is.geometry = HSA_EXT_IMAGE_GEOMETRY_2D,
                   .format = *f,
                   .width = 1,
                   .height = 1,
                   .slices = 1,
                   .row = IMAGE_ALIGNMENT};
    return put_words(&i, texel, words);
}

static hsa_status_t open_image(const own_image *from, const uint32_t *words, hsa_ext_image_t *image) {
    own_image *own = handle_new(&image_table);
    shared_image *shared;
    if (!own)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    const handle_head head = own->head;
    *own = *from;
    own->head = head;
    shared = handle_shared(&image_table, own);
    memcpy(shared->words, words, sizeof shared->words);
    shared->words[WORD_TYPE] = from->is.format.channel_type;
    shared->words[WORD_ORDER] = from->is.format.channel_order;
    shared->words[WORD_WIDTH] = (uint32_t)from->is.width;
    handle_open(own);
    image->handle = (uintptr_t)shared;
    return HSA_STATUS_SUCCESS;
}

/* Access is not compared with the capability: AMD's HIP asks for images of sRGB that it may
   write. */
static hsa_status_t create(hsa_agent_t who, const image_descriptor *d, const void *data,
                           hsa_access_permission_t access, const image_layout *layout,
                           hsa_ext_image_t *image) {
    own_image i = {.agent = NULL};
    uint32_t words[IMAGE_WORDS] = {0};
    hsa_status_t status = describe(&i, who, d, layout);
    if (status == HSA_STATUS_ERROR_INVALID_AGENT)
        return status;
    if (!data || !image || !is_access(access))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (status != HSA_STATUS_SUCCESS)
        return status;
    if ((uintptr_t)data % IMAGE_ALIGNMENT)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    i.data = memory_host(data);
    return put_words(&i, data, words) ? open_image(&i, words, image) : NO_FORMAT;
}

hsa_status_t hsa_ext_image_create(hsa_agent_t who, const image_descriptor *d, const void *data,
                                  hsa_access_permission_t access, hsa_ext_image_t *image) {
    MUST_BE_OPEN;
    LOG("data %p, geometry %d, type %u, order %u", data, d ? (int)d->geometry : -1,
        d ? d->format.channel_type : 0, d ? d->format.channel_order : 0);
    return create(who, d, data, access, &(image_layout){.is_chosen = false}, image);
}

hsa_status_t hsa_ext_image_create_with_layout(hsa_agent_t who, const image_descriptor *d, const void *data,
                                              hsa_access_permission_t access,
                                              hsa_ext_image_data_layout_t layout, size_t row, size_t slice,
                                              hsa_ext_image_t *image) {
    MUST_BE_OPEN;
    LOG("data %p, row %zu, slice %zu", data, row, slice);
    if (agent_of(who) && layout != HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return create(who, d, data, access, &(image_layout){true, row, slice}, image);
}

/* A resource of another driver's, for an image that has memory now: the layout stays as it is, the
   address and the format become the image's. The functions of image_copies.c do not know where its
   texels are. */
hsa_status_t hsa_amd_image_create(hsa_agent_t who, const image_descriptor *d,
                                  const hsa_amd_image_descriptor_t *theirs, const void *data,
                                  hsa_access_permission_t access, hsa_ext_image_t *image) {
    enum { VERSION = 1, AMD = 0x1002 };
    own_image i = {.agent = NULL};
    uint32_t words[IMAGE_WORDS] = {0};
    hsa_status_t status = describe(&i, who, d, &(image_layout){.is_chosen = false});
    MUST_BE_OPEN;
    LOG("data %p", data);
    if (status == HSA_STATUS_ERROR_INVALID_AGENT)
        return status;
    if (!data || !image || !theirs || !is_access(access) || (uintptr_t)data % IMAGE_ALIGNMENT)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (status != HSA_STATUS_SUCCESS)
        return status;
    if (theirs->version != VERSION || theirs->deviceID != (AMD << 16 | i.agent->chip->device) ||
        !geometries[d->geometry].type)
        return NO_FORMAT;
    memcpy(words, theirs->data, RESOURCE_IMAGE * sizeof *words);
    i.row = i.slice = 0;
    return resource_image_retarget(isa_of(i.agent), words, (uintptr_t)data, i.format.data, i.format.number,
                                   i.format.select)
               ? open_image(&i, words, image)
               : NO_FORMAT;
}

hsa_status_t hsa_ext_image_destroy(hsa_agent_t who, hsa_ext_image_t image) {
    own_image *own = image_find(image);
    MUST_BE_OPEN;
    LOG("%#lx", (unsigned long)image.handle);
    if (!agent_of(who))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!own || !handle_close(own))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    handle_free(&image_table, own);
    return HSA_STATUS_SUCCESS;
}

/* ---- samplers -------------------------------------------------------------------------------- */

/* What a coordinate outside the image is not said to mean is taken as by AMD's runtime. */
static const char *const clamps[] = {
    [HSA_EXT_SAMPLER_ADDRESSING_MODE_UNDEFINED] = "wrap",
    [HSA_EXT_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE] = "last_texel",
    [HSA_EXT_SAMPLER_ADDRESSING_MODE_CLAMP_TO_BORDER] = "border",
    [HSA_EXT_SAMPLER_ADDRESSING_MODE_REPEAT] = "wrap",
    [HSA_EXT_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT] = "mirror",
};

static bool is_sampler(const hsa_ext_sampler_descriptor_t *d) {
    return d->coordinate_mode <= HSA_EXT_SAMPLER_COORDINATE_MODE_NORMALIZED &&
           d->filter_mode <= HSA_EXT_SAMPLER_FILTER_MODE_LINEAR &&
           d->address_mode <= HSA_EXT_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT;
}

static hsa_status_t open_sampler(const uint32_t *words, hsa_ext_sampler_t *sampler) {
    own_sampler *own = handle_new(&sampler_table);
    shared_sampler *shared;
    if (!own)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    shared = handle_shared(&sampler_table, own);
    memcpy(shared->words, words, sizeof shared->words);
    handle_open(own);
    sampler->handle = (uintptr_t)shared;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_ext_sampler_create(hsa_agent_t who, const hsa_ext_sampler_descriptor_t *d,
                                    hsa_ext_sampler_t *sampler) {
    const agent *a = agent_of(who);
    uint32_t words[SAMPLER_WORDS] = {0};
    MUST_BE_OPEN;
    LOG("coordinates %d, filter %d, clamp %d", d ? (int)d->coordinate_mode : -1, d ? (int)d->filter_mode : -1,
        d ? (int)d->address_mode : -1);
    if (!a || !a->chip)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!d || !sampler)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!is_sampler(d) ||
        !resource_sampler_words(
            isa_of(a),
            &(resource_sampler){clamps[d->address_mode], d->filter_mode == HSA_EXT_SAMPLER_FILTER_MODE_LINEAR,
                                d->coordinate_mode == HSA_EXT_SAMPLER_COORDINATE_MODE_UNNORMALIZED},
            words))
        return NO_SAMPLER;
    return open_sampler(words, sampler);
}

hsa_status_t hsa_ext_sampler_destroy(hsa_agent_t who, hsa_ext_sampler_t sampler) {
    own_sampler *own = handle_find(&sampler_table, sampler.handle);
    MUST_BE_OPEN;
    LOG("%#lx", (unsigned long)sampler.handle);
    if (!agent_of(who))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!own || !handle_close(own))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    handle_free(&sampler_table, own);
    return HSA_STATUS_SUCCESS;
}

/* ---- what is supported ----------------------------------------------------------------------- */

hsa_status_t hsa_ext_image_get_capability(hsa_agent_t who, hsa_ext_image_geometry_t geometry,
                                          const hsa_ext_image_format_t *format, uint32_t *mask) {
    const agent *a = agent_of(who);
    image_format f;
    MUST_BE_OPEN;
    if (!a)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!format || !mask || (unsigned)geometry > HSA_EXT_IMAGE_GEOMETRY_2DADEPTH)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *mask = a->chip && image_format_find(&f, geometry, format) ? f.capability
                                                               : HSA_EXT_IMAGE_CAPABILITY_NOT_SUPPORTED;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_ext_image_get_capability_with_layout(hsa_agent_t who, hsa_ext_image_geometry_t geometry,
                                                      const hsa_ext_image_format_t *format,
                                                      hsa_ext_image_data_layout_t layout, uint32_t *mask) {
    MUST_BE_OPEN;
    if (agent_of(who) && layout != HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return hsa_ext_image_get_capability(who, geometry, format, mask);
}

static hsa_status_t give_most(const agent *a, hsa_ext_image_geometry_t geometry, void *value) {
    const struct geometry *g = &geometries[geometry];
    const uint32_t most[] = {(uint32_t)most_width(a, g), (uint32_t)most_of(a, "height"),
                             (uint32_t)most_of(a, "depth")};
    memcpy(value, most, (g->has_depth ? 3 : g->has_height ? 2 : 1) * sizeof *most);
    return HSA_STATUS_SUCCESS;
}

/* The headers say size_t; AMD's runtime writes 32 bits, and HIP has room for no more. */
hsa_status_t hsa_amd_image_get_info_max_dim(hsa_agent_t who, hsa_agent_info_t attribute, void *value) {
    static const hsa_ext_image_geometry_t of[] = {
        HSA_EXT_IMAGE_GEOMETRY_1D,       HSA_EXT_IMAGE_GEOMETRY_1DA, HSA_EXT_IMAGE_GEOMETRY_1DB,
        HSA_EXT_IMAGE_GEOMETRY_2D,       HSA_EXT_IMAGE_GEOMETRY_2DA, HSA_EXT_IMAGE_GEOMETRY_2DDEPTH,
        HSA_EXT_IMAGE_GEOMETRY_2DADEPTH, HSA_EXT_IMAGE_GEOMETRY_3D};
    const unsigned which = (unsigned)attribute;
    const agent *a = agent_of(who);
    MUST_BE_OPEN;
    if (!a)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!value || !a->chip || which < HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS ||
        which > HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (which == HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS)
        GIVES(uint32_t, most_of(a, "depth"));
    return give_most(a, of[which - HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS], value);
}
