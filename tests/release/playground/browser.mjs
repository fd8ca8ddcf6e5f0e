// SPDX-License-Identifier: MIT
// The playground in Chromium: types, steps forwards and backwards, opens links, and compares with
// what the command prints for the same program.
// usage: node browser.mjs GISA SITE NODE_MODULES FOLDER
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { address, choose, chord, command, delays, example, finish, folder, lanes, look, open, page, plain, root, scalar, settled, test, text, type, until } from "./page.mjs";

/** What `gisa run` prints for a register of all lanes, or of the wave. */
async function dumped(source, names, ...sets) {
  const file = join(folder, "program.s");
  await writeFile(file, source);
  return execFileSync(command, ["run", "-a", "gfx900", file, ...sets.flatMap((s) => ["--set", s]), "--dump", names]).toString();
}

// ---- typing

const PROGRAM = "v_mul_f32 v2, v0, v0\nv_sqrt_f32 v3, v0\nv_rcp_f32 v4, v3\ns_mov_b32 s2, 0x1234\ns_endpgm\n";

await test("what is typed is encoded as the command encodes it, and explained", async () => {
  await open(address);
  await type(PROGRAM);
  await until(() => document.getElementById("size").textContent.startsWith("5 instructions"));
  await writeFile(join(folder, "typed.s"), PROGRAM);
  const words = execFileSync(command, ["asm", "-a", "gfx900", "-f", "hex", join(folder, "typed.s"), "-o", "-"]).toString().trim().split(/\s+/);
  const shown = await page.$$eval("#words li", (items) => items.map((i) => i.textContent.trim()).filter(Boolean));
  assert.deepEqual(shown.flatMap((w) => w.split(" ")).map((w) => w.toLowerCase()), words.map((w) => w.toLowerCase().replace(/^0x/, "")));
  await chord("Home", "Control");
  await until(() => document.querySelector("#explanation .text")?.textContent === "v_mul_f32_e32 v2, v0, v0");
  const said = execFileSync(command, ["explain", "-a", "gfx900", "v_mul_f32 v2, v0, v0"], { env: { ...process.env, COLUMNS: "1000" } }).toString();
  assert(said.includes(await text("#explanation .sentence")));
});

