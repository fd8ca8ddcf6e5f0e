/* SPDX-License-Identifier: MIT */
/* Operands and modifiers in words: what they take, what they do, and which bits hold them. */
#include <string.h>

#include "manual.h"

/* ---- what an operand takes ---------------------------------------------------------------- */

static const char *access_text(unsigned access) {
    return access == (GISA_ACCESS_READ | GISA_ACCESS_WRITE) ? "read and written"
           : access == GISA_ACCESS_WRITE                    ? "written"
                                                            : "read";
}

/* "a vector register, scalar register or inline constant" */
static void say_choices(text *t, uint32_t flags) {
    static const struct {
        uint32_t flag;
        const char *text;
    } kinds[] = {
        {GISA_INFO_TAKES_VGPR, "vector register"},        {GISA_INFO_TAKES_SGPR, "scalar register"},
        {GISA_INFO_TAKES_CONSTANT, "inline constant"},    {GISA_INFO_TAKES_LITERAL, "literal"},
        {GISA_INFO_TAKES_LDS, "<code>lds_direct</code>"},
    };
    const char *article = "a ";
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        uint32_t more = 0;
        if (!(flags & kinds[i].flag))
            continue;
        for (unsigned k = i + 1; k < sizeof kinds / sizeof *kinds; k++)
            more |= flags & kinds[k].flag;
        raw(t, *article ? article : more ? ", " : " or ");
        raw(t, kinds[i].text);
        article = "";
    }
}

/* "-x, |x|" */
static void say_source_modifiers(text *t, const gisa_operand_info *o) {
    const struct {
        unsigned width;
        const char *text;
    } kinds[] = {{o->neg.width, "-x"}, {o->abs.width, "|x|"}, {o->sext.width, "sext(x)"}};
    const char *between = " With ";
    for (unsigned i = 0; i < 3; i++)
        if (kinds[i].width) {
            say(t, "%s<code>%s</code>", between, kinds[i].text);
            between = ", ";
        }
    if (*between == ',')
        raw(t, ".");
}

static void say_count(text *t, const gisa_operand_info *o) {
    if (*o->count)
        say(t, " Registers: <code>%s</code>.", o->count);
    if (o->plus.width)
        raw(t, " One more with <code>tfe</code>.");
}

static void say_register(text *t, const variant *v, const gisa_operand_info *o, unsigned number) {
    size_t begin;
    if (o->flags & GISA_INFO_HELD_NOWHERE) {
        say(t, "Always <code>%s</code>, which no bit holds.", o->implied);
        return;
    }
    say_sentence(t, gisa_codec_written(o->codec));
    begin = t->size;
    if (!*gisa_codec_written(o->codec))
        say_choices(t, o->flags);
    if (t->size > begin) {
        t->at[begin] = 'A';
        if (o->registers > 1 && !*o->count)
            say(t, ", the first of %u", o->registers);
        raw(t, ".");
    }
    if (*o->implied)
        say(t, " <code>%s</code> where the bit for it is 0.", o->implied);
    say_bank(t, v, number);
    say_count(t, o);
    say_source_modifiers(t, o);
}

/* ---- numbers and names -------------------------------------------------------------------- */

static unsigned total_width(const gisa_operand_info *o) {
    unsigned width = 0;
    for (unsigned i = 0; i < o->field_count; i++)
        width += o->field[i].width;
    return width;
}

static void say_range(text *t, const gisa_operand_info *o) {
    unsigned width = total_width(o);
    if (o->flags & GISA_INFO_IS_SIGNED && width && width < 32)
        say(t, ", &#8722;%u to %u", 1u << (width - 1), (1u << (width - 1)) - 1);
    else if (width < 32)
        say(t, ", 0 to %u", (1u << width) - 1);
    else
        raw(t, " of 32 bits");
}

