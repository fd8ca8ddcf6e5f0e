/* SPDX-License-Identifier: MIT */
/*
 * Runs random programs by both engines and compares all that they leave: registers and LDS in the
 * results, what each wave wrote, numbers that all count, how the launch ended, and how many
 * instructions that took. Where they differ, a program is made smaller as long as it differs.
 *
 * Both work at the same addresses, one after the other, so that messages of faults are the same.
 */
#include <stdlib.h>
#include <string.h>

#include "programs.h"

enum { GROUPS = 2, WAVES = 4 * GROUPS, TRIES = 6 };

/* What a program works on. */
typedef struct memory {
    uint8_t read[READ];
    uint8_t slices[WAVES * SLICE];
    uint8_t results[WAVES * RESULTS];
    uint8_t counters[COUNTERS];
} memory;

typedef struct arguments {
    uint64_t read, slices, results, unused;
    uint32_t all[4], raw[4], structured[4], counters[4];
    uint64_t exec;
    uint32_t small, padding;
} arguments;

typedef struct launch {
    memory *before;
    arguments given;
    unsigned items, threads;
} launch;

typedef struct engine {
    gisa_machine *machine;
    gisa_loaded *loaded;
} engine;

static memory *shared; /* where both work */
static memory *kept;   /* what the interpreter left */
static bool quiet;

/* ---- what a launch is given ------------------------------------------------------------------ */

/* Numbers alone that the host's arithmetic takes, small ones, any; and some of any among others. */
static uint32_t tame(unsigned kind) {
    switch (kind) {
    case 0: return (any() & 0x80ffffff) | (0x30 + any() % 16) << 24; /* f32, and the high part of f64 */
    case 1: return any() % 1000;
    case 2: return any() % 64 ? (any() & 0x81ffffff) + 0x3e000000 : number();
    default: return number();
    }
}

/* The last dword of a buffer's resource but for its type: any format that there is. */
static uint32_t format(void) {
    static const uint32_t selections[] = {0, 1, 4, 5, 6, 7};
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word |= selections[any() % 4 ? 2 + any() % 4 : any() % 6] << 3 * i;
    return word | any() % 8 << 12 | (1 + any() % 14) << 15;
}

/* That of a buffer of records. The number of the lane is added to the index now and then; from gfx8
   on the format is the high part of the stride then. */
static uint32_t record_format(void) {
    const uint32_t word = format() | any() % 4 << 19 | any() % 4 << 21;
    return any() % 4 ? word : (word & ~(UINT32_C(15) << 15)) | UINT32_C(1) << 23;
}

static void give_buffers(arguments *a, const memory *m) {
    const uint64_t read = (uintptr_t)m->read, counters = (uintptr_t)m->counters;
    const uint32_t swizzle = any() % 2 ? (uint32_t)1 << 31 : 0;
    const uint32_t all[4] = {(uint32_t)read, (uint32_t)(read >> 32), READ, format()};
    const uint32_t raw[4] = {0, 0, any() % 4 ? 0x2000 : any() % 0x2000, format()};
    const uint32_t structured[4] = {0, any() % 8 << 18 | swizzle, any() % 65, record_format()};
    const uint32_t counts[4] = {(uint32_t)counters, (uint32_t)(counters >> 32), COUNTERS, format()};
    memcpy(a->all, all, sizeof all);
    memcpy(a->raw, raw, sizeof raw);
    memcpy(a->structured, structured, sizeof structured);
    memcpy(a->counters, counts, sizeof counts);
}

static void give(launch *l, const program *p, unsigned try) {
    uint8_t *bytes = (uint8_t *)l->before;
    const unsigned kind = try % 4;
    for (size_t i = 0; i + 4 <= sizeof *l->before; i += 4) {
        const uint32_t x = tame(kind);
        memcpy(bytes + i, &x, 4);
    }
    l->given = (arguments){.read = (uintptr_t)shared->read,
                           .slices = (uintptr_t)shared->slices,
                           .results = (uintptr_t)shared->results,
                           .exec = any() % 2 ? UINT64_MAX : any() * (UINT64_C(1) << 33) ^ any(),
                           .small = any() % 4 * 16};
    give_buffers(&l->given, shared);
    l->items = 64 * p->waves - (any() % 3 ? 0 : any() % 63);
    l->threads = any() % 4 ? 1 : 2;
}

