/* SPDX-License-Identifier: MIT */
/* Writes a command's output: aside first, then renamed, so that what was there stays until all is
   written. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"

/* ---- files that have been read ---- */

enum { MOST_KEPT = 256 };
static struct stat kept[MOST_KEPT];
static size_t kept_count;

void output_keep(const char *path) {
    struct stat st;
    if (kept_count < MOST_KEPT && stat(path, &st) == 0 && S_ISREG(st.st_mode))
        kept[kept_count++] = st;
}

static bool is_kept(const struct stat *st) {
    for (size_t i = 0; i < kept_count; i++)
        if (kept[i].st_dev == st->st_dev && kept[i].st_ino == st->st_ino)
            return true;
    return false;
}

bool cmd_is_input(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && is_kept(&st);
}

/* ---- signals: what is half written goes away with the process ---- */

static const int deadly[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
enum { DEADLY = sizeof deadly / sizeof *deadly };
static struct sigaction before[DEADLY];
static char *volatile unfinished;

static void remove_and_die(int number) {
    if (unfinished)
        unlink(unfinished);
    signal(number, SIG_DFL);
    raise(number);
}

static void begin_unfinished(char *path) {
    struct sigaction die = {.sa_handler = remove_and_die};
    unfinished = path;
    for (int i = 0; i < DEADLY; i++) {
        sigaction(deadly[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(deadly[i], &die, NULL);
    }
}

static void end_unfinished(void) {
    for (int i = 0; i < DEADLY; i++)
        sigaction(deadly[i], &before[i], NULL);
    unfinished = NULL;
}

/* ---- writing ---- */

static int failed(const char *path, const char *why) {
    fprintf(stderr, "gisa: %s: %s\n", path, why);
    return 1;
}

static bool reader_gone;

bool output_lost_reader(int error) {
    reader_gone |= error == EPIPE;
    return reader_gone;
}

static int write_failed(const char *path) {
    return output_lost_reader(errno) ? 1 : failed(path, strerror(errno));
}

static bool write_all(int file, const void *data, size_t size) {
    for (const char *p = data; size;) {
        ssize_t n = write(file, p, size < 1 << 30 ? size : 1 << 30);
        if (n < 0 && errno != EINTR)
            return false;
        p += n < 0 ? 0 : n;
        size -= n < 0 ? 0 : (size_t)n;
    }
    return true;
}

static bool write_and_close(int file, const void *data, size_t size) {
    bool ok = write_all(file, data, size);
    int why = errno;
    if (close(file) != 0 && ok)
        return false;
    errno = why;
    return ok;
}

/* What a symbolic link leads to, as a new text; NULL: errno says why. */
static char *follow(const char *path, off_t length) {
    const char *slash = strrchr(path, '/');
    size_t directory = slash ? (size_t)(slash - path) + 1 : 0, room = (size_t)length + 1;
    char *to = malloc(directory + room + 1);
    if (!to)
        return NULL;
    ssize_t n = readlink(path, to + directory, room);
    if (n < 0 || (size_t)n >= room) {
        free(to);
        return NULL;
    }
    to[directory + (size_t)n] = 0;
    if (to[directory] == '/')
        memmove(to, to + directory, (size_t)n + 1);
    else
        memcpy(to, path, directory);
    return to;
}

/* The file that the path means, also one that does not exist yet. */
static char *target_of(const char *path) {
    enum { MOST_LINKS = 40 };
    struct stat st;
    char *at = strdup(path);
    for (int links = 0; at && lstat(at, &st) == 0 && S_ISLNK(st.st_mode); links++) {
        char *next = links < MOST_LINKS ? follow(at, st.st_size) : NULL;
        if (links == MOST_LINKS)
            errno = ELOOP;
        free(at);
        at = next;
    }
    return at;
}

/* Writes `target` aside and renames it. `old` is what is there, NULL: nothing. */
static bool write_aside(const char *target, const struct stat *old, const void *data, size_t size) {
    char *aside = malloc(strlen(target) + 32);
    if (!aside)
        return false;
    sprintf(aside, "%s.%ld.tmp", target, (long)getpid());
    begin_unfinished(aside);
    int file = open(aside, O_WRONLY | O_CREAT | O_EXCL, old ? 0600 : 0666);
    bool ok = file >= 0;
    if (ok && old) {
        bool owned = fchown(file, old->st_uid, old->st_gid) == 0; /* only root may give files away */
        ok = fchmod(file, old->st_mode & (owned ? 07777 : 0777)) == 0;
    }
    if (file >= 0)
        ok = write_and_close(file, data, size) && ok && rename(aside, target) == 0;
    int why = errno;
    if (!ok && file >= 0)
        unlink(aside);
    end_unfinished();
    free(aside);
    errno = why;
    return ok;
}

static int write_target(const char *path, const char *target, bool may_be_input, const void *data,
                        size_t size) {
    struct stat st;
    bool exists = stat(target, &st) == 0;
    if (exists && !S_ISREG(st.st_mode)) { /* /dev/null, a fifo: nothing to rename */
        int file = open(target, O_WRONLY);
        return file >= 0 && write_and_close(file, data, size) ? 0 : write_failed(path);
    }
    if (exists && !may_be_input && is_kept(&st))
        return failed(path, "the output would replace an input; expected another file");
    if (exists && (!(st.st_mode & 0222) || access(target, W_OK) != 0))
        return failed(path, "the file is read-only");
    return write_aside(target, exists ? &st : NULL, data, size) ? 0 : write_failed(path);
}

static int write_file(const char *path, bool may_be_input, const void *data, size_t size) {
    if (strcmp(path, "-") == 0) /* page_close says why it failed */
        return fwrite(data, 1, size, stdout) == size && fflush(stdout) == 0 ? 0 : 1;
    char *target = target_of(path);
    if (!target)
        return write_failed(path);
    int status = write_target(path, target, may_be_input, data, size);
    free(target);
    return status;
}

int cmd_write_file(const char *path, const void *data, size_t size) {
    return write_file(path, false, data, size);
}

int cmd_write_back(const char *path, const void *data, size_t size) {
    return write_file(path, true, data, size);
}
