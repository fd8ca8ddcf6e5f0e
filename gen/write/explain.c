/* SPDX-License-Identifier: MIT */
/* What words mean, for users. A spec that explains one explains each operand, format, class, state,
 * register, type, table of names, packed part and fact that it uses, for each field where the text
 * holds every bit, and for nothing else. Names in tables and values of fields may have one. The
 * words of bodies have theirs where they are declared. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"
#include "spec.h"

/* Of wider fields a list of values would be long. */
enum { MOST_UNKNOWN_BITS = 6 };

static bool is_explained(spec *s, int gen, const char *in, const char *name) {
    meaning_line *m = find_meaning(s, in, name);
    if (m)
        m->used |= 1u << gen;
    return m != NULL;
}

/* Each word is missed once. */
static void need(spec *s, int gen, place at, const char *what, const char *in, const char *name) {
    if (is_explained(s, gen, in, name))
        return;
    meaning_line *missed = LIST_ADD(s->meanings);
    *missed = (meaning_line){.used = ~0u, .text = copy_text("", 0), .at = at};
    snprintf(missed->word, sizeof missed->word, "%s%s%s", in ? in : "", in ? "." : "", name);
    fail(s, at, "%s '%s' is not explained on %s; say beside it what it means: /// ...", what, missed->word,
         s->gen[gen]);
}

static void check_operands(spec *s, int gen) {
    generation *g = &s->g[gen];
    for (int i = 0; i < g->forms.count; i++) {
        const list_form *lf = &g->forms.at[i];
        for (int k = 0; k < lf->f.op_count; k++) {
            const op_spec *op = &g->ops.at[lf->ops[k]];
            const char *name = &s->strings.at[op->name];
            if (!is_explained(s, gen, lf->format, name))
                need(s, gen, s->headers.at[lf->header].at, "operand", NULL, name);
            if (op->count)
                for (int t = 0; t < TYPE_WORDS; t++)
                    if (words_types[t].type == op->type && words_types[t].count == op->count)
                        need(s, gen, s->headers.at[lf->header].at, "type", NULL, words_types[t].name);
        }
        need(s, gen, s->headers.at[lf->header].at, "class", NULL, words_classes[lf->f.class_]);
        if (lf->f.flow != GISA_FLOW_NEXT)
            need(s, gen, s->headers.at[lf->header].at, "flow", "CONTROL_FLOW", words_flows[lf->f.flow]);
    }
}

/* "field.5" and "FORMAT.field.5": what the value 5 means. 0 is what words have that do not use the
   field. */
static void mark_values(spec *s, int gen, const format *f, const bit_field *b) {
    for (int i = 0; i < s->meanings.count; i++) {
        meaning_line *m = &s->meanings.at[i];
        const char *dot = strrchr(m->word, '.');
        size_t size = dot ? (size_t)(dot - m->word) : 0, own = strlen(f->name);
        char *end;
        if (!dot || !isdigit((unsigned char)dot[1]))
            continue;
        const char *name = m->word;
        if (strncmp(name, f->name, own) == 0 && name[own] == '.' && own < size) {
            name += own + 1;
            size -= own + 1;
        }
        unsigned long value = strtoul(dot + 1, &end, 10);
        if (strlen(b->name) != size || strncmp(name, b->name, size) != 0 || *end || b->width >= 32 ||
            value >= 1ul << b->width)
            continue;
        m->used |= 1u << gen;
        if (m->unknown && value == 0)
            fail(s, m->at, "'%s': the value 0 is never unknown", m->word);
        else if (m->unknown && b->width > MOST_UNKNOWN_BITS)
            fail(s, m->at, "'%s': a value of a field of more than %d bits is never unknown", m->word,
                 MOST_UNKNOWN_BITS);
    }
}

/* Does a form of the format have an operand of that name? */
static bool is_operand(const spec *s, int gen, const char *format_name, const char *name) {
    const generation *g = &s->g[gen];
    for (int i = 0; i < g->forms.count; i++) {
        const list_form *lf = &g->forms.at[i];
        for (int k = 0; strcmp(lf->format, format_name) == 0 && k < lf->f.op_count; k++)
            if (strcmp(&s->strings.at[g->ops.at[lf->ops[k]].name], name) == 0)
                return true;
    }
    return false;
}

