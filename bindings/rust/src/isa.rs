// SPDX-License-Identifier: MIT
//! Which instruction sets there are.

use crate::error::{name, text};
use crate::sys::*;
use std::fmt;

/// One instruction set on one generation, or a chip that has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Isa(pub(crate) *const gisa_isa);

// Constant tables, which live as long as the program.
unsafe impl Send for Isa {}
unsafe impl Sync for Isa {}

impl Isa {
    /// "gfx803", "fiji", "R9 Fury".
    pub fn find(isa: &str) -> Option<Isa> {
        let found = unsafe { gisa_find(name(isa).ok()?.as_ptr()) };
        (!found.is_null()).then(|| Isa(found))
    }

    /// All architectures, without the chips that share their instructions.
    pub fn all() -> impl Iterator<Item = Isa> {
        (0..).map(|i| unsafe { gisa_at(i) }).take_while(|isa| !isa.is_null()).map(Isa)
    }

    /// Chips with the same instructions.
    pub fn chips(self) -> impl Iterator<Item = Isa> {
        (0..).map(move |i| unsafe { gisa_chip(self.0, i) }).take_while(|isa| !isa.is_null()).map(Isa)
    }

    pub fn name(self) -> String {
        unsafe { text(gisa_name(self.0)) }
    }

    /// "gcn" or "usse"
    pub fn family(self) -> String {
        unsafe { text(gisa_family(self.0)) }
    }

    /// Bytes of the smallest instruction.
    pub fn unit(self) -> usize {
        unsafe { gisa_unit(self.0) as usize }
    }

    /// A number that the spec states: "sgprs", "vgpr_granule".
    pub fn fact(self, fact: &str) -> Option<i64> {
        let fact = name(fact).ok()?;
        let value = |otherwise| unsafe { gisa_fact(self.0, fact.as_ptr(), otherwise) };
        (value(0) == value(1)).then(|| value(0))
    }
}

impl fmt::Debug for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Isa({})", self.name())
    }
}
