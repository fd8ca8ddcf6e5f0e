/* SPDX-License-Identifier: MIT */
/* All forms of a family, sorted for the manual: by name, and the names by class, format and
   name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "manual.h"

/* ---- formats ----------------------------------------------------------------------------- */

static format_use *find_format(const model *m, const char *name) {
    for (size_t i = 0; i < m->format_count; i++)
        if (strcmp(m->formats[i].name, name) == 0)
            return &m->formats[i];
    return NULL;
}

const format_use *model_format(const model *m, const char *name) {
    return find_format(m, name);
}

/* A format that older architectures do not have comes after the one that it follows on this
   one. */
static format_use *insert_format(model *m, const gisa_format_info *info, size_t behind) {
    m->formats = grow(m->formats, (m->format_count + 1) * sizeof *m->formats);
    memmove(m->formats + behind + 1, m->formats + behind, (m->format_count - behind) * sizeof *m->formats);
    m->format_count++;
    m->formats[behind] = (format_use){.name = info->name, .class_ = info->class_};
    return &m->formats[behind];
}

static void collect_formats(model *m, unsigned arch) {
    const gisa_isa *isa = gisa_at(arch);
    gisa_format_info info;
    size_t behind = 0;
    for (uint32_t i = 0; gisa_format(isa, i, &info) == GISA_OK; i++) {
        format_use *f = find_format(m, info.name);
        if (!f)
            f = insert_format(m, &info, behind);
        f->archs |= UINT32_C(1) << arch;
        f->index[arch] = i;
        behind = (size_t)(f - m->formats) + 1;
    }
}

/* ---- forms and names --------------------------------------------------------------------- */

/* The library works an answer out each time that it is asked, and the manual asks often. */
static void keep_details(variant *v) {
    gisa_operand_info operands[GISA_MAX_OPERANDS];
    gisa_piece pieces[64];
    void *kept;
    while (v->operand_count < GISA_MAX_OPERANDS &&
           gisa_form_operand(v->isa, v->form, v->operand_count, &operands[v->operand_count]) == GISA_OK)
        v->operand_count++;
    while (v->piece_count < 64 &&
           gisa_form_piece(v->isa, v->form, v->piece_count, &pieces[v->piece_count]) == GISA_OK)
        v->piece_count++;
    kept = grow(NULL, (v->operand_count + 1) * sizeof *operands);
    v->operands = memcpy(kept, operands, v->operand_count * sizeof *operands);
    kept = grow(NULL, (v->piece_count + 1) * sizeof *pieces);
    v->pieces = memcpy(kept, pieces, v->piece_count * sizeof *pieces);
}

bool operand_at(const variant *v, unsigned i, gisa_operand_info *o) {
    if (i < v->operand_count)
        *o = v->operands[i];
    return i < v->operand_count;
}

bool piece_at(const variant *v, unsigned i, gisa_piece *piece) {
    if (i < v->piece_count)
        *piece = v->pieces[i];
    return i < v->piece_count;
}

static void collect_forms(model *m, unsigned arch) {
    const gisa_isa *isa = gisa_at(arch);
    uint32_t count = gisa_form_count(isa);
    m->variants = grow(m->variants, (m->variant_count + count) * sizeof *m->variants);
    for (uint32_t i = 0; i < count; i++) {
        variant *v = &m->variants[m->variant_count++];
        *v = (variant){.isa = isa, .arch = arch, .form = i};
        gisa_form(isa, i, &v->info);
        keep_details(v);
    }
}

static const model *sorting; /* whose formats by_name and by_place compare */

static int by_format(const char *a, const char *b) {
    const format_use *f = find_format(sorting, a), *g = find_format(sorting, b);
    return (f > g) - (f < g);
}

static int by_name(const void *a, const void *b) {
    const variant *v = a, *w = b;
    int order = strcmp(v->info.name, w->info.name);
    if (!order)
        order = (v->info.row > w->info.row) - (v->info.row < w->info.row);
    if (!order)
        order = by_format(v->info.format, w->info.format);
    return order ? order : (int)v->arch - (int)w->arch;
}

static int by_place(const void *a, const void *b) {
    const entry *e = a, *f = b;
    int order = (int)e->class_ - (int)f->class_;
    if (!order)
        order = by_format(e->format, f->format);
    return order ? order : strcmp(e->name, f->name);
}

static void make_entries(model *m) {
    m->entries = grow(NULL, m->variant_count * sizeof *m->entries);
    for (size_t i = 0; i < m->variant_count; i++) {
        const variant *v = &m->variants[i];
        entry *e = m->entry_count ? &m->entries[m->entry_count - 1] : NULL;
        if (!e || strcmp(e->name, v->info.name) != 0) {
            e = &m->entries[m->entry_count++];
            *e =
                (entry){.forms = v, .name = v->info.name, .format = v->info.format, .class_ = v->info.class_};
        }
        e->count++;
        e->archs |= UINT32_C(1) << v->arch;
    }
}

