// SPDX-License-Identifier: MIT
// HIP under GISA_CHECK: a kernel has one bug, which is marked; with -DFIXED it is repaired.
// hip: all of them, one after the other. hip NAME: one that ends the program.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>

#include "../../command/watch/seed.h"

enum { ITEMS = 256 };
// As __syncthreads(), but its line is that of the kernel and not that of a header; so is ADD's.
#define BARRIER                                                                                              \
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"), __builtin_amdgcn_s_barrier(),                     \
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")
#define ADD(p, n) __hip_atomic_fetch_add(p, n, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)
#define KERNEL extern "C" __global__ void

// ---- undefined ----

// Half of the work-items write their slot.
KERNEL slots(int *out, const int *in, int *) {
    __shared__ int part[ITEMS];
    unsigned l = threadIdx.x;
    if (l < BUGGY(ITEMS / 2) FIX(ITEMS))
        part[l] = in[l];
    BARRIER;
    for (unsigned n = ITEMS / 2; n; n /= 2) {
        if (l < n)
            part[l] += part[l + n];
        BARRIER;
    }
    if (l == 0)
        out[0] = part[0]; // BUG undefined
}

KERNEL flag(int *out, const int *in, int *) {
    __shared__ int found;
    FIX(found = 0;)
    BARRIER;
    if (in[threadIdx.x] == -1)
        atomicOr(&found, 1);
    BARRIER;
    out[threadIdx.x] = found > 3; // BUG undefined
}

KERNEL dynamic(int *out, const int *in, int *) {
    extern __shared__ int rows[];
    unsigned l = threadIdx.x;
    if (in[l] >= BUGGY(10) FIX(0))
        rows[l] = in[l];
    BARRIER;
    out[l] = rows[ITEMS - 1 - l] + 1; // BUG undefined
}

KERNEL private_part(int *out, const int *in, int *) {
    int a[200];
    for (int i = 0; i < BUGGY(150) FIX(200); i++)
        a[i] = in[i] * 3;
    out[threadIdx.x] = a[in[threadIdx.x] % 8 + 180]; // BUG undefined
}

struct pair {
    int key, value;
};
KERNEL member(int *out, const int *in, int *) {
    __shared__ pair table[ITEMS];
    unsigned l = threadIdx.x;
    table[l].key = in[l];
    FIX(table[l].value = in[l];)
    if (in[l] == -5)
        table[l].value = 1;
    BARRIER;
    pair p = table[l ^ 1];
    out[l] = p.key * p.value; // BUG undefined
}

KERNEL index_of(int *out, const int *in, int *) {
    __shared__ unsigned char order[ITEMS];
    unsigned l = threadIdx.x;
    if (in[l] BUGGY(% 2) FIX(>= 0))
        order[l] = ITEMS - 1 - l;
    BARRIER;
    out[order[l ^ 1]] = 1; // BUG undefined
}

KERNEL shuffled(int *out, const int *in, int *) {
    __shared__ int a[ITEMS];
    unsigned l = threadIdx.x;
    if (l % 64 BUGGY(!= 63) FIX(< 64))
        a[l] = in[l];
    int x = __shfl_down(a[l], 1);
    out[l] = x + in[l]; // BUG undefined
}

// ---- bounds ----

KERNEL lds_end(int *out, const int *in, int *) {
    __shared__ int a[ITEMS];
    unsigned l = threadIdx.x;
    a[l + in[0] BUGGY(+ 1)] = l; // BUG bounds
    BARRIER;
    out[l] = a[l | 1];
}

// The launch gives as many bytes as there are work-items.
KERNEL dynamic_size(int *out, const int *in, int *) {
    extern __shared__ int rows[];
    unsigned l = threadIdx.x;
    rows[l BUGGY(+ ITEMS)] = in[l]; // BUG bounds
    BARRIER;
    out[l] = l;
}

KERNEL private_index(int *out, const int *in, int *) {
    int a[200];
    for (int i = 0; i < 200; i++)
        a[i] = in[i];
    if (threadIdx.x < 64)
        a[in[7] BUGGY(* 30)] = 1; // BUG bounds
    out[threadIdx.x] = a[in[threadIdx.x] % 200];
}

// ---- races ----

