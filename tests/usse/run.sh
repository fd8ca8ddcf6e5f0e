#!/bin/sh
# SPDX-License-Identifier: MIT
# USSE, which is built on its own as long as it is not finished: known words, and random ones there and back.
# WORDS=100000000 sh tests/usse/run.sh tries more of them.
B=$1
make -s USSE=1 B="$B/usse" "$B/usse/libgisa.a" >"$B/usse.log" 2>&1 &&
    ${CC:-cc} -std=c11 -O2 $SANITIZE -Iinclude tests/usse/usse.c "$B/usse/libgisa.a" -o "$B/tests/usse" -pthread >>"$B/usse.log" 2>&1 || {
    cat "$B/usse.log"
    echo '0 passed, 1 failed'
    exit 1
}
exec "$B/tests/usse" tests/usse/vectors.txt "${WORDS:-1000000}"
