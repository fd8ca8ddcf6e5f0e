// SPDX-License-Identifier: MIT
//! Instructions: decoded from bytes or parsed from text.

use crate::error::{array_text, check, empty, text, Error, Result};
use crate::isa::Isa;
use crate::sys::*;
use std::fmt;
use std::os::raw::c_char;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    Llvm,
    Clrx,
}

impl Syntax {
    pub(crate) fn number(self) -> gisa_syntax {
        match self {
            Syntax::Llvm => GISA_SYNTAX_LLVM,
            Syntax::Clrx => GISA_SYNTAX_CLRX,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Ok,
    /// A known instruction with a reserved operand code.
    Reserved,
    Unknown,
    Truncated,
}

/// An operand of one instruction.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand {
    /// In the spec: "src0".
    pub name: String,
    /// As it is written: "v1".
    pub text: String,
    /// "vgpr", "sgpr", "literal", "label" ...
    pub kind: String,
    /// "f32"; "" of what is no register and no literal
    pub type_name: String,
    /// Of 32 bits; 0 = it is no register.
    pub registers: u32,
    pub first_register: u32,
    /// Of constants, numbers and labels.
    pub value: i64,
    pub reads: bool,
    pub writes: bool,
    pub is_modifier: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    Fixed,
    Opcode,
    Field,
    Zero,
    Ignored,
    Written,
    Literal,
}

/// Bits of one instruction: `width` of them from bit `low` on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub low: u32,
    pub width: u32,
    pub value: u64,
    pub kind: FieldKind,
}

/// One instruction. It does not change.
#[derive(Clone)]
pub struct Instruction {
    isa: Isa,
    insn: gisa_insn,
    offset: u64,
    bytes: Vec<u8>,
}

// Numbers and constant texts.
unsafe impl Send for Instruction {}
unsafe impl Sync for Instruction {}

impl Instruction {
    pub(crate) fn new(isa: Isa, insn: gisa_insn, offset: u64, bytes: Vec<u8>) -> Instruction {
        Instruction { isa, insn, offset, bytes }
    }

    pub(crate) fn form(&self) -> u32 {
        self.insn.form
    }

    pub fn isa(&self) -> Isa {
        self.isa
    }

    pub fn status(&self) -> Status {
        match self.insn.status as gisa_status {
            GISA_OK => Status::Ok,
            GISA_STATUS_RESERVED => Status::Reserved,
            GISA_STATUS_TRUNCATED => Status::Truncated,
            _ => Status::Unknown,
        }
    }

    /// Is it known which instruction it is?
    pub fn has_form(&self) -> bool {
        matches!(self.status(), Status::Ok | Status::Reserved)
    }

    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Those that it was decoded from, or that parsed text encodes to.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where it begins.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    pub(crate) fn info(&self) -> Option<gisa_form_info> {
        unsafe {
            let mut info = empty();
            let known = self.has_form() && gisa_form(self.isa.0, self.insn.form, &mut info) == GISA_OK;
            known.then(|| info)
        }
    }

    fn info_text(&self, of: impl Fn(&gisa_form_info) -> *const c_char) -> String {
        self.info().map_or(String::new(), |info| unsafe { text(of(&info)) })
    }

    /// "v_add_f32_e64"; "" where the bytes are not an instruction
    pub fn mnemonic(&self) -> String {
        self.info_text(|info| info.mnemonic)
    }

    /// Without the suffix: "v_add_f32".
    pub fn name(&self) -> String {
        self.info_text(|info| info.name)
    }

    /// "VOP3A"
    pub fn format(&self) -> String {
        self.info_text(|info| info.format)
    }

    /// What it does.
    pub fn doc(&self) -> String {
        self.info_text(|info| info.doc)
    }

    /// As assemblers write it, in LLVM's syntax; `.long` where the bytes are not an instruction.
    pub fn text(&self) -> String {
        self.text_in(Syntax::Llvm)
    }

    pub fn text_in(&self, syntax: Syntax) -> String {
        if !self.has_form() {
            return self.data();
        }
        unsafe {
            let style = gisa_style { syntax: syntax.number(), address: self.offset, ..empty() };
            let mut room = [0 as c_char; 4 * GISA_TEXT_MAX as usize];
            let mut size = room.len();
            let status = gisa_print(self.isa.0, &self.insn, &style, room.as_mut_ptr(), &mut size);
            if status == GISA_OK { array_text(&room) } else { self.data() }
        }
    }

