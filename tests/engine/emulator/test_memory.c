/* SPDX-License-Identifier: MIT */
/* What a wave finds in unwritten registers, LDS and private memory: zeros, whatever
 * the host's heap held, other waves left, or a launch that ended with a fault. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_emulator.h"

enum {
    ITEMS = 128, /* in a group: two waves */
    GROUPS = 24,
    ROW = ITEMS * 4,
    FIRST_VGPR = 3,
    VGPRS = 24,
    FIRST_SGPR = 20,
    SGPRS = 90,
    LDS = 2048,
    MOST_ROWS = 140
};
#define SECRET 0x5ec2e7a5u

/* Private memory of which kernels look at some words: a little, and so much that pages are given
 * back (src/emu/scratch.c), in blocks that begin and end inside of pages. */
static const uint32_t private_sizes[] = {64, 4100};
static const uint32_t private_words[] = {0, 4, 60, 2048, 4092, 4096};
enum { PRIVATE_WORDS = sizeof private_words / sizeof *private_words };

typedef struct source {
    char text[40000];
    size_t size;
    unsigned rows;
} source;

#define PUT(s, ...)                                                                                          \
    ((s)->size += (size_t)snprintf((s)->text + (s)->size, sizeof(s)->text - (s)->size, __VA_ARGS__))

/* Stores a vector register as the next row of the group's results. */
static void store(source *s, unsigned vgpr) {
    PUT(s, "s_add_u32 s8, s9, 0x%x\nbuffer_store_dword v%u, v1, s[16:19], s8 offen\n", s->rows++ * ROW, vgpr);
}

static void store_scalar(source *s, const char *name) {
    PUT(s, "v_mov_b32 v2, %s\n", name);
    store(s, 2);
}

/* Past the arguments, as far as compilers may load; offsets of scalar loads count dwords up to
   gfx7. */
static void look_past_arguments(source *s, bool by_dwords) {
    for (unsigned at = 8; at < 64; at += 52) {
        PUT(s, "s_load_dword s10, s[4:5], 0x%x\ns_waitcnt lgkmcnt(0)\n", by_dwords ? at / 4 : at);
        store_scalar(s, "s10");
    }
}

/* m0 = {base, size}. */
static void look_at_gds(source *s) {
    PUT(s, "s_mov_b32 m0, 0xffff\nds_read_b32 v2, v1 offset:1024 gds\ns_waitcnt lgkmcnt(0)\n");
    store(s, 2);
}

static void look(source *s, uint32_t private_size, bool by_dwords) {
    char name[16];
    PUT(s,
        "v_lshlrev_b32 v1, 2, v0\ns_load_dwordx2 s[16:17], s[4:5], 0x0\ns_waitcnt lgkmcnt(0)\n"
        "s_mov_b32 s18, -1\ns_mov_b32 s19, 0x24000\ns_mul_i32 s9, s6, 0x%x\n",
        MOST_ROWS * ROW);
    for (unsigned i = FIRST_VGPR; i < VGPRS; i++)
        store(s, i);
    for (unsigned i = FIRST_SGPR; i < SGPRS; i++) {
        snprintf(name, sizeof name, "s%u", i);
        store_scalar(s, name);
    }
    store_scalar(s, "vcc_lo");
    store_scalar(s, "vcc_hi");
    store_scalar(s, "m0");
    look_past_arguments(s, by_dwords);
    look_at_gds(s);
    PUT(s, "s_mov_b32 m0, -1\n");
    for (unsigned at = 0; at < LDS; at += ROW) {
        PUT(s, "ds_read_b32 v2, v1 offset:%u\ns_waitcnt lgkmcnt(0)\n", at);
        store(s, 2);
    }
    for (unsigned i = 0; i < PRIVATE_WORDS && private_words[i] < private_size; i++) {
        PUT(s, "v_mov_b32 v2, 0x%x\nbuffer_load_dword v2, v2, s[0:3], s7 offen\ns_waitcnt vmcnt(0)\n",
            private_words[i]);
        store(s, 2);
    }
}

/* A secret in all that the kernel has looked at. */
static void soil(source *s, uint32_t private_size) {
    PUT(s, "v_mov_b32 v3, 0x%x\n", SECRET);
    for (unsigned at = 0; at < LDS; at += ROW)
        PUT(s, "ds_write_b32 v1, v3 offset:%u\n", at);
    for (unsigned i = 0; i < PRIVATE_WORDS && private_words[i] < private_size; i++)
        PUT(s, "v_mov_b32 v2, 0x%x\nbuffer_store_dword v3, v2, s[0:3], s7 offen\n", private_words[i]);
    for (unsigned i = FIRST_VGPR; i < VGPRS; i++)
        PUT(s, "v_mov_b32 v%u, 0x%x\n", i, SECRET);
    for (unsigned i = FIRST_SGPR; i < SGPRS; i++)
        PUT(s, "s_mov_b32 s%u, 0x%x\n", i, SECRET);
    PUT(s, "s_mov_b32 vcc_lo, s20\ns_mov_b32 vcc_hi, s20\ns_mov_b32 m0, s20\n");
}

