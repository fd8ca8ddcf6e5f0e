/* SPDX-License-Identifier: MIT */
/* The vocabulary of bodies: the statements `word` and `view`, and how both are found by name. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/edits.h"
#include "core/words.h"
#include "body_types.h"
#include "line.h"

/* ---- types ------------------------------------------------------------------------- */

/* u32 i8 f16 b128 ...: a letter and the number of bits. */
bool type_of_name(const char *name, body_type *type) {
    static const char letters[] = "uifb";
    static const uint8_t kinds[] = {TYPE_UNSIGNED, TYPE_SIGNED, TYPE_FLOAT, TYPE_BITS};
    const char *letter = *name ? strchr(letters, *name) : NULL;
    char *end;
    unsigned long bits = letter && isdigit((unsigned char)name[1]) ? strtoul(name + 1, &end, 10) : 0;
    if (strcmp(name, "fx10") == 0) { /* held in 10 bits, computed as f32 */
        *type = (body_type){TYPE_FLOAT, 32};
        return true;
    }
    if (!bits || *end || bits > 512 || bits % 8)
        return false;
    type->kind = *name == 'b' && bits <= 64 ? TYPE_UNSIGNED : kinds[letter - letters];
    type->bits = (uint16_t)bits;
    return true;
}

/* One parameter, or the result: what stands for any type, or a type. */
static bool read_param(const char *word, body_param *param) {
    static const struct {
        const char *word;
        enum param_kind kind;
    } special[] = {{"F", PARAM_FLOAT},       {"X", PARAM_ANY},           {"type", PARAM_TYPE},
                   {"same", PARAM_SAME},     {"operand", PARAM_OPERAND}, {"name", PARAM_NAME},
                   {"update", PARAM_UPDATE}, {"U", PARAM_BITS}};
    *param = (body_param){.kind = PARAM_VALUE};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (strcmp(special[i].word, word) == 0) {
            param->kind = special[i].kind;
            return true;
        }
    return type_of_name(word, &param->type);
}

/* ---- word -------------------------------------------------------------------------- */

/* Parameters: their types, and those of functions have names. */
static void read_params(spec *s, line *l, body_word *w) {
    char word[MAX_NAME];
    w->called = take(l, '(');
    while (w->called && !take(l, ')')) {
        if (w->params == MAX_PARAMS || !next_word(l, ",)", word, s) ||
            !read_param(word, &w->param[w->params]) ||
            (w->function && !next_word(l, ",)", w->function->param[w->params], s))) {
            fail(s, l->at,
                 w->function
                     ? "%s: expected up to %d parameters, each a type (u32, F, X, U) and a name"
                     : "%s: expected up to %d parameters (u32, F, X, U, type, same, operand, name, update)",
                 w->name, MAX_PARAMS);
            return;
        }
        w->params++;
        take(l, ',');
    }
}

/* The text between brackets, if one opens here. */
static char *in_brackets(line *l) {
    char *text;
    size_t size;
    if (*l->p != '(')
        return NULL;
    size = strcspn(++l->p, ")");
    text = copy_text(l->p, size);
    l->p += size + (l->p[size] == ')');
    return text;
}

/* source(n), result(n): which operand of the instruction the word is. */
static void read_role(spec *s, line *l, body_word *w, const char *word) {
    bool source = *word == 's';
    char *list = in_brackets(l), *end = list;
    unsigned long n = list ? strtoul(list, &end, 10) : 0;
    w->role = (int)n + (source ? ROLE_S0 : ROLE_D);
    w->effects |= WORD_OPERAND | (source ? 0 : WORD_ASSIGNED);
    if (!list || end == list || *end || n >= (source ? BODY_SOURCES : BODY_RESULTS))
        fail(s, l->at, "%s: expected source(0) to source(%d), result(0) to result(%d)", w->name,
             BODY_SOURCES - 1, BODY_RESULTS - 1);
    free(list);
}

/* of(role): for which operands the word stands. */
static void read_of_role(spec *s, line *l, body_word *w) {
    char *name = in_brackets(l);
    w->of_role = name ? role_named(name) : 0;
    if (!w->of_role)
        fail(s, l->at, "%s: '%s' is not a role", w->name, name ? name : "");
    free(name);
}

