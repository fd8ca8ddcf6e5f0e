/* SPDX-License-Identifier: MIT */
/* AMDGPU's own directives: target id, code object version, LDS symbols, and the counts of registers
 * that instructions use. Kernel descriptors are in kernel.c,
 * metadata in metadata.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"

enum { VERSION_OLDEST = 2, VERSION_USUAL = 5, VERSION_NEWEST = 6 };

void target_begin(assembler *a) {
    a->version = VERSION_USUAL;
    a->os_abi = OBJECT_OS_ABI_HSA;
    if (a->options->isa)
        target_set(a, a->options->isa);
}

static asm_symbol *own_symbol(assembler *a, const char *text, int64_t value) {
    asm_symbol *s = symbol_named(a, text, strlen(text));
    symbol_set_absolute(a, s, value);
    s->hidden = true;
    return s;
}

/* What the assembler says of itself: of the chip, and of the highest registers so far. AMDHSA has
 * names of its own, and there the counts go on from a value that the source assigns. */
enum { GENERATION_PARTS = 3 };
static const struct {
    const char *generation[GENERATION_PARTS], *registers[2]; /* VGPRs, SGPRs */
} own_names[] = {
    {{".option.machine_version_major", ".option.machine_version_minor", ".option.machine_version_stepping"},
     {".kernel.vgpr_count", ".kernel.sgpr_count"}},
    {{".amdgcn.gfx_generation_number", ".amdgcn.gfx_generation_minor", ".amdgcn.gfx_generation_stepping"},
     {".amdgcn.next_free_vgpr", ".amdgcn.next_free_sgpr"}},
};

static bool is_hsa(const assembler *a) {
    return a->os_abi == OBJECT_OS_ABI_HSA;
}

/* gfx803: number 8, minor 0, stepping 3. The last two are hexadecimal digits. */
static void name_generation(assembler *a, const char *text) {
    unsigned part[GENERATION_PARTS] = {0};
    size_t n = strlen(text);
    if (n < 6 || sscanf(text, "gfx%u", &part[0]) != 1)
        return;
    sscanf(text + 3, n == 6 ? "%1u" : "%2u", &part[0]);
    sscanf(text + n - 2, "%1x%1x", &part[1], &part[2]);
    for (unsigned i = 0; i < GENERATION_PARTS; i++)
        own_symbol(a, own_names[is_hsa(a)].generation[i], part[i]);
}

/* The source takes the name for a label, as the listing of an object with such a symbol does. The
   count goes on without it. */
void amdgpu_give_up_name(assembler *a, asm_symbol *s) {
    for (unsigned i = 0; i < 2; i++) {
        if (a->next[i] != s)
            continue;
        a->next[i] = arena_alloc(a, sizeof *s);
        *a->next[i] = *s;
        if (a->used[i] == &s->value)
            a->used[i] = &a->next[i]->value;
    }
    s->state = SYMBOL_UNDEFINED;
    s->section = OBJECT_UNDEFINED;
    s->hidden = false;
}

/* The names of the other system: the target follows what -a made us expect. */
static void forget_name(assembler *a, const char *name) {
    asm_symbol *s = symbol_find(a, name, strlen(name));
    if (s && s->hidden)
        amdgpu_give_up_name(a, s);
}

static void name_registers(assembler *a) {
    for (unsigned i = 0; i < 2; i++) {
        const char *name = own_names[is_hsa(a)].registers[i];
        if (a->next[i] && strcmp(a->next[i]->name, name) == 0)
            continue; /* -a gfx700, then a target that names a chip */
        a->next[i] = own_symbol(a, name, 0);
        a->used[i] = is_hsa(a) ? &a->next[i]->value : &a->kernel_uses[i];
    }
}

static void name_own_symbols(assembler *a) {
    for (unsigned i = 0; i < GENERATION_PARTS; i++)
        forget_name(a, own_names[!is_hsa(a)].generation[i]);
    for (unsigned i = 0; i < 2; i++)
        forget_name(a, own_names[!is_hsa(a)].registers[i]);
    name_generation(a, gisa_name(a->isa));
    name_registers(a);
}

void target_set(assembler *a, const gisa_isa *isa) {
    a->isa = isa;
    a->clrx = a->options->syntax == GISA_SYNTAX_CLRX && gisa_fact(isa, "syntaxes", 1) > 1;
    known_forget(a);
    a->xnack = gisa_fact(isa, "xnack", 0) ? FEATURE_ANY : FEATURE_NONE;
    a->sramecc = gisa_fact(isa, "sramecc", 0) ? FEATURE_ANY : FEATURE_NONE;
    name_own_symbols(a);
}

