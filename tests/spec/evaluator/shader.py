# SPDX-License-Identifier: MIT
"""What a body of USSE sees of a batch of shaders, and the words of isa/usse/vocab.isa that have no definition, each written from what
the vocabulary says it means. Bodies are called with channels as they are while they compute: floats are f32."""
from floats import DEFAULT_NAN, DOWN, NEAREST, SIGN, Floats, add_exact, exact, is_denormal, is_inf, is_nan, rounded
from gcn import dwords
from trees import plain, wrap

CHANNELS = "xyzw"
MASK = 0xffffffff


class Batch:
    def __init__(self, line):
        self.line, self.lane = line, 0
        self.rows = {name: dwords(value) for name, value in line.items() if name[:1] in ("S", "D")}
        self.results = {}

    def field(self, name):
        return self.line["fields"].get(name, 0)

    # ---- operands

    def read(self, name, lane):
        """The channel that is computed is the first one of the line."""
        if name == "D":
            return self.results.get(lane, self.rows["D"][lane] if self.line["old"] else 0)
        return sum(self.rows[name + c][lane] << 32 * i for i, c in enumerate(CHANNELS))

    @staticmethod
    def seen(view, t, raw):
        raw >>= 32 * CHANNELS.index(view) if view in CHANNELS else 0
        return wrap(t, raw) if t[0] in "ui" else raw & MASK

    def write(self, name, lane, at, width, value):
        old = self.read("D", lane)
        self.results[lane] = (old & ~((1 << width) - 1 << at) | value << at) & MASK

    # ---- instances and models

    def quad(self, operand, i):
        return self.read(operand["name"], self.lane & ~3 | i)

    def get_QUAD0(self, ev, t, operand):
        return self.quad(operand, 0)

    def get_QUAD1(self, ev, t, operand):
        return self.quad(operand, 1)

    def get_QUAD2(self, ev, t, operand):
        return self.quad(operand, 2)

    def get_MODEL(self, ev, t, name, option):
        return int(self.line["models"][name] == option)

    # ---- floats

    @staticmethod
    def get_as_f32(ev, t, bits):
        return bits

    @staticmethod
    def get_fma(ev, t, a, b, c):
        return plain.fma(32, a, b, c)

    def get_fma_to_D(self, ev, t, a, b, c):
        """Where the result is held as f16, the f32 that is this f16 (see `result`)."""
        if not self.line["narrow"] or any(is_nan(32, x) or is_inf(32, x) for x in (a, b, c)):
            return plain.fma(32, a, b, c)
        (m, e), (n, f) = exact(32, a), exact(32, b)
        m, e = add_exact((m * n, e + f), exact(32, c))
        return plain.convert(32, 16, rounded(16, m, e, NEAREST, False, (a ^ b) & c & SIGN[32]), NEAREST)

    @staticmethod
    def get_floor(ev, t, x):
        return x if is_nan(32, x) else plain.whole(32, x, DOWN)

    @staticmethod
    def special(name, x):
        """Here denormals are no zeros, and a NaN stays as it is."""
        if is_nan(32, x):
            return x
        if is_denormal(32, x) and name != "exp2":
            return DEFAULT_NAN[32] if x & SIGN[32] else rounded(32, *Floats.value_of(name, 32, *exact(32, x)))
        return plain.special(name, 32, x)

    def get_exp2(self, ev, t, x):
        return self.special("exp2", x)

    def get_rsq(self, ev, t, x):
        return self.special("rsq", x)

    def get_log2(self, ev, t, x):
        return self.special("log2", x)


def result(line, row):
    """What is compared: where fma_to_D has a result that is held as f16, that f16."""
    if not line["narrow"] or "mad.f16" not in line["row"]:
        return row
    return [plain.convert(16, 32, x, NEAREST) for x in row]
