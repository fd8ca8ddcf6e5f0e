/* SPDX-License-Identifier: MIT */
/* Section directives, symbol directives and labels, and sections of data. */
#include "elf_types.h"
#include "listing.h"

#include <string.h>

/* ---- Symbols ---- */

static const char *type_name(uint8_t type) {
    switch (type) {
    case STT_FUNC: return "function";
    case STT_OBJECT: return "object";
    case STT_TLS: return "tls_object";
    case STT_COMMON: return "common";
    case OBJECT_STT_KERNEL: return "gnu_indirect_function"; /* the name ELF has for this number */
    default: return NULL;
    }
}

static void put_directive(output *out, const char *directive, const char *name) {
    output_line(out);
    output_text(out, directive);
    output_text(out, name);
    output_char(out, '\n');
}

void section_put_attributes(listing *l, int index) {
    output *out = &l->d->out;
    const symbol *s = &l->o->symbols[index];
    const char *name = l->names[index];
    /* A name that is used is global where nothing defines it; in a loadable file the use may be
       gone. */
    if (s->binding == STB_GLOBAL && (l->loadable || s->section != OBJECT_UNDEFINED))
        put_directive(out, "\t.globl ", name);
    if (s->binding == STB_WEAK)
        put_directive(out, "\t.weak ", name);
    if (s->visibility == STV_PROTECTED && !kernels_block_protects(l, index))
        put_directive(out, "\t.protected ", name);
    if (s->visibility == STV_HIDDEN)
        put_directive(out, "\t.hidden ", name);
    if (s->visibility == STV_INTERNAL)
        put_directive(out, "\t.internal ", name);
    if (type_name(s->type)) {
        output_text(out, "\t.type ");
        output_text(out, name);
        output_text(out, ",@");
        output_text(out, type_name(s->type));
        output_char(out, '\n');
    }
}

static void put_size(listing *l, int index, bool to_here) {
    output *out = &l->d->out;
    output_line(out);
    output_text(out, "\t.size ");
    output_text(out, l->names[index]);
    output_text(out, ", ");
    if (to_here) {
        output_text(out, ".-");
        output_text(out, l->names[index]);
    } else
        output_number(out, l->o->symbols[index].size);
    output_char(out, '\n');
}

enum { KERNEL_ALIGN_POWER = 8 };

static void put_label(listing *l, int index) {
    const symbol *s = &l->o->symbols[index];
    output_char(&l->d->out, '\n');
    /* Code grows when it is changed; a kernel must keep its alignment. */
    if (l->descriptor_of[index] >= 0)
        align_keep(l, s->section, s->value, KERNEL_ALIGN_POWER);
    section_put_attributes(l, index);
    /* A size that reaches beyond the section has no mark of its own. */
    if (s->size && s->size > l->o->sections[s->section].size - s->value)
        put_size(l, index, false);
    output_text(&l->d->out, l->names[index]);
    output_text(&l->d->out, ":\n");
}

void section_put_marks(listing *l, int index, uint64_t offset, size_t *next) {
    const listed *x = &l->sections[index];
    for (; *next < x->mark_count && x->marks[*next].offset <= offset; ++*next) {
        const mark *m = &x->marks[*next];
        bool inside = m->ends ? l->o->symbols[m->symbol].value >= l->part_begin : m->offset < l->part_end;
        if (l->is_block[m->symbol] || !inside)
            continue;
        if (m->ends)
            put_size(l, m->symbol, m->offset == offset);
        else
            put_label(l, m->symbol);
    }
    if (x->targets && offset <= l->o->sections[index].content.size && offset < l->part_end &&
        listing_bit(l, x->targets, offset)) {
        refer_put_local(l, index, offset);
        output_text(&l->d->out, ":\n");
    }
}

/* ---- Section directives ---- */

static bool is_usual(const section *s, const char *name, uint64_t flags, uint32_t type) {
    return !strcmp(s->name, name) && s->flags == flags && s->type == type;
}

static void put_flags(output *out, const section *s) {
    static const struct {
        uint64_t flag;
        char letter;
    } letters[] = {
        {SHF_ALLOC, 'a'}, {SHF_EXECINSTR, 'x'}, {SHF_WRITE, 'w'}, {SHF_EXCLUDE, 'e'}, {SHF_TLS, 'T'}};
    for (unsigned i = 0; i < sizeof letters / sizeof *letters; i++)
        if (s->flags & letters[i].flag)
            output_char(out, letters[i].letter);
    if (s->flags & SHF_MERGE && s->entry_size)
        output_text(out, s->flags & SHF_STRINGS ? "MS" : "M");
}

