/* SPDX-License-Identifier: MIT */
/* One source in each version of code objects, and in a bundle: tests/engine/versions/mix.cl. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 256, GROUP = 64, COUNT = 64, BASE = 100 };

static int input(int k) {
    return 3 * (k % COUNT) - 20;
}

/* What mix stores, by its text. */
static int mixed(int i) {
    int other = i - i % GROUP + GROUP - 1 - i % GROUP, next = i - i % GROUP + (i + 5) % GROUP;
    int some = (i * 3) % 16 == i % 16 ? 5 : input(i + i % 16);
    return 3 * input(other + (other * 7) % 16) + input(next + (next * 7) % 16) + some + i / GROUP * 1000 +
           ITEMS;
}

static int second(int i) {
    static const int table[] = {3, 1, 4, 1};
    return table[i & 3] + BASE + 7;
}

/* From version 5 on kernels find sizes and apertures after their arguments (LLVM's AMDGPU usage
 * guide: hidden_block_count_x, hidden_private_base, ...). */
static void hide(char *block, const hsa_queue_t *queue) {
    const amd_queue_t *q = (const amd_queue_t *)(uintptr_t)queue;
    const uint16_t sizes[9] = {ITEMS / GROUP, 0, 1, 0, 1, 0, GROUP, 1, 1};
    memcpy(block, sizes, sizeof sizes);
    memcpy(block + 192, &q->private_segment_aperture_base_hi, 4);
    memcpy(block + 196, &q->group_segment_aperture_base_hi, 4);
}

/* Runs a kernel; `lds` as in the source, besides its own. */
static void run(hsa_executable_symbol_t symbol, const void *arguments, size_t size, uint32_t lds) {
    hsa_signal_t done = new_signal(1);
    hsa_queue_t *queue = new_queue(NULL, NULL);
    char *block = memory(g.kernarg, 512);
    uint32_t group = 0, private_ = 0;
    hsa_kernel_dispatch_packet_t p = {.setup = 1,
                                      .workgroup_size_x = GROUP,
                                      .workgroup_size_y = 1,
                                      .workgroup_size_z = 1,
                                      .grid_size_x = ITEMS,
                                      .grid_size_y = 1,
                                      .grid_size_z = 1,
                                      .kernarg_address = block,
                                      .completion_signal = done};
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &p.kernel_object));
    DONE(
        hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &group));
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE,
                                        &private_));
    p.group_segment_size = group + lds;
    p.private_segment_size = private_;
    memcpy(block, arguments, size);
    hide(block + size, queue);
    submit(queue, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH);
    OK(wait_zero(done) == 0, "the kernel ends");
    DONE(hsa_queue_destroy(queue));
    hsa_signal_destroy(done);
    hsa_amd_memory_pool_free(block);
}

static bool all_are(const int *out, int (*expected)(int)) {
    for (int i = 0; i < ITEMS; i++)
        if (out[i] != expected(i))
            return false;
    return true;
}

static void launch(hsa_executable_t e, const char *suffix) {
    hsa_executable_symbol_t symbol;
    float *a = memory(g.fine, COUNT * sizeof *a);
    int *out = memory(g.fine, ITEMS * sizeof *out);
    char name[20];
    uint32_t group = 0;
    snprintf(name, sizeof name, "mix%s", suffix);
    for (int k = 0; k < COUNT; k++)
        a[k] = (float)input(k);
    DONE(hsa_executable_get_symbol_by_name(e, name, &g.agent, &symbol));
    DONE(
        hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &group));
    struct {
        float *a;
        int *out;
        uint32_t tile;
        int n;
    } first = {a, out, group, COUNT};
    run(symbol, &first, sizeof first, GROUP * sizeof(int));
    OK(all_are(out, mixed), name);
    struct {
        int *out;
        int64_t base;
    } next = {out, BASE};
    snprintf(name, sizeof name, "second%s", suffix);
    DONE(hsa_executable_get_symbol_by_name(e, name, &g.agent, &symbol));
    run(symbol, &next, sizeof next, 0);
    OK(all_are(out, second), name);
    hsa_amd_memory_pool_free(a);
    hsa_amd_memory_pool_free(out);
}

