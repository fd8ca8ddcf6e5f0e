/* SPDX-License-Identifier: MIT */
/* Reference for vector instructions on integers and bits: one small function for each operation,
   bit by bit where that is plain. */
#include <stdlib.h>
#include <string.h>

#include "vop.h"

__extension__ typedef __int128 i128;

static uint32_t lo(uint64_t x) {
    return (uint32_t)x;
}
/* The low n bits of x as a signed number. */
static int64_t sx(uint64_t x, int n) {
    int64_t value = 0;
    for (int i = 0; i < n; i++)
        if (x >> i & 1)
            value += i == n - 1 ? -(INT64_C(1) << i) : INT64_C(1) << i;
    return value;
}
static int64_t zx(uint64_t x, int n) {
    return (int64_t)(x & ((UINT64_C(1) << n) - 1));
}
static int ones(uint64_t x) {
    int n = 0;
    for (int i = 0; i < 64; i++)
        n += (int)(x >> i & 1);
    return n;
}
static uint32_t byte(uint64_t x, unsigned i) {
    return (uint32_t)(x >> 8 * i & 255);
}

/* The exact value as a result of so many bits: modulo, or saturated. */
static uint64_t fit(const work *k, i128 x, int n, bool is_signed) {
    i128 one = 1, most = (one << (is_signed ? n - 1 : n)) - 1, least = is_signed ? -(one << (n - 1)) : 0;
    if (k->saturates)
        x = x < least ? least : x > most ? most : x;
    return n == 64 ? (uint64_t)x : (uint64_t)x & ((UINT64_C(1) << n) - 1);
}

static uint32_t distance(uint32_t x, uint32_t y) {
    return x > y ? x - y : y - x;
}
static uint32_t sad8(uint32_t a, uint32_t b, bool masked) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < 4; i++)
        sum += masked && byte(b, i) == 0 ? 0 : distance(byte(a, i), byte(b, i));
    return sum;
}

/* ---- sums and products ----------------------------------------------------------------------- */

static void carry_sum(work *k, bool carry) {
    int64_t sum = (int64_t)lo(k->s[0]) + lo(k->s[1]) + carry;
    k->d = fit(k, sum, 32, false);
    k->bit = sum > 0xffffffff;
}
static void borrow(work *k, int from, int what, bool carry) {
    int64_t x = (int64_t)lo(k->s[from]) - lo(k->s[what]) - carry;
    k->d = fit(k, x, 32, false);
    k->bit = x < 0;
}

static bool sums(work *k) {
    static const char *const carries[][3] = {{"v_add_i32", "v_add_co_u32", "v_add_u32"},
                                             {"v_sub_i32", "v_sub_co_u32", "v_sub_u32"},
                                             {"v_subrev_i32", "v_subrev_co_u32", "v_subrev_u32"}};
    for (int i = 0; i < 3; i++)
        for (int n = 0; n < 3; n++)
            if (strcmp(k->name, carries[i][n]) == 0) {
                if (k->m->generation == 3 && n == 0) /* carry-less, and signed under clamp */
                    k->d = fit(k, i ? sx(k->s[0], 32) - sx(k->s[1], 32) : sx(k->s[0], 32) + sx(k->s[1], 32),
                               32, true);
                else if (i == 0)
                    carry_sum(k, false);
                else
                    borrow(k, i == 1 ? 0 : 1, i == 1 ? 1 : 0, false);
                return true;
            }
    if (strncmp(k->name, "v_addc_", 7) == 0)
        carry_sum(k, k->s[2] & 1);
    else if (strncmp(k->name, "v_subb_", 7) == 0)
        borrow(k, 0, 1, k->s[2] & 1);
    else if (strncmp(k->name, "v_subbrev_", 10) == 0)
        borrow(k, 1, 0, k->s[2] & 1);
    else
        return false;
    return true;
}

/* v_dot4_i32_i8: four products of numbers of 8 bits, and the third source (LLVM's documentation of
   its intrinsics). */
