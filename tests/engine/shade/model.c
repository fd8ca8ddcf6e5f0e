/* SPDX-License-Identifier: MIT */
/* The second implementation: operands, formats, and each group of instructions. */
#include "model.h"

#include <math.h>
#include <string.h>

#define F(high, low) ((unsigned)(w >> (low) & ((UINT64_C(1) << ((high) - (low) + 1)) - 1)))
#define B(bit) ((unsigned)(w >> (bit)&1))

/* ---- numbers ---- */

float as_float(uint32_t bits) {
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

uint32_t as_bits(float f) {
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return bits;
}

double half_to(uint32_t h) {
    unsigned e = h >> 10 & 31, m = h & 1023;
    double v = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, (int)e - 25) : ldexp(m, -24);
    return h >> 15 & 1 ? -v : v;
}

uint32_t half_from(double v) {
    uint32_t sign = signbit(v) ? 0x8000 : 0;
    double a = fabs(v);
    int e;
    if (isnan(v))
        return sign | 0x7e00;
    if (a >= 65520)
        return sign | 0x7c00;
    frexp(a, &e);
    e = a == 0 || e < -13 ? -13 : e;
    double m = rint(ldexp(a, 11 - e)); /* 1024..2047 for normal ones */
    if (m == 2048) {
        m = 1024;
        e++;
    }
    return sign | (m < 1024 ? (uint32_t)m : (uint32_t)(e + 14) << 10 | ((uint32_t)m - 1024));
}

/* ---- operands ---- */

typedef enum format { FLOAT32, FLOAT16, FIXED10, BYTE, SBYTE, SHORT, SSHORT, WORD, SWORD } format;
typedef enum bank { R, O, PA, SA, I, INDEX, CONSTANT, NUMBER, INDEXED1, INDEXED2, OTHER } bank;

typedef struct operand {
    bank bank, within; /* of an indexed register */
    unsigned n, scale;
    bool doubled, fixed; /* a number of 16 bits does not advance: or with 0 is how compilers repeat a move */
    bool neg, abs;
    unsigned channel[4]; /* 4-7: 0 1 2 1/2 */
} operand;

static bool fault;

bool model_ran, model_secondary;
uint32_t model_seen[MODEL_FORMATS];
unsigned char model_memory[MODEL_MEMORY];

/* Which edges of its format a value in a register is: see model_edges. */
static uint32_t edge_of(format f, uint32_t v) {
    uint32_t top = f == BYTE || f == SBYTE                   ? 0x80
                   : f == FIXED10                            ? 0x200
                   : f == WORD || f == SWORD || f == FLOAT32 ? 0x80000000
                                                             : 0x8000;
    v &= top - 1 + top;
    if (f == FLOAT32 || f == FLOAT16) {
        uint32_t exponent = f == FLOAT32 ? v >> 23 & 255 : v >> 10 & 31, all = f == FLOAT32 ? 255 : 31,
                 part = f == FLOAT32 ? v & 0x7fffff : v & 0x3ff, sign = f == FLOAT32 ? v >> 31 : v >> 15;
        return exponent == all ? (part ? 1 : 2) : exponent ? 4 : part ? 8 : sign ? 16 : 32;
    }
    return v == 0                     ? 1
           : v == top                 ? 2
           : v == top - 1             ? 4
           : v == top - 1 + top       ? 8
           : f == FIXED10 && v == 255 ? 16
                                      : 32;
}

const char *model_edges(unsigned f, uint32_t *all) {
    static const char *const names[] = {"f32", "f16", "fx10", "u8", "s8", "u16", "s16", "u32", "i32"};
    *all = f == FIXED10 ? 63 : f == FLOAT32 || f == FLOAT16 ? 63 : 32 + 15;
    return names[f];
}

static const uint32_t table[64][2] = {
    {0, 0},
    {0, 0x3f800000},
    {0x3f800000, 0},
    {0x3f800000, 0x3f800000},
    {0x40000000, 0x40800000},
    {0x41000000, 0x41800000},
    {0x42000000, 0x42800000},
    {0x43000000, 0x43800000},
    {0x44000000, 0x44800000},
    {0x45000000, 0x45800000},
    {0x46000000, 0x46800000},
    {0x47000000, 0x47800000},
    {0x3f000000, 0x3e800000},
    {0x3e000000, 0x3d800000},
    {0x3d000000, 0x3c800000},
    {0x3c000000, 0x3b800000},
    {0x3b000000, 0x3a800000},
    {0x3a000000, 0x39800000},
    {0x39000000, 0x38800000},
    {0x38000000, 0x37800000},
    {0x402df854, 0x3ebc5ab2},
    {0x3fb504f3, 0x3f3504f3},
    {0x40490fdb, 0x3fc90fdb},
    {0x3f490fdb, 0x3ec90fdb},
    {0x40c90fdb, 0x41490fdb},
    {0x41c90fdb, 0},
    {0x37800000, 0x38000000},
    {0x37800080, 0x38000100},
    {0x35d00d01, 0x37b60b61},
    {0x39888889, 0x3b2aaaab},
    {0x3caaaaab, 0x3e000000},
    {0x3f000000, 0x3f800000},
    {0, 0x3c000000},
    {0, 0},
    {0x3c003c00, 0x3c003c00},
    {0x44004000, 0x4c004800},
    {0x54005000, 0x5c005800},
    {0x64006000, 0x6c006800},
    {0x74007000, 0x00007800},
    {0x34003800, 0x2c003000},
    {0x24002800, 0x1c002000},
    {0x14001800, 0x0c001000},
    {0x04000800, 0},
    {0x35e2416f, 0},
    {0x39a83da8, 0},
    {0x3e484248, 0x36483a48},
    {0x4a484648, 0x00004e48},
    {0, 0},
    {0, 0x19550c44},
    {0x30002555, 0x3c003800},
    {0, 0},
    {0, 0},
    {0, 0},
    {0, 0},
    {0, 0},
    {0, 0},
    {0xffffffff, 0},
    {0xffffffff, 0},
    {0xffffffff, 0},
    {0xffffffff, 0},
    {0x7fff7fff, 0},
    {0x7fff7fff, 0},
    {0x7fff7fff, 0},
    {0x7fff7fff, 0},
};

/* A secondary program has no temporaries, outputs and primary attributes of its own: all are
   secondary attributes. */
static bank there(bank b) {
    return model_secondary && b < SA ? SA : b;
}

static operand finish(bank b, unsigned n, unsigned width, bool doubled) {
    operand o = {.bank = there(b), .n = n, .doubled = doubled, .channel = {0, 1, 2, 3}};
    if (b == R && n >= (width == 6 ? 60u : 124u)) {
        o.bank = I;
        o.n = n - (width == 6 ? 60 : 124);
        return o;
    }
    if (b == INDEXED1 || b == INDEXED2) {
        o.within = there((bank)(n >> (width - 2)));
        o.n = n & ((1u << (width - 2)) - 1);
    }
    if (b == CONSTANT && n >= 64) {
        o.bank = OTHER; /* a global register */
        fault = true;
    }
    if (doubled && b != CONSTANT && b != NUMBER)
        o.n *= 2;
    return o;
}

static operand source(unsigned sel, unsigned ext, unsigned n, unsigned width, bool doubled) {
    static const bank banks[2][4] = {{R, O, PA, SA}, {INDEXED1, CONSTANT, NUMBER, INDEXED2}};
    return finish(banks[ext][sel], n, width, doubled);
}

static operand source0(unsigned sel, unsigned ext, unsigned n, unsigned width, bool doubled) {
    static const bank banks[2][2] = {{R, PA}, {O, SA}};
    return finish(banks[ext][sel], n, width, doubled);
}

/* Constants that are written, and unknown index registers, are faults even where nothing
   is written. */
static operand destination(unsigned sel, unsigned ext, unsigned n, unsigned width, bool doubled) {
    static const bank banks[2][4] = {{R, O, PA, INDEXED1}, {SA, CONSTANT, INDEX, INDEXED2}};
    operand o = finish(banks[ext][sel], n, width, doubled);
    fault |= o.bank == CONSTANT || o.bank == OTHER || (o.bank == INDEX && o.n != 1 && o.n != 2);
    return o;
}

static operand internal(unsigned n) {
    return (operand){.bank = I, .n = n, .channel = {0, 1, 2, 3}};
}

/* The letters xyzw and 0 1 2 h; of three the fourth is x. */
static void swizzle(operand *o, const char *letters) {
    static const char all[] = "xyzw012h";
    for (unsigned i = 0; i < 4; i++)
        o->channel[i] = (unsigned)(strchr(all, strlen(letters) > i ? letters[i] : 'x') - all);
}

