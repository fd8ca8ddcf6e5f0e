/* SPDX-License-Identifier: MIT */
/* src/native/prelude.h, preprocessed (build/native/prelude.c). */
#ifndef GISA_NATIVE_PRELUDE_TEXT_H
#define GISA_NATIVE_PRELUDE_TEXT_H

extern const char native_prelude[];

#endif