    fn data(&self) -> String {
        if self.bytes.len() % 4 == 0 {
            let words = self.bytes.chunks(4).map(|w| format!("0x{:08x}", u32::from_le_bytes([w[0], w[1], w[2], w[3]])));
            return format!(".long {}", words.collect::<Vec<_>>().join(", "));
        }
        let bytes: Vec<String> = self.bytes.iter().map(|b| format!("0x{:02x}", b)).collect();
        format!(".byte {}", bytes.join(", "))
    }

    /// The bytes of what the form and the operands say.
    pub fn encode(&self) -> Result<Vec<u8>> {
        if !self.has_form() {
            return Ok(self.bytes.clone());
        }
        let mut room = [0u8; 16];
        let mut size = room.len();
        let status = unsafe { gisa_encode(self.isa.0, &self.insn, room.as_mut_ptr().cast(), &mut size) };
        check(status, "")?;
        Ok(room[..size].to_vec())
    }

    pub fn operands(&self) -> Vec<Operand> {
        let count = if self.has_form() { self.insn.operand_count as u32 } else { 0 };
        (0..count).filter_map(|i| self.operand(i)).collect()
    }

    fn operand(&self, i: u32) -> Option<Operand> {
        unsafe {
            let o = self.insn.operand[i as usize];
            let mut info: gisa_operand_info = empty();
            if gisa_form_operand(self.isa.0, self.insn.form, i, &mut info) != GISA_OK {
                return None;
            }
            Some(Operand {
                name: text(info.name),
                text: self.operand_text(i),
                kind: text(gisa_kind_name(o.kind as u32)),
                type_name: text(info.r#type),
                registers: o.count as u32,
                first_register: o.reg as u32,
                value: o.value,
                reads: o.access as u32 & GISA_ACCESS_READ != 0,
                writes: o.access as u32 & GISA_ACCESS_WRITE != 0,
                is_modifier: o.flags as u32 & GISA_OPERAND_MODIFIER != 0,
            })
        }
    }

    fn operand_text(&self, i: u32) -> String {
        unsafe {
            let style = gisa_style { address: self.offset, ..empty() };
            let mut room = [0 as c_char; GISA_TEXT_MAX as usize];
            let mut size = room.len();
            gisa_print_operand(self.isa.0, &self.insn, i, &style, room.as_mut_ptr(), &mut size);
            array_text(&room)
        }
    }

    /// All bits, in the order of the picture: the most significant one of a dword first.
    pub fn fields(&self) -> Vec<Field> {
        let info = match self.info() {
            Some(info) => info,
            None => return Vec::new(),
        };
        let mut bytes = [0u8; 16];
        bytes[..self.bytes.len().min(16)].copy_from_slice(&self.bytes[..self.bytes.len().min(16)]);
        let bits = u128::from_le_bytes(bytes);
        let mut found: Vec<Field> = (0..).map_while(|i| self.piece(i)).map(|piece| field(&piece, bits)).collect();
        let used = 8 * info.size as u32;
        if 8 * self.bytes.len() as u32 > used {
            let width = 8 * self.bytes.len() as u32 - used;
            let value = (bits >> used) as u64;
            found.push(Field { name: "literal".to_string(), low: used, width, value, kind: FieldKind::Literal });
        }
        found
    }

    fn piece(&self, i: u32) -> Option<gisa_piece> {
        unsafe {
            let mut piece = empty();
            (gisa_form_piece(self.isa.0, self.insn.form, i, &mut piece) == GISA_OK).then(|| piece)
        }
    }

    fn states(&self) -> (u32, u32) {
        let (mut reads, mut writes) = (0, 0);
        if self.has_form() {
            unsafe { gisa_states(self.isa.0, &self.insn, &mut reads, &mut writes) };
        }
        (reads, writes)
    }

    /// Implicit state: "exec", "mode".
    pub fn reads(&self) -> Vec<String> {
        state_names(self.states().0)
    }

    pub fn writes(&self) -> Vec<String> {
        state_names(self.states().1)
    }

    /// Where control goes: "next", "jump", "conditional", "call", "return", "end".
    pub fn flow(&self) -> String {
        unsafe {
            let mut info: gisa_flow_info = empty();
            if !self.has_form() || gisa_flow_of(self.isa.0, &self.insn, self.offset, &mut info) != GISA_OK {
                return String::new();
            }
            text(gisa_flow_name(info.kind as u32))
        }
    }

    /// The address that a branch goes to.
    pub fn target(&self) -> Option<u64> {
        let mut target = 0;
        let found = self.has_form() && unsafe { gisa_target(&self.insn, self.offset, &mut target) };
        found.then(|| target)
    }
}

pub(crate) fn state_names(bits: u32) -> Vec<String> {
    let set = (0..GISA_STATE_COUNT as u32).filter(|bit| bits >> bit & 1 != 0);
    set.map(|bit| unsafe { text(gisa_state_name(bit)) }).collect()
}

fn field(piece: &gisa_piece, bits: u128) -> Field {
    let (low, width) = (piece.at.low as u32, piece.at.width as u32);
    let name = unsafe { text(piece.name) };
    let kind = match piece.kind as gisa_piece_kind {
        GISA_PIECE_FIXED => FieldKind::Fixed,
        GISA_PIECE_OPCODE => FieldKind::Opcode,
        GISA_PIECE_FIELD => FieldKind::Field,
        GISA_PIECE_ZERO => FieldKind::Zero,
        GISA_PIECE_IGNORED => FieldKind::Ignored,
        _ => FieldKind::Written,
    };
    let name = if name.is_empty() && kind == FieldKind::Opcode { "op".to_string() } else { name };
    Field { name, low, width, value: (bits >> low & ((1u128 << width) - 1)) as u64, kind }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Debug for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Instruction({:#x}: {})", self.offset, self.text())
    }
}

impl PartialEq for Instruction {
    fn eq(&self, other: &Instruction) -> bool {
        (self.isa, self.status(), &self.bytes) == (other.isa, other.status(), &other.bytes)
    }
}

/// The instructions of some code, one after another.
pub struct Disassembly<'a> {
    code: &'a [u8],
    isa: Isa,
    at: usize,
    address: u64,
}

impl<'a> Disassembly<'a> {
    /// The code begins at this address; otherwise at 0.
    pub fn at(self, address: u64) -> Disassembly<'a> {
        Disassembly { address, ..self }
    }
}

