// SPDX-License-Identifier: MIT
// What all bindings of gisa must answer (bindings/cases.json), answered by the JavaScript package.
// usage: node cases.mjs FILE
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { load } from "../../../bindings/js/index.js";

const gisa = await load();
const number = (hex) => Number.parseInt(hex, 16);
const bytesOf = (words) => new Uint8Array(Uint32Array.from(words.split(" "), number).buffer);
const set = (wave, list) => list.forEach(([name, value]) => wave.write(name, BigInt(`0x${value}`)));
const got = (wave, name) => wave.read(name)[0];

/** A wave of a case; code is at 0 there. */
async function waveOf(c) {
  const wave = await gisa.wave({ arch: c.arch, source: c.source, address: 0 });
  if (c.words) wave.map(number(c.address), Uint32Array.from(c.words, number));
  set(wave, c.set);
  for (const name of c.set_lanes ?? []) wave.row(name).set(Array.from({ length: 64 }, (_, lane) => lane));
  return wave;
}

/** saxpy on as many items as there is memory for. */
async function launch(c, grid) {
  const machine = await gisa.machine(c.arch);
  const made = gisa.assemble(readFileSync(c.source_file, "utf8"), { arch: c.arch, output: "co" });
  const loaded = machine.load(made.bytes);
  const x = machine.buffer(Float32Array.from({ length: c.items }, (_, i) => i));
  const y = machine.buffer(new Float32Array(c.items).fill(c.y ?? 1));
  const result = machine.launch(loaded, { kernel: c.kernel, grid, group: c.group, arguments: [{ f32: c.a ?? 2 }, x, y] });
  return { loaded, result, y };
}

