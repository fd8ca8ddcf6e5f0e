/* SPDX-License-Identifier: MIT */
/* One operand of one form: its options, and the bits that it is held in. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/operands.h"
#include "core/text.h"
#include "core/words.h"
#include "expand.h"

int type_named(const char *name) {
    for (int i = 0; i < TYPE_WORDS; i++)
        if (strcmp(words_types[i].name, name) == 0)
            return i;
    return -1;
}

static operand_line *find_operand(spec *s, const char *format_name, const char *name, int gen) {
    operand_line *general = NULL;
    for (int i = 0; i < s->operands.count; i++) {
        operand_line *o = &s->operands.at[i];
        if (!(o->gens >> gen & 1) || strcmp(o->name, name) != 0)
            continue;
        if (strcmp(o->format, format_name) == 0)
            return o;
        if (!*o->format)
            general = o;
    }
    return general;
}

/* One of several names, with '|' between them. */
static bool has_operand(const header *h, const char *names) {
    for (size_t size; *names; names += size + (names[size] == '|')) {
        size = strcspn(names, "|");
        for (int i = 0; i < h->operand_count; i++)
            if (strlen(h->operand[i].name) == size && memcmp(h->operand[i].name, names, size) == 0)
                return true;
    }
    return false;
}

/* ---- fields ----------------------------------------------------------------------------- */

