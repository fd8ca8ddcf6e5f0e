// SPDX-License-Identifier: MIT
//! bindings/cases.json by this crate.

mod common;

use common::{read, Checks, Json};
use gisa::{Assembler, Error, Fault, File, Isa, Machine, Output, Shader, Status, Syntax, Wave};
use std::collections::BTreeSet;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const KINDS: [&str; 18] = [
    "about", "assemble", "bad_files", "clrx", "decode", "explain", "fields", "kernel_faults", "kernels", "not_code",
    "operands", "parse_errors", "pictures", "source_errors", "state", "wave", "wave_faults", "wave_memory",
];

fn file(path: &str) -> String {
    std::fs::read_to_string(format!("{}/{}", ROOT, path)).unwrap()
}

/// The cases of one kind, with their names.
fn each(kind: &str) -> Vec<(String, Json)> {
    assert!(KINDS.contains(&kind));
    let cases = read(&file("bindings/cases.json"));
    let list = cases.at(kind).list();
    assert!(!list.is_empty(), "there are no cases of {}", kind);
    list.iter().enumerate().map(|(i, case)| (format!("{} {}", kind, i), case.clone())).collect()
}

fn isa_of(case: &Json) -> Isa {
    Isa::find(case.at("arch").text()).unwrap()
}

fn code_of(case: &Json) -> Vec<u8> {
    let words = case.at("words").text().split(' ');
    words.flat_map(|word| u32::from_str_radix(word, 16).unwrap().to_le_bytes()).collect()
}

fn texts(list: &Json) -> Vec<String> {
    list.list().iter().map(|text| text.text().to_string()).collect()
}

fn fault_of<T>(result: gisa::Result<T>) -> Box<Fault> {
    match result {
        Err(Error::Fault(fault)) => fault,
        Err(other) => panic!("{}", other),
        Ok(_) => panic!("there was no fault"),
    }
}

#[test]
fn all_kinds_are_tested() {
    let cases = read(&file("bindings/cases.json"));
    let kinds: BTreeSet<&str> = cases.object().keys().map(|kind| kind.as_str()).collect();
    assert_eq!(kinds, KINDS.into_iter().collect());
    let own = file("bindings/rust/tests/cases.rs");
    for kind in kinds.iter().filter(|kind| **kind != "about") {
        assert!(own.contains(&format!("each(\"{}\")", kind)), "{} is not tested", kind);
    }
}

#[test]
fn decode() {
    let mut checks = Checks::default();
    for (name, case) in each("decode") {
        let (isa, code, text) = (isa_of(&case), code_of(&case), case.at("text").text());
        let insn = gisa::decode(&code, isa, 0).unwrap();
        checks.equal(&name, insn.text(), text);
        checks.equal(&name, (insn.size(), insn.bytes(), insn.status()), (code.len(), &code[..], Status::Ok));
        checks.equal(&name, insn.encode().unwrap(), &code[..]);
        checks.equal(&name, gisa::parse(text, isa, Syntax::Llvm).unwrap().bytes(), &code[..]);
        checks.equal(&name, Assembler::new(Some(isa)).assemble(text).unwrap(), &code[..]);
        let bits = insn.fields().iter().fold(0, |bits, f| bits | (f.value as u128) << f.low);
        let mut bytes = [0; 16];
        bytes[..code.len()].copy_from_slice(&code);
        checks.equal(&name, bits, u128::from_le_bytes(bytes));
    }
    for (name, case) in each("clrx") {
        let (isa, code, text) = (isa_of(&case), code_of(&case), case.at("text").text());
        checks.equal(&name, gisa::decode(&code, isa, 0).unwrap().text_in(Syntax::Clrx), text);
        checks.equal(&name, gisa::parse(text, isa, Syntax::Clrx).unwrap().bytes(), &code[..]);
    }
    for (name, case) in each("not_code") {
        let insn = gisa::decode(&code_of(&case), isa_of(&case), 0).unwrap();
        let status = match case.at("status").text() {
            "unknown" => Status::Unknown,
            _ => Status::Truncated,
        };
        checks.equal(&name, (insn.status(), insn.size() as f64), (status, case.at("size").number()));
    }
    checks.end();
}

