# SPDX-License-Identifier: MIT
"""bindings/cases.json by the Python package. usage: cases.py, in the root of the tree."""
import array
import html.parser
import json
import os
import re
import sys
import zlib

import gisa

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from count import Counter

with open("bindings/cases.json", encoding="utf-8") as file:
    cases = json.load(file)
counter = Counter()
tested = set()


def code_of(case):
    return b"".join(int(w, 16).to_bytes(4, "little") for w in case["words"].split())


def equal(name, got, expected):
    if not counter.check(got == expected):
        print(f"failed: {name}: {got!r}, expected {expected!r}")


def each(kind):
    tested.add(kind)
    for i, case in enumerate(cases[kind]):
        yield f"{kind} {i}", case


def raises(name, kind, function):
    """The exception, which is a test of its own."""
    try:
        function()
    except kind as error:
        counter.check(True)
        return error
    except Exception as error:
        print(f"failed: {name}: {error!r}")
    else:
        print(f"failed: {name}: nothing was raised")
    counter.check(False)
    return None


def source_of(case):
    with open(case["source_file"], encoding="utf-8") as text:
        return text.read()


def provenance():
    """Each line of `decode` is one of LLVM's, or of what is known of USSE."""
    lines = set()
    for name in sorted(os.listdir("tests/core/golden")):
        if name.endswith(".txt"):
            for line in open(f"tests/core/golden/{name}", encoding="utf-8"):
                found = re.match(r"(\w+) ([0-9a-f ]*[0-9a-f]) (\S.*) // llvm-mc-19$", line)
                if found:
                    lines.add(found.groups())
    for line in open("tests/core/usse/vectors.txt", encoding="utf-8"):
        found = re.match(r"([0-9a-f]{8}) ([0-9a-f]{8}) full (\S.*)", line)
        if found:
            lines.add(("sgx543", f"{found[2]} {found[1]}", found[3]))
    for name, case in each("decode"):
        equal(f"{name}: where it is from", (case["arch"], case["words"], case["text"]) in lines, True)


def there_and_back():
    for name, case in each("decode"):
        code, arch = code_of(case), case["arch"]
        insn = gisa.decode(code, arch)
        # As LLVM has it; what USSE's words hold besides is after it.
        equal(f"{name}: text", insn.text, case["text"])
        equal(f"{name}: size", (insn.size, insn.bytes, insn.status), (len(code), code, "ok"))
        equal(f"{name}: encode", insn.encode(), code)
        equal(f"{name}: parse", gisa.parse(case["text"], arch).encode(), code)
        equal(f"{name}: assemble", gisa.assemble(case["text"] + "\n", arch), code)
        equal(f"{name}: bits", sum(f.width for f in insn.fields), 8 * len(code))
        equal(f"{name}: fields", sum(f.value << f.low for f in insn.fields), int.from_bytes(code, "little"))
    for name, case in each("clrx"):
        code = code_of(case)
        equal(f"{name}: text", gisa.decode(code, case["arch"]).to_text("clrx"), case["text"])
        equal(f"{name}: parse", gisa.parse(case["text"], case["arch"], syntax="clrx").encode(), code)
    for name, case in each("not_code"):
        insn = gisa.decode(code_of(case), case["arch"])
        equal(name, (insn.status, insn.size, insn.valid), (case["status"], case["size"], False))
    for arch in sorted({case["arch"] for case in cases["decode"]}):
        some = [case for case in cases["decode"] if case["arch"] == arch]
        code = b"".join(map(code_of, some))
        listed = gisa.disassemble(code, arch, address=64)
        equal(f"{arch} in a row", [i.text for i in listed], [case["text"] for case in some])
        sizes = [len(code_of(case)) for case in some]
        equal(f"{arch}: offsets", [i.offset for i in listed], [64 + sum(sizes[:i]) for i in range(len(some))])
    for name, case in each("assemble"):
        with open(case["hex_file"], encoding="utf-8") as file:
            expected = bytes.fromhex("".join(file.readlines()[1:]))
        equal(name, gisa.assemble(source_of(case), case["arch"]), expected)


