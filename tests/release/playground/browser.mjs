// SPDX-License-Identifier: MIT
// The playground in Chromium: types, steps forwards and backwards, opens links, and compares with
// what the command prints for the same program.
// usage: node browser.mjs GISA SITE PUPPETEER FOLDER
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [command, site, library, folder] = process.argv.slice(2);
const { default: puppeteer } = await import(pathToFileURL(resolve(library)));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

async function answer(request, response) {
  const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
  try {
    const bytes = await readFile(join(site, path.replace(/^\/below\/a folder/, "")));
    response.setHeader("content-type", TYPES[extname(path)] ?? "text/plain");
    response.end(bytes);
  } catch {
    response.statusCode = 404;
    response.end();
  }
}
const server = createServer(answer).listen(0, "127.0.0.1");
await new Promise((done) => server.once("listening", done));
const root = `http://127.0.0.1:${server.address().port}/below/a%20folder`;
const address = `${root}/playground/index.html`;
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", headless: true, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
const complaints = [];
page.on("pageerror", (error) => complaints.push(error.message));
page.on("response", (r) => r.status() >= 400 && !r.url().endsWith("favicon.ico") && complaints.push(`${r.status()} ${r.url()}`));

// ---- the page's parts

async function open(url) {
  await page.goto("about:blank");
  await page.goto(url);
  await page.waitForSelector("body[data-ready]", { timeout: 60000 });
}
const plain = (fields) => `${address}#${new URLSearchParams(fields)}`;
const text = (selector) => page.$eval(selector, (e) => e.textContent);
const lanes = () => page.$$eval("#lanes div", (cells) => cells.map((c) => c.textContent));
const until = (body, ...values) => page.waitForFunction(body, { timeout: 20000 }, ...values);
const settled = (state) => until((wanted) => document.getElementById("state").textContent.startsWith(wanted), state);
const scalar = (name) => page.$eval(`#scalars [name="${name}"]`, (e) => e.value);
async function chord(key, ...held) {
  for (const h of held) await page.keyboard.down(h);
  await page.keyboard.press(key);
  for (const h of held) await page.keyboard.up(h);
}
async function type(source) {
  await page.focus("#source");
  await chord("a", "Control");
  await page.keyboard.type(source);
}
async function select(id, value) {
  await page.select(`#${id}`, value);
}

/** What `gisa run` prints for a register of all lanes, or of the wave. */
async function dumped(source, names, ...sets) {
  const file = join(folder, "program.s");
  await writeFile(file, source);
  return execFileSync(command, ["run", "-a", "gfx900", file, ...sets.flatMap((s) => ["--set", s]), "--dump", names]).toString();
}

let passed = 0;
let failed = 0;
async function test(name, body) {
  try {
    await body();
    assert.deepEqual(complaints.splice(0), []);
    passed++;
  } catch (error) {
    failed++;
    complaints.length = 0;
    console.log(`failed: ${name}\n    ${String(error?.message ?? error).split("\n").slice(0, 20).join("\n    ")}`);
  }
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
  await select("region", "1048576");
  assert.deepEqual((await page.$$eval("#table td", (cells) => cells.slice(0, 8).map((c) => c.textContent))).slice(2, 6), ["00000007", "00000007", "00000abc", "00000abc"]);
});

await test("a fault is told, and left again by a step back", async () => {
  await open(plain({ a: "gfx803", t: "s_nop 0\nflat_load_dword v0, v[1:2]\n" }));
  await page.click("#run");
  await until(() => !document.getElementById("fault").hidden);
  await page.click("#back");
  await settled("1 step, next");
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

for (const [i, name] of [[6, "planet"], [8, "sphere"]])
  await test(`the ${name} is drawn`, async () => {
    await open(address);
    await page.$eval("#example", (e, n) => ((e.selectedIndex = n), e.dispatchEvent(new Event("change"))), i);
    await until(() => document.getElementById("drawn").textContent.includes("instructions"));
    const [middle, corner] = await page.$eval("#canvas", (c) => [[96, 60], [0, 0]].map(([x, y]) => [...c.getContext("2d").getImageData(x, y, 1, 1).data]));
    assert(middle[0] > 40 && middle[0] > middle[2] && middle[3] === 255, String(middle));
    assert.equal(corner[3], 0);
  });

await test("every example assembles, starts without a problem and runs to its end", async () => {
  const count = await page.$eval("#example", (e) => e.options.length);
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
  }
});

// ---- how it looks

for (const [name, width, height, scheme] of [["desktop", 1400, 900, "light"], ["dark", 1400, 900, "dark"], ["phone", 390, 844, "light"]])
  await test(`${name}: nothing is wider than the window`, async () => {
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await open(address);
    await page.click("#run");
    await settled("4 steps");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  });

await browser.close();
server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
