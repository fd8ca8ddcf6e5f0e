/* SPDX-License-Identifier: MIT */
/* Directives about symbols, messages, and those that are accepted without effect. */
#include <string.h>

#include "asm.h"

/* .set .equ NAME, VALUE; .equiv only once */
void dir_set(assembler *a, int once) {
    ident n;
    if (lex_expect_name(a, &n, "the name of a symbol") && lex_expect_comma(a))
        symbol_assign(a, &n, once);
}

static void bind(assembler *a, const ident *n, asm_symbol *s, uint8_t binding) {
    static const char *const names[] = {".local", ".globl", ".weak"};
    if (s->bound && s->binding != binding && binding != STB_WEAK) {
        diagnose_at(a, n->at, n->length, "'%.*s' is already %s", (int)n->size, n->text,
                    names[s->binding % 3]);
        return;
    }
    s->bound = true;
    s->binding = binding;
}

/* .globl .weak .local NAME, ... */
void dir_binding(assembler *a, int binding) {
    ident n;
    do {
        if (!lex_expect_name(a, &n, "the name of a symbol"))
            return;
        bind(a, &n, symbol_named(a, n.text, n.size), (uint8_t)binding);
    } while (lex_take(a, ','));
    lex_expect_end(a);
}

/* .hidden .protected .internal NAME, ... */
void dir_visibility(assembler *a, int visibility) {
    ident n;
    do {
        asm_symbol *s;
        if (!lex_expect_name(a, &n, "the name of a symbol"))
            return;
        s = symbol_named(a, n.text, n.size);
        s->visibility = (uint8_t)visibility;
        s->needed = true;
    } while (lex_take(a, ','));
    lex_expect_end(a);
}

/* .type NAME, @function and its other spellings */
void dir_type(assembler *a, int kind) {
    static const struct {
        const char *name, *number;
        uint8_t type;
    } types[] = {
        {"function", "STT_FUNC", STT_FUNC},
        {"object", "STT_OBJECT", STT_OBJECT},
        {"notype", "STT_NOTYPE", STT_NOTYPE},
        {"tls_object", "STT_TLS", STT_TLS},
        {"common", "STT_COMMON", STT_OBJECT},
        {"gnu_unique_object", "", STT_OBJECT},
        /* The number of STT_AMDGPU_HSA_KERNEL, too: kernels of code object version 2. */
        {"gnu_indirect_function", "STT_GNU_IFUNC", STT_GNU_IFUNC},
    };
    ident n, type;
    asm_symbol *s;
    (void)kind;
    if (!lex_expect_name(a, &n, "the name of a symbol"))
        return;
    lex_take(a, ',');
    if (!lex_take(a, '@'))
        lex_take(a, '%');
    if (!lex_expect_name(a, &type, "a type: @function, @object, @notype") || !lex_expect_end(a))
        return;
    s = symbol_named(a, n.text, n.size);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lex_name_is(&type, types[i].name) || lex_name_is(&type, types[i].number)) {
            s->type = types[i].type;
            s->needed = true;
            return;
        }
    diagnose_at(a, type.at, type.length,
                "unknown symbol type; expected @function, @object, @notype or @tls_object");
}

/* .size NAME, EXPRESSION */
void dir_size(assembler *a, int kind) {
    ident n;
    term v;
    asm_symbol *s;
    (void)kind;
    if (!lex_expect_name(a, &n, "the name of a symbol") || !lex_expect_comma(a) || !expr_read(a, &v) ||
        !lex_expect_end(a))
        return;
    s = symbol_named(a, n.text, n.size);
    s->length = expr_of(a, &v);
    s->length_at = source_location(a, v.at, v.length);
    source_keep(s->length_at.in);
}

/* .comm NAME, SIZE[, ALIGNMENT]; .lcomm takes its space at once. As in LLVM for this target the
 * alignment of .comm is a power of two. */
