/* SPDX-License-Identifier: MIT */
/* Finds the forms that statements about counters, hazards and issue times mean. Refuses patterns
   that mean nothing, forms that count twice, and rows without an issue time. */
#include <stdlib.h>
#include <string.h>

#include "core/operands.h"
#include "core/words.h"
#include "forms/schedule.h"
#include "read/sets.h"

/* One form, as patterns look at it. */
typedef struct view_of_form {
    const generation *g;
    const list_form *lf;
    const header *h;
    const state_codes *states; /* of the generation, GISA_STATE_COUNT of them */
} view_of_form;

static const op_spec *op_at(const view_of_form *v, int i) {
    return &v->g->ops.at[v->lf->ops[i]];
}

static const op_spec *op_called(const spec *s, const view_of_form *v, const char *name) {
    for (int i = 0; i < v->lf->f.op_count; i++)
        if (strcmp(&s->strings.at[op_at(v, i)->name], name) == 0)
            return op_at(v, i);
    return NULL;
}

/* ---- patterns ----------------------------------------------------------------------------- */

/* FORMAT.NAME */
static bool fits_dotted(const char *pattern, const char *dot, const view_of_form *v) {
    char first[MAX_NAME];
    if (!dot || !fits_pattern(dot + 1, v->h->name))
        return false;
    snprintf(first, sizeof first, "%.*s", (int)(dot - pattern), pattern);
    return fits_pattern(first, v->lf->format);
}

static bool fits_form(const char *pattern, const view_of_form *v) {
    return strcmp(pattern, words_classes[v->lf->f.class_]) == 0 || fits_pattern(pattern, v->lf->format) ||
           fits_pattern(pattern, v->h->name) || fits_dotted(pattern, strchr(pattern, '.'), v);
}

/* ---- conditions --------------------------------------------------------------------------- */

/* The values that a name with * in it stands for. */
static uint64_t values_named(const spec *s, const generation *g, const op_spec *op, const char *pattern) {
    uint64_t values = 0;
    const name_table *t = op->names ? &g->names.at[op->names - 1] : NULL;
    for (int i = 0; t && i < t->count; i++) {
        const name_entry *e = &g->entries.at[t->first + i];
        for (unsigned k = 0; k < e->span; k++)
            if (fits_pattern(pattern, &s->strings.at[e->llvm]) && e->value + k < 63)
                values |= UINT64_C(1) << (e->value + k);
    }
    return values;
}

/* NAME|NAME*, or a number; 0 = one of them is not a value of the operand. */
static uint64_t read_values(const spec *s, const generation *g, const op_spec *op, const char *text) {
    uint64_t values = 0;
    for (const char *p = text; *p; p += *p == '|') {
        char name[MAX_NAME];
        size_t size = strcspn(p, "|");
        int64_t value;
        snprintf(name, sizeof name, "%.*s", (int)size, p);
        uint64_t some = number(name, 0, &value) && value >= 0 && value < 63 ? UINT64_C(1) << value
                                                                            : values_named(s, g, op, name);
        if (!some)
            return 0;
        values |= some;
        p += size;
    }
    return values;
}

/* What the condition asks of the operand in this form; false: the form cannot meet it. */
static bool resolve(spec *s, const view_of_form *v, const condition_line *says, use_condition *c) {
    const op_spec *op = op_called(s, v, says->operand);
    *c = (use_condition){.operand = intern(s, says->operand),
                         .kind = (uint8_t)says->kind,
                         .number = (uint8_t)says->number,
                         .low = (uint8_t)says->low,
                         .width = (uint8_t)says->width};
    if (says->kind != CONDITION_VALUE)
        return op != NULL;
    c->values = says->negated ? 1 : ~UINT64_C(1);
    if (*says->value)
        c->values = op ? read_values(s, v->g, op, says->value) : 0;
    if (op && op->codec == CODEC_WORD)
        return !says->negated;
    return op ? c->values != 0 : (c->values & 1) != 0;
}

static uint16_t add_conditions(spec *s, const use_condition *c, int count) {
    for (int i = 0; i + count <= s->conditions.count; i++)
        if (memcmp(&s->conditions.at[i], c, (size_t)count * sizeof *c) == 0)
            return (uint16_t)i;
    for (int i = 0; i < count; i++)
        *LIST_ADD(s->conditions) = c[i];
    return (uint16_t)(s->conditions.count - count);
}

