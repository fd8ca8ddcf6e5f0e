/* SPDX-License-Identifier: MIT */
/*
 * Compiles C and loads the result. What has been compiled stays in a folder of the user's, under
 * the SHA-256 of all that it depends on: the next process finds it, and no kernel can be made that
 * has the name of another. Others may do the same at
 * the same time: a file gets its name when it is complete. The oldest ones are removed.
 */
#include "compile.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* What the cache may hold: bytes, and files. */
enum { MOST_FILES = 2000, NAME = 2 * DIGEST_BYTES + 8 };
#define MOST_BYTES ((off_t)256 << 20)

/* What the interpreter's rows are compiled with, but for this host alone. */
static const char *const options[] = {"-x", "c", "-std=gnu11", "-O3", "-march=native", "-fopenmp-simd",
                                      "-fno-math-errno", "-fPIC", "-w", "-shared", "-pthread",
                                      "-ffp-contract=off", "-fno-trapping-math",
                                      /* numbers of one wave are no vectors */
                                      "-fno-tree-slp-vectorize", "-fvisibility=default"};
enum { OPTIONS = sizeof options / sizeof *options };

/* For a compiler that breaks on a text, as GCC 12 does on a few where it makes vector code. */
static const char without_vectors[] = "-fno-tree-vectorize";

/* Seconds in which that happens: one that takes longer has met its bounds. */
enum { BREAKS_WITHIN = 20 };

/* ---- what it depends on ---------------------------------------------------------------------- */

/* With the byte behind it, so that two texts are not one. */
static void add_text(digest *d, const char *text) {
    digest_add(d, text, strlen(text) + 1);
}

static void add_file_state(digest *d, const char *path) {
    struct stat about;
    add_text(d, path);
    if (stat(path, &about) == 0) {
        const int64_t is[] = {about.st_size, about.st_mtime};
        digest_add(d, is, sizeof is);
    }
}

/* What -march=native makes of the host: the lines of its first processor that say so. */
static void add_processor(digest *d) {
    char line[8192];
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f) && *line != '\n')
        if (strncmp(line, "model", 5) == 0 || strncmp(line, "flags", 5) == 0 ||
            strncmp(line, "Features", 8) == 0)
            add_text(d, line);
    if (f)
        fclose(f);
}

/* ---- the compiler ---------------------------------------------------------------------------- */

static char *joined(const char *a, const char *b, const char *c) {
    size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *all = malloc(size);
    if (all)
        snprintf(all, size, "%s%s%s", a, b, c);
    return all;
}

/* In the folders of PATH that are absolute; NULL: it is in none. */
static char *find_command(const char *name) {
    const char *path = getenv("PATH");
    if (strchr(name, '/'))
        return access(name, X_OK) ? NULL : strdup(name);
    while (path && *path) {
        size_t size = strcspn(path, ":");
        char folder[PATH_MAX];
        if (*path == '/' && size < sizeof folder) {
            memcpy(folder, path, size);
            folder[size] = 0;
            char *found = joined(folder, "/", name);
            if (found && access(found, X_OK) == 0)
                return found;
            free(found);
        }
        path += size + (path[size] == ':');
    }
    return NULL;
}

/* ---- the folder ------------------------------------------------------------------------------ */

/* Makes `path` and what is above it. */
static bool make_folders(char *path) {
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = 0;
            mkdir(path, 0700);
            *p = '/';
        }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* What is there will be run: no one else may have written it. */
static bool is_ours(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == geteuid() &&
           !(about.st_mode & (S_IWGRP | S_IWOTH)) && access(path, W_OK) == 0;
}

static char *usual_cache(void) {
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    return xdg && *xdg == '/'     ? joined(xdg, "/gisa", "/native")
           : home && *home == '/' ? joined(home, "/.cache/gisa", "/native")
                                  : NULL;
}

static void open_folder(compiler *c, const char *cache) {
    char own[] = "/tmp/gisa-XXXXXX";
    c->cache = cache ? strdup(cache) : usual_cache();
    if (c->cache && make_folders(c->cache) && is_ours(c->cache))
        return;
    free(c->cache);
    c->is_own = mkdtemp(own);
    c->cache = c->is_own ? strdup(own) : NULL;
}

typedef struct cached_file {
    char name[NAME];
    off_t size;
    time_t used;
} cached_file;

