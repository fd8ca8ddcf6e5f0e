# SPDX-License-Identifier: MIT
"""Sizes, places and values as the Python package has them, in the lines that `declare c` prints.
usage: layout.py NAMES, a file with the C compiler's lines; their order is kept."""
import ctypes
import sys

from gisa import declarations as c

with open(sys.argv[1], encoding="utf-8") as file:
    for line in file:
        kind, name = line.split()[:2]
        if kind == "value":
            print("value", name, getattr(c, name))
        elif kind == "size":
            print("size", name, ctypes.sizeof(getattr(c, name)))
        else:
            struct, member = name.split(".")
            field = getattr(getattr(c, struct), member)
            print("at", name, field.offset, field.size)
