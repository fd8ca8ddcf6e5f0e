/* SPDX-License-Identifier: MIT */
/* harness PLUGIN CPU ADDRESS dis|asm: loads the plug-in as radare2 does, and gives it hexadecimal
 * bytes (dis: one instruction after the other) or lines of text (asm) from standard input. Prints
 * what the plug-in says: size, type, jump, fail, end of block, text; or bytes. */
#include <dlfcn.h>
#include <r_anal.h>
#include <r_arch.h>
#include <r_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *type_name(ut32 type) {
    static const struct {
        ut32 type;
        const char *name;
    } names[] = {
        {R_ANAL_OP_TYPE_JMP, "jmp"},     {R_ANAL_OP_TYPE_CJMP, "cjmp"}, {R_ANAL_OP_TYPE_UJMP, "ujmp"},
        {R_ANAL_OP_TYPE_UCJMP, "ucjmp"}, {R_ANAL_OP_TYPE_CALL, "call"}, {R_ANAL_OP_TYPE_UCALL, "ucall"},
        {R_ANAL_OP_TYPE_RET, "ret"},     {R_ANAL_OP_TYPE_CRET, "cret"}, {R_ANAL_OP_TYPE_LOAD, "load"},
        {R_ANAL_OP_TYPE_STORE, "store"}, {R_ANAL_OP_TYPE_UNK, "unk"},   {R_ANAL_OP_TYPE_ILL, "ill"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].type == type)
            return names[i].name;
    return "?";
}

static void say_address(const char *name, ut64 address) {
    if (address != UT64_MAX)
        printf(" %s=0x%" PFMT64x, name, address);
}

/* As r_anal_op_init leaves it. */
static void begin(RAnalOp *op, ut64 address) {
    memset(op, 0, sizeof *op);
    op->addr = address;
    op->jump = op->fail = UT64_MAX;
}

static int disassemble(const RArchPlugin *plugin, RArchSession *s, ut64 address) {
    static ut8 bytes[1 << 16];
    char pair[3] = "";
    int size = 0, digits = 0;
    for (int c; (c = getchar()) != EOF && size < (int)sizeof bytes;) {
        if (strchr("0123456789abcdef", c) && c)
            pair[digits++] = (char)c;
        if (digits == 2) {
            bytes[size++] = (ut8)strtoul(pair, NULL, 16);
            digits = 0;
        }
    }
    for (int at = 0; at < size;) {
        RAnalOp op;
        begin(&op, address + (ut64)at);
        op.bytes = bytes + at;
        op.size = size - at;
        if (!plugin->decode(s, &op, R_ARCH_OP_MASK_DISASM) || op.size <= 0)
            return 1;
        printf("%d %s%s", op.size, type_name(op.type), op.eob ? " eob" : "");
        say_address("jump", op.jump);
        say_address("fail", op.fail);
        printf(" | %s\n", op.mnemonic);
        free(op.mnemonic);
        at += op.size;
    }
    return 0;
}

static int assemble(const RArchPlugin *plugin, RArchSession *s, ut64 address) {
    char line[600];
    while (fgets(line, sizeof line, stdin)) {
        RAnalOp op;
        line[strcspn(line, "\n")] = 0;
        begin(&op, address);
        op.mnemonic = line;
        if (!plugin->encode(s, &op, 0)) {
            puts("refused");
            continue;
        }
        for (int i = 0; i < op.size; i++)
            printf("%02x", op.bytes[i]);
        putchar('\n');
        address += (ut64)op.size;
    }
    return 0;
}

int main(int argc, char **argv) {
    void *library = argc == 5 ? dlopen(argv[1], RTLD_NOW) : NULL;
    const RLibStruct *entry = library ? dlsym(library, "radare_plugin") : NULL;
    if (!entry || entry->type != R_LIB_TYPE_ARCH || strcmp(entry->version, R2_VERSION) != 0) {
        fprintf(stderr, "%s\n", entry ? "the plug-in is for another radare2" : dlerror());
        return 1;
    }
    const RArchPlugin *plugin = entry->data;
    RArchConfig config = {.cpu = argv[2]};
    RArchSession session = {.plugin = (RArchPlugin *)plugin, .config = &config};
    char *registers = plugin->regs(&session);
    if (!registers || !strstr(registers, "=PC") || plugin->info(&session, R_ARCH_INFO_MAXOP_SIZE) != 8)
        return 1;
    free(registers);
    ut64 address = strtoull(argv[3], NULL, 0);
    return strcmp(argv[4], "asm") == 0 ? assemble(plugin, &session, address)
                                       : disassemble(plugin, &session, address);
}