impl Iterator for Disassembly<'_> {
    type Item = Instruction;

    fn next(&mut self) -> Option<Instruction> {
        let rest = &self.code[self.at..];
        let insn = decode(rest, self.isa, self.address.wrapping_add(self.at as u64))?;
        self.at += insn.size();
        Some(insn)
    }
}

/// The instructions of raw code. Any bytes are taken: those that are no instruction have the status
/// [`Status::Unknown`].
pub fn disassemble(code: &[u8], isa: Isa) -> Disassembly<'_> {
    Disassembly { code, isa, at: 0, address: 0 }
}

/// The first instruction; None where there are no bytes.
pub fn decode(code: &[u8], isa: Isa, address: u64) -> Option<Instruction> {
    unsafe {
        let mut insn: gisa_insn = empty();
        if gisa_decode(isa.0, code.as_ptr().cast(), code.len(), &mut insn) == GISA_STATUS_END {
            return None;
        }
        let size = (insn.size as usize).clamp(1, code.len());
        Some(Instruction::new(isa, insn, address, code[..size].to_vec()))
    }
}

/// One instruction, without label and comment.
pub fn parse(source: &str, isa: Isa, syntax: Syntax) -> Result<Instruction> {
    unsafe {
        let mut insn: gisa_insn = empty();
        let mut error: gisa_error = empty();
        let env = gisa_env { syntax: syntax.number(), ..empty() };
        let status = gisa_parse(isa.0, source.as_ptr().cast(), source.len(), &env, &mut insn, &mut error);
        if status != GISA_OK {
            let message = array_text(&error.message);
            return Err(Error::Parse { message, column: error.offset + 1, length: error.length });
        }
        let parsed = Instruction::new(isa, insn, 0, Vec::new());
        let bytes = parsed.encode()?;
        Ok(Instruction { bytes, ..parsed })
    }
}
