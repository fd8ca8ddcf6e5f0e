/* SPDX-License-Identifier: MIT */
/* The symbols of executables: by name, one after the other, and what they say of themselves. */
#include <string.h>

#include "executable.h"

/* ---- finding them ---------------------------------------------------------------------------- */

static hsa_status_t look_up(hsa_executable_t handle, const char *name, const agent *a,
                            hsa_executable_symbol_t *out) {
    executable *e;
    symbol *s = NULL;
    if (!name || !out)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&executables_lock);
    e = executable_of(handle);
    if (e)
        s = symbol_in(&e->symbols, name, a);
    pthread_mutex_unlock(&executables_lock);
    LOG("%s: %p", name, s ? s->address : NULL);
    out->handle = (uintptr_t)s;
    return !e  ? HSA_STATUS_ERROR_INVALID_EXECUTABLE
           : s ? HSA_STATUS_SUCCESS
               : HSA_STATUS_ERROR_INVALID_SYMBOL_NAME;
}

hsa_status_t hsa_executable_get_symbol_by_name(hsa_executable_t handle, const char *name,
                                               const hsa_agent_t *who, hsa_executable_symbol_t *out) {
    const agent *a = who ? agent_of(*who) : NULL;
    MUST_BE_OPEN;
    return who && !a ? HSA_STATUS_ERROR_INVALID_AGENT : look_up(handle, name, a, out);
}

hsa_status_t hsa_executable_get_symbol(hsa_executable_t handle, const char *module, const char *name,
                                       hsa_agent_t who, int32_t call_convention,
                                       hsa_executable_symbol_t *out) {
    MUST_BE_OPEN;
    (void)module;
    (void)call_convention;
    return look_up(handle, name, agent_of(who), out);
}

/* ---- one after the other --------------------------------------------------------------------- */

typedef hsa_status_t visitor(hsa_executable_t, hsa_agent_t, hsa_executable_symbol_t, void *);

/* Callbacks may ask for symbols, so that the lock is not held. */
static hsa_status_t visit(hsa_executable_t handle, const agent *a, bool programs, visitor *callback,
                          void *data) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    for (size_t i = 0; status == HSA_STATUS_SUCCESS; i++) {
        const symbol *s = NULL;
        const executable *e;
        pthread_mutex_lock(&executables_lock);
        e = executable_of(handle);
        if (e && i < e->symbols.count)
            s = e->symbols.at[i];
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

/* ---- what they say --------------------------------------------------------------------------- */

static const symbol *executable_symbol(uint64_t handle) {
    const symbol_table *table = NULL;
    const symbol *s = symbol_at(handle, &table);
    bool is_here = false;
    pthread_mutex_lock(&executables_lock);
    for (const executable *e = executables; e && s && !is_here; e = e->next)
        is_here = &e->symbols == table;
    pthread_mutex_unlock(&executables_lock);
    return is_here ? s : NULL;
}

hsa_status_t hsa_executable_symbol_get_info(hsa_executable_symbol_t handle,
                                            hsa_executable_symbol_info_t attribute, void *value) {
    const symbol *s = executable_symbol(handle.handle);
    MUST_BE_OPEN;
    if (!s)
        return HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL;
    if (!value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch ((unsigned)attribute) {
    case HSA_EXECUTABLE_SYMBOL_INFO_AGENT:
        GIVES_ALL(hsa_agent_t, s->agent ? agent_handle(s->agent) : (hsa_agent_t){0});
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT:
        if (s->is_kernel)
            GIVES(uint64_t, (uintptr_t)s->address);
        break;
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS:
        if (!s->is_kernel)
            GIVES(uint64_t, (uintptr_t)s->address);
        break;
    }
    return symbol_tell(s, attribute, value);
}
