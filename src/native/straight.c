/* SPDX-License-Identifier: MIT */
/*
 * Most waves of short kernels take the same way: no branch is taken, lanes that have nothing to do
 * are masked. On it a register is often the same in all lanes, or goes up by the same number from
 * each to the next: then it is two numbers here, and so are addresses. What is left is one loop
 * over the lanes, between all loads and all stores.
 *
 * Waves are run one after another. W is the state of scalar registers of one of them, which are
 * variables; R a wave in memory. What a scalar load gives that does not depend on the wave's place
 * is read once, on R: `early`.
 *
 * Nothing is changed in memory before it is known that the wave takes this way, that its accesses
 * are inside, and that no lane is odd; otherwise the wave begins as usual. So a load after a store,
 * a loop, a mask of lanes that scalar instructions compute with after the loop has made it: the
 * kernel has no such way.
 */
#include "straight.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lane.h"

/* Instructions; loads that are early; others on memory: each may take 1 KB of the stack. */
enum { MOST = 512, MOST_EARLY = 64 /* NATIVE_RANGES */, MOST_SITES = 48 };

/* What a vector register is, where the way has come. */
enum value_kind {
    SAME,   /* a number, aR_N, R being the register and N the instruction that wrote it */
    LINEAR, /* aR_N + lane * dR_N, which does not wrap */
    ROW     /* vR in the loop */
};

/* What a mask of lanes is. */
enum mask_kind {
    THERE, /* in its scalar registers; */
    CARRY, /* likewise, and mostly the same in all lanes */
    ALIKE, /* likewise, and what instruction `writer` gave the first lane, all gave that it knew */
    LANES  /* bR in the loop */
};

typedef struct way {
    const unit *u;
    const live_set *live;
    FILE *early;               /* what is done once for many waves */
    FILE *first, *loop, *last; /* what comes before the loop, is in it, and stores */
    size_t i;                  /* the instruction */
    size_t epoch;              /* that wrote EXEC; u->count: it is as the wave began */
    uint8_t kind[GISA_VGPRS];
    size_t of[GISA_VGPRS];
    bool in_loop[GISA_VGPRS];                            /* the loop has a variable of it */
    uint8_t mask[LIVE_WORDS];                            /* of two words, both */
    size_t writer[LIVE_WORDS], writer_epoch[LIVE_WORDS]; /* of masks */
    unsigned kept[LIVE_WORDS];                           /* what `length` was when a constant got the word */
    bool bit[LIVE_WORDS];      /* the loop has a variable of the mask that begins here */
    char on[32];               /* lanes that are active, in the loop */
    uint64_t from[LIVE_WORDS]; /* the scalar registers that it follows from: bits, as they begin; */
    uint64_t scc_from;         /* the same of SCC */
    bool floats, stored, ends;
    unsigned length, early_loads, sites; /* instructions on memory */
    uint64_t early_from;                 /* what these follow from */
} way;

/* What is not the same in all waves in any case. */
static const uint64_t varies = (uint64_t)1 << 63;

/* ---- names ----------------------------------------------------------------------------------- */

static void write_number(FILE *out, const way *w, unsigned reg, const char *lane) {
    if (w->kind[reg] == ROW)
        fprintf(out, "v%u", reg);
    else if (w->kind[reg] == SAME)
        fprintf(out, "a%u_%zu", reg, w->of[reg]);
    else
        fprintf(out, "(a%u_%zu + %s * d%u_%zu)", reg, w->of[reg], lane, reg, w->of[reg]);
}

/* Dword `k` of a number that goes up, from `o` times what it is in the first lane. */
static void write_moved(FILE *out, const way *w, unsigned reg, unsigned k) {
    fprintf(out, "(o * a%u_%zu", reg + k, w->of[reg + k]);
    if (!k)
        fprintf(out, " + l * d%u_%zu", reg, w->of[reg]);
    fputs(")", out);
}

/* In the loop; scalars as they were at the instruction. */
static void loop_word(const lane_text *t, const gisa_op *op, unsigned i, unsigned k) {
    const way *w = t->of;
    if (lane_is_row(op, i))
        write_number(t->out, w, op->source[i].reg + k, "lane");
    else
        fprintf(t->out, "s%u_%zu", lane_word(op->from[i]) + k, w->i);
}

static void loop_mask(const lane_text *t, unsigned word) {
    const way *w = t->of;
    if (w->mask[word] == LANES)
        fprintf(t->out, "b%u", word);
    else
        fprintf(t->out, "(u32)(m%u_%zu >> half) >> i & 1", word, w->i);
}

/* Before it, in lane `l`. */
static void first_word(const lane_text *t, const gisa_op *op, unsigned i, unsigned k) {
    const way *w = t->of;
    if (lane_is_row(op, i))
        write_number(t->out, w, op->source[i].reg + k, "l");
    else
        fprintf(t->out, "W->scalar.w[%u]", lane_word(op->from[i]) + k);
}

static void moved_word(const lane_text *t, const gisa_op *op, unsigned i, unsigned k) {
    const way *w = t->of;
    if (lane_is_row(op, i) && w->kind[op->source[i].reg] == LINEAR)
        write_moved(t->out, w, op->source[i].reg, k);
    else
        first_word(t, op, i, k);
}

