/* SPDX-License-Identifier: MIT */
/* Names of what is built once for each level of the host's instruction set, which LEVEL names:
   NAME(v_add_f32) is v_add_f32__avx2. */
#ifndef GISA_EMU_NAME_H
#define GISA_EMU_NAME_H

#define JOIN2_(a, b) a##b
#define JOIN_(a, b) JOIN2_(a, b)
#define NAME(row) JOIN_(row##__, LEVEL)

#endif
