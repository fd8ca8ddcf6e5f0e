#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the fuzz targets. $B is the build directory.
#
#   run.sh fuzz B SECONDS TARGET...  each target on all cores (or FUZZ_JOBS), then a table; status 1 after findings
#   run.sh short B SECONDS           all targets from the seeds alone, a part of `make check`
#   run.sh replay B                  the seeds and what was found before, without a fuzzer
#
# What breaks a target is in B/fuzz/new/TARGET. To keep it: make it small,
#     B/fuzz/TARGET -minimize_crash=1 -runs=100000 -exact_artifact_path=small FILE
# and move it to tests/core/fuzz/found/TARGET, under a name that says what it shows.
. "$(dirname "$0")/../../lib.sh"
mode=$1 build=$2 seconds=$3
here=$(dirname "$0")
all='decode parse asm asm_grammar elf gxp sb traces run shade'
[ -e "$build/tests/replay-hsa" ] && all="$all hsa" # where there are HSA's headers
[ -e "$build/tests/replay-lsp" ] && all="$all lsp" # ... and jansson

# How long inputs may get: a few instructions, a line, a source, an object, a shader, a kernel.
length() {
    case $1 in
    decode) echo 65 ;;
    parse) echo 200 ;;
    asm) echo 4096 ;;
    asm_grammar) echo 500 ;;
    elf) echo 16384 ;;
    gxp) echo 4096 ;;
    sb) echo 512 ;;
    traces) echo 1024 ;;
    run) echo 160 ;;
    shade) echo 264 ;;
    hsa) echo 600 ;;
    lsp) echo 1200 ;;
    esac
}

# The inputs that are there: seeds (or FEW of them), findings.
inputs() { # inputs TARGET [FEW]
    for folder in "${2:-$build/fuzz/seeds/$1}" "$here/found/$1"; do
        [ -d "$folder" ] && printf '%s\n' "$folder"
    done
}

# How many seeds a fuzzer without optimisation runs in a few seconds: a session of an editor takes
# it a sixth of a second.
most() {
    case $FULL$1 in
    lsp) echo 20 ;;
    asm | elf | run | shade) echo 500 ;;
    *) echo 2000 ;;
    esac
}

# A few of the seeds, evenly, for a run of seconds: reading all of them would take longer. `replay`
# has all, in `make nightly` with sanitizers as well.
few() {
    few=$build/fuzz/few/$1 all_seeds=$(ls "$build/fuzz/seeds/$1" | wc -l)
    rm -rf "$few"
    mkdir -p "$few"
    ls "$build/fuzz/seeds/$1" | awk -v step=$((all_seeds / $(most "$1") + 1)) 'NR % step == 0' |
        (cd "$build/fuzz/seeds/$1" && xargs ln -t "$OLDPWD/$few")
    inputs "$1" "$few"
}

# start TARGET OPTION-OR-FOLDER...
start() {
    target=$1
    shift
    mkdir -p "$build/fuzz/new/$target"
    [ -e "$build/fuzz/seeds/$target.dict" ] && set -- "-dict=$build/fuzz/seeds/$target.dict" "$@"
    "$build/fuzz/$target" -max_len="$(length "$target")" -timeout=60 -rss_limit_mb=2048 -malloc_limit_mb=600 \
        -artifact_prefix="$build/fuzz/new/$target/" "$@"
}

findings() { # findings TARGET: how many files
    ls "$build/fuzz/new/$1" 2>/dev/null | wc -l
}

fuzz() { # fuzz TARGET: a line of the table
    corpus=$build/fuzz/corpus/$1 log=$build/fuzz/$1.log
    mkdir -p "$corpus"
    began=$(date +%s)
    (
        start "$1" -fork="${FUZZ_JOBS:-$(nproc)}" -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 \
            -max_total_time="$seconds" "$corpus" $(inputs "$1") >"$log" 2>&1 </dev/null
        times >"$build/fuzz/$1.times"
    )
    elapsed=$(($(date +%s) - began))
    sed -n 's/^#\([0-9]*\): cov: \([0-9]*\) .* corp: \([0-9]*\) .*/\1 \2 \3/p' "$log" | tail -n 1 >"$build/fuzz/$1.last"
    [ -s "$build/fuzz/$1.last" ] || { tail -n 20 "$log" >&2; echo '0 0 0' >"$build/fuzz/$1.last"; }
    read -r count edges files <"$build/fuzz/$1.last"
    cpu=$(awk 'NR == 2 { gsub(/[ms]/, " "); print int($1 * 60 + $2 + $3 * 60 + $4) }' "$build/fuzz/$1.times")
    printf '%-8s %12s %8s %8s %8s %8s %8s %9s\n' "$1" "$count" $((count / (elapsed ? elapsed : 1))) "$edges" \
        "$files" "$elapsed" "$cpu" "$(findings "$1")" | tee -a "$build/fuzz/table"
}

case $mode in
fuzz)
    shift 3
    status=0
    printf '%-8s %12s %8s %8s %8s %8s %8s %9s\n' target executions exec/s edges corpus seconds cpu findings |
        tee "$build/fuzz/table"
    for target; do
        fuzz "$target"
        [ "$(findings "$target")" -eq 0 ] || { status=1; echo "    see $build/fuzz/new/$target"; }
    done
    exit $status
    ;;
short)
    for target in $all; do
        start "$target" -seed=1 -max_total_time="$seconds" $(few "$target") >"$build/fuzz/$target.log" 2>&1 </dev/null
        status=$?
        grep -v '^#' "$build/fuzz/$target.log" | tail -n 20 >"$dir/end"
        ok "$target" $status "$dir/end"
    done
    ;;
replay)
    for target in $all; do # an input is a trial, a target a test
        "$build/tests/replay-$target" $(inputs "$target") >"$build/fuzz/$target.replay" 2>&1 </dev/null
        numbers=$(closing "$build/fuzz/$target.replay")
        set -- ${numbers:-0 1}
        trials=$((trials + $1 + $2))
        ok "$target" "$2" "$build/fuzz/$target.replay"
    done
    ;;
*)
    sed -n '3,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
finish
