# SPDX-License-Identifier: MIT
# The HSA runtime: $B/hsa/libhsa-runtime64.so.1, in place of the one that talks to GPUs, and what
# `gisa-hsa` preloads. It is built where the headers of libhsa-runtime-dev are; without them `make`
# leaves it out and says so.
#
#   make hsa           both libraries and build/gisa-hsa
#   make check-hsa     our own tests of them, which `make check` runs as well
#   make check-tsan    those with the thread sanitizer alone (part of check-hsa)
#   make check-rocm    programs of Debian's that use GPUs: tests/runtime/rocm/run.sh (installs what they need when root runs it)

HSA_HEADERS ?= /usr/include/hsa/hsa.h
HSA_SRC  := $(filter-out hsa/preload.c,$(wildcard hsa/*.c))
# What it shares with the command.
HSA_SHARED := $(wildcard resources/*.c)
HSA_OBJ  := $(HSA_SRC:%.c=$B/%.o) $(HSA_SHARED:%.c=$B/hsa/%.o)
HSA_SO   := $B/hsa/libhsa-runtime64.so.1
HSA_PRE  := $B/hsa/libgisa-hsa-preload.so
HSA_LINK := $B/hsa/libhsa-runtime64.so
HSA_TOOLS := $B/hsa/libgisa-tools.so
TOOLS_OBJ := $(patsubst %.c,$B/%.o,$(wildcard hsa/tools/*.c))
HSA_ALL  := $(HSA_SO) $(HSA_LINK) $(HSA_PRE) $(HSA_TOOLS) $B/gisa-hsa
HAS_HSA  := $(wildcard $(HSA_HEADERS))

-include $(HSA_OBJ:.o=.d) $(TOOLS_OBJ:.o=.d)

# What is exported is said by functions.def, and by the headers in include/ for the tools.
HSA_CC = $(CC) $(filter-out -fvisibility=hidden,$(BASE)) -Iresources -D_GNU_SOURCE $(WARN) -Wno-packed-not-aligned $(CFLAGS) $(PIC_FLAGS) -MMD -MP -c -o $@ $<
$B/hsa/%.o: hsa/%.c
	@mkdir -p $(@D)
	$(call quiet,CC)$(HSA_CC)

$(HSA_SHARED:%.c=$B/hsa/%.o): $B/hsa/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,CC)$(HSA_CC)

$B/hsa/exports.map: hsa/functions.def $(wildcard include/*.h) packaging/exports.sh hsa/hsa.mk
	@mkdir -p $(@D)
	@{ echo 'ROCR_1 {'; echo '  global:'; sed -n 's/^[A-Z]*(\(hsa_[a-z0-9_]*\)[,)].*$$/    \1;/p' $<; echo '};'; \
		sh packaging/exports.sh '$(CC)' GISA_TOOLS $(wildcard include/*.h); } >$@.tmp && mv $@.tmp $@

# It has threads, which live until the program ends: who closes it with dlclose must not take the
# code away from them.
HSA_LIBRARY := $B/lib/gisa.o $B/lib/watch.o $B/lib/semantics.o
$(HSA_SO): $(HSA_OBJ) $(HSA_LIBRARY) $B/hsa/exports.map hsa/hsa.mk
	$(call quiet,LINK)$(CC) $(CFLAGS) $(LDFLAGS) -pthread -shared -Wl,-soname,libhsa-runtime64.so.1 \
		-Wl,--version-script=$B/hsa/exports.map -Wl,-Bsymbolic -Wl,-z,defs -Wl,-z,nodelete -o $@ $(HSA_OBJ) $(HSA_LIBRARY) -lm -ldl

# LLVM's OpenMP runtime opens it by this name.
$(HSA_LINK): $(HSA_SO)
	@ln -sf $(<F) $@

# Checks, profiles and the debugger, with the parts of the command that they use; the rest of gisa
# is in the runtime.
$(TOOLS_OBJ): BASE += -Icmd -Iresources -Idebug -D_GNU_SOURCE $(PIC_FLAGS)
$B/hsa/tools/results.o $B/hsa/tools/adapter.o: BASE += $(if $(JANSSON),-DWITH_JANSSON)
$B/hsa/tools/results.o $B/hsa/tools/adapter.o: $B/optional
$B/hsa/tools/callers.o: BASE += $(if $(DW),-DWITH_DW)
$B/hsa/tools/callers.o: $B/optional
$B/hsa/tools/%.o: hsa/tools/%.c
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(BASE) $(WARN) $(CFLAGS) -MMD -MP -c -o $@ $<

$B/hsa/command.a: $(filter-out $B/cmd/main.o,$(CMD_OBJ)) $B/src/core/edits.o
	@mkdir -p $(@D) && rm -f $@
	$(call quiet,AR)$(AR) rcs $@ $^

$(HSA_TOOLS): $(TOOLS_OBJ) $B/hsa/command.a $(HSA_SO)
	$(call quiet,LINK)$(CC) $(CFLAGS) $(LDFLAGS) -pthread -shared -Wl,-soname,libgisa-tools.so -Wl,-z,defs -Wl,-z,nodelete -o $@ $^ \
		-Wl,--as-needed $(PNG) $(DW) $(EDIT) $(JANSSON)

$(HSA_PRE): hsa/preload.c
	@mkdir -p $(@D)
	$(call quiet,LINK)$(CC) -std=c11 -D_GNU_SOURCE $(WARN) $(filter-out $(SANITIZE),$(CFLAGS)) $(LDFLAGS) -fPIC -shared -o $@ $< -ldl

$B/gisa-hsa: hsa/gisa-hsa.sh
	@mkdir -p $(@D)
	@cp $< $@ && chmod 755 $@

.PHONY: hsa check-hsa check-tsan check-rocm
ifneq ($(HAS_HSA),)
hsa: $(HSA_ALL)
else
hsa:
	@echo 'the HSA runtime is left out: no $(HSA_HEADERS) (apt-get install libhsa-runtime-dev)'
endif

# ---- Tests

$B/tests/hsa: $(wildcard tests/runtime/hsa/*.[ch]) $(HSA_SO)
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) -Wno-packed-not-aligned $(CFLAGS) -o $@ $(filter %.c,$^) $(HSA_SO)

$B/tests/hsa_fork: tests/runtime/hsa/fork/fork.c $(HSA_SO)
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $(filter %.c,$^) $(HSA_SO)

$B/tests/hsa_chips: tests/runtime/hsa/chips/chips.c $(HSA_SO)
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $(filter %.c,$^) $(HSA_SO)

# The runtime and the emulator, with the bodies of instructions, under the thread sanitizer, where
# the compiler has it. One level of the host's instruction set is enough.
TSAN     := -O1 -g -fsanitize=thread -Wno-tsan -DONE_LEVEL $(PIC_FLAGS)
TSAN_EMU := $(filter-out %_avx2.o %_avx512.o,$(filter src/float/% src/image/% src/insn/% src/emu/% gen/gcn_% gen/gcn/%,$(EMU_PARTS)))
TSAN_OBJ := $(TSAN_EMU:%=$B/tsan/%) $(LIB_OBJ) $(NATIVE_OBJ) $(filter-out $B/src/float/% $B/src/image/% $B/src/insn/% $B/src/emu/% $B/gen/gcn_% $B/gen/gcn/%,$(EMU_OBJ)) $(DATA_OBJ)
-include $(TSAN_EMU:%.o=$B/tsan/%.d)
$(TSAN_EMU:%=$B/tsan/%): | $(ENGINE_FACTS)

$(EMU_SRC:%.c=$B/tsan/%.o): $B/tsan/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(BASE) $(WARN) $(TSAN) -MMD -MP -c -o $@ $<
# As for fuzzing: with a sanitizer in them, bodies take long to optimise, and gain little by it.
$(eval $(call bodies,$B/tsan,$(TSAN) -O0 -g0,gcn))

$B/tsan/gisa.o: $(TSAN_OBJ)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(CC) $(CFLAGS) -r -nostdlib -o $@ $^ && $(OBJCOPY) --localize-hidden $@

$B/tsan/hsa: $(wildcard tests/runtime/hsa/*.[ch] hsa/*.h) $(HSA_SRC) $(HSA_SHARED) $B/tsan/gisa.o
	@mkdir -p $(@D)
	$(call quiet,TEST)$(CC) $(filter-out -fvisibility=hidden,$(BASE)) -Iresources -D_GNU_SOURCE $(WARN) -Wno-packed-not-aligned $(TSAN) -rdynamic \
		-o $@ $(filter %.c,$^) $B/tsan/gisa.o -lm 2>$@.log || { grep -q 'cannot find.*tsan' $@.log || { cat $@.log; false; }; }

# With SAN=1 the runtime is tested by programs that have the sanitizers in them as well, and not by
# others.
HSA_TESTS  := $B/tests/hsa $B/tests/hsa_fork $B/tests/hsa_chips $(if $(SAN),,$B/tsan/hsa)
HSA_CHECKS := 'sh tests/runtime/hsa/run.sh $B' $(if $(SAN),,'sh tests/runtime/tools/run.sh $B' 'sh tests/runtime/rocm/run.sh $B quick' 'sh tests/runtime/findings/run.sh $B')
build-checks: $(if $(HAS_HSA),$(HSA_ALL) $(HSA_TESTS))

check-hsa: $(if $(HAS_HSA),$(HSA_ALL) $(HSA_TESTS) $B/gisa)
	@sh tests/check.sh 'sh tests/runtime/hsa/run.sh $B' $(if $(SAN),,'sh tests/runtime/tools/run.sh $B')

check-tsan: $(if $(HAS_HSA),$(HSA_ALL) $B/tsan/hsa $B/gisa)
	@sh tests/check.sh 'sh tests/runtime/hsa/run.sh $B threads'

check-rocm: $(if $(HAS_HSA),$(HSA_ALL))
	@sh tests/runtime/rocm/run.sh $B

# ---- Fuzzing: the target of tests/core/fuzz/fuzz.mk that is about the runtime

FUZZ_HSA_OBJ := $(patsubst hsa/%.c,$B/fuzz/runtime/%.o,$(filter-out hsa/log.c,$(HSA_SRC))) $(HSA_SHARED:%.c=$B/fuzz/runtime/%.o)
-include $(FUZZ_HSA_OBJ:.o=.d)

$(HSA_SHARED:%.c=$B/fuzz/runtime/%.o): $B/fuzz/runtime/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,FUZZ)$(FUZZ_CC) $(BASE) -D_GNU_SOURCE $(FUZZ_LIMITS) $(FUZZ_FLAGS) $(FUZZ_COUNTS) -MMD -MP -c -o $@ $<

$B/fuzz/runtime/%.o: hsa/%.c
	@mkdir -p $(@D)
	$(call quiet,FUZZ)$(FUZZ_CC) $(BASE) -Iresources -D_GNU_SOURCE $(FUZZ_LIMITS) $(FUZZ_FLAGS) $(FUZZ_COUNTS) -MMD -MP -c -o $@ $<

$B/fuzz/hsa: $(FUZZ_EMU_OBJ) $(FUZZ_HSA_OBJ)

$B/tests/replay-hsa: $(HSA_SO)
$B/tests/replay-hsa: WARN += -Wno-packed-not-aligned -Wl,-rpath,$(abspath $B/hsa)

# ---- Speed

$B/bench/hsa_speed: bench/hsa/speed.c $(HSA_SO)
	@mkdir -p $(@D)
	$(call quiet,BENCH)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $(filter %.c,$^) $(HSA_SO)

.PHONY: bench-hsa
bench-hsa: $(HSA_ALL) $B/bench/hsa_speed $B/gisa
	@$B/gisa asm -f co -D gfx=900 tests/runtime/hsa/kernels.s -o $B/bench/hsa_kernels.co
	@$B/gisa-hsa $B/bench/hsa_speed $B/bench/hsa_kernels.co
	@sh bench/hsa/stream.sh $B
