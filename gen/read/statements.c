/* SPDX-License-Identifier: MIT */
/* Statements of .isa files, one a line, into the lists of struct spec (language: isa/README.md). Rows are in read_row.c. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"
#include "line.h"

static void add_gen(spec *s, line *l, const char name[MAX_NAME], int parent) {
    if (s->gen_count == MAX_GENS)
        fail(s, l->at, "more than %d generations", MAX_GENS);
    else if (find_gen(s, name, strlen(name)) >= 0)
        fail(s, l->at, "generation '%s' twice", name);
    else {
        memcpy(s->gen[s->gen_count], name, MAX_NAME);
        s->parent[s->gen_count++] = parent;
    }
}

/* NAME ..., the columns of rows; or NAME : GENERATION, which has all that its generation has but for what others say of it. */
static void read_gen(spec *s, line *l) {
    char word[MAX_NAME] = "", of[MAX_NAME] = "";
    bool first = true;
    while (next_word(l, ":", word, s)) {
        if (first && take(l, ':')) {
            next_word(l, "", of, s);
            int parent = find_gen(s, of, strlen(of));
            if (parent < 0 || s->parent[parent] >= 0)
                fail(s, l->at, "'%s' is not a generation that a line above names", of);
            add_gen(s, l, word, parent < 0 ? 0 : parent);
            need_end(s, l);
            return;
        }
        if (s->gen_count > s->columns)
            fail(s, l->at, "generations with columns come before those that are like another one");
        add_gen(s, l, word, -1);
        s->columns = s->gen_count;
        first = false;
    }
}

/* without GENERATION ROW ...: what it does not have of the generation that it is like. */
static void read_without(spec *s, line *l) {
    char word[MAX_NAME] = "";
    next_word(l, "", word, s);
    int gen = find_gen(s, word, strlen(word));
    if (gen < 0 || s->parent[gen] < 0)
        fail(s, l->at, "expected: without GENERATION ROW ..., a generation that is like another one");
    while (gen >= 0 && next_word(l, "", word, s)) {
        without_line *w = LIST_ADD(s->without);
        *w = (without_line){.gen = gen, .at = l->at};
        memcpy(w->name, word, sizeof word);
    }
}

static int find_arch(const spec *s, const char *name) {
    for (int i = 0; i < s->archs.count; i++)
        if (strcmp(s->archs.at[i].name, name) == 0)
            return i;
    return -1;
}

/* The architecture that has this name, or this other name. */
static const arch *arch_called(const spec *s, const char *name, size_t size) {
    for (int i = 0; i < s->archs.count; i++) {
        const arch *a = &s->archs.at[i];
        if (strlen(a->name) == size && memcmp(a->name, name, size) == 0)
            return a;
        for (const char *p = a->others; *p; p += strspn(p, " \t")) {
            size_t length = strcspn(p, " \t");
            if (length == size && memcmp(p, name, size) == 0)
                return a;
            p += length;
        }
    }
    return NULL;
}

/* The rest of the line: names by which users may call it, each of one architecture. */
static void read_other_names(spec *s, line *l, arch *a) {
    skip_blanks(l);
    a->others = copy_text(l->p, strlen(l->p));
    for (char *end = a->others + strlen(a->others); end > a->others && isspace((unsigned char)end[-1]);)
        *--end = 0;
    s->archs.count--; /* look among the others */
    for (const char *p = a->others; *p; p += strspn(p, " \t")) {
        size_t length = strcspn(p, " \t");
        const arch *other = arch_called(s, p, length);
        if (other)
            fail(s, l->at, "'%.*s' is a name of %s already (line %d)", (int)length, p, other->name,
                 other->at.line);
        p += length;
    }
    s->archs.count++;
}

static arch *add_arch(spec *s, line *l) {
    char name[MAX_NAME] = "";
    next_word(l, "", name, s);
    const arch *other = arch_called(s, name, strlen(name));
    if (other && strcmp(other->name, name) == 0)
        fail(s, l->at, "architecture '%s' twice (also in line %d)", name, other->at.line);
    else if (other)
        fail(s, l->at, "'%s' is a name of %s already (line %d)", name, other->name, other->at.line);
    arch *a = LIST_ADD(s->archs);
    memcpy(a->name, name, sizeof name);
    a->others = copy_text("", 0);
    a->at = l->at;
    a->like = -1;
    return a;
}

