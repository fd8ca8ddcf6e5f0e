/* SPDX-License-Identifier: MIT */
/* Every allocation fails once: of assembling each directive, of disassembling each kind of file, of
 * loading and running kernels and shaders. Each time the answer is GISA_STATUS_NO_MEMORY, or what
 * it is with memory; nothing is lost, and nothing is freed twice.
 * usage: nomemory SOURCE... */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../src/asm/asm.h"
#include "../../test.h"
#include "gisa_machine.h"
#include "gisa_stage.h"
#include "heap.h"

enum { LARGEST = 32768, MOST_FAILURES = 20 };

TEST_COUNTERS;

__attribute__((format(printf, 2, 3))) static bool ok(bool good, const char *format, ...) {
    va_list list;
    test_check(good);
    if (!good && test_problems() <= MOST_FAILURES) {
        va_start(list, format);
        printf("failed: ");
        vprintf(format, list);
        printf("\n");
        va_end(list);
    }
    return good;
}

/* What is done again and again, and what it answers. */
typedef struct job {
    char name[200];
    gisa_status (*run)(struct job *j);
    const gisa_isa *isa;
    const void *input;
    size_t size;
    int how; /* gisa_output, gisa_input; other bits: JSON, CLRX's syntax */
    void *out;
    size_t out_size, out_room;
    char first[200]; /* of the errors */
    long count;      /* of its allocations */
} job;

enum { KIND = 15, JSON = 16, CLRX_TEXT = 32 };

static void report(void *ctx, const gisa_diagnostic *d) {
    job *j = ctx;
    if (d->severity == GISA_SEVERITY_ERROR && !j->first[0])
        snprintf(j->first, sizeof j->first, "%u: %s", d->line, d->message);
}

/* The library may free what this gives it, so it comes from the same heap. */
static void *read_part(void *ctx, const char *name, const char *from, size_t *size) {
    char *text = malloc(10);
    (void)ctx;
    (void)from;
    if (text)
        memcpy(text, ".byte 1\n", 8);
    *size = 8;
    return strcmp(name, "1") == 0 ? text : (free(text), NULL);
}

static gisa_status assemble(job *j) {
    gisa_asm_options options = {.isa = j->isa,
                                .output = (gisa_output)(j->how & KIND),
                                .syntax = j->how & CLRX_TEXT ? GISA_SYNTAX_CLRX : GISA_SYNTAX_LLVM,
                                .read = read_part,
                                .report = report,
                                .ctx = j};
    void *out = NULL;
    gisa_status status = gisa_assemble("source", j->input, j->size, &options, &out, &j->out_size);
    ok((status == GISA_OK) == (out != NULL), "%s: %s, out = %p", j->name, gisa_status_text(status), out);
    if (out && j->out_size <= j->out_room)
        memcpy(j->out, out, j->out_size);
    free(out);
    return status;
}

static bool write_text(void *ctx, const void *data, size_t size) {
    job *j = ctx;
    if (j->out_size + size > j->out_room)
        return false;
    memcpy((char *)j->out + j->out_size, data, size);
    j->out_size += size;
    return true;
}

static gisa_status disassemble(job *j) {
    gisa_dis_options options = {.isa = j->isa,
                                .input = (gisa_input)(j->how & KIND),
                                .syntax = j->how & CLRX_TEXT ? GISA_SYNTAX_CLRX : GISA_SYNTAX_LLVM,
                                .json = j->how & JSON,
                                .report = report,
                                .write = write_text,
                                .ctx = j};
    return gisa_disassemble(j->input, j->size, &options);
}

/* Runs its first kernel, and maps and unmaps memory around that. */
static gisa_status run_kernels(job *j) {
    static uint32_t memory[64];
    uint64_t argument = (uintptr_t)memory;
    gisa_machine *m = gisa_machine_new(j->isa);
    gisa_loaded *loaded = NULL;
    gisa_error error = {0};
    gisa_kernel k;
    gisa_result result = {0};
    gisa_status status = m ? gisa_machine_load(m, j->input, j->size, &error, &loaded) : GISA_STATUS_NO_MEMORY;
    memset(memory, 0, sizeof memory);
    if (!status)
        status = gisa_machine_map(m, memory, sizeof memory, "memory");
    if (!status && gisa_kernel_at(loaded, 0, &k) == GISA_OK) {
        gisa_launch launch = {.descriptor = k.descriptor,
                              .grid = {256},
                              .group = {64},
                              .kernarg = &argument,
                              .kernarg_size = sizeof argument,
                              .threads = 2};
        gisa_hidden_arguments(loaded, 0, &launch);
        status = gisa_machine_run(m, &launch, &result);
        if (!status && result.end == GISA_END_FAULT && strstr(result.message, "no memory"))
            status = GISA_STATUS_NO_MEMORY;
    }
    if (!status) {
        memcpy(j->out, memory, j->out_size = sizeof memory);
        status = gisa_machine_unmap(m, memory);
    }
    snprintf(j->first, sizeof j->first, "%.90s%.90s", error.message, result.message);
    gisa_machine_free(m);
    return status;
}

