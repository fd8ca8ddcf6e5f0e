/* SPDX-License-Identifier: MIT */
/* Readers of code objects, and deserialised code objects (code_objects.c): both are a name for
   bytes. */
#include "codes.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static code_file *files;

code_file *code_file_of(uint64_t handle) {
    code_file *f;
    pthread_mutex_lock(&lock);
    for (f = files; f && (uintptr_t)f != handle; f = f->next) {
    }
    pthread_mutex_unlock(&lock);
    return f;
}

const symbol *codes_symbol(uint64_t handle) {
    const symbol_table *table = NULL;
    const symbol *found = symbol_at(handle, &table);
    bool is_here = false;
    pthread_mutex_lock(&lock);
    for (const code_file *f = files; f && found && !is_here; f = f->next)
        is_here = &f->symbols == table;
    pthread_mutex_unlock(&lock);
    return is_here ? found : NULL;
}

/* 0: no memory. */
static uint64_t add(const void *data, size_t size, void *own) {
    code_file *f = malloc(sizeof *f);
    if (!f)
        return 0;
    *f = (code_file){.data = data, .size = size, .own = own};
    pthread_mutex_lock(&lock);
    f->next = files;
    files = f;
    pthread_mutex_unlock(&lock);
    return (uintptr_t)f;
}

bool code_file_free(uint64_t handle) {
    code_file *f = NULL;
    pthread_mutex_lock(&lock);
    for (code_file **at = &files; *at; at = &(*at)->next)
        if ((uintptr_t)*at == handle) {
            f = *at;
            *at = f->next;
            break;
        }
    pthread_mutex_unlock(&lock);
    if (!f)
        return false;
    symbols_free(&f->symbols);
    gisa_machine_free(f->machine);
    free(f->own);
    free(f);
    return true;
}

hsa_status_t codes_from_memory(const void *data, size_t size, void *own, uint64_t *handle) {
    *handle = add(data, size, own);
    if (*handle)
        return HSA_STATUS_SUCCESS;
    free(own);
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

/* ---- readers --------------------------------------------------------------------------------- */

hsa_status_t hsa_code_object_reader_create_from_memory(const void *data, size_t size,
                                                       hsa_code_object_reader_t *reader) {
    MUST_BE_OPEN;
    LOG("%p, %zu bytes", data, size);
    if (!data || !size || !reader)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return codes_from_memory(data, size, NULL, &reader->handle);
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
    return codes_from_memory(data, size, data, &reader->handle);
}

hsa_status_t hsa_code_object_reader_create_from_file(hsa_file_t file, hsa_code_object_reader_t *reader) {
    MUST_BE_OPEN;
    return reader ? codes_from_file(file, 0, 0, reader) : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_code_object_reader_destroy(hsa_code_object_reader_t reader) {
    MUST_BE_OPEN;
    return code_file_free(reader.handle) ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
}
