/* SPDX-License-Identifier: MIT */
/* gisa list: the instructions, formats and architectures that there are. */
#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cmd.h"
#include "complete.h"
#include "gisa_shade.h"
#include "info/info.h"
#include "list.h"
#include "options.h"
#include "remedy.h"

static int cmd_list(int argc, char **argv);

/* Without the first one, which no instruction has. */
static const char *class_name(unsigned i) {
    return gisa_class_name(i + 1);
}

/* Has an architecture before the a-th a format of this name? */
static bool is_offered(unsigned a, const char *name) {
    gisa_format_info info;
    while (a-- > 0)
        for (uint32_t i = 0; gisa_format(gisa_at(a), i, &info) == GISA_OK; i++)
            if (strcmp(info.name, name) == 0)
                return true;
    return false;
}

static void offer_formats(void) {
    gisa_format_info info;
    for (unsigned a = 0; gisa_at(a); a++)
        for (uint32_t i = 0; gisa_format(gisa_at(a), i, &info) == GISA_OK; i++)
            if (!is_offered(a, info.name))
                complete_word(info.name, info.doc);
}

static void offer_classes(void) {
    for (unsigned i = 0; class_name(i); i++)
        complete_word(class_name(i), NULL);
}

static void offer_states(void) {
    for (unsigned i = 0; gisa_state_name(i); i++)
        complete_word(gisa_state_name(i), NULL);
}

/* In the order of the help. */
static const option options[] = {
    {"arch", 'a', true, "ARCH", complete_architectures,
     "that ARCH has (more than once: that all of them have)"},
    {"not", 'n', false, "ARCH", complete_architectures, "that ARCH does not have"},
    {"format", 'f', false, "FORMAT", offer_formats, "that have this format, with their opcodes in it"},
    {"class", 'c', false, "CLASS", offer_classes,
     "of this class: salu valu smem ds flat buffer image export interp branch ..."},
    {"reads", 'r', false, "STATE", offer_states,
     "that read this besides their operands: scc vcc exec m0 pc mode memory lds ..."},
    {"writes", 'w', false, "STATE", offer_states, "that write this besides their operands"},
    {"body", 'b', false, NULL, NULL, "whose operation is in the spec as code"},
    {"no-body", 'B', false, NULL, NULL, "whose operation is described only in words"},
    {"unsure", 'u', false, NULL, NULL, "with something that is not certain"},
    {"fidelity", 'x', false, NULL, NULL, "with how exact their operation is, in place of what they do"},
    {"coverage", 'C', false, NULL, NULL,
     "how many each group of the spec has, how many of these are executed, and how certain that is; then unsettled choices and unknown fields"},
    {"names", 'N', false, NULL, NULL, "the names alone, sorted, one on each line"},
    {"formats", 'F', false, NULL, NULL, "the formats instead of the instructions"},
    {"archs", 'A', false, NULL, NULL, "the architectures instead of the instructions"},
    {"chips", 'H', false, NULL, NULL,
     "the chips instead of the instructions, with what differs between them"},
    {"called", 'k', false, NULL, NULL, "what other projects call them: word, project, instruction, format"},
    {"models", 'M', false, NULL, NULL,
     "the unsettled choices, for 'gisa run --model'; the first option is taken"},
    {"json", 'j', false, NULL, NULL,
     "the spec as one JSON document (docs/spec-json.md), of -a ARCH or of all;"
     " with a PATTERN, of what fits"},
    {"help", 'h', true, NULL, NULL, "show this text"},
    {NULL, 0, false, NULL, NULL, NULL}};

const command_info list_command = {
    .name = "list",
    .what = "which instructions there are, by name, encoding, class, architecture; the spec as JSON",
    .usage = "usage: gisa list [OPTIONS] [PATTERN...]\n",
    .text =
        "Examples:\n"
        "  gisa list 'v_cmp_*_f16'\n"
        "  gisa list -a gfx900 --not gfx803 --class valu\n"
        "  gisa list --json >spec.json\n"
        "\n"
        "Lists instructions: name, format, opcode on each architecture, what it does. In a PATTERN, * stands\n"
        "for any text, ? for any letter and [abc] for one of these; an instruction needs to fit one PATTERN.\n",
    .options = options,
    .offer = complete_instructions,
    .run = cmd_list};

/* ---- what is wanted --------------------------------------------------------------------- */

