/* SPDX-License-Identifier: MIT */
/* Sources that ask for what cannot be, and files that lie: each gets the message that says why. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sources ---------------------------------------------------------------------------- */

static const struct {
    const char *source, *message;
} sources[] = {
    {"", "0:0: the kind of program is not known; expected .gxp vertex or .gxp fragment"},
    {".phases 1\n.gxp vertex\n", "1:1: expected .gxp vertex or .gxp fragment before this"},
    {".gxp geometry\n", "1:6: expected vertex or fragment"},
    {".gxp vertex\n.gxp vertex\n", "2:1: the kind of program was said before"},
    {".gxp vertex\n.phases 65536\n", "2:9: 65536 does not fit 16 bits"},
    {".gxp vertex\n.phases 1\n.phases 1\n", "3:1: this was said before"},
    {".gxp vertex\n.flags discrd\n", "2:8: unknown flag of a program 'discrd'; did you mean 'discard'?"},
    {".gxp vertex\n.flags bit32\n", "2:8: unknown flag of a program 'bit32'"},
    {".gxp vertex\n.result f32x4\n", "2:1: only fragment programs have this"},
    {".gxp vertex\n.input color0\n", "2:1: only fragment programs have this"},
    {".gxp fragment\n.varying color0\n", "2:1: only vertex programs have this"},
    {".gxp fragment\n.output_words 4\n", "2:1: only vertex programs have this"},
    {".gxp vertex\n.varying texcoord1\n", "2:19: expected ','"},
    {".gxp vertex\n.varying texcoord1, yx\n", "2:21: expected xy, xyz, xyw or xyzw"},
    {".gxp vertex\n.varying colour0\n", "2:10: unknown output 'colour0'; did you mean 'color0'?"},
    {".gxp vertex\n.varying fog\n.varying fog\n", "3:10: fog was said before"},
    {".gxp vertex\n.parameter attribut, \"a\", f32, 0\n",
     "2:12: unknown name of this kind 'attribut'; did you mean 'attribute'?"},
    {".gxp vertex\n.parameter attribute, a, f32, 0\n", "2:23: expected a string in double quotes"},
    {".gxp vertex\n.parameter attribute, \"a\", f32x16, 0\n", "2:28: expected a type: f32,"},
    {".gxp vertex\n.parameter attribute, \"a\", f32y4, 0\n", "2:28: expected a type: f32,"},
    {".gxp vertex\n.parameter attribute, \"a\", f32[4, 0\n", "2:33: expected ']'"},
    {".gxp vertex\n.parameter attribute, \"a\\0b\", f32, 0\n", "2:23: a name cannot have a 0 in it"},
    {".gxp vertex\n.parameter attribute, \"a\", f32\n", "2:31: expected ','"},
    {".gxp vertex\n.parameter attribute, \"a\", f32, 0, sematic=1\n",
     "2:36: .parameter has no 'sematic'; did you mean 'semantic'?"},
    {".gxp vertex\n.parameter attribute, \"a\", f32, 0, index=1, index=1\n", "2:45: index was said before"},
    {".gxp vertex\n.parameter attribute, \"a\", f32, 0, index\n", "2:41: expected '='"},
    {".gxp vertex\n.parameter attribute, \"a\", f32, 0, container=data\n",
     "2:46: 19 is not possible as container; expected 0 to 15"},
    {".gxp fragment\n.input color0, components=5\n",
     "2:27: 5 is not possible as components; expected 1 to 4"},
    {".gxp fragment\n.input color0, components=0\n",
     "2:27: 0 is not possible as components; expected 1 to 4"},
    {".gxp vertex\n.literal 0, 1.5x\n", "2:13: expected a number such as 1.5"},
    {".gxp vertex\n.sampler 16384, 0, 0\n", "2:10: 16384 does not fit 14 bits"},
    {".gxp vertex\n.container 1, 2, 3, 4\n", "2:21: .container has no '4'"},
    {".gxp vertex\n.place code, 0\n", "2:8: unknown block of a shader file 'code'"},
    {".gxp vertex\n.place inputs, 0\n", "2:1: only fragment programs have this"},
    {".gxp vertex\n.unknown 0x10\n", "2:14: expected ','"},
    {".gxp vertex\n.primry\n", "2:1: unknown directive '.primry'; did you mean '.primary'?"},
    {".gxp vertex\n.text\n.quad 1\n", "0:0: section .text is not empty"},
    {".gxp vertex\n.quad unknown\n", "2:7: 'unknown' is not defined"},
    {".gxp vertex\n.long 1\n", "0:0: the primary program has 4 bytes; expected whole instructions of 8"},
    {".gxp vertex\n.sdk 65536\n", "2:6: 65536 does not fit 16 bits"},
    {".gxp vertex\n.binary_id 4294967296\n", "2:12: 4294967296 does not fit 32 bits"},
    {".gxp vertex\n.source_id 4294967296\n", "2:12: 4294967296 does not fit 32 bits"},
    {".gxp vertex\n.pa_registers 65536\n", "2:15: 65536 does not fit 16 bits"},
    {".gxp vertex\n.sa_registers 65536\n", "2:15: 65536 does not fit 16 bits"},
    {".gxp vertex\n.temporaries 4294967296\n", "2:14: 4294967296 does not fit 32 bits"},
    {".gxp vertex\n.sample_temporaries 65536\n", "2:21: 65536 does not fit 16 bits"},
    {".gxp vertex\n.secondary_count 4294967296\n", "2:18: 4294967296 does not fit 32 bits"},
    {".gxp vertex\n.scratch 4294967296\n", "2:10: 4294967296 does not fit 32 bits"},
    {".gxp vertex\n.thread 4294967296\n", "2:9: 4294967296 does not fit 32 bits"},
    {".gxp vertex\n.literal_words 4294967296\n", "2:16: 4294967296 does not fit 32 bits"},
    {".gxp vertex\n.data_words 4294967296\n", "2:13: 4294967296 does not fit 32 bits"},
    {".gxp vertex\n.texture_words 4294967296\n", "2:16: 4294967296 does not fit 32 bits"},
    {".gxp vertex\n.default_uniform_words 4294967296\n", "2:24: 4294967296 does not fit 32 bits"},
    {".gxp vertex\n.compiler 4294967296\n", "2:11: 4294967296 does not fit 32 bits"},
    {".gxp vertex\n.texcoord_bits 4\n", "2:16: 4 does not fit 2 bits"},
    {".gxp vertex\n.half_bits 4194304\n", "2:12: 4194304 does not fit 22 bits"},
    {".gxp vertex\n.output_bits 4096\n", "2:14: 4096 does not fit 12 bits"},
    {".gxp vertex\n.output_words 256\n", "2:15: 256 does not fit 8 bits"},
    {".gxp vertex\n.instance_index 65536\n", "2:17: 65536 does not fit 16 bits"},
    {".gxp fragment\n.result_bits 256\n", "2:14: 256 does not fit 8 bits"},
    {".gxp fragment\n.sampled_inputs 65536\n", "2:17: 65536 does not fit 16 bits"},
    {".gxp vertex\n.fragment_bits 1\n", "2:1: only fragment programs have this"},
    {".gxp vertex\n.untyped_registers\n", "2:19: expected an expression"},
    {".gxp vertex\n.attribute_registers 1, 2\n", "2:23: expected the end of the statement instead of ','"},
    {".gxp vertex\n.version 1\n", "2:11: expected ','"},
    {".gxp vertex\n.version 256, 4\n", "2:10: 256 does not fit 8 bits"},
    {".gxp vertex\n.buffer_access 16, loaded\n", "2:16: 16 does not fit 4 bits"},
    {".gxp vertex\n.buffer_access 1, load\n", "2:19: unknown access 'load'; expected loaded or memory"},
    {".gxp vertex\n.texture_access 1, dependant\n",
     "2:20: unknown access 'dependant'; did you mean 'dependent'?"},
    {".gxp vertex\n.texture_access 1, dependent\n.texture_access 1, dependent\n",
     "3:17: this was said before"},
    {".gxp vertex\n.buffer 1, 2\n", "2:13: expected ','"},
    {".gxp vertex\n.buffer 1, 65536, 0\n", "2:12: 65536 does not fit 16 bits"},
    {".gxp vertex\n.buffer 1, 0, -2147483649\n", "2:15: -2147483649 does not fit 32 bits"},
    {".gxp vertex\n.buffer 1, 0, 4294967296\n", "2:15: 4294967296 does not fit 32 bits"},
    {".gxp vertex\n.texture_buffer 1, 4, 0\n", "2:20: 4 does not fit 2 bits"},
    {".gxp vertex\n.primary 1\n", "2:10: expected the end of the statement instead of '1'"},
    {".gxp vertex\n.secondary x\n", "2:12: expected the end of the statement instead of 'x'"},
    {".gxp fragment\n.result f32x300\n", "2:9: expected a type: f32,"},
    {".gxp fragment\n.input color0, info_bits=1\n",
     "2:26: 0x1 is not possible as info_bits; expected bits of 0x8f2f08e0"},
    {".gxp fragment\n.input color2\n", "2:8: unknown name of this kind 'color2'; did you mean 'color0'"},
    {".gxp fragment\n.input color0, half=2\n", "2:21: 2 does not fit 1 bits"},
    {".gxp vertex\n.file_size 4294967296\n", "2:12: 4294967296 does not fit 32 bits"},
    /* What only the writer can see. */
    {".gxp vertex\n.query_info 1\n", "0:0: .query_info: a vertex program of version 1.4 has no place for it"},
    {".gxp vertex\n.vertex_index 1\n", "0:0: .vertex_index: expected .flags with vertex_index as well"},
    {".gxp vertex\n.quad 1\n.place primary, 0x94\n", "0:0: header and primary lie at 0x94 and differ"},
    {".gxp vertex\n.place varyings, 0xfffffff0\n", "0:0: the file is longer than "},
    {".gxp vertex\n.file_length 0x9c\n", "0:0: the header states 0xb4 bytes, more than the file has, 0x9c"},
    {".gxp vertex\n.file_size 0\n.file_length 0x9c\n",
     "0:0: the varyings end at 0xb4, past the end of the file, 0x9c"},
    {".gxp vertex\n.unknown 4, 2\n", "0:0: the byte at 0x4 belongs to the header"},
    {".gxp vertex\n.unknown 0xb4, 2\n", "0:0: bytes at 0xb4 lie past the end of the file, 0xb4"},
};

