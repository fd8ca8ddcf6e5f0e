/* SPDX-License-Identifier: MIT */
/* Executables: both ways to load, symbols, variables of the host's, what cannot be loaded. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

static hsa_executable_t new_executable(void) {
    hsa_executable_t e = {0};
    DONE(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &e));
    return e;
}

static hsa_status_t load(hsa_executable_t e, const void *file, size_t size) {
    hsa_code_object_reader_t reader;
    hsa_status_t status;
    DONE(hsa_code_object_reader_create_from_memory(file, size, &reader));
    status = hsa_executable_load_agent_code_object(e, g.agent, reader, NULL, NULL);
    DONE(hsa_code_object_reader_destroy(reader));
    return status;
}

static hsa_status_t count_kernel(hsa_executable_t e, hsa_executable_symbol_t symbol, void *data) {
    hsa_symbol_kind_t kind;
    (void)e;
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &kind));
    *(unsigned *)data += kind == HSA_SYMBOL_KIND_KERNEL;
    return HSA_STATUS_SUCCESS;
}

static void symbols(void) {
    hsa_executable_symbol_t symbol;
    uint64_t address = 0, table[3];
    uint32_t number = 0;
    unsigned kernels = 0;
    char name[16] = "###############";
    DONE(hsa_executable_get_symbol_by_name(g.executable, "about.kd", &g.agent, &symbol));
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE,
                                        &number));
    OK(number == 1024, "a kernel's LDS");
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE,
                                        &number));
    OK(number == 24, "its arguments");
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH, &number));
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name));
    OK(number == 8 && memcmp(name, "about.kd#", 9) == 0, "its name, without a NUL");
    IS(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS, &address),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    DONE(hsa_executable_get_symbol(g.executable, NULL, "table", g.agent, 0, &symbol));
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS, &address));
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE, &number));
    memcpy(table, (const void *)(uintptr_t)address, sizeof table);
    OK(number == 24 && table[1] == address && table[2] == 12, "a variable, which is relocated");
    IS(hsa_executable_get_symbol_by_name(g.executable, "no such", &g.agent, &symbol),
       HSA_STATUS_ERROR_INVALID_SYMBOL_NAME);
    DONE(hsa_executable_iterate_symbols(g.executable, count_kernel, &kernels));
    OK(kernels == 18, "all kernels");
}

static void refusals(void) {
    hsa_executable_t e = new_executable();
    char *file = malloc(g.file_size);
    memcpy(file, g.file, g.file_size);
    IS(load(e, file, 10), HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
    for (size_t size = 64; size < g.file_size; size += 997)
        if (load(e, file, size) == HSA_STATUS_SUCCESS)
            OK(false, "a file that has been cut off is loaded");
    file[0x30] = 0x22; /* gfx700 */
    IS(load(e, file, g.file_size), HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS);
    memcpy(file, g.file, g.file_size);
    file[0x31] = 3; /* XNACK on */
    IS(load(e, file, g.file_size), HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS);
    file[0x31] = 12; /* SRAMECC on */
    IS(load(e, file, g.file_size), HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS);
    file[8] = 1; /* code object v3 */
    file[0x31] = 2;
    IS(load(e, file, g.file_size), HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS);
    memcpy(file, g.file, g.file_size);
    file[18] = 62; /* x86-64 */
    IS(load(e, file, g.file_size), HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
    IS(load(g.executable, g.file, g.file_size), HSA_STATUS_ERROR_FROZEN_EXECUTABLE);
    IS(hsa_executable_freeze(g.executable, NULL), HSA_STATUS_ERROR_FROZEN_EXECUTABLE);
    DONE(hsa_executable_destroy(e));
    IS(hsa_executable_destroy(e), HSA_STATUS_ERROR_INVALID_EXECUTABLE);
    free(file);
}

static void older_way(void) {
    hsa_executable_t e = {0};
    hsa_code_object_t code = {0};
    hsa_executable_state_t state = HSA_EXECUTABLE_STATE_FROZEN;
    void *copy = malloc(g.file_size);
    uint32_t fine = 9, variable;
    memcpy(copy, g.file, g.file_size);
    DONE(hsa_code_object_deserialize(copy, g.file_size, NULL, &code));
    free(copy);
    DONE(hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, "", &e));
    DONE(hsa_executable_load_code_object(e, g.agent, code, ""));
    DONE(hsa_executable_get_info(e, HSA_EXECUTABLE_INFO_STATE, &state));
    OK(state == HSA_EXECUTABLE_STATE_UNFROZEN, "it is not frozen yet");
    DONE(hsa_executable_global_variable_define(e, "mine", &variable));
    IS(hsa_executable_global_variable_define(e, "mine", &variable),
       HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED);
    IS(hsa_executable_global_variable_define(e, "table", &variable),
       HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED);
    DONE(hsa_executable_freeze(e, ""));
    DONE(hsa_executable_validate(e, &fine));
    OK(fine == 0, "it is valid");
    DONE(hsa_code_object_destroy(code));
    IS(hsa_code_object_destroy(code), HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
    DONE(hsa_executable_destroy(e));
}

/* A variable that the host defines before it loads the object that uses it. */
static void externals(void) {
    static uint64_t mine[2], other;
    hsa_executable_t e = new_executable();
    hsa_executable_symbol_t symbol;
    uint64_t address = 0, there = 0;
    bool definition = true;
    if (!g.external)
        return;
    IS(load(e, g.external, g.external_size), HSA_STATUS_ERROR_VARIABLE_UNDEFINED);
    DONE(hsa_executable_agent_global_variable_define(e, g.agent, "mine", mine));
    IS(hsa_executable_agent_global_variable_define(e, g.agent, "mine", &other),
       HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED);
    DONE(load(e, g.external, g.external_size));
    DONE(hsa_executable_get_symbol_by_name(e, "mine", &g.agent, &symbol));
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_IS_DEFINITION, &definition));
    OK(!definition, "it is not the object's");
    DONE(hsa_executable_get_symbol_by_name(e, "there", &g.agent, &symbol));
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS, &address));
    memcpy(&there, (const void *)(uintptr_t)address, sizeof there);
    OK(there == (uintptr_t)&mine[1], "its address is in the object");
    DONE(hsa_executable_destroy(e));
}

static void loader(void) {
    hsa_ven_amd_loader_1_01_pfn_t table = {0};
    const void *host = NULL;
    hsa_executable_t e = {0};
    size_t segments = 0;
    const void *kernel = (const void *)(uintptr_t)kernel_named("empty");
    bool there = false;
    DONE(hsa_system_get_major_extension_table(HSA_EXTENSION_AMD_LOADER, 1, 24, &table));
    OK(table.hsa_ven_amd_loader_query_executable &&
           !table.hsa_ven_amd_loader_executable_iterate_loaded_code_objects,
       "no more of a table than was asked for");
    DONE(table.hsa_ven_amd_loader_query_host_address(kernel, &host));
    OK(host == kernel, "code is where the host sees it");
    DONE(table.hsa_ven_amd_loader_query_executable(kernel, &e));
    OK(e.handle == g.executable.handle, "whose code it is");
    DONE(table.hsa_ven_amd_loader_query_segment_descriptors(NULL, &segments));
    OK(segments == 1, "one segment");
    DONE(hsa_system_extension_supported(HSA_EXTENSION_FINALIZER, 1, 0, &there));
    OK(!there, "no finalizer");
    IS(hsa_system_get_major_extension_table(HSA_EXTENSION_FINALIZER, 1, 8, &table), HSA_STATUS_ERROR);
}

void test_executables(void) {
    symbols();
    refusals();
    older_way();
    externals();
    loader();
}
