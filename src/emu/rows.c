/* SPDX-License-Identifier: MIT */
/* Work on whole rows; built once for each level of the host (see Makefile), which LEVEL names. */
#include "level.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#define JOIN2_(a, b) a##b
#define JOIN_(a, b) JOIN2_(a, b)
#define TEXT2_(a) #a
#define TEXT_(a) TEXT2_(a)

extern gisa_wide *const JOIN_(gisa_gcn_wide_, LEVEL)[];
extern gisa_near *const JOIN_(gisa_gcn_near_, LEVEL)[];
extern const gisa_level JOIN_(gisa_level_, LEVEL);

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

const gisa_level JOIN_(gisa_level_, LEVEL) = {
    TEXT_(LEVEL), JOIN_(gisa_gcn_wide_, LEVEL), JOIN_(gisa_gcn_near_, LEVEL), row_of_mask, mask_of_row, sign,
    fill};
