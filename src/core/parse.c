/* SPDX-License-Identifier: MIT */
/* Text to instruction: the mnemonic gives the candidate forms in the order of preference, and the
 * first one that takes the whole text wins. When none does, the fault of the one that came furthest
 * is reported. */
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "banked.h"
#include "hidden.h"
#include "host_floats.h"
#include "names.h"
#include "parse_usual.h"
#include "text.h"

static void set_defaults(const parser *s) {
    parse_defaults(s);
    for (unsigned i = 0; s->clrx && i < s->f->op_count; i++) {
        const op_spec *op = form_op(s->isa, s->f, i);
        if (op->otherwise != op->otherwise_clrx) {
            s->insn->operand[i].value = op->otherwise_clrx;
            s->insn->operand[i].flags = op->start.flags;
        }
    }
}

/* A register whose name the text must repeat: vcc. */
static bool parse_implied(parser *s, const op_spec *op) {
    const code_info *info = &s->isa->codes[op->implied];
    const char *name = &s->isa->strings[info->pair ? info->pair : info->name];
    if (parse_keyword(s, name))
        return !s->clrx || parse_whole_pair(s);
    return parse_fail(s, GISA_STATUS_SYNTAX, s->p, parse_word(s), "expected %s in this encoding", name);
}

/* The first operand before number `end` that is held in another way in the other form; NULL: there
   is none. */
static const op_spec *differs(const parser *s, const form *other, unsigned end) {
    for (unsigned i = 0; i < end; i++) {
        const op_spec *mine = form_op(s->isa, s->f, i), *op = form_op(s->isa, other, i);
        if (op->codec != mine->codec || op->count != mine->count)
            return op;
    }
    return NULL;
}

/* Says which form of the instruction takes a register there, and what that wants of the operands
   before. */
static bool fail_off(parser *s, const op_spec *op) {
    const char *strings = s->isa->strings;
    for (uint32_t i = 0; s->error && i < s->isa->form_count; i++) {
        const form *f = &s->isa->forms[i];
        for (unsigned k = 0; f->print[GISA_SYNTAX_LLVM] == s->f->print[GISA_SYNTAX_LLVM] && k < f->op_count &&
                             k < s->f->op_count;
             k++) {
            const op_spec *same = form_op(s->isa, f, k), *other = differs(s, f, k);
            if (same->name != op->name || same->codec == CODEC_OFF || !other)
                continue;
            if (other->codec == CODEC_OFF)
                return parse_fail(s, GISA_STATUS_SYNTAX, s->p, parse_word(s),
                                  "expected off; with a register as %s, %s is off", &strings[op->name],
                                  &strings[other->name]);
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, parse_word(s),
                              "expected off; with a register as %s, %s takes %u of them", &strings[op->name],
                              &strings[other->name], other->count);
        }
    }
    return parse_fail(s, GISA_STATUS_SYNTAX, s->p, parse_word(s), "expected off in this encoding");
}

static bool parse_positional(parser *s, const op_spec *op, gisa_operand *o) {
    switch (op->codec) {
    case CODEC_CODE:
        if (!parse_source(s, op, o))
            return false;
        if (op->enable.width && o->kind == GISA_KIND_NAMED && o->reg == op->implied) {
            o->flags |= GISA_OPERAND_IMPLIED;
            o->value = 0;
        }
        return true;
    case CODEC_VGPR:
        if (op->count_of && parse_keyword(s, "off")) {
            o->kind = GISA_KIND_NONE;
            o->count = 0;
            return true;
        }
        return parse_source(s, op, o);
    case CODEC_EXP_SOURCE:
        if (parse_keyword(s, "off")) {
            o->kind = GISA_KIND_NONE;
            return true;
        }
        if (!parse_is_register(s))
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, parse_word(s),
                              "expected a vector register or off");
        return parse_source(s, op, o);
    case CODEC_LITERAL: return parse_literal(s, op, o);
    case CODEC_IMPLIED: return parse_implied(s, op);
    case CODEC_OFF: return parse_keyword(s, "off") || fail_off(s, op);
    default: return parse_field(s, op, o);
    }
}

