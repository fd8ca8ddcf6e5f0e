#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gisa lsp in whole sessions: each request on sources whose answers are known, formatting as a law
over all sources of the tests, hostile messages, and how long an answer takes.
usage: lsp.py GISA ROOT FOLDER (temporary)"""
import glob
import json
import os
import random
import re
import subprocess
import sys

from client import Client, apply, span

GISA, ROOT, FOLDER = sys.argv[1], sys.argv[2], sys.argv[3]
passed = failed = 0


def ok(name, right, got=None):
    global passed, failed
    if right:
        passed += 1
    else:
        failed += 1
        print("failed:", name, "" if got is None else str(got)[:400])


def same(name, got, expected):
    ok(name, got == expected, "%r, expected %r" % (got, expected))


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as f:
        return f.read()


URI = "file:///nowhere/kernel.s"
TARGET = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx900"\n'
# Line numbers below count from 0.
SOURCE = TARGET + """\t.set size, 64
\t.macro twice register
\tv_add_f32 \\register, \\register, \\register
\t.endm
kernel:
\ts_load_dword s0, s[4:5], 0x0 // größer
1:
\tv_add_f32 v1, s0, v2
\ttwice v1
\ts_mov_b32 s1, size
\ts_cbranch_scc1 1b
\ts_branch done
.Lunused:
done:
\ts_endpgm
\t.p2align 6
\t.amdhsa_kernel kernel
\t\t.amdhsa_next_free_vgpr 4
\t\t.amdhsa_next_free_sgpr 8
\t.end_amdhsa_kernel
"""


def words_of(problems):
    return [(p["range"]["start"]["line"], p["range"]["start"]["character"], p["severity"], p["code"])
            for p in problems]


def test_problems():
    c = Client(GISA)
    c.open(URI, SOURCE)
    problems = c.problems(URI)
    same("a missing wait, at its instruction", words_of(problems), [(8, 1, 2, "lgkmcnt")])
    ok("it says what is missing, and after what", "s0" in problems[0]["message"] and
       problems[0]["relatedInformation"][0]["location"]["range"]["start"]["line"] == 6, problems)
    actions = c.of("codeAction", URI, range=span(8, 2, 2), context={"diagnostics": []})
    same("actions against it", [a["kind"] for a in actions], ["quickfix", "source.fixAll"])
    same("none elsewhere", c.of("codeAction", URI, range=span(1, 0, 0), context={"diagnostics": []}), [])
    same("all of them where a client asks for all", [a["kind"] for a in c.of(
        "codeAction", URI, range=span(1, 0, 0), context={"diagnostics": [], "only": ["source.fixAll"]})], ["source.fixAll"])
    fixed = apply(SOURCE, actions[0]["edit"]["changes"][URI])
    same("the line that helps", fixed.split("\n")[8], "\ts_waitcnt lgkmcnt(0)")
    c.change(URI, {"text": fixed})
    same("nothing is missing afterwards", c.problems(URI), [])
    same("all at once: the same", apply(SOURCE, actions[1]["edit"]["changes"][URI]), fixed)
    same("nothing to do elsewhere", c.of("codeAction", URI, range=span(1, 0, 0), context={"diagnostics": []}), [])
    c.change(URI, {"range": span(8, 1, 1), "text": "x_"}, {"range": span(11, 1, 6), "text": "v_ad"})
    problems = c.problems(URI)
    ok("several errors of one source", len([p for p in problems if p["severity"] == 1]) >= 2, problems)
    c.change(URI, {"text": TARGET + "\tv_ad_f32 v0, v1, v2\n\ts_mov_b32 s0\n\ts_branch nowhere\n\t.bogus 1\n"})
    problems = c.problems(URI)
    same("their places", [p["range"]["start"]["line"] for p in problems if p["severity"] == 1][:4], [1, 2, 4] + [3]
         if len(problems) == 4 else problems)
    actions = c.of("codeAction", URI, range=span(1, 2, 2), context={"diagnostics": []})
    ok("the instruction that was meant", "Change to v_add_f32" in [a["title"] for a in actions], actions)
    same("the session ends in order", c.end(), 0)


def gisa_errors(path):
    """Lines and messages of gisa asm."""
    run = subprocess.run([GISA, "asm", "--error-limit", "100", "-a", "gfx900", path, "-o", os.path.join(FOLDER, "out.o")],
                         capture_output=True)
    errors = []
    for line in run.stderr.decode(errors="replace").split("\n"):
        parts = line.split(":", 3)
        if len(parts) == 4 and parts[0] == path and parts[3].startswith(" error: "):
            errors.append((int(parts[1]) - 1, parts[3][len(" error: "):]))
    return errors


def test_against_asm():
    """Errors are those of gisa asm, in number, place and words."""
    c = Client(GISA, {"arch": "gfx900"})
    compared = 0
    for path in sorted(glob.glob(os.path.join(ROOT, "tests/files/asm/err_*.s"))):
        text = read(path)
        if "\0" in text or any("\udc80" <= x <= "\udcff" for x in text):
            continue
        uri = "file://" + path
        c.open(uri, text)
        got = sorted((p["range"]["start"]["line"], p["message"]) for p in c.problems(uri) if p["severity"] == 1 and
                     not re.match(r"\S+:\d+: ", p["message"]))  # those of included files are at .include
        expected = sorted(gisa_errors(path))
        if ".amdgcn_target" in text or len(expected) == 100 or not expected:
            continue
        compared += 1
        ok("%s: the errors of gisa asm" % os.path.basename(path), got == expected,
           "%r, expected %r" % ([g for g in got if g not in expected], [e for e in expected if e not in got]))
    ok("sources with errors were compared", compared >= 5, compared)
    c.end()


def test_architectures():
    c = Client(GISA)
    plain = "\tv_add_f32 v0, v1, v2\n"
    c.open(URI, plain)
    problems = c.problems(URI)
    same("not known: a hint", [(p["severity"], p["code"]) for p in problems], [(4, "architecture")])
    c.tell("workspace/didChangeConfiguration", settings={"gisa": {"arch": "gfx803"}})
    c.change(URI, {"text": plain})
    same("from the settings", c.problems(URI), [])
    ok("hover says which", "gfx803" in c.at("hover", URI, 0, 3)["contents"]["value"])
    for comment in ("// gisa: arch=gfx600", "; RUN: llvm-mc -mcpu=gfx600", "# gisa: arch=tahiti syntax=llvm"):
        c.change(URI, {"text": comment + "\n" + plain})
        c.problems(URI)
        ok("from " + comment, "gfx600" in c.at("hover", URI, 1, 3)["contents"]["value"])
    c.change(URI, {"text": TARGET + plain})
    same("the source before the settings", c.problems(URI), [])
    ok("the source's", "gfx900" in c.at("hover", URI, 1, 3)["contents"]["value"])
    c.change(URI, {"text": "// gisa: arch=gfx900 syntax=clrx\nx = %s4\n    v_add_f32 v0, v1, x; s_endpgm # end\n"})
    same("CLRX's syntax", c.problems(URI), [])
    c.end()
    c = Client(GISA, {"arch": "gfx900", "syntax": "clrx"})
    c.open(URI, "x = %s4\n    v_add_f32 v0, v1, x; s_endpgm # end\n")
    same("from the options", c.problems(URI), [])
    c.end()
    c = Client(GISA)
    shader = "file://" + os.path.join(ROOT, "examples/sphere.frag.s")
    text = read(shader[7:])
    c.open(shader, text)
    same("a shader of the PS Vita", c.problems(shader), [])
    line = [i for i, row in enumerate(text.split("\n")) if "mul.f32 r2.x" in row][0]
    ok("its manual", "mul.f32" in c.at("hover", shader, line, 3)["contents"]["value"])
    predicate = [i for i, row in enumerate(text.split("\n")) if "!p0 kill" in row][0]
    ok("after a predicate", "kill" in c.at("hover", shader, predicate, 6)["contents"]["value"])
    c.change(shader, {"range": span(line, 1, 4), "text": "mull"})
    problems = c.problems(shader)
    same("its errors", [(p["range"]["start"]["line"], p["severity"]) for p in problems], [(line, 1)])
    c.end()


def hover(c, line, character):
    answer = c.at("hover", URI, line, character)
    return answer["contents"]["value"] if answer else ""


def test_hover():
    c = Client(GISA)
    c.open(URI, SOURCE + "\tv_mov_b32 v0, 0x3f800000\n\tv_mov_b32 v0, 1.5\n\tv_mov_b32 v0, -16\n")
    c.problems(URI)
    add = hover(c, 8, 3)
    for part in ("v_add_f32", "`vdst`", "written", "bits 8:0", "```c", "s0 + v2", "`v1`"):
        ok("the manual on hover: " + part, part in add, add)
    kernel = hover(c, 5, 2)
    ok("a label's address", "`0x0`" in kernel and "kernel" in kernel, kernel)
    ok("a label after code", "`0x1c`" in hover(c, 14, 1), hover(c, 14, 1))
    ok("a symbol's definition", ".set size, 64" in hover(c, 10, 16), hover(c, 10, 16))
    ok("a macro's", ".macro twice" in hover(c, 9, 3), hover(c, 9, 3))
    ok("a numeric label's", "line 8" in hover(c, 11, 17), hover(c, 11, 17))
    ok("an integer as float", "as f32 `1`" in hover(c, 21, 18) and "1065353216" in hover(c, 21, 18), hover(c, 21, 18))
    ok("a float as bits", "0x3fc00000" in hover(c, 22, 16), hover(c, 22, 16))
    ok("a negative number", "`-16`" in hover(c, 23, 17) and "0xfffffff0" in hover(c, 23, 17), hover(c, 23, 17))
    same("a comment has none", hover(c, 6, 33), "")
    same("nor have blanks past the end", hover(c, 99, 99), "")
    c.end()


def test_manual():
    """Hover has the doc of each instruction, as the JSON document of the spec has it."""
    spec = json.loads(subprocess.run([GISA, "list", "--json", "-a", "gfx900"], capture_output=True).stdout)
    docs = {}
    for row in spec["rows"]:
        docs.setdefault(row["name"], []).append(row["doc"])
    c = Client(GISA)
    names = sorted(docs)
    c.open(URI, TARGET + "".join("\t%s\n" % name for name in names))
    wrong = []
    for i, name in enumerate(names):
        answer = c.at("hover", URI, i + 1, 2)
        text = answer["contents"]["value"].replace("\\", "") if answer else ""
        if not any(doc.replace("\\", "") in text for doc in docs[name]):
            wrong.append(name)
    ok("the manual of all instructions of gfx900", not wrong and len(names) > 1000, (len(names), wrong[:5]))
    c.end()


def labels(answer):
    return [item["label"] for item in answer["items"]]


def test_completion():
    c = Client(GISA)
    text = SOURCE.replace("\tv_add_f32 v1, s0, v2", "\tv_add_f")
    c.open(URI, text)
    answer = c.at("completion", URI, 8, 8)
    names = labels(answer)
    ok("mnemonics by what is typed", "v_add_f32" in names and "v_add_f16" in names and
       all(n.startswith("v_add_f") for n in names), names)
    ok("with a doc", "Sets D to" in [i for i in answer["items"] if i["label"] == "v_add_f32"][0]["detail"])
    same("instead of what is typed", answer["items"][0]["textEdit"]["range"], span(8, 1, 8))

    def complete(line):
        c.change(URI, {"text": SOURCE.replace("\tv_add_f32 v1, s0, v2", line)})
        return labels(c.at("completion", URI, 8, len(line)))
    ok("only this architecture's", "v_add_nc_u32" not in complete("\tv_add"))
    ok("directives", ".amdhsa_kernel" in complete("\t.amdhsa") and ".long" in complete("\t.lo"))
    ok("macros", "twice" in complete("\ttwi"))
    ok("labels for a branch", "done" in complete("\ts_branch d") and "kernel" in complete("\ts_branch "))
    ok("no registers there", "s1" not in complete("\ts_branch s"))
    ok("registers by number", {"v1", "v12", "v199"} <= set(complete("\tv_add_f32 v1")))
    ok("registers of the source first", {"v1", "s0", "vcc"} <= set(complete("\tv_add_f32 v1, ")))
    ok("modifiers", {"glc", "offset"} <= set(complete("\tglobal_load_dword v1, v[2:3], off ")))
    ok("names of values", any(n.startswith("hwreg") or n == "HW_REG_MODE" for n in
                              complete("\ts_getreg_b32 s0, hwreg(HW_REG_M")), complete("\ts_getreg_b32 s0, hwreg(HW_REG_M"))
    sdwa = "\tv_add_f32_sdwa v1, v2, v3 "  # the names of values are LLVM's
    same("values of a modifier", values(complete(sdwa + "dst_sel:")),
         ["BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "DWORD", "WORD_0", "WORD_1"])
    same("of another one", values(complete(sdwa + "dst_sel:DWORD dst_unused:UNUSED_P")), ["UNUSED_PAD", "UNUSED_PRESERVE"])
    same("numbers after a colon", values(complete("\tv_add_f32_e64 v1, v2, v3 mul:")), ["2", "4"])
    same("only those of the modifier", values(complete("\tv_add_f32_e64 v1, v2, v3 div:")), ["2"])
    tbuffer = "\ttbuffer_load_format_x v1, off, s[4:7], s0 format:["
    ok("of formats", {"BUF_DATA_FORMAT_8_8", "BUF_NUM_FORMAT_FLOAT"} <= set(complete(tbuffer)), complete(tbuffer))
    ok("a modifier without names takes symbols", values(complete("\tglobal_load_dword v1, v[2:3], off offset:")) == [] and
       "size" in complete("\tglobal_load_dword v1, v[2:3], off offset:"))
    same("nothing in comments", complete("\ts_nop 0 // v_a"), [])
    same("nothing in strings", complete('\t.ascii "v_a'), [])
    line = "\tv_fma_f32 v1, v[2:3], "
    c.change(URI, {"text": SOURCE.replace("\tv_add_f32 v1, s0, v2", line)})
    help_ = c.at("signatureHelp", URI, 8, len(line))
    ok("the signature", help_["signatures"][0]["label"] == "v_fma_f32 vdst, src0, src1, src2" and
       help_["activeParameter"] == 2, help_)
    c.end()


def values(names):
    """Without the names that SOURCE defines."""
    return sorted(n for n in names if n not in ("size", "kernel", "1", ".Lunused", "done"))


def test_descriptor_lines():
    """Completion in a kernel descriptor: the names are those of LLVM's AMDGPU usage guide."""
    end = "\t\t.amdhsa_next_free_sgpr 8\n\t.end_amdhsa_kernel\n"

    def complete(typed, arch="gfx900", rest=end):
        c = Client(GISA, {"arch": arch})
        text = "kernel:\n\ts_endpgm\n\t.amdhsa_kernel kernel\n\t\t.amdhsa_next_free_vgpr 4\n" + typed
        c.open(URI, text + "\n" + rest)
        names = labels(c.at("completion", URI, 4 + typed.count("\n"), len(typed.split("\n")[-1])))
        c.end()
        return names
    names = complete("\t\t.amdhsa_")
    ok("lines of a descriptor", {".amdhsa_ieee_mode", ".amdhsa_system_vgpr_workitem_id", ".amdhsa_reserve_vcc"} <= set(names), names)
    ok("no others", all(n.startswith(".amdhsa_") and n != ".amdhsa_kernel" for n in names), names)
    ok("not those that it has", not {".amdhsa_next_free_vgpr", ".amdhsa_next_free_sgpr"} & set(names), names)
    same("by what is typed", sorted(complete("\t\t.amdhsa_float_r")), [".amdhsa_float_round_mode_16_64", ".amdhsa_float_round_mode_32"])
    ok("before a word is typed", {".amdhsa_ieee_mode", ".end_amdhsa_kernel"} <= set(complete("\t\t")))
    same("the end", complete("\t.end"), [".end_amdhsa_kernel"])
    same("before there is an end", complete("\t\t.amdhsa_iee", rest=""), [".amdhsa_ieee_mode"])
    same("gfx900 has fp16_overflow", complete("\t\t.amdhsa_fp16"), [".amdhsa_fp16_overflow"])
    same("gfx803 has not", complete("\t\t.amdhsa_fp16", "gfx803"), [])
    missing = [n for n in complete("\t\t.amdhsa_") if not descriptor_takes(n)]
    same("gisa asm takes each line", missing, [])
    same("not after the end", complete("\t.end_amdhsa_kernel\n\t.amdhsa_i", rest=""), [])


