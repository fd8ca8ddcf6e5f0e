# SPDX-License-Identifier: MIT
"""What an instruction does and what its bits mean, from the spec."""
from __future__ import annotations

from ctypes import byref
from typing import Any, List, NamedTuple, Optional, Union

from . import display
from .architecture import Architecture, Isa, find
from .errors import ParseError, check
from .instruction import Field, Instruction, Operand, decode, form_info, pieces
from .library import c, lib, text
from .source import parse


class Explanation(NamedTuple):
    """`print` shows all of it as text, notebooks as tables."""

    subject: str  # the instruction as text, or its name
    sentence: str  # what it does, with its operands where the spec has words for them
    mnemonic: str
    format: str
    operation: str  # the body in the spec; "" = there is none
    operands: List[Operand]  # of an instruction
    fields: List[Field]
    reads: List[str]  # implicit state
    writes: List[str]
    rests_on: str  # whose evidence: "LLVM and CLRX"
    evidence: str  # "measured", "agreement" ...; "" = nothing
    unsure: str  # what is not certain
    source: str  # where it is in the spec

    def __str__(self) -> str:
        lines = [self.sentence, "", f"  {self.subject}   {self.format}"]
        if self.fields:
            lines += ["", "Bits"]
        for f in self.fields:
            where = f"{f.low + f.width - 1}:{f.low}"
            lines.append(f"  {where:>6}  {f.name or f.kind:10} {f.value:#x}")
        if self.operands:
            lines += ["", "Operands"]
        for o in self.operands:
            lines.append(f"  {o.name:10} {o.text:12} {o.doc}")
        if self.operation:
            lines += ["", "Operation"] + ["  " + line for line in self.operation.splitlines()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        bits = [
            (
                display.code(f"{f.low + f.width - 1}:{f.low}"),
                display.code(f.name or f.kind),
                display.code(f"{f.value:#x}"),
            )
            for f in self.fields
        ]
        operands = [[display.code(o.name), display.code(o.text), display.html.escape(o.doc)] for o in self.operands]
        return (
            f"<p>{display.html.escape(self.sentence)}</p><p>{display.code(self.subject)} {display.code(self.format)}</p>"
            + (display.table(("bits", "field", "value"), bits) if bits else "")
            + (display.table(("operand", "is", "meaning"), operands) if operands else "")
            + (f"<pre>{display.html.escape(self.operation)}</pre>" if self.operation else "")
        )


def _sentence(isa: Isa, form: int, operands: List[Operand]) -> str:
    """The form's doc; words that stand for operands are replaced by what these are."""
    raw, parts, at, i = form_info(isa, form).doc or b"", [], 0, 0
    mark = c.gisa_doc_mark()
    while lib.gisa_form_doc_mark(isa._pointer, form, i, byref(mark)) == c.GISA_OK:
        i += 1
        if 0 <= mark.operand < len(operands) and mark.at >= at:
            bits = mark.bits
            word = operands[mark.operand].text
            if bits.width:
                word += f"[{bits.low + bits.width - 1}:{bits.low}]"
            parts += [raw[at : mark.at], word.encode()]
            at = mark.at + mark.size
    return text(b"".join(parts) + raw[at:])


def _explained(isa: Isa, form: int, insn: Optional[Instruction]) -> Explanation:
    info = form_info(isa, form)
    operands = insn.operands if insn else []
    states = [text(lib.gisa_state_name(i)) for i in range(c.GISA_STATE_COUNT)]
    reads, writes = info.reads, info.writes
    fields = insn.fields if insn else [
        Field(text(p.name), p.at.low, p.at.width, p.value, "", []) for p in pieces(isa, form)
    ]
    return Explanation(
        subject=insn.text if insn else text(info.name),
        sentence=_sentence(isa, form, operands),
        mnemonic=text(info.mnemonic),
        format=text(info.format),
        operation=text(info.body),
        operands=operands,
        fields=fields,
        reads=sorted(insn.reads) if insn else [s for i, s in enumerate(states) if reads >> i & 1],
        writes=sorted(insn.writes) if insn else [s for i, s in enumerate(states) if writes >> i & 1],
        rests_on=text(info.rests_on),
        evidence=text(lib.gisa_evidence_name(info.rests)),
        unsure=text(info.unsure),
        source=text(info.source),
    )


def explain(what: Union[str, int, bytes, Instruction], arch: Optional[Architecture] = None) -> Explanation:
    """Explains an instruction, its text or bits, its name ("v_fma_f32"), or a word of the spec
    ("glc", "exec"). ValueError (ParseError of text) if it is none."""
    if isinstance(what, Instruction):
        insn = what
    elif isinstance(what, str):
        return _of_text(what, find(_needed(arch)))
    else:
        insn = decode(what, _needed(arch))
    if not insn.has_form:
        raise ValueError(f"no instruction of {insn.isa.name} has these bits: {insn.bytes.hex()}")
    return _explained(insn.isa, insn._insn.form, insn)


def _needed(arch: Optional[Architecture]) -> Architecture:
    if arch is None:
        raise TypeError("explain needs an architecture, for anything but an Instruction")
    return arch


def _of_text(what: str, isa: Isa) -> Explanation:
    raw = what.strip().encode("utf-8")
    form = lib.gisa_form_named(isa._pointer, raw, len(raw))
    try:
        insn = parse(what, isa)
        return _explained(isa, insn._insn.form, insn)
    except ParseError:
        if form != 0xFFFFFFFF:
            return _explained(isa, form, None)
        meaning = None if b"\0" in raw else lib.gisa_meaning(isa._pointer, None, raw)
        if not meaning:
            raise
        return Explanation(what, text(meaning), "", "", "", [], [], [], [], "", "", "", "")
