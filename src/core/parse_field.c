/* SPDX-License-Identifier: MIT */
/* Operands and modifiers that are not registers: labels, numbers, names, and the syntax of single
 * fields (waitcnt, hwreg, sendmsg, gpr_idx, swizzle, DPP controls, attributes, buffer formats). */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "names.h"
#include "parser.h"

static const char *text_at(const parser *s, uint32_t offset) {
    return &s->isa->strings[offset];
}

static uint64_t part_put(const pack_part *p, uint64_t value) {
    uint64_t low = value & ((UINT64_C(1) << p->low.width) - 1);
    return low << p->low.shift | value >> p->low.width << p->high.shift;
}

static uint64_t part_limit(const pack_part *p) {
    return (UINT64_C(1) << (p->low.width + p->high.width)) - 1;
}

/* A number from 0 to `limit`. */
static bool limited(parser *s, int64_t low, int64_t limit, int64_t *value, const char *what) {
    const char *at;
    parse_blanks(s);
    at = s->p;
    if (!parse_integer(s, value, what))
        return false;
    if (*value < low || *value > limit)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at), "%s must be %lld to %lld, not %lld",
                          what, (long long)low, (long long)limit, (long long)*value);
    return true;
}

static bool need(parser *s, char c) {
    return parse_char(s, c) || parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected '%c'", c);
}

/* Is the next word this one, with a parenthesis after it? Takes both. */
static bool function(parser *s, const char *name) {
    const char *at = s->p;
    if (parse_keyword(s, name) && parse_char(s, '('))
        return true;
    s->p = at;
    return false;
}

/* ---- numbers ---------------------------------------------------------------------------- */

static bool parse_number(parser *s, const op_spec *op, gisa_operand *o) {
    unsigned width = op->f[0].width;
    bool wraps = !(op->flags & (OP_SIGNED | OP_MODIFIER | OP_OPTIONAL)) && width == 16 &&
                 op->codec != CODEC_HWREG && op->codec != CODEC_SENDMSG;
    int64_t low = (op->flags & OP_SIGNED) || wraps ? -(INT64_C(1) << (width - 1)) : 0;
    int64_t high = op->flags & OP_SIGNED ? (INT64_C(1) << (width - 1)) - 1 : (INT64_C(1) << width) - 1;
    const char *at;
    gisa_value v;
    parse_blanks(s);
    at = s->p;
    if (parse_is_register(s)) /* and no symbol of that name */
        return parse_fail(s, GISA_STATUS_SYNTAX, at, parse_word(s), "%s must be an integer",
                          text_at(s, op->name));
    bool forced = op->least && parse_lit(s);
    if (!parse_expression(s, s->end, &v, "a number"))
        return false;
    if (forced && !parse_char(s, ')'))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected ')'");
    if (v.kind == GISA_VALUE_PENDING) {
        o->flags |= GISA_OPERAND_PENDING;
        o->value = v.integer;
        return true;
    }
    if (op->least && !forced)
        low = op->least;
    if (v.kind != GISA_VALUE_INT || v.integer < low || v.integer > high)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at),
                          "%s must be an integer from %lld to %lld", text_at(s, op->name), (long long)low,
                          (long long)high);
    o->value = wraps ? (int64_t)((uint64_t)v.integer & 0xffff) : v.integer;
    return true;
}

/* LLVM: a plain number is the field as it is; CLRX: it is the address to go to. */
static bool parse_label(parser *s, const op_spec *op, gisa_operand *o) {
    int64_t unit = s->isa->unit, span = INT64_C(1) << op->f[0].width;
    const char *at;
    gisa_value v;
    parse_blanks(s);
    at = s->p;
    if (!parse_expression(s, s->end, &v, "a label"))
        return false;
    if (v.kind == GISA_VALUE_PENDING) {
        o->flags |= GISA_OPERAND_PENDING;
        o->value = v.integer;
        return true;
    }
    if (v.kind != GISA_VALUE_INT)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at), "expected a label");
    if (s->clrx) {
        int64_t distance = v.integer - (int64_t)(s->env ? s->env->address : 0) - 4;
        if (distance % unit || distance / unit < -span / 2 || distance / unit >= span / 2)
            return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at),
                              "the target is out of reach or not aligned");
        o->value = distance;
        return true;
    }
    if (v.integer < -span / 2 || v.integer >= span)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at),
                          "the distance must be %lld to %lld words", (long long)-span / 2,
                          (long long)span - 1);
    o->value = ((v.integer >= span / 2 ? v.integer - span : v.integer) - op->index) * unit;
    return true;
}

