/* SPDX-License-Identifier: MIT */
/* Reference for SOP2: one small function for each operation, bit by bit or in wider numbers. */
#include <string.h>

#include "bodies.h"

typedef struct work {
    const trial *t;
    state *s;
    uint64_t x, y, d; /* sources, result */
    int bits;         /* of x and d */
} work;

static int bit(uint64_t x, int i) {
    return (int)(x >> i & 1);
}

static uint64_t low(uint64_t x, int bits) {
    return bits < 64 ? x & ((UINT64_C(1) << bits) - 1) : x;
}

/* ---- Addition and subtraction -------------------------------------------------------- */

/* x + y + carry, bit by bit; returns the carry out of bit 31. */
static int add_bits(work *w, uint64_t y, int carry) {
    w->d = 0;
    for (int i = 0; i < 32; i++) {
        int n = bit(w->x, i) + bit(y, i) + carry;
        w->d |= (uint64_t)(n & 1) << i;
        carry = n / 2;
    }
    return carry;
}

/* The sources have the same sign, and the result has another one. */
static void set_overflow(work *w, uint64_t y) {
    w->s->scc = bit(w->x, 31) == bit(y, 31) && bit(w->d, 31) != bit(w->x, 31);
}

static void add_u32(work *w) {
    w->s->scc = (uint32_t)add_bits(w, w->y, 0);
}
static void sub_u32(work *w) {
    w->s->scc = !add_bits(w, ~w->y, 1);
}
static void addc(work *w) {
    w->s->scc = (uint32_t)add_bits(w, w->y, (int)w->s->scc);
}
static void subb(work *w) {
    w->s->scc = !add_bits(w, ~w->y, !w->s->scc);
}

static void add_i32(work *w) {
    add_bits(w, w->y, 0);
    set_overflow(w, w->y);
}

static void sub_i32(work *w) {
    add_bits(w, ~w->y, 1);
    set_overflow(w, ~w->y);
}

static void absdiff(work *w) {
    add_bits(w, ~w->y, 1);
    if (bit(w->d, 31)) {
        w->x = ~w->d;
        add_bits(w, 0, 1);
    }
}

/* The bits that are shifted out count as a carry. */
static void lshl_add(work *w) {
    uint64_t factor = UINT64_C(1) << (w->t->info.name[6] - '0'), sum = w->x * factor + w->y;
    w->d = low(sum, 32);
    w->s->scc = sum > 0xffffffff;
}

/* ---- Minimum, maximum, selection ----------------------------------------------------- */

static bool less(uint64_t a, uint64_t b, bool is_signed) {
    return is_signed && bit(a, 31) != bit(b, 31) ? bit(a, 31) : a < b;
}

static void pick(work *w, bool first) {
    w->d = first ? w->x : w->y;
    w->s->scc = first;
}

static void min_i(work *w) {
    pick(w, less(w->x, w->y, true));
}
static void min_u(work *w) {
    pick(w, less(w->x, w->y, false));
}
static void max_i(work *w) {
    pick(w, less(w->y, w->x, true));
}
static void max_u(work *w) {
    pick(w, less(w->y, w->x, false));
}
static void cselect(work *w) {
    w->d = w->s->scc ? w->x : w->y;
}

/* ---- Bits -------------------------------------------------------------------------------- */

/* Bit 2*a + b of the table is what bits a and b become. */
static void by_table(work *w, unsigned table) {
    w->d = 0;
    for (int i = 0; i < w->bits; i++)
        w->d |= (uint64_t)(table >> (2 * bit(w->x, i) + bit(w->y, i)) & 1) << i;
}

static void and_(work *w) {
    by_table(w, 8);
}
static void or_(work *w) {
    by_table(w, 14);
}
static void xor_(work *w) {
    by_table(w, 6);
}
static void andn2(work *w) {
    by_table(w, 4);
}
static void orn2(work *w) {
    by_table(w, 13);
}
static void nand(work *w) {
    by_table(w, 7);
}
static void nor(work *w) {
    by_table(w, 1);
}
static void xnor(work *w) {
    by_table(w, 9);
}

/* Bits from `from` on, `above` times the sign above the top. */
static void take(work *w, int from, int count, bool is_signed) {
    int top = from + count - 1 < w->bits - 1 ? from + count - 1 : w->bits - 1;
    w->d = 0;
    for (int i = 0; i < w->bits && count; i++)
        if (from + i <= top)
            w->d |= (uint64_t)bit(w->x, from + i) << i;
        else if (is_signed)
            w->d |= (uint64_t)bit(w->x, top) << i;
}

