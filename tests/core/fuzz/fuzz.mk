# SPDX-License-Identifier: MIT
# Fuzzing (clang's libFuzzer), replays of what it found, and many threads under the thread
# sanitizer.
#
#   make fuzz FUZZ_SECONDS=3600 [FUZZ_TARGETS='asm elf'] [FUZZ_JOBS=4]
#
# $B/fuzz/<target>     the fuzzer, with address and undefined behaviour sanitizers and small limits of expansion
# $B/tests/replay-...  the same target without libFuzzer, by any compiler
# $B/fuzz/seeds        made from the spec;  $B/fuzz/corpus grows;  $B/fuzz/new has what broke
# $B/tsan/threads      tests/core/threads under the thread sanitizer

FUZZ_CC      ?= clang-19
FUZZ_SECONDS ?= 60
HSA_HEADERS  ?= /usr/include/hsa/hsa.h
FUZZ_ALL     := decode parse asm asm_grammar elf gxp sb traces run shade $(if $(wildcard $(HSA_HEADERS)),hsa) $(if $(JANSSON),lsp)
FUZZ_TARGETS ?= $(FUZZ_ALL)
# For a second in `make check` it is not worth optimising; a tree that only fuzzes does.
FUZZ_OPT     ?= $(if $(filter build-checks run-checks,$(MAKECMDGOALS)),-O0,-O1)
FUZZ_FLAGS   := $(FUZZ_OPT) -gline-tables-only -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
# Fuzzers are large: lld links them in a quarter of the time.
FUZZ_LINK    := $(if $(shell command -v ld.lld),-fuse-ld=lld)
# Counts what runs, but not how near names are found.
FUZZ_COUNTS  := -fsanitize=fuzzer-no-link -fsanitize-coverage-ignorelist=tests/core/fuzz/uncounted.txt
# What may expand, less of it: an input must not take long because it asks for much.
FUZZ_LIMITS  := -DMAX_OUTPUT=0x400000 -DMAX_EXPANDED=0x100000 -DONE_LEVEL
FUZZ_OBJ     := $(LIB_SRC:%.c=$B/fuzz/%.o) $(TABLES:%.c=$B/fuzz/%.o)
# Bodies and what else is built once for each level: of one level.
FUZZ_ONCE := $(patsubst %,$B/fuzz/gen/%.o,$(foreach family,$(FAMILIES),$(call once,$(family))))
FUZZ_ROWS := $(patsubst %,$B/fuzz/gen/%_baseline.o,$(foreach family,$(FAMILIES),$(call rows,$(family))))
FUZZ_EMU_OBJ := $(EMU_SRC:%.c=$B/fuzz/%.o) $(filter $B/fuzz/gen/gcn%,$(FUZZ_ONCE) $(FUZZ_ROWS)) $B/fuzz/src/insn/rows_baseline.o $(NATIVE_OBJ)
FUZZ_SHADE_OBJ := $(SHADE_SRC:%.c=$B/fuzz/%.o) \
                $(filter $B/fuzz/gen/usse%,$(FUZZ_ONCE) $(FUZZ_ROWS)) $B/fuzz/src/shade/rows_baseline.o
