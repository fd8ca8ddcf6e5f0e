/* SPDX-License-Identifier: MIT */
/* Reference for SOP1: one small function for each operation, bit by bit, for both widths. */
#include <string.h>

#include "bodies.h"

/* ---- Operations ----------------------------------------------------------------------------- */

typedef struct work {
    const trial *t;
    state *s;
    uint64_t x, d; /* source, destination: old value in, new value out */
    int bits;      /* of the source */
} work;

static int bit(uint64_t x, int i) {
    return (int)(x >> i & 1);
}
static uint64_t one(int i) {
    return UINT64_C(1) << i;
}

static int ones(uint64_t x, int bits) {
    int n = 0;
    for (int i = 0; i < bits; i++)
        n += bit(x, i);
    return n;
}

static void mov(work *w) {
    w->d = w->x;
}
static void cmov(work *w) {
    w->d = w->s->scc ? w->x : w->d;
}
static void not_(work *w) {
    w->d = ~w->x;
}
static void bcnt0(work *w) {
    w->d = (uint64_t)(w->bits - ones(w->x, w->bits));
}
static void bcnt1(work *w) {
    w->d = (uint64_t)ones(w->x, w->bits);
}

static void wqm(work *w) {
    w->d = 0;
    for (int i = 0; i < w->bits; i++)
        if (ones(w->x >> (i & ~3), 4))
            w->d |= one(i);
}

static void quadmask(work *w) {
    w->d = 0;
    for (int i = 0; i < w->bits / 4; i++)
        w->d |= ones(w->x >> 4 * i, 4) ? one(i) : 0;
}

static void brev(work *w) {
    w->d = 0;
    for (int i = 0; i < w->bits; i++)
        w->d = w->d << 1 | (uint64_t)bit(w->x, i);
}

static void ff1(work *w) {
    int i = 0;
    while (i < w->bits && !bit(w->x, i))
        i++;
    w->d = i == w->bits ? ~UINT64_C(0) : (uint64_t)i;
}

static void ff0(work *w) {
    w->x = ~w->x;
    ff1(w);
}

static void flbit(work *w) {
    int n = 0;
    while (n < w->bits && !bit(w->x, w->bits - 1 - n))
        n++;
    w->d = n == w->bits ? ~UINT64_C(0) : (uint64_t)n;
}

static void flbit_signed(work *w) {
    int n = 0;
    while (n < w->bits && bit(w->x, w->bits - 1 - n) == bit(w->x, w->bits - 1))
        n++;
    w->d = n == w->bits ? ~UINT64_C(0) : (uint64_t)n;
}

static void sext8(work *w) {
    w->d = (w->x & 255) - 2 * (w->x & 128);
}
static void sext16(work *w) {
    w->d = (w->x & 0xffff) - 2 * (w->x & 0x8000);
}
static void bitset0_32(work *w) {
    w->d &= ~one((int)(w->x % 32));
}
static void bitset0_64(work *w) {
    w->d &= ~one((int)(w->x % 64));
}
static void bitset1_32(work *w) {
    w->d |= one((int)(w->x % 32));
}
static void bitset1_64(work *w) {
    w->d |= one((int)(w->x % 64));
}
static void getpc(work *w) {
    w->d = w->s->pc;
}
static void setpc(work *w) {
    w->s->pc = w->x - w->x % 4;
}

static void swappc(work *w) {
    getpc(w);
    setpc(w);
}

static void rfe(work *w) {
    setpc(w);
    w->s->priv = 0;
}

/* Saves EXEC in D, or with `wrexec` writes the new one to both. */
static void new_exec(work *w, uint64_t exec, bool wrexec) {
    w->d = wrexec ? exec : w->s->exec;
    w->s->exec = exec;
    w->s->scc = exec != 0;
}

