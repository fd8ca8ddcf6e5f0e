# SPDX-License-Identifier: MIT
"""A GCN wave for the trees: its registers and memory, where an instruction's operands are, and the words of isa/gcn/vocab.isa, each
written from what the vocabulary says it means."""
import struct
from decimal import Decimal

from floats import DOWN, FRACTION, INFINITY, NEAREST, SIGN, UP, ZERO, Floats, is_nan, rounded
from trees import wrap

LANES = range(64)


def bits_at(word, ranges):
    value = at = 0
    for low, width in ranges:
        value |= (word >> low & (1 << width) - 1) << at
        at += width
    return value


def dwords(text):
    """What hexadecimal digits say."""
    return list(struct.unpack(f">{len(text) // 8}I", bytes.fromhex(text)))


class Waits(Exception):
    """The instruction is tried again later."""


class Fault(Exception):
    """It ends there, and writes no register."""


class Wave:
    """What an instruction begins with. `line` is one of the states; `masks`: the operands that the body sees as masks of lanes;
    `words`: those that it has."""

    def __init__(self, arch, form, line, masks, words):
        self.arch, self.form, self.masks, self.has_words = arch, form, masks, words
        self.start = start = line["state"]
        self.single = {k: v for k, v in start.items() if isinstance(v, int)}
        for name, value in self.single.items():
            setattr(self, name, value)
        self.pc += line["size"]
        self.exec_before = self.exec
        self.s, self.hwreg, self.ttmp = (dwords(start[k]) for k in ("s", "hwreg", "ttmp"))
        self.v = {int(n): dwords(text) for n, text in start["v"].items() if n}
        self.memory = {k: bytearray.fromhex(start[k]) for k in ("lds", "gds") if k in start}
        self.gws = [list(g) for g in start.get("gws", ())]
        self.floats = Floats(self.hwreg[1], arch["facts"])
        self.word = int(line["word"], 16)
        self.lane, self.half = 0, None
        self.pending, self.moved = {}, []  # results, and registers that are written by number
        self.place_operands()
        self.fetched = {name: self.raw(place, 0) for name, place in self.place.items() if place[0] != "v"}

    # ---- operands

    def place_operands(self):
        self.place, self.fields, self.types = {}, {}, {}
        self.literal = self.word >> 32
        for i in self.form["operands"]:
            o = self.arch["operands"][i]
            value = bits_at(self.word, o["fields"])
            if o["codec"] == "label" or "signed" in o["flags"]:
                width = sum(w for _, w in o["fields"])
                value = wrap(("i", width), value)
            self.fields[o["name"]] = value
            if "role" in o and o["role"] not in ("source", "result"):
                self.fields[o["role"]] = value
                if o["role"] == "address" and o["codec"] == "vgpr":
                    self.place["address"] = ("v", value, o["registers"])
            if o.get("role") in ("source", "result") and "word" in o:
                self.place[o["word"]] = self.find(o, value)
                self.types[o["word"]] = o.get("type", "")
        names = {self.arch["operands"][i]["name"] for i in self.form["operands"]}
        self.packed = "neg_lo" in names and self.types.get("D", "").startswith("v2")

    def find(self, o, value):
        """("v", number, registers), ("s", code, registers) or ("value", bits)."""
        registers = o["registers"]
        if o["codec"] == "literal":
            return "value", value
        if o["codec"] == "implied":
            return "s", self.code_of(o["implied"]), registers
        if o["codec"] == "vgpr" and not ("scalar" in o and bits_at(self.word, [o["scalar"]])):
            return "v", value, registers
        if "enable" in o and not bits_at(self.word, [o["enable"]]):
            return "s", self.code_of(o["implied"]), registers
        code = value * o.get("scale", 1)
        if code >= 256:
            return "v", code - 256, registers
        return ("value", self.constant(code, o)) if code >= 128 else ("s", code, registers)

    def code_of(self, name):
        return next(c["first"] for c in self.arch["codes"] if name in (c.get("name"), c.get("pair")))

    def constant(self, code, o):
        c = next(c for c in self.arch["codes"] if c["first"] <= code <= c["last"])
        wide, kind = o["registers"] > 1, o.get("type", "")
        if c["kind"] == "literal":
            if not wide:
                return self.literal
            return self.literal << 32 if kind == "f64" else wrap(("i", 32), self.literal) & (
                (1 << 64) - 1) if kind == "i64" else self.literal
        if c["name"] in ("src_vccz", "src_execz", "src_scc"):
            return {"src_vccz": int(not self.vcc), "src_execz": int(not self.exec), "src_scc": self.scc}[c["name"]]
        if c["name"] in ("src_shared_base", "src_private_base"): # the harness's apertures
            aperture = 1 << 56 if c["name"] == "src_shared_base" else 2 << 56
            return aperture if wide else 0
        if "." not in c["name"]:
            return int(c["name"]) & (1 << 32 * o["registers"]) - 1
        w = 64 if wide else 32
        value = Decimal(c["name"])
        if c["name"].startswith("0.159"):
            return 0x3fc45f306dc9c882 if wide else 0x3e22f983
        return rounded(w, int(value * 4), -2)

    def read_code(self, code):
        """One dword of a scalar operand."""
        c = next(c for c in self.arch["codes"] if c["first"] <= code <= c["last"])
        name = c.get("name", "")
        if c["kind"] == "ttmp":
            return self.ttmp[code - c["first"]] if self.priv else 0
        if name[:4] in ("tba_", "tma_"):
            return getattr(self, name[:3]) >> 32 * (code & 1) & 0xffffffff if self.priv else 0
        if name[:4] in ("vcc_", "exec"):
            return getattr(self, name.split("_")[0]) >> 32 * (code & 1) & 0xffffffff
        return self.m0 if name == "m0" else self.s[code]

    def write_code(self, code, value):
        c = next(c for c in self.arch["codes"] if c["first"] <= code <= c["last"])
        name = c.get("name", "")
        if c["kind"] == "ttmp":
            if self.priv:
                self.ttmp[code - c["first"]] = value
        elif name[:4] in ("vcc_", "exec", "tba_", "tma_"):
            part = name.split("_")[0]
            shift = 32 * (code & 1)
            if name[0] != "t" or self.priv:
                setattr(self, part, getattr(self, part) & ~(0xffffffff << shift) | value << shift)
        elif name == "m0":
            self.m0 = value
        else:
            self.s[code] = value

    def raw(self, place, lane):
        if place[0] == "value":
            return place[1]
        kind, first, count = place
        parts = (self.v[first + i][lane] if kind == "v" else self.read_code(first + i) for i in range(count))
        return sum(part << 32 * i for i, part in enumerate(parts))

    def key(self, name, lane):
        place = self.place.get(name)
        return (name, lane) if place and place[0] == "v" else (name, None)

    def read(self, name, lane):
        key = self.key(name, lane)
        if key in self.pending:
            value = self.pending[key]
        elif name == "NEW_EXEC" or (name in self.masks and name[0] == "D"):
            value = 0
        elif name not in self.place:
            return 0
        else:
            value = self.fetched[name] if name in self.fetched else self.raw(self.place[name], lane)
        if self.half is not None and self.types.get(name, "").startswith("v2"):
            return value >> 16 * self.half & 0xffff
        return value

    def write(self, name, lane, at, width, value):
        key = self.key(name, lane)
        half, self.half = self.half, None
        old = self.read(name, lane)
        self.half = half
        at += 16 * (half or 0)
        self.pending[key] = old & ~((1 << width) - 1 << at) | value << at

    @staticmethod
    def seen(view, t, raw):
        return wrap(t, raw) if t[0] in "ui" else raw & (1 << t[1]) - 1

    def store(self):
        """Writes the results of all lanes."""
        for (name, lane), value in self.pending.items():
            if name == "NEW_EXEC":
                self.exec = value
            elif name in self.place:
                kind, first, count = self.place[name]
                for i in range(count):
                    dword = value >> 32 * i & 0xffffffff
                    if kind == "v":
                        self.v[first + i][lane] = self.half_of(name, dword, self.v[first + i][lane])
                    else:
                        self.write_code(first + i, dword)
        for n, lane, value in self.moved:
            self.v[n][lane] = value

    def half_of(self, name, result, old):
        """The register, where the result has 16 bits."""
        if self.types.get(name) not in ("f16", "u16", "i16", "b16"):
            return result
        if self.form.get("high_half"):
            return old & 0xffff | (result & 0xffff) << 16
        return result & 0xffff | (old & 0xffff0000 if self.form.get("keeps_half") else 0)

    def clear_masks(self):
        """In results that are masks the bits of inactive lanes are 0, also where no lane is active."""
        for name in self.masks:
            if name[0] == "D" or name == "NEW_EXEC":
                self.pending.setdefault((name, None), 0)

    def active(self):
        return [lane for lane in LANES if self.exec_before >> lane & 1]

    # ---- state

    def get_SCC(self, ev, t):
        return self.scc

    def set_SCC(self, ev, t, value):
        self.scc = value

    def get_VCC(self, ev, t):
        return self.vcc

    def get_EXEC(self, ev, t):
        return self.exec

    def set_EXEC(self, ev, t, value):
        self.exec = value

    def get_M0(self, ev, t):
        return self.m0

    def set_M0(self, ev, t, value):
        self.m0 = value

    def get_PC(self, ev, t):
        return self.pc

    def set_PC(self, ev, t, value):
        self.pc = value

    def get_CSP(self, ev, t):
        return self.csp

    def set_CSP(self, ev, t, value):
        self.csp = value

    def set_PRIV(self, ev, t, value):
        self.priv = value

    def set_INST_ATC(self, ev, t, value):
        self.inst_atc = value

    def get_SET_MODE(self, ev, t, part, value):
        setattr(self, part, value)

    def get_K(self, ev, t):
        return wrap(("i", 16), self.fields["immediate"])

    def get_TARGET(self, ev, t):
        return self.pc + 4 * self.fields["target"] & (1 << 64) - 1

    def get_OFFSET(self, ev, t):
        return self.fields.get("offset", 0)

    def get_OFFSET0(self, ev, t):
        return self.fields["offset0"]

    def get_OFFSET1(self, ev, t):
        return self.fields["offset1"]

    def get_CLAMP(self, ev, t):
        return self.fields.get("clamp", 0)

    def get_IN_GDS(self, ev, t):
        return self.in_gds()

    def get_FACT(self, ev, t, name):
        return self.arch["facts"].get(name, 0)

    def get_SINDEX(self, ev, t, operand):
        return self.place[operand["name"]][1]

    get_VINDEX = get_SINDEX

    def get_SGPR(self, ev, t, n):
        return self.s[n if n < self.arch["facts"]["sgprs"] else 0]

    def set_SGPR(self, ev, t, value, n):
        if n < self.arch["facts"]["sgprs"]:
            self.s[n] = value

    def get_VGPR(self, ev, t, n):
        return self.v[n if n in self.v else 0][self.lane]

    def set_VGPR(self, ev, t, value, n):
        if n in self.v:
            self.moved.append((n, self.lane, value))

    # ---- hardware registers: their parts are `packs`; who may access them the document does not
    # say

    WRITTEN_BY_ALL = {"MODE": None, "TRAPSTS": "excp"}  # None: all of it
    WRITTEN_BY_HANDLERS = ("MODE", "STATUS", "TRAPSTS", "IB_STS", "TBA_LO", "TBA_HI", "TMA_LO", "TMA_HI")
    APERTURES = {"private_base": 0x200, "shared_base": 0x100}  # of the test

    def parts_of(self, number):
        """The name of the register, and its parts: their names and bits."""
        names = (n["llvm"][7:] for n in self.arch["names"]["HWREG"] if n["value"] == number)
        name = next((n for n in names if n in self.arch["packs"]), None)
        if not name:
            raise Fault
        return name, [(p["name"], *bits) for p in self.arch["packs"][name] for bits in p["bits"]]

    def part(self, register, name):
        """One that is state of the wave."""
        if name in ("execz", "vccz"):
            return int(getattr(self, name[:-1]) == 0)
        if name == "address":
            return getattr(self, register[:3].lower()) >> (32 if register.endswith("HI") else 0) & 0xffffffff
        return self.APERTURES[name] if name in self.APERTURES else getattr(self, name)

    def is_state(self, name):
        return name in ("execz", "vccz", "address") or name in self.APERTURES or name in self.single

    def whole_register(self, number):
        register, parts = self.parts_of(number)
        value = 0
        for name, low, width in parts:
            x = self.part(register, name) if self.is_state(name) else self.hwreg[number] >> low
            value |= (x & (1 << width) - 1) << low
        return value

    def get_HWREG(self, ev, t, number, low, width):
        register, _ = self.parts_of(number)
        value = 0 if register[:3] in ("TBA", "TMA") and not self.priv else self.whole_register(number)
        return value >> low & (1 << width) - 1

    def may_write(self, register, name):
        all_may = register in self.WRITTEN_BY_ALL and self.WRITTEN_BY_ALL[register] in (None, name)
        return all_may or (self.priv and register in self.WRITTEN_BY_HANDLERS)

    def get_SET_HWREG(self, ev, t, number, low, width, value):
        """What is no part of a register does not stay either."""
        register, parts = self.parts_of(number)
        asked, rest, before = ((1 << width) - 1) << low, 0, self.whole_register(number)
        after = before & ~asked | value << low & asked
        for (name, at, bits), may in [(p, self.may_write(register, p[0])) for p in parts]:
            x = (after if may else before) >> at & (1 << bits) - 1
            if not self.is_state(name):
                rest |= x << at
            elif name == "address":
                self.set_address(register, x)
            elif name in self.single:
                setattr(self, name, x)
        if register[:3] not in ("TBA", "TMA", "SH_"):
            self.hwreg[number] = rest

    def set_address(self, register, x):
        pair, shift = register[:3].lower(), 32 if register.endswith("HI") else 0
        setattr(self, pair, getattr(self, pair) & ~(0xffffffff << shift) | x << shift)

    # ---- lanes

    def get_LANE_ID(self, ev, t):
        return self.lane

    def get_VCC_BIT(self, ev, t):
        return self.vcc >> self.lane & 1

    def get_LANES_BELOW(self, ev, t):
        return (1 << self.lane) - 1

    def get_ACTIVE(self, ev, t, lane):
        return self.exec >> lane & 1

    def get_FIRST_LANE(self, ev, t):
        return next((lane for lane in LANES if self.exec >> lane & 1), 0)

    def get_LANE(self, ev, t, operand, lane):
        return self.read(operand["name"], lane & 63)

    def target(self, ev, word, operand, lane):
        return operand["name"], lane & 63

    # ---- LDS and GDS

    def in_gds(self):
        return int(self.form["format"] == "DSG" or bool(self.fields.get("gds")))

    def get_ADDR(self, ev, t):
        address = self.raw(self.place["address"], self.lane) + self.fields.get("offset", 0)
        facts = self.arch["facts"]
        return address & 0xffffffff if facts["lds_wraps"] else address

    def src2(self, t):
        """The two addresses: dword offset in the instruction, or with its bit 15 in the upper bits of the address."""
        base, offset = self.raw(self.place["address"], self.lane), self.fields["offset"]
        unit = t[1] // 8
        dwords = wrap(("i", 15), base >> 17) if offset >> 15 else wrap(("i", 15), offset)
        base = base & 0x1ffff if offset >> 15 else base
        base -= base % unit
        second = base + 4 * dwords & 0xffffffff
        return base, second - second % unit

    def get_SRC2_A(self, ev, t):
        return self.src2(t)[0]

    def get_SRC2_B(self, ev, t):
        return self.src2(t)[1]

    def element(self, t, address, atomic):
        """The bytes, where they begin; None: out of range."""
        facts, bytes_ = self.arch["facts"], t[1] // 8
        unit = 16 if bytes_ == 12 else bytes_
        by_register = bool(self.has_words & {"ADDR", "SRC2_A", "SRC2_B"}) and self.form["format"] != "DSG"
        if facts["lds_wraps"]:
            address &= 0xffffffff
        if facts.get("lds_aligned") or atomic:
            address -= address % unit
        if self.in_gds():
            limit = self.m0 & 0xffff if by_register else len(self.memory["gds"])
            at = address + (self.m0 >> 16)
            fits = address + bytes_ <= limit and at + bytes_ <= len(self.memory["gds"])
            return (self.memory["gds"], at) if fits else None
        limit = len(self.memory["lds"])
        if facts.get("lds_m0_limit") and by_register:
            limit = min(limit, self.m0)
        return (self.memory["lds"], address) if address + bytes_ <= limit else None

    def load(self, where, t):
        raw = int.from_bytes(where[0][where[1]:where[1] + t[1] // 8], "little") if where else 0
        return wrap(t, raw) if t[0] in "ui" else raw

    @staticmethod
    def put(where, t, value):
        if where:
            n = t[1] // 8
            where[0][where[1]:where[1] + n] = (value & (1 << t[1]) - 1).to_bytes(n, "little")

    def get_LDS(self, ev, t, address):
        return self.load(self.element(t, address, False), t)

    def set_LDS(self, ev, t, value, address):
        self.put(self.element(t, address, False), t, value)

    def get_ATOMIC_LDS(self, ev, t, address, update):
        where = self.element(t, address, True)
        old = self.load(where, t)
        self.put(where, t, ev.updated(old, update, t))
        return old

    get_ATOMIC_GDS = get_ATOMIC_LDS

    # ---- resources

    def resource(self):
        return self.gws[(self.m0 >> 16) + self.fields.get("offset", 0) & 63]

    MEMBERS = {"counter": 0, "round": 1, "waiting": 2}

    def member(self, ev, word, name):
        return self.resource()[self.MEMBERS[name]]

    def set_member(self, ev, word, name, value):
        self.resource()[self.MEMBERS[name]] = value

    def get_TURN(self, ev, t):
        return self.turn

    def set_TURN(self, ev, t, value):
        self.turn = value

    def get_ROUND(self, ev, t):
        return self.round

    def set_ROUND(self, ev, t, value):
        self.round = value

    def get_FIRST_TRY(self, ev, t):
        return int(not self.again)

    def get_WAIT(self, ev, t):
        raise Waits

    # ---- bits and integers

    @staticmethod
    def get_popcount32(ev, t, x):
        return bin(x).count("1")

    get_popcount64 = get_popcount32

    @staticmethod
    def get_clz32(ev, t, x):
        return 32 - x.bit_length()

    @staticmethod
    def get_ctz32(ev, t, x):
        return (x & -x).bit_length() - 1 if x else 32

    # ---- floats: they are kept as their bits

    @staticmethod
    def get_bits(ev, t, x):
        return x

    @staticmethod
    def get_float_bits(ev, t, x):
        return t[1]

    @staticmethod
    def get_fraction_bits(ev, t, x):
        return FRACTION[t[1]]

    @staticmethod
    def get_is_nan(ev, t, x):
        return int(t[0] == "f" and is_nan(t[1], x))

    def get_source(self, ev, t, x):
        return self.floats.flushed(t[1], x)

    def get_quieted(self, ev, t, x):
        return self.floats.quiet(t[1], x)

    def get_fma_scaled(self, ev, t, a, b, c, n):
        return self.floats.fma(t[1], a, b, c, n, flush=False)

    def get_add(self, ev, t, a, b):
        return self.floats.add(t[1], a, b)

    def get_sub(self, ev, t, a, b):
        return self.floats.sub(t[1], a, b)

    def get_mul(self, ev, t, a, b):
        return self.floats.mul(t[1], a, b)

    def get_fma(self, ev, t, a, b, c):
        return self.floats.fma(t[1], a, b, c)

    def get_mad(self, ev, t, a, b, c):
        return self.floats.mad(t[1], a, b, c)

    def get_add_nearest(self, ev, t, a, b):
        f = self.floats.changed(round=NEAREST)
        return f.add(32, a, b)

    def get_ldexp(self, ev, t, a, n):
        return self.floats.ldexp(t[1], a, n)

    def get_neg(self, ev, t, a):
        return a ^ SIGN[t[1]]

    def extreme(self, t, a, b, sign):
        if t[0] != "f":
            return max(a, b) if sign > 0 else min(a, b)
        return self.floats.extreme(t[1], a, b, sign)

    def get_min(self, ev, t, a, b):
        return self.extreme(t, a, b, -1)

    def get_max(self, ev, t, a, b):
        return self.extreme(t, a, b, 1)

    def order(self, t, a, b):
        return self.floats.order(t[1], a, b)

    def get_unordered(self, ev, t, a, b):
        return int(self.order(t, a, b) is None)

    def get_FLT_MAX(self, ev, t):
        return INFINITY[32] - 1

    def get_trunc(self, ev, t, a):
        return self.floats.whole(t[1], a, ZERO)

    def get_ceil(self, ev, t, a):
        return self.floats.whole(t[1], a, UP)

    def get_floor(self, ev, t, a):
        return self.floats.whole(t[1], a, DOWN)

    def get_rndne(self, ev, t, a):
        return self.floats.whole(t[1], a, NEAREST)

    def get_fract(self, ev, t, a):
        return self.floats.fract(t[1], a)

    def get_frexp_mant(self, ev, t, a):
        return self.floats.frexp(t[1], a)[0]

    def get_frexp_exp(self, ev, t, a):
        return self.floats.frexp(t[1], a)[1]

    # ---- conversions

    def get_cvt_f32_f64(self, ev, t, a):
        return self.floats.convert(32, 64, a)

    def get_cvt_f64_f32(self, ev, t, a):
        return self.floats.convert(64, 32, a, NEAREST)

    def get_cvt_f16_f32(self, ev, t, a):
        by_mode = self.arch["facts"].get("half_by_mode")
        return self.floats.convert(16, 32, a, self.floats.round[16 if by_mode else 32])

    def get_cvt_f32_f16(self, ev, t, a):
        return self.floats.convert(32, 16, a, NEAREST)

    def get_cvt_mixed(self, ev, t, a):
        f = self.floats.changed()
        f.keeps[16] = f.keeps[16] and not self.arch["facts"].get("mixed_flushes")
        return f.convert(16, 32, a, self.floats.round[16])

    def get_cvt_i32(self, ev, t, a):
        return self.floats.to_integer(t[1], a, ZERO, -1 << 31, (1 << 31) - 1)

    def get_cvt_u32(self, ev, t, a):
        return self.floats.to_integer(t[1], a, ZERO, 0, (1 << 32) - 1)

    def get_cvt_i16(self, ev, t, a):
        return self.floats.to_integer(16, a, ZERO, -1 << 15, (1 << 15) - 1)

    def get_cvt_u16(self, ev, t, a):
        return self.floats.to_integer(16, a, ZERO, 0, (1 << 16) - 1)

    def get_cvt_pkrtz(self, ev, t, a):
        return self.floats.changed(keeps=True).convert(16, 32, a, ZERO)



def declare_families():
    """Words that differ in a type or a relation alone."""
    for name in ("as_f16", "as_f32", "as_f64"):
        setattr(Wave, "get_" + name, lambda self, ev, t, bits: bits)
    relations = {"lt": (-1,), "le": (-1, 0), "gt": (1,), "ge": (0, 1), "eq": (0,), "lg": (-1, 1)}
    for name, orders in relations.items():
        setattr(Wave, "get_" + name, lambda self, ev, t, a, b, orders=orders: int(self.order(t, a, b) in orders))
    for name in ("rcp", "rsq", "sqrt", "exp2", "log2", "sin", "cos"):
        setattr(Wave, "get_" + name, lambda self, ev, t, a, name=name: self.floats.special(name, t[1], a))
    for to, of in ((32, "i32"), (32, "u32"), (64, "i32"), (64, "u32"), (16, "i16"), (16, "u16")):
        setattr(Wave, f"get_cvt_f{to}_{of}", lambda self, ev, t, n, to=to: self.floats.of_integer(to, n))


declare_families()
