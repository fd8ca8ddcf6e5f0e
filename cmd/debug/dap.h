/* SPDX-License-Identifier: MIT */
/* gisa dap: the Debug Adapter Protocol on standard input and output. */
#ifndef GISA_CMD_DEBUG_DAP_H
#define GISA_CMD_DEBUG_DAP_H

#include <jansson.h>
#include <stdio.h>

#include "message.h"
#include "shell.h"

typedef struct dap {
    shell s;
    FILE *out; /* the client */
    message_input in;
    struct dap_program *program; /* of the host, whose launches are debugged; NULL: there is none */
    int notices[2];              /* a pipe: a byte for each stop */
    FILE *captured;              /* what the commands print */
    long told;                   /* how much of that the client was told */
    unsigned long long number;   /* of the last message */
    bool loaded, running, ends, stop_on_entry, stop_at_end;
    bool tells;            /* after the answer: where it stands */
    unsigned first_line;   /* the number of a file's first line: 0 or 1 */
    debug_wave_id *thread; /* by number - 1 */
    unsigned threads;
    struct {
        unsigned point;
        char *source; /* of a line; "f", "i", "d": by function, instruction, data */
    } * point;
    unsigned points;
    json_t *kept; /* strings of the launch request */
} dap;

/* Handles a request: the body of the answer, or NULL and *why. NULL and no *why: an answer without
   a body. */
typedef json_t *dap_action(dap *d, const json_t *arguments, const char **why);

/* dap_launch.c */
dap_action dap_initialize, dap_launch, dap_configured;

/* dap_run.c */
dap_action dap_continue, dap_next, dap_in, dap_out, dap_back, dap_back_continue, dap_pause, dap_restart,
    dap_disconnect;
void dap_stopped(dap *d); /* tells where it stands */

/* dap_points.c */
dap_action dap_set_lines, dap_set_functions, dap_set_instructions, dap_set_data, dap_data_info;

/* dap_state.c */
dap_action dap_threads, dap_stack, dap_scopes, dap_variables, dap_set_variable, dap_evaluate, dap_exception;
unsigned dap_thread_number(dap *d, const debug_wave_id *id);
/* The user looks at this thread; false: there is none. */
bool dap_look_at(dap *d, json_int_t thread);

/* dap_memory.c */
dap_action dap_disassemble, dap_read_memory, dap_write_memory;

/* dap_program.c: whether the message is for a program of the host, and has been handled. */
bool dap_program_takes(dap *d, json_t *message);
enum { DAP_PROGRAM_FILES = 3 };
/* What it may write to, for poll; how many. */
unsigned dap_program_files(const dap *d, int files[DAP_PROGRAM_FILES]);
void dap_program_look(dap *d); /* tells the client of its output, or of its end */
void dap_program_free(dap *d);

/* dap.c */
/* Until the client has gone, or, in a program of the host, the program is to go on; false: what
   came is not the protocol. */
bool dap_talk(dap *d);
void dap_send(dap *d, json_t *message);                 /* takes the message, and numbers it */
void dap_event(dap *d, const char *name, json_t *body); /* takes the body */
/* What has been printed since the last call, until the next one. */
const char *dap_printed(dap *d);
/* The same as output events. */
void dap_tell_printed(dap *d);
void dap_tell_output(dap *d, const char *category, const char *text); /* likewise a text */

#endif
