.lnog 1
.amdhsa_code_object_versoin 4
.set count, 5
.byte cuont
loop: s_branch lopo
.word 1
.type loop, @funktion
.section .x, "aq"
.section .y, "a", @progbit
.long loop@rel32
.reloc 0, R_AMDGPU_ABS23, loop
.amd_kernel_code_t
.byte COUNT
