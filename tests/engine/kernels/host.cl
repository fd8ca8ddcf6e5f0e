/* SPDX-License-Identifier: MIT */
/* OpenCL's functions for kernels that are compiled for the host: as the specification says what they do, on libm in double
 * precision. Only those that the kernels call. One work-item runs at a time, so atomic operations are plain ones. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#define OVER __attribute__((overloadable))

/* ---- work-items (host.c) ---- */

ulong host_size(uint what, uint d);
void host_barrier(void);

size_t OVER get_global_id(uint d) { return host_size('i', d); }
size_t OVER get_local_id(uint d) { return host_size('l', d); }
size_t OVER get_group_id(uint d) { return host_size('g', d); }
size_t OVER get_global_size(uint d) { return host_size('I', d); }
size_t OVER get_local_size(uint d) { return host_size('L', d); }
size_t OVER get_num_groups(uint d) { return host_size('G', d); }
size_t OVER get_global_offset(uint d) { return 0; }
uint OVER get_work_dim(void) { return host_size('d', 0); }
void OVER barrier(cl_mem_fence_flags flags) { host_barrier(); }
void OVER mem_fence(cl_mem_fence_flags flags) {}
void OVER read_mem_fence(cl_mem_fence_flags flags) {}
void OVER write_mem_fence(cl_mem_fence_flags flags) {}

/* ---- atomic operations ---- */

#define ATOMIC(T, SPACE, NAME, NEW)                                                                                    \
    T OVER NAME(volatile SPACE T *p, T x) {                                                                            \
        T old = *p;                                                                                                    \
        *p = NEW;                                                                                                      \
        return old;                                                                                                    \
    }
#define ATOMIC_STEP(T, SPACE, NAME, NEW)                                                                               \
    T OVER NAME(volatile SPACE T *p) {                                                                                 \
        T old = *p;                                                                                                    \
        *p = NEW;                                                                                                      \
        return old;                                                                                                    \
    }
#define ATOMIC_SWAP(T, SPACE, NAME)                                                                                    \
    T OVER NAME(volatile SPACE T *p, T expected, T x) {                                                                \
        T old = *p;                                                                                                    \
        *p = old == expected ? x : old;                                                                                \
        return old;                                                                                                    \
    }
