// Unwinding, in .debug_frame.
	.cfi_sections .debug_frame
	.globl f
f:
	.cfi_startproc
	s_nop 0
	.cfi_def_cfa 64, 16
	s_nop 0
	.cfi_def_cfa_offset 300
	.cfi_adjust_cfa_offset 8
	.cfi_def_cfa_register s70
	.fill 256
	.cfi_offset s3, 8
	.cfi_offset v255, 16
	.cfi_offset 20, -12
	.cfi_offset s0, 0
	.fill 1024
	.cfi_rel_offset 20, -12
	.cfi_register s5, v7
	.cfi_restore s31
	.cfi_restore s63
	.cfi_undefined 16
	.cfi_same_value s101
	.fill 300000
	.cfi_remember_state
	.cfi_restore_state
	.cfi_escape 0, 0x0a,0x0b
	.cfi_llvm_def_aspace_cfa 64, 0, 6
	.cfi_window_save
	.cfi_endproc
g:
	.cfi_startproc simple
	s_endpgm
	.cfi_endproc
	.section .text.x,"ax",@progbits
h:
	.cfi_startproc
	.cfi_signal_frame
	s_endpgm
	.cfi_endproc