/* CLRX leaves the address away where no modifier asks for one. */
static bool left_away(parser *s, const op_spec *op, gisa_operand *o) {
    parser ahead;
    size_t word;
    if (op->codec != CODEC_VGPR || !op->count_of)
        return false;
    ahead = *s;
    parse_char(&ahead, ',');
    word = parse_word(&ahead);
    if (word && ((ahead.p[0] | 32) == 'v') && parse_is_register(&ahead))
        return false;
    if (word && parse_is(ahead.p, word, "off"))
        return false;
    o->kind = GISA_KIND_NONE;
    o->count = 0;
    return true;
}

/* What is written may be the default all the same. */
static void settle_default(const op_spec *op, gisa_operand *o) {
    bool same = op->codec == CODEC_FLAG ? !o->value
                                        : o->value == op->otherwise && (op->unwritten & GISA_OPERAND_DEFAULT);
    o->flags &= (uint8_t)~GISA_OPERAND_DEFAULT;
    o->flags |= same && !(o->flags & GISA_OPERAND_PENDING) ? GISA_OPERAND_DEFAULT : 0;
}

/* Old sources write a buffer format between the operands: dfmt:4, nfmt:7, s0. */
static bool parse_old_formats(parser *s) {
    if (!(s->f->flags & FORM_BUFFER_FORMAT))
        return true;
    for (unsigned i = 0; i < s->f->op_count; i++) {
        const op_spec *op = form_op(s->isa, s->f, i);
        if (op->codec != CODEC_MTBUF_FORMAT)
            continue;
        if (!parse_format_parts(s, &s->insn->operand[i]))
            return false;
        settle_default(op, &s->insn->operand[i]);
    }
    return true;
}

/* What stands between two operands, or before the first one. */
static bool parse_separator(parser *s, const op_spec *last, const op_spec *op) {
    if (last && !parse_char(s, ',') && !(last->flags & OP_SPACE))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1,
                          s->p == s->end ? "too few operands; expected ',' and %s" : "expected ',' before %s",
                          &s->isa->strings[op->name]);
    if (!parse_old_formats(s))
        return false;
    parse_blanks(s);
    return s->p < s->end || parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "too few operands; expected %s",
                                       &s->isa->strings[op->name]);
}

/* An operand that is known by its place, and what stands before it. */
static bool parse_one_positional(parser *s, unsigned i, const op_spec **last) {
    const op_spec *op = form_op(s->isa, s->f, i);
    gisa_operand *o = &s->insn->operand[i];
    s->at[i] = NULL;
    parse_blanks(s);
    if ((op->flags & OP_OPTIONAL) && s->p == s->end)
        return true;
    if (s->clrx && left_away(s, op, o))
        return true;
    if (!parse_separator(s, *last, op))
        return false;
    s->at[i] = s->p;
    const char *behind = s->p;
    if (s->end - s->begin >= TEXT_WINDOW)
        behind = parse_usual_register(s->isa, op, text_window(s->p, s->end), s->p, s->end, o);
    if (behind > s->p)
        s->p = behind;
    else if (!parse_usual_number(s, op, o) && (s->status != GISA_OK || !parse_positional(s, op, o)))
        return false;
    s->behind[i] = s->p;
    *last = op;
    return true;
}

static bool parse_positionals(parser *s) {
    const gisa_isa *isa = s->isa;
    const op_spec *ops = isa->ops, *last = NULL;
    const uint16_t *list = &isa->op_list[s->f->first_op];
    const char *begin = s->begin, *end = s->end, *p = s->p;
    gisa_operand *operands = s->insn->operand;
    bool usual = !s->clrx && !(s->f->flags & FORM_BUFFER_FORMAT) && end - begin >= TEXT_WINDOW;
    set_defaults(s);
    for (unsigned left = s->f->positionals; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const op_spec *op = &ops[list[i]];
        const char *at = usual ? parse_usual_separator(p, end, !last) : NULL, *behind = at;
        if (at && op->takes)
            behind = parse_usual_operand(isa, op, text_window(at, end), at, end, &operands[i]);
        if (behind > at) {
            s->at[i] = at;
            p = s->behind[i] = behind;
            last = op;
            continue;
        }
        s->p = p;
        if (!parse_one_positional(s, i, &last))
            return false;
        p = s->p;
    }
    s->p = p;
    return true;
}

