/* SPDX-License-Identifier: MIT */
/* Whole files as text: object files, raw code, words as text, JSON. */
#include "test.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

typedef struct result {
    bytes text;
    char message[300]; /* of the last diagnostic, with line:column */
    gisa_status status;
} result;

static bool collect(void *ctx, const void *data, size_t size) {
    bytes_append(&((result *)ctx)->text, data, size);
    return true;
}

static void remember(void *ctx, const gisa_diagnostic *d) {
    bytes line = {0};
    bytes_format(&line, "%s:%u:%u: %s", d->file, d->line, d->column, d->message);
    strncpy(((result *)ctx)->message, text_of(&line), sizeof((result *)ctx)->message - 1);
    bytes_free(&line);
}

static result disassemble(const void *file, size_t size, gisa_dis_options options) {
    result r = {0};
    /* The context is shared by both functions; the result is copied out at the end. */
    options.write = collect;
    options.report = remember;
    options.ctx = &r;
    r.status = gisa_disassemble(file, size, &options);
    return r;
}

/* ---- Object files ---- */

static const char code_lines[] = "\n"
                                 "\t.text\n"
                                 "\t.p2align 8\n"
                                 "\n"
                                 "\t.globl f\n"
                                 "\t.protected f\n"
                                 "\t.type f,@function\n"
                                 "f:\n"
                                 "\ts_getpc_b64 s[4:5]\n"
                                 "\ts_add_u32 s4, s4, table@rel32@lo+4\n"
                                 "\ts_addc_u32 s5, s5, table@rel32@hi+12\n"
                                 "\ts_getpc_b64 s[4:5]\n"
                                 "\ts_add_u32 s4, s4, shared@gotpcrel32@lo+4\n"
                                 "\ts_addc_u32 s5, s5, shared@gotpcrel32@hi+12\n"
                                 "\ts_branch .L2c\n"
                                 ".L2c:\n"
                                 "\ts_endpgm\n"
                                 "\t.size f, .-f\n"
                                 "\t.p2align 8\n"
                                 "\n"
                                 "\t.type helper,@function\n"
                                 "helper:\n"
                                 "\ts_setpc_b64 s[30:31]\n"
                                 "\t.size helper, .-helper\n";

static const char *const data_lines[] = {
    "\n\t.amdgpu_metadata\n---\namdhsa.version:\n  - 1\n  - 2\n...\n\t.end_amdgpu_metadata\n",
    "\n\t.amdhsa_kernel f\n\t\t.amdhsa_group_segment_fixed_size 0\n",
    "\t.end_amdhsa_kernel\n",
    "table:\n\t.long 0x1, 0x2, 0x3, 0x4\n\t.size table, .-table\n",
    "shared:\n\t.quad table+8\n\t.size shared, .-shared\n\t.quad shared\n",
    "\n\t.bss\n\t.p2align 4\n",
    "space:\n\t.zero 32\n\t.size space, .-space\n",
    "\t.section .comment,\"MS\",@progbits,1\n\t.asciz \"\"\n\t.asciz \"made by a test\"\n",
};

/* A relocatable file and the loadable one that is linked from it are listed with the same lines:
 * where a linker has put numbers, the names are found again. */
static void test_object_file(bool loadable) {
    object o;
    object_fault fault;
    bytes file = {0};
    make_sample(&o);
    CHECK((loadable ? object_write_loadable : object_write_relocatable)(&o, &file, &fault) == GISA_OK);
    object_free(&o);
    result r = disassemble(file.data, file.size, (gisa_dis_options){0});
    CHECK(r.status == GISA_OK);
    const char *text = text_of(&r.text);
    static const char head[] =
        "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n\t.amdhsa_code_object_version 5\n";
    CHECK(!strncmp(text, head, sizeof head - 1));
    CHECK(strstr(text, code_lines) != NULL);
    for (size_t i = 0; i < sizeof data_lines / sizeof *data_lines; i++)
        if (!CHECK(strstr(text, data_lines[i]) != NULL))
            printf("missing: %s", data_lines[i]);
    bytes_free(&r.text);
    bytes_free(&file);
}