static void first_mask(const lane_text *t, unsigned word) {
    const way *w = t->of;
    fprintf(t->out, "c%u_%zu != 0", word, w->i);
}

/* ---- what sources are ------------------------------------------------------------------------ */

static void set_from(way *w, unsigned word, unsigned count, uint64_t from) {
    for (unsigned k = 0; k < count && word + k < LIVE_WORDS; k++)
        w->from[word + k] = from;
}

static bool is_apart(const way *w, unsigned word) {
    return w->mask[word] == LANES;
}

/* Whether the halves of the mask that begins there are apart: one in the loop and one in scalar
   registers, or both in the loop and of two masks. */
static bool is_torn(const way *w, unsigned word) {
    return is_apart(w, word) != is_apart(w, word + 1) ||
           (is_apart(w, word) && w->writer[word] != w->writer[word + 1]);
}

/* The kind of a number in vector registers; the high half of one that goes up is the same in all
   lanes. */
static enum value_kind kind_of(const way *w, unsigned reg, unsigned dwords) {
    return dwords > 1 && w->kind[reg + 1] != SAME ? ROW : w->kind[reg];
}

/* Whether one lane can say a source before the loop; *varying gets it if it goes up. */
static bool is_known(const way *w, const gisa_op *op, const native_body *b, unsigned i, unsigned *varying) {
    const unsigned dwords = lane_dwords(b, i), word = lane_word(op->from[i]);
    if (!b->bits[i] || op->constant[i])
        return true;
    if (b->bits[i] == NATIVE_MASK)
        return w->mask[word] == CARRY || w->mask[word] == ALIKE;
    if (lane_is_row(op, i)) {
        const enum value_kind kind = kind_of(w, op->source[i].reg, dwords);
        *varying |= kind == LINEAR ? 1u << i : 0;
        return kind == SAME || (kind == LINEAR && !(op->signs >> i & 1));
    }
    return !is_apart(w, word) && !is_apart(w, word + dwords - 1);
}

static bool is_wide(const native_body *b, unsigned role) {
    return b->bits[role] == 32 || b->bits[role] == 64 || !b->bits[role] || b->bits[role] == NATIVE_MASK;
}

/* Lanes that are not active keep what they have, and it is looked at later. */
static bool keeps_others(const way *w, const live_set *behind, const gisa_op *op, const native_body *b) {
    const gisa_operand *o = lane_result(op, NATIVE_D);
    bool keeps = false;
    for (unsigned k = 0; b->bits[NATIVE_D] > NATIVE_MASK && k < lane_dwords(b, NATIVE_D); k++)
        keeps |= w->epoch != w->u->count && live_has(behind->others, o->reg + k);
    return keeps;
}

/* Whether an instruction is done before the loop, and with which sources that go up. */
static bool is_first(const way *w, const live_set *behind, unsigned *varying) {
    const unit_insn *insn = &w->u->insn[w->i];
    const gisa_op *op = insn->op;
    const native_body *b = insn->body;
    const bool compares = b->bits[NATIVE_D] == NATIVE_MASK;
    *varying = 0;
    if (op->selects)
        return false;
    for (unsigned i = 0; i < op->source_count; i++)
        if (!is_known(w, op, b, i, varying) || !is_wide(b, i))
            return false;
    return !b->floats && !b->reads_d && is_wide(b, NATIVE_D) && (compares || op->has_d) &&
           (!b->bits[NATIVE_D1] || b->bits[NATIVE_D1] == NATIVE_MASK) &&
           (compares ? b->steps & 1 : (b->linear | b->flat) >> *varying & 1) &&
           !keeps_others(w, behind, op, b);
}

/* ---- before the loop ------------------------------------------------------------------------- */

/* Whether the lanes that are active are those of which one bit is known. */
static bool is_alike(const way *w, unsigned word) {
    return w->mask[word] == ALIKE && w->mask[word + 1] == ALIKE && w->writer[word] == w->writer[word + 1] &&
           w->writer_epoch[word] == w->epoch;
}

/* A carry has to be the same in all lanes that are active. */
static void check_carries(const way *w, const gisa_op *op, const native_body *b) {
    for (unsigned i = 0; i < op->source_count; i++)
        if (b->bits[i] == NATIVE_MASK && !op->constant[i]) {
            const unsigned word = lane_word(op->from[i]);
            if (is_alike(w, word)) {
                fprintf(w->first, "    const u64 c%u_%zu = R%u_%zu[0].bit;\n", word, w->i, NATIVE_D1,
                        w->writer[word]);
                continue;
            }
            fprintf(w->first,
                    "    const u64 c%u_%zu = (W->scalar.w[%u] | (u64)W->scalar.w[%u] << 32) & e%zu;\n"
                    "    IF_ODD(c%u_%zu && c%u_%zu != e%zu)\n        goto other;\n",
                    word, w->i, word, word + 1, w->epoch, word, w->i, word, w->i, w->epoch);
        }
}

