/* SPDX-License-Identifier: MIT */
/* A wave: registers by name, steps, runs. */
#include <string.h>

#include "answer.h"
#include "gisa_wave.h"

gisa_wave *EXPORT(gisa_js_wave)(const char *arch) {
    return gisa_wave_new(gisa_find(arch));
}

gisa_wave *EXPORT(gisa_js_wave_join)(gisa_wave *wave) {
    return gisa_wave_join(wave);
}

void EXPORT(gisa_js_wave_free)(gisa_wave *wave) {
    gisa_wave_free(wave);
}

int EXPORT(gisa_js_wave_reset)(gisa_wave *wave) {
    return gisa_wave_reset(wave);
}

int EXPORT(gisa_js_wave_choose)(gisa_wave *wave, const char *model, const char *option) {
    return gisa_wave_choose(wave, model, option);
}

int EXPORT(gisa_js_wave_map)(gisa_wave *wave, uint64_t address, void *memory, size_t size, bool writable) {
    return gisa_wave_map(wave, address, memory, size, writable);
}

int EXPORT(gisa_js_wave_load)(gisa_wave *wave, uint64_t address, const void *code, size_t size) {
    return gisa_wave_load(wave, address, code, size);
}

/* ---- registers --------------------------------------------------------------------------- */

/* The answer: {"count": ..., "perLane": ..., "width": ...}, or an error. */
int EXPORT(gisa_js_wave_find)(gisa_wave *wave, const char *name) {
    gisa_wave_register reg;
    gisa_error error = {0};
    gisa_status status = gisa_wave_find(wave, name, &reg, &error);
    if (status) {
        answer_error(&error);
        return status;
    }
    answer_begin();
    json_begin(NULL, '{');
    json_number("count", reg.count);
    json_truth("perLane", reg.per_lane);
    json_number("first", reg.first);
    json_number("width", reg.bits.width);
    json_end('}');
    answer_end();
    return GISA_OK;
}

/* Every lane of a word, where they lie side by side; NULL: they do not. */
uint32_t *EXPORT(gisa_js_wave_row)(gisa_wave *wave, const char *name, unsigned word) {
    gisa_wave_register reg;
    return gisa_wave_find(wave, name, &reg, NULL) ? NULL : gisa_wave_row(wave, &reg, word);
}

/* `count` words from word `first` on, in a lane; a gisa_status. */
int EXPORT(gisa_js_wave_get)(gisa_wave *wave, const char *name, unsigned lane, unsigned first, unsigned count,
                             uint32_t *values) {
    gisa_wave_register reg;
    gisa_status status = gisa_wave_find(wave, name, &reg, NULL);
    for (unsigned i = 0; i < count && !status; i++)
        status = gisa_wave_get(wave, &reg, lane, first + i, &values[i]);
    return status;
}

int EXPORT(gisa_js_wave_set)(gisa_wave *wave, const char *name, unsigned lane, unsigned first, unsigned count,
                             const uint32_t *values) {
    gisa_wave_register reg;
    gisa_status status = gisa_wave_find(wave, name, &reg, NULL);
    for (unsigned i = 0; i < count && !status; i++)
        status = gisa_wave_set(wave, &reg, lane, first + i, values[i]);
    return status;
}

/* ---- running ----------------------------------------------------------------------------- */

static const char *const causes[] = {"", "address", "instruction", "trap", "stuck", "other"};

static void put_fault(const gisa_wave_fault *fault) {
    if (fault->cause == GISA_CAUSE_NONE)
        return;
    json_begin("fault", '{');
    json_text("cause", causes[fault->cause]);
    json_text("message", fault->message);
    json_number("lane", fault->lane == GISA_WAVE_ALL ? -1 : (int64_t)fault->lane);
    json_hex("address", fault->address);
    json_end('}');
}

static void put_changes(gisa_wave *wave, const gisa_wave_step_info *info) {
    char name[GISA_WAVE_NAME];
    json_begin("changes", '[');
    for (unsigned i = 0; i < info->change_count && i < GISA_WAVE_MOST_CHANGES; i++) {
        const gisa_wave_change *c = &info->change[i];
        for (unsigned word = 0; word < c->reg.count; word++) {
            if (gisa_wave_name(wave, &c->reg, word, name) != GISA_OK)
                continue;
            json_begin(NULL, '{');
            json_text("name", name);
            json_truth("perLane", c->reg.per_lane);
            json_hex("lanes", c->lanes);
            json_end('}');
        }
    }
    json_end(']');
}

static const char *const spaces[] = {"memory", "lds", "gds", "private"};

static void put_accesses(const gisa_wave_step_info *info) {
    json_begin("accesses", '[');
    for (unsigned i = 0; i < info->access_count && i < GISA_WAVE_MOST_ACCESSES; i++) {
        const gisa_wave_access *a = &info->access[i];
        json_begin(NULL, '{');
        json_text("space", spaces[a->space]);
        json_hex("address", a->address);
        json_number("size", a->size);
        json_number("lane", a->lane == GISA_WAVE_ALL ? -1 : (int64_t)a->lane);
        json_truth("reads", a->access & GISA_ACCESS_READ);
        json_truth("writes", a->access & GISA_ACCESS_WRITE);
        json_end('}');
    }
    json_end(']');
    json_number("accessCount", info->access_count);
}

static const char *const kinds[] = {"next", "jumped", "ended", "waits", "sleeps", "halted", "fault"};
static gisa_wave_step_info step;

/* The answer: what the step was. */
int EXPORT(gisa_js_wave_step)(gisa_wave *wave) {
    gisa_wave_kind kind = gisa_wave_step(wave, &step);
    answer_begin();
    json_begin(NULL, '{');
    json_text("kind", kinds[kind]);
    json_number("pc", (int64_t)step.pc);
    json_number("nextPc", (int64_t)step.next_pc);
    json_number("size", step.insn.size);
    put_changes(wave, &step);
    put_accesses(&step);
    put_fault(&step.fault);
    json_end('}');
    answer_end();
    return kind;
}

static const char *const ends[] = {"ended", "address", "limit", "waits", "fault"};

/* The answer: how the run ended. */
int EXPORT(gisa_js_wave_run)(gisa_wave *wave, uint64_t limit, uint64_t stop_at) {
    gisa_wave_result result;
    gisa_wave_end end = gisa_wave_run(wave, limit, stop_at, &result);
    answer_begin();
    json_begin(NULL, '{');
    json_text("end", ends[end]);
    json_number("instructions", (int64_t)result.instructions);
    put_fault(&result.fault);
    json_end('}');
    answer_end();
    return end;
}

/* ---- exports ----------------------------------------------------------------------------- */

/* The answer: what was exported to each target, by its number; values are at `values`, 64 lanes of
   x, then of y, z and w. */
void EXPORT(gisa_js_wave_exports)(const gisa_wave *wave) {
    answer_begin();
    json_begin(NULL, '[');
    for (unsigned i = 0; i < GISA_WAVE_TARGETS; i++) {
        const gisa_wave_export *e = gisa_wave_exported(wave, i);
        if (!e || !e->times)
            continue;
        json_begin(NULL, '{');
        json_number("target", i);
        json_number("times", e->times);
        json_truth("compressed", e->compressed);
        json_truth("done", e->done);
        json_truth("valid", e->valid);
        json_hex("exec", e->exec);
        json_number("values", (int64_t)(uintptr_t)e->value);
        json_begin("lanes", '[');
        for (unsigned c = 0; c < 4; c++)
            json_hex(NULL, e->lanes[c]);
        json_end(']');
        json_end('}');
    }
    json_end(']');
    answer_end();
}
