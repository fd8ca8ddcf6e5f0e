/* SPDX-License-Identifier: MIT */
/* The types of values in bodies: C's conversions. */
#ifndef GEN_BODY_TYPES_H
#define GEN_BODY_TYPES_H

#include "spec.h"

static const body_type no_type = {TYPE_VOID, 0};

bool is_number(body_type t); /* something to calculate with */
bool same_type(body_type a, body_type b);
bool c_type(const char *name, body_type *type);  /* those of the vocabulary, and int, char, bool, i128 */
const char *type_text(body_type t);              /* for messages: valid until the fourth call from here */
body_type promoted(body_type t);                 /* what is smaller than an int becomes one */
body_type common_type(body_type a, body_type b); /* TYPE_VOID: they have none */
body_type type_of_binary(const char *op, body_type a, body_type b);

#endif