static int by_use(const void *a, const void *b) {
    const cached_file *x = a, *y = b;
    return (x->used > y->used) - (x->used < y->used);
}

/* Calls `each` with the files of the cache, the ones that were used longest ago first. */
static void each_file(const compiler *c, void (*each)(int folder, const cached_file *f, void *to), void *to) {
    static const size_t most = 4 * MOST_FILES;
    cached_file *files = malloc(most * sizeof *files);
    DIR *folder = opendir(c->cache);
    size_t count = 0;
    struct stat about;
    for (struct dirent *e; files && folder && count < most && (e = readdir(folder));)
        if (snprintf(files[count].name, NAME, "%s", e->d_name) < NAME &&
            fstatat(dirfd(folder), e->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode)) {
            files[count].size = about.st_size;
            files[count++].used = about.st_mtime;
        }
    if (count)
        qsort(files, count, sizeof *files, by_use);
    for (size_t i = 0; i < count; i++)
        each(dirfd(folder), &files[i], to);
    if (folder)
        closedir(folder);
    free(files);
}

typedef struct bounds {
    off_t bytes;
    unsigned files;
} bounds;

static void add_up(int folder, const cached_file *f, void *to) {
    bounds *all = to;
    (void)folder;
    all->bytes += f->size;
    all->files++;
}

static void remove_excess(int folder, const cached_file *f, void *to) {
    bounds *all = to;
    if ((all->bytes > MOST_BYTES || all->files > MOST_FILES) && unlinkat(folder, f->name, 0) == 0) {
        all->bytes -= f->size;
        all->files--;
    }
}

static void remove_any(int folder, const cached_file *f, void *to) {
    (void)to;
    unlinkat(folder, f->name, 0);
}

static void keep_bounds(const compiler *c) {
    bounds all = {0};
    each_file(c, add_up, &all);
    if (all.bytes > MOST_BYTES || all.files > MOST_FILES)
        each_file(c, remove_excess, &all);
}

/* ---- open and close -------------------------------------------------------------------------- */

bool compiler_open(compiler *c, const char *prelude, const char *command, const char *cache) {
    *c = (compiler){.prelude = prelude, .command = find_command(command ? command : "cc")};
    if (!c->command)
        return false;
    open_folder(c, cache);
    if (c->cache)
        return true;
    compiler_close(c);
    return false;
}

void compiler_close(compiler *c) {
    if (c->is_own) {
        each_file(c, remove_any, NULL);
        rmdir(c->cache);
    }
    free(c->command);
    free(c->cache);
    *c = (compiler){0};
}

/* ---- one file -------------------------------------------------------------------------------- */

static bool write_source(const compiler *c, const char *path, const char *head, const char *text) {
    FILE *f = fopen(path, "w");
    const bool written = f && fputs(head, f) >= 0 && fputs(c->prelude, f) >= 0 && fputs(text, f) >= 0;
    return f && !fclose(f) && written;
}

