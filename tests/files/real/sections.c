/* SPDX-License-Identifier: MIT */
/*
 * Compares two ELF files the way the round trip promises, with an ELF reader of its own.
 *
 *   sections same A B       names, types, flags, sizes, alignments and bytes of all PROGBITS, NOTE and NOBITS
 *                           sections; symbols; relocations; header flags. Each difference is a
 *                           line; exit status 1 when there is one.
 *   sections linked A B     the same, but for .comment: to it linkers add their own name
 *   sections dump A NAME    the bytes of a section on standard output
 *   sections list A         name, type, size, alignment
 *
 * What the order of sections and symbols is, where the file keeps them, and how a local place is
 * named (section + distance, or a local symbol) is the writer's choice and is not compared.
 */
#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct file {
    const char *name;
    uint8_t *bytes;
    size_t size;
    const Elf64_Ehdr *head;
    const Elf64_Shdr *sections;
    const char *names;
} file;

static void fail(const char *name, const char *what) {
    fprintf(stderr, "%s: %s\n", name, what);
    exit(2);
}

/* The test reads files that compilers and gisa wrote; one check of bounds per access is enough. */
static const void *at(const file *f, uint64_t offset, uint64_t size) {
    if (offset > f->size || size > f->size - offset)
        fail(f->name, "points outside the file");
    return f->bytes + offset;
}

static file load(const char *name) {
    file f = {.name = name};
    FILE *in = fopen(name, "rb");
    if (!in)
        fail(name, "cannot be read");
    size_t room = 1 << 16;
    f.bytes = malloc(room);
    for (size_t n; f.bytes && (n = fread(f.bytes + f.size, 1, room - f.size, in)) > 0;) {
        f.size += n;
        if (f.size == room)
            f.bytes = realloc(f.bytes, room *= 2);
    }
    fclose(in);
    if (!f.bytes)
        fail(name, "out of memory");
    f.head = at(&f, 0, sizeof *f.head);
    if (memcmp(f.head->e_ident, ELFMAG, SELFMAG) || f.head->e_ident[EI_CLASS] != ELFCLASS64)
        fail(name, "is not a 64-bit ELF file");
    f.sections = at(&f, f.head->e_shoff, (uint64_t)f.head->e_shnum * sizeof *f.sections);
    if (f.head->e_shstrndx >= f.head->e_shnum)
        fail(name, "has no section names");
    const Elf64_Shdr *names = &f.sections[f.head->e_shstrndx];
    f.names = at(&f, names->sh_offset, names->sh_size);
    return f;
}

static const char *section_name(const file *f, const Elf64_Shdr *s) {
    return f->names + s->sh_name;
}

static const void *content(const file *f, const Elf64_Shdr *s) {
    return s->sh_type == SHT_NOBITS ? NULL : at(f, s->sh_offset, s->sh_size);
}

static const Elf64_Shdr *find(const file *f, const char *name) {
    for (unsigned i = 1; i < f->head->e_shnum; i++)
        if (!strcmp(section_name(f, &f->sections[i]), name))
            return &f->sections[i];
    return NULL;
}

/* ---- Sections ---- */

static int differences;
static bool skip_comment;

static void differ(const char *what, const char *name) {
    printf("%s: %s\n", name, what);
    differences++;
}

static bool is_compared(const file *f, const Elf64_Shdr *s) {
    if (skip_comment && !strcmp(section_name(f, s), ".comment"))
        return false;
    return s->sh_type == SHT_PROGBITS || s->sh_type == SHT_NOTE || s->sh_type == SHT_NOBITS;
}

/* lld leaves "mergeable" and "strings" on what it merged, with elements of no size: there they mean
   nothing. */
static uint64_t meaningful_flags(const Elf64_Shdr *s) {
    uint64_t strings = SHF_MERGE | SHF_STRINGS;
    return s->sh_entsize ? s->sh_flags : s->sh_flags & ~strings;
}

static void compare_section(const file *a, const Elf64_Shdr *s, const file *b, const Elf64_Shdr *t) {
    const char *name = section_name(a, s);
    if (s->sh_type != t->sh_type)
        differ("other type", name);
    if (meaningful_flags(s) != meaningful_flags(t))
        differ("other flags", name);
    if (s->sh_addralign != t->sh_addralign) {
        printf("%s: alignment %llu and %llu\n", name, (unsigned long long)s->sh_addralign,
               (unsigned long long)t->sh_addralign);
        differences++;
    }
    if (s->sh_entsize != t->sh_entsize)
        differ("other size of elements", name);
    if (s->sh_size != t->sh_size) {
        printf("%s: %llu and %llu bytes\n", name, (unsigned long long)s->sh_size,
               (unsigned long long)t->sh_size);
        differences++;
    }
    const uint8_t *x = content(a, s), *y = content(b, t);
    if (!x || !y)
        return;
    for (uint64_t i = 0; i < s->sh_size && i < t->sh_size; i++)
        if (x[i] != y[i]) {
            printf("%s: byte 0x%llx is %02x and %02x\n", name, (unsigned long long)i, x[i], y[i]);
            differences++;
            return;
        }
}