/* In a linked file the name of an undefined weak symbol is gone; its GOT entry stays. */
static void test_nameless(void) {
    object o;
    object_fault fault;
    bytes file = {0};
    make_sample(&o);
    int weak = object_add_symbol(&o, "elsewhere");
    o.symbols[weak].binding = STB_WEAK;
    o.symbols[weak].visibility = STV_HIDDEN;
    o.relocations[2].symbol = o.relocations[3].symbol = weak;
    CHECK(object_write_loadable(&o, &file, &fault) == GISA_OK);
    object_free(&o);
    result r = disassemble(file.data, file.size, (gisa_dis_options){0});
    const char *text = text_of(&r.text);
    CHECK(strstr(text, "\t.weak nameless_0\n\t.hidden nameless_0\n"));
    CHECK(strstr(text, "\ts_add_u32 s4, s4, nameless_0@gotpcrel32@lo+4\n"
                       "\ts_addc_u32 s5, s5, nameless_0@gotpcrel32@hi+12\n"));
    bytes_free(&r.text);
    bytes_free(&file);
}

/* A descriptor that no directives give is data, but for the distance to the code. */
static void test_odd_descriptor(bool loadable) {
    object o;
    object_fault fault;
    bytes file = {0};
    make_sample(&o);
    o.sections[1].content.data[49] |= 4; /* a priority */
    CHECK((loadable ? object_write_loadable : object_write_relocatable)(&o, &file, &fault) == GISA_OK);
    object_free(&o);
    result r = disassemble(file.data, file.size, (gisa_dis_options){0});
    CHECK(strstr(text_of(&r.text), "f.kd:\n\t.zero 16\n\t.quad f+16-.\n\t.zero 24\n\t.long 0xac0400, 0x80"));
    bytes_free(&r.text);
    bytes_free(&file);
}

/* Branches between instructions, into the middle of one, and out of the section; data between
   code. */
static void test_odd_code(void) {
    static const uint32_t code[] = {
        0xbf820001,             /* 00 s_branch to 08 */
        0xbe8000ff, 0x12345678, /* 04 s_mov_b32 s0, 0x12345678: 08 is in its middle */
        0xbf820064,             /* 0c s_branch far past the end */
        0xffffffff,             /* 10 nothing */
        0xbe8000ff, 1,          /* 14 a literal that an inline constant holds */
    };
    object o;
    object_fault fault;
    bytes file = {0};
    object_init(&o);
    o.elf_flags = 0x12c;
    o.abi_version = 3;
    int text = object_add_section(&o, ".text", 1, 6);
    for (unsigned i = 0; i < 4 * sizeof code / sizeof *code; i++)
        bytes_append(&o.sections[text].content, &(uint8_t){(uint8_t)(code[i / 4] >> i % 4 * 8)}, 1);
    bytes_append(&o.sections[text].content, "\1\2", 2);
    o.sections[text].size = o.sections[text].content.size;
    CHECK(object_write_relocatable(&o, &file, &fault) == GISA_OK);
    object_free(&o);
    result r = disassemble(file.data, file.size, (gisa_dis_options){0});
    CHECK(r.status == GISA_OK);
    const char *lines = strstr(text_of(&r.text), "\t.text\n");
    CHECK_TEXT(lines ? lines : "", "\t.text\n"
                                   "\ts_branch 1\n"
                                   "\ts_mov_b32 s0, 0x12345678\n"
                                   "\ts_branch 100\n"
                                   "\t.long 0xffffffff\n"
                                   "\ts_mov_b32 s0, lit(0x1)\n"
                                   "\t.byte 0x1, 0x2\n");
    bytes_free(&r.text);
    bytes_free(&file);
}

/* ---- Raw code and words ---- */

static void check_words(const char *words, gisa_dis_options options, const char *want) {
    options.isa = gisa_find("gfx900");
    result r = disassemble(words, strlen(words), options);
    CHECK(r.status == GISA_OK);
    CHECK_TEXT(text_of(&r.text), want);
    bytes_free(&r.text);
}

static void test_words(void) {
    check_words("bf800000, 0xBF810000 // the end\n; nothing\n", (gisa_dis_options){.input = GISA_INPUT_HEX},
                "s_nop 0\ns_endpgm\n");
    check_words("be8000ff 1", (gisa_dis_options){0}, "s_mov_b32 s0, lit(0x1)\n");
    check_words("be8000ff 1", (gisa_dis_options){.plain = true}, "s_mov_b32 s0, 1\n");
    check_words("be8000ff", (gisa_dis_options){0}, ".long 0xbe8000ff\n");
    check_words(
        "be8000ff 12345678", (gisa_dis_options){.hex = true},
        "s_mov_b32 s0, 0x12345678                                    // 000000000000: BE8000FF 12345678\n");
}

static void check_hex_fault(const char *words, const char *message) {
    result r =
        disassemble(words, strlen(words),
                    (gisa_dis_options){.isa = gisa_find("gfx900"), .input = GISA_INPUT_HEX, .file = "h"});
    CHECK(r.status == GISA_STATUS_SYNTAX && r.text.size == 0);
    CHECK_TEXT(r.message, message);
    bytes_free(&r.text);
}

