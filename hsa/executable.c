/* SPDX-License-Identifier: MIT */
/* Executables: made, filled with code objects, frozen, destroyed. */
#include "executable.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "codes.h"

pthread_mutex_t executables_lock = PTHREAD_MUTEX_INITIALIZER;
executable *executables;

executable *executable_of(hsa_executable_t handle) {
    for (executable *e = executables; e; e = e->next)
        if (handle.handle == (uintptr_t)e)
            return e;
    return NULL;
}

/* ---- making them ------------------------------------------------------------------------------------------------ */

hsa_status_t hsa_executable_create_alt(hsa_profile_t profile, hsa_default_float_rounding_mode_t rounding,
                                       const char *options, hsa_executable_t *out) {
    executable *e;
    MUST_BE_OPEN;
    (void)options;
    if (!out)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    e = calloc(1, sizeof *e);
    if (!e)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    e->profile = profile;
    e->rounding = rounding;
    pthread_mutex_lock(&executables_lock);
    e->next = executables;
    executables = e;
    pthread_mutex_unlock(&executables_lock);
    out->handle = (uintptr_t)e;
    LOG("0x%llx", (unsigned long long)out->handle);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_executable_create(hsa_profile_t profile, hsa_executable_state_t state, const char *options,
                                   hsa_executable_t *out) {
    hsa_status_t status =
        hsa_executable_create_alt(profile, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, options, out);
    if (status == HSA_STATUS_SUCCESS && state == HSA_EXECUTABLE_STATE_FROZEN)
        ((executable *)(uintptr_t)out->handle)->frozen = true;
    return status;
}

static void free_code(void *what) {
    loaded_code *c = what;
    gisa_machine_unload(c->agent->machine, c->loaded);
    free(c);
}

hsa_status_t hsa_executable_destroy(hsa_executable_t handle) {
    executable *e;
    MUST_BE_OPEN;
    LOG("0x%llx", (unsigned long long)handle.handle);
    pthread_mutex_lock(&executables_lock);
    e = executable_of(handle);
    for (executable **at = &executables; e && *at; at = &(*at)->next)
        if (*at == e) {
            *at = e->next;
            break;
        }
    pthread_mutex_unlock(&executables_lock);
    if (!e)
        return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
    while (e->codes) {
        loaded_code *next = e->codes->next;
        memory_later(free_code, e->codes);
        e->codes = next;
    }
    symbols_free(e);
    free(e);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_executable_freeze(hsa_executable_t handle, const char *options) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    executable *e;
    MUST_BE_OPEN;
    (void)options;
    pthread_mutex_lock(&executables_lock);
    e = executable_of(handle);
    if (!e)
        status = HSA_STATUS_ERROR_INVALID_EXECUTABLE;
    else if (e->frozen)
        status = HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
    else
        e->frozen = true;
    pthread_mutex_unlock(&executables_lock);
    return status;
}

hsa_status_t hsa_executable_get_info(hsa_executable_t handle, hsa_executable_info_t attribute, void *value) {
    const executable *e;
    uint32_t answer = 0;
    MUST_BE_OPEN;
    pthread_mutex_lock(&executables_lock);
    e = executable_of(handle);
    if (e)
        answer = attribute == HSA_EXECUTABLE_INFO_PROFILE ? e->profile
                 : attribute == HSA_EXECUTABLE_INFO_STATE
                     ? (e->frozen ? HSA_EXECUTABLE_STATE_FROZEN : HSA_EXECUTABLE_STATE_UNFROZEN)
                     : e->rounding;
    pthread_mutex_unlock(&executables_lock);
    if (!e)
        return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
    if (!value || attribute > HSA_EXECUTABLE_INFO_DEFAULT_FLOAT_ROUNDING_MODE)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    memcpy(value, &answer, sizeof answer);
    return HSA_STATUS_SUCCESS;
}

/* What could be wrong has been found when the code was loaded. */
hsa_status_t hsa_executable_validate(hsa_executable_t handle, uint32_t *result) {
    const executable *e;
    MUST_BE_OPEN;
    pthread_mutex_lock(&executables_lock);
    e = executable_of(handle);
    pthread_mutex_unlock(&executables_lock);
    if (!e)
        return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
    if (!result)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = 0;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_executable_validate_alt(hsa_executable_t handle, const char *options, uint32_t *result) {
    (void)options;
    return hsa_executable_validate(handle, result);
}

/* ---- variables that the host defines -------------------------------------------------------------------------------- */

static hsa_status_t define(hsa_executable_t handle, agent *a, const char *name, void *address) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    executable *e;
    LOG("%s at %p", name ? name : "", address);
    if (!name || !address)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&executables_lock);
    e = executable_of(handle);
    if (!e)
        status = HSA_STATUS_ERROR_INVALID_EXECUTABLE;
    else if (e->frozen)
        status = HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
    else if (symbol_find(e, name, a))
        status = HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED;
    else if (!symbol_add(e, &(executable_symbol){e, a, (char *)(uintptr_t)name, address, 0, false, true}))
        status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    else
        symbols_sort(e);
    pthread_mutex_unlock(&executables_lock);
    return status;
}

