#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# piglit's tests of OpenCL programs: a comment of each file says which kernel runs with which
# arguments, and what it leaves. Clang compiles the files, gisa run executes the kernels.
# usage: piglit.py GISA GPU FOLDER FILE...: files that have none of these tests are an error
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from count import Counter  # noqa: E402

CLANG = os.environ.get("CLANG", "clang-19")
LIBRARIES = os.environ.get("DEVICE_LIBS", "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode")
TYPES = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "long": "q",
         "ulong": "Q", "float": "f", "double": "d"}
WORDS = {"b": "i8", "B": "u8", "h": "i16", "H": "u16", "i": "i32", "I": "u32", "q": "i64", "Q": "u64",
         "f": "f32", "d": "f64"}
FORMATS = {"SIGNED_INT8": "8{}i", "UNSIGNED_INT8": "8{}u", "SIGNED_INT16": "16{}i", "UNSIGNED_INT16": "16{}u",
           "SIGNED_INT32": "32{}i", "UNSIGNED_INT32": "32{}u", "HALF_FLOAT": "16{}f", "FLOAT": "32{}f",
           "UNORM_INT8": "8{}", "UNORM_INT16": "16{}", "SNORM_INT8": "8{}:snorm", "SNORM_INT16": "16{}:snorm"}


counter = Counter()


def test(title, wrong):
    """A test is wrong in this way, or None."""
    if not counter.check(not wrong):
        print(f"failed: {title}: {str(wrong).strip().splitlines()[0]}")


class Unknown(Exception):
    """A test says something that this program does not know."""


def sections(path):
    """[config] and each [test] as lists of (key, value)."""
    with open(path, encoding="utf-8") as file:
        text = re.search(r"/\*!(.*?)!\*/", file.read(), re.S)
    if not text:
        raise Unknown("it has no tests")
    found = []
    for line in re.sub(r"\\\n", " ", text.group(1)).splitlines():
        line = line.split("#")[0].strip()
        if re.fullmatch(r"\[\w+\]", line):
            found.append((line, []))
        elif ":" in line:
            key, value = line.split(":", 1)
            found[-1][1].append((key.strip(), value.strip()))
    return found


class Type:
    """int, float4, float4[6]"""

    def __init__(self, text):
        match = re.fullmatch(r"([a-z]+)(\d*)(?:\[(\d+)\])?", text)
        if not match or match.group(1) not in TYPES:
            raise Unknown(f"type {text}")
        self.code = TYPES[match.group(1)]
        self.lanes = int(match.group(2) or 1)
        self.room = 4 if self.lanes == 3 else self.lanes
        self.count = int(match.group(3) or 1)

    def size(self):
        return struct.calcsize("<" + self.code) * self.room * self.count

    def numbers(self, words):
        read = float if self.code in "fd" else lambda w: int(w, 0)
        numbers = [read(w) for w in words]
        if self.room != self.lanes or len(numbers) != self.lanes * self.count:
            raise Unknown(f"{len(numbers)} numbers")
        return numbers

    def pack(self, words):
        numbers = self.numbers(words)
        if self.code not in "fd":  # -0, 0xffffffff for an int
            bits = 8 * struct.calcsize("<" + self.code)
            numbers = [n % (1 << bits) for n in numbers]
        return struct.pack(f"<{len(numbers)}{self.code if self.code in 'fd' else self.code.upper()}", *numbers)


