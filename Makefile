# SPDX-License-Identifier: MIT
# gisa: no configure step. `make` builds build/gisa and build/libgisa.a; `make help` lists the rest.

CC       ?= gcc
CFLAGS   ?= -O2 -g
B        ?= build

WARN     := -Wall -Wextra -Wshadow -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings -Wvla
WIDE     := -O3 -fopenmp-simd -fno-math-errno -fno-trapping-math
# So that rows which are copied stay in registers, where the compiler has this option.
WIDE     += $(shell $(CC) -fno-tree-loop-distribute-patterns -E -x c /dev/null >/dev/null 2>&1 && echo -fno-tree-loop-distribute-patterns)
BASE     := -std=c11 -D_DEFAULT_SOURCE -pthread -Iinclude -Isrc -Isrc/object -fvisibility=hidden -ffp-contract=off
ifdef SAN
export SANITIZE := -fsanitize=address,undefined
CFLAGS   := -O1 -g $(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer -DMAX_EXPANDED=0x1000000
B        := build/san
endif

export B

# Each folder of isa/ is a family of instruction sets.
SPEC     := $(wildcard isa/*/*.isa)
FAMILIES := $(sort $(foreach file,$(SPEC),$(word 2,$(subst /, ,$(file)))))
LIB_SRC  := $(wildcard src/*.c src/object/*.c src/asm/*.c src/dis/*.c)
CMD_SRC  := $(wildcard cmd/*.c)
GEN_SRC  := $(wildcard gen/*.c)
TABLES   := $(FAMILIES:%=$B/gen/%_tables.c) $B/gen/families.c

LIB_OBJ  := $(LIB_SRC:%.c=$B/%.o) $(TABLES:.c=.o)
CMD_OBJ  := $(CMD_SRC:%.c=$B/%.o)
GEN_OBJ  := $(GEN_SRC:%.c=$B/%.o) $B/src/hash.o $B/src/words.o $B/src/floats.o $B/src/number.o $B/src/text.o

# The bodies of instructions, and those that run on all lanes once more for each level of the host's instruction set.
LEVELS    := baseline $(if $(findstring x86_64,$(shell $(CC) -dumpmachine)),avx2 avx512)
FOR_baseline :=
FOR_avx2     := -mtune=haswell -mavx2 -mfma -mf16c -mbmi2 -mlzcnt -mpopcnt
FOR_avx512   := -mtune=icelake-server -mprefer-vector-width=512 -march=x86-64-v4

EMU_PARTS := $(patsubst %.c,%.o,$(filter-out src/emu/rows.c,$(wildcard src/emu/*.c))) gen/gcn_bodies.o \
             $(LEVELS:%=gen/gcn_wide_%.o) $(LEVELS:%=src/emu/rows_%.o)
# The same for shaders.
EMU_PARTS += $(patsubst %.c,%.o,$(filter-out src/shade/rows.c,$(wildcard src/shade/*.c))) gen/usse_bodies.o \
             $(LEVELS:%=gen/usse_wide_%.o) $(LEVELS:%=src/shade/rows_%.o)
EMU_OBJ   := $(EMU_PARTS:%=$B/%)

# What is done, in a word; `make V=1` shows the commands.
ifndef V
quiet = @echo '  $(1) $@';
endif

.PHONY: all help demo check quick lint fmt clean coverage
all: $B/gisa

help:
	@echo 'make            build/gisa and build/libgisa.a'
	@echo 'make demo       the main job on a code object and on a shader: disassemble, change, assemble, compare'
	@echo 'make check      all tests (installs what they need when run as root); SAN=1 with sanitizers'
	@echo 'make quick      the tests that need nothing but a C compiler'
	@echo 'make fuzz       libFuzzer on every target, FUZZ_SECONDS=60 each (clang-19)'
	@echo 'make bench      speed of the core, of gisa next to LLVM on 10 MB of code, and of kernels next to OpenCL on the host'
	@echo 'make mutants    small faults in a copy of the tree, and how many of them the tests notice (hours; python3)'
	@echo 'make sweep      all 2^32 first words of each architecture (hours; docs/sweep.md)'
	@echo 'make install    PREFIX=/usr/local, DESTDIR; make uninstall'
	@echo 'make dist       the source as a tarball, and the library without the emulator as two files, gisa.c and gisa.h'
	@echo 'make deb        Debian packages'
	@echo 'make hsa        build/gisa-hsa and the HSA runtime, for ROCm programs without a GPU (docs/hsa.md)'
	@echo 'make check-hsa  tests of the HSA runtime; check-tsan: those with the thread sanitizer alone'
	@echo 'make check-rocm programs of HIP, OpenMP, OpenACC and others on it (installs them when run as root)'
	@echo 'make docs       build/manual: the HTML manual, made from the spec'
	@echo 'make vim        build/vim: syntax files for Vim'
	@echo 'make check-manual  the tests of the manual, in a browser (chromium) as well'
	@echo 'make lint       gcc, clang, clang-format and cppcheck, all quiet'
	@echo 'make fmt        format the C code'
	@echo 'make coverage   the rows of the spec, and how many have a body'
	@echo 'make clean'

$B/isagen: $(GEN_OBJ)
	$(call quiet,LINK)$(CC) $(CFLAGS) -o $@ $^

# isagen writes tables and bodies of a family together; it leaves its memory to the system when it ends. What it writes again as it
# was keeps its time: a change of the tables does not compile the bodies, which takes minutes.
$B/gen/%.written: $B/isagen $(SPEC)
	@mkdir -p $B/gen
	$(call quiet,ISAGEN)ASAN_OPTIONS=detect_leaks=0 $B/isagen isa/$* $B/gen/$*_tables.new $B/gen/$*_bodies.new
	@for part in $*_tables $*_bodies; do \
	cmp -s $B/gen/$$part.new $B/gen/$$part.c && rm $B/gen/$$part.new || mv $B/gen/$$part.new $B/gen/$$part.c || exit 1; done
	@touch $@
.PRECIOUS: $B/gen/%.written

$B/gen/%_tables.c $B/gen/%_bodies.c: $B/gen/%.written ;

# The list that src/isa.c goes through.
$B/gen/families.c: Makefile $(SPEC)
	@mkdir -p $(@D)
	@{ printf '/* Written by make from the folders of isa/; not to be edited. */\n#include "tables.h"\n\n'; \
	printf 'extern const gisa_isa *const gisa_%s_isas[];\n' $(FAMILIES); \
	printf '\nconst gisa_isa *const *const gisa_families[] = {'; \
	printf 'gisa_%s_isas, ' $(FAMILIES); \
	printf 'NULL};\n'; } >$@

$B/src/emu/%.o: CFLAGS += -O3
$B/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(BASE) $(WARN) $(CFLAGS) -MMD -MP -c -o $@ $<

$B/gen/%.o: $B/gen/%.c
	$(call quiet,CC)$(CC) $(BASE) -Iisa $(CFLAGS) $(TABLE_FLAGS) -MMD -MP -c -o $@ $<

# bodies FOLDER,FLAGS,FAMILY,PART of src: the rules for bodies, and for what is built once for each level.
define bodies
$(1)/gen/%_bodies.o: $B/gen/%_bodies.c
	@mkdir -p $$(@D)
	$$(call quiet,CC)$$(CC) $$(BASE) -Iisa -Isrc $$(WARN) $$(CFLAGS) $(2) -MMD -MP -c -o $$@ $$<

$$(LEVELS:%=$(1)/gen/$(3)_wide_%.o): $(1)/gen/$(3)_wide_%.o: $B/gen/$(3)_bodies.c
	@mkdir -p $$(@D)
	$$(call quiet,CC)$$(CC) $$(BASE) -Iisa -Isrc $$(WARN) $$(CFLAGS) $$(WIDE) $$(FOR_$$*) $(2) -DBODIES_WIDE=$$* -MMD -MP -c -o $$@ $$<

$$(LEVELS:%=$(1)/src/$(4)/rows_%.o): $(1)/src/$(4)/rows_%.o: src/$(4)/rows.c
	@mkdir -p $$(@D)
	$$(call quiet,CC)$$(CC) $$(BASE) $$(WARN) $$(CFLAGS) $$(WIDE) $$(FOR_$$*) $(2) -DLEVEL=$$* -MMD -MP -c -o $$@ $$<
endef
$(eval $(call bodies,$B,,gcn,emu))
$(eval $(call bodies,$B,,usse,shade))

$B/libgisa.a: $(LIB_OBJ) $(EMU_OBJ)
	@rm -f $@
	$(call quiet,AR)$(AR) rcs $@ $^

# Pictures are also PNG files where libpng is installed; `make PNG=` does without.
PNG ?= $(shell echo | $(CC) -include png.h -E - >/dev/null 2>&1 && echo -lpng)
$B/cmd/run_shader_image.o: CFLAGS += $(if $(PNG),-DWITH_PNG)

$B/gisa: $(CMD_OBJ) $B/libgisa.a
	$(call quiet,LINK)$(CC) $(CFLAGS) -pthread -o $@ $^ $(PNG)

# ---- Tests: tests/<name>/*.c is the program $B/tests/<name>; tests/check.sh runs them and adds up.

TESTS     := laws golden tables interface bodies emulator buffers arithmetic object gxp describe usse shade
LLVM_FLAGS = -I$$(llvm-config-19 --includedir) -L$$(llvm-config-19 --libdir) -lLLVM-19
# MPFR is an oracle of the exact arithmetic, used where it is installed.
MPFR_FLAGS = $$(echo '\#include <mpfr.h>' | $(CC) -E - >/dev/null 2>&1 && echo -DWITH_MPFR -lmpfr -lgmp)

-include $(patsubst %.o,%.d,$(LIB_OBJ) $(CMD_OBJ) $(GEN_OBJ) $(EMU_OBJ))

.SECONDEXPANSION:
$B/tests/arithmetic: TEST_LIBS = $(MPFR_FLAGS)
$B/tests/bodies: $(wildcard tests/buffers/model*)
$(TESTS:%=$B/tests/%): $B/tests/%: $$(wildcard tests/$$*/*.[ch]) $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) $(TEST_FLAGS) -o $@ $(filter %.c %.o,$^) $B/libgisa.a $(TEST_LIBS) -lm

# LLVM's libraries are oracles, so these programs need them; gisa does not.
$B/tests/oracle: $(wildcard tests/oracle/*.c tests/oracle/*.h) $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $(wildcard tests/oracle/*.c) $B/libgisa.a $(LLVM_FLAGS)

# tests/kernels/run.sh gives it what clang made; kernels for the host call it back.
$B/tests/kernels: $(wildcard tests/kernels/*.[ch]) $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) -rdynamic -o $@ $(filter %.c,$^) $B/libgisa.a -ldl -lm

# Each allocation of these jobs fails once: in the library (--wrap), in the command (LD_PRELOAD).
WRAPPED := malloc calloc realloc aligned_alloc strdup strndup mmap munmap free
$B/tests/nomemory: TEST_LIBS = $(WRAPPED:%=-Wl,--wrap=%)
$B/tests/nomemory: tests/nomemory/test_nomemory.c tests/nomemory/heap.c tests/nomemory/heap.h $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $(filter %.c,$^) $B/libgisa.a $(TEST_LIBS) -lm
$B/tests/nomemory.so: tests/nomemory/preload.c
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) -O1 -fPIC -fvisibility=default -shared -o $@ $<
NOMEMORY := '$B/tests/nomemory tests/nomemory/*.s tests/asm/*.s tests/gxp/*.s' 'sh tests/nomemory/run.sh $B/gisa $B/tests/nomemory.so'

QUICK := 'sh tests/isagen/run.sh $B/isagen' 'sh tests/coverage/run.sh $B/isagen' $(TESTS:%='$B/tests/%') 'sh tests/asm/run.sh $B/gisa' 'sh tests/cli/run.sh $B/gisa' 'sh tests/run/run.sh $B/gisa' 'sh tests/run-shader/run.sh $B/gisa' 'sh tests/emulator/run.sh $B/gisa' 'sh tests/groups/run.sh $B/gisa' 'sh tests/versions/run.sh $B/gisa' 'sh tests/gxp/run.sh $B/gisa' 'sh tests/describe/run.sh $B/gisa' $(NOMEMORY)

quick: $B/gisa $(TESTS:%=$B/tests/%) $B/tests/nomemory $B/tests/nomemory.so
	@sh tests/check.sh $(QUICK)

check:
	@sh tests/setup.sh
	@$(MAKE) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 1)) --no-print-directory build-checks
	@$(MAKE) --no-print-directory run-checks

.PHONY: build-checks run-checks
build-checks: $B/gisa $(TESTS:%=$B/tests/%) $B/tests/nomemory $B/tests/nomemory.so $B/tests/oracle $B/tests/kernels docs vim
run-checks: build-checks
	@sh tests/check.sh $(QUICK) '$B/tests/oracle' 'sh tests/docs/run.sh' 'sh tests/describe/json.sh $B/gisa' 'sh tests/mutants/run.sh $B' 'sh tests/real/run.sh $B/gisa' 'sh tests/kernels/run.sh $B' 'sh bench/check.sh' 'sh tests/sweep/run.sh' 'sh tests/package/run.sh $B' $(HSA_CHECKS) $(FUZZ_TESTS) 'sh tests/manual/run.sh $B' 'sh tests/lint.sh $B'

include tests/fuzz/fuzz.mk
include bench/bench.mk
include packaging/package.mk
include manual/manual.mk
include hsa/hsa.mk
include tests/sweep/sweep.mk
include tests/mutants/mutants.mk

coverage: $B/isagen
	@$B/isagen isa/gcn --coverage
	@$B/isagen isa/usse --coverage

lint: $(TABLES)
	@sh tests/lint.sh $B

fmt:
	clang-format -i $(wildcard include/*.h gen/*.[ch] src/*.[ch] src/*/*.[ch] cmd/*.[ch] tests/*/*.[ch] tests/*/*/*.[ch] bench/*.c bench/*/*.c hsa/*.[ch] packaging/*/*.[ch] examples/*.c manual/*.[ch] isa/*.h)

demo:
	@sh tests/setup.sh compiler
	@mkdir -p $B
	@$(MAKE) --no-print-directory $B/gisa >$B/make.log 2>&1 || { cat $B/make.log; exit 1; }
	@sh demo/demo.sh $B/gisa

clean:
	rm -rf build
