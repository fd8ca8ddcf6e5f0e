/* SPDX-License-Identifier: MIT */
/* Fuzz target: source text to a file, in every format; what comes out is disassembled and assembled
 * again. Input: architecture (or none); output format, and 4: CLRX's syntax, 8: a shader file; then
 * the source (assemble.h). */
#include "assemble.h"

enum { ERROR_LIMIT = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size >= 2)
        fuzz_assemble(fuzz_isa(data[0], true), data[1], (const char *)data + 2, size - 2, ERROR_LIMIT);
    return 0;
}
