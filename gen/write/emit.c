/* SPDX-License-Identifier: MIT */
/* Writes the tables as C. The shapes are those of src/core/tables.h. */
#include <stdlib.h>
#include <string.h>

#include "core/operands.h"
#include "core/text.h"
#include "spec.h"

/* Members of a structure by name; those that are 0 are left out. */
#define PUT(of, member) put_number(out, #member, (unsigned long long)(of)->member)
#define PUT_SIGNED(of, member) put_signed(out, #member, (of)->member)
#define PUT_FIELD(of, member) put_field(out, #member, (of)->member)

static void put_number(FILE *out, const char *member, unsigned long long value) {
    if (value)
        fprintf(out, value < 10 ? ".%s=%llu," : ".%s=0x%llx,", member, value);
}

static void put_signed(FILE *out, const char *member, int value) {
    if (value)
        fprintf(out, ".%s=%d,", member, value);
}

static void put_field(FILE *out, const char *member, field f) {
    if (f.width)
        fprintf(out, ".%s={%u,%u},", member, f.shift, f.width);
}

static void emit_forms(const generation *g, int n, FILE *out) {
    fprintf(out, "static const form forms_%d[] = {\n", n);
    for (int i = 0; i < g->forms.count; i++) {
        const list_form *lf = &g->forms.at[i];
        const form *f = &lf->f;
        fputs("    {", out);
        PUT(f, mask), PUT(f, value), PUT(f, zero), PUT(f, unused), PUT(f, preset);
        PUT(f, first_op), PUT(f, shape), PUT(f, op_count), PUT(f, size), PUT(f, opcode);
        PUT(f, print[0]), PUT(f, print[1]), PUT(f, print_size[0]), PUT(f, print_size[1]);
        PUT(f, clrx), PUT(f, unsure), PUT(f, approximate), PUT(f, suffix), PUT(f, aliases);
        PUT(f, reads), PUT(f, writes), PUT(f, format), PUT(f, class_), PUT(f, flow), PUT(f, flow_to),
            PUT(f, flags), PUT(f, rivals);
        PUT(f, prefixes), PUT(f, suffixes), PUT(f, positionals), PUT(f, rests), PUT(f, rests_on);
        PUT_FIELD(f, spare), PUT(f, spare_count), PUT(f, spare_always);
        fprintf(out, ".row=%d},\n", lf->header);
    }
    fprintf(out, "};\nstatic const form_shape form_shapes_%d[] = {", n);
    for (int i = 0; i < g->forms.count; i++)
        fprintf(out, "%s{%u,%u},", i % 8 ? "" : "\n    ", g->forms.at[i].f.shape, g->forms.at[i].f.first_op);
    fprintf(out, "};\nstatic const form_length lengths_%d[] = {\n", n);
    for (int i = 0; i < g->forms.count; i++) {
        const form_length *l = &g->forms.at[i].length;
        fprintf(out, "    {{0x%x,0x%x},{0x%x,0x%x}},\n", l->mask[0], l->mask[1], l->value[0], l->value[1]);
    }
    fprintf(out, "    {{0,0},{1,1}},\n};\n");
}

