/* SPDX-License-Identifier: MIT */
/* .amdhsa_kernel: the kernel descriptor, its symbol, and the distance to the kernel's code. */
#include <stdio.h>
#include <string.h>

#include "asm.h"

enum { DESCRIPTOR_SIZE = 64, ENTRY_OFFSET = 16 };

/* One directive of a descriptor; its value may be known only at the end. */
typedef struct setting {
    struct setting *next;
    const char *directive;
    term v;
    location at, value_at;
} setting;

struct kernel {
    kernel *next;
    setting *settings, **last;
    int section;
    uint64_t offset;
    location at;
};

static void read_setting(assembler *a, kernel *k, const ident *n) {
    setting *s = arena_alloc(a, sizeof *s);
    s->directive = arena_text(a, n->text, n->size);
    s->at = source_location(a, n->at, n->length);
    if (!s->directive || !expr_read(a, &s->v) || !lex_expect_end(a))
        return;
    s->value_at = source_location(a, s->v.at, s->v.length);
    source_keep(s->at.in);
    *k->last = s;
    k->last = &s->next;
}

/* The lines up to .end_amdhsa_kernel. */
static bool read_settings(assembler *a, kernel *k) {
    static const char prefix[] = ".amdhsa_";
    frame *f = &a->frames[a->frame_count - 1];
    while (!a->stop && lex_next_statement(a, f)) {
        ident n;
        if (!lex_read_name(a, &n)) {
            diagnose_expected(a, "an .amdhsa_ directive or .end_amdhsa_kernel");
            continue;
        }
        if (lex_name_is(&n, ".end_amdhsa_kernel")) {
            lex_expect_end(a);
            return true;
        }
        if (n.size < sizeof prefix || memcmp(n.text, prefix, sizeof prefix - 1) != 0 ||
            lex_name_is(&n, ".amdhsa_kernel")) {
            diagnose_at(a, n.at, n.length, "expected an .amdhsa_ directive or .end_amdhsa_kernel");
            continue;
        }
        read_setting(a, k, &n);
    }
    if (!a->stop)
        diagnose_in(a, k->at, "the kernel descriptor has no end; expected .end_amdhsa_kernel");
    return false;
}

/* NAME.kd has the binding and the visibility of NAME, whose address must then be final within the
   file. */
static void define_descriptor(assembler *a, const ident *n, asm_symbol *code) {
    char text[512];
    bytes longer = {0};
    ident kd = {text, n->size + 3, n->at, n->length};
    if (kd.size > sizeof text) {
        bytes_append(&longer, n->text, n->size);
        bytes_append(&longer, ".kd", 3);
        kd.text = (const char *)longer.data;
    } else {
        memcpy(text, n->text, n->size);
        memcpy(text + n->size, ".kd", 3);
    }
    if (!memory_is_whole(a, &longer)) {
        bytes_free(&longer);
        return;
    }
    symbol_define_label(a, &kd);
    asm_symbol *s = symbol_named(a, kd.text, kd.size);
    s->bound = code->bound;
    s->binding = code->binding;
    s->visibility = code->visibility;
    s->type = STT_OBJECT;
    s->length = expr_of(a, &(term){.k = DESCRIPTOR_SIZE});
    if (code->visibility == STV_DEFAULT)
        code->visibility = STV_PROTECTED;
    bytes_free(&longer);
}

/* The distance from the descriptor to the code: at P = descriptor + 16, S + 16 - P. */
static void add_entry(assembler *a, const kernel *k, asm_symbol *code, const ident *n) {
    term where = {.e = expr_symbol(a, code)}, addend = {.k = ENTRY_OFFSET};
    where.e->variant = VARIANT_REL64;
    fixup f = {.e = expr_join(a, EXPR_ADD, &where, &addend),
               .at = source_location(a, n->at, n->length),
               .offset = k->offset + ENTRY_OFFSET,
               .section = k->section,
               .kind = FIXUP_DATA,
               .width = 64,
               .size = 8};
    fixup_add(a, &f);
}

/* The hardware reads descriptors at multiples of 64. Like LLVM, this assembler puts them where they
   stand. */
static void check_alignment(assembler *a, const kernel *k) {
    if (k->offset % DESCRIPTOR_SIZE)
        diagnose_report(
            a, GISA_SEVERITY_WARNING, k->at,
            "the descriptor is at offset %llu of %s, but must lie at a multiple of 64; put .p2align 6 "
            "before it",
            (unsigned long long)k->offset, a->out->name);
    else if (a->out->align < DESCRIPTOR_SIZE)
        a->out->align = DESCRIPTOR_SIZE;
}

/* .amdhsa_kernel NAME */
void dir_kernel(assembler *a, int kind) {
    kernel *k = arena_alloc(a, sizeof *k);
    ident n;
    (void)kind;
    bool named = lex_expect_name(a, &n, "the name of the kernel's code") && lex_expect_end(a) &&
                 target_need_isa(a, n.at, n.length);
    k->last = &k->settings;
    k->at = source_location(a, a->now.text, (size_t)(a->now.end - a->now.text));
    source_keep(k->at.in);
    if (named) {
        asm_symbol *code = symbol_named(a, n.text, n.size);
        k->section = a->current;
        k->offset = section_here(a);
        check_alignment(a, k);
        define_descriptor(a, &n, code);
        section_fill(a, 0, DESCRIPTOR_SIZE);
        add_entry(a, k, code, &n);
    }
    if (!read_settings(a, k) || !named)
        return;
    if (!a->last_kernel)
        a->last_kernel = &a->kernels;
    *a->last_kernel = k;
    a->last_kernel = &k->next;
}

static bool apply(assembler *a, kernel_config *c, const setting *s) {
    int64_t number;
    if (!eval_is_absolute(a, &s->v, &number)) {
        diagnose_in(a, s->value_at, "the value of %s is not a known number", s->directive);
        return false;
    }
    const char *fault = kernel_config_set(c, a->isa, s->directive, number);
    if (fault)
        diagnose_in(a, s->at, "%s", fault);
    return !fault;
}

void kernels_finish(assembler *a) {
    for (kernel *k = a->kernels; k && !a->stop; k = k->next) {
        kernel_config c;
        bool ok = true;
        kernel_config_init(&c, a->isa);
        c.xnack = a->xnack & FEATURE_ANY;
        for (const setting *s = k->settings; s && !a->stop; s = s->next)
            ok &= apply(a, &c, s);
        const char *fault = ok ? kernel_config_finish(&c, a->isa) : NULL;
        if (fault)
            diagnose_in(a, k->at, "%s", fault);
        if (fault || !ok)
            continue;
        uint8_t *p = a->object.sections[k->section].content.data;
        if (p)
            memcpy(p + k->offset, c.raw, DESCRIPTOR_SIZE);
    }
}
