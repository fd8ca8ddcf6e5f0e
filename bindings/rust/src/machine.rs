// SPDX-License-Identifier: MIT
//! Kernels of code objects, on slices of the caller's.

use crate::error::{array_text, cause, check, empty, text, Error, Fault, Result};
use crate::file::{argument, Argument};
use crate::instruction::{decode, Instruction};
use crate::isa::Isa;
use crate::sys::*;
use std::marker::PhantomData;
use std::sync::{Mutex, MutexGuard};

mod sealed {
    pub trait Sealed {}
}

/// Numbers, of which any bits are a value: kernels may write them.
pub trait Plain: sealed::Sealed + Copy + 'static {}

macro_rules! plain {
    ($($type:ty),*) => { $(impl sealed::Sealed for $type {} impl Plain for $type {})* };
}

plain!(u8, i8, u16, i16, u32, i32, u64, i64, f32, f64);

/// Bytes of arguments. A damaged file may ask for gigabytes, which the launch would copy.
const MOST_KERNARG: usize = 1 << 24;

/// An argument of a kernel: a number, or memory that it may read, or write as well.
pub struct Arg<'a> {
    bytes: Vec<u8>,
    range: Option<(usize, usize, bool)>, // address, size, may be written
    memory: PhantomData<&'a mut [u8]>,
}

impl<'a, T: Plain> From<&'a [T]> for Arg<'a> {
    fn from(memory: &'a [T]) -> Arg<'a> {
        Arg::memory(memory.as_ptr() as usize, std::mem::size_of_val(memory), false)
    }
}

impl<'a, T: Plain> From<&'a mut [T]> for Arg<'a> {
    fn from(memory: &'a mut [T]) -> Arg<'a> {
        Arg::memory(memory.as_mut_ptr() as usize, std::mem::size_of_val(memory), true)
    }
}

impl<'a, T: Plain> From<&'a Vec<T>> for Arg<'a> {
    fn from(memory: &'a Vec<T>) -> Arg<'a> {
        Arg::from(&memory[..])
    }
}

impl<'a, T: Plain> From<&'a mut Vec<T>> for Arg<'a> {
    fn from(memory: &'a mut Vec<T>) -> Arg<'a> {
        Arg::from(&mut memory[..])
    }
}

macro_rules! number {
    ($($type:ty),*) => {
        $(impl From<$type> for Arg<'_> {
            fn from(value: $type) -> Self {
                Arg::bytes(&value.to_le_bytes())
            }
        })*
    };
}

number!(u8, i8, u16, i16, u32, i32, u64, i64, f32, f64);

impl<'a> Arg<'a> {
    /// A structure, byte by byte.
    pub fn bytes(bytes: &[u8]) -> Arg<'a> {
        Arg { bytes: bytes.to_vec(), range: None, memory: PhantomData }
    }

    fn memory(address: usize, size: usize, writable: bool) -> Arg<'a> {
        let range = (size > 0).then(|| (address, size, writable));
        Arg { bytes: (address as u64).to_le_bytes().to_vec(), range, memory: PhantomData }
    }
}

/// Executes kernels of GCN. Launches of one machine run one after another, whatever threads ask for
/// them; machines run side by side.
pub struct Machine {
    pointer: *mut gisa_machine,
    isa: Isa,
    turn: Mutex<()>,
}

// All of its functions may be called from any thread, and launches take turns.
unsafe impl Send for Machine {}
unsafe impl Sync for Machine {}

/// A code object that is loaded.
pub struct Program<'m> {
    machine: &'m Machine,
    pointer: *mut gisa_loaded,
}

unsafe impl Send for Program<'_> {}
unsafe impl Sync for Program<'_> {}

pub struct LoadedKernel<'p> {
    program: &'p Program<'p>,
    index: u32,
    kernel: gisa_kernel,
    pub name: String,
    /// Without the hidden ones.
    pub arguments: Vec<Argument>,
    /// Bytes of LDS, and of private memory for each work-item.
    pub group_size: u32,
    pub private_size: u32,
}

/// A launch that has come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// That waves have executed.
    pub instructions: u64,
}

impl Machine {
    pub fn new(isa: Isa) -> Result<Machine> {
        let pointer = unsafe { gisa_machine_new(isa.0) };
        if pointer.is_null() {
            return Err(Error::Argument("no memory, or kernels of this architecture are not executed".to_string()));
        }
        Ok(Machine { pointer, isa, turn: Mutex::new(()) })
    }

    fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Loads a code object; its bytes are not needed afterwards.
    pub fn load(&self, code: &[u8]) -> Result<Program<'_>> {
        unsafe {
            let (mut pointer, mut error) = (std::ptr::null_mut(), empty::<gisa_error>());
            match gisa_machine_load(self.pointer, code.as_ptr().cast(), code.len(), &mut error, &mut pointer) {
                GISA_OK => Ok(Program { machine: self, pointer }),
                GISA_STATUS_NO_MEMORY => Err(Error::NoMemory),
                _ => Err(Error::File { message: array_text(&error.message), offset: error.offset as u64 }),
            }
        }
    }

    fn instruction_at(&self, address: u64) -> Option<Instruction> {
        let mut room = [0u8; 32];
        let size = unsafe { gisa_machine_read(self.pointer, address, room.as_mut_ptr().cast(), room.len()) };
        decode(&room[..size.min(32)], self.isa, address)
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        unsafe { gisa_machine_free(self.pointer) }
    }
}

impl Program<'_> {
    pub fn kernels(&self) -> impl Iterator<Item = LoadedKernel<'_>> {
        (0..).map_while(move |index| {
            let mut kernel: gisa_kernel = unsafe { empty() };
            let found = unsafe { gisa_kernel_at(self.pointer, index, &mut kernel) } == GISA_OK;
            found.then(|| self.loaded(index, kernel))
        })
    }

    fn loaded(&self, index: u32, kernel: gisa_kernel) -> LoadedKernel<'_> {
        let at = |i| unsafe {
            let mut a: gisa_argument = empty();
            (gisa_argument_at(self.pointer, index, i, &mut a) == GISA_OK).then(|| argument(&a))
        };
        let arguments = (0..).map_while(at).filter(|a| !a.kind.starts_with("hidden_")).collect();
        let (name, group_size, private_size) = (unsafe { text(kernel.name) }, kernel.group_size, kernel.private_size);
        LoadedKernel { program: self, index, kernel, name, arguments, group_size, private_size }
    }

    pub fn kernel(&self, name: &str) -> Option<LoadedKernel<'_>> {
        self.kernels().find(|kernel| kernel.name == name)
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        unsafe { gisa_machine_unload(self.machine.pointer, self.pointer) }
    }
}

/// A launch that is being prepared: `kernel.launch(&[1024], &[64]).arg(2.0f32).arg(&x).run()`.
pub struct Launch<'k, 'a> {
    kernel: &'k LoadedKernel<'k>,
    grid: Vec<u32>,
    group: Vec<u32>,
    next: usize,
    given: Vec<(usize, Arg<'a>)>,
    wrong: Option<String>,
    threads: u32,
    limit: u64,
    dynamic_lds: u32,
}

impl<'p> LoadedKernel<'p> {
    /// For `grid` work-items in groups of `group`, along one to three dimensions.
    pub fn launch<'a>(&'p self, grid: &[u32], group: &[u32]) -> Launch<'p, 'a> {
        Launch {
            kernel: self,
            grid: grid.to_vec(),
            group: group.to_vec(),
            next: 0,
            given: Vec::new(),
            wrong: None,
            threads: 1,
            limit: 0,
            dynamic_lds: 0,
        }
    }
}

impl<'k, 'a> Launch<'k, 'a> {
    /// The next argument, in their order.
    pub fn arg(mut self, arg: impl Into<Arg<'a>>) -> Self {
        let i = self.next;
        self.next += 1;
        self.give(i, arg.into())
    }

    /// The argument of a name.
    pub fn named(mut self, name: &str, arg: impl Into<Arg<'a>>) -> Self {
        match self.kernel.arguments.iter().position(|a| a.name == name) {
            Some(i) => self.give(i, arg.into()),
            None => {
                self.wrong = Some(format!("{} has no argument '{}'", self.kernel.name, name));
                self
            }
        }
    }

    fn give(mut self, i: usize, arg: Arg<'a>) -> Self {
        match self.kernel.arguments.get(i) {
            None => self.wrong = Some(format!("{} takes {} arguments", self.kernel.name, self.kernel.arguments.len())),
            Some(a) if a.size as usize != arg.bytes.len() => {
                self.wrong = Some(format!("the argument '{}' has {} bytes, not {}", a.name, a.size, arg.bytes.len()))
            }
            Some(_) => {}
        }
        self.given.push((i, arg));
        self
    }

    /// That share the work-groups.
    pub fn threads(mut self, threads: u32) -> Self {
        self.threads = threads.min(1024);
        self
    }

    /// Of instructions, of all waves together; 0 = none.
    pub fn limit(mut self, limit: u64) -> Self {
        self.limit = limit;
        self
    }

    /// Bytes of LDS besides the kernel's own.
    pub fn dynamic_lds(mut self, bytes: u32) -> Self {
        self.dynamic_lds = bytes;
        self
    }

    fn sizes(&self, given: &[u32]) -> Result<[u32; 3]> {
        if given.is_empty() || given.len() > 3 || given.contains(&0) {
            return Err(Error::Argument("expected one to three sizes from 1 on".to_string()));
        }
        let mut sizes = [1; 3];
        sizes[..given.len()].copy_from_slice(given);
        Ok(sizes)
    }