bool parse_switch(parser *s, bool *on) {
    int64_t value = 1;
    if (s->clrx && parse_char(s, ':') && !parse_integer(s, &value, "0 or 1"))
        return false;
    *on = value != 0;
    return true;
}

/* Which sources: a number with a bit for each, or [0,1,1]. */
static bool source_bits(parser *s, int64_t *bits) {
    int64_t bit;
    *bits = 0;
    if (!parse_char(s, '['))
        return limited(s, 0, 7, bits, "the sources");
    for (int i = 0; i < 3; i++) {
        if (!limited(s, 0, 1, &bit, "an element"))
            return false;
        *bits |= bit << i;
        if (!parse_char(s, ','))
            break;
    }
    return need(s, ']');
}

bool parse_source_bits(parser *s, size_t word, bool *mine) {
    static const struct {
        const char *word;
        uint8_t mod;
    } words[] = {{"neg", GISA_MOD_NEG}, {"abs", GISA_MOD_ABS}, {"sext", GISA_MOD_SEXT}};
    const char *at = s->p;
    int64_t bits;
    unsigned k = 0;
    while (k < 3 && !parse_is(s->p, word, words[k].word))
        k++;
    *mine = k < 3;
    if (!*mine)
        return true;
    s->p += word;
    if (!need(s, ':') || !source_bits(s, &bits))
        return false;
    for (unsigned i = 0; i < s->f->op_count && bits; i++) {
        const op_spec *op = form_op(s->isa, s->f, i);
        bool source = operand_is_source(op);
        if (source && (bits & 1) && !parse_allow(s, op, at, words[k].mod, &s->insn->operand[i]))
            return false;
        bits >>= source;
    }
    if (bits)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, word, "%s is for more sources than there are",
                          words[k].word);
    return true;
}

/* Does a name begin with this word, and a ':' after it? */
static bool is_key(const parser *s, const name_entry *e, const char *word, size_t size) {
    const char *name = text_at(s, e->llvm);
    return strlen(name) > size && name[size] == ':' && strncasecmp(name, word, size) == 0;
}

/* A name that ends in ':' and a number, which may be any expression: row_shl:0xf. -1 = there is
   none, or a fault. */
static int64_t keyed_name(parser *s, const name_table *t) {
    const char *at = s->p;
    char name[48];
    int64_t number, with;
    size_t word = parse_word(s);
    unsigned i = 0;
    while (word && word <= 24 && i < t->count && !is_key(s, &s->isa->entries[t->first + i], at, word))
        i++;
    s->p += word;
    if (!word || word > 24 || i == t->count || !parse_char(s, ':')) {
        s->p = at;
        return -1;
    }
    if (!parse_integer(s, &number, "a number"))
        return -1;
    int size = snprintf(name, sizeof name, "%.*s:%lld", (int)word, at, (long long)number);
    for (; i < t->count; i++) {
        const name_entry *e = &s->isa->entries[t->first + i];
        if (parse_match_name(text_at(s, e->llvm), e->span, name, name + size, &with) == (size_t)size)
            return e->value + with;
    }
    parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at), "there is no %s", name);
    return -1;
}

/* A name of the table, or a number. */
static bool name_or_number(parser *s, const name_table *t, int64_t limit, int64_t *value, const char *what) {
    *value = parse_name(s, t);
    if (*value >= 0)
        return true;
    parse_char(s, '@');
    parse_blanks(s);
    const char *at = s->p;
    size_t word = parse_word(s);
    if (word && !(s->env && s->env->expression))
        parse_fail(s, GISA_STATUS_SYNTAX, at, word, "unknown %s", what);
    return (s->status == GISA_OK && limited(s, 0, limit, value, what)) || parse_near_name(s, at, word, t);
}

