# SPDX-License-Identifier: MIT
# Descriptions of file formats, for Kaitai Struct and ImHex, from the tables of the library.
#
# $B/formats/{gxp,amdgpu_kernel_descriptor}.{ksy,hexpat}

.PHONY: formats
formats: $B/formats/gxp.ksy
$B/formats/gxp.ksy: $B/tools/formats
	@mkdir -p $(@D)
	@$B/tools/formats $(@D)

$B/tools/formats: $(wildcard formats/*.c formats/*.h) $B/libgisa.a
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(BASE) -Isrc/object $(WARN) $(CFLAGS) -o $@ $(filter %.c,$^) $B/libgisa.a -lm -lpthread
