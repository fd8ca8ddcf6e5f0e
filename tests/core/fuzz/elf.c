/* SPDX-License-Identifier: MIT */
/* Fuzz target: the disassembler of files with every option, the ELF reader and writers,
 * descriptors, metadata. Input: architecture (or none); what to do (bits 0 and 1: gisa_input, 4:
 * CLRX's syntax, 8: plain, 16: hex, 32: JSON, 64: the parts of an object alone); then the file. */
#include "again.h"

enum { CLRX_TEXT = 4, PLAIN = 8, HEX = 16, JSON = 32, PARTS = 64, SMALL = 8192 };

/* The note's text gives the note. */
static void check_metadata(const uint8_t *note, size_t size) {
    bytes text = {0}, back = {0};
    size_t line;
    char message[200];
    if (metadata_to_text(&text, note, size, false) == GISA_OK) {
        gisa_status status = metadata_from_text(&back, (char *)text.data, text.size, &line, message);
        LAW(status == GISA_OK && back.size == size && memcmp(back.data, note, size) == 0,
            "metadata does not come back:\n%.*s", (int)text.size, (char *)text.data);
    }
    bytes_free(&text);
    bytes_free(&back);
    if (metadata_from_text(&back, (const char *)note, size, &line, message) == GISA_OK) {
        LAW(metadata_to_text(&text, back.data, back.size, false) == GISA_OK, "metadata without text");
        bytes_free(&text);
    } else
        LAW(message[0] && memchr(message, 0, sizeof message) && line <= size, "no message, or line %zu",
            line);
    bytes_free(&back);
}

enum { ENTRY = 16, BEHIND_ENTRY = 24, DESCRIPTOR = 64 };

/* The directives of a descriptor give its 64 bytes, but for the distance to the code, which is a
   relocation. */
static void check_descriptor(const gisa_isa *isa, const uint8_t *raw) {
    static const char before[] = "\t.rodata\n\t.p2align 6\n";
    bytes text = {0};
    bytes_text(&text, before);
    if (!kernel_config_print(&text, isa, "kernel", raw)) {
        LAW(text.size == sizeof before - 1, "part of a descriptor");
        bytes_free(&text);
        return;
    }
    bytes_text(&text, "\t.text\nkernel:\n");
    fuzz_text messages = {0};
    gisa_asm_options as = {.isa = isa, .output = GISA_OUTPUT_ELF, .report = fuzz_report, .ctx = &messages};
    void *out;
    size_t size;
    gisa_status status = gisa_assemble("descriptor", (char *)text.data, text.size, &as, &out, &size);
    LAW(status == GISA_OK, "%s: a descriptor does not come back: %s:\n%.*s", gisa_name(isa), messages.first,
        (int)text.size, (char *)text.data);
    object o;
    object_fault fault;
    LAW(object_read(&o, out, size, &fault) == GISA_OK, "%s", fault.message);
    int rodata = object_find_section(&o, ".rodata");
    LAW(rodata >= 0 && o.sections[rodata].content.size == DESCRIPTOR, "no descriptor");
    const uint8_t *back = o.sections[rodata].content.data;
    LAW(memcmp(back, raw, ENTRY) == 0 &&
            memcmp(back + BEHIND_ENTRY, raw + BEHIND_ENTRY, DESCRIPTOR - BEHIND_ENTRY) == 0,
        "%s: another descriptor comes back:\n%.*s", gisa_name(isa), (int)text.size, (char *)text.data);
    object_free(&o);
    bytes_free(&text);
    free(out);
}

/* What a writer takes it writes so that the reader takes it. */
static void check_writer(const object *o, gisa_status (*write)(const object *, bytes *, object_fault *)) {
    bytes file = {0};
    object_fault fault = {.message = ""};
    object again;
    gisa_status status = write(o, &file, &fault);
    LAW(status == GISA_OK || status == GISA_STATUS_NO_MEMORY || fault.message[0], "no message: %s",
        gisa_status_text(status));
    if (status == GISA_OK) {
        LAW(object_read(&again, file.data, file.size, &fault) == GISA_OK, "what was written is not read: %s",
            fault.message);
        object_free(&again);
    }
    bytes_free(&file);
}

/* The writers make these themselves; read from a file they are sections like others. */
static void forget_tables(object *o) {
    for (size_t i = 0; i < o->section_count; i++) {
        uint32_t *type = &o->sections[i].type;
        if (*type != SHT_NOBITS && *type != SHT_NOTE)
            *type = SHT_PROGBITS;
    }
}

