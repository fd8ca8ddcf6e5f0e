/* SPDX-License-Identifier: MIT */
/* gisa clrxdisasm: raw code in the form of CLRX's disassembler, for programs that call that one, as
 * Mesa's RADV does. gisa is this command where its own name ends in clrxdisasm. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cmd.h"
#include "complete.h"
#include "run/numerals.h"

static int cmd_clrxdisasm(int argc, char **argv);

static const char nothing[] = "about binaries: changes nothing here";

/* Letters and names are CLRX's. What only concerns the formats of binaries changes nothing in raw
   code, here as there. */
static const option options[] = {
    {"gpuType", 'g', true, "DEVICE", complete_architectures, "the chip: tahiti, bonaire, gfx700, fiji ..."},
    {"arch", 'A', true, "ARCH", complete_architectures, "the architecture: GCN1.0, GCN1.1, gfx8, vega ..."},
    {"raw", 'r', true, NULL, NULL,
     "FILE is raw code; it has to be given ('gisa dis' reads code objects and other files)"},
    {"hexcode", 'h', true, NULL, NULL, "add the words of each instruction to its address"},
    {"floats", 'f', true, NULL, NULL, "add the value of each floating-point literal, as a comment"},
    {"all", 'a', true, NULL, NULL, "-h and -f"},
    {"metadata", 'm', true, NULL, NULL, nothing},
    {"data", 'd', true, NULL, NULL, nothing},
    {"calNotes", 'c', true, NULL, NULL, nothing},
    {"config", 'C', true, NULL, NULL, nothing},
    {"setup", 's', true, NULL, NULL, nothing},
    {"HSAConfig", 'H', true, NULL, NULL, nothing},
    {"HSALayout", 'L', true, NULL, NULL, nothing},
    {"wave32", '3', true, NULL, NULL, nothing},
    {"driverVersion", 't', true, "VERSION", NULL, nothing},
    {"llvmVersion", 'l', false, "VERSION", NULL, nothing},
    {"buggyFPLit", 'b', false, NULL, NULL, nothing},
    {"usage", 'u', false, NULL, NULL, "show the first lines of this text"},
    {"version", 'v', false, NULL, NULL, "show gisa's version"},
    {"help", 'q', false, NULL, NULL, "show this text"},
    {NULL, 0, false, NULL, NULL, NULL}};

const command_info clrxdisasm_command = {
    .name = "clrxdisasm",
    .what = "disassemble raw code as CLRX's clrxdisasm does, for programs that call it",
    .usage = "usage: gisa clrxdisasm -r [-g DEVICE] [-A ARCH] [OPTIONS] FILE...\n"
             "       clrxdisasm -r [-g DEVICE] [-A ARCH] [OPTIONS] FILE...\n",
    .text =
        "Examples:\n"
        "  gisa clrxdisasm --gpuType=tahiti -r shader.bin\n"
        "  ln -s $(command -v gisa) ~/bin/clrxdisasm     then RADV_DEBUG=shaders prints gfx6 and gfx7\n"
        "\n"
        "Prints raw code as the disassembler of the CLRX project does: an address in a comment before each\n"
        "instruction, labels .L16_0 at byte 16. Without a chip the code is of GCN1.0.\n",
    .options = options,
    .offer = complete_files,
    .run = cmd_clrxdisasm};

typedef struct arguments {
    const gisa_isa *isa;
    const char *gpu;    /* as it was named */
    const char **files; /* room for all arguments */
    unsigned file_count;
    bool raw, hex, floats, help, usage, version;
} arguments;

/* ---- the arguments ---- */

/* "gfx6" is gfx600: the architecture without the number of the chip. */
static const gisa_isa *find_generation(const char *name) {
    const gisa_isa *isa;
    size_t size = strlen(name);
    for (unsigned i = 0; (isa = gisa_at(i)); i++)
        if (strlen(gisa_name(isa)) == size + 2 && strncasecmp(gisa_name(isa), name, size) == 0)
            return isa;
    return NULL;
}

static bool take_chip(arguments *a, const char *name) {
    const gisa_isa *generation = find_generation(name);
    a->gpu = name;
    a->isa = generation ? generation : cmd_find_arch("clrxdisasm", name);
    if (a->isa && strcmp(gisa_family(a->isa), gisa_family(gisa_at(0))) == 0)
        return true;
    return a->isa && options_wrong(&clrxdisasm_command, "not an architecture of GCN:", name);
}

