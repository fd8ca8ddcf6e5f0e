# SPDX-License-Identifier: MIT
"""Loads the shared library beside this file, with the declarations that were made from its headers
when the package was built."""
from __future__ import annotations

import ctypes
import os
from typing import Any, Optional

from . import declarations as c

lib: Any = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libgisa.so"))
for _name, (_result, _parameters) in c.FUNCTIONS.items():
    _function = getattr(lib, _name)
    _function.restype = _result
    _function.argtypes = _parameters

_libc: Any = ctypes.CDLL(None)
_libc.malloc.restype = ctypes.c_void_p
_libc.malloc.argtypes = [ctypes.c_size_t]
_libc.free.restype = None
_libc.free.argtypes = [ctypes.c_void_p]
malloc, free = _libc.malloc, _libc.free

VERSION: str = lib.gisa_version().decode()
if VERSION != c.GISA_VERSION:
    raise ImportError(f"libgisa.so is of version {VERSION}, its declarations are of {c.GISA_VERSION}")


def text(value: Optional[bytes]) -> str:
    """A text of the library; None becomes ''."""
    return value.decode("utf-8", "replace") if value else ""


def constant_bytes(data: Any) -> bytes:
    """Bytes that do not change while the library reads them."""
    return data if type(data) is bytes else bytes(memoryview(data))


def status_text(status: int) -> str:
    return text(lib.gisa_status_text(status))