static void test_sources(void) {
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        result r = assemble(sources[i].source, strlen(sources[i].source));
        check(r.status == GISA_STATUS_FAILED && !r.data &&
                  strncmp(r.message, sources[i].message, strlen(sources[i].message)) == 0,
              "%s: got '%s', want '%s'", sources[i].source, r.message, sources[i].message);
        free(r.data);
    }
}

/* The source's last line is an instance of the directive. */
static bool ends_with(const char *source, const char *directive) {
    size_t size = strlen(source), length = strlen(directive);
    size_t begin = size ? size - 1 : 0;
    while (begin && source[begin - 1] != '\n')
        begin--;
    return strncmp(source + begin, directive, length) == 0 && strchr(" \n", source[begin + length]);
}

/* No directive of shader files is without an error above, and none may stand before .gxp or in
   other files. */
static void test_each_directive(void) {
    const char *name;
    unsigned count = 0;
    for (unsigned i = 0; (name = gisa_directive_name(i)); i++) {
        char source[64];
        result r = {.message = ""};
        void *out;
        gisa_asm_options options = {
            .isa = gisa_find("gfx900"), .output = GISA_OUTPUT_RAW, .report = note, .ctx = &r};
        snprintf(source, sizeof source, "%s\n", name);
        gisa_assemble("source", source, strlen(source), &options, &out, &r.size);
        free(out);
        if (!strstr(r.message, "belongs to shader files"))
            continue;
        bool found = false;
        for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
            found |= ends_with(sources[k].source, name);
        check(found, "no faulty source has %s", name);
        r = assemble(source, strlen(source));
        check(r.status == GISA_STATUS_FAILED &&
                  (strcmp(name, ".gxp") == 0 ||
                   strstr(r.message, "expected .gxp vertex or .gxp fragment before this")),
              "%s alone: %s", name, r.message);
        count++;
    }
    check(count > 40, "%u directives of shader files",
          count); /* otherwise the message above is another one */
}

