/* SPDX-License-Identifier: MIT */
/* Which bits of memory are undefined: LDS and private memory until they are written, memory of the
 * host where it says so, or where undefined bits have been stored. */
#include <stdlib.h>
#include <string.h>

#include "undefined.h"

bool undefined_area_new(undefined_area *area, uint32_t size) {
    *area = (undefined_area){malloc(size + 4), calloc(size / 4 + 2, sizeof(uint32_t)), size, size, 0, 0};
    if (area->bits && area->origin) {
        memset(area->bits, 0xff, size);
        return true;
    }
    undefined_area_free(area);
    return false;
}

void undefined_area_free(undefined_area *area) {
    free(area->bits);
    free(area->origin);
    *area = (undefined_area){NULL, NULL, 0, 0, 0, 0};
}

/* ---- pages ---------------------------------------------------------------------------------- */

void undefined_pages_free(undefined_check *u) {
    for (unsigned i = 0; i < PAGE_BUCKETS; i++)
        for (undefined_page *p = u->pages[i], *next; p; p = next) {
            next = p->next;
            undefined_area_free(&p->area);
            free(p);
        }
}

/* Between launches the host may write anywhere: what kernels have stored counts as defined. */
void undefined_forget_stored(undefined_check *u) {
    for (unsigned i = 0; i < PAGE_BUCKETS; i++)
        for (undefined_page *p = u->pages[i]; p; p = p->next)
            for (uint32_t k = 0; p->area.bits && k < PAGE_SIZE; k++)
                if (p->area.origin[k / 4])
                    p->area.bits[k] = 0;
    u->any_page = false;
    u->told_count = 0;
}

/* Makes room in a page; its bytes are defined. */
static bool open_page(undefined_page *p) {
    if (p->area.bits)
        return true;
    if (!undefined_area_new(&p->area, PAGE_SIZE))
        return false;
    memset(p->area.bits, 0, PAGE_SIZE);
    return true;
}

/* What the host says of the page. */
static void ask(const undefined_check *u, undefined_page *p) {
    const uint64_t start = p->number * PAGE_SIZE;
    for (uint32_t i = 0; i < PAGE_SIZE;) {
        const watch_block *block = watch_block_at(u->watch, start + i);
        const uint64_t left = block ? block->start + block->size - (start + i) : 16;
        const uint32_t n = left < PAGE_SIZE - i ? (uint32_t)left : PAGE_SIZE - i;
        if (block && block->undefined && open_page(p))
            memset(p->area.bits + i, 0xff, n);
        i += n;
    }
}

static undefined_page *page_at(undefined_check *u, uint64_t address) {
    const uint64_t number = address / PAGE_SIZE;
    undefined_page **bucket = &u->pages[(number ^ number >> 12) % PAGE_BUCKETS], *p;
    if (u->last_page && u->last_page->number == number)
        return u->last_page;
    for (p = *bucket; p && p->number != number; p = p->next)
        ;
    if (!p && (p = calloc(1, sizeof *p))) {
        p->number = number;
        p->next = *bucket;
        *bucket = p;
        ask(u, p);
    }
    return u->last_page = p;
}

/* ---- elements ------------------------------------------------------------------------------- */

/* A part of an element, in one area; or defined, where there is no area. */
typedef struct stretch {
    undefined_area *area;
    undefined_page *page;
    uint32_t at, size;
    origin_kind kind;
} stretch;

static uint32_t least(uint64_t a, uint64_t b) {
    return (uint32_t)(a < b ? a : b);
}

/* Four bytes of a lane lie side by side. */
static stretch in_private(const undefined_check *u, uint64_t address, uint32_t lane, uint32_t size) {
    undefined_area *area = &u->of_wave->private_memory;
    const uint64_t at = address / 4 * 4 * SHADOW_LANES + lane % SHADOW_LANES * 4 + address % 4;
    const uint32_t n = least(size, 4 - address % 4);
    return (stretch){area->bits && at + n <= area->size ? area : NULL, NULL, (uint32_t)at, n, ORIGIN_PRIVATE};
}

