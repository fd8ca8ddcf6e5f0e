# SPDX-License-Identifier: MIT
# What leaves the tree: `make install`, `make dist`, `make deb`.
#
#   make libraries     what `make install` installs, under $B/lib
#   make install       PREFIX (or prefix), DESTDIR, BINDIR, LIBDIR, INCLUDEDIR, MANDIR, DATADIR, DOCDIR say where to;
#                      INSTALL_STRIP= keeps symbols, MANUAL= leaves out the HTML manual,
#                      HSA_HEADERS= gisa-hsa
#   make uninstall     with the same words
#   make dist          build/dist: the source as a tarball, and the library without the emulator as two files, gisa.c and gisa.h
#   make deb           build/deb: Debian packages (needs debhelper)
#   make check-deb     dpkg-buildpackage in a copy of the tree, and lintian (installs both when run by root)
#
# include/gisa.h is where the version stands.

VERSION   := $(shell sed -n 's/^.define GISA_VERSION "\(.*\)"$$/\1/p' include/gisa.h)
# What the library's name on disk and its symbols' version end in: programs that were linked with
# one go on with another version of it (docs/compatibility.md). While the first number is 0 that is
# 0.MINOR, as packaging/gisaConfigVersion.cmake.in says; afterwards the first number.
VERSION_WORDS := $(subst ., ,$(VERSION))
SOVERSION := $(firstword $(VERSION_WORDS))$(if $(filter 0,$(firstword $(VERSION_WORDS))),.$(word 2,$(VERSION_WORDS)))
SHARED    := libgisa.so.$(VERSION)
OBJCOPY   ?= objcopy

PREFIX     ?= /usr/local
ifeq ($(origin prefix),command line)
PREFIX     := $(prefix)
endif
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR    ?= $(PREFIX)/share
MANDIR     ?= $(DATADIR)/man
DOCDIR     ?= $(DATADIR)/doc/gisa

# What is installed has no symbols but those that programs link with.
INSTALL_STRIP ?= yes
STRIP      ?= $(shell $(CC) -print-prog-name=strip)
DOCS_WHERE  = DOCDIR='$(DOCDIR)' MANUAL='$(MANUAL)' STRIP='$(if $(INSTALL_STRIP),$(STRIP))'
# The manual is written by a program of this tree: not where that is another machine's.
MANUAL     ?= $(if $(filter $(shell uname -m)-%,$(shell $(CC) -dumpmachine)),$B/manual/index.html)

# ---- The libraries. Programs of this tree link $B/libgisa.a, which hides nothing; these show what
# the headers declare.

LIBRARIES := $B/gisa $B/lib/libgisa.a $B/lib/$(SHARED)

