/* SPDX-License-Identifier: MIT */
/* Fuzz target: any words as a kernel. Whatever it does ends in time, with a report, and touches
 * nothing but its own memory. Input: architecture; size of the work-group; floats' mode; dwords of
 * two buffer resources; then code. */
#include "fuzz.h"
#include "gisa_machine.h"

enum { MEMORY = 4096, LIMIT = 20000, RESOURCE = 12, HEAD = 3 + 2 * RESOURCE, MOST_CODE = 4096 };

/* What the kernel's arguments are: its memory twice, then two buffers in it. */
typedef struct arguments {
    uint64_t memory, middle;
    uint32_t resource[2][4];
    uint32_t numbers[8];
} arguments;

/* The kernel begins with these in its registers: the arguments in s16 to s31, addresses in v2 to
   v5, numbers in others. */
static const char beginning[] = "\ts_load_dwordx16 s[16:31], s[8:9], 0x0\n"
                                "\ts_waitcnt lgkmcnt(0)\n"
                                "\tv_mov_b32 v2, s16\n"
                                "\tv_mov_b32 v3, s17\n"
                                "\tv_mov_b32 v4, s18\n"
                                "\tv_mov_b32 v5, s19\n"
                                "\tv_lshlrev_b32 v1, 2, v0\n"
                                "\tv_mov_b32 v6, 0x7fc00000\n"
                                "\tv_cvt_f32_u32 v7, v0\n"
                                "\tv_not_b32 v8, v0\n"
                                "\ts_mov_b32 m0, -1\n";

static const char directives[] = "\t.amdhsa_kernel kernel\n"
                                 "\t.amdhsa_user_sgpr_private_segment_buffer 1\n"
                                 "\t.amdhsa_user_sgpr_dispatch_ptr 1\n"
                                 "\t.amdhsa_user_sgpr_queue_ptr 1\n"
                                 "\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                                 "\t.amdhsa_user_sgpr_flat_scratch_init 1\n"
                                 "\t.amdhsa_system_sgpr_private_segment_wavefront_offset 1\n"
                                 "\t.amdhsa_system_vgpr_workitem_id 2\n"
                                 "\t.amdhsa_group_segment_fixed_size 1000\n"
                                 "\t.amdhsa_private_segment_fixed_size 64\n"
                                 "\t.amdhsa_kernarg_size 80\n"
                                 "\t.amdhsa_next_free_vgpr 24\n"
                                 "\t.amdhsa_next_free_sgpr 48\n";

/* A code object of the words, by way of the assembler. */
static void *make_object(const gisa_isa *isa, unsigned mode, const uint8_t *code, size_t size,
                         size_t *object_size) {
    size_t room = 4000 + 4 * size, used;
    char *source = malloc(room);
    gisa_asm_options as = {.isa = isa, .output = GISA_OUTPUT_CO, .report = fuzz_report};
    fuzz_text errors = {0};
    void *object;
    gisa_status status;
    LAW(source, "no memory");
    used = (size_t)snprintf(source, room,
                            "\t.text\n\t.globl kernel\n\t.p2align 8\n\t.type kernel,@function\nkernel:\n%s",
                            beginning);
    for (size_t i = 0; i + 4 <= size; i += 4) {
        uint32_t word;
        memcpy(&word, code + i, 4);
        used += (size_t)snprintf(source + used, room - used, "\t.long %u\n", (unsigned)word);
    }
    used += (size_t)snprintf(
        source + used, room - used,
        "\ts_endpgm\n%s\t.amdhsa_float_round_mode_32 %u\n\t.amdhsa_float_round_mode_16_64 %u\n"
        "\t.amdhsa_float_denorm_mode_32 %u\n\t.amdhsa_float_denorm_mode_16_64 %u\n"
        "\t.end_amdhsa_kernel\n",
        directives, mode & 3, mode >> 2 & 3, mode >> 4 & 3, mode >> 6 & 3);
    as.ctx = &errors;
    status = gisa_assemble("fuzz", source, used, &as, &object, object_size);
    LAW(status == GISA_OK, "the kernel does not assemble: %s: %s\n%s", gisa_status_text(status), errors.first,
        source);
    free(source);
    return object;
}

/* Buffers begin in the memory; what else their resources say is in the input. */
static void make_arguments(arguments *a, uint8_t *memory, const uint8_t *choice) {
    memset(a, 0, sizeof *a);
    a->memory = (uintptr_t)memory;
    a->middle = (uintptr_t)memory + MEMORY / 2;
    for (unsigned i = 0; i < 2; i++) {
        uint32_t rest[3];
        memcpy(rest, choice + i * RESOURCE, sizeof rest);
        a->resource[i][0] = (uint32_t)a->memory;
        a->resource[i][1] = (uint32_t)(a->memory >> 32 & 0xffff) | (rest[0] & 0xffff0000);
        a->resource[i][2] = rest[1];
        a->resource[i][3] = rest[2];
    }
    for (unsigned i = 0; i < 8; i++)
        a->numbers[i] = i << 30 | i;
}

static void check_result(gisa_status status, const gisa_result *result) {
    LAW(status == GISA_OK, "not run: %s", result->message);
    LAW(result->instructions <= LIMIT, "%llu instructions", (unsigned long long)result->instructions);
    LAW(result->end != GISA_END_STOPPED, "nobody has stopped it");
    LAW((result->end == GISA_END_FAULT) == (result->message[0] != 0),
        "a fault without a message, or the other way round");
    LAW(memchr(result->message, 0, sizeof result->message), "a message without an end");
}

static void run(const gisa_isa *isa, const uint8_t *data, const void *object, size_t object_size) {
    gisa_machine *machine = gisa_machine_new(isa);
    uint8_t *memory = malloc(MEMORY);
    arguments *a = malloc(sizeof *a);
    gisa_error error;
    gisa_loaded *loaded;
    gisa_kernel kernel;
    gisa_result result;
    gisa_status status;
    LAW(machine && memory && a, "no memory");
    for (unsigned i = 0; i < MEMORY; i++)
        memory[i] = (uint8_t)(i * 7);
    make_arguments(a, memory, data + 3);
    status = gisa_machine_load(machine, object, object_size, &error, &loaded);
    LAW(status == GISA_OK, "not loaded: %s", error.message);
    LAW(gisa_machine_map(machine, memory, MEMORY, "memory") == GISA_OK, "not mapped");
    LAW(gisa_kernel_at(loaded, 0, &kernel) == GISA_OK, "no kernel");
    uint32_t items = 1 + data[1] % 160;
    gisa_launch launch = {.descriptor = kernel.descriptor,
                          .dimensions = 1,
                          .grid = {items + items / 2, 1, 1},
                          .group = {items, 1, 1},
                          .kernarg = a,
                          .kernarg_size = sizeof *a,
                          .limit = LIMIT};
    status = gisa_machine_run(machine, &launch, &result);
    check_result(status, &result);
    gisa_machine_free(machine);
    free(memory);
    free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"gfx600", "gfx700", "gfx803", "gfx900"};
    size_t object_size;
    void *object;
    if (size < HEAD || size > HEAD + MOST_CODE)
        return 0;
    const gisa_isa *isa = gisa_find(names[data[0] % 4]);
    object = make_object(isa, data[2], data + HEAD, size - HEAD, &object_size);
    run(isa, data, object, object_size);
    free(object);
    return 0;
}
