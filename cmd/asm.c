/* SPDX-License-Identifier: MIT */
/* gisa asm: reads the options, assembles one file, writes the result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"

typedef struct options {
    gisa_asm_options how;
    const char *file, *out;
    const char **directories;
    size_t directory_count;
    const char **defines;
    size_t define_count;
} options;

static const struct {
    const char *name, *suffix;
    gisa_output output;
} formats[] = {{"elf", ".o", GISA_OUT_ELF},
               {"co", ".co", GISA_OUT_CO},
               {"raw", ".bin", GISA_OUT_RAW},
               {"hex", ".hex", GISA_OUT_HEX},
               {"gxp", ".gxp", GISA_OUT_GXP}};
enum { FORMATS = sizeof formats / sizeof *formats };

static void help(FILE *out) {
    fputs("usage: gisa asm [OPTIONS] FILE [-o OUT]\n"
          "\n"
          "Assembles FILE (- = standard input), GNU as style source in LLVM's AMDGPU syntax.\n"
          "\n"
          "  -a, --arch ARCH        gfx803, fiji, ...; by default from .amdgcn_target in the source\n"
          "  -f, --format FORMAT    elf  relocatable object (default)\n"
          "                         co   loadable code object; no linker is needed\n"
          "                         raw  the bytes of .text\n"
          "                         hex  the words of .text as text, an instruction a line\n"
          "                         gxp  a shader of the PS Vita, for sgx543; .primary and .secondary hold\n"
          "                              its code\n"
          "  -o, --output OUT       by default FILE with the suffix .o .co .bin .hex .gxp;\n"
          "                         standard output is -\n"
          "  -I DIR                 look for included files there, too\n"
          "  -D NAME[=VALUE]        define a symbol; VALUE is 1 if it is not given\n"
          "      --syntax llvm|clrx how operands and modifiers are spelled; llvm is the default\n"
          "      --error-limit N    stop after N errors; 20 is the default\n"
          "  -h, --help\n"
          "\n"
          "Examples:\n"
          "  gisa asm kernel.s -o kernel.o                  to be linked with ld.lld\n"
          "  gisa asm -a gfx900 -f co kernel.s              kernel.co, ready to load\n"
          "  echo 's_endpgm' | gisa asm -a gfx803 -f hex - -o -\n"
          "\n"
          "Exit status: 0, or 1 when the source has errors, or 2 for wrong usage.\n",
          out);
}

static int usage(const char *format, const char *what) {
    fputs("gisa asm: ", stderr);
    fprintf(stderr, format, what);
    fputs("; 'gisa asm --help' lists the options\n", stderr);
    return 2;
}

/* ---- included files --------------------------------------------------------------------- */

/* The part of a path in front of its last slash, with the slash. */
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

/* Looks beside the main file, in the directories of -I and here; in each of them first beside the file that
 * asks, which may itself have been included from there. */
static void *read_included(void *ctx, const char *name, const char *from, size_t *size) {
    const options *o = ctx;
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

/* The value of an option: in the same argument behind `=` or one letter, or in the next one. */
static const char *option_value(int argc, char **argv, int *i, const char *letter, const char *word) {
    const char *arg = argv[*i];
    size_t n = word ? strlen(word) : 0;
    if (letter && strncmp(arg, letter, 2) == 0 && arg[1] != '-')
        return arg[2] ? arg + 2 : *i + 1 < argc ? argv[++*i] : "";
    if (word && strcmp(arg, word) == 0)
        return *i + 1 < argc ? argv[++*i] : "";
    if (word && strncmp(arg, word, n) == 0 && arg[n] == '=')
        return arg + n + 1;
    return NULL;
}

static int set_format(options *o, const char *name) {
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(formats[i].name, name) == 0) {
            o->how.output = formats[i].output;
            return 0;
        }
    return usage("unknown format '%s'; expected elf, co, raw, hex or gxp", name);
}

static int set_syntax(options *o, const char *name) {
    if (strcmp(name, "llvm") != 0 && strcmp(name, "clrx") != 0)
        return usage("unknown syntax '%s'; expected llvm or clrx", name);
    o->how.syntax = strcmp(name, "clrx") == 0 ? GISA_CLRX : GISA_LLVM;
    return 0;
}

static int set_limit(options *o, const char *text) {
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    if (!*text || *end || n == 0 || n > 1000000)
        return usage("'%s' is no number of errors; expected 1 to 1000000", text);
    o->how.error_limit = (unsigned)n;
    return 0;
}

