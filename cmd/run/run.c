/* SPDX-License-Identifier: MIT */
/* gisa run: executes a kernel of a code object. */
#include "run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "complete.h"
#include "objects.h"
#include "options.h"
#include "run_check.h"
#include "run_wave.h"

static int cmd_run(int argc, char **argv);

static const char *const syntaxes[] = {"llvm", "clrx", NULL};

static void offer_syntaxes(void) {
    complete_names(syntaxes);
}

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
    {"syntax", 'y', false, "SYNTAX", offer_syntaxes, "of assembler source: llvm, clrx (llvm)"},
    {"max-insns", 'm', false, "N", NULL, "stop after N instructions of waves"},
    {"check", 'C', false, "[=LIST]", run_check_offer,
     "find bugs while it runs: all kinds, or some, such as races,bounds"},
    {"suppress", 'x', false, "FILE", complete_files, "leave out findings that FILE names: KIND RULE WHERE"},
    {"findings", 'F', false, "FILE", complete_files,
     "write findings to FILE as JSON; as SARIF if it ends in .sarif"},
    {"stats", 's', false, NULL, NULL, "count instructions by class, active lanes, and memory traffic"},
    {"model", 'M', false, "NAME=OPTION", complete_models,
     "choose an option where the behaviour is not settled: gisa list --models"},
    {"report", 'r', false, NULL, NULL,
     "instructions executed, how often, how exact, and which models mattered"},
    {"trace", 't', false, NULL, NULL, "write each instruction of each wave, and what it changed, to stderr"},
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
        "\n"
        "Shaders: 'gisa run -a sgx543 --help', 'gisa run --fragment x --help', 'gisa run --stage ps --help'.\n",
    .options = options,
    .after =
        "Arguments: numbers (i32:5 u64:7 f32:1.5; i8 to u64, f16 to f64; f32:1,2: a vector), and memory:\n"
        "  buf:BYTES[:TYPE][=FILL]  filled with zeros or a number; with a type, printed at the end\n"
        "  in:FILE, inout:FILE, out:FILE:BYTES  files (in: also a struct); local:BYTES  LDS; image:, sampler:\n"
        "Exit status: 0 = the kernel ended, 1 = it failed, could not be run or has findings, 2 = wrong usage.\n",
    .offer = complete_arguments,
    .other = &run_shader_command,
    .run = cmd_run};

typedef struct arguments {
    const char *file, *kernel, *object;
    const gisa_isa *isa; /* asked for; NULL: not */
    gisa_launch launch;
    run_models models;
    wave_run wave;
    run_check check;
    uint32_t offset[3]; /* of the numbers of work-items */
    bool has_offset, has_group, help, stats, report, trace, quiet;
    run_argument at[RUN_MOST_ARGUMENTS];
    unsigned count;
} arguments;

static bool wrong(const char *what, const char *which) {
    return options_wrong(&run_command, what, which);
}

/* ---- the command line ------------------------------------------------------------------------ */

/* X, X,Y or X,Y,Z, from `least` on, 0 or 1; returns how many there are, 0 = wrong. */
static unsigned read_sizes(const char *text, uint32_t least, uint32_t sizes[3]) {
    char copy[100], *next = copy;
    unsigned count = 0;
    if (strlen(text) >= sizeof copy)
        return 0;
    strcpy(copy, text);
    while (next) {
        char *comma = strchr(next, ',');
        uint64_t value;
        if (comma)
            *comma++ = 0;
        if (count == 3 || !options_address(next, &value) || value < least || value > UINT32_MAX)
            return 0;
        sizes[count++] = (uint32_t)value;
        next = comma;
    }
    return count;
}

static bool take_word(arguments *a, const char *word) {
    if (!a->file) {
        a->file = word;
        return true;
    }
    if (a->count == RUN_MOST_ARGUMENTS)
        return wrong("too many arguments, from this one on:", word);
    return run_argument_read(word, &a->at[a->count]) && ++a->count;
}

static bool keep(const char **list, unsigned *count, const char *value) {
    if (*count == WAVE_MOST)
        return wrong("too many options of a kind; from this one on:", value);
    list[(*count)++] = value;
    return true;
}

static bool take_syntax(arguments *a, const char *value) {
    int choice = options_choice(&run_command, "syntax", syntaxes, value);
    a->wave.syntax = (gisa_syntax)choice;
    return choice >= 0;
}

