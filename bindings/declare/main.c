/* SPDX-License-Identifier: MIT */
/* Writes the declarations of the public headers for other languages. They are made whenever a
 * binding is built, so that they cannot lag behind the headers.
 *
 *     declare python|rust|c HEADER...
 *
 * `c` is a program that proves the others: it declares everything once more as it was understood,
 * which a compiler compares with the headers, and prints sizes, places and values. */
#include "declare.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    model m = {.count = 0};
    for (int i = 2; i < argc; i++)
        read_declarations(&m, argv[i]);
    if (argc > 2 && strcmp(argv[1], "python") == 0)
        write_python(&m);
    else if (argc > 2 && strcmp(argv[1], "rust") == 0)
        write_rust(&m);
    else if (argc > 2 && strcmp(argv[1], "c") == 0)
        write_c(&m, argv + 2);
    else {
        fputs("usage: declare python|rust|c HEADER...\n", stderr);
        return 2;
    }
    return fflush(stdout) || ferror(stdout);
}
