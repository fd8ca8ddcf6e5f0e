/* SPDX-License-Identifier: MIT */
/* Remembers the last instructions of each wave, and words what they say of how a launch ended. */
#include "gisa_account.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"

enum { KEPT = 256, MOST_NOTES = 4096, MOST_WAVES = 8, MOST_READS = 4, WORDS = 200 };

/* One instruction that has run. */
typedef struct step_note {
    const gisa_site *site;
    uint64_t next_pc;
    gisa_wave_access read; /* the first that it read; size 0: none */
    bool jumped;
} step_note;

/* A wave that has begun and not ended. */
typedef struct wave_note {
    step_note last[KEPT]; /* step i is in place i % KEPT */
    uint64_t steps;
    step_note jump; /* the last one; site NULL: none */
    const gisa_site *waits;
    bool ended;
} wave_note;

/* What is to be said of a wave that had not ended. */
typedef struct end_note {
    uint32_t group[3], size[3], number;
    char *origin; /* where it came from, and its registers */
    char *state;  /* what it was doing */
} end_note;

struct gisa_account {
    gisa_machine *machine;
    const gisa_isa *isa;
    gisa_account_names names;
    gisa_observer observer;
    end_note *notes;
    size_t count, room;
};

/* ---- words ----------------------------------------------------------------------------------- */

/* "k+0x24" */
static int put_address(const gisa_account *a, uint64_t pc, char *text, size_t room) {
    uint64_t distance;
    const char *name = gisa_machine_function_at(a->machine, pc, &distance);
    return name ? snprintf(text, room, "%.150s+0x%llx", name, (unsigned long long)distance)
                : snprintf(text, room, "0x%llx", (unsigned long long)pc);
}

/* "k+0x24 (k.cl:7)" */
static void add_place(const gisa_account *a, line *l, uint64_t pc) {
    char source[WORDS] = "", address[WORDS];
    put_address(a, pc, address, sizeof address);
    line_add(l, "%s", address);
    if (a->names.place)
        a->names.place(a->names.ctx, pc, source, sizeof source);
    if (*source)
        line_add(l, " (%s)", source);
}

static size_t put_label(void *ctx, uint64_t pc, char *text, size_t room) {
    char address[WORDS];
    const size_t size = (size_t)put_address(ctx, pc, address, sizeof address);
    if (size > room)
        return 0;
    memcpy(text, address, size);
    return size;
}

/* "k+0x24 (k.cl:7): s_branch k+0x10" */
static void add_instruction(const gisa_account *a, line *l, const gisa_site *site) {
    char text[GISA_TEXT_MAX] = "";
    size_t size = sizeof text;
    const gisa_style style = {.address = site->pc, .label = put_label, .ctx = (void *)(uintptr_t)a};
    gisa_print(a->isa, &site->insn, &style, text, &size);
    add_place(a, l, site->pc);
    line_add(l, ": %s", text);
}

/* ---- registers ------------------------------------------------------------------------------- */

static bool is_register(const gisa_operand *o) {
    const bool named = o->kind == GISA_KIND_NAMED || o->kind == GISA_KIND_TTMP;
    return o->count && (o->kind == GISA_KIND_SGPR || o->kind == GISA_KIND_VGPR || named);
}

static bool overlap(const gisa_operand *a, const gisa_operand *b) {
    const bool vectors = a->kind == GISA_KIND_VGPR;
    return is_register(a) && is_register(b) && vectors == (b->kind == GISA_KIND_VGPR) &&
           (a->kind == GISA_KIND_TTMP) == (b->kind == GISA_KIND_TTMP) && a->reg < b->reg + b->count &&
           b->reg < a->reg + a->count;
}

static bool writes(const gisa_insn *insn, const gisa_operand *reg) {
    for (unsigned i = 0; i < insn->operand_count; i++)
        if ((insn->operand[i].access & GISA_ACCESS_WRITE) && overlap(&insn->operand[i], reg))
            return true;
    return false;
}

/* The last instruction before step `before` that wrote some of a register; NULL: none that is
   kept. */
static const gisa_site *writer_of(const wave_note *w, uint64_t before, const gisa_operand *reg) {
    for (uint64_t n = before; n-- > 0 && w->steps - n <= KEPT;)
        if (writes(&w->last[n % KEPT].site->insn, reg))
            return w->last[n % KEPT].site;
    return NULL;
}

