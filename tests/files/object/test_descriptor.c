/* SPDX-License-Identifier: MIT */
/* Kernel descriptors against bytes that LLVM 19 makes of the same directives:
 *   llvm-mc-19 -triple amdgcn-amd-amdhsa -mcpu=ARCH -filetype=obj
 * on .amdgcn_target "amdgcn-amd-amdhsa--ARCH", .section .rodata,"a", .amdhsa_kernel k ...
 * .end_amdhsa_kernel,
 *   llvm-objcopy-19 -O binary -j .rodata */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct vector {
    const char *arch, *directives;                                   /* without ".amdhsa_" */
    uint32_t group, private_size, kernarg, rsrc1, rsrc2, properties; /* every other byte is 0 */
} vector;

static const vector vectors[] = {
    {"gfx600", "next_free_vgpr 1;next_free_sgpr 1", 0, 0, 0, 0xac0000, 0x80, 0},
    {"gfx600",
     "next_free_vgpr 37;next_free_sgpr 100;user_sgpr_private_segment_buffer 1;"
     "user_sgpr_kernarg_segment_ptr 1;system_vgpr_workitem_id 2;kernarg_size 24;float_denorm_mode_32 3",
     0, 0, 0x18, 0xaf0309, 0x108c, 9},
    {"gfx600",
     "next_free_vgpr 256;next_free_sgpr 8;reserve_vcc 0;dx10_clamp 0;ieee_mode 0;exception_int_div_zero 1;"
     "group_segment_fixed_size 4096;system_sgpr_private_segment_wavefront_offset 1;"
     "private_segment_fixed_size 16",
     0x1000, 0x10, 0, 0xc007f, 0x40000081, 0},
    {"gfx700", "next_free_vgpr 5;next_free_sgpr 12;reserve_flat_scratch 0", 0, 0, 0, 0xac0041, 0x80, 0},
    {"gfx700",
     "next_free_vgpr 64;next_free_sgpr 100;user_sgpr_flat_scratch_init 1;user_sgpr_dispatch_ptr 1;"
     "user_sgpr_count 9",
     0, 0, 0, 0xac030f, 0x92, 0x22},
    {"gfx700",
     "next_free_vgpr 3;next_free_sgpr 33;reserve_vcc 0;reserve_flat_scratch 0;float_round_mode_32 2;"
     "float_round_mode_16_64 1;uses_dynamic_stack 1",
     0, 0, 0, 0xac6100, 0x80, 0x800},
    {"gfx803",
     "next_free_vgpr 3;next_free_sgpr 10;reserve_flat_scratch 0;user_sgpr_private_segment_buffer 1;"
     "user_sgpr_kernarg_segment_ptr 1;user_sgpr_queue_ptr 1;user_sgpr_dispatch_id 1;"
     "user_sgpr_private_segment_size 1",
     0, 0, 0, 0xac0040, 0x96, 0x5d},
    {"gfx803",
     "next_free_vgpr 24;next_free_sgpr 102;system_sgpr_workgroup_id_x 0;system_sgpr_workgroup_id_y 1;"
     "system_sgpr_workgroup_id_z 1;system_sgpr_workgroup_info 1",
     0, 0, 0, 0xac0345, 0x700, 0},
    {"gfx803",
     "next_free_vgpr 0;next_free_sgpr 0;reserve_vcc 0;reserve_flat_scratch 0;reserve_xnack_mask 0;"
     "exception_fp_ieee_invalid_op 1;exception_fp_ieee_inexact 1",
     0, 0, 0, 0xac0000, 0x21000080, 0},
    {"gfx900",
     "next_free_vgpr 3;next_free_sgpr 10;reserve_flat_scratch 0;float_denorm_mode_32 3;"
     "user_sgpr_private_segment_buffer 1;user_sgpr_kernarg_segment_ptr 1;kernarg_size 24",
     0, 0, 0x18, 0xaf0040, 0x8c, 9},
    {"gfx900", "next_free_vgpr 33;next_free_sgpr 33;fp16_overflow 1;float_denorm_mode_16_64 0", 0, 0, 0,
     0x4a00108, 0x80, 0},
    {"gfx900",
     "next_free_vgpr 256;next_free_sgpr 102;reserve_xnack_mask 1;exception_fp_denorm_src 1;"
     "exception_fp_ieee_div_zero 1;exception_fp_ieee_overflow 1;exception_fp_ieee_underflow 1",
     0, 0, 0, 0xac037f, 0x1e000080, 0},
};

static void put32(uint8_t *raw, unsigned at, uint32_t value) {
    for (unsigned i = 0; i < 4; i++)
        raw[at + i] = (uint8_t)(value >> 8 * i);
}

/* "name value" lines, separated by `separator`, to a descriptor; what is wrong, or NULL. */
static const char *assemble(kernel_config *k, const gisa_isa *isa, const char *text, char separator) {
    kernel_config_init(k, isa);
    const char *wrong = NULL;
    while (*text && !wrong) {
        char name[100] = ".amdhsa_";
        int used = 0;
        long long value = 0;
        if (sscanf(text, " %90[a-z0-9_.] %lld%n", name + (*text == '.' || *text == '\t' ? 0 : 8), &value,
                   &used) == 2)
            wrong = kernel_config_set(k, isa, name, value);
        text += used;
        while (*text && *text != separator)
            text++;
        text += *text != 0;
    }
    return wrong ? wrong : kernel_config_finish(k, isa);
}

