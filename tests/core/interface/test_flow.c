/* SPDX-License-Identifier: MIT */
/* Where control goes after instructions: AMD's manuals say it of GCN's, by families of names, and
   Vita3K of USSE's. */
#include <fnmatch.h>
#include <string.h>

#include "interface.h"

/* All other instructions go on at the next one. */
static const struct rule {
    const char *family, *pattern;
    unsigned flow;
    const char *to; /* the operand; NULL = none */
} rules[] = {
    {"gcn", "s_branch", GISA_FLOW_JUMP, "label"},
    {"gcn", "s_setpc_b64", GISA_FLOW_JUMP, "sreg0"},
    {"gcn", "s_cbranch_g_fork", GISA_FLOW_CONDITIONAL, "isrc1"},
    {"gcn", "s_cbranch_join", GISA_FLOW_CONDITIONAL, NULL},
    {"gcn", "s_cbranch_*", GISA_FLOW_CONDITIONAL, "label"},
    {"gcn", "s_setkill", GISA_FLOW_CONDITIONAL, NULL},
    {"gcn", "s_call_b64", GISA_FLOW_CALL, "label"},
    {"gcn", "s_swappc_b64", GISA_FLOW_CALL, "ssrc0"},
    {"gcn", "s_trap", GISA_FLOW_CALL, NULL},
    {"gcn", "s_rfe_b64", GISA_FLOW_RETURN, "sreg0"},
    {"gcn", "s_rfe_restore_b64", GISA_FLOW_RETURN, "ssrc0"},
    {"gcn", "s_endpgm*", GISA_FLOW_END, NULL},
    {"usse", "br", GISA_FLOW_JUMP, "target"},
    {"usse", "ba", GISA_FLOW_JUMP, "off"},
    {"usse", "lapc", GISA_FLOW_RETURN, NULL},
};
enum { RULES = sizeof rules / sizeof *rules };

static const struct rule *rule_of(const gisa_isa *isa, const char *name) {
    static const struct rule next = {"", "", GISA_FLOW_NEXT, NULL};
    for (unsigned i = 0; i < RULES; i++)
        if (strcmp(gisa_family(isa), rules[i].family) == 0 && fnmatch(rules[i].pattern, name, 0) == 0)
            return &rules[i];
    return &next;
}

static void check_form(const gisa_isa *isa, uint32_t form) {
    gisa_form_info f;
    gisa_form(isa, form, &f);
    const struct rule *r = rule_of(isa, f.name);
    const char *to = f.flow_to < 0 ? NULL : gisa_operand_name(isa, form, (unsigned)f.flow_to);
    check(f.flow == r->flow, "%s on %s: flow %s, expected %s", f.mnemonic, gisa_name(isa),
          gisa_flow_name(f.flow), gisa_flow_name(r->flow));
    check(to ? r->to && strcmp(to, r->to) == 0 : !r->to, "%s on %s goes to %s, expected %s", f.mnemonic,
          gisa_name(isa), to ? to : "nothing", r->to ? r->to : "nothing");
}