static bool take(void *ctx, char id, const char *value) {
    arguments *a = ctx;
    switch (id) {
    case 0: a->files[a->file_count++] = value; return true;
    case 'g':
    case 'A': return take_chip(a, value);
    case 'r': a->raw = true; return true;
    case 'h': a->hex = true; return true;
    case 'f': a->floats = true; return true;
    case 'a': a->hex = a->floats = true; return true;
    case 'q': a->help = true; return true;
    case 'u': a->usage = true; return true;
    case 'v': a->version = true; return true;
    default: return true; /* about binaries */
    }
}

/* ---- the text ---- */

typedef struct listing {
    const arguments *a;
    const uint8_t *code;
    size_t size;
    uint8_t *targets; /* one for each dword, and for the end: does a branch go there? */
} listing;

/* Branches that leave the code, or go between dwords, have no label. */
static bool has_label(const listing *l, uint64_t target) {
    return target <= l->size && target % 4 == 0;
}

static size_t put_label(void *ctx, uint64_t target, char *text, size_t room) {
    int size = has_label(ctx, target) ? snprintf(text, room, ".L%" PRIu64 "_0", target) : 0;
    return size > 0 && (size_t)size < room ? (size_t)size : 0;
}

static void find_targets(listing *l) {
    gisa_insn insn;
    gisa_flow_info flow;
    for (size_t at = 0; at < l->size; at += insn.size)
        if (gisa_decode(l->a->isa, l->code + at, l->size - at, &insn) == GISA_OK &&
            gisa_flow_of(l->a->isa, &insn, at, &flow) == GISA_OK && flow.has_target &&
            has_label(l, flow.target))
            l->targets[flow.target / 4] = 1;
}

/* The labels of an instruction: at its beginning, and those that branches into it have. */
static void print_labels(const listing *l, size_t at, size_t size) {
    for (size_t i = at / 4; i <= l->size / 4 && i < (at + size + 3) / 4; i++) {
        if (!l->targets[i])
            continue;
        printf(".L%zu_0", i * 4);
        if (i * 4 == at)
            puts(":");
        else
            printf("=.+%zu\n", i * 4 - at);
    }
}

static uint32_t word_at(const listing *l, size_t at) {
    uint32_t word = 0;
    for (size_t i = 0; i < 4 && at + i < l->size; i++)
        word |= (uint32_t)l->code[at + i] << 8 * i;
    return word;
}

static void print_address(const listing *l, size_t at, size_t size) {
    if (!l->a->hex)
        printf("/*%012zx*/ ", at);
    else if (size > 4)
        printf("/*%012zx: %08" PRIx32 " %08" PRIx32 "*/ ", at, word_at(l, at), word_at(l, at + 4));
    else
        printf("/*%012zx: %08" PRIx32 " %8s*/ ", at, word_at(l, at), "");
}

/* A literal, and in a comment which float it is; NULL: the instruction has none. */
static const char *float_literal(const gisa_insn *insn, char text[80]) {
    for (unsigned i = 0; i < insn->operand_count; i++) {
        const gisa_operand *o = &insn->operand[i];
        uint32_t bits = (uint32_t)o->value;
        float value;
        bool half = o->type == GISA_TYPE_F16;
        if (o->kind != GISA_KIND_LITERAL || (o->type != GISA_TYPE_F32 && !half))
            continue;
        memcpy(&value, &bits, sizeof value);
        snprintf(text, 80, "0x%" PRIx32 " /* %.9g%c */", bits,
                 half ? numeral_of_half(bits & 0xffff) : (double)value, half ? 'h' : 'f');
        return text;
    }
    return NULL;
}

