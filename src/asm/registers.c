/* SPDX-License-Identifier: MIT */
/* Names of registers and constants in CLRX's syntax: `sum = %s[4:7]`, and then `sum[1]` for s5. A
 * statement that uses them is read again with what they stand for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "asm.h"

struct register_symbol {
    struct register_symbol *next;
    const char *name;
    size_t size;
    const char
        *file; /* "v", "s" or "ttmp"; NULL: it stands for `text`, a register with a name or a constant */
    int64_t first, count; /* of the registers */
    const char *text;
    bool gone; /* the name is a number now */
};

enum { MOST_REGISTERS = 512, LONGEST_REGISTER = 40 };

static register_symbol *find(const assembler *a, const char *name, size_t size) {
    register_symbol *r = a->registers;
    while (r && (r->size != size || memcmp(r->name, name, size) != 0))
        r = r->next;
    return r;
}

void registers_forget(assembler *a, const char *name, size_t size) {
    register_symbol *r = find(a, name, size);
    if (r)
        r->gone = true;
}

/* ---- what a name stands for ---- */

/* FIRST] or FIRST:LAST] at the cursor. */
static bool read_range(assembler *a, int64_t *first, int64_t *count) {
    const char *at = a->now.p;
    int64_t last;
    if (!expr_read_absolute(a, first))
        return false;
    last = *first;
    if (lex_take(a, ':') && !expr_read_absolute(a, &last))
        return false;
    *count = last - *first + 1;
    if (*first < 0 || last < *first || last >= MOST_REGISTERS)
        diagnose_at(a, at, (size_t)(a->now.p - at), "expected [first:last]");
    else if (lex_take(a, ']'))
        return true;
    else
        diagnose_expected(a, "']'");
    return false;
}

/* s7, v[a:b], ttmp[3] at the cursor; false without a message where it is none of them. */
static bool read_file(assembler *a, register_symbol *r, bool *failed) {
    static const char *const files[] = {"ttmp", "v", "s"};
    statement *s = &a->now;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t n = strlen(files[i]);
        if ((size_t)(s->end - s->p) <= n || strncasecmp(s->p, files[i], n) != 0)
            continue;
        r->file = files[i];
        if (s->p[n] == '[') {
            s->p += n + 1;
            *failed = !read_range(a, &r->first, &r->count);
            return true;
        }
        if (!char_is(s->p[n], CHAR_DIGIT))
            continue;
        for (s->p += n, r->count = 1; s->p < s->end && char_is(*s->p, CHAR_DIGIT); s->p++)
            r->first = r->first < MOST_REGISTERS ? r->first * 10 + (*s->p - '0') : r->first;
        return true;
    }
    r->file = NULL;
    return false;
}

static void write_registers(const register_symbol *r, int64_t first, int64_t count,
                            char text[LONGEST_REGISTER]) {
    snprintf(text, LONGEST_REGISTER, count == 1 ? "%s%lld" : "%s[%lld:%lld]", r->file, (long long)first,
             (long long)(first + count - 1));
}

/* The symbol's name has been read: what it and an index after it stand for. False: reported. */
static bool resolve(assembler *a, const register_symbol *r, register_symbol *to) {
    const char *at = a->now.p;
    int64_t first = 0, count = r->count;
    *to = *r;
    if (!(r->file || char_is(*r->text, CHAR_DIGIT) || strchr("-.", *r->text)) || !lex_take(a, '['))
        return true; /* a register with a name has its own index: vcc[1] */
    if (!read_range(a, &first, &count))
        return false;
    if (!r->file)
        return true; /* of a constant */
    to->first += first;
    to->count = count;
    if (first + count <= r->count)
        return true;
    diagnose_at(a, at, (size_t)(a->now.p - at), "'%.*s' has %lld registers", (int)r->size, r->name,
                (long long)r->count);
    return false;
}

/* The value after '%': registers, another symbol, a register's name, a constant. */
static bool read_value(assembler *a, register_symbol *r) {
    statement *s = &a->now;
    bool failed = false;
    ident n = {0};
    lex_skip_blanks(s);
    const char *at = s->p;
    if (read_file(a, r, &failed))
        return !failed;
    if (s->p < s->end && char_is(*s->p, CHAR_NAME_START) && lex_read_name(a, &n)) {
        const register_symbol *other = find(a, n.text, n.size);
        if (other && !other->gone)
            return resolve(a, other, r);
    }
    bool constant = at < s->end && (char_is(*at, CHAR_DIGIT) || strchr("-.", *at));
    if (!constant && !symbol_is_register_elsewhere(n.text ? n.text : "", n.size)) {
        diagnose_expected(a, "a register or a constant");
        return false;
    }
    s->p = s->end;
    while (s->p > at && char_is(s->p[-1], CHAR_BLANK))
        s->p--;
    r->text = arena_text(a, at, (size_t)(s->p - at));
    return r->text;
}

