/* SPDX-License-Identifier: MIT */
/* The table of directives. */
#include <string.h>

#include "asm.h"

static const directive table[] = {
    /* data */
    {".byte", dir_number, 1},
    {".dc.b", dir_number, 1},
    {".short", dir_number, 2},
    {".hword", dir_number, 2},
    {".2byte", dir_number, 2},
    {".value", dir_number, 2},
    {".dc.w", dir_number, 2},
    {".long", dir_number, 4},
    {".int", dir_number, 4},
    {".4byte", dir_number, 4},
    {".dc.l", dir_number, 4},
    {".quad", dir_number, 8},
    {".8byte", dir_number, 8},
    {".dc.a", dir_number, 8},
    {".octa", dir_octa, 0},
    {".float", dir_real, 4},
    {".single", dir_real, 4},
    {".dc.s", dir_real, 4},
    {".double", dir_real, 8},
    {".dc.d", dir_real, 8},
    {".uleb128", dir_leb, 0},
    {".sleb128", dir_leb, 1},
    {".ascii", dir_string, 0},
    {".asciz", dir_string, 1},
    {".string", dir_string, 1},
    {".zero", dir_space, 0},
    {".skip", dir_space, 0},
    {".space", dir_space, 0},
    {".fill", dir_fill, 0},
    {".dcb", dir_dcb, 2},
    {".dcb.b", dir_dcb, 1},
    {".dcb.w", dir_dcb, 2},
    {".dcb.l", dir_dcb, 4},
    {".ds", dir_ds, 2},
    {".ds.b", dir_ds, 1},
    {".ds.w", dir_ds, 2},
    {".ds.l", dir_ds, 4},
    {".ds.s", dir_ds, 4},
    {".ds.d", dir_ds, 8},
    {".align", dir_align, ALIGN_BYTES},
    {".balign", dir_align, ALIGN_BYTES},
    {".balignw", dir_align, ALIGN_BYTES | ALIGN_VALUE_2},
    {".balignl", dir_align, ALIGN_BYTES | ALIGN_VALUE_4},
    {".p2align", dir_align, ALIGN_POWER},
    {".p2alignw", dir_align, ALIGN_POWER | ALIGN_VALUE_2},
    {".p2alignl", dir_align, ALIGN_POWER | ALIGN_VALUE_4},
    {".org", dir_org, 0},
    {".incbin", dir_incbin, 0},
    {".reloc", dir_reloc, 0},

    /* sections */
    {".text", dir_switch, 0},
    {".data", dir_switch, 1},
    {".rodata", dir_switch, 2},
    {".bss", dir_switch, 3},
    {".section", dir_section, 0},
    {".pushsection", dir_section, 1},
    {".popsection", dir_switch, 'o'},
    {".previous", dir_switch, 'p'},
    {".subsection", dir_switch, 'n'},

    /* symbols */
    {".globl", dir_binding, STB_GLOBAL},
    {".global", dir_binding, STB_GLOBAL},
    {".weak", dir_binding, STB_WEAK},
    {".local", dir_binding, STB_LOCAL},
    {".hidden", dir_visibility, STV_HIDDEN},
    {".protected", dir_visibility, STV_PROTECTED},
    {".internal", dir_visibility, STV_INTERNAL},
    {".type", dir_type, 0},
    {".size", dir_size, 0},
    {".comm", dir_common, 0},
    {".common", dir_common, 0},
    {".lcomm", dir_common, 1},
    {".set", dir_set, 0},
    {".equ", dir_set, 0},
    {".equiv", dir_set, 1},

    /* conditions, macros, repeats, files */
    {".if", dir_if, IF_NONZERO},
    {".ifne", dir_if, IF_NONZERO},
    {".ifeq", dir_if, IF_ZERO},
    {".ifgt", dir_if, IF_GREATER},
    {".ifge", dir_if, IF_GREATER_EQUAL},
    {".iflt", dir_if, IF_LESS},
    {".ifle", dir_if, IF_LESS_EQUAL},
    {".ifdef", dir_if, IF_DEFINED},
    {".ifndef", dir_if, IF_NOT_DEFINED},
    {".ifnotdef", dir_if, IF_NOT_DEFINED},
    {".ifb", dir_if, IF_BLANK},
    {".ifnb", dir_if, IF_NOT_BLANK},
    {".ifc", dir_if, IF_SAME},
    {".ifnc", dir_if, IF_NOT_SAME},
    {".ifeqs", dir_if, IF_EQUAL_STRINGS},
    {".ifnes", dir_if, IF_UNEQUAL_STRINGS},
    {".elseif", dir_else, 1},
    {".else", dir_else, 0},
    {".endif", dir_endif, 0},
    {".macro", dir_macro, 0},
    {".endm", dir_stray, 'm'},
    {".endmacro", dir_stray, 'm'},
    {".exitm", dir_exitm, 0},
    {".purgem", dir_purgem, 0},
    {".rept", dir_repeat, 0},
    {".rep", dir_repeat, 0},
    {".irp", dir_repeat, 1},
    {".irpc", dir_repeat, 2},
    {".endr", dir_stray, 'r'},
    {".include", dir_include, 0},
    {".end", dir_end, 0},
    {".error", dir_message, MESSAGE_ERROR},
    {".warning", dir_message, MESSAGE_WARNING},
    {".print", dir_message, MESSAGE_PRINT},
    {".err", dir_message, MESSAGE_ERR},
    {".ident", dir_ident, 0},

    /* AMDGPU */
    {".amdgcn_target", dir_target, 0},
    {".amdhsa_code_object_version", dir_version, 0},
    {".amdhsa_kernel", dir_kernel, 0},
    {".amdgpu_metadata", dir_metadata, 0},
    {".amdgpu_pal_metadata", dir_pal, 0},
    {".amd_amdgpu_pal_metadata", dir_old_pal, 0},
    {".amdgpu_lds", dir_lds, 0},
    {".hsa_code_object_version", dir_old_format, 0},
    {".hsa_code_object_isa", dir_old_format, 0},
    {".amd_kernel_code_t", dir_old_format, 0},
    {".amdgpu_hsa_kernel", dir_old_kernel, 0},
    {".amd_amdgpu_isa", dir_old_format, 0},
    {".amd_amdgpu_hsa_metadata", dir_old_format, 0},

    /* debug information */
    {".file", dir_file, 0},
    {".loc", dir_loc, 0},
    {".cfi_sections", dir_cfi_sections, 0},
    {".cfi_startproc", dir_cfi_begin, 0},
    {".cfi_endproc", dir_cfi_end, 0},
    {".cfi_def_cfa", dir_cfi, CFI_DEF},
    {".cfi_def_cfa_offset", dir_cfi, CFI_DEF_OFFSET},
    {".cfi_def_cfa_register", dir_cfi, CFI_DEF_REGISTER},
    {".cfi_adjust_cfa_offset", dir_cfi, CFI_ADJUST},
    {".cfi_offset", dir_cfi, CFI_OFFSET},
    {".cfi_rel_offset", dir_cfi, CFI_REL_OFFSET},
    {".cfi_register", dir_cfi, CFI_REGISTER},
    {".cfi_restore", dir_cfi, CFI_RESTORE},
    {".cfi_undefined", dir_cfi, CFI_UNDEFINED},
    {".cfi_same_value", dir_cfi, CFI_SAME_VALUE},
    {".cfi_remember_state", dir_cfi, CFI_REMEMBER},
    {".cfi_restore_state", dir_cfi, CFI_RESTORE_STATE},
    {".cfi_return_column", dir_cfi, CFI_RETURN},
    {".cfi_signal_frame", dir_cfi, CFI_SIGNAL},
    {".cfi_window_save", dir_cfi, CFI_WINDOW_SAVE},
    {".cfi_escape", dir_cfi, CFI_ESCAPE},
    {".cfi_llvm_def_aspace_cfa", dir_cfi, CFI_ASPACE},

    /* without effect on the sections that are made */
    {".line", dir_ignored, 0},
    {".addrsig", dir_ignored, 0},
    {".addrsig_sym", dir_ignored, 0},
    {".cfi_personality", dir_ignored, 0},
    {".cfi_lsda", dir_ignored, 0},
    {".noaltmacro", dir_ignored, 0},
};
enum { COUNT = sizeof table / sizeof *table };
_Static_assert(COUNT * 2 < DIRECTIVE_SLOTS, "the hash table has room");

