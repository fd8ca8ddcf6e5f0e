/* SPDX-License-Identifier: MIT */
/* From where the program has called the runtime. */
#ifndef GISA_HSA_TOOLS_CALLERS_H
#define GISA_HSA_TOOLS_CALLERS_H

enum { CALLER_TEXT = 400 };

/* An address in the program's own code, the innermost on the stack; where there is none, in the
   library that called the runtime. NULL: it is not to be had. */
const void *caller_now(void);

/* "main at vectors.cpp:31", "main in vectors", "vectors+0x1234"; "" for NULL. */
const char *caller_text(const void *caller, char text[CALLER_TEXT]);

#endif