/* ---- terms -------------------------------------------------------------------------------- */

static bool is_taken_away(set_line *set, const view_of_form *v) {
    bool taken = false;
    for (int i = 0; i < set->count; i++)
        if (set->term[i].but && fits_form(set->term[i].pattern, v))
            taken = set->term[i].used = true;
    return taken;
}

/* The next term from `from` on that means the form, under conditions that it can meet; -1 = none
   does. */
static int next_term(spec *s, set_line *set, const view_of_form *v, int from, form_use *use) {
    for (int i = from; i < set->count; i++) {
        term_line *t = &set->term[i];
        use_condition c[TERM_CONDITIONS];
        bool possible = !t->but && fits_form(t->pattern, v);
        memset(c, 0, sizeof c);
        for (int k = 0; possible && k < t->conditions; k++)
            possible = resolve(s, v, &t->condition[k], &c[k]);
        if (!possible)
            continue;
        t->used = true;
        *use = (form_use){.conditions = (uint8_t)t->conditions, .when = intern(s, t->when)};
        use->first = t->conditions ? add_conditions(s, c, t->conditions) : 0;
        return i;
    }
    return -1;
}

static void check_terms(spec *s, const set_line *set) {
    for (int i = 0; i < set->count; i++) {
        const term_line *t = &set->term[i];
        if (!t->used)
            fail_in_line(s, set->at, set->line, t->column,
                         t->but          ? "there is no '%s' that could be taken away"
                         : t->conditions ? "no instruction '%s' can meet these conditions"
                                         : "'%s' means no instruction that is not meant already",
                         t->pattern);
    }
}

/* ---- lists of uses ------------------------------------------------------------------------ */

typedef struct use_list {
    LIST(form_use) uses;
} use_list;

/* Where the list begins in the generation's; a list that is there already is shared. */
static uint16_t add_uses(spec *s, generation *g, use_list *list) {
    *LIST_ADD(list->uses) = (form_use){.number = NO_USE};
    for (int i = 0; i + list->uses.count <= g->uses.count; i++)
        if (memcmp(&g->uses.at[i], list->uses.at, (size_t)list->uses.count * sizeof *list->uses.at) == 0)
            return (uint16_t)i;
    int first = g->uses.count;
    for (int i = 0; i < list->uses.count; i++)
        *LIST_ADD(g->uses) = list->uses.at[i];
    if (g->uses.count > UINT16_MAX)
        fail(s, (place){"isagen", 0}, "too many hazards and events of forms");
    return (uint16_t)first;
}

/* ---- regions ------------------------------------------------------------------------------ */

typedef struct code_range {
    int first, last;
} code_range;

static code_range codes_named(const spec *s, const generation *g, const char *name) {
    if (strcmp(name, "sgpr") == 0)
        return (code_range){0, OPERAND_FIRST_VALUE - 1};
    if (strcmp(name, "vgpr") == 0)
        return (code_range){OPERAND_FIRST_VGPR, CODES - 1};
    for (int c = 0; c < CODES; c++) {
        const code_info *info = &g->codes[c];
        if (info->pair && strcmp(&s->strings.at[info->pair], name) == 0)
            return (code_range){c, c + 1};
        if (info->name && strcmp(&s->strings.at[info->name], name) == 0)
            return (code_range){c, c};
    }
    return (code_range){-1, -1};
}

/* MODE, MODE.vskip: a hardware register, or a part of it. */
static bool find_part(const spec *s, int gen, const char *what, hazard_side *side) {
    char name[MAX_NAME];
    const char *dot = strchr(what, '.');
    snprintf(name, sizeof name, "%.*s", dot ? (int)(dot - what) : (int)strlen(what), what);
    int found = -1;
    for (int i = 0; i < s->names.count; i++)
        if ((s->names.at[i].gens >> gen & 1) &&
            strcmp(s->names.at[i].name, words_codec_texts[CODEC_HWREG].tables) == 0 &&
            strcmp(words_hwreg_parts(s->names.at[i].llvm), name) == 0)
            found = s->names.at[i].value;
    if (found < 0)
        return false;
    side->region = REGION_PART;
    side->first = (uint16_t)found;
    side->width = 32;
    for (int i = 0; dot && i < s->packs.count; i++) {
        const pack_line *p = &s->packs.at[i];
        if ((p->gens >> gen & 1) && strcmp(p->name, name) == 0 && strcmp(p->part, dot + 1) == 0) {
            side->low = p->low.shift;
            side->width = p->low.width;
            return true;
        }
    }
    return !dot;
}

