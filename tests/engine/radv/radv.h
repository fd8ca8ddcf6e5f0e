/* SPDX-License-Identifier: MIT */
/* GLSL shaders on two paths: compiled by RADV and run by gisa; run by lavapipe. What both share. */
#ifndef TEST_RADV_H
#define TEST_RADV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SIZE = 64,   /* of the picture */
    BUFFERS = 4, /* binding 0 is a uniform buffer, the others are storage buffers */
    BUFFER_BYTES = 4096,
    TEXTURES = 2, /* bindings 4 (linear, repeat) and 5 (nearest, clamp to edge): the same image */
    TEXELS = 32,  /* along each side, RGBA of 8 bits */
    GROUPS_X = 3, /* of a compute shader */
    GROUPS_Y = 2,
    CODE_WORDS = 1 << 16
};

/* A program: a vertex and a fragment shader, or a compute shader. */
typedef struct program {
    const char *name, *vertex, *fragment, *compute; /* SPIR-V files */
    unsigned vertices, group[3];
} program;

/* What a program leaves: the picture (R32G32B32A32), or the buffers. */
typedef struct outcome {
    float picture[SIZE * SIZE * 4];
    uint8_t buffer[BUFFERS][BUFFER_BYTES];
    uint8_t texels[TEXELS][TEXELS][4];
} outcome;

/* Code of a stage, and what the driver's text says of the registers that it begins with. */
typedef struct shader_code {
    uint32_t word[CODE_WORDS];
    size_t count;
    char *text; /* NIR, ACO IR and assembly */
} shader_code;

/* vulkan.c: opens the device whose name has these letters; false: there is none. */
bool vulkan_open(const char *name);
/* Compiles; code[0] is of the vertex or compute shader, code[1] of the fragment shader. */
bool vulkan_compile(const program *p, shader_code code[2]);
/* Runs, on buffers that begin as `start`. */
bool vulkan_run(const program *p, const outcome *start, outcome *result);

/* code.c: words of the text, or of the file that the script clrxdisasm has left. */
/* checked.c: notes what the checker finds. */
void code_check(const char *arch, const char *name, const shader_code *code);
bool code_find(shader_code code[2], bool compute);

/* What is in front of the first instruction. */
typedef struct first_registers {
    unsigned set; /* the register that holds the address of descriptor set 0; 0: none does */
    unsigned user_sgprs;
    uint32_t inputs; /* PS: SPI_PS_INPUT_ENA; CS: bits of CS_SGPR */
} first_registers;

/* False: `why` says what the test does not understand. */
bool code_registers(const char *text, char stage, first_registers *r, const char **why);

/* stages.c: the same program in gisa; false: `why` says what went wrong. */
bool stages_run(const char *arch, const program *p, shader_code code[2], const outcome *start,
                outcome *result, char why[512]);

#endif
