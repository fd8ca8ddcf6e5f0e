/* SPDX-License-Identifier: MIT */
/* A GCN wave of one's own: makes it like the only wave of a launch, gives it memory and code. */
#include <stdlib.h>
#include <string.h>

#include "../object/kernel_fields.h"
#include "insn/body.h"
#include "scratch.h"
#include "wave_own.h"
#include "wave_watch.h"

/* ---- code ----------------------------------------------------------------------------------- */

static wave_code *code_at(const gcn_own *o, uint64_t address) {
    wave_code *c = o->leader->codes;
    while (c && c->address != address)
        c = c->next;
    return c;
}

static void free_code(wave_code *c) {
    if (c)
        program_free(c->program);
    free(c);
}

static void drop_window(gcn_own *o) {
    program_free(o->seen.w->window);
    o->seen.w->window = NULL;
}

/* Code that was loaded runs as it is kept; other code in memory is looked up when the wave is
   there. */
void wave_gcn_go(gcn_own *o, uint64_t pc) {
    const wave_code *c = o->leader->codes;
    gisa_group *group = o->seen.w->group;
    gisa_program *other;
    while (c && pc - c->address >= c->size)
        c = c->next;
    drop_window(o);
    if (c)
        program_renew(c->program);
    other = c ? c->program : machine_program(o->l.machine, pc);
    o->seen.w->program = other ? other : o->leader->nothing;
    o->seen.w->pc = pc;
    group->arrived -= o->seen.w->waiting && group->arrived;
    group->waves += o->ended;
    o->seen.w->waiting = o->ended = false;
}

static void take_out(gcn_own *o, wave_code *old) {
    wave_code **at = &o->leader->codes;
    while (*at != old)
        at = &(*at)->next;
    *at = old->next;
    gisa_machine_unmap_at(o->l.machine, old->address);
    if (o->seen.w->program == old->program)
        o->seen.w->program = o->leader->nothing;
    free_code(old);
}

static gisa_status map_code(gcn_own *o, wave_code *c) {
    return c->size ? gisa_machine_map_at(o->l.machine, c->address, c->bytes, c->size, "the code") : GISA_OK;
}

static gisa_status load(gisa_wave *wave, uint64_t address, const void *code, size_t size) {
    gcn_own *o = gcn_of(wave);
    wave_code *c = size < SIZE_MAX - sizeof *c ? calloc(1, sizeof *c + size) : NULL,
              *old = code_at(o, address);
    gisa_status status;
    if (!c)
        return GISA_STATUS_NO_MEMORY;
    c->address = address;
    c->size = size;
    if (size)
        memcpy(c->bytes, code, size);
    c->program = program_new_at(wave->isa, c->bytes, size, address);
    if (old)
        take_out(o, old);
    status = c->program ? map_code(o, c) : GISA_STATUS_NO_MEMORY;
    if (status) {
        free_code(c);
        return status;
    }
    c->next = o->leader->codes;
    o->leader->codes = c;
    o->end = address + size;
    wave_gcn_go(o, address);
    return GISA_OK;
}

static gisa_status map(gisa_wave *wave, uint64_t address, void *memory, size_t size, bool writable) {
    return gisa_machine_map_guarded(gcn_of(wave)->l.machine, address, memory, size, 0, writable ? size : 0,
                                    "mapped memory");
}

/* ---- the wave ------------------------------------------------------------------------------- */

static void free_wave(gisa_wave *wave) {
    gcn_own *o = gcn_of(wave);
    if (o->leader == o)
        wave_watch_end(wave);
    if (o->seen.w)
        drop_window(o);
    for (wave_code *c = o->codes, *next; c; c = next) {
        next = c->next;
        if (!o->owns_machine)
            gisa_machine_unmap_at(o->l.machine, c->address);
        free_code(c);
    }
    program_free(o->nothing);
    if (o->owns_machine)
        gisa_machine_free(o->l.machine);
    if (o->leader != o)
        o->leader->group.waves -= !o->ended;
    scratch_free(o->scratch, (size_t)GISA_LANES * WAVE_PRIVATE);
    free(o->lds);
    free(o->seen.w);
    free(o);
}

static gisa_status choose(gisa_wave *wave, const char *name, const char *option) {
    gcn_own *o = gcn_of(wave);
    gisa_status status = gisa_machine_choose(o->l.machine, name, option);
    o->l.device.tiny_before = o->l.machine->device.tiny_before;
    o->l.device.d16_keeps = o->l.machine->device.d16_keeps;
    o->l.device.sample_models = o->l.machine->device.sample_models;
    wave_modes(o->seen.w);
    return status;
}

gisa_status wave_gcn_palette(gisa_wave *wave, uint64_t address) {
    gcn_own *o = gcn_of(wave);
    gisa_status status = gisa_machine_set_border_palette(o->l.machine, address);
    o->l.device.border_palette = o->l.machine->device.border_palette;
    return status;
}

static const wave_calls calls = {free_wave,    choose,        wave_gcn_find, wave_gcn_name,
                                 wave_gcn_get, wave_gcn_set,  wave_gcn_row,  map,
                                 load,         wave_gcn_step, wave_gcn_run};

