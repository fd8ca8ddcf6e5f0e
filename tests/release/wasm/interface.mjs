// SPDX-License-Identifier: MIT
// The npm package in Node against the command on the same input: texts, code, explanations,
// registers, memory and pictures have the same bits.
// usage: node interface.mjs GISA FOLDER
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { load } from "../../../bindings/js/index.js";

const [command, folder] = process.argv.slice(2);
const say = (...words) => execFileSync(command, words, { maxBuffer: 1 << 28 });
const file = (name) => `${folder}/${name}`;
const sample = (name) => readFileSync(`examples/${name}`, "utf8");
const gisa = await load();

let passed = 0;
let failed = 0;
let skipped = 0;
async function test(name, body) {
  try {
    await body();
    passed++;
  } catch (error) {
    failed++;
    console.log(`failed: ${name}\n    ${String(error?.message ?? error).split("\n").slice(0, 20).join("\n    ")}`);
  }
}

/** Words of all encodings, and words of no meaning, from a fixed seed. */
function words(count) {
  let state = 12345;
  return Uint32Array.from({ length: count }, () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0));
}

// ---- text and bits

for (const arch of gisa.architectures.map((a) => a.name))
  await test(`${arch}: random words are disassembled as the command does it`, () => {
    const code = new Uint8Array(words(4096).buffer);
    writeFileSync(file("words.bin"), code);
    assert.equal(gisa.listing(code, { arch }), say("dis", "-a", arch, "-f", "raw", file("words.bin")).toString());
    const json = say("dis", "-a", arch, "-f", "raw", "--json", file("words.bin")).toString().trimEnd().split("\n").map((line) => JSON.parse(line));
    const lines = gisa.disassemble(code, { arch, address: 0x100 });
    assert.deepEqual(lines.map((l) => [l.offset, l.size, l.text, l.status]), json.map((l) => [l.address, l.size, l.text, l.status]));
    assert.equal(lines.find((l) => l.target !== undefined)?.target, (json.find((l) => l.target !== undefined)?.target ?? NaN) + 0x100 || undefined);
  });

for (const [name, arch, output] of [["saxpy.s", "gfx900", "co"], ["reverse.s", "gfx900", "co"], ["planet.ps.s", "gfx700", "raw"], ["sphere.frag.s", "sgx543", "gxp"]])
  await test(`${name} assembles to the same file`, () => {
    const made = gisa.assemble(sample(name), { arch, output });
    say("asm", "-a", arch, "-f", output, `examples/${name}`, "-o", file("made"));
    assert.deepEqual(made.diagnostics, []);
    assert.deepEqual(Buffer.from(made.bytes), readFileSync(file("made")));
    assert.equal(made.placed.length > 5, true);
  });

await test("errors say where, what and what instead", () => {
  const { ok, bytes, diagnostics } = gisa.assemble("s_nop 0\n  v_add_f33 v0, v1, v2\n", { arch: "gfx900" });
  assert.equal(ok, false);
  assert.equal(bytes, null);
  assert.deepEqual(diagnostics.map((d) => [d.severity, d.line, d.column, d.length, d.remedy]), [["error", 2, 3, 9, "did you mean 'v_add_f32'?"]]);
  assert.throws(() => gisa.parse("v_add_f32 v0, v1, q", { arch: "gfx900" }), { name: "GisaError", offset: 18, length: 1 });
  assert.throws(() => gisa.disassemble(new Uint8Array(4), { arch: "gfx1" }), { name: "GisaError" });
  assert.throws(() => gisa.assemble("", { arch: "gfx900", syntax: "att" }), TypeError);
});

await test("an explanation has the command's sentences", () => {
  for (const text of ["v_add_f32 v0, v1, v2", "s_mov_b32 s0, 0x12345678", "buffer_load_dword v1, off, s[4:7], 0 offset:16 glc", "image_sample v[0:3], v[4:5], s[8:15], s[16:19] dmask:0xf"]) {
    const [e] = gisa.explain(text, { arch: "gfx900" });
    const page = execFileSync(command, ["explain", "-a", "gfx900", text], { env: { ...process.env, COLUMNS: "1000" } }).toString();
    for (const said of [e.sentence, e.text, e.doc, ...e.fields.filter((f) => !f.usual).map((f) => f.meaning)]) assert(page.includes(said), `${said}\nis not in\n${page}`);
    assert.equal(e.fields.reduce((bits, f) => bits + f.width, 0), 8 * e.size);
  }
  assert.match(gisa.explain(new Uint8Array(4).fill(255), { arch: "gfx900" })[0].faults, /No encoding of gfx900/);
});

await test("a code object: kernels, arguments, code", () => {
  const { bytes } = gisa.assemble(sample("saxpy.s"), { arch: "gfx900", output: "co" });
  const opened = gisa.open(bytes);
  assert.deepEqual([opened.format, opened.arch, opened.loadable], ["elf", "gfx900", true]);
  assert.deepEqual(opened.kernels.map((k) => [k.name, k.arguments.length]), [["saxpy", 3]]);
  const [code] = opened.code;
  assert.equal(gisa.disassemble(bytes.subarray(code.offset, code.offset + code.size), { arch: "gfx900" }).at(-1).text, "s_endpgm");
  assert.throws(() => gisa.open(bytes.subarray(0, 100)), { name: "GisaError" });
});

