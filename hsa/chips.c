/* SPDX-License-Identifier: MIT */
/* The chips that agents may be: all that the library knows. Of two there is a board here; the
 * others get the figures of the one of theirs or a later generation. Products, compute units,
 * clocks and memory: AMD's published specifications of these boards; device ids: pci.ids; caches:
 * AMD's GCN and Vega instruction set documents (16 KiB of L1 for each compute unit) and white
 * papers (L2); features of instruction sets: LLVM's AMDGPU usage guide. */
#include "chips.h"

#include <gisa.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const chip boards[] = {
    {.name = "gfx900",
     .isa = "amdgcn-amd-amdhsa--gfx900:xnack-",
     .product = "Radeon RX Vega 64",
     .device = 0x687f,
     .compute_units = 64,
     .shader_engines = 4,
     .arrays = 1,
     .clock = 1546,
     .memory_clock = 945,
     .memory_width = 2048,
     .l1 = 16 << 10,
     .l2 = 4 << 20,
     .memory = UINT64_C(8) << 30,
     .real_clock = 100},
    {.name = "gfx803",
     .isa = "amdgcn-amd-amdhsa--gfx803",
     .product = "AMD Radeon R9 Fury X",
     .device = 0x7300,
     .compute_units = 64,
     .shader_engines = 4,
     .arrays = 1,
     .clock = 1050,
     .memory_clock = 500,
     .memory_width = 4096,
     .l1 = 16 << 10,
     .l2 = 2 << 20,
     .memory = UINT64_C(4) << 30,
     .real_clock = 100},
};

enum { BOARDS = sizeof boards / sizeof *boards, MOST_OTHERS = 48 };
static chip others[MOST_OTHERS];
static char isa_names[MOST_OTHERS][64];
static unsigned other_count;
static pthread_once_t made = PTHREAD_ONCE_INIT;

static const chip *board_named(const char *name) {
    for (unsigned i = 0; i < BOARDS; i++)
        if (strcmp(boards[i].name, name) == 0)
            return &boards[i];
    return NULL;
}

/* Features that the chip has are off, as on most boards. */
static void add_other(const gisa_isa *isa) {
    unsigned newest = gisa_generation(gisa_find(boards[0].name));
    char *name;
    if (other_count == MOST_OTHERS || board_named(gisa_name(isa)))
        return;
    name = isa_names[other_count];
    snprintf(name, sizeof isa_names[0], "amdgcn-amd-amdhsa--%s%s%s", gisa_name(isa),
             gisa_fact(isa, "sramecc", 0) ? ":sramecc-" : "", gisa_fact(isa, "xnack", 0) ? ":xnack-" : "");
    others[other_count] = boards[gisa_generation(isa) < newest];
    others[other_count].name = others[other_count].product = gisa_name(isa);
    others[other_count].device = 0;
    others[other_count++].isa = name;
}

static void make_others(void) {
    const gisa_isa *isa, *c;
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        if (!gisa_elf_machine(isa)) /* no GPU of AMD's */
            continue;
        add_other(isa);
        for (unsigned k = 0; (c = gisa_chip(isa, k)); k++)
            add_other(c);
    }
}

const chip *chip_at(unsigned i) {
    pthread_once(&made, make_others);
    return i < BOARDS ? &boards[i] : i - BOARDS < other_count ? &others[i - BOARDS] : NULL;
}

const chip *chip_named(const char *name) {
    const gisa_isa *isa = gisa_find(name);
    const chip *c;
    for (unsigned i = 0; isa && (c = chip_at(i)); i++)
        if (strcmp(c->name, gisa_name(isa)) == 0)
            return c;
    return NULL;
}

static uint32_t fact(const chip *c, const char *name) {
    return (uint32_t)gisa_fact(gisa_find(c->name), name, 0);
}

uint32_t chip_lanes(const chip *c) {
    return fact(c, "wave_lanes");
}

uint32_t chip_group_items(const chip *c) {
    return fact(c, "group_waves") * chip_lanes(c);
}

uint32_t chip_simds(const chip *c) {
    return fact(c, "unit_simds");
}

uint32_t chip_unit_waves(const chip *c) {
    return fact(c, "simd_waves") * chip_simds(c);
}
