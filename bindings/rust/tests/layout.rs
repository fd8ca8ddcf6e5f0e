// SPDX-License-Identifier: MIT
//! Sizes, places and values as this crate has them, in the lines that `declare c` prints. With
//! GISA_LAYOUT, the name of a file with a C compiler's lines, they are compared.

#[test]
fn layout() {
    let mut lines = Vec::new();
    gisa::sys::layout(|line| lines.push(line));
    assert!(lines.len() > 1000);
    if let Ok(path) = std::env::var("GISA_LAYOUT") {
        let expected = std::fs::read_to_string(path).unwrap();
        for (got, expected) in lines.iter().zip(expected.lines()) {
            assert_eq!(got, expected);
        }
        assert_eq!(lines.len(), expected.lines().count());
    }
}
