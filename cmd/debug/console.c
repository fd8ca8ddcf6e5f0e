/* SPDX-License-Identifier: MIT */
/* Where commands come from: a person at a terminal, a script, the standard input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef WITH_EDIT
#include <editline/readline.h>
#endif

#include "cmd.h"
#include "shell.h"

bool console_script(shell *s, const char *file) {
    void *data;
    size_t size;
    bool ok = true;
    if (!cmd_read_file(file, &data, &size))
        return false;
    s->file = strcmp(file, "-") == 0 ? "<stdin>" : file;
    s->line = 0;
    for (size_t at = 0; at < size && ok && !s->quits && !s->leaves;) {
        const char *text = (const char *)data + at, *end = memchr(text, '\n', size - at);
        const size_t length = end ? (size_t)(end - text) : size - at;
        char *line = malloc(length + 1);
        s->line++;
        if (line) {
            memcpy(line, text, length);
            line[length] = 0;
        }
        ok = line ? memchr(line, 0, length) ? shell_error(s, "a byte of 0 in the text") : shell_run(s, line)
                  : shell_error(s, "out of memory");
        free(line);
        at += length + 1;
    }
    free(data);
    s->file = NULL;
    return ok;
}

#ifdef WITH_EDIT

/* NULL: the end. */
static char *next_line(void) {
    char *line = readline("(gisa) ");
    if (line && *line)
        add_history(line);
    return line;
}

static void begin_lines(void) {
    static char name[] = "gisa";
    rl_readline_name = name;
    using_history();
}

void console_use(FILE *in, FILE *out) {
    rl_instream = in;
    rl_outstream = out;
}

#else

static FILE *from, *to;

static char *next_line(void) {
    enum { ROOM = 4096 };
    char *line = malloc(ROOM);
    fprintf(to ? to : stdout, "(gisa) ");
    fflush(to ? to : stdout);
    if (line && fgets(line, ROOM, from ? from : stdin))
        return line;
    free(line);
    return NULL;
}

static void begin_lines(void) {}

void console_use(FILE *in, FILE *out) {
    from = in;
    to = out;
}

#endif

bool console_talk(shell *s) {
    char *line;
    begin_lines();
    while (!s->quits && !s->leaves && (line = next_line())) {
        shell_run(s, line);
        fflush(stdout);
        free(line);
    }
    if (!s->quits && !s->leaves)
        printf("\n");
    return true;
}
