/* SPDX-License-Identifier: MIT */
/* gisa dis: options, files, and the disassembler in between. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "complete.h"
#include "objects.h"
#include "options.h"
#include "dwarf.h"

static int cmd_dis(int argc, char **argv);

/* The inputs in the order of gisa_input, the syntaxes in that of gisa_syntax. */
static const char *const formats[] = {[GISA_INPUT_AUTO] = "auto",
                                      [GISA_INPUT_RAW] = "raw",
                                      [GISA_INPUT_HEX] = "hex",
                                      [GISA_INPUT_ELF] = "elf",
                                      [GISA_INPUT_GXP] = "gxp",
                                      [GISA_INPUT_SB] = "sb",
                                      NULL};
static const char *const syntaxes[] = {[GISA_SYNTAX_LLVM] = "llvm", [GISA_SYNTAX_CLRX] = "clrx", NULL};

static void offer_formats(void) {
    complete_names(formats);
}

static void offer_syntaxes(void) {
    complete_names(syntaxes);
}

/* In the order of the help. */
static const option options[] = {
    {"arch", 'a', true, "ARCH", complete_architectures,
     "the architecture (gfx900, fiji, ...: 'gisa --help' lists them); a code object names its own; of several code objects, take the one for ARCH"},
    {"format", 'f', true, "FORMAT", offer_formats,
     "what FILE is: auto (the default), elf, gxp (a shader of the PS Vita), sb (of the PS4), raw (the bytes of instructions), hex (words as text: 'be8000ff 0x1'); auto: ELF, gxp and sb by what they begin or end with; hex if all of it is text; else raw"},
    {"list", 'l', false, NULL, NULL, "list the code objects in FILE, a bundle or a program for the host"},
    {"object", 'O', false, "WHICH", NULL,
     "take the code object with this number, or for this target (gfx900, gfx900:xnack-); all: one after the other"},
    {"start", 'b', false, "ADDRESS", NULL, "list only code from this address on"},
    {"stop", 'e', false, "ADDRESS", NULL, "list only code before this address"},
    {"symbol", 'y', false, "NAME", NULL, "list only this symbol; may be repeated"},
    {"syntax", 's', false, "SYNTAX", offer_syntaxes, "llvm (the default) or clrx"},
    {"plain", 'p', false, NULL, NULL,
     "LLVM's text alone; by default text that would not assemble to the same bits is completed, and what has no text is written as data"},
    {"hex", 'x', false, NULL, NULL, "add a comment with the address and the words of each instruction"},
    {"json", 'J', false, NULL, NULL, "write one JSON object per instruction, one on each line"},
    {"source", 'S', true, NULL, NULL, "add the lines of the source as comments, from line tables (-g)"},
    {"graph", 'g', false, NULL, NULL,
     "draw the control flow, for dot of Graphviz: a node for each basic block"},
    {"jobs", 'j', true, "N", NULL, "use N processors for a large file; all of them by default"},
    {"output", 'o', true, "OUT", complete_files,
     "write to OUT, which is replaced only if there was no error"},
    {"help", 'h', true, NULL, NULL, "show this text"},
    {NULL, 0, false, NULL, NULL, NULL}};

const command_info dis_command = {
    .name = "dis",
    .what = "disassemble a code object, raw code or words as text",
    .usage = "usage: gisa dis [-a ARCH] [-f FORMAT] [OPTIONS] FILE\n",
    .text = "Examples:\n"
            "  gisa dis kernel.co                          a code object or a relocatable object\n"
            "  gisa dis kernel.co -o k.s && gisa asm -f co k.s -o k2.co\n"
            "  echo be8000ff 00000001 | gisa dis -a gfx900 -\n"
            "\n"
            "Disassembles FILE ('-' is standard input) into source that 'gisa asm' turns back into the same\n"
            "bytes.\n",
    .options = options,
    .offer = complete_files,
    .run = cmd_dis};

typedef struct arguments {
    gisa_dis_options options;
    const char *file, *output;
    const char *object;   /* --object; NULL: not given */
    const char **symbols; /* --symbol, in order */
    bool help, list, source;
} arguments;

static bool wrong(const char *what, const char *which) {
    return options_wrong(&dis_command, what, which);
}

