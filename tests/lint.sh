#!/bin/sh
# SPDX-License-Identifier: MIT
# gcc and clang with many warnings, clang-format, cppcheck: each must be quiet. usage: lint.sh BUILD-DIRECTORY
build=${1:-build}
flags="-std=c11 -D_DEFAULT_SOURCE -fopenmp-simd -Iinclude -Isrc -Isrc/object -Iisa"
warnings="-Wall -Wextra -Wshadow -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings -Wvla
 -Wconversion -Wpedantic -Werror"
passed=0 failed=0 skipped=0
sources=$(find gen src cmd packaging examples manual -name '*.c' | sort)
all=$(find include gen src cmd hsa tests bench packaging examples manual isa -name '*.[ch]' | sort)

result() { # result NAME STATUS
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "lint: $1"
    fi
}

for compiler in gcc clang; do
    if command -v $compiler >/dev/null; then
        echo "$sources" | xargs -P 2 -n 8 $compiler $flags $warnings -fsyntax-only
        result "$compiler" $?
        if [ -e /usr/include/hsa/hsa.h ]; then
            $compiler $flags -D_GNU_SOURCE $warnings -fsyntax-only hsa/*.c
            result "$compiler, the HSA runtime" $?
        else
            skipped=$((skipped + 1))
        fi
        $compiler $flags -Wall -Wextra -Werror -fsyntax-only "$build"/gen/*.c
        result "$compiler, generated code" $?
    else
        skipped=$((skipped + 2))
    fi
done

if command -v clang-format >/dev/null && clang-format --version | grep -q 'version 14'; then
    echo "$all" | xargs clang-format --dry-run --Werror
    result clang-format $?
else
    skipped=$((skipped + 1))
fi

if command -v cppcheck >/dev/null; then
    cppcheck --quiet --std=c11 --error-exitcode=1 --enable=warning,portability,performance --inline-suppr -j 2 \
        --suppress=missingIncludeSystem -Iinclude -Isrc -Isrc/object gen src cmd hsa packaging examples manual
    result cppcheck $?
else
    skipped=$((skipped + 1))
fi

if [ "$skipped" -ne 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ]
