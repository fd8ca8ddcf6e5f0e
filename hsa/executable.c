/* SPDX-License-Identifier: MIT */
/* Executables: made, filled with code objects, frozen, destroyed. */
#include "executable.h"

#include <elf.h>
#include <stdio.h>
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

/* ---- making them ----------------------------------------------------------------------------- */

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
    tools_unloads(c->agent, c->loaded);
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
    symbols_free(&e->symbols);
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

/* ---- variables that the host defines --------------------------------------------------------- */

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
    else if (symbol_in(&e->symbols, name, a))
        status = HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED;
    else if (!symbol_add(&e->symbols, &(symbol){.agent = a,
                                                .name = (char *)(uintptr_t)name,
                                                .address = address,
                                                .is_external = true}))
        status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    else
        symbols_sort(&e->symbols);
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

/* ---- loading --------------------------------------------------------------------------------- */

/* For which GPUs a bundle has code, and which there are. */
static void complain_of_bundle(const agent *a, const void *file, size_t size) {
    char wanted[300] = "", there[100] = "";
    size_t used = 0;
    gisa_bundled b;
    for (unsigned i = 0; gisa_bundled_at(file, size, i, &b) == GISA_OK; i++)
        if (b.size && used < sizeof wanted)
            used += (size_t)snprintf(wanted + used, sizeof wanted - used, "%s%.*s", used ? ", " : "",
                                     b.name_size < 80 ? (int)b.name_size : 80, b.name);
    used = 0;
    for (unsigned i = 0; i < agent_count && used < sizeof there; i++)
        if (agents[i].chip)
            used += (size_t)snprintf(there + used, sizeof there - used, "%s%s", used ? ", " : "",
                                     agents[i].chip->isa);
    complain("the bundle has no code for %s: it has code for %s; the GPUs are %s (GISA_AGENTS)",
             a->chip->name, *wanted ? wanted : "no GPU", there);
}

/* Of a bundle, the code object for this agent's instruction set. */
static hsa_status_t open_bundle(const agent *a, const void **file, size_t *size) {
    const gisa_isa *isa = gisa_find(a->chip->name);
    gisa_bundled b;
    if (gisa_bundled_at(*file, *size, 0, &b) == GISA_STATUS_BAD_FILE)
        return HSA_STATUS_SUCCESS; /* none */
    if (gisa_bundled_for(*file, *size, isa, &b)) {
        complain_of_bundle(a, *file, *size);
        return HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS;
    }
    *file = b.file;
    *size = b.size;
    return HSA_STATUS_SUCCESS;
}

/* Up to code object v3 a feature has one bit, later two, of which 3 says "on" (LLVM's AMDGPU usage
   guide: e_flags). */
static bool asks_for(const Elf64_Ehdr *h, uint32_t bit, uint32_t two_bits) {
    uint32_t bits = h->e_ident[EI_ABIVERSION] <= 1 ? bit : two_bits;
    return (h->e_flags & bits) == bits;
}

/* Code that asks for XNACK or SRAMECC does not run where it is off, as on these chips. */
static hsa_status_t check_file(const agent *a, const void *file, size_t size) {
    Elf64_Ehdr h;
    const gisa_isa *isa = gisa_find_object(file, size);
    if (!file || size < sizeof h)
        return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    memcpy(&h, file, sizeof h);
    if (memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 || h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_machine != 224)
        return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    if (!isa && gisa_find_elf(h.e_flags))
        return HSA_STATUS_ERROR_INVALID_CODE_OBJECT; /* damaged */
    bool xnack = asks_for(&h, 0x100, 0x300), sramecc = asks_for(&h, 0x200, 0xc00);
    if (!xnack && !sramecc && isa == gisa_find(a->chip->name))
        return HSA_STATUS_SUCCESS;
    complain("the code object is for %s%s%s%s; the GPU is %s",
             isa ? gisa_name(isa) : "a GPU that gisa does not know", xnack ? " with XNACK" : "",
             xnack && sramecc ? " and" : "", sramecc ? " with SRAMECC" : "", a->chip->isa);
    return HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS;
}

typedef struct defined {
    executable *e;
    const agent *a;
    bool missed;
} defined;

static void *find_defined(void *ctx, const char *name) {
    defined *d = ctx;
    const symbol *s = symbol_in(&d->e->symbols, name, d->a);
    d->missed |= !s;
    return s ? s->address : NULL;
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
        return d.missed                          ? HSA_STATUS_ERROR_VARIABLE_UNDEFINED
               : status == GISA_STATUS_NO_MEMORY ? HSA_STATUS_ERROR_OUT_OF_RESOURCES
                                                 : HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    }
    tools_loaded(a, c->loaded, file, size);
    c->next = e->codes;
    e->codes = c;
    *out = c;
    return symbols_add(&e->symbols, a, a->machine, c->loaded) ? HSA_STATUS_SUCCESS
                                                              : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
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
    status = open_bundle(a, &file, &size);
    if (!status)
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

/* Nothing makes such code objects: whatever the file is, it is none. */
hsa_status_t hsa_executable_load_program_code_object(hsa_executable_t handle, hsa_code_object_reader_t reader,
                                                     const char *options, hsa_loaded_code_object_t *out) {
    const executable *e;
    bool is_frozen;
    MUST_BE_OPEN;
    (void)options;
    if (out)
        out->handle = 0;
    pthread_mutex_lock(&executables_lock);
    e = executable_of(handle);
    is_frozen = e && e->frozen;
    pthread_mutex_unlock(&executables_lock);
    return !e                             ? HSA_STATUS_ERROR_INVALID_EXECUTABLE
           : is_frozen                    ? HSA_STATUS_ERROR_FROZEN_EXECUTABLE
           : !code_file_of(reader.handle) ? HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER
                                          : HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS;
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
