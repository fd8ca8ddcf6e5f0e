/* SPDX-License-Identifier: MIT */
/* Metadata notes: text and MessagePack in both directions. */
#include "test.h"

#include <stdio.h>
#include <string.h>

/* As clang-19 -target amdgcn-amd-amdhsa -mcpu=gfx900 -O2 -S writes it for
 *   kernel void y(global int *n, int no) { *n = no; }     (shortened) */
static const char kernel_text[] = "---\n"
                                  "amdhsa.kernels:\n"
                                  "  - .args:\n"
                                  "      - .address_space:  global\n"
                                  "        .name:           !str n\n"
                                  "        .offset:         0\n"
                                  "        .type_name:      'int*'\n"
                                  "      - .name:           !str no\n"
                                  "        .offset:         8\n"
                                  "        .size:           300\n"
                                  "    .language_version:\n"
                                  "      - 2\n"
                                  "      - 0\n"
                                  "    .private_segment_fixed_size: 70000\n"
                                  "    .symbol:         y.kd\n"
                                  "    .uses_dynamic_stack: false\n"
                                  "amdhsa.target:   amdgcn-amd-amdhsa--gfx900\n"
                                  "amdhsa.version:\n"
                                  "  - 1\n"
                                  "  - 2\n"
                                  "...\n";
/* What llvm-mc-19 puts into the note for it (the values of integers take the fewest bytes). */
static const char kernel_note[] =
    "\x83\xae"
    "amdhsa.kernels\x91\x85\xa5.args\x92"
    "\x84\xae.address_space\xa6global\xa5.name\xa1n\xa7.offset\x00\xaa.type_name\xa4int*"
    "\x83\xa5.name\xa2no\xa7.offset\x08\xa5.size\xcd\x01\x2c"
    "\xb1.language_version\x92\x02\x00"
    "\xbb.private_segment_fixed_size\xce\x00\x01\x11\x70"
    "\xa7.symbol\xa4y.kd"
    "\xb3.uses_dynamic_stack\xc2"
    "\xad"
    "amdhsa.target\xb9"
    "amdgcn-amd-amdhsa--gfx900"
    "\xae"
    "amdhsa.version\x92\x01\x02";

static void test_kernel(void) {
    bytes note = {0}, text = {0};
    size_t line;
    char message[200];
    CHECK(metadata_from_text(&note, kernel_text, sizeof kernel_text - 1, &line, message) == GISA_OK);
    CHECK(note.size == sizeof kernel_note - 1 && !memcmp(note.data, kernel_note, note.size));
    CHECK(metadata_to_text(&text, kernel_note, sizeof kernel_note - 1, false) == GISA_OK);
    CHECK_TEXT(text_of(&text), kernel_text);
    bytes_free(&note);
    bytes_free(&text);
}