/* All that part 12 of gisa.h says of a file can be asked, and code lies in the file. */
static void check_file(const gisa_isa *isa, const uint8_t *data, size_t size) {
    gisa_file *file;
    gisa_file_code code;
    gisa_file_section in;
    gisa_file_symbol at;
    gisa_file_kernel kernel;
    gisa_argument argument;
    if (gisa_file_open(data, size, isa, NULL, &file, NULL) != GISA_OK)
        return;
    for (size_t i = 0; gisa_file_code_at(file, i, &code) == GISA_OK; i++)
        LAW(code.name && code.size && gisa_file_section_at(file, code.section, &in) == GISA_OK && in.code,
            "piece %zu of code is in no section of code", i);
    for (size_t i = 0; gisa_file_symbol_at(file, i, &at) == GISA_OK; i++)
        LAW(at.name && (at.section < 0 || gisa_file_section_at(file, (size_t)at.section, &in) == GISA_OK),
            "symbol %zu is in a section that is not there", i);
    for (size_t i = 0; gisa_file_kernel_at(file, i, &kernel) == GISA_OK; i++)
        for (unsigned k = 0; gisa_file_argument_at(file, i, k, &argument) == GISA_OK; k++)
            LAW(argument.name && argument.kind && argument.type, "argument %u of kernel %zu", k, i);
    gisa_file_close(file);
}

static void check_parts(const gisa_isa *isa, const uint8_t *file, size_t size) {
    object o;
    object_fault fault = {.message = ""};
    if (object_read(&o, file, size, &fault) == GISA_OK) {
        for (size_t i = 0; i < o.section_count; i++)
            if (o.sections[i].type == SHT_NOTE && o.sections[i].content.size > 20)
                check_metadata(o.sections[i].content.data + 20, o.sections[i].content.size - 20);
        forget_tables(&o);
        check_writer(&o, object_write_relocatable);
        if (o.elf_type == ET_REL)
            check_writer(&o, object_write_loadable);
        object_free(&o);
    } else
        LAW(fault.message[0], "no message");
    check_file(isa, file, size);
    check_metadata(file, size);
    if (isa && gisa_elf_machine(isa) && size >= DESCRIPTOR) /* what holds descriptors */
        check_descriptor(isa, file);
}

/* What is printed for an object assembles, unless the object is one that no assembler writes. */
static void check_again(const gisa_dis_options *dis, const void *file, size_t size, const fuzz_text *text) {
    object o;
    object_fault fault;
    if (object_read(&o, file, size, &fault) != GISA_OK)
        return;
    fuzz_text messages = {0};
    gisa_asm_options as = {.isa = dis->isa,
                           .output = o.elf_type == ET_REL ? GISA_OUTPUT_ELF : GISA_OUTPUT_CO,
                           .syntax = dis->syntax,
                           .report = fuzz_report,
                           .ctx = &messages};
    void *out;
    size_t out_size;
    if (gisa_assemble("again", text->data, text->size, &as, &out, &out_size) == GISA_OK) {
        fuzz_lines lines = fuzz_describe(out, out_size);
        fuzz_free_lines(&lines);
    }
    free(out);
    object_free(&o);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    uint8_t what = data[1];
    gisa_dis_options options = {.isa = fuzz_isa(data[0], true),
                                .input = (gisa_input)(what & 3),
                                .syntax = what & CLRX_TEXT ? GISA_SYNTAX_CLRX : GISA_SYNTAX_LLVM,
                                .plain = what & PLAIN,
                                .hex = what & HEX,
                                .json = what & JSON};
    size -= 2;
    uint8_t *file = fuzz_exactly(data + 2, size);
    if (what & PARTS)
        check_parts(options.isa, file, size);
    else {
        fuzz_text text;
        gisa_status status = fuzz_disassemble(file, size, options, &text);
        bool exact = status == GISA_OK && !options.plain && !options.json;
        LAW(status == GISA_OK || text.errors || status == GISA_STATUS_BAD_ARGUMENT, "no message: %s",
            gisa_status_text(status));
        if (exact && options.input == GISA_INPUT_RAW && size < SMALL)
            fuzz_again_raw(options.isa, options.syntax, file, size);
        if (exact && options.input == GISA_INPUT_ELF && size < SMALL)
            check_again(&options, file, size, &text);
        free(text.data);
    }
    free(file);
    return 0;
}
