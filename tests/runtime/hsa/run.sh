#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests of the HSA runtime: its interface (main.c and the rest), what it exports, the command
# gisa-hsa, programs that fork or end early.
# usage: run.sh BUILD-DIRECTORY [threads]; `threads`: the thread sanitizer alone.
. "$(dirname "$0")/../../lib.sh"
build=$(cd "${1:-build}" && pwd) || exit 1
here=$(dirname "$0")
if [ ! -e "$build/hsa/libhsa-runtime64.so.1" ]; then
    skip 1 'the HSA runtime has not been built: libhsa-runtime-dev is not installed'
    finish
fi
# Where the tests are built with sanitizers: gisa-hsa preloads something before them; faults
# are tested; and a child of fork finds memory of threads that it does not have.
export ASAN_OPTIONS=verify_asan_link_order=0:handle_segv=0:detect_leaks=1
without_leaks=verify_asan_link_order=0:handle_segv=0:detect_leaks=0
unset GISA_AGENTS GISA_HSA_LOG GISA_HSA_REPORT ROCR_VISIBLE_DEVICES

# ---- several threads -----------------------------------------------------------------------------

# Kernels wait for the host by atomic operations: a plain load next to the host's store is a race,
# of the kernel's.
for gfx in 900 803; do
    "$build/gisa" asm -f co -D gfx=$gfx "$here/kernels.s" -o "$dir/kernels$gfx.co" || exit 1
    if [ -x "$build/tsan/hsa" ]; then
        # It needs its part of the addresses, which some kernels give to others.
        setarch -R true 2>/dev/null && plain='setarch -R'
        GISA_AGENTS=gfx$gfx timeout 300 $plain "$build/tsan/hsa" "$dir/kernels$gfx.co" >"$dir/out" 2>"$dir/err"
        ok "gfx$gfx with the thread sanitizer" $?
        grep -A 12 'WARNING: ThreadSanitizer' "$dir/err" | head -n 60
    else
        skip 1
    fi
done
[ "$2" = threads ] && finish

# ---- what is exported: what Debian's library exports, where it is installed; all that clients need

