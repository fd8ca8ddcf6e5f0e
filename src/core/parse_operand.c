/* SPDX-License-Identifier: MIT */
/* Registers, constants, and sources with their modifiers: v[0:1], vcc, -|s4|, neg(1.0), sext(v2),
   0x1234. */
#include <float.h>
#include <string.h>

#include "number.h"
#include "parse_usual.h"

typedef struct group {
    uint8_t kind; /* gisa_kind: SGPR, VGPR, TTMP or NAMED */
    unsigned first, count;
    const char *at;
    size_t size;
} group;

static const struct {
    const char *name;
    uint8_t kind, size; /* gisa_kind; of the name */
} files[] = {{"v", GISA_KIND_VGPR, 1}, {"s", GISA_KIND_SGPR, 1}, {"ttmp", GISA_KIND_TTMP, 4}};

/* vcc, exec_lo, m0, src_scc, ... */
static bool named_register(const parser *s, const char *at, size_t size, group *g) {
    for (unsigned i = 0; i < s->isa->register_name_count; i++) {
        const register_name *name = &s->isa->register_names[i];
        const char *text = &s->isa->strings[name->text];
        if (name->size != size || (text[0] ^ at[0]) & ~0x20 || !parse_is(at, size, text))
            continue;
        g->kind = GISA_KIND_NAMED;
        g->first = name->code;
        g->count = name->count;
        return true;
    }
    return false;
}

static size_t digits_behind(const char *p, const char *end) {
    size_t n = 0;
    while (p + n < end && p[n] >= '0' && p[n] <= '9')
        n++;
    return n;
}

/* Which register file the word at s->p names: "v12", "v" before '['. -1 = none. */
static int register_file(const parser *s, size_t word) {
    for (int i = 0; i < 3; i++) {
        size_t n = files[i].size;
        if (word < n || ((*s->p ^ *files[i].name) & ~0x20) || !parse_is(s->p, n, files[i].name))
            continue;
        if (word > n && digits_behind(s->p + n, s->end) == word - n)
            return i;
        if (word == n && s->p + n < s->end && s->p[n] == '[')
            return i;
    }
    return -1;
}

bool parse_is_register(parser *s) {
    group g;
    size_t word = parse_word(s);
    if (word)
        return register_file(s, word) >= 0 || named_register(s, s->p, word, &g);
    return s->p < s->end && *s->p == '[';
}

static bool check_range(parser *s, const group *g) {
    unsigned size = s->isa->file_size[g->kind];
    const char *name = g->kind == GISA_KIND_VGPR ? "v" : g->kind == GISA_KIND_SGPR ? "s" : "ttmp";
    if (!size)
        return parse_fail(s, GISA_STATUS_SYNTAX, g->at, g->size, "%s has no registers %s", s->isa->name,
                          name);
    if (g->first + g->count > size || g->first >= size)
        return parse_fail(s, GISA_STATUS_SYNTAX, g->at, g->size,
                          "%s%u is not a register of %s; the last one is %s%u", name, g->first + g->count - 1,
                          s->isa->name, name, size - 1);
    return true;
}

/* v[first:last], v[first] */
static bool bracketed(parser *s, group *g) {
    int64_t first, last;
    const char *at = s->p;
    if (!parse_integer(s, &first, "a register number"))
        return false;
    last = first;
    if (parse_char(s, ':') && !parse_integer(s, &last, "the last register number"))
        return false;
    if (!parse_char(s, ']'))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected ']'");
    if (first < 0 || first > 511 || last < first || last - first > 31)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at),
                          "expected [first:last], at most 32 registers");
    g->first = (unsigned)first;
    g->count = (unsigned)(last - first) + 1;
    return true;
}

/* v12 and s[4:7], as nearly all operands are written; what is written otherwise is left to
 * parse_group, and so are faults. */
static inline __attribute__((always_inline)) bool usual_group(parser *s, group *g) {
    if (s->end - s->begin < TEXT_WINDOW)
        return false;
    g->at = s->p;
    s->p = parse_usual_group(s->isa, text_window(s->p, s->end), s->p, s->end, &g->kind, &g->first, &g->count);
    g->size = (size_t)(s->p - g->at);
    return g->size;
}

