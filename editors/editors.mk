# SPDX-License-Identifier: MIT
# `make editors` puts the extension for VS Code together, with a grammar made from the spec.
#
# $B/editors/vscode: npm install, and then it can be copied, or packed by vsce

VSCODE := $(wildcard editors/vscode/*)

.PHONY: editors
editors: $B/editors/vscode/gcn.tmLanguage.json

$B/editors/vscode/gcn.tmLanguage.json: $B/tools/grammar $(VSCODE)
	@mkdir -p $(@D)
	@cp $(VSCODE) $(@D)
	@$B/tools/grammar $@

$B/tools/grammar: editors/grammar.c $B/cmd/lsp/lexicon.o $B/cmd/lsp/scan.o $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(BASE) -Icmd $(WARN) $(CFLAGS) -o $@ $^ -pthread -lm