static bool has_suffix(const parser *s, const char *suffix) {
    return strcmp(&s->isa->strings[s->f->suffix], suffix) == 0;
}

/* CLRX's words that force an encoding: the suffix that says the same; NULL = it is none of them. */
static const char *encoding_word(const parser *s, size_t word) {
    return parse_is(s->p, word, "vop3")   ? "_e64"
           : parse_is(s->p, word, "sdwa") ? "_sdwa"
           : parse_is(s->p, word, "dpp")  ? "_dpp"
                                          : NULL;
}

enum { ENCODING_WORD = 1 << 30 }; /* among the operands that have been seen */

/* vop3:0 asks for nothing. */
static bool parse_encoding_word(parser *s, size_t word, const char *suffix) {
    const char *at = s->p;
    bool asked = true;
    s->p += word;
    return parse_switch(s, &asked) &&
           (!asked || has_suffix(s, suffix) ||
            parse_fail(s, GISA_STATUS_SYNTAX, at, word, "'%.*s' is not a modifier of %s", (int)word, at,
                       &s->isa->strings[s->f->print[GISA_SYNTAX_LLVM]]));
}

/* Can the word be this modifier's? Those without a key, or with several, have to look
   themselves. */
static bool may_be(const parser *s, const op_spec *op, size_t word) {
    const char *key = &s->isa->strings[op->key];
    return s->clrx || !op->key || op->codec == CODEC_DPP_CTRL || op->codec == CODEC_SWIZZLE ||
           op->codec == CODEC_MTBUF_FORMAT || (word == op->key_size && !((*key ^ *s->p) & ~0x20));
}

static bool parse_one_modifier(parser *s, uint32_t *seen) {
    size_t word = parse_word(s);
    const char *at = s->p;
    const unsigned others = s->f->positionals | (unsigned)s->f->prefixes | s->f->suffixes;
    for (unsigned left = ((1u << s->f->op_count) - 1) & ~others; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const op_spec *op = form_op(s->isa, s->f, i);
        bool mine;
        if (!may_be(s, op, word))
            continue;
        if (!parse_modifier(s, op, &s->insn->operand[i], &mine))
            return false;
        if (!mine) {
            s->p = at;
            continue;
        }
        if ((*seen >> i & 1) && !s->clrx) /* CLRX warns, and takes the last one */
            return parse_fail(s, GISA_STATUS_SYNTAX, at, word, "'%.*s' twice", (int)word, at);
        *seen |= 1u << i;
        settle_default(op, &s->insn->operand[i]);
        return true;
    }
    const char *suffix = s->clrx ? encoding_word(s, word) : NULL;
    if (suffix) {
        *seen |= ENCODING_WORD;
        return parse_encoding_word(s, word, suffix);
    }
    bool mine;
    if (s->clrx && !parse_source_bits(s, word, &mine))
        return false;
    if (s->clrx && mine)
        return true;
    if (!parse_named_field(s, word, &mine))
        return false;
    if (mine)
        return true;
    if (word)
        return parse_no_modifier(s, at, word);
    return parse_fail(s, GISA_STATUS_SYNTAX, at, 1, "expected the end of the instruction");
}

/* Does the mnemonic end like this in the text? */
static bool is_called(const parser *s, const char *suffix) {
    const char *end = s->begin;
    size_t size = strlen(suffix);
    while (end < s->end && parse_kind(*end, BLANK))
        end++;
    while (end < s->end && !parse_kind(*end, BLANK))
        end++;
    return (size_t)(end - s->begin) > size && parse_is(end - size, size, suffix);
}