static bool dot(const work *k, i128 *x, int *width) {
    const char *last = strrchr(k->name, '_') + 1;
    int width_each = atoi(last + 1), count = k->name[5] - '0';
    bool is_signed = *last == 'i';
    if (strncmp(k->name, "v_dot", 5) != 0 || *last == 'f')
        return false;
    *x = is_signed ? sx(k->s[2], 32) : zx(k->s[2], 32);
    for (int i = 0; i < count; i++) {
        uint64_t a = k->s[0] >> width_each * i, b = k->s[1] >> width_each * i;
        *x += is_signed ? sx(a, width_each) * sx(b, width_each) : zx(a, width_each) * zx(b, width_each);
    }
    *width = is_signed ? -32 : 32;
    return true;
}

/* Operations whose result is an exact value of some width: the value, and its bits, negative for
   signed. */
static bool exact(const work *k, i128 *x, int *width) {
    const uint64_t *s = k->s;
    static const struct {
        const char *name;
        int op, source, result; /* widths: negative = signed */
    } table[] = {{"v_add_u16", '+', 16, 16},          {"v_sub_u16", '-', 16, 16},
                 {"v_subrev_u16", 'r', 16, 16},       {"v_add_i16", '+', -16, -16},
                 {"v_sub_i16", '-', -16, -16},        {"v_pk_add_u16", '+', 16, 16},
                 {"v_pk_sub_u16", '-', 16, 16},       {"v_pk_add_i16", '+', -16, -16},
                 {"v_pk_sub_i16", '-', -16, -16},     {"v_mul_lo_u16", '*', 16, 16},
                 {"v_pk_mul_lo_u16", '*', 16, 16},    {"v_mul_u32_u24", '*', 24, 32},
                 {"v_mul_i32_i24", '*', -24, -32},    {"v_mad_u32_u24", 'm', 24, 32},
                 {"v_mad_i32_i24", 'm', -24, -32},    {"v_mad_u16", 'm', 16, 16},
                 {"v_mad_i16", 'm', -16, -16},        {"v_mad_legacy_u16", 'm', 16, 16},
                 {"v_mad_legacy_i16", 'm', -16, -16}, {"v_pk_mad_u16", 'm', 16, 16},
                 {"v_pk_mad_i16", 'm', -16, -16},     {"v_mad_u32_u16", 'm', 16, 32},
                 {"v_mad_i32_i16", 'm', -16, -32},    {"v_add_nc_u16", '+', 16, 16},
                 {"v_sub_nc_u16", '-', 16, 16},       {"v_add_nc_i16", '+', -16, -16},
                 {"v_sub_nc_i16", '-', -16, -16},     {"v_add_nc_i32", '+', -32, -32},
                 {"v_sub_nc_i32", '-', -32, -32}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, k->name) == 0) {
            int n = table[i].source, r = table[i].result < 0 ? -table[i].result : table[i].result;
            i128 a = n < 0 ? sx(s[0], -n) : zx(s[0], n), b = n < 0 ? sx(s[1], -n) : zx(s[1], n);
            i128 c = n < 0 ? sx(s[2], r) : zx(s[2], r);
            int op = table[i].op;
            *x = op == '+' ? a + b : op == '-' ? a - b : op == 'r' ? b - a : op == '*' ? a * b : a * b + c;
            *width = table[i].result;
            return true;
        }
    *width = 32;
    if (dot(k, x, width))
        return true;
    if (strcmp(k->name, "v_sad_u8") == 0)
        *x = (i128)lo(s[2]) + sad8(lo(s[0]), lo(s[1]), false);
    else if (strcmp(k->name, "v_msad_u8") == 0)
        *x = (i128)lo(s[2]) + sad8(lo(s[0]), lo(s[1]), true);
    else if (strcmp(k->name, "v_sad_hi_u8") == 0)
        *x = (i128)lo(s[2]) + (i128)sad8(lo(s[0]), lo(s[1]), false) * 65536;
    else if (strcmp(k->name, "v_sad_u16") == 0)
        *x = (i128)lo(s[2]) + distance(lo(s[0]) >> 16, lo(s[1]) >> 16) +
             distance(s[0] & 0xffff, s[1] & 0xffff);
    else if (strcmp(k->name, "v_sad_u32") == 0)
        *x = (i128)lo(s[2]) + distance(lo(s[0]), lo(s[1]));
    else
        return false;
    return true;
}

