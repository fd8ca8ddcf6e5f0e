/* SPDX-License-Identifier: MIT */
/*
 * Random kernels, translated and interpreted: build/tests/native [PROGRAMS [SEED]]. Instructions
 * that compute, or work on LDS, with branches back and forth among them, work on registers that
 * come from memory and are written there at the end, EXEC, VCC and SCC too: all of it must be the
 * same bits. One of them is translated by a thread of its own while it runs again and again. Then
 * whole programs (program.c); build/tests/native programs SECONDS SEED runs these alone, from a
 * seed on; build/tests/native few, only some, for compilers that take long. GISA_NATIVE_CC names
 * another compiler.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "programs.h"

TEST_COUNTERS;

enum { SLED = 160, LANES = 64, ITEMS = 192, WORDS = VECTORS * ITEMS + 1024 };

/* ---- the kernel ------------------------------------------------------------------------------ */

static const char head[] = "\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\n"
                           "k:\ts_load_dwordx2 s[96:97], s[0:1], 0x0\n"
                           "\ts_waitcnt lgkmcnt(0)\n"
                           "\ts_mov_b32 s98, -1\n\ts_mov_b32 s99, 0x24000\n"
                           "\ts_mul_i32 s95, s2, 0x%x\n" /* where the group's results go */
                           "\tv_lshlrev_b32 v255, 2, v0\n";
static const char tail[] = "\ts_endpgm\n\t.p2align 6\n\t.amdhsa_kernel k\n"
                           "\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_kernarg_size 8\n"
                           "\t.amdhsa_group_segment_fixed_size 16384\n"
                           "\t.amdhsa_next_free_vgpr 256\n\t.amdhsa_next_free_sgpr 100\n"
                           "\t.amdhsa_float_denorm_mode_32 %u\n\t.amdhsa_float_denorm_mode_16_64 %u\n"
                           "\t.amdhsa_ieee_mode %u\n"
                           "\t.end_amdhsa_kernel\n";

/* Loads all registers, a sled for the instructions, and stores them. */
static char *source(unsigned flush32, unsigned flush64) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, head, 4 * WORDS);
    for (unsigned i = 0; i < VECTORS; i++)
        fprintf(out, "\ts_add_u32 s94, s95, 0x%x\n\tbuffer_load_dword v%u, v255, s[96:99], s94 offen\n",
                4 * ITEMS * i, i);
    fprintf(out, "\ts_waitcnt vmcnt(0)\n");
    for (unsigned i = 0; i < SCALARS; i++)
        fprintf(out, "\tv_readlane_b32 s%u, v%u, %u\n", i, i % VECTORS, i);
    fprintf(out, "\ts_mov_b64 vcc, s[4:5]\n\tv_readfirstlane_b32 s94, v255\n\ts_and_b32 s94, s94, 0x100\n"
                 "\ts_cselect_b32 exec_lo, s7, -1\n\ts_or_b32 exec_lo, exec_lo, 2\n"
                 "\ts_movk_i32 s90, 3\n\t.globl sled\nsled:\n");
    for (unsigned i = 0; i < SLED; i++)
        fprintf(out, "\ts_nop 0\n");
    fprintf(out, "\ts_cselect_b32 s91, -1, 0\n\ts_mov_b64 s[92:93], exec\n\ts_mov_b64 exec, -1\n"
                 "\ts_movk_i32 s94, 0\n");
    for (unsigned i = 0; i < VECTORS; i++)
        fprintf(out, "\ts_add_u32 s94, s95, 0x%x\n\tbuffer_store_dword v%u, v255, s[96:99], s94 offen\n",
                4 * ITEMS * i, i);
    fprintf(out, "\tv_readfirstlane_b32 s89, v255\n\ts_add_u32 s95, s95, s89\n");
    for (unsigned i = 0; i < SCALARS + 5; i++) { /* 64 bytes between waves: one after another */
        char name[8];
        snprintf(name, sizeof name,
                 i == SCALARS + 3   ? "vcc_lo"
                 : i == SCALARS + 4 ? "vcc_hi"
                                    : "s%u",
                 i < SCALARS ? i : 91 + i - SCALARS);
        fprintf(out,
                "\tv_mov_b32 v1, %s\n\ts_add_u32 s94, s95, 0x%x\n\tv_mov_b32 v0, s94\n"
                "\tbuffer_store_dword v1, v0, s[96:99], 0 offen\n",
                name, 4 * (VECTORS * ITEMS + i));
    }
    fprintf(out, tail, flush32 ? 0 : 3, flush64 ? 0 : 3, !flush32); /* output modifiers work or not */
    fclose(out);
    return text;
}