#define ATOMICS(T, SPACE, PREFIX)                                                                                      \
    ATOMIC(T, SPACE, PREFIX##_add, old + x)                                                                            \
    ATOMIC(T, SPACE, PREFIX##_sub, old - x)                                                                            \
    ATOMIC(T, SPACE, PREFIX##_xchg, x)                                                                                 \
    ATOMIC(T, SPACE, PREFIX##_min, old < x ? old : x)                                                                  \
    ATOMIC(T, SPACE, PREFIX##_max, old > x ? old : x)                                                                  \
    ATOMIC(T, SPACE, PREFIX##_and, old &x)                                                                             \
    ATOMIC(T, SPACE, PREFIX##_or, old | x)                                                                             \
    ATOMIC(T, SPACE, PREFIX##_xor, old ^ x)                                                                            \
    ATOMIC_STEP(T, SPACE, PREFIX##_inc, old + 1)                                                                       \
    ATOMIC_STEP(T, SPACE, PREFIX##_dec, old - 1)                                                                       \
    ATOMIC_SWAP(T, SPACE, PREFIX##_cmpxchg)
ATOMICS(int, global, atomic)
ATOMICS(uint, global, atomic)
ATOMICS(int, local, atomic)
ATOMICS(uint, local, atomic)
ATOMICS(long, global, atom)
ATOMICS(ulong, global, atom)
ATOMICS(long, local, atom)
ATOMICS(ulong, local, atom)
ATOMIC(float, global, atomic_xchg, x)
ATOMIC(float, local, atomic_xchg, x)

/* ---- each component by itself ---- */

#define V1(R, T, NAME)                                                                                                 \
    R##2 OVER NAME(T##2 a) { return (R##2)(NAME(a.x), NAME(a.y)); }                                                    \
    R##3 OVER NAME(T##3 a) { return (R##3)(NAME(a.x), NAME(a.y), NAME(a.z)); }                                         \
    R##4 OVER NAME(T##4 a) { return (R##4)(NAME(a.x), NAME(a.y), NAME(a.z), NAME(a.w)); }
#define V2(R, T, U, NAME)                                                                                              \
    R##2 OVER NAME(T##2 a, U##2 b) { return (R##2)(NAME(a.x, b.x), NAME(a.y, b.y)); }                                  \
    R##3 OVER NAME(T##3 a, U##3 b) { return (R##3)(NAME(a.x, b.x), NAME(a.y, b.y), NAME(a.z, b.z)); }                  \
    R##4 OVER NAME(T##4 a, U##4 b) {                                                                                   \
        return (R##4)(NAME(a.x, b.x), NAME(a.y, b.y), NAME(a.z, b.z), NAME(a.w, b.w));                                 \
    }
#define V3(R, T, NAME)                                                                                                 \
    R##2 OVER NAME(T##2 a, T##2 b, T##2 c) { return (R##2)(NAME(a.x, b.x, c.x), NAME(a.y, b.y, c.y)); }                \
    R##4 OVER NAME(T##4 a, T##4 b, T##4 c) {                                                                           \
        return (R##4)(NAME(a.x, b.x, c.x), NAME(a.y, b.y, c.y), NAME(a.z, b.z, c.z), NAME(a.w, b.w, c.w));             \
    }

/* ---- real numbers ---- */

#define LIBM1(NAME)                                                                                                    \
    double libm_##NAME(double) __asm__(#NAME);                                                                         \
    double OVER NAME(double x) { return libm_##NAME(x); }                                                              \
    float OVER NAME(float x) { return (float)libm_##NAME((double)x); }                                                 \
    V1(float, float, NAME)                                                                                             \
    V1(double, double, NAME)
#define LIBM2(NAME)                                                                                                    \
    double libm_##NAME(double, double) __asm__(#NAME);                                                                 \
    double OVER NAME(double x, double y) { return libm_##NAME(x, y); }                                                 \
    float OVER NAME(float x, float y) { return (float)libm_##NAME((double)x, (double)y); }                             \
    V2(float, float, float, NAME)                                                                                      \
    V2(double, double, double, NAME)
LIBM1(sin) LIBM1(cos) LIBM1(tan) LIBM1(asin) LIBM1(acos) LIBM1(atan) LIBM1(sinh) LIBM1(cosh) LIBM1(tanh) LIBM1(asinh)
LIBM1(acosh) LIBM1(atanh) LIBM1(exp) LIBM1(exp2) LIBM1(exp10) LIBM1(expm1) LIBM1(log) LIBM1(log2) LIBM1(log10)
LIBM1(log1p) LIBM1(sqrt) LIBM1(cbrt) LIBM1(erf) LIBM1(erfc) LIBM1(tgamma) LIBM1(lgamma) LIBM1(fabs) LIBM1(floor)
LIBM1(ceil) LIBM1(trunc) LIBM1(rint) LIBM1(round) LIBM1(logb)
LIBM2(pow) LIBM2(atan2) LIBM2(hypot) LIBM2(fmod) LIBM2(remainder) LIBM2(fmin) LIBM2(fmax) LIBM2(fdim) LIBM2(copysign)

float libm_fmaf(float, float, float) __asm__("fmaf");
double libm_fma(double, double, double) __asm__("fma");
float libm_nextafterf(float, float) __asm__("nextafterf");
double libm_nextafter(double, double) __asm__("nextafter");
double libm_ldexp(double, int) __asm__("ldexp");
double libm_frexp(double, int *) __asm__("frexp");
double libm_modf(double, double *) __asm__("modf");
double libm_remquo(double, double, int *) __asm__("remquo");
int libm_ilogb(double) __asm__("ilogb");
#define PI 3.14159265358979323846
float OVER fma(float a, float b, float c) { return libm_fmaf(a, b, c); }
double OVER fma(double a, double b, double c) { return libm_fma(a, b, c); }
float OVER mad(float a, float b, float c) { return libm_fmaf(a, b, c); }
V3(float, float, fma)
V3(double, double, fma)
float OVER nextafter(float a, float b) { return libm_nextafterf(a, b); }
double OVER nextafter(double a, double b) { return libm_nextafter(a, b); }
float OVER ldexp(float a, int e) { return (float)libm_ldexp((double)a, e); }
double OVER ldexp(double a, int e) { return libm_ldexp(a, e); }
float OVER frexp(float a, int *e) { return (float)libm_frexp((double)a, e); }
double OVER frexp(double a, int *e) { return libm_frexp(a, e); }
float OVER modf(float a, float *whole) {
    double w, fraction = libm_modf((double)a, &w);
    *whole = (float)w;
    return (float)fraction;
}
double OVER modf(double a, double *whole) { return libm_modf(a, whole); }
float OVER sincos(float a, float *c) {
    *c = cos(a);
    return sin(a);
}
int OVER ilogb(float a) { return libm_ilogb((double)a); }
int OVER ilogb(double a) { return libm_ilogb(a); }
float OVER pown(float a, int n) { return (float)libm_pow((double)a, (double)n); }
float OVER powr(float a, float b) { return pow(a, b); }
float OVER rootn(float a, int n) { return (float)libm_pow((double)a, 1.0 / n); }
float OVER sinpi(float a) { return (float)libm_sin(PI * (double)a); }
float OVER cospi(float a) { return (float)libm_cos(PI * (double)a); }
float OVER atanpi(float a) { return (float)(libm_atan((double)a) / PI); }
float OVER rsqrt(float a) { return (float)(1 / libm_sqrt((double)a)); }
double OVER rsqrt(double a) { return 1 / libm_sqrt(a); }
float OVER fract(float a, float *whole) {
    *whole = floor(a);
    return fmin(a - *whole, 0x1.fffffep-1f);
}
float OVER maxmag(float a, float b) { return fabs(a) > fabs(b) ? a : fabs(b) > fabs(a) ? b : fmax(a, b); }
float OVER minmag(float a, float b) { return fabs(a) < fabs(b) ? a : fabs(b) < fabs(a) ? b : fmin(a, b); }
#define NATIVE(NAME)                                                                                                   \
    float OVER native_##NAME(float a) { return NAME(a); }
NATIVE(sin) NATIVE(cos) NATIVE(exp) NATIVE(exp2) NATIVE(log) NATIVE(log2) NATIVE(sqrt) NATIVE(rsqrt)
float OVER native_recip(float a) { return (float)(1 / (double)a); }
float OVER native_divide(float a, float b) { return (float)((double)a / (double)b); }

half OVER fma(half a, half b, half c) { return (half)((double)a * (double)b + (double)c); }
half OVER sqrt(half a) { return (half)libm_sqrt((double)a); }
half OVER fabs(half a) { return (half)libm_fabs((double)a); }
half OVER floor(half a) { return (half)libm_floor((double)a); }
half OVER fmin(half a, half b) { return (half)libm_fmin((double)a, (double)b); }
half OVER fmax(half a, half b) { return (half)libm_fmax((double)a, (double)b); }

#define COMMON(T)                                                                                                      \
    T OVER degrees(T a) { return (T)(180 / PI * (double)a); }                                                          \
    T OVER radians(T a) { return (T)(PI / 180 * (double)a); }                                                          \
    T OVER sign(T a) { return a > 0 ? (T)1 : a < 0 ? (T)-1 : a == 0 ? a : (T)0; }                                      \
    T OVER clamp(T a, T low, T high) { return fmin(fmax(a, low), high); }                                              \
    T OVER mix(T a, T b, T t) { return a + (b - a) * t; }                                                              \
    T OVER step(T edge, T a) { return a < edge ? (T)0 : (T)1; }                                                        \
    T OVER smoothstep(T low, T high, T a) {                                                                            \
        T t = clamp((a - low) / (high - low), (T)0, (T)1);                                                             \
        return t * t * (3 - 2 * t);                                                                                    \
    }                                                                                                                  \
    T OVER dot(T##2 a, T##2 b) { return (T)((double)a.x * (double)b.x + (double)a.y * (double)b.y); }                  \
    T OVER dot(T##4 a, T##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }                               \
    T OVER dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }                                           \
    T##3 OVER cross(T##3 a, T##3 b) {                                                                                  \
        return (T##3)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);                            \
    }                                                                                                                  \
    T OVER length(T##4 a) {                                                                                            \
        return (T)libm_sqrt((double)a.x * (double)a.x + (double)a.y * (double)a.y + (double)a.z * (double)a.z +        \
                            (double)a.w * (double)a.w);                                                                \
    }                                                                                                                  \
    T OVER distance(T##4 a, T##4 b) { return length(a - b); }                                                          \
    T##4 OVER normalize(T##4 a) { return a / length(a); }
COMMON(float)
COMMON(double)

#define RELATION(R, T)                                                                                                 \
    R OVER isnan(T a) { return a != a; }                                                                               \
    R OVER isinf(T a) { return fabs(a) == (T)INFINITY; }                                                               \
    R OVER isfinite(T a) { return fabs(a) < (T)INFINITY; }                                                             \
    R OVER isless(T a, T b) { return a < b; }                                                                          \
    R OVER isgreaterequal(T a, T b) { return a >= b; }                                                                 \
    R OVER isequal(T a, T b) { return a == b; }                                                                        \
    R OVER isnotequal(T a, T b) { return a != b; }                                                                     \
    R OVER isunordered(T a, T b) { return a != a || b != b; }                                                          \
    R OVER islessgreater(T a, T b) { return a < b || a > b; }
RELATION(int, float)
RELATION(int, double)
int OVER isnormal(float a) { return fabs(a) < INFINITY && fabs(a) >= 0x1p-126f; }
int OVER signbit(float a) { return as_uint(a) >> 31; }
int OVER signbit(double a) { return as_ulong(a) >> 63; }

/* ---- integers ---- */

#define INTEGER(T, U, BITS)                                                                                            \
    T OVER min(T a, T b) { return a < b ? a : b; }                                                                     \
    T OVER max(T a, T b) { return a > b ? a : b; }                                                                     \
    T OVER clamp(T a, T low, T high) { return min(max(a, low), high); }                                                \
    T OVER popcount(T a) {                                                                                             \
        T n = 0;                                                                                                       \
        for (U rest = (U)a; rest; rest &= rest - 1)                                                                    \
            n++;                                                                                                       \
        return n;                                                                                                      \
    }                                                                                                                  \
    T OVER clz(T a) {                                                                                                  \
        T n = 0;                                                                                                       \
        while (n < BITS && !((U)a >> (BITS - 1 - n) & 1))                                                              \
            n++;                                                                                                       \
        return n;                                                                                                      \
    }                                                                                                                  \
    T OVER rotate(T a, T by) {                                                                                         \
        uint n = (uint)by & (BITS - 1);                                                                                \
        return n ? (T)((U)((U)a << n) | (U)((U)a >> (BITS - n))) : a;                                                  \
    }                                                                                                                  \
    U OVER abs_diff(T a, T b) { return a > b ? (U)((U)a - (U)b) : (U)((U)b - (U)a); }                                  \
    T OVER hadd(T a, T b) { return (T)((a >> 1) + (b >> 1) + (a & b & 1)); }                                           \
    T OVER rhadd(T a, T b) { return (T)((a >> 1) + (b >> 1) + ((a | b) & 1)); }                                        \
    V2(T, T, T, min)                                                                                                   \
    V2(T, T, T, max)                                                                                                   \
    V2(T, T, T, rotate)                                                                                                \
    V1(T, T, popcount)                                                                                                 \
    V1(T, T, clz)
INTEGER(char, uchar, 8)
INTEGER(uchar, uchar, 8)
INTEGER(short, ushort, 16)
INTEGER(ushort, ushort, 16)
INTEGER(int, uint, 32)
INTEGER(uint, uint, 32)
INTEGER(long, ulong, 64)
INTEGER(ulong, ulong, 64)
uchar OVER abs(char a) { return a < 0 ? -a : a; }
ushort OVER abs(short a) { return a < 0 ? -a : a; }
uint OVER abs(int a) { return a < 0 ? -(uint)a : (uint)a; }
ulong OVER abs(long a) { return a < 0 ? -(ulong)a : (ulong)a; }
uint OVER abs(uint a) { return a; }

/* In a wider type, then the nearest value that there is. */
#define SATURATE(T, WIDE, LOW, HIGH)                                                                                   \
    T OVER add_sat(T a, T b) {                                                                                         \
        WIDE x = (WIDE)a + (WIDE)b;                                                                                    \
        return (T)(x < LOW ? LOW : x > HIGH ? HIGH : x);                                                               \
    }                                                                                                                  \
    T OVER sub_sat(T a, T b) {                                                                                         \
        WIDE x = (WIDE)a - (WIDE)b;                                                                                    \
        return (T)(x < LOW ? LOW : x > HIGH ? HIGH : x);                                                               \
    }                                                                                                                  \
    V2(T, T, T, add_sat)                                                                                               \
    V2(T, T, T, sub_sat)
SATURATE(char, int, -128, 127)
SATURATE(uchar, int, 0, 255)
SATURATE(short, int, -32768, 32767)
SATURATE(ushort, int, 0, 65535)
SATURATE(int, long, -2147483648l, 2147483647l)
SATURATE(uint, long, 0l, 4294967295l)
SATURATE(long, __int128, (__int128)LONG_MIN, (__int128)LONG_MAX)
SATURATE(ulong, __int128, (__int128)0, (__int128)ULONG_MAX)
#define PRODUCT(T, WIDE, BITS)                                                                                         \
    T OVER mul_hi(T a, T b) { return (T)(((WIDE)a * (WIDE)b) >> BITS); }                                               \
    T OVER mad_hi(T a, T b, T c) { return mul_hi(a, b) + c; }
PRODUCT(char, int, 8)
PRODUCT(uchar, int, 8)
PRODUCT(short, int, 16)
PRODUCT(ushort, uint, 16)
PRODUCT(int, long, 32)
PRODUCT(uint, ulong, 32)
PRODUCT(long, __int128, 64)
PRODUCT(ulong, unsigned __int128, 64)
int OVER mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
uint OVER mul24(uint a, uint b) { return (a & 0xffffff) * (b & 0xffffff); }
int OVER mad24(int a, int b, int c) { return mul24(a, b) + c; }
uint OVER mad24(uint a, uint b, uint c) { return mul24(a, b) + c; }
ushort OVER upsample(uchar a, uchar b) { return (ushort)(a << 8 | b); }
uint OVER upsample(ushort a, ushort b) { return (uint)a << 16 | b; }
ulong OVER upsample(uint a, uint b) { return (ulong)a << 32 | b; }
long OVER upsample(int a, uint b) { return (long)((ulong)(uint)a << 32 | b); }
int OVER mad_sat(int a, int b, int c) {
    long x = (long)a * b + c;
    return (int)(x < INT_MIN ? INT_MIN : x > INT_MAX ? INT_MAX : x);
}

/* ---- selecting ---- */

#define SELECT(T, I)                                                                                                   \
    T OVER bitselect(T a, T b, T c) { return (a & ~c) | (b & c); }                                                     \
    T OVER select(T a, T b, I c) { return c ? b : a; }                                                                 \
    T##4 OVER select(T##4 a, T##4 b, I##4 c) {                                                                         \
        return (T##4)(c.x < 0 ? b.x : a.x, c.y < 0 ? b.y : a.y, c.z < 0 ? b.z : a.z, c.w < 0 ? b.w : a.w);             \
    }
SELECT(int, int)
SELECT(uint, int)
SELECT(long, long)
float OVER select(float a, float b, int c) { return c ? b : a; }
float4 OVER select(float4 a, float4 b, int4 c) {
    return (float4)(c.x < 0 ? b.x : a.x, c.y < 0 ? b.y : a.y, c.z < 0 ? b.z : a.z, c.w < 0 ? b.w : a.w);
}
float OVER bitselect(float a, float b, float c) {
    return as_float((as_uint(a) & ~as_uint(c)) | (as_uint(b) & as_uint(c)));
}
int OVER any(int4 a) { return ((a.x | a.y | a.z | a.w) & INT_MIN) != 0; }
int OVER all(int4 a) { return ((a.x & a.y & a.z & a.w) & INT_MIN) != 0; }
uint4 OVER shuffle(uint4 a, uint4 m) {
    uint e[4] = {a.x, a.y, a.z, a.w};
    return (uint4)(e[m.x & 3], e[m.y & 3], e[m.z & 3], e[m.w & 3]);
}
uint4 OVER shuffle2(uint4 a, uint4 b, uint4 m) {
    uint e[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    return (uint4)(e[m.x & 7], e[m.y & 7], e[m.z & 7], e[m.w & 7]);
}

/* ---- conversions ---- */

#define CONVERT(D, S)                                                                                                  \
    D OVER convert_##D(S a) { return (D)a; }                                                                           \
    D##2 OVER convert_##D##2(S##2 a) { return (D##2)((D)a.x, (D)a.y); }                                                \
    D##3 OVER convert_##D##3(S##3 a) { return (D##3)((D)a.x, (D)a.y, (D)a.z); }                                        \
    D##4 OVER convert_##D##4(S##4 a) { return (D##4)((D)a.x, (D)a.y, (D)a.z, (D)a.w); }
#define CONVERT_FROM(S)                                                                                                \
    CONVERT(char, S) CONVERT(uchar, S) CONVERT(short, S) CONVERT(ushort, S) CONVERT(int, S) CONVERT(uint, S)           \
    CONVERT(long, S) CONVERT(ulong, S) CONVERT(float, S) CONVERT(double, S)
CONVERT_FROM(char) CONVERT_FROM(uchar) CONVERT_FROM(short) CONVERT_FROM(ushort) CONVERT_FROM(int) CONVERT_FROM(uint)
CONVERT_FROM(long) CONVERT_FROM(ulong) CONVERT_FROM(float) CONVERT_FROM(double)

/* To an integer of at most 32 bits, by way of double, which holds every such number. */
#define NARROW(D, LOW, HIGH, S)                                                                                        \
    D OVER convert_##D##_sat(S a) {                                                                                    \
        double x = (double)a;                                                                                          \
        return x != x ? 0 : x < LOW ? (D)LOW : x > HIGH ? (D)HIGH : (D)x;                                              \
    }
#define NARROW_TO(S)                                                                                                   \
    NARROW(char, -128.0, 127.0, S)                                                                                     \
    NARROW(uchar, 0.0, 255.0, S)                                                                                       \
    NARROW(short, -32768.0, 32767.0, S)                                                                                \
    NARROW(ushort, 0.0, 65535.0, S)                                                                                    \
    NARROW(int, -2147483648.0, 2147483647.0, S)                                                                        \
    NARROW(uint, 0.0, 4294967295.0, S)
NARROW_TO(int) NARROW_TO(uint) NARROW_TO(float) NARROW_TO(double) NARROW_TO(long) NARROW_TO(ulong) NARROW_TO(short)
uchar4 OVER convert_uchar4_sat(float4 a) {
    return (uchar4)(convert_uchar_sat(a.x), convert_uchar_sat(a.y), convert_uchar_sat(a.z), convert_uchar_sat(a.w));
}
short4 OVER convert_short4_sat(int4 a) {
    return (short4)(convert_short_sat(a.x), convert_short_sat(a.y), convert_short_sat(a.z), convert_short_sat(a.w));
}
#define ROUNDED(D, S)                                                                                                  \
    D OVER convert_##D##_rte(S a) { return (D)libm_rint((double)a); }                                                  \
    D OVER convert_##D##_rtz(S a) { return (D)libm_trunc((double)a); }                                                 \
    D OVER convert_##D##_rtp(S a) { return (D)libm_ceil((double)a); }                                                  \
    D OVER convert_##D##_rtn(S a) { return (D)libm_floor((double)a); }
ROUNDED(int, float)
ROUNDED(int, double)
ROUNDED(long, double)
ROUNDED(short, float)
/* The float on the wished side: one step from the nearest one where that is on the other. */
float OVER convert_float_rtz(int a) {
    float f = (float)a;
    return libm_fabs((double)f) > libm_fabs((double)a) ? libm_nextafterf(f, 0) : f;
}
float OVER convert_float_rtp(int a) {
    float f = (float)a;
    return (double)f < (double)a ? libm_nextafterf(f, INFINITY) : f;
}
float OVER convert_float_rtn(int a) {
    float f = (float)a;
    return (double)f > (double)a ? libm_nextafterf(f, -INFINITY) : f;
}

/* ---- vectors in memory ---- */

#define VLOAD(T, SPACE)                                                                                                \
    T##2 OVER vload2(size_t i, const SPACE T *p) { return (T##2)(p[2 * i], p[2 * i + 1]); }                            \
    T##3 OVER vload3(size_t i, const SPACE T *p) { return (T##3)(p[3 * i], p[3 * i + 1], p[3 * i + 2]); }              \
    T##4 OVER vload4(size_t i, const SPACE T *p) {                                                                     \
        return (T##4)(p[4 * i], p[4 * i + 1], p[4 * i + 2], p[4 * i + 3]);                                             \
    }
#define VSTORE(T, SPACE)                                                                                               \
    void OVER vstore2(T##2 a, size_t i, SPACE T *p) {                                                                  \
        p[2 * i] = a.x;                                                                                                \
        p[2 * i + 1] = a.y;                                                                                            \
    }                                                                                                                  \
    void OVER vstore3(T##3 a, size_t i, SPACE T *p) {                                                                  \
        p[3 * i] = a.x;                                                                                                \
        p[3 * i + 1] = a.y;                                                                                            \
        p[3 * i + 2] = a.z;                                                                                            \
    }                                                                                                                  \
    void OVER vstore4(T##4 a, size_t i, SPACE T *p) {                                                                  \
        for (int k = 0; k < 4; k++)                                                                                    \
            p[4 * i + k] = k == 0 ? a.x : k == 1 ? a.y : k == 2 ? a.z : a.w;                                           \
    }
#define IN_MEMORY(T) VLOAD(T, global) VLOAD(T, local) VSTORE(T, global) VSTORE(T, local)
IN_MEMORY(uchar)
IN_MEMORY(short)
IN_MEMORY(int)
IN_MEMORY(uint)
IN_MEMORY(float)
IN_MEMORY(double)
float OVER vload_half(size_t i, const global half *p) { return (float)p[i]; }
void OVER vstore_half(float a, size_t i, global half *p) { p[i] = (half)a; }
