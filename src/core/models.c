/* SPDX-License-Identifier: MIT */
/* Unsettled choices: what there is, and what has been chosen. */
#include "models.h"

#include <string.h>

gisa_status gisa_model_at(const gisa_isa *isa, unsigned i, gisa_model *m) {
    if (!isa || !m)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= isa->model_count)
        return GISA_STATUS_END;
    const model *at = &isa->models[i];
    *m = (gisa_model){at->name, at->options, at->text, at->certainty};
    return GISA_OK;
}

uint32_t gisa_form_models(const gisa_isa *isa, uint32_t form_index) {
    return isa && form_index < isa->form_count ? isa->rows[isa->forms[form_index].row].models : 0;
}

/* The number of a word among words; -1 = it is none of them. */
static int word_in(const char *words, const char *word) {
    size_t size = strlen(word);
    int number = 0;
    for (const char *p = words; *p; p += strspn(p, " "), number++) {
        size_t n = strcspn(p, " ");
        if (n == size && memcmp(p, word, n) == 0)
            return number;
        p += n;
    }
    return -1;
}

int models_named(const gisa_isa *isa, const char *name) {
    for (unsigned i = 0; i < isa->model_count; i++)
        if (strcmp(isa->models[i].name, name) == 0)
            return (int)i;
    return -1;
}

bool models_is_chosen(const gisa_isa *isa, const uint8_t choices[MAX_MODELS], const char *name,
                      const char *option) {
    int i = models_named(isa, name);
    return i >= 0 && choices[i] == word_in(isa->models[i].options, option);
}

bool models_choose(const gisa_isa *isa, uint8_t choices[MAX_MODELS], const char *name, const char *option) {
    int i = name && option ? models_named(isa, name) : -1;
    int k = i < 0 ? -1 : word_in(isa->models[i].options, option);
    if (k < 0)
        return false;
    choices[i] = (uint8_t)k;
    return true;
}