/* What lld 18 and later add after what is read-only after loading: nothing but a size. */
static bool is_padding(const file *f, const Elf64_Shdr *s) {
    return !strcmp(section_name(f, s), ".relro_padding");
}

/* Several sections may have one name; the n-th of a name corresponds to the n-th. */
static const Elf64_Shdr *counterpart(const file *a, const Elf64_Shdr *s, const file *b) {
    unsigned nth = 0;
    for (const Elf64_Shdr *x = a->sections; x < s; x++)
        nth += is_compared(a, x) && !strcmp(section_name(a, x), section_name(a, s));
    for (unsigned i = 1; i < b->head->e_shnum; i++)
        if (is_compared(b, &b->sections[i]) &&
            !strcmp(section_name(b, &b->sections[i]), section_name(a, s)) && nth-- == 0)
            return &b->sections[i];
    return NULL;
}

static void compare_sections(const file *a, const file *b) {
    for (unsigned i = 1; i < a->head->e_shnum; i++) {
        const Elf64_Shdr *s = &a->sections[i], *t;
        if (!is_compared(a, s))
            continue;
        if ((t = counterpart(a, s, b)) != NULL)
            compare_section(a, s, b, t);
        else if (s->sh_size && !is_padding(a, s))
            differ("missing in the second file", section_name(a, s));
    }
    for (unsigned i = 1; i < b->head->e_shnum; i++) {
        const Elf64_Shdr *s = &b->sections[i];
        if (is_compared(b, s) && s->sh_size && !is_padding(b, s) && !counterpart(b, s, a))
            differ("only in the second file", section_name(b, s));
    }
}

/* ---- Symbols and relocations, as lines of text that are sorted ---- */

typedef struct lines {
    char **line;
    size_t count, room;
} lines;