/* Directives are found whatever their letters' case. */
static size_t lower(char out[40], const char *text, size_t size) {
    if (size >= 40)
        return 0;
    for (size_t i = 0; i < size; i++)
        out[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);
    return size;
}

static uint16_t *slot_of(uint16_t *slots, const char *text, size_t size) {
    size_t k = memory_hash_text(text, size) % DIRECTIVE_SLOTS;
    while (slots[k] &&
           (strlen(table[slots[k] - 1].name) != size || memcmp(table[slots[k] - 1].name, text, size) != 0))
        k = (k + 1) % DIRECTIVE_SLOTS;
    return &slots[k];
}

void directives_begin(assembler *a) {
    for (uint16_t i = 0; i < COUNT; i++)
        *slot_of(a->directives, table[i].name, strlen(table[i].name)) = (uint16_t)(i + 1);
}

const directive *directive_find(const assembler *a, const char *text, size_t size) {
    char name[40];
    size_t k;
    if (!(size = lower(name, text, size)))
        return NULL;
    for (size_t i = 0; gxp_is_made(a) && gxp_directive_at(i); i++)
        if (strlen(gxp_directive_at(i)->name) == size && memcmp(gxp_directive_at(i)->name, name, size) == 0)
            return gxp_directive_at(i);
    k = memory_hash_text(name, size) % DIRECTIVE_SLOTS;
    for (; a->directives[k]; k = (k + 1) % DIRECTIVE_SLOTS) {
        const directive *d = &table[a->directives[k] - 1];
        if (strlen(d->name) == size && memcmp(d->name, name, size) == 0)
            return d;
    }
    return NULL;
}