# What the HSA runtime checks launches with.
FUZZ_WATCH_OBJ := $(filter $B/fuzz/check/% $B/fuzz/watch/%,$(CHECK_SRC:%.c=$B/fuzz/%.o)) $(DATA_OBJ)
# The language server, with what it needs of the command.
LSP_PARTS := $(patsubst %.c,%.o,$(wildcard cmd/lsp/*.c) $(patsubst %,cmd/%.c,check/check_code check/check_fix \
                explain/fields explain/operands explain/sentence info/info_schedule info/question draft help message \
                options output phrase picture placed places remedy terminal))
LSP_FLAGS := -Icmd -Iresources -Idebug -DWITH_JANSSON
FUZZ_HEADERS := $(wildcard tests/core/fuzz/*.h)

# Without SAN: the compiler's own flags would not go together with these.
TSAN_FLAGS   := -O1 -g -fsanitize=thread -DGISA_CORE_ONLY
# What isagen writes has no data that change.
TSAN_OBJ     := $(LIB_SRC:%.c=$B/tsan/%.o) $(TABLES:.c=.o)

.PHONY: fuzz fuzzers
fuzz: fuzzers
	@sh tests/core/fuzz/run.sh fuzz $B $(FUZZ_SECONDS) $(FUZZ_TARGETS)

fuzzers: $(FUZZ_ALL:%=$B/fuzz/%) $B/fuzz/seeds

# ---- with the fuzzer

# With sanitizers in it, what isagen writes takes compilers minutes to optimise, and fuzzing gains
# little by it. For shapes what the address sanitizer sees by itself is left out.
$(filter %_shapes.o,$(FUZZ_OBJ)) $(FUZZ_ONCE) $(FUZZ_ROWS): private PLAIN := -O0 -g0
$(filter %_shapes.o,$(FUZZ_OBJ)): private PLAIN += -fno-sanitize=null,alignment,pointer-overflow
$B/fuzz/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,FUZZ)$(FUZZ_CC) $(BASE) $(FUZZ_LIMITS) $(FUZZ_FLAGS) $(FUZZ_COUNTS) $(PLAIN) -MMD -MP -c -o $@ $<

$(FUZZ_ONCE): $B/fuzz/gen/%.o: $B/gen/%.c
$(FUZZ_ROWS): $B/fuzz/gen/%_baseline.o: $B/gen/%.c
$(FUZZ_ONCE) $(FUZZ_ROWS):
	@mkdir -p $(@D)
	$(call quiet,FUZZ)$(FUZZ_CC) $(BASE) $(FUZZ_FLAGS) $(FUZZ_COUNTS) $(if $(filter %_baseline.o,$@),-fno-math-errno -DLEVEL=baseline) $(PLAIN) -MMD -MP -c -o $@ $<

$B/fuzz/src/insn/rows_baseline.o $B/fuzz/src/shade/rows_baseline.o: $B/fuzz/%_baseline.o: %.c
	@mkdir -p $(@D)
	$(call quiet,FUZZ)$(FUZZ_CC) $(BASE) $(FUZZ_FLAGS) -DLEVEL=baseline -MMD -MP -c -o $@ $<

$(FUZZ_EMU_OBJ) $(FUZZ_SHADE_OBJ) $(filter $B/fuzz/%,$(FUZZ_WATCH_OBJ)): | $(ENGINE_FACTS)
$B/fuzz/hsa: $(FUZZ_WATCH_OBJ)
$B/fuzz/traces: $B/fuzz/trace/read.o
$B/fuzz/lsp: $(LSP_PARTS:%=$B/fuzz/%) $(FUZZ_WATCH_OBJ)
$B/fuzz/lsp: private FUZZ_LIBS := $(JANSSON)
$(LSP_PARTS:%=$B/fuzz/%) $B/fuzz/tests/core/fuzz/lsp.o: private BASE += $(LSP_FLAGS)

$(FUZZ_ALL:%=$B/fuzz/%): $B/fuzz/%: $B/fuzz/tests/core/fuzz/%.o $(FUZZ_OBJ) $(FUZZ_EMU_OBJ) $(FUZZ_SHADE_OBJ)
	$(call quiet,LINK)$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer $(FUZZ_LINK) -o $@ $^ -pthread $(FUZZ_LIBS)

# ---- without it

REPLAYS := $(FUZZ_ALL:%=$B/tests/replay-%)
$(REPLAYS): $B/tests/replay-%: tests/core/fuzz/%.c tests/core/fuzz/replay.c $(FUZZ_HEADERS) $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $(filter %.c %.o,$^) $(filter %.a %.so.1,$^) -pthread $(FUZZ_LIBS)
$B/tests/replay-lsp: $(LSP_PARTS:%=$B/%) $B/src/core/edits.o
$B/tests/replay-lsp: private FUZZ_LIBS := $(JANSSON)
$B/tests/replay-lsp: private BASE += $(LSP_FLAGS)

$B/tests/fuzz-seeds: tests/core/fuzz/seeds.c $(FUZZ_HEADERS) $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $(filter %.c %.a,$^) -pthread

# The program leaves its memory to the system when it ends.
$B/fuzz/seeds: $B/tests/fuzz-seeds $(wildcard tests/files/asm/*.s)
	@rm -rf $@
	@mkdir -p $@
	$(call quiet,SEEDS)ASAN_OPTIONS=detect_leaks=0 $B/tests/fuzz-seeds $@ $(filter %.s,$^)

# ---- threads

$B/tests/threads: tests/core/threads/threads.c $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $^ -pthread

$B/tsan/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,TSAN)$(CC) $(BASE) $(TSAN_FLAGS) -MMD -MP -c -o $@ $<

$B/tsan/threads: $B/tsan/tests/core/threads/threads.o $(TSAN_OBJ)
	$(call quiet,LINK)$(CC) $(TSAN_FLAGS) -o $@ $^ -pthread

# ---- a part of `make check`: with what this machine's compilers can do

FUZZ_CHECK := $(REPLAYS) $B/fuzz/seeds $B/tests/threads
FUZZ_TESTS := 'sh tests/core/fuzz/run.sh replay $B' 'sh tests/core/threads/run.sh $B' 'sh tests/command/bad/run.sh $B/gisa $B/tests/nomemory.so'
can = $(shell mkdir -p $B && echo 'int $(1)(void) { return 0; }' | $(2) -x c -o $B/can - 2>/dev/null && echo yes)
ifneq (,$(filter build-checks run-checks,$(MAKECMDGOALS)))
ifeq (yes,$(call can,main,$(CC) -fsanitize=thread))
FUZZ_CHECK += $B/tsan/threads
endif
ifeq (yes,$(call can,LLVMFuzzerTestOneInput,$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer))
FUZZ_CHECK += fuzzers
FUZZ_TESTS += 'sh tests/core/fuzz/run.sh short $B $(if $(FULL),4,1)'
endif
endif
build-checks: $(FUZZ_CHECK)

-include $(FUZZ_OBJ:.o=.d) $(FUZZ_EMU_OBJ:.o=.d) $(FUZZ_SHADE_OBJ:.o=.d) $(FUZZ_WATCH_OBJ:.o=.d) $(FUZZ_ALL:%=$B/fuzz/tests/core/fuzz/%.d) $(LSP_PARTS:%.o=$B/fuzz/%.d) $(TSAN_OBJ:.o=.d)
