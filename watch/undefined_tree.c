/* SPDX-License-Identifier: MIT */
/* Reads the trees of bodies and their vocabulary from JSON (docs/spec-json.md): each tree once,
 * when it is asked for. */
#include <stdlib.h>
#include <string.h>

#include "undefined_bits.h"

enum { MOST_WORDS = 400, MOST_PARTS = 64, MOST_SLOTS = 48, CHUNK = 1 << 16, MOST_TREES = 1 << 12 };

typedef struct chunk {
    struct chunk *next;
    size_t used;
    _Alignas(16) char bytes[CHUNK];
} chunk;

typedef struct view {
    shadow_type type;
    const char *name;
    bool each, mask;
} view;

struct shadow_vocabulary {
    const gisa_isa *isa;
    chunk *memory;
    view views[64];
    unsigned view_count;
    shadow_word words[MOST_WORDS];
    unsigned word_count;
    shadow_function *functions;
    shadow_tree *trees[MOST_TREES]; /* by number */
    bool full;                      /* no memory */
};

/* A tree that is being read. */
typedef struct reader {
    shadow_vocabulary *v;
    const char *at;
    const char *slots[MOST_SLOTS];
    unsigned slot_count;
    shadow_tree *tree; /* NULL: of a function */
    bool bad;
} reader;

/* ---- memory and texts ----------------------------------------------------------------------- */

static void *take(shadow_vocabulary *v, size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (!v->memory || v->memory->used + size > CHUNK) {
        chunk *c = size > CHUNK ? NULL : calloc(1, sizeof *c);
        if (!c) {
            v->full = true;
            return NULL;
        }
        c->next = v->memory;
        v->memory = c;
    }
    v->memory->used += size;
    return v->memory->bytes + v->memory->used - size;
}