enum {
    LIST_INSTRUCTIONS,
    LIST_NAMES,
    LIST_FORMATS,
    LIST_ARCHITECTURES,
    LIST_CHIPS,
    LIST_MODELS,
    LIST_CALLED,
    LIST_COVERAGE,
    LIST_JSON
};

typedef struct wish {
    uint32_t with, without; /* architectures, bit i = the i-th */
    const char *format, *class_;
    uint32_t reads, writes;
    bool body, no_body, unsure, fidelity, help;
    int what;
    const char **patterns;
    int pattern_count;
    bool filtered; /* there is a filter other than -a and patterns */
} wish;

static bool wrong_word(const char *where, const char *word, const char *(*name)(unsigned)) {
    nearest n = {.word = word};
    phrase near = {.size = 0};
    fprintf(stderr, "gisa list: %s: unknown '%s'; expected", where, word);
    for (unsigned i = 0; name(i); i++) {
        nearest_offer(&n, name(i));
        fprintf(stderr, "%s %s", i ? "," : "", name(i));
    }
    nearest_say(&n, &near);
    fprintf(stderr, "%s\n", near.text);
    return false;
}

static bool set_architecture(uint32_t *set, const char *name) {
    const gisa_isa *isa = cmd_find_arch("list", name), *other;
    for (unsigned i = 0; isa && i < MAX_ARCHITECTURES && (other = gisa_at(i)); i++)
        if (other == gisa_base(isa))
            *set |= 1u << i;
    return isa != NULL;
}

static bool set_state(const char *where, uint32_t *set, const char *word) {
    for (unsigned bit = 0; gisa_state_name(bit); bit++)
        if (strcasecmp(gisa_state_name(bit), word) == 0) {
            *set |= 1u << bit;
            return true;
        }
    return wrong_word(where, word, gisa_state_name);
}

static bool set_class(wish *w, const char *word) {
    for (unsigned c = 0; class_name(c); c++)
        if (strcasecmp(class_name(c), word) == 0) {
            w->class_ = class_name(c);
            return true;
        }
    return wrong_word("--class", word, class_name);
}

static bool set_format(wish *w, const char *word) {
    nearest n = {.word = word};
    phrase near = {.size = 0};
    const gisa_isa *isa;
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        gisa_format_info info;
        for (uint32_t f = 0; gisa_format(isa, f, &info) == GISA_OK; f++) {
            nearest_offer(&n, info.name);
            if (strcasecmp(info.name, word) == 0)
                w->format = info.name;
        }
    }
    nearest_say(&n, &near);
    if (!w->format)
        fprintf(stderr, "gisa list: --format: unknown '%s'%s\n", word,
                near.size ? near.text : "; gisa list --formats lists them");
    return w->format != NULL;
}

static bool take_argument(void *ctx, char id, const char *value) {
    wish *w = ctx;
    w->filtered |= id && id != 'a' && id != 'j';
    switch (id) {
    case 'h': w->help = true; return true;
    case 'a': return set_architecture(&w->with, value);
    case 'n': return set_architecture(&w->without, value);
    case 'f': return set_format(w, value);
    case 'c': return set_class(w, value);
    case 'r': return set_state("--reads", &w->reads, value);
    case 'w': return set_state("--writes", &w->writes, value);
    case 'b': w->body = true; return true;
    case 'B': w->no_body = true; return true;
    case 'u': w->unsure = true; return true;
    case 'x': w->fidelity = true; return true;
    case 'N': w->what = LIST_NAMES; return true;
    case 'F': w->what = LIST_FORMATS; return true;
    case 'A': w->what = LIST_ARCHITECTURES; return true;
    case 'H': w->what = LIST_CHIPS; return true;
    case 'M': w->what = LIST_MODELS; return true;
    case 'k': w->what = LIST_CALLED; return true;
    case 'C': w->what = LIST_COVERAGE; return true;
    case 'j': w->what = LIST_JSON; return true;
    default: w->patterns[w->pattern_count++] = value; return true;
    }
}

/* ---- rows ------------------------------------------------------------------------------- */

static void lower(const char *text, char low[64]) {
    size_t i = 0;
    for (; text[i] && i + 1 < 64; i++)
        low[i] = (char)tolower((unsigned char)text[i]);
    low[i] = 0;
}