void registers_set(assembler *a, const ident *n) {
    register_symbol value = {0}, *r = find(a, n->text, n->size);
    if (!read_value(a, &value) || !lex_expect_end(a))
        return;
    if (!r) {
        if (++a->register_count > MAX_REGISTER_NAMES) {
            diagnose_fatal(a, n->at, n->length, "more than %d names of registers", MAX_REGISTER_NAMES);
            return;
        }
        r = arena_alloc(a, sizeof *r);
        *r =
            (register_symbol){.next = a->registers, .name = arena_text(a, n->text, n->size), .size = n->size};
        if (a->no_memory)
            return;
        a->registers = r;
    }
    r->file = value.file;
    r->first = value.first;
    r->count = value.count;
    r->text = value.text;
    r->gone = false;
    known_forget(a); /* their texts may mean something else now */
}

/* ---- statements that use them ---- */

/* s4, vcc and s[4:7] are what they are, whatever has got these names. */
static bool is_register(const ident *n, const char *end) {
    const char *behind = n->text + n->size;
    bool file = (n->size == 1 && (*n->text == 's' || *n->text == 'v')) || lex_name_is(n, "ttmp");
    return (file && behind < end && *behind == '[') || symbol_is_register_name(n->text, n->size) ||
           symbol_is_register_elsewhere(n->text, n->size);
}

/* Copies a statement and puts in what the names stand for. */
static bool put_in(assembler *a, const char *text, bytes *out, bool *used) {
    statement *s = &a->now;
    const char *done = text;
    for (s->p = text; s->p < s->end;) {
        const char *at = s->p;
        ident n;
        if (!char_is(*at, CHAR_NAME | CHAR_DIGIT) || *at == '"') {
            s->p++;
            continue;
        }
        while (s->p < s->end && char_is(*s->p, CHAR_NAME | CHAR_DIGIT))
            s->p++;
        n = (ident){at, (size_t)(s->p - at), at, (size_t)(s->p - at)};
        const register_symbol *r = find(a, n.text, n.size);
        if (!r || r->gone || is_register(&n, s->end) || (s->p < s->end && *s->p == ':')) /* offset:4 */
            continue;
        register_symbol to;
        char registers[LONGEST_REGISTER];
        if (!resolve(a, r, &to))
            return false;
        if (to.file)
            write_registers(&to, to.first, to.count, registers);
        bytes_append(out, done, (size_t)(at - done) - (at > done && at[-1] == '@'));
        bytes_text(out, to.file ? registers : to.text);
        done = s->p;
        *used = true;
    }
    bytes_append(out, done, (size_t)(s->end - done));
    return true;
}

/* Reads the text in place of the statement. */
static void instruction_of(assembler *a, const char *text, size_t word, bytes *out) {
    statement saved = a->now;
    location from = source_location(a, text, (size_t)(saved.end - text));
    source *in = source_new(a, (const char *)out->data, out->size, from);
    if (!in)
        return;
    in->kind = SOURCE_REPEAT;
    in->first_line = from.line;
    const char *begin = in->text, *end = in->text + in->size;
    a->now = (statement){.in = in, .text = begin, .end = end, .p = begin, .origin = begin, .line = from.line};
    instruction(a, begin, word);
    a->now = saved;
    in->owned = (char *)out->data;
    a->expanded_text += in->size;
    *out = (bytes){0};
    source_release(a, in);
}

void registers_instruction(assembler *a, const char *text, size_t word) {
    bytes out = {0};
    bool used = false;
    statement saved = a->now;
    bytes_append(&out, text, word);
    bool good = put_in(a, text + word, &out, &used);
    a->now = saved;
    if (out.failed)
        a->no_memory = a->stop = true;
    else if (good && !used)
        instruction(a, text, word);
    else if (good && source_charge(a, out.size))
        instruction_of(a, text, word, &out);
    bytes_free(&out);
}