static void read_arch(spec *s, line *l) {
    char word[MAX_NAME] = "";
    arch *a = add_arch(s, l);
    next_word(l, "", word, s);
    a->gen = find_gen(s, word, strlen(word));
    if (a->gen < 0)
        fail(s, l->at, "unknown generation '%s'", word);
    if (next_word(l, "", word, s))
        a->elf = (uint32_t)need_number(s, l, word);
    read_other_names(s, l, a);
}

/* A chip with the instructions of an architecture: it differs in names, the machine number, and facts. */
static void read_chip(spec *s, line *l) {
    char word[MAX_NAME] = "";
    arch *a = add_arch(s, l);
    next_word(l, "", word, s);
    a->like = find_arch(s, word);
    if (a->like < 0 || s->archs.at[a->like].like >= 0) {
        fail(s, l->at, "'%s' is not an architecture that an 'arch' line above names", word);
        a->like = 0;
    }
    a->gen = s->archs.at[a->like].gen;
    if (next_word(l, "", word, s))
        a->elf = (uint32_t)need_number(s, l, word);
    read_other_names(s, l, a);
}

static const char *const float_names[] = {"0.5",  "-0.5", "1.0",  "-1.0", "2.0",
                                          "-2.0", "4.0",  "-4.0", "1/2pi"};

static void read_code(spec *s, line *l) {
    code_line *c;
    char word[MAX_NAME] = "";
    unsigned gens = optional_gens(s, l);
    c = LIST_ADD(s->codes);
    c->at = l->at;
    c->gens = gens;
    next_word(l, "-", word, s);
    c->first = c->last = (int)need_number(s, l, word);
    if (take(l, '-') && next_word(l, "", word, s))
        c->last = (int)need_number(s, l, word);
    if (c->first < 0 || c->last > 511 || c->last < c->first)
        fail(s, l->at, "operand codes are 0 to 511");
    next_word(l, "", word, s);
    c->step = 1;
    if (strcmp(word, "sgpr") == 0)
        c->kind = CODE_SGPR;
    else if (strcmp(word, "vgpr") == 0)
        c->kind = CODE_VGPR;
    else if (strcmp(word, "ttmp") == 0)
        c->kind = CODE_TTMP;
    else if (strcmp(word, "literal") == 0)
        c->kind = CODE_LITERAL;
    else if (strcmp(word, "pair") == 0 || strcmp(word, "reg") == 0 || strcmp(word, "reg64") == 0 ||
             strcmp(word, "direct") == 0) {
        c->kind = word[0] == 'p' ? CODE_PAIR_LO : CODE_REG;
        c->value = strcmp(word, "reg64") == 0;
        c->step = strcmp(word, "direct") == 0;
        if (!next_word(l, "", c->name, s))
            fail(s, l->at, "a register needs a name");
        next_word(l, "", c->clrx, s);
        if (c->kind == CODE_PAIR_LO && c->last != c->first + 1)
            fail(s, l->at, "a pair has two codes");
    } else if (strcmp(word, "int") == 0) {
        c->kind = CODE_INT;
        if (next_word(l, "", word, s))
            c->value = (int)need_number(s, l, word);
        if (!next_word(l, "", word, s) || (strcmp(word, "up") != 0 && strcmp(word, "down") != 0))
            fail(s, l->at, "expected up or down");
        c->step = strcmp(word, "down") == 0 ? -1 : 1;
    } else if (strcmp(word, "float") == 0) {
        c->kind = CODE_FLOAT;
        next_word(l, "", word, s);
        for (c->value = 0; c->value < 9 && strcmp(float_names[c->value], word) != 0;)
            c->value++;
        if (c->value == 9)
            fail(s, l->at, "unknown float '%s'", word);
    } else {
        fail(s, l->at, "expected sgpr, vgpr, ttmp, pair, reg, int, float or literal, got '%s'", word);
        return;
    }
    need_end(s, l);
}