static stretch in_memory(undefined_check *u, uint64_t address, uint32_t size) {
    undefined_area *scratch = &u->of_wave->private_memory;
    const uint64_t start = (uintptr_t)u->wave->private_memory;
    if (scratch->bits && address >= start && address - start < scratch->size)
        return (stretch){scratch, NULL, (uint32_t)(address - start),
                         least(size, scratch->size - (address - start)), ORIGIN_PRIVATE};
    undefined_page *p = page_at(u, address);
    const uint32_t n = least(size, PAGE_SIZE - address % PAGE_SIZE);
    return (stretch){p && p->area.bits ? &p->area : NULL, p, address % PAGE_SIZE, n, ORIGIN_MEMORY};
}

/* What begins at byte `from` of the element. */
static stretch find(undefined_check *u, const gisa_wave_access *a, uint32_t from) {
    const uint32_t size = a->size - from;
    const uint64_t address = a->address + from;
    undefined_area *lds = u->of_group;
    switch (a->space) {
    case GISA_WAVE_SPACE_LDS: {
        const bool inside = lds && lds->bits && address < lds->size;
        return (stretch){inside ? lds : NULL, NULL, (uint32_t)address,
                         inside ? least(size, lds->size - address) : size, ORIGIN_LDS};
    }
    case GISA_WAVE_SPACE_PRIVATE: return in_private(u, address, a->lane, size);
    case GISA_WAVE_SPACE_MEMORY: return in_memory(u, address, size);
    default: return (stretch){NULL, NULL, 0, size, ORIGIN_MEMORY};
    }
}

static uint32_t dirty(const uint8_t *bits, uint32_t size) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < size; i++)
        n += bits[i] != 0;
    return n;
}

static bool any_bit(const uint8_t *bits, uint32_t size) {
    uint64_t word = 0, eight;
    for (; size >= 64; bits += 64, size -= 64) {
        for (unsigned k = 0; k < 64; k += 8) {
            memcpy(&eight, bits + k, 8);
            word |= eight;
        }
        if (word)
            return true;
    }
    for (uint32_t i = 0; i < size; i++)
        word |= bits[i];
    return word;
}

/* Since it was asked, the host may have written there. */
static bool is_undefined(const undefined_check *u, const stretch *s, uint64_t address) {
    if (!s->area || !any_bit(s->area->bits + s->at, s->size))
        return false;
    if (s->kind != ORIGIN_MEMORY || s->area->origin[s->at / 4])
        return true;
    const watch_block *block = watch_block_at(u->watch, address);
    if (!block || !block->undefined)
        memset(s->area->bits + s->at, 0, s->size);
    return block && block->undefined;
}

bool undefined_is_clean(undefined_check *u, const gisa_wave_access *a) {
    for (uint32_t i = 0; i < a->size;) {
        const stretch s = find(u, a, i);
        if (is_undefined(u, &s, a->address + i))
            return false;
        i += s.size;
    }
    return true;
}

static void clean(const stretch *s) {
    if (!s->area)
        return;
    s->area->left -= dirty(s->area->bits + s->at, s->size);
    memset(s->area->bits + s->at, 0, s->size);
}

