# SPDX-License-Identifier: MIT
"""Code objects, shader files and raw code: what is in a file."""
from __future__ import annotations

import builtins
import os
from ctypes import byref, c_void_p, cast, string_at
from typing import Any, Dict, List, NamedTuple, Optional, Union

from . import display
from .architecture import Architecture, Isa, find
from .errors import AssemblyError, FileError, check, error_text
from .instruction import Code, syntax_number
from .library import c, constant_bytes, lib, text
from .source import Caller, diagnostic

FORMATS = {
    c.GISA_INPUT_RAW: "raw",
    c.GISA_INPUT_ELF: "elf",
    c.GISA_INPUT_GXP: "gxp",
    c.GISA_INPUT_SB: "sb",
}
INPUTS = {"auto": c.GISA_INPUT_AUTO, "hex": c.GISA_INPUT_HEX, **{v: k for k, v in FORMATS.items()}}


class Section(NamedTuple):
    """A section of an ELF file, a program of a shader, or all of raw code."""

    name: str
    address: int
    size: int
    data: Optional[bytes]  # None: it is not in the file
    is_code: bool


class Symbol(NamedTuple):
    name: str
    address: int
    size: int
    section: int  # -1: in none
    defined: bool
    type: int  # STT_*, STB_* of ELF
    binding: int


class Argument(NamedTuple):
    """An argument of a kernel, as metadata say."""

    name: str
    kind: str  # "global_buffer", "by_value", "hidden_global_offset_x"
    type: str  # "float*"
    offset: int
    size: int

    @property
    def is_hidden(self) -> bool:
        return self.kind.startswith("hidden_")


class KernelInfo(NamedTuple):
    """A kernel of a code object, as its descriptor and metadata say."""

    name: str
    entry: Optional[int]
    arguments: List[Argument]
    vgprs: int
    sgprs: int
    group_size: int  # bytes of LDS
    private_size: int  # of each work-item
    kernarg_size: int


def walk(function: Any, kind: Any, *first: Any) -> List[Any]:
    """What a function that counts from 0 gives until GISA_STATUS_END."""
    found: List[Any] = []
    while True:
        one = kind()
        status = function(*first, len(found), byref(one))
        if status == c.GISA_STATUS_END:
            return found
        check(status)
        found.append(one)


def _bytes_at(pointer: Any, size: int) -> Optional[bytes]:
    return string_at(cast(pointer, c_void_p), size) if pointer else None


def argument(a: Any) -> Argument:
    return Argument(text(a.name), text(a.kind), text(a.type), a.offset, a.size)


class File:
    """What is in a file. All of it has been copied: nothing depends on the library's memory.

    format    "elf", "gxp", "sb" or "raw"
    isa       None: an ELF file of an unknown architecture
    code      pieces of code, one for each function
    sections, symbols, kernels (by name)
    """

    def __init__(self, data: bytes, pointer: Any, syntax: str):
        info = c.gisa_file_info()
        check(lib.gisa_file_about(pointer, byref(info)))
        self.data: bytes = string_at(info.bytes, info.size) if info.bytes else b""
        self.format: str = FORMATS.get(info.format, "raw")
        self.isa: Optional[Isa] = Isa(info.isa) if info.isa else None
        self.loadable: bool = info.loadable
        self.sections = [
            Section(text(s.name), s.address, s.size, _bytes_at(s.bytes, s.size), s.code)
            for s in walk(lib.gisa_file_section_at, c.gisa_file_section, pointer)
        ]
        self.symbols = [
            Symbol(text(s.name), s.address, s.size, s.section, s.defined, s.type, s.binding)
            for s in walk(lib.gisa_file_symbol_at, c.gisa_file_symbol, pointer)
        ]
        self.code: List[Code] = self._code(pointer, syntax) if self.isa else []
        self.kernels: Dict[str, KernelInfo] = self._kernels(pointer)

    def _code(self, pointer: Any, syntax: str) -> List[Code]:
        assert self.isa
        found = []
        for piece in walk(lib.gisa_file_code_at, c.gisa_file_code, pointer):
            data = _bytes_at(piece.bytes, piece.size) or b""
            name, section = text(piece.name), self.sections[piece.section].name
            found.append(
                Code(data, self.isa, address=piece.address, syntax=syntax, name=name, section=section)
            )
        return found

    def _kernels(self, pointer: Any) -> Dict[str, KernelInfo]:
        found = {}
        for i, k in enumerate(walk(lib.gisa_file_kernel_at, c.gisa_file_kernel, pointer)):
            arguments = walk(lib.gisa_file_argument_at, c.gisa_argument, pointer, i)
            found[text(k.name)] = KernelInfo(
                text(k.name),
                k.entry if k.has_entry else None,
                [argument(a) for a in arguments],
                k.vgprs,
                k.sgprs,
                k.group_size,
                k.private_size,
                k.kernarg_size,
            )
        return found

    def listing(self, syntax: str = "llvm", **options: Any) -> str:
        """Source that assembles to the same file."""
        return listing(self.data, self.isa, syntax=syntax, **options)

    def __repr__(self) -> str:
        return f"<gisa.File {self.format} {self.isa.name if self.isa else '?'} {len(self.data)} bytes>"

    def _repr_html_(self) -> str:
        rows = [
            (
                display.code(k.name),
                display.html.escape(", ".join(f"{a.name or a.kind}: {a.type or a.kind}" for a in k.arguments if not a.is_hidden)),
                str(k.vgprs),
                str(k.sgprs),
                str(k.group_size),
            )
            for k in self.kernels.values()
        ]
        top = f"<p>{display.html.escape(repr(self))}</p>"
        kernels = display.table(("kernel", "arguments", "VGPRs", "SGPRs", "LDS"), rows) if rows else ""
        return top + kernels + "".join(f"<p>{display.code(p.name)}</p>{p._repr_html_()}" for p in self.code[:8])


