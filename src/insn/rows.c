/* SPDX-License-Identifier: MIT */
/* Work on whole rows, and the steps of instructions that compute; built once for each level of the
 * host (see Makefile), which LEVEL names. */
#include <string.h>

#include "buffer_rows.h"
#include "dpp_rows.h"
#include "finish.h"
#include "level.h"
#include "modify.h"
#include "name.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#define TEXT2_(a) #a
#define TEXT_(a) TEXT2_(a)

extern gisa_wide *const NAME(gcn_wide)[];
extern gisa_near *const NAME(gcn_near)[];
extern const gisa_level JOIN_(level_, LEVEL);

static void row_of_mask(uint64_t mask, uint32_t *row) {
    uint32_t low = (uint32_t)mask, high = (uint32_t)(mask >> 32);
#pragma omp simd
    for (unsigned i = 0; i < 32; i++)
        row[i] = -(low >> i & 1);
#pragma omp simd
    for (unsigned i = 0; i < 32; i++)
        row[32 + i] = -(high >> i & 1);
}

#if defined __AVX512F__
static uint64_t mask_of_row(const uint32_t *row) {
    const __m512i one = _mm512_set1_epi32(1);
    uint64_t mask = 0;
    for (unsigned i = 0; i < GISA_LANES; i += 16)
        mask |= (uint64_t)_mm512_test_epi32_mask(_mm512_loadu_si512(row + i), one) << i;
    return mask;
}
#elif defined __AVX2__
static uint64_t mask_of_row(const uint32_t *row) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < GISA_LANES; i += 8) {
        __m256i top = _mm256_slli_epi32(_mm256_loadu_si256((const __m256i *)(const void *)(row + i)), 31);
        mask |= (uint64_t)(uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(top)) << i;
    }
    return mask;
}
#else
static uint64_t mask_of_row(const uint32_t *row) {
    uint32_t low = 0, high = 0;
#pragma omp simd reduction(| : low)
    for (unsigned i = 0; i < 32; i++)
        low |= (row[i] & 1) << i;
#pragma omp simd reduction(| : high)
    for (unsigned i = 0; i < 32; i++)
        high |= (row[32 + i] & 1) << i;
    return low | (uint64_t)high << 32;
}
#endif

static void sign(uint32_t *to, const uint32_t *from, uint32_t clear, uint32_t flip) {
#pragma omp simd
    for (unsigned i = 0; i < GISA_LANES; i++)
        to[i] = (from[i] & ~clear) ^ flip;
}

static void fill(uint32_t *row, uint32_t value) {
#pragma omp simd
    for (unsigned i = 0; i < GISA_LANES; i++)
        row[i] = value;
}

static void addresses(uint64_t *to, const uint32_t *low, const uint32_t *high, uint64_t sum) {
    if (!high) {
#pragma omp simd
        for (unsigned i = 0; i < GISA_LANES; i++)
            to[i] = sum + low[i];
        return;
    }
#pragma omp simd
    for (unsigned i = 0; i < GISA_LANES; i++)
        to[i] = sum + (low[i] | (uint64_t)high[i] << 32);
}

/* ---- buffers ----------------------------------------------------------------------------- */

static const gisa_row zeros;

/* What buffer.c does for one lane, in range. */
typedef struct bases {
    uint64_t index_limit, record_limit, offset_limit, byte_limit;
    uint64_t rest; /* from the first byte of an element to that of its last dword */
    uint64_t element;
    uint8_t element_log2, index_log2;
    bool swizzled;
} bases;

static bases open_bases(const gisa_buffer *b, unsigned dwords) {
    const uint64_t any = b->checked ? 0 : UINT64_MAX;
    return (bases){.index_limit = b->index_limit | any,
                   .record_limit = b->record_limit | any,
                   .offset_limit = b->offset_limit | any,
                   .byte_limit = b->byte_limit | any,
                   .rest = 4 * (uint64_t)(dwords - 1),
                   .element = (uint64_t)1 << b->element_log2,
                   .element_log2 = b->element_log2,
                   .index_log2 = b->index_log2,
                   .swizzled = b->swizzled};
}

static inline uint64_t swizzled_byte(const bases *s, uint64_t index, uint64_t offset, uint64_t stride) {
    const uint64_t group = index >> s->index_log2, in_group = index - (group << s->index_log2);
    const uint64_t in_element = offset & (s->element - 1);
    return ((group * stride + (offset - in_element)) << s->index_log2) + (in_group << s->element_log2) +
           in_element;
}

/* The bases of lanes, and whether any that is active is out of range or has an element in two
   parts. */