// ---- waves

await test("a wave computes what gisa run does", async () => {
  const source = "v_mul_f32 v0, v1, v1\nv_sqrt_f32 v2, v1\nv_sin_f32 v3, v1\nv_rcp_f64 v[4:5], v[6:7]\ns_mov_b64 s[4:5], exec\n";
  writeFileSync(file("wave.s"), source);
  const out = say("run", "-a", "gfx900", file("wave.s"), "--set", "v1=1.7", "--set", "v7=0x40091234", "--dump", "v0,v2,v3,v4,v5,s4").toString();
  const wave = await gisa.wave({ arch: "gfx900", source });
  wave.floats("v1").fill(1.7);
  wave.write("v7", 0x40091234);
  assert.equal(wave.run().end, "address");
  for (const name of ["v0", "v2", "v3", "v4", "v5", "s4"])
    assert(out.includes(`${name} 0x${wave.read(name)[0].toString(16).padStart(8, "0")}`), `${name}: ${wave.read(name)[0].toString(16)} is not in\n${out}`);
});

await test("steps tell what changed; back is as it was", async () => {
  const source = "loop:\nv_add_u32 v0, v0, v1\nds_write_b32 v2, v0\ns_add_u32 s0, s0, 1\nglobal_store_dword v[4:5], v0, off\ns_cmp_lt_u32 s0, 50\ns_cbranch_scc1 loop\ns_endpgm";
  const wave = await gisa.wave({ arch: "gfx900", source, address: 0x1000 });
  const memory = wave.map(0x200000, 4096);
  wave.vgpr(1).set(Array.from({ length: 64 }, (_, lane) => lane));
  wave.vgpr(2).set(Array.from({ length: 64 }, (_, lane) => 4 * lane));
  wave.vgpr(4).set(Array.from({ length: 64 }, (_, lane) => 0x200000 + 4 * lane));
  const state = () => JSON.stringify([wave.pc, wave.scc, wave.steps, wave.status, ...[0, 1, 2, 4].map((n) => [...wave.vgpr(n)]), [...wave.sgprs(0, 7)], [...wave.lds(0, 64)], [...memory.words]]);
  const history = [];
  while (wave.status === "ready") {
    history.push([wave.snapshot(), state()]);
    const info = wave.step();
    if (history.length === 1) assert.deepEqual(info.changes, [{ name: "v0", perLane: true, lanes: 0xfffffffffffffffen }]);
    if (history.length === 2) assert.deepEqual([info.accessCount, info.accesses[3].space, info.accesses[3].writes], [64, "lds", true]);
  }
  assert.deepEqual([wave.status, wave.steps, memory.words[3], wave.lds(0, 64)[3]], ["ended", 301, 150, 150]);
  const last = state();
  for (const [snapshot, was] of history.toReversed?.() ?? [...history].reverse()) {
    wave.restore(snapshot);
    assert.equal(state(), was);
  }
  assert.deepEqual([wave.run(0).instructions, state()], [301, last]);
});

await test("a fault is told, and the wave stays", async () => {
  const wave = await gisa.wave({ arch: "gfx803", source: "flat_load_dword v0, v[1:2]\n" });
  assert.equal(wave.step().kind, "fault");
  assert.equal(wave.status, "fault");
  assert.equal(wave.fault.cause, "address");
  assert.equal(wave.pc, wave.codeAddress);
  await assert.rejects(gisa.wave({ arch: "gfx9999" }), { name: "GisaError" });
});

await test("a batch of USSE", async () => {
  const wave = await gisa.wave({ arch: "sgx543", source: "mul.f32 r0.xy, pa0.xy, pa0.xy\n" });
  wave.floats("pa0").fill(1.5);
  wave.floats("pa1").fill(-3);
  const before = wave.snapshot();
  wave.step();
  assert.deepEqual([wave.floats("r0")[63], wave.floats("r1")[0]], [2.25, 9]);
  wave.restore(before);
  assert.deepEqual([wave.floats("r0")[63], wave.pc], [0, 0]);
});

await test("what lies before the first variable never changes", async () => {
  const { Memory } = await import("../../../bindings/js/memory.js");
  let seen;
  const snapshot = Memory.prototype.snapshot;
  Memory.prototype.snapshot = function () {
    seen = this;
    return snapshot.call(this);
  };
  const wave = await gisa.wave({ arch: "gfx900", source: "v_add_f32 v0, v0, v1\ns_sleep 1\ns_endpgm" });
  wave.snapshot();
  Memory.prototype.snapshot = snapshot;
  const stack = 1 << 20; // it comes first
  const constants = () => Buffer.from(seen.buffer.slice(stack, seen.exports.gisa_js_mutable()));
  const before = constants();
  assert(before.length > 1 << 20);
  wave.run();
  assert(before.equals(constants()));
});

// ---- launches and pictures