/* Fills the sled. Loops end, as s90 counts down. */
static void fill(const gisa_isa *isa, uint32_t *sled) {
    static const char *const conditions[] = {"scc0", "scc1", "vccz", "vccnz", "execz", "execnz"};
    static const gisa_role forms[] = {GISA_ROLE_COUNT, GISA_ROLE_DST_SEL, GISA_ROLE_DPP_CTRL,
                                      GISA_ROLE_NEG_LO};
    const gisa_role much = forms[any() % 4]; /* SDWA, DPP, or packed */
    unsigned at = 0, last = 0;
    while (at + 4 < SLED) {
        uint64_t bits;
        size_t size = much < GISA_ROLE_COUNT && any() % 2 ? random_word_with(isa, much, &bits) : 0;
        if (!size)
            size = random_word(isa, &bits);
        char text[64];
        memcpy(&sled[at], &bits, size);
        at += (unsigned)(size / 4);
        if (any() % 12 || at + 8 > SLED)
            continue;
        if (any() % 2) { /* forward, over what the next two instructions are */
            snprintf(text, sizeof text, "s_cbranch_%s %u", conditions[any() % 6], 4u);
            sled[at] = *words_of(isa, text);
            for (unsigned i = 1; i < 5; i++)
                sled[at + i] = *words_of(isa, "s_nop 0");
            while (!(size = random_word(isa, &bits)))
                ;
            memcpy(&sled[at + 1], &bits, size);
            at += 5;
        } else if (last) { /* back */
            sled[at++] = *words_of(isa, "s_sub_u32 s90, s90, 1");
            sled[at++] = *words_of(isa, "s_cmp_gt_i32 s90, 0");
            snprintf(text, sizeof text, "s_cbranch_scc1 %d", (int)last - (int)at - 1);
            sled[at++] = *words_of(isa, text);
        }
        last = at;
    }
}

/* ---- both engines ---------------------------------------------------------------------------- */

typedef struct engine {
    gisa_machine *machine;
    gisa_loaded *loaded;
    uint32_t *memory; /* two groups */
} engine;

typedef struct object {
    void *file;
    size_t size;
} object;

static bool begin(engine *e, const gisa_isa *isa, const object *o) {
    gisa_error error;
    e->machine = gisa_machine_new(isa);
    e->memory = calloc(2 * WORDS, 4);
    if (e->machine && gisa_machine_load(e->machine, o->file, o->size, &error, &e->loaded) == GISA_OK)
        return gisa_machine_map(e->machine, e->memory, 8 * WORDS, "results") == GISA_OK;
    printf("not loaded: %s\n", error.message);
    return false;
}

static bool run(engine *e, const uint32_t *sled, gisa_result *result) {
    const uint64_t argument = (uintptr_t)e->memory;
    size_t size;
    gisa_kernel kernel;
    gisa_launch l = {.dimensions = 1, .grid = {2 * ITEMS, 1, 1}, .group = {ITEMS, 1, 1}, .limit = 1000000};
    memcpy(gisa_loaded_symbol(e->loaded, "sled", &size), sled, 4 * SLED);
    if (gisa_kernel_at(e->loaded, 0, &kernel))
        return false;
    l.descriptor = kernel.descriptor;
    l.kernarg = (void *)(uintptr_t)&argument;
    l.kernarg_size = 8;
    return gisa_machine_run(e->machine, &l, result) == GISA_OK;
}

static void end(engine *e) {
    gisa_machine_free(e->machine);
    free(e->memory);
}

