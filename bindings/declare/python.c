/* SPDX-License-Identifier: MIT */
/* Writes declarations as Python's ctypes take them. */
#include "declare.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *c, *python;
} names[] = {{"bool", "c_bool"},       {"char", "c_char"},       {"int", "c_int"},
             {"unsigned", "c_uint"},   {"size_t", "c_size_t"},   {"float", "c_float"},
             {"double", "c_double"},   {"int8_t", "c_int8"},     {"uint8_t", "c_uint8"},
             {"int16_t", "c_int16"},   {"uint16_t", "c_uint16"}, {"int32_t", "c_int32"},
             {"uint32_t", "c_uint32"}, {"int64_t", "c_int64"},   {"uint64_t", "c_uint64"}};

static void put_name(span word) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is(word, names[i].c)) {
            fputs(names[i].python, stdout);
            return;
        }
    printf("%.*s", S(word));
}

/* Of what the innermost pointer leads to: texts and what has no members are single words. */
static bool is_pointer_word(const model *m, const type *t, const char **word) {
    const declared *d = find(m, t->name);
    if (t->pointers && is(t->name, "void"))
        *word = "c_void_p";
    else if (t->pointers && d && d->kind == DECLARED_OPAQUE)
        *word = "c_void_p";
    else if (t->pointers && is(t->name, "char") && t->constant[0])
        *word = "c_char_p";
    else
        return false;
    return true;
}

static void put_function(const model *m, const function *f);

static void put_type(const model *m, const type *t) {
    const char *word = NULL;
    if (t->function) {
        put_function(m, t->function);
        return;
    }
    bool is_word = is_pointer_word(m, t, &word);
    unsigned around = t->pointers - is_word;
    fputs(t->to_array ? "POINTER(" : "", stdout);
    for (unsigned i = 0; i < around; i++)
        fputs("POINTER(", stdout);
    if (is_word)
        fputs(word, stdout);
    else if (is(t->name, "void"))
        fputs("None", stdout);
    else
        put_name(t->name);
    for (unsigned i = 0; i < around; i++)
        fputc(')', stdout);
    for (unsigned i = t->lengths; i > 0; i--)
        printf(" * %llu", (unsigned long long)t->length[i - 1]);
    fputs(t->to_array ? ")" : "", stdout);
}

static void put_function(const model *m, const function *f) {
    fputs("CFUNCTYPE(", stdout);
    put_type(m, &f->result);
    for (size_t i = 0; i < f->count; i++) {
        fputs(", ", stdout);
        put_type(m, &f->parameter[i].type);
    }
    fputc(')', stdout);
}

static void put_struct(const model *m, const declared *d) {
    printf("%.*s._fields_ = [\n", S(d->name));
    for (size_t i = 0; i < d->count; i++) {
        printf("    (\"%.*s\", ", S(d->member[i].name));
        put_type(m, &d->member[i].type);
        puts("),");
    }
    puts("]");
}

static void put(const model *m, const declared *d) {
    switch (d->kind) {
    case DECLARED_NUMBER: printf("%.*s = %lld\n", S(d->name), (long long)d->value); break;
    case DECLARED_TEXT: printf("%.*s = %.*s\n", S(d->name), S(d->text)); break;
    case DECLARED_ENUM: printf("%.*s = c_uint\n", S(d->name)); break;
    case DECLARED_STRUCT: put_struct(m, d); break;
    case DECLARED_CALLBACK:
        printf("%.*s = ", S(d->name));
        put_function(m, &d->function);
        puts("");
        break;
    default: break;
    }
}

static void put_prototype(const model *m, const declared *d) {
    printf("    \"%.*s\": (", S(d->name));
    put_type(m, &d->function.result);
    fputs(", [", stdout);
    for (size_t i = 0; i < d->function.count; i++) {
        put_type(m, &d->function.parameter[i].type);
        fputs(i + 1 < d->function.count ? ", " : "", stdout);
    }
    puts("]),");
}

void write_python(const model *m) {
    puts("# Written by declare from the public headers; not to be edited.\n"
         "from ctypes import *\n");
    for (size_t i = 0; i < m->count; i++)
        if (m->declared[i].kind == DECLARED_STRUCT)
            printf("class %.*s(Structure):\n    pass\n\n\n", S(m->declared[i].name));
    for (size_t i = 0; i < m->count; i++)
        put(m, &m->declared[i]);
    puts("\n# What each function returns, and what it takes.\nFUNCTIONS = {");
    for (size_t i = 0; i < m->count; i++)
        if (m->declared[i].kind == DECLARED_FUNCTION)
            put_prototype(m, &m->declared[i]);
    puts("}");
}
