// SPDX-License-Identifier: MIT
// "Try it" on the pages of the manual: every page of an instruction that an assembler chooses has
// one, and what the playground makes of it is that instruction, without an error, and explained.
// usage: node trials.mjs SITE
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const site = resolve(process.argv[2]);
const part = (path) => import(pathToFileURL(join(site, "playground", path)));
const [{ load }, { makeProgram }, { unpack }, { Runner }, { parseSetup }] = await Promise.all(["gisa/index.js", "program.js", "state.js", "runner.js", "setup.js"].map(part));
const gisa = await load();

const TRY = /<a class='try' href='([^']*)'/g;
const entities = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#39;": "'", "&quot;": '"' };
const plain = (text) => text.replace(/&(amp|lt|gt|quot|#39);/g, (e) => entities[e]);
const isOther = (name) => /^(format-|arch-)|^(index|values|words|models|registers|hazards)\.html$/.test(name);

/** What is wrong with a link, or null. */
async function fault(link, name) {
  const state = await unpack(plain(link).split("#")[1]);
  const program = makeProgram(gisa, state);
  if (program.problems.length) return `${state.text.trim()}: ${program.problems[0].message}`;
  if (program.lines.length !== 1 || program.places.length !== 1) return `${state.text.trim()}: ${program.lines.length} instructions`;
  const [explained] = gisa.explain(program.bytes, { arch: state.arch, most: 1 });
  if (!explained.valid) return `${state.text.trim()}: ${explained.status}`;
  const file = explained.name.replaceAll("+", "-") + ".html";
  return file === name ? null : `${state.text.trim()} is explained as ${explained.name}`;
}

// ---- worked examples

const runner = new Runner(gisa);
const WORKED = /<ul class='worked'>(.*?)<\/ul>/s;
const ITEM = /<li><code>(?:(.*?) &#8594; )?(.*?)<\/code><\/li>/g;
let results = 0;

const view = new DataView(new ArrayBuffer(8));
function half(bits) {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 31, bits & 0x3ff];
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : fraction * 2 ** -24);
}

/** All that words can mean: floats and integers of each size, or the bit of a lane in a mask. */
function meanings(words, lane) {
  const bits = words.reduceRight((all, w) => (all << 32n) | BigInt(w), 0n);
  const size = 32 * words.length;
  view.setBigUint64(0, BigInt.asUintN(64, bits));
  const floats = size === 64 ? [view.getFloat64(0)] : [view.getFloat32(4), half(words[0] & 0xffff), half(words[0] >>> 16)];
  const integers = [bits, BigInt.asIntN(size, bits), ...(size === 32 ? [BigInt.asIntN(16, bits)] : [(bits >> BigInt(lane)) & 1n])];
  return { floats, integers };
}

/** Whether words are what the manual writes as `value`. */
function reads(words, lane, value) {
  const { floats, integers } = meanings(words, lane);
  if (/^-?(inf|nan)$/.test(value)) return floats.some((f) => (value.includes("nan") ? Number.isNaN(f) : f === (value[0] === "-" ? -Infinity : Infinity)));
  if (/^(0x[0-9a-f]+|-?\d+)$/.test(value) && integers.includes(value[0] === "-" ? -BigInt(value.slice(1)) : BigInt(value))) return true;
  return floats.some((f) => Number.isFinite(f) && Math.abs(f - Number(value)) <= 5e-4 * Math.abs(f));
}

/** What is wrong with a worked example, or null. */
async function workedFault(html, link) {
  const state = await unpack(plain(link).split("#")[1]);
  const { sets, problems } = parseSetup(state.start);
  await runner.prepare(state.arch, makeProgram(gisa, state).bytes, sets);
  const wrong = [...problems, ...runner.problems].map((p) => p.message);
  runner.step();
  if (runner.wave.fault) wrong.push(runner.wave.fault.message);
  const items = [...html.match(WORKED)[1].matchAll(ITEM)];
  // Where the operation asks for lanes, three lanes are not the manual's one, three times.
  if (/words\.html#(LANE|FIRST)/.test(html)) return wrong.length ? wrong.join("; ") : null;
  // Scalar sources hold the first set alone.
  const shown = items.slice(0, /^(s\d|s\[|scc)/m.test(state.start) ? 1 : items.length);
  for (const [lane, [, , said]] of shown.entries())
    for (const [, name, value] of said.matchAll(/\b([vs]\d+|[vs]\[\d+:\d+\]) = (-?[\w.+-]+)(?=,|$)/g)) {
      const words = [...runner.wave.read(name, lane)];
      results++;
      if (!reads(words, lane, value)) wrong.push(`lane ${lane}: ${name} is ${words.map((w) => w.toString(16))}, not ${value}`);
    }
  return wrong.length ? `${state.text.trim()}: ${wrong.join("; ")}` : null;
}

// ---- all pages

let passed = 0;
let links = 0;
const failures = [];
for (const family of new Set(gisa.architectures.map((a) => a.family))) {
  const folder = join(site, "manual", family);
  for (const name of readdirSync(folder).filter((n) => n.endsWith(".html") && !isOther(n))) {
    const html = readFileSync(join(folder, name), "utf8");
    const found = [...html.matchAll(TRY)].map(([, link]) => link);
    const wrong = [];
    if (!found.length && !html.includes("class='note never'")) wrong.push("nothing to try");
    for (const link of found) wrong.push(await fault(link, name));
    const worked = found.find((link) => link.includes("&amp;b="));
    if (worked) wrong.push(await workedFault(html, worked));
    links += found.length;
    const said = wrong.filter(Boolean);
    if (said.length) failures.push(`${family}/${name}: ${said.join("; ")}`);
    else passed++;
  }
}
for (const failure of failures.slice(0, 40)) console.log(`failed: ${failure}`);
console.log(`${links} links on ${passed + failures.length} pages, ${results} results of worked examples`);
if (results < 1000) failures.push("worked examples are not found");
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length ? 1 : 0);
