/* SPDX-License-Identifier: MIT */
/* A second implementation of USSE, one instance after the other and straight from bits: what the
 * engine is compared with. It shares no code and no table with gisa; where behaviour is unknown, it
 * has the choices that gisa makes by default. */
#ifndef TESTS_SHADE_MODEL_H
#define TESTS_SHADE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum { QUAD = 4, WORDS = 128 };

typedef struct instance {
    uint32_t r[4][WORDS]; /* r o pa sa */
    uint32_t i[4][4];     /* f32 */
    uint32_t index[2];
    bool p[4];
    bool killed, deep; /* discarded; its depth was set */
    uint32_t depth;
    bool out; /* the model's own: the predicate leaves it out */
} instance;

/* Does one instruction to the four instances of a quad; false: it is a fault. */
bool model_step(instance q[QUAD], uint64_t word);

/* The tables of the increment generators, and from which of them the last instruction took
 * something else than at the beginning (a bit each). */
extern int model_steps[4][16];
extern unsigned model_advanced;
void model_reset_steps(void);
/* In a secondary program: all registers but the internal ones are sa. */
extern bool model_secondary;
/* Does a predicate of three bits hold? */
bool model_holds(const instance *s, unsigned code);

/* A whole program (model_flow.c), each instance by itself. Where all came to an end, `shown` has a
 * bit for each of the first 64 words of which something has become visible: one that was executed;
 * a link that was returned to; increments, of which the greatest moved a register. */
typedef enum model_end { MODEL_ENDED, MODEL_FAULT, MODEL_TOO_LONG } model_end;
model_end model_run(instance q[QUAD], const uint64_t *words, unsigned count, uint64_t *shown);

/* What the last instruction has done: whether some instance has executed it, and which edges of
   each format were read from registers. */
enum { MODEL_FORMATS = 9, MODEL_MEMORY = 2048, MODEL_ADDRESS = 0x7000 };
extern bool model_ran;
extern uint32_t model_seen[MODEL_FORMATS];
/* The name of a format, and the edges that it has. */
const char *model_edges(unsigned format, uint32_t *all);

/* Memory from MODEL_ADDRESS on; and registers so that a load or store goes there. */
extern unsigned char model_memory[MODEL_MEMORY];
void model_aim(instance q[QUAD], uint64_t word, const uint32_t to[QUAD]);

/* What samples find in each of the sixteen units: a picture that repeats, whose texels are as they
 * are; or, in all of them, a cube of one texel a side. How samples are filtered has a test of its
 * own (textures.c). */
enum { MODEL_SIDE = 16, MODEL_UNITS = 16 };
extern float model_picture[MODEL_SIDE * MODEL_SIDE * 4], model_cube[6 * 4];

/* Numbers */
float as_float(uint32_t bits);
uint32_t as_bits(float f);
uint32_t half_from(double value); /* to the nearest, to even */
double half_to(uint32_t half);

#endif
