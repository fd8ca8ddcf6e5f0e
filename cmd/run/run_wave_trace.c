/* SPDX-License-Identifier: MIT */
/* gisa run --trace on one wave: a line for each instruction, with the registers that it changed and
 * the memory that it touched:
 *
 *   +0x8 v_add_f32_e32 v2, v1, v0 | v2: 0-15=40400000 16=0 | vcc_lo=ffff | reads lds+4 0=0x8 1=0xc */
#include <stdio.h>
#include <stdlib.h>

#include "run.h"
#include "run_wave.h"

/* Runs of changed lanes that hold the same. */
static void put_lanes(const gisa_wave *wave, const gisa_wave_change *change, unsigned word) {
    for (unsigned i = 0, end; i < GISA_WAVE_LANES; i = end) {
        uint32_t value = 0, other = 0;
        end = i + 1;
        if (!(change->lanes >> i & 1))
            continue;
        gisa_wave_get(wave, &change->reg, i, word, &value);
        while (end < GISA_WAVE_LANES && change->lanes >> end & 1 &&
               gisa_wave_get(wave, &change->reg, end, word, &other) == GISA_OK && other == value)
            end++;
        if (end - i > 1)
            fprintf(stderr, " %u-%u=%x", i, end - 1, (unsigned)value);
        else
            fprintf(stderr, " %u=%x", i, (unsigned)value);
    }
}

static void put_change(const gisa_wave *wave, const gisa_wave_change *change) {
    char name[GISA_WAVE_NAME];
    uint32_t value;
    for (unsigned word = 0; word < change->reg.count; word++) {
        if (gisa_wave_name(wave, &change->reg, word, name) != GISA_OK)
            continue;
        fprintf(stderr, change->lanes ? " | %s:" : " | %s", name);
        if (change->lanes)
            put_lanes(wave, change, word);
        else if (gisa_wave_get(wave, &change->reg, 0, word, &value) == GISA_OK)
            fprintf(stderr, "=%x", (unsigned)value);
    }
}

/* Accesses of one kind share their first words: "reads lds+4 0=0x0 1=0x4", by lane. */
static void put_access(const gisa_wave_access *access, const gisa_wave_access *before) {
    static const char *const spaces[] = {"memory", "lds", "gds", "private"};
    if (!before || before->space != access->space || before->access != access->access ||
        before->size != access->size)
        fprintf(stderr, " | %s %s+%u", access->access & GISA_ACCESS_WRITE ? "writes" : "reads",
                spaces[access->space], (unsigned)access->size);
    if (access->lane == GISA_WAVE_ALL)
        fprintf(stderr, " 0x%llx", (unsigned long long)access->address);
    else
        fprintf(stderr, " %u=0x%llx", (unsigned)access->lane, (unsigned long long)access->address);
}

static void put_line(const gisa_wave *wave, const gisa_isa *isa, uint64_t base,
                     const gisa_wave_step_info *info) {
    char text[GISA_TEXT_MAX] = "not an instruction";
    size_t size = sizeof text;
    if (info->insn.size)
        gisa_print(isa, &info->insn, NULL, text, &size);
    fprintf(stderr, "+0x%llx %s", (unsigned long long)(info->pc - base), text);
    for (unsigned i = 0; i < info->change_count && i < GISA_WAVE_MOST_CHANGES; i++)
        put_change(wave, &info->change[i]);
    for (unsigned i = 0; i < info->access_count && i < GISA_WAVE_MOST_ACCESSES; i++)
        put_access(&info->access[i], i ? &info->access[i - 1] : NULL);
    fputc('\n', stderr);
}

/* Is the run over after this step? */
static bool ends(gisa_wave_kind kind, const gisa_wave_step_info *info, uint64_t end,
                 gisa_wave_result *result) {
    switch (kind) {
    case GISA_WAVE_KIND_ENDED: result->end = GISA_WAVE_END_ENDED; return true;
    case GISA_WAVE_KIND_WAITS:
    case GISA_WAVE_KIND_HALTED: result->end = GISA_WAVE_END_WAITS; return true;
    case GISA_WAVE_KIND_FAULT:
        result->end = GISA_WAVE_END_FAULT;
        result->fault = info->fault;
        return true;
    case GISA_WAVE_KIND_WENT_ON:
    case GISA_WAVE_KIND_JUMPED:
    case GISA_WAVE_KIND_SLEEPS: break;
    }
    result->end = GISA_WAVE_END_ADDRESS;
    return info->next_pc == end;
}

void wave_trace(gisa_wave *wave, const gisa_isa *isa, uint64_t limit, size_t size, gisa_wave_result *result) {
    static gisa_wave_step_info info;
    const uint64_t base = named_code_address(isa);
    const volatile int *stop = run_until_interrupt();
    gisa_wave_kind kind;
    *result = (gisa_wave_result){.end = GISA_WAVE_END_LIMIT};
    do {
        if ((limit && result->instructions == limit) || *stop) {
            result->end = GISA_WAVE_END_LIMIT;
            return;
        }
        kind = gisa_wave_step(wave, &info);
        result->instructions++;
        put_line(wave, isa, base, &info);
    } while (!ends(kind, &info, base + size, result));
}