static bool take(void *ctx, char id, const char *value) {
    arguments *a = ctx;
    uint64_t number;
    switch (id) {
    case 0: return take_word(a, value);
    case 'k': a->kernel = value; return true;
    case 'O': a->object = value; return true;
    case 'a': a->isa = cmd_find_arch("run", value); return a->isa != NULL;
    case 'g':
        a->launch.dimensions = read_sizes(value, 1, a->launch.grid);
        return a->launch.dimensions || wrong("expected X[,Y,Z] after -g, not", value);
    case 'l':
        a->has_group = true;
        return read_sizes(value, 1, a->launch.group) || wrong("expected X[,Y,Z] after -l, not", value);
    case 'o':
        a->has_offset = true;
        return read_sizes(value, 0, a->offset) || wrong("expected X[,Y,Z] after --offset, not", value);
    case 'j':
        if (!options_number(value, 256, &number))
            return wrong("expected 1 to 256 after -j, not", value);
        a->launch.threads = (unsigned)number;
        return true;
    case 'm':
        return options_number(value, UINT64_MAX, &a->launch.limit) ||
               wrong("expected a number after --max-insns, not", value);
    case 'M':
        if (a->models.count == GISA_MOST_MODELS)
            return wrong("too many models", NULL);
        a->models.text[a->models.count++] = value;
        return true;
    case 'S': return keep(a->wave.set, &a->wave.set_count, value);
    case 'd': return keep(a->wave.dump, &a->wave.dump_count, value);
    case 'p': return keep(a->wave.memory, &a->wave.memory_count, value);
    case 'w': return keep(a->wave.dump_memory, &a->wave.dump_memory_count, value);
    case 'L': a->wave.settings = value; return true;
    case 'c': a->wave.case_file = value; return true;
    case 'y': return take_syntax(a, value);
    case 'C': a->check.checks |= run_check_read(value); return a->check.checks != 0;
    case 'x': a->check.suppress = value; return true;
    case 'F': a->check.findings = value; return true;
    case 's': a->stats = true; return true;
    case 'r': a->report = true; return true;
    case 't': a->trace = true; return true;
    case 'q': a->quiet = true; return true;
    default: a->help = true; return true;
    }
}

/* ---- the kernel ------------------------------------------------------------------------------ */

static int say(const char *file, const char *what) {
    fprintf(stderr, "gisa run: %s: %s\n", file, what);
    return 1;
}

static bool is_named(const gisa_kernel *k, const char *name) {
    size_t size = strlen(name);
    return strncmp(k->name, name, size) == 0 && (!k->name[size] || strcmp(k->name + size, ".kd") == 0);
}

/* The number of the kernel; -1: has said why there is none. */
static int find_kernel(const arguments *a, const gisa_loaded *loaded, gisa_kernel *kernel) {
    unsigned count = 0;
    for (; gisa_kernel_at(loaded, count, kernel) == GISA_OK; count++)
        if (a->kernel && is_named(kernel, a->kernel))
            return (int)count;
    if (count == 1 && !a->kernel)
        return gisa_kernel_at(loaded, 0, kernel) ? -1 : 0;
    if (!count)
        say(a->file, "there is no kernel in it");
    else {
        fprintf(stderr, "gisa run: %s: %s; it has", a->file,
                a->kernel ? "no such kernel" : "which kernel? (-k)");
        for (unsigned i = 0; i < count && gisa_kernel_at(loaded, i, kernel) == GISA_OK; i++)
            fprintf(stderr, "%s %s", i ? "," : "", kernel->name);
        fprintf(stderr, "\n");
    }
    return -1;
}

/* ---- the kernel's arguments ------------------------------------------------------------------ */

/* Where argument `number` goes: where the metadata say, or after the one before. */
typedef struct places {
    const gisa_loaded *loaded;
    int kernel;
    unsigned next; /* in the metadata */
    uint32_t end;
} places;

static bool is_hidden(const gisa_argument *m) {
    return strncmp(m->kind, "hidden_", 7) == 0;
}

/* A file is the value itself where the kernel takes one: a struct. */
static bool is_struct(const gisa_argument *m, const run_argument *a) {
    return strcmp(m->kind, "by_value") == 0 && strncmp(a->text, "in:", 3) == 0 && a->memory_size == m->size;
}

