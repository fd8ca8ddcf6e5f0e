/* SPDX-License-Identifier: MIT */
/* Shared virtual memory: any memory of the host's that a program tells of, page by page: which GPUs
 * may touch it, at the host's own addresses, and what it is good for. Nothing ever moves, so advice
 * about places is kept and told, and a prefetch is done as soon as what it waits for is. */
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

/* The attributes of pages that were never set: as with the driver, fine grained, to be moved in
   pieces of 512. */
enum { FIRST_GRANULARITY = 9, MOST_GRANULARITY = 63 };

/* Pages of one kind. Those that an agent may touch are mapped for its kernels, each range by
   itself. */
typedef struct range {
    uint64_t start, end;
    uint64_t model; /* hsa_amd_svm_model_t */
    uint64_t granularity;
    bool read_only, hive_local, read_mostly;
    hsa_agent_t preferred, prefetched;
    uint32_t access[1 + MOST_GPUS]; /* HSA_AMD_SVM_ATTRIB_AGENT_*: each agent's */
} range;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all that follows */
static range *ranges;                                    /* by address, none in another */
static size_t range_count, range_room;

/* ---- the table ------------------------------------------------------------------------------- */

static range fresh(uint64_t start, uint64_t end) {
    range r = {.start = start,
               .end = end,
               .model = HSA_AMD_SVM_GLOBAL_FLAG_FINE_GRAINED,
               .granularity = FIRST_GRANULARITY};
    for (unsigned i = 0; i < agent_count; i++)
        r.access[i] =
            agents[i].machine ? HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS : HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE;
    return r;
}

