/* SPDX-License-Identifier: MIT */
/* What the files of the manual's generator share: growing texts that escape, the instructions in
 * the order of the manual, and what each file writes. The generator knows the library by
 * its public headers alone. */
#ifndef MANUAL_H
#define MANUAL_H

#include "gisa.h"

/* ---- text.c: growing texts ----------------------------------------------------------------- */

typedef struct text {
    char *at; /* ended by a 0 */
    size_t size, room;
} text;

/* Appends a template. %s is escaped for HTML and for attributes between ''; the rest of a template
 * is taken as it stands. Takes %s %.*s %c %d %u %x %%, and a width before d, u and x. */
void say(text *t, const char *template, ...) __attribute__((format(printf, 2, 3)));
void raw(text *t, const char *html); /* as it stands */
void raw_bytes(text *t, const char *html, size_t size);
void say_binary(text *t, uint64_t value, unsigned width); /* the lowest `width` bits, in groups of four */
void text_free(text *t);

void *grow(void *block, size_t size); /* realloc that does not fail */

/* ---- page.c: files ------------------------------------------------------------------------- */

typedef struct page {
    text out;
    char path[160];   /* below the manual's folder: "gcn/v_add_f32.html" */
    const char *root; /* from the page back to that folder: "", "../" or "../../" */
    unsigned level;   /* of headings below the page's title, or below a row's */
    const char *part; /* before ids: "" or, for a later row of a page, "SMEM-gfx803-" */
} page;

/* Begins a page: head, navigation, the search box. `here` is the part of the manual it belongs to
   ("" = none). */
void page_begin(page *p, const char *folder, const char *file, const char *title, const char *summary,
                const char *here);
/* Ends it with links to its neighbours (NULL = none), writes it and frees it. */
void page_end(page *p, const char *previous, const char *previous_file, const char *next,
              const char *next_file);
void write_file(const char *path, const char *bytes, size_t size);

/* The name of a row as it is in file names and addresses: mad.f32-rcp.f32. Good until it has been
   called three times more. */
const char *file_name(const char *name);
/* "On other chips" as an anchor: on-other-chips. */
void say_slug(text *t, const char *title);

/* <section> and a heading on the page's level, whose anchor is the title. */
void section_begin(page *p, const char *title);
void section_end(page *p);

extern const char *output_folder;
extern bool has_playground; /* beside the manual's folder: examples link to it */
extern unsigned pages_written;
extern size_t bytes_written;

/* ---- model.c: the instructions, sorted ----------------------------------------------------- */

enum { MAX_ARCHS = 16 };

typedef struct variant {
    const gisa_isa *isa;
    unsigned arch; /* gisa_at(arch) */
    uint32_t form;
    gisa_form_info info;
    gisa_operand_info *operands;
    gisa_piece *pieces;
    unsigned operand_count, piece_count;
} variant;

/* The i-th operand, or piece of the picture; false after the last. */
bool operand_at(const variant *v, unsigned i, gisa_operand_info *o);
bool piece_at(const variant *v, unsigned i, gisa_piece *piece);

/* All forms of one name: one page. Those of a row stand together, in a row those of a format. */
typedef struct entry {
    const variant *forms;
    size_t count;
    const char *name, *format; /* the format of the first form */
    unsigned class_;
    uint32_t archs; /* a set: bit i = gisa_at(i) */
} entry;

/* The formats of a family, in the order of the spec, those of one name together. */
typedef struct format_use {
    const char *name;
    unsigned class_;
    uint32_t archs;
    uint32_t index[MAX_ARCHS]; /* for gisa_format, where archs says so */
} format_use;

typedef struct model {
    const char *family;
    unsigned first_arch, arch_count; /* gisa_at */
    variant *variants;
    size_t variant_count;
    entry *entries; /* in the order of the index: class, format, name */
    size_t entry_count;
    format_use *formats;
    size_t format_count;
} model;

void model_make(model *m, unsigned first_arch);
void model_free(model *m);
const format_use *model_format(const model *m, const char *name);
const entry *model_entry(const model *m, const char *name);

/* The newest architecture of a set. */
const gisa_isa *model_newest(const model *m, uint32_t archs);

/* "all architectures", "gfx600 to gfx803", "gfx700, gfx900" */
void say_archs(text *t, const model *m, uint32_t archs);
bool is_everywhere(const model *m, uint32_t archs);

enum { MAX_PLACES = 32, MAX_VARIETIES = 64 };
typedef struct place {
    const char *format;
    uint32_t archs;
} place;
/* A text, and the forms that it holds for: in `format` on `archs`. */
typedef struct variety {
    text what;
    place at[MAX_PLACES];
    unsigned places;
    uint32_t archs;
    const variant *first, *newest; /* of these forms */
} variety;

