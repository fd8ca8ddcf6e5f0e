/* SPDX-License-Identifier: MIT */
/* gisa asm: reads the options, assembles one file, writes the result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "complete.h"
#include "options.h"
#include "check/check.h"

typedef struct arguments {
    gisa_asm_options how;
    const char *file, *out;
    bool help, warn, advice, fix;
    const char **directories;
    size_t directory_count;
    const char **defines;
    size_t define_count;
} arguments;

static const char *const formats[] = {
    [GISA_OUTPUT_ELF] = "elf", [GISA_OUTPUT_CO] = "co",   [GISA_OUTPUT_RAW] = "raw",
    [GISA_OUTPUT_HEX] = "hex", [GISA_OUTPUT_GXP] = "gxp", NULL};
static const char *const suffixes[] = {[GISA_OUTPUT_ELF] = ".o",
                                       [GISA_OUTPUT_CO] = ".co",
                                       [GISA_OUTPUT_RAW] = ".bin",
                                       [GISA_OUTPUT_HEX] = ".hex",
                                       [GISA_OUTPUT_GXP] = ".gxp"};
static const char *const syntaxes[] = {[GISA_SYNTAX_LLVM] = "llvm", [GISA_SYNTAX_CLRX] = "clrx", NULL};

static int cmd_asm(int argc, char **argv);

static void offer_formats(void) {
    complete_names(formats);
}

static void offer_syntaxes(void) {
    complete_names(syntaxes);
}

/* In the order of the help. */
static const option options[] = {
    {"arch", 'a', true, "ARCH", complete_architectures,
     "gfx803, fiji, ...; by default from .amdgcn_target in the source"},
    {"format", 'f', true, "FORMAT", offer_formats,
     "elf: a relocatable object (the default); co: a loadable code object, without a linker; raw: the bytes of .text; hex: its words as text, one instruction on each line; gxp: a shader of the PS Vita, for sgx543"},
    {"output", 'o', true, "OUT", complete_files,
     "by default FILE with the suffix .o .co .bin .hex .gxp; standard output is -"},
    {"", 'I', true, "DIR", complete_directories, "also look for included files there"},
    {"", 'D', true, "NAME[=VALUE]", NULL, "define a symbol; VALUE is 1 by default"},
    {"syntax", 's', false, "llvm|clrx", offer_syntaxes,
     "how operands and modifiers are spelled; llvm is the default"},
    {"debug", 'g', true, NULL, NULL, "write a line table for debuggers: the lines of FILE"},
    {"error-limit", 'e', false, "N", NULL, "stop after N errors; 20 by default"},
    {"warn", 'W', true, NULL, NULL, "warn of missing waits and hazards, as 'gisa check' finds them"},
    {"advice", 'A', true, NULL, NULL, "-W, also of what documents ask for and compilers do without"},
    {"fix", 'F', false, NULL, NULL,
     "write the source with the missing s_waitcnt and s_nop put in, to OUT or standard output"},
    {"help", 'h', true, NULL, NULL, "show this text"},
    {NULL, 0, false, NULL, NULL, NULL}};

const command_info asm_command = {
    .name = "asm",
    .what = "assemble to a relocatable object, a code object, raw code or words as text",
    .usage = "usage: gisa asm [OPTIONS] FILE [-o OUT]\n",
    .text =
        "Examples:\n"
        "  gisa asm kernel.s -o kernel.o              a relocatable object for ld.lld\n"
        "  gisa asm -a gfx900 -f co kernel.s          kernel.co, ready to load\n"
        "  echo 's_endpgm' | gisa asm -a gfx803 -f hex - -o -\n"
        "\n"
        "Assembles FILE ('-' is standard input), source in the style of GNU as and LLVM's AMDGPU syntax.\n",
    .options = options,
    .after = "Exit status: 0, 1 if the source has errors, 2 for wrong usage.\n",
    .offer = complete_files,
    .run = cmd_asm};

static bool wrong(const char *what, const char *which) {
    return options_wrong(&asm_command, what, which);
}

/* ---- included files --------------------------------------------------------------------- */

