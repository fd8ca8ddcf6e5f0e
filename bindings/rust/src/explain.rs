// SPDX-License-Identifier: MIT
//! What an instruction does, from the spec.

use crate::error::{empty, text, Error, Result};
use crate::instruction::{parse, state_names, Field, Instruction, Operand, Syntax};
use crate::isa::Isa;
use crate::sys::*;

#[derive(Debug, Clone)]
pub struct Explanation {
    /// What it does, with its operands where the spec has words for them.
    pub sentence: String,
    pub mnemonic: String,
    pub format: String,
    /// The body in the spec; "" = there is none.
    pub operation: String,
    pub operands: Vec<Operand>,
    pub fields: Vec<Field>,
    pub reads: Vec<String>,
    pub writes: Vec<String>,
    /// Whose evidence: "LLVM and CLRX".
    pub rests_on: String,
    /// What is not certain.
    pub unsure: String,
    /// Where it is in the spec.
    pub source: String,
}

/// Explains the text of an instruction, or its name.
pub fn explain(what: &str, isa: Isa) -> Result<Explanation> {
    match parse(what, isa, Syntax::Llvm) {
        Ok(insn) => insn.explain(),
        Err(error) => {
            let name = what.trim();
            let form = unsafe { gisa_form_named(isa.0, name.as_ptr().cast(), name.len()) };
            if form == u32::MAX {
                return Err(error);
            }
            explained(isa, form, None)
        }
    }
}

impl Instruction {
    pub fn explain(&self) -> Result<Explanation> {
        if !self.has_form() {
            return Err(Error::Argument("no instruction has these bits".to_string()));
        }
        explained(self.isa(), self.form(), Some(self))
    }
}

fn explained(isa: Isa, form: u32, insn: Option<&Instruction>) -> Result<Explanation> {
    unsafe {
        let mut info: gisa_form_info = empty();
        crate::error::check(gisa_form(isa.0, form, &mut info), "")?;
        let operands = insn.map_or(Vec::new(), Instruction::operands);
        Ok(Explanation {
            sentence: sentence(isa, form, &text(info.doc), &operands),
            mnemonic: text(info.mnemonic),
            format: text(info.format),
            operation: text(info.body),
            fields: insn.map_or(Vec::new(), Instruction::fields),
            reads: insn.map_or_else(|| state_names(info.reads), Instruction::reads),
            writes: insn.map_or_else(|| state_names(info.writes), Instruction::writes),
            rests_on: text(info.rests_on),
            unsure: text(info.unsure),
            source: text(info.source),
            operands,
        })
    }
}

/// The doc; words that stand for operands are replaced by what these are.
fn sentence(isa: Isa, form: u32, doc: &str, operands: &[Operand]) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for i in 0.. {
        let mut mark: gisa_doc_mark = unsafe { empty() };
        if unsafe { gisa_form_doc_mark(isa.0, form, i, &mut mark) } != GISA_OK {
            break;
        }
        let (start, end) = (mark.at as usize, (mark.at + mark.size) as usize);
        let operand = usize::try_from(mark.operand).ok().and_then(|i| operands.get(i));
        if let (Some(operand), Some(before), Some(_)) = (operand, doc.get(at..start), doc.get(start..end)) {
            out += before;
            out += &operand.text;
            if mark.bits.width > 0 {
                out += &format!("[{}:{}]", mark.bits.low + mark.bits.width - 1, mark.bits.low);
            }
            at = end;
        }
    }
    out + &doc[at..]
}