/* Its number stays its own until it is no longer to be found in `child`. */
static int wait_for(compiler *c, pid_t child) {
    siginfo_t about;
    int status = -1;
    atomic_store(&c->child, (long)child);
    while (waitid(P_PID, (id_t)child, &about, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        ;
    atomic_store(&c->child, 0);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* In seconds of processor time and in KB: kernels of thousands of instructions could take any. What
   is loaded into the program, such as a sanitizer that reserves terabytes, is not for the compiler. */
#define IN_BOUNDS "unset LD_PRELOAD; ulimit -t 100; ulimit -v 4000000; exec \"$0\" \"$@\""

/* What it starts in turn is in the same group of processes, and signals end it. Its messages are
   not wanted: what cannot be compiled is interpreted. */
static bool spawn(pid_t *child, char *const *arguments) {
    posix_spawn_file_actions_t quiet;
    posix_spawnattr_t apart;
    sigset_t signals;
    bool began = false;
    if (posix_spawnattr_init(&apart))
        return false;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&apart, &signals);
    sigaddset(&signals, SIGTERM);
    posix_spawnattr_setsigdefault(&apart, &signals);
    posix_spawnattr_setflags(&apart, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (posix_spawn_file_actions_init(&quiet) == 0) {
        posix_spawn_file_actions_addopen(&quiet, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
        if (!getenv("GISA_NATIVE_KEEP"))
            posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
        began = posix_spawn(child, arguments[0], &quiet, &apart, arguments, environ) == 0;
        posix_spawn_file_actions_destroy(&quiet);
    }
    posix_spawnattr_destroy(&apart);
    return began;
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A status of waitpid; `option`: one more, NULL: none. */
static int run_compiler(compiler *c, const char *from, const char *to, const char *option) {
    static const char *const before[] = {"/bin/sh", "-c", IN_BOUNDS};
    enum { BEFORE = sizeof before / sizeof *before };
    const char *const after[] = {"-o", to, from, option};
    const char *arguments[BEFORE + 1 + OPTIONS + 5] = {0};
    pid_t child;
    memcpy(arguments, before, sizeof before);
    arguments[BEFORE] = c->command;
    memcpy(arguments + BEFORE + 1, options, sizeof options);
    memcpy(arguments + BEFORE + 1 + OPTIONS, after, sizeof after);
    return spawn(&child, (char *const *)(uintptr_t)arguments) ? wait_for(c, child) : -1;
}

/* Not again where a signal has ended it: compiler_cancel. */
static bool make_library(compiler *c, const char *from, const char *to) {
    const double begun = seconds_now();
    const int status = run_compiler(c, from, to, NULL);
    return status == 0 || (status != -1 && WIFEXITED(status) && seconds_now() - begun < BREAKS_WITHIN &&
                           run_compiler(c, from, to, without_vectors) == 0);
}

/* It removes what it has written so far. */
void compiler_cancel(compiler *c) {
    const long child = atomic_load(&c->child);
    if (child)
        kill((pid_t)-child, SIGTERM);
}

/* Names that no other thread and no other process uses. */
static bool compile(compiler *c, const char *head, const char *text, const char *path) {
    static atomic_uint number;
    char own[NAME], *source, *library;
    bool fine;
    snprintf(own, sizeof own, "/%ld.%u", (long)getpid(), atomic_fetch_add(&number, 1));
    source = joined(c->cache, own, ".c");
    library = joined(c->cache, own, ".so");
    fine = source && library && write_source(c, source, head, text) && make_library(c, source, library) &&
           rename(library, path) == 0;
    if (library && !fine)
        unlink(library);
    if (source && !getenv("GISA_NATIVE_KEEP"))
        unlink(source);
    free(source);
    free(library);
    return fine;
}

static void add_common(digest *d, const compiler *c) {
    char real[PATH_MAX];
    digest_begin(d);
    add_file_state(d, realpath(c->command, real) ? real : c->command);
    add_processor(d);
    for (unsigned i = 0; i < OPTIONS; i++)
        add_text(d, options[i]);
    add_text(d, c->prelude);
}

/* In the cache; NULL: there is no memory. */
static char *path_of(compiler *c, const char *head, const char *text) {
    uint8_t bytes[DIGEST_BYTES];
    digest all;
    char name[NAME] = "/";
    if (!c->common.size)
        add_common(&c->common, c);
    all = c->common;
    add_text(&all, head);
    add_text(&all, text);
    digest_end(&all, bytes);
    for (unsigned i = 0; i < DIGEST_BYTES; i++)
        snprintf(name + 1 + 2 * i, 3, "%02x", bytes[i]);
    return joined(c->cache, name, ".so");
}

/* What is used is what is kept. */
static bool load_kept(const char *path, compiled *made) {
    *made = (compiled){0};
    if (path && utimensat(AT_FDCWD, path, NULL, 0) == 0)
        made->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    made->was_cached = made->library;
    return made->library;
}

bool compiler_find(compiler *c, const char *head, const char *text, compiled *made) {
    char *path = path_of(c, head, text);
    const bool found = load_kept(path, made);
    free(path);
    return found;
}

bool compiler_load(compiler *c, const char *head, const char *text, compiled *made) {
    char *path = path_of(c, head, text);
    if (!load_kept(path, made) && path) {
        const double begun = seconds_now();
        if (compile(c, head, text, path)) {
            made->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
            keep_bounds(c);
        }
        made->seconds = seconds_now() - begun;
    }
    free(path);
    return made->library;
}

void *compiled_find(const compiled *made, const char *name) {
    return dlsym(made->library, name);
}

void compiled_free(compiled *made) {
    if (made->library)
        dlclose(made->library);
    *made = (compiled){0};
}