hazard_side side_of(spec *s, int gen, const side_line *says) {
    hazard_side side = {.text = intern(s, says->set.text), .access = (uint8_t)says->access};
    code_range codes = codes_named(s, &s->g[gen], says->what);
    for (int i = 0; i < says->of_count; i++)
        side.of[i] = intern(s, says->of[i]);
    if (!says->access)
        return side;
    if (strcmp(says->what, "hwreg") == 0)
        side.region = REGION_HWREG;
    else if (codes.first >= 0) {
        bool file = codes.last - codes.first > 1;
        side.region = file ? REGION_FILE : REGION_CODES;
        side.first = (uint16_t)codes.first;
        side.last = (uint16_t)codes.last;
    } else if (!find_part(s, gen, says->what, &side))
        fail_in_line(s, says->set.at, says->set.line, says->what_column, "no registers '%s' on %s",
                     says->what, s->gen[gen]);
    return side;
}

/* The codes that an operand of this shape may be. */
static code_range codes_of(const op_spec *op) {
    const code_range vector = {OPERAND_FIRST_VGPR, CODES - 1}, any = {0, CODES - 1},
                     scalar = {0, OPERAND_FIRST_VGPR - 1}, writable = {0, OPERAND_FIRST_VALUE - 1};
    switch (op->codec) {
    case CODEC_VGPR: return op->scalar.width ? any : vector;
    case CODEC_EXP_SOURCE: return vector;
    case CODEC_IMPLIED: return (code_range){op->implied, op->implied + op->count - 1};
    case CODEC_CODE:
        if (op->flags & OP_VECTOR)
            return vector;
        if (op->start.access & GISA_ACCESS_WRITE)
            return writable;
        return op->mask * op->scale < OPERAND_FIRST_VGPR || (op->flags & OP_SCALAR) ? scalar : any;
    default: return (code_range){1, 0};
    }
}

static bool counts_operand(const spec *s, const side_line *says, const op_spec *op) {
    for (int i = 0; i < says->of_count; i++)
        if (strcmp(says->of[i], &s->strings.at[op->name]) == 0)
            return true;
    return !says->of_count;
}

state_codes codes_of_state(const spec *s, const generation *g, int state) {
    code_range r = codes_named(s, g, words_states[state]);
    if (r.first < 0) { /* one that has another name as a source */
        char source[MAX_NAME];
        snprintf(source, sizeof source, "src_%s", words_states[state]);
        r = codes_named(s, g, source);
    }
    return r.first < 0 ? (state_codes){0, 0}
                       : (state_codes){(uint16_t)r.first, (uint16_t)(r.last - r.first + 1)};
}

/* May an instruction of this form have such a register? */
static bool may_have(const spec *s, const view_of_form *v, const side_line *says, const hazard_side *side) {
    if (side->region == REGION_NONE)
        return true;
    for (int i = 0; i < v->lf->f.op_count; i++) {
        const op_spec *op = op_at(v, i);
        code_range r = codes_of(op);
        if (side->region >= REGION_HWREG ? op->codec == CODEC_HWREG
                                         : (op->start.access & side->access) && r.first <= side->last &&
                                               r.last >= side->first && counts_operand(s, says, op) &&
                                               !(op->need & CODE_NOT_DIRECT & ~v->g->code_uses[side->first]))
            return true;
    }
    uint32_t states = side->access == GISA_ACCESS_READ ? v->lf->f.reads : v->lf->f.writes;
    for (int i = 0; side->region == REGION_CODES && i < GISA_STATE_COUNT; i++) {
        state_codes c = v->states[i];
        if ((states >> i & 1) && c.count && c.first <= side->last && c.first + c.count > side->first)
            return true;
    }
    return false;
}

/* ---- hazards ------------------------------------------------------------------------------ */

/* All terms that mean the form; one without conditions says all. */
static void add_side(spec *s, const view_of_form *v, set_line *set, int number, int side, use_list *list) {
    form_use use;
    if (is_taken_away(set, v))
        return;
    for (int t = next_term(s, set, v, 0, &use); t >= 0; t = next_term(s, set, v, t + 1, &use)) {
        use.number = (uint16_t)number;
        use.side = (uint8_t)side;
        *LIST_ADD(list->uses) = use;
        if (!use.conditions)
            return;
    }
}

