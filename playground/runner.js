// SPDX-License-Identifier: MIT
// A wave on a line of time: any position is reached from a snapshot before it, by running again.
import { applyToWave } from "./setup.js";

const APART = 256; // steps between snapshots
const MOST = 400; // snapshots

export class Runner {
  #gisa;
  #blank = null;
  #snapshots = [];
  #sets = [];
  wave = null;
  code = null;
  problems = [];

  constructor(gisa) {
    this.#gisa = gisa;
  }

  /** Back to the start, with this program and these start values. */
  async prepare(arch, code, sets) {
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
    const last = this.#snapshots.at(-1);
    if (this.steps - last.steps >= APART && this.#snapshots.length < MOST) this.#snapshots.push(this.wave.snapshot());
  }

  step() {
    const before = this.steps;
    if (this.canStep) this.wave.step();
    this.#arrived(before);
  }

  /** At most so many steps: up to the next start value that is set, or the next snapshot. */
  #some(most) {
    const before = this.steps;
    const next = Math.min(...this.#sets.map((set) => set.steps).filter((steps) => steps > before), before + APART, before + most);
    this.wave.run(next - before);
    this.#arrived(before);
    return this.steps > before;
  }

  /** True where the end was reached. */
  run(most) {
    const end = this.steps + most;
    while (this.canStep && this.steps < end) if (!this.#some(end - this.steps)) break;
    return !this.canStep;
  }

  /** To where so many steps have been made. */
  goTo(steps) {
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
