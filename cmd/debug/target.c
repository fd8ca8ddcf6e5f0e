/* SPDX-License-Identifier: MIT */
/* Loads what is to be debugged, and finds what is where in it. */
#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "code.h"
#include "shaders.h"
#include "stages.h"

/* ---- source that is assembled ---------------------------------------------------------------- */

struct placed_line {
    char *section, *file;
    uint64_t offset;
    uint32_t size, line;
};
typedef struct placed_line placed_line;

void target_remember(void *ctx, const gisa_placed *p) {
    placed_lines *l = ctx;
    placed_line *grown = realloc(l->at, (l->count + 1) * sizeof *grown);
    if (grown)
        l->at = grown;
    l->no_memory |= !grown;
    if (!grown)
        return;
    grown[l->count] = (placed_line){strdup(p->section), strdup(p->file), p->offset, p->size, p->line};
    l->no_memory |= !grown[l->count].section || !grown[l->count].file;
    l->count++;
}

static void report(void *ctx, const gisa_diagnostic *d) {
    (void)ctx;
    cmd_report(NULL, d);
}

static bool assemble(target *t, size_t *size, placed_lines *placed) {
    const gisa_asm_options how = {.isa = t->r.isa,
                                  .output = GISA_OUTPUT_CO,
                                  .syntax = t->r.syntax,
                                  .report = report,
                                  .placed = target_remember,
                                  .ctx = placed};
    const gisa_status status = gisa_assemble(t->r.file, t->data, *size, &how, &t->assembled, size);
    if (status && status != GISA_STATUS_FAILED)
        run_say(&t->r, gisa_status_text(status));
    return status == GISA_OK;
}

static bool section_address(const gisa_file *f, const char *name, uint64_t *address) {
    gisa_file_section s;
    for (size_t i = 0; gisa_file_section_at(f, i, &s) == GISA_OK; i++)
        if (strcmp(s.name, name) == 0) {
            *address = s.address;
            return true;
        }
    return false;
}

static bool add_line(target *t, const placed_line *p, uint64_t section) {
    const uint64_t address = section + p->offset;
    return lines_add(&t->lines, address, p->file, p->line) &&
           lines_add(&t->lines, address + p->size, p->file, 0);
}

static bool add_placed(target *t, const gisa_file *f, const placed_lines *placed, uint64_t distance) {
    for (size_t i = 0; i < placed->count; i++) {
        const placed_line *p = &placed->at[i];
        uint64_t address;
        if (placed->no_memory)
            return false;
        if (section_address(f, p->section, &address) && !add_line(t, p, distance + address))
            return false;
    }
    lines_sort(&t->lines);
    return true;
}

bool target_add_placed(target *t, const placed_lines *placed, uint64_t address) {
    bool ok = !placed->no_memory;
    for (size_t i = 0; i < placed->count && ok; i++)
        ok = add_line(t, &placed->at[i], address);
    lines_sort(&t->lines);
    return ok || (run_say(&t->r, "out of memory"), false);
}

void target_free_placed(placed_lines *placed) {
    for (size_t i = 0; i < placed->count; i++) {
        free(placed->at[i].section);
        free(placed->at[i].file);
    }
    free(placed->at);
}

/* How far the object lies from its own addresses. */
static bool find_distance(const gisa_loaded *loaded, const gisa_file *f, uint64_t *distance) {
    gisa_file_symbol s;
    for (size_t i = 0; gisa_file_symbol_at(f, i, &s) == GISA_OK; i++) {
        const void *at = s.defined && *s.name ? gisa_loaded_symbol(loaded, s.name, NULL) : NULL;
        if (at) {
            *distance = (uintptr_t)at - s.address;
            return true;
        }
    }
    return false;
}

bool target_add_lines(target *t, const void *object, size_t size, const gisa_loaded *loaded,
                      const placed_lines *placed) {
    gisa_file *f = NULL;
    gisa_error error;
    uint64_t distance;
    bool ok = true;
    const size_t before = t->lines.count;
    const gisa_status status = gisa_file_open(object, size, t->ready.isa, NULL, &f, &error);
    if (status == GISA_STATUS_NO_MEMORY)
        return run_say(&t->r, "out of memory"), false;
    if (status == GISA_OK && find_distance(loaded, f, &distance)) {
        ok = lines_read(&t->lines, object, size, distance);
        if (t->lines.count == before)
            ok = ok && add_placed(t, f, placed, distance);
    }
    gisa_file_close(f);
    return ok || (run_say(&t->r, "out of memory"), false);
}

/* ---- the session ----------------------------------------------------------------------------- */

static uint64_t line_number(void *ctx, uint64_t pc) {
    const line_row *row = lines_at(&((const target *)ctx)->lines, pc);
    return row ? (uint64_t)row->file << 32 | row->line : 0;
}

enum { MOST_BLOCKS = RUN_MOST_ARGUMENTS + WAVE_MOST + 3 };

