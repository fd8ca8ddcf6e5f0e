/* SPDX-License-Identifier: MIT */
/* Executes a few lines of assembly in one wave with one active lane, in the library's emulator, and
 * says what is in registers after each line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa_machine.h"
#include "wave.h"

/* The kernel around the lines. */
static const char begin_kernel[] = ".text\n.globl k\n.p2align 8\n.type k,@function\nk:\n";
static const char end_kernel[] =
    "s_endpgm\n.rodata\n.p2align 6\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr 64\n"
    ".amdhsa_next_free_sgpr 64\n.amdhsa_group_segment_fixed_size 32768\n"
    ".end_amdhsa_kernel\n";

static gisa_machine *machines[MAX_ARCHS]; /* made when they are needed */
static bool tried[MAX_ARCHS];

static gisa_machine *machine_for(unsigned arch) {
    if (!tried[arch])
        machines[arch] = gisa_machine_new(gisa_at(arch));
    tried[arch] = true;
    return machines[arch];
}

void wave_end(void) {
    for (unsigned i = 0; i < MAX_ARCHS; i++)
        gisa_machine_free(machines[i]);
}

/* ---- what a trace says ---- */

typedef struct watch {
    wave_line *line;
    void *ctx;
    wave_state state;
} watch;

/* "v2: 0-15=40400000 16=0": the value of lane 0, where it has changed. */
static void read_vector(wave_state *s, const char *at) {
    unsigned reg = (unsigned)strtoul(at + 1, NULL, 10);
    const char *lane = strchr(at, ':'), *equals = lane ? strchr(lane, '=') : NULL;
    if (reg < WAVE_REGISTERS && lane && equals && lane[2] == '0' && (lane[3] == '=' || lane[3] == '-'))
        s->vector[reg] = (uint32_t)strtoul(equals + 1, NULL, 16);
}

/* "s5=1f", "vcc=1", "scc=0": what it is now. */
static void read_change(wave_state *s, const char *at) {
    const char *equals = strchr(at, '=');
    unsigned long long value = equals ? strtoull(equals + 1, NULL, 16) : 0;
    unsigned reg = (unsigned)strtoul(at + 1, NULL, 10);
    if (*at == 'v' && at[1] != 'c')
        read_vector(s, at);
    else if (strncmp(at, "vcc=", 4) == 0)
        s->vcc = value;
    else if (strncmp(at, "scc=", 4) == 0)
        s->scc = (uint32_t)value;
    else if (strncmp(at, "exec=", 5) == 0)
        s->exec = value;
    else if (*at == 's' && reg < WAVE_REGISTERS)
        s->scalar[reg] = (uint32_t)value;
}

static void take_line(void *ctx, const char *line) {
    watch *w = ctx;
    for (const char *at = line; (at = strstr(at, " | ")); at += 3)
        read_change(&w->state, at + 3);
    w->line(w->ctx, &w->state);
}

/* ---- a run ---- */

static bool launch(gisa_machine *machine, gisa_loaded *loaded, watch *w) {
    gisa_kernel kernel;
    gisa_result result;
    gisa_launch l = {.dimensions = 1, .limit = 1000, .trace = take_line, .ctx = w};
    if (gisa_kernel_at(loaded, 0, &kernel) != GISA_OK)
        return false;
    l.descriptor = kernel.descriptor;
    return gisa_machine_run(machine, &l, &result) == GISA_OK && result.end == GISA_END_ENDED;
}

static void *assemble(unsigned arch, const char *lines, size_t *size) {
    gisa_asm_options options = {.isa = gisa_at(arch), .output = GISA_OUTPUT_CO};
    size_t room = sizeof begin_kernel + strlen(lines) + sizeof end_kernel;
    char *source = grow(NULL, room);
    void *file = NULL;
    snprintf(source, room, "%s%s%s", begin_kernel, lines, end_kernel);
    if (gisa_assemble("example", source, strlen(source), &options, &file, size) != GISA_OK)
        file = NULL;
    free(source);
    return file;
}

bool wave_run(unsigned arch, const char *lines, uint32_t *memory, wave_line *line, void *ctx) {
    gisa_machine *machine = machine_for(arch);
    gisa_loaded *loaded = NULL;
    watch w = {.line = line, .ctx = ctx};
    size_t size;
    void *file = machine ? assemble(arch, lines, &size) : NULL;
    bool ended = file && gisa_machine_load(machine, file, size, NULL, &loaded) == GISA_OK;
    w.state.exec = 1;
    if (ended && memory)
        ended =
            gisa_machine_map_at(machine, WAVE_MEMORY, memory, WAVE_WORDS * sizeof *memory, NULL) == GISA_OK;
    ended = ended && launch(machine, loaded, &w);
    if (machine && memory)
        gisa_machine_unmap_at(machine, WAVE_MEMORY);
    if (machine)
        gisa_machine_unload(machine, loaded);
    free(file);
    return ended;
}
