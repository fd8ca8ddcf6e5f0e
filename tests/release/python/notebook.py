# SPDX-License-Identifier: MIT
"""Runs a notebook with Jupyter's own client and looks at what its cells show: HTML with these
words, and a picture with a sphere. usage: notebook.py NOTEBOOK"""
import base64
import html
import re
import struct
import sys
import zlib

import nbclient
import nbformat

# Of each cell that runs: what stands in what it shows. 0x02000501 has v1 (0x101) as its first
# source; 1.5 + 1.5 = 3 = 0x40400000.
EXPECTED = (
    ("v_add_f32", "v0, v1, v2", "s_endpgm", "background:"),
    ("v2", "s7 * v2 + v3"),
    ("v1", "0x3fc00000 in all lanes", "1.5", "v0", "0x40400000 in all lanes", "3"),
)


def words(page):
    return html.unescape(re.sub("<[^>]*>", "", page)) + page


def pixels(png):
    """Width, height and the rows of four components of a PNG without filters."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6)
    at, data = 8, b""
    while at < len(png):
        size, name = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + size] if name == b"IDAT" else b""
        at += size + 12
    raw, line = zlib.decompress(data), 4 * width + 1
    assert len(raw) == line * height and not any(raw[::line])
    return width, height, [raw[y * line + 1 : (y + 1) * line] for y in range(height)]


def main(path):
    passed = failed = 0

    def check(name, holds):
        nonlocal passed, failed
        passed, failed = passed + bool(holds), failed + (not holds)
        if not holds:
            print("not ok", name)

    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    check("no outputs are committed", not any(c.get("outputs") for c in notebook.cells))
    nbclient.NotebookClient(notebook, timeout=120).execute()
    shown = [c.outputs[-1].data for c in notebook.cells if c.cell_type == "code"]
    check("each cell that runs is looked at", len(shown) == len(EXPECTED) + 1)
    for i, expected in enumerate(EXPECTED):
        for word in expected:
            check(f"cell {i} shows {word}", word in words(shown[i].get("text/html", "")))
    width, height, rows = pixels(base64.b64decode(shown[-1]["image/png"]))
    check("the picture's size", (width, height) == (64, 64))
    corner, light, dark = rows[0][:4], rows[19][4 * 21 : 4 * 22], rows[50][4 * 45 : 4 * 46]
    check("a sphere: lit on one side", sum(light[:3]) > sum(dark[:3]) and light != corner)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
