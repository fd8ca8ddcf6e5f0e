/* SPDX-License-Identifier: MIT */
/* The page of a format: its bits on each architecture, and its instructions by opcode. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "manual.h"

/* ---- pictures ------------------------------------------------------------------------------ */

/* Architectures whose pictures are the same share one. */
static void say_pictures(page *p, const model *m, const format_use *f) {
    uint32_t left = f->archs;
    section_begin(p, "Bits");
    while (left) {
        text picture = {0};
        uint32_t same = 0;
        for (unsigned a = 0; a < MAX_ARCHS; a++) {
            text other = {0};
            if (!(left >> a & 1))
                continue;
            say_format_picture(&other, gisa_at(a), f->index[a]);
            if (!picture.size || strcmp(picture.at, other.at) == 0)
                same |= UINT32_C(1) << a;
            if (!picture.size)
                picture = other;
            else
                text_free(&other);
        }
        raw(&p->out, "<figure>\n<figcaption><h3>");
        say_archs(&p->out, m, same);
        raw(&p->out, "</h3></figcaption>\n");
        raw(&p->out, picture.at);
        raw(&p->out, "</figure>\n");
        text_free(&picture);
        left &= ~same;
    }
    section_end(p);
}

/* ---- fields ---------------------------------------------------------------------------------- */

/* A field, and all that it is to some form. */
typedef struct field {
    gisa_bits at;
    const char *name;
    text what;
} field;
enum { MAX_FIELDS = 160 };

static int by_place(const void *a, const void *b) {
    const gisa_bits x = ((const field *)a)->at, y = ((const field *)b)->at;
    if (x.low != y.low)
        return (int)y.low - (int)x.low;
    return (int)y.width - (int)x.width;
}

static field *find_field(field *list, size_t *count, const gisa_piece *piece) {
    for (size_t i = 0; i < *count; i++)
        if (list[i].at.low == piece->at.low && list[i].at.width == piece->at.width &&
            strcmp(list[i].name, piece->name) == 0)
            return &list[i];
    if (*count == MAX_FIELDS)
        return NULL;
    list[*count] = (field){.at = piece->at, .name = piece->name};
    return &list[(*count)++];
}

/* What the piece is to this form, unless another one said the same. */
static void note_field(field *f, const variant *v, const gisa_piece *piece) {
    page words = {.root = "../", .part = ""};
    if (piece->kind == GISA_PIECE_OPCODE)
        raw(&words.out, "opcode");
    else
        say_piece(&words, v, piece);
    if (words.out.size && (!f->what.size || !strstr(f->what.at, words.out.at))) {
        raw(&f->what, f->what.size ? "; " : "");
        raw(&f->what, words.out.at);
    }
    text_free(&words.out);
}

static size_t collect_fields(const model *m, const format_use *f, field list[MAX_FIELDS]) {
    size_t count = 0;
    for (size_t i = 0; i < m->variant_count; i++) {
        const variant *v = &m->variants[i];
        gisa_piece piece;
        field *into;
        if (strcmp(v->info.format, f->name) != 0)
            continue;
        for (unsigned k = 0; piece_at(v, k, &piece); k++)
            if ((into = find_field(list, &count, &piece)))
                note_field(into, v, &piece);
    }
    qsort(list, count, sizeof *list, by_place);
    return count;
}

static void say_fields(page *p, const model *m, const format_use *f) {
    static field list[MAX_FIELDS];
    size_t count = collect_fields(m, f, list);
    section_begin(p, "Fields");
    raw(&p->out, "<div class='scroll' role='group' aria-label='Fields' tabindex='0'>\n"
                 "<table class='fields'>\n<thead><tr><th scope='col'>Bits</th><th scope='col'>Field</th>"
                 "<th scope='col'>What it is</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count; i++) {
        say(&p->out, "<tr><td>%u", list[i].at.low + list[i].at.width - 1u);
        if (list[i].at.width > 1)
            say(&p->out, ":%u", list[i].at.low);
        say(&p->out, "</td><td>%s</td><td>", list[i].name);
        raw(&p->out, list[i].what.size ? list[i].what.at : "");
        raw(&p->out, "</td></tr>\n");
        text_free(&list[i].what);
    }
    raw(&p->out, "</tbody>\n</table>\n</div>\n");
    section_end(p);
}

/* ---- operands that its instructions have ---------------------------------------------------- */

static int by_name(const void *a, const void *b) {
    return strcmp(((const gisa_operand_info *)a)->name, ((const gisa_operand_info *)b)->name);
}

/* The operands of a form that have not been seen yet. */
static size_t collect_operands(const variant *v, gisa_operand_info *list, size_t count, size_t room) {
    for (unsigned i = 0; i < v->operand_count; i++) {
        size_t seen = 0;
        while (seen < count && strcmp(list[seen].name, v->operands[i].name) != 0)
            seen++;
        if (seen == count && count < room)
            list[count++] = v->operands[i];
    }
    return count;
}

static void say_operand_names(page *p, const model *m, const format_use *f) {
    gisa_operand_info list[100];
    size_t count = 0;
    for (size_t i = 0; i < m->variant_count; i++)
        if (strcmp(m->variants[i].info.format, f->name) == 0)
            count = collect_operands(&m->variants[i], list, count, sizeof list / sizeof *list);
    if (!count)
        return;
    qsort(list, count, sizeof *list, by_name);
    section_begin(p, "Operands");
    raw(&p->out, "<dl class='operands'>\n");
    for (size_t i = 0; i < count; i++) {
        say(&p->out, "<dt id='op-%s'><code>%s</code></dt>\n<dd><p>", list[i].name, list[i].name);
        say_sentence(&p->out, list[i].doc ? list[i].doc : "");
        raw(&p->out, "</p></dd>\n");
    }
    raw(&p->out, "</dl>\n");
    section_end(p);
}

