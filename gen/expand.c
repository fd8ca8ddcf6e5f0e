/* SPDX-License-Identifier: MIT */
/* Turns headers into forms: for each generation, each header in its own format and in the promoted ones,
 * with operands resolved to bit fields and every bit accounted for. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../src/operands.h"
#include "../src/text.h"
#include "../src/words.h"
#include "spec.h"

/* ---- names ------------------------------------------------------------------------------ */

static int type_named(const char *name) {
    for (int i = 0; i < TYPE_WORDS; i++)
        if (strcmp(spec_types[i].name, name) == 0)
            return i;
    return -1;
}

const format *find_format(const spec *s, const char *name, int gen) {
    for (int i = 0; i < s->formats.count; i++)
        if ((s->formats.at[i].gens >> gen & 1) && strcmp(s->formats.at[i].name, name) == 0)
            return &s->formats.at[i];
    return NULL;
}

const flag *find_flag(const header *h, const char *name, int gen) {
    for (int i = 0; i < h->flag_count; i++)
        if ((gen < 0 || (h->flags[i].gens >> gen & 1)) && strcmp(h->flags[i].name, name) == 0)
            return &h->flags[i];
    return NULL;
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

static bool has_operand(const header *h, const char *name) {
    for (int i = 0; i < h->operand_count; i++)
        if (strcmp(h->operand[i].name, name) == 0)
            return true;
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

static uint64_t field_mask(field f) {
    return ((UINT64_C(1) << f.width) - 1) << f.shift;
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

/* ---- what a body reads and writes ------------------------------------------------------- */

typedef struct effects {
    uint32_t reads, writes;
    int d_first; /* how the body's first use of D touches it; 0 = no use */
} effects;

/* Behind an identifier: skips (...), [...], .member and tells whether it is assigned, and how. */
static int assignment(const char *p) {
    for (;;) {
        int depth = 0;
        while (isspace((unsigned char)*p))
            p++;
        if (*p == '(' || *p == '[') {
            do {
                depth += (*p == '(') + (*p == '[') - (*p == ')') - (*p == ']');
                p++;
            } while (*p && depth);
        } else if (*p == '.' && isalpha((unsigned char)p[1])) {
            p++;
            while (isalnum((unsigned char)*p) || *p == '_')
                p++;
        } else
            break;
    }
    if (*p == '=' && p[1] != '=')
        return GISA_WRITE;
    if ((strchr("+-*/%&|^", *p) && *p && p[1] == '=') || (strncmp(p, "<<=", 3) == 0) ||
        (strncmp(p, ">>=", 3) == 0) || strncmp(p, "++", 2) == 0 || strncmp(p, "--", 2) == 0)
        return GISA_READ | GISA_WRITE;
    return GISA_READ;
}

static effects body_effects(const char *body) {
    static const struct {
        const char *word;
        uint32_t state;
        int access; /* 0: by assignment */
    } words[] = {{"SCC", GISA_SCC, 0},
                 {"VCC", GISA_VCC, 0},
                 {"EXEC", GISA_EXEC, 0},
                 {"M0", GISA_M0, 0},
                 {"PC", GISA_PC, 0},
                 {"LDS", GISA_LDS, 0},
                 {"MEM", GISA_MEMORY, 0},
                 {"MODE", GISA_MODE, 0},
                 {"CSP", GISA_MODE, 0},
                 {"GDS", GISA_GDS, 0},
                 {"HWREG", GISA_SCC | GISA_VCC | GISA_EXEC | GISA_PC | GISA_MODE | GISA_STATE_TRAP, 1},
                 {"SET_HWREG", GISA_MODE | GISA_STATE_TRAP, 2},
                 {"SET_MODE", GISA_MODE, 2},
                 {"FORK", GISA_EXEC | GISA_PC | GISA_MODE, 3},
                 {"TARGET", GISA_PC, 1},
                 {"PRIV", GISA_STATE_TRAP, 0},
                 {"TRAP_EN", GISA_STATE_TRAP, 0},
                 {"INST_ATC", GISA_STATE_TRAP, 0},
                 {"COND_DBG_USER", GISA_STATE_TRAP, 0},
                 {"COND_DBG_SYS", GISA_STATE_TRAP, 0},
                 {"TBA", GISA_STATE_TRAP, 0},
                 {"TTMP", GISA_STATE_TRAP, 0},
                 {"SMEM", GISA_MEMORY, 0},
                 {"SBUFFER", GISA_MEMORY, 0},
                 {"ATOMIC_SMEM", GISA_MEMORY, 3},
                 {"ATOMIC_SBUFFER", GISA_MEMORY, 3},
                 {"FLAT", GISA_MEMORY | GISA_LDS, 0},
                 {"SCRATCH", GISA_MEMORY, 0},
                 {"TURN", GISA_GDS, 0},
                 {"GWS", GISA_GDS, 3},
                 {"ATOMIC_LDS", GISA_LDS, 3},
                 {"ATOMIC_MEM", GISA_MEMORY, 3},
                 {"ATOMIC_GDS", GISA_GDS, 3},
                 {"ATOMIC_FLAT", GISA_MEMORY | GISA_LDS, 3},
                 {"BUFFER", GISA_MEMORY, 0},
                 {"ATOMIC_BUFFER", GISA_MEMORY, 3},
                 {"LOAD_FORMAT", GISA_MEMORY, GISA_READ},
                 {"LOAD_FORMAT_D16", GISA_MEMORY, GISA_READ},
                 {"STORE_FORMAT", GISA_MEMORY, GISA_WRITE},
                 {"STORE_FORMAT_D16", GISA_MEMORY, GISA_WRITE}};
    effects e = {0};
    for (const char *p = body; *p;) {
        char word[MAX_NAME];
        int size = 0, access;
        if (!isalpha((unsigned char)*p) && *p != '_') {
            p++;
            continue;
        }
        while ((isalnum((unsigned char)*p) || *p == '_') && size < MAX_NAME - 1)
            word[size++] = *p++;
        word[size] = 0;
        access = assignment(p);
        if (strcmp(word, "D") == 0 && !e.d_first)
            e.d_first = access;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strcmp(words[i].word, word) == 0) {
                int a = words[i].access ? words[i].access : access;
                e.reads |= a & GISA_READ ? words[i].state : 0;
                e.writes |= a & GISA_WRITE ? words[i].state : 0;
                e.reads |= strcmp(word, "SCRATCH") == 0 ? GISA_FLAT_SCRATCH : 0;
            }
    }
    return e;
}

/* ---- one operand of one form ------------------------------------------------------------ */

typedef struct context {
    spec *s;
    header *h;
    const format *f;
    int gen;
    const operand_line *operand; /* that is being resolved */
    uint64_t claimed;            /* bits that the opcode or an operand holds */
    uint64_t owned;              /* those that no other operand may hold */
    uint64_t preset;             /* bits that are ignored and yet written as 1 */
} context;

/* A bit belongs to one operand; only the sources of an export look at bits of each other and of `compr`. */
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
    if (option_argument(o, "least", argument))
        op->least = atoi(argument);
    if (option_argument(o, "default", argument))
        op->otherwise = atoi(argument);
    op->otherwise_clrx = option_argument(o, "clrx_default", argument) ? atoi(argument) : op->otherwise;
    if (option_argument(o, "index", argument) || option_argument(o, "hex_from", argument) ||
        option_argument(o, "back", argument))
        op->index = (uint8_t)atoi(argument);
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

static uint8_t word_size(spec *s, const char *word, place at) {
    if (strlen(word) > TEXT_OVER)
        fail(s, at, "'%s' is longer than %d letters", word, TEXT_OVER);
    return (uint8_t)strlen(word);
}

/* Which numbered registers the operand takes without more questions; TAKES_ANY_COUNT where later ones check their number. */
static unsigned registers_taken(const op_spec *op) {
    unsigned counts = op->count_of || op->plus.width || (op->flags & OP_ANY_COUNT) ? TAKES_ANY_COUNT : 0;
    if (op->codec == CODEC_VGPR || op->codec == CODEC_EXP_SOURCE)
        return 1u << GISA_VGPR | (op->scalar.width ? 1u << GISA_SGPR : 0) | counts;
    if (op->codec != CODEC_CODE || op->enable.width)
        return 0;
    unsigned codes = (unsigned)op->scale << op->f[0].width; /* the first code that the field cannot hold */
    return (codes > OPERAND_FIRST_VGPR && !(op->flags & OP_SCALAR) ? 1u << GISA_VGPR : 0) |
           (op->flags & OP_VECTOR ? 0 : 1u << GISA_SGPR) | counts;
}

/* Which kinds of this operand src/oddities.c has to look at. */
static unsigned odd_kinds(const op_spec *op) {
    const unsigned vgpr = 1u << GISA_VGPR, all = (1u << GISA_KIND_COUNT) - 1;
    unsigned kinds = 1u << GISA_LITERAL;
    switch (op->codec) {
    case CODEC_VGPR: return all & ~(op->count_of ? vgpr : vgpr | (op->scalar.width ? 0 : 1u << GISA_NONE));
    case CODEC_CODE:
        if (op->enable.width || (op->flags & OP_VECTOR) || op->count > 1)
            return all & ~(op->flags & OP_SCALAR ? 0 : vgpr);
        kinds |= op->flags & OP_SCALAR ? vgpr : 0;
        return kinds | (op->flags & OP_NO_CONSTANT ? 1u << GISA_INLINE : 0);
    case CODEC_WAITCNT:
    case CODEC_SENDMSG:
    case CODEC_SWIZZLE:
    case CODEC_LITERAL: return all;
    case CODEC_NUMBER: return op->least ? all : 0;
    default: return 0;
    }
}

/* What decoding the operand begins with, and what it asks of a code. */
static void prepare_decoding(context *c, op_spec *op) {
    static const uint8_t kinds[CODEC_COUNT] = {
        [CODEC_CODE] = GISA_NONE,   [CODEC_VGPR] = GISA_VGPR,        [CODEC_LITERAL] = GISA_LITERAL,
        [CODEC_FLAG] = GISA_FLAG,   [CODEC_LABEL] = GISA_LABEL,      [CODEC_IMPLIED] = GISA_NAMED,
        [CODEC_OFF] = GISA_NONE,    [CODEC_WORD] = GISA_FLAG,        [CODEC_EXP_SOURCE] = GISA_NONE,
        [CODEC_NUMBER] = GISA_IMM,  [CODEC_CHOICE] = GISA_IMM,       [CODEC_ARRAY] = GISA_IMM,
        [CODEC_WAITCNT] = GISA_IMM, [CODEC_HWREG] = GISA_IMM,        [CODEC_SENDMSG] = GISA_IMM,
        [CODEC_GPR_IDX] = GISA_IMM, [CODEC_SWIZZLE] = GISA_IMM,      [CODEC_DPP_CTRL] = GISA_IMM,
        [CODEC_ATTR] = GISA_IMM,    [CODEC_MTBUF_FORMAT] = GISA_IMM, [CODEC_BANKED] = GISA_NONE,
        [CODEC_JOINED] = GISA_IMM};
    bool nowhere = op->codec == CODEC_IMPLIED || op->codec == CODEC_OFF || op->codec == CODEC_WORD;
    op->start = (gisa_operand){
        .kind = op->scalar.width ? GISA_NONE : kinds[op->codec], /* a code says itself what it stands for */
        .type = op->type,
        .count = op->count,
        .access = op->start.access,
        .flags = (uint8_t)((op->flags & OP_MODIFIER ? GISA_MODIFIER : 0) | (nowhere ? GISA_IMPLIED : 0)),
        .reg = op->codec == CODEC_IMPLIED   ? op->implied
               : op->codec == CODEC_LITERAL ? OPERAND_LITERAL
                                            : 0,
        .value = op->codec == CODEC_WORD};
    op->width = is_64bit(op->type) ? WIDTH_64 : is_16bit(op->type) ? WIDTH_16 : WIDTH_32;
    op->takes = (uint8_t)registers_taken(op);
    op->odd_kinds = (uint16_t)odd_kinds(op);
    op->unwritten = op->start.flags;
    if ((op->flags & OP_MODIFIER) && !(op->flags & OP_ALWAYS) && op->codec != CODEC_WORD &&
        op->codec != CODEC_DPP_CTRL)
        op->unwritten |= GISA_DEFAULT;
    op->mask = (uint32_t)((UINT64_C(1) << op->f[0].width) - 1);
    op->sign = (op->flags & OP_SIGNED) || op->codec == CODEC_LABEL ? 1u << (op->f[0].width - 1) : 0;
    if (op->codec != CODEC_CODE && !op->scalar.width)
        return;
    op->need = (uint16_t)(code_fits(op->count) | (op->start.access & GISA_WRITE ? CODE_WRITABLE : 0) |
                          (op->flags & OP_NO_CONSTANT ? CODE_NO_CONSTANT : 0) |
                          (op->flags & OP_LITERAL ? 0 : CODE_NO_LITERAL) |
                          (op->flags & OP_LDS_DIRECT ? 0 : CODE_NOT_DIRECT));
    if (!code_fits(op->count) || op->count_of)
        fail(c->s, c->operand->at, "an operand that is held as a code has 1 to 4, 8 or 16 registers");
}

/* Operands may share a swizzle or a bank. */
static field find_and_claim(void *ctx, const char *name) {
    context *c = ctx;
    field f = find_field(c->s, c->h, c->f, name);
    c->claimed |= field_mask(f);
    return f;
}

static void resolve_banked(context *c, const operand_line *o, op_spec *op) {
    if (o->arg_count > 1)
        fail(c->s, o->at, "one field, the number of the register");
    if (o->arg_count)
        op->f[0] = find_and_claim(c, o->arg[0]);
    op->banked = add_bank_operand(c->s, c->gen, o, op->f[0], find_and_claim, c);
}

static bool resolve_operand(context *c, const row_operand *r, bool tail, op_spec *op) {
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
    if (o->codec == CODEC_ABSENT)
        return false;
    op->codec = (uint8_t)o->codec;
    op->type = (uint8_t)spec_types[type].type;
    op->count = (uint8_t)spec_types[type].count;
    op->flags = spec_types[type].floating ? OP_FLOATING : 0;
    op->name = intern(c->s, r->name);
    op->doc = intern(c->s, operand_meaning(c->s, c->gen, c->f->name, r->name));
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
        op->start.access = (uint8_t)(r->access | (option_argument(o, "write", argument) ? GISA_WRITE : 0));
        bool keeps_half = o->codec == CODEC_VGPR && find_flag(c->h, "keeps_half", c->gen);
        if (!(op->start.access & GISA_WRITE) || (r->access & GISA_READ) || keeps_half)
            op->start.access |= GISA_READ;
    } else
        op->count = 0;
    op->key_size = word_size(c->s, &c->s->strings.at[op->key], o->at);
    prepare_decoding(c, op);
    return true;
}

/* ---- one form --------------------------------------------------------------------------- */

static bool tail_applies(const header *h, const char *conditions, int gen) {
    for (const char *p = conditions; *p;) {
        char word[MAX_NAME];
        size_t n = strcspn(p, "|");
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        if (strcmp(word, "float") == 0) {
            int type = h->operand_count ? type_named(h->operand[0].type) : -1;
            if (type >= 0 && spec_types[type].floating)
                return true;
        } else if (find_flag(h, word, gen))
            return true;
        p += n + (p[n] == '|');
    }
    return false;
}

static uint16_t add_op(generation *g, const op_spec *op) {
    for (int i = g->ops.count - 1; i >= 0; i--)
        if (memcmp(&g->ops.at[i], op, sizeof *op) == 0)
            return (uint16_t)i;
    *LIST_ADD(g->ops) = *op;
    return (uint16_t)(g->ops.count - 1);
}

/* Code 255 in this field makes the instruction 8 bytes long. */
static void add_literal(context *c, form_length *length, field at) {
    for (int i = 0; i < 2; i++)
        if (!length->mask[i]) {
            length->mask[i] = (uint32_t)field_mask(at);
            length->value[i] = (uint32_t)OPERAND_LITERAL << at.shift;
            return;
        }
    fail(c->s, c->h->at, "%s: more than two operands that may be literals", c->h->name);
}

/* "+ rsq.f32": what stands between the two halves of a dual-issue instruction. */
static op_spec join_operand(context *c, const char *text) {
    op_spec op = {.codec = CODEC_JOIN, .flags = OP_MODIFIER | OP_ALWAYS | OP_SPACE};
    op.key = intern(c->s, text);
    op.key_size = word_size(c->s, text, c->h->at);
    op.name = intern(c->s, "and");
    op.doc = intern(c->s, operand_meaning(c->s, c->gen, c->f->name, "and"));
    op.start.kind = GISA_FLAG;
    op.start.flags = op.unwritten = GISA_MODIFIER | GISA_IMPLIED;
    return op;
}

static void add_operand(context *c, list_form *lf, const row_operand *r, bool tail) {
    op_spec op;
    if (r->name[0] == '+')
        op = join_operand(c, r->name);
    else if (!resolve_operand(c, r, tail, &op))
        return;
    if (lf->f.op_count == MAX_OPERANDS) {
        fail(c->s, c->h->at, "%s: more than %d operands", c->h->name, MAX_OPERANDS);
        return;
    }
    if (op.codec == CODEC_CODE && (op.flags & OP_LITERAL) && c->f->size == 4)
        add_literal(c, &lf->length, op.f[0]);
    lf->f.flags |=
        (uint16_t)((op.flags & OP_MODIFIER ? FORM_MODIFIERS : 0) |
                   ((op.count_of | op.plus.width) && !(op.flags & OP_ANY_COUNT) ? FORM_COUNTS : 0) |
                   (op.codec == CODEC_MTBUF_FORMAT ? FORM_BUFFER_FORMAT : 0) |
                   (op.codec == CODEC_WORD || op.codec == CODEC_DPP_CTRL ? FORM_DEMANDS : 0));
    if ((op.flags & OP_LITERAL) || op.codec == CODEC_LITERAL) {
        lf->f.flags |= lf->literals ? FORM_LITERALS : 0;
        lf->literals = true;
    }
    lf->f.prefixes |= (uint16_t)((op.flags & OP_PREFIX ? 1 : 0) << lf->f.op_count);
    lf->f.suffixes |= (uint16_t)((op.flags & OP_SUFFIX ? 1 : 0) << lf->f.op_count);
    uint16_t number = add_op(&c->s->g[c->gen], &op);
    if (op.codec == CODEC_BANKED)
        describe_bank(c->s, c->gen, number, c->operand, find_and_claim, c);
    lf->ops[lf->f.op_count++] = number;
}

static void add_tail(context *c, list_form *lf) {
    for (int i = 0; i < c->s->tails.count; i++) {
        const tail_line *t = &c->s->tails.at[i];
        if (!(t->gens >> c->gen & 1) || strcmp(t->format, c->f->name) != 0)
            continue;
        for (int k = 0; k < t->count; k++) {
            row_operand r = {0};
            const char *mark = strchr(t->item[k], '?');
            snprintf(r.name, sizeof r.name, "%.*s", (int)strcspn(t->item[k], "?"), t->item[k]);
            if (!mark || tail_applies(c->h, mark + 1, c->gen))
                add_operand(c, lf, &r, true);
        }
    }
}

/* The opcode may be in several fields, the most significant bits in the first one. */
static void set_opcode(context *c, list_form *lf, uint32_t opcode) {
    uint32_t left = opcode;
    int width = 0;
    for (int i = c->f->field_count - 1; i >= 0; i--) {
        const bit_field *b = &c->f->field[i];
        field at = {(uint8_t)b->shift, (uint8_t)b->width};
        if (!is_opcode_field(b->name))
            continue;
        lf->f.mask |= field_mask(at);
        lf->f.value |= ((uint64_t)left << b->shift) & field_mask(at);
        left >>= b->width;
        width += b->width;
    }
    if (left && !width)
        fail(c->s, c->h->at, "%s: format %s has no opcode field", c->h->name, c->f->name);
    else if (left)
        fail(c->s, c->h->at, "%s: opcode 0x%x does not fit the %d bits of %s", c->h->name, opcode, width,
             c->f->name);
}

static int class_of(context *c) {
    const flag *f = find_flag(c->h, "class", c->gen);
    if (f && f->args)
        for (int i = 0; i < GISA_CLASS_COUNT; i++)
            if (strcmp(spec_classes[i], f->args) == 0)
                return i;
    if (f)
        fail(c->s, c->h->at, "unknown class '%s'", f->args ? f->args : "");
    return c->f->class_;
}

static void set_state(context *c, form *f) {
    effects e = c->h->body ? body_effects(c->h->body) : (effects){0};
    f->reads = e.reads;
    f->writes = e.writes;
    for (int i = 0; i < c->s->classes.count; i++)
        if (c->s->classes.at[i].class_ == c->f->class_) {
            f->reads |= c->s->classes.at[i].reads;
            f->writes |= c->s->classes.at[i].writes;
        }
    for (int i = 0; i < c->h->flag_count; i++) {
        const flag *fl = &c->h->flags[i];
        bool reads = strcmp(fl->name, "reads") == 0, writes = strcmp(fl->name, "writes") == 0;
        if (!(fl->gens >> c->gen & 1) || !fl->args)
            continue;
        if (reads || writes || strcmp(fl->name, "ignores") == 0) {
            uint32_t mask = state_mask(c->s, c->h->at, fl->args, strlen(fl->args));
            if (reads)
                f->reads |= mask;
            else if (writes)
                f->writes |= mask;
            else
                f->reads &= ~mask;
        }
    }
}

/* The destination is read, too, where a body's first use of D is not a plain assignment. What a body writes only in
 * part or under a condition says `+read` in its row. */
static void body_access(header *h) {
    if (!h->body || !(body_effects(h->body).d_first & GISA_READ))
        return;
    for (int i = 0; i < h->operand_count; i++)
        if (strcmp(h->operand[i].name, "sdst") == 0 || strcmp(h->operand[i].name, "vdst") == 0) {
            h->operand[i].access |= GISA_READ;
            return;
        }
}

static void set_print(spec *s, form *f, int syntax, const char *mnemonic, place at) {
    f->print[syntax] = intern(s, mnemonic);
    f->print_size[syntax] = word_size(s, mnemonic, at);
}

static void add_form(spec *s, int gen, int header_index, const format *f, uint32_t opcode, const char *suffix,
                     bool silent, int order) {
    generation *g = &s->g[gen];
    context c = {.s = s, .h = &s->headers.at[header_index], .f = f, .gen = gen};
    list_form *lf = LIST_ADD(g->forms);
    char mnemonic[2 * MAX_NAME];
    memset(lf, 0, sizeof *lf);
    lf->header = header_index;
    lf->order = order;
    snprintf(lf->format, sizeof lf->format, "%s", f->name);
    lf->f.mask = f->mask;
    lf->f.value = f->value;
    lf->f.size = (uint8_t)f->size;
    lf->f.opcode = (uint16_t)opcode;
    lf->length.value[0] = lf->length.value[1] = f->size > s->unit ? 0 : 1;
    set_opcode(&c, lf, opcode);
    body_access(c.h);
    for (int i = 0; i < c.h->operand_count; i++)
        add_operand(&c, lf, &c.h->operand[i], false);
    if (!find_flag(c.h, "notail", gen))
        add_tail(&c, lf);
    lf->f.zero = f->zero;
    lf->f.unused = f->unused;
    c.claimed |= lf->f.mask;
    for (int i = 0; i < f->field_count; i++) {
        uint64_t mask =
            field_mask((field){(uint8_t)f->field[i].shift, (uint8_t)f->field[i].width}) & ~c.claimed;
        *(f->field[i].ignored || s->complete ? &lf->f.unused : &lf->f.zero) |= mask;
    }
    lf->f.preset = c.preset;
    lf->f.unused |= c.preset;
    lf->f.zero &= ~c.preset;
    lf->f.class_ = (uint8_t)class_of(&c);
    lf->f.flags |= s->complete ? FORM_FIELDS : 0;
    lf->f.flags |= find_flag(c.h, "keeps_half", gen) ? FORM_KEEPS_HALF : 0;
    lf->f.flags |= find_flag(c.h, "high_half", gen) ? FORM_HIGH_HALF : 0;
    lf->f.flags |= f->class_ == GISA_CLASS_VALU ? FORM_VECTOR_BUS : 0;
    set_state(&c, &lf->f);
    snprintf(mnemonic, sizeof mnemonic, "%.*s%s", (int)strcspn(c.h->name, "+"), c.h->name,
             silent ? "" : suffix);
    snprintf(lf->suffix, sizeof lf->suffix, "%s", suffix);
    set_print(s, &lf->f, GISA_LLVM, mnemonic, c.h->at);
    lf->f.suffix = intern(s, suffix);
    const flag *alias = find_flag(c.h, "alias", gen);
    lf->f.aliases = alias && alias->args ? intern(s, alias->args) : 0;
    const flag *clrx = find_flag(c.h, "clrx", gen);
    lf->f.clrx = clrx && clrx->args ? intern(s, clrx->args) : 0;
    /* CLRX has names of its own for some instructions, and needs no word for the short encoding. */
    const char *name = lf->f.clrx ? clrx->args : c.h->name;
    snprintf(mnemonic, sizeof mnemonic, "%.*s%s", (int)strcspn(name, "+"), name,
             silent || strcmp(suffix, "_e32") == 0 ? "" : suffix);
    set_print(s, &lf->f, GISA_CLRX, mnemonic, c.h->at);
    const flag *unsure = find_flag(c.h, "unsure", gen);
    lf->f.unsure = unsure && unsure->args ? intern(s, unsure->args) : 0;
    const flag *approximate = find_flag(c.h, "approximate", gen);
    lf->f.approximate = approximate && approximate->args ? intern(s, approximate->args) : 0;
    lf->f.first_op = (uint16_t)g->op_list.count;
    for (int i = 0; i < lf->f.op_count; i++)
        *LIST_ADD(g->op_list) = lf->ops[i];
}

static void expand_header(spec *s, int gen, int index) {
    header *h = &s->headers.at[index];
    const format *f = find_format(s, h->format, gen);
    const flag *no = find_flag(h, "no", gen);
    if (!f) {
        fail(s, h->at, "%s: no format %s on %s", h->name, h->format, s->gen[gen]);
        return;
    }
    add_form(s, gen, index, f, (uint32_t)h->opcode[gen], f->suffix,
             f->silent || find_flag(h, "nosuffix", gen) != NULL, 0);
    for (int i = 0; i < s->promotions.count; i++) {
        const promotion *p = &s->promotions.at[i];
        const format *to = find_format(s, p->to, gen);
        if (!(p->gens >> gen & 1) || strcmp(p->from, h->format) != 0)
            continue;
        if (!to)
            fail(s, p->at, "no format %s on %s", p->to, s->gen[gen]);
        else if (!no || !excludes(no, p)) {
            add_form(s, gen, index, to, (uint32_t)h->opcode[gen] + p->plus, p->suffix, p->silent, i + 1);
            if (p->never)
                s->g[gen].forms.at[s->g[gen].forms.count - 1].f.flags |= FORM_NEVER;
        }
    }
}

/* ---- operand codes, names, packs -------------------------------------------------------- */

static void expand_codes(spec *s, int gen) {
    generation *g = &s->g[gen];
    g->float_first = -1;
    for (int i = 0; i < s->codes.count; i++) {
        const code_line *c = &s->codes.at[i];
        if (!(c->gens >> gen & 1))
            continue;
        for (int k = c->first; k <= c->last; k++) {
            code_info *info = &g->codes[k];
            int left = c->last - k;
            if (info->kind)
                fail(s, c->at, "operand code %d has a meaning already", k);
            if ((c->kind == CODE_LITERAL) != (k == OPERAND_LITERAL) ||
                (c->kind == CODE_VGPR) != (k >= OPERAND_FIRST_VGPR))
                fail(s, c->at, "a literal has operand code %d, and vector registers have those from %d on",
                     OPERAND_LITERAL, OPERAND_FIRST_VGPR);
            info->kind = (uint8_t)c->kind;
            info->last = (uint8_t)(left > 255 ? 255 : left);
            info->value = (int16_t)(c->kind == CODE_INT     ? c->value + (k - c->first) * c->step
                                    : c->kind == CODE_FLOAT ? c->value
                                                            : k - c->first);
            if (c->kind == CODE_PAIR_LO) {
                char name[2 * MAX_NAME];
                bool high = k != c->first;
                snprintf(name, sizeof name, "%s_%s", c->name, high ? "hi" : "lo");
                info->kind = high ? CODE_PAIR_HI : CODE_PAIR_LO;
                info->name = info->clrx = intern(s, name);
                info->pair = high ? 0 : intern(s, c->name);
            } else if (c->kind == CODE_REG) {
                info->last = (uint8_t)c->value;
                info->value = (int16_t)c->step;
                info->name = intern(s, c->name);
                info->clrx = *c->clrx ? intern(s, c->clrx) : info->name;
            } else if (c->kind == CODE_FLOAT) {
                if (g->float_first < 0)
                    g->float_first = k;
                if (k - g->float_first != c->value)
                    fail(s, c->at, "floats must have consecutive codes");
                g->float_count = c->value + 1;
            }
        }
    }
}

/* May an operand of `count` registers begin at this code? */
static bool group_fits(const code_info *info, unsigned count) {
    switch (info->kind) {
    case CODE_SGPR:
    case CODE_TTMP:
    case CODE_VGPR: return info->last + 1u >= count;
    case CODE_PAIR_LO: return count <= 2;
    case CODE_PAIR_HI: return count <= 1;
    case CODE_REG: return count <= info->last + 1u;
    case CODE_INT:
    case CODE_FLOAT:
    case CODE_LITERAL: return count <= 2;
    default: return false;
    }
}

static int64_t constant_value(const code_info *info, int width) {
    static const uint8_t types[] = {[WIDTH_32] = GISA_B32, [WIDTH_16] = GISA_F16, [WIDTH_64] = GISA_B64};
    return info->kind == CODE_INT ? info->value : (int64_t)operand_float((unsigned)info->value, types[width]);
}

/* The same facts as the decoder needs them. */
static void expand_code_operands(generation *g) {
    static const uint8_t kinds[] = {
        [CODE_RESERVED] = GISA_NAMED, [CODE_SGPR] = GISA_SGPR,     [CODE_TTMP] = GISA_TTMP,
        [CODE_PAIR_LO] = GISA_NAMED,  [CODE_PAIR_HI] = GISA_NAMED, [CODE_REG] = GISA_NAMED,
        [CODE_INT] = GISA_INLINE,     [CODE_FLOAT] = GISA_INLINE,  [CODE_LITERAL] = GISA_LITERAL,
        [CODE_VGPR] = GISA_VGPR};
    static const uint8_t counts[] = {1, 2, 3, 4, 8, 16};
    for (int k = 0; k < CODES; k++) {
        const code_info *info = &g->codes[k];
        bool constant = info->kind == CODE_INT || info->kind == CODE_FLOAT;
        bool numbered = info->kind == CODE_SGPR || info->kind == CODE_TTMP || info->kind == CODE_VGPR;
        unsigned use = 0;
        for (int width = 0; width < WIDTHS; width++)
            g->code_operands[width][k] = (gisa_operand){
                .kind = kinds[info->kind],
                .flags = info->kind == CODE_FLOAT ? GISA_FLOAT : 0,
                .reg = (uint16_t)(numbered ? info->value : k),
                .value = constant ? constant_value(info, width) : 0,
            };
        for (size_t i = 0; i < sizeof counts; i++)
            use |= group_fits(info, counts[i]) ? code_fits(counts[i]) : 0;
        use |= k < OPERAND_FIRST_VALUE || k >= OPERAND_FIRST_VGPR ? CODE_WRITABLE : 0;
        use |= constant ? 0 : CODE_NO_CONSTANT;
        use |= info->kind == CODE_LITERAL ? 0 : CODE_NO_LITERAL;
        use |= info->kind == CODE_REG && info->value ? 0 : CODE_NOT_DIRECT;
        g->code_uses[k] = (uint16_t)use;
    }
}

static void expand_names(spec *s, int gen) {
    generation *g = &s->g[gen];
    for (int i = 0; i < s->names.count; i++) {
        uint32_t name = intern(s, s->names.at[i].name);
        bool known = false;
        for (int k = 0; k < g->names.count; k++)
            known |= g->names.at[k].name == name;
        if (known)
            continue;
        name_table *t = LIST_ADD(g->names);
        t->name = name;
        t->first = (uint16_t)g->entries.count;
        for (int k = i; k < s->names.count; k++) {
            const names_line *n = &s->names.at[k];
            if (strcmp(n->name, s->names.at[i].name) != 0 || !(n->gens >> gen & 1))
                continue;
            name_entry *e = LIST_ADD(g->entries);
            *e = (name_entry){intern(s, n->llvm), intern(s, n->clrx), (uint16_t)n->value, (uint16_t)n->span};
            t->count++;
        }
    }
    for (int i = 0; i < s->packs.count; i++) {
        const pack_line *p = &s->packs.at[i];
        uint32_t name = intern(s, p->name);
        if (!(p->gens >> gen & 1))
            continue;
        if (!g->packs.count || g->packs.at[g->packs.count - 1].name != name)
            *LIST_ADD(g->packs) = (pack){name, (uint8_t)g->parts.count, 0};
        *LIST_ADD(g->parts) = (pack_part){intern(s, p->part), p->low, p->high};
        g->packs.at[g->packs.count - 1].count++;
    }
}

void expand(spec *s) {
    for (int g = 0; g < s->gen_count; g++) {
        expand_codes(s, g);
        expand_code_operands(&s->g[g]);
        expand_names(s, g);
        for (int i = 0; i < s->headers.count; i++)
            if (s->headers.at[i].opcode[g] >= 0)
                expand_header(s, g, i);
    }
    for (int i = 0; i < s->operands.count; i++)
        if (!s->operands.at[i].used && s->headers.count > 1000)
            fail(s, s->operands.at[i].at, "operand %s%s%s is used by no row", s->operands.at[i].format,
                 *s->operands.at[i].format ? "." : "", s->operands.at[i].name);
}
