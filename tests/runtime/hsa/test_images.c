/* SPDX-License-Identifier: MIT */
/* Images and samplers: what is supported, what kernels find at a handle, copies of texels. The
 * places of fields are those of AMD's GCN3 and Vega manuals, formats those of ROCr's tables. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include <hsa/hsa_ext_image.h>

#define BOTH HSA_ACCESS_PERMISSION_RW
#define LINEAR HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR

typedef hsa_ext_image_descriptor_t descriptor;

static const hsa_agent_t nobody = {0};

static descriptor describe(hsa_ext_image_geometry_t geometry, size_t width, size_t height, size_t depth,
                           size_t slices, uint32_t type, uint32_t order) {
    return (descriptor){geometry, width, height, depth, slices, {type, order}};
}

static descriptor floats(size_t width, size_t height) {
    return describe(HSA_EXT_IMAGE_GEOMETRY_2D, width, height, 0, 0, HSA_EXT_IMAGE_CHANNEL_TYPE_FLOAT,
                    HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA);
}

/* ---- what is supported ----------------------------------------------------------------------- */

static void extensions(void) {
    hsa_ext_images_1_pfn_t table;
    hsa_ext_images_1_00_pfn_t first;
    uint8_t bits[128];
    bool has = false;
    uint16_t minor = 9;
    memset(bits, 255, sizeof bits);
    DONE(hsa_agent_get_info(g.agent, HSA_AGENT_INFO_EXTENSIONS, bits));
    OK(bits[0] == 1 << HSA_EXTENSION_IMAGES && !bits[1], "the GPU has images");
    DONE(hsa_agent_get_info(g.host, HSA_AGENT_INFO_EXTENSIONS, bits));
    OK(!bits[0], "the host has none");
    DONE(hsa_system_extension_supported(HSA_EXTENSION_IMAGES, 1, 0, &has));
    OK(has, "the system has them");
    DONE(hsa_system_extension_supported(HSA_EXTENSION_IMAGES, 2, 0, &has));
    OK(!has, "in version 1");
    DONE(hsa_agent_extension_supported(HSA_EXTENSION_IMAGES, g.agent, 1, 0, &has));
    OK(has, "the GPU says so");
    DONE(hsa_agent_major_extension_supported(HSA_EXTENSION_IMAGES, g.agent, 1, &minor, &has));
    OK(has && minor == 1, "in version 1.1");
    DONE(hsa_agent_extension_supported(HSA_EXTENSION_IMAGES, g.host, 1, 0, &has));
    OK(!has, "the host does not");
    memset(&table, 0, sizeof table);
    DONE(hsa_system_get_major_extension_table(HSA_EXTENSION_IMAGES, 1, sizeof table, &table));
    OK(table.hsa_ext_image_create_with_layout == hsa_ext_image_create_with_layout &&
           table.hsa_ext_image_clear == hsa_ext_image_clear,
       "the table of functions");
    DONE(hsa_system_get_extension_table(HSA_EXTENSION_IMAGES, 1, 0, &first));
    OK(first.hsa_ext_sampler_destroy == hsa_ext_sampler_destroy, "that of version 1.0");
    IS(hsa_system_get_extension_table(HSA_EXTENSION_IMAGES, 1, 2, &table), HSA_STATUS_ERROR);
    IS(hsa_system_get_extension_table(HSA_EXTENSION_IMAGES, 2, 0, &table), HSA_STATUS_ERROR);
}

