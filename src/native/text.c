/* SPDX-License-Identifier: MIT */
/* Writes a unit as C: one function for all of it, in which blocks are labels and jumps are jumps of
 * the host; instructions that are not translated are run by the interpreter in between. */
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- what instructions say of themselves ----------------------------------------------------- */

static uint64_t from_base(const unit *u, uint64_t pc) {
    return pc - u->base;
}

static void write_memory_op(FILE *out, const gisa_op *op) {
    fprintf(out, ", .offset = %" PRId64 ", .offset0 = %u, .offset1 = %u, .d = %u, .s = {%u, %u, %u, %u}",
            op->offset, op->offset0, op->offset1, op->d, op->s[0], op->s[1], op->s[2], op->s[3]);
    fprintf(out, ", .address_count = %u, .uses_lds = %d, .result = {.count = %u}},\n", op->address_count,
            op->uses_lds, op->result.count);
}

/* Addresses are distances, so that the text is the same wherever the code is. */
static void write_op(FILE *out, const unit *u, size_t i) {
    const unit_insn *insn = &u->insn[i];
    const gisa_op *op = insn->op;
    fprintf(out, "    [%zu] = {.units = %u, .next_pc = %" PRIu64 ", .target_pc = %" PRIu64, i, op->units,
            from_base(u, op->next_pc), insn->target ? from_base(u, insn->target) : 0);
    if (insn->kind == NATIVE_MEMORY || insn->kind == NATIVE_LOAD) {
        write_memory_op(out, op);
        return;
    }
    fprintf(out, ", .k = %d, .keep = %u, .offset = %" PRId64 ", .offset0 = %u, .offset1 = %u", op->k,
            op->keep, op->offset, op->offset0, op->offset1);
    if (insn->kind == NATIVE_SCALAR) {
        fprintf(out, ", .d = %u, .immediates = %u, .s = {%u, %u, %u, %u}", op->d, op->immediates, op->s[0],
                op->s[1], op->s[2], op->s[3]);
        fputs(", .immediate = {", out);
        for (unsigned k = 0; k < GISA_SOURCES; k++)
            fprintf(out, "%" PRIu64 "u, ", op->immediates >> k & 1 ? op->immediate[k] : 0);
        fputs("}", out);
    }
    fputs("},\n", out);
}

