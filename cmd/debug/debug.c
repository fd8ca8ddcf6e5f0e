/* SPDX-License-Identifier: MIT */
/* gisa debug: a debugger for kernels, with the arguments of gisa run. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "code.h"
#include "complete.h"
#include "shaders.h"
#include "shell.h"
#include "stages.h"

static int cmd_debug(int argc, char **argv);

/* In the order of the help. */
static const option options[] = {
    {"kernel", 'k', true, "NAME", NULL, "which kernel, if there are several"},
    {"arch", 'a', true, "ARCH", complete_architectures,
     "of code without a kernel; or which code object of a bundle or program"},
    {"object", 'O', false, "WHICH", NULL, "likewise, by its number in 'gisa dis --list', or gfx900:xnack-"},
    {"grid", 'g', true, "X[,Y,Z]", NULL, "work-items in all (1)"},
    {"local", 'l', true, "X[,Y,Z]", NULL,
     "work-items in a work-group (as the kernel requires, else up to 256)"},
    {"offset", 'o', false, "X[,Y,Z]", NULL, "what OpenCL adds to the numbers of work-items (0)"},
    {"set", 'S', false, "REG=v,v,..", NULL,
     "a register of code without a kernel, lane by lane or all: v1=1.5"},
    {"settings", 'L', false, "FILE", complete_files, "a file of such settings"},
    {"mem", 'p', false, "ADDR=FILE", NULL, "memory at an address, with a file in it; ADDR,SIZE: with zeros"},
    {"syntax", 'y', false, "SYNTAX", run_offer_syntaxes, "of assembler: llvm, clrx (llvm)"},
    {"max-insns", 'm', false, "N", NULL, "stop after N instructions of waves"},
    {"model", 'M', false, "NAME=OPTION", complete_models,
     "choose an option where the behaviour is not settled: gisa list --models"},
    {"command", 'x', true, "FILE", complete_files, "run the commands in a file ('-': standard input)"},
    {"execute", 'e', true, "COMMAND", NULL, "run a command; several, in their order with -x"},
    {"batch", 'b', true, NULL, NULL, "end after these, where there is a terminal as well"},
    {"quiet", 'q', true, NULL, NULL, "do not print what 'buf' arguments hold at the end"},
    {"help", 'h', true, NULL, NULL, "show this text"},
    {NULL, 0, false, NULL, NULL, NULL}};

const command_info debug_command = {
    .name = "debug",
    .what = "debug a kernel: step, break, watch, also backwards, with no GPU",
    .usage = "usage: gisa debug FILE [-k KERNEL] [-g X[,Y,Z]] [-l X[,Y,Z]] [OPTIONS] ARGUMENT...\n"
             "       gisa debug -a ARCH FILE [--set REG=...] [--mem ADDR=FILE] [OPTIONS]\n"
             "       gisa debug --stage STAGE -a ARCH FILE [OPTIONS]   (gisa debug --stage ps --help)\n"
             "       gisa debug FILE.gxp [OPTIONS]                     (gisa debug -a sgx543 --help)\n",
    .text = "Examples:\n"
            "  gisa debug saxpy.s -g 256 -l 64 f32:2 buf:1024:f32=3 buf:1024:f32=1\n"
            "  gisa debug saxpy.co ... -e 'break saxpy.cl:7 if lane 5, v3:f32 > 1' -e run -e 'print v3@*'\n"
            "\n"
            "Runs a kernel as 'gisa run' does, and stops before its first instruction. 'help' there lists\n"
            "the commands; they have gdb's names. Without a terminal they come from standard input.\n",
    .options = options,
    .after = "Arguments are those of 'gisa run': i32:5 f32:1.5 buf:4096:f32=1 in:FILE local:1024 ...\n"
             "Exit status: 0 = all commands worked, 1 = one did not, 2 = wrong usage.\n",
    .offer = complete_arguments,
    .run = cmd_debug};

enum { MOST_SCRIPTS = 64 };

typedef struct arguments {
    shell s;
    struct {
        bool is_file;
        const char *text;
    } script[MOST_SCRIPTS];
    unsigned scripts;
    bool batch, help;
} arguments;

