/* SPDX-License-Identifier: MIT */
/* gisa run: executes a kernel of a code object. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "complete.h"
#include "options.h"
#include "placed.h"
#include "run_check.h"
#include "run_fault.h"
#include "run_launch.h"
#include "run_profile.h"
#include "run_trace.h"
#include "run_wave.h"

static int cmd_run(int argc, char **argv);

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
    {"jobs", 'j', true, "N", NULL, "threads that share the work-groups (as many as there are processors)"},
    {"set", 'S', false, "REG=v,v,..", NULL,
     "a register of code without a kernel, lane by lane or all: v1=1.5"},
    {"settings", 'L', false, "FILE", complete_files, "a file of such settings"},
    {"dump", 'd', false, "REGS", NULL, "registers after the run: v0:f32,vcc,s0-7; also f16 f64 i32 u32 i64"},
    {"mem", 'p', false, "ADDR=FILE", NULL, "memory at an address, with a file in it; ADDR,SIZE: with zeros"},
    {"dump-mem", 'w', false, "A,SIZE=FILE", NULL, "write such memory to a file after the run"},
    {"case", 'c', false, "FILE", complete_files, "write the run as a case for 'gisa test'"},
    {"syntax", 'y', false, "SYNTAX", run_offer_syntaxes, "of assembler source: llvm, clrx (llvm)"},
    {"max-insns", 'm', false, "N", NULL, "stop after N instructions of waves"},
    {"native", 'N', false, "MODE", run_offer_natives,
     "compile kernels for the host: all, or auto, those that run for long (off)"},
    {"check", 'C', false, "[=LIST]", run_check_offer,
     "find bugs while it runs: all kinds, or some, such as races,bounds"},
    {"suppress", 'x', false, "FILE", complete_files, "leave out findings that FILE names: KIND RULE WHERE"},
    {"findings", 'F', false, "FILE", complete_files,
     "write findings to FILE as JSON; as SARIF if it ends in .sarif"},
    {"profile", 'P', false, "[=FILE]", complete_files,
     "write how often each instruction ran; to FILE.info: lines, for lcov"},
    {"stats", 's', false, NULL, NULL, "count instructions by class, active lanes, and memory traffic"},
    {"model", 'M', false, "NAME=OPTION", complete_models,
     "choose an option where the behaviour is not settled: gisa list --models"},
    {"report", 'r', false, NULL, NULL,
     "instructions executed, how often, how exact, and which models mattered"},
    {"trace", 't', false, "[=LIST]", run_trace_offer,
     "what each instruction does, to stderr or as wave=0,file=out.trace says"},
    {"quiet", 'q', true, NULL, NULL, "do not print what 'buf' arguments hold"},
    {"help", 'h', true, NULL, NULL, "show this text"},
    {NULL, 0, false, NULL, NULL, NULL}};

const command_info run_command = {
    .name = "run",
    .what = "execute a kernel of a code object, with no GPU",
    .usage = "usage: gisa run FILE.co [-k KERNEL] [-g X[,Y,Z]] [-l X[,Y,Z]] [OPTIONS] ARGUMENT...\n"
             "       gisa run -a ARCH FILE [--set REG=...] [--dump REGS] [--mem ADDR=FILE] [OPTIONS]\n",
    .text =
        "Examples:\n"
        "  gisa run saxpy.co -g 1024 -l 256 f32:2 in:x.bin inout:y.bin\n"
        "  echo 'v_add_f32 v0,v1,v2' | gisa run -a gfx900 - --set v1=1.0 --set v2=2.5 --dump v0:f32\n"
        "Shaders: 'gisa run -a sgx543 --help', 'gisa run --fragment x --help', 'gisa run --stage ps --help'.\n",
    .options = options,
    .after =
        "Arguments: i32:5 u64:7 f32:1,2 (i8 to u64, f16 to f64); buf:BYTES[:TYPE][=FILL]  memory (printed);\n"
        "  in:FILE inout:FILE out:FILE:BYTES  files (in: also a struct); local:BYTES  LDS; image: sampler:\n"
        "Exit status: 0 = the kernel ended, 1 = it failed, could not be run or has findings, 2 = wrong usage.\n",
    .offer = complete_arguments,
    .other = &run_shader_command,
    .run = cmd_run};

typedef struct arguments {
    run_request r;
    wave_run wave;
    run_check check;
    run_profile profile;
    loaded_code code; /* for these two */
    run_trace trace;
    bool help, stats, report, quiet;
} arguments;

static bool wrong(const char *what, const char *which) {
    return options_wrong(&run_command, what, which);
}

/* ---- the command line ------------------------------------------------------------------------ */

static bool keep(const char **list, unsigned *count, const char *value) {
    if (*count == WAVE_MOST)
        return wrong("too many options of a kind; from this one on:", value);
    list[(*count)++] = value;
    return true;
}

