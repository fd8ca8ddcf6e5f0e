/* SPDX-License-Identifier: MIT */
/* gisa objdump: the arguments of GNU objdump and llvm-objdump, and their layouts, for tools that
 * call these and read what they print. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "complete.h"
#include "objdump.h"

static int cmd_objdump(int argc, char **argv);

static const char *const layouts[] = {"gnu", "llvm", NULL};

static void offer_layouts(void) {
    complete_names(layouts);
}

static const option options[] = {
    {"disassemble", 'd', true, "[=SYMBOL]", NULL, "the code; of one symbol"},
    {"disassemble-all", 'D', true, NULL, NULL, "the contents of all sections, as code"},
    {"section-headers", 'h', true, NULL, NULL, "the sections"},
    {"headers", '1', false, NULL, NULL, "the same"},
    {"syms", 't', true, NULL, NULL, "the symbols"},
    {"section", 'j', true, "NAME", NULL, "only this section; may be repeated"},
    {"line-numbers", 'l', true, NULL, NULL, "add functions, files and lines of the source (-g)"},
    {"source", 'S', true, NULL, NULL, "add the lines of the source themselves; -d goes with it"},
    {"demangle", 'C', true, "[=STYLE]", NULL, "names of C++ as the source has them"},
    {"start-address", '4', false, "ADDRESS", NULL, "only code from this address on"},
    {"stop-address", '5', false, "ADDRESS", NULL, "only code before this address"},
    {"no-show-raw-insn", '2', false, NULL, NULL, "leave out the bytes"},
    {"show-raw-insn", '8', false, NULL, NULL, "the bytes, which are there anyway"},
    {"insn-width", '3', false, "N", NULL, "N bytes on a line; 8 by default"},
    {"disassemble-zeroes", 'z', true, NULL, NULL, "print runs of zeros instead of '...'"},
    {"disassembler-options", 'M', true, "SYNTAX", NULL,
     "llvm (the default) or clrx; a warning says of others that they are unknown"},
    {"architecture", 'm', true, "ARCH", complete_architectures, "of code that does not say it"},
    {"mcpu", '6', false, "ARCH", complete_architectures, "the same"},
    {"target", 'b', true, "binary", NULL, "the file is raw code"},
    {"object", 'O', true, "WHICH", NULL, "of several code objects, this one, as for 'gisa dis'"},
    {"layout", '7', false, "WHOSE", offer_layouts,
     "gnu (the default) or llvm: the lines that llvm-objdump prints"},
    {"reloc", 'r', true, NULL, NULL, "a warning: 'gisa dis' shows relocations, as expressions"},
    {"dynamic-reloc", 'R', true, NULL, NULL, "the same"},
    {"wide", 'w', true, NULL, NULL, "nothing: no line is cut"},
    {"version", 'V', true, NULL, NULL, "show gisa's version"},
    {"help", 'H', true, NULL, NULL, "show this text"},
    {NULL, 0, false, NULL, NULL, NULL}};

const command_info objdump_command = {
    .name = "objdump",
    .what = "disassemble with the arguments and the layout of objdump, for tools that call it",
    .usage = "usage: gisa objdump [-d] [-D] [-S] [-h] [-t] [-j NAME] [OPTIONS] FILE...\n",
    .text =
        "Examples:\n"
        "  gisa objdump -d -l kernel.co                 as Compiler Explorer calls objdump\n"
        "  gisa objdump -d --layout=llvm kernel.co      as llvm-objdump -d prints it\n"
        "  gisa objdump -D -b binary -m gfx900 code.bin\n"
        "\n"
        "Reads code objects, shaders of the PS Vita (.gxp) and of the PS4, and raw code. The text of the\n"
        "instructions is that of LLVM; 'gisa dis' writes a source that can be assembled again.\n",
    .options = options,
    .offer = complete_files,
    .run = cmd_objdump};

static bool wrong(const char *what, const char *which) {
    return options_wrong(&objdump_command, what, which);
}

static void warn(const char *what, const char *which) {
    fprintf(stderr, "gisa objdump: warning: %s%s\n", what, which);
}

/* ---- the arguments ---- */

/* Words with commas between them. */
static bool take_syntax(objdump_arguments *a, const char *words) {
    for (size_t size; *words; words += size + (words[size] == ',')) {
        size = strcspn(words, ",");
        if (size == 4 && strncmp(words, "clrx", size) == 0)
            a->syntax = GISA_SYNTAX_CLRX;
        else if (size == 4 && strncmp(words, "llvm", size) == 0)
            a->syntax = GISA_SYNTAX_LLVM;
        else
            fprintf(stderr, "gisa objdump: warning: unknown disassembler option: %.*s\n", (int)size, words);
    }
    return true;
}

static bool take_address(uint64_t *address, const char *value) {
    return options_address(value, address) ||
           wrong("expected an address such as 0x100 after --start-address and --stop-address, not", value);
}

static bool take_width(objdump_arguments *a, const char *value) {
    uint64_t width;
    if (!options_number(value, 64, &width))
        return wrong("expected 1 to 64 after --insn-width, not", value);
    a->width = (unsigned)width;
    return true;
}

static bool take_layout(objdump_arguments *a, const char *value) {
    int choice = options_choice(&objdump_command, "layout", layouts, value);
    a->llvm = choice == 1;
    return choice >= 0;
}

