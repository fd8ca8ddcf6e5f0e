/* SPDX-License-Identifier: MIT */
/* What a wave has exported: for each target and lane the last values. */
#ifndef GISA_EMU_EXPORTS_H
#define GISA_EMU_EXPORTS_H

#include "gisa_wave.h"

typedef struct wave_exports {
    uint32_t done;  /* kinds whose last export was done: see export_kind in isa/gcn/vocab.isa */
    uint32_t count; /* of export instructions */
    bool has_valid;
    uint64_t valid;       /* EXEC at the last export that said vm */
    gisa_wave_export *at; /* the target of the instruction that is being run */
    gisa_wave_export target[GISA_WAVE_TARGETS];
} wave_exports;

struct gcn_wave;

typedef struct exports_flags {
    bool compressed, done, valid;
} exports_flags;

/* The words BEGIN_EXPORT, EXPORT, EXPORT_FAULT and EXPORTS_DONE. */
void exports_begin(struct gcn_wave *wave, uint32_t target, exports_flags flags);
void exports_value(struct gcn_wave *wave, unsigned lane, uint32_t component, uint32_t value);
void exports_fault(struct gcn_wave *wave, uint32_t why);
uint32_t *exports_done(struct gcn_wave *wave);

#endif