/* All memory that the kernel can write. */
static unsigned list_blocks(const target *t, debug_block *block) {
    unsigned count = 0;
    size_t size;
    for (unsigned i = 0; i < t->r.count; i++) {
        const run_argument *a = &t->r.at[i];
        if (a->memory)
            block[count++] = (debug_block){.at = a->memory, .size = a->memory_size};
        else if (run_image_texels(a, &size))
            block[count++] = (debug_block){.at = run_image_texels(a, &size), .size = size};
    }
    for (unsigned i = 0; i < t->setup.memory_count; i++) {
        const wave_block *b = &t->setup.block[i];
        block[count++] = (debug_block){.at = b->memory, .size = b->size, .address = b->address};
    }
    if (t->ready.printing.memory)
        block[count++] = (debug_block){.at = t->ready.printing.memory, .size = run_printf_size()};
    if (t->r.launch.kernarg_size)
        block[count++] = (debug_block){.at = t->r.launch.kernarg, .size = t->r.launch.kernarg_size};
    block[count].at = gisa_loaded_memory(t->ready.loaded, &block[count].size);
    return count + 1;
}

bool target_start(target *t, debug_options *o) {
    o->machine = t->ready.machine;
    o->isa = t->ready.isa;
    o->launch = t->r.launch;
    o->line = line_number;
    o->stopped = t->stopped;
    o->progress = t->progress;
    o->ctx = t;
    t->names = gisa_wave_new(t->ready.isa);
    t->d = t->names ? debug_new(o) : NULL;
    return t->d || (run_say(&t->r, "out of memory"), false);
}

/* The kernel's arguments stay where they are if they are mapped. */
static bool start(target *t) {
    debug_block block[MOST_BLOCKS];
    const size_t room = ((size_t)t->r.launch.kernarg_size + 63) / 64 * 64;
    debug_options o = {.block = block};
    if (room && gisa_machine_map(t->ready.machine, t->r.launch.kernarg, room, "the kernel's arguments"))
        return run_say(&t->r, "out of memory"), false;
    o.block_count = list_blocks(t, block);
    return target_start(t, &o);
}

static bool load(target *t, const void *data, size_t size, const placed_lines *placed) {
    t->is_ready = true;
    if (!run_load(&t->r, data, size, &t->ready) || !code_map_memory(t))
        return false;
    return target_add_lines(t, t->ready.file, t->ready.file_size, t->ready.loaded, placed) && start(t);
}

/* What gisa has added is not in the user's source. */
static void cut_placed(placed_lines *placed, uint32_t last) {
    while (placed->count && placed->at[placed->count - 1].line > last) {
        placed->count--;
        free(placed->at[placed->count].section);
        free(placed->at[placed->count].file);
    }
}

void *target_assemble(const target *t, const char *file, const char *source, size_t size, uint32_t last,
                      size_t *object_size, placed_lines *placed) {
    const gisa_asm_options how = {.isa = t->r.isa,
                                  .output = GISA_OUTPUT_CO,
                                  .report = report,
                                  .placed = target_remember,
                                  .ctx = placed};
    void *object = NULL;
    gisa_assemble(file, source, size, &how, &object, object_size);
    cut_placed(placed, last);
    return object;
}

static bool open_code(target *t, size_t size) {
    placed_lines placed = {.count = 0};
    char *source = code_kernel(t, &size);
    if (!source)
        return false;
    free(t->data);
    t->data = source;
    const bool assembled = assemble(t, &size, &placed);
    cut_placed(&placed, t->code_lines);
    const bool ok = assembled && load(t, t->assembled, size, &placed);
    target_free_placed(&placed);
    return ok;
}

static bool refuse_settings(const target *t) {
    return !wave_is_asked(&t->setup) ||
           (run_say(&t->r, "--set, --settings and --mem are for code without a kernel"), false);
}

static bool open_data(target *t, size_t size) {
    placed_lines placed = {.count = 0};
    bool ok;
    if (run_has_container(t->data, size))
        return refuse_settings(t) && load(t, t->data, size, &placed);
    if (run_has_kernel(t->data, size)) {
        ok = refuse_settings(t) && assemble(t, &size, &placed) && load(t, t->assembled, size, &placed);
        target_free_placed(&placed);
        return ok;
    }
    if (run_source(t->r.file, t->data, size, t->r.isa))
        return false;
    if (t->r.isa)
        return open_code(t, size);
    run_say(&t->r, "there is no kernel in it; expected a code object, assembler source with "
                   ".amdhsa_kernel, or -a and code without a kernel");
    return false;
}

/* It stands before the first instruction; false: the launch is refused. */
static bool stand(target *t) {
    debug_wait(t->d, -1);
    target_look(t);
    return debug_stopped(t->d)->why != DEBUG_WHY_FAILED ||
           (run_say(&t->r, debug_stopped(t->d)->result.message), false);
}

bool target_open(target *t) {
    size_t size;
    if (t->stages || t->shaders)
        return (t->stages ? stages_start(t) : shaders_start(t)) && stand(t);
    return cmd_read_file(t->r.file, &t->data, &size) && open_data(t, size) && stand(t) &&
           (!t->is_code || code_set_registers(t));
}

bool target_attach(target *t, const debug_options *o) {
    debug_options all = *o;
    return target_start(t, &all) && stand(t);
}

