// SPDX-License-Identifier: MIT
// A wave on a line of time: any position is reached from a snapshot before it, by running again.
import { applyToWave } from "./setup.js";

const APART = 256; // steps between snapshots, at first
const MOST = 400; // snapshots
const CHUNK = 4096; // steps between two looks at the clock
const SLICE = 12; // milliseconds of running before the page may do something else

/** After what the browser has to do. */
const pause = () =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (port1.close(), done());
    port2.postMessage(0);
  });

export class Runner {
  #gisa;
  #blank = null;
  #snapshots = [];
  #sets = [];
  #apart = APART;
  #hurry = null; // the run that is under way
  wave = null;
  code = null;
  problems = [];

  constructor(gisa) {
    this.#gisa = gisa;
  }

  /** Back to the start, with this program and these start values. */
  async prepare(arch, code, sets) {
    this.stop();
    if (this.wave?.arch !== arch) {
      this.wave = await this.#gisa.wave({ arch });
      this.#blank = this.wave.snapshot();
    }
    this.wave.restore(this.#blank);
    if (code.length) this.wave.load(code);
    this.code = code;
    this.#sets = sets;
    this.problems = [];
    this.#apply(0);
    this.#snapshots = [this.wave.snapshot()];
    this.#apart = APART;
  }

  #apply(steps) {
    applyToWave(this.#sets.filter((set) => set.steps === steps), this.wave, this.problems);
  }

  get steps() {
    return this.wave.steps;
  }

  /** Whether there is an instruction to run. */
  get canStep() {
    const at = this.wave.pc - this.wave.codeAddress;
    return this.wave.status === "ready" && at >= 0 && at < this.code.length;
  }

  get offset() {
    return this.wave.pc - this.wave.codeAddress;
  }

  #arrived(before) {
    if (this.steps === before) return;
    this.#apply(this.steps);
    if (this.steps - this.#snapshots.at(-1).steps >= this.#apart) this.#snapshots.push(this.wave.snapshot());
    if (this.#snapshots.length > MOST) this.#thin();
  }

  /** Every other one goes, so that any step stays near one however long the program runs. */
  #thin() {
    this.#snapshots = this.#snapshots.filter((_, i) => i % 2 === 0);
    this.#apart *= 2;
  }

  step() {
    this.stop();
    const before = this.steps;
    if (this.canStep) this.wave.step();
    this.#arrived(before);
  }

  /** At most so many steps: up to the next start value that is set, or the next snapshot. */
  #some(most) {
    const before = this.steps;
    const next = Math.min(...this.#sets.map((set) => set.steps).filter((steps) => steps > before), before + CHUNK, before + most);
    this.wave.run(next - before);
    this.#arrived(before);
    return this.steps > before;
  }

  get running() {
    return this.#hurry !== null;
  }

  /** The end of the slice is where a run stops. */
  stop() {
    this.#hurry = null;
  }

  /**
   * To the end, or to where so many steps have been made, in slices between which the page lives;
   * `told` after each. True unless it was stopped or overtaken by something else.
   */
  async run(steps, told) {
    const mine = (this.#hurry = {});
    while (this.#hurry === mine && this.canStep && this.steps < steps) {
      const end = performance.now() + SLICE;
      while (this.canStep && this.steps < steps && performance.now() < end) if (!this.#some(steps - this.steps)) break;
      told();
      await pause();
    }
    if (this.#hurry !== mine) return false;
    this.#hurry = null;
    return true;
  }

  /** To where so many steps have been made. */
  goTo(steps) {
    this.stop();
    while (this.#snapshots.length > 1 && this.#snapshots.at(-1).steps > steps) this.#snapshots.pop();
    this.wave.restore(this.#snapshots.at(-1));
    while (this.canStep && this.steps < steps) if (!this.#some(steps - this.steps)) break;
  }

  /** Before the last step, or before the one that could not be made. */
  back() {
    const stuck = ["fault", "waits", "halted"].includes(this.wave.status);
    this.goTo(stuck ? this.steps : Math.max(0, this.steps - 1));
  }
}