static void write_ops(FILE *out, const unit *u) {
    fputs("static const gisa_op O[] = {\n", out);
    for (size_t i = 0; i < u->count; i++)
        if (u->insn[i].kind != NATIVE_NONE && u->insn[i].kind != NATIVE_WAIT)
            write_op(out, u, i);
    fprintf(out, "    [%zu] = {.units = 0}\n};\n", u->count);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* How many instructions there are from `i` to the end of its block. */
static size_t block_length(const unit *u, size_t i) {
    size_t n = 1;
    while (i + n < u->count && !u->insn[i + n].begins &&
           u->insn[i + n].pc == u->insn[i + n - 1].pc + 4u * u->insn[i + n - 1].op->units)
        n++;
    return n;
}

static void begin_block(FILE *code, const unit *u, size_t i) {
    const size_t n = block_length(u, i);
    fprintf(code, "L_%zu:\n    if (*left < %zu)\n        return OPS[%zu];\n    *left -= %zu;\n", i, n, i, n);
}

/* Addresses in LDS that may have changed. */
static void forget_plans(FILE *code, const unit *u, unsigned from, unsigned count) {
    const uint64_t plans = unit_plans(u, from, count);
    if (plans)
        fprintf(code, "    known &= ~(u64)0x%" PRIx64 "u;\n", plans);
}

/* Run by the interpreter; `rest` instructions of the block are behind it. */
static void call(FILE *code, const unit *u, size_t i, size_t rest) {
    const unit_insn *insn = &u->insn[i];
    if (insn->leaves)
        fprintf(code, "    return OPS[%zu]->run(W, OPS[%zu]);\n", i, i);
    else {
        fprintf(
            code,
            "    if (!OPS[%zu]->run(W, OPS[%zu])) {\n        *left += %zu;\n        return NULL;\n    }\n", i,
            i, rest);
        forget_plans(code, u, 0, GISA_VGPRS);
    }
}

/* If it does wait, the next wave has its turn: behind the label `waits`. */
static void write_wait(FILE *code, const unit *u, size_t i) {
    fprintf(code, "    at = %zu;\n    if (!%s__native(W, OPS[%zu]))\n        goto waits;\n", i,
            u->insn[i].body->name, i);
}

/* The part of an address that is the same for all lanes, and the row of the rest. */
static void write_address(FILE *code, const gisa_op *op) {
    const gisa_operand *vector = NULL;
    for (unsigned i = 0; i < op->address_count; i++) {
        const gisa_operand *o = &op->address[i];
        if (o->kind == GISA_KIND_VGPR)
            vector = o;
        else if (o->count > 1)
            fprintf(code, "(W->scalar.w[%u] | (u64)W->scalar.w[%u] << 32) + ", o->reg, o->reg + 1u);
        else
            fprintf(code, "W->scalar.w[%u] + ", o->reg);
    }
    fputs("(u64)0", code);
    if (vector)
        fprintf(code, ", W->vgpr[%u], ", vector->reg);
    else
        fputs(", NULL, ", code);
    if (vector && vector->count > 1)
        fprintf(code, "W->vgpr[%u]", vector->reg + 1u);
    else
        fputs("NULL", code);
}

/* Where lanes are in a buffer: its resource, soffset, and the row that says it. */
static void write_in_buffer(FILE *code, const gisa_op *op) {
    const gisa_operand *vector = &op->in_buffer.vaddr, *soffset = &op->in_buffer.soffset;
    fprintf(code, "&W->scalar.w[%u], ", op->in_buffer.resource.reg);
    if (soffset->kind == GISA_KIND_SGPR)
        fprintf(code, "W->scalar.w[%u], ", soffset->reg);
    else
        fprintf(code, "%" PRIu32 "u, ", (uint32_t)constants_of(soffset));
    if (op->access.idxen || op->access.offen)
        fprintf(code, "W->vgpr[%u]", vector->reg);
    else
        fputs("near_zeros", code);
}

/* Where an element is not at hand, the interpreter does it. */
static void memory(FILE *code, const unit *u, size_t i, size_t rest) {
    const unit_insn *insn = &u->insn[i];
    const unsigned at = unit_lds_address(u, insn);
    if (at < GISA_VGPRS)
        fprintf(code,
                "    plan[%u].bytes = known >> %u & 1 ? plan[%u].bytes : 0;\n    known |= (u64)1 << %u;\n",
                u->planned[at] - 1u, u->planned[at] - 1u, u->planned[at] - 1u, u->planned[at] - 1u);
    fputs("    if (", code);
    if (at < GISA_VGPRS)
        fprintf(code, "!%s__planned(W, &O[%zu], &plan[%u], W->vgpr[%u]) &&\n        ", insn->body->name, i,
                u->planned[at] - 1u, at);
    if (insn->op->buffer_facts) {
        fprintf(code, "!native_in_buffer(W, OPS[%zu], &O[%zu], %s__native, &buffers[%u], ", i, i,
                insn->body->name, insn->buffer);
        write_in_buffer(code, insn->op);
    } else {
        fprintf(code, "!%s(W, &O[%zu], %s__native, ",
                insn->kind == NATIVE_LOAD ? "native_load" : "native_memory", i, insn->body->name);
        write_address(code, insn->op);
    }
    fputs(")) {\n", code);
    call(code, u, i, rest);
    fputs("    }\n", code);
    if (insn->kind == NATIVE_MEMORY && insn->op->has_d)
        forget_plans(code, u, insn->op->result.reg, insn->op->result.count);
}

static void jump(FILE *code, const unit *u, size_t i) {
    const unit_insn *insn = &u->insn[i];
    const size_t to = unit_at(u, insn->target);
    if (to == u->count)
        fprintf(code,
                "    if (%s__native(W, &O[%zu]) == %" PRIu64
                "u)\n        return OPS[%zu]->run(W, OPS[%zu]);\n",
                insn->body->name, i, from_base(u, insn->target), i, i);
    else
        fprintf(code, "    if (%s__native(W, &O[%zu]) == %" PRIu64 "u)\n        goto L_%zu;\n",
                insn->body->name, i, from_base(u, insn->target), to);
}

static void scalar(FILE *code, const unit *u, size_t i) {
    if (u->insn[i].body->jumps)
        jump(code, u, i);
    else
        fprintf(code, "    %s__native(W, &O[%zu]);\n", u->insn[i].body->name, i);
}

/* After the last instruction of a block. */
static void end_block(FILE *code, const unit *u, size_t i) {
    const unit_insn *insn = &u->insn[i];
    const size_t next = unit_at(u, insn->pc + 4u * insn->op->units);
    if (next == u->count)
        fprintf(code, "    return OPS[%zu] + %u;\n", i, insn->op->units);
    else if (next != i + 1)
        fprintf(code, "    goto L_%zu;\n", next);
}

static void write_code(FILE *code, const unit *u, stretch *s) {
    size_t rest = 0;
    for (size_t i = 0; i < u->count; i++) {
        const unit_insn *insn = &u->insn[i];
        if (!rest) {
            begin_block(code, u, i);
            rest = block_length(u, i);
        }
        rest--;
        if (insn->kind == NATIVE_VECTOR)
            stretch_add(s, i);
        else {
            if (insn->kind != NATIVE_SCALAR || !stretch_lets_pass(s, insn))
                stretch_end(s);
            if (insn->kind == NATIVE_SCALAR)
                scalar(code, u, i);
            else if (insn->kind == NATIVE_WAIT)
                write_wait(code, u, i);
            else if (insn->kind == NATIVE_NONE)
                call(code, u, i, rest);
            else
                memory(code, u, i, rest);
        }
        if (!rest) {
            stretch_end(s);
            end_block(code, u, i);
        }
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

void text_head(char head[TEXT_HEAD], const gisa_float_mode *mode) {
    snprintf(head, TEXT_HEAD, "enum { FLUSH32 = %d, FLUSH64 = %d, OMODS32 = %d };\n", mode->flush32,
             mode->flush64, mode->omods32);
}

static void write_head(FILE *out) {
    fputs("#define NULL ((void *)0)\n#define bool _Bool\n#define true 1\n#define false 0\n"
          "#define UNUSED_ __attribute__((unused))\n"
          "#define IF_ODD(x) if (__builtin_expect((x) != 0, 0))\n"
          "#ifdef __clang__\n#define SIDE_BY_SIDE _Pragma(\"clang loop vectorize(assume_safety)\")\n"
          "#else\n#define SIDE_BY_SIDE _Pragma(\"GCC ivdep\")\n#endif\n"
          "#define ALWAYS_ static inline __attribute__((always_inline, unused))\n"
          "void gisa_native_begin(const native_calls *c) {\n    calls = c;\n}\n"
          /* Each time counts for two and is forgotten after two without; where most have odd lanes,
             or an instruction that is left to the interpreter each time, nothing else is tried. */
          "ALWAYS_ bool is_mostly_odd(u32 *odd) {\n"
          "    const u32 n = __atomic_load_n(odd, __ATOMIC_RELAXED);\n"
          "    if (n && n < 256)\n        __atomic_store_n(odd, n - 1, __ATOMIC_RELAXED);\n"
          "    return n >= 256;\n}\n"
          "static __attribute__((noinline, cold)) void again(gcn_wave *W, const gisa_op *const *OPS, "
          "const u16 *list, unsigned count, u32 *odd) {\n"
          "    __atomic_store_n(odd, __atomic_load_n(odd, __ATOMIC_RELAXED) + 2, __ATOMIC_RELAXED);\n"
          "    for (unsigned i = 0; i < count; i++)\n        OPS[list[i]]->run(W, OPS[list[i]]);\n}\n",
          out);
}

/* Functions for loads and stores in LDS, one of each kind. */
static void write_planned(FILE *out, const unit *u) {
    for (size_t i = 0, k; i < u->count; i++) {
        const native_body *b = u->insn[i].body;
        for (k = 0; k < i && (u->insn[k].body != b || unit_lds_address(u, &u->insn[k]) == GISA_VGPRS); k++)
            ;
        if (k == i && unit_lds_address(u, &u->insn[i]) < GISA_VGPRS)
            fprintf(out,
                    "static __attribute__((noinline)) bool %s__planned(gcn_wave *W, const gisa_op *O, "
                    "native_plan *p,\n    const u32 *row) {\n    return native_planned(W, O, p, row, %s, "
                    "%s__near);\n}\n",
                    b->name, b->loads ? "true" : "false", b->name);
    }
}

/* Where waves wait, the next one goes on; what is known of each wave's addresses, and of buffers,
   stays known as long as the function runs. */
static void write_run(FILE *out, const unit *u, const char *code) {
    fprintf(
        out,
        "const gisa_op *gisa_native_run(gcn_wave *W, unsigned entry, u64 *left, const gisa_op *const *OPS,\n"
        "                               native_turns *T) {\n"
        "    native_plan plans[%u][%u], *plan;\n    u64 known_of[%u] = {0}, known;\n"
        "    const gisa_op *next;\n    unsigned at;\n",
        GCN_FACT_GROUP_WAVES, u->plans + !u->plans, GCN_FACT_GROUP_WAVES);
    if (u->buffers)
        fprintf(out,
                "    gisa_buffer_found buffers[%u];\n    for (unsigned i = 0; i < %u; i++)\n"
                "        buffers[i].kind = 0;\n",
                u->buffers, u->buffers);
    fputs("turn:\n    plan = plans[T->at];\n    known = known_of[T->at];\n    switch (entry) {\n", out);
    for (size_t i = 0; i < u->count; i += block_length(u, i))
        fprintf(out, "    case %zu: goto L_%zu;\n", i, i);
    fprintf(out,
            "    default: return NULL;\n    }\n%swaits:\n"
            "    next = native_stays(W, OPS, at);\n    known_of[T->at] = known;\n"
            "    if (next || !native_next_turn(&W, T, left, OPS))\n        return next;\n"
            "    entry = W->waits_at;\n    goto turn;\n}\n",
            code);
}

bool text_write(FILE *out, const unit *u, uint64_t entry, unsigned *straight) {
    char *text = NULL;
    size_t size;
    bool fine = true;
    FILE *code = open_memstream(&text, &size);
    live_set *live = live_find(u);
    stretch *s = code && live ? stretch_new(out, code, u, live) : NULL;
    write_head(out);
    write_ops(out, u);
    if (s)
        write_code(code, u, s);
    if (!s || !straight_write(out, u, live, unit_at(u, entry), straight))
        fine = false;
    stretch_free(s);
    free(live);
    if (!code || fclose(code) || !fine) {
        free(text);
        return false;
    }
    write_planned(out, u);
    write_run(out, u, text);
    free(text);
    return !ferror(out);
}