static bool fits_name(const char *pattern, const char *name) {
    char low_pattern[64], low_name[64];
    lower(pattern, low_pattern);
    lower(name, low_name);
    return fnmatch(low_pattern, low_name, 0) == 0;
}

static bool fits_list(const char *pattern, const char *list) {
    for (size_t size; *list; list += size, list += strspn(list, " ")) {
        char word[64];
        size = strcspn(list, " ");
        snprintf(word, sizeof word, "%.*s", (int)size, list);
        if (fits_name(pattern, word))
            return true;
    }
    return false;
}

static bool fits_patterns(const void *ctx, const gisa_form_info *f) {
    const wish *w = ctx;
    for (int i = 0; i < w->pattern_count; i++)
        if (fits_name(w->patterns[i], f->name) || fits_name(w->patterns[i], f->mnemonic) ||
            fits_name(w->patterns[i], f->clrx) || fits_list(w->patterns[i], f->aliases))
            return true;
    return !w->pattern_count;
}

static bool fits_chip(const void *ctx, const gisa_isa *isa) {
    const wish *w = ctx;
    for (int i = 0; i < w->pattern_count; i++)
        if (fits_name(w->patterns[i], gisa_name(isa)) || fits_list(w->patterns[i], gisa_other_names(isa)))
            return true;
    return !w->pattern_count;
}

/* The implicit state, and the registers of those names that the text has but no bit holds. */
static uint32_t with_implied(const gisa_isa *isa, uint32_t form, uint32_t states, uint8_t access) {
    gisa_operand_info info;
    for (unsigned i = 0; gisa_form_operand(isa, form, i, &info) == GISA_OK; i++)
        for (unsigned bit = 0; *info.implied && (info.access & access) && gisa_state_name(bit); bit++)
            if (strcmp(gisa_state_name(bit), info.implied) == 0)
                states |= 1u << bit;
    return states;
}

static bool is_wanted(const wish *w, const gisa_isa *isa, uint32_t form, const gisa_form_info *f) {
    if ((w->reads && (with_implied(isa, form, f->reads, GISA_ACCESS_READ) & w->reads) != w->reads) ||
        (w->writes && (with_implied(isa, form, f->writes, GISA_ACCESS_WRITE) & w->writes) != w->writes))
        return false;
    return (!w->format || strcmp(w->format, f->format) == 0) &&
           (!w->class_ || strcmp(w->class_, gisa_class_name(f->class_)) == 0) && (!w->body || f->body) &&
           (!w->no_body || !f->body) && (!w->unsure || f->unsure) && fits_patterns(w, f);
}

/* The number of the first architecture of the same family; those of a family stand together. */
static unsigned family_of(unsigned architecture) {
    while (architecture &&
           strcmp(gisa_family(gisa_at(architecture - 1)), gisa_family(gisa_at(architecture))) == 0)
        architecture--;
    return architecture;
}

/* The row that a form belongs to: found by its number, or new. The first form of a row is the one
 * that others are made of, and so says which format the row is listed under. */
static row *find_row(rows *r, size_t *of_row, size_t row_numbers, unsigned family, const gisa_form_info *f) {
    if (f->row < row_numbers && of_row[f->row])
        return &r->at[of_row[f->row] - 1];
    if (r->count == r->room) {
        size_t room = r->room ? 2 * r->room : 256;
        row *more = realloc(r->at, room * sizeof *more);
        if (!more)
            return NULL;
        r->at = more;
        r->room = room;
    }
    row *made = &r->at[r->count++];
    *made = (row){.info = *f, .family = family};
    if (f->row < row_numbers)
        of_row[f->row] = r->count;
    return made;
}

/* What is not certain on one of the architectures that are asked for is not certain. */
static void add_certainty(const wish *w, row *to, const gisa_isa *isa, uint32_t form,
                          const gisa_form_info *f) {
    const char *unsure = to->info.unsure, *approximate = to->info.approximate;
    if (!(to->set & w->with)) { /* it is the first one of them */
        unsure = w->with ? NULL : unsure;
        approximate = w->with ? NULL : approximate;
        to->info.body = w->with ? f->body : to->info.body;
        to->info.rests = w->with ? f->rests : to->info.rests;
    }
    if (f->rests && f->rests < to->info.rests) /* what is weakest anywhere counts */
        to->info.rests = w->with ? f->rests : to->info.rests;
    to->info.unsure = unsure ? unsure : f->unsure;
    to->info.approximate = approximate ? approximate : f->approximate;
    to->models |= gisa_form_models(isa, form);
}