/* One element of a picture, which goes into the bits below *position. */
static void read_element(spec *s, line *l, format *f, char *word, int *position) {
    size_t size = strlen(word);
    bool ignored = size > 1 && word[size - 1] == '~';
    char *colon = strchr(word, ':'), *equals = strchr(word, '=');
    int width = 1;
    if (ignored)
        word[size - 1] = 0;
    if (equals) { /* fixed bits with a name */
        *equals++ = 0;
        width = (int)strlen(equals);
        if (f->field_count == MAX_FIELDS || width > 32 || width > *position ||
            strspn(equals, "01") != (size_t)width) {
            fail(s, l->at, "expected name=bits");
            return;
        }
        bit_field *b = &f->field[f->field_count++];
        snprintf(b->name, sizeof b->name, "%s", word);
        b->shift = *position - width;
        b->width = width;
        for (const char *p = equals; *p; p++) {
            --*position;
            f->mask |= UINT64_C(1) << (*position & 63);
            if (*p == '1')
                f->value |= UINT64_C(1) << (*position & 63);
        }
        return;
    }
    if (strspn(word, "01") == strlen(word)) {
        for (const char *p = word; *p; p++) {
            --*position;
            f->mask |= UINT64_C(1) << (*position & 63);
            if (*p == '1')
                f->value |= UINT64_C(1) << (*position & 63);
        }
        return;
    }
    if (colon) {
        *colon = 0;
        width = (int)need_number(s, l, colon + 1);
        if (width < 1 || width > 32) {
            fail(s, l->at, "a field has 1 to 32 bits");
            width = 1;
        }
    } else if (strcmp(word, "-") != 0 && strcmp(word, "~") != 0)
        fail(s, l->at, "'%s' needs a width, name:width", word);
    *position -= width;
    if (*position < 0)
        return;
    uint64_t bits = ((UINT64_C(1) << width) - 1) << *position;
    if (strcmp(word, "-") == 0)
        f->zero |= bits;
    else if (strcmp(word, "~") == 0)
        f->unused |= bits;
    else if (f->field_count == MAX_FIELDS)
        fail(s, l->at, "more than %d fields", MAX_FIELDS);
    else {
        bit_field *b = &f->field[f->field_count++];
        snprintf(b->name, sizeof b->name, "%s", word);
        b->shift = *position;
        b->width = width;
        b->ignored = ignored;
        for (int i = 0; i + 1 < f->field_count; i++)
            if (strcmp(f->field[i].name, b->name) == 0 && !is_opcode_field(b->name))
                fail(s, l->at, "field '%s' twice", word);
    }
}

static void read_format(spec *s, line *l) {
    format *f = LIST_ADD(s->formats);
    char word[MAX_NAME] = "";
    int position = 8 * s->unit, low = 0;
    f->at = l->at;
    next_word(l, "", f->name, s);
    f->gens = need_gens(s, l);
    for (int i = 0; i + 1 < s->formats.count; i++)
        if (strcmp(s->formats.at[i].name, f->name) == 0 && (s->formats.at[i].gens & f->gens))
            fail(s, l->at, "format %s is defined twice for a generation (also in line %d)", f->name,
                 s->formats.at[i].at.line);
    if (!take(l, ':') || !next_word(l, "", word, s))
        fail(s, l->at, "expected ': class' behind the generations");
    f->class_ = class_named(s, l->at, word);
    f->size = s->unit;
    while (next_word(l, "", word, s)) {
        if (word[0] == '_' || (word[0] == '(' && word[strlen(word) - 1] == ')')) {
            f->silent = word[0] == '(';
            snprintf(f->suffix, sizeof f->suffix, "%.*s", (int)strcspn(word + f->silent, ")"),
                     word + f->silent);
        } else if (strcmp(word, "/") == 0) {
            if (f->size == 8) {
                fail(s, l->at, "%s has more than two dwords", f->name);
                return;
            }
            if (position != low)
                fail(s, l->at, "the first dword of %s has %d bits", f->name, 8 * s->unit - (position - low));
            position = 64;
            low = 32;
            f->size = 8;
        } else
            read_element(s, l, f, word, &position);
        if (position < low) {
            fail(s, l->at, "a dword of %s has %d bits", f->name, 8 * s->unit + low - position);
            return;
        }
    }
    if (position != low)
        fail(s, l->at, "a dword of %s has only %d bits", f->name, 8 * s->unit - (position - low));
}

