# SPDX-License-Identifier: MIT
"""Kernels of code objects, on memory of Python's."""
from __future__ import annotations

import struct
import threading
from ctypes import addressof, byref, c_char, c_int, c_void_p, create_string_buffer, pointer
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from .architecture import Architecture, Isa, find
from .errors import Error, FileError, Fault, LimitReached, check, error_text
from .files import Argument, Openable, argument, read, walk
from .instruction import Instruction, decode
from .library import c, lib, text
from .owned import hold, let_go, own
from .views import Held

Size = Union[int, Sequence[int]]
MOST_KERNARG = 1 << 24  # bytes of arguments; a damaged file may ask for gigabytes


class LaunchResult(NamedTuple):
    """A launch that has come to its end."""

    instructions: int  # that waves have executed
    waits: int  # how often a work-group was set aside because it waited
    resident: int  # the most work-groups that were resident at once


class Machine:
    """Executes kernels of GCN on memory of Python's.

    program = gisa.Machine("gfx900").load("saxpy.co")
    program["saxpy"](2.0, x, y, grid=1024, group=64)     # x and y are numpy arrays

    Launches of one machine run one after another, also those of several threads; machines run side
    by side.
    """

    def __init__(self, arch: Architecture = "gfx900", **models: str):
        """`models`: options of unsettled choices (`gisa list --models`)."""
        self.isa: Isa = find(arch)
        handle = lib.gisa_machine_new(self.isa._pointer)
        if not handle:
            raise MemoryError(f"no memory, or kernels of {self.isa.name} cannot be executed")
        self._pointer = own(handle, lambda: lib.gisa_machine_free(handle))
        self._lock = threading.RLock()  # one launch at a time: its memory is mapped while it runs
        self._mapped: Dict[int, Held] = {}
        for model, option in models.items():
            check(lib.gisa_machine_choose(handle, model.encode(), str(option).encode()))

    def map(self, memory: Any, name: str = "") -> int:
        """Lets kernels read and write `memory`, at the address that it has; returns that. Arrays
        that are arguments of a launch need not be mapped. It stays in place until `unmap`."""
        held = Held(memory)
        if not held.writable:
            raise ValueError("kernels may write to what is mapped: this memory is read-only")
        with self._lock:
            label = name.encode("utf-8", "replace") or None
            check(lib.gisa_machine_map(self._pointer, held.address, held.size, label), "it is mapped already, or a part of it")
            self._mapped[held.address] = held
            hold(self._pointer, held)
        return held.address

    def unmap(self, memory: Any) -> None:
        with self._lock:
            held = self._mapped.get(Held(memory).address)
            if held is None:
                raise ValueError("it is not mapped")
            check(lib.gisa_machine_unmap(self._pointer, held.address))
            del self._mapped[held.address]
            let_go(self._pointer, held)

    def load(self, what: Openable) -> "Program":
        """Loads a code object: a path or bytes."""
        data, error, loaded = read(what), c.gisa_error(), c_void_p()
        with self._lock:
            status = lib.gisa_machine_load(self._pointer, data, len(data), byref(error), byref(loaded))
            if status == c.GISA_STATUS_NO_MEMORY:
                raise MemoryError(error_text(error))
            if status:
                raise FileError(error_text(error), error.offset)
            return Program(self, loaded.value or 0)

    def instruction_at(self, address: int) -> Optional[Instruction]:
        """The instruction at an address of loaded code."""
        room = create_string_buffer(32)
        with self._lock:
            size = lib.gisa_machine_read(self._pointer, address, room, 32)
        return decode(room.raw[:size], self.isa, address=address) if size else None

    def __repr__(self) -> str:
        return f"<gisa.Machine {self.isa.name}>"


class Program(Mapping[str, "Kernel"]):
    """A code object in a machine: its kernels by name. It is unloaded when nothing refers to it or
    to its kernels any more."""

    def __init__(self, machine: Machine, loaded: int):
        pointer = machine._pointer
        self.machine, address = machine, int(pointer)
        self._loaded = own(loaded, lambda: lib.gisa_machine_unload(address, loaded), pointer)
        self._kernels = {}
        for i, kernel in enumerate(walk(lib.gisa_kernel_at, c.gisa_kernel, loaded)):
            arguments = walk(lib.gisa_argument_at, c.gisa_argument, loaded, i)
            name = text(kernel.name)
            self._kernels[name] = (i, kernel, [argument(a) for a in arguments])

    def __getitem__(self, name: str) -> "Kernel":
        if name not in self._kernels:
            raise KeyError(f"there is no kernel '{name}'; there are: {', '.join(self._kernels)}")
        return Kernel(self, name, *self._kernels[name])

    def __iter__(self):
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __repr__(self) -> str:
        return f"<gisa.Program {', '.join(self._kernels)}>"


