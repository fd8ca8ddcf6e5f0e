/* SPDX-License-Identifier: MIT */
/* The arguments of a kernel as the command line gives them. */
#ifndef GISA_CMD_RUN_H
#define GISA_CMD_RUN_H

#include "gisa_machine.h"
#include "options.h"

/* run_launch.c: the command that messages name. */
extern const char *run_name;

enum { RUN_MOST_ARGUMENTS = 256 };

typedef enum run_kind { RUN_NUMBER, RUN_MEMORY, RUN_LOCAL, RUN_IMAGE, RUN_SAMPLER } run_kind;

struct run_image;

/* One argument. */
typedef struct run_argument {
    const char *text; /* as written, for messages */
    run_kind kind;
    uint8_t bytes[128]; /* RUN_NUMBER: its value, up to 16 of 64 bits; RUN_MEMORY, RUN_LOCAL: see below */
    uint32_t size;      /* of what the kernel gets: 4 or 8 bytes, or as many as the numbers have */
    void *memory;       /* RUN_MEMORY: the kernel's, and how much */
    size_t memory_size;
    bool has_contents;       /* the command line says what is in it: zeros, too */
    const char *out;         /* the file that memory is written to; NULL = none */
    char show[4];            /* print memory as values of this type: "f32"; "" = not */
    uint32_t local;          /* RUN_LOCAL: bytes of LDS */
    struct run_image *image; /* RUN_IMAGE, RUN_SAMPLER: what run_image.c knows of it */
} run_argument;

/* Reads "i32:5", "f32:1,2,3", "buf:4096=0", "in:FILE", "out:FILE:BYTES" ...; false: has said what
   is wrong. */
bool run_argument_read(const char *text, run_argument *argument);

/* After the run: writes files, prints values. Returns the exit status. */
int run_argument_finish(const run_argument *argument, unsigned number, const char *name);
void run_argument_free(run_argument *argument);

/* run_image.c: "FILE.png,fmt=8_8_8_8u,out=OUT.png" and the like, "linear,repeat,normalized"; false:
   has said what is wrong. */
bool run_image_read(const char *text, run_argument *argument);
bool run_sampler_read(const char *text, run_argument *argument);
/* Makes the object that the kernel gets the address of, in bytes; `m` is the kernel's parameter. */
bool run_image_place(run_argument *argument, const gisa_isa *isa, gisa_machine *machine,
                     const gisa_argument *m, const char *name);
/* After the run: writes the file. Returns the exit status. */
int run_image_finish(const run_argument *argument);
/* The memory of the image, which the kernel may write; NULL: there is none. */
void *run_image_texels(const run_argument *argument, size_t *size);
void run_image_free(run_argument *argument);

/* run_progress.c: gisa_machine_run, with a line on the terminal when it takes long. */
gisa_status run_with_progress(gisa_machine *machine, const gisa_launch *launch, gisa_result *result);

/* run_report.c: becomes 1 when the run is to end early: at an interrupt from the keyboard, or when
   the trace has no reader. */
const volatile int *run_until_interrupt(void);
/* Before a run with a trace, so that two of them can be compared. argv is the program's: the
   command is its second one. */
void run_at_usual_addresses(char **argv);
/* A line of a shader's trace; */
void run_trace_line(void *ctx, const char *line);
/* what was executed, on standard error: numbers by class; every instruction, and how exact it
   is. */
void run_stats(const gisa_isa *isa, const gisa_launch *launch, const gisa_result *result);
void run_report(const gisa_isa *isa, const gisa_launch *launch);
/* That work-groups waited for each other, where they did. */
void run_waits_report(const gisa_result *result);

/* run_printf.c: printf of the kernels. */
typedef struct run_printf {
    const gisa_loaded *loaded;
    unsigned char *memory; /* NULL: the kernel does not print */
} run_printf;

/* Gives the kernel a buffer, where it has a hidden argument for one; false: out of memory. */
bool run_printf_begin(run_printf *printing, gisa_machine *machine, const gisa_loaded *loaded, unsigned kernel,
                      const gisa_launch *launch);
size_t run_printf_size(void); /* of the memory */
/* Prints what is in it; the second frees it as well. */
void run_printf_show(const run_printf *printing);
void run_printf_end(run_printf *printing);

/* run_models.c: what --model says, NAME=OPTION each. */
typedef struct run_models {
    const char *text[GISA_MOST_MODELS];
    unsigned count;
} run_models;

/* gisa_machine_choose or gisa_shade_choose. */
typedef gisa_status run_choose(void *machine, const char *model, const char *option);
/* Chooses all of them; false: has said what is wrong. */
bool run_models_choose(const run_models *models, const gisa_isa *isa, run_choose *choose, void *machine);
/* On which of them a run depended, and how often, on standard error. */
void run_models_report(const gisa_isa *isa, const uint64_t *times);

/* run_source.c: is this the text of a source file that gisa cannot run (OpenCL, HIP, a shader's
 * assembler source, assembler source for an architecture that is not said)? Then says with which
 * command it becomes a file that it can, for `isa` where it is not NULL. */
bool run_source(const char *file, const void *data, size_t size, const gisa_isa *isa);
/* Is it assembler source with a kernel? */
bool run_has_kernel(const void *data, size_t size);

/* run_shader.c: shaders instead of kernels, where a file or an option says so. */
bool run_is_shader(int argc, char **argv);
extern const command_info run_shader_command, run_mesh_command;

/* run_stage.c: shader stages of GCN, where an option asks for one. */
bool run_is_stage(int argc, char **argv);
extern const command_info run_stage_command;

#endif