/* Index of the first range that ends after `address`. */
static size_t range_behind(uint64_t address) {
    size_t low = 0, high = range_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranges[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool may_touch(const range *r, unsigned who) {
    return agents[who].machine && r->access[who] != HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS;
}

/* What the host may only read, kernels may only read. */
static bool show(const range *r, unsigned who) {
    host_access access = host_may(r->start, r->end);
    return access == HOST_NONE || /* it is gone */
           !gisa_machine_map_guarded(agents[who].machine, r->start, (void *)(uintptr_t)r->start,
                                     r->end - r->start, 0, access == HOST_WRITES ? r->end - r->start : 0,
                                     "shared virtual memory");
}

static void hide(const range *r, unsigned who) {
    gisa_machine_unmap_at(agents[who].machine, r->start);
}

static void hide_all(const range *r) {
    for (unsigned i = 0; i < agent_count; i++)
        if (may_touch(r, i))
            hide(r, i);
}

static bool show_all(const range *r) {
    bool done = true;
    for (unsigned i = 0; i < agent_count; i++)
        if (may_touch(r, i))
            done &= show(r, i);
    return done;
}

static void insert(size_t at, range r) {
    memmove(&ranges[at + 1], &ranges[at], (range_count - at) * sizeof *ranges);
    ranges[at] = r;
    range_count++;
}

/* All of it is memory of the process that can be read. */
static bool is_there(uint64_t start, uint64_t end) {
    return host_may(start, end) != HOST_NONE;
}

/* The program does not report memory that it has given back: what is gone is forgotten when room is
   needed. */
static void forget_gone(void) {
    size_t kept = 0;
    for (size_t i = 0; i < range_count; i++)
        if (is_there(ranges[i].start, ranges[i].end))
            ranges[kept++] = ranges[i];
        else
            hide_all(&ranges[i]);
    range_count = kept;
}

/* Makes room for more ranges. */
static bool make_room(size_t more) {
    range *grown;
    if (range_count + more <= range_room)
        return true;
    forget_gone();
    if (range_count + more <= range_room / 2)
        return true;
    grown = realloc(ranges, (2 * range_room + more + 16) * sizeof *grown);
    if (!grown)
        return false;
    ranges = grown;
    range_room = 2 * range_room + more + 16;
    return true;
}

/* A range begins at `address`, or none is there. There is room for one more. */
static bool split(uint64_t address) {
    size_t at = range_behind(address);
    range upper;
    bool done;
    if (at == range_count || ranges[at].start >= address)
        return true;
    upper = ranges[at];
    upper.start = address;
    hide_all(&ranges[at]);
    ranges[at].end = address;
    insert(at + 1, upper);
    done = show_all(&ranges[at]);
    return show_all(&upper) && done;
}

/* Ranges are there for exactly these pages: the first one's index in `first`, after the last one's
   in `last`. */
static bool cover(uint64_t start, uint64_t end, size_t *first, size_t *last) {
    size_t gaps = 1;
    for (size_t i = range_behind(start); i < range_count && ranges[i].start < end; i++)
        gaps++;
    if (!make_room(gaps + 2) || !split(start) || !split(end))
        return false;
    *first = *last = range_behind(start);
    while (start < end) {
        if (*last == range_count || ranges[*last].start > start) {
            bool is_rest = *last == range_count || ranges[*last].start >= end;
            insert(*last, fresh(start, is_rest ? end : ranges[*last].start));
        }
        start = ranges[(*last)++].end;
    }
    return true;
}

void svm_forget(uint64_t start, uint64_t size) {
    pthread_mutex_lock(&lock);
    if (range_count && make_room(2) && split(start) && split(start + size)) {
        size_t first = range_behind(start), last = first;
        for (; last < range_count && ranges[last].start < start + size; last++)
            hide_all(&ranges[last]);
        memmove(&ranges[first], &ranges[last], (range_count - last) * sizeof *ranges);
        range_count -= last - first;
    }
    pthread_mutex_unlock(&lock);
}

static unsigned index_of(const agent *a) {
    return (unsigned)(a - agents);
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* Whole pages, which are there and not the runtime's own. */
static hsa_status_t pages_of(const void *address, size_t size, uint64_t *start, uint64_t *end) {
    uint64_t first = (uintptr_t)address, behind = first + size;
    if (!first || !size || behind < first || behind > UINT64_MAX - PAGE)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *start = first & ~(uint64_t)(PAGE - 1);
    *end = (behind + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    return !memory_is_in(*start, *end) && is_there(*start, *end) ? HSA_STATUS_SUCCESS
                                                                 : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

/* May this be set? */
static hsa_status_t check_set(uint64_t attribute, uint64_t value) {
    const agent *a = agent_of((hsa_agent_t){value});
    switch (attribute) {
    case HSA_AMD_SVM_ATTRIB_GLOBAL_FLAG:
        return value <= HSA_AMD_SVM_GLOBAL_FLAG_COARSE_GRAINED ? HSA_STATUS_SUCCESS
                                                               : HSA_STATUS_ERROR_INVALID_ARGUMENT;
    case HSA_AMD_SVM_ATTRIB_READ_ONLY:
    case HSA_AMD_SVM_ATTRIB_HIVE_LOCAL:
    case HSA_AMD_SVM_ATTRIB_READ_MOSTLY: return HSA_STATUS_SUCCESS;
    case HSA_AMD_SVM_ATTRIB_MIGRATION_GRANULARITY:
        return value <= MOST_GRANULARITY ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
    case HSA_AMD_SVM_ATTRIB_PREFERRED_LOCATION:
        return a || !value ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_AGENT;
    case HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE:
    case HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE_IN_PLACE:
        return a ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_AGENT;
    case HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS: /* the host cannot be kept from its own memory */
        return !a           ? HSA_STATUS_ERROR_INVALID_AGENT
               : a->machine ? HSA_STATUS_SUCCESS
                            : HSA_STATUS_ERROR_INVALID_ARGUMENT;
    default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

/* ---- setting --------------------------------------------------------------------------------- */

static bool set_access(range *r, unsigned who, uint32_t access) {
    bool could = may_touch(r, who);
    r->access[who] = access;
    if (could && !may_touch(r, who))
        hide(r, who);
    return could || !may_touch(r, who) || show(r, who);
}

static bool set(range *r, uint64_t attribute, uint64_t value) {
    switch (attribute) {
    case HSA_AMD_SVM_ATTRIB_GLOBAL_FLAG: r->model = value; break;
    case HSA_AMD_SVM_ATTRIB_READ_ONLY: r->read_only = value != 0; break;
    case HSA_AMD_SVM_ATTRIB_HIVE_LOCAL: r->hive_local = value != 0; break;
    case HSA_AMD_SVM_ATTRIB_READ_MOSTLY: r->read_mostly = value != 0; break;
    case HSA_AMD_SVM_ATTRIB_MIGRATION_GRANULARITY: r->granularity = value; break;
    case HSA_AMD_SVM_ATTRIB_PREFERRED_LOCATION: r->preferred.handle = value; break;
    case HSA_AMD_SVM_ATTRIB_PREFETCH_LOCATION: r->prefetched.handle = value; break;
    default: return set_access(r, index_of(agent_of((hsa_agent_t){value})), (uint32_t)attribute);
    }
    return true;
}

static hsa_status_t set_all(uint64_t start, uint64_t end, const hsa_amd_svm_attribute_pair_t *list,
                            size_t count) {
    size_t first, last;
    bool done;
    pthread_mutex_lock(&lock);
    done = cover(start, end, &first, &last);
    for (size_t i = first; done && i < last; i++)
        for (size_t k = 0; k < count; k++)
            done &= set(&ranges[i], list[k].attribute, list[k].value);
    pthread_mutex_unlock(&lock);
    return done ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

hsa_status_t hsa_amd_svm_attributes_set(void *address, size_t size, hsa_amd_svm_attribute_pair_t *list,
                                        size_t count) {
    uint64_t start, end;
    hsa_status_t status;
    MUST_BE_OPEN;
    LOG("%p, %zu bytes, %zu attributes", address, size, count);
    if (count && !list)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    status = pages_of(address, size, &start, &end);
    for (size_t k = 0; !status && k < count; k++)
        status = check_set(list[k].attribute, list[k].value);
    return status ? status : set_all(start, end, list, count);
}

hsa_status_t hsa_amd_svm_prefetch_async(void *address, size_t size, hsa_agent_t where, uint32_t count,
                                        const hsa_signal_t *after, hsa_signal_t done) {
    const hsa_amd_svm_attribute_pair_t place = {HSA_AMD_SVM_ATTRIB_PREFETCH_LOCATION, where.handle};
    uint64_t start, end;
    hsa_status_t status;
    MUST_BE_OPEN;
    LOG("%p, %zu bytes, after %u: 0x%llx", address, size, count, (unsigned long long)done.handle);
    if (count && !after)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!agent_of(where))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    status = pages_of(address, size, &start, &end);
    if (!status)
        status = set_all(start, end, &place, 1);
    return status ? status : copies_nothing(count, after, done);
}

/* ---- telling --------------------------------------------------------------------------------- */

/* Of two ranges, what both have; where they differ, what the interface has for that, or what
   promises least. */
static void join(range *all, const range *r) {
    if (all->model != r->model)
        all->model = HSA_AMD_SVM_GLOBAL_FLAG_INDETERMINATE;
    all->read_only &= r->read_only;
    all->hive_local &= r->hive_local;
    all->read_mostly &= r->read_mostly;
    if (r->granularity < all->granularity)
        all->granularity = r->granularity;
    if (all->preferred.handle != r->preferred.handle)
        all->preferred.handle = 0;
    if (all->prefetched.handle != r->prefetched.handle)
        all->prefetched.handle = 0;
    for (unsigned i = 0; i < agent_count; i++)
        if (all->access[i] != r->access[i])
            all->access[i] = may_touch(all, i) && may_touch(r, i) ? HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE
                                                                  : HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS;
}

static range kind_of(uint64_t start, uint64_t end) {
    range all = fresh(start, end);
    bool is_first = true;
    pthread_mutex_lock(&lock);
    for (size_t i = range_behind(start); start < end; i++) {
        bool is_gap = i == range_count || ranges[i].start > start;
        range r = is_gap ? fresh(start, end) : ranges[i];
        if (is_first)
            all = r;
        join(&all, &r);
        is_first = false;
        if (is_gap && i < range_count && ranges[i].start < end)
            r.end = ranges[i--].start;
        start = r.end;
    }
    pthread_mutex_unlock(&lock);
    return all;
}

static hsa_status_t get(const range *r, hsa_amd_svm_attribute_pair_t *pair) {
    const agent *a;
    switch (pair->attribute) {
    case HSA_AMD_SVM_ATTRIB_GLOBAL_FLAG: pair->value = r->model; break;
    case HSA_AMD_SVM_ATTRIB_READ_ONLY: pair->value = r->read_only; break;
    case HSA_AMD_SVM_ATTRIB_HIVE_LOCAL: pair->value = r->hive_local; break;
    case HSA_AMD_SVM_ATTRIB_READ_MOSTLY: pair->value = r->read_mostly; break;
    case HSA_AMD_SVM_ATTRIB_MIGRATION_GRANULARITY: pair->value = r->granularity; break;
    case HSA_AMD_SVM_ATTRIB_PREFERRED_LOCATION: pair->value = r->preferred.handle; break;
    case HSA_AMD_SVM_ATTRIB_PREFETCH_LOCATION: pair->value = r->prefetched.handle; break;
    case HSA_AMD_SVM_ATTRIB_ACCESS_QUERY:
        a = agent_of((hsa_agent_t){pair->value});
        if (!a)
            return HSA_STATUS_ERROR_INVALID_AGENT;
        pair->attribute = r->access[index_of(a)];
        break;
    default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_svm_attributes_get(void *address, size_t size, hsa_amd_svm_attribute_pair_t *list,
                                        size_t count) {
    uint64_t start, end;
    hsa_status_t status;
    range r;
    MUST_BE_OPEN;
    LOG("%p, %zu bytes, %zu attributes", address, size, count);
    if (count && !list)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    status = pages_of(address, size, &start, &end);
    if (status)
        return status;
    r = kind_of(start, end);
    for (size_t k = 0; !status && k < count; k++)
        status = get(&r, &list[k]);
    return status;
}
