/* SPDX-License-Identifier: MIT */
/* C's rules about the types of values. */
#include "body_types.h"

bool is_number(body_type t) {
    return t.kind == TYPE_UNSIGNED || t.kind == TYPE_SIGNED || t.kind == TYPE_FLOAT;
}

bool same_type(body_type a, body_type b) {
    return a.kind == b.kind && a.bits == b.bits;
}

bool c_type(const char *name, body_type *type) {
    static const struct {
        const char *name;
        body_type type;
    } others[] = {{"int", {TYPE_SIGNED, 32}}, {"char", {TYPE_SIGNED, 8}}, {"bool", {TYPE_UNSIGNED, 1}}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i].name, name) == 0) {
            *type = others[i].type;
            return true;
        }
    return type_of_name(name, type);
}

const char *type_text(body_type t) {
    static char text[4][16];
    static unsigned turn;
    char *to = text[turn++ % 4];
    static const char letters[] = {
        [TYPE_UNSIGNED] = 'u', [TYPE_SIGNED] = 'i', [TYPE_FLOAT] = 'f', [TYPE_BITS] = 'b'};
    if (t.bits == 1)
        return "bool";
    if (is_number(t) || t.kind == TYPE_BITS)
        snprintf(to, sizeof text[0], "%c%u", letters[t.kind], t.bits);
    else
        snprintf(to, sizeof text[0], "%s", t.kind == TYPE_VOID ? "nothing" : "an operand");
    return to;
}

body_type promoted(body_type t) {
    return t.kind != TYPE_FLOAT && t.bits < 32 ? (body_type){TYPE_SIGNED, 32} : t;
}

body_type common_type(body_type a, body_type b) {
    if (same_type(a, b) && (!is_number(a) || a.kind == TYPE_FLOAT))
        return a;
    if (!is_number(a) || !is_number(b))
        return no_type;
    if (a.kind == TYPE_FLOAT || b.kind == TYPE_FLOAT) {
        body_type wide = a.kind != TYPE_FLOAT || (b.kind == TYPE_FLOAT && b.bits > a.bits) ? b : a;
        return wide;
    }
    a = promoted(a);
    b = promoted(b);
    if (a.bits != b.bits)
        return a.bits > b.bits ? a : b;
    return a.kind == TYPE_UNSIGNED ? a : b;
}

static bool is_one_of(const char *op, const char *list) {
    char blanks[8];
    snprintf(blanks, sizeof blanks, " %.3s ", op);
    return strstr(list, blanks) != NULL;
}

body_type type_of_binary(const char *op, body_type a, body_type b) {
    body_type both = common_type(a, b);
    if (is_one_of(op, " == != < > <= >= && || "))
        return both.kind == TYPE_VOID ? no_type : (body_type){TYPE_SIGNED, 32};
    if (is_one_of(op, " & | ^ % << >> ") && both.kind == TYPE_FLOAT)
        return no_type;
    return is_one_of(op, " << >> ") ? promoted(a) : both;
}
