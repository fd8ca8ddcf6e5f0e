/* SPDX-License-Identifier: MIT */
/* The process that compiles: what it may use, and that nothing of it outlives the machine. Scripts
   take the place of the compiler. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "native.h"

enum { PATH = 100, PATIENCE = 300 /* seconds */ };

static const char source[] = "\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\n"
                             "k:\tv_mov_b32 v0, 1\n\ts_endpgm\n\t.p2align 6\n\t.amdhsa_kernel k\n"
                             "\t.amdhsa_next_free_vgpr 1\n\t.amdhsa_next_free_sgpr 1\n\t.end_amdhsa_kernel\n";

/* Runs the kernel where `script` is the compiler; NULL: that is not possible. */
static gisa_machine *run(const char *folder, const char *script, gisa_native_mode mode, const void *file,
                         size_t size) {
    char path[PATH];
    const gisa_native_options options = {.mode = mode, .compiler = path, .cache = "/dev/null", .after = 1};
    gisa_machine *m = gisa_machine_new(gisa_find("gfx900"));
    gisa_loaded *loaded;
    gisa_kernel kernel;
    gisa_error error;
    gisa_result result;
    FILE *out;
    snprintf(path, sizeof path, "%s/cc", folder);
    out = fopen(path, "w");
    if (!out)
        return m;
    fprintf(out, "#!/bin/sh\ncd %s\n%s", folder, script);
    fclose(out);
    chmod(path, 0700);
    if (!test_check(m && gisa_machine_native(m, &options) == GISA_OK &&
                    gisa_machine_load(m, file, size, &error, &loaded) == GISA_OK &&
                    gisa_kernel_at(loaded, 0, &kernel) == GISA_OK))
        return m;
    const gisa_launch l = {
        .descriptor = kernel.descriptor, .dimensions = 1, .grid = {64, 1, 1}, .group = {64, 1, 1}};
    test_check(gisa_machine_run(m, &l, &result) == GISA_OK && result.end == GISA_END_ENDED);
    return m;
}

/* How many numbers there are in a file that the script writes, at most two. */
static int read_numbers(const char *folder, unsigned long number[2]) {
    char path[PATH];
    FILE *in;
    int count = 0;
    snprintf(path, sizeof path, "%s/numbers", folder);
    in = fopen(path, "r");
    if (in) {
        count = fscanf(in, "%lu %lu", &number[0], &number[1]);
        fclose(in);
    }
    return count;
}

/* A zombie has no command line. */
static bool is_there(unsigned long process) {
    char path[PATH];
    FILE *in;
    bool there = false;
    snprintf(path, sizeof path, "/proc/%lu/cmdline", process);
    in = fopen(path, "r");
    if (in) {
        there = fgetc(in) != EOF;
        fclose(in);
    }
    return there;
}

static void wait_a_moment(void) {
    nanosleep(&(const struct timespec){0, 20000000}, NULL);
}

/* The hours of a processor and all memory are not for a kernel of many instructions. */
static void bounds(const char *folder, const void *file, size_t size) {
    unsigned long number[2] = {0};
    gisa_native_info info;
    gisa_machine *m =
        run(folder, "{ ulimit -t; ulimit -v; } >numbers\nexit 1\n", GISA_NATIVE_MODE_ALL, file, size);
    gisa_machine_native_info(m, &info);
    test_check(info.kernels == 1 && info.compiled == 0);
    test_check(read_numbers(folder, number) == 2 && number[0] <= 100 && number[1] <= 4000000);
    gisa_machine_free(m);
}

/* A compiler that breaks where it makes vector code. */
static void breaks(const char *folder, const void *file, size_t size) {
    gisa_native_info info;
    gisa_machine *m = run(folder, "case \"$*\" in *-fno-tree-vectorize*) exec cc \"$@\";; esac\nexit 1\n",
                          GISA_NATIVE_MODE_ALL, file, size);
    gisa_machine_native_info(m, &info);
    test_check(info.kernels == 1 && info.compiled == 1);
    gisa_machine_free(m);
}

/* A compiler that does not end, and has a process of its own, as most do. */
static void ends_with_the_machine(const char *folder, const void *file, size_t size) {
    const double begun = seconds_now();
    unsigned long number[2] = {0};
    gisa_machine *m =
        run(folder, "sleep 1000 &\necho $! >new\nmv new numbers\nwait\n", GISA_NATIVE_MODE_AUTO, file, size);
    while (read_numbers(folder, number) != 1 && seconds_now() - begun < PATIENCE)
        wait_a_moment();
    test_check(number[0] && is_there(number[0]));
    gisa_machine_free(m);
    while (is_there(number[0]) && seconds_now() - begun < PATIENCE)
        wait_a_moment();
    test_check(!is_there(number[0]));
}

void compiler_tests(void) {
    size_t size = 0;
    void *const file = assemble(gisa_find("gfx900"), source, &size);
    void (*const tests[])(const char *, const void *, size_t) = {bounds, breaks, ends_with_the_machine};
    test_begin();
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
        char folder[] = "/tmp/gisa-compiler.XXXXXX";
        if (test_check(file && mkdtemp(folder)))
            tests[i](folder, file, size);
        remove_folder(folder);
    }
    test_end();
    free(file);
}
