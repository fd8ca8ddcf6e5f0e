// SPDX-License-Identifier: MIT
//! One wave without a kernel: set registers, run instructions, see what changed.

use crate::assembler::Assembler;
use crate::error::{array_text, cause, check, empty, name, Error, Fault, Result};
use crate::instruction::{decode, Instruction};
use crate::isa::Isa;
use crate::machine::Plain;
use crate::sys::*;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::os::raw::c_void;

const LANES: usize = GISA_WAVE_LANES as usize;

/// A wave of 64 lanes; of USSE a batch of 64 instances. Memory that it maps is borrowed as long as
/// it lives.
pub struct Wave<'m> {
    pointer: *mut gisa_wave,
    isa: Isa,
    code: BTreeMap<u64, Vec<u8>>,
    memory: PhantomData<&'m mut [u8]>,
}

// One thread at a time uses it, and it has nothing of any thread.
unsafe impl Send for Wave<'_> {}

/// What a register is set to: one word, or two.
#[derive(Debug, Clone, Copy)]
pub enum Value {
    Word(u32),
    Pair(u64),
}

macro_rules! value_from {
    ($($type:ty => $kind:ident($bits:expr)),*) => {
        $(impl From<$type> for Value {
            fn from(value: $type) -> Value {
                let bits: fn($type) -> _ = $bits;
                Value::$kind(bits(value))
            }
        })*
    };
}

value_from!(u32 => Word(|v| v), i32 => Word(|v| v as u32), f32 => Word(|v| v.to_bits()),
            u64 => Pair(|v| v), i64 => Pair(|v| v as u64), f64 => Pair(|v| v.to_bits()));

impl Value {
    fn words(self) -> Vec<u32> {
        match self {
            Value::Word(word) => vec![word],
            Value::Pair(pair) => vec![pair as u32, (pair >> 32) as u32],
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    WentOn,
    Jumped,
    Ended,
    Waits,
    Sleeps,
    Halted,
}

/// A register that has another value than before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub register: String,
    /// A bit each; 0: lanes have none of their own.
    pub lanes: u64,
}

#[derive(Debug, Clone)]
pub struct Step {
    pub kind: StepKind,
    pub pc: u64,
    pub next_pc: u64,
    pub instruction: Option<Instruction>,
    pub changes: Vec<Change>,
}

/// How a run came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    Ended,
    /// At `stop_at`, or after the code.
    Address,
    Limit,
    /// Or it is halted.
    Waits,
}