static void read_effect(spec *s, line *l, body_word *w, const char *word) {
    static const struct {
        const char *word;
        uint32_t effect;
    } effects[] = {{"assigned", WORD_ASSIGNED},
                   {"state", WORD_STATE | WORD_ASSIGNED},
                   {"element", WORD_ELEMENT | WORD_ASSIGNED},
                   {"loads", WORD_ELEMENT},
                   {"stores", WORD_ELEMENT},
                   {"atomic", WORD_ATOMIC},
                   {"rows", WORD_ROWS},
                   {"address", WORD_ADDRESS},
                   {"lanes", WORD_LANES},
                   {"stops", WORD_STOPS},
                   {"ordered", WORD_ORDERED},
                   {"each", WORD_EACH | WORD_LANES},
                   {"index", WORD_INDEX},
                   {"model", WORD_MODEL},
                   {"once", WORD_ONCE},
                   {"phase", WORD_PHASE},
                   {"jumps", WORD_JUMPS},
                   {"leaves", WORD_LEAVES},
                   {"discards", WORD_DISCARDS},
                   {"deepens", WORD_DEEPENS},
                   {"steps", WORD_STEPS},
                   {"pure", WORD_PURE},
                   {"spreads", WORD_SPREADS},
                   {"mask", WORD_MASK},
                   {"reads", 0},
                   {"writes", 0},
                   {"members", WORD_ASSIGNED}};
    if (strcmp(word, "source") == 0 || strcmp(word, "result") == 0) {
        read_role(s, l, w, word);
        return;
    }
    if (strcmp(word, "of") == 0) {
        read_of_role(s, l, w);
        return;
    }
    char *list = in_brackets(l);
    if (strcmp(word, "part") == 0) {
        w->effects |= WORD_PART;
        w->part_names = list;
        return;
    }
    uint32_t states = list && *word != 'm' ? state_mask(s, l->at, list, strlen(list)) : 0;
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++)
        if (strcmp(effects[i].word, word) == 0) {
            w->effects |= effects[i].effect;
            if (strcmp(word, "members") == 0) {
                char *text = resize(NULL, strlen(list ? list : "") + 3);
                sprintf(text, " %s ", list ? list : "");
                w->members = text;
                w->result = (body_param){.type = {TYPE_PARTS, 0}};
            } else if (strcmp(word, "reads") == 0 || strcmp(word, "loads") == 0)
                w->reads |= states;
            else if (strcmp(word, "writes") == 0 || strcmp(word, "stores") == 0)
                w->writes |= states;
            else
                w->states |= states;
            return;
        }
    fail(s, l->at, "%s: a word has no effect '%s'", w->name, word);
}

/* The name and the doc of a word; words under one doc line share it. */
static body_word *add_word(spec *s, line *l, const char *expected) {
    char name[MAX_NAME] = "";
    const char *text = l->doc ? l->doc : s->words.count ? s->words.at[s->words.count - 1].text : NULL;
    next_word(l, "(:", name, s);
    if (find_word(s, name))
        fail(s, l->at, "the word '%s' is declared already", name);
    body_word *w = LIST_ADD(s->words);
    *w = (body_word){.name = copy_text(name, strlen(name)),
                     .text = text,
                     .at = l->at,
                     .number = s->words.count - 1,
                     .part = -1};
    if (!text || !*name)
        fail(s, l->at, "expected doc lines (///) and: %s", expected);
    else if (strpbrk(text, "{}"))
        fail(s, l->at, "only the doc of an instruction marks operands");
    l->doc = NULL;
    w->declaration = copy_text(l->p, strlen(l->p));
    squeeze((char *)w->declaration);
    return w;
}

static void read_result(spec *s, line *l, body_word *w) {
    char word[MAX_NAME];
    if (next_word(l, ":", word, s) && !read_param(word, &w->result))
        fail(s, l->at, "%s: '%s' is not a type", w->name, word);
}

/* Parts of an address have numbers in the order of their words, which is that of their
   registers. */
static void number_part(spec *s, body_word *w) {
    int parts = 0;
    for (int i = 0; i < s->words.count; i++)
        parts += s->words.at[i].part >= 0;
    if (w->effects & WORD_PART)
        w->part = parts;
    if (w->part == MAX_ADDRESS_PARTS)
        fail(s, w->at, "more than %d parts of addresses", MAX_ADDRESS_PARTS);
}

/* word NAME(parameters) type : effects. */
void read_word(spec *s, line *l) {
    char word[MAX_NAME];
    body_word *w = add_word(s, l, "word NAME(parameters) type : effects");
    read_params(s, l, w);
    read_result(s, l, w);
    if (take(l, ':'))
        while (next_word(l, "(", word, s))
            read_effect(s, l, w, word);
    need_end(s, l);
    number_part(s, w);
    if ((w->effects & WORD_ELEMENT) && !(w->effects & WORD_ROWS))
        w->effects |= WORD_ALONE;
    if (w->effects & WORD_OPERAND)
        w->result = (body_param){.type = {TYPE_OPERAND, 0}};
    if (w->result.kind == PARAM_OPERAND)
        w->result.type.kind = TYPE_OPERAND;
}

