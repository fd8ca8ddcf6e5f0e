/* SPDX-License-Identifier: MIT */
/* The other one: other types, values and functions after the same names. */
#include "common.h"
#include "two.h"

#define SCALE 3
typedef enum kind { LARGE = 30, SMALL } kind;
typedef unsigned char item;
enum { SIZE = 11 };
static const char text[] = "two";
static long total = 1;
static const int chain[] = {5}; /* named like a tag of common.h */

const int sizes[] = {100, 200, SIZE};
int counter;

static kind put(item x) {
    return x > SMALL ? LARGE : SMALL;
}

int join_two(int x) {
    pair item = {.second = put((unsigned char)x), .third = LEVEL};
    total += text[0] + sizes[2];
    return (int)(item.second * SCALE + item.third + total + limits[0] + chain[0] + counter);
}