static void add(lines *l, const char *text) {
    if (l->count == l->room) {
        l->room = l->room ? l->room * 2 : 64;
        l->line = realloc(l->line, l->room * sizeof *l->line);
    }
    char *copy = l->line ? malloc(strlen(text) + 1) : NULL;
    if (!copy)
        fail("sections", "out of memory");
    l->line[l->count++] = strcpy(copy, text);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void compare_lines(lines *a, lines *b, const char *what) {
    qsort(a->line, a->count, sizeof *a->line, by_text);
    qsort(b->line, b->count, sizeof *b->line, by_text);
    size_t i = 0, k = 0;
    for (int shown = 0; (i < a->count || k < b->count) && shown < 5;) {
        int order = i == a->count ? 1 : k == b->count ? -1 : strcmp(a->line[i], b->line[k]);
        if (order) {
            printf("%s only in the %s file: %s\n", what, order < 0 ? "first" : "second",
                   order < 0 ? a->line[i] : b->line[k]);
            differences++;
            shown++;
        }
        i += order <= 0;
        k += order >= 0;
    }
}

static const char *place_name(const file *f, unsigned index, char room[32]) {
    if (index == SHN_UNDEF)
        return "undefined";
    if (index < f->head->e_shnum)
        return section_name(f, &f->sections[index]);
    snprintf(room, 32, "special %x", index);
    return room;
}

/* Local symbols without a type are labels that the assembler may drop; sections and the file's name
   likewise. */
static bool is_incidental(const Elf64_Sym *s) {
    unsigned type = ELF64_ST_TYPE(s->st_info);
    return type == STT_SECTION || type == STT_FILE ||
           (ELF64_ST_BIND(s->st_info) == STB_LOCAL && type == STT_NOTYPE);
}

static void list_symbols(const file *f, uint32_t table_type, lines *out) {
    for (unsigned i = 1; i < f->head->e_shnum; i++) {
        const Elf64_Shdr *table = &f->sections[i];
        if (table->sh_type != table_type || table->sh_link >= f->head->e_shnum)
            continue;
        const Elf64_Sym *s = content(f, table);
        const char *names = content(f, &f->sections[table->sh_link]);
        for (size_t k = 1; k < table->sh_size / sizeof *s; k++) {
            if (is_incidental(&s[k]))
                continue;
            char text[600], room[32];
            snprintf(text, sizeof text, "%.400s in %.60s at %llx size %llu type %u binding %u visibility %u",
                     names + s[k].st_name, place_name(f, s[k].st_shndx, room),
                     (unsigned long long)s[k].st_value, (unsigned long long)s[k].st_size,
                     ELF64_ST_TYPE(s[k].st_info), ELF64_ST_BIND(s[k].st_info), s[k].st_other & 3u);
            add(out, text);
        }
    }
}

/* No other definition can take the place of this one, so its name and its place mean the same. */
static bool is_fixed(const Elf64_Sym *s) {
    unsigned binding = ELF64_ST_BIND(s->st_info), visibility = s->st_other & 3u;
    return binding == STB_LOCAL ||
           (binding == STB_GLOBAL && visibility != STV_DEFAULT && s->st_shndx != SHN_UNDEF);
}

static void list_relocations(const file *f, lines *out) {
    bool relocatable = f->head->e_type == ET_REL;
    for (unsigned i = 1; i < f->head->e_shnum; i++) {
        const Elf64_Shdr *s = &f->sections[i];
        if ((s->sh_type != SHT_RELA && s->sh_type != SHT_REL) || s->sh_link >= f->head->e_shnum ||
            s->sh_info >= f->head->e_shnum)
            continue;
        const Elf64_Shdr *table = &f->sections[s->sh_link];
        if (relocatable && !is_compared(f, &f->sections[s->sh_info]))
            continue; /* of .eh_frame and the like there is none; .llvm_addrsig is not compared */
        const Elf64_Sym *symbols = content(f, table);
        const char *names = content(f, &f->sections[table->sh_link]);
        const uint8_t *entries = content(f, s);
        size_t size = s->sh_type == SHT_REL ? sizeof(Elf64_Rel) : sizeof(Elf64_Rela);
        for (size_t k = 0; k < s->sh_size / size; k++) {
            Elf64_Rela r = {0}; /* without an addend it lies in the section's bytes, which are compared */
            memcpy(&r, entries + k * size, size);
            size_t index = ELF64_R_SYM(r.r_info);
            if (index >= table->sh_size / sizeof *symbols)
                fail(f->name, "a relocation has no symbol");
            const Elf64_Sym *to = &symbols[index];
            bool local = is_fixed(to);
            char text[600], room[32];
            snprintf(text, sizeof text, "%.60s+%llx type %u to %.400s+%llx",
                     relocatable ? section_name(f, &f->sections[s->sh_info]) : "",
                     (unsigned long long)r.r_offset, (unsigned)ELF64_R_TYPE(r.r_info),
                     local ? place_name(f, to->st_shndx, room) : names + to->st_name,
                     (unsigned long long)r.r_addend + (local ? to->st_value : 0));
            add(out, text);
        }
    }
}

static void compare_heads(const file *a, const file *b) {
    if (a->head->e_type != b->head->e_type)
        differ("other type of file", "header");
    if (a->head->e_machine != b->head->e_machine)
        differ("other machine", "header");
    if (a->head->e_flags != b->head->e_flags)
        differ("other flags", "header");
    if (memcmp(a->head->e_ident, b->head->e_ident, EI_PAD))
        differ("other ABI or version", "header");
}

int main(int count, char **arguments) {
    skip_comment = count > 1 && !strcmp(arguments[1], "linked");
    if (count == 4 && (skip_comment || !strcmp(arguments[1], "same"))) {
        file a = load(arguments[2]), b = load(arguments[3]);
        bool relocatable = a.head->e_type == ET_REL;
        compare_heads(&a, &b);
        compare_sections(&a, &b);
        lines x = {0}, y = {0}, p = {0}, q = {0};
        list_symbols(&a, relocatable ? SHT_SYMTAB : SHT_DYNSYM, &x);
        list_symbols(&b, relocatable ? SHT_SYMTAB : SHT_DYNSYM, &y);
        compare_lines(&x, &y, "symbol");
        list_relocations(&a, &p);
        list_relocations(&b, &q);
        compare_lines(&p, &q, "relocation");
        return differences != 0;
    }
    if (count == 4 && !strcmp(arguments[1], "dump")) {
        file f = load(arguments[2]);
        const Elf64_Shdr *s = find(&f, arguments[3]);
        if (!s)
            fail(arguments[2], "has no such section");
        const void *bytes = content(&f, s);
        return bytes && fwrite(bytes, 1, s->sh_size, stdout) != s->sh_size;
    }
    if (count == 3 && !strcmp(arguments[1], "list")) {
        file f = load(arguments[2]);
        for (unsigned i = 1; i < f.head->e_shnum; i++)
            printf("%s %u %llu %llu\n", section_name(&f, &f.sections[i]), f.sections[i].sh_type,
                   (unsigned long long)f.sections[i].sh_size, (unsigned long long)f.sections[i].sh_addralign);
        return 0;
    }
    fputs("usage: sections same A B | linked A B | dump A SECTION | list A\n", stderr);
    return 2;
}
