	.cfi_endproc
	.cfi_def_cfa 1, 2
	.cfi_startproc complex
	.cfi_startproc
	.cfi_def_cfa 1
	.cfi_def_cfa s106, 2
	.cfi_def_cfa -1, 2
	.cfi_restore vcc
	.cfi_sections
	.cfi_remember_state 1
	.cfi_escape
	.data
	.cfi_restore 1
	.text
	.cfi_startproc
