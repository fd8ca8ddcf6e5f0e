/* SPDX-License-Identifier: MIT */
/* Measures whole programs against each other, in turns: A B C A B C ..., so that a busy moment of
 * the machine hits all of them alike.
 *
 * usage: tools MEASURE ROUNDS COUNT BYTES TSV NAME COMMAND [NAME COMMAND]...
 *
 * COUNT (of instructions, or lines) and BYTES are what each command works on. Commands are words
 * between blanks; no shell is started. They read nothing and their standard output goes to
 * /dev/null. A command that fails ends it all. The first one is what the others are compared with.
 * Each runs once before it counts. Shown is the time of the processors (user and system) and the
 * time on the wall: the least, and the median. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_ROUNDS = 100, MAX_PROGRAMS = 16, MAX_WORDS = 64, WORKING = 4096 };

typedef struct program {
    const char *name, *command;
    double processor[MAX_ROUNDS], wall[MAX_ROUNDS];
} program;

static _Noreturn void stop(const char *what, const char *which) {
    fprintf(stderr, "tools: %s: %s\n", which, what);
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds(struct timeval t) {
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static _Noreturn void become(char **words) {
    int null = open("/dev/null", O_RDWR);
    if (null >= 0 && dup2(null, 0) >= 0 && dup2(null, 1) >= 0)
        execvp(words[0], words);
    stop(strerror(errno), words[0]);
}

static void run(program *p, unsigned round) {
    char line[WORKING], *words[MAX_WORDS + 1], *rest = line;
    unsigned count = 0;
    struct rusage used;
    double start;
    pid_t pid;
    int status;
    if (strlen(p->command) >= sizeof line)
        stop("too long", p->command);
    strcpy(line, p->command);
    while (count < MAX_WORDS && (words[count] = strtok_r(rest, " ", &rest)))
        count++;
    if (!count || count == MAX_WORDS)
        stop("no words, or too many", p->command);
    start = now();
    pid = fork();
    if (pid == 0)
        become(words);
    if (pid < 0 || wait4(pid, &status, 0, &used) < 0)
        stop(strerror(errno), p->command);
    if (status != 0)
        stop("fails", p->command);
    p->wall[round] = now() - start;
    p->processor[round] = seconds(used.ru_utime) + seconds(used.ru_stime);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double least(double *of, unsigned n) {
    qsort(of, n, sizeof *of, by_size);
    return of[0];
}

/* Of what is in order already. */
static double median(const double *of, unsigned n) {
    return n % 2 ? of[n / 2] : (of[n / 2 - 1] + of[n / 2]) / 2;
}

static double ratio(double of, double to) {
    return to > 0 ? of / to : 0;
}

int main(int argc, char **argv) {
    static program programs[MAX_PROGRAMS];
    unsigned count = argc > 7 ? (unsigned)(argc - 6) / 2 : 0;
    unsigned rounds = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 0;
    double items, bytes;
    FILE *tsv;
    if (!count || argc % 2 || count > MAX_PROGRAMS || !rounds || rounds > MAX_ROUNDS) {
        fprintf(stderr, "usage: tools MEASURE ROUNDS COUNT BYTES TSV NAME COMMAND [NAME COMMAND]...\n");
        return 2;
    }
    items = strtod(argv[3], NULL), bytes = strtod(argv[4], NULL);
    for (unsigned i = 0; i < count; i++) {
        programs[i].name = argv[6 + 2 * i], programs[i].command = argv[7 + 2 * i];
        run(&programs[i], 0);
    }
    for (unsigned round = 0; round < rounds; round++)
        for (unsigned i = 0; i < count; i++)
            run(&programs[i], round);
    if (!(tsv = fopen(argv[5], "a")))
        stop(strerror(errno), argv[5]);
    printf("%-22s %7s %7s %7s %7s %7s %7s %7s\n", argv[1], "cpu s", "median", "wall s", "median", "M/s",
           "cpu x", "wall x");
    for (unsigned i = 0; i < count; i++) {
        program *p = &programs[i];
        double cpu = least(p->processor, rounds), wall = least(p->wall, rounds);
        double cpu_median = median(p->processor, rounds), wall_median = median(p->wall, rounds);
        double cpu_ratio = ratio(programs[0].processor[0], cpu);
        double wall_ratio = ratio(programs[0].wall[0], wall);
        printf("%-22s %7.3f %7.3f %7.3f %7.3f %7.2f %7.1f %7.1f\n", p->name, cpu, cpu_median, wall,
               wall_median, ratio(items, cpu) / 1e6, cpu_ratio, wall_ratio);
        fprintf(tsv, "%s\t%s\t%.0f\t%.0f\t%.6f\t%.6f\t%.6f\t%.6f\t%.0f\t%.2f\t%.2f\n", argv[1], p->name,
                items, bytes, cpu, cpu_median, wall, wall_median, ratio(items, cpu), cpu_ratio, wall_ratio);
    }
    return fclose(tsv) != 0;
}