static bool collect(const wish *w, rows *r) {
    enum { ROW_NUMBERS = 1 << 16 };
    size_t *of_row = calloc(ROW_NUMBERS, sizeof *of_row);
    const gisa_isa *isa;
    if (!of_row)
        return false;
    for (unsigned a = 0, family = 0; a < MAX_ARCHITECTURES && (isa = gisa_at(a)); a++) {
        gisa_form_info f;
        if (family_of(a) != family) {
            family = a;
            memset(of_row, 0, ROW_NUMBERS * sizeof *of_row); /* each family numbers its rows */
        }
        for (uint32_t i = 0; gisa_form(isa, i, &f) == GISA_OK; i++) {
            if (!is_wanted(w, isa, i, &f))
                continue;
            row *to = find_row(r, of_row, ROW_NUMBERS, family, &f);
            if (!to) {
                free(of_row);
                return false;
            }
            if (!(to->set >> a & 1))
                to->opcode[a] = f.opcode;
            if (!w->with || (w->with >> a & 1))
                add_certainty(w, to, isa, i, &f);
            to->set |= 1u << a;
        }
    }
    free(of_row);
    return true;
}

static int by_row(const void *a, const void *b) {
    const row *x = a, *y = b;
    return x->family != y->family ? (x->family > y->family) - (x->family < y->family)
                                  : (x->info.row > y->info.row) - (x->info.row < y->info.row);
}

/* Rows that differ in what operands are where, which a line does not show. */
static bool same_line(const row *a, const row *b) {
    return (a->set & b->set) && strcmp(a->info.name, b->info.name) == 0 &&
           strcmp(a->info.format, b->info.format) == 0 && strcmp(a->info.doc, b->info.doc) == 0;
}

static void drop_others(const wish *w, rows *r) {
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++)
        if ((r->at[i].set & w->with) == w->with && !(r->at[i].set & w->without))
            r->at[kept++] = r->at[i];
    r->count = kept;
    if (kept)
        qsort(r->at, kept, sizeof *r->at, by_row);
}

static void drop_same_lines(rows *r) {
    size_t kept = r->count;
    r->count = kept != 0;
    for (size_t i = 1; i < kept; i++)
        if (!same_line(&r->at[r->count - 1], &r->at[i]))
            r->at[r->count++] = r->at[i];
}

/* Pairs of operations in one word are derived from the two, hundreds of them. So those with the
 * same first operation are one line, rcp.*+*, which names the second ones. */
static bool same_pairs(const row *a, const row *b) {
    size_t size = strcspn(a->info.name, ".+");
    return strchr(a->info.name, '+') && strchr(b->info.name, '+') && a->set == b->set &&
           a->family == b->family && strcmp(a->info.format, b->info.format) == 0 &&
           size == strcspn(b->info.name, ".+") && strncmp(a->info.name, b->info.name, size) == 0;
}

/* Adds the second operation, unless it is there: it may be with other types. */
static void add_pair(row *to, size_t from, const char *name) {
    const char *second = strchr(name, '+') + 1;
    char word[66];
    size_t used = strlen(to->doc), size = strcspn(second, ".");
    int length = snprintf(word, sizeof word, " %.*s ", (int)size, second);
    if (!strstr(to->doc + from, word) && length > 0 && used + (size_t)length < sizeof to->doc)
        strcpy(to->doc + used - 1, word); /* the last blank is the next one's first */
}

static void fold_pairs(rows *r) {
    size_t kept = 0, next;
    for (size_t i = 0; i < r->count; i = next) {
        row *to = &r->at[kept++];
        for (next = i + 1; next < r->count && same_pairs(&r->at[i], &r->at[next]);)
            next++;
        *to = r->at[i];
        if (next == i + 1)
            continue;
        int size = (int)strcspn(to->info.name, ".+");
        to->pairs = (uint32_t)(next - i);
        snprintf(to->pattern, sizeof to->pattern, "%.*s.*+*", size, to->info.name);
        size_t from = (size_t)snprintf(to->doc, sizeof to->doc, "Does two operations at once: %.*s + ", size,
                                       to->info.name);
        for (; i < next; i++)
            add_pair(to, from - 1, r->at[i].info.name);
        to->doc[strlen(to->doc) - 1] = 0;
        to->info.name = to->pattern;
        to->info.doc = to->doc;
    }
    r->count = kept;
}

