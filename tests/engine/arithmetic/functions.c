/* SPDX-License-Identifier: MIT */
/* The functions that isagen writes for one lane, called with modes of the test's. */
#include "insn/exact.h"

#include "gen/gcn_functions.h"

#include "functions.h"

/* What such a function sees besides its operands. */
static gcn_wave wave;
static const gisa_op op;

static gcn_wave *with(const gisa_modes *m) {
    wave.modes = *m;
    return &wave;
}

#define CALL_1(name, of, bits, call)                                                                         \
    REAL_1_##bits(name) {                                                                                    \
        return bits_##of(call(with(m), &op, as_##of(a)));                                                    \
    }
#define CALL_2(name, of, bits, call)                                                                         \
    REAL_2_##bits(name) {                                                                                    \
        return bits_##of(call(with(m), &op, as_##of(a), as_##of(b)));                                        \
    }
#define CALL_3(name, of, bits, call)                                                                         \
    REAL_3_##bits(name) {                                                                                    \
        return bits_##of(call(with(m), &op, as_##of(a), as_##of(b), as_##of(c)));                            \
    }
CALL_3(min3, f16, 16, min3_f16)
CALL_3(min3, f32, 32, min3_f32)
CALL_3(max3, f16, 16, max3_f16)
CALL_3(max3, f32, 32, max3_f32)
CALL_3(med3, f16, 16, med3_f16)
CALL_3(med3, f32, 32, med3_f32)
CALL_2(mul_legacy, f32, 32, mul_legacy)
CALL_3(mad_legacy, f32, 32, mad_legacy)
CALL_1(rcp_legacy, f32, 32, rcp_legacy)
CALL_1(rcp_clamp, f32, 32, rcp_clamp_f32)
CALL_1(rcp_clamp, f64, 64, rcp_clamp_f64)
CALL_1(rsq_legacy, f32, 32, rsq_legacy)
CALL_1(rsq_clamp, f32, 32, rsq_clamp_f32)
CALL_1(rsq_clamp, f64, 64, rsq_clamp_f64)
CALL_1(log2_clamp, f32, 32, log2_clamp)
CALL_3(cubeid, f32, 32, cubeid)
CALL_3(cubesc, f32, 32, cubesc)
CALL_3(cubetc, f32, 32, cubetc)
CALL_3(cubema, f32, 32, cubema)
CALL_3(div_scale, f32, 32, div_scale_f32)
CALL_3(div_scale, f64, 64, div_scale_f64)
CALL_3(div_fixup, f16, 16, div_fixup_f16)
CALL_3(div_fixup, f32, 32, div_fixup_f32)
CALL_3(div_fixup, f64, 64, div_fixup_f64)

#define TO_INTEGER(type, name, of, bits, call)                                                               \
    type real_##name##_##of(const gisa_modes *m, uint##bits##_t a) {                                         \
        return call(with(m), &op, as_##of(a));                                                               \
    }
TO_INTEGER(int32_t, cvt_rpi, f32, 32, cvt_rpi)
TO_INTEGER(int32_t, cvt_flr, f32, 32, cvt_flr)
TO_INTEGER(uint8_t, cvt_u8, f32, 32, cvt_u8)
TO_INTEGER(int16_t, norm_i16, f32, 32, norm_i16_f32)
TO_INTEGER(int16_t, norm_i16, f16, 16, norm_i16_f16)
TO_INTEGER(uint16_t, norm_u16, f32, 32, norm_u16_f32)
TO_INTEGER(uint16_t, norm_u16, f16, 16, norm_u16_f16)

#define TELL(of, bits)                                                                                       \
    bool real_is_nan_##of(const gisa_modes *m, uint##bits##_t a) {                                           \
        (void)m;                                                                                             \
        return is_nan_##of(as_##of(a));                                                                      \
    }                                                                                                        \
    uint32_t real_class_mask_##of(const gisa_modes *m, uint##bits##_t a) {                                   \
        (void)m;                                                                                             \
        return class_mask_##of(as_##of(a));                                                                  \
    }
TELL(f16, 16)
TELL(f32, 32)
TELL(f64, 64)

#define DIVIDE(of, bits)                                                                                     \
    bool real_div_scale_bit_##of(const gisa_modes *m, uint##bits##_t a, uint##bits##_t b,                    \
                                 uint##bits##_t c) {                                                         \
        return div_scale_bit_##of(with(m), &op, as_##of(a), as_##of(b), as_##of(c));                         \
    }                                                                                                        \
    uint##bits##_t real_div_fmas_##of(const gisa_modes *m, uint##bits##_t a, uint##bits##_t b,               \
                                      uint##bits##_t c, bool scaled) {                                       \
        return bits_##of(div_fmas_##of(with(m), &op, as_##of(a), as_##of(b), as_##of(c), scaled));           \
    }
DIVIDE(f32, 32)
DIVIDE(f64, 64)

uint32_t real_min_legacy_f32(const gisa_modes *m, uint32_t a, uint32_t b) {
    (void)m;
    return bits_f32(min_legacy(as_f32(a), as_f32(b)));
}

uint32_t real_max_legacy_f32(const gisa_modes *m, uint32_t a, uint32_t b) {
    (void)m;
    return bits_f32(max_legacy(as_f32(a), as_f32(b)));
}

uint64_t real_trig_preop_f64(const gisa_modes *m, uint64_t a, uint32_t segment) {
    return bits_f64(trig_preop(with(m), &op, as_f64(a), segment));
}
