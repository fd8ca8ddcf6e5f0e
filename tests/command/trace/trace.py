#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads a binary trace as docs/traces.md describes it, and the text of the same run, and says where
they differ.
usage: trace.py TRACE TEXT"""
import re
import struct
import sys


class Bytes:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        assert self.at + size <= len(self.data), "cut"
        self.at += size
        return self.data[self.at - size:self.at]

    def byte(self):
        return self.take(1)[0]

    def number(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self):
        n = self.number()
        return -(n + 1) // 2 if n & 1 else n // 2

    def left(self):
        return self.at < len(self.data)


def register(b, strings):
    n = b.number()
    if not n & 1:
        return strings[n >> 2], {"": struct.unpack("<I", b.take(4))[0]}
    mask = struct.unpack("<Q", b.take(8))[0]
    lanes = [i for i in range(64) if mask >> i & 1]
    values = []
    while len(values) < len(lanes):
        r = b.number()
        first = struct.unpack("<I", b.take(4))[0]
        step = b.signed() if r & 1 else 0
        values += [(first + i * step) & 0xFFFFFFFF for i in range(r >> 1)]
    return strings[n >> 2], dict(zip(lanes, values))


def accesses(b, before):
    flags, size = b.byte(), b.number()
    lane = None if flags & 16 else b.byte()
    address = before + b.signed()
    count, step = (b.byte(), b.signed()) if flags & 32 else (1, 0)
    found = []
    for i in range(count):
        stored = int.from_bytes(b.take(size), "little") if flags & 8 else None
        found.append((flags & 3, bool(flags & 4), size, None if lane is None else lane + i, address + i * step, stored))
    return found, address + (count - 1) * step


def read(name):
    """{(group, wave): [(place, text, registers, accesses)]}"""
    b = Bytes(open(name, "rb").read())
    assert b.take(8) == b"GISATRC1"
    strings, instructions, waves, steps = [], [], [], {}
    while True:
        kind, size = b.take(1), struct.unpack("<I", b.take(4))[0]
        block = Bytes(b.take(size))
        if kind == b"E":
            assert not b.left()
            return steps
        if kind == b"D":
            while block.left():
                what = block.byte()
                if what == 1:
                    strings.append(block.take(block.number()).decode())
                elif what == 2:
                    function, distance = strings[block.number()], block.number()
                    instructions.append(("%s+0x%x" % (function, distance), strings[block.number()]))
                    block.number()
                else:
                    assert what == 3
                    waves.append((tuple(block.number() for _ in range(3)), block.number()))
            continue
        assert kind == b"W"
        wave = steps.setdefault(waves[block.number()], [])
        while block.left():
            n = block.number()
            registers, memory, before = {}, [], 0
            if n & 1:
                registers = dict(register(block, strings) for _ in range(block.number()))
                for _ in range(block.number()):
                    more, before = accesses(block, before)
                    memory += more
            wave.append(instructions[n >> 1] + (registers, memory))


def lanes_of(text):
    """"0-3=5(1) 7=6" as {lane: value}"""
    values = {}
    for first, last, value in re.findall(r"(\d+)(?:-(\d+))?=([0-9a-f]+)", re.sub(r"\([^)]*\)", "", text)):
        values.update({i: int(value, 16) for i in range(int(first), int(last or first) + 1)})
    return values


def stored_of(text):
    """"writes lds+4 0-3=0x10+4: 0-3=7" as [(lane, address, value)]"""
    found = []
    for first, last, address, step, values in re.findall(
            r" (\d+)(?:-(\d+))?=0x([0-9a-f]+)(?:\+(\d+))?:((?: \d+(?:-\d+)?=[0-9a-f]+(?![0-9a-fx]))+)", text):
        lanes = lanes_of(values)
        for i in range(int(first), int(last or first) + 1):
            found.append((i, int(address, 16) + (i - int(first)) * int(step or 0), lanes[i]))
    return found


def check(steps, name):
    count = 0
    at = {wave: 0 for wave in steps}
    for line in open(name):
        parts = line.rstrip("\n").split(" | ")
        if parts[1:] == ["waits"]:
            continue
        group, wave, place, text = parts[0].split(" ", 3)
        wave = (tuple(int(i) for i in group.split(",")), int(wave[1:]))
        step = steps[wave][at[wave]]
        at[wave] += 1
        assert step[:2] == (place, text), (line, step)
        for part in parts[1:]:
            if re.match(r"v\d+: ", part):
                assert step[2][part.split(":")[0]] == lanes_of(part.split(":", 1)[1]), (line, step)
            elif re.match(r"(s\d+|scc|m0)=", part):
                register_name, value = part.split("=")
                assert step[2][register_name][""] == int(value.split("(")[0], 16), (line, step)
            elif part.startswith("writes"):
                stored = [(lane, address, value) for _, writes, _, lane, address, value in step[3] if writes]
                assert stored_of(part) == stored, (line, stored_of(part), stored)
            else:
                continue
            count += 1
    assert all(at[wave] == len(steps[wave]) for wave in steps), at
    return count


print("parts that agree:", check(read(sys.argv[1]), sys.argv[2]))
