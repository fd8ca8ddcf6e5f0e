/* SPDX-License-Identifier: MIT */
/* Where the lanes of buffer instructions are, and which are out of range. */
#include <stdlib.h>
#include <string.h>

#include "insn/level.h"
#include "buffers.h"
#include "model.h"

/* ---- the emulator ----------------------------------------------------------------------- */

static uint32_t log2_of(uint32_t x) {
    return x <= 1 ? 0 : 1 + log2_of(x / 2);
}

static gisa_buffer open_random(const gisa_buffer_rules *rules, unsigned gen, const request *a) {
    const uint32_t resource[4] = {
        (uint32_t)a->base,
        (uint32_t)(a->base >> 32) | a->stride << 16 | (random32() & 1) << 30 | (uint32_t)a->swizzle << 31,
        a->records,
        (random32() & 0x7fff) | a->data_format << 15 |
            (gen == GFX9 ? random32() & 3 : log2_of(a->element) - 1) << 19 |
            (log2_of(a->index_stride) - 3) << 21 | (uint32_t)a->add_tid << 23 | (random32() & 0x3f) << 24};
    const gisa_buffer_access fields = {a->idxen, a->offen, a->addr64, a->typed, a->offset, a->soffset};
    return buffer_open(rules, resource, &fields);
}

static answer emulated(const gisa_buffer_rules *rules, unsigned gen, const request *a) {
    gisa_buffer b = open_random(rules, gen, a);
    gisa_buffer_place place = buffer_find(&b, a->lane, a->vaddr);
    return (answer){buffer_inside(&b, place, a->dword), buffer_address(&b, place, a->dword, 1)};
}

/* ---- random ones ------------------------------------------------------------------------ */

static bool coin(void) {
    return random32() & 0x10000;
}

/* Small, so that it is near a limit, or any number. */
static uint32_t some(void) {
    uint32_t x = random32();
    return x & 0xf000000 ? x & 0xff : random32() >> (random32() & 31);
}

static request random_request(unsigned gen) {
    request a = {.base = random32() | (uint64_t)(random32() & 0xffff) << 32,
                 .stride = coin() ? 0 : some() & 0x3fff,
                 .records = some(),
                 .element = 2u << (random32() & 3),
                 .index_stride = 8u << (random32() & 3),
                 .data_format = random32() & 15,
                 .swizzle = coin(),
                 .add_tid = coin() && coin(),
                 .idxen = coin(),
                 .offen = coin(),
                 .typed = coin(),
                 .offset = coin() ? some() & 0xfff : 0,
                 .soffset = coin() ? some() : 0,
                 .lane = random32() & 63,
                 .vaddr = {some(), some()},
                 .dword = random32() & 3};
    if (gen <= GFX7 && (random32() & 15) == 0) {
        a.addr64 = true;
        a.idxen = a.offen = false;
    }
    return a;
}

static const char *kind_of(const request *a, unsigned *index) {
    *index = a->addr64 ? 0 : a->stride == 0 ? 1 : a->swizzle ? 2 : 3;
    return ((const char *const[]){"addr64", "raw", "swizzled", "linear"})[*index];
}

static void test_random(const gisa_buffer_rules *rules, unsigned gen) {
    unsigned inside[4] = {0}, outside[4] = {0}, kind;
    for (unsigned i = 0; i < 200000; i++) {
        request a = random_request(gen);
        answer want = model_address(gen, &a), got = emulated(rules, gen, &a);
        const char *name = kind_of(&a, &kind);
        (want.inside ? inside : outside)[kind]++;
        if (want.inside != got.inside || want.address != got.address)
            check(false,
                  "gfx%u %s: base %llx stride %u records %u element %u index stride %u swizzle %d add_tid %d "
                  "idxen %d offen %d offset %u soffset %u lane %u vaddr %u %u dword %u: %d %llx, not %d %llx",
                  gen + 6, name, (unsigned long long)a.base, a.stride, a.records, a.element, a.index_stride,
                  a.swizzle, a.add_tid, a.idxen, a.offen, a.offset, a.soffset, a.lane, a.vaddr[0], a.vaddr[1],
                  a.dword, got.inside, (unsigned long long)got.address, want.inside,
                  (unsigned long long)want.address);
    }
    for (kind = gen <= GFX7 ? 0 : 1; kind < 4; kind++)
        check(inside[kind] > 1000 && (kind == 0 || outside[kind] > 1000),
              "gfx%u: kind %u was %u times in range and %u times out of it", gen + 6, kind, inside[kind],
              outside[kind]);
}

/* ---- all lanes at once ------------------------------------------------------------------ */

typedef struct lanes {
    request all;            /* what is the same for all */
    gisa_row index, offset; /* the address registers */
    uint64_t active;
    unsigned dwords;
} lanes;

