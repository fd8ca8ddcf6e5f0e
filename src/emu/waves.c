/* SPDX-License-Identifier: MIT */
/* Waves that wait for the next launch: to make them takes longer than a small kernel. */
#include "waves.h"

#include <stdlib.h>
#include <string.h>

#include "insn/body.h"

/* More are not kept. */
enum { MOST_KEPT = 16 };

wave_set *waves_take(gisa_machine *m, gisa_device *device, gisa_group *group, unsigned count) {
    wave_set *s = NULL;
    pthread_mutex_lock(&m->lock);
    for (wave_set **at = &m->waves; *at; at = &(*at)->next)
        if ((*at)->count >= count) {
            s = *at;
            *at = s->next;
            m->wave_sets--;
            break;
        }
    pthread_mutex_unlock(&m->lock);
    if (!s) {
        s = aligned_alloc(64, sizeof *s + count * sizeof *s->waves);
        if (!s)
            return NULL;
        s->count = count;
        memset(s->first, 0, sizeof s->first);
        for (unsigned i = 0; i < count; i++)
            wave_init(&s->waves[i], m->isa, device, group);
    }
    for (unsigned i = 0; i < count; i++) {
        s->waves[i].device = device;
        s->waves[i].group = group;
        wave_forget_near(&s->waves[i]);
    }
    return s;
}

void waves_give(gisa_machine *m, wave_set *s) {
    bool kept;
    if (!s)
        return;
    for (unsigned i = 0; i < s->count; i++) {
        program_free(s->waves[i].window);
        s->waves[i].window = NULL;
    }
    pthread_mutex_lock(&m->lock);
    kept = m->wave_sets < MOST_KEPT;
    if (kept) {
        s->next = m->waves;
        m->waves = s;
        m->wave_sets++;
    }
    pthread_mutex_unlock(&m->lock);
    if (!kept)
        free(s);
}

void waves_free(gisa_machine *m) {
    while (m->waves) {
        wave_set *next = m->waves->next;
        free(m->waves);
        m->waves = next;
    }
}
