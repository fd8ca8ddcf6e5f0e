/* SPDX-License-Identifier: MIT */
/* Pictures by a pixel stage of GCN: a rectangle over the whole picture. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "gisa_stage.h"
#include "resources.h"

gisa_stage *EXPORT(gisa_js_stage)(const char *arch) {
    return gisa_stage_new(gisa_find(arch), GISA_STAGE_KIND_PS);
}

int EXPORT(gisa_js_stage_load)(gisa_stage *stage, const void *code, size_t size) {
    return gisa_stage_load(stage, code, size);
}

int EXPORT(gisa_js_stage_user)(gisa_stage *stage, unsigned number, uint32_t value) {
    return gisa_stage_set_user_data(stage, number, value);
}

/* SPI_PS_INPUT_ENA and _ADDR, in place of those of gisa_stage_state_of. */
void EXPORT(gisa_js_stage_inputs)(gisa_stage *stage, uint32_t enabled, uint32_t addressed) {
    gisa_stage_state_of(stage)->ps_input_ena = enabled;
    gisa_stage_state_of(stage)->ps_input_addr = addressed;
}

/* A buffer of floats, four in an element, which the resource (V#) in user data from `first` on
   describes. The memory stays the caller's, until the stage has gone. */
int EXPORT(gisa_js_stage_buffer)(gisa_stage *stage, const char *arch, unsigned first, void *memory,
                                 size_t size) {
    const gisa_isa *isa = gisa_find(arch);
    uint32_t words[RESOURCE_BUFFER] = {0};
    unsigned format = 0, number = 0;
    gisa_status status = gisa_stage_map(stage, (uintptr_t)memory, memory, size, true);
    resource_value(isa, "DFMT", "32_32_32_32", strlen("32_32_32_32"), &format);
    resource_value(isa, "NFMT", "float", strlen("float"), &number);
    resource_part(isa, "BUFFER", "base", words, (uintptr_t)memory);
    resource_part(isa, "BUFFER", "records", words, size);
    resource_part(isa, "BUFFER", "data_format", words, format);
    resource_part(isa, "BUFFER", "number_format", words, number);
    resource_select(isa, "BUFFER", "xyzw", words);
    for (unsigned i = 0; i < RESOURCE_BUFFER && !status; i++)
        status = gisa_stage_set_user_data(stage, first + i, words[i]);
    return status;
}

/* ---- the picture ------------------------------------------------------------------------- */

/* Left before right, top first; the fourth corner follows from these. */
static void place_corners(gisa_stage_vertex corner[3], const float *attributes, unsigned count) {
    static const float position[3][4] = {{-1, -1, 0, 1}, {1, -1, 0, 1}, {-1, 1, 0, 1}};
    for (unsigned i = 0; i < 3; i++) {
        memcpy(corner[i].position, position[i], sizeof position[i]);
        for (unsigned k = 0; k < count && k < GISA_STAGE_PARAMS; k++)
            memcpy(corner[i].param[k], attributes + 4 * (3 * k + i), sizeof corner[i].param[k]);
    }
}

/* `attributes`: of each, four numbers of each of three corners. `color`: four floats a pixel. */
int EXPORT(gisa_js_stage_draw)(gisa_stage *stage, uint32_t width, uint32_t height, const float *attributes,
                               unsigned count, uint64_t limit, float *color) {
    gisa_stage_vertex *corners = calloc(3, sizeof *corners);
    gisa_stage_pixels run = {.corners = corners, .triangles = 1, .rectangles = true, .attributes = count};
    const gisa_stage_target target = {.width = width, .height = height, .color = {color}};
    gisa_stage_result result = {0};
    gisa_status status = corners ? GISA_OK : GISA_STATUS_NO_MEMORY;
    run.limits.instructions = limit;
    for (unsigned i = 0; i < GISA_STAGE_PARAMS; i++)
        run.attribute[i].param = (uint8_t)i;
    if (!status) {
        place_corners(corners, attributes, count);
        status = gisa_stage_run_pixels(stage, &run, &target, &result);
    }
    free(corners);
    if (status)
        answer_status(status, *result.message ? result.message : NULL);
    else
        answer_end_of(result.end, result.message, result.instructions);
    return status;
}
