#!/bin/sh
# SPDX-License-Identifier: MIT
# What README.md and docs/ say is true: the console examples print what stands there, the example of
# the library compiles and prints what stands there, the files that are named exist, the tour leaves
# no file out, the table of docs/coverage.md does not claim more rows than there are, no page of
# docs/ is without a link from README.md or another page, and docs/adding-an-instruction.md works
# when it is followed to the letter. For contributors: tests/README.md names each folder of tests,
# CHANGELOG.md the version and each new name, and .editorconfig agrees with .clang-format.
# usage: sh tests/release/docs/run.sh (B = build directory)
. "$(dirname "$0")/../../lib.sh"
B=${B:-build}
work=$B/docs
export LC_ALL=C.UTF-8 # boxes are drawn with lines
unset COLUMNS
rm -rf "$work"
mkdir -p "$work" || exit 1

# block FILE FENCE N: the N-th block of FILE that is fenced with ```FENCE.
block() {
    awk -v fence="\`\`\`$2" -v wanted="$3" '/^```$/ { inside = 0 }
        inside { print }
        $0 == fence && ++count == wanted { inside = 1 }' "$1"
}
blocks() { grep -c "^\`\`\`$2\$" "$1"; }

# Says whether `gisa-hsa` can run programs: it is built, without sanitizers, which programs would
# have to have as well, and GCC compiles for the GPUs.
has_hsa() {
    [ -e "$B/hsa/libhsa-runtime64.so.1" ] && [ -z "$SANITIZE" ] &&
        [ -e "$(gcc-12 -print-file-name=accel/amdgcn-amdhsa/mkoffload 2>/dev/null)" ]
}

# ---- `$ command` and what it prints, standard error included; build/ is the build directory.
for file in README.md docs/*.md; do
    n=1
    while [ $n -le "$(blocks "$file" console)" ]; do
        block "$file" console $n >"$work/expected"
        if grep -q 'gisa-hsa' "$work/expected" && ! has_hsa; then
            skip 1 "$file: console block $n needs 'make hsa' without sanitizers and gcc-12-offload-amdgcn"
            n=$((n + 1))
            continue
        fi
        grep '^\$ ' "$work/expected" | while IFS= read -r line; do
            printf '%s\n' "$line"
            command=$(printf '%s\n' "$line" | sed -e 's/^\$ //' -e "s,build/,$B/,g")
            sh -c "$command" 2>&1 </dev/null
        done >"$work/got"
        same "$file: console block $n" "$work/expected" "$work/got"
        n=$((n + 1))
    done
done

# ---- docs/usse.md: its instructions assemble and come back as they are written, its sources as the
# files that they make, and it names every directive of shader files.
page=docs/usse.md
n=1
while [ $n -le "$(blocks $page usse)" ]; do
    block $page usse $n | sed 's, *//.*,,' >"$work/expected"
    "$B/gisa" asm -a sgx543 -f raw "$work/expected" -o "$work/code" 2>"$work/got" &&
        "$B/gisa" dis -a sgx543 -f raw "$work/code" >"$work/got"
    same "$page: usse block $n" "$work/expected" "$work/got"
    n=$((n + 1))
done
n=1
while [ $n -le "$(blocks $page gxp)" ]; do
    block $page gxp $n >"$work/source.s"
    "$B/gisa" asm -f gxp "$work/source.s" -o "$work/source.gxp" 2>"$work/diff" &&
        "$B/gisa" dis "$work/source.gxp" -o "$work/again.s" && "$B/gisa" asm -f gxp "$work/again.s" -o "$work/again.gxp" &&
        cmp "$work/source.gxp" "$work/again.gxp" >"$work/diff"
    ok "$page: gxp block $n" $? "$work/diff"
    sed -n '/^	\.primary/,$ { s, *//.*,,; p; }' "$work/source.s" >"$work/expected"
    sed -n '/^	\.primary/,$p' "$work/again.s" >"$work/got"
    same "$page: the code of gxp block $n" "$work/expected" "$work/got"
    n=$((n + 1))
done
for directive in $(sed -n 's/^    {"\(\.[a-z_]*\)", dir_.*/\1/p' src/asm/gxp.c); do
    grep -q "^|.*\`$directive[ \`]" $page
    ok "$page does not mention $directive" $?
done

# ---- The picture: `make pictures` would not change it.
sh docs/pictures.sh "$B" "$work" pam
same "docs/session.svg (make pictures)" docs/session.svg "$work/session.svg"
python3 tests/release/docs/png.py docs/sphere.png | cmp - "$work/sphere.pam" >"$dir/diff" 2>&1
ok "docs/sphere.png (make pictures)" $? "$dir/diff"

