/* SPDX-License-Identifier: MIT */
/* Tests of the object layer and of the listing of files; prints "N passed, N failed". */
#include "test.h"

#include <stdio.h>
#include <string.h>

static int passed, failed;

bool check_at(bool ok, const char *file, int line, const char *what) {
    if (ok)
        passed++;
    else {
        failed++;
        printf("%s:%d: failed: %s\n", file, line, what);
    }
    return ok;
}

bool check_text_at(const char *got, const char *want, const char *file, int line) {
    bool same = !strcmp(got, want);
    check_at(same, file, line, "the texts are equal");
    if (!same)
        printf("--- got\n%s--- want\n%s---\n", got, want);
    return same;
}

const char *text_of(bytes *b) {
    bytes_append(b, "", 1);
    b->size -= !b->failed;
    return b->failed ? "(out of memory)" : (const char *)b->data;
}

uint32_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

int main(void) {
    test_descriptor();
    test_metadata();
    test_elf();
    test_elf_facts();
    test_link();
    test_listing();
    test_file();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