/* ---- lines ------------------------------------------------------------------------------ */

/* Text that ends at the width of a terminal, with ... where it was cut. */
static void put_cut(page *p, ink look, const char *text) {
    size_t room = p->width > p->column ? p->width - p->column : 0, size = strlen(text);
    if (!p->terminal || size <= room)
        page_put(p, look, text);
    else if (room > 3)
        page_format(p, look, "%.*s...", (int)room - 3, text);
}

/* Exact: the same bits as the hardware. */
static void put_fidelity(page *p, const row *r) {
    const gisa_form_info *f = &r->info;
    phrase text = {.size = 0};
    switch (certainty_of(r)) {
    case IS_NOT_THERE: phrase_add(&text, "no operation in the spec"); break;
    case IS_UNSURE: phrase_add(&text, "unknown: %s", f->unsure); break;
    case IS_APPROXIMATE: phrase_add(&text, "approximate: %s", f->approximate); break;
    case IS_EXACT: phrase_add(&text, "exact"); break;
    default: break;
    }
    gisa_model m;
    for (unsigned i = 0; f->body && gisa_model_at(gisa_at(r->family), i, &m) == GISA_OK; i++)
        if (r->models >> i & 1)
            phrase_add(&text, "%smodel %s", text.size ? "; " : "", m.name);
    put_cut(p, INK_PLAIN, text.text);
}

static unsigned longest(const rows *r, bool format) {
    unsigned most = 0;
    for (size_t i = 0; i < r->count; i++) {
        unsigned size = (unsigned)strlen(format ? r->at[i].info.format : r->at[i].info.name);
        most = size > most ? size : most;
    }
    return most;
}

enum { OPCODE_COLUMN = 8 };

static bool has_column(const wish *w, const rows *r, unsigned a) {
    return family_of(a) == r->at[0].family && (!w->with || (w->with >> a & 1));
}

static void show_family(page *p, const wish *w, const rows *r) {
    unsigned names = longest(r, false), formats = longest(r, true), first = names + formats + 4;
    unsigned columns = 0, shown = 0;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++)
        shown += has_column(w, r, a);
    bool opcodes = !p->terminal || first + (shown + 1) * OPCODE_COLUMN <= p->width; /* and what it does */
    for (unsigned a = 0; p->terminal && opcodes && a < MAX_ARCHITECTURES && gisa_at(a); a++)
        if (has_column(w, r, a)) {
            page_to(p, first + columns++ * OPCODE_COLUMN);
            page_put(p, INK_FAINT, gisa_name(gisa_at(a)));
        }
    if (p->column)
        page_end_line(p);
    for (size_t i = 0; i < r->count; i++) {
        const row *one = &r->at[i];
        put_cut(p, INK_STRONG, one->info.name);
        if (!p->terminal || names + 2 + strlen(one->info.format) <= p->width) {
            page_to(p, names + 2);
            page_put(p, INK_PLAIN, one->info.format);
        }
        columns = 0;
        for (unsigned a = 0; opcodes && a < MAX_ARCHITECTURES && gisa_at(a); a++) {
            if (!has_column(w, r, a))
                continue;
            page_to(p, first + columns++ * OPCODE_COLUMN);
            if (one->pairs)
                page_put(p, INK_FAINT, "...");
            else if (one->set >> a & 1)
                page_format(p, INK_PLAIN, "0x%x", one->opcode[a]);
            else
                page_put(p, INK_FAINT, ".");
        }
        if (!p->terminal || first + columns * OPCODE_COLUMN + 8 <= p->width) {
            page_to(p, first + columns * OPCODE_COLUMN);
            if (w->fidelity)
                put_fidelity(p, one);
            else
                put_cut(p, INK_PLAIN, one->info.doc);
        }
        page_end_line(p);
    }
}

static void show_rows(page *p, const wish *w, const rows *r) {
    for (size_t i = 0, next; i < r->count; i = next) {
        for (next = i; next < r->count && r->at[next].family == r->at[i].family;)
            next++;
        show_family(p, w, &(rows){.at = r->at + i, .count = next - i});
    }
}

