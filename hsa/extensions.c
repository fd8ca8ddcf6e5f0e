/* SPDX-License-Identifier: MIT */
/* Extensions: which there are, and the functions of AMD's loader and of images, which programs get
 * as tables. */
#include <string.h>

#include "codes.h"
#include "executable.h"
#include "images.h"

/* ---- AMD's loader ---------------------------------------------------------------------------- */

/* Code lies where the host finds it. */
static hsa_status_t query_host_address(const void *device_address, const void **host_address) {
    if (!device_address || !host_address)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *host_address = device_address;
    return HSA_STATUS_SUCCESS;
}

static const loaded_code *code_at(const void *address) {
    for (const executable *e = executables; e; e = e->next)
        for (const loaded_code *c = e->codes; c; c = c->next) {
            size_t size;
            const void *start = gisa_loaded_memory(c->loaded, &size);
            if ((uintptr_t)address - (uintptr_t)start < size)
                return c;
        }
    return NULL;
}

static hsa_status_t query_executable(const void *address, hsa_executable_t *out) {
    const loaded_code *c;
    if (!address || !out)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&executables_lock);
    c = code_at(address);
    if (c)
        out->handle = (uintptr_t)c->executable;
    pthread_mutex_unlock(&executables_lock);
    return c ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

/* A code object is one piece of memory, and so one segment. */
static hsa_status_t query_segment_descriptors(hsa_ven_amd_loader_segment_descriptor_t *descriptors,
                                              size_t *count) {
    size_t room, found = 0;
    if (!count || !*count != !descriptors)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    room = *count;
    pthread_mutex_lock(&executables_lock);
    for (const executable *e = executables; e; e = e->next)
        for (const loaded_code *c = e->codes; c; c = c->next, found++)
            if (found < room) {
                hsa_ven_amd_loader_segment_descriptor_t *d = &descriptors[found];
                d->agent = agent_handle(c->agent);
                d->executable.handle = (uintptr_t)e;
                d->code_object_storage_type = HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY;
                d->code_object_storage_base = c->file;
                d->code_object_storage_size = c->file_size;
                d->code_object_storage_offset = 0;
                d->segment_base = gisa_loaded_memory(c->loaded, &d->segment_size);
            }
    pthread_mutex_unlock(&executables_lock);
    *count = found;
    return descriptors && room != found ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS;
}

static hsa_status_t iterate_loaded_code_objects(hsa_executable_t handle,
                                                hsa_status_t (*callback)(hsa_executable_t,
                                                                         hsa_loaded_code_object_t, void *),
                                                void *data) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    const executable *e;
    const loaded_code *c;
    if (!callback)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&executables_lock);
    e = executable_of(handle);
    c = e ? e->codes : NULL;
    pthread_mutex_unlock(&executables_lock);
    for (; c && status == HSA_STATUS_SUCCESS; c = c->next)
        status = callback(handle, (hsa_loaded_code_object_t){(uintptr_t)c}, data);
    return e ? status : HSA_STATUS_ERROR_INVALID_EXECUTABLE;
}

static const loaded_code *code_of(hsa_loaded_code_object_t handle) {
    const loaded_code *found = NULL;
    pthread_mutex_lock(&executables_lock);
    for (const executable *e = executables; e && !found; e = e->next)
        for (found = e->codes; found && (uintptr_t)found != handle.handle; found = found->next) {
        }
    pthread_mutex_unlock(&executables_lock);
    return found;
}

