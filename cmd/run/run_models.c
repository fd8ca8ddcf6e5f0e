/* SPDX-License-Identifier: MIT */
/* Unsettled choices: --model, and on which of them a run depended. */
#include <stdio.h>
#include <string.h>

#include "run.h"

static bool says_options(const gisa_isa *isa, const char *name, const char *wanted) {
    gisa_model m;
    for (unsigned k = 0; gisa_model_at(isa, k, &m) == GISA_OK; k++)
        if (strcmp(m.name, name) == 0) {
            fprintf(stderr, "gisa %s: '%s' is not an option of %s; expected one of: %s\n", run_name, wanted,
                    name, m.options);
            return true;
        }
    return false;
}

bool run_models_choose(const run_models *models, const gisa_isa *isa, run_choose *choose, void *machine) {
    for (unsigned i = 0; i < models->count; i++) {
        char name[64];
        const char *text = models->text[i], *equals = strchr(text, '=');
        snprintf(name, sizeof name, "%.*s", equals ? (int)(equals - text) : 0, text);
        if (equals && choose(machine, name, equals + 1) == GISA_OK)
            continue;
        if (!says_options(isa, name, equals ? equals + 1 : ""))
            fprintf(stderr, "gisa %s: no such model; 'gisa list --models' lists them: %s\n", run_name, text);
        return false;
    }
    return true;
}

void run_models_report(const gisa_isa *isa, const uint64_t *times) {
    gisa_model m;
    for (unsigned i = 0; gisa_model_at(isa, i, &m) == GISA_OK; i++)
        if (times[i])
            fprintf(stderr, "%14llu  model %-22s %s: %s; %s\n", (unsigned long long)times[i], m.name,
                    m.options, m.text, m.certainty);
}
