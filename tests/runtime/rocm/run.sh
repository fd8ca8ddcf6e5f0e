#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs that use AMD GPUs, from Debian's packages or built with its compilers, unchanged, on the
# HSA runtime of gisa.
# usage: run.sh BUILD-DIRECTORY [quick]; `quick`: what is installed already, on one GPU, a part that
# takes seconds.
. "$(dirname "$0")/../../lib.sh"
build=$(cd "${1:-build}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd)
quick=$2
cd "$dir" || exit 1
export GCN_SUPPRESS_HOST_FALLBACK=1
unset GISA_HSA_LOG GISA_HSA_REPORT HIP_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES
accel=/usr/lib/gcc/x86_64-linux-gnu/12/accel/amdgcn-amdhsa

packages='libhsa-runtime-dev rocminfo gcc-12 gfortran-12 gcc-12-offload-amdgcn hipcc libamdhip64-dev librocrand-dev librocsparse-dev'
llvm='clang-19 clang-tools-19 lld-19 libomp-19-dev rocm-device-libs'
packages="$packages $llvm"
installed() {
    dpkg-query -W -f '${Status}\n' "$@" 2>/dev/null | grep -vc 'install ok installed' | grep -qx 0 &&
        [ "$(dpkg-query -W -f '.\n' "$@" 2>/dev/null | wc -l)" -eq $# ]
}
if [ -z "$quick" ] && ! installed $packages; then
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        DEBIAN_FRONTEND=noninteractive
        export DEBIAN_FRONTEND
        { apt-get update && apt-get install -y --no-install-recommends $packages; } >install.log 2>&1 </dev/null || tail -n 5 install.log
    else
        echo "some of these are missing: $packages; install them with apt-get" >&2
    fi
fi

result() { # result NAME STATUS: with the end of what the program printed
    tail -n 5 out err >why 2>/dev/null
    ok "$1" "$2" why
}

# on GPU PROGRAM...: its output in out and err, its exit status in $status.
on() {
    GISA_AGENTS=$1
    export GISA_AGENTS
    shift
    timeout 300 "$build/gisa-hsa" "$@" >out 2>err </dev/null
    status=$?
}

# sums NAME: the program that ran counted for itself.
sums() {
    if [ "$status" -eq 0 ] && grep -q '^[0-9]* passed, 0 failed$' out; then
        count $(closing out)
    else
        result "$1" 1
    fi
}

says() { # says STATUS PATTERN: the program ended so, and wrote this
    [ "$status" -eq "$1" ] && { [ -z "$2" ] || cat out err | grep -q -- "$2"; }
}

# ---- what there is -------------------------------------------------------------------------------

test_rocminfo() {
    on gfx900,gfx803 rocminfo
    says 0 '\*\*\* Done' && grep -q 'amdgcn-amd-amdhsa--gfx900:xnack- ' out && grep -q 'amdgcn-amd-amdhsa--gfx803 ' out
    result rocminfo $?
    on '' rocminfo
    says 0 '\*\*\* Done' && ! grep -q gfx out
    result 'rocminfo without a GPU' $?
    on gfx1 rocminfo
    grep -q "there is no 'gfx1'; expected" err && ! grep -q Done out
    result 'rocminfo with an unknown GPU' $?
}

# ---- GCC: NAME of the GPU for HSA, MARCH for GCC -------------------------------------------------

gcc_for() { # gcc_for MARCH COMPILER ARGUMENTS...
    march=$1 compiler=$2
    shift 2
    "$compiler" -O2 -foffload=amdgcn-amdhsa "-foffload=-march=$march -lm" "$@" >log 2>&1 || { cat log; false; }
}

test_gcn_run() {
    gcc -DHOST "$here/gcn_run.c" -o on_host -lm
    gcc_for "$2" gcc-12 -fopenmp -shared -fPIC -save-temps "$here/gcn_run.c" -o program.so &&
        x86_64-linux-gnu-accel-amdgcn-amdhsa-gcc-12 -march="$2" program.so.xamdgcn-amdhsa.mkoffload.2.s "$here/gcn_main.s" \
            -lm -o program
    result "gcn-run builds for $1" $?
    ./on_host world 5 >expected
    on "$1" $accel/gcn-run program world 5
    [ "$status" -eq 5 ] && cmp -s out expected
    result "gcn-run on $1: exit" $?
    on "$1" $accel/gcn-run program world return
    [ "$status" -eq 7 ] && cmp -s out expected
    result "gcn-run on $1: return" $?
    on "$1" $accel/gcn-run program world abort
    says 134 'GCN Kernel Aborted'
    result "gcn-run on $1: abort" $?
}

test_openmp() {
    gcc_for "$2" gcc-12 -fopenmp "$here/openmp.c" -o openmp
    on "$1" ./openmp
    sums "OpenMP on $1"
    grep -qx 'the GPU says 7 words 1.500' out
    result "OpenMP on $1: printf" $?
    gcc_for "$2" gcc-12 -fopenmp "$here/openmp_more.c" -o openmp_more -lm
    on "$1" ./openmp_more
    sums "more OpenMP on $1"
    if [ "$1" = gfx803 ]; then # for gfx9 GCC refuses: "not supported on GCN5 due to non-executable stacks"
        gcc_for "$2" gcc-12 -w -fopenmp "$here/nested.c" -o nested
        on "$1" ./nested
        sums "nested functions on $1"
    fi
    gcc_for "$2" gcc-12 -fopenmp "$here/openmp_end.c" -o openmp_end
    GCN_NUM_THREADS=1 # others would call abort when the first one is gone
    export GCN_NUM_THREADS
    on "$1" ./openmp_end exit
    says 3 ''
    result "OpenMP on $1: exit" $?
    unset GCN_NUM_THREADS
    on "$1" ./openmp_end abort
    says 134 'GCN Kernel Aborted'
    result "OpenMP on $1: abort" $?
    on "$1" ./openmp_end wild
    says 1 '4 bytes at 0x123456789000, which may not be touched'
    result "OpenMP on $1: a wild address" $?
    ROCR_VISIBLE_DEVICES=
    export ROCR_VISIBLE_DEVICES
    GCN_SUPPRESS_HOST_FALLBACK='' on "$1" ./openmp_end exit
    says 3 ''
    result "OpenMP on the host, since $1 is hidden" $?
    unset ROCR_VISIBLE_DEVICES
}

test_fortran() {
    for program in openmp openmp_more; do
        gcc_for "$2" gfortran-12 -fopenmp -foffload=-lgfortran "$here/$program.f90" -o fortran
        on "$1" ./fortran
        sums "$program in Fortran on $1"
    done
}

test_openacc() {
    ACC_DEVICE_TYPE=radeon
    export ACC_DEVICE_TYPE
    for program in openacc openacc_more; do
        gcc_for "$2" gcc-12 -fopenacc "$here/$program.c" -o openacc -lm
        on "$1" ./openacc
        sums "$program on $1"
    done
}

# ---- LLVM: its OpenMP runtime, which opens the library by another name, and closes it again ------

test_llvm_openmp() {
    llvm_lib=/usr/lib/llvm-19/lib
    clang-19 -w -O2 -fopenmp "--offload-arch=$1" --rocm-path=/usr "-Wl,-rpath,$llvm_lib" \
        --rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode \
        "--libomptarget-amdgpu-bc-path=$llvm_lib/libomptarget-amdgpu-$1.bc" "$here/llvm_openmp.c" -o llvm_openmp >log 2>&1 ||
        cat log
    OMP_TARGET_OFFLOAD=MANDATORY
    export OMP_TARGET_OFFLOAD
    on "$1" ./llvm_openmp
    sums "OpenMP of LLVM on $1"
    unset OMP_TARGET_OFFLOAD
}

# ---- HIP -----------------------------------------------------------------------------------------

# hip GPU NAME [LIBRARY [ARGUMENT]]: builds and runs NAME.cpp.
hip() {
    hipcc -w -O2 "--offload-arch=$1" "$here/$2.cpp" -o "$2" $3 >log 2>&1 || cat log
    on "$1" "./$2" $4
    sums "$2 on $1"
}

test_hip() {
    hip "$1" hip_memory '' "$1"
    hip "$1" hip_managed
    hip "$1" hip_kernels
    hip "$1" hip_streams
    hip "$1" hip_calls
    hip "$1" hip_textures
    # For generations before gfx9 HIP wants to be asked.
    GPU_ENABLE_COOP_GROUPS=1
    export GPU_ENABLE_COOP_GROUPS
    hip "$1" hip_cooperative
    unset GPU_ENABLE_COOP_GROUPS
    on "$1" ./hip_calls print
    [ "$status" -eq 0 ] && [ "$(sort -u out | grep -c '^block [01] thread [0-9]* text [0-9.]*$')" -eq 128 ]
    result "printf on $1" $?
    on "$1" ./hip_calls assert
    says 134 "assertion .x == 1 && \"as it should\"' failed" && says 134 HSA_STATUS_ERROR_EXCEPTION
    result "assert on $1" $?
    on "$1" ./hip_calls wild
    says 134 '4 bytes at 0x123456789000, which may not be touched' && says 134 HSA_STATUS_ERROR_MEMORY_FAULT
    result "a wild address on $1" $?
    on "$1" ./hip_calls leave
    says 5 ''
    result "the program ends while $1 works" $?
    test_checks "$1"
}

# GISA_CHECK: a race, its repaired twin, and memory that has been freed.
test_checks() {
    hipcc -w -O2 "--offload-arch=$1" "$here/hip_race.cpp" -o hip_race >log 2>&1 &&
        hipcc -w -O2 -DREPAIRED "--offload-arch=$1" "$here/hip_race.cpp" -o hip_no_race >log 2>&1 || cat log
    GISA_CHECK=all GISA_CHECK_EXIT=9
    export GISA_CHECK GISA_CHECK_EXIT
    on "$1" ./hip_race
    says 9 'gisa-hsa: check: .*sum.*: races: .* LDS that another work-item of the group has'
    result "a race on $1" $?
    on "$1" ./hip_no_race
    says 0 '^32640 98176$' && ! says 0 'check:'
    result "no race on $1" $?
    hipcc -w -g -O2 "--offload-arch=$1" "$here/hip_race.cpp" -o hip_race_lines >log 2>&1 || cat log
    on "$1" ./hip_race_lines freed
    line() { grep -n "$1" "$here/hip_race.cpp" | cut -d : -f 1; }
    says 134 "GISA_CHECK: 0x.* is in the 2048 bytes that were allocated at .* by main at hip_race.cpp:$(line 'hipMalloc.*&in'), which have been freed by main at hip_race.cpp:$(line hipFree)"
    result "freed memory on $1" $?
    GISA_CHECK=barriers,racing GISA_CHECK_EXIT=
    on "$1" ./hip_race
    says 0 "GISA_CHECK: there is no check 'racing'" && ! says 0 'races:'
    result "some checks on $1" $?
    unset GISA_CHECK GISA_CHECK_EXIT
}

test_libraries() {
    hip "$1" hiprtc '' "$1"
    hipcc -w -O2 --genco --offload-arch=gfx900 --offload-arch=gfx803 --offload-arch=gfx906 "$here/hip_bundle.hip" -o hip_bundle >log 2>&1 || cat log
    hip "$1" hiprtc_templates '' "$1 hip_bundle"
    hip "$1" rocrand -lrocrand
    hip "$1" rocsparse -lrocsparse
}

# needs PACKAGES GPU MARCH TESTS
needs() {
    if ! installed $1; then
        skip 1 "$4 on $2: not all of these are installed: $1"
        return
    fi
    for test in $4; do
        "$test" "$2" "$3"
    done
}

needs rocminfo '' '' test_rocminfo
if [ -n "$quick" ]; then
    needs 'gcc-12 gcc-12-offload-amdgcn' gfx900 gfx900 'test_gcn_run test_openmp'
    needs "$llvm" gfx900 '' test_llvm_openmp
    needs 'hipcc libamdhip64-dev' gfx900 '' test_hip
else
    for gpu in gfx900:gfx900 gfx803:fiji; do
        needs 'gcc-12 gcc-12-offload-amdgcn' ${gpu%:*} ${gpu#*:} 'test_gcn_run test_openmp test_openacc'
        needs 'gfortran-12 gcc-12-offload-amdgcn' ${gpu%:*} ${gpu#*:} test_fortran
        needs "$llvm" ${gpu%:*} '' test_llvm_openmp
        needs 'hipcc libamdhip64-dev' ${gpu%:*} '' test_hip
        needs 'hipcc libamdhip64-dev librocrand-dev librocsparse-dev' ${gpu%:*} '' test_libraries
    done
    # These libraries have code of its own for it.
    needs 'hipcc libamdhip64-dev librocrand-dev librocsparse-dev' gfx906 '' test_libraries
fi

finish
