// SPDX-License-Identifier: MIT
//! Sources into code and files.

use crate::error::{check, diagnostic, empty, name, text, Diagnostic, Error, Result};
use crate::instruction::Syntax;
use crate::isa::Isa;
use crate::sys::*;
use std::ffi::CString;
use std::os::raw::{c_char, c_void};

extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn free(pointer: *mut c_void);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// The code alone.
    Raw,
    /// A loadable code object.
    CodeObject,
    /// A relocatable object.
    Elf,
    /// Words as text.
    Hex,
    /// A shader of the PS Vita.
    Gxp,
}

type Read<'a> = Box<dyn FnMut(&str, &str) -> Option<Vec<u8>> + 'a>;

/// Assembles sources: `Assembler::new(Some(isa)).assemble(source)`.
pub struct Assembler<'a> {
    isa: Option<Isa>,
    output: Output,
    syntax: Syntax,
    line_table: bool,
    defines: Vec<String>,
    read: Option<Read<'a>>,
}

struct Context<'a, 'b> {
    read: Option<&'b mut Read<'a>>,
    found: Vec<Diagnostic>,
    panic: Option<Box<dyn std::any::Any + Send>>,
}

impl<'a> Assembler<'a> {
    /// None: the source says itself for what it is (`.amdgcn_target`).
    pub fn new(isa: Option<Isa>) -> Assembler<'a> {
        let (output, syntax) = (Output::Raw, Syntax::Llvm);
        Assembler { isa, output, syntax, line_table: false, defines: Vec::new(), read: None }
    }

    pub fn output(mut self, output: Output) -> Assembler<'a> {
        self.output = output;
        self
    }

    pub fn syntax(mut self, syntax: Syntax) -> Assembler<'a> {
        self.syntax = syntax;
        self
    }

    /// Writes a line table of the source, for debuggers.
    pub fn line_table(mut self, line_table: bool) -> Assembler<'a> {
        self.line_table = line_table;
        self
    }

    /// "NAME=VALUE", or "NAME" (= 1).
    pub fn define(mut self, define: &str) -> Assembler<'a> {
        self.defines.push(define.to_string());
        self
    }

    /// Gives the bytes of files for .include and .incbin: of the first name, for the file that the
    /// second one names.
    pub fn read(mut self, read: impl FnMut(&str, &str) -> Option<Vec<u8>> + 'a) -> Assembler<'a> {
        self.read = Some(Box::new(read));
        self
    }

    /// [`Error::Assembly`] has all errors.
    pub fn assemble(&mut self, source: &str) -> Result<Vec<u8>> {
        let defines = self.defines.iter().map(|d| name(d)).collect::<Result<Vec<CString>>>()?;
        let mut pointers: Vec<*const c_char> = defines.iter().map(|d| d.as_ptr()).collect();
        pointers.push(std::ptr::null());
        let reads = self.read.is_some();
        let mut context = Context { read: self.read.as_mut(), found: Vec::new(), panic: None };
        let (mut out, mut size) = (std::ptr::null_mut(), 0);
        let (status, bytes) = unsafe {
            let options = gisa_asm_options {
                isa: self.isa.map_or(std::ptr::null(), |isa| isa.0),
                output: match self.output {
                    Output::Raw => GISA_OUTPUT_RAW,
                    Output::CodeObject => GISA_OUTPUT_CO,
                    Output::Elf => GISA_OUTPUT_ELF,
                    Output::Hex => GISA_OUTPUT_HEX,
                    Output::Gxp => GISA_OUTPUT_GXP,
                },
                syntax: self.syntax.number(),
                line_table: self.line_table,
                defines: pointers.as_ptr(),
                read: if reads { Some(read_file) } else { None },
                report: Some(report),
                ctx: (&mut context as *mut Context).cast(),
                ..empty()
            };
            let file = b"input\0".as_ptr().cast();
            let status = gisa_assemble(file, source.as_ptr().cast(), source.len(), &options, &mut out, &mut size);
            let bytes = match out.is_null() {
                true => Vec::new(),
                false => std::slice::from_raw_parts(out as *const u8, size).to_vec(),
            };
            free(out);
            (status, bytes)
        };
        if let Some(panic) = context.panic {
            std::panic::resume_unwind(panic);
        }
        if status == GISA_STATUS_FAILED {
            return Err(Error::Assembly(context.found));
        }
        check(status, "")?;
        Ok(bytes)
    }
}

unsafe extern "C" fn report(ctx: *mut c_void, d: *const gisa_diagnostic) {
    (*(ctx as *mut Context)).found.push(diagnostic(&*d));
}

/// C cannot be unwound: a panic goes on after it has returned.
unsafe extern "C" fn read_file(
    ctx: *mut c_void,
    file: *const c_char,
    asking: *const c_char,
    size: *mut usize,
) -> *mut c_void {
    let context = &mut *(ctx as *mut Context);
    let (file, asking) = (text(file), text(asking));
    let read = match (&mut context.read, &context.panic) {
        (Some(read), None) => read,
        _ => return std::ptr::null_mut(),
    };
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| read(&file, &asking))) {
        Ok(Some(data)) => {
            let block = malloc(data.len() + 1);
            if !block.is_null() {
                std::ptr::copy_nonoverlapping(data.as_ptr(), block.cast(), data.len());
                *size = data.len();
            }
            block
        }
        Ok(None) => std::ptr::null_mut(),
        Err(panic) => {
            context.panic = Some(panic);
            std::ptr::null_mut()
        }
    }
}
