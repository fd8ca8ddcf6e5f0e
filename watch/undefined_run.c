/* SPDX-License-Identifier: MIT */
/* Evaluates the tree of a body for values and undefined bits together. Where a condition is not
 * known, both ways are taken and what they write is either; where it is undefined, that is
 * undefined. */
#include <string.h>

#include "undefined_bits.h"

enum { MOST_SLOTS = 48, ARRAYS = 2, ARRAY_SIZE = 64, MOST_ROUNDS = 4096, MOST_DEPTH = 24 };

typedef struct frame {
    shadow_value local[MOST_SLOTS], returned;
    bool has_value, done; /* a value has been returned, on every way */
} frame;

typedef struct run {
    const shadow_tree *tree;
    const shadow_world *w;
    shadow_results *results;
    unsigned lane, rounds, depth;
    frame *f;
    shadow_value array[ARRAYS][ARRAY_SIZE];
    unsigned array_slot[ARRAYS], array_count;
    shadow_value state[GISA_STATE_COUNT], old;
    uint32_t states;  /* that have been assigned */
    bool weak;        /* what runs may not run */
    uint32_t control; /* as something undefined decides; 0: as something unknown does */
    bool failed;
} run;

static shadow_value eval(run *r, const shadow_node *n);
static void execute(run *r, const shadow_node *n);

static shadow_value fail(run *r, unsigned bits) {
    r->failed = true;
    return shadow_unknown(bits);
}

/* What is there after an assignment. */
static shadow_value assigned(const run *r, const shadow_value *before, const shadow_value *now,
                             unsigned bits) {
    if (r->control)
        return shadow_undefined(bits, r->control);
    return r->weak ? shadow_either(*before, *now) : *now;
}

/* ---- operands ------------------------------------------------------------------------------- */

typedef struct place {
    shadow_operand *at; /* a result; NULL: it is something else */
    unsigned operand, lane;
} place;

/* The operand that a node means: false: it is none of the instruction's, or of a lane that is not
 * known. */
static bool find_place(run *r, const shadow_node *n, place *p) {
    p->lane = r->lane;
    if (n->kind != SHADOW_WORD)
        return false;
    if (n->word->kind == SHADOW_OF_LANE && n->part_count == 2) {
        const shadow_value lane = eval(r, n->parts[1]);
        r->failed |= !shadow_is_known(&lane);
        p->lane = (unsigned)lane.value % SHADOW_LANES;
        n = n->parts[0];
    }
    if (n->kind != SHADOW_WORD || n->word->kind != SHADOW_OPERAND)
        return false;
    p->operand = n->word->number;
    p->lane = r->tree->masks >> p->operand & 1 ? 0 : p->lane;
    return true;
}

/* A result as it is now. */
static shadow_operand *result(run *r, const place *p) {
    shadow_operand *o = &r->results->of[p->operand][p->lane];
    if (!(r->results->have[p->operand] >> p->lane & 1))
        r->w->fetch(r->w->ctx, p->operand, p->lane, o);
    r->results->have[p->operand] |= UINT64_C(1) << p->lane;
    return o;
}

static shadow_bits bits_at(const uint32_t *dwords, unsigned at, unsigned bits) {
    shadow_bits x = 0;
    for (unsigned i = 0; i < bits && at + i < 32 * SHADOW_DWORDS;) {
        const unsigned shift = (at + i) % 32, n = 32 - shift < bits - i ? 32 - shift : bits - i;
        x |= (shadow_bits)(dwords[(at + i) / 32] >> shift & (uint32_t)shadow_mask(n)) << i;
        i += n;
    }
    return x;
}

static void set_bits(uint32_t *dwords, unsigned at, unsigned bits, shadow_bits x) {
    for (unsigned i = 0; i < bits && at + i < 32 * SHADOW_DWORDS;) {
        const unsigned shift = (at + i) % 32, n = 32 - shift < bits - i ? 32 - shift : bits - i;
        const uint32_t mask = (uint32_t)shadow_mask(n) << shift;
        uint32_t *to = &dwords[(at + i) / 32];
        *to = (*to & ~mask) | ((uint32_t)(x >> i) << shift & mask);
        i += n;
    }
}