static bool fits_kind(const gisa_argument *m, const run_argument *a) {
    if (strcmp(m->kind, "global_buffer") == 0)
        return a->kind == RUN_MEMORY || (a->kind == RUN_NUMBER && a->size == 8);
    if (strcmp(m->kind, "dynamic_shared_pointer") == 0)
        return a->kind == RUN_LOCAL;
    if (strcmp(m->kind, "image") == 0 || a->kind == RUN_IMAGE)
        return strcmp(m->kind, "image") == 0 && a->kind == RUN_IMAGE;
    if (strcmp(m->kind, "sampler") == 0 || a->kind == RUN_SAMPLER)
        return strcmp(m->kind, "sampler") == 0 && a->kind == RUN_SAMPLER;
    if (a->kind == RUN_MEMORY)
        return is_struct(m, a);
    return a->kind == RUN_NUMBER && (a->size == m->size || 4 * a->size == 3 * m->size);
}

/* Without metadata: a vector is aligned to its size, and one of three has the room of one of
   four. */
static uint32_t room_of(const run_argument *a) {
    uint32_t room = 1;
    while (room < a->size)
        room *= 2;
    return room;
}

static bool find_place(places *p, const run_argument *a, unsigned number, gisa_argument *m) {
    uint32_t room;
    if (gisa_argument_at(p->loaded, (unsigned)p->kernel, p->next, m) == GISA_OK && !is_hidden(m)) {
        p->next++;
        if (fits_kind(m, a))
            return true;
        fprintf(stderr, "gisa run: argument %u is '%s'; expected %u bytes, %s%s%s%s%s%s\n", number, a->text,
                m->size, m->kind, *m->name ? " " : "", m->name, *m->type ? ", " : "", m->type,
                m->size > 8 ? " (a vector is f32:1,2; a struct is in:FILE of as many bytes)" : "");
        return false;
    }
    if (p->next) {
        fprintf(stderr, "gisa run: '%s' is one argument too many; the kernel has %u\n", a->text, p->next);
        return false;
    }
    room = room_of(a);
    *m =
        (gisa_argument){.name = "", .kind = "", .offset = (p->end + room - 1) / room * room, .size = a->size};
    p->end = m->offset + room;
    return true;
}

/* Writes the arguments into the kernarg block. */
static bool place_arguments(arguments *a, const gisa_isa *isa, gisa_machine *machine,
                            const gisa_loaded *loaded, int kernel, const gisa_kernel *k) {
    places p = {.loaded = loaded, .kernel = kernel};
    uint32_t lds = k->group_size;
    gisa_argument m;
    for (unsigned i = 0; i < a->count; i++) {
        run_argument *r = &a->at[i];
        uint64_t address = (uintptr_t)r->memory;
        const void *bytes = r->bytes;
        uint32_t size = r->size;
        char name[120];
        if (!find_place(&p, r, i + 1, &m))
            return false;
        if (is_struct(&m, r)) {
            bytes = r->memory;
            size = m.size;
        }
        if ((uint64_t)m.offset + size > a->launch.kernarg_size) {
            fprintf(stderr, "gisa run: '%s' is one argument too many; the kernel takes %u bytes\n", r->text,
                    a->launch.kernarg_size);
            return false;
        }
        snprintf(name, sizeof name, "argument %u%s%.80s", i + 1, *m.name ? ", " : "", m.name);
        if (r->image) {
            if (!run_image_place(r, isa, machine, &m, name))
                return false;
        } else if (r->kind == RUN_LOCAL) {
            lds = (lds + 15) & ~15u;
            memcpy(r->bytes, &lds, sizeof lds);
            lds += r->local;
        } else if (r->kind == RUN_MEMORY && bytes != r->memory) {
            memcpy(r->bytes, &address, sizeof address);
            gisa_status status = gisa_machine_map(machine, r->memory, r->memory_size, name);
            if (status)
                return say(name, gisa_status_text(status)), false;
            if (a->check.watch)
                gisa_watch_memory(a->check.watch, address, r->memory_size, name, !r->has_contents);
        }
        memcpy((char *)a->launch.kernarg + m.offset, bytes, size);
    }
    if (gisa_argument_at(loaded, (unsigned)kernel, p.next, &m) == GISA_OK && !is_hidden(&m)) {
        fprintf(
            stderr,
            "gisa run: argument %u is missing: %u bytes, %s%s%s; 'gisa run --help' lists kinds, such as i32:5 and buf:4096\n",
            p.next + 1, m.size, m.kind, *m.name ? " " : "", m.name);
        return false;
    }
    a->launch.dynamic_lds = lds - k->group_size;
    return true;
}

