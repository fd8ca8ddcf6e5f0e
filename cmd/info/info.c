/* SPDX-License-Identifier: MIT */
/* gisa info: what the spec knows about a name, or what a shader file asks for. */
#include "info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "complete.h"
#include "options.h"

static int cmd_info(int argc, char **argv);

/* In the order of the help. */
static const option options[] = {{"arch", 'a', true, "ARCH", complete_architectures,
                                  "on this architecture only (gfx900, fiji, ...: 'gisa --help' lists them)"},
                                 {"help", 'h', true, NULL, NULL, "show this text"},
                                 {NULL, 0, false, NULL, NULL, NULL}};

const command_info info_command = {
    .name = "info",
    .what = "the manual entry of an instruction, a format, a register, a modifier ...",
    .usage = "usage: gisa info [-a ARCH] NAME-OR-SHADER...\n",
    .text =
        "Examples:\n"
        "  gisa info v_add_f32\n"
        "  gisa info -a gfx900 VOP3A\n"
        "  gisa info HWREG vcc glc\n"
        "  gisa info shader.gxp\n"
        "\n"
        "Shows the manual entry of a NAME: an instruction (v_add_f32, v_add_f32_e64, a name that only CLRX\n"
        "has), a format (VOP3A), an architecture (gfx900), a register (vcc, s0), an operand or modifier\n"
        "(src0, glc), a table of values (HWREG), a name in one (p0), a type (f32), a class of instructions\n"
        "(valu), a wait counter (vmcnt), a hazard (valu_sgpr_vmem; hazard shows all), what another project\n"
        "calls an instruction (V32NMAD), an ordinary word (popcount, V#), or a word or an opcode in\n"
        "hexadecimal (7e020280, 0x12). Other words are searched in the spec. For a shader file of the PS\n"
        "Vita (shader.gxp) it shows what a renderer needs: parameters, uniforms with sizes and registers,\n"
        "samplers, varyings, register counts; for one of the PS4 (shader.sb) stage and user data.\n",
    .options = options,
    .offer = complete_instructions,
    .run = cmd_info};

/* ---- names ------------------------------------------------------------------------------ */

static bool show(question *q) {
    bool (*const kinds[])(question *) = {info_shader,       info_sb,      info_instruction, info_format,
                                         info_architecture, info_table,   info_register,    info_operand,
                                         info_word,         info_counter, info_hazard};
    bool (*const others[])(question *) = {info_pair, info_value, info_bank, info_body_word, info_code};
    bool known = false;
    q->said_count = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        known |= kinds[i](q);
    known |= info_called(q);
    for (size_t i = 0; i < sizeof others / sizeof *others && !known; i++)
        known = others[i](q);
    return known;
}

static void say_unknown(question *q) {
    nearest n = {.word = q->name};
    phrase near = {.size = 0}, where = {.size = 0};
    architecture_names(q->isa ? info_instruction_set(q->name) : 0, &where);
    if (where.size) {
        fprintf(stderr, "gisa info: '%s' is not on %s; it is on %s\n", q->name, gisa_name(q->isa),
                where.text);
        return;
    }
    if (strpbrk(q->name, "./") && access(q->name, F_OK) == 0) {
        fprintf(stderr,
                "gisa info: %s: not a shader file of the PS Vita or the PS4; 'gisa dis' shows other files\n",
                q->name);
        return;
    }
    info_offer_instructions(&n);
    info_offer_words(&n);
    info_offer_body_words(&n);
    info_offer_called(&n);
    nearest_say(&n, &near);
    fprintf(stderr, "gisa info: '%s' is not known%s\n", q->name, near.text);
}

typedef struct arguments {
    question q;
    bool help;
    const char **names;
    int count;
} arguments;

static bool take_argument(void *ctx, char id, const char *value) {
    arguments *a = ctx;
    switch (id) {
    case 'h': a->help = true; return true;
    case 'a': a->q.isa = cmd_find_arch("info", value); return a->q.isa != NULL;
    default: a->names[a->count++] = value; return true;
    }
}

/* The name, with _ for its blanks; files keep theirs. */
static const char *with_underscores(const char *text, char *name, size_t room) {
    if (!strchr(text, ' ') || strlen(text) >= room || access(text, F_OK) == 0)
        return text;
    strcpy(name, text);
    for (char *c = name; (c = strchr(c, ' '));)
        *c = '_';
    return name;
}

static bool show_all(arguments *a) {
    bool all_known = true;
    for (int i = 0; i < a->count; i++) {
        char name[64]; /* "cross lane" is cross_lane in the spec */
        a->q.name = with_underscores(a->names[i], name, sizeof name);
        if (i && all_known)
            page_end_line(&a->q.page);
        a->q.exact = true;
        bool known = show(&a->q);
        a->q.exact = false;
        known = known || show(&a->q) || info_search(&a->q);
        if (!known)
            say_unknown(&a->q);
        all_known &= known;
    }
    return all_known;
}

static int cmd_info(int argc, char **argv) {
    arguments a = {.names = malloc((size_t)argc * sizeof *a.names)};
    int result = 2;
    if (!a.names) {
        fprintf(stderr, "gisa info: out of memory\n");
        return 1;
    }
    bool ok = options_read(&info_command, argc, argv, take_argument, &a);
    if (ok && a.help) {
        help_print(&info_command);
        result = 0;
    } else if (ok && !a.count)
        options_wrong(&info_command, "no name", NULL);
    else if (ok) {
        a.q.page = page_open();
        bool known = show_all(&a);
        result = known && !a.q.failed ? 0 : 1;
    }
    free(a.names);
    return result;
}
