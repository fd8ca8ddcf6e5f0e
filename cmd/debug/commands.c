/* SPDX-License-Identifier: MIT */
/* The commands of the debugger: their names, their help, and what a line means. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell.h"

static command_action do_help, do_quit;

typedef struct named_command {
    const char *name, *other; /* other: a shorter name; NULL: none but its beginning */
    command_action *act;
    const char *usage, *text;
    bool repeats; /* an empty line does it again */
} named_command;

/* In the order of the help; where beginnings are the same the first one is meant. */
static const named_command commands[] = {
    {"run", "r", do_run, "", "start the launch again, to the first breakpoint", false},
    {"continue", "c", do_continue, "[N]", "go on to the next stop; N: the N-th at this breakpoint", true},
    {"step", "s", do_step, "[N]", "to the next source line, into calls; without lines an instruction", true},
    {"next", "n", do_next, "[N]", "likewise, over calls", true},
    {"stepi", "si", do_stepi, "[N]", "one instruction of this wave", true},
    {"nexti", "ni", do_nexti, "[N]", "likewise, over calls", true},
    {"finish", "fin", do_finish, "", "until this call has returned", true},
    {"until", "u", do_until, "[WHERE]", "to a place, or out of a loop", true},
    {"advance", NULL, do_until, "WHERE", "to a place", false},
    {"reverse-continue", "rc", do_back_continue, "", "back to the stop before", true},
    {"reverse-step", "rs", do_back_step, "[N]", "back to the beginning of the line before", true},
    {"reverse-next", "rn", do_back_next, "[N]", "likewise, over calls", true},
    {"reverse-stepi", "rsi", do_back_stepi, "[N]", "back one instruction of this wave", true},
    {"reverse-nexti", "rni", do_back_nexti, "[N]", "likewise, over calls", true},
    {"reverse-finish", NULL, do_back_finish, "", "back to the call", true},
    {"goto", NULL, do_goto, "N", "to the position N, the number in [] at stops, forwards or backwards",
     false},
    {"break", "b", do_break, "[WHERE] [if CONDITION]",
     "stop at saxpy, saxpy+0x24, *ADDRESS, 18, saxpy.cl:18, or here; a condition over lanes holds in one "
     "that is active: lane 5, v3 > 100",
     false},
    {"tbreak", "tb", do_tbreak, "[WHERE] [if CONDITION]", "likewise, once", false},
    {"catch", NULL, do_catch, "group [X,Y,Z] | wave", "stop where work-groups or waves begin", false},
    {"watch", NULL, do_watch, "PLACE [if CONDITION]",
     "stop after a change of v3, v3@5, v3@*, s4, vcc, lds[16], mem[x], y[3]", false},
    {"rwatch", NULL, do_rwatch, "PLACE [if CONDITION]", "stop after memory was read", false},
    {"awatch", NULL, do_awatch, "PLACE [if CONDITION]", "stop after memory was read or written", false},
    {"wwatch", NULL, do_wwatch, "PLACE [if CONDITION]",
     "stop after memory was written, also with the same value", false},
    {"delete", "d", do_delete, "[N...]", "remove breakpoints and watchpoints, all without a number", false},
    {"disable", NULL, do_disable, "[N...]", "they do not stop", false},
    {"enable", NULL, do_enable, "[N...]", "they stop again", false},
    {"condition", NULL, do_condition, "N [CONDITION]", "set or remove the condition of a breakpoint", false},
    {"ignore", NULL, do_ignore, "N TIMES", "pass a breakpoint N times without stopping", false},
    {"info", "i", do_info, "breakpoints|registers [v|NAME...]|waves|groups|line|kernel|arguments|locals",
     "show these; of a register of lanes, a table", false},
    {"print", "p", do_print, "[/FORMAT] EXPRESSION",
     "v3, v3@5:f32, v3@*, s[4:5], lds[16], mem[x + 4]:u16, y[3]:f32, C's operators; /f /x /d /u /t", false},
    {"x", NULL, do_examine, "[/COUNT FORMAT SIZE] ADDRESS", "memory: x/8xw y, x/4f lds:16, x/5i saxpy", true},
    {"set", NULL, do_set, "PLACE = VALUE", "change a register or memory: v3@5 = 1.5, v3@* = 0, y[3]:f32 = 2",
     false},
    {"disassemble", "disas", do_disassemble, "[WHERE]", "code, with an arrow and the lanes that are active",
     true},
    {"list", "l", do_list, "[WHERE]", "lines of the source", true},
    {"wave", NULL, do_wave, "[N]", "look at another wave of this work-group", false},
    {"group", NULL, do_group, "[X,Y,Z]", "look at another work-group", false},
    {"lane", NULL, do_lane, "[N]", "look at another lane", false},
    {"where", NULL, do_where, "", "the calls that this wave is in", false},
    {"backtrace", "bt", do_where, "", "likewise", false},
    {"help", "h", do_help, "[COMMAND]", "this list, or what a command does", false},
    {"quit", "q", do_quit, "", "end", false}};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* ---- messages -------------------------------------------------------------------------------- */

