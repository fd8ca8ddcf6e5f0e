/* SPDX-License-Identifier: MIT */
/* Waves that somebody else runs, and that are only looked at: what they answer to calls that would
   run them, or change what they run. */
#include <string.h>

#include "wave_own.h"

void wave_seen_free(gisa_wave *wave) {
    (void)wave;
}

gisa_status wave_seen_choose(gisa_wave *wave, const char *name, const char *option) {
    (void)wave, (void)name, (void)option;
    return GISA_STATUS_BAD_ARGUMENT;
}

gisa_status wave_seen_map(gisa_wave *wave, uint64_t address, void *memory, size_t size, bool writable) {
    (void)wave, (void)address, (void)memory, (void)size, (void)writable;
    return GISA_STATUS_BAD_ARGUMENT;
}

gisa_status wave_seen_load(gisa_wave *wave, uint64_t address, const void *code, size_t size) {
    (void)wave, (void)address, (void)code, (void)size;
    return GISA_STATUS_BAD_ARGUMENT;
}

gisa_wave_kind wave_seen_step(gisa_wave *wave, gisa_wave_step_info *info) {
    (void)wave;
    if (info)
        memset(info, 0, sizeof *info);
    if (info)
        info->kind = GISA_WAVE_KIND_WAITS;
    return GISA_WAVE_KIND_WAITS;
}

void wave_seen_run(gisa_wave *wave, uint64_t limit, uint64_t stop_at, gisa_wave_result *result) {
    (void)wave, (void)limit, (void)stop_at;
    result->end = GISA_WAVE_END_WAITS;
}
