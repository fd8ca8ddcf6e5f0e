# SPDX-License-Identifier: MIT
"""HTML for notebooks: disassembly with coloured encodings, registers. Everything that comes from a
file or from the library is escaped."""
from __future__ import annotations

import html
import itertools
import struct
import zlib
from typing import Any, Iterable, List, Sequence

MOST_ROWS = 200
MOST_LANES = 16
# Backgrounds that black and white text can both stand on are rare: text is set to black with them.
COLOURS = ("#cfe2ff", "#d1e7dd", "#fff3cd", "#f8d7da", "#e2d9f3", "#d2f4ea", "#ffe5d0", "#e9ecef")
QUIET = {"fixed": "#dee2e6", "opcode": "#ced4da", "zero": "#f8f9fa", "ignored": "#f8f9fa"}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells are HTML already."""
    top = "".join(f'<th style="text-align:left">{cell}</th>' for cell in head)
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align:left">{cell}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def code(text: Any) -> str:
    return f"<code>{html.escape(str(text))}</code>"


def _field(field: Any, number: int) -> str:
    colour = QUIET.get(field.kind) or COLOURS[number % len(COLOURS)]
    top = field.low + field.width - 1
    where = f"{top}:{field.low}" if field.width > 1 else str(top)
    name = field.name or ", ".join(field.operands) or field.kind
    title = html.escape(f"{name} [{where}] = {field.value:#x}", quote=True)
    bits = format(field.value, f"0{field.width}b")
    return f'<span style="background:{colour};color:#000" title="{title}">{bits}</span>'


def encoding(insn: Any) -> str:
    """The bits of an instruction, a colour for each field."""
    fields = insn.fields
    if not fields:
        return code(insn.bytes.hex(" "))
    return "<code>" + "&#8203;".join(_field(f, i) for i, f in enumerate(fields)) + "</code>"


def instructions(code_: Iterable[Any]) -> str:
    head = list(itertools.islice(code_, MOST_ROWS + 1))
    rows = [(code(f"{i.offset:#x}"), code(i.text), encoding(i)) for i in head[:MOST_ROWS]]
    more = "<p>...</p>" if len(head) > MOST_ROWS else ""
    return table(("address", "instruction", "encoding"), rows) + more


def _lanes(values: Sequence[int]) -> str:
    if len(set(values)) == 1:
        return f"{values[0]:#x} in all lanes"
    shown = " ".join(f"{v:x}" for v in values[:MOST_LANES])
    return shown + (" ..." if len(values) > MOST_LANES else "")


def _as_float(values: Sequence[int]) -> str:
    floats = [struct.unpack("<f", struct.pack("<I", v))[0] for v in values]
    shown = floats[:1] if len(set(values)) == 1 else floats[:MOST_LANES]
    return " ".join(f"{v:.6g}" for v in shown) + (" ..." if len(shown) < len(floats) and len(shown) > 1 else "")


def registers(scalars: Sequence[Any], rows: Sequence[Any]) -> str:
    """(name, value) of scalar registers and (name, values) of vector registers."""
    top = table(("register", "value"), [(code(n), code(f"{v:#x}")) for n, v in scalars])
    body = [(code(n), code(_lanes(v)), code(_as_float(v))) for n, v in rows]
    return top + (table(("register", "lanes, hexadecimal", "as f32"), body) if body else "")


def png(width: int, height: int, rgba: bytes) -> bytes:
    """A PNG file of 8 bits for each of four components."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    lines: List[bytes] = []
    for y in range(height):
        lines.append(b"\0" + rgba[4 * width * y : 4 * width * (y + 1)])
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    data = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"".join(lines)))
    return b"\x89PNG\r\n\x1a\n" + data + chunk(b"IEND", b"")