static void test_faults(void) {
    check_hex_fault("bf800000\n  zz", "h:2:3: not a word; expected hexadecimal digits");
    check_hex_fault("bf80000000", "h:1:1: more than 8 digits; expected words of 32 bits");
    check_hex_fault("bf8000g0", "h:1:7: not a word; expected hexadecimal digits");
    result r = disassemble("\1\2\3\4", 4, (gisa_dis_options){0});
    CHECK(r.status == GISA_STATUS_BAD_ARGUMENT && r.message[0]);
    bytes_free(&r.text);
    static const char bundle[] = "__CLANG_OFFLOAD_BUNDLE__...";
    r = disassemble(bundle, sizeof bundle, (gisa_dis_options){.isa = gisa_find("gfx900")});
    CHECK(r.status == GISA_STATUS_BAD_FILE && strstr(r.message, "this offload bundle is damaged"));
    bytes_free(&r.text);
    static const char compressed[] = "CCOB...";
    r = disassemble(compressed, sizeof compressed, (gisa_dis_options){.isa = gisa_find("gfx900")});
    CHECK(r.status == GISA_STATUS_BAD_FILE && strstr(r.message, "clang-offload-bundler"));
    bytes_free(&r.text);
}

static void test_json(void) {
    result r =
        disassemble("7e000300 ffffffff", 17, (gisa_dis_options){.isa = gisa_find("gfx900"), .json = true});
    static const char first[] =
        "{\"address\":0,\"size\":4,\"words\":[\"7e000300\"],"
        "\"mnemonic\":\"v_mov_b32_e32\",\"format\":\"VOP1\","
        "\"class\":\"valu\",\"text\":\"v_mov_b32_e32 v0, v0\",\"operands\":["
        "{\"name\":\"vdst\",\"kind\":\"vgpr\",\"type\":\"b32\",\"reg\":0,\"count\":1,\"access\":[\"write\"]},"
        "{\"name\":\"src0\",\"kind\":\"vgpr\",\"type\":\"b32\",\"reg\":0,\"count\":1,\"access\":[\"read\"]}],"
        "\"reads\":[\"exec\"";
    CHECK(!strncmp(text_of(&r.text), first, sizeof first - 1));
    const char *second = strchr(text_of(&r.text), '\n');
    CHECK_TEXT(second ? second : "",
               "\n{\"address\":4,\"size\":4,\"words\":[\"ffffffff\"],\"status\":\"unknown\"}\n");
    bytes_free(&r.text);
}

/* All lines are objects. */
static void test_json_of_object(bool loadable) {
    object o;
    object_fault fault;
    bytes file = {0};
    make_sample(&o);
    CHECK((loadable ? object_write_loadable : object_write_relocatable)(&o, &file, &fault) == GISA_OK);
    object_free(&o);
    result r = disassemble(file.data, file.size, (gisa_dis_options){.json = true});
    CHECK(r.status == GISA_OK && r.text.size);
    for (const char *line = text_of(&r.text); line && *line;
         line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        CHECK(*line == '{');
    bytes_free(&r.text);
    bytes_free(&file);
}

/* s_getpc_b64 and the sum after it give an address, but not where the sum goes to another
   register. */
static void test_address_pair(uint32_t sum, bool is_pair) {
    uint32_t code[24] = {0xbe841c00, sum, 0x44, 0x8205ff05, 0};
    object o;
    object_fault fault;
    bytes file = {0};
    for (unsigned i = 5; i < 24; i++)
        code[i] = 0xbf800000;
    object_init(&o);
    o.elf_flags = 0x12c;
    o.abi_version = 3;
    int text = object_add_section(&o, ".text", 1, 6);
    bytes_append(&o.sections[text].content, code, sizeof code);
    o.sections[text].size = sizeof code;
    CHECK(object_write_relocatable(&o, &file, &fault) == GISA_OK);
    object_free(&o);
    result r = disassemble(file.data, file.size, (gisa_dis_options){0});
    CHECK(r.status == GISA_OK && !strstr(text_of(&r.text), "s4, 0x44\n") == is_pair);
    bytes_free(&r.text);
    bytes_free(&file);
}

void test_listing(void) {
    test_json_of_object(false);
    test_json_of_object(true);
    test_address_pair(0x8004ff04, true);
    test_address_pair(0x8006ff04, false);
    test_object_file(false);
    test_object_file(true);
    test_nameless();
    test_odd_descriptor(false);
    test_odd_descriptor(true);
    test_odd_code();
    test_words();
    test_faults();
    test_json();
}