/* Two work-groups of two waves, which wait for each other. A wave for which its code cannot be
   decoded has a fault. */
static gisa_status run_stage(job *j) {
    static const uint32_t groups[3] = {2, 1, 1}, size[3] = {128, 1, 1};
    gisa_stage_result result = {0};
    gisa_stage *stage = gisa_stage_new(j->isa, GISA_STAGE_KIND_CS);
    gisa_status status = stage ? gisa_stage_load(stage, j->input, j->size) : GISA_STATUS_NO_MEMORY;
    if (!status)
        status = gisa_stage_dispatch(stage, groups, size, NULL, &result);
    if (!status && result.end == GISA_STAGE_END_FAULT)
        status = result.fault.cause == GISA_CAUSE_OTHER ? GISA_STATUS_NO_MEMORY : GISA_STATUS_FAILED;
    snprintf(j->first, sizeof j->first, "%.190s", result.message);
    gisa_stage_free(stage);
    return status;
}

/* ---- again and again ------------------------------------------------------------------ */

static gisa_status once(job *j, long fail) {
    j->first[0] = 0;
    j->out_size = 0;
    heap_fail(fail);
    gisa_status status = j->run(j);
    j->count = heap_count();
    heap_fail(0);
    return status;
}

/* One failure: the answer is that there is no memory, or the same as ever. */
static void check(job *j, long n, gisa_status usual, const void *out, size_t size, long before) {
    gisa_status status = once(j, n);
    bool same = status == usual && (status || (j->out_size == size && memcmp(j->out, out, size) == 0));
    ok(status == GISA_STATUS_NO_MEMORY || same, "%s: allocation %ld of it: %s: %s", j->name, n,
       gisa_status_text(status), j->first);
    ok(heap_blocks() == before, "%s: allocation %ld of it: %ld blocks are lost", j->name, n,
       heap_blocks() - before);
}

static void each_allocation(job *j) {
    static char out[1 << 20], usual_out[1 << 20];
    test_begin();
    j->out = out;
    j->out_room = sizeof out;
    once(j, 0); /* what is made once stays */
    long before = heap_blocks();
    gisa_status usual = once(j, 0);
    size_t size = j->out_size;
    long count = j->count;
    ok(count > 0, "%s: nothing is allocated", j->name);
    memcpy(usual_out, out, size);
    ok(heap_blocks() == before, "%s: %ld blocks are lost", j->name, heap_blocks() - before);
    for (long n = 1; n <= count; n++)
        check(j, n, usual, usual_out, size, before);
    test_end();
}

/* ---- what is tried -------------------------------------------------------------------- */

static void try_file(const char *name, const gisa_isa *isa, const void *file, size_t size, int input,
                     int how) {
    job j = {.run = disassemble, .isa = isa, .input = file, .size = size, .how = input | how};
    snprintf(j.name, sizeof j.name, "dis %d of %.150s", j.how, name);
    each_allocation(&j);
}

/* As what it is, and the same as a bundle of one. */
static void try_kernels(const char *name, const gisa_isa *isa, const void *file, size_t size) {
    static const char head[] = "__CLANG_OFFLOAD_BUNDLE__", entry[] = "hipv4-amdgcn-amd-amdhsa--gfx900";
    enum { FILE_AT = 4096 };
    static uint8_t bundle[FILE_AT + (1 << 16)];
    uint64_t numbers[4] = {1, FILE_AT, size, sizeof entry - 1};
    job j = {.run = run_kernels, .isa = isa, .input = file, .size = size};
    snprintf(j.name, sizeof j.name, "run %s", name);
    each_allocation(&j);
    if (size > sizeof bundle - FILE_AT || strcmp(gisa_name(isa), "gfx900") != 0)
        return;
    memcpy(bundle, head, sizeof head - 1);
    memcpy(bundle + sizeof head - 1, numbers, sizeof numbers);
    memcpy(bundle + sizeof head - 1 + sizeof numbers, entry, sizeof entry - 1);
    memcpy(bundle + FILE_AT, file, size);
    j.input = bundle;
    j.size = FILE_AT + size;
    snprintf(j.name, sizeof j.name, "run a bundle of %s", name);
    each_allocation(&j);
    try_file(j.name, NULL, bundle, j.size, GISA_INPUT_AUTO, 0);
}

