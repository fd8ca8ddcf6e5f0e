/* SPDX-License-Identifier: MIT */
/* Metadata note to text: MessagePack to YAML, laid out as compilers do. */
#include "pack.h"
#include "yaml.h"

#include <string.h>

typedef struct reader {
    pack_reader in;
    bytes *out;
    unsigned depth;
    bool hex; /* numbers from 0 up */
} reader;

static bool put_scalar(reader *r, pack_kind kind, uint64_t value) {
    switch (kind) {
    case PACK_NIL: bytes_text(r->out, "!nil ''"); return true;
    case PACK_BOOL: bytes_text(r->out, value ? "true" : "false"); return true;
    case PACK_UNSIGNED:
        bytes_format(r->out, r->hex ? "0x%llx" : "%llu", (unsigned long long)value);
        return true;
    case PACK_SIGNED: bytes_format(r->out, "%lld", (long long)value); return true;
    case PACK_STRING:
        if ((size_t)(r->in.end - r->in.at) < value)
            return false;
        yaml_put_string(r->out, (const char *)r->in.at, (size_t)value);
        r->in.at += value;
        return true;
    default: return false;
    }
}

static void indent(reader *r, unsigned columns) {
    bytes_fill(r->out, ' ', columns);
}

static bool put_node(reader *r, unsigned column, unsigned padding);

/* "KEY:" and blanks up to a column where values line up; a collection goes to the next line. */
enum { VALUE_COLUMN = 16 };

static bool put_pair(reader *r, unsigned column) {
    uint64_t value;
    size_t begin = r->out->size;
    pack_kind kind = pack_head(&r->in, &value);
    if (!put_scalar(r, kind, value))
        return false;
    size_t length = r->out->size - begin;
    bytes_text(r->out, ":");
    return put_node(r, column, length < VALUE_COLUMN ? (unsigned)(VALUE_COLUMN - length) : 1);
}

static bool put_array(reader *r, uint64_t count, unsigned column) {
    for (uint64_t i = 0; i < count; i++) {
        if (i)
            indent(r, column);
        bytes_text(r->out, "- ");
        if (!put_node(r, column + 2, 0))
            return false;
    }
    return true;
}

static bool put_map(reader *r, uint64_t count, unsigned column) {
    for (uint64_t i = 0; i < count; i++) {
        if (i)
            indent(r, column);
        if (!put_pair(r, column))
            return false;
    }
    return true;
}

/* `padding` blanks stand between the key and the value; 0 when there is no key in front. */
static bool put_node(reader *r, unsigned column, unsigned padding) {
    uint64_t value;
    pack_kind kind = pack_head(&r->in, &value);
    bool collection = kind == PACK_ARRAY || kind == PACK_MAP;
    if (!collection || !value) {
        indent(r, padding);
        if (collection)
            bytes_text(r->out, kind == PACK_ARRAY ? "[]" : "{}");
        else if (!put_scalar(r, kind, value))
            return false;
        bytes_text(r->out, "\n");
        return !r->out->failed;
    }
    if (r->depth >= YAML_DEPTH)
        return false;
    if (padding) {
        bytes_text(r->out, "\n");
        column += 2;
        indent(r, column);
    }
    r->depth++;
    bool ok = kind == PACK_ARRAY ? put_array(r, value, column) : put_map(r, value, column);
    r->depth--;
    return ok;
}

gisa_status metadata_to_text(bytes *out, const void *note, size_t size, bool hex) {
    bytes text = {0}, back = {0};
    reader r = {{.at = note, .end = (const uint8_t *)note + size}, &text, 0, hex};
    bytes_text(&text, "---\n");
    bool ok = put_node(&r, 0, 0) && r.in.at == r.in.end;
    bytes_text(&text, "...\n");
    size_t line;
    char message[200];
    gisa_status status = text.failed ? GISA_STATUS_NO_MEMORY : ok ? GISA_OK : GISA_STATUS_BAD_FILE;
    if (!status)
        status = metadata_from_text(&back, (const char *)text.data, text.size, &line, message);
    if (status && status != GISA_STATUS_NO_MEMORY)
        status = GISA_STATUS_BAD_FILE;
    if (!status && (back.size != size || memcmp(back.data, note, size) != 0))
        status = GISA_STATUS_BAD_FILE;
    if (!status)
        bytes_append(out, text.data, text.size);
    bytes_free(&text);
    bytes_free(&back);
    return out->failed ? GISA_STATUS_NO_MEMORY : status;
}
