/* SPDX-License-Identifier: MIT */
/* A line on the terminal that says how far a long run is. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "run.h"

typedef struct watched {
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t ended;
    bool has_ended;
    gisa_status status;
} watched;

static void end(void *ctx, gisa_status status) {
    watched *w = ctx;
    pthread_mutex_lock(&w->lock);
    w->has_ended = true;
    w->status = status;
    pthread_cond_signal(&w->ended);
    pthread_mutex_unlock(&w->lock);
}

/* True when the launch ends within a quarter of a second. */
static bool ends_soon(watched *w) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 250000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (!w->has_ended && pthread_cond_timedwait(&w->ended, &w->lock, &until) == 0) {
    }
    return w->has_ended;
}

static void show(const gisa_progress *p, unsigned quarters) {
    double seconds = quarters / 4.0;
    fprintf(stderr, "\r%llu of %llu work-groups, %.1f M instructions, %.1f M/s, %.0f s\033[K",
            (unsigned long long)p->groups_done, (unsigned long long)p->groups, (double)p->instructions / 1e6,
            (double)p->instructions / 1e6 / seconds, seconds);
}

gisa_status run_with_progress(gisa_machine *machine, const gisa_launch *asked, gisa_result *result) {
    watched w = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, GISA_OK};
    gisa_progress progress = {0, 0, 0};
    unsigned quarters = 0;
    gisa_launch launch = *asked;
    launch.progress = &progress;
    if (!isatty(STDERR_FILENO) || launch.observer || gisa_machine_start(machine, &launch, result, end, &w))
        return gisa_machine_run(machine, &launch, result);
    pthread_mutex_lock(&w.lock);
    while (!ends_soon(&w))
        if (++quarters > 3)
            show(&progress, quarters);
    pthread_mutex_unlock(&w.lock);
    gisa_machine_wait(machine);
    if (quarters > 3)
        fprintf(stderr, "\r\033[K");
    return w.status;
}
