/* SPDX-License-Identifier: MIT */
/* gisa run --trace on one wave: runs it step by step. */
#include "run.h"
#include "run_wave.h"

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

void wave_trace(gisa_trace *trace, gisa_wave *wave, const gisa_isa *isa, uint64_t limit, size_t size,
                gisa_wave_result *result) {
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
        if (!gisa_trace_step(trace, wave, isa, base, &info)) {
            result->end = GISA_WAVE_END_LIMIT;
            return;
        }
    } while (!ends(kind, &info, base + size, result));
}
