// SPDX-License-Identifier: MIT
// The playground: what happens when something is typed, chosen or stepped. State flows one way:
// text -> program -> wave -> panels; the address follows.
import { load } from "./gisa/index.js";
import { after, by, make } from "./dom.js";
import { Editor, showProblems } from "./editor.js";
import { EXAMPLES, exampleState } from "./examples.js";
import { explanationOf } from "./explain.js";
import { forget, showLanes, showMemory, showScalars, showStrips } from "./panels.js";
import { Picture } from "./picture.js";
import { makeProgram, openFile, registersOf } from "./program.js";
import { Runner } from "./runner.js";
import { parseSetup } from "./setup.js";
import { pack, unpack } from "./state.js";

const OFTEN = 100; // milliseconds between two looks at a program that runs
const SAID = 1000; // and between two announcements of how far it is
const ALL = (1n << 64n) - 1n;
const CHOICES = ["arch", "syntax", "input", "format"];

let gisa, editor, runner, picture, program, setup;
let state = await unpack("");
let own = ""; // the part of the address that the page wrote

// ---- text -> program -> wave

const architecture = () => gisa.architectures.find((a) => a.name === state.arch);
const isGcn = () => architecture().family === "gcn";

/** GCN code that is given a buffer or user data for pictures is a pixel shader. */
const drawsPicture = () => program.bytes.length > 0 && (program.opened?.shader?.fragment || (isGcn() && setup.sets.some((s) => s.kind === "buffer" || s.kind === "user")));

let turn = 0;
async function rebuild() {
  const mine = ++turn;
  setup = parseSetup(state.start);
  program = makeProgram(gisa, state);
  const count = program.lines.length;
  by("size").textContent = count ? `${count} instruction${count > 1 ? "s" : ""}, ${program.bytes.length} bytes` : "no code";
  by("to-text").hidden = state.input !== "hex" || !program.bytes.length;
  showProblems(program.problems, editor);
  await runner.prepare(state.arch, program.bytes, setup.sets);
  if (mine !== turn) return;
  knownRegister();
  editor.show(program, runner.wave.codeAddress);
  explain();
  forget();
  present();
  drawPicture();
  if (state.steps) await hurry(state.steps);
}

const drawPicture = () => picture.show(state.arch, program, state.start, drawsPicture());

const rebuildSoon = after(120, () => guard(rebuild));

function guard(action) {
  return Promise.resolve()
    .then(action)
    .catch((error) => fault(error.message));
}

function fault(message) {
  by("fault").hidden = !message;
  by("fault").textContent = message;
}

// ---- wave -> panels

function placeAt(offset) {
  return program.places.findLast((p) => p.offset <= offset && offset < p.offset + p.size);
}

/** The line of the caret, or the one that was stepped to. */
function explain(number = editor.line) {
  const index = program.places.findIndex((p) => p.line === number);
  const place = program.places[index] ?? null;
  const line = place && program.lines.find((l) => l.offset === place.offset);
  const [found] = place ? gisa.explain(program.bytes.subarray(place.offset, place.offset + place.size), { arch: state.arch, most: 1 }) : [];
  by("explanation").replaceChildren(...explanationOf(found, line, architecture().family));
}

const ENDS = { ended: "ended", waits: "waits for another wave", halted: "halted", fault: "fault" };

function situation() {
  const { wave, steps } = runner;
  if (runner.running) return `running, ${steps.toLocaleString("en")} steps`;
  const made = steps === 1 ? "1 step" : `${steps} steps`;
  if (!program.bytes.length) return "nothing to run";
  if (wave.status !== "ready") return `${made}, ${ENDS[wave.status]}`;
  return runner.canStep ? `${made}, next at 0x${wave.pc.toString(16)}` : `${made}, past the end of the code`;
}

function readRow(name) {
  try {
    return runner.wave.row(name);
  } catch {
    return null;
  }
}

function read(name) {
  try {
    return runner.wave.read(name);
  } catch {
    return null;
  }
}

/** A program of the other family does not have the register that was shown: its first one then. */
function knownRegister() {
  const [first] = registersOf(program).rows;
  if (first && !readRow(state.register)) state.register = by("register").value = first;
}

function presentLanes(exec) {
  const words = readRow(state.register);
  by("register").setAttribute("aria-invalid", String(!words));
  by("set-name").textContent = state.register;
  if (words) showLanes(words, state.register, state.format, exec);
  const rows = registersOf(program).rows.map((name) => [name, readRow(name)?.slice()]).filter(([, row]) => row);
  showStrips(rows, state.register, state.format, choose);
}

function presentScalars() {
  const names = [...(isGcn() ? ["pc", "exec", "vcc", "scc", "m0"] : ["pc"]), ...registersOf(program).scalars];
  showScalars(names.map((name) => [name, read(name)]).filter(([, words]) => words), setLater);
}

