# SPDX-License-Identifier: MIT
# What one.sh, library.sh and bench/input.sh share. The first two set $name, $dir and $log, and
# print a line per check: `ok NAME CHECK`, or `FAIL NAME CHECK` with details indented below it.

ok() { echo "ok $name $1"; }
# fail CHECK FILE: the first lines of FILE say what is wrong.
fail() {
    echo "FAIL $name $1"
    sed 's/^/    /;6q' "$2"
}
# check NAME COMMAND...: fails when the command does, or prints anything to standard error.
check() {
    what=$1
    shift
    if "$@" >"$log" 2>"$log.err" && [ ! -s "$log.err" ]; then
        ok "$what"
    else
        cat "$log.err" >>"$log"
        fail "$what" "$log"
        return 1
    fi
}

# compile ARGUMENTS...: clang, for $arch with -$level and code object $version.
compile() {
    std=CL2.0
    # Without flat instructions there are no generic pointers; these three need newer OpenCL C all
    # the same.
    [ "$arch" = gfx600 ] && case $kernel in fences | globals | images) ;; *) std=CL1.2 ;; esac
    options="-x cl -target amdgcn-amd-amdhsa -mcpu=$arch -mcode-object-version=$version -cl-std=$std"
    case $level in
    *g) options="$options -g -${level%g}" ;;
    *) options="$options -$level" ;;
    esac
    case $version in
    2 | 3) $CLANG_OLD $options -nogpulib "$@" ;;
    *) $CLANG $options --rocm-device-lib-path="$DEVICE_LIBS" "$@" ;;
    esac
}

# Lines of data among the instructions of a listing: what clang writes must all have a text. (Zeros
# between functions are padding, of older compilers.)
data_in_code() {
    awk '/^[ \t]*\.text/ { code = 1 }
         /^[ \t]*\.(data|bss|rodata)([ \t]|$)/ { code = 0 }
         /^[ \t]*\.section/ { code = ($2 ~ /^\.text/ || $0 ~ /"[a-z]*x[a-z]*"/) }
         /^[ \t]*\.amdgpu_metadata/ { code = 0 }
         code && /^[ \t]*\.(byte|short|long|quad|octa|ascii|asciz|fill)[ \t]/ && !/^[ \t]*\.[a-z]+[ \t](0x0(, )?)+$/ { print }' "$1"
}

no_data() {
    data_in_code "$2" >"$log"
    if [ -s "$log" ]; then fail "$1: $(wc -l <"$log") instructions printed as data" "$log"; else ok "$1"; fi
}

# What compilers make of a kernel descriptor has a block of directives.
descriptors() {
    grep -n '^[^ ]*\.kd:' "$2" >"$log"
    if [ -s "$log" ]; then fail "$1: $(wc -l <"$log") kernel descriptors printed as data" "$log"; else ok "$1"; fi
}

# The text of llvm-objdump without names of places and comments.
objdump_text() {
    $OBJDUMP -d -z "$1" | sed -e '/^$/d' -e '/^[0-9a-f]* <.*>:$/d' -e '/^Disassembly of/d' -e '/file format/d' \
        -e 's,[ \t]*//.*$,,' -e 's/^[ \t]*//'
}

# same_text ARCH OBJECT: the text of OBJECT's code is what llvm-objdump prints. LLVM disassembles
# gfx8 and gfx9 only.
same_text() {
    if ! objdump_text "$2" >"$dir/llvm.txt" 2>"$log" || [ -s "$log" ]; then
        fail "objdump" "$log"
        return
    fi
    ok "objdump"
    "$SECTIONS" dump "$2" .text >"$dir/text.bin"
    $GISA dis --plain -a "$1" -f raw "$dir/text.bin" >"$dir/plain.txt" 2>"$log"
    if [ -s "$dir/plain.txt" ] && cmp -s "$dir/llvm.txt" "$dir/plain.txt"; then
        ok "plain text"
    else
        diff "$dir/llvm.txt" "$dir/plain.txt" >>"$log"
        fail "plain text (< llvm-objdump, > gisa)" "$log"
    fi
}