/* Fixed bits and opcodes explain themselves; a field that has the name of an operand is explained
   as that. */
static void check_fields(spec *s, int gen) {
    for (int i = 0; i < s->formats.count; i++) {
        const format *f = &s->formats.at[i];
        for (int k = 0; (f->gens >> gen & 1) && k < f->field_count; k++) {
            const bit_field *b = &f->field[k];
            uint64_t mask = ((UINT64_C(1) << b->width) - 1) << b->shift;
            mark_values(s, gen, f, b);
            if (s->complete && !is_opcode_field(b->name) && (f->mask & mask) != mask &&
                !is_operand(s, gen, f->name, b->name) && !is_explained(s, gen, f->name, b->name))
                need(s, gen, f->at, "field", NULL, b->name);
        }
    }
}

/* The family, and words that all specs have, may be explained where no form has them. */
static void allow_common_words(spec *s, int gen) {
    is_explained(s, gen, NULL, s->name);
    for (int i = 0; i < GISA_CLASS_COUNT; i++)
        is_explained(s, gen, NULL, words_classes[i]);
    for (int i = 0; i < GISA_FLOW_COUNT; i++)
        is_explained(s, gen, "CONTROL_FLOW", words_flows[i]);
    for (int i = 0; i < TYPE_WORDS; i++)
        is_explained(s, gen, NULL, words_types[i].name);
}

/* Ideas of programmers that are nothing in the spec. */
static void allow_usage(spec *s, int gen) {
    for (int i = 0; i < s->meanings.count; i++)
        if (strncmp(s->meanings.at[i].word, "USAGE.", 6) == 0)
            s->meanings.at[i].used |= 1u << gen;
}

/* The states that some form reads or writes, and what is done by lanes; others may be explained. */
static void check_states(spec *s, int gen) {
    generation *g = &s->g[gen];
    uint32_t states = 0;
    for (int i = 0; i < g->forms.count; i++)
        states |= g->forms.at[i].f.reads | g->forms.at[i].f.writes;
    for (int i = 0; i < STATE_WORDS; i++)
        if (!is_explained(s, gen, NULL, words_states[i]) && (states >> i & 1))
            need(s, gen, s->meanings.at[0].at, "state", NULL, words_states[i]);
    static const char *const words[] = {"wave", "lane"};
    for (int i = 0; i < 2; i++)
        if (!is_explained(s, gen, NULL, words[i]) && (states & GISA_STATE_EXEC))
            need(s, gen, s->meanings.at[0].at, "word", NULL, words[i]);
}

/* Registers of banks. Numbers after the last constant are global registers. */
static void check_banks(spec *s, int gen) {
    for (int i = 0; i < s->banks.count; i++)
        for (int k = 0; k < BANK_CHOICES; k++) {
            uint8_t kind = s->banks.at[i].kind[k];
            if (kind)
                need(s, gen, s->banks.at[i].at, "bank", NULL, words_kinds[kind].word);
            if (kind == GISA_KIND_TABLE)
                need(s, gen, s->banks.at[i].at, "bank", NULL, words_kinds[GISA_KIND_GLOBAL].word);
        }
}

static void check_codes(spec *s, int gen) {
    for (int i = 0; i < s->codes.count; i++)
        if (s->codes.at[i].gens >> gen & 1)
            need(s, gen, s->codes.at[i].at, "operand code", NULL, s->codes.at[i].word);
}

