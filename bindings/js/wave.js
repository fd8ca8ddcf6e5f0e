// SPDX-License-Identifier: MIT
// A wave: 64 lanes with their registers, code and memory, which is stepped and run.

import { GisaError } from "./memory.js";

export const LANES = 64;
const ALL = 0xffffffff;
const PAGE = 4096;

export class Wave {
  #memory;
  #wave;
  #syntax;
  #steps = 0;
  #status = "ready";
  #fault = null;
  #maps = [];

  constructor(memory, { arch, code, source, address, syntaxNumber }) {
    this.#memory = memory;
    this.#syntax = syntaxNumber;
    this.arch = arch;
    this.codeAddress = address;
    this.#wave = memory.scope((m) => m.exports.gisa_js_wave(m.string(arch)));
    if (!this.#wave) throw new GisaError({ message: `no wave of '${arch}': expected an architecture`, status: "bad argument" });
    if (source !== undefined) this.assemble(source, { address });
    else if (code !== undefined) this.load(code, { address });
  }

  // ---- code and memory --------------------------------------------------------------------

  load(code, { address = this.codeAddress } = {}) {
    this.#memory.scope((m) => {
      const status = m.exports.gisa_js_wave_load(this.#wave, BigInt(address), m.bytes(code), code.length);
      m.checkPlain(status, `code at 0x${address.toString(16)}`);
    });
    this.codeAddress = address;
    this.#begin();
  }