/* Calls the body for lane `l` with results as `d` and `d1` say. */
static void write_call(const lane_text *t, const char *d, const char *d1) {
    const way *w = t->of;
    const unit_insn *insn = &w->u->insn[w->i];
    const native_body *b = insn->body;
    fprintf(w->first, "%s__native(W, &O[%zu], l, &odd, &odd64", b->name, w->i);
    for (unsigned k = 0; k < GISA_SOURCES; k++)
        lane_write_source(t, insn->op, b, k);
    fprintf(w->first, "%s%s%s%s);", b->bits[NATIVE_D] ? ", " : "", b->bits[NATIVE_D] ? d : "",
            b->bits[NATIVE_D1] ? ", " : "", b->bits[NATIVE_D1] ? d1 : "");
}

static const char *type_of(unsigned bits) {
    return bits == NATIVE_MASK ? "gisa_bit" : bits == 64 ? "gisa_v64" : "gisa_v32";
}

/* D and D1 of the first lane and of the last. Then of the first and the second as if sources began
   at 0: their difference is the step of a linear result, and the compiler mostly knows it. */
static void write_lanes(const way *w, bool one) {
    const native_body *b = w->u->insn[w->i].body;
    const lane_text t = {w->first, w->i, false, "", NULL, moved_word, first_mask, w};
    for (unsigned role = NATIVE_D; role <= NATIVE_D1; role++)
        if (b->bits[role])
            fprintf(w->first, "    %s R%u_%zu[4] = {{0}};\n", type_of(b->bits[role]), role, w->i);
    fprintf(w->first,
            "#pragma GCC unroll 4\n    for (u32 k = 0; k < %u; k++) {\n"
            "        UNUSED_ const u32 l = k == 1 ? GISA_LANES - 1 : k == 3, o = k < 2;\n"
            "        u32 odd = 0;\n        u64 odd64 = 0;\n        ",
            one ? 1 : 4);
    char d[32], d1[32];
    snprintf(d, sizeof d, "&R%u_%zu[k]", NATIVE_D, w->i);
    snprintf(d1, sizeof d1, "&R%u_%zu[k]", NATIVE_D1, w->i);
    write_call(&t, d, d1);
    fputs("\n    }\n", w->first);
}

/* The register gets what D is; where it goes up it does not wrap, and not far. */
static void define(way *w, unsigned varying) {
    const unit_insn *insn = &w->u->insn[w->i];
    const unsigned reg = insn->op->result.reg, bits = insn->body->bits[NATIVE_D];
    const size_t i = w->i;
    if (varying && !(insn->body->linear >> varying & 1)) {
        fprintf(w->first, "    IF_ODD(R%u_%zu[0].u%u != R%u_%zu[1].u%u)\n        goto other;\n", NATIVE_D, i,
                bits, NATIVE_D, i, bits);
        varying = 0;
    }
    fprintf(w->first, "    UNUSED_ const u32 a%u_%zu = (u32)R%u_%zu[0].u%u;\n", reg, i, NATIVE_D, i, bits);
    if (bits == 64)
        fprintf(w->first, "    UNUSED_ const u32 a%u_%zu = (u32)(R%u_%zu[0].u64 >> 32);\n", reg + 1, i,
                NATIVE_D, i);
    if (varying)
        fprintf(w->first,
                "    const u%u d%u_%zu = R%u_%zu[3].u%u - R%u_%zu[2].u%u;\n"
                "    IF_ODD(d%u_%zu >> 24 || a%u_%zu > ~0u - (GISA_LANES - 1) * (u32)d%u_%zu)\n"
                "        goto other;\n",
                bits, reg, i, NATIVE_D, i, bits, NATIVE_D, i, bits, reg, i, reg, i, reg, i);
    for (unsigned k = 0; k < lane_dwords(insn->body, NATIVE_D); k++) {
        w->kind[reg + k] = varying && !k ? LINEAR : SAME;
        w->of[reg + k] = i;
    }
}

/* A source as a number of type u64 in lane `l`. */
static void write_number_of(const way *w, unsigned i, unsigned l) {
    const unit_insn *insn = &w->u->insn[w->i];
    const lane_text t = {w->first, w->i, false, "", NULL, first_word, first_mask, w};
    fprintf(w->first, "__extension__({ UNUSED_ const u32 l = %u; (0", l);
    lane_write_source(&t, insn->op, insn->body, i);
    fprintf(w->first, ").u%u; })", insn->body->bits[i]);
}

/* Whether S0 and S1, of which one goes up, are equal in some lane, as far as first and last say. */
static void write_meeting(const way *w, unsigned varying) {
    const unsigned moves = varying >> 1 & 1;
    const size_t i = w->i;
    fprintf(w->first, "    const u64 N_%zu[3] = {", i);
    write_number_of(w, moves, 0);
    fputs(", ", w->first);
    write_number_of(w, moves, GISA_LANES - 1);
    fputs(", ", w->first);
    write_number_of(w, 1 - moves, 0);
    fprintf(w->first, "};\n    if (N_%zu[2] - N_%zu[0] <= N_%zu[1] - N_%zu[0])", i, i, i, i);
}

