/* SPDX-License-Identifier: MIT */
/* Where control goes after the instructions of a row: its flag !flow(KIND OPERAND), held against
 * its class and its body. */
#include <string.h>

#include "core/words.h"
#include "expand.h"

/* ---- what the body does ---- */

static bool writes_pc(const body_node *n) {
    return n->kind == NODE_ASSIGN && n->below->kind == NODE_WORD && (n->below->word->effects & WORD_JUMPS);
}

/* Does it leave the order of the program at the end of its text, whatever it looks at? */
static bool always_leaves(const body_node *n) {
    if (n->kind == NODE_BLOCK) {
        for (n = n->below; n; n = n->next)
            if (always_leaves(n))
                return true;
        return false;
    }
    return writes_pc(n) || (n->kind == NODE_WORD && (n->word->effects & WORD_LEAVES));
}

static bool may_leave(const header *h) {
    return (h->facts.writes & GISA_STATE_PC) || (h->facts.effects & WORD_LEAVES);
}

/* ---- the flag ---- */

static void check_flow(const context *c, int flow, bool stated, int class_) {
    const header *h = c->h;
    bool unconditional = flow == GISA_FLOW_JUMP || flow == GISA_FLOW_RETURN || flow == GISA_FLOW_END;
    if (class_ == GISA_CLASS_BRANCH && !stated)
        fail(c->s, h->at, "%s: class branch, but no !flow(...) says where control goes", h->name);
    if (!h->tree)
        return;
    if (flow != GISA_FLOW_NEXT && !may_leave(h))
        fail(c->s, h->at, "%s: !flow(%s), but its body always goes on at the next instruction", h->name,
             words_flows[flow]);
    else if (flow == GISA_FLOW_NEXT && may_leave(h))
        fail(c->s, h->at, "%s: its body may leave the order of the program, but no !flow(...) says so",
             h->name);
    else if (unconditional && !always_leaves(h->tree))
        fail(c->s, h->at, "%s: !flow(%s), but its body may go on at the next instruction", h->name,
             words_flows[flow]);
}

/* 1 + the operand that bodies or the spec call so; 0 = there is none. */
static uint8_t operand_called(const context *c, const list_form *lf, const char *name) {
    for (int i = 0; i < lf->f.op_count; i++) {
        const op_spec *op = &c->s->g[c->gen].ops.at[lf->ops[i]];
        if (strcmp(&c->s->strings.at[op->name], name) == 0 || strcmp(&c->s->strings.at[op->word], name) == 0)
            return (uint8_t)(i + 1);
    }
    return 0;
}

static int flow_named(const char *name) {
    for (int i = 0; i < GISA_FLOW_COUNT; i++)
        if (strcmp(words_flows[i], name) == 0)
            return i;
    return -1;
}

/* KIND, KIND OPERAND, or `conditional end`: it goes on, or all ends. */
static int read_flow(const context *c, list_form *lf, const char *text) {
    char kind[MAX_NAME] = "", to[MAX_NAME] = "";
    sscanf(text, "%63s %63s", kind, to);
    int flow = flow_named(kind);
    if (flow < 0) {
        fail(c->s, c->h->at, "%s: unknown flow '%s'", c->h->name, kind);
        return GISA_FLOW_NEXT;
    }
    bool ends = flow == GISA_FLOW_END || strcmp(to, "end") == 0;
    lf->f.flow_to = *to && !ends ? operand_called(c, lf, to) : 0;
    if (*to && !ends && !lf->f.flow_to)
        fail(c->s, c->h->at, "%s: !flow(%s): no operand is called %s", c->h->name, text, to);
    lf->f.flags |= ends ? FORM_ENDS : 0;
    return flow;
}

void set_flow(const context *c, list_form *lf) {
    const flag *f = find_flag(c->h, "flow", c->gen);
    int flow = f ? read_flow(c, lf, f->args ? f->args : "") : GISA_FLOW_NEXT;
    lf->f.flow = (uint8_t)flow;
    lf->f.flags |= c->h->facts.effects & WORD_PHASE ? FORM_BEGINS : 0;
    check_flow(c, flow, f != NULL, lf->f.class_);
}
