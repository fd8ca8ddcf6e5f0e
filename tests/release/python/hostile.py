# SPDX-License-Identifier: MIT
"""The Python package on what it must not be given: random bytes and text, wrong types, names and
sizes, damaged files, memory that is gone. Each is answered by an exception or by a result, never by
a crash; and whatever Python still holds is still there. usage: hostile.py [SECONDS]"""
import array
import gc
import os
import random
import signal
import sys
import threading
import time
import warnings

import gisa
from gisa import owned

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from count import Counter

counter = Counter()
chance = random.Random(22)
until = time.monotonic() + float(sys.argv[1] if len(sys.argv) > 1 else 4)
ANSWERS = (gisa.Error, ValueError, TypeError, OverflowError, KeyError, IndexError)
archs = [isa.name for isa in gisa.architectures()]
with open("examples/saxpy.s", encoding="utf-8") as text:
    SAXPY = text.read()
with open("examples/sphere.frag.s", encoding="utf-8") as text:
    SPHERE = text.read()
object_file = gisa.assemble(SAXPY, output="co")
shader_file = gisa.assemble(SPHERE, "sgx543", output="gxp")


def answered(name, function):
    """It comes back, with a result or with an exception that is an answer."""
    try:
        function()
        good = True
    except ANSWERS:
        good = True
    except Exception as error:
        print(f"failed: {name}: {error!r}")
        good = False
    counter.trial(name, good)


def some_bytes(most=64):
    return chance.randbytes(chance.randrange(most))


def some_text():
    words = ["v_add_f32", "s_mov_b32", " v0", ",", "s[", "]", "\n", ".if", ".macro x\n", "\\", "\"", "é", "(", "-", "0x", "99999999999999999999", "exec", ":", "//", "/*", "\t.rept 3\n", "mad.f32 r0.xyzw"]
    return "".join(chance.choice(words) for _ in range(chance.randrange(12)))


def damaged(data):
    data = bytearray(data)
    for _ in range(chance.randrange(1, 6)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data[: chance.randrange(len(data))] if chance.random() < 0.3 else data)


def all_of(insn):
    insn.text, insn.to_text("clrx"), insn.to_text(exact=True), insn.operands, insn.fields, insn.reads
    insn.writes, insn.flow, insn.target, insn.oddity, insn.doc, insn.mnemonic, insn._repr_html_(), repr(insn)
    assert not insn.has_form or insn.encode() == insn.bytes


def disassembles():
    arch = chance.choice(archs)
    for insn in gisa.disassemble(some_bytes(), arch, address=chance.randrange(1 << 40)):
        all_of(insn)


def explains():
    gisa.explain(chance.choice([some_text(), some_bytes(9), chance.randrange(1 << 64)]), chance.choice(archs))._repr_html_()


def runs():
    wave = gisa.Wave(chance.choice(archs))
    wave.map(0x100000, bytearray(4096))
    wave.load(some_bytes(200))
    for _ in range(8):
        wave.step()
    wave.run(limit=1000)


def registers():
    wave = gisa.Wave(chance.choice(archs))
    name = chance.choice(["v0", "v255", "v256", "s0", "s999", "v[3:1]", "lds[0:63]", "lds[99999999]", "pc", "exec", "mode", "", "é", "v0\0", "r0", "pa0", "status.execz"])
    wave[name]
    wave[name] = chance.choice([0, -1, 1 << 70, 1.5, [1], list(range(64)), "x", None, float("nan"), [1.0] * 64, [None] * 64])


def opens():
    data = damaged(chance.choice([object_file, shader_file]))
    file = gisa.open(data, chance.choice([None, *archs]))
    file._repr_html_()
    file.listing()


def launches():
    program = gisa.Machine("gfx900").load(damaged(object_file) if chance.random() < 0.5 else object_file)
    memory = array.array("f", [0.0] * 16)
    values = [chance.choice([1.0, 7, None, memory, b"1234", "x", 1 << 80, bytearray(8), [1]]) for _ in range(chance.randrange(5))]
    grid = chance.choice([1, 0, 64, (1, 2, 3), (1, 2, 3, 4), -1, 1 << 40, "x"])
    for kernel in program.values():
        if kernel.private_size >= 1 << 16:
            continue  # what a damaged file asks for may be gigabytes, which take their time
        kernel(*values, grid=grid, group=chance.choice([None, 1, 64, 0, 4096]), limit=10000)


def draws():
    shader = gisa.Shader(damaged(shader_file) if chance.random() < 0.7 else shader_file)
    shader.picture(
        chance.choice([4, 0, -1, 3]),
        4,
        uniforms=chance.choice([{}, {"light": [1.0] * chance.randrange(8)}, {"none": [1]}]),
        values=chance.choice([{}, {"texcoord0": ((0, 0), (1, 0), (0, 1))}, {"texcoord0": ((0,),) * 3}, {"x": ()}, {"texcoord0": 7}]),
        limit=1000,
    )


def sources():
    output = chance.choice(["raw", "co", "elf", "hex", "gxp", "x"])
    gisa.assemble(some_text(), chance.choice([None, *archs]), output=output, syntax=chance.choice(["llvm", "clrx"]))
    gisa.parse(some_text(), chance.choice(archs))


def names():
    thing = chance.choice([None, 7, "", "gfx", b"gfx900", "gfx900\0", "\ud800", [], object()])
    chance.choice([gisa.find, gisa.Wave, gisa.Machine, lambda a: gisa.disassemble(b"1234", a), lambda a: gisa.explain("s_nop", a)])(thing)


warnings.simplefilter("ignore")
kinds = (disassembles, explains, runs, registers, opens, launches, draws, sources, names)
rounds = 0
while time.monotonic() < until or rounds < 20:
    rounds += 1
    for kind in kinds:
        answered(kind.__name__, kind)