/* The names that can be written, where they are few. */
static void say_names(text *t, const variant *v, const char *table) {
    gisa_value_name n, before;
    unsigned count = 0;
    while (gisa_name_of_value(v->isa, table, count, &n) == GISA_OK)
        if (n.last != n.value || ++count > 16)
            return;
    for (unsigned i = 0, said = 0; i < count; i++) {
        bool twice = false;
        gisa_name_of_value(v->isa, table, i, &n);
        for (unsigned k = 0; k < i && !twice; k++)
            twice =
                gisa_name_of_value(v->isa, table, k, &before) == GISA_OK && strcmp(before.llvm, n.llvm) == 0;
        if (!twice)
            say(t, "%s<code>%s</code>", said++ ? ", " : "", n.llvm);
    }
    raw(t, ".");
}

/* The name of a value, or NULL. */
static const char *name_of(const variant *v, const char *table, int value, gisa_syntax syntax) {
    gisa_value_name n;
    for (unsigned i = 0; *table && gisa_name_of_value(v->isa, table, i, &n) == GISA_OK; i++)
        if (n.value == value && n.last == n.value)
            return syntax == GISA_SYNTAX_CLRX ? n.clrx : n.llvm;
    return NULL;
}

static void say_default_in(text *t, const variant *v, const gisa_operand_info *o, gisa_syntax syntax) {
    int value = syntax == GISA_SYNTAX_CLRX ? o->otherwise_clrx : o->otherwise;
    const char *name = name_of(v, o->names, value, syntax);
    if (name)
        say(t, "<code>%s</code>", name);
    else if (strcmp(o->codec, "array") == 0)
        for (unsigned i = 0; i < o->field_count; i++)
            say(t, "%c%u%s", i ? ',' : '[', (unsigned)value >> i & 1, i + 1 < o->field_count ? "" : "]");
    else
        say(t, "%d", value);
}

/* What it is when it is left out, where that says something. */
static void say_default(text *t, const variant *v, const gisa_operand_info *o) {
    bool named = name_of(v, o->names, o->otherwise, GISA_SYNTAX_LLVM);
    if (!(o->flags & GISA_INFO_IS_OPTIONAL) || (*o->names && !named) || *gisa_codec_tables(o->codec))
        return;
    raw(t, " Left out: ");
    say_default_in(t, v, o, GISA_SYNTAX_LLVM);
    if (o->otherwise != o->otherwise_clrx) {
        raw(t, "; in CLRX ");
        say_default_in(t, v, o, GISA_SYNTAX_CLRX);
    }
    raw(t, ".");
}

static void say_table_link(text *t, const gisa_operand_info *o) {
    const char *tables = *o->names ? o->names : gisa_codec_tables(o->codec), *between = " See ";
    while (*tables) {
        int size = (int)strcspn(tables, " ");
        say(t, "%s<a href='values.html#%.*s'>%.*s</a>", between, size, tables, size, tables);
        between = ", ";
        tables += size + (tables[size] == ' ');
    }
    raw(t, *between == ',' ? "." : "");
}

static void say_number(text *t, const variant *v, const gisa_operand_info *o) {
    if (strcmp(o->codec, "number") == 0) {
        raw(t, "A number");
        say_range(t, o);
        raw(t, ".");
    } else
        say_sentence(t, gisa_codec_written(o->codec));
    if (strcmp(o->codec, "choice") == 0)
        say_names(t, v, o->names);
    say_table_link(t, o);
    if (o->least)
        say(t, " Values below %d are written in another form.", (int)o->least);
    if (strcmp(o->codec, "flag") != 0)
        say_default(t, v, o);
}

static bool is_register(const gisa_operand_info *o) {
    return o->registers || *o->count;
}

/* "f32, read" */
static void say_type(text *t, const gisa_operand_info *o) {
    if (is_register(o))
        say(t, "%s<span class='type'>%s%s%s</span>", t->size ? " " : "", o->type, *o->type ? ", " : "",
            access_text(o->access));
    if (*o->written)
        say(t, " Not written where <code>%s</code> is 0", o->written);
    if (*o->written)
        raw(t, ".");
}

/* What may be written for it. */
static void say_written(text *t, const variant *v, const gisa_operand_info *o, unsigned number) {
    raw(t, ""); /* perhaps nothing, but a text */
    if (is_register(o))
        say_register(t, v, o, number);
    else
        say_number(t, v, o);
}