static void read_promotion(spec *s, line *l) {
    promotion *p = LIST_ADD(s->promotions);
    char word[MAX_NAME] = "";
    p->at = l->at;
    next_word(l, "", p->from, s);
    if (!next_word(l, "", word, s) || strcmp(word, "->") != 0)
        fail(s, l->at, "expected FORMAT -> FORMAT");
    next_word(l, "", p->to, s);
    p->gens = need_gens(s, l);
    if (!next_word(l, "", word, s) || word[0] != '+')
        fail(s, l->at, "expected +N, what is added to the opcode");
    else
        p->plus = (uint32_t)need_number(s, l, word + 1);
    p->silent = take(l, '(');
    next_word(l, ")", p->suffix, s);
    if (strcmp(p->suffix, "never") == 0) {
        p->never = true;
        *p->suffix = 0;
    }
    if (p->silent && !take(l, ')'))
        fail(s, l->at, "expected ')' behind the suffix");
    need_end(s, l);
}

static int codec_named(const char *name) {
    for (int c = 0; c < CODEC_COUNT; c++)
        if (strcmp(words_codecs[c], name) == 0)
            return c;
    return -1;
}

static void read_operand(spec *s, line *l) {
    char names[12][MAX_NAME], word[MAX_NAME];
    int name_count = 0, codec;
    unsigned gens = 0;
    operand_line o = {.at = l->at};
    while (!take(l, '=') && next_word(l, "=", word, s)) {
        unsigned set = gen_range(s, word);
        if (set)
            gens = set;
        else if (name_count < 12)
            snprintf(names[name_count++], MAX_NAME, "%s", word);
        else
            fail(s, l->at, "more than 12 names in one statement");
    }
    if (!next_word(l, "(", word, s) || (codec = codec_named(word)) < 0) {
        fail(s, l->at, "unknown codec '%s'", word);
        return;
    }
    o.codec = codec;
    o.gens = gens ? gens : all_gens(s);
    if (take(l, '(')) {
        while (!take(l, ')') && next_word(l, ")", word, s)) {
            if (o.arg_count == 8)
                fail(s, l->at, "more than 8 fields");
            else
                snprintf(o.arg[o.arg_count++], MAX_NAME, "%s", word);
        }
    }
    while (next_option(s, l, word)) {
        if (o.option_count == 8)
            fail(s, l->at, "more than 8 options");
        else
            snprintf(o.option[o.option_count++], MAX_NAME, "%s", word);
    }
    for (int i = 0; i < name_count; i++) {
        operand_line *copy;
        char *dot = strchr(names[i], '.'), *colon = strchr(names[i], ':');
        snprintf(o.type, sizeof o.type, "%s", colon ? colon + 1 : "");
        if (colon)
            *colon = 0;
        snprintf(o.name, sizeof o.name, "%.*s", MAX_NAME - 1, dot ? dot + 1 : names[i]);
        if (dot)
            *dot = 0;
        snprintf(o.format, sizeof o.format, "%.*s", MAX_NAME - 1, dot ? names[i] : "");
        for (int k = 0; k < s->operands.count; k++) {
            const operand_line *other = &s->operands.at[k];
            if (strcmp(other->format, o.format) == 0 && strcmp(other->name, o.name) == 0 &&
                (other->gens & o.gens))
                fail(s, l->at, "operand %s%s%s twice (also in line %d)", o.format, *o.format ? "." : "",
                     o.name, other->at.line);
        }
        copy = LIST_ADD(s->operands);
        *copy = o;
    }
}

static void read_tail(spec *s, line *l) {
    tail_line *t = LIST_ADD(s->tails);
    t->at = l->at;
    next_word(l, "", t->format, s);
    t->gens = need_gens(s, l);
    while (t->count < MAX_OPERANDS && next_word(l, "", t->item[t->count], s))
        t->count++;
    need_end(s, l);
}

static void read_count(spec *s, line *l) {
    count_line *c = LIST_ADD(s->counts);
    c->at = l->at;
    next_word(l, "", c->name, s);
    c->gens = optional_gens(s, l);
    if (!take(l, '='))
        fail(s, l->at, "expected '= expression'");
    skip_blanks(l);
    c->expression = copy_text(l->p, strlen(l->p));
}

static void read_unit(spec *s, line *l) {
    char word[MAX_NAME] = "";
    next_word(l, "", word, s);
    s->unit = (int)need_number(s, l, word) / 8;
    if (s->unit != 4 && s->unit != 8)
        fail(s, l->at, "a unit has 32 or 64 bits");
    need_end(s, l);
}