# ---- The library.
if ${CC:-cc} $SANITIZE -std=c11 -Wall -Wextra -Werror -Iinclude docs/decode.c "$B/libgisa.a" -o "$work/decode" 2>"$work/diff"; then
    "$work/decode" >"$work/got"
    block docs/library.md text 1 >"$work/expected"
    same "docs/library.md: what docs/decode.c prints" "$work/expected" "$work/got"
else
    ok "docs/decode.c does not compile" 1 "$work/diff"
fi
block docs/library.md c 1 >"$work/expected"
sed -n '/^int main/,$p' docs/decode.c >"$work/got"
same "docs/library.md: docs/decode.c" "$work/expected" "$work/got"

# ---- Files that are named.
for file in README.md CONTRIBUTING.md CHANGELOG.md docs/*.md tests/README.md; do
    folder=$(dirname "$file")
    sed 's/](/\n](/g' "$file" | sed -n 's/^](\([^):#]*\)[)#].*/\1/p' | sort -u >"$work/links"
    while read -r link; do
        [ -e "$folder/$link" ]
        ok "$file: $link does not exist" $?
    done <"$work/links"
done
for page in docs/*.md; do
    grep -l "](\(docs/\)*$(basename "$page")[)#]" README.md docs/*.md | grep -qvFx "$page"
    ok "no other page links to $page" $?
done
for file in gen/*.c gen/*/*.c check/*.c watch/*.c profile/*.c trace/*.c debug/*.c src/*/*.c cmd/*.c cmd/*/*.c hsa/*.c tests/*.sh; do
    grep -q "\`\(.*/\)*$(basename "$file")\`" docs/tour.md
    ok "docs/tour.md does not mention $file" $?
done

# ---- tests/README.md: a line for each folder, and none for a folder that is gone.
(cd tests && ls -d */*/) | sed 's,/$,,' | sort >"$work/expected"
sed -n 's,^| `\([a-z]*/[a-z-][a-z0-9-]*\)` |.*,\1,p' tests/README.md | sort >"$work/got"
same "tests/README.md: folders of tests" "$work/expected" "$work/got"

# ---- CHANGELOG.md: it has the version of gisa.h, and the script for what is not released leads
# from names that are gone to names of the headers: applied to an old name, it gives a new one. The
# old names are read from it.
version=$(sed -n 's/^#define GISA_VERSION "\(.*\)"/\1/p' include/gisa.h)
grep -q "^## $version - 20[0-9-]*\$" CHANGELOG.md
ok "CHANGELOG.md: no heading for version $version" $?
sed -n '/^## Unreleased$/,/^## [0-9]/p' CHANGELOG.md >"$work/unreleased.md"
block "$work/unreleased.md" sed 1 >"$work/rename.sed"
grep -oh '\bGISA_[A-Z0-9_]*\b' include/*.h | sort -u >"$work/names"
sed -nE 's,^s/\\b([A-Z_]*)(\(([A-Z0-9_|]*)\))?\\b/.*,\1 \3,p' "$work/rename.sed" | while read -r prefix ends; do
    [ -n "$ends" ] && printf '%s\n' "$ends" | tr '|' '\n' | sed "s/^/$prefix/" || echo "$prefix"
done >"$work/old"
sed -E -f "$work/rename.sed" "$work/old" | sort -u >"$work/new"
grep -Fxf "$work/names" "$work/old" >"$work/diff"
[ ! -s "$work/diff" ]
ok "CHANGELOG.md: old names that the headers have" $? "$work/diff"
grep -Fxvf "$work/names" "$work/new" >"$work/diff"
[ ! -s "$work/diff" ]
ok "CHANGELOG.md: new names that the headers do not have" $? "$work/diff"

# ---- .editorconfig: the numbers of .clang-format.
for pair in IndentWidth:indent_size ColumnLimit:max_line_length; do
    wanted=$(sed -n "s/^${pair%:*}: //p" .clang-format)
    sed -n '/^\[\*\.{c,h}\]$/,/^$/p' .editorconfig | grep -qx "${pair#*:} = $wanted"
    ok ".editorconfig: ${pair#*:} of C is not $wanted, as .clang-format has it" $?
done

# ---- The table: what it claims is there; more may be.
ASAN_OPTIONS=detect_leaks=0 "$B/isagen" isa/gcn --coverage >"$work/coverage" || ok "isagen --coverage" 1
sed -n 's/^| *`\([a-z0-9]*\.isa\)` *|[^|]*|\([0-9 |]*\)|$/\1 \2/p' docs/coverage.md | tr -d '|' >"$work/table"
[ "$(wc -l <"$work/table")" -ge 20 ]
ok "docs/coverage.md: the table of rows is not found" $?
while read -r name gfx6 gfx7 gfx8 gfx9; do
    grep "^$name " "$work/coverage" | {
        read -r _ a b c d _
        [ "${a:-0}" -ge "$gfx6" ] && [ "${b:-0}" -ge "$gfx7" ] && [ "${c:-0}" -ge "$gfx8" ] && [ "${d:-0}" -ge "$gfx9" ]
    }
    ok "docs/coverage.md: $name has fewer rows than the table says" $?
done <"$work/table"

# ---- README.md's table of chips: instructions, forms, and those that are executed; more may be.
sed -n 's/^| `\([a-z0-9]*\)` |[^|]*| \([0-9]*\) | \([0-9]*\) | \([0-9]*\) |$/\1 \2 \3 \4/p' README.md >"$work/chips"
[ "$(cut -d ' ' -f 1 "$work/chips" | tr '\n' ' ')" = "$("$B/gisa" list --archs | cut -d ' ' -f 1 | tr '\n' ' ')" ]
ok "README.md: the table does not have the architectures of gisa list --archs" $?
while read -r arch rows forms executed; do
    set -- $("$B/gisa" list --coverage -a "$arch" | awk '$1 == "all" { print $2, $3 }') \
        "$("$B/gisa" info "$arch" | sed -n 's/^ *[0-9]* instructions, \([0-9]*\) with.*/\1/p')"
    [ "${1:-0}" -ge "$rows" ] && [ "${2:-0}" -ge "$executed" ] && [ "${3:-0}" -ge "$forms" ]
    ok "README.md: $arch has $1 instructions, $3 forms, $2 executed, less than the table says" $?
done <"$work/chips"

# ---- docs/adding-an-instruction.md: the first `isa` block goes to the end of the file it names,
# the first `golden` block likewise; gisa is built from that and must know the instruction.
page=docs/adding-an-instruction.md
copy=$work/copy
mkdir -p "$copy/build" "$copy/tests/core"
cp -a Makefile include isa gen check watch profile trace debug src cmd resources "$copy" && cp -a tests/core/golden "$copy/tests/core"
for part in tests/core/*/vectors.txt; do # families that they stand for need no golden lines
    mkdir -p "$copy/$(dirname "$part")" && cp -p "$part" "$copy/$part"
done
for part in $(sed -n 's/^include //p' Makefile); do
    mkdir -p "$copy/$(dirname "$part")" && cp -p "$part" "$copy/$part"
done
row_file=$(sed -n 's/.*`\(isa\/gcn\/[a-z0-9]*\.isa\)`.*/\1/p' $page | head -n 1)
golden_file=$(sed -n 's/.*`\(tests\/core\/golden\/[a-z0-9]*\.txt\)`.*/\1/p' $page | head -n 1)
block $page isa 1 >>"$copy/$row_file"
# What was built before the row is there, as for somebody who adds one; with sanitizers all is built
# anew, without them.
how='FAST=1 CFLAGS=-O0'
if [ -z "$SANITIZE" ]; then
    how=
    for part in host src gen cmd resources check isagen libgisa.a; do cp -a "$B/$part" "$copy/build"; done
fi
# Not as a part of the make that runs this test: that one does not share its processors.
if (cd "$copy" && unset MAKEFLAGS MFLAGS MAKELEVEL && make $how B=build build/gisa build/tests/golden) >"$work/log" 2>&1; then
    (cd "$copy" && build/tests/golden) >"$work/before" 2>&1
    grep -q "no line for $(block $page isa 1 | sed -n 's/^\([a-z][a-z0-9_]*\) .*/\1/p' | head -n 1) " "$work/before"
    ok "$page: the golden test does not ask for a line" $? "$work/before"
    block $page golden 1 >>"$copy/$golden_file"
    (cd "$copy" && build/tests/golden) >"$work/after" 2>&1
    ok "$page: the golden test fails" $? "$work/after"
    n=1
    while [ $n -le "$(blocks $page example)" ]; do
        block $page example $n >"$work/expected"
        (cd "$copy" && grep '^\$ ' ../expected | while IFS= read -r line; do
            printf '%s\n' "$line"
            sh -c "${line#??}" 2>&1 </dev/null
        done) >"$work/got"
        same "$page: example $n" "$work/expected" "$work/got"
        n=$((n + 1))
    done
else
    ok "$page: gisa does not build with the row" 1 "$work/log"
fi
rm -rf "$copy"

finish
