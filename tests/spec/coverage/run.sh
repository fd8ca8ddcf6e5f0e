#!/bin/sh
# SPDX-License-Identifier: MIT
# The tables of rows and bodies may only grow: no number of `isagen isa/FAMILY --coverage` is below
# the one in least.txt. Who adds rows or bodies writes the new tables there. usage: run.sh ISAGEN
. "$(dirname "$0")/../../lib.sh"
here=$(dirname "$0")
for folder in isa/*/; do
    family=$(basename "$folder")
    ASAN_OPTIONS=detect_leaks=0 "${1:-build/isagen}" isa/$family --coverage | sed "s|^|$family/|"
done |
    awk 'NR == FNR { if ($1 !~ /file$/) for (i = 2; i <= NF; i++) least[$1, i] = $i; names[$1] = NF; next }
         { seen[$1] = 1; for (i = 2; i <= NF && FNR > 1 && $1 !~ /file$/; i++) if ($i < least[$1, i]) { failed++; print $1 ": " $i " in column " i ", was " least[$1, i] } else passed++ }
         END { for (n in names) if (!(n in seen)) { failed++; print n " is gone" }
               print passed + 0 " passed, " failed + 0 " failed" }' "$here/least.txt" - >"$dir/sums"
add cat "$dir/sums"
finish
