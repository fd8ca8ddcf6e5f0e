/* SPDX-License-Identifier: MIT */
/* Kernels compiled for the host. Each work-item of a group is a thread of its own that runs until
 * it ends or comes to a barrier; so one after the other, and the same each time. With RECORD=1 in
 * the environment what they leave is written, too, for recorded.c. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "gisa_native.h"
#include "kernels.h"

enum { STACK = 64 << 10, MOST_ITEMS = 1024 };

static struct {
    const test_launch *launch;
    void (*function)(void);
    void *const *values;
    uint32_t group[3], item[3], size[3]; /* the size: of this group, at an edge it may be less */
    ucontext_t back, items[MOST_ITEMS];
    bool ended[MOST_ITEMS];
    unsigned number; /* of the work-item that runs */
    char *stacks;
} now;

/* ---- what host.cl calls ---------------------------------------------------------------------- */

GISA_API uint64_t host_size(uint32_t what, uint32_t d);
GISA_API void host_barrier(void);

GISA_API uint64_t host_size(uint32_t what, uint32_t d) {
    const test_launch *l = now.launch;
    bool there = d < l->dimensions;
    switch (what) {
    case 'i': return there ? (uint64_t)now.group[d] * l->group[d] + now.item[d] : 0;
    case 'l': return there ? now.item[d] : 0;
    case 'g': return there ? now.group[d] : 0;
    case 'I': return there ? l->grid[d] : 1;
    case 'L': return there ? l->group[d] : 1; /* in OpenCL 1.2 all groups are of one size */
    case 'G': return there ? (l->grid[d] + l->group[d] - 1) / l->group[d] : 1;
    default: return l->dimensions;
    }
}

GISA_API void host_barrier(void) {
    swapcontext(&now.items[now.number], &now.back);
}

/* ---- calling --------------------------------------------------------------------------------- */

typedef float lane4 __attribute__((vector_size(16)));
typedef void kernel_function(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, lane4, lane4, lane4,
                             lane4, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

/* The calling convention of x86-64: six integers and pointers in registers, the others on the
   stack; floats apart. */
static void call_kernel(void) {
    uint64_t whole[MOST_ARGUMENTS] = {0};
    lane4 real[4] = {{0}};
    unsigned wholes = 0, reals = 0;
    for (unsigned i = 0; i < now.launch->count; i++) {
        const test_argument *a = &now.launch->arguments[i];
        if (a->what == NUMBER && a->type->kind == 'f')
            memcpy(&real[reals++ & 3], now.values[i], a->type->size);
        else if (a->what == NUMBER)
            memcpy(&whole[wholes++], now.values[i], sizeof *whole);
        else
            whole[wholes++] = (uintptr_t)now.values[i];
    }
    ((kernel_function *)now.function)(whole[0], whole[1], whole[2], whole[3], whole[4], whole[5], real[0],
                                      real[1], real[2], real[3], whole[6], whole[7], whole[8], whole[9],
                                      whole[10], whole[11]);
}

static void enter(void) {
    call_kernel();
    now.ended[now.number] = true;
    setcontext(&now.back);
}

static void prepare(unsigned i) {
    getcontext(&now.items[i]);
    now.items[i].uc_stack.ss_sp = now.stacks + (size_t)i * STACK;
    now.items[i].uc_stack.ss_size = STACK;
    now.ended[i] = false;
    makecontext(&now.items[i], enter, 0);
}

static void run_group(void) {
    unsigned items = now.size[0] * now.size[1] * now.size[2], left = items;
    for (unsigned i = 0; i < items; i++)
        prepare(i);
    while (left)
        for (unsigned i = 0; i < items; i++) {
            if (now.ended[i])
                continue;
            now.number = i;
            now.item[0] = i % now.size[0];
            now.item[1] = i / now.size[0] % now.size[1];
            now.item[2] = i / now.size[0] / now.size[1];
            swapcontext(&now.back, &now.items[i]);
            left -= now.ended[i];
        }
}

/* Structures go by their address: to host_NAME, where there is one. */
static bool find_function(void *library, const char *name) {
    char text[80];
    void *at;
    snprintf(text, sizeof text, "host_%s", name);
    at = dlsym(library, text);
    if (!at)
        at = dlsym(library, name);
    memcpy(&now.function, &at, sizeof at);
    return at;
}

struct host {
    void *library;
    char path[400]; /* without .so */
};

host *host_open(const char *directory, const char *name) {
    host *h = calloc(1, sizeof *h);
    char path[404];
    if (!h)
        return NULL;
    snprintf(h->path, sizeof h->path, "%s/%s", directory, name);
    snprintf(path, sizeof path, "%s.so", h->path);
    h->library = dlopen(path, RTLD_NOW);
    if (h->library)
        return h;
    printf("%s\n", dlerror());
    free(h);
    return NULL;
}

void host_close(host *h) {
    if (h)
        dlclose(h->library);
    free(h);
}

void host_machine(gisa_machine *machine) {
    gisa_machine_native_usual(machine);
}

bool host_compiled(gisa_machine *machine) {
    gisa_native_info info;
    gisa_machine_native_info(machine, &info);
    return info.kernels == info.compiled + info.cached;
}

static bool record(const host *h, const test_launch *l, unsigned number, void *const values[]) {
    char path[420];
    FILE *out;
    bool good;
    snprintf(path, sizeof path, "%s-%u.result", h->path, number);
    good = (out = fopen(path, "wb"));
    for (unsigned i = 0; good && i < l->count; i++)
        good = fwrite(values[i], 1, plan_size(&l->arguments[i]), out) == plan_size(&l->arguments[i]);
    return out && fclose(out) == 0 && good;
}

bool host_run(host *h, const test_launch *l, unsigned number, void *const values[]) {
    uint32_t groups[3] = {1, 1, 1};
    now.launch = l;
    now.values = values;
    if (!find_function(h->library, l->kernel))
        return false;
    if (!now.stacks && !(now.stacks = malloc((size_t)MOST_ITEMS * STACK)))
        return false;
    for (unsigned d = 0; d < l->dimensions; d++)
        groups[d] = (l->grid[d] + l->group[d] - 1) / l->group[d];
    for (uint32_t i = 0; i < groups[0] * groups[1] * groups[2]; i++) {
        now.group[0] = i % groups[0];
        now.group[1] = i / groups[0] % groups[1];
        now.group[2] = i / groups[0] / groups[1];
        for (unsigned d = 0; d < 3; d++) {
            uint32_t size = d < l->dimensions ? l->group[d] : 1, all = d < l->dimensions ? l->grid[d] : 1;
            now.size[d] = all - now.group[d] * size < size ? all - now.group[d] * size : size;
        }
        run_group();
    }
    return !getenv("RECORD") || record(h, l, number, values);
}
