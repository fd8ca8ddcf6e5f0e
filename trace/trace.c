/* SPDX-License-Identifier: MIT */
/* Follows launches, and waves of one's own, and writes a line or an event for each instruction. */
#include <stdlib.h>
#include <string.h>

#include "trace.h"

struct gisa_trace {
    gisa_machine *machine;
    gisa_trace_options options;
    gisa_observer observer;
    line line;
    uint64_t time; /* of events: so many instructions before */
    bool begun;    /* something has been written */
    binary *binary;
};

/* ---- output ---------------------------------------------------------------------------------- */

static bool give(gisa_trace *t) {
    const bool good = t->line.text && t->options.write(t->options.ctx, t->line.text, t->line.size);
    t->begun = true;
    t->line.size = 0;
    return good;
}

/* The list of events is open until the trace ends. */
static void begin_event(gisa_trace *t) {
    line_add(&t->line, t->begun ? ",\n" : "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
}

static void add_place(gisa_trace *t, uint64_t pc) {
    uint64_t distance;
    const char *name = gisa_machine_function_at(t->machine, pc, &distance);
    if (name)
        line_add(&t->line, "%s+0x%llx", name, (unsigned long long)distance);
    else
        line_add(&t->line, "0x%llx", (unsigned long long)pc);
}

/* ---- launches -------------------------------------------------------------------------------- */

static bool is_wanted(const gisa_trace *t, const gisa_observed_wave *wave, uint64_t pc) {
    const gisa_trace_options *o = &t->options;
    uint64_t distance;
    const char *name;
    if ((o->one_group && memcmp(o->group, wave->group->id, sizeof o->group) != 0) ||
        (o->one_wave && o->wave != wave->number))
        return false;
    name = o->function ? gisa_machine_function_at(t->machine, pc, &distance) : NULL;
    return !o->function || (name && strcmp(name, o->function) == 0);
}

typedef struct memory {
    gisa_machine *machine;
    const gisa_observed_wave *wave;
} memory;

/* Byte p of a lane's private memory. */
static size_t private_byte(uint64_t p, uint32_t lane) {
    return (size_t)(p / 4 * 4 * GISA_WAVE_LANES + lane * 4 + p % 4);
}

static bool read_memory(const void *from, const gisa_wave_access *a, void *to) {
    const memory *m = from;
    const gisa_observed_wave *w = m->wave;
    switch ((gisa_wave_space)a->space) {
    case GISA_WAVE_SPACE_MEMORY: return gisa_machine_read(m->machine, a->address, to, a->size) == a->size;
    case GISA_WAVE_SPACE_LDS:
        if (a->address + a->size > w->group->lds_size)
            return false;
        memcpy(to, w->group->lds + a->address, a->size);
        return true;
    case GISA_WAVE_SPACE_PRIVATE:
        if (a->address + a->size > w->private_size || a->lane >= GISA_WAVE_LANES)
            return false;
        for (uint32_t i = 0; i < a->size; i++)
            ((uint8_t *)to)[i] = w->private_memory[private_byte(a->address + i, a->lane)];
        return true;
    case GISA_WAVE_SPACE_GDS: break;
    }
    return false;
}

static traced traced_of(const gisa_trace *t, const gisa_observed_wave *wave, const gisa_observed_step *step,
                        const memory *m) {
    return (traced){.isa = gisa_machine_isa(t->machine),
                    .wave = wave->wave,
                    .insn = &step->site->insn,
                    .next_pc = step->next_pc,
                    .jumped = step->kind == GISA_WAVE_KIND_JUMPED,
                    .waits = step->kind == GISA_WAVE_KIND_WAITS,
                    .change_count = step->change_count,
                    .change = step->change,
                    .access_count = step->access_count,
                    .access = step->access,
                    .lanes = t->options.lanes ? t->options.lanes : UINT64_MAX,
                    .read = read_memory,
                    .from = m};
}

static void add_effects(gisa_trace *t, const gisa_observed_wave *wave, const gisa_observed_step *step) {
    const memory m = {t->machine, wave};
    const traced now = traced_of(t, wave, step, &m);
    effects_add(&t->line, &now);
    if (now.jumped) {
        line_add(&t->line, " | to ");
        add_place(t, step->next_pc);
    }
}

static void add_source(gisa_trace *t, uint64_t pc) {
    char text[SOURCE_TEXT] = "";
    if (t->options.place)
        t->options.place(t->options.place_ctx, pc, text, sizeof text);
    if (*text)
        line_add(&t->line, " | at %s", text);
}

static void add_text(gisa_trace *t, const gisa_observed_wave *wave, const gisa_observed_step *step) {
    const uint32_t *id = wave->group->id;
    line_add(&t->line, "%u,%u,%u w%u ", id[0], id[1], id[2], wave->number);
    add_place(t, step->site->pc);
    line_add(&t->line, " ");
    instruction_add(&t->line, gisa_machine_isa(t->machine), &step->site->insn);
    add_effects(t, wave, step);
    add_source(t, step->site->pc);
    line_add(&t->line, "\n");
}

/* Groups are processes, by their numbers along x, y and z. */
static unsigned long long process_of(const gisa_observed_wave *wave) {
    const uint32_t *id = wave->group->id;
    return id[0] + ((unsigned long long)id[1] << 16) + ((unsigned long long)id[2] << 32);
}

static void name_threads(gisa_trace *t, const gisa_observed_wave *wave) {
    const uint32_t *id = wave->group->id;
    begin_event(t);
    line_add(
        &t->line,
        "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%llu,\"args\":{\"name\":\"group %u,%u,%u\"}},\n",
        process_of(wave), id[0], id[1], id[2]);
    line_add(
        &t->line,
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%llu,\"tid\":%u,\"args\":{\"name\":\"wave %u\"}}",
        process_of(wave), wave->number, wave->number);
    give(t);
}

static void add_event(gisa_trace *t, const gisa_observed_wave *wave, const gisa_observed_step *step) {
    const gisa_isa *isa = gisa_machine_isa(t->machine);
    line *l = &t->line, effects = {NULL, 0, 0};
    gisa_form_info form = {0};
    begin_event(t);
    line_add(l, "{\"ph\":\"X\",\"ts\":%llu,\"dur\":1,\"pid\":%llu,\"tid\":%u,\"name\":\"",
             (unsigned long long)t->time, process_of(wave), wave->number);
    instruction_add(l, isa, &step->site->insn);
    gisa_form(isa, step->site->insn.form, &form);
    line_add(l, "\",\"cat\":\"%s\",\"args\":{\"at\":\"", gisa_class_name(form.class_));
    add_place(t, step->site->pc);
    effects = t->line;
    t->line = (line){NULL, 0, 0};
    add_effects(t, wave, step);
    line_add(&effects, "\",\"does\":\"");
    if (t->line.text)
        line_add_quoted(&effects, t->line.text + 3);
    free(t->line.text);
    t->line = effects;
    line_add(l, "\"}}");
}

static void wave_begins(void *ctx, gisa_observed_wave *wave) {
    gisa_trace *t = ctx;
    const gisa_trace_options *o = &t->options;
    wave->data = NULL;
    if (o->kind == GISA_TRACE_EVENTS && (!o->one_wave || o->wave == wave->number) &&
        (!o->one_group || memcmp(o->group, wave->group->id, sizeof o->group) == 0))
        name_threads(t, wave);
}

static void wave_ends(void *ctx, gisa_observed_wave *wave) {
    const gisa_trace *t = ctx;
    if (t->binary)
        binary_wave_ends(t->binary, wave);
}

static bool add_binary(gisa_trace *t, gisa_observed_wave *wave, const gisa_observed_step *step) {
    const memory m = {t->machine, wave};
    const traced now = traced_of(t, wave, step, &m);
    return now.waits || binary_step(t->binary, wave, step->site, &now);
}

static bool after(void *ctx, gisa_observed_wave *wave, const gisa_observed_step *step) {
    gisa_trace *t = ctx;
    t->time++;
    if (!is_wanted(t, wave, step->site->pc))
        return true;
    if (t->binary)
        return add_binary(t, wave, step);
    if (t->options.kind == GISA_TRACE_EVENTS)
        add_event(t, wave, step);
    else
        add_text(t, wave, step);
    return give(t);
}

/* ---- a wave of one's own --------------------------------------------------------------------- */

bool gisa_trace_step(gisa_trace *t, gisa_wave *wave, const gisa_isa *isa, uint64_t base,
                     const gisa_wave_step_info *info) {
    if (t->binary)
        return true;
    const traced now = {.isa = isa,
                        .wave = wave,
                        .insn = &info->insn,
                        .next_pc = info->next_pc,
                        .jumped = info->kind == GISA_WAVE_KIND_JUMPED,
                        .waits = info->kind == GISA_WAVE_KIND_WAITS,
                        .change_count = info->change_count < GISA_WAVE_MOST_CHANGES ? info->change_count
                                                                                    : GISA_WAVE_MOST_CHANGES,
                        .change = info->change,
                        .access_count = info->access_count < GISA_WAVE_MOST_ACCESSES
                                            ? info->access_count
                                            : GISA_WAVE_MOST_ACCESSES,
                        .access = info->access,
                        .lanes = t->options.lanes ? t->options.lanes : UINT64_MAX};
    line_add(&t->line, "+0x%llx ", (unsigned long long)(info->pc - base));
    instruction_add(&t->line, isa, &info->insn);
    effects_add(&t->line, &now);
    if (now.jumped)
        line_add(&t->line, " | to +0x%llx", (unsigned long long)(info->next_pc - base));
    line_add(&t->line, "\n");
    return give(t);
}

/* ---- the trace ------------------------------------------------------------------------------- */

gisa_trace *gisa_trace_new(gisa_machine *machine, const gisa_trace_options *options) {
    gisa_trace *t = options && options->write ? calloc(1, sizeof *t) : NULL;
    if (!t)
        return NULL;
    t->machine = machine;
    t->options = *options;
    t->observer = (gisa_observer){.ctx = t,
                                  .wants_accesses = true,
                                  .wants_changes = true,
                                  .wave_begins = wave_begins,
                                  .wave_ends = wave_ends,
                                  .after = after};
    if (options->kind != GISA_TRACE_BINARY)
        return t;
    t->binary = machine ? binary_new(machine, &t->options) : NULL;
    if (t->binary)
        return t;
    free(t);
    return NULL;
}

void gisa_trace_free(gisa_trace *t) {
    if (!t)
        return;
    if (t->options.kind == GISA_TRACE_EVENTS) {
        if (!t->begun)
            begin_event(t);
        line_add(&t->line, "\n]}\n");
        give(t);
    }
    binary_end(t->binary);
    free(t->line.text);
    free(t);
}

const gisa_observer *gisa_trace_observer(gisa_trace *t) {
    return t ? &t->observer : NULL;
}