def descriptor_takes(line):
    text = "%sk:\n\ts_endpgm\n\t.amdhsa_kernel k\n\t.amdhsa_next_free_vgpr 4\n\t.amdhsa_next_free_sgpr 8\n\t%s 0\n\t.end_amdhsa_kernel\n" % (TARGET, line)
    run = subprocess.run([GISA, "asm", "-", "-o", os.path.join(FOLDER, "line.o")], input=text.encode(), capture_output=True)
    return run.returncode == 0 or b"does not match the target" in run.stderr


def lines_of(answer):
    return sorted((place["range"]["start"]["line"], place["range"]["start"]["character"]) for place in answer)


def test_names():
    c = Client(GISA)
    c.open(URI, SOURCE)
    same("a branch's label", c.at("definition", URI, 12, 11)["range"], span(14, 0, 4))
    same("a numeric label", c.at("definition", URI, 11, 17)["range"], span(7, 0, 1))
    same("a symbol", c.at("definition", URI, 10, 16)["range"], span(1, 6, 10))
    same("a macro", c.at("definition", URI, 9, 2)["range"], span(2, 8, 13))
    same("a register has none", c.at("definition", URI, 8, 12), None)
    same("references", lines_of(c.at("references", URI, 14, 1, context={"includeDeclaration": True})),
         [(12, 10), (14, 0)])
    same("without the declaration", lines_of(c.at("references", URI, 14, 1, context={"includeDeclaration": False})),
         [(12, 10)])
    same("of a kernel", lines_of(c.at("references", URI, 5, 1, context={"includeDeclaration": True})),
         [(5, 0), (17, 16)])
    same("highlights", len(c.at("documentHighlight", URI, 10, 16)), 2)
    symbols = c.of("documentSymbol", URI)
    same("the outline", [s["name"] for s in symbols], ["size", "twice", "kernel"])
    same("labels are the kernel's", [s["name"] for s in symbols[2]["children"]], ["1", ".Lunused", "done"])
    folds = c.of("foldingRange", URI)
    ok("a macro, a kernel and its descriptor fold", {(2, 3), (17, 19)} <= {(f["startLine"], f["endLine"]) for f in folds}, folds)
    edits = c.at("rename", URI, 12, 11, newName="leave")["changes"][URI]
    same("rename of a label", apply(SOURCE, edits), SOURCE.replace("done", "leave"))
    edits = c.at("rename", URI, 10, 16, newName="width")["changes"][URI]
    same("rename of a symbol", apply(SOURCE, edits), SOURCE.replace("size", "width"))
    same("what can be renamed", c.at("prepareRename", URI, 12, 11), span(12, 10, 14))
    same("a numeric label, without its direction", c.at("prepareRename", URI, 11, 17), span(11, 16, 17))
    edits = c.at("rename", URI, 11, 17, newName="27")["changes"][URI]
    same("rename of a numeric label", apply(SOURCE, edits), SOURCE.replace("\n1:", "\n27:").replace("1b", "27b"))
    numbers = TARGET + "\t.macro again\n1:\ts_branch 1b\n\t.endm\n1:\ts_branch 1f\n1:\ts_branch 1b\n\tagain\n\ts_branch 1b\n"
    c.open("file:///numbers.s", numbers)
    edits = c.at("rename", "file:///numbers.s", 4, 0, newName="2")["changes"]["file:///numbers.s"]
    same("only this one of several", apply(numbers, edits), numbers.replace("1:\ts_branch 1f", "2:\ts_branch 1f"))
    for at, name, why in (((4, 0), "x", "not a number"), ((4, 0), "1", "defined"), ((5, 0), "2", "change the code")):
        answer = c.ask("textDocument/rename", textDocument={"uri": "file:///numbers.s"},
                       position={"line": at[0], "character": at[1]}, newName=name)
        ok("%s not to %s" % (at, name), why in answer.get("error", {}).get("message", ""), answer)
    for name, why in (("kernel", "defined"), ("v0", "register"), ("1x", "not a name"), ("a b", "not a name"), ("", "not a name")):
        answer = c.ask("textDocument/rename", textDocument={"uri": URI}, position={"line": 12, "character": 11}, newName=name)
        ok("not to " + repr(name), why in answer.get("error", {}).get("message", ""), answer)
    saxpy = read(os.path.join(ROOT, "examples/saxpy.s"))
    c.open("file:///saxpy.s", saxpy)
    line = saxpy.split("\n").index([row for row in saxpy.split("\n") if row.startswith("saxpy:")][0])
    renamed = apply(saxpy, c.at("rename", "file:///saxpy.s", line, 1, newName="axpy2")["changes"]["file:///saxpy.s"])
    for text, name in ((saxpy, "a"), (renamed, "b")):
        with open(os.path.join(FOLDER, name + ".s"), "w") as f:
            f.write(text)
        subprocess.run([GISA, "asm", "-f", "co", name + ".s", "-o", name + ".co"], cwd=FOLDER, check=True)
    listed = subprocess.run([GISA, "dis", os.path.join(FOLDER, "b.co")], capture_output=True).stdout.decode()
    ok("a renamed kernel: its descriptor and metadata as well", "saxpy" not in listed and
       re.search(r"\.name: *axpy2\n", listed) and re.search(r"\.symbol: *axpy2\.kd\n", listed), listed[-600:])
    c.end()


