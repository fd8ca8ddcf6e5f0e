/* SPDX-License-Identifier: MIT */
/* Adds findings to a file of JSON or SARIF: the document of this process, and what others have
   written before. */
#include "results.h"

#include <stdlib.h>

#include "files.h"
#include "modes.h"

typedef struct adding {
    const watched_part *part;
    bool complete;
    const char *path;
} adding;

static void write_own(const adding *a, FILE *to) {
    watched_write(a->part, a->complete, program_name(), a->path, to);
}

#ifdef WITH_JANSSON
#include <jansson.h>

static json_t *own_document(const adding *a) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    json_t *document = NULL;
    if (to) {
        write_own(a, to);
        if (fclose(to) == 0)
            document = json_loadb(text, size, 0, NULL);
    }
    free(text);
    return document;
}

/* SARIF has a run for each process, JSON one list of findings. */
static bool join(json_t *all, json_t *own) {
    const char *const key = json_object_get(own, "runs") ? "runs" : "findings";
    json_t *const list = json_object_get(all, key);
    if (!json_is_array(list) || json_array_extend(list, json_object_get(own, key)))
        return false;
    if (json_is_false(json_object_get(own, "complete")))
        json_object_set_new(all, "complete", json_false());
    return true;
}

static bool change(void *ctx, FILE *before, FILE *to) {
    const adding *a = ctx;
    json_t *all = before ? json_loadf(before, 0, NULL) : NULL, *own = all ? own_document(a) : NULL;
    bool good = true;
    if (!before)
        write_own(a, to);
    else
        good =
            all && own && join(all, own) && json_dumpf(all, to, JSON_INDENT(1)) == 0 && fputc('\n', to) > 0;
    if (!good)
        host->complain("%s: not a file of findings; nothing is added to it", a->path);
    json_decref(all);
    json_decref(own);
    return good;
}

#else

static bool change(void *ctx, FILE *before, FILE *to) {
    const adding *a = ctx;
    if (before)
        host->complain("%s: what other processes have found is lost: this gisa was built without jansson",
                       a->path);
    write_own(a, to);
    return true;
}

#endif

bool results_add(const char *path, const watched_part *part, bool complete) {
    adding a = {part, complete, path};
    return files_update(path, change, &a);
}
