/* SPDX-License-Identifier: MIT */
/* Trials of scalar instructions: SOP1, SOP2, SOPC, SOPK, SOPP, SMRD and SMEM. Their words are made
 * from the fields here, not by the encoder. */
#include <string.h>

#include "bodies.h"

/* ---- Words -------------------------------------------------------------------------- */

static uint64_t literal_of(const trial *t) {
    return t->literal ? (uint64_t)t->literal_value << 32 : 0;
}

static uint32_t field_if(const trial *t, const char *name, unsigned value, unsigned shift) {
    return has_operand(t, name) ? value << shift : 0;
}

static uint64_t sop1_word(const trial *t) {
    return 0x17du << 23 | t->info.opcode << 8 | field_if(t, "sdst", t->sdst, 16) |
           field_if(t, "ssrc0", t->ssrc0, 0) | field_if(t, "sreg0", t->ssrc0, 0) | literal_of(t);
}

static uint64_t sop2_word(const trial *t) {
    return 2u << 30 | t->info.opcode << 23 | field_if(t, "sdst", t->sdst, 16) | t->ssrc1 << 8 | t->ssrc0 |
           literal_of(t);
}

static uint64_t sopc_word(const trial *t) {
    return 0x17eu << 23 | t->info.opcode << 16 | t->ssrc1 << 8 | t->ssrc0 | literal_of(t);
}

static uint64_t sopk_word(const trial *t) {
    return 0xbu << 28 | t->info.opcode << 23 | (t->literal ? 0 : t->sdst << 16) | t->simm16 | literal_of(t);
}

static uint64_t sopp_word(const trial *t) {
    return 0x17fu << 23 | t->info.opcode << 16 | t->simm16;
}

/* SMRD: a register, a literal or a number of dwords. */
static uint64_t smrd_word(const trial *t) {
    const char *format = t->info.format;
    uint64_t word = 0x18u << 27 | t->info.opcode << 22 | field_if(t, "sdst", t->sdata, 15) |
                    field_if(t, "sbase", t->sbase / 2, 9);
    if (strcmp(format, "SMRD_SGPR") == 0)
        return word | t->soffset;
    if (strcmp(format, "SMRD_LIT") == 0)
        return word | 0xff | (uint64_t)t->offset << 32;
    return strcmp(format, "SMRD0") == 0 ? word : word | 1u << 8 | (uint64_t)t->offset;
}

static uint64_t smem_word(const trial *t) {
    const char *form = strchr(t->info.format, '_');
    bool both = form && strcmp(form, "_BOTH") == 0, soe = form && strcmp(form, "_SOE") == 0;
    bool number = strcmp(t->info.format, "SMEM") == 0 || both;
    uint64_t word = 0x30u << 26 | t->info.opcode << 18 | number << 17 |
                    (uint32_t)(t->glc && has_operand(t, "glc")) << 16 | (uint32_t)(both || soe) << 14 |
                    t->sbase / 2;
    if (strcmp(t->info.format, "SMEM0") == 0)
        word -= t->sbase / 2;
    word |= field_if(t, "sdst", t->sdata, 6) | field_if(t, "sdata", t->sdata, 6) |
            field_if(t, "probe", t->sdata, 6);
    word |= number ? ((uint64_t)t->offset & 0x1fffff) << 32 : 0;
    if (both || soe)
        return word | (uint64_t)t->soffset << 57;
    return form ? word | (uint64_t)t->soffset << 32 : word;
}

/* ---- States ------------------------------------------------------------------------- */

static void random_scalars(state *s) {
    for (unsigned i = 0; i < 128; i++)
        s->s[i] = i < 106 ? edge() : 0; /* vcc, ttmp, m0 and exec are not in the file of scalar registers */
    for (unsigned i = 0; i < 16; i++)
        s->ttmp[i] = edge();
    s->vcc = random32() % 4 ? random32() | (uint64_t)edge() << 32 : 0;
    s->tba = random32() | (uint64_t)(random32() % 256) << 32;
    s->tma = random32() | (uint64_t)(random32() % 256) << 32;
    s->pc = (random32() & ~UINT32_C(3)) | (uint64_t)(random32() % 65536) << 32;
    s->scc = random32() & 1;
    s->priv = random32() & 1;
    s->exec = random32() % 4 ? edge() | (uint64_t)edge() << 32 : 0;
    s->m0 = edge();
}

