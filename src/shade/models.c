/* SPDX-License-Identifier: MIT */
/* What shaders do about unsettled choices (src/core/models.c). */
#include "core/models.h"
#include "state.h"

bool shade_model(const gisa_isa *isa, const uint8_t *choices, const char *name, const char *option,
                 uint32_t *bit) {
    int i = models_named(isa, name);
    *bit = i < 0 ? 0 : UINT32_C(1) << i;
    return models_is_chosen(isa, choices, name, option);
}

gisa_status gisa_shade_choose(gisa_shade *m, const char *name, const char *option) {
    if (!m || !models_choose(m->isa, m->model, name, option))
        return GISA_STATUS_BAD_ARGUMENT;
    shade_forget(m);
    return GISA_OK;
}
