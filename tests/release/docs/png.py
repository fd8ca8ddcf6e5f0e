# SPDX-License-Identifier: MIT
"""Writes a PNG file of 8-bit RGBA without interlacing as PAM to standard output: png.py FILE"""
import struct
import sys
import zlib


def unfilter(kind, line, above):
    for i in range(len(line)):
        left, up, corner = (line[i - 4], above[i], above[i - 4]) if i >= 4 else (0, above[i], 0)
        near = left + up - corner
        paeth = min((left, up, corner), key=lambda x: abs(near - x))
        line[i] = line[i] + (0, left, up, (left + up) // 2, paeth)[kind] & 255
    return line


def main(path):
    data, at, packed = open(path, "rb").read(), 8, b""
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        if name == b"IHDR":
            width, height, *rest = struct.unpack(">IIBBBBB", data[at + 8:at + 21])
            assert rest == [8, 6, 0, 0, 0], "expected 8-bit RGBA"
        if name == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += 12 + size
    lines, above = zlib.decompress(packed), bytes(4 * width)
    sys.stdout.buffer.write(b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n" % (width, height))
    for y in range(height):
        line = lines[y * (4 * width + 1):(y + 1) * (4 * width + 1)]
        above = unfilter(line[0], bytearray(line[1:]), above)
        sys.stdout.buffer.write(above)


main(sys.argv[1])
