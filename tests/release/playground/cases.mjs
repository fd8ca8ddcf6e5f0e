// SPDX-License-Identifier: MIT
// bindings/cases.json through the page: what is pasted, run and read there is what each case
// expects and what the command says. Kernels and pictures go through the page's module.
// usage: node cases.mjs GISA SITE NODE_MODULES FOLDER
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { address, choose, command, finish, folder, lanes, open, page, plain, scalar, test, text, until } from "./page.mjs";

const cases = JSON.parse(readFileSync("bindings/cases.json", "utf8"));
const CODE = 0x1000; // where the page loads code; the cases have it at 0
const gisa = (...how) => execFileSync(command, how, { env: { ...process.env, COLUMNS: "1000" } }).toString();
const grouped = (list) => Map.groupBy?.(list, (c) => c.arch) ?? list.reduce((m, c) => m.set(c.arch, [...(m.get(c.arch) ?? []), c]), new Map());
const shown = () => page.$$eval("#words li", (items) => items.map((i) => i.textContent.trim()).filter(Boolean));
const word = (hex) => hex.padStart(8, "0");

// ---- decoding: all words of an architecture at once, as hex

for (const [kind, syntax] of [["decode", "llvm"], ["clrx", "clrx"]])
  for (const [arch, list] of grouped(cases[kind]))
    await test(`${kind}: ${list.length} of ${arch} as text`, async () => {
      // A line for each instruction, which the page answers with its text.
      await open(plain({ a: arch, i: "hex", s: syntax, t: list.map((c) => c.words.split(" ").map(word).join(" ")).join("\n") + "\n" }));
      const texts = list.map((c) => c.text);
      assert.deepEqual(await shown(), texts);
      const file = join(folder, "words.hex");
      writeFileSync(file, list.map((c) => c.words).join(" ") + "\n");
      const listed = gisa("dis", "-a", arch, "-f", "hex", "--syntax", syntax, file).split("\n").map((l) => l.trim()).filter(Boolean);
      assert.deepEqual(await shown(), listed);
    });

await test("explain: sentences", async () => {
  for (const c of cases.explain.filter((c) => c.text.includes(" "))) {
    await open(plain({ a: c.arch, t: c.text + "\n" }));
    for (const part of c.contains) assert((await text("#explanation .sentence")).includes(part), `${c.text}: ${part}`);
    assert(gisa("explain", "-a", c.arch, c.text).includes(await text("#explanation .sentence")), c.text);
  }
});

await test("fields: bits, names and values", async () => {
  for (const c of cases.fields) {
    await open(plain({ a: c.arch, i: "hex", t: c.words + "\n" }));
    const rows = await page.$$eval("#explanation .meanings tbody tr", (all) => all.map((r) => [...r.cells].slice(0, 3).map((d) => d.textContent)));
    for (const [name, [low, width, value]] of Object.entries(c.fields)) {
      const range = width > 1 ? `${low + width - 1}:${low}` : `${low}`;
      const row = rows.find((r) => r[0] === range && r[1] === name);
      assert(row, `${c.words}: ${name} ${range} is not in ${JSON.stringify(rows)}`);
      assert.equal(row[2].startsWith("0x") ? Number(row[2]) : parseInt(row[2], 2), parseInt(value, 16), name);
    }
  }
});

// ---- errors

for (const c of [...cases.parse_errors.map((e) => ({ ...e, source: e.text + "\n", line: 1 })), ...cases.source_errors])
  await test(`an error at ${c.line}:${c.column} of ${JSON.stringify(c.source)}`, async () => {
    await open(plain({ a: c.arch, t: c.source }));
    await until(() => document.querySelector("#problems .error"));
    assert((await text("#problems .error")).includes(` ${c.line}:${c.column} `), await text("#problems .error"));
  });

// ---- waves

const startOf = (c) =>
  [
    ...(c.words ? [`memory 0x${c.address} ${4 * c.words.length} = ${c.words.map((w) => `0x${w}`).join(", ")}`] : []),
    ...c.set.map(([name, value]) => `${name} = 0x${value}`),
    ...(c.set_lanes ?? []).map((name) => `${name} = lane`),
  ].join("\n") + "\n";

async function run(c) {
  await open(plain({ a: c.arch, t: c.source + "\n", b: startOf(c), r: c.arch.startsWith("sgx") ? "r0" : "v0" }));
  assert.equal(await text("#start-problem"), "");
  await page.click("#run");
  await until(() => document.getElementById("run").dataset.running === "false");
}

/** What the page shows of a register in a lane. */
async function valueOf(name, lane) {
  if (await page.$(`#scalars [name="${name}"]`)) return (await scalar(name)).replace(/^0x(0{8}(?=.{8}$))?/, "");
  await page.$eval("#register", (e, n) => ((e.value = n), e.dispatchEvent(new Event("input"))), name);
  return (await lanes())[lane];
}

