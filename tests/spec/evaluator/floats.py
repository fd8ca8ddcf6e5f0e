# SPDX-License-Identifier: MIT
"""Floats of 16, 32 and 64 bits as their bits, computed exactly with integers and rounded once. What MODE decides about (rounding,
denormals, NaNs) and what depends on the generation is as isa/README.md and the words of the vocabulary say."""
from decimal import Decimal, getcontext
from math import isqrt

NEAREST, UP, DOWN, ZERO = range(4)  # as in MODE
FRACTION = {16: 10, 32: 23, 64: 52}
BIAS = {16: 15, 32: 127, 64: 1023}
SIGN = {w: 1 << w - 1 for w in BIAS}
INFINITY = {w: SIGN[w] - (1 << FRACTION[w]) for w in BIAS}
QUIET = {w: 1 << FRACTION[w] - 1 for w in BIAS}
DEFAULT_NAN = {w: SIGN[w] | INFINITY[w] | QUIET[w] for w in BIAS}
ONE = {w: BIAS[w] << FRACTION[w] for w in BIAS}
getcontext().prec = 60


def size(w, x):
    return x & SIGN[w] - 1


def is_nan(w, x):
    return size(w, x) > INFINITY[w]


def is_inf(w, x):
    return size(w, x) == INFINITY[w]


def is_zero(w, x):
    return size(w, x) == 0


def is_denormal(w, x):
    return 0 < size(w, x) < 1 << FRACTION[w]


def exact(w, x):
    """A finite float as m * 2**e."""
    p, a = FRACTION[w], size(w, x)
    exponent = a >> p
    m = a & (1 << p) - 1 | (1 << p if exponent else 0)
    return -m if x & SIGN[w] else m, max(exponent, 1) - BIAS[w] - p


def round_off(a, shift, mode, negative):
    """a / 2**shift as a whole number."""
    if shift <= 0:
        return a << -shift
    kept, rest = a >> shift, a & (1 << shift) - 1
    half = 1 << shift - 1
    if mode == NEAREST:
        return kept + (rest > half or (rest == half and kept & 1))
    return kept + (rest != 0 and mode == (DOWN if negative else UP))


def rounded(w, m, e, mode=NEAREST, flush=False, zero=0):
    """The float nearest to m * 2**e. `flush`: what is tiny after rounding to full precision becomes 0; `zero`: the sign bit of an
    exact 0."""
    if m == 0:
        return SIGN[w] if zero else 0
    negative, a, p, least = m < 0, abs(m), FRACTION[w], 1 - BIAS[w]
    sign, top = SIGN[w] if negative else 0, abs(m).bit_length() - 1 + e
    if flush and top < least:
        full = round_off(a, a.bit_length() - 1 - p, mode, negative)
        if top < least - 1 or full < 1 << p + 1:
            return sign
    top = max(top, least)
    bits = round_off(a, top - p - e, mode, negative) + (top - least << p)
    if bits >= INFINITY[w]:
        away = mode == NEAREST or mode == (DOWN if negative else UP)
        bits = INFINITY[w] if away else INFINITY[w] - 1
    return sign | bits


def add_exact(a, b):
    e = min(a[1], b[1])
    return (a[0] << a[1] - e) + (b[0] << b[1] - e), e


def whole(m, e, mode):
    """m * 2**e rounded to a whole number."""
    return (-1 if m < 0 else 1) * round_off(abs(m), -e, mode, m < 0)


def ratio(n, d, w):
    """n / d as m * 2**e, the last bit set where it is not exact."""
    e = n.bit_length() - d.bit_length() - FRACTION[w] - 8
    n, d = (n << -e, d) if e < 0 else (n, d << e)
    q, r = divmod(n, d)
    return q << 1 | (r != 0), e - 1


def of_decimal(x, w):
    """Near x, and on its side of everything that has few digits."""
    if x == 0:
        return 0, 0
    e = int((abs(x).ln() / Decimal(2).ln()).to_integral_value()) - FRACTION[w] - 60
    m = x / Decimal(2) ** e
    q = int(m)
    return q * 2 + (0 if q == m else 1 if q >= 0 and x > 0 else -1), e - 1


