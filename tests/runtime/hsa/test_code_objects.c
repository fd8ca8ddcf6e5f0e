/* SPDX-License-Identifier: MIT */
/* Code objects that have not been loaded: bytes, what they are, their symbols. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

static hsa_status_t give_memory(size_t size, hsa_callback_data_t data, void **address) {
    *(size_t *)(uintptr_t)data.handle = size;
    *address = malloc(size);
    return HSA_STATUS_SUCCESS;
}

static void bytes(hsa_code_object_t code) {
    size_t asked = 0, size = 0;
    void *copy = NULL;
    DONE(hsa_code_object_serialize(code, give_memory, (hsa_callback_data_t){(uintptr_t)&asked}, NULL, &copy,
                                   &size));
    OK(asked == g.file_size && size == asked && copy && memcmp(copy, g.file, size) == 0,
       "the bytes come back");
    free(copy);
    IS(hsa_code_object_serialize(code, NULL, (hsa_callback_data_t){0}, NULL, &copy, &size),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_code_object_serialize((hsa_code_object_t){5}, give_memory, (hsa_callback_data_t){0}, NULL, &copy,
                                 &size),
       HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
}

static void about(hsa_code_object_t code) {
    char version[65];
    uint32_t number = 99;
    hsa_isa_t isa = {0}, named = {0};
    char name[80] = "amdgcn-amd-amdhsa--";
    memset(version, '#', sizeof version);
    DONE(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_VERSION, version));
    OK(strcmp(version, "5.0") == 0 && version[63] == 0 && version[64] == '#', "its version, in 64 bytes");
    DONE(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_TYPE, &number));
    OK(number == HSA_CODE_OBJECT_TYPE_PROGRAM, "a program");
    DONE(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_ISA, &isa));
    DONE(hsa_isa_from_name(strcat(name, g.name), &named));
    OK(isa.handle == named.handle, "for this agent's instruction set");
    DONE(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_MACHINE_MODEL, &number));
    OK(number == HSA_MACHINE_MODEL_LARGE, "the large model");
    DONE(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_PROFILE, &number));
    OK(number == HSA_PROFILE_BASE, "the base profile");
    DONE(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_DEFAULT_FLOAT_ROUNDING_MODE, &number));
    OK(number == HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR, "rounds to nearest");
    IS(hsa_code_object_get_info(code, (hsa_code_object_info_t)77, &number),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_code_object_get_info((hsa_code_object_t){5}, HSA_CODE_OBJECT_INFO_TYPE, &number),
       HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
}

static uint32_t number_of(hsa_code_symbol_t s, hsa_code_symbol_info_t attribute) {
    uint32_t number = 12345;
    DONE(hsa_code_symbol_get_info(s, attribute, &number));
    return number;
}

static void symbols(hsa_code_object_t code) {
    hsa_code_symbol_t s = {0};
    char name[16] = "###############";
    bool flag = false;
    uint32_t number;
    DONE(hsa_code_object_get_symbol(code, "about.kd", &s));
    OK(number_of(s, HSA_CODE_SYMBOL_INFO_TYPE) == HSA_SYMBOL_KIND_KERNEL, "a kernel");
    OK(number_of(s, HSA_CODE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE) == 1024, "its LDS");
    OK(number_of(s, HSA_CODE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE) == 24, "its arguments");
    OK(number_of(s, HSA_CODE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT) == 16, "and their alignment");
    OK(number_of(s, HSA_CODE_SYMBOL_INFO_LINKAGE) == HSA_SYMBOL_LINKAGE_PROGRAM, "its linkage");
    OK(number_of(s, HSA_CODE_SYMBOL_INFO_NAME_LENGTH) == 8, "the length of its name");
    DONE(hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_NAME, name));
    OK(memcmp(name, "about.kd#", 9) == 0, "its name, without a NUL");
    DONE(hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_IS_DEFINITION, &flag));
    OK(flag, "it is defined");
    IS(hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_VARIABLE_SIZE, &number),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    /* Places and kernel objects are what executables have. */
    IS(hsa_code_symbol_get_info(s, (hsa_code_symbol_info_t)HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &number),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    DONE(hsa_code_object_get_symbol_from_name(code, NULL, "table", &s));
    OK(number_of(s, HSA_CODE_SYMBOL_INFO_TYPE) == HSA_SYMBOL_KIND_VARIABLE, "a variable");
    OK(number_of(s, HSA_CODE_SYMBOL_INFO_VARIABLE_SIZE) == 24, "its size");
    IS(hsa_code_object_get_symbol(code, "no such", &s), HSA_STATUS_ERROR_INVALID_SYMBOL_NAME);
    IS(hsa_code_symbol_get_info((hsa_code_symbol_t){5}, HSA_CODE_SYMBOL_INFO_TYPE, &number),
       HSA_STATUS_ERROR_INVALID_CODE_SYMBOL);
}

typedef struct seen {
    unsigned kernels, undefined;
    unsigned last; /* stop after so many */
} seen;

static hsa_status_t see(hsa_code_object_t code, hsa_code_symbol_t s, void *data) {
    seen *all = data;
    bool defined = true;
    (void)code;
    all->kernels += number_of(s, HSA_CODE_SYMBOL_INFO_TYPE) == HSA_SYMBOL_KIND_KERNEL;
    DONE(hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_IS_DEFINITION, &defined));
    all->undefined += !defined;
    return --all->last ? HSA_STATUS_SUCCESS : HSA_STATUS_INFO_BREAK;
}

static void damaged(void) {
    hsa_code_object_t code = {0};
    char junk[100] = "\177ELF";
    uint32_t number;
    DONE(hsa_code_object_deserialize(junk, sizeof junk, NULL, &code));
    IS(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_TYPE, &number),
       HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
    IS(hsa_code_object_iterate_symbols(code, see, junk), HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
    DONE(hsa_code_object_destroy(code));
}

static void wanted(void) {
    hsa_code_object_t code = {0};
    seen all = {.last = 100};
    hsa_code_symbol_t s = {0};
    if (!g.external)
        return;
    DONE(hsa_code_object_deserialize((void *)(uintptr_t)g.external, g.external_size, NULL, &code));
    DONE(hsa_code_object_iterate_symbols(code, see, &all));
    OK(all.undefined == 1, "what it wants of others is no definition");
    DONE(hsa_code_object_get_symbol(code, "mine", &s));
    DONE(hsa_code_object_destroy(code));
}

void test_code_objects(void) {
    hsa_code_object_t code = {0};
    seen all = {.last = 100}, two = {.last = 2};
    DONE(hsa_code_object_deserialize((void *)(uintptr_t)g.file, g.file_size, NULL, &code));
    bytes(code);
    about(code);
    symbols(code);
    DONE(hsa_code_object_iterate_symbols(code, see, &all));
    OK(all.kernels == 18 && !all.undefined, "all kernels");
    IS(hsa_code_object_iterate_symbols(code, see, &two), HSA_STATUS_INFO_BREAK);
    IS(hsa_code_object_iterate_symbols(code, NULL, NULL), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    DONE(hsa_code_object_destroy(code));
    damaged();
    wanted();
}