exports() {
    nm -D --defined-only "$1" | sed -n 's/.* T \(hsa_[a-z0-9_]*\)@@ROCR_1$/\1/p' | sort
}
exports "$build/hsa/libhsa-runtime64.so.1" >"$dir/ours"
# Beside those, a version, and what libgisa-tools.so uses of gisa.
nm -D --defined-only "$build/hsa/libhsa-runtime64.so.1" | grep -v ' T gisa_[a-z0-9_]*@@GISA_TOOLS$' >"$dir/all"
[ "$(wc -l <"$dir/ours")" -eq 224 ] && [ "$(wc -l <"$dir/all")" -eq 226 ]
ok '224 functions and two versions' $?
[ "$(nm -D --defined-only "$build/hsa/libgisa-tools.so" | sed 's/.* //')" = gisa_tools_open ]
ok 'libgisa-tools.so exports one function' $?
readelf -d "$build/hsa/libhsa-runtime64.so.1" | grep -q 'soname: \[libhsa-runtime64.so.1\]'
ok soname $?
[ "$(readlink -f "$build/hsa/libhsa-runtime64.so")" = "$(readlink -f "$build/hsa/libhsa-runtime64.so.1")" ]
ok 'libhsa-runtime64.so, as which LLVM opens it' $?
readelf -d "$build/hsa/libhsa-runtime64.so.1" | grep -q NODELETE
ok 'its threads keep their code when a program closes it' $?
library=$(ls /usr/lib/*/libhsa-runtime64.so.1 2>/dev/null | head -n 1)
if [ -n "$library" ]; then
    exports "$library" | cmp -s - "$dir/ours"
    ok 'the exports of the library of the system' $?
else
    skip 1
fi

# What refuses is listed in the documentation, with nothing else.
sed -n 's/^REFUSED(\([a-z0-9_]*\), .*/\1/p' "$here/../../../hsa/functions.def" | sort >"$dir/refused"
awk -F'|' '/^\| / && NF == 5 { print $3 }' "$here/../../../docs/hsa.md" | grep -o 'hsa_[a-z0-9_]*' | sort >"$dir/listed"
[ -s "$dir/refused" ] && cmp -s "$dir/refused" "$dir/listed"
ok 'the functions that refuse are those of docs/hsa.md' $?

# ---- the interface, on both chips ----------------------------------------------------------------

for gfx in 900 803; do
    external=-
    if command -v ld.lld-19 >/dev/null; then
        external=$dir/external$gfx.co
        "$build/gisa" asm -D gfx=$gfx "$here/external.s" -o "$dir/external.o" &&
            ld.lld-19 -shared "$dir/external.o" -o "$external" || exit 1
    else
        skip 1
    fi
    mkdir "$dir/versions$gfx"
    made=$(sh "$here/../../engine/versions/build.sh" gfx$gfx "$dir/versions$gfx" 2>/dev/null | wc -l)
    skip $((4 - made))
    GISA_AGENTS=gfx$gfx "$build/gisa-hsa" timeout 120 "$build/tests/hsa" "$dir/kernels$gfx.co" $external "$dir/versions$gfx" >"$dir/out" 2>"$dir/err"
    status=$?
    if [ -n "$(closing "$dir/out")" ]; then
        count $(closing "$dir/out")
        sed '$d' "$dir/out"
    else
        ok "gfx$gfx: the program ended with status $status" 1
        tail -n 5 "$dir/out" "$dir/err"
    fi
    # test_groups.c: once, whatever the number of threads.
    [ "$(grep -cx 'gisa-hsa: work-groups wait for each other: 63 of 64 are resident, and no more fit' "$dir/err")" -eq 1 ]
    ok "gfx$gfx: the runtime tells of groups that wait for one that does not fit" $?
    # test_executables.c loads code whose e_flags ask for SRAMECC, in two versions.
    [ "$(grep -c "^gisa-hsa: the code object is for gfx$gfx with SRAMECC; the GPU is amdgcn-amd-amdhsa--gfx$gfx" "$dir/err")" -eq 2 ]
    ok "gfx$gfx: code with SRAMECC is refused with a message" $? "$dir/err"
    # test_versions.c loads a bundle whose only code is for another chip.
    if [ -e "$dir/versions$gfx/v5.co" ]; then
        isa=amdgcn-amd-amdhsa--gfx$gfx
        [ $gfx = 900 ] && isa=$isa:xnack-
        grep -qx "gisa-hsa: the bundle has no code for gfx$gfx: it has code for hipv4-amdgcn-amd-amdhsa--gfx700; the GPUs are $isa (GISA_AGENTS)" "$dir/err"
        ok "gfx$gfx: a bundle without code for the GPU is told of, with both sides" $?
    else
        skip 1
    fi
done

# ---- the command, the log, the report ------------------------------------------------------------

# ---- other chips: their names (LLVM's usage guide says which have XNACK and SRAMECC), and all of
# the above on two of them

while read -r name features; do
    got=$(GISA_AGENTS=$name "$build/gisa-hsa" "$build/tests/hsa_chips" 2>&1)
    [ "$got" = "$name amdgcn-amd-amdhsa--$name$features" ]
    ok "an agent that is $name: $got" $?
done <<'END'
gfx600
gfx601
gfx602
gfx700
gfx701
gfx702
gfx703
gfx704
gfx705
gfx801 :xnack-
gfx802
gfx803
gfx805
gfx810 :xnack-
gfx900 :xnack-
gfx902 :xnack-
gfx904 :xnack-
gfx906 :sramecc-:xnack-
gfx909 :xnack-
gfx90c :xnack-
END
[ "$(GISA_AGENTS=Radeon-VII,tonga "$build/gisa-hsa" "$build/tests/hsa_chips" | cut -d ' ' -f 1 | tr '\n' ' ')" = 'gfx906 gfx802 ' ]
ok 'agents by the names of products' $?
for chips in 906:900 810:803; do
    gfx=${chips%:*}
    sed "s/--gfx${chips#*:}\"/--gfx$gfx\"/" "$here/kernels.s" >"$dir/kernels.s"
    "$build/gisa" asm -f co -D gfx=${chips#*:} "$dir/kernels.s" -o "$dir/kernels$gfx.co" || exit 1
    GISA_AGENTS=gfx$gfx "$build/gisa-hsa" timeout 120 "$build/tests/hsa" "$dir/kernels$gfx.co" >"$dir/out" 2>&1
    ok "the interface on gfx$gfx" $? "$dir/out"
done

[ "$("$build/gisa-hsa" --libdir)" = "$build/hsa" ] && "$build/gisa-hsa" --help | grep -q GISA_AGENTS
ok 'gisa-hsa --libdir, --help' $?
"$build/gisa-hsa" >/dev/null 2>&1
[ $? -eq 2 ] && "$build/gisa-hsa" sh -c 'exit 7'
[ $? -eq 7 ]
ok 'gisa-hsa: usage, and the status of the program' $?
"$build/gisa-hsa" sh -c '[ -w /dev/kfd ] || : <>/dev/kfd' 2>/dev/null
ok 'programs find /dev/kfd' $?
GISA_HSA_LOG=$dir/log GISA_HSA_REPORT=$dir/report "$build/gisa-hsa" "$build/tests/hsa" "$dir/kernels900.co" >/dev/null 2>&1
grep -q 'hsa_queue_create size 256, type 0' "$dir/log" && grep -q 'hsa_amd_signal_async_handler' "$dir/log"
ok GISA_HSA_LOG $?
grep -q '^node 1, gfx900: [0-9]* kinds' "$dir/report" && grep -q ' flat_atomic_add_x2 *exact$' "$dir/report"
ok GISA_HSA_REPORT $?
grep -q '^work-groups waited, for each other or for the host, and were set aside: times [1-9]' "$dir/report"
ok 'GISA_HSA_REPORT tells of work-groups that waited' $?

# The report of a program that ends by abort, by a fault (11) or because it is told to (15), while a
# kernel waits: it is there, of what has been executed, and the program's status is what it would
# have been.
ASAN_OPTIONS=$without_leaks
"$build/gisa-hsa" env GISA_HSA_REPORT="$dir/ended" timeout 20 "$build/tests/hsa_fork" "$dir/kernels900.co" >"$dir/out" 2>&1 &&
    grep -q ' flat_atomic_or .*exact$' "$dir/ended"
ok 'GISA_HSA_REPORT at exit with work in flight' $?
for end in abort 11 15; do
    rm -f "$dir/ended"
    GISA_HSA_REPORT=$dir/ended "$build/gisa-hsa" sh -c '"$0" "$1" "$2"; exit $?' "$build/tests/hsa_fork" "$dir/kernels900.co" $end >"$dir/out" 2>&1
    status=$?
    number=$end
    [ $end = abort ] && number=6
    [ $status -eq $((128 + number)) ] && grep -q '^node 1, gfx900: [0-9]* kinds' "$dir/ended" &&
        grep -q ' flat_atomic_or .*exact$' "$dir/ended"
    ok "GISA_HSA_REPORT of a program that ends by $end (status $status)" $?
done

# ---- children ------------------------------------------------------------------------------------

"$build/gisa-hsa" timeout 20 "$build/tests/hsa_fork" "$dir/kernels900.co" >"$dir/out" 2>&1
ok 'a program that forks, and ends while a kernel runs' $?

finish
