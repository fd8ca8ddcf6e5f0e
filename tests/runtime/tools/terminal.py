#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A person at a terminal: runs a command with a terminal of its own and its standard input from a
file, waits for prompts, types a line at each, and Ctrl-D after the last one. What the terminal
shows goes to the standard output.
usage: terminal.py INPUT LINES COMMAND... (LINES: a file)"""
import os
import pty
import select
import subprocess
import sys
import tempfile
import time

given, lines = sys.argv[1], open(sys.argv[2]).read().split("\n")[:-1]
terminal, inside = pty.openpty()
keyboard = tempfile.TemporaryFile()
keyboard.write(given.encode())
keyboard.seek(0)


def take_terminal():
    os.setsid()
    os.close(os.open(os.ttyname(inside), os.O_RDWR))


program = subprocess.Popen(sys.argv[3:], stdin=keyboard, stdout=subprocess.PIPE, stderr=inside,
                           preexec_fn=take_terminal, env=dict(os.environ, TERM="dumb", NO_COLOR="1"))
os.close(inside)
shown = b""
seen = 0
typed = b""
before = -1
while True:
    # Keys between the prompt and the reading of keys may be lost: where nothing is shown of them, a
    # person presses them again.
    while len(shown) == before and not select.select([terminal], [], [], 3)[0] and program.poll() is None:
        os.write(terminal, typed)
    try:
        got = os.read(terminal, 4096)
    except OSError:
        break
    if not got:
        break
    shown += got
    while b"(gisa) " in shown[seen:]:
        seen = shown.index(b"(gisa) ", seen) + 1
        typed = lines.pop(0).encode() + b"\n" if lines else b"\x04"
        time.sleep(0.3)
        before = len(shown)
        os.write(terminal, typed)
output = program.stdout.read().decode()
sys.stdout.write(shown.decode(errors="replace").replace("\r", ""))
print("output:", output, end="")
print("status:", program.wait())