static bool take_choice(arguments *a, char id, const char *value) {
    int choice = id == 'f' ? options_choice(&dis_command, "format", formats, value)
                           : options_choice(&dis_command, "syntax", syntaxes, value);
    if (choice < 0)
        return false;
    if (id == 'f')
        a->options.input = (gisa_input)choice;
    else
        a->options.syntax = (gisa_syntax)choice;
    return true;
}

static bool take_jobs(arguments *a, const char *value) {
    uint64_t jobs;
    if (!options_number(value, 1024, &jobs))
        return wrong("expected 1 to 1024 after --jobs, not", value);
    a->options.threads = (unsigned)jobs;
    return true;
}

/* An end at 0 would be no end. */
static bool take_address(arguments *a, char id, const char *value) {
    uint64_t address;
    if (!options_address(value, &address) || (id == 'e' && !address))
        return wrong(id == 'b' ? "expected an address such as 0x100 after --start, not"
                               : "expected an address such as 0x100 after --stop, not",
                     value);
    *(id == 'b' ? &a->options.start : &a->options.stop) = address;
    return true;
}

static bool take_file(arguments *a, const char *path) {
    return options_file(&dis_command, &a->file, path);
}

static bool take(void *ctx, char id, const char *value) {
    arguments *a = ctx;
    switch (id) {
    case 0: return take_file(a, value);
    case 'a': a->options.isa = cmd_find_arch("dis", value); return a->options.isa != NULL;
    case 'f':
    case 's': return take_choice(a, id, value);
    case 'j': return take_jobs(a, value);
    case 'b':
    case 'e': return take_address(a, id, value);
    case 'y': a->symbols[a->options.symbol_count++] = value; return true;
    case 'o': a->output = value; return true;
    case 'O': a->object = value; return true;
    case 'p': a->options.plain = true; return true;
    case 'x': a->options.hex = true; return true;
    case 'J': a->options.json = true; return true;
    case 'S': a->source = true; return true;
    case 'g': a->options.graph = true; return true;
    case 'l': a->list = true; return true;
    default: a->help = true; return true;
    }
}

/* ---- Output ---- */

typedef struct collected {
    char *data;
    size_t size, room;
} collected;

static bool collect(void *ctx, const void *data, size_t size) {
    collected *c = ctx;
    size_t room = c->room ? c->room : 1 << 16;
    while (room - c->size < size) {
        if (room > SIZE_MAX / 2)
            return false;
        room *= 2;
    }
    if (room != c->room) {
        char *grown = realloc(c->data, room);
        if (!grown)
            return false;
        c->data = grown;
        c->room = room;
    }
    memcpy(c->data + c->size, data, size);
    c->size += size;
    return true;
}

static bool write_out(void *ctx, const void *data, size_t size) {
    (void)ctx;
    return fwrite(data, 1, size, stdout) == size;
}

typedef struct target {
    gisa_write write;
    void *ctx;
} target;

static gisa_status write_one(const arguments *a, const target *to, const void *data, size_t size) {
    gisa_dis_options how = a->options;
    dwarf_lines lines = {0};
    how.write = to->write;
    how.ctx = to->ctx;
    if (a->source && !dwarf_lines_read("dis", a->file, data, size, &lines))
        return GISA_STATUS_FAILED;
    how.source = lines.at;
    how.source_count = lines.count;
    gisa_status status = gisa_disassemble(data, size, &how);
    dwarf_lines_free(&lines);
    return status;
}

/* All code objects that -a admits, each under a comment that says which one it is. */
static gisa_status write_all(const arguments *a, const target *to, const void *data, size_t size) {
    gisa_bundle b;
    gisa_bundled e;
    gisa_status status, worst = GISA_OK;
    unsigned number = 0;
    gisa_bundle_open(&b, data, size);
    while (worst != GISA_STATUS_IO && (status = gisa_bundle_next(&b, &e)) == GISA_OK) {
        char name[120], line[200];
        const gisa_isa *isa = gisa_find_object(e.file, e.size);
        if (!e.size || (++number, a->options.isa ? !gisa_fits(a->options.isa, isa) : !isa))
            continue;
        objects_name(&e, name, sizeof name);
        int length = snprintf(line, sizeof line, "%s// object %u: %s, %zu bytes\n", number > 1 ? "\n" : "",
                              number, name, e.size);
        if (!a->options.json && !to->write(to->ctx, line, (size_t)length))
            status = GISA_STATUS_IO;
        status = status == GISA_OK ? write_one(a, to, e.file, e.size) : status;
        worst = status == GISA_OK ? worst : status;
    }
    return worst;
}

