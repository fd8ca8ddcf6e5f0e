# SPDX-License-Identifier: MIT
"""Text into instructions and files."""
from __future__ import annotations

from ctypes import byref, c_char_p, c_size_t, c_void_p, memmove, string_at
from typing import Any, Callable, List, Mapping, Optional

from .architecture import Architecture, find
from .errors import AssemblyError, Diagnostic, ParseError, check
from .instruction import Instruction, syntax_number
from .library import c, free, lib, malloc, text

OUTPUTS = {
    "raw": c.GISA_OUTPUT_RAW,
    "co": c.GISA_OUTPUT_CO,
    "elf": c.GISA_OUTPUT_ELF,
    "hex": c.GISA_OUTPUT_HEX,
    "gxp": c.GISA_OUTPUT_GXP,
}
SEVERITIES = {
    c.GISA_SEVERITY_NOTE: "note",
    c.GISA_SEVERITY_WARNING: "warning",
    c.GISA_SEVERITY_ERROR: "error",
}


def characters(source: bytes, size: int) -> int:
    """How many characters the first bytes of a line are."""
    return len(source[: max(size, 0)].decode("utf-8", "replace"))


def parse(source: str, arch: Architecture, *, syntax: str = "llvm", address: int = 0) -> Instruction:
    """One instruction, without label and comment; ParseError says where the text is wrong."""
    isa, insn, error = find(arch), c.gisa_insn(), c.gisa_error()
    raw = source.encode("utf-8")
    env = c.gisa_env(syntax=syntax_number(syntax), address=address)
    if lib.gisa_parse(isa._pointer, raw, len(raw), byref(env), byref(insn), byref(error)):
        offset = characters(raw, error.offset)
        length = characters(raw[error.offset :], error.length)
        raise ParseError(text(error.message), source, offset, max(length, 1))
    return Instruction(isa, insn, None, address, syntax)


def diagnostic(d: Any) -> Diagnostic:
    source = string_at(d.source, d.source_size) if d.source else b""
    column = characters(source, d.column - 1) + 1 if d.column else 0
    length = characters(source[max(d.column, 1) - 1 :], d.length)
    return Diagnostic(
        SEVERITIES[d.severity],
        text(d.file),
        d.line,
        column,
        length,
        text(d.message),
        source.decode("utf-8", "replace"),
    )


class Caller:
    """Functions of the caller's that C calls; the first exception in one of them is kept."""

    def __init__(self) -> None:
        self.exception: Optional[BaseException] = None

    def guarded(self, function: Callable[..., Any], otherwise: Any) -> Callable[..., Any]:
        def call(*arguments):
            try:
                return function(*arguments) if self.exception is None else otherwise
            except BaseException as exception:  # it goes on where C has returned
                self.exception = exception
                return otherwise

        return call

    def finish(self) -> None:
        if self.exception is not None:
            raise self.exception


def _reader(read: Callable[[str, str], Optional[bytes]]) -> Callable[..., Any]:
    """gisa_asm_options.read: a block of malloc's that the assembler frees."""

    def give(_ctx, name, asking, size):
        data = read(text(name), text(asking))
        if data is None:
            return None
        data = data.encode() if isinstance(data, str) else bytes(data)
        block = malloc(len(data) + 1)
        if block:
            memmove(block, data, len(data))
            size[0] = len(data)
        return block

    return give


def assemble(
    source: str,
    arch: Optional[Architecture] = None,
    *,
    output: str = "raw",
    syntax: str = "llvm",
    defines: Optional[Mapping[str, Any]] = None,
    read: Optional[Callable[[str, str], Optional[bytes]]] = None,
    line_table: bool = False,
    file: str = "input",
    warnings: Optional[List[Diagnostic]] = None,
) -> bytes:
    """Assembles a source: "raw" is the code alone, "co" a loadable code object, "elf" a relocatable
    one, "hex" words as text, "gxp" a shader of the PS Vita. `read(name, from)` gives the bytes of
    files for .include and .incbin. AssemblyError has all errors; `warnings` gets what is none."""
    if output not in OUTPUTS:
        raise ValueError(f"the output is one of {', '.join(OUTPUTS)}, not {output!r}")
    raw = source.encode("utf-8")
    caller, found = Caller(), []  # type: ignore[var-annotated]
    options = c.gisa_asm_options(output=OUTPUTS[output], syntax=syntax_number(syntax))
    options.isa = find(arch)._pointer if arch is not None else None
    options.line_table = line_table
    report = c.gisa_report(caller.guarded(lambda _ctx, d: found.append(diagnostic(d[0])), None))
    options.report = report
    if read:
        options.read = dict(c.gisa_asm_options._fields_)["read"](caller.guarded(_reader(read), None))
    words = [f"{k}={v}".encode("utf-8") for k, v in (defines or {}).items()]
    options.defines = (c_char_p * (len(words) + 1))(*words, None)
    out, size = c_void_p(), c_size_t()
    name = file.encode("utf-8", "replace")
    status = lib.gisa_assemble(name, raw, len(raw), byref(options), byref(out), byref(size))
    try:
        result = string_at(out.value, size.value) if out.value else b""
    finally:
        free(out)
    caller.finish()
    if status == c.GISA_STATUS_FAILED:
        raise AssemblyError(found)
    check(status, "; ".join(d.message for d in found))
    if warnings is not None:
        warnings += found
    return result
