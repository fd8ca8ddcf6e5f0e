/* SPDX-License-Identifier: MIT */
/* Code objects as HSA 1.0 had them, without readers: to and from bytes, and what is in them before
 * any agent has loaded them. To find that out one is loaded for a machine of its own, which runs
 * nothing. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codes.h"

/* ---- bytes ----------------------------------------------------------------------------------- */

hsa_status_t hsa_code_object_deserialize(void *data, size_t size, const char *options,
                                         hsa_code_object_t *code) {
    void *copy;
    MUST_BE_OPEN;
    (void)options;
    LOG("%p, %zu bytes", data, size);
    if (!data || !size || !code)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    copy = malloc(size);
    if (!copy)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    memcpy(copy, data, size);
    return codes_from_memory(copy, size, copy, &code->handle);
}

hsa_status_t hsa_code_object_serialize(hsa_code_object_t code,
                                       hsa_status_t (*alloc)(size_t, hsa_callback_data_t, void **),
                                       hsa_callback_data_t data, const char *options, void **out,
                                       size_t *size) {
    const code_file *f = code_file_of(code.handle);
    hsa_status_t status;
    MUST_BE_OPEN;
    (void)options;
    if (!f)
        return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    if (!alloc || !out || !size)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    status = alloc(f->size, data, out);
    if (status == HSA_STATUS_SUCCESS) {
        memcpy(*out, f->data, f->size);
        *size = f->size;
    }
    return status;
}

hsa_status_t hsa_code_object_destroy(hsa_code_object_t code) {
    MUST_BE_OPEN;
    return code_file_free(code.handle) ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
}

/* ---- what is in them ------------------------------------------------------------------------- */

/* What the object wants of others gets an address, and a symbol that is no definition. */
static void *find_wanted(void *ctx, const char *name) {
    static char somewhere[16];
    symbol_table *t = ctx;
    symbol_add(t, &(symbol){.name = (char *)(uintptr_t)name, .is_external = true});
    return somewhere;
}

static hsa_status_t look_into(code_file *f) {
    const gisa_isa *isa = gisa_find_object(f->data, f->size);
    gisa_error error = {.message = ""};
    gisa_externals externals = {find_wanted, &f->symbols};
    gisa_loaded *loaded;
    gisa_status status;
    f->machine = isa ? gisa_machine_new(isa) : NULL;
    if (!f->machine)
        return isa ? HSA_STATUS_ERROR_OUT_OF_RESOURCES : HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    status = gisa_machine_load_with(f->machine, f->data, f->size, &externals, &error, &loaded);
    if (status == GISA_OK && symbols_add(&f->symbols, NULL, f->machine, loaded))
        return HSA_STATUS_SUCCESS;
    LOG("%s", error.message);
    symbols_free(&f->symbols);
    gisa_machine_free(f->machine);
    f->machine = NULL;
    return status == GISA_STATUS_BAD_FILE ? HSA_STATUS_ERROR_INVALID_CODE_OBJECT
                                          : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

/* The file, with its symbols. */
static hsa_status_t open_code(hsa_code_object_t code, code_file **f) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    hsa_status_t status = HSA_STATUS_SUCCESS;
    *f = code_file_of(code.handle);
    if (!*f)
        return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    pthread_mutex_lock(&lock);
    if (!(*f)->machine)
        status = look_into(*f);
    pthread_mutex_unlock(&lock);
    return status;
}

/* "2.1" is what code objects of version 2 say of themselves; later ones have no second number. */
static hsa_status_t tell_version(const code_file *f, char *value) {
    unsigned version = ((const uint8_t *)f->data)[EI_ABIVERSION] + 2u;
    memset(value, 0, 64);
    snprintf(value, 64, "%u.%u", version, version == 2 ? 1u : 0u);
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t tell_isa(const code_file *f, void *value) {
    const gisa_isa *isa = gisa_find_object(f->data, f->size);
    const chip *c;
    for (unsigned i = 0; (c = chip_at(i)); i++)
        if (gisa_find(c->name) == isa)
            GIVES_ALL(hsa_isa_t, {(uintptr_t)c});
    return HSA_STATUS_ERROR_INVALID_CODE_OBJECT; /* of a chip that there is not */
}

hsa_status_t hsa_code_object_get_info(hsa_code_object_t code, hsa_code_object_info_t attribute, void *value) {
    code_file *f;
    hsa_status_t status;
    MUST_BE_OPEN;
    status = open_code(code, &f);
    if (status)
        return status;
    if (!value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch ((unsigned)attribute) {
    case HSA_CODE_OBJECT_INFO_VERSION: return tell_version(f, value);
    case HSA_CODE_OBJECT_INFO_TYPE: GIVES(uint32_t, HSA_CODE_OBJECT_TYPE_PROGRAM);
    case HSA_CODE_OBJECT_INFO_ISA: return tell_isa(f, value);
    case HSA_CODE_OBJECT_INFO_MACHINE_MODEL: GIVES(uint32_t, HSA_MACHINE_MODEL_LARGE);
    case HSA_CODE_OBJECT_INFO_PROFILE: GIVES(uint32_t, HSA_PROFILE_BASE);
    case HSA_CODE_OBJECT_INFO_DEFAULT_FLOAT_ROUNDING_MODE:
        GIVES(uint32_t, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR);
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_code_object_get_symbol_from_name(hsa_code_object_t code, const char *module,
                                                  const char *name, hsa_code_symbol_t *out) {
    code_file *f;
    hsa_status_t status;
    const symbol *s;
    MUST_BE_OPEN;
    (void)module; /* what has module linkage is not there */
    status = open_code(code, &f);
    if (status)
        return status;
    if (!name || !out)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    s = symbol_in(&f->symbols, name, NULL);
    out->handle = (uintptr_t)s;
    return s ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_SYMBOL_NAME;
}

hsa_status_t hsa_code_object_get_symbol(hsa_code_object_t code, const char *name, hsa_code_symbol_t *out) {
    return hsa_code_object_get_symbol_from_name(code, NULL, name, out);
}

hsa_status_t hsa_code_object_iterate_symbols(hsa_code_object_t code,
                                             hsa_status_t (*callback)(hsa_code_object_t, hsa_code_symbol_t,
                                                                      void *),
                                             void *data) {
    code_file *f;
    hsa_status_t status;
    MUST_BE_OPEN;
    status = open_code(code, &f);
    if (status)
        return status;
    if (!callback)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < f->symbols.count && status == HSA_STATUS_SUCCESS; i++)
        status = callback(code, (hsa_code_symbol_t){(uintptr_t)f->symbols.at[i]}, data);
    return status;
}

hsa_status_t hsa_code_symbol_get_info(hsa_code_symbol_t handle, hsa_code_symbol_info_t attribute,
                                      void *value) {
    const symbol *s = codes_symbol(handle.handle);
    MUST_BE_OPEN;
    if (!s)
        return HSA_STATUS_ERROR_INVALID_CODE_SYMBOL;
    return value ? symbol_tell(s, attribute, value) : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
