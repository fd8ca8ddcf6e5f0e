/* SPDX-License-Identifier: MIT */
/* Compares registers and memory with what a case expects of them. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "case_run.h"
#include "run/registers.h"

void case_says(case_outcome *o, const char *format, ...) {
    const size_t used = strlen(o->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(o->text + used, sizeof o->text - used, format, arguments);
    va_end(arguments);
}

/* ---- tolerance ---- */

typedef struct tolerance {
    enum { EXACT, ULPS, DISTANCE, PART } kind;
    double most;
} tolerance;

/* Cuts off "within 2ulp", "within 0.5" or "within 1%". */
static const char *cut_tolerance(char *text, tolerance *t) {
    char *word = strstr(text, " within"), *end;
    *t = (tolerance){EXACT, 0};
    if (!word)
        return NULL;
    *word = 0;
    t->most = strtod(word + 7, &end);
    if (end == word + 7 || !(t->most >= 0))
        return "expected a number after 'within'";
    end += strspn(end, " \t");
    t->kind = !*end ? DISTANCE : strcmp(end, "ulp") == 0 ? ULPS : strcmp(end, "%") == 0 ? PART : EXACT;
    return t->kind == EXACT ? "expected a number, ulp or % after 'within'" : NULL;
}

/* Floats in their order as integers. */
static int64_t rank_of(const numeral_type *type, uint64_t bits) {
    const int64_t size = (int64_t)(bits & ((UINT64_C(1) << (type->bits - 1)) - 1));
    return bits >> (type->bits - 1) & 1 ? -size : size;
}

static bool is_near(const numeral_type *type, const tolerance *t, uint64_t got, uint64_t expected) {
    const double a = numeral_value(type, got), b = numeral_value(type, expected);
    if (got == expected || (a != a && b != b))
        return true;
    if (t->kind == EXACT || a != a || b != b || isinf(a) || isinf(b))
        return false;
    if (t->kind == ULPS)
        return fabs((double)(rank_of(type, got) - rank_of(type, expected))) <= t->most;
    return fabs(a - b) <= (t->kind == PART ? fabs(b) * t->most / 100 : t->most);
}

/* A tolerance makes bits to floats. */
static const numeral_type *type_for(const numeral_type *type, const tolerance *t) {
    if (t->kind == EXACT || type->kind != NUMERAL_HEX)
        return type;
    return numeral_type_named(type->bits == 64 ? "f64" : "f32", 3);
}

/* ---- what differs ---- */

/* One line of the case: values of one register, or of memory. */
typedef struct comparison {
    case_outcome *outcome;
    const numeral_type *type;
    tolerance near;
    bool differs;   /* that is known already */
    unsigned wrong; /* values so far */
} comparison;

static void say_value(case_outcome *o, const numeral_type *type, uint64_t bits) {
    char text[NUMERAL_TEXT];
    numeral_text(type, bits, text);
    case_says(o, "%s", text);
    if (type->kind == NUMERAL_FLOAT)
        case_says(o, " (0x%0*llx)", type->bits / 4, (unsigned long long)bits);
}

/* `place`: "v0, lane" and a number. */
static void compare(comparison *c, const char *place, uint64_t number, uint64_t got,
                    const numeral_item *item) {
    enum { SHOWN = 4 };
    const bool equal =
        !c->differs &&
        (c->type->kind == NUMERAL_FLOAT ? is_near(c->type, &c->near, got, item->bits) : got == item->bits);
    if (item->any || equal || c->wrong++ >= SHOWN)
        return;
    case_says(c->outcome, "%s %llu: ", place, (unsigned long long)number);
    say_value(c->outcome, c->type, got);
    case_says(c->outcome, ", expected ");
    say_value(c->outcome, c->type, item->bits);
    case_says(c->outcome, "\n");
}

static void finish(comparison *c, const case_line *line) {
    if (!c->wrong)
        return;
    case_says(c->outcome, "    line %u: expect %s (%u %s)\n", line->line, line->text, c->wrong,
              c->wrong == 1 ? "value differs" : "values differ");
    if (c->outcome->status == CASE_PASSED) {
        c->outcome->status = CASE_FAILED;
        c->outcome->line = line->line;
    }
}

