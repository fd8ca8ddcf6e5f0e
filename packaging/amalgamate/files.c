/* SPDX-License-Identifier: MIT */
/* Files, what they include, and whose a name is. */
#include "amalgamate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    file **at;
    size_t count, room;
} files;
const char *public_name, **folders;
size_t folder_count;
file *public_header;

static char *join(const char *folder, size_t folder_size, span name) {
    char *path = malloc(folder_size + name.size + 2);
    if (!path)
        die("out of memory");
    memcpy(path, folder, folder_size);
    if (folder_size && path[folder_size - 1] != '/')
        path[folder_size++] = '/';
    memcpy(path + folder_size, name.text, name.size);
    path[folder_size + name.size] = 0;
    return path;
}

/* src/dis/json.c: "dis_json"; build/gen/gcn_tables.c: "gcn_tables". */
static void set_name(file *f) {
    const char *slash = strrchr(f->path, '/'), *p = slash ? slash + 1 : f->path;
    size_t size = 0;
    f->name = p;
    if (strncmp(f->path, "src/", 4) == 0) {
        f->name = f->path;
        p = f->path + 4;
    }
    for (; *p && *p != '.' && size + 1 < sizeof f->prefix; p++)
        f->prefix[size++] = name_char(*p) ? *p : '_';
}

static char *read_text(const char *path) {
    FILE *in = fopen(path, "rb");
    size_t size = 0, room = 0;
    char *text = NULL;
    if (!in)
        return NULL;
    for (int c; (c = getc(in)) != EOF;) {
        text = more(text, size + 1, &room, 1);
        text[size++] = (char)c;
    }
    fclose(in);
    text = more(text, size + 1, &room, 1);
    text[size] = 0;
    return text;
}

static file *read_path(char *path);

file *included(const file *f, span line) {
    const char *open = memchr(line.text, '"', line.size), *slash = strrchr(f->path, '/');
    const char *close = open ? strchr(open + 1, '"') : NULL;
    file *header;
    if (!close)
        return NULL;
    span name = {open + 1, (size_t)(close - open - 1)};
    if ((header = read_path(join(f->path, slash ? (size_t)(slash - f->path) : 0, name))))
        return header;
    for (size_t i = 0; i < folder_count; i++)
        if ((header = read_path(join(folders[i], strlen(folders[i]), name))))
            return header;
    die("%s:%u: there is no such file: %.*s", f->path, line_of(f, line.text), (int)name.size, name.text);
}

/* "src/dis/../a.h" is "src/a.h". */
static void shorten(char *path) {
    for (char *up; (up = strstr(path, "/../"));) {
        char *slash = up;
        while (slash > path && slash[-1] != '/')
            slash--;
        memmove(slash, up + 4, strlen(up + 4) + 1);
    }
}

static file *read_path(char *path) {
    shorten(path);
    for (size_t i = 0; i < files.count; i++)
        if (!strcmp(files.at[i]->path, path))
            return files.at[i];
    char *text = read_text(path);
    if (!text)
        return NULL;
    file *f = calloc(1, sizeof *f);
    if (!f)
        die("out of memory");
    files.at = more(files.at, files.count, &files.room, sizeof *files.at);
    files.at[files.count++] = f;
    f->path = path;
    f->text = text;
    f->is_header = strlen(path) > 2 && !strcmp(path + strlen(path) - 2, ".h");
    const char *slash = strrchr(path, '/');
    if (!strcmp(slash ? slash + 1 : path, public_name))
        public_header = f;
    set_name(f);
    read_tokens(f);
    for (size_t i = 0; i < f->token_count; i++) {
        file *header = f->tokens[i].kind == TOKEN_INCLUDE ? included(f, f->tokens[i].at) : NULL;
        if (!header)
            continue;
        if (!header->is_header)
            die("%s: includes %s, which is no header", path, header->path);
        f->headers = more(f->headers, f->header_count, &f->header_room, sizeof *f->headers);
        f->headers[f->header_count++] = header;
    }
    declare_all(f);
    return f;
}

file *read_file(const char *path) {
    return read_path(join("", 0, (span){path, strlen(path)}));
}

file *owner(file *f, span name, bool tag) {
    for (size_t i = 0; i < f->header_count; i++) {
        file *o = owner(f->headers[i], name, tag);
        if (o)
            return o;
    }
    return find(f, name, tag) ? f : NULL;
}

void find_clashes(void) {
    for (size_t i = 0; i < files.count; i++)
        for (size_t k = 0; k < files.at[i]->name_count; k++) {
            declared *d = &files.at[i]->names[k];
            bool tag = d->kind == NAME_TAG;
            if (!files.at[i]->is_header || d->mentioned || owner(files.at[i], d->name, tag) != files.at[i])
                continue;
            for (size_t o = 0; o < files.count && !d->clashes; o++) {
                file *other = files.at[o];
                const declared *same = o != i && other->is_header ? find(other, d->name, tag) : NULL;
                d->clashes = same && !same->mentioned && owner(other, d->name, tag) == other;
            }
        }
}