static bool keep(arguments *a, bool is_file, const char *text) {
    if (a->scripts == MOST_SCRIPTS)
        return options_wrong(&debug_command, "too many commands (-x, -e), from this one on:", text);
    a->script[a->scripts].is_file = is_file;
    a->script[a->scripts++].text = text;
    return true;
}

static bool take(void *ctx, char id, const char *value) {
    arguments *a = ctx;
    switch (id) {
    case 'x': return keep(a, true, value);
    case 'e': return keep(a, false, value);
    case 'b': a->batch = true; return true;
    case 'q': a->s.quiet = true; return true;
    case 'h': a->help = true; return true;
    case 'S':
    case 'L':
    case 'p': return code_take(&a->s.t.setup, &debug_command, id, value);
    default: return run_request_take(&a->s.t.r, id, value);
    }
}

/* ---- shaders --------------------------------------------------------------------------------- */

enum { MOST_OPTIONS = 80, OWN_COMMAND = 1, OWN_BATCH };

/* The debugger's, and those of `gisa run --stage`, or of `gisa run` for shaders of the PS Vita. */
static option both_options[MOST_OPTIONS] = {
    {"command", OWN_COMMAND, false, "FILE", complete_files,
     "run the commands in a file ('-': standard input)"},
    {"execute", 'e', true, "COMMAND", NULL, "run a command; several, in their order with --command"},
    {"batch", OWN_BATCH, false, NULL, NULL, "end after these, where there is a terminal as well"}};

static const command_info debug_stage_command = {
    .name = "debug",
    .what = NULL,
    .usage = "usage: gisa debug --stage STAGE -a ARCH FILE [OPTIONS]\n",
    .text = "Examples:\n"
            "  gisa debug --stage ps -a gfx900 wall.s --attr 0=0,0/1,0/0,1 --size 64x64 -e 'break 7'\n"
            "\n"
            "Runs a shader stage as 'gisa run --stage' does, and stops before its first instruction. Each\n"
            "wave is a group, by its number and the kind of its stage. 'help' there lists the commands.\n",
    .options = both_options,
    .offer = complete_files,
    .run = cmd_debug};

static const command_info debug_shader_command = {
    .name = "debug",
    .what = NULL,
    .usage = "usage: gisa debug FILE.gxp [OPTIONS]\n"
             "       gisa debug VERTEX.gxp --fragment FRAGMENT.gxp --size WxH [OPTIONS]\n"
             "       gisa debug -a sgx543 FILE [OPTIONS]\n",
    .text = "Examples:\n"
            "  gisa debug lit.frag.gxp --attr texcoord0=0,0/1,0/0,1 --size 64x64 -e 'break fragment+0x20'\n"
            "  gisa debug -a sgx543 loop.s --instances 64 --set pa0=1.5 -e 'break 7 if r0:f32 > 1'\n"
            "\n"
            "Runs shaders of the PS Vita as 'gisa run' does, and stops before the first instruction. A wave\n"
            "is a batch of 64 instances; its group is the number of the batch, then 1 in the fragment\n"
            "program of a pair, and 1 in a secondary program. 'help' there lists the commands.\n",
    .options = both_options,
    .offer = complete_files,
    .run = cmd_debug};

/* Without those whose letters are in `without`. */
static void open_options(const option *table, const char *without) {
    unsigned count = 3;
    for (const option *o = table; o->name && count < MOST_OPTIONS - 1; o++)
        if (!strchr(without, o->id))
            both_options[count++] = *o;
}

static bool take_own(arguments *a, char id, const char *value, bool (*take_other)(void *, char, const char *),
                     void *other) {
    switch (id) {
    case OWN_COMMAND: return keep(a, true, value);
    case 'e': return keep(a, false, value);
    case OWN_BATCH: a->batch = true; return true;
    case 'h': a->help = true; return true;
    default: return take_other(other, id, value);
    }
}