static void set_mask(way *w, unsigned word, enum mask_kind kind) {
    for (unsigned k = 0; k < 2; k++) {
        w->mask[word + k] = (uint8_t)kind;
        w->writer[word + k] = w->i;
        w->writer_epoch[word + k] = w->epoch;
    }
    set_from(w, word, 2, varies);
}

/* A mask of lanes that somebody reads goes to its scalar registers. A carry that changes from one
   lane to another comes with a D that wraps. */
static void define_mask(way *w, const live_set *behind, unsigned role, unsigned varying) {
    const unit_insn *insn = &w->u->insn[w->i];
    const native_body *b = insn->body;
    const unsigned word = lane_result_word(insn->op, role);
    const bool alike = role == NATIVE_D1 && (!varying || b->steps >> varying & 1);
    const lane_text t = {w->first, w->i, false, "", NULL, first_word, first_mask, w};
    const size_t i = w->i;
    set_mask(w, word, alike ? ALIKE : role == NATIVE_D1 ? CARRY : THERE);
    if (!live_has(behind->scalar, word) && !live_has(behind->scalar, word + 1))
        return;
    fprintf(w->first, "    u64 M_%zu = R%u_%zu[0].bit ? ~(u64)0 : 0;\n", i, role, i);
    if (varying && alike)
        fprintf(w->first, "    IF_ODD(R%u_%zu[0].bit != R%u_%zu[1].bit)\n        goto other;\n", role, i,
                role, i);
    else if (varying) {
        if (b->steps >> varying & 1)
            fprintf(w->first, "    if (R%u_%zu[0].bit != R%u_%zu[1].bit)", role, i, role, i);
        else if (b->equals >> varying & 1)
            write_meeting(w, varying);
        fprintf(
            w->first,
            "    {\n        _Alignas(64) u32 row[GISA_LANES];\n#pragma omp simd\n"
            "        for (u32 l = 0; l < GISA_LANES; l++) {\n"
            "            u32 odd = 0; u64 odd64 = 0; %s D = {0}; gisa_bit D1 = {0}; (void)D1;\n            ",
            type_of(b->bits[NATIVE_D]));
        write_call(&t, "&D", "&D1");
        fprintf(w->first,
                "\n            row[l] = -(u32)(%s.bit & 1);\n        }\n"
                "        M_%zu = native_signs(row) | (u64)native_signs(row + 32) << 32;\n    }\n",
                role == NATIVE_D ? "D" : "D1", i);
    }
    fprintf(
        w->first,
        "    W->scalar.w[%u] = (u32)(M_%zu & e%zu);\n    W->scalar.w[%u] = (u32)((M_%zu & e%zu) >> 32);\n",
        word, i, w->epoch, word + 1, i, w->epoch);
}

static void add_first(way *w, const live_set *behind, unsigned varying) {
    const unit_insn *insn = &w->u->insn[w->i];
    const native_body *b = insn->body;
    check_carries(w, insn->op, b);
    write_lanes(w, !varying);
    for (unsigned role = NATIVE_D; role <= NATIVE_D1; role++)
        if (lane_writes_mask(insn->op, b, role))
            define_mask(w, behind, role, varying);
    if (b->bits[NATIVE_D] > NATIVE_MASK)
        define(w, varying);
}

/* ---- in the loop ----------------------------------------------------------------------------- */

/* From here on the register is a variable of the loop: where it was numbers, it has them first. */
static void make_row(way *w, unsigned reg) {
    if (w->kind[reg] != ROW) {
        fprintf(w->loop, "            v%u = ", reg);
        write_number(w->loop, w, reg, "lane");
        fputs(";\n", w->loop);
    }
    w->kind[reg] = ROW;
    w->in_loop[reg] = true;
}

/* One constant, also where two sources are the same register. */
static void keep_word(way *w, unsigned word) {
    if (w->kept[word] != w->length)
        fprintf(w->first, "    const u32 s%u_%zu = W->scalar.w[%u];\n", word, w->i, word);
    w->kept[word] = w->length;
}

/* Scalars that it reads, as they are now; false: the loop makes them, or half of a mask. */
static bool keep_scalars(way *w, const gisa_op *op, const native_body *b) {
    for (unsigned i = 0; i < op->source_count; i++) {
        const unsigned word = lane_word(op->from[i]);
        if (lane_is_row(op, i) || op->constant[i] || !b->bits[i])
            continue;
        if (b->bits[i] == NATIVE_MASK) {
            if (is_torn(w, word))
                return false;
            if (!is_apart(w, word))
                fprintf(w->first, "    const u64 m%u_%zu = W->scalar.w[%u] | (u64)W->scalar.w[%u] << 32;\n",
                        word, w->i, word, word + 1);
            continue;
        }
        for (unsigned k = 0; k < lane_dwords(b, i); k++) {
            if (is_apart(w, word + k))
                return false;
            keep_word(w, word + k);
        }
    }
    return true;
}

static void name_lanes(way *w) {
    if (w->epoch == w->u->count)
        snprintf(w->on, sizeof w->on, "~0u");
    else
        snprintf(w->on, sizeof w->on, "ON(e%zu)", w->epoch);
}