/* CLRX: clamp alone asks for VOP3. SDWA is chosen for its own words, and for sext(). */
static bool check_sdwa(parser *s, uint32_t seen) {
    bool asked = !has_suffix(s, "_sdwa") || is_called(s, "_sdwa") || seen & ENCODING_WORD;
    for (unsigned i = 0; i < s->f->op_count && !asked; i++)
        asked = (seen >> i & 1 && form_op(s->isa, s->f, i)->flags & OP_ALWAYS) ||
                (s->insn->operand[i].mods & GISA_MOD_SEXT);
    return asked || parse_fail(s, GISA_STATUS_SYNTAX, s->end, 1,
                               "in CLRX's syntax this modifier alone does not ask for SDWA");
}

static bool check_demands(parser *s, uint32_t seen) {
    for (unsigned i = 0; i < s->f->op_count; i++) {
        const op_spec *op = form_op(s->isa, s->f, i);
        if (op->codec == CODEC_WORD && !(op->flags & OP_SUFFIX) && !(seen >> i & 1))
            return parse_fail(s, GISA_STATUS_SYNTAX, s->end, 1, "expected %s in this encoding",
                              &s->isa->strings[op->key]);
        if ((op->ways & WAY_DEMANDED) && !s->clrx && !(seen >> i & 1))
            return parse_fail(s, GISA_STATUS_SYNTAX, s->end, 1, "expected %s:, which has no default here",
                              &s->isa->strings[op->key]);
        if (op->codec == CODEC_DPP_CTRL && !(seen >> i & 1) && !(s->clrx && (seen || is_called(s, "_dpp"))))
            return parse_fail(s, GISA_STATUS_SYNTAX, s->end, 1,
                              "expected a lane permutation: quad_perm:[...], row_shl:1, ...");
    }
    return true;
}

static bool parse_some_modifiers(parser *s) {
    uint32_t seen = 0;
    for (;;) {
        parse_blanks(s);
        if (s->p == s->end)
            break;
        if (*s->p == ',' &&
            (s->f->flags & FORM_MODIFIERS)) /* `dfmt:4, nfmt:7` is written with a comma in old sources */
            s->p++;
        if (!parse_one_modifier(s, &seen))
            return false;
    }
    if (s->clrx && seen && !check_sdwa(s, seen))
        return false;
    return !(s->f->flags & FORM_DEMANDS) || check_demands(s, seen);
}

/* Usually there are none. */
static inline bool parse_modifiers(parser *s) {
    return (s->p == s->end && !(s->f->flags & FORM_DEMANDS)) || parse_some_modifiers(s);
}

__attribute__((format(printf, 3, 0))) static bool fail_operand(parser *s, unsigned i, const char *text,
                                                               unsigned have, unsigned need) {
    const char *at = s->at[i] ? s->at[i] : s->end;
    return parse_fail(s, GISA_STATUS_SYNTAX, at, s->at[i] ? (size_t)(s->behind[i] - at) : 1, text,
                      &s->isa->strings[form_op(s->isa, s->f, i)->name], have, have == 1 ? "" : "s", need);
}

/* The numbers of registers that other fields decide. */
static bool check_counts(parser *s, uint64_t bits) {
    if (!(s->f->flags & FORM_COUNTS))
        return true;
    for (unsigned i = 0; i < s->f->op_count; i++) {
        const op_spec *op = form_op(s->isa, s->f, i);
        gisa_operand *o = &s->insn->operand[i];
        unsigned count;
        if (!(op->count_of | op->plus.width) || (op->flags & OP_ANY_COUNT))
            continue;
        count = operand_count(s->isa, op, bits);
        if (s->clrx && !count && o->count == 1 &&
            o->kind == GISA_KIND_VGPR) { /* a register that is not used */
            o->kind = GISA_KIND_NONE;
            o->count = 0;
        }
        if (count != o->count)
            return fail_operand(s, i, "%s has %u register%s; with these modifiers it must be %u", o->count,
                                count);
    }
    return true;
}

/* The numbers of registers that CLRX's syntax counts in its own way; what is noted is the usual
   number. */
static bool check_clrx_counts(parser *s, uint64_t bits) {
    for (unsigned i = 0; i < s->f->op_count && s->clrx; i++) {
        const op_spec *op = form_op(s->isa, s->f, i);
        gisa_operand *o = &s->insn->operand[i];
        if (!(op->clrx_count_of | op->clrx_plus.width))
            continue;
        unsigned written = o->count, count;
        o->count = op->count;
        count = operand_clrx_count(s->isa, op, o, bits);
        if (count != written)
            return fail_operand(s, i, "%s has %u register%s; with these modifiers it must be %u", written,
                                count);
    }
    return true;
}