# What it exports, as the headers declare it.
$B/lib/exports.map: $(wildcard include/*.h) packaging/exports.sh packaging/package.mk
	@mkdir -p $(@D)
	$(call quiet,EXPORTS)sh packaging/exports.sh '$(CC)' GISA_$(SOVERSION) $(wildcard include/*.h) >$@.tmp && mv $@.tmp $@

$B/lib/$(SHARED): $(LIB_OBJ) $(EMU_OBJ) $(DATA_OBJ) $B/lib/exports.map
	@mkdir -p $(@D)
	$(call quiet,LINK)$(CC) $(CFLAGS) $(LDFLAGS) -pthread -shared -Wl,-soname,libgisa.so.$(SOVERSION) -Wl,-z,defs -Wl,--version-script=$B/lib/exports.map -o $@ $(LIB_OBJ) $(EMU_OBJ) $(DATA_OBJ)

# One object, so that what its parts share can become local; and one of data that few programs want,
# with the checks of launches, which use them.
$B/lib/gisa.o: $(LIB_OBJ) $(filter-out $(WATCH_OBJ),$(EMU_OBJ))
	@mkdir -p $(@D)
	$(call quiet,LINK)$(CC) $(CFLAGS) -r -nostdlib -o $@ $^ && $(OBJCOPY) --localize-hidden $@

$B/lib/watch.o: $(WATCH_OBJ)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(CC) $(CFLAGS) -r -nostdlib -o $@ $^ && $(OBJCOPY) --localize-hidden $@

$B/lib/semantics.o: $(DATA_OBJ)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(CC) $(CFLAGS) -r -nostdlib -o $@ $^ && $(OBJCOPY) --localize-hidden $@

$B/lib/libgisa.a: $B/lib/gisa.o $B/lib/watch.o $B/lib/semantics.o
	@rm -f $@
	$(call quiet,AR)$(AR) rcs $@ $^

.PHONY: libraries install uninstall dist deb
libraries: $(LIBRARIES) vim hsa $(if $(MANUAL),docs)

# ---- Install. Root compiles nothing in a tree that is somebody else's: it would leave files that
# the owner cannot change.

WHERE = DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' BINDIR='$(BINDIR)' LIBDIR='$(LIBDIR)' INCLUDEDIR='$(INCLUDEDIR)' \
	DATADIR='$(DATADIR)' MANDIR='$(MANDIR)' B='$B' VERSION='$(VERSION)' SOVERSION='$(SOVERSION)' HSA='$(HAS_HSA)'

install:
	@if [ "$$(id -u)" -eq 0 ] && [ "$$(ls -nd . | awk '{ print $$3 }')" -ne 0 ]; then \
		{ $(MAKE) -q --no-print-directory $(LIBRARIES) $(if $(HAS_HSA),$(HSA_ALL)) $(MANUAL) >/dev/null && [ -e $B/vim/syntax/gisa.vim ]; } || \
			{ echo 'first make them, not as root: make libraries' >&2; exit 1; }; \
	else \
		$(MAKE) -s --no-print-directory libraries; \
	fi
	@$(WHERE) $(DOCS_WHERE) sh packaging/install.sh install

uninstall:
	@$(WHERE) $(DOCS_WHERE) sh packaging/install.sh uninstall

# ---- Source.

$B/amalgamate: $(wildcard packaging/amalgamate/*.[ch])
	@mkdir -p $(@D)
	$(call quiet,LINK)$(HOSTCC) -std=c11 $(WARN) $(HOSTCFLAGS) -o $@ $(filter %.c,$^)

$B/dist/gisa.h: include/gisa.h
	@mkdir -p $(@D)
	@cp $< $@

# gisa.c has what gisa.h declares, and nothing of the other headers.
JOINED := $(filter-out $(patsubst %,src/core/%.c,counters hazards times registers),$(LIB_SRC))

$B/dist/gisa.c: $B/amalgamate $(TABLES) $(JOINED) $(wildcard include/*.h src/*/*.h) LICENSE packaging/joined.sh
	@mkdir -p $(@D)
	$(call quiet,JOIN)sh packaging/joined.sh $B/amalgamate $(VERSION) $(TABLES) $(JOINED) >$@.tmp && mv $@.tmp $@

dist: $B/dist/gisa.c $B/dist/gisa.h
	@B='$B' VERSION='$(VERSION)' sh packaging/dist.sh

# ---- Debian packages, by debian/, of what is built here; dpkg-buildpackage builds anew, with
# Debian's flags and tests.

deb: libraries
	@command -v dh >/dev/null || { echo 'make deb needs debhelper: apt-get install debhelper' >&2; exit 1; }
	@rm -rf $B/deb && mkdir -p $B/deb
	@{ dh_clean && DEB_RULES_REQUIRES_ROOT=no DEB_BUILD_OPTIONS="nocheck $$DEB_BUILD_OPTIONS" \
		$(MAKE) --no-print-directory -f debian/rules B='$B' DEBS='$(abspath $B)/deb' binary && dh_clean; } >$B/deb/log 2>&1 </dev/null || \
		{ tail -n 30 $B/deb/log >&2; exit 1; }
	@ls -s --block-size=K $B/deb/*.deb | sed 's/^/  DEB /'

.PHONY: check-deb
check-deb:
	@sh tests/setup.sh deb
	@sh tests/check.sh 'sh tests/release/package/deb.sh $B'

# What tests/release/package would make otherwise, with the jobs of this make.
build-checks: $(if $(SAN),,$(LIBRARIES) $(MANUAL) $B/dist/gisa.c $B/dist/gisa.h)
