// SPDX-License-Identifier: MIT
// The explanation of one instruction: its sentence, its bits as cells, and what each field means.
import { make } from "./dom.js";

const WORD = 32;

function classOf(field, operands) {
  if (["zero", "ignored", "written"].includes(field.kind)) return field.kind === "ignored" ? "i" : "z";
  if (field.kind === "fixed") return "f";
  if (field.kind === "opcode") return "o";
  const [first] = field.operands.map((i) => operands[i]).filter(Boolean);
  if (!first) return field.kind === "literal" ? "s" : "m";
  if (first.modifier) return "m";
  return first.writes ? "d" : "s";
}

const binary = (field) => BigInt(field.value).toString(2).padStart(field.width, "0");
const range = (field) => (field.width > 1 ? `${field.low + field.width - 1}:${field.low}` : `${field.low}`);

/** The part of a field that is in a word, or null. */
function inWord(field, word) {
  const from = Math.max(field.low, WORD * word);
  const end = Math.min(field.low + field.width, WORD * (word + 1));
  if (from >= end) return null;
  const digits = binary(field);
  const top = field.low + field.width;
  return { ...field, width: end - from, low: from, digits: digits.slice(top - end, top - from) };
}

function cell(part, operands) {
  return make(
    "li",
    { class: `${classOf(part, operands)} w${part.width}${part.width < 3 ? " n" : ""}`, title: `${range(part)} ${part.name}: ${part.meaning}` },
    make("b", {}, part.name || "\u00a0"),
    make("code", {}, part.digits),
  );
}

function picture(explanation, operands) {
  const words = Array.from({ length: Math.ceil(explanation.size / 4) }, (_, word) => {
    const parts = explanation.fields.map((field) => inWord(field, word)).filter(Boolean);
    parts.sort((a, b) => b.low - a.low);
    return make("div", { class: "word" }, make("small", {}, `bits ${WORD * word + Math.min(31, 8 * explanation.size - 1)} to ${WORD * word}`), make("ol", { class: "bits" }, ...parts.map((part) => cell(part, operands))));
  });
  return make("div", { class: "scroll", role: "region", "aria-label": "Bits", tabindex: "0" }, ...words.reverse());
}

function fieldRow(field, operands) {
  return make(
    "tr",
    { class: field.usual ? "usual" : undefined },
    make("td", {}, range(field)),
    make("td", {}, make("span", { class: `key ${classOf(field, operands)}` }, field.name || field.kind)),
    make("td", {}, field.width > 16 ? field.value.replace(/^0x0+(?=.)/, "0x") : binary(field)),
    make("td", { class: "means" }, field.meaning + (field.odd ? " (breaks its rule)" : "")),
  );
}

function fieldTable(explanation, operands) {
  const shown = explanation.fields.filter((f) => !f.usual);
  const usual = explanation.fields.filter((f) => f.usual);
  const table = (fields) =>
    make(
      "table",
      { class: "meanings" },
      make("thead", {}, make("tr", {}, ...["Bits", "Field", "Value", "Meaning"].map((t) => make("th", { scope: "col" }, t)))),
      make("tbody", {}, ...fields.map((f) => fieldRow(f, operands))),
    );
  return [
    make("div", { class: "scroll", role: "region", "aria-label": "Fields", tabindex: "0" }, table(shown)),
    usual.length ? make("details", {}, make("summary", {}, `${usual.length} fields as usual`), make("div", { class: "scroll" }, table(usual))) : null,
  ];
}

const fileName = (name) => name.replaceAll("+", "-");

function links(explanation, family) {
  return make("p", { class: "note" }, make("a", { href: `../manual/${family}/${encodeURIComponent(fileName(explanation.name))}.html` }, `${explanation.name} in the manual`), ` · ${explanation.format}${explanation.formatDoc ? `: ${explanation.formatDoc}` : ""}`);
}

function besides({ reads, writes }) {
  const said = [reads && `reads ${reads}`, writes && `writes ${writes}`].filter(Boolean).join("; ");
  return said ? make("p", { class: "note" }, `Besides its operands: ${said}`) : null;
}

/** `line`: the instruction as disassembled, which says how operands are accessed. */
export function explanationOf(explanation, line, family) {
  if (!explanation) return [make("p", { class: "note" }, "No instruction on this line: move the caret to one.")];
  if (!explanation.valid) return [make("p", { class: "unsure" }, explanation.status), make("pre", {}, explanation.faults + explanation.elsewhere)];
  const operands = explanation.operands.map((o, i) => ({ ...o, writes: line?.operands?.[i]?.access.includes("write") ?? false }));
  return [
    make("p", { class: "text" }, make("code", {}, explanation.text)),
    make("p", { class: "sentence" }, explanation.sentence),
    explanation.faults ? make("pre", { class: "unsure" }, explanation.faults) : null,
    picture(explanation, operands),
    ...fieldTable(explanation, operands),
    explanation.body ? make("details", {}, make("summary", {}, "Operation in the words of the spec"), make("pre", { class: "body" }, explanation.body)) : null,
    make("details", {}, make("summary", {}, "On other architectures"), make("pre", { class: "body" }, explanation.elsewhere.replace(/^On other architectures\n/, ""))),
    besides(explanation),
    links(explanation, family),
  ].filter(Boolean);
}
