# SPDX-License-Identifier: MIT
"""What goes wrong, as exceptions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Tuple

from .library import c, status_text, text

if TYPE_CHECKING:
    from .instruction import Instruction


class Error(Exception):
    """What gisa says is wrong."""


class ParseError(Error, ValueError):
    """Text that is not an instruction: `offset` and `length` in characters, `column` from 1."""

    def __init__(self, message: str, source: str, offset: int, length: int):
        super().__init__(message)
        self.message, self.source, self.offset, self.length = message, source, offset, length
        self.line, self.column = 1, offset + 1

    def __str__(self) -> str:
        mark = " " * self.offset + "^" + "~" * (self.length - 1)
        return f"{self.message}\n    {self.source}\n    {mark}"


class Diagnostic(NamedTuple):
    """One message of the assembler or the disassembler."""

    severity: str  # "note", "warning", "error"
    file: str
    line: int  # from 1; 0 = the whole file
    column: int  # from 1, in characters; 0 = the whole line
    length: int
    message: str
    source: str  # the line

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: "
        return f"{place}{self.severity}: {self.message}"


class AssemblyError(Error, ValueError):
    """A source with errors; `line` and `column` are those of the first, `diagnostics` has all."""

    def __init__(self, diagnostics: List[Diagnostic]):
        self.diagnostics = diagnostics
        first = next((d for d in diagnostics if d.severity == "error"), None)
        self.message = first.message if first else "the source has errors"
        self.line, self.column = (first.line, first.column) if first else (0, 0)
        super().__init__("\n".join(map(str, diagnostics)) or self.message)


class FileError(Error, ValueError):
    """Bytes that are not what their format demands, from `offset` on."""

    def __init__(self, message: str, offset: int = 0):
        super().__init__(message)
        self.message, self.offset = message, offset


class Fault(Error):
    """The code faulted. `instruction` is the one that did it, at `pc`; `lane` or `group`
    and `item` say for whom; `address` is that of memory, where it is about memory."""

    CAUSES = ("none", "address", "instruction", "trap", "stuck", "other")

    def __init__(
        self,
        message: str,
        *,
        cause: int = 0,
        pc: int = 0,
        address: int = 0,
        instruction: "Optional[Instruction]" = None,
        lane: Optional[int] = None,
        group: Optional[Tuple[int, ...]] = None,
        item: Optional[Tuple[int, ...]] = None,
        registers: str = "",
    ):
        super().__init__(message)
        self.message = message
        self.cause = self.CAUSES[cause] if cause < len(self.CAUSES) else str(cause)
        self.pc, self.address, self.instruction = pc, address, instruction
        self.lane, self.group, self.item, self.registers = lane, group, item, registers


class LimitReached(Error):
    """A launch or a run came to its limit of instructions."""


def check(status: int, message: str = "") -> None:
    """Raises what a status means."""
    if status == c.GISA_OK:
        return
    if status == c.GISA_STATUS_NO_MEMORY:
        raise MemoryError(message or status_text(status))
    if status == c.GISA_STATUS_BAD_ARGUMENT:
        raise ValueError(message or status_text(status))
    raise Error(message or status_text(status))


def error_text(error: Any) -> str:
    """The message of a gisa_error."""
    return text(error.message)
