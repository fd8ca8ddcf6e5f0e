# SPDX-License-Identifier: MIT
# Mutation run: small faults in a copy of the tree, and how many of them the tests notice (hours).
#
#   make mutants                              260 mutants of seed 1
#   make mutants MUTANTS='--seed 2 --count 500 --shard 0/4'
#   make mutants MUTANTS='--room asm --count 40 --quick'
#   make mutants MUTANTS=--again              those of survivors.txt alone

.PHONY: mutants
mutants:
	@CC='$(CC)' python3 tests/spec/mutants/mutants.py --folder $B/mutants $(MUTANTS)