/* CLRX: vcc[0], vcc[0:1] */
static bool part_of_pair(parser *s, group *g) {
    group part = *g;
    s->p++;
    if (!bracketed(s, &part))
        return false;
    if (part.first + part.count > 2)
        return parse_fail(s, GISA_STATUS_SYNTAX, g->at, (size_t)(s->p - g->at), "%.*s has 2 registers",
                          (int)g->size, g->at);
    g->first += part.first;
    g->count = part.count;
    g->size = (size_t)(s->p - g->at);
    return true;
}

bool parse_whole_pair(parser *s) {
    group g = {.kind = GISA_KIND_NAMED, .count = 2, .at = s->p};
    if (s->p == s->end || *s->p != '[')
        return true;
    return part_of_pair(s, &g) &&
           (g.count == 2 || parse_fail(s, GISA_STATUS_SYNTAX, g.at, g.size, "expected [0:1], or nothing"));
}

/* One register or group, without lists. False without a fault noted: there is none. */
static bool parse_group(parser *s, group *g) {
    size_t word = parse_word(s);
    int file = word ? register_file(s, word) : -1;
    g->at = s->p;
    if (!word)
        return false;
    if (file >= 0) {
        size_t n = files[file].size;
        g->kind = files[file].kind;
        s->p += n;
        if (word > n) {
            unsigned number = 0;
            for (size_t i = 0; i < word - n; i++)
                number = number > 9999 ? number : number * 10 + (unsigned)(s->p[i] - '0');
            s->p += word - n;
            g->first = number;
            g->count = 1;
        } else {
            s->p++;
            if (!bracketed(s, g))
                return false;
        }
        g->size = (size_t)(s->p - g->at);
        return check_range(s, g);
    }
    if (!named_register(s, s->p, word, g))
        return false;
    s->p += word;
    g->size = word;
    return !s->clrx || g->count != 2 || s->p == s->end || *s->p != '[' || part_of_pair(s, g);
}

/* [s0,s1] is s[0:1]. */
static bool parse_list(parser *s, group *g) {
    const char *at = s->p;
    group next;
    s->p++;
    if (!parse_group(s, g))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected a register");
    while (parse_char(s, ',')) {
        if (!parse_group(s, &next))
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected a register");
        if (next.kind != g->kind || next.first != g->first + g->count)
            return parse_fail(s, GISA_STATUS_SYNTAX, next.at, next.size,
                              "the registers of a list must follow each other");
        g->count += next.count;
    }
    if (g->kind == GISA_KIND_NAMED && g->count == 2 && s->isa->codes[g->first].kind != CODE_PAIR_LO)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, 1, "the registers of a list must follow each other");
    if (!parse_char(s, ']'))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected ']'");
    g->at = at;
    g->size = (size_t)(s->p - at);
    return true;
}

bool parse_spare(parser *s) {
    group g;
    parse_blanks(s);
    if (!parse_group(s, &g) || g.kind != GISA_KIND_VGPR || g.count != s->f->spare_count)
        return false;
    s->insn->rest |= (uint64_t)g.first << s->f->spare.shift;
    return !s->f->positionals || parse_char(s, ',');
}

/* ---- a register as an operand ----------------------------------------------------------- */

static const char *operand_name(const parser *s, const op_spec *op) {
    return &s->isa->strings[op->name];
}

static const char *wanted(const op_spec *op) {
    if (op->codec == CODEC_VGPR && !op->scalar.width)
        return "a vector register";
    if (op->flags & OP_VECTOR)
        return "a vector register";
    if (op->f[0].width <= 7 || op->scale > 1 || (op->flags & OP_NO_CONSTANT) ||
        (op->start.access & GISA_ACCESS_WRITE))
        return "a scalar register";
    if (op->flags & OP_SCALAR)
        return "a scalar register or an inline constant";
    return op->flags & OP_LITERAL ? "a register or a constant" : "a register or an inline constant";
}