static shadow_value part(const shadow_operand *o, unsigned at, unsigned bits) {
    shadow_value x = {bits_at(o->value, at, bits), bits_at(o->unknown, at, bits),
                      bits_at(o->undefined, at, bits), o->origin};
    x.value &= ~(x.unknown | x.undefined);
    return x;
}

static void set_part(shadow_operand *o, unsigned at, unsigned bits, const shadow_value *x) {
    set_bits(o->value, at, bits, x->value);
    set_bits(o->unknown, at, bits, x->unknown);
    set_bits(o->undefined, at, bits, x->undefined);
    o->origin = x->undefined ? x->origin : o->origin;
}

/* Which bits of the operand a view shows. */
static bool find_bits(run *r, const shadow_node *n, unsigned *at, unsigned *bits) {
    shadow_value i = {0};
    *bits = n->is_mask ? 1 : n->type.bits;
    if (n->is_each)
        i = eval(r, n->parts[1]);
    *at = n->is_mask ? r->lane : (unsigned)i.value * *bits;
    return shadow_is_known(&i) && *bits <= 128 && *at + *bits <= 32 * SHADOW_DWORDS;
}

static shadow_value eval_view(run *r, const shadow_node *n) {
    unsigned at, bits;
    place p;
    shadow_operand source;
    if (!find_bits(r, n, &at, &bits))
        return fail(r, n->type.bits);
    if (!find_place(r, n->parts[0], &p))
        return shadow_unknown(n->type.bits);
    if (p.operand < SHADOW_S0)
        return part(result(r, &p), at, bits);
    r->w->fetch(r->w->ctx, p.operand, p.lane, &source);
    return part(&source, at, bits);
}

static void assign_view(run *r, const shadow_node *n, const shadow_value *x) {
    unsigned at, bits;
    place p;
    if (!find_bits(r, n, &at, &bits) || !find_place(r, n->parts[0], &p) || p.operand >= SHADOW_S0) {
        r->failed = true;
        return;
    }
    shadow_operand *o = result(r, &p);
    const shadow_value before = part(o, at, bits);
    shadow_value now = assigned(r, &before, x, bits);
    now.value &= shadow_mask(bits);
    set_part(o, at, bits, &now);
}

/* ---- state ---------------------------------------------------------------------------------- */

static unsigned state_number(uint32_t state) {
    unsigned i = 0;
    while (i + 1 < GISA_STATE_COUNT && !(state >> i & 1))
        i++;
    return i;
}

static bool is_followed(uint32_t state) {
    return state & (GISA_STATE_SCC | GISA_STATE_VCC | GISA_STATE_EXEC | GISA_STATE_M0);
}

static shadow_value eval_state(const run *r, const shadow_node *n) {
    const uint32_t state = n->word->number;
    if (!is_followed(state))
        return shadow_unknown(n->type.bits);
    return r->states & state ? r->state[state_number(state)] : r->w->state(r->w->ctx, state);
}

static void decide(const run *r, shadow_decision what, const shadow_value *x) {
    if (x->undefined)
        r->w->decides(r->w->ctx, what, r->lane, x);
}

/* Where an undefined condition decides whether there is a jump, that decides. */
static void jump(const run *r, const shadow_value *target) {
    const shadow_value control = shadow_undefined(1, r->control);
    decide(r, SHADOW_BRANCH, r->control ? &control : target);
}

static void assign_state(run *r, const shadow_node *n, const shadow_value *x) {
    const uint32_t state = n->word->number;
    const shadow_value before = eval_state(r, n);
    shadow_value now = assigned(r, &before, x, n->type.bits);
    if (state == GISA_STATE_PC)
        jump(r, x);
    if (!is_followed(state))
        return;
    r->w->set_state(r->w->ctx, state, &now);
    if (state == GISA_STATE_EXEC) { /* it has been told */
        now.unknown |= now.undefined;
        now.undefined = 0;
    }
    r->states |= state;
    r->state[state_number(state)] = now;
}

/* ---- variables ------------------------------------------------------------------------------ */

static shadow_value *array_of(run *r, unsigned slot) {
    for (unsigned i = 0; i < r->array_count; i++)
        if (r->array_slot[i] == slot)
            return r->array[i];
    return NULL;
}

