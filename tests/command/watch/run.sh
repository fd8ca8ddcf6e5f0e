#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa run --check: kernels with one bug each and their repaired twins (*.s: what must be found is
# marked there by hand); what the command prints, reads and refuses.
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
here=$(dirname "$0")
heads=$(wc -l <"$here/head.inc") # lines before each file

# found FILE CHIP KERNEL ARGUMENT...: `LINE KIND` of each finding, in the order of lines; of a race
# the later one of its two sides.
found() {
    source=$1 chip=$2 name=$3
    shift 3
    rm -f "$dir/json"
    case $chip in
    gfx700) words='s/SECOND/0x2/; s/ADDC/v_addc_u32/; s/ADD/v_add_i32/' ;;
    gfx803) words='s/SECOND/0x8/; s/ADDC/v_addc_u32/; s/ADD/v_add_u32/' ;;
    *) words='s/SECOND/0x8/; s/ADDC/v_addc_co_u32/; s/ADD/v_add_co_u32/' ;;
    esac
    sed "$words" "$source" >"$dir/k.s"
    "$gisa" run -a "$chip" "$dir/k.s" -k "$name" -q --check --findings "$dir/json" "$@" >"$dir/out" 2>"$dir/err"
    [ -s "$dir/json" ] || { cat "$dir/err"; return; }
    awk -v heads="$heads" '
        function of(key) {
            if (!match($0, "\"" key "\": [{][^}]*\"line\": [0-9]*"))
                return 0
            key = substr($0, RSTART, RLENGTH)
            sub(/.*"line": /, "", key)
            return key + 0
        }
        match($0, /"kind": "[a-z]*"/) {
            kind = substr($0, RSTART + 9, RLENGTH - 10)
            line = of("at")
            print (kind == "races" && of("other") > line ? of("other") : line) - heads, kind
        }' "$dir/json" | sort -nu
}

# ---- Bugs and their twins.
bugs=0
for file in "$here"/*.s; do
    base=$(basename "$file" .s)
    cat "$here/head.inc" "$file" >"$dir/$base.s"
    # Lines keep their numbers.
    sed 's,^\([ 	]*\)//+ ,\1,; s,^.*//-.*$,,' "$dir/$base.s" >"$dir/twin.s"
    sed -n 's,^// run ,,p' "$file" >"$dir/kernels"
    while IFS=: read -r kernel arguments; do
        # What is marked from the kernel's own line up to the next one's.
        awk -v me="// run $kernel:" '
            /^\/\/ run / { inside = index($0, me) == 1 }
            inside && /\/\/-? BUG / { line = NR; sub(/.*BUG /, ""); print line, $0 }' "$file" >"$dir/bugs"
        bugs=$((bugs + $(wc -l <"$dir/bugs")))
        [ -s "$dir/bugs" ] || case $kernel in right_*) ;; *) ok "$base.s: $kernel has a bug" 1 ;; esac
        for chip in $(sed -n 's,^// chips: ,,p' "$file"); do
            found "$dir/$base.s" "$chip" "$kernel" $arguments >"$dir/got"
            same "$base.s: $kernel on $chip: its bugs, and nothing else" "$dir/bugs" "$dir/got"
            found "$dir/twin.s" "$chip" "$kernel" $arguments >"$dir/got"
            : >"$dir/none"
            same "$base.s: the twin of $kernel on $chip" "$dir/none" "$dir/got"
        done
    done <"$dir/kernels"
done
[ "$bugs" -ge 17 ]
ok "bugs: $bugs" $?
finish
