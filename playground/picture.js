// SPDX-License-Identifier: MIT
// What a fragment program or pixel shader draws, again with each change, and over time.
import { by } from "./dom.js";
import { Drawing, Stopped } from "./drawing.js";

const SIZE = 256;
const SMALL = 160; // while it moves, where large pictures take too long
const SLOW = 50;
const LONG = 500; // milliseconds after which the note says that it is still drawn

export class Picture {
  #drawing;
  #shown = null;
  #isPlaying = false;
  #time = 0;
  #last = 0;
  #turn = 0;

  constructor(module) {
    this.#drawing = new Drawing(module);
    by("play").addEventListener("click", () => (this.#isPlaying ? this.pause() : this.play()));
  }

  get busy() {
    return this.#drawing.busy;
  }

  /** Shows the picture of a program that draws one, or hides it. */
  async show(arch, program, start, draws) {
    by("picture").hidden = !draws;
    this.#shown = null;
    if (!draws) return this.pause();
    const what = program.file ? { file: program.file } : { code: program.bytes };
    this.#shown = this.#drawing.program = { arch, start, ...what };
    if (this.#isPlaying) this.#replaceSlow();
    else await this.#draw();
  }

  /** An old picture that takes too long must not hold up the new program's. */
  #replaceSlow() {
    const turn = this.#turn;
    setTimeout(() => turn === this.#turn && this.busy && this.#drawing.stop(), LONG);
  }

  stop() {
    this.pause();
    if (!this.busy) return;
    this.#drawing.stop();
    by("drawn").textContent = "stopped";
  }

  async #draw() {
    this.#turn++;
    const long = setTimeout(() => (by("drawn").textContent = "drawing ... Escape stops it"), LONG);
    try {
      this.#put(await this.#drawing.draw(this.#size()));
    } catch (error) {
      if (error instanceof Stopped) return;
      by("drawn").textContent = error.message;
      this.pause();
    } finally {
      clearTimeout(long);
    }
  }

  #size() {
    const side = this.#isPlaying && this.#last > SLOW ? SMALL : SIZE;
    return { time: this.#time, width: side, height: side };
  }

  #put(drawn) {
    const canvas = by("canvas");
    if (!this.#shown) return;
    if (canvas.width !== drawn.width) [canvas.width, canvas.height] = [drawn.width, drawn.height];
    canvas.getContext("2d").putImageData(new ImageData(drawn.rgba, drawn.width, drawn.height), 0, 0);
    const how = drawn.message || `${drawn.instructions} instructions of waves in ${Math.round(drawn.milliseconds)} ms`;
    by("drawn").textContent = this.#isPlaying && !drawn.message ? "" : how;
    this.#last = (drawn.milliseconds * SIZE * SIZE) / (drawn.width * drawn.height);
    canvas.dataset.drawn = Number(canvas.dataset.drawn ?? 0) + 1;
  }

  play() {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    this.#said();
    const begin = performance.now() - 1000 * this.#time;
    const frame = async (now) => {
      if (!this.#isPlaying) return;
      this.#time = Math.max(0, now - begin) / 1000;
      if (this.#shown && !this.busy) await this.#draw();
      if (this.#isPlaying) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    this.#isPlaying = false;
    this.#said();
  }

  #said() {
    by("play").textContent = this.#isPlaying ? "Pause" : "Animate";
  }
}