static void check_tables(spec *s, int gen) {
    for (int i = 0; i < s->formats.count; i++)
        if (s->formats.at[i].gens >> gen & 1)
            need(s, gen, s->formats.at[i].at, "format", NULL, s->formats.at[i].name);
    for (int i = 0; i < s->names.count; i++)
        if (s->names.at[i].gens >> gen & 1) {
            need(s, gen, s->names.at[i].at, "table", NULL, s->names.at[i].name);
            is_explained(s, gen, s->names.at[i].name, s->names.at[i].llvm); /* which is not demanded */
        }
    for (int i = 0; i < s->packs.count; i++)
        if (s->packs.at[i].gens >> gen & 1) {
            need(s, gen, s->packs.at[i].at, "part", s->packs.at[i].name, s->packs.at[i].part);
            is_explained(s, gen, NULL, s->packs.at[i].name); /* which is not demanded either */
        }
    for (int i = 0; i < s->numbers.count; i++)
        if (s->numbers.at[i].gens >> gen & 1)
            need(s, gen, s->numbers.at[i].at, "table", NULL, s->numbers.at[i].name);
    for (int i = 0; i < s->facts.count; i++)
        if (s->facts.at[i].gens >> gen & 1)
            need(s, gen, s->facts.at[i].at, "fact", NULL, s->facts.at[i].name);
}

/* ---- words of bodies ---- */

static void mark_words(void *to, const body_node *n) {
    bool *used = to;
    bool first = n->word && !used[n->word->number];
    if (n->word)
        used[n->word->number] = true;
    if (first && n->instance)
        each_node(n->instance->source.tree, mark_words, used);
}

/* A declared word that no body uses is a mistake; the others are explained as body.NAME on the
   generations that use them. */
static void explain_body_words(spec *s) {
    for (int gen = 0; gen < s->gen_count; gen++) {
        bool *used = resize(NULL, (size_t)s->words.count + 1);
        memset(used, 0, (size_t)s->words.count + 1);
        for (int i = 0; i < s->headers.count; i++)
            if (s->headers.at[i].opcode[gen] >= 0)
                each_node(s->headers.at[i].tree, mark_words, used);
        for (int i = 0; i < s->words.count; i++) {
            char name[MAX_NAME + sizeof "body."];
            snprintf(name, sizeof name, "body.%s", s->words.at[i].name);
            s->words.at[i].used |= used[i];
            if (used[i])
                *LIST_ADD(s->g[gen].meanings) = (meaning){intern(s, name), intern(s, s->words.at[i].text)};
        }
        free(used);
    }
    for (int i = 0; i < s->words.count; i++)
        if (!s->words.at[i].used)
            fail(s, s->words.at[i].at, "no body uses the word '%s'", s->words.at[i].name);
}

/* ---- fields whose effect is unknown ---- */

/* The values of a field that have a meaning of their own, and whether the others are known. */
static void list_unknown(spec *s, int gen, uint16_t number, const format *f, const bit_field *b) {
    meaning_line *all = find_near_meaning(s, f->name, b->name);
    unknown_field row = {number, {(uint8_t)b->shift, (uint8_t)b->width}, 0, intern(s, b->name), 0};
    for (uint32_t value = 1; b->width <= MOST_UNKNOWN_BITS && value < 1u << b->width; value++) {
        char name[MAX_NAME + 16];
        snprintf(name, sizeof name, "%s.%u", b->name, (unsigned)value);
        meaning_line *m = find_near_meaning(s, f->name, name);
        m = m ? m : all;
        if (!m || !m->unknown)
            continue;
        m->listed = true;
        row.value = (uint8_t)value;
        row.text = intern(s, m->text);
        *LIST_ADD(s->g[gen].unknowns) = row;
    }
    if (b->width > MOST_UNKNOWN_BITS && all && all->unknown)
        fail(s, all->at, "a field of more than %d bits is never unknown as a whole", MOST_UNKNOWN_BITS);
}

static void list_all_unknown(spec *s, int gen) {
    generation *g = &s->g[gen];
    for (int i = 0; i < g->formats.count; i++)
        for (int k = 0; k < s->formats.count; k++) {
            const format *f = &s->formats.at[k];
            if (!(f->gens >> gen & 1) || strcmp(f->name, &s->strings.at[g->formats.at[i].name]) != 0)
                continue;
            for (int n = 0; n < f->field_count; n++)
                if (!is_opcode_field(f->field[n].name))
                    list_unknown(s, gen, (uint16_t)i, f, &f->field[n]);
        }
}

