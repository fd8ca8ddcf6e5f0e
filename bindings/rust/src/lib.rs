// SPDX-License-Identifier: MIT
//! GPU instruction sets, executable: disassemble, assemble, explain and run code of AMD GCN GPUs and
//! of the PS Vita's SGX543, by the C library gisa.
//!
//! ```
//! let isa = gisa::Isa::find("gfx900").unwrap();
//! for insn in gisa::disassemble(&[0x01, 0x05, 0x00, 0x02], isa) {
//!     assert_eq!(insn.text(), "v_add_f32_e32 v0, v1, v2");
//! }
//!
//! let mut wave = gisa::Wave::new(isa).unwrap();
//! wave.set("v1", 1.5f32).unwrap();
//! wave.assemble("v_add_f32 v0, v1, v1", 0).unwrap();
//! wave.step().unwrap();
//! assert_eq!(f32::from_bits(wave.lanes("v0").unwrap()[63]), 3.0);
//! ```
//!
//! [`sys`] has all of the C interface; what stands here is safe: memory is borrowed for as long as
//! the library uses it, and what is wrong is an [`Error`] with its place.

pub mod sys;

mod assembler;
mod error;
mod explain;
mod file;
mod instruction;
mod isa;
mod machine;
mod shader;
mod wave;

pub use assembler::{Assembler, Output};
pub use error::{Diagnostic, Error, Fault, Result, Severity};
pub use explain::{explain, Explanation};
pub use file::{listing, Argument, Code, File, Format, Kernel, Section, Symbol};
pub use instruction::{decode, disassemble, parse, Disassembly, Field, FieldKind, Instruction, Operand, Status, Syntax};
pub use isa::Isa;
pub use machine::{Arg, Ended, LoadedKernel, Machine, Plain, Program};
pub use shader::{Picture, Shader};
pub use wave::{Change, RunEnd, Step, StepKind, Value, Wave};

/// The version of the library.
pub fn version() -> String {
    unsafe { error::text(sys::gisa_version()) }
}
