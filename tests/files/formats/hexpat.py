#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hexpat.py PATTERN FILE [OFFSET]: reads a file by one of gisa's descriptions for ImHex and prints
what it says, as read.js does. It knows of ImHex's language only what these descriptions use; ImHex
itself runs only in a window."""
import re
import struct
import sys

text = re.sub(r"//.*", "", open(sys.argv[1]).read())
data = open(sys.argv[2], "rb").read()
start = int(sys.argv[3], 0) if len(sys.argv) > 3 else 0

enums = {name: {int(v): n for n, v in re.findall(r"(\w+) = (\d+)", body)}
         for name, body in re.findall(r"enum (\w+) : u8 \{(.*?)\};", text, re.S)}
bitfields = {name: re.findall(r"(?:(\w+) )?(\w+) : (\d+);", body) for name, body in re.findall(r"bitfield (\w+) \{(.*?)\};", text, re.S)}
structs = {name: body for name, body in re.findall(r"struct (\w+) \{\n(.*?)^\};", text, re.S | re.M)}
numbers = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "s32": "i", "s64": "q", "float": "f", "char": "c"}


def size_of(kind):
    if kind in numbers:
        return struct.calcsize(numbers[kind])
    if kind in bitfields:
        return sum(int(bits) for _, _, bits in bitfields[kind]) // 8
    return sum(size_of(inner) for inner in re.findall(r"^    (\w+) \w+;$", structs[kind], re.M))


def read(kind, at):
    if kind in numbers:
        return struct.unpack_from("<" + numbers[kind], data, at)[0]
    if kind in structs:
        return read_struct(kind, at)
    value, bit, found = int.from_bytes(data[at:at + size_of(kind)], "little"), 0, {}
    for enum, name, bits in bitfields[kind]:
        part = value >> bit & ((1 << int(bits)) - 1)
        found[name] = enums[enum].get(part, part) if enum else part
        bit += int(bits)
    return found


def evaluate(expression, known):
    expression = expression.replace("||", " or ").replace("&&", " and ").replace("!(", " not (")
    return eval(expression, {"__builtins__": {}}, known)


def place(line, known, at):
    """One line of a struct; how many bytes it takes of those in a row."""
    if match := re.fullmatch(r"char (\w+)\[\] @ addressof\(this\) \+ (\w+);", line):
        begin = at[0] + known[match[2]]
        known[match[1]] = data[begin:data.index(b"\0", begin)].decode()
    elif match := re.fullmatch(r"(\w+) (\w+)\[(.+?)\] @ (.+);", line):
        count, begin = int(evaluate(match[3], known)), evaluate(match[4], known)
        known[match[2]] = [read(match[1], begin + i * size_of(match[1])) for i in range(count)]
    elif match := re.fullmatch(r"(\w+) (\w+) @ (.+);", line):
        known[match[2]] = read(match[1], evaluate(match[3], known))
    elif match := re.fullmatch(r"u(?:32|64) (\w+) = (.+);", line):
        known[match[1]] = at[0] if match[2] == "$" else evaluate(match[2], known) & 0xffffffff
    elif match := re.fullmatch(r"(\w+) (\w+);", line):
        known[match[2]] = read(match[1], at[1])
        at[1] += size_of(match[1])
    else:
        sys.exit(f"not understood: {line}")


def read_struct(name, begin):
    known, at, taken, once = {}, [begin, begin], [True], None
    for line in structs[name].split("\n"):
        line = line.strip()
        if not line:
            continue
        if match := re.fullmatch(r"if \((.+)\)( \{)?", line):
            yes = taken[-1] and bool(evaluate(match[1], known))
            if match[2]:
                taken.append(yes)
            else:
                once = yes
            continue
        if line == "}":
            taken.pop()
        elif taken[-1] and once is not False:
            place(line, known, at)
        once = None
    return known


def flat(row):
    for value in list(row.values()):
        if isinstance(value, dict):
            row.update(value)
    return row


def print_shader(g):
    fragment = g["flags"] & 1
    print("fragment" if fragment else "vertex", f'{g["major"]}.{g["minor"]}')
    print("registers", g["pa_registers"], g["sa_registers"], g["temporaries"])
    print("code", 8 * len(g.get("primary", [])), 8 * len(g.get("secondary", [])))
    if fragment:
        print("result", enums["ScalarType"][g["result_type"]], g["result_components"], g["result_register"])
    else:
        print("outputs", f'{g["outputs"] & 0xfff:x} {g["texcoords"] & 0x3fffffff:x} {g["halves"] & 0x3ff:x}')
    print("flags", "true" if g["flags"] >> 3 & 1 else "false", f'{g["flags"]:x}')
    for p in map(flat, g.get("parameters", [])):
        print("parameter", p["category"], p["name"], p["scalar_type"], p["components"], p["array_size"], p["resource"],
              p["container"], p["semantic"], p["index"])
    for c in map(flat, g.get("containers", [])):
        print("container", c["index"], c["base_register"], c["registers"])
    for b in map(flat, g.get("buffers", [])):
        print("buffer", b["buffer"], b["sa_register"], b["offset"])
    for literal in g.get("literals", []):
        value = literal["literal_value"]
        print("literal", literal["literal_register"], "Infinity" if value == float("inf") else f"{value:#.3g}")
    for s in map(flat, g.get("samplers", [])):
        print("sampler", s["unit"], s["word"], s["sa_register"])
    for i in map(flat, g.get("inputs", [])):
        print("input", i["interpolates"], i["sample"], i["unit"], i["half"])


if "Gxp" in structs:
    print_shader(read("Gxp", start))
else:
    kernel = flat(read("KernelDescriptor", start))
    for name in sorted(kernel):
        if not isinstance(kernel[name], dict) and name not in ("begin", "padding"):
            print(name, kernel[name])
