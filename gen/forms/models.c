/* SPDX-License-Identifier: MIT */
/* Unsettled choices about what instructions compute. Each is stated once, has a name, and is read
 * by bodies as MODEL(name, option), or by the engine by its name; then the spec says which words it
 * affects. */
#include <ctype.h>
#include <string.h>

#include "spec.h"

static bool has_option(const model_line *m, const char *option, size_t size) {
    for (const char *p = m->options; *p; p += strspn(p, " ")) {
        size_t n = strcspn(p, " ");
        if (n == size && memcmp(p, option, n) == 0)
            return true;
        p += n;
    }
    return false;
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
static void note_affected(spec *s, const model_line *m, uint32_t bit) {
    for (int w = 0; w < m->affected; w++) {
        bool said = false;
        for (int i = 0; i < s->headers.count; i++) {
            affected found = {m->affects[w], false};
            each_node(s->headers.at[i].tree, look_for_word, &found);
            s->headers.at[i].models |= found.here ? bit : 0;
            said |= found.here;
        }
        if (!said)
            fail(s, m->at, "no body says '%s'", m->affects[w]);
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
    for (int i = 0; i < s->models.count; i++)
        note_affected(s, &s->models.at[i], UINT32_C(1) << i);
}
