# SPDX-License-Identifier: MIT
"""A tour of the Python package: disassembles, explains, steps a wave, launches a kernel and draws a
picture. usage: python3 tour.py EXAMPLES, which is the folder examples/ of gisa's source."""
import array
import pathlib
import sys

import gisa


def main(examples: pathlib.Path) -> None:
    # Bytes to text and back.
    code = gisa.disassemble(bytes.fromhex("01050002000081bf"), arch="gfx900")
    for insn in code:
        print(f"{insn.offset:3} {insn.bytes.hex(' '):12} {insn.text}")
    print(gisa.assemble(str(code), "gfx900") == code.data)

    # What an instruction does.
    print(gisa.explain("v_fma_f32 v2, s7, v2, v3", "gfx900").sentence)

    # One wave: 1.5 + 1.5 in 64 lanes.
    wave = gisa.Wave("gfx900")
    wave["v1"] = 1.5
    wave.assemble("v_add_f32 v0, v1, v1")
    step = wave.step()
    print(step.instruction, "changed", [change.register for change in step.changes])
    print(memoryview(wave["v0"]).cast("B").cast("f")[63])

    # A kernel on the caller's memory: y = 2 * x + y.
    program = gisa.Machine("gfx900").load(gisa.assemble((examples / "saxpy.s").read_text(), output="co"))
    x, y = array.array("f", range(128)), array.array("f", [1.0] * 128)
    result = program["saxpy"](2.0, x, y, grid=128, group=64)
    print(y[0], y[1], y[127], result.instructions, "instructions")

    # The same a float too far: a report, not a crash.
    try:
        program["saxpy"](2.0, x, y, grid=192, group=64)
    except gisa.Fault as fault:
        print(fault.cause, "at", fault.instruction)

    # Errors have a place.
    try:
        gisa.assemble("s_nop 0\nv_add_f32 v0, v1, x2\n", "gfx900")
    except gisa.AssemblyError as error:
        print(error.line, error.column, error.message)

    # A fragment program of the PS Vita.
    source = (examples / "sphere.frag.s").read_text()
    sphere = gisa.Shader(gisa.assemble(source, "sgx543", output="gxp"))
    picture = sphere.picture(
        64,
        64,
        uniforms={"light": (-0.5, -0.6, 0.62, 0.15), "colour": (1, 0.75, 0.3, 1)},
        values={"texcoord0": ((-1, -1), (1, -1), (-1, 1))},
    )
    print(picture.width, picture.height, len(picture.to_png()) > 100)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: tour.py EXAMPLES")
    main(pathlib.Path(sys.argv[1]))
