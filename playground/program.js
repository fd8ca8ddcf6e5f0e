// SPDX-License-Identifier: MIT
// A text as a program: its bytes, which instruction is on which line, and what is wrong with it.

const isShaderFile = (text) => /^\s*\.gxp\b/m.test(text);

const littleEndian = (word) => word.match(/../g).reverse().map((byte) => parseInt(byte, 16));

/** The code of the first program in a .gxp file. */
function codeOf(gisa, file, arch) {
  const opened = gisa.open(file, { arch });
  const [{ name, size }] = opened.code;
  const lines = gisa.disassemble(file, { arch, input: "gxp" });
  const bytes = lines.flatMap(({ words = [] }) => words.flatMap(littleEndian));
  return { opened, bytes: Uint8Array.from(bytes.slice(0, size)), section: "." + name };
}

function fromAssembly(gisa, { text, arch, syntax }) {
  const output = isShaderFile(text) ? "gxp" : "raw";
  const made = gisa.assemble(text, { arch, syntax, output });
  const program = { problems: made.diagnostics, bytes: new Uint8Array(0), places: [], file: null };
  if (!made.bytes) return program;
  program.bytes = made.bytes;
  let section = made.placed[0]?.section;
  if (output === "gxp") {
    const code = codeOf(gisa, made.bytes, arch);
    Object.assign(program, { bytes: code.bytes, file: made.bytes, opened: code.opened });
    section = code.section;
  }
  program.places = made.placed.filter((p) => p.section === section).map(({ offset, size, line }) => ({ offset, size, line }));
  return program;
}

const badWord = (line, column, word) => ({
  severity: "error",
  line,
  column,
  length: word.length,
  message: `'${word}' is not a word; expected 8 hexadecimal digits, or 16`,
  remedy: "expected 8 hexadecimal digits, or 16",
});

/** Words of 32 bits, or of 64 in 16 digits; comments and "address:" are skipped. */
function readHex(text) {
  const words = [];
  const problems = [];
  text.split("\n").forEach((whole, i) => {
    const bare = whole.replace(/(\/\/|;|#).*/, "").replace(/^\s*[0-9a-f]+:/i, (at) => " ".repeat(at.length));
    for (const { 0: word, index } of bare.matchAll(/[^\s,]+/g)) {
      const digits = word.replace(/^0x/i, "");
      if (!/^([0-9a-f]{1,8}|[0-9a-f]{16})$/i.test(digits)) problems.push(badWord(i + 1, index + 1, word));
      else if (digits.length === 16) words.push([parseInt(digits.slice(8), 16), i + 1], [parseInt(digits.slice(0, 8), 16), i + 1]);
      else words.push([parseInt(digits, 16), i + 1]);
    }
  });
  return { words, problems };
}

function fromHex(gisa, { text, arch }) {
  const { words, problems } = readHex(text);
  const bytes = new Uint8Array(Uint32Array.from(words, ([word]) => word).buffer);
  const lines = gisa.disassemble(bytes, { arch });
  const places = lines.map(({ offset, size }) => ({ offset, size, line: words[Math.floor(offset / 4)][1] }));
  return { bytes, places, problems, file: null };
}

/** { bytes, places, lines, problems, file, opened }: `lines` are the instructions of the bytes. */
export function makeProgram(gisa, state) {
  const program = state.input === "hex" ? fromHex(gisa, state) : fromAssembly(gisa, state);
  program.lines = gisa.disassemble(program.bytes, { arch: state.arch, syntax: state.syntax });
  return program;
}

/** What a file becomes in the editor. */
export function openFile(gisa, bytes, arch, syntax) {
  const opened = gisa.open(bytes, { arch });
  return { arch: opened.arch || arch, text: gisa.listing(bytes, { arch: opened.arch || arch, syntax, input: "auto", plain: true }) };
}

// ---- registers that a program uses

const LETTERS = { vgpr: "v", sgpr: "s", temp: "r", primary: "pa", secondary: "sa", output: "o" };

/** { rows: names of registers that lanes have, scalars } in order of their numbers. */
export function registersOf(program) {
  const found = new Map();
  for (const { operands = [] } of program.lines)
    for (const { kind, reg, count, channels } of operands)
      if (LETTERS[kind] && reg !== undefined)
        for (let i = 0; i < (count ?? channels?.replaceAll("-", "").length ?? 1); i++) found.set(LETTERS[kind] + (reg + i), [kind, reg + i]);
  const sorted = [...found].sort(([, a], [, b]) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]));
  return {
    rows: sorted.filter(([, [kind]]) => kind !== "sgpr").map(([name]) => name),
    scalars: sorted.filter(([, [kind]]) => kind === "sgpr").map(([name]) => name),
  };
}