/* State that only instructions for program control and hardware registers see. */
static void random_control(const trial *t, state *s) {
    uint32_t bits = random32();
    s->trap_en = bits & 1;
    s->halt = bits >> 1 & s->priv; /* others that are halted do not run */
    s->prio = bits >> 2 & 3;
    s->cond_dbg_user = bits >> 4 & 1;
    s->cond_dbg_sys = bits >> 5 & 1;
    s->inst_atc = bits >> 6 & 1;
    s->vskip = bits >> 7 & 1;
    s->gpr_idx_en = bits >> 8 & t->generation >> 1 & 1;
    s->csp = bits >> 9 & 7;
    s->waves = 1 + (bits >> 12) % 4;
    s->arrived = (bits >> 16) % s->waves;
    s->opened = 5;
    s->round = 4 + (bits >> 20 & 1);
}

/* Sources of every kind, then mostly registers. */
static unsigned source(const trial *t) {
    static const unsigned codes[] = {128,
                                     129,
                                     192,
                                     193,
                                     208,
                                     240,
                                     243,
                                     246,
                                     106,
                                     126,
                                     251,
                                     252,
                                     253,
                                     255,
                                     114,
                                     108,
                                     110,
                                     /* gfx8: */ 248,
                                     /* gfx9: */ 235,
                                     237};
    unsigned count = t->generation == 3 ? 20 : t->generation == 2 ? 18 : 17;
    return random32() % 3 ? 8 + random32() % 4 * 2 : codes[random32() % count];
}

static unsigned destination(const trial *t) {
    static const unsigned codes[] = {20, 106, 126, 114, 108, 110};
    unsigned r = random32() % 12;
    if (r < 6)
        return codes[r];
    return r < 9 && t->ssrc0 < 104 ? t->ssrc0 & 0x7e : r == 9 && t->ssrc1 < 104 ? t->ssrc1 & 0x7e : 22;
}

static void use_literal(trial *t, bool used) {
    t->literal = used;
    t->literal_value = edge() ^ 0x13579bdf * (random32() & 1);
}

/* ---- Trials of each format -------------------------------------------------------------- */

enum { TRIALS = 100 };

static void sop1_trials(trial *t, const family *f) {
    static state s;
    bool index = strstr(t->info.name, "_movrel"), any_source = has_operand(t, "ssrc0") && !index;
    random_start(&s);
    for (unsigned k = 0; k < TRIALS; k++) {
        random_scalars(&s);
        t->ssrc0 = any_source ? source(t) : 8 + 2 * (k & 1);
        t->sdst = index ? 20 : destination(t);
        use_literal(t, t->ssrc0 == 255);
        if (index)
            s.m0 = (k % 3 ? random32() % 130 : edge()) & ~1u;
        if (strcmp(t->info.name, "s_cbranch_join") == 0) {
            s.csp = k % 8;
            s.s[t->ssrc0 < 104 ? t->ssrc0 : 0] = random32() % 8;
        }
        s.halt = strcmp(t->info.name, "s_rfe_b64") == 0 && s.priv && k % 2;
        if (!try_one(t, f, &s))
            return;
    }
}

/* Masks that split the active lanes in all ways: none, some, all; more or fewer; as many. */
static void fork_lanes(state *s, unsigned reg) {
    uint64_t mask = random32() | (uint64_t)random32() << 32, more = random32() | (uint64_t)random32() << 32;
    s->exec = random32() % 8 ? ~UINT64_C(0) : 0;
    switch (random32() % 6) {
    case 0: mask = s->exec; break;
    case 1: mask = ~s->exec; break;
    case 2: mask |= more; break;
    case 3: mask &= more; break;
    case 4: mask = UINT64_C(0x0f0f0f0f0f0f0f0f) << random32() % 5; break;
    default: s->exec = more;
    }
    s->s[reg] = (uint32_t)mask;
    s->s[reg + 1] = (uint32_t)(mask >> 32);
    s->csp = random32() % 8;
}