void undefined_clean(undefined_check *u, const gisa_wave_access *a) {
    for (uint32_t i = 0; i < a->size;) {
        const stretch s = find(u, a, i);
        clean(&s);
        i += s.size;
    }
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* From the first to the last byte, what is between the elements as well; false: they are in several
 * areas, or far from each other. */
static bool find_range(undefined_check *u, const gisa_observed_row *row, stretch *s) {
    enum { NEAR = 4 * PAGE_SIZE };
    const gisa_wave_access all = {
        .address = row->start, .size = least(row->end - row->start, NEAR), .space = row->space};
    *s = find(u, &all, 0);
    return s->size == row->end - row->start;
}

static void know_clean(undefined_area *area, uint32_t from, uint32_t to) {
    const bool meet = from <= area->clean_to && to >= area->clean_from && area->clean_to;
    area->clean_from = meet && area->clean_from < from ? area->clean_from : from;
    area->clean_to = meet && area->clean_to > to ? area->clean_to : to;
}

static bool is_clean(const stretch *s) {
    undefined_area *area = s->area;
    const uint32_t end = s->at + s->size;
    if (!area || (s->kind == ORIGIN_LDS && !area->left) ||
        (s->at >= area->clean_from && end <= area->clean_to))
        return true;
    if (any_bit(area->bits + s->at, s->size))
        return false;
    know_clean(area, s->at, end);
    return true;
}

bool undefined_is_clean_row(undefined_check *u, const gisa_observed_row *row) {
    stretch s;
    if (find_range(u, row, &s) && is_clean(&s))
        return true;
    for (uint64_t left = row->lanes; left; left &= left - 1) {
        const gisa_wave_access a = watch_element(row, (unsigned)__builtin_ctzll(left));
        if (!undefined_is_clean(u, &a))
            return false;
    }
    return true;
}

void undefined_clean_row(undefined_check *u, const gisa_observed_row *row) {
    stretch s;
    const bool found = find_range(u, row, &s);
    if (found && is_clean(&s))
        return;
    if (found && watch_is_run(row)) {
        clean(&s);
        return;
    }
    for (uint64_t left = row->lanes; left; left &= left - 1) {
        const gisa_wave_access a = watch_element(row, (unsigned)__builtin_ctzll(left));
        undefined_clean(u, &a);
    }
}

/* ---- values --------------------------------------------------------------------------------- */

/* The address of an undefined byte, as an origin can say it. */
static uint32_t remember(undefined_check *u, uint64_t address) {
    enum { MOST = 1 << 12 };
    if (!u->addresses)
        u->addresses = calloc(MOST, sizeof *u->addresses);
    if (!u->addresses || u->address_count == MOST)
        return 0;
    for (uint32_t i = u->address_count; i-- > 0 && u->address_count - i < 8;)
        if (u->addresses[i] == address)
            return i + 1;
    u->addresses[u->address_count++] = address;
    return u->address_count;
}

static uint32_t origin_at(undefined_check *u, const gisa_wave_access *a, const stretch *s) {
    const uint32_t stored = s->area->origin[s->at / 4];
    if (stored)
        return stored;
    if (s->kind == ORIGIN_MEMORY)
        return origin_make(ORIGIN_MEMORY, remember(u, a->address), a->size);
    if (s->kind == ORIGIN_PRIVATE)
        return origin_make(ORIGIN_PRIVATE,
                           a->space == GISA_WAVE_SPACE_PRIVATE ? (uint32_t)a->address
                                                               : s->at / 256 * 4 + s->at % 4,
                           a->size);
    return origin_make(s->kind, (uint32_t)a->address, a->size);
}

shadow_value undefined_load(undefined_check *u, const gisa_wave_access *a) {
    shadow_value x = shadow_unknown(a->size * 8);
    for (uint32_t i = 0; i < a->size;) {
        const stretch s = find(u, a, i);
        for (uint32_t k = 0; s.area && k < s.size && i + k < 16; k++)
            x.undefined |= (shadow_bits)s.area->bits[s.at + k] << 8 * (i + k);
        if (s.area && !x.origin && any_bit(s.area->bits + s.at, s.size))
            x.origin = origin_at(u, a, &s);
        i += s.size;
    }
    x.unknown &= ~x.undefined;
    return x;
}

void undefined_store(undefined_check *u, const gisa_wave_access *a, const shadow_value *x) {
    for (uint32_t i = 0; i < a->size;) {
        stretch s = find(u, a, i);
        if (!s.area && s.page && x->undefined && open_page(s.page))
            s.area = &s.page->area;
        u->any_page |= s.area && s.page;
        if (s.area && x->undefined)
            s.area->clean_from = s.area->clean_to = 0;
        if (s.area)
            s.area->left -= dirty(s.area->bits + s.at, s.size);
        for (uint32_t k = 0; s.area && k < s.size; k++) {
            s.area->bits[s.at + k] = i + k < 16 ? (uint8_t)(x->undefined >> 8 * (i + k)) : 0;
            s.area->origin[(s.at + k) / 4] = x->origin;
        }
        if (s.area)
            s.area->left += dirty(s.area->bits + s.at, s.size);
        i += s.size;
    }
}

bool undefined_is_output(const undefined_check *u, const gisa_wave_access *a) {
    const uint64_t start = (uintptr_t)u->wave->private_memory;
    return a->space == GISA_WAVE_SPACE_MEMORY &&
           !(a->address >= start && a->address - start < u->of_wave->private_memory.size);
}