void dir_common(assembler *a, int local) {
    ident n;
    int64_t size, align = 0;
    asm_symbol *s;
    if (!lex_expect_name(a, &n, "the name of a symbol") || !lex_expect_comma(a) ||
        !expr_read_absolute(a, &size) || (lex_take(a, ',') && !expr_read_absolute(a, &align)) ||
        !lex_expect_end(a))
        return;
    s = symbol_named(a, n.text, n.size);
    if (s->state != SYMBOL_UNDEFINED && !(s->state == SYMBOL_COMMON && s->value == (int64_t)1 << align)) {
        diagnose_at(a, n.at, n.length, "'%.*s' is already defined", (int)n.size, n.text);
        return;
    }
    if (size < 0 || align < 0 || align > 31) {
        diagnose_at(a, n.at, n.length,
                    size < 0 ? "the size must not be negative" : "expected a power of two from 0 to 31");
        return;
    }
    s->type = STT_OBJECT;
    s->length = expr_of(a, &(term){.k = size});
    s->value = (int64_t)1 << align;
    if (!local && !(s->bound && s->binding == STB_LOCAL)) {
        s->state = SYMBOL_COMMON;
        if (!s->bound)
            s->binding = STB_GLOBAL;
        return;
    }
    int current = a->current, previous = a->previous;
    section_switch(a, section_named(a, ".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE));
    section_align(a, (uint64_t)1 << align, 0, 1, 0);
    symbol_define_label(a, &n);
    section_fill(a, 0, (uint64_t)size);
    section_switch(a, current);
    a->previous = previous;
}

/* .ident "text" goes to .comment, as in LLVM: a 0 first, then each text with its 0. */
void dir_ident(assembler *a, int kind) {
    bytes text = {0};
    int current = a->current, previous = a->previous, comment;
    (void)kind;
    if (lex_read_string(a, &text) && lex_expect_end(a)) {
        comment = section_named(a, ".comment", SHT_PROGBITS, SHF_MERGE | SHF_STRINGS);
        if (comment >= 0) {
            section_switch(a, comment);
            a->out->entry_size = 1;
            if (a->out->content.size == 0)
                section_emit_number(a, 0, 1);
            bytes_append(&text, "", 1);
            section_emit_bytes(a, text.data, text.size);
            section_switch(a, current);
            a->previous = previous;
        }
    }
    bytes_free(&text);
}

/* Debug information and hints: they leave the sections that this assembler makes as they are. */
void dir_ignored(assembler *a, int kind) {
    (void)kind;
    a->now.p = a->now.end;
}

void dir_message(assembler *a, int kind) {
    static const char *const texts[] = {".error directive invoked in source file",
                                        ".warning directive invoked in source file", "", ".err encountered"};
    const char *at = a->now.text;
    bytes text = {0};
    if (kind == MESSAGE_ERR || (lex_at_end(a) && kind != MESSAGE_PRINT))
        bytes_text(&text, texts[kind]);
    else if (!lex_read_string(a, &text)) {
        bytes_free(&text);
        return;
    }
    bytes_append(&text, "", 1);
    if (memory_is_whole(a, &text) && lex_expect_end(a)) {
        gisa_severity severity = kind == MESSAGE_WARNING ? GISA_SEVERITY_WARNING
                                 : kind == MESSAGE_PRINT ? GISA_SEVERITY_NOTE
                                                         : GISA_SEVERITY_ERROR;
        const char *message = *text.data ? (const char *)text.data : texts[kind];
        if (*message)
            diagnose_report(a, severity, source_location(a, at, (size_t)(a->now.end - at)), "%s", message);
    }
    bytes_free(&text);
}

/* .end: what follows is not read. */
void dir_end(assembler *a, int kind) {
    (void)kind;
    a->ended = true;
}

/* .reloc PLACE, R_AMDGPU_NAME[, EXPRESSION] */
void dir_reloc(assembler *a, int kind) {
    static const struct {
        const char *name;
        uint8_t type, width;
    } types[] = {
        {"R_AMDGPU_NONE", R_AMDGPU_NONE, 0},
        {"R_AMDGPU_ABS32_LO", R_AMDGPU_ABS32_LO, 32},
        {"R_AMDGPU_ABS32_HI", R_AMDGPU_ABS32_HI, 32},
        {"R_AMDGPU_ABS64", R_AMDGPU_ABS64, 64},
        {"R_AMDGPU_REL32", R_AMDGPU_REL32, 32},
        {"R_AMDGPU_REL64", R_AMDGPU_REL64, 64},
        {"R_AMDGPU_ABS32", R_AMDGPU_ABS32, 32},
        {"R_AMDGPU_GOTPCREL", R_AMDGPU_GOTPCREL, 32},
        {"R_AMDGPU_GOTPCREL32_LO", R_AMDGPU_GOTPCREL32_LO, 32},
        {"R_AMDGPU_GOTPCREL32_HI", R_AMDGPU_GOTPCREL32_HI, 32},
        {"R_AMDGPU_REL32_LO", R_AMDGPU_REL32_LO, 32},
        {"R_AMDGPU_REL32_HI", R_AMDGPU_REL32_HI, 32},
        {"R_AMDGPU_REL16", R_AMDGPU_REL16, 16},
    };
    term place, v = {0};
    target t = {0};
    ident n;
    const char *why;
    size_t i;
    (void)kind;
    if (!expr_read(a, &place) || !lex_expect_comma(a) || !lex_expect_name(a, &n, "the name of a relocation"))
        return;
    v.at = n.at;
    v.length = n.length;
    if ((lex_take(a, ',') && !expr_read(a, &v)) || !lex_expect_end(a))
        return;
    for (i = 0; i < sizeof types / sizeof *types && !lex_name_is(&n, types[i].name); i++)
        ;
    if (i == sizeof types / sizeof *types) {
        near_search near;
        char text[120];
        diagnose_near_begin(&near, n.text, n.size);
        for (i = 0; i < sizeof types / sizeof *types; i++)
            diagnose_near_try(&near, types[i].name, strlen(types[i].name));
        diagnose_at(a, n.at, n.length, "unknown relocation '%.*s'%s", (int)n.size, n.text,
                    diagnose_near_text(&near, text));
        return;
    }
    t.k = place.k;
    if (place.e && (!eval_expr(a, place.e, &t, &why) || t.minus.there ||
                    (t.plus.there && t.plus.section != a->current))) {
        diagnose_at(a, place.at, place.length, "expected a place in this section that is known already");
        return;
    }
    fixup_add(a, &(fixup){.kind = FIXUP_RELOCATION,
                          .e = expr_of(a, &v),
                          .at = source_location(a, v.at, v.length),
                          .section = a->current,
                          .offset = (uint64_t)(t.k + t.plus.offset),
                          .type = types[i].type,
                          .width = types[i].width});
}