/* ---- engines --------------------------------------------------------------------------------- */

static bool map(engine *e) {
    return gisa_machine_map(e->machine, shared->read, sizeof shared->read, "read") == GISA_OK &&
           gisa_machine_map(e->machine, shared->slices, sizeof shared->slices, "slices") == GISA_OK &&
           gisa_machine_map(e->machine, shared->results, sizeof shared->results, "results") == GISA_OK &&
           gisa_machine_map(e->machine, shared->counters, sizeof shared->counters, "counters") == GISA_OK;
}

static bool begin(engine *e, const gisa_isa *isa, const void *file, size_t size) {
    gisa_error error = {.message = "no memory"};
    e->machine = gisa_machine_new(isa);
    if (e->machine && map(e) && gisa_machine_load(e->machine, file, size, &error, &e->loaded) == GISA_OK)
        return true;
    printf("not loaded: %s\n", error.message);
    return false;
}

static bool run(engine *e, const launch *l, gisa_result *result) {
    gisa_kernel k;
    arguments given = l->given;
    gisa_launch what = {.dimensions = 1,
                        .grid = {GROUPS * l->items, 1, 1},
                        .group = {l->items, 1, 1},
                        .threads = l->threads,
                        .limit = 2000000,
                        .kernarg = &given,
                        .kernarg_size = sizeof given};
    memcpy(shared, l->before, sizeof *shared);
    if (gisa_kernel_at(e->loaded, 0, &k))
        return false;
    what.descriptor = k.descriptor;
    return gisa_machine_run(e->machine, &what, result) == GISA_OK;
}

/* Two ends, without the address of code, which each machine has elsewhere. */
static bool same_end(const gisa_result *a, const gisa_result *b) {
    return a->end == b->end && a->cause == b->cause && memcmp(a->group, b->group, sizeof a->group) == 0 &&
           memcmp(a->item, b->item, sizeof a->item) == 0 &&
           (a->cause == GISA_CAUSE_INSTRUCTION || a->address == b->address) &&
           strcmp(a->message, b->message) == 0 && strcmp(a->registers, b->registers) == 0 &&
           (a->end != GISA_END_ENDED || a->instructions == b->instructions);
}

/* Which registers the place in the results is of. */
static void name_place(size_t at, char *text, size_t room) {
    const size_t in = at - offsetof(memory, results);
    const unsigned row = (unsigned)(in % RESULTS / 256), lane = (unsigned)(in % 256 / 4);
    static const char *const others[] = {"scc", "m0", "exec_lo", "exec_hi", "vcc_lo", "vcc_hi"};
    if (at < offsetof(memory, results) || at >= offsetof(memory, counters))
        snprintf(text, room, "byte 0x%zx of memory", at);
    else if (row < VECTORS)
        snprintf(text, room, "v%u of lane %u", row, lane);
    else if (row < VECTORS + SCALARS)
        snprintf(text, room, "s%u", row - VECTORS);
    else if (row < VECTORS + SCALARS + 6)
        snprintf(text, room, "%s", others[row - VECTORS - SCALARS]);
    else
        snprintf(text, room, "LDS, dword %zu of the wave", (in % RESULTS / 4) - 64 * (VECTORS + SCALARS + 6));
}

static void tell(const launch *l, const gisa_result r[2]) {
    const uint8_t *a = (const uint8_t *)kept, *b = (const uint8_t *)shared;
    size_t at = 0;
    char place[80];
    while (at < sizeof *kept && a[at] == b[at])
        at++;
    at -= at % 4;
    printf("  interpreted: %llu instructions %s %s\n  translated:  %llu instructions %s %s\n",
           (unsigned long long)r[0].instructions, r[0].message, r[0].registers,
           (unsigned long long)r[1].instructions, r[1].message, r[1].registers);
    if (at >= sizeof *kept)
        return;
    name_place(at, place, sizeof place);
    printf("  %u work-items, %u threads; %s: interpreted %02x%02x%02x%02x, translated %02x%02x%02x%02x\n",
           l->items, l->threads, place, a[at + 3], a[at + 2], a[at + 1], a[at], b[at + 3], b[at + 2],
           b[at + 1], b[at]);
}

static struct {
    unsigned programs, launches, faults;
    uint64_t instructions, known, translated;
} sums;

