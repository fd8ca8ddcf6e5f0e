/* SPDX-License-Identifier: MIT */
/* A plug-in for radare2 (6.0 and later): code of AMD GCN GPUs and of the PS Vita's SGX543, decoded
 * and assembled by libgisa. The chip is `asm.cpu`: gfx600 ... gfx906, sgx543, or a name such as
 * fiji. */
#include <r_anal.h>
#include <r_arch.h>
#include <r_lib.h>
#include <stdio.h>
#include <string.h>

#include "gisa.h"

/* Without a chip: the newest one whose code LLVM and RADV compile for, in this family. */
#define USUAL_CHIP "gfx900"

static const gisa_isa *isa_of(const RArchSession *s) {
    const char *cpu = s->config ? s->config->cpu : NULL;
    const gisa_isa *isa = cpu && *cpu ? gisa_find(cpu) : NULL;
    return isa ? isa : gisa_find(USUAL_CHIP);
}

/* ---- decoding ---- */

/* Targets of branches are addresses, as radare2 has them. */
static size_t put_target(void *ctx, uint64_t target, char *text, size_t room) {
    (void)ctx;
    int size = snprintf(text, room, "0x%" PFMT64x, target);
    return size > 0 && (size_t)size < room ? (size_t)size : 0;
}

static char *text_of(const gisa_isa *isa, const gisa_insn *insn, ut64 address) {
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text;
    gisa_style style = {.address = address, .label = put_target, .exact = true};
    return gisa_print(isa, insn, &style, text, &size) == GISA_OK ? strdup(text) : strdup("invalid");
}

static ut32 flow_type(const gisa_flow_info *flow) {
    switch (flow->kind) {
    case GISA_FLOW_JUMP: return flow->has_target ? R_ANAL_OP_TYPE_JMP : R_ANAL_OP_TYPE_UJMP;
    case GISA_FLOW_CONDITIONAL: return flow->has_target ? R_ANAL_OP_TYPE_CJMP : R_ANAL_OP_TYPE_UCJMP;
    case GISA_FLOW_CALL: return flow->has_target ? R_ANAL_OP_TYPE_CALL : R_ANAL_OP_TYPE_UCALL;
    case GISA_FLOW_RETURN: return R_ANAL_OP_TYPE_RET;
    case GISA_FLOW_END: return flow->goes_on ? R_ANAL_OP_TYPE_CRET : R_ANAL_OP_TYPE_RET;
    default: return R_ANAL_OP_TYPE_NULL;
    }
}

static void set_flow(const gisa_isa *isa, const gisa_insn *insn, RAnalOp *op) {
    gisa_flow_info flow;
    if (gisa_flow_of(isa, insn, op->addr, &flow) != GISA_OK)
        return;
    op->type = flow_type(&flow);
    op->eob = flow.kind != GISA_FLOW_NEXT && flow.kind != GISA_FLOW_CALL;
    if (flow.has_target)
        op->jump = flow.target;
    if (flow.goes_on && flow.kind != GISA_FLOW_NEXT)
        op->fail = op->addr + insn->size;
}

/* What is neither flow nor memory has no type: the spec says what it does as an operation. */
static void set_type(const gisa_isa *isa, const gisa_insn *insn, RAnalOp *op) {
    gisa_form_info form;
    set_flow(isa, insn, op);
    if (gisa_form(isa, insn->form, &form) != GISA_OK)
        return;
    bool vector = form.class_ != GISA_CLASS_SALU && form.class_ != GISA_CLASS_SMEM &&
                  form.class_ != GISA_CLASS_BRANCH && form.class_ != GISA_CLASS_CONTROL;
    op->family = vector ? R_ANAL_OP_FAMILY_VEC : R_ANAL_OP_FAMILY_CPU;
    if (op->type == R_ANAL_OP_TYPE_NULL && form.bytes_written)
        op->type = R_ANAL_OP_TYPE_STORE;
    else if (op->type == R_ANAL_OP_TYPE_NULL)
        op->type = form.bytes_read ? R_ANAL_OP_TYPE_LOAD : R_ANAL_OP_TYPE_UNK;
}