static void put_type(output *out, uint32_t type) {
    switch (type) {
    case SHT_PROGBITS: output_text(out, "@progbits"); break;
    case SHT_NOBITS: output_text(out, "@nobits"); break;
    case SHT_NOTE: output_text(out, "@note"); break;
    case SHT_INIT_ARRAY: output_text(out, "@init_array"); break;
    case SHT_FINI_ARRAY: output_text(out, "@fini_array"); break;
    case SHT_PREINIT_ARRAY: output_text(out, "@preinit_array"); break;
    default: output_text(out, "@0x"); output_hex(out, type, 1);
    }
}

static void put_section_name(output *out, const char *name) {
    bool plain = name[0] != 0;
    for (const char *s = name; *s; s++)
        plain = plain && ((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
                          *s == '_' || *s == '.' || *s == '$');
    output_text(out, plain ? "" : "\"");
    for (const char *s = name; *s; s++) {
        if (*s == '"' || *s == '\\' || *s == '\n')
            output_char(out, '\\');
        output_char(out, *s == '\n' ? 'n' : *s);
    }
    output_text(out, plain ? "" : "\"");
}

void section_put_head(listing *l, int index) {
    output *out = &l->d->out;
    const section *s = &l->o->sections[index];
    output_line(out);
    if (is_usual(s, ".text", SHF_ALLOC | SHF_EXECINSTR, SHT_PROGBITS))
        output_text(out, "\n\t.text\n");
    else if (is_usual(s, ".data", SHF_ALLOC | SHF_WRITE, SHT_PROGBITS))
        output_text(out, "\n\t.data\n");
    else if (is_usual(s, ".bss", SHF_ALLOC | SHF_WRITE, SHT_NOBITS))
        output_text(out, "\n\t.bss\n");
    else {
        output_text(out, "\n\t.section ");
        put_section_name(out, s->name);
        output_text(out, ",\"");
        put_flags(out, s);
        output_text(out, "\",");
        put_type(out, s->type);
        if (s->flags & SHF_MERGE && s->entry_size) {
            output_char(out, ',');
            output_number(out, s->entry_size);
        }
        output_char(out, '\n');
    }
    if (!l->partial)
        align_begin(l, index);
    else /* a part need not begin where the section does */
        l->aligned_power = 0;
    if (l->sections[index].wants_base) {
        refer_put_base(l, index);
        output_text(out, ":\n");
    }
}

/* ---- Sections of data ---- */

enum { BLOCK_BYTES = 64, BLOCK_ALIGN_POWER = 6 };

/* The symbol of a kernel descriptor at an offset, or -1; *text is its block, empty where none can
 * say what its bytes say. */
static int find_descriptor(listing *l, const listed *x, uint64_t offset, bytes *text) {
    int found = -1;
    for (size_t i = listing_mark_at(x, offset); i < x->mark_count && x->marks[i].offset == offset; i++) {
        int index = x->marks[i].symbol;
        if (x->marks[i].ends || l->kernel_of[index] < 0)
            continue;
        found = index;
        if (kernels_block(l, index, text))
            break;
    }
    return found;
}

static void put_block(listing *l, int index, uint64_t offset, const bytes *text) {
    output *out = &l->d->out;
    output_line(out);
    output_text(out, "\n");
    align_keep(l, index, offset, BLOCK_ALIGN_POWER);
    output_bytes(out, text->data, text->size);
}

static void put_data(listing *l, int index, const part *p) {
    const listed *x = &l->sections[index];
    size_t next = listing_mark_at(x, p->begin);
    for (uint64_t at = p->begin; at < p->end && l->d->out.status == GISA_OK;) {
        size_t ahead = listing_mark_at(x, at + 1);
        uint64_t limit = ahead < x->mark_count ? x->marks[ahead].offset : p->end;
        limit = limit < p->end ? limit : p->end;
        bytes text = {0};
        int descriptor = find_descriptor(l, x, at, &text);
        bool whole = true;
        if (text.failed)
            l->d->out.status = GISA_STATUS_NO_MEMORY;
        section_put_marks(l, index, at, &next);
        if (text.size)
            put_block(l, index, at, &text);
        else if (descriptor < 0 || !kernels_put_data(l, descriptor)) {
            whole = false;
            if (!align_put(l, index, at, limit))
                data_put(l, index, at, limit);
        }
        at = whole ? at + BLOCK_BYTES : limit;
        bytes_free(&text);
    }
    section_put_marks(l, index, p->end, &next);
}

void section_put_data(listing *l, int index) {
    part p;
    for (size_t i = 0; parts_next(l, index, &i, &p);) {
        parts_put_place(l, &p);
        put_data(l, index, &p);
    }
}
