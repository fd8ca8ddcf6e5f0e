#!/bin/sh
# SPDX-License-Identifier: MIT
# What leaves the tree: the installed files are used as strangers would use them, by the programs in
# examples/, with pkg-config, with CMake, as two files, in C++; the libraries show what the headers
# declare and nothing else; the source tarball and the Debian packages are what they should be; bash
# completes. usage: run.sh BUILD-DIRECTORY
. "$(dirname "$0")/../../lib.sh"
built=${1:-build} # make knows what it has built, and from what, by this name
B=$built
case $B in /*) ;; *) B=$PWD/$B ;; esac
cc=${CC:-gcc}
if [ -n "$SAN" ]; then
    skip 1 'sanitizers are not for packages'
    finish
fi
# The outer make says in here what it was told; these calls are told otherwise.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR PREFIX
make="make --no-print-directory B=$built"
tests=tests/release/package
version=$(sed -n 's/^#define GISA_VERSION "\(.*\)"/\1/p' include/gisa.h)
soversion=0.1 # by hand: 0.MINOR, or the first number once that is not 0 (docs/compatibility.md)

explains=$dir/log

have() { command -v "$1" >/dev/null 2>&1; }
# ---- What the libraries show is what the header declares.

declared() { # declared HEADER: the functions that it declares, with those of the headers that it includes
    $cc -E -P -DGISA_API=DECLARED "include/$1" | tr '\n' ' ' | tr ';' '\n' |
        sed -n 's/.*DECLARED[^(]*[ *]\([a-z_0-9]*\) *(.*/\1/p' | sort
}
declared gisa.h >"$dir/declared"
{ declared gisa_account.h; declared gisa_check.h; declared gisa_machine.h; declared gisa_native.h; declared gisa_observe.h; declared gisa_profile.h; declared gisa_schedule.h; declared gisa_semantics.h; declared gisa_shade.h; declared gisa_stage.h; declared gisa_trace.h; declared gisa_watch.h; declared gisa_wave.h; } | sort -u >"$dir/all-declared"
[ "$(wc -l <"$dir/declared")" -ge 20 ] && grep -qx gisa_decode "$dir/declared" && grep -qx gisa_assemble "$dir/declared"
ok 'functions are found in gisa.h' $?
grep -qx gisa_machine_run "$dir/all-declared" && ! grep -q gisa_machine "$dir/declared"
ok 'functions are found in gisa_machine.h' $?

shown() { # shown FILE [OPTION]: the names that a linker sees
    nm $2 -g --defined-only "$1" | awk 'NF == 3 && $2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort
}
$make libraries "$built/dist/gisa.c" "$built/dist/gisa.h" >"$dir/log" 2>&1
ok 'make libraries' $?
shown "$B/lib/libgisa.so.$version" -D >"$dir/shown"
same "libgisa.so shows the headers" "$dir/all-declared" "$dir/shown"
# The same by readelf, each with the version of this library.
readelf --dyn-syms -W "$B/lib/libgisa.so.$version" | awk '$5 == "GLOBAL" && $7 != "UND" && $4 == "FUNC" { print $8 }' | sort >"$dir/shown"
sed "s/\$/@@GISA_$soversion/" "$dir/all-declared" | sort >"$dir/expected"
same 'libgisa.so: versions of symbols' "$dir/expected" "$dir/shown"
shown "$B/lib/libgisa.a" >"$dir/shown"
same "libgisa.a shows the headers" "$dir/all-declared" "$dir/shown"
readelf -d "$B/lib/libgisa.so.$version" | sed -n 's/.*(\(SONAME\|NEEDED\)).*\[\(.*\)\]/\1 \2/p' |
    grep -v libpthread | sort >"$dir/shown"
printf '%s\n' "NEEDED libc.so.6" "SONAME libgisa.so.$soversion" >"$dir/expected"
same 'libgisa.so: its name, and nothing needed but libc' "$dir/expected" "$dir/shown"

# ---- Each function that returns a gisa_status has one for null pointers (docs/compatibility.md).

