// SPDX-License-Identifier: MIT
// The entry page's shader: drawn again and again while it is seen, and with each change of its
// text. The module is loaded when the page has been shown.
import { Drawing, Stopped } from "./playground/drawing.js";
import { EXAMPLES, exampleState } from "./playground/examples.js";
import { pack } from "./playground/state.js";

const PAUSE = 150; // after a key
const SLOW = 50; // milliseconds for a large picture; else it is smaller while it moves
const LARGE = 256;
const SMALL = 128;

const by = (id) => document.getElementById(`live-${id}`);
const state = await exampleState(EXAMPLES[0]);
const drawing = new Drawing();
let plays = !matchMedia("(prefers-reduced-motion: reduce)").matches;
let isSeen = true;
let took = 0;
let turn = 0;

function put({ rgba, width, height, milliseconds, message }) {
  const canvas = by("canvas");
  if (canvas.width !== width) [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d").putImageData(new ImageData(rgba, width, height), 0, 0);
  canvas.dataset.drawn = Number(canvas.dataset.drawn ?? 0) + 1;
  took = (milliseconds * LARGE * LARGE) / (width * height);
  say(message);
}

function say(message, isWrong = Boolean(message)) {
  if (by("said").textContent !== message) by("said").textContent = message;
  by("said").classList.toggle("wrong", isWrong);
}

async function draw(time) {
  const side = plays && took > SLOW ? SMALL : LARGE;
  try {
    put(await drawing.draw({ time, width: side, height: side }));
    return true;
  } catch (error) {
    if (!(error instanceof Stopped)) say(`${error.line ? `line ${error.line}: ` : ""}${error.message}`);
    return error instanceof Stopped;
  }
}

/** Frame after frame, until something else begins or a frame cannot be drawn. */
async function play(from = 0) {
  const mine = ++turn;
  by("play").textContent = plays ? "Pause" : "Play";
  const begin = performance.now() - from;
  for (let goes = true; goes && mine === turn; ) {
    goes = (await draw((performance.now() - begin) / 1000)) && plays;
    await new Promise((done) => requestAnimationFrame(done));
    while (!isSeen && mine === turn) await new Promise((done) => setTimeout(done, 200));
  }
}

async function change() {
  state.text = by("source").value;
  drawing.program = { arch: state.arch, start: state.start, source: state.text };
  play();
  by("more").href = `playground/index.html#${await pack({ ...state })}`;
}

by("source").value = state.text;
let timer = 0;
by("source").addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(change, PAUSE);
});
by("play").addEventListener("click", () => {
  plays = !plays;
  play();
});
new IntersectionObserver(([entry]) => (isSeen = entry.isIntersecting)).observe(by("canvas"));
if (document.readyState === "complete") change();
else addEventListener("load", change);
