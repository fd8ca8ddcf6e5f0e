# SPDX-License-Identifier: MIT
# Bindings for other languages (docs/bindings.md).
#
#   make python   build/python: the Python package, for PYTHONPATH or for pip (bindings/python)

$B/declare: $(wildcard bindings/declare/*.[ch])
	@mkdir -p $(@D)
	$(call quiet,LINK)$(HOSTCC) -std=c11 $(WARN) $(HOSTCFLAGS) -o $@ $(filter %.c,$^)

PYTHON_SRC := $(wildcard bindings/python/src/gisa/*.py bindings/python/src/gisa/*.pyi bindings/python/src/gisa/py.typed)
PYTHON_OUT := $(PYTHON_SRC:bindings/python/src/%=$B/python/%) $B/python/gisa/declarations.py $B/python/gisa/libgisa.so

$B/python/gisa/declarations.py: $B/declare $(wildcard include/*.h)
	@mkdir -p $(@D)
	$(call quiet,DECLARE)$B/declare python $(wildcard include/*.h) >$@.tmp && mv $@.tmp $@

# A new file each time: programs that have loaded the old one keep it.
$B/python/gisa/libgisa.so: $B/lib/$(SHARED)
	@mkdir -p $(@D)
	@rm -f $@ && cp $< $@ && { [ -z '$(INSTALL_STRIP)' ] || $(STRIP) --strip-unneeded $@; }

$B/python/gisa/%: bindings/python/src/gisa/%
	@mkdir -p $(@D)
	@cp $< $@

.PHONY: python
python: $(PYTHON_OUT)

build-checks: $B/declare $(if $(SAN),,$(PYTHON_OUT))
