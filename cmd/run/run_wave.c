/* SPDX-License-Identifier: MIT */
/* gisa run on code without a kernel: an instruction or a few, in one wave, on registers that the
   command line sets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "run.h"
#include "run_shader.h"
#include "run_wave.h"

bool wave_is_asked(const wave_run *r) {
    return r->set_count || r->dump_count || r->memory_count || r->dump_memory_count || r->settings ||
           r->case_file;
}

/* ---- memory ---- */

static bool map_all(wave_run *r, gisa_wave *wave) {
    for (unsigned i = 0; i < r->memory_count; i++) {
        wave_block *b = &r->block[i];
        if (!block_open(b, r->memory[i]))
            return false;
        if (gisa_wave_map(wave, b->address, b->memory, b->size, true))
            return shader_says("memory that overlaps with other memory or the code, or does not fit:",
                               r->memory[i]);
        if (!run_case_memory(r, b))
            return false;
    }
    return true;
}

/* ---- the run ---- */

static gisa_status choose(void *wave, const char *model_name, const char *chosen) {
    return gisa_wave_choose(wave, model_name, chosen);
}

static bool prepare(wave_run *r, gisa_wave *wave, const void *code, size_t size) {
    bool good = gisa_wave_load(wave, named_code_address(r->isa), code, size) == GISA_OK ||
                shader_says("out of memory", NULL);
    good = good && run_models_choose(r->models, r->isa, choose, wave);
    good = good && map_all(r, wave) && (!r->settings || wave_settings(r, wave, r->settings));
    for (unsigned i = 0; i < r->set_count && good; i++)
        good = wave_set(r, wave, r->set[i]);
    for (unsigned i = 0; i < r->dump_count && good; i++)
        good = wave_dump(wave, r->dump[i], NULL, NULL);
    for (unsigned i = 0; i < r->dump_memory_count && good; i++)
        good = block_dump(r->block, r->memory_count, r->dump_memory[i], false);
    return good;
}

static bool say_end(const gisa_wave_result *result) {
    switch (result->end) {
    case GISA_WAVE_END_ENDED:
    case GISA_WAVE_END_ADDRESS: return true;
    case GISA_WAVE_END_LIMIT: return shader_says("the limit of instructions was reached", NULL);
    case GISA_WAVE_END_WAITS:
        return shader_says("the wave waits or is halted, and nothing lets it go on", NULL);
    case GISA_WAVE_END_FAULT: break;
    }
    return shader_says(result->fault.message, NULL);
}

static bool show_all(const wave_run *r, gisa_wave *wave, const wave_values *before, wave_show *show,
                     void *ctx) {
    bool good = true;
    for (unsigned i = 0; i < r->dump_count; i++)
        good = wave_dump(wave, r->dump[i], show, ctx) && good;
    if (!r->dump_count)
        wave_changes(wave, before, show, ctx);
    return good;
}

/* After a fault registers are shown all the same, but no file is written, except a case that
   expects the fault. */
static int finish(wave_run *r, gisa_wave *wave, const wave_values *before, const gisa_wave_result *result) {
    bool good = true;
    if (r->dump_count || !r->quiet)
        good = show_all(r, wave, before, wave_print, NULL);
    if (!r->dump_count && !r->quiet)
        wave_print_exports(wave, r->isa);
    if (r->case_file)
        good = good && show_all(r, wave, before, run_case_show, r) && run_case_finish(r, result);
    good = say_end(result) && good;
    for (unsigned i = 0; i < r->dump_memory_count && good; i++)
        good = block_dump(r->block, r->memory_count, r->dump_memory[i], true);
    return good ? 0 : 1;
}

static int run_code(wave_run *r, const void *code, size_t size) {
    gisa_wave *wave = gisa_wave_new(r->isa);
    wave_values *before = NULL;
    gisa_wave_result result;
    int status = 1;
    if (!wave)
        shader_says("out of memory", NULL);
    else if (prepare(r, wave, code, size) && (before = wave_values_take(wave))) {
        if (!r->trace->wanted)
            gisa_wave_run(wave, r->limit, 0, &result);
        else if (run_trace_begin(r->trace, NULL, NULL))
            wave_trace(r->trace->trace, wave, r->isa, r->limit, size, &result);
        else
            result.end = GISA_WAVE_END_LIMIT;
        status = finish(r, wave, before, &result);
        status = run_trace_end(r->trace) ? status : 1;
    }
    free(before);
    gisa_wave_free(wave);
    for (unsigned i = 0; i < r->memory_count; i++) {
        free(r->block[i].memory);
        free(r->block[i].before);
    }
    case_free(&r->written);
    return status;
}

int wave_execute(wave_run *r, const gisa_isa *isa, const char *file, const void *data, size_t size) {
    void *code = NULL;
    size_t code_size = 0;
    int status = 1;
    r->isa = isa;
    const code_source source = {
        .isa = isa, .path = file, .kind = r->raw ? CODE_IN_RAW : CODE_AUTO, .syntax = r->syntax};
    if (shader_code(&source, data, size, &code, &code_size))
        status = run_case_begin(r, file, code, code_size) ? run_code(r, code, code_size) : 1;
    free(code);
    return status;
}
