/* SPDX-License-Identifier: MIT */
/* One of two files with the same private names. It uses `sizes`, which two.c defines. */
#include "common.h"
#include "one.h"

#define SCALE 2 /* put, in a comment, stays */
typedef struct item {
    int put;
    enum kind { SMALL = 1, LARGE } kind;
} item;
enum { SIZE = 3 };
typedef struct chain {
    item item, *items;
    struct chain *chain;
} chain;
static const char *const text = "put SMALL item";
static int (*const calls[1])(int);
static int total, put(int x);

const int limits[2] = {[SMALL] = 5, [0] = 4};

static int put(int x) {
    item item = {.put = x, .kind = x > 2 ? LARGE : SMALL}; /* a variable named like its type */
    return item.put * SCALE + item.kind + (int)offsetof(struct item, put);
}
static int (*const calls[])(int) = {put};

int sum(const box *b) {
    return b->put + b->size + b->run(1) + (b->chain ? b->chain->items->put : 0);
}

int join_one(int x) {
    pair size = {LEVEL};
    chain chain = {.item = {.put = 7}, .items = &chain.item};
    box b = {.put = calls[0](x), .size = SIZE, .run = put, .chain = &chain};
    goto put;
put:
    total += sizes[1] + limits[1];
    counter++;
    return sum(&b) + size.first + total + text[0];
}
