#!/bin/sh
# SPDX-License-Identifier: MIT
# A linker's version script on standard output: every function that the public headers declare with
# GISA_API, in one version, and nothing else. usage: exports.sh COMPILER VERSION HEADER...
compiler=$1 version=$2
shift 2
names=$(for header; do
    $compiler -E -P -DGISA_API=DECLARED "$header" || exit 1
done | tr '\n' ' ' | tr ';' '\n' | sed -n 's/.*DECLARED[^(]*[ *]\([a-z_0-9]*\) *(.*/\1/p' | sort -u)
[ -n "$names" ] || {
    echo "exports.sh: no function is declared in $*" >&2
    exit 1
}
echo "$version {"
echo 'global:'
echo "$names" | sed 's/.*/    &;/'
echo 'local:'
echo '    *;'
echo '};'