static bool wide_products(work *k) {
    const char *n = k->name;
    uint32_t a = lo(k->s[0]), b = lo(k->s[1]);
    if (strcmp(n, "v_mul_lo_u32") == 0 || strcmp(n, "v_mul_lo_i32") == 0)
        k->d = lo((uint64_t)a * b);
    else if (strcmp(n, "v_mul_hi_u32") == 0)
        k->d = (uint64_t)a * b >> 32;
    else if (strcmp(n, "v_mul_hi_i32") == 0)
        k->d = lo((uint64_t)(sx(a, 32) * sx(b, 32)) >> 32);
    else if (strcmp(n, "v_mul_hi_u32_u24") == 0)
        k->d = (uint64_t)(zx(a, 24) * zx(b, 24)) >> 32;
    else if (strcmp(n, "v_mul_hi_i32_i24") == 0)
        k->d = lo((uint64_t)(sx(a, 24) * sx(b, 24)) >> 32);
    else if (strcmp(n, "v_mad_u64_u32") == 0) {
        i128 x = (i128)a * b + k->s[2];
        k->d = fit(k, x, 64, false);
        k->bit = x >> 64 != 0;
    } else if (strcmp(n, "v_mad_i64_i32") == 0) {
        i128 x = (i128)sx(a, 32) * sx(b, 32) + (int64_t)k->s[2];
        k->d = fit(k, x, 64, true);
        k->bit = x < 0;
    } else
        return false;
    return true;
}

/* ---- bits ------------------------------------------------------------------------------------ */

/* Shifts: by how much, of what; "rev" has them exchanged. */
static bool shifts(work *k) {
    static const char *const kinds[] = {"lshl", "lshr", "ashr"};
    const char *n = k->name + (strncmp(k->name, "v_pk_", 5) == 0 ? 5 : 2), *type = strrchr(k->name, '_') + 1;
    for (int i = 0; i < 3; i++) {
        if (strncmp(n, kinds[i], 4) != 0)
            continue;
        bool reversed = n[4] == 'r';
        int width = type[1] == '1' ? 16 : type[1] == '3' ? 32 : 64;
        unsigned by = (unsigned)k->s[reversed ? 0 : 1] & (unsigned)(width - 1);
        uint64_t x = k->s[reversed ? 1 : 0], all = width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
        bool minus = x >> (width - 1) & 1;
        x &= all;
        for (; by; by--)
            x = i == 0 ? x << 1 & all : x >> 1 | (i == 2 && minus ? UINT64_C(1) << (width - 1) : 0);
        k->d = x;
        return true;
    }
    return false;
}

static uint32_t field(uint32_t x, unsigned offset, unsigned width, bool is_signed) {
    uint32_t r = 0;
    for (unsigned i = 0; i < 32 && width; i++) {
        unsigned at = i < width ? offset + i : offset + width - 1;
        bool bit = at < 32 ? x >> at & 1 : is_signed ? x >> 31 : 0;
        if (i < width || is_signed)
            r |= (uint32_t)bit << i;
    }
    return r;
}

static uint32_t perm(uint32_t high, uint32_t low, uint32_t choices) {
    uint64_t data = (uint64_t)high << 32 | low;
    uint32_t r = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned c = byte(choices, i);
        uint32_t x = c < 8     ? byte(data, c)
                     : c == 8  ? (byte(data, 1) >> 7) * 255
                     : c == 9  ? (byte(data, 3) >> 7) * 255
                     : c == 10 ? (byte(data, 5) >> 7) * 255
                     : c == 11 ? (byte(data, 7) >> 7) * 255
                     : c == 12 ? 0
                               : 255;
        r |= x << 8 * i;
    }
    return r;
}

