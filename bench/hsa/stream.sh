#!/bin/sh
# SPDX-License-Identifier: MIT
# Loads and stores of HIP kernels next to memcpy, interpreted and translated (bench/hsa/stream.hip).
# usage: stream.sh BUILD
B=$1
command -v hipcc >/dev/null || { echo 'stream: hipcc is not installed'; exit 0; }
hipcc -w -O3 --offload-arch=gfx900 "$(dirname "$0")/stream.hip" -o "$B/bench/hsa_stream" || exit 1
echo 'stream, interpreted:'
GISA_NATIVE=off "$B/gisa-hsa" "$B/bench/hsa_stream" "${NUMBERS:-33554432}" "${TIMES:-10}" || exit 1
GISA_NATIVE=all "$B/gisa-hsa" "$B/bench/hsa_stream" 65536 1 >/dev/null # into the cache
echo 'stream, translated:'
GISA_NATIVE=all "$B/gisa-hsa" "$B/bench/hsa_stream" "${NUMBERS:-33554432}" "${TIMES:-10}"
