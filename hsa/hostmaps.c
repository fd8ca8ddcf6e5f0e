/* SPDX-License-Identifier: MIT */
/* What the host itself may do with some of its memory, as /proc/self/maps has it: programs may only
 * share with kernels what is there, since a kernel's access is one of this process. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime.h"

typedef struct reader {
    int file;
    char text[8192];
    size_t at, size;
} reader;

static int next_char(reader *r) {
    if (r->at == r->size) {
        ssize_t got = read(r->file, r->text, sizeof r->text);
        r->size = got > 0 ? (size_t)got : 0;
        r->at = 0;
    }
    return r->at < r->size ? (unsigned char)r->text[r->at++] : -1;
}

/* The beginning of a line is enough: "START-END rwxp ...". */
static bool next_line(reader *r, char *line, size_t room) {
    size_t size = 0;
    int c;
    while ((c = next_char(r)) >= 0 && c != '\n')
        if (size + 1 < room)
            line[size++] = (char)c;
    line[size] = 0;
    return size != 0;
}

host_access host_may(uint64_t start, uint64_t end) {
    reader r = {.file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)};
    host_access all = HOST_WRITES;
    char line[64], reads, writes;
    unsigned long long from, to;
    if (r.file < 0)
        return HOST_WRITES; /* no /proc: nothing is known, and nothing is refused */
    while (start < end && next_line(&r, line, sizeof line)) {
        if (sscanf(line, "%llx-%llx %c%c", &from, &to, &reads, &writes) != 4 || to <= start)
            continue;
        if (from > start || reads != 'r')
            break;
        if (writes != 'w')
            all = HOST_READS;
        start = to;
    }
    close(r.file);
    return start < end ? HOST_NONE : all;
}
