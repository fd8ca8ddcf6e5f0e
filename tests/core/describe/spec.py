# SPDX-License-Identifier: MIT
"""Decodes and encodes with nothing but the document of `gisa list --json`, as docs/spec-json.md says it is read."""
import json
import re


def mask(width):
    return (1 << width) - 1


def get(bits, field):
    low, width = field
    return bits >> low & mask(width)


def has(operand, flag):
    return flag in operand["flags"]


class Arch:
    def __init__(self, table):
        self.table = table
        self.name = table["name"]
        self.operands = table["operands"]
        self.codes = {}
        self.code_of = {}  # the name of a code -> the code
        for code in table["codes"]:
            for number in range(code["first"], code["last"] + 1):
                self.codes[number] = dict(code, number=number - code["first"])
            if "name" in code:
                self.code_of.setdefault(code["name"], code["first"])
            if "pair" in code:
                self.code_of[code["pair"]] = code["first"]
        self.first = {c["kind"]: c["first"] for c in table["codes"] if "name" not in c}
        self.literal = next(c["first"] for c in table["codes"] if c["kind"] == "literal")
        self.formats = {f["name"]: {p["name"]: p["bits"] for p in f["pieces"] if p["kind"] == "field" and "name" in p}
                        for f in table["formats"]}
        self.by_mask = {}
        for form in table["forms"]:
            form["mask_bits"] = int(form["mask"], 16)
            self.by_mask.setdefault(form["mask_bits"], {})[int(form["value"], 16)] = form
        self.masks = sorted(self.by_mask, key=lambda m: -bin(m).count("1"))

    def form(self, bits):
        for m in self.masks:
            form = self.by_mask[m].get(bits & m)
            if form:
                return form
        return None

    def operands_of(self, form):
        return [self.operands[i] for i in form["operands"]]

    # ---- decoding

    def registers(self, form, operand, bits):
        """How many registers the operand has: C over the fields of the format."""
        count = operand.get("registers", 0)
        if "count" in operand:
            fields = {name: get(bits, at) for name, at in self.formats[form["format"]].items()}
            count = expression(operand["count"], fields)
        if "plus" in operand:
            count += get(bits, operand["plus"])
        return count

    def of_code(self, code, operand, bits):
        """kind, number and value of an operand code."""
        known = self.codes.get(code)
        if known is None or self.is_reserved(known, code, operand):
            return {"kind": "named", "reg": code, "reserved": True}
        if known["kind"] in ("sgpr", "vgpr", "ttmp"):
            return {"kind": known["kind"], "reg": known["number"]}
        if known["kind"] == "named":
            return {"kind": "named", "reg": code}
        if known["kind"] == "literal":
            return {"kind": "literal", "value": bits >> 32}
        return {"kind": "inline", "name": known["name"], "float": not re.fullmatch("-?[0-9]+", known["name"])}

    def is_reserved(self, known, code, operand):
        takes = operand["takes"]
        room = known.get("registers", known["last"] - code + 1)
        return (room < operand["registers"] or (known.get("read_only") and "write" in operand["access"])
                or (known["kind"] == "literal" and "literal" not in takes)
                or (known["kind"] == "inline" and "sgpr" in takes and "constant" not in takes)
                or (known.get("lds_direct") and "lds_direct" not in takes))

    def operand(self, form, operand, bits):
        codec = operand["codec"]
        fields = [get(bits, f) for f in operand["fields"]]
        known = {}
        if codec == "code":
            if "enable" in operand and not get(bits, operand["enable"]):
                known = {"kind": "named", "reg": self.code_of[operand["implied"]]}
            else:
                known = self.of_code(fields[0] * operand.get("scale", 1), operand, bits)
        elif codec == "vgpr":
            if "scalar" in operand and get(bits, operand["scalar"]):
                known = self.of_code(fields[0], operand, bits)
            else:
                known = {"kind": "vgpr" if self.registers(form, operand, bits) else "none", "reg": fields[0]}
        elif codec == "exp_source":
            known = {"kind": "vgpr" if fields[1] else "none", "reg": fields[3] if fields[2] else fields[0]}
        elif codec == "literal":
            known = {"kind": "literal", "value": bits >> 32}
        elif codec == "implied":
            known = {"kind": "named", "reg": self.code_of[operand["implied"]]}
        elif codec == "off":
            known = {"kind": "none"}
        elif codec == "word":
            known = {"kind": "flag", "value": 1}
        elif codec == "flag":
            known = {"kind": "flag", "value": fields[0]}
        elif codec == "array":
            known = {"kind": "immediate", "value": sum(b << i for i, b in enumerate(fields))}
        elif codec == "label":
            known = {"kind": "label", "value": signed(fields[0], operand["fields"][0][1]) * self.table["unit"]}
        elif codec in ("attr", "mtbuf_format"):
            known = {"kind": "immediate", "value": fields[0] | fields[1] << 8}
        else:
            value = signed(fields[0], operand["fields"][0][1]) if has(operand, "signed") else fields[0]
            known = {"kind": "immediate", "value": value}
        if "registers" in operand and known["kind"] != "none":
            known["count"] = self.registers(form, operand, bits)
        known["mods"] = [m for m in ("neg", "abs", "sext") if m in operand and get(bits, operand[m])]
        return known

    def decode(self, first, second):
        """form, size, operands of the instruction that begins with these dwords; None = there is none."""
        bits = first | (second or 0) << 32
        form = self.form(bits)
        if form is None:
            return None
        operands = self.operands_of(form)
        size = form["size"]
        if size == 4 and any(self.is_literal(o, bits) for o in operands):
            size = 8
        if size == 8 and second is None:
            return form, 0, []
        if size == 4:
            bits = first
        return form, size, [self.operand(form, o, bits) for o in operands]

    def is_literal(self, operand, bits):
        return (operand["codec"] == "code" and "literal" in operand["takes"]
                and get(bits, operand["fields"][0]) * operand.get("scale", 1) == self.literal)


def signed(value, width):
    return value - (1 << width) if value >> width - 1 else value


def expression(text, fields):
    """C over fields: a ? b : c, + and /, and popcount."""
    text = text.strip()
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if c == "?" and depth == 0:
            level = 0
            for k in range(i + 1, len(text)):
                depth += (text[k] == "(") - (text[k] == ")")
                level += (text[k] == "?" and depth == 0) - (text[k] == ":" and depth == 0)
                if level < 0:
                    return expression(text[i + 1:k] if expression(text[:i], fields) else text[k + 1:], fields)
    # The innermost parentheses that are no call are computed first.
    inner = re.search(r"(?<![a-z])\(((?:[^()]|popcount\([^()]*\))*)\)", text)
    if inner:
        return expression(text[:inner.start()] + str(expression(inner.group(1), fields)) + text[inner.end():], fields)
    names = dict(fields, popcount=lambda x: bin(x).count("1"))
    return eval(text.replace("/", "//"), {"__builtins__": {}}, names)


def load(path):
    with open(path) as f:
        document = json.load(f)
    return document, [Arch(a) for a in document["architectures"]]
