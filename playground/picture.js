// SPDX-License-Identifier: MIT
// What a fragment program or pixel shader draws, again with each change, and over time.
import { by } from "./dom.js";
import { applyToShader } from "./setup.js";

export class Picture {
  #gisa;
  #shader = null;
  #sets = [];
  #blocks = new Map();
  #isPlaying = false;
  #time = 0;

  constructor(gisa) {
    this.#gisa = gisa;
    by("play").addEventListener("click", () => this.#toggle());
  }

  get shown() {
    return this.#shader !== null;
  }

  /** Shows the picture of a program that draws one, or hides it. */
  async show(arch, program, sets, draws) {
    this.#sets = sets;
    this.#blocks = new Map();
    this.#shader = null;
    by("picture").hidden = !draws;
    if (!draws) return this.#stop();
    const what = program.file ? { file: program.file } : { code: program.bytes };
    this.#shader = await this.#gisa.shader({ arch, ...what });
    this.#draw();
  }

  #draw() {
    const canvas = by("canvas");
    const start = performance.now();
    applyToShader(this.#sets, this.#shader, this.#blocks, this.#time);
    const drawn = this.#shader.draw({ width: canvas.width, height: canvas.height });
    canvas.getContext("2d").putImageData(new ImageData(drawn.rgba, drawn.width, drawn.height), 0, 0);
    const how = drawn.message || `${drawn.instructions} instructions of waves in ${Math.round(performance.now() - start)} ms`;
    by("drawn").textContent = this.#isPlaying ? "" : how;
  }

  #toggle() {
    if (this.#isPlaying) return this.#stop();
    this.#isPlaying = true;
    by("play").setAttribute("aria-pressed", "true");
    by("play").textContent = "Pause";
    const begin = performance.now() - 1000 * this.#time;
    const frame = (now) => {
      if (!this.#isPlaying) return;
      this.#time = (now - begin) / 1000;
      if (this.#shader) this.#draw();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  #stop() {
    this.#isPlaying = false;
    by("play").setAttribute("aria-pressed", "false");
    by("play").textContent = "Animate";
  }
}
