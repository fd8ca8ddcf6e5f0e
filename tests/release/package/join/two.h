/* SPDX-License-Identifier: MIT */
/* Declares `pair`, and so does one.h. */
#ifndef TWO_H
#define TWO_H

typedef struct pair {
    long second, third;
} pair;
enum { LEVEL = 20 };

#endif
