# SPDX-License-Identifier: MIT
"""A decoder made from the JSON document alone against `gisa dis --json`: mnemonic, size, kind, number and count of each
operand, access, modifiers of sources, on random words and on random words of each form.
usage: decoder.py SPEC.json GISA [WORDS]"""
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

import spec

inline_floats = {"0.5": 0.5, "-0.5": -0.5, "1.0": 1.0, "-1.0": -1.0, "2.0": 2.0, "-2.0": -2.0, "4.0": 4.0, "-4.0": -4.0,
                 "0.15915494": 0.15915494309189532}


def float_bits(name, kind):
    value = inline_floats[name]
    if kind.endswith("64"):
        return struct.unpack("<q", struct.pack("<d", value))[0]
    if kind.endswith("16"):
        return struct.unpack("<H", struct.pack("<e", value))[0]
    return struct.unpack("<I", struct.pack("<f", value))[0]


def words_of(arch, count):
    """Random dwords; most of them begin an instruction of some form: of each one once, then of random ones."""
    words, forms = [], list(arch.table["forms"])
    while len(words) < count:
        word = [random.getrandbits(32), random.getrandbits(32)]
        if forms or random.random() < 0.8:
            form = forms.pop() if forms else random.choice(arch.table["forms"])
            keep = form["mask_bits"]
            bits = (word[0] | word[1] << 32) & ~keep | int(form["value"], 16)
            words += [bits & 0xffffffff] + ([bits >> 32] if form["size"] == 8 else [])
        else:
            words.append(word[0])
    return words


def differs(arch, operand, mine, real):
    """What differs between two accounts of one operand; "" = nothing."""
    if operand["name"] != real["name"]:
        return f"name {operand['name']} {real['name']}"
    if mine["kind"] != real["kind"]:
        return f"kind {mine['kind']} {real['kind']}"
    if mine["kind"] in ("sgpr", "vgpr", "ttmp", "named") and (mine["reg"], mine["count"]) != (real["reg"], real["count"]):
        return f"register {mine['reg']}, {mine['count']} of them: {real['reg']}, {real['count']}"
    if mine["kind"] == "inline":
        value = float_bits(mine["name"], operand["type"]) if mine["float"] else int(mine["name"])
        if value != real["value"] or mine["float"] != ("float" in real.get("flags", [])):
            return f"constant {value} {real['value']}"
    elif "value" in mine and mine["value"] != real["value"]:
        return f"value {mine['value']} {real['value']}"
    if operand.get("access", []) != real["access"]:
        return f"access {operand.get('access')} {real['access']}"
    if mine["mods"] != real.get("mods", []):
        return f"modifiers {mine['mods']} {real.get('mods')}"
    return ""


def states_of(arch, form, operands):
    """The state that an instruction reads and writes: that of its form, as its modifiers change it."""
    reads, writes = set(form["reads"]), set(form["writes"])
    for operand, mine in zip(arch.operands_of(form), operands):
        old, also = set(operand.get("instead_of", [])), set(operand.get("also", []))
        if not mine.get("value") or not (reads | writes) & old:
            continue
        reads, writes = (s - old | set(operand["instead"]) if s & old else s for s in (reads, writes))
        reads |= also
    return reads, writes


sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from count import Counter  # noqa: E402

counter = Counter()


def compare(arch, gisa, words):
    """The two decoders walk the same dwords."""
    with tempfile.NamedTemporaryFile(delete=False) as f:
        f.write(struct.pack(f"<{len(words)}I", *words))
    output = subprocess.run([gisa, "dis", "-a", arch.name, "-f", "raw", "--json", f.name], check=True,
                            capture_output=True, text=True).stdout
    os.unlink(f.name)
    at, seen = 0, set()
    for line in output.splitlines():
        real = json.loads(line)
        mine = arch.decode(words[at], words[at + 1] if at + 1 < len(words) else None)
        why, name = "", f"{arch.name} {real.get('mnemonic')} {real.get('format')}"
        if real["address"] != 4 * at:
            why = f"address {4 * at} {real['address']}"
        elif mine is None or mine[1] == 0:
            why = "" if real.get("status") in ("unknown", "truncated") else f"nothing: {real.get('mnemonic')}"
            size = 4
        else:
            form, size, operands = mine
            seen.add((form["mnemonic"], form["format"]))
            if real.get("status") in ("unknown", "truncated"):
                why = f"{form['mnemonic']}: nothing"
            elif (form["mnemonic"], form["format"], size) != (real["mnemonic"], real["format"], real["size"]):
                why = f"{form['mnemonic']} {size}: {real['mnemonic']} {real['size']}"
            elif states_of(arch, form, operands) != (set(real["reads"]), set(real["writes"])):
                why = "state"
            elif len(operands) != len(real["operands"]):
                why = f"{len(operands)} operands: {len(real['operands'])}"
            else:
                for operand, m, r in zip(arch.operands_of(form), operands, real["operands"]):
                    why = why or differs(arch, operand, m, r)
        if not counter.trial(name, not why) and counter.faults() <= 10:
            print(f"{arch.name} {words[at]:08x} {words[at + 1] if at + 1 < len(words) else 0:08x}: {why}")
        at = real["address"] // 4 + max(real["size"] // 4, 1)
    missing = {(f["mnemonic"], f["format"]) for f in arch.table["forms"]} - seen
    print(f"{arch.name}: {len(seen)} forms, {len(missing)} not met")
    if at != len(words):
        print(f"{arch.name}: {at} words of {len(words)}")
        counter.check(False)


def main():
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 30000
    random.seed(int(os.environ.get("SEED", "1")))
    for arch in spec.load(sys.argv[1])[1]:
        compare(arch, sys.argv[2], words_of(arch, count))
    return counter.close("decoder")


sys.exit(main())