static void show(const gisa_isa *isa, const uint32_t *sled) {
    for (unsigned at = 0; at < SLED;) {
        char text[GISA_TEXT_MAX];
        size_t size = sizeof text;
        gisa_insn insn;
        gisa_decode(isa, &sled[at], 4 * (SLED - at), &insn);
        gisa_print(isa, &insn, NULL, text, &size);
        if (strncmp(text, "s_nop", 5) != 0)
            printf("    %3u %s\n", at, text);
        at += insn.size / 4;
    }
}

static bool quiet;

/* The first one. */
static void difference(const gisa_isa *isa, const engine *a, const engine *b, const gisa_result r[2]) {
    unsigned i = 0;
    while (i < 2 * WORDS && a->memory[i] == b->memory[i])
        i++;
    const unsigned at = i % WORDS;
    printf("%s: interpreted: %llu instructions %s, translated: %llu instructions %s\n", gisa_name(isa),
           (unsigned long long)r[0].instructions, r[0].message, (unsigned long long)r[1].instructions,
           r[1].message);
    if (i < 2 * WORDS)
        printf("    group %u: %s%u of work-item %u: interpreted %08x, translated %08x\n", i / WORDS,
               at < VECTORS * ITEMS ? "v" : "number ",
               at < VECTORS * ITEMS ? at / ITEMS : at - VECTORS * ITEMS, at % ITEMS, a->memory[i],
               b->memory[i]);
}

const gisa_native_options *native_options(void) {
    static gisa_native_options options = {.mode = GISA_NATIVE_MODE_ALL, .cache = "/dev/null"};
    options.compiler = getenv("GISA_NATIVE_CC");
    return &options;
}

/* Both engines on the same code and memory. */
static bool agree(const gisa_isa *isa, const object *o, const uint32_t *sled, const uint32_t *memory) {
    engine plain = {0}, native = {0};
    gisa_result r[2];
    gisa_native_info info = {0};
    bool good = begin(&plain, isa, o) && begin(&native, isa, o);
    for (unsigned i = 0; good && i < 2 * WORDS; i++)
        plain.memory[i] = native.memory[i] = memory[i];
    good = good && gisa_machine_native(native.machine, native_options()) == GISA_OK &&
           run(&plain, sled, &r[0]) && run(&native, sled, &r[1]);
    if (good) {
        gisa_machine_native_info(native.machine, &info);
        good = info.translated && r[0].end == r[1].end && r[0].instructions == r[1].instructions &&
               memcmp(plain.memory, native.memory, 8 * WORDS) == 0;
        if (!good && !quiet)
            difference(isa, &plain, &native, r);
    }
    end(&plain);
    end(&native);
    return good;
}

/* Instructions that make no difference to the difference become s_nop. */
static void reduce(const gisa_isa *isa, const object *o, uint32_t *sled, const uint32_t *memory) {
    const uint32_t nop = *words_of(isa, "s_nop 0");
    for (unsigned at = 0, size; at < SLED; at += size) {
        uint32_t kept[2];
        gisa_insn insn;
        gisa_decode(isa, &sled[at], 4 * (SLED - at), &insn);
        size = insn.size / 4;
        memcpy(kept, &sled[at], insn.size);
        for (unsigned i = 0; i < size; i++)
            sled[at + i] = nop;
        quiet = true;
        if (memcmp(kept, &sled[at], insn.size) != 0 && agree(isa, o, sled, memory))
            memcpy(&sled[at], kept, insn.size);
        quiet = false;
    }
    agree(isa, o, sled, memory);
    show(isa, sled);
}

static void make_sled(const gisa_isa *isa, uint32_t *sled) {
    for (unsigned i = 0; i < SLED; i++)
        sled[i] = *words_of(isa, "s_nop 0");
    fill(isa, sled);
}

static bool one(const gisa_isa *isa, const object *o) {
    static uint32_t memory[2 * WORDS];
    uint32_t sled[SLED];
    make_sled(isa, sled);
    for (unsigned i = 0; i < 2 * WORDS; i++)
        memory[i] = number();
    quiet = false;
    if (agree(isa, o, sled, memory))
        return true;
    if (test_problems() < 2)
        reduce(isa, o, sled, memory);
    return false;
}

