/* SPDX-License-Identifier: MIT */
/* Instructions on given numbers. The results are computed by hand from AMD's manuals. */
#include <string.h>

#include "wave.h"

typedef struct value {
    const char *arch, *code, *before, *reg;
    unsigned lane;
    uint64_t expected;
} value;

/* gfx*: all architectures. Lane numbers are in v9. */
static const value values[] = {
    {"gfx*", "v_add_f32 v0, v1, v2", "v1=3f800000 v2=40200000", "v0", 63, 0x40600000},
    {"gfx*", "v_mad_u32_u24 v0, v1, v2, v3", "v1=3 v2=5 v3=7", "v0", 0, 22},
    {"gfx*", "v_mad_f32 v0, v1, v2, v3", "v1=3fc00000 v2=40000000 v3=3e800000", "v0", 7, 0x40500000},
    {"gfx*", "v_bfe_i32 v0, v1, 4, 4", "v1=f5", "v0", 0, 0xffffffff},
    {"gfx*", "v_alignbit_b32 v0, v1, v2, 8", "v1=11223344 v2=55667788", "v0", 0, 0x44556677},
    {"gfx*", "v_cndmask_b32 v0, v1, v2, vcc", "v1=1 v2=2 vcc=8", "v0", 3, 2},
    {"gfx*", "v_cndmask_b32 v0, v1, v2, vcc", "v1=1 v2=2 vcc=8", "v0", 4, 1},
    {"gfx*", "v_cmp_lt_u32 vcc, 7, v9", "", "vcc", 0, 0xffffffffffffff00},
    {"gfx*", "v_cmp_gt_u32 vcc, 4, v9", "exec=6", "vcc", 0, 6},
    {"gfx*", "v_mul_f64 v[0:1], v[2:3], v[4:5]", "v[2:3]=3ff8000000000000 v[4:5]=4000000000000000", "v[0:1]",
     9, 0x4008000000000000},
    {"gfx*", "v_readlane_b32 s0, v9, 17", "", "s0", 0, 17},
    {"gfx*", "v_mbcnt_lo_u32_b32 v0, -1, v1", "v1=0", "v0", 5, 5},
    {"gfx*", "s_add_u32 s2, s0, s1", "s0=ffffffff s1=2", "s2", 0, 1},
    {"gfx*", "s_add_u32 s2, s0, s1", "s0=ffffffff s1=2", "scc", 0, 1},
    {"gfx*", "s_bfe_u32 s2, s0, 0x80004", "s0=12345678", "s2", 0, 0x67},
    {"gfx*", "s_and_saveexec_b64 s[2:3], s[0:1]", "s[0:1]=f0f0 exec=ff", "exec", 0, 0xf0},
    {"gfx*", "s_and_saveexec_b64 s[2:3], s[0:1]", "s[0:1]=f0f0 exec=ff", "s[2:3]", 0, 0xff},
    {"gfx*", "s_lshl_b64 s[2:3], s[0:1], 40", "s[0:1]=ab", "s[2:3]", 0, 0xab0000000000},
    {"gfx*", "s_mov_b32 m0, 0x12345", "", "m0", 0, 0x12345},
    {"gfx*", "s_mov_b32 vcc_hi, 5", "vcc=1", "vcc", 0, 0x500000001},
    /* lanes that are off keep what they have */
    {"gfx*", "v_mov_b32 v0, 7", "v0=1 exec=ff", "v0", 7, 7},
    {"gfx*", "v_mov_b32 v0, 7", "v0=1 exec=ff", "v0", 8, 1},
    {"gfx*", "v_mov_b32 v0, 7", "v0=1 exec=0", "v0", 0, 1},
    /* denormals: 2^-149 + 0 */
    {"gfx*", "v_add_f32 v0, v1, v2", "v1=1 v2=0", "v0", 0, 0},
    {"gfx*", "v_add_f32 v0, v1, v2", "v1=1 v2=0 mode.denorm_f32=3", "v0", 0, 1},
    {"gfx*", "v_add_f64 v[0:1], v[2:3], v[4:5]", "v[2:3]=1 v[4:5]=0", "v[0:1]", 0, 1},
    {"gfx*", "v_add_f64 v[0:1], v[2:3], v[4:5]", "v[2:3]=1 v[4:5]=0 mode.denorm=0", "v[0:1]", 0, 0},
    /* rounding: 1 + 2^-25, toward plus infinity */
    {"gfx*", "v_add_f32 v0, v1, v2", "v1=3f800000 v2=33000000", "v0", 0, 0x3f800000},
    {"gfx*", "v_add_f32 v0, v1, v2", "v1=3f800000 v2=33000000 mode.round_f32=1", "v0", 0, 0x3f800001},
    /* SDWA */
    {"gfx803",
     "v_and_b32_sdwa v0, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:BYTE_2",
     "v1=12345678 v2=ff0000", "v0", 0, 0x7800},
    {"gfx900",
     "v_and_b32_sdwa v0, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0 src1_sel:BYTE_2",
     "v0=aabbccdd v1=12345678 v2=ff0000", "v0", 0, 0xaabb78dd},
    {"gfx900", "v_add_f32_sdwa v0, -v1, |v2| dst_sel:DWORD src0_sel:DWORD src1_sel:DWORD",
     "v1=3f800000 v2=c0400000", "v0", 0, 0x40000000},
    /* DPP */
    {"gfx803", "v_mov_b32_dpp v0, v9 row_shr:1 row_mask:0xf bank_mask:0xf", "v0=63", "v0", 5, 4},
    {"gfx803", "v_mov_b32_dpp v0, v9 row_shr:1 row_mask:0xf bank_mask:0xf", "v0=63", "v0", 16, 0x63},
    {"gfx900", "v_mov_b32_dpp v0, v9 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf", "", "v0", 62, 63},
    {"gfx900", "v_mov_b32_dpp v0, v9 row_mirror row_mask:0x5 bank_mask:0xf", "v0=63", "v0", 0, 15},
    {"gfx900", "v_mov_b32_dpp v0, v9 row_mirror row_mask:0x5 bank_mask:0xf", "v0=63", "v0", 16, 0x63},
    {"gfx900", "v_pk_add_f16 v0, v1, v2", "v1=3c004000 v2=3c003c00", "v0", 0, 0x40004200},
    {"gfx900", "v_perm_b32 v0, v1, v2, v3", "v1=44332211 v2=88776655 v3=0c050403", "v0", 0, 0x00221188},
    /* LDS; up to gfx8 M0 is its limit */
    {"gfx*", "ds_write_b32 v1, v9 offset:4\nds_read_b32 v0, v1 offset:4\ns_nop 0", "v1=40 m0=ffff", "v0", 0,
     63},
    {"gfx*", "ds_write_b32 v1, v2 offset:16", "v1=0 v2=1234 m0=ffff", "lds[16]", 0, 0x1234},
    {"gfx*", "ds_add_u32 v1, v2", "v1=20 v2=3 m0=ffff lds[32]=5", "lds[32]", 0, 5 + 64 * 3},
    {"gfx*", "ds_add_u32 v1, v2", "v1=20 v2=3 m0=ffff exec=f", "lds[32:39]", 0, 12},
    /* a loop, with labels: 1 + 2 + ... + 10 */
    {"gfx*",
     "s_mov_b32 s0, 10\nnext:\ns_add_u32 s1, s1, s0\ns_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\n"
     "s_cbranch_scc1 next\ns_endpgm",
     "", "s1", 0, 55},
    {"gfx*", "s_barrier\ns_barrier\ns_mov_b32 s0, 3", "", "s0", 0, 3},
};

