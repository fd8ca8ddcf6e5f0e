// SPDX-License-Identifier: MIT
// The state of the page as the part of an address after #: fields as in a query, deflated after
// "z=" where the browser can do that. Links written by hand use the plain fields.

const FIELDS = { arch: "a", syntax: "s", input: "i", text: "t", start: "b", register: "r", format: "f", steps: "n" };
const USUAL = { arch: "gfx900", syntax: "llvm", input: "asm", text: "", start: "", register: "v0", format: "hex", steps: 0 };

function toBase64(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

async function through(bytes, transform) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

/** The plain form: what differs from the usual. */
export function plain(state) {
  const query = new URLSearchParams();
  for (const [name, key] of Object.entries(FIELDS)) if (state[name] !== USUAL[name]) query.set(key, state[name]);
  return query.toString();
}

export async function pack(state) {
  const text = plain(state);
  if (typeof CompressionStream === "undefined") return text;
  const packed = "z=" + toBase64(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")));
  return packed.length < text.length ? packed : text;
}

/** Throws where the text is not what pack made. */
export async function unpack(hash) {
  let query = new URLSearchParams(hash);
  if (query.has("z")) {
    const bytes = await through(fromBase64(query.get("z")), new DecompressionStream("deflate-raw"));
    query = new URLSearchParams(new TextDecoder().decode(bytes));
  }
  const state = { ...USUAL };
  for (const [name, key] of Object.entries(FIELDS)) if (query.has(key)) state[name] = query.get(key);
  state.steps = Math.max(0, Math.trunc(Number(state.steps))) || 0;
  return state;
}