static bool take_target(const char *value) {
    return strcmp(value, "binary") == 0 || strncmp(value, "elf64-", 6) == 0 ||
           wrong("expected binary after -b, not", value);
}

static bool take_arch(objdump_arguments *a, const char *value) {
    a->isa = cmd_find_arch("objdump", value);
    return a->isa != NULL;
}

static bool take_disassembly(objdump_arguments *a, const char *symbol) {
    a->code = true;
    a->symbol = symbol;
    return true;
}

static bool take_demangle(objdump_arguments *a) {
    if (!objdump_can_demangle())
        warn("this gisa was built without libiberty (libiberty-dev): names stay as they are", "");
    a->demangle = true;
    return true;
}

static bool take(void *ctx, char id, const char *value) {
    objdump_arguments *a = ctx;
    switch (id) {
    case 0: a->files[a->file_count++] = value; return true;
    case 'd': return take_disassembly(a, value);
    case 'D': a->code = a->all = true; return true;
    case 'S': a->code = a->source = true; return true;
    case 'l': a->lines = true; return true;
    case 'h':
    case '1': a->headers = true; return true;
    case 't': a->symbols = true; return true;
    case 'j': a->sections[a->section_count++] = value; return true;
    case 'C': return take_demangle(a);
    case '2': a->no_words = true; return true;
    case '3': return take_width(a, value);
    case '4': return take_address(&a->start, value);
    case '5': return take_address(&a->stop, value);
    case '7': return take_layout(a, value);
    case 'z': a->zeroes = true; return true;
    case 'M': return take_syntax(a, value);
    case 'm':
    case '6': return take_arch(a, value);
    case 'b': return take_target(value);
    case 'O': a->object = value; return true;
    case 'r':
    case 'R': warn("relocations are not shown; 'gisa dis' has them as expressions", ""); return true;
    case 'V': a->version = true; return true;
    case 'H': a->help = true; return true;
    default: return true; /* --wide, --show-raw-insn */
    }
}

/* ---- files ---- */

bool objdump_wants(const objdump *d, const char *section) {
    for (unsigned i = 0; i < d->a->section_count; i++)
        if (strcmp(d->a->sections[i], section) == 0)
            return true;
    return !d->a->section_count;
}

static bool print(objdump *d) {
    objdump_head(d);
    if (d->a->headers)
        objdump_sections(d);
    if (d->a->symbols)
        objdump_symbols(d);
    bool good = !d->a->code || objdump_code(d);
    if (!good)
        fprintf(stderr, "gisa objdump: out of memory\n");
    for (unsigned i = 0; d->folders && i < d->lines.files; i++)
        free(d->folders[i]);
    free(d->folders);
    lines_free(&d->lines);
    free(d->symbols);
    return good;
}

static bool refuse(const char *path, const char *why) {
    fprintf(stderr, "gisa objdump: %s: %s\n", path, why);
    return false;
}

static bool print_opened(const objdump_arguments *a, const char *path, const gisa_file *file) {
    objdump d = {.a = a, .path = path, .file = file};
    gisa_file_about(file, &d.info);
    if (!d.info.isa && a->code) {
        if (!a->isa)
            return refuse(path, "the file does not say an architecture that gisa has; name one with -m");
        d.info.isa = a->isa;
    }
    return print(&d);
}

static bool print_file(const objdump_arguments *a, const char *path) {
    cmd_input input;
    gisa_file *file;
    gisa_error error;
    if (!cmd_open_input(path, &input))
        return false;
    bool good = gisa_file_open(input.data, input.size, a->isa, a->object, &file, &error) == GISA_OK;
    good = good ? print_opened(a, path, file) : refuse(path, error.message);
    gisa_file_close(file);
    cmd_close_input(&input);
    return good;
}

/* ---- the command ---- */

static int print_files(const objdump_arguments *a) {
    int result = 0;
    if (!a->file_count) {
        wrong("expected the name of a file", NULL);
        return 2;
    }
    if (!a->code && !a->headers && !a->symbols) {
        wrong("expected what to print: -d, -D, -S, -h or -t", NULL);
        return 2;
    }
    if (a->stop && a->stop <= a->start) {
        wrong("--stop-address must be after --start-address", NULL);
        return 2;
    }
    for (unsigned i = 0; i < a->file_count; i++)
        result |= !print_file(a, a->files[i]);
    return fflush(stdout) == 0 ? result : 1;
}

static int objdump_words(objdump_arguments *a, int argc, char **argv) {
    if (!options_read(&objdump_command, argc, argv, take, a))
        return 2;
    if (a->version)
        printf("gisa objdump %s\n", gisa_version());
    else if (a->help)
        help_print(&objdump_command);
    else
        return print_files(a);
    return 0;
}

static int cmd_objdump(int argc, char **argv) {
    char **words = options_split(&objdump_command, &argc, argv);
    objdump_arguments a = {.files = calloc((size_t)argc, sizeof *a.files),
                           .sections = calloc((size_t)argc, sizeof *a.sections),
                           .width = 8};
    int result = 1;
    if (words && a.files && a.sections)
        result = objdump_words(&a, argc, words);
    else
        fprintf(stderr, "gisa objdump: out of memory\n");
    free(a.sections);
    free(a.files);
    free(words);
    return result;
}