/* ---- all operands of a row ----------------------------------------------------------------- */

enum { MAX_NAMES = 64 };

/* The names of operands, or modifiers, of some forms in the order of the text. */
static unsigned collect_names(const char *names[MAX_NAMES], const variant *forms, size_t count,
                              bool modifiers) {
    unsigned n = 0;
    gisa_operand_info o;
    for (size_t f = 0; f < count; f++)
        for (unsigned i = 0; operand_at(&forms[f], i, &o); i++) {
            unsigned k = 0;
            if (!(o.flags & GISA_INFO_IS_MODIFIER) == modifiers)
                continue;
            while (k < n && strcmp(names[k], o.name) != 0)
                k++;
            if (k == n && n < MAX_NAMES)
                names[n++] = o.name;
        }
    return n;
}

/* Its number; -1 = the form does not have it. */
static int find_operand(const variant *v, const char *name, gisa_operand_info *o) {
    for (int i = 0; operand_at(v, (unsigned)i, o); i++)
        if (strcmp(o->name, name) == 0)
            return i;
    return -1;
}

static void say_paragraphs(page *p, const model *m, const varieties *v) {
    for (unsigned i = 0; i < v->count; i++) {
        text where = {0};
        if (!v->at[i].what.size)
            continue;
        say_where(&where, m, v, &v->at[i]);
        raw(&p->out, "<p>");
        if (where.size)
            say(&p->out, "<span class='where'>%s:</span> ", where.at);
        raw(&p->out, v->at[i].what.at);
        raw(&p->out, "</p>\n");
        text_free(&where);
    }
}

/* All that the forms say of the operand in one sentence each. */
typedef struct operand_texts {
    varieties meaning; /* the sentence and the type */
    varieties written; /* what may stand there */
    varieties whole;   /* both together */
} operand_texts;

static void add_texts(operand_texts *t, const variant *v, const gisa_operand_info *o, unsigned number) {
    text is = {0}, takes = {0}, both = {0};
    raw(&is, ""); /* perhaps nothing, but a text */
    say_sentence(&is, o->doc ? o->doc : "");
    raw(&both, is.at);
    say_type(&is, o);
    say_written(&takes, v, o, number);
    if (takes.size && both.size)
        raw(&both, " ");
    raw(&both, takes.at);
    say_type(&both, o);
    varieties_add(&t->meaning, &is, v);
    varieties_add(&t->written, &takes, v);
    varieties_add(&t->whole, &both, v);
}

/* "S0", "S1 or S0" where forms differ. */
static void add_role(text *t, const char *role) {
    if (*role && (!t->size || !strstr(t->at, role)))
        say(t, "%s%s", t->size ? " or " : "", role);
}

/* What it is, and where; then, if that is the same everywhere, what may be written for it in which
   form. */
static void say_named(page *p, const model *m, const variant *forms, size_t count, const char *name) {
    static operand_texts t;
    text roles = {0};
    int number;
    gisa_operand_info o;
    for (size_t f = 0; f < count; f++) {
        varieties_note(&t.meaning, &forms[f]);
        varieties_note(&t.whole, &forms[f]);
        number = find_operand(&forms[f], name, &o);
        if (number < 0)
            continue;
        add_texts(&t, &forms[f], &o, (unsigned)number);
        add_role(&roles, o.word);
    }
    say(&p->out, "<dt id='%sop-%s'><code>%s</code>", p->part, name, name);
    if (roles.size)
        say(&p->out, " <small>%s</small>", roles.at);
    text_free(&roles);
    raw(&p->out, "</dt>\n<dd>");
    if (t.whole.count == 1 || t.meaning.count > 1)
        say_paragraphs(p, m, &t.whole);
    else {
        say_paragraphs(p, m, &t.meaning);
        say_paragraphs(p, m, &t.written);
    }
    raw(&p->out, "</dd>\n");
    varieties_free(&t.meaning);
    varieties_free(&t.written);
    varieties_free(&t.whole);
}