prototypes() { # prototypes HEADER...: preprocessed, one declaration a line
    for header; do $cc -E -P -DGISA_API=DECLARED "include/$header"; done | tr '\n' ' ' | tr ';' '\n'
}
{
    printf '#include "%s"\n' stdio.h gisa_check.h gisa_machine.h gisa_semantics.h gisa_shade.h
    echo '#define CALL(name, ...) do { puts(#name); fflush(stdout); if (name(__VA_ARGS__) == GISA_OK) return 1; } while (0)'
    echo 'int main(void) {'
    prototypes gisa_check.h gisa_machine.h gisa_semantics.h gisa_shade.h | awk -f $tests/nothing.awk | sort -u
    echo '    return 0; }'
} >"$dir/nothing.c"
[ "$(grep -c 'CALL(gisa' "$dir/nothing.c")" -ge 70 ]
ok 'functions with a status are found' $?
$cc -std=c11 -Iinclude "$dir/nothing.c" "$B/lib/libgisa.a" -pthread -o "$dir/nothing" >"$dir/log" 2>&1
ok 'calls with null pointers compile' $?
"$dir/nothing" >"$dir/calls" 2>&1
status=$?
tail -n 1 "$dir/calls" >"$dir/log" # the one that it came to
ok 'null pointers are refused' $status
# Only the HSA runtime, which is for Linux, has the system's <elf.h>.
grep -rl '<elf\.h>' src check watch profile trace debug gen cmd resources manual examples | grep -v '^src/object/elf_types.h$' >"$dir/log"
[ ! -s "$dir/log" ]
ok 'no <elf.h> is needed' $?

# ---- Installed: every file in its place, and away again.

root=$dir/root
hsa=
if [ -e /usr/include/hsa/hsa.h ]; then
    hsa='bin/gisa-hsa share/bash-completion/completions/gisa-hsa share/fish/vendor_completions.d/gisa-hsa.fish share/man/man1/gisa-hsa.1 lib/gisa/libhsa-runtime64.so.1 lib/gisa/libhsa-runtime64.so lib/gisa/libgisa-hsa-preload.so lib/gisa/libgisa-tools.so'