static void swizzle_free(operand *o, unsigned x, unsigned y, unsigned z, unsigned v) {
    o->channel[0] = x;
    o->channel[1] = y;
    o->channel[2] = z;
    o->channel[3] = v;
}

static bool is_float(format f) {
    return f == FLOAT32 || f == FLOAT16 || f == FIXED10;
}

static unsigned word_of(format f, unsigned c) {
    switch (f) {
    case FLOAT16:
    case SHORT:
    case SSHORT: return c / 2;
    case FIXED10:
    case BYTE:
    case SBYTE: return 0;
    default: return c;
    }
}

/* Where a word of an operand is; NULL: a fault. */
static uint32_t *word_at(instance *s, const operand *o, int word) {
    int n = (int)o->n + word;
    bank b = o->bank;
    if (b == I)
        return &s->i[o->n & 3][word & 3];
    if (b == INDEX) {
        if (o->n == 1 || o->n == 2)
            return &s->index[o->n - 1];
        fault = true;
        return NULL;
    }
    if (b == INDEXED1 || b == INDEXED2) {
        int64_t far = n + 2 * (int64_t)(int32_t)s->index[b == INDEXED2];
        if (far < 0 || far >= WORDS) {
            fault |= !s->out;
            return NULL;
        }
        return &s->r[o->within][far];
    }
    if (b > SA || n < 0 || n >= WORDS) {
        fault = true;
        return NULL;
    }
    return &s->r[b][n];
}

/* A half as f32. */
static uint32_t wide_half(uint32_t h) {
    bool nan = (h & 0x7fff) > 0x7c00;
    return nan ? (h & 0x8000) << 16 | 0x7f800000 | (h & 0x3ff) << 13 : as_bits((float)half_to(h));
}

/* A NaN keeps its upper bits, but must stay one. */
static uint32_t narrow_nan(uint32_t v) {
    uint32_t part = v >> 13 & 0x3ff;
    return (v >> 16 & 0x8000) | 0x7c00 | (part ? part : 0x200);
}

/* The bits of channel c in a register: floats as f32, integers with all bits of their value. */
static uint32_t raw(instance *s, const operand *o, format f, unsigned c, int advance) {
    operand at = *o;
    if ((o->bank == CONSTANT || o->bank == NUMBER) && (int)o->n + advance < 0) {
        fault |= !s->out;
        return 0;
    }
    if (o->bank == CONSTANT) {
        const uint32_t *t = table[(o->n + (unsigned)advance) & 63];
        uint32_t half = t[c / 2] >> c % 2 * 16 & 0xffff, eight = t[0] >> 8 * c & 0xff;
        switch (f) {
        case FLOAT16: return wide_half(half);
        case SHORT: return half;
        case SSHORT: return (uint32_t)(int16_t)half;
        case BYTE: return eight;
        case SBYTE: return (uint32_t)(int8_t)eight;
        case FIXED10: {
            int x = (int)(t[0] >> 10 * c & 1023);
            return c == 3 ? 0 : as_bits(fmaxf((float)(x > 511 ? x - 1024 : x) / 255.0f, -2));
        }
        default: return t[c == 1];
        }
    }
    if (o->bank == NUMBER)
        return is_float(f) ? as_bits((float)(o->n + (unsigned)advance)) : o->n + (unsigned)advance;
    at.n += (unsigned)advance;
    if (at.bank == I && at.n > 3) {
        fault = true;
        return 0;
    }
    if (at.bank == INDEX && at.n != 1 && at.n != 2) {
        fault = true;
        return 0;
    }
    if (o->bank == I && is_float(f))
        f = FLOAT32;
    if (f == FIXED10 && c == 3)
        return 0;
    uint32_t *p = word_at(s, &at, (int)word_of(f, c)), v = p ? *p : 0;
    if (!s->out) {
        const unsigned each = f == FLOAT16 || f == SHORT || f == SSHORT ? 2
                              : f == FIXED10                            ? 3
                              : f == BYTE || f == SBYTE                 ? 4
                                                                        : 1;
        model_seen[f] |= edge_of(f, v >> c % each * (f == FIXED10 ? 10 : 32 / each));
    }
    switch (f) {
    case FLOAT16: return wide_half(v >> c % 2 * 16 & 0xffff);
    case FIXED10: {
        int x = (int)(v >> 10 * c & 1023);
        float value = (float)(x > 511 ? x - 1024 : x) / 255.0f;
        return as_bits(value < -2 ? -2 : value);
    }
    case BYTE: return v >> 8 * c & 255;
    case SBYTE: return (uint32_t)(int8_t)(v >> 8 * c);
    case SHORT: return v >> c % 2 * 16 & 0xffff;
    case SSHORT: return (uint32_t)(int16_t)(v >> c % 2 * 16);
    default: return v;
    }
}

static uint32_t fetch(instance *s, const operand *o, format f, unsigned c, int advance) {
    static const float digits[] = {0, 1, 2, 0.5f};
    unsigned channel = o->channel[c];
    uint32_t v = channel > 3 ? as_bits(digits[channel - 4]) : raw(s, o, f, channel, advance);
    v = o->abs ? v & 0x7fffffff : v;
    return o->neg ? v ^ 0x80000000 : v;
}

static void put(uint32_t *to, uint32_t value, unsigned shift, unsigned bits) {
    uint32_t mask = bits == 32 ? 0xffffffff : ((1u << bits) - 1) << shift;
    if (to)
        *to = (*to & ~mask) | (value << shift & mask);
}

static void store(instance *s, const operand *o, format f, unsigned c, int advance, uint32_t v) {
    operand at = *o;
    at.n += (unsigned)advance;
    if (o->bank == CONSTANT || o->bank == OTHER || (at.bank == I && at.n > 3)) {
        fault = true;
        return;
    }
    if (o->bank == I && is_float(f))
        f = FLOAT32;
    if (f == FIXED10 && c == 3)
        return;
    uint32_t *to = word_at(s, &at, (int)word_of(f, c));
    float value = as_float(v);
    switch (f) {
    case FLOAT16: put(to, isnan(value) ? narrow_nan(v) : half_from(value), c % 2 * 16, 16); break;
    case FIXED10:
        value = isnan(value) ? 0 : value < -2 ? -2 : value > 2 ? 2 : value;
        put(to, (uint32_t)(int)rint((double)(value * 255.0f)), 10 * c, 10);
        break;
    case BYTE:
    case SBYTE: put(to, v, 8 * c, 8); break;
    case SHORT:
    case SSHORT: put(to, v, c % 2 * 16, 16); break;
    default: put(to, v, 0, 32);
    }
}

/* ---- predicates ---- */

/* 0-3 p, 4-7 !p, 8 none, 9 Pn */
static bool holds(const instance *s, unsigned code, unsigned iteration) {
    return code == 8 ? true : code == 9 ? s->p[iteration % 4] : code < 4 ? s->p[code] : !s->p[code - 4];
}

static const unsigned pred3[] = {8, 0, 1, 2, 3, 4, 5, 9}, pred3v[] = {8, 0, 1, 2, 4, 5, 6, 9},
                      pred2[] = {8, 0, 4, 9}, pred2s[] = {8, 0, 1, 4};

/* ---- operations on floats ---- */

enum { MAD, MUL, ADD, FRC, DSX, DSY, MIN, MAX, DOT, MOV, RCP, RSQ, LOG, EXP, SUB };

/* a * b + c to f16, rounded once. The product of halves and floats is exact as a double; what the
 * sum loses only decides where it lies in the middle between two halves, from which one step leads
 * away. */
static float half_mad(float a, float b, float c) {
    double product = (double)a * b, sum = product + c, back = sum - product,
           lost = (product - (sum - back)) + (c - back);
    if (isfinite(sum) && lost != 0)
        sum = nextafter(sum, lost > 0 ? INFINITY : -INFINITY);
    return isnan(sum) ? NAN : (float)half_to(half_from(sum));
}

/* What the host makes of NaNs in arithmetic is its own. */
static uint32_t settled(float x) {
    return isnan(x) ? 0x7fc00000 : as_bits(x);
}

static float operate(unsigned op, bool narrow, float a, float b, float c) {
    switch (op) {
    case MAD: return narrow ? half_mad(a, b, c) : fmaf(a, b, c);
    case MUL: return a * b;
    case ADD: return a + b;
    case SUB: return a - b;
    case FRC: return a - floorf(b);
    case MIN: return isnan(a) ? b : isnan(b) ? a : a < b ? a : b;
    case MAX: return isnan(a) ? b : isnan(b) ? a : a > b ? a : b;
    case RCP: return 1 / a;
    case RSQ: return a == 0 ? copysignf(INFINITY, a) : (float)(1 / sqrt((double)a));
    case LOG: return a < 0 ? NAN : (float)log2((double)a);
    case EXP: return isnan(a) ? 1 : (float)exp2((double)a);
    default: return a;
    }
}