#[test]
fn in_a_row() {
    let mut checks = Checks::default();
    let cases = each("decode");
    for isa in Isa::all() {
        let some: Vec<&Json> = cases.iter().map(|(_, case)| case).filter(|case| isa_of(case) == isa).collect();
        let code: Vec<u8> = some.iter().flat_map(|case| code_of(case)).collect();
        let (mut at, mut offsets) = (64, Vec::new());
        for case in &some {
            offsets.push((at, case.at("text").text().to_string()));
            at += code_of(case).len() as u64;
        }
        let got: Vec<(u64, String)> = gisa::disassemble(&code, isa).at(64).map(|i| (i.offset(), i.text())).collect();
        checks.equal(&isa.name(), got, offsets);
    }
    checks.end();
}

#[test]
fn assemble() {
    let mut checks = Checks::default();
    for (name, case) in each("assemble") {
        let lines = file(case.at("hex_file").text());
        let bytes = lines.lines().skip(1).flat_map(|line| line.split_whitespace());
        let expected: Vec<u8> = bytes.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
        let got = Assembler::new(Some(isa_of(&case))).assemble(&file(case.at("source_file").text()));
        checks.equal(&name, got.unwrap(), expected);
    }
    checks.end();
}

#[test]
fn facts() {
    let mut checks = Checks::default();
    for (name, case) in each("fields") {
        let fields = gisa::decode(&code_of(&case), isa_of(&case), 0).unwrap().fields();
        for (field, expected) in case.at("fields").object() {
            let found = fields.iter().find(|f| f.name == *field).map(|f| (f.low as f64, f.width as f64, f.value));
            let expected = expected.list();
            checks.equal(&name, found, Some((expected[0].number(), expected[1].number(), expected[2].hex())));
        }
    }
    for (name, case) in each("operands") {
        let insn = gisa::parse(case.at("text").text(), isa_of(&case), Syntax::Llvm).unwrap();
        let registers: Vec<_> = insn.operands().into_iter().filter(|o| o.registers > 0).collect();
        let access = |o: &gisa::Operand| format!("{}{}", if o.reads { "r" } else { "" }, if o.writes { "w" } else { "" });
        let got: Vec<Vec<String>> = registers.iter().map(|o| vec![o.text.clone(), access(o)]).collect();
        let expected: Vec<Vec<String>> = case.at("operands").list().iter().map(texts).collect();
        checks.equal(&name, got, expected);
    }
    for (name, case) in each("state") {
        let insn = gisa::parse(case.at("text").text(), isa_of(&case), Syntax::Llvm).unwrap();
        let named = |states: Vec<String>| states.into_iter().filter(|s| s == "scc" || s == "vcc").collect::<Vec<_>>();
        checks.equal(&name, named(insn.reads()), texts(case.at("reads")));
        checks.equal(&name, named(insn.writes()), texts(case.at("writes")));
        checks.equal(&name, insn.flow(), case.at("flow").text());
        if *case.at("target") != Json::Null {
            checks.equal(&name, insn.target(), Some(case.at("target").hex()));
        }
    }
    for (name, case) in each("explain") {
        let said = gisa::explain(case.at("text").text(), isa_of(&case)).unwrap();
        let missing: Vec<String> = texts(case.at("contains")).into_iter().filter(|w| !said.sentence.contains(w)).collect();
        checks.equal(&name, missing, Vec::<String>::new());
        checks.equal(&name, said.mnemonic, case.at("mnemonic").text());
        checks.equal(&name, said.format, case.at("format").text());
    }
    checks.end();
}

