/* SPDX-License-Identifier: MIT */
/* Makes and frees what is in a .gxp file. */
#include "gxp.h"

#include <stdlib.h>
#include <string.h>

void gxp_init(gxp *g, gxp_counter *count) {
    *g = (gxp){.count = count};
}

void gxp_free(gxp *g) {
    for (int b = 0; b < GXP_BLOCKS; b++) {
        gxp_table *t = &g->tables[b];
        for (size_t i = 0; i < t->count; i++)
            free(t->rows[i].name);
        free(t->rows);
    }
    bytes_free(&g->primary);
    bytes_free(&g->secondary);
    bytes_free(&g->patched);
    free(g->patches);
    gxp_init(g, NULL);
}

/* Room for one more element of a malloc'd array; false when out of memory. */
static bool room_for_one(void **data, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : 8;
    void *grown = more > SIZE_MAX / size ? NULL : realloc(*data, more * size);
    if (!grown)
        return false;
    *data = grown;
    *room = more;
    return true;
}

gxp_row *gxp_add(gxp *g, gxp_block block) {
    gxp_table *t = &g->tables[block];
    void *data = t->rows;
    bool ok = room_for_one(&data, t->count, &t->room, sizeof *t->rows);
    t->rows = data;
    if (!ok)
        return NULL;
    t->rows[t->count] = (gxp_row){0};
    return &t->rows[t->count++];
}

bool gxp_name_row(gxp_row *row, const char *text, size_t size) {
    char *copy = malloc(size + 1);
    if (!copy)
        return false;
    memcpy(copy, text, size);
    copy[size] = 0;
    free(row->name);
    row->name = copy;
    return true;
}

bool gxp_add_patch(gxp *g, uint32_t at, const void *data, uint32_t size) {
    void *patches = g->patches;
    bool ok = room_for_one(&patches, g->patch_count, &g->patch_room, sizeof *g->patches);
    g->patches = patches;
    size_t from = g->patched.size;
    bytes_append(&g->patched, data, size);
    if (!ok || g->patched.failed)
        return false;
    g->patches[g->patch_count++] = (gxp_patch){at, size, from};
    return true;
}

const gisa_isa *gxp_isa(void) {
    const gisa_isa *isa;
    for (unsigned i = 0; (isa = gisa_at(i)); i++)
        if (gisa_fact(isa, "gxp", 0))
            break;
    return isa;
}