void model_make(model *m, unsigned first_arch) {
    const gisa_isa *isa = gisa_at(first_arch);
    *m = (model){.family = gisa_family(isa), .first_arch = first_arch};
    for (; (isa = gisa_at(first_arch + m->arch_count)); m->arch_count++) {
        if (strcmp(gisa_family(isa), m->family) != 0)
            break;
        if (first_arch + m->arch_count >= MAX_ARCHS) {
            fputs("manual: too many architectures\n", stderr);
            exit(1);
        }
        collect_formats(m, first_arch + m->arch_count);
        collect_forms(m, first_arch + m->arch_count);
    }
    sorting = m;
    qsort(m->variants, m->variant_count, sizeof *m->variants, by_name);
    make_entries(m);
    qsort(m->entries, m->entry_count, sizeof *m->entries, by_place);
}

void model_free(model *m) {
    for (size_t i = 0; i < m->variant_count; i++) {
        free(m->variants[i].operands);
        free(m->variants[i].pieces);
    }
    free(m->variants);
    free(m->entries);
    free(m->formats);
    *m = (model){0};
}

const entry *model_entry(const model *m, const char *name) {
    for (size_t i = 0; i < m->entry_count; i++)
        if (strcmp(m->entries[i].name, name) == 0)
            return &m->entries[i];
    return NULL;
}

/* ---- sets of architectures --------------------------------------------------------------- */

static uint32_t all_archs(const model *m) {
    return ((UINT32_C(1) << m->arch_count) - 1) << m->first_arch;
}

bool is_everywhere(const model *m, uint32_t archs) {
    return archs == all_archs(m);
}

const gisa_isa *model_newest(const model *m, uint32_t archs) {
    unsigned a = m->first_arch + m->arch_count - 1;
    while (a > m->first_arch && !(archs >> a & 1))
        a--;
    return gisa_at(a);
}

void say_archs(text *t, const model *m, uint32_t archs) {
    const char *between = "";
    if (archs == all_archs(m)) {
        raw(t, "all architectures");
        return;
    }
    for (unsigned i = m->first_arch; i < m->first_arch + m->arch_count; i++) {
        unsigned last = i;
        if (!(archs >> i & 1))
            continue;
        while (archs >> (last + 1) & 1)
            last++;
        say(t, "%s%s", between, gisa_name(gisa_at(i)));
        if (last > i + 1) {
            say(t, " to %s", gisa_name(gisa_at(last)));
            i = last;
        }
        between = ", ";
    }
}

/* ---- varieties --------------------------------------------------------------------------- */

static void too_many(const variant *of) {
    fprintf(stderr, "manual: %s differs too much between forms\n", of->info.name);
    exit(1);
}

static void add_place(variety *v, const variant *of) {
    unsigned i = 0;
    while (i < v->places && strcmp(v->at[i].format, of->info.format) != 0)
        i++;
    if (i == MAX_PLACES)
        too_many(of);
    if (i == v->places)
        v->at[v->places++] = (place){of->info.format, 0};
    v->at[i].archs |= UINT32_C(1) << of->arch;
    v->archs |= UINT32_C(1) << of->arch;
    if (!v->first)
        v->first = of;
    if (!v->newest || of->arch > v->newest->arch)
        v->newest = of;
}

void varieties_note(varieties *v, const variant *of) {
    add_place(&v->all, of);
}

variety *varieties_add(varieties *v, text *what, const variant *of) {
    unsigned i = 0;
    while (i < v->count && strcmp(v->at[i].what.at, what->at) != 0)
        i++;
    if (i == MAX_VARIETIES)
        too_many(of);
    if (i == v->count) {
        v->at[v->count++] = (variety){.what = *what};
        *what = (text){0};
    } else
        text_free(what);
    add_place(&v->at[i], of);
    add_place(&v->all, of);
    return &v->at[i];
}

void varieties_free(varieties *v) {
    for (unsigned i = 0; i < v->count; i++)
        text_free(&v->at[i].what);
    *v = (varieties){0};
}

static uint32_t archs_in(const variety *v, const char *format) {
    for (unsigned i = 0; i < v->places; i++)
        if (strcmp(v->at[i].format, format) == 0)
            return v->at[i].archs;
    return 0;
}

/* Does it hold in all formats that there are on its architectures? */
static bool only_archs_matter(const variety *v, const variety *all) {
    for (unsigned i = 0; i < all->places; i++)
        if (archs_in(v, all->at[i].format) != (all->at[i].archs & v->archs))
            return false;
    return true;
}

void say_where(text *t, const model *m, const varieties *of, const variety *v) {
    if (only_archs_matter(v, &of->all)) {
        if (v->archs != of->all.archs)
            say_archs(t, m, v->archs);
        return;
    }
    for (unsigned i = 0; i < v->places; i++) {
        say(t, "%s%s", i ? ", " : "", v->at[i].format);
        if (v->at[i].archs != archs_in(&of->all, v->at[i].format)) {
            raw(t, " on ");
            say_archs(t, m, v->at[i].archs);
        }
    }
}
