/* SPDX-License-Identifier: MIT */
/*
 * Compiles C and loads the result. What has been compiled stays in a folder of the user's, under
 * the hash of all that it depends on, so that the next process finds it. Others may do the same at
 * the same time: a file gets its name when it is complete. The oldest ones are removed.
 */
#include "compile.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
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
enum { MOST_FILES = 2000, NAME = 40 };
#define MOST_BYTES ((off_t)256 << 20)

/* ---- hashes ---------------------------------------------------------------------------------- */

/* As FNV-1a, but eight bytes at a time: texts have half a megabyte, for each kernel. */
#define HASH_BEGIN UINT64_C(0xcbf29ce484222325)

static uint64_t hash_more(uint64_t hash, const void *data, size_t size) {
    const uint8_t *p = data;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = size;
        memcpy(&word, p + i, size - i < 8 ? size - i : 8);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash;
}

static uint64_t hash_file_state(uint64_t hash, const char *path) {
    struct stat about;
    hash = hash_more(hash, path, strlen(path));
    if (stat(path, &about) == 0) {
        const int64_t is[] = {about.st_size, about.st_mtime};
        hash = hash_more(hash, is, sizeof is);
    }
    return hash;
}

/* What -march=native makes of the host: the lines of its first processor that say so. */
static uint64_t hash_processor(uint64_t hash) {
    char line[8192];
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f) && *line != '\n')
        if (strncmp(line, "model", 5) == 0 || strncmp(line, "flags", 5) == 0 ||
            strncmp(line, "Features", 8) == 0)
            hash = hash_more(hash, line, strlen(line));
    if (f)
        fclose(f);
    return hash;
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

bool compiler_open(compiler *c, const char *command, const char *cache) {
    char real[PATH_MAX];
    *c = (compiler){.command = find_command(command ? command : "cc")};
    if (!c->command)
        return false;
    open_folder(c, cache);
    c->host = hash_file_state(HASH_BEGIN, realpath(c->command, real) ? real : c->command);
    c->host = hash_processor(c->host);
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

/* What the interpreter's rows are compiled with, but for this host alone. */
static const char *const options[] = {"-x", "c", "-std=gnu11", "-O3", "-march=native", "-fopenmp-simd",
                                      "-fno-math-errno", "-fPIC", "-w", "-shared", "-pthread",
                                      "-ffp-contract=off", "-fno-trapping-math",
                                      /* numbers of one wave are no vectors */
                                      "-fno-tree-slp-vectorize", "-fvisibility=default"};
enum { OPTIONS = sizeof options / sizeof *options };

static bool write_texts(const char *path, const char *const *texts, unsigned count) {
    FILE *f = fopen(path, "w");
    for (unsigned i = 0; f && i < count; i++)
        fputs(texts[i], f);
    const bool written = f && !ferror(f);
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

/* Its messages are not wanted: what cannot be compiled is interpreted. */
static bool run_compiler(compiler *c, char *from, char *to) {
    char *arguments[OPTIONS + 5] = {c->command};
    posix_spawn_file_actions_t quiet;
    pid_t child;
    int status = -1;
    for (unsigned i = 0; i < OPTIONS; i++)
        arguments[1 + i] = (char *)(uintptr_t)options[i];
    arguments[OPTIONS + 1] = (char *)(uintptr_t) "-o";
    arguments[OPTIONS + 2] = to;
    arguments[OPTIONS + 3] = from;
    if (posix_spawn_file_actions_init(&quiet))
        return false;
    posix_spawn_file_actions_addopen(&quiet, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    if (!getenv("GISA_NATIVE_KEEP"))
        posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
    const bool began = posix_spawn(&child, c->command, &quiet, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&quiet);
    if (began)
        status = wait_for(c, child);
    return began && status == 0;
}

void compiler_cancel(compiler *c) {
    const long child = atomic_load(&c->child);
    if (child)
        kill((pid_t)child, SIGKILL);
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Names that no other thread and no other process uses. */
static bool compile(compiler *c, const char *const *texts, unsigned count, const char *path) {
    static atomic_uint number;
    char own[NAME], *source, *library;
    bool fine;
    snprintf(own, sizeof own, "/%ld.%u", (long)getpid(), atomic_fetch_add(&number, 1));
    source = joined(c->cache, own, ".c");
    library = joined(c->cache, own, ".so");
    fine = source && library && write_texts(source, texts, count) && run_compiler(c, source, library) &&
           rename(library, path) == 0;
    if (library && !fine)
        unlink(library);
    if (source && !getenv("GISA_NATIVE_KEEP"))
        unlink(source);
    free(source);
    free(library);
    return fine;
}

/* In the cache; NULL: there is no memory. */
static char *path_of(const compiler *c, const char *const *texts, unsigned count) {
    uint64_t hash = c->host, other = ~c->host;
    char name[NAME];
    for (unsigned i = 0; i < count; i++) {
        hash = hash_more(hash, texts[i], strlen(texts[i]));
        other = hash_more(other, texts[i], strlen(texts[i])) + hash;
    }
    for (unsigned i = 0; i < OPTIONS; i++)
        hash = hash_more(hash, options[i], strlen(options[i]));
    snprintf(name, sizeof name, "/%016" PRIx64 "%016" PRIx64, hash, other);
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

bool compiler_find(compiler *c, const char *const *texts, unsigned count, compiled *made) {
    char *path = path_of(c, texts, count);
    const bool found = load_kept(path, made);
    free(path);
    return found;
}

bool compiler_load(compiler *c, const char *const *texts, unsigned count, compiled *made) {
    char *path = path_of(c, texts, count);
    if (!load_kept(path, made) && path) {
        const double begun = seconds_now();
        if (compile(c, texts, count, path)) {
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