bool target_need_isa(assembler *a, const char *at, size_t length) {
    if (a->isa)
        return true;
    if (!a->isa_missed)
        diagnose_at(a, at, length,
                    "the architecture is not known; expected .amdgcn_target \"amdgcn-amd-amdhsa--gfx900\" "
                    "before this, or the option -a");
    a->isa_missed = true;
    return false;
}

void amdgpu_count_to(assembler *a, unsigned vgprs, unsigned sgprs) {
    const int64_t counts[] = {vgprs, sgprs};
    for (unsigned i = 0; i < 2; i++)
        if (*a->used[i] < counts[i])
            *a->used[i] = a->next[i]->value = counts[i];
}

void amdgpu_count_registers(assembler *a, const gisa_insn *insn) {
    unsigned vgprs = 0, sgprs = 0;
    for (unsigned i = 0; i < insn->operand_count; i++) {
        const gisa_operand *o = &insn->operand[i];
        unsigned end = (unsigned)o->reg + o->count;
        if (o->kind == GISA_KIND_VGPR && vgprs < end)
            vgprs = end;
        if (o->kind == GISA_KIND_SGPR && sgprs < end)
            sgprs = end;
    }
    amdgpu_count_to(a, vgprs, sgprs);
}

/* .amdgpu_hsa_kernel NAME: its registers are counted from here on. */
void dir_old_kernel(assembler *a, int kind) {
    ident n;
    if (is_hsa(a)) {
        dir_old_format(a, kind);
        return;
    }
    if (!lex_expect_name(a, &n, "the name of a kernel") || !lex_expect_end(a) ||
        !target_need_isa(a, n.at, n.length))
        return;
    symbol_named(a, n.text, n.size)->type = OBJECT_STT_KERNEL;
    for (unsigned i = 0; i < 2; i++)
        symbol_set_absolute(a, a->next[i], a->kernel_uses[i] = 0);
}

/* ---- .amdgcn_target --------------------------------------------------------------------- */

/* The part of a target id up to the next '-', or to the end. */
static ident next_part(ident *rest) {
    const char *dash = memchr(rest->text, '-', rest->size);
    ident part = *rest;
    if (!dash) {
        rest->text += rest->size;
        rest->size = 0;
        return part;
    }
    part.size = (size_t)(dash - rest->text);
    rest->size -= part.size + 1;
    rest->text = dash + 1;
    return part;
}

static bool read_system(assembler *a, const ident *os) {
    static const struct {
        const char *name;
        uint8_t abi;
    } systems[] = {{"amdhsa", OBJECT_OS_ABI_HSA},
                   {"amdpal", OBJECT_OS_ABI_PAL},
                   {"mesa3d", OBJECT_OS_ABI_MESA},
                   {"", 0},
                   {"unknown", 0}};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        if (lex_name_is(os, systems[i].name)) {
            a->os_abi = systems[i].abi;
            return true;
        }
    diagnose_at(a, os->text, os->size, "unknown system '%.*s'; expected amdhsa, amdpal or mesa3d",
                (int)os->size, os->text);
    return false;
}

/* :xnack+ :sramecc- */
static bool read_feature(assembler *a, const char *text, size_t size) {
    uint8_t *feature = NULL, state;
    if (size == 6 && memcmp(text, "xnack", 5) == 0)
        feature = &a->xnack;
    else if (size == 8 && memcmp(text, "sramecc", 7) == 0)
        feature = &a->sramecc;
    if (!feature || (text[size - 1] != '+' && text[size - 1] != '-')) {
        diagnose_at(a, text, size, "unknown feature; expected xnack+, xnack-, sramecc+ or sramecc-");
        return false;
    }
    if (*feature == FEATURE_NONE) {
        diagnose_at(a, text, size, "%s has no %.*s", gisa_name(a->isa), (int)size - 1, text);
        return false;
    }
    state = text[size - 1] == '+' ? FEATURE_ON : FEATURE_OFF;
    if (a->target_named && *feature != state) {
        diagnose_at(a, text, size, "the target was given before with another %.*s", (int)size - 1, text);
        return false;
    }
    *feature = state;
    return true;
}