function presentMemory() {
  const { wave } = runner;
  const regions = [...(isGcn() ? [["lds", "LDS"]] : []), ...wave.mapped.map((b) => [String(b.address), `0x${b.address.toString(16)}, ${b.size} bytes`])];
  const chosen = by("region").value;
  by("region").disabled = !regions.length;
  by("region").replaceChildren(...(regions.length ? regions : [["", "none"]]).map(([value, text]) => make("option", { value, selected: value === chosen }, text)));
  const from = Math.max(0, Number(by("from").value) || 0) & ~3;
  const block = wave.mapped.find((b) => String(b.address) === by("region").value);
  const columns = matchMedia("(max-width: 700px)").matches ? 4 : 8;
  showMemory(block ? Math.max(from, block.address) : from, columns, block ? (at, n) => wordsAt(block, at, n) : (at, n) => ldsAt(at, n), state.format);
}

function wordsAt(block, address, count) {
  const first = (address - block.address) / 4;
  const words = block.words.slice(first, first + count);
  return words.length ? words : null;
}

const ldsAt = (address, count) => (isGcn() ? read(`lds[${address}:${address + 4 * count - 1}]`) : null);

function present(announced = true) {
  const { wave } = runner;
  if (announced) by("state").textContent = situation();
  fault(wave.fault?.message ?? "");
  editor.running(runner.canStep && program.bytes.length ? (placeAt(runner.offset)?.line ?? 0) : 0);
  presentLanes(isGcn() ? wave.exec : ALL);
  presentScalars();
  presentMemory();
  const problems = [...setup.problems, ...runner.problems];
  by("start-problem").hidden = !problems.length;
  by("start-problem").textContent = problems.map((p) => `line ${p.line}: ${p.message}`).join("; ");
  by("back").disabled = by("reset").disabled = runner.steps === 0 && wave.status === "ready";
  by("step").disabled = !runner.canStep;
  by("run").disabled = !runner.canStep && !runner.running;
  if (!runner.running) remember();
}

// ---- the address

const remember = after(200, async () => {
  state.steps = runner.steps;
  own = "#" + (await pack(state));
  if (own !== location.hash) history.replaceState(null, "", own === "#" ? location.pathname : own);
  document.body.dataset.saved = own;
});

/** The state in the address, or the first example, which moves. */
async function wanted() {
  const first = () => exampleState(EXAMPLES[0]);
  if (location.hash.length < 2) return { next: await first(), moves: !matchMedia("(prefers-reduced-motion: reduce)").matches };
  try {
    return { next: await unpack(location.hash.slice(1)) };
  } catch {
    return { next: await first(), message: "The link is damaged: this is the first example." };
  }
}

async function restore(typed = null) {
  const { next, moves, message } = await wanted();
  await show(typed === null ? next : { ...next, text: typed });
  if (message) fault(message);
  if (moves) picture.play();
}

/** All of the page from a state. */
async function show(next) {
  showExample(next.text);
  const known = gisa.architectures.find((a) => a.name === next.arch || a.chips.some((c) => c.name === next.arch));
  state = { ...state, ...next, arch: known?.name ?? "gfx900" };
  for (const id of CHOICES) by(id).value = state[id];
  by("register").value = state.register;
  by("start").value = state.start;
  editor.text = state.text;
  const at = state.text.split("\n").findIndex((line) => /^\s+[a-z]/i.test(line) || (state.input === "hex" && line.trim()));
  firstLine(Math.max(0, at));
  await rebuild();
  explain();
}

const shown = new Map(); // texts of examples that are files

async function showChosen(example) {
  const next = await exampleState(example);
  shown.set(example, next.text);
  await show(next);
}

/** The example that this is, or the entry after the last one. */
function showExample(text) {
  const titles = EXAMPLES.map((e) => e.text ?? shown.get(e));
  const index = titles.indexOf(text);
  by("example").selectedIndex = index < 0 ? EXAMPLES.length : index;
}

/** The caret on the first instruction, without taking the focus. */
function firstLine(index) {
  const at = state.text.split("\n").slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
  by("source").setSelectionRange(at, at);
}

// ---- what is done

function choose(name) {
  state.register = by("register").value = name;
  present();
}

/** A register that is edited: a line of the start values for this position. */
function setLater(name, value) {
  const line = `${runner.steps ? `@${runner.steps} ` : ""}${name} = ${value.trim()}`;
  const others = state.start.split("\n").filter((l) => l.trim() && l.split("=")[0].trim() !== line.split("=")[0].trim());
  state.start = by("start").value = [...others, line].join("\n") + "\n";
  state.steps = runner.steps;
  guard(rebuild);
}

/** Runs to the end, or to a step; the panels follow now and then. */
async function hurry(steps) {
  let shown = performance.now();
  let said = shown;
  const isOver = runner.run(steps, () => {
    const now = performance.now();
    if (now - shown < OFTEN) return;
    present(now - said >= SAID);
    if (now - said >= SAID) said = now;
    shown = now;
  });
  showRunning();
  if (await isOver) follow();
  showRunning();
}