def facts():
    for name, case in each("fields"):
        found = {f.name: [f.low, f.width, format(f.value, "x")] for f in gisa.decode(code_of(case), case["arch"]).fields}
        for field, expected in case["fields"].items():
            equal(f"{name} {field}", found.get(field), expected)
    for name, case in each("operands"):
        operands = [o for o in gisa.parse(case["text"], case["arch"]).operands if o.registers]
        equal(name, [[o.text, "r" * o.reads + "w" * o.writes] for o in operands], case["operands"])
    for name, case in each("state"):
        insn = gisa.parse(case["text"], case["arch"])
        named = {"scc", "vcc"}
        equal(f"{name}: reads", sorted(insn.reads & named), case["reads"])
        equal(f"{name}: writes", sorted(insn.writes & named), case["writes"])
        target = insn.target if "target" in case else None
        equal(f"{name}: flow", (insn.flow, target), (case["flow"], int(case["target"], 16) if "target" in case else None))
    for name, case in each("explain"):
        said = gisa.explain(case["text"], case["arch"])
        equal(f"{name}: sentence {said.sentence!r}", [w for w in case["contains"] if w not in said.sentence], [])
        equal(f"{name}: form", (said.mnemonic, said.format), (case["mnemonic"], case["format"]))
        equal(f"{name}: as text and HTML", said.sentence in str(said) and "<p>" in said._repr_html_(), True)


def errors():
    for name, case in each("parse_errors"):
        error = raises(name, gisa.ParseError, lambda: gisa.parse(case["text"], case["arch"]))
        equal(f"{name}: place", error and (error.line, error.column), (1, case["column"]))
    for name, case in each("source_errors"):
        error = raises(name, gisa.AssemblyError, lambda: gisa.assemble(case["source"], case["arch"]))
        equal(f"{name}: place", error and (error.line, error.column), (case["line"], case["column"]))
    for name, case in each("bad_files"):
        raises(name, gisa.FileError, lambda: gisa.open(bytes.fromhex(case["bytes"])))


def prepared(case):
    wave = gisa.Wave(case["arch"])
    wave.assemble(case["source"])
    for register in case.get("set_lanes", []):
        wave[register] = list(range(64))
    for register, value in case["set"]:
        wave[register] = int(value, 16)
    return wave


def value_of(wave, register, lane=0):
    value = wave[register]
    return value if isinstance(value, int) else int(value[lane])


def waves():
    for name, case in each("wave"):
        wave, stepped = prepared(case), prepared(case)
        before = [value_of(stepped, register) for register, _ in case["get"]]
        result = wave.run()
        equal(f"{name}: instructions", result.instructions, case["instructions"])
        steps = [stepped.step() for _ in range(case["instructions"])]
        changed = {change.register for step in steps for change in step.changes}
        for (register, value), old in zip(case["get"], before):
            equal(f"{name}: {register}", value_of(wave, register), int(value, 16))
            equal(f"{name}: {register}, stepped", value_of(stepped, register), int(value, 16))
            if old != int(value, 16) and len(case["get"]) == 1:
                equal(f"{name}: {register} has changed", bool(changed), True)
        for register, lane, value in case.get("get_lanes", []):
            equal(f"{name}: {register} in lane {lane}", value_of(wave, register, lane), int(value, 16))
    for name, case in each("wave_memory"):
        wave, memory = prepared(case), array.array("I", [int(w, 16) for w in case["words"]])
        wave.map(int(case["address"], 16), memory)
        wave.run()
        equal(name, memory.tolist(), [int(w, 16) for w in case["after"]])
    for name, case in each("wave_faults"):
        for way in ("run", "step"):
            wave = prepared(case)
            while way == "step" and wave.pc != int(case["pc"], 16):
                wave.step()
            fault = raises(f"{name} {way}", gisa.Fault, getattr(wave, way))
            if fault is None:
                continue
            equal(f"{name} {way}: what", (fault.cause, fault.pc), (case["cause"], int(case["pc"], 16)))
            if case["lane"] is not None:
                equal(f"{name} {way}: where", (fault.lane, fault.address), (case["lane"], int(case["address"], 16)))
            if case["text"]:
                equal(f"{name} {way}: instruction", fault.instruction and fault.instruction.text, case["text"])