/* Registers whose values are in step, which end near a limit of the buffer. */
static lanes random_lanes(unsigned gen) {
    static const uint32_t steps[] = {0, 1, 4, 4, 8, 16, 12, 100};
    lanes l = {.all = random_request(gen), .dwords = 1 + (random32() & 3)};
    const uint32_t index = some(), offset = some(), step = steps[random32() & 7];
    const uint32_t last_index = index + 63, last_offset = offset + 63 * step;
    for (unsigned i = 0; i < 64; i++) {
        l.index[i] = index + i;
        l.offset[i] = offset + i * step;
    }
    if (coin())
        l.all.records =
            (l.all.stride && l.all.idxen ? coin() ? last_index : last_index * l.all.stride : last_offset) +
            l.all.offset + (random32() & 31) - 8;
    l.active = coin() ? UINT64_MAX
                      : (uint64_t)1 << (random32() & 63) | random32() * (coin() ? 0 : UINT64_C(0x100000001));
    return l;
}

/* What the model says of one dword of a lane. */
static answer lane_of(unsigned gen, const lanes *l, unsigned lane, unsigned dword) {
    request a = l->all;
    a.lane = lane;
    a.dword = dword;
    a.vaddr[0] = a.idxen ? l->index[lane] : l->offset[lane];
    a.vaddr[1] = l->offset[lane];
    return model_address(gen, &a);
}

/* All dwords of active lanes are there, one after another and below 2^32 bytes from the origin. */
static bool are_plain(unsigned gen, const lanes *l, uint64_t origin) {
    for (unsigned i = 0; i < 64; i++)
        for (unsigned k = 0; k < l->dwords && l->active >> i & 1; k++) {
            const answer got = lane_of(gen, l, i, k), first = lane_of(gen, l, i, 0);
            if (!got.inside || got.address != first.address + 4 * k || (got.address - origin) >> 32)
                return false;
        }
    return true;
}

static bool are_where_the_model_says(const gcn_wave *w, unsigned gen, const lanes *l) {
    for (unsigned i = 0; i < 64; i++)
        for (unsigned k = 0; k < l->dwords && l->active >> i & 1; k++) {
            const answer want = lane_of(gen, l, i, k);
            const uint64_t high = w->address_row[1] ? (uint64_t)w->address_row[1][i] << 32 : 0;
            if (!want.inside || w->address_sum + (w->address_row[0][i] | high) + 4 * k != want.address)
                return false;
        }
    return true;
}

/* Rows are used where, and almost only where, each active lane may be on its own. */
static void test_rows(const gisa_buffer_rules *rules, unsigned gen, const char *level) {
    gcn_wave *w = aligned_alloc(64, sizeof *w);
    unsigned used = 0, wrong = 0, unused = 0;
    memset(w, 0, sizeof *w);
    level_use(level);
    w->level = level_best();
    for (unsigned i = 0; i < 20000; i++) {
        lanes l = random_lanes(gen);
        if (random32() % 8 == 0) /* addresses end */
            l.all.base = ((uint64_t)1 << rules->base.width) - 1 - (random32() & 0x3ff);
        w->buffer = open_random(rules, gen, &l.all);
        w->level->row_of_mask(l.active, w->mask);
        w->address_sum = w->buffer.origin;
        if (w->level->buffer_bases(w, l.all.idxen ? l.index : NULL, l.all.offen ? l.offset : NULL,
                                   l.dwords)) {
            used++;
            wrong += !are_where_the_model_says(w, gen, &l);
        } else
            unused += !l.all.addr64 && are_plain(gen, &l, w->buffer.origin);
    }
    check(used > 2000, "gfx%u, %s: rows are used", gen + 6, level);
    check(!wrong, "gfx%u, %s: %u of %u rows are elsewhere or out of range", gen + 6, level, wrong, used);
    check(!unused, "gfx%u, %s: %u rows could have been used", gen + 6, level, unused);
    level_use(NULL);
    free(w);
}

/* ---- resources that drivers and compilers make ------------------------------------------ */

static answer known(const gisa_buffer_rules *rules, const uint32_t resource[4],
                    const gisa_buffer_access *access, unsigned lane, uint32_t vaddr) {
    gisa_buffer b = buffer_open(rules, resource, access);
    gisa_buffer_place place = buffer_find(&b, lane, (const uint32_t[2]){vaddr, 0});
    return (answer){buffer_inside(&b, place, 0), buffer_address(&b, place, 0, 1)};
}

/* Private memory: byte p of lane l is at base + soffset + p/4*256 + 4*l + p%4, whoever made the
   resource. */