/** The same by `gisa run`, which prints one value where all lanes have it. */
function dumped(c, name) {
  const file = join(folder, "case.s");
  writeFileSync(file, c.source + "\n");
  const sets = [...c.set.map(([n, v]) => `${n}=0x${v}`), ...(c.set_lanes ?? []).map((n) => `${n}=${Array.from({ length: 64 }, (_, i) => i).join(",")}`)];
  return gisa("run", "-a", c.arch, file, ...sets.flatMap((s) => ["--set", s]), "--dump", name);
}

for (const c of cases.wave)
  await test(`wave: ${c.source}`, async () => {
    await run(c);
    assert.match(await text("#state"), new RegExp(`^${c.instructions} steps?,`));
    for (const [name, value] of c.get) {
      assert.equal(await valueOf(name, 0), word(value), name);
      assert.match(dumped(c, name), new RegExp(`\\b(0x)?0*${value}\\b`), `${name} by the command`);
    }
    for (const [name, lane, value] of c.get_lanes ?? []) assert.equal(await valueOf(name, lane), word(value), `${name} lane ${lane}`);
  });

for (const c of cases.wave_memory)
  await test(`memory: ${c.source}`, async () => {
    await run(c);
    await choose("region", String(parseInt(c.address, 16)));
    const cells = await page.$$eval("#table td", (all) => all.map((d) => d.textContent));
    assert.deepEqual(cells.slice(0, c.after.length), c.after.map(word));
  });

for (const c of cases.wave_faults)
  await test(`a fault: ${c.source}`, async () => {
    // The page has code at 0x1000, where this case has nothing: a little further on there is nothing.
    await run({ ...c, set: c.set.map(([name, value]) => [name, value === c.address ? "11000" : value]) });
    assert.match(await text("#state"), /fault$/);
    assert.equal(Number(await scalar("pc")), CODE + parseInt(c.pc, 16));
    if (c.text) assert((await text("#fault")).includes(c.text), await text("#fault"));
    if (c.lane !== null) assert.match(await text("#fault"), new RegExp(`\\b${c.lane}\\b`));
  });

// ---- what the page has no control for: its module, in the page

await open(address);

for (const c of cases.assemble)
  await test(`bytes of ${c.source_file}`, async () => {
    const got = await page.evaluate(
      async (source, arch) => {
        const { load } = await import("./gisa/index.js");
        const { bytes } = (window.gisa ??= await load()).assemble(source, { arch });
        return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
      },
      readFileSync(c.source_file, "utf8"),
      c.arch,
    );
    assert.equal(got, readFileSync(c.hex_file, "utf8").replace(/#.*/g, "").replace(/\s+/g, "").toLowerCase());
  });

for (const c of cases.kernels)
  await test(`kernel ${c.kernel}`, async () => {
    const { y, end, instructions } = await page.evaluate(
      async (c, source) => {
        const { load } = await import("./gisa/index.js");
        const machine = await (window.gisa ??= await load()).machine(c.arch);
        const loaded = machine.load(window.gisa.assemble(source, { arch: c.arch, output: "co" }).bytes);
        const x = machine.buffer(Float32Array.from({ length: c.items }, (_, i) => i));
        const y = machine.buffer(new Float32Array(c.items).fill(c.y));
        const result = machine.launch(loaded, { kernel: c.kernel, grid: c.items, group: c.group, arguments: [{ f32: c.a }, x, y] });
        return { y: [...y.floats], end: result.end, instructions: result.instructions };
      },
      c,
      readFileSync(c.source_file, "utf8"),
    );
    assert.deepEqual([end, instructions, c.after], ["ended", c.instructions, "2 * item + 1"]);
    assert.deepEqual(y, Array.from({ length: c.items }, (_, item) => 2 * item + 1));
  });

for (const c of cases.pictures)
  await test(`a picture of ${c.value}`, async () => {
    const got = await page.evaluate(async (c) => {
      const { load } = await import("./gisa/index.js");
      const shader = await (window.gisa ??= await load()).shader({ arch: "sgx543", source: c.source });
      const [a, b, d] = c.corners;
      const last = a.map((value, i) => b[i] + d[i] - value);
      const { floats } = shader.draw({ width: c.width, height: c.height, corners: [a, b, d, last].flatMap((v) => [...v, 0, 1]) });
      return c.pixels.map(([x, y]) => [x, y, [...floats.slice(4 * (y * c.width + x), 4 * (y * c.width + x) + 4)]]);
    }, c);
    assert.deepEqual(got, c.pixels);
  });

await finish();
