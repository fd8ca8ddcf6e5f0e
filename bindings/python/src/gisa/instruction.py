# SPDX-License-Identifier: MIT
"""Instructions: decoded from bytes or parsed from text."""
from __future__ import annotations

import builtins
import functools
from ctypes import byref, c_size_t, c_uint, c_uint32, c_uint64, create_string_buffer, memmove
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Set

from . import display
from .architecture import Architecture, Isa, find
from .errors import Error, check
from .library import c, constant_bytes, lib, text

SYNTAXES = {"llvm": c.GISA_SYNTAX_LLVM, "clrx": c.GISA_SYNTAX_CLRX}
STATUSES = {
    c.GISA_OK: "ok",
    c.GISA_STATUS_RESERVED: "reserved",
    c.GISA_STATUS_UNKNOWN: "unknown",
    c.GISA_STATUS_TRUNCATED: "truncated",
    c.GISA_STATUS_END: "end",
}
PIECES = {
    c.GISA_PIECE_FIXED: "fixed",
    c.GISA_PIECE_OPCODE: "opcode",
    c.GISA_PIECE_FIELD: "field",
    c.GISA_PIECE_ZERO: "zero",
    c.GISA_PIECE_IGNORED: "ignored",
    c.GISA_PIECE_WRITTEN: "written",
}


def syntax_number(syntax: str) -> int:
    if syntax not in SYNTAXES:
        raise ValueError(f"the syntax is 'llvm' or 'clrx', not {syntax!r}")
    return SYNTAXES[syntax]


class Operand(NamedTuple):
    """An operand of one instruction."""

    name: str  # in the spec: "src0"
    text: str  # as it is written: "v1"
    kind: str  # "vgpr", "sgpr", "inline", "literal", "imm", "label" ...
    type: str  # "f32"; "" of what is no register and no literal
    registers: int  # of 32 bits; 0 = it is no register
    reg: int  # the number of the first one
    value: int  # of constants, numbers and labels
    reads: bool
    writes: bool
    negated: bool
    absolute: bool
    extended: bool  # sext(x)
    is_modifier: bool  # follows the operands: glc, offset:16
    doc: str


class Field(NamedTuple):
    """Bits of one instruction: `width` of them from bit `low` on."""

    name: str  # "" where the format gives none
    low: int
    width: int
    value: int
    kind: str  # "fixed", "opcode", "field", "zero", "ignored", "written", "literal"
    operands: List[str]  # names of those that look at these bits


@functools.lru_cache(maxsize=None)
def form_info(isa: Isa, form: int) -> Any:
    info = c.gisa_form_info()
    check(lib.gisa_form(isa._pointer, form, byref(info)))
    return info


@functools.lru_cache(maxsize=None)
def pieces(isa: Isa, form: int) -> List[Any]:
    found: List[Any] = []
    while True:
        piece = c.gisa_piece()
        if lib.gisa_form_piece(isa._pointer, form, len(found), byref(piece)) != c.GISA_OK:
            return found
        found.append(piece)


def _states(bits: int) -> Set[str]:
    return {text(lib.gisa_state_name(i)) for i in range(c.GISA_STATE_COUNT) if bits >> i & 1}


