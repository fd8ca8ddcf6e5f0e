// SPDX-License-Identifier: MIT
// Assembles a loop, explains an instruction of it, runs it on 64 lanes, and goes back a step.
import { load } from "gisa";

const gisa = await load();
const { bytes, diagnostics } = gisa.assemble(
  `
  s_mov_b32 s0, 3
loop:
  v_mul_f32 v0, v0, v1          // v0 = v1 to the power of s0
  s_sub_u32 s0, s0, 1
  s_cmp_lg_u32 s0, 0
  s_cbranch_scc1 loop
  s_endpgm`,
  { arch: "gfx900" },
);
if (!bytes) throw new Error(diagnostics.map((d) => `${d.line}: ${d.message}`).join("\n"));

for (const line of gisa.disassemble(bytes, { arch: "gfx900" })) console.log(line.words?.join(" "), line.text);
console.log(gisa.explain("v_mul_f32 v0, v0, v1", { arch: "gfx900" })[0].sentence);

const wave = await gisa.wave({ arch: "gfx900", code: bytes });
wave.floats("v0").fill(1);
wave.floats("v1").set(Array.from({ length: 64 }, (_, lane) => lane));
wave.step();
const before = wave.snapshot();
wave.step();
console.log("after one product:", ...wave.floats("v0").slice(0, 5));
wave.restore(before);
console.log("a step back:", ...wave.floats("v0").slice(0, 5));
console.log(wave.run().instructions, "instructions later:", ...wave.floats("v0").slice(0, 5));