const kinds = {
  decode(c) {
    const [line] = gisa.disassemble(bytesOf(c.words), { arch: c.arch });
    assert.equal(line.text, c.text);
    assert.equal(Buffer.from(gisa.parse(c.text, { arch: c.arch })).toString("hex"), Buffer.from(bytesOf(c.words)).toString("hex"));
  },
  clrx(c) {
    assert.equal(gisa.disassemble(bytesOf(c.words), { arch: c.arch, syntax: "clrx" })[0].text, c.text);
    assert.deepEqual(gisa.parse(c.text, { arch: c.arch, syntax: "clrx" }), bytesOf(c.words));
  },
  not_code(c) {
    const [line] = gisa.disassemble(bytesOf(c.words), { arch: c.arch });
    assert.deepEqual([line.status, line.size], [c.status, c.size]);
  },
  assemble(c) {
    const { bytes } = gisa.assemble(readFileSync(c.source_file, "utf8"), { arch: c.arch });
    const digits = readFileSync(c.hex_file, "utf8").replace(/#.*/g, "").replace(/\s+/g, "");
    assert.equal(Buffer.from(bytes).toString("hex"), digits.toLowerCase());
  },
  fields(c) {
    const [e] = gisa.explain(bytesOf(c.words), { arch: c.arch });
    for (const [name, [low, width, value]] of Object.entries(c.fields)) {
      const field = e.fields.find((f) => f.name === name);
      assert.deepEqual([field?.low, field?.width, Number(field?.value)], [low, width, number(value)], name);
    }
  },
  operands(c) {
    const code = gisa.parse(c.text, { arch: c.arch });
    const { operands } = gisa.disassemble(code, { arch: c.arch })[0];
    const texts = gisa.explain(code, { arch: c.arch })[0].operands;
    const registers = operands.map((o, i) => [texts[i].text, o.access.map((a) => a[0]).join("")]).filter(([, access]) => access);
    assert.deepEqual(registers, c.operands);
  },
  state(c) {
    const code = gisa.parse(c.text, { arch: c.arch });
    const [line] = gisa.disassemble(code, { arch: c.arch });
    const besides = (states) => states.filter((s) => s !== "pc");
    assert.deepEqual([besides(line.reads), besides(line.writes)], [c.reads, c.writes]);
    assert.equal(gisa.explain(code, { arch: c.arch })[0].flow, c.flow);
    if (c.target) assert.equal(line.target, number(c.target));
  },
  explain(c) {
    const e = c.text.includes(" ") ? gisa.explain(c.text, { arch: c.arch })[0] : gisa.about(c.text, { arch: c.arch });
    assert.deepEqual([e.mnemonic, e.format], [c.mnemonic, c.format]);
    for (const part of c.contains) assert((e.sentence ?? e.doc).includes(part), `${part} is not in: ${e.sentence ?? e.doc}`);
  },
  parse_errors(c) {
    assert.throws(() => gisa.parse(c.text, { arch: c.arch }), { name: "GisaError", offset: c.column - 1 });
  },
  source_errors(c) {
    const { ok, diagnostics } = gisa.assemble(c.source, { arch: c.arch });
    assert.deepEqual([ok, diagnostics[0].line, diagnostics[0].column], [false, c.line, c.column]);
  },
  bad_files(c) {
    assert.throws(() => gisa.open(Buffer.from(c.bytes, "hex")), { name: "GisaError" });
  },
  async wave(c) {
    const wave = await waveOf(c);
    assert.equal(wave.run().instructions, c.instructions);
    for (const [name, value] of c.get) assert.equal(got(wave, name), number(value), name);
    for (const [name, lane, value] of c.get_lanes ?? []) assert.equal(wave.read(name, lane)[0], number(value), `${name} lane ${lane}`);
  },
  async wave_memory(c) {
    const wave = await waveOf(c);
    assert.notEqual(wave.run().end, "fault");
    assert.deepEqual([...wave.mapped[0].words], c.after.map(number));
  },
  async wave_faults(c) {
    const wave = await waveOf(c);
    const { end, fault } = wave.run();
    assert.deepEqual([end, fault.cause, wave.pc], ["fault", c.cause, number(c.pc)]);
    if (c.lane !== null) assert.equal(fault.lane, c.lane);
    if (c.address !== null) assert.equal(Number(fault.address), number(c.address));
    if (c.text !== null) assert(fault.message.includes(c.text), fault.message);
  },
  async kernels(c) {
    const { loaded, result, y } = await launch(c, c.items);
    const kernel = loaded.kernels.find((k) => k.name === c.kernel);
    assert.deepEqual(kernel.arguments.map((a) => [a.name, a.kind, a.offset, a.size]), c.arguments);
    assert.equal(kernel.kernargSize, c.kernarg_size);
    assert.deepEqual([result.end, result.instructions, c.after], ["ended", c.instructions, "2 * item + 1"]);
    assert.deepEqual([...y.floats], Array.from({ length: c.items }, (_, item) => 2 * item + 1));
  },
  async kernel_faults(c) {
    const { result } = await launch(c, c.launched);
    assert.deepEqual([result.end, result.fault.cause, result.fault.group, result.fault.item], ["fault", c.cause, c.fault_group, c.item]);
    assert(result.fault.message.includes(c.text), result.fault.message);
  },
  async pictures(c) {
    const shader = await gisa.shader({ arch: "sgx543", source: c.source });
    const [a, b, d] = c.corners;
    const last = a.map((value, i) => b[i] + d[i] - value);
    const { floats } = shader.draw({ width: c.width, height: c.height, corners: [a, b, d, last].flatMap((v) => [...v, 0, 1]) });
    for (const [x, y, colour] of c.pixels) assert.deepEqual([...floats.slice(4 * (y * c.width + x), 4 * (y * c.width + x) + 4)], colour, `${x}, ${y}`);
  },
};

let passed = 0;
let failed = 0;
for (const [kind, cases] of Object.entries(JSON.parse(readFileSync(process.argv[2], "utf8")))) {
  if (kind === "about") continue;
  for (const c of cases)
    try {
      if (!kinds[kind]) throw new Error("there is no test for this kind of case");
      await kinds[kind](c);
      passed++;
    } catch (error) {
      failed++;
      console.log(`failed: ${kind}: ${c.text ?? c.source ?? c.words ?? ""} (${c.why ?? ""})\n    ${String(error?.message ?? error).split("\n").slice(0, 8).join("\n    ")}`);
    }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
