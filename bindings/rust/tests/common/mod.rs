// SPDX-License-Identifier: MIT
//! Reads JSON, for bindings/cases.json: a file that we write, so it panics at what it does not know.

use std::collections::BTreeMap;
use std::fmt::Debug;

#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            other => panic!("expected a text, found {:?}", other),
        }
    }

    pub fn number(&self) -> f64 {
        match self {
            Json::Number(number) => *number,
            other => panic!("expected a number, found {:?}", other),
        }
    }

    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(list) => list,
            other => panic!("expected a list, found {:?}", other),
        }
    }

    pub fn object(&self) -> &BTreeMap<String, Json> {
        match self {
            Json::Object(object) => object,
            other => panic!("expected an object, found {:?}", other),
        }
    }

    /// A member; Null where there is none.
    pub fn at(&self, name: &str) -> &Json {
        self.object().get(name).unwrap_or(&Json::Null)
    }

    pub fn hex(&self) -> u64 {
        u64::from_str_radix(self.text(), 16).unwrap()
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> u8 {
        while self.text[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        self.text[self.at]
    }

    fn take(&mut self, c: u8) -> bool {
        let found = self.peek() == c;
        self.at += found as usize;
        found
    }

    fn need(&mut self, word: &str) {
        self.peek();
        assert!(self.text[self.at..].starts_with(word.as_bytes()), "expected {} at {}", word, self.at);
        self.at += word.len();
    }

    fn value(&mut self) -> Json {
        match self.peek() {
            b'{' => self.object(),
            b'[' => self.list(),
            b'"' => Json::Text(self.string()),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'n' => self.word("null", Json::Null),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Json {
        self.need(word);
        value
    }

    fn object(&mut self) -> Json {
        let mut members = BTreeMap::new();
        self.need("{");
        while !self.take(b'}') {
            let name = self.string();
            self.need(":");
            assert!(members.insert(name.clone(), self.value()).is_none(), "{} twice", name);
            self.take(b',');
        }
        Json::Object(members)
    }

    fn list(&mut self) -> Json {
        let mut elements = Vec::new();
        self.need("[");
        while !self.take(b']') {
            elements.push(self.value());
            self.take(b',');
        }
        Json::List(elements)
    }

    fn string(&mut self) -> String {
        let mut bytes = Vec::new();
        self.need("\"");
        while self.text[self.at] != b'"' {
            let escaped = self.text[self.at] == b'\\';
            self.at += escaped as usize;
            bytes.push(match (escaped, self.text[self.at]) {
                (true, b'n') => b'\n',
                (true, b't') => b'\t',
                (true, c) if !matches!(c, b'"' | b'\\' | b'/') => panic!("an escape of another kind: {}", c as char),
                (_, c) => c,
            });
            self.at += 1;
        }
        self.at += 1;
        String::from_utf8(bytes).unwrap()
    }

    fn number(&mut self) -> Json {
        let start = self.at;
        while b"+-.eE0123456789".contains(&self.text[self.at]) {
            self.at += 1;
        }
        Json::Number(std::str::from_utf8(&self.text[start..self.at]).unwrap().parse().unwrap())
    }
}

pub fn read(text: &str) -> Json {
    Reader { text: text.as_bytes(), at: 0 }.value()
}

/// Comparisons of one test; it fails in the end, so that all are seen.
#[derive(Default)]
pub struct Checks {
    pub count: usize,
    wrong: usize,
}

impl Checks {
    pub fn equal<A: PartialEq<B> + Debug, B: Debug>(&mut self, name: &str, got: A, expected: B) {
        self.count += 1;
        if got != expected {
            self.wrong += 1;
            println!("failed: {}: {:?}, expected {:?}", name, got, expected);
        }
    }

    pub fn end(self) {
        assert!(self.count > 0 && self.wrong == 0, "{} of {} are wrong", self.wrong, self.count);
    }
}
