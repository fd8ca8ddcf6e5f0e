/* SPDX-License-Identifier: MIT */
/* The symbols of executables: by name, one after the other, and what they say of themselves. */
#include <stdlib.h>
#include <string.h>

#include "executable.h"

/* ---- the table ------------------------------------------------------------------------------------------------ */

static int compare(const void *a, const void *b) {
    const executable_symbol *x = *(executable_symbol *const *)a, *y = *(executable_symbol *const *)b;
    int by_name = strcmp(x->name, y->name);
    return by_name ? by_name : (x->agent > y->agent) - (x->agent < y->agent);
}

void symbols_sort(executable *e) {
    if (e->symbol_count)
        qsort(e->symbols, e->symbol_count, sizeof *e->symbols, compare);
}

/* Index of the first one whose name is not before this one. */
static size_t first_named(const executable *e, const char *name) {
    size_t low = 0, high = e->symbol_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(e->symbols[middle]->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

executable_symbol *symbol_find(const executable *e, const char *name, const agent *a) {
    for (size_t i = first_named(e, name); i < e->symbol_count && strcmp(e->symbols[i]->name, name) == 0; i++)
        if (!a || !e->symbols[i]->agent || e->symbols[i]->agent == a)
            return e->symbols[i];
    return NULL;
}

bool symbol_add(executable *e, const executable_symbol *wanted) {
    executable_symbol *s;
    if (e->symbol_count == e->symbol_room) {
        executable_symbol **grown = realloc(e->symbols, (2 * e->symbol_room + 32) * sizeof *grown);
        if (!grown)
            return false;
        e->symbols = grown;
        e->symbol_room = 2 * e->symbol_room + 32;
    }
    s = malloc(sizeof *s);
    if (!s)
        return false;
    *s = *wanted;
    s->name = strdup(wanted->name);
    if (!s->name) {
        free(s);
        return false;
    }
    e->symbols[e->symbol_count++] = s;
    return true;
}

void symbols_free(executable *e) {
    for (size_t i = 0; i < e->symbol_count; i++) {
        free(e->symbols[i]->name);
        free(e->symbols[i]);
    }
    free(e->symbols);
}

/* ---- finding them ------------------------------------------------------------------------------------------------ */

static hsa_status_t look_up(hsa_executable_t handle, const char *name, const agent *a,
                            hsa_executable_symbol_t *symbol) {
    executable *e;
    executable_symbol *s = NULL;
    if (!name || !symbol)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&executables_lock);
    e = executable_of(handle);
    if (e)
        s = symbol_find(e, name, a);
    pthread_mutex_unlock(&executables_lock);
    LOG("%s: %p", name, s ? s->address : NULL);
    symbol->handle = (uintptr_t)s;
    return !e  ? HSA_STATUS_ERROR_INVALID_EXECUTABLE
           : s ? HSA_STATUS_SUCCESS
               : HSA_STATUS_ERROR_INVALID_SYMBOL_NAME;
}

hsa_status_t hsa_executable_get_symbol_by_name(hsa_executable_t handle, const char *name,
                                               const hsa_agent_t *who, hsa_executable_symbol_t *symbol) {
    const agent *a = who ? agent_of(*who) : NULL;
    MUST_BE_OPEN;
    return who && !a ? HSA_STATUS_ERROR_INVALID_AGENT : look_up(handle, name, a, symbol);
}

hsa_status_t hsa_executable_get_symbol(hsa_executable_t handle, const char *module, const char *name,
                                       hsa_agent_t who, int32_t call_convention,
                                       hsa_executable_symbol_t *symbol) {
    MUST_BE_OPEN;
    (void)module;
    (void)call_convention;
    return look_up(handle, name, agent_of(who), symbol);
}

/* ---- one after the other -------------------------------------------------------------------------------------------- */

typedef hsa_status_t visitor(hsa_executable_t, hsa_agent_t, hsa_executable_symbol_t, void *);

/* Callbacks may ask for symbols, so that the lock is not held. */
static hsa_status_t visit(hsa_executable_t handle, const agent *a, bool programs, visitor *callback,
                          void *data) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    for (size_t i = 0; status == HSA_STATUS_SUCCESS; i++) {
        const executable_symbol *s = NULL;
        const executable *e;
        pthread_mutex_lock(&executables_lock);
        e = executable_of(handle);
        if (e && i < e->symbol_count)
            s = e->symbols[i];
        pthread_mutex_unlock(&executables_lock);
        if (!e)
            return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
        if (!s)
            break;
        if (programs ? !s->agent : s->agent && (!a || s->agent == a))
            status = callback(handle, s->agent ? agent_handle(s->agent) : (hsa_agent_t){0},
                              (hsa_executable_symbol_t){(uintptr_t)s}, data);
    }
    return status;
}

