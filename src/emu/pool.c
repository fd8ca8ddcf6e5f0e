/* SPDX-License-Identifier: MIT */
/* A pool of threads: jobs wait in a line, the oldest one first; threads are made when there are
   fewer idle ones than wanted. */
#include "core/host_floats.h"
#include "pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct pool {
    pthread_mutex_t lock;      /* of all that follows, and of the numbers in jobs */
    pthread_cond_t work, done; /* a job has come, or the end; a thread is done with one */
    pool_job *first;           /* of the jobs that want more threads */
    unsigned wanted, busy, count;
    bool ends;
    pthread_t threads[POOL_MOST_THREADS];
};

pool *pool_new(void) {
    pool *p = calloc(1, sizeof *p);
    if (p) {
        pthread_mutex_init(&p->lock, NULL);
        pthread_cond_init(&p->work, NULL);
        pthread_cond_init(&p->done, NULL);
    }
    return p;
}

void pool_free(pool *p) {
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->ends = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->count; i++)
        pthread_join(p->threads[i], NULL);
    pthread_cond_destroy(&p->done);
    pthread_cond_destroy(&p->work);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static void leave_line(pool *p, pool_job *job) {
    pool_job **at = &p->first;
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
}

static void *live(void *argument) {
    pool *p = argument;
    pool_job *job;
    bool is_kept;
    host_floats_begin();
    pthread_mutex_lock(&p->lock);
    while (!p->ends) {
        if (!(job = p->first)) {
            pthread_cond_wait(&p->work, &p->lock);
            continue;
        }
        if (!--job->wanted)
            leave_line(p, job);
        p->wanted--;
        p->busy++;
        job->running++;
        is_kept = job->kept; /* asked now: one that is not may be gone when its work is done */
        pthread_mutex_unlock(&p->lock);
        job->work(job);
        pthread_mutex_lock(&p->lock);
        p->busy--;
        if (is_kept && !--job->running)
            pthread_cond_broadcast(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Signals are the business of the program's own threads. */
static bool add_thread(pool *p) {
    sigset_t all, before;
    bool made;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    made = p->count < POOL_MOST_THREADS && !pthread_create(&p->threads[p->count], NULL, live, p);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    p->count += made;
    return made;
}

bool pool_offer(pool *p, pool_job *job) {
    pool_job **end = &p->first;
    bool any;
    pthread_mutex_lock(&p->lock);
    while (p->count - p->busy < p->wanted + job->wanted && add_thread(p)) {
    }
    any = p->count > 0 && job->wanted;
    if (any) {
        while (*end)
            end = &(*end)->next;
        *end = job;
        job->next = NULL;
        job->running = 0;
        p->wanted += job->wanted;
        if (job->wanted == 1)
            pthread_cond_signal(&p->work);
        else
            pthread_cond_broadcast(&p->work);
    } else
        job->wanted = 0;
    pthread_mutex_unlock(&p->lock);
    return any;
}

void pool_take_back(pool *p, pool_job *job) {
    pthread_mutex_lock(&p->lock);
    if (job->wanted) {
        p->wanted -= job->wanted;
        job->wanted = 0;
        leave_line(p, job);
    }
    while (job->running)
        pthread_cond_wait(&p->done, &p->lock);
    pthread_mutex_unlock(&p->lock);
}
