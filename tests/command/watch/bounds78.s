// SPDX-License-Identifier: MIT
// chips: gfx700 gfx803
// bounds of private memory behind its last byte, which gfx9 ends in a fault.

// Beyond the last dword of a work-item.
// run private_end: -g 64 -l 64 buf:512 buf:512
private_kernel private_end
	buffer_store_dword v0, off, s[0:3], s7 offset:16 //- BUG bounds
	//+ buffer_store_dword v0, off, s[0:3], s7 offset:12
	s_waitcnt vmcnt(0)
private_finish private_end
