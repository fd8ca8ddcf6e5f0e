/* SPDX-License-Identifier: MIT */
/* How the compiler moves the elements of a vector. Translated code begins with this file as it is,
   since it meets its compiler later. */
#ifdef __clang__
/* Clang has no shuffle by a vector that is not constant. */
#define DPP_SHUFFLES 0
#define DPP_SHUFFLE(row, from) (row)
#else
#define DPP_SHUFFLES 1
#define DPP_SHUFFLE(row, from) __builtin_shuffle(row, from)
#endif
