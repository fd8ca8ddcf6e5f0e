/* SPDX-License-Identifier: MIT */
/* Prepares a launch: reads what is asked for, loads the code object, chooses the kernel, places its
   arguments. */
#include "run_launch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "complete.h"
#include "objects.h"

const char *run_name = "run";

int run_say(const run_request *r, const char *what) {
    fprintf(stderr, "gisa %s: %s: %s\n", r->command->name, r->file, what);
    return 1;
}

static bool wrong(const run_request *r, const char *what, const char *which) {
    return options_wrong(r->command, what, which);
}

/* ---- the command line ------------------------------------------------------------------------ */

static const char *const syntaxes[] = {"llvm", "clrx", NULL};

/* In the order of gisa_native_mode. */
static const char *const natives[] = {"off", "all", "auto", NULL};

void run_offer_natives(void) {
    complete_names(natives);
}

void run_offer_syntaxes(void) {
    complete_names(syntaxes);
}

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

static bool take_word(run_request *r, const char *word) {
    if (!r->file) {
        r->file = word;
        return true;
    }
    if (r->count == RUN_MOST_ARGUMENTS)
        return wrong(r, "too many arguments, from this one on:", word);
    return run_argument_read(word, &r->at[r->count]) && ++r->count;
}

static bool take_syntax(run_request *r, const char *value) {
    int choice = options_choice(r->command, "syntax", syntaxes, value);
    r->syntax = (gisa_syntax)choice;
    return choice >= 0;
}

static bool take_native(run_request *r, const char *value) {
    int choice = options_choice(r->command, "native", natives, value);
    r->native = (gisa_native_mode)choice;
    return r->has_native = choice >= 0;
}

static bool take_model(run_request *r, const char *value) {
    if (r->models.count == GISA_MOST_MODELS)
        return wrong(r, "too many models", NULL);
    r->models.text[r->models.count++] = value;
    return true;
}

bool run_request_take(run_request *r, char id, const char *value) {
    switch (id) {
    case 0: return take_word(r, value);
    case 'k': r->kernel = value; return true;
    case 'O': r->object = value; return true;
    case 'a': r->isa = cmd_find_arch(r->command->name, value); return r->isa != NULL;
    case 'g':
        r->launch.dimensions = read_sizes(value, 1, r->launch.grid);
        return r->launch.dimensions || wrong(r, "expected X[,Y,Z] after -g, not", value);
    case 'l':
        r->has_group = true;
        return read_sizes(value, 1, r->launch.group) || wrong(r, "expected X[,Y,Z] after -l, not", value);
    case 'o':
        r->has_offset = true;
        return read_sizes(value, 0, r->offset) || wrong(r, "expected X[,Y,Z] after --offset, not", value);
    case 'm':
        return options_number(value, UINT64_MAX, &r->launch.limit) ||
               wrong(r, "expected a number after --max-insns, not", value);
    case 'M': return take_model(r, value);
    case 'y': return take_syntax(r, value);
    case 'N': return take_native(r, value);
    default: return wrong(r, "unexpected option", value);
    }
}

void run_request_free(run_request *r) {
    for (unsigned i = 0; i < r->count; i++)
        run_argument_free(&r->at[i]);
}

/* ---- the kernel ------------------------------------------------------------------------------ */

static bool is_named(const gisa_kernel *k, const char *name) {
    size_t size = strlen(name);
    return strncmp(k->name, name, size) == 0 && (!k->name[size] || strcmp(k->name + size, ".kd") == 0);
}

