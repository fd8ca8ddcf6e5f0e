# SPDX-License-Identifier: MIT
# What the tests of seeded bugs share.

# findings FILE: `LINE KIND` of each finding in the JSON, in the order of lines; of a race the later
# one of its two sides.
findings() {
    awk '
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
            print (kind == "races" && of("other") > line ? of("other") : line), kind
        }' "$1" | sort -u | sort -n -s -k 1,1
}

# marked FILE KERNEL: likewise, what is marked by `BUG KIND, KIND` from `// run KERNEL:` up to the
# next one.
marked() {
    awk -v me="// run $2:" '
        /^\/\/ run / { inside = index($0, me) == 1 }
        inside && /\/\/-? BUG / {
            sub(/.*BUG /, "")
            count = split($0, kind, ", ")
            for (i = 1; i <= count; i++)
                print NR, kind[i]
        }' "$1" | sort -u | sort -n -s -k 1,1
}