KERNEL no_barrier(int *out, const int *in, int *) {
    __shared__ int a[ITEMS];
    unsigned l = threadIdx.x;
    a[l] = in[l];
    BARRIER;
    int x = a[ITEMS - 1 - l];
    FIX(BARRIER;)
    a[l] = x * 2; // BUG races
    BARRIER;
    out[l] = a[l ^ 1];
}

KERNEL tree(int *out, const int *in, int *) {
    __shared__ int part[ITEMS];
    unsigned l = threadIdx.x;
    part[l] = in[l];
    BARRIER;
#pragma unroll 1
    for (unsigned n = ITEMS / 2; n; n /= 2) {
        if (l < n)
            part[l] += part[l + n]; // BUG races
        FIX(BARRIER;)
    }
    if (l == 0)
        out[0] = part[0];
}

KERNEL tiles(int *out, const int *in, int *) {
    __shared__ int tile[ITEMS];
    unsigned l = threadIdx.x;
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < 3; k++) {
        tile[l] = in[l] + k * l;
        BARRIER;
        sum += tile[(l + 64) % ITEMS]; // BUG races
        FIX(BARRIER;)
    }
    out[l] = sum;
}

KERNEL counted(int *out, const int *in, int *) {
    __shared__ int bin[8];
    unsigned l = threadIdx.x;
    if (l < 8)
        bin[l] = 0;
    BARRIER;
    BUGGY(bin[in[l] % 8] += in[l];) FIX(ADD(&bin[in[l] % 8], in[l]);) // BUG races
    BARRIER;
    if (l < 8)
        out[l] = bin[l];
}

KERNEL groups_sum(int *, const int *in, int *sum) {
    if (threadIdx.x == 0) {
        BUGGY(sum[0] += in[blockIdx.x + 1];) FIX(ADD(sum, in[blockIdx.x + 1]);) // BUG races
    }
}

KERNEL groups_overlap(int *out, const int *in, int *) {
    out[blockIdx.x * BUGGY(ITEMS / 2) FIX(ITEMS) + threadIdx.x] = in[threadIdx.x] + blockIdx.x; // BUG races
}

KERNEL in_place(int *, const int *in, int *work) {
    unsigned i = blockIdx.x * ITEMS + threadIdx.x;
    int x = BUGGY(work)FIX(in)[(i + ITEMS) % (2 * ITEMS)] + i;
    work[i] = x; // BUG races
}

// The last block reads what the others have written.
KERNEL last_block(int *out, const int *in, int *done) {
    __shared__ bool last;
    unsigned l = threadIdx.x;
    out[1024 + blockIdx.x * ITEMS + l] = in[l] + blockIdx.x;
    __threadfence();
    BARRIER;
    if (l == 0) {
        int before = FIX(ADD(done, 1)) BUGGY(blockIdx.x);
        last = before == 1;
    }
    BARRIER;
    if (last)
        out[l] = out[1024 + l] + out[1024 + ITEMS + l]; // BUG races
}

KERNEL waves(int *out, const int *in, int *) {
    unsigned l = threadIdx.x;
    out[l] = in[l];
    BUGGY(__threadfence_block();) FIX(BARRIER;)
    out[1024 + l] = out[(l + 64) % ITEMS]; // BUG races
}

// ---- barriers ----

KERNEL divergent(int *out, const int *in, int *) {
    __shared__ int a[ITEMS];
    unsigned l = threadIdx.x;
    a[l] = in[l];
    if (in[l] > BUGGY(20) FIX(-1)) {
        BARRIER; // BUG barriers
        out[l] = a[l];
    }
}

KERNEL returned(int *out, const int *in, int *) {
    __shared__ int a[ITEMS];
    unsigned l = threadIdx.x;
    BUGGY(if (l >= 200) return;)
    a[l] = in[l];
    BARRIER; // BUG barriers
    FIX(if (l < 200))
        out[l] = a[l ^ 1];
}

KERNEL one_wave(int *out, const int *in, int *) {
    __shared__ int a[ITEMS];
    unsigned l = threadIdx.x;
    a[l] = in[l];
    if (l >= BUGGY(64) FIX(0))
        BARRIER; // BUG barriers
    out[l] = a[l];
}

KERNEL rounds(int *out, const int *in, int *) {
    unsigned l = threadIdx.x;
    int x = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 2 + BUGGY(l / 64) FIX(in[0]); i++) {
        x += in[i];
        BARRIER; // BUG barriers
    }
    out[l] = x;
}