hsa_status_t hsa_executable_global_variable_define(hsa_executable_t handle, const char *name, void *address) {
    MUST_BE_OPEN;
    return define(handle, NULL, name, address);
}

hsa_status_t hsa_executable_agent_global_variable_define(hsa_executable_t handle, hsa_agent_t who,
                                                         const char *name, void *address) {
    MUST_BE_OPEN;
    return agent_of(who) ? define(handle, agent_of(who), name, address) : HSA_STATUS_ERROR_INVALID_AGENT;
}

hsa_status_t hsa_executable_readonly_variable_define(hsa_executable_t handle, hsa_agent_t who,
                                                     const char *name, void *address) {
    return hsa_executable_agent_global_variable_define(handle, who, name, address);
}

/* ---- loading ------------------------------------------------------------------------------------------------------------ */

/* Code that asks for XNACK does not run where it is off, as on these chips. Code object v3 has one bit for it, later versions
 * two, of which 3 says "on" (LLVM's AMDGPU usage guide: e_flags). */
static hsa_status_t check_file(const agent *a, const void *file, size_t size) {
    Elf64_Ehdr h;
    bool v3, wants_xnack;
    if (!file || size < sizeof h)
        return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    memcpy(&h, file, sizeof h);
    if (memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 || h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_machine != 224)
        return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    v3 = h.e_ident[EI_ABIVERSION] == 1;
    wants_xnack = v3 ? h.e_flags & 0x100 : (h.e_flags & 0x300) == 0x300;
    return wants_xnack || gisa_find_elf(h.e_flags) != gisa_find(a->chip->name)
               ? HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS
               : HSA_STATUS_SUCCESS;
}

typedef struct defined {
    executable *e;
    const agent *a;
    bool missed;
} defined;

static void *find_defined(void *ctx, const char *name) {
    defined *d = ctx;
    const executable_symbol *s = symbol_find(d->e, name, d->a);
    d->missed |= !s;
    return s ? s->address : NULL;
}