static gisa_status write_text(const arguments *a, const target *to, const void *data, size_t size) {
    bool all = a->object && strcmp(a->object, "all") == 0 && objects_are_in(data, size);
    return (all ? write_all : write_one)(a, to, data, size);
}

static int to_standard_output(const arguments *a, const void *data, size_t size) {
    gisa_status status = write_text(a, &(target){write_out, NULL}, data, size);
    return status == GISA_OK && fflush(stdout) == 0 ? 0 : 1;
}

static int to_file(const arguments *a, const void *data, size_t size) {
    collected all = {0};
    gisa_status status = write_text(a, &(target){collect, &all}, data, size);
    if (status == GISA_STATUS_IO)
        fprintf(stderr, "gisa dis: out of memory\n");
    int result = status == GISA_OK ? cmd_write_file(a->output, all.data ? all.data : "", all.size) : 1;
    free(all.data);
    return result;
}

/* ---- the command ---- */

static int list(const arguments *a, const void *data, size_t size) {
    if (objects_are_in(data, size))
        objects_list(stdout, data, size);
    else {
        fprintf(stderr, "gisa dis: %s: not a file of several code objects (--list)\n", a->file);
        return 1;
    }
    return fflush(stdout) == 0 ? 0 : 1;
}

static bool may_hold_objects(const arguments *a) {
    return a->options.input == GISA_INPUT_AUTO || a->options.input == GISA_INPUT_ELF;
}

static int disassemble(const arguments *a, const void *data, size_t size) {
    bool all = a->object && strcmp(a->object, "all") == 0;
    if (a->output && cmd_is_input(a->output)) {
        wrong("the output would replace the input; name another file with -o, not", a->output);
        return 2;
    }
    if (a->list)
        return list(a, data, size);
    if (!all && may_hold_objects(a) &&
        !objects_choose("dis", a->options.file, a->options.isa, a->object, &data, &size))
        return 1;
    return a->output && strcmp(a->output, "-") != 0 ? to_file(a, data, size)
                                                    : to_standard_output(a, data, size);
}

static int dis(arguments *a) {
    cmd_input input;
    if (!cmd_open_input(a->file, &input))
        return 1;
    if (!a->options.threads) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        a->options.threads = processors > 0 ? (unsigned)processors : 1;
    }
    if (!input.size && a->options.input == GISA_INPUT_AUTO && !a->options.isa) {
        fprintf(stderr, "gisa dis: %s: the file is empty\n", a->file);
        cmd_close_input(&input);
        return 1;
    }
    a->options.symbols = a->symbols;
    a->options.file = strcmp(a->file, "-") ? a->file : "standard input";
    a->options.report = cmd_report;
    int result = disassemble(a, input.data, input.size);
    cmd_close_input(&input);
    return result;
}

static int dis_arguments(arguments *a, int argc, char **argv) {
    if (!options_read(&dis_command, argc, argv, take, a))
        return 2;
    if (a->help) {
        help_print(&dis_command);
        return 0;
    }
    if (!a->file) {
        wrong("expected the name of a file, or - for standard input", NULL);
        return 2;
    }
    if ((a->options.graph && a->options.json) || (a->source && (a->options.graph || a->options.json))) {
        wrong("--graph, --json and -S exclude each other", NULL);
        return 2;
    }
    if (a->options.stop && a->options.stop <= a->options.start) {
        wrong("--stop must be an address after --start", NULL);
        return 2;
    }
    return dis(a);
}

static int cmd_dis(int argc, char **argv) {
    arguments a = {.symbols = calloc((size_t)argc, sizeof *a.symbols)};
    int result = 1;
    if (a.symbols)
        result = dis_arguments(&a, argc, argv);
    else
        fprintf(stderr, "gisa dis: out of memory\n");
    free(a.symbols);
    return result;
}
