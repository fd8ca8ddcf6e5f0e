/* SPDX-License-Identifier: MIT */
/* The version, architectures and look-ups: what is known about forms, mnemonics and status
   codes. */
#include <string.h>

#include "names.h"
#include "tables.h"

/* The families' lists of architectures, which isagen writes. All these lists end with NULL. */
extern const gisa_isa *const *const isa_families[];

const char *gisa_version(void) {
    return GISA_VERSION;
}

const char *gisa_status_text(gisa_status status) {
    static const char *const text[GISA_STATUS_COUNT] = {
        "done",
        "no bytes left",
        "the instruction is longer than the bytes that are left",
        "no instruction has these bits",
        "reserved operand",
        "the result does not fit",
        "bad argument",
        "an operand does not fit the instruction",
        "unknown instruction",
        "the instruction does not exist on this architecture",
        "syntax error",
        "the file is damaged or of another format",
        "out of memory",
        "reading or writing failed",
        "there were errors",
    };
    return (unsigned)status < GISA_STATUS_COUNT ? text[status] : "unknown status";
}

const gisa_isa *gisa_at(unsigned i) {
    for (unsigned f = 0; isa_families[f]; f++)
        for (unsigned k = 0; isa_families[f][k]; k++)
            if (i-- == 0)
                return isa_families[f][k];
    return NULL;
}

/* In names that users give a blank, and '_', are a hyphen: "R9 290". */
static char plain(char c) {
    return c == ' ' || c == '_' ? '-' : names_lower(c);
}

/* Is `name` one of the words of `list`? */
static bool has_word(const char *list, const char *name) {
    while (*list) {
        size_t i = 0;
        while (name[i] && plain(name[i]) == list[i])
            i++;
        if (!name[i] && (!list[i] || list[i] == ' '))
            return i > 0;
        while (*list && *list != ' ')
            list++;
        while (*list == ' ')
            list++;
    }
    return false;
}

const gisa_isa *gisa_base(const gisa_isa *isa) {
    return isa->base;
}

const gisa_isa *gisa_chip(const gisa_isa *isa, unsigned i) {
    const gisa_isa *const *chip = isa->chips;
    while (*chip && i--)
        chip++;
    return *chip;
}

bool gisa_fits(const gisa_isa *wanted, const gisa_isa *isa) {
    return isa && (isa == wanted || isa->base == wanted);
}

/* The first architecture or chip for which is_it says yes. */
static const gisa_isa *find(bool (*is_it)(const gisa_isa *isa, const void *ctx), const void *ctx) {
    const gisa_isa *isa, *chip;
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        if (is_it(isa, ctx))
            return isa;
        for (unsigned k = 0; (chip = gisa_chip(isa, k)); k++)
            if (is_it(chip, ctx))
                return chip;
    }
    return NULL;
}

static bool is_called(const gisa_isa *isa, const void *name) {
    return has_word(isa->name, name) || has_word(isa->other_names, name);
}

const gisa_isa *gisa_find(const char *name) {
    return name ? find(is_called, name) : NULL;
}

static bool has_machine(const gisa_isa *isa, const void *machine) {
    return isa->elf_machine && isa->elf_machine == *(const uint32_t *)machine;
}

const gisa_isa *gisa_find_elf(uint32_t e_flags) {
    uint32_t machine = e_flags & 0xff;
    return find(has_machine, &machine);
}

const char *gisa_later_name(uint32_t e_flags) {
    const gisa_isa *isa;
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        const name_table *later = names_table(isa, "LATER");
        for (unsigned k = 0; later && k < later->count; k++)
            if (isa->entries[later->first + k].value == (e_flags & 0xff))
                return &isa->strings[isa->entries[later->first + k].llvm];
    }
    return NULL;
}

const char *gisa_name(const gisa_isa *isa) {
    return isa->name;
}
const char *gisa_family(const gisa_isa *isa) {
    return isa->family;
}
const char *gisa_other_names(const gisa_isa *isa) {
    return isa->other_names;
}
unsigned gisa_generation(const gisa_isa *isa) {
    return isa->generation;
}
uint32_t gisa_elf_machine(const gisa_isa *isa) {
    return isa->elf_machine;
}
unsigned gisa_unit(const gisa_isa *isa) {
    return isa->unit;
}

int64_t gisa_fact(const gisa_isa *isa, const char *name, int64_t otherwise) {
    for (uint32_t i = 0; i < isa->fact_count; i++)
        if (strcmp(&isa->strings[isa->facts[i].name], name) == 0)
            return isa->facts[i].value;
    return otherwise;
}

uint32_t gisa_form_count(const gisa_isa *isa) {
    return isa->form_count;
}

