# SPDX-License-Identifier: MIT
# gisa: no configure step. `make` builds build/gisa and build/libgisa.a; `make help` lists the rest.

CC       ?= gcc
CFLAGS   ?= -O2 -g
B        ?= build
VERSION  := $(shell sed -n 's/.*GISA_VERSION "\(.*\)"/\1/p' include/gisa.h)

WARN     := -Wall -Wextra -Wshadow -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings -Wvla
STRICT   := $(WARN) -Wconversion -Wpedantic -Werror
BASE     := -std=c11 -D_DEFAULT_SOURCE -Iinclude -Isrc -Isrc/object -fvisibility=hidden -ffp-contract=off
ifdef SAN
CFLAGS   := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
B        := build/san
endif

FAMILIES := gcn
SPEC     := $(wildcard isa/*/*.isa)
LIB_SRC  := $(wildcard src/*.c src/object/*.c src/asm/*.c src/dis/*.c)
CMD_SRC  := $(wildcard cmd/*.c)
GEN_SRC  := $(wildcard gen/*.c)
TABLES   := $(FAMILIES:%=$B/gen/%_tables.c)

LIB_OBJ  := $(LIB_SRC:%.c=$B/%.o) $(TABLES:.c=.o)
CMD_OBJ  := $(CMD_SRC:%.c=$B/%.o)
GEN_OBJ  := $(GEN_SRC:%.c=$B/%.o) $B/src/hash.o

.PHONY: all help demo check quick lint fmt clean oracle
all: $B/gisa

help:
	@echo 'make            build/gisa and build/libgisa.a'
	@echo 'make demo       the main job on a real code object: disassemble, change, assemble, compare'
	@echo 'make check      all tests (installs what they need when run as root); SAN=1 with sanitizers'
	@echo 'make quick      the tests that need nothing but a C compiler'
	@echo 'make lint       gcc, clang, clang-format and cppcheck, all quiet'
	@echo 'make fmt        format the C code'
	@echo 'make clean'

$B/isagen: $(GEN_OBJ)
	$(CC) $(CFLAGS) -o $@ $^

# isagen writes tables and bodies of a family together.
$B/gen/%_tables.c $B/gen/%_bodies.c &: $B/isagen $(SPEC)
	@mkdir -p $B/gen
	$B/isagen isa/$* $B/gen/$*_tables.c $B/gen/$*_bodies.c

$B/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(BASE) $(WARN) $(CFLAGS) -MMD -MP -c -o $@ $<

$B/gen/%.o: $B/gen/%.c
	$(CC) $(BASE) -Iisa -Isrc/emu $(CFLAGS) -MMD -MP -c -o $@ $<

$B/libgisa.a: $(LIB_OBJ)
	@rm -f $@
	$(AR) rcs $@ $^

$B/gisa: $(CMD_OBJ) $B/libgisa.a
	$(CC) $(CFLAGS) -o $@ $^

-include $(LIB_OBJ:.o=.d) $(CMD_OBJ:.o=.d) $(GEN_OBJ:.o=.d)

demo: $B/gisa
	@sh demo/demo.sh $B/gisa

clean:
	rm -rf build