static void emit_ops(const generation *g, int n, FILE *out) {
    fprintf(out, "static const op_spec ops_%d[] = {\n", n);
    for (int i = 0; i < g->ops.count; i++) {
        const op_spec *o = &g->ops.at[i];
        fputs("    {.start=", out);
        emit_operand(&o->start, out);
        PUT(o, mask), PUT(o, sign), PUT_SIGNED(o, otherwise), PUT(o, need), PUT(o, flags), PUT(o, codec);
        PUT(o, type), PUT(o, count), PUT(o, width), PUT(o, scale), PUT(o, index), PUT(o, takes);
        PUT(o, unwritten);
        for (int k = 0; k < OP_FIELDS; k++)
            if (o->f[k].width)
                fprintf(out, ".f[%d]={%u,%u},", k, o->f[k].shift, o->f[k].width);
        PUT_FIELD(o, neg), PUT_FIELD(o, abs), PUT_FIELD(o, sext), PUT(o, banked), PUT_FIELD(o, scalar);
        PUT_FIELD(o, enable), PUT_FIELD(o, plus), PUT(o, implied), PUT(o, names), PUT(o, name), PUT(o, key);
        PUT_SIGNED(o, otherwise_clrx), PUT_SIGNED(o, least), PUT(o, count_of), PUT(o, key_size);
        PUT(o, odd_kinds), PUT(o, doc), PUT(o, words), PUT_FIELD(o, silent_neg), PUT_FIELD(o, silent_abs);
        PUT(o, last_word), PUT_FIELD(o, clrx_plus), PUT(o, clrx_count_of), PUT(o, ways), PUT(o, instead_of);
        PUT(o, instead), PUT(o, also), PUT(o, clrx_key), PUT(o, role), PUT(o, role_number), PUT(o, word);
        fputs("},\n", out);
    }
    fprintf(out, "};\nstatic const uint16_t op_list_%d[] = {", n);
    for (int i = 0; i < g->op_list.count; i++)
        fprintf(out, "%s%u,", i % 24 ? "" : "\n    ", g->op_list.at[i]);
    fprintf(out, "0};\nstatic const op_start op_starts_%d[] = {\n", n);
    for (int i = 0; i < g->op_list.count; i++) {
        const op_spec *o = &g->ops.at[g->op_list.at[i]];
        fprintf(out, "    {%d,%d,%d,%d,%d,%d,%d,%u},\n", o->start.kind, o->start.type, o->start.count,
                o->start.access, o->start.mods, o->start.flags, o->start.reg, o->need);
    }
    fprintf(out, "    {0}};\nstatic const gisa_operand op_defaults_%d[] = {\n", n);
    for (int i = 0; i < g->op_list.count; i++) {
        const op_spec *o = &g->ops.at[g->op_list.at[i]];
        gisa_operand unwritten = o->start;
        unwritten.flags = o->unwritten;
        unwritten.value = o->otherwise;
        emit_operand(&unwritten, out);
        fputc('\n', out);
    }
    fprintf(out, "    {0}};\n");
}

/* The text of a code in an operand with this number of registers, empty where it is not a short
   name or number. */
static void code_text_of(const spec *s, const code_info *c, unsigned count, char text[15 + 1]) {
    static const char *const files[] = {[CODE_SGPR] = "s", [CODE_TTMP] = "ttmp", [CODE_VGPR] = "v"};
    const char *name = &s->strings.at[c->kind == CODE_PAIR_LO && count == 2 ? c->pair : c->name];
    char full[64] = "";
    switch (c->kind) {
    case CODE_SGPR:
    case CODE_TTMP:
    case CODE_VGPR:
        if (count == 1)
            snprintf(full, sizeof full, "%s%d", files[c->kind], c->value);
        else if (c->last + 1u >= count)
            snprintf(full, sizeof full, "%s[%d:%d]", files[c->kind], c->value, c->value + (int)count - 1);
        break;
    case CODE_INT: snprintf(full, sizeof full, "%d", c->value); break;
    case CODE_FLOAT: /* the value is written with more digits in 64 bits */
        if (count == 1 || strcmp(float_constants[c->value].text, float_constants[c->value].text64) == 0)
            snprintf(full, sizeof full, "%s", float_constants[c->value].text);
        break;
    case CODE_LITERAL: break;
    default: snprintf(full, sizeof full, "%s", name);
    }
    strcpy(text, strlen(full) <= 15 ? full : "");
}