static void declare_array(run *r, const shadow_node *n) {
    const shadow_node *list = n->parts[0];
    if (n->count > ARRAY_SIZE || r->array_count == ARRAYS || list->kind != SHADOW_LIST) {
        r->failed = true;
        return;
    }
    shadow_value *to = r->array[r->array_count];
    r->array_slot[r->array_count++] = n->slot;
    memset(to, 0, sizeof r->array[0]);
    for (unsigned i = 0; i < list->part_count && i < n->count; i++)
        to[i] = shadow_convert(eval(r, list->parts[i]), list->parts[i]->type, n->type);
}

static void declare(run *r, const shadow_node *n) {
    if (n->count)
        declare_array(r, n);
    else
        r->f->local[n->slot] = n->part_count
                                   ? shadow_convert(eval(r, n->parts[0]), n->parts[0]->type, n->type)
                                   : shadow_known(0);
}

static shadow_value *element(run *r, const shadow_node *n) {
    const shadow_value i = eval(r, n->parts[1]);
    shadow_value *array = n->parts[0]->kind == SHADOW_LOCAL ? array_of(r, n->parts[0]->slot) : NULL;
    if (!array || !shadow_is_known(&i) || i.value >= ARRAY_SIZE) {
        r->failed = true;
        return NULL;
    }
    return &array[(unsigned)i.value];
}

/* ---- words ---------------------------------------------------------------------------------- */

static shadow_type parameter_type(const struct shadow_parameter *p, shadow_type generic) {
    if (p->type.kind)
        return p->type;
    return p->is_unsigned ? (shadow_type){'u', generic.bits} : generic;
}

/* What it is called with, converted; operands, types, names and updates are left out. */
static unsigned arguments(run *r, const shadow_node *n, shadow_value *to) {
    shadow_type generic = n->over;
    unsigned count = 0;
    for (unsigned i = 0; i < n->part_count && i < n->word->parameter_count; i++) {
        const struct shadow_parameter *p = &n->word->parameter[i];
        if (p->kind == 't')
            generic = n->parts[i]->type;
        else if (p->kind == 'v')
            to[count++] = shadow_convert(eval(r, n->parts[i]), n->parts[i]->type, parameter_type(p, generic));
    }
    return count;
}

static shadow_value call(run *r, const shadow_node *n, const shadow_value *values, unsigned count) {
    frame inner, *outer = r->f;
    const bool weak = r->weak;
    const uint32_t control = r->control;
    if (!n->function || !n->function->tree || ++r->depth > MOST_DEPTH)
        return shadow_mix(values, count, n->type.bits);
    inner.has_value = inner.done = false;
    memcpy(inner.local, values, count * sizeof *values);
    r->f = &inner;
    r->weak = false;
    r->control = 0;
    execute(r, n->function->tree);
    r->f = outer;
    r->weak = weak;
    r->control = control;
    r->depth--;
    return inner.done ? inner.returned : shadow_unknown(n->type.bits);
}

static shadow_value eval_atomic(run *r, const shadow_node *n) {
    const shadow_value outer = r->old, was = r->w->load(r->w->ctx, r->lane, n->type.bits);
    for (unsigned i = 0; i < n->part_count; i++)
        if (n->word->parameter[i].kind == 'x') {
            r->old = was;
            const shadow_value now = shadow_convert(eval(r, n->parts[i]), n->parts[i]->type, n->type);
            r->w->store(r->w->ctx, r->lane, n->type.bits, &now, true);
        }
    r->old = outer;
    return was;
}

static shadow_value numbered(run *r, const shadow_node *n, const shadow_value *i) {
    if (!shadow_is_known(i))
        return fail(r, 32);
    return r->w->by_number(r->w->ctx, n->word->kind == SHADOW_VGPR, (unsigned)i->value, r->lane);
}

static shadow_value one_bit(uint64_t mask, const shadow_value *i) {
    return shadow_is_known(i) ? shadow_known(mask >> (i->value & 63) & 1) : shadow_mix(i, 1, 1);
}

static unsigned lowest(uint64_t mask) {
    unsigned i = 0;
    while (i < 63 && !(mask >> i & 1))
        i++;
    return mask ? i : 0;
}

static unsigned fraction(shadow_type type) {
    return type.bits == 64 ? 52 : type.bits == 32 ? 23 : 10;
}

static void message(const run *r) {
    const shadow_value m0 = r->w->state(r->w->ctx, GISA_STATE_M0);
    decide(r, SHADOW_PAYLOAD, &m0);
}

