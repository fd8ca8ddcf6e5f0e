/* SPDX-License-Identifier: MIT */
/* Reads the declarations of a public header. Anything that it does not understand is an error, so
 * nothing is left out in silence. */
#include "declare.h"

#include <string.h>

/* Where reading is. */
typedef struct reader {
    model *m;
    const header *h;
    size_t i;
} reader;

static const token *peek(const reader *r) {
    return &r->h->token[r->i];
}

static bool at(const reader *r, const char *word) {
    return is(peek(r)->at, word);
}

static bool take(reader *r, const char *word) {
    bool found = peek(r)->kind != TOKEN_END && at(r, word);
    r->i += found;
    return found;
}

static void need(reader *r, const char *word) {
    if (!take(r, word))
        die(r->h, peek(r)->at.text, "expected '%s', found '%.*s'", word, S(peek(r)->at));
}

static span need_name(reader *r) {
    if (peek(r)->kind != TOKEN_NAME)
        die(r->h, peek(r)->at.text, "expected a name, found '%.*s'", S(peek(r)->at));
    return r->h->token[r->i++].at;
}

static declared *add(reader *r, declared_kind kind, span name, span doc) {
    model *m = r->m;
    m->declared = more(m->declared, m->count, &m->room, sizeof *m->declared);
    m->declared[m->count] = (declared){.kind = kind, .name = name, .doc = doc};
    return &m->declared[m->count++];
}

/* ---- Types */

static bool take_qualifier(reader *r, type *t) {
    if (take(r, "const"))
        return t->constant[t->pointers] = true;
    return take(r, "volatile") && (t->is_volatile = true);
}

static void enumerators(reader *r, span owner, span doc);

/* A type without what stands around the name: "const char *". */
static type base_type(reader *r) {
    type t = {.pointers = 0};
    while (take_qualifier(r, &t))
        ;
    if (take(r, "enum")) { /* of a member, without a name */
        enumerators(r, (span){"", 0}, (span){"", 0});
        t.name = (span){"unsigned", 8};
        return t;
    }
    take(r, "struct");
    t.name = need_name(r);
    while (take_qualifier(r, &t))
        ;
    return t;
}

static void pointers(reader *r, type *t) {
    while (take(r, "*")) {
        if (t->pointers++ == MOST_POINTERS)
            die(r->h, peek(r)->at.text, "too many pointers");
        while (take_qualifier(r, t))
            ;
    }
}

static void lengths(reader *r, type *t) {
    while (take(r, "[")) {
        if (t->lengths == MOST_LENGTHS)
            die(r->h, peek(r)->at.text, "too many dimensions");
        t->length[t->lengths++] = (uint64_t)value_of(r->m, r->h, &r->i);
        need(r, "]");
    }
}

static void parameters(reader *r, function *f);

/* "(*name)": a pointer to a function, or to an array. */
static variable behind_pointer(reader *r, type t) {
    variable v;
    need(r, "*");
    v.name = need_name(r);
    need(r, ")");
    if (at(r, "(")) {
        size_t room = 0;
        function *f = more(NULL, 0, &room, sizeof *f);
        *f = (function){.result = t};
        parameters(r, f);
        v.type = (type){.function = f};
    } else {
        v.type = t;
        v.type.to_array = true;
        lengths(r, &v.type);
    }
    return v;
}

static variable declarator(reader *r, type t) {
    variable v;
    pointers(r, &t);
    if (take(r, "("))
        return behind_pointer(r, t);
    v.name = need_name(r);
    v.type = t;
    lengths(r, &v.type);
    return v;
}

/* Arrays of parameters are pointers. */
static type decayed(reader *r, type t, span name) {
    if (!t.lengths || t.to_array)
        return t;
    if (t.lengths > 1)
        die(r->h, name.text, "declare does not know parameters of two dimensions");
    t.lengths = 0;
    t.pointers++;
    return t;
}

static void parameters(reader *r, function *f) {
    need(r, "(");
    if (at(r, "void") && is(r->h->token[r->i + 1].at, ")"))
        r->i++;
    while (!take(r, ")")) {
        variable v = declarator(r, base_type(r));
        v.type = decayed(r, v.type, v.name);
        f->parameter = more(f->parameter, f->count, &f->room, sizeof *f->parameter);
        f->parameter[f->count++] = v;
        if (!at(r, ")"))
            need(r, ",");
    }
}

/* ---- Declarations */

static void read_included(model *m, const char *from, span name);

