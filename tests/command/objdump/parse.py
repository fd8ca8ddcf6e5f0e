#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""parse.py GNU LLVM [-l]: reads the layout of GNU objdump as Compiler Explorer's parser does (the
same expressions, its AsmParser of lib/parsers/asm-parser.ts), and llvm-objdump's lines of the same
file as its parser for AMDGPU does; what they find has to be the same: functions, addresses, bytes,
text, targets, lines of the source."""
import re
import sys

label = re.compile(r"^([\da-f]+)\s+<(.+)>:$")
opcode = re.compile(r"^\s*(?P<address>[\da-f]+):\s*(?P<opcodes>([\da-f]{2} ?)+)\s*(?P<disasm>.*)")
target = re.compile(r"\s([\da-f]+)\s+<([^+>]+)(\+0x[\da-f]+)?>$")
source = re.compile(r"^(/[^:]+):(?P<line>\d+).*")
amd_opcode = re.compile(r"^\s+(?P<disasm>.*)\s+//\s*(?P<address>[\dA-Fa-f]+):\s*(?P<opcodes>[\d A-Fa-f]+)$")
amd_source = re.compile(r"^;\s+(?P<file>\S+):(?P<line>\d+)$")
amd_target = re.compile(r" <([^+>]+)(\+0x[\da-f]+)?>$")


def gnu(path):
    found, where = [], None
    for line in open(path):
        line = line.rstrip("\n")
        if match := source.match(line):
            where = (match[1], int(match["line"]))
        elif match := label.match(line):
            found.append(("function", int(match[1], 16), match[2]))
        elif match := opcode.match(line):
            goes = target.search(line)
            text = match["disasm"].split("\t// ")[0]
            found.append((int(match["address"], 16), match["opcodes"].split(), text, goes and (goes[2], goes[3]), where))
    return found


def llvm(path):
    found, where = [], None
    for line in open(path):
        line = line.rstrip("\n")
        goes = amd_target.search(line) if "//" in line else None
        line = line[:goes.start()] if goes else line
        if match := amd_source.match(line):
            where = (match["file"], int(match["line"]))
        elif match := label.match(line):
            found.append(("function", int(match[1], 16), match[2]))
        elif match := amd_opcode.match(line):
            words = [bytes.fromhex(word)[::-1] for word in match["opcodes"].split()]
            found.append((int(match["address"], 16), [f"{byte:02x}" for word in words for byte in word],
                          match["disasm"].rstrip(), goes and (goes[1], goes[2]), where))
    return found


ours, theirs = gnu(sys.argv[1]), llvm(sys.argv[2])
instructions = [entry for entry in ours if entry[0] != "function"]
for one, other in zip(ours, theirs):
    if one != other:
        print("GNU: ", one, "\nLLVM:", other)
        break
if "-l" in sys.argv and not any(entry[4] for entry in instructions):
    print("no line has a source")
    sys.exit(1)
sys.exit(ours != theirs or len(instructions) < 5)
