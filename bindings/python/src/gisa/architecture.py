# SPDX-License-Identifier: MIT
"""Which instruction sets there are."""
from __future__ import annotations

import functools
import html
from ctypes import byref, c_char_p, c_int64
from typing import Dict, List, Union

from .library import c, lib, text


class Isa:
    """One instruction set on one generation, or a chip that has it: `gisa.find("gfx900")`."""

    def __init__(self, pointer: int):
        self._pointer = pointer

    @property
    def name(self) -> str:
        return text(lib.gisa_name(self._pointer))

    @property
    def family(self) -> str:
        """"gcn" or "usse"."""
        return text(lib.gisa_family(self._pointer))

    @property
    def other_names(self) -> List[str]:
        return text(lib.gisa_other_names(self._pointer)).split()

    @property
    def generation(self) -> int:
        return lib.gisa_generation(self._pointer)

    @property
    def elf_machine(self) -> int:
        """EF_AMDGPU_MACH of ELF files; 0 = none."""
        return lib.gisa_elf_machine(self._pointer)

    @property
    def unit(self) -> int:
        """Bytes of the smallest instruction."""
        return lib.gisa_unit(self._pointer)

    @property
    def base(self) -> "Isa":
        """The architecture with the same instructions."""
        return Isa(lib.gisa_base(self._pointer))

    @property
    def chips(self) -> "List[Isa]":
        """Chips with the same instructions, and names of their own."""
        return [Isa(p) for p in _all(functools.partial(lib.gisa_chip, self._pointer))]

    @property
    def facts(self) -> Dict[str, int]:
        """Numbers that the spec states: "sgprs", "vgpr_granule"."""
        found: Dict[str, int] = {}
        name, value = c_char_p(), c_int64()
        while lib.gisa_fact_at(self._pointer, len(found), byref(name), byref(value)) == c.GISA_OK:
            found[text(name.value)] = value.value
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Isa) and self._pointer == other._pointer

    def __hash__(self) -> int:
        return hash(self._pointer)

    def __repr__(self) -> str:
        return f"<gisa.Isa {self.name}>"

    def _repr_html_(self) -> str:
        return f"<code>{html.escape(self.name)}</code> ({html.escape(', '.join(self.other_names))})"


Architecture = Union[str, Isa]


def _all(at) -> List[int]:
    found: List[int] = []
    while True:
        pointer = at(len(found))
        if not pointer:
            return found
        found.append(pointer)


def architectures() -> List[Isa]:
    """All of them, without the chips that share their instructions."""
    return [Isa(p) for p in _all(lib.gisa_at)]


def find(name: Architecture) -> Isa:
    """The architecture or chip of a name: "gfx803", "fiji", "R9 Fury"; ValueError if there is none."""
    if isinstance(name, Isa):
        return name
    if not isinstance(name, str):
        raise TypeError(f"expected the name of an architecture, found {type(name).__name__}")
    pointer = None if "\0" in name else lib.gisa_find(name.encode("utf-8", "replace"))
    if not pointer:
        known = ", ".join(isa.name for isa in architectures())
        raise ValueError(f"there is no architecture '{name}'; gisa has {known}, and names of chips")
    return Isa(pointer)
