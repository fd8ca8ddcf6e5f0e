/* SPDX-License-Identifier: MIT */
/* Makes seed corpora and dictionaries for the fuzz targets from the spec, the directives that the
 * assembler knows, and sources that assemble. usage: seeds DIRECTORY SOURCE...
 *
 * DIRECTORY/decode, parse: two instructions of each form on each architecture, as words and text
 * DIRECTORY/asm            listings of all instructions, a source per directive, the SOURCEs and their objects'
 *                          disassembly
 * DIRECTORY/asm_grammar    any choices
 * DIRECTORY/elf            the same as objects and raw code, and parts of objects
 * DIRECTORY/run, shade     instructions as kernels, as shaders
 * DIRECTORY/gxp            shader files, their sources
 * DIRECTORY/sb             shader binaries of the PS4
 * DIRECTORY/traces         binary traces
 * DIRECTORY/hsa            calls of the HSA runtime
 * DIRECTORY/lsp            sources in an editor, messages
 * DIRECTORY/parse.dict, asm.dict, elf.dict, gxp.dict, sb.dict */
#include <ctype.h>
#include <errno.h>
#include <sys/stat.h>

#include "../../../src/asm/asm.h"
#include "again.h"

enum { LARGEST = 32768, PER_LISTING = 40 };

static const char *directory;

/* ---- files ---------------------------------------------------------------------------------- */

static FILE *create(const char *folder, const char *name) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", directory, folder);
    LAW(mkdir(path, 0777) == 0 || errno == EEXIST, "%s: %s", path, strerror(errno));
    snprintf(path, sizeof path, "%s/%s/%s", directory, folder, name);
    FILE *f = fopen(path, "wb");
    LAW(f, "%s: %s", path, strerror(errno));
    return f;
}

/* An input: the bytes that choose, then what is read. */
static void put(const char *folder, const char *name, const char *choice, size_t choice_size,
                const void *data, size_t size) {
    if (size > LARGEST)
        return;
    FILE *f = create(folder, name);
    fwrite(choice, 1, choice_size, f);
    if (size)
        fwrite(data, 1, size, f);
    LAW(!ferror(f) && fclose(f) == 0, "%s: not written", name);
}

/* ---- dictionaries --------------------------------------------------------------------------- */

typedef struct words {
    char **words;
    size_t count, room;
} words;

