/* SPDX-License-Identifier: MIT */
/* What gisa does not implement: images, memory of other processes and of OpenGL, migration, HSA's
 * finalizer. The functions are there because programs link to them. They look at their arguments as
 * they would otherwise, tell truthfully that nothing is supported where they are asked, and else
 * refuse with the status that the headers have for it: a handle can only be a wrong one. */
#include <string.h>

#include <hsa/hsa_ext_finalize.h>
#include <hsa/hsa_ext_image.h>

#include "runtime.h"

#define NO_FORMAT ((hsa_status_t)HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED)
#define NO_SAMPLER ((hsa_status_t)HSA_EXT_STATUS_ERROR_SAMPLER_DESCRIPTOR_UNSUPPORTED)
#define NO_PROGRAM ((hsa_status_t)HSA_EXT_STATUS_ERROR_INVALID_PROGRAM)

static hsa_status_t refuse(const char *name, bool is_good, hsa_status_t status) {
    MUST_BE_OPEN;
    if (log_on)
        log_line(name, "refused: gisa has none of this");
    return is_good ? status : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

static hsa_status_t refuse_for(const char *name, hsa_agent_t who, bool is_good, hsa_status_t status) {
    hsa_status_t refused = refuse(name, is_good, status);
    return refused == HSA_STATUS_ERROR_NOT_INITIALIZED || agent_of(who) ? refused
                                                                        : HSA_STATUS_ERROR_INVALID_AGENT;
}

/* ---- what is supported: nothing -------------------------------------------------------- */

hsa_status_t hsa_ext_image_get_capability(hsa_agent_t who, hsa_ext_image_geometry_t geometry,
                                          const hsa_ext_image_format_t *format, uint32_t *mask) {
    MUST_BE_OPEN;
    (void)geometry;
    if (!agent_of(who))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!format || !mask)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *mask = HSA_EXT_IMAGE_CAPABILITY_NOT_SUPPORTED;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_ext_image_get_capability_with_layout(hsa_agent_t who, hsa_ext_image_geometry_t geometry,
                                                      const hsa_ext_image_format_t *format,
                                                      hsa_ext_image_data_layout_t layout, uint32_t *mask) {
    MUST_BE_OPEN;
    if (agent_of(who) && layout != HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return hsa_ext_image_get_capability(who, geometry, format, mask);
}

hsa_status_t hsa_amd_image_get_info_max_dim(hsa_agent_t who, hsa_agent_info_t attribute, void *value) {
    unsigned of = (unsigned)attribute;
    size_t count = of == HSA_EXT_AGENT_INFO_IMAGE_3D_MAX_ELEMENTS ? 3
                   : of >= HSA_EXT_AGENT_INFO_IMAGE_2D_MAX_ELEMENTS &&
                           of <= HSA_EXT_AGENT_INFO_IMAGE_2DADEPTH_MAX_ELEMENTS
                       ? 2
                       : 1;
    MUST_BE_OPEN;
    if (!agent_of(who))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!value || of < HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS ||
        of > HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    memset(value, 0, count * sizeof(size_t));
    return HSA_STATUS_SUCCESS;
}

/* ---- images, samplers ------------------------------------------------------------------ */

hsa_status_t hsa_ext_image_data_get_info(hsa_agent_t who, const hsa_ext_image_descriptor_t *descriptor,
                                         hsa_access_permission_t access, hsa_ext_image_data_info_t *info) {
    (void)access;
    return refuse_for(__func__, who, descriptor && info, NO_FORMAT);
}

hsa_status_t hsa_ext_image_data_get_info_with_layout(hsa_agent_t who,
                                                     const hsa_ext_image_descriptor_t *descriptor,
                                                     hsa_access_permission_t access,
                                                     hsa_ext_image_data_layout_t layout, size_t row,
                                                     size_t slice, hsa_ext_image_data_info_t *info) {
    (void)access, (void)row, (void)slice;
    return refuse_for(__func__, who, descriptor && info && layout == HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR,
                      NO_FORMAT);
}

hsa_status_t hsa_ext_image_create(hsa_agent_t who, const hsa_ext_image_descriptor_t *descriptor,
                                  const void *data, hsa_access_permission_t access, hsa_ext_image_t *image) {
    (void)access;
    return refuse_for(__func__, who, descriptor && data && image, NO_FORMAT);
}

hsa_status_t hsa_ext_image_create_with_layout(hsa_agent_t who, const hsa_ext_image_descriptor_t *descriptor,
                                              const void *data, hsa_access_permission_t access,
                                              hsa_ext_image_data_layout_t layout, size_t row, size_t slice,
                                              hsa_ext_image_t *image) {
    (void)access, (void)row, (void)slice;
    return refuse_for(__func__, who,
                      descriptor && data && image && layout == HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR, NO_FORMAT);
}

/* The descriptor is of another maker's chip, whichever it is. */
hsa_status_t hsa_amd_image_create(hsa_agent_t who, const hsa_ext_image_descriptor_t *descriptor,
                                  const hsa_amd_image_descriptor_t *layout, const void *data,
                                  hsa_access_permission_t access, hsa_ext_image_t *image) {
    (void)descriptor, (void)layout, (void)data, (void)access, (void)image;
    return refuse_for(__func__, who, false, NO_FORMAT);
}

hsa_status_t hsa_ext_image_destroy(hsa_agent_t who, hsa_ext_image_t image) {
    (void)image;
    return refuse_for(__func__, who, false, NO_FORMAT);
}

hsa_status_t hsa_ext_image_copy(hsa_agent_t who, hsa_ext_image_t from, const hsa_dim3_t *from_at,
                                hsa_ext_image_t to, const hsa_dim3_t *to_at, const hsa_dim3_t *size) {
    (void)from, (void)from_at, (void)to, (void)to_at, (void)size;
    return refuse_for(__func__, who, false, NO_FORMAT);
}

hsa_status_t hsa_ext_image_import(hsa_agent_t who, const void *from, size_t row, size_t slice,
                                  hsa_ext_image_t to, const hsa_ext_image_region_t *region) {
    (void)from, (void)row, (void)slice, (void)to, (void)region;
    return refuse_for(__func__, who, false, NO_FORMAT);
}

hsa_status_t hsa_ext_image_export(hsa_agent_t who, hsa_ext_image_t from, void *to, size_t row, size_t slice,
                                  const hsa_ext_image_region_t *region) {
    (void)from, (void)to, (void)row, (void)slice, (void)region;
    return refuse_for(__func__, who, false, NO_FORMAT);
}

hsa_status_t hsa_ext_image_clear(hsa_agent_t who, hsa_ext_image_t image, const void *data,
                                 const hsa_ext_image_region_t *region) {
    (void)image, (void)data, (void)region;
    return refuse_for(__func__, who, false, NO_FORMAT);
}

hsa_status_t hsa_ext_sampler_create(hsa_agent_t who, const hsa_ext_sampler_descriptor_t *descriptor,
                                    hsa_ext_sampler_t *sampler) {
    return refuse_for(__func__, who, descriptor && sampler, NO_SAMPLER);
}

hsa_status_t hsa_ext_sampler_destroy(hsa_agent_t who, hsa_ext_sampler_t sampler) {
    (void)sampler;
    return refuse_for(__func__, who, false, NO_SAMPLER);
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