static const gisa_isa *find_isa(assembler *a, const char *text, size_t size) {
    char copy[32] = "", list[200] = "";
    const gisa_isa *isa = NULL;
    size_t used = 0;
    if (size < sizeof copy) {
        memcpy(copy, text, size);
        isa = gisa_find(copy);
    }
    if (isa)
        return isa;
    for (unsigned i = 0; (isa = gisa_at(i)) && used < sizeof list - 20; i++)
        if (gisa_elf_machine(isa))
            used +=
                (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", gisa_name(isa));
    diagnose_at(a, text, size, "unknown architecture '%.*s'; expected one of %s",
                (int)(size > 60 ? 60 : size), text, list);
    return NULL;
}

/* .amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack+" */
void dir_target(assembler *a, int kind) {
    ident n, rest, part;
    const gisa_isa *isa;
    uint8_t before = a->os_abi;
    (void)kind;
    if (!lex_read_raw_string(a, &n, "a target id such as \"amdgcn-amd-amdhsa--gfx900\"") ||
        !lex_expect_end(a))
        return;
    rest = n;
    part = next_part(&rest);
    if (!lex_name_is(&part, "amdgcn")) {
        diagnose_at(a, n.at, n.length, "expected a target id such as \"amdgcn-amd-amdhsa--gfx900\"");
        return;
    }
    next_part(&rest);
    part = next_part(&rest);
    if (!read_system(a, &part))
        return;
    next_part(&rest);
    const char *colon = memchr(rest.text, ':', rest.size), *end = rest.text + rest.size;
    size_t size = colon ? (size_t)(colon - rest.text) : rest.size;
    if (!(isa = find_isa(a, rest.text, size)))
        return;
    if (a->isa && (a->target_named ? a->isa != isa : !gisa_fits(a->isa, isa))) {
        diagnose_at(a, rest.text, size, "the target is %s, but %s was %s", gisa_name(isa), gisa_name(a->isa),
                    a->target_named ? "named before" : "asked for (-a)");
        return;
    }
    if (a->isa != isa || a->os_abi != before)
        target_set(a, isa);
    while (colon && colon < end) {
        const char *next = memchr(colon + 1, ':', (size_t)(end - colon) - 1);
        size = (size_t)((next ? next : end) - colon) - 1;
        if (!read_feature(a, colon + 1, size))
            return;
        colon = next;
    }
    a->target_named = true;
}

void dir_version(assembler *a, int kind) {
    int64_t version;
    const char *at;
    (void)kind;
    lex_skip_blanks(&a->now);
    at = a->now.p;
    if (!expr_read_absolute(a, &version) || !lex_expect_end(a))
        return;
    if (version < VERSION_OLDEST || version > VERSION_NEWEST)
        diagnose_at(a, at, (size_t)(a->now.end - at),
                    "code object version %lld is not supported; expected %d to %d", (long long)version,
                    VERSION_OLDEST, VERSION_NEWEST);
    else
        a->version = (unsigned)version;
}

/* The header's flags; their layout is LLVM's "AMDGPU ELF Header". Up to version 3 a feature has one
 * bit, from version 4 on two. */
void target_finish(assembler *a) {
    object *o = &a->object;
    uint32_t machine = a->isa ? gisa_elf_machine(a->isa) : 0;
    o->os_abi = a->os_abi;
    o->abi_version = a->os_abi == OBJECT_OS_ABI_HSA ? (uint8_t)(a->version - 2) : 0;
    if (a->version >= 4)
        o->elf_flags = machine | (uint32_t)a->xnack << 8 | (uint32_t)a->sramecc << 10;
    else
        o->elf_flags = machine | (a->xnack & 1 ? 0x100u : 0) | (a->sramecc & 1 ? 0x200u : 0);
}

/* ---- others ----------------------------------------------------------------------------- */

/* .amdgpu_lds NAME, SIZE[, ALIGNMENT] */
void dir_lds(assembler *a, int kind) {
    ident n;
    int64_t size, align = 4;
    asm_symbol *s;
    (void)kind;
    if (!lex_expect_name(a, &n, "the name of a symbol") || !lex_expect_comma(a) ||
        !expr_read_absolute(a, &size) || (lex_take(a, ',') && !expr_read_absolute(a, &align)) ||
        !lex_expect_end(a))
        return;
    s = symbol_named(a, n.text, n.size);
    if (s->state != SYMBOL_UNDEFINED) {
        diagnose_at(a, n.at, n.length, "'%.*s' is already defined", (int)n.size, n.text);
        return;
    }
    if (size < 0 || size > 65536 || align <= 0 || align > 65536 || (align & (align - 1))) {
        diagnose_at(a, n.at, n.length,
                    "expected a size of up to 65536 bytes and an alignment that is a power of two");
        return;
    }
    s->state = SYMBOL_LDS;
    s->type = STT_OBJECT;
    s->length = expr_of(a, &(term){.k = size});
    s->value = align;
    if (!s->bound)
        s->binding = STB_GLOBAL;
}

/* Directives of code object version 2. */
void dir_old_format(assembler *a, int kind) {
    const statement *s = &a->now;
    size_t n = 0;
    (void)kind;
    while (s->text + n < s->p)
        n++;
    diagnose_at(a, s->text, n,
                "%.*s belongs to code object version 2, which is not supported; expected .amdhsa_kernel and "
                ".amdgpu_metadata",
                (int)n, s->text);
}
