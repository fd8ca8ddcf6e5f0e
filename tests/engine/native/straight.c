/* SPDX-License-Identifier: MIT */
/*
 * Kernels without loops, as those that do little for each work-item, known ones and random ones.
 * Both engines must leave the same bits and faults, and in some kernels waves must have run in one
 * go.
 */
#include "straight.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Two engines have the same addresses but for bits above 32, and 4 GiB end in the middle. */
enum { BYTES = 1 << 19, OUT = BYTES / 2 };

typedef struct engine {
    gisa_machine *machine;
    gisa_loaded *loaded;
    uint8_t *memory;
    gisa_result result;
} engine;

/* Around a multiple of 4 GiB. */
static uint8_t *take_memory(unsigned which) {
    for (uint64_t at = (uint64_t)(which + 1) << 40; at < (uint64_t)1 << 46; at += (uint64_t)2 << 40) {
        void *const wanted = (void *)(uintptr_t)(at - BYTES / 4);
        void *const got = mmap(wanted, BYTES, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (got == wanted)
            return got;
        if (got != MAP_FAILED)
            munmap(got, BYTES);
    }
    return NULL;
}

static bool begin(engine *e, const gisa_isa *isa, unsigned which, const void *file, size_t size) {
    gisa_error error;
    e->machine = gisa_machine_new(isa);
    e->memory = take_memory(which);
    return e->machine && e->memory &&
           gisa_machine_load(e->machine, file, size, &error, &e->loaded) == GISA_OK &&
           gisa_machine_map(e->machine, e->memory, OUT, "in") == GISA_OK &&
           gisa_machine_map(e->machine, e->memory + OUT, BYTES - OUT, "out") == GISA_OK;
}

static void end(engine *e) {
    gisa_machine_free(e->machine);
    if (e->memory)
        munmap(e->memory, BYTES);
}

typedef struct arguments {
    uint64_t in, out; /* from where memory begins */
    uint32_t numbers[4];
    unsigned width, height, items, rows; /* of a group; of all along x; of groups */
} arguments;

static bool run(engine *e, const arguments *a) {
    struct {
        uint64_t in, out;
        uint32_t numbers[4];
    } given = {(uintptr_t)e->memory + a->in, (uintptr_t)e->memory + a->out, {0}};
    gisa_kernel k;
    gisa_launch l = {.dimensions = 2,
                     .grid = {a->items, a->height * a->rows, 1},
                     .group = {a->width, a->height, 1},
                     .limit = 1000000,
                     .kernarg = &given,
                     .kernarg_size = sizeof given};
    memcpy(given.numbers, a->numbers, sizeof given.numbers);
    if (gisa_kernel_at(e->loaded, 0, &k))
        return false;
    l.descriptor = k.descriptor;
    return gisa_machine_run(e->machine, &l, &e->result) == GISA_OK;
}

/* What is read may be where results go, or be outside for some lanes. */
static arguments choose(void) {
    static const uint32_t ins[] = {0, 64, BYTES / 4 - 256, BYTES / 4 - 1024, OUT, OUT + 4, BYTES - 1024};
    arguments a = {.in = ins[any() % 7], .out = OUT, .width = any() % 3 ? 128 : 64, .height = 1 + any() % 2};
    a.rows = 1 + any() % 3;
    a.items = 128 * (1 + any() % (any() % 2 ? 4 : 16)) - (any() % 4 ? 0 : any() % 100);
    for (unsigned i = 0; i < 4; i++)
        a.numbers[i] = any() % 2 ? number() : any() % 300;
    return a;
}

static bool same(const engine *a, const engine *b) {
    return a->result.end == b->result.end && memcmp(a->memory, b->memory, BYTES) == 0 &&
           (a->result.end != GISA_END_ENDED || a->result.instructions == b->result.instructions);
}

static void show(const char *text, const engine *a, const engine *b) {
    unsigned at = 0;
    while (at < BYTES - 1 && a->memory[at] == b->memory[at])
        at++;
    printf("%s\ninterpreted: %s\ntranslated: %s\nbyte 0x%x: %02x, translated %02x\n", text, a->result.message,
           b->result.message, at, a->memory[at], b->memory[at]);
}

/* One kernel, with several arguments; adds the waves that ran in one go. free()s the text. */
static bool one(const straight_names *n, char *text, uint64_t *waves) {
    const gisa_isa *isa = gisa_find(n->arch);
    engine plain = {0}, native = {0};
    gisa_native_info info = {0};
    size_t size;
    void *file = assemble(isa, text, &size);
    bool good = file && begin(&plain, isa, 0, file, size) && begin(&native, isa, 1, file, size) &&
                gisa_machine_native(native.machine, native_options()) == GISA_OK;
    for (unsigned k = 0; good && k < 6; k++) {
        arguments a = choose();
        a.items = k % 2 ? a.items : ITEMS;
        for (unsigned i = 0; i < BYTES; i += 4) {
            const uint32_t x = number();
            memcpy(plain.memory + i, &x, 4);
            memcpy(native.memory + i, &x, 4);
        }
        good = run(&plain, &a) && run(&native, &a) && same(&plain, &native);
        if (!good && test_problems() < 2)
            show(text, &plain, &native);
    }
    if (native.machine)
        gisa_machine_native_info(native.machine, &info);
    if (good && !info.compiled) {
        printf("its translation was not compiled:\n%s", text);
        good = false;
    }
    *waves += info.waves;
    end(&plain);
    end(&native);
    free(file);
    free(text);
    return good;
}

/* One that follows from the seed. */
static bool random_one(uint64_t seed, uint64_t *waves) {
    const straight_names *n;
    bool good;
    set_seed(seed * UINT64_C(0x9e3779b97f4a7c15));
    n = &straight_generations[any() % GENERATIONS];
    good = one(n, straight_random(n), waves);
    if (!good)
        printf("native straight 0 %llu, %s\n", (unsigned long long)seed, n->arch);
    return good;
}

/* 1 KB of the stack for each store would be too much for a thread that has as little as musl's. */
enum { SMALL_STACK = 128 << 10, MANY_STORES = 200 };

static void *many_stores(void *good) {
    const straight_names *n = &straight_generations[2];
    char text[80 * MANY_STORES];
    size_t size = 0;
    uint64_t waves = 0;
    for (unsigned i = 0; i < MANY_STORES; i++)
        size += (size_t)snprintf(
            text + size, sizeof text - size,
            "\tv_xor_b32 v12, v12, v%u\n\tglobal_store_dword v[2:3], v12, off offset:%u\n", 4 + i % 8, 4 * i);
    *(bool *)good = one(n, straight_between(n, text), &waves);
    return NULL;
}

static void test_small_stack(void) {
    pthread_attr_t small;
    pthread_t thread;
    bool good = false;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, SMALL_STACK);
    if (test_check(pthread_create(&thread, &small, many_stores, &good) == 0))
        pthread_join(thread, NULL);
    test_check(good);
    pthread_attr_destroy(&small);
}

void straight_tests(unsigned each, uint64_t first, unsigned least, double seconds) {
    const double begun = seconds_now();
    uint64_t kernels = 0, waves[GENERATIONS] = {0}, by_chance = 0;
    const straight_names *n;
    char *text;
    test_begin();
    for (unsigned k = 0; (text = straight_known(k, &n)); k += each)
        test_check(one(n, text, &waves[n - straight_generations]));
    for (unsigned i = 0; i < GENERATIONS && each == 1; i++)
        test_check(waves[i]);
    if (each == 1)
        test_small_stack();
    test_end();
    test_begin();
    for (; kernels < least || seconds_now() - begun < seconds; kernels++)
        test_check(random_one(first + kernels, &by_chance));
    test_end();
    printf("native: %llu random kernels, %llu waves of them in one go\n", (unsigned long long)kernels,
           (unsigned long long)by_chance);
}