static void add_word(words *w, const char *text, size_t size) {
    if (size < 2 || size > 60)
        return;
    if (w->count == w->room) {
        w->room = w->room ? w->room * 2 : 1024;
        w->words = realloc(w->words, w->room * sizeof *w->words);
        LAW(w->words, "no memory");
    }
    w->words[w->count] = strndup(text, size);
    LAW(w->words[w->count++], "no memory");
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void put_dictionary(const char *of, words *w) {
    char name[40];
    snprintf(name, sizeof name, "%s.dict", of);
    FILE *f = create(".", name);
    qsort(w->words, w->count, sizeof *w->words, by_text);
    for (size_t i = 0; i < w->count; i++) {
        if (i && strcmp(w->words[i], w->words[i - 1]) == 0)
            continue;
        fputc('"', f);
        for (const char *p = w->words[i]; *p; p++)
            fprintf(f, isalnum((unsigned char)*p) ? "%c" : "\\x%02x", (unsigned char)*p);
        fputs("\"\n", f);
    }
    LAW(fclose(f) == 0, "%s: not written", name);
    for (size_t i = 0; i < w->count; i++)
        free(w->words[i]);
    free(w->words);
}

/* ---- instructions --------------------------------------------------------------------------- */

static uint64_t any(void) {
    static uint64_t seed = 0x9e3779b97f4a7c15;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * UINT64_C(2685821657736338717);
}

/* What an assembler makes of the text of a word. */
static bool through_text(const gisa_isa *isa, uint64_t bits, gisa_insn *insn) {
    uint8_t code[8];
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text;
    for (int i = 0; i < 8; i++)
        code[i] = (uint8_t)(bits >> 8 * i);
    return gisa_decode(isa, code, sizeof code, insn) == GISA_OK &&
           gisa_print(isa, insn, NULL, text, &size) == GISA_OK &&
           gisa_parse(isa, text, size, NULL, insn, NULL) == GISA_OK;
}

/* An instruction of the form: with all fields 0, or (`full`) with something in every field. */
static bool make_instruction(const gisa_isa *isa, const gisa_form_info *form, bool full, gisa_insn *insn) {
    for (int tries = 0; tries < (full ? 1000 : 1); tries++) {
        uint64_t bits = full ? any() & (tries % 2 ? any() : UINT64_MAX) : 0;
        if (through_text(isa, (bits & ~form->mask) | form->value, insn))
            return true;
    }
    return false;
}

/* An instruction as a kernel, of two waves and with buffers of many elements. Every fourth one:
   kernels take their time. */
static void put_kernel(unsigned arch, const uint8_t *code, size_t size, const char *title) {
    static unsigned count;
    char choice[27] = {(char)arch, 69, (char)0xf0};
    for (int i = 3; i < 27; i += 12)
        memcpy(choice + i, "\0\0\x04\0\0\x04\0\0\xac\x4f\x02", 11);
    if (strcmp(gisa_family(gisa_at(arch)), "gcn") == 0 && count++ % 4 == 0)
        put("run", title, choice, sizeof choice, code, size);
    if (strcmp(gisa_family(gisa_at(arch)), "usse") == 0 && count++ % 4 == 0)
        put("shade", title, "\0\0\0\0\0\0\0", 8, code, size);
}

static void put_instruction(const gisa_isa *isa, unsigned arch, const gisa_insn *insn, const uint8_t code[8],
                            const char *title, bytes listing[2]) {
    char choice[2] = {(char)arch, 0}, name[300];
    put("decode", title, choice, 1, code, insn->size);
    put_kernel(arch, code, insn->size, title);
    for (int clrx = 0; clrx < 2; clrx++) {
        gisa_style style = {.syntax = clrx ? GISA_SYNTAX_CLRX : GISA_SYNTAX_LLVM};
        char text[GISA_TEXT_MAX];
        size_t size = sizeof text;
        LAW(gisa_print(isa, insn, &style, text, &size) == GISA_OK, "%s has no text", title);
        choice[1] = (char)clrx;
        snprintf(name, sizeof name, "%s%s", title, clrx ? "-clrx" : "");
        put("parse", name, choice, 2, text, size);
        bytes_append(&listing[clrx], text, size);
        bytes_text(&listing[clrx], "\n");
    }
}

/* Some instructions as source and as raw code, then forgets them. */
static void put_listing(const gisa_isa *isa, unsigned arch, unsigned number, bytes listing[2], bytes *code) {
    char name[100];
    for (int clrx = 0; clrx < 2; clrx++) {
        char choice[2] = {(char)arch, (char)(GISA_OUTPUT_RAW | clrx << 2)};
        snprintf(name, sizeof name, "%s-listing-%u%s", gisa_name(isa), number, clrx ? "-clrx" : "");
        put("asm", name, choice, 2, listing[clrx].data, listing[clrx].size);
        bytes_free(&listing[clrx]);
        choice[1] = (char)(GISA_INPUT_RAW | clrx << 2);
        put("elf", name, choice, 2, code->data, code->size);
    }
    bytes_free(code);
}

static void put_instructions(const gisa_isa *isa, unsigned arch) {
    bytes listing[2] = {{0}, {0}}, all = {0};
    unsigned count = 0;
    for (uint32_t i = 0; i < gisa_form_count(isa); i++)
        for (int full = 0; full < 2; full++) {
            uint8_t code[8];
            size_t size = sizeof code;
            char title[200];
            gisa_form_info form;
            gisa_insn insn;
            gisa_form(isa, i, &form);
            if (!make_instruction(isa, &form, full, &insn))
                continue;
            LAW(gisa_encode(isa, &insn, code, &size) == GISA_OK, "%s", form.mnemonic);
            snprintf(title, sizeof title, "%s-%s-%u%s", gisa_name(isa), form.mnemonic, i,
                     full ? "-full" : "");
            put_instruction(isa, arch, &insn, code, title, listing);
            bytes_append(&all, code, size);
            if (++count % PER_LISTING == 0)
                put_listing(isa, arch, count / PER_LISTING, listing, &all);
        }
    put_listing(isa, arch, count / PER_LISTING + 1, listing, &all);
}

/* Names with blanks between them. */
static void add_words(words *w, const char *text) {
    while (*text) {
        size_t size = strcspn(text, " ");
        add_word(w, text, size);
        text += size + (text[size] != 0);
    }
}

/* What instructions are made of: every word of the tables. */
static void add_spec_words(const gisa_isa *isa, words *w) {
    char text[8];
    const char *table;
    gisa_code_info code;
    gisa_value_name value;
    gisa_operand_info operand;
    gisa_pack_part part;
    for (uint32_t i = 0; i < gisa_form_count(isa); i++) {
        gisa_form_info form;
        gisa_form(isa, i, &form);
        add_words(w, form.mnemonic);
        add_words(w, form.clrx);
        add_words(w, form.aliases);
        for (unsigned k = 0; gisa_form_operand(isa, i, k, &operand) == GISA_OK; k++)
            add_words(w, operand.key);
    }
    for (unsigned i = 0; (table = gisa_name_table(isa, i)); i++)
        for (unsigned k = 0; gisa_name_of_value(isa, table, k, &value) == GISA_OK; k++) {
            add_words(w, value.llvm);
            add_words(w, value.clrx);
        }
    for (unsigned i = 0; gisa_code(isa, i, text, &code) == GISA_OK; i++) {
        add_words(w, code.name);
        add_words(w, code.clrx);
        add_words(w, code.pair);
    }
    for (unsigned i = 0; gisa_pack_part_at(isa, i, &part) == GISA_OK; i++)
        add_words(w, part.name);
}

/* ---- directives ----------------------------------------------------------------------------- */

/* Operands of many kinds: most directives take one of these lines. */
static void put_directive(const char *name, words *w) {
    static const char *const operands[] = {"", "1", "a, 1, 2", "\"1\", a", "a, \"ax\", @progbits"};
    bytes text = {0};
    char choice[2] = {0, GISA_OUTPUT_ELF};
    bytes_text(&text, "a:\n");
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++)
        bytes_format(&text, "\t%s %s\n", name, operands[i]);
    bytes_text(&text, "\t.long a\n");
    put("asm", name + 1, choice, 2, text.data, text.size);
    bytes_free(&text);
    add_word(w, name, strlen(name));
}

