# SPDX-License-Identifier: MIT
"""One wave without a kernel: set registers, run instructions, see what changed."""
from __future__ import annotations

import struct
import threading
from ctypes import byref, c_uint32, c_void_p, cast, create_string_buffer
from typing import Any, Dict, Iterator, List, NamedTuple, Optional

from . import display
from .architecture import Architecture, Isa, find
from .errors import Fault, check, error_text
from .instruction import Instruction, decode
from .library import c, constant_bytes, lib, text
from .source import assemble
from .owned import Owned, children, hold, own
from .views import Held, words_at, words_of

LANES = c.GISA_WAVE_LANES
KINDS = {
    c.GISA_WAVE_KIND_WENT_ON: "went on",
    c.GISA_WAVE_KIND_JUMPED: "jumped",
    c.GISA_WAVE_KIND_ENDED: "ended",
    c.GISA_WAVE_KIND_WAITS: "waits",
    c.GISA_WAVE_KIND_SLEEPS: "sleeps",
    c.GISA_WAVE_KIND_HALTED: "halted",
}
ENDS = {
    c.GISA_WAVE_END_ENDED: "ended",
    c.GISA_WAVE_END_ADDRESS: "address",
    c.GISA_WAVE_END_LIMIT: "limit",
    c.GISA_WAVE_END_WAITS: "waits",
}
SPACES = {
    c.GISA_WAVE_SPACE_MEMORY: "memory",
    c.GISA_WAVE_SPACE_LDS: "lds",
    c.GISA_WAVE_SPACE_GDS: "gds",
    c.GISA_WAVE_SPACE_PRIVATE: "private",
}
SLICE = 1 << 20  # instructions between two looks at the keyboard


class Change(NamedTuple):
    """A register that has another value than before."""

    register: str
    lanes: int  # a bit each; 0: lanes have none of their own


class Access(NamedTuple):
    """An element of memory that was read or written."""

    space: str
    address: int
    size: int
    lane: Optional[int]
    reads: bool
    writes: bool


class Step(NamedTuple):
    """One instruction that has run."""

    kind: str  # "went on", "jumped", "ended", "waits", "sleeps", "halted"
    pc: int
    next_pc: int
    instruction: Optional[Instruction]
    changes: List[Change]
    accesses: List[Access]


class RunResult(NamedTuple):
    end: str  # "ended", "address", "limit", "waits"
    instructions: int


class _Group:
    """What the waves of a work-group share."""

    def __init__(self, first: Owned) -> None:
        self.first = first
        self.lock = threading.RLock()
        self.code: Dict[int, bytes] = {}


def _words(value: Any, count: int) -> List[int]:
    """A number as words: floats as f32 or, in two words, f64; integers in two's complement."""
    if isinstance(value, float):
        raw = struct.pack("<f" if count == 1 else "<d", value)
        if count > 2:
            raise ValueError("a float has one or two words")
        return list(struct.unpack(f"<{count}I", raw))
    bits = 32 * count
    if not isinstance(value, int):
        raise TypeError(f"expected an integer or a float, found {type(value).__name__}")
    if not -(1 << bits - 1) <= value < 1 << bits:
        raise OverflowError(f"{value} does not fit into {bits} bits")
    value &= (1 << bits) - 1
    return [value >> 32 * i & 0xFFFFFFFF for i in range(count)]