bool shell_error(const shell *s, const char *format, ...) {
    va_list arguments;
    fflush(stdout);
    if (s->file)
        fprintf(stderr, "%s:%u: ", s->file, s->line);
    fprintf(stderr, "error: ");
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\n");
    return false;
}

expression *shell_expression(const shell *s, const char *text) {
    return shell_expression_at(s, target_pc(&s->t), text);
}

expression *shell_expression_at(const shell *s, uint64_t pc, const char *text) {
    char why[EXPRESSION_WHY];
    size_t at;
    expression *e = expression_read(&s->t, pc, text, &at, why);
    if (!e)
        shell_error(s, "'%s', column %zu: %s", text, at + 1, why);
    return e;
}

bool shell_value(const shell *s, const char *text, debug_value *v) {
    expression *e = shell_expression(s, text);
    const char *why = e ? expression_value(&s->t, e, target_wave(&s->t), s->t.lane, v) : NULL;
    expression_free(e);
    return e && (!why || shell_error(s, "%s: %s", text, why));
}

/* ---- lines ----------------------------------------------------------------------------------- */

static const named_command *find(const char *name, size_t size) {
    for (unsigned i = 0; i < COMMANDS; i++)
        if ((commands[i].other && strlen(commands[i].other) == size &&
             strncmp(commands[i].other, name, size) == 0) ||
            (strlen(commands[i].name) == size && strncmp(commands[i].name, name, size) == 0))
            return &commands[i];
    for (unsigned i = 0; i < COMMANDS; i++)
        if (strncmp(commands[i].name, name, size) == 0)
            return &commands[i];
    return NULL;
}

/* "x/8xw": the name ends where the format begins. */
static size_t name_size(const char *text) {
    return strcspn(text, " \t/");
}

static bool run_text(shell *s, char *text) {
    const size_t size = name_size(text);
    const named_command *c = find(text, size);
    char *end;
    if (!c)
        return shell_error(s, "unknown command '%.*s'; 'help' lists the commands", (int)size, text);
    if (c->repeats) /* x without an address goes on */
        snprintf(s->last, sizeof s->last, "%s",
                 c->act == do_examine || c->act == do_disassemble || c->act == do_list ? c->name : text);
    else
        s->last[0] = 0;
    text += size;
    text += strspn(text, " \t");
    end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = 0;
    return c->act(s, text);
}

bool shell_run(shell *s, const char *line) {
    char text[sizeof s->last];
    line += strspn(line, " \t\r\n");
    if (*line == '#')
        return true;
    if (!*line && !s->file)
        line = s->last;
    if (!line[strspn(line, " \t\r\n")])
        return true;
    if (strlen(line) >= sizeof text)
        return shell_error(s, "the line is longer than %zu letters", sizeof text - 1);
    strcpy(text, line);
    text[strcspn(text, "\r\n")] = 0;
    return run_text(s, text);
}

static bool do_help(shell *s, char *text) {
    const named_command *c = *text ? find(text, strlen(text)) : NULL;
    if (*text && !c)
        return shell_error(s, "unknown command '%s'; 'help' lists the commands", text);
    if (c) {
        printf("%s%s%s %s\n%s\n", c->name, c->other ? ", " : "", c->other ? c->other : "", c->usage, c->text);
        return true;
    }
    for (unsigned i = 0; i < COMMANDS; i++)
        printf("%-16s %-5s %.70s%s\n", commands[i].name, commands[i].other ? commands[i].other : "",
               commands[i].text, strlen(commands[i].text) > 70 ? " ..." : "");
    return true;
}

static bool do_quit(shell *s, char *text) {
    (void)text;
    s->quits = true;
    return true;
}

void shell_free(shell *s) {
    for (unsigned i = 0; i < s->points; i++) {
        free(s->point[i].what);
        free(s->point[i].condition);
    }
    free(s->point);
    target_close(&s->t);
}
