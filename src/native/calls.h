/* SPDX-License-Identifier: MIT */
/* What translated code and the library know of each other. */
#ifndef GISA_NATIVE_CALLS_H
#define GISA_NATIVE_CALLS_H

#include "insn/op.h"

/* Functions of the library that translated code calls. */
typedef struct native_calls {
    bool (*go_near)(const gcn_wave *wave, uint64_t address, gisa_span *near);
    int64_t (*fact)(const gisa_isa *isa, const char *name, int64_t otherwise);
    void (*find_buffer)(gcn_wave *wave, const gisa_op *op, gisa_buffer_found *found);
} native_calls;

/* Has the name `gisa_native_begin` in translated code; called once. */
typedef void native_begin(const native_calls *calls);

#endif