static shadow_value eval_word(run *r, const shadow_node *n) {
    const shadow_word *w = n->word;
    shadow_value v[8] = {{0}};
    const unsigned bits = n->type.bits, count = w->kind == SHADOW_ATOMIC ? 0 : arguments(r, n, v);
    switch (w->kind) {
    case SHADOW_FUNCTION: return call(r, n, v, count);
    case SHADOW_SAME: return v[0];
    case SHADOW_SIGN: {
        const shadow_value sign = shadow_known((shadow_bits)1 << (bits - 1));
        return shadow_binary('^', (shadow_type){'u', (uint16_t)bits}, v[0], sign);
    }
    case SHADOW_SIZE: return shadow_known(n->over.bits);
    case SHADOW_FRACTION: return shadow_known(fraction(n->over));
    case SHADOW_ROLE: return r->w->role(r->w->ctx, w->number, bits);
    case SHADOW_STATE: return eval_state(r, n);
    case SHADOW_SGPR:
    case SHADOW_VGPR: return numbered(r, n, &v[0]);
    case SHADOW_REGISTER:
        return n->part_count && n->parts[0]->word ? r->w->number(r->w->ctx, n->parts[0]->word->number)
                                                  : fail(r, bits);
    case SHADOW_LANE_ID: return shadow_known(r->lane);
    case SHADOW_LANES_BELOW: return shadow_known((UINT64_C(1) << r->lane) - 1);
    case SHADOW_ACTIVE: return one_bit(r->w->exec, &v[0]);
    case SHADOW_FIRST_LANE: return shadow_known(lowest(r->w->exec));
    case SHADOW_ADDRESS: return r->w->address(r->w->ctx, r->lane);
    case SHADOW_ELEMENT: return r->w->load(r->w->ctx, r->lane, bits);
    case SHADOW_ATOMIC: return eval_atomic(r, n);
    case SHADOW_LOAD: v[0] = r->w->load(r->w->ctx, r->lane, 0); return shadow_mix(v, 1, bits);
    case SHADOW_STORE: r->w->store(r->w->ctx, r->lane, 0, &v[count ? count - 1 : 0], false); return v[0];
    case SHADOW_MESSAGE: message(r); return v[0];
    case SHADOW_EXPORT: decide(r, SHADOW_OUTPUT, &v[1]); return v[0];
    default: return shadow_mix(v, count, bits);
    }
}

static void assign_word(run *r, const shadow_node *n, const shadow_value *x) {
    shadow_value v[8] = {{0}};
    const unsigned bits = n->type.bits;
    if (n->word->kind == SHADOW_STATE)
        assign_state(r, n, x);
    else if (n->word->kind == SHADOW_ELEMENT)
        r->w->store(r->w->ctx, r->lane, bits, x, false);
    else if (n->word->kind == SHADOW_SGPR || n->word->kind == SHADOW_VGPR) {
        arguments(r, n, v);
        const shadow_value before = numbered(r, n, &v[0]), now = assigned(r, &before, x, bits);
        if (!r->failed)
            r->w->set_by_number(r->w->ctx, n->word->kind == SHADOW_VGPR, (unsigned)v[0].value, r->lane, &now);
    }
}

/* ---- expressions ---------------------------------------------------------------------------- */

static shadow_type promoted(shadow_type t) {
    return t.kind == 't' || (t.kind != 'f' && t.bits < 32) ? (shadow_type){'i', 32} : t;
}

/* The type in which C computes with two operands. */
static shadow_type common(shadow_type a, shadow_type b) {
    if (a.kind == 'f' || b.kind == 'f')
        return a.kind != 'f' || (b.kind == 'f' && b.bits > a.bits) ? b : a;
    a = promoted(a);
    b = promoted(b);
    if (a.bits != b.bits)
        return a.bits > b.bits ? a : b;
    return a.kind != 'i' ? a : b;
}

static bool is_shift(unsigned op) {
    return op == ('<' << 8 | '<') || op == ('>' << 8 | '>');
}

static const shadow_node *without_casts(const shadow_node *n) {
    while (n->kind == SHADOW_CAST && n->part_count)
        n = n->parts[0];
    return n;
}

