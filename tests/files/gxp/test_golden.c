/* SPDX-License-Identifier: MIT */
/* A vertex and a fragment program, word by word as the format has them, and the sources that must
   make them. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- vertex: copies pa0..pa3 to o0..o3 -------------------------------------------------- */

static const uint32_t vertex[] = {
    /* 00 */ 0x00505847,
    0x00000401, /* "GXP", version 1.4 */
    /* 08 */ 0xf9,
    0,
    0, /* size, ids */
    /* 14 */ 0x00010000,
    0,
    0,
    0, /* flags, buffers, textures */
    /* 24 */ 1,
    0xe0 - 0x28,          /* parameters */
    /* 2c */ 0x98 - 0x2c, /* varyings */
    /* 30 */ 0x00020004,
    0,                   /* pa, sa; temporaries */
    /* 38 */ 0x00010000, /* phases */
    /* 3c */ 4,
    0xb8 - 0x40, /* primary program */
    /* 44 */ 0,
    0xb4 - 0x48,
    0xb4 - 0x4c,
    /* 50 */ 0,
    0,
    0,
    2,
    0,
    0, /* words of buffers: data 2 */
    /* 68 */ 0xd8 - 0x68,
    0,
    /* 70 */ 0,
    0xd8 - 0x74, /* literals */
    /* 78 */ 0,
    0xe0 - 0x7c, /* buffers */
    /* 80 */ 0,
    0xd8 - 0x84,
    0,
    0xd8 - 0x8c,
    /* 90 */ 1,
    0xd8 - 0x94, /* containers */
    /* 98 */ 0xf,
    0,
    0,
    0,
    0x04001000,
    0,
    0,
    /* b4 */ 0,
    /* b8 */ 0x00000000,
    0xfa440700,
    0x83000000,
    0x38800521,
    /* c8 */ 0x83040040,
    0x38800521,
    0xa0200000,
    0xfb275000,
    /* d8 */ 0x00000013,
    0x00020000, /* container 19 at 0, size 2 */
    /* e0 */ 0x10,
    0x00000400,
    1,
    0, /* attribute f32x4 */
    /* f0 */ 0x69736f70,
    0x6e6f6974,
    0 /* "position" */
};

static const char vertex_text[] = "\t.gxp vertex\n"
                                  "\t// 4 pa registers, 2 sa registers, 0 temporaries\n"
                                  "\t.parameter attribute, \"position\", f32x4, 0  // pa0..pa3\n"
                                  "\t.container data, 0, 2\n"
                                  "\n"
                                  "\t.primary\n"
                                  "\tphas\n"
                                  "\tmov.f32.skipinv o0.xy, pa0.xy\n"
                                  "\tmov.f32.skipinv o2.xy, pa2.xy\n"
                                  "\temit.end\n";

/* As little as a person would write. */
static const char vertex_source[] = ".gxp vertex\n"
                                    ".parameter attribute, \"position\", f32x4, 0\n"
                                    ".container data, 0, 2\n"
                                    ".quad 0xfa44070000000000, 0x3880052183000000\n"
                                    ".quad 0x3880052183040040, 0xfb275000a0200000\n";

/* The same program with nothing said about what is not there, and no padding. */
static const char bare_text[] = "\t.gxp vertex\n"
                                "\t// 4 pa registers, 2 sa registers, 0 temporaries\n"
                                "\t.parameter attribute, \"position\", f32x4, 0  // pa0..pa3\n"
                                "\t.container data, 0, 2\n"
                                "\t.place literals, 0x74\n"
                                "\t.place literal_data, 0x68\n"
                                "\t.place samplers, 0x84\n"
                                "\t.place texture_buffers, 0x8c\n"
                                "\t.place buffers, 0x7c\n"
                                "\t.file_length 0xf9\n"
                                "\n"
                                "\t.primary\n"
                                "\tphas\n"
                                "\tmov.f32.skipinv o0.xy, pa0.xy\n"
                                "\tmov.f32.skipinv o2.xy, pa2.xy\n"
                                "\temit.end\n";

/* ---- fragment: a colour, a texture, a uniform, a literal -------------------------------- */