static void and_(work *w) {
    new_exec(w, w->x & w->s->exec, false);
}
static void or_(work *w) {
    new_exec(w, w->x | w->s->exec, false);
}
static void xor_(work *w) {
    new_exec(w, w->x ^ w->s->exec, false);
}
static void andn2(work *w) {
    new_exec(w, w->x & ~w->s->exec, false);
}
static void orn2(work *w) {
    new_exec(w, w->x | ~w->s->exec, false);
}
static void nand(work *w) {
    new_exec(w, ~w->x | ~w->s->exec, false);
}
static void nor(work *w) {
    new_exec(w, ~w->x & ~w->s->exec, false);
}
static void xnor(work *w) {
    new_exec(w, w->x ^ ~w->s->exec, false);
}
static void andn1(work *w) {
    new_exec(w, ~w->x & w->s->exec, false);
}
static void orn1(work *w) {
    new_exec(w, ~w->x | w->s->exec, false);
}
static void andn1_wr(work *w) {
    new_exec(w, ~w->x & w->s->exec, true);
}
static void andn2_wr(work *w) {
    new_exec(w, w->x & ~w->s->exec, true);
}

/* The registers that exist: gfx6 and gfx7 have 104, later ones 102. */
static bool exists(const work *w, uint32_t number) {
    return number < (w->t->generation < 2 ? 104u : 102u);
}

static void movrels(work *w) {
    uint32_t n = w->t->ssrc0 + w->s->m0;
    w->d = w->s->s[exists(w, n) ? n : 0];
    if (w->bits == 64)
        w->d |= (uint64_t)w->s->s[exists(w, n + 1) ? n + 1 : 0] << 32;
}

static void movreld(work *w) {
    uint32_t n = w->t->sdst + w->s->m0;
    for (uint32_t k = 0; k < (uint32_t)w->bits / 32; k++)
        if (exists(w, n + k))
            w->s->s[n + k] = (uint32_t)(w->x >> 32 * k);
}

static void join(work *w) {
    const uint32_t *top;
    if (w->s->csp == (uint32_t)w->x)
        return;
    w->s->csp = (w->s->csp + 7) % 8;
    top = &w->s->s[4 * w->s->csp];
    w->s->exec = top[0] | (uint64_t)top[1] << 32;
    w->s->pc = top[2] | (uint64_t)top[3] << 32;
}

static void abs_(work *w) {
    w->d = bit(w->x, 31) ? ~w->x + 1 : w->x;
}
static void gpr_idx(work *w) {
    w->s->m0 = w->s->m0 / 256 * 256 + (uint32_t)w->x % 256;
}

static void replicate(work *w) {
    w->d = 0;
    for (int i = 0; i < 64; i++)
        w->d |= bit(w->x, i / 2) ? one(i) : 0;
}

enum { NZ = 1, SIGNED = 2 }; /* SCC = (result != 0); a 64-bit source that sign-extends its literal */