static bool three_sources(work *k) {
    const char *n = k->name;
    uint32_t a = lo(k->s[0]), b = lo(k->s[1]), c = lo(k->s[2]);
    uint64_t pair = (uint64_t)a << 32 | b;
    if (strcmp(n, "v_add3_u32") == 0)
        k->d = lo((uint64_t)a + b + c);
    else if (strcmp(n, "v_lshl_add_u32") == 0)
        k->d = lo((a << (b & 31)) + (uint64_t)c);
    else if (strcmp(n, "v_add_lshl_u32") == 0)
        k->d = lo((uint64_t)lo((uint64_t)a + b) << (c & 31));
    else if (strcmp(n, "v_xad_u32") == 0)
        k->d = lo((uint64_t)(a ^ b) + c);
    else if (strcmp(n, "v_bfe_u32") == 0)
        k->d = field(a, b & 31, c & 31, false);
    else if (strcmp(n, "v_bfe_i32") == 0)
        k->d = field(a, b & 31, c & 31, true);
    else if (strcmp(n, "v_bfi_b32") == 0)
        k->d = c ^ ((b ^ c) & a);
    else if (strcmp(n, "v_and_or_b32") == 0)
        k->d = (a & b) | c;
    else if (strcmp(n, "v_or3_b32") == 0)
        k->d = a | b | c;
    else if (strcmp(n, "v_lshl_or_b32") == 0)
        k->d = a << (b & 31) | c;
    else if (strcmp(n, "v_alignbit_b32") == 0)
        k->d = lo(pair >> (c & 31));
    else if (strcmp(n, "v_alignbyte_b32") == 0)
        k->d = lo(pair >> (c & 3) * 8);
    else if (strcmp(n, "v_perm_b32") == 0)
        k->d = perm(a, b, c);
    else if (strcmp(n, "v_lerp_u8") == 0) {
        k->d = 0;
        for (unsigned i = 0; i < 4; i++)
            k->d |= (uint64_t)((byte(a, i) + byte(b, i) + (byte(c, i) & 1)) / 2) << 8 * i;
    } else if (strcmp(n, "v_cndmask_b32") == 0)
        k->d = c & 1 ? b : a;
    else
        return false;
    return true;
}

static bool two_sources(work *k) {
    const char *n = k->name;
    uint32_t a = lo(k->s[0]), b = lo(k->s[1]), below;
    if (strcmp(n, "v_and_b32") == 0)
        k->d = a & b;
    else if (strcmp(n, "v_or_b32") == 0)
        k->d = a | b;
    else if (strcmp(n, "v_xor_b32") == 0)
        k->d = a ^ b;
    else if (strcmp(n, "v_xnor_b32") == 0)
        k->d = ~(a ^ b);
    else if (strcmp(n, "v_bfm_b32") == 0)
        k->d = lo(((UINT64_C(1) << (a & 31)) - 1) << (b & 31));
    else if (strcmp(n, "v_bcnt_u32_b32") == 0)
        k->d = lo((uint64_t)ones(a) + b);
    else if (strncmp(n, "v_mbcnt_", 8) == 0) {
        unsigned first = n[8] == 'h' ? 32 : 0;
        below = 0;
        for (unsigned i = 0; i < 32; i++)
            below += first + i < k->lane && (a >> i & 1);
        k->d = lo((uint64_t)below + b);
    } else if (strcmp(n, "v_cvt_pk_u16_u32") == 0)
        k->d = (a > 65535 ? 65535 : a) | (b > 65535 ? 65535 : b) << 16;
    else if (strcmp(n, "v_cvt_pk_i16_i32") == 0) {
        work saturating = {.saturates = true};
        k->d = fit(&saturating, sx(a, 32), 16, true) | fit(&saturating, sx(b, 32), 16, true) << 16;
    } else if (strcmp(n, "v_pack_b32_f16") == 0)
        k->d = (a & 0xffff) | b << 16;
    else
        return false;
    return true;
}

