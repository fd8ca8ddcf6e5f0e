/* SPDX-License-Identifier: MIT */
/* rocRAND: what its generators make is what follows from their definitions (Philox, Sobol), computed here from the papers, or has
 * the mean and the variance that it should have. */
#include <cmath>
#include <cstdint>
#include <rocrand/rocrand.h>
#include <vector>

#include "hip.h"

static std::vector<unsigned> numbers(rocrand_rng_type type, size_t count, bool &ok) {
    std::vector<unsigned> out(count);
    rocrand_generator generator;
    unsigned *device;
    DO(hipMalloc(&device, count * sizeof *device));
    ok = rocrand_create_generator(&generator, type) == ROCRAND_STATUS_SUCCESS;
    ok = ok && rocrand_generate(generator, device, count) == ROCRAND_STATUS_SUCCESS;
    DO(hipMemcpy(out.data(), device, count * sizeof *device, hipMemcpyDeviceToHost));
    rocrand_destroy_generator(generator);
    DO(hipFree(device));
    return out;
}

/* The first dimension of Sobol's sequence: bits of Gray codes, reversed. */
static unsigned sobol(unsigned i) {
    unsigned gray = i ^ i >> 1, reversed = 0;
    for (int bit = 0; bit < 32; bit++)
        if (gray >> bit & 1)
            reversed |= 1u << (31 - bit);
    return reversed;
}

static bool is_uniform(const std::vector<unsigned> &x) {
    double mean = 0, square = 0;
    for (unsigned v : x) {
        double u = v / 4294967296.0;
        mean += u;
        square += u * u;
    }
    mean /= (double)x.size();
    square = square / (double)x.size() - mean * mean;
    return std::fabs(mean - 0.5) < 5 / std::sqrt(12.0 * (double)x.size()) && std::fabs(square - 1 / 12.0) < 0.003;
}

static void floats() {
    const size_t count = 16384;
    std::vector<float> x(count);
    rocrand_generator generator;
    float *device;
    double mean = 0, square = 0;
    bool inside = true;
    DO(hipMalloc(&device, count * sizeof *device));
    check("a generator", rocrand_create_generator(&generator, ROCRAND_RNG_PSEUDO_PHILOX4_32_10) == 0);
    check("uniform", rocrand_generate_uniform(generator, device, count) == 0);
    DO(hipMemcpy(x.data(), device, count * sizeof *device, hipMemcpyDeviceToHost));
    for (float v : x)
        inside &= v > 0 && v <= 1;
    check("in (0, 1]", inside);
    check("normal", rocrand_generate_normal(generator, device, count, 10, 2) == 0);
    DO(hipMemcpy(x.data(), device, count * sizeof *device, hipMemcpyDeviceToHost));
    for (float v : x) {
        mean += v;
        square += (double)v * v;
    }
    mean /= count;
    square = square / count - mean * mean;
    check("mean and variance", std::fabs(mean - 10) < 0.08 && std::fabs(square - 4) < 0.25);
    rocrand_destroy_generator(generator);
    DO(hipFree(device));
}

int main() {
    const rocrand_rng_type types[] = {ROCRAND_RNG_PSEUDO_XORWOW, ROCRAND_RNG_PSEUDO_MRG32K3A,
                                      ROCRAND_RNG_PSEUDO_PHILOX4_32_10};
    bool ok, right = true;
    for (rocrand_rng_type type : types) {
        std::vector<unsigned> x = numbers(type, 20000, ok);
        check("a generator works", ok);
        check("and is uniform", is_uniform(x));
    }
    std::vector<unsigned> x = numbers(ROCRAND_RNG_QUASI_SOBOL32, 4096, ok);
    for (unsigned i = 0; i < 4096; i++)
        right &= x[i] == sobol(i);
    check("sobol32", ok && right);
    floats();
    return summary();
}