/* Directives of shader files are for them alone. */
static void test_other_format(void) {
    static const char source[] = ".gxp vertex\n";
    result r = {.message = ""};
    gisa_asm_options options = {.isa = gisa_find("gfx900"), .output = GISA_OUTPUT_RAW};
    void *out;
    check(gisa_assemble("source", source, sizeof source - 1, &options, &out, &r.size) == GISA_STATUS_FAILED,
          ".gxp in a raw file");
    options.output = GISA_OUTPUT_GXP;
    check(gisa_assemble("source", source, sizeof source - 1, &options, &out, &r.size) == GISA_STATUS_FAILED,
          "a shader file for gfx900");
}

/* ---- files ------------------------------------------------------------------------------ */

/* A sound file whose word at `at` is changed. */
static const struct {
    uint32_t at, value;
    const char *message;
} files[] = {
    {0x08, 0x1000, "0x8: the header states 0x1000 bytes, but the file has 0xfc"},
    {0x2c, 0xf0, "0x2c: the varyings lie at 0x11c and have 0x1c bytes, but the file ends at 0xfc"},
    {0x3c, 0x20000000, "0x40: the primary lie at 0xb8 and have 0x100000000 bytes"},
    {0x40, 0x7fffffff, "0x40: the primary lie at 0x8000003f and have 0x20 bytes"},
    {0x48, 0x6b, "0x4c: the secondary program goes from 0xb3 to 0xb4; expected whole instructions"},
    {0x48, 0x74, "0x48: the secondary lie at 0xbc and have 0xfffffff8 bytes"},
    {0x24, 0xffffffff, "0x24: the parameters lie at 0xe0 and have 0xffffffff0 bytes"},
    {0x24, 2, "0x24: the parameters lie at 0xe0 and have 0x20 bytes"},
    {0x70, 0x80000000, "0x70: the literals lie at 0xd8 and have 0x400000000 bytes"},
    {0x90, 6, "0x90: the containers lie at 0xd8 and have 0x30 bytes"},
    {0xe0, 0x7fffffff, "0xe0: the name of the parameter at 0xe0 has no end in the file"},
};