static inline bool find_bases(gcn_wave *w, const bases *s, const uint32_t *index_row,
                              const uint32_t *offset_row, const bool swizzled) {
    const gisa_buffer *b = &w->buffer;
    const uint32_t first = b->access.offset, by_lane = b->add_tid, stride = (uint32_t)b->stride;
    const uint64_t origin = b->origin, beyond = ~b->address_mask;
    uint32_t bad = 0;
#pragma omp simd reduction(| : bad)
    for (unsigned i = 0; i < GISA_LANES; i++) {
        const uint32_t index32 = index_row[i] + i * by_lane, offset32 = offset_row[i] + first;
        const uint64_t index = index32, offset = offset32;
        const uint64_t byte =
            swizzled ? swizzled_byte(s, index, offset, stride) : index * (uint64_t)stride + offset;
        const bool parts = swizzled && (offset & (s->element - 1)) + s->rest >= s->element;
        const bool out = (index >= s->index_limit) | (offset >= s->record_limit) |
                         (offset + s->rest >= s->offset_limit) | (byte + s->rest >= s->byte_limit) |
                         (((origin + byte + s->rest) & beyond) != 0) | parts;
        w->place[0][i] = (uint32_t)byte;
        w->place[1][i] = (uint32_t)(byte >> 32);
        bad |= -(uint32_t)out & w->mask[i];
    }
    return !bad;
}

static const uint32_t *places(const gisa_buffer_line *l, uint64_t limit, const uint32_t *row,
                              const uint32_t *mask, uint32_t *place) {
    return buffer_places(l, limit, row, mask, place);
}

static bool buffer_bases(gcn_wave *w, const uint32_t *index, const uint32_t *offset, unsigned dwords) {
    const gisa_buffer *b = &w->buffer;
    const bases s = open_bases(b, dwords);
    if (b->access.addr64)
        return false;
    w->address_row[0] = w->place[0];
    w->address_row[1] = w->place[1];
    w->in_range = (gisa_span){0, (uint64_t)1 << 63};
    return s.swizzled ? find_bases(w, &s, index ? index : zeros, offset ? offset : zeros, true)
                      : find_bases(w, &s, index ? index : zeros, offset ? offset : zeros, false);
}

/* Each address is looked at once, as it was stored: neighbours would be slow. */
static bool is_regular(const uint64_t *address, uint64_t step) {
    uint64_t bend = 0, wanted = address[0];
#pragma omp simd reduction(| : bend) linear(wanted : step)
    for (unsigned i = 0; i < GISA_LANES; i++) {
        bend |= address[i] ^ wanted;
        wanted += step;
    }
    return !bend;
}

/* Of regular ones that do not wrap the ends are the least and the greatest. */
static bool look_at_addresses(const uint64_t *address, uint64_t *least, uint64_t *greatest) {
    const uint64_t first = address[0], last = address[GISA_LANES - 1], step = address[1] - first;
    const bool regular = is_regular(address, step);
    uint64_t low = first, high = last;
    if (!regular || step >> 32 || high < low) {
#pragma omp simd reduction(min : low) reduction(max : high)
        for (unsigned i = 0; i < GISA_LANES; i++) {
            low = address[i] < low ? address[i] : low;
            high = address[i] > high ? address[i] : high;
        }
    }
    *least = low;
    *greatest = high;
    return regular;
}

/* ---- instructions that compute ----------------------------------------------------------- */

/* Masks that the body has written as rows of 0 and 1. Inactive lanes give 0. */
static void collect(gcn_wave *w, const gisa_op *op, const gisa_rows *rows) {
    uint64_t active = rows->mask == w->mask ? w->mask_of : mask_of_row(rows->mask), mask;
    if (op->collect & MASK_D) {
        mask = mask_of_row(rows->d) & active;
        memcpy((char *)w + op->to_d, &mask, sizeof mask);
    }
    if (op->collect & MASK_D1) {
        mask = mask_of_row(rows->d1) & active;
        memcpy((char *)w + op->to_d1, &mask, sizeof mask);
    }
    if (op->collect & MASK_EXEC)
        *wave_exec(w) = mask_of_row(op->body->exec_is_d ? rows->d : rows->new_exec) & active;
}

/* Makes rows of a source that is a scalar register. */
static void spread(gcn_wave *w, const gisa_op *op, unsigned i) {
    const uint32_t *scalar = (const uint32_t *)((const char *)w + op->from[i]);
    uint32_t *row = (uint32_t *)((char *)w + op->s[i]);
    if (op->masks >> i & 1)
        row_of_mask(scalar[0] | (uint64_t)scalar[1] << 32, row);
    else
        for (unsigned k = 0; k < op->dwords[i]; k++, row += GISA_LANES)
            fill(row, scalar[k]);
}