static void read_complete(spec *s, line *l) {
    s->complete = true;
    need_end(s, l);
}

/* NAME WORD... */
static void read_list(spec *s, line *l, void (*add)(spec *, place, const char *, char[][MAX_NAME], int)) {
    char name[MAX_NAME] = "", words[64][MAX_NAME];
    int count = 0;
    next_word(l, "", name, s);
    while (count < 64 && next_word(l, "", words[count], s))
        count++;
    add(s, l->at, name, words, count);
    need_end(s, l);
}

static void read_bank_list(spec *s, line *l) {
    read_list(s, l, read_banks);
}

static void read_channel_list(spec *s, line *l) {
    read_list(s, l, read_channels);
}

static void read_swizzle_list(spec *s, line *l) {
    read_list(s, l, read_swizzles);
}

static void read_operation_line(spec *s, line *l) {
    read_list(s, l, read_operation);
}

static void read_dual_line(spec *s, line *l) {
    read_list(s, l, read_dual);
}

static void read_affects_line(spec *s, line *l) {
    read_list(s, l, read_affects);
}

/* model NAME OPTION ... : what is known */
static void read_model_line(spec *s, line *l) {
    char name[MAX_NAME] = "", word[MAX_NAME], words[8][MAX_NAME];
    int count = 0;
    next_word(l, "", name, s);
    while (count < 8 && next_word(l, "", word, s) && strcmp(word, ":") != 0)
        memcpy(words[count++], word, MAX_NAME);
    char *text = copy_text(l->p, strlen(l->p));
    squeeze(text);
    read_model(s, l->at, name, words, count, text);
}

static void read_constant(spec *s, line *l) {
    constant_line *c = LIST_ADD(s->constants);
    char word[MAX_NAME] = "";
    c->at = l->at;
    for (int i = 0; i < 2 && next_word(l, "", word, s); i++)
        c->word[i] = (uint32_t)need_number(s, l, word);
    need_end(s, l);
}

static void read_class(spec *s, line *l) {
    class_line *c = LIST_ADD(s->classes);
    char word[MAX_NAME] = "";
    c->at = l->at;
    next_word(l, "", word, s);
    c->class_ = class_named(s, l->at, word);
    while (next_option(s, l, word)) {
        size_t size = strlen(word);
        char *only = strstr(word, ")?");
        if (strncmp(word, "reads(", 6) == 0 && only) {
            snprintf(c->reads_fact, sizeof c->reads_fact, "%s", only + 2);
            c->reads_if = state_mask(s, l->at, word + 6, (size_t)(only - word) - 6);
        } else if (strncmp(word, "reads(", 6) == 0)
            c->reads = state_mask(s, l->at, word + 6, size - 7);
        else if (strncmp(word, "writes(", 7) == 0)
            c->writes = state_mask(s, l->at, word + 7, size - 8);
        else
            fail(s, l->at, "expected reads(...) or writes(...), got '%s'", word);
    }
}

static void read_names(spec *s, line *l) {
    char name[MAX_NAME] = "", word[MAX_NAME];
    unsigned gens;
    next_word(l, "", name, s);
    gens = optional_gens(s, l);
    while (next_word(l, "-,", word, s)) {
        names_line *n = LIST_ADD(s->names);
        n->at = l->at;
        n->gens = gens;
        snprintf(n->name, sizeof n->name, "%s", name);
        n->value = (int)need_number(s, l, word);
        n->span = 1;
        if (take(l, '-') && next_word(l, ",", word, s))
            n->span = (int)need_number(s, l, word) - n->value + 1;
        if (!next_word(l, ",", n->llvm, s) || n->span < 1)
            fail(s, l->at, "expected a name behind %d", n->value);
        if (!next_word(l, ",", n->clrx, s))
            memcpy(n->clrx, n->llvm, sizeof n->clrx);
        if (!take(l, ','))
            break;
    }
    need_end(s, l);
}

static field read_range(spec *s, line *l, const char *text) {
    int high = 0, low = 0;
    field f = {0, 0};
    bool one_bit = !text[strspn(text, "0123456789")] && sscanf(text, "%d", &low) == 1;
    if (one_bit)
        high = low;
    if ((one_bit || sscanf(text, "%d:%d", &high, &low) == 2) && high >= low && high < 128) {
        f.shift = (uint8_t)low;
        f.width = (uint8_t)(high - low + 1);
    } else
        fail(s, l->at, "'%s' is no bit range (7:4, 7)", text);
    return f;
}

