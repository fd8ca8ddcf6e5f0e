/* SPDX-License-Identifier: MIT */
/* Commands of the debugger, as a person or a script writes them. */
#ifndef GISA_CMD_DEBUG_SHELL_H
#define GISA_CMD_DEBUG_SHELL_H

#include <stdio.h>

#include "../terminal.h"
#include "expression.h"
#include "target.h"

/* What a point was called when it was made. */
typedef struct point_text {
    char *what, *condition; /* may be NULL */
} point_text;

typedef struct shell {
    target t;
    page page;
    bool quiet, quits;
    /* The launch is one of a program of the host: it is over, and the program goes on. */
    bool hosted, leaves;
    const char *file; /* of the script; NULL: a person types */
    unsigned line;
    point_text *point; /* by number - 1 */
    unsigned points;
    uint64_t next_code; /* where x and disassemble go on */
    unsigned next_line, list_file;
    uint64_t next_memory;
    gisa_wave_space next_space;
    char last[1024]; /* the command that an empty line repeats */
} shell;

/* Runs a line; false: it failed, which has been said. */
bool shell_run(shell *s, const char *line);
/* "error: ..." with the script's place; false. */
bool shell_error(const shell *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void shell_free(shell *s);

/* console.c: reads commands until there are none, or one says quit. `file` "-": the standard input;
   false: one failed. */
bool console_script(shell *s, const char *file);
bool console_talk(shell *s);
void console_use(FILE *in, FILE *out); /* a terminal other than the standard input and output */

/* Reads an expression; NULL: has said what is wrong. */
expression *shell_expression(const shell *s, const char *text);
/* With variables of the source at `pc`; 0: with none. */
expression *shell_expression_at(const shell *s, uint64_t pc, const char *text);
/* Its value now; false likewise. */
bool shell_value(const shell *s, const char *text, debug_value *v);

/* ---- commands: each takes what stands after its name ---- */
typedef bool command_action(shell *s, char *text);

/* run_commands.c */
command_action do_run, do_continue, do_step, do_next, do_finish, do_stepi, do_nexti, do_until, do_goto,
    do_back_stepi, do_back_nexti, do_back_step, do_back_next, do_back_continue, do_back_finish;
/* Where it stands, and why; false: the launch is not possible, or a file was not written. */
bool show_stop(shell *s);

/* point_commands.c */
command_action do_break, do_tbreak, do_catch, do_watch, do_rwatch, do_awatch, do_wwatch, do_delete,
    do_disable, do_enable, do_condition, do_ignore;
void show_points(shell *s);
/* Adds a point with a condition ("": none), and says its number; false: has said what is wrong. */
bool point_add(shell *s, debug_point *p, const char *what, const char *condition, unsigned *number);
/* Where a breakpoint stops; it takes the allocated array. */
void point_place(debug_point *p, uint64_t *places, unsigned count);
/* Reads what is to be watched; false likewise. */
bool watch_read(const shell *s, const char *text, debug_access access, debug_point *p);
/* An address from "saxpy+0x24", "*0x...", "saxpy.cl:7", "7", "" (here); false: has said why not. */
bool find_location(const shell *s, const char *text, uint64_t *address);

/* show_commands.c */
command_action do_print, do_examine, do_set, do_disassemble, do_list, do_where, do_lane, do_wave, do_group,
    do_info;

/* locals.c: variables of the source, of which each function's names live until the next call. */
enum { LOCAL_TEXT = 120 };
typedef struct local {
    const char *name, *function;
    const char *place; /* an expression: "v3:f32" */
    const char *value; /* or why there is none, */
    bool unknown;      /* then */
} local;
/* Is there such a variable at `pc`, where that is not 0? *why: NULL, and `text` is an expression
   for it; otherwise why it has no value. */
bool locals_find(const target *t, uint64_t pc, const char *name, char text[LOCAL_TEXT], const char **why);
/* All of them, those of the innermost function first. */
void locals_each(const target *t, void (*put)(void *ctx, const local *l), void *ctx);
bool info_locals(shell *s, char *text);

/* show.c */
void show_place(shell *s);                        /* source line and instruction */
void show_code(shell *s, uint64_t pc, bool here); /* a line of disassembly */
bool show_source(shell *s, unsigned file, unsigned from, unsigned count, unsigned here);
void show_vector(shell *s, const gisa_wave_register *reg, const numeral_type *type);
void show_scalars(shell *s);
/* Of a shader of the PS Vita: the rows of registers that are not 0 in all lanes. */
void show_used_rows(shell *s);
/* "0-15,17", "all", "none" */
enum { LANES_TEXT = 200 };
void lanes_text(uint64_t lanes, char text[LANES_TEXT]);

#endif