/* A vector instruction reads at most one scalar register (or pair), literal or special value. */
static bool check_bus(parser *s) {
    if (!(s->f->flags & FORM_VECTOR_BUS))
        return true;
    unsigned i = operand_second_scalar(s->isa, s->f, s->insn);
    return i == s->f->op_count ||
           fail_operand(s, i,
                        "%s is a second scalar value (%u register%s); a vector instruction reads at most %u",
                        s->insn->operand[i].count, 1);
}

/* There is room for one literal; two operands may share it. */
static bool check_literals(parser *s) {
    const gisa_operand *first = NULL;
    for (unsigned i = 0; i < s->f->op_count && s->literals; i++) {
        const gisa_operand *o = &s->insn->operand[i];
        if (o->kind != GISA_KIND_LITERAL)
            continue;
        if (first && (operand_literal(first) != operand_literal(o) ||
                      ((first->flags | o->flags) & GISA_OPERAND_PENDING)))
            return parse_fail(s, GISA_STATUS_SYNTAX, s->at[i] ? s->at[i] : s->end,
                              s->at[i] ? (size_t)(s->behind[i] - s->at[i]) : 1,
                              "a second literal; an instruction has room for one");
        first = o;
    }
    return true;
}

/* Is it another form that has these bits? One with more fixed bits may be within this one. */
static bool is_other_form(const gisa_isa *isa, const gisa_insn *insn) {
    uint8_t code[8];
    gisa_insn head;
    for (unsigned i = 0; i < 8; i++)
        code[i] = (uint8_t)(insn->bits >> 8 * i);
    return gisa_decode_head(isa, code, sizeof code, &head) != GISA_OK || head.form != insn->form;
}

/* Is one of the fields by name an operand's, which is written? Sources of exports may be in other
 * fields than their own; the bits of an array are in fields that have others besides. */
static bool is_written(const parser *s, const op_spec *op, const gisa_operand *o) {
    bool hidden = o->kind == GISA_KIND_NONE || (o->flags & GISA_OPERAND_IMPLIED) ||
                  op->codec == CODEC_EXP_SOURCE || op->codec == CODEC_ARRAY;
    for (unsigned k = 0; k < OP_FIELDS && !hidden; k++)
        if (s->field_mask >> op->f[k].shift & ((UINT64_C(1) << op->f[k].width) - 1))
            return true;
    return false;
}

/* Where the text does not show every bit, fields by name are for those that it does not show. */
static bool check_hidden(parser *s, const gisa_insn *read) {
    uint64_t signs = s->clrx ? hidden_but_in_clrx(s->isa, s->f, s->insn->rest) : 0;
    if (!(s->f->flags & FORM_FIELDS) && (s->insn->rest & s->f->zero & ~signs))
        return parse_fail(s, GISA_STATUS_BAD_OPERAND, s->begin, 1, "a field by name has bits that must be 0");
    for (unsigned i = 0; i < s->f->op_count && !(s->f->flags & FORM_FIELDS); i++)
        if (is_written(s, form_op(s->isa, s->f, i), &read->operand[i]) ||
            !hidden_only(&read->operand[i], &s->insn->operand[i]))
            return parse_fail(s, GISA_STATUS_BAD_OPERAND, s->begin, 1,
                              "a field by name changes %s, which is written as an operand",
                              &s->isa->strings[form_op(s->isa, s->f, i)->name]);
    return true;
}

/* Fields that were given by name, over what the operands say. */
static bool take_fields(parser *s) {
    gisa_insn *insn = s->insn;
    const gisa_insn read = *insn;
    insn->bits = (insn->bits & ~s->field_mask) | s->fields;
    if (is_other_form(s->isa, insn))
        return parse_fail(s, GISA_STATUS_BAD_OPERAND, s->begin, 1, "these fields make another instruction");
    gisa_decode_operands(s->isa, insn);
    for (unsigned i = 0; i < s->f->op_count; i++) /* what is not known yet is not in the bits */
        if (read.operand[i].flags & GISA_OPERAND_PENDING)
            insn->operand[i] = read.operand[i];
    return check_hidden(s, &read);
}