wave_exports *wave_gcn_exports(const gisa_wave *wave) {
    return wave && wave->calls == &calls ? &gcn_of(wave)->exports : NULL;
}

/* What the descriptor of a kernel says that says nothing: with all registers. VCC, FLAT_SCRATCH and
   XNACK_MASK are six of the scalar ones. */
static bool default_kernel(launch *l, const gisa_isa *isa) {
    kernel_config k;
    kernel_config_init(&k, isa);
    if (kernel_config_set(&k, isa, ".amdhsa_next_free_vgpr", GISA_VGPRS) ||
        kernel_config_set(&k, isa, ".amdhsa_next_free_sgpr", gisa_fact(isa, "sgprs", 0) - 6) ||
        kernel_config_finish(&k, isa))
        return false;
    memcpy(&l->rsrc1, k.raw + RSRC1, sizeof l->rsrc1);
    return true;
}

/* All registers become 0. */
static void begin(gcn_own *o) {
    const wave_start start = {{0, 0, 0}, 0, 0, 0};
    first_registers first = {0};
    o->l.scratch = o->scratch;
    launch_begin_wave(&o->l, o->seen.w, &start, &first);
    o->seen.w->exports = &o->exports;
    memset(o->seen.w->vgpr, 0, sizeof o->seen.w->vgpr);
    memset(&o->exports, 0, sizeof o->exports);
}

/* A launch of one work-group of one wave. */
static void set_up(gcn_own *o) {
    launch *l = &o->l;
    l->device = l->machine->device;
    l->program = o->nothing;
    for (unsigned i = 0; i < 3; i++)
        l->grid[i] = l->group[i] = i ? 1 : GISA_LANES;
    l->private_size = WAVE_PRIVATE;
    o->group = (gisa_group){.lds = o->lds, .lds_size = l->lds_size, .waves = 1};
    wave_init(o->seen.w, o->seen.head.isa, &l->device, &o->group);
    begin(o);
}

/* What each wave has of its own; false: no memory. */
static bool allocate_wave(gcn_own *o) {
    o->seen.w = aligned_alloc(64, (sizeof *o->seen.w + 63) / 64 * 64);
    o->scratch = scratch_new(NULL, (size_t)GISA_LANES * WAVE_PRIVATE);
    if (o->seen.w)
        o->seen.w->window = NULL;
    return o->seen.w && o->scratch;
}

/* A machine of its own has a queue that is not for this wave: nothing is mapped but what it is
   given. */
static void make_machine(gcn_own *o, const gisa_isa *isa) {
    o->l.machine = gisa_machine_new(isa);
    o->owns_machine = true;
    if (o->l.machine)
        gisa_machine_unmap(o->l.machine, o->l.machine->queue);
}

/* False: no memory. */
static bool allocate(gcn_own *o, const gisa_isa *isa, gisa_machine *machine) {
    o->l.machine = machine;
    if (!machine)
        make_machine(o, isa);
    if (!o->l.machine || !default_kernel(&o->l, isa))
        return false;
    o->l.lds_size = (uint32_t)gisa_fact(isa, "lds_most", 65536);
    o->lds = aligned_alloc(64, o->l.lds_size + 64);
    o->nothing = program_new_at(isa, "", 0, 0);
    if (o->lds)
        memset(o->lds, 0, o->l.lds_size + 64);
    return allocate_wave(o) && o->lds && o->nothing;
}

gisa_wave *wave_gcn_new(const gisa_isa *isa, gisa_machine *machine) {
    gcn_own *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->seen.head = (gisa_wave){isa, &calls};
    o->leader = o;
    if (!allocate(o, isa, machine)) {
        free_wave(&o->seen.head);
        return NULL;
    }
    set_up(o);
    return &o->seen.head;
}

gisa_wave *wave_gcn_join(gisa_wave *wave) {
    gcn_own *leader = gcn_of(wave)->leader, *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->seen.head = leader->seen.head;
    o->leader = leader;
    o->l = leader->l;
    o->ended = true; /* until it begins it counts for none */
    if (!allocate_wave(o)) {
        free_wave(&o->seen.head);
        return NULL;
    }
    wave_init(o->seen.w, o->seen.head.isa, &leader->l.device, &leader->group);
    begin(o);
    o->end = leader->end;
    wave_gcn_go(o, leader->seen.w->pc);
    return &o->seen.head;
}

/* Nobody else may be in the group when LDS is cleared. */
void wave_gcn_reset(gisa_wave *wave) {
    gcn_own *o = gcn_of(wave);
    const bool waited = o->seen.w->waiting;
    const uint64_t pc = o->leader->codes ? o->leader->codes->address : 0;
    begin(o);
    o->seen.w->waiting = waited;
    scratch_clear(o->scratch, (size_t)GISA_LANES * WAVE_PRIVATE);
    if (o->leader == o)
        memset(o->lds, 0, o->l.lds_size);
    wave_gcn_go(o, pc);
}