static void enumerators(reader *r, span owner, span doc) {
    int64_t value = 0;
    if (owner.size)
        add(r, DECLARED_ENUM, owner, doc);
    need(r, "{");
    while (!take(r, "}")) {
        span name = need_name(r);
        if (take(r, "="))
            value = value_of(r->m, r->h, &r->i);
        declared *d = add(r, DECLARED_NUMBER, name, (span){"", 0});
        d->value = value++;
        d->text = owner;
        if (!at(r, "}"))
            need(r, ",");
    }
}

static void member_line(reader *r, declared *d) {
    type t = base_type(r);
    do {
        variable v = declarator(r, t);
        d->member = more(d->member, d->count, &d->room, sizeof *d->member);
        d->member[d->count++] = v;
    } while (take(r, ","));
    need(r, ";");
}

static void structure(reader *r, span name, span doc) {
    declared d = {.kind = DECLARED_STRUCT, .name = name, .doc = doc};
    need(r, "{");
    while (!take(r, "}"))
        member_line(r, &d);
    *add(r, DECLARED_STRUCT, name, doc) = d;
}

static void same_name(reader *r, span name) {
    span again = need_name(r);
    if (again.size != name.size || memcmp(again.text, name.text, name.size) != 0)
        die(r->h, again.text, "a type and its tag have the same name in these headers");
    need(r, ";");
}

static void type_of_callback(reader *r, span doc) {
    variable v = declarator(r, base_type(r));
    if (!v.type.function)
        die(r->h, v.name.text, "declare knows typedefs of structs, enums and pointers to functions");
    add(r, DECLARED_CALLBACK, v.name, doc)->function = *v.type.function;
    need(r, ";");
}

static void type_definition(reader *r, span doc) {
    bool is_enum = take(r, "enum");
    if (!is_enum && !take(r, "struct")) {
        type_of_callback(r, doc);
        return;
    }
    span name = need_name(r);
    if (is_enum)
        enumerators(r, name, doc);
    else if (at(r, "{"))
        structure(r, name, doc);
    else
        add(r, DECLARED_OPAQUE, name, doc);
    same_name(r, name);
}

static void definition(reader *r) {
    span name = need_name(r);
    const token *value = peek(r);
    if (memchr(name.text, '\n', (size_t)(value->at.text - name.text)))
        return; /* a guard */
    if (value->kind == TOKEN_STRING) {
        add(r, DECLARED_TEXT, name, (span){"", 0})->text = value->at;
        r->i++;
    } else {
        int64_t number = value_of(r->m, r->h, &r->i);
        add(r, DECLARED_NUMBER, name, (span){"", 0})->value = number;
    }
}

static void declared_function(reader *r, span doc) {
    variable v = {{"", 0}, base_type(r)};
    pointers(r, &v.type);
    declared *d = add(r, DECLARED_FUNCTION, need_name(r), doc);
    d->function.result = v.type;
    function f = d->function;
    parameters(r, &f);
    r->m->declared[r->m->count - 1].function = f;
    need(r, ";");
}

static void declaration(reader *r) {
    const token *first = peek(r);
    r->i++;
    if (first->kind == TOKEN_DEFINE)
        definition(r);
    else if (first->kind == TOKEN_INCLUDE)
        read_included(r->m, r->h->path, first->at);
    else if (is(first->at, "typedef"))
        type_definition(r, first->doc);
    else if (is(first->at, "GISA_API"))
        declared_function(r, first->doc);
    else if (is(first->at, "enum")) {
        enumerators(r, (span){"", 0}, (span){"", 0});
        need(r, ";");
    } else
        die(r->h, first->at.text, "declare does not know declarations that begin with '%.*s'", S(first->at));
}

static void read_all(model *m, const char *path) {
    header h = {.count = 0};
    reader r = {m, &h, 0};
    read_header(&h, path);
    while (peek(&r)->kind != TOKEN_END)
        declaration(&r);
}

/* A header that another one includes is beside it. */
static void read_included(model *m, const char *from, span name) {
    size_t folder = strrchr(from, '/') ? (size_t)(strrchr(from, '/') - from) + 1 : 0, room = 0;
    char *path = NULL;
    for (size_t i = 0; i <= folder + name.size; i++) {
        path = more(path, i, &room, 1);
        path[i] = i < folder ? from[i] : i < folder + name.size ? name.text[i - folder] : 0;
    }
    read_declarations(m, path);
}

void read_declarations(model *m, const char *path) {
    for (size_t i = 0; i < m->path_count; i++)
        if (strcmp(m->path[i], path) == 0)
            return;
    m->path = more(m->path, m->path_count, &m->path_room, sizeof *m->path);
    m->path[m->path_count++] = path;
    read_all(m, path);
}