static void add_operand(line *l, const gisa_isa *isa, const gisa_operand *o) {
    const char *const letters = o->kind == GISA_KIND_VGPR ? "v" : o->kind == GISA_KIND_TTMP ? "ttmp" : "s";
    char room[8];
    gisa_code_info info;
    if (o->kind == GISA_KIND_NAMED && gisa_code(isa, (unsigned)o->reg, room, &info) == GISA_OK)
        line_add(l, "%s", o->count > 1 && *info.pair ? info.pair : info.name);
    else if (o->count > 1)
        line_add(l, "%s[%u:%u]", letters, (unsigned)o->reg, (unsigned)o->reg + o->count - 1u);
    else
        line_add(l, "%s%u", letters, (unsigned)o->reg);
}

static bool is_about(const gisa_account *a, const gisa_insn *insn, unsigned i, bool all) {
    gisa_operand_info info;
    const gisa_operand *o = &insn->operand[i];
    if (!is_register(o) || !(o->access & GISA_ACCESS_READ) || gisa_form_operand(a->isa, insn->form, i, &info))
        return false;
    return all || info.role == GISA_ROLE_ADDRESS || info.role == GISA_ROLE_BASE ||
           info.role == GISA_ROLE_RESOURCE || info.role == GISA_ROLE_OFFSET;
}

/* A part of the register, in words, that one instruction wrote. */
static gisa_operand part_of(const gisa_operand *o, unsigned first, unsigned count) {
    gisa_operand part = *o;
    part.reg = (uint16_t)(o->reg + first);
    part.count = (uint8_t)count;
    return part;
}

static const gisa_site *writer_of_word(const wave_note *w, uint64_t before, const gisa_operand *o,
                                       unsigned word) {
    const gisa_operand one = part_of(o, word, 1);
    return writer_of(w, before, &one);
}

/* "v2 was last written at k+0x4: v_mov_b32_e32 v2, 0", for each part that another instruction
   wrote. */
static void add_written(const gisa_account *a, line *l, const wave_note *w, uint64_t before,
                        const gisa_operand *o) {
    for (unsigned i = 0, end; i < o->count; i = end) {
        const gisa_site *writer = writer_of_word(w, before, o, i);
        end = i + 1;
        while (end < o->count && writer_of_word(w, before, o, end) == writer)
            end++;
        const gisa_operand part = part_of(o, i, end - i);
        if (!writer)
            continue;
        line_add(l, "  ");
        add_operand(l, a->isa, &part);
        line_add(l, " was last written at ");
        add_instruction(a, l, writer);
        line_add(l, "\n");
    }
}

static void add_variable(const gisa_account *a, line *l, uint64_t pc, const gisa_operand *o) {
    char name[WORDS] = "";
    if (a->names.variable)
        a->names.variable(a->names.ctx, pc, o, name, sizeof name);
    if (!*name)
        return;
    line_add(l, "  ");
    add_operand(l, a->isa, o);
    line_add(l, " holds %s\n", name);
}

/* For each register of the address, or each that is read: what it is, and which instructions before
   step `before` wrote it. */
static void add_writers(const gisa_account *a, line *l, const wave_note *w, uint64_t before,
                        const gisa_site *site, bool all) {
    for (unsigned i = 0; i < site->insn.operand_count; i++)
        if (is_about(a, &site->insn, i, all)) {
            add_variable(a, l, site->pc, &site->insn.operand[i]);
            add_written(a, l, w, before, &site->insn.operand[i]);
        }
}

/* ---- the instruction that failed ------------------------------------------------------------- */

static uint64_t pc_of(const gisa_observed_wave *wave) {
    static const gisa_wave_register pc = {.bank = GISA_WAVE_BANK_PC, .count = 2};
    uint32_t low = 0, high = 0;
    gisa_wave_get(wave->wave, &pc, 0, 0, &low);
    gisa_wave_get(wave->wave, &pc, 0, 1, &high);
    return low | (uint64_t)high << 32;
}

/* Which branch led to here. */
static void add_jump(const gisa_account *a, line *l, const wave_note *w, uint64_t pc) {
    const step_note *last = w->steps ? &w->last[(w->steps - 1) % KEPT] : NULL;
    if (!w->jump.site)
        return;
    line_add(l, w->jump.next_pc == pc && last && last->jumped ? "  came here by " : "  the last branch: ");
    add_instruction(a, l, w->jump.site);
    if (w->jump.next_pc != pc) {
        line_add(l, " to ");
        add_place(a, l, w->jump.next_pc);
    }
    line_add(l, "\n");
    if (w->jump.site == (last ? last->site : NULL))
        add_writers(a, l, w, w->steps - 1, w->jump.site, true);
}

