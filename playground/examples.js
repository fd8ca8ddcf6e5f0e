// SPDX-License-Identifier: MIT
// The gallery. Pictures are programs of examples/, which `make site` puts beside this file.

export const EXAMPLES = [
  {
    title: "GCN: a pixel shader",
    arch: "gfx900",
    register: "v8",
    format: "float",
    start: `// for the picture: s5 is the time, in rounds
user 5 = time * 0.2
// for one wave of 8 x 8 pixels: where each is in the square, and the corners of the square
v0 = 0.125 * (lane % 8)
v1 = 0.125 * (lane / 8)
lds[0:15] = -1.0, 2.0, -1.0, 0.0
lds[32:39] = 0.0, 2.0
`,
    text: `// A pixel shader: each lane has a pixel.
	s_mov_b32 m0, s4
	v_interp_p1_f32 v2, v0, attr0.x
	v_interp_p2_f32 v2, v1, attr0.x   // v2 = x, from -1 to 1
	v_interp_p1_f32 v3, v0, attr0.y
	v_interp_p2_f32 v3, v1, attr0.y   // v3 = y
	v_mul_f32 v4, v2, v2
	v_mac_f32 v4, v3, v3
	v_sqrt_f32 v4, v4                 // how far from the middle
	v_mad_f32 v5, v4, 2.0, -s5        // minus the time: rings run outwards
	v_sin_f32 v5, v5
	v_madmk_f32 v6, v5, 0.15, v2      // they bend waves that run to the left
	v_add_f32 v6, s5, v6
	v_sin_f32 v6, v6
	v_madmk_f32 v7, v6, 0.15, v3      // which bend others
	v_sin_f32 v7, v7
	v_mad_f32 v8, v5, v6, v7          // all three
	v_mul_f32 v8, 0.5, v8
	v_add_f32 v9, 0.15, v8            // red, green and blue follow each other
	v_add_f32 v10, 0.32, v8
	v_sin_f32 v8, v8
	v_sin_f32 v9, v9
	v_sin_f32 v10, v10
	v_mad_f32 v8, v8, 0.5, 0.5        // from 0 to 1
	v_mad_f32 v9, v9, 0.5, 0.5
	v_mad_f32 v10, v10, 0.5, 0.5
	v_mov_b32 v11, 1.0
	exp mrt0 v8, v9, v10, v11 done vm
	s_endpgm
`,
  },
  {
    title: "GCN: add in 64 lanes",
    arch: "gfx900",
    register: "v2",
    format: "float",
    start: "// lane is the number of each lane, 0 to 63\nv0 = lane * 0.5\nv1 = 100.0 - lane\n",
    text: `// Each of the 64 lanes adds two numbers of its own, all at once.
	v_add_f32 v2, v0, v1
	v_mul_f32 v3, v2, v0            // and multiplies
	v_sqrt_f32 v4, v3
	s_endpgm
`,
  },
  {
    title: "GCN: if and else by EXEC",
    arch: "gfx900",
    register: "v2",
    format: "int",
    start: "",
    text: `// A branch that lanes take or not is done with EXEC, a bit for each lane:
// lanes that are off keep what they have.
	v_mbcnt_lo_u32_b32 v0, -1, 0
	v_mbcnt_hi_u32_b32 v0, -1, v0   // v0: the number of the lane
	v_and_b32 v1, 1, v0
	v_cmp_eq_u32 vcc, 1, v1         // VCC: the odd lanes
	s_and_saveexec_b64 s[0:1], vcc  // if the number is odd
	v_mul_u32_u24 v2, v0, v0        //   square it
	s_xor_b64 exec, exec, s[0:1]    // else
	v_sub_u32 v2, 0, v0             //   negate it
	s_mov_b64 exec, s[0:1]          // end if
	s_endpgm
`,
  },
  {
    title: "GCN: lanes exchange through LDS",
    arch: "gfx900",
    register: "v3",
    format: "int",
    start: "v0 = lane\n",
    text: `// Lanes cannot see each other's registers, but all see LDS:
// each writes its number there and reads what the opposite lane wrote.
	v_lshlrev_b32 v1, 2, v0         // 4 bytes for each lane
	ds_write_b32 v1, v0
	v_sub_u32 v2, 0xfc, v1          // the place of lane 63 - n
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v3, v2
	s_waitcnt lgkmcnt(0)
	s_endpgm
`,
  },
  {
    title: "GCN: a loop that lanes leave one by one",
    arch: "gfx900",
    register: "v1",
    format: "int",
    start: "v0 = lane + 1\n",
    text: `// Collatz: halve what is even, else 3n + 1, until 1 is left. v1 counts.
// Lanes that have arrived are switched off; the loop ends with the last.
	v_mov_b32 v1, 0
loop:
	v_cmp_lt_u32 vcc, 1, v0
	s_and_b64 exec, exec, vcc
	s_cbranch_execz done
	v_and_b32 v2, 1, v0
	v_lshrrev_b32 v3, 1, v0
	v_mad_u32_u24 v4, v0, 3, 1
	v_cmp_eq_u32 vcc, 1, v2
	v_cndmask_b32 v0, v3, v4, vcc
	v_add_u32 v1, 1, v1
	s_branch loop
done:
	s_mov_b64 exec, -1
	s_endpgm
`,
  },
  {
    title: "GCN: a running sum by DPP",
    arch: "gfx900",
    register: "v0",
    format: "int",
    start: "v0 = 1\n",
    text: `// Each lane becomes the sum of itself and all before it, in six steps:
// DPP reads the register of a neighbouring lane.
	v_add_u32_dpp v0, v0, v0 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0
	s_nop 1
	v_add_u32_dpp v0, v0, v0 row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:0
	s_nop 1
	v_add_u32_dpp v0, v0, v0 row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:0
	s_nop 1
	v_add_u32_dpp v0, v0, v0 row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:0
	s_nop 1
	v_add_u32_dpp v0, v0, v0 row_bcast:15 row_mask:0xa bank_mask:0xf
	s_nop 1
	v_add_u32_dpp v0, v0, v0 row_bcast:31 row_mask:0xc bank_mask:0xf
	s_endpgm
`,
  },
  {
    title: "GCN: y = a * x + y in memory",
    arch: "gfx900",
    register: "v3",
    format: "float",
    start: "s0 = 2.0                              // a\ns[4:5] = 0x100000                     // where x is\ns[6:7] = 0x200000                     // where y is\nmemory 0x100000 256 = lane * 1.0\nmemory 0x200000 256 = 1000.0\nv0 = lane\n",
    text: `// Loads return later: s_waitcnt waits until they have.
	v_lshlrev_b32 v1, 2, v0
	global_load_dword v2, v1, s[4:5]
	global_load_dword v3, v1, s[6:7]
	s_waitcnt vmcnt(0)
	v_fma_f32 v3, s0, v2, v3
	global_store_dword v1, v3, s[6:7]
	s_endpgm
`,
  },
  {
    title: "GCN: a pixel shader draws a planet",
    arch: "gfx700",
    register: "v4",
    format: "float",
    start: "// s[0:3] is the resource of a buffer: the light, then the colour\nbuffer 0 = sin(time - 0.7), -0.6, cos(time - 0.7), 0.15, 1.0, 0.75, 0.3, 1.0\n",
    file: "planet.ps.s",
  },
  {
    title: "USSE: multiply and add in 64 instances",
    arch: "sgx543",
    register: "r0",
    format: "float",
    start: "pa0 = lane * 0.25\npa1 = 1.0\nsa0 = 2.0\nsa1 = 3.0\n",
    text: `// The PS Vita's GPU: registers have parts x, y, ...; pa are inputs, sa are shared, r are temporaries.
	mul.f32 r0.xy, pa0.xy, sa0.xy
	mad.f32 r2.xy, pa0.xy, sa0.xy, r0.xy
	mov.f32 r4.x, r2.y
`,
  },
  {
    title: "USSE: a fragment program draws a sphere",
    arch: "sgx543",
    register: "r0",
    format: "float",
    start: "uniform light = sin(time - 0.7), -0.6, cos(time - 0.7), 0.15\nuniform colour = 1.0, 0.75, 0.3, 1.0\n",
    file: "sphere.frag.s",
  },
];

export async function exampleState({ title, file, text, ...rest }) {
  if (file) text = await (await fetch(new URL(`examples/${file}`, import.meta.url))).text();
  return { syntax: "llvm", input: "asm", steps: 0, ...rest, text };
}
