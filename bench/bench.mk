# SPDX-License-Identifier: MIT
# Speed. `make bench` measures the core and the whole tools, next to LLVM's; `make bench-core` the core alone.
# ARCH=gfx803, REPEATS=N and BYTES=N change what is measured and how often.

.PHONY: bench bench-core
bench: $B/gisa $B/bench/core $B/bench/usse $B/bench/tools
	@sh tests/setup.sh
	@sh bench/run.sh

bench-core: $B/bench/core $B/bench/usse
	@sh tests/setup.sh
	@sh bench/run.sh core

$B/bench/%: bench/%.c $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,BENCH)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $^

run-checks: $B/bench/core $B/bench/usse $B/bench/tools
