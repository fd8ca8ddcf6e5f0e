#!/bin/sh
# SPDX-License-Identifier: MIT
# isagen refuses every faulty spec (err_NAME.isa) with the message in err_NAME.txt as its first one, and takes the
# others (succ_NAME.isa). usage: run.sh [ISAGEN]   (build/isagen)
. "$(dirname "$0")/../../lib.sh"
export ASAN_OPTIONS=detect_leaks=0 # isagen leaves its memory to the system
isagen=${1:-${B:-build}/isagen}
here=$(dirname "$0")
fail() { # fail NAME EXPECTED GOT
    printf 'expected  %s\ngot       %s\n' "$2" "$3" >"$dir/why"
    ok "$1" 1 "$dir/why"
}
for spec in "$here"/err_*.isa "$here"/succ_*.isa; do
    name=$(basename "$spec" .isa)
    mkdir "$dir/$name" && cp "$spec" "$dir/$name/"
    # isagen takes a folder; the messages begin with the path of the file in it
    mkdir "$dir/out"
    "$isagen" "$dir/$name" "$dir/out" >"$dir/log" 2>&1
    status=$?
    first=$(sed -e "s|$dir/$name/||g" -e 1q "$dir/log")
    case $name in
    succ_*) expected= wanted=0 ;;
    *) expected=$(cat "$here/$name.txt") wanted=1 ;;
    esac
    if [ "$first" != "$expected" ]; then
        fail "$name" "$expected" "$first"
    elif [ $status -ne $wanted ]; then
        fail "$name" "exit status $wanted" "$status"
    elif [ $wanted -eq 1 ] && [ -n "$(ls "$dir/out")" ]; then
        fail "$name" "no output of a faulty spec" "$(ls "$dir/out")"
    elif [ $wanted -eq 0 ] && ! ${CC:-cc} -std=c11 -fsyntax-only -Wall -Werror -Isrc -Iinclude "$dir"/out/*_tables.c "$dir"/out/*_row_info.c >"$dir/log" 2>&1; then
        fail "$name" "tables that compile" "$(head -n 3 "$dir/log")"
    else
        ok "$name" 0
    fi
    rm -rf "$dir/out"
done
# a folder without its main file, and no folder
for folder in "$dir" "$dir/none"; do
    "$isagen" "$folder" >"$dir/log" 2>&1
    if [ $? -ne 1 ] || ! grep -q '^isagen: .*: No such file or directory$' "$dir/log"; then
        fail "$folder" "isagen: ...: No such file or directory" "$(cat "$dir/log")"
    else
        ok "$folder" 0
    fi
done
# What is written again as it was keeps its time, so that make compiles what has changed alone; what cannot be written is named.
cp -r isa/gcn "$dir/gcn" && mkdir "$dir/out" && "$isagen" "$dir/gcn" "$dir/out" 
ok "isagen isa/gcn" $?
find "$dir/out" -type f -exec touch -d 2001-01-01 {} +
{ echo && cat isa/gcn/vop1.isa; } >"$dir/gcn/vop1.isa" # bodies say in which line they stand
"$isagen" "$dir/gcn" "$dir/out"
changed=$(cd "$dir/out" && find . -type f -newermt 2001-01-02 | sort | tr '\n' ' ')
expected='./gcn/vop1.c ./gcn/vop1_rows.c ./gcn_native.h ./gcn_row_info.c '
if [ "$changed" != "$expected" ]; then
    fail 'a changed file of the spec' "$expected" "$changed"
else
    ok 'a changed file of the spec' 0
fi
find "$dir/out" -type f -exec touch -d 2001-01-01 {} +
cp isa/gcn/vop1.isa "$dir/gcn/vop1.isa"
"$isagen" "$dir/gcn" "$dir/out" --any-line
changed=$(cd "$dir/out" && find . -type f -newermt 2001-01-02 | sort | tr '\n' ' ')
if [ "$changed" != './gcn_row_info.c ' ]; then
    fail 'lines of the spec that have moved' './gcn_row_info.c ' "$changed"
else
    ok 'moved lines' 0
fi
# --only: tables of the architectures that are named, of the chips with their instructions, and of the
# architecture that a chip needs.
for only in 'gfx701 gfx700 gfx701' 'gfx900 gfx900 gfx902 gfx909 gfx90c'; do
    mkdir "$dir/only"
    "$isagen" "$dir/gcn" "$dir/only" --only "${only%% *}" >"$dir/log" 2>&1
    names=$(grep -o '\.name = "gfx[0-9a-f]*"' "$dir/only/gcn_tables.c" | sed 's/.*"\(.*\)"/\1/' | sort | tr '\n' ' ')
    if [ "$names" = "${only#* } " ]; then
        ok "--only ${only%% *}" 0
    else
        fail "--only ${only%% *}" "${only#* }" "$names"
    fi
    rm -rf "$dir/only"
done
# Functions have the name of their row, and its format where several bodies would have that name.
for function in sop2.c:s_and_b32 vop1.c:v_rcp_f32__exact atomic.c:ds_add_u32__memory vop3.c:v_ldexp_f32_VOP3A__exact; do
    if grep -q "\(void \|gisa_op \*\)${function#*:}(" "$dir/out/gcn/${function%%:*}"; then
        ok "$function" 0
    else
        fail "${function%%:*}" "the function ${function#*:}" 'none'
    fi
done
"$isagen" "$dir/gcn" "$dir/none" >"$dir/log" 2>&1
if [ $? -ne 1 ] || ! grep -q '^isagen: .*/none/.*: No such file or directory$' "$dir/log"; then
    fail 'no folder to write to' 'isagen: .../none/...: No such file or directory' "$(cat "$dir/log")"
else
    ok 'no folder to write to' 0
fi
finish
