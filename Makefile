# SPDX-License-Identifier: MIT
# gisa: no configure step. `make` builds build/gisa and build/libgisa.a; `make help` lists the rest.

CC       ?= gcc
CFLAGS   ?= -O2 -g1
B        ?= build

WARN     := -Wall -Wextra -Wshadow -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings -Wvla
WIDE     := $(if $(FAST),,-O3) -fopenmp-simd -fno-math-errno -fno-trapping-math
# option OPTION,[INSTEAD]: the option, or what is to be used then, where the compiler has it.
option   = $(shell $(CC) -Werror $(1) -E -x c /dev/null >/dev/null 2>&1 && echo $(or $(2),$(1)))
# So that rows which are copied stay in registers.
WIDE     += $(call option,-fno-tree-loop-distribute-patterns)
# A loop of which a compiler cannot make one for all lanes is a loop.
WIDE     += $(call option,-Wpass-failed,-Wno-pass-failed)
THREADS  := -pthread
BASE      = -std=c11 -D_DEFAULT_SOURCE $(THREADS) -Iinclude -Isrc -I$B -Isrc/object -fvisibility=hidden -ffp-contract=off
ifdef SAN
export SANITIZE := -fsanitize=address,undefined
CFLAGS   := -O1 -g $(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer -DMAX_EXPANDED=0x1000000
B        := build/san
endif
# For who changes much and measures nothing: one level of the host's instruction set, and little
# optimisation.
ifdef FAST
CFLAGS   := -O1 -g1
BASE     += -DONE_LEVEL
LEVELS   := baseline
endif

export B

# All processors, unless -j says how many; one after the other where `clean` comes first.
ifeq ($(MAKELEVEL)$(filter clean,$(MAKECMDGOALS)),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif

# What runs while building is made by the host's compiler: that is CC, unless CC makes programs for
# other machines.
ifndef HOSTCC
HOSTCC     := $(if $(filter $(shell uname -m)-%,$(shell $(CC) -dumpmachine)),$(CC),cc)
endif
HOSTCFLAGS ?= $(if $(SAN),$(CFLAGS),-O1)

# All libraries have the same objects, so their code can be anywhere in memory.
PIC_FLAGS := -fPIC $(call option,-fno-semantic-interposition)

# Code that isagen writes is not debugged, and the compiler would take half as long again; `make
# GENERATED=-g` keeps it.
GENERATED ?= $(if $(SAN),,-g0)

# Each folder of isa/ is a family of instruction sets.
SPEC     := $(wildcard isa/*/*.isa)
FAMILIES := $(sort $(foreach file,$(SPEC),$(word 2,$(subst /, ,$(file)))))
# The part of src that runs a family's bodies.
ENGINE_gcn  := insn
ENGINE_usse := shade
LIB_SRC  := $(wildcard src/core/*.c src/object/*.c src/asm/*.c src/dis/*.c)
CMD_SRC  := $(wildcard cmd/*.c cmd/*/*.c resources/*.c debug/*.c)
GEN_SRC  := $(wildcard gen/*.c gen/*/*.c)
TABLES   := $(FAMILIES:%=$B/gen/%_shapes.c) $(FAMILIES:%=$B/gen/%_tables.c) $(FAMILIES:%=$B/gen/%_row_info.c) $B/gen/families.c $B/gen/texts.c
# What operations do, as data: nothing else of the library needs it.
SEMANTICS := $(FAMILIES:%=$B/gen/%_semantics.c) $B/gen/semantics.c
DATA_PARTS := src/semantics/semantics.o $(SEMANTICS:$B/%.c=%.o)
DATA_OBJ  := $(DATA_PARTS:%=$B/%)

LIB_OBJ  := $(LIB_SRC:%.c=$B/%.o) $(TABLES:.c=.o)
CMD_OBJ  := $(CMD_SRC:%.c=$B/%.o)
# What isagen shares with the library.
SHARED_SRC := src/core/edits.c src/core/hash.c src/core/words.c src/core/floats.c src/core/number.c src/core/text.c
GEN_OBJ  := $(GEN_SRC:%.c=$B/host/%.o) $(SHARED_SRC:%.c=$B/host/%.o)

# The bodies of instructions, and those that run on all lanes once more for each level of the host's
# instruction set.
ifndef LEVELS
LEVELS    := baseline $(if $(findstring x86_64,$(shell $(CC) -dumpmachine)),avx2 avx512)
endif
# Where there are others, few hosts use it: -O2, and what of -O3 loops gain by and compilers take no
# longer for.
LOOPS        := $(foreach more,-fvect-cost-model=dynamic -funswitch-loops -fsplit-loops -fpeel-loops -finline-functions,$(call option,$(more)))
FOR_baseline := $(if $(filter-out baseline,$(LEVELS)),-O2 $(LOOPS))
FOR_avx2     := -mtune=haswell -mavx2 -mfma -mf16c -mbmi2 -mlzcnt -mpopcnt
FOR_avx512   := -mtune=icelake-server -mprefer-vector-width=512 -march=x86-64-v4

EMU_SRC   := $(filter-out src/insn/rows.c,$(wildcard src/float/*.c src/image/*.c src/insn/*.c src/emu/*.c src/raster/*.c src/stage/*.c src/native/*.c))
SHADE_SRC := $(filter-out src/shade/rows.c,$(wildcard src/shade/*.c))
# Of each file of the spec with bodies, isagen writes one file of those that are compiled once and
# one of the others.
WITH_BODIES := $(filter-out %/vocab.isa,$(shell grep -l '^{' $(SPEC)))
once  = $(1)_bodies $(patsubst isa/%.isa,%,$(filter isa/$(1)/%,$(WITH_BODIES)))
rows  = $(1)_rows $(patsubst isa/%.isa,%_rows,$(filter isa/$(1)/%,$(WITH_BODIES)))
# bodies_of FAMILY: their objects, and what else is built once for each level.
bodies_of = $(patsubst %,gen/%.o,$(call once,$(1))) $(foreach level,$(LEVELS),\
             $(patsubst %,gen/%_$(level).o,$(call rows,$(1))) src/$(ENGINE_$(1))/rows_$(level).o)
# The checkers of code and of launches, and profiles, use what the library exports.
CHECK_SRC := $(wildcard check/*.c watch/*.c profile/*.c trace/*.c)
WATCH_OBJ := $(patsubst %.c,$B/%.o,$(wildcard watch/*.c))
EMU_PARTS := $(patsubst %.c,%.o,$(EMU_SRC) $(SHADE_SRC) $(CHECK_SRC)) $(foreach family,$(FAMILIES),$(call bodies_of,$(family)))
# What translated code is made with: data.
NATIVE_OBJ := $B/gen/gcn_native.o $B/native/prelude.o
EMU_OBJ   := $(EMU_PARTS:%=$B/%) $(NATIVE_OBJ)

# What is done, in a word; `make V=1` shows the commands.
ifndef V
quiet = @echo '  $(1) $@';
endif

.PHONY: all help demo check quick lint messages fmt clean coverage
# What isagen writes comes first: then what takes long to compile can be first, too.
all: $(FAMILIES:%=$B/gen/%.written)
	@$(MAKE) --no-print-directory $B/gisa

help:
	@echo 'make            build/gisa and build/libgisa.a, on all processors (-j1: on one)'
	@echo '                CC=clang, CC=musl-gcc, CC=aarch64-linux-gnu-gcc (HOSTCC makes what runs meanwhile)'
	@echo 'make FAST=1     the same in half the time, with an emulator that is slow: for changes and their tests'
	@echo 'make demo       the main job on a code object and on a shader: disassemble, change, assemble, compare'
	@echo 'make check      all tests (installs what they need when run as root); SAN=1 with sanitizers'
	@echo 'make nightly    all tests without samples, with sanitizers, other compilers and fuzzing (hours)'
	@echo 'make quick      the tests that need nothing but a C compiler'
	@echo 'make fuzz       libFuzzer on every target, FUZZ_SECONDS=60 each (clang-19)'
	@echo 'make check-native  kernels of the tests, and of the runtimes, all translated for the host'
	@echo 'make fuzz-native  random kernels, interpreted and translated, until they differ: SECONDS=60, SEED (the time)'
	@echo 'make bench      speed of the core, of gisa next to LLVM on 10 MB of code, and of kernels next to OpenCL on the host'
	@echo 'make bench-checks  how much longer kernels take under each check of gisa run --check'
	@echo 'make mutants    small faults in a copy of the tree, and how many of them the tests notice (hours; python3)'
	@echo 'make sweep      all 2^32 first words of each architecture (hours; docs/sweep.md)'
	@echo 'make install    PREFIX=/usr/local, DESTDIR; make uninstall'
	@echo 'make dist       the source as a tarball, and the library without the emulator as two files, gisa.c and gisa.h'
	@echo 'make core       the library without the emulator, with the architectures of ARCHS=gfx900 or FAMILIES=gcn alone;'
	@echo '                make core-two-files: the same as gisa.c and gisa.h; make core-size: how small a decoder is'
	@echo 'make deb        Debian packages'
	@echo 'make python     build/python: the Python package, for PYTHONPATH; pip takes bindings/python (docs/bindings.md)'
	@echo 'make hsa        build/gisa-hsa and the HSA runtime, for ROCm programs without a GPU (docs/hsa.md)'
	@echo 'make check-clang, check-musl, check-aarch64: built by that compiler, and the quick tests (the last one under qemu)'
	@echo 'make check-mingw, check-s390x: the core on Windows (under wine) and on a big-endian processor (under qemu)'
	@echo 'make check-deb  the Debian packages by dpkg-buildpackage, and lintian'
	@echo 'make check-hsa  tests of the HSA runtime; check-tsan: those with the thread sanitizer alone'
	@echo 'make check-rocm programs of HIP, OpenMP, OpenACC and others on it (installs them when run as root)'
	@echo 'make check-radv shaders that RADV compiles for four chips, in gisa and on lavapipe (no GPU needed)'
	@echo 'make check-slurm case files by GNU parallel, and as an array of Slurm jobs on this machine (as root)'
	@echo 'make docs       build/manual: the HTML manual, made from the spec'
	@echo 'make site       build/site: the manual, the docs and the playground, as files for a web server (docs/playground.md)'
	@echo 'make check-site the tests of the playground, in a browser (chromium, node, npm)'
	@echo 'make pictures   docs/session.svg and docs/sphere.png, the pictures of README.md, from what the commands do'
	@echo 'make vim        build/vim: syntax files for Vim'
	@echo 'make editors    build/editors/vscode: the extension for VS Code, with a grammar from the spec'
	@echo 'make formats    build/formats: .gxp and kernel descriptors, for Kaitai Struct and ImHex'
	@echo 'make check-manual  the tests of the manual, in a browser (chromium) as well'
	@echo 'make wasm       bindings/js/gisa.wasm: the library for browsers and Node (clang-19, wasi-libc); check-wasm: its tests'
	@echo 'make lint       gcc, clang, clang-format, cppcheck and codespell, all quiet'
	@echo 'make messages   every sentence that the programs can say, for a review of their language'
	@echo 'make fmt        format the C code'
	@echo 'make coverage   the rows of the spec, and how many have a body'
	@echo 'make clean'

$B/isagen: $(GEN_OBJ)
	$(call quiet,LINK)$(HOSTCC) $(HOSTCFLAGS) -o $@ $^

$B/host/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,HOSTCC)$(HOSTCC) $(BASE) -Igen $(WARN) $(HOSTCFLAGS) -MMD -MP -c -o $@ $<

# isagen writes what comes of a family together; it leaves its memory to the system when it ends.
# What it writes again as it was keeps its time: a change of one file of the spec compiles the
# tables and the bodies of that file alone. Where lines begin in the spec makes no difference,
# unless there is debug information that says it.
$(foreach family,$(FAMILIES),$(eval $B/gen/$(family).written: $(filter isa/$(family)/%,$(SPEC))))
$B/gen/%.written: $B/isagen
	@mkdir -p $B/gen
	$(call quiet,ISAGEN)ASAN_OPTIONS=detect_leaks=0 $B/isagen isa/$* $B/gen $(if $(filter -g0,$(GENERATED)),--any-line)
	@touch $@

WRITTEN := tables.c row_info.c shapes.c facts.h functions.h semantics.c native.c native.h
# They stay, although rules alone name them.
.SECONDARY: $(foreach family,$(FAMILIES),$(WRITTEN:%=$B/gen/$(family)_%))
$(foreach part,$(WRITTEN),$(eval $B/gen/%_$(part): $B/gen/%.written ;))
$(foreach family,$(FAMILIES),$(eval $(patsubst %,$B/gen/%.c,$(call once,$(family)) $(call rows,$(family))): $B/gen/$(family).written ;))

# What the engines name of the spec: operand codes, parts of registers, names of values, facts; and
# the functions of its vocabulary.
# What translated code begins with, as text: the compiler that it meets needs no header of ours.
# Such code is for hosts with AVX2.
$B/native/prelude.i: src/native/prelude.h $(addprefix $B/gen/gcn_,facts.h functions.h native.h) $(wildcard src/insn/*.h include/*.h src/native/*.h)
	@mkdir -p $(@D)
	$(call quiet,CPP)$(CC) $(BASE) $(and $(findstring x86_64,$(shell $(CC) -dumpmachine)),$(FOR_avx2)) -x c -E -P -o $@ $<
$B/native/prelude.c: src/insn/dpp_shuffle.h $B/native/prelude.i
	@{ echo 'extern const char native_prelude[];'; echo 'const char native_prelude[] ='; \
	sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $^; echo ';'; } >$@
$B/native/prelude.o: $B/native/prelude.c
	$(call quiet,CC)$(CC) $(BASE) -O0 -g0 -c -o $@ $<

ENGINE_FACTS := $(FAMILIES:%=$B/gen/%_facts.h) $(FAMILIES:%=$B/gen/%_functions.h)
$(EMU_OBJ): | $(ENGINE_FACTS)

# family_list HEADER,DECLARATION,LIST,ELEMENT: the list of all families, %s being the name of one.
define family_list
	@mkdir -p $(@D)
	@{ printf '/* Written by make from the folders of isa/; not to be edited. */\n#include "$(1)"\n\n'; \
	printf 'extern const $(2);\n' $(FAMILIES); \
	printf '\nconst $(3)[] = {'; \
	printf '$(4), ' $(FAMILIES); \
	printf 'NULL};\n'; } >$@
endef

# What src/core/isa.c and src/semantics/semantics.c go through.
$B/gen/families.c: Makefile $(SPEC)
	$(call family_list,core/tables.h,gisa_isa *const %s_isas[],gisa_isa *const *const isa_families,%s_isas)
# What src/core/names.c goes through, for programs that read text.
$B/gen/texts.c: Makefile $(SPEC)
	$(call family_list,core/tables.h,text_tables %s_texts[],text_tables *const isa_texts,%s_texts)
$B/gen/semantics.c: Makefile $(SPEC)
	$(call family_list,semantics/semantics.h,semantics %s_semantics,semantics *const all_semantics,&%s_semantics)

$(LIB_OBJ) $(EMU_OBJ) $(DATA_OBJ): private BASE += $(PIC_FLAGS)
$B/gen/%.o: private override CFLAGS += $(GENERATED)
$(EMU_SRC:%.c=$B/%.o): CFLAGS += $(if $(FAST),,-O3)
# Text to operands and back: many small functions, a few of them for each instruction.
INLINED := $(patsubst %,$B/src/core/%.o,print print_field names parse parse_field parse_operand parse_text encode operands)
$(INLINED): CFLAGS += $(if $(FAST)$(SAN),,$(call option,-finline-functions) $(call option,-finline-limit=2000))
# A part of the command is in the HSA runtime's library of tools as well.
$(CMD_OBJ): BASE += -Icmd -Iresources -Idebug $(PIC_FLAGS)
# The library does what takes time; the command gains nothing by -O2.
$(CMD_OBJ): CFLAGS += $(if $(FAST)$(SAN),,-O1)
$B/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(BASE) $(WARN) $(CFLAGS) -MMD -MP -c -o $@ $<

# What isagen writes is data, or has been made for what it is called with: there is little to
# optimise, but for rows.
$B/gen/%.o: $B/gen/%.c
	$(call quiet,CC)$(CC) $(BASE) $(CFLAGS) -O1 -MMD -MP -c -o $@ $<

# bodies FOLDER,FLAGS,FAMILY: the rules for bodies, and for what is built once for each level.
define bodies
$(patsubst %,$(1)/gen/%.o,$(call once,$(3))): $(1)/gen/%.o: $B/gen/%.c
	@mkdir -p $$(@D)
	$$(call quiet,CC)$$(CC) $$(BASE) $$(WARN) $$(CFLAGS) -O1 $(2) -MMD -MP -c -o $$@ $$<
$(foreach level,$(LEVELS),$(call bodies_of_level,$(1),$(2),$(3),$(ENGINE_$(3)),$(level)))
endef
# ... and ENGINE,LEVEL
define bodies_of_level

$(patsubst %,$(1)/gen/%_$(5).o,$(call rows,$(3))): $(1)/gen/%_$(5).o: $B/gen/%.c
$(1)/src/$(4)/rows_$(5).o: src/$(4)/rows.c
$(patsubst %,$(1)/gen/%_$(5).o,$(call rows,$(3))) $(1)/src/$(4)/rows_$(5).o:
	@mkdir -p $$(@D)
	$$(call quiet,CC)$$(CC) $$(BASE) $$(WARN) $$(CFLAGS) $$(WIDE) $(FOR_$(5)) $(2) -DLEVEL=$(5) -MMD -MP -c -o $$@ $$<

endef
$(foreach family,$(FAMILIES),$(eval $(call bodies,$B,,$(family))))

# What takes long comes first, so that no processor waits for it in the end.
$B/libgisa.a: $(filter $B/gen/%,$(LIB_OBJ) $(EMU_OBJ)) $(LIB_OBJ) $(EMU_OBJ) $(DATA_OBJ)
	@rm -f $@
	$(call quiet,AR)$(AR) rcs $@ $^

# with HEADER,FLAGS: the flags, where a program can be made with them; not where the library is
# another machine's.
with = $(shell echo 'int main(void) { return 0; }' | $(CC) -include $(1) -x c - -o /dev/null $(2) >/dev/null 2>&1 && echo '$(2)')
# asked NAME,HEADER,FLAGS: likewise, as the value of NAME, for which the compiler is asked once.
asked = $(eval $(1) := $(call with,$(2),$(3)))$($(1))

# Pictures are also PNG files where libpng is installed; `make PNG=` does without.
PNG ?= $(call asked,PNG,png.h,-lpng)
$B/cmd/run/run_shader_image.o: BASE += $(if $(PNG),-DWITH_PNG)

# Lines of the source (gisa dis -S) are there where elfutils' libdw is installed; `make DW=` does
# without.
DW ?= $(call asked,DW,elfutils/libdw.h,-ldw -lelf)
$B/cmd/dwarf.o $B/cmd/scopes.o: BASE += $(if $(DW),-DWITH_DW)

# The debugger edits its command line where libedit is installed; `gisa dap` and
# `gisa lsp` need jansson.
EDIT ?= $(call asked,EDIT,editline/readline.h,-ledit)
JANSSON ?= $(call asked,JANSSON,jansson.h,-ljansson)
$B/cmd/debug/console.o: BASE += $(if $(EDIT),-DWITH_EDIT)
$B/cmd/message.o $B/cmd/debug/dap.o $B/cmd/debug/dap_%.o $B/cmd/lsp/%.o: BASE += $(if $(JANSSON),-DWITH_JANSSON)

# `gisa objdump -C` is there where libiberty is installed.
IBERTY ?= $(call asked,IBERTY,libiberty/demangle.h,-liberty)
$B/cmd/objdump/names.o: BASE += $(if $(IBERTY),-DWITH_IBERTY)

# Where one of these libraries has come or gone since, what uses it is compiled again.
OPTIONAL := run/run_shader_image dwarf scopes debug/console message objdump/names \
            $(patsubst cmd/%.c,%,$(wildcard cmd/debug/dap*.c cmd/lsp/*.c))
$(OPTIONAL:%=$B/cmd/%.o): $B/optional
.PHONY: always
$B/optional: always
	@mkdir -p $(@D)
	@echo '$(PNG) $(DW) $(EDIT) $(JANSSON) $(IBERTY)' | cmp -s - $@ || echo '$(PNG) $(DW) $(EDIT) $(JANSSON) $(IBERTY)' >$@

# The command uses what the library exports, and shares the distance between names with it.
$B/gisa: $B/libgisa.a $(CMD_OBJ) $B/src/core/edits.o
	$(call quiet,LINK)$(CC) $(CFLAGS) $(LDFLAGS) -pthread -o $@ $(filter %.o,$^) $< $(PNG) $(DW) $(EDIT) $(JANSSON) $(IBERTY)

# ---- Tests: tests/<room>/<name>/*.c is the program $B/tests/<name>; tests/check.sh runs them and
# adds up.

TESTS     := laws golden tables interface schedule check undefined image bodies emulator wave observe native watch stage buffers mimg arithmetic object gxp describe usse shade hostfloats
LLVM_FLAGS = -I$$(llvm-config-19 --includedir) -L$$(llvm-config-19 --libdir) -lLLVM-19
# MPFR is an oracle of the exact arithmetic, used where it is installed.
MPFR_FLAGS = $(call with,mpfr.h,-DWITH_MPFR -lmpfr -lgmp)

-include $(patsubst %.o,%.d,$(LIB_OBJ) $(CMD_OBJ) $(GEN_OBJ) $(EMU_OBJ) $(DATA_OBJ))

.SECONDEXPANSION:
$B/tests/arithmetic: TEST_LIBS = $(MPFR_FLAGS)
$B/tests/bodies: $(wildcard tests/engine/buffers/model*)
$(TESTS:%=$B/tests/%): $B/tests/%: $$(wildcard tests/*/$$*/*.[ch]) $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) $(TEST_FLAGS) -o $@ $(filter %.c %.o,$^) $B/libgisa.a $(TEST_LIBS) -lm

# LLVM's libraries are oracles, so these programs need them; gisa does not.
$B/tests/oracle: $(wildcard tests/core/oracle/*.c tests/core/oracle/*.h) $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $(wildcard tests/core/oracle/*.c) $B/libgisa.a $(LLVM_FLAGS)

# tests/engine/kernels/run.sh gives it what clang made; kernels for the host call it back.
$B/tests/kernels: $(filter-out %/recorded.c,$(wildcard tests/engine/kernels/*.[ch])) $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) -rdynamic -o $@ $(filter %.c,$^) $B/libgisa.a -ldl -lm

# Each allocation of these jobs fails once: in the library (--wrap), in the command (LD_PRELOAD).
WRAPPED := malloc calloc realloc aligned_alloc strdup strndup mmap munmap free
$B/tests/nomemory: TEST_LIBS = $(WRAPPED:%=-Wl,--wrap=%)
$B/tests/nomemory: tests/core/nomemory/test_nomemory.c tests/core/nomemory/heap.c tests/core/nomemory/heap.h $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $(filter %.c,$^) $B/libgisa.a $(TEST_LIBS) -lm
$B/tests/nomemory.so: tests/core/nomemory/preload.c
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) -O1 -fPIC -fvisibility=default -shared -o $@ $<
NOMEMORY := '$B/tests/nomemory tests/core/nomemory/*.s tests/files/asm/*.s tests/files/gxp/*.s' 'sh tests/core/nomemory/run.sh $B/gisa $B/tests/nomemory.so'

QUICK := 'sh tests/spec/isagen/run.sh $B/isagen' \
	'sh tests/spec/coverage/run.sh $B/isagen' \
	$(TESTS:%='$B/tests/%') \
	'sh tests/files/asm/run.sh $B/gisa' \
	'sh tests/command/cli/run.sh $B/gisa' \
	'sh tests/command/dis/run.sh $B/gisa' \
	'sh tests/command/check/run.sh $B/gisa' \
	'sh tests/command/debug/run.sh $B/gisa' \
	'sh tests/command/lsp/run.sh $B/gisa' \
	'sh tests/command/watch/run.sh $B/gisa' \
	'sh tests/command/watch/opencl.sh $B/gisa' \
	'sh tests/command/completion/run.sh $B/gisa' \
	'sh tests/command/run/run.sh $B/gisa' \
	'sh tests/command/profile/run.sh $B/gisa' \
	'sh tests/command/source/run.sh $B/gisa' \
	'sh tests/command/trace/run.sh $B/gisa' \
	'sh tests/command/clrxdisasm/run.sh $B/gisa' \
	'sh tests/command/objdump/run.sh $B/gisa' \
	'sh tests/command/fault/run.sh $B/gisa' \
	'sh tests/command/run-shader/run.sh $B/gisa' \
	'sh tests/command/run-stage/run.sh $B/gisa' \
	'sh tests/command/run-image/run.sh $B/gisa' \
	'sh tests/engine/emulator/run.sh $B/gisa' \
	'sh tests/engine/groups/run.sh $B/gisa' \
	'sh tests/engine/versions/run.sh $B/gisa' \
	'sh tests/engine/neo/run.sh $B/gisa' \
	'sh tests/files/gxp/run.sh $B/gisa' \
	'sh tests/files/sb/run.sh $B/gisa' \
	'sh tests/files/formats/run.sh $B/gisa $B/formats' \
	'sh tests/core/describe/run.sh $B/gisa' \
	'sh tests/command/test/run.sh $B/gisa' \
	'sh tests/cases/run.sh $B/gisa' \
	$(NOMEMORY)

quick: $B/gisa $(TESTS:%=$B/tests/%) $B/tests/nomemory $B/tests/nomemory.so formats
	@sh tests/check.sh $(QUICK)

check:
	@sh tests/setup.sh
	@$(MAKE) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 1)) --no-print-directory build-checks
	@$(MAKE) --no-print-directory run-checks

# Real GLSL, compiled by Mesa's RADV without a GPU, against Mesa's lavapipe.
.PHONY: check-radv
check-radv: $B/libgisa.a $B/gisa
	@if [ "$$(id -u)" = 0 ]; then apt-get install -y -qq mesa-vulkan-drivers libvulkan-dev glslang-tools >/dev/null; fi
	@sh tests/check.sh 'B=$B sh tests/engine/radv/run.sh' 'sh tests/command/clrxdisasm/run.sh $B/gisa'

# Random kernels by both engines of the emulator. What differs is printed with its seed:
# $B/tests/native programs 0 SEED, or straight 0 SEED, runs it again.
.PHONY: fuzz-native
SECONDS ?= 60
fuzz-native: $B/tests/native
	@seed=$(or $(SEED),$(shell date +%s)); $B/tests/native straight $$(($(SECONDS) / 2)) $$seed && \
	$B/tests/native programs $$(($(SECONDS) / 2)) $$seed

# Each kernel of these tests is translated before it runs.
.PHONY: check-native
check-native:
	@sh tests/setup.sh
	@$(MAKE) --no-print-directory build-checks
	@GISA_NATIVE=all sh tests/check.sh 'sh tests/engine/kernels/run.sh $B' 'sh tests/engine/groups/run.sh $B/gisa' \
		'sh tests/engine/emulator/run.sh $B/gisa' 'sh tests/command/run/run.sh $B/gisa' 'sh tests/command/fault/run.sh $B/gisa' \
		'sh tests/cases/run.sh $B/gisa' $(HSA_CHECKS) 'sh tests/runtime/opencl/run.sh $B'

# Without samples: all combinations of tests/files/real, longer fuzzing, other compilers,
# sanitizers. Each part goes on where another one failed.
.PHONY: nightly
nightly:
	@status=0; for part in 'FULL=1 check' 'SAN=1 check' check-clang check-musl check-aarch64 check-s390x check-mingw check-deb check-manual check-native 'FULL=1 check-wasm' 'FUZZ_SECONDS=600 fuzz' 'SECONDS=3600 fuzz-native'; do \
	echo "$$part"; $(MAKE) --no-print-directory $$part || status=1; done; exit $$status

# The longest first, so that no processor waits for them at the end.
LONG = 'sh tests/files/real/run.sh $B/gisa' 'sh tests/release/package/run.sh $B' 'sh tests/lint.sh $B quick' $(FUZZ_TESTS) \
	'sh tests/core/sweep/run.sh' 'sh tests/release/radare2/run.sh $B/gisa $B' 'sh tests/engine/kernels/run.sh $B' 'sh tests/runtime/opencl/run.sh $B $(if $(FULL),,gfx803 gfx900)' 'sh tests/release/manual/run.sh $B' $(HSA_CHECKS) \
	'sh tests/release/docs/run.sh' 'sh tests/release/rust/run.sh $B' 'sh tests/release/python/run.sh $B' 'sh bench/check.sh' 'sh tests/core/describe/json.sh $B/gisa' 'sh tests/spec/evaluator/run.sh $B' \
	'sh tests/spec/mutants/run.sh $B' '$B/tests/oracle' 'sh tests/core/schedule/llvm.sh' \
	'sh tests/command/check/compiled.sh $B/gisa $B/tests/check' 'sh tests/engine/native/sanitized.sh $B' 'sh tests/engine/native/clang.sh $B' 'sh tests/release/wasm/run.sh $B'

.PHONY: build-checks run-checks
build-checks: $B/gisa $(TESTS:%=$B/tests/%) $B/tests/nomemory $B/tests/nomemory.so $B/tests/oracle $B/tests/kernels docs vim formats editors
run-checks: build-checks
	@sh tests/check.sh $(QUICK) $(LONG)

# The same case files in parts: by GNU parallel, and as an array of jobs of a Slurm on this machine.
.PHONY: check-slurm
check-slurm: $B/gisa
	@sh tests/setup.sh slurm
	@sh tests/check.sh 'sh tests/cases/shards.sh $B/gisa'

include tests/core/fuzz/fuzz.mk
include bench/bench.mk
include packaging/package.mk
include packaging/core.mk
include bindings/wasm/wasm.mk
include manual/manual.mk
include editors/editors.mk
include formats/formats.mk
include playground/site.mk
include hsa/hsa.mk
include tests/core/sweep/sweep.mk
include bindings/bindings.mk
include tests/spec/mutants/mutants.mk

# ---- Other compilers. Under qemu (RUN) without what takes long there, or asks how the host has
# laid out its memory.

OTHER_TESTS := golden tables interface arithmetic object $(if $(RUN),,emulator buffers bodies usse shade)

# What executes nothing, for other systems: decode, encode, print, parse, assemble, disassemble.
CORE_TESTS := golden tables laws

check-clang: OTHER = CC=clang
check-musl: OTHER = CC=musl-gcc
check-aarch64: OTHER = CC=aarch64-linux-gnu-gcc RUN='qemu-aarch64 -L /usr/aarch64-linux-gnu'
.PHONY: check-clang check-musl check-aarch64 run-others check-s390x run-core check-mingw mingw-core
check-clang check-musl check-aarch64: check-%:
	@sh tests/setup.sh $*
	@$(MAKE) --no-print-directory B=$B/$* $(OTHER) CFLAGS='-O1 -Werror' run-others

run-others: $B/gisa $(OTHER_TESTS:%=$B/tests/%)
	@printf '#!/bin/sh\nexec %s "$$@"\n' '$(RUN) $(abspath $B)/gisa' >$B/run-gisa && chmod +x $B/run-gisa
	@CC='$(HOSTCC)' sh tests/check.sh $(OTHER_TESTS:%='$(RUN) $B/tests/%') 'sh tests/files/asm/run.sh $B/run-gisa'

# Big-endian: the core works, and the emulator says that it does not.
check-s390x:
	@sh tests/setup.sh $(@:check-%=%)
	@$(MAKE) --no-print-directory B=$B/s390x CC=s390x-linux-gnu-gcc RUN='qemu-s390x -L /usr/s390x-linux-gnu' FAST=1 CFLAGS='-O1 -Werror' run-core

run-core: $B/gisa $(CORE_TESTS:%=$B/tests/%)
	@printf '#!/bin/sh\nexec %s "$$@"\n' '$(RUN) $(abspath $B)/gisa' >$B/run-gisa && chmod +x $B/run-gisa
	@CC='$(HOSTCC)' sh tests/check.sh $(patsubst %,'$(RUN) $B/tests/%',$(filter-out laws,$(CORE_TESTS))) '$(RUN) $B/tests/laws 1' \
		'sh tests/files/asm/run.sh $B/run-gisa' 'sh tests/engine/emulator/refuse.sh $B/run-gisa'

# Windows: the core, as a library and as two files. Microsoft's printf is not the one that mingw
# links here, but the one by which -Wformat judges.
check-mingw: $B/gisa
	@sh tests/setup.sh $(@:check-%=%)
	@$(MAKE) --no-print-directory B=$B/mingw CC=x86_64-w64-mingw32-gcc HOSTCC=cc CFLAGS='-O1 -Werror -Wno-format -DGISA_CORE_ONLY' mingw-core
	@GISA=$B/gisa sh tests/check.sh 'sh tests/release/package/mingw.sh $B/mingw'

mingw-core: $(LIB_OBJ) $B/dist/gisa.c $B/dist/gisa.h
	@rm -f $B/libgisa-core.a
	@$(AR) rcs $B/libgisa-core.a $(LIB_OBJ)

.PHONY: pictures
pictures: $B/gisa
	@sh docs/pictures.sh $B docs png

coverage: $B/isagen
	@for family in $(FAMILIES); do $B/isagen isa/$$family --coverage || exit; done

lint: $(TABLES) $(ENGINE_FACTS)
	@sh tests/lint.sh $B

messages:
	@sh tests/messages.sh

fmt:
	clang-format -i $(wildcard include/*.h gen/*.[ch] gen/*/*.[ch] check/*.[ch] watch/*.[ch] profile/*.[ch] trace/*.[ch] debug/*.[ch] src/*/*.[ch] cmd/*.[ch] cmd/*/*.[ch] resources/*.[ch] tests/*.h tests/*/*/*.[ch] tests/*/*/*/*.[ch] bench/*.c bench/*/*.c hsa/*.[ch] packaging/*/*.[ch] bindings/*/*.[ch] examples/*.c manual/*.[ch] editors/*.c formats/*.[ch] plugins/*/*.c bindings/wasm/*.[ch] bindings/wasm/include/*.h bindings/wasm/include/*/*.h)

demo:
	@sh tests/setup.sh compiler
	@mkdir -p $B
	@$(MAKE) --no-print-directory $B/gisa >$B/make.log 2>&1 || { cat $B/make.log; exit 1; }
	@sh demo/demo.sh $B/gisa

clean:
	rm -rf build