/* The number of the kernel; -1: has said why there is none. */
static int find_kernel(const run_request *a, const gisa_loaded *loaded, gisa_kernel *kernel) {
    unsigned count = 0;
    for (; gisa_kernel_at(loaded, count, kernel) == GISA_OK; count++)
        if (a->kernel && is_named(kernel, a->kernel))
            return (int)count;
    if (count == 1 && !a->kernel)
        return gisa_kernel_at(loaded, 0, kernel) ? -1 : 0;
    if (!count)
        run_say(a, "there is no kernel in it");
    else {
        fprintf(stderr, "gisa %s: %s: %s; it has", a->command->name, a->file,
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
        fprintf(stderr, "gisa %s: argument %u is '%s'; expected %u bytes, %s%s%s%s%s%s\n", run_name, number,
                a->text, m->size, m->kind, *m->name ? " " : "", m->name, *m->type ? ", " : "", m->type,
                m->size > 8 ? " (a vector is f32:1,2; a struct is in:FILE of as many bytes)" : "");
        return false;
    }
    if (p->next) {
        fprintf(stderr, "gisa %s: '%s' is one argument too many; the kernel has %u\n", run_name, a->text,
                p->next);
        return false;
    }
    room = room_of(a);
    *m =
        (gisa_argument){.name = "", .kind = "", .offset = (p->end + room - 1) / room * room, .size = a->size};
    p->end = m->offset + room;
    return true;
}

/* Writes the arguments into the kernarg block. */
static bool place_arguments(run_request *a, const run_ready *ready) {
    places p = {.loaded = ready->loaded, .kernel = ready->number};
    uint32_t lds = ready->kernel.group_size;
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
            fprintf(stderr, "gisa %s: '%s' is one argument too many; the kernel takes %u bytes\n", run_name,
                    r->text, a->launch.kernarg_size);
            return false;
        }
        snprintf(name, sizeof name, "argument %u%s%.80s", i + 1, *m.name ? ", " : "", m.name);
        if (r->image) {
            if (!run_image_place(r, ready->isa, ready->machine, &m, name))
                return false;
        } else if (r->kind == RUN_LOCAL) {
            lds = (lds + 15) & ~15u;
            memcpy(r->bytes, &lds, sizeof lds);
            lds += r->local;
        } else if (r->kind == RUN_MEMORY && bytes != r->memory) {
            memcpy(r->bytes, &address, sizeof address);
            gisa_status status = gisa_machine_map(ready->machine, r->memory, r->memory_size, name);
            if (status)
                return fprintf(stderr, "gisa %s: %s: %s\n", run_name, name, gisa_status_text(status)), false;
        }
        memcpy((char *)a->launch.kernarg + m.offset, bytes, size);
    }
    if (gisa_argument_at(ready->loaded, (unsigned)ready->number, p.next, &m) == GISA_OK && !is_hidden(&m)) {
        fprintf(
            stderr,
            "gisa %s: argument %u is missing: %u bytes, %s%s%s; 'gisa run --help' lists kinds, such as i32:5 and buf:4096\n",
            run_name, p.next + 1, m.size, m.kind, *m.name ? " " : "", m.name);
        return false;
    }
    a->launch.dynamic_lds = lds - ready->kernel.group_size;
    return true;
}

/* The numbers of work-items begin at --offset: OpenCL's kernels have hidden arguments for that. */
static bool place_offsets(const run_request *a, const gisa_loaded *loaded, int kernel) {
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
    return found || !a->has_offset || (run_say(a, "the kernel takes no offset (--offset)"), false);
}

/* ---------------------------------------------------------------------------------------------- */

/* The group that the kernel requires, or one as large as the grid, as far as that goes. */
static void choose_group(gisa_launch *l, const gisa_kernel *k) {
    uint32_t most = k->most_items && k->most_items < 256 ? k->most_items : 256;
    if (k->required_group[0])
        memcpy(l->group, k->required_group, sizeof l->group);
    else
        l->group[0] = l->grid[0] < most ? l->grid[0] : most;
}

static gisa_status choose(void *machine, const char *model, const char *chosen) {
    return gisa_machine_choose(machine, model, chosen);
}

static const gisa_isa *no_isa(const run_request *a, const char *why) {
    run_say(a, why);
    return NULL;
}

