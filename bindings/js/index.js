// SPDX-License-Identifier: MIT
// gisa as a module for browsers and Node: disassembles, assembles, explains and runs GPU code.
// index.d.ts describes the interface. gisa.wasm is the library; here are its calls, with strings,
// bytes and JSON in place of pointers.

import { host } from "./wasi.js";
import { GisaError, Memory } from "./memory.js";
import { Machine } from "./machine.js";
import { Shader } from "./shader.js";
import { Wave } from "./wave.js";

const SYNTAXES = { llvm: 0, clrx: 1 };
const INPUTS = { auto: 0, raw: 1, hex: 2, elf: 3, gxp: 4, sb: 5 };
const OUTPUTS = { elf: 0, co: 1, raw: 2, hex: 3, gxp: 4 };
const LISTING = { json: 1, hex: 2, plain: 4, graph: 8 };

/** Where code of GCN is loaded unless another address is given: not at 0, which is a null pointer. */
const CODE = 0x1000;

export { GisaError } from "./memory.js";

/** @param {Record<string, number>} table */
function numberOf(table, word, what) {
  if (!Object.hasOwn(table, word)) throw new TypeError(`${what} '${word}': expected ${Object.keys(table).join(", ")}`);
  return table[word];
}

/** Bundlers for browsers refuse Node's modules, so the name is one that they do not look up. */
const FILES = "node:fs/promises";

/** What a URL leads to; Node's fetch does not read files. */
async function fetched(url) {
  if (url.protocol !== "file:") return fetch(url);
  const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ FILES);
  return readFile(url);
}

async function compile(source) {
  const given = await (source ?? new URL("./gisa.wasm", import.meta.url)); // beside this file
  if (given instanceof WebAssembly.Module) return given;
  if (given instanceof URL) return compile(fetched(given));
  if (typeof given === "string") return compile(fetch(given));
  if (typeof Response !== "undefined" && given instanceof Response) {
    if (!given.ok) throw new Error(`${given.url}: ${given.status} ${given.statusText}`);
    // A server that sends another type than application/wasm is no reason to fail.
    return WebAssembly.compile(await given.arrayBuffer());
  }
  return WebAssembly.compile(given);
}

async function instantiate(module) {
  const memory = {};
  const instance = await WebAssembly.instantiate(module, host(memory));
  memory.exports = instance.exports;
  instance.exports._initialize();
  return new Memory(instance.exports);
}

/** What one call may ask of many: where text and bytes come from. */
function bytesOf(bytes) {
  if (bytes instanceof Uint8Array) return bytes;
  if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Uint8Array(bytes);
}

/** Messages say what is wrong, and after a semicolon what would be right. */
function withRemedy(diagnostic) {
  const at = diagnostic.message.indexOf("; ");
  return { ...diagnostic, remedy: at < 0 ? "" : diagnostic.message.slice(at + 2) };
}

class Gisa {
  #module;
  #memory;
  #architectures;

  constructor(module, memory) {
    this.#module = module;
    this.#memory = memory;
    this.version = memory.text(memory.exports.gisa_js_version());
  }

  get architectures() {
    return (this.#architectures ??= this.#ask("gisa_js_architectures"));
  }

  #ask(call, ...values) {
    return this.#memory.scope((m) => m.ask(call, ...values.map((v) => (typeof v === "string" ? m.string(v) : v))));
  }

  #family(arch) {
    return JSON.parse(this.#memory.scope((m) => (m.check(m.exports.gisa_js_family(m.string(arch))), m.answer())));
  }

  models(arch) {
    return this.#ask("gisa_js_models", arch);
  }

  mnemonics(arch) {
    return this.#ask("gisa_js_mnemonics", arch);
  }

