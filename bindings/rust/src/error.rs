// SPDX-License-Identifier: MIT
//! What goes wrong.

use crate::instruction::Instruction;
use crate::sys::*;
use std::ffi::CStr;
use std::fmt;
use std::os::raw::c_char;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// One message of the assembler or the disassembler. Lines and columns count from 1, columns in
/// bytes; 0 = the whole file, the whole line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub length: u32,
    pub message: String,
    /// The line.
    pub source: String,
}

/// The code faulted.
#[derive(Debug, Clone)]
pub struct Fault {
    pub message: String,
    /// "address", "instruction", "trap", "stuck", "other"
    pub cause: &'static str,
    pub pc: u64,
    /// Of memory, where it is about memory.
    pub address: u64,
    /// What did it.
    pub instruction: Option<Instruction>,
    /// Of a wave or a shader.
    pub lane: Option<u32>,
    /// Of a launch: the work-group, and the work-item in it.
    pub group: [u32; 3],
    pub item: [u32; 3],
    /// Of a launch: the registers that made a bad address.
    pub registers: String,
}

#[derive(Debug, Clone)]
pub enum Error {
    /// Text that is not an instruction: `column` from 1, in bytes.
    Parse { message: String, column: u32, length: u32 },
    /// A source with errors, all of them.
    Assembly(Vec<Diagnostic>),
    /// Bytes that are not what their format demands.
    File { message: String, offset: u64 },
    Fault(Box<Fault>),
    /// The limit of instructions was reached.
    Limit,
    /// What the caller asked for cannot be.
    Argument(String),
    NoMemory,
}

impl Error {
    /// Where the first error of a text is: line and column, from 1.
    pub fn place(&self) -> Option<(u32, u32)> {
        match self {
            Error::Parse { column, .. } => Some((1, *column)),
            Error::Assembly(all) => {
                all.iter().find(|d| d.severity == Severity::Error).map(|d| (d.line, d.column))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = ["note", "warning", "error"][self.severity as usize];
        write!(f, "{}:{}:{}: {}: {}", self.file, self.line, self.column, severity, self.message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Parse { message, column, .. } => write!(f, "column {}: {}", column, message),
            Error::Assembly(all) => {
                let lines: Vec<String> = all.iter().map(Diagnostic::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
            Error::File { message, .. } => f.write_str(message),
            Error::Fault(fault) => f.write_str(&fault.message),
            Error::Limit => f.write_str("the limit of instructions was reached"),
            Error::Argument(message) => f.write_str(message),
            Error::NoMemory => f.write_str("out of memory"),
        }
    }
}

impl std::error::Error for Error {}

/// A text of the library's; NULL becomes "".
///
/// # Safety
/// It is NULL or ends with a 0.
pub(crate) unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    CStr::from_ptr(pointer).to_string_lossy().into_owned()
}

/// A text in a structure of the library's.
pub(crate) fn array_text(array: &[c_char]) -> String {
    let bytes: Vec<u8> = array.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A name for C: it has no 0 inside.
pub(crate) fn name(text: &str) -> Result<std::ffi::CString> {
    std::ffi::CString::new(text).map_err(|_| Error::Argument("a name has no zero bytes".to_string()))
}

/// What a status means, where functions have no more to say.
pub(crate) fn check(status: gisa_status, message: &str) -> Result<()> {
    match status {
        GISA_OK => Ok(()),
        GISA_STATUS_NO_MEMORY => Err(Error::NoMemory),
        _ if message.is_empty() => Err(Error::Argument(unsafe { text(gisa_status_text(status)) })),
        _ => Err(Error::Argument(message.to_string())),
    }
}

pub(crate) fn cause(number: gisa_cause) -> &'static str {
    let names = ["none", "address", "instruction", "trap", "stuck", "other"];
    names.get(number as usize).copied().unwrap_or("other")
}

/// # Safety
/// It is what a report function got.
pub(crate) unsafe fn diagnostic(d: &gisa_diagnostic) -> Diagnostic {
    let source = match d.source.is_null() {
        true => &[][..],
        false => std::slice::from_raw_parts(d.source as *const u8, d.source_size),
    };
    Diagnostic {
        severity: match d.severity {
            GISA_SEVERITY_NOTE => Severity::Note,
            GISA_SEVERITY_WARNING => Severity::Warning,
            _ => Severity::Error,
        },
        file: text(d.file),
        line: d.line,
        column: d.column,
        length: d.length,
        message: text(d.message),
        source: String::from_utf8_lossy(source).into_owned(),
    }
}

/// A structure of the library's before it is filled in.
///
/// # Safety
/// All zeros are a value of it, as of all structures of the headers.
pub(crate) unsafe fn empty<T>() -> T {
    std::mem::zeroed()
}