static void try_outputs(const char *name, const gisa_isa *isa, int output, const void *file, size_t size) {
    switch (output) {
    case GISA_OUTPUT_CO: try_kernels(name, isa, file, size); /* fall through */
    case GISA_OUTPUT_ELF:
        try_file(name, NULL, file, size, GISA_INPUT_ELF, 0);
        try_file(name, NULL, file, size, GISA_INPUT_ELF, JSON);
        break;
    case GISA_OUTPUT_RAW: try_file(name, isa, file, size, GISA_INPUT_RAW, 0); break;
    case GISA_OUTPUT_GXP:
        try_file(name, NULL, file, size, GISA_INPUT_GXP, 0);
        try_file(name, NULL, file, size, GISA_INPUT_GXP, JSON);
        break;
    default: break;
    }
}

static void try_source(const char *name, const gisa_isa *isa, const char *text, size_t size, int output) {
    static const char *const outputs[] = {"elf", "co", "raw", "hex", "gxp"};
    static char file[1 << 18];
    job j = {.run = assemble, .isa = isa, .input = text, .size = size, .how = output};
    snprintf(j.name, sizeof j.name, "asm -f %s of %s", outputs[output & KIND], name);
    each_allocation(&j);
    if (once(&j, 0) == GISA_OK && j.out_size <= sizeof file) {
        size_t file_size = j.out_size;
        memcpy(file, j.out, file_size);
        try_outputs(name, isa, output, file, file_size);
    }
}

/* Operands of many kinds: most directives take one of these lines. Some take nothing else on the
   line. */
static void try_directive(const directive *d, int output) {
    static const char *const operands[] = {
        "", " 1", " a, 1, 2", " \"1\", a", " \"1\"", " a, @function", " a, \"ax\", @progbits", " x, 1"};
    static const char *const ends[] = {".endr\n", ".endm\nm 1\n", ".endif\n", ".end_amdhsa_kernel\n",
                                       ".end_amdgpu_metadata\n"};
    char text[1000];
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        int used = snprintf(text, sizeof text, "%sa:\n%s%s\n.long a\n",
                            output == GISA_OUTPUT_GXP ? ".gxp vertex\n" : "", d->name, operands[i]);
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            used += snprintf(text + used, sizeof text - (size_t)used, "%s", ends[k]);
        try_source(d->name, gisa_find(output == GISA_OUTPUT_GXP ? "sgx543" : "gfx900"), text, (size_t)used,
                   output);
    }
}

static void try_path(const char *path) {
    static char text[LARGEST];
    const char *slash = strrchr(path, '/');
    FILE *f = fopen(path, "rb");
    if (!ok(f, "%s cannot be read", path))
        return;
    size_t size = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[size] = 0;
    bool shader = strstr(text, ".gxp ");
    if (shader)
        try_source(slash + 1, NULL, text, size, GISA_OUTPUT_GXP);
    for (int output = GISA_OUTPUT_ELF; !shader && output <= GISA_OUTPUT_HEX; output++)
        try_source(slash + 1, gisa_find("gfx900"), text, size, output);
}