static void limits(void) {
    const hsa_agent_info_t plane = (hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_2D_MAX_ELEMENTS,
                           space = (hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_3D_MAX_ELEMENTS,
                           layers = (hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS,
                           row = (hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_LINEAR_ROW_PITCH_ALIGNMENT;
    uint32_t most[4] = {9, 9, 9, 9};
    DONE(hsa_agent_get_info(g.agent, plane, most));
    OK(most[0] == 16384 && most[1] == 16384 && most[2] == 9, "the largest picture");
    DONE(hsa_amd_image_get_info_max_dim(g.agent, space, most));
    OK(most[0] == 16384 && most[1] == 16384 && most[2] == 8192 && most[3] == 9, "the largest volume");
    DONE(hsa_agent_get_info(g.agent, layers, most));
    OK(most[0] == 8192, "the most layers");
    DONE(hsa_agent_get_info(g.agent, row, most));
    OK(most[0] == 256, "rows begin at multiples");
    IS(hsa_amd_image_get_info_max_dim(g.agent, HSA_AGENT_INFO_NAME, most), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_image_get_info_max_dim(nobody, plane, most), HSA_STATUS_ERROR_INVALID_AGENT);
    IS(hsa_agent_get_info(g.host, plane, most), HSA_STATUS_ERROR_INVALID_ARGUMENT);
}

static uint32_t capability(hsa_ext_image_geometry_t geometry, uint32_t type, uint32_t order) {
    const hsa_ext_image_format_t format = {type, order};
    uint32_t mask = 99, linear = 98;
    DONE(hsa_ext_image_get_capability(g.agent, geometry, &format, &mask));
    DONE(hsa_ext_image_get_capability_with_layout(g.agent, geometry, &format, LINEAR, &linear));
    OK(mask == linear, "a layout changes nothing");
    return mask;
}

/* How many types each order has in ROCr's table, and what may be done with them. */
static void formats(void) {
    enum { TYPES = 16, ORDERS = 20, READ = 1, WRITE = 2, ALL = 7 };
    static const struct {
        uint8_t types, capability;
    } expected[ORDERS] = {
        [0] = {12, ALL}, [1] = {12, ALL}, [3] = {12, ALL},  [5] = {12, ALL}, [6] = {3, ALL}, [8] = {12, ALL},
        [9] = {4, ALL},  [10] = {4, ALL}, [14] = {1, READ}, [16] = {6, ALL}, [17] = {6, ALL}};
    const hsa_ext_image_format_t wrong = {TYPES, 0};
    uint32_t mask = 99;
    for (unsigned order = 0; order < ORDERS; order++) {
        unsigned count = 0;
        for (unsigned type = 0; type < TYPES; type++) {
            const uint32_t can = capability(HSA_EXT_IMAGE_GEOMETRY_3D, type, order);
            OK(!can || can == expected[order].capability, "what a format can");
            count += can != 0;
        }
        OK(count == expected[order].types, "the types of an order");
    }
    OK(capability(HSA_EXT_IMAGE_GEOMETRY_2DDEPTH, 15, 18) == (READ | WRITE), "depth is read or written");
    OK(capability(HSA_EXT_IMAGE_GEOMETRY_2DDEPTH, 15, 1) == 0, "nothing else is a depth");
    OK(capability(HSA_EXT_IMAGE_GEOMETRY_1DB, 2, 14) == 0, "buffers have no sRGB");
    OK(capability(HSA_EXT_IMAGE_GEOMETRY_1DB, 2, 8) == ALL, "but colours");
    DONE(hsa_ext_image_get_capability(g.agent, HSA_EXT_IMAGE_GEOMETRY_2D, &wrong, &mask));
    OK(mask == 0, "an unknown type");
    IS(hsa_ext_image_get_capability(nobody, HSA_EXT_IMAGE_GEOMETRY_2D, &wrong, &mask),
       HSA_STATUS_ERROR_INVALID_AGENT);
    IS(hsa_ext_image_get_capability(g.agent, HSA_EXT_IMAGE_GEOMETRY_2D, NULL, &mask),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_get_capability_with_layout(g.agent, HSA_EXT_IMAGE_GEOMETRY_2D, &wrong,
                                                HSA_EXT_IMAGE_DATA_LAYOUT_OPAQUE, &mask),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static void sizes(void) {
    descriptor d = floats(20, 7);
    hsa_ext_image_data_info_t info = {0, 0};
    DONE(hsa_ext_image_data_get_info(g.agent, &d, BOTH, &info));
    OK(info.size >= 20 * 7 * 16 && info.alignment == 256 && info.size % 256 == 0, "a size");
    IS(hsa_ext_image_data_get_info(nobody, &d, BOTH, &info), HSA_STATUS_ERROR_INVALID_AGENT);
    IS(hsa_ext_image_data_get_info(g.agent, NULL, BOTH, &info), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_data_get_info(g.agent, &d, BOTH, NULL), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_data_get_info(g.agent, &d, (hsa_access_permission_t)0, &info),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    d.width = 16385;
    IS(hsa_ext_image_data_get_info(g.agent, &d, BOTH, &info), HSA_EXT_STATUS_ERROR_IMAGE_SIZE_UNSUPPORTED);
    d.width = 0;
    IS(hsa_ext_image_data_get_info(g.agent, &d, BOTH, &info), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    d = floats(20, 7);
    d.format.channel_order = HSA_EXT_IMAGE_CHANNEL_ORDER_RGBX;
    IS(hsa_ext_image_data_get_info(g.agent, &d, BOTH, &info), HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED);
    d = floats(16, 7);
    DONE(hsa_ext_image_data_get_info_with_layout(g.agent, &d, BOTH, LINEAR, 512, 0, &info));
    OK(info.size == 512 * 7, "a size with a pitch");
    DONE(hsa_ext_image_data_get_info_with_layout(g.agent, &d, BOTH, LINEAR, 0, 0, &info));
    OK(info.size == 256 * 7, "the pitch that follows");
    IS(hsa_ext_image_data_get_info_with_layout(g.agent, &d, BOTH, LINEAR, 240, 0, &info),
       HSA_EXT_STATUS_ERROR_IMAGE_PITCH_UNSUPPORTED);
    IS(hsa_ext_image_data_get_info_with_layout(g.agent, &d, BOTH, HSA_EXT_IMAGE_DATA_LAYOUT_OPAQUE, 512, 0,
                                               &info),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
}

/* ---- what kernels find ----------------------------------------------------------------------- */

static uint32_t bits(const uint32_t *words, unsigned from, unsigned count) {
    return (uint32_t)((words[from / 32] | (uint64_t)words[from / 32 + (from % 32 + count > 32)] << 32) >>
                      from % 32) &
           ((1u << count) - 1);
}

static hsa_ext_image_t new_image(const descriptor *d, void **data) {
    hsa_ext_image_data_info_t info;
    hsa_ext_image_t image = {0};
    DONE(hsa_ext_image_data_get_info(g.agent, d, BOTH, &info));
    *data = memory(g.local, info.size);
    DONE(hsa_ext_image_create(g.agent, d, *data, BOTH, &image));
    OK(image.handle && image.handle % 16 == 0, "a handle");
    return image;
}

static void free_image(hsa_ext_image_t image, void *data) {
    DONE(hsa_ext_image_destroy(g.agent, image));
    DONE(hsa_amd_memory_pool_free(data));
}

static void resources(void) {
    enum { FORMAT_32_32_32_32 = 14, FLOAT = 7, TYPE_2D = 9, LINEAR_ALIGNED = 8 };
    const descriptor d = floats(20, 7);
    void *data;
    const hsa_ext_image_t image = new_image(&d, &data);
    const uint32_t *w = (const uint32_t *)(uintptr_t)image.handle;
    OK(((uint64_t)(w[1] & 0xff) << 40 | (uint64_t)w[0] << 8) == (uintptr_t)data, "the address");
    OK(bits(w, 52, 6) == FORMAT_32_32_32_32 && bits(w, 58, 4) == FLOAT, "the format");
    OK(bits(w, 64, 14) == 19 && bits(w, 78, 14) == 6, "the size");
    OK(bits(w, 96, 12) == (4 | 5 << 3 | 6 << 6 | 7 << 9), "the components");
    OK(bits(w, 116, 5) == (strcmp(g.name, "gfx900") < 0 ? LINEAR_ALIGNED : 0), "rows");
    OK(bits(w, 124, 4) == TYPE_2D, "a picture");
    OK(bits(w, 128, 13) == 0 && (bits(w, 141, 14) + 1) % 64 == 0, "the pitch");
    OK(w[8] == HSA_EXT_IMAGE_CHANNEL_TYPE_FLOAT && w[9] == HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA && w[10] == 20,
       "what device libraries look for");
    free_image(image, data);
}

static void buffers(void) {
    const descriptor d = describe(HSA_EXT_IMAGE_GEOMETRY_1DB, 1000, 0, 0, 0,
                                  HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT16, HSA_EXT_IMAGE_CHANNEL_ORDER_RG);
    void *data;
    const hsa_ext_image_t image = new_image(&d, &data);
    const uint32_t *w = (const uint32_t *)(uintptr_t)image.handle;
    OK(((uint64_t)(w[1] & 0xffff) << 32 | w[0]) == (uintptr_t)data, "the address of a buffer");
    OK(bits(w, 48, 14) == 4, "its stride");
    OK(w[2] == (strcmp(g.name, "gfx9") < 0 && strcmp(g.name, "gfx8") > 0 ? 4000 : 1000), "its size");
    OK(bits(w, 96, 12) == (4 | 5 << 3 | 0 << 6 | 1 << 9), "its components");
    OK(bits(w, 108, 3) == 4 && bits(w, 111, 4) == 5, "its format");
    free_image(image, data);
}

static void samplers(void) {
    const hsa_ext_sampler_descriptor_t point = {HSA_EXT_SAMPLER_COORDINATE_MODE_UNNORMALIZED,
                                                HSA_EXT_SAMPLER_FILTER_MODE_NEAREST,
                                                HSA_EXT_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE},
                                       linear = {HSA_EXT_SAMPLER_COORDINATE_MODE_NORMALIZED,
                                                 HSA_EXT_SAMPLER_FILTER_MODE_LINEAR,
                                                 HSA_EXT_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT},
                                       wrong = {2, 0, 0};
    enum { LAST_TEXEL = 2, MIRROR = 1 };
    hsa_ext_sampler_t a = {0}, b = {0};
    DONE(hsa_ext_sampler_create(g.agent, &point, &a));
    DONE(hsa_ext_sampler_create(g.agent, &linear, &b));
    OK(a.handle != b.handle && a.handle % 16 == 0, "two samplers");
    const uint32_t *w = (const uint32_t *)(uintptr_t)a.handle, *v = (const uint32_t *)(uintptr_t)b.handle;
    OK(bits(w, 0, 9) == (LAST_TEXEL | LAST_TEXEL << 3 | LAST_TEXEL << 6) && bits(w, 15, 1) == 1,
       "coordinates in texels");
    OK(bits(w, 84, 4) == 0 && bits(v, 84, 4) == (1 | 1 << 2), "filters");
    OK(bits(v, 0, 9) == (MIRROR | MIRROR << 3 | MIRROR << 6) && bits(v, 15, 1) == 0,
       "coordinates from 0 to 1");
    OK(bits(w, 126, 2) == 0 && bits(w, 44, 12) == 4095, "border and levels");
    DONE(hsa_ext_sampler_destroy(g.agent, a));
    IS(hsa_ext_sampler_destroy(g.agent, a), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    DONE(hsa_ext_sampler_destroy(g.agent, b));
    IS(hsa_ext_sampler_create(g.agent, &wrong, &a), HSA_EXT_STATUS_ERROR_SAMPLER_DESCRIPTOR_UNSUPPORTED);
    IS(hsa_ext_sampler_create(g.agent, NULL, &a), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_sampler_create(nobody, &point, &a), HSA_STATUS_ERROR_INVALID_AGENT);
    IS(hsa_ext_sampler_destroy(nobody, b), HSA_STATUS_ERROR_INVALID_AGENT);
}

/* ---- copies ---------------------------------------------------------------------------------- */

enum { WIDTH = 21, HEIGHT = 5, DEPTH = 3 };
typedef uint16_t volume[DEPTH][HEIGHT][WIDTH];

static void fill(volume v, unsigned from) {
    for (unsigned z = 0; z < DEPTH; z++)
        for (unsigned y = 0; y < HEIGHT; y++)
            for (unsigned x = 0; x < WIDTH; x++)
                v[z][y][x] = (uint16_t)from++;
}

/* A box of one volume in another one. */
static void put_box(volume to, const hsa_dim3_t *to_at, volume from, const hsa_dim3_t *from_at,
                    const hsa_dim3_t *size) {
    for (unsigned z = 0; z < size->z; z++)
        for (unsigned y = 0; y < size->y; y++)
            for (unsigned x = 0; x < size->x; x++)
                to[to_at->z + z][to_at->y + y][to_at->x + x] =
                    from[from_at->z + z][from_at->y + y][from_at->x + x];
}

static bool holds(hsa_ext_image_t image, volume expected) {
    const hsa_ext_image_region_t all = {{0, 0, 0}, {WIDTH, HEIGHT, DEPTH}};
    volume got;
    memset(got, 255, sizeof got);
    DONE(hsa_ext_image_export(g.agent, image, got, 0, 0, &all));
    return memcmp(got, expected, sizeof got) == 0;
}

static void copies(hsa_ext_image_geometry_t geometry) {
    const bool is_3d = geometry == HSA_EXT_IMAGE_GEOMETRY_3D;
    const descriptor d = describe(geometry, WIDTH, HEIGHT, is_3d ? DEPTH : 0, is_3d ? 0 : DEPTH,
                                  HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT16, HSA_EXT_IMAGE_CHANNEL_ORDER_R);
    const hsa_ext_image_region_t all = {{0, 0, 0}, {WIDTH, HEIGHT, DEPTH}};
    const hsa_dim3_t size = {9, 3, 2}, at = {3, 1, 1}, to = {11, 2, 0}, outside = {13, 2, 0}, no = {0, 0, 0};
    volume first, second, part;
    void *a_data, *b_data;
    const hsa_ext_image_t a = new_image(&d, &a_data), b = new_image(&d, &b_data);
    fill(first, 1);
    fill(second, 1000);
    fill(part, 2000);
    DONE(hsa_ext_image_import(g.agent, first, WIDTH * 2, WIDTH * HEIGHT * 2, a, &all));
    DONE(hsa_ext_image_import(g.agent, second, 0, 0, b, &all));
    OK(holds(a, first) && holds(b, second), "texels there and back");
    DONE(hsa_ext_image_copy(g.agent, a, &at, b, &to, &size));
    put_box(second, &to, first, &at, &size);
    OK(holds(b, second) && holds(a, first), "a box of an image");
    DONE(hsa_ext_image_import(g.agent, part, WIDTH * 2, WIDTH * HEIGHT * 2, b,
                              &(hsa_ext_image_region_t){at, size}));
    put_box(second, &at, part, &no, &size);
    OK(holds(b, second), "a box of a program's memory");
    fill(part, 3000);
    DONE(hsa_ext_image_export(g.agent, a, part, WIDTH * 2, WIDTH * HEIGHT * 2,
                              &(hsa_ext_image_region_t){to, size}));
    fill(second, 3000);
    put_box(second, &no, first, &to, &size);
    OK(memcmp(part, second, sizeof part) == 0, "a box into a program's memory");
    IS(hsa_ext_image_copy(g.agent, a, &at, b, &outside, &size), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_import(g.agent, part, 0, 0, b, &(hsa_ext_image_region_t){outside, size}),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    free_image(a, a_data);
    free_image(b, b_data);
}

/* Colours as they are stored, by hand. */
static void clears(void) {
    static const struct {
        uint32_t type, order;
        float colour[4];
        uint32_t ints[4]; /* instead, where the first colour is negative */
        uint8_t bytes[16], size;
    } cases[] = {
        {HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_INT8,
         HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA,
         {1, 0, 0.2f, 2},
         {0},
         {255, 0, 51, 255},
         4},
        {HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_INT8,
         HSA_EXT_IMAGE_CHANNEL_ORDER_BGRA,
         {1, 0, 0.2f, 0.6f},
         {0},
         {51, 0, 255, 153},
         4},
        {HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_INT8,
         HSA_EXT_IMAGE_CHANNEL_ORDER_SRGBA,
         {1, 0, 0.21404114f, 0.2f},
         {0},
         {255, 0, 128, 51},
         4},
        {HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_SHORT_565,
         HSA_EXT_IMAGE_CHANNEL_ORDER_RGB,
         {1, 0, 1, 0},
         {0},
         {0x1f, 0xf8},
         2},
        {HSA_EXT_IMAGE_CHANNEL_TYPE_HALF_FLOAT,
         HSA_EXT_IMAGE_CHANNEL_ORDER_RA,
         {1.5f, 7, 7, -2},
         {0},
         {0, 0x3e, 0, 0xc0},
         4},
        {HSA_EXT_IMAGE_CHANNEL_TYPE_SIGNED_INT16,
         HSA_EXT_IMAGE_CHANNEL_ORDER_RG,
         {-1},
         {5, 0xfffffffe},
         {5, 0, 0xfe, 0xff},
         4},
        {HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32,
         HSA_EXT_IMAGE_CHANNEL_ORDER_A,
         {-1},
         {1, 2, 3, 0x04050607},
         {7, 6, 5, 4},
         4},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const descriptor d = describe(HSA_EXT_IMAGE_GEOMETRY_2D, 9, 4, 0, 0, cases[i].type, cases[i].order);
        const void *colour = cases[i].colour[0] < 0 ? (const void *)cases[i].ints : cases[i].colour;
        const hsa_ext_image_region_t part = {{2, 1, 0}, {5, 2, 1}}, all = {{0, 0, 0}, {9, 4, 1}};
        uint8_t got[4][9][16] = {{{0}}};
        bool good = true;
        void *data;
        const hsa_ext_image_t image = new_image(&d, &data);
        const unsigned size = cases[i].size;
        DONE(hsa_ext_image_clear(g.agent, image, colour, &part));
        DONE(hsa_ext_image_export(g.agent, image, got, sizeof got[0], 0, &all));
        for (unsigned y = 0; y < 4; y++)
            for (unsigned x = 0; x < 9; x++) {
                static const uint8_t zeros[16];
                const bool is_in = x >= 2 && x < 7 && y >= 1 && y < 3;
                good &=
                    memcmp((uint8_t *)got[y] + (size_t)x * size, is_in ? cases[i].bytes : zeros, size) == 0;
            }
        OK(good, "a colour");
        free_image(image, data);
    }
}

/* An array of rows counts them by y. */
static void rows(void) {
    const descriptor d = describe(HSA_EXT_IMAGE_GEOMETRY_1DA, 8, 0, 0, 3,
                                  HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8, HSA_EXT_IMAGE_CHANNEL_ORDER_R);
    const uint8_t from[3][8] = {"ABCDEFG", "HIJKLMN", "OPQRSTU"};
    const hsa_ext_image_region_t all = {{0, 0, 0}, {8, 3, 1}}, last = {{0, 2, 0}, {8, 1, 1}};
    uint8_t to[8];
    void *data;
    const hsa_ext_image_t image = new_image(&d, &data);
    DONE(hsa_ext_image_import(g.agent, from, 8, 0, image, &all));
    DONE(hsa_ext_image_export(g.agent, image, to, 0, 0, &last));
    OK(memcmp(to, from[2], 8) == 0, "the last row of an array");
    free_image(image, data);
}

/* Formats that differ only by the curve of sRGB: bytes are copied. Others are refused. */
static void curves(void) {
    descriptor d = describe(HSA_EXT_IMAGE_GEOMETRY_2D, 4, 1, 0, 0, HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_INT8,
                            HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA);
    const uint8_t texels[16] = "0123456789abcdef";
    const hsa_dim3_t at = {0, 0, 0}, size = {4, 1, 1};
    const hsa_ext_image_region_t all = {at, size};
    uint8_t got[16] = {0};
    void *data[3];
    hsa_ext_image_t image[3];
    image[0] = new_image(&d, &data[0]);
    d.format.channel_order = HSA_EXT_IMAGE_CHANNEL_ORDER_SRGBA;
    image[1] = new_image(&d, &data[1]);
    d.format.channel_order = HSA_EXT_IMAGE_CHANNEL_ORDER_BGRA;
    image[2] = new_image(&d, &data[2]);
    DONE(hsa_ext_image_import(g.agent, texels, 0, 0, image[0], &all));
    DONE(hsa_ext_image_copy(g.agent, image[0], &at, image[1], &at, &size));
    DONE(hsa_ext_image_export(g.agent, image[1], got, 0, 0, &all));
    OK(memcmp(got, texels, sizeof got) == 0, "bytes of sRGB");
    IS(hsa_ext_image_copy(g.agent, image[0], &at, image[2], &at, &size), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    for (unsigned i = 0; i < 3; i++)
        free_image(image[i], data[i]);
}

/* Memory of the program's own, which kernels see at another address. */
static void locked(void) {
    const descriptor d = describe(HSA_EXT_IMAGE_GEOMETRY_1D, 8, 0, 0, 0,
                                  HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8, HSA_EXT_IMAGE_CHANNEL_ORDER_R);
    const hsa_ext_image_region_t all = {{0, 0, 0}, {8, 1, 1}};
    uint8_t *mine = aligned_alloc(4096, 4096), got[8];
    void *seen = NULL;
    hsa_ext_image_t image;
    memset(mine, 0, 4096);
    DONE(hsa_amd_memory_lock(mine, 4096, NULL, 0, &seen));
    OK(seen && seen != mine, "another address");
    DONE(hsa_ext_image_create(g.agent, &d, seen, BOTH, &image));
    const uint32_t *w = (const uint32_t *)(uintptr_t)image.handle;
    OK(((uint64_t)(w[1] & 0xff) << 40 | (uint64_t)w[0] << 8) == (uintptr_t)seen,
       "which is that of the image");
    DONE(hsa_ext_image_import(g.agent, "texels!", 0, 0, image, &all));
    OK(memcmp(mine, "texels!", 8) == 0, "texels of locked memory");
    DONE(hsa_ext_image_export(g.agent, image, got, 0, 0, &all));
    OK(memcmp(got, "texels!", 8) == 0, "and back");
    DONE(hsa_ext_image_destroy(g.agent, image));
    DONE(hsa_amd_memory_unlock(mine));
    free(mine);
}

/* ---- wrong arguments ------------------------------------------------------------------------- */

static void wrong(void) {
    const descriptor d = floats(4, 4);
    const hsa_dim3_t at = {0, 0, 0}, size = {1, 1, 1};
    const hsa_ext_image_region_t region = {at, size};
    hsa_ext_image_t image = {0}, gone;
    uint8_t *data = memory(g.local, 8192);
    IS(hsa_ext_image_create(g.agent, &d, NULL, BOTH, &image), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_create(g.agent, &d, data + 64, BOTH, &image), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_create(g.agent, &d, data, BOTH, NULL), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_create(nobody, &d, data, BOTH, &image), HSA_STATUS_ERROR_INVALID_AGENT);
    IS(hsa_ext_image_create(g.host, &d, data, BOTH, &image), HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED);
    IS(hsa_ext_image_create_with_layout(g.agent, &d, data, BOTH, LINEAR, 100, 0, &image),
       HSA_EXT_STATUS_ERROR_IMAGE_PITCH_UNSUPPORTED);
    DONE(hsa_ext_image_create_with_layout(g.agent, &d, data, BOTH, LINEAR, 256, 0, &gone));
    DONE(hsa_ext_image_destroy(g.agent, gone));
    IS(hsa_ext_image_destroy(g.agent, gone), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_destroy(nobody, gone), HSA_STATUS_ERROR_INVALID_AGENT);
    for (unsigned i = 0; i < 2; i++) {
        const hsa_ext_image_t no = i ? gone : image;
        IS(hsa_ext_image_copy(g.agent, no, &at, no, &at, &size), HSA_STATUS_ERROR_INVALID_ARGUMENT);
        IS(hsa_ext_image_import(g.agent, data, 0, 0, no, &region), HSA_STATUS_ERROR_INVALID_ARGUMENT);
        IS(hsa_ext_image_export(g.agent, no, data, 0, 0, &region), HSA_STATUS_ERROR_INVALID_ARGUMENT);
        IS(hsa_ext_image_clear(g.agent, no, data, &region), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    }
    DONE(hsa_amd_memory_pool_free(data));
}

/* A resource of a driver's, tiled, for memory of ours. */
static void others(void) {
    const descriptor d = describe(HSA_EXT_IMAGE_GEOMETRY_2D, 64, 64, 0, 0,
                                  HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_INT8, HSA_EXT_IMAGE_CHANNEL_ORDER_BGRA);
    const hsa_ext_image_region_t all = {{0, 0, 0}, {1, 1, 1}};
    uint32_t chip = 0, theirs[10] = {1, 0, 0, 0, 63 | 63 << 14, 9u << 28 | 14 << 20, 63 << 13};
    uint8_t *data = memory(g.local, 1 << 16);
    hsa_ext_image_t image = {0};
    DONE(hsa_agent_get_info(g.agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_CHIP_ID, &chip));
    IS(hsa_amd_image_create(g.agent, &d, (hsa_amd_image_descriptor_t *)theirs, data, BOTH, &image),
       HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED);
    theirs[1] = 0x1002u << 16 | chip;
    DONE(hsa_amd_image_create(g.agent, &d, (hsa_amd_image_descriptor_t *)theirs, data, BOTH, &image));
    const uint32_t *w = (const uint32_t *)(uintptr_t)image.handle;
    OK(w[2] == theirs[4] && bits(w, 116, 5) == 14 && bits(w, 124, 4) == 9 && w[4] == theirs[6],
       "their layout");
    OK(bits(w, 52, 6) == 10 && bits(w, 96, 12) == (6 | 5 << 3 | 4 << 6 | 7 << 9), "our format");
    OK(((uint64_t)(w[1] & 0xff) << 40 | (uint64_t)w[0] << 8) == (uintptr_t)data, "our memory");
    IS(hsa_ext_image_export(g.agent, image, data, 0, 0, &all), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    free_image(image, data);
}

/* ---- any arguments --------------------------------------------------------------------------- */

static uint32_t next_random(uint32_t below) {
    static uint32_t state = 1;
    state = state * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(state >> 4) * below >> 28);
}

/* Mostly small, often at a limit, now and then far beyond it. */
static size_t any_size(void) {
    static const size_t sizes[] = {0, 1, 8192, 8193, 16384, 16385, 1 << 27, UINT32_MAX, SIZE_MAX};
    return next_random(4) ? next_random(20) : sizes[next_random(9)];
}

/* What is accepted lies in the memory that was asked for: bytes after it stay as they are. */
static void use(const descriptor *d, const hsa_ext_image_data_info_t *info, uint8_t *room) {
    enum { AROUND = 99, MARGIN = 64 };
    static uint8_t texels[1 << 18];
    const hsa_ext_image_region_t part = {{next_random(6), next_random(6), next_random(4)},
                                         {next_random(20), next_random(20), next_random(5)}};
    const float colour[4] = {1, 2, 3, 4};
    bool good = true;
    hsa_ext_image_t image;
    memset(room, AROUND, info->size + MARGIN);
    DONE(hsa_ext_image_create(g.agent, d, room, BOTH, &image));
    const bool inside = hsa_ext_image_import(g.agent, texels, 0, 0, image, &part) == HSA_STATUS_SUCCESS;
    if (next_random(16) == 0)
        good = (hsa_ext_image_clear(g.agent, image, colour, &part) == HSA_STATUS_SUCCESS) == inside;
    good &= (hsa_ext_image_export(g.agent, image, texels, 0, 0, &part) == HSA_STATUS_SUCCESS) == inside;
    for (size_t i = 0; i < MARGIN; i++)
        good &= room[info->size + i] == AROUND;
    OK(good, "any image");
    DONE(hsa_ext_image_destroy(g.agent, image));
}

static void anything(void) {
    enum { TIMES = 20000, ROOM = 1 << 20 };
    uint8_t *room = memory(g.local, ROOM);
    unsigned used = 0;
    for (unsigned i = 0; i < TIMES; i++) {
        const descriptor d = describe((hsa_ext_image_geometry_t)next_random(9), any_size(), any_size(),
                                      any_size(), any_size(), next_random(17), next_random(21));
        hsa_ext_image_data_info_t info;
        const hsa_status_t status = hsa_ext_image_data_get_info(g.agent, &d, BOTH, &info);
        if (status != HSA_STATUS_SUCCESS || info.size > ROOM / 2)
            continue;
        use(&d, &info, room);
        used++;
    }
    OK(used > TIMES / 20, "many images are good");
    DONE(hsa_amd_memory_pool_free(room));
}

void test_images(void) {
    extensions();
    limits();
    formats();
    sizes();
    resources();
    buffers();
    samplers();
    copies(HSA_EXT_IMAGE_GEOMETRY_3D);
    copies(HSA_EXT_IMAGE_GEOMETRY_2DA);
    clears();
    rows();
    curves();
    locked();
    wrong();
    others();
    anything();
}
