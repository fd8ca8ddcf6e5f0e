/* SPDX-License-Identifier: MIT */
/* OpenACC, what openacc.c leaves out: data that stays on the GPU with pieces copied, routines,
 * private copies, reductions of several kinds in loops within loops, atomic operations, queues that
 * wait for each other, if and present clauses; the host computes the same. */
#include <math.h>
#include <openacc.h>
#include <stdlib.h>

#include "check.h"

enum { ROWS = 60, COLUMNS = 90, INNER = 40, N = 4000 };

#pragma acc routine seq
static int collatz(int n) {
    int steps = 0;
    for (; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

static float left[ROWS][INNER], right[INNER][COLUMNS], product[ROWS][COLUMNS];

static void matrices(void) {
    int ok = 1;
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < INNER; k++)
            left[i][k] = (float)((i + 2 * k) % 7);
    for (int k = 0; k < INNER; k++)
        for (int j = 0; j < COLUMNS; j++)
            right[k][j] = (float)((3 * k + j) % 5);
#pragma acc parallel loop collapse(2) copyin(left, right) copyout(product)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            float sum = 0;
#pragma acc loop seq
            for (int k = 0; k < INNER; k++)
                sum += left[i][k] * right[k][j];
            product[i][j] = sum;
        }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            float sum = 0;
            for (int k = 0; k < INNER; k++)
                sum += left[i][k] * right[k][j];
            ok &= sum == product[i][j];
        }
    check("a product of matrices", ok);
}

static void resident(void) {
    int *data = malloc(N * sizeof *data), ok = 1;
    for (int i = 0; i < N; i++)
        data[i] = i;
#pragma acc enter data copyin(data [0:N])
    check("data is present", acc_is_present(data, N * sizeof *data));
#pragma acc parallel loop present(data [0:N])
    for (int i = 0; i < N; i++)
        data[i] = collatz(data[i] + 1);
    for (int i = 0; i < N; i++)
        ok &= data[i] == i;
    check("the host's copy is its own", ok);
#pragma acc update self(data [100:200])
    for (int i = 0; i < N; i++)
        ok &= data[i] == (i >= 100 && i < 300 ? collatz(i + 1) : i);
    check("a piece is copied", ok);
    data[0] = -7;
#pragma acc update device(data [0:1])
#pragma acc exit data copyout(data [0:N])
    for (int i = 0; i < N; i++)
        ok &= data[i] == (i ? collatz(i + 1) : -7);
    check("and all of it at the end", ok && !acc_is_present(data, N * sizeof *data));
    free(data);
}

static void reductions(void) {
    int most = -1, bits = 0, all = 1, bins[10] = {0}, wanted[10] = {0}, rows[ROWS], ok = 1;
    double product_ = 1, expected = 1;
#pragma acc parallel loop reduction(max : most) reduction(| : bits) reduction(&& : all) reduction(* : product_)
    for (int i = 1; i < N; i++) {
        int steps = collatz(i);
        most = steps > most ? steps : most;
        bits |= 1 << (i % 9);
        all = all && steps < 300;
        product_ *= i % 400 ? 1 : 1.5;
    }
    int host_most = -1;
    for (int i = 1; i < N; i++) {
        host_most = collatz(i) > host_most ? collatz(i) : host_most;
        expected *= i % 400 ? 1 : 1.5;
    }
    check("reductions of several kinds",
          most == host_most && bits == 511 && all && fabs(product_ - expected) < 1e-9);
#pragma acc parallel loop copy(bins)
    for (int i = 0; i < N; i++) {
#pragma acc atomic update
        bins[i * 7 % 10] += i % 3;
    }
    for (int i = 0; i < N; i++)
        wanted[i * 7 % 10] += i % 3;
    for (int i = 0; i < 10; i++)
        ok &= bins[i] == wanted[i];
    check("atomic operations", ok);
#pragma acc parallel loop gang copyout(rows)
    for (int i = 0; i < ROWS; i++) {
        int sum = 0;
#pragma acc loop vector reduction(+ : sum)
        for (int k = 0; k < 1000; k++)
            sum += (i * k) % 11;
        rows[i] = sum;
    }
    ok = 1;
    for (int i = 0; i < ROWS; i++) {
        int sum = 0;
        for (int k = 0; k < 1000; k++)
            sum += (i * k) % 11;
        ok &= rows[i] == sum;
    }
    check("a reduction of a gang's vector", ok);
}

static void queues(void) {
    int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), ok = 1, on_gpu = 1;
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = 0;
#pragma acc data copy(a [0:N], b [0:N])
    {
#pragma acc parallel loop async(1)
        for (int i = 0; i < N; i++)
            a[i] = 3 * a[i] + 1;
#pragma acc parallel loop async(2)
        for (int i = 0; i < N; i++)
            b[i] = 5;
#pragma acc parallel loop async(2) wait(1)
        for (int i = 0; i < N; i++)
            b[i] += a[N - 1 - i];
#pragma acc wait(2)
        check("a queue that is done", acc_async_test(1) && acc_async_test(2));
    }
    for (int i = 0; i < N; i++)
        ok &= a[i] == 3 * i + 1 && b[i] == 5 + 3 * (N - 1 - i) + 1;
    check("a queue waits for another", ok);
#pragma acc parallel if (a[0] == 99) copyout(on_gpu)
    on_gpu = acc_on_device(acc_device_not_host);
    check("if", !on_gpu);
    free(a);
    free(b);
}

int main(void) {
    matrices();
    resident();
    reductions();
    queues();
    return summary();
}
