/* SPDX-License-Identifier: MIT */
/* A launch as the command line asks for it: the code object, its kernel, the arguments in memory.
   `gisa run` runs it, `gisa debug` and `gisa dap` debug it. */
#ifndef GISA_CMD_RUN_LAUNCH_H
#define GISA_CMD_RUN_LAUNCH_H

#include "gisa_native.h"
#include "run.h"

/* What is asked for. */
typedef struct run_request {
    const command_info *command; /* for messages */
    const char *file, *kernel, *object;
    const gisa_isa *isa; /* asked for; NULL: not */
    gisa_syntax syntax;  /* of assembler source */
    gisa_launch launch;
    run_models models;
    uint32_t offset[3]; /* of the numbers of work-items */
    bool has_offset, has_group, has_native;
    gisa_native_mode native; /* where it is given; else the environment says */
    run_argument at[RUN_MOST_ARGUMENTS];
    unsigned count;
} run_request;

/* Takes the options --kernel, --arch, --object, --grid, --local, --offset, --max-insns, --model,
   --native and --syntax, and the words: the file, then arguments. false: has said what is wrong, or
   that no option has this id. */
bool run_request_take(run_request *r, char id, const char *value);
void run_request_free(run_request *r);
void run_offer_syntaxes(void); /* for option.offer */
void run_offer_natives(void);

/* `gisa COMMAND: FILE: what`; 1, the exit status. */
int run_say(const run_request *r, const char *what);

/* Does the file hold a code object: is it one, a bundle, or a program? */
bool run_has_container(const void *data, size_t size);

/* Ready to be launched by r->launch. */
typedef struct run_ready {
    const gisa_isa *isa;
    gisa_machine *machine;
    gisa_loaded *loaded;
    int number; /* of the kernel */
    gisa_kernel kernel;
    run_printf printing;
    const void *file; /* the code object that was chosen */
    size_t file_size;
} run_ready;

/* Loads the code object of a file and places the arguments; false: has said why that is not
   possible. run_unload is due in either case. The file's bytes stay until then. */
bool run_load(run_request *r, const void *data, size_t size, run_ready *ready);
void run_unload(run_request *r, run_ready *ready);

/* After the launch: says so if --native was to translate the kernel and could not. */
void run_tell_native(const run_request *r, const run_ready *ready);

/* After the launch: prints and writes what the arguments hold, `quiet`: only files. Returns the
   exit status. */
int run_finish(const run_request *r, const run_ready *ready, bool quiet);

#endif