static void read_pack(spec *s, line *l) {
    char name[MAX_NAME] = "", word[MAX_NAME];
    unsigned gens;
    next_word(l, "", name, s);
    gens = optional_gens(s, l);
    while (next_word(l, "=", word, s)) {
        pack_line *p = LIST_ADD(s->packs);
        char *comma;
        p->at = l->at;
        p->gens = gens;
        snprintf(p->name, sizeof p->name, "%s", name);
        snprintf(p->part, sizeof p->part, "%s", word);
        if (!take(l, '=') || !next_word(l, "", word, s)) {
            fail(s, l->at, "expected part=bits");
            return;
        }
        comma = strchr(word, ',');
        if (comma) {
            p->low = read_range(s, l, comma + 1);
            *comma = 0;
            p->high = read_range(s, l, word);
        } else
            p->low = read_range(s, l, word);
    }
}

static uint8_t read_who(spec *s, line *l, const char *verb) {
    static const char *const who[] = {
        [ACCESS_ALL] = "all", [ACCESS_PRIVILEGED] = "privileged", [ACCESS_NONE] = "none"};
    char word[MAX_NAME] = "", expected[MAX_NAME];
    next_word(l, "", word, s);
    for (uint8_t i = 0; i <= ACCESS_NONE; i++) {
        snprintf(expected, sizeof expected, "%s(%s)", verb, who[i]);
        if (strcmp(word, expected) == 0)
            return i;
    }
    fail(s, l->at, "expected %s(all), %s(privileged) or %s(none), got '%s'", verb, verb, verb, word);
    return ACCESS_NONE;
}

/* access reads(WHO) writes(WHO) : NAME[.PART] ... */
static void read_access(spec *s, line *l) {
    uint8_t reads = read_who(s, l, "reads"), writes = read_who(s, l, "writes");
    char word[MAX_NAME] = "";
    if (!next_word(l, "", word, s) || strcmp(word, ":") != 0)
        fail(s, l->at, "expected ' : ' and hardware registers, or parts of them");
    while (next_word(l, "", word, s)) {
        access_line *a = LIST_ADD(s->accesses);
        *a = (access_line){.reads = reads, .writes = writes, .at = l->at};
        memcpy(a->pattern, word, sizeof a->pattern);
    }
}

/* document NAME its title */
static void read_document(spec *s, line *l) {
    document_line *d = LIST_ADD(s->documents);
    d->at = l->at;
    next_word(l, "", d->name, s);
    skip_blanks(l);
    d->title = copy_text(l->p, strlen(l->p));
    if (!*d->title)
        fail(s, l->at, "a document needs a title");
}

/* correct DOCUMENT [GENS] PATTERN ... : what it says, and what is so */
static void read_correction(spec *s, line *l) {
    correction_line *c = LIST_ADD(s->corrections);
    c->at = l->at;
    next_word(l, "", c->document, s);
    c->gens = optional_gens(s, l);
    while (c->count < MAX_OPERANDS && next_word(l, ":", c->pattern[c->count], s))
        c->count++;
    if (!c->count || !take(l, ':'))
        fail(s, l->at, "expected up to %d names and ': text'", MAX_OPERANDS);
    c->text = copy_text(l->p, strlen(l->p));
    squeeze(c->text);
}

/* rests LEVEL PATTERN ... [GENS] : text */
static void read_rests_line(spec *s, line *l) {
    char level[MAX_NAME] = "", word[MAX_NAME], patterns[64][MAX_NAME];
    unsigned gens = all_gens(s);
    int count = 0;
    next_word(l, "", level, s);
    while (next_word(l, "", word, s) && strcmp(word, ":") != 0) {
        unsigned set = gen_range(s, word);
        if (set)
            gens = set;
        else if (count == 64)
            fail(s, l->at, "more than 64 names in one statement");
        else
            memcpy(patterns[count++], word, MAX_NAME);
    }
    char *text = copy_text(l->p, strlen(l->p));
    squeeze(text);
    read_rests(s, l->at, level, patterns, count, gens, text);
}

