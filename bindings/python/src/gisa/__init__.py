# SPDX-License-Identifier: MIT
"""GPU instruction sets, executable: disassemble, assemble, explain and run code of AMD GCN GPUs and
of the PS Vita's SGX543.

    for insn in gisa.disassemble(b"\\x01\\x05\\x00\\x02", arch="gfx900"):
        print(insn.offset, insn.text)

    wave = gisa.Wave("gfx900")
    wave["v1"] = 1.5
    wave.assemble("v_add_f32 v0, v1, v1")
    wave.step()
    wave["v0"].view(numpy.float32)      # an array of 64 lanes

README.md of this package has the rest; every class and function has a docstring.
"""
from .architecture import Isa, architectures, find
from .errors import (
    AssemblyError,
    Diagnostic,
    Error,
    Fault,
    FileError,
    LimitReached,
    ParseError,
)
from .explain import Explanation, explain
from .files import Argument, File, KernelInfo, Section, Symbol, listing, open
from .instruction import Code, Field, Instruction, Operand, decode, disassemble
from .library import VERSION as __version__
from .machine import Kernel, LaunchResult, Machine, Program
from .shade import Picture, Shader
from .source import assemble, parse
from .wave import Access, Change, Step, Wave

__all__ = [
    "Access",
    "Argument",
    "AssemblyError",
    "Change",
    "Code",
    "Diagnostic",
    "Error",
    "Explanation",
    "Fault",
    "Field",
    "File",
    "FileError",
    "Instruction",
    "Isa",
    "Kernel",
    "KernelInfo",
    "LaunchResult",
    "LimitReached",
    "Machine",
    "Operand",
    "ParseError",
    "Picture",
    "Program",
    "Section",
    "Shader",
    "Step",
    "Symbol",
    "Wave",
    "architectures",
    "assemble",
    "decode",
    "disassemble",
    "explain",
    "find",
    "listing",
    "open",
    "parse",
]