static bool accept(reader *r, char c) {
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static void expect(reader *r, char c) {
    r->bad |= !accept(r, c);
}

/* The text between quotes; those that trees have need no escapes. */
static const char *text(reader *r) {
    const char *start = r->at + 1, *end;
    char *copy;
    if (!accept(r, '"') || !(end = strchr(start, '"')) || !(copy = take(r->v, (size_t)(end - start) + 1))) {
        r->bad = true;
        return "";
    }
    memcpy(copy, start, (size_t)(end - start));
    r->at = end + 1;
    return copy;
}

static shadow_type type_of(const char *name) {
    const bool plain = strchr("uifb", name[0]) && name[0] && name[1] >= '0' && name[1] <= '9';
    if (!strcmp(name, "bool"))
        return (shadow_type){'t', 1};
    return plain ? (shadow_type){name[0], (uint16_t)atoi(name + 1)} : (shadow_type){0, 0};
}

static const char *value_end(const char *at) {
    int depth = 0;
    bool quoted = false;
    for (; *at && (quoted || depth || !strchr(",]}", *at)); at++) {
        if (quoted && *at == '\\' && at[1])
            at++;
        else
            quoted ^= *at == '"';
        depth += quoted ? 0 : (*at == '[') + (*at == '{') - (*at == ']') - (*at == '}');
    }
    return at;
}

static void skip(reader *r) {
    r->at = value_end(r->at);
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static const char *const kinds[] = {"block",   "declare", "list",   "return", "if",     "for",   "each",
                                    "nothing", "assign",  "step",   "number", "string", "local", "field",
                                    "word",    "view",    "member", "index",  "cast",   "unary", "binary",
                                    "choose",  "old",     "name",   "type"};

static shadow_kind kind_of(reader *r, const char *name) {
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(name, kinds[i]))
            return (shadow_kind)i;
    r->bad |= strcmp(name, "declarations") != 0;
    return SHADOW_BLOCK;
}

static unsigned slot_of(reader *r, const char *name) {
    for (unsigned i = 0; i < r->slot_count; i++)
        if (!strcmp(r->slots[i], name))
            return i;
    if (r->slot_count == MOST_SLOTS) {
        r->bad = true;
        return 0;
    }
    r->slots[r->slot_count] = name;
    return r->slot_count++;
}

static const shadow_word *word_of(const shadow_vocabulary *v, const char *name) {
    for (unsigned i = 0; i < v->word_count; i++)
        if (!strcmp(v->words[i].name, name))
            return &v->words[i];
    return NULL;
}

static const view *view_of(const shadow_vocabulary *v, const char *name, bool each) {
    for (unsigned i = 0; i < v->view_count; i++)
        if (v->views[i].each == each && !strcmp(v->views[i].name, name))
            return &v->views[i];
    return NULL;
}

static shadow_bits number(reader *r) {
    const bool quoted = *r->at == '"';
    const char *digits = quoted ? text(r) : r->at;
    char *end;
    const long long small = quoted ? 0 : strtoll(digits, &end, 0);
    if (quoted)
        return strtoull(digits, NULL, 0);
    r->at = end;
    return (shadow_bits)(shadow_signed)small;
}

static shadow_node *node(reader *r);

static void parts(reader *r, shadow_node *n) {
    shadow_node *list[MOST_PARTS];
    expect(r, '[');
    while (!r->bad && *r->at != ']' && n->part_count < MOST_PARTS) {
        list[n->part_count++] = node(r);
        accept(r, ',');
    }
    expect(r, ']');
    n->parts = take(r->v, (n->part_count + 1) * sizeof *n->parts);
    if (n->parts)
        memcpy(n->parts, list, n->part_count * sizeof *n->parts);
}

/* `<<=` is the operation `<<`, and `=` none. */
static unsigned assigned_op(const char *op) {
    unsigned code = 0;
    for (; op[0] && op[1]; op++)
        code = code << 8 | (unsigned char)*op;
    return code;
}

static unsigned op_code(const char *op) {
    unsigned code = 0;
    for (; *op; op++)
        code = code << 8 | (unsigned char)*op;
    return code;
}

/* The words and operands that a tree has. */
static void note_word(reader *r, const shadow_node *n) {
    if (!r->tree || !n->word)
        return;
    r->tree->words |= 1u << n->word->kind;
    if (n->word->kind == SHADOW_OPERAND)
        r->tree->operands |= 1u << n->word->number;
    if (n->word->kind == SHADOW_STATE)
        r->tree->states |= n->word->number;
}

static void note_target(reader *r, const shadow_node *target) {
    if (r->tree && target->word && target->word->kind == SHADOW_STATE)
        r->tree->writes |= target->word->number;
}

static void note_mask(reader *r, const shadow_node *n) {
    const shadow_node *operand = n->part_count ? n->parts[0] : NULL;
    if (r->tree && n->is_mask && operand && operand->word && operand->word->kind == SHADOW_OPERAND)
        r->tree->masks |= 1u << operand->word->number;
}

/* What its name is. */
static void resolve(reader *r, shadow_node *n, const char *name) {
    const view *seen;
    if (n->kind == SHADOW_WORD) {
        n->word = word_of(r->v, name);
        r->bad |= !n->word;
        note_word(r, n);
    } else if (n->kind == SHADOW_LOCAL || n->kind == SHADOW_DECLARE)
        n->slot = slot_of(r, name);
    else if (n->kind == SHADOW_VIEW) {
        seen = view_of(r->v, name, n->part_count == 2);
        r->bad |= !seen;
        n->is_mask = seen && seen->mask;
        n->is_each = seen && seen->each;
        note_mask(r, n);
    } else if ((n->kind == SHADOW_ASSIGN || n->kind == SHADOW_STEP) && n->part_count)
        note_target(r, n->parts[0]);
    if (n->word && n->word->kind == SHADOW_FUNCTION)
        for (n->function = n->word->function; n->function; n->function = n->function->next)
            if (!strcmp(n->function->name, name) &&
                (!n->function->over.kind ||
                 (n->function->over.kind == n->over.kind && n->function->over.bits == n->over.bits)))
                break;
}

static shadow_node *node(reader *r) {
    shadow_node *n = take(r->v, sizeof *n);
    const char *name = "", *op = "";
    expect(r, '{');
    while (n && !r->bad && *r->at != '}') {
        const char *key = text(r);
        expect(r, ':');
        if (!strcmp(key, "kind"))
            n->kind = kind_of(r, text(r));
        else if (!strcmp(key, "name"))
            name = text(r);
        else if (!strcmp(key, "op"))
            op = text(r);
        else if (!strcmp(key, "type"))
            n->type = type_of(text(r));
        else if (!strcmp(key, "over"))
            n->over = type_of(text(r));
        else if (!strcmp(key, "count"))
            n->count = (unsigned)number(r);
        else if (!strcmp(key, "value") && n->kind == SHADOW_NUMBER)
            n->number = number(r);
        else if (!strcmp(key, "parts"))
            parts(r, n);
        else
            skip(r);
        accept(r, ',');
    }
    expect(r, '}');
    if (!n || r->bad || r->v->full) {
        r->bad = true;
        return NULL;
    }
    n->op = n->kind == SHADOW_ASSIGN ? assigned_op(op) : op_code(op);
    n->number &= shadow_mask(n->type.bits);
    resolve(r, n, name);
    return n;
}

/* ---- the vocabulary -------------------------------------------------------------------------- */

/* Calls `each` for every element of the array `key` of an object. */
static void each_of(shadow_vocabulary *v, const char *object, const char *key,
                    void (*each)(shadow_vocabulary *v, const char *element)) {
    reader r = {.v = v, .at = object};
    expect(&r, '{');
    while (!r.bad && *r.at == '"') {
        const bool wanted = !strcmp(text(&r), key);
        expect(&r, ':');
        if (!wanted || !accept(&r, '['))
            skip(&r);
        else
            for (; !r.bad && *r.at && *r.at != ']'; accept(&r, ',')) {
                each(v, r.at);
                skip(&r);
            }
        accept(&r, ']');
        accept(&r, ',');
    }
}

/* The value of a key: where it begins; NULL: there is none. */
static const char *value_of(shadow_vocabulary *v, const char *object, const char *key) {
    reader r = {.v = v, .at = object};
    for (expect(&r, '{'); !r.bad && *r.at == '"'; accept(&r, ',')) {
        const bool wanted = !strcmp(text(&r), key);
        expect(&r, ':');
        if (wanted)
            return r.at;
        skip(&r);
    }
    return NULL;
}

static const char *text_of(shadow_vocabulary *v, const char *object, const char *key) {
    reader r = {.v = v, .at = value_of(v, object, key)};
    return r.at && *r.at == '"' ? text(&r) : "";
}

static void add_view(shadow_vocabulary *v, const char *object) {
    view *to = &v->views[v->view_count];
    if (v->view_count == sizeof v->views / sizeof *v->views)
        return;
    v->view_count++;
    to->name = text_of(v, object, "name");
    to->type = type_of(text_of(v, object, "type"));
    to->each = value_of(v, object, "each");
    to->mask = value_of(v, object, "mask");
}

static void add_parameter(shadow_word *w, const char *type) {
    struct shadow_parameter *p = &w->parameter[w->parameter_count];
    if (w->parameter_count == sizeof w->parameter / sizeof *w->parameter)
        return;
    w->parameter_count++;
    p->type = type_of(type);
    p->kind = !strcmp(type, "operand")  ? 'o'
              : !strcmp(type, "type")   ? 't'
              : !strcmp(type, "name")   ? 'n'
              : !strcmp(type, "update") ? 'x'
                                        : 'v';
    p->is_unsigned = !strcmp(type, "U");
}

static void add_parameters(shadow_vocabulary *v, shadow_word *w, const char *object) {
    reader r = {.v = v, .at = value_of(v, object, "parameters")};
    if (!r.at || !accept(&r, '['))
        return;
    for (; !r.bad && *r.at == '"'; accept(&r, ','))
        add_parameter(w, text(&r));
}

/* The first entry of an effect's list. */
static const char *first_of(shadow_vocabulary *v, const char *effects, const char *effect) {
    reader r = {.v = v, .at = value_of(v, effects, effect)};
    return r.at && accept(&r, '[') && *r.at == '"' ? text(&r) : "";
}

static unsigned role_number(const char *name) {
    for (unsigned i = 1; i < GISA_ROLE_COUNT; i++)
        if (!strcmp(gisa_role_name(i), name))
            return i;
    return GISA_ROLE_NONE;
}

static unsigned state_bit(const char *name) {
    for (unsigned i = 0; i < GISA_STATE_COUNT; i++)
        if (!strcmp(gisa_state_name(i), name))
            return 1u << i;
    return 0;
}

/* What is known of words by their effects. */
static bool by_effects(shadow_vocabulary *v, shadow_word *w, const char *effects) {
    const bool result = value_of(v, effects, "result"), source = value_of(v, effects, "source");
    const bool elements = value_of(v, effects, "element");
    if (result || source) {
        w->kind = SHADOW_OPERAND;
        w->number = (unsigned)atoi(first_of(v, effects, result ? "result" : "source")) +
                    (result ? SHADOW_D : SHADOW_S0);
    } else if (elements || value_of(v, effects, "atomic"))
        w->kind = elements ? SHADOW_ELEMENT : SHADOW_ATOMIC;
    else if (value_of(v, effects, "loads") || value_of(v, effects, "stores"))
        w->kind = value_of(v, effects, "loads") ? SHADOW_LOAD : SHADOW_STORE;
    else if (value_of(v, effects, "state")) {
        w->kind = SHADOW_STATE;
        w->number = state_bit(first_of(v, effects, "state"));
    } else if (value_of(v, effects, "of") && !value_of(v, effects, "address")) {
        w->kind = SHADOW_ROLE;
        w->number = role_number(first_of(v, effects, "of"));
    } else
        return false;
    return true;
}

/* Those that have no effect from which it would follow. */
static const struct {
    const char *name;
    shadow_word_kind kind;
} primitives[] = {{"bits", SHADOW_SAME},
                  {"as_f16", SHADOW_SAME},
                  {"as_f32", SHADOW_SAME},
                  {"as_f64", SHADOW_SAME},
                  {"neg", SHADOW_SIGN},
                  {"float_bits", SHADOW_SIZE},
                  {"fraction_bits", SHADOW_FRACTION},
                  {"LANE", SHADOW_OF_LANE},
                  {"SGPR", SHADOW_SGPR},
                  {"VGPR", SHADOW_VGPR},
                  {"SINDEX", SHADOW_REGISTER},
                  {"VINDEX", SHADOW_REGISTER},
                  {"LANE_ID", SHADOW_LANE_ID},
                  {"LANES_BELOW", SHADOW_LANES_BELOW},
                  {"ACTIVE", SHADOW_ACTIVE},
                  {"FIRST_LANE", SHADOW_FIRST_LANE},
                  {"ADDR", SHADOW_ADDRESS},
                  {"SENDMSG", SHADOW_MESSAGE},
                  {"EXPORT", SHADOW_EXPORT}};

static void by_meaning(shadow_word *w) {
    for (unsigned i = 0; i < sizeof primitives / sizeof *primitives; i++)
        if (!strcmp(w->name, primitives[i].name))
            w->kind = primitives[i].kind;
}

static void add_word(shadow_vocabulary *v, const char *object) {
    shadow_word *w = &v->words[v->word_count];
    const char *effects = value_of(v, object, "effects");
    if (v->word_count == MOST_WORDS)
        return;
    v->word_count++;
    w->name = text_of(v, object, "name");
    w->type = type_of(text_of(v, object, "type"));
    add_parameters(v, w, object);
    if (!effects || !by_effects(v, w, effects))
        by_meaning(w);
}

/* A function is there before its tree, which may have others. */
static void add_function(shadow_vocabulary *v, const char *object) {
    shadow_function *f = take(v, sizeof *f);
    shadow_word *w;
    if (!f)
        return;
    f->name = text_of(v, object, "name");
    f->over = type_of(text_of(v, object, "over"));
    f->type = type_of(text_of(v, object, "type"));
    f->next = v->functions;
    v->functions = f;
    w = (shadow_word *)word_of(v, f->name);
    if (w) {
        w->kind = SHADOW_FUNCTION;
        w->function = f;
    }
}

/* Words point to the last function of their name, from which the others follow. */
static shadow_function *function_again(shadow_vocabulary *v, const char *name, shadow_type over) {
    shadow_function *f = v->functions;
    while (f && (strcmp(f->name, name) || f->over.kind != over.kind || f->over.bits != over.bits))
        f = f->next;
    return f;
}

static void read_parameters(reader *r, shadow_function *f, const char *object) {
    reader p = {.v = r->v, .at = value_of(r->v, object, "parameters")};
    if (!p.at || !accept(&p, '['))
        return;
    for (; !p.bad && *p.at == '{' && f->parameter_count < 8; accept(&p, ',')) {
        slot_of(r, text_of(r->v, p.at, "name"));
        f->parameter[f->parameter_count++] = type_of(text_of(r->v, p.at, "type"));
        skip(&p);
    }
}

static void read_function(shadow_vocabulary *v, const char *object) {
    shadow_function *f = function_again(v, text_of(v, object, "name"), type_of(text_of(v, object, "over")));
    reader r = {.v = v};
    if (!f)
        return;
    read_parameters(&r, f, object);
    r.at = value_of(v, object, "tree");
    f->tree = r.at ? node(&r) : NULL;
    f->tree = r.bad ? NULL : f->tree;
    f->slots = r.slot_count;
}

shadow_vocabulary *shadow_vocabulary_new(const gisa_isa *isa) {
    const char *all = gisa_vocabulary(isa);
    shadow_vocabulary *v = all ? calloc(1, sizeof *v) : NULL;
    if (!v)
        return NULL;
    v->isa = isa;
    each_of(v, all, "views", add_view);
    each_of(v, all, "words", add_word);
    each_of(v, all, "functions", add_function);
    each_of(v, all, "functions", read_function);
    return v;
}

void shadow_vocabulary_free(shadow_vocabulary *v) {
    for (chunk *c = v ? v->memory : NULL, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    free(v);
}

bool shadow_vocabulary_lacks_memory(const shadow_vocabulary *v) {
    return !v || v->full;
}

const shadow_tree *shadow_tree_read(shadow_vocabulary *v, const char *json) {
    shadow_tree *tree = take(v, sizeof *tree);
    reader r = {.v = v, .at = json, .tree = tree};
    if (!tree)
        return NULL;
    tree->root = node(&r);
    tree->root = r.bad ? NULL : tree->root;
    tree->slots = r.slot_count;
    return tree;
}

const shadow_tree *shadow_tree_of(shadow_vocabulary *v, unsigned operation) {
    const char *json = operation < MOST_TREES ? gisa_operation_tree(v->isa, operation) : NULL;
    if (!json)
        return NULL;
    if (!v->trees[operation])
        v->trees[operation] = (shadow_tree *)shadow_tree_read(v, json);
    return v->trees[operation] && v->trees[operation]->root ? v->trees[operation] : NULL;
}
