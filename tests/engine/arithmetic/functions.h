/* SPDX-License-Identifier: MIT */
/* The functions that the spec defines (isa/gcn/vocab.isa), on bits as those of real.h are:
   gisa_WORD_FORMAT. */
#ifndef TEST_ARITHMETIC_FUNCTIONS_H
#define TEST_ARITHMETIC_FUNCTIONS_H

#include "float/real.h"

REAL_3_16(min3);
REAL_3_32(min3);
REAL_3_16(max3);
REAL_3_32(max3);
REAL_3_16(med3);
REAL_3_32(med3);
REAL_2_32(min_legacy);
REAL_2_32(max_legacy);
REAL_2_32(mul_legacy);
REAL_3_32(mad_legacy);
REAL_1_32(rcp_legacy);
REAL_1_32(rcp_clamp);
REAL_1_64(rcp_clamp);
REAL_1_32(rsq_legacy);
REAL_1_32(rsq_clamp);
REAL_1_64(rsq_clamp);
REAL_1_32(log2_clamp);
REAL_3_32(cubeid);
REAL_3_32(cubesc);
REAL_3_32(cubetc);
REAL_3_32(cubema);
REAL_3_32(div_scale);
REAL_3_64(div_scale);
REAL_3_16(div_fixup);
REAL_3_32(div_fixup);
REAL_3_64(div_fixup);

int32_t real_cvt_rpi_f32(const gisa_modes *m, uint32_t a);
int32_t real_cvt_flr_f32(const gisa_modes *m, uint32_t a);
uint8_t real_cvt_u8_f32(const gisa_modes *m, uint32_t a);
int16_t real_norm_i16_f32(const gisa_modes *m, uint32_t a);
int16_t real_norm_i16_f16(const gisa_modes *m, uint16_t a);
uint16_t real_norm_u16_f32(const gisa_modes *m, uint32_t a);
uint16_t real_norm_u16_f16(const gisa_modes *m, uint16_t a);
bool real_is_nan_f16(const gisa_modes *m, uint16_t a);
bool real_is_nan_f32(const gisa_modes *m, uint32_t a);
bool real_is_nan_f64(const gisa_modes *m, uint64_t a);
uint32_t real_class_mask_f16(const gisa_modes *m, uint16_t a);
uint32_t real_class_mask_f32(const gisa_modes *m, uint32_t a);
uint32_t real_class_mask_f64(const gisa_modes *m, uint64_t a);
bool real_div_scale_bit_f32(const gisa_modes *m, uint32_t a, uint32_t b, uint32_t c);
bool real_div_scale_bit_f64(const gisa_modes *m, uint64_t a, uint64_t b, uint64_t c);
uint32_t real_div_fmas_f32(const gisa_modes *m, uint32_t a, uint32_t b, uint32_t c, bool scaled);
uint64_t real_div_fmas_f64(const gisa_modes *m, uint64_t a, uint64_t b, uint64_t c, bool scaled);
uint64_t real_trig_preop_f64(const gisa_modes *m, uint64_t a, uint32_t segment);

#endif
