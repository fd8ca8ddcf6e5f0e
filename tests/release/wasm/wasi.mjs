// SPDX-License-Identifier: MIT
// Runs a program for WASI with the current directory as its own.
// usage: node wasi.mjs PROGRAM.wasm [ARGUMENT...]
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [program, ...words] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...words], env: process.env, preopens: { ".": "." }, returnOnExit: true });

// Optimised code makes "fast calls" to Node's own functions. Memory that these allocate can begin a
// garbage collection, which fast calls do not allow, and Node crashes:
// https://github.com/nodejs/node/issues/46777. Functions of JavaScript are not called so.
const wrapped = (functions) => Object.fromEntries(Object.entries(functions).map(([name, call]) => [name, (...values) => call(...values)]));
const imports = Object.fromEntries(Object.entries(wasi.getImportObject()).map(([name, functions]) => [name, wrapped(functions)]));

const module = await WebAssembly.compile(readFileSync(program));
process.exit(wasi.start(await WebAssembly.instantiate(module, imports)));