def decimal_of(m, e):
    return Decimal(m) * Decimal(2) ** e


def pi():
    """Machin: 16 atan(1/5) - 4 atan(1/239)."""
    def arctan(n):
        one, total, k = Decimal(1), Decimal(0), 0
        term = one / n
        while abs(term) > Decimal(10) ** -65:
            total += term / (2 * k + 1) * (-1) ** k
            term /= n * n
            k += 1
        return total
    return 16 * arctan(5) - 4 * arctan(239)


PI = pi()


def sine(x):
    term = total = x
    k = 1
    while abs(term) > Decimal(10) ** -58:
        term = -term * x * x / ((k + 1) * (k + 2))
        total += term
        k += 2
    return total


class Floats:
    """Arithmetic under one setting of MODE, on an architecture with these facts."""

    def __init__(self, mode, facts):
        self.round = {32: mode & 3, 64: mode >> 2 & 3, 16: mode >> 2 & 3}
        keeps = {32: mode >> 5 & 1, 64: mode >> 7 & 1}  # results; sources are set alike in the states
        self.keeps = {32: bool(keeps[32]), 64: bool(keeps[64]), 16: bool(keeps[64])}
        self.ieee = bool(mode >> 9 & 1)
        self.facts = facts

    def changed(self, **how):
        other = Floats(0, self.facts)
        other.round, other.keeps, other.ieee = dict(self.round), dict(self.keeps), self.ieee
        for name, value in how.items():
            setattr(other, name, dict.fromkeys(BIAS, value) if name != "ieee" else value)
        return other

    def quiet(self, w, x):
        return x | QUIET[w] if self.ieee else x

    def flushed(self, w, x):
        return x & SIGN[w] if not self.keeps[w] and is_denormal(w, x) else x

    def result(self, w, m, e, zero=0):
        return rounded(w, m, e, self.round[w], not self.keeps[w], zero)

    def first_nan(self, w, *values):
        for x in values:
            if is_nan(w, x):
                return self.quiet(w, x)
        return None

    # ---- arithmetic

    def fma(self, w, a, b, c, scale=0, flush=True):
        """(a * b + c) * 2**scale"""
        nan = self.first_nan(w, a, b)
        if nan is not None:
            return nan
        if flush:
            a, b, c = (self.flushed(w, x) for x in (a, b, c))
        minus, infinite = (a ^ b) & SIGN[w], is_inf(w, a) or is_inf(w, b)
        if infinite and (is_zero(w, a) or is_zero(w, b)):
            return DEFAULT_NAN[w]
        if is_nan(w, c):
            return self.quiet(w, c)
        if infinite and is_inf(w, c) and c & SIGN[w] != minus:
            return DEFAULT_NAN[w]
        if infinite or is_inf(w, c):
            return minus | INFINITY[w] if infinite else c
        x, y = exact(w, a), exact(w, b)
        m, e = add_exact((x[0] * y[0], x[1] + y[1]), exact(w, c))
        zero = minus and c & SIGN[w] or (self.round[w] == DOWN and minus != c & SIGN[w])
        return self.result(w, m, e + scale, zero)

    def add(self, w, a, b):
        nan = self.first_nan(w, a, b)
        return self.fma(w, a, ONE[w], b) if nan is None else nan

    def sub(self, w, a, b):
        return self.add(w, a, b ^ SIGN[w])

    def quotient(self, w, a, b):
        nan = self.first_nan(w, a, b)
        if nan is not None:
            return nan
        sign = (a ^ b) & SIGN[w]
        if (is_zero(w, a) and is_zero(w, b)) or (is_inf(w, a) and is_inf(w, b)):
            return DEFAULT_NAN[w]
        if is_zero(w, a) or is_inf(w, b):
            return sign
        if is_zero(w, b) or is_inf(w, a):
            return sign | INFINITY[w]
        (m, e), (n, f) = exact(w, a), exact(w, b)
        q, g = ratio(abs(m), abs(n), w)
        return self.result(w, -q if sign else q, g + e - f)

    def mul(self, w, a, b):
        nan = self.first_nan(w, a, b)
        if nan is not None:
            return nan
        minus = (a ^ b) & SIGN[w]
        if not is_inf(w, a) and not is_inf(w, b):
            x, y = exact(w, self.flushed(w, a)), exact(w, self.flushed(w, b))
            return self.result(w, x[0] * y[0], x[1] + y[1], minus)
        return self.fma(w, a, b, minus)

    def mad(self, w, a, b, c):
        f = self.changed(keeps=False)
        a, b, c = (f.flushed(w, x) for x in (a, b, c))
        if f.first_nan(w, a, b) is None and is_nan(w, f.mul(w, a, b)):
            return DEFAULT_NAN[w]
        return f.add(w, f.mul(w, a, b), c)

    def ldexp(self, w, a, n):
        if is_nan(w, a) or is_inf(w, a):
            return self.quiet(w, a) if is_nan(w, a) else a
        m, e = exact(w, self.flushed(w, a))
        return self.result(w, m, e + max(-4000, min(4000, n)), a & SIGN[w])

    # ---- comparing

    def order(self, w, a, b, flush=True):
        """-1 0 1; None: one is NaN."""
        if is_nan(w, a) or is_nan(w, b):
            return None
        x, y = (self.flushed(w, v) if flush else v for v in (a, b))
        x, y = (-size(w, v) if v & SIGN[w] else v for v in (x, y))
        return (x > y) - (x < y)

    def extremes(self):
        """How minimum and maximum take denormals."""
        return self if self.facts.get("minmax_by_mode") else self.changed(keeps=True)

    def extreme(self, w, a, b, sign):
        f = self.extremes()
        for x in (a, b):
            if self.ieee and is_nan(w, x) and not x & QUIET[w]:
                return x | QUIET[w]
        if is_nan(w, a):
            return f.flushed(w, b)
        if is_nan(w, b):
            return f.flushed(w, a)
        a, b = f.flushed(w, a), f.flushed(w, b)
        if is_zero(w, a) and is_zero(w, b):
            return a & b if sign > 0 else a | b
        return b if (f.order(w, a, b) < 0) == (sign > 0) else a

    # ---- whole numbers and parts

    def whole(self, w, x, mode):
        if is_nan(w, x) or is_inf(w, x):
            return self.quiet(w, x) if is_nan(w, x) else x
        m, e = exact(w, self.flushed(w, x))
        return rounded(w, whole(m, e, mode), 0, zero=x & SIGN[w])

    def fract(self, w, x):
        if is_nan(w, x) or is_inf(w, x):
            return self.quiet(w, x) if is_nan(w, x) else DEFAULT_NAN[w]
        m, e = exact(w, self.flushed(w, x))
        m, e = add_exact((m, e), (-whole(m, e, DOWN), 0))
        r = self.result(w, m, e)
        return r if self.facts.get("fract64_uncapped") and w == 64 else min(r, ONE[w] - 1)

    def frexp(self, w, x):
        """mantissa, exponent"""
        x = x if is_nan(w, x) else self.flushed(w, x)
        if is_nan(w, x) or is_inf(w, x):
            odd = self.facts.get("frexp_is_naive")
            return self.quiet(w, x) if is_nan(w, x) else DEFAULT_NAN[w] if odd else x, -1 if odd else 0
        if is_zero(w, x):
            return x, 0
        m, e = exact(w, x)
        n = abs(m).bit_length()
        return rounded(w, m, -n), n + e

    # ---- conversions

    def convert(self, to, w, x, mode=None):
        mode = self.round[to] if mode is None else mode
        flush, half, old = not self.keeps[to], 16 in (to, w), not self.facts.get("half_by_mode")
        if is_nan(w, x):
            shift = FRACTION[to] - FRACTION[w]
            payload = size(w, x) & QUIET[w] * 2 - 1
            payload = payload << shift if shift >= 0 else payload >> -shift
            if to < w or self.ieee:
                payload |= QUIET[to]
            return (SIGN[to] if x & SIGN[w] else 0) | INFINITY[to] | payload
        if is_inf(w, x):
            return (SIGN[to] if x & SIGN[w] else 0) | INFINITY[to]
        if half and old:
            flush = False
        if not (half and old) or to == 16:
            x = self.flushed(w, x)
        if w == 64 and is_denormal(w, x):
            x &= SIGN[w]
        return rounded(to, *exact(w, x), mode, flush, x & SIGN[w])

    def of_integer(self, w, n):
        return rounded(w, n, 0, self.round[w])

    def to_integer(self, w, x, mode, least, most, nan=0):
        if is_nan(w, x):
            return nan
        if is_inf(w, x):
            return least if x & SIGN[w] else most
        return max(least, min(most, whole(*exact(w, x), mode)))

    # ---- what hardware approximates, correctly rounded

    def special(self, name, w, x):
        waves, minus = name in ("sin", "cos"), x & SIGN[w]
        if is_nan(w, x):
            return self.quiet(w, x)
        if (w == 32 or not self.keeps[64]) and is_denormal(w, x):
            x = minus
        flush = not (waves and self.keeps[32]) if w == 32 else not self.keeps[64]
        if (name in ("rsq", "sqrt", "log2") and minus and not is_zero(w, x)) or (waves and is_inf(w, x)):
            return DEFAULT_NAN[w]
        if is_zero(w, x):
            return {"rcp": minus | INFINITY[w], "rsq": minus | INFINITY[w], "log2": SIGN[w] | INFINITY[w],
                    "exp2": ONE[w], "cos": ONE[w]}.get(name, x)
        if is_inf(w, x):
            return {"rcp": minus, "rsq": 0, "exp2": 0 if minus else x}.get(name, x)
        m, e = exact(w, x)
        limit = self.facts.get("turns_limit")
        if waves and limit and decimal_of(abs(m), e) > limit:
            return 0 if name == "sin" else ONE[w]
        return rounded(w, *self.value_of(name, w, m, e), NEAREST, flush)

    @staticmethod
    def value_of(name, w, m, e):
        """Near the function of m * 2**e, and on the right side of all floats: as m * 2**e."""
        if name == "rcp":
            q, n = ratio(1, abs(m), w)
            return q if m > 0 else -q, n - e
        if name in ("sqrt", "rsq"):
            m, e = (m, e) if e % 2 == 0 else (m * 2, e - 1)
            if name == "sqrt":
                m, e = m << 140, e - 140
                return isqrt(m) * 2 + (isqrt(m) ** 2 != m), e // 2 - 1
            root = isqrt((1 << 400) // m)
            return root * 2 + (root * root * m != 1 << 400), -200 - e // 2 - 1
        x = decimal_of(m, e)
        if name == "exp2":
            if x == int(x) and abs(x) < 5000:
                return 1, int(x)
            return of_decimal((max(Decimal(-5000), min(Decimal(5000), x)) * Decimal(2).ln()).exp(), w)
        if name == "log2":
            if m & m - 1 == 0:
                return m.bit_length() - 1 + e, 0
            return of_decimal(x.ln() / Decimal(2).ln(), w)
        turns = m * 4  # in quarters of a turn, from -2 to 2
        quarters = turns * 2 ** e if e >= 0 else None
        if quarters is None:
            one = 1 << -e
            quarters = (turns + 2 * one) % (4 * one) - 2 * one
            exactly = quarters % one == 0
            x = Decimal(quarters) / one
        else:
            x, exactly = Decimal(quarters % 4), True
        if name == "cos":
            x += 1
        if exactly:
            value = {0: 0, 1: 1, 2: 0, 3: -1}[int(x) % 4]
            return value, 0
        return of_decimal(sine(x * PI / 2), w)
