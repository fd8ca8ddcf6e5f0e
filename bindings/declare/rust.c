/* SPDX-License-Identifier: MIT */
/* Writes declarations as Rust. */
#include "declare.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *c, *rust;
} names[] = {{"bool", "bool"},    {"char", "c_char"}, {"int", "c_int"},    {"unsigned", "c_uint"},
             {"size_t", "usize"}, {"float", "f32"},   {"double", "f64"},   {"int8_t", "i8"},
             {"uint8_t", "u8"},   {"int16_t", "i16"}, {"uint16_t", "u16"}, {"int32_t", "i32"},
             {"uint32_t", "u32"}, {"int64_t", "i64"}, {"uint64_t", "u64"}, {"void", "c_void"}};

/* Of those words that names in C may be. */
static const char *const keywords[] = {
    "as",       "box",    "crate",  "dyn",      "final",   "fn",     "impl",  "in",    "let",
    "loop",     "mod",    "move",   "match",    "mut",     "priv",   "pub",   "ref",   "trait",
    "try",      "type",   "unsafe", "use",      "virtual", "where",  "yield", "async", "await",
    "abstract", "become", "macro",  "override", "typeof",  "unsized"};

static void put_name(span name) {
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (is(name, keywords[i]))
            fputs("r#", stdout);
    printf("%.*s", S(name));
}

static void put_type_name(span word) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is(word, names[i].c)) {
            fputs(names[i].rust, stdout);
            return;
        }
    printf("%.*s", S(word));
}

static void put_parameters(const function *f, bool with_names);

static void put_type(const type *t) {
    if (t->function) {
        fputs("Option<unsafe extern \"C\" fn", stdout);
        put_parameters(t->function, true);
        fputs(">", stdout);
        return;
    }
    if (t->to_array)
        fputs("*mut ", stdout);
    for (unsigned i = 0; i < t->lengths; i++)
        fputs("[", stdout);
    for (unsigned i = t->pointers; i > 0; i--)
        fputs(t->constant[i - 1] ? "*const " : "*mut ", stdout);
    put_type_name(t->name);
    for (unsigned i = t->lengths; i > 0; i--)
        printf("; %llu]", (unsigned long long)t->length[i - 1]);
}

static bool is_void(const type *t) {
    return is(t->name, "void") && !t->pointers && !t->function;
}

static void put_parameters(const function *f, bool with_names) {
    fputs("(", stdout);
    for (size_t i = 0; i < f->count; i++) {
        if (with_names) {
            put_name(f->parameter[i].name);
            fputs(": ", stdout);
        }
        put_type(&f->parameter[i].type);
        fputs(i + 1 < f->count ? ", " : "", stdout);
    }
    fputs(")", stdout);
    if (!is_void(&f->result)) {
        fputs(" -> ", stdout);
        put_type(&f->result);
    }
}

/* A line of a comment, as Markdown that is plain text. */
static void put_doc_line(const char *indent, span line) {
    printf("%s#[doc = \" ", indent);
    for (size_t i = 0; i < line.size; i++) {
        if (strchr("\\\"", line.text[i]))
            putchar('\\');
        if (strchr("[]<>*_", line.text[i]))
            fputs("\\\\", stdout);
        putchar(line.text[i]);
    }
    puts("\"]");
}

/* Without the blanks and the star that lines of comments begin with. */
static span stripped(span line) {
    while (line.size && strchr(" *", *line.text)) {
        line.text++;
        line.size--;
    }
    while (line.size && line.text[line.size - 1] == ' ')
        line.size--;
    return line;
}

static void put_doc(const char *indent, span doc) {
    for (const char *p = doc.text, *end = p + doc.size; p < end;) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        span line = stripped((span){p, (size_t)((stop ? stop : end) - p)});
        bool at_edge = p == doc.text || !stop;
        if (line.size || !at_edge)
            put_doc_line(indent, line);
        p = stop ? stop + 1 : end;
    }
}