/* Directives and relocations: what begins with a dot or has an @ in it. */
static void add_source_words(words *w, const char *text, size_t size) {
    for (size_t at = 0; at < size;) {
        size_t begin = at, end;
        while (at < size && (char_is(text[at], CHAR_NAME) || text[at] == '@'))
            at++;
        end = at;
        if (begin == end)
            at++;
        else if (text[begin] == '.')
            add_word(w, text + begin, end - begin);
        else {
            const char *at_sign = memchr(text + begin, '@', end - begin);
            if (at_sign)
                add_word(w, at_sign, (size_t)(text + end - at_sign));
        }
    }
}

/* ---- objects -------------------------------------------------------------------------------- */

/* Notes and descriptors alone. */
static void put_parts(const char *name, unsigned arch, const void *file, size_t size, words *w) {
    object o;
    object_fault fault;
    char choice[2] = {(char)arch, 64}, part[300];
    LAW(object_read(&o, file, size, &fault) == GISA_OK, "%s: %s", name, fault.message);
    put("elf", name, choice, 2, file, size);
    for (size_t i = 0; i < o.section_count; i++) {
        const section *s = &o.sections[i];
        snprintf(part, sizeof part, "%s-%zu", name, i);
        if (s->type == SHT_NOTE && s->content.size > 20) {
            bytes text = {0};
            put("elf", part, choice, 2, s->content.data + 20, s->content.size - 20);
            snprintf(part, sizeof part, "%s-%zu-text", name, i);
            if (metadata_to_text(&text, s->content.data + 20, s->content.size - 20, false) == GISA_OK) {
                put("elf", part, choice, 2, text.data, text.size);
                add_source_words(w, (char *)text.data, text.size);
            }
            bytes_free(&text);
        } else if (strcmp(s->name, ".rodata") == 0 && s->content.size == 64)
            put("elf", part, choice, 2, s->content.data, 64);
    }
    object_free(&o);
}

