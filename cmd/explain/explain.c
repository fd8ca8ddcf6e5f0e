/* SPDX-License-Identifier: MIT */
/* gisa explain: what the words of instructions are, bit by bit. */
#include "explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "complete.h"
#include "options.h"

static int cmd_explain(int argc, char **argv);

/* In the order of the help. */
static const option options[] = {
    {"arch", 'a', true, "ARCH", complete_architectures,
     "the architecture (gfx900, fiji, ...: 'gisa --help' lists them); by default the newest one that knows the words"},
    {"help", 'h', true, NULL, NULL, "show this text"},
    {NULL, 0, false, NULL, NULL, NULL}};

const command_info explain_command = {
    .name = "explain",
    .what = "what the words of an instruction mean, bit by bit",
    .usage = "usage: gisa explain [-a ARCH] WORD...\n"
             "       gisa explain [-a ARCH] INSTRUCTION\n",
    .text =
        "Examples:\n"
        "  gisa explain 7e020280\n"
        "  gisa explain -a gfx803 d1cb0002 840e0407\n"
        "  gisa explain 'v_add_f32 v0, v1, v2'\n"
        "  gisa dis -a gfx900 -f raw --hex shader.bin | less    (the words stand after //)\n"
        "\n"
        "Draws the bits of instructions and says what they mean: fields, operands, the operation, why a word\n"
        "is not an instruction, and what it is on other architectures. A WORD is 32 bits in hexadecimal:\n"
        "eight digits, or 0x and fewer; an instruction of two words is given as both, the first one first.\n"
        "For sgx543 a WORD may have 64 bits. Any other name is a file of words, with // ; and # comments;\n"
        "'-' is standard input.\n",
    .options = options,
    .offer = complete_files,
    .run = cmd_explain};

/* ---- the words -------------------------------------------------------------------------- */

typedef struct arguments {
    const gisa_isa *isa;
    uint8_t *code; /* little-endian words */
    size_t size, room;
    const char *text; /* an instruction as text; NULL: words */
    bool help;
    bool wide; /* there are words of 64 bits, which not all architectures have */
} arguments;

static bool add_word(arguments *a, uint64_t word, unsigned bytes) {
    if (a->size + bytes > a->room) {
        size_t room = a->room ? 2 * a->room : 64;
        uint8_t *more = realloc(a->code, room);
        if (!more) {
            fprintf(stderr, "gisa explain: out of memory\n");
            return false;
        }
        a->code = more;
        a->room = room;
    }
    for (unsigned i = 0; i < bytes; i++)
        a->code[a->size++] = (uint8_t)(word >> 8 * i);
    a->wide |= bytes == 8;
    return true;
}

static const char separators[] = " ,\t\r\n\f\v";

/* A word of 1 to 16 hexadecimal digits that ends here, more than 8 make one of 64 bits; the length
   of its text, 0 = there is none. */
static size_t read_word(const char *text, uint64_t *word, unsigned *bytes) {
    size_t prefix = text[0] == '0' && (text[1] | 32) == 'x' ? 2 : 0;
    size_t digits = strspn(text + prefix, "0123456789abcdefABCDEF");
    char end = text[prefix + digits];
    bool ended = !end || strchr(separators, end) || end == ';' || end == '#' || end == '/';
    bool whole = prefix || digits == 8 || digits == 16; /* 7e02028 lacks a digit, and nothing says which */
    if (!digits || digits > 16 || !ended || !whole)
        return 0;
    *word = strtoull(text + prefix, NULL, 16);
    *bytes = digits > 8 ? 8 : 4;
    return prefix + digits;
}

/* Adds the words of a text; where it has others, `bad` points to the first of them. */
static bool add_text(arguments *a, const char *text, const char **bad) {
    *bad = NULL;
    for (;;) {
        uint64_t word;
        unsigned bytes;
        text += strspn(text, separators);
        if (!*text)
            return true;
        if (*text == ';' || *text == '#' || (text[0] == '/' && text[1] == '/')) {
            text += strcspn(text, "\n");
            continue;
        }
        size_t size = read_word(text, &word, &bytes);
        if (!size) {
            *bad = text;
            return true;
        }
        if (!add_word(a, word, bytes))
            return false;
        text += size;
    }
}

