/* SPDX-License-Identifier: MIT */
/* The finished object: its symbol table, and the file in the format that was asked for. */
#include <stdlib.h>

#include "asm.h"

/* ---- symbols ---------------------------------------------------------------------------- */

/* What the symbol stands for when all is known: a place, a number, or (false) nothing that a symbol
 * table can say. */
static bool settle(assembler *a, const asm_symbol *s, target *t) {
    const char *why;
    *t = (target){.plus.section = OBJECT_ABSOLUTE, .k = s->value};
    switch (s->state) {
    case SYMBOL_UNDEFINED: t->plus.section = OBJECT_UNDEFINED; break;
    case SYMBOL_COMMON: t->plus.section = OBJECT_COMMON; break;
    case SYMBOL_LDS: t->plus.section = OBJECT_LDS; break;
    case SYMBOL_LABEL: t->plus.section = s->section; break;
    case SYMBOL_VARIABLE:
        t->k = s->value;
        if (!s->definition)
            break;
        if (!eval_expr(a, s->definition, t, &why) || t->minus.there || (t->plus.there && t->plus.section < 0))
            return false;
        if (!t->plus.there)
            t->plus.section = OBJECT_ABSOLUTE;
        t->k += t->plus.offset;
        break;
    }
    return true;
}

static bool belongs(const asm_symbol *s) {
    if (s->hidden)
        return false;
    if (s->state == SYMBOL_UNDEFINED || s->state == SYMBOL_LDS)
        return s->needed || s->bound;
    return s->needed || s->bound || !s->temporary;
}

static uint64_t length_of(assembler *a, const asm_symbol *s) {
    int64_t size = 0;
    term v = {.e = s->length};
    if (!s->length)
        return 0;
    if (!eval_is_absolute(a, &v, &size)) {
        diagnose_in(a, s->length_at, "the size of '%s' is not a known number", s->name);
        return 0;
    }
    return (uint64_t)size;
}

static void add_symbol(assembler *a, asm_symbol *s) {
    target t;
    if (!belongs(s) || !settle(a, s, &t))
        return;
    s->index = object_add_symbol(&a->object, s->name);
    if (s->index < 0) {
        a->no_memory = a->stop = true;
        return;
    }
    symbol *o = &a->object.symbols[s->index];
    const asm_symbol *base = s->state == SYMBOL_VARIABLE && t.plus.symbol ? t.plus.symbol : s;
    o->section = t.plus.section;
    o->value = (uint64_t)t.k;
    o->type = s->type ? s->type : base->type; /* an alias is of the kind of what it stands for */
    o->size = length_of(a, s->length ? s : base);
    o->visibility = s->visibility;
    o->binding = s->bound ? s->binding : s->state == SYMBOL_UNDEFINED ? STB_GLOBAL : s->binding;
}

static int section_symbol(assembler *a, int *known, int of) {
    if (known[of] >= 0)
        return known[of];
    int index = object_add_symbol(&a->object, "");
    if (index < 0) {
        a->no_memory = a->stop = true;
        return -1;
    }
    a->object.symbols[index].section = of;
    a->object.symbols[index].type = STT_SECTION;
    a->object.symbols[index].binding = STB_LOCAL;
    return known[of] = index;
}

static void add_symbols(assembler *a) {
    object *o = &a->object;
    int *known = malloc((o->section_count + 1) * sizeof *known);
    if (!known) {
        a->no_memory = a->stop = true;
        return;
    }
    for (size_t i = 0; i < o->section_count; i++)
        known[i] = -1;
    for (size_t i = 0; i < o->relocation_count; i++)
        if (!a->links[i].symbol && a->links[i].section >= 0)
            o->relocations[i].symbol = section_symbol(a, known, a->links[i].section);
    for (asm_symbol *s = a->symbols.first; s && !a->stop; s = s->next)
        add_symbol(a, s);
    for (size_t i = 0; i < o->relocation_count; i++)
        if (a->links[i].symbol)
            o->relocations[i].symbol = a->links[i].symbol->index;
    free(known);
}

/* ---- formats ---------------------------------------------------------------------------- */

/* One line per statement that made code or data; a line begins at a whole word. */
static gisa_status write_words(assembler *a, bytes *out) {
    static const char digits[] = "0123456789abcdef";
    enum { WORDS = 8 };
    const section *s = &a->object.sections[0];
    size_t unit = 0;
    unsigned on_line = 0;
    if (s->content.size % 4) {
        diagnose_report(a, GISA_SEVERITY_ERROR, (location){.in = a->main},
                        "the code has %zu bytes; the hex format needs whole words of 4 bytes",
                        s->content.size);
        return GISA_STATUS_FAILED;
    }
    for (size_t at = 0; at < s->content.size; at += 4) {
        bool begins = on_line == WORDS;
        for (; unit < a->unit_count && a->units[unit] <= at; unit++)
            begins = true;
        if (at && begins) {
            bytes_append(out, "\n", 1);
            on_line = 0;
        }
        char word[12] = " 0x";
        for (unsigned i = 0; i < 8; i++)
            word[3 + i] = digits[s->content.data[at + 3 - i / 2] >> (i % 2 ? 0 : 4) & 15];
        bytes_append(out, on_line ? word : word + 1, on_line ? 11 : 10);
        on_line++;
    }
    if (s->content.size)
        bytes_append(out, "\n", 1);
    return GISA_OK;
}

gisa_status output_write(assembler *a, bytes *out) {
    object *o = &a->object;
    object_fault fault = {0};
    gisa_status status = GISA_OK;
    for (size_t i = 0; i < o->section_count; i++)
        if (o->sections[i].type != SHT_NOBITS)
            o->sections[i].size = o->sections[i].content.size;
    switch (a->options->output) {
    case GISA_OUTPUT_RAW: bytes_append(out, o->sections[0].content.data, o->sections[0].content.size); break;
    case GISA_OUTPUT_HEX: status = write_words(a, out); break;
    case GISA_OUTPUT_GXP: status = gxp_output(a, out); break;
    default:
        if (a->isa && !gisa_elf_machine(a->isa)) {
            diagnose_report(
                a, GISA_SEVERITY_ERROR, (location){.in = a->main},
                "there are no ELF files of %s; -f gxp makes a shader file, -f raw and -f hex the code alone",
                gisa_name(a->isa));
            return GISA_STATUS_FAILED;
        }
        add_symbols(a);
        if (a->stop || a->errors)
            return GISA_STATUS_FAILED;
        status = a->options->output == GISA_OUTPUT_CO ? object_write_loadable(o, out, &fault)
                                                      : object_write_relocatable(o, out, &fault);
        if (status != GISA_OK && status != GISA_STATUS_NO_MEMORY)
            diagnose_report(a, GISA_SEVERITY_ERROR, (location){.in = a->main}, "%s", fault.message);
    }
    if (out->failed)
        return GISA_STATUS_NO_MEMORY;
    return status == GISA_OK || status == GISA_STATUS_NO_MEMORY ? status : GISA_STATUS_FAILED;
}
