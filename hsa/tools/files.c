/* SPDX-License-Identifier: MIT */
/* Changes a file under a lock, which is on a file beside it that stays: the file itself is replaced
   each time. */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "modes.h"

static bool refuse(const char *path, const char *why) {
    host->complain("%s: %s", path, why);
    return false;
}

static char *joined(const char *path, const char *ending) {
    char *text = malloc(strlen(path) + strlen(ending) + 1);
    if (text)
        strcat(strcpy(text, path), ending);
    return text;
}

/* -1: it cannot be locked. */
static int lock_file(const char *path) {
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    int status = -1;
    while (file >= 0 && (status = flock(file, LOCK_EX)) && errno == EINTR)
        ;
    if (file >= 0 && status)
        close(file);
    return status ? -1 : file;
}

static FILE *open_before(const char *path) {
    struct stat about;
    FILE *file = fopen(path, "re");
    if (file && (fstat(fileno(file), &about) || !about.st_size)) {
        fclose(file);
        file = NULL;
    }
    return file;
}

/* With the mode of a new file. */
static FILE *open_aside(char *path) {
    const mode_t mask = umask(0);
    const int file = mkostemp(path, O_CLOEXEC);
    umask(mask);
    if (file >= 0)
        fchmod(file, 0666 & ~mask);
    return file >= 0 ? fdopen(file, "w") : NULL;
}

static bool replace(const char *path, char *aside, files_change *change, void *ctx) {
    FILE *before = open_before(path), *to = open_aside(aside);
    const bool changed = to && change(ctx, before, to);
    bool good = to && fflush(to) == 0 && !ferror(to);
    if (before)
        fclose(before);
    if (to)
        good &= fclose(to) == 0;
    good = good && changed && rename(aside, path) == 0;
    if (to && !good)
        unlink(aside);
    return good || (to && !changed) || refuse(path, strerror(errno));
}

bool files_update(const char *path, files_change *change, void *ctx) {
    char *const lock_path = joined(path, ".lock"), *const aside = joined(path, ".XXXXXX");
    const int lock = lock_path && aside ? lock_file(lock_path) : -1;
    const bool good = lock >= 0 ? replace(path, aside, change, ctx) : refuse(path, strerror(errno));
    if (lock >= 0)
        close(lock);
    free(lock_path);
    free(aside);
    return good;
}