/* One launch by both. A fault of several waves may come before or after what others did. */
static bool same(engine *plain, engine *native, const launch *l) {
    gisa_result r[2] = {{0}};
    if (!run(plain, l, &r[0]))
        return false;
    memcpy(kept, shared, sizeof *kept);
    if (!run(native, l, &r[1]))
        return false;
    sums.launches++;
    sums.faults += r[0].end != GISA_END_ENDED;
    sums.instructions += r[0].instructions;
    const bool good = l->threads > 1 && r[0].end != GISA_END_ENDED
                          ? r[1].end == r[0].end
                          : same_end(&r[0], &r[1]) && memcmp(kept, shared, sizeof *kept) == 0;
    if (!good && !quiet)
        tell(l, r);
    return good;
}

/* ---- programs -------------------------------------------------------------------------------- */

static bool agree(const program *p, const launch *launches, unsigned count) {
    engine plain = {0}, native = {0};
    gisa_native_info info = {0};
    char *text = program_source(p, false);
    size_t size;
    void *file = assemble(p->isa, text, &size);
    bool good = file && begin(&plain, p->isa, file, size) && begin(&native, p->isa, file, size) &&
                gisa_machine_native(native.machine, native_options()) == GISA_OK;
    for (unsigned i = 0; good && i < count; i++)
        good = same(&plain, &native, &launches[i]);
    if (native.machine)
        gisa_machine_native_info(native.machine, &info);
    if (good && !info.compiled) {
        printf("%s", quiet ? "" : "  its translation was not compiled\n");
        good = false;
    }
    sums.known += info.instructions;
    sums.translated += info.translated;
    gisa_machine_free(plain.machine);
    gisa_machine_free(native.machine);
    free(file);
    free(text);
    return good;
}

/* Removes steps, many at once and then fewer, without which engines still differ. */
static void reduce(program *p, const launch *launches) {
    static program smaller;
    quiet = true;
    for (unsigned part = p->count / 2; part; part /= 2)
        for (unsigned at = 0; at < p->count; at += part) {
            smaller = *p;
            for (unsigned i = at; i < at + part && i < p->count; i++)
                smaller.step[i].removed = true;
            if (memcmp(&smaller, p, sizeof smaller) != 0 && !agree(&smaller, launches, TRIES))
                *p = smaller;
        }
    quiet = false;
}

static void show(program *p, const launch *launches) {
    char *text;
    reduce(p, launches);
    printf("  reduced, where it differs so:\n");
    agree(p, launches, TRIES);
    text = program_source(p, true);
    fputs(text, stdout);
    free(text);
}

/* One program: all of it follows from the seed. */
static bool one(uint64_t seed) {
    static const char *const archs[] = {"gfx600", "gfx701", "gfx803", "gfx900", "gfx906",
                                        "gfx700", "gfx810", "gfx904", "gfx902", "gfx801"};
    static program p;
    static launch launches[TRIES];
    bool good;
    set_seed(seed * UINT64_C(0x9e3779b97f4a7c15));
    program_make(&p, gisa_find(archs[any() % (sizeof archs / sizeof *archs)]));
    for (unsigned i = 0; i < TRIES; i++) {
        if (!launches[i].before && !(launches[i].before = malloc(sizeof(memory))))
            return false;
        give(&launches[i], &p, i);
    }
    sums.programs++;
    quiet = true;
    good = agree(&p, launches, TRIES);
    quiet = false;
    if (good)
        return true;
    printf("native programs 0 %llu, %s, MODE 0x%x, %u waves:\n", (unsigned long long)seed, gisa_name(p.isa),
           p.mode, p.waves);
    if (test_problems() < 5)
        show(&p, launches);
    fflush(stdout);
    return false;
}

void program_tests(uint64_t first, unsigned least, double seconds) {
    const double begun = seconds_now();
    shared = aligned_alloc(64, (sizeof *shared + 63) / 64 * 64);
    kept = malloc(sizeof *kept);
    test_begin();
    for (uint64_t i = 0; shared && kept && (i < least || seconds_now() - begun < seconds); i++)
        test_check(one(first + i));
    test_check(sums.translated);
    test_end();
    printf(
        "native: %u random programs, %u launches, %u of them with a fault; %llu instructions were run, %u%% of "
        "those in programs translated\n",
        sums.programs, sums.launches, sums.faults, (unsigned long long)sums.instructions,
        (unsigned)(100 * sums.translated / (sums.known + 1)));
    free(shared);
    free(kept);
}
