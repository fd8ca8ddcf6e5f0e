/* SPDX-License-Identifier: MIT */
/* The counters of test programs. A test has a name to look for: a row, a form, a file, a case, a
 * fact. What is tried inside it by chance, word by word or state by state is a trial. The closing
 * line, which tests/check.sh adds up, counts tests; the line before it says how many trials they
 * were. A program defines TEST_COUNTERS once. */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <stdbool.h>
#include <stdio.h>

typedef struct test_counters {
    unsigned passed, failed, skipped; /* tests */
    unsigned long long trials, wrong; /* in all tests */
    unsigned long long tried, bad;    /* in the test that is open */
    bool open;
} test_counters;

extern test_counters test_count;
#define TEST_COUNTERS test_counters test_count

/* Between these two all checks are trials of one test. */
static inline void test_begin(void) {
    test_count.open = true;
    test_count.tried = test_count.bad = 0;
}

static inline void test_trials(unsigned long long good, unsigned long long bad) {
    test_count.tried += good + bad;
    test_count.bad += bad;
    test_count.trials += good + bad;
    test_count.wrong += bad;
}

/* A trial of the open test, else a test of its own. Returns `good`. */
static inline bool test_check(bool good) {
    if (test_count.open)
        test_trials(good, !good);
    else
        *(good ? &test_count.passed : &test_count.failed) += 1;
    return good;
}

/* How often something was wrong so far: programs show the first faults alone. */
static inline unsigned long long test_problems(void) {
    return test_count.failed + test_count.wrong;
}

static inline void test_end(void) {
    *(test_count.bad ? &test_count.failed : &test_count.passed) += 1;
    test_count.open = false;
}

/* The last lines; returns the exit status. */
static inline int test_close(const char *name) {
    const test_counters *c = &test_count;
    if (c->trials)
        printf("%s: %u tests, %llu trials\n", name, c->passed + c->failed, c->trials);
    printf("%u passed, %u failed", c->passed, c->failed);
    if (c->skipped)
        printf(", %u skipped", c->skipped);
    printf("\n");
    return c->failed != 0;
}

#endif
