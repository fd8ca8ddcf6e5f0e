/* SPDX-License-Identifier: MIT */
/* gisa check: missing waits and hazards in a file, without running it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cmd.h"
#include "complete.h"
#include "objects.h"

static int cmd_check(int argc, char **argv);

enum { FORM_AUTO, FORM_OBJECT, FORM_RAW, FORM_SOURCE };
static const char *const formats[] = {
    [FORM_AUTO] = "auto", [FORM_OBJECT] = "object", [FORM_RAW] = "raw", [FORM_SOURCE] = "source", NULL};

static void offer_formats(void) {
    complete_names(formats);
}

/* In the order of the help. */
static const option options[] = {
    {"arch", 'a', true, "ARCH", complete_architectures,
     "the architecture of raw code, or of a source that does not say it; of several code objects, those for ARCH"},
    {"format", 'f', true, "FORMAT", offer_formats,
     "what FILE is: auto (the default), object (a code object, a bundle, a program for the host), raw (the bytes of instructions), source (for the assembler); auto: what is text is a source"},
    {"object", 'O', false, "WHICH", NULL,
     "of several code objects the one with this number, or for this target (gfx900, gfx900:xnack-); by default all"},
    {"advice", 'A', true, NULL, NULL,
     "also what documents ask for and compilers do without, and both counters after FLAT"},
    {"suppress", 'x', true, "FILE", complete_files,
     "leave out findings that FILE names, one on each line: KIND RULE WHERE"},
    {"json", 'J', false, NULL, NULL, "write one JSON document"},
    {"sarif", 'S', false, NULL, NULL, "write SARIF 2.1.0, as editors and CI systems read it"},
    {"help", 'h', true, NULL, NULL, "show this text"},
    {NULL, 0, false, NULL, NULL, NULL}};

const command_info check_command = {
    .name = "check",
    .what = "find missing waits and hazards in code, without running it",
    .usage = "usage: gisa check [-a ARCH] [OPTIONS] FILE\n",
    .text =
        "Examples:\n"
        "  gisa check kernel.co                  a code object\n"
        "  gisa check -a gfx900 kernel.s         source for the assembler, by lines\n"
        "  gisa check -a gfx803 -f raw shader.bin\n"
        "\n"
        "Finds reads and writes of registers into which memory may still load, and instructions that are\n"
        "too close to others, on all paths through the code of FILE ('-' is standard input).\n",
    .options = options,
    .after = "Exit status: 0 without findings, 1 with findings, 2 if FILE could not be checked.\n",
    .offer = complete_files,
    .run = cmd_check};

typedef struct arguments {
    const gisa_isa *isa;
    const char *file, *object, *suppress;
    int format;
    bool help, advice, json, sarif;
} arguments;

static bool take(void *ctx, char id, const char *value) {
    arguments *a = ctx;
    switch (id) {
    case 0: return options_file(&check_command, &a->file, value);
    case 'a': a->isa = cmd_find_arch("check", value); return a->isa != NULL;
    case 'f': a->format = options_choice(&check_command, "format", formats, value); return a->format >= 0;
    case 'O': a->object = value; return true;
    case 'A': a->advice = true; return true;
    case 'x': a->suppress = value; return true;
    case 'J': a->json = true; return true;
    case 'S': a->sarif = true; return true;
    default: a->help = true; return true;
    }
}

static bool refuse(const char *file, const char *why) {
    fprintf(stderr, "gisa check: %s: %s\n", file, why);
    return false;
}

/* ---- files -------------------------------------------------------------------------------- */

static bool is_text(const uint8_t *data, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (data[i] < 9 || (data[i] > 13 && data[i] < 32))
            return false;
    return size > 0;
}

static bool has_rules(const gisa_isa *isa) {
    gisa_counter counter;
    return isa && gisa_counter_at(isa, 0, &counter) == GISA_OK;
}

static bool check_object(const arguments *a, check_result *r, const void *data, size_t size,
                         const char *object) {
    gisa_error error = {.message = "out of memory"};
    return check_bytes(r, data, size, a->isa, object, a->advice, &error) || refuse(a->file, error.message);
}

