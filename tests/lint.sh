#!/bin/sh
# SPDX-License-Identifier: MIT
# gcc and clang with many warnings, clang-format, cppcheck, codespell: each must be quiet.
# usage: lint.sh BUILD-DIRECTORY [quick]     quick: sources by gcc alone, generated code by clang
# alone, no cppcheck, which takes as long as the rest
. "$(dirname "$0")/lib.sh"
build=${1:-build}
flags="-std=c11 -D_DEFAULT_SOURCE -fopenmp-simd -Iinclude -Isrc -I$build -Isrc/object -Igen -Icmd -Iresources -Idebug"
warnings="-Wall -Wextra -Wshadow -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings -Wvla
 -Wconversion -Wpedantic -Werror"
sources=$(find gen check watch profile trace debug src cmd resources packaging bindings/declare examples formats manual editors -name '*.c' | sort)
all=$(find include gen check watch profile trace debug src cmd resources hsa tests bench packaging bindings examples formats manual plugins editors -name '*.[ch]' | sort)

for compiler in gcc clang; do
    if command -v $compiler >/dev/null; then
        [ $compiler = clang ] && [ "$2" = quick ] && [ -z "$FULL" ] && sources=$(echo "$sources" | grep -v '^src/\|^gen/')
        echo "$sources" | xargs -P 2 -n 8 $compiler $flags $warnings -fsyntax-only
        ok "$compiler" $?
        if [ -e /usr/include/hsa/hsa.h ]; then
            $compiler $flags -D_GNU_SOURCE $warnings -fsyntax-only hsa/*.c hsa/tools/*.c
            ok "$compiler, the HSA runtime" $?
        else
            skip 1
        fi
        if [ $compiler = clang ] || [ -n "$FULL" ]; then
            $compiler $flags -Wall -Wextra -Werror -fsyntax-only $(find "$build/gen" -name '*.c' ! -name '*_rows.c') &&
                $compiler $flags -DLEVEL=baseline -Wall -Wextra -Werror -fsyntax-only $(find "$build/gen" -name '*_rows.c')
            ok "$compiler, generated code" $?
        fi
    else
        skip 2
    fi
done

if command -v clang-format >/dev/null && clang-format --version | grep -q 'version 14'; then
    echo "$all" | xargs clang-format --dry-run --Werror
    ok clang-format $?
else
    skip 1
fi

# What people read: pages, comments, messages.
find README.md SECURITY.md CONTRIBUTING.md CHANGELOG.md Makefile isa docs include gen check watch profile trace debug src cmd resources hsa tests bench packaging bindings examples editors \
    formats manual plugins demo -path tests/spec/isagen -prune -o \( -name '*.[ch]' -o -name '*.isa' -o -name '*.sh' -o -name '*.py' -o \
    -name '*.mk' -o -name '*.md' -o -name '*.1' -o -name Makefile \) -print | sort >"$dir/prose"
grep -v '\.1$' "$dir/prose" | xargs awk -f tests/columns.awk >"$dir/columns"
ok 'comments and pages have 100 columns' $? "$dir/columns"
grep -v '^tests/' "$dir/prose" | xargs grep -nEi -f tests/style.txt /dev/null >"$dir/style"
[ ! -s "$dir/style" ]
ok 'comments and pages are in the words of tests/style.txt' $? "$dir/style"
if command -v codespell >/dev/null; then
    xargs codespell --ignore-words tests/words.txt <"$dir/prose" >"$dir/spelling" 2>/dev/null
    ok 'spelling' $? "$dir/spelling"
else
    skip 1 'there is no codespell'
fi

awk 'length > 100 { print FILENAME ":" FNR ": " $0; wide = 1 } END { exit wide }' include/*.h >"$dir/wide"
ok 'public headers stand in 100 columns' $? "$dir/wide"

# With what is defined here, a few files at a time, which takes a third of the time. `make nightly`:
# with every combination of what may be defined.
if [ "$2" = quick ] && [ -z "$FULL" ]; then
    :
elif command -v cppcheck >/dev/null; then
    # enumerators are ints, and not negative: %u is theirs
    defined='-D__linux__ -D__GNUC__ -DWITH_PNG -DWITH_DW'
    [ -z "$FULL" ] || defined=--force
    find gen check watch profile trace debug src cmd resources hsa packaging bindings/declare examples formats manual editors -name '*.c' | sort | xargs -P 2 -n 16 cppcheck --quiet --std=c11 \
        --error-exitcode=1 --enable=warning,portability,performance --inline-suppr --suppress=missingIncludeSystem --suppress=invalidPrintfArgType_uint \
        $defined -Iinclude -Isrc -I"$build" -Isrc/object -Igen -Icmd -Iresources -Idebug
    ok cppcheck $?
else
    skip 1
fi

# What begins with gisa_ is public; an enumerator of the public headers begins with its type.
find "$build/src" "$build/check" "$build/gen" -name '*.o' -exec nm -g --defined-only {} + | awk 'NF == 3 && $3 ~ /^gisa_/ { print $3 }' | sort -u >"$dir/exported"
grep -ohE '\bgisa_[a-z0-9_]+' include/*.h | sort -u >"$dir/public"
comm -23 "$dir/exported" "$dir/public" >"$dir/not-public"
[ -s "$dir/exported" ] && [ ! -s "$dir/not-public" ]
ok 'names with gisa_ stand in a public header' $? "$dir/not-public"
awk '/^typedef enum/ { type = toupper($3); sub(/_KIND$/, "", type); typed = 1; types++ }
    /^enum|^struct|^typedef struct/ { typed = 0 }
    typed { sub(/^typedef enum [a-z_]+ /, ""); sub(/\/\*.*/, ""); while (match($0, /GISA_[A-Z0-9_]+/)) {
        name = substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH)
        if (index(name, type "_") != 1 && name != "GISA_OK") { print FILENAME ": " name; wrong = 1 } } }
    /^}/ { typed = 0 }
    END { exit wrong || types < 10 }' include/*.h >"$dir/enumerators"
ok 'an enumerator begins with its type' $? "$dir/enumerators"

# A header that isagen writes is there before what includes it is compiled, whatever make does
# first: for each object, what the compiler said that it read is among what make knows before
# anything is built.
nothing=$build/nothing
rules=$(make -pn B="$nothing" build-checks check-tsan 2>/dev/null | sed -n "s,^$nothing\\(/[^ ]*\\.o: .*\\),$build\\1,p" | sed "s,$nothing/,$build/,g")
missing=$(find "$build" -path "$build/*" -name '*.d' -exec awk -v build="$build/" -v name=gen/ '
    FNR == 1 { object = $1 }
    object !~ /host/ { for (i = 1; i <= NF; i++) if (index($i, build name) == 1 && $i ~ /\.h$/) print object, $i }' {} + | sort -u |
    while read -r object header; do
        echo "$rules" | grep -F "$object " | grep -qF " $header" || echo "$object may be compiled before $header"
    done)
[ -z "$missing" ]
ok "generated headers come first: $missing" $?

finish