/* The operand code of a group, and whether this operand's field takes it. */
static bool accept_group(parser *s, const op_spec *op, const group *g, gisa_operand *o) {
    unsigned count = g->count ? g->count : o->count;
    bool vgpr = g->kind == GISA_KIND_VGPR;
    if ((op->codec == CODEC_VGPR || op->codec == CODEC_EXP_SOURCE) && !vgpr && !op->scalar.width)
        return parse_fail(s, GISA_STATUS_SYNTAX, g->at, g->size, "%s must be a vector register",
                          operand_name(s, op));
    if (op->codec == CODEC_CODE && vgpr && (op->f[0].width < 9 || (op->flags & OP_SCALAR)))
        return parse_fail(s, GISA_STATUS_SYNTAX, g->at, g->size,
                          "%s cannot be a vector register; expected %s", operand_name(s, op), wanted(op));
    if (op->codec == CODEC_CODE && !vgpr && (op->flags & OP_VECTOR) &&
        !(g->kind == GISA_KIND_NAMED && s->isa->codes[g->first].kind == CODE_REG &&
          s->isa->codes[g->first].value))
        return parse_fail(s, GISA_STATUS_SYNTAX, g->at, g->size, "%s must be a vector register",
                          operand_name(s, op));
    if (g->kind == GISA_KIND_NAMED && g->first >= OPERAND_FIRST_VALUE &&
        (op->f[0].width < 8 || (op->start.access & GISA_ACCESS_WRITE)))
        return parse_fail(s, GISA_STATUS_SYNTAX, g->at, g->size, "%s cannot be a value; expected %s",
                          operand_name(s, op), wanted(op));
    bool clrx_counts = s->clrx && (op->clrx_count_of | op->clrx_plus.width);
    if (!op->count_of && !op->plus.width && !(op->flags & OP_ANY_COUNT) && !clrx_counts && count != o->count)
        return parse_fail(s, GISA_STATUS_SYNTAX, g->at, g->size, "%s has %u register%s; expected %u",
                          operand_name(s, op), count, count == 1 ? "" : "s", o->count);
    if (g->kind == GISA_KIND_NAMED && s->isa->codes[g->first].kind == CODE_REG &&
        s->isa->codes[g->first].value && !(op->flags & OP_LDS_DIRECT))
        return parse_fail(s, GISA_STATUS_SYNTAX, g->at, g->size,
                          "%.*s is possible in src0 of vector instructions only", (int)g->size, g->at);
    o->kind = g->kind;
    o->reg = (uint16_t)g->first;
    o->count = (uint8_t)count;
    return true;
}

/* Scalar groups start at an even number, from three registers on at a multiple of four. */
static bool check_alignment(parser *s, const group *g) {
    unsigned align = g->count >= 3 ? 4 : g->count == 2 ? 2 : 1;
    if ((g->kind == GISA_KIND_SGPR || g->kind == GISA_KIND_TTMP) && g->first % align)
        return parse_fail(s, GISA_STATUS_SYNTAX, g->at, g->size,
                          "a group of %u scalar registers starts at a multiple of %u", g->count, align);
    return true;
}

/* ---- constants -------------------------------------------------------------------------- */

static bool inline_integer(const parser *s, int64_t value, gisa_operand *o) {
    unsigned code = value >= -128 && value < 128 ? s->isa->inline_codes[value + 128] : 0;
    if (!code)
        return false;
    o->kind = GISA_KIND_INLINE;
    o->reg = (uint16_t)code;
    o->value = value;
    return true;
}

static bool inline_float(const parser *s, uint64_t bits, unsigned type, gisa_operand *o) {
    for (unsigned i = 0; i < s->isa->float_count; i++)
        if (operand_float(i, type) == bits) {
            o->kind = GISA_KIND_INLINE;
            o->flags |= GISA_OPERAND_FLOAT;
            o->reg = (uint16_t)(s->isa->float_first + i);
            o->value = (int64_t)operand_float(i, o->type);
            return true;
        }
    return false;
}

static bool literal(parser *s, const op_spec *op, const char *at, uint32_t bits, gisa_operand *o) {
    if (!(op->flags & OP_LITERAL))
        return parse_fail(
            s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at),
            "%s cannot be a literal in this encoding; expected a register or an inline constant",
            operand_name(s, op));
    s->literals = true;
    o->kind = GISA_KIND_LITERAL;
    o->reg = OPERAND_LITERAL;
    o->value = bits;
    return true;
}

static bool out_of_range(parser *s, const op_spec *op, const char *at, int width) {
    return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at),
                      "the constant does not fit the %d bits of %s", width, operand_name(s, op));
}