static bool decode(RArchSession *s, RAnalOp *op, RArchDecodeMask mask) {
    const gisa_isa *isa = isa_of(s);
    gisa_insn insn;
    if (!isa || !op->bytes || op->size <= 0)
        return false;
    gisa_status status = gisa_decode(isa, op->bytes, (size_t)op->size, &insn);
    op->size = insn.size;
    if (status != GISA_OK) {
        op->type = R_ANAL_OP_TYPE_ILL;
        if (mask & R_ARCH_OP_MASK_DISASM)
            op->mnemonic = strdup("invalid");
        return true;
    }
    set_type(isa, &insn, op);
    if (mask & R_ARCH_OP_MASK_DISASM)
        op->mnemonic = text_of(isa, &insn, op->addr);
    return true;
}

/* ---- encoding ---- */

static bool has_label(const gisa_insn *insn) {
    for (unsigned i = 0; i < insn->operand_count; i++)
        if (insn->operand[i].kind == GISA_KIND_LABEL)
            return true;
    return false;
}

/* A branch to an address is CLRX's syntax; LLVM's has the distance. */
static bool parse(const gisa_isa *isa, const char *text, ut64 address, gisa_insn *insn) {
    gisa_env llvm = {.syntax = GISA_SYNTAX_LLVM, .address = address};
    gisa_env clrx = {.syntax = GISA_SYNTAX_CLRX, .address = address};
    gisa_insn branch;
    if (gisa_parse(isa, text, strlen(text), &clrx, &branch, NULL) == GISA_OK && has_label(&branch)) {
        *insn = branch;
        return true;
    }
    return gisa_parse(isa, text, strlen(text), &llvm, insn, NULL) == GISA_OK && !has_label(insn);
}

static bool encode(RArchSession *s, RAnalOp *op, RArchEncodeMask mask) {
    const gisa_isa *isa = isa_of(s);
    ut8 bytes[16];
    size_t size = sizeof bytes;
    gisa_insn insn;
    (void)mask;
    if (!isa || !op->mnemonic || !parse(isa, op->mnemonic, op->addr, &insn) ||
        gisa_encode(isa, &insn, bytes, &size) != GISA_OK)
        return false;
    return r_anal_op_set_bytes(op, op->addr, bytes, (int)size);
}

/* ---- what radare2 asks of an architecture ---- */

static int info(RArchSession *s, ut32 query) {
    const gisa_isa *isa = isa_of(s);
    int unit = isa ? (int)gisa_unit(isa) : 4;
    switch (query) {
    case R_ARCH_INFO_MAXOP_SIZE: return 8;
    case R_ARCH_INFO_MINOP_SIZE:
    case R_ARCH_INFO_INVOP_SIZE:
    case R_ARCH_INFO_CODE_ALIGN: return unit;
    default: return 0;
    }
}

/* The scalar registers, which hold addresses: s32 is the stack pointer of compiled code. */
static char *registers(RArchSession *s) {
    const gisa_isa *isa = isa_of(s);
    int count = isa ? (int)gisa_fact(isa, "sgprs", 0) : 0;
    RStrBuf *text = r_strbuf_new("=PC pc\n=SP s32\n=A0 s0\n=R0 s0\ngpr pc .64 0 0\n");
    for (int i = 0; i < (count > 33 ? count : 33); i++)
        r_strbuf_appendf(text, "gpr s%d .32 %d 0\n", i, 8 + 4 * i);
    return r_strbuf_drain(text);
}

const RArchPlugin r_arch_plugin_gisa = {
    .meta =
        {
            .name = "gisa",
            .desc = "AMD GCN (gfx6 to gfx9) and PowerVR SGX543, by libgisa",
            .author = "the gisa authors",
            .license = "MIT",
        },
    .arch = "gisa",
    .cpus = "gfx900,gfx600,gfx601,gfx602,gfx700,gfx701,gfx704,neo,gfx801,gfx802,gfx803,gfx810,gfx902,gfx904,"
            "gfx906,sgx543",
    .endian = R_SYS_ENDIAN_LITTLE,
    .bits = R_SYS_BITS_PACK1(64),
    .info = info,
    .regs = registers,
    .decode = decode,
    .encode = encode,
};

R_API RLibStruct radare_plugin = {
    .type = R_LIB_TYPE_ARCH,
    .data = (void *)&r_arch_plugin_gisa,
    .version = R2_VERSION,
    .abiversion = R2_ABIVERSION,
};