double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- by a thread of its own ------------------------------------------------------------------ */

/* Longer than a compiler takes on a machine that is busy otherwise. */
enum { PATIENCE = 300 /* seconds */ };

/* Runs it until it has been translated and then some times more; interpreted as often, as GDS stays
   as it is from one launch to the next. */
static void again_and_again(const gisa_isa *isa, const object *o, const uint32_t *sled,
                            const uint32_t *memory) {
    static const gisa_native_options automatic = {
        .mode = GISA_NATIVE_MODE_AUTO, .cache = "/dev/null", .after = 1000};
    const struct timespec moment = {0, 20000000};
    const double begun = seconds_now();
    engine plain = {0}, native = {0};
    gisa_result r[2];
    gisa_native_info info = {0};
    test_check(begin(&plain, isa, o) && begin(&native, isa, o) &&
               gisa_machine_native(native.machine, &automatic) == GISA_OK);
    for (unsigned after = 0; after < 5 && seconds_now() - begun < PATIENCE; after += info.translated != 0) {
        memcpy(plain.memory, memory, 8 * WORDS);
        memcpy(native.memory, memory, 8 * WORDS);
        test_check(run(&plain, sled, &r[0]) && run(&native, sled, &r[1]) &&
                   r[0].instructions == r[1].instructions &&
                   memcmp(plain.memory, native.memory, 8 * WORDS) == 0);
        nanosleep(&moment, NULL);
        gisa_machine_native_info(native.machine, &info);
    }
    if (!test_check(info.compiled == 1))
        printf("nothing was compiled in %.0f seconds\n", seconds_now() - begun);
    end(&plain);
    end(&native);
}

void remove_folder(const char *path) {
    DIR *folder = opendir(path);
    for (const struct dirent *f; folder && (f = readdir(folder));)
        unlinkat(dirfd(folder), f->d_name, 0);
    if (folder)
        closedir(folder);
    rmdir(path);
}

/* What another machine has left in the cache is used long before it would be translated, but not
   at once; a machine that finds nothing there translates it all the same. */
static void from_the_cache(const gisa_isa *isa, const object *o, const uint32_t *sled) {
    const struct timespec moment = {0, 5000000};
    char folder[] = "/tmp/gisa-native.XXXXXX";
    gisa_native_options options = {.mode = GISA_NATIVE_MODE_ALL, .cache = mkdtemp(folder)};
    engine first = {0}, second = {0}, third = {0};
    gisa_result r;
    gisa_native_info info = {0};
    unsigned runs = 0;
    double begun;
    test_check(options.cache && begin(&first, isa, o) && begin(&second, isa, o) && begin(&third, isa, o) &&
               gisa_machine_native(first.machine, &options) == GISA_OK && run(&first, sled, &r));
    options.mode = GISA_NATIVE_MODE_AUTO;
    options.after = 640 * r.instructions; /* sought after 10 runs */
    test_check(gisa_machine_native(second.machine, &options) == GISA_OK);
    while (runs < 630 && !info.kernels && run(&second, sled, &r)) {
        runs++;
        nanosleep(&moment, NULL);
        gisa_machine_native_info(second.machine, &info);
    }
    test_check(runs >= 10 && info.cached == 1 && info.compiled == 0 && info.translated);
    remove_folder(folder);
    options.cache = "/dev/null";
    options.after = 64 * r.instructions; /* sought after the first run, compiled after 64 */
    test_check(gisa_machine_native(third.machine, &options) == GISA_OK);
    info.kernels = runs = 0;
    begun = seconds_now();
    while (seconds_now() - begun < PATIENCE && !info.kernels && run(&third, sled, &r)) {
        runs++;
        nanosleep(&moment, NULL);
        gisa_machine_native_info(third.machine, &info);
    }
    if (!test_check(runs >= 64 && info.cached == 0 && info.compiled == 1))
        printf("%u runs in %.0f seconds, %u cached, %u compiled\n", runs, seconds_now() - begun,
               (unsigned)info.cached, (unsigned)info.compiled);
    end(&first);
    end(&second);
    end(&third);
}

