// SPDX-License-Identifier: MIT
// The memory of an instance of gisa.wasm: what is handed over, what comes back, and snapshots of it.

const PAGE = 4096;
const WORDS = PAGE / 8;

/** A call that could not do what was asked. */
export class GisaError extends Error {
  constructor({ message, status, offset = 0, length = 0 }) {
    super(message);
    this.name = "GisaError";
    this.status = status;
    this.offset = offset;
    this.length = length;
  }
}

const STATUS = [
  "success",
  "end",
  "truncated",
  "unknown instruction",
  "reserved value",
  "no room",
  "bad argument",
];

export class Memory {
  #blocks = null;
  #last = [];

  constructor(exports) {
    this.exports = exports;
  }

  get buffer() {
    return this.exports.memory.buffer;
  }

  // ---- handing over -----------------------------------------------------------------------

  /** Runs a function; what it allocates by string, bytes and allocate is freed afterwards. */
  scope(body) {
    const outer = this.#blocks;
    this.#blocks = [];
    try {
      return body(this);
    } finally {
      for (const block of this.#blocks) this.exports.gisa_js_free(block);
      this.#blocks = outer;
    }
  }

  allocate(size) {
    const block = this.exports.gisa_js_allocate(size);
    if (!block) throw new GisaError({ message: "out of memory", status: "out of memory" });
    this.#blocks?.push(block);
    return block;
  }

  /** Memory that stays. */
  keep(size, alignment) {
    const block = this.exports.gisa_js_allocate_aligned(size, alignment);
    if (!block) throw new GisaError({ message: "out of memory", status: "out of memory" });
    return block;
  }

  bytes(bytes) {
    const at = this.allocate(bytes.length);
    new Uint8Array(this.buffer, at, bytes.length).set(bytes);
    return at;
  }

  string(text) {
    return this.bytes(new TextEncoder().encode(`${text}\0`));
  }

  /** Bytes, or zeros of that size, that stay. */
  place(what, alignment = 256) {
    const bytes = typeof what === "number" ? null : viewOf(what);
    const size = bytes ? bytes.length : what;
    const at = this.keep(size, alignment);
    if (bytes) new Uint8Array(this.buffer, at, size).set(bytes);
    return new Block(this, at, size);
  }

  // ---- coming back ------------------------------------------------------------------------

  copy(at, size) {
    return new Uint8Array(this.buffer.slice(at, at + size));
  }

  text(at) {
    const all = new Uint8Array(this.buffer, at);
    return new TextDecoder().decode(all.subarray(0, all.indexOf(0)));
  }

  answer() {
    const at = this.exports.gisa_js_answer();
    return new TextDecoder().decode(new Uint8Array(this.buffer, at, this.exports.gisa_js_answer_size()));
  }

  /** The answer of a call as data. */
  ask(call, ...values) {
    this.exports[call](...values);
    return JSON.parse(this.answer());
  }

  /** For a status that comes with an answer, which says what is wrong. */
  check(status) {
    if (status) throw new GisaError(JSON.parse(this.answer()).error);
  }

  /** For a status alone. */
  checkPlain(status, what) {
    if (status) throw new GisaError({ message: `${what}: ${STATUS[status] ?? "failed"}`, status: STATUS[status] });
  }

  // ---- snapshots --------------------------------------------------------------------------

  /** What can change, page by page; pages that are as they were are shared with the last one. */
  snapshot() {
    const from = this.exports.gisa_js_mutable();
    const words = new BigUint64Array(this.buffer);
    const pages = [];
    for (let at = from / 8; at < words.length; at += WORDS) {
      const known = this.#last[pages.length];
      pages.push(known && isSame(words, at, known) ? known : words.slice(at, at + WORDS));
    }
    this.#last = pages;
    return pages;
  }

  restore(pages) {
    const from = this.exports.gisa_js_mutable();
    const words = new BigUint64Array(this.buffer);
    pages.forEach((page, i) => words.set(page, from / 8 + i * WORDS));
    // Memory that has been added since was zero then.
    words.fill(0n, Math.min(words.length, from / 8 + pages.length * WORDS));
    this.#last = pages;
  }
}

/** Memory of the instance that stays. */
export class Block {
  #memory;

  constructor(memory, at, size) {
    this.#memory = memory;
    this.at = at;
    this.size = size;
  }

  /** To be read and written until the next call: memory moves when it grows. */
  get bytes() {
    return new Uint8Array(this.#memory.buffer, this.at, this.size);
  }

  get words() {
    return new Uint32Array(this.#memory.buffer, this.at, this.size >> 2);
  }

  get floats() {
    return new Float32Array(this.#memory.buffer, this.at, this.size >> 2);
  }
}

function viewOf(what) {
  return ArrayBuffer.isView(what) ? new Uint8Array(what.buffer, what.byteOffset, what.byteLength) : new Uint8Array(what);
}

function isSame(words, at, page) {
  for (let i = 0; i < page.length; i++) if (words[at + i] !== page[i]) return false;
  return true;
}