/* What one operation gives in each instance and channel, before anything is stored. */
typedef struct results {
    uint32_t v[QUAD][4];
} results;

static void compute(instance q[QUAD], unsigned op, format f, const operand *d, const operand *src,
                    unsigned sources, unsigned channels, unsigned mask, const int *advance, results *out) {
    const bool selects = op == MIN || op == MAX || op == MOV;
    for (unsigned k = 0; k < QUAD; k++) {
        float sum = 0;
        for (unsigned c = 0; c < 4; c++) {
            float x[3] = {0, 0, 0};
            if (op == DOT ? !mask || c >= channels : !(mask >> c & 1))
                continue;
            for (unsigned n = 0; n < sources; n++)
                x[n] = as_float(fetch(&q[k], &src[n], f, c, advance[n]));
            if (op == DSX || op == DSY) {
                float there = as_float(fetch(&q[op == DSX ? 1 : 2], &src[0], f, c, advance[0]));
                out->v[k][c] = settled(there - as_float(fetch(&q[0], &src[1], f, c, advance[1])));
                continue;
            }
            float result = operate(op, f == FLOAT16 && d->bank != I, x[0], x[1], x[2]);
            if (op != DOT)
                out->v[k][c] = selects ? as_bits(result) : settled(result);
            else
                sum = c ? sum + x[0] * x[1] : x[0] * x[1];
        }
        for (unsigned c = 0; op == DOT && c < 4; c++)
            out->v[k][c] = settled(sum);
    }
}

static void store_all(instance q[QUAD], const operand *d, format f, unsigned mask, int advance,
                      unsigned predicate, unsigned iteration, const results *r) {
    for (unsigned k = 0; k < QUAD; k++)
        for (unsigned c = 0; c < 4; c++)
            if ((mask >> c & 1) && holds(&q[k], predicate, iteration))
                store(&q[k], d, f, c, advance, r->v[k][c]);
}

/* ---- groups ---- */

static const char *const v3[] = {"xxx", "yyy", "zzz", "www", "xyz", "yzw", "xxy", "xyx",
                                 "yyx", "yyz", "zxy", "xzy", "yzx", "zyx", "zzy", "xy1"};
static const char *const v4[] = {"xxxx", "yyyy", "zzzz", "wwww", "xyzw", "yzww", "xyzz", "xxyz",
                                 "xyxy", "xywz", "zxyw", "zwzw", "yzxz", "xxyy", "xzww", "xyz1"};
static const char *const v3x[] = {"xyy", "yxy", "xxz", "yxx",  "xy0",  "x10",  "000",  "111",
                                  "hhh", "222", "x00", "hhhh", "hhhh", "hhhh", "hhhh", "hhhh"};
static const char *const v4x[] = {"yzxw", "zwxy", "xzwy", "yyww", "wyzw", "wzwz", "xyzx", "zzww",
                                  "xwzx", "yyyx", "yyyz", "xzyw", "xxxy", "zyxw", "yyzz", "zzzy"};
static const char *const d3[] = {"xxx", "yyy", "zzz", "www", "xyz", "yzw", "xxy", "xyx",
                                 "yyx", "yyz", "zxy", "xzy", "000", "hhh", "111", "222"};
static const char *const d3x[] = {"xyy", "yxy", "xxz", "yxx",  "xy0",  "x10",  "xzy",  "yzx",
                                  "zyx", "zzy", "xy1", "hhhh", "hhhh", "hhhh", "hhhh", "hhhh"};
static const char *const d4[] = {"xxxx", "yyyy", "zzzz", "wwww", "xyzw", "yzww", "xyzz", "xxyz",
                                 "xyxy", "xywz", "zxyw", "zwzw", "0000", "hhhh", "1111", "2222"};
static const char *const d4x[] = {"yzxw", "zwxy", "xzwy", "yyww", "wyzw", "wzwz", "xyzx", "zzww",
                                  "xwzx", "yyyx", "yyyz", "zwzw", "yzxz", "xxyy", "xzww", "xyz1"};

static const int still[4];

/* An instance that does not execute an instruction does not even look at its sources: of it no
   register number is wrong. */
static bool any_holds(instance q[QUAD], unsigned predicate, unsigned iteration) {
    bool any = false;
    for (unsigned k = 0; k < QUAD; k++) {
        q[k].out = !holds(&q[k], predicate, iteration);
        any |= !q[k].out;
    }
    model_ran |= any;
    return any;
}

static void group_mad(instance q[QUAD], uint64_t w) {
    static const char *const s1[] = {"xxxx", "yyyy", "zzzz", "wwww", "xyzw", "yzxw", "xyww", "zwxy"},
                             *const s2[] = {"xxxx", "yyyy", "zzzz", "wwww", "xyzw", "xyyz", "yyww", "wyzw"},
                             *const s3[] = {"xxxx", "yyyy", "zzzz", "wwww", "xyzw", "xzww", "xxyz", "xyzz"};
    format f = B(58) ? FLOAT16 : FLOAT32;
    operand d = destination(F(33, 32), B(51), F(27, 22), 6, true), s[3];
    s[0] = source0(B(34), 0, F(17, 12), 6, true);
    s[1] = source(F(31, 30), B(49), F(11, 6), 6, true);
    s[2] = source(F(29, 28), B(48), F(5, 0), 6, true);
    swizzle(&s[0], s1[B(53) << 2 | F(19, 18)]);
    swizzle(&s[1], s2[B(44) << 2 | F(21, 20)]);
    swizzle(&s[2], s3[F(47, 45)]);
    s[0].abs = B(50);
    s[1].abs = B(38), s[1].neg = B(37);
    s[2].abs = B(36), s[2].neg = B(35);
    unsigned mask = d.bank == I ? F(42, 39) : f == FLOAT32 ? F(40, 39) : B(39) * 3 | B(41) * 12;
    results r;
    if (!any_holds(q, pred2[F(57, 56)], 0))
        return;
    compute(q, MAD, f, &d, s, 3, 4, mask, still, &r);
    store_all(q, &d, f, mask, 0, pred2[F(57, 56)], 0, &r);
}

static void group_vector(instance q[QUAD], uint64_t w) {
    static const unsigned ops[] = {MUL, ADD, FRC, DSX, DSY, MIN, MAX, DOT};
    format f = F(63, 59) == 1 ? FLOAT32 : FLOAT16;
    operand d = destination(F(33, 32), B(51), F(27, 22), 6, true), s[2];
    s[0] = source(F(31, 30), B(49), F(11, 6), 6, true);
    s[1] = source(F(29, 28), B(48), F(5, 0), 6, true);
    swizzle_free(&s[0], F(17, 15), F(20, 18), F(35, 34) << 1 | B(21), F(54, 53) << 1 | B(50));
    swizzle(&s[1], v4[F(47, 44)]);
    s[0].abs = B(38), s[0].neg = B(37), s[1].abs = B(36);
    results r;
    unsigned op = ops[F(14, 12)];
    if (!any_holds(q, pred3v[F(58, 56)], 0))
        return;
    compute(q, op, f, &d, s, 2, 4, F(42, 39), still, &r);
    store_all(q, &d, f, F(42, 39), 0, pred3v[F(58, 56)], 0, &r);
}

int model_steps[4][16];
unsigned model_advanced;

void model_reset_steps(void) {
    for (unsigned i = 0; i < 64; i++)
        model_steps[i / 16][i % 16] = (int)(i % 16);
}

/* In iteration j. Generator 0 is that of the destination, 1 to 3 are those of the sources. */
static int advance_of(const operand *o, unsigned generator, unsigned mode, unsigned j, int step) {
    bool inside = o->bank == I;
    int far = model_steps[generator][j];
    if (o->fixed)
        return 0;
    model_advanced |= (unsigned)(mode == 3 && far != (int)j) << generator;
    switch (mode) {
    case 0: return inside ? 0 : 4 * (int)j;
    case 1: return inside ? (int)j : 0;
    case 2: return inside ? (int)j : 4 * (int)j;
    default: return far * (inside || o->bank == CONSTANT || o->bank == NUMBER ? 1 : step);
    }
}