/* An ELF file that gisa_find_object does not know. */
static const gisa_isa *no_isa_of(const run_request *a, const uint8_t *header) {
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

static const gisa_isa *isa_of_object(const run_request *a, const void *data, size_t size) {
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

/* A code object, a bundle, or a program that holds one. */
bool run_has_container(const void *data, size_t size) {
    gisa_bundled first;
    return (size >= 4 && memcmp(data, "\177ELF", 4) == 0) ||
           gisa_bundled_at(data, size, 0, &first) == GISA_OK;
}

static bool place_all(run_request *r, run_ready *ready) {
    gisa_launch *l = &r->launch;
    const size_t room = ((size_t)ready->kernel.kernarg_size + 64) / 64 * 64;
    if (!r->has_group)
        choose_group(l, &ready->kernel);
    if (!l->dimensions)
        l->dimensions = 1;
    l->descriptor = ready->kernel.descriptor;
    l->kernarg_size = ready->kernel.kernarg_size;
    l->kernarg = aligned_alloc(64, room);
    if (!l->kernarg)
        return run_say(r, "out of memory"), false;
    memset(l->kernarg, 0, room);
    if (!place_arguments(r, ready))
        return false;
    gisa_hidden_arguments(ready->loaded, (unsigned)ready->number, l);
    return place_offsets(r, ready->loaded, ready->number) &&
           (run_printf_begin(&ready->printing, ready->machine, ready->loaded, (unsigned)ready->number, l) ||
            (run_say(r, "out of memory"), false));
}

/* Without a compiler it goes on without one. */
static bool choose_native(const run_request *r, gisa_machine *machine) {
    const gisa_native_options asked = {.mode = r->native, .compiler = getenv("GISA_NATIVE_CC")};
    gisa_status status =
        r->has_native ? gisa_machine_native(machine, &asked) : gisa_machine_native_usual(machine);
    if (status == GISA_STATUS_BAD_ARGUMENT)
        return run_say(r, "GISA_NATIVE must be off, all or auto"), false;
    if (status && r->has_native)
        run_say(r, "no C compiler (cc, or the one that GISA_NATIVE_CC names): the kernel is interpreted");
    return true;
}

void run_tell_native(const run_request *r, const run_ready *ready) {
    gisa_native_info info;
    gisa_machine_native_info(ready->machine, &info);
    if (r->has_native && info.kernels > info.compiled + info.cached)
        run_say(r, "the kernel could not be compiled for the host, by cc or the compiler that GISA_NATIVE_CC "
                   "names: it is interpreted");
}

bool run_load(run_request *r, const void *data, size_t size, run_ready *ready) {
    gisa_error error = {0};
    gisa_status status;
    *ready = (run_ready){.isa = NULL};
    if (!objects_choose(r->command->name, r->file, r->isa, r->object, &data, &size))
        return false;
    ready->file = data;
    ready->file_size = size;
    ready->isa = isa_of_object(r, data, size);
    ready->machine = ready->isa ? gisa_machine_new(ready->isa) : NULL;
    if (!ready->machine)
        return ready->isa && (run_say(r, "out of memory"), false);
    if (!choose_native(r, ready->machine))
        return false;
    if (!run_models_choose(&r->models, ready->isa, choose, ready->machine))
        return false;
    status = gisa_machine_load(ready->machine, data, size, &error, &ready->loaded);
    if (status)
        return run_say(r, error.message[0] ? error.message : gisa_status_text(status)), false;
    ready->number = find_kernel(r, ready->loaded, &ready->kernel);
    return ready->number >= 0 && place_all(r, ready);
}

void run_unload(run_request *r, run_ready *ready) {
    free(ready->printing.memory);
    free(r->launch.kernarg);
    r->launch.kernarg = NULL;
    gisa_machine_free(ready->machine);
}

int run_finish(const run_request *r, const run_ready *ready, bool quiet) {
    int status = 0;
    gisa_argument m;
    for (unsigned i = 0; i < r->count && !status; i++) {
        if (gisa_argument_at(ready->loaded, (unsigned)ready->number, i, &m))
            m.name = "";
        if (!quiet || r->at[i].out || r->at[i].image)
            status = run_argument_finish(&r->at[i], i + 1, m.name);
    }
    return status;
}