/* The objects of a source that assembles, and their texts. */
static void put_objects(const char *name, unsigned arch, const char *code, size_t size, words *w) {
    for (int output = GISA_OUTPUT_ELF; output <= GISA_OUTPUT_CO; output++) {
        gisa_asm_options as = {.isa = gisa_at(arch), .output = (gisa_output)output};
        void *file;
        size_t file_size;
        char title[200], choice[2] = {(char)arch, GISA_INPUT_ELF};
        if (gisa_assemble(name, code, size, &as, &file, &file_size) != GISA_OK)
            continue;
        snprintf(title, sizeof title, "%s-%s%s", name, as.isa ? gisa_name(as.isa) : "any",
                 output == GISA_OUTPUT_ELF ? ".o" : ".co");
        put("elf", title, choice, 2, file, file_size);
        fuzz_text text;
        if (fuzz_disassemble(file, file_size, (gisa_dis_options){.isa = as.isa}, &text) == GISA_OK) {
            choice[1] = (char)output;
            put("asm", title, choice, 2, text.data, text.size);
            add_source_words(w, text.data, text.size);
        }
        free(text.data);
        strcat(title, "-parts");
        put_parts(title, arch, file, file_size, w);
        free(file);
    }
}

/* For the language server: a part of a source, in either syntax, and a stream of messages. */
static void put_session(const char *name, const char *text, size_t size) {
    static const char stream[] = "Content-Length: 57\r\n\r\n"
                                 "{\"id\":1,\"method\":\"textDocument/hover\",\"params\":{\"a\":[]}}";
    for (char flags = 0; flags < 4; flags++) {
        char title[200];
        const char choice[3] = {(char)(flags * 3), flags, (char)(17 * flags)};
        snprintf(title, sizeof title, "%s-%d", name, flags);
        put("lsp", title, choice, 3, text, size < 1000 ? size : 1000);
    }
    put("lsp", "stream", "\0\4", 2, stream, sizeof stream - 1);
}

static void put_source(const char *path, words *w) {
    static char text[LARGEST];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    FILE *f = fopen(path, "rb");
    LAW(f, "%s: %s", path, strerror(errno));
    size_t size = fread(text, 1, sizeof text, f);
    fclose(f);
    add_source_words(w, text, size);
    put_session(name, text, size);
    for (unsigned arch = 0; arch == 0 || gisa_at(arch - 1); arch++) { /* the last one is none */
        for (char output = 0; output < 4; output++) {
            char title[200], choice[2] = {(char)arch, output};
            snprintf(title, sizeof title, "%s-%u-%d", name, arch, output);
            put("asm", title, choice, 2, text, size);
        }
        put_objects(name, arch, text, size, w);
    }
}

/* A descriptor with something in every field that has a directive. */
static void put_descriptors(const gisa_isa *isa, unsigned arch, words *w) {
    unsigned made = 0;
    for (int tries = 0; tries < 100000 && made < 4; tries++) {
        kernel_config k;
        char name[100];
        bytes text = {0};
        bytes_text(&text, "\t.rodata\n\t.p2align 6\n");
        kernel_config_init(&k, isa);
        if (kernel_config_finish(&k, isa))
            return;
        for (int i = 0; i < 64; i++)
            if (i < 16 || i >= 48)
                k.raw[i] ^= (uint8_t)(any() & any() & any());
        if (kernel_config_print(&text, isa, "kernel", k.raw)) {
            snprintf(name, sizeof name, "%s-descriptor-%u", gisa_name(isa), made++);
            put("elf", name, (char[]){(char)arch, 64}, 2, k.raw, 64);
            bytes_text(&text, "\t.text\nkernel:\n");
            put("asm", name, (char[]){(char)arch, GISA_OUTPUT_CO}, 2, text.data, text.size);
            add_source_words(w, (char *)text.data, text.size);
        }
        bytes_free(&text);
    }
}

/* ---- shader files --------------------------------------------------------------------------- */