static hsa_status_t loaded_code_object_get_info(hsa_loaded_code_object_t handle,
                                                hsa_ven_amd_loader_loaded_code_object_info_t attribute,
                                                void *value) {
    const loaded_code *c = code_of(handle);
    size_t size;
    if (!c || !value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    gisa_loaded_memory(c->loaded, &size);
    switch (attribute) {
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_EXECUTABLE:
        GIVES_ALL(hsa_executable_t, {(uintptr_t)c->executable});
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_KIND:
        GIVES(uint32_t, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_KIND_AGENT);
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_AGENT: GIVES_ALL(hsa_agent_t, agent_handle(c->agent));
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_TYPE:
        GIVES(uint32_t, HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY);
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_BASE:
        GIVES(uint64_t, (uintptr_t)c->file);
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_SIZE:
        GIVES(uint64_t, c->file_size);
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_DELTA:
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_BASE:
        GIVES(uint64_t, (uintptr_t)gisa_loaded_memory(c->loaded, NULL));
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_SIZE: GIVES(uint64_t, size);
    default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

static hsa_status_t create_from_part(hsa_file_t file, size_t offset, size_t size,
                                     hsa_code_object_reader_t *reader) {
    return reader && size ? codes_from_file(file, offset, size, reader) : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

static hsa_status_t iterate_executables(hsa_status_t (*callback)(hsa_executable_t, void *), void *data) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    const executable *e;
    if (!callback)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&executables_lock);
    e = executables;
    pthread_mutex_unlock(&executables_lock);
    for (; e && status == HSA_STATUS_SUCCESS; e = e->next)
        status = callback((hsa_executable_t){(uintptr_t)e}, data);
    return status;
}

static const hsa_ven_amd_loader_1_03_pfn_t loader = {
    query_host_address,          query_segment_descriptors, query_executable,   iterate_loaded_code_objects,
    loaded_code_object_get_info, create_from_part,          iterate_executables};

/* ---- images ---------------------------------------------------------------------------------- */

static const hsa_ext_images_1_pfn_t images = {hsa_ext_image_get_capability,
                                              hsa_ext_image_data_get_info,
                                              hsa_ext_image_create,
                                              hsa_ext_image_destroy,
                                              hsa_ext_image_copy,
                                              hsa_ext_image_import,
                                              hsa_ext_image_export,
                                              hsa_ext_image_clear,
                                              hsa_ext_sampler_create,
                                              hsa_ext_sampler_destroy,
                                              hsa_ext_image_get_capability_with_layout,
                                              hsa_ext_image_data_get_info_with_layout,
                                              hsa_ext_image_create_with_layout};

/* ---- which there are ------------------------------------------------------------------------- */

/* The tables of an extension, all of major version 1: that of a minor version is the beginning of
   that of the next one. */
static const struct extension {
    uint16_t number, minor; /* the last one */
    bool is_agents;         /* it is one of GPUs */
    const void *table;
    size_t sizes[4];
} extensions[] = {
    {HSA_EXTENSION_AMD_LOADER,
     3,
     false,
     &loader,
     {sizeof(hsa_ven_amd_loader_1_00_pfn_t), sizeof(hsa_ven_amd_loader_1_01_pfn_t),
      sizeof(hsa_ven_amd_loader_1_02_pfn_t), sizeof loader}},
    {HSA_EXTENSION_IMAGES, 1, true, &images, {sizeof(hsa_ext_images_1_00_pfn_t), sizeof images}},
};

static const struct extension *find(uint16_t number, uint16_t major, uint16_t minor) {
    for (unsigned i = 0; i < sizeof extensions / sizeof *extensions; i++)
        if (extensions[i].number == number && major == 1 && minor <= extensions[i].minor)
            return &extensions[i];
    return NULL;
}

hsa_status_t hsa_system_get_major_extension_table(uint16_t extension, uint16_t major, size_t size,
                                                  void *table) {
    const struct extension *e = find(extension, major, 0);
    MUST_BE_OPEN;
    LOG("extension 0x%x, version %u, %zu bytes", extension, major, size);
    if (!table)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!e)
        return HSA_STATUS_ERROR;
    memcpy(table, e->table, size < e->sizes[e->minor] ? size : e->sizes[e->minor]);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_system_get_extension_table(uint16_t extension, uint16_t major, uint16_t minor, void *table) {
    const struct extension *e = find(extension, major, minor);
    return hsa_system_get_major_extension_table(extension, e ? major : 0, e ? e->sizes[minor] : 0, table);
}

hsa_status_t hsa_system_extension_supported(uint16_t extension, uint16_t major, uint16_t minor,
                                            bool *result) {
    MUST_BE_OPEN;
    if (!result)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = find(extension, major, minor) != NULL;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_system_major_extension_supported(uint16_t extension, uint16_t major, uint16_t *minor,
                                                  bool *result) {
    const struct extension *e = find(extension, major, 0);
    MUST_BE_OPEN;
    if (!minor || !result)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = e != NULL;
    *minor = e ? e->minor : 0;
    return HSA_STATUS_SUCCESS;
}

/* Of the extensions of agents. */
static const struct extension *find_of_agent(uint16_t number, const agent *a, uint16_t major,
                                             uint16_t minor) {
    const struct extension *e = find(number, major, minor);
    return e && e->is_agents && a && a->chip ? e : NULL;
}

hsa_status_t hsa_agent_extension_supported(uint16_t extension, hsa_agent_t who, uint16_t major,
                                           uint16_t minor, bool *result) {
    MUST_BE_OPEN;
    if (!result)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = find_of_agent(extension, agent_of(who), major, minor) != NULL;
    return agent_of(who) ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_AGENT;
}

hsa_status_t hsa_agent_major_extension_supported(uint16_t extension, hsa_agent_t who, uint16_t major,
                                                 uint16_t *minor, bool *result) {
    const struct extension *e = find_of_agent(extension, agent_of(who), major, 0);
    MUST_BE_OPEN;
    if (!minor)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *minor = e ? e->minor : 0;
    return hsa_agent_extension_supported(extension, who, major, 0, result);
}

hsa_status_t hsa_extension_get_name(uint16_t extension, const char **name) {
    MUST_BE_OPEN;
    if (!name)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch (extension) {
    case HSA_EXTENSION_FINALIZER: *name = "HSA_EXTENSION_FINALIZER"; break;
    case HSA_EXTENSION_IMAGES: *name = "HSA_EXTENSION_IMAGES"; break;
    case HSA_EXTENSION_AMD_PROFILER: *name = "HSA_EXTENSION_AMD_PROFILER"; break;
    case HSA_EXTENSION_AMD_LOADER: *name = "HSA_EXTENSION_AMD_LOADER"; break;
    case HSA_EXTENSION_AMD_AQLPROFILE: *name = "HSA_EXTENSION_AMD_AQLPROFILE"; break;
    default: *name = "HSA_EXTENSION_INVALID"; return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    return HSA_STATUS_SUCCESS;
}