/* ---- fn ---------------------------------------------------------------------------- */

static bool is_value(const body_param *p) {
    return p->kind == PARAM_VALUE || p->kind == PARAM_FLOAT || p->kind == PARAM_ANY || p->kind == PARAM_BITS;
}

/* fn NAME(type name, ...) type [: host|exact], and then its body. */
void read_function(spec *s, line *l) {
    char word[MAX_NAME];
    body_word *w = add_word(s, l, "fn NAME(type name, ...) type");
    w->function = resize(NULL, sizeof *w->function);
    *w->function = (body_function){.text = NULL};
    read_params(s, l, w);
    read_result(s, l, w);
    for (int i = 0; i < w->params; i++)
        if (!is_value(&w->param[i]))
            fail(s, l->at, "%s: a function takes values", w->name);
    if (!w->called || !is_value(&w->result) || (w->result.kind == PARAM_VALUE && !w->result.type.kind))
        fail(s, l->at, "%s: expected: fn NAME(type name, ...) type", w->name);
    if (take(l, ':') && next_word(l, "", word, s)) {
        w->function->host = strcmp(word, "host") == 0;
        w->function->exact = strcmp(word, "exact") == 0;
        if (!w->function->host && !w->function->exact)
            fail(s, l->at, "%s: '%s' is neither `host` nor `exact`", w->name, word);
    }
    need_end(s, l);
}

bool take_function_body(spec *s, char *body, int first) {
    body_word *w = s->words.count ? &s->words.at[s->words.count - 1] : NULL;
    if (!w || !w->function || w->function->text)
        return false;
    w->function->text = body;
    w->function->line = first;
    return true;
}

static void read_view_part(spec *s, line *l, body_view *v, const char *word) {
    char more[MAX_NAME] = "";
    if (strcmp(word, "each") == 0)
        v->each = true;
    else if (strcmp(word, "mask") == 0)
        v->mask = true;
    else if (strcmp(word, "channel") == 0 && next_word(l, "", more, s))
        v->channel = (int)need_number(s, l, more);
    else if (strcmp(word, "held") == 0 && next_word(l, "", more, s))
        v->held = copy_text(more, strlen(more));
    else
        fail(s, l->at, "'%s' is not `each`, `mask`, `channel N` or `held FORMAT`", word);
}

/* view NAME type [each|mask] [channel N] [held FORMAT]: how an operand is looked at; NAME[i] with
   `each`. */
void read_view(spec *s, line *l) {
    char name[MAX_NAME] = "", type[MAX_NAME] = "", word[MAX_NAME];
    body_view *v = LIST_ADD(s->views);
    next_word(l, "", name, s);
    next_word(l, "", type, s);
    *v = (body_view){
        .name = copy_text(name, strlen(name)), .type_name = copy_text(type, strlen(type)), .channel = -1};
    v->held = v->name;
    if (!type_of_name(type, &v->type))
        fail(s, l->at, "expected: view NAME type [each|mask] [channel N] [held FORMAT]");
    if (s->views.count > MAX_VIEWS)
        fail(s, l->at, "more than %d views", MAX_VIEWS);
    while (next_word(l, "", word, s))
        read_view_part(s, l, v, word);
    need_end(s, l);
}

/* ---- finding ----------------------------------------------------------------------- */

const body_word *find_word(const spec *s, const char *name) {
    for (int i = 0; i < s->words.count; i++)
        if (strcmp(s->words.at[i].name, name) == 0)
            return &s->words.at[i];
    return NULL;
}

const char *role_name(const spec *s, int role) {
    for (int i = 0; i < s->words.count; i++)
        if ((s->words.at[i].effects & WORD_OPERAND) && s->words.at[i].role == role)
            return s->words.at[i].name;
    return "";
}

const body_view *find_view(const spec *s, const char *name, bool each) {
    body_type type = {TYPE_VOID, 0};
    for (int i = 0; i < s->views.count; i++)
        if (strcmp(s->views.at[i].name, name) == 0 && s->views.at[i].each == each)
            return &s->views.at[i];
    for (int i = 0; each && type_of_name(name, &type) && i < s->views.count; i++)
        if (s->views.at[i].each && same_type(s->views.at[i].type, type))
            return &s->views.at[i];
    return NULL;
}

const char *near_word(const spec *s, const char *name) {
    const char *best = NULL;
    unsigned limit = 2 + (unsigned)strlen(name) / 3;
    for (int i = 0; i < s->words.count; i++) {
        const char *word = s->words.at[i].name;
        unsigned edits = edits_between(name, strlen(name), word, strlen(word), limit);
        if (edits < limit) {
            limit = edits;
            best = word;
        }
    }
    return best;
}
