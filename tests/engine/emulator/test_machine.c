/* SPDX-License-Identifier: MIT */
/* Machines with several code objects: a kernel calls functions of another object, and changes
   them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "test_emulator.h"

static unsigned passed, failed;

void ok(bool good, const char *arch, const char *what, const char *detail) {
    if (good)
        passed++;
    else {
        failed++;
        printf("failed: %s: %s: %s\n", arch, what, detail);
    }
}

/* What a kernel is given: a function, and where the result goes. */
typedef struct arguments {
    uint64_t function, result;
} arguments;

/* %s: how v_add is called here, %d: the place of `result`, as scalar loads count it. The buffer in
 * s[16:19] is all of memory from the address in s[16:17] on. */
static const char kernels[] = "\t.text\n"
                              "\t.globl calls\n\t.p2align 8\n\t.type calls,@function\n"
                              "calls:\n"
                              "\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n"
                              "\ts_waitcnt lgkmcnt(0)\n"
                              "\ts_mov_b32 s8, 1\n"
                              "\ts_swappc_b64 s[30:31], s[4:5]\n"
                              "\ts_add_u32 s8, s8, 0x100\n"
                              "\ts_branch store\n"
                              "\t.globl changes\n\t.p2align 8\n\t.type changes,@function\n"
                              "changes:\n"
                              "\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n"
                              "\ts_waitcnt lgkmcnt(0)\n"
                              "\ts_mov_b32 s8, 1\n"
                              "\ts_swappc_b64 s[30:31], s[4:5]\n"
                              "\ts_mov_b32 s16, s4\n"
                              "\ts_mov_b32 s17, s5\n"
                              "\ts_mov_b32 s18, -1\n"
                              "\ts_mov_b32 s19, 0x24000\n"
                              "\tbuffer_load_dword v1, off, s[16:19], 0\n"
                              "\ts_waitcnt vmcnt(0)\n"
                              "\t%s v1, vcc, 1, v1\n" /* the constant in the instruction is one more */
                              "\tbuffer_store_dword v1, off, s[16:19], 0\n"
                              "\ts_waitcnt vmcnt(0)\n"
                              "\ts_icache_inv\n"
                              "\ts_swappc_b64 s[30:31], s[4:5]\n"
                              "\ts_branch store\n"
                              "store:\n"
                              "\ts_load_dwordx2 s[16:17], s[0:1], %d\n"
                              "\ts_waitcnt lgkmcnt(0)\n"
                              "\ts_mov_b32 s18, -1\n"
                              "\ts_mov_b32 s19, 0x24000\n"
                              "\tv_mov_b32 v1, s8\n"
                              "\tbuffer_store_dword v1, off, s[16:19], 0\n"
                              "\ts_endpgm\n";

static const char functions[] = "\t.text\n\t.globl adds\n\t.p2align 8\n\t.type adds,@function\n"
                                "adds:\n"
                                "\ts_add_u32 s8, 16, s8\n"
                                "\ts_setpc_b64 s[30:31]\n";

static void describe_kernel(char *source, size_t room, const char *name) {
    size_t used = strlen(source);
    snprintf(source + used, room - used,
             "\t.p2align 6\n\t.amdhsa_kernel %s\n\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
             "\t.amdhsa_kernarg_size 16\n\t.amdhsa_next_free_vgpr 4\n\t.amdhsa_next_free_sgpr 40\n"
             "\t.end_amdhsa_kernel\n",
             name);
}

static void report(void *ctx, const gisa_diagnostic *d) {
    (void)ctx;
    printf("%u: %s\n", d->line, d->message);
}

gisa_loaded *load(gisa_machine *machine, const gisa_isa *isa, const char *source) {
    gisa_asm_options as = {.isa = isa, .output = GISA_OUTPUT_CO, .report = report};
    gisa_loaded *loaded = NULL;
    gisa_error error = {0};
    void *object = NULL;
    size_t size;
    if (gisa_assemble("test", source, strlen(source), &as, &object, &size) == GISA_OK &&
        gisa_machine_load(machine, object, size, &error, &loaded) != GISA_OK)
        printf("%s\n", error.message);
    free(object);
    return loaded;
}