static char *origin_of(const gisa_account *a, const gisa_observed_wave *wave, const wave_note *w) {
    const uint64_t pc = pc_of(wave);
    const step_note *last = w->steps ? &w->last[(w->steps - 1) % KEPT] : NULL;
    line l = {NULL, 0, 0};
    if (last && last->site->pc == pc)
        add_writers(a, &l, w, w->steps - 1, last->site, false);
    else
        add_jump(a, &l, w, pc);
    return l.text;
}

/* ---- what a wave was doing ------------------------------------------------------------------- */

/* How many instructions ago it was where it is; 0: it is not in a loop of those that are kept. */
static unsigned loop_length(const wave_note *w) {
    const uint64_t all = w->steps < KEPT ? w->steps : KEPT;
    const uint64_t pc = all ? w->last[(w->steps - 1) % KEPT].site->pc : 0;
    unsigned length = 0, times = 0;
    for (unsigned back = 1; back < all; back++)
        if (w->last[(w->steps - 1 - back) % KEPT].site->pc == pc) {
            length = length ? length : back;
            times++;
        }
    return times >= 2 ? length : 0;
}

/* The bytes as a number. */
static void add_value(const gisa_account *a, line *l, const gisa_wave_access *read) {
    uint64_t value = 0;
    if (read->space == GISA_WAVE_SPACE_MEMORY && read->size <= sizeof value &&
        gisa_machine_read(a->machine, read->address, &value, read->size) == read->size)
        line_add(l, ", which is 0x%llx now", (unsigned long long)value);
}

static void add_read(const gisa_account *a, line *l, const step_note *s) {
    static const char *const spaces[] = {"memory", "LDS", "GDS", "private memory"};
    uint64_t start, size;
    const char *name = NULL;
    line_add(l, "    reads %u bytes of %s at 0x%llx", (unsigned)s->read.size, spaces[s->read.space],
             (unsigned long long)s->read.address);
    if (s->read.space == GISA_WAVE_SPACE_MEMORY &&
        gisa_machine_mapped_at(a->machine, s->read.address, &start, &size, &name) == GISA_OK && name)
        line_add(l, " (%llu bytes into %s)", (unsigned long long)(s->read.address - start), name);
    add_value(a, l, &s->read);
    line_add(l, "; ");
    add_instruction(a, l, s->site);
    line_add(l, "\n");
}

static const step_note *in_loop(const wave_note *w, unsigned i) {
    return &w->last[(w->steps - 1 - i) % KEPT];
}

static void add_reads(const gisa_account *a, line *l, const wave_note *w, unsigned length) {
    unsigned told = 0;
    for (unsigned i = length; i-- > 0 && told < MOST_READS;)
        if (in_loop(w, i)->read.size) {
            add_read(a, l, in_loop(w, i));
            told++;
        }
}

/* From its lowest to its highest address, with the branch that goes back. */
static void add_loop(const gisa_account *a, line *l, const wave_note *w, unsigned length) {
    const step_note *first = in_loop(w, 0), *last = first, *back = NULL;
    for (unsigned i = 0; i < length; i++) {
        const step_note *s = in_loop(w, i);
        first = s->site->pc < first->site->pc ? s : first;
        last = s->site->pc > last->site->pc ? s : last;
        if (s->jumped && s->next_pc <= s->site->pc && (!back || s->site->pc > back->site->pc))
            back = s;
    }
    line_add(l, "is in a loop of %u instructions, from ", length);
    add_place(a, l, first->site->pc);
    line_add(l, " to ");
    add_place(a, l, last->site->pc);
    line_add(l, "\n");
    if (back) {
        line_add(l, "    goes back at ");
        add_instruction(a, l, back->site);
        line_add(l, "\n");
    }
    add_reads(a, l, w, length);
}

static char *state_of(const gisa_account *a, const gisa_observed_wave *wave, const wave_note *w) {
    const unsigned length = w->waits ? 0 : loop_length(w);
    line l = {NULL, 0, 0};
    line_add(&l, "  wave %u of group %u,%u,%u ", wave->number, wave->group->id[0], wave->group->id[1],
             wave->group->id[2]);
    if (length) {
        add_loop(a, &l, w, length);
        return l.text;
    }
    if (w->waits) {
        line_add(&l, "waits at ");
        add_instruction(a, &l, w->waits);
    } else {
        line_add(&l, "is at ");
        add_place(a, &l, pc_of(wave));
    }
    line_add(&l, "\n");
    return l.text;
}

/* ---- observing ------------------------------------------------------------------------------- */

static void wave_begins(void *ctx, gisa_observed_wave *wave) {
    (void)ctx;
    wave->data = calloc(1, sizeof(wave_note));
}

