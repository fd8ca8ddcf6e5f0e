# SPDX-License-Identifier: MIT
# What is made from the spec for readers: `make docs` the HTML manual, `make vim` syntax files for
# Vim.
#
# $B/manual/index.html  the manual;  $B/vim/syntax/gisa.vim, $B/vim/ftdetect/gisa.vim
# `make check-manual`   its tests, those in a browser as well (chromium is large: not in `make check`)

MANUAL_SRC  := $(filter-out manual/vim.c,$(wildcard manual/*.c))
MANUAL_COPY := manual/style.css manual/page.js manual/search.js

.PHONY: docs vim check-manual
docs: $B/manual/index.html
# Written aside, so that half a manual is never taken for one.
$B/manual/index.html: $B/tools/manual isa/README.md $(MANUAL_COPY) $(SPEC)
	@rm -rf $B/manual $B/manual.new
	@mkdir -p $B/manual.new
	@$B/tools/manual $B/manual.new isa/README.md $(MANUAL_COPY) $(sort $(SPEC)) | sed "s,manual\.new/,manual/,"
	@mv $B/manual.new $B/manual && touch $@

# Not written again while a test may read it.
vim: $B/vim/syntax/gisa.vim
$B/vim/syntax/gisa.vim: $B/tools/vim
	@mkdir -p $B/vim/syntax $B/vim/ftdetect
	@$B/tools/vim $B/vim

$B/tools/manual: $(MANUAL_SRC) manual/manual.h manual/wave.h manual/worked.h include/gisa_machine.h include/gisa_shade.h
$B/tools/vim: manual/vim.c
$B/tools/manual $B/tools/vim: $(wildcard include/*.h) $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(BASE) $(WARN) $(CFLAGS) -o $@ $(filter %.c,$^) $B/libgisa.a -lm

check-manual: $B/gisa docs vim
	@sh tests/release/manual/setup.sh
	@sh tests/check.sh 'sh tests/release/manual/run.sh $B' 'sh tests/release/manual/browser.sh $B'