static void broken(case_outcome *o, const case_line *line, const char *why) {
    o->status = CASE_BROKEN;
    case_says(o, "    line %u: '%s': %s\n", line->line, line->text, why);
}

/* Item i of a list; one stands for all. */
static const numeral_item *item_of(const numeral_list *list, unsigned i) {
    return list->count == 1 ? &list->at[0] : i < list->count ? &list->at[i] : NULL;
}

/* ---- registers ---- */

static void compare_part(comparison *c, const gisa_wave *wave, const named_registers *part, bool lanes,
                         const numeral_list *list, unsigned first) {
    char name[NAMED_ROOM], place[NAMED_ROOM + 8];
    named_name(wave, part, name);
    snprintf(place, sizeof place, part->by_lane ? "    %s, lane" : "    %s, word", name);
    for (unsigned i = 0; i < named_count(part); i++) {
        const numeral_item *item = item_of(list, lanes ? i : first);
        if (item)
            compare(c, place, i, named_value(wave, part, i), item);
    }
}

static const char *expect_registers(case_state *s, comparison *c, char *name, const char *values) {
    named_registers r, part;
    numeral_list list;
    const char *why = named_read(s->wave, name, &r);
    if (why)
        return why;
    c->type = r.type = type_for(r.type, &c->near);
    why = numerals_read(r.type, values, &list);
    if (why)
        return why;
    if (list.count > named_count(&r))
        why = "too many values";
    for (unsigned i = 0; !why && named_part(&r, i, &part); i++)
        compare_part(c, s->wave, &part, r.by_lane, &list, i);
    numerals_free(&list);
    return why;
}

/* ---- memory ---- */

const char *case_address(char *text, uint64_t *address, const numeral_type **type) {
    char *end, *colon = strchr(text, ':');
    *type = numeral_type_named(colon ? colon + 1 : "hex", strlen(colon ? colon + 1 : "hex"));
    *address = strtoull(text, &end, 0);
    if (*text < '0' || *text > '9' || *end != (colon ? ':' : 0))
        return "expected an address";
    return *type ? NULL : "unknown type; expected " NUMERAL_TYPES;
}

static const unsigned char *find_memory(const case_state *s, uint64_t address, uint64_t size) {
    for (unsigned i = 0; i < s->block_count; i++) {
        const case_block *b = &s->block[i];
        if (address - b->address < b->size && size <= b->size - (address - b->address))
            return b->memory + (address - b->address);
    }
    return NULL;
}

static void compare_memory(comparison *c, const unsigned char *at, uint64_t address,
                           const numeral_list *list) {
    const unsigned size = c->type->bits / 8;
    for (size_t i = 0; i < list->count; i++) {
        uint64_t got = 0;
        memcpy(&got, at + i * size, size);
        compare(c, "    memory, address", address + i * size, got, &list->at[i]);
    }
}

static const char *expect_memory(case_state *s, comparison *c, char *name, const char *values) {
    uint64_t address;
    numeral_list list;
    const unsigned char *at;
    const char *why = case_address(name, &address, &c->type);
    if (why)
        return why;
    c->type = type_for(c->type, &c->near);
    why = numerals_read(c->type, values, &list);
    if (why)
        return why;
    at = find_memory(s, address, list.count * c->type->bits / 8);
    if (at)
        compare_memory(c, at, address, &list);
    numerals_free(&list);
    return at ? NULL : "the case has no memory there";
}

/* ---- pictures ---- */

/* "X,Y"; false: it is not that, or outside. */
static bool read_place(const char *text, const image *picture, size_t *pixel) {
    unsigned x, y;
    char rest;
    if (sscanf(text, "%5u,%5u%c", &x, &y, &rest) != 2 || x >= picture->width || y >= picture->height)
        return false;
    *pixel = (size_t)y * picture->width + x;
    return true;
}

static void compare_component(comparison *c, const image *picture, size_t at, const numeral_item *item) {
    char place[60];
    uint32_t bits;
    memcpy(&bits, &picture->pixels[at], sizeof bits);
    snprintf(place, sizeof place, "    picture, pixel %u,%u, component", (unsigned)(at / 4 % picture->width),
             (unsigned)(at / 4 / picture->width));
    compare(c, place, at % 4, bits, item);
}