static void move(uint32_t *to, uint32_t *on, const uint32_t *row, const dpp_moves *moves, uint64_t exec,
                 bool bounds) {
    dpp_move(to, on, row, moves, exec, bounds);
}

static inline __attribute__((always_inline)) bool finish_rows(uint32_t *to, uint32_t *odd,
                                                              const uint32_t *row, const unsigned omod,
                                                              const bool clamp, const bool omods) {
    uint32_t any = 0;
#pragma omp simd reduction(| : any)
    for (unsigned i = 0; i < GISA_LANES; i++) {
        uint32_t bad = 0;
        to[i] = finish_f32(row[i], omod, clamp, omods, &bad);
        odd[i] = bad;
        any |= bad;
    }
    return !any;
}

static bool finish(uint32_t *to, uint32_t *odd, const uint32_t *row, unsigned omod, bool clamp, bool omods) {
    if (!omods || !(omod & 3))
        return finish_rows(to, odd, row, 0, clamp, false);
    return clamp ? finish_rows(to, odd, row, omod, true, true) : finish_rows(to, odd, row, omod, false, true);
}

/* Absolute and negated sources, in rows of their own. */
static void change_signs(gcn_wave *w, const gisa_op *op, gisa_rows *rows) {
    for (unsigned i = 0; op->signs >> i; i++) {
        uint8_t mods = op->source[i].mods;
        uint32_t clear = mods & GISA_MOD_ABS ? 0x80000000 : 0, flip = mods & GISA_MOD_NEG ? 0x80000000 : 0;
        uint32_t *row = w->temp[4 * i];
        if (!(op->signs >> i & 1))
            continue;
        if (modify_bits_of(&op->source[i]) == 32)
            sign(row, rows->s[i], clear, flip);
        else {
            memmove(row, rows->s[i], sizeof(gisa_row));
            sign(row + GISA_LANES, rows->s[i] + GISA_LANES, clear, flip);
        }
        rows->s[i] = row;
    }
}

/* An instruction whose operands are vector registers, scalar registers and constants as they
   are. */
static const gisa_op *step_wide(gcn_wave *w, const gisa_op *op) {
    gisa_rows rows;
    if (op->top > w->easy_top)
        return step_hard(w, op);
    if (w->mask_of != *wave_exec(w))
        wave_show_exec(w);
    for (unsigned left = op->spread; left; left &= left - 1)
        spread(w, op, (unsigned)__builtin_ctz(left));
    for (unsigned i = 0; i < GISA_SOURCES; i++)
        rows.s[i] = op->constant[i] ? op->constant[i] : (const uint32_t *)((const char *)w + op->s[i]);
    if (op->signs)
        change_signs(w, op, &rows);
    rows.d = (uint32_t *)((char *)w + op->d);
    rows.d1 = (uint32_t *)((char *)w + op->d1);
    rows.new_exec = w->temp[TEMP_EXEC];
    rows.mask = w->mask;
    rows.full = w->mask_of == UINT64_MAX;
    if (op_is_exact(w, op))
        wave_compute(w, op, &rows);
    else
        op->wide(w, op, &rows);
    if (op->collect)
        collect(w, op, &rows);
    return op_next(op);
}

/* The most common case: sources and results are vector registers or constants. */
static const gisa_op *step_plain(gcn_wave *w, const gisa_op *op) {
    gisa_rows rows;
    if (op->top > w->easy_top || (op->floats && !w->host_floats))
        return step_wide(w, op);
    if (w->mask_of != *wave_exec(w))
        wave_show_exec(w);
    rows.s[0] = op->constant[0] ? op->constant[0] : (const uint32_t *)((const char *)w + op->s[0]);
    rows.s[1] = op->constant[1] ? op->constant[1] : (const uint32_t *)((const char *)w + op->s[1]);
    rows.s[2] = op->constant[2] ? op->constant[2] : (const uint32_t *)((const char *)w + op->s[2]);
    rows.s[3] = rows.s[2];
    rows.d = (uint32_t *)((char *)w + op->d);
    rows.d1 = rows.new_exec = w->temp[TEMP_EXEC];
    rows.mask = w->mask;
    rows.full = w->mask_of == UINT64_MAX;
    op->wide(w, op, &rows);
    return op_next(op);
}

const gisa_level JOIN_(level_, LEVEL) = {
    TEXT_(LEVEL), NAME(gcn_wide), NAME(gcn_near), step_plain,   step_wide,
    row_of_mask,  fill,           spread,         move,         finish,
    collect,      addresses,      places,         buffer_bases, look_at_addresses};