/* Each directive and each key at least once. */
static const char *const shaders[] = {
    ".gxp vertex\n.parameter attribute, \"position\", f32x4, 0, semantic=position\n"
    ".parameter attribute, \"uv\", f16x2, 4, semantic=texcoord, index=1, name_at=0x200\n"
    ".parameter uniform, \"wvp\", f32x4[4], 0\n.parameter uniform_buffer, \"b\", aggregatex0[0], 1\n"
    ".container default\n.container literal\n.container data, 20, 4, bits=0x1\n.container 3, 30, 2\n"
    ".buffer default, 0, -16\n.literal 0, 0.5\n.literal 1, 0x7fc00000\n.sampler 3, 1, 2\n"
    ".texture_buffer 4, 0, 1\n.varying color0\n.varying texcoord0, xyzw\n.varying texcoord9, xy, half\n"
    ".varying point_size\n.varying fog\n.varying clip3\n.flags vertex_index, bit30\n.vertex_index 4\n"
    ".instance_index 5\n.secondary\n.quad 1\n.primary\n.quad 0xfa44070000000000, 2\n",
    ".gxp fragment\n.version 1, 5\n.query_info 3\n.sdk 0x350\n.binary_id 1\n.source_id 2\n.flags discard, depth\n"
    ".buffer_access 14, loaded, memory\n.texture_access 1, non_dependent, bit3\n.pa_registers 3\n.sa_registers 4\n"
    ".temporaries 5\n.sample_temporaries 6\n.phases 2\n.scratch 1\n.thread 2\n.literal_words 3\n.data_words 4\n"
    ".texture_words 5\n.default_uniform_words 6\n.compiler 7\n.fragment_bits 8\n.result u8x4, 3\n.result_bits 1\n"
    ".sampled_inputs 2\n.secondary_count 9\n.input color0, float, centroid\n"
    ".input texcoord3, sample=texcoord4, components=2, half, unit=1, project=w, sample_format=float, words=2\n"
    ".input none, sample=texcoord0, sample_sprite, sprite, fixed, sample_words=2, info_bits=0x20, size_bits=1,\
format_bits=2\n"
    ".place parameters, 0x110\n.parameter sampler, \"t\", f32x4, 0, semantic=2\n.file_size 0x120\n"
    ".file_length 0x200\n.unknown 0x1f0, 1, 2, 3\n.quad 3\n",
    ".gxp vertex\n.version 1, 5\n.flags none\n.buffer_access none\n.texture_access none\n.untyped_registers 0xf\n"
    ".attribute_registers 0xff\n.texcoord_bits 1\n.half_bits 2\n.output_bits 3\n.output_words 4\n"
    ".place varyings, 0x100\n.place primary, 0x140\n.place literal_data, 0xffffffff\n"};

static void put_shaders(words *w) {
    for (size_t i = 0; i < sizeof shaders / sizeof *shaders; i++) {
        gisa_asm_options as = {.output = GISA_OUTPUT_GXP};
        void *file;
        size_t size;
        char name[40];
        snprintf(name, sizeof name, "shader-%zu", i);
        put("gxp", name, "\1", 1, shaders[i], strlen(shaders[i]));
        add_source_words(w, shaders[i], strlen(shaders[i]));
        LAW(gisa_assemble(name, shaders[i], strlen(shaders[i]), &as, &file, &size) == GISA_OK, "%s", name);
        snprintf(name, sizeof name, "shader-%zu.gxp", i);
        put("gxp", name, "\0", 1, file, size);
        free(file);
    }
}

/* ---- shader binaries of the PS4 -------------------------------------------------------------- */

/* A pixel shader: "Shdr", the structure of its stage with a slot, code, a slot, masks, footer. */
static const uint32_t binary[] = {0x72646853, 0x00020007, 0x01000b02, 0,          0x01000034, 0,
                                  0x40,       0xffffffff, 0,          0,          0,          0,
                                  0,          0,          0,          0,          0,          0,
                                  0,          0x01040300, 0xbeeb03ff, 0x00000002, 0x7e000287, 0xbf810000,
                                  0x00000002, 0x000000ff, 0x5362724f, 0x07726468, 0x00001001, 0x00000101,
                                  0x44332211, 0x88776655, 0xaabbccdd};

