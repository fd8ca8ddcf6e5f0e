// SPDX-License-Identifier: MIT
// gisa: GPU instruction sets, executable. Disassembles, assembles, explains and runs code of AMD's
// GCN and of the PS Vita's GPU (USSE), in browsers and in Node.

export type Bytes = Uint8Array | ArrayBuffer | ArrayBufferView;
export type Syntax = "llvm" | "clrx";
export type Input = "auto" | "raw" | "hex" | "elf" | "gxp" | "sb";
export type Output = "raw" | "elf" | "co" | "hex" | "gxp";

/** What could not be done; `offset` and `length` say where in a text or file. */
export class GisaError extends Error {
  status: string;
  offset: number;
  length: number;
}

/** Compiles the library. Without a source: gisa.wasm beside this module. Node reads file: URLs. */
export function load(
  source?: string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module,
): Promise<Gisa>;

export interface Chip {
  name: string;
  /** Separated by blanks. */
  otherNames: string;
}

export interface Architecture extends Chip {
  family: "gcn" | "usse";
  generation: number;
  /** Bytes in the smallest instruction. */
  unit: number;
  forms: number;
  chips: Chip[];
  facts: Record<string, number>;
}

/** An unsettled choice about what instructions compute. */
export interface Model {
  name: string;
  /** Separated by blanks; the first one is taken. */
  options: string;
  text: string;
  certainty: string;
}

export interface Operand {
  name: string;
  kind: string;
  type?: string;
  reg?: number;
  count?: number;
  value?: number;
  bank?: string;
  channels?: string;
  access: ("read" | "write")[];
  mods?: string[];
  flags?: string[];
}

/** One instruction, or words that are none: these have a status and no text. */
export interface Line {
  /** Where it is in the bytes, or in its section. */
  offset: number;
  address: number;
  size: number;
  /** In hexadecimal, as `gisa dis` reads them. */
  words?: string[];
  bytes?: string[];
  section?: string;
  /** What begins here, in a file that has symbols. */
  label?: string;
  mnemonic?: string;
  format?: string;
  class?: string;
  text?: string;
  /** The address that a branch goes to. */
  target?: number;
  operands?: Operand[];
  reads?: string[];
  writes?: string[];
  /** Why the text would not assemble to the same bits. */
  odd?: string;
  unsure?: string;
  approximate?: string;
  status?: "reserved" | "truncated" | "unknown" | "data";
}

export interface ListOptions {
  /** May be left out for files that say it. */
  arch?: string;
  syntax?: Syntax;
  /** Without it: "raw" where there is an architecture, "auto" otherwise. */
  input?: Input;
}

export interface Diagnostic {
  severity: "note" | "warning" | "error";
  /** From 1; 0 = all of it. */
  line: number;
  column: number;
  length: number;
  message: string;
  /** The part of the message that says what would be right; "" where it does not. */
  remedy: string;
}

/** Where an instruction of the source went. */
export interface Placed {
  section: string;
  offset: number;
  size: number;
  line: number;
  column: number;
  /** It stands in the source itself, not in a macro or a repetition. */
  direct: boolean;
}

export interface Assembled {
  ok: boolean;
  status: string;
  /** null after errors. */
  bytes: Uint8Array | null;
  diagnostics: Diagnostic[];
  placed: Placed[];
}

export interface ExplainedField {
  name: string;
  kind: "fixed" | "opcode" | "field" | "zero" | "ignored" | "written" | "literal";
  low: number;
  width: number;
  /** In hexadecimal: "0x...". */
  value: string;
  meaning: string;
  /** It has no effect, or is as nearly always. */
  usual: boolean;
  /** It breaks the rule of the field: a reserved bit is set. */
  odd: boolean;
  /** The operands that look at these bits, by number. */
  operands: number[];
}

export interface ExplainedOperand {
  name: string;
  text: string;
  nature: string;
  takes: string;
  meaning: string;
  doc: string;
  modifier: boolean;
  /** A modifier that is not written, since it has its default value. */
  default: boolean;
}

export interface Explanation {
  arch: string;
  offset: number;
  size: number;
  status: string;
  /** False: the members that are optional are not there. */
  valid: boolean;
  /** In hexadecimal: "0x...". */
  bits: string;
  name?: string;
  mnemonic?: string;
  format?: string;
  formatDoc?: string;
  class?: string;
  text?: string;
  clrx?: string;
  /** What this very instruction does. */
  sentence?: string;
  /** What the row of the spec says. */
  doc?: string;
  /** The operation in the spec's language. */
  body?: string;
  unsure?: string;
  approximate?: string;
  flow?: string;
  fields?: ExplainedField[];
  operands?: ExplainedOperand[];
  reads?: string;
  writes?: string;
  /** What the address registers of an image instruction hold. */
  addresses?: { image: string; count: number; registers: string }[];
  /** Why it is no instruction, or one whose text gives other bits; lines of text. */
  faults: string;
  /** What the bits are on other architectures; lines of text. */
  elsewhere: string;
}

