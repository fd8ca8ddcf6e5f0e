# SPDX-License-Identifier: MIT
"""An encoder and a printer made from the JSON document alone against `gisa asm`: each form with several choices of
operands is put into bits here, written as text here, and must be assembled to the same bits.
usage: encoder.py SPEC.json GISA"""
import os
import random
import subprocess
import sys
import tempfile

import spec
from spec import has, mask


def registers(prefix, first, count):
    return f"{prefix}{first}" if count == 1 else f"{prefix}[{first}:{first + count - 1}]"


class Line:
    """One instruction: the values of fields, and the words of the text."""

    def __init__(self, arch, form, choice):
        self.arch, self.form, self.choice = arch, form, choice
        self.bits = int(form["value"], 16) | int(form.get("preset", "0x0"), 16)
        self.literal = None
        # A vector instruction reads one scalar value at most: that of an operand that takes no
        # other, where there is one.
        self.scalar_used = any(s in form["reads"] for s in ("vcc", "m0")) or any(
            o["codec"] in ("implied", "literal") or (o["codec"] == "code" and "vgpr" not in o["takes"])
            for o in arch.operands_of(form) if "read" in o.get("access", []))
        self.operands, self.modifiers = [], []

    def put(self, field, value):
        low, width = field
        assert 0 <= value <= mask(width), (self.form["mnemonic"], field, value)
        self.bits = self.bits & ~(mask(width) << low) | value << low

    def scalar_code(self, count):
        """A scalar register that a group may begin with."""
        align = 4 if count > 2 else count
        return random.randrange(0, (96 - count) // align) * align

    # ---- operands that are values

    def value(self, operand):
        codec, takes = operand["codec"], operand["takes"]
        count = self.arch.registers(self.form, operand, self.bits)
        vector_bus = self.form["class"] == "valu" and "read" in operand["access"]
        if codec == "vgpr" and "scalar" not in operand:
            if not count:
                return "off"
            number = random.randrange(0, 257 - count)
            self.put(operand["fields"][0], number)
            return self.with_mods(operand, registers("v", number, count))
        kinds = [k for k in ("vgpr", "sgpr", "constant", "literal") if k in takes]
        if codec == "vgpr" and self.choice != "scalars":
            kinds = ["vgpr"]
        if self.scalar_used and vector_bus and "vgpr" in kinds + ["vgpr"] * ("constant" in kinds):
            kinds = [k for k in kinds if k in ("vgpr", "constant")]
        if self.literal is not None or self.form["size"] == 8 or self.choice != "literals":
            kinds = [k for k in kinds if k != "literal"] or kinds
        wanted = {"scalars": "sgpr", "constants": "constant", "literals": "literal"}.get(self.choice)
        kind = wanted if wanted in kinds else kinds[0]
        field, scale = operand["fields"][0], operand.get("scale", 1)
        if "enable" in operand:
            self.put(operand["enable"], 1)
        if kind in ("sgpr", "literal") and vector_bus:
            self.scalar_used = True
        if kind == "vgpr":
            number = random.randrange(0, 257 - count)
            self.put(field, number if codec == "vgpr" else self.arch.first["vgpr"] + number)
            return self.with_mods(operand, registers("v", number, count))
        if codec == "vgpr":
            self.put(operand["scalar"], 1)
        if kind == "sgpr":
            number = self.scalar_code(max(count, scale))
            self.put(field, number // scale)
            return self.with_mods(operand, registers("s", number, count))
        if kind == "constant":
            name = random.choice(["0", "1", "64", "-1", "-16"])
            self.put(field, self.arch.code_of[name])
            return name
        self.put(field, self.arch.literal)
        self.literal = random.randrange(0x1000, 0x7000) | 1  # an even one may be an inline constant of 16 bits: 0x4000 is 2.0
        return hex(self.literal)

    def with_mods(self, operand, text):
        if self.choice != "modifiers":
            return text
        if "sext" in operand and random.random() < 0.5:
            self.put(operand["sext"], 1)
            return f"sext({text})"
        if "abs" in operand and random.random() < 0.5:
            self.put(operand["abs"], 1)
            text = f"|{text}|"
        if "neg" in operand and random.random() < 0.5:
            self.put(operand["neg"], 1)
            text = f"-{text}"
        return text

    # ---- numbers

    def name_of(self, table, value):
        for n in self.arch.table["names"][table]:
            if n["value"] <= value <= n.get("last", n["value"]):
                stem = n["llvm"].rstrip("0123456789") if "last" in n else n["llvm"]
                first = int(n["llvm"][len(stem):]) if "last" in n else 0
                return stem + (str(first + value - n["value"]) if "last" in n else "")
        return None

    def random_named(self, table):
        """A value that has a name."""
        n = random.choice(self.arch.table["names"][table])
        return random.randint(n["value"], n.get("last", n["value"]))

    def number(self, operand):
        """The value of a field that is no register, and its text without the key."""
        codec, fields = operand["codec"], operand["fields"]
        width = fields[0][1] if fields else 0
        if codec in ("attr", "mtbuf_format"):
            tables = ("", "CHAN") if codec == "attr" else ("DFMT", "NFMT")
            first = random.randrange(0, 32) if codec == "attr" else self.random_named(tables[0])
            second = self.random_named(tables[1])
            self.put(fields[0], first)
            self.put(fields[1], second)
            if codec == "attr":
                return first | second << 8, f"attr{first}.{self.name_of('CHAN', second)}"
            return (first | second << 8,
                    f"format:[{self.name_of('DFMT', first)},{self.name_of('NFMT', second)}]")
        if codec == "array":
            value = random.randrange(0, 1 << len(fields))
            for i, field in enumerate(fields):
                self.put(field, value >> i & 1)
            return value, "[" + ",".join(str(value >> i & 1) for i in range(len(fields))) + "]"
        if codec == "choice":
            value = self.random_named(operand["names"])
            self.put(fields[0], value)
            return value, self.name_of(operand["names"], value)
        if codec == "dpp_ctrl":
            value = random.choice([random.randrange(256), self.random_named(operand["names"])])
            self.put(fields[0], value)
            quad = ",".join(str(value >> 2 * i & 3) for i in range(4))
            return value, f"quad_perm:[{quad}]" if value < 256 else self.name_of(operand["names"], value)
        if has(operand, "signed") or codec == "label":
            value = random.randrange(-(1 << width - 1), 1 << width - 1)
            self.put(fields[0], value & mask(width))
            return value, str(value)
        value = random.randrange(operand.get("least", 0), 1 << min(width, 31))
        if codec == "waitcnt": # bits that no part has cannot be written
            value &= sum(mask(w) << low for part in self.arch.table["packs"]["WAITCNT"] for low, w in part["bits"])
        if codec == "sendmsg":
            value = 2 | 2 << 4 | 1 << 8
        if codec == "gpr_idx":
            value &= 15
        self.put(fields[0], value)
        return value, str(value)

    def modifier(self, operand):
        key, codec = operand.get("key", ""), operand["codec"]
        if codec == "word":
            self.modifiers.append(key)
        elif codec == "flag":
            if self.choice == "modifiers" and random.random() < 0.5 and self.may_have(key):
                self.put(operand["fields"][0], 1)
                self.modifiers.append(key)
        elif codec in ("dpp_ctrl", "swizzle") or self.choice == "modifiers":
            value, text = self.number(operand)
            if codec == "choice" and not key and value == operand["default"]:
                return
            if codec == "swizzle":
                text = f"offset:{value}"
            self.modifiers.append(f"{key}:{text}" if key else text)
        else: # what is not written has its default
            self.default(operand)
            if has(operand, "always_written"):
                value = operand["default"]
                name = self.name_of(operand["names"], value) if "names" in operand else None
                self.modifiers.append(f"{key}:{name or value}")

    def default(self, operand):
        fields, value = operand["fields"], operand["default"]
        if operand["codec"] == "array":
            for i, field in enumerate(fields):
                self.put(field, value >> i & 1)
        elif operand["codec"] == "mtbuf_format":
            self.put(fields[0], value & 0xff)
            self.put(fields[1], value >> 8)
        else:
            self.put(fields[0], value & mask(fields[0][1]))

    def may_have(self, key):
        """A 64-bit address takes the place of index and offset."""
        others = {"addr64": {"idxen", "offen"}, "idxen": {"addr64"}, "offen": {"addr64"}}.get(key, set())
        return not others & set(self.modifiers)

    # ---- the whole

    def exports(self, operands):
        """Values of exports: the switches come first, since they say which register field counts."""
        texts = []
        shared = self.choice == "modifiers"
        for operand in operands:
            own, there, share, other = operand["fields"]
            number, is_there = random.randrange(256), self.choice != "scalars" or random.random() < 0.5
            self.put(there, int(is_there))
            self.put(share, int(shared))
            field = other if shared else own
            if shared and any(f == field for f, _ in texts): # the second of two that share a register
                number = next(n for f, n in texts if f == field)
            if is_there:
                self.put(field, number)
            texts.append((field if is_there else None, number))
            self.operands.append(f"v{number}" if is_there else "off")
        if shared:
            self.modifiers.append("compr")

    def build(self):
        operands = self.arch.operands_of(self.form)
        exports = [o for o in operands if o["codec"] == "exp_source"]
        # Modifiers decide how many registers there are, and are put in first.
        for operand in operands:
            if has(operand, "modifier") and not (exports and operand["name"] == "compr"):
                self.modifier(operand)
        for operand in operands:
            codec = operand["codec"]
            if has(operand, "modifier"):
                continue
            if codec == "exp_source":
                if operand is exports[0]:
                    self.exports(exports)
            elif codec in ("code", "vgpr"):
                self.operands.append(self.value(operand))
            elif codec == "literal":
                self.literal = random.randrange(0x1000, 0x7000) | 1  # an even one may be an inline constant of 16 bits: 0x4000 is 2.0
                self.operands.append(hex(self.literal))
            elif codec == "implied":
                self.operands.append(operand["implied"])
            elif codec == "off":
                self.operands.append("off")
            else:
                value, text = self.number(operand)
                if codec == "number" and operand["name"].endswith("optional"):
                    text = str(value)
                self.operands.append(text)
        if self.literal is not None:
            self.bits |= self.literal << 32
        name = self.name
        text = name + self.form.get("suffix", "")
        values = [o for o in operands if not has(o, "modifier")]
        for operand, word in zip(values, self.operands):
            text += f" {word}" + ("," if operand is not values[-1] and not has(operand, "no_comma") else "")
        return " ".join([text] + self.modifiers)


def lines_of(arch, names):
    for form in arch.table["forms"]:
        if form.get("never_chosen"):
            continue
        for choice in ("registers", "scalars", "constants", "literals", "modifiers", "modifiers"):
            line = Line(arch, form, choice)
            line.name = names[form["row"]]
            text = line.build()
            size = 8 if form["size"] == 8 or line.literal is not None else 4
            words = [line.bits & 0xffffffff] + ([line.bits >> 32] if size == 8 else [])
            yield text, " ".join(f"0x{w:08x}" for w in words), form


sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from count import Counter  # noqa: E402

counter = Counter()


def compare(arch, gisa, names):
    lines = list(lines_of(arch, names))
    with tempfile.NamedTemporaryFile("w", suffix=".s", delete=False) as f:
        f.write("\n".join(text for text, _, _ in lines) + "\n")
    done = subprocess.run([gisa, "asm", "-a", arch.name, "-f", "hex", f.name, "-o", "-"], capture_output=True, text=True)
    os.unlink(f.name)
    if done.returncode:
        print(arch.name, done.stderr[:3000])
        counter.check(False)
        return
    got = done.stdout.splitlines()
    for (text, expected, form), real in zip(lines, got):
        name = f"{arch.name} {form['mnemonic']} {form['format']}"
        if not counter.trial(name, expected == real) and counter.faults() <= 10:
            print(f"{arch.name} {form['format']}: {text}: {expected} here, {real} there")
    counter.check(len(got) == len(lines))
    print(f"{arch.name}: {len(lines)} lines")


def main():
    random.seed(int(os.environ.get("SEED", "1")))
    document, archs = spec.load(sys.argv[1])
    names = {r["row"]: r["name"] for r in document["rows"]}
    for arch in archs:
        compare(arch, sys.argv[2], names)
    return counter.close("encoder")


sys.exit(main())