/* So much of everything that all that grows has to grow. */
static void try_large_source(void) {
    static char text[200000];
    size_t used = 0;
    for (int i = 0; i < 150; i++) {
        used += (size_t)snprintf(
            text + used, sizeof text - used,
            "l%d: v_mov_b32 v1, v%d\n.macro m%d x, y=1\n.long \\x + \\y, other%d\n.endm\nm%d 1\n"
            "s_branch l%d\n",
            i, i % 200, i, i, i, i + 1);
        if (i % 10 == 0)
            used += (size_t)snprintf(
                text + used, sizeof text - used,
                ".section .s%d\n.irp x, 1, 2, 3\n.if \\x\n.quad l%d\n.endif\n.endr\n.text\n", i, i);
    }
    while (used < 70000) /* so long that instructions are kept */
        used += (size_t)snprintf(text + used, sizeof text - used, "v_mov_b32 v1, v%zu\n", used % 200);
    for (int i = 0; i < 40; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, ".pushsection .data\n.if 1\n");
    used += (size_t)snprintf(text + used, sizeof text - used, "s_nop 0\n");
    for (int i = 0; i < 40; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, ".endif\n.popsection\n");
    used += (size_t)snprintf(text + used, sizeof text - used, "l150:\n");
    try_source("a large source", gisa_find("gfx900"), text, used, GISA_OUTPUT_ELF);
    try_source("a large source", gisa_find("gfx900"), text, used, GISA_OUTPUT_HEX);
}

/* ---- memory of machines --------------------------------------------------------------- */

static const char storing[] =
    "\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n\ts_load_dwordx2 s[2:3], s[0:1], 0x0\n"
    "\tv_mov_b32 v0, 0\n\tv_mov_b32 v1, 7\n\tglobal_store_dword v0, v1, s[2:3]\n\ts_endpgm\n\t.p2align 6\n"
    "\t.amdhsa_kernel k\n\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_kernarg_size 8\n"
    "\t.amdhsa_next_free_vgpr 4\n\t.amdhsa_next_free_sgpr 8\n\t.end_amdhsa_kernel\n";

/* What a launch needs; it is mapped, so that the launch itself maps nothing. */
static struct { uint64_t argument, packet[8]; } needed;

/* Whether a kernel may store there. */
static bool may_store(gisa_machine *m, const gisa_loaded *loaded, void *memory) {
    gisa_kernel k = {0};
    gisa_result result = {0};
    gisa_kernel_at(loaded, 0, &k);
    gisa_launch launch = {.descriptor = k.descriptor,
                          .kernarg = &needed.argument,
                          .kernarg_size = sizeof needed.argument,
                          .packet = needed.packet};
    needed.argument = (uintptr_t)memory;
    return gisa_machine_run(m, &launch, &result) == GISA_OK && result.end == GISA_END_ENDED;
}

/* Memory is mapped or it is not, whatever there was no memory for. */
static void try_maps(void) {
    static uint32_t memory[4], other[4];
    const gisa_isa *isa = gisa_find("gfx900");
    gisa_asm_options options = {.isa = isa, .output = GISA_OUTPUT_CO};
    gisa_machine *m = gisa_machine_new(isa);
    gisa_loaded *loaded = NULL;
    void *file = NULL;
    size_t size;
    gisa_assemble("storing", storing, strlen(storing), &options, &file, &size);
    if (!ok(gisa_machine_load(m, file, size, NULL, &loaded) == GISA_OK, "the kernel is loaded"))
        return;
    gisa_status status = gisa_machine_map(m, &needed, sizeof needed, "needed");
    for (long n = 1; n < 10; n++) {
        heap_fail(n);
        status = gisa_machine_map(m, memory, sizeof memory, "memory");
        heap_fail(0);
        gisa_machine_map(m, other, sizeof other, "other memory");
        ok(may_store(m, loaded, memory) == !status,
           "map, allocation %ld of it: %s, but kernels see it otherwise", n, gisa_status_text(status));
        gisa_machine_unmap(m, other);
        heap_fail(n);
        status = gisa_machine_unmap(m, memory);
        heap_fail(0);
        ok(status != GISA_STATUS_NO_MEMORY && !may_store(m, loaded, memory),
           "unmap, allocation %ld of it: still mapped", n);
    }
    gisa_machine_free(m);
    free(file);
}

static void try_stage(void) {
    static const uint32_t code[] = {0xbf8a0000, 0xbf810000}; /* s_barrier, s_endpgm */
    job j = {.name = "a shader stage",
             .run = run_stage,
             .isa = gisa_find("gfx900"),
             .input = code,
             .size = sizeof code};
    each_allocation(&j);
}

int main(int argc, char **argv) {
    for (size_t i = 0; directive_at(i); i++)
        try_directive(directive_at(i), GISA_OUTPUT_ELF);
    for (size_t i = 0; gxp_directive_at(i); i++)
        try_directive(gxp_directive_at(i), GISA_OUTPUT_GXP);
    for (int i = 1; i < argc; i++)
        try_path(argv[i]);
    try_large_source();
    try_maps();
    try_stage();
    return test_close("nomemory");
}