static void say_list(page *p, const model *m, const variant *forms, size_t count, bool modifiers) {
    const char *names[MAX_NAMES];
    unsigned n = collect_names(names, forms, count, modifiers);
    if (!n)
        return;
    section_begin(p, modifiers ? "Modifiers" : "Operands");
    raw(&p->out, "<dl class='operands'>\n");
    for (unsigned i = 0; i < n; i++)
        say_named(p, m, forms, count, names[i]);
    raw(&p->out, "</dl>\n");
    section_end(p);
}

void say_operands(page *p, const model *m, const variant *forms, size_t count) {
    say_list(p, m, forms, count, false);
    say_list(p, m, forms, count, true);
}

/* ---- operands in a picture ----------------------------------------------------------------- */

static bool at(gisa_bits field, const gisa_piece *piece) {
    return field.width && field.low <= piece->at.low &&
           field.low + field.width >= piece->at.low + piece->at.width;
}

/* What a field does for an operand: the words before its name and after it. */
static void say_part(page *p, const gisa_operand_info *o, const gisa_piece *piece) {
    const struct {
        gisa_bits field;
        const char *before, *behind;
    } parts[] = {
        {o->neg, "negates ", ""},
        {o->abs, "absolute value of ", ""},
        {o->sext, "extends the sign of ", ""},
        {o->scalar, "1: ", " is a scalar register"},
        {o->enable, "1: ", " is what its field says"},
        {o->plus, "1: one more register in ", ""},
    };
    const char *before = "", *behind = "";
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (at(parts[i].field, piece)) {
            before = parts[i].before;
            behind = parts[i].behind;
        }
    say(&p->out, "%s<a href='#%sop-%s'>%s</a>%s", before, p->part, o->name, o->name, behind);
    for (unsigned i = o->field_count; i-- > 0 && strcmp(o->codec, "array") == 0;)
        if (o->field[i].low >= piece->at.low && o->field[i].low < piece->at.low + piece->at.width)
            say(&p->out, " %c", 'a' + (int)i);
}

void say_piece(page *p, const variant *v, const gisa_piece *piece) {
    gisa_operand_info o;
    const char *between = "";
    switch ((gisa_piece_kind)piece->kind) {
    case GISA_PIECE_FIXED: raw(&p->out, "always so"); return;
    case GISA_PIECE_OPCODE: say(&p->out, "opcode 0x%02x", (unsigned)piece->value); return;
    case GISA_PIECE_ZERO: raw(&p->out, "reserved, must be 0"); return;
    case GISA_PIECE_IGNORED: raw(&p->out, "without effect"); return;
    case GISA_PIECE_WRITTEN:
        say(&p->out, "after the text, <code>%s:n</code>, where it is not %u", piece->name,
            (unsigned)piece->value);
        return;
    case GISA_PIECE_FIELD: break;
    }
    for (unsigned i = 0; operand_at(v, i, &o); i++)
        if (piece->operands >> i & 1) {
            raw(&p->out, between);
            say_part(p, &o, piece);
            between = "; ";
        }
}

/* The operand whose own bits these are, or else the first one that looks at them. */
static int main_operand(const variant *v, const gisa_piece *piece) {
    gisa_operand_info o;
    int any = -1;
    for (int i = 0; operand_at(v, (unsigned)i, &o); i++) {
        if (!(piece->operands >> i & 1))
            continue;
        if (o.field_count && at(o.field[0], piece))
            return i;
        if (any < 0)
            any = i;
    }
    return any;
}

const char *piece_operand(const variant *v, const gisa_piece *piece) {
    int i = piece->kind == GISA_PIECE_FIELD ? main_operand(v, piece) : -1;
    return i < 0 ? NULL : v->operands[i].name;
}

const char *piece_class(const variant *v, const gisa_piece *piece) {
    gisa_operand_info o;
    int i = main_operand(v, piece);
    if (i < 0 || !operand_at(v, (unsigned)i, &o))
        return "m";
    if ((o.flags & GISA_INFO_IS_MODIFIER) || (o.field_count && !at(o.field[0], piece)))
        return "m";
    return o.access & GISA_ACCESS_WRITE ? "d" : "s";
}
