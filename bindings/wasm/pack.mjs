// SPDX-License-Identifier: MIT
// Orders the data of a WebAssembly module so that gzip, which looks back 32 KB, finds what is alike:
// the tables of one architecture are those of another with changes. Each piece keeps its address.
// usage: node pack.mjs IN OUT
import { readFileSync, writeFileSync } from "node:fs";

const PIECE = 4096;
const WINDOW = 24000; // bytes that the next piece is compared with
const COMMON = 400; // what is in more pieces says nothing
const DATA = 11;
const COUNT = 12;

function leb(bytes, at, signed = false) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value |= (byte & 127) << shift;
    if (byte >= 128) continue;
    if (signed && byte & 64 && shift + 7 < 32) value |= -1 << (shift + 7);
    return [value, at];
  }
}

function unsigned(value) {
  const out = [];
  for (; value >= 128; value >>>= 7) out.push((value & 127) | 128);
  return [...out, value];
}

function signed(value) {
  const out = [];
  for (; value >= 64 || value < -64; value >>= 7) out.push((value & 127) | 128);
  return [...out, value & 127];
}

/** Sections as [number, contents]. */
function sections(module) {
  const all = [];
  for (let at = 8; at < module.length; ) {
    const id = module[at];
    const [size, from] = leb(module, at + 1);
    all.push([id, module.subarray(from, from + size)]);
    at = from + size;
  }
  return all;
}

/** The data as [address, bytes], in one piece: linkers cut it where there are zeros. */
function image(section) {
  let [count, at] = leb(section, 0);
  const parts = [];
  while (count--) {
    let address, size;
    if (section[at] !== 0 || section[at + 1] !== 0x41) throw new Error("expected data at constant addresses");
    [address, at] = leb(section, at + 2, true);
    [size, at] = leb(section, at + 1);
    parts.push([address, section.subarray(at, at + size)]);
    at += size;
  }
  const first = parts.reduce((least, [address]) => Math.min(least, address), Infinity);
  const end = parts.reduce((most, [address, bytes]) => Math.max(most, address + bytes.length), 0);
  const all = new Uint8Array(end - first);
  for (const [address, bytes] of parts) all.set(bytes, address - first);
  return [first, all];
}

/** Pairs of words that the piece has. */
function pairs(piece) {
  const view = new DataView(piece.buffer, piece.byteOffset, piece.length);
  const found = new Set();
  for (let at = 0; at + 8 <= piece.length; at += 4) {
    const low = view.getUint32(at, true);
    const high = view.getUint32(at + 4, true);
    if (low && high) found.add(low * 2 ** 32 + high);
  }
  return [...found];
}

/** Numbers of the pieces, each after those that have most in common with it. */
function order(pieces) {
  const having = new Map();
  const pairsOf = pieces.map(pairs);
  pairsOf.forEach((found, i) => found.forEach((pair) => having.set(pair, [...(having.get(pair) ?? []), i].slice(0, COMMON + 1))));
  const score = new Int32Array(pieces.length);
  const count = (i, by) => {
    for (const pair of pairsOf[i]) {
      const all = having.get(pair);
      if (all.length <= COMMON) for (const other of all) score[other] += by;
    }
  };
  const left = new Set(pieces.keys());
  const result = [];
  for (let next = 0, forgotten = 0; left.size; ) {
    result.push(next);
    left.delete(next);
    count(next, 1);
    for (; (result.length - forgotten) * PIECE > WINDOW; forgotten++) count(result[forgotten], -1);
    let best = -1;
    for (const i of left) if (score[i] > best) [next, best] = [i, score[i]];
  }
  return result;
}

function packed(section) {
  const [first, all] = image(section);
  const pieces = [];
  for (let at = 0; at < all.length; at += PIECE) pieces.push(all.subarray(at, at + PIECE));
  const parts = order(pieces).map((i) => {
    const head = [0, 0x41, ...signed(first + i * PIECE), 0x0b, ...unsigned(pieces[i].length)];
    return Buffer.concat([Buffer.from(head), pieces[i]]);
  });
  return [pieces.length, Buffer.concat([Buffer.from(unsigned(parts.length)), ...parts])];
}

const [, , from, to] = process.argv;
const module = readFileSync(from);
const all = sections(module);
const [count, data] = packed(all.find(([id]) => id === DATA)[1]);
const contents = { [DATA]: data, [COUNT]: Buffer.from(unsigned(count)) };
const parts = all.map(([id, bytes]) => {
  const content = contents[id] ?? bytes;
  return Buffer.concat([Buffer.from([id, ...unsigned(content.length)]), content]);
});
writeFileSync(to, Buffer.concat([module.subarray(0, 8), ...parts]));
