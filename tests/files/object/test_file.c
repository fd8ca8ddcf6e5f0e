/* SPDX-License-Identifier: MIT */
/* What gisa_file_open finds in files of all formats, and in damaged ones. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In .text: f 12 bytes, 8 bytes of data, g 8 bytes (with a local label in it). */
static const char source[] = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900:xnack-\"\n"
                             ".text\n"
                             ".globl f\n.type f,@function\n"
                             "f:\ns_nop 0\ns_nop 1\ns_endpgm\n"
                             ".type data,@object\ndata:\n.quad 1\n.size data, 8\n"
                             ".globl g\n.type g,@function\n"
                             "g:\ns_cbranch_scc0 .L\n.L:\ns_endpgm\n"
                             ".bss\n.space 64\n"
                             ".rodata\n.p2align 6\n"
                             ".amdhsa_kernel g\n"
                             ".amdhsa_next_free_vgpr 9\n.amdhsa_next_free_sgpr 20\n"
                             ".amdhsa_reserve_vcc 0\n.amdhsa_reserve_flat_scratch 0\n"
                             ".amdhsa_group_segment_fixed_size 256\n"
                             ".amdhsa_private_segment_fixed_size 16\n"
                             ".amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                             ".amdhsa_kernarg_size 24\n"
                             ".end_amdhsa_kernel\n"
                             ".amdgpu_metadata\n---\namdhsa.kernels:\n"
                             "  - .name: g\n    .symbol: g.kd\n    .kernarg_segment_size: 24\n"
                             "    .kernarg_segment_align: 8\n    .group_segment_fixed_size: 256\n"
                             "    .private_segment_fixed_size: 16\n    .wavefront_size: 64\n"
                             "    .sgpr_count: 20\n    .vgpr_count: 9\n"
                             "    .max_flat_workgroup_size: 128\n    .reqd_workgroup_size: [64, 2, 1]\n"
                             "    .args:\n"
                             "      - .name: out\n        .offset: 8\n        .size: 8\n"
                             "        .value_kind: global_buffer\n        .type_name: float*\n"
                             "amdhsa.version: [1, 0]\n...\n.end_amdgpu_metadata\n";

static void *assemble(const char *text, gisa_output output, size_t *size) {
    const gisa_asm_options options = {.output = output};
    void *out = NULL;
    CHECK(gisa_assemble("test", text, strlen(text), &options, &out, size) == GISA_OK);
    return out;
}

/* ---- what is said of the file above ---- */

static void check_codes(const gisa_file *f) {
    gisa_file_code c;
    CHECK(gisa_file_code_at(f, 0, &c) == GISA_OK && !strcmp(c.name, "f") && c.size == 12);
    uint64_t begin = c.address;
    const uint8_t *bytes_of_f = c.bytes;
    CHECK(gisa_file_code_at(f, 1, &c) == GISA_OK && !strcmp(c.name, "g") && c.size == 8);
    CHECK(c.address == begin + 20 && c.bytes == bytes_of_f + 20);
    CHECK(gisa_file_code_at(f, 2, &c) == GISA_STATUS_END);
}

static void check_kernel(const gisa_file *f) {
    gisa_file_kernel k;
    gisa_file_code g;
    gisa_argument a;
    if (!CHECK(gisa_file_kernel_at(f, 0, &k) == GISA_OK) || !CHECK(gisa_file_code_at(f, 1, &g) == GISA_OK))
        return;
    CHECK_TEXT(k.name, "g");
    CHECK(k.has_entry && k.entry == g.address);
    /* 9 vector registers are three granules of 4, 20 scalar ones three granules of 8 */
    CHECK(k.vgprs == 12 && k.sgprs == 24 && k.user_sgprs == 2);
    CHECK(k.group_size == 256 && k.private_size == 16 && k.kernarg_size == 24 && !k.dynamic_stack);
    CHECK(k.most_items == 128 && k.required_group[0] == 64 && k.required_group[1] == 2);
    CHECK(k.argument_count == 1 && gisa_file_argument_at(f, 0, 0, &a) == GISA_OK);
    CHECK(!strcmp(a.name, "out") && !strcmp(a.kind, "global_buffer") && !strcmp(a.type, "float*"));
    CHECK(a.offset == 8 && a.size == 8);
    CHECK(gisa_file_argument_at(f, 0, 1, &a) == GISA_STATUS_END);
    CHECK(gisa_file_argument_at(f, 1, 0, &a) == GISA_STATUS_BAD_ARGUMENT);
    CHECK(gisa_file_kernel_at(f, 1, &k) == GISA_STATUS_END);
}