/* Bytes that are no text; says what shows them. */
static bool is_binary(const char *path, const char *text, size_t size) {
    if (strlen(text) == size && strncmp(text, "\177ELF", 4) != 0)
        return false;
    fprintf(
        stderr,
        "gisa explain: %s: a binary file, not words in hexadecimal; 'gisa dis%s %s' lists its instructions\n",
        path, memcmp(text, "\177ELF", size < 4 ? size : 4) == 0 ? "" : " -a ARCH", path);
    return true;
}

static bool add_file(arguments *a, const char *path) {
    void *data;
    size_t size;
    const char *bad;
    if (!cmd_read_file(path, &data, &size))
        return false;
    char *text = malloc(size + 1);
    if (text) {
        memcpy(text, data, size);
        text[size] = 0;
    }
    if (text && is_binary(path, text, size)) {
        free(text);
        free(data);
        return false;
    }
    bool ok = text && add_text(a, text, &bad);
    if (ok && (bad || strlen(text) != size)) {
        int line = 1;
        for (const char *c = text; bad && c < bad; c++)
            line += *c == '\n';
        fprintf(
            stderr,
            "gisa explain: %s:%d: '%.*s' is not a hexadecimal word; expected 8 digits, or 0x before them\n",
            strcmp(path, "-") ? path : "standard input", line, bad ? (int)strcspn(bad, separators) : 0,
            bad ? bad : "");
        ok = false;
    }
    free(text);
    free(data);
    return ok;
}

typedef struct reading {
    arguments *a;
    int result;
} reading;

/* An instruction has a blank, or is complete without operands; a file's name comes first. */
static bool is_text(const char *value) {
    const gisa_isa *isa;
    gisa_insn insn;
    const size_t size = strcspn(value, separators);
    if (!size || access(value, F_OK) == 0)
        return false;
    if (value[size + strspn(value + size, separators)])
        return true;
    for (unsigned i = 0; (isa = gisa_at(i)); i++)
        if (gisa_parse(isa, value, size, NULL, &insn, NULL) == GISA_OK)
            return true;
    return false;
}

static bool take_argument(void *ctx, char id, const char *value) {
    reading *r = ctx;
    uint64_t word;
    unsigned bytes;
    const char *bad = NULL;
    if (id == 'h') {
        r->a->help = true;
        return true;
    }
    if (id == 'a')
        return (r->a->isa = cmd_find_arch("explain", value)) != NULL;
    if (strcmp(value, "-") != 0 && read_word(value + strspn(value, separators), &word, &bytes)) {
        if (!add_text(r->a, value, &bad)) {
            r->result = 1;
            return false;
        }
        if (!bad)
            return true;
        fprintf(stderr, "gisa explain: '%s' is not a hexadecimal word\n", bad);
        return false;
    }
    /* What is meant as a word, but has too many digits, is no file either. */
    if (strlen(value) > 16 && value[strspn(value, "0123456789abcdefABCDEFxX")] == 0) {
        fprintf(stderr, "gisa explain: '%s' has more than 64 bits; give its words one by one\n", value);
        return false;
    }
    if (value[0] && value[strspn(value, "0123456789abcdefABCDEF")] == 0 && access(value, F_OK) != 0) {
        fprintf(stderr, "gisa explain: '%s' has %zu digits; expected 8 (16 for 64 bits), or 0x before it\n",
                value, strlen(value));
        return false;
    }
    if (is_text(value)) {
        if (r->a->text)
            fprintf(stderr, "gisa explain: one instruction as text at a time, not also '%s'\n", value);
        return !r->a->text && (r->a->text = value);
    }
    if (value[strspn(value, separators)] && !add_file(r->a, value)) {
        r->result = 1;
        return false;
    }
    return true;
}

/* ---- which architecture ----------------------------------------------------------------- */