/* The sides of all hazards on a generation. */
typedef hazard_side both_sides[2];

static both_sides *sides_on(spec *s, int gen) {
    both_sides *sides = resize(NULL, ((size_t)s->hazards.count + 1) * sizeof *sides);
    for (int i = 0; i < s->hazards.count; i++)
        for (int side = SIDE_PRODUCER; side <= SIDE_CONSUMER && (s->hazards.at[i].gens >> gen & 1); side++)
            sides[i][side] = side_of(s, gen, &s->hazards.at[i].side[side]);
    return sides;
}

static void hazards_of_form(spec *s, int gen, const view_of_form *v, both_sides *sides, use_list *list) {
    for (int i = 0, n = 0; i < s->hazards.count; i++) {
        hazard_line *h = &s->hazards.at[i];
        if (!(h->gens >> gen & 1))
            continue;
        for (int side = SIDE_PRODUCER; side <= SIDE_CONSUMER; side++)
            if (may_have(s, v, &h->side[side], &sides[i][side]))
                add_side(s, v, &h->side[side].set, n, side, list);
        if (h->unless.count)
            add_side(s, v, &h->unless, n, SIDE_UNLESS, list);
        n++;
    }
}

static void check_hazards(spec *s) {
    for (int i = 0; i < s->hazards.count; i++) {
        hazard_line *h = &s->hazards.at[i];
        for (int side = SIDE_PRODUCER; side <= SIDE_CONSUMER; side++) {
            for (int k = 0; k < h->side[side].of_count; k++) {
                bool known = false;
                for (int o = 0; o < s->operands.count; o++)
                    known |= strcmp(s->operands.at[o].name, h->side[side].of[k]) == 0;
                if (!known)
                    fail_in_line(s, h->at, h->side[side].set.line, h->side[side].what_column,
                                 "no operand '%s'", h->side[side].of[k]);
            }
            check_terms(s, &h->side[side].set);
        }
        check_terms(s, &h->unless);
    }
}

/* ---- counters ----------------------------------------------------------------------------- */

/* Whether two uses cannot be of the same instruction: values of one operand exclude each other. */
static bool exclude_each_other(const spec *s, const form_use *a, const form_use *b) {
    for (int i = 0; i < a->conditions; i++)
        for (int k = 0; k < b->conditions; k++) {
            const use_condition *x = &s->conditions.at[a->first + i], *y = &s->conditions.at[b->first + k];
            if (x->operand == y->operand && x->kind == CONDITION_VALUE && y->kind == CONDITION_VALUE &&
                !(x->values & y->values))
                return true;
        }
    return false;
}

/* No instruction adds twice to a counter. */
static void check_once(spec *s, int gen, const view_of_form *v, const use_list *list, const int *line_of) {
    for (int i = 0; i < list->uses.count; i++)
        for (int k = 0; k < i; k++) {
            const form_use *a = &list->uses.at[i], *b = &list->uses.at[k];
            const counts_line *x = &s->counts_lines.at[line_of[a->number]],
                              *y = &s->counts_lines.at[line_of[b->number]];
            if (x->counter == y->counter && !exclude_each_other(s, a, b)) {
                fail(s, x->at, "%s (%s) on %s adds to %s twice (also in line %d)", v->h->name, v->lf->format,
                     s->gen[gen], s->counters.at[x->counter].name, y->at.line);
                return;
            }
        }
}

static void events_of_form(spec *s, int gen, const view_of_form *v, use_list *list) {
    int line_of[UINT8_MAX + 1], n = 0, errors = s->errors;
    for (int i = 0; i < s->counts_lines.count && n <= UINT8_MAX; i++) {
        counts_line *c = &s->counts_lines.at[i];
        if (!(c->gens >> gen & 1))
            continue;
        line_of[n] = i;
        add_side(s, v, &c->set, n++, SIDE_PRODUCER, list);
    }
    if (errors == s->errors)
        check_once(s, gen, v, list, line_of);
}