static bool has_section(const gisa_file *f, const char *name, gisa_file_section *s) {
    for (size_t i = 0; gisa_file_section_at(f, i, s) == GISA_OK; i++)
        if (strcmp(s->name, name) == 0)
            return true;
    return false;
}

static void check_symbols(const gisa_file *f) {
    gisa_file_symbol s;
    gisa_file_section in;
    unsigned seen = 0;
    for (size_t i = 0; gisa_file_symbol_at(f, i, &s) == GISA_OK; i++)
        if (!strcmp(s.name, "f") || !strcmp(s.name, "g.kd")) {
            seen++;
            CHECK(s.defined && s.section >= 0 && gisa_file_section_at(f, (size_t)s.section, &in) == GISA_OK);
            CHECK_TEXT(in.name, s.name[0] == 'f' ? ".text" : ".rodata");
            CHECK(s.address >= in.address && s.address < in.address + in.size);
        }
    CHECK(seen == 2);
}

static void test_elf_file(gisa_output output) {
    size_t size;
    void *elf = assemble(source, output, &size);
    gisa_file *f;
    gisa_file_info info;
    gisa_file_section s;
    if (!elf || !CHECK(gisa_file_open(elf, size, NULL, NULL, &f, NULL) == GISA_OK))
        return;
    CHECK(gisa_file_about(f, &info) == GISA_OK && info.format == GISA_INPUT_ELF);
    CHECK(info.isa == gisa_find("gfx900") && info.loadable == (output == GISA_OUTPUT_CO));
    CHECK(info.bytes == elf && info.size == size && !info.shader);
    CHECK(has_section(f, ".text", &s) && s.code && s.size == 28 && s.bytes);
    CHECK(!has_section(f, ".bss", &s) || (!s.code && s.size == 64 && !s.bytes));
    check_codes(f);
    check_kernel(f);
    check_symbols(f);
    gisa_file_close(f);
    free(elf);
}

/* ---- other formats ---- */

static const char shader_source[] = ".gxp vertex\n.primary\nphas\nnop\nnop.end\n";

static void test_shader(void) {
    const gisa_asm_options options = {.isa = gisa_find("sgx543"), .output = GISA_OUTPUT_GXP};
    gisa_file *f;
    gisa_file_info info;
    gisa_file_code c;
    void *gxp = NULL;
    size_t size;
    gisa_status status = gisa_assemble("test", shader_source, strlen(shader_source), &options, &gxp, &size);
    if (!CHECK(status == GISA_OK) || !CHECK(gisa_file_open(gxp, size, NULL, NULL, &f, NULL) == GISA_OK))
        return;
    CHECK(gisa_file_about(f, &info) == GISA_OK && info.format == GISA_INPUT_GXP && info.shader);
    CHECK(info.isa == gisa_find("sgx543"));
    CHECK(gisa_file_code_at(f, 0, &c) == GISA_OK && !strcmp(c.name, "primary") && c.size == 24);
    CHECK(gisa_file_code_at(f, 1, &c) == GISA_STATUS_END);
    gisa_file_close(f);
    free(gxp);
}

static void test_raw(void) {
    const uint32_t words[] = {0xbf800000, 0xbf810000};
    const gisa_isa *isa = gisa_find("gfx900");
    gisa_error error;
    gisa_file *f;
    gisa_file_code c;
    if (!CHECK(gisa_file_open(words, sizeof words, isa, NULL, &f, NULL) == GISA_OK))
        return;
    CHECK(gisa_file_code_at(f, 0, &c) == GISA_OK && c.bytes == (const void *)words && c.size == 8);
    CHECK(gisa_file_code_at(f, 1, &c) == GISA_STATUS_END);
    gisa_file_close(f);
    CHECK(gisa_file_open(words, sizeof words, NULL, NULL, &f, &error) == GISA_STATUS_BAD_ARGUMENT && !f);
    CHECK(strstr(error.message, "architecture") != NULL);
    CHECK(gisa_file_open(words, sizeof words, isa, "1", &f, &error) == GISA_STATUS_BAD_ARGUMENT && !f);
    CHECK(gisa_file_open(NULL, 0, isa, NULL, &f, NULL) == GISA_OK);
    CHECK(gisa_file_code_at(f, 0, &c) == GISA_STATUS_END);
    gisa_file_close(f);
    gisa_file_close(NULL);
    CHECK(gisa_file_open(NULL, 1, isa, NULL, &f, NULL) == GISA_STATUS_BAD_ARGUMENT);
    CHECK(gisa_file_about(NULL, NULL) == GISA_STATUS_BAD_ARGUMENT);
}

/* A bundle of two entries, as clang-offload-bundler writes it. */
static void put_entry(bytes *b, uint64_t offset, uint64_t size, const char *name) {
    uint64_t length = strlen(name);
    bytes_append(b, &offset, 8);
    bytes_append(b, &size, 8);
    bytes_append(b, &length, 8);
    bytes_append(b, name, (size_t)length);
}