static void sop2_trials(trial *t, const family *f) {
    static state s;
    bool fork = strstr(t->info.name, "_fork"), width = strncmp(t->info.name, "s_bf", 4) == 0;
    random_start(&s);
    for (unsigned k = 0; k < 2 * TRIALS; k++) {
        random_scalars(&s);
        t->ssrc0 = fork ? 40 : source(t);
        t->ssrc1 = fork ? 42 : source(t);
        t->sdst = destination(t);
        use_literal(t, t->ssrc0 == 255 || t->ssrc1 == 255);
        if (width && t->ssrc1 < 104) /* widths up to 127 */
            s.s[t->ssrc1] = random32() & 0x7f003f & ~(k & 1 ? 0x600000u : 0u);
        if (fork)
            fork_lanes(&s, t->ssrc0);
        s.halt = strcmp(t->info.name, "s_rfe_restore_b64") == 0 && s.priv && k % 2;
        if (!try_one(t, f, &s))
            return;
    }
}

static void sopc_trials(trial *t, const family *f) {
    static state s;
    bool index = has_operand(t, "gpr_idx");
    random_start(&s);
    for (unsigned k = 0; k < 2 * TRIALS; k++) {
        random_scalars(&s);
        s.gpr_idx_en = k & 1;
        s.vskip = k >> 1 & 1;
        t->ssrc0 = source(t);
        t->ssrc1 = index ? k % 16 : source(t);
        use_literal(t, t->ssrc0 == 255 || (t->ssrc1 == 255 && !index));
        if (!try_one(t, f, &s))
            return;
    }
}

/* Hardware registers: all numbers that there are and some that there are not, and all kinds of
   parts. */
static unsigned some_register(unsigned k) {
    unsigned id = k % 24 < 22 ? k % 22 : random32() % 64, from = random32() % 32, size = random32() % 32;
    return id | (k & 32 ? from << 6 | size << 11 : 31 << 11);
}

static void sopk_trials(trial *t, const family *f) {
    static const unsigned numbers[] = {0, 1, 2, 0x7fff, 0x8000, 0xffff, 0xfffe, 0x1234};
    static state s;
    bool fork = strstr(t->info.name, "_fork"), hwreg = has_operand(t, "hwreg");
    random_start(&s);
    for (unsigned k = 0; k < (hwreg ? 4 * TRIALS : TRIALS); k++) {
        random_scalars(&s);
        t->ssrc0 = t->ssrc1 = 20;
        t->sdst = fork ? 40 : destination(t);
        t->simm16 = hwreg ? some_register(k) : k & 1 ? random32() & 0xffff : numbers[k / 2 % 8];
        use_literal(t, strcmp(t->info.format, "SOPKL") == 0);
        if (strncmp(t->info.name, "s_cmpk", 6) == 0 && k % 3 == 0)
            write_scalar(t, &s, t->sdst, t->simm16 | (k & 1 ? 0xffff0000 : 0));
        if (hwreg) {
            random_control(t, &s);
            for (unsigned i = 1; i < 8; i++)
                s.hwreg[i] = random32() & (i == 1 ? 0xe7ffffff : ~0u); /* two bits of MODE are apart */
        }
        if (fork)
            fork_lanes(&s, t->sdst);
        if (!try_one(t, f, &s))
            return;
    }
}

static void sopp_trials(trial *t, const family *f) {
    static const char *const numbers[] = {"simm16",  "simm16_optional", "label",
                                          "waitcnt", "sendmsg",         "gpr_idx"};
    static state s;
    bool number = false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        number |= has_operand(t, numbers[i]);
    random_start(&s);
    for (unsigned k = 0; k < TRIALS; k++) {
        random_scalars(&s);
        random_control(t, &s);
        t->simm16 = number ? random32() & (has_operand(t, "gpr_idx") ? 0xf : 0xffff) : 0;
        t->again = strcmp(t->info.name, "s_barrier") == 0 && k & 1;
        if (!try_one(t, f, &s))
            return;
    }
}

/* ---- Trials of scalar memory ----------------------------------------------------------- */

/* The first byte that is accessed, before its low bits are dropped. */
static uint32_t some_place(void) {
    static const uint32_t edges[] = {
        0,          MEMORY_SIZE - 4,  MEMORY_SIZE - 8,  MEMORY_SIZE - 64, MEMORY_SIZE - 32,
        60,         MEMORY_SIZE - 12, MEMORY_SIZE - 16, 0x7ffff000,       0xfffffffc,
        MEMORY_SIZE};
    return random32() % 4 ? random32() % (MEMORY_SIZE - 72) : edges[random32() % 11] + random32() % 4;
}