debug_points *target_detach(target *t) {
    debug_points *points = t->d ? debug_points_take(t->d) : NULL;
    debug_free(t->d);
    gisa_wave_free(t->names);
    t->d = NULL;
    t->names = NULL;
    return points;
}

void target_close(target *t) {
    debug_free(t->d);
    gisa_wave_free(t->names);
    stages_end(t);
    shaders_end(t);
    if (t->is_ready)
        run_unload(&t->r, &t->ready);
    run_request_free(&t->r);
    code_free(t);
    lines_free(&t->lines);
    free(t->assembled);
    free(t->data);
}

const char *target_kind(const target *t) {
    return t->stages ? "stage" : t->shaders ? "shader" : "kernel";
}

/* ---- what the user looks at ------------------------------------------------------------------ */

debug_wave *target_wave(const target *t) {
    return debug_wave_find(t->d, &t->wave);
}

uint64_t target_pc(const target *t) {
    const debug_wave *w = target_wave(t);
    return w ? w->pc : 0;
}

/* The lane stays where it is active. */
static void choose_lane(target *t, const debug_wave *w, unsigned lane) {
    const uint64_t exec = *w->seen->exec;
    if (lane < GISA_WAVE_LANES)
        t->lane = lane;
    else if (exec && !(exec >> t->lane & 1))
        t->lane = (unsigned)__builtin_ctzll(exec);
}

void target_look(target *t) {
    const debug_stop *s = debug_stopped(t->d);
    const debug_wave *w = s->wave;
    if (!w)
        w = s->next;
    if (w) {
        t->wave = w->id;
        choose_lane(t, w, s->lane);
    }
}

/* ---- what is where --------------------------------------------------------------------------- */

bool target_function_at(const target *t, uint64_t pc, target_function *f) {
    uint64_t distance = 0;
    const shaders_code *c = t->shaders ? shaders_code_at(t->shaders, pc) : NULL;
    *f = (target_function){.name = NULL};
    if (c)
        *f = (target_function){c->name, c->address, c->size};
    else if (!t->shaders && (f->name = gisa_machine_function_at(t->ready.machine, pc, &distance))) {
        f->start = pc - distance;
        gisa_loaded_symbol(t->ready.loaded, f->name, &f->size);
    }
    return f->name;
}

void target_place(const target *t, uint64_t pc, char text[TARGET_PLACE]) {
    target_function f;
    if (!target_function_at(t, pc, &f))
        snprintf(text, TARGET_PLACE, "0x%llx", (unsigned long long)pc);
    else if (pc != f.start)
        snprintf(text, TARGET_PLACE, "%.150s+0x%llx", f.name, (unsigned long long)(pc - f.start));
    else
        snprintf(text, TARGET_PLACE, "%.150s", f.name);
}

bool target_symbol(const target *t, const char *name, uint64_t *address) {
    const shaders_code *c = t->shaders ? shaders_code_of(t->shaders, name) : NULL;
    const void *at = t->shaders ? NULL : gisa_loaded_symbol(t->ready.loaded, name, NULL);
    if (!at)
        at = stages_symbol(t, name);
    *address = c ? c->address : (uintptr_t)at;
    return c || at;
}

bool target_argument(const target *t, const char *name, unsigned *number, gisa_argument *m) {
    for (*number = 0; gisa_argument_at(t->ready.loaded, (unsigned)t->ready.number, *number, m) == GISA_OK;
         ++*number)
        if (m->name && strcmp(m->name, name) == 0)
            return true;
    return false;
}

static size_t read_code(const target *t, uint64_t pc, uint8_t *to, size_t size) {
    if (!t->shaders)
        return gisa_machine_read(t->ready.machine, pc, to, size);
    const shaders_code *c = shaders_code_at(t->shaders, pc);
    const size_t left = c ? c->size - (size_t)(pc - c->address) : 0;
    size = size < left ? size : left;
    if (size)
        memcpy(to, c->bytes + (pc - c->address), size);
    return size;
}

gisa_insn target_decode(const target *t, uint64_t pc) {
    uint8_t code[8];
    gisa_insn insn = {.size = 0};
    const size_t size = read_code(t, pc, code, sizeof code);
    if (!size || gisa_decode(t->ready.isa, code, size, &insn) == GISA_STATUS_END)
        insn.size = 0;
    return insn;
}

static size_t put_label(void *ctx, uint64_t target_pc, char *text, size_t room) {
    char place[TARGET_PLACE];
    target_place(ctx, target_pc, place);
    const size_t size = strlen(place);
    if (size > room)
        return 0;
    memcpy(text, place, size);
    return size;
}

void target_print(const target *t, uint64_t pc, const gisa_insn *insn, char text[GISA_TEXT_MAX]) {
    size_t size = GISA_TEXT_MAX;
    const gisa_style style = {
        .syntax = t->r.syntax, .address = pc, .label = put_label, .ctx = (void *)(uintptr_t)t};
    if (!insn->size)
        snprintf(text, GISA_TEXT_MAX, "(no instruction)");
    else if (gisa_print(t->ready.isa, insn, &style, text, &size))
        snprintf(text, GISA_TEXT_MAX, "(reserved)");
}