/* The words in braces of a meaning. -1 = there are none, -2 = they are no pair, or a second one. */
static int braces_in(const char *text, int *size) {
    size_t open = strcspn(text, "{}"), close = open + strcspn(text + open, "}");
    *size = (int)(close - open) + 1;
    if (!text[open])
        return -1;
    bool fine = text[open] == '{' && text[close] && close > open + 1 && !strchr(text + open + 1, '{') &&
                !text[close + 1 + strcspn(text + close + 1, "{}")];
    return fine ? (int)open : -2;
}

static bool is_part(const spec *s, const char *word) {
    for (int i = 0; i < s->packs.count; i++)
        if (is_dotted(word, s->packs.at[i].name, s->packs.at[i].part))
            return true;
    return false;
}

static bool is_class(const char *word) {
    for (int i = 0; i < GISA_CLASS_COUNT; i++)
        if (strcmp(words_classes[i], word) == 0)
            return true;
    return false;
}

static void check_braces(spec *s, const meaning_line *m) {
    int size, at = braces_in(m->text, &size);
    if (at == -2)
        fail(s, m->at, "braces stand around the words that a number replaces, or a title, once");
    else if (at >= 0 && !is_part(s, m->word) && !(is_class(m->word) && !at))
        fail(
            s, m->at,
            "only the meaning of a part of a packed number can hold a number, and only that of a class begin with a "
            "title, not that of '%s'",
            m->word);
}

/* "waits for {so many}" of PACK.part is PACK.part(n), too, with {n} in place of the words; "{scalar
 * arithmetic}: done once" of a class says its title. Users read both without the braces. */
static void list_meaning(spec *s, int gen, const meaning_line *m) {
    int size, at = braces_in(m->text, &size);
    char text[512], word[MAX_NAME + 6];
    const char *plain = m->text;
    if (at >= 0) {
        snprintf(word, sizeof word, "%s%s", m->word, is_part(s, m->word) ? "(n)" : ".title");
        if (is_part(s, m->word))
            snprintf(text, sizeof text, "%.*s{n}%s", at, m->text, m->text + at + size);
        else
            snprintf(text, sizeof text, "%.*s", size - 2, m->text + 1);
        *LIST_ADD(s->g[gen].meanings) = (meaning){intern(s, word), intern(s, text)};
        snprintf(text, sizeof text, "%.*s%.*s%s", at, m->text, size - 2, m->text + at + 1,
                 m->text + at + size);
        plain = text;
    }
    *LIST_ADD(s->g[gen].meanings) = (meaning){intern(s, m->word), intern(s, plain)};
}

static int by_word(const void *a, const void *b) {
    return strcmp(((const meaning_line *)a)->word, ((const meaning_line *)b)->word);
}

/* Each generation lists the words that it has, in alphabetical order. */
void explain(spec *s) {
    explain_body_words(s);
    if (!s->meanings.count)
        return;
    for (int i = 0; i < s->meanings.count; i++)
        check_braces(s, &s->meanings.at[i]);
    qsort(s->meanings.at, (size_t)s->meanings.count, sizeof *s->meanings.at, by_word);
    for (int g = 0; g < s->gen_count; g++) {
        check_operands(s, g);
        check_codes(s, g);
        check_tables(s, g);
        check_fields(s, g);
        check_states(s, g);
        allow_common_words(s, g);
        allow_usage(s, g);
        check_banks(s, g);
        list_all_unknown(s, g);
        for (int i = 0; i < s->meanings.count; i++)
            if (s->meanings.at[i].used >> g & 1)
                list_meaning(s, g, &s->meanings.at[i]);
    }
    for (int i = 0; i < s->meanings.count; i++) {
        const meaning_line *m = &s->meanings.at[i];
        if (!m->used)
            fail(s, m->at, "'%s' is not a word of this spec", m->word);
        else if (m->unknown && !m->listed)
            fail(s, m->at, "'%s' is not a field that can have an unknown value", m->word);
    }
}