def _sizes(size: Size) -> Tuple[List[int], int]:
    given = [size] if isinstance(size, int) else [int(s) for s in size]
    if not 1 <= len(given) <= 3 or not all(0 < s < 1 << 32 for s in given):
        raise ValueError(f"expected one to three sizes from 1 on, found {size!r}")
    return given + [1] * (3 - len(given)), len(given)


def _is_memory(value: Any) -> bool:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return True
    return hasattr(value, "__array_interface__") and getattr(value, "ndim", 0) > 0 or type(value).__module__ == "array"


FLOATS = {2: "<e", 4: "<f", 8: "<d"}


def _number(value: Any, a: Argument) -> bytes:
    """A number as an argument of some bytes; numpy's keep their type."""
    if hasattr(value, "dtype") and hasattr(value, "tobytes"):
        raw: bytes = value.tobytes()
        if len(raw) == a.size:
            return raw
        value = value.item()
    if isinstance(value, float) or (isinstance(value, int) and a.type.rstrip("0123456789") in ("float", "double", "half")):
        if a.size not in FLOATS:
            raise ValueError(f"the argument '{a.name}' has {a.size} bytes, which no float has: give bytes")
        return struct.pack(FLOATS[a.size], value)
    if not isinstance(value, int):
        raise TypeError(f"expected a number or bytes for the argument '{a.name}', found {type(value).__name__}")
    if not -(1 << 8 * a.size - 1) <= value < 1 << 8 * a.size:
        raise OverflowError(f"{value} does not fit into the {a.size} bytes of the argument '{a.name}'")
    return (value & (1 << 8 * a.size) - 1).to_bytes(a.size, "little")


class _Call:
    """The arguments of one launch: their bytes, and the memory that has to be mapped."""

    def __init__(self, size: int):
        if size > MOST_KERNARG:
            raise FileError(f"the kernel says that its arguments have {size} bytes")
        self.kernarg = bytearray(size)
        self.held: List[Held] = []

    def _put(self, offset: int, raw: bytes, name: str) -> None:
        if offset + len(raw) > len(self.kernarg):
            raise Error(f"the metadata put the argument '{name}' beyond the arguments")
        self.kernarg[offset : offset + len(raw)] = raw

    def give(self, a: Argument, value: Any) -> None:
        if a.kind == "by_value" and isinstance(value, (bytes, bytearray)):
            if len(value) != a.size:
                raise ValueError(f"expected {a.size} bytes for the argument '{a.name}', found {len(value)}")
            self._put(a.offset, bytes(value), a.name)
        elif _is_memory(value) and a.kind != "by_value":
            held = Held(value)
            self.held.append(held)
            self._put(a.offset, held.address.to_bytes(8, "little"), a.name)
        elif value is None:
            self._put(a.offset, bytes(a.size), a.name)
        else:
            self._put(a.offset, _number(value, a), a.name)

    def ranges(self) -> List[Tuple[int, int, bool]]:
        """What has to be mapped, without overlaps: from, to, may it be written? What is read-only is
        a copy, so it overlaps with nothing."""
        found: List[Tuple[int, int, bool]] = []
        for start, end, writable in sorted((h.address, h.address + h.size, h.writable) for h in self.held):
            if found and start < found[-1][1]:
                found[-1] = (found[-1][0], max(end, found[-1][1]), writable)
            else:
                found.append((start, end, writable))
        return found