const directive *directive_at(size_t i) {
    return i < COUNT ? &table[i] : gxp_directive_at(i - COUNT);
}

const char *gisa_directive_name(unsigned i) {
    const directive *d = directive_at(i);
    return d ? d->name : NULL;
}

/* Directives of other assemblers, and of other output formats, for which there is no near name. */
static const char *advice(const char *text, size_t size) {
    for (size_t i = 0; gxp_directive_at(i); i++)
        if (strlen(gxp_directive_at(i)->name) == size && memcmp(gxp_directive_at(i)->name, text, size) == 0)
            return "; it belongs to shader files: -f gxp";
    if (size == 5 && memcmp(text, ".word", 5) == 0)
        return "; its size differs between targets: use .long or .short";
    if (size == 9 && memcmp(text, ".altmacro", 9) == 0)
        return "; the alternate macro syntax is not supported";
    return NULL;
}

void directive_unknown(assembler *a, const char *text, size_t size) {
    const char *hint = advice(text, size);
    near_search n;
    char near[120];
    diagnose_near_begin(&n, text, size);
    for (size_t i = 0; i < COUNT || (gxp_is_made(a) && directive_at(i)); i++)
        diagnose_near_try(&n, directive_at(i)->name, strlen(directive_at(i)->name));
    diagnose_at(a, text, size, "unknown directive '%.*s'%s", (int)(size > 60 ? 60 : size), text,
                hint ? hint : diagnose_near_text(&n, near));
}
