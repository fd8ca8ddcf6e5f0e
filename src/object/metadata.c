/* SPDX-License-Identifier: MIT */
/* Metadata text to note: the YAML that compilers write, and some that people write, to MessagePack.
 * Understood are block and flow maps and arrays, plain and quoted scalars, !str and the other tags
 * of LLVM's metadata, comments, and the --- and ... around a document. Quotes make a string ('13'),
 * as in YAML; LLVM's reader takes that for a number and wants !str. */
#include "pack.h"
#include "yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    const char *at, *end;
    const char *line_begin;
    size_t line, fault_line;
    unsigned depth;
    char *message; /* 200 bytes; empty while nothing is wrong */
    bool no_memory;
} parser;

/* The first fault stays; false, so that callers can `return fail(...)`. */
static bool fail(parser *p, const char *message) {
    if (!p->message[0]) {
        snprintf(p->message, 200, "%s", message);
        p->fault_line = p->line;
    }
    return false;
}

static bool at_end(const parser *p) {
    return p->at >= p->end;
}
static bool at_line_end(const parser *p) {
    return at_end(p) || *p->at == '\n' || *p->at == '\r';
}
static unsigned column(const parser *p) {
    return (unsigned)(p->at - p->line_begin);
}
static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* True when the next byte is `c` and a blank or the end of the line follows. */
static bool at_indicator(const parser *p, char c) {
    return !at_end(p) && *p->at == c &&
           (p->at + 1 == p->end || is_blank(p->at[1]) || p->at[1] == '\n' || p->at[1] == '\r');
}

static void skip_blanks(parser *p) {
    while (!at_end(p) && is_blank(*p->at))
        p->at++;
}

/* To the next content: after blanks, comments, line ends. */
static void skip_space(parser *p) {
    for (;;) {
        skip_blanks(p);
        bool comment = !at_end(p) && *p->at == '#' && (p->at == p->line_begin || is_blank(p->at[-1]));
        while (comment && !at_end(p) && *p->at != '\n')
            p->at++;
        if (at_end(p) || (*p->at != '\n' && *p->at != '\r'))
            return;
        if (*p->at++ == '\n') {
            p->line++;
            p->line_begin = p->at;
        }
    }
}

static bool at_marker(const parser *p, const char *marker) {
    return p->at == p->line_begin && p->end - p->at >= 3 && !memcmp(p->at, marker, 3) &&
           (p->end - p->at == 3 || is_blank(p->at[3]) || p->at[3] == '\n' || p->at[3] == '\r');
}

/* ---- Scalars ---- */