static int by_name(const void *a, const void *b) {
    const row *x = a, *y = b;
    return strcmp(x->info.name, y->info.name);
}

static void show_names(page *p, rows *r) {
    qsort(r->at, r->count, sizeof *r->at, by_name);
    for (size_t i = 0; i < r->count; i++)
        if (!i || strcmp(r->at[i].info.name, r->at[i - 1].info.name) != 0) {
            page_put(p, INK_PLAIN, r->at[i].info.name);
            page_end_line(p);
        }
}

/* ---- formats and architectures ---------------------------------------------------------- */

static uint32_t format_set(const char *name) {
    uint32_t set = 0;
    const gisa_isa *isa;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && (isa = gisa_at(a)); a++) {
        gisa_format_info info;
        for (uint32_t f = 0; gisa_format(isa, f, &info) == GISA_OK; f++)
            if (strcmp(info.name, name) == 0)
                set |= 1u << a;
    }
    return set;
}

/* The length of the longest list of architectures that have a format. */
static unsigned longest_names(void) {
    const gisa_isa *isa;
    unsigned most = 0;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && (isa = gisa_at(a)); a++) {
        gisa_format_info info;
        for (uint32_t f = 0; gisa_format(isa, f, &info) == GISA_OK; f++) {
            phrase names = {.size = 0};
            architecture_names(format_set(info.name), &names);
            most = names.size > most ? (unsigned)names.size : most;
        }
    }
    return most;
}

static bool show_formats(page *p, const wish *w) {
    unsigned after_names = 24 + longest_names();
    const gisa_isa *isa;
    bool any = false;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && (isa = gisa_at(a)); a++) {
        gisa_format_info info;
        for (uint32_t f = 0; gisa_format(isa, f, &info) == GISA_OK; f++) {
            uint32_t set = format_set(info.name);
            bool listed = set & ((1u << a) - 1), fits = !w->pattern_count;
            for (int i = 0; i < w->pattern_count; i++)
                fits |= fits_name(w->patterns[i], info.name);
            if (listed || !fits || (set & w->with) != w->with || (set & w->without) ||
                (w->class_ && strcmp(w->class_, gisa_class_name(info.class_)) != 0))
                continue;
            phrase names = {.size = 0};
            architecture_names(set, &names);
            any = true;
            page_put(p, INK_STRONG, info.name);
            page_to(p, 19);
            page_format(p, INK_PLAIN, "%u", info.size);
            page_to(p, 22);
            page_put(p, INK_PLAIN, names.text);
            page_to(p, after_names);
            put_cut(p, INK_PLAIN, info.doc ? info.doc : "");
            page_end_line(p);
        }
    }
    return any;
}

static bool show_architectures(page *p, const wish *w) {
    const gisa_isa *isa;
    bool any = false;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && (isa = gisa_at(a)); a++) {
        if (w->with && !(w->with >> a & 1))
            continue;
        any = true;
        page_put(p, INK_STRONG, gisa_name(isa));
        page_to(p, 10);
        page_format(p, INK_PLAIN, "%u", gisa_form_count(isa));
        page_to(p, 16);
        put_cut(p, INK_PLAIN, gisa_other_names(isa));
        page_end_line(p);
    }
    return any;
}

/* Unsettled choices: name, options, what is known. */
static bool show_models(page *p, const wish *w) {
    const gisa_isa *isa;
    gisa_model m;
    bool any = false;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && (isa = gisa_at(a)); a++)
        for (unsigned i = 0; (!w->with || (w->with >> a & 1)) && gisa_model_at(isa, i, &m) == GISA_OK; i++) {
            bool fits = !w->pattern_count;
            for (int k = 0; k < w->pattern_count; k++)
                fits |= fits_name(w->patterns[k], m.name);
            if (!fits)
                continue;
            any = true;
            phrase known = {.size = 0};
            page_put(p, INK_STRONG, m.name);
            page_to(p, 15);
            page_put(p, INK_PLAIN, m.options);
            page_to(p, 34);
            phrase_add(&known, "%s; %s", m.text, m.certainty);
            put_cut(p, INK_PLAIN, known.text);
            page_end_line(p);
        }
    return any;
}

