/* SPDX-License-Identifier: MIT */
/* Writes what is known of counters, hazards and issue times as C, in the shapes of
   src/core/schedule.h. */
#include <string.h>

#include "core/words.h"
#include "forms/schedule.h"

static uint32_t text_of(spec *s, const char *text) {
    return text ? intern(s, text) : 0;
}

/* ---- counters ----------------------------------------------------------------------------- */

static void emit_counters(spec *s, int gen, FILE *out) {
    fprintf(out, "static const counter_row counters_%d[] = {\n", gen);
    for (int i = 0; i < s->counters.count; i++) {
        const counter_line *c = &s->counters.at[i];
        field low = {0, 0}, high = {0, 0};
        for (int k = 0; k < s->packs.count; k++)
            if ((s->packs.at[k].gens >> gen & 1) && strcmp(s->packs.at[k].part, c->name) == 0 &&
                strcmp(s->packs.at[k].name, words_codec_texts[CODEC_WAITCNT].tables) == 0)
                low = s->packs.at[k].low, high = s->packs.at[k].high;
        fprintf(out, "    {%u,%u,%u,%u,%u,%u,%u},\n", intern(s, c->name), text_of(s, c->doc),
                (1u << (low.width + high.width)) - 1, low.shift, low.width, high.shift, high.width);
    }
    fprintf(out, "    {0}\n};\nstatic const count_kind count_kinds_%d[] = {\n", gen);
    for (int i = 0; i < s->count_kinds.count; i++) {
        const kind_of_count *k = &s->count_kinds.at[i];
        fprintf(out, "    {%u,%u,%d,%d,%d},\n", intern(s, k->name), text_of(s, k->doc), k->counter, k->with,
                k->ordered);
    }
    fprintf(out, "    {0}\n};\n");
}

static int emit_events(spec *s, int gen, FILE *out) {
    int count = 0;
    fprintf(out, "static const event_row events_%d[] = {\n", gen);
    for (int i = 0; i < s->counts_lines.count; i++) {
        const counts_line *c = &s->counts_lines.at[i];
        if (!(c->gens >> gen & 1))
            continue;
        fprintf(out, "    {%u,%u,%u,%d,%d,%d,%d,%d,%u,%d},\n", text_of(s, c->doc),
                text_of(s, c->source.sources), text_of(s, c->writes_if), c->counter, c->kind, c->amount,
                c->source.certainty, c->writes, c->reads, c->usual);
        count++;
    }
    fprintf(out, "    {0}\n};\n");
    return count;
}

/* ---- hazards ------------------------------------------------------------------------------ */

static void emit_side(const hazard_side *side, FILE *out) {
    fprintf(out, "{%u,{%u,%u,%u,%u},%u,%u,%u,%u,%u,%u}", side->text, side->of[0], side->of[1], side->of[2],
            side->of[3], side->first, side->last, side->access, side->region, side->low, side->width);
}

static bool same_registers(const hazard_side *a, const hazard_side *b) {
    return a->region && a->region == b->region && a->region != REGION_PART && a->first == b->first &&
           a->last == b->last;
}

static int emit_hazards(spec *s, int gen, FILE *out) {
    int count = 0;
    fprintf(out, "static const hazard_row hazards_%d[] = {\n", gen);
    for (int i = 0; i < s->hazards.count; i++) {
        const hazard_line *h = &s->hazards.at[i];
        if (!(h->gens >> gen & 1))
            continue;
        hazard_side first = side_of(s, gen, &h->side[0]), second = side_of(s, gen, &h->side[1]);
        fprintf(out, "    {%u,%u,%u,%u,%d,%u,%d,%d,%d,%d,{", intern(s, h->name), text_of(s, h->doc),
                text_of(s, h->source.sources), text_of(s, h->unless.text), h->states, h->counters,
                h->source.certainty, h->bug, h->advice, same_registers(&first, &second));
        emit_side(&first, out);
        fputc(',', out);
        emit_side(&second, out);
        fprintf(out, "}},\n");
        count++;
    }
    fprintf(out, "    {0}\n};\n");
    return count;
}

