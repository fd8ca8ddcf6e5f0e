/* SPDX-License-Identifier: MIT */
/*
 * gisa_semantics.h - what operations do, as data: the body of every row as a tree whose parts have
 * types, and the words that bodies are written in. Who generates an engine of his own from the spec
 * begins here, or with `gisa list --json`, which has all of it.
 *
 * The texts are JSON (UTF-8, one line each), constant, and as long-lived as the library.
 * docs/spec-json.md says how to read them. They are large, and no other part of the library needs
 * them.
 */
#ifndef GISA_SEMANTICS_H
#define GISA_SEMANTICS_H

#include "gisa.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The tree of an operation: {"kind": "block", "parts": [...]}. gisa_form_operation says which
 * operation a form does. NULL: there is no such number. */
GISA_API const char *gisa_operation_tree(const gisa_isa *isa, unsigned operation);

/* What trees are made of, for all architectures of the family: {"views": [...], "words": [...],
   "functions": [...]}. */
GISA_API const char *gisa_vocabulary(const gisa_isa *isa);

#ifdef __cplusplus
}
#endif

#endif