/* called DOCUMENT [GENS] WORD ... : PATTERN ... */
static void read_called(spec *s, line *l) {
    called_line *c = LIST_ADD(s->called);
    c->at = l->at;
    next_word(l, "", c->document, s);
    c->gens = optional_gens(s, l);
    while (c->words < MAX_OPERANDS && next_word(l, ":", c->word[c->words], s))
        c->words++;
    if (!c->words || !take(l, ':'))
        fail(s, l->at, "expected up to %d names and ': instructions or formats'", MAX_OPERANDS);
    while (c->count < MAX_OPERANDS && next_word(l, "", c->pattern[c->count], s))
        c->count++;
    if (!c->count)
        fail(s, l->at, "expected the instructions or formats that are called so");
}

/* means WORD ... [GENS] : text */
static void read_words(spec *s, line *l, bool unknown) {
    char word[MAX_NAME] = "";
    int first = s->meanings.count;
    unsigned gens = all_gens(s);
    while (next_word(l, "", word, s) && strcmp(word, ":") != 0) {
        unsigned set = gen_range(s, word);
        meaning_line *m = set ? NULL : LIST_ADD(s->meanings);
        if (m)
            memcpy(m->word, word, sizeof m->word);
        else
            gens = set;
    }
    if (first == s->meanings.count || strcmp(word, ":") != 0)
        fail(s, l->at, "expected words and ' : text'");
    char *text = copy_text(l->p, strlen(l->p));
    squeeze(text);
    for (int i = first; i < s->meanings.count; i++) {
        meaning_line *m = &s->meanings.at[i];
        m->gens = gens;
        m->text = text;
        m->at = l->at;
        m->unknown = unknown;
        for (int k = 0; k < first; k++)
            if (strcmp(s->meanings.at[k].word, m->word) == 0 && (s->meanings.at[k].gens & gens))
                fail(s, l->at, "'%s' has a meaning already, in line %d", m->word, s->meanings.at[k].at.line);
    }
}

static void read_meaning(spec *s, line *l) {
    read_words(s, l, false);
}

/* unknown WORD ... [GENS] : text, of fields and their values, of which nobody knows what they do */
static void read_unknown(spec *s, line *l) {
    read_words(s, l, true);
}

static void read_fact(spec *s, line *l) {
    fact_line *f = LIST_ADD(s->facts);
    char word[MAX_NAME] = "";
    f->at = l->at;
    next_word(l, "", f->name, s);
    line save = *l;
    next_word(l, "", word, s);
    f->only = find_arch(s, word);
    if (f->only >= 0)
        f->gens = 1u << s->archs.at[f->only].gen;
    else {
        *l = save;
        f->gens = optional_gens(s, l);
    }
    next_word(l, "", word, s);
    f->value = need_number(s, l, word);
    need_end(s, l);
}

bool read_statement(spec *s, line *l, const char *word) {
    static const struct {
        const char *word;
        void (*read)(spec *, line *);
    } table[] = {{"unit", read_unit},
                 {"complete", read_complete},
                 {"channels", read_channel_list},
                 {"banks", read_bank_list},
                 {"swizzle", read_swizzle_list},
                 {"constant", read_constant},
                 {"operation", read_operation_line},
                 {"dual", read_dual_line},
                 {"model", read_model_line},
                 {"affects", read_affects_line},
                 {"rests", read_rests_line},
                 {"gen", read_gen},
                 {"without", read_without},
                 {"arch", read_arch},
                 {"chip", read_chip},
                 {"code", read_code},
                 {"format", read_format},
                 {"promote", read_promotion},
                 {"operand", read_operand},
                 {"role", read_role_statement},
                 {"part", read_part},
                 {"increments", read_increments},
                 {"tail", read_tail},
                 {"count", read_count},
                 {"class", read_class},
                 {"names", read_names},
                 {"packed", read_pack},
                 {"access", read_access},
                 {"fact", read_fact},
                 {"document", read_document},
                 {"correct", read_correction},
                 {"called", read_called},
                 {"means", read_meaning},
                 {"unknown", read_unknown},
                 {"word", read_word},
                 {"fn", read_function},
                 {"view", read_view}};
    if (strcmp(word, "isa") == 0) {
        next_word(l, "", s->name, s);
        return true;
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].word, word) == 0) {
            table[i].read(s, l);
            return true;
        }
    return false;
}