static const struct {
    const char *name;
    void (*run)(work *);
    int d_bits, s_bits, flags;
} table[] = {
    {"s_mov_b32", mov, 32, 32, 0},
    {"s_mov_b64", mov, 64, 64, 0},
    {"s_cmov_b32", cmov, 32, 32, 0},
    {"s_cmov_b64", cmov, 64, 64, 0},
    {"s_not_b32", not_, 32, 32, NZ},
    {"s_not_b64", not_, 64, 64, NZ},
    {"s_wqm_b32", wqm, 32, 32, NZ},
    {"s_wqm_b64", wqm, 64, 64, NZ},
    {"s_brev_b32", brev, 32, 32, 0},
    {"s_brev_b64", brev, 64, 64, 0},
    {"s_bcnt0_i32_b32", bcnt0, 32, 32, NZ},
    {"s_bcnt0_i32_b64", bcnt0, 32, 64, NZ},
    {"s_bcnt1_i32_b32", bcnt1, 32, 32, NZ},
    {"s_bcnt1_i32_b64", bcnt1, 32, 64, NZ},
    {"s_ff0_i32_b32", ff0, 32, 32, 0},
    {"s_ff0_i32_b64", ff0, 32, 64, 0},
    {"s_ff1_i32_b32", ff1, 32, 32, 0},
    {"s_ff1_i32_b64", ff1, 32, 64, 0},
    {"s_flbit_i32_b32", flbit, 32, 32, 0},
    {"s_flbit_i32_b64", flbit, 32, 64, 0},
    {"s_flbit_i32", flbit_signed, 32, 32, 0},
    {"s_flbit_i32_i64", flbit_signed, 32, 64, SIGNED},
    {"s_sext_i32_i8", sext8, 32, 32, 0},
    {"s_sext_i32_i16", sext16, 32, 32, 0},
    {"s_bitset0_b32", bitset0_32, 32, 32, 0},
    {"s_bitset0_b64", bitset0_64, 64, 32, 0},
    {"s_bitset1_b32", bitset1_32, 32, 32, 0},
    {"s_bitset1_b64", bitset1_64, 64, 32, 0},
    {"s_getpc_b64", getpc, 64, 0, 0},
    {"s_setpc_b64", setpc, 0, 64, 0},
    {"s_swappc_b64", swappc, 64, 64, 0},
    {"s_rfe_b64", rfe, 0, 64, 0},
    {"s_and_saveexec_b64", and_, 64, 64, 0},
    {"s_or_saveexec_b64", or_, 64, 64, 0},
    {"s_xor_saveexec_b64", xor_, 64, 64, 0},
    {"s_andn2_saveexec_b64", andn2, 64, 64, 0},
    {"s_orn2_saveexec_b64", orn2, 64, 64, 0},
    {"s_nand_saveexec_b64", nand, 64, 64, 0},
    {"s_nor_saveexec_b64", nor, 64, 64, 0},
    {"s_xnor_saveexec_b64", xnor, 64, 64, 0},
    {"s_andn1_saveexec_b64", andn1, 64, 64, 0},
    {"s_orn1_saveexec_b64", orn1, 64, 64, 0},
    {"s_andn1_wrexec_b64", andn1_wr, 64, 64, 0},
    {"s_andn2_wrexec_b64", andn2_wr, 64, 64, 0},
    {"s_quadmask_b32", quadmask, 32, 32, NZ},
    {"s_quadmask_b64", quadmask, 64, 64, NZ},
    {"s_movrels_b32", movrels, 32, 32, 0},
    {"s_movrels_b64", movrels, 64, 64, 0},
    {"s_movreld_b32", movreld, 0, 32, 0},
    {"s_movreld_b64", movreld, 0, 64, 0},
    {"s_cbranch_join", join, 0, 32, 0},
    {"s_mov_regrd_b32", mov, 32, 32, 0},
    {"s_mov_fed_b32", mov, 32, 32, 0},
    {"s_abs_i32", abs_, 32, 32, NZ},
    {"s_set_gpr_idx_idx", gpr_idx, 0, 32, 0},
    {"s_bitreplicate_b64_b32", replicate, 64, 32, 0},
};

bool ref_sop1(const trial *t, state *s) {
    size_t i = 0;
    work w = {.t = t, .s = s};
    while (i < sizeof table / sizeof *table && strcmp(table[i].name, t->info.name) != 0)
        i++;
    if (i == sizeof table / sizeof *table)
        return false;
    w.bits = table[i].s_bits;
    w.x = w.bits ? read_source(t, s, t->ssrc0, w.bits, table[i].flags & SIGNED) : 0;
    w.d = table[i].d_bits == 64 ? read_pair(t, s, t->sdst) : read_scalar(t, s, t->sdst);
    s->pc += t->literal ? 8 : 4;
    table[i].run(&w);
    if (table[i].flags & NZ)
        s->scc = (table[i].d_bits == 64 ? w.d : (uint32_t)w.d) != 0;
    for (int k = 0; k < table[i].d_bits / 32; k++)
        write_scalar(t, s, t->sdst + (unsigned)k, (uint32_t)(w.d >> 32 * k));
    return true;
}
