/* SPDX-License-Identifier: MIT */
/* What each operand is to bodies and engines: as the statements `role` say, otherwise a result or a
 * source, in the order of the text. And whether the operands that a body speaks of are there. */
#include <string.h>

#include "core/words.h"
#include "expand.h"

/* ---- an operand of a form ---------------------------------------------------------------- */

static int declared_role(spec *s, const char *format_name, const char *name) {
    int role = 0;
    for (int i = 0; i < s->roles.count; i++) {
        role_line *r = &s->roles.at[i];
        bool here = strcmp(r->format, format_name) == 0;
        if (strcmp(r->name, name) != 0 || (*r->format && !here))
            continue;
        r->used = true;
        if (!role || here)
            role = r->role;
    }
    return role;
}

static bool is_register(const op_spec *op) {
    return op->codec == CODEC_CODE || op->codec == CODEC_VGPR || op->codec == CODEC_LITERAL ||
           op->codec == CODEC_IMPLIED || op->codec == CODEC_EXP_SOURCE || op->codec == CODEC_BANKED;
}

/* How many operands before it have the role; the two halves of a dual-issue word count for
   themselves. */
static int number_among(const generation *g, const list_form *lf, int role) {
    int n = 0;
    for (int i = 0; i < lf->f.op_count; i++) {
        const op_spec *op = &g->ops.at[lf->ops[i]];
        n = op->codec == CODEC_JOIN ? 0 : n + (op->role == role);
    }
    return n;
}

/* The destination is read, too, where a body's first use of D is not a plain assignment. What a
 * body writes only in part or under a condition says `+read` in its row. */
void give_role(const context *c, const list_form *lf, op_spec *op) {
    const char *word = "";
    int role = declared_role(c->s, c->f->name, &c->s->strings.at[op->name]);
    if (!role && is_register(op))
        role = op->start.access & GISA_ACCESS_WRITE ? GISA_ROLE_RESULT : GISA_ROLE_SOURCE;
    op->role = (uint8_t)role;
    op->role_number = role ? (uint8_t)number_among(&c->s->g[c->gen], lf, role) : 0;
    if (role == GISA_ROLE_SOURCE && op->role_number < BODY_SOURCES)
        word = role_name(c->s, ROLE_S0 + op->role_number);
    if (role == GISA_ROLE_RESULT && op->role_number == 0 && (c->h->facts.d_first & READS))
        op->start.access |= GISA_ACCESS_READ;
    if (role == GISA_ROLE_RESULT && op->role_number < BODY_RESULTS)
        word = role_name(c->s, ROLE_D + op->role_number);
    op->word = intern(c->s, word);
}

/* ---- bodies ------------------------------------------------------------------------------ */

static bool has_role(const generation *g, const list_form *lf, int role, int number) {
    for (int i = 0; i < lf->f.op_count; i++) {
        const op_spec *op = &g->ops.at[lf->ops[i]];
        if (op->role == role && op->role_number == number)
            return true;
    }
    return false;
}

typedef struct absence {
    spec *s;
    const header *h;
    const generation *g;
    const list_form *lf;
} absence;

/* A word that stands for operands of a role which the form does not have. */
static void check_word(void *to, const body_node *n) {
    const absence *a = to;
    int role = n->kind == NODE_WORD ? n->word->of_role : 0;
    if (role && !has_role(a->g, a->lf, role, 0))
        body_fault(a->s, a->h, n->at, "%s: no operand of %s is its %s", n->word->name, a->lf->format,
                   words_roles[role]);
}

/* A mask that the instruction does not name becomes the last source. */
static void check_mask(void *to, const body_node *n) {
    const absence *a = to;
    const int last = BODY_SOURCES - 1;
    if (n->kind == NODE_WORD && n->word->effects & WORD_MASK &&
        (a->lf->f.class_ != GISA_CLASS_VALU || !has_role(a->g, a->lf, GISA_ROLE_SOURCE, last - 1) ||
         has_role(a->g, a->lf, GISA_ROLE_SOURCE, last)))
        body_fault(a->s, a->h, n->at, "%s: only a vector instruction that computes from %d sources has it",
                   n->word->name, last);
}

/* Every form has the sources that its body speaks of. Results may be turned off. */
static void check_form(absence *a) {
    for (int k = 0; k < BODY_SOURCES; k++) {
        const role_use *use = &a->h->facts.role[k];
        if (use->at && !has_role(a->g, a->lf, GISA_ROLE_SOURCE, k))
            body_fault(a->s, a->h, use->at, "no operand of %s is %s", a->lf->format, role_name(a->s, k));
    }
    each_node(a->h->tree, check_word, a);
    each_node(a->h->tree, check_mask, a);
}

void check_roles(spec *s) {
    for (int i = 0; i < s->roles.count; i++)
        if (!s->roles.at[i].used)
            fail(s, s->roles.at[i].at, "no operand is called %s", s->roles.at[i].name);
    for (int g = 0; g < s->gen_count; g++)
        for (int i = 0; i < s->g[g].forms.count && !s->errors; i++) {
            const list_form *lf = &s->g[g].forms.at[i];
            absence a = {s, &s->headers.at[lf->header], &s->g[g], lf};
            if (a.h->body && !a.h->second_body)
                check_form(&a);
        }
}
