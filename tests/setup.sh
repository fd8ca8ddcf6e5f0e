#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what `make check` needs and this machine lacks (Debian packages), when run by root;
# otherwise says what to install. Says nothing and touches nothing when nothing is missing.
# `setup.sh compiler`: only what `make` needs; clang, musl, aarch64, s390x or mingw: what it
# needs with that compiler; deb, slurm: what `make check-deb`, `make check-slurm` needs.
missing=

# need PACKAGE COMMAND-OR-FILE...: the package is there when one of these is. Packages are not asked
# for, so that tools from elsewhere will do.
need() {
    package=$1
    shift
    for thing; do
        case $thing in
        /*) [ -e "$thing" ] && return ;;
        *) command -v "$thing" >/dev/null 2>&1 && return ;;
        esac
    done
    missing="$missing $package"
}

compiler=${CC:-gcc}
need gcc "${compiler%% *}"
need libc6-dev /usr/include/stdio.h
need make make gmake
case $1 in
clang) need clang clang ;;
musl) need musl-tools musl-gcc ;;
aarch64)
    need gcc-aarch64-linux-gnu aarch64-linux-gnu-gcc
    need qemu-user qemu-aarch64
    ;;
s390x)
    need gcc-s390x-linux-gnu s390x-linux-gnu-gcc
    need libc6-dev-s390x-cross /usr/s390x-linux-gnu/include/stdio.h
    need qemu-user qemu-s390x
    ;;
wasm)
    need llvm-19 llvm-ar-19
    need clang-19 clang-19
    need lld-19 wasm-ld-19 /usr/lib/llvm-19/bin/wasm-ld
    need wasi-libc /usr/include/wasm32-wasi/stdio.h
    need libclang-rt-19-dev-wasm32 /usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a
    ;;
mingw)
    need gcc-mingw-w64-x86-64 x86_64-w64-mingw32-gcc
    need wine64 wine64 /usr/lib/wine/wine64
    ;;
slurm)
    need parallel parallel
    need slurm-wlm sbatch
    need munge munged
    ;;
deb)
    need dpkg-dev dpkg-buildpackage
    need debhelper dh
    need lintian lintian
    need libhsa-runtime-dev /usr/include/hsa/hsa.h
    need libpng-dev /usr/include/png.h
    need libedit-dev /usr/include/editline/readline.h
    need libjansson-dev /usr/include/jansson.h
    need libiberty-dev /usr/include/libiberty/demangle.h
    ;;
esac
if [ $# -eq 0 ]; then
    # Oracles: an assembler, a disassembler (a library, too), a compiler and a linker for AMD's
    # GPUs.
    need llvm-19 llvm-objdump-19
    need llvm-19-dev /usr/lib/llvm-19/include/llvm-c/Disassembler.h
    need clang-19 clang-19
    need clang-14 clang-14 # tests/engine/versions: it still makes code objects of version 2
    need libclc-19 /usr/lib/clc/amdgcn--amdhsa.bc
    need libclang-rt-19-dev /usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.fuzzer-*.a # `make fuzz`
    need lld-19 ld.lld-19
    need rocm-device-libs /usr/lib/*/amdgcn/bitcode/ocml.bc "$DEVICE_LIBS/ocml.bc"
    need parallel parallel # docs/sweep.md
    need piglit /usr/lib/*/piglit/tests/cl # tests/runtime/opencl
    need libhsa-runtime-dev /usr/include/hsa/hsa.h # tests/runtime/hsa
    # tests/runtime/rocm, tests/runtime/findings, tests/runtime/tools
    need hipcc hipcc
    need libamdhip64-dev /usr/include/hip/hip_runtime.h
    need clang-tools-19 /usr/lib/llvm-19/bin/clang-offload-packager
    need libomp-19-dev /usr/lib/llvm-19/lib/clang/19/include/omp.h
    need rocminfo rocminfo
    need librocrand-dev /usr/include/rocrand/rocrand.h
    need librocsparse-dev /usr/include/rocsparse/rocsparse.h
    need gcc-12-offload-amdgcn /usr/lib/gcc/x86_64-linux-gnu/12/accel/amdgcn-amdhsa # tests/files/real/programs.sh
    # bench/kernels.c
    need ocl-icd-opencl-dev /usr/include/CL/cl.h
    need pocl-opencl-icd /etc/OpenCL/vendors/pocl.icd
    # tests/engine/arithmetic
    need libmpfr-dev /usr/include/mpfr.h
    need libdw-dev /usr/include/elfutils/libdw.h # gisa dis -S
    need libedit-dev /usr/include/editline/readline.h # gisa debug
    need libjansson-dev /usr/include/jansson.h # gisa dap, gisa lsp
    need neovim nvim # tests/command/lsp
    need libiberty-dev /usr/include/libiberty/demangle.h # gisa objdump -C
    need libpng-dev /usr/include/png.h # gisa run on shaders: --image, --texture
    # tests/release/package
    need cmake cmake
    need debhelper dh
    need pkg-config pkg-config
    need g++ g++
    # tests/command/completion, tests/command/dis, tests/command/profile
    need lcov lcov
    need graphviz dot
    need zsh zsh
    need fish fish
    # tests/core/describe, tests/release/manual, tests/spec/mutants
    need python3 python3
    python3 -c 'import jsonschema, fastjsonschema' 2>/dev/null || {
        need python3-jsonschema /usr/lib/python3/dist-packages/jsonschema
        need python3-fastjsonschema /usr/lib/python3/dist-packages/fastjsonschema
    }
    # tests/release/python, tests/release/rust
    python3 -c 'import ensurepip' 2>/dev/null || need python3-venv /usr/lib/python3/dist-packages/ensurepip
    need mypy mypy
    python3 -c 'import numpy' 2>/dev/null || need python3-numpy /usr/lib/python3/dist-packages/numpy
    need python3-nbclient /usr/lib/python3/dist-packages/nbclient
    need python3-ipykernel /usr/lib/python3/dist-packages/ipykernel
    need cargo cargo
    need rustc rustc
    need mandoc mandoc
    # `make lint`
    need clang clang
    need clang-format clang-format
    need cppcheck cppcheck
    need codespell codespell
fi
[ -z "$missing" ] && exit 0
missing=${missing# }

if ! command -v apt-get >/dev/null; then
    echo "gisa needs these (names of Debian packages): $missing" >&2
    exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "missing: $missing; install with" >&2
    echo "    sudo apt-get install $missing" >&2
    exit 1
fi
echo "installing $missing ..."
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update && apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    echo "could not install: $missing (see above)" >&2
    exit 1
fi
