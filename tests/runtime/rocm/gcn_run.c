/* SPDX-License-Identifier: MIT */
/* A C program that runs on the GPU alone, with GCC's newlib: gcn_main.s calls it. What it prints
 * has been computed by hand or is compared by run.sh with the same functions on the host. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma omp declare target
int program_main(int argc, char **argv);

static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int program_main(int argc, char **argv) {
    double sum = 0;
    int numbers[50], *copy;
    char *text;
    for (int i = 1; i <= 20; i++)
        sum += sqrt(i) * sin(i) + pow(1.1, i) / log(i + 1);
    printf("%d %s %.9f\n", argc, argv[1], sum);
    for (int i = 0; i < 50; i++)
        numbers[i] = (i * 37 + 11) % 50;
    qsort(numbers, 50, sizeof *numbers, by_value);
    copy = malloc(sizeof numbers);
    memcpy(copy, numbers, sizeof numbers);
    for (int i = 0; i < 50; i++)
        if (copy[i] != i)
            printf("not sorted\n");
    free(copy);
    text = malloc(100);
    snprintf(text, 100, "%x|%-5d|%5.2e|%s", 0xbeefu, 42, 12345.678, strstr("haystack needle", "needle"));
    puts(text);
    free(text);
    for (int i = 0; i < 1500; i++) /* more than the console's 1024 entries */
        printf("line %d\n", i);
    if (argc > 2 && strcmp(argv[2], "abort") == 0)
        abort();
    if (argc > 2 && strcmp(argv[2], "return") == 0)
        return 7;
    exit(argc > 2 ? atoi(argv[2]) : 0);
}
#pragma omp end declare target

#ifdef HOST
int main(int argc, char **argv) {
    return program_main(argc, argv);
}
#endif
