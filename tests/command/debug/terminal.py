#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gisa debug at a terminal: the prompt, an empty line, an interrupt from the keyboard, the end.
usage: terminal.py GISA LOOP (a kernel that does not end, with a count in s16)"""
import os
import pty
import re
import signal
import sys
import time

passed = failed = 0


def ok(name, right, got=""):
    global passed, failed
    if right:
        passed += 1
    else:
        failed += 1
        print("failed:", name, repr(got)[-300:])


pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(TERM="dumb", NO_COLOR="1")
    os.execv(sys.argv[1], [sys.argv[1], "debug", sys.argv[2], "-g", "64", "-l", "64", "-q", "buf:1024"])
signal.alarm(60)


def until(pattern):
    """What is written up to the pattern, and with it."""
    text = ""
    while not re.search(pattern, text):
        try:
            text += os.read(terminal, 4096).decode(errors="replace")
        except OSError:
            break
    return text


def type_in(line, pattern=r"\(gisa\) $"):
    os.write(terminal, line.encode() + b"\n")
    return until(pattern)


text = until(r"\(gisa\) $")
ok("it shows where it stands", "=> calls: s_load_dwordx2" in text, text)
text = type_in("stepi")
ok("stepi", "calls+0x8" in text, text)
text = type_in("")
ok("an empty line repeats it", "calls+0xc" in text, text)
text = type_in("frobnicate")
ok("an error does not end it", "error: unknown command" in text, text)
os.write(terminal, b"continue\n")
time.sleep(0.5)
os.write(terminal, b"\003")
text = until(r"Interrupted[^(]*\(gisa\) $")
ok("an interrupt stops the kernel", "Interrupted, group 0,0,0" in text, text)
text = type_in("print s16 > 100")
ok("it has run meanwhile", "= 1" in text, text)
text = type_in("reverse-stepi")
ok("and it goes back", re.search(r"=> calls[+]0x5[48c]", text), text)
os.write(terminal, b"quit\n")
until(r"\Z.")
ok("quit", os.waitpid(pid, 0)[1] == 0)
print("%d passed, %d failed" % (passed, failed))
sys.exit(failed > 0)
