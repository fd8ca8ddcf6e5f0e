/* SPDX-License-Identifier: MIT */
/* What a body reads, writes and does, found in its tree in the order in which it is executed. */
#include "spec.h"

typedef struct walk {
    const spec *s;
    body_facts *facts;
    unsigned times; /* how often the loops around go round */
} walk;

static void visit(walk *w, const body_node *n, int access);

static void visit_all(walk *w, const body_node *n) {
    for (; n; n = n->next)
        visit(w, n, READS);
}

/* ---- operands ---- */

/* The operand that a node is, or is made of: LANE(S0, i) is one of S0. NULL = none. */
static role_use *use_of(walk *w, const body_node *n) {
    while (n->kind == NODE_WORD && n->word->called && n->word->result.kind == PARAM_OPERAND)
        n = n->below;
    return n->kind == NODE_WORD && (n->word->effects & WORD_OPERAND) ? &w->facts->role[n->word->role] : NULL;
}

static void touch(walk *w, const body_node *n, int access) {
    role_use *use = use_of(w, n);
    if (!use)
        return;
    use->at = use->at ? use->at : n->at;
    use->access |= (unsigned)access;
    if (use == &w->facts->role[ROLE_D] && !w->facts->d_first)
        w->facts->d_first = access;
}

/* Assigning to one lane of an operand keeps the others. */
static void visit_view(walk *w, const body_node *n, int access) {
    const body_node *of = n->below;
    role_use *use = use_of(w, of);
    visit_all(w, of->next);
    if (use) {
        use->views |= UINT32_C(1) << (n->view - w->s->views.at);
        use->direct |= !of->word->called;
    }
    visit(w, of, of->kind == NODE_WORD && of->word->called ? access | READS : access);
}

/* ---- words ---- */

static void count_bytes(walk *w, const body_node *n, int access) {
    unsigned bytes = n->below && n->below->kind == NODE_TYPE ? w->times * n->below->type.bits / 8 : 0;
    w->facts->read += access & READS ? bytes : 0;
    w->facts->written += access & WRITES ? bytes : 0;
}

/* What is below a word: arguments, or the operand of which it asks the number. */
static void visit_arguments(walk *w, const body_node *n, int access) {
    role_use *use = n->below ? use_of(w, n->below) : NULL;
    if (n->word->result.kind == PARAM_OPERAND && n->below) {
        visit(w, n->below, access);
        visit_all(w, n->below->next);
    } else
        visit_all(w, n->below);
    if (use)
        use->number |= (n->word->effects & WORD_INDEX) != 0;
}

static void add_function(body_facts *f, const body_facts *of) {
    f->effects |= of->effects;
    f->reads |= of->reads;
    f->writes |= of->writes;
    f->floats |= of->floats;
}

static void visit_word(walk *w, const body_node *n, int access) {
    const body_word *word = n->word;
    body_facts *f = w->facts;
    visit_arguments(w, n, access);
    if (word->effects & WORD_OPERAND)
        touch(w, n, access);
    if (word->effects & WORD_ATOMIC)
        access = READS | WRITES;
    else if ((word->effects & WORD_ELEMENT) && !(word->effects & WORD_ASSIGNED))
        access = word->writes ? WRITES : READS;
    f->parts |= word->part < 0 ? 0 : (uint16_t)(1u << word->part);
    f->effects |= word->effects & ~(uint32_t)(WORD_OPERAND | WORD_ASSIGNED | WORD_PURE | WORD_SPREADS);
    f->reads |= word->reads | (access & READS ? word->states : 0);
    f->writes |= word->writes | (access & WRITES ? word->states : 0);
    if (word->effects & (WORD_ELEMENT | WORD_ATOMIC))
        count_bytes(w, n, access);
    if (n->instance)
        add_function(f, &n->instance->source.facts);
}

/* ---- the rest ---- */

/* for (...; i < 4; i++): 4; 1 where that cannot be seen. */
static unsigned rounds(const body_node *loop) {
    const body_node *test = loop->below->next;
    bool counts =
        test->kind == NODE_BINARY && strcmp(test->op, "<") == 0 && test->below->next->kind == NODE_NUMBER;
    return counts ? (unsigned)test->below->next->value : 1;
}

static void visit_loop(walk *w, const body_node *n) {
    unsigned before = w->times;
    visit(w, n->below, READS);
    w->times *= rounds(n);
    visit_all(w, n->below->next);
    w->times = before;
}

/* What is assigned to comes after the value. */
static void visit_assignment(walk *w, const body_node *n) {
    visit(w, n->below->next, READS);
    visit(w, n->below, strcmp(n->op, "=") == 0 ? WRITES : READS | WRITES);
}

static void visit(walk *w, const body_node *n, int access) {
    if (n->type.kind == TYPE_FLOAT)
        w->facts->floats |= n->type.bits;
    switch (n->kind) {
    case NODE_WORD: visit_word(w, n, access); break;
    case NODE_VIEW: visit_view(w, n, access); break;
    case NODE_MEMBER: visit(w, n->below, access); break;
    case NODE_ASSIGN: visit_assignment(w, n); break;
    case NODE_STEP: visit(w, n->below, READS | WRITES); break;
    case NODE_FOR: visit_loop(w, n); break;
    case NODE_EACH:
        w->facts->effects |= n->word->effects;
        visit_all(w, n->below);
        break;
    default: visit_all(w, n->below);
    }
}

static void find_facts(const spec *s, header *h) {
    walk w = {s, &h->facts, 1};
    h->facts = (body_facts){0};
    visit(&w, h->tree, READS);
}

/* Functions first: each stands after those that it calls. */
void find_body_facts(spec *s) {
    for (int i = 0; i < s->functions.count; i++)
        find_facts(s, &s->functions.at[i]->source);
    for (int i = 0; i < s->headers.count; i++)
        if (s->headers.at[i].tree)
            find_facts(s, &s->headers.at[i]);
}

const body_view *view_used(const spec *s, const header *h, int role, int from) {
    for (int i = from; i < s->views.count; i++)
        if (h->facts.role[role].views >> i & 1)
            return &s->views.at[i];
    return NULL;
}
