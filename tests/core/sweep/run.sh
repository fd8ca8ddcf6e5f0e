#!/bin/sh
# SPDX-License-Identifier: MIT
# A sample of the sweep, what the table says of shards that are not the whole, faults that must be
# found, and the scripts of docs/sweep.md: sh tests/core/sweep/run.sh (B = build directory)
. "$(dirname "$0")/../../lib.sh"
B=${B:-build}
export B
SWEEP=$B/tests/sweep
work=$B/sweep-test
explains=$work/log
STEP=8209 # a prime, as is the other one
[ -z "$FULL" ] || STEP=4099
few=1000003 # where it is not the words that matter
rm -rf "$work"
mkdir -p "$work" || exit 1

words() { echo $(((4294967296 + $1 - 1) / $1)); }

# ---- The sample.
"$SWEEP" -d "$work/sample" -t $STEP -n 3 >"$work/table" 2>"$work/log"
status=$?
cat "$work/table" >>"$work/log"
ok "the sample" $status
# Each architecture has all words of the sample, none has failed, and a good part of them came back
# as text. Of 64 bits there are as many as numbers, one of 41 of them; nine of ten are to be
# instructions.
awk -F '|' -v words="$(words $STEP)" -v wide="$(words $((41 * STEP)))" '
    /: [0-9]* words/ { all = / at random/ ? wide : words; least = all * (/ at random/ ? 0.9 : 0.2) }
    $2 ~ /^ all / { n++; kinds[all]++; if ($3 != all || $4 < least || $(NF - 1) != 0) exit 1 }
    END { exit !(kinds[words] && kinds[wide]) }' "$work/table"
ok "sums of the sample" $?
archs=$(grep -c '^[a-z0-9]*: [0-9]* words' "$work/table")
[ "$archs" -gt 0 ] && [ "$archs" -eq "$(ls "$work/sample" | grep -c '\.0-3\.tsv$')" ]
ok "a table for each architecture" $?

# ---- Shards by themselves, in another order, are the same as all at once; what is there is not run
# again.
arch=gfx900
"$SWEEP" -d "$work/once" -t $few -n 4 $arch >"$work/once.txt" 2>"$work/log"
ok "four shards at once" $?
for shard in 2 0 3 1; do
    "$SWEEP" -d "$work/single" -t $few -s $shard/4 $arch >"$work/out" 2>"$work/log" && [ ! -s "$work/out" ]
    ok "shard $shard alone" $?
done
for shard in 0 1 2 3; do
    grep -v '^seconds' "$work/once/$arch.$shard-4.tsv" >"$work/a"
    grep -v '^seconds' "$work/single/$arch.$shard-4.tsv" >"$work/b"
    [ -s "$work/a" ] && diff "$work/a" "$work/b" >"$work/log"
    ok "shard $shard is the same alone" $?
done
table() { "$SWEEP" -T -d "$work/single" -t $few $arch >"$work/log" 2>&1; }
table
ok "the table of single shards" $?

# refused WHAT MESSAGE: the table does not accept what is there, and says so.
refused() {
    table
    [ $? -eq 1 ] && grep -q -e "$2" "$work/log"
    ok "$1" $?
}
good=$work/single/$arch.1-4.tsv
cp "$good" "$work/good.tsv"
rm "$good"
refused "a missing shard" "% of the words are missing"
head -n 5 "$work/good.tsv" >"$good"
refused "half a file" "1-4.tsv: is not a whole file"
"$SWEEP" -d "$work/single" -t $few -n 4 $arch >"$work/log" 2>&1 && table
ok "what is not whole is run again" $?
edit() { # edit LINE COLUMN: one more
    awk -F '\t' -v OFS='\t' -v line="$1" -v column="$2" \
        '$1 == line && !done { $column = sprintf("%d", $column + 1); done = 1 } { print }' "$work/good.tsv" >"$good"
}
edit format 3
refused "a number that does not fit" "1-4.tsv: its numbers do not add up"
edit words 5
refused "other unknown words" "1-4.tsv: its numbers do not add up"
sed 's/^words\t\([0-9]*\)\t[0-9]*/words\t\1\t12345/' "$work/good.tsv" >"$good"
refused "other first words" "do not have each first dword once"
sed '/^part/s/[0-9]*$/12345/' "$work/good.tsv" >"$good"
refused "another build" "1-4.tsv: is of another sweep, or of another build"
sed '/^part/s/\t0\t1\t4\t/\t1\t1\t4\t/' "$work/good.tsv" >"$good"
refused "other second words" "1-4.tsv: is of another sweep"
edit words 6
refused "a failure in a shard" "^| no instruction .* 1 |$"
cp "$work/good.tsv" "$good"
"$SWEEP" -d "$work/single" -t $few -s 4/5 $arch >"$work/log" 2>&1
refused "words that are in two shards" "has words that another shard has, too"