static void bfe_u(work *w) {
    take(w, (int)(w->y % (unsigned)w->bits), (int)(w->y / 65536 % 128), false);
}
static void bfe_i(work *w) {
    take(w, (int)(w->y % (unsigned)w->bits), (int)(w->y / 65536 % 128), true);
}
static void lshr(work *w) {
    take(w, (int)(w->y % (unsigned)w->bits), w->bits, false);
}
static void ashr(work *w) {
    take(w, (int)(w->y % (unsigned)w->bits), w->bits, true);
}

static void lshl(work *w) {
    w->d = w->x;
    for (unsigned n = (unsigned)w->y % (unsigned)w->bits; n; n--)
        w->d = low(w->d + w->d, w->bits);
}

/* x is one dword in both widths, so that the width is in the name. */
static void bfm(work *w) {
    int bits = strcmp(w->t->info.name, "s_bfm_b64") == 0 ? 64 : 32;
    int count = (int)(w->x % (unsigned)bits), from = (int)(w->y % (unsigned)bits);
    w->d = 0;
    for (int i = from; i < bits && i < from + count; i++)
        w->d |= UINT64_C(1) << i;
}

static uint64_t half(uint64_t x, int upper) {
    return (upper ? x >> 16 : x) & 0xffff;
}

static void pack_ll(work *w) {
    w->d = half(w->x, 0) + half(w->y, 0) * 65536;
}
static void pack_lh(work *w) {
    w->d = half(w->x, 0) + half(w->y, 1) * 65536;
}
static void pack_hh(work *w) {
    w->d = half(w->x, 1) + half(w->y, 1) * 65536;
}

/* ---- Products --------------------------------------------------------------------------- */

static uint64_t product(uint64_t x, uint64_t y) {
    uint64_t sum = 0;
    for (int i = 0; i < 32; i++)
        sum += bit(y, i) ? x << i : 0;
    return sum;
}

static void mul(work *w) {
    w->d = low(product(w->x, w->y), 32);
}
static void mul_hi_u(work *w) {
    w->d = product(w->x, w->y) >> 32;
}

/* A negative number is 2^32 less than its bits say. */
static void mul_hi_i(work *w) {
    w->d = low((product(w->x, w->y) >> 32) - (bit(w->x, 31) ? w->y : 0) - (bit(w->y, 31) ? w->x : 0), 32);
}

/* ---- Program flow ------------------------------------------------------------------------ */

