/* SPDX-License-Identifier: MIT */
/* How bodies look at their operands: what isagen finds in their text and the engine goes by. */
#ifndef GISA_SHADE_BODY_KINDS_H
#define GISA_SHADE_BODY_KINDS_H

/* The sources in the order of the text, then the result. */
enum { SHADE_SOURCES = 4, SHADE_D = 4, SHADE_ROLES };

enum { SHADE_FIELDS = 12 /* of the word that a body speaks of, at most */ };

/* The format of the channels of an operand. While bodies compute, a float is an f32 and an integer
   has 32 bits. */
enum shade_view {
    VIEW_NONE,
    VIEW_F32,
    VIEW_F16,
    VIEW_FX10,
    VIEW_U8,
    VIEW_I8,
    VIEW_U16,
    VIEW_I16,
    VIEW_B32,
    VIEW_I32
};

#endif
