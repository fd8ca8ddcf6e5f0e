/* SPDX-License-Identifier: MIT */
/* Gives files to a fuzz target without a fuzzer, so that any compiler can repeat what a fuzzer has
 * found.
 * usage: replay-TARGET FILE-OR-DIRECTORY...
 *
 * A child does the work. When it dies or takes too long, its parent blames the file that was being
 * read and goes on after it with another child. */
#include <dirent.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz.h"

enum { SECONDS = 20, MAX_BLAMED = 20 };

typedef struct list {
    char **paths;
    size_t count, room;
} list;

static void add(list *l, const char *path) {
    if (l->count == l->room) {
        l->room = l->room ? l->room * 2 : 1024;
        l->paths = realloc(l->paths, l->room * sizeof *l->paths);
        LAW(l->paths, "no memory");
    }
    l->paths[l->count] = strdup(path);
    LAW(l->paths[l->count++], "no memory");
}

static void add_directory(list *l, const char *path) {
    DIR *directory = opendir(path);
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        char *file = malloc(strlen(path) + strlen(entry->d_name) + 2);
        LAW(file, "no memory");
        sprintf(file, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            add(l, file);
        free(file);
    }
    if (directory)
        closedir(directory);
}

static int by_path(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A file that cannot be read is a failure like any other. */
static void run_file(const char *path) {
    FILE *f = fopen(path, "rb");
    struct stat st;
    LAW(f && fstat(fileno(f), &st) == 0, "%s cannot be read", path);
    size_t size = (size_t)st.st_size;
    uint8_t *data = malloc(size ? size : 1);
    LAW(data && fread(data, 1, size, f) == size, "%s cannot be read", path);
    fclose(f);
    alarm(SECONDS);
    LLVMFuzzerTestOneInput(data, size);
    alarm(0);
    free(data);
}

static void blame(const char *path, int status) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        printf("%s: more than %d s\n", path, SECONDS);
    else
        printf("%s: see above\n", path);
}

int main(int argc, char **argv) {
    list l = {0};
    size_t failed = 0;
    for (int i = 1; i < argc; i++) {
        struct stat st;
        if (stat(argv[i], &st) == 0 && S_ISDIR(st.st_mode))
            add_directory(&l, argv[i]);
        else
            add(&l, argv[i]);
    }
    if (l.count)
        qsort(l.paths, l.count, sizeof *l.paths, by_path);
    size_t *at = mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    LAW(at != MAP_FAILED, "no shared memory");
    while (*at < l.count && failed < MAX_BLAMED) {
        int status = 0;
        fflush(stdout);
        pid_t child = fork();
        LAW(child >= 0, "no process");
        if (!child) {
            for (; *at < l.count; ++*at)
                run_file(l.paths[*at]);
            exit(0); /* not _exit: leaks are looked for here */
        }
        waitpid(child, &status, 0);
        if (status && *at < l.count) {
            blame(l.paths[*at], status);
            failed++;
            ++*at;
        } else if (status) { /* all files were read, but memory was lost */
            printf("memory is lost: see above\n");
            failed++;
        }
    }
    for (size_t i = 0; i < l.count; i++)
        free(l.paths[i]);
    free(l.paths);
    printf("%zu passed, %zu failed\n", *at > failed ? *at - failed : 0, failed);
    return failed || !l.count;
}
