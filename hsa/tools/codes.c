/* SPDX-License-Identifier: MIT */
/* Keeps the code objects of a program, and reads their symbols and lines when these are wanted. */
#include "codes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static code **codes;
static size_t count;

static const loaded_code *newest_of(const gisa_machine *machine) {
    for (size_t i = count; i-- > 0;)
        if (codes[i]->machine == machine)
            return &codes[i]->code;
    return NULL;
}

static code *new_code(const gisa_machine *machine, const gisa_loaded *loaded, const void *file, size_t size) {
    code *c = calloc(1, sizeof *c);
    if (!c || !(c->file = malloc(size + 1))) {
        free(c);
        return NULL;
    }
    memcpy(c->file, file, size);
    c->size = size;
    c->machine = machine;
    c->loaded = loaded;
    c->code.base = (uintptr_t)gisa_loaded_memory(loaded, &size);
    c->code.size = size;
    c->code.next = newest_of(machine);
    return c;
}

void codes_loaded(const gisa_machine *machine, const gisa_loaded *loaded, const void *file, size_t size) {
    code *c;
    pthread_mutex_lock(&lock);
    c = places_room(&codes, count, sizeof *codes) ? new_code(machine, loaded, file, size) : NULL;
    if (c)
        codes[count++] = c;
    pthread_mutex_unlock(&lock);
}

void codes_unloads(const gisa_loaded *loaded) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++)
        if (codes[i]->loaded == loaded)
            codes[i]->loaded = NULL;
    pthread_mutex_unlock(&lock);
}

/* ---- look-ups -------------------------------------------------------------------------------- */

static void read_code(code *c) {
    if (!c->is_read)
        loaded_code_read(&c->code, c->file, c->size);
    c->is_read = true;
}

const loaded_code *codes_of(const gisa_machine *machine) {
    const loaded_code *newest;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++)
        if (codes[i]->machine == machine)
            read_code(codes[i]);
    newest = newest_of(machine);
    pthread_mutex_unlock(&lock);
    return newest;
}

const code *codes_find(const gisa_loaded *loaded) {
    code *found = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++)
        if (codes[i]->loaded == loaded) {
            read_code(codes[i]);
            found = codes[i];
        }
    pthread_mutex_unlock(&lock);
    return found;
}

const code *codes_after(const code *c) {
    code *found = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count && !found; i++)
        if (!c || (i && codes[i - 1] == c)) {
            read_code(codes[i]);
            found = codes[i];
        }
    pthread_mutex_unlock(&lock);
    return found;
}

const code *codes_at(const gisa_machine *machine, uint64_t pc) {
    code *found = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = count; i-- > 0 && !found;)
        if (codes[i]->loaded && codes[i]->machine == machine &&
            pc - codes[i]->code.base < codes[i]->code.size)
            found = codes[i];
    if (found)
        read_code(found);
    pthread_mutex_unlock(&lock);
    return found;
}
