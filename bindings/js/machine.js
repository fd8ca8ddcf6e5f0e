// SPDX-License-Identifier: MIT
// Launches of kernels: a code object, buffers, arguments.

import { GisaError } from "./memory.js";

const PAGE = 4096;

const NUMBERS = {
  f32: (view, at, value) => view.setFloat32(at, value, true),
  f64: (view, at, value) => view.setFloat64(at, value, true),
  i8: (view, at, value) => view.setInt8(at, value),
  i16: (view, at, value) => view.setInt16(at, value, true),
  i32: (view, at, value) => view.setInt32(at, value, true),
  i64: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
};

/** The type of a number that is given without one: of the source, where the metadata have it. */
function typeOf(argument) {
  if (/float/.test(argument.type)) return "f32";
  if (/double/.test(argument.type)) return "f64";
  return `i${8 * argument.size}`;
}

function putNumber(view, argument, type, value) {
  if (!NUMBERS[type] || Number(type.slice(1)) !== 8 * argument.size)
    throw new GisaError({ message: `argument '${argument.name}' has ${argument.size} bytes; a number of type ${type} does not fit`, status: "bad argument" });
  NUMBERS[type](view, argument.offset, value);
}

const isHidden = (argument) => argument.kind.startsWith("hidden_");

export class Machine {
  #memory;
  #machine;

  constructor(memory, arch) {
    this.arch = arch;
    this.#memory = memory;
    this.#machine = memory.scope((m) => m.exports.gisa_js_machine(m.string(arch)));
    if (!this.#machine) throw new GisaError({ message: `no machine of '${arch}': expected an architecture of GCN`, status: "bad argument" });
  }

  /** Memory for kernels, with zeros or with these bytes. */
  buffer(what, name = "buffer") {
    const block = this.#memory.place(what, PAGE);
    const status = this.#memory.scope((m) => m.exports.gisa_js_machine_map(this.#machine, block.at, block.size, m.string(name)));
    this.#memory.checkPlain(status, name);
    block.address = block.at;
    return block;
  }

  free(block) {
    this.#memory.exports.gisa_js_machine_unmap(this.#machine, block.at);
    this.#memory.exports.gisa_js_free(block.at);
  }

  choose(model, option) {
    this.#memory.scope((m) =>
      m.checkPlain(m.exports.gisa_js_machine_choose(this.#machine, m.string(model), m.string(option)), `${model}=${option}`),
    );
  }

  /** A code object, and what is known of its kernels. */
  load(file) {
    return this.#memory.scope((m) => {
      const handle = m.exports.gisa_js_machine_load(this.#machine, m.bytes(file), file.length);
      if (!handle) m.check(-1);
      return { handle, kernels: JSON.parse(m.answer()) };
    });
  }

  /** Runs a kernel to its end. Arguments: buffers, numbers, or the bytes of a structure. */
  launch(loaded, { kernel, grid, group = [64], arguments: values = [], lds = 0, limit = 0 }) {
    const number = kernel === undefined ? 0 : loaded.kernels.findIndex((k) => k.name === kernel);
    const about = loaded.kernels[number];
    if (!about) throw new GisaError({ message: `no kernel '${kernel}': expected ${loaded.kernels.map((k) => k.name).join(", ")}`, status: "bad argument" });
    return this.#memory.scope((m) => {
      const kernarg = m.bytes(argumentBytes(about, values));
      const three = (sizes) => [0, 1, 2].map((i) => [sizes].flat()[i] ?? 1);
      const sizes = m.bytes(new Uint8Array(Uint32Array.of(...three(grid), ...three(group), lds).buffer));
      m.check(m.exports.gisa_js_machine_run(this.#machine, loaded.handle, number, kernarg, sizes, BigInt(limit)));
      return JSON.parse(m.answer());
    });
  }
}

function argumentBytes(kernel, values) {
  if (ArrayBuffer.isView(values)) return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const bytes = new Uint8Array(kernel.kernargSize);
  const shown = kernel.arguments.filter((a) => !isHidden(a));
  if (shown.length !== values.length)
    throw new GisaError({ message: `${kernel.name}: expected ${shown.length} arguments, found ${values.length}`, status: "bad argument" });
  shown.forEach((argument, i) => {
    const value = values[i];
    const view = new DataView(bytes.buffer);
    if (ArrayBuffer.isView(value))
      bytes.set(new Uint8Array(value.buffer, value.byteOffset, Math.min(value.byteLength, argument.size)), argument.offset);
    else if (value?.address !== undefined) putNumber(view, argument, "i64", value.address);
    else if (typeof value === "object") putNumber(view, argument, ...Object.entries(value)[0]);
    else putNumber(view, argument, typeOf(argument), value);
  });
  return bytes;
}
