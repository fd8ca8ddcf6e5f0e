/* SPDX-License-Identifier: MIT */
/* Shaders of the PS Vita for the debugger: `gisa run FILE.gxp`, and pairs, with each batch of 64
   instances under control. */
#ifndef GISA_CMD_DEBUG_SHADERS_H
#define GISA_CMD_DEBUG_SHADERS_H

#include "../run/run_shader.h"
#include "target.h"

enum { SHADERS_CODE = 1 << 16 /* the address of the first program */, SHADERS_MOST_CODE = 4 };

/* A program's code, as the session has it. */
typedef struct shaders_code {
    char name[24]; /* "vertex", "fragment_secondary" */
    uint64_t address;
    const uint8_t *bytes;
    size_t size;
} shaders_code;

typedef struct shaders {
    shader_run run, pixel; /* as shader_take fills them; `pixel` where run.pixel is it */
    target *t;
    shaders_code code[SHADERS_MOST_CODE];
    unsigned count;
} shaders;

/* Reads the files, and begins the session; false: has said what is wrong. */
bool shaders_start(target *t);
/* At the end: outputs, pictures, memory; returns the exit status. */
int shaders_finish(const target *t);
/* After the session; where there are no shaders it does nothing. */
void shaders_end(target *t);

/* The code at an address, or of a name; NULL: there is none. */
const shaders_code *shaders_code_at(const shaders *s, uint64_t pc);
const shaders_code *shaders_code_of(const shaders *s, const char *name);

#endif