static bool group_internal(instance q[QUAD], uint64_t w) {
    bool mad = B(53), wide = B(52);
    operand d = destination(F(33, 32), B(51), F(27, 22), 6, true), s[3];
    s[0] = source(F(31, 30), B(49), F(5, 0), 6, true);
    s[1] = internal(F(29, 28));
    s[2] = internal(F(13, 12));
    s[0].neg = B(38), s[0].abs = B(37), s[1].abs = B(46);
    if (mad) {
        unsigned x1 = F(9, 6), x2 = F(21, 18), x3 = F(17, 14);
        swizzle(&s[0], (wide ? (B(10) ? v4x : v4) : B(10) ? v3x : v3)[x1]);
        swizzle(&s[1], (wide ? (B(34) ? v4x : v4) : B(34) ? v3x : v3)[x2]);
        swizzle(&s[2], (wide ? (B(54) ? v4x : v4) : B(54) ? v3x : v3)[x3]);
        s[1].neg = B(11), s[2].neg = B(36), s[2].abs = B(35);
    } else {
        swizzle_free(&s[0], F(8, 6), F(11, 9), F(14, 12), F(17, 15));
        swizzle(&s[1], (wide ? v4 : v3)[F(21, 18)]);
    }
    for (unsigned j = 0; j <= F(45, 44); j++) {
        unsigned mode = F(48, 47), mask = F(42, 39);
        int advance[3] = {advance_of(&s[0], 2, mode, j, 2), advance_of(&s[1], 0, mode == 3 ? 0 : mode, j, 2),
                          advance_of(&s[2], 0, mode == 3 ? 0 : mode, j, 2)};
        results r;
        if (!mad)
            mask = (mask << j | mask >> (4 - j)) & 15;
        if (!any_holds(q, pred3v[F(58, 56)], j))
            continue;
        compute(q, mad ? MAD : DOT, FLOAT32, &d, s, mad ? 3 : 2, wide ? 4 : 3, mask, advance, &r);
        store_all(q, &d, FLOAT32, mask, mad ? advance_of(&d, 0, mode, j, 4) : 0, pred3v[F(58, 56)], j, &r);
    }
    return true;
}

/* ---- dual issue ---- */

static bool group_dual(instance q[QUAD], uint64_t w) {
    static const unsigned page0[] = {MAD, DOT, DOT, MUL, ADD, MOV, RSQ, RCP},
                          page1[] = {MAD, ADD, MUL, FRC, EXP, LOG};
    static const unsigned count0[] = {3, 2, 1, 2, 2, 1, 1, 1}, count1[] = {3, 2, 2, 2, 1, 1};
    bool four = F(63, 59) == 5, half = B(53);
    unsigned code[2] = {F(46, 44), F(20, 18)}, page[2] = {four ? 0 : B(54), B(43)}, n[2], op[2];
    bool vector[2];
    if ((page[0] && code[0] > 5) || (page[1] && code[1] > 5) || (!page[1] && code[1] == 0))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        op[i] = (page[i] ? page1 : page0)[code[i]];
        n[i] = (page[i] ? count1 : count0)[code[i]];
        vector[i] = !page[i] && code[i] < 6;
    }
    unsigned P = n[0], S = n[1], sel = F(17, 16);
    if ((P == 3 && S != 1) || (P == 2 && S == 3) || (P == 2 && sel == 3))
        return false;
    /* U A B C by letters */
    static const char *const first[3][4] = {
        {"U", "A", "B", "C"}, {"UB", "AU", "AB", ""}, {"UBC", "AUC", "ABU", "ABC"}};
    static const char *const second[4][4][4] = {
        [1] =
            {[1] = {"A", "U", "U", "U"}, [2] = {"AB", "UB", "AU", "BU"}, [3] = {"ABC", "UBC", "AUC", "AUB"}},
        [2] = {[1] = {"A", "B", "U", ""}, [2] = {"AC", "BC", "CU", ""}},
        [3] = {[1] = {"A", "B", "C", "U"}}};
    const char *letters[2] = {first[P - 1][sel], second[P][S][sel]};
    format f = half ? FLOAT16 : FLOAT32;
    results r[2];
    operand d[2];
    unsigned mask[2];
    for (unsigned i = 0; i < 2; i++) {
        operand s[3] = {{0}};
        unsigned m = n[i];
        for (unsigned k = 0; k < n[i]; k++) {
            const char *const *table3 = d3, *const *table4 = d4;
            switch (letters[i][k]) {
            case 'U':
                s[k] = source(F(31, 30), 0, F(6, 0), 7,
                              op[i] == MAD || op[i] == DOT || op[i] == MUL || op[i] == ADD || op[i] == MOV
                                  ? vector[i]
                                  : false);
                if (P == 1 && B(15))
                    swizzle(&s[k], (four ? d4x : d3x)[F(51, 48)]);
                else
                    swizzle(&s[k], (four ? table4 : table3)[F(51, 48)]);
                s[k].neg = B(47);
                s[k].abs = P == 1 && B(14);
                break;
            case 'A':
                s[k] = internal(F(11, 10));
                swizzle(&s[k], (four ? d4 : d3)[F(41, 38)]);
                break;
            case 'B':
                s[k] = internal(F(13, 12));
                swizzle(&s[k], (four ? (B(52) ? d4x : d4) : B(52) ? d3x : d3)[F(37, 34)]);
                s[k].neg = B(58);
                break;
            default: s[k] = internal(P >= 2 ? F(15, 14) : 2);
            }
            if (!vector[i])
                for (unsigned c = 1; c < 4; c++)
                    s[k].channel[c] = s[k].channel[0];
        }
        if (op[i] == DOT && n[i] == 1) {
            s[1] = s[0];
            m = 2;
        }
        bool unified = B(42) ? i == 0 : i == 1;
        bool wide_result = vector[i] && op[i] != DOT;
        if (unified) {
            d[i] = destination(F(33, 32), 0, F(27, 21), 7, wide_result);
            mask[i] = wide_result ? (half ? 15 : 3) : half ? 3 : 1;
            if (d[i].bank == I) /* all channels that the group has */
                mask[i] = four ? 15 : 7;
        } else {
            d[i] = internal(F(29, 28));
            mask[i] = F(9, 7) | (four ? B(54) << 3 : 0);
        }
        if (any_holds(q, pred2[F(57, 56)], 0))
            compute(q, op[i], f, &d[i], s, m, four ? 4 : 3, mask[i], still, &r[i]);
    }
    for (unsigned i = 0; i < 2; i++)
        store_all(q, &d[i], f, mask[i], 0, pred2[F(57, 56)], 0, &r[i]);
    return true;
}

/* ---- functions, moves, conversions ---- */

static bool group_complex(instance q[QUAD], uint64_t w) {
    static const format formats[] = {FLOAT32, FLOAT16, FIXED10};
    static const unsigned ops[] = {RCP, RSQ, LOG, EXP};
    if (F(54, 53) == 3 || F(40, 39) == 3)
        return false;
    operand d = destination(F(33, 32), B(51), F(27, 21), 7, true),
            s = source(F(31, 30), B(49), F(13, 7), 7, true);
    unsigned c = F(36, 35);
    swizzle_free(&s, c, c, c, c);
    s.abs = B(38), s.neg = B(37);
    for (unsigned j = 0; j <= F(47, 44); j++) {
        results r;
        int advance[3] = {advance_of(&s, 2, 3, j, 2), 0, 0};
        if (!any_holds(q, pred3[F(58, 56)], j))
            continue;
        compute(q, ops[F(42, 41)], formats[F(40, 39)], &d, &s, 1, 1, F(3, 0), advance, &r);
        store_all(q, &d, formats[F(54, 53)], F(3, 0), advance_of(&d, 0, 3, j, 2), pred3[F(58, 56)], j, &r);
    }
    return true;
}

static bool group_move(instance q[QUAD], uint64_t w) {
    static const format formats[] = {WORD, WORD, WORD, FIXED10, FLOAT16, FLOAT32},
                        tests[] = {SBYTE, SSHORT, SWORD};
    unsigned type = F(42, 40), kind = F(47, 46), mask = 1, condition = B(54) << 1 | B(39);
    if (type > 5 || kind == 3)
        return false;
    bool floats = type > 2;
    format f = formats[type];
    operand d = destination(F(33, 32), B(51), F(23, 18), 6, floats),
            s1 = source(F(31, 30), B(49), F(11, 6), 6, floats);
    operand s2 = source(F(29, 28), B(48), F(5, 0), 6, floats), t;
    t = source0(B(34), kind ? B(50) : 0, F(17, 12), 6, floats);
    if (floats) {
        swizzle(&s1, v4[F(38, 35)]);
        swizzle(&s2, v4[F(38, 35)]);
        mask = type == 3 || d.bank == I ? F(27, 24) : type == 5 ? F(25, 24) : B(24) * 3 | B(26) * 12;
    }
    if (B(53))
        memcpy(t.channel, s1.channel, sizeof t.channel);
    for (unsigned j = 0; j <= F(45, 44); j++) {
        results r;
        int m = floats ? 2 : 1;
        if (!any_holds(q, pred3[F(58, 56)], j))
            continue;
        for (unsigned k = 0; k < QUAD; k++)
            for (unsigned c = 0; c < 4; c++) {
                bool yes = true;
                if (!(mask >> c & 1))
                    continue;
                /* all sources are read, also those that are not taken; but a byte is never less
                   than 0 */
                bool never = kind == 2 && condition == 2;
                uint32_t a = never ? 0 : fetch(&q[k], &s1, f, c, advance_of(&s1, 2, 3, j, m)), b = 0;
                if (never) {
                    yes = false;
                    b = fetch(&q[k], &s2, f, c, advance_of(&s2, 3, 3, j, m));
                } else if (kind) {
                    format tf = kind == 2 ? BYTE : floats ? f : tests[type];
                    int step = floats ? 2 : 1;
                    uint32_t v = fetch(&q[k], &t, tf, c, advance_of(&t, 1, 3, j, step));
                    double x = is_float(tf) ? (double)as_float(v) : (double)(int32_t)v;
                    yes = condition == 0   ? x == 0
                          : condition == 1 ? x < 0 || x > 0
                          : condition == 2 ? x < 0
                                           : x <= 0;
                    b = fetch(&q[k], &s2, f, c, advance_of(&s2, 3, 3, j, m));
                }
                r.v[k][c] = yes ? a : b;
                if (!kind && type < 2 && d.bank == INDEX)
                    r.v[k][c] &= type ? 0xffff : 0xff;
            }
        store_all(q, &d, f, mask, advance_of(&d, 0, 3, j, m), pred3[F(58, 56)], j, &r);
    }
    return true;
}