/* ---- instructions by opcode ------------------------------------------------------------------ */

static int by_opcode(const void *a, const void *b) {
    const variant *v = *(const variant *const *)a, *w = *(const variant *const *)b;
    if (v->info.opcode != w->info.opcode)
        return v->info.opcode < w->info.opcode ? -1 : 1;
    return (int)v->arch - (int)w->arch;
}

static void say_opcode(page *p, const model *m, const variant *const *of, size_t count) {
    say(&p->out, "<tr><th scope='row'>0x%02x</th>", (unsigned)of[0]->info.opcode);
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++) {
        raw(&p->out, "<td>");
        for (size_t i = 0; i < count; i++)
            if (of[i]->arch == a)
                say(&p->out, "<a href='%s.html'>%s</a> ", file_name(of[i]->info.name), of[i]->info.name);
        raw(&p->out, "</td>");
    }
    raw(&p->out, "</tr>\n");
}

static void say_opcodes(page *p, const model *m, const format_use *f) {
    const variant **list = grow(NULL, (m->variant_count + 1) * sizeof *list);
    size_t count = 0;
    for (size_t i = 0; i < m->variant_count; i++)
        if (strcmp(m->variants[i].info.format, f->name) == 0)
            list[count++] = &m->variants[i];
    qsort(list, count, sizeof *list, by_opcode);
    section_begin(p, "Instructions by opcode");
    raw(&p->out, "<div class='scroll' role='group' aria-label='Instructions by opcode' tabindex='0'>\n"
                 "<table class='map'>\n<thead><tr><th scope='col'>Opcode</th>");
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        say(&p->out, "<th scope='col'>%s</th>", gisa_name(gisa_at(a)));
    raw(&p->out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0, n; i < count; i += n) {
        n = 1;
        while (i + n < count && list[i + n]->info.opcode == list[i]->info.opcode)
            n++;
        say_opcode(p, m, list + i, n);
    }
    raw(&p->out, "</tbody>\n</table>\n</div>\n");
    section_end(p);
    free(list);
}

/* ---- the page -------------------------------------------------------------------------------- */

static const gisa_isa *newest(const format_use *f, unsigned *arch) {
    for (unsigned a = MAX_ARCHS; a-- > 0;)
        if (f->archs >> a & 1) {
            *arch = a;
            return gisa_at(a);
        }
    return NULL;
}

static void say_corrections(page *p, const gisa_isa *isa, uint32_t format) {
    gisa_correction c;
    for (unsigned i = 0; gisa_format_correction(isa, format, i, &c) == GISA_OK; i++) {
        if (!i)
            section_begin(p, "Mistakes in documents");
        say(&p->out, "<p><b>%s:</b> ", c.document);
        say_prose(&p->out, c.text);
        raw(&p->out, "</p>\n");
    }
    if (gisa_format_correction(isa, format, 0, &c) == GISA_OK)
        section_end(p);
}

static void write_format(const model *m, size_t i) {
    const format_use *f = &m->formats[i], *before = i ? f - 1 : NULL,
                     *behind = i + 1 < m->format_count ? f + 1 : NULL;
    char file[3][100];
    unsigned arch = 0;
    const gisa_isa *isa = newest(f, &arch);
    gisa_format_info info;
    text doc = {0}, about = {0};
    page p;
    gisa_format(isa, f->index[arch], &info);
    say_sentence(&doc, meaning(isa, NULL, f->name));
    snprintf(file[0], sizeof file[0], "format-%s.html", before ? before->name : "");
    snprintf(file[1], sizeof file[1], "format-%s.html", f->name);
    snprintf(file[2], sizeof file[2], "format-%s.html", behind ? behind->name : "");
    say(&about, "%s, an encoding: ", f->name);
    raw(&about, meaning(isa, NULL, f->name));
    raw(&about, ". Its bits, fields, operands, and instructions by opcode.");
    page_begin(&p, m->family, file[1], f->name, about.at, "Encodings");
    text_free(&about);
    raw(&p.out, "<p class='crumbs'><a href='index.html#encodings'>Encodings</a></p>\n");
    say(&p.out, "<h1><code>%s</code></h1>\n", f->name);
    if (doc.size)
        raw(&p.out, "<p class='doc'>"), raw(&p.out, doc.at), raw(&p.out, "</p>\n");
    say(&p.out, "<dl class='glance'>\n<dt>Size</dt>\n<dd>%u bytes</dd>\n<dt>On</dt>\n<dd>", info.size);
    say_archs(&p.out, m, f->archs);
    raw(&p.out, "</dd>\n");
    if (*info.suffix)
        say(&p.out, "<dt>Suffix</dt>\n<dd><code>%s</code> after a name asks for this encoding</dd>\n",
            info.suffix);
    raw(&p.out, "</dl>\n");
    say_pictures(&p, m, f);
    say_fields(&p, m, f);
    say_operand_names(&p, m, f);
    say_opcodes(&p, m, f);
    say_corrections(&p, isa, f->index[arch]);
    text_free(&doc);
    page_end(&p, before ? before->name : NULL, file[0], behind ? behind->name : NULL, file[2]);
}

void write_formats(const model *m) {
    for (size_t i = 0; i < m->format_count; i++)
        write_format(m, i);
}
