// SPDX-License-Identifier: MIT
//! The C interface as it is in the headers, from which build.rs has these declarations made.
#![allow(non_camel_case_types, non_upper_case_globals, clippy::all)]

include!(concat!(env!("OUT_DIR"), "/sys.rs"));
