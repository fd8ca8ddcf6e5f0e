/* SPDX-License-Identifier: MIT */
/* Control flow as a graph, in the language of Graphviz: a node for each basic block, a cluster for
   each function. */
#ifndef GISA_GRAPH_H
#define GISA_GRAPH_H

#include "dis.h"

/* Code whose blocks are drawn. Offsets count from `code`. */
typedef struct graph {
    dis *d;
    const uint8_t *code;
    uint64_t size, address;
    const char *name; /* where no function has begun */
    unsigned number;  /* of this code among those of the file: no two have nodes of the same name */
    void *ctx;
    /* The function that begins at an offset; NULL: none does. */
    const char *(*function)(void *ctx, uint64_t offset);
    /* The symbol to which a linker will make the instruction go; NULL: it goes where it says. */
    const char *(*elsewhere)(void *ctx, uint64_t offset, uint64_t size);
    uint8_t *marks; /* per unit: graph.c's */
} graph;

/* The lines around all code of a file. */
void graph_begin(dis *d);
void graph_end(dis *d);

/* Allocates marks; false: out of memory, which is in d->out. */
bool graph_open(graph *g);
void graph_close(graph *g);
/* There are instructions from `begin` to `end`, and a block begins at `begin`. */
void graph_scan(graph *g, uint64_t begin, uint64_t end);
/* A block begins there as well. */
void graph_lead(graph *g, uint64_t offset);
/* Prints what was scanned. d->style.label names labels, as in a listing. */
void graph_put(graph *g);

#endif
