/* SPDX-License-Identifier: MIT */
/* The sentences of the check of undefined values. */
#include <stdio.h>
#include <string.h>

#include "undefined.h"

static void register_name(const undefined_check *u, uint32_t code, char *text, size_t room) {
    char name[8];
    gisa_code_info info;
    if (gisa_code(u->isa, code, name, &info) != GISA_OK || !info.name[0])
        snprintf(text, room, "a register");
    else
        snprintf(text, room, "%s", code == CODE_SCC ? "SCC" : info.name);
}

static void bytes(char *text, size_t room, const char *of, uint32_t first, uint32_t size) {
    if (size > 1)
        snprintf(text, room, "%s bytes %u-%u", of, first, first + size - 1);
    else
        snprintf(text, room, "%s byte %u", of, first);
}

static void in_memory(const undefined_check *u, uint32_t number, char *text, size_t room) {
    const uint64_t address = number && number <= u->address_count ? u->addresses[number - 1] : 0;
    const watch_block *block = address ? watch_block_at(u->watch, address) : NULL;
    if (block && block->name)
        snprintf(text, room, "byte %llu of %s", (unsigned long long)(address - block->start), block->name);
    else
        snprintf(text, room, "memory at 0x%llx", (unsigned long long)address);
}

static void origin_text(const undefined_check *u, uint32_t origin, char *text, size_t room) {
    const uint32_t number = origin & 0xfffff, size = origin >> 20 & 0xff;
    switch (origin_kind_of(origin)) {
    case ORIGIN_VGPR: snprintf(text, room, "v%u", number); break;
    case ORIGIN_SCALAR: register_name(u, number, text, room); break;
    case ORIGIN_LDS: bytes(text, room, "LDS", number, size); break;
    case ORIGIN_PRIVATE: bytes(text, room, "private memory", number, size); break;
    default: in_memory(u, number, text, room); break;
    }
}

static void add_register(gisa_registers *set, unsigned code) {
    if (code < 512)
        set->bits[code / 64] |= UINT64_C(1) << code % 64;
}

/* The sentence that is told, each time the same. */
static undefined_told *told_of(undefined_check *u, const char *what, uint32_t origin) {
    const uint32_t kind = origin_kind_of(origin),
                   key = kind <= ORIGIN_SCALAR ? origin & ~SHADOW_COMPUTED : kind << 28;
    char from[80];
    for (uint32_t i = u->told_count; i-- > 0;)
        if (u->told[i].pc == u->at->pc && u->told[i].what == what && u->told[i].origin == key)
            return &u->told[i];
    undefined_told *t = &u->told[u->told_count < MOST_TOLD ? u->told_count++ : MOST_TOLD - 1];
    *t = (undefined_told){.pc = u->at->pc, .what = what, .origin = key};
    origin_text(u, origin, from, sizeof from);
    snprintf(t->sentence, sizeof t->sentence, "%s %s, never written", what, from);
    return t;
}

void undefined_report(undefined_check *u, const char *what, unsigned lane, uint32_t origin) {
    watch_report report = {.check = &watch_undefined, .wave = u->wave, .site = u->at, .lane = lane};
    report.what = told_of(u, what, origin)->sentence;
    for (unsigned i = 0; i < u->site->vector_count; i++)
        add_register(&report.registers, 256u + u->site->vector[i]);
    for (unsigned i = 0; i < u->site->scalar_count; i++)
        add_register(&report.registers, u->site->scalar[i]);
    watch_found(u->watch, &report);
}
