/* SPDX-License-Identifier: MIT */
/*
 * amalgamate: writes the library as one file that compiles alone, next to gisa.h.
 *
 *   amalgamate -p gisa.h [-I FOLDER]... FILE.c... >gisa.c
 *
 * Each FILE.c follows the headers that it includes; a header comes once, the public one (-p) stays
 * an #include. Two things must change when files become one:
 *
 *   - What a .c file keeps to itself (static functions and objects, types, enumerators, macros) may
 *     have the same name in another one. Each such name gets its file in front: `put` of
 *     src/dis/json.c becomes `dis_json__put`. So do the names that two headers declare, which no
 *     file includes both.
 *   - What the files share must not be seen outside, as a linker would see it. What gisa.h does not
 *     declare becomes GISA_PRIVATE, which is static.
 *
 * For this, C is read as a row of tokens, and declarations at file scope by their shape; no types
 * are understood. What a program cannot rename by its tokens (# and ## in macros) is refused.
 */
#include "amalgamate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes private what the files share: see the top. */
static void hide(file *f) {
    for (size_t i = 0; i < f->name_count; i++) {
        const declared *d = &f->names[i];
        token *first = &f->tokens[d->first];
        if (d->kind == NAME_OTHER || d->kind == NAME_TAG || find(public_header, d->name, false))
            continue;
        if (d->is_static) {
            /* What a header defines need not be used by any file. */
            if (f->is_header)
                first->before = "GISA_UNUSED ";
        } else if (d->is_extern && d->kind == NAME_OBJECT && d->unsized) {
            /* There is no static declaration of it ahead of its definition; write_sources sees to
               that one. */
            for (size_t k = d->first; k <= d->last; k++)
                f->tokens[k].dropped = true;
        } else {
            first->before = "GISA_PRIVATE ";
            first->dropped = d->is_extern; /* the word `extern` */
        }
    }
}

/* The member in offsetof(type, member) at token i. */
static void mark_offsetof(file *f, size_t i) {
    size_t open = next(f, i), end = closing(f, open), k = open;
    while (k < end && !at_is(f, k, ","))
        k = next(f, k);
    for (; k < end; k = next(f, k))
        f->tokens[k].member = true;
}

/* Members after . and ->; those of structs in functions. */
static void mark_members(file *f) {
    size_t names = f->name_count;
    for (size_t i = 1; i < f->token_count; i++) {
        if (f->tokens[i].kind != TOKEN_NAME)
            continue;
        if (at_is(f, i - 1, ".") || at_is(f, i - 1, "->"))
            f->tokens[i].member = true;
        else if (at_is(f, i, "offsetof") && !f->tokens[i].directive)
            mark_offsetof(f, i);
        else if (aggregate_word(f, i) && !f->tokens[i].directive)
            declare_aggregate(f, i);
    }
    f->name_count = names;
}

/* The file that is put before a name; NULL = the name stays. */
static const file *in_front(file *f, size_t i) {
    const token *t = &f->tokens[i];
    bool tag = is_tag(f, i);
    file *o = t->kind == TOKEN_NAME && !t->member ? owner(f, t->at, tag) : NULL;
    if (!o || o == public_header)
        return NULL;
    const declared *d = find(o, t->at, tag);
    if (o->is_header)
        return d->clashes ? o : NULL;
    return d->kind == NAME_OTHER || tag || d->is_static ? o : NULL;
}

/* Does the file say `name` anywhere? */
static bool says(const file *f, span name) {
    for (size_t i = 0; i < f->token_count; i++)
        if (f->tokens[i].kind == TOKEN_NAME && equal(f->tokens[i].at, name))
            return true;
    return false;
}

/* Must `first` come before `second`: does it define an array that the other one knows without
   its length? */
static bool comes_first(const file *first, const file *second) {
    for (size_t i = 0; i < first->name_count; i++) {
        const declared *d = &first->names[i];
        if (d->kind == NAME_OBJECT && d->unsized && !d->is_static && !d->is_extern && says(second, d->name))
            return true;
    }
    return false;
}

/* ---- Output ----------------------------------------------------------------------------- */

static void write_file(file *f);

static void write_include(const file *f, const token *t) {
    file *header = included(f, t->at);
    if (header)
        write_file(header);
    else
        printf("%.*s", (int)t->at.size, t->at.text);
}

static void write_file(file *f) {
    const char *written = f->text;
    if (f->written || f == public_header)
        return;
    f->written = true;
    hide(f);
    mark_members(f);
    printf("\n/* ======== %s ======== */\n\n", f->name);
    for (size_t i = 0; i < f->token_count; i++) {
        const token *t = &f->tokens[i];
        fwrite(written, 1, (size_t)(t->at.text - written), stdout);
        written = t->at.text + t->at.size;
        if (t->before)
            fputs(t->before, stdout);
        if (t->kind == TOKEN_INCLUDE) {
            write_include(f, t);
            continue;
        }
        if (t->dropped)
            continue;
        const file *front = in_front(f, i);
        if (front)
            printf("%s__", front->prefix);
        fwrite(t->at.text, 1, t->at.size, stdout);
    }
    fputs(written, stdout);
}

/* In the order in which they were given, but see comes_first. */
static void write_sources(file **source, size_t count) {
    for (size_t left = count; left;) {
        size_t pick = count;
        for (size_t i = 0; i < count && pick == count; i++) {
            bool can = !source[i]->written;
            for (size_t k = 0; k < count && can; k++)
                can = k == i || source[k]->written || !comes_first(source[k], source[i]);
            if (can)
                pick = i;
        }
        if (pick == count)
            die("arrays without a length need each other; give them one where they are declared");
        write_file(source[pick]);
        left--;
    }
}

int main(int argc, char **argv) {
    file **source = calloc((size_t)argc, sizeof *source);
    size_t count = 0;
    folders = calloc((size_t)argc, sizeof *folders);
    if (!source || !folders)
        die("out of memory");
    for (int i = 1; i + 1 < argc; i++) {
        if (!strcmp(argv[i], "-p"))
            public_name = argv[++i];
        else if (!strcmp(argv[i], "-I"))
            folders[folder_count++] = argv[++i];
    }
    if (!public_name)
        die("usage: amalgamate -p HEADER [-I FOLDER]... FILE.c...");
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-')
            i++;
        else if (!(source[count++] = read_file(argv[i])))
            die("%s: cannot be read", argv[i]);
    }
    find_clashes();
    if (!public_header)
        die("no file includes %s", public_name);
    printf(
        "#include \"%s\"\n\n"
        "#ifdef __GNUC__\n#define GISA_UNUSED __attribute__((unused))\n#else\n#define GISA_UNUSED\n#endif\n"
        "#define GISA_PRIVATE GISA_UNUSED static\n",
        public_name);
    write_sources(source, count);
    return fflush(stdout) || ferror(stdout);
}
