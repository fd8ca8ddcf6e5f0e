/* SPDX-License-Identifier: MIT */
/* Threads that wait for work, so that a launch does not have to make them. */
#ifndef GISA_EMU_POOL_H
#define GISA_EMU_POOL_H

#include <stdbool.h>

enum { POOL_MOST_THREADS = 256 };

/* Something that several threads may do at once. It stays until it is taken back, or, where it is
 * not `kept`, until its only thread has called `work`, which may free it. */
typedef struct pool_job {
    void (*work)(struct pool_job *job);
    unsigned wanted, running; /* threads that are still to come, that are at it */
    bool kept;
    struct pool_job *next;
} pool_job;

typedef struct pool pool;
pool *pool_new(void); /* NULL: no memory */
/* All jobs are done and nobody offers more. NULL is allowed. */
void pool_free(pool *p);

/* Up to job->wanted threads will call job->work; false: none will, since the system gives no
   thread. */
bool pool_offer(pool *p, pool_job *job);

/* No more threads will begin; returns when those that have begun are done. */
void pool_take_back(pool *p, pool_job *job);

#endif