static bool take_of_stage(void *ctx, char id, const char *value) {
    arguments *a = ctx;
    return take_own(a, id, value, stage_take, &a->s.t.stages->run);
}

static bool read_stage(arguments *a, int argc, char **argv) {
    static stages s = {.run.instances = 1};
    a->s.t.stages = &s;
    stage_command = &debug_stage_command;
    open_options(stage_options, "W"); /* no case */
    return options_read(stage_command, argc, argv, take_of_stage, a) && (a->help || stage_check(&s.run));
}

static bool take_of_shader(void *ctx, char id, const char *value) {
    arguments *a = ctx;
    return take_own(a, id, value, shader_take, &a->s.t.shaders->run);
}

static bool read_shader(arguments *a, int argc, char **argv) {
    static shaders s;
    const command_info *other = shader_command_of(argc, argv);
    a->s.t.shaders = &s;
    s.run.pixel = other == &run_mesh_command ? &s.pixel : NULL;
    shader_command = &debug_shader_command;
    open_options(other->options, "jcrt"); /* one thread; no trace */
    return options_read(shader_command, argc, argv, take_of_shader, a) && (a->help || shader_check(&s.run));
}

static bool read_kernel(arguments *a, int argc, char **argv) {
    return options_read(&debug_command, argc, argv, take, a) &&
           (a->help || a->s.t.r.file ||
            options_wrong(&debug_command, "expected the name of a code object", NULL));
}

/* ---- interrupts, and long ways back ---------------------------------------------------------- */

static debug *interrupted_session;

static void interrupt(int signal_number) {
    (void)signal_number;
    if (interrupted_session)
        debug_interrupt(interrupted_session);
}

static void show_progress(void *ctx, uint64_t number, uint64_t all) {
    (void)ctx;
    if (all && isatty(STDERR_FILENO))
        fprintf(stderr, "\rruns again: %llu of %llu M instructions\033[K\r",
                (unsigned long long)(number >> 20), (unsigned long long)(all >> 20));
}

/* ---------------------------------------------------------------------------------------------- */

static bool run_scripts(arguments *a) {
    bool ok = true;
    for (unsigned i = 0; i < a->scripts && ok && !a->s.quits; i++) {
        if (a->script[i].is_file) {
            ok = console_script(&a->s, a->script[i].text);
            continue;
        }
        a->s.file = "-e";
        a->s.line = i + 1;
        ok = shell_run(&a->s, a->script[i].text);
        a->s.file = NULL;
    }
    return ok;
}

static bool talk(arguments *a) {
    const bool terminal = isatty(STDIN_FILENO);
    if (!run_scripts(a))
        return false;
    if (a->s.quits || a->batch || (a->scripts && !terminal))
        return true;
    if (!terminal)
        return console_script(&a->s, "-");
    show_stop(&a->s);
    return console_talk(&a->s);
}

static int run(arguments *a) {
    a->s.page = page_open();
    a->s.t.progress = show_progress;
    if (!target_open(&a->s.t))
        return 1;
    interrupted_session = a->s.t.d;
    signal(SIGINT, interrupt);
    const bool ok = talk(a);
    signal(SIGINT, SIG_DFL);
    interrupted_session = NULL;
    return !ok;
}

/* Which of the commands the words are for: reads them. False: has said what is wrong. */
static bool read_words(arguments *a, int argc, char **argv, const command_info **command) {
    if (run_is_stage(argc, argv))
        return *command = &debug_stage_command, read_stage(a, argc, argv);
    if (run_is_shader(argc, argv))
        return *command = &debug_shader_command, read_shader(a, argc, argv);
    return *command = &debug_command, read_kernel(a, argc, argv);
}

static int cmd_debug(int argc, char **argv) {
    static arguments a = {.s.t.r.command = &debug_command};
    const command_info *command;
    int result = 2;
    run_at_usual_addresses(argv - 1); /* they are values in registers */
    run_name = "debug";
    if (read_words(&a, argc, argv, &command)) {
        if (a.help)
            help_print(command);
        result = a.help ? 0 : run(&a);
    }
    shell_free(&a.s);
    return result;
}