/* The kernel looks, then leaves its secrets, then ends, or traps. */
static void write_kernel(source *s, const char *arch, const char *name, uint32_t private_size,
                         const char *last) {
    bool by_dwords = strcmp(arch, "gfx600") == 0 || strcmp(arch, "gfx700") == 0;
    s->rows = 0;
    PUT(s, "\t.text\n\t.globl %s\n\t.p2align 8\n\t.type %s,@function\n%s:\n", name, name, name);
    look(s, private_size, by_dwords);
    soil(s, private_size);
    PUT(s,
        "%s\ns_endpgm\n\t.p2align 6\n\t.amdhsa_kernel %s\n\t.amdhsa_user_sgpr_private_segment_buffer 1\n"
        "\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_system_sgpr_private_segment_wavefront_offset 1\n"
        "\t.amdhsa_kernarg_size 8\n\t.amdhsa_group_segment_fixed_size %d\n"
        "\t.amdhsa_private_segment_fixed_size %u\n\t.amdhsa_next_free_vgpr %d\n\t.amdhsa_next_free_sgpr %d\n"
        "\t.end_amdhsa_kernel\n",
        last, name, LDS, (unsigned)private_size, VGPRS, SGPRS + 6);
}

/* The host's heap has seen secrets of all sizes. */
static void soil_heap(void) {
    enum { BLOCKS = 400 };
    static void *blocks[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++)
        if ((blocks[i] = malloc(16 + i * i * 4)))
            for (size_t k = 0; k < 4 + i * i; k++)
                ((volatile uint32_t *)blocks[i])[k] = SECRET;
    for (size_t i = 0; i < BLOCKS; i++)
        free(blocks[i]);
}

/* How many words of the results are not 0. */
static unsigned long run(gisa_machine *m, const gisa_loaded *loaded, const char *name, uint32_t *results,
                         gisa_result *result) {
    uint64_t where = (uintptr_t)results;
    unsigned long found = 0;
    gisa_kernel kernel = {0};
    for (unsigned i = 0; gisa_kernel_at(loaded, i, &kernel) == GISA_OK && strcmp(kernel.name, name) != 0; i++)
        ;
    gisa_launch launch = {.descriptor = kernel.descriptor,
                          .grid = {GROUPS * ITEMS},
                          .group = {ITEMS},
                          .kernarg = &where,
                          .kernarg_size = sizeof where,
                          .threads = 2};
    memset(results, 0, GROUPS * MOST_ROWS * ROW);
    soil_heap();
    gisa_machine_run(m, &launch, result);
    for (size_t i = 0; i < GROUPS * MOST_ROWS * ROW / 4; i++)
        found += results[i] != 0;
    return found;
}

static void test_size(const char *arch, uint32_t private_size) {
    static source s;
    static uint32_t results[GROUPS * MOST_ROWS * ROW / 4];
    char what[100], detail[460];
    gisa_result result;
    unsigned long found;
    s.size = 0;
    write_kernel(&s, arch, "looks", private_size, "");
    write_kernel(&s, arch, "traps", private_size, "s_trap 2");
    soil_heap();
    gisa_machine *m = gisa_machine_new(gisa_find(arch));
    gisa_loaded *loaded = load(m, gisa_find(arch), s.text);
    gisa_machine_map(m, results, sizeof results, "the results");
    static const struct {
        const char *kernel;
        gisa_end_kind end;
    } runs[] = {{"looks.kd", GISA_END_ENDED}, {"traps.kd", GISA_END_FAULT}, {"looks.kd", GISA_END_ENDED}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        found = run(m, loaded, runs[i].kernel, results, &result);
        snprintf(what, sizeof what, "%u bytes of private memory, run %zu: waves begin with zeros",
                 (unsigned)private_size, i);
        snprintf(detail, sizeof detail, "%lu words are not 0; %s", found, result.message);
        ok(result.end == runs[i].end && !found, arch, what, detail);
    }
    gisa_machine_free(m);
}

void test_memory(const char *arch) {
    for (size_t i = 0; i < sizeof private_sizes / sizeof *private_sizes; i++)
        test_size(arch, private_sizes[i]);
}