static bool take(void *ctx, char id, const char *value) {
    arguments *a = ctx;
    uint64_t number;
    switch (id) {
    case 'j':
        if (!options_number(value, 256, &number))
            return wrong("expected 1 to 256 after -j, not", value);
        a->r.launch.threads = (unsigned)number;
        return true;
    case 'S': return keep(a->wave.set, &a->wave.set_count, value);
    case 'd': return keep(a->wave.dump, &a->wave.dump_count, value);
    case 'p': return keep(a->wave.memory, &a->wave.memory_count, value);
    case 'w': return keep(a->wave.dump_memory, &a->wave.dump_memory_count, value);
    case 'L': a->wave.settings = value; return true;
    case 'c': a->wave.case_file = value; return true;
    case 'C': a->check.checks |= run_check_read(value); return a->check.checks != 0;
    case 'x': a->check.suppress = value; return true;
    case 'F': a->check.findings = value; return true;
    case 'P': run_profile_ask(&a->profile, value); return true;
    case 's': a->stats = true; return true;
    case 'r': a->report = true; return true;
    case 't': return run_trace_ask(&a->trace, value);
    case 'q': a->quiet = true; return true;
    case 'h': a->help = true; return true;
    default: return run_request_take(&a->r, id, value);
    }
}

/* ---- the launch ------------------------------------------------------------------------------ */

/* What is to be observed; false: has said that it is out of memory. */
static bool observe(arguments *a, const gisa_isa *isa) {
    if (!a->stats && !a->report)
        return true;
    a->r.launch.executed = calloc(gisa_form_count(isa), sizeof *a->r.launch.executed);
    a->r.launch.lanes = calloc(gisa_form_count(isa), sizeof *a->r.launch.lanes);
    a->r.launch.models = calloc(GISA_MOST_MODELS, sizeof *a->r.launch.models);
    return (a->r.launch.executed && a->r.launch.lanes && a->r.launch.models) ||
           (run_say(&a->r, "out of memory"), false);
}

static int finish(const arguments *a, const run_ready *ready, const gisa_result *result) {
    if (a->stats)
        run_stats(ready->isa, &a->r.launch, result);
    if (a->report) {
        run_report(ready->isa, &a->r.launch);
        run_models_report(ready->isa, a->r.launch.models);
        run_waits_report(result);
    }
    return result->end == GISA_END_ENDED ? run_finish(&a->r, ready, a->quiet)
                                         : run_fault(&a->r, ready, a->code.placed, result);
}

/* ---- checks, profiles, traces ---------------------------------------------------------------- */

static bool is_profiled(const arguments *a) {
    return a->profile.listing || a->profile.coverage;
}

/* Each argument's memory is a block of its own, by the name that it is mapped by. */
static void tell_memory(const arguments *a, gisa_machine *machine) {
    uint64_t start, size;
    const char *name;
    for (unsigned i = 0; i < a->r.count; i++) {
        const run_argument *r = &a->r.at[i];
        if (r->kind == RUN_MEMORY &&
            gisa_machine_mapped_at(machine, (uintptr_t)r->memory, &start, &size, &name) == GISA_OK)
            gisa_watch_memory(a->check.watch, start, size, name, !r->has_contents);
    }
}

static bool begin_profile(arguments *a, gisa_machine *machine) {
    a->r.launch.observer =
        run_profile_begin(&a->profile, machine, &a->code) ? gisa_profile_observer(a->profile.profile) : NULL;
    return a->r.launch.observer;
}

static bool begin_check(arguments *a, gisa_machine *machine) {
    if (!run_check_begin(&a->check, machine, &a->code))
        return false;
    tell_memory(a, machine);
    a->r.launch.observer = gisa_watch_observer(a->check.watch);
    if (!a->r.launch.limit)
        a->r.launch.limit = RUN_CHECK_LIMIT;
    return true;
}

static bool begin_trace(arguments *a, gisa_machine *machine) {
    if (!run_trace_begin(&a->trace, machine, &a->code))
        return false;
    a->r.launch.observer = gisa_trace_observer(a->trace.trace);
    return true;
}

/* false: has said why not. */
static bool begin_watching(arguments *a, const run_ready *ready) {
    if (a->check.checks || is_profiled(a) || run_trace_wants_code(&a->trace))
        loaded_code_open(&a->code, ready->loaded, ready->file, ready->file_size);
    if (a->trace.wanted)
        return begin_trace(a, ready->machine);
    if (!a->check.checks && !is_profiled(a))
        return true;
    return is_profiled(a) ? begin_profile(a, ready->machine) : begin_check(a, ready->machine);
}

/* false: something could not be written. */
static bool end_watching(arguments *a) {
    run_check_end(&a->check);
    run_profile_end(&a->profile);
    loaded_code_close(&a->code);
    return run_trace_end(&a->trace);
}

/* ---- running --------------------------------------------------------------------------------- */

/* The exit status: that of the run, unless only checks and profiles have something to say. */
static int finish_watched(arguments *a, const run_ready *ready, const gisa_result *result) {
    const int found = a->check.watch ? run_check_report(&a->check, a->r.file) : 0;
    if (found < 0)
        return 1;
    const int status = finish(a, ready, result),
              written = a->profile.profile ? run_profile_write(&a->profile) : 0;
    return status ? status : found | written;
}

static void choose_threads(gisa_launch *l) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (!l->threads)
        l->threads = processors > 0 && processors < 256 ? (unsigned)processors : 1;
}

