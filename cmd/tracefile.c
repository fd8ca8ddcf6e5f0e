/* SPDX-License-Identifier: MIT */
/* Tracefiles of lcov: read, added up, written. */
#include "tracefile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* In the order in which they are written. */
typedef enum kind { KIND_FUNCTION, KIND_CALLS, KIND_BRANCH, KIND_LINE } kind;

struct tracefile_record {
    char *file, *name; /* name: of a function; NULL */
    kind kind;
    uint32_t line, block, side;
    bool reached;
    uint64_t times;
};

/* ---- adding ---------------------------------------------------------------------------------- */

static void free_texts(const tracefile_record *r) {
    free(r->file);
    free(r->name);
}

void tracefile_free(tracefile *t) {
    for (size_t i = 0; i < t->count; i++)
        free_texts(&t->at[i]);
    free(t->at);
    *t = (tracefile){.at = NULL};
}

static bool make_room(tracefile *t) {
    const size_t room = t->room ? 2 * t->room : 256;
    tracefile_record *grown = t->count < t->room ? t->at : realloc(t->at, room * sizeof *grown);
    if (!grown)
        return false;
    if (t->count == t->room)
        t->room = room;
    t->at = grown;
    return true;
}

static void add(tracefile *t, const char *file, const char *name, tracefile_record r) {
    r.file = strdup(file);
    r.name = name ? strdup(name) : NULL;
    if (r.file && (r.name || !name) && make_room(t)) {
        t->at[t->count++] = r;
        return;
    }
    free_texts(&r);
    t->no_memory = true;
}

void tracefile_function(tracefile *t, const char *file, uint32_t line, const char *name, uint64_t times) {
    add(t, file, name, (tracefile_record){.kind = KIND_FUNCTION, .line = line});
    add(t, file, name, (tracefile_record){.kind = KIND_CALLS, .times = times});
}

void tracefile_line(tracefile *t, const char *file, uint32_t line, uint64_t times) {
    add(t, file, NULL, (tracefile_record){.kind = KIND_LINE, .line = line, .times = times});
}

void tracefile_branch(tracefile *t, const char *file, uint32_t line, uint32_t block, uint32_t side,
                      bool reached, uint64_t times) {
    add(t, file, NULL,
        (tracefile_record){.kind = KIND_BRANCH,
                           .line = line,
                           .block = block,
                           .side = side,
                           .reached = reached,
                           .times = times});
}

void tracefile_add(tracefile *t, const tracefile *from) {
    for (size_t i = 0; i < from->count; i++)
        add(t, from->at[i].file, from->at[i].name, from->at[i]);
    t->no_memory |= from->no_memory;
}

static int by_number(uint32_t a, uint32_t b) {
    return a < b ? -1 : a > b;
}

/* Records that compare as equal are about the same thing. */
static int by_place(const void *a, const void *b) {
    const tracefile_record *x = a, *y = b;
    int order = strcmp(x->file, y->file);
    order = order ? order : by_number(x->kind, y->kind);
    order = order ? order : by_number(x->line, y->line);
    order = order ? order : by_number(x->block, y->block);
    order = order ? order : by_number(x->side, y->side);
    return order || !x->name || !y->name ? order : strcmp(x->name, y->name);
}

