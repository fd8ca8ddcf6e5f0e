#!/bin/sh
# SPDX-License-Identifier: MIT
# What is translated, compiled with the sanitizers of undefined behaviour and of addresses: random
# programs end as without them.
# usage: sanitized.sh BUILD-DIRECTORY
. "$(dirname "$0")/../../lib.sh"
build=${1:-build}

library=$(cc -print-file-name=libasan.so 2>/dev/null)
if [ ! -e "$library" ]; then
    skip 1 'there is no compiler, or it has no sanitizers'
    finish
fi
checks='-fsanitize=address,undefined -fno-sanitize-recover=all'
printf '#!/bin/sh\nexec cc "$@" -O1 %s\n' "$checks" >"$dir/cc"
chmod +x "$dir/cc"
LD_PRELOAD=$library ASAN_OPTIONS=detect_leaks=0 GISA_NATIVE_CC=$dir/cc "$build/tests/native" few >"$dir/out" 2>&1
ok 'random programs' $? "$dir/out"
set -- $(closing "$dir/out")
[ "${1:-0}" -gt 0 ] && [ "${2:-1}" -eq 0 ]
ok 'their results' $? "$dir/out"

# That something is seen: the same, on the stack and by a shift.
while read -r body; do
    echo "int main(int n, char **v) { int a[2] = {n}; return $body; }" >"$dir/bad.c"
    cc -w $checks -o "$dir/bad" "$dir/bad.c" && ! "$dir/bad" >"$dir/out" 2>&1
    ok "the sanitizers end $body" $? "$dir/out"
done <<'END'
a[n + 1]
n << (n + 31)
END
finish
