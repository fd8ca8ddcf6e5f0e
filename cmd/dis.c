/* SPDX-License-Identifier: MIT */
/* gisa dis: options, files, and the disassembler in between. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "objects.h"

static const char usage[] = "usage: gisa dis [-a ARCH] [-f FORMAT] [OPTIONS] FILE\n";

static const char help_text[] =
    "\n"
    "Disassembles FILE ('-' is standard input) into source that 'gisa asm' turns back into the same bytes.\n"
    "\n"
    "  -a, --arch ARCH      the architecture (gfx900, fiji, ...: 'gisa --help' lists them);\n"
    "                       a code object says itself what it is for; of several, which one to take\n"
    "  -f, --format FORMAT  what FILE is: auto (the default), elf, gxp (a shader of the PS Vita), raw (the bytes of\n"
    "                       instructions), hex (words as text: 'be8000ff 0x1', with // ; and # comments).\n"
    "                       auto: ELF and gxp by their first bytes; hex when all of it is text;\n"
    "                       else raw\n"
    "      --list           list the code objects in FILE, a bundle or a program for the host: number, target, size\n"
    "      --object WHICH   take the code object with this number, or for this target (gfx900, gfx900:xnack-);\n"
    "                       all: one after the other\n"
    "      --syntax SYNTAX  llvm (the default) or clrx\n"
    "      --plain          LLVM's text of each instruction alone; by default it is completed where it would\n"
    "                       not assemble to the same bits, and what has no text is written as data\n"
    "      --hex            the address and the words of each instruction in a comment behind it\n"
    "      --json           one JSON object per instruction and line\n"
    "  -j, --jobs N         use N processors for a large file; all of them by default\n"
    "  -o, --output OUT     write to OUT; it appears only when all went well\n"
    "  -h, --help           this text\n"
    "\n"
    "Examples:\n"
    "  gisa dis kernel.co                        a code object or a relocatable object\n"
    "  gisa dis kernel.co -o k.s && gisa asm -f co k.s -o k2.co\n"
    "  gisa dis -a gfx803 -f raw shader.bin --hex\n"
    "  echo be8000ff 00000001 | gisa dis -a gfx900 -\n";

typedef struct choice {
    const char *name;
    int value;
} choice;

static const choice formats[] = {{"auto", GISA_IN_AUTO}, {"raw", GISA_IN_RAW}, {"hex", GISA_IN_HEX},
                                 {"elf", GISA_IN_ELF},   {"gxp", GISA_IN_GXP}, {NULL, 0}};
static const choice syntaxes[] = {{"llvm", GISA_LLVM}, {"clrx", GISA_CLRX}, {NULL, 0}};

typedef struct arguments {
    gisa_dis_options options;
    const char *file, *output;
    const char *object; /* --object; NULL: not given */
    bool help, list;
} arguments;

static bool wrong(const char *what, const char *which) {
    fprintf(stderr, "gisa dis: %s%s%s\n%s'gisa dis --help' tells more\n", what, which ? " " : "",
            which ? which : "", usage);
    return false;
}

static bool choose(const char *option, const char *name, const choice *from, int *value) {
    for (const choice *c = from; c->name; c++)
        if (!strcmp(c->name, name)) {
            *value = c->value;
            return true;
        }
    fprintf(stderr, "gisa dis: %s: unknown '%s'; expected", option, name);
    for (const choice *c = from; c->name; c++)
        fprintf(stderr, "%s %s", c == from ? "" : ",", c->name);
    fprintf(stderr, "\n");
    return false;
}

static bool set_jobs(arguments *a, const char *value) {
    char *end;
    errno = 0;
    unsigned long jobs = strtoul(value, &end, 10);
    if (!*value || strspn(value, "0123456789") != strlen(value) || errno || jobs < 1 || jobs > 1024)
        return wrong("-j wants a number from 1 to 1024, not", value);
    a->options.threads = (unsigned)jobs;
    return true;
}

static bool set_with_value(arguments *a, char option, const char *value) {
    int chosen = 0;
    switch (option) {
    case 'a': a->options.isa = cmd_find_arch("dis", value); return a->options.isa != NULL;
    case 'f':
        if (!choose("-f", value, formats, &chosen))
            return false;
        a->options.input = (gisa_input)chosen;
        return true;
    case 's':
        if (!choose("--syntax", value, syntaxes, &chosen))
            return false;
        a->options.syntax = (gisa_syntax)chosen;
        return true;
    case 'j': return set_jobs(a, value);
    case 'O': a->object = value; return true;
    default: a->output = value; return true;
    }
}