static void put_binaries(words *w) {
    enum { HEADER = 20 * 4, PSSL = 9 * 4 };
    uint8_t file[PSSL + sizeof binary] = {0};
    memcpy(file + PSSL, binary, sizeof binary);
    gisa_sb_info info;
    LAW(gisa_sb_read(binary, sizeof binary, &info, NULL) == GISA_OK && info.has_footer &&
            info.slot_count == 1,
        "the seed is not a shader binary");
    put("sb", "header", "\0", 1, binary, sizeof binary);
    put("sb", "footer", "\2", 1, (const uint8_t *)binary + HEADER, sizeof binary - HEADER);
    put("sb", "pssl", "\1", 1, file, sizeof file);
    add_word(w, "OrbShdr", 7);
    add_word(w, "Shdr", 4);
}

/* ---- binary traces --------------------------------------------------------------------------- */

/* Definitions (two strings, an instruction, a wave), a block with a vector register, a scalar one
   and two runs of accesses, the end: docs/traces.md. */
static const uint8_t trace[] =
    "GISATRC1"
    "D\021\000\000\000"
    "\001\001\153\001\002\166\060\002\000\004\001\000\003\000\000\000\000"
    "W\044\000\000\000"
    "\000\000\001\002\007\017\000\000\000\000\000\000\000\011\001\000\000\000\004\004"
    "\007\000\000\000\002\054\001\000\100\002\002\011\010\020\004\006"
    "E\000\000\000\000";

static void put_traces(void) {
    put("traces", "small", "", 0, trace, sizeof trace - 1);
    put("traces", "cut", "", 0, trace, sizeof trace / 2);
    put("traces", "empty", "", 0, "GISATRC1E\0\0\0\0", 13);
}

/* ---- calls of the HSA runtime ---------------------------------------------------------------- */

/* Any bytes are commands; those that begin alike are told apart by what follows. */
static void put_calls(void) {
    uint32_t seed = 1;
    for (unsigned i = 0; i < 60; i++) {
        uint8_t data[300];
        char name[40];
        for (size_t k = 0; k < sizeof data; k++) {
            seed = seed * 1664525 + 1013904223;
            data[k] = (uint8_t)(seed >> 24);
        }
        snprintf(name, sizeof name, "calls-%u", i);
        put("hsa", name, (const char *)&(uint8_t){(uint8_t)(i % 10)}, 1, data, 5 * (size_t)(i + 1));
    }
}

/* Any choices: the grammar makes sources of them. */
static void put_choices(void) {
    for (unsigned i = 0; i < 200; i++) {
        char name[40], choice[400];
        for (size_t k = 0; k < sizeof choice; k++)
            choice[k] = (char)any();
        choice[1] = (char)(i % 16);
        snprintf(name, sizeof name, "choices-%u", i);
        put("asm_grammar", name, choice, 3, choice + 3, 20 + i);
    }
}

int main(int argc, char **argv) {
    words instructions = {0}, sources = {0}, files = {0}, shader_words = {0}, binaries = {0};
    LAW(argc > 2, "usage: seeds DIRECTORY SOURCE...");
    directory = argv[1];
    for (unsigned arch = 0; gisa_at(arch); arch++) {
        put_instructions(gisa_at(arch), arch);
        put_descriptors(gisa_at(arch), arch, &sources);
        add_spec_words(gisa_at(arch), &instructions);
        add_spec_words(gisa_at(arch), &sources);
    }
    for (size_t i = 0; directive_at(i); i++)
        put_directive(directive_at(i)->name, &sources);
    for (int i = 2; i < argc; i++)
        put_source(argv[i], &sources);
    put_shaders(&shader_words);
    put_binaries(&binaries);
    put_traces();
    put_calls();
    put_choices();
    add_word(&files, "\177ELF", 4);
    add_word(&files, "AMDGPU", 6);
    put_dictionary("parse", &instructions);
    put_dictionary("asm", &sources);
    put_dictionary("elf", &files);
    put_dictionary("gxp", &shader_words);
    put_dictionary("sb", &binaries);
    return 0;
}
