/* SPDX-License-Identifier: MIT */
/* What gisa has not: where a program asks what is supported it hears that nothing is, and else
 * every function refuses, with the status that the headers name, arguments that would otherwise be
 * good. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include <hsa/hsa_ext_finalize.h>
#include <hsa/hsa_ext_image.h>

static const hsa_agent_t nobody = {0};
static const hsa_ext_image_descriptor_t descriptor = {
    .geometry = HSA_EXT_IMAGE_GEOMETRY_2D,
    .width = 16,
    .height = 16,
    .format = {HSA_EXT_IMAGE_CHANNEL_TYPE_FLOAT, HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA}};

static void asked(void) {
    uint32_t mask = 99;
    size_t limits[3] = {9, 9, 9};
    bool has = true;
    uint16_t minor = 9;
    uint8_t bits[128];
    const hsa_ext_image_format_t *format = &descriptor.format;
    DONE(hsa_ext_image_get_capability(g.agent, HSA_EXT_IMAGE_GEOMETRY_2D, format, &mask));
    OK(mask == HSA_EXT_IMAGE_CAPABILITY_NOT_SUPPORTED, "no format is supported");
    mask = 99;
    DONE(hsa_ext_image_get_capability_with_layout(g.agent, HSA_EXT_IMAGE_GEOMETRY_2D, format,
                                                  HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR, &mask));
    OK(mask == HSA_EXT_IMAGE_CAPABILITY_NOT_SUPPORTED, "in no layout");
    IS(hsa_ext_image_get_capability_with_layout(g.agent, HSA_EXT_IMAGE_GEOMETRY_2D, format,
                                                HSA_EXT_IMAGE_DATA_LAYOUT_OPAQUE, &mask),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_get_capability(nobody, HSA_EXT_IMAGE_GEOMETRY_2D, format, &mask),
       HSA_STATUS_ERROR_INVALID_AGENT);
    IS(hsa_ext_image_get_capability(g.agent, HSA_EXT_IMAGE_GEOMETRY_2D, NULL, &mask),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    DONE(hsa_amd_image_get_info_max_dim(g.agent, (hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_2D_MAX_ELEMENTS,
                                        limits));
    OK(limits[0] == 0 && limits[1] == 0 && limits[2] == 9, "images are of no size");
    DONE(hsa_amd_image_get_info_max_dim(g.agent, (hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_3D_MAX_ELEMENTS,
                                        limits));
    OK(limits[2] == 0, "in three dimensions");
    IS(hsa_amd_image_get_info_max_dim(g.agent, HSA_AGENT_INFO_NAME, limits),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    DONE(hsa_system_extension_supported(HSA_EXTENSION_IMAGES, 1, 0, &has));
    OK(!has, "the system has not the extension");
    has = true;
    DONE(hsa_agent_major_extension_supported(HSA_EXTENSION_IMAGES, g.agent, 1, &minor, &has));
    OK(!has, "nor has the agent");
    memset(bits, 255, sizeof bits);
    DONE(hsa_agent_get_info(g.agent, HSA_AGENT_INFO_EXTENSIONS, bits));
    OK(bits[0] == 0, "nor a bit for it");
}

static void images(void) {
    const hsa_access_permission_t both = HSA_ACCESS_PERMISSION_RW;
    const hsa_ext_image_data_layout_t linear = HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR;
    const hsa_dim3_t at = {0, 0, 0}, size = {1, 1, 1};
    const hsa_ext_image_region_t region = {at, size};
    const hsa_ext_sampler_descriptor_t plain = {0};
    const hsa_amd_image_descriptor_t layout = {1, 0x1002687f, {0}};
    hsa_ext_image_data_info_t info;
    hsa_ext_image_t image = {0};
    hsa_ext_sampler_t sampler = {0};
    void *data = memory(g.local, 4096);
    IS(hsa_ext_image_data_get_info(g.agent, &descriptor, both, &info),
       HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED);
    IS(hsa_ext_image_data_get_info(nobody, &descriptor, both, &info), HSA_STATUS_ERROR_INVALID_AGENT);
    IS(hsa_ext_image_data_get_info(g.agent, NULL, both, &info), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_data_get_info_with_layout(g.agent, &descriptor, both, linear, 0, 0, &info),
       HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED);
    IS(hsa_ext_image_create(g.agent, &descriptor, data, both, &image),
       HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED);
    IS(hsa_ext_image_create(g.agent, &descriptor, NULL, both, &image), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_create_with_layout(g.agent, &descriptor, data, both, linear, 0, 0, &image),
       HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED);
    IS(hsa_amd_image_create(g.agent, &descriptor, &layout, data, both, &image),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_destroy(g.agent, image), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_destroy(nobody, image), HSA_STATUS_ERROR_INVALID_AGENT);
    IS(hsa_ext_image_copy(g.agent, image, &at, image, &at, &size), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_import(g.agent, data, 0, 0, image, &region), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_export(g.agent, image, data, 0, 0, &region), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_image_clear(g.agent, image, data, &region), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_sampler_create(g.agent, &plain, &sampler),
       HSA_EXT_STATUS_ERROR_SAMPLER_DESCRIPTOR_UNSUPPORTED);
    IS(hsa_ext_sampler_create(g.agent, NULL, &sampler), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_ext_sampler_destroy(g.agent, sampler), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    hsa_amd_memory_pool_free(data);
}

static void others(void) {
    uint8_t *data = memory(g.local, 8192);
    hsa_amd_ipc_memory_t handle = {{0}};
    hsa_signal_t signal = {0}, plain = new_signal(1);
    void *address = NULL;
    size_t size;
    IS(hsa_amd_ipc_memory_create(data, 8192, &handle), HSA_STATUS_ERROR_OUT_OF_RESOURCES);
    IS(hsa_amd_ipc_memory_create(data, 8000, &handle), HSA_STATUS_ERROR_OUT_OF_RESOURCES);
    IS(hsa_amd_ipc_memory_create(data, 4096, &handle), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_ipc_memory_create(data + 64, 8128, &handle), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_ipc_memory_create(&handle, 4096, &handle), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_ipc_memory_attach(&handle, 8192, 0, NULL, &address), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_ipc_memory_detach(data), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_signal_create(1, 0, NULL, HSA_AMD_SIGNAL_IPC, &signal), HSA_STATUS_ERROR_OUT_OF_RESOURCES);
    IS(hsa_amd_ipc_signal_create(plain, &handle), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_ipc_signal_attach(&handle, &signal), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_interop_map_buffer(1, &g.agent, 0, 0, &size, &address, NULL, NULL),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_interop_unmap_buffer(data), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_memory_migrate(data, g.fine, 0), HSA_STATUS_ERROR_OUT_OF_RESOURCES);
    IS(hsa_amd_memory_migrate(data, g.fine, 1), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_memory_migrate(data, (hsa_amd_memory_pool_t){1}, 0), HSA_STATUS_ERROR_INVALID_MEMORY_POOL);
    OK(!address && !signal.handle, "nothing is given");
    hsa_signal_destroy(plain);
    hsa_amd_memory_pool_free(data);
}

static hsa_status_t no_module(hsa_ext_program_t program, hsa_ext_module_t module, void *data) {
    (void)program, (void)module, (void)data;
    OK(false, "there is no module");
    return HSA_STATUS_SUCCESS;
}

static void programs(void) {
    hsa_ext_program_t program = {0};
    hsa_ext_control_directives_t directives = {0};
    hsa_code_object_t code = {0};
    hsa_executable_t executable;
    hsa_code_object_reader_t reader;
    uint32_t value;
    IS(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_BASE,
                              HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &program),
       HSA_STATUS_ERROR_OUT_OF_RESOURCES);
    IS(hsa_ext_program_destroy(program), HSA_EXT_STATUS_ERROR_INVALID_PROGRAM);
    IS(hsa_ext_program_add_module(program, NULL), HSA_EXT_STATUS_ERROR_INVALID_PROGRAM);
    IS(hsa_ext_program_iterate_modules(program, no_module, NULL), HSA_EXT_STATUS_ERROR_INVALID_PROGRAM);
    IS(hsa_ext_program_get_info(program, HSA_EXT_PROGRAM_INFO_PROFILE, &value),
       HSA_EXT_STATUS_ERROR_INVALID_PROGRAM);
    IS(hsa_ext_program_finalize(program, (hsa_isa_t){0}, 0, directives, NULL, HSA_CODE_OBJECT_TYPE_PROGRAM,
                                &code),
       HSA_EXT_STATUS_ERROR_INVALID_PROGRAM);
    /* A program code object, which nothing makes: any file is another kind. */
    DONE(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL,
                                   &executable));
    DONE(hsa_code_object_reader_create_from_memory(g.file, g.file_size, &reader));
    IS(hsa_executable_load_program_code_object(executable, reader, NULL, NULL),
       HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS);
    IS(hsa_executable_load_program_code_object(executable, (hsa_code_object_reader_t){0}, NULL, NULL),
       HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER);
    IS(hsa_executable_load_program_code_object(g.executable, reader, NULL, NULL),
       HSA_STATUS_ERROR_FROZEN_EXECUTABLE);
    DONE(hsa_code_object_reader_destroy(reader));
    DONE(hsa_executable_destroy(executable));
}

void test_refused(void) {
    asked();
    images();
    others();
    programs();
}