/* The machine ends while its code is being compiled. */
static void in_between(const gisa_isa *isa, const object *o, const uint32_t *sled) {
    static const gisa_native_options automatic = {
        .mode = GISA_NATIVE_MODE_AUTO, .cache = "/dev/null", .after = 1};
    for (unsigned i = 0; i < 4; i++) {
        const struct timespec moment = {0, (long)i * 30000000};
        engine e = {0};
        gisa_result r;
        test_check(begin(&e, isa, o) && gisa_machine_native(e.machine, &automatic) == GISA_OK &&
                   run(&e, sled, &r));
        nanosleep(&moment, NULL);
        end(&e);
    }
}

static void by_itself(const gisa_isa *isa, const object *o) {
    static uint32_t memory[2 * WORDS];
    uint32_t sled[SLED];
    make_sled(isa, sled);
    for (unsigned i = 0; i < 2 * WORDS; i++)
        memory[i] = number();
    test_begin();
    again_and_again(isa, o, sled, memory);
    from_the_cache(isa, o, sled);
    in_between(isa, o, sled);
    test_end();
}

static void report(void *ctx, const gisa_diagnostic *d) {
    (void)ctx;
    printf("%u: %s\n", d->line, d->message);
}

void *assemble(const gisa_isa *isa, const char *text, size_t *size) {
    const gisa_asm_options as = {.isa = isa, .output = GISA_OUTPUT_CO, .report = report};
    void *made = NULL;
    gisa_assemble("native", text, strlen(text), &as, &made, size);
    return made;
}

static void of_mode(const gisa_isa *isa, unsigned mode, unsigned programs) {
    char *text = source(mode & 1, mode >> 1);
    object o = {0};
    o.file = assemble(isa, text, &o.size);
    test_begin();
    for (unsigned i = 0; i < programs; i++)
        test_check(o.file && one(isa, &o));
    test_end();
    if (o.file && mode == 0)
        by_itself(isa, &o);
    free(o.file);
    free(text);
}

/* Without a number one program for each architecture, in a MODE that is another one each time; else
   so many in each of the four. */
static void register_tests(unsigned programs, bool all) {
    static const char *const archs[] = {"gfx700", "gfx803", "gfx900", "gfx906"};
    for (unsigned i = 0; i < sizeof archs / sizeof *archs; i++)
        for (unsigned mode = 0; mode < 4; mode++)
            if (all || mode == i)
                of_mode(gisa_find(archs[i]), mode, programs);
}

/* "programs SECONDS SEED", "straight SECONDS SEED": random programs, or kernels without loops, from
   this seed on, at least one. */
int main(int argc, char **argv) {
    const unsigned programs = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    if (argc == 4 && strcmp(argv[1], "programs") == 0) {
        program_tests((uint64_t)atoll(argv[3]), 1, atof(argv[2]));
        return test_close("native");
    }
    if (argc == 4 && strcmp(argv[1], "straight") == 0) {
        straight_tests(1, (uint64_t)atoll(argv[3]), 1, atof(argv[2]));
        return test_close("native");
    }
    if (!programs && (argc != 2 || strcmp(argv[1], "few") != 0)) {
        fprintf(stderr, "usage: native [PROGRAMS [SEED]], native few,\n"
                        "       native programs SECONDS SEED, native straight SECONDS SEED\n");
        return 2;
    }
    set_seed(argc > 2 ? (uint64_t)atoll(argv[2]) : 1);
    if (argc == 2 && strcmp(argv[1], "few") == 0) {
        straight_tests(6, 1, 4, 0);
        program_tests(1, 1, 0);
        return test_close("native");
    }
    register_tests(programs, argc > 1);
    finish_tests();
    digest_tests();
    compiler_tests();
    straight_tests(1, 1, 8 * programs, 0);
    turn_tests();
    program_tests(1, 4, 0);
    return test_close("native");
}