static const uint32_t fragment[] = {
    /* 00 */ 0x00505847,
    0x00000401,
    /* 08 */ 0x129,
    0x12345678,
    0x9abcdef0,
    /* 14 */ 0x00000011,
    0x10000000,
    0x00000010,
    0, /* writes depth; default buffer loaded; unit 1 */
    /* 24 */ 2,
    0x100 - 0x28,
    /* 2c */ 0x98 - 0x2c,
    /* 30 */ 0x00060006,
    3,
    /* 38 */ 0x00010000,
    /* 3c */ 2,
    0xd8 - 0x40,
    /* 44 */ 1,
    0xcc - 0x48,
    0xd4 - 0x4c,
    /* 50 */ 0,
    0,
    0,
    2,
    0,
    4,
    /* 68 */ 0xf0 - 0x68,
    4, /* 1.4: the default buffer's size again */
    /* 70 */ 1,
    0xe8 - 0x74,
    /* 78 */ 0,
    0x100 - 0x7c,
    /* 80 */ 0,
    0xf0 - 0x84,
    0,
    0xf0 - 0x8c,
    /* 90 */ 2,
    0xf0 - 0x94,
    /* 98 */ 0,
    0,
    0x04010000,
    0x00010002,
    4, /* f16x4; 2 inputs */
    /* ac */ 0x0ed0a00f,
    0,
    0x30,
    0, /* color0, 4 floats */
    /* bc */ 0x0000f900,
    1,
    0x40,
    0x20, /* a sample from unit 1, as halves */
    /* cc */ 0x00000001,
    0x40840d7e, /* secondary program */
    /* d4 */ 0, /* to a multiple of 8 */
    /* d8 */ 0x00000000,
    0xfa440700,
    2,
    0x38800422, /* primary program */
    /* e8 */ 1,
    0xbf000000, /* -0.5 */
    /* f0 */ 0x0000000e,
    0x00040000,
    0x13,
    0x020004, /* containers 14 and 19 */
    /* 100 */ 0x20,
    0x0000e401,
    1,
    0, /* uniform */
    /* 110 */ 0x15,
    0x00020402,
    1,
    1, /* sampler */
    /* 120 */ 0x746e6974,
    0x78657400,
    0 /* "tint", "tex" */
};

static const char fragment_text[] =
    "\t.gxp fragment\n"
    "\t.binary_id 0x12345678  // a hash\n"
    "\t.source_id 0x9abcdef0  // a hash\n"
    "\t.temporaries 3\n"
    "\t.flags depth\n"
    "\t// 6 pa registers, 6 sa registers, 3 temporaries\n"
    "\t.parameter uniform, \"tint\", f32x4, 0  // sa0..sa3\n"
    "\t.parameter sampler, \"tex\", f32x4, 1, semantic=2\n"
    "\t.container default, 0, 4\n"
    "\t.container data, 4, 2\n"
    "\t.literal 1, -0.5\n"
    "\t.input color0, float  // pa0..pa3\n"
    "\t.input none, sample=texcoord0, unit=1, sample_format=half  // pa4..pa5\n"
    "\n"
    "\t.secondary\n"
    "\t.quad 0x40840d7e00000001\n"
    "\n"
    "\t.primary\n"
    "\t.quad 0xfa44070000000000\n"
    "\t.quad 0x3880042200000002\n";

/* Sizes and places of containers left to the assembler where it can know them; macros and symbols
   as everywhere. */
static const char fragment_source[] = ".gxp fragment\n"
                                      ".secondary\n"
                                      ".quad 0x40840d7e00000001\n"
                                      ".primary\n"
                                      ".quad 0xfa44070000000000, 0x3880042200000002\n"
                                      "unit = 1\n"
                                      ".container default\n"
                                      ".container data, , 2 // the base is the end of the one before\n"
                                      ".literal 1, -5e-1\n"
                                      ".parameter uniform, \"tint\", f32x4, 0\n"
                                      ".parameter sampler, \"tex\", f32x4, unit, semantic=2\n"
                                      ".input color0, float\n"
                                      ".input none, sample=texcoord0, sample_format=half, unit=unit\n"
                                      ".flags depth\n"
                                      ".temporaries 3\n"
                                      ".binary_id 0x12345678\n"
                                      ".source_id 0x9abcdef0\n";

/* ---- version 1.5: a longer header, longer varyings -------------------------------------- */

static const uint32_t newer[] = {
    /* 00 */ 0x00505847,
    0x03500501,
    0xc8,
    0,
    0,
    0x00090000,
    0,
    0,
    0,
    /* 24 */ 0,
    0xc8 - 0x28,
    0x9c - 0x2c,
    0,
    0,
    0x00010000,
    /* 3c */ 1,
    0xc0 - 0x40,
    0,
    0xbc - 0x48,
    0xbc - 0x4c,
    0,
    0,
    0,
    0,
    0,
    0,
    /* 68 */ 0xc8 - 0x68,
    0x33dc0,
    0,
    0xc8 - 0x74,
    0,
    0xc8 - 0x7c,
    0,
    0xc8 - 0x84,
    0,
    0xc8 - 0x8c,
    0,
    0xc8 - 0x94,
    /* 98 */ 5, /* query info */
    /* 9c */ 0,
    0,
    0x30,
    0,
    0x0b001800,
    0x00200002,
    1 << 7,
    3, /* z of texcoord0, xy of texcoord7 in halves */
    /* bc */ 0,
    /* c0 */ 0x00000000,
    0xf8000140};

