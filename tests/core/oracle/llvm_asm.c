/* SPDX-License-Identifier: MIT */
/* LLVM's assembler as an oracle: llvm-mc-19 reads many lines at once, with a label before each
   one. */
#include "llvm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "; encoding: [0x01,0x02]" */
static void take_encoding(const char *line, encoding *e) {
    const char *p = strstr(line, "encoding: [");
    if (!p)
        return;
    p += strlen("encoding: [");
    for (e->size = 0; e->size < sizeof e->bytes && strncmp(p, "0x", 2) == 0; p += *p == ',') {
        char *end;
        e->bytes[e->size++] = (uint8_t)strtoul(p, &end, 16);
        p = end;
    }
}

/* Works through lines[first .. count); returns the number of the line at which the process died, or
 * `count`. */
static size_t batch(const char *cpu, const char *const *lines, size_t first, size_t count,
                    encoding *answers) {
    char name[] = "/tmp/gisa-oracle-XXXXXX", command[256], text[4096];
    int fd = mkstemp(name);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    size_t now = first;
    if (!f)
        return SIZE_MAX;
    for (size_t i = first; i < count; i++)
        fprintf(f, "oracle_%zu:\n%s\n", i, lines[i]);
    fprintf(f, "oracle_%zu:\n", count);
    fclose(f);
    snprintf(command, sizeof command,
             "llvm-mc-19 -triple=amdgcn-amd-amdhsa -mcpu=%s -show-encoding < %s 2>/dev/null", cpu, name);
    f = popen(command, "r");
    while (f && fgets(text, sizeof text, f)) {
        size_t label;
        if (sscanf(text, "oracle_%zu:", &label) == 1)
            now = label;
        else if (now < count)
            take_encoding(text, &answers[now]);
    }
    if (f)
        pclose(f);
    unlink(name);
    return now;
}

int llvm_assemble(const char *cpu, const char *const *lines, size_t count, encoding *answers) {
    memset(answers, 0, count * sizeof *answers);
    if (system("llvm-mc-19 --version > /dev/null 2>&1") != 0)
        return -1;
    for (size_t i = 0; i < count;) {
        size_t end = count < i + 20000 ? count : i + 20000;
        size_t n = batch(cpu, lines, i, end, answers);
        if (n == SIZE_MAX)
            return -1;
        i = n;
        if (n == end)
            continue;
        answers[n].crashed = 1;
        answers[n].size = 0;
        i++;
    }
    return 0;
}