static bool integer_constant(parser *s, const op_spec *op, const gisa_value *v, const char *at,
                             gisa_operand *o) {
    int64_t n = v->integer;
    bool word = n >= INT32_MIN && n <= UINT32_MAX;
    if (is_64bit(o->type)) {
        if (inline_integer(s, n, o) || inline_float(s, (uint64_t)n, GISA_TYPE_F64, o))
            return true;
        /* A literal is the upper half of a double, which may be an inline constant after all. */
        if (word && (op->flags & OP_FLOATING) && inline_float(s, (uint64_t)n << 32, GISA_TYPE_F64, o))
            return true;
        return word ? literal(s, op, at, (uint32_t)n, o) : out_of_range(s, op, at, 32);
    }
    if (!word)
        return out_of_range(s, op, at, 32);
    if (o->type >= GISA_TYPE_V2B16 &&
        o->type <= GISA_TYPE_V2F16) { /* both halves: 0xffffffff is -1, 0xffff is not */
        if (inline_integer(s, (int32_t)n, o) ||
            ((op->flags & OP_FLOATING) && n >= 0 && inline_float(s, (uint64_t)n, GISA_TYPE_F16, o)))
            return true;
        return literal(s, op, at, (uint32_t)n, o);
    }
    if (is_16bit(o->type)) {
        if (n < INT16_MIN || n > UINT16_MAX)
            return out_of_range(s, op, at, 16);
        /* An integer operand reads -1 as 32 bits: 0xffff is another number there. */
        if (inline_integer(s, op->flags & OP_FLOATING ? (int16_t)n : n, o) ||
            ((op->flags & OP_FLOATING) && inline_float(s, (uint16_t)n, GISA_TYPE_F16, o)))
            return true;
        return literal(s, op, at, (uint16_t)n, o);
    }
    if (inline_integer(s, (int32_t)n, o) || inline_float(s, (uint32_t)n, GISA_TYPE_F32, o))
        return true;
    return literal(s, op, at, (uint32_t)n, o);
}

/* The bits of a fraction in the operand's type. Digits may be lost, but not all of it. */
static bool fraction_bits(parser *s, const op_spec *op, double real, const char *at, uint64_t *bits) {
    double size = real < 0 ? -real : real;
    bool lost;
    if (is_64bit(op->type)) {
        *bits = number_bits_of_double(real);
        return true;
    }
    if (is_16bit(op->type)) {
        *bits = number_half_of_double(real);
        lost = (*bits & 0x7c00) == 0x7c00 || (!(*bits & 0x7c00) && (double)(*bits & 0x3ff) != size * 0x1p24);
    } else {
        float rounded = (float)size;
        *bits = number_bits_of_float((float)real);
        lost = rounded > FLT_MAX || (rounded < FLT_MIN && (double)rounded != size);
    }
    return !lost || parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at),
                               "the fraction is too large or too small for %s", operand_name(s, op));
}

static bool float_constant_value(parser *s, const op_spec *op, const gisa_value *v, const char *at,
                                 gisa_operand *o) {
    unsigned type = is_64bit(o->type) ? GISA_TYPE_F64 : is_16bit(o->type) ? GISA_TYPE_F16 : GISA_TYPE_F32;
    uint64_t bits;
    if (!fraction_bits(s, op, v->real, at, &bits))
        return false;
    if (inline_float(s, bits, type, o))
        return true;
    if (type == GISA_TYPE_F64)
        bits &= ~UINT64_C(0xffffffff); /* a literal has no room for them */
    if (inline_integer(s,
                       type == GISA_TYPE_F64   ? (int64_t)bits
                       : type == GISA_TYPE_F16 ? (int16_t)bits
                                               : (int32_t)bits,
                       o))
        return true; /* the same bits: a very small fraction */
    if (type == GISA_TYPE_F64 && !(op->flags & OP_FLOATING))
        return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at),
                          "%s is a 64-bit integer; a fraction can only be an inline constant here",
                          operand_name(s, op));
    return literal(s, op, at, (uint32_t)(type == GISA_TYPE_F64 ? bits >> 32 : bits), o);
}

/* The bits of a constant in an operand of this type, as a literal holds them; `all`: a number may
   have all its 32 bits. */
