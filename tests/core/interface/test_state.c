/* SPDX-License-Identifier: MIT */
/* What instructions of GCN read and write besides their operands, by families of names: the manuals
   say it of each family. */
#include <fnmatch.h>
#include <string.h>

#include "interface.h"

/* All forms whose name matches one of the patterns read and write at least this, and belong to the
   class (0: any). */
static const struct rule {
    const char *patterns[8];
    uint32_t reads, writes;
    unsigned class_;
} rules[] = {
    {{"flat_load_*", "global_load_*", "scratch_load_*", "buffer_load_*", "tbuffer_load_*", "image_load*",
      "s_load_*"},
     GISA_STATE_MEMORY,
     0,
     0},
    {{"image_sample*", "image_gather4*"}, GISA_STATE_MEMORY | GISA_STATE_EXEC, 0, GISA_CLASS_IMAGE},
    {{"s_buffer_load_*", "s_scratch_load_*"}, GISA_STATE_MEMORY, 0, GISA_CLASS_SMEM},
    {{"flat_store_*", "global_store_*", "scratch_store_*", "buffer_store_[!l]*", "tbuffer_store_*",
      "image_store*"},
     GISA_STATE_EXEC,
     GISA_STATE_MEMORY,
     0},
    {{"s_store_*", "s_buffer_store_*", "s_scratch_store_*"}, 0, GISA_STATE_MEMORY, GISA_CLASS_SMEM},
    {{"flat_atomic_*", "global_atomic_*", "buffer_atomic_*", "image_atomic_*", "s_atomic_*",
      "s_buffer_atomic_*"},
     GISA_STATE_MEMORY,
     GISA_STATE_MEMORY,
     0},
    {{"v_interp_*"},
     GISA_STATE_LDS | GISA_STATE_M0 | GISA_STATE_EXEC | GISA_STATE_MODE,
     0,
     GISA_CLASS_INTERP},
    {{"v_add_f*", "v_mul_f*", "v_fma_f*", "v_cvt_f*", "v_cmp_lt_f*"},
     GISA_STATE_EXEC | GISA_STATE_MODE,
     0,
     GISA_CLASS_VALU},
    {{"s_cbranch_*", "s_branch", "s_setpc_b64", "s_swappc_b64", "s_call_b64", "s_endpgm*"},
     0,
     0,
     GISA_CLASS_BRANCH},
    {{"s_cbranch_scc?", "s_cselect_*", "s_cmov_*", "s_cmovk_*", "s_addc_u32", "s_subb_u32"},
     GISA_STATE_SCC,
     0,
     0},
    {{"s_cbranch_vcc*"}, GISA_STATE_VCC, 0, 0},
    {{"s_cbranch_exec*"}, GISA_STATE_EXEC, 0, 0},
    {{"s_cmp_*", "s_cmpk_*", "s_bitcmp*", "s_add_u32", "s_addc_u32", "s_and_b*", "s_or_b*", "s_lshl_b*"},
     0,
     GISA_STATE_SCC,
     0},
    {{"s_*_saveexec_b64", "v_cmpx_*"}, GISA_STATE_EXEC, GISA_STATE_EXEC, 0},
    {{"s_movrel*", "v_movrel*", "s_sendmsg*", "s_ttracedata", "ds_gws_*"}, GISA_STATE_M0, 0, 0},
    {{"s_setreg_*", "s_setreg_imm32_*"}, 0, GISA_STATE_MODE, 0},
    {{"ds_read*", "ds_write*"}, GISA_STATE_EXEC, 0, GISA_CLASS_DS},
};

/* Loads into half of a register keep the other half. */
static const char *const keep_a_half[] = {"*_load_[us]byte_d16*", "*_load_short_d16*", "ds_read_*_d16*"};

static void follow(const gisa_isa *isa, const gisa_form_info *f, const struct rule *r) {
    check((f->reads & r->reads) == r->reads, "%s (%s) on %s reads %#x, at least %#x was expected",
          f->mnemonic, f->format, gisa_name(isa), f->reads, r->reads);
    check((f->writes & r->writes) == r->writes, "%s (%s) on %s writes %#x, at least %#x was expected",
          f->mnemonic, f->format, gisa_name(isa), f->writes, r->writes);
    check(!r->class_ || f->class_ == r->class_, "%s (%s) on %s is of class %s", f->mnemonic, f->format,
          gisa_name(isa), gisa_class_name(f->class_));
}

static void check_half(const gisa_isa *isa, uint32_t form, const gisa_form_info *f) {
    gisa_operand_info info;
    for (unsigned i = 0; i < sizeof keep_a_half / sizeof *keep_a_half; i++)
        if (fnmatch(keep_a_half[i], f->name, 0) == 0)
            check(gisa_form_operand(isa, form, 0, &info) == GISA_OK &&
                      info.access == (GISA_ACCESS_READ | GISA_ACCESS_WRITE),
                  "%s (%s) on %s keeps half of its destination: it reads it", f->mnemonic, f->format,
                  gisa_name(isa));
}

static bool followed[sizeof rules / sizeof *rules][8];

static void check_form(const gisa_isa *isa, uint32_t form) {
    gisa_form_info f;
    gisa_form(isa, form, &f);
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
        for (unsigned k = 0; k < 8 && rules[i].patterns[k]; k++)
            if (fnmatch(rules[i].patterns[k], f.name, 0) == 0) {
                follow(isa, &f, &rules[i]);
                followed[i][k] = true;
            }
    check_half(isa, form, &f);
}

void check_state(void) {
    const gisa_isa *isa;
    for (unsigned i = 0; (isa = gisa_at(i)); i++)
        for (uint32_t form = 0; strcmp(gisa_family(isa), "gcn") == 0 && form < gisa_form_count(isa); form++)
            check_form(isa, form);
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
        for (unsigned k = 0; k < 8 && rules[i].patterns[k]; k++)
            check(followed[i][k], "no instruction is called %s", rules[i].patterns[k]);
}