class Instruction:
    """One instruction. It does not change; `bytes` are those that it was decoded from, or that
    parsed text encodes to."""

    __slots__ = ("isa", "offset", "_insn", "_bytes", "syntax")

    def __init__(self, isa: Isa, insn: Any, raw: Optional[bytes], offset: int = 0, syntax: str = "llvm"):
        self.isa, self._insn, self.offset, self.syntax = isa, insn, offset, syntax
        self._bytes = raw

    @property
    def status(self) -> str:
        """"ok", "reserved" (an operand code is), "unknown" or "truncated"."""
        return STATUSES.get(self._insn.status, "unknown")

    @property
    def valid(self) -> bool:
        return self._insn.status == c.GISA_OK

    @property
    def has_form(self) -> bool:
        """Is it known which instruction it is?"""
        return self._insn.status in (c.GISA_OK, c.GISA_STATUS_RESERVED)

    @property
    def size(self) -> int:
        return self._insn.size

    @property
    def bytes(self) -> "builtins.bytes":
        return self.encode() if self._bytes is None else self._bytes

    @property
    def info(self) -> Any:
        """The gisa_form_info of its form."""
        if not self.has_form:
            raise Error("no instruction has these bits")
        return form_info(self.isa, self._insn.form)

    @property
    def mnemonic(self) -> str:
        """"v_add_f32_e64"; ".long" where the bytes are not an instruction."""
        return text(self.info.mnemonic) if self.has_form else self._data().split()[0]

    @property
    def name(self) -> str:
        """Without the suffix: "v_add_f32"."""
        return text(self.info.name) if self.has_form else ""

    @property
    def format(self) -> str:
        """"VOP3A"."""
        return text(self.info.format) if self.has_form else ""

    @property
    def doc(self) -> str:
        return text(self.info.doc) if self.has_form else ""

    @property
    def text(self) -> str:
        return self.to_text(self.syntax)

    def to_text(
        self,
        syntax: str = "llvm",
        *,
        exact: bool = False,
        labels: Optional[Dict[int, str]] = None,
    ) -> str:
        """As assemblers write it. `exact`: with what makes it the same bits again, in words of
        gisa's own where there are no others; `labels`: names of addresses that branches go to."""
        number = syntax_number(syntax)
        if not self.has_form:
            return self._data()
        style = c.gisa_style(syntax=number, exact=exact, address=self.offset)
        if labels:
            style.label = _label_function(labels)
        room = c_size_t(4 * c.GISA_TEXT_MAX)
        buffer = create_string_buffer(room.value)
        check(lib.gisa_print(self.isa._pointer, byref(self._insn), byref(style), buffer, byref(room)))
        return text(buffer.value)

    def _data(self) -> str:
        raw = self.bytes
        if len(raw) % 4 == 0 and raw:
            words = (raw[i : i + 4] for i in range(0, len(raw), 4))
            return ".long " + ", ".join(f"0x{int.from_bytes(w, 'little'):08x}" for w in words)
        return ".byte " + ", ".join(f"0x{b:02x}" for b in raw)

    def encode(self) -> "builtins.bytes":
        """The bytes of what the form and the operands say."""
        if not self.has_form:
            return self._bytes or b""
        room = c_size_t(16)
        buffer = create_string_buffer(room.value)
        check(lib.gisa_encode(self.isa._pointer, byref(self._insn), buffer, byref(room)))
        return buffer.raw[: room.value]

    @property
    def oddity(self) -> str:
        """Why the text would not assemble to the same bits: "literal"; "" when it would."""
        bits = lib.gisa_oddities(self.isa._pointer, byref(self._insn)) if self.has_form else 0
        return text(lib.gisa_oddity_text(bits)) if bits else ""

    @property
    def operands(self) -> List[Operand]:
        return [self._operand(i) for i in range(self._insn.operand_count)] if self.has_form else []

    def _operand(self, i: int) -> Operand:
        o, info = self._insn.operand[i], c.gisa_operand_info()
        check(lib.gisa_form_operand(self.isa._pointer, self._insn.form, i, byref(info)))
        return Operand(
            text(info.name),
            self._operand_text(i),
            text(lib.gisa_kind_name(o.kind)),
            text(info.type),
            o.count,
            o.reg,
            o.value,
            bool(o.access & c.GISA_ACCESS_READ),
            bool(o.access & c.GISA_ACCESS_WRITE),
            bool(o.mods & c.GISA_MOD_NEG),
            bool(o.mods & c.GISA_MOD_ABS),
            bool(o.mods & c.GISA_MOD_SEXT),
            bool(o.flags & c.GISA_OPERAND_MODIFIER),
            text(info.doc),
        )

    def _operand_text(self, i: int) -> str:
        style = c.gisa_style(syntax=syntax_number(self.syntax), address=self.offset)
        room = c_size_t(c.GISA_TEXT_MAX)
        buffer = create_string_buffer(room.value)
        isa, insn = self.isa._pointer, byref(self._insn)
        check(lib.gisa_print_operand(isa, insn, i, byref(style), buffer, byref(room)))
        return text(buffer.value)

    @property
    def fields(self) -> List[Field]:
        """All bits, in the order of the picture: the most significant one of a dword first."""
        if not self.has_form:
            return []
        bits = int.from_bytes(self.bytes, "little")
        found = [self._field(piece, bits) for piece in pieces(self.isa, self._insn.form)]
        used = 8 * self.info.size
        if 8 * self.size > used:
            found.append(Field("literal", used, 8 * self.size - used, bits >> used, "literal", []))
        return found

    def _field(self, piece: Any, bits: int) -> Field:
        low, width = piece.at.low, piece.at.width
        names = [
            text(lib.gisa_operand_name(self.isa._pointer, self._insn.form, i))
            for i in range(c.GISA_MAX_OPERANDS)
            if piece.operands >> i & 1
        ]
        value = bits >> low & ((1 << width) - 1)
        name = "op" if piece.kind == c.GISA_PIECE_OPCODE and not piece.name else text(piece.name)
        return Field(name, low, width, value, PIECES[piece.kind], names)

    def _state(self) -> List[int]:
        reads, writes = c_uint32(), c_uint32()
        if self.has_form:
            check(lib.gisa_states(self.isa._pointer, byref(self._insn), byref(reads), byref(writes)))
        return [reads.value, writes.value]

    @property
    def reads(self) -> Set[str]:
        """Implicit state: {"exec", "mode"}."""
        return _states(self._state()[0])

    @property
    def writes(self) -> Set[str]:
        return _states(self._state()[1])

    @property
    def flow(self) -> str:
        """Where control goes: "next", "jump", "conditional", "call", "return", "end"."""
        if not self.has_form:
            return ""
        info = c.gisa_flow_info()
        check(lib.gisa_flow_of(self.isa._pointer, byref(self._insn), self.offset, byref(info)))
        return text(lib.gisa_flow_name(info.kind))

    @property
    def target(self) -> Optional[int]:
        """The address that a branch goes to."""
        target = c_uint64()
        found = self.has_form and lib.gisa_target(byref(self._insn), self.offset, byref(target))
        return target.value if found else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Instruction):
            return NotImplemented
        return (self.isa, self.bytes, self.status) == (other.isa, other.bytes, other.status)

    def __hash__(self) -> int:
        return hash((self.isa, self.bytes))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<gisa.Instruction {self.offset:#x}: {self.text}>"

    def _repr_html_(self) -> str:
        return display.instructions([self])


def _label_function(labels: Dict[int, str]) -> Callable[..., int]:
    def label(_ctx, target, at, room):
        name = str(labels.get(target, "")).encode("utf-8", "replace")
        if not name or len(name) > min(room, 200):
            return 0
        memmove(at, name, len(name))
        return len(name)

    return dict(c.gisa_style._fields_)["label"](label)


class Code:
    """Code in one piece. Iterating gives its instructions; `len` and indexing decode all of it."""

    def __init__(
        self,
        data: Any,
        isa: Isa,
        *,
        address: int = 0,
        syntax: str = "llvm",
        name: str = "",
        section: str = "",
    ):
        syntax_number(syntax)
        self.data = constant_bytes(data)
        self.isa, self.address, self.syntax = isa, address, syntax
        self.name, self.section = name, section
        self._list: Optional[List[Instruction]] = None

    def __iter__(self) -> Iterator[Instruction]:
        block = (c.gisa_insn * 128)()
        used, at = c_size_t(), 0
        while at < len(self.data):
            # A window, so that the bytes are not copied for each block.
            window = self.data[at : at + 128 * 32]
            n = lib.gisa_decode_many(self.isa._pointer, window, len(window), block, 128, byref(used))
            if n and used.value == len(window) and at + len(window) < len(self.data):
                n -= 1  # the last one may have been cut by the window
            if not n:
                raise Error("nothing was decoded")
            for i in range(n):
                insn = c.gisa_insn.from_buffer_copy(block[i])
                raw = self.data[at : at + insn.size]
                yield Instruction(self.isa, insn, raw, self.address + at, self.syntax)
                at += insn.size

    @property
    def instructions(self) -> List[Instruction]:
        if self._list is None:
            self._list = list(self)
        return self._list

    def __len__(self) -> int:
        return len(self.instructions)

    def __getitem__(self, i):
        return self.instructions[i]

    def __str__(self) -> str:
        return "\n".join(insn.text for insn in self)

    def __repr__(self) -> str:
        return f"<gisa.Code {self.name or self.section} {len(self.data)} bytes of {self.isa.name}>"

    def _repr_html_(self) -> str:
        return display.instructions(self)


def disassemble(
    data: Any,
    arch: Architecture,
    *,
    address: int = 0,
    syntax: str = "llvm",
) -> Code:
    """The instructions of raw code, which begins at `address`. Any bytes are taken: those that are
    no instruction have the status "unknown". gisa.open takes files."""
    return Code(data, find(arch), address=address, syntax=syntax)


def decode(data: Any, arch: Architecture, *, address: int = 0, syntax: str = "llvm") -> Instruction:
    """The first instruction of `data`: bytes, or an integer of 32 or 64 bits."""
    if isinstance(data, int):
        data = data.to_bytes(4 if 0 <= data < 1 << 32 and find(arch).unit == 4 else 8, "little")
    raw = constant_bytes(data)[:32]
    if not raw:
        raise ValueError("there are no bytes")
    insn, isa = c.gisa_insn(), find(arch)
    lib.gisa_decode(isa._pointer, raw, len(raw), byref(insn))
    return Instruction(isa, insn, raw[: insn.size], address, syntax)
