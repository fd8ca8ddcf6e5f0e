#!/bin/sh
# SPDX-License-Identifier: MIT
# The library as WebAssembly under Node: what bindings/js gives is what the command gives; the
# package is packed, installed elsewhere, and its example runs there, also bundled by esbuild;
# tests of the library that are C programs, as programs for WASI: the fast ones, and with FULL all.
# usage: sh tests/release/wasm/run.sh BUILD (build/gisa, and what `make check-wasm` makes)
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

# ---- the package against the command
add node "$here/interface.mjs" "$B/gisa" "$dir"
size=$(gzip -9 -c bindings/js/gisa.wasm | wc -c)
echo "gisa.wasm: $(wc -c <bindings/js/gisa.wasm) bytes, $size as gzip" >"$dir/size"
[ "$size" -le 1500000 ]
ok 'gisa.wasm has at most 1.5 MB as gzip' $? "$dir/size"

# ---- what all bindings must answer
if [ -e bindings/cases.json ]; then
    add node "$here/cases.mjs" bindings/cases.json
else
    skip 1 "there is no bindings/cases.json"
fi

# ---- the package in another folder
if command -v npm >/dev/null; then
    js=$PWD/bindings/js
    mkdir "$dir/app"
    (cd "$js" && npm pack --ignore-scripts --silent --pack-destination "$dir") >"$dir/pack" 2>&1
    ok 'npm pack' $? "$dir/pack"
    (cd "$dir/app" && npm init -y >/dev/null && npm install --offline --no-audit --no-fund --silent ../gisa-*.tgz) >"$dir/install" 2>&1
    ok 'npm install of what was packed' $? "$dir/install"
    cp "$js/example.mjs" "$dir/app"
    (cd "$dir/app" && node example.mjs) >"$dir/example" 2>&1
    ok 'the example runs' $? "$dir/example"
    sed -n '/^```text$/,/^```$/p' "$js/README.md" | sed '1d;$d' >"$dir/expected"
    same 'the example prints what README.md says' "$dir/expected" "$dir/example"
    version=$(sed -n 's/^#define GISA_VERSION "\(.*\)"/\1/p' include/gisa.h)
    grep -q "\"version\": \"$version\"" "$js/package.json"
    ok "package.json has the version of gisa.h ($version)" $?
else
    skip 5 "npm is not installed"
fi

# ---- bundled by esbuild: with gisa.wasm beside the bundle, in it, and as a file of its own
# With NODE_PATH=DIRECTORY/node_modules after `npm install esbuild`; otherwise it is installed.
modules=${NODE_PATH:-$dir/esbuild/node_modules}
if [ ! -e "$modules/.bin/esbuild" ]; then
    npm install --prefix "$dir/esbuild" --ignore-scripts --silent --no-audit --no-fund --fetch-retries=0 esbuild@0.25 >/dev/null 2>&1
fi
if [ -e "$modules/.bin/esbuild" ] && [ -e "$dir/app/node_modules/gisa" ]; then
    # bundle NAME ARGUMENT-OF-LOAD OPTION...: bundles the example for browsers, and runs it.
    bundle() {
        name=$1 argument=$2
        shift 2
        mkdir "$dir/$name"
        {
            [ -z "$argument" ] || echo 'import wasm from "gisa/gisa.wasm";'
            sed "s/await load()/await load($argument)/" bindings/js/example.mjs
        } >"$dir/app/$name.mjs"
        (cd "$dir/app" && "$modules/.bin/esbuild" "$name.mjs" --bundle --minify --format=esm "--outfile=$dir/$name/bundle.mjs" "$@") >"$dir/$name.log" 2>&1
        ok "esbuild: $name" $? "$dir/$name.log"
        [ -n "$argument" ] || cp bindings/js/gisa.wasm "$dir/$name"
        node "$dir/$name/bundle.mjs" >"$dir/$name.out" 2>&1
        same "the bundle runs: $name" "$dir/expected" "$dir/$name.out"
    }
    bundle beside ''
    bundle within wasm --loader:.wasm=binary
    bundle file 'new URL(wasm, import.meta.url)' --loader:.wasm=file
else
    skip 6 "esbuild cannot be installed by npm"
fi

# ---- types: index.d.ts describes what there is
if command -v tsc >/dev/null; then
    tsc --noEmit --strict --target es2022 --lib es2022,dom --module nodenext --moduleResolution nodenext "$here/types.mts" >"$dir/types" 2>&1
    ok 'index.d.ts' $? "$dir/types"
else
    skip 1 "tsc is not installed (npm install -g typescript)"
fi

# ---- tests of the library
fast='golden tables interface object observe usse check schedule watch describe wave'
slow='laws bodies buffers image mimg stage gxp shade undefined'
for test in $fast ${FULL:+$slow}; do
    program=$B/wasm/tests/$test.wasm
    if [ -e "$program" ]; then
        add node --no-warnings "$here/wasi.mjs" "$program"
    else
        skip 1 "there is no $program: make check-wasm"
    fi
done

# ---- kernels that clang compiles: what they leave, and what they leave where clang compiles them
# for the host.
kernels=$B/wasm/kernels
if [ -e "$B/wasm/tests/kernels.wasm" ]; then
    RECORD=$kernels sh tests/engine/kernels/run.sh "$B" >"$dir/record" 2>&1
    ok 'kernels and their results on the host' $? "$dir/record"
    for source in "$kernels"/*.so; do
        add node --no-warnings "$here/wasi.mjs" "$B/wasm/tests/kernels.wasm" "$kernels" "tests/engine/kernels/$(basename "$source" .so).cl"
    done
else
    skip 1 "there is no $B/wasm/tests/kernels.wasm: make check-wasm"
fi
finish
