# SPDX-License-Identifier: MIT
# Speed. `make bench` measures the core, the emulator and the whole tools, the last two next to
# OpenCL on the host and LLVM's; `make bench-core` the core alone, `make bench-emulator` the
# emulator alone; `make bench-checks` the checks of `gisa run --check`. ARCH=gfx803, REPEATS=N,
# BYTES=N and KERNELS="sort saxpy" change what is measured and how often.

BENCHES  := core usse tools emulator memory shade kernels

# Packages come first: what is measured may be compiled with them.
MEASURES := bench bench-core bench-emulator bench-checks
.PHONY: $(MEASURES) $(MEASURES:%=run-%)
$(MEASURES):
	@sh tests/setup.sh
	@$(MAKE) --no-print-directory run-$@

run-bench: $B/gisa $(BENCHES:%=$B/bench/%)
	@sh bench/run.sh
run-bench-core: $B/bench/core $B/bench/usse
	@sh bench/run.sh core
run-bench-emulator: $B/bench/emulator $B/bench/memory $B/bench/shade $B/bench/kernels
	@sh bench/run.sh emulator
run-bench-checks: $B/gisa $B/bench/tools
	@sh bench/checks.sh

# OpenCL is what kernels are compared with, where it is installed.
OPENCL_FLAGS = $(call with,CL/cl.h,-DCL_TARGET_OPENCL_VERSION=120 -DWITH_OPENCL -lOpenCL)

$B/bench/kernels: bench/native.c bench/copies.c bench/kernels.h bench/programs.h
$B/bench/kernels: BENCH_LIBS = $(OPENCL_FLAGS) -lm
$B/bench/%: bench/%.c $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,BENCH)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $(filter %.c,$^) $B/libgisa.a $(BENCH_LIBS)

build-checks: $(BENCHES:%=$B/bench/%)