static bool literal_bits(parser *s, const op_spec *op, const gisa_value *v, const char *at, bool all,
                         gisa_operand *o) {
    bool half = is_16bit(o->type) && !(all && v->kind == GISA_VALUE_INT && v->integer > UINT16_MAX);
    int64_t n = v->integer;
    uint64_t bits;
    if (v->kind == GISA_VALUE_FLOAT) {
        if (!fraction_bits(s, op, v->real, at, &bits))
            return false;
        n = (int64_t)(is_64bit(o->type) ? bits >> 32 : bits);
    }
    if (n < INT32_MIN || n > UINT32_MAX)
        return out_of_range(s, op, at, 32);
    if (half && (n < INT16_MIN || n > UINT16_MAX))
        return out_of_range(s, op, at, 16);
    s->literals = true;
    o->kind = GISA_KIND_LITERAL;
    o->reg = OPERAND_LITERAL;
    o->value = half ? (uint16_t)n : (uint32_t)n;
    return true;
}

/* What a literal has room for, rounded. */
static uint32_t upper_bits(unsigned type, uint64_t bits) {
    return (uint32_t)(type == GISA_TYPE_F64 ? (bits + 0x80000000) >> 32 : bits);
}

/* CLRX: 1.5h, 1.5s, 1.5l are the bits of a fraction in 16, 32, or the upper 32 of 64 bits, whatever
   the operand's type. */
static size_t suffixed_number(const char *text, const char *end, unsigned *type, uint64_t *bits) {
    gisa_value v;
    size_t n = number_read(text, end, &v);
    char c = n && text + n < end ? (char)(text[n] | 32) : 0;
    if ((c != 'h' && c != 's' && c != 'l') || v.kind != GISA_VALUE_FLOAT ||
        (text + n + 1 < end && parse_kind(text[n + 1], IN_WORD)))
        return 0;
    *type = c == 'h' ? GISA_TYPE_F16 : c == 's' ? GISA_TYPE_F32 : GISA_TYPE_F64;
    *bits = c == 'h'   ? number_half_of_double(v.real)
            : c == 's' ? number_bits_of_float((float)v.real)
                       : number_bits_of_double(v.real);
    return n + 1;
}

/* Is lit( next? Takes it. */
bool parse_lit(parser *s) {
    const char *at = s->p;
    if (parse_keyword(s, "lit") && parse_char(s, '('))
        return true;
    s->p = at;
    return false;
}

bool parse_literal(parser *s, const op_spec *op, gisa_operand *o) {
    const char *at;
    gisa_value v;
    parse_blanks(s);
    at = s->p;
    bool all = parse_lit(s);
    unsigned type;
    uint64_t bits;
    size_t size = s->clrx ? suffixed_number(s->p, s->end, &type, &bits) : 0;
    if (size) {
        s->p += size;
        v = (gisa_value){.kind = GISA_VALUE_INT, .integer = upper_bits(type, bits)};
        return literal_bits(s, op, &v, at, true, o);
    }
    if (!parse_expression(s, s->end, &v, "a constant"))
        return false;
    if (all && !parse_char(s, ')'))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected ')'");
    if (v.kind != GISA_VALUE_PENDING)
        return literal_bits(s, op, &v, at, all, o);
    s->literals = true;
    o->kind = GISA_KIND_LITERAL;
    o->reg = OPERAND_LITERAL;
    o->flags |= GISA_OPERAND_PENDING;
    o->value = v.integer;
    return true;
}

/* False: it is something else. True with a fault: it is one, and cannot stand here. */
static bool suffixed_constant(parser *s, const op_spec *op, const char *end, gisa_operand *o) {
    const char *at = s->p;
    unsigned type;
    uint64_t bits;
    size_t size = suffixed_number(at, end, &type, &bits);
    s->p += size;
    if (size && !inline_float(s, bits, type, o))
        literal(s, op, at, upper_bits(type, bits), o);
    return size;
}

static bool parse_constant(parser *s, const op_spec *op, const char *end, gisa_operand *o) {
    const char *at;
    gisa_value v;
    parse_blanks(s);
    at = s->p;
    if (parse_lit(s)) { /* a literal where an inline constant would do */
        s->p = at;
        if (op->flags & OP_LITERAL)
            return parse_literal(s, op, o);
    }
    if (s->clrx && suffixed_constant(s, op, end, o))
        return s->status == GISA_OK;
    if (!parse_expression(s, end, &v, wanted(op)))
        return false;
    if ((op->codec == CODEC_VGPR && !op->scalar.width) || (op->flags & (OP_VECTOR | OP_NO_CONSTANT)) ||
        op->f[0].width < 8 || (op->start.access & GISA_ACCESS_WRITE))
        return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at), "%s must be %s",
                          operand_name(s, op), wanted(op));
    if (v.kind == GISA_VALUE_INT)
        return integer_constant(s, op, &v, at, o);
    if (v.kind == GISA_VALUE_FLOAT)
        return float_constant_value(s, op, &v, at, o);
    if (!literal(s, op, at, 0, o))
        return false;
    o->flags |= GISA_OPERAND_PENDING;
    o->value = v.integer;
    return true;
}