#[test]
fn errors() {
    let mut checks = Checks::default();
    for (name, case) in each("parse_errors") {
        let error = gisa::parse(case.at("text").text(), isa_of(&case), Syntax::Llvm).unwrap_err();
        checks.equal(&name, error.place(), Some((1, case.at("column").number() as u32)));
    }
    for (name, case) in each("source_errors") {
        let error = Assembler::new(Some(isa_of(&case))).assemble(case.at("source").text()).unwrap_err();
        let expected = (case.at("line").number() as u32, case.at("column").number() as u32);
        checks.equal(&name, error.place(), Some(expected));
    }
    for (name, case) in each("bad_files") {
        let digits = case.at("bytes").text();
        let byte = |i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap();
        let bytes: Vec<u8> = (0..digits.len()).step_by(2).map(byte).collect();
        checks.equal(&name, matches!(File::open(&bytes, None, None), Err(Error::File { .. })), true);
    }
    checks.end();
}

fn prepared<'m>(case: &Json) -> Wave<'m> {
    let mut wave = Wave::new(isa_of(case)).unwrap();
    wave.assemble(case.at("source").text(), 0).unwrap();
    if *case.at("set_lanes") != Json::Null {
        for register in texts(case.at("set_lanes")) {
            wave.lanes_mut(&register).unwrap().iter_mut().enumerate().for_each(|(lane, v)| *v = lane as u32);
        }
    }
    for set in case.at("set").list() {
        let (register, value) = (set.list()[0].text(), set.list()[1].hex());
        // exec has two words
        if wave.set(register, value as u32).is_err() {
            wave.set(register, value).unwrap();
        }
    }
    wave
}

#[test]
fn waves() {
    let mut checks = Checks::default();
    for (name, case) in each("wave") {
        let (mut wave, mut stepped) = (prepared(&case), prepared(&case));
        let count = case.at("instructions").number() as u64;
        checks.equal(&name, wave.run(0, 0).unwrap().1, count);
        let steps: Vec<gisa::Step> = (0..count).map(|_| stepped.step().unwrap()).collect();
        checks.equal(&name, steps.iter().all(|step| step.instruction.is_some()), true);
        checks.equal(&name, steps.iter().any(|step| !step.changes.is_empty()), true);
        for get in case.at("get").list() {
            let (register, value) = (get.list()[0].text(), get.list()[1].hex());
            checks.equal(&format!("{} {}", name, register), wave.get(register, 0).unwrap(), value);
            checks.equal(&format!("{} {}, stepped", name, register), stepped.get(register, 0).unwrap(), value);
        }
        for get in case.at("get_lanes").clone().list_or_none() {
            let (register, lane, value) = (get.list()[0].text(), get.list()[1].number() as usize, get.list()[2].hex());
            checks.equal(&name, wave.lanes(register).unwrap()[lane] as u64, value);
        }
    }
    for (name, case) in each("wave_memory") {
        let word = |w: &str| u32::from_str_radix(w, 16).unwrap();
        let mut memory: Vec<u32> = texts(case.at("words")).iter().map(|w| word(w)).collect();
        let mut wave = prepared(&case);
        wave.map(case.at("address").hex(), &mut memory).unwrap();
        wave.run(0, 0).unwrap();
        drop(wave);
        let after: Vec<u32> = texts(case.at("after")).iter().map(|w| word(w)).collect();
        checks.equal(&name, memory, after);
    }
    checks.end();
}

trait ListOrNone {
    fn list_or_none(&self) -> Vec<Json>;
}

impl ListOrNone for Json {
    fn list_or_none(&self) -> Vec<Json> {
        if *self == Json::Null { Vec::new() } else { self.list().to_vec() }
    }
}

#[test]
fn wave_faults() {
    let mut checks = Checks::default();
    for (name, case) in each("wave_faults") {
        for stepped in [false, true] {
            let (mut wave, pc) = (prepared(&case), case.at("pc").hex());
            while stepped && wave.get("pc", 0).unwrap() != pc {
                wave.step().unwrap();
            }
            let fault = if stepped { fault_of(wave.step()) } else { fault_of(wave.run(0, 0)) };
            checks.equal(&name, (fault.cause, fault.pc), (case.at("cause").text(), pc));
            if *case.at("lane") != Json::Null {
                let expected = (Some(case.at("lane").number() as u32), case.at("address").hex());
                checks.equal(&name, (fault.lane, fault.address), expected);
                checks.equal(&name, fault.instruction.unwrap().text(), case.at("text").text());
            }
        }
    }
    checks.end();
}

