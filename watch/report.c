/* SPDX-License-Identifier: MIT */
/* What was found: each thing once, with how often, and the registers that matter. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "own.h"

enum { FIRST_SLOTS = 256, MOST_VALUES = 12, VALUES_ROOM = 512 };

/* ---- findings by what they are about ---- */

static uint32_t mix(uint32_t hash, const void *data, size_t size) {
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

static uint32_t hash_of(const watch_report *r) {
    uint32_t hash = mix(2166136261u, &r->check->bit, sizeof r->check->bit);
    hash = mix(hash, &r->site->pc, sizeof r->site->pc);
    hash = mix(hash, &r->other_pc, sizeof r->other_pc);
    return mix(hash, r->what, strlen(r->what));
}

static bool is_same(const kept_finding *f, const watch_report *r, uint32_t hash) {
    return f->hash == hash && f->told.check == r->check->bit && f->told.pc == r->site->pc &&
           f->told.other_pc == r->other_pc && strcmp(f->told.what, r->what) == 0;
}

static bool grow_slots(gisa_watch *w) {
    const size_t count = w->slot_count ? 2 * w->slot_count : FIRST_SLOTS;
    uint32_t *slots = calloc(count, sizeof *slots);
    if (!slots) {
        watch_no_memory(w);
        return false;
    }
    for (size_t i = 0; i < w->finding_count; i++) {
        size_t at = w->findings[i].hash & (count - 1);
        while (slots[at])
            at = (at + 1) & (count - 1);
        slots[at] = (uint32_t)i + 1;
    }
    free(w->slots);
    w->slots = slots;
    w->slot_count = count;
    return true;
}

/* Where the finding is, or is to be. */
static uint32_t *slot_of(const gisa_watch *w, const watch_report *r, uint32_t hash) {
    size_t at = hash & (w->slot_count - 1);
    while (w->slots[at] && !is_same(&w->findings[w->slots[at] - 1], r, hash))
        at = (at + 1) & (w->slot_count - 1);
    return &w->slots[at];
}

/* ---- registers ---- */

static uint32_t value_of(const gisa_observed_wave *wave, unsigned code, const gisa_code_info *info,
                         unsigned lane) {
    enum { FIRST_VECTOR = 256, SCALARS = 128 };
    if (code >= FIRST_VECTOR)
        return code - FIRST_VECTOR < wave->vgpr_count ? wave->vgpr[code - FIRST_VECTOR][lane] : 0;
    if (code < SCALARS)
        return wave->scalar[code];
    (void)info;
    return *wave->scc;
}

/* "v5=0x0 s4=0x80" */
static void put_values(const gisa_watch *w, const watch_report *r, unsigned lane, char text[VALUES_ROOM]) {
    size_t size = 0;
    unsigned count = 0;
    *text = 0;
    for (unsigned code = 0; code < 512 && count < MOST_VALUES; code++) {
        char room[8];
        gisa_code_info info;
        if (!(r->registers.bits[code / 64] >> code % 64 & 1) || gisa_code(w->isa, code, room, &info))
            continue;
        size += (size_t)snprintf(text + size, VALUES_ROOM - size, "%s%s=0x%" PRIx32, count ? " " : "",
                                 info.name, value_of(r->wave, code, &info, lane));
        count++;
    }
}

/* ---- one more ---- */

static unsigned first_lane(const gisa_observed_wave *wave) {
    const uint64_t active = *wave->exec;
    return active ? (unsigned)__builtin_ctzll(active) : 0;
}

static void keep_calls(kept_finding *f, const gisa_observed_wave *wave) {
    const watch_wave *own = watch_wave_of(wave);
    f->calls = own ? own->calls : 0;
    f->call = f->calls ? malloc(f->calls * sizeof *f->call) : NULL;
    for (size_t i = 0; f->call && i < f->calls; i++)
        f->call[i] = own->call[f->calls - 1 - i].pc;
}

static bool keep(gisa_watch *w, const watch_report *r, uint32_t hash) {
    const bool whole = r->lane == GISA_WAVE_ALL;
    const unsigned lane = whole ? first_lane(r->wave) : r->lane;
    char values[VALUES_ROOM];
    kept_finding *f = &w->findings[w->finding_count];
    put_values(w, r, lane, values);
    *f = (kept_finding){.hash = hash,
                        .told = {.check = r->check->bit,
                                 .pc = r->site->pc,
                                 .other_pc = r->other_pc,
                                 .whole_wave = whole,
                                 .what = strdup(r->what),
                                 .other_what = r->other_what ? strdup(r->other_what) : NULL,
                                 .registers = strdup(values)}};
    keep_calls(f, r->wave);
    memcpy(f->told.group, r->wave->group->id, sizeof f->told.group);
    watch_place_item(r->wave, lane, f->told.item);
    w->finding_count++;
    return f->told.what && f->told.registers && (f->call || !f->calls) &&
           (f->told.other_what || !r->other_what);
}

uint32_t watch_found(gisa_watch *w, const watch_report *r) {
    const uint32_t hash = hash_of(r);
    uint32_t *slot;
    if (!watch_wants(w, r->check) || (2 * w->finding_count >= w->slot_count && !grow_slots(w)))
        return 0;
    slot = slot_of(w, r, hash);
    if (!*slot) {
        if (!own_grow(w, &w->findings, w->finding_count, &w->finding_room, sizeof *w->findings))
            return 0;
        if (!keep(w, r, hash)) {
            w->finding_count--;
            watch_no_memory(w);
            return 0;
        }
        *slot = (uint32_t)w->finding_count;
        w->findings[*slot - 1].held = r->held;
    }
    w->findings[*slot - 1].told.times++;
    w->findings[*slot - 1].held &= r->held;
    return *slot;
}

void watch_tell(gisa_watch *w, uint32_t number) {
    if (number && number <= w->finding_count)
        w->findings[number - 1].held = false;
}

/* NULL: there is none with this number. */
static const kept_finding *kept_at(const gisa_watch *w, size_t i) {
    for (size_t k = 0; k < w->finding_count; k++)
        if (!w->findings[k].held && i-- == 0)
            return &w->findings[k];
    return NULL;
}

gisa_status gisa_watch_finding_at(const gisa_watch *w, size_t i, gisa_watch_finding *finding) {
    if (!w || !finding)
        return GISA_STATUS_BAD_ARGUMENT;
    const kept_finding *f = kept_at(w, i);
    if (f)
        *finding = f->told;
    return f ? GISA_OK : GISA_STATUS_END;
}

gisa_status gisa_watch_call_at(const gisa_watch *w, size_t i, size_t depth, uint64_t *pc) {
    if (!w || !pc)
        return GISA_STATUS_BAD_ARGUMENT;
    const kept_finding *f = kept_at(w, i);
    if (!f || depth >= f->calls)
        return GISA_STATUS_END;
    *pc = f->call[depth];
    return GISA_OK;
}

void own_free_findings(gisa_watch *w) {
    for (size_t i = 0; i < w->finding_count; i++) {
        free(w->findings[i].call);
        free((char *)(uintptr_t)w->findings[i].told.what);
        free((char *)(uintptr_t)w->findings[i].told.other_what);
        free((char *)(uintptr_t)w->findings[i].told.registers);
    }
    free(w->findings);
    free(w->slots);
}

/* ---- as text ---- */

typedef struct writer {
    char *text;
    size_t size, room;
    bool cut;
} writer;

__attribute__((format(printf, 2, 3))) static void put(writer *w, const char *format, ...) {
    const size_t left = w->room - w->size;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(w->text + w->size, left, format, arguments);
    va_end(arguments);
    w->cut |= length < 0 || (size_t)length >= left;
    w->size += length < 0 ? 0 : (size_t)length < left ? (size_t)length : left - 1;
}

static void put_item(writer *w, const gisa_watch_finding *f) {
    put(w, "  %swork-item %u,%u,%u of work-group %u,%u,%u", f->whole_wave ? "the wave of " : "", f->item[0],
        f->item[1], f->item[2], f->group[0], f->group[1], f->group[2]);
    if (f->times > 1)
        put(w, ", the first of %" PRIu64 " times", f->times);
    put(w, *f->registers ? ": %s\n" : "%s\n", f->registers);
}

gisa_status gisa_watch_text(const gisa_watch_finding *f, const gisa_watch_where *at,
                            const gisa_watch_where *other, char *text, size_t size) {
    writer w = {.text = text, .room = size};
    if (!f || !at || !text || !size)
        return GISA_STATUS_BAD_ARGUMENT;
    put(&w, "%s: %s: %s\n    %s\n", at->place, gisa_watch_name(f->check), f->what, at->instruction);
    if (other)
        put(&w, "  %s: %s at %s\n", f->other_what ? f->other_what : "the other one", other->instruction,
            other->place);
    else if (f->other_what)
        put(&w, "  %s\n", f->other_what);
    put_item(&w, f);
    return w.cut ? GISA_STATUS_NO_SPACE : GISA_OK;
}
