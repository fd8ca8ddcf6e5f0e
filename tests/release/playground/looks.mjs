// SPDX-License-Identifier: MIT
// How the site looks and whether the keyboard alone will do: axe-core on a page of each kind in
// light, dark and on a phone (contrast, names, roles, landmarks: WCAG 2 A and AA), the way of the
// focus, and screenshots.
// usage: node looks.mjs GISA SITE NODE_MODULES FOLDER
import assert from "node:assert/strict";
import { join } from "node:path";
import { address, chord, finish, folder, lanes, look, modules, open, page, plain, root, settled, test, text, until } from "./page.mjs";

const PAGES = {
  index: `${root}/index.html`,
  playground: address,
  error: plain({ t: "s_nop 0\nv_addd_f32 v0, v1, v2\n", b: "nonsense\n" }),
  fault: plain({ a: "gfx803", t: "flat_load_dword v0, v[1:2]\n", b: "exec = 0xf0\n" }),
  usse: plain({ a: "sgx543", i: "hex", t: "83000000 38000521\n" }),
  docs: `${root}/docs/index.html`,
  lesson: `${root}/docs/learn-gcn.html`,
  tables: `${root}/docs/usse.html`,
  manual: `${root}/manual/gcn/v_add_f32.html`,
};
const LOOKS = { light: [1300, 900, "light"], dark: [1300, 900, "dark"], phone: [390, 844, "light"] };

async function visit(url) {
  await page.goto("about:blank");
  await page.goto(url);
  if (url.startsWith(address)) await page.waitForSelector("body[data-ready]", { timeout: 60000 });
  if (url === PAGES.index) await until(() => document.getElementById("live-canvas").dataset.drawn > 0);
  if (url === PAGES.fault) {
    await page.click("#run");
    await until(() => !document.getElementById("fault").hidden);
  }
  if (url === PAGES.error) await until(() => !document.getElementById("bubble").hidden);
}

for (const [kind, [width, height, scheme]] of Object.entries(LOOKS))
  for (const [name, url] of Object.entries(PAGES))
    await test(`${name}, ${kind}: axe-core finds nothing, and nothing is wider than the window`, async () => {
      await look(width, height, scheme);
      await visit(url);
      await page.addScriptTag({ path: join(modules, "axe-core/axe.min.js") });
      const { violations, passes } = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
      const said = violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(" ")}: ${n.failureSummary.split("\n")[1]?.trim()}`));
      assert.deepEqual(said, []);
      assert(passes.some((p) => p.id === "color-contrast" && p.nodes.length > 5), "contrast was not looked at");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      await page.screenshot({ path: join(folder, `${name}-${kind}.png`), fullPage: url.startsWith(address) });
    });

// ---- the keyboard

const focused = () =>
  page.evaluate(() => {
    const e = document.activeElement;
    const style = getComputedStyle(e.closest(".editor, .button") ?? e);
    const box = e.getBoundingClientRect();
    return { name: e.id || e.name || e.className || e.tagName, isSeen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1, left: box.left, isInView: box.bottom > 0 && box.top < innerHeight };
  });

/** What Tab reaches, until it leaves the page. */
async function tour() {
  const way = [];
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press("Tab");
    const at = await focused();
    if (at.name === "BODY") break;
    way.push(at);
  }
  return way;
}

await test("Tab reaches everything, in the order of the page, and the focus is seen", async () => {
  await look(1300, 900, "light");
  await open(plain({ t: "v_add_f32 v0, v1, v2\ns_mov_b32 s0, 1\ns_endpgm\n" }));
  const way = await tour();
  const order = ["skip", "example", "arch", "input", "syntax", "file", "share", "source", "start", "step", "run", "register", "format", "set-value", "pc", "s0", "region", "from"];
  const names = way.map((w) => w.name);
  assert.deepEqual(names.filter((n) => order.includes(n)), order);
  assert.deepEqual(way.filter((w) => !w.isSeen).map((w) => w.name), []);
  assert.deepEqual(way.filter((w) => !w.isInView).map((w) => w.name), []);
  const reachable = await page.$$eval("a[href], button, input, select, textarea, summary, [tabindex='0']", (all) => all.filter((e) => !e.disabled && e.getClientRects().length && e.tabIndex >= 0).length);
  assert.equal(way.length, reachable);
});

await test("from an example to its end and back by keys alone", async () => {
  await open(plain({ t: "s_nop 0\n" }));
  await page.keyboard.press("Tab"); // the skip link
  assert.equal((await focused()).name, "skip");
  while ((await focused()).name !== "example") await page.keyboard.press("Tab");
  await page.keyboard.type("GCN: a loop");
  await until(() => document.getElementById("source").value.includes("Collatz"));
  await chord("Enter", "Control");
  await until(() => /ended/.test(document.getElementById("state").textContent));
  const steps = parseInt(await text("#state"), 10);
  // 27 needs 111 steps to 1, a known fact of this sequence: lane 26 counts from 27.
  assert.equal((await lanes())[26], "111");
  await chord(",", "Control");
  await settled(`${steps - 1} steps`);
  await chord("Enter", "Control", "Shift");
  await settled("0 steps");
  await chord(".", "Control");
  await settled("1 step,");
});

await test("the skip link leads to the editor, and Tab leaves the editor", async () => {
  await open(plain({ t: "s_nop 0\n" }));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal((await focused()).name, "source");
  await page.keyboard.press("Tab");
  assert.notEqual((await focused()).name, "source");
});

// ---- the first page

await test("the first page: a changed number changes the picture, an error is said, Pause pauses", async () => {
  await look(1300, 900, "light");
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await visit(PAGES.index);
  const pixels = () => page.$eval("#live-canvas", (c) => [...c.getContext("2d").getImageData(0, 0, c.width, c.height).data].reduce((sum, v, i) => (sum * 31 + v * (i % 7)) >>> 0, 7));
  const before = await pixels();
  const change = (from, to) => page.$eval("#live-source", (e, a, b) => ((e.value = e.value.replace(a, b)), e.dispatchEvent(new Event("input"))), from, to);
  const drawn = Number(await page.$eval("#live-canvas", (c) => c.dataset.drawn));
  await change("v4, 2.0", "v4, 4.0");
  await until((n) => document.getElementById("live-canvas").dataset.drawn > n, drawn);
  assert.notEqual(await pixels(), before);
  await change("v_sqrt_f32", "v_sqrtt_f32");
  await until(() => document.querySelector("#live-said.wrong"));
  assert.match(await text("#live-said"), /^line 9: .*v_sqrt_f32/);
  await change("v_sqrtt_f32", "v_sqrt_f32");
  await until(() => !document.querySelector("#live-said.wrong"));
  await page.click("#live-play");
  await until((n) => document.getElementById("live-canvas").dataset.drawn > n + 3, drawn);
  await page.click("#live-play");
  await new Promise((done) => setTimeout(done, 500));
  const still = await pixels();
  await new Promise((done) => setTimeout(done, 500));
  assert.equal(await pixels(), still);
  await open(await page.$eval("#live-more", (a) => a.href));
  assert((await page.$eval("#source", (e) => e.value)).includes("v4, 4.0"));
});

await finish();
