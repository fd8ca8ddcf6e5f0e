#!/bin/sh
# SPDX-License-Identifier: MIT
# GISA_CHECK on programs of the host: HIP and OpenMP with one bug in each kernel, marked by hand, and
# the same repaired.
# usage: run.sh BUILD-DIRECTORY; FULL=1: on gfx900 and gfx803
. "$(dirname "$0")/../../lib.sh"
build=$(cd "${1:-build}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd)
unset GISA_HSA_LOG GISA_HSA_REPORT HIP_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES
export GISA_CHECK=all GCN_SUPPRESS_HOST_FALLBACK=1

# places CODE <OUTPUT: `LINE KIND` of each finding, of a race the later of its two sides. Places are
# FILE:LINE, or SYMBOL+0xOFFSET, which LLVM looks up in the code object.
places() {
    llvm-nm-19 "$1" >"$dir/symbols"
    awk '/ check: / { if (!match($0, /check: [^ ]*: [a-z]*: /)) next
                      split(substr($0, RSTART + 7, RLENGTH - 7), part, ": ")
                      n++; at[n] = part[1]; kind[n] = part[2] }
         n && kind[n] == "races" && / here: / { other[n] = $NF }
         END { for (i = 1; i <= n; i++) print at[i], kind[i], other[i] }' |
        while read -r at kind other; do
            line=$(line_of "$1" "$at")
            [ -z "$other" ] || { other=$(line_of "$1" "$other"); [ "${other:-0}" -le "${line:-0}" ] || line=$other; }
            echo "$line $kind"
        done | sort -u | sort -n -s -k 1,1
}
line_of() { # line_of CODE PLACE
    case $2 in
    *+0x*)
        start=$(awk -v name="${2%+*}" '$3 == name { print $1; exit }' "$dir/symbols")
        [ -n "$start" ] || { echo "$2"; return; }
        llvm-symbolizer-19 --obj="$1" "$((0x$start + ${2##*+}))" 2>/dev/null |
            sed -n "s,.*/${name:-none}[^/]*:\([0-9]*\):[0-9]*$,\1,p" | tail -n 1
        ;;
    *) echo "${2##*:}" ;;
    esac
}

marked() { # marked FILE BUG|FAULT [FROM]: what is marked, from this text up to the next empty line
    awk -v mark="$2" -v from="$3" '
        from == "" || index($0, from) { inside = 1 }
        from != "" && /^$/ { inside = 0 }
        inside && match($0, "// " mark " ") {
            count = split(substr($0, RSTART + RLENGTH), kind, ", ")
            for (i = 1; i <= count; i++)
                print NR, kind[i]
        }' "$1" | sort -u | sort -n -s -k 1,1
}

check() { # check WHAT CODE EXPECTED COMMAND...: in $dir
    what=$1 code=$2 expected=$3
    shift 3
    (cd "$dir" && timeout 300 "$build/gisa-hsa" "$@") >"$dir/out" 2>&1 </dev/null
    places "$code" <"$dir/out" >"$dir/got"
    same "$what" "$expected" "$dir/got"
}

test_hip() {
    name=hip
    for twin in '' -DFIXED; do
        for what in "-o $dir/hip$twin" "-c -o $dir/hip$twin.co --offload-device-only --no-gpu-bundle-output"; do
            hipcc -w -O2 -gline-tables-only --offload-arch="$1" $twin "$here/hip.cpp" $what >"$dir/log" 2>&1 || {
                ok "HIP is compiled for $1 $twin" 1 "$dir/log"
                return
            }
        done
    done
    GISA_AGENTS=$1
    export GISA_AGENTS
    marked "$here/hip.cpp" BUG >"$dir/bugs"
    check "HIP on $1: $(wc -l <"$dir/bugs") bugs, and nothing else" "$dir/hip.co" "$dir/bugs" ./hip
    check "HIP on $1: the repaired kernels" "$dir/hip-DFIXED.co" /dev/null ./hip-DFIXED
    for kernel in $(sed -n 's/^KERNEL \([a-z_]*\).*/\1/p' "$here/hip.cpp"); do
        marked "$here/hip.cpp" FAULT "KERNEL $kernel(" >"$dir/bugs"
        [ -s "$dir/bugs" ] || continue
        check "HIP on $1: $kernel" "$dir/hip.co" "$dir/bugs" ./hip "$kernel"
        check "HIP on $1: $kernel, repaired" "$dir/hip-DFIXED.co" /dev/null ./hip-DFIXED "$kernel"
    done
}

command -v llvm-symbolizer-19 >/dev/null || {
    skip 1 'there is no llvm-symbolizer-19'
    finish
}
gpus=gfx900
[ -z "$FULL" ] || gpus='gfx900 gfx803'
for gpu in $gpus; do
    command -v hipcc >/dev/null && test_hip "$gpu" || skip 1 'there is no hipcc'
done
finish
