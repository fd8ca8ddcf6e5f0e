/* SPDX-License-Identifier: MIT */
/* Reference for SOPC: the relation is read out of the mnemonic. */
#include <string.h>

#include "bodies.h"

bool ref_holds(const char *relation, int64_t x, int64_t y, bool *holds) {
    static const struct {
        const char *name;
        bool less, equal, greater;
    } table[] = {{"eq", 0, 1, 0}, {"lg", 1, 0, 1}, {"gt", 0, 0, 1},
                 {"ge", 0, 1, 1}, {"lt", 1, 0, 0}, {"le", 1, 1, 0}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strncmp(relation, table[i].name, 2) == 0) {
            *holds = x < y ? table[i].less : x == y ? table[i].equal : table[i].greater;
            return true;
        }
    return false;
}

static int64_t as_signed(uint64_t x) {
    return x >> 31 & 1 ? (int64_t)x - INT64_C(0x100000000) : (int64_t)x;
}

static bool compare(const trial *t, state *s) {
    const char *type = t->info.name + strlen("s_cmp_eq_");
    int bits = strcmp(type, "u64") == 0 ? 64 : 32;
    uint64_t x = read_source(t, s, t->ssrc0, bits, false), y = read_source(t, s, t->ssrc1, bits, false);
    bool holds;
    if (bits == 64) /* only equality */
        y = x != y, x = 0;
    if (!ref_holds(t->info.name + strlen("s_cmp_"), *type == 'i' ? as_signed(x) : (int64_t)x,
                   *type == 'i' ? as_signed(y) : (int64_t)y, &holds))
        return false;
    s->scc = holds;
    return true;
}

/* s_bitcmp0_b32 ... s_bitcmp1_b64 */
static void test_bit(const trial *t, state *s) {
    unsigned bits = strstr(t->info.name, "b64") ? 64 : 32, wanted = t->info.name[8] == '1';
    uint64_t x = read_source(t, s, t->ssrc0, (int)bits, false), y = read_source(t, s, t->ssrc1, 32, false);
    for (y %= bits; y; y--)
        x /= 2;
    s->scc = x % 2 == wanted;
}

bool ref_sopc(const trial *t, state *s) {
    const char *name = t->info.name;
    if (strncmp(name, "s_cmp_", 6) == 0) {
        if (!compare(t, s))
            return false;
    } else if (strncmp(name, "s_bitcmp", 8) == 0)
        test_bit(t, s);
    else if (strcmp(name, "s_setvskip") == 0)
        s->vskip = read_source(t, s, t->ssrc0, 32, false) >> read_source(t, s, t->ssrc1, 32, false) % 32 & 1;
    else if (strcmp(name, "s_set_gpr_idx_on") == 0) {
        uint32_t index = (uint32_t)read_source(t, s, t->ssrc0, 32, false) % 256;
        s->m0 = (s->m0 & 0xffff0f00) | t->ssrc1 % 16 << 12 | index;
        s->gpr_idx_en = 1;
    } else
        return false;
    s->pc += t->literal ? 8 : 4;
    return true;
}