# ---- Faults are found, with an example of each, and fail the run.
for fault in 'encode encode' 'print llvm' 'print clrx' 'parse same' 'odd odd' 'odd llvm' 'status total'; do
    FAULT=${fault% *} "$SWEEP-faults" -d "$work/faults" -t 60013 -n 2 gfx803 >"$work/log" 2>&1
    [ $? -eq 1 ] && grep -q "^${fault#* } gfx803 " "$work/log" &&
        awk -F '|' '$2 ~ /^ all / { n = $(NF - 1) } END { exit n < 2 }' "$work/log"
    ok "fault '${fault% *}' breaks law '${fault#* }'" $?
    rm -rf "$work/faults"
done
FAULT=crash "$SWEEP-faults" -d "$work/faults" -t 60013 -n 2 gfx803 >"$work/log" 2>&1
[ $? -eq 1 ] && grep -q "gfx803 shard [01]/2: signal [0-9]* at word [0-9a-f]* [0-9a-f]*$" "$work/log" &&
    [ -z "$(ls "$work/faults")" ]
ok "a crash names the word" $?
"$SWEEP-faults" -d "$work/faults" -t 60013 -n 2 gfx803 >"$work/log" 2>&1
ok "without a fault there is none" $?

# ---- The scripts of docs/sweep.md, on few words.
shards=8 # of 64, which is what these scripts have: most of the time here is make's
[ -z "$FULL" ] || shards=64
script() { # script WORD: the block of shell that has this word in it
    awk -v word="$1" '/^```$/ { if (inside && index(block, word)) printf "%s", block; inside = 0 }
        inside { block = block $0 "\n" }
        $0 == "```sh" { inside = 1; block = "" }' docs/sweep.md |
        sed "s,build/,$B/,g; s/\([-0 ]\)63/\1$((shards - 1))/; s,/64,/$shards,"
}
script '| parallel ' >"$work/parallel.sh"
script '#SBATCH' >"$work/slurm.sh"
for name in parallel slurm; do
    sh -n "$work/$name.sh" && [ -s "$work/$name.sh" ]
    ok "$name: syntax" $?
done
[ -n "$SAN" ] && few=10000019
export STEP=$few SWEEP_DIR=$work/parallel MAKEFLAGS=
if command -v parallel >/dev/null; then
    sh "$work/parallel.sh" >"$work/log" 2>&1
    status=$?
    [ $status -eq 0 ] && [ "$(ls "$work"/parallel/*-$shards.tsv | wc -l)" -eq $((shards * archs)) ] &&
        grep -q '^| all ' "$work/log"
    ok "GNU parallel" $?
else
    skip 1 'there is no GNU parallel'
fi
SWEEP_DIR=$work/slurm
for id in $(seq 0 $((shards - 1))); do
    SLURM_ARRAY_TASK_ID=$id SLURM_SUBMIT_DIR=$PWD sh "$work/slurm.sh" >"$work/log" 2>&1 || break
    [ "$(ls "$work"/slurm/*-$shards.tsv | wc -l)" -eq $(((id + 1) * archs)) ] || break # its own shard, no other
done
make sweep-table >"$work/log" 2>&1 && [ "$(ls "$work"/slurm/*-$shards.tsv | wc -l)" -eq $((shards * archs)) ]
ok "Slurm array" $?

finish
