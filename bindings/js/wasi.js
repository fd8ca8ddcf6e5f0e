// SPDX-License-Identifier: MIT
// What gisa.wasm asks of its host: next to nothing. There are no files, no arguments and no clock;
// what the library would print goes to the console.

const OK = 0;
const BADF = 8;

/** `memory.exports` are those of the instance, once it is there. */
export function host(memory) {
  const view = () => new DataView(memory.exports.memory.buffer);
  const calls = {
    fd_write(file, pieces, count, writtenAt) {
      const parts = [];
      let written = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(pieces + 8 * i, true);
        const size = view().getUint32(pieces + 8 * i + 4, true);
        parts.push(new TextDecoder().decode(new Uint8Array(memory.exports.memory.buffer, at, size)));
        written += size;
      }
      if (parts.join("").trim()) console.warn(parts.join("").trimEnd());
      view().setUint32(writtenAt, written, true);
      return OK;
    },
    sched_yield: () => OK,
    poll_oneoff: () => OK,
    proc_exit(code) {
      throw new Error(`gisa.wasm ended with ${code}`);
    },
  };
  // Whatever else libc may ask for is about files, and there are none.
  const wasi = new Proxy(calls, { get: (own, name) => own[name] ?? (() => BADF), has: () => true });
  return { wasi_snapshot_preview1: wasi };
}