/* Results that other fields turn off, as decoding has them. */
static void settle_access(parser *s) {
    for (unsigned i = 0; i < s->f->op_count; i++) {
        const op_spec *op = form_op(s->isa, s->f, i);
        gisa_operand *o = &s->insn->operand[i];
        if (op->banked)
            o->access = (uint8_t)banked_access(bank_of(s->isa, op), op->start.access, s->insn->bits);
    }
}

/* Both words, and what can only be judged when all operands are known. */
static bool finish(parser *s) {
    gisa_insn *insn = s->insn;
    uint64_t bits;
    size_t size;
    gisa_status status = encode_bits(s->isa, insn, &insn->bits, &size);
    if (s->f->class_ == GISA_CLASS_EXPORT) {
        operand_settle_exports(s->isa, insn, insn->bits);
        status = encode_bits(s->isa, insn, &insn->bits, &size);
    }
    if (!check_counts(s, insn->bits) || !check_clrx_counts(s, insn->bits | s->fields) || !check_literals(s) ||
        !check_bus(s))
        return false;
    if (status != GISA_OK)
        return parse_fail(s, status, s->begin, 1, "the operands do not fit this encoding");
    if ((s->f->flags & FORM_SHARES && !parse_shared(s)) || (s->field_mask && !take_fields(s)))
        return false;
    if (s->field_mask) /* a field may ask for a second word */
        encode_bits(s->isa, insn, &bits, &size);
    insn->size = (uint8_t)size;
    if (s->f->flags & FORM_DEPENDS)
        settle_access(s);
    return true;
}

static inline void begin_attempt(parser *s, const form *f, const char *operands) {
    s->f = f;
    s->p = operands;
    s->status = GISA_OK;
    s->literals = false;
    s->insn->rest = 0;
    s->insn->form = (uint32_t)(f - s->isa->forms);
    s->insn->operand_count = f->op_count;
    s->insn->status = GISA_OK;
    s->insn->spare = 0;
    s->shown_by = f->value;
    s->field_mask = 0;
    s->fields = 0;
    s->next_register = 0;
}

/* CLRX: with registers before the operands that the instruction does not use. */
static bool attempt_with_spare(parser *s, const form *f, const char *operands) {
    begin_attempt(s, f, operands);
    s->whole = parse_spare(s) && parse_positionals(s) && parse_modifiers(s);
    return s->whole && finish(s);
}

static bool attempt(parser *s, const form *f, const char *operands) {
    if (s->clrx && f->spare_count && attempt_with_spare(s, f, operands))
        return true;
    begin_attempt(s, f, operands);
    if (f->flags & FORM_FIELDS)
        s->whole = parse_dotted(s) && parse_modifiers(s) && parse_words(s);
    else
        s->whole = parse_positionals(s) && parse_modifiers(s);
    return s->whole && finish(s);
}

/* How many operands are written: commas that are in no brackets, and the + before a second
   operation, separate them. */
static int operands_in(const parser *s, const char *text) {
    int count = 0, depth = 0;
    for (; text < s->end; text++) {
        depth += strchr("[({", *text) ? *text != 0 : -(*text == ']' || *text == ')' || *text == '}');
        count += !count && !parse_kind(*text, BLANK);
        count += *text == ',' && !depth;
    }
    return count + (s->isa->dotted && s->second ? 2 : 0); /* + is an operand itself */
}

/* No candidate fits: tries them again and says what is wrong with the one that came furthest, of
 * those that have as many operands if there are any. */
