/* SPDX-License-Identifier: MIT */
/* The table of chips. Products, compute units, clocks and memory: AMD's published specifications of
 * these boards; device ids: pci.ids; caches: AMD's GCN and Vega instruction set documents (16 KiB
 * of L1 for each compute unit) and white papers (L2); features of instruction sets: LLVM's AMDGPU
 * usage guide. */
#include "chips.h"

#include <gisa.h>
#include <stddef.h>
#include <string.h>

static const chip chips[] = {
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

const chip *chip_at(unsigned i) {
    return i < sizeof chips / sizeof *chips ? &chips[i] : NULL;
}

const chip *chip_named(const char *name) {
    const chip *c;
    for (unsigned i = 0; (c = chip_at(i)); i++)
        if (strcmp(c->name, name) == 0)
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
