/* SPDX-License-Identifier: MIT */
/* The metadata of PAL: registers of the first pipeline have numbers as keys, and there is always a
   map of them. */
#include "pal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pack.h"
#include "yaml.h"

typedef struct editor {
    pack_reader in;
    bytes *out;
    char *message; /* 200 bytes */
    bool no_memory;
} editor;

static bool fail(editor *e, const char *message) {
    if (!e->message[0])
        snprintf(e->message, 200, "%s", message);
    return false;
}

/* The elements of what stands here; `absent`: nothing does, and it is made. */
static bool open_collection(editor *e, bool absent, pack_kind wanted, const char *message, uint64_t *count) {
    *count = 0;
    return absent || pack_head(&e->in, count) == wanted || fail(e, message);
}

static bool copy_element(editor *e) {
    const uint8_t *begin = e->in.at;
    if (!pack_skip(&e->in, YAML_DEPTH + 1))
        return fail(e, "this is not metadata");
    bytes_append(e->out, begin, (size_t)(e->in.at - begin));
    return true;
}

/* ---- Registers ---- */

typedef struct entry {
    uint64_t key;
    bool named; /* its key was a text */
    const uint8_t *value;
    size_t size;
} entry;

static bool is_digit_or_letter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* 11274, or "0x2c0a (SPI_SHADER_PGM_RSRC1_PS)". */
static bool read_key(editor *e, entry *x) {
    const char *text;
    uint64_t size, length = 0;
    pack_kind kind = pack_head(&e->in, &size);
    x->key = size;
    x->named = kind == PACK_STRING;
    if (kind == PACK_UNSIGNED)
        return true;
    if (!x->named || !pack_string(&e->in, size, &text))
        return fail(e, "the key of a register is not a number");
    while (length < size && is_digit_or_letter(text[length]))
        length++;
    return yaml_infer(text, (size_t)length, &x->key) == YAML_UNSIGNED ||
           fail(e, "the key of a register does not begin with a number");
}

/* Of two values for one register the one with a text for its key counts. */
static int by_key(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->named == y->named ? (x->value < y->value ? -1 : x->value > y->value) : x->named ? 1 : -1;
}

static void put_registers(editor *e, entry *all, size_t count) {
    size_t left = 0;
    qsort(all, count, sizeof *all, by_key);
    for (size_t i = 0; i < count; i++)
        if (i + 1 == count || all[i + 1].key != all[i].key)
            all[left++] = all[i];
    pack_put_collection(e->out, true, left);
    for (size_t i = 0; i < left; i++) {
        pack_put_unsigned(e->out, all[i].key);
        bytes_append(e->out, all[i].value, all[i].size);
    }
}

static bool edit_registers(editor *e, bool absent) {
    uint64_t count;
    if (!open_collection(e, absent, PACK_MAP, ".registers is not a map", &count))
        return false;
    if (count > (size_t)(e->in.end - e->in.at))
        return fail(e, "this is not metadata");
    entry *all = calloc((size_t)count + 1, sizeof *all);
    bool ok = all != NULL;
    e->no_memory |= !ok;
    for (uint64_t i = 0; i < count && ok; i++) {
        ok = read_key(e, &all[i]);
        all[i].value = e->in.at;
        ok = ok && pack_skip(&e->in, YAML_DEPTH + 1);
        all[i].size = (size_t)(e->in.at - all[i].value);
    }
    if (ok)
        put_registers(e, all, (size_t)count);
    free(all);
    return ok;
}

/* ---- The way there ---- */

/* How the key here compares with `name`: numbers come before strings. Stands after it
   afterwards. */
static int compare_key(pack_reader *in, const char *name) {
    uint64_t size;
    const char *text;
    if (pack_head(in, &size) != PACK_STRING || !pack_string(in, size, &text))
        return -1;
    size_t length = strlen(name);
    int order = memcmp(text, name, size < length ? (size_t)size : length);
    return order ? order : size < length ? -1 : size > length;
}

static bool has_key(pack_reader in, uint64_t count, const char *name) {
    for (uint64_t i = 0; i < count; i++)
        if (!compare_key(&in, name))
            return true;
        else if (!pack_skip(&in, YAML_DEPTH + 1))
            return false;
    return false;
}

/* Goes on with the entry `name` of the map here, which is made in its place where there is none. */
static bool edit_map(editor *e, bool absent, const char *name, const char *message,
                     bool (*inner)(editor *, bool)) {
    uint64_t count;
    if (!open_collection(e, absent, PACK_MAP, message, &count))
        return false;
    bool done = has_key(e->in, count, name), ok = true;
    pack_put_collection(e->out, true, (size_t)count + !done);
    for (uint64_t i = 0; i < count && ok; i++) {
        pack_reader ahead = e->in;
        int order = compare_key(&ahead, name);
        if (order > 0 && !done) {
            pack_put_string(e->out, name, strlen(name));
            ok = done = inner(e, true);
        }
        ok = ok && copy_element(e) && (order ? copy_element(e) : inner(e, false));
    }
    if (ok && !done) {
        pack_put_string(e->out, name, strlen(name));
        ok = inner(e, true);
    }
    return ok;
}

static bool edit_pipeline(editor *e, bool absent) {
    return edit_map(e, absent, ".registers", "an element of amdpal.pipelines is not a map", edit_registers);
}

static bool edit_pipelines(editor *e, bool absent) {
    uint64_t count;
    if (!open_collection(e, absent, PACK_ARRAY, "amdpal.pipelines is not an array", &count))
        return false;
    pack_put_collection(e->out, false, count ? (size_t)count : 1);
    bool ok = edit_pipeline(e, !count);
    for (uint64_t i = 1; i < count && ok; i++)
        ok = copy_element(e);
    return ok;
}

gisa_status pal_finish(bytes *out, const void *note, size_t size, char message[200]) {
    bytes result = {0};
    editor e = {{.at = note, .end = (const uint8_t *)note + size}, &result, message, false};
    message[0] = 0;
    bool ok = edit_map(&e, false, "amdpal.pipelines", "the metadata of PAL is not a map", edit_pipelines);
    if (ok)
        bytes_append(out, result.data, result.size);
    bool no_memory = e.no_memory || result.failed || out->failed;
    bytes_free(&result);
    return no_memory ? GISA_STATUS_NO_MEMORY : ok ? GISA_OK : GISA_STATUS_SYNTAX;
}

gisa_status pal_to_text(bytes *out, const void *note, size_t size) {
    bytes text = {0}, back = {0};
    char message[200];
    gisa_status status = metadata_to_text(&text, note, size, true);
    if (!status)
        status = pal_finish(&back, note, size, message);
    if (status == GISA_STATUS_SYNTAX ||
        (!status && (back.size != size || memcmp(back.data, note, size) != 0)))
        status = GISA_STATUS_BAD_FILE;
    if (!status)
        bytes_append(out, text.data, text.size);
    bytes_free(&text);
    bytes_free(&back);
    return out->failed ? GISA_STATUS_NO_MEMORY : status;
}

/* ---- The older form ---- */

static int by_number(const void *a, const void *b) {
    const pal_register *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

size_t pal_merge(pal_register *registers, size_t count) {
    size_t left = 0;
    if (count)
        qsort(registers, count, sizeof *registers, by_number);
    for (size_t i = 0; i < count; i++)
        if (left && registers[left - 1].number == registers[i].number)
            registers[left - 1].value |= registers[i].value;
        else
            registers[left++] = registers[i];
    return left;
}