/* The numbers of work-items begin at --offset: OpenCL's kernels have hidden arguments for that. */
static bool place_offsets(const arguments *a, const gisa_loaded *loaded, int kernel) {
    static const char kind[] = "hidden_global_offset_";
    gisa_argument m;
    unsigned found = 0;
    for (unsigned i = 0; gisa_argument_at(loaded, (unsigned)kernel, i, &m) == GISA_OK; i++) {
        const int axis = strncmp(m.kind, kind, sizeof kind - 1) == 0 ? m.kind[sizeof kind - 1] - 'x' : -1;
        if (axis < 0 || axis > 2 || (uint64_t)m.offset + 8 > a->launch.kernarg_size)
            continue;
        const uint64_t value = a->offset[axis];
        memcpy((char *)a->launch.kernarg + m.offset, &value, sizeof value);
        found++;
    }
    return found || !a->has_offset || (say(a->file, "the kernel takes no offset (--offset)"), false);
}

/* ---------------------------------------------------------------------------------------------- */

/* What is to be observed; false: has said that it is out of memory. */
static bool observe(arguments *a, const gisa_isa *isa) {
    if (a->trace)
        a->launch.trace = run_trace;
    if (!a->stats && !a->report)
        return true;
    a->launch.executed = calloc(gisa_form_count(isa), sizeof *a->launch.executed);
    a->launch.lanes = calloc(gisa_form_count(isa), sizeof *a->launch.lanes);
    a->launch.models = calloc(GISA_MOST_MODELS, sizeof *a->launch.models);
    return (a->launch.executed && a->launch.lanes && a->launch.models) ||
           (say(a->file, "out of memory"), false);
}

static int finish(const arguments *a, const gisa_isa *isa, const gisa_loaded *loaded, int kernel,
                  const gisa_result *result) {
    int status = 0;
    gisa_argument m;
    if (a->stats)
        run_stats(isa, &a->launch, result);
    if (a->report) {
        run_report(isa, &a->launch);
        run_models_report(isa, a->launch.models);
        run_waits_report(result);
    }
    switch (result->end) {
    case GISA_END_FAULT:
    case GISA_END_LIMIT:
    case GISA_END_STOPPED: return say(a->file, result->message);
    case GISA_END_ENDED: break;
    }
    for (unsigned i = 0; i < a->count && !status; i++) {
        if (gisa_argument_at(loaded, (unsigned)kernel, i, &m))
            m.name = "";
        if (!a->quiet || a->at[i].out || a->at[i].image)
            status = run_argument_finish(&a->at[i], i + 1, m.name);
    }
    return status;
}