# ---- What Python holds is there.


def views_outlive_waves():
    wave = gisa.Wave("gfx900")
    row = wave["v7"]
    row[3] = 5
    del wave
    gc.collect()
    others = [gisa.Wave("gfx900") for _ in range(8)]  # memory that was freed would be theirs
    for other in others:
        other["v7"] = 9
    return int(row[3]) == 5


def joined_waves_outlive_the_first():
    first = gisa.Wave("gfx900")
    first.assemble("s_mov_b32 s0, 7\ns_add_u32 s0, s0, s0")
    second = first.join()
    row = second["v0"]
    first.ring = second
    second.ring = first  # a ring, which only the garbage collector finds
    third = second.join()
    del first, second
    gc.collect()
    third.run()
    row[0] = 1
    return third["s0"] == 14


def kernels_outlive_machines():
    kernel = gisa.Machine("gfx900").load(object_file)["saxpy"]
    gc.collect()
    x, y = array.array("f", [1.0] * 64), array.array("f", [1.0] * 64)
    kernel(2.0, x, y, grid=64)
    return y[63] == 3


def mapped_memory_stays():
    wave, memory = gisa.Wave("gfx900"), bytearray(64)
    wave.map(0x1000, memory)
    try:
        memory.extend(b"more")  # would move it
    except BufferError:
        return True
    return False


def read_only_memory_stays_as_it_is():
    wave, memory = gisa.Wave("gfx900"), bytes(64)
    wave.map(0x1000, memory)
    wave["v[2:3]"], wave["v0"] = 0x1000, 0xFF
    wave.assemble("global_store_dword v[2:3], v0, off")
    kernel = gisa.Machine("gfx900").load(object_file)["saxpy"]
    faults = []
    for write in (wave.run, lambda: kernel(1.0, memory, bytes(256), grid=16, group=16)):
        try:
            write()
        except gisa.Fault as fault:
            faults.append(fault.instruction.name)
    return faults == ["global_store_dword"] * 2 and memory == bytes(64)


def views_share_with_numpy():
    try:
        import numpy
    except ImportError:
        return True
    wave = gisa.Wave("gfx900")
    wave["v0"].view(numpy.float32)[:] = numpy.arange(64)
    wave.assemble("v_add_f32 v0, v0, v0")
    view = wave["v0"].view(numpy.float32)
    wave.step()
    both = numpy.zeros(128, numpy.float32)
    kernel = gisa.Machine("gfx900").load(object_file)["saxpy"]
    kernel(1.0, both[:64], both[32:96], grid=64)  # they overlap
    return view.tolist() == [2.0 * i for i in range(64)]


def threads_take_turns():
    program = gisa.Machine("gfx900").load(object_file)
    x, y = array.array("f", [1.0] * 64), array.array("f", [0.0] * 64)
    wave = gisa.Wave("gfx900")
    wave.assemble("loop: s_add_u32 s0, s0, 1\ns_branch loop")

    def work():
        for _ in range(20):
            program["saxpy"](1.0, x, y, grid=64)
            wave.run(limit=100)
            wave["v0"], wave["s1"] = 1, 2

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return y[0] == 80 and wave["s0"] == 4000


def the_keyboard_ends_a_launch():
    source = SAXPY.replace("s_endpgm", "forever: s_branch forever")
    kernel = gisa.Machine("gfx900").load(gisa.assemble(source, output="co"))["saxpy"]
    x, y = array.array("f", [1.0] * 64), array.array("f", [0.0] * 64)
    # A shell may have started this with interrupts ignored, as it does in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    stopped = False
    try:
        kernel(1.0, x, y, grid=64, limit=1 << 33)
    except (KeyboardInterrupt, gisa.LimitReached) as ended:
        stopped = isinstance(ended, KeyboardInterrupt)
    signal.signal(signal.SIGINT, before)
    y.append(1.0)  # it could not be resized before the launch has ended
    return stopped


def rings_of_everything():
    class Ring:
        def __del__(self):  # finalizers may still use what they hold
            self.wave["v1"] = 1
            self.wave.step()
            kept.append((self.row, self.wave))

    kept = []
    for i in range(50):
        ring = Ring()
        ring.wave = gisa.Wave("gfx900")
        ring.wave.assemble("s_nop 0\ns_nop 0")
        ring.row = ring.wave["v1"] if i % 2 else [1]  # numpy's arrays are none of the collector's
        ring.program = gisa.Machine("gfx900").load(object_file)
        ring.self = ring
        ring.wave.ring = ring.program.ring = ring
    del ring
    gc.collect()
    alive = all(wave._pointer in owned._states for _, wave in kept)
    return len(kept) == 50 and alive and all(int(row[0]) == 1 == int(wave["v1"][0]) for row, wave in kept)


def what_ends_is_freed():
    gc.collect()
    before = len(owned._states)
    for i in range(20):
        wave, kernel = gisa.Wave("gfx900"), gisa.Machine("gfx900").load(object_file)["saxpy"]
        wave.map(0x1000, bytearray(64))
        wave.other, wave.kernel, wave.row = wave.join(), kernel, wave["v0"]
        wave.ring = wave if i % 2 else None
    del wave, kernel
    gc.collect()
    return len(owned._states) == before


for test in (
    views_outlive_waves,
    joined_waves_outlive_the_first,
    kernels_outlive_machines,
    mapped_memory_stays,
    read_only_memory_stays_as_it_is,
    views_share_with_numpy,
    threads_take_turns,
    the_keyboard_ends_a_launch,
    rings_of_everything,
    what_ends_is_freed,
):
    if not counter.check(test()):
        print(f"failed: {test.__name__}")
sys.exit(counter.close("hostile"))
