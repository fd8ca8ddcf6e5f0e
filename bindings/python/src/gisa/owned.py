# SPDX-License-Identifier: MIT
"""Things of the library that Python owns. One is freed when nothing refers to it any more, what it
was made from after it, and the memory that it was given after that: never in another order.

The garbage collector calls finalizers of a ring of objects while these may still be used, and even
saved, by finalizers of others. So what ends during a collection is looked at again after it."""
from __future__ import annotations

import atexit
import gc
import sys
import threading
from typing import Any, Callable, Dict, List, Optional


class _State:
    def __init__(self, free: Callable[[], None], parent: Optional[int]):
        self.free, self.parent = free, parent
        self.children, self.dead = 0, False
        self.held: List[Any] = []


_states: Dict[int, _State] = {}
_lock = threading.RLock()  # finalizers run wherever Python is, also in here


def _release(pointer: int, states: Dict[int, _State] = _states, lock: Any = _lock) -> None:
    with lock:
        state = states.get(pointer)
        if state is None:
            return  # Python ends
        state.dead = True
        while state is not None and state.dead and not state.children:
            parent = state.parent
            del states[pointer]
            state.free()
            if parent is None:
                return
            pointer, state = parent, states.get(parent)
            if state is not None:
                state.children -= 1


_undecided: "List[Owned]" = []  # ended during a collection
_collecting = False


class Owned(int):
    """The address of such a thing."""

    __slots__ = ()

    def __del__(self, release: Any = _release, undecided: Any = _undecided) -> None:
        if _collecting:
            undecided.append(self)
        else:
            release(int(self))


def _references(things: List[Any], i: int) -> int:
    return sys.getrefcount(things[i])


_only_the_list = _references([object()], 0)


def _decide() -> None:
    """Frees what nothing but the list refers to."""
    for i in range(len(_undecided) - 1, -1, -1):
        if _references(_undecided, i) <= _only_the_list:
            _release(int(_undecided[i]))
            del _undecided[i]


def _collection(phase: str, _info: Any) -> None:
    global _collecting
    _collecting = phase == "start"
    if not _collecting and _undecided:
        with _lock:
            _decide()


gc.callbacks.append(_collection)
# What is left when Python ends goes with the process: modules end in no order.
atexit.register(_states.clear)


def own(pointer: int, free: Callable[[], None], parent: Optional[Owned] = None) -> Owned:
    """Takes over the thing at `pointer`, which was made from `parent`."""
    with _lock:
        _states[pointer] = _State(free, None if parent is None else int(parent))
        if parent is not None:
            _states[parent].children += 1
        return Owned(pointer)


def hold(owner: Owned, memory: Any) -> None:
    """Keeps memory until the owner has been freed."""
    _states[owner].held.append(memory)


def let_go(owner: Owned, memory: Any) -> None:
    _states[owner].held.remove(memory)


def children(owner: Owned) -> int:
    """How many live things were made from it."""
    return _states[owner].children