/* The part of the address that is a number in the word. */
static int64_t some_number(const trial *t) {
    static const int64_t most[] = {0xff, 0xff, 0xfffff, 0xfffff};
    bool negative = t->generation == 3 && random32() % 4 == 0;
    int64_t n = random32() % 3 ? random32() % 64 * (t->generation < 2 ? 1 : 4)
                               : (int64_t)(random32() & most[t->generation]);
    if (strcmp(t->info.format, "SMRD_LIT") == 0)
        return 256 + random32() % (random32() % 4 ? 600u : 0xfffffe00u);
    return negative ? -n : n;
}

/* A buffer of some bytes that are not all there, with or without a stride. */
static void some_buffer(state *s, unsigned reg, uint64_t base) {
    static const uint32_t strides[] = {0, 0, 4, 12, 16, 0x3fff};
    uint32_t stride = strides[random32() % 6], bytes = random32() % 3 ? random32() % 256 : 0xffffffff;
    s->s[reg] = (uint32_t)base;
    s->s[reg + 1] = (uint32_t)(base >> 32 & 0xffff) | stride << 16 | (random32() & 3) << 30;
    s->s[reg + 2] = stride ? bytes / stride : bytes;
}

/* Values that meet those of the instruction, and others. */
static void some_memory(const trial *t, state *s) {
    bool equal = random32() % 2;
    for (unsigned i = 0; i < MEMORY_SIZE; i += 8) {
        uint32_t x[2] = {edge(), edge()};
        if (equal && i / 8 % 4) {
            x[0] = i / 8 % 4 == 1 ? 0 : read_scalar(t, s, t->sdata + (i / 8 % 4 == 2 ? 0 : 2));
            x[1] = i / 8 % 4 == 1 ? 0 : read_scalar(t, s, t->sdata + (i / 8 % 4 == 2 ? 1 : 3));
        }
        memcpy(&s->memory[i], x, 8);
    }
}

static void smem_trials(trial *t, const family *f) {
    static state s;
    bool buffer = strstr(t->info.name, "_buffer_"),
         wide = strstr(t->info.name, "x4") || strstr(t->info.name, "x8") || strstr(t->info.name, "x16") ||
                strstr(t->info.name, "cmpswap_x2");
    uint64_t scale = strstr(t->info.name, "scratch") ? 64 : 1;
    t->memory = (uintptr_t)guest_memory;
    random_start(&s);
    for (unsigned k = 0; k < 2 * TRIALS; k++) {
        uint64_t base = t->memory, reg = random32() % 3 ? random32() % 128 : edge();
        random_scalars(&s);
        t->glc = k & 1;
        t->sbase = 16;
        t->soffset = k % 3 ? 30 : 124;
        t->sdata = wide ? (k % 5 ? 40 : 16) : k % 5 ? 40 : k % 10 ? 16 : 106;
        t->offset = some_number(t);
        t->literal = strcmp(t->info.format, "SMRD_LIT") == 0;
        write_scalar(t, &s, t->soffset, (uint32_t)reg);
        if (buffer)
            some_buffer(&s, t->sbase, base + random32() % 1024);
        else { /* so that base and offset together are that place */
            const char *form = strchr(t->info.format, '_');
            uint64_t number = (uint64_t)t->offset * (t->generation < 2 ? 4 : 1), sum = number;
            if (form && strcmp(form, "_LIT") != 0)
                sum = (strcmp(form, "_BOTH") == 0 ? number : 0) + (uint32_t)reg;
            base += some_place() - sum * scale;
            s.s[t->sbase] = (uint32_t)base;
            s.s[t->sbase + 1] = (uint32_t)(base >> 32);
        }
        some_memory(t, &s);
        for (unsigned i = 0; i < 2; i++)
            s.clocks[i] = random32() | (uint64_t)edge() << 32;
        if (!try_one(t, f, &s))
            return;
    }
}

const family scalar_families[] = {
    {"SOP1", sop1_word, ref_sop1, sop1_trials}, {"SOP2", sop2_word, ref_sop2, sop2_trials},
    {"SOPC", sopc_word, ref_sopc, sopc_trials}, {"SOPK", sopk_word, ref_sopk, sopk_trials},
    {"SOPP", sopp_word, ref_sopp, sopp_trials}, {"SMRD", smrd_word, ref_smem, smem_trials},
    {"SMEM", smem_word, ref_smem, smem_trials}, {NULL, NULL, NULL, NULL}};