export interface Section {
  name: string;
  address: number;
  size: number;
  /** In the file; -1: its bytes are not there. */
  offset: number;
  code: boolean;
}

export interface FileSymbol {
  name: string;
  address: number;
  size: number;
  /** The number of its section; -1: none. */
  section: number;
  defined: boolean;
  type: number;
  binding: number;
}

export interface Code {
  name: string;
  address: number;
  size: number;
  offset: number;
  section: number;
}

export interface Argument {
  name: string;
  kind: string;
  type: string;
  offset: number;
  size: number;
}

export interface FileKernel {
  name: string;
  entry?: number;
  vgprs: number;
  sgprs: number;
  userSgprs: number;
  groupSize: number;
  privateSize: number;
  kernargSize: number;
  arguments: Argument[];
}

export interface Registers {
  bank: string;
  first: number;
  count: number;
}

export interface ShaderParameter {
  name: string;
  category: string;
  type: string;
  arraySize: number;
  semantic: string;
  container: number;
  resource: number;
  words: number;
  registers?: Registers;
}

export interface OpenedFile {
  format: "raw" | "hex" | "elf" | "gxp" | "sb";
  arch: string;
  loadable: boolean;
  /** Of the code object in a bundle. */
  offset: number;
  size: number;
  sections: Section[];
  symbols: FileSymbol[];
  code: Code[];
  kernels: FileKernel[];
  /** Of a .gxp file. */
  shader?: {
    fragment: boolean;
    temporaries: number;
    primaryAttributes: number;
    secondaryAttributes: number;
    result: string;
    resultRegisters?: Registers;
    parameters: ShaderParameter[];
  };
}

export interface Gisa {
  readonly version: string;
  readonly architectures: Architecture[];
  models(arch: string): Model[];
  /** For completion. */
  mnemonics(arch: string): string[];
  disassemble(bytes: Bytes, options?: ListOptions & { /** of the first byte of raw code */ address?: number }): Line[];
  /** As `gisa dis` prints it, with labels. */
  listing(bytes: Bytes, options?: ListOptions & { hex?: boolean; plain?: boolean }): string;
  /** The control flow, for Graphviz. */
  graph(bytes: Bytes, options?: ListOptions): string;
  /** A source. The architecture may be left out where the source names it. */
  assemble(text: string, options?: { arch?: string; syntax?: Syntax; output?: Output }): Assembled;
  /** One instruction; throws a GisaError that says where it is wrong. */
  parse(text: string, options: { arch: string; syntax?: Syntax }): Uint8Array;
  /** The instructions in bytes, or one as text. */
  explain(what: Bytes | string, options: { arch: string; syntax?: Syntax; most?: number }): Explanation[];
  /** What is known of an instruction by its name, without operands. */
  about(
    name: string,
    options: { arch: string },
  ): {
    name: string;
    mnemonic: string;
    format: string;
    class: string;
    doc: string;
    body?: string;
    unsure?: string;
    approximate?: string;
    /** Where it is in the spec. */
    source: string;
  };
  open(bytes: Bytes, options?: { arch?: string; object?: string }): OpenedFile;
  /** The code objects of a bundle or a program. */
  bundled(bytes: Bytes): { name: string; offset: number; size: number }[];
  wave(options: {
    arch: string;
    code?: Uint8Array;
    source?: string;
    syntax?: Syntax;
    address?: number;
  }): Promise<Wave>;
  machine(arch: string): Promise<Machine>;
  /** A pixel shader of GCN or a fragment program of USSE: code, a .gxp file, or the source of either. */
  shader(options: {
    arch: string;
    code?: Bytes;
    file?: Bytes;
    source?: string;
    syntax?: Syntax;
  }): Promise<Shader>;
}

/** Memory that code reads and writes. Views are valid until the next call, since memory may move. */
export interface Block {
  readonly address: number;
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly floats: Float32Array;
}

export interface Fault {
  cause: "address" | "instruction" | "trap" | "stuck" | "other";
  message: string;
  /** -1: the wave as a whole. */
  lane: number;
  address: string;
}

export interface Change {
  name: string;
  perLane: boolean;
  /** A bit for each lane. */
  lanes: bigint;
}

export interface Access {
  space: "memory" | "lds" | "gds" | "private";
  address: string;
  size: number;
  lane: number;
  reads: boolean;
  writes: boolean;
}

export interface Step {
  kind: "next" | "jumped" | "ended" | "waits" | "sleeps" | "halted" | "fault";
  pc: number;
  nextPc: number;
  size: number;
  changes: Change[];
  /** At most 256 of them. */
  accesses: Access[];
  accessCount: number;
  fault?: Fault;
}

export interface Run {
  end: "ended" | "address" | "limit" | "waits" | "fault";
  instructions: number;
  fault?: Fault;
}

export interface Export {
  target: number;
  times: number;
  compressed: boolean;
  done: boolean;
  valid: boolean;
  exec: bigint;
  /** The lanes that have exported x, y, z, w. */
  lanes: bigint[];
  values: Uint32Array[];
}

declare const snapshot: unique symbol;
export interface Snapshot {
  readonly [snapshot]: true;
  readonly steps: number;
}

