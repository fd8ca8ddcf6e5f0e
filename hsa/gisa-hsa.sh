#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a program that uses AMD GPUs on gisa's emulator: its HSA runtime comes in place of the
# system's.
usage() {
    cat <<'END'
usage: gisa-hsa [OPTIONS] PROGRAM [ARGUMENT...]

Runs PROGRAM, and what it starts, with libhsa-runtime64.so.1 of gisa in place of the system's, so that it finds
GPUs which are emulated. No GPU, driver or root is needed.

Examples:
  gisa-hsa ./saxpy
  gisa-hsa --check ./saxpy
  gisa-hsa --profile=saxpy.info ./saxpy && genhtml -o html saxpy.info
  gisa-hsa --debug=saxpy ./saxpy

  --check[=LIST]     find bugs of kernels, all kinds or some: races,bounds ..., as 'gisa run --check' does;
                     the exit status is 1 where some are found
  --suppress FILE    leave out findings that FILE names: KIND RULE WHERE
  --findings FILE    write findings to FILE as JSON; as SARIF if it ends in .sarif
  --profile[=FILE]   write how often each instruction ran; to FILE.info: each line of the source, for lcov,
                     added to what is in FILE.info
  --debug[=WHICH]    stop at a launch: the first one, the one with this number, those of this kernel, or all
  --command FILE     run the debugger's commands in a file
  --libdir           only say where the library is, for LD_LIBRARY_PATH
  --help             this text

environment (what options set, they set for PROGRAM):
  GISA_AGENTS=gfx900,gfx803   the GPUs that there are (default: gfx900)
  GISA_THREADS=N              threads of the host that share a kernel (default: its processors)
  GISA_HSA_LOG=FILE           a line for each call of the runtime ("-": standard error)
  GISA_NATIVE=auto            kernels that run for long are compiled for the host; all: each one
  GISA_CHECK=all|LIST         as --check
  GISA_CHECK_EXIT=N           the exit status where bugs are found (without --check: the program's own)
  GISA_SUPPRESS=FILE          as --suppress
  GISA_FINDINGS=FILE          as --findings, added to what is in FILE
  GISA_PROFILE=FILE           as --profile ("-": standard error)
  GISA_DEBUG=WHICH            as --debug ("1": the first launch, "all")
  GISA_DEBUG_SCRIPT=FILE      as --command
  GISA_HSA_REPORT=FILE        at the end: every kind of instruction that was executed, and how exact it is
END
}

wrong() {
    echo "gisa-hsa: $1; try 'gisa-hsa --help'" >&2
    exit 2
}

# PROGRAM may change its folder.
whole_path() {
    case $1 in
    '' | /* | -) echo "$1" ;;
    *) echo "$PWD/$1" ;;
    esac
}

# take OPTION VALUE
take() {
    case $1 in
    --suppress)
        GISA_SUPPRESS=$(whole_path "$2")
        [ -r "$2" ] || wrong "$2: cannot be read (--suppress)"
        export GISA_SUPPRESS
        ;;
    --findings)
        GISA_FINDINGS=$(whole_path "$2")
        rm -f "$GISA_FINDINGS"
        export GISA_FINDINGS
        ;;
    --command)
        GISA_DEBUG_SCRIPT=$(whole_path "$2")
        [ -r "$2" ] || wrong "$2: cannot be read (--command)"
        export GISA_DEBUG_SCRIPT
        ;;
    esac
}

# complete WORD...: what the last word may become, as 'gisa --complete' says it.
complete() {
    while [ $# -gt 1 ]; do
        case $1 in
        --suppress | --findings | --command) [ $# -gt 2 ] && shift ;;
        -*) ;;
        *) set -- '' ;; # the program's
        esac
        shift
    done
    case $1 in
    --check=* | --debug=*) ;;
    --*=*) printf ':files\t%s=\n' "${1%%=*}" ;;
    -*)
        usage | sed -n 's/^  \(--[a-z]*\)[^ ]*\( FILE\)\{0,1\}  */\1\t/p' |
            while IFS= read -r line; do case $line in "$1"*) printf '%s\n' "$line" ;; esac; done
        ;;
    *) printf ':files\t\n' ;;
    esac
}

if [ "$1" = --complete ]; then
    shift
    complete "$@"
    exit
fi

while :; do
    case $1 in
    --check | --check=*)
        GISA_CHECK=${1#--check}
        GISA_CHECK=${GISA_CHECK#=}
        GISA_CHECK=${GISA_CHECK:-all}
        GISA_CHECK_EXIT=${GISA_CHECK_EXIT-1}
        export GISA_CHECK GISA_CHECK_EXIT
        ;;
    --profile | --profile=*)
        GISA_PROFILE=${1#--profile}
        GISA_PROFILE=$(whole_path "${GISA_PROFILE#=}")
        GISA_PROFILE=${GISA_PROFILE:--}
        export GISA_PROFILE
        ;;
    --debug | --debug=*)
        GISA_DEBUG=${1#--debug}
        GISA_DEBUG=${GISA_DEBUG#=}
        GISA_DEBUG=${GISA_DEBUG:-1}
        export GISA_DEBUG
        ;;
    --suppress | --findings | --command)
        [ $# -gt 1 ] || wrong "missing value after $1"
        take "$1" "$2"
        shift
        ;;
    --suppress=* | --findings=* | --command=*) take "${1%%=*}" "${1#*=}" ;;
    --libdir | --help) break ;;
    --)
        shift
        break
        ;;
    -*) wrong "there is no option '$1'" ;;
    *) break ;;
    esac
    shift
done

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
'')
    usage >&2
    exit 2
    ;;
esac
LD_LIBRARY_PATH=$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
LD_PRELOAD=$libdir/libgisa-hsa-preload.so${LD_PRELOAD:+:$LD_PRELOAD}
export LD_LIBRARY_PATH LD_PRELOAD
exec "$@"
