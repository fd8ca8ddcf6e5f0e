/* SPDX-License-Identifier: MIT */
/* gisa_watch.h in C: blocks of memory that are freed and forgotten, launches one after another,
   findings as text, arguments. Kernels with bugs: tests/command/watch. */
#include <stdlib.h>
#include <string.h>

#include "../../test.h"
#include "gisa_watch.h"

TEST_COUNTERS;

/* Each work-item writes its number to the memory of the argument. */
static const char kernel[] = "\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\n"
                             "k:\ts_load_dwordx2 s[8:9], s[0:1], 0x0\n"
                             "\tv_lshlrev_b32 v1, 2, v0\n"
                             "\ts_mov_b32 s10, -1\n"
                             "\ts_mov_b32 s11, 0x24000\n"
                             "\ts_waitcnt lgkmcnt(0)\n"
                             "\tbuffer_store_dword v0, v1, s[8:11], 0 offen\n"
                             "\ts_endpgm\n"
                             "\t.p2align 6\n\t.amdhsa_kernel k\n"
                             "\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_kernarg_size 8\n"
                             "\t.amdhsa_next_free_vgpr 4\n\t.amdhsa_next_free_sgpr 20\n"
                             "\t.end_amdhsa_kernel\n";

enum { ITEMS = 64, SIZE = 4 * ITEMS };

typedef struct setting {
    gisa_machine *machine;
    gisa_kernel kernel;
    uint8_t *memory; /* twice SIZE */
} setting;

static bool run(const setting *t, gisa_watch *watch) {
    uint64_t argument = (uintptr_t)t->memory;
    const gisa_launch launch = {.descriptor = t->kernel.descriptor,
                                .grid = {ITEMS, 1, 1},
                                .group = {ITEMS, 1, 1},
                                .kernarg = &argument,
                                .kernarg_size = sizeof argument,
                                .observer = gisa_watch_observer(watch)};
    gisa_result result;
    return gisa_machine_run(t->machine, &launch, &result) == GISA_OK && result.end == GISA_END_ENDED;
}

static size_t count_of(const gisa_watch *watch) {
    gisa_watch_finding f;
    size_t count = 0;
    while (gisa_watch_finding_at(watch, count, &f) == GISA_OK)
        count++;
    return count;
}

/* One finding more with each change of what is known of the memory. */
static void blocks(const setting *t) {
    const uint64_t at = (uintptr_t)t->memory;
    gisa_watch *w = gisa_watch_new(t->machine, GISA_WATCH_ALL);
    gisa_watch_finding f;
    test_check(w && run(t, w) && count_of(w) == 0); /* nothing is known of it */
    test_check(gisa_watch_memory(w, at, SIZE, "one", false) == GISA_OK);
    test_check(gisa_watch_memory(w, at + SIZE, SIZE, "two", false) == GISA_OK);
    test_check(run(t, w) && count_of(w) == 0);
    test_check(gisa_watch_memory(w, at, SIZE / 2, "half", false) == GISA_OK); /* in place of "one" */
    test_check(run(t, w) && count_of(w) == 1);
    test_check(gisa_watch_finding_at(w, 0, &f) == GISA_OK && f.check == GISA_WATCH_BOUNDS &&
               strstr(f.what, "half") && f.times == ITEMS / 2 && f.item[0] == ITEMS / 2);
    test_check(run(t, w) && gisa_watch_finding_at(w, 0, &f) == GISA_OK && f.times == ITEMS);
    gisa_watch_freed(w, at);
    gisa_watch_freed(w, at + 1); /* no block begins there */
    test_check(run(t, w) && count_of(w) == 2);
    test_check(gisa_watch_finding_at(w, 1, &f) == GISA_OK && strstr(f.what, "has been freed: half"));
    gisa_watch_forget(w, at);
    test_check(run(t, w) && count_of(w) == 2 && gisa_watch_is_whole(w));
    gisa_watch_free(w);
}

