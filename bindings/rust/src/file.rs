// SPDX-License-Identifier: MIT
//! Code objects, shader files and raw code: what is in a file.

use crate::error::{array_text, check, diagnostic, empty, name, text, Diagnostic, Error, Result};
use crate::instruction::{disassemble, Disassembly, Syntax};
use crate::isa::Isa;
use crate::sys::*;
use std::marker::PhantomData;
use std::os::raw::c_void;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Raw,
    Elf,
    /// A shader of the PS Vita.
    Gxp,
    /// A shader binary of the PS4.
    Sb,
}

/// A file whose bytes are borrowed; what it gives borrows from it.
pub struct File<'a> {
    pointer: *mut gisa_file,
    bytes: PhantomData<&'a [u8]>,
}

// It does not change.
unsafe impl Send for File<'_> {}
unsafe impl Sync for File<'_> {}

pub struct Section<'f> {
    pub name: String,
    pub address: u64,
    pub size: u64,
    /// None: they are not in the file.
    pub bytes: Option<&'f [u8]>,
    pub is_code: bool,
}

#[derive(Debug, Clone)]
pub struct Symbol {
    pub name: String,
    pub address: u64,
    pub size: u64,
    pub section: Option<usize>,
    pub is_defined: bool,
}

/// Code in one piece: a function.
pub struct Code<'f> {
    pub name: String,
    pub address: u64,
    pub bytes: &'f [u8],
    pub section: usize,
    isa: Option<Isa>,
}

/// An argument of a kernel, as metadata say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    pub name: String,
    /// "global_buffer", "by_value", "hidden_global_offset_x"
    pub kind: String,
    /// In the source: "float*".
    pub type_name: String,
    pub offset: u32,
    pub size: u32,
}

#[derive(Debug, Clone)]
pub struct Kernel {
    pub name: String,
    pub entry: Option<u64>,
    pub arguments: Vec<Argument>,
    pub vgprs: u32,
    pub sgprs: u32,
    pub group_size: u32,
    pub private_size: u32,
    pub kernarg_size: u32,
}

/// What a function that counts from 0 gives.
fn walk<T>(mut at: impl FnMut(usize, &mut T) -> gisa_status) -> Vec<T> {
    let next = |i| {
        let mut one = unsafe { empty() };
        (at(i, &mut one) == GISA_OK).then(|| one)
    };
    (0..).map_while(next).collect()
}

/// # Safety
/// The bytes live as long as 'f.
unsafe fn slice<'f>(pointer: *const u8, size: u64) -> Option<&'f [u8]> {
    (!pointer.is_null()).then(|| std::slice::from_raw_parts(pointer, size as usize))
}