/* ---- sources ---------------------------------------------------------------------------- */

static bool take_group(parser *s, const op_spec *op, group *g, gisa_operand *o) {
    if (!accept_group(s, op, g, o))
        return false;
    g->count = s->clrx && op->clrx_count_of ? op->count : o->count; /* what CLRX counts besides is not read */
    return check_alignment(s, g);
}

static bool parse_plain(parser *s, const op_spec *op, const char *end, gisa_operand *o) {
    group g;
    bool found;
    parse_blanks(s);
    found = s->p < s->end && *s->p == '[' ? parse_list(s, &g) : usual_group(s, &g) || parse_group(s, &g);
    if (s->status != GISA_OK)
        return false;
    return found ? take_group(s, op, &g, o) : parse_constant(s, op, end, o);
}

/* Where there is no bit for a sign or an absolute value, a constant can still take them on: see
   settle_modifiers. */
static bool may_settle(const op_spec *op, uint8_t mod) {
    return op->codec == CODEC_CODE && (op->flags & OP_FLOATING) && (op->flags & OP_LITERAL) &&
           mod != GISA_MOD_SEXT;
}

static bool refuse_modifier(parser *s, const op_spec *op, const char *at, uint8_t mod) {
    return parse_fail(s, GISA_STATUS_SYNTAX, at, 1, "%s takes no %s here", operand_name(s, op),
                      mod == GISA_MOD_SEXT  ? "sext()"
                      : mod == GISA_MOD_ABS ? "absolute value"
                                            : "sign");
}

/* A bit that the text of the operand does not show otherwise. */
static bool set_hidden(parser *s, field f) {
    s->field_mask |= UINT64_C(1) << f.shift;
    s->fields |= UINT64_C(1) << f.shift;
    return true;
}

bool parse_allow(parser *s, const op_spec *op, const char *at, uint8_t mod, gisa_operand *o) {
    if (s->clrx && mod == GISA_MOD_NEG && (op->ways & WAY_MINUS))
        mod = GISA_MOD_SEXT;
    field f = mod == GISA_MOD_NEG ? op->neg : mod == GISA_MOD_ABS ? op->abs : op->sext;
    field silent = mod == GISA_MOD_NEG   ? op->silent_neg
                   : mod == GISA_MOD_ABS ? op->silent_abs
                                         : (field){0, 0};
    if (s->clrx && silent.width)
        return set_hidden(s, silent);
    if (!f.width && !may_settle(op, mod))
        return refuse_modifier(s, op, at, mod);
    if (o->mods & mod)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, 1, "the same source modifier twice");
    o->mods |= mod;
    return true;
}

/* The bits of a constant as the instruction sees them. */
static uint64_t constant_bits(const gisa_operand *o) {
    if (o->kind == GISA_KIND_LITERAL && o->type == GISA_TYPE_F64)
        return (uint64_t)(uint32_t)o->value << 32;
    return is_64bit(o->type)   ? (uint64_t)o->value
           : is_16bit(o->type) ? (uint16_t)o->value
                               : (uint32_t)o->value;
}

