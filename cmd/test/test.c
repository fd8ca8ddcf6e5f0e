/* SPDX-License-Identifier: MIT */
/* gisa test: runs case files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd.h"
#include "complete.h"
#include "minimize.h"
#include "report.h"

static int cmd_test(int argc, char **argv);

/* In the order of the help. */
static const option options[] = {
    {"arch", 'a', true, "ARCH", complete_architectures, "run the cases of this architecture alone"},
    {"tap", 't', false, NULL, NULL, "report in the Test Anything Protocol"},
    {"junit", 'J', false, "FILE", complete_files, "also write a report for JUnit's readers"},
    {"all", 'A', false, NULL, NULL, "name the cases that pass as well"},
    {"shard", 's', false, "I/N", NULL, "run part I of N: each case belongs to one part"},
    {"minimize", 'm', false, NULL, NULL,
     "print the first case that fails, with all removed that it does not need"},
    {"output", 'o', true, "FILE", complete_files, "write that case to a file"},
    {"help", 'h', true, NULL, NULL, "show this text"},
    {NULL, 0, false, NULL, NULL, NULL}};

const command_info test_command = {
    .name = "test",
    .what = "run case files: code, registers and memory before, expected after",
    .usage = "usage: gisa test [OPTIONS] FILE...\n"
             "       gisa test --minimize FILE [-o SMALL]\n",
    .text = "Examples:\n"
            "  gisa test tests/cases/*.case\n"
            "  gisa test --shard 2/8 --junit part2.xml cases/*.case\n"
            "  gisa run -a gfx900 code.s --set v1=1.5 --case new.case     writes a case from a run\n"
            "\n"
            "docs/case-files.md describes the format, which other emulators can read as well.\n",
    .options = options,
    .after = "Exit status: 0 = no case failed, 1 = some failed or could not be read, 2 = wrong usage.\n",
    .offer = complete_files,
    .run = cmd_test};

typedef struct arguments {
    char **file;
    unsigned count;
    const gisa_isa *isa;
    uint64_t shard, shards; /* shard: from 1 */
    bool minimize, help;
    const char *output;
    report report;
    uint64_t number; /* of cases on architectures so far */
} arguments;

static bool wrong(const char *what, const char *which) {
    return options_wrong(&test_command, what, which);
}

/* ---- the command line ---- */

static bool read_shard(arguments *a, const char *text) {
    char part[24];
    const char *slash = strchr(text, '/');
    const size_t size = slash ? (size_t)(slash - text) : 0;
    snprintf(part, sizeof part, "%.*s", (int)(size < sizeof part ? size : 0), text);
    return (slash && options_number(slash + 1, UINT32_MAX, &a->shards) &&
            options_number(part, a->shards, &a->shard)) ||
           wrong("expected I/N after --shard, I from 1 to N, not", text);
}

static bool take(void *ctx, char id, const char *value) {
    arguments *a = ctx;
    switch (id) {
    case 0: a->file[a->count++] = (char *)(uintptr_t)value; return true;
    case 'a': a->isa = cmd_find_arch("test", value); return a->isa != NULL;
    case 't': a->report.tap = true; return true;
    case 'J': a->report.junit = value; return true;
    case 'A': a->report.all = true; return true;
    case 's': return read_shard(a, value);
    case 'm': a->minimize = true; return true;
    case 'o': a->output = value; return true;
    default: a->help = true; return true;
    }
}

/* ---- cases ---- */

static bool is_mine(arguments *a) {
    return !a->shards || a->number++ % a->shards == a->shard - 1;
}

static bool is_asked(const arguments *a, const char *arch) {
    return !a->isa || gisa_find(arch) == a->isa;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Minimizes the case where it fails; -1: it does not. */
static int try_minimize(const arguments *a, const char *path, test_case *c, const char *arch) {
    case_outcome o;
    case_run(path, c, arch, &o);
    if (o.status != CASE_FAILED)
        return -1;
    if (!minimize(path, c, arch, &o)) {
        fprintf(stderr, "gisa test: out of memory\n");
        return 1;
    }
    return case_write(a->output ? a->output : "-", c);
}

static int minimize_first(arguments *a) {
    for (unsigned i = 0; i < a->count; i++) {
        case_file f;
        char arch[32];
        int status = case_file_read(a->file[i], &f) ? -1 : 1;
        for (unsigned k = 0; k < f.count && status < 0; k++)
            for (unsigned n = 0; status < 0 && case_arch(&f.at[k], n, arch); n++)
                if (is_asked(a, arch))
                    status = try_minimize(a, f.path, &f.at[k], arch);
        case_file_free(&f);
        if (status >= 0)
            return status;
    }
    fprintf(stderr, "gisa test: no case fails, so there is nothing to minimize\n");
    return 1;
}

static void test_case_on(arguments *a, const case_file *f, const test_case *c, const char *arch) {
    case_outcome o;
    const double begin = now();
    if (!is_asked(a, arch) || !is_mine(a))
        return;
    case_run(f->path, c, arch, &o);
    report_case(&a->report, f->path, c, arch, &o, now() - begin);
}

static void test_file(arguments *a, const char *path) {
    case_file f;
    char arch[32];
    if (!case_file_read(path, &f)) {
        const case_outcome o = {.status = CASE_BROKEN, .text = "    the file cannot be read\n"};
        if (is_mine(a))
            report_case(&a->report, path, NULL, NULL, &o, 0);
        f.count = 0;
    }
    for (unsigned i = 0; i < f.count; i++)
        for (unsigned n = 0; case_arch(&f.at[i], n, arch); n++)
            test_case_on(a, &f, &f.at[i], arch);
    case_file_free(&f);
}

static int run_files(arguments *a) {
    report_begin(&a->report);
    for (unsigned i = 0; i < a->count; i++)
        test_file(a, a->file[i]);
    return report_end(&a->report);
}

static int cmd_test(int argc, char **argv) {
    arguments a = {.file = calloc((size_t)argc, sizeof *a.file)};
    int result = 2;
    if (!a.file)
        result = 1;
    else if (!options_read(&test_command, argc, argv, take, &a))
        result = 2;
    else if (a.help) {
        help_print(&test_command);
        result = 0;
    } else if (!a.count)
        wrong("expected case files", NULL);
    else if (a.output && !a.minimize)
        wrong("-o is for --minimize", NULL);
    else
        result = a.minimize ? minimize_first(&a) : run_files(&a);
    free(a.file);
    return result;
}