/* How much of the words are instructions; those that no assembler writes so count half. */
static size_t known_bytes(const gisa_isa *isa, const arguments *a) {
    size_t known = 0;
    for (size_t at = 0; at < a->size;) {
        gisa_insn insn;
        gisa_status status = gisa_decode(isa, a->code + at, a->size - at, &insn);
        if (status == GISA_OK)
            known += gisa_oddities(isa, &insn) ? insn.size : 2u * insn.size;
        if (status == GISA_STATUS_TRUNCATED)
            break;
        at += insn.size;
    }
    return known;
}

static bool has_words(const gisa_isa *isa, const arguments *a) {
    return !a->wide || gisa_unit(isa) == 8;
}

/* The newest architecture that knows most of the words; of another family than the first only where
   it knows more. */
static const gisa_isa *choose(const arguments *a) {
    const gisa_isa *isa, *best = NULL;
    size_t most = 0;
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        size_t known = known_bytes(isa, a);
        if (!has_words(isa, a))
            continue;
        if (!best || known > most ||
            (known == most && strcmp(gisa_family(isa), gisa_family(best)) == 0 &&
             gisa_generation(isa) > gisa_generation(best))) {
            best = isa;
            most = known;
        }
    }
    return best;
}

/* ---- an instruction as text -------------------------------------------------------------- */

static bool assemble(const gisa_isa *isa, const char *text, uint8_t code[8], size_t *size,
                     gisa_error *error) {
    gisa_insn insn;
    *size = 8;
    return gisa_parse(isa, text, strlen(text), NULL, &insn, error) == GISA_OK &&
           gisa_encode(isa, &insn, code, size) == GISA_OK;
}

/* Its words, for the newest architecture that has it where none is asked for; false: has said what
   is wrong with it. */
static bool take_text(arguments *a) {
    gisa_error error = {0}, first = {0};
    uint8_t code[8];
    size_t size;
    const gisa_isa *isa, *best = NULL;
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        if (a->isa && isa != gisa_base(a->isa))
            continue;
        if (assemble(isa, a->text, code, &size, &error))
            best = best && strcmp(gisa_family(isa), gisa_family(best)) != 0 ? best : isa;
        else if (!first.message[0] || first.status == GISA_STATUS_NO_MNEMONIC)
            first = error;
    }
    if (!best) {
        fprintf(stderr, "gisa explain: %s\n  %s\n  %*s^\n", first.message, a->text, (int)first.offset, "");
        return false;
    }
    a->isa = a->isa ? a->isa : best;
    assemble(best, a->text, code, &size, &error);
    for (size_t at = 0; at < size; at += 4) {
        const uint32_t word = (uint32_t)code[at] | (uint32_t)code[at + 1] << 8 |
                              (uint32_t)code[at + 2] << 16 | (uint32_t)code[at + 3] << 24;
        if (!add_word(a, word, 4))
            return false;
    }
    return true;
}

static int cmd_explain(int argc, char **argv) {
    arguments a = {.isa = NULL};
    reading r = {.a = &a, .result = 2};
    bool ok = options_read(&explain_command, argc, argv, take_argument, &r);
    if (ok && a.help) {
        help_print(&explain_command);
        r.result = 0;
    } else if (ok && a.text && a.size)
        options_wrong(&explain_command, "an instruction as text, or words: not both", NULL);
    else if (ok && a.text && !take_text(&a))
        r.result = 1;
    else if (ok && !a.size)
        options_wrong(&explain_command, "no word", NULL);
    else if (ok && a.isa && !has_words(a.isa, &a))
        fprintf(stderr, "gisa explain: %s has words of 32 bits; give them one by one\n", gisa_name(a.isa));
    else if (ok) {
        page p = page_open();
        const gisa_isa *isa = a.isa ? a.isa : choose(&a);
        for (size_t at = 0; at < a.size;) {
            subject s = subject_at(isa, a.code + at, a.size - at);
            if (at) {
                page_end_line(&p);
                for (unsigned i = 0; i < p.width; i++)
                    page_put(&p, INK_FAINT, p.utf8 ? "\u2500" : "-");
                page_end_line(&p);
            }
            explain_subject(&p, &s, !a.isa);
            at += s.insn.size;
        }
        r.result = 0;
    }
    free(a.code);
    return r.result;
}
