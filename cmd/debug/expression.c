/* SPDX-License-Identifier: MIT */
/* Reads expressions into trees, and finds their values. */
#include "expression.h"
#include "shell.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum node_kind {
    NODE_NUMBER,
    NODE_REGISTER,
    NODE_MEMORY, /* left: the address */
    NODE_NAME,   /* lane, wave, group ... */
    NODE_IS,     /* lane 5, wave 1, group 1:0:0 */
    NODE_UNARY,
    NODE_BINARY,
    NODE_AS,      /* left, with other bits: (v3 + v4):f32 */
    NODE_VARIABLE /* of the source: where it is depends on where the wave stands */
} node_kind;

typedef struct variable {
    char name[100];
    uint64_t pc;
    expression *there; /* what it is at that place; NULL: not looked up yet */
} variable;

/* What a name without an address stands for. */
typedef enum named {
    NAMED_LANE,
    NAMED_WAVE,
    NAMED_GROUP,
    NAMED_ACTIVE,
    NAMED_NUMBER,
    NAMED_GROUP_X,
    NAMED_GROUP_Y,
    NAMED_GROUP_Z
} named;

static const char *const names[] = {"lane",   "wave",    "group",   "active",
                                    "number", "group.x", "group.y", "group.z"};
enum { NAMES = sizeof names / sizeof *names };

struct expression {
    node_kind kind;
    expression *left, *right;
    debug_value v;
    gisa_wave_register reg;
    bool every_lane;
    expression *lane; /* of a register, v3@5; NULL: that of the user */
    gisa_wave_space space;
    const numeral_type *type;
    named name;
    uint32_t id[3];
    unsigned op;
    variable *variable;
};

/* ---- values ---------------------------------------------------------------------------------- */

debug_value value_of(const numeral_type *type, uint64_t raw) {
    debug_value v = {VALUE_UNSIGNED, type->bits, raw, 0};
    const uint64_t mask = type->bits == 64 ? UINT64_MAX : (UINT64_C(1) << type->bits) - 1;
    v.raw &= mask;
    if (type->kind == NUMERAL_FLOAT) {
        v.kind = VALUE_FLOAT;
        v.number = numeral_value(type, v.raw);
    } else if (type->kind == NUMERAL_SIGNED) {
        v.kind = VALUE_SIGNED;
        if (v.raw >> (type->bits - 1))
            v.raw |= ~mask;
    }
    return v;
}

static debug_value of_integer(uint64_t raw, bool is_signed) {
    return (debug_value){is_signed ? VALUE_SIGNED : VALUE_UNSIGNED, 64, raw, 0};
}

static debug_value of_double(double number) {
    debug_value v = {VALUE_FLOAT, 64, 0, number};
    memcpy(&v.raw, &number, sizeof number);
    return v;
}

static double as_double(const debug_value *v) {
    if (v->kind == VALUE_FLOAT)
        return v->number;
    return v->kind == VALUE_SIGNED ? (double)(int64_t)v->raw : (double)v->raw;
}

static bool is_true(const debug_value *v) {
    return v->kind == VALUE_FLOAT ? v->number != 0 : v->raw != 0;
}