class Kernel:
    """A kernel of a loaded program: call it to launch it."""

    def __init__(self, program: Program, name: str, index: int, kernel: Any, arguments: List[Argument]):
        self.program, self.name, self._index, self._kernel = program, name, index, kernel
        self.arguments = [a for a in arguments if not a.is_hidden]
        self.group_size: int = kernel.group_size
        self.private_size: int = kernel.private_size
        self.kernarg_size: int = kernel.kernarg_size

    def _call(self, values: Sequence[Any], named: Mapping[str, Any]) -> _Call:
        call, left = _Call(self.kernarg_size), dict(named)
        if len(values) > len(self.arguments):
            raise TypeError(f"{self.name} takes {len(self.arguments)} arguments, {len(values)} were given")
        for i, a in enumerate(self.arguments):
            if i < len(values):
                if a.name in left:
                    raise TypeError(f"{self.name} got the argument '{a.name}' twice")
                call.give(a, values[i])
            elif a.name in left:
                call.give(a, left.pop(a.name))
            else:
                raise TypeError(f"{self.name} misses the argument '{a.name or i}'")
        if left:
            raise TypeError(f"{self.name} has no argument '{next(iter(left))}'")
        return call

    def __call__(
        self,
        *values: Any,
        grid: Size,
        group: Optional[Size] = None,
        dynamic_lds: int = 0,
        threads: int = 1,
        limit: int = 0,
        kernarg: Optional[bytes] = None,
        **named: Any,
    ) -> LaunchResult:
        """Launches it for `grid` work-items in groups of `group` (both: a number, or up to three).
        Arguments come in order or by name: arrays for pointers, numbers and bytes for values;
        `kernarg` has all of them as bytes instead. `limit`: of instructions, of all waves together.
        Raises Fault where a work-item faults, and LimitReached; KeyboardInterrupt ends the launch."""
        if kernarg is None:
            call = self._call(values, named)
        elif values or named:
            raise TypeError("kernarg has all arguments")
        else:
            call = _Call(max(self.kernarg_size, len(kernarg)))
            call.kernarg[: len(kernarg)] = kernarg
        return self._launch(call, grid, group, dynamic_lds, threads, limit)

    def _launch(self, call: _Call, grid: Size, group: Optional[Size], lds: int, threads: int, limit: int) -> LaunchResult:
        launch, result, stop = c.gisa_launch(), c.gisa_result(), c_int(0)
        launch.descriptor = self._kernel.descriptor
        sizes, dimensions = _sizes(grid)
        groups, more = _sizes(group if group is not None else self._usual_group(sizes))
        launch.grid[:], launch.group[:] = sizes, groups
        launch.dimensions = max(dimensions, more)
        if not 0 <= lds < 1 << 32 or not 0 <= threads <= 1024 or not 0 <= limit < 1 << 64:
            raise ValueError("dynamic_lds, threads or limit is out of range")
        launch.dynamic_lds, launch.threads, launch.limit = lds, threads, limit
        kernarg = (c_char * (len(call.kernarg) + 1)).from_buffer_copy(bytes(call.kernarg) + b"\0")
        launch.kernarg, launch.kernarg_size = addressof(kernarg), len(call.kernarg)
        launch.stop = pointer(stop)
        keep = (kernarg, call)  # until the launch has ended, whoever waits for it

        def run() -> int:
            with self.program.machine._lock:
                return self._run(keep[1], launch, result)

        return self._ended(interruptible(run, stop), result)

    def _run(self, call: _Call, launch: Any, result: Any) -> int:
        """Maps the memory, runs, and unmaps it again."""
        machine = self.program.machine._pointer
        lib.gisa_hidden_arguments(self.program._loaded, self._index, byref(launch))
        mapped: List[int] = []
        try:
            for start, end, writable in call.ranges():
                self._map(start, end, writable, mapped)
            return lib.gisa_machine_run(machine, byref(launch), byref(result))
        finally:
            for start in mapped:
                lib.gisa_machine_unmap_at(machine, start)

    def _usual_group(self, grid: List[int]) -> List[int]:
        required = list(self._kernel.required_group)
        if all(required):
            return required
        return [min(grid[0], 64, self._kernel.most_items or 64), 1, 1]

    def _map(self, start: int, end: int, writable: bool, mapped: List[int]) -> None:
        """Maps what Machine.map has not mapped already; to write what is read-only is a fault."""
        machine = self.program.machine
        inside = (h for h in machine._mapped.values() if h.address <= start and end <= h.address + h.size)
        if next(inside, None) is None:
            size = end - start
            if writable:
                status = lib.gisa_machine_map_at(machine._pointer, start, start, size, None)
            else:
                status = lib.gisa_machine_map_guarded(machine._pointer, start, start, size, 0, 0, None)
            check(status, "an argument overlaps with a part of what is mapped")
            mapped.append(start)

    def _ended(self, status: int, result: Any) -> LaunchResult:
        check(status, text(result.message))
        if result.end == c.GISA_END_FAULT:
            raise Fault(
                text(result.message),
                cause=result.cause,
                pc=result.pc,
                address=result.address,
                instruction=self.program.machine.instruction_at(result.pc),
                group=tuple(result.group),
                item=tuple(result.item),
                registers=text(result.registers),
            )
        if result.end == c.GISA_END_LIMIT:
            raise LimitReached(text(result.message) or "the limit of instructions was reached")
        if result.end == c.GISA_END_STOPPED:
            raise KeyboardInterrupt
        return LaunchResult(result.instructions, result.waits, result.resident)

    def __repr__(self) -> str:
        arguments = ", ".join(f"{a.name}: {a.type or a.kind}" for a in self.arguments)
        return f"<gisa.Kernel {self.name}({arguments})>"


def interruptible(call: Callable[[], int], stop: Any) -> int:
    """Calls on a thread, so that this one hears the keyboard: then the launch is told to stop. What
    it works on belongs to that thread, which would end it properly if this one were interrupted
    again."""
    jobs, done = [call], threading.Event()
    answer: List[Union[int, BaseException]] = []

    def run() -> None:
        job = jobs.pop()
        try:
            answer.append(job())
        except BaseException as exception:
            answer.append(exception)
        del job  # and with it the memory that it works on
        done.set()

    threading.Thread(target=run).start()
    try:
        done.wait()  # not Thread.join, which may believe after an interrupt that the thread has ended
    except BaseException:
        stop.value = 1
        done.wait()
        raise
    if isinstance(answer[0], BaseException):
        raise answer[0]
    return answer[0]
