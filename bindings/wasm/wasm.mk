# SPDX-License-Identifier: MIT
# The library as WebAssembly: `make wasm` makes $(WASM)/gisa.wasm, which bindings/js is around.
#
# The rules of the Makefile make the objects, with a compiler for another host; that has one thread
# and one level of the instruction set, and no translated code. WASM_CC=... is another compiler;
# SIMD= does without vector instructions, which browsers have had since 2023.

WASM      := $B/wasm
WASM_CC   ?= clang-19 --target=wasm32-wasi
WASM_SIMD ?= -msimd128
WASM_HEADERS := -isystem bindings/wasm/include
# Small where it decodes, prints and assembles; fast where it computes.
WASM_WIDE  := -O2 -fno-unroll-loops -fopenmp-simd -fno-math-errno -fno-trapping-math -Wno-pass-failed
WASM_FLAGS := B=$(WASM) CC='$(WASM_CC) $(WASM_HEADERS) -DONE_LEVEL $(WASM_SIMD)' HOSTCC='$(HOSTCC)' AR=llvm-ar-19 THREADS= PIC_FLAGS= \
	LEVELS=baseline CFLAGS=-Oz GENERATED=-g0 WIDE='$(WASM_WIDE)'

.PHONY: wasm wasm-parts
wasm:
	@sh tests/setup.sh wasm
	@$(MAKE) --no-print-directory $(WASM_FLAGS) wasm-parts

wasm-parts: $(FAMILIES:%=$B/gen/%.written)
	@$(MAKE) --no-print-directory $B/gisa.wasm
	@cp $B/gisa.wasm bindings/js/gisa.wasm

WASM_SRC := $(wildcard bindings/wasm/*.c)
# Parts of the command that write nothing but text and data.
WASM_CMD := $(filter-out cmd/explain/explain.c,$(wildcard cmd/explain/*.c)) cmd/json.c cmd/phrase.c cmd/picture.c \
	$(wildcard resources/*.c)
# What comes first is first in memory: bindings/wasm/first.c.
WASM_OBJ := $(patsubst %.c,$B/%.o,bindings/wasm/first.c $(WASM_SRC) $(WASM_CMD))
# JavaScript calls what they define; C does not.
$(WASM_SRC:%.c=$B/%.o): WARN += -Wno-missing-prototypes
$(WASM_SRC:%.c=$B/%.o): BASE += -Icmd -Iresources
-include $(WASM_OBJ:.o=.d)
WASM_LIB := $(LIB_OBJ) $(filter-out $B/src/native/%,$(EMU_PARTS:%=$B/%))
# What the tests need as well.
WASM_HOST := $B/bindings/wasm/fmaf.o
WASM_LINK := -mexec-model=reactor -Wl,--strip-all -Wl,--gc-sections -Wl,-z,stack-size=1048576 -Wl,--stack-first

$B/gisa.wasm: $(WASM_OBJ) $(WASM_LIB) bindings/wasm/pack.mjs
	$(call quiet,LINK)$(CC) $(CFLAGS) $(WASM_LINK) -o $@.unpacked $(firstword $(WASM_OBJ)) $(filter-out $(firstword $(WASM_OBJ)),$(WASM_OBJ)) $(WASM_LIB)
	@if command -v node >/dev/null; then node bindings/wasm/pack.mjs $@.unpacked $@; else cp $@.unpacked $@; fi

# ---- The tests that are C programs, as programs for WASI; tests/release/wasm/wasi.mjs runs them.

# Not what translates for the host, changes its rounding mode, or protects its memory.
WASM_TESTS := $(filter-out native arithmetic emulator,$(TESTS))
WASM_TEST_HOST := tests/release/wasm/host.c
WASM_TEST_FLAGS := -isystem tests/release/wasm/include -D_WASI_EMULATED_PROCESS_CLOCKS -lwasi-emulated-process-clocks \
	-Wl,-z,stack-size=8388608 -Wl,--stack-first
# Kernels that were compiled for another host and run there.
$(WASM_TESTS:%=$B/tests/%.wasm) $B/tests/kernels.wasm: $B/tests/%.wasm: $$(wildcard tests/*/$$*/*.[ch]) $(WASM_TEST_HOST) $B/libgisa-wasm.a
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) -Wno-missing-prototypes $(CFLAGS) -o $@ $(filter-out tests/engine/kernels/host.c,$(filter %.c,$^)) $B/libgisa-wasm.a $(WASM_TEST_FLAGS) -lm
$B/tests/bodies.wasm: $(wildcard tests/engine/buffers/model*)

$B/libgisa-wasm.a: $(WASM_LIB) $(WASM_HOST) $(DATA_OBJ)
	@rm -f $@
	$(call quiet,AR)$(AR) rcs $@ $^

.PHONY: wasm-tests check-wasm
wasm-tests: $(WASM_TESTS:%=$B/tests/%.wasm) $B/tests/kernels.wasm

check-wasm: wasm $B/gisa $B/tests/kernels
	@$(MAKE) --no-print-directory $(WASM_FLAGS) wasm-tests
	@sh tests/check.sh 'sh tests/release/wasm/run.sh $B'

# `make wasm-bench`: bench/core.c and bench/emulator.c for WASI; docs/wasm.md says how they are run.
WASM_BENCHES := $B/bench/core.wasm $B/bench/emulator.wasm
.PHONY: wasm-bench wasm-benches
wasm-bench:
	@$(MAKE) --no-print-directory $(WASM_FLAGS) wasm-benches
wasm-benches: $(WASM_BENCHES)
$(WASM_BENCHES): $B/bench/%.wasm: bench/%.c $B/libgisa-wasm.a
	@mkdir -p $(@D)
	$(call quiet,BENCH)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $< $B/libgisa-wasm.a $(WASM_TEST_FLAGS) -lm