def test_tokens_and_hints():
    c = Client(GISA, {"inlayHints": {"encoding": True, "offset": True}})
    c.open(URI, SOURCE)
    legend = c.begun["result"]["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = c.of("semanticTokens/full", URI)["data"]
    tokens, line, character = {}, 0, 0
    for i in range(0, len(data), 5):
        character = data[i + 1] + (0 if data[i] else character)
        line += data[i]
        tokens[SOURCE.split("\n")[line][character:character + data[i + 2]], line] = legend[data[i + 3]]
    for key, kind in ((("v_add_f32", 8), "keyword"), (("v1", 8), "variable"), ((".set", 1), "macro"),
                      (("twice", 9), "macro"), (("done", 12), "function"), (("64", 1), "number"),
                      (("// größer", 6), "comment"), (("s", 6), "variable"), (("1b", 11), "number")):
        same("token %s" % (key,), tokens.get(key), kind)
    part = c.of("semanticTokens/range", URI, range=span(8, 0, 0, 9))["data"]
    same("tokens of a range", part[:4], [8, 1, 9, 0])
    hints = c.of("inlayHint", URI, range=span(0, 0, 0, 30))
    listing = subprocess.run([GISA, "asm", "-a", "gfx900", "-f", "hex", "-", "-o", "-"], input=SOURCE.encode(),
                             capture_output=True).stdout.decode().replace("0x", "").split("\n")
    words = [" ".join(row.split(":", 1)[1].split()) for row in [h["label"] for h in hints]]
    ok("hints: words that gisa asm gives", len(words) >= 6 and all(any(w in " ".join(row.split()) for row in listing)
                                                                for w in words), (words, listing))
    same("in order, with places", [h["label"].split(":")[0] for h in hints][:2], ["0000", "0008"])
    same("where the instruction ends", hints[0]["position"], {"line": 6, "character": 29})
    c.tell("workspace/didChangeConfiguration", settings={"gisa": {"inlayHints": {"encoding": False, "offset": False}}})
    same("none where they are not asked for", c.of("inlayHint", URI, range=span(0, 0, 0, 30)), [])
    c.end()


def assembled(text, name, path):
    """What gisa asm makes of a text beside the file that it comes from; None: errors."""
    temporary = os.path.join(os.path.dirname(path), ".lsp-test-%s-%d.s" % (name, os.getpid()))
    out = os.path.join(FOLDER, name)
    try:
        with open(temporary, "w", encoding="utf-8", newline="") as f:
            f.write(text)
        args = ["-f", "gxp"] if "\t.gxp" in text else ["-a", "gfx900"] if "amdgcn_target" not in text else []
        run = subprocess.run([GISA, "asm", temporary, "-o", out] + args, capture_output=True)
        return open(out, "rb").read().replace(name.encode(), b"") if run.returncode == 0 else None
    finally:
        os.remove(temporary)


def test_format():
    c = Client(GISA, {"arch": "gfx900"})
    c.open(URI, "  v_add_f32    v0, v1,v2 ; one\ns_nop 0; two\n\tx: \n\n.if 1\n\t.long 1 ; three\n.endif\n")
    edits = c.of("formatting", URI, options={"tabSize": 4, "insertSpaces": True})
    same("columns", apply("  v_add_f32    v0, v1,v2 ; one\ns_nop 0; two\n\tx: \n\n.if 1\n\t.long 1 ; three\n.endif\n", edits),
         "    v_add_f32 v0, v1,v2 ; one\n    s_nop     0         ; two\nx:\n\n.if 1\n\t.long 1 ; three\n.endif\n")
    sources = changed = 0
    broken = []
    for path in sorted(glob.glob(os.path.join(ROOT, "tests/files/asm/*.s")) + glob.glob(os.path.join(ROOT, "examples/*.s")) +
                       glob.glob(os.path.join(ROOT, "tests/*/*/*.s"))):
        text = read(path)
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            continue
        if "\0" in text or "\r" in text.replace("\r\n", ""):
            continue
        uri = "file://" + path
        c.open(uri, text)
        answer = c.ask("textDocument/formatting", textDocument={"uri": uri}, options={"tabSize": 8, "insertSpaces": False})
        if "result" not in answer:
            broken.append((path, answer))
            continue
        formatted = apply(text, answer["result"])
        c.change(uri, {"text": formatted})
        again = c.of("formatting", uri, options={"tabSize": 8, "insertSpaces": False})
        if again:
            broken.append((path, "not the same when formatted again", again[:2]))
        before = assembled(text, "x", path)
        if before is not None:
            sources += 1
            changed += formatted != text
            if assembled(formatted, "x", path) != before:
                broken.append((path, "other bytes"))
        c.tell("textDocument/didClose", textDocument={"uri": uri})
    ok("formatting keeps the bytes of %d sources, %d of which change" % (sources, changed),
       not broken and sources > 40 and changed > 20, (sources, changed, broken[:3]))
    c.end()


# Labels, symbols, register ranges, several statements of a line, comments of both kinds, a macro.
CLRX = """# a loop
size = 0x40
    .macro twice register # doubles
v_add_f32 \\register, \\register, \\register
.endm
regs = %v[4:7]
    kernel:
  s_mov_b32   s0,size # size
s_movk_i32 s1, 3; s_nop 0   # two
loop: v_add_f32 v1,  s0, v2
twice v1 # a macro
\tv_mov_b32 v0, regs[1] /* a register
   of a range */ # after
1:  s_sub_u32 s1, s1, 1
      s_cbranch_scc1 1b
  .if 1
 .int 1,2 # data
  .endif
s_cbranch_scc0   loop#near
    s_endpgm
"""


def untidy(text, chance):
    """The text with other blanks before lines and comments, and comments after some."""
    return "".join(chance.choice(("", " ", "\t", "      ")) + line.replace(" ", chance.choice((" ", "   ", "\t")), 1) +
                   chance.choice(("", "", " # x", "   # one; two", "\t/* y */  # z")) + "\n" +
                   chance.choice(("", "", "", "\n")) for line in text.split("\n") if line)


def clrx_sources(chance):
    """(architecture, text): CLRX above; the texts of tests/files/asm; what gisa dis writes of golden words."""
    yield "gfx900", CLRX
    texts, words = {}, {}
    for line in read(os.path.join(ROOT, "tests/files/asm/texts.txt")).split("\n"):
        match = re.match(r"(\w+) clrx [0-9a-fx ]+ ==? (.*)$", line)
        if match:
            texts.setdefault(match[1], []).append(match[2].replace("\\n", "\n"))
    for path in sorted(glob.glob(os.path.join(ROOT, "tests/core/golden/*.txt"))):
        for match in re.finditer(r"^(gfx\d+) ((?:[0-9a-f]{8} )+)\S", read(path), re.M):
            words.setdefault(match[1], []).extend(match[2].split())
    for arch in sorted(texts):
        for line in texts[arch]:
            yield arch, untidy(line, chance)
    for arch in sorted(words):
        code = os.path.join(FOLDER, "words.bin")
        with open(code, "wb") as f:
            f.write(b"".join(int(word, 16).to_bytes(4, "little") for word in words[arch]))
        listed = subprocess.run([GISA, "dis", "-a", arch, "-f", "raw", "--syntax", "clrx", code], capture_output=True)
        yield arch, untidy(listed.stdout.decode(), chance)


def clrx_bytes(arch, text):
    run = subprocess.run([GISA, "asm", "-a", arch, "-f", "raw", "--syntax", "clrx", "-", "-o", os.path.join(FOLDER, "clrx.bin")],
                         input=text.encode(), capture_output=True)
    return read(os.path.join(FOLDER, "clrx.bin")).encode(errors="surrogateescape") if run.returncode == 0 else None


def test_format_clrx():
    """Formatting of CLRX's syntax: formatted again it stays, and the bytes are those of before."""
    same_again, lines, sources, changed, broken = {"tabSize": 8, "insertSpaces": False}, 0, 0, 0, []
    clients = {}
    for arch, text in clrx_sources(random.Random(1)):
        c = clients.setdefault(arch, None) or Client(GISA, {"arch": arch, "syntax": "clrx"})
        clients[arch] = c
        c.open(URI, text)
        answer = c.ask("textDocument/formatting", textDocument={"uri": URI}, options=same_again)
        before = clrx_bytes(arch, text)
        if "result" not in answer or not before:
            broken.append((arch, text[:200], answer if before else "not assembled"))
            continue
        formatted = apply(text, answer["result"])
        c.change(URI, {"text": formatted})
        if c.of("formatting", URI, options=same_again):
            broken.append((arch, formatted[:200], "not the same when formatted again"))
        if clrx_bytes(arch, formatted) != before:
            broken.append((arch, formatted[:200], "other bytes"))
        if text == CLRX:  # s_cbranch_scc0 is the widest word of the group
            same("columns of CLRX's syntax", formatted.split("\n")[6:8], ["kernel:", "\ts_mov_b32      s0,size # size"])
        lines, sources, changed = lines + text.count("\n"), sources + 1, changed + (formatted != text)
    ok("formatting keeps the bytes of %d CLRX sources of %d lines, of which %d change" % (sources, lines, changed),
       not broken and sources > 40 and changed > 30 and lines > 1000, (sources, lines, changed, broken[:3]))
    print("CLRX: %d sources of %d lines, of which %d change" % (sources, lines, changed))
    for c in clients.values():
        c.end()


def random_text(chance):
    pieces = ["\n", "v_add_f32", " ", "\t", "s0", "ä", "😀", "// x", "/*", "*/", '"', "label:", ".set a, 1", ",", "\\r", "1b", "a = 2"]
    return "".join(chance.choice(pieces) for _ in range(chance.randrange(12)))


def test_edits():
    """Incremental changes give the text that whole ones give, in both encodings of positions."""
    chance = random.Random(1)
    for encoding in ("utf-16", "utf-8"):
        c = Client(GISA, {"arch": "gfx900"}, [encoding])
        same("positions in " + encoding, c.begun["result"]["capabilities"]["positionEncoding"], encoding)
        text = SOURCE
        c.open(URI, text)
        wrong = 0
        for i in range(300):
            code = "utf-16-le" if encoding == "utf-16" else "utf-8"
            unit = 2 if encoding == "utf-16" else 1

            def place():
                at = chance.randrange(len(text) + 1)
                line = text.count("\n", 0, at)
                return at, {"line": line, "character": len(text[text.rfind("\n", 0, at) + 1:at].encode(code)) // unit}
            (a, start), (b, end) = sorted((place(), place()), key=lambda p: p[0])
            if b - a > 30:
                b, end = a, start
            new = random_text(chance)
            text = text[:a] + new + text[b:]
            c.change(URI, {"range": {"start": start, "end": end}, "text": new})
            if i % 30 == 29:
                got = c.problems(URI)
                c.open("file:///whole.s", text)
                whole = c.problems("file:///whole.s")
                wrong += json.dumps(got).replace(URI, "") != json.dumps(whole).replace("file:///whole.s", "")
        same("changes, one after the other, in " + encoding, wrong, 0)
        c.end()


def refusal(c):
    """The next answer's error code: the problems of a source may be told before it."""
    while "method" in (answer := c.read()):
        pass
    return answer["error"]["code"]


def test_hostile():
    c = Client(GISA, begin=False)
    c.send({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {}})
    same("before initialize", c.read()["error"]["code"], -32002)
    c.end()
    c = Client(GISA)
    same("an unknown request", c.ask("textDocument/nothing")["error"]["code"], -32601)
    same("initialize again", c.ask("initialize")["error"]["code"], -32600)
    same("no source", c.ask("textDocument/hover")["error"]["code"], -32602)
    same("a source that is not open", c.ask("textDocument/hover", textDocument={"uri": "x"})["error"]["code"], -32602)
    c.open(URI, SOURCE)
    for position in (None, 5, {"line": -1, "character": 0}, {"line": "1", "character": 2}, {"line": 1}):
        same("position %r" % (position,), c.ask("textDocument/hover", textDocument={"uri": URI}, position=position)["error"]["code"], -32602)
    same("far out", c.at("hover", URI, 2 ** 31 - 1, 2 ** 31 - 1), None)
    same("farther", c.at("hover", URI, 2 ** 62, 2 ** 62), None)
    for raw, code in ((b"{", -32700), (b"[]", -32600), (b"{}", -32600), (b'"x"', -32700), (b"\xff\xfe", -32700),
                      (b'{"id": [], "method": "shutdown"}', -32600), (b"[" * 5000, -32700)):
        c.send_raw(b"Content-Length: %d\r\n\r\n%s" % (len(raw), raw))
        same("message %r" % raw[:30], refusal(c), code)
    for params in (None, [], {"textDocument": {}}, {"textDocument": {"uri": 5}}, {"textDocument": {"uri": URI}, "contentChanges": 5}):
        for method in ("didOpen", "didChange", "didClose"):
            c.send({"jsonrpc": "2.0", "method": "textDocument/" + method, "params": params})
            if method == "didClose" and isinstance(params, dict) and params.get("contentChanges"):
                c.open(URI, SOURCE)
    c.told = []
    c.change(URI, {"range": span(5, 9, 3), "text": "x"})
    ok("a range from its end to its beginning closes the source",
       "error" in c.ask("textDocument/hover", textDocument={"uri": URI}, position={"line": 0, "character": 0}))
    c.open(URI, "\t.rept 1000000\n" * 30 + "\t.include \"/dev/zero\"\n\t.incbin \"/dev/zero\"\n" + TARGET)
    ok("repetitions without an end, and endless files", c.problems(URI) is not None)
    same("the session goes on", c.ask("shutdown")["result"], None)
    same("only exit after shutdown", c.ask("textDocument/hover")["error"]["code"], -32600)
    c.tell("exit")
    same("in order", c.server.wait(timeout=20), 0)
    for raw in (b"Hello\r\n\r\n", b"Content-Length: -5\r\n\r\n{}", b"Content-Length: 99999999999\r\n\r\n", b"x" * 9000):
        run = subprocess.run([GISA, "lsp"], input=raw, capture_output=True, timeout=20)
        ok("not the protocol: %r" % raw[:20], run.returncode == 1 and b"Content-Length" in run.stderr, run)
    run = subprocess.run([GISA, "lsp"], input=b"", capture_output=True, timeout=20)
    same("no exit request", run.returncode, 1)


def spent(c):
    """Milliseconds of processor time of the server: what others do on the machine does not count."""
    with open("/proc/%d/schedstat" % c.server.pid) as f:
        return int(f.read().split()[0]) / 1e6


def test_speed():
    """A source of 10,000 lines: processor time from a keystroke to the problems, the middle one of 9,
    and of other answers. Sanitizers are slower: the limit is more than what docs/editors.md says."""
    if not os.path.exists("/proc/self/schedstat"):
        return
    saxpy = read(os.path.join(ROOT, "examples/saxpy.s")).split("\n")
    begin = [i for i, row in enumerate(saxpy) if row.startswith("saxpy:")][0] + 1
    end = [i for i, row in enumerate(saxpy) if "s_endpgm" in row][0]
    text = "\n".join(saxpy[:begin] + (saxpy[begin:end] * (10000 // (end - begin) + 1)) + saxpy[end:])
    c = Client(GISA)
    c.open(URI, text)
    same("all of it is read", c.problems(URI), [])
    times = []
    for _ in range(9):
        began = spent(c)
        c.change(URI, {"range": span(5000, 0, 0), "text": " "})
        c.problems(URI)
        times.append(spent(c) - began)
    figures = ["a keystroke %.0f" % sorted(times)[4]]
    for method, more in (("semanticTokens/full", {}), ("semanticTokens/range", {"range": span(5000, 0, 0, 5060)}),
                         ("documentSymbol", {}), ("foldingRange", {}),
                         ("formatting", {"options": {"tabSize": 8, "insertSpaces": False}}),
                         ("hover", {"position": {"line": 5003, "character": 6}}),
                         ("completion", {"position": {"line": 5003, "character": 6}})):
        began = spent(c)
        c.of(method, URI, **more)
        figures.append("%s %.0f" % (method, spent(c) - began))
    print("processor time in %d lines, ms: %s" % (text.count("\n"), ", ".join(figures)))
    ok("a keystroke in 10,000 lines", sorted(times)[4] < 100 * (10 if os.environ.get("SANITIZE") else 1), times)
    c.end()


for test in (test_problems, test_against_asm, test_architectures, test_hover, test_manual, test_completion,
             test_descriptor_lines, test_names, test_tokens_and_hints, test_format, test_format_clrx, test_edits, test_hostile, test_speed):
    try:
        test()
    except Exception as fault:  # the server has gone, or answered something else
        import traceback
        traceback.print_exc(file=sys.stdout)
        ok(test.__name__, False, repr(fault))
print("%d passed, %d failed" % (passed, failed))
sys.exit(failed != 0)