/* "neg", "neg.1" -> its place in the format. */
static field find_field(spec *s, const header *h, const format *f, const char *name) {
    char base[MAX_NAME];
    const char *dot = strchr(name, '.');
    snprintf(base, sizeof base, "%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
    for (int i = 0; i < f->field_count; i++)
        if (strcmp(f->field[i].name, base) == 0) {
            int bit = dot ? atoi(dot + 1) : 0;
            if (dot && (!isdigit((unsigned char)dot[1]) || bit >= f->field[i].width))
                fail(s, h->at, "field %s of %s has %d bits", base, f->name, f->field[i].width);
            return (field){(uint8_t)(f->field[i].shift + bit), (uint8_t)(dot ? 1 : f->field[i].width)};
        }
    fail(s, h->at, "%s in %s: the format has no field '%s'", h->name, f->name, base);
    return (field){0, 0};
}

/* "neg(neg.0)" with option "neg" -> "neg.0" in `argument`; "key=x" -> "x". */
static bool option_argument(const operand_line *o, const char *option, char argument[MAX_NAME]) {
    size_t size = strlen(option);
    for (int i = 0; i < o->option_count; i++) {
        const char *text = o->option[i];
        if (strncmp(text, option, size) != 0 || (text[size] != '(' && text[size] != '=' && text[size]))
            continue;
        snprintf(argument, MAX_NAME, "%s", text[size] ? text + size + 1 : "");
        if (text[size] == '(') {
            char *close = strchr(argument, ')');
            if (close)
                memmove(close, close + 1, strlen(close + 1) + 1);
        }
        return true;
    }
    return false;
}

static field option_field(spec *s, const header *h, const format *f, const operand_line *o,
                          const char *option) {
    char argument[MAX_NAME];
    if (!option_argument(o, option, argument))
        return (field){0, 0};
    argument[strcspn(argument, "=")] = 0;
    return find_field(s, h, f, argument);
}

/* The operand code of a register by name. */
static uint16_t register_code(spec *s, const operand_line *o, int gen, const char *name) {
    for (int c = 0; c < 512; c++) {
        const code_info *info = &s->g[gen].codes[c];
        if ((info->kind == CODE_PAIR_LO && strcmp(&s->strings.at[info->pair], name) == 0) ||
            (info->kind == CODE_REG && strcmp(&s->strings.at[info->name], name) == 0))
            return (uint16_t)c;
    }
    fail(s, o->at, "no register '%s'", name);
    return 0;
}

static uint16_t names_index(spec *s, const operand_line *o, int gen, const char *name) {
    for (int i = 0; i < s->g[gen].names.count; i++)
        if (strcmp(&s->strings.at[s->g[gen].names.at[i].name], name) == 0)
            return (uint16_t)(i + 1);
    fail(s, o->at, "no names '%s'", name);
    return 0;
}

/* A C function that computes a count from the fields of a format; its number. */
static uint8_t count_function(spec *s, const header *h, const format *f, const operand_line *o, int gen,
                              const char *name) {
    generation *g = &s->g[gen];
    const count_line *c = NULL;
    char code[2048];
    int n = 0;
    for (int i = 0; i < s->counts.count; i++)
        if ((s->counts.at[i].gens >> gen & 1) && strcmp(s->counts.at[i].name, name) == 0)
            c = &s->counts.at[i];
    if (!c) {
        fail(s, o->at, "no count '%s' for this generation", name);
        return 0;
    }
    for (const char *p = c->expression; *p;) {
        char word[MAX_NAME];
        int size = 0;
        if (!isalpha((unsigned char)*p)) {
            p++;
            continue;
        }
        while ((isalnum((unsigned char)*p) || *p == '_') && size < MAX_NAME - 1)
            word[size++] = *p++;
        word[size] = 0;
        if (strcmp(word, "popcount") != 0) {
            field at = find_field(s, h, f, word);
            char line[192];
            snprintf(line, sizeof line, "    const unsigned %s = (unsigned)(bits >> %d & %llu);\n", word,
                     at.shift, (1ULL << at.width) - 1);
            code[n] = 0;
            if (!strstr(code, line))
                n += snprintf(code + n, sizeof code - (size_t)n, "%s", line);
        }
    }
    snprintf(code + n, sizeof code - (size_t)n, "    %sreturn %s;\n", n ? "" : "(void)bits;\n    ",
             c->expression);
    for (int i = 0; i < g->count_code.count; i++)
        if (strcmp(g->count_code.at[i], code) == 0)
            return (uint8_t)(i + 1);
    *LIST_ADD(g->count_code) = copy_text(code, strlen(code));
    *LIST_ADD(g->count_text) = intern(s, c->expression);
    return (uint8_t)g->count_code.count;
}

/* ---- one operand ------------------------------------------------------------------------- */

/* A bit belongs to one operand; only the sources of an export look at bits of each other and of
   `compr`. */
static void claim(context *c, field f) {
    if (c->owned & field_mask(f))
        fail(c->s, c->h->at, "%s: operand '%s' has bits of %s that another one has already", c->h->name,
             c->operand->name, c->f->name);
    c->claimed |= field_mask(f);
    if (c->operand->codec != CODEC_EXP_SOURCE && c->operand->codec != CODEC_BANKED)
        c->owned |= field_mask(f);
}

static void resolve_array(context *c, const operand_line *o, op_spec *op) {
    for (int i = 0; i < o->arg_count; i++) {
        char name[MAX_NAME];
        char *colon;
        memcpy(name, o->arg[i], sizeof name);
        colon = strchr(name, ':');
        if (colon)
            *colon++ = 0;
        if (colon && !has_operand(c->h, colon)) { /* ignored, but assemblers write the default there */
            if (op->otherwise >> i & 1)
                c->preset |= field_mask(find_field(c->s, c->h, c->f, name));
            continue;
        }
        if (op->index == OP_FIELDS) {
            fail(c->s, o->at, "more than %d bits in an array", OP_FIELDS);
            return;
        }
        op->f[op->index] = find_field(c->s, c->h, c->f, name);
        claim(c, op->f[op->index++]);
    }
    op->otherwise &= (1 << op->index) - 1;
    op->otherwise_clrx &= (1 << op->index) - 1;
}

/* !demands(NAME), !clrx_pair(NAME): is this operand of the row the one that the flag names? */
static bool is_named_by(const context *c, const char *word) {
    const flag *f = find_flag(c->h, word, c->gen);
    return f && f->args && strcmp(f->args, c->operand->name) == 0;
}

/* instead(OLD NEW ...): two states, and others that are read as well. */
static void resolve_states(const context *c, const operand_line *o, op_spec *op) {
    char words[MAX_NAME];
    if (!option_argument(o, "instead", words))
        return;
    size_t first = strcspn(words, " "), second = first + (words[first] != 0),
           more = second + strcspn(words + second, " ");
    if (!words[first])
        fail(c->s, o->at, "expected two states in instead(%s)", words);
    op->instead_of = (uint16_t)state_mask(c->s, o->at, words, first);
    op->instead = (uint16_t)state_mask(c->s, o->at, words + second, more - second);
    op->also = (uint16_t)state_mask(c->s, o->at, words + more, strlen(words + more));
}

static void resolve_options(context *c, const operand_line *o, op_spec *op, int mods) {
    static const struct {
        const char *word;
        uint16_t flag;
    } flags[] = {{"hex", OP_HEX},
                 {"signed", OP_SIGNED},
                 {"optional", OP_OPTIONAL},
                 {"always", OP_ALWAYS},
                 {"any_count", OP_ANY_COUNT},
                 {"space", OP_SPACE},
                 {"literal", OP_LITERAL},
                 {"vector", OP_VECTOR},
                 {"scalar_only", OP_SCALAR},
                 {"no_constant", OP_NO_CONSTANT},
                 {"lds_direct", OP_LDS_DIRECT},
                 {"free_m0", OP_FREE_M0},
                 {"prefix", OP_PREFIX},
                 {"suffix", OP_SUFFIX}};
    char argument[MAX_NAME];
    bool floating = op->flags & OP_FLOATING;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (option_argument(o, flags[i].word, argument))
            op->flags |= flags[i].flag;
    if (option_argument(o, "repeats", argument))
        op->index = 1;
    if (option_argument(o, "key", argument))
        op->key = intern(c->s, argument);
    if (option_argument(o, "clrx_key", argument))
        op->clrx_key = intern(c->s, argument);
    if (option_argument(o, "least", argument))
        op->least = atoi(argument);
    if (option_argument(o, "default", argument))
        op->otherwise = atoi(argument);
    op->otherwise_clrx = option_argument(o, "clrx_default", argument) ? atoi(argument) : op->otherwise;
    if (option_argument(o, "index", argument) || option_argument(o, "back", argument))
        op->index = (uint8_t)atoi(argument);
    if (option_argument(o, "hex", argument) && *argument) { /* from this number on */
        op->index = (uint8_t)atoi(argument);
        op->flags &= (uint16_t)~OP_HEX;
    }
    if (mods > 0 || (mods == 0 && floating)) {
        op->neg = option_field(c->s, c->h, c->f, o, "neg");
        op->abs = option_field(c->s, c->h, c->f, o, "abs");
    } else if (option_argument(o, "signs_always", argument)) {
        op->silent_neg = option_field(c->s, c->h, c->f, o, "neg");
        op->silent_abs = option_field(c->s, c->h, c->f, o, "abs");
    }
    if (mods > 0 ? !op->neg.width : mods == 0 && !floating)
        op->sext = option_field(c->s, c->h, c->f, o, "sext");
    op->scalar = option_field(c->s, c->h, c->f, o, "scalar");
    op->plus = option_field(c->s, c->h, c->f, o, "plus");
    op->enable = option_field(c->s, c->h, c->f, o, "enable");
    if (op->enable.width && option_argument(o, "enable", argument) && strchr(argument, '='))
        op->implied = register_code(c->s, o, c->gen, strchr(argument, '=') + 1);
    if (option_argument(o, "count", argument))
        op->count_of = count_function(c->s, c->h, c->f, o, c->gen, argument);
    op->clrx_plus = option_field(c->s, c->h, c->f, o, "clrx_plus");
    if (option_argument(o, "clrx_count", argument))
        op->clrx_count_of = count_function(c->s, c->h, c->f, o, c->gen, argument);
    if (is_named_by(c, "clrx_pair"))
        op->clrx_count_of = count_function(c->s, c->h, c->f, o, c->gen, "pair");
    op->ways = (uint8_t)((option_argument(o, "clrx_minus", argument) ? WAY_MINUS : 0) |
                         (is_named_by(c, "demands") ? WAY_DEMANDED : 0));
    resolve_states(c, o, op);
    if ((op->neg.width | op->abs.width | op->sext.width) > 1)
        fail(c->s, o->at, "neg, abs and sext are one bit each");
    claim(c, op->neg);
    claim(c, op->abs);
    claim(c, op->sext);
    claim(c, op->scalar);
    claim(c, op->enable);
}

/* *4 in the options: registers per unit of the field. */
static int scale_of(const operand_line *o) {
    for (int i = 0; i < o->option_count; i++)
        if (o->option[i][0] == '*')
            return atoi(o->option[i] + 1);
    return 1;
}

uint8_t word_size(spec *s, const char *word, place at) {
    if (strlen(word) > TEXT_OVER)
        fail(s, at, "'%s' is longer than %d letters", word, TEXT_OVER);
    return (uint8_t)strlen(word);
}

/* Which numbered registers, and whether constants, the operand takes without more questions;
 * TAKES_ANY_COUNT where later ones check their number. */
static unsigned taken(const op_spec *op) {
    unsigned counts = op->count_of || op->plus.width || (op->flags & OP_ANY_COUNT) ? TAKES_ANY_COUNT : 0;
    if (op->codec == CODEC_VGPR || op->codec == CODEC_EXP_SOURCE)
        return 1u << GISA_KIND_VGPR | (op->scalar.width ? 1u << GISA_KIND_SGPR : 0) | counts;
    if (op->codec != CODEC_CODE || op->enable.width)
        return 0;
    unsigned codes = (unsigned)op->scale << op->f[0].width; /* the first code that the field cannot hold */
    bool constants = !(op->flags & (OP_VECTOR | OP_NO_CONSTANT)) && op->f[0].width >= 8 &&
                     !(op->start.access & GISA_ACCESS_WRITE);
    return (constants ? TAKES_CONSTANT : 0) |
           (codes > OPERAND_FIRST_VGPR && !(op->flags & OP_SCALAR) ? 1u << GISA_KIND_VGPR : 0) |
           (op->flags & OP_VECTOR ? 0 : 1u << GISA_KIND_SGPR) | counts;
}

/* Which kinds of this operand src/core/oddities.c has to look at. */
static unsigned odd_kinds(const op_spec *op) {
    const unsigned vgpr = 1u << GISA_KIND_VGPR, all = (1u << GISA_KIND_COUNT) - 1;
    unsigned kinds = 1u << GISA_KIND_LITERAL;
    switch (op->codec) {
    case CODEC_VGPR:
        return all & ~(op->count_of ? vgpr : vgpr | (op->scalar.width ? 0 : 1u << GISA_KIND_NONE));
    case CODEC_CODE:
        if (op->enable.width || (op->flags & OP_VECTOR) || op->count > 1)
            return all & ~(op->flags & OP_SCALAR ? 0 : vgpr);
        kinds |= op->flags & OP_SCALAR ? vgpr : 0;
        return kinds | (op->flags & OP_NO_CONSTANT ? 1u << GISA_KIND_INLINE : 0);
    case CODEC_WAITCNT:
    case CODEC_SENDMSG:
    case CODEC_SWIZZLE:
    case CODEC_LITERAL: return all;
    case CODEC_NUMBER: return op->least || op->ways ? all : 0;
    default: return 0;
    }
}

/* What decoding the operand begins with, and what it asks of a code. */
static void prepare_decoding(context *c, op_spec *op) {
    static const uint8_t kinds[CODEC_COUNT] = {
        [CODEC_CODE] = GISA_KIND_NONE,       [CODEC_VGPR] = GISA_KIND_VGPR,
        [CODEC_LITERAL] = GISA_KIND_LITERAL, [CODEC_FLAG] = GISA_KIND_FLAG,
        [CODEC_LABEL] = GISA_KIND_LABEL,     [CODEC_IMPLIED] = GISA_KIND_NAMED,
        [CODEC_OFF] = GISA_KIND_NONE,        [CODEC_WORD] = GISA_KIND_FLAG,
        [CODEC_EXP_SOURCE] = GISA_KIND_NONE, [CODEC_NUMBER] = GISA_KIND_IMM,
        [CODEC_CHOICE] = GISA_KIND_IMM,      [CODEC_ARRAY] = GISA_KIND_IMM,
        [CODEC_WAITCNT] = GISA_KIND_IMM,     [CODEC_HWREG] = GISA_KIND_IMM,
        [CODEC_SENDMSG] = GISA_KIND_IMM,     [CODEC_GPR_IDX] = GISA_KIND_IMM,
        [CODEC_SWIZZLE] = GISA_KIND_IMM,     [CODEC_DPP_CTRL] = GISA_KIND_IMM,
        [CODEC_ATTR] = GISA_KIND_IMM,        [CODEC_MTBUF_FORMAT] = GISA_KIND_IMM,
        [CODEC_BANKED] = GISA_KIND_NONE,     [CODEC_JOINED] = GISA_KIND_IMM};
    bool nowhere = op->codec == CODEC_IMPLIED || op->codec == CODEC_OFF || op->codec == CODEC_WORD;
    op->start = (gisa_operand){.kind = op->scalar.width
                                           ? GISA_KIND_NONE
                                           : kinds[op->codec], /* a code says itself what it stands for */
                               .type = op->type,
                               .count = op->count,
                               .access = op->start.access,
                               .flags = (uint8_t)((op->flags & OP_MODIFIER ? GISA_OPERAND_MODIFIER : 0) |
                                                  (nowhere ? GISA_OPERAND_IMPLIED : 0)),
                               .reg = op->codec == CODEC_IMPLIED   ? op->implied
                                      : op->codec == CODEC_LITERAL ? OPERAND_LITERAL
                                                                   : 0,
                               .value = op->codec == CODEC_WORD};
    op->width = is_64bit(op->type) ? WIDTH_64 : is_16bit(op->type) ? WIDTH_16 : WIDTH_32;
    op->takes = (uint8_t)taken(op);
    op->odd_kinds = (uint16_t)odd_kinds(op);
    op->unwritten = op->start.flags;
    if ((op->flags & OP_MODIFIER) && !(op->flags & OP_ALWAYS) && op->codec != CODEC_WORD &&
        op->codec != CODEC_DPP_CTRL)
        op->unwritten |= GISA_OPERAND_DEFAULT;
    op->mask = (uint32_t)((UINT64_C(1) << op->f[0].width) - 1);
    op->sign = (op->flags & OP_SIGNED) || op->codec == CODEC_LABEL ? 1u << (op->f[0].width - 1) : 0;
    if (op->codec != CODEC_CODE && !op->scalar.width)
        return;
    op->need = (uint16_t)(code_fits(op->count) | (op->start.access & GISA_ACCESS_WRITE ? CODE_WRITABLE : 0) |
                          (op->flags & OP_NO_CONSTANT ? CODE_NO_CONSTANT : 0) |
                          (op->flags & OP_LITERAL ? 0 : CODE_NO_LITERAL) |
                          (op->flags & OP_LDS_DIRECT ? 0 : CODE_NOT_DIRECT));
    if (!code_fits(op->count) || op->count_of)
        fail(c->s, c->operand->at, "an operand that is held as a code has 1 to 4, 8 or 16 registers");
}

/* Operands may share a swizzle or a bank. */
field find_and_claim(void *ctx, const char *name) {
    context *c = ctx;
    field f = find_field(c->s, c->h, c->f, name);
    c->claimed |= field_mask(f);
    return f;
}

/* The text shows such a field as one of its own. */
static field find_only(void *ctx, const char *name) {
    context *c = ctx;
    return find_field(c->s, c->h, c->f, name);
}

static void resolve_banked(context *c, const operand_line *o, op_spec *op) {
    if (o->arg_count > 1)
        fail(c->s, o->at, "one field, the number of the register");
    if (o->arg_count)
        op->f[0] = find_and_claim(c, o->arg[0]);
    op->banked = add_bank_operand(c->s, c->gen, o, op->f[0], find_and_claim, find_only, c);
}

/* absent(field): CLRX's syntax has registers there. */
static void resolve_absent(context *c, const operand_line *o, op_spec *op, int count) {
    char argument[MAX_NAME];
    if (!o->arg_count)
        return;
    op->f[0] = find_field(c->s, c->h, c->f, o->arg[0]);
    op->count = (uint8_t)count;
    op->flags = option_argument(o, "always", argument) ? OP_ALWAYS : 0;
}

bool resolve_operand(context *c, const row_operand *r, bool tail, op_spec *op) {
    operand_line *o = find_operand(c->s, c->f->name, r->name, c->gen);
    const char *type_name;
    int type;
    memset(op, 0, sizeof *op);
    if (!o) {
        fail(c->s, c->h->at, "%s: no operand '%s' in format %s", c->h->name, r->name, c->f->name);
        return false;
    }
    o->used = true;
    c->operand = o;
    type_name = *o->format && *o->type ? o->type : *r->type ? r->type : *o->type ? o->type : "b32";
    type = type_named(type_name);
    if (type < 0) {
        fail(c->s, c->h->at, "unknown type '%s'", type_name);
        return false;
    }
    if (o->codec == CODEC_ABSENT) {
        resolve_absent(c, o, op, words_types[type].count);
        return false;
    }
    op->codec = (uint8_t)o->codec;
    op->type = (uint8_t)words_types[type].type;
    op->count = (uint8_t)words_types[type].count;
    op->flags = words_types[type].floating ? OP_FLOATING : 0;
    op->name = intern(c->s, r->name);
    op->doc = intern(c->s, operand_meaning(c->s, c->f->name, r->name));
    op->scale = (uint8_t)scale_of(o);
    resolve_options(c, o, op, r->mods);
    switch (o->codec) {
    case CODEC_ARRAY: resolve_array(c, o, op); break;
    case CODEC_IMPLIED: op->implied = register_code(c->s, o, c->gen, o->arg[0]); break;
    case CODEC_WORD: op->key = intern(c->s, o->arg[0]); break;
    case CODEC_OFF: break;
    case CODEC_BANKED: resolve_banked(c, o, op); break;
    default:
        if (o->arg_count > OP_FIELDS || o->arg_count < 1)
            fail(c->s, o->at, "1 to %d fields", OP_FIELDS);
        for (int i = 0; i < o->arg_count && i < OP_FIELDS; i++)
            claim(c, op->f[i] = find_field(c->s, c->h, c->f, o->arg[i]));
    }
    if (o->codec == CODEC_CHOICE || o->codec == CODEC_DPP_CTRL) {
        char names[MAX_NAME] = "";
        for (int i = 0; i < o->option_count; i++)
            if (isupper((unsigned char)o->option[i][0]))
                memcpy(names, o->option[i], sizeof names);
        op->names = names_index(c->s, o, c->gen, names);
    }
    if (tail || o->codec == CODEC_FLAG || o->codec == CODEC_ARRAY || o->codec == CODEC_WORD || op->key ||
        o->codec == CODEC_SWIZZLE)
        op->flags |= OP_MODIFIER;
    if ((o->codec == CODEC_FLAG || o->codec == CODEC_ARRAY) && !op->key)
        op->key = op->name;
    bool is_register = o->codec == CODEC_CODE || o->codec == CODEC_VGPR || o->codec == CODEC_IMPLIED ||
                       o->codec == CODEC_EXP_SOURCE || o->codec == CODEC_BANKED;
    if (is_register || o->codec == CODEC_LITERAL) {
        char argument[MAX_NAME];
        op->start.access =
            (uint8_t)(r->access | (option_argument(o, "write", argument) ? GISA_ACCESS_WRITE : 0));
        bool keeps_half = o->codec == CODEC_VGPR && find_flag(c->h, "keeps_half", c->gen);
        if (!(op->start.access & GISA_ACCESS_WRITE) || (r->access & GISA_ACCESS_READ) || keeps_half)
            op->start.access |= GISA_ACCESS_READ;
    } else
        op->count = 0;
    op->key_size = word_size(c->s, &c->s->strings.at[op->key], o->at);
    prepare_decoding(c, op);
    return true;
}