static void load_and_launch(const void *file, size_t size, bool old, const char *suffix) {
    hsa_executable_t e = {0};
    hsa_code_object_reader_t reader;
    hsa_code_object_t code;
    DONE(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &e));
    if (old) {
        DONE(hsa_code_object_deserialize((void *)(uintptr_t)file, size, NULL, &code));
        DONE(hsa_executable_load_code_object(e, g.agent, code, NULL));
        DONE(hsa_code_object_destroy(code));
    } else {
        DONE(hsa_code_object_reader_create_from_memory(file, size, &reader));
        DONE(hsa_executable_load_agent_code_object(e, g.agent, reader, NULL, NULL));
        DONE(hsa_code_object_reader_destroy(reader));
    }
    DONE(hsa_executable_freeze(e, NULL));
    launch(e, suffix);
    DONE(hsa_executable_destroy(e));
}

/* What version 2 says of itself before it is loaded. */
static void about_v2(const void *file, size_t size) {
    hsa_code_object_t code;
    hsa_code_symbol_t s;
    char version[64] = "";
    uint32_t number = 0;
    DONE(hsa_code_object_deserialize((void *)(uintptr_t)file, size, NULL, &code));
    DONE(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_VERSION, version));
    OK(strcmp(version, "2.1") == 0, "version 2.1");
    DONE(hsa_code_object_get_symbol(code, "mix", &s));
    DONE(hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_TYPE, &number));
    OK(number == HSA_SYMBOL_KIND_KERNEL, "a kernel of version 2");
    DONE(hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE, &number));
    OK(number == 24, "its arguments");
    DONE(hsa_code_object_destroy(code));
}

/* A bundle of a code object for another chip and of this one. */
static void bundle(const void *file, size_t size) {
    static const char names[2][40] = {"hipv4-amdgcn-amd-amdhsa--gfx700", "hipv4-amdgcn-amd-amdhsa--this"};
    uint64_t at = 4096, count;
    char *all = calloc(1, 2 * size + 8192), *head = all;
    hsa_code_object_reader_t reader;
    hsa_executable_t e = {0};
    memcpy(head, "__CLANG_OFFLOAD_BUNDLE__\2\0\0\0\0\0\0", 32);
    head += 32;
    for (unsigned i = 0; i < 2; i++) {
        uint64_t entry[3] = {at, size, strlen(names[i])};
        memcpy(head, entry, sizeof entry);
        memcpy(head + sizeof entry, names[i], strlen(names[i]));
        head += sizeof entry + strlen(names[i]);
        memcpy(all + at, file, size);
        if (!i)
            all[at + 0x30] = 0x22; /* gfx700 */
        at += size;
    }
    load_and_launch(all, at, false, ".kd");
    load_and_launch(all, at, true, ".kd");
    count = 1;
    memcpy(all + 24, &count, sizeof count);
    DONE(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &e));
    DONE(hsa_code_object_reader_create_from_memory(all, at, &reader));
    IS(hsa_executable_load_agent_code_object(e, g.agent, reader, NULL, NULL),
       HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS);
    DONE(hsa_code_object_reader_destroy(reader));
    DONE(hsa_executable_destroy(e));
    free(all);
}

void test_versions(void) {
    for (unsigned version = 2; g.versions && version <= 5; version++) {
        char name[500];
        size_t size;
        const void *file;
        snprintf(name, sizeof name, "%s/v%u.co", g.versions, version);
        file = read_file(name, &size);
        if (!file)
            continue;
        load_and_launch(file, size, false, version == 2 ? "" : ".kd");
        load_and_launch(file, size, true, version == 2 ? "" : ".kd");
        if (version == 2)
            about_v2(file, size);
        if (version == 5)
            bundle(file, size);
        free((void *)(uintptr_t)file);
    }
}