    /// The bytes of all arguments.
    fn kernarg(&self) -> Result<Vec<u8>> {
        if let Some(wrong) = &self.wrong {
            return Err(Error::Argument(wrong.clone()));
        }
        let size = self.kernel.kernel.kernarg_size as usize;
        if size > MOST_KERNARG {
            return Err(Error::Argument(format!("{} says that its arguments have {} bytes", self.kernel.name, size)));
        }
        let mut kernarg = vec![0; size];
        for (i, a) in self.kernel.arguments.iter().enumerate() {
            let arg = match self.given.iter().rev().find(|(given, _)| *given == i) {
                Some((_, arg)) => arg,
                None => return Err(Error::Argument(format!("{} misses the argument '{}'", self.kernel.name, a.name))),
            };
            let start = a.offset as usize;
            match kernarg.get_mut(start..start + arg.bytes.len()) {
                Some(place) => place.copy_from_slice(&arg.bytes),
                None => return Err(Error::Argument(format!("the argument '{}' is beyond the others", a.name))),
            }
        }
        Ok(kernarg)
    }

    /// What has to be mapped: memory that is read may be given twice, or overlap.
    fn ranges(&self) -> Vec<(usize, usize, bool)> {
        let mut all: Vec<_> = self.given.iter().filter_map(|(_, arg)| arg.range).collect();
        all.sort_unstable();
        let mut found: Vec<(usize, usize, bool)> = Vec::new();
        for (address, size, writable) in all {
            match found.last_mut() {
                Some(last) if address < last.0 + last.1 => last.1 = last.1.max(address + size - last.0),
                _ => found.push((address, size, writable)),
            }
        }
        found
    }

    /// Runs it to its end. [`Error::Fault`]: a work-item faulted, for instance by writing
    /// memory that was given to be read.
    pub fn run(self) -> Result<Ended> {
        let mut kernarg = self.kernarg()?;
        let (grid, group) = (self.sizes(&self.grid)?, self.sizes(&self.group)?);
        let program = self.kernel.program;
        let machine = program.machine;
        let mut launch = gisa_launch {
            descriptor: self.kernel.kernel.descriptor,
            dimensions: self.grid.len().max(self.group.len()) as u32,
            grid,
            group,
            dynamic_lds: self.dynamic_lds,
            threads: self.threads,
            limit: self.limit,
            kernarg: kernarg.as_mut_ptr().cast(),
            kernarg_size: kernarg.len() as u32,
            ..unsafe { empty() }
        };
        let mut result: gisa_result = unsafe { empty() };
        let turn = machine.turn();
        let mapped = Mapped::new(machine, &self.ranges())?;
        let status = unsafe {
            gisa_hidden_arguments(program.pointer, self.kernel.index, &launch);
            launch.progress = std::ptr::null_mut();
            gisa_machine_run(machine.pointer, &launch, &mut result)
        };
        drop(mapped);
        drop(turn);
        check(status, &array_text(&result.message))?;
        ended(machine, &result)
    }
}

fn ended(machine: &Machine, result: &gisa_result) -> Result<Ended> {
    match result.end {
        GISA_END_ENDED => Ok(Ended { instructions: result.instructions }),
        GISA_END_FAULT => Err(Error::Fault(Box::new(Fault {
            message: array_text(&result.message),
            cause: cause(result.cause),
            pc: result.pc,
            address: result.address,
            instruction: machine.instruction_at(result.pc),
            lane: None,
            group: result.group,
            item: result.item,
            registers: array_text(&result.registers),
        }))),
        _ => Err(Error::Limit),
    }
}

/// Memory that is mapped for one launch.
struct Mapped<'m> {
    machine: &'m Machine,
    starts: Vec<usize>,
}

impl<'m> Mapped<'m> {
    fn new(machine: &'m Machine, ranges: &[(usize, usize, bool)]) -> Result<Mapped<'m>> {
        let mut mapped = Mapped { machine, starts: Vec::new() };
        for &(start, size, writable) in ranges {
            let memory = start as *mut std::os::raw::c_void;
            let status = unsafe {
                if writable {
                    gisa_machine_map_at(machine.pointer, start as u64, memory, size, std::ptr::null())
                } else {
                    gisa_machine_map_guarded(machine.pointer, start as u64, memory, size, 0, 0, std::ptr::null())
                }
            };
            check(status, "an argument cannot be mapped")?;
            mapped.starts.push(start);
        }
        Ok(mapped)
    }
}

impl Drop for Mapped<'_> {
    fn drop(&mut self) {
        for start in &self.starts {
            unsafe { gisa_machine_unmap_at(self.machine.pointer, *start as u64) };
        }
    }
}