gisa_status gisa_form(const gisa_isa *isa, uint32_t index, gisa_form_info *info) {
    const form *f;
    const row_info *row;
    if (!isa || !info || index >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    f = &isa->forms[index];
    row = &isa->rows[f->row];
    *info = (gisa_form_info){
        .mnemonic = &isa->strings[f->print[GISA_SYNTAX_LLVM]],
        .name = row->name,
        .format = form_format(isa, f),
        .doc = row->doc,
        .summary = row->summary,
        .body = row->body,
        .unsure = f->unsure ? &isa->strings[f->unsure] : NULL,
        .approximate = f->approximate ? &isa->strings[f->approximate] : NULL,
        .rests = f->rests,
        .rests_on = &isa->strings[f->rests_on],
        .suffix = &isa->strings[f->suffix],
        .clrx = f->clrx ? &isa->strings[f->clrx] : row->name,
        .aliases = &isa->strings[f->aliases],
        .source = row->source,
        .mask = f->mask,
        .value = f->value,
        .row = f->row,
        .opcode = f->opcode,
        .reads = f->reads,
        .writes = f->writes,
        .format_index = f->format,
        .size = f->size,
        .operand_count = f->op_count,
        .class_ = f->class_,
        .flow = f->flow,
        .flow_to = (int8_t)(f->flow_to - 1),
        .never_chosen = f->flags & FORM_NEVER,
        .keeps_half = f->flags & FORM_KEEPS_HALF,
        .high_half = f->flags & FORM_HIGH_HALF,
        .bytes_read = row->bytes_read,
        .bytes_written = row->bytes_written,
        .once = isa->rows[f->row].once,
        .untyped = f->flags & FORM_TYPES,
    };
    return GISA_OK;
}

unsigned gisa_form_operation(const gisa_isa *isa, uint32_t index, unsigned i) {
    if (!isa || index >= isa->form_count || i > 1)
        return 0;
    const row_info *row = &isa->rows[isa->forms[index].row];
    return i ? row->second_body : row->body_number;
}

/* The state that a modifier puts in the place of another one. */
static uint32_t change_state(uint32_t states, const op_spec *op) {
    return states & op->instead_of ? (states & ~(uint32_t)op->instead_of) | op->instead : states;
}

gisa_status gisa_states(const gisa_isa *isa, const gisa_insn *insn, uint32_t *reads, uint32_t *writes) {
    if (!isa || !insn || !reads || !writes || insn->form >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    const form *f = &isa->forms[insn->form];
    *reads = f->reads;
    *writes = f->writes;
    for (unsigned i = 0; i < insn->operand_count && i < f->op_count; i++) {
        const op_spec *op = form_op(isa, f, i);
        if (!insn->operand[i].value || !((*reads | *writes) & op->instead_of))
            continue;
        *reads = change_state(*reads, op) | op->also;
        *writes = change_state(*writes, op);
    }
    return GISA_OK;
}

/* Whether the instruction has an operand of this role that is not 0. */
static bool says(const gisa_isa *isa, const form *f, const gisa_insn *insn, unsigned role) {
    for (unsigned i = 0; i < insn->operand_count && i < f->op_count; i++)
        if (form_op(isa, f, i)->role == role && insn->operand[i].value)
            return true;
    return false;
}

/* A predicate lets instances go on that it leaves out. */
static void predicate_flow(gisa_flow_info *flow) {
    flow->goes_on = true;
    if (flow->kind == GISA_FLOW_JUMP || flow->kind == GISA_FLOW_END)
        flow->kind = GISA_FLOW_CONDITIONAL;
}

gisa_status gisa_flow_of(const gisa_isa *isa, const gisa_insn *insn, uint64_t address, gisa_flow_info *flow) {
    if (!isa || !insn || !flow || insn->form >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    const form *f = &isa->forms[insn->form];
    *flow = (gisa_flow_info){.kind = f->flow, .operand = (int8_t)(f->flow_to - 1)};
    flow->begins = f->flags & FORM_BEGINS;
    flow->may_end = f->flags & FORM_ENDS;
    if (flow->kind == GISA_FLOW_JUMP && says(isa, f, insn, GISA_ROLE_LINK))
        flow->kind = GISA_FLOW_CALL;
    flow->goes_on =
        flow->kind == GISA_FLOW_NEXT || flow->kind == GISA_FLOW_CONDITIONAL || flow->kind == GISA_FLOW_CALL;
    if (says(isa, f, insn, GISA_ROLE_PREDICATE))
        predicate_flow(flow);
    if (says(isa, f, insn, GISA_ROLE_END)) /* whatever else the instruction does */
        *flow =
            (gisa_flow_info){.kind = GISA_FLOW_END, .operand = -1, .may_end = true, .begins = flow->begins};
    flow->has_target = flow->operand >= 0 && gisa_target(insn, address, &flow->target);
    return GISA_OK;
}

const char *gisa_operand_name(const gisa_isa *isa, uint32_t index, unsigned i) {
    if (!isa || index >= isa->form_count || i >= isa->forms[index].op_count)
        return NULL;
    return &isa->strings[form_op(isa, &isa->forms[index], i)->name];
}

uint32_t gisa_form_named(const gisa_isa *isa, const char *name, size_t size) {
    const spelling *s = isa && name ? names_spelling(isa, name, size) : NULL;
    return s ? names_texts(isa)->candidates[s->first] : UINT32_MAX;
}