await test("an error says its line, its column and what would be right", async () => {
  await type("s_nop 0\nv_addd_f32 v0, v1, v2");
  await until(() => document.querySelector("#problems .error"));
  assert.match(await text("#problems .error"), /2:1 .*v_addd_f32.*did you mean 'v_add_f32'\?/);
  await until(() => !document.getElementById("bubble").hidden);
  const [line, bubble] = await page.$$eval('#colours [data-line="2"], #bubble', (both) => both.map((e) => e.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
  assert(Math.abs(bubble.top - line.bottom) < 3, `the line ends at ${line.bottom}, the message begins at ${bubble.top}`);
  assert.equal(await page.$eval("#run", (e) => e.disabled), true);
});

// ---- running

await test("registers are those of gisa run, forwards and backwards", async () => {
  await open(plain({ t: PROGRAM, b: "v0 = 2.75\n", r: "v4" }));
  assert.equal(await text("#state"), "0 steps, next at 0x1000");
  const history = [];
  for (let step = 1; step <= 5; step++) {
    history.push([await text("#state"), await lanes(), await scalar("pc"), await scalar("s2")]);
    await page.click("#step");
    await settled(`${step} step`);
  }
  const values = await dumped(PROGRAM, "v4,s2", "v0=0x40300000");
  assert(values.includes(`v4 0x${(await lanes())[63]}`), `${(await lanes())[63]} is not in\n${values}`);
  assert(values.includes(`s2 ${await scalar("s2")}`));
  assert.notEqual((await lanes())[0], "00000000");
  for (const was of history.reverse()) {
    await page.click("#back");
    assert.deepEqual([await text("#state"), await lanes(), await scalar("pc"), await scalar("s2")], was);
  }
});

await test("a loop: run by its key, back by one step, on again, reset", async () => {
  const source = "v_mov_b32 v1, 0\nloop:\nv_add_u32 v1, v1, v0\ns_add_u32 s0, s0, 1\ns_cmp_lt_u32 s0, 300\ns_cbranch_scc1 loop\ns_endpgm\n";
  await open(plain({ t: source, b: "v0 = lane\n", r: "v1", f: "int" }));
  await page.focus("#source");
  await chord("Enter", "Control");
  await settled("1202 steps, ended");
  const expected = Array.from({ length: 64 }, (_, lane) => String(300 * lane));
  assert.deepEqual(await lanes(), expected);
  for (let i = 0; i < 4; i++) await chord(",", "Control");
  await settled("1198 steps, next");
  assert.equal((await lanes())[3], "900");
  assert.equal(await scalar("s0"), "0x0000012b");
  await chord("Enter", "Control");
  assert.deepEqual(await lanes(), expected);
  await chord("Enter", "Control", "Shift");
  await settled("0 steps");
});

await test("lanes that are off, an edited register, memory", async () => {
  await open(plain({ t: "v_mov_b32 v1, s0\nglobal_store_dword v2, v1, s[2:3]\ns_endpgm\n", b: "exec = 0xf0\nmemory 0x100000 256 = 7\ns[2:3] = 0x100000\nv2 = lane * 4\n", r: "v1" }));
  await page.$eval('#scalars [name="s0"]', (e) => ((e.value = "0xabc"), e.dispatchEvent(new Event("change"))));
  await until(() => document.getElementById("start").value.includes("s0 = 0xabc"));
  await page.click("#run");
  await settled("3 steps, ended");
  assert.deepEqual((await lanes()).slice(2, 6), ["00000000", "00000000", "00000abc", "00000abc"]);
  assert.deepEqual(await page.$$eval("#lanes .off", (cells) => cells.length), 60);
  await choose("region", "1048576");
  assert.deepEqual((await page.$$eval("#table td", (cells) => cells.slice(0, 8).map((c) => c.textContent))).slice(2, 6), ["00000007", "00000007", "00000abc", "00000abc"]);
});

await test("a fault is told, and left again by a step back", async () => {
  await open(plain({ a: "gfx803", t: "s_nop 0\nflat_load_dword v0, v[1:2]\n" }));
  await page.click("#run");
  await until(() => !document.getElementById("fault").hidden);
  await page.click("#back");
  await settled("1 step, next");
});

const ENDLESS = "v_mov_b32 v1, 0\nloop:\n\tv_add_u32 v1, 1, v1\n\ts_branch loop\n";

await test("a program without an end: the page lives, the panels follow, Stop stops", async () => {
  await open(plain({ t: ENDLESS, r: "v1", f: "int" }));
  await page.click("#run");
  await until(() => Number(document.querySelector("#lanes div").textContent) > 1000);
  const before = Number((await lanes())[0]);
  await until((n) => Number(document.querySelector("#lanes div").textContent) > n, before);
  await settled("running, ");
  assert.match(await text("#run"), /Stop/);
  const frames = await page.evaluate(
    () => new Promise((done) => {
      const begin = performance.now();
      let longest = 0, last = begin;
      const frame = (now) => ((longest = Math.max(longest, now - last)), (last = now), now - begin > 1000 ? done(longest) : requestAnimationFrame(frame));
      requestAnimationFrame(frame);
    }),
  );
  assert(frames < 400, `a frame took ${frames} ms`);
  await page.click("#run");
  await until(() => /^\d+ steps, next at/.test(document.getElementById("state").textContent));
  assert.match(await text("#run"), /Run/);
  const stopped = await text("#state");
  await new Promise((done) => setTimeout(done, 300));
  assert.equal(await text("#state"), stopped);
  await page.click("#back");
  await settled(`${parseInt(stopped, 10) - 1} steps`);
});

await test("Escape stops, and so does typing, which is taken", async () => {
  await open(plain({ t: ENDLESS, r: "v1" }));
  await page.focus("#source");
  await chord("Enter", "Control");
  await until(() => document.getElementById("run").textContent.includes("Stop"));
  await page.keyboard.press("Escape");
  await until(() => document.getElementById("run").textContent.includes("Run"));
  await chord("Enter", "Control");
  await until(() => document.getElementById("run").textContent.includes("Stop"));
  await type("s_mov_b32 s7, 7\ns_endpgm\n");
  await settled("0 steps");
  await chord("Enter", "Control");
  await settled("2 steps, ended");
  assert.equal(await scalar("s7"), "0x00000007");
});

await test("a pixel shader without an end stops nothing, and its successor is drawn", async () => {
  await open(plain({ t: "loop: s_branch loop\n", b: "user 4 = 0\n" }));
  await until(() => document.getElementById("drawn").textContent.length > 0);
  await type("v_mov_b32 v0, 1.0\nexp mrt0 v0, v0, v0, v0 done vm\ns_endpgm\n");
  await until(() => document.getElementById("drawn").textContent.includes("instructions of waves"));
  assert.deepEqual(await page.$eval("#canvas", (c) => [...c.getContext("2d").getImageData(9, 9, 1, 1).data]), [255, 255, 255, 255]);
});

await test("a step explains the instruction that it leads to, and shows its line", async () => {
  const source = "s_nop 0\n".repeat(60) + "s_mov_b32 s1, 2\ns_endpgm\n";
  await open(plain({ t: source, n: "59" }));
  await page.click("#step");
  await until(() => document.querySelector("#explanation .text").textContent === "s_mov_b32 s1, 2");
  const [row, box] = await page.$$eval("#colours .next, #editor", (both) => both.map((e) => e.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])).then(([a, b]) => (a[1] - a[0] > 100 ? [b, a] : [a, b]));
  assert(row[0] >= box[0] && row[1] <= box[1], `the line is at ${row}, the editor at ${box}`);
});

// ---- loading

await test("the text is there before gisa.wasm, and what was typed meanwhile stays", async () => {
  let arrive;
  delays.set(".wasm", new Promise((done) => (arrive = done)));
  await page.goto("about:blank");
  await page.goto(plain({ t: "s_mov_b32 s0, 5\n" }));
  await until(() => document.getElementById("colours").textContent.includes("s_mov_b32 s0, 5"));
  assert.match(await text("#status"), /^Loading/);
  await type("s_mov_b32 s1, 6\n");
  arrive();
  await page.waitForSelector("body[data-ready]");
  await until(() => document.getElementById("size").textContent === "1 instruction, 4 bytes");
  assert.equal((await text("#colours")).trim(), "s_mov_b32 s1, 6");
  delays.clear();
});

// ---- links, files, pictures

await test("a link that the page made holds program, values and position", async () => {
  await open(plain({ t: "// So long that it is worth deflating, deflating, deflating, deflating.\n".repeat(3) + PROGRAM, b: "v0 = lane + 0.5\n", r: "v3", f: "float" }));
  await page.click("#step");
  await page.click("#step");
  const was = [await text("#state"), await lanes(), await page.$eval("#source", (e) => e.value), await page.$eval("#start", (e) => e.value)];
  await until(() => location.hash.startsWith("#z="));
  await new Promise((done) => setTimeout(done, 500));
  await open(page.url());
  assert.deepEqual([await text("#state"), await lanes(), await page.$eval("#source", (e) => e.value), await page.$eval("#start", (e) => e.value)], was);
  assert.equal(was[0], "2 steps, next at 0x1008");
  await open(`${address}#z=damaged`);
  assert.match(await text("#fault"), /damaged/);
});

await test("Copy link gives an address that gives the same page", async () => {
  await open(plain({ a: "gfx803", s: "clrx", t: PROGRAM, b: "v0 = lane\n", r: "v2", f: "float" }));
  for (let i = 0; i < 3; i++) await page.click("#step");
  const state = () => page.evaluate(() => [["arch", "syntax", "input", "source", "start", "register", "format"].map((id) => document.getElementById(id).value), document.getElementById("state").textContent, document.getElementById("lanes").textContent, document.getElementById("words").textContent]);
  const was = await state();
  await page.click("#share");
  await until(() => document.getElementById("share").textContent === "Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert(link.startsWith(`${address}#`), link);
  await open(link);
  assert.deepEqual(await state(), was);
  assert.equal(was[1], "3 steps, next at 0x100c");
});

/** Drops a file of the disk on the page, as a hand does. */
async function drop(path) {
  const bytes = [...(await readFile(path))];
  await page.evaluate(
    (name, data) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(data)], name));
      const over = new DragEvent("dragover", { dataTransfer: transfer, bubbles: true, cancelable: true });
      if (document.getElementById("source").dispatchEvent(over)) throw new Error("the page does not take files");
      document.getElementById("source").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    path,
    bytes,
  );
}

