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
WASM_FLAGS := B=$(WASM) CC='$(WASM_CC) $(WASM_HEADERS) -DONE_LEVEL $(WASM_SIMD)' HOSTCC='$(HOSTCC)' THREADS= PIC_FLAGS= \
	LEVELS=baseline CFLAGS=-Oz GENERATED=-g0

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
WASM_LINK := -mexec-model=reactor -Wl,--strip-all -Wl,--gc-sections -Wl,-O2 -Wl,-z,stack-size=1048576 -Wl,--stack-first

$B/gisa.wasm: $(WASM_OBJ) $(WASM_LIB)
	$(call quiet,LINK)$(CC) $(CFLAGS) $(WASM_LINK) -o $@ $(firstword $(WASM_OBJ)) $(filter-out $(firstword $(WASM_OBJ)),$(WASM_OBJ)) $(WASM_LIB)
