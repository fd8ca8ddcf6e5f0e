/* SPDX-License-Identifier: MIT */
/* What operands and fields are to bodies and engines: the statements `role`, `part` and
   `increments`. */
#include <string.h>

#include "core/words.h"
#include "line.h"

/* ---- role NAME ... [: OPERAND ...] ------------------------------------------------------- */

int role_named(const char *name) {
    for (int i = 1; i < GISA_ROLE_COUNT; i++)
        if (strcmp(words_roles[i], name) == 0)
            return i;
    return 0;
}

/* An operand of this name, of one format where it is FORMAT.NAME, has the role. */
static void add_role(spec *s, line *l, const char *operand, int role) {
    const char *dot = strchr(operand, '.');
    role_line r = {.role = role, .at = l->at};
    snprintf(r.format, sizeof r.format, "%.*s", dot ? (int)(dot - operand) : 0, operand);
    snprintf(r.name, sizeof r.name, "%s", dot ? dot + 1 : operand);
    for (int i = 0; i < s->roles.count; i++)
        if (strcmp(s->roles.at[i].name, r.name) == 0 && strcmp(s->roles.at[i].format, r.format) == 0)
            fail(s, l->at, "operand %s has a role already", operand);
    *LIST_ADD(s->roles) = r;
}

/* Without a colon each role is that of the operand which is called as the role is. */
void read_role_statement(spec *s, line *l) {
    char words[32][MAX_NAME], operand[MAX_NAME];
    int count = 0;
    while (count < 32 && *l->p != ':' && next_word(l, ":", words[count], s)) {
        if (!role_named(words[count]))
            fail(s, l->at, "'%s' is not a role", words[count]);
        count++;
    }
    bool others = take(l, ':');
    if (!count || (others && count > 1))
        fail(s, l->at, "expected: role NAME ... or role NAME : OPERAND ...");
    for (int i = 0; i < count && !others; i++)
        add_role(s, l, words[i], role_named(words[i]));
    while (others && next_word(l, "", operand, s))
        add_role(s, l, operand, role_named(words[0]));
    need_end(s, l);
}

/* ---- part NAME : FIELD ... ----------------------------------------------------------------- */

static const char *const part_names[FORMAT_PARTS] = {[PART_CONDITION] = "condition",
                                                     [PART_STORES] = "stores",
                                                     [PART_FIRST_ALONE] = "first_alone",
                                                     [PART_PREDICATE] = "predicate",
                                                     [PART_CHANNEL] = "channel",
                                                     [PART_BY_CHANNEL] = "by_channel",
                                                     [PART_AS_TAKEN] = "as_taken",
                                                     [PART_REPEAT_MODE] = "repeat_mode",
                                                     [PART_SCALES] = "scales",
                                                     [PART_SECOND_PAIR] = "second_pair",
                                                     [PART_COORDINATES] = "coordinates",
                                                     [PART_COUNT] = "count",
                                                     [PART_GATHERS] = "gathers",
                                                     [PART_FETCH] = "fetch",
                                                     [PART_CLIPS] = "clips",
                                                     [PART_PLANE] = "plane"};

static int part_named(const char *name) {
    for (int i = 0; i < FORMAT_PARTS; i++)
        if (strcmp(part_names[i], name) == 0)
            return i;
    return -1;
}

/* part NAME : FIELD ..., with the format before the field where it is not so in all that have
   one of this name */
void read_part(spec *s, line *l) {
    char name[MAX_NAME] = "", word[MAX_NAME];
    next_word(l, ":", name, s);
    int part = part_named(name), first = s->parts.count;
    if (part < 0)
        fail(s, l->at, "'%s' is not a part of words", name);
    if (!take(l, ':'))
        fail(s, l->at, "expected: part NAME : FIELD ...");
    while (next_word(l, "", word, s)) {
        const char *dot = strchr(word, '.');
        part_line *p = LIST_ADD(s->parts);
        *p = (part_line){.part = part, .at = l->at};
        snprintf(p->format, sizeof p->format, "%.*s", dot ? (int)(dot - word) : 0, word);
        snprintf(p->field, sizeof p->field, "%s", dot ? dot + 1 : word);
    }
    if (s->parts.count == first)
        fail(s, l->at, "expected the field that is the %s", name);
}

/* increments NUMBER : OPERAND ..., or without operands: of all others */
void read_increments(spec *s, line *l) {
    char word[MAX_NAME] = "";
    next_word(l, ":", word, s);
    int generator = (int)need_number(s, l, word);
    if (generator < 0 || generator >= NO_GENERATOR)
        fail(s, l->at, "expected: increments NUMBER [: OPERAND ...]");
    if (!take(l, ':')) {
        s->other_increments = generator;
        need_end(s, l);
    }
    while (next_word(l, "", word, s)) {
        increments_line *i = LIST_ADD(s->increments);
        *i = (increments_line){.generator = generator, .at = l->at};
        snprintf(i->name, sizeof i->name, "%s", word);
    }
}
