// SPDX-License-Identifier: MIT
//! The crate on what it must not be given: random bytes and text, names, sizes, damaged files,
//! kernels that write what they may only read, panics in callbacks. Each is answered by an error or
//! by a result. GISA_SECONDS: how long each of the first kinds is tried (1).

use gisa::{Assembler, Error, File, Isa, Machine, Output, Shader, Syntax, Wave};
use std::time::{Duration, Instant};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Random numbers (xorshift), the same each time.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        (0..self.below(most)).map(|_| self.next() as u8).collect()
    }

    fn of<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }

    fn isa(&mut self) -> Isa {
        let all: Vec<Isa> = Isa::all().collect();
        all[self.below(all.len())]
    }

    fn text(&mut self) -> String {
        let words = ["v_add_f32", "s_mov_b32", " v0", ",", "s[", "]", "\n", ".if", ".macro x\n", "\\", "\"", "é", "(", "-", "0x", "9999999999999999999", "exec", ":", "//", "/*", "\t.rept 3\n", "\0", "mad.f32 r0.xyzw"];
        (0..self.below(12)).map(|_| self.of(&words)).collect()
    }

    fn damaged(&mut self, file: &[u8]) -> Vec<u8> {
        let mut file = file.to_vec();
        for _ in 0..1 + self.below(6) {
            let at = self.below(file.len());
            file[at] = self.next() as u8;
        }
        let size = if self.below(3) == 0 { self.below(file.len()) } else { file.len() };
        file.truncate(size);
        file
    }
}

fn assembled(path: &str, isa: Option<Isa>, output: Output) -> Vec<u8> {
    let source = std::fs::read_to_string(format!("{}/examples/{}", ROOT, path)).unwrap();
    Assembler::new(isa).output(output).assemble(&source).unwrap()
}

fn saxpy() -> Vec<u8> {
    assembled("saxpy.s", None, Output::CodeObject)
}