static void check_counters(spec *s) {
    for (int i = 0; i < s->counters.count; i++) {
        bool found = false;
        for (int k = 0; k < s->packs.count; k++)
            found |= strcmp(s->packs.at[k].name, words_codec_texts[CODEC_WAITCNT].tables) == 0 &&
                     strcmp(s->packs.at[k].part, s->counters.at[i].name) == 0;
        if (!found)
            fail(s, s->counters.at[i].at, "%s has no part '%s'", words_codec_texts[CODEC_WAITCNT].tables,
                 s->counters.at[i].name);
    }
    for (int i = 0; i < s->counts_lines.count; i++)
        check_terms(s, &s->counts_lines.at[i].set);
}

/* ---- times -------------------------------------------------------------------------------- */

/* The last statement that means the form; NO_TIME = none does. */
static uint16_t time_of_form(spec *s, int gen, const view_of_form *v, time_line *lines, int count) {
    uint16_t time = NO_TIME;
    term_line *decides = NULL;
    form_use use;
    for (int i = 0, n = 0; i < count; i++) {
        time_line *t = &lines[i];
        if (!(t->gens >> gen & 1))
            continue;
        int term = is_taken_away(&t->set, v) ? -1 : next_term(s, &t->set, v, 0, &use);
        if (term >= 0) {
            time = (uint16_t)n;
            decides = &t->set.term[term];
        }
        n++;
    }
    if (decides)
        decides->decides = true;
    return time;
}

static bool is_fact(const spec *s, const char *name) {
    for (int i = 0; i < s->facts.count; i++)
        if (strcmp(s->facts.at[i].name, name) == 0)
            return true;
    return false;
}

/* Each word of a statement decides about a form; later ones may not have taken all away. */
static void check_times(spec *s, const time_line *lines, int count) {
    for (int i = 0; i < count; i++) {
        const time_line *t = &lines[i];
        const char *fact_name = &s->strings.at[t->clocks.fact];
        int errors = s->errors;
        check_terms(s, &t->set);
        if (t->clocks.fact && !is_fact(s, fact_name))
            fail(s, t->at, "no fact '%s'", fact_name);
        for (int k = 0; k < t->set.count && errors == s->errors; k++)
            if (!t->set.term[k].but && !t->set.term[k].decides)
                fail_in_line(s, t->at, t->set.line, t->set.term[k].column,
                             "'%s' decides nothing: other statements say the same of all that it means",
                             t->set.term[k].pattern);
    }
}

/* ---- all of it ---------------------------------------------------------------------------- */

static void schedule_form(spec *s, int gen, int index, const state_codes *states, both_sides *sides) {
    generation *g = &s->g[gen];
    const list_form *lf = &g->forms.at[index];
    const view_of_form v = {g, lf, &s->headers.at[lf->header], states};
    use_list hazards = {.uses = {NULL, 0, 0}}, events = {.uses = {NULL, 0, 0}};
    hazards_of_form(s, gen, &v, sides, &hazards);
    events_of_form(s, gen, &v, &events);
    form_schedule f = {.hazards = add_uses(s, g, &hazards), .events = add_uses(s, g, &events)};
    f.time = time_of_form(s, gen, &v, s->times.at, s->times.count);
    f.pause = time_of_form(s, gen, &v, s->pauses.at, s->pauses.count);
    *LIST_ADD(g->schedules) = f;
    if (s->times.count && f.time == NO_TIME)
        fail(s, v.h->at, "no statement says how long %s (%s) takes to issue on %s", v.h->name, lf->format,
             s->gen[gen]);
    free(hazards.uses.at);
    free(events.uses.at);
}

/* Families of which nothing is known have no tables. */
void schedule_forms(spec *s) {
    if (!s->hazards.count && !s->counts_lines.count && !s->times.count && !s->counters.count)
        return;
    for (int g = 0; g < s->gen_count && !s->errors; g++) {
        both_sides *sides = sides_on(s, g);
        state_codes states[GISA_STATE_COUNT];
        for (int i = 0; i < GISA_STATE_COUNT; i++)
            states[i] = codes_of_state(s, &s->g[g], i);
        for (int i = 0; i < s->g[g].forms.count && !s->errors; i++)
            schedule_form(s, g, i, states, sides);
        free(sides);
    }
    if (s->errors)
        return;
    check_counters(s);
    check_hazards(s);
    check_times(s, s->times.at, s->times.count);
    check_times(s, s->pauses.at, s->pauses.count);
}
