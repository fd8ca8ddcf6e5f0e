#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Images of OpenCL: every kind in every format is read and written by kernels (images.cl) that clang
# has compiled, and compared with a model of formats and filters that is in this file.
# usage: images.py GISA CODE-OBJECT
import math
import os
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from count import Counter  # noqa: E402

counter = Counter()
KINDS = {"1d": (13, 1, 1), "1d_buffer": (13, 1, 1), "1d_array": (7, 4, 1), "2d": (7, 4, 1), "2d_array": (5, 3, 2), "3d": (5, 3, 2)}


def test(title, good, more=""):
    if not counter.check(good):
        print(f"failed: {title} {more}".rstrip())


# ---- formats: how a code becomes a value and back ------------------------------------------------

def signed(code, bits):
    return code - (1 << bits) if code >> (bits - 1) else code


def linear(x):  # of sRGB
    return x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4


class Format:
    """Components of some bits each, the lowest first; `order`: where a result's x, y, z, w come from."""

    def __init__(self, text, widths, number, order):
        self.text, self.widths, self.number, self.order = text, widths, number, order
        self.letter = {"uint": "u", "sint": "i"}.get(number, "f")
        self.size = sum(widths) // 8

    def split(self, texel):
        code = int.from_bytes(texel, "little")
        codes = []
        for width in self.widths:
            codes.append(code & ((1 << width) - 1))
            code >>= width
        return codes

    def value(self, code, width, is_alpha):
        if self.number in ("unorm", "srgb"):
            x = code / ((1 << width) - 1)
            return linear(x) if self.number == "srgb" and not is_alpha else x
        if self.number == "snorm":
            return max(signed(code, width) / ((1 << (width - 1)) - 1), -1)
        if self.number == "float":
            return struct.unpack("<e" if width == 16 else "<f", code.to_bytes(width // 8, "little"))[0]
        return signed(code, width) if self.number == "sint" else code

    def read(self, texel):
        codes = self.split(texel)
        values = {c: self.value(code, width, i == 3) for i, (c, code, width) in enumerate(zip("xyzw", codes, self.widths))}
        values.update({"0": 0, "1": 1})
        return [values[c] for c in self.order]

    def test_texels(self, count):
        """Bytes that hold all sorts of codes; of floats no NaN, and nothing that is flushed."""
        texels = []
        for i in range(count):
            if self.number == "float":
                numbers = [(i * 7 + k * 3) % 50 / 4 - 5 for k in range(len(self.widths))]
                texels.append(struct.pack(f"<{len(numbers)}{'e' if self.widths[0] == 16 else 'f'}", *numbers))
            else:
                texels.append(bytes((i * 89 + k * 57 + i * i * 3) % 256 for k in range(self.size)))
        return texels

    def written(self, texel):
        """What a write of its value leaves: components that no result comes from are 0 (or what is said),
        and the smallest code of a signed fraction is the one above it."""
        codes, out, at = self.split(texel), 0, 0
        for c, code, width in zip("xyzw", codes, self.widths):
            if self.number == "snorm" and code == 1 << (width - 1):
                code += 1
            out |= (code if c in self.order else 0) << at
            at += width
        return out.to_bytes(self.size, "little")


def formats():
    orders = {1: "x001", 2: "xy01", 4: "xyzw"}
    numbers = {8: ("unorm", "snorm", "uint", "sint"), 16: ("unorm", "snorm", "uint", "sint", "float"), 32: ("uint", "sint", "float")}
    for width, names in numbers.items():
        for name in names:
            for count, order in orders.items():
                yield Format("_".join([str(width)] * count) + ":" + name, [width] * count, name, order)
    yield Format("8_8_8_8:srgb", [8] * 4, "srgb", "xyzw")
    yield Format("5_6_5", [5, 6, 5], "unorm", "zyx1")
    yield Format("1_5_5_5", [5, 5, 5, 1], "unorm", "zyx1")
    yield Format("2_10_10_10", [10, 10, 10, 2], "unorm", "zyx1")


# ---- running -------------------------------------------------------------------------------------

class Runner:
    def __init__(self, gisa, code, folder):
        self.gisa, self.code, self.folder = gisa, code, folder

    def file(self, name):
        return os.path.join(self.folder, name)

    def put(self, name, data):
        with open(self.file(name), "wb") as file:
            file.write(data)
        return self.file(name)

    def get(self, name):
        with open(self.file(name), "rb") as file:
            return file.read()

    def run(self, kernel, grid, *args):
        run = subprocess.run([self.gisa, "run", self.code, "-q", "-k", kernel, "-g", str(grid), *args], capture_output=True, text=True, timeout=100)
        return run.stderr.strip() if run.returncode else ""


def is_near(value, expected):
    return value == expected or (isinstance(expected, float) and abs(value - expected) <= 2e-7 * max(1, abs(expected)))


def image(name, shape, fmt, more=""):
    return f"image:{name},fmt={fmt}{more}" if not shape else f"image:{name},size={shape},fmt={fmt}{more}"


def read_and_write(runner, kind, size, f):
    count = size[0] * size[1] * size[2]
    shape, sizes = "x".join(map(str, size)), "i32:" + ",".join(map(str, size))
    texels = f.test_texels(count)
    expected = [v for t in texels for v in f.read(t)]
    name = runner.put("texels", b"".join(texels))
    pack = f"<{len(expected)}{ {'u': 'I', 'i': 'i', 'f': 'f'}[f.letter] }"
    wrong = runner.run(f"read_{f.letter}_{kind}", count, image(name, shape, f.text), f"out:{runner.file('read')}:{16 * count}", sizes)
    got = [] if wrong else struct.unpack(pack, runner.get("read"))
    test(f"{kind} {f.text} is read", not wrong and all(map(is_near, got, expected)), wrong)
    if f.number == "srgb":  # nothing writes it
        return
    name = runner.put("values", struct.pack(pack, *expected))
    wrong = runner.run(f"write_{f.letter}_{kind}", count, image(shape, "", f.text, ",out=" + runner.file("written")), "in:" + name, sizes)
    test(f"{kind} {f.text} is written", not wrong and runner.get("written") == b"".join(map(f.written, texels)), wrong)


def has_kind(kind, f):
    return kind != "1d_buffer" or f.text not in ("8_8_8_8:srgb", "5_6_5", "1_5_5_5")


# ---- samplers ------------------------------------------------------------------------------------

def place(at, size, mode):
    """The index of a texel; None: the border."""
    if mode == "repeat":
        return at % size
    if mode == "mirrored_repeat":
        at %= 2 * size
        return min(at, 2 * size - 1 - at)
    if mode == "clamp_to_edge":
        return min(max(at, 0), size - 1)
    return at if 0 <= at < size else None


def sampled(texels, size, x, y, mode, is_linear):
    """x and y in texels."""
    def texel(i, k):
        i, k = place(i, size[0], mode), place(k, size[1], mode)
        return 0.0 if i is None or k is None else texels[k * size[0] + i]
    if not is_linear:
        return texel(math.floor(x), math.floor(y))
    x, y = x - 0.5, y - 0.5
    i, k = math.floor(x), math.floor(y)
    a, b = x - i, y - k
    return ((1 - a) * (1 - b) * texel(i, k) + a * (1 - b) * texel(i + 1, k) + (1 - a) * b * texel(i, k + 1) +
            a * b * texel(i + 1, k + 1))


def samplers(runner):
    """A row of samples, a quarter of a texel apart, beyond both ends, at some heights."""
    size, count = (8, 4), 96
    texels = [float((i * 11 + i // 3) % 32 - 9) for i in range(size[0] * size[1])]
    name = runner.put("picture", struct.pack("<32f", *texels))
    argument = image(name, "8x4", "32:float")
    for is_linear in (False, True):
        for mode in ("clamp", "clamp_to_edge", "repeat", "mirrored_repeat"):
            good, wrong = True, ""
            word = "linear" if is_linear else "nearest"
            kernels = {("linear" if is_linear else "near") + "_at_CLK_ADDRESS_" + mode.upper(): (True, []),
                       "sampled": (True, [f"sampler:{word},{mode},normalized"])}
            if mode.startswith("clamp"):
                kernels["sampled "] = (False, [f"sampler:{word},{mode}"])
            for kernel, (is_normalized, more) in kernels.items():
                unit = size if is_normalized else (1, 1)
                for y in (-1.125, 0.125, 1.875, 3.625, 4.375):
                    out = f"out:{runner.file('samples')}:{4 * count}"
                    numbers = [f"f32:{v!r}" for v in (-8.125 / unit[0], 0.25 / unit[0], y / unit[1])]
                    wrong = wrong or runner.run(kernel.strip(), count, argument, out, *numbers, *more)
                    got = [] if wrong else struct.unpack(f"<{count}f", runner.get("samples"))
                    expected = [sampled(texels, size, -8.125 + i / 4, y, mode, is_linear) for i in range(count)]
                    good = good and all(abs(a - b) <= 1e-5 for a, b in zip(got, expected))
            test(f"samples {mode} {word}", good and not wrong, wrong)


def main():
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(sys.argv[1], sys.argv[2], folder)
        for kind, size in KINDS.items():
            for f in formats():
                if has_kind(kind, f):
                    read_and_write(runner, kind, size, f)
        wrong = runner.run("asked", 1, "image:11", "image:12x13", "image:14x15", "image:16x17x18", "image:19x20x21", f"out:{runner.file('said')}:48")
        test("what images say of themselves", not wrong and struct.unpack("<12i", runner.get("said")) == (*range(11, 22), 21), wrong)
        samplers(runner)
    return counter.close("images")


sys.exit(main())
