/* SPDX-License-Identifier: MIT */
/* Reference for SOPK and SOPKL. The layout of the hardware registers is written down here once
 * more, as masks for each generation. */
#include <string.h>

#include "bodies.h"

static int32_t extended(const trial *t) {
    return t->simm16 < 0x8000 ? (int32_t)t->simm16 : (int32_t)t->simm16 - 0x10000;
}

/* ---- Hardware registers ------------------------------------------------------------------- */

/* The bits that a register has; those that a program outside of the trap handler may write. 0: no
   such register. */
static const struct {
    uint32_t has[4], may_write[4];
    bool trap_writes, trap_reads; /* only the handler may read it */
} registers[20] = {
    [1] = {{0xf007ffff, 0xf01fffff, 0xf81fffff, 0xff9fffff},
           {0xf007ffff, 0xf01fffff, 0xf81fffff, 0xff9fffff},
           true,
           false},
    [2] = {{0x001fffff, 0x0fffffff, 0x08ffffff, 0x08ffffff}, {0}, true, false},
    [3] = {{0xe03f007f, 0xe03f01ff, 0xe03f05ff, 0xf03f7dff}, {0x7f, 0x1ff, 0x1ff, 0x1ff}, true, false},
    [4] = {{0x38ff3f3f, 0xffff7fff, 0xffff7fff, 0xffff7fff}, {0}, false, false},
    [5] = {{0x0f3f3f3f, 0x0f3f3f3f, 0x0f3f3f3f, 0x0f3f3f3f}, {0}, false, false},
    [6] = {{0x001ff0ff, 0x001ff0ff, 0x001ff0ff, 0x001ff0ff}, {0}, false, false},
    [7] = {{0x0000ff7f, 0x00007f7f, 0x001fff7f, 0x00dfff7f}, {0}, true, false},
    [15] = {{0, 0, 0, 0xffffffff}, {0}, false, false},
    [16] = {{0, 0, 0, 0xffffffff}, {0}, true, true},
    [17] = {{0, 0, 0, 0x000000ff}, {0}, true, true},
    [18] = {{0, 0, 0, 0xffffffff}, {0}, true, true},
    [19] = {{0, 0, 0, 0x000000ff}, {0}, true, true},
};

/* Where the variables of the state are in MODE and STATUS: shift, bits. */
typedef struct place {
    uint32_t *x;
    unsigned shift, bits;
} place;

static unsigned places(const trial *t, state *s, unsigned id, place p[10]) {
    unsigned n = 0;
    if (id == 1) {
        p[n++] = (place){&s->csp, 29, 3};
        p[n++] = (place){&s->vskip, 28, 1};
        if (t->generation >= 2)
            p[n++] = (place){&s->gpr_idx_en, 27, 1};
    } else if (id == 2) {
        p[n++] = (place){&s->scc, 0, 1};
        p[n++] = (place){&s->prio, 3, 2};
        p[n++] = (place){&s->priv, 5, 1};
        p[n++] = (place){&s->trap_en, 6, 1};
        p[n++] = (place){&s->halt, 13, 1};
        p[n++] = (place){&s->cond_dbg_user, 20, 1};
        if (t->generation >= 1) {
            p[n++] = (place){&s->cond_dbg_sys, 21, 1};
            p[n++] = (place){&s->inst_atc, 23, 1};
        }
    }
    return n;
}

static uint32_t mask_of(const place *p) {
    return ((UINT32_C(1) << p->bits) - 1) << p->shift;
}

static uint32_t whole(const trial *t, state *s, unsigned id) {
    place p[10];
    uint32_t x = s->hwreg[id];
    for (unsigned n = places(t, s, id, p), i = 0; i < n; i++)
        x = (x & ~mask_of(&p[i])) | (*p[i].x << p[i].shift & mask_of(&p[i]));
    if (id == 2)
        x = (x & ~UINT32_C(0x600)) | (uint32_t)!s->exec << 9 | (uint32_t)!s->vcc << 10;
    switch (id) {
    case 15: x = (uint32_t)(PRIVATE_APERTURE >> 48 | SHARED_APERTURE >> 48 << 16); break;
    case 16: x = (uint32_t)s->tba; break;
    case 17: x = (uint32_t)(s->tba >> 32); break;
    case 18: x = (uint32_t)s->tma; break;
    case 19: x = (uint32_t)(s->tma >> 32); break;
    default: break;
    }
    return x & registers[id].has[t->generation];
}