static size_t next(const unit *u, size_t i) {
    const unit_insn *insn = &u->insn[i];
    return unit_at(u, insn->flow == GISA_FLOW_JUMP ? insn->target : insn->pc + 4u * insn->op->units);
}

/* Whether a later instruction of the loop, for the same lanes, finds the odd lanes of this one.
   What reads its result is in the loop as well. */
static bool is_covered(const way *w) {
    const unit_insn *from = &w->u->insn[w->i];
    size_t i = next(w->u, w->i);
    for (unsigned k = 0; k < MOST && i < w->u->count; k++, i = next(w->u, i)) {
        const unit_insn *to = &w->u->insn[i];
        if (lane_spreads(from, to))
            return true;
        if (to->sets_exec || to->flow == GISA_FLOW_END || lane_overwrites(from, to))
            return false;
    }
    return false;
}

static bool add_to_loop(way *w, const live_set *behind) {
    const unit_insn *insn = &w->u->insn[w->i];
    const gisa_op *op = insn->op;
    const native_body *b = insn->body;
    const lane_text t = {w->loop, w->i, false, w->on, behind->others, loop_word, loop_mask, w};
    if (!keep_scalars(w, op, b))
        return false;
    for (unsigned i = 0; i < op->source_count; i++) /* one name for all that it reads and writes */
        for (unsigned k = 0; b->bits[i] && lane_is_row(op, i) && k < lane_dwords(b, i); k++)
            make_row(w, op->source[i].reg + k);
    for (unsigned role = NATIVE_D; role <= NATIVE_D1; role++)
        for (unsigned k = 0; b->bits[role] > NATIVE_MASK && k < lane_dwords(b, role); k++)
            make_row(w, lane_result(op, role)->reg + k);
    name_lanes(w);
    lane_write(&t, insn, is_covered(w));
    w->floats |= b->floats;
    for (unsigned role = NATIVE_D; role <= NATIVE_D1; role++)
        if (lane_writes_mask(op, b, role)) {
            const unsigned word = lane_result_word(op, role);
            set_mask(w, word, LANES);
            w->bit[word] = true;
        }
    return true;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Base and step of the address of each lane; false: it is not of that kind. */
static bool write_address(const way *w, const gisa_op *op) {
    const gisa_operand *vector = NULL;
    fprintf(w->first, "    const u64 at_%zu = ", w->i);
    for (unsigned i = 0; i < op->address_count; i++) {
        const gisa_operand *o = &op->address[i];
        if (o->kind == GISA_KIND_VGPR)
            vector = o;
        else if (is_apart(w, o->reg) || (o->count > 1 && is_apart(w, o->reg + 1u)))
            return false;
        else if (o->count > 1)
            fprintf(w->first, "(W->scalar.w[%u] | (u64)W->scalar.w[%u] << 32) + ", o->reg, o->reg + 1u);
        else
            fprintf(w->first, "W->scalar.w[%u] + ", o->reg);
    }
    if (!vector || kind_of(w, vector->reg, vector->count) != LINEAR)
        return false;
    fprintf(w->first, "a%u_%zu", vector->reg, w->of[vector->reg]);
    if (vector->count > 1)
        fprintf(w->first, " + ((u64)a%u_%zu << 32)", vector->reg + 1u, w->of[vector->reg + 1u]);
    fprintf(w->first, ", step_%zu = d%u_%zu;\n", w->i, vector->reg, w->of[vector->reg]);
    return true;
}

static void write_reach(const way *w) {
    fprintf(
        w->first,
        "    near_view view_%zu;\n"
        "    IF_ODD(!native_reach(R, &O[%zu], &sites[%u], &early, &view_%zu, %s__near, at_%zu, step_%zu))\n"
        "        goto other;\n",
        w->i, w->i, w->sites, w->i, w->u->insn[w->i].body->name, w->i, w->i);
}

/* In all lanes: what those get that are not active is not looked at. */
static void load(way *w, const live_set *behind) {
    const unit_insn *insn = &w->u->insn[w->i];
    const unsigned reg = insn->op->result.reg, count = insn->op->result.count;
    fprintf(w->loop,
            "            const near_v128 L_%zu = native_fetch(&O[%zu], &view_%zu, %s__near, at_%zu + "
            "(u64)lane * native_bytes(&O[%zu], &view_%zu, %s__near));\n",
            w->i, w->i, w->i, insn->body->name, w->i, w->i, w->i, insn->body->name);
    name_lanes(w);
    for (unsigned k = 0; k < count; k++) {
        make_row(w, reg + k);
        fprintf(w->loop, "            v%u = masked(%s, L_%zu.w[%u], v%u);\n", reg + k,
                live_has(behind->others, reg + k) ? w->on : "~0u", w->i, k, reg + k);
    }
}

/* From elements that the loop puts together; what has been read early is to be read anew for the
   next wave if it is written now. */
static void store(way *w) {
    const unit_insn *insn = &w->u->insn[w->i];
    const gisa_op *op = insn->op;
    const char *name = insn->body->name;
    unsigned data = 0;
    while (data < op->source_count && !lane_is_row(op, data))
        data++;
    fprintf(
        w->first,
        "    meets |= native_meets_any(&sites[%u], &early, at_%zu + view_%zu.offset, GISA_LANES * step_%zu);\n"
        "    _Alignas(64) u8 T_%zu[16 * GISA_LANES];\n",
        w->sites, w->i, w->i, w->i, w->i);
    fprintf(
        w->loop,
        "            native_make(&O[%zu], &view_%zu, %s__near, T_%zu + lane * native_bytes(&O[%zu], &view_%zu, %s__near), (near_v128){{",
        w->i, w->i, name, w->i, w->i, w->i, name);
    for (unsigned k = 0; data < op->source_count && k < op->source[data].count; k++) {
        fputs(k ? ", " : "", w->loop);
        write_number(w->loop, w, op->source[data].reg + k, "lane");
    }
    fputs("}});\n", w->loop);
    fprintf(w->last, "    native_put(at_%zu + view_%zu.offset, T_%zu, step_%zu, e%zu);\n", w->i, w->i, w->i,
            w->i, w->epoch);
    w->stored = true;
}

static bool add_memory(way *w, const live_set *behind) {
    const unit_insn *insn = &w->u->insn[w->i];
    const native_body *b = insn->body;
    if (w->sites == MOST_SITES || b->reads_d || b->lds || !(b->stores || (b->loads && !w->stored)) ||
        !write_address(w, insn->op))
        return false;
    write_reach(w);
    if (b->loads)
        load(w, behind);
    else
        store(w);
    w->sites++;
    return true;
}

/* ---- scalar instructions --------------------------------------------------------------------- */

static bool reads_apart(const way *w) {
    live_set reads = {{0}, {0}, {0}};
    live_add_reads(&reads, &w->u->insn[w->i]);
    for (unsigned i = 0; i < LIVE_WORDS; i++)
        if (live_has(reads.scalar, i) && is_apart(w, i))
            return true;
    return false;
}

/* What the registers follow from that an instruction reads. */
static uint64_t follows_from(const way *w) {
    const unit_insn *insn = &w->u->insn[w->i];
    const uint32_t others = insn->states & ~(uint32_t)(GISA_STATE_SCC | GISA_STATE_VCC | GISA_STATE_MEMORY);
    live_set reads = {{0}, {0}, {0}};
    uint64_t from = insn->reads & GISA_STATE_SCC ? w->scc_from : 0;
    live_add_reads(&reads, insn);
    for (unsigned i = 0; i < LIVE_WORDS; i++)
        from |= live_has(reads.scalar, i) ? w->from[i] : 0;
    return insn->kind == NATIVE_SCALAR && others ? from | varies : from;
}

/* What it writes is in scalar registers now; what is beside it stays where it is. */
static void note_scalars(way *w, const unit_insn *insn, uint64_t from) {
    const gisa_op *op = insn->op;
    const unsigned count = insn->kind == NATIVE_LOAD ? op->result.count : lane_dwords(insn->body, NATIVE_D);
    for (unsigned k = 0; (op->has_d || insn->kind == NATIVE_LOAD) && k < count; k++)
        if (lane_word(op->d) + k < LIVE_WORDS)
            w->mask[lane_word(op->d) + k] = THERE;
    if (op->has_d || insn->kind == NATIVE_LOAD)
        set_from(w, lane_word(op->d), count, from);
    if (insn->states & GISA_STATE_VCC) {
        w->mask[CODE_VCC] = w->mask[CODE_VCC + 1] = THERE;
        set_from(w, CODE_VCC, 2, from);
    }
    if (insn->states & GISA_STATE_M0)
        set_from(w, CODE_M0, 1, from);
    if (insn->kind == NATIVE_SCALAR && insn->states & GISA_STATE_SCC)
        w->scc_from = from;
}

static bool add_scalar(way *w) {
    const unit_insn *insn = &w->u->insn[w->i];
    const uint64_t from = follows_from(w);
    if (reads_apart(w) || (insn->body->jumps && !insn->target))
        return false;
    if (insn->body->jumps)
        fprintf(w->first, "    IF_ODD(%s__native(W, &O[%zu]) %s %" PRIu64 "u)\n        goto other;\n",
                insn->body->name, w->i,
                insn->flow == GISA_FLOW_JUMP ? "!=" : "==", insn->target - w->u->base);
    else
        fprintf(w->first, "    %s__native(W, &O[%zu]);\n", insn->body->name, w->i);
    if (!insn->body->jumps && !(from & varies))
        fprintf(w->early, "    %s__native(R, &O[%zu]);\n", insn->body->name, w->i);
    note_scalars(w, insn, from);
    if (insn->sets_exec) {
        w->epoch = w->i;
        set_from(w, CODE_EXEC, 2, varies);
        fprintf(
            w->first,
            "    const u64 e%zu = *wave_exec(W);\n    all &= e%zu;\n    IF_ODD(!e%zu)\n        goto other;\n",
            w->i, w->i, w->i);
    }
    return true;
}

/* Copies scalar registers between W and R, or what has been read. */
static void copy_words(FILE *out, unsigned word, unsigned count, const char *to, const char *from) {
    for (unsigned k = 0; k < count; k++)
        fprintf(out, "    %s->scalar.w[%u] = %s->scalar.w[%u];\n", to, word + k, from, word + k);
}

static void write_offsets(FILE *out, const gisa_op *op) {
    for (unsigned i = 0; i < op->address_count; i++)
        fprintf(out, " + R->scalar.w[%u]", op->address[i].reg);
}

/* A load whose memory cannot be reached at once makes the wave go the other way. */
static void write_load(FILE *out, const way *w) {
    const unit_insn *insn = &w->u->insn[w->i];
    fprintf(out, "    IF_ODD(!native_load(R, &O[%zu], %s__native, (u64)0", w->i, insn->body->name);
    write_offsets(out, insn->op);
    fputs(", NULL, NULL))\n        goto other;\n", out);
}

/* Before its wave, and for many of them if it follows from what is the same in all. */
static void load_early(const way *w) {
    const unit_insn *insn = &w->u->insn[w->i];
    const gisa_op *op = insn->op;
    const unsigned count = op->result.count, d = lane_word(op->d);
    FILE *out = w->early;
    fprintf(out, "    native_note_load(R, &O[%zu], %s__load, &early, (u64)0", w->i, insn->body->name);
    write_offsets(out, op);
    fputs(");\n", out);
    write_load(out, w);
    fprintf(out, "    u32 L_%zu[%u];\n", w->i, count);
    for (unsigned k = 0; k < count; k++) {
        fprintf(out, "    L_%zu[%u] = R->scalar.w[%u];\n", w->i, k, d + k);
        fprintf(w->first, "    W->scalar.w[%u] = L_%zu[%u];\n", d + k, w->i, k);
    }
}

static void load_for_wave(const way *w) {
    const gisa_op *op = w->u->insn[w->i].op;
    FILE *out = w->first;
    copy_words(out, op->sbase.reg, op->sbase.count, "R", "W");
    for (unsigned i = 0; i < op->address_count; i++)
        copy_words(out, op->address[i].reg, 1, "R", "W");
    write_load(out, w);
    copy_words(out, lane_word(op->d), op->result.count, "W", "R");
}

static bool add_load(way *w) {
    const unit_insn *insn = &w->u->insn[w->i];
    const uint64_t from = follows_from(w);
    for (unsigned i = 0; i < insn->op->address_count; i++)
        if (insn->op->address[i].kind == GISA_KIND_VGPR || insn->op->address[i].count > 1)
            return false;
    if (w->stored || reads_apart(w))
        return false;
    const bool early = !(from & varies) && w->early_loads < MOST_EARLY;
    w->early_loads += early;
    w->early_from |= early ? from : 0;
    if (early)
        load_early(w);
    else
        load_for_wave(w);
    note_scalars(w, insn, from);
    return true;
}

/* ---- the way --------------------------------------------------------------------------------- */

static bool add(way *w) {
    const unit_insn *insn = &w->u->insn[w->i];
    const live_set behind = live_after(w->u, w->live, w->i);
    unsigned varying;
    w->length++;
    if (insn->flow == GISA_FLOW_END) {
        w->ends = true;
        return true;
    }
    switch (insn->kind) {
    case NATIVE_SCALAR: return add_scalar(w);
    case NATIVE_LOAD: return add_load(w);
    case NATIVE_MEMORY: return add_memory(w, &behind);
    case NATIVE_VECTOR:
        if (insn->op->moves)
            return false;
        if (!is_first(w, &behind, &varying))
            return add_to_loop(w, &behind);
        add_first(w, &behind, varying);
        return true;
    default: return false;
    }
}

static bool follow(way *w, size_t entry) {
    w->i = entry;
    while (!w->ends) {
        if (w->i == w->u->count || w->length == MOST || !add(w))
            return false;
        w->i = w->ends ? w->i : next(w->u, w->i);
    }
    return w->stored;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void write_loop(FILE *out, const way *w, const char *text, const char *on, const char *full) {
    fprintf(out,
            "#define ON(e) %s\n#define full %s\n"
            "        for (u32 half = 0; half < GISA_LANES; half += 32)\n"
            "        SIDE_BY_SIDE\n"
            "        for (u32 i = 0; i < 32; i++) {\n"
            "            UNUSED_ const u32 lane = half + i;\n",
            on, full);
    for (unsigned r = 0; r < GISA_VGPRS; r++)
        if (w->in_loop[r])
            fprintf(out, "            u32 v%u = 0;\n", r);
    for (unsigned i = 0; i < LIVE_WORDS; i++)
        if (w->bit[i])
            fprintf(out, "            u32 b%u = 0;\n", i);
    fprintf(out, "%s        }\n#undef full\n#undef ON\n", text);
}

/* Scalar registers that may be read first. */
static void write_scalars(FILE *out, const live_set *entry, const char *to) {
    for (unsigned i = 0; i < LIVE_WORDS; i++)
        if (live_has(entry->scalar, i) && i < CODE_VCC)
            fprintf(out, "    %s->scalar.w[%u] = waves->scalars[%u];\n", to, i, i);
        else if (live_has(entry->scalar, i))
            fprintf(out, "    %s->scalar.w[%u] = 0;\n", to, i);
}

/* What is read early is read again where it may have changed, and perhaps from elsewhere. */
static void write_begin(FILE *out, const way *w, const live_set *entry, const char *early) {
    fprintf(out,
            "u64 gisa_native_straight(gcn_wave *R, native_waves *all_waves, u64 count) {\n"
            "    static u32 odd_ways;\n    u64 done = 0;\n"
            "    native_waves state = *all_waves, *const waves = &state;\n"
            "    if (__atomic_load_n(&odd_ways, __ATOMIC_RELAXED) >= 256) {\n"
            "        native_note_ways(&odd_ways, 1, false);\n        return 0;\n    }\n"
            "    native_site sites[%u] = {{{0}}};\n    bool meets = false;\n"
            "    while (done < count) {\n    const u64 end = waves->varies & 0x%" PRIx64
            "u ? done + 1 : count;\n"
            "    native_ranges early = {0};\n"
            "    if (meets)\n        __builtin_memset(sites, 0, sizeof sites);\n    meets = false;\n",
            w->sites, w->early_from);
    write_scalars(out, entry, "R");
    fprintf(out, "    R->scc = 0;\n%s", early);
}

/* Registers that the hardware sets, and others, which are 0. */
static void begin_wave(FILE *out, const way *w, const live_set *entry) {
    const size_t begin = w->u->count;
    fprintf(out,
            "    while (done < end && !meets) {\n    gcn_wave own, *const W = &own;\n"
            "    u32 any = 0;\n    u64 any64 = 0;\n    const u64 e%zu = ~(u64)0;\n    u64 all = e%zu;\n"
            "    UNUSED_ const u32 d0_%zu = 1;\n",
            begin, begin, begin);
    for (unsigned r = 0; r < GISA_VGPRS && r < w->u->top; r++)
        if (r < 3)
            fprintf(out, "    UNUSED_ const u32 a%u_%zu = waves->item[%u] & waves->given[%u];\n", r, begin, r,
                    r);
        else
            fprintf(out, "    UNUSED_ const u32 a%u_%zu = 0;\n", r, begin);
    write_scalars(out, entry, "W");
    fputs("    *wave_exec(W) = all;\n    W->scc = 0;\n", out);
}

static void write_all(FILE *out, const way *w, const live_set *entry, const char *early, const char *first,
                      const char *loop, const char *last) {
    write_begin(out, w, entry, early);
    begin_wave(out, w, entry);
    fprintf(out, "%s    if (all == ~(u64)0) {\n", first);
    write_loop(out, w, loop, "(~0u)", "true");
    fputs("    } else {\n", out);
    write_loop(out, w, loop, "(-((u32)((e) >> half) >> i & 1))", "false");
    fprintf(out,
            "    }\n    IF_ODD(any | (any64 != 0))\n        goto other;\n%s"
            "    done++;\n    native_next(waves);\n    }\n    }\n"
            "    native_note_ways(&odd_ways, done, false);\n    return done;\nother:\n"
            "    native_note_ways(&odd_ways, done, true);\n    return done;\n}\n",
            last);
}

/* Text that grows. */
typedef struct text {
    FILE *out;
    char *at;
    size_t size;
} text;

static bool begin_text(text *t) {
    t->at = NULL;
    t->out = open_memstream(&t->at, &t->size);
    return t->out;
}

static bool end_text(text *t) {
    return t->out && fclose(t->out) == 0;
}

enum { TEXTS = 4 };

static way *new_way(const unit *u, const live_set *live, text t[TEXTS]) {
    way *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->u = u;
    w->live = live;
    w->epoch = u->count;
    w->early = t[0].out;
    w->first = t[1].out;
    w->loop = t[2].out;
    w->last = t[3].out;
    w->kind[0] = LINEAR;
    for (unsigned r = 0; r < GISA_VGPRS; r++)
        w->of[r] = u->count;
    for (unsigned i = 0; i < CODE_VCC; i++)
        w->from[i] = i < 63 ? (uint64_t)1 << i : varies;
    set_from(w, CODE_EXEC, 2, varies); /* that of R is no wave's */
    return w;
}

bool straight_write(FILE *out, const unit *u, const live_set *live, size_t entry, unsigned *length) {
    text t[TEXTS];
    bool fine = true, there = false;
    way *w;
    for (unsigned i = 0; i < TEXTS; i++)
        fine &= begin_text(&t[i]);
    w = fine ? new_way(u, live, t) : NULL;
    *length = 0;
    there = w && follow(w, entry);
    for (unsigned i = 0; i < TEXTS; i++)
        fine &= end_text(&t[i]);
    if (fine && there) {
        *length = w->length;
        write_all(out, w, &live[entry], t[0].at, t[1].at, t[2].at, t[3].at);
    }
    for (unsigned i = 0; i < TEXTS; i++)
        free(t[i].at);
    fine &= w != NULL;
    free(w);
    return fine;
}