/* Four numbers of each pixel, row by row. */
static const char *expect_pixels(comparison *c, const char *place, const char *values, const image *picture) {
    const size_t all = (size_t)picture->width * picture->height * 4;
    numeral_list list;
    size_t pixel = 0;
    const char *why;
    c->type = numeral_type_named("f32", 3);
    if (!read_place(place, picture, &pixel))
        return "expected a pixel X,Y of the picture";
    why = numerals_read(c->type, values, &list);
    if (why)
        return why;
    if (list.count > all - 4 * pixel)
        why = "too many values";
    for (size_t i = 0; i < list.count && !why; i++)
        compare_component(c, picture, 4 * pixel + i, &list.at[i]);
    numerals_free(&list);
    return why;
}

/* A file has 8 bits: without a tolerance its bytes are compared, otherwise what they stand for. */
static bool is_like(const tolerance *t, float got, float expected) {
    const float inside = got > 0 ? got < 1 ? got : 1 : 0;
    return t->kind == DISTANCE ? fabs((double)inside - (double)expected) <= t->most
                               : picture_byte(got) == picture_byte(expected);
}

static const char *expect_file(comparison *c, const char *name, const image *picture) {
    image file = {0};
    const char *why = NULL;
    if (c->near.kind == ULPS || c->near.kind == PART)
        return "expected a distance after 'within'";
    if (!picture_read(name, &file))
        return "the picture cannot be read";
    if (file.width != picture->width || file.height != picture->height)
        why = "the picture has another size";
    for (size_t i = 0; !why && i < (size_t)file.width * file.height * 4; i++)
        if (!is_like(&c->near, picture->pixels[i], file.pixels[i])) {
            numeral_item item = {.bits = 0};
            memcpy(&item.bits, &file.pixels[i], sizeof(float));
            compare_component(c, picture, i, &item);
        }
    free(file.pixels);
    return why;
}

static const char *expect_picture(comparison *c, char *text, const image *picture) {
    const char *why = cut_tolerance(text, &c->near), *values = why ? NULL : named_cut(text);
    if (why)
        return why;
    if (!values || strncmp(text, "picture", 7) != 0 || (text[7] && text[7] != ' '))
        return "expected picture = file NAME, picture X,Y = VALUES, or fault";
    if (!picture->pixels)
        return "the stage draws no picture";
    c->type = numeral_type_named("f32", 3);
    if (text[7])
        return expect_pixels(c, text + 8, values, picture);
    if (strncmp(values, "file ", 5) != 0)
        return "expected picture = file NAME";
    c->differs = true;
    return expect_file(c, values + 5 + strspn(values + 5, " "), picture);
}

void case_expect_picture(case_outcome *o, const case_line *line, const image *picture) {
    comparison c = {.outcome = o};
    char *copy = strdup(line->text);
    const char *why = copy ? expect_picture(&c, copy, picture) : "out of memory";
    if (!why)
        finish(&c, line);
    else if (picture->pixels || o->status == CASE_PASSED)
        broken(o, line, why);
    free(copy);
}

/* ---------------------------------------------------------------------------------------------- */

static const char *expect(case_state *s, const case_line *line, char *text) {
    comparison c = {.outcome = s->outcome};
    const char *why = cut_tolerance(text, &c.near), *values = why ? NULL : named_cut(text);
    if (why)
        return why;
    if (!values)
        return "expected REGISTERS = VALUES, memory ADDRESS = VALUES, or fault";
    why = strncmp(text, "memory ", 7) == 0 ? expect_memory(s, &c, text + 7, values)
                                           : expect_registers(s, &c, text, values);
    if (!why && c.near.kind != EXACT && c.type->kind != NUMERAL_FLOAT)
        why = "'within' is for floats";
    if (!why)
        finish(&c, line);
    return why;
}

void case_expect(case_state *s, const case_line *line) {
    char *copy = strdup(line->text);
    const char *why = copy ? expect(s, line, copy) : "out of memory";
    if (why)
        broken(s->outcome, line, why);
    free(copy);
}