/* ---- packed immediates ------------------------------------------------------------------ */

static const pack_part *counter_named(parser *s, const pack *p, size_t word, bool *saturate) {
    for (unsigned i = 0; p && i < p->count; i++) {
        const pack_part *part = &s->isa->pack_parts[p->first + i];
        const char *name = text_at(s, part->name);
        size_t n = strlen(name);
        *saturate = word == n + 4 && parse_is(s->p + n, 4, "_sat");
        if (parse_is(s->p, *saturate ? n : word, name))
            return part;
    }
    return NULL;
}

/* vmcnt(0) expcnt(0), separated by blanks, ',' or '&'; what is not named is not waited for. */
static bool parse_waitcnt(parser *s, gisa_operand *o) {
    const pack *p = names_pack(s->isa, "WAITCNT");
    uint64_t value = 0;
    size_t word;
    bool more = false;
    for (unsigned i = 0; p && i < p->count; i++)
        value |= part_put(&s->isa->pack_parts[p->first + i], part_limit(&s->isa->pack_parts[p->first + i]));
    for (unsigned round = 0; round < 16 && (word = parse_word(s)) > 0; round++) {
        bool saturate;
        const pack_part *part = counter_named(s, p, word, &saturate);
        int64_t n;
        if (!part)
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, word,
                              "unknown counter '%.*s'; vmcnt, expcnt or lgkmcnt", (int)word, s->p);
        s->p += word;
        if (!need(s, '(') ||
            !limited(s, 0, saturate ? 0xffff : (int64_t)part_limit(part), &n, text_at(s, part->name)) ||
            !need(s, ')'))
            return false;
        if ((uint64_t)n > part_limit(part))
            n = (int64_t)part_limit(part);
        value = (value & ~part_put(part, part_limit(part))) | part_put(part, (uint64_t)n);
        more = parse_char(s, ',') || parse_char(s, '&');
    }
    if (more)
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected another counter");
    o->value = (int64_t)value;
    return true;
}

/* hwreg(name[, offset, size]) */
static bool parse_hwreg(parser *s, gisa_operand *o) {
    const pack *p = names_pack(s->isa, "HWREG");
    const pack_part *part = &s->isa->pack_parts[p->first];
    int64_t id, offset = 0, size = 32;
    if (!name_or_number(s, names_table(s->isa, "HWREG"), (int64_t)part_limit(part), &id, "hardware register"))
        return false;
    if (parse_char(s, ',')) {
        if (!limited(s, 0, 31, &offset, "the bit offset") || !need(s, ',') ||
            !limited(s, 1, 32, &size, "the size in bits"))
            return false;
    }
    o->value = (int64_t)(part_put(part, (uint64_t)id) | part_put(part + 1, (uint64_t)offset) |
                         part_put(part + 2, (uint64_t)size - 1));
    return need(s, ')');
}

/* {id: 51, offset: 2, size: 3} in any order, as LLVM takes it; what is not named is 0, the size
   32. */
static bool parse_hwreg_parts(parser *s, gisa_operand *o) {
    const pack *p = names_pack(s->isa, "HWREG");
    const pack_part *part = &s->isa->pack_parts[p->first];
    int64_t values[] = {0, 0, 32};
    unsigned seen = 0;
    do {
        size_t word = parse_word(s);
        unsigned i = 0;
        while (i < 3 && !parse_is(s->p, word, text_at(s, part[i].name)))
            i++;
        if (i == 3 || seen >> i & 1)
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, word, "expected id, offset or size, each once");
        s->p += word;
        seen |= 1u << i;
        if (!need(s, ':') ||
            (i == 0 && !name_or_number(s, names_table(s->isa, "HWREG"), (int64_t)part_limit(part), &values[0],
                                       "hardware register")) ||
            (i && !limited(s, i - 1, i + 30, &values[i], text_at(s, part[i].name))))
            return false;
    } while (parse_char(s, ','));
    o->value = (int64_t)(part_put(part, (uint64_t)values[0]) | part_put(part + 1, (uint64_t)values[1]) |
                         part_put(part + 2, (uint64_t)values[2] - 1));
    return need(s, '}');
}