/* Single instructions: the text, and what gisa_flow_of says of it at address 0x1000. */
static const struct single {
    const char *arch, *text;
    gisa_flow_info flow;
} singles[] = {
    {"gfx900", "s_mov_b32 s0, s1", {.kind = GISA_FLOW_NEXT, .operand = -1, .goes_on = true}},
    {"gfx900", "s_branch 3", {.kind = GISA_FLOW_JUMP, .operand = 0, .has_target = true, .target = 0x1010}},
    {"gfx900",
     "s_cbranch_vccz 0xffff",
     {.kind = GISA_FLOW_CONDITIONAL, .operand = 0, .goes_on = true, .has_target = true, .target = 0x1000}},
    {"gfx900",
     "s_call_b64 s[4:5], 1",
     {.kind = GISA_FLOW_CALL, .operand = 1, .goes_on = true, .has_target = true, .target = 0x1008}},
    {"gfx900", "s_setpc_b64 s[30:31]", {.kind = GISA_FLOW_JUMP, .operand = 0}},
    {"gfx900", "s_swappc_b64 s[30:31], s[4:5]", {.kind = GISA_FLOW_CALL, .operand = 1, .goes_on = true}},
    {"gfx900", "s_endpgm", {.kind = GISA_FLOW_END, .operand = -1, .may_end = true}},
    {"gfx900",
     "s_setkill 1",
     {.kind = GISA_FLOW_CONDITIONAL, .operand = -1, .goes_on = true, .may_end = true}},
    {"sgx543", "br 5", {.kind = GISA_FLOW_JUMP, .operand = 0, .has_target = true, .target = 0x1028}},
    {"sgx543",
     "p0 br 5",
     {.kind = GISA_FLOW_CONDITIONAL, .operand = 0, .goes_on = true, .has_target = true, .target = 0x1028}},
    {"sgx543",
     "!p1 br.savelink 5",
     {.kind = GISA_FLOW_CALL, .operand = 0, .goes_on = true, .has_target = true, .target = 0x1028}},
    {"sgx543", "ba 7", {.kind = GISA_FLOW_JUMP, .operand = 0}},
    {"sgx543", "lapc", {.kind = GISA_FLOW_RETURN, .operand = -1}},
    {"sgx543", "p2 lapc", {.kind = GISA_FLOW_RETURN, .operand = -1, .goes_on = true}},
    {"sgx543", "nop.end", {.kind = GISA_FLOW_END, .operand = -1, .may_end = true}},
    {"sgx543", "p0 lapc.end", {.kind = GISA_FLOW_END, .operand = -1, .may_end = true}},
    {"sgx543", "phas rate:1", {.kind = GISA_FLOW_NEXT, .operand = -1, .goes_on = true, .begins = true}},
};

static void check_single(const struct single *s) {
    const gisa_isa *isa = gisa_find(s->arch);
    gisa_insn insn;
    gisa_flow_info flow;
    gisa_error error = {.message = ""};
    gisa_status status = gisa_parse(isa, s->text, strlen(s->text), NULL, &insn, &error);
    check(status == GISA_OK, "'%s': %s", s->text, error.message);
    if (status != GISA_OK || gisa_flow_of(isa, &insn, 0x1000, &flow) != GISA_OK)
        return;
    check(flow.kind == s->flow.kind && flow.operand == s->flow.operand && flow.goes_on == s->flow.goes_on &&
              flow.may_end == s->flow.may_end && flow.begins == s->flow.begins &&
              flow.has_target == s->flow.has_target && flow.target == s->flow.target,
          "'%s': %s, operand %d, goes on %d, may end %d, begins %d, target %d %#llx", s->text,
          gisa_flow_name(flow.kind), flow.operand, flow.goes_on, flow.may_end, flow.begins, flow.has_target,
          (unsigned long long)flow.target);
}

static void check_wrong(void) {
    const gisa_isa *isa = gisa_find("gfx900");
    gisa_insn insn = {.form = UINT32_MAX};
    gisa_flow_info flow;
    check(gisa_flow_of(isa, &insn, 0, &flow) == GISA_STATUS_BAD_ARGUMENT, "the flow of an unknown form");
    insn.form = 0;
    check(gisa_flow_of(NULL, &insn, 0, &flow) == GISA_STATUS_BAD_ARGUMENT, "the flow on no architecture");
    check(gisa_flow_of(isa, NULL, 0, &flow) == GISA_STATUS_BAD_ARGUMENT, "the flow of no instruction");
    check(gisa_flow_of(isa, &insn, 0, NULL) == GISA_STATUS_BAD_ARGUMENT, "the flow to nowhere");
    check(!gisa_flow_name(GISA_FLOW_COUNT), "the name of no flow");
}

void check_flow(void) {
    const gisa_isa *isa;
    for (unsigned i = 0; (isa = gisa_at(i)); i++)
        for (uint32_t form = 0; form < gisa_form_count(isa); form++)
            check_form(isa, form);
    for (unsigned i = 0; i < sizeof singles / sizeof *singles; i++)
        check_single(&singles[i]);
    check_wrong();
}
