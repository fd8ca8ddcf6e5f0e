/* SPDX-License-Identifier: MIT */
/* Wait counters, hazards and issue times (gisa_schedule.h): cases that were measured with LLVM, and
 * facts that documents agree about. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schedule.h"

TEST_COUNTERS;

bool expect(bool good, const char *format, ...) {
    va_list list;
    if (test_check(good))
        return true;
    printf("failed: ");
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
    return false;
}

static bool read_instruction(const gisa_isa *isa, const char *text, size_t size, gisa_insn *insn) {
    gisa_error error;
    uint8_t code[8];
    size_t bytes = sizeof code;
    if (gisa_parse(isa, text, size, NULL, insn, &error) != GISA_OK)
        return expect(false, "%.*s on %s: %s", (int)size, text, gisa_name(isa), error.message);
    return (gisa_encode(isa, insn, code, &bytes) == GISA_OK &&
            gisa_decode(isa, code, bytes, insn) == GISA_OK) ||
           expect(false, "%.*s on %s is not what it decodes to", (int)size, text, gisa_name(isa));
}

bool read_program(const gisa_isa *isa, const char *text, program *p) {
    p->count = 0;
    for (const char *next; text; text = next) {
        next = strstr(text, " ; ");
        size_t size = next ? (size_t)(next - text) : strlen(text);
        next = next ? next + 3 : NULL;
        if (p->count == MOST_INSTRUCTIONS || !read_instruction(isa, text, size, &p->insn[p->count++]))
            return false;
    }
    return true;
}

void each_line(const char *name, void (*use)(char *line)) {
    char path[256], line[4096];
    snprintf(path, sizeof path, "tests/core/schedule/%s", name);
    FILE *f = fopen(path, "r");
    if (!f) {
        expect(false, "%s cannot be read", path);
        return;
    }
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (*line && *line != '#')
            use(line);
    }
    fclose(f);
}

int main(void) {
    check_hazards();
    check_waits();
    check_facts();
    return test_close("schedule");
}
