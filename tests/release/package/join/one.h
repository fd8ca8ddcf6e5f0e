/* SPDX-License-Identifier: MIT */
/* Declares `pair`, and so does two.h. */
#ifndef ONE_H
#define ONE_H

typedef struct pair {
    int first;
} pair;
enum { LEVEL = 1 };

#endif