def kernels():
    for name, case in each("kernels"):
        code = gisa.assemble(source_of(case), output="co")
        info = gisa.open(code).kernels[case["kernel"]]
        equal(f"{name}: arguments", [[a.name, a.kind, a.offset, a.size] for a in info.arguments], case["arguments"])
        equal(f"{name}: their size", info.kernarg_size, case["kernarg_size"])
        kernel = gisa.Machine(case["arch"]).load(code)[case["kernel"]]
        n = case["items"]
        for way in ("in order", "by name"):
            x, y = array.array("f", range(n)), array.array("f", [case["y"]] * n)
            give = ((case["a"], x, y), {}) if way == "in order" else ((), {"y": y, "x": x, "a": case["a"]})
            result = kernel(*give[0], grid=n, group=case["group"], **give[1])
            equal(f"{name} {way}", y.tolist(), [2.0 * item + 1 for item in range(n)])
            equal(f"{name} {way}: instructions", result.instructions, case["instructions"])
    for name, case in each("kernel_faults"):
        code = gisa.assemble(source_of(case), output="co")
        kernel = gisa.Machine(case["arch"]).load(code)[case["kernel"]]
        x, y = array.array("f", range(case["items"])), array.array("f", [0] * case["launched"])
        fault = raises(name, gisa.Fault, lambda: kernel(1.0, x, y, grid=case["launched"], group=case["group"]))
        if fault:
            equal(f"{name}: whose", (list(fault.group), list(fault.item)), (case["fault_group"], case["item"]))
            equal(f"{name}: what", (fault.cause, fault.instruction.text), (case["cause"], case["text"]))


def pictures():
    for name, case in each("pictures"):
        shader = gisa.Shader(gisa.assemble(case["source"], "sgx543", output="gxp"))
        picture = shader.picture(case["width"], case["height"], values={case["value"]: case["corners"]})
        for x, y, expected in case["pixels"]:
            equal(f"{name} {x},{y}", list(picture.pixel(x, y)), expected)


class Tags(html.parser.HTMLParser):
    """What is open, and the text outside of tags."""

    def __init__(self):
        super().__init__()
        self.open, self.text, self.wrong = [], "", False

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        self.wrong |= not self.open or self.open.pop() != tag

    def handle_data(self, data):
        self.text += data.replace("\u200b", "")  # lines may break between fields


def shown(name, thing, *words):
    """What a notebook shows is HTML that closes what it opens, and has these words as text."""
    tags = Tags()
    tags.feed(thing._repr_html_())
    equal(f"{name}: tags", (tags.open, tags.wrong), ([], False))
    equal(f"{name}: words", [w for w in words if w not in tags.text], [])


def notebooks():
    code = gisa.disassemble(bytes.fromhex("01050002ff0080bedb0f4940ffffffff"), "gfx900")
    # VOP2: 0, opcode 1, v0, v2, v1; SOP1: the literal
    shown("code", code, "v_add_f32_e32 v0, v1, v2", "000000100000000", "0x40490fdb", ".long 0xffffffff")
    wave = gisa.Wave("gfx900")
    wave["v3"], wave["s5"] = 1.5, 0xABC
    shown("wave", wave, "v3", "1.5", "0xabc", "exec")
    source = source_of(cases["kernels"][0]).replace("saxpy:", '"<b>":').replace(".globl saxpy", '.globl "<b>"')
    source = source.replace(".type saxpy", '.type "<b>"').replace(".size saxpy, .-saxpy", "")
    source = source.replace(".amdhsa_kernel saxpy", '.amdhsa_kernel "<b>"').replace(".name: saxpy", ".name: '<b>'")
    source = source.replace(".symbol: saxpy.kd", ".symbol: '<b>.kd'")
    shown("file", gisa.open(gisa.assemble(source, output="co")), "<b>", "global_buffer")
    shown("explanation", gisa.explain("s_nop 3", "gfx900"), "simm16")


def png():
    """The picture of 2 x 1 pixels: red and half of green, blue limited to 1."""
    data = gisa.Picture(2, 1, [1.0, 0.0, 0.0, 1.0, 0.0, 0.5, 7.0, 0.0]).to_png()
    equal("png: signature", data[:8], b"\x89PNG\r\n\x1a\n")
    chunks, at = {}, 8
    while at < len(data):
        size, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + size]
        equal(f"png: {kind}", zlib.crc32(kind + body), int.from_bytes(data[at + 8 + size : at + 12 + size], "big"))
        chunks[kind], at = body, at + 12 + size
    equal("png: head", chunks[b"IHDR"], bytes([0, 0, 0, 2, 0, 0, 0, 1, 8, 6, 0, 0, 0]))
    equal("png: pixels", zlib.decompress(chunks[b"IDAT"]), bytes([0, 255, 0, 0, 255, 0, 128, 255, 0]))


for part in (provenance, there_and_back, facts, errors, waves, kernels, pictures, notebooks, png):
    part()
equal("kinds of cases that are tested", sorted(tested), sorted(k for k in cases if k != "about"))
sys.exit(counter.close("cases"))