hsa_status_t hsa_executable_iterate_agent_symbols(hsa_executable_t handle, hsa_agent_t who, visitor *callback,
                                                  void *data) {
    const agent *a = agent_of(who);
    MUST_BE_OPEN;
    if (!a)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    return callback ? visit(handle, a, false, callback, data) : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

typedef hsa_status_t plain_visitor(hsa_executable_t, hsa_executable_symbol_t, void *);
typedef struct plain_visit {
    plain_visitor *callback;
    void *data;
} plain_visit;

static hsa_status_t leave_out_agent(hsa_executable_t e, hsa_agent_t who, hsa_executable_symbol_t s,
                                    void *data) {
    plain_visit *v = data;
    (void)who;
    return v->callback(e, s, v->data);
}

hsa_status_t hsa_executable_iterate_program_symbols(hsa_executable_t handle, plain_visitor *callback,
                                                    void *data) {
    plain_visit v = {callback, data};
    MUST_BE_OPEN;
    return callback ? visit(handle, NULL, true, leave_out_agent, &v) : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_executable_iterate_symbols(hsa_executable_t handle, plain_visitor *callback, void *data) {
    plain_visit v = {callback, data};
    MUST_BE_OPEN;
    return callback ? visit(handle, NULL, false, leave_out_agent, &v) : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

/* ---- what they say ---------------------------------------------------------------------------------------------------- */

/* Of a kernel's descriptor, as the file has them (LLVM's AMDGPU usage guide). */
enum { GROUP_SIZE = 0, PRIVATE_SIZE = 4, KERNARG_SIZE = 8, PROPERTIES = 56 };

static uint32_t field(const executable_symbol *s, size_t offset) {
    uint32_t value;
    memcpy(&value, (const uint8_t *)s->address + offset, sizeof value);
    return value;
}

static hsa_status_t tell_of_kernel(const executable_symbol *s, unsigned attribute, void *value) {
    switch (attribute) {
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT: GIVES(uint64_t, (uintptr_t)s->address);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE: GIVES(uint32_t, field(s, KERNARG_SIZE));
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT: GIVES(uint32_t, 16);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE: GIVES(uint32_t, field(s, GROUP_SIZE));
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE: GIVES(uint32_t, field(s, PRIVATE_SIZE));
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK: GIVES(bool, field(s, PROPERTIES) >> 11 & 1);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_CALL_CONVENTION: GIVES(uint32_t, 0);
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

static hsa_status_t tell_of_variable(const executable_symbol *s, unsigned attribute, void *value) {
    switch (attribute) {
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS: GIVES(uint64_t, (uintptr_t)s->address);
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE: GIVES(uint32_t, (uint32_t)s->size);
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ALLOCATION:
        GIVES(uint32_t, s->agent ? HSA_VARIABLE_ALLOCATION_AGENT : HSA_VARIABLE_ALLOCATION_PROGRAM);
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SEGMENT: GIVES(uint32_t, HSA_VARIABLE_SEGMENT_GLOBAL);
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ALIGNMENT:
        GIVES(uint32_t, s->address ? (uintptr_t)s->address & (0 - (uintptr_t)s->address) & 0xfff : 0);
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_IS_CONST: GIVES(bool, false);
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_executable_symbol_get_info(hsa_executable_symbol_t symbol,
                                            hsa_executable_symbol_info_t attribute, void *value) {
    const executable_symbol *s = (const executable_symbol *)(uintptr_t)symbol.handle;
    MUST_BE_OPEN;
    if (!s)
        return HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL;
    if (!value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch ((unsigned)attribute) {
    case HSA_EXECUTABLE_SYMBOL_INFO_TYPE:
        GIVES(uint32_t, s->is_kernel ? HSA_SYMBOL_KIND_KERNEL : HSA_SYMBOL_KIND_VARIABLE);
    case HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH: GIVES(uint32_t, (uint32_t)strlen(s->name));
    case HSA_EXECUTABLE_SYMBOL_INFO_NAME: memcpy(value, s->name, strlen(s->name)); return HSA_STATUS_SUCCESS;
    case HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME_LENGTH: GIVES(uint32_t, 0);
    case HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME: return HSA_STATUS_SUCCESS;
    case HSA_EXECUTABLE_SYMBOL_INFO_LINKAGE: GIVES(uint32_t, HSA_SYMBOL_LINKAGE_PROGRAM);
    case HSA_EXECUTABLE_SYMBOL_INFO_IS_DEFINITION: GIVES(bool, !s->is_external);
    case HSA_EXECUTABLE_SYMBOL_INFO_AGENT:
        GIVES_ALL(hsa_agent_t, s->agent ? agent_handle(s->agent) : (hsa_agent_t){0});
    }
    return s->is_kernel ? tell_of_kernel(s, attribute, value) : tell_of_variable(s, attribute, value);
}
