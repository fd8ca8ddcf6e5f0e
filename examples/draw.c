/* SPDX-License-Identifier: MIT */
/* Runs the vertex program of examples/lit.vert.s from a program of one's own: uniforms by name, a
 * quarter turn of four points, and what a fault says. Usage: draw lit.vert.gxp, which is what `gisa
 * asm -f gxp lit.vert.s` makes. */
#include <gisa_shade.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 4 };

typedef struct points {
    float in[POINTS][4], out[POINTS][4];
} points;

static void *read_file(const char *name, size_t *size) {
    FILE *file = fopen(name, "rb");
    void *data = NULL;
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    if ((data = malloc(*size)) && fread(data, 1, *size, file) != *size) {
        free(data);
        data = NULL;
    }
    fclose(file);
    return data;
}

/* Before a batch runs: its attributes, a row for each register. Batches may run at once, on several
   threads. */
static void begin(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    const points *p = ctx;
    for (unsigned reg = 0; reg < 4; reg++)
        for (unsigned i = 0; i < count; i++)
            memcpy(&gisa_shade_row(batch, GISA_KIND_PRIMARY, reg)[i], &p->in[first + i][reg], 4);
}

/* After it has run: the position is in o0 to o3. */
static void end(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    points *p = ctx;
    for (unsigned reg = 0; reg < 4; reg++)
        for (unsigned i = 0; i < count; i++)
            memcpy(&p->out[first + i][reg], &gisa_shade_row(batch, GISA_KIND_OUTPUT, reg)[i], 4);
}

/* Where the program expects a uniform; false: it has none of that name. */
static bool set_uniform(gisa_shade *machine, const gisa_gxp *shader, const char *name, const float *value) {
    gisa_gxp_parameter p;
    for (unsigned i = 0; gisa_gxp_parameter_at(shader, i, &p) == GISA_OK; i++)
        if (strcmp(p.name, name) == 0 && p.registers.bank == GISA_KIND_SECONDARY &&
            p.registers.first + p.registers.count <= GISA_SHADE_BANK) {
            memcpy(gisa_shade_uniforms(machine) + p.registers.first, value, 4 * p.registers.count);
            return true;
        }
    return false;
}

int main(int argc, char **argv) {
    static const float turn[16] = {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    points p = {.in = {{1, 0, 0, 1}, {0, 2, 0, 1}, {-3, 0, 5, 1}, {1, 1, 1, 1}}};
    size_t size;
    void *file = argc == 2 ? read_file(argv[1], &size) : NULL;
    gisa_gxp *shader;
    gisa_error error;
    if (!file) {
        fprintf(stderr, "usage: draw lit.vert.gxp\n");
        return 2;
    }
    if (gisa_gxp_open(file, size, &shader, &error)) {
        fprintf(stderr, "%s: byte %u: %s\n", argv[1], error.offset, error.message);
        return 1;
    }
    gisa_shade *machine = gisa_shade_new(gisa_find("sgx543"));
    if (!machine || gisa_shade_load(machine, shader) || !set_uniform(machine, shader, "matrix", turn)) {
        fprintf(stderr, "%s: cannot be loaded\n", argv[1]);
        return 1;
    }

    gisa_shade_draw draw = {.instances = POINTS, .threads = 2, .begin = begin, .end = end, .ctx = &p};
    gisa_shade_result result;
    if (gisa_shade_run(machine, &draw, &result) || result.end != GISA_SHADE_END_ENDED) {
        fprintf(stderr, "%s\n", result.message);
        return 1;
    }
    for (int i = 0; i < POINTS; i++)
        printf("%g %g %g -> %g %g %g\n", p.in[i][0], p.in[i][1], p.in[i][2], p.out[i][0], p.out[i][1],
               p.out[i][2]);

    /* A word that is no instruction is a fault, not a crash. */
    static const unsigned char nonsense[8] = {0, 0, 0, 0, 0, 0, 0, 0xb0};
    gisa_shade_primary(machine, nonsense, sizeof nonsense);
    if (!gisa_shade_run(machine, &draw, &result) && result.end == GISA_SHADE_END_FAULT)
        printf("%s\n", result.message);
    gisa_shade_free(machine);
    gisa_gxp_close(shader);
    free(file);
    return 0;
}
