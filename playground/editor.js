// SPDX-License-Identifier: MIT
// The editor: a textarea over its own coloured text, with line numbers on the left, the words of
// each line on the right, and the message of an error below its line.
import { after, by, make } from "./dom.js";

/** By how they look; which instructions there are is the library's business. */
const PARTS = /(\/\/.*|;.*|\/\*.*?\*\/)|("[^"]*")|^(\s*[\w.$]+:)|(?<=^\s*|:\s*)(\.[\w.]+)|(?<=^\s*|:\s*|^\s*!?p\d\s+)([a-z][\w.]*)|\b((?:v|s|r|pa|sa|o|ttmp)(?:\d+\b|\[[^\]]*\])(?:\.[xyzw-]+)?|(?:vcc|exec|m0|scc|p\d)\b)|(\b(?:0x[0-9a-f]+|\d+(?:\.\d+)?)\b)/gi;
const CLASSES = [null, "c-comment", "c-string", "c-label", "c-directive", "c-name", "c-register", "c-number"];
const PAUSE = 500; // before an error is shown below the line that is being typed

function coloured(line) {
  const parts = [];
  let at = 0;
  for (const match of line.matchAll(PARTS)) {
    const group = match.findIndex((part, i) => i && part !== undefined);
    parts.push(line.slice(at, match.index), make("span", { class: CLASSES[group] }, match[0]));
    at = match.index + match[0].length;
  }
  parts.push(line.slice(at));
  return parts;
}

/** Underlines a part of a line whose spans are there already. */
function withMark(line, from, length) {
  const end = Math.max(from + 1, Math.min(line.length, from + length));
  return [line.slice(0, from), make("span", { class: "c-wrong" }, line.slice(from, end) || " "), line.slice(end)];
}

export class Editor {
  #source = by("source");
  #program = { places: [], problems: [], lines: [] };
  #caret = 0;
  #running = 0;
  #showBubble = after(PAUSE, () => this.#placeBubble());

  constructor({ typed, moved }) {
    this.#source.addEventListener("input", () => {
      this.#draw();
      typed(this.#source.value);
    });
    document.addEventListener("selectionchange", () => document.activeElement === this.#source && this.#move(moved));
    this.#source.addEventListener("focus", () => this.#move(moved));
  }

  get text() {
    return this.#source.value;
  }

  set text(text) {
    this.#source.value = text;
    this.#source.setSelectionRange(0, 0);
    this.#caret = 0;
  }

  /** From 1. */
  get line() {
    return this.#source.value.slice(0, this.#source.selectionStart).split("\n").length;
  }

  goTo(line, column) {
    const lines = this.text.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0) + Math.max(0, column - 1);
    this.#source.focus();
    this.#source.setSelectionRange(at, at);
  }

  /** Scrolls no further than the editor. */
  reveal(line) {
    const [box, row] = [by("editor"), by("colours").children[line - 1]];
    if (!row) return;
    const [top, bottom] = [row.offsetTop - box.scrollTop, row.offsetTop + row.offsetHeight - box.scrollTop];
    if (top < 0 || bottom > box.clientHeight) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }

  #move(moved) {
    const line = this.line;
    if (line === this.#caret) return;
    this.#caret = line;
    this.#draw();
    this.#showBubble();
    moved(line);
  }

  show(program, address) {
    this.#program = program;
    this.#draw(address);
    this.#showBubble();
  }

  /** Marks the line of the next instruction; 0: none. */
  running(line) {
    this.#running = line;
    this.#mark();
  }

  #words(address) {
    const words = new Map();
    for (const [i, { line }] of this.#program.places.entries()) {
      const { words: w = [], bytes = [], text = "", status } = this.#program.lines[i] ?? {};
      const hex = (w.length ? w : bytes).join(" ");
      const known = words.get(line);
      words.set(line, { hex: known ? known.hex + " ..." : hex, text: known?.text ?? text ?? status, address: known?.address ?? address + this.#program.places[i].offset });
    }
    return words;
  }

  #address = 0;
  #draw(address = this.#address) {
    this.#address = address;
    const lines = this.text.split("\n");
    const wrong = new Map(this.#program.problems.filter((p) => p.line).map((p) => [p.line, p]));
    const words = this.#words(address);
    const isHex = by("input").value === "hex";
    by("colours").replaceChildren(...lines.map((line, i) => {
      const problem = wrong.get(i + 1);
      return make("div", { "data-line": i + 1 }, ...(problem ? withMark(line, problem.column - 1, problem.length) : coloured(line)), "\n");
    }));
    by("gutter").replaceChildren(...lines.map((_, i) => make("li", { class: wrong.has(i + 1) ? "wrong" : undefined })));
    by("words").replaceChildren(...lines.map((_, i) => {
      const word = words.get(i + 1);
      return make("li", { title: word && `0x${word.address.toString(16)}: ${word.text}` }, word ? (isHex ? word.text : word.hex) : "\u00a0");
    }));
    by("words").classList.toggle("texts", isHex);
    by("bubble").hidden = true;
    this.#mark();
  }

  #mark() {
    const number = this.text.split("\n").length;
    for (const id of ["colours", "gutter", "words"])
      for (let i = 0; i < number; i++) {
        const list = by(id).children[i]?.classList;
        list?.toggle("caret", i + 1 === this.#caret);
        list?.toggle("next", i + 1 === this.#running);
      }
  }

  /** The error of the caret's line, or else the first one. */
  #placeBubble() {
    const problems = this.#program.problems.filter((p) => p.line);
    const problem = problems.find((p) => p.line === this.#caret) ?? problems[0];
    const bubble = by("bubble");
    bubble.hidden = !problem;
    if (!problem) return;
    bubble.textContent = problem.message;
    bubble.style.setProperty("--line", problem.line);
    bubble.style.setProperty("--column", columnOf(this.text.split("\n")[problem.line - 1] ?? "", problem.column));
  }
}

/** A tab goes to the next multiple of four. */
function columnOf(line, column) {
  let at = 0;
  for (const c of line.slice(0, column - 1)) at = c === "\t" ? at - (at % 4) + 4 : at + 1;
  return at;
}

/** The list of problems: each goes to its place. */
export function showProblems(problems, editor) {
  const said = problems.map((p) =>
    make(
      "li",
      { class: p.severity },
      make("button", { type: "button", onclick: () => p.line && editor.goTo(p.line, p.column) }, make("b", {}, p.severity === "error" ? "✖ error" : p.severity), p.line ? ` ${p.line}:${p.column} ` : " ", make("span", {}, p.message)),
    ),
  );
  by("problems").replaceChildren(...(said.length ? [make("ol", { class: "problems" }, ...said)] : []));
}