static bool grow(gisa_account *a) {
    const size_t room = a->room ? 2 * a->room : 64;
    end_note *grown = a->count < a->room ? a->notes : realloc(a->notes, room * sizeof *grown);
    if (!grown)
        return false;
    a->room = a->count < a->room ? a->room : room;
    a->notes = grown;
    return true;
}

static void wave_ends(void *ctx, gisa_observed_wave *wave) {
    gisa_account *a = ctx;
    wave_note *w = wave->data;
    if (w && !w->ended && a->count < MOST_NOTES && grow(a)) {
        end_note *n = &a->notes[a->count++];
        *n = (end_note){
            .number = wave->number, .origin = origin_of(a, wave, w), .state = state_of(a, wave, w)};
        memcpy(n->group, wave->group->id, sizeof n->group);
        memcpy(n->size, wave->group->size, sizeof n->size);
    }
    free(w);
    wave->data = NULL;
}

static bool after(void *ctx, gisa_observed_wave *wave, const gisa_observed_step *step) {
    wave_note *w = wave->data;
    (void)ctx;
    if (!w)
        return true;
    w->waits = step->kind == GISA_WAVE_KIND_WAITS ? step->site : NULL;
    w->ended = step->kind == GISA_WAVE_KIND_ENDED;
    if (w->waits)
        return true;
    step_note *s = &w->last[w->steps++ % KEPT];
    *s = (step_note){
        .site = step->site, .next_pc = step->next_pc, .jumped = step->kind == GISA_WAVE_KIND_JUMPED};
    if (step->access_count && (step->access[0].access & GISA_ACCESS_READ))
        s->read = step->access[0];
    if (s->jumped)
        w->jump = *s;
    return true;
}

/* ---- the account ----------------------------------------------------------------------------- */

gisa_account *gisa_account_new(gisa_machine *machine, const gisa_account_names *names) {
    gisa_account *a = machine ? calloc(1, sizeof *a) : NULL;
    if (!a)
        return NULL;
    a->machine = machine;
    a->isa = gisa_machine_isa(machine);
    if (names)
        a->names = *names;
    a->observer = (gisa_observer){
        .ctx = a, .wants_accesses = true, .wave_begins = wave_begins, .wave_ends = wave_ends, .after = after};
    return a;
}

void gisa_account_free(gisa_account *a) {
    for (size_t i = 0; a && i < a->count; i++) {
        free(a->notes[i].origin);
        free(a->notes[i].state);
    }
    if (a)
        free(a->notes);
    free(a);
}

const gisa_observer *gisa_account_observer(gisa_account *a) {
    return a ? &a->observer : NULL;
}

static bool is_blamed(const end_note *n, const gisa_result *r) {
    const uint64_t item =
        r->item[0] + (uint64_t)n->size[0] * (r->item[1] + (uint64_t)n->size[1] * r->item[2]);
    return memcmp(n->group, r->group, sizeof n->group) == 0 && item / GISA_WAVE_LANES == n->number;
}

static void add_text(const char *more, char *text, size_t size, size_t *length) {
    const size_t room = size - *length, wanted = more ? strlen(more) : 0;
    const size_t taken = wanted < room ? wanted : room - 1;
    memcpy(text + *length, more ? more : "", taken);
    *length += taken;
    text[*length] = 0;
}

/* All that had not ended, up to some. */
static void add_states(const gisa_account *a, char *text, size_t size, size_t *length) {
    char more[80];
    for (size_t i = 0; i < a->count && i < MOST_WAVES; i++)
        add_text(a->notes[i].state, text, size, length);
    if (a->count > MOST_WAVES) {
        snprintf(more, sizeof more, "  %s%zu more waves had not ended\n",
                 a->count == MOST_NOTES ? "at least " : "", a->count - MOST_WAVES);
        add_text(more, text, size, length);
    }
}

size_t gisa_account_text(const gisa_account *a, const gisa_result *r, char *text, size_t size) {
    const bool waits =
        r && (r->end == GISA_END_LIMIT || (r->end == GISA_END_FAULT && r->cause == GISA_CAUSE_STUCK));
    size_t length = 0;
    if (!text || !size)
        return 0;
    *text = 0;
    if (!a || !r)
        return 0;
    if (waits)
        add_states(a, text, size, &length);
    for (size_t i = 0; i < a->count && r->end == GISA_END_FAULT && !waits; i++)
        if (is_blamed(&a->notes[i], r))
            add_text(a->notes[i].origin, text, size, &length);
    return length;
}
