#!/bin/sh
# SPDX-License-Identifier: MIT
# The library as WebAssembly under Node: what bindings/js gives is what the command gives.
# usage: sh tests/release/wasm/run.sh BUILD (build/gisa, and what `make wasm` makes)
. "$(dirname "$0")/../../lib.sh"
B=${1:-build}
here=$(dirname "$0")

if ! command -v node >/dev/null; then
    skip 1 "node is not installed"
    finish
fi
if [ ! -e bindings/js/gisa.wasm ]; then
    skip 1 "there is no bindings/js/gisa.wasm: make wasm (clang-19, lld-19, wasi-libc, libclang-rt-19-dev-wasm32)"
    finish
fi
add node "$here/interface.mjs" "$B/gisa" "$dir"
finish