Openable = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]


def read(what: Openable) -> bytes:
    """The bytes of a path; bytes are bytes."""
    if isinstance(what, (str, os.PathLike)):
        with builtins.open(what, "rb") as file:
            return file.read()
    return constant_bytes(what)


def open(
    what: Openable,
    arch: Optional[Architecture] = None,
    *,
    object: Optional[str] = None,
    syntax: str = "llvm",
) -> File:
    """Opens a path or bytes: a code object, a bundle of them (`object` says which: "gfx900", or its
    number from 1), a program with code objects, a .gxp file, a shader of the PS4, raw code (which
    needs `arch`)."""
    data, pointer, error = read(what), c_void_p(), c.gisa_error()
    isa = find(arch)._pointer if arch is not None else None
    wanted = object.encode("utf-8", "replace") if object is not None else None
    syntax_number(syntax)
    status = lib.gisa_file_open(data, len(data), isa, wanted, byref(pointer), byref(error))
    if status == c.GISA_STATUS_BAD_FILE:
        raise FileError(error_text(error), error.offset)
    check(status, error_text(error))
    try:
        return File(data, pointer, syntax)
    finally:
        lib.gisa_file_close(pointer)


def listing(
    data: Openable,
    arch: Optional[Architecture] = None,
    *,
    input: str = "auto",
    syntax: str = "llvm",
    plain: bool = False,
    hex: bool = False,
) -> str:
    """A whole file as assembler source, which assembles to the same bytes. `plain`: the text of the
    instructions alone; `hex`: with their words, in comments."""
    if input not in INPUTS:
        raise ValueError(f"the input is one of {', '.join(INPUTS)}, not {input!r}")
    raw, caller, parts, found = read(data), Caller(), [], []  # type: ignore[var-annotated]
    options = c.gisa_dis_options(input=INPUTS[input], syntax=syntax_number(syntax), plain=plain, hex=hex)
    options.isa = find(arch)._pointer if arch is not None else None

    def write(_ctx, start, size):
        parts.append(string_at(start, size))
        return True

    options.write = c.gisa_write(caller.guarded(write, False))
    report = caller.guarded(lambda _ctx, d: found.append(diagnostic(d[0])), None)
    options.report = c.gisa_report(report)
    status = lib.gisa_disassemble(raw, len(raw), byref(options))
    caller.finish()
    if status == c.GISA_STATUS_FAILED:
        raise AssemblyError(found)
    if status == c.GISA_STATUS_BAD_FILE:
        raise FileError("; ".join(d.message for d in found))
    check(status, "; ".join(d.message for d in found))
    return b"".join(parts).decode("utf-8", "replace")