impl<'m> Wave<'m> {
    pub fn new(isa: Isa) -> Result<Wave<'m>> {
        let pointer = unsafe { gisa_wave_new(isa.0) };
        if pointer.is_null() {
            return Err(Error::Argument("no memory, or instructions of this architecture are not executed".to_string()));
        }
        Ok(Wave { pointer, isa, code: BTreeMap::new(), memory: PhantomData })
    }

    pub fn isa(&self) -> Isa {
        self.isa
    }

    fn find(&self, register: &str) -> Result<gisa_wave_register> {
        let wanted = name(register)?;
        unsafe {
            let (mut reg, mut error) = (empty(), empty::<gisa_error>());
            let status = gisa_wave_find(self.pointer, wanted.as_ptr(), &mut reg, &mut error);
            check(status, &array_text(&error.message)).map(|_| reg)
        }
    }

    fn word(&self, reg: &gisa_wave_register, lane: u32, word: u32) -> Result<u32> {
        let mut value = 0;
        check(unsafe { gisa_wave_get(self.pointer, reg, lane, word, &mut value) }, "").map(|_| value)
    }

    /// A register in a lane; one that lanes do not have has the same value for all. At most two
    /// words.
    pub fn get(&self, register: &str, lane: u32) -> Result<u64> {
        let reg = self.find(register)?;
        let low = self.word(&reg, lane, 0)? as u64;
        let high = if reg.count > 1 { self.word(&reg, lane, 1)? as u64 } else { 0 };
        Ok(low | high << 32)
    }

    /// Sets a register, in all lanes. A value of one word fits registers of one word, and a value of
    /// two words those of two.
    pub fn set(&mut self, register: &str, value: impl Into<Value>) -> Result<()> {
        self.set_lane(register, GISA_WAVE_ALL, value)
    }

    pub fn set_lane(&mut self, register: &str, lane: u32, value: impl Into<Value>) -> Result<()> {
        let (reg, words) = (self.find(register)?, value.into().words());
        if words.len() != reg.count.max(1) as usize {
            let message = format!("{} has {} words, the value has {}", register, reg.count, words.len());
            return Err(Error::Argument(message));
        }
        let lane = if reg.per_lane || lane != GISA_WAVE_ALL { lane } else { 0 };
        for (i, word) in words.iter().enumerate() {
            check(unsafe { gisa_wave_set(self.pointer, &reg, lane, i as u32, *word) }, "")?;
        }
        Ok(())
    }

    fn row(&self, register: &str) -> Result<*mut [u32; LANES]> {
        let reg = self.find(register)?;
        let row = unsafe { gisa_wave_row(self.pointer, &reg, 0) };
        if row.is_null() || reg.count != 1 {
            return Err(Error::Argument(format!("{} is not a register of one word in each lane", register)));
        }
        Ok(row.cast())
    }

    /// A register of the lanes itself, not a copy.
    pub fn lanes(&self, register: &str) -> Result<&[u32; LANES]> {
        self.row(register).map(|row| unsafe { &*row })
    }

    pub fn lanes_mut(&mut self, register: &str) -> Result<&mut [u32; LANES]> {
        self.row(register).map(|row| unsafe { &mut *row })
    }

    unsafe fn map_at(&mut self, address: u64, start: *mut c_void, size: usize, writable: bool) -> Result<()> {
        check(gisa_wave_map(self.pointer, address, start, size, writable), "it is empty, or overlaps with what is mapped")
    }

    /// The code finds this memory at an address of its own.
    pub fn map<T: Plain>(&mut self, address: u64, memory: &'m mut [T]) -> Result<()> {
        unsafe { self.map_at(address, memory.as_mut_ptr().cast(), std::mem::size_of_val(memory), true) }
    }

    /// The same for memory that it may not write.
    pub fn map_read_only<T: Plain>(&mut self, address: u64, memory: &'m [T]) -> Result<()> {
        unsafe { self.map_at(address, memory.as_ptr() as *mut c_void, std::mem::size_of_val(memory), false) }
    }

    /// Puts code at an address and sets pc to it.
    pub fn load(&mut self, code: &[u8], address: u64) -> Result<()> {
        check(unsafe { gisa_wave_load(self.pointer, address, code.as_ptr().cast(), code.len()) }, "")?;
        self.code.insert(address, code.to_vec());
        Ok(())
    }

    /// The same for assembler source.
    pub fn assemble(&mut self, source: &str, address: u64) -> Result<()> {
        let code = Assembler::new(Some(self.isa)).assemble(source)?;
        self.load(&code, address)
    }

    fn instruction_at(&self, pc: u64) -> Option<Instruction> {
        self.code.iter().find_map(|(address, code)| {
            // pc of USSE counts instructions; code is at 0 there.
            let unit = if self.isa.unit() == 4 { 1 } else { self.isa.unit() as u64 };
            let at = usize::try_from(pc.checked_sub(*address)?.checked_mul(unit)?).ok()?;
            decode(code.get(at..)?, self.isa, pc)
        })
    }

    fn fault(&self, fault: &gisa_wave_fault, pc: u64) -> Error {
        Error::Fault(Box::new(Fault {
            message: array_text(&fault.message),
            cause: cause(fault.cause),
            pc,
            address: fault.address,
            instruction: self.instruction_at(pc),
            lane: (fault.lane != GISA_WAVE_ALL).then(|| fault.lane),
            group: [0; 3],
            item: [0; 3],
            registers: String::new(),
        }))
    }

    /// Runs the instruction at pc. After a fault registers are as before.
    pub fn step(&mut self) -> Result<Step> {
        let mut info: Box<gisa_wave_step_info> = Box::new(unsafe { empty() });
        let kind = match unsafe { gisa_wave_step(self.pointer, &mut *info) } {
            GISA_WAVE_KIND_WENT_ON => StepKind::WentOn,
            GISA_WAVE_KIND_JUMPED => StepKind::Jumped,
            GISA_WAVE_KIND_ENDED => StepKind::Ended,
            GISA_WAVE_KIND_WAITS => StepKind::Waits,
            GISA_WAVE_KIND_SLEEPS => StepKind::Sleeps,
            GISA_WAVE_KIND_HALTED => StepKind::Halted,
            _ => return Err(self.fault(&info.fault, info.pc)),
        };
        let count = (info.change_count as usize).min(info.change.len());
        let changes = info.change[..count].iter().map(|change| self.change(change)).collect();
        let instruction = self.instruction_at(info.pc);
        Ok(Step { kind, pc: info.pc, next_pc: info.next_pc, instruction, changes })
    }

    fn change(&self, change: &gisa_wave_change) -> Change {
        let mut text = [0; GISA_WAVE_NAME as usize];
        unsafe { gisa_wave_name(self.pointer, &change.reg, 0, text.as_mut_ptr()) };
        Change { register: array_text(&text), lanes: change.lanes }
    }

    /// Runs at most `limit` instructions (0: as many as it takes), until the wave ends, waits, comes
    /// to the end of the code that was loaded last, or to `stop_at` (0: nowhere else). How many
    /// instructions these were.
    pub fn run(&mut self, limit: u64, stop_at: u64) -> Result<(RunEnd, u64)> {
        let mut result: gisa_wave_result = unsafe { empty() };
        let end = match unsafe { gisa_wave_run(self.pointer, limit, stop_at, &mut result) } {
            GISA_WAVE_END_ENDED => RunEnd::Ended,
            GISA_WAVE_END_ADDRESS => RunEnd::Address,
            GISA_WAVE_END_LIMIT => RunEnd::Limit,
            GISA_WAVE_END_WAITS => RunEnd::Waits,
            _ => return Err(self.fault(&result.fault, self.get("pc", 0)?)),
        };
        Ok((end, result.instructions))
    }
}

impl Drop for Wave<'_> {
    fn drop(&mut self) {
        unsafe { gisa_wave_free(self.pointer) }
    }
}
