/* SPDX-License-Identifier: MIT */
/*
 * Traces: a line for each instruction that a wave executes, with what it has changed in the wave:
 *
 *   0,0,0 w0 saxpy+0x24 v_add_f32_e32 v2, v1, v0 | v2: 0-15=40400000 16=0 | vcc=ffff
 *
 * Lanes that have got the same value stand together; lanes that kept theirs are left out.
 */
#include "trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 15 };

struct trace {
    gisa_row vgpr[GISA_VGPRS];
    gisa_scalars scalar;
    uint32_t scc, mode;
    char line[LINE];
    size_t size;
};

trace *trace_new(void) {
    return malloc(sizeof(trace));
}

void trace_before(trace *t, const gisa_wave *w) {
    memcpy(t->vgpr, w->vgpr, w->vgpr_count * sizeof(gisa_row));
    t->scalar = w->scalar;
    t->scc = w->scc;
    t->mode = w->mode;
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

static void put_scalars(trace *t, const gisa_wave *w) {
    for (unsigned i = 0; i < SCALAR_TTMP; i++) {
        if (t->scalar.w[i] == w->scalar.w[i])
            continue;
        if (i < CODE_VCC)
            put(t, " | s%u=%x", i, w->scalar.w[i]);
        else if (i == CODE_M0)
            put(t, " | m0=%x", w->scalar.w[i]);
    }
    if (t->scalar.q[CODE_VCC / 2] != w->scalar.q[CODE_VCC / 2])
        put(t, " | vcc=%llx", (unsigned long long)w->scalar.q[CODE_VCC / 2]);
    if (t->scalar.q[CODE_EXEC / 2] != w->scalar.q[CODE_EXEC / 2])
        put(t, " | exec=%llx", (unsigned long long)w->scalar.q[CODE_EXEC / 2]);
    if (t->scc != w->scc)
        put(t, " | scc=%u", w->scc);
    if (t->mode != w->mode)
        put(t, " | mode=%x", w->mode);
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

void trace_after(trace *t, launch *l, const gisa_wave *w, const gisa_op *op, const uint32_t group[3],
                 unsigned number) {
    t->size = 0;
    put(t, "%u,%u,%u w%u", group[0], group[1], group[2], number);
    put_instruction(t, l, op->next_pc - 4u * op->units, 4u * op->units);
    if (w->waiting)
        put(t, " | waits");
    for (unsigned i = 0; i < w->vgpr_count; i++)
        if (memcmp(t->vgpr[i], w->vgpr[i], sizeof(gisa_row)) != 0)
            put_row(t, i, t->vgpr[i], w->vgpr[i]);
    put_scalars(t, w);
    l->asked->trace(l->asked->ctx, t->line);
}