/* The group that the kernel requires, or one as large as the grid, as far as that goes. */
static void choose_group(gisa_launch *l, const gisa_kernel *k) {
    uint32_t most = k->most_items && k->most_items < 256 ? k->most_items : 256;
    if (k->required_group[0])
        memcpy(l->group, k->required_group, sizeof l->group);
    else
        l->group[0] = l->grid[0] < most ? l->grid[0] : most;
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

/* The exit status: that of the run, unless only checks have something to say. */
static int finish_checked(arguments *a, const gisa_isa *isa, const gisa_loaded *loaded, int kernel,
                          const gisa_result *result) {
    const int found = a->check.watch ? run_check_report(&a->check, a->file) : 0;
    const int status = finish(a, isa, loaded, kernel, result);
    return status ? status : found;
}

static int launch(arguments *a, const gisa_isa *isa, gisa_machine *machine, const gisa_loaded *loaded,
                  int kernel) {
    run_printf printing = {.memory = NULL};
    gisa_result result;
    gisa_status status;
    if (!run_printf_begin(&printing, machine, loaded, (unsigned)kernel, &a->launch)) {
        free(printing.memory);
        return say(a->file, "out of memory");
    }
    a->launch.stop = run_until_interrupt();
    a->launch.stuck = is_stuck;
    status = run_with_progress(machine, &a->launch, &result);
    run_printf_end(&printing);
    switch (status) {
    case GISA_OK: return finish_checked(a, isa, loaded, kernel, &result);
    case GISA_STATUS_NO_MEMORY: return say(a->file, "out of memory");
    default: return say(a->file, result.message);
    }
}

static int run(arguments *a, const gisa_isa *isa, gisa_machine *machine, const gisa_loaded *loaded) {
    gisa_kernel k;
    int kernel = find_kernel(a, loaded, &k), status = 1;
    if (kernel < 0)
        return 1;
    if (!a->has_group)
        choose_group(&a->launch, &k);
    if (!a->launch.dimensions)
        a->launch.dimensions = 1;
    choose_threads(&a->launch);
    a->launch.descriptor = k.descriptor;
    a->launch.kernarg_size = k.kernarg_size;
    a->launch.kernarg = aligned_alloc(64, ((size_t)k.kernarg_size + 64) / 64 * 64);
    if (!a->launch.kernarg)
        return say(a->file, "out of memory");
    memset(a->launch.kernarg, 0, ((size_t)k.kernarg_size + 64) / 64 * 64);
    if (observe(a, isa) && place_arguments(a, isa, machine, loaded, kernel, &k)) {
        gisa_hidden_arguments(loaded, (unsigned)kernel, &a->launch);
        if (place_offsets(a, loaded, kernel))
            status = launch(a, isa, machine, loaded, kernel);
    }
    free(a->launch.kernarg);
    free(a->launch.executed);
    free(a->launch.lanes);
    free(a->launch.models);
    return status;
}

static gisa_status choose(void *machine, const char *model, const char *chosen) {
    return gisa_machine_choose(machine, model, chosen);
}

static const gisa_isa *no_isa(const arguments *a, const char *why) {
    say(a->file, why);
    return NULL;
}

/* An ELF file that gisa_find_object does not know. */
static const gisa_isa *no_isa_of(const arguments *a, const uint8_t *header) {
    char text[160];
    if (header[18] != 224 || header[19]) /* e_machine: EM_AMDGPU */
        return no_isa(a, "an ELF file, but not for an AMD GPU");
    /* byte 48: the lowest one of e_flags, EF_AMDGPU_MACH */
    if (!header[48] || gisa_find_elf(header[48]))
        return no_isa(a, "a damaged ELF file, or of an unknown architecture");
    const char *later = gisa_later_name(header[48]);
    if (later)
        snprintf(text, sizeof text,
                 "it is for %s, an architecture after these; 'gisa --help' lists those that are executed",
                 later);
    else
        snprintf(text, sizeof text,
                 "it is for AMDGPU machine 0x%x, which is not executed; 'gisa --help' lists those that are",
                 header[48]);
    return no_isa(a, text);
}

static const gisa_isa *isa_of_object(const arguments *a, const void *data, size_t size) {
    errno = 0;
    const gisa_isa *isa = gisa_find_object(data, size);
    if (!isa && errno == ENOMEM)
        return no_isa(a, "out of memory");
    if (size < 64 || memcmp(data, "\177ELF", 4) != 0)
        return no_isa(a, "not an ELF file; expected a loadable code object, or a bundle of some");
    if (!isa)
        return no_isa_of(a, data);
    return a->isa && !gisa_fits(a->isa, isa)
               ? no_isa(a, "it is for another architecture than was asked for (-a)")
               : isa;
}

static int run_checked(arguments *a, const gisa_isa *isa, gisa_machine *machine, const gisa_loaded *loaded,
                       const void *data, size_t size) {
    int result = 1;
    if (!a->launch.limit)
        a->launch.limit = RUN_CHECK_LIMIT;
    if (run_check_begin(&a->check, machine, loaded, data, size)) {
        a->launch.observer = gisa_watch_observer(a->check.watch);
        result = run(a, isa, machine, loaded);
    }
    run_check_end(&a->check);
    return result;
}

static int load_and_run(arguments *a, const void *data, size_t size) {
    const gisa_isa *isa;
    gisa_machine *machine;
    gisa_loaded *loaded;
    gisa_error error = {0};
    gisa_status status;
    int result;
    if (!objects_choose("run", a->file, a->isa, a->object, &data, &size))
        return 1;
    isa = isa_of_object(a, data, size);
    machine = isa ? gisa_machine_new(isa) : NULL;
    if (!machine)
        return isa ? say(a->file, "out of memory") : 1;
    if (!run_models_choose(&a->models, isa, choose, machine)) {
        gisa_machine_free(machine);
        return 1;
    }
    status = gisa_machine_load(machine, data, size, &error, &loaded);
    if (status != GISA_OK)
        result = say(a->file, error.message[0] ? error.message : gisa_status_text(status));
    else if (a->check.checks)
        result = run_checked(a, isa, machine, loaded, data, size);
    else
        result = run(a, isa, machine, loaded);
    gisa_machine_free(machine);
    return result;
}

/* A code object, a bundle, or a program that holds one. */
static bool has_container(const void *data, size_t size) {
    gisa_bundled first;
    return (size >= 4 && memcmp(data, "\177ELF", 4) == 0) ||
           gisa_bundled_at(data, size, 0, &first) == GISA_OK;
}

static int run_kernel(arguments *a, const void *data, size_t size) {
    if (!wave_is_asked(&a->wave))
        return load_and_run(a, data, size);
    return say(a->file,
               "--set, --settings, --dump, --mem, --dump-mem and --case are for code without a kernel");
}

static int run_wave(arguments *a, const void *data, size_t size) {
    if (a->count || a->launch.dimensions || a->has_group || a->has_offset || a->kernel || a->stats ||
        a->report || a->check.checks)
        return say(
            a->file,
            "it has no kernel, which arguments, -g, -l, -k, --offset, --check, --stats and --report are for");
    if (strcmp(gisa_family(a->isa), "gcn") != 0)
        return say(a->file, "it is not for a GPU of AMD");
    a->wave.limit = a->launch.limit;
    a->wave.quiet = a->quiet;
    a->wave.trace = a->trace;
    a->wave.models = &a->models;
    return wave_execute(&a->wave, a->isa, a->file, data, size);
}

/* Assembles a source with a kernel, and runs that. */
static int assemble_and_run(arguments *a, const void *data, size_t size) {
    const gisa_asm_options how = {
        .isa = a->isa, .output = GISA_OUTPUT_CO, .syntax = a->wave.syntax, .report = cmd_report};
    placed_source source = {0};
    int result = 1;
    if (placed_assemble(&source, a->file, data, size, &how)) {
        a->check.placed = &source.lines;
        result = run_kernel(a, source.object, source.size);
    }
    placed_free(&source);
    return result;
}

/* The code of a shader binary of the PS4. */
static int run_sb(arguments *a, const gisa_sb_info *info) {
    a->isa = a->isa ? a->isa : info->isa;
    if (!a->isa)
        return say(a->file, "a shader of the PS4, which is not in this program");
    a->wave.raw = true;
    return run_wave(a, info->code, info->code_size);
}

static int run_file(arguments *a, const void *data, size_t size) {
    gisa_sb_info shader;
    gisa_error error = {.message = ""};
    if (has_container(data, size))
        return run_kernel(a, data, size);
    if (size && memchr(data, 0, size))
        switch (gisa_sb_read(data, size, &shader, &error)) {
        case GISA_OK: return run_sb(a, &shader);
        case GISA_STATUS_BAD_FILE: return say(a->file, error.message);
        default: break;
        }
    if (run_has_kernel(data, size))
        return assemble_and_run(a, data, size);
    if (run_source(a->file, data, size, a->isa))
        return 1;
    return a->isa ? run_wave(a, data, size) : load_and_run(a, data, size);
}

static int cmd_run(int argc, char **argv) {
    static arguments a;
    void *data;
    size_t size;
    int result = 2;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--trace") == 0)
            run_at_usual_addresses(argv - 1); /* before files are read: one may be the standard input */
    if (run_is_stage(argc, argv))
        return run_stage_command.run(argc, argv);
    if (run_is_shader(argc, argv))
        return run_shader_command.run(argc, argv);
    if (!options_read(&run_command, argc, argv, take, &a))
        result = 2;
    else if (a.help) {
        help_print(&run_command);
        result = 0;
    } else if (!a.file)
        wrong("expected the name of a code object or a shader", NULL);
    else if (!cmd_read_file(a.file, &data, &size))
        result = 1;
    else {
        result = run_file(&a, data, size);
        free(data);
    }
    for (unsigned i = 0; i < a.count; i++)
        run_argument_free(&a.at[i]);
    return result;
}
