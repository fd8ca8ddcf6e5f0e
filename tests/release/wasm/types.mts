// SPDX-License-Identifier: MIT
// Uses the interface as index.d.ts describes it; compiled, not run.
import { load, GisaError, type Line, type Snapshot, type Wave } from "../../../bindings/js/index.js";

const gisa = await load(new URL("https://example.org/gisa.wasm"));
const { bytes, diagnostics } = gisa.assemble("s_nop 0", { arch: "gfx900", output: "raw" });
const remedies: string[] = diagnostics.map((d) => d.remedy);
const lines: Line[] = bytes ? gisa.disassemble(bytes, { arch: "gfx900", address: 4096 }) : [];
const meaning: string | undefined = gisa.explain("s_nop 0", { arch: "gfx900", syntax: "clrx" })[0].fields?.[0].meaning;
const wave: Wave = await gisa.wave({ arch: "gfx900", source: "s_nop 0" });
const before: Snapshot = wave.snapshot();
wave.exec = 1n;
wave.restore(before);
const lanes: Float32Array = wave.floats("v0");
const machine = await gisa.machine("gfx900");
const end: "ended" | "fault" | "limit" | "stopped" = machine.launch(machine.load(new Uint8Array()), { grid: [64, 1], arguments: [{ f32: 1 }, machine.buffer(64)] }).end;
const shader = await gisa.shader({ arch: "sgx543", source: "" });
const picture = new ImageData(shader.draw({ width: 8, height: 8 }).rgba as Uint8ClampedArray<ArrayBuffer>, 8);
// @ts-expect-error there is no such syntax
gisa.listing(new Uint8Array(4), { arch: "gfx900", syntax: "att" });
// @ts-expect-error registers are not replaced
wave.steps = 0;
export { remedies, lines, meaning, lanes, end, picture, GisaError };