static void set_switch(arguments *a, char option) {
    switch (option) {
    case 'p': a->options.plain = true; break;
    case 'x': a->options.hex = true; break;
    case 'J': a->options.json = true; break;
    case 'l': a->list = true; break;
    default: a->help = true; break;
    }
}

/* `letter` tells them apart in here; only some have a short form. */
static const struct {
    const char *name;
    char letter;
    bool has_value, has_short;
} known[] = {
    {"arch", 'a', true, true},    {"format", 'f', true, true}, {"output", 'o', true, true},
    {"syntax", 's', true, false}, {"help", 'h', false, true},  {"plain", 'p', false, false},
    {"hex", 'x', false, false},   {"json", 'J', false, false}, {"jobs", 'j', true, true},
    {"object", 'O', true, false}, {"list", 'l', false, false},
};

/* One option at argv[*i]; a value may be joined to it or be the next argument. */
static bool read_option(arguments *a, int argc, char **argv, int *i) {
    const char *text = argv[*i];
    bool is_long = text[1] == '-';
    const char *name = text + (is_long ? 2 : 1);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        size_t length = is_long ? strlen(known[k].name) : 1;
        bool same = is_long
                        ? !strncmp(name, known[k].name, length) && (name[length] == 0 || name[length] == '=')
                        : known[k].has_short && name[0] == known[k].letter;
        if (!same)
            continue;
        const char *joined = name[length] ? name + length + is_long : NULL;
        if (!known[k].has_value) {
            if (joined)
                return wrong("no value is expected:", text);
            set_switch(a, known[k].letter);
            return true;
        }
        if (!joined && *i + 1 >= argc)
            return wrong("a value is missing behind", text);
        return set_with_value(a, known[k].letter, joined ? joined : argv[++*i]);
    }
    return wrong("unknown option", text);
}

static bool read_arguments(arguments *a, int argc, char **argv) {
    bool options = true;
    for (int i = 1; i < argc; i++) {
        if (options && !strcmp(argv[i], "--"))
            options = false;
        else if (options && argv[i][0] == '-' && argv[i][1]) {
            if (!read_option(a, argc, argv, &i))
                return false;
        } else if (a->file)
            return wrong("one file at a time; this is one more:", argv[i]);
        else
            a->file = argv[i];
    }
    return a->help || a->file || wrong("no file", NULL);
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
    gisa_dis_options options = a->options;
    options.write = to->write;
    options.ctx = to->ctx;
    return gisa_disassemble(data, size, &options);
}

/* All code objects that -a admits, each under a comment that says which one it is. */
static gisa_status write_all(const arguments *a, const target *to, const void *data, size_t size) {
    gisa_bundle b;
    gisa_bundled e;
    gisa_status status, worst = GISA_OK;
    unsigned number = 0;
    gisa_bundle_open(&b, data, size);
    while (worst != GISA_IO && (status = gisa_bundle_next(&b, &e)) == GISA_OK) {
        char name[120], line[200];
        const gisa_isa *isa = gisa_find_object(e.file, e.size);
        if (!e.size || (++number, a->options.isa ? !gisa_fits(a->options.isa, isa) : !isa))
            continue;
        objects_name(&e, name, sizeof name);
        int length = snprintf(line, sizeof line, "%s// object %u: %s, %zu bytes\n", number > 1 ? "\n" : "",
                              number, name, e.size);
        if (!a->options.json && !to->write(to->ctx, line, (size_t)length))
            status = GISA_IO;
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
    if (status == GISA_IO)
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
    return a->options.input == GISA_IN_AUTO || a->options.input == GISA_IN_ELF;
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

int cmd_dis(int argc, char **argv) {
    arguments a = {0};
    if (!read_arguments(&a, argc, argv))
        return 2;
    if (a.help) {
        printf("%s%s", usage, help_text);
        return 0;
    }
    cmd_input input;
    if (!cmd_open_input(a.file, &input))
        return 1;
    if (!a.options.threads) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        a.options.threads = processors > 0 ? (unsigned)processors : 1;
    }
    a.options.file = strcmp(a.file, "-") ? a.file : "standard input";
    a.options.report = cmd_report;
    int result = disassemble(&a, input.data, input.size);
    cmd_close_input(&input);
    return result;
}
