/* SPDX-License-Identifier: MIT */
/* The caches of GPUs, as objects: a handle is the address of the chip's figure. */
#include <stdio.h>
#include <string.h>

#include "runtime.h"

enum { LEVELS = 2 };

static const uint32_t *figure(const chip *c, unsigned level) {
    return level ? &c->l2 : &c->l1;
}

hsa_status_t hsa_agent_iterate_caches(hsa_agent_t handle, hsa_status_t (*callback)(hsa_cache_t, void *),
                                      void *data) {
    const agent *a = agent_of(handle);
    hsa_status_t status = HSA_STATUS_SUCCESS;
    MUST_BE_OPEN;
    if (!a)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!callback)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (unsigned i = 0; a->chip && i < LEVELS && status == HSA_STATUS_SUCCESS; i++)
        status = callback((hsa_cache_t){(uintptr_t)figure(a->chip, i)}, data);
    return status;
}

static hsa_status_t tell(const chip *c, unsigned level, hsa_cache_info_t attribute, void *value) {
    char name[32];
    uint32_t length = (uint32_t)snprintf(name, sizeof name, "%s L%u", c->name, level + 1);
    uint8_t number = (uint8_t)(level + 1);
    switch (attribute) {
    case HSA_CACHE_INFO_NAME_LENGTH: memcpy(value, &length, sizeof length); return HSA_STATUS_SUCCESS;
    case HSA_CACHE_INFO_NAME: memcpy(value, name, length + 1); return HSA_STATUS_SUCCESS;
    case HSA_CACHE_INFO_LEVEL: memcpy(value, &number, sizeof number); return HSA_STATUS_SUCCESS;
    case HSA_CACHE_INFO_SIZE: memcpy(value, figure(c, level), sizeof c->l1); return HSA_STATUS_SUCCESS;
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_cache_get_info(hsa_cache_t cache, hsa_cache_info_t attribute, void *value) {
    const chip *c;
    MUST_BE_OPEN;
    if (!value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (unsigned i = 0; (c = chip_at(i)); i++)
        for (unsigned level = 0; level < LEVELS; level++)
            if (cache.handle == (uintptr_t)figure(c, level))
                return tell(c, level, attribute, value);
    return HSA_STATUS_ERROR_INVALID_CACHE;
}
