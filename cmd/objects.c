/* SPDX-License-Identifier: MIT */
/* Chooses among the code objects of a file: bundles, programs for the host with code objects in
   them. */
#include "objects.h"

#include <string.h>

bool objects_are_in(const void *data, size_t size) {
    static const char magic[] = "__CLANG_OFFLOAD_BUNDLE__"; /* damaged ones as well */
    gisa_bundled e;
    return (size >= sizeof magic - 1 && memcmp(data, magic, sizeof magic - 1) == 0) ||
           gisa_bundled_at(data, size, 0, &e) != GISA_STATUS_BAD_FILE;
}

/* Names are bytes of the file: what is not printable does not reach a terminal. */
void objects_name(const gisa_bundled *e, char *text, size_t room) {
    const gisa_isa *isa = gisa_find_object(e->file, e->size);
    size_t size = e->name_size < room - 1 ? e->name_size : room - 1;
    for (size_t i = 0; i < size; i++)
        text[i] = e->name[i] > ' ' && e->name[i] < 127 ? e->name[i] : '?';
    text[size] = 0;
    if (!size)
        snprintf(text, room, "%s", isa ? gisa_name(isa) : "an unknown architecture");
}

void objects_list(FILE *out, const void *data, size_t size) {
    gisa_bundle b;
    gisa_bundled e;
    unsigned number = 0;
    char name[120];
    gisa_bundle_open(&b, data, size);
    while (gisa_bundle_next(&b, &e) == GISA_OK) {
        if (!e.size)
            continue;
        objects_name(&e, name, sizeof name);
        fprintf(out, "%6u  %-44s %10zu bytes%s\n", ++number, name, e.size,
                gisa_find_object(e.file, e.size) ? "" : ", not known here");
    }
}

bool objects_choose(const char *command, const char *file, const gisa_isa *isa, const char *wanted,
                    const void **data, size_t *size) {
    gisa_bundled chosen;
    unsigned count;
    if (!objects_are_in(*data, *size)) {
        if (wanted)
            fprintf(stderr,
                    "gisa %s: %s: not a file of several code objects; there is none to choose (--object)\n",
                    command, file);
        return !wanted;
    }
    gisa_status status = gisa_bundled_choose(*data, *size, isa, wanted, &chosen, &count);
    if (status == GISA_OK && count == 1) {
        *data = chosen.file;
        *size = chosen.size;
        return true;
    }
    if (status == GISA_STATUS_BAD_FILE) {
        fprintf(stderr, "gisa %s: %s: this offload bundle is damaged\n", command, file);
        return false;
    }
    gisa_bundled any;
    unsigned all;
    if (status == GISA_STATUS_END &&
        gisa_bundled_choose(*data, *size, NULL, "1", &any, &all) == GISA_STATUS_END) {
        fprintf(stderr, "gisa %s: %s: it holds no code object\n", command, file);
        return false;
    }
    if (status == GISA_STATUS_END)
        fprintf(stderr, "gisa %s: %s: none of its code objects %s; it has\n", command, file,
                wanted ? "has that number or target (--object)"
                : isa  ? "is for that architecture (-a)"
                       : "is for an architecture that is known here");
    else
        fprintf(stderr, "gisa %s: %s: %u of its code objects fit; choose one by its number (--object)\n",
                command, file, count);
    objects_list(stderr, *data, *size);
    return false;
}