  assemble(source, { address = this.codeAddress } = {}) {
    const code = this.#memory.scope((m) => {
      const bytes = new TextEncoder().encode(source);
      const status = m.exports.gisa_js_assemble(m.bytes(bytes), bytes.length, m.string(this.arch), this.#syntax, 2);
      if (status) throw firstError(JSON.parse(m.answer()).diagnostics);
      return m.copy(m.exports.gisa_js_made(), m.exports.gisa_js_made_size());
    });
    this.load(code, { address });
    return code;
  }

  map(address, what, { writable = true } = {}) {
    const block = this.#memory.place(what, PAGE);
    const status = this.#memory.exports.gisa_js_wave_map(this.#wave, BigInt(address), block.at, block.size, writable ? 1 : 0);
    this.#memory.checkPlain(status, `memory at 0x${address.toString(16)}`);
    block.address = address;
    block.writable = writable;
    this.#maps.push(block);
    return block;
  }

  get mapped() {
    return [...this.#maps];
  }

  choose(model, option) {
    this.#memory.scope((m) =>
      m.checkPlain(m.exports.gisa_js_wave_choose(this.#wave, m.string(model), m.string(option)), `${model}=${option}`),
    );
  }

  // ---- registers --------------------------------------------------------------------------

  find(name) {
    return this.#memory.scope((m) => {
      m.check(m.exports.gisa_js_wave_find(this.#wave, m.string(name)));
      return JSON.parse(m.answer());
    });
  }

  /** The 64 lanes of a register, in place. */
  row(name, word = 0) {
    const at = this.#memory.scope((m) => m.exports.gisa_js_wave_row(this.#wave, m.string(name), word));
    if (!at) throw new GisaError({ message: `${name}: lanes have no register of this name side by side`, status: "bad argument" });
    return new Uint32Array(this.#memory.buffer, at, LANES);
  }

  floats(name, word = 0) {
    const row = this.row(name, word);
    return new Float32Array(row.buffer, row.byteOffset, LANES);
  }

  vgpr(number) {
    return this.row(`v${number}`);
  }

  read(name, lane = 0) {
    const { count } = this.find(name);
    return this.#memory.scope((m) => {
      const at = m.allocate(4 * count);
      m.checkPlain(m.exports.gisa_js_wave_get(this.#wave, m.string(name), lane, 0, count, at), name);
      return new Uint32Array(m.buffer.slice(at, at + 4 * count));
    });
  }

  /** Words of a register; a number that does not fit 32 bits is a BigInt. Without a lane: all. */
  write(name, values, lane = ALL) {
    const { count } = this.find(name);
    const words = Uint32Array.from(wordsOf(values, count));
    this.#memory.scope((m) => {
      const at = m.bytes(new Uint8Array(words.buffer));
      m.checkPlain(m.exports.gisa_js_wave_set(this.#wave, m.string(name), lane, 0, words.length, at), name);
    });
    if (name.toLowerCase() === "pc") this.#begin(this.#steps);
  }

  #pair(name) {
    const [low, high] = this.read(name);
    return (BigInt(high ?? 0) << 32n) | BigInt(low);
  }

  get pc() {
    return Number(this.#pair("pc"));
  }
  set pc(address) {
    this.write("pc", BigInt(address));
  }
  get exec() {
    return this.#pair("exec");
  }
  set exec(lanes) {
    this.write("exec", BigInt(lanes));
  }
  get vcc() {
    return this.#pair("vcc");
  }
  set vcc(lanes) {
    this.write("vcc", BigInt(lanes));
  }
  get scc() {
    return this.read("scc")[0];
  }
  set scc(bit) {
    this.write("scc", bit);
  }
  get m0() {
    return this.read("m0")[0];
  }
  set m0(value) {
    this.write("m0", value);
  }

  sgprs(first, last) {
    return this.read(`s[${first}:${last}]`);
  }

  /** Words of LDS, from an address on. */
  lds(address = 0, words = 64) {
    return this.read(`lds[${address}:${address + 4 * words - 1}]`);
  }

  setLds(address, words) {
    this.write(`lds[${address}:${address + 4 * words.length - 1}]`, words);
  }

  // ---- running ----------------------------------------------------------------------------

  #begin(steps = 0) {
    this.#steps = steps;
    this.#status = "ready";
    this.#fault = null;
  }

  get steps() {
    return this.#steps;
  }

  /** "ready", "ended", "waits", "halted", "fault". */
  get status() {
    return this.#status;
  }

  get fault() {
    return this.#fault;
  }

  #note(word, fault) {
    this.#status = ["ended", "waits", "halted", "fault"].includes(word) ? word : "ready";
    this.#fault = fault ?? null;
  }

  step() {
    const info = this.#memory.ask("gisa_js_wave_step", this.#wave);
    if (info.kind !== "fault" && info.kind !== "waits" && info.kind !== "halted") this.#steps++;
    for (const change of info.changes) change.lanes = BigInt(change.lanes);
    this.#note(info.kind, info.fault);
    return info;
  }

  run(limit = 0, { stopAt = 0 } = {}) {
    const result = this.#memory.ask("gisa_js_wave_run", this.#wave, BigInt(limit), BigInt(stopAt));
    this.#steps += result.instructions;
    this.#note(result.end, result.fault);
    return result;
  }

  /** All is as when the wave was made, but for code and mapped memory. */
  reset() {
    this.#memory.checkPlain(this.#memory.exports.gisa_js_wave_reset(this.#wave), "reset");
    this.#begin();
  }

  /** All of the wave, with its memory, code and mapped bytes, for restore. */
  snapshot() {
    return {
      pages: this.#memory.snapshot(),
      steps: this.#steps,
      status: this.#status,
      codeAddress: this.codeAddress,
      fault: this.#fault,
      maps: [...this.#maps],
    };
  }

  restore(snapshot) {
    this.#memory.restore(snapshot.pages);
    this.#steps = snapshot.steps;
    this.#status = snapshot.status;
    this.#fault = snapshot.fault;
    this.codeAddress = snapshot.codeAddress;
    this.#maps = [...snapshot.maps];
  }

  // ---- exports ----------------------------------------------------------------------------

  /** What has been exported, by target: four components of 64 lanes. */
  exports() {
    return this.#memory.ask("gisa_js_wave_exports", this.#wave).map((e) => ({
      ...e,
      exec: BigInt(e.exec),
      lanes: e.lanes.map(BigInt),
      values: [0, 1, 2, 3].map((c) => new Uint32Array(this.#memory.buffer.slice(e.values + 256 * c, e.values + 256 * (c + 1)))),
    }));
  }
}

function wordsOf(values, count) {
  if (typeof values === "number") return [values, ...Array(count - 1).fill(0)];
  if (typeof values === "bigint")
    return Array.from({ length: count }, (_, i) => Number((values >> BigInt(32 * i)) & 0xffffffffn));
  return values;
}

function firstError(diagnostics) {
  const first = diagnostics.find((d) => d.severity === "error") ?? { message: "it could not be assembled" };
  return new GisaError({ ...first, message: first.line ? `line ${first.line}: ${first.message}` : first.message, status: "failed" });
}
