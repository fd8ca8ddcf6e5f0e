/* SPDX-License-Identifier: MIT */
/* Runs the kernel of examples/saxpy.s from a program of one's own: two launches at once, on threads
 * of the machine's, and one that reads beyond its memory. Usage: launch saxpy.co, which is what
 * `gisa asm -f co saxpy.s` makes. */
#include <gisa_machine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 1024 };

/* The arguments as the kernel's metadata place them: a at 0, x at 8, y at 16. */
typedef struct arguments {
    float a;
    float *x, *y;
} arguments;

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

int main(int argc, char **argv) {
    static float memory[2 * ITEMS + 16]; /* nothing of the kernel's is after y */
    float *x = memory, *y = memory + ITEMS;
    size_t size;
    void *file = argc == 2 ? read_file(argv[1], &size) : NULL;
    if (!file) {
        fprintf(stderr, "usage: launch saxpy.co\n");
        return 2;
    }
    for (int i = 0; i < ITEMS; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }

    /* A machine of the chip that the kernel is for, and what the kernel may touch. */
    gisa_machine *machine = gisa_machine_new(gisa_find("gfx900"));
    gisa_loaded *loaded;
    gisa_kernel kernel;
    gisa_error error;
    if (!machine || gisa_machine_map(machine, x, ITEMS * sizeof *x, "x") ||
        gisa_machine_map(machine, y, ITEMS * sizeof *y, "y")) {
        fprintf(stderr, "no machine\n");
        return 1;
    }
    if (gisa_machine_load(machine, file, size, &error, &loaded) || gisa_kernel_at(loaded, 0, &kernel)) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        return 1;
    }

    /* Each launch takes half of the work-items. All that it points to stays until it has ended. */
    arguments args[3] = {{2, x, y}, {2, x + ITEMS / 2, y + ITEMS / 2}, {2, x, y + 1}};
    gisa_launch launch[3];
    gisa_result result[3];
    for (int i = 0; i < 3; i++) {
        memset(&launch[i], 0, sizeof launch[i]);
        launch[i].descriptor = kernel.descriptor;
        launch[i].dimensions = 1;
        launch[i].grid[0] = i < 2 ? ITEMS / 2 : ITEMS;
        launch[i].group[0] = 64;
        launch[i].kernarg = &args[i];
        launch[i].kernarg_size = sizeof args[i];
        launch[i].threads = 2;
    }
    if (gisa_machine_start(machine, &launch[0], &result[0], NULL, NULL) ||
        gisa_machine_start(machine, &launch[1], &result[1], NULL, NULL)) {
        fprintf(stderr, "no thread\n");
        return 1;
    }
    gisa_machine_wait(machine);
    for (int i = 0; i < 2; i++)
        printf("launch %d: %s, %llu instructions\n", i,
               result[i].end == GISA_END_ENDED ? "ended" : result[i].message,
               (unsigned long long)result[i].instructions);
    printf("y[0] = %g, y[1] = %g, y[1023] = %g\n", (double)y[0], (double)y[1], (double)y[1023]);

    /* The last work-item of this one is a float too far: a report, not a crash. */
    if (gisa_machine_run(machine, &launch[2], &result[2]) == GISA_OK && result[2].end == GISA_END_FAULT)
        printf("%s\n", result[2].message);
    gisa_machine_free(machine);
    free(file);
    return 0;
}