/* The part of a path before its last slash, with the slash. */
static size_t directory_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Reads base/middle/name without a message; each of the first two has a size and may be empty. */
static void *read_in(const char *base, size_t base_size, const char *middle, size_t middle_size,
                     const char *name, size_t *got) {
    char *path = malloc(base_size + middle_size + strlen(name) + 2);
    size_t n = base_size;
    void *data = NULL;
    if (!path)
        return NULL;
    memcpy(path, base, n);
    if (n && path[n - 1] != '/')
        path[n++] = '/';
    memcpy(path + n, middle, middle_size);
    strcpy(path + n + middle_size, name);
    if (access(path, R_OK) == 0 && !cmd_read_file(path, &data, got))
        data = NULL;
    free(path);
    return data;
}

/* Looks beside the main file, in the directories of -I and here; in each of them first beside the
 * file that asks, which may itself have been included from there. */
static void *read_included(void *ctx, const char *name, const char *from, size_t *size) {
    const arguments *o = ctx;
    bool from_main = strcmp(from, o->file) == 0;
    void *data = NULL;
    if (name[0] == '/')
        return read_in("", 0, "", 0, name, size);
    for (int beside = from_main ? 0 : 1; beside >= 0 && !data; beside--) {
        size_t middle = beside ? directory_of(from) : 0;
        data = read_in(o->file, directory_of(o->file), from, middle, name, size);
        for (size_t i = 0; !data && i < o->directory_count; i++)
            data = read_in(o->directories[i], strlen(o->directories[i]), from, middle, name, size);
        if (!data)
            data = read_in("", 0, from, middle, name, size);
    }
    return data;
}

/* ---- options ---------------------------------------------------------------------------- */

static bool take_choice(arguments *o, char id, const char *value) {
    int choice = id == 'f' ? options_choice(&asm_command, "format", formats, value)
                           : options_choice(&asm_command, "syntax", syntaxes, value);
    if (choice < 0)
        return false;
    if (id == 'f')
        o->how.output = (gisa_output)choice;
    else
        o->how.syntax = (gisa_syntax)choice;
    return true;
}

static bool take_limit(arguments *o, const char *value) {
    uint64_t limit;
    if (!options_number(value, 1000000, &limit))
        return wrong("expected 1 to 1000000 after --error-limit, not", value);
    o->how.error_limit = (unsigned)limit;
    return true;
}

static bool take_file(arguments *o, const char *path) {
    return options_file(&asm_command, &o->file, path);
}

static bool take(void *ctx, char id, const char *value) {
    arguments *o = ctx;
    switch (id) {
    case 0: return take_file(o, value);
    case 'a': o->how.isa = cmd_find_arch("asm", value); return o->how.isa != NULL;
    case 'f':
    case 's': return take_choice(o, id, value);
    case 'e': return take_limit(o, value);
    case 'o': o->out = value; return *value || wrong("-o needs the name of a file", NULL);
    case 'I':
        o->directories[o->directory_count++] = value;
        return *value || wrong("-I needs a directory", NULL);
    case 'D':
        o->defines[o->define_count++] = value;
        return *value || wrong("-D needs NAME or NAME=VALUE", NULL);
    case 'g': o->how.line_table = true; return true;
    case 'W': o->warn = true; return true;
    case 'A': o->warn = o->advice = true; return true;
    case 'F': o->fix = true; return true;
    default: o->help = true; return true;
    }
}

/* ---- the command ------------------------------------------------------------------------ */

static int no_memory(void) {
    fputs("gisa asm: out of memory\n", stderr);
    return 1;
}

/* FILE with the format's suffix instead of its own; "-" for standard input. */
static char *default_output(const arguments *o) {
    const char *suffix = "", *slash = strrchr(o->file, '/'), *dot = strrchr(o->file, '.');
    size_t stem = strlen(o->file);
    char *out = malloc(stem + 8);
    if (strcmp(o->file, "-") != 0)
        suffix = suffixes[o->how.output];
    if (*suffix && dot && dot != o->file && (!slash || dot > slash + 1))
        stem = (size_t)(dot - o->file);
    if (!out)
        return no_memory(), NULL;
    memcpy(out, o->file, stem);
    strcpy(out + stem, suffix);
    return out;
}

/* A code object, or a shader of the PS Vita. */
static bool is_binary(const cmd_input *source) {
    return source->size >= 4 &&
           (memcmp(source->data, "\177ELF", 4) == 0 || memcmp(source->data, "GXP", 4) == 0);
}

