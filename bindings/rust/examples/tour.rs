// SPDX-License-Identifier: MIT
//! A tour of the crate: disassembles, explains, steps a wave, launches a kernel and draws a picture.
//! Usage: cargo run --example tour EXAMPLES, which is the folder examples/ of gisa's source.

use gisa::{Assembler, Error, Isa, Machine, Output, Shader, Wave};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let examples = std::env::args().nth(1).ok_or("usage: tour EXAMPLES")?;
    let isa = Isa::find("gfx900").ok_or("there is no gfx900")?;

    // Bytes to text and back.
    let code = [0x01, 0x05, 0x00, 0x02, 0x00, 0x00, 0x81, 0xbf];
    let lines: Vec<String> = gisa::disassemble(&code, isa).map(|insn| insn.text()).collect();
    println!("{}", lines.join("\n"));
    println!("{}", Assembler::new(Some(isa)).assemble(&lines.join("\n"))? == code);

    // What an instruction does.
    println!("{}", gisa::explain("v_fma_f32 v2, s7, v2, v3", isa)?.sentence);

    // One wave: 1.5 + 1.5 in 64 lanes.
    let mut wave = Wave::new(isa)?;
    wave.set("v1", 1.5f32)?;
    wave.assemble("v_add_f32 v0, v1, v1", 0)?;
    let step = wave.step()?;
    println!("changed {}", step.changes[0].register);
    println!("{}", f32::from_bits(wave.lanes("v0")?[63]));

    // A kernel on the caller's memory: y = 2 * x + y.
    let source = std::fs::read_to_string(format!("{}/saxpy.s", examples))?;
    let object = Assembler::new(None).output(Output::CodeObject).assemble(&source)?;
    let machine = Machine::new(isa)?;
    let program = machine.load(&object)?;
    let saxpy = program.kernel("saxpy").ok_or("there is no saxpy")?;
    let x: Vec<f32> = (0..128).map(|i| i as f32).collect();
    let mut y = vec![1f32; 128];
    let ended = saxpy.launch(&[128], &[64]).arg(2f32).arg(&x).arg(&mut y).run()?;
    println!("{} {} {} {} instructions", y[0], y[1], y[127], ended.instructions);

    // The same a float too far: a report, not a crash.
    match saxpy.launch(&[192], &[64]).arg(2f32).arg(&x).arg(&mut y).run() {
        Err(Error::Fault(fault)) => println!("{} at {}", fault.cause, fault.instruction.unwrap()),
        other => println!("{:?}", other),
    }

    // Errors have a place.
    if let Err(error) = Assembler::new(Some(isa)).assemble("s_nop 0\nv_add_f32 v0, v1, x2\n") {
        println!("{:?}", error.place());
    }

    // A fragment program of the PS Vita.
    let source = std::fs::read_to_string(format!("{}/sphere.frag.s", examples))?;
    let file = Assembler::new(Isa::find("sgx543")).output(Output::Gxp).assemble(&source)?;
    let picture = Shader::open(&file)?.picture(
        (64, 64),
        &[("light", &[-0.5, -0.6, 0.62, 0.15]), ("colour", &[1.0, 0.75, 0.3, 1.0])],
        &[("texcoord0", [[-1.0, -1.0, 0.0, 0.0], [1.0, -1.0, 0.0, 0.0], [-1.0, 1.0, 0.0, 0.0]])],
        0,
    )?;
    println!("{} of {} pixels", picture.pixels.iter().filter(|p| p[3] == 1.0).count(), picture.pixels.len());
    Ok(())
}
