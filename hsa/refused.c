/* SPDX-License-Identifier: MIT */
/* What gisa does not implement: memory of other processes and of OpenGL, migration, HSA's
 * finalizer. The functions are there because programs link to them. They look at their arguments as
 * they would otherwise, tell truthfully that nothing is supported where they are asked, and else
 * refuse with the status that the headers have for it: a handle can only be a wrong one. */
#include <hsa/hsa_ext_finalize.h>

#include "runtime.h"

#define NO_PROGRAM ((hsa_status_t)HSA_EXT_STATUS_ERROR_INVALID_PROGRAM)

static hsa_status_t refuse(const char *name, bool is_good, hsa_status_t status) {
    MUST_BE_OPEN;
    if (log_on)
        log_line(name, "refused: gisa has none of this");
    return is_good ? status : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

/* ---- memory of others ------------------------------------------------------------------ */

/* Only what begins an allocation and is all of it could be shared. */
hsa_status_t hsa_amd_ipc_memory_create(void *address, size_t size, hsa_amd_ipc_memory_t *handle) {
    block b;
    bool is_good = handle && memory_find(address, &b) && b.kind == ALLOCATED &&
                   b.start == (uintptr_t)address && size && size <= b.size && b.size - size < PAGE;
    return refuse(__func__, is_good, HSA_STATUS_ERROR_OUT_OF_RESOURCES);
}

hsa_status_t hsa_amd_ipc_memory_attach(const hsa_amd_ipc_memory_t *handle, size_t size, uint32_t count,
                                       const hsa_agent_t *who, void **address) {
    (void)handle, (void)size, (void)count, (void)who, (void)address;
    return refuse(__func__, false, HSA_STATUS_ERROR);
}

hsa_status_t hsa_amd_ipc_memory_detach(void *address) {
    (void)address;
    return refuse(__func__, false, HSA_STATUS_ERROR);
}

/* No signal can have been created for this: see hsa_amd_signal_create. */
hsa_status_t hsa_amd_ipc_signal_create(hsa_signal_t signal, hsa_amd_ipc_signal_t *handle) {
    (void)signal, (void)handle;
    return refuse(__func__, false, HSA_STATUS_ERROR);
}

hsa_status_t hsa_amd_ipc_signal_attach(const hsa_amd_ipc_signal_t *handle, hsa_signal_t *signal) {
    (void)handle, (void)signal;
    return refuse(__func__, false, HSA_STATUS_ERROR);
}

/* Buffers of OpenGL are the driver's, which is not there. */
hsa_status_t hsa_amd_interop_map_buffer(uint32_t count, hsa_agent_t *who, int handle, uint32_t flags,
                                        size_t *size, void **address, size_t *metadata_size,
                                        const void **metadata) {
    (void)count, (void)who, (void)handle, (void)flags, (void)size, (void)address, (void)metadata_size,
        (void)metadata;
    return refuse(__func__, false, HSA_STATUS_ERROR);
}

hsa_status_t hsa_amd_interop_unmap_buffer(void *address) {
    (void)address;
    return refuse(__func__, false, HSA_STATUS_ERROR);
}

/* hsa_amd_memory_pool_can_migrate says that no pool takes another one's memory. */
hsa_status_t hsa_amd_memory_migrate(const void *address, hsa_amd_memory_pool_t to, uint32_t flags) {
    return refuse(__func__, address && !flags,
                  pool_of(to.handle) ? HSA_STATUS_ERROR_OUT_OF_RESOURCES : NO_SUCH_POOL);
}

/* ---- the finalizer --------------------------------------------------------------------- */

hsa_status_t hsa_ext_program_create(hsa_machine_model_t model, hsa_profile_t profile,
                                    hsa_default_float_rounding_mode_t rounding, const char *options,
                                    hsa_ext_program_t *program) {
    (void)model, (void)profile, (void)rounding, (void)options;
    return refuse(__func__, program != NULL, HSA_STATUS_ERROR_OUT_OF_RESOURCES);
}

hsa_status_t hsa_ext_program_destroy(hsa_ext_program_t program) {
    (void)program;
    return refuse(__func__, true, NO_PROGRAM);
}

hsa_status_t hsa_ext_program_add_module(hsa_ext_program_t program, hsa_ext_module_t module) {
    (void)program, (void)module;
    return refuse(__func__, true, NO_PROGRAM);
}

hsa_status_t hsa_ext_program_iterate_modules(hsa_ext_program_t program,
                                             hsa_status_t (*callback)(hsa_ext_program_t, hsa_ext_module_t,
                                                                      void *),
                                             void *data) {
    (void)program, (void)data;
    return refuse(__func__, callback != NULL, NO_PROGRAM);
}

hsa_status_t hsa_ext_program_get_info(hsa_ext_program_t program, hsa_ext_program_info_t attribute,
                                      void *value) {
    (void)program, (void)attribute;
    return refuse(__func__, value != NULL, NO_PROGRAM);
}

hsa_status_t hsa_ext_program_finalize(hsa_ext_program_t program, hsa_isa_t isa, int32_t convention,
                                      hsa_ext_control_directives_t directives, const char *options,
                                      hsa_code_object_type_t type, hsa_code_object_t *code) {
    (void)program, (void)isa, (void)convention, (void)directives, (void)options, (void)type;
    return refuse(__func__, code != NULL, NO_PROGRAM);
}
