/* SPDX-License-Identifier: MIT */
/* GISA_HSA_LOG names a file ("-" is standard error) that gets a line for each call; complaints go
   to standard error. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime.h"

bool log_on;
static FILE *log_file;

void log_start(void) {
    const char *name = getenv("GISA_HSA_LOG");
    if (!name || !*name || log_file)
        return;
    log_file = strcmp(name, "-") == 0 ? stderr : fopen(name, "ae");
    if (log_file)
        setvbuf(log_file, NULL, _IOLBF, 0);
    else
        complain("cannot write the log '%s'", name);
    log_on = log_file != NULL;
}

/* A line is written by one call, so that lines of several threads do not mix. */
void log_line(const char *function, const char *format, ...) {
    char text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(log_file, "%12.6f %ld %s %s\n", (double)now() * 1e-9, (long)syscall(SYS_gettid), function, text);
}

void complain(const char *format, ...) {
    char text[700];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(stderr, "gisa-hsa: %s\n", text);
    if (log_on && log_file != stderr)
        fprintf(log_file, "%12.6f complaint: %s\n", (double)now() * 1e-9, text);
}