static void test_private(const gisa_buffer_rules *rules, unsigned gen) {
    static const uint32_t of_llvm[] = {0x00e8f000, 0x00e8f000, 0x00e80000, 0x00e00000};
    const struct {
        const char *name;
        uint32_t stride, records, word3;
    } makers[] = {{"ROCm", 0, 0x100000, 0x00ea4fac}, {"LLVM", 0x400, 0xffffffff, of_llvm[gen]}};
    const gisa_buffer_access access = {.offen = true, .offset = 12, .soffset = 0x5000};
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t resource[4] = {0x12345600, 0x80000007 | makers[i].stride << 16, makers[i].records,
                                      makers[i].word3};
        for (uint32_t p = 0; p < 64; p += 13)
            for (unsigned lane = 0; lane < 64; lane++) {
                uint64_t want = 0x712345600 + 0x5000 + (p + 12) / 4 * 256 + 4 * lane + (p + 12) % 4;
                answer got = known(rules, resource, &access, lane, p);
                check(got.inside && got.address == want, "gfx%u: private memory of %s, byte %u of lane %u",
                      gen + 6, makers[i].name, p, lane);
            }
    }
    /* The last byte of the ring, and the one after it; gfx9 does not look. */
    const uint32_t ring[4] = {0, 0x80000000, 0x10000, 0x00ea4fac};
    const gisa_buffer_access plain = {.offen = true};
    check(known(rules, ring, &plain, 63, 0x3ff).inside, "gfx%u: the last byte of the ring", gen + 6);
    check(known(rules, ring, &plain, 0, 0x400).inside == (gen == GFX9), "gfx%u: after the ring", gen + 6);
}

static void test_known(const gisa_buffer_rules *rules, unsigned gen) {
    static const uint32_t nothing[4] = {0}, all[4] = {0x1000, 0, 0xffffffff, 0x0100f000};
    static const uint32_t saved[4] = {0x1000, 0x00040000, 0x100, 0x00807fac};
    const gisa_buffer_access offen = {.offen = true}, none = {0};
    check(!known(rules, nothing, &offen, 0, 0).inside, "gfx%u: a resource of zeros", gen + 6);
    check(known(rules, all, &offen, 5, 0xfffffffe).inside, "gfx%u: all of memory", gen + 6);
    check(known(rules, all, &offen, 5, 0x80000000).address == 0x80001000, "gfx%u: all of memory", gen + 6);
    for (unsigned lane = 0; lane < 64; lane++) {
        answer got = known(rules, saved, &none, lane, 0);
        check(got.inside && got.address == 0x1000 + 4 * lane, "gfx%u: a saved register, lane %u", gen + 6,
              lane);
    }
}

/* gfx6 drops the low bits of addresses, the others run in unaligned mode. */
static void test_alignment(const gisa_buffer_rules *rules, unsigned gen) {
    static const uint32_t all[4] = {0x1000, 0, 0xffffffff, 0};
    static const unsigned sizes[] = {1, 2, 4, 8, 12, 16}, aligned[] = {1, 2, 4, 4, 4, 4};
    const gisa_buffer_access access = {.offset = 7};
    gisa_buffer b = buffer_open(rules, all, &access);
    gisa_buffer_place place = buffer_find(&b, 0, (const uint32_t[2]){0});
    for (unsigned i = 0; i < 6; i++)
        check(buffer_address(&b, place, 0, sizes[i]) ==
                  (gen == GFX6 ? 0x1007 / aligned[i] * aligned[i] : 0x1007),
              "gfx%u: %u bytes at 7", gen + 6, sizes[i]);
}

/* What formats are made of. */
static void test_parts(const gisa_buffer_rules *rules, unsigned gen) {
    const gisa_buffer_access access = {0};
    for (unsigned i = 0; i < 128; i++) {
        uint32_t resource[4] = {0};
        resource[i / 32] = UINT32_C(1) << i % 32;
        gisa_buffer b = buffer_open(rules, resource, &access);
        for (unsigned k = 0; k < 4; k++)
            check(b.select[k] == (i >= 96 + 3 * k && i < 99 + 3 * k ? 1u << (i - 96 - 3 * k) : 0),
                  "gfx%u: bit %u of the resource in select %u", gen + 6, i, k);
        check(b.number_format == (i >= 108 && i <= 110 ? 1u << (i - 108) : 0),
              "gfx%u: bit %u in number format", gen + 6, i);
        check(b.data_format == (i >= 111 && i <= 114 ? 1u << (i - 111) : 0), "gfx%u: bit %u in data format",
              gen + 6, i);
    }
}

void test_addresses(const gisa_isa *isa, unsigned gen) {
    static const char *const levels[] = {"baseline", "avx2", "avx512"};
    gisa_buffer_rules rules;
    buffer_rules_init(&rules, isa);
    test_random(&rules, gen);
    for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++)
        if (level_use(levels[i]))
            test_rows(&rules, gen, levels[i]);
    test_private(&rules, gen);
    test_known(&rules, gen);
    test_alignment(&rules, gen);
    test_parts(&rules, gen);
}