def repeat(type_, words):
    """Words of all elements: "repeat W..." has those of one."""
    if words and words[0] == "repeat":
        return words[1:] * (type_.lanes * type_.count // len(words[1:]))
    return words


class Argument:
    """One parameter of a kernel: what gisa run takes for it, and what it should hold afterwards."""

    def __init__(self, value, folder):
        number, kind, *words = value.split()
        self.number = int(number)
        self.file = os.path.join(folder, f"argument{number}")
        self.start, self.expected, self.size = None, None, 0
        if kind == "buffer":
            self.kind, self.type = kind, Type(words[0])
            self.words = repeat(self.type, words[1:])
        elif kind == "image":
            self.kind, self.words = kind, words
        elif kind == "sampler":
            self.kind = kind
            self.options = dict(zip(words[0::2], words[1::2]))
        else:
            self.kind, self.type, self.words = "value", Type(kind), words

    def image(self, words):
        at = words.index("image_type")
        options = dict(zip(words[at::2], words[at + 1::2]))
        sizes = [int(options[k]) for k in ("image_width", "image_height", "image_depth") if k in options]
        order = {"R": 1, "RG": 2, "RGBA": 4}.get(options["image_channel_order"])
        form = FORMATS.get(options["image_channel_data_type"])
        if not order or not form or options["image_type"] not in ("1d", "2d", "3d"):
            raise Unknown(" ".join(f"{v}" for v in options.values()))
        self.fmt = form.format("_" + "_".join([re.match(r"\d+", form).group()] * (order - 1)) if order > 1 else "")
        self.shape = "x".join(map(str, sizes))
        count = 1
        for size in sizes:
            count *= size
        type_ = Type(f"{words[0]}[{count}]")
        return type_.pack(repeat(type_, words[1:at]))

    def take(self, is_input):
        """What it holds before, or after, the kernel runs."""
        if self.kind in ("buffer", "image"):
            data = self.type.pack(self.words) if self.kind == "buffer" else self.image(self.words)
            self.size = len(data)
            if is_input:
                self.start = data
            else:
                self.expected = data

    def text(self):
        if self.kind == "value":
            return WORDS[self.type.code] + ":" + ",".join(map(str, self.type.numbers(self.words)))
        if self.kind == "sampler":
            mode = {"NONE": "clamp_to_edge"}.get(self.options["addressing_mode"], self.options["addressing_mode"].lower())
            normalized = ",normalized" if self.options["normalized_coords"] == "1" else ""
            return f"sampler:{self.options['filter_mode'].lower()},{mode}{normalized}"
        with open(self.file, "wb") as file:
            file.write(self.start if self.start is not None else bytes(self.size))
        if self.kind == "buffer":
            return "inout:" + self.file
        self.file += ".out"
        return f"image:{self.file[:-4]},size={self.shape},fmt={self.fmt},out={self.file}"

    def is_right(self):
        if self.expected is None:
            return True
        with open(self.file, "rb") as file:
            return file.read() == self.expected


KNOWN = {"name", "kernel_name", "dimensions", "global_size", "local_size", "need_image_support", "clc_version_min"}


def arguments(entries, folder):
    found = {}
    for key, value in entries:
        if key in ("arg_in", "arg_out"):
            new = Argument(value, folder)
            old = found.setdefault(new.number, new)
            old.words = getattr(new, "words", None)
            if old.kind != new.kind:
                raise Unknown("an argument of two kinds")
            old.take(key == "arg_in")
        elif key not in KNOWN:
            raise Unknown(key)
    return [found[n] for n in sorted(found)]


def sizes(config, key, dimensions):
    return ",".join(dict(config).get(key, "1 1 1").split()[:dimensions])


def run_test(gisa, code, config, entries, folder):
    """None, or what is wrong."""
    both = config + entries
    dimensions = int(dict(both).get("dimensions", "1"))
    args = arguments(entries, folder)
    command = [gisa, "run", code, "-q", "-k", dict(both)["kernel_name"], "-g", sizes(both, "global_size", dimensions),
               "-l", sizes(both, "local_size", dimensions)] + [a.text() for a in args]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if run.returncode:
        return run.stderr
    wrong = [a.number for a in args if not a.is_right()]
    return f"argument {wrong[0]} holds something else" if wrong else None


def compile_file(path, gpu, code):
    return subprocess.run([CLANG, "-x", "cl", "-cl-std=CL1.2", "-O2", "-w", "-target", "amdgcn-amd-amdhsa", f"-mcpu={gpu}",
                           f"--rocm-device-lib-path={LIBRARIES}", path, "-o", code], capture_output=True, text=True)


def run_file(gisa, gpu, path, folder):
    name = os.path.basename(path)
    code = os.path.join(folder, "code.co")
    built = compile_file(path, gpu, code)
    if built.returncode:
        test(f"{name} is compiled for {gpu}", built.stderr)
        return
    found = sections(path)
    config = [entry for which, entries in found if which == "[config]" for entry in entries]
    for which, entries in found:
        if which != "[test]":
            continue
        try:
            wrong = run_test(gisa, code, config, entries, folder)
        except Unknown as what:
            wrong = f"unknown to piglit.py: {what}"
        test(f"{name} on {gpu}: {dict(entries).get('name', '')}", wrong)


def main():
    gisa, gpu, root, *files = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            run_file(gisa, gpu, os.path.join(root, file), folder)
    return counter.close("piglit")


sys.exit(main())