/* x ^ x and x - x are 0 whatever x is. */
static bool cancels(const run *r, const shadow_node *n) {
    const shadow_node *a = without_casts(n->parts[0]), *b = without_casts(n->parts[1]);
    if ((n->op != '^' && n->op != '-') || a->kind != SHADOW_VIEW || b->kind != SHADOW_VIEW || a->is_each ||
        b->is_each || a->type.kind != b->type.kind || a->type.bits != b->type.bits)
        return false;
    a = a->parts[0];
    b = b->parts[0];
    return a->word && b->word && a->word->kind == SHADOW_OPERAND && b->word->kind == SHADOW_OPERAND &&
           r->w->same(r->w->ctx, a->word->number, b->word->number);
}

/* && and ||. */
static shadow_value eval_logic(run *r, const shadow_node *n) {
    const bool any = n->op >> 8 == '|';
    const shadow_value a = shadow_truth(eval(r, n->parts[0]));
    if (shadow_is_known(&a) && (a.value != 0) == any)
        return shadow_known(any);
    return shadow_binary(any ? '|' : '&', (shadow_type){'u', 1}, a, shadow_truth(eval(r, n->parts[1])));
}

static shadow_value eval_binary(run *r, const shadow_node *n) {
    if (n->op == ('&' << 8 | '&') || n->op == ('|' << 8 | '|'))
        return eval_logic(r, n);
    if (cancels(r, n))
        return shadow_known(0);
    const shadow_type ta = n->parts[0]->type, tb = n->parts[1]->type;
    const shadow_value a = eval(r, n->parts[0]), b = eval(r, n->parts[1]);
    if (is_shift(n->op))
        return shadow_binary(n->op, n->type, shadow_convert(a, ta, n->type), b);
    const shadow_type both = common(ta, tb);
    return shadow_binary(n->op, both, shadow_convert(a, ta, both), shadow_convert(b, tb, both));
}

static shadow_value eval_unary(run *r, const shadow_node *n) {
    const shadow_type of = n->parts[0]->type;
    const shadow_value x = eval(r, n->parts[0]);
    if (n->op == '!')
        return shadow_not(shadow_truth(x), 1);
    const shadow_value as = shadow_convert(x, of, n->type);
    if (n->type.kind == 'f' && n->op == '-')
        return shadow_binary('^', (shadow_type){'u', n->type.bits}, as,
                             shadow_known((shadow_bits)1 << (n->type.bits - 1)));
    if (n->op == '~')
        return shadow_not(as, n->type.bits);
    return n->op == '-' ? shadow_binary('-', n->type, shadow_known(0), as) : as;
}

static shadow_value eval_choose(run *r, const shadow_node *n) {
    const shadow_value condition = shadow_truth(eval(r, n->parts[0]));
    const shadow_node *yes = n->parts[1], *no = n->parts[2];
    if (shadow_is_known(&condition))
        return shadow_convert(eval(r, condition.value ? yes : no), (condition.value ? yes : no)->type,
                              n->type);
    const shadow_value a = shadow_convert(eval(r, yes), yes->type, n->type);
    return shadow_choose(condition, a, shadow_convert(eval(r, no), no->type, n->type));
}

static void assign(run *r, const shadow_node *n, const shadow_value *x) {
    shadow_value *to = NULL;
    if (n->kind == SHADOW_LOCAL)
        to = &r->f->local[n->slot];
    else if (n->kind == SHADOW_INDEX)
        to = element(r, n);
    else if (n->kind == SHADOW_VIEW)
        assign_view(r, n, x);
    else if (n->kind == SHADOW_WORD)
        assign_word(r, n, x);
    if (to)
        *to = assigned(r, to, x, n->type.bits);
}

static shadow_value eval_assign(run *r, const shadow_node *n) {
    const shadow_node *target = n->parts[0], *from = n->parts[1];
    shadow_value x = eval(r, from);
    if (!n->op)
        x = shadow_convert(x, from->type, target->type);
    else {
        const shadow_type both = is_shift(n->op) ? promoted(target->type) : common(target->type, from->type);
        const shadow_value a = shadow_convert(eval(r, target), target->type, both);
        x = is_shift(n->op) ? x : shadow_convert(x, from->type, both);
        x = shadow_convert(shadow_binary(n->op, both, a, x), both, target->type);
    }
    assign(r, target, &x);
    return x;
}

static shadow_value eval_step(run *r, const shadow_node *n) {
    const shadow_value before = eval(r, n->parts[0]),
                       now = shadow_binary(n->op >> 8, n->parts[0]->type, before, shadow_known(1));
    assign(r, n->parts[0], &now);
    return before;
}