static void test_files(void) {
    static const char source[] = ".gxp vertex\n"
                                 ".parameter attribute, \"position\", f32x4, 0\n"
                                 ".container data, 0, 2\n"
                                 ".quad 1, 2, 3, 4\n";
    result good = assemble(source, sizeof source - 1);
    if (!check(good.status == GISA_OK && good.size == 0xfc, "the sound file: %s", good.message))
        return;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        uint8_t *bad = malloc(good.size);
        memcpy(bad, good.data, good.size);
        for (unsigned k = 0; k < 4; k++)
            bad[files[i].at + k] = (uint8_t)(files[i].value >> 8 * k);
        result r = disassemble(bad, good.size);
        check(r.status == GISA_STATUS_BAD_FILE &&
                  strncmp(r.message, files[i].message, strlen(files[i].message)) == 0,
              "0x%x: got '%s', want '%s'", files[i].at, r.message, files[i].message);
        free(r.data);
        free(bad);
    }
    for (size_t size = 4; size < good.size - 3; size++) {
        uint8_t *cut = malloc(size); /* exactly: a sanitizer sees what is read after it */
        memcpy(cut, good.data, size);
        result r = disassemble(cut, size);
        check(r.status == GISA_STATUS_BAD_FILE && r.message[0], "cut at 0x%zx", size);
        free(r.data);
        free(cut);
    }
    free(good.data);
}

/* Many parameters that share one long name: a file of 1 MB that must not become 16 GB of text. */
static void test_shared_names(void) {
    enum { SIZE = 1 << 20, AT = 0x100, ROWS = 16384, NAMES = AT + ROWS * 16 };
    static const uint32_t header[] = {0x00505847, 0x00000401, SIZE};
    uint8_t *file = calloc(SIZE, 1);
    memcpy(file, header, sizeof header);
    memset(file + NAMES, 'a', SIZE - NAMES - 1);
    file[0x24 + 1] = ROWS >> 8;
    file[0x28] = AT - 0x28;
    file[0x2c] = 0x98 - 0x2c;
    file[0x48] = 4;
    for (uint32_t i = 0; i < ROWS; i++) {
        uint32_t distance = NAMES - (AT + 16 * i);
        memcpy(file + AT + 16 * i, &distance, 4);
    }
    result r = disassemble(file, SIZE);
    check(r.status == GISA_STATUS_BAD_FILE && strstr(r.message, "share too much text"), "shared names: %s",
          r.message);
    free(r.data);
    free(file);
}

/* What can be made can be read. */
static void test_size(void) {
    static const char largest[] = ".gxp vertex\n.file_length 0x1000000\n",
                      larger[] = ".gxp vertex\n.file_length 0x1000001\n";
    result r = assemble(largest, sizeof largest - 1), text;
    check(r.status == GISA_OK && r.size == 16 << 20, "the largest file: %s", r.message);
    text = disassemble(r.data, r.size);
    check(text.status == GISA_OK && text.size < 300, "the largest file: %s", text.message);
    free(text.data);
    free(r.data);
    r = assemble(larger, sizeof larger - 1);
    check(r.status == GISA_STATUS_FAILED && strstr(r.message, "the file is longer than 16777216 bytes"),
          "a larger file: %s", r.message);
    free(r.data);
    char *file = calloc(1, (16 << 20) + 1);
    memcpy(file, "GXP", 4);
    text = disassemble(file, (16 << 20) + 1);
    check(text.status == GISA_STATUS_BAD_FILE &&
              strstr(text.message, "0x1000001 bytes; expected at most 0x1000000"),
          "a larger file: %s", text.message);
    free(text.data);
    free(file);
}

void test_bad(void) {
    test_size();
    test_sources();
    test_each_directive();
    test_other_format();
    test_files();
    test_shared_names();
}