/* ---- times -------------------------------------------------------------------------------- */

static void emit_times(spec *s, int gen, const char *name, const time_line *lines, int count, FILE *out) {
    fprintf(out, "static const time_row %s_%d[] = {\n", name, gen);
    for (int i = 0; i < count; i++) {
        const time_line *t = &lines[i];
        if (t->gens >> gen & 1)
            fprintf(out, "    {%u,%u,%u,%u,{%u,%u,%u,%u,%u,%u,%u},%d},\n", intern(s, t->unit),
                    intern(s, t->clocks_text), text_of(s, t->doc), text_of(s, t->source.sources),
                    t->clocks.base, t->clocks.most, t->clocks.step, t->clocks.low, t->clocks.width,
                    t->clocks.fact, t->clocks.operand, t->source.certainty);
    }
    fprintf(out, "    {0}\n};\n");
}

/* ---- forms -------------------------------------------------------------------------------- */

static void emit_form_schedules(const generation *g, int gen, FILE *out) {
    fprintf(out, "static const form_use form_uses_%d[] = {", gen);
    for (int i = 0; i < g->uses.count; i++) {
        const form_use *u = &g->uses.at[i];
        fprintf(out, "%s{%u,%u,%u,%u,%u},", i % 6 ? "" : "\n    ", u->number, u->first, u->conditions,
                u->side, u->when);
    }
    fprintf(out, "\n};\nstatic const form_schedule form_schedules_%d[] = {", gen);
    for (int i = 0; i < g->schedules.count; i++) {
        const form_schedule *f = &g->schedules.at[i];
        fprintf(out, "%s{%u,%u,%u,%u},", i % 8 ? "" : "\n    ", f->hazards, f->events, f->time, f->pause);
    }
    fprintf(out, "\n};\nstatic const state_codes state_codes_%d[] = {", gen);
}

/* Conditions are those of all generations. */
void emit_conditions(const spec *s, FILE *out) {
    if (!s->g[0].schedules.count)
        return;
    fprintf(out, "static const use_condition schedule_conditions[] = {\n");
    for (int i = 0; i < s->conditions.count; i++) {
        const use_condition *c = &s->conditions.at[i];
        fprintf(out, "    {0x%llx,%u,%u,%u,%u,%u},\n", (unsigned long long)c->values, c->operand, c->kind,
                c->number, c->low, c->width);
    }
    fprintf(out, "    {0}\n};\n");
}

/* A generation without any of it has a table of nothing. */
void emit_schedule(spec *s, int gen, FILE *out) {
    const generation *g = &s->g[gen];
    if (!g->schedules.count) {
        fprintf(out, "static const schedule schedule_%d = {0};\n", gen);
        return;
    }
    emit_counters(s, gen, out);
    int events = emit_events(s, gen, out), hazards = emit_hazards(s, gen, out);
    emit_times(s, gen, "times", s->times.at, s->times.count, out);
    emit_times(s, gen, "pauses", s->pauses.at, s->pauses.count, out);
    emit_form_schedules(g, gen, out);
    for (int i = 0; i < GISA_STATE_COUNT; i++) {
        state_codes c = codes_of_state(s, g, i);
        fprintf(out, "{%u,%u},", c.first, c.count);
    }
    fprintf(out,
            "};\nstatic const schedule schedule_%d = {counters_%d, count_kinds_%d, events_%d, hazards_%d, "
            "times_%d, pauses_%d,\n    schedule_conditions, form_uses_%d, form_schedules_%d, state_codes_%d, "
            "%d, %d, %d, %d};\n",
            gen, gen, gen, gen, gen, gen, gen, gen, gen, gen, s->counters.count, s->count_kinds.count, events,
            hazards);
}