await test("a launch gives what gisa run gives", async () => {
  say("asm", "-f", "co", "examples/saxpy.s", "-o", file("saxpy.co"));
  const machine = await gisa.machine("gfx900");
  const loaded = machine.load(readFileSync(file("saxpy.co")));
  const x = machine.buffer(new Float32Array(128).fill(3));
  const y = machine.buffer(Float32Array.from({ length: 128 }, (_, i) => i / 3));
  const result = machine.launch(loaded, { grid: 128, group: 64, arguments: [{ f32: 2 }, x, y] });
  assert.equal(result.end, "ended");
  assert.deepEqual([...y.floats], Array.from({ length: 128 }, (_, i) => Math.fround(6 + Math.fround(i / 3))));
  const fault = machine.launch(loaded, { grid: 128, group: 64, arguments: [{ f32: 2 }, 0, y] });
  assert.equal(fault.end, "fault");
  assert.equal(fault.fault.cause, "address");
  assert.equal(machine.launch(loaded, { grid: 128, group: 64, arguments: [{ f32: 2 }, x, y], limit: 5 }).end, "limit");
  assert.throws(() => machine.launch(loaded, { grid: 1, arguments: [1] }), /expected 3 arguments, found 1/);
});

const CLANG = process.env.CLANG ?? "clang-19";
/** What clang makes of kernel.cl; null where it is not installed. */
function compiled(arch) {
  const options = ["-x", "cl", "-cl-std=CL2.0", "-O2", "-nogpulib", "-target", "amdgcn-amd-amdhsa", `-mcpu=${arch}`];
  const { error, status, stderr } = spawnSync(CLANG, [...options, "tests/release/wasm/kernel.cl", "-o", file(`${arch}.co`)]);
  if (error?.code === "ENOENT") return null;
  assert.equal(status, 0, String(stderr));
  return readFileSync(file(`${arch}.co`));
}

const INPUTS = words(256);
writeFileSync(file("inputs.bin"), INPUTS);
for (const arch of ["gfx600", "gfx701", "gfx803", "gfx900"]) {
  const code = compiled(arch);
  if (!code) {
    console.log(`skipped: kernel.cl on ${arch}: ${CLANG} is not installed`);
    skipped++;
    continue;
  }
  await test(`a kernel compiled for ${arch} leaves the bytes that gisa run leaves`, async () => {
    say("run", file(`${arch}.co`), "-g", "256", "-l", "64", `in:${file("inputs.bin")}`, `out:${file("outputs.bin")}:4096`, "f32:0.37", "i32:90");
    const machine = await gisa.machine(arch);
    const outputs = machine.buffer(4096);
    const launch = { grid: 256, group: 64, arguments: [machine.buffer(INPUTS), outputs, { f32: 0.37 }, { i32: 90 }] };
    assert.equal(machine.launch(machine.load(code), launch).end, "ended");
    assert.deepEqual(Buffer.from(outputs.bytes), readFileSync(file("outputs.bin")));
    assert(new Set(outputs.bytes).size > 200);
  });
}

const SIZE = 128;
/** The pixels of a PAM file. */
const pixels = (name) => {
  const bytes = readFileSync(file(name));
  return bytes.subarray(bytes.indexOf("ENDHDR\n") + 7);
};
const range = "-1,-1/1,-1/-1,1";
const light = [-0.5, -0.6, 0.62, 0.15];
const colour = [1, 0.75, 0.3, 1];

await test("a pixel shader of GCN draws the command's picture", async () => {
  const shader = await gisa.shader({ arch: "gfx700", source: sample("planet.ps.s") });
  shader.buffer(0, Float32Array.of(...light, ...colour));
  writeFileSync(file("planet.bin"), Buffer.from(Float32Array.of(...light, ...colour).buffer));
  say("run", "--stage", "ps", "-a", "gfx700", "examples/planet.ps.s", "--user-data", `0-3=V#:${file("planet.bin")}`, "--attr", `0=${range}`, "--size", `${SIZE}x${SIZE}`, "--image", file("planet.pam"));
  assert(Buffer.from(shader.draw({ width: SIZE, height: SIZE }).rgba).equals(pixels("planet.pam")));
});

await test("so does a fragment program of USSE, also after a change", async () => {
  const shader = await gisa.shader({ arch: "sgx543", source: sample("sphere.frag.s") });
  say("asm", "-f", "gxp", "examples/sphere.frag.s", "-o", file("sphere.gxp"));
  for (const red of [1, 0.25]) {
    shader.uniform("light", light);
    shader.uniform("colour", [red, 0.75, 0.3, 1]);
    say("run", file("sphere.gxp"), "--attr", `texcoord0=${range}`, "--uniform", `light=${light}`, "--uniform", `colour=${red},0.75,0.3,1`, "--size", `${SIZE}x${SIZE}`, "--image", file("sphere.pam"));
    assert(Buffer.from(shader.draw({ width: SIZE, height: SIZE }).rgba).equals(pixels("sphere.pam")), `red ${red}`);
  }
  assert.throws(() => shader.uniform("lihgt", light), /expected light, colour/);
});

console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exit(failed ? 1 : 0);
