#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a program that uses AMD GPUs on gisa's emulator: its HSA runtime comes in place of the
# system's.
usage() {
    cat <<'END'
usage: gisa-hsa [--libdir] PROGRAM [ARGUMENT...]

Runs PROGRAM, and what it starts, with libhsa-runtime64.so.1 of gisa in place of the system's, so that it finds
GPUs which are emulated. No GPU, driver or root is needed.

  --libdir   only say where that library is, for LD_LIBRARY_PATH
  --help     this text

environment:
  GISA_AGENTS=gfx900,gfx803   the GPUs that there are (default: gfx900)
  GISA_THREADS=N              threads of the host that share a kernel (default: its processors)
  GISA_HSA_LOG=FILE           a line for each call of the runtime ("-": standard error)
  GISA_CHECK=all|LIST         find bugs of kernels: races,bounds ..., as 'gisa run --check' does
  GISA_CHECK_EXIT=N           the exit status where some are found
  GISA_HSA_REPORT=FILE        at the end: every kind of instruction that was executed, and how exact it is
END
}

# The libraries are beside this script in the build directory, and in PREFIX/lib/gisa when it is
# installed in PREFIX/bin.
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd) || exit 1
for libdir in "$here/hsa" "@LIBDIR@/gisa" "$here/../lib/gisa"; do
    [ -e "$libdir/libhsa-runtime64.so.1" ] && break
done
[ -e "$libdir/libhsa-runtime64.so.1" ] || {
    echo "gisa-hsa: there is no libhsa-runtime64.so.1 beside $here; make it with 'make hsa'" >&2
    exit 1
}
case $1 in
--libdir)
    echo "$libdir"
    exit
    ;;
--help)
    usage
    exit
    ;;
'' | -*)
    usage >&2
    exit 2
    ;;
esac
LD_LIBRARY_PATH=$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
LD_PRELOAD=$libdir/libgisa-hsa-preload.so${LD_PRELOAD:+:$LD_PRELOAD}
export LD_LIBRARY_PATH LD_PRELOAD
exec "$@"
