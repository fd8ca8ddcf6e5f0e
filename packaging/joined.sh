#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa.c on standard output: what it is, the licence, and the joined sources.
# usage: joined.sh AMALGAMATE VERSION FILE.c...
amalgamate=$1 version=$2
shift 2
cat <<END
/*
 * gisa $version, the library as one file, without the emulator. It needs gisa.h beside it and a C11
 * compiler, nothing else:
 *
 *     cc -std=c11 -O2 -c gisa.c
 *
 * (-pthread, too, where threads are not in the C library itself, as with glibc before 2.34.)
 *
 * Only the functions that gisa.h declares are visible outside. To have them inside of one of your
 * files, too:
 *
 *     #define GISA_API static __attribute__((unused))
 *     #include "gisa.c"
 *
 * \`make dist\` makes this file from the sources whose names stand in it; changes belong there.
 *
END
sed -e 's/^/ * /' -e 's/ *$//' LICENSE
echo ' */'
echo '#define GISA_CORE_ONLY'
"$amalgamate" -p gisa.h -I include -I src -I src/object "$@"
