/* SPDX-License-Identifier: MIT */
/* What shaders do about unsettled choices (src/core/models.c). */
#include "core/models.h"
#include "state.h"

bool shade_model(const gisa_isa *isa, const uint8_t *choices, const char *name, const char *option,
                 uint32_t *bit) {
    int i = gisa_model_named(isa, name);
    *bit = i < 0 ? 0 : UINT32_C(1) << i;
    return gisa_is_chosen(isa, choices, name, option);
}

gisa_status gisa_shade_choose(gisa_shade *m, const char *name, const char *option) {
    if (!m || !gisa_choose(m->isa, m->model, name, option))
        return GISA_BAD_ARGUMENT;
    shade_forget(m);
    return GISA_OK;
}