/* A message that is given by its name has an operation and a stream where they mean something, and
   nowhere else. */
static bool message_is_whole(parser *s, const char *at, int64_t id, int64_t op, bool has_op,
                             bool has_stream) {
    message_operations ops = names_message_operations(s->isa, id);
    size_t size = (size_t)(s->p - at);
    if (has_op != (ops.names != NULL))
        return parse_fail(s, GISA_STATUS_SYNTAX, at, size,
                          has_op ? "this message has no operation" : "this message needs an operation");
    if (has_op && !names_has(s->isa, ops.names, op))
        return parse_fail(s, GISA_STATUS_SYNTAX, at, size, "this message has no operation %lld",
                          (long long)op);
    if (has_op && op == 0 && ops.stream && (!ops.nop || has_stream))
        return parse_fail(s, GISA_STATUS_SYNTAX, at, size,
                          "this message needs an operation that does something");
    if (has_stream && !ops.stream)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, size, "this operation has no stream");
    return true;
}

/* sendmsg(message[, operation[, stream]]) */
static bool parse_sendmsg(parser *s, gisa_operand *o) {
    const pack *p = names_pack(s->isa, "MSG");
    const pack_part *part = &s->isa->pack_parts[p->first];
    const char *at = s->p;
    bool named, has_op = false, has_stream = false;
    int64_t id, op = 0, stream = 0;
    parse_blanks(s);
    named = !s->clrx && parse_word(s);
    if (!name_or_number(s, names_table(s->isa, "MSG"), 15, &id, "message"))
        return false;
    if (parse_char(s, ',')) {
        has_op = true;
        if (!name_or_number(s, names_message_operations(s->isa, id).names, 7, &op, "operation"))
            return false;
        has_stream = parse_char(s, ',');
        if (has_stream && !limited(s, 0, 3, &stream, "the stream"))
            return false;
    }
    if (named && !message_is_whole(s, at, id, op, has_op, has_stream))
        return false;
    o->value = (int64_t)(part_put(part, (uint64_t)id) | part_put(part + 1, (uint64_t)op) |
                         part_put(part + 2, (uint64_t)stream));
    return need(s, ')');
}

static bool parse_gpr_idx(parser *s, gisa_operand *o) {
    const name_table *t = names_table(s->isa, "GPR_IDX");
    o->value = 0;
    if (parse_char(s, ')'))
        return true;
    do {
        int64_t bit = parse_name(s, t);
        if (bit < 0)
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, parse_word(s), "expected SRC0, SRC1, SRC2 or DST");
        if (o->value >> bit & 1)
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p - 1, 1, "the same name twice");
        o->value |= INT64_C(1) << bit;
    } while (parse_char(s, ','));
    return need(s, ')');
}

/* A function of this name, or its value as a number. */
static bool parse_packed(parser *s, const op_spec *op, gisa_operand *o) {
    switch (op->codec) {
    case CODEC_WAITCNT: {
        bool saturate;
        size_t word = parse_word(s);
        bool call = word < (size_t)(s->end - s->p) && s->p[word] == '(';
        if (word && (call || counter_named(s, names_pack(s->isa, "WAITCNT"), word, &saturate)))
            return parse_waitcnt(s, o);
        break;
    }
    case CODEC_HWREG:
        if (function(s, "hwreg"))
            return parse_hwreg(s, o);
        if (parse_char(s, '{'))
            return parse_hwreg_parts(s, o);
        break;
    case CODEC_SENDMSG:
        if (function(s, "sendmsg"))
            return parse_sendmsg(s, o);
        break;
    default:
        if (function(s, "gpr_idx"))
            return parse_gpr_idx(s, o);
    }
    return parse_number(s, op, o);
}

