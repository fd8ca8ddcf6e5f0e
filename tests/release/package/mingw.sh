#!/bin/sh
# SPDX-License-Identifier: MIT
# `make check-mingw`: the core on Windows, compiled by mingw-w64 and run by wine, as a library and
# as two files. usage: mingw.sh BUILD-DIRECTORY; GISA is the
# command on this machine.
. "$(dirname "$0")/../../lib.sh"
B=$1
cc="x86_64-w64-mingw32-gcc -std=c11 -O1 -Wall -Wextra -Werror -Wno-format"
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
tests=tests/release/package
explains=$dir/log
export WINEDEBUG=-all WINEPREFIX="$dir/wine"

# What programs print, without the carriage returns of Windows.
windows() { "$wine" "$@" 2>"$dir/log" | tr -d '\r'; }

$cc -c "$B/dist/gisa.c" -o "$dir/gisa.o" >"$dir/log" 2>&1
ok 'gisa.c compiles' $?
# programs NAME LIBRARY: the examples and a test, linked with the library.
programs() {
    way=$1 library=$2
    for name in walk assemble histogram; do
        $cc -I"$B/dist" examples/$name.c "$library" -static -pthread -o "$dir/$name.exe" >"$dir/log" 2>&1
        ok "$way: $name compiles" $?
    done
    windows "$dir/walk.exe" >"$dir/out"
    same "$way: walk" $tests/walk.txt "$dir/out"
    [ "$(windows "$dir/assemble.exe" gfx900 'v_add_f32 v0, v1, v2')" = 0x02000501 ]
    ok "$way: assemble" $?
    windows "$dir/histogram.exe" "$dir/cfg.o" | sed 's/^ *//' | sort >"$dir/out"
    same "$way: histogram" $tests/histogram.txt "$dir/out"
    $cc -I"$B/dist" -Itests tests/core/golden/*.c "$library" -static -pthread -o "$dir/golden.exe" >"$dir/log" 2>&1
    ok "$way: golden compiles" $?
    windows "$dir/golden.exe" >"$dir/golden"
    set -- $(closing "$dir/golden")
    [ "${1:-0}" -gt 1000 ]
    ok "$way: golden runs" $? "$dir/golden"
    count "${1:-0}" "${2:-0}"
}
"${GISA:-build/gisa}" asm -f elf $tests/cfg.s -o "$dir/cfg.o"
ok 'the code object' $?
programs 'two files' "$dir/gisa.o"
programs library "$B/libgisa-core.a"
"$(command -v wineserver || echo /usr/lib/wine/wineserver64)" -w # which still writes to its folder
finish