class Wave:
    """A wave of 64 lanes; of USSE a batch of 64 instances.

    `wave["v0"]` is an array over the register itself, a number for each lane: what is written to it
    is in the register (`wave["v0"].view(numpy.float32)` looks at floats). `wave["v[0:1]"]` is a list
    of such arrays. Scalar registers are integers: `wave["s[0:1]"] = 0x1000`, `wave["exec"]`,
    `wave["scc"]`. Floats are stored as f32, in registers of two words as f64.
    """

    def __init__(self, arch: Architecture = "gfx900", **models: str):
        """`models`: options of unsettled choices (`gisa list --models`)."""
        self.isa: Isa = find(arch)
        pointer = lib.gisa_wave_new(self.isa._pointer)
        if not pointer:
            raise MemoryError(f"no memory, or instructions of {self.isa.name} cannot be executed")
        owned = own(pointer, lambda: lib.gisa_wave_free(pointer))
        self._begin(owned, _Group(owned))
        for model, option in models.items():
            check(lib.gisa_wave_choose(pointer, model.encode(), str(option).encode()))

    def _begin(self, pointer: Owned, group: _Group) -> None:
        self._pointer, self._group = pointer, group
        self._registers: Dict[str, Any] = {}

    def join(self) -> "Wave":
        """Another wave of the same work-group (GCN): it shares LDS, memory and code."""
        with self._group.lock:
            pointer = lib.gisa_wave_join(self._group.first)
            if not pointer:
                raise MemoryError(f"no memory, or waves of {self.isa.name} have no work-groups")
            other = Wave.__new__(Wave)
            other.isa = self.isa
            owned = own(pointer, lambda: lib.gisa_wave_free(pointer), self._group.first)
            other._begin(owned, self._group)
            return other

    def reset(self) -> None:
        """All registers as at the beginning (GCN); code and memory stay."""
        with self._group.lock:
            check(lib.gisa_wave_reset(self._pointer))

    # ---- Registers

    def _find(self, name: str) -> Any:
        if name in self._registers:
            return self._registers[name]
        reg, error = c.gisa_wave_register(), c.gisa_error()
        if not isinstance(name, str) or "\0" in name:
            raise TypeError(f"expected the name of a register, found {name!r}")
        if lib.gisa_wave_find(self._pointer, name.encode("utf-8", "replace"), byref(reg), byref(error)):
            raise KeyError(error_text(error))
        self._registers[name] = reg
        return reg

    def _word(self, reg: Any, lane: int, word: int) -> int:
        value = c_uint32()
        check(lib.gisa_wave_get(self._pointer, byref(reg), lane, word, byref(value)))
        return value.value

    def _row(self, reg: Any, word: int) -> Any:
        row = lib.gisa_wave_row(self._pointer, byref(reg), word)
        if row:
            address = cast(row, c_void_p).value
            assert address
            return words_at(address, LANES, self._pointer)
        return words_of([self._word(reg, lane, word) for lane in range(LANES)])

    def __getitem__(self, name: str) -> Any:
        with self._group.lock:
            reg = self._find(name)
            if reg.per_lane:
                rows = [self._row(reg, word) for word in range(reg.count)]
                return rows[0] if reg.count == 1 else rows
            words = [self._word(reg, 0, word) for word in range(max(reg.count, 1))]
            if reg.bank == c.GISA_WAVE_BANK_LDS:
                return words_of(words)
            return sum(w << 32 * i for i, w in enumerate(words))

    def _set_words(self, reg: Any, lane: int, words: List[int]) -> None:
        for i, word in enumerate(words):
            check(lib.gisa_wave_set(self._pointer, byref(reg), lane, i, word))

    def __setitem__(self, name: str, value: Any) -> None:
        with self._group.lock:
            reg = self._find(name)
            if hasattr(value, "tolist"):
                value = value.tolist()
            count = max(reg.count, 1)
            if reg.bank == c.GISA_WAVE_BANK_LDS and isinstance(value, (list, tuple)):
                words = [_words(v, 1)[0] for v in value]
                if len(words) != count:
                    raise ValueError(f"expected {count} words, found {len(words)}")
                self._set_words(reg, 0, words)
            elif isinstance(value, (list, tuple)):
                if not reg.per_lane or len(value) != LANES:
                    raise ValueError(f"expected a number, or {LANES} of a register of the lanes")
                lanes = [_words(v, count) for v in value]
                for lane, words in enumerate(lanes):
                    self._set_words(reg, lane, words)
            else:
                self._set_words(reg, c.GISA_WAVE_ALL if reg.per_lane else 0, _words(value, count))

    def _name(self, reg: Any) -> str:
        room = create_string_buffer(c.GISA_WAVE_NAME)
        return text(room.value) if not lib.gisa_wave_name(self._pointer, byref(reg), 0, room) else "?"

    @property
    def pc(self) -> int:
        """The address of the next instruction."""
        return self["pc"]

    @pc.setter
    def pc(self, value: int) -> None:
        self["pc"] = value

    # ---- Memory and code

    def map(self, address: int, memory: Any, writable: Optional[bool] = None) -> None:
        """The code finds `memory` (a numpy array, a bytearray; a copy of bytes) at an address of its
        own. It stays in place as long as the wave lives."""
        held = Held(memory)
        writable = held.writable if writable is None else writable and held.writable
        if not 0 <= address < 1 << 64:
            raise OverflowError("an address has 64 bits")
        with self._group.lock:
            status = lib.gisa_wave_map(self._pointer, address, held.address, held.size, writable)
            check(status, "it overlaps with what is mapped, or with code, or does not fit")
            hold(self._group.first, held)

    def _may_load(self, address: int) -> None:
        if not 0 <= address < 1 << 64:
            raise OverflowError("an address has 64 bits")
        if address in self._group.code and children(self._group.first):
            raise ValueError("code of a wave that others have joined cannot be replaced")

    def load(self, code: Any, address: int = 0) -> None:
        """Puts code at an address and sets pc to it."""
        data = constant_bytes(code)
        with self._group.lock:
            self._may_load(address)
            check(lib.gisa_wave_load(self._pointer, address, data, len(data)))
            self._group.code[address] = data

    def assemble(self, source: str, address: int = 0, *, syntax: str = "llvm") -> None:
        """The same for assembler source; AssemblyError says where it is wrong."""
        self.load(assemble(source, self.isa, syntax=syntax), address)

    # ---- Running

    def _instruction(self, insn: Any, pc: int) -> Optional[Instruction]:
        if not insn.size:
            return None
        insn = c.gisa_insn.from_buffer_copy(insn)
        raw = None if insn.status == c.GISA_OK else insn.bits.to_bytes(8, "little")[: insn.size]
        return Instruction(self.isa, insn, raw, pc)

    def _fault(self, fault: Any, pc: int, instruction: Optional[Instruction]) -> Fault:
        return Fault(
            text(fault.message),
            cause=fault.cause,
            pc=pc,
            address=fault.address,
            instruction=instruction,
            lane=None if fault.lane == c.GISA_WAVE_ALL else fault.lane,
        )

    def step(self) -> Step:
        """Runs the instruction at pc. Fault: registers are as before."""
        info = c.gisa_wave_step_info()
        with self._group.lock:
            kind = lib.gisa_wave_step(self._pointer, byref(info))
            changes = [
                Change(self._name(change.reg), change.lanes)
                for change in info.change[: min(info.change_count, c.GISA_WAVE_MOST_CHANGES)]
            ]
        instruction = self._instruction(info.insn, info.pc)
        if kind == c.GISA_WAVE_KIND_FAULT:
            raise self._fault(info.fault, info.pc, instruction)
        accesses = [
            Access(
                SPACES.get(a.space, "?"),
                a.address,
                a.size,
                None if a.lane == c.GISA_WAVE_ALL else a.lane,
                bool(a.access & c.GISA_ACCESS_READ),
                bool(a.access & c.GISA_ACCESS_WRITE),
            )
            for a in info.access[: min(info.access_count, c.GISA_WAVE_MOST_ACCESSES)]
        ]
        return Step(KINDS[kind], info.pc, info.next_pc, instruction, changes, accesses)

    def steps(self, limit: Optional[int] = None) -> Iterator[Step]:
        """Steps until the wave has ended, waits or is halted, or until the end of the code."""
        while limit is None or limit > 0:
            step = self.step()
            yield step
            if step.kind in ("ended", "waits", "halted"):
                return
            limit = None if limit is None else limit - 1

    def run(self, limit: int = 0, stop_at: int = 0) -> RunResult:
        """Runs at most `limit` instructions (0: as many as it takes), until the wave ends, waits,
        comes to the end of the code that was loaded last, or to `stop_at`."""
        done, result = 0, c.gisa_wave_result()
        while True:
            part = min(SLICE, limit - done) if limit else SLICE
            with self._group.lock:
                end = lib.gisa_wave_run(self._pointer, part, stop_at, byref(result))
                done += result.instructions
                if end == c.GISA_WAVE_END_FAULT:
                    pc = self.pc
                    raise self._fault(result.fault, pc, self._code_at(pc))
            if end != c.GISA_WAVE_END_LIMIT or (limit and done >= limit):
                return RunResult(ENDS[end], done)

    def _code_at(self, pc: int) -> Optional[Instruction]:
        for address, code in self._group.code.items():
            # pc of USSE counts instructions; code is at 0 there.
            at = pc - address if self.isa.unit == 4 else pc * self.isa.unit
            if 0 <= at < len(code):
                return decode(code[at:], self.isa, address=pc)
        return None

    # ---- Display

    def _shown(self) -> Any:
        gcn = self.isa.family == "gcn"
        scalar = ("pc", "exec", "vcc", "scc", "m0") if gcn else ("pc",)
        scalars = [(name, self[name]) for name in scalar]
        names = [f"s{i}" for i in range(102)] if gcn else []
        for name in names:
            try:
                value = self[name]
            except KeyError:
                break
            if value:
                scalars.append((name, value))
        rows = []
        banks = ("v",) if gcn else ("r", "pa", "sa", "o")
        for bank in banks:
            for i in range(256 if gcn else 128):
                try:
                    row = self[f"{bank}{i}"]
                except KeyError:
                    break
                values = row.tolist() if hasattr(row, "tolist") else row
                if isinstance(values, list) and any(values):
                    rows.append((f"{bank}{i}", values))
                elif isinstance(values, int) and values:
                    scalars.append((f"{bank}{i}", values))
        return scalars, rows

    def __repr__(self) -> str:
        return f"<gisa.Wave {self.isa.name} pc={self.pc:#x}>"

    def _repr_html_(self) -> str:
        with self._group.lock:
            return display.registers(*self._shown())
