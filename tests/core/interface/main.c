/* SPDX-License-Identifier: MIT */
/* The interface where texts and words alone do not show it: the version, bad arguments, sizes of
 * text, unused fields of exports, implicit state. */
#include <stdarg.h>
#include <stdio.h>

#include "interface.h"

#ifndef REPORTS
#define REPORTS 40 /* how many failures are shown */
#endif
static unsigned passed, failed;

void check(bool ok, const char *format, ...) {
    va_list list;
    if (ok) {
        passed++;
        return;
    }
    if (++failed > REPORTS)
        return;
    printf("failed: ");
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
}

int main(void) {
    check_version();
    check_arguments();
    check_text();
    check_exports();
    check_state();
    check_flow();
    check_semantics();
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
