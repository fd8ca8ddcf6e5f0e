// SPDX-License-Identifier: MIT
// Runs a program for WASI with the current directory as its own.
// usage: node wasi.mjs PROGRAM.wasm [ARGUMENT...]
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [program, ...words] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...words], env: process.env, preopens: { ".": "." }, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exit(wasi.start(instance));
