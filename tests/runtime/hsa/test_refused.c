/* SPDX-License-Identifier: MIT */
/* What gisa does not implement: every function refuses arguments that would otherwise be good, with
 * the status that the headers name. */
#include "test.h"

#include <hsa/hsa_ext_finalize.h>

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
    others();
    programs();
}
