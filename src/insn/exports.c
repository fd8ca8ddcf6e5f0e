/* SPDX-License-Identifier: MIT */
/* Keeps what a wave exports. A wave whose exports are not collected, such as that of a kernel, must
   not export. */
#include "body.h"

void exports_begin(gcn_wave *w, uint32_t target, exports_flags flags) {
    wave_exports *all = w->exports;
    gisa_wave_export *at;
    if (w->fault.kind || !all)
        return;
    at = all->at = &all->target[target % GISA_WAVE_TARGETS];
    at->times++;
    at->last = all->count++;
    at->compressed = flags.compressed;
    at->done = flags.done;
    at->valid = flags.valid;
    at->exec = *wave_exec(w);
    if (flags.valid) {
        all->valid = *wave_exec(w);
        all->has_valid = true;
    }
}

void exports_value(gcn_wave *w, unsigned lane, uint32_t component, uint32_t value) {
    wave_exports *all = w->exports;
    if (w->fault.kind || !all)
        return;
    all->at->lanes[component & 3] |= UINT64_C(1) << lane;
    all->at->value[component & 3][lane] = value;
}

void exports_fault(gcn_wave *w, uint32_t why) {
    static const gisa_fault_kind kinds[] = {GISA_FAULT_TARGET, GISA_FAULT_EXPORT, GISA_FAULT_DONE};
    wave_raise(w, kinds[why < 2 ? why : 2], w->op->target);
}

/* Where the wave may not export this is where it is noticed: each export asks first. */
uint32_t *exports_done(gcn_wave *w) {
    if (w->exports)
        return &w->exports->done;
    wave_raise(w, GISA_FAULT_NO_STAGE, w->op->target);
    w->no_exports = 0;
    return &w->no_exports;
}
