/* SPDX-License-Identifier: MIT */
/* Readers of code objects, and deserialised code objects: both are a name for bytes. */
#include "codes.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static code_file *files;

const code_file *code_file_of(uint64_t handle) {
    const code_file *f;
    pthread_mutex_lock(&lock);
    for (f = files; f && (uintptr_t)f != handle; f = f->next) {
    }
    pthread_mutex_unlock(&lock);
    return f;
}

/* 0: no memory. */
static uint64_t add(const void *data, size_t size, void *own) {
    code_file *f = malloc(sizeof *f);
    if (!f)
        return 0;
    *f = (code_file){NULL, data, size, own};
    pthread_mutex_lock(&lock);
    f->next = files;
    files = f;
    pthread_mutex_unlock(&lock);
    return (uintptr_t)f;
}

static bool take_away(uint64_t handle) {
    code_file *f = NULL;
    pthread_mutex_lock(&lock);
    for (code_file **at = &files; *at; at = &(*at)->next)
        if ((uintptr_t)*at == handle) {
            f = *at;
            *at = f->next;
            break;
        }
    pthread_mutex_unlock(&lock);
    if (f)
        free(f->own);
    free(f);
    return f != NULL;
}

static hsa_status_t from_memory(const void *data, size_t size, void *own, uint64_t *handle) {
    *handle = add(data, size, own);
    if (*handle)
        return HSA_STATUS_SUCCESS;
    free(own);
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

/* ---- readers ------------------------------------------------------------------------------------------------------ */

hsa_status_t hsa_code_object_reader_create_from_memory(const void *data, size_t size,
                                                       hsa_code_object_reader_t *reader) {
    MUST_BE_OPEN;
    LOG("%p, %zu bytes", data, size);
    if (!data || !size || !reader)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return from_memory(data, size, NULL, &reader->handle);
}

hsa_status_t codes_from_file(hsa_file_t file, size_t offset, size_t size, hsa_code_object_reader_t *reader) {
    struct stat about;
    uint8_t *data;
    size_t done = 0;
    ssize_t got = 1;
    if (fstat(file, &about) || about.st_size < 0 || offset > (size_t)about.st_size)
        return HSA_STATUS_ERROR_INVALID_FILE;
    size = size && size < (size_t)about.st_size - offset ? size : (size_t)about.st_size - offset;
    data = malloc(size + 1);
    if (!data)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    while (done < size && (got = pread(file, data + done, size - done, (off_t)(offset + done))) > 0)
        done += (size_t)got;
    if (!size || done < size) {
        free(data);
        return HSA_STATUS_ERROR_INVALID_FILE;
    }
    return from_memory(data, size, data, &reader->handle);
}

hsa_status_t hsa_code_object_reader_create_from_file(hsa_file_t file, hsa_code_object_reader_t *reader) {
    MUST_BE_OPEN;
    return reader ? codes_from_file(file, 0, 0, reader) : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_code_object_reader_destroy(hsa_code_object_reader_t reader) {
    MUST_BE_OPEN;
    return take_away(reader.handle) ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
}

/* ---- the older way ---------------------------------------------------------------------------------------------------- */

hsa_status_t hsa_code_object_deserialize(void *data, size_t size, const char *options,
                                         hsa_code_object_t *code) {
    void *copy;
    MUST_BE_OPEN;
    (void)options;
    LOG("%p, %zu bytes", data, size);
    if (!data || !size || !code)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    copy = malloc(size);
    if (!copy)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    memcpy(copy, data, size);
    return from_memory(copy, size, copy, &code->handle);
}

hsa_status_t hsa_code_object_serialize(hsa_code_object_t code,
                                       hsa_status_t (*alloc)(size_t, hsa_callback_data_t, void **),
                                       hsa_callback_data_t data, const char *options, void **out,
                                       size_t *size) {
    const code_file *f = code_file_of(code.handle);
    hsa_status_t status;
    MUST_BE_OPEN;
    (void)options;
    if (!f)
        return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    if (!alloc || !out || !size)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    status = alloc(f->size, data, out);
    if (status == HSA_STATUS_SUCCESS) {
        memcpy(*out, f->data, f->size);
        *size = f->size;
    }
    return status;
}

hsa_status_t hsa_code_object_destroy(hsa_code_object_t code) {
    MUST_BE_OPEN;
    return take_away(code.handle) ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
}
