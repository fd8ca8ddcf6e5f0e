# SPDX-License-Identifier: MIT
"""Shader files of the PS Vita: what they ask for, and pictures that fragment programs draw."""
from __future__ import annotations

import struct
from ctypes import POINTER, byref, c_float, c_int, c_void_p, cast, pointer
from typing import Any, Dict, Mapping, NamedTuple, Sequence, Tuple

from . import display
from .architecture import find
from .errors import Error, FileError, Fault, check, error_text
from .files import Openable, read, walk
from .instruction import Code, decode
from .library import c, lib, text
from .machine import interruptible
from .owned import Owned, own
from .views import numpy


class Uniform(NamedTuple):
    name: str
    words: int  # of 32 bits that it takes in its registers
    register: int  # the first sa register; -1: it is in memory, or nowhere


class Picture:
    """Pixels of four floats, row by row from the top: `array` (height, width, 4) where numpy is
    installed, `floats` otherwise. Notebooks show it."""

    def __init__(self, width: int, height: int, floats: Any):
        self.width, self.height, self.floats = width, height, floats

    @property
    def array(self) -> Any:
        if numpy is None:
            raise Error("numpy is not installed")
        return numpy.frombuffer(self.floats, dtype=numpy.float32).reshape(self.height, self.width, 4)

    def pixel(self, x: int, y: int) -> Tuple[float, ...]:
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("there is no such pixel")
        at = 4 * (y * self.width + x)
        return tuple(self.floats[at : at + 4])

    def to_png(self) -> bytes:
        """Components from 0 to 1 as bytes, others limited to that."""
        rgba = bytes(int(min(max(v, 0.0), 1.0) * 255 + 0.5) if v == v else 0 for v in self.floats)
        return display.png(self.width, self.height, rgba)

    def _repr_png_(self) -> bytes:
        return self.to_png()


class Shader:
    """A shader file of the PS Vita: `gisa.Shader("sphere.gxp")`."""

    def __init__(self, what: Openable):
        data, pointer_, error = read(what), c_void_p(), c.gisa_error()
        status = lib.gisa_gxp_open(data, len(data), byref(pointer_), byref(error))
        if status == c.GISA_STATUS_BAD_FILE:
            raise FileError(error_text(error), error.offset)
        check(status, error_text(error))
        address = pointer_.value or 0
        self._pointer = own(address, lambda: lib.gisa_gxp_close(address))
        info = c.gisa_gxp_info()
        check(lib.gisa_gxp_about(pointer_, byref(info)))
        self.fragment: bool = info.fragment
        self.isa = find("sgx543")
        self.primary = self._code(info.primary, info.primary_size, "primary")
        self.secondary = self._code(info.secondary, info.secondary_size, "secondary")
        self.uniforms: Dict[str, Uniform] = {}
        for p in walk(lib.gisa_gxp_parameter_at, c.gisa_gxp_parameter, pointer_):
            if p.registers.bank == c.GISA_KIND_SECONDARY and p.registers.count:
                name = text(p.name)
                self.uniforms[name] = Uniform(name, p.registers.count, p.registers.first)

    def _code(self, start: Any, size: int, name: str) -> Code:
        data = bytes(start[:size]) if start and size else b""
        return Code(data, self.isa, name=name)

    def picture(
        self,
        width: int,
        height: int,
        *,
        uniforms: Mapping[str, Sequence[float]] = {},
        values: Mapping[str, Sequence[Sequence[float]]] = {},
        limit: int = 0,
        threads: int = 1,
    ) -> Picture:
        """Draws a picture with a fragment program. `values` has what it is given at the corners top
        left, top right and bottom left, such as {"texcoord0": ((-1, -1), (1, -1), (-1, 1))}: it is
        interpolated over the picture. Raises Fault where an instance faults."""
        if not self.fragment:
            raise ValueError("a vertex program draws no picture")
        if not (0 < width <= 16384 and 0 < height <= 16384):
            raise ValueError("a picture is 1 to 16384 pixels wide and high")
        if not 0 <= threads <= 1024 or not 0 <= limit < 1 << 64:
            raise ValueError("threads or limit is out of range")
        address = lib.gisa_shade_new(self.isa._pointer)
        if not address:
            raise MemoryError("no memory for a shader")
        machine = own(address, lambda: lib.gisa_shade_free(address))
        check(lib.gisa_shade_load(machine, self._pointer))
        self._set_uniforms(machine, uniforms)
        corners = self._corners(values)
        color = (c_float * (4 * width * height))()
        target = c.gisa_shade_target(width=width, height=height)
        target.color = cast(color, POINTER(c_float))
        run, stop = c.gisa_shade_triangles(), c_int(0)
        run.corners, run.triangles = corners, 1
        run.passed.values = self._given(values)
        run.draw.limit, run.draw.threads = limit, threads
        run.draw.stop = pointer(stop)
        result = c.gisa_shade_result()

        def draw() -> int:
            arguments = (machine, self._pointer, byref(run), byref(target), byref(result))
            return lib.gisa_shade_draw_triangles(*arguments)

        status = interruptible(draw, stop)
        check(status, text(result.message))
        if result.end != c.GISA_SHADE_END_ENDED:
            raise Fault(text(result.message) or "the draw came to its limit", pc=result.pc, instruction=self._at(result))
        return Picture(width, height, color)

    def _at(self, result: Any) -> Any:
        code = self.secondary if result.secondary else self.primary
        raw = code.data[8 * result.pc : 8 * result.pc + 8]
        return decode(raw, self.isa, address=8 * result.pc) if raw else None

    def _set_uniforms(self, machine: Owned, uniforms: Mapping[str, Sequence[float]]) -> None:
        sa = lib.gisa_shade_uniforms(machine)
        for name, given in uniforms.items():
            if name not in self.uniforms:
                raise ValueError(f"there is no uniform '{name}' in registers; there are: {', '.join(self.uniforms)}")
            uniform = self.uniforms[name]
            floats = [float(v) for v in given]
            if len(floats) > uniform.words or uniform.register + len(floats) > c.GISA_SHADE_BANK:
                raise ValueError(f"the uniform '{name}' has {uniform.words} words, {len(floats)} were given")
            for i, value in enumerate(floats):
                sa[uniform.register + i] = struct.unpack("<I", struct.pack("<f", value))[0]

    @staticmethod
    def _given(values: Mapping[str, Any]) -> int:
        return sum(1 << _value(name) for name in values)

    @staticmethod
    def _corners(values: Mapping[str, Sequence[Sequence[float]]]) -> Any:
        """One triangle that covers the target, twice as wide and high."""
        corners = (c.gisa_shade_vertex * 3)()
        for corner, (x, y) in zip(corners, ((-1.0, -1.0), (3.0, -1.0), (-1.0, 3.0))):
            corner.position[:] = [x, y, 0.0, 1.0]
        for name, given in values.items():
            if len(given) != 3:
                raise ValueError(f"'{name}' has values at three corners: top left, top right, bottom left")
            origin = [float(v) for v in given[0]]
            for i, at in enumerate(given):
                if len(at) != len(origin) or len(at) > 4:
                    raise ValueError(f"'{name}' has one to four components at each corner")
                far = [o + 2 * (float(v) - o) for o, v in zip(origin, at)] if i else origin
                corners[i].value[_value(name)][: len(far)] = far
        return corners


def _value(name: str) -> int:
    number = -1 if "\0" in name else lib.gisa_shade_value(name.encode("utf-8", "replace"))
    if number < 0:
        raise ValueError(f"there is no value '{name}': texcoord0 to texcoord9, color0, color1, fog")
    return number