static bool exists(const trial *t, unsigned id) {
    return id < 20 && registers[id].has[t->generation];
}

static void set_whole(const trial *t, state *s, unsigned id, uint32_t x) {
    place p[10];
    switch (id) {
    case 15: return;
    case 16: s->tba = s->tba >> 32 << 32 | x; return;
    case 17: s->tba = (uint32_t)s->tba | (uint64_t)x << 32; return;
    case 18: s->tma = s->tma >> 32 << 32 | x; return;
    case 19: s->tma = (uint32_t)s->tma | (uint64_t)x << 32; return;
    default: break;
    }
    for (unsigned n = places(t, s, id, p), i = 0; i < n; i++) {
        *p[i].x = (x & mask_of(&p[i])) >> p[i].shift;
        x &= ~mask_of(&p[i]);
    }
    s->hwreg[id] = id == 2 ? x & ~UINT32_C(0x600) : x;
}

static uint32_t ones(unsigned count) {
    uint32_t x = 0;
    while (count--)
        x = x << 1 | 1;
    return x;
}

static bool part_of_register(const trial *t, state *s, bool writes, uint32_t *value) {
    unsigned id = t->simm16 % 64, from = t->simm16 / 64 % 32, count = t->simm16 / 2048 + 1;
    uint32_t mask;
    if (!exists(t, id)) {
        s->fault = true;
        return false;
    }
    if (!writes) {
        *value = registers[id].trap_reads && !s->priv ? 0 : whole(t, s, id) >> from & ones(count);
        return true;
    }
    mask = ones(count) << from & registers[id].has[t->generation];
    if (!s->priv || !registers[id].trap_writes)
        mask &= registers[id].may_write[t->generation];
    set_whole(t, s, id, (whole(t, s, id) & ~mask) | (*value << from & mask));
    return true;
}

/* ---- Instructions -------------------------------------------------------------------------- */

static bool compare(const trial *t, state *s) {
    bool is_signed = t->info.name[10] == 'i', holds;
    uint32_t x = read_scalar(t, s, t->sdst);
    int64_t y = is_signed ? extended(t) : (int64_t)t->simm16;
    if (!ref_holds(t->info.name + strlen("s_cmpk_"),
                   is_signed && x >> 31 ? (int64_t)x - INT64_C(0x100000000) : (int64_t)x, y, &holds))
        return false;
    s->scc = holds;
    return true;
}

bool ref_sopk(const trial *t, state *s) {
    const char *name = t->info.name + 2;
    uint32_t x = read_scalar(t, s, t->sdst), k = (uint32_t)extended(t), d = x;
    uint64_t pair = read_pair(t, s, t->sdst), next = s->pc + 4,
             target = next + 4 * (uint64_t)(int64_t)extended(t);
    s->pc = next;
    if (strncmp(name, "cmpk_", 5) == 0)
        return compare(t, s);
    if (strcmp(name, "cbranch_i_fork") == 0) {
        ref_fork(s, pair, target);
        return true;
    }
    if (strcmp(name, "setreg_b32") == 0 || strcmp(name, "setreg_imm32_b32") == 0) {
        bool literal = strcmp(name, "setreg_imm32_b32") == 0;
        x = literal ? t->literal_value : x;
        s->pc = !part_of_register(t, s, true, &x) ? next - 4 : literal ? next + 4 : next;
        return true;
    }
    if (strcmp(name, "movk_i32") == 0)
        d = k;
    else if (strcmp(name, "cmovk_i32") == 0)
        d = s->scc ? k : x;
    else if (strcmp(name, "addk_i32") == 0) {
        d = x + k;
        s->scc = x >> 31 == k >> 31 && d >> 31 != x >> 31;
    } else if (strcmp(name, "mulk_i32") == 0)
        d = (uint32_t)((uint64_t)x * k);
    else if (strncmp(name, "getreg_", 7) == 0) {
        if (!part_of_register(t, s, false, &d)) {
            s->pc = next - 4;
            return true;
        }
    } else if (strcmp(name, "call_b64") == 0) {
        d = (uint32_t)next;
        s->pc = target;
        write_scalar(t, s, t->sdst + 1, (uint32_t)(next >> 32));
    } else
        return false;
    write_scalar(t, s, t->sdst, d);
    return true;
}
