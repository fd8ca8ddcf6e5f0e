/* SPDX-License-Identifier: MIT */
/* gisa run: memory at addresses that the user says. */
#include "run_memory.h"

#include <stdio.h>
#include <stdlib.h>

#include "cmd.h"
#include "run.h"
#include "run_shader.h"

bool block_wrong(const char *expected, const char *text) {
    fprintf(stderr, "gisa %s: expected %s, not '%s'\n", run_name, expected, text);
    return false;
}

/* The number at the beginning, and what `end` separates from it. */
static const char *read_address(const char *text, char end, uint64_t *number) {
    char *behind;
    *number = strtoull(text, &behind, 0);
    return behind > text && *text != '-' && *behind == end ? behind + 1 : NULL;
}

bool block_open(wave_block *b, const char *text) {
    uint64_t size;
    void *data;
    const char *file = read_address(text, '=', &b->address),
               *zeros = file ? NULL : read_address(text, ',', &b->address);
    if (file) {
        if (!cmd_read_file(file, &data, &b->size))
            return false;
        b->memory = data;
        return b->size || block_wrong("a file that is not empty after --mem", text);
    }
    if (!zeros || !read_address(zeros, 0, &size) || !size || size > UINT32_MAX)
        return block_wrong("ADDRESS=FILE or ADDRESS,SIZE after --mem", text);
    b->size = (size_t)size;
    b->memory = calloc(1, b->size);
    return b->memory || shader_says("out of memory", NULL);
}

bool block_dump(const wave_block *block, unsigned count, const char *text, bool write) {
    uint64_t address, size;
    const char *rest = read_address(text, ',', &address),
               *file = rest ? read_address(rest, '=', &size) : NULL;
    if (!file || !*file)
        return block_wrong("ADDRESS,SIZE=FILE after --dump-mem", text);
    for (unsigned i = 0; i < count; i++) {
        const wave_block *b = &block[i];
        if (address - b->address < b->size && size <= b->size - (address - b->address))
            return !write || cmd_write_file(file, b->memory + (address - b->address), (size_t)size) == 0;
    }
    return shader_says("--mem has mapped nothing there, or less:", text);
}