static void test_bundle(void) {
    static const char *const names[] = {"hipv4-amdgcn-amd-amdhsa--gfx803", "hipv4-amdgcn-amd-amdhsa--gfx900"};
    static const char old[] = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx803\"\n.text\ns_endpgm\n";
    size_t size[2];
    void *files[2] = {assemble(old, GISA_OUTPUT_ELF, &size[0]), assemble(source, GISA_OUTPUT_CO, &size[1])};
    bytes b = {0};
    uint64_t count = 2, at = 24 + 8 + 2 * (24 + strlen(names[0]));
    bytes_append(&b, "__CLANG_OFFLOAD_BUNDLE__", 24);
    bytes_append(&b, &count, 8);
    put_entry(&b, at, size[0], names[0]);
    put_entry(&b, at + size[0], size[1], names[1]);
    bytes_append(&b, files[0], size[0]);
    bytes_append(&b, files[1], size[1]);
    gisa_file *f;
    gisa_file_info info;
    gisa_error error;
    CHECK(gisa_file_open(b.data, b.size, NULL, NULL, &f, &error) == GISA_STATUS_BAD_ARGUMENT);
    CHECK(strstr(error.message, "choose one") != NULL);
    CHECK(gisa_file_open(b.data, b.size, gisa_find("gfx600"), NULL, &f, NULL) == GISA_STATUS_BAD_ARGUMENT);
    if (CHECK(gisa_file_open(b.data, b.size, NULL, "2", &f, NULL) == GISA_OK)) {
        CHECK(gisa_file_about(f, &info) == GISA_OK && info.bytes == b.data + at + size[0] &&
              info.size == size[1]);
        check_kernel(f);
        gisa_file_close(f);
    }
    if (CHECK(gisa_file_open(b.data, b.size, gisa_find("fiji"), NULL, &f, NULL) == GISA_OK)) {
        CHECK(gisa_file_about(f, &info) == GISA_OK && info.isa == gisa_find("gfx803"));
        gisa_file_close(f);
    }
    bytes_free(&b);
    free(files[0]);
    free(files[1]);
}

/* ---- damaged files ---- */

static bool lies_in(const uint8_t *file, size_t size, const uint8_t *at, uint64_t many) {
    return at >= file && many <= size && (size_t)(at - file) <= size - many;
}

/* All that can be asked; code lies in the file. */
static bool look_at_all(const gisa_file *f, const uint8_t *file, size_t size) {
    gisa_file_section s;
    gisa_file_symbol y;
    gisa_file_code c;
    gisa_file_kernel k;
    gisa_argument a;
    bool fine = true;
    for (size_t i = 0; gisa_file_section_at(f, i, &s) == GISA_OK; i++)
        fine &= s.name != NULL;
    for (size_t i = 0; gisa_file_symbol_at(f, i, &y) == GISA_OK; i++)
        fine &= y.name != NULL;
    for (size_t i = 0; gisa_file_code_at(f, i, &c) == GISA_OK; i++)
        fine &= c.name && c.size && lies_in(file, size, c.bytes, c.size);
    for (size_t i = 0; gisa_file_kernel_at(f, i, &k) == GISA_OK; i++)
        for (unsigned n = 0; gisa_file_argument_at(f, i, n, &a) == GISA_OK; n++)
            fine &= a.name && a.kind && a.type;
    return fine;
}

/* Some bytes are others, or the end is missing. */
static void test_damaged(gisa_output output) {
    size_t size;
    uint8_t *elf = assemble(source, output, &size), *copy = malloc(size);
    uint64_t state = 5;
    unsigned opened = 0, fine = 0;
    for (unsigned i = 0; elf && copy && i < 20000; i++) {
        gisa_file *f;
        size_t left = i % 4 ? size : next_random(&state) % size;
        memcpy(copy, elf, size);
        for (unsigned n = next_random(&state) % 3 + (i % 4 != 0); n; n--)
            copy[next_random(&state) % size] = (uint8_t)next_random(&state);
        if (gisa_file_open(copy, left, NULL, NULL, &f, NULL) != GISA_OK)
            continue;
        opened++;
        fine += look_at_all(f, copy, left);
        gisa_file_close(f);
    }
    CHECK(opened > 1000 && fine == opened);
    free(elf);
    free(copy);
}

void test_file(void) {
    test_elf_file(GISA_OUTPUT_ELF);
    test_elf_file(GISA_OUTPUT_CO);
    test_shader();
    test_raw();
    test_bundle();
    test_damaged(GISA_OUTPUT_ELF);
    test_damaged(GISA_OUTPUT_CO);
}