static const char newer_text[] =
    "\t.gxp vertex\n"
    "\t.version 1, 5\n"
    "\t.sdk 0x350  // version of the SDK\n"
    "\t.compiler 0x33dc0  // version of the compiler (guess)\n"
    "\t.query_info 0x5  // distance to sampler query info, unknown\n"
    "\t.flags output_undefined, bit19\n"
    "\t// 0 pa registers, 0 sa registers, 0 temporaries\n"
    "\t.varying color0  // o4..o7\n"
    "\t.varying texcoord0, z  // o8\n"
    "\t.varying texcoord7, xy, half  // o9..o10\n"
    "\t.vertex_index 3  // pa register\n"
    "\t.untyped_registers 0x30  // pa registers that are loaded as they are, a bit each\n"
    "\n"
    "\t.primary\n"
    "\t.quad 0xf800014000000000\n";

/* ---- a fragment program without anything: its result takes two pa registers ------------- */

static const uint32_t nothing[] = {
    /* 00 */ 0x00505847,
    0x00000401,
    0xac,
    0,
    0,
    1,
    0,
    0,
    0,
    /* 24 */ 0,
    0xac - 0x28,
    0x98 - 0x2c,
    0,
    0,
    0x00010000,
    /* 3c */ 0,
    0xb0 - 0x40,
    0,
    0xac - 0x48,
    0xac - 0x4c,
    0,
    0,
    0,
    0,
    0,
    0,
    /* 68 */ 0xac - 0x68,
    0,
    0,
    0xac - 0x74,
    0,
    0xac - 0x7c,
    0,
    0xac - 0x84,
    0,
    0xac - 0x8c,
    0,
    0xac - 0x94,
    /* 98 */ 0,
    0,
    0x04010000,
    0,
    4};

static const char nothing_text[] = "\t.gxp fragment\n"
                                   "\t// 0 pa registers, 0 sa registers, 0 temporaries\n";

/* ---- checks ----------------------------------------------------------------------------- */

/* The texts are equal, but for instructions: how they are written is for other tests. */
static bool same_lines(const char *got, size_t size, const char *want) {
    static const char word[] = "\t.quad";
    const char *end = got + size;
    while (got < end && *want) {
        const char *got_end = memchr(got, '\n', (size_t)(end - got)), *want_end = strchr(want, '\n');
        bool is_code = strncmp(want, word, sizeof word - 1) == 0;
        if (!got_end ||
            (!is_code && (got_end - got != want_end - want || memcmp(got, want, (size_t)(want_end - want)))))
            return false;
        got = got_end + 1;
        want = want_end + 1;
    }
    return got == end && !*want;
}

static void check_text(const void *file, size_t size, const char *want, const char *what) {
    result text = disassemble(file, size);
    bool same = text.status == GISA_OK && same_lines(text.data, text.size, want);
    if (!check(same, "%s: another text: %s", what, text.message))
        printf("--- got\n%.*s--- want\n%s---\n", (int)text.size, text.data ? text.data : "", want);
    free(text.data);
    check_law(file, size, what, 0);
}

static void check_file(const char *source, const void *want, size_t size, const char *what) {
    result file = assemble(source, strlen(source));
    if (check(file.status == GISA_OK, "%s: %s", what, file.message)) {
        size_t i = 0;
        while (i < size && i < file.size && file.data[i] == ((const char *)want)[i])
            i++;
        check(i == size && size == file.size,
              "%s: byte 0x%zx is another one, or the size is: 0x%zx, not 0x%zx", what, i, file.size, size);
    }
    free(file.data);
}

void test_golden(void) {
    static const unsigned empty[] = {0x68, 0x74, 0x7c, 0x84, 0x8c};
    uint32_t bare[sizeof vertex / sizeof *vertex];
    check_text(vertex, sizeof vertex, vertex_text, "vertex");
    check_file(vertex_source, vertex, sizeof vertex, "vertex source");
    check_text(fragment, sizeof fragment, fragment_text, "fragment");
    check_file(fragment_source, fragment, sizeof fragment, "fragment source");
    check_text(newer, sizeof newer, newer_text, "version 1.5");
    check_file(newer_text, newer, sizeof newer, "version 1.5");
    check_text(nothing, sizeof nothing, nothing_text, "nothing");
    check_file(nothing_text, nothing, sizeof nothing, "nothing");
    memcpy(bare, vertex, sizeof bare);
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        bare[empty[i] / 4] = 0;
    check_text(bare, 0xf9, bare_text, "bare vertex");
}