static shadow_value eval(run *r, const shadow_node *n) {
    const shadow_value *at;
    switch (n->kind) {
    case SHADOW_NUMBER:
        return n->type.kind == 'f' && n->number ? shadow_unknown(n->type.bits) : shadow_known(n->number);
    case SHADOW_LOCAL: return r->f->local[n->slot];
    case SHADOW_OLD: return r->old;
    case SHADOW_WORD: return eval_word(r, n);
    case SHADOW_VIEW: return eval_view(r, n);
    case SHADOW_INDEX: at = element(r, n); return at ? *at : shadow_unknown(n->type.bits);
    case SHADOW_CAST: return shadow_convert(eval(r, n->parts[0]), n->parts[0]->type, n->type);
    case SHADOW_UNARY: return eval_unary(r, n);
    case SHADOW_BINARY: return eval_binary(r, n);
    case SHADOW_CHOOSE: return eval_choose(r, n);
    case SHADOW_ASSIGN: return eval_assign(r, n);
    case SHADOW_STEP: return eval_step(r, n);
    default: return shadow_unknown(n->type.bits <= 128 ? n->type.bits : 128);
    }
}

/* ---- statements ----------------------------------------------------------------------------- */

static void if_else(run *r, const shadow_node *n) {
    const shadow_value condition = shadow_truth(eval(r, n->parts[0]));
    const bool weak = r->weak;
    const uint32_t control = r->control;
    if (shadow_is_known(&condition)) {
        if (condition.value || n->part_count > 2)
            execute(r, n->parts[condition.value ? 1 : 2]);
        return;
    }
    r->weak = true;
    r->control = condition.undefined ? condition.origin : control;
    execute(r, n->parts[1]);
    if (n->part_count > 2)
        execute(r, n->parts[2]);
    r->weak = weak;
    r->control = control;
}

static void loop(run *r, const shadow_node *n) {
    execute(r, n->parts[0]);
    while (!r->failed && !r->f->done) {
        const shadow_value go_on = shadow_truth(eval(r, n->parts[1]));
        r->failed |= !shadow_is_known(&go_on) || ++r->rounds > MOST_ROUNDS;
        if (r->failed || !go_on.value)
            return;
        execute(r, n->parts[3]);
        execute(r, n->parts[2]);
    }
}

static void each_lane(run *r, const shadow_node *n) {
    const unsigned lane = r->lane;
    for (r->lane = 0; r->lane < SHADOW_LANES; r->lane++)
        if (r->w->exec >> r->lane & 1)
            execute(r, n->parts[0]);
    r->lane = lane;
}

/* Values of several ways: any of them. */
static void give(run *r, const shadow_node *n) {
    frame *f = r->f;
    shadow_value x = shadow_convert(eval(r, n->parts[0]), n->parts[0]->type, n->type);
    if (r->control)
        x = shadow_undefined(n->type.bits, r->control);
    f->returned = f->has_value ? shadow_either(f->returned, x) : x;
    f->has_value = true;
    f->done |= !r->weak;
}

static void execute(run *r, const shadow_node *n) {
    /* cppcheck-suppress ctuuninitvar ; arrays and states are written before they are read */
    if (r->failed || r->f->done)
        return;
    switch (n->kind) {
    case SHADOW_BLOCK:
        for (unsigned i = 0; i < n->part_count; i++)
            execute(r, n->parts[i]);
        break;
    case SHADOW_DECLARE: declare(r, n); break;
    case SHADOW_IF: if_else(r, n); break;
    case SHADOW_FOR: loop(r, n); break;
    case SHADOW_EACH: each_lane(r, n); break;
    case SHADOW_RETURN: give(r, n); break;
    case SHADOW_NOTHING: break;
    default: eval(r, n); break;
    }
}

bool shadow_run_tree(const shadow_tree *tree, const shadow_world *world, unsigned lane,
                     shadow_results *results) {
    frame outer;
    run r;
    r.tree = tree;
    r.w = world;
    r.results = results;
    r.lane = lane;
    r.rounds = r.depth = r.array_count = 0;
    r.f = &outer;
    r.states = r.control = 0;
    r.weak = r.failed = outer.done = outer.has_value = false;
    execute(&r, tree->root);
    return !r.failed;
}