/* The different texts of some forms. */
typedef struct varieties {
    variety at[MAX_VARIETIES], all; /* all: the places of all forms */
    unsigned count;
} varieties;

/* There is this form, whether it has the text or not. */
void varieties_note(varieties *v, const variant *of);
/* Takes the text and empties it; gives the variety it belongs to. */
variety *varieties_add(varieties *v, text *what, const variant *of);
void varieties_free(varieties *v);
/* Where a variety holds: "VOP2, VOP3A on gfx900"; "" when that is all forms. */
void say_where(text *t, const model *m, const varieties *of, const variety *v);

/* ---- words.c: the words of the manual ------------------------------------------------------ */

const char *meaning(const gisa_isa *isa, const char *where, const char *word); /* gisa_meaning, "" for NULL */
void say_prose(text *t, const char *words);    /* `code` between backticks is marked as such */
void say_sentence(text *t, const char *words); /* with a capital and a full stop; nothing for "" */
void say_class(text *t, const gisa_isa *isa, unsigned class_); /* its title */
const char *class_details(const gisa_isa *isa,
                          unsigned class_); /* what follows it: ": done once for the wave" */

/* ---- syntax.c, operand.c ------------------------------------------------------------------- */

/* The syntax of a form: mnemonic and operands. */
void say_syntax(text *t, const variant *v, gisa_syntax syntax);

/* The operands and the modifiers that the forms of a row have. */
void say_operands(page *p, const model *m, const variant *forms, size_t count);
/* scheduling.c: wait counters, hazards and issue times of the forms of a row. */
void say_scheduling(page *p, const model *m, const variant *forms, size_t count);
/* What a piece of a form's picture does, in words. */
void say_piece(page *p, const variant *v, const gisa_piece *piece);
/* "d", "s" or "m": destination, source or modifier. */
const char *piece_class(const variant *v, const gisa_piece *piece);
/* The operand that a piece belongs to, or NULL. */
const char *piece_operand(const variant *v, const gisa_piece *piece);

/* ---- picture.c ----------------------------------------------------------------------------- */

struct example;
/* The bits of a form as cells, with those of the example. */
void say_form_picture(page *p, const variant *v, const struct example *e);
void say_format_picture(text *t, const gisa_isa *isa, uint32_t format);
/* Two pictures look alike when these texts are equal. */
void say_picture_key(text *t, const variant *v);

/* ---- example.c ----------------------------------------------------------------------------- */

typedef struct example {
    uint64_t bits;
    unsigned size;
    bool chosen; /* an assembler makes these bits of the text */
    char llvm[GISA_TEXT_MAX], clrx[GISA_TEXT_MAX];
} example;

bool make_example(const variant *v, example *e);
/* A line of assembly in the playground, which `make site` puts beside the manual; `start`: its
   start values, or NULL. */
void say_try_it(page *p, const gisa_isa *isa, const char *line, const char *start);

/* ---- encoding.c, chips.c ------------------------------------------------------------------- */

/* The encodings of a row, with pictures and examples; and the row on all architectures side by
   side. */
void say_row_encodings(page *p, const model *m, const variant *forms, size_t count);
void say_on_chips(page *p, const model *m, const variant *forms, size_t count);

/* ---- worked.c ------------------------------------------------------------------------------ */

/* The row executed by the emulator on a few values; nothing where it cannot be shown. */
void say_worked(page *p, const variant *forms, size_t count);

/* ---- body.c, language.c -------------------------------------------------------------------- */

void say_listing(page *p, const char *class_, const char *body, const gisa_isa *isa);

void write_language(const char *readme); /* isa/README.md as a page */

/* ---- registers.c, number.c ----------------------------------------------------------------- */

/* The banks, numbers and swizzles of an operand; nothing for one without banks. */
void say_bank(text *t, const variant *v, unsigned operand);
/* A float of 16, 32 or 64 bits in decimal: 1.5, inf, nan. */
void say_float(text *t, uint64_t bits, unsigned width);

/* ---- source.c ------------------------------------------------------------------------------ */

/* A file of the spec; `bytes` are ended by a 0. */
typedef struct source_file {
    const char *path; /* "isa/gcn/vop2.isa" */
    char *bytes;
} source_file;

void write_sources(const char *family, const source_file *files, size_t count);

/* ---- the pages ----------------------------------------------------------------------------- */

void write_instructions(const model *m);
void write_formats(const model *m);
void write_archs(const model *m);
void say_chip_differences(page *p, const gisa_isa *isa); /* differences.c */
void write_scheduling(const model *m);                   /* counters and hazards of a family */
void write_values(const model *m);
void write_words(const model *m);
void write_models(const model *m);
void write_registers(const model *m); /* where the family has banks */
void write_family_page(const model *m);
void write_index(const model *models, unsigned count);
void write_missing(const model *models, unsigned count); /* 404.html */
void write_search(const model *models, unsigned count);

#endif
