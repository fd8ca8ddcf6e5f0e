/* SPDX-License-Identifier: MIT */
/* Instruction sets and wavefronts. A chip has one set; a handle is the chip's address. */
#include <string.h>

#include "runtime.h"

static const chip *chip_of(uint64_t handle) {
    const chip *c;
    for (unsigned i = 0; (c = chip_at(i)); i++)
        if (handle == (uintptr_t)c)
            return c;
    return NULL;
}

/* The host's processor has none that could be named; that is no error. */
hsa_status_t hsa_agent_iterate_isas(hsa_agent_t handle, hsa_status_t (*callback)(hsa_isa_t, void *),
                                    void *data) {
    const agent *a = agent_of(handle);
    MUST_BE_OPEN;
    if (!a)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!callback)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return a->chip ? callback((hsa_isa_t){(uintptr_t)a->chip}, data) : HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_isa_from_name(const char *name, hsa_isa_t *isa) {
    const chip *c;
    MUST_BE_OPEN;
    if (!name || !isa)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (unsigned i = 0; (c = chip_at(i)); i++)
        if (strcmp(c->isa, name) == 0 || /* without features, or with these */
            (strlen(name) == strcspn(c->isa, ":") && strncmp(c->isa, name, strlen(name)) == 0)) {
            isa->handle = (uintptr_t)c;
            return HSA_STATUS_SUCCESS;
        }
    return HSA_STATUS_ERROR_INVALID_ISA_NAME;
}

hsa_status_t hsa_isa_get_info_alt(hsa_isa_t isa, hsa_isa_info_t attribute, void *value) {
    const chip *c = chip_of(isa.handle);
    MUST_BE_OPEN;
    if (!c)
        return HSA_STATUS_ERROR_INVALID_ISA;
    if (!value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    const uint32_t items = chip_group_items(c);
    switch ((unsigned)attribute) {
    case HSA_ISA_INFO_NAME_LENGTH: GIVES_ALL(uint32_t, (uint32_t)strlen(c->isa) + 1);
    case HSA_ISA_INFO_NAME: strcpy(value, c->isa); return HSA_STATUS_SUCCESS;
    case HSA_ISA_INFO_CALL_CONVENTION_COUNT:
    case HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONTS_PER_COMPUTE_UNIT: /* deprecated, as the next */
        GIVES_ALL(uint32_t, attribute == HSA_ISA_INFO_CALL_CONVENTION_COUNT ? 1 : chip_unit_waves(c));
    case HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONT_SIZE: GIVES_ALL(uint32_t, chip_lanes(c));
    case HSA_ISA_INFO_MACHINE_MODELS: GIVES_ALL(bool, false, true);
    case HSA_ISA_INFO_PROFILES: GIVES_ALL(bool, true, false);
    case HSA_ISA_INFO_DEFAULT_FLOAT_ROUNDING_MODES:
    case HSA_ISA_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES: GIVES_ALL(bool, false, false, true);
    case HSA_ISA_INFO_FAST_F16_OPERATION: GIVES_ALL(bool, true);
    case HSA_ISA_INFO_WORKGROUP_MAX_DIM:
        GIVES_ALL(uint16_t, (uint16_t)items, (uint16_t)items, (uint16_t)items);
    case HSA_ISA_INFO_WORKGROUP_MAX_SIZE: GIVES_ALL(uint32_t, items);
    case HSA_ISA_INFO_GRID_MAX_DIM: GIVES_ALL(uint32_t, UINT32_MAX, UINT32_MAX, UINT32_MAX);
    case HSA_ISA_INFO_GRID_MAX_SIZE: GIVES_ALL(uint64_t, UINT64_MAX);
    case HSA_ISA_INFO_FBARRIER_MAX_SIZE: GIVES_ALL(uint32_t, 32);
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_isa_get_info(hsa_isa_t isa, hsa_isa_info_t attribute, uint32_t index, void *value) {
    return index ? HSA_STATUS_ERROR_INVALID_INDEX : hsa_isa_get_info_alt(isa, attribute, value);
}

hsa_status_t hsa_isa_get_round_method(hsa_isa_t isa, hsa_fp_type_t type, hsa_flush_mode_t flush,
                                      hsa_round_method_t *method) {
    MUST_BE_OPEN;
    (void)type;
    (void)flush;
    if (!chip_of(isa.handle))
        return HSA_STATUS_ERROR_INVALID_ISA;
    if (!method)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *method = HSA_ROUND_METHOD_SINGLE;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_isa_get_exception_policies(hsa_isa_t isa, hsa_profile_t profile, uint16_t *mask) {
    MUST_BE_OPEN;
    (void)profile;
    if (!chip_of(isa.handle))
        return HSA_STATUS_ERROR_INVALID_ISA;
    if (!mask)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *mask = 0;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_isa_compatible(hsa_isa_t code, hsa_isa_t agent_isa, bool *result) {
    MUST_BE_OPEN;
    if (!chip_of(code.handle) || !chip_of(agent_isa.handle))
        return HSA_STATUS_ERROR_INVALID_ISA;
    if (!result)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = code.handle == agent_isa.handle;
    return HSA_STATUS_SUCCESS;
}

/* One wavefront for each set. */
hsa_status_t hsa_isa_iterate_wavefronts(hsa_isa_t isa, hsa_status_t (*callback)(hsa_wavefront_t, void *),
                                        void *data) {
    MUST_BE_OPEN;
    if (!chip_of(isa.handle))
        return HSA_STATUS_ERROR_INVALID_ISA;
    return callback ? callback((hsa_wavefront_t){isa.handle}, data) : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_wavefront_get_info(hsa_wavefront_t wavefront, hsa_wavefront_info_t attribute, void *value) {
    const chip *c = chip_of(wavefront.handle);
    MUST_BE_OPEN;
    if (!c)
        return HSA_STATUS_ERROR_INVALID_WAVEFRONT;
    if (!value || attribute != HSA_WAVEFRONT_INFO_SIZE)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    GIVES_ALL(uint32_t, chip_lanes(c));
}
