/* SPDX-License-Identifier: MIT */
/*
 * What translated code begins with: the same words and bodies that the interpreter is built of.
 * make preprocesses this file and puts it into the library as text (build/native/prelude.c), so
 * that a compiler alone is needed while a program runs. FLUSH32, FLUSH64 and OMODS32, which say
 * what MODE is, are defined in the text that comes before it, and DPP_SHUFFLE, which depends on
 * that compiler, in insn/dpp_shuffle.h, which make leaves as it is: they are written as they are
 * here.
 */
#define LEVEL native
#define COMPILER_COMES_LATER
#define ROWS_ static UNUSED_
#define REGISTERS_APART
#include "insn/wide.h"
#include "insn/near.h"
#include "insn/scalar.h"
#include "insn/sdwa.h"
#include "insn/dpp_rows.h"
#include "insn/finish.h"
#include "emu/translator.h"
#include "native/calls.h"

static const native_calls *calls;

#include "native/memory.h"
#include "native/turns.h"

/* What bodies call that is in the library. */
bool element_go_near(const gcn_wave *w, uint64_t address, gisa_span *near) {
    return calls->go_near(w, address, near);
}
int64_t gisa_fact(const gisa_isa *isa, const char *name, int64_t otherwise) {
    return calls->fact(isa, name, otherwise);
}

#include "gen/gcn_native.h"