/* neg(1.0) is -1.0 in an encoding without a bit for it. */
static bool settle_modifiers(parser *s, const op_spec *op, const char *at, gisa_operand *o) {
    uint8_t open =
        (uint8_t)(o->mods & ((op->neg.width ? 0 : GISA_MOD_NEG) | (op->abs.width ? 0 : GISA_MOD_ABS)));
    unsigned type = is_64bit(o->type) ? GISA_TYPE_F64 : is_16bit(o->type) ? GISA_TYPE_F16 : GISA_TYPE_F32;
    uint64_t sign = UINT64_C(1) << (type == GISA_TYPE_F64 ? 63 : type == GISA_TYPE_F16 ? 15 : 31), bits;
    if (!open)
        return true;
    if ((o->kind != GISA_KIND_INLINE && o->kind != GISA_KIND_LITERAL) || (o->flags & GISA_OPERAND_PENDING))
        return refuse_modifier(s, op, at, open & GISA_MOD_ABS ? GISA_MOD_ABS : GISA_MOD_NEG);
    bits = constant_bits(o);
    if (o->mods & GISA_MOD_ABS)
        bits &= ~sign;
    if (o->mods & GISA_MOD_NEG)
        bits ^= sign;
    o->mods = 0;
    o->flags &= (uint8_t)~GISA_OPERAND_FLOAT;
    if (inline_integer(s,
                       type == GISA_TYPE_F64   ? (int64_t)bits
                       : type == GISA_TYPE_F16 ? (int16_t)bits
                                               : (int32_t)bits,
                       o) ||
        inline_float(s, bits, type, o))
        return true;
    if (type == GISA_TYPE_F64 && (uint32_t)bits)
        return out_of_range(s, op, at, 32);
    return literal(s, op, at, (uint32_t)(type == GISA_TYPE_F64 ? bits >> 32 : bits), o);
}

/* word( source ) */
static bool in_parentheses(parser *s, const op_spec *op, gisa_operand *o,
                           bool (*inside)(parser *, const op_spec *, gisa_operand *)) {
    if (!parse_char(s, '('))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected '('");
    if (!inside(s, op, o))
        return false;
    return parse_char(s, ')') || parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected ')'");
}

static bool parse_unsigned(parser *s, const op_spec *op, gisa_operand *o) {
    const char *at;
    parse_blanks(s);
    at = s->p;
    if (s->p < s->end && *s->p == '|') {
        const char *close = memchr(s->p + 1, '|', (size_t)(s->end - s->p - 1));
        s->p++;
        if (!close)
            return parse_fail(s, GISA_STATUS_SYNTAX, at, 1, "no second '|'");
        if (!parse_allow(s, op, at, GISA_MOD_ABS, o) || !parse_plain(s, op, close, o))
            return false;
        return parse_char(s, '|') || parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected '|'");
    }
    if (s->p == s->end || !parse_kind(*s->p, IN_WORD) || parse_kind(*s->p, DIGIT))
        return parse_plain(s, op, s->end, o);
    if (parse_keyword(s, "abs"))
        return parse_allow(s, op, at, GISA_MOD_ABS, o) && in_parentheses(s, op, o, parse_unsigned);
    if (parse_keyword(s, "sext"))
        return parse_allow(s, op, at, GISA_MOD_SEXT, o) && in_parentheses(s, op, o, parse_unsigned);
    return parse_plain(s, op, s->end, o);
}

/* '-' before a register or of |x| is a modifier, before a number it belongs to the
   number. */
static bool minus_is_modifier(parser *s) {
    const char *at = s->p++;
    parse_blanks(s);
    bool is = s->p < s->end && *s->p == '|';
    size_t n = parse_word(s);
    is = is || (n && (parse_is(s->p, n, "abs") || parse_is(s->p, n, "sext"))) || parse_is_register(s);
    s->p = at;
    return is;
}

static bool parse_signed(parser *s, const op_spec *op, gisa_operand *o) {
    const char *at;
    parse_blanks(s);
    at = s->p;
    if (s->p < s->end && *s->p == '-' && minus_is_modifier(s)) {
        s->p++;
        return parse_allow(s, op, at, GISA_MOD_NEG, o) && parse_unsigned(s, op, o);
    }
    if (parse_keyword(s, "neg")) {
        if (s->p < s->end && *s->p == '(')
            return parse_allow(s, op, at, GISA_MOD_NEG, o) && in_parentheses(s, op, o, parse_unsigned);
        s->p = at;
    }
    return parse_unsigned(s, op, o);
}

bool parse_usual_number(parser *s, const op_spec *op, gisa_operand *o) {
    const char *at = s->p;
    gisa_value v = {.integer = 0};
    size_t size = op->takes & TAKES_CONSTANT ? parse_plain_number(at, s->end, &v.integer) : 0;
    s->p += size;
    return size && integer_constant(s, op, &v, at, o);
}

bool parse_source(parser *s, const op_spec *op, gisa_operand *o) {
    const char *at;
    parse_blanks(s);
    at = s->p;
    return parse_signed(s, op, o) && settle_modifiers(s, op, at, o);
}
