/* SPDX-License-Identifier: MIT */
/* The functions that the spec defines (isa/gcn/vocab.isa), on bits as those of real.h are: gisa_WORD_FORMAT. */
#ifndef TEST_ARITHMETIC_FUNCTIONS_H
#define TEST_ARITHMETIC_FUNCTIONS_H

#include "float/real.h"

GISA_3_16(min3);
GISA_3_32(min3);
GISA_3_16(max3);
GISA_3_32(max3);
GISA_3_16(med3);
GISA_3_32(med3);
GISA_2_32(min_legacy);
GISA_2_32(max_legacy);
GISA_2_32(mul_legacy);
GISA_3_32(mad_legacy);
GISA_1_32(rcp_legacy);
GISA_1_32(rcp_clamp);
GISA_1_64(rcp_clamp);
GISA_1_32(rsq_legacy);
GISA_1_32(rsq_clamp);
GISA_1_64(rsq_clamp);
GISA_1_32(log2_clamp);
GISA_3_32(cubeid);
GISA_3_32(cubesc);
GISA_3_32(cubetc);
GISA_3_32(cubema);
GISA_3_32(div_scale);
GISA_3_64(div_scale);
GISA_3_16(div_fixup);
GISA_3_32(div_fixup);
GISA_3_64(div_fixup);

bool gisa_is_nan_f16(const gisa_modes *m, uint16_t a);
bool gisa_is_nan_f32(const gisa_modes *m, uint32_t a);
bool gisa_is_nan_f64(const gisa_modes *m, uint64_t a);
uint32_t gisa_class_mask_f16(const gisa_modes *m, uint16_t a);
uint32_t gisa_class_mask_f32(const gisa_modes *m, uint32_t a);
uint32_t gisa_class_mask_f64(const gisa_modes *m, uint64_t a);
bool gisa_div_scale_bit_f32(const gisa_modes *m, uint32_t a, uint32_t b, uint32_t c);
bool gisa_div_scale_bit_f64(const gisa_modes *m, uint64_t a, uint64_t b, uint64_t c);
uint32_t gisa_div_fmas_f32(const gisa_modes *m, uint32_t a, uint32_t b, uint32_t c, bool scaled);
uint64_t gisa_div_fmas_f64(const gisa_modes *m, uint64_t a, uint64_t b, uint64_t c, bool scaled);
uint64_t gisa_trig_preop_f64(const gisa_modes *m, uint64_t a, uint32_t segment);

#endif