static bool add_symbols(executable *e, agent *a, const gisa_loaded *loaded) {
    gisa_symbol s;
    size_t before = e->symbol_count;
    bool done = true;
    for (unsigned i = 0; done && gisa_symbol_at(loaded, i, &s) == GISA_OK; i++) {
        size_t length = strlen(s.name);
        executable_symbol wanted = {e, a, (char *)(uintptr_t)s.name, s.address, s.size, false, false};
        wanted.is_kernel = length > 3 && strcmp(s.name + length - 3, ".kd") == 0;
        if (length && s.binding != STB_LOCAL && s.type != STT_SECTION && s.type != STT_FILE)
            done = symbol_add(e, &wanted);
    }
    symbols_sort(e);
    for (size_t i = 1; e->symbol_count > before && i < e->symbol_count;) /* .dynsym has them again */
        if (e->symbols[i]->agent == e->symbols[i - 1]->agent &&
            strcmp(e->symbols[i]->name, e->symbols[i - 1]->name) == 0) {
            free(e->symbols[i]->name);
            free(e->symbols[i]);
            memmove(&e->symbols[i], &e->symbols[i + 1], (--e->symbol_count - i) * sizeof *e->symbols);
        } else
            i++;
    return done;
}

static hsa_status_t load(executable *e, agent *a, const void *file, size_t size, loaded_code **out) {
    defined d = {e, a, false};
    gisa_externals externals = {find_defined, &d};
    gisa_error error = {.message = ""};
    gisa_status status;
    loaded_code *c = calloc(1, sizeof *c);
    if (!c)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *c = (loaded_code){.executable = e, .agent = a, .file = file, .file_size = size};
    status = gisa_machine_load_with(a->machine, file, size, &externals, &error, &c->loaded);
    if (status) {
        complain("a code object cannot be loaded: %s", error.message);
        free(c);
        return d.missed                   ? HSA_STATUS_ERROR_VARIABLE_UNDEFINED
               : status == GISA_NO_MEMORY ? HSA_STATUS_ERROR_OUT_OF_RESOURCES
                                          : HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    }
    c->next = e->codes;
    e->codes = c;
    *out = c;
    return add_symbols(e, a, c->loaded) ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

static hsa_status_t load_for(hsa_executable_t handle, hsa_agent_t who, const void *file, size_t size,
                             hsa_loaded_code_object_t *out) {
    agent *a = agent_of(who);
    hsa_status_t status;
    executable *e;
    loaded_code *c = NULL;
    LOG("node %u, %zu bytes", a ? a->node : 0, size);
    if (!a || !a->chip)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    status = check_file(a, file, size);
    if (status)
        return status;
    pthread_mutex_lock(&executables_lock);
    e = executable_of(handle);
    status = !e          ? HSA_STATUS_ERROR_INVALID_EXECUTABLE
             : e->frozen ? HSA_STATUS_ERROR_FROZEN_EXECUTABLE
                         : load(e, a, file, size, &c);
    pthread_mutex_unlock(&executables_lock);
    if (out)
        out->handle = (uintptr_t)c;
    return status;
}

hsa_status_t hsa_executable_load_agent_code_object(hsa_executable_t handle, hsa_agent_t who,
                                                   hsa_code_object_reader_t reader, const char *options,
                                                   hsa_loaded_code_object_t *out) {
    const code_file *file = code_file_of(reader.handle);
    MUST_BE_OPEN;
    (void)options;
    if (!file)
        return HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
    return load_for(handle, who, file->data, file->size, out);
}

hsa_status_t hsa_executable_load_code_object(hsa_executable_t handle, hsa_agent_t who, hsa_code_object_t code,
                                             const char *options) {
    const code_file *file = code_file_of(code.handle);
    MUST_BE_OPEN;
    (void)options;
    if (!file)
        return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    return load_for(handle, who, file->data, file->size, NULL);
}

bool executable_has_kernel(const void *descriptor) {
    enum { DESCRIPTOR = 64 };
    bool found = false;
    pthread_mutex_lock(&executables_lock);
    for (const executable *e = executables; e && !found; e = e->next)
        for (const loaded_code *c = e->codes; c && !found; c = c->next) {
            size_t size;
            uintptr_t start = (uintptr_t)gisa_loaded_memory(c->loaded, &size);
            found =
                (uintptr_t)descriptor - start < size && size - ((uintptr_t)descriptor - start) >= DESCRIPTOR;
        }
    pthread_mutex_unlock(&executables_lock);
    return found;
}