/* One argument; the exit status when it is wrong. */
static int read_option(options *o, int argc, char **argv, int *i) {
    const char *arg = argv[*i], *v;
    if ((v = option_value(argc, argv, i, "-a", "--arch"))) {
        o->how.isa = cmd_find_arch("asm", v);
        return o->how.isa ? 0 : 2;
    }
    if ((v = option_value(argc, argv, i, "-f", "--format")))
        return set_format(o, v);
    if ((v = option_value(argc, argv, i, NULL, "--syntax")))
        return set_syntax(o, v);
    if ((v = option_value(argc, argv, i, NULL, "--error-limit")))
        return set_limit(o, v);
    if ((v = option_value(argc, argv, i, "-o", "--output"))) {
        o->out = v;
        return *v ? 0 : usage("%s needs the name of a file", arg);
    }
    if ((v = option_value(argc, argv, i, "-I", NULL))) {
        o->directories[o->directory_count++] = v;
        return *v ? 0 : usage("%s needs a directory", arg);
    }
    if ((v = option_value(argc, argv, i, "-D", NULL))) {
        o->defines[o->define_count++] = v;
        return *v ? 0 : usage("%s needs NAME or NAME=VALUE", arg);
    }
    return usage("unknown option '%s'", arg);
}

static int read_arguments(options *o, int argc, char **argv) {
    bool only_files = false;
    for (int i = 1; i < argc; i++) {
        if (!only_files && strcmp(argv[i], "--") == 0)
            only_files = true;
        else if (!only_files && argv[i][0] == '-' && argv[i][1]) {
            int status = read_option(o, argc, argv, &i);
            if (status)
                return status;
        } else if (o->file)
            return usage("one file at a time; '%s' is another one", argv[i]);
        else
            o->file = argv[i];
    }
    return o->file ? 0 : usage("expected the name of a source file%s", "");
}

/* ---- the command ------------------------------------------------------------------------ */

/* FILE with the format's suffix instead of its own; "-" for standard input. */
static char *default_output(const options *o) {
    const char *suffix = "", *slash = strrchr(o->file, '/'), *dot = strrchr(o->file, '.');
    size_t stem = strlen(o->file);
    char *out = malloc(stem + 8);
    for (int i = 0; i < FORMATS; i++)
        if (formats[i].output == o->how.output)
            suffix = formats[i].suffix;
    if (strcmp(o->file, "-") == 0)
        suffix = "";
    else if (dot && dot != o->file && (!slash || dot > slash + 1))
        stem = (size_t)(dot - o->file);
    if (!out) {
        fputs("gisa asm: out of memory\n", stderr);
        return NULL;
    }
    memcpy(out, o->file, stem);
    strcpy(out + stem, suffix);
    return out;
}

static int assemble(options *o, const char *out) {
    cmd_input source;
    void *result;
    size_t result_size;
    gisa_status status;
    int code;
    if (strcmp(out, "-") == 0 && o->how.output != GISA_OUT_HEX && isatty(STDOUT_FILENO))
        return usage("binary output does not go to a terminal; name a file with -o, or use -f hex%s", "");
    if (!cmd_open_input(o->file, &source))
        return 1;
    if (cmd_is_input(out)) {
        cmd_close_input(&source);
        return usage("the output would replace the source '%s'; name another file with -o", out);
    }
    status = gisa_assemble(strcmp(o->file, "-") == 0 ? "<stdin>" : o->file, source.data, source.size, &o->how,
                           &result, &result_size);
    if (status != GISA_OK && status != GISA_FAILED)
        fprintf(stderr, "gisa asm: %s: %s\n", o->file, gisa_status_text(status));
    code = status == GISA_OK ? cmd_write_file(out, result, result_size) : 1;
    if (status == GISA_OK)
        free(result);
    cmd_close_input(&source);
    return code;
}

static int no_memory(void) {
    fputs("gisa asm: out of memory\n", stderr);
    return 1;
}

int cmd_asm(int argc, char **argv) {
    options o = {.how.report = cmd_report, .how.read = read_included};
    char *out = NULL;
    int status;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0) {
            help(stdout);
            return 0;
        }
    o.directories = calloc((size_t)argc + 1, sizeof *o.directories);
    o.defines = calloc((size_t)argc + 1, sizeof *o.defines);
    o.how.ctx = &o;
    o.how.defines = o.defines;
    status = o.directories && o.defines ? read_arguments(&o, argc, argv) : no_memory();
    if (!status && !o.out && !(out = default_output(&o)))
        status = no_memory();
    if (!status)
        status = assemble(&o, o.out ? o.out : out);
    free(out);
    free(o.directories);
    free(o.defines);
    return status;
}