function showRunning() {
  by("run").dataset.running = runner.running;
  by("run-label").textContent = runner.running ? "Stop" : "Run";
  by("run-key").textContent = runner.running ? "Esc" : "Ctrl Enter";
  by("run-mark").textContent = runner.running ? "■" : "▶▶";
  by("run").setAttribute("aria-keyshortcuts", runner.running ? "Escape" : "Control+Enter");
}

/** Whatever does not end by itself: a run, a picture. */
function stop() {
  const wasRunning = runner.running;
  runner.stop();
  picture.stop();
  showRunning();
  if (wasRunning) present();
}

/** Shows where a step led: the explanation goes along, and the line is in sight. */
function follow() {
  present();
  const next = runner.canStep && placeAt(runner.offset)?.line;
  if (!next) return;
  explain(next);
  editor.reveal(next);
}

const ACTIONS = {
  step: () => (runner.step(), follow()),
  back: () => (runner.back(), follow()),
  reset: () => (runner.goTo(0), follow()),
  run: () => (runner.running ? stop() : hurry(Infinity)),
};

function shortcut(event) {
  if (event.key === "Escape" && (runner.running || picture.busy)) return stop();
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const name = { ".": "step", ",": "back", Enter: event.shiftKey ? "reset" : "run" }[event.key];
  if (!name) return;
  event.preventDefault();
  if (!by(name).disabled) guard(ACTIONS[name]);
}

async function open(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const opened = openFile(gisa, bytes, state.arch, state.syntax);
  await show({ ...opened, input: "asm", start: "", steps: 0 });
}

async function copyLink() {
  history.replaceState(null, "", "#" + (await pack({ ...state, steps: runner.steps })));
  let said = "Copied";
  await navigator.clipboard.writeText(location.href).catch(() => (said = "The address is the link"));
  by("share").textContent = said;
  setTimeout(() => (by("share").textContent = "Copy link"), 2000);
}

function toText() {
  const text = gisa.listing(program.bytes, { arch: state.arch, syntax: state.syntax, plain: true });
  guard(() => show({ ...state, input: "asm", text }));
}

function listen() {
  for (const [id, action] of Object.entries(ACTIONS)) by(id).addEventListener("click", () => guard(action));
  for (const id of CHOICES)
    by(id).addEventListener("change", (event) => {
      state[id] = event.target.value;
      state.steps = 0;
      guard(id === "format" ? () => present() : rebuild);
    });
  by("example").addEventListener("change", (event) => guard(() => showChosen(EXAMPLES[event.target.selectedIndex])));
  by("start").addEventListener("input", (event) => ((state.start = event.target.value), rebuildSoon()));
  by("register").addEventListener("input", (event) => ((state.register = event.target.value.trim()), present()));
  by("set").addEventListener("submit", (event) => (event.preventDefault(), by("set-value").value.trim() && setLater(state.register, by("set-value").value)));
  for (const id of ["region", "from"]) by(id).addEventListener("change", presentMemory);
  by("file").addEventListener("change", (event) => event.target.files[0] && guard(() => open(event.target.files[0])));
  by("share").addEventListener("click", () => guard(copyLink));
  by("to-text").addEventListener("click", toText);
  document.addEventListener("keydown", shortcut);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => (event.preventDefault(), event.dataTransfer.files[0] && guard(() => open(event.dataTransfer.files[0]))));
  window.addEventListener("hashchange", () => location.hash !== own && guard(restore));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => present());
}

/** What can be read before the module is there. */
async function preview() {
  const { next } = await wanted();
  by("source").value = next.text;
  by("start").value = next.start;
  editor.show({ places: [], problems: [], lines: [] }, 0);
  return next.text;
}

/** gisa.wasm, compiled while it arrives where the server gives it its type. */
async function compiled() {
  const response = await fetch(new URL("gisa/gisa.wasm", import.meta.url));
  if (!response.ok) throw new Error(`gisa.wasm: ${response.status} ${response.statusText}`);
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function begin() {
  editor = new Editor({
    typed: (text) => ((state.text = text), (state.steps = 0), gisa && rebuildSoon()),
    moved: () => program && explain(),
  });
  by("example").replaceChildren(...EXAMPLES.map((e) => make("option", {}, e.title)), make("option", { hidden: true }, "your own"));
  const loading = compiled();
  const previewed = await preview();
  const module = await loading;
  gisa = await load(module);
  runner = new Runner(gisa);
  picture = new Picture(module);
  by("arch").replaceChildren(...gisa.architectures.map((a) => make("option", { value: a.name, title: a.chips.map((c) => c.name).join(" ") }, a.name)));
  listen();
  await restore(editor.text === previewed ? null : editor.text);
  by("status").textContent = `gisa ${gisa.version}`;
  document.body.dataset.ready = "";
}

begin().catch((error) => {
  by("status").textContent = `The playground could not begin: ${error.message}`;
});