static const format pack_formats[] = {BYTE, SBYTE, BYTE, SHORT, SSHORT, FLOAT16, FLOAT32, FIXED10};

static double unit_of(format f) {
    return f == BYTE ? 255 : f == SBYTE ? 127 : f == SHORT ? 65535 : 32767;
}

/* A value in another format, as the bits that are stored. */
static uint32_t convert(uint32_t v, format from, format to, bool scaled) {
    bool from_float = is_float(from), to_float = is_float(to);
    if (from_float && to_float)
        return v;
    if (!from_float && !to_float)
        return v; /* its low bits */
    float x = from_float ? as_float(v)
              : scaled   ? (float)(int32_t)v / (float)unit_of(from)
                         : (float)(int32_t)v;
    if (!from_float && scaled && x < -1)
        x = -1;
    if (to_float)
        return as_bits(x);
    double least = to == SBYTE ? -128 : to == SSHORT ? -32768 : 0, most = unit_of(to);
    if (isnan(x))
        return 0;
    if (!scaled)
        return (uint32_t)(int32_t)trunc(x < least ? least : x > most ? most : (double)x);
    bool is_signed = to == SBYTE || to == SSHORT;
    x = x > 1 ? 1 : is_signed && x < -1 ? -1 : !is_signed && x < 0 ? 0 : x;
    return (uint32_t)(int32_t)rint((double)(x * (float)most));
}

static bool group_pack(instance q[QUAD], uint64_t w) {
    unsigned sf = F(43, 41), df = F(40, 38), mask = F(37, 34), select[4], at[4];
    format from = pack_formats[sf], to = pack_formats[df];
    bool scaled = B(18), floats = sf >= 5 && df >= 5;
    operand d = destination(F(33, 32), B(51), F(27, 21), 7, false), s,
            s2 = source(F(29, 28), B(48), F(6, 1), 6, true);
    if (sf >= 5)
        s = source(F(31, 30), B(49), F(13, 8), 6, true);
    else
        s = source(F(31, 30), B(49), F(13, 7), 7, false);
    if (sf < 5 && s.bank == I) { /* integers do not come from internal registers */
        s.bank = R;
        s.n += 124;
    }
    select[0] = (sf == 6 ? B(7) : B(1)) << 1 | B(0);
    select[1] = F(17, 16);
    select[2] = F(15, 14);
    select[3] = F(20, 19);
    if ((sf == 2 || df == 2) && sf != df)
        return false; /* o8 */
    if ((sf == 7 && df < 5) || (df == 7 && sf < 5))
        return false;
    bool u8 = sf == 0 || df == 0 || sf == 2 || df == 2;
    unsigned k = 0;
    for (unsigned c = 0; c < 4; c++)
        at[c] = floats || (scaled && u8) ? select[c]
                : mask >> c & 1          ? select[u8 && mask == 15 ? k++ % 2 : k++]
                                         : 0;
    bool byte_from = sf < 3, byte_to = df < 3;
    if (byte_from != byte_to && !scaled && mask == 15)
        mask = 3;
    if (sf == df)
        scaled = false;
    for (unsigned j = 0; j <= F(47, 44); j++) {
        results r;
        if (!any_holds(q, pred3[F(58, 56)], j))
            continue;
        for (unsigned n = 0; n < QUAD; n++)
            for (unsigned c = 0; c < 4; c++) {
                const operand *o = &s;
                unsigned channel = at[c];
                if (!(mask >> c & 1))
                    continue;
                if (sf == 6 && channel > 1 && s2.bank != NUMBER) {
                    o = &s2;
                    channel -= 2;
                }
                uint32_t v =
                    raw(&q[n], o, from, channel, advance_of(o, o == &s2 ? 3 : 2, 3, j, sf >= 5 ? 2 : 1));
                r.v[n][c] = sf == df ? v : convert(v, from, to, scaled);
            }
        store_all(q, &d, to, mask, advance_of(&d, 0, 3, j, 1), pred3[F(58, 56)], j, &r);
    }
    return true;
}

/* ---- tests ---- */

static uint32_t bitwise(unsigned op, uint32_t a, uint32_t b) {
    switch (op) {
    case 0: return a & b;
    case 1: return a | b;
    case 2: return a ^ b;
    case 3: return b > 31 ? 0 : a << b;
    case 4: return b > 31 ? 0 : a >> b;
    case 5: return b & 31 ? a << (b & 31) | a >> (32 - (b & 31)) : a;
    default: return b > 31 ? (a >> 31 ? 0xffffffff : 0) : (uint32_t)((int32_t)a >> b);
    }
}

static uint32_t wrap(format f, int64_t v) {
    switch (f) {
    case BYTE: return (uint8_t)v;
    case SBYTE: return (uint32_t)(int8_t)v;
    case SHORT: return (uint16_t)v;
    case SSHORT: return (uint32_t)(int16_t)v;
    default: return (uint32_t)v;
    }
}

static int64_t number(format f, uint32_t v) {
    return f == WORD ? (int64_t)v : (int64_t)(int32_t)v;
}