/* Nothing but the kernel changes its memory. */
static bool is_stuck(void *ctx, const char *message) {
    (void)ctx;
    (void)message;
    return true;
}

static int launch(arguments *a, run_ready *ready) {
    gisa_result result;
    gisa_status status;
    choose_threads(&a->r.launch);
    a->r.launch.stop = run_until_interrupt();
    a->r.launch.stuck = is_stuck;
    status = run_with_progress(ready->machine, &a->r.launch, &result);
    run_printf_end(&ready->printing);
    run_tell_native(&a->r, ready);
    switch (status) {
    case GISA_OK: return finish_watched(a, ready, &result);
    case GISA_STATUS_NO_MEMORY: return run_say(&a->r, "out of memory");
    default: return run_say(&a->r, result.message);
    }
}

static int load_and_run(arguments *a, const void *data, size_t size) {
    run_ready ready;
    int status = 1;
    if (run_load(&a->r, data, size, &ready) && observe(a, ready.isa) && begin_watching(a, &ready))
        status = launch(a, &ready);
    if (!end_watching(a))
        status = 1;
    run_unload(&a->r, &ready);
    free(a->r.launch.executed);
    free(a->r.launch.lanes);
    free(a->r.launch.models);
    return status;
}

static int run_kernel(arguments *a, const void *data, size_t size) {
    if (!wave_is_asked(&a->wave))
        return load_and_run(a, data, size);
    return run_say(&a->r,
                   "--set, --settings, --dump, --mem, --dump-mem and --case are for code without a kernel");
}

static int run_wave(arguments *a, const void *data, size_t size) {
    if (a->r.count || a->r.launch.dimensions || a->r.has_group || a->r.has_offset || a->r.kernel ||
        a->stats || a->report || a->check.checks || is_profiled(a))
        return run_say(&a->r, "it has no kernel, which arguments, -g, -l, -k, --offset, --check, --profile, "
                              "--coverage, --stats and --report are for");
    if (strcmp(gisa_family(a->r.isa), "gcn") != 0)
        return run_say(&a->r, "it is not for a GPU of AMD");
    a->wave.syntax = a->r.syntax;
    a->wave.limit = a->r.launch.limit;
    a->wave.quiet = a->quiet;
    a->wave.trace = &a->trace;
    a->wave.models = &a->r.models;
    return wave_execute(&a->wave, a->r.isa, a->r.file, data, size);
}

/* Assembles a source with a kernel, and runs that. */
static int assemble_and_run(arguments *a, const void *data, size_t size) {
    const gisa_asm_options how = {
        .isa = a->r.isa, .output = GISA_OUTPUT_CO, .syntax = a->r.syntax, .report = cmd_report};
    placed_source source = {0};
    int result = 1;
    if (placed_assemble(&source, a->r.file, data, size, &how)) {
        a->code.placed = &source.lines;
        result = run_kernel(a, source.object, source.size);
    }
    placed_free(&source);
    return result;
}

/* The code of a shader binary of the PS4. */
static int run_sb(arguments *a, const gisa_sb_info *info) {
    a->r.isa = a->r.isa ? a->r.isa : info->isa;
    if (!a->r.isa)
        return run_say(&a->r, "a shader of the PS4, which is not in this program");
    a->wave.raw = true;
    return run_wave(a, info->code, info->code_size);
}

static int run_file(arguments *a, const void *data, size_t size) {
    gisa_sb_info shader;
    gisa_error error = {.message = ""};
    if (run_has_container(data, size))
        return run_kernel(a, data, size);
    if (size && memchr(data, 0, size))
        switch (gisa_sb_read(data, size, &shader, &error)) {
        case GISA_OK: return run_sb(a, &shader);
        case GISA_STATUS_BAD_FILE: return run_say(&a->r, error.message);
        default: break;
        }
    if (run_has_kernel(data, size))
        return assemble_and_run(a, data, size);
    if (run_source(a->r.file, data, size, a->r.isa))
        return 1;
    return a->r.isa ? run_wave(a, data, size) : load_and_run(a, data, size);
}

static int cmd_run(int argc, char **argv) {
    static arguments a = {.r.command = &run_command};
    void *data;
    size_t size;
    int result = 2;
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--trace", 7) == 0)
            run_at_usual_addresses(argv - 1); /* before files are read: one may be the standard input */
    if (run_is_stage(argc, argv))
        return run_stage_command.run(argc, argv);
    if (run_is_shader(argc, argv))
        return run_shader_command.run(argc, argv);
    if (!options_read(&run_command, argc, argv, take, &a))
        result = 2;
    else if ((a.check.checks != 0) + is_profiled(&a) + a.trace.wanted > 1)
        wrong("--check, --profile and --trace are for one run each", NULL);
    else if (a.help) {
        help_print(&run_command);
        result = 0;
    } else if (!a.r.file)
        wrong("expected the name of a code object or a shader", NULL);
    else if (!cmd_read_file(a.r.file, &data, &size))
        result = 1;
    else {
        result = run_file(&a, data, size);
        free(data);
    }
    run_request_free(&a.r);
    return result;
}
