/* SPDX-License-Identifier: MIT */
/* Runs a compute stage: work-groups one after the other, each with its waves. */
#include <string.h>

#include "stage.h"

/* Waves that a group needs are made when the first group needs them. */
static gisa_status make_waves(gisa_stage *s, unsigned count) {
    for (unsigned i = 1; i < count; i++)
        if (!s->wave[i] && !(s->wave[i] = gisa_wave_join(s->wave[0])))
            return GISA_STATUS_NO_MEMORY;
    for (unsigned i = count; i < STAGE_WAVES; i++) {
        gisa_wave_free(s->wave[i]);
        s->wave[i] = NULL;
    }
    return GISA_OK;
}

static void put_threads(gisa_stage *s, unsigned wave, const uint32_t size[3]) {
    uint32_t *row[3];
    for (unsigned k = 0; k < 3; k++)
        row[k] = stage_row(s, wave, stage_vector(s, GCN_CS_VGPR_THREAD_X + k, 0));
    for (unsigned lane = 0; lane < STAGE_LANES; lane++) {
        const uint32_t item = wave * STAGE_LANES + lane;
        const uint32_t at[3] = {item % size[0], item / size[0] % size[1], item / (size[0] * size[1])};
        for (unsigned k = 0; k < 3; k++)
            if (row[k] && at[2] < size[2])
                row[k][lane] = at[k];
    }
}

static void begin_wave(gisa_stage *s, unsigned wave, unsigned waves, const uint32_t group[3],
                       const uint32_t size[3]) {
    const uint32_t items = size[0] * size[1] * size[2], rest = items - wave * STAGE_LANES;
    stage_begin_wave(s, wave, rest < STAGE_LANES ? (UINT64_C(1) << rest) - 1 : ~UINT64_C(0));
    for (unsigned k = 0; k < 3; k++)
        stage_put_scalar(s, wave, stage_scalar(s, GCN_CS_SGPR_TGID_X + k), group[k]);
    stage_put_scalar(s, wave, stage_scalar(s, GCN_CS_SGPR_TG_SIZE), waves | wave << 6);
    put_threads(s, wave, size);
}

static bool is_size(const uint32_t size[3]) {
    uint64_t items = 1;
    for (unsigned k = 0; k < 3; k++)
        items = size[k] > STAGE_WAVES * STAGE_LANES ? 0 : items * size[k];
    return items && items <= STAGE_WAVES * STAGE_LANES;
}

gisa_status gisa_stage_dispatch(gisa_stage *s, const uint32_t groups[3], const uint32_t size[3],
                                const gisa_stage_limits *limits, gisa_stage_result *r) {
    uint32_t group[3];
    unsigned waves;
    if (!s || !groups || !size || !r || s->kind != GISA_STAGE_KIND_CS || !is_size(size))
        return GISA_STATUS_BAD_ARGUMENT;
    stage_begin_run(s, r);
    memcpy(s->place.size, size, sizeof s->place.size);
    waves = (size[0] * size[1] * size[2] + STAGE_LANES - 1) / STAGE_LANES;
    if (make_waves(s, waves))
        return GISA_STATUS_NO_MEMORY;
    for (group[2] = 0; group[2] < groups[2]; group[2]++)
        for (group[1] = 0; group[1] < groups[1]; group[1]++)
            for (group[0] = 0; group[0] < groups[0]; group[0]++) {
                for (unsigned i = 0; i < waves; i++)
                    begin_wave(s, i, waves, group, size);
                memcpy(s->place.group, group, sizeof group);
                if (!stage_run_group(s, waves, limits, r))
                    return GISA_OK;
            }
    return GISA_OK;
}
