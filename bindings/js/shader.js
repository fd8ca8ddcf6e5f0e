// SPDX-License-Identifier: MIT
// Pictures: a pixel shader of GCN or a fragment program of USSE, run for each pixel.

import { GisaError } from "./memory.js";

/** From -1 to 1 across the picture, and down it. */
const CORNERS = [-1, -1, 0, 1, 1, -1, 0, 1, -1, 1, 0, 1, 1, 1, 0, 1];
const DEFAULT_BUFFER = 14;

function toBytes(color) {
  const rgba = new Uint8ClampedArray(color.length);
  for (let i = 0; i < color.length; i++) rgba[i] = Math.floor(Math.min(Math.max(color[i], 0), 1) * 255 + 0.5);
  return rgba;
}

export class Shader {
  #memory;
  #handle;
  #draw;
  #file;
  #bytes;
  #uniforms = null;
  #isBound = false;
  #settings = new Map(); // what is done again where the program is made again

  constructor(memory, { arch, family, file, bytes }) {
    this.#memory = memory;
    this.#file = file;
    this.arch = arch;
    this.family = family;
    this.#draw = family === "gcn" ? "gisa_js_stage_draw" : "gisa_js_shade_draw";
    this.#bytes = bytes;
    this.#open();
  }

  #open() {
    this.#memory.scope((m) => {
      const code = m.bytes(this.#bytes);
      const size = this.#bytes.length;
      if (this.family === "gcn") {
        this.#handle = m.exports.gisa_js_stage(m.string(this.arch));
        m.checkPlain(m.exports.gisa_js_stage_load(this.#handle, code, size), "code");
      } else {
        this.#handle = m.exports.gisa_js_shade(m.string(this.arch), code, size, this.#file ? 1 : 0);
        if (!this.#handle) m.check(-1);
      }
    });
  }

  #check(status, what) {
    this.#memory.checkPlain(status, what);
  }

  // ---- GCN --------------------------------------------------------------------------------

  /** Words of user data, from scalar register `first` on. */
  userData(first, words) {
    words.forEach((word, i) => this.#check(this.#memory.exports.gisa_js_stage_user(this.#handle, first + i, word), `s${first + i}`));
  }

  /** A buffer of constants; its resource is in four scalar registers from `first` on. */
  buffer(first, what) {
    const block = this.#memory.place(what);
    const status = this.#memory.scope((m) =>
      m.exports.gisa_js_stage_buffer(this.#handle, m.string(this.arch), first, block.at, block.size),
    );
    this.#check(status, `s[${first}:${first + 3}]`);
    return block;
  }

  inputs(enabled, addressed = enabled) {
    this.#memory.exports.gisa_js_stage_inputs(this.#handle, enabled, addressed);
  }

  // ---- USSE -------------------------------------------------------------------------------

  /** A uniform of a file by its name, of 32-bit floats. */
  uniform(name, values) {
    const parameters = this.#file?.shader?.parameters.filter((p) => p.category === "uniform") ?? [];
    const parameter = parameters.find((p) => p.name === name);
    if (!parameter)
      throw new GisaError({ message: `no uniform '${name}': expected ${parameters.map((p) => p.name).join(", ") || "none"}`, status: "bad argument" });
    if (!parameter.type.startsWith("f32"))
      throw new GisaError({ message: `uniform '${name}' has the type ${parameter.type}: only f32 is written by name`, status: "bad argument" });
    const words = Math.max(...parameters.map((p) => p.resource + p.words));
    this.#uniforms ??= this.#memory.place(4 * words);
    this.#uniforms.floats.set(values, parameter.resource);
    if (this.#isBound) this.#again();
  }

  /** Registers that hold a part of a buffer are loaded when it is bound, which is done once. */
  #again() {
    this.#memory.exports.gisa_js_shade_free(this.#handle);
    this.#open();
    this.#isBound = false;
    for (const set of this.#settings.values()) set();
  }

  #bind() {
    if (this.#isBound || !this.#uniforms) return;
    const { at, size } = this.#uniforms;
    this.#check(this.#memory.exports.gisa_js_shade_bind(this.#handle, DEFAULT_BUFFER, at, size), "uniforms");
    this.#isBound = true;
  }

  #set(key, set) {
    set();
    this.#settings.set(key, set);
  }

  /** sa registers of code alone. */
  get secondaries() {
    return new Uint32Array(this.#memory.buffer, this.#memory.exports.gisa_js_shade_uniforms(this.#handle), 128);
  }

  /** Texels of four floats each. */
  texture(unit, texels, width, height, { bilinear = false } = {}) {
    const block = this.#memory.place(Float32Array.from(texels));
    this.#set(`texture ${unit}`, () =>
      this.#check(
        this.#memory.exports.gisa_js_shade_texture(this.#handle, unit, block.at, width, height, bilinear ? 1 : 0),
        `texture ${unit}`,
      ),
    );
    return block;
  }

  choose(model, option) {
    this.#set(model, () =>
      this.#memory.scope((m) =>
        m.checkPlain(m.exports.gisa_js_shade_choose(this.#handle, m.string(model), m.string(option)), model),
      ),
    );
  }

  // ---- both -------------------------------------------------------------------------------

  /** Runs it for each pixel. `corners`: four numbers of each corner, left before right, top first. */
  draw({ width, height, corners = CORNERS, limit = 1_000_000 }) {
    this.#bind();
    return this.#memory.scope((m) => {
      const color = m.allocate(16 * width * height);
      const at = m.bytes(new Uint8Array(Float32Array.from(corners).buffer));
      const given = this.family === "gcn" ? [at, 1] : [at];
      m.check(m.exports[this.#draw](this.#handle, width, height, ...given, BigInt(limit), color));
      const result = JSON.parse(m.answer());
      const floats = new Float32Array(m.buffer.slice(color, color + 16 * width * height));
      return { ...result, width, height, floats, rgba: toBytes(floats) };
    });
  }
}