static void texts(void) {
    const gisa_watch_finding f = {.check = GISA_WATCH_RACES,
                                  .times = 2,
                                  .item = {3, 0, 0},
                                  .what = "writes",
                                  .other_what = "read here",
                                  .registers = "v1=0x4"};
    const gisa_watch_where at = {"k.s:5", "s_nop 0"}, other = {"k.s:3", "s_nop 1"};
    char text[300];
    test_check(gisa_watch_text(&f, &at, &other, text, sizeof text) == GISA_OK);
    test_check(strcmp(text, "k.s:5: races: writes\n    s_nop 0\n  read here: s_nop 1 at k.s:3\n"
                            "  work-item 3,0,0 of work-group 0,0,0, the first of 2 times: v1=0x4\n") == 0);
    test_check(gisa_watch_text(&f, &at, NULL, text, sizeof text) == GISA_OK &&
               strstr(text, "\n  read here\n"));
    test_check(gisa_watch_text(&f, &at, NULL, text, 10) == GISA_STATUS_NO_SPACE && strlen(text) == 9);
    test_check(gisa_watch_text(&f, NULL, NULL, text, 10) == GISA_STATUS_BAD_ARGUMENT);
    test_check(gisa_watch_text(&f, &at, NULL, text, 0) == GISA_STATUS_BAD_ARGUMENT);
}

static void arguments(gisa_machine *machine) {
    gisa_watch *w = gisa_watch_new(machine, GISA_WATCH_RACES);
    gisa_watch_finding f;
    test_check(strcmp(gisa_watch_name(GISA_WATCH_UNDEFINED), "undefined") == 0);
    test_check(strcmp(gisa_watch_name(GISA_WATCH_HAZARDS), "hazards") == 0);
    test_check(!gisa_watch_name(0) && !gisa_watch_name(3) && !gisa_watch_name(64));
    test_check(!gisa_watch_new(NULL, GISA_WATCH_ALL));
    test_check(gisa_watch_finding_at(w, 0, &f) == GISA_STATUS_END);
    test_check(gisa_watch_finding_at(w, 0, NULL) == GISA_STATUS_BAD_ARGUMENT);
    test_check(gisa_watch_finding_at(NULL, 0, &f) == GISA_STATUS_BAD_ARGUMENT);
    test_check(gisa_watch_memory(w, 16, 0, "none", false) == GISA_STATUS_BAD_ARGUMENT);
    test_check(gisa_watch_memory(w, UINT64_MAX, 2, "too large", false) == GISA_STATUS_BAD_ARGUMENT);
    test_check(gisa_watch_memory(w, UINT64_MAX, 1, NULL, false) == GISA_OK);
    gisa_watch_freed(NULL, 16);
    gisa_watch_forget(NULL, 16);
    gisa_watch_free(w);
    gisa_watch_free(NULL);
}

static gisa_loaded *load(gisa_machine *machine, const gisa_isa *isa) {
    const gisa_asm_options as = {.isa = isa, .output = GISA_OUTPUT_CO};
    gisa_loaded *loaded = NULL;
    void *object = NULL;
    size_t size;
    if (gisa_assemble("test", kernel, strlen(kernel), &as, &object, &size) == GISA_OK)
        gisa_machine_load(machine, object, size, NULL, &loaded);
    free(object);
    return loaded;
}

static void test(const char *arch) {
    const gisa_isa *isa = gisa_find(arch);
    setting t = {.machine = gisa_machine_new(isa), .memory = calloc(2, SIZE)};
    gisa_loaded *loaded = load(t.machine, isa);
    if (test_check(t.memory && loaded && gisa_kernel_at(loaded, 0, &t.kernel) == GISA_OK)) {
        test_check(gisa_machine_isa(t.machine) == isa);
        gisa_machine_map(t.machine, t.memory, 2 * SIZE, "memory");
        blocks(&t);
        arguments(t.machine);
    }
    gisa_machine_free(t.machine);
    free(t.memory);
}

int main(void) {
    const char *archs[] = {"gfx600", "gfx700", "gfx803", "gfx900"};
    for (unsigned i = 0; i < sizeof archs / sizeof *archs; i++)
        test(archs[i]);
    texts();
    return test_close("watch");
}