static void write_kernels(const char *arch, char *source, size_t room) {
    bool old = strcmp(arch, "gfx600") == 0 || strcmp(arch, "gfx700") == 0;
    snprintf(source, room, kernels,
             old                           ? "v_add_i32"
             : strcmp(arch, "gfx803") == 0 ? "v_add_u32"
                                           : "v_add_co_u32",
             old ? 2 : 8);
    describe_kernel(source, room, "calls");
    describe_kernel(source, room, "changes");
}

static gisa_result run(gisa_machine *machine, const gisa_loaded *loaded, const char *name, arguments *a) {
    gisa_kernel kernel = {0};
    gisa_result result = {.end = GISA_END_STOPPED};
    for (unsigned i = 0; gisa_kernel_at(loaded, i, &kernel) == GISA_OK && strcmp(kernel.name, name) != 0; i++)
        ;
    gisa_launch launch = {
        .descriptor = kernel.descriptor, .kernarg = a, .kernarg_size = sizeof *a, .limit = 1000};
    gisa_machine_run(machine, &launch, &result);
    return result;
}

/* Memory of which a kernel may write a part: it stores to each dword in turn. */
static void guards(gisa_machine *machine, const gisa_loaded *loaded, const char *arch,
                   const arguments *known) {
    uint32_t guarded[4] = {1, 2, 3, 4};
    uint64_t start = (uintptr_t)guarded;
    ok(gisa_machine_map_guarded(machine, start, guarded, sizeof guarded, 8, 12, "x") ==
           GISA_STATUS_BAD_ARGUMENT,
       arch, "a part that is not in it", "");
    gisa_machine_map_guarded(machine, start, guarded, sizeof guarded, 4, 8, "the guarded words");
    for (unsigned i = 0; i < 4; i++) {
        arguments a = {known->function, start + 4 * i};
        gisa_result end = run(machine, loaded, "calls.kd", &a);
        if (i == 0 || i == 3)
            ok(end.end == GISA_END_FAULT && end.cause == GISA_CAUSE_ADDRESS &&
                   strstr(end.message, "which may only be read (in the guarded words (16 bytes))"),
               arch, "a write to what may only be read", end.message);
        else
            ok(end.end == GISA_END_ENDED && guarded[i] == 0x112, arch,
               "a write to the part that may be written", end.message);
    }
    ok(guarded[0] == 1 && guarded[3] == 4, arch, "nothing else is changed", "");
    gisa_machine_unmap(machine, guarded);
}

/* A function in memory that is no code object: as it is when it is called; and one that ends where
   memory ends. */
static void code_in_data(gisa_machine *machine, const gisa_loaded *loaded, const char *arch, arguments a) {
    enum { PAGE = 4096 };
    uint8_t *memory = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint32_t *result = (uint32_t *)(uintptr_t)a.result, *last = (uint32_t *)(void *)(memory + PAGE) - 1;
    gisa_result end;
    mprotect(memory + PAGE, PAGE, PROT_NONE);
    memcpy(memory, (const void *)(uintptr_t)a.function, 8);
    memcpy(memory + PAGE - 8, memory, 8);
    gisa_machine_map(machine, memory, PAGE, "data");
    a.function = (uintptr_t)memory;
    for (uint32_t i = 0; i < 3; i++) {
        memory[0] = (uint8_t)(0x81 + i); /* its first source: the constant 1 + i */
        end = run(machine, loaded, "calls.kd", &a);
        ok(end.end == GISA_END_ENDED && *result == 0x102 + i, arch, "code in data is executed as it is now",
           end.message);
    }
    a.function = (uintptr_t)memory + PAGE - 8;
    end = run(machine, loaded, "calls.kd", &a);
    ok(end.end == GISA_END_ENDED && *result == 0x112, arch, "code at the end of memory", end.message);
    *last = 0xbe8000ff; /* s_mov_b32 or s_mov_b64 with a literal that is not there */
    end = run(machine, loaded, "calls.kd", &a);
    ok(end.end == GISA_END_FAULT && end.cause == GISA_CAUSE_INSTRUCTION, arch, "half an instruction there",
       end.message);
    gisa_machine_unmap(machine, memory);
    end = run(machine, loaded, "calls.kd", &a);
    ok(end.end == GISA_END_FAULT && strstr(end.message, "where there is no code"), arch, "and then nothing",
       end.message);
    munmap(memory, 2 * PAGE);
}