/* YAML in, packed bytes out. */
static void test_scalars(void) {
    static const struct {
        const char *text, *packed;
        size_t size;
    } cases[] = {
        {"127", "\x7f", 1},
        {"128", "\xcc\x80", 2},
        {"65536", "\xce\x00\x01\x00\x00", 5},
        {"18446744073709551615", "\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 9},
        {"-1", "\xff", 1},
        {"-33", "\xd0\xdf", 2},
        {"-200", "\xd1\xff\x38", 3},
        {"-40000", "\xd2\xff\xff\x63\xc0", 5},
        {"0x10", "\x10", 1},
        {"017", "\x0f", 1},
        {"true", "\xc3", 1},
        {"no", "\xc2", 1},
        {"!str no", "\xa2no", 3},
        {"'no'", "\xa2no", 3},
        {"!str 12",
         "\xa2"
         "12",
         3},
        {"!nil ''", "\xc0", 1},
        {"\"a\\n\\x41\\u00e9\"",
         "\xa5"
         "a\nA\xc3\xa9",
         6},
        {"'it''s'", "\xa4it's", 5},
        {"a b # comment",
         "\xa3"
         "a b",
         4},
        {"[]", "\x90", 1},
        {"{}", "\x80", 1},
        {"[1, [2], {b: 3, a: 4}]",
         "\x93\x01\x91\x02\x82\xa1"
         "a\x04\xa1"
         "b\x03",
         11},
        {"a:\n- 1\n- b:\n  - 3\n",
         "\x81\xa1"
         "a\x92\x01\x81\xa1"
         "b\x91\x03",
         10},
        {"- - 1\n  - 2\n-\n  3\n", "\x92\x92\x01\x02\x03", 5},
        {"---\nb: 1\na: 2\n...\n",
         "\x82\xa1"
         "a\x02\xa1"
         "b\x01",
         7},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bytes note = {0};
        size_t line;
        char message[200];
        gisa_status status = metadata_from_text(&note, cases[i].text, strlen(cases[i].text), &line, message);
        bool same =
            status == GISA_OK && note.size == cases[i].size && !memcmp(note.data, cases[i].packed, note.size);
        if (!CHECK(same))
            printf("%s: %s\n", cases[i].text, message);
        bytes_free(&note);
    }
}

static void test_faults(void) {
    static const struct {
        const char *text, *message;
        size_t line;
    } cases[] = {
        {"", "expected a value", 0},
        {"a: 1\na: 2\n", "a map has two entries of the same name", 2},
        {"a: 1\n  b: 2\n", "indented differently from the lines above", 1},
        {"a: b: c\n", "a value that holds ': ' needs quotes", 0},
        {"a: 'b\n", "the closing quote is missing", 0},
        {"a: 1.5\n", "a floating-point number; metadata has none, a name needs !str in front", 0},
        {"a: !foo 1\n", "unknown tag; expected !str, !int, !bool or !nil", 0},
        {"a:\nb: 1\n", "expected a value after ':'", 1},
        {"a: [1, 2\nb: 1\n", "expected ',' or ']'", 1},
        {"a: |\n  text\n", "this YAML is not understood here; write the value on one line, in quotes", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bytes note = {0};
        size_t line = 99;
        char message[200];
        CHECK(metadata_from_text(&note, cases[i].text, strlen(cases[i].text), &line, message) ==
              GISA_STATUS_SYNTAX);
        CHECK_TEXT(message, cases[i].message);
        if (!CHECK(line == cases[i].line))
            printf("%s: line %zu\n", cases[i].text, line);
        CHECK(note.size == 0);
        bytes_free(&note);
    }
}

/* Depth is bounded on both sides. */
static void test_depth(void) {
    bytes text = {0}, note = {0}, out = {0};
    size_t line;
    char message[200];
    bytes_fill(&text, '[', 100000);
    CHECK(metadata_from_text(&out, (const char *)text.data, text.size, &line, message) == GISA_STATUS_SYNTAX);
    CHECK_TEXT(message, "nested too deeply");
    bytes_fill(&note, 0x91, 100000);
    CHECK(metadata_to_text(&out, note.data, note.size, false) == GISA_STATUS_BAD_FILE);
    CHECK(metadata_to_text(&out, "\xdf\xff\xff\xff\xff\x01", 6, false) == GISA_STATUS_BAD_FILE);
    CHECK(out.size == 0);
    bytes_free(&text);
    bytes_free(&note);
    bytes_free(&out);
}

/* Changed bytes: either text that comes back to exactly these bytes, or a fault. */
static void test_damage(void) {
    uint64_t random = 1;
    unsigned good = 0;
    for (unsigned i = 0; i < 3000; i++) {
        char note[sizeof kernel_note - 1];
        memcpy(note, kernel_note, sizeof note);
        for (unsigned k = next_random(&random) % 3 + 1; k > 0; k--)
            note[next_random(&random) % sizeof note] = (char)next_random(&random);
        bytes text = {0}, back = {0};
        size_t line, size = next_random(&random) % 2 ? sizeof note : next_random(&random) % sizeof note;
        char message[200];
        if (metadata_to_text(&text, note, size, false) == GISA_OK) {
            good++;
            CHECK(metadata_from_text(&back, (const char *)text.data, text.size, &line, message) == GISA_OK &&
                  back.size == size && !memcmp(back.data, note, size));
        } else
            CHECK(text.size == 0);
        bytes_free(&text);
        bytes_free(&back);
        char damaged[sizeof kernel_text - 1];
        memcpy(damaged, kernel_text, sizeof damaged);
        damaged[next_random(&random) % sizeof damaged] = (char)next_random(&random);
        metadata_from_text(&back, damaged, sizeof damaged, &line, message);
        bytes_free(&back);
    }
    CHECK(good > 100);
}

void test_metadata(void) {
    test_kernel();
    test_scalars();
    test_faults();
    test_depth();
    test_damage();
}
