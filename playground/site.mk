# SPDX-License-Identifier: MIT
# `make site`: the manual, the playground and the docs as files that any web server can serve from
# any folder. It is gisa.wasm, bindings/js and what is here, copied; nothing is built in JavaScript.
# The docs are made by python3-markdown-it (Debian's name), coloured if python3-pygments is there.
#
# $B/site/index.html       leads to the three
# $B/site/manual/          the manual, with links to the playground
# $B/site/playground/      the page; gisa/ is the npm package
# $B/site/docs/            docs/*.md and the READMEs as pages (playground/site/pages.py)
#
# REPOSITORY=https://example.org/gisa/blob/main is where the docs' links to source files lead;
# without it they are plain text. PYTHON=... is another Python.

SITE       := $B/site
PLAYGROUND := $(filter-out %.mk,$(wildcard playground/*.*))
SITE_FILES := playground/site/index.html $(wildcard playground/site/*.css playground/site/*.js)
PYTHON     ?= $(or $(shell for p in python3 /usr/bin/python3; do $$p -c 'import markdown_it' 2>/dev/null && echo $$p && break; done),python3)
PICTURES   := examples/planet.ps.s examples/sphere.frag.s

.PHONY: site site-tools site-files check-site
site: site-tools wasm
	@$(MAKE) --no-print-directory site-files

# Said before anything is built.
site-tools:
	@$(PYTHON) -c 'import markdown_it' 2>/dev/null || { echo 'make site: the docs need python3-markdown-it (apt-get install python3-markdown-it)' >&2; exit 1; }

site-files: $B/tools/manual
	@rm -rf $(SITE)
	@mkdir -p $(SITE)/manual $(SITE)/playground/gisa $(SITE)/playground/examples
	@$B/tools/manual --playground $(SITE)/manual isa/README.md $(MANUAL_COPY) $(sort $(SPEC))
	@cp $(PLAYGROUND) $(SITE)/playground/
	@cp bindings/js/*.js bindings/js/index.d.ts bindings/js/gisa.wasm $(SITE)/playground/gisa/
	@cp $(SITE_FILES) $(SITE)/
	@REPOSITORY='$(REPOSITORY)' $(PYTHON) playground/site/pages.py $(SITE) $(VERSION)
	@cp $(PICTURES) $(SITE)/playground/examples/
	@echo '$(SITE)/: serve it by  python3 -m http.server -d $(SITE)'

check-site: $B/gisa site
	@sh tests/check.sh 'sh tests/release/playground/run.sh $B'
