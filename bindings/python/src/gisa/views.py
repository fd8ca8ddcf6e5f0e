# SPDX-License-Identifier: MIT
"""Memory that Python and the library share: arrays over the library's memory that keep its owner,
and the caller's memory held in place for the library."""
from __future__ import annotations

import ctypes
from typing import Any, Optional

try:
    import numpy
except ImportError:  # arrays are memoryviews then
    numpy = None  # type: ignore[assignment]


def words_at(address: int, count: int, owner: Any) -> Any:
    """`count` words of 32 bits at an address, as an array that can be written; `owner` lives as
    long as the array or any view of it."""
    array = (ctypes.c_uint32 * count).from_address(address)
    array._owner = owner  # type: ignore[attr-defined]
    if numpy is not None:
        return numpy.frombuffer(memoryview(array), dtype=numpy.uint32)
    return memoryview(array).cast("B").cast("I")


def words_of(values: Any) -> Any:
    """A copy of some words, of the same type."""
    array = (ctypes.c_uint32 * len(values))(*values)
    if numpy is not None:
        return numpy.frombuffer(memoryview(array), dtype=numpy.uint32)
    return memoryview(array).cast("B").cast("I")


class Held:
    """Memory of the caller's, which cannot be resized or freed while this lives."""

    def __init__(self, memory: Any):
        view = memoryview(memory)
        if not view.c_contiguous:
            raise ValueError("this memory is not in one piece: copy it (numpy.ascontiguousarray)")
        self.size: int = view.nbytes
        self.writable: bool = not view.readonly
        self._memory = memory
        self._copy: Optional[bytes] = None
        if not self.size:
            raise ValueError("this memory is empty")
        if view.readonly:
            # Python relies on these bytes, and a kernel could write to them.
            self._array: Any = (ctypes.c_char * self.size).from_buffer_copy(view.cast("B") if view.ndim else view.tobytes())
        else:
            self._array = (ctypes.c_char * self.size).from_buffer(memory)
        self.address: int = ctypes.addressof(self._array)
