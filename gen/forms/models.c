/* SPDX-License-Identifier: MIT */
/* Unsettled choices about what instructions compute. Each is stated once, has a name, and is read by bodies as
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

/* The rows whose bodies use a word that a model affects. */
typedef struct affected {
    const char *word;
    bool here;
} affected;

static void look_for_word(void *to, const body_node *n) {
    affected *a = to;
    a->here |= n->word && strcmp(n->word->name, a->word) == 0;
}

/* Marks them. Each word must be one that some body uses. */
static void note_affected(spec *s, const affects_line *a) {
    int number = model_named(s, a->model);
    if (number < 0)
        fail(s, a->at, "no model '%s'", a->model);
    for (int w = 0; w < a->count && number >= 0; w++) {
        bool said = false;
        for (int i = 0; i < s->headers.count; i++) {
            affected found = {a->words[w], false};
            each_node(s->headers.at[i].tree, look_for_word, &found);
            s->headers.at[i].models |= found.here ? UINT32_C(1) << number : 0;
            said |= found.here;
        }
        if (!said)
            fail(s, a->at, "no body says '%s'", a->words[w]);
    }
}

typedef struct asker {
    spec *s;
    header *h;
} asker;

/* MODEL(name, option): both must exist. */
static void note_model(void *to, const body_node *n) {
    const asker *a = to;
    if (n->kind != NODE_WORD || !(n->word->effects & WORD_MODEL))
        return;
    const char *name = n->below->name, *option = n->below->next->name;
    for (int i = 0; i < a->s->models.count; i++)
        if (strcmp(a->s->models.at[i].name, name) == 0 &&
            has_option(&a->s->models.at[i], option, strlen(option))) {
            a->h->models |= UINT32_C(1) << i;
            return;
        }
    fail(a->s, (place){a->h->at.file, a->h->body_line},
         "the body of '%s' asks for a model or an option that does not exist: MODEL(%s, %s)", a->h->name,
         name, option);
}

void note_models(spec *s) {
    for (int i = 0; i < s->headers.count; i++)
        each_node(s->headers.at[i].tree, note_model, &(asker){s, &s->headers.at[i]});
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
