// SPDX-License-Identifier: MIT
// What tests in a browser share: a server of the site in a folder with a blank in its name,
// Chromium, the playground's parts, and the counting of tests.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const [command, site, modules, folder] = process.argv.slice(2);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** Before a file with this ending is sent: for what a page shows while it waits. */
export const delays = new Map();

async function answer(request, response) {
  const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
  try {
    const bytes = await readFile(join(site, path.replace(/^\/below\/a folder/, "")));
    await delays.get(extname(path));
    response.setHeader("content-type", TYPES[extname(path)] ?? "text/plain");
    response.end(bytes);
  } catch {
    response.statusCode = 404;
    response.end();
  }
}
const server = createServer(answer).listen(0, "127.0.0.1");
await new Promise((done) => server.once("listening", done));
export const root = `http://127.0.0.1:${server.address().port}/below/a%20folder`;
export const address = `${root}/playground/index.html`;

const { default: puppeteer } = await import(pathToFileURL(resolve(modules, "puppeteer-core/lib/esm/puppeteer/puppeteer-core.js")));
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", headless: true, args: ["--no-sandbox", "--disable-gpu"] });
await browser.defaultBrowserContext().overridePermissions(new URL(root).origin, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
export const page = await browser.newPage();
const complaints = [];
page.on("pageerror", (error) => complaints.push(error.message));
page.on("response", (r) => r.status() >= 400 && !r.url().endsWith("favicon.ico") && complaints.push(`${r.status()} ${r.url()}`));

// ---- the playground's parts

export async function open(url) {
  await page.goto("about:blank");
  await page.goto(url);
  await page.waitForSelector("body[data-ready]", { timeout: 60000 });
}
export const plain = (fields) => `${address}#${new URLSearchParams(fields)}`;
export const text = (selector) => page.$eval(selector, (e) => e.textContent);
export const lanes = () => page.$$eval("#lanes div", (cells) => cells.map((c) => c.textContent));
export const until = (body, ...values) => page.waitForFunction(body, { timeout: 20000 }, ...values);
export const settled = (state) => until((wanted) => document.getElementById("state").textContent.startsWith(wanted), state);
export const scalar = (name) => page.$eval(`#scalars [name="${name}"]`, (e) => e.value);
export async function chord(key, ...held) {
  for (const h of held) await page.keyboard.down(h);
  await page.keyboard.press(key);
  for (const h of held) await page.keyboard.up(h);
}
export async function type(source) {
  await page.focus("#source");
  await chord("a", "Control");
  await page.keyboard.type(source);
}
export async function choose(id, value) {
  await page.select(`#${id}`, value);
}
/** An example by words of its title. */
export const example = (title) =>
  page.$eval("#example", (e, t) => ((e.selectedIndex = [...e.options].findIndex((o) => o.text.includes(t))), e.dispatchEvent(new Event("change"))), title);

export async function look(width, height, scheme) {
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
}

// ---- tests

let passed = 0;
let failed = 0;
export async function test(name, body) {
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

export async function finish() {
  await browser.close();
  server.close();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}