/* ---- lanes ------------------------------------------------------------------------------ */

static bool comma_numbers(parser *s, int64_t limit, int64_t *values, int count) {
    for (int i = 0; i < count; i++)
        if (!need(s, ',') || !limited(s, 0, limit, &values[i], "a lane"))
            return false;
    return true;
}

/* "01pip": each character says what happens to a bit of the lane number. */
static bool bitmask(parser *s, int64_t *value) {
    int64_t and_mask = 0, or_mask = 0, xor_mask = 0;
    if (!need(s, ',') || !need(s, '"'))
        return false;
    for (int bit = 4; bit >= 0; bit--) {
        char c = s->p < s->end ? *s->p : 0;
        if (c != '0' && c != '1' && c != 'p' && c != 'i')
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected five of the characters 0, 1, p, i");
        s->p++;
        and_mask |= (int64_t)(c == 'p' || c == 'i') << bit;
        or_mask |= (int64_t)(c == '1') << bit;
        xor_mask |= (int64_t)(c == 'i') << bit;
    }
    *value = and_mask | or_mask << 5 | xor_mask << 10;
    return need(s, '"');
}

static bool power_of_two(parser *s, int64_t low, int64_t high, int64_t *value, const char *what) {
    const char *at = s->p;
    if (!need(s, ',') || !limited(s, low, high, value, what))
        return false;
    if (*value & (*value - 1))
        return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at), "%s must be a power of two", what);
    return true;
}

static bool parse_swizzle(parser *s, const op_spec *op, gisa_operand *o) {
    int64_t v[4] = {0};
    if (!function(s, "swizzle"))
        return parse_number(s, op, o);
    if (parse_keyword(s, "QUAD_PERM")) {
        if (!comma_numbers(s, 3, v, 4))
            return false;
        o->value = 0x8000 | v[0] | v[1] << 2 | v[2] << 4 | v[3] << 6;
    } else if (parse_keyword(s, "BITMASK_PERM")) {
        if (!bitmask(s, &o->value))
            return false;
    } else if (parse_keyword(s, "BROADCAST")) {
        if (!power_of_two(s, 2, 32, &v[0], "the group size") || !need(s, ',') ||
            !limited(s, 0, v[0] - 1, &v[1], "the lane"))
            return false;
        o->value = (32 - v[0]) | v[1] << 5;
    } else if (parse_keyword(s, "SWAP")) {
        if (!power_of_two(s, 1, 16, &v[0], "the group size"))
            return false;
        o->value = 31 | v[0] << 10;
    } else if (parse_keyword(s, "REVERSE")) {
        if (!power_of_two(s, 2, 32, &v[0], "the group size"))
            return false;
        o->value = 31 | (v[0] - 1) << 10;
    } else
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, parse_word(s),
                          "expected QUAD_PERM, BITMASK_PERM, BROADCAST, SWAP or REVERSE");
    return need(s, ')');
}

static bool parse_quad_perm(parser *s, gisa_operand *o) {
    int64_t lane;
    o->value = 0;
    if (!need(s, ':') || !need(s, '['))
        return false;
    for (int i = 0; i < 4; i++) {
        if ((i && !need(s, ',')) || !limited(s, 0, 3, &lane, "a lane"))
            return false;
        o->value |= lane << 2 * i;
    }
    return need(s, ']');
}

/* ---- attributes and formats ------------------------------------------------------------- */

/* attr3.y */
static bool parse_attr(parser *s, const op_spec *op, gisa_operand *o) {
    const name_table *channels = names_table(s->isa, "CHAN");
    int64_t number = 0, channel, limit = (INT64_C(1) << op->f[0].width) - 1;
    const char *at;
    parse_blanks(s);
    at = s->p;
    if (s->end - s->p < 5 || !parse_is(s->p, 4, "attr") || s->p[4] < '0' || s->p[4] > '9')
        return parse_fail(s, GISA_STATUS_SYNTAX, at, parse_word(s), "expected an attribute: attr0.x");
    for (s->p += 4; s->p < s->end && *s->p >= '0' && *s->p <= '9'; s->p++)
        number = number > 999 ? number : number * 10 + (*s->p - '0');
    if (number > limit)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at), "attributes are attr0 to attr%lld",
                          (long long)limit);
    if (!need(s, '.'))
        return false;
    channel = parse_name(s, channels);
    if (channel < 0)
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected x, y, z or w");
    o->value = number | channel << 8;
    return true;
}

