// SPDX-License-Identifier: MIT
// Lanes as a heat map, strips of all registers, scalar registers, and memory.
import { by, make } from "./dom.js";

const LANES = 64;
const ROWS = 8;
const view = new DataView(new ArrayBuffer(4));

export const hex = (word) => word.toString(16).padStart(8, "0");
function asFloat(word) {
  view.setUint32(0, word);
  return view.getFloat32(0);
}

function floatText(value) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
  const text = String(Number(value.toPrecision(5)));
  return Object.is(value, -0) ? "-0" : text.length > 9 ? value.toExponential(2) : text;
}

export function show(word, format) {
  if (format === "int") return String(word | 0);
  if (format === "unsigned") return String(word);
  return format === "float" ? floatText(asFloat(word)) : hex(word);
}

const number = (word, format) => (format === "float" ? asFloat(word) : format === "int" ? word | 0 : word);

/** 0 to 1 for each word, between the least and the greatest. */
function heat(words, format) {
  const values = Array.from(words, (word) => number(word, format));
  const finite = values.filter(Number.isFinite);
  const [least, most] = [Math.min(...finite), Math.max(...finite)];
  return values.map((v) => (Number.isFinite(v) && most > least ? (v - least) / (most - least) : 0));
}

// ---- lanes

let before = new Map(); // what was shown last, for marks on what changed

function changedSince(name, words) {
  const last = before.get(name);
  return Array.from(words, (word, i) => last !== undefined && last[i] !== word);
}

export const forget = () => before.clear();

export function showLanes(words, name, format, exec) {
  const parts = heat(words, format);
  const changed = changedSince(name, words);
  if (by("lanes").children.length !== LANES) by("lanes").replaceChildren(...Array.from({ length: LANES }, () => make("div")));
  [...by("lanes").children].forEach((cell, lane) => {
    const isOn = (exec >> BigInt(lane)) & 1n;
    cell.textContent = show(words[lane], format);
    cell.className = `${isOn ? "" : "off"} ${changed[lane] ? "changed" : ""} ${parts[lane] > 0.55 ? "hot" : ""}`.trim();
    cell.style.setProperty("--heat", parts[lane].toFixed(3));
    cell.title = `${name} of lane ${lane}: 0x${hex(words[lane])}, ${words[lane] | 0}, ${floatText(asFloat(words[lane]))}${isOn ? "" : " (off in EXEC)"}`;
  });
  before.set(name, words.slice());
}

// ---- strips

function colours() {
  const style = getComputedStyle(document.documentElement);
  return ["--raised", "--heat-most"].map((name) => style.getPropertyValue(name).trim().match(/[0-9a-f]{2}/gi).map((part) => parseInt(part, 16)));
}

function paint(canvas, words, format) {
  const context = canvas.getContext("2d");
  const image = context.createImageData(LANES, 1);
  const [from, to] = colours();
  heat(words, format).forEach((part, lane) => {
    for (let i = 0; i < 3; i++) image.data[4 * lane + i] = from[i] + part * (to[i] - from[i]);
    image.data[4 * lane + 3] = 255;
  });
  context.putImageData(image, 0, 0);
}

/** A button for each register; `rows`: [name, words]. */
export function showStrips(rows, chosen, format, choose) {
  const names = rows.map(([name]) => name).join();
  if (by("strips").dataset.names !== names) {
    by("strips").dataset.names = names;
    by("strips").replaceChildren(
      ...rows.map(([name]) => make("button", { type: "button", "data-name": name, onclick: () => choose(name) }, make("span", {}, name), make("canvas", { width: LANES, height: 1, "aria-hidden": "true" }))),
    );
  }
  rows.forEach(([name, words], i) => {
    const button = by("strips").children[i];
    button.setAttribute("aria-pressed", String(name === chosen));
    paint(button.querySelector("canvas"), words, format);
  });
}

// ---- scalar registers

const words64 = (words) => "0x" + [...words].reverse().map(hex).join("");

/** `registers`: [name, words]; `set(name, text)` when one is edited. */
export function showScalars(registers, set) {
  const names = registers.map(([name]) => name).join();
  if (by("scalars").dataset.names !== names) {
    by("scalars").dataset.names = names;
    by("scalars").replaceChildren(
      ...registers.map(([name, words]) => make("label", { class: words.length > 1 ? "wide" : undefined }, make("span", {}, name), make("input", { name, spellcheck: "false", autocapitalize: "off", onchange: (event) => set(name, event.target.value) }))),
    );
  }
  registers.forEach(([name, words], i) => {
    const label = by("scalars").children[i];
    const input = label.querySelector("input");
    label.classList.toggle("changed", changedSince(name, words).some(Boolean));
    if (document.activeElement !== input || input.value === "") input.value = words64(words);
    label.title = words.length === 1 ? `${words[0] | 0}, ${floatText(asFloat(words[0]))}` : "";
    before.set(name, words.slice());
  });
}

// ---- memory

/** `read(address, words)` gives words, or null past the end. */
export function showMemory(from, columns, read, format) {
  const rows = [];
  for (let row = 0; row < ROWS; row++) {
    const at = from + 4 * columns * row;
    const words = read(at, columns);
    if (!words) break;
    const changed = changedSince(`memory ${at}`, words);
    before.set(`memory ${at}`, words.slice());
    rows.push(make("tr", {}, make("th", { scope: "row" }, "0x" + at.toString(16)), ...Array.from(words, (word, i) => make("td", { class: changed[i] ? "changed" : word ? undefined : "zero" }, show(word, format)))));
  }
  by("table").replaceChildren(rows.length ? make("tbody", {}, ...rows) : make("tbody", {}, make("tr", {}, make("td", { class: "none" }, "No memory here. A line such as memory 0x100000 256 in the start values maps some."))));
}