static uint32_t screen_partition(unsigned i) {
    static const char table[] = "137f5fff7ffffffff26efafffbffffffdf4cff5fffdfffff9bf8fffafffeffff"
                                "ffff4cdf6fffeffffffff89bf99ffdffffff7f13ff9fffbfffff6ef26ff6fff7"
                                "bfffffff23bfaffff7fffffff19df5ffffefffffef8cffaffffdffff67f4fff5"
                                "9fffdfffffff8ceff66ffefffffff467ff6fff7fffffbf239ff9fffbffff9df1";
    static const char digits[] = "0123456789abcdef";
    return (uint32_t)(strchr(digits, table[i]) - digits);
}

static bool one_source(work *k) {
    const char *n = k->name;
    uint32_t a = lo(k->s[0]), r = 0;
    int at;
    if (strcmp(n, "v_mov_b32") == 0 || strcmp(n, "v_mov_fed_b32") == 0 || strcmp(n, "v_mov_prsv_b32") == 0 ||
        strcmp(n, "v_writelane_regwr_b32") == 0)
        k->d = a;
    else if (strcmp(n, "v_not_b32") == 0)
        k->d = a ^ 0xffffffff;
    else if (strcmp(n, "v_bfrev_b32") == 0) {
        for (int i = 0; i < 32; i++)
            r |= (a >> i & 1) << (31 - i);
        k->d = r;
    } else if (strcmp(n, "v_ffbh_u32") == 0) {
        for (at = 0; at < 32 && !(a >> (31 - at) & 1); at++) {
        }
        k->d = at == 32 ? 0xffffffff : (uint32_t)at;
    } else if (strcmp(n, "v_ffbl_b32") == 0) {
        for (at = 0; at < 32 && !(a >> at & 1); at++) {
        }
        k->d = at == 32 ? 0xffffffff : (uint32_t)at;
    } else if (strcmp(n, "v_ffbh_i32") == 0) {
        for (at = 1; at < 32 && (a >> (31 - at) & 1) == a >> 31; at++) {
        }
        k->d = at == 32 ? 0xffffffff : (uint32_t)at;
    } else if (strcmp(n, "v_screen_partition_4se_b32") == 0)
        k->d = screen_partition(a & 255);
    else if (strcmp(n, "v_sat_pk_u8_i16") == 0) {
        for (unsigned i = 0; i < 2; i++) {
            int64_t x = sx(a >> 16 * i, 16);
            r |= (uint32_t)(x < 0 ? 0 : x > 255 ? 255 : x) << 8 * i;
        }
        k->d = r;
    } else
        return false;
    return true;
}

/* ---- smallest, largest, middle --------------------------------------------------------------- */

static bool extremes(work *k) {
    const char *n = k->name + (strncmp(k->name, "v_pk_", 5) == 0 ? 5 : 2), *type = strrchr(n, '_') + 1;
    int width = type[1] == '1' ? 16 : 32;
    int64_t x[3], swap;
    if ((strncmp(n, "min", 3) != 0 && strncmp(n, "max", 3) != 0 && strncmp(n, "med", 3) != 0) ||
        strchr("iu", *type) == NULL)
        return false;
    for (int i = 0; i < 3; i++)
        x[i] = *type == 'i' ? sx(k->s[i], width) : zx(k->s[i], width);
    int count = n[3] == '3' ? 3 : 2;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            if (x[j] < x[i]) {
                swap = x[i];
                x[i] = x[j];
                x[j] = swap;
            }
    k->d = (uint64_t)zx((uint64_t)x[n[1] == 'i' ? 0 : n[1] == 'a' ? count - 1 : 1], width);
    return true;
}

static bool byte_sums(work *k) {
    const char *n = k->name;
    bool masked = n[2] == 'm';
    uint64_t d = 0;
    if (strcmp(n, "v_qsad_u8") == 0 || strcmp(n, "v_qsad_pk_u16_u8") == 0 ||
        strcmp(n, "v_mqsad_pk_u16_u8") == 0) {
        for (unsigned i = 0; i < 4; i++) {
            uint32_t sum = sad8(lo(k->s[0] >> 8 * i), lo(k->s[1]), masked);
            d |= fit(k, (i128)(k->s[2] >> 16 * i & 0xffff) + sum, 16, false) << 16 * i;
        }
        k->d = d;
    } else if (strcmp(n, "v_mqsad_u32_u8") == 0) {
        uint64_t parts[4];
        for (unsigned i = 0; i < 4; i++) {
            uint64_t s2 = (i < 2 ? k->s[2] : k->high) >> (i & 1) * 32 & 0xffffffff;
            parts[i] = fit(k, (i128)s2 + sad8(lo(k->s[0] >> 8 * i), lo(k->s[1]), true), 32, false);
        }
        k->d = parts[0] | parts[1] << 32;
        k->d_high = parts[2] | parts[3] << 32;
    } else
        return false;
    return true;
}

