# SPDX-License-Identifier: MIT
# The core alone: decode, encode, print, parse, files, assembler and disassembler, without the
# emulator and the engine of shaders; with fewer architectures where a program knows its own.
#
#   make core                    $(CORE)/libgisa-core.a, which links with --gc-sections to what a program uses
#   make core ARCHS=gfx900       with these architectures and their chips alone, and no texts about instructions:
#                                ARCHS='gfx803 gfx900'
#   make core FAMILIES=gcn       with the architectures of these folders of isa/ alone
#   make core-two-files          the same as $(CORE)/gisa.c and gisa.h; ARCHS and FAMILIES likewise
#   make core-size               a program that decodes and prints: its size, stripped; FULL=1: made of the two files, too
#
# CORE is build/core, or build/core-gfx900: what is asked for is in its name, so that nothing is
# mixed.

# Where it comes from the environment it is meant for others.
ifneq ($(origin ARCHS),command line)
ARCHS :=
endif
core_blank := $(subst ,, )
ALL_FAMILIES := $(sort $(foreach file,$(SPEC),$(word 2,$(subst /, ,$(file)))))
# core_family NAME: the family of an architecture or a chip.
core_family = $(word 2,$(subst /, ,$(firstword $(shell grep -lE '^arch +$(1) ' $(SPEC)))))

ifneq ($(filter core core-%,$(MAKECMDGOALS)),)
$(foreach arch,$(ARCHS),$(if $(call core_family,$(arch)),,$(error ARCHS: no architecture is called '$(arch)')))
$(foreach family,$(FAMILIES),$(if $(filter $(family),$(ALL_FAMILIES)),,$(error FAMILIES: there is no folder isa/$(family))))
CORE_FAMILIES := $(if $(ARCHS),$(sort $(foreach arch,$(ARCHS),$(call core_family,$(arch)))),$(FAMILIES))
CORE_WORDS    := $(or $(sort $(ARCHS)),$(if $(filter-out $(FAMILIES),$(ALL_FAMILIES)),$(FAMILIES)))
CORE          := $B/core$(if $(CORE_WORDS),-$(subst $(core_blank),-,$(strip $(CORE_WORDS))))
else ifneq ($(ARCHS)$(filter-out $(FAMILIES),$(ALL_FAMILIES)),)
$(error ARCHS and FAMILIES are words of 'make core', 'make core-two-files' and 'make core-size')
endif

ifdef CORE
CORE_TABLES := $(CORE_FAMILIES:%=$(CORE)/gen/%_shapes.c) $(CORE_FAMILIES:%=$(CORE)/gen/%_tables.c) $(CORE_FAMILIES:%=$(CORE)/gen/%_row_info.c) $(CORE)/gen/families.c $(CORE)/gen/texts.c
CORE_OBJ    := $(LIB_SRC:%.c=$(CORE)/%.o) $(CORE_TABLES:.c=.o)
CORE_FLAGS  := -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables

$(CORE)/gen/%.written: $B/isagen $(SPEC)
	@mkdir -p $(@D)
	$(call quiet,ISAGEN)$B/isagen isa/$* $(CORE)/gen --any-line $(if $(ARCHS),--only '$(ARCHS)')
	@touch $@
$(foreach part,shapes tables row_info,$(eval $(CORE)/gen/%_$(part).c: $(CORE)/gen/%.written ;))
.SECONDARY: $(CORE_TABLES)

$(CORE)/gen/families.c $(CORE)/gen/texts.c: override FAMILIES := $(CORE_FAMILIES)
$(CORE)/gen/families.c: Makefile packaging/core.mk $(SPEC)
	$(call family_list,core/tables.h,gisa_isa *const %s_isas[],gisa_isa *const *const isa_families,%s_isas)
$(CORE)/gen/texts.c: Makefile packaging/core.mk $(SPEC)
	$(call family_list,core/tables.h,text_tables %s_texts[],text_tables *const isa_texts,%s_texts)

$(CORE)/gen/%.o: $(CORE)/gen/%.c
	$(call quiet,CC)$(CC) $(BASE) -DGISA_CORE_ONLY $(CFLAGS) -g0 $(CORE_FLAGS) -MMD -MP -c -o $@ $<
$(CORE)/src/%.o: src/%.c
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(BASE) -DGISA_CORE_ONLY $(WARN) $(CFLAGS) $(CORE_FLAGS) -MMD -MP -c -o $@ $<
-include $(CORE_OBJ:.o=.d)

$(CORE)/libgisa-core.a: $(CORE_OBJ)
	@rm -f $@
	$(call quiet,AR)$(AR) rcs $@ $^

$(CORE)/gisa.h: include/gisa.h
	@mkdir -p $(@D)
	@cp $< $@
$(CORE)/gisa.c: $B/amalgamate $(CORE_TABLES) $(LIB_SRC) $(wildcard include/*.h src/*/*.h) LICENSE packaging/joined.sh
	$(call quiet,JOIN)sh packaging/joined.sh $B/amalgamate $(VERSION) $(CORE_TABLES) $(LIB_SRC) >$@.tmp && mv $@.tmp $@

# ---- How small a program is that decodes and prints.

$(CORE)/walk: examples/walk.c $(CORE)/libgisa-core.a
	$(call quiet,LINK)$(CC) -std=c11 -Iinclude $(CFLAGS) -g0 -no-pie -Wl,--gc-sections -s -o $@ $^ -pthread
$(CORE)/walk-two-files: examples/walk.c $(CORE)/gisa.c $(CORE)/gisa.h
	$(call quiet,LINK)$(CC) -std=c11 -I$(CORE) $(CFLAGS) -g0 $(CORE_FLAGS) -no-pie -Wl,--gc-sections -s -o $@ $< $(CORE)/gisa.c -pthread

.PHONY: core core-two-files core-size
core: $(CORE)/libgisa-core.a
core-two-files: $(CORE)/gisa.c $(CORE)/gisa.h
core-size: $(CORE)/walk $(if $(FULL),$(CORE)/walk-two-files)
	@wc -c $^ | grep -v ' total$$'
endif