/// Tries something for as long as the environment says, at least 20 times.
fn tried(mut trial: impl FnMut(&mut Chance)) {
    let seconds = std::env::var("GISA_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(1.0);
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let mut chance = Chance(22);
    for i in 0.. {
        if i >= 20 && Instant::now() >= until {
            break;
        }
        trial(&mut chance);
    }
}

#[test]
fn bytes() {
    tried(|chance| {
        let (isa, code) = (chance.isa(), chance.bytes(64));
        let mut size = 0;
        for insn in gisa::disassemble(&code, isa).at(chance.next() >> 20) {
            size += insn.size();
            let _ = (insn.text(), insn.text_in(Syntax::Clrx), insn.operands(), insn.fields(), insn.reads());
            let _ = (insn.flow(), insn.target(), insn.explain(), insn.doc());
            assert_eq!(insn.encode().unwrap(), insn.bytes());
        }
        assert_eq!(size, code.len());
    });
}

#[test]
fn text() {
    tried(|chance| {
        let (text, isa) = (chance.text(), chance.isa());
        let _ = gisa::parse(&text, isa, Syntax::Clrx);
        let _ = gisa::explain(&text, isa);
        let _ = Assembler::new(Some(isa)).define(&text).assemble(&chance.text());
        let _ = Assembler::new(None).output(Output::Gxp).assemble(&text);
        assert!(Isa::find(&text).is_none() || !text.is_empty());
    });
}

#[test]
fn waves() {
    let names = ["v0", "v255", "v256", "s0", "s999", "v[3:1]", "lds[0:63]", "pc", "exec", "mode", "", "é", "v0\0", "r0", "p0"];
    tried(|chance| {
        let mut memory = [0u8; 4096];
        let mut wave = Wave::new(chance.isa()).unwrap();
        let name = chance.of(&names[..]);
        let _ = wave.map(0x100000, &mut memory);
        let _ = (wave.set(name, 1.5f32), wave.set(name, u64::MAX), wave.set_lane(name, 99, 1u32));
        let _ = (wave.get(name, 63), wave.get(name, 64), wave.lanes(name).is_ok());
        let _ = wave.load(&chance.bytes(200), 0);
        for _ in 0..4 {
            let _ = wave.step();
        }
        let _ = wave.run(1000, 0);
    });
}

#[test]
fn files() {
    let (object, shader) = (saxpy(), assembled("sphere.frag.s", Isa::find("sgx543"), Output::Gxp));
    tried(|chance| {
        let whole = if chance.below(2) == 0 { &object } else { &shader };
        let file = chance.damaged(whole);
        if let Ok(file) = File::open(&file, None, None) {
            let _ = (file.sections().len(), file.symbols().len(), file.kernels().len(), file.format());
            let _: usize = file.code().iter().filter_map(|code| code.instructions()).map(Iterator::count).sum();
        }
        let _ = gisa::listing(&file, None, Syntax::Llvm);
        let _ = gisa::listing(&chance.bytes(64), Some(chance.isa()), Syntax::Llvm);
        if let Ok(shader) = Shader::open(&chance.damaged(&shader)) {
            let _ = shader.picture((4, 4), &[("light", &[1.0; 4])], &[("texcoord0", [[0.0; 4]; 3])], 1000);
        }
    });
}

#[test]
fn launches() {
    let object = saxpy();
    let isa = Isa::find("gfx900").unwrap();
    tried(|chance| {
        let machine = Machine::new(isa).unwrap();
        let file = if chance.below(2) == 0 { object.clone() } else { chance.damaged(&object) };
        let program = machine.load(&file);
        if let Ok(program) = &program {
            let (x, mut y) = ([1f32; 16], [1f32; 16]);
            // What a damaged file asks for may be gigabytes, which take their time.
            for kernel in program.kernels().filter(|kernel| kernel.private_size < 1 << 16) {
                let grid = chance.of(&[&[64][..], &[0], &[1, 2, 3], &[1, 2, 3, 4], &[], &[u32::MAX]]);
                let launch = kernel.launch(grid, &[64]).limit(10000).arg(1f32).arg(&x[..]).arg(&mut y[..]);
                let _ = launch.run();
                let _ = kernel.launch(grid, &[0]).arg(1u8).named("none", 1u32).run();
            }
        }
    });
}

#[test]
fn arguments_are_checked() {
    let machine = Machine::new(Isa::find("gfx900").unwrap()).unwrap();
    let object = saxpy();
    let program = machine.load(&object).unwrap();
    let kernel = program.kernel("saxpy").unwrap();
    let (x, mut y) = (vec![1f32; 64], vec![0f32; 64]);
    let wrong = |result| matches!(result, Err(Error::Argument(_)));
    assert!(wrong(kernel.launch(&[64], &[64]).arg(1f32).arg(&x).run()));
    assert!(wrong(kernel.launch(&[64], &[64]).arg(1f64).arg(&x).arg(&mut y).run()));
    assert!(wrong(kernel.launch(&[64], &[64]).arg(1f32).arg(&x).arg(&mut y).arg(7u32).run()));
    assert!(wrong(kernel.launch(&[64], &[64]).named("z", 1f32).run()));
    assert!(matches!(kernel.launch(&[64], &[64]).limit(3).arg(1f32).arg(&x).arg(&mut y).run(), Err(Error::Limit)));
    assert!(program.kernel("none").is_none());
}

#[test]
fn what_may_be_read_is_not_written() {
    let machine = Machine::new(Isa::find("gfx900").unwrap()).unwrap();
    let object = saxpy();
    let program = machine.load(&object).unwrap();
    let kernel = program.kernel("saxpy").unwrap();
    let (x, y) = (vec![1f32; 64], vec![5f32; 64]);
    let result = kernel.launch(&[64], &[64]).arg(1f32).arg(&x).arg(&y).run();
    assert!(matches!(result, Err(Error::Fault(fault)) if fault.cause == "address"));
    assert!(y.iter().all(|v| *v == 5.0));
    // The same memory twice, and a part of it.
    let mut z = vec![0f32; 64];
    kernel.launch(&[32], &[32]).arg(1f32).arg(&x[..32]).arg(&mut z).run().unwrap();
    assert_eq!((z[31], z[32]), (1.0, 0.0));

    let memory = [7u32; 4];
    let mut wave = Wave::new(Isa::find("gfx900").unwrap()).unwrap();
    wave.map_read_only(0x1000, &memory).unwrap();
    wave.set("v2", 0x1000u32).unwrap();
    wave.assemble("global_store_dword v[2:3], v0, off", 0).unwrap();
    assert!(matches!(wave.run(0, 0), Err(Error::Fault(_))));
    assert_eq!(memory, [7; 4]);
}

#[test]
fn threads_take_turns() {
    let machine = Machine::new(Isa::find("gfx900").unwrap()).unwrap();
    let object = saxpy();
    let program = machine.load(&object).unwrap();
    let x = vec![1f32; 64];
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut y = vec![0f32; 64];
                for _ in 0..20 {
                    let kernel = program.kernel("saxpy").unwrap();
                    kernel.launch(&[64], &[64]).arg(1f32).arg(&x).arg(&mut y).run().unwrap();
                }
                assert!(y.iter().all(|v| *v == 20.0));
            });
        }
    });
}

#[test]
fn panics_go_on_after_c() {
    let include = |name: &str, _from: &str| match name {
        "good.s" => Some(b"s_nop 1\n".to_vec()),
        "panic.s" => panic!("in a callback"),
        _ => None,
    };
    let isa = Isa::find("gfx900");
    // LLVM: s_nop 1 is 01 00 80 bf
    assert_eq!(Assembler::new(isa).read(include).assemble(".include \"good.s\"").unwrap(), [1, 0, 0x80, 0xbf]);
    assert!(Assembler::new(isa).read(include).assemble(".include \"none.s\"").is_err());
    let caught = std::panic::catch_unwind(|| Assembler::new(isa).read(include).assemble(".include \"panic.s\""));
    assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"in a callback"));
}
