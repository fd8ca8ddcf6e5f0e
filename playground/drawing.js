// SPDX-License-Identifier: MIT
// A worker that draws, as the page sees it: one picture at a time, which can be stopped.

const PATIENCE = 300; // milliseconds that an old picture may take before a new program replaces it

export class Stopped extends Error {}

export class Drawing {
  #module;
  #worker = null;
  #program = null;
  #isNew = false;
  #waiting = null;

  /** `module`: compiled gisa.wasm; without it the worker loads its own. */
  constructor(module = null) {
    this.#module = module;
  }

  /** { arch, start, file | code | source } */
  set program(program) {
    this.#program = program;
    this.#isNew = true;
  }

  get busy() {
    return this.#waiting !== null;
  }

  /** Rejects with Stopped where stop() or another picture came first. */
  async draw({ time, width, height }) {
    if (this.busy) await this.#give(PATIENCE);
    const given = this.#isNew || !this.#worker;
    if (!this.#worker) this.#start();
    this.#isNew = false;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#worker.postMessage({ program: given ? this.#program : null, time, width, height });
    });
  }

  stop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting?.reject(new Stopped());
    this.#waiting = null;
  }

  #start() {
    this.#worker = new Worker(new URL("./draw_worker.js", import.meta.url), { type: "module" });
    this.#worker.postMessage({ module: this.#module });
    this.#worker.onmessage = ({ data }) => this.#answered(data);
    this.#worker.onerror = (event) => this.#answered({ error: event.message ?? "the worker could not begin" });
  }

  #answered(data) {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (data.error === undefined) waiting?.resolve(data);
    else waiting?.reject(Object.assign(new Error(data.error), { line: data.line }));
  }

  /** Waits for the picture that is being drawn, not too long. */
  async #give(milliseconds) {
    const end = performance.now() + milliseconds;
    while (this.busy && performance.now() < end) await new Promise((done) => setTimeout(done, 10));
    if (this.busy) this.stop();
  }
}
