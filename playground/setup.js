// SPDX-License-Identifier: MIT
// Start values: lines such as "v0 = lane * 4" and "memory 0x100000 256", parsed and evaluated.

const LANES = 64;
const MOST_MEMORY = 1 << 20;
const FUNCTIONS = { sin: Math.sin, cos: Math.cos, sqrt: Math.sqrt, abs: Math.abs, floor: Math.floor };

// ---- expressions: integers are BigInt, floats Number

const TOKEN = /\s*(0x[0-9a-f]+|\d+\.\d*(?:e[+-]?\d+)?|\.\d+|\d+|[a-z_]\w*|<<|>>|[-+*\/%&|^~(),])/iy;
const LEVELS = [["|"], ["^"], ["&"], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]];

const INTEGER = {
  "|": (a, b) => a | b, "^": (a, b) => a ^ b, "&": (a, b) => a & b, "<<": (a, b) => a << (b & 63n), ">>": (a, b) => a >> (b & 63n),
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => (b ? a / b : 0n), "%": (a, b) => (b ? a % b : 0n),
};
const FLOAT = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b, "%": (a, b) => a % b,
};

function tokens(text) {
  const found = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`'${text.slice(at).trim()}': expected a number, lane, time or an operator`);
    found.push(match[1].toLowerCase());
  }
  return found;
}

function combine(operator, a, b) {
  if (typeof a === "bigint" && typeof b === "bigint") return INTEGER[operator](a, b);
  if (!FLOAT[operator]) throw new Error(`'${operator}' takes integers`);
  return FLOAT[operator](Number(a), Number(b));
}

/** Gives a function of { lane, time } for each part of a list. */
function parseList(text) {
  const rest = tokens(text);
  const expect = (token) => {
    if (rest.shift() !== token) throw new Error(`'${text.trim()}': expected '${token}'`);
  };
  function primary() {
    const token = rest.shift();
    if (token === undefined) throw new Error(`'${text.trim()}': expected a value at the end`);
    if (token === "-") return negated(primary());
    if (token === "~") return inverted(primary());
    if (token === "(") {
      const inside = level(0);
      expect(")");
      return inside;
    }
    return named(token);
  }
  function named(token) {
    if (/^[.\d]/.test(token)) {
      const value = token.startsWith("0x") || !/[.]/.test(token) ? BigInt(token) : Number(token);
      return () => value;
    }
    if (token === "lane" || token === "i") return (env) => BigInt(env.lane);
    if (token === "time") return (env) => env.time;
    if (!Object.hasOwn(FUNCTIONS, token)) throw new Error(`'${token}': expected lane, time, ${Object.keys(FUNCTIONS).join(", ")}`);
    expect("(");
    const of = level(0);
    expect(")");
    return (env) => FUNCTIONS[token](Number(of(env)));
  }
  const negated = (of) => (env) => -of(env);
  const inverted = (of) => (env) => combine("^", of(env), -1n);
  function level(n) {
    if (n === LEVELS.length) return primary();
    let left = level(n + 1);
    while (LEVELS[n].includes(rest[0])) {
      const operator = rest.shift();
      const [a, b] = [left, level(n + 1)];
      left = (env) => combine(operator, a(env), b(env));
    }
    return left;
  }
  const list = [level(0)];
  while (rest[0] === ",") {
    rest.shift();
    list.push(level(0));
  }
  if (rest.length) throw new Error(`'${rest[0]}': expected ',' or an operator`);
  return list;
}

// ---- values as words

const view = new DataView(new ArrayBuffer(4));
export function floatBits(value) {
  view.setFloat32(0, value);
  return view.getUint32(0);
}

const low = (value) => (typeof value === "bigint" ? Number(BigInt.asUintN(32, value)) : floatBits(value));

/** One word for each of `count` places; a list goes round. */
function wordsOf(list, count, time) {
  return Uint32Array.from({ length: count }, (_, lane) => low(list[lane % list.length]({ lane, time })));
}

/** A scalar: an integer fills all words of the register. */
function scalarWords(list, count, time) {
  const value = list[0]({ lane: 0, time });
  if (list.length > 1 || count > 2) return wordsOf(list, count, time);
  if (typeof value !== "bigint") return Uint32Array.of(...[floatBits(value), 0].slice(0, count));
  return Uint32Array.from({ length: count }, (_, i) => Number(BigInt.asUintN(32, value >> BigInt(32 * i))));
}

// ---- lines

function parseLine(line) {
  const match = /^(?:@(\d+)\s+)?([^=]+?)\s*(?:=\s*(.*))?$/.exec(line);
  if (!match) throw new Error("expected NAME = VALUE");
  const [, after, what, value] = match;
  const [word, ...more] = what.split(/\s+/);
  const set = { steps: Number(after ?? 0), kind: "register", name: what, list: value === undefined ? null : parseList(value) };
  if (["memory", "uniform", "buffer", "user"].includes(word)) Object.assign(set, { kind: word, name: more[0], size: Number(more[1] ?? 4096) });
  if (set.kind !== "register" && set.name === undefined) throw new Error(`'${word}': expected ${word === "uniform" ? "a name" : "a number"} after it`);
  if (!set.list && set.kind !== "memory") throw new Error(`'${what}': expected '=' and a value`);
  if (set.kind === "memory" && !(Number(set.name) >= 0 && set.size > 0 && set.size <= MOST_MEMORY)) throw new Error("expected memory ADDRESS BYTES, at most 1048576 bytes");
  return set;
}

/** { sets, problems: [{ line, message }] } */
export function parseSetup(text) {
  const sets = [];
  const problems = [];
  text.split("\n").forEach((line, i) => {
    const bare = line.replace(/(\/\/|;).*/, "").trim();
    if (!bare) return;
    try {
      sets.push({ ...parseLine(bare), line: i + 1 });
    } catch (error) {
      problems.push({ line: i + 1, message: error.message });
    }
  });
  return { sets, problems };
}

/** Writes registers and memory that are set after so many steps. */
export function applyToWave(sets, wave, problems = []) {
  for (const set of sets)
    try {
      if (set.kind === "memory") mapMemory(set, wave);
      else if (set.kind === "register") writeRegister(set, wave);
    } catch (error) {
      problems.push({ line: set.line, message: error.message });
    }
  return problems;
}

function mapMemory({ name, size, list }, wave) {
  const block = wave.map(Number(name), 4 * Math.ceil(size / 4));
  if (list) block.words.set(wordsOf(list, block.words.length, 0));
}

function writeRegister({ name, list }, wave) {
  const { count, perLane } = wave.find(name);
  if (!perLane) return wave.write(name, scalarWords(list, count, 0));
  for (let lane = 0; lane < LANES; lane++) {
    const value = list[lane % list.length]({ lane, time: 0 });
    wave.write(name, scalarWords([() => value], count, 0), lane);
  }
}

const numbers = (list, time) => list.map((of) => Number(of({ lane: 0, time })));

/** Gives a shader its uniforms, buffers and user data for a moment. */
export function applyToShader(sets, shader, blocks, time) {
  for (const set of sets) {
    if (set.kind === "uniform") shader.uniform(set.name, numbers(set.list, time));
    if (set.kind === "user") shader.userData(Number(set.name), [...wordsOf(set.list, set.list.length, time)]);
    if (set.kind === "buffer") {
      const words = wordsOf(set.list, set.list.length, time);
      if (!blocks.has(set.name)) blocks.set(set.name, shader.buffer(Number(set.name), words));
      blocks.get(set.name).words.set(words);
    }
  }
}