// ---- waits and hazards, which the compiler does not see ----

KERNEL loaded(int *out, const int *in, int *) {
    int x;
    __asm volatile("flat_load_dword %0, %1" : "=v"(x) : "v"(in + threadIdx.x));
    FIX(__asm volatile("s_waitcnt vmcnt(0) lgkmcnt(0)" : "+v"(x));)
    out[threadIdx.x] = x + 1; // BUG waits
}

KERNEL lane(int *out, const int *in, int *) {
    int x, y, l = threadIdx.x;
    __asm volatile("v_readfirstlane_b32 %0, %2\n" FIX("s_nop 3\n") "v_readlane_b32 %1, %3, %0" : "=&s"(x), "=s"(y) : "v"(in[l] & 63), "v"(l)); // BUG hazards
    out[l] = x + y;
}

// ---- memory that has been freed: these end the program ----

KERNEL freed(int *out, const int *, int *gone) {
    out[threadIdx.x] = gone[threadIdx.x]; // FAULT bounds
}

KERNEL freed_write(int *, const int *in, int *gone) {
    gone[threadIdx.x] = in[threadIdx.x]; // FAULT bounds
}

KERNEL freed_atomic(int *, const int *in, int *gone) {
    ADD(gone, in[threadIdx.x]); // FAULT bounds
}

// Beyond the end of an allocation.
KERNEL too_far(int *, const int *in, int *small) {
    small[threadIdx.x + BUGGY(4096 * ITEMS) FIX(0)] = in[threadIdx.x]; // FAULT bounds
}

// ---- the host ----

typedef void (*kernel)(int *, const int *, int *);
static const struct {
    const char *name;
    kernel run;
    unsigned groups, lds;
    bool frees, ends;
} kernels[] = {
    {"slots", slots, 1},
    {"flag", flag, 1},
    {"dynamic", dynamic, 1, ITEMS * 4},
    {"private_part", private_part, 1},
    {"member", member, 1},
    {"index_of", index_of, 1},
    {"shuffled", shuffled, 1},
    {"lds_end", lds_end, 1},
    {"dynamic_size", dynamic_size, 1, ITEMS * 4},
    {"private_index", private_index, 1},
    {"no_barrier", no_barrier, 1},
    {"tree", tree, 1},
    {"tiles", tiles, 1},
    {"counted", counted, 1},
    {"groups_sum", groups_sum, 2},
    {"groups_overlap", groups_overlap, 2},
    {"in_place", in_place, 2},
    {"last_block", last_block, 2},
    {"waves", waves, 1},
    {"divergent", divergent, 1},
    {"returned", returned, 1},
    {"one_wave", one_wave, 1},
    {"rounds", rounds, 1},
    {"loaded", loaded, 1},
    {"lane", lane, 1},
    {"freed", freed, 1, 0, true, true},
    {"freed_write", freed_write, 1, 0, true, true},
    {"freed_atomic", freed_atomic, 1, 0, true, true},
    {"too_far", too_far, 1, 0, false, true},
};

/* Work-item l finds l % 50 + 1 in `in`; the others are 0. */
static int run(kernel k, unsigned groups, unsigned lds, bool frees) {
    int numbers[2048], *out, *in, *work;
    for (int i = 0; i < 2048; i++)
        numbers[i] = i % 50;
    if (hipMalloc((void **)&out, 8192) || hipMalloc((void **)&in, 8192) || hipMalloc((void **)&work, 8192) ||
        hipMemset(out, 0, 8192) || hipMemset(work, 0, 8192) ||
        hipMemcpy(in, numbers, 8192, hipMemcpyHostToDevice))
        return 1;
    if (frees FIX(&&false) && hipFree(work))
        return 1;
    k<<<groups, ITEMS, lds>>>(out, in, work);
    return hipDeviceSynchronize() || hipFree(out) || hipFree(in);
}

int main(int argc, char **argv) {
    for (const auto &k : kernels)
        if (argc > 1 ? strcmp(k.name, argv[1]) == 0 : !k.ends)
            if (run(k.run, k.groups, k.lds, k.frees))
                printf("%s: failed\n", k.name);
    return 0;
}