static bool group_test(instance q[QUAD], uint64_t w, bool masks) {
    static const unsigned float_ops[] = {0,   0,   ADD, FRC, RCP, RSQ, LOG, EXP,
                                         DOT, MIN, MAX, DSX, DSY, MUL, SUB};
    unsigned sel = F(19, 18), alu = F(17, 14), condition = F(43, 39);
    format f;
    bool complex = false;
    char how = ' ';
    if (sel == 0) {
        if (alu < 2 || alu > 14)
            return false;
        f = B(47) ? FLOAT32 : FLOAT16;
        complex = alu >= 4 && alu <= 7;
    } else if (sel == 1) {
        static const format formats[] = {SSHORT, SSHORT, SSHORT, SHORT, SHORT,
                                         SHORT,  SWORD,  WORD,   SWORD, WORD};
        static const char ops[] = "+-*+-*++--";
        if (alu < 6 || B(47))
            return false;
        f = formats[alu - 6];
        how = ops[alu - 6];
    } else if (sel == 2) {
        static const format formats[] = {SBYTE, SBYTE, BYTE, BYTE, SBYTE, BYTE, BYTE, BYTE, BYTE};
        static const char ops[] = "+-+-*x*ps"; /* x p s: of bytes that are numbers from 0 to 1 */
        if (alu > 8 || B(47))
            return false;
        f = formats[alu];
        how = ops[alu];
    } else {
        if (alu == 6 || alu > 7 || B(47))
            return false;
        f = WORD;
        how = 'b';
    }
    operand d = destination(F(33, 32), B(51), F(27, 21), 7, sel == 0), s[2];
    fault &= B(20); /* what is not written may be anything */
    s[0] = source(F(31, 30), B(49), F(13, 7), 7, sel == 0);
    s[1] = source(F(29, 28), B(48), F(6, 0), 7, sel == 0);
    s[0].neg = sel == 0 && B(50);
    if (B(46))
        swizzle(&s[1], "xxxx");
    if (complex)
        swizzle(&s[0], "xxxx");
    unsigned type = F(37, 36), chan = F(38, 36);
    if ((masks ? type == 1 || type == 3 : chan > 3) || condition >> 3 == 3 || (condition >> 1 & 3) == 3)
        return false; /* the effect of these is unknown */
    unsigned need = masks || B(20) ? 15 : 1u << (chan & 3);
    if (masks && type == 2 && f == FLOAT32 && d.bank != I)
        need = 3; /* two words */
    for (unsigned j = 0; j <= F(45, 44); j++) {
        results r;
        bool pass[QUAD][4];
        if (!any_holds(q, pred3[F(58, 56)], j))
            continue;
        int advance[2] = {advance_of(&s[0], 2, 3, j, sel == 0 ? 2 : 1),
                          advance_of(&s[1], 3, 3, j, sel == 0 ? 2 : 1)};
        if (sel == 0) {
            unsigned op = float_ops[alu], sources = complex ? 1 : 2;
            compute(q, op, f, &d, s, sources, 4, need, advance, &r);
        }
        for (unsigned k = 0; k < QUAD; k++)
            for (unsigned c = 0; c < 4; c++) {
                if (!(need >> c & 1))
                    continue;
                if (sel) {
                    uint32_t a = fetch(&q[k], &s[0], f, c, advance[0]),
                             b = fetch(&q[k], &s[1], f, c, advance[1]);
                    int64_t x = number(f, a), y = number(f, b);
                    int64_t sum = x + y > 255 ? 255 : x + y, rest = x < y ? 0 : x - y;
                    r.v[k][c] = how == '+'   ? wrap(f, x + y)
                                : how == '-' ? wrap(f, x - y)
                                : how == '*' ? wrap(f, (int64_t)((uint64_t)x * (uint64_t)y))
                                : how == 'x' ? (uint32_t)((x * y * 2 + 255) / 510)
                                : how == 'p' ? (uint32_t)sum
                                : how == 's' ? (uint32_t)rest
                                             : bitwise(alu, a, b);
                }
                double x = sel == 0 ? (double)as_float(r.v[k][c]) : (double)number(f, r.v[k][c]);
                unsigned by_sign = condition >> 3, by_zero = condition >> 1 & 3;
                bool a = by_sign == 0 || (by_sign == 1 ? x < 0 : by_sign == 2 && x > 0);
                bool b = by_zero == 0 || (by_zero == 1 ? x == 0 : by_zero == 2 && x != 0);
                pass[k][c] = condition & 1 ? a && b : a || b;
            }
        for (unsigned k = 0; k < QUAD; k++) {
            if (!holds(&q[k], pred3[F(58, 56)], j))
                continue;
            int far = advance_of(&d, 0, 3, j, sel == 0 ? 2 : 1);
            bool to = pass[k][chan & 3];
            for (unsigned c = 0; c < 4 && B(20); c++)
                if (!(need >> c & 1))
                    continue;
                else if (!masks)
                    store(&q[k], &d, f, c, far, r.v[k][c]);
                else if (type == 0)
                    store(&q[k], &d, BYTE, c, far, pass[k][c] ? 255 : 0);
                else
                    store(&q[k], &d, f, c, far, !pass[k][c] ? 0 : is_float(f) ? as_bits(1) : 0xffffffff);
            if (!masks)
                q[k].p[F(35, 34)] = to;
        }
    }
    return true;
}

/* ---- integers ---- */

typedef uint32_t word_operation(uint64_t w, const uint32_t s[3], uint32_t old);

static uint32_t do_bitwise(uint64_t w, const uint32_t s[3], uint32_t old) {
    unsigned group = F(63, 59), turn = F(42, 38), op;
    uint32_t a = s[0], b = s[1], v;
    op = group == 10 ? B(35) : group == 11 ? 2 : group == 12 ? (B(35) ? 5 : 3) : B(35) ? 6 : 4;
    if (!B(34)) {
        b = turn ? b << turn | b >> (32 - turn) : b;
        return bitwise(op, a, B(43) ? ~b : b);
    }
    a &= 0xffff;
    b = (b & 0xffff) * 0x10001 >> (16 - turn % 16) & 0xffff;
    b = B(43) ? ~b & 0xffff : b;
    switch (op) {
    case 3: v = b > 15 ? 0 : a << b; break;
    case 4: v = b > 15 ? 0 : a >> b; break;
    case 5: v = (a * 0x10001) << (b & 15) >> 16; break;
    case 6: v = (uint32_t)((int32_t)(int16_t)a >> (b > 15 ? 15 : b)); break;
    default: v = bitwise(op, a, b);
    }
    return (old & 0xffff0000) | (v & 0xffff);
}

static int clamp255(double x) {
    return (int)floor((x < 0 ? 0 : x > 1 ? 1 : x) * 255 + 0.5);
}

static double byte(uint32_t v, unsigned c) {
    return (v >> 8 * c & 255) / 255.0;
}

static double combine(unsigned op, double x, double y) {
    return op == 0 ? x + y : op == 1 ? x - y : op == 2 ? fmin(x, y) : fmax(x, y);
}

static uint32_t do_sop2(uint64_t w, const uint32_t s[3], uint32_t old) {
    uint32_t one = B(20) ? ~s[0] : s[0], two = s[1], out = 0;
    (void)old;
    for (unsigned c = 0; c < 4; c++) {
        double f[2];
        for (unsigned k = 0; k < 2; k++) {
            unsigned sel = c == 3 ? (k ? F(42, 41) : F(53, 52)) : k ? F(37, 35) : F(40, 38);
            double a1 = byte(one, 3), a2 = byte(two, 3);
            if (c == 3)
                f[k] = sel == 1 ? a1 : sel == 2 ? a2 : 0;
            else
                f[k] = sel == 1   ? byte(one, c)
                       : sel == 2 ? byte(two, c)
                       : sel == 3 ? a1
                       : sel == 4 ? a2
                       : sel == 5 ? fmin(a1, 1 - a2)
                                  : 0;
            if (c == 3 ? (k ? B(34) : B(43)) : k ? B(47) : B(56))
                f[k] = 1 - f[k];
        }
        out |= (uint32_t)clamp255(
                   combine(c == 3 ? F(17, 16) : F(19, 18), f[0] * byte(one, c), f[1] * byte(two, c)))
               << 8 * c;
    }
    return out;
}

static double factor3(unsigned sel, uint32_t s0, uint32_t s1, uint32_t s2, unsigned c) {
    switch (sel) {
    case 0: return 0;
    case 1: return fmin(byte(s1, 3), 1 - byte(s2, 3));
    case 2: return byte(s1, c);
    case 3: return byte(s1, 3);
    case 4: return byte(s0, c);
    case 5: return byte(s0, 3);
    case 6: return byte(s2, c);
    default: return byte(s2, 3);
    }
}

static uint32_t do_sop3(uint64_t w, const uint32_t s[3], uint32_t old) {
    uint32_t out = 0;
    (void)old;
    for (unsigned c = 0; c < 4; c++) {
        double f1 = factor3(F(40, 38), s[0], s[1], s[2], c), f2 = factor3(F(37, 35), s[0], s[1], s[2], c);
        if (c == 3) {
            unsigned a = F(45, 44);
            f1 = a ? byte(s[a - 1], 3) : 0;
        }
        f1 = (c == 3 ? B(46) : B(56)) ? 1 - f1 : f1;
        f2 = B(47) ? 1 - f2 : f2;
        out |= (uint32_t)clamp255(
                   combine(c == 3 ? F(42, 41) : F(53, 52), f1 * byte(s[1], c), f2 * byte(s[2], c)))
               << 8 * c;
    }
    return out;
}

static uint32_t do_sop2m(uint64_t w, const uint32_t s[3], uint32_t old) {
    for (unsigned c = 0; c < 4; c++) {
        double f1 = factor3(F(40, 38), 0, s[0], s[1], c), f2 = factor3(F(37, 35), 0, s[0], s[1], c);
        f1 = B(56) ? 1 - f1 : f1;
        f2 = B(47) ? 1 - f2 : f2;
        uint32_t v = (uint32_t)clamp255(
            combine(c == 3 ? F(42, 41) : F(53, 52), f1 * byte(s[0], c), f2 * byte(s[1], c)));
        if (c == 3 ? B(43) : B(44 + c))
            put(&old, v, 8 * c, 8);
    }
    return old;
}

static uint32_t do_mad8(uint64_t w, const uint32_t s[3], uint32_t old) {
    uint32_t out = 0;
    (void)old;
    for (unsigned c = 0; c < 4; c++) {
        unsigned a = B(37) ? 3 : c, b = B(36) ? 3 : c;
        int x = (int)(s[1] >> 8 * a & 255) * (int)(s[2] >> 8 * b & 255), more;
        if (c == 3)
            more = (int)((B(41) ? s[1] : s[0]) >> 24);
        else
            more = (int)((F(53, 52) & 1 ? s[1] : s[0]) >> 8 * (F(53, 52) & 2 ? 3 : c) & 255);
        x += B(35) ? -more : more;
        out |= (uint32_t)(B(43) ? (x < 0 ? 0 : x > 255 ? 255 : x) : x & 255) << 8 * c;
    }
    return out;
}