fi
$make install DESTDIR="$root" PREFIX=/opt/gisa >"$dir/log" 2>&1
ok 'make install' $?
{
    for file in bin/gisa bin/gisa-clrxdisasm include/gisa.h include/gisa_account.h include/gisa_check.h include/gisa_machine.h include/gisa_native.h include/gisa_observe.h include/gisa_profile.h include/gisa_schedule.h include/gisa_semantics.h include/gisa_shade.h include/gisa_stage.h include/gisa_trace.h include/gisa_watch.h include/gisa_wave.h lib/libgisa.a lib/libgisa.so "lib/libgisa.so.$soversion" "lib/libgisa.so.$version" \
        lib/pkgconfig/gisa.pc lib/cmake/gisa/gisaConfig.cmake lib/cmake/gisa/gisaConfigVersion.cmake \
        share/bash-completion/completions/gisa share/zsh/site-functions/_gisa \
        share/fish/vendor_completions.d/gisa.fish share/man/man1/gisa.1 share/man/man1/gisa-trace-diff.1 share/vim/vimfiles/syntax/gisa.vim \
        share/vim/vimfiles/ftdetect/gisa.vim $hsa; do
        echo "./opt/gisa/$file"
    done
    for command in asm check clrxdisasm dap debug dis explain info list objdump lsp run test; do
        echo "./opt/gisa/share/man/man1/gisa-$command.1"
    done
    for file in isa/README.md isa/*/*.isa manual.files; do
        echo "./opt/gisa/share/gisa/$file"
    done
    for file in README.md CHANGELOG.md CONTRIBUTING.md LICENSE SECURITY.md isa/README.md $(git ls-files docs examples 2>/dev/null || find docs examples ! -type d); do
        case $file in docs/man/* | docs/*.sh) ;; *) echo "./opt/gisa/share/doc/gisa/$file" ;; esac
    done
    (cd "$B/manual" && find . -type f) | sed 's,^\.,./opt/gisa/share/doc/gisa/manual,'
} | sort >"$dir/expected"
(cd "$root" && find . ! -type d | sort) >"$dir/shown"
same 'installed files' "$dir/expected" "$dir/shown"
[ "$(wc -l <"$root/opt/gisa/share/gisa/manual.files")" -gt 1000 ] && [ -e "$root/opt/gisa/share/doc/gisa/manual/index.html" ]
ok 'the manual is installed' $?
find "$root" -type f ! -perm -o=r >"$dir/log"
[ ! -s "$dir/log" ]
ok 'everybody may read what is installed' $?
for file in bin/gisa "lib/libgisa.so.$version" lib/libgisa.a; do
    ! readelf -SW "$root/opt/gisa/$file" 2>/dev/null | grep -q '\.debug_info'
    ok "$file is stripped" $?
done
[ "$("$root/opt/gisa/bin/gisa" --version)" = "gisa $version" ]
ok 'the installed gisa runs' $?
[ -z "$hsa" ] || { [ -e "$("$root/opt/gisa/bin/gisa-hsa" --libdir)/libhsa-runtime64.so.1" ] && "$root/opt/gisa/bin/gisa-hsa" true; }
ok 'the installed gisa-hsa runs' $?
! grep -r -l "$dir\|$PWD\|@[A-Z]*@" "$root" --include='*.pc' --include='*.cmake' >"$dir/log"
ok 'no path of this tree is installed' $?

moved=$dir/moved
$make install INSTALL_STRIP= MANUAL= DESTDIR="$moved" prefix=/usr/x LIBDIR=/usr/x/lib/some-machine INCLUDEDIR=/usr/x/include/sub >"$dir/log" 2>&1
[ -e "$moved/usr/x/bin/gisa" ] && [ -e "$moved/usr/x/lib/some-machine/libgisa.a" ] && [ -e "$moved/usr/x/include/sub/gisa.h" ]
ok 'make install prefix= LIBDIR= INCLUDEDIR=' $?
readelf -SW "$moved/usr/x/lib/some-machine/libgisa.a" | grep -q '\.debug_info' && [ ! -e "$moved/usr/x/share/doc/gisa/manual" ]
ok 'make install INSTALL_STRIP= MANUAL=' $?
$make install DESTDIR="$dir/gone" PREFIX=/opt/gisa >/dev/null 2>&1
touch "$dir/gone/opt/gisa/lib/cmake/other" "$dir/gone/opt/gisa/share/doc/gisa/manual/gcn/other"
$make uninstall DESTDIR="$dir/gone" PREFIX=/opt/gisa >"$dir/log" 2>&1
[ "$(cd "$dir/gone" && find . ! -type d | sort | tr '\n' ' ')" = './opt/gisa/lib/cmake/other ./opt/gisa/share/doc/gisa/manual/gcn/other ' ] &&
    [ "$(cd "$dir/gone" && find . -name '*gisa*' | sort | tr '\n' ' ')" = './opt/gisa ./opt/gisa/share/doc/gisa ' ]
ok 'make uninstall takes its own away, and nothing else' $?
$make install DESTDIR="$dir/none" PREFIX=relative >"$dir/log" 2>&1
[ $? -ne 0 ] && [ ! -e "$dir/none" ]
ok 'a relative PREFIX is refused' $?

# ---- The examples, put together in each way.

grep 'find [0-9a-f]' $tests/find_ds.s | sed 's/^ *\(.*[^ ]\) *; find \(.*\)/\2  \1/' >"$dir/find_ds.txt"
echo "$(wc -l <"$dir/find_ds.txt") found" >>"$dir/find_ds.txt"
"$B/gisa" asm -f elf $tests/find_ds.s -o "$dir/find_ds.o"
ok 'the code object for find_ds' $?
"$B/gisa" asm -f elf $tests/cfg.s -o "$dir/cfg.o"
ok 'the code object for cfg and histogram' $?
"$B/gisa" asm -f co examples/saxpy.s -o "$dir/saxpy.co"
ok 'the code object for launch' $?
"$B/gisa" asm -f gxp examples/lit.vert.s -o "$dir/lit.gxp"
ok 'the shader for draw' $?

# examples WAY FOLDER: runs the programs in FOLDER.
examples() {
    "$2/walk" >"$dir/out"
    same "$1: walk" $tests/walk.txt "$dir/out"
    "$2/find_ds" "$dir/find_ds.o" | sed 's/ *$//' >"$dir/out"
    same "$1: find_ds" "$dir/find_ds.txt" "$dir/out"
    "$2/cfg" "$dir/cfg.o" >"$dir/out"
    same "$1: cfg" $tests/cfg.txt "$dir/out"
    "$2/histogram" "$dir/cfg.o" >"$dir/log"
    sed 's/^ *//' "$dir/log" | sort >"$dir/out"
    same "$1: histogram" $tests/histogram.txt "$dir/out"
    [ "$(sed -n 1p "$dir/log")" = '       2  s_sub_u32' ]
    ok "$1: histogram, the most frequent first" $?
    # LLVM: v_add_f32_e32 v0, v1, v2 is 01 05 00 02; s_waitcnt vmcnt(0) is 70 0f 8c bf
    [ "$("$2/assemble" gfx900 'v_add_f32 v0, v1, v2')" = 0x02000501 ] && ! "$2/assemble" gfx900 'v_add_f32 v0, v1' 2>"$dir/log" &&
        grep -q '\^' "$dir/log"
    ok "$1: assemble" $?
    printf '\000\000\200\277\000\000\200\277\000\000\201\277' >"$dir/patch.bin"
    "$2/patch" gfx900 "$dir/patch.bin" 4 's_waitcnt vmcnt(0)' >"$dir/log" 2>&1 &&
        [ "$(od -An -tx1 "$dir/patch.bin" | tr -d ' \n')" = 000080bf700f8cbf000081bf ]
    ok "$1: patch" $?
    cp "$dir/patch.bin" "$dir/before.bin"
    ! "$2/patch" gfx900 "$dir/patch.bin" 4 's_mov_b32 s0, 0x12345678' >"$dir/log" 2>&1 && grep -q size "$dir/log" &&
        cmp "$dir/before.bin" "$dir/patch.bin"
    ok "$1: patch refuses another size" $?
    if [ -e "$2/launch" ]; then # gisa.c does not have the emulator
        "$2/launch" "$dir/saxpy.co" >"$dir/out"
        # 8 waves of 11 instructions; y = 2 * i + 1; item 1023 of y + 1 is the first float after y
        [ "$(sed -n 1,3p "$dir/out")" = "launch 0: ended, 88 instructions
launch 1: ended, 88 instructions
y[0] = 1, y[1] = 3, y[1023] = 2047" ] && sed -n 4p "$dir/out" | grep -q '^4 bytes at .* y .*work-item 63,0,0 of group 15,0,0$'
        ok "$1: launch" $?
        "$2/draw" "$dir/lit.gxp" >"$dir/out"
        # a quarter turn
        [ "$(sed -n 1,4p "$dir/out")" = "1 0 0 -> 0 1 0
0 2 0 -> -2 0 0
-3 0 5 -> 0 -3 5
1 1 1 -> -1 1 1" ] && sed -n 5p "$dir/out" | grep -q '^no instruction has these bits, .*instance 0$'
        ok "$1: draw" $?
    fi
}

if have pkg-config; then
    export PKG_CONFIG_PATH="$root/opt/gisa/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$root"
    [ "$(pkg-config --modversion gisa)" = "$version" ]
    ok 'pkg-config --modversion' $?
    for way in shared static; do
        cp -r examples "$dir/$way"
        make -C "$dir/$way" CC="$cc" CFLAGS='-Wall -Wextra -Werror' $([ $way = static ] && echo STATIC=1) >"$dir/log" 2>&1
        ok "pkg-config, $way" $?
        LD_LIBRARY_PATH=$root/opt/gisa/lib examples "pkg-config, $way" "$dir/$way"
    done
    # Which library is it?
    readelf -d "$dir/shared/walk" | grep -q "NEEDED.*libgisa.so.$soversion\]" && ! readelf -d "$dir/static/walk" | grep -q libgisa
    ok 'shared and static are that' $?
    $cc -std=c11 examples/assemble.c $(pkg-config --cflags gisa) -static $(pkg-config --static --libs gisa) -o "$dir/all-static" \
        >"$dir/log" 2>&1 && [ "$("$dir/all-static" gfx900 s_endpgm)" = 0xbf810000 ]
    ok 'pkg-config --static, with -static' $?
    for cxx in g++ clang++; do
        if have $cxx; then
            $cxx -Wall -Wextra -Werror $tests/include.cpp $(pkg-config --cflags --libs gisa) -o "$dir/include" >"$dir/log" 2>&1 &&
                [ "$(LD_LIBRARY_PATH=$root/opt/gisa/lib "$dir/include")" = s_endpgm ]
            ok "C++, $cxx" $?
        else
            skip 1 "C++: there is no $cxx"
        fi
    done
    unset PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
else
    skip 1 'pkg-config: there is no pkg-config'
fi

# Names that programs use themselves must not clash with those inside of the library.
cat >"$dir/clash.c" <<'END'
#include <gisa.h>
int hash_of, grow, error_at, near_try, bytes_put, expected;
int main(void) { return gisa_at(0) && !hash_of ? 0 : 1; }
END
$cc -I"$root/opt/gisa/include" "$dir/clash.c" "$root/opt/gisa/lib/libgisa.a" -o "$dir/clash" >"$dir/log" 2>&1 && "$dir/clash"
ok 'libgisa.a leaves other names to the program' $?

# cmake_examples WAY SOURCE OPTIONS...
cmake_examples() {
    way=$1 source=$2
    shift 2
    {
        CC=${compiler:-$cc} cmake -S "$source" -B "$dir/cmake" -DCMAKE_C_FLAGS='-Wall -Wextra -Werror' "$@" &&
            cmake --build "$dir/cmake" -j 2
    } >"$dir/log" 2>&1
    ok "$way: builds" $?
    examples "$way" "$dir/cmake"
    find "$dir/cmake" -name 'gisa.c.o' -exec cp {} "$dir/two-files.o" \;
    rm -rf "$dir/cmake"
}
# clang compiles gisa.c in a third of gcc's time. `make nightly`: both.
two_files=
{ have clang && [ -z "$FULL" ]; } && two_files=clang
if have cmake; then
    cmake_examples 'CMake, shared' examples -DCMAKE_PREFIX_PATH="$root/opt/gisa"
    cmake_examples 'CMake, static' examples -DCMAKE_PREFIX_PATH="$root/opt/gisa" -DSTATIC=ON
    cmake_examples 'CMake, other folders' examples -Dgisa_DIR="$moved/usr/x/lib/some-machine/cmake/gisa"
    compiler=$two_files
    cmake_examples 'CMake, two files' examples/two-files -DGISA="$B/dist"
    compiler=
    mkdir "$dir/wanted"
    for wanted in 0.1 "$version" 0 0.2 1.0 0.0; do
        printf 'cmake_minimum_required(VERSION 3.10)\nproject(x NONE)\nfind_package(gisa %s QUIET CONFIG)\nmessage(STATUS "found=${gisa_FOUND}")\n' \
            $wanted >"$dir/wanted/CMakeLists.txt"
        cmake -S "$dir/wanted" -B "$dir/wanted/out" -DCMAKE_PREFIX_PATH="$root/opt/gisa" 2>&1 | sed -n "s/.*found=\(.*\)/$wanted \1/p"
        rm -rf "$dir/wanted/out"
    done >"$dir/out"
    # These lines are about 0.1: they change with the version.
    printf '%s\n' '0.1 1' "$version 1" '0 1' '0.2 0' '1.0 0' '0.0 0' >"$dir/expected"
    same 'CMake: versions' "$dir/expected" "$dir/out"
else
    skip 1 'CMake: there is no cmake'
fi

# ---- One chip: what a program takes that decodes and prints.

programs='walk'
[ -z "$FULL" ] || programs='walk walk-two-files'
$make core-size ARCHS=gfx900 FULL=$FULL >"$dir/sizes" 2>&1
ok 'make core-size ARCHS=gfx900' $? "$dir/sizes"
for program in $programs; do
    size=$(sed -n "s,^ *\([0-9]*\) .*/core-gfx900/$program\$,\1,p" "$dir/sizes")
    echo "$program: $size bytes" >"$dir/log"
    [ -n "$size" ] && [ "$size" -gt 100000 ] && [ "$size" -le 1500000 ]
    ok "one chip, $program: at most 1.5 MB" $?
    "$B/core-gfx900/$program" >"$dir/out"
    same "one chip, $program" $tests/walk.txt "$dir/out"
done
$cc -std=c11 -Wall -Wextra -Werror -Iinclude $tests/archs.c "$B/core-gfx900/libgisa-core.a" -pthread -o "$dir/archs" >"$dir/log" 2>&1 &&
    [ "$("$dir/archs")" = 'gfx900 gfx902 gfx909 gfx90c' ]
ok 'one chip: its architecture and chips, and no others' $?
for words in 'ARCHS=gfx900 build/gisa' 'core ARCHS=gfx9000' 'core FAMILIES=vliw'; do
    ! $make -n $words >"$dir/log" 2>&1 && grep -q 'ARCHS\|FAMILIES' "$dir/log"
    ok "make $words is refused" $?
done
ARCHS=gfx9000 $make -n build/gisa >"$dir/log" 2>&1
ok 'ARCHS of the environment is somebody else' $?

# ---- Two files.

# Compiled above, for CMake; here inside of a file. `make nightly`: by both, both ways.
alone= inside=clang
{ have clang && have cmake && [ -z "$FULL" ]; } || alone='gcc clang' inside=$cc
if [ -e "$dir/two-files.o" ]; then
    shown "$dir/two-files.o" >"$dir/shown"
    same "gisa.c shows gisa.h, ${two_files:-$cc}" "$dir/declared" "$dir/shown"
fi
for compiler in $alone; do
    have $compiler || {
        skip 1 "gisa.c, $compiler: there is no $compiler"
        continue
    }
    $compiler -std=c11 -Wall -Wextra -Werror -c "$B/dist/gisa.c" -o "$dir/gisa.o" >"$dir/log" 2>&1
    ok "gisa.c compiles alone, $compiler" $?
    shown "$dir/gisa.o" >"$dir/shown"
    same "gisa.c shows gisa.h, $compiler" "$dir/declared" "$dir/shown"
done
$inside -std=c11 -Wall -Wextra -Werror -I"$B/dist" $tests/inside.c -o "$dir/inside" >"$dir/log" 2>&1
ok 'gisa.c inside of a file' $?
"$dir/inside" >"$dir/out"
"$B/gisa" --help | sed -n '/(-a)/,/^[^ ]/s/^  \([a-z0-9][a-z0-9]*\) .*/\1/p' >"$dir/expected"
[ -s "$dir/expected" ]
same 'gisa.c inside of a file runs' "$dir/expected" "$dir/out"
[ "$(shown "$dir/inside" | grep -c gisa)" -eq 0 ]
ok 'gisa.c inside of a file shows nothing' $?
mkdir "$dir/two" && cp "$B/dist/gisa.c" "$B/dist/gisa.h" "$dir/two" && ! grep -n '^ *# *include *"' "$dir/two/gisa.c" | grep -v '"gisa.h"' >"$dir/log"
ok 'gisa.c includes nothing else' $?

# The program that joins files, on files whose names clash wherever they can.
join=$tests/join
$cc -std=c11 $join/main.c $join/one.c $join/two.c -o "$dir/apart" && "$dir/apart" >"$dir/expected"
[ "$(wc -l <"$dir/expected")" -eq 8 ] && "$B/amalgamate" -p join.h $join/one.c $join/two.c >"$dir/joined.c" 2>"$dir/log"
ok 'amalgamate joins files with the same names' $?
for compiler in gcc clang; do
    if have $compiler; then
        $compiler -std=c11 -Wall -Wextra -Werror -I$join $join/main.c "$dir/joined.c" -o "$dir/joined" 2>"$dir/log" && "$dir/joined" >"$dir/out"
        same "what it joins is the same program, $compiler" "$dir/expected" "$dir/out"
    fi
done
for macro in '#define BAD(x) x##_' '#define BAD(x) \
    #x'; do
    printf '#include "join.h"\n%s\n' "$macro" >"$dir/bad.c"
    ! "$B/amalgamate" -p join.h -I $join "$dir/bad.c" >/dev/null 2>"$dir/log" && grep -q 'bad.c:[23]: # and ##' "$dir/log"
    ok "amalgamate refuses $macro" $?
done

# ---- The source.

if tar --version 2>/dev/null | grep -q GNU; then
    out=$dir/dist
    mkdir -p "$out/dist" && cp "$B/dist/gisa.c" "$B/dist/gisa.h" "$out/dist"
    B=$out VERSION=$version sh packaging/dist.sh >"$dir/log" 2>&1
    ok 'make dist' $?
    tarball=$out/dist/gisa-$version.tar.gz
    tar -xzf "$tarball" -C "$dir" && copy=$dir/gisa-$version
    if [ -e .git ]; then
        { git ls-files --cached; git ls-files --others --exclude-standard; } | sort | while read -r f; do [ -e "$f" ] && echo "$f"; done >"$dir/expected"
        (cd "$copy" && find . ! -type d ! -path ./MANIFEST | sed 's,^\./,,' | LC_ALL=C sort) >"$dir/out"
        LC_ALL=C sort -o "$dir/expected" "$dir/expected"
        same 'the tarball has what git has' "$dir/expected" "$dir/out"
    fi
    # A tarball makes the same tarball, although it has no git, the files are older, and others
    # unpacked it.
    mkdir -p "$out/again/dist" && find "$copy" -name Makefile -exec touch {} +
    (cd "$copy" && umask 077 && B=$out/again VERSION=$version sh packaging/dist.sh) >"$dir/log" 2>&1 && cmp "$tarball" "$out/again/dist/gisa-$version.tar.gz"
    ok 'the tarball makes itself again, byte for byte' $?
    # It is complete: gisa builds from it (the assembler and the disassembler of the two files, and
    # what the rest needs is there; `make nightly`: all of it), and so do the two files, which are
    # the same.
    complete="-n all"
    [ -z "$FULL" ] || complete=all
    make --no-print-directory -C "$copy" B=build CC="$cc" FAST=1 CFLAGS=-O0 build/dist/gisa.c build/dist/gisa.h >"$dir/log" 2>&1 &&
        make --no-print-directory -C "$copy" B=build CC="$cc" FAST=1 CFLAGS=-O0 $complete >"$dir/log" 2>&1
    ok 'the tarball builds' $?
    cmp "$copy/build/dist/gisa.c" "$B/dist/gisa.c" >"$dir/log" 2>&1
    ok 'gisa.c does not depend on where it is made' $?
    if [ "$(id -u)" -eq 0 ]; then
        chown -R 1 "$copy" && rm -f "$copy/build/gisa"
        make --no-print-directory -C "$copy" B=build install DESTDIR="$dir/none" >"$dir/log" 2>&1
        [ $? -ne 0 ] && grep -q 'make libraries' "$dir/log" && [ ! -e "$copy/build/gisa" ] && [ ! -e "$dir/none" ]
        ok 'root compiles nothing in a tree of somebody else' $?
    fi
else
    skip 1 'make dist: there is no GNU tar'
fi

# ---- Debian packages.

# In `make nightly` alone; `make check-deb` asks the tools of Debian, with whole packages.
if [ -z "$FULL" ]; then
    :
elif have dh; then
    # Without what takes long: the manual, symbols, good compression. `make check-deb` has all.
    DH_OPTIONS=-Ngisa-doc DEB_BUILD_OPTIONS=noautodbgsym DEB_COMPRESS='-Zgzip -z1' $make deb MANUAL= >"$dir/log" 2>&1
    ok 'make deb' $?
    debs=$(ls "$B"/deb/*.deb)
    library=$(sed -n 's/^Package: \(libgisa[0-9].*\)/\1/p' debian/control)
    names="gisa $library libgisa-dev"
    [ -z "$hsa" ] || names="$names gisa-hsa"
    for package in $names; do
        [ -e "$B/deb/${package}_$version-1_$(dpkg --print-architecture).deb" ]
        ok "make deb: $package" $?
    done
    # Installed for real, with a database of its own; so nothing of this machine changes.
    system=$dir/system
    mkdir -p "$system/var/lib/dpkg/info" "$system/var/lib/dpkg/updates" && : >"$system/var/lib/dpkg/status"
    dpkg="dpkg --root=$system --log=/dev/null --force-not-root --force-bad-path"
    # All that is there already is the C library of this machine.
    if ! dpkg-query -W -f 'Package: ${Package}\nStatus: ${Status}\nArchitecture: ${Architecture}\nMulti-Arch: same\nVersion: ${Version}\nMaintainer: x\nDescription: x\n\n' \
        libc6 $(dpkg-deb -f "$B/deb/gisa_"*.deb Depends | grep -o 'lib\(png\|dw\|elf\)[^ ,]*') >"$system/var/lib/dpkg/status" 2>/dev/null; then
        skip 1 'dpkg: the dependency on libc6: dpkg does not manage this machine'
        dpkg="$dpkg --force-depends"
    fi
    $dpkg -i $debs >"$dir/log" 2>&1
    ok 'dpkg -i' $?
    [ "$(dpkg-query --admindir="$system/var/lib/dpkg" -W -f '${Status} ${Version}\n' $names 2>"$dir/log" | sort | uniq -c | sed 's/^ *//')" = \
        "$(echo $names | wc -w) install ok installed $version-1" ]
    ok 'dpkg: all are installed' $?
    libdir=$(dirname "$(find "$system/usr/lib" -name libgisa.a)")
    [ "$(echo be800001 | "$system/usr/bin/gisa" dis -a gfx803 -)" = 's_mov_b32 s0, s1' ]
    ok 'the gisa of the package runs' $?
    cp -r "$system/usr/share/doc/libgisa-dev/examples" "$dir/debian" &&
        PKG_CONFIG_PATH=$libdir/pkgconfig PKG_CONFIG_SYSROOT_DIR=$system make -C "$dir/debian" CC="$cc" >"$dir/log" 2>&1
    ok 'the examples of the package build' $?
    LD_LIBRARY_PATH=$libdir examples 'packages' "$dir/debian"
    [ -z "$hsa" ] || { grep -q "\"/usr/lib/${libdir##*/}/gisa\"" "$system/usr/bin/gisa-hsa" && [ -e "$libdir/gisa/libhsa-runtime64.so.1" ]; }
    ok 'gisa-hsa finds its library' $?
    $dpkg -P $names >"$dir/log" 2>&1 && [ -z "$(find "$system" -name '*gisa*' | tee "$dir/log")" ]
    ok 'dpkg -P leaves nothing' $?
else
    skip 1 'make deb: there is no debhelper'
fi
[ "$(sed -n '1s/^gisa (\(.*\)-[0-9]*) .*/\1/p' debian/changelog)" = "$version" ]
ok 'debian/changelog has the version of gisa.h' $?

# ---- The installed completion finds the installed command; tests/command/completion asks more.

if have bash; then
    bash -c '. "$1"; COMP_WORDS=("$2" dis --sym) COMP_CWORD=2; _gisa; printf "%s\n" "${COMPREPLY[@]}"' - \
        "$root/opt/gisa/share/bash-completion/completions/gisa" "$root/opt/gisa/bin/gisa" >"$dir/log" 2>&1
    [ "$(cat "$dir/log")" = --symbol ]
    ok 'bash: gisa dis --sym' $? "$dir/log"
else
    skip 1 'bash completion: there is no bash'
fi

finish