await test("files that are dropped: a code object, and a .gxp, which draws", async () => {
  const [object, shader] = [join(folder, "dropped.co"), join(folder, "dropped.gxp")];
  execFileSync(command, ["asm", "-f", "co", "examples/saxpy.s", "-o", object]);
  execFileSync(command, ["asm", "-f", "gxp", "examples/sphere.frag.s", "-o", shader]);
  await open(plain({ t: "s_nop 0\n" }));
  await drop(object);
  await until(() => document.getElementById("source").value.includes("v_fma_f32 v2, s3, v2, v3"));
  assert.equal(await text("#problems"), "");
  await drop(shader);
  await until(() => document.getElementById("source").value.includes(".gxp fragment"));
  await until(() => document.getElementById("drawn").textContent.includes("instructions"));
  assert.equal(await page.$eval("#arch", (e) => e.value), "sgx543");
  assert.equal(await text("#problems"), "");
});

await test("hex words become the command's text", async () => {
  await open(plain({ i: "hex", t: "0x7e020280 // a comment\nbf810000\n" }));
  assert.deepEqual(await page.$$eval("#words li", (items) => items.map((i) => i.textContent.trim()).filter(Boolean)), ["v_mov_b32_e32 v1, 0", "s_endpgm"]);
  await page.click("#to-text");
  await until(() => document.getElementById("source").value.includes("v_mov_b32_e32 v1, 0"));
});