/* format:[DFMT,NFMT], format:[NFMT], format:number (dfmt + 16 * nfmt) */
static bool parse_format(parser *s, gisa_operand *o) {
    const name_table *data = names_table(s->isa, "DFMT"), *numbers = names_table(s->isa, "NFMT");
    int64_t d = 1, n = 0, v;
    bool have_d = false, have_n = false;
    if (!parse_char(s, '[')) {
        if (!limited(s, 0, 127, &v, "the format"))
            return false;
        o->value = (v & 15) | v >> 4 << 8;
        return true;
    }
    do {
        if (s->clrx && parse_char(s, '@')) { /* the data format first */
            if (!limited(s, 0, have_d ? 7 : 15, have_d ? &n : &d, "the format"))
                return false;
            *(have_d ? &have_n : &have_d) = true;
            continue;
        }
        parse_blanks(s);
        const char *at = s->p;
        int64_t as_d = parse_name(s, data);
        if (as_d >= 0 && !have_d) {
            d = as_d;
            have_d = true;
            continue;
        }
        s->p = at;
        int64_t as_n = parse_name(s, numbers);
        if (as_n < 0 || have_n)
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, parse_word(s),
                              "expected a data format and a number format");
        n = as_n;
        have_n = true;
    } while (parse_char(s, ','));
    o->value = d | n << 8;
    return need(s, ']');
}

bool parse_format_parts(parser *s, gisa_operand *o) {
    for (;;) {
        bool data = parse_keyword(s, "dfmt");
        int64_t v;
        if (!data && !parse_keyword(s, "nfmt"))
            return true;
        if (!need(s, ':') ||
            !limited(s, 0, data ? 15 : 7, &v, data ? "the data format" : "the number format"))
            return false;
        o->value = data ? (o->value & ~INT64_C(15)) | v : (o->value & 15) | v << 8;
        if (!need(s, ','))
            return false;
    }
}

/* ---- entry points ----------------------------------------------------------------------- */

static bool parse_choice(parser *s, const op_spec *op, gisa_operand *o) {
    const name_table *t = &s->isa->names[op->names - 1];
    const char *at;
    parse_blanks(s);
    at = s->p;
    o->value = parse_name(s, t);
    if (o->value >= 0)
        return true;
    size_t word = parse_word(s);
    if (s->clrx)
        parse_char(s, '@');
    if (op->key || (s->p < s->end && *s->p >= '0' && *s->p <= '9')) {
        if (!limited(s, 0, (INT64_C(1) << op->f[0].width) - 1, &o->value, text_at(s, op->name)))
            return parse_near_name(s, at, word, t);
        return names_has(s->isa, t, o->value) ||
               parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at), "%s %lld is reserved",
                          text_at(s, op->name), (long long)o->value);
    }
    parse_fail(s, GISA_STATUS_SYNTAX, at, parse_word(s), "expected %s: %s, ...", text_at(s, op->name),
               t->count ? text_at(s, s->isa->entries[t->first].llvm) : "a number");
    return parse_near_name(s, at, word, t);
}

/* An operand that stands at its place and is no register. */
bool parse_field(parser *s, const op_spec *op, gisa_operand *o) {
    o->kind = GISA_KIND_IMM;
    switch (op->codec) {
    case CODEC_LABEL: o->kind = GISA_KIND_LABEL; return parse_label(s, op, o);
    case CODEC_CHOICE: return parse_choice(s, op, o);
    case CODEC_ATTR: return parse_attr(s, op, o);
    case CODEC_WAITCNT:
    case CODEC_HWREG:
    case CODEC_SENDMSG:
    case CODEC_GPR_IDX: return parse_packed(s, op, o);
    default: return parse_number(s, op, o);
    }
}

