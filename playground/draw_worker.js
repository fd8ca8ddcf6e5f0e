// SPDX-License-Identifier: MIT
// Draws pictures away from the page: a shader that does not end holds up nothing but this worker.
// First { module }, then { program, time, width, height } for each picture; a program that is left
// out is the last one. Answers { rgba, width, height, instructions, message, milliseconds }, or
// { error, line }.
import { load } from "./gisa/index.js";
import { applyToShader, parseSetup } from "./setup.js";

let begun;
let shader = null;
let sets = [];
let blocks = new Map();

/** Assembly as code, or as the file that it describes. */
function assembled(gisa, { arch, source }) {
  const kind = /^\s*\.gxp\b/m.test(source) ? "file" : "code";
  const { bytes, diagnostics } = gisa.assemble(source, { arch, output: kind === "file" ? "gxp" : "raw" });
  if (!bytes) throw diagnostics.find((d) => d.severity === "error");
  return { arch, [kind]: bytes };
}

async function prepare({ start, ...program }) {
  const gisa = await begun;
  shader = null;
  sets = parseSetup(start).sets;
  blocks = new Map();
  shader = await gisa.shader(program.source === undefined ? program : assembled(gisa, program));
}

async function draw({ program, time, width, height }) {
  if (program) await prepare(program);
  if (!shader) throw new Error("there is no shader");
  const began = performance.now();
  applyToShader(sets, shader, blocks, time);
  const { rgba, instructions, message } = shader.draw({ width, height });
  return { rgba, width, height, instructions, message, milliseconds: performance.now() - began };
}

self.onmessage = async ({ data }) => {
  if ("module" in data) {
    begun = load(data.module ?? undefined);
    return;
  }
  try {
    const drawn = await draw(data);
    self.postMessage(drawn, [drawn.rgba.buffer]);
  } catch (error) {
    self.postMessage({ error: error.message, line: error.line ?? 0 });
  }
};