static void put_struct(const declared *d) {
    printf("#[repr(C)]\n#[derive(Clone, Copy)]\npub struct %.*s {\n", S(d->name));
    for (size_t i = 0; i < d->count; i++) {
        fputs("    pub ", stdout);
        put_name(d->member[i].name);
        fputs(": ", stdout);
        put_type(&d->member[i].type);
        puts(",");
    }
    puts("}");
}

static void put_number(const declared *d) {
    const char *wide = d->value > UINT32_MAX ? "u64" : d->value < 0 ? "i32" : "u32";
    printf("pub const %.*s: ", S(d->name));
    if (d->text.size)
        printf("%.*s", S(d->text));
    else
        fputs(wide, stdout);
    printf(" = %lld;\n", (long long)d->value);
}

static void put_callback(const declared *d) {
    printf("pub type %.*s = Option<unsafe extern \"C\" fn", S(d->name));
    put_parameters(&d->function, true);
    puts(">;");
}

static void put(const declared *d) {
    if (d->kind != DECLARED_FUNCTION)
        put_doc("", d->doc);
    switch (d->kind) {
    case DECLARED_NUMBER: put_number(d); break;
    case DECLARED_TEXT: printf("pub const %.*s: &str = %.*s;\n", S(d->name), S(d->text)); break;
    case DECLARED_ENUM: printf("pub type %.*s = c_uint;\n", S(d->name)); break;
    case DECLARED_OPAQUE:
        printf("#[repr(C)]\npub struct %.*s {\n    _private: [u8; 0],\n}\n", S(d->name));
        break;
    case DECLARED_STRUCT: put_struct(d); break;
    case DECLARED_CALLBACK: put_callback(d); break;
    case DECLARED_FUNCTION: break;
    }
}

static void put_function(const declared *d) {
    put_doc("    ", d->doc);
    printf("    pub fn %.*s", S(d->name));
    put_parameters(&d->function, true);
    puts(";");
}

/* Lines for the test that compares them with a C compiler's: see c.c. */
static void put_layout(const declared *d) {
    if (d->kind == DECLARED_NUMBER)
        printf("    line(format!(\"value %.*s {}\", %.*s as i64));\n", S(d->name), S(d->name));
    if (d->kind != DECLARED_STRUCT)
        return;
    printf("    line(format!(\"size %.*s {}\", std::mem::size_of::<%.*s>()));\n", S(d->name), S(d->name));
    printf("    let x = std::mem::MaybeUninit::<%.*s>::zeroed();\n    let p = x.as_ptr();\n", S(d->name));
    for (size_t i = 0; i < d->count; i++) {
        span member = d->member[i].name;
        printf("    line(member(\"%.*s.%.*s\", p as usize, unsafe { std::ptr::addr_of!((*p).", S(d->name),
               S(member));
        put_name(member);
        puts(") }));");
    }
}

void write_rust(const model *m) {
    puts("// Written by declare from the public headers; not to be edited.\n"
         "use std::os::raw::{c_char, c_int, c_uint, c_void};\n");
    for (size_t i = 0; i < m->count; i++)
        put(&m->declared[i]);
    puts("\nextern \"C\" {");
    for (size_t i = 0; i < m->count; i++)
        if (m->declared[i].kind == DECLARED_FUNCTION)
            put_function(&m->declared[i]);
    puts(
        "}\n\n"
        "fn member<T>(name: &str, start: usize, at: *const T) -> String {\n"
        "    format!(\"at {} {} {}\", name, at as usize - start, std::mem::size_of::<T>())\n"
        "}\n\n"
        "/// Sizes, places and values as this crate has them, for the test that compares them with a C compiler's.\n"
        "#[doc(hidden)]\n"
        "pub fn layout(mut line: impl FnMut(String)) {");
    for (size_t i = 0; i < m->count; i++)
        put_layout(&m->declared[i]);
    puts("}");
}