static bool parse_array(parser *s, const op_spec *op, gisa_operand *o) {
    int64_t bit;
    o->value = 0;
    parse_blanks(s);
    if (s->clrx && s->p < s->end && *s->p != '[')
        return limited(s, 0, (1 << op->index) - 1, &o->value, text_at(s, op->name));
    if (!parse_char(s, '['))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected [0,1,...] with %d elements", op->index);
    for (int i = 0; i < op->index; i++) {
        if (i && !parse_char(s, ','))
            break; /* what is missing is 0, as in LLVM */
        if (!limited(s, 0, 1, &bit, "an element"))
            return false;
        o->value |= bit << i;
    }
    return parse_char(s, ']') ||
           parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected ']' after %d elements", op->index);
}

/* CLRX: the name of the operand and a number, omod:1. -1 = something else. */
static int64_t choice_number(parser *s, const op_spec *op, size_t word) {
    const char *at = s->p;
    int64_t value = -1;
    if (!s->clrx || op->codec != CODEC_CHOICE || !parse_is(s->p, word, text_at(s, op->name)))
        return -1;
    s->p += word;
    if (!parse_char(s, ':') ||
        !limited(s, 0, (INT64_C(1) << op->f[0].width) - 1, &value, text_at(s, op->name)))
        s->p = at;
    return value;
}

/* If the next word is this modifier, reads it and sets *mine. */
bool parse_modifier(parser *s, const op_spec *op, gisa_operand *o, bool *mine) {
    const char *at = s->p;
    size_t word = parse_word(s);
    *mine = true;
    if (op->codec == CODEC_DPP_CTRL) {
        if (parse_keyword(s, "quad_perm"))
            return parse_quad_perm(s, o);
        if (parse_keyword(s, "dpp_ctrl"))
            return need(s, ':') && parse_number(s, op, o);
    }
    if (op->codec == CODEC_DPP_CTRL || (op->codec == CODEC_CHOICE && !op->key)) {
        const name_table *t = &s->isa->names[op->names - 1];
        int64_t value = keyed_name(s, t);
        value = value >= 0 || s->status != GISA_OK ? value : parse_name(s, t);
        value = value >= 0 || s->status != GISA_OK ? value : choice_number(s, op, word);
        if (s->status != GISA_OK)
            return false;
        *mine = value >= 0;
        bool on = true; /* bound_ctrl:0:1 */
        if (*mine && op->codec == CODEC_CHOICE && !parse_switch(s, &on))
            return false;
        o->value = *mine ? (on ? value : 0) : o->value;
        return true;
    }
    const char *key = op->codec == CODEC_SWIZZLE        ? "offset"
                      : op->codec == CODEC_MTBUF_FORMAT ? "format"
                                                        : text_at(s, op->key);
    if (!parse_is(s->p, word, key) &&
        !(s->clrx && op->clrx_key && parse_is(s->p, word, text_at(s, op->clrx_key)))) {
        s->p = at;
        *mine = false;
        return true;
    }
    s->p += word;
    if (op->codec == CODEC_FLAG || op->codec == CODEC_WORD) {
        bool on = true;
        if (!parse_switch(s, &on))
            return false;
        o->value = on;
        return on || op->codec == CODEC_FLAG ||
               parse_fail(s, GISA_STATUS_SYNTAX, at, word, "%s is always set in this encoding", key);
    }
    if (!need(s, ':'))
        return false;
    parse_blanks(s);
    switch (op->codec) {
    case CODEC_ARRAY: return parse_array(s, op, o);
    case CODEC_CHOICE: return parse_choice(s, op, o);
    case CODEC_SWIZZLE: return parse_swizzle(s, op, o);
    case CODEC_MTBUF_FORMAT: return parse_format(s, o);
    default: return parse_number(s, op, o);
    }
}