static void try_value(const gisa_isa *isa, const value *v) {
    gisa_wave *w = gisa_wave_new(isa);
    gisa_wave_register v9;
    gisa_wave_result result;
    gisa_error error = {0};
    char what[700];
    uint64_t found = 0;
    bool good = w && gisa_wave_find(w, "v9", &v9, NULL) == GISA_OK;
    for (uint32_t i = 0; good && i < GISA_WAVE_LANES; i++)
        good = gisa_wave_set(w, &v9, i, 0, i) == GISA_OK;
    good = good && set(w, v->before) &&
           gisa_wave_assemble(w, 0x1000, v->code, GISA_SYNTAX_LLVM, &error) == GISA_OK;
    if (good) {
        gisa_wave_run(w, 1000, 0, &result);
        found = get(w, v->reg, v->lane);
        good = (result.end == GISA_WAVE_END_ADDRESS || result.end == GISA_WAVE_END_ENDED) &&
               found == v->expected;
    }
    snprintf(what, sizeof what, "%s with %s: %s of lane %u is %llx, not %llx %s", v->code, v->before, v->reg,
             v->lane, (unsigned long long)found, (unsigned long long)v->expected, error.message);
    check(good, gisa_name(isa), what);
    gisa_wave_free(w);
}

void test_values(void) {
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        for (unsigned k = 0; gisa_at(k); k++)
            if (strcmp(gisa_family(gisa_at(k)), "gcn") == 0 &&
                (values[i].arch[3] == '*' || strcmp(gisa_name(gisa_at(k)), values[i].arch) == 0))
                try_value(gisa_at(k), &values[i]);
}