static const char *shown_name(const arguments *o) {
    return strcmp(o->file, "-") == 0 ? "<stdin>" : o->file;
}

/* ---- waits and hazards ------------------------------------------------------------------ */

/* Warns of what a source lacks that can be assembled; false: out of memory. */
static bool warn(const arguments *o, const char *text, size_t size) {
    placed_source s = {0};
    check_result r = {0};
    gisa_asm_options how = o->how;
    how.report = NULL; /* that of the assembler itself comes later */
    if (placed_assemble(&s, shown_name(o), text, size, &how))
        check_file(&r, s.file, NULL, &s.lines, o->advice);
    check_warn(&r, shown_name(o), text, size);
    bool good = !r.no_memory;
    check_free(&r);
    placed_free(&s);
    return good;
}

/* Writes the source as it should be; 1 where something is left that no line helps against. */
static int fix(const arguments *o, const char *out, const char *source, size_t size) {
    size_t fixed_size, put_in, left;
    char *text = check_fix(shown_name(o), source, size, &o->how, o->advice, &fixed_size, &put_in, &left);
    if (!text)
        return 1;
    int status = cmd_write_file(out, text, fixed_size);
    if (status == 0 && left) {
        warn(o, text, fixed_size);
        fprintf(stderr, "gisa asm: %s: %zu finding%s left that --fix cannot help\n", o->file, left,
                left == 1 ? " is" : "s are");
        status = 1;
    }
    free(text);
    return status;
}

/* ---- assembling ------------------------------------------------------------------------- */

static int assemble(arguments *o, const char *out) {
    cmd_input source;
    void *result;
    size_t result_size;
    gisa_status status;
    int code;
    if (!o->fix && strcmp(out, "-") == 0 && o->how.output != GISA_OUTPUT_HEX && isatty(STDOUT_FILENO))
        return wrong("binary output does not go to a terminal; name a file with -o, or use -f hex", NULL), 2;
    if (!cmd_open_input(o->file, &source))
        return 1;
    if (is_binary(&source)) {
        fprintf(stderr, "gisa asm: %s: a binary file, not a source; did you mean 'gisa dis %s'?\n", o->file,
                o->file);
        cmd_close_input(&source);
        return 1;
    }
    if (cmd_is_input(out)) {
        cmd_close_input(&source);
        return wrong("the output would replace the source; name another file with -o, not", out), 2;
    }
    if (o->fix) {
        code = fix(o, out, source.data, source.size);
        cmd_close_input(&source);
        return code;
    }
    if (o->warn && !warn(o, source.data, source.size)) {
        cmd_close_input(&source);
        return no_memory();
    }
    status = gisa_assemble(shown_name(o), source.data, source.size, &o->how, &result, &result_size);
    if (status != GISA_OK && status != GISA_STATUS_FAILED)
        fprintf(stderr, "gisa asm: %s: %s\n", o->file, gisa_status_text(status));
    code = status == GISA_OK ? cmd_write_file(out, result, result_size) : 1;
    if (status == GISA_OK)
        free(result);
    cmd_close_input(&source);
    return code;
}

/* Reads the arguments and assembles. */
static int run(arguments *o, int argc, char **argv) {
    char *out = NULL;
    if (!options_read(&asm_command, argc, argv, take, o))
        return 2;
    if (o->help) {
        help_print(&asm_command);
        return 0;
    }
    if (!o->file)
        return wrong("expected the name of a source file", NULL), 2;
    if (!o->out && o->fix)
        return assemble(o, "-");
    if (!o->out && !(out = default_output(o)))
        return 1; /* has said why */
    int status = assemble(o, o->out ? o->out : out);
    free(out);
    return status;
}

static int cmd_asm(int argc, char **argv) {
    arguments o = {.how.report = cmd_report, .how.read = read_included};
    o.directories = calloc((size_t)argc + 1, sizeof *o.directories);
    o.defines = calloc((size_t)argc + 1, sizeof *o.defines);
    o.how.ctx = &o;
    o.how.defines = o.defines;
    int status = o.directories && o.defines ? run(&o, argc, argv) : no_memory();
    free(o.directories);
    free(o.defines);
    return status;
}
