/* SPDX-License-Identifier: MIT */
/* Writes a C program that proves what was read: it declares each function and each member once
 * more, so that a compiler compares them with the headers, and prints sizes, places and values. */
#include "declare.h"

#include <stdio.h>
#include <string.h>

static void put_parameters(const function *f);

static void put_pointers(const type *t) {
    printf("%s%s%.*s", t->constant[0] ? "const " : "", t->is_volatile ? "volatile " : "", S(t->name));
    for (unsigned i = 1; i <= t->pointers; i++)
        printf(" *%s", t->constant[i] ? " const" : "");
}

/* A type, around a name, which may be empty. */
static void put_around(const type *t, span name) {
    if (t->function) {
        put_pointers(&t->function->result);
        printf(" (*%.*s)", S(name));
        put_parameters(t->function);
        return;
    }
    put_pointers(t);
    printf(t->to_array ? " (*%.*s)" : " %.*s", S(name));
    for (unsigned i = 0; i < t->lengths; i++)
        printf("[%llu]", (unsigned long long)t->length[i]);
}

static void put_parameters(const function *f) {
    fputs(f->count ? "(" : "(void", stdout);
    for (size_t i = 0; i < f->count; i++) {
        put_around(&f->parameter[i].type, f->parameter[i].name);
        fputs(i + 1 < f->count ? ", " : "", stdout);
    }
    fputs(")", stdout);
}

/* Functions are declared once more; members have the type that was read, of which a compiler says
 * whether it is theirs. */
static void put_proof(const declared *d) {
    span none = {"", 0};
    if (d->kind == DECLARED_FUNCTION) {
        put_pointers(&d->function.result);
        printf(" %.*s", S(d->name));
        put_parameters(&d->function);
        puts(";");
    }
    for (size_t i = 0; d->kind == DECLARED_STRUCT && i < d->count; i++) {
        printf("_Static_assert(__builtin_types_compatible_p(__typeof__(((%.*s *)0)->%.*s), ", S(d->name),
               S(d->member[i].name));
        put_around(&d->member[i].type, none);
        printf("), \"%.*s.%.*s\");\n", S(d->name), S(d->member[i].name));
    }
}

static void put_layout(const declared *d) {
    if (d->kind == DECLARED_NUMBER)
        printf("    printf(\"value %.*s %%lld\\n\", (long long)%.*s);\n", S(d->name), S(d->name));
    if (d->kind != DECLARED_STRUCT)
        return;
    printf("    printf(\"size %.*s %%zu\\n\", sizeof(%.*s));\n", S(d->name), S(d->name));
    for (size_t i = 0; i < d->count; i++)
        printf(
            "    printf(\"at %.*s.%.*s %%zu %%zu\\n\", offsetof(%.*s, %.*s), sizeof(((%.*s *)0)->%.*s));\n",
            S(d->name), S(d->member[i].name), S(d->name), S(d->member[i].name), S(d->name),
            S(d->member[i].name));
}

void write_c(const model *m, char **paths) {
    for (; *paths; paths++)
        printf("#include <%s>\n", strrchr(*paths, '/') ? strrchr(*paths, '/') + 1 : *paths);
    puts("#include <stdio.h>\n");
    for (size_t i = 0; i < m->count; i++)
        put_proof(&m->declared[i]);
    puts("\nint main(void) {");
    for (size_t i = 0; i < m->count; i++)
        put_layout(&m->declared[i]);
    puts("    return 0;\n}");
}
