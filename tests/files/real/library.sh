#!/bin/sh
# SPDX-License-Identifier: MIT
# The gfx803, gfx900 and gfx906 kernels of Debian's librocsparse0, where it is installed: another
# compiler (LLVM 15), another linker, debug information. Called by run.sh. ROCSPARSE names the
# library; LIBRARY_COUNT and LIBRARY_LARGEST say how many of its 111 bundles are tried and up to
# which size of a code object (in bytes): all of them take three minutes.
ROCSPARSE=${ROCSPARSE:-/usr/lib/x86_64-linux-gnu/librocsparse.so.0}
if [ ! -f "$ROCSPARSE" ]; then
    echo "skip librocsparse: $ROCSPARSE is not there (optional: Debian package librocsparse0)"
    exit 0
fi
mkdir -p "$WORK/library"
log=$WORK/library/log
if ! ${CC:-cc} -std=c11 -D_DEFAULT_SOURCE -O1 -o "$WORK/unbundle" tests/files/real/unbundle.c ||
    ! "$WORK/unbundle" "$ROCSPARSE" "$WORK/library" "${LIBRARY_LARGEST:-300000}" "${LIBRARY_COUNT:-8}" >"$WORK/library/list"
then
    echo "FAIL librocsparse: the code objects cannot be taken out"
    exit 0
fi
. "$SOURCES/common.sh"
while read -r file; do
    name=librocsparse-$(basename "$file" .co)
    dir=$WORK/library
    arch=${name##*-}
    if check "dis" $GISA dis "$file" -o "$dir/c.s"; then
        no_data "data in code object" "$dir/c.s"
        check "asm" $GISA asm "$dir/c.s" -f co -o "$dir/c.co" &&
            check "same code object" "$SECTIONS" same "$file" "$dir/c.co" &&
            check "readelf" $READELF -a "$dir/c.co"
    fi
    same_text "$arch" "$file"
done <"$WORK/library/list"
[ -n "$KEEP" ] || rm -rf "$WORK/library"
exit 0