/* What other projects call instructions and formats. */
/* Does one of the architectures before this one say the same? */
static bool is_called_before(const wish *w, unsigned a, const gisa_called *c) {
    gisa_called other;
    for (unsigned b = 0; b < a; b++)
        for (unsigned i = 0;
             (!w->with || (w->with >> b & 1)) && gisa_called_at(gisa_at(b), i, &other) == GISA_OK; i++)
            if (strcmp(other.word, c->word) == 0 && strcmp(other.document, c->document) == 0 &&
                strcmp(other.name, c->name) == 0 && strcmp(other.format, c->format) == 0)
                return true;
    return false;
}

static bool show_called(page *p, const wish *w) {
    const gisa_isa *isa;
    gisa_called c;
    bool any = false;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && (isa = gisa_at(a)); a++)
        for (unsigned i = 0; (!w->with || (w->with >> a & 1)) && gisa_called_at(isa, i, &c) == GISA_OK; i++) {
            bool fits = !w->pattern_count;
            for (int k = 0; k < w->pattern_count; k++)
                fits |= fits_name(w->patterns[k], c.word) || fits_name(w->patterns[k], c.name);
            if (!fits || is_called_before(w, a, &c))
                continue;
            any = true;
            page_put(p, INK_STRONG, c.word);
            page_to(p, 22);
            page_put(p, INK_FAINT, c.document);
            page_to(p, 35);
            page_put(p, INK_PLAIN, *c.name ? c.name : "*");
            page_to(p, 56);
            page_put(p, INK_PLAIN, c.format);
            page_end_line(p);
        }
    return any;
}

/* ---- the command ------------------------------------------------------------------------ */

static bool show(page *p, const wish *w, bool *found) {
    rows r = {.at = NULL};
    if (w->what == LIST_FORMATS || w->what == LIST_ARCHITECTURES || w->what == LIST_MODELS ||
        w->what == LIST_CALLED || w->what == LIST_CHIPS) {
        *found = w->what == LIST_FORMATS  ? show_formats(p, w)
                 : w->what == LIST_CHIPS  ? list_chips(p, w->with, fits_chip, w)
                 : w->what == LIST_MODELS ? show_models(p, w)
                 : w->what == LIST_CALLED ? show_called(p, w)
                                          : show_architectures(p, w);
        return true;
    }
    bool ok = collect(w, &r);
    drop_others(w, &r);
    if (w->what != LIST_COVERAGE)
        drop_same_lines(&r);
    *found = r.count != 0;
    if (ok && *found && w->what == LIST_NAMES)
        show_names(p, &r);
    else if (ok && *found && w->what == LIST_COVERAGE)
        list_coverage(p, &r, w->with);
    else if (ok && *found) {
        fold_pairs(&r);
        show_rows(p, w, &r);
    }
    free(r.at);
    if (!ok)
        fprintf(stderr, "gisa list: out of memory\n");
    return ok;
}

static void say_nothing_found(const wish *w) {
    nearest n = {.word = w->pattern_count ? w->patterns[0] : ""};
    phrase near = {.size = 0};
    if (w->pattern_count == 1 && !strpbrk(n.word, "*?[")) {
        remedy_word(&near, n.word);
        info_offer_instructions(&n);
        if (!near.size)
            nearest_say(&n, &near);
        if (!near.size)
            phrase_add(&near, "; '*%s*' would be any name that has it inside", n.word);
        fprintf(stderr, "gisa list: no '%s' among them%s\n", n.word, near.text);
    } else
        fprintf(stderr, "gisa list: nothing fits\n");
}

static int run(const wish *w) {
    bool found = false;
    page p = page_open();
    if (w->what == LIST_JSON ? !list_json(w->with, fits_patterns, w, &found) : !show(&p, w, &found))
        return 1;
    if (!found)
        say_nothing_found(w);
    return found ? 0 : 1;
}

static int cmd_list(int argc, char **argv) {
    wish w = {.patterns = malloc((size_t)argc * sizeof *w.patterns)};
    int result = 2;
    if (!w.patterns) {
        fprintf(stderr, "gisa list: out of memory\n");
        return 1;
    }
    bool ok = options_read(&list_command, argc, argv, take_argument, &w);
    if (ok && w.help) {
        help_print(&list_command);
        result = 0;
    } else if (ok && w.what == LIST_JSON && w.filtered)
        options_wrong(&list_command, "--json takes no filter but -a and patterns", NULL);
    else if (ok)
        result = run(&w);
    free(w.patterns);
    return result;
}