bool ref_vop_integer(work *k) {
    i128 x = 0;
    int width = 0;
    if (exact(k, &x, &width)) {
        k->d = fit(k, x, width < 0 ? -width : width, width < 0);
        return true;
    }
    return sums(k) || wide_products(k) || three_sources(k) || two_sources(k) || one_source(k) ||
           byte_sums(k) || extremes(k) || shifts(k);
}

/* ---- comparisons ----------------------------------------------------------------------------- */

/* The conditions in the order of their opcodes; of integers there are the first eight, with other
   names for three. */
static int condition_of(const char *n, size_t size, bool floating) {
    static const char *const floats[] = {"f", "lt",  "eq",  "le",  "gt",  "lg",  "ge",  "o",
                                         "u", "nge", "nlg", "ngt", "nle", "neq", "nlt", "tru"};
    static const char *const integers[] = {"f", "lt", "eq", "le", "gt", "ne", "ge", "t"};
    for (int i = 0; i < (floating ? 16 : 8); i++) {
        const char *word = floating ? floats[i] : integers[i];
        if (strlen(word) == size && memcmp(n, word, size) == 0)
            return i;
    }
    return -1;
}

/* Bits 0, 1, 2 of a condition ask for less, equal, greater; 3 inverts it, and is so true for
   NaN. */
static bool holds(int condition, int order, bool floating) {
    bool inverted = floating && condition & 8;
    if (!floating && condition == 7)
        return true;
    if (order == 2)
        return condition == 8 || (inverted && condition != 7);
    if (condition == 7 || condition == 15)
        return true; /* ordered, and always */
    if (condition == 8)
        return false;
    if (inverted)
        condition = condition & 7;
    return order < 0 ? condition & 1 : order == 0 ? condition >> 1 & 1 : condition >> 2 & 1;
}

static int class_number(int w, uint64_t x) {
    bool minus = x & f_sign(w);
    uint64_t quiet = f_default_nan(w) & ~f_sign(w) & ~f_infinity(w);
    if (f_is_nan(w, x))
        return x & quiet ? 1 : 0;
    if (f_is_inf(w, x))
        return minus ? 2 : 9;
    if (f_is_zero(w, x))
        return minus ? 5 : 6;
    return f_is_denormal(w, x) ? (minus ? 4 : 7) : minus ? 3 : 8;
}

bool ref_vop_compare(work *k) {
    const char *n = strchr(k->name + 2, '_'), *type = strrchr(k->name, '_') + 1;
    bool floating = *type == 'f' && type[1];
    int width = type[1] == '1' ? 16 : type[1] == '3' ? 32 : 64, condition;
    if (strncmp(k->name, "v_cmp", 5) != 0 || !n)
        return false;
    n++;
    if (strncmp(n, "class_", 6) == 0) {
        k->bit = k->s[1] >> class_number(width, k->s[0]) & 1;
        return true;
    }
    condition = condition_of(n, (size_t)(type - 1 - n), floating);
    if (condition < 0)
        return false;
    if (floating)
        k->bit = holds(condition, f_compare(k->m, width, k->s[0], k->s[1]), true);
    else {
        uint64_t flip = *type == 'i' ? UINT64_C(1) << (width - 1) : 0; /* makes signed order unsigned order */
        uint64_t all = width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
        uint64_t x = (k->s[0] & all) ^ flip, y = (k->s[1] & all) ^ flip;
        k->bit = holds(condition, x < y ? -1 : x > y, false);
    }
    return true;
}