pub(crate) unsafe fn argument(a: &gisa_argument) -> Argument {
    let (name, kind, type_name) = (text(a.name), text(a.kind), text(a.r#type));
    Argument { name, kind, type_name, offset: a.offset, size: a.size }
}

impl<'a> File<'a> {
    /// Opens any bytes. Raw code needs `isa`; of a file with several code objects `object` says
    /// which: "gfx900", or its number from 1.
    pub fn open(bytes: &'a [u8], isa: Option<Isa>, object: Option<&str>) -> Result<File<'a>> {
        let object = object.map(name).transpose()?;
        unsafe {
            let mut pointer = std::ptr::null_mut();
            let mut error: gisa_error = empty();
            let isa = isa.map_or(std::ptr::null(), |isa| isa.0);
            let object = object.as_ref().map_or(std::ptr::null(), |o| o.as_ptr());
            let status = gisa_file_open(bytes.as_ptr().cast(), bytes.len(), isa, object, &mut pointer, &mut error);
            let message = array_text(&error.message);
            if status == GISA_STATUS_BAD_FILE {
                return Err(Error::File { message, offset: error.offset as u64 });
            }
            check(status, &message)?;
            Ok(File { pointer, bytes: PhantomData })
        }
    }

    fn about(&self) -> gisa_file_info {
        unsafe {
            let mut info = empty();
            gisa_file_about(self.pointer, &mut info);
            info
        }
    }

    pub fn format(&self) -> Format {
        match self.about().format {
            GISA_INPUT_ELF => Format::Elf,
            GISA_INPUT_GXP => Format::Gxp,
            GISA_INPUT_SB => Format::Sb,
            _ => Format::Raw,
        }
    }

    /// None: an ELF file of an unknown architecture.
    pub fn isa(&self) -> Option<Isa> {
        let isa = self.about().isa;
        (!isa.is_null()).then(|| Isa(isa))
    }

    pub fn sections(&self) -> Vec<Section<'_>> {
        let all = walk(|i, s: &mut gisa_file_section| unsafe { gisa_file_section_at(self.pointer, i, s) });
        let section = |s: gisa_file_section| unsafe {
            let (name, bytes) = (text(s.name), slice(s.bytes, s.size));
            Section { name, address: s.address, size: s.size, bytes, is_code: s.code }
        };
        all.into_iter().map(section).collect()
    }

    pub fn symbols(&self) -> Vec<Symbol> {
        let all = walk(|i, s: &mut gisa_file_symbol| unsafe { gisa_file_symbol_at(self.pointer, i, s) });
        let symbol = |s: gisa_file_symbol| unsafe {
            let section = usize::try_from(s.section).ok();
            Symbol { name: text(s.name), address: s.address, size: s.size, section, is_defined: s.defined }
        };
        all.into_iter().map(symbol).collect()
    }

    /// Pieces of code, one for each function.
    pub fn code(&self) -> Vec<Code<'_>> {
        let isa = self.isa();
        let all = walk(|i, c: &mut gisa_file_code| unsafe { gisa_file_code_at(self.pointer, i, c) });
        let code = |c: gisa_file_code| unsafe {
            let bytes = slice(c.bytes, c.size).unwrap_or(&[]);
            Code { name: text(c.name), address: c.address, bytes, section: c.section, isa }
        };
        all.into_iter().map(code).collect()
    }

    pub fn kernels(&self) -> Vec<Kernel> {
        let all = walk(|i, k: &mut gisa_file_kernel| unsafe { gisa_file_kernel_at(self.pointer, i, k) });
        all.iter().enumerate().map(|(i, k)| unsafe { self.kernel(i, k) }).collect()
    }

    unsafe fn kernel(&self, i: usize, k: &gisa_file_kernel) -> Kernel {
        let arguments = walk(|j, a: &mut gisa_argument| gisa_file_argument_at(self.pointer, i, j as u32, a));
        Kernel {
            name: text(k.name),
            entry: k.has_entry.then(|| k.entry),
            arguments: arguments.iter().map(|a| argument(a)).collect(),
            vgprs: k.vgprs,
            sgprs: k.sgprs,
            group_size: k.group_size,
            private_size: k.private_size,
            kernarg_size: k.kernarg_size,
        }
    }
}

impl Drop for File<'_> {
    fn drop(&mut self) {
        unsafe { gisa_file_close(self.pointer) }
    }
}

impl<'f> Code<'f> {
    /// None: the architecture is unknown.
    pub fn instructions(&self) -> Option<Disassembly<'f>> {
        Some(disassemble(self.bytes, self.isa?).at(self.address))
    }
}

struct Listing {
    text: Vec<u8>,
    found: Vec<Diagnostic>,
}

unsafe extern "C" fn write(ctx: *mut c_void, bytes: *const c_void, size: usize) -> bool {
    let listing = &mut *(ctx as *mut Listing);
    listing.text.extend_from_slice(std::slice::from_raw_parts(bytes as *const u8, size));
    true
}

unsafe extern "C" fn report(ctx: *mut c_void, d: *const gisa_diagnostic) {
    (*(ctx as *mut Listing)).found.push(diagnostic(&*d));
}

/// A whole file as assembler source, which assembles to the same bytes.
pub fn listing(file: &[u8], isa: Option<Isa>, syntax: Syntax) -> Result<String> {
    let mut listing = Listing { text: Vec::new(), found: Vec::new() };
    let status = unsafe {
        let options = gisa_dis_options {
            isa: isa.map_or(std::ptr::null(), |isa| isa.0),
            syntax: syntax.number(),
            write: Some(write),
            report: Some(report),
            ctx: (&mut listing as *mut Listing).cast(),
            ..empty()
        };
        gisa_disassemble(file.as_ptr().cast(), file.len(), &options)
    };
    let message = listing.found.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; ");
    match status {
        GISA_STATUS_FAILED => Err(Error::Assembly(listing.found)),
        GISA_STATUS_BAD_FILE => Err(Error::File { message, offset: 0 }),
        _ => check(status, &message).map(|_| String::from_utf8_lossy(&listing.text).into_owned()),
    }
}