static char *keep_object_name(check_result *r, const gisa_bundled *e, unsigned number) {
    enum { ROOM = 160 };
    char name[120];
    char *text = places_room(&r->objects, r->object_count, sizeof *r->objects) ? malloc(ROOM) : NULL;
    if (!text) {
        r->no_memory = true;
        return NULL;
    }
    objects_name(e, name, sizeof name);
    snprintf(text, ROOM, "object %u, %s", number, name);
    r->objects[r->object_count++] = text;
    return text;
}

/* All code objects that -a admits and whose architecture is known. */
static bool check_all(const arguments *a, check_result *r, const void *data, size_t size) {
    gisa_bundle b;
    gisa_bundled e;
    unsigned number = 0, tried = 0;
    bool good = true;
    gisa_bundle_open(&b, data, size);
    while (good && gisa_bundle_next(&b, &e) == GISA_OK) {
        const gisa_isa *isa = e.size ? gisa_find_object(e.file, e.size) : NULL;
        number += e.size != 0;
        if (!has_rules(isa) || (a->isa && !gisa_fits(a->isa, isa)))
            continue;
        tried++;
        char *name = keep_object_name(r, &e, number);
        good = !r->no_memory && check_object(a, r, e.file, e.size, name);
    }
    return good && (tried || refuse(a->file, "none of the file's code objects fits"));
}

static bool check_text_file(const arguments *a, check_result *r, placed_source *s, const cmd_input *in) {
    gisa_asm_options how = {.isa = a->isa, .report = cmd_report};
    gisa_file_info info;
    if (!placed_assemble(s, strcmp(a->file, "-") ? a->file : "<stdin>", in->data, in->size, &how))
        return false;
    gisa_file_about(s->file, &info);
    if (!has_rules(info.isa))
        return refuse(a->file, "gisa knows no waits and hazards of this architecture");
    check_file(r, s->file, NULL, &s->lines, a->advice);
    return true;
}

/* ---- the command -------------------------------------------------------------------------- */

static int report(const arguments *a, check_result *r) {
    const findings_list list = check_list(r);
    if (a->suppress && !findings_suppress(&list, "check", a->suppress))
        return 2;
    if (r->no_memory) {
        refuse(a->file, "out of memory");
        return 2;
    }
    if (a->sarif)
        findings_sarif(&list, a->file);
    else
        (a->json ? check_print_json : check_print)(r, a->file);
    size_t count = r->count - r->suppressed;
    bool written = fflush(stdout) == 0; /* messages come after what was found */
    if (r->limited)
        refuse(a->file, "there is more code, or more branches, than gisa follows; findings may be missing");
    if (count)
        fprintf(stderr, "gisa check: %s: %zu finding%s\n", a->file, count, count == 1 ? "" : "s");
    if (!written)
        return 2;
    return count ? 1 : r->limited ? 2 : 0;
}

static bool is_source(const arguments *a, const cmd_input *in) {
    return a->format == FORM_SOURCE || (a->format == FORM_AUTO && is_text(in->data, in->size));
}

static int check(const arguments *a, const cmd_input *in) {
    check_result r = {0};
    placed_source s = {0};
    bool good, several = a->format != FORM_RAW && objects_are_in(in->data, in->size);
    const void *data = in->data;
    size_t size = in->size;
    if (is_source(a, in))
        good = check_text_file(a, &r, &s, in);
    else if (several && !a->object)
        good = check_all(a, &r, data, size);
    else
        good = (!several || objects_choose("check", a->file, a->isa, a->object, &data, &size)) &&
               check_object(a, &r, data, size, NULL);
    int status = good ? report(a, &r) : 2;
    check_free(&r);
    placed_free(&s);
    return status;
}

static int cmd_check(int argc, char **argv) {
    arguments a = {.format = FORM_AUTO};
    cmd_input in;
    if (!options_read(&check_command, argc, argv, take, &a))
        return 2;
    if (a.help) {
        help_print(&check_command);
        return 0;
    }
    if (!a.file || (a.json && a.sarif)) {
        options_wrong(&check_command,
                      a.file ? "--json and --sarif exclude each other"
                             : "expected the name of a file, or - for standard input",
                      NULL);
        return 2;
    }
    if (!cmd_open_input(a.file, &in))
        return 2;
    int status = check(&a, &in);
    cmd_close_input(&in);
    return status;
}
