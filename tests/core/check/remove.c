/* SPDX-License-Identifier: MIT */
/* Takes waits away from compiled code, one at a time, and counts how often the checker notices. Not
 * all of them are about registers: LLVM also waits where a function begins and ends, and for
 * fences. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "remove.h"

typedef struct removed {
    const gisa_isa *isa;
    gisa_insn pause; /* s_nop 0 */
    unsigned waits, waits_found, pauses, pauses_found;
} removed;

static bool count(void *ctx, const gisa_finding *f) {
    (void)f;
    ++*(unsigned *)ctx;
    return true;
}

static unsigned findings(const gisa_isa *isa, const uint8_t *code, size_t size) {
    const uint64_t entry = 0;
    unsigned found = 0;
    gisa_check_code(isa, code, size, entry, &entry, 1, NULL, count, &found);
    return found;
}

static bool notices(const removed *r, uint8_t *code, size_t size, size_t at, const gisa_insn *insn) {
    uint8_t before[8];
    size_t room = insn->size;
    memcpy(before, code + at, insn->size);
    if (gisa_encode(r->isa, &r->pause, code + at, &room) != GISA_OK || room != insn->size)
        return false;
    bool found = findings(r->isa, code, size) > 0;
    memcpy(code + at, before, insn->size);
    return found;
}

static void try_function(removed *r, uint8_t *code, size_t size) {
    gisa_insn insn;
    for (size_t at = 0; at < size; at += insn.size) {
        uint32_t least;
        if (gisa_decode(r->isa, code + at, size - at, &insn) != GISA_OK)
            continue;
        bool waits = gisa_waits_for(r->isa, &insn, 0, &least), pauses = gisa_wait_states(r->isa, &insn) > 1;
        if (!waits && !pauses)
            continue;
        bool found = notices(r, code, size, at, &insn);
        *(waits ? &r->waits : &r->pauses) += 1;
        *(waits ? &r->waits_found : &r->pauses_found) += found;
    }
}

/* Functions that have findings already show nothing. */
static void try_file(removed *r, const gisa_file *file) {
    gisa_file_code code;
    for (size_t i = 0; gisa_file_code_at(file, i, &code) == GISA_OK; i++) {
        uint8_t *copy = malloc(code.size);
        if (!copy)
            return;
        memcpy(copy, code.bytes, code.size);
        if (!findings(r->isa, copy, code.size))
            try_function(r, copy, code.size);
        free(copy);
    }
}

static bool try_object(removed *r, const char *path) {
    FILE *f = fopen(path, "rb");
    gisa_file *file = NULL;
    gisa_file_info info;
    gisa_error error;
    long size = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    void *data = size > 0 ? malloc((size_t)size) : NULL;
    bool good = data && fseek(f, 0, SEEK_SET) == 0 && fread(data, 1, (size_t)size, f) == (size_t)size &&
                gisa_file_open(data, (size_t)size, NULL, NULL, &file, &error) == GISA_OK;
    if (good) {
        gisa_file_about(file, &info);
        r->isa = info.isa;
        good = gisa_parse(r->isa, "s_nop 0", 7, NULL, &r->pause, &error) == GISA_OK;
        try_file(r, file);
    }
    gisa_file_close(file);
    free(data);
    if (f)
        fclose(f);
    return good;
}

int remove_waits(int argc, char **argv) {
    removed r = {.waits = 0};
    for (int i = 1; i < argc; i++)
        if (!try_object(&r, argv[i])) {
            printf("%s cannot be read\n", argv[i]);
            return 1;
        }
    printf("%u of %u waits, %u of %u pauses\n", r.waits_found, r.waits, r.pauses_found, r.pauses);
    return 0;
}
