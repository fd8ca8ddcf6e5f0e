// SPDX-License-Identifier: MIT
//! Finds or makes libgisa, and has the declarations made from its headers: they are written anew
//! with each build, so that they cannot lag behind.
//!
//!     GISA_BUILD=DIR   the tree's library, made in DIR of the tree
//!     neither          an installed libgisa of the same minor version, if pkg-config finds one;
//!                      otherwise the tree's, made in build/

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("../..").canonicalize().unwrap();
    println!("cargo:rerun-if-env-changed=GISA_BUILD");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    for folder in ["include", "src", "isa", "gen", "check", "watch", "profile", "trace", "bindings/declare", "Makefile"] {
        println!("cargo:rerun-if-changed={}", root.join(folder).display());
    }
    let asked = env::var("GISA_BUILD").ok();
    let declarations = match (&asked, installed(&root)) {
        (None, Some(headers)) => declare(&compile(&root), &headers),
        _ => made(&root, asked.as_deref().unwrap_or("build")),
    };
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("sys.rs"), declarations).unwrap();
}

/// What a command prints; None if it cannot be run, or fails.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn run(command: &mut Command) {
    let status = command.status();
    assert!(matches!(&status, Ok(s) if s.success()), "{:?}: {:?}", command, status);
}

/// The number of the version that this tree is: "0.1".
fn minor_version(root: &Path) -> (u32, u32) {
    let header = fs::read_to_string(root.join("include/gisa.h")).unwrap();
    let number = |name: &str| -> u32 {
        let line = header.lines().find(|line| line.starts_with(&format!("#define {} ", name)));
        line.unwrap().rsplit(' ').next().unwrap().parse().unwrap()
    };
    (number("GISA_VERSION_MAJOR"), number("GISA_VERSION_MINOR"))
}

/// The folder with the headers of an installed library, which will be linked.
fn installed(root: &Path) -> Option<PathBuf> {
    if env::var("GISA_BUILD").is_ok() {
        return None;
    }
    let (major, minor) = minor_version(root);
    let pkg_config = |words: &[&str]| output(Command::new("pkg-config").args(words));
    let least = format!("gisa >= {}.{}", major, minor);
    let below = format!("gisa < {}.{}", major, minor + 1);
    pkg_config(&["--exists", &least, &below])?;
    let headers = pkg_config(&["--variable=includedir", "gisa"])?;
    for word in pkg_config(&["--libs", "gisa"])?.split_whitespace() {
        if let Some(folder) = word.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={}", folder);
        } else if let Some(name) = word.strip_prefix("-l") {
            println!("cargo:rustc-link-lib={}", name);
        }
    }
    if let Some(folder) = pkg_config(&["--variable=libdir", "gisa"]) {
        println!("cargo:rustc-link-search=native={}", folder.trim());
    }
    Some(PathBuf::from(headers.trim()))
}

/// Makes the tree's library, which will be linked statically, and returns its declarations.
fn made(root: &Path, build: &str) -> String {
    let mut make = Command::new("make");
    // What cargo's jobs say is not for this make.
    for name in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "DESTDIR", "PREFIX", "CARGO_MAKEFLAGS"] {
        make.env_remove(name);
    }
    make.arg("-C").arg(root).arg(format!("B={}", build));
    run(make.arg(format!("{}/declare", build)).arg(format!("{}/lib/libgisa.a", build)));
    let folder = root.join(build);
    println!("cargo:rustc-link-search=native={}", folder.join("lib").display());
    println!("cargo:rustc-link-lib=static=gisa");
    println!("cargo:rustc-link-lib=pthread");
    println!("cargo:rerun-if-changed={}", folder.join("lib/libgisa.a").display());
    declare(&folder.join("declare"), &root.join("include"))
}

/// The program that makes declarations, where there is no build directory.
fn compile(root: &Path) -> PathBuf {
    let program = Path::new(&env::var("OUT_DIR").unwrap()).join("declare");
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_string());
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap());
    command.args(words).arg("-std=c11").arg("-o").arg(&program);
    run(command.args(files(&root.join("bindings/declare"), "c", "")));
    program
}

fn declare(program: &Path, headers: &Path) -> String {
    let mut command = Command::new(program);
    command.arg("rust").args(files(headers, "h", "gisa"));
    output(&mut command).unwrap_or_else(|| panic!("{:?} failed", command))
}

/// Files of a folder by the beginning and the ending of their names, in order.
fn files(folder: &Path, ending: &str, beginning: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| {
        path.extension().map_or(false, |e| e == ending)
            && path.file_name().map_or(false, |name| name.to_string_lossy().starts_with(beginning))
    });
    found.sort();
    found
}