fn object_of(case: &Json) -> Vec<u8> {
    let source = file(case.at("source_file").text());
    Assembler::new(None).output(Output::CodeObject).assemble(&source).unwrap()
}

#[test]
fn kernels() {
    let mut checks = Checks::default();
    for (name, case) in each("kernels") {
        let code = object_of(&case);
        let kernels = File::open(&code, None, None).unwrap().kernels();
        let info = kernels.iter().find(|k| k.name == case.at("kernel").text()).unwrap();
        let got: Vec<Json> = info.arguments.iter().map(|a| {
            let (name, kind) = (Json::Text(a.name.clone()), Json::Text(a.kind.clone()));
            Json::List(vec![name, kind, Json::Number(a.offset.into()), Json::Number(a.size.into())])
        }).collect();
        checks.equal(&name, &got[..], case.at("arguments").list());
        checks.equal(&name, info.kernarg_size as f64, case.at("kernarg_size").number());

        let machine = Machine::new(isa_of(&case)).unwrap();
        let program = machine.load(&code).unwrap();
        let kernel = program.kernel(case.at("kernel").text()).unwrap();
        let (n, a) = (case.at("items").number() as u32, case.at("a").number() as f32);
        let x: Vec<f32> = (0..n).map(|item| item as f32).collect();
        let expected: Vec<f32> = (0..n).map(|item| 2.0 * item as f32 + 1.0).collect();
        for by_name in [false, true] {
            let mut y = vec![case.at("y").number() as f32; n as usize];
            let launch = kernel.launch(&[n], &[case.at("group").number() as u32]);
            let ended = match by_name {
                false => launch.arg(a).arg(&x).arg(&mut y).run(),
                true => launch.named("y", &mut y).named("x", &x).named("a", a).run(),
            };
            checks.equal(&name, ended.unwrap().instructions as f64, case.at("instructions").number());
            checks.equal(&name, &y, &expected);
        }
    }
    for (name, case) in each("kernel_faults") {
        let machine = Machine::new(isa_of(&case)).unwrap();
        let code = object_of(&case);
        let program = machine.load(&code).unwrap();
        let kernel = program.kernel(case.at("kernel").text()).unwrap();
        let (x, mut y) = (vec![0f32; case.at("items").number() as usize], vec![0f32; case.at("launched").number() as usize]);
        let launch = kernel.launch(&[case.at("launched").number() as u32], &[case.at("group").number() as u32]);
        let fault = fault_of(launch.arg(1f32).arg(&x).arg(&mut y).run());
        let numbers = |list: [u32; 3]| list.map(|n| Json::Number(n.into())).to_vec();
        checks.equal(&name, numbers(fault.group), case.at("fault_group").list());
        checks.equal(&name, numbers(fault.item), case.at("item").list());
        checks.equal(&name, fault.cause, case.at("cause").text());
        checks.equal(&name, fault.instruction.unwrap().text(), case.at("text").text());
    }
    checks.end();
}

#[test]
fn pictures() {
    let mut checks = Checks::default();
    for (name, case) in each("pictures") {
        let file = Assembler::new(Isa::find("sgx543")).output(Output::Gxp).assemble(case.at("source").text()).unwrap();
        let (width, height) = (case.at("width").number() as u32, case.at("height").number() as u32);
        let mut corners = [[0f32; 4]; 3];
        for (corner, at) in corners.iter_mut().zip(case.at("corners").list()) {
            at.list().iter().enumerate().for_each(|(i, v)| corner[i] = v.number() as f32);
        }
        let shader = Shader::open(&file).unwrap();
        let picture = shader.picture((width, height), &[], &[(case.at("value").text(), corners)], 0).unwrap();
        for pixel in case.at("pixels").list() {
            let (x, y) = (pixel.list()[0].number() as usize, pixel.list()[1].number() as usize);
            let expected: Vec<f32> = pixel.list()[2].list().iter().map(|v| v.number() as f32).collect();
            checks.equal(&name, picture.pixels[y * width as usize + x], &expected[..]);
        }
    }
    checks.end();
}