static bool put_plain(parser *p, bytes *out, const char *text, size_t size) {
    uint64_t value;
    switch (yaml_infer(text, size, &value)) {
    case YAML_UNSIGNED: pack_put_unsigned(out, value); return true;
    case YAML_NEGATIVE: pack_put_negative(out, (int64_t)value); return true;
    case YAML_BOOL: pack_put_bool(out, value); return true;
    case YAML_FLOAT: return fail(p, "a floating-point number; metadata has none, a name needs !str in front");
    default: pack_put_string(out, text, size); return true;
    }
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void put_utf8(bytes *text, uint32_t code) {
    uint8_t all[4] = {(uint8_t)code};
    unsigned count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (unsigned i = count; count > 1 && i-- > 0; code >>= 6)
        all[i] = (uint8_t)(i ? 0x80 | (code & 63) : (0xf0u << (4 - count)) | code);
    bytes_append(text, all, count);
}

static bool read_escape(parser *p, bytes *text) {
    static const char names[] = "0\0a\ab\bt\tn\nv\vf\fr\re\x1b\\\\\"\"//  ";
    char name = at_end(p) ? '\n' : *p->at++;
    for (size_t i = 0; i < sizeof names - 1; i += 2)
        if (names[i] == name) {
            bytes_append(text, &names[i + 1], 1);
            return true;
        }
    unsigned digits = name == 'x' ? 2 : name == 'u' ? 4 : name == 'U' ? 8 : 0;
    if (!digits)
        return fail(
            p, "unknown escape; expected one of \\0 \\a \\b \\t \\n \\v \\f \\r \\e \\\\ \\\" \\x \\u \\U");
    uint32_t code = 0;
    for (unsigned i = 0; i < digits; i++) {
        int digit = at_end(p) ? -1 : hex_digit(*p->at++);
        if (digit < 0)
            return fail(p, "expected a hexadecimal digit");
        code = code << 4 | (uint32_t)digit;
    }
    if (code > 0x10ffff)
        return fail(p, "no such character");
    put_utf8(text, code);
    return true;
}

static bool read_quoted(parser *p, bytes *text) {
    char quote = *p->at++;
    while (!at_line_end(p)) {
        char c = *p->at++;
        if (c == quote && (quote == '"' || at_end(p) || *p->at != quote))
            return true;
        if (c == '\\' && quote == '"') {
            if (!read_escape(p, text))
                return false;
            continue;
        }
        if (c == quote) /* '' in '...' */
            p->at++;
        bytes_append(text, &c, 1);
    }
    return fail(p, "the closing quote is missing");
}

/* A plain scalar ends at ": ", at " #", at the line's end, and between brackets at "," "]" "}". */
static size_t plain_length(const parser *p, bool flow) {
    const char *s = p->at;
    for (; s < p->end && *s != '\n' && *s != '\r'; s++) {
        bool blank_next = s + 1 == p->end || is_blank(s[1]) || s[1] == '\n' || s[1] == '\r';
        if (*s == ':' && (blank_next || (flow && strchr(",]}", s[1]))))
            break;
        if (*s == '#' && s > p->at && is_blank(s[-1]))
            break;
        if (flow && strchr(",[]{}", *s))
            break;
    }
    while (s > p->at && is_blank(s[-1]))
        s--;
    return (size_t)(s - p->at);
}

typedef enum tag { TAG_NONE, TAG_STRING, TAG_VALUE, TAG_NIL, TAG_BAD } tag;

static tag read_tag(parser *p) {
    if (at_end(p) || *p->at != '!')
        return TAG_NONE;
    static const struct {
        const char *name;
        tag is;
    } tags[] = {{"!str", TAG_STRING}, {"!int", TAG_VALUE}, {"!bool", TAG_VALUE}, {"!nil", TAG_NIL}};
    const char *begin = p->at;
    while (!at_line_end(p) && !is_blank(*p->at))
        p->at++;
    size_t size = (size_t)(p->at - begin);
    skip_blanks(p);
    for (unsigned i = 0; i < sizeof tags / sizeof *tags; i++)
        if (size == strlen(tags[i].name) && !memcmp(begin, tags[i].name, size))
            return tags[i].is;
    fail(p, "unknown tag; expected !str, !int, !bool or !nil");
    return TAG_BAD;
}

static bool parse_scalar(parser *p, bytes *out, bool flow) {
    tag given = read_tag(p);
    if (given == TAG_BAD)
        return false;
    bytes text = {0};
    bool quoted = !at_end(p) && (*p->at == '"' || *p->at == '\''), ok = true;
    if (quoted)
        ok = read_quoted(p, &text);
    else {
        size_t size = plain_length(p, flow);
        if (size && strchr("|>&*%@`", *p->at))
            ok = fail(p, "this YAML is not understood here; write the value on one line, in quotes");
        bytes_append(&text, p->at, size);
        p->at += size;
    }
    const char *data = text.data ? (const char *)text.data : "";
    if (ok && given == TAG_NIL)
        pack_put_nil(out);
    else if (ok && (given == TAG_STRING || (quoted && given == TAG_NONE)))
        pack_put_string(out, data, text.size);
    else if (ok && !text.size)
        ok = fail(p, "expected a value");
    else if (ok)
        ok = put_plain(p, out, data, text.size);
    p->no_memory |= text.failed;
    bytes_free(&text);
    return ok;
}

/* ---- Maps: LLVM's are sorted by key ---- */

typedef struct pair {
    bytes key, value;
} pair;

typedef struct pairs {
    pair *data;
    size_t count, room;
} pairs;

static pair *add_pair(parser *p, pairs *all) {
    if (all->count == all->room) {
        size_t room = all->room ? 2 * all->room : 8;
        pair *grown = room > SIZE_MAX / 2 / sizeof(pair) ? NULL : realloc(all->data, room * sizeof(pair));
        if (!grown) {
            p->no_memory = true;
            fail(p, "out of memory");
            return NULL;
        }
        all->data = grown;
        all->room = room;
    }
    all->data[all->count] = (pair){{0}, {0}};
    return &all->data[all->count++];
}

/* Numbers before strings; strings byte by byte. A key is one packed scalar. */
static size_t text_begin(const bytes *key) {
    uint8_t head = key->data[0];
    if (head >= 0xd9 && head <= 0xdb)
        return 1 + ((size_t)1 << (head - 0xd9));
    return head >= 0xa0 && head < 0xc0 ? 1 : 0;
}

static int by_key(const void *a, const void *b) {
    const bytes *x = &((const pair *)a)->key, *y = &((const pair *)b)->key;
    if (!x->size || !y->size)
        return 0;
    size_t x_begin = text_begin(x), y_begin = text_begin(y);
    if (!x_begin != !y_begin)
        return !x_begin ? -1 : 1;
    size_t x_size = x->size - x_begin, y_size = y->size - y_begin;
    int order = memcmp(x->data + x_begin, y->data + y_begin, x_size < y_size ? x_size : y_size);
    return order ? order : x_size < y_size ? -1 : x_size > y_size;
}

static bool finish_map(parser *p, pairs *all, bytes *out, bool ok) {
    if (ok && all->count) {
        qsort(all->data, all->count, sizeof(pair), by_key);
        for (size_t i = 1; i < all->count && ok; i++)
            if (!by_key(&all->data[i - 1], &all->data[i]))
                ok = fail(p, "a map has two entries of the same name");
    }
    if (ok)
        pack_put_collection(out, true, all->count);
    for (size_t i = 0; i < all->count; i++) {
        pair *x = &all->data[i];
        p->no_memory |= x->key.failed || x->value.failed;
        if (ok) {
            bytes_append(out, x->key.data, x->key.size);
            bytes_append(out, x->value.data, x->value.size);
        }
        bytes_free(&x->key);
        bytes_free(&x->value);
    }
    free(all->data);
    return ok;
}

/* ---- Nodes ---- */

static bool parse_node(parser *p, bytes *out);

static bool parse_flow(parser *p, bytes *out);

static bool parse_flow_items(parser *p, char close, pairs *map, bytes *array, size_t *count) {
    for (;;) {
        skip_space(p);
        if (!at_end(p) && *p->at == close) {
            p->at++;
            return true;
        }
        pair *x = map ? add_pair(p, map) : NULL;
        if (map && (!x || !parse_scalar(p, &x->key, true)))
            return false;
        if (map) {
            skip_space(p);
            if (at_end(p) || *p->at != ':')
                return fail(p, "expected ':' after a name");
            p->at++;
            skip_space(p);
        }
        if (!parse_flow(p, map ? &x->value : array))
            return false;
        ++*count;
        skip_space(p);
        if (!at_end(p) && *p->at == ',')
            p->at++;
        else if (at_end(p) || *p->at != close)
            return fail(p, close == ']' ? "expected ',' or ']'" : "expected ',' or '}'");
    }
}

/* A value inside brackets, or a bracketed one. */
static bool parse_flow(parser *p, bytes *out) {
    bool map = !at_end(p) && *p->at == '{', array = !at_end(p) && *p->at == '[';
    if (!map && !array)
        return parse_scalar(p, out, true);
    if (p->depth >= YAML_DEPTH)
        return fail(p, "nested too deeply");
    p->depth++;
    p->at++;
    pairs all = {0};
    bytes items = {0};
    size_t count = 0;
    bool ok = parse_flow_items(p, map ? '}' : ']', map ? &all : NULL, &items, &count);
    p->depth--;
    if (map)
        return finish_map(p, &all, out, ok);
    if (ok) {
        pack_put_collection(out, false, count);
        bytes_append(out, items.data, items.size);
    }
    p->no_memory |= items.failed;
    bytes_free(&items);
    return ok;
}

/* True when nothing stands to the left: a collection inside has ended and left us at what follows
   it. */
static bool at_line_begin(const parser *p) {
    for (const char *s = p->line_begin; s < p->at; s++)
        if (!is_blank(*s))
            return false;
    return true;
}

/* To the next entry of the collection at `indent`: 1 = here it is, 0 = the collection ends, -1 =
   fault. */
static int next_entry(parser *p, unsigned indent) {
    skip_blanks(p);
    if (!at_line_begin(p) && !at_line_end(p) && *p->at != '#') {
        fail(p, "expected the end of the line");
        return -1;
    }
    skip_space(p);
    if (at_end(p) || at_marker(p, "...") || at_marker(p, "---") || column(p) < indent)
        return 0;
    if (column(p) == indent)
        return 1;
    fail(p, "indented differently from the lines above");
    return -1;
}

static bool parse_array(parser *p, bytes *out) {
    unsigned indent = column(p);
    bytes items = {0};
    size_t count = 0;
    int more = 1;
    while (more == 1 && at_indicator(p, '-')) {
        p->at++;
        skip_space(p);
        if (at_end(p) || column(p) <= indent) {
            fail(p, "expected a value after '-'");
            more = -1;
        } else
            more = parse_node(p, &items) ? next_entry(p, indent) : -1;
        count++;
    }
    if (more >= 0) {
        pack_put_collection(out, false, count);
        bytes_append(out, items.data, items.size);
    }
    p->no_memory |= items.failed;
    bytes_free(&items);
    return more >= 0;
}

/* True when a name and a ':' stand here. */
static bool at_key(parser *p) {
    parser ahead = *p;
    char message[200] = "";
    ahead.message = message;
    bytes ignored = {0};
    bool scalar = parse_scalar(&ahead, &ignored, false);
    p->no_memory |= ahead.no_memory || ignored.failed;
    bytes_free(&ignored);
    skip_blanks(&ahead);
    return scalar && at_indicator(&ahead, ':');
}

static bool parse_pair(parser *p, pair *x, unsigned indent) {
    if (!parse_scalar(p, &x->key, false))
        return false;
    skip_blanks(p);
    if (!at_indicator(p, ':'))
        return fail(p, "expected ':' after a name");
    p->at++;
    size_t line = p->line;
    skip_space(p);
    /* An array may stand as far left as the name it belongs to. */
    bool array_below = p->line > line && column(p) == indent && at_indicator(p, '-');
    if (at_end(p) || (p->line > line && column(p) <= indent && !array_below))
        return fail(p, "expected a value after ':'");
    if (p->line == line && *p->at != '[' && *p->at != '{' && at_key(p))
        return fail(p, "a value that holds ': ' needs quotes");
    return parse_node(p, &x->value);
}

static bool parse_map(parser *p, bytes *out) {
    unsigned indent = column(p);
    pairs all = {0};
    int more = 1;
    while (more == 1) {
        pair *x = at_indicator(p, '-') ? NULL : add_pair(p, &all);
        if (!x) {
            more = p->no_memory ? -1 : 0;
            break;
        }
        more = parse_pair(p, x, indent) ? next_entry(p, indent) : -1;
    }
    return finish_map(p, &all, out, more >= 0);
}

static bool parse_node(parser *p, bytes *out) {
    if (at_end(p))
        return fail(p, "expected a value");
    if (*p->at == '[' || *p->at == '{')
        return parse_flow(p, out);
    bool array = at_indicator(p, '-');
    if (!array && !at_key(p))
        return parse_scalar(p, out, false);
    if (p->depth >= YAML_DEPTH)
        return fail(p, "nested too deeply");
    p->depth++;
    bool ok = array ? parse_array(p, out) : parse_map(p, out);
    p->depth--;
    return ok;
}

gisa_status metadata_from_text(bytes *out, const char *text, size_t size, size_t *line, char message[200]) {
    parser p = {.at = text, .end = text + size, .line_begin = text, .message = message};
    message[0] = 0;
    size_t begin = out->size;
    skip_space(&p);
    if (at_marker(&p, "---")) {
        p.at += 3;
        skip_space(&p);
    }
    bool ok = parse_node(&p, out);
    if (ok)
        skip_space(&p);
    if (ok && at_marker(&p, "...")) {
        p.at += 3;
        skip_space(&p);
    }
    if (ok && !at_end(&p))
        ok = fail(&p, "expected the end of the metadata");
    *line = ok ? p.line : p.fault_line;
    if (!ok && !out->failed)
        out->size = begin;
    if (out->failed || p.no_memory)
        return GISA_STATUS_NO_MEMORY;
    return ok ? GISA_OK : GISA_STATUS_SYNTAX;
}