/* What is printed for a descriptor assembles to the same bytes. */
static void check_print(const gisa_isa *isa, const uint8_t raw[64]) {
    bytes text = {0};
    if (CHECK(kernel_config_print(&text, isa, "k", raw))) {
        const char *lines = strchr(text_of(&text), '\n') + 1; /* after .amdhsa_kernel */
        char *end = strstr(lines, "\t.end_amdhsa_kernel\n");
        if (CHECK(end != NULL)) {
            *end = 0;
            kernel_config k;
            CHECK(!assemble(&k, isa, lines, '\n'));
            CHECK(!memcmp(k.raw, raw, 64));
        }
    }
    bytes_free(&text);
}

static void test_vectors(void) {
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const vector *v = &vectors[i];
        const gisa_isa *isa = gisa_find(v->arch);
        uint8_t want[64] = {0};
        put32(want, 0, v->group);
        put32(want, 4, v->private_size);
        put32(want, 8, v->kernarg);
        put32(want, 48, v->rsrc1);
        put32(want, 52, v->rsrc2);
        put32(want, 56, v->properties);
        kernel_config k;
        const char *wrong = assemble(&k, isa, v->directives, ';');
        if (!CHECK(!wrong))
            printf("%s %s: %s\n", v->arch, v->directives, wrong);
        CHECK(!memcmp(k.raw, want, 64));
        check_print(isa, want);
    }
}

/* Every count of register granules that the fields can hold and the hardware has. */
static void test_registers(void) {
    for (unsigned a = 0; gisa_at(a) && gisa_elf_machine(gisa_at(a)); a++) /* what runs kernels */
        for (unsigned sgprs = 0; sgprs < 13; sgprs++)
            for (unsigned vgprs = 0; vgprs < 64; vgprs += 7) {
                uint8_t raw[64] = {0};
                put32(raw, 48, 0xac0000 | sgprs << 6 | vgprs);
                put32(raw, 52, 0x80);
                check_print(gisa_at(a), raw);
            }
}

/* Bits for which there is no directive. */
static void test_inexpressible(void) {
    static const struct {
        unsigned byte, bit;
    } bits[] = {{48, 10}, {48, 20}, {48, 22}, {48, 24}, {48, 25}, {48, 27}, {52, 6}, {52, 13}, {52, 15},
                {52, 31}, {56, 7},  {56, 10}, {60, 0},  {12, 0},  {24, 5},  {44, 1}, {58, 0}};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        uint8_t raw[64] = {0};
        put32(raw, 52, 0x80);
        raw[bits[i].byte + bits[i].bit / 8] |= (uint8_t)(1u << bits[i].bit % 8);
        bytes text = {0};
        CHECK(!kernel_config_print(&text, gisa_find("gfx900"), "k", raw));
        CHECK(text.size == 0);
        bytes_free(&text);
    }
}

static void test_faults(void) {
    static const struct {
        const char *arch, *directives, *wrong;
    } faults[] = {
        {"gfx900", "next_free_vgpr 1", ".amdhsa_next_free_sgpr is missing"},
        {"gfx900", "next_free_sgpr 1", ".amdhsa_next_free_vgpr is missing"},
        {"gfx900", "next_free_vgpr 257;next_free_sgpr 1", "257 vector registers; there are 256"},
        {"gfx900", "next_free_vgpr 1;next_free_sgpr 103", "103 scalar registers; there are 102"},
        {"gfx600", "next_free_vgpr 1;next_free_sgpr 101",
         "105 scalar registers with the reserved ones; there are 104"},
        {"gfx600", "reserve_flat_scratch 0", "not on gfx600; gfx700 and later have it"},
        {"gfx803", "fp16_overflow 1", "not on gfx803; gfx900 and later have it"},
        {"gfx900", "user_sgpr_kernarg_preload_length 1", "not on gfx900"},
        {"gfx900", "ieee_mode 2", "2 is out of range; expected 0 to 1"},
        {"gfx900", "kernarg_size -1", "-1 is out of range; expected 0 to 4294967295"},
        {"gfx900", "ieee_mode 1;ieee_mode 1", "given twice for this kernel"},
        {"gfx900", "reserve_xnack_mask 0", "does not match the target, which asks for 1"},
        {"gfx900", "next_free_vgpr 1;next_free_sgpr 1;user_sgpr_dispatch_ptr 1;user_sgpr_count 1",
         "user_sgpr_count is 1, but 2 are enabled"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        kernel_config k;
        const char *wrong = assemble(&k, gisa_find(faults[i].arch), faults[i].directives, ';');
        CHECK_TEXT(wrong ? wrong : "nothing", faults[i].wrong);
    }
}

void test_descriptor(void) {
    test_vectors();
    test_registers();
    test_inexpressible();
    test_faults();
}