static void emit_code_texts(const spec *s, const generation *g, int n, FILE *out) {
    static const unsigned counts[TEXT_COUNTS] = {1, 2, 4};
    fprintf(out, "static const code_text code_texts_%d[TEXT_COUNTS][CODES] = {\n", n);
    for (int k = 0; k < TEXT_COUNTS; k++) {
        fprintf(out, "    {");
        for (int i = 0; i < CODES; i++) {
            char text[15 + 1];
            code_text_of(s, &g->codes[i], counts[k], text);
            fprintf(out, "%s{\"%s\",%zu},", i % 8 ? "" : "\n    ", text, strlen(text));
        }
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
}

static void emit_codes(const generation *g, int n, FILE *out) {
    fprintf(out, "static const code_info codes_%d[512] = {\n", n);
    for (int i = 0; i < 512; i++) {
        const code_info *c = &g->codes[i];
        fprintf(out, "    {%u,%u,%d,%u,%u,%u},\n", c->kind, c->last, c->value, c->name, c->clrx, c->pair);
    }
    fprintf(out, "};\nstatic const uint16_t code_uses_%d[CODES] = {", n);
    for (int i = 0; i < CODES; i++)
        fprintf(out, "%s%u,", i % 24 ? "" : "\n    ", g->code_uses[i]);
    fprintf(out, "\n};\nstatic const gisa_operand code_operands_%d[WIDTHS][CODES] = {\n", n);
    for (int width = 0; width < WIDTHS; width++) {
        fprintf(out, "    {");
        for (int i = 0; i < CODES; i++)
            emit_operand(&g->code_operands[width][i], out);
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
}

static void emit_register_name(spec *s, const char *name, int code, int count, FILE *out) {
    fprintf(out, "    {%u,%d,%zu,%d},\n", intern(s, name), code, strlen(name), count);
}

/* Both syntaxes' names of registers; LLVM's src_ may be left away. Then the codes of small
 * integers. Returns how many names there are. */
static int emit_register_names(spec *s, int n, FILE *out) {
    generation *g = &s->g[n];
    int count = 0, codes[256] = {0};
    fprintf(out, "static const register_name register_names_%d[] = {\n", n);
    for (int c = 0; c < OPERAND_FIRST_VGPR; c++) {
        const code_info *info = &g->codes[c];
        if (info->kind == CODE_INT && info->value >= -128 && info->value < 128)
            codes[info->value + 128] = c;
        if (!info->name)
            continue;
        char name[2 * MAX_NAME], clrx[2 * MAX_NAME]; /* copies: the pool moves when it grows */
        snprintf(name, sizeof name, "%s", &s->strings.at[info->name]);
        snprintf(clrx, sizeof clrx, "%s", &s->strings.at[info->clrx]);
        int registers = info->kind == CODE_REG && info->last ? 0 : 1;
        emit_register_name(s, name, c, registers, out);
        count++;
        if (strcmp(name, clrx) != 0) {
            emit_register_name(s, clrx, c, registers, out);
            count++;
        }
        if (strncmp(name, "src_", 4) == 0 && strcmp(name + 4, clrx) != 0) {
            emit_register_name(s, name + 4, c, registers, out);
            count++;
        }
        if (info->pair) {
            snprintf(name, sizeof name, "%s", &s->strings.at[info->pair]);
            emit_register_name(s, name, c, 2, out);
            count++;
        }
    }
    fprintf(out, "};\nstatic const uint8_t inline_codes_%d[256] = {", n);
    for (int i = 0; i < 256; i++)
        fprintf(out, "%s%d,", i % 24 ? "" : "\n    ", codes[i]);
    fprintf(out, "};\n");
    return count;
}

/* The first code of a register file and how many registers it has, as two initializers. */
static void emit_files(const generation *g, FILE *out) {
    static const int kinds[][2] = {
        {GISA_KIND_SGPR, CODE_SGPR}, {GISA_KIND_VGPR, CODE_VGPR}, {GISA_KIND_TTMP, CODE_TTMP}};
    for (int part = 0; part < 2; part++) {
        fprintf(out, "    .%s = {", part ? "file_size" : "file_first");
        for (int k = 0; k < 3; k++) {
            int first = -1, count = 0;
            for (int c = 511; c >= 0; c--)
                if ((int)g->codes[c].kind == kinds[k][1]) {
                    first = c;
                    count++;
                }
            fprintf(out, "[%d] = %d, ", kinds[k][0], part ? count : first < 0 ? 0 : first);
        }
        fprintf(out, "},\n");
    }
}

static void emit_tree(const generation *g, int n, FILE *out) {
    fprintf(out, "static const tree_node nodes_%d[] = {", n);
    for (int i = 0; i < g->nodes.count; i++)
        fprintf(out, "%s{%u,%u,%u},", i % 8 ? "" : "\n    ", g->nodes.at[i].first, g->nodes.at[i].mask,
                g->nodes.at[i].shift);
    fprintf(out, "\n};\nstatic const tree_leaf leaves_%d[] = {", n);
    for (int i = 0; i < g->leaves.count; i++)
        fprintf(out, "%s{%u,%u},", i % 12 ? "" : "\n    ", g->leaves.at[i].form, g->leaves.at[i].test);
    fprintf(out, "\n};\nstatic const uint8_t leaf_length_%d[] = {", n);
    for (int i = 0; i < g->leaf_lengths.count; i++)
        fprintf(out, "%s%u,", i % 32 ? "" : "\n    ", g->leaf_lengths.at[i]);
    fprintf(out, "\n};\nstatic const leaf_length leaf_lengths_%d[] = {\n", n);
    for (int i = 0; i < g->lengths.count; i++) {
        const leaf_length *l = &g->lengths.at[i];
        fprintf(out, "    {{0x%x,0x%x,0x%x,0x%x},{0x%x,0x%x,0x%x,0x%x}},\n", l->mask[0], l->mask[1],
                l->mask[2], l->mask[3], l->value[0], l->value[1], l->value[2], l->value[3]);
    }
    fprintf(out, "};\nstatic const tree_test tests_%d[] = {\n", n);
    for (int i = 0; i < g->tests.count; i++)
        fprintf(out, "    {0x%llx,0x%llx,%u,%u},\n", (unsigned long long)g->tests.at[i].mask,
                (unsigned long long)g->tests.at[i].value, g->tests.at[i].form, g->tests.at[i].list);
    fprintf(out, "};\nstatic const uint16_t lists_%d[] = {", n);
    for (int i = 0; i < g->lists.count; i++)
        fprintf(out, "%s%u,", i % 20 ? "" : "\n    ", g->lists.at[i]);
    fprintf(out, "0};\n");
}

static void emit_names(const generation *g, int gen, FILE *out) {
    fprintf(out, "static const name_table names_%d[] = {\n", gen);
    for (int i = 0; i < g->names.count; i++)
        fprintf(out, "    {%u,%u,%u},\n", g->names.at[i].name, g->names.at[i].first, g->names.at[i].count);
    fprintf(out, "};\nstatic const name_entry entries_%d[] = {\n", gen);
    for (int i = 0; i < g->entries.count; i++) {
        const name_entry *e = &g->entries.at[i];
        fprintf(out, "    {%u,%u,%u,%u},\n", e->llvm, e->clrx, e->value, e->span);
    }
    fprintf(out, "};\nstatic const pack packs_%d[] = {\n", gen);
    for (int i = 0; i < g->packs.count; i++)
        fprintf(out, "    {%u,%u,%u},\n", g->packs.at[i].name, g->packs.at[i].first, g->packs.at[i].count);
    fprintf(out, "};\nstatic const pack_part pack_parts_%d[] = {\n", gen);
    for (int i = 0; i < g->parts.count; i++) {
        const pack_part *p = &g->parts.at[i];
        fprintf(out, "    {%u,{%u,%u},{%u,%u},%u,%u,%u},\n", p->name, p->low.shift, p->low.width,
                p->high.shift, p->high.width, p->id, p->reads, p->writes);
    }
    fprintf(out, "};\n");
}

/* How many generations a statement is about; 0: one chip; -1: not this one. */
static int fact_reach(const spec *s, const fact_line *f, int index) {
    int gens = 0;
    if (f->only >= 0)
        return f->only == index ? 0 : -1;
    if (!(f->gens >> s->archs.at[index].gen & 1))
        return -1;
    for (unsigned left = f->gens; left; left &= left - 1)
        gens++;
    return gens;
}

/* Whether another statement of the fact is about fewer generations, or comes first of those about
   as many. */
static bool is_overruled(const spec *s, const fact_line *f, int index) {
    int reach = fact_reach(s, f, index);
    for (int i = 0; i < s->facts.count; i++) {
        const fact_line *other = &s->facts.at[i];
        int others = strcmp(other->name, f->name) ? -1 : fact_reach(s, other, index);
        if (others >= 0 && (others < reach || (others == reach && other < f)))
            return true;
    }
    return false;
}

/* The facts of one architecture or chip: of several statements the one about the fewest counts. */
static void emit_facts(spec *s, int index, FILE *out) {
    arch *a = &s->archs.at[index];
    fprintf(out, "static const fact facts_of_%d[] = {\n", index);
    for (int i = 0; i < s->facts.count; i++) {
        const fact_line *f = &s->facts.at[i];
        if (fact_reach(s, f, index) < 0 || is_overruled(s, f, index))
            continue;
        fprintf(out, "    {%u,%lld},\n", intern(s, f->name), (long long)f->value);
        a->fact_count++;
    }
    fprintf(out, "    {0,0}\n};\n");
}

/* ---- spellings: what the assembler may write for a form ---------------------------- */

typedef struct entry {
    uint32_t text;
    uint16_t form;
    int rank; /* header, then the order of promotions: the order in which the assembler tries them */
} entry;

typedef struct entries {
    LIST(entry) list;
} entries;

static void add_spelling(spec *s, entries *e, const char *text, const char *suffix, int index, int rank) {
    char name[3 * MAX_NAME];
    snprintf(name, sizeof name, "%s%s", text, suffix);
    *LIST_ADD(e->list) = (entry){intern(s, name), (uint16_t)index, rank};
}

static int by_text_and_rank(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->text != y->text)
        return x->text < y->text ? -1 : 1;
    return x->rank != y->rank ? (x->rank < y->rank ? -1 : 1) : (x->form > y->form) - (x->form < y->form);
}

static void add_form_spellings(spec *s, entries *e, int gen, int index) {
    static const char *const lists[] = {"alias", "clrx"};
    const list_form *lf = &s->g[gen].forms.at[index];
    const header *h = &s->headers.at[lf->header];
    const char *suffix = lf->suffix;
    int rank = lf->header * 64 + lf->order;
    add_spelling(s, e, h->name, "", index, rank);
    if (*suffix)
        add_spelling(s, e, h->name, suffix, index, rank);
    for (int i = 0; i < 2; i++) {
        const flag *f = find_flag(h, lists[i], gen);
        for (const char *p = f ? f->args : NULL; p && *p;) {
            char word[MAX_NAME];
            size_t n = strcspn(p, " ,");
            snprintf(word, sizeof word, "%.*s", (int)n, p);
            add_spelling(s, e, word, "", index, rank + (1 << 24));
            if (*suffix)
                add_spelling(s, e, word, suffix, index, rank + (1 << 24));
            p += n;
            p += strspn(p, " ,");
        }
    }
}

static void note_rivals(spec *s, generation *g, const entry *candidates, int count) {
    uint16_t *forms = resize(NULL, (size_t)count * sizeof *forms);
    int own = 0; /* of those whose name it is, not another spelling */
    for (int i = 0; i < count; i++) {
        const header *h = &s->headers.at[g->forms.at[candidates[i].form].header];
        if (strcmp(&s->strings.at[candidates[i].text], h->name) == 0)
            forms[own++] = (uint16_t)candidates[i].form;
    }
    add_rivals(s, g, forms, own);
    free(forms);
}

/* Returns the number of spellings; *mask = size of the hash table - 1. */
static int emit_spellings(spec *s, int gen, FILE *out, uint32_t *mask) {
    entries e = {{0}};
    int count = 0, slots = 64, *first;
    uint16_t *hash;
    mark_shared(&s->g[gen]);
    *LIST_ADD(s->g[gen].rivals) = (rival){NO_RIVAL, 0}; /* of forms that have none */
    for (int i = 0; i < s->g[gen].forms.count; i++)
        add_form_spellings(s, &e, gen, i);
    qsort(e.list.at, (size_t)e.list.count, sizeof *e.list.at, by_text_and_rank);
    fprintf(out, "static const uint16_t candidates_%d[] = {", gen);
    for (int i = 0; i < e.list.count; i++)
        fprintf(out, "%s%u,", i % 20 ? "" : "\n    ", e.list.at[i].form);
    fprintf(out, "0};\nstatic const spelling spellings_%d[] = {\n", gen);
    first = malloc((size_t)(e.list.count + 1) * sizeof *first);
    for (int i = 0; first && i < e.list.count;) {
        int k = i;
        while (k < e.list.count && e.list.at[k].text == e.list.at[i].text)
            k++;
        fprintf(out, "    {%u,%d,%d,%d},\n", e.list.at[i].text, i, k - i,
                (int)strlen(&s->strings.at[e.list.at[i].text]));
        first[count++] = i;
        note_rivals(s, &s->g[gen], &e.list.at[i], k - i);
        i = k;
    }
    fprintf(out, "    {0,0,0,0}\n};\n");
    while (slots < 8 * count) /* most words that are looked up have a suffix and are not there */
        slots *= 2;
    hash = calloc((size_t)slots, sizeof *hash);
    if (!hash || !first)
        exit(1);
    for (int i = 0; i < count; i++) {
        const char *text = &s->strings.at[e.list.at[first[i]].text];
        uint32_t slot = hash_of(text, strlen(text)) & (uint32_t)(slots - 1);
        while (hash[slot])
            slot = (slot + 1) & (uint32_t)(slots - 1);
        hash[slot] = (uint16_t)(i + 1);
    }
    fprintf(out, "static const uint16_t hash_%d[] = {", gen);
    for (int i = 0; i < slots; i++)
        fprintf(out, "%s%u,", i % 24 ? "" : "\n    ", hash[i]);
    fprintf(out, "};\n");
    fprintf(out, "static const rival rivals_%d[] = {", gen);
    for (int i = 0; i < s->g[gen].rivals.count; i++)
        fprintf(out, "%s{%u,%u},", i % 16 ? "" : "\n    ", s->g[gen].rivals.at[i].form,
                s->g[gen].rivals.at[i].field);
    fprintf(out, "};\n");
    *mask = (uint32_t)slots - 1;
    free(hash);
    free(first);
    return count;
}

/* ---- the whole -------------------------------------------------------------------- */

static void emit_formats(const generation *g, int gen, FILE *out) {
    fprintf(out, "static const format_row formats_%d[] = {\n", gen);
    for (int i = 0; i < g->formats.count; i++) {
        const format_row *f = &g->formats.at[i];
        fprintf(out, "    {%u,%u,0x%llx,0x%llx,0x%llx,0x%llx,%u,%u,%u,%u},\n", f->name, f->suffix,
                (unsigned long long)f->mask, (unsigned long long)f->value, (unsigned long long)f->zero,
                (unsigned long long)f->ignored, f->first_field, f->field_count, f->class_, f->size);
    }
    fprintf(out, "};\nstatic const format_field format_fields_%d[] = {\n", gen);
    for (int i = 0; i < g->format_fields.count; i++) {
        const format_field *f = &g->format_fields.at[i];
        fprintf(out, "    {%u,{%u,%u},%d},\n", f->name, f->at.shift, f->at.width, f->size);
    }
    fprintf(out, "    {0,{0,0},0}\n};\nstatic const correction corrections_%d[] = {\n", gen);
    for (int i = 0; i < g->corrections.count; i++) {
        const correction *c = &g->corrections.at[i];
        fprintf(out, "    {%u,%u,%u,%u},\n", c->row, c->format, c->document, c->text);
    }
    fprintf(out, "    {0,0,0,0}\n};\nstatic const called called_names_%d[] = {\n", gen);
    for (int i = 0; i < g->called.count; i++) {
        const called *c = &g->called.at[i];
        fprintf(out, "    {%u,%u,%u,%u},\n", c->word, c->document, c->name, c->format);
    }
    fprintf(out, "    {0,0,0,0}\n};\nstatic const meaning meanings_%d[] = {\n", gen);
    for (int i = 0; i < g->meanings.count; i++)
        fprintf(out, "    {%u,%u},\n", g->meanings.at[i].word, g->meanings.at[i].text);
    fprintf(out, "    {0,0}\n};\nstatic const unknown_field unknowns_%d[] = {\n", gen);
    for (int i = 0; i < g->unknowns.count; i++) {
        const unknown_field *u = &g->unknowns.at[i];
        fprintf(out, "    {%u,{%u,%u},%u,%u,%u},\n", u->format, u->at.shift, u->at.width, u->value, u->name,
                u->text);
    }
    fprintf(out, "    {0,{0,0},0,0,0}\n};\n");
}

static void emit_generation(spec *s, int gen, FILE *out, uint32_t *mask, int *spellings, int *names) {
    const generation *g = &s->g[gen];
    *spellings = emit_spellings(s, gen, out, mask);
    emit_forms(g, gen, out);
    emit_op_words(s, gen, out);
    emit_ops(g, gen, out);
    emit_codes(g, gen, out);
    emit_code_texts(s, g, gen, out);
    *names = emit_register_names(s, gen, out);
    emit_tree(g, gen, out);
    emit_names(g, gen, out);
    emit_formats(g, gen, out);
    emit_parts(s, gen, out);
    emit_schedule(s, gen, out);
}

static void emit_strings(const spec *s, FILE *out) {
    fprintf(out, "static const char strings[] = {");
    for (int i = 0; i < s->strings.count; i++)
        fprintf(out, "%s%d,", i % 32 ? "" : "\n    ", s->strings.at[i]);
    for (int i = 0; i < TEXT_OVER; i++)
        fprintf(out, "0,");
    fprintf(out, "};\n");
}

/* The operand code of a register; 0 where the family has none of that name. */
static int code_named(const spec *s, const generation *g, const char *name) {
    for (int c = 0; c < 512; c++)
        if ((g->codes[c].pair && strcmp(&s->strings.at[g->codes[c].pair], name) == 0) ||
            (g->codes[c].name && strcmp(&s->strings.at[g->codes[c].name], name) == 0))
            return c;
    return 0;
}

static bool has_own_generation(const spec *s, int index) {
    int like = s->archs.at[index].like;
    return like < 0 || s->archs.at[like].gen != s->archs.at[index].gen;
}

/* What reading text needs, of each architecture, and of each chip with instructions of its own. */
static void emit_texts(const spec *s, const uint32_t *mask, const int *spellings, FILE *out) {
    fprintf(out, "const text_tables %s_texts[] = {\n", s->name);
    for (int i = 0; i < s->archs.count; i++) {
        int gen = s->archs.at[i].gen;
        if (has_own_generation(s, i) && is_wanted_arch(s, i))
            fprintf(out, "    {&isa_%d, op_defaults_%d, spellings_%d, hash_%d, candidates_%d, %d, %u},\n", i,
                    gen, gen, gen, gen, spellings[gen], mask[gen]);
    }
    fprintf(out, "    {NULL, NULL, NULL, NULL, NULL, 0, 0}};\n");
}

static void emit_isa(const spec *s, int index, int register_names, FILE *out) {
    /* The members that are tables of the generation; each table has the member's name and the
       generation's number. */
    static const char *const tables[] = {"forms",        "form_shapes",    "lengths",      "ops",
                                         "op_list",      "op_starts",      "bank_words",   "op_banks",
                                         "op_words",     "bank_registers", "bank_files",   "codes",
                                         "code_uses",    "code_operands",  "code_texts",   "nodes",
                                         "leaves",       "leaf_length",    "leaf_lengths", "tests",
                                         "lists",        "names",          "entries",      "packs",
                                         "pack_parts",   "rivals",         "formats",      "format_fields",
                                         "corrections",  "called_names",   "meanings",     "count_texts",
                                         "unknowns",     "register_names", "inline_codes", "format_parts",
                                         "number_tables"};
    const arch *a = &s->archs.at[index];
    const generation *g = &s->g[a->gen];
    fprintf(out,
            "static const gisa_isa isa_%d = {\n    .name = \"%s\", .family = \"%s\", .other_names = ", index,
            a->name, s->name);
    emit_string(out, a->others);
    fprintf(
        out,
        ",\n    .strings = strings, .numbers = numbers,\n    .swizzles = swizzles, .usual_selectors = usual_selectors, .swizzle_tables = swizzle_tables, .constants = constants,\n"
        "    .bank_tables = bank_tables, .bank_table_count = sizeof bank_tables / sizeof *bank_tables - 1,\n"
        "    .swizzle_names = swizzle_names, .swizzle_count = sizeof swizzle_names / sizeof *swizzle_names - 1,\n"
        "    .constant_words = constant_words, .constant_count = sizeof constant_words / sizeof *constant_words - 1,\n");
    fprintf(
        out,
        "    .rows = %s_rows, .word_uses = %s_word_uses, .doc_marks = %s_doc_marks, .body_fields = %s_body_fields,\n"
        "    .shapes = %s_shapes, .shape_count = %d,\n"
        "    .banked = %s_banked_%d, .counts = %s_counts_%d,\n",
        s->name, s->name, s->name, s->name, s->name, s->shape_count, s->name, a->gen, s->name, a->gen);
    fprintf(
        out,
        "    .generation = %d, .elf_machine = 0x%x, .unit = %d,\n    .unit_mask = 0x%llx, .dotted = %d,\n",
        column_of(s, a->gen), a->elf, s->unit, s->unit == 8 ? ~0ULL : 0xffffffffULL, s->complete);
    fprintf(out,
            "    .form_count = %d, .format_count = %d, .correction_count = %d, .name_table_count = %d,\n"
            "    .called_count = %d,\n"
            "    .meaning_count = %d, .unknown_count = %d, .models = models, .model_count = %d,\n"
            "    .body_words = body_words, .body_word_count = %d,\n",
            g->forms.count, g->formats.count, g->corrections.count, g->names.count, g->called.count,
            g->meanings.count, g->unknowns.count, s->models.count, s->words.count);
    fprintf(out, "    .leaf_count = %d,\n", g->leaves.count);
    fprintf(out, "    .pack_count = %d, .fact_count = %d, .number_table_count = %d,\n", g->packs.count,
            a->fact_count, s->number_table_count);
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        fprintf(out, "    .%s = %s_%d,\n", tables[k], tables[k], a->gen);
    fprintf(out, "    .facts = facts_of_%d, .base = &isa_%d,\n    .chips = chips_of_%d,\n", index,
            a->like < 0 ? index : a->like, a->like < 0 ? index : a->like);
    emit_files(g, out);
    fprintf(out, "    .register_name_count = %d, .code_m0 = %d, .code_vcc = %d,\n", register_names,
            code_named(s, g, "m0"), code_named(s, g, "vcc"));
    fprintf(out, "    .float_first = %d, .float_count = %d, .schedule = &schedule_%d\n};\n",
            g->float_first < 0 ? 0 : g->float_first, g->float_count, a->gen);
}

/* How many registers operands have where other fields decide it: the texts of functions. */
static void emit_count_texts(const generation *g, int gen, FILE *out) {
    fprintf(out, "static const uint32_t count_texts_%d[] = {", gen);
    for (int i = 0; i < g->count_text.count; i++)
        fprintf(out, "%u, ", g->count_text.at[i]);
    fprintf(out, "0};\n");
}

/* Of each architecture the chips that have its instructions. */
static void emit_chips(const spec *s, FILE *out) {
    for (int i = 0; i < s->archs.count; i++)
        if (is_wanted_arch(s, i))
            fprintf(out, "static const gisa_isa isa_%d;\n", i);
    for (int i = 0; i < s->archs.count; i++) {
        if (s->archs.at[i].like >= 0 || !is_wanted_arch(s, i))
            continue;
        fprintf(out, "static const gisa_isa *const chips_of_%d[] = {", i);
        for (int k = 0; k < s->archs.count; k++)
            if (s->archs.at[k].like == i && is_wanted_arch(s, k))
                fprintf(out, "&isa_%d, ", k);
        fprintf(out, "NULL};\n");
    }
}

/* What isagen writes into other files. */
static void declare_others(const spec *s, FILE *out) {
    fprintf(out,
            "extern const operand_shape %s_shapes[];\nextern const row_info %s_rows[];\n"
            "extern const doc_mark %s_doc_marks[];\nextern const uint16_t %s_word_uses[];\n"
            "extern const field %s_body_fields[];\n",
            s->name, s->name, s->name, s->name, s->name);
    for (int g = 0; g < s->gen_count; g++)
        fprintf(out,
                "extern const bank_spec %s_banked_%d[];\n"
                "extern unsigned (*const %s_counts_%d[])(uint64_t);\n",
                s->name, g, s->name, g);
}

void emit_tables(spec *s, FILE *out) {
    uint32_t mask[MAX_GENS] = {0};
    int spellings[MAX_GENS] = {0}, names[MAX_GENS] = {0};
    fprintf(out, "/* Written by isagen from isa/%s; not to be edited. */\n#include \"core/tables.h\"\n\n",
            s->name);
    declare_others(s, out);
    emit_models(s, out);
    emit_body_words(s, out);
    emit_constants(s, out);
    emit_banks(s, out);
    for (int g = 0; g < s->gen_count; g++)
        emit_count_texts(&s->g[g], g, out);
    emit_numbers(s, out);
    emit_bank_words(s, out);
    emit_conditions(s, out);
    for (int g = 0; g < s->gen_count; g++)
        if (is_wanted_generation(s, g))
            emit_generation(s, g, out, &mask[g], &spellings[g], &names[g]);
    for (int i = 0; i < s->archs.count; i++)
        if (is_wanted_arch(s, i))
            emit_facts(s, i, out);
    emit_strings(s, out);
    emit_chips(s, out);
    for (int i = 0; i < s->archs.count; i++)
        if (is_wanted_arch(s, i))
            emit_isa(s, i, names[s->archs.at[i].gen], out);
    emit_texts(s, mask, spellings, out);
    fprintf(out, "const gisa_isa *const %s_isas[] = {", s->name);
    for (int i = 0; i < s->archs.count; i++)
        if (s->archs.at[i].like < 0 && is_wanted_arch(s, i))
            fprintf(out, "&isa_%d, ", i);
    fprintf(out, "NULL};\n");
}
