/* SPDX-License-Identifier: MIT */
/* Names of what is built once for each level of the host's instruction set, which LEVEL names:
   NAME(v_add_f32) is v_add_f32__avx2. NEAR_LEVEL is the level that has the functions for loads and
   stores (near.h): another one where wider vectors are of no use to them. */
#ifndef GISA_EMU_NAME_H
#define GISA_EMU_NAME_H

#define JOIN2_(a, b) a##b
#define JOIN_(a, b) JOIN2_(a, b)
#define NAME(row) JOIN_(row##__, LEVEL)
#ifdef NEAR_LEVEL
#define NEAR_NAME(row) JOIN_(row##__, NEAR_LEVEL)
#else
#define NEAR_NAME(row) NAME(row)
#endif

#endif