static int64_t part16(uint32_t v, unsigned high, bool is_signed) {
    uint32_t x = high ? v >> 16 : v & 0xffff;
    return is_signed ? (int16_t)x : (int64_t)x;
}

static uint32_t do_mad16(uint64_t w, const uint32_t s[3], uint32_t old) {
    bool is_signed = B(43);
    int64_t x = part16(s[0], 0, is_signed), y = part16(s[1], 0, is_signed), z = part16(s[2], 0, is_signed);
    if (F(39, 38) == 1)
        y = is_signed ? (int8_t)(s[1] >> 8 * B(52)) : (uint8_t)(s[1] >> 8 * B(52));
    if (F(41, 40) == 1)
        z = is_signed ? (int8_t)(s[2] >> 8 * B(37)) : (uint8_t)(s[2] >> 8 * B(37));
    int64_t v = x * y + (B(53) ? -z : z), least = is_signed ? -32768 : 0, most = is_signed ? 32767 : 65535;
    if (B(42))
        v = v < least ? least : v > most ? most : v;
    return (old & 0xffff0000) | ((uint32_t)v & 0xffff);
}

static uint32_t do_mad32(uint64_t w, const uint32_t s[3], uint32_t old) {
    bool is_signed = B(43);
    (void)old;
    int64_t z = F(39, 38) == 2 ? (is_signed ? (int32_t)s[2] : (int64_t)s[2]) : part16(s[2], B(52), is_signed);
    int64_t v = part16(s[0], B(56), is_signed) * part16(s[1], B(53), is_signed) + z;
    int64_t least = is_signed ? INT32_MIN : 0, most = is_signed ? INT32_MAX : UINT32_MAX;
    if (B(42))
        v = v < least ? least : v > most ? most : v;
    return (uint32_t)v;
}

static uint32_t do_mad64(uint64_t w, const uint32_t s[3], uint32_t old) {
    uint32_t one = B(40) ? -s[1] : s[1], more = B(39) ? -s[2] : s[2];
    (void)old;
    return B(52) ? more : s[0] * one + more;
}

/* Whole words: plain registers, `sources` of them. repeat 0: the instruction has no such field, and
   is done once. */
static void words(instance q[QUAD], const operand *d, const operand *s, unsigned sources, unsigned repeat,
                  unsigned predicate, word_operation *operation, uint64_t word) {
    for (unsigned j = 0; j < (repeat ? repeat : 1); j++) {
        uint32_t v[QUAD];
        int far[4] = {0, 0, 0, 0};
        if (!any_holds(q, predicate, j))
            continue;
        for (unsigned n = 0; repeat && n < sources; n++)
            far[n] = advance_of(&s[n], 4 - sources + n, 3, j, 1);
        far[3] = repeat ? advance_of(d, 0, 3, j, 1) : 0;
        for (unsigned k = 0; k < QUAD; k++) {
            uint32_t x[3] = {0, 0, 0};
            for (unsigned n = 0; n < sources; n++)
                x[n] = raw(&q[k], &s[n], WORD, 0, far[n]);
            v[k] = operation(word, x, d->bank == CONSTANT ? 0 : raw(&q[k], d, WORD, 0, far[3]));
        }
        for (unsigned k = 0; k < QUAD; k++)
            if (holds(&q[k], predicate, j))
                store(&q[k], d, WORD, 0, far[3], v[k]);
    }
}

/* Does a word ask for something unknown? */
static bool unknown_words(uint64_t w) {
    switch (F(63, 59)) {
    case 10:
    case 11:
    case 12:
    case 13: return B(53);
    case 16: return F(40, 38) > 5 || F(37, 35) > 5 || F(53, 52) == 3 || F(42, 41) == 3 || F(15, 14);
    case 17: return B(43) || F(42, 41) > 1 || F(53, 52) > 1;
    case 18: return F(40, 39) == 2 || F(37, 36) == 2;
    case 19: return B(56) || B(47) || B(42) || F(40, 38);
    case 20: return B(56) || F(41, 40) > 1 || F(39, 38) > 1 || F(36, 35);
    case 26: return B(53);
    default: return false;
    }
}

static bool group_words(instance q[QUAD], uint64_t w) {
    unsigned group = F(63, 59);
    if (unknown_words(w))
        return false;
    operand d = destination(F(33, 32), B(51), F(27, 21), 7, false), s[3];
    operand s1 = source(F(31, 30), B(49), F(13, 7), 7, false),
            s2 = source(F(29, 28), B(48), F(6, 0), 7, false);
    operand s0 = source0(B(34), 0, F(20, 14), 7, false);
    if (group <= 13) {
        s2.fixed = s2.bank == NUMBER;
        if (s2.fixed)
            s2.n = F(6, 0) | F(20, 14) << 7 | F(37, 36) << 14;
        s[0] = s1;
        s[1] = s2;
        words(q, &d, s, 2, F(47, 44) + 1, pred3[F(58, 56)], do_bitwise, w);
        return true;
    }
    unsigned predicate = group == 26 ? pred3[F(58, 56)] : pred2s[F(58, 57)];
    if (group == 16 || group == 18) {
        s[0] = s1;
        s[1] = s2;
        words(q, &d, s, 2, group == 16 ? F(46, 44) + 1 : 0, predicate, group == 16 ? do_sop2 : do_sop2m, w);
        return true;
    }
    if (group == 26)
        s0 = source0(B(34), B(47), F(20, 14), 7, false);
    s[0] = s0;
    s[1] = s1;
    s[2] = s2;
    words(q, &d, s, 3, group == 17 ? 0 : F(46, 44) + 1, predicate,
          group == 17   ? do_sop3
          : group == 19 ? do_mad8
          : group == 20 ? do_mad16
          : group == 21 ? do_mad32
                        : do_mad64,
          w);
    return true;
}

static uint32_t do_limm(uint64_t w, const uint32_t s[3], uint32_t old) {
    (void)s;
    (void)old;
    return F(49, 44) << 26 | F(40, 36) << 21 | F(20, 0);
}

/* ---- memory ---- */

typedef struct access {
    operand d, address, offset, data;
    unsigned size, count;
    bool stores, plain;
} access;

static bool access_of(uint64_t w, access *a) {
    *a =
        (access){.size = 4u >> F(37, 36), .count = F(47, 44) + 1, .stores = F(63, 59) == 30, .plain = !B(53)};
    a->d = finish(B(39) ? PA : R, F(27, 21), 7, false);
    a->address = source0(B(34), B(50), F(20, 14), 7, false);
    a->offset = source(F(31, 30), B(49), F(13, 7), 7, false);
    a->data = source(F(29, 28), B(48), F(6, 0), 7, false);
    return F(37, 36) < 3 && F(43, 42) < 3 && !F(41, 40) && !B(35);
}

/* After the register of the address. */
static uint32_t behind(instance *s, const access *a) {
    uint32_t more = raw(s, &a->offset, WORD, 0, 0);
    more = a->offset.bank == NUMBER ? more * a->size : more - 0x10000;
    return more + (a->stores ? 0 : raw(s, &a->data, WORD, 0, 0)) + (a->plain ? 4 : 0);
}

void model_aim(instance q[QUAD], uint64_t w, const uint32_t to[QUAD]) {
    access a;
    operand unit = source(F(31, 30), B(49), F(13, 7), 7, true);
    for (unsigned k = 0; F(63, 59) == 28 && unit.bank != CONSTANT && unit.bank != NUMBER && k < QUAD; k++) {
        uint32_t *number = word_at(&q[k], &unit, 0);
        if (number)
            *number = to[k] % MODEL_UNITS;
    }
    if ((F(63, 59) != 29 && F(63, 59) != 30) || !access_of(w, &a) || a.address.bank > SA ||
        a.address.n >= WORDS)
        return;
    for (unsigned k = 0; k < QUAD; k++)
        q[k].r[a.address.bank][a.address.n] = to[k] - behind(&q[k], &a);
}

static bool group_memory(instance q[QUAD], uint64_t w) {
    access a;
    uint32_t at[QUAD];
    if (!access_of(w, &a))
        return false;
    if (!any_holds(q, pred3[F(58, 56)], 0))
        return true;
    for (unsigned k = 0; k < QUAD; k++)
        at[k] = raw(&q[k], &a.address, WORD, 0, 0) + behind(&q[k], &a) - MODEL_ADDRESS;
    for (unsigned j = 0; j < a.count; j++)
        for (unsigned k = 0; k < QUAD; k++) {
            uint32_t place = at[k] + j * a.size, v = 0;
            if (q[k].out)
                continue;
            if (place > MODEL_MEMORY - a.size) {
                fault = true;
                return true;
            }
            if (a.stores)
                v = raw(&q[k], &a.data, WORD, 0, advance_of(&a.data, 3, 3, j, 1));
            for (unsigned i = 0; i < a.size; i++)
                if (a.stores)
                    model_memory[place + i] = (unsigned char)(v >> 8 * i);
                else
                    v |= (uint32_t)model_memory[place + i] << 8 * i;
            if (!a.stores)
                store(&q[k], &a.d, WORD, 0, (int)j, v);
        }
    return true;
}

