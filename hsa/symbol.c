/* SPDX-License-Identifier: MIT */
/* Tables of symbols, and what code objects say of each. */
#include "symbol.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table ------------------------------------------------------------------------------- */

/* All symbols, by their handles. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static symbol *known[4096];

static symbol **bucket_of(uint64_t handle) {
    return &known[handle / 16 % (sizeof known / sizeof *known)];
}

const symbol *symbol_at(uint64_t handle, const symbol_table **table) {
    const symbol *s;
    pthread_mutex_lock(&lock);
    for (s = *bucket_of(handle); s && (uintptr_t)s != handle; s = s->next) {
    }
    if (s)
        *table = s->table;
    pthread_mutex_unlock(&lock);
    return s;
}

static void know(symbol *s) {
    symbol **at = bucket_of((uintptr_t)s);
    pthread_mutex_lock(&lock);
    s->next = *at;
    *at = s;
    pthread_mutex_unlock(&lock);
}

static void drop(symbol *s) {
    symbol **at = bucket_of((uintptr_t)s);
    pthread_mutex_lock(&lock);
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    pthread_mutex_unlock(&lock);
    free(s->name);
    free(s);
}

bool symbol_add(symbol_table *t, const symbol *wanted) {
    symbol *s;
    if (t->count == t->room) {
        symbol **grown = realloc(t->at, (2 * t->room + 32) * sizeof *grown);
        if (!grown)
            return false;
        t->at = grown;
        t->room = 2 * t->room + 32;
    }
    s = malloc(sizeof *s);
    if (!s)
        return false;
    *s = *wanted;
    s->name = strdup(wanted->name);
    if (!s->name) {
        free(s);
        return false;
    }
    s->table = t;
    t->at[t->count++] = s;
    know(s);
    return true;
}

static int compare(const void *a, const void *b) {
    const symbol *x = *(symbol *const *)a, *y = *(symbol *const *)b;
    int by_name = strcmp(x->name, y->name);
    return by_name ? by_name : (x->agent > y->agent) - (x->agent < y->agent);
}

void symbols_sort(symbol_table *t) {
    if (t->count)
        qsort(t->at, t->count, sizeof *t->at, compare);
}

bool symbols_add(symbol_table *t, agent *a, gisa_machine *machine, const gisa_loaded *loaded) {
    gisa_symbol s;
    bool done = true;
    size_t kept = 0;
    for (unsigned i = 0; done && gisa_symbol_at(loaded, i, &s) == GISA_OK; i++) {
        symbol wanted = {.agent = a,
                         .name = (char *)(uintptr_t)s.name,
                         .address = s.address,
                         .size = s.size,
                         .is_kernel = s.is_kernel,
                         .is_constant = s.is_constant};
        if (!*s.name || s.binding == STB_LOCAL || s.type == STT_SECTION || s.type == STT_FILE)
            continue;
        if (s.is_kernel)
            gisa_kernel_read(machine, s.address, &wanted.kernel);
        done = symbol_add(t, &wanted);
    }
    symbols_sort(t);
    for (size_t i = 0; i < t->count; i++) /* .dynsym has them again */
        if (kept && compare(&t->at[i], &t->at[kept - 1]) == 0)
            drop(t->at[i]);
        else
            t->at[kept++] = t->at[i];
    t->count = kept;
    return done;
}

/* Index of the first one whose name is not before this one. */
static size_t first_named(const symbol_table *t, const char *name) {
    size_t low = 0, high = t->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(t->at[middle]->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

symbol *symbol_in(const symbol_table *t, const char *name, const agent *a) {
    for (size_t i = first_named(t, name); i < t->count && strcmp(t->at[i]->name, name) == 0; i++)
        if (!a || !t->at[i]->agent || t->at[i]->agent == a)
            return t->at[i];
    return NULL;
}

void symbols_free(symbol_table *t) {
    for (size_t i = 0; i < t->count; i++)
        drop(t->at[i]);
    free(t->at);
    *t = (symbol_table){0};
}

/* ---- what they say --------------------------------------------------------------------------- */

static hsa_status_t tell_of_kernel(const gisa_kernel *k, unsigned attribute, void *value) {
    switch (attribute) {
    case HSA_CODE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE: GIVES(uint32_t, k->kernarg_size);
    case HSA_CODE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT: GIVES(uint32_t, k->kernarg_align);
    case HSA_CODE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE: GIVES(uint32_t, k->group_size);
    case HSA_CODE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE: GIVES(uint32_t, k->private_size);
    case HSA_CODE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK: GIVES(bool, k->dynamic_stack);
    case HSA_CODE_SYMBOL_INFO_KERNEL_CALL_CONVENTION: GIVES(uint32_t, 0);
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

static hsa_status_t tell_of_variable(const symbol *s, unsigned attribute, void *value) {
    switch (attribute) {
    case HSA_CODE_SYMBOL_INFO_VARIABLE_SIZE: GIVES(uint32_t, (uint32_t)s->size);
    case HSA_CODE_SYMBOL_INFO_VARIABLE_ALLOCATION:
        GIVES(uint32_t, s->agent ? HSA_VARIABLE_ALLOCATION_AGENT : HSA_VARIABLE_ALLOCATION_PROGRAM);
    case HSA_CODE_SYMBOL_INFO_VARIABLE_SEGMENT: GIVES(uint32_t, HSA_VARIABLE_SEGMENT_GLOBAL);
    case HSA_CODE_SYMBOL_INFO_VARIABLE_ALIGNMENT:
        GIVES(uint32_t, s->address ? (uintptr_t)s->address & (0 - (uintptr_t)s->address) & 0xfff : 0);
    case HSA_CODE_SYMBOL_INFO_VARIABLE_IS_CONST: GIVES(bool, s->is_constant);
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t symbol_tell(const symbol *s, unsigned attribute, void *value) {
    switch (attribute) {
    case HSA_CODE_SYMBOL_INFO_TYPE:
        GIVES(uint32_t, s->is_kernel ? HSA_SYMBOL_KIND_KERNEL : HSA_SYMBOL_KIND_VARIABLE);
    case HSA_CODE_SYMBOL_INFO_NAME_LENGTH: GIVES(uint32_t, (uint32_t)strlen(s->name));
    case HSA_CODE_SYMBOL_INFO_NAME: memcpy(value, s->name, strlen(s->name)); return HSA_STATUS_SUCCESS;
    case HSA_CODE_SYMBOL_INFO_MODULE_NAME_LENGTH: GIVES(uint32_t, 0);
    case HSA_CODE_SYMBOL_INFO_MODULE_NAME: return HSA_STATUS_SUCCESS;
    case HSA_CODE_SYMBOL_INFO_LINKAGE: GIVES(uint32_t, HSA_SYMBOL_LINKAGE_PROGRAM);
    case HSA_CODE_SYMBOL_INFO_IS_DEFINITION: GIVES(bool, !s->is_external);
    }
    return s->is_kernel ? tell_of_kernel(&s->kernel, attribute, value)
                        : tell_of_variable(s, attribute, value);
}