static gisa_status explain(parser *s, const spelling *w, const char *operands, gisa_error *error) {
    gisa_error now = {.status = GISA_OK}, best = {.status = GISA_OK};
    bool fits = false;           /* a form took the whole text, but not its operands together */
    bool alike = false;          /* the form whose fault is `best` has as many operands as the text */
    const char *furthest = s->p; /* where its attempt stopped */
    int written = operands_in(s, operands);
    s->error = &now;
    s->tried = w;
    for (unsigned i = 0; i < w->count; i++) {
        const form *f = &s->isa->forms[s->texts->candidates[w->first + i]];
        bool as_many = __builtin_popcount(f->positionals) == written, further;
        attempt(s, f, operands);
        further = s->p > furthest || (s->p == furthest && now.offset > best.offset);
        if (best.status == GISA_OK || (s->whole && !fits) ||
            (!fits && (as_many > alike || (as_many == alike && further)))) {
            best = now;
            furthest = s->p;
            fits = s->whole;
            alike = as_many;
        }
    }
    s->error = NULL;
    if (error)
        *error = best;
    return best.status;
}

static gisa_status unknown(parser *s, size_t word, gisa_error *error) {
    s->error = error;
    s->status = GISA_OK;
    if (s->prefix_size && !parse_is_prefix(s, s->prefix, s->prefix_size)) { /* the mnemonic itself */
        s->p = s->prefix;
        word = s->prefix_size;
    }
    parse_near(s, s->p, word, GISA_STATUS_NO_MNEMONIC);
    return s->status;
}

