#!/bin/sh
# SPDX-License-Identifier: MIT
# The Rust crate, by the cargo of the machine, without a network: its declarations against a C
# compiler's view of the headers, the cases that all bindings run, hostile input, its example.
# FULL=1: also with an installed library, found by pkg-config. usage: run.sh BUILD-DIRECTORY
. "$(dirname "$0")/../../lib.sh"
B=${1:-build}
here=tests/release/rust
if [ -n "$SAN" ]; then
    skip 1 'sanitizers are not for libraries of other compilers'
    finish
fi
if ! command -v cargo >/dev/null; then
    skip 1 'there is no cargo'
    finish
fi
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR PREFIX
case $B in /*) target=$B/rust ;; *) target=$PWD/$B/rust ;; esac
export CARGO_TARGET_DIR="$target" GISA_BUILD="$B" CARGO_TERM_COLOR=never
manifest='--offline --manifest-path bindings/rust/Cargo.toml'

sed -n 's/^version = "\(.*\)".*/\1/p' bindings/rust/Cargo.toml >"$dir/got"
sed -n 's/^#define GISA_VERSION "\(.*\)"/\1/p' include/gisa.h >"$dir/expected"
same 'the version of Cargo.toml' "$dir/expected" "$dir/got"

cargo build $manifest >"$dir/log" 2>&1 && ! grep -q '^warning' "$dir/log"
ok 'cargo build, without a warning' $? "$dir/log"
make --no-print-directory B="$B" "$B/declare" >"$dir/log" 2>&1 && "$B/declare" c include/*.h >"$dir/proof.c" &&
    ${CC:-cc} -std=c11 -Iinclude "$dir/proof.c" -o "$dir/proof" 2>"$dir/log" && "$dir/proof" >"$dir/layout"
ok 'declare c' $? "$dir/log"

# Each test of cargo's is one of ours.
GISA_LAYOUT="$dir/layout" GISA_SECONDS="${FULL:+20}" cargo test $manifest >"$dir/log" 2>&1
ok 'cargo test' $? "$dir/log"
passed=$((passed + $(grep -c '^test .* \.\.\. ok$' "$dir/log")))
for test in $(sed -n 's/^test \(.*\) \.\.\. FAILED$/\1/p' "$dir/log"); do ok "cargo test: $test" 1 "$dir/log"; done
[ "$(grep -c '^test .* \.\.\. ok$' "$dir/log")" -ge 21 ]
ok 'cargo test ran all of them' $?
sed -n 's/^    pub fn \(gisa_[a-z_0-9]*\)(.*/\1/p' "$(ls -t "$target"/debug/build/gisa-*/out/sys.rs | head -n 1)" | sort >"$dir/got"
sed -n 's/^    \(gisa_.*\);$/\1/p' "$B/lib/exports.map" | sort >"$dir/exports"
[ -s "$dir/exports" ] || make --no-print-directory B="$B" "$B/lib/exports.map" >"$dir/log" 2>&1
same 'each exported function is declared' "$dir/exports" "$dir/got"

# What its README says.
tour() {
    cargo run -q $manifest --example tour examples >"$dir/log" 2>&1
    # How many pixels a circle has depends on rounding at its edge: pi / 4 of the square, by 1 %.
    sed '$d' "$dir/log" >"$dir/got"
    same "examples/tour.rs, $1" $here/tour.txt "$dir/got"
    sed -n '$s/^\([0-9]*\) of 4096 pixels$/\1/p' "$dir/log" | awk '$1 > 3184 && $1 < 3249 { good = 1 } END { exit !good }'
    ok "examples/tour.rs, $1: a circle" $? "$dir/log"
}
tour "the tree's library"

# With an installed library: found by pkg-config, linked as a shared one.
if [ -n "$FULL" ] && command -v pkg-config >/dev/null; then
    version=$(cat "$dir/expected")
    make --no-print-directory B="$B" "$B/lib/libgisa.so.$version" >"$dir/log" 2>&1
    mkdir -p "$dir/usr/lib/pkgconfig" && cp -r include "$dir/usr/include" && cp "$B/lib/libgisa.so.$version" "$dir/usr/lib" &&
        ln -s "libgisa.so.$version" "$dir/usr/lib/libgisa.so.${version%.*}" && ln -s "libgisa.so.$version" "$dir/usr/lib/libgisa.so" &&
        printf 'prefix=%s\nlibdir=${prefix}/lib\nincludedir=${prefix}/include\nName: gisa\nDescription: x\nVersion: %s\nLibs: -L${libdir} -lgisa\n' \
            "$dir/usr" "$version" >"$dir/usr/lib/pkgconfig/gisa.pc"
    ok 'an installed library' $?
    unset GISA_BUILD
    export CARGO_TARGET_DIR="$dir/target" PKG_CONFIG_PATH="$dir/usr/lib/pkgconfig" LD_LIBRARY_PATH="$dir/usr/lib"
    tour 'the installed library'
    readelf -d "$dir/target/debug/examples/tour" | grep -q 'NEEDED.*libgisa.so'
    ok 'that one is linked' $?
fi
finish
