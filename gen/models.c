/* SPDX-License-Identifier: MIT */
/* Choices about what instructions compute that nobody has settled. Each is stated once, has a name, and is read by bodies as
 * MODEL(name, option), or by the engine by its name, which `affects` tells of. */
#include <ctype.h>
#include <string.h>

#include "spec.h"

static bool is_word(const char *text) {
    return *text && text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")] == 0;
}

void read_model(spec *s, place at, const char *name, char words[][MAX_NAME], int count, const char *text) {
    model_line *m = LIST_ADD(s->models);
    char options[8 * (MAX_NAME + 1)] = "";
    const char *end = strrchr(text, ';'), *certainty = end ? end + 1 + strspn(end + 1, " ") : "";
    *m = (model_line){.at = at,
                      .text = copy_text(text, end ? (size_t)(end - text) : 0),
                      .certainty = copy_text(certainty, strlen(certainty))};
    snprintf(m->name, sizeof m->name, "%s", name);
    if (!is_word(name) || count < 2 || !*m->text || !*certainty)
        fail(s, at, "expected: model NAME OPTION OPTION ... : what is known; how certain it is");
    if (s->models.count > MAX_MODELS)
        fail(s, at, "more than %d models", MAX_MODELS);
    for (int i = 0; i + 1 < s->models.count; i++)
        if (strcmp(s->models.at[i].name, name) == 0)
            fail(s, at, "model '%s' twice (also in line %d)", name, s->models.at[i].at.line);
    for (int i = 0; i < count; i++) {
        if (!is_word(words[i]))
            fail(s, at, "'%s' is no word for an option", words[i]);
        snprintf(options + strlen(options), sizeof options - strlen(options), "%s%s", i ? " " : "", words[i]);
    }
    m->options = copy_text(options, strlen(options));
}

static bool has_option(const model_line *m, const char *option, size_t size) {
    for (const char *p = m->options; *p; p += strspn(p, " ")) {
        size_t n = strcspn(p, " ");
        if (n == size && memcmp(p, option, n) == 0)
            return true;
        p += n;
    }
    return false;
}

void read_affects(spec *s, place at, const char *name, char words[][MAX_NAME], int count) {
    affects_line *a = LIST_ADD(s->affects);
    *a = (affects_line){.words = resize(NULL, ((size_t)count + 1) * sizeof *words), .count = count, .at = at};
    snprintf(a->model, sizeof a->model, "%s", name);
    memcpy(a->words, words, (size_t)count * sizeof *words);
    if (!count)
        fail(s, at, "expected: affects MODEL WORD ...");
}

static int model_named(const spec *s, const char *name) {
    for (int i = 0; i < s->models.count; i++)
        if (strcmp(s->models.at[i].name, name) == 0)
            return i;
    return -1;
}

/* Marks the rows whose bodies say a word that a model affects. Each word must be one that some body says. */
static void note_affected(spec *s, const affects_line *a) {
    int number = model_named(s, a->model);
    if (number < 0)
        fail(s, a->at, "no model '%s'", a->model);
    for (int w = 0; w < a->count && number >= 0; w++) {
        bool said = false;
        for (int i = 0; i < s->headers.count; i++) {
            header *h = &s->headers.at[i];
            if (!h->body || !body_says(h->body, a->words[w], "("))
                continue;
            said = true;
            h->models |= UINT32_C(1) << number;
        }
        if (!said)
            fail(s, a->at, "no body says '%s'", a->words[w]);
    }
}

/* MODEL(name, option): both must exist. Returns the bit of the model. */
static uint32_t model_at(spec *s, const header *h, const char *call) {
    char name[MAX_NAME], option[MAX_NAME];
    if (sscanf(call, "(%63[a-z0-9_], %63[a-z0-9_])", name, option) == 2)
        for (int i = 0; i < s->models.count; i++)
            if (strcmp(s->models.at[i].name, name) == 0 &&
                has_option(&s->models.at[i], option, strlen(option)))
                return UINT32_C(1) << i;
    fail(s, (place){h->at.file, h->body_line},
         "the body of '%s' speaks of a model that there is not: MODEL%.40s", h->name, call);
    return 0;
}

void note_models(spec *s) {
    for (int i = 0; i < s->headers.count; i++) {
        header *h = &s->headers.at[i];
        for (const char *p = h->body; p && !s->errors && (p = body_says(p, "MODEL", "(")); p++)
            h->models |= model_at(s, h, p + sizeof "MODEL" - 1);
    }
    for (int i = 0; i < s->affects.count; i++)
        note_affected(s, &s->affects.at[i]);
}

void emit_models(spec *s, FILE *out) {
    fprintf(out, "static const model models[] = {\n");
    for (int i = 0; i < s->models.count; i++) {
        fprintf(out, "    {\"%s\", \"%s\", ", s->models.at[i].name, s->models.at[i].options);
        emit_string(out, s->models.at[i].text);
        fprintf(out, ", ");
        emit_string(out, s->models.at[i].certainty);
        fprintf(out, "},\n");
    }
    fprintf(out, "    {0}\n};\n");
}

/* For bodies: the number of a model, and of an option among those of its model. */
void emit_model_numbers(const spec *s, FILE *out) {
    for (int i = 0; i < s->models.count; i++) {
        int number = 0;
        fprintf(out, "enum { MODEL_%s = %d };\n", s->models.at[i].name, i);
        for (const char *p = s->models.at[i].options; *p; p += strspn(p, " ")) {
            size_t n = strcspn(p, " ");
            fprintf(out, "enum { OPTION_%s_%.*s = %d };\n", s->models.at[i].name, (int)n, p, number++);
            p += n;
        }
    }
}