/* Everything up to a blank or a comma, usually letters. */
static size_t parse_mnemonic(const parser *s) {
    const char *p = s->p;
#ifdef __SSE2__
    for (; s->end - p >= 16; p += 16) {
        __m128i text = _mm_loadu_si128((const __m128i *)p);
        __m128i blank =
            _mm_or_si128(_mm_cmpeq_epi8(text, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(text, _mm_set1_epi8('\t')));
        int stop = _mm_movemask_epi8(_mm_or_si128(blank, _mm_cmpeq_epi8(text, _mm_set1_epi8(','))));
        if (stop)
            return (size_t)(p - s->p) + (size_t)__builtin_ctz((unsigned)stop);
    }
#endif
    while (p < s->end && !parse_kind(*p, BLANK) && *p != ',')
        p++;
    return (size_t)(p - s->p);
}

/* Where the name of a second operation begins; NULL = there is none. */
static const char *second_operation(const parser *s) {
    const char *p = s->p;
    while ((p = memchr(p, '+', (size_t)(s->end - p)))) {
        p++;
        while (p < s->end && parse_kind(*p, BLANK))
            p++;
        if (p < s->end && parse_kind(*p, IN_WORD) && !parse_kind(*p, DIGIT)) /* not the offset of an index */
            return p;
    }
    return NULL;
}

/* The spelling of the first `size` bytes, and of the second operation where there is one. */
static const spelling *spelling_of(const parser *s, size_t size) {
    const char *end = s->second;
    char name[2 * TEXT_OVER + 1];
    if (!s->second)
        return names_spelling(s->isa, s->p, size);
    while (end < s->end && !parse_kind(*end, BLANK))
        end++;
    if (size > TEXT_OVER || end - s->second > TEXT_OVER)
        return NULL;
    memcpy(name, s->p, size);
    name[size] = '+';
    memcpy(name + size + 1, s->second, (size_t)(end - s->second));
    return names_spelling(s->isa, name, size + 1 + (size_t)(end - s->second));
}

/* NAME.suffix.suffix: the longest name that there is; *size becomes its size. */
static const spelling *without_suffix(parser *s, size_t *size) {
    const spelling *w = spelling_of(s, *size);
    size_t end = *size;
    for (const char *name = s->p; !w && end > 0;) {
        while (--end > 0 && name[end] != '.')
            ;
        if (name[end] == '.')
            w = spelling_of(s, end);
    }
    s->suffix = s->p + end;
    s->suffix_size = w ? *size - end : 0;
    if (w && !s->suffix_size)
        s->suffix = s->p + *size;
    return w;
}

/* [PREFIX] NAME[.suffix...] */
static const spelling *dotted_spelling(parser *s, const char **operands) {
    size_t size = (size_t)(*operands - s->p);
    const spelling *w;
    s->second = second_operation(s);
    s->registers = 0;
    w = without_suffix(s, &size);
    if (w)
        return w;
    s->prefix = s->p;
    s->prefix_size = size;
    s->p = *operands;
    parse_blanks(s);
    size = parse_mnemonic(s);
    *operands = s->p + size;
    return without_suffix(s, &size);
}

/* Sets out: the spelling, and where the operands begin. */
static inline const spelling *begin_parse(parser *s, const gisa_isa *isa, const char *text, size_t size,
                                          const gisa_env *env, gisa_insn *insn, const char **operands) {
    const spelling *w;
    s->isa = isa;
    s->texts = names_texts(isa);
    s->env = env;
    s->clrx = env && env->syntax == GISA_SYNTAX_CLRX && !isa->dotted;
    s->begin = s->p = text;
    s->end = text + size;
    s->insn = insn;
    s->error = NULL;
    while (s->end > s->p && parse_kind(s->end[-1], BLANK))
        s->end--;
    parse_blanks(s);
    *operands = s->p + parse_mnemonic(s);
    w = isa->dotted ? NULL : names_spelling(isa, s->p, (size_t)(*operands - s->p));
    s->prefix_size = s->suffix_size = 0;
    return !w && isa->dotted ? dotted_spelling(s, operands) : w;
}

/* A literal in the place of an inline constant. */
static bool lengthen(parser *s) {
    gisa_insn *insn = s->insn;
    size_t size = insn->size;
    for (unsigned i = 0; i < s->f->op_count && size == 4; i++) {
        gisa_operand *o = &insn->operand[i];
        if (o->kind != GISA_KIND_INLINE || !(form_op(s->isa, s->f, i)->flags & OP_LITERAL) ||
            o->type == GISA_TYPE_F64)
            continue;
        o->kind = GISA_KIND_LITERAL;
        o->reg = OPERAND_LITERAL;
        o->flags &= (uint8_t)~GISA_OPERAND_FLOAT;
        o->value = (uint32_t)o->value;
        encode_bits(s->isa, insn, &insn->bits, &size);
    }
    insn->size = (uint8_t)size;
    return size == 8;
}

/* CLRX: _e32 and _e64 may stand after any name, and ask for a size. Sets *status where the name is
   known without them. */
static bool parse_sized(parser *s, const char *operands, gisa_status *status, gisa_error *error) {
    const char *name = s->p;
    size_t size = (size_t)(operands - name);
    bool wide = size > 4 && parse_is(operands - 4, 4, "_e64");
    const spelling *w = wide || (size > 4 && parse_is(operands - 4, 4, "_e32"))
                            ? names_spelling(s->isa, s->p, size - 4)
                            : NULL;
    if (!s->clrx || !w)
        return false;
    *status = GISA_OK;
    for (unsigned i = 0; i < w->count; i++)
        if (attempt(s, &s->isa->forms[s->texts->candidates[w->first + i]], operands) &&
            (wide ? lengthen(s) : s->insn->size == 4))
            return true;
    *status = explain(s, w, operands, error);
    s->p = name;
    return *status != GISA_OK;
}

static gisa_status parse_one(const gisa_isa *isa, const char *text, size_t size, const gisa_env *env,
                             gisa_insn *insn, gisa_error *error) {
    parser s;
    const char *operands;
    const spelling *w = begin_parse(&s, isa, text, size, env, insn, &operands);
    gisa_status status;
    if (!w)
        return parse_sized(&s, operands, &status, error) ? status
                                                         : unknown(&s, (size_t)(operands - s.p), error);
    for (unsigned i = 0; i < w->count; i++)
        if (attempt(&s, &isa->forms[s.texts->candidates[w->first + i]], operands))
            return GISA_OK;
    return explain(&s, w, operands, error);
}

gisa_status gisa_parse(const gisa_isa *isa, const char *text, size_t size, const gisa_env *env,
                       gisa_insn *insn, gisa_error *error) {
    if (!isa || !insn || (!text && size))
        return GISA_STATUS_BAD_ARGUMENT;
    const uint64_t floats = host_floats_begin();
    const gisa_status status = parse_one(isa, text, size, env, insn, error);
    host_floats_end(floats);
    return status;
}