  #list(bytes, { arch = "", syntax = "llvm", input = arch ? "raw" : "auto" } = {}, how) {
    const code = bytesOf(bytes);
    return this.#memory.scope((m) => {
      const at = m.bytes(code);
      m.check(
        m.exports.gisa_js_disassemble(
          at,
          code.length,
          m.string(arch),
          numberOf(SYNTAXES, syntax, "syntax"),
          numberOf(INPUTS, input, "input"),
          how,
        ),
      );
      return m.answer();
    });
  }

  disassemble(bytes, options = {}) {
    const base = options.address ?? 0;
    const text = this.#list(bytes, options, LISTING.json);
    const lines = text ? text.trimEnd().split("\n").map((line) => JSON.parse(line)) : [];
    for (const line of lines) {
      line.offset = line.address;
      line.address += base;
      if (line.target !== undefined) line.target += base;
    }
    return lines;
  }

  listing(bytes, options = {}) {
    return this.#list(bytes, options, (options.hex ? LISTING.hex : 0) | (options.plain ? LISTING.plain : 0));
  }

  graph(bytes, options = {}) {
    return this.#list(bytes, options, LISTING.graph);
  }

  assemble(text, { arch = "", syntax = "llvm", output = "raw" } = {}) {
    return this.#memory.scope((m) => {
      const source = new TextEncoder().encode(text);
      const status = m.exports.gisa_js_assemble(
        m.bytes(source),
        source.length,
        m.string(arch),
        numberOf(SYNTAXES, syntax, "syntax"),
        numberOf(OUTPUTS, output, "output"),
      );
      const answer = JSON.parse(m.answer());
      const made = m.exports.gisa_js_made();
      const bytes = made ? m.copy(made, m.exports.gisa_js_made_size()) : null;
      return { ...answer, ok: status === 0, bytes, diagnostics: answer.diagnostics.map(withRemedy) };
    });
  }

  parse(text, { arch, syntax = "llvm" }) {
    return this.#memory.scope((m) => {
      const code = m.allocate(8);
      const size = m.exports.gisa_js_parse(m.string(text), m.string(arch), numberOf(SYNTAXES, syntax, "syntax"), code);
      if (!size) m.check(-1);
      return m.copy(code, size);
    });
  }

  explain(what, { arch, syntax = "llvm", most = 1000 }) {
    const code = typeof what === "string" ? this.parse(what, { arch, syntax }) : bytesOf(what);
    return this.#memory.scope((m) => {
      m.check(m.exports.gisa_js_explain(m.bytes(code), code.length, m.string(arch), most));
      return JSON.parse(m.answer());
    });
  }

  about(name, { arch }) {
    return this.#memory.scope((m) => {
      m.check(m.exports.gisa_js_about(m.string(name), m.string(arch)));
      return JSON.parse(m.answer());
    });
  }

  open(bytes, { arch = "", object = "" } = {}) {
    const file = bytesOf(bytes);
    return this.#memory.scope((m) => {
      m.check(m.exports.gisa_js_open(m.bytes(file), file.length, m.string(arch), m.string(object)));
      return JSON.parse(m.answer());
    });
  }

  bundled(bytes) {
    const file = bytesOf(bytes);
    return this.#memory.scope((m) => m.ask("gisa_js_bundled", m.bytes(file), file.length));
  }

  /** Launches of kernels. */
  async machine(arch) {
    return new Machine(await instantiate(this.#module), arch);
  }

  /** Pictures of pixel shaders and fragment programs. */
  async shader({ source, syntax = "llvm", ...options }) {
    const isFile = options.file !== undefined || /^\s*\.gxp\b/m.test(source ?? "");
    let bytes = options.file ?? options.code;
    if (source !== undefined) {
      const made = this.assemble(source, { arch: options.arch, syntax, output: isFile ? "gxp" : "raw" });
      if (!made.ok) throw new GisaError({ ...made.diagnostics.find((d) => d.severity === "error"), status: made.status });
      bytes = made.bytes;
    }
    const family = this.#family(options.arch);
    const file = isFile ? this.open(bytes) : null;
    return new Shader(await instantiate(this.#module), { arch: options.arch, family, file, bytes: bytesOf(bytes) });
  }

  /** Each wave has an instance of its own: a snapshot is all of its memory. */
  async wave(options) {
    const address = options.address ?? (this.#family(options.arch) === "gcn" ? CODE : 0);
    const memory = await instantiate(this.#module);
    return new Wave(memory, { ...options, address, syntaxNumber: numberOf(SYNTAXES, options.syntax ?? "llvm", "syntax") });
  }
}

export async function load(source) {
  const module = await compile(source);
  return new Gisa(module, await instantiate(module));
}
