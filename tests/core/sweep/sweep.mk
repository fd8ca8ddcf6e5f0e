# SPDX-License-Identifier: MIT
# All 2^32 first words of every architecture through decode, print, parse, encode (docs/sweep.md).
#
#   make sweep [ARCH=gfx900] [JOBS=8] [SHARD=3/64] [STEP=4099]
#
# A shard whose file is in $(SWEEP_DIR) is not run again. `make sweep-table` adds up what is there.

SWEEP_DIR   ?= $B/sweep
SWEEP_SRC   := $(wildcard tests/core/sweep/*.c) tests/core/laws/check.c tests/core/laws/words.c
SWEEP_DEPS  := $(SWEEP_SRC) $(wildcard tests/core/sweep/*.h) tests/core/laws/check.h tests/core/laws/words.h $B/libgisa.a
SWEEP_WRAP  := decode encode print parse oddities

.PHONY: sweep sweep-table
sweep: $B/tests/sweep
	@$< -d $(SWEEP_DIR) $(SHARD:%=-s %) $(JOBS:%=-j %) $(STEP:%=-t %) $(ARCH)

sweep-table: $B/tests/sweep
	@$< -T -d $(SWEEP_DIR) $(STEP:%=-t %) $(ARCH)

$B/tests/sweep: $(SWEEP_DEPS)
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $(SWEEP_SRC) $B/libgisa.a

# The same with faults on purpose, which it must find.
$B/tests/sweep-faults: $(SWEEP_DEPS) tests/core/sweep/faults/faults.c
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) $(SWEEP_WRAP:%=-Wl,--wrap=gisa_%) -o $@ \
	    tests/core/sweep/faults/faults.c $(SWEEP_SRC) $B/libgisa.a

build-checks: $B/tests/sweep $B/tests/sweep-faults