void value_text(const debug_value *v, const numeral_type *type, char text[VALUE_TEXT]) {
    char number[NUMERAL_TEXT], real[NUMERAL_TEXT];
    if (type || v->kind == VALUE_FLOAT) {
        numeral_text(type ? type
                          : numeral_type_named(v->bits == 64   ? "f64"
                                               : v->bits == 16 ? "f16"
                                                               : "f32",
                                               3),
                     v->raw, number);
        snprintf(text, VALUE_TEXT, "%s", number);
    } else if (v->kind == VALUE_SIGNED)
        snprintf(text, VALUE_TEXT, "%lld", (long long)v->raw);
    else if (v->bits == 32) {
        numeral_text(numeral_type_named("f32", 3), v->raw, real);
        snprintf(text, VALUE_TEXT, "0x%llx  %llu  %s", (unsigned long long)v->raw, (unsigned long long)v->raw,
                 real);
    } else
        snprintf(text, VALUE_TEXT, "0x%llx  %llu", (unsigned long long)v->raw, (unsigned long long)v->raw);
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct reader {
    const target *t;
    uint64_t pc; /* whose variables of the source are meant; 0: none are */
    const char *begin, *at;
    unsigned depth;
    char *why;
} reader;

enum { DEEPEST = 100 };

static expression *read_all(reader *r);
static expression *read_binary(reader *r, unsigned level);

static expression *refuse(reader *r, const char *why, const char *what) {
    if (!*r->why)
        snprintf(r->why, EXPRESSION_WHY, "%s%.100s", why, what);
    return NULL;
}

static expression *node(reader *r, node_kind kind) {
    expression *e = calloc(1, sizeof *e);
    if (!e)
        return refuse(r, "out of memory", "");
    e->kind = kind;
    return e;
}

static void skip(reader *r) {
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static bool take(reader *r, const char *token) {
    const size_t size = strlen(token);
    skip(r);
    if (strncmp(r->at, token, size) != 0)
        return false;
    r->at += size;
    return true;
}

static expression *need(reader *r, expression *e, const char *token) {
    if (!e || take(r, token))
        return e;
    refuse(r, "expected ", token);
    expression_free(e);
    return NULL;
}

static size_t word_size(const char *at) {
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '_' || at[n] == '.' || (n && at[n] == '$'))
        n++;
    return n;
}

/* ":f32" after something that has bits. */
static bool read_type(reader *r, const numeral_type **type) {
    const size_t size = *r->at == ':' ? word_size(r->at + 1) : 0;
    *type = size ? numeral_type_named(r->at + 1, size) : NULL;
    if (!size || isdigit((unsigned char)r->at[1]))
        return true;
    if (!*type)
        return refuse(r, "unknown type; expected ", NUMERAL_TYPES), false;
    r->at += 1 + size;
    return true;
}

static expression *read_number(reader *r) {
    char *end, *real_end;
    const unsigned long long whole = strtoull(r->at, &end, 0);
    const double real = strtod(r->at, &real_end);
    expression *e = node(r, NODE_NUMBER);
    if (!e)
        return NULL;
    const bool is_real = real_end > end && !(r->at[0] == '0' && (r->at[1] | 32) == 'x');
    e->v = is_real ? of_double(real) : of_integer(whole, whole <= INT64_MAX);
    r->at = is_real ? real_end : end;
    if (is_real && (*r->at == 'f' || *r->at == 'F'))
        r->at++;
    if (isalnum((unsigned char)*r->at) || *r->at == '_') {
        expression_free(e);
        return refuse(r, "not a number: ", r->at);
    }
    return e;
}

/* "5" or "1:0:2". */
static expression *read_is(reader *r, named name) {
    expression *e = node(r, NODE_IS);
    if (!e)
        return NULL;
    e->name = name;
    for (unsigned i = 0; i < (name == NAMED_GROUP ? 3u : 1u); i++) {
        char *end;
        const unsigned long long number = strtoull(r->at, &end, 0);
        e->id[i] = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
        r->at = end;
        if (*r->at != ':' || !isdigit((unsigned char)r->at[1]) || i == 2 || name != NAMED_GROUP)
            break;
        r->at++;
    }
    return e;
}

static expression *read_named(reader *r, named name) {
    expression *e;
    const char *after = r->at + strspn(r->at, " \t");
    if (isdigit((unsigned char)*after) && name <= NAMED_GROUP) {
        r->at = after;
        return read_is(r, name);
    }
    e = node(r, NODE_NAME);
    if (e)
        e->name = name;
    return e;
}

static expression *read_memory(reader *r, expression *address, gisa_wave_space space) {
    expression *e = address ? node(r, NODE_MEMORY) : NULL;
    if (!e) {
        expression_free(address);
        return NULL;
    }
    e->left = address;
    e->space = space;
    if (!read_type(r, &e->type)) {
        expression_free(e);
        return NULL;
    }
    return e;
}

/* After "lds[" and the like. */
static expression *read_space(reader *r, gisa_wave_space space) {
    expression *address = need(r, read_all(r), "]");
    return read_memory(r, address, space);
}

/* "v3", "v[2:3]", "mode.denorm", as far as the wave knows such a register; then "@5", ":f32". */
static bool find_register(reader *r, size_t size, gisa_wave_register *reg) {
    char name[80];
    const char *bracket = r->at[size] == '[' ? strchr(r->at + size, ']') : NULL;
    const size_t all = bracket ? (size_t)(bracket + 1 - r->at) : size;
    if (all >= sizeof name)
        return false;
    memcpy(name, r->at, all);
    name[all] = 0;
    if (gisa_wave_find(r->t->names, name, reg, NULL))
        return false;
    r->at += all;
    return true;
}

static expression *read_lane(reader *r, expression *e) {
    if (*r->at != '@')
        return e;
    r->at++;
    e->every_lane = take(r, "*");
    if (e->every_lane)
        return e;
    if (take(r, "("))
        e->lane = need(r, read_all(r), ")");
    else
        e->lane = isdigit((unsigned char)*r->at) ? read_number(r) : refuse(r, "expected a lane after @", "");
    if (e->lane)
        return e;
    expression_free(e);
    return NULL;
}

static expression *read_register(reader *r, const gisa_wave_register *reg) {
    expression *e = node(r, NODE_REGISTER);
    if (!e)
        return NULL;
    e->reg = *reg;
    e = read_lane(r, e);
    if (e && !read_type(r, &e->type)) {
        expression_free(e);
        return NULL;
    }
    return e;
}

static expression *number_node(reader *r, uint64_t number) {
    expression *e = node(r, NODE_NUMBER);
    if (e)
        e->v = of_integer(number, false);
    return e;
}

static expression *pair(reader *r, unsigned op, expression *left, expression *right) {
    expression *e = left && right ? node(r, NODE_BINARY) : NULL;
    if (!e) {
        expression_free(left);
        expression_free(right);
        return NULL;
    }
    e->op = op;
    e->left = left;
    e->right = right;
    return e;
}

/* An argument is what the kernel gets: memory of the kernarg block. x[3]: what it points to. */
static expression *read_argument(reader *r, const gisa_argument *m) {
    const uint64_t at = (uintptr_t)r->t->r.launch.kernarg + m->offset;
    expression *e = node(r, NODE_MEMORY), *index;
    if (!e)
        return NULL;
    e->left = number_node(r, at);
    e->type = numeral_type_named(m->size == 8   ? "x64"
                                 : m->size == 2 ? "u16"
                                 : m->size == 1 ? "u8"
                                                : "hex",
                                 m->size == 2   ? 3
                                 : m->size == 1 ? 2
                                                : 3);
    if (!e->left) {
        expression_free(e);
        return NULL;
    }
    if (*r->at != '[') {
        const numeral_type *type;
        const bool ok = read_type(r, &type);
        e->type = type ? type : e->type;
        if (!ok) {
            expression_free(e);
            return NULL;
        }
        return e;
    }
    r->at++;
    index = need(r, read_all(r), "]");
    expression *element = index ? read_memory(r, e, GISA_WAVE_SPACE_MEMORY) : (expression_free(e), NULL);
    if (!element) {
        expression_free(index);
        return NULL;
    }
    element->left = pair(r, '+', element->left,
                         pair(r, '*', index, number_node(r, element->type ? element->type->bits / 8 : 4)));
    if (!element->left) {
        expression_free(element);
        return NULL;
    }
    return element;
}

static bool space_named(const char *word, size_t size, gisa_wave_space *space) {
    static const char *const spaces[] = {"mem", "lds", "gds", "private"}; /* as gisa_wave_space */
    for (unsigned i = 0; i < 4; i++)
        if (strlen(spaces[i]) == size && memcmp(spaces[i], word, size) == 0) {
            *space = (gisa_wave_space)i;
            return i != GISA_WAVE_SPACE_GDS;
        }
    return false;
}

static expression *read_symbol(reader *r, const char *name) {
    uint64_t address;
    return target_symbol(r->t, name, &address)
               ? number_node(r, address)
               : refuse(r, "there is no register, argument or symbol named ", name);
}

/* "i", "i:hex" */
static expression *read_variable(reader *r, const char *name) {
    expression *e = node(r, NODE_VARIABLE), *as = NULL;
    const numeral_type *type;
    if (!e || !(e->variable = calloc(1, sizeof *e->variable))) {
        expression_free(e);
        return refuse(r, "out of memory", "");
    }
    snprintf(e->variable->name, sizeof e->variable->name, "%s", name);
    r->at += strlen(name);
    if (!read_type(r, &type) || (type && !(as = node(r, NODE_AS)))) {
        expression_free(e);
        return NULL;
    }
    if (!as)
        return e;
    as->left = e;
    as->type = type;
    return as;
}

/* An element of what an argument points to is found by the argument. */
static bool is_variable(reader *r, const char *name) {
    char place[LOCAL_TEXT];
    const char *why = NULL;
    if (!r->pc || r->at[strlen(name)] == '[' || !locals_find(r->t, r->pc, name, place, &why))
        return false;
    if (why)
        snprintf(r->why, EXPRESSION_WHY, "%s: %s", name, why);
    return true;
}

static expression *read_word(reader *r) {
    const size_t dollar = *r->at == '$';
    char name[100];
    size_t size;
    gisa_wave_register reg;
    gisa_argument m;
    gisa_wave_space space;
    unsigned number;
    r->at += dollar;
    size = word_size(r->at);
    if (!size || size >= sizeof name)
        return refuse(r, "expected a register, a number or a name", "");
    if (r->at[size] == '[' && space_named(r->at, size, &space)) {
        r->at += size + 1;
        return read_space(r, space);
    }
    memcpy(name, r->at, size);
    name[size] = 0;
    for (unsigned i = 0; i < NAMES; i++)
        if (strcmp(name, names[i]) == 0) {
            r->at += size;
            return read_named(r, (named)i);
        }
    if (find_register(r, size, &reg))
        return read_register(r, &reg);
    if (is_variable(r, name))
        return *r->why ? NULL : read_variable(r, name);
    if (target_argument(r->t, strncmp(name, "arg.", 4) == 0 ? name + 4 : name, &number, &m)) {
        r->at += size;
        return read_argument(r, &m);
    }
    expression *e = read_symbol(r, name);
    r->at += e ? size : 0;
    return e;
}

static expression *unary(reader *r, unsigned op, expression *operand) {
    expression *e = operand ? node(r, NODE_UNARY) : NULL;
    if (!e) {
        expression_free(operand);
        return NULL;
    }
    e->op = op;
    e->left = operand;
    return e;
}

static expression *read_unary(reader *r) {
    expression *e;
    skip(r);
    if (r->depth > DEEPEST)
        return refuse(r, "too many brackets", "");
    if (*r->at && strchr("-!~", *r->at)) {
        const unsigned op = (unsigned char)*r->at++;
        r->depth++;
        e = unary(r, op, read_unary(r));
    } else if (take(r, "*")) {
        r->depth++;
        expression *address = read_unary(r);
        e = read_memory(r, address, GISA_WAVE_SPACE_MEMORY);
    } else if (take(r, "&")) {
        r->depth++;
        skip(r);
        char name[100];
        const size_t size = word_size(r->at);
        snprintf(name, sizeof name, "%.*s", (int)(size < 99 ? size : 99), r->at);
        e = read_symbol(r, name);
        r->at += e ? size : 0;
    } else if (take(r, "(")) {
        r->depth++;
        e = need(r, read_all(r), ")");
        if (e && *r->at == ':') {
            expression *as = node(r, NODE_AS);
            if (as)
                as->left = e;
            e = as && read_type(r, &as->type) ? as : (expression_free(as ? as : e), NULL);
        }
    } else {
        return isdigit((unsigned char)*r->at) || (*r->at == '.' && isdigit((unsigned char)r->at[1]))
                   ? read_number(r)
                   : read_word(r);
    }
    r->depth--;
    return e;
}

/* By rising precedence; of each level the longer ones first. `op` is the first letter, and the
   second one shifted. */
static const char *const levels[][5] = {
    {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
    {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
enum { LEVELS = sizeof levels / sizeof *levels };

/* `a & b` is not the beginning of `a && b`. */
static bool is_operator(const char *at, const char *op) {
    const size_t size = strlen(op);
    if (strncmp(at, op, size) != 0)
        return false;
    return size == 2 || !at[1] || (at[1] != at[0] || !strchr("&|<>", at[0]));
}

static unsigned read_operator(reader *r, unsigned level) {
    skip(r);
    for (unsigned i = 0; i < 5 && levels[level][i]; i++) {
        const char *op = levels[level][i];
        if (!is_operator(r->at, op))
            continue;
        r->at += strlen(op);
        return (unsigned char)op[0] | (unsigned)(unsigned char)op[1] << 8;
    }
    return 0;
}

static expression *read_binary(reader *r, unsigned level) {
    expression *left = level < LEVELS ? read_binary(r, level + 1) : read_unary(r);
    unsigned op;
    while (left && level < LEVELS && (op = read_operator(r, level)))
        left = pair(r, op, left, read_binary(r, level + 1));
    return left;
}

static expression *read_all(reader *r) {
    expression *left;
    if (r->depth++ > DEEPEST)
        return refuse(r, "too many brackets", "");
    left = read_binary(r, 0);
    while (left && take(r, ","))
        left = pair(r, '&' | '&' << 8, left, read_binary(r, 0));
    r->depth--;
    return left;
}

expression *expression_read(const target *t, uint64_t pc, const char *text, size_t *at,
                            char why[EXPRESSION_WHY]) {
    reader r = {t, pc, text, text, 0, why};
    expression *e;
    *why = 0;
    e = read_all(&r);
    skip(&r);
    *at = (size_t)(r.at - text);
    if (e && *r.at) {
        refuse(&r, "unexpected here: ", r.at);
        expression_free(e);
        return NULL;
    }
    return e;
}

void expression_free(expression *e) {
    if (!e)
        return;
    expression_free(e->left);
    expression_free(e->right);
    expression_free(e->lane);
    if (e->variable)
        expression_free(e->variable->there);
    free(e->variable);
    free(e);
}

bool expression_by_lane(const expression *e) {
    if (!e)
        return false;
    if (e->kind == NODE_REGISTER && e->reg.per_lane && !e->lane)
        return true;
    if (e->kind == NODE_VARIABLE || (e->kind == NODE_MEMORY && e->space == GISA_WAVE_SPACE_PRIVATE))
        return true;
    if ((e->kind == NODE_NAME || e->kind == NODE_IS) && (e->name == NAMED_LANE || e->name == NAMED_ACTIVE))
        return true;
    return expression_by_lane(e->left) || expression_by_lane(e->right) || expression_by_lane(e->lane);
}

/* ---- finding values -------------------------------------------------------------------------- */

typedef struct where {
    const target *t;
    const debug_wave *w;
    unsigned lane;
} where;

static const char *find(const where *at, const expression *e, debug_value *v);

/* What a variable of the source is where the wave stands. NULL: all is well. */
static const char *look_up(const where *at, variable *v) {
    char place[LOCAL_TEXT], why[EXPRESSION_WHY];
    const char *none = NULL;
    size_t column;
    if (!at->w)
        return "there is no wave";
    if (v->there && v->pc == at->w->pc)
        return NULL;
    expression_free(v->there);
    v->there = NULL;
    v->pc = at->w->pc;
    if (!locals_find(at->t, v->pc, v->name, place, &none))
        return "there is no such variable here";
    if (!none)
        v->there = expression_read(at->t, 0, place, &column, why);
    return none ? none : v->there ? NULL : "not known here";
}

static const char *find_variable(const where *at, const expression *e, debug_value *v) {
    const char *why = look_up(at, e->variable);
    return why ? why : find(at, e->variable->there, v);
}

static const char *lane_of(const where *at, const expression *e, unsigned *lane) {
    debug_value v;
    const char *why;
    *lane = at->lane;
    if (!e->lane)
        return NULL;
    why = find(at, e->lane, &v);
    if (!why && (v.kind == VALUE_FLOAT || v.raw >= GISA_WAVE_LANES))
        why = "expected a lane from 0 to 63 after @";
    *lane = (unsigned)v.raw;
    return why;
}

static const numeral_type *plain(unsigned bytes) {
    static const char *const usual[] = {"u8", "u16", "u32", "u64"};
    const char *name = usual[bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 8 ? 3 : 2];
    return numeral_type_named(name, strlen(name));
}

static const char *find_register_value(const where *at, const expression *e, debug_value *v) {
    uint32_t low = 0, high = 0;
    unsigned lane;
    const char *why = lane_of(at, e, &lane);
    const unsigned words = e->reg.count;
    if (why)
        return why;
    if (!at->w)
        return "there is no wave";
    if (words > 2)
        return "it has more than 64 bits";
    if (e->reg.bank == GISA_WAVE_BANK_PC) {
        *v = of_integer(at->w->pc, false);
        return NULL;
    }
    if (gisa_wave_get(at->w->seen->wave, &e->reg, lane, 0, &low) ||
        (words == 2 && gisa_wave_get(at->w->seen->wave, &e->reg, lane, 1, &high)))
        return "the wave does not have this register";
    *v = value_of(e->type ? e->type : plain(4 * words), low | (uint64_t)high << 32);
    return NULL;
}

static const char *find_memory_value(const where *at, const expression *e, debug_value *v) {
    const unsigned bytes = e->type ? e->type->bits / 8u : 4;
    uint64_t raw = 0;
    debug_value address;
    const char *why = find(at, e->left, &address);
    if (why)
        return why;
    if (debug_read(at->t->d, at->w, at->lane, e->space, address.raw, &raw, bytes) != bytes)
        return e->space == GISA_WAVE_SPACE_MEMORY ? "there is no memory at this address"
                                                  : "the address is past the end";
    *v = value_of(e->type ? e->type : plain(4), raw);
    return NULL;
}

static uint64_t group_number(const where *at) {
    const uint32_t *id = at->w->id.group;
    const gisa_launch *l = &at->t->r.launch;
    uint64_t count[2];
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t grid = l->grid[i] ? l->grid[i] : 1, size = l->group[i] ? l->group[i] : 1;
        count[i] = (grid + size - 1) / size;
    }
    return id[0] + count[0] * (id[1] + count[1] * id[2]);
}

static const char *find_named(const where *at, named name, debug_value *v) {
    uint64_t number = 0;
    if (name == NAMED_NUMBER)
        number = debug_stopped(at->t->d)->number;
    else if (name == NAMED_LANE)
        number = at->lane;
    else if (!at->w)
        return "there is no wave";
    else if (name == NAMED_WAVE)
        number = at->w->id.number;
    else if (name == NAMED_GROUP)
        number = group_number(at);
    else if (name == NAMED_ACTIVE)
        number = *at->w->seen->exec >> at->lane & 1;
    else
        number = at->w->id.group[name - NAMED_GROUP_X];
    *v = of_integer(number, true);
    return NULL;
}

static const char *find_is(const where *at, const expression *e, debug_value *v) {
    bool is = e->name == NAMED_LANE && e->id[0] == at->lane;
    if (e->name != NAMED_LANE && !at->w)
        return "there is no wave";
    if (e->name == NAMED_WAVE)
        is = e->id[0] == at->w->id.number;
    if (e->name == NAMED_GROUP)
        is = memcmp(e->id, at->w->id.group, sizeof e->id) == 0;
    *v = of_integer(is, true);
    return NULL;
}

static debug_value compute_floats(unsigned op, double a, double b, const char **why) {
    switch (op) {
    case '+': return of_double(a + b);
    case '-': return of_double(a - b);
    case '*': return of_double(a * b);
    case '/': return of_double(a / b);
    case '<': return of_integer(a < b, true);
    case '>': return of_integer(a > b, true);
    case '<' | '=' << 8: return of_integer(a <= b, true);
    case '>' | '=' << 8: return of_integer(a >= b, true);
    case '=' | '=' << 8: return of_integer(a == b, true);
    case '!' | '=' << 8: return of_integer(a != b, true);
    default: *why = "this operator does not take floats"; return of_integer(0, true);
    }
}

/* As C has it for 64 bits: unsigned where one of them is. A register of 32 bits fits a signed
   number. */
static debug_value compute(unsigned op, const debug_value *x, const debug_value *y, const char **why) {
    const bool is_signed =
        (x->kind == VALUE_SIGNED || x->bits < 64) && (y->kind == VALUE_SIGNED || y->bits < 64);
    const uint64_t a = x->raw, b = y->raw;
    const int64_t sa = (int64_t)a, sb = (int64_t)b;
    const bool less = is_signed ? sa < sb : a < b;
    switch (op) {
    case '+': return of_integer(a + b, is_signed);
    case '-': return of_integer(a - b, is_signed);
    case '*': return of_integer(a * b, is_signed);
    case '&': return of_integer(a & b, is_signed);
    case '|': return of_integer(a | b, is_signed);
    case '^': return of_integer(a ^ b, is_signed);
    case '<' | '<' << 8: return of_integer(b < 64 ? a << b : 0, is_signed);
    case '>' | '>' << 8:
        return of_integer(b < 64 ? (is_signed ? (uint64_t)(sa >> b) : a >> b) : 0, is_signed);
    case '<': return of_integer(less, true);
    case '>': return of_integer(!less && a != b, true);
    case '<' | '=' << 8: return of_integer(less || a == b, true);
    case '>' | '=' << 8: return of_integer(!less, true);
    case '=' | '=' << 8: return of_integer(a == b, true);
    case '!' | '=' << 8: return of_integer(a != b, true);
    default: break;
    }
    if (!b || (is_signed && sb == -1 && sa == INT64_MIN)) {
        *why = "division by zero";
        return of_integer(0, true);
    }
    if (op == '/')
        return of_integer(is_signed ? (uint64_t)(sa / sb) : a / b, is_signed);
    return of_integer(is_signed ? (uint64_t)(sa % sb) : a % b, is_signed);
}

static const char *find_logic(const where *at, const expression *e, debug_value *v) {
    const bool is_and = e->op == ('&' | '&' << 8);
    debug_value x;
    const char *why = find(at, e->left, &x);
    if (why)
        return why;
    bool result = is_true(&x);
    if (result == is_and) {
        why = find(at, e->right, &x);
        result = !why && is_true(&x);
    }
    *v = of_integer(result, true);
    return why;
}

static const char *find_binary(const where *at, const expression *e, debug_value *v) {
    debug_value x, y;
    const char *why = NULL;
    if (e->op == ('&' | '&' << 8) || e->op == ('|' | '|' << 8))
        return find_logic(at, e, v);
    why = find(at, e->left, &x);
    why = why ? why : find(at, e->right, &y);
    if (why)
        return why;
    *v = x.kind == VALUE_FLOAT || y.kind == VALUE_FLOAT
             ? compute_floats(e->op, as_double(&x), as_double(&y), &why)
             : compute(e->op, &x, &y, &why);
    return why;
}

static const char *find_unary(const where *at, const expression *e, debug_value *v) {
    debug_value x;
    const char *why = find(at, e->left, &x);
    if (why)
        return why;
    if (e->op == '!')
        *v = of_integer(!is_true(&x), true);
    else if (x.kind == VALUE_FLOAT && e->op == '-')
        *v = of_double(-x.number);
    else if (x.kind == VALUE_FLOAT)
        why = "this operator does not take floats";
    else
        *v = of_integer(e->op == '-' ? 0 - x.raw : ~x.raw, true);
    return why;
}

static const char *find(const where *at, const expression *e, debug_value *v) {
    const char *why;
    switch (e->kind) {
    case NODE_NUMBER: *v = e->v; return NULL;
    case NODE_REGISTER: return find_register_value(at, e, v);
    case NODE_MEMORY: return find_memory_value(at, e, v);
    case NODE_NAME: return find_named(at, e->name, v);
    case NODE_IS: return find_is(at, e, v);
    case NODE_UNARY: return find_unary(at, e, v);
    case NODE_VARIABLE: return find_variable(at, e, v);
    case NODE_AS:
        why = find(at, e->left, v);
        if (!why && e->type)
            *v = value_of(e->type, v->raw);
        return why;
    default: return find_binary(at, e, v);
    }
}

const char *expression_value(const target *t, const expression *e, const debug_wave *w, unsigned lane,
                             debug_value *result) {
    const where at = {t, w, lane};
    *result = of_integer(0, true);
    return find(&at, e, result);
}

bool expression_holds(const target *t, const expression *e, const debug_wave *w, unsigned *lane) {
    where at = {t, w, t->lane};
    const uint64_t exec = w ? *w->seen->exec : 0;
    debug_value v;
    if (!expression_by_lane(e))
        return !find(&at, e, &v) && is_true(&v);
    for (at.lane = 0; at.lane < GISA_WAVE_LANES; at.lane++)
        if (exec >> at.lane & 1 && !find(&at, e, &v) && is_true(&v)) {
            *lane = at.lane;
            return true;
        }
    return false;
}

const char *expression_place(const target *t, const expression *e, const debug_wave *w, unsigned lane,
                             debug_place *p) {
    const where at = {t, w, lane};
    debug_value address;
    const char *why;
    if (e->kind == NODE_VARIABLE) {
        why = look_up(&at, e->variable);
        return why ? why : expression_place(t, e->variable->there, w, lane, p);
    }
    *p = (debug_place){.lane = lane, .type = e->type};
    if (e->kind == NODE_REGISTER) {
        p->is_register = true;
        p->every_lane = e->every_lane;
        p->reg = e->reg;
        p->size = 4u * e->reg.count;
        return lane_of(&at, e, &p->lane);
    }
    if (e->kind != NODE_MEMORY)
        return "expected a register or memory, such as v3, s[4:5], lds[16], mem[x + 4]:f32";
    why = find(&at, e->left, &address);
    p->space = e->space;
    p->address = address.raw;
    p->size = e->type ? e->type->bits / 8u : 4;
    return why;
}