/* The mnemonic is 16 columns wide. */
static void print_text(const listing *l, const gisa_insn *insn, size_t at) {
    char text[GISA_TEXT_MAX], literal[80];
    size_t size = sizeof text, mnemonic;
    gisa_style style = {.syntax = GISA_SYNTAX_CLRX, .address = at, .label = put_label, .ctx = (void *)l};
    style.literal = l->a->floats ? float_literal(insn, literal) : NULL;
    if (insn->status != GISA_OK || gisa_print(l->a->isa, insn, &style, text, &size) != GISA_OK) {
        printf(".int 0x%" PRIx32, word_at(l, at));
        if (insn->size > 4)
            printf(", 0x%" PRIx32, word_at(l, at + 4));
    } else {
        mnemonic = strcspn(text, " ");
        if (text[mnemonic])
            printf("%-15.*s %s", (int)mnemonic, text, text + mnemonic + 1);
        else
            fputs(text, stdout);
    }
    putchar('\n');
}

/* How many dwords of 0 are here, up to the next label: padding. */
static size_t zeros(const listing *l, size_t at) {
    size_t count = 0;
    while (at + 4 <= l->size && !word_at(l, at) && (!count || !l->targets[at / 4])) {
        count++;
        at += 4;
    }
    return count;
}

static size_t print_one(const listing *l, size_t at) {
    gisa_insn insn;
    size_t fill = zeros(l, at);
    if (fill) {
        print_labels(l, at, 4);
        print_address(l, at, 4);
        printf(".fill %zu, 4, 0\n", fill);
        return fill * 4;
    }
    gisa_decode(l->a->isa, l->code + at, l->size - at, &insn);
    print_labels(l, at, insn.size);
    print_address(l, at, insn.size);
    print_text(l, &insn, at);
    return insn.size;
}

static void print_code(const listing *l) {
    gisa_insn insn;
    size_t at = 0;
    for (; at < l->size; at += insn.size)
        if (gisa_decode(l->a->isa, l->code + at, l->size - at, &insn) == GISA_STATUS_TRUNCATED)
            puts("        /* WARNING: Unfinished instruction at end! */");
    for (at = 0; at < l->size;)
        at += print_one(l, at);
    print_labels(l, l->size, 4);
}

/* ---- the command ---- */

static bool print_file(const arguments *a, const char *path) {
    cmd_input input;
    if (!cmd_open_input(path, &input)) {
        printf("/* ERROR for '%s' */\n", path);
        return false;
    }
    listing l = {.a = a, .code = input.data, .size = input.size / 4 * 4};
    l.targets = calloc(l.size / 4 + 1, 1);
    printf(".rawcode\n.gpu %s\n.text\n", a->gpu ? a->gpu : gisa_name(a->isa));
    if (input.size % 4)
        puts("        /* WARNING: Code size is not aligned to 4-byte word! */");
    if (l.targets) {
        find_targets(&l);
        print_code(&l);
    } else
        fprintf(stderr, "gisa clrxdisasm: out of memory\n");
    free(l.targets);
    cmd_close_input(&input);
    return l.targets != NULL;
}

static int print_files(arguments *a) {
    int result = 0;
    if (!a->file_count || !a->raw) {
        options_wrong(&clrxdisasm_command,
                      a->file_count ? "only raw code, with -r; 'gisa dis' reads other files"
                                    : "expected the name of a file",
                      NULL);
        return 2;
    }
    if (!a->isa)
        a->isa = gisa_at(0);
    for (unsigned i = 0; i < a->file_count; i++) {
        printf("/* Disassembling '%s' */\n", a->files[i]);
        result |= !print_file(a, a->files[i]);
    }
    return fflush(stdout) == 0 ? result : 1;
}

static int clrxdisasm(arguments *a, int argc, char **argv) {
    if (!options_read(&clrxdisasm_command, argc, argv, take, a))
        return 2;
    if (a->version)
        printf("clrxdisasm (gisa) %s\n", gisa_version());
    else if (a->usage)
        fputs(clrxdisasm_command.usage, stdout);
    else if (a->help)
        help_print(&clrxdisasm_command);
    else
        return print_files(a);
    return 0;
}

static int cmd_clrxdisasm(int argc, char **argv) {
    arguments a = {.files = calloc((size_t)argc, sizeof *a.files)};
    char **words = options_split(&clrxdisasm_command, &argc, argv);
    int result = 1;
    if (a.files && words)
        result = clrxdisasm(&a, argc, words);
    else
        fprintf(stderr, "gisa clrxdisasm: out of memory\n");
    free(words);
    free(a.files);
    return result;
}
