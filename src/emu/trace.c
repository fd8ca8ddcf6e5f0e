/* SPDX-License-Identifier: MIT */
/*
 * Traces: a line for each instruction that a wave executes, with what it has changed in the wave:
 *
 *   0,0,0 w0 saxpy+0x24 v_add_f32_e32 v2, v1, v0 | v2: 0-15=40400000 16=0 | vcc=ffff
 *
 * Lanes that have got the same value stand together; lanes that kept theirs are left out.
 */
#include "trace.h"

#include "changes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE = 1 << 15 };

/* A line has room for no more. */
enum { MOST_CHANGES = 1024 };

struct trace {
    changes before;
    gisa_wave_change list[MOST_CHANGES];
    char line[LINE];
    size_t size;
};

trace *trace_new(void) {
    return malloc(sizeof(trace));
}

void trace_before(trace *t, const gcn_wave *w) {
    changes_before(&t->before, w);
}

__attribute__((format(printf, 2, 3))) static void put(trace *t, const char *format, ...) {
    va_list arguments;
    int n;
    va_start(arguments, format);
    n = vsnprintf(t->line + t->size, LINE - t->size, format, arguments);
    va_end(arguments);
    t->size += n > 0 && (size_t)n < LINE - t->size ? (size_t)n : 0;
}

/* Runs of lanes that have got the same value. */
static void put_row(trace *t, unsigned number, const uint32_t *old, const uint32_t *now) {
    put(t, " | v%u:", number);
    for (unsigned i = 0, end; i < GISA_LANES; i = end) {
        end = i + 1;
        if (old[i] == now[i])
            continue;
        while (end < GISA_LANES && old[end] != now[end] && now[end] == now[i])
            end++;
        if (end - i > 1)
            put(t, " %u-%u=%x", i, end - 1, now[i]);
        else
            put(t, " %u=%x", i, now[i]);
    }
}

static void put_scalar(trace *t, const gcn_wave *w, const gisa_wave_register *reg) {
    if (reg->first == CODE_VCC)
        put(t, " | vcc=%llx", (unsigned long long)w->scalar.q[CODE_VCC / 2]);
    else if (reg->first == CODE_EXEC)
        put(t, " | exec=%llx", (unsigned long long)w->scalar.q[CODE_EXEC / 2]);
    else if (reg->first == CODE_M0)
        put(t, " | m0=%x", w->scalar.w[CODE_M0]);
    else if (reg->first < CODE_VCC)
        put(t, " | s%u=%x", reg->first, w->scalar.w[reg->first]);
}

static void put_change(trace *t, const gcn_wave *w, const gisa_wave_register *reg) {
    switch (reg->bank) {
    case GISA_KIND_VGPR: put_row(t, reg->first, t->before.vgpr[reg->first], w->vgpr[reg->first]); return;
    case GISA_KIND_SGPR: put_scalar(t, w, reg); return;
    case GISA_WAVE_BANK_SCC: put(t, " | scc=%u", w->scc); return;
    case GISA_WAVE_BANK_HWREG: put(t, " | mode=%x", w->mode); return;
    default: return;
    }
}

static void put_instruction(trace *t, launch *l, uint64_t pc, size_t room) {
    char text[GISA_TEXT_MAX] = "";
    size_t size = sizeof text;
    uint64_t distance;
    const char *name = machine_symbol(l->machine, pc, &distance);
    gisa_insn insn;
    uint8_t code[8];
    size_t read = machine_read(l->machine, pc, code, room < sizeof code ? room : sizeof code);
    if (gisa_decode(l->machine->isa, code, read, &insn) == GISA_OK)
        gisa_print(l->machine->isa, &insn, NULL, text, &size);
    if (name)
        put(t, " %s+0x%llx %s", name, (unsigned long long)distance, text);
    else
        put(t, " 0x%llx %s", (unsigned long long)pc, text);
}

void trace_after(trace *t, launch *l, const gcn_wave *w, const gisa_op *op, const uint32_t group[3],
                 unsigned number) {
    unsigned count;
    t->size = 0;
    put(t, "%u,%u,%u w%u", group[0], group[1], group[2], number);
    put_instruction(t, l, op->next_pc - 4u * op->units, 4u * op->units);
    if (w->waiting)
        put(t, " | waits");
    count = changes_list(&t->before, w, t->list, MOST_CHANGES);
    for (unsigned i = 0; i < count && i < MOST_CHANGES; i++)
        put_change(t, w, &t->list[i].reg);
    l->asked->trace(l->asked->ctx, t->line);
}