static void add_up(tracefile *t) {
    size_t count = 0;
    if (t->count)
        qsort(t->at, t->count, sizeof *t->at, by_place);
    for (size_t i = 0; i < t->count; i++) {
        tracefile_record *last = count ? &t->at[count - 1] : NULL;
        if (!last || by_place(last, &t->at[i]) != 0) {
            t->at[count++] = t->at[i];
            continue;
        }
        last->times += t->at[i].times;
        last->reached |= t->at[i].reached;
        free_texts(&t->at[i]);
    }
    t->count = count;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* "12,": a number up to the comma, or the end; false: it is something else. */
static bool take_number(char **text, uint64_t *number) {
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    *number = strtoull(*text, &end, 10);
    if (*end && *end != ',')
        return false;
    *text = end + (*end == ',');
    return true;
}

static bool take_line(char **text, uint32_t *line) {
    uint64_t number;
    if (!take_number(text, &number) || number > UINT32_MAX)
        return false;
    *line = (uint32_t)number;
    return true;
}

static bool read_function(tracefile *t, const char *file, char *text) {
    tracefile_record r = {.kind = KIND_FUNCTION};
    if (!take_line(&text, &r.line) || !*text)
        return false;
    add(t, file, text, r);
    return true;
}

static bool read_calls(tracefile *t, const char *file, char *text) {
    tracefile_record r = {.kind = KIND_CALLS};
    if (!take_number(&text, &r.times) || !*text)
        return false;
    add(t, file, text, r);
    return true;
}

static bool read_branch(tracefile *t, const char *file, char *text) {
    tracefile_record r = {.kind = KIND_BRANCH};
    if (!take_line(&text, &r.line) || !take_line(&text, &r.block) || !take_line(&text, &r.side))
        return false;
    r.reached = strcmp(text, "-") != 0;
    if (r.reached && (!take_number(&text, &r.times) || *text))
        return false;
    add(t, file, NULL, r);
    return true;
}

static bool read_count(tracefile *t, const char *file, char *text) {
    tracefile_record r = {.kind = KIND_LINE};
    if (!take_line(&text, &r.line) || !take_number(&text, &r.times) || *text)
        return false;
    add(t, file, NULL, r);
    return true;
}

static bool ignore(tracefile *t, const char *file, char *text) {
    (void)t, (void)file;
    return text != NULL;
}

/* Sums are made anew. */
static bool read_record(tracefile *t, const char *file, char *record) {
    static const struct {
        const char *key;
        bool (*read)(tracefile *t, const char *file, char *text);
    } known[] = {{"FN:", read_function}, {"FNDA:", read_calls}, {"BRDA:", read_branch}, {"DA:", read_count},
                 {"FNF:", ignore},       {"FNH:", ignore},      {"BRF:", ignore},       {"BRH:", ignore},
                 {"LF:", ignore},        {"LH:", ignore}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(record, known[i].key, strlen(known[i].key)) == 0)
            return known[i].read(t, file, record + strlen(known[i].key));
    return false;
}

/* *file: of the records that follow; NULL: none has begun. */
static bool read_line(tracefile *t, char **file, char *line) {
    line[strcspn(line, "\r\n")] = 0;
    if (!*line || strncmp(line, "TN:", 3) == 0)
        return true;
    if (strncmp(line, "SF:", 3) == 0) {
        free(*file);
        *file = strdup(line + 3);
        t->no_memory |= !*file;
        return true;
    }
    if (!*file)
        return false;
    if (strcmp(line, "end_of_record") != 0)
        return read_record(t, *file, line);
    free(*file);
    *file = NULL;
    return true;
}

bool tracefile_read(tracefile *t, FILE *from) {
    char *line = NULL, *file = NULL;
    size_t room = 0;
    bool good = true;
    while (good && getline(&line, &room, from) >= 0)
        good = read_line(t, &file, line);
    good &= !file;
    free(line);
    free(file);
    return good;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_record(const tracefile_record *r, FILE *to) {
    switch (r->kind) {
    case KIND_FUNCTION: fprintf(to, "FN:%" PRIu32 ",%s\n", r->line, r->name); break;
    case KIND_CALLS: fprintf(to, "FNDA:%" PRIu64 ",%s\n", r->times, r->name); break;
    case KIND_LINE: fprintf(to, "DA:%" PRIu32 ",%" PRIu64 "\n", r->line, r->times); break;
    case KIND_BRANCH:
        fprintf(to, "BRDA:%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",", r->line, r->block, r->side);
        if (r->reached)
            fprintf(to, "%" PRIu64 "\n", r->times);
        else
            fprintf(to, "-\n");
    }
}

typedef struct sum {
    uint64_t found, hit;
} sum;

/* The records of a kind, from *i on. */
static sum put_kind(const tracefile *t, size_t *i, const char *file, kind k, FILE *to) {
    sum all = {0, 0};
    for (; *i < t->count && t->at[*i].kind == k && strcmp(t->at[*i].file, file) == 0; ++*i) {
        put_record(&t->at[*i], to);
        all.found++;
        all.hit += t->at[*i].times != 0;
    }
    return all;
}

static void put_sum(const sum *all, const char *letters, FILE *to) {
    fprintf(to, "%sF:%" PRIu64 "\n%sH:%" PRIu64 "\n", letters, all->found, letters, all->hit);
}

void tracefile_write(tracefile *t, FILE *to) {
    add_up(t);
    for (size_t i = 0; i < t->count;) {
        const char *file = t->at[i].file;
        sum all;
        fprintf(to, "TN:\nSF:%s\n", file);
        put_kind(t, &i, file, KIND_FUNCTION, to);
        all = put_kind(t, &i, file, KIND_CALLS, to);
        put_sum(&all, "FN", to);
        all = put_kind(t, &i, file, KIND_BRANCH, to);
        put_sum(&all, "BR", to);
        all = put_kind(t, &i, file, KIND_LINE, to);
        put_sum(&all, "L", to);
        fprintf(to, "end_of_record\n");
    }
}