await test("a code object is opened as text", async () => {
  const file = join(folder, "saxpy.co");
  execFileSync(command, ["asm", "-f", "co", "examples/saxpy.s", "-o", file]);
  await (await page.$("#file")).uploadFile(file);
  await until(() => document.getElementById("source").value.includes("v_fma_f32 v2, s3, v2, v3"));
  assert.equal(await page.$eval("#problems", (e) => e.textContent), "");
});

for (const name of ["planet", "sphere"])
  await test(`the ${name} is drawn`, async () => {
    await open(plain({ t: "s_nop 0\n" }));
    await example(name);
    await until(() => document.getElementById("drawn").textContent.includes("instructions"));
    const [middle, corner] = await page.$eval("#canvas", (c) => [[c.width / 2, c.height * 0.3], [0, 0]].map(([x, y]) => [...c.getContext("2d").getImageData(x, y, 1, 1).data]));
    assert(middle[0] > 40 && middle[0] > middle[2] && middle[3] === 255, String(middle));
    assert.equal(corner[3], 0);
  });

await test("every example assembles, starts without a problem and runs to its end", async () => {
  await open(address);
  const count = await page.$eval("#example", (e) => [...e.options].filter((o) => !o.hidden).length);
  assert(count >= 7);
  for (let i = 0; i < count; i++) {
    await open(address);
    await page.$eval("#example", (e, n) => ((e.selectedIndex = n), e.dispatchEvent(new Event("change"))), i);
    await until((n) => n === 0 || location.hash.length > 1, i);
    await new Promise((done) => setTimeout(done, 700));
    const said = await page.evaluate(() => ["problems", "start-problem", "size"].map((id) => document.getElementById(id).textContent));
    assert.deepEqual(said.slice(0, 2), ["", ""], `example ${i}`);
    assert.match(said[2], /instructions/, `example ${i}`);
  }
});

await test("the manual's examples lead here and assemble", async () => {
  for (const from of ["gcn/v_add_f32.html", "usse/mad.f32.html", "gcn/image_sample.html"]) {
    await page.goto(`${root}/manual/${from}`);
    const link = await page.$eval("a.try", (a) => a.href);
    await open(link);
    assert.equal(await text("#problems"), "", from);
    assert.match(await text("#size"), /^1 instructions?,/, from);
    assert((await text("#explanation .text")).length > 5);
    assert.equal(await page.$eval("#register", (e) => e.getAttribute("aria-invalid")), "false", from);
  }
});

// ---- how it looks

for (const [name, width, height, scheme] of [["desktop", 1400, 900, "light"], ["dark", 1400, 900, "dark"], ["phone", 390, 844, "light"]])
  await test(`${name}: nothing is wider than the window`, async () => {
    await look(width, height, scheme);
    await open(address);
    await page.click("#run");
    await settled("28 steps");
    await until(() => document.getElementById("canvas").dataset.drawn > 1);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  });

await finish();