/* ---- samples ---- */

float model_picture[MODEL_SIDE * MODEL_SIDE * 4], model_cube[6 * 4];

/* Far away, and of a NaN, it is place 0. */
static int64_t place_of(float x) {
    return fabsf(x) < 1e15f ? (int64_t)floorf(x) : 0;
}

static unsigned axis_of(const float at[3]) {
    return fabsf(at[0]) >= fabsf(at[1]) && fabsf(at[0]) >= fabsf(at[2]) ? 0
           : fabsf(at[1]) >= fabsf(at[2])                               ? 1
                                                                        : 2;
}

static const float *texel_at(const float at[3], unsigned dimensions, int64_t x, int64_t y) {
    unsigned axis = axis_of(at);
    if (dimensions == 3)
        return &model_cube[4 * (2 * axis + (at[axis] < 0))];
    return &model_picture[4 * ((y & (MODEL_SIDE - 1)) * MODEL_SIDE + (x & (MODEL_SIDE - 1)))];
}

/* On a face: the axes from left to right and from top to bottom, and their signs. */
static void place_on_cube(const float at[3], float *x, float *y) {
    static const int faces[6][4] = {{2, 1, -1, -1}, {2, 1, 1, -1}, {0, 2, 1, 1},
                                    {0, 2, 1, -1},  {0, 1, 1, -1}, {0, 1, -1, -1}};
    unsigned axis = axis_of(at);
    const int *f = faces[2 * axis + (at[axis] < 0)];
    float whole = fabsf(at[axis]) > 0 ? fabsf(at[axis]) : 1;
    *x = ((float)f[2] * at[f[0]] / whole + 1) / 2 - 0.5f;
    *y = ((float)f[3] * at[f[1]] / whole + 1) / 2 - 0.5f;
}

static void store_weights(instance *s, const operand *d, int behind, const float at[3], unsigned dimensions) {
    float u = at[0] * MODEL_SIDE - 0.5f, v = at[1] * MODEL_SIDE - 0.5f;
    if (dimensions == 3)
        place_on_cube(at, &u, &v);
    float right = u - (float)place_of(u), low = v - (float)place_of(v);
    for (unsigned c = 0; c < 4; c++)
        store(s, d, FLOAT16, c, behind, settled((c & 1 ? right : 1 - right) * (c & 2 ? low : 1 - low)));
}

static bool group_sample(instance q[QUAD], uint64_t w) {
    static const format formats[] = {BYTE, BYTE, FLOAT16, FLOAT32},
                        from[] = {FLOAT32, FLOAT16, FIXED10, FLOAT32};
    const unsigned dimensions = F(43, 42) + 1, lod = F(41, 40), mode = F(38, 37);
    const format to = formats[F(47, 46)];
    operand d = finish(B(39) ? PA : R, F(27, 21), 7, false);
    operand place = source0(B(34), B(50), F(20, 14), 7, true),
            unit = source(F(31, 30), B(49), F(13, 7), 7, true),
            more = source(F(29, 28), B(48), F(6, 0), 7, true);
    if (F(43, 42) == 3 || F(36, 35) == 3 || mode == 2 || B(51) || F(47, 46) == 1)
        return false;
    if (!any_holds(q, pred3[F(58, 56)], 0))
        return true;
    const int each = d.bank == I ? 1 : (int)word_of(to, 3) + 1;
    for (unsigned k = 0; k < QUAD; k++) {
        float at[3] = {0, 0, 0};
        uint32_t number;
        for (unsigned c = 0; c < dimensions; c++)
            at[c] = as_float(raw(&q[k], &place, from[F(36, 35)], c, 0));
        for (unsigned c = 0; c < (lod == 0 ? 0 : lod < 3 ? 1 : 2 * dimensions); c++)
            raw(&q[k], &more, FLOAT32, c % 4, (int)(c / 4 * 4));
        uint32_t seen = model_seen[WORD]; /* the number of a unit has no edges to try */
        number = raw(&q[k], &unit, WORD, 0, 0);
        model_seen[WORD] = seen;
        if (q[k].out)
            continue;
        fault |= number >= MODEL_UNITS;
        if (mode == 3)
            store_weights(&q[k], &d, 4 * each, at, dimensions);
        for (unsigned n = 0; n < (mode ? 4 : 1); n++) {
            float u = at[0] * MODEL_SIDE - (mode ? 0.5f : 0), v = at[1] * MODEL_SIDE - (mode ? 0.5f : 0);
            const float *t = texel_at(at, dimensions, place_of(u) + (n & 1), place_of(v) + (n >> 1));
            for (unsigned c = 0; c < 4; c++)
                store(&q[k], &d, to, c, (int)n * each,
                      to == BYTE ? (uint32_t)lrintf(t[c] * 255) : as_bits(t[c]));
        }
    }
    return true;
}

/* ---- what belongs to the program ---- */

bool model_holds(const instance *s, unsigned code) {
    return holds(s, pred3[code], 0);
}

static void set_steps(uint64_t w) {
    for (unsigned g = 0; g < 4; g++)
        for (unsigned j = 0; j < 16; j++) {
            unsigned value = (unsigned)(w >> (24 - 8 * g) & 255),
                     base = (unsigned)(w >> (36 - 12 * g) & 4095);
            model_steps[g][j] = F(58, 56) == 3      ? (int)(base + j)
                                : w >> (35 - g) & 1 ? (int)(value >> j % 4 * 2 & 3)
                                                    : (int)j * (int8_t)value;
        }
}

static bool group_special(instance q[QUAD], uint64_t w) {
    static const unsigned kill[] = {8, 4, 5, 0};
    switch (F(53, 52) << 3 | F(58, 56)) {
    case 2: /* phas: nothing is computed */
        model_ran = true;
        return B(54) && F(44, 43) < 3 && (F(42, 40) < 3 || F(42, 40) == 7);
    case 8 + 2:
    case 8 + 3: set_steps(w); return !B(54);
    case 16 + 1: /* wdf: there is nothing to wait for */ model_ran = true; return !(w & 0x00cff7fcffffffff);
    case 16 + 3: /* emit */ model_ran = true; return F(47, 46) != 3 && F(47, 44) != 7;
    case 16 + 4: {
        operand d = destination(F(33, 32), B(51), F(27, 21), 7, false);
        words(q, &d, NULL, 0, 0, pred3[F(43, 41)], do_limm, w);
        return true;
    }
    case 24 + 1:
        source(F(31, 30), 0, F(13, 7), 7, false); /* these are not looked at */
        source(F(29, 28), 0, F(6, 0), 7, false);
        any_holds(q, kill[F(42, 41)], 0);
        for (unsigned k = 0; k < QUAD; k++)
            q[k].killed |= !q[k].out;
        return true;
    case 24 + 3: {
        operand s = source0(B(34), B(51), F(20, 14), 7, true);
        source(F(31, 30), B(49), F(13, 7), 7, false); /* these are not looked at, but must be registers */
        source(F(29, 28), B(48), F(6, 0), 7, false);
        if (!any_holds(q, pred2s[F(42, 41)], 0))
            return !F(37, 35);
        for (unsigned k = 0; k < QUAD; k++)
            if (!q[k].out) {
                q[k].depth = raw(&q[k], &s, FLOAT32, 0, 0);
                q[k].deep = true;
            }
        return !F(37, 35);
    }
    default: return false;
    }
}

bool model_step(instance q[QUAD], uint64_t w) {
    bool known = true;
    fault = model_ran = false;
    memset(model_seen, 0, sizeof model_seen);
    for (unsigned k = 0; k < QUAD; k++)
        q[k].out = false;
    switch (F(63, 59)) {
    case 0: group_mad(q, w); break;
    case 1:
    case 2: group_vector(q, w); break;
    case 3: known = group_internal(q, w); break;
    case 4:
    case 5: known = group_dual(q, w); break;
    case 6: known = group_complex(q, w); break;
    case 7: known = group_move(q, w); break;
    case 8: known = group_pack(q, w); break;
    case 9: known = group_test(q, w, false); break;
    case 15: known = group_test(q, w, true); break;
    case 10:
    case 11:
    case 12:
    case 13:
    case 16:
    case 17:
    case 18:
    case 19:
    case 20:
    case 21:
    case 26: known = group_words(q, w); break;
    case 28: known = group_sample(q, w); break;
    case 29:
    case 30: known = group_memory(q, w); break;
    case 31: known = group_special(q, w); break;
    default: known = false;
    }
    return known && !fault;
}