/* A program unmaps memory that a machine knows, without telling: the host gives the addresses to
   the next who asks for pages. */
static void stale_memory(gisa_machine *machine, const gisa_isa *isa, const char *arch) {
    enum { PAGE = 4096, FILLED = 200, PAGES = 64 };
    void *filled[FILLED], *shared, *next;
    for (unsigned i = 0; i < FILLED; i++) /* the gaps that are there already */
        filled[i] = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    shared = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    gisa_machine_map(machine, shared, PAGES * PAGE, "shared memory");
    munmap(shared, PAGES * PAGE);
    next = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ok((uintptr_t)next - (uintptr_t)shared < PAGES * PAGE, arch, "the host gives the addresses out again",
       "");
    munmap(next, PAGE);
    gisa_loaded *loaded = load(machine, isa, functions);
    ok(loaded != NULL, arch, "code is loaded where nothing is mapped", "");
    if (loaded)
        gisa_machine_unload(machine, loaded);
    gisa_machine_unmap(machine, shared);
    for (unsigned i = 0; i < FILLED; i++)
        munmap(filled[i], PAGE);
}

static void test(const char *arch) {
    const gisa_isa *isa = gisa_find(arch);
    gisa_machine *machine = gisa_machine_new(isa);
    char source[8000], number[32];
    uint32_t result = 0;
    write_kernels(arch, source, sizeof source);
    gisa_loaded *first = load(machine, isa, source), *second = load(machine, isa, functions);
    ok(first && second, arch, "two objects are loaded", "");
    if (!first || !second)
        return;
    gisa_machine_map(machine, &result, sizeof result, "the result");
    arguments a = {.function = (uintptr_t)gisa_loaded_symbol(second, "adds", NULL),
                   .result = (uintptr_t)&result};

    gisa_result end = run(machine, first, "calls.kd", &a);
    snprintf(number, sizeof number, "%u", (unsigned)result);
    ok(end.end == GISA_END_ENDED, arch, "a call of the other object ends", end.message);
    ok(result == 0x111, arch, "and returns", number);

    /* 1 + 16, then + 17. */
    end = run(machine, first, "changes.kd", &a);
    snprintf(number, sizeof number, "%u", (unsigned)result);
    ok(end.end == GISA_END_ENDED, arch, "code of the other object is changed", end.message);
    ok(result == 34, arch, "and it is what it has been changed to", number);

    guards(machine, first, arch, &a);
    stale_memory(machine, isa, arch);
    code_in_data(machine, first, arch, a);
    a.function += 0x10000000;
    end = run(machine, first, "calls.kd", &a);
    ok(end.end == GISA_END_FAULT && strstr(end.message, "where there is no code"), arch, "a call of nothing",
       end.message);
    a.function -= 0x10000000;
    gisa_machine_unload(machine, second);
    end = run(machine, first, "calls.kd", &a);
    ok(end.end == GISA_END_FAULT && strstr(end.message, "where there is no code"), arch,
       "the other object is unloaded", end.message);
    ok(end.pc == a.function, arch, "and the fault says where that was", "");
    gisa_machine_free(machine);
}

int main(void) {
    static const char *const archs[] = {"gfx600", "gfx700", "gfx803", "gfx900"};
    for (size_t i = 0; i < sizeof archs / sizeof *archs; i++) {
        test(archs[i]);
        test_memory(archs[i]);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