static unsigned count(uint64_t x) {
    unsigned n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

void ref_fork(state *s, uint64_t lanes, uint64_t target) {
    uint64_t there = lanes & s->exec, here = s->exec - there, saved, saved_pc;
    if (there == s->exec) {
        s->pc = target;
        return;
    }
    if (here == s->exec)
        return;
    if (count(here) < count(there)) {
        saved = there;
        saved_pc = target;
        s->exec = here;
    } else {
        saved = here;
        saved_pc = s->pc;
        s->exec = there;
        s->pc = target;
    }
    s->s[4 * s->csp] = (uint32_t)saved;
    s->s[4 * s->csp + 1] = (uint32_t)(saved >> 32);
    s->s[4 * s->csp + 2] = (uint32_t)saved_pc;
    s->s[4 * s->csp + 3] = (uint32_t)(saved_pc >> 32);
    s->csp = (s->csp + 1) % 8;
}

static void fork_(work *w) {
    ref_fork(w->s, w->x, w->y - w->y % 4);
}

static void rfe_restore(work *w) {
    w->s->pc = w->x - w->x % 4;
    w->s->priv = 0;
    w->s->inst_atc = w->y % 2;
}

enum { NZ = 1, SIGNED = 2 }; /* SCC = (result != 0); a 64-bit source that sign-extends its literal */

static const struct {
    const char *name;
    void (*run)(work *);
    int d, x, y, flags; /* bits of result and sources */
} table[] = {
    {"s_add_u32", add_u32, 32, 32, 32, 0},
    {"s_sub_u32", sub_u32, 32, 32, 32, 0},
    {"s_add_i32", add_i32, 32, 32, 32, 0},
    {"s_sub_i32", sub_i32, 32, 32, 32, 0},
    {"s_addc_u32", addc, 32, 32, 32, 0},
    {"s_subb_u32", subb, 32, 32, 32, 0},
    {"s_min_i32", min_i, 32, 32, 32, 0},
    {"s_min_u32", min_u, 32, 32, 32, 0},
    {"s_max_i32", max_i, 32, 32, 32, 0},
    {"s_max_u32", max_u, 32, 32, 32, 0},
    {"s_cselect_b32", cselect, 32, 32, 32, 0},
    {"s_cselect_b64", cselect, 64, 64, 64, 0},
    {"s_and_b32", and_, 32, 32, 32, NZ},
    {"s_and_b64", and_, 64, 64, 64, NZ},
    {"s_or_b32", or_, 32, 32, 32, NZ},
    {"s_or_b64", or_, 64, 64, 64, NZ},
    {"s_xor_b32", xor_, 32, 32, 32, NZ},
    {"s_xor_b64", xor_, 64, 64, 64, NZ},
    {"s_andn2_b32", andn2, 32, 32, 32, NZ},
    {"s_andn2_b64", andn2, 64, 64, 64, NZ},
    {"s_orn2_b32", orn2, 32, 32, 32, NZ},
    {"s_orn2_b64", orn2, 64, 64, 64, NZ},
    {"s_nand_b32", nand, 32, 32, 32, NZ},
    {"s_nand_b64", nand, 64, 64, 64, NZ},
    {"s_nor_b32", nor, 32, 32, 32, NZ},
    {"s_nor_b64", nor, 64, 64, 64, NZ},
    {"s_xnor_b32", xnor, 32, 32, 32, NZ},
    {"s_xnor_b64", xnor, 64, 64, 64, NZ},
    {"s_lshl_b32", lshl, 32, 32, 32, NZ},
    {"s_lshl_b64", lshl, 64, 64, 32, NZ},
    {"s_lshr_b32", lshr, 32, 32, 32, NZ},
    {"s_lshr_b64", lshr, 64, 64, 32, NZ},
    {"s_ashr_i32", ashr, 32, 32, 32, NZ},
    {"s_ashr_i64", ashr, 64, 64, 32, NZ | SIGNED},
    {"s_bfm_b32", bfm, 32, 32, 32, 0},
    {"s_bfm_b64", bfm, 64, 32, 32, 0},
    {"s_mul_i32", mul, 32, 32, 32, 0},
    {"s_bfe_u32", bfe_u, 32, 32, 32, NZ},
    {"s_bfe_i32", bfe_i, 32, 32, 32, NZ},
    {"s_bfe_u64", bfe_u, 64, 64, 32, NZ},
    {"s_bfe_i64", bfe_i, 64, 64, 32, NZ | SIGNED},
    {"s_cbranch_g_fork", fork_, 0, 64, 64, 0},
    {"s_absdiff_i32", absdiff, 32, 32, 32, NZ},
    {"s_rfe_restore_b64", rfe_restore, 0, 64, 32, 0},
    {"s_mul_hi_u32", mul_hi_u, 32, 32, 32, 0},
    {"s_mul_hi_i32", mul_hi_i, 32, 32, 32, 0},
    {"s_lshl1_add_u32", lshl_add, 32, 32, 32, 0},
    {"s_lshl2_add_u32", lshl_add, 32, 32, 32, 0},
    {"s_lshl3_add_u32", lshl_add, 32, 32, 32, 0},
    {"s_lshl4_add_u32", lshl_add, 32, 32, 32, 0},
    {"s_pack_ll_b32_b16", pack_ll, 32, 32, 32, 0},
    {"s_pack_lh_b32_b16", pack_lh, 32, 32, 32, 0},
    {"s_pack_hh_b32_b16", pack_hh, 32, 32, 32, 0},
};

bool ref_sop2(const trial *t, state *s) {
    size_t i = 0;
    work w = {.t = t, .s = s};
    while (i < sizeof table / sizeof *table && strcmp(table[i].name, t->info.name) != 0)
        i++;
    if (i == sizeof table / sizeof *table)
        return false;
    w.bits = table[i].x;
    w.x = read_source(t, s, t->ssrc0, table[i].x, table[i].flags & SIGNED);
    w.y = read_source(t, s, t->ssrc1, table[i].y, false);
    s->pc += t->literal ? 8 : 4;
    table[i].run(&w);
    if (table[i].flags & NZ)
        s->scc = w.d != 0;
    for (int k = 0; k < table[i].d / 32; k++)
        write_scalar(t, s, t->sdst + (unsigned)k, (uint32_t)(w.d >> 32 * k));
    return true;
}