/** 64 lanes; of USSE a batch of 64 instances. Names of registers are those of gisa_wave.h. */
export interface Wave {
  readonly arch: string;
  /** Where the code was loaded last: 0x1000 on GCN, 0 on USSE, unless another address was given. */
  readonly codeAddress: number;
  pc: number;
  exec: bigint;
  vcc: bigint;
  scc: number;
  m0: number;
  readonly steps: number;
  readonly status: "ready" | "ended" | "waits" | "halted" | "fault";
  readonly fault: Fault | null;
  readonly mapped: Block[];
  load(code: Uint8Array, options?: { address?: number }): void;
  /** Returns the code. */
  assemble(source: string, options?: { address?: number }): Uint8Array;
  /** Memory at an address: zeros, or these bytes. */
  map(address: number, what: number | Bytes, options?: { writable?: boolean }): Block;
  choose(model: string, option: string): void;
  find(name: string): { count: number; perLane: boolean; first: number; width: number };
  /** The 64 lanes of a word, in place: valid until the next call. */
  row(name: string, word?: number): Uint32Array;
  floats(name: string, word?: number): Float32Array;
  vgpr(number: number): Uint32Array;
  /** The words of a register, of one lane where lanes have their own. */
  read(name: string, lane?: number): Uint32Array;
  /** Without a lane: every lane. */
  write(name: string, values: number | bigint | ArrayLike<number>, lane?: number): void;
  sgprs(first: number, last: number): Uint32Array;
  lds(address?: number, words?: number): Uint32Array;
  setLds(address: number, words: ArrayLike<number>): void;
  step(): Step;
  /** At most `limit` instructions (0: no limit). */
  run(limit?: number | bigint, options?: { stopAt?: number }): Run;
  /** Registers, LDS and private memory as when the wave was made (GCN). */
  reset(): void;
  /** All of the wave, its memory and code; pages that did not change are shared. */
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  /** What GCN code has exported. */
  exports(): Export[];
}

export interface Kernel {
  name: string;
  kernargSize: number;
  groupSize: number;
  privateSize: number;
  arguments: Argument[];
}

export interface Loaded {
  readonly kernels: Kernel[];
}

export type ArgumentValue =
  | number
  | bigint
  | { f32: number }
  | { f64: number }
  | { i8: number }
  | { i16: number }
  | { i32: number }
  | { i64: number | bigint }
  | Block
  | ArrayBufferView;

export interface Launched {
  end: "ended" | "fault" | "limit" | "stopped";
  instructions: number;
  fault?: {
    cause: Fault["cause"];
    message: string;
    registers: string;
    address: string;
    pc: string;
    group: [number, number, number];
    item: [number, number, number];
  };
}

/** Runs kernels of code objects. */
export interface Machine {
  readonly arch: string;
  buffer(what: number | Bytes, name?: string): Block;
  free(block: Block): void;
  choose(model: string, option: string): void;
  load(file: Uint8Array): Loaded;
  /** `grid` and `group` are work-items. `arguments`: in order, without hidden ones; or all bytes.
   * A number without a type is an integer, unless the metadata say float or double. */
  launch(
    loaded: Loaded,
    options: {
      kernel?: string;
      grid: number | number[];
      group?: number | number[];
      arguments?: ArgumentValue[] | ArrayBufferView;
      lds?: number;
      limit?: number | bigint;
    },
  ): Launched;
}

export interface Picture {
  end: "ended" | "fault" | "limit" | "stopped";
  /** "" unless something is wrong. */
  message: string;
  instructions: number;
  width: number;
  height: number;
  /** For ImageData. */
  rgba: Uint8ClampedArray;
  /** What the shader computed: four floats a pixel. */
  floats: Float32Array;
}

/** Draws a rectangle over the whole picture. */
export interface Shader {
  readonly arch: string;
  readonly family: "gcn" | "usse";
  /** GCN: words of user data from s[first] on. */
  userData(first: number, words: number[]): void;
  /** GCN: a buffer, whose resource (V#) is in s[first:first + 3]. */
  buffer(first: number, what: number | Bytes): Block;
  /** GCN: SPI_PS_INPUT_ENA and _ADDR. */
  inputs(enabled: number, addressed?: number): void;
  /** USSE, of a .gxp file: a uniform by its name. */
  uniform(name: string, values: ArrayLike<number>): void;
  /** USSE: sa registers; of a .gxp file use uniform. */
  readonly secondaries: Uint32Array;
  /** USSE: texels of four floats. */
  texture(unit: number, texels: ArrayLike<number>, width: number, height: number, options?: { bilinear?: boolean }): Block;
  choose(model: string, option: string): void;
  /** `corners`: four numbers of each corner (left before right, top first), -1 to 1 by default: of
   * GCN attribute 0 (three corners suffice), of a .gxp file all that it takes, of USSE code pa0-3,
   * where the colour is found afterwards. `limit`: instructions of one wave. */
  draw(options: { width: number; height: number; corners?: number[]; limit?: number }): Picture;
}
