# SPDX-License-Identifier: MIT
# `make site`: the manual, the playground and the docs as files that any web server can serve from
# any folder. It is gisa.wasm, bindings/js and what is here, copied; nothing is built in JavaScript.
#
# $B/site/index.html       leads to the three
# $B/site/manual/          the manual, with links to the playground
# $B/site/playground/      the page; gisa/ is the npm package
# $B/site/docs/            README.md and docs/*.md as they are

SITE       := $B/site
PLAYGROUND := $(filter-out %.mk,$(wildcard playground/*.*))
SITE_DOCS  := README.md CHANGELOG.md $(wildcard docs/*.md docs/*.png docs/*.svg)
PICTURES   := examples/planet.ps.s examples/sphere.frag.s

.PHONY: site site-files check-site
site: wasm
	@$(MAKE) --no-print-directory site-files

site-files: $B/tools/manual
	@rm -rf $(SITE)
	@mkdir -p $(SITE)/manual $(SITE)/playground/gisa $(SITE)/playground/examples $(SITE)/docs
	@$B/tools/manual --playground $(SITE)/manual isa/README.md $(MANUAL_COPY) $(sort $(SPEC))
	@cp $(PLAYGROUND) $(SITE)/playground/
	@cp bindings/js/*.js bindings/js/index.d.ts bindings/js/gisa.wasm $(SITE)/playground/gisa/
	@cp playground/site/index.html $(SITE)/
	@cp $(SITE_DOCS) $(SITE)/docs/
	@cp $(PICTURES) $(SITE)/playground/examples/
	@echo '$(SITE)/: serve it by  python3 -m http.server -d $(SITE)'

check-site: $B/gisa site
	@sh tests/check.sh 'sh tests/release/playground/run.sh $B'
