#!/bin/sh
# SPDX-License-Identifier: MIT
# OpenCL's images through gisa run: kernels that clang 19 has compiled with ROCm's device libraries.
# images.py compares every kind and format with a model, piglit.py runs piglit's tests.
# usage: run.sh BUILD-DIRECTORY [GPU...]; PIGLIT=FOLDER: piglit's tests, if not those of the package
. "$(dirname "$0")/../../lib.sh"
build=$(cd "${1:-build}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] && shift
: "${CLANG:=clang-19}" "${DEVICE_LIBS:=$(echo /usr/lib/*/amdgcn/bitcode)}"
export CLANG DEVICE_LIBS
piglit=${PIGLIT:-$(echo /usr/lib/*/piglit/tests/cl)}/program/execute
programs='image-attributes.cl image-read-2d.cl image-write-2d.cl sampler.cl'

for gpu in ${*:-gfx600 gfx701 gfx803 gfx900}; do
    if ! command -v "$CLANG" >/dev/null || [ ! -e "$DEVICE_LIBS/ockl.bc" ]; then
        skip 1 "OpenCL's images on $gpu: clang-19, lld-19 and rocm-device-libs are not installed"
        continue
    fi
    "$CLANG" -x cl -cl-std=CL2.0 -O2 -target amdgcn-amd-amdhsa "-mcpu=$gpu" "--rocm-device-lib-path=$DEVICE_LIBS" \
        "$here/images.cl" -o "$dir/$gpu.co" >"$dir/out" 2>&1
    ok "images.cl is compiled for $gpu" $? "$dir/out"
    add python3 "$here/images.py" "$build/gisa" "$dir/$gpu.co"
    if [ -d "$piglit" ]; then
        add python3 "$here/piglit.py" "$build/gisa" "$gpu" "$piglit" $programs
    else
        skip 10 "piglit's images on $gpu: piglit is not installed (PIGLIT=FOLDER)"
    fi
done

finish
