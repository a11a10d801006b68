//! One question has one answer, byte for byte, behind every door: the library, `value --json`, `outcome --json`, the
//! page.

use farstar::{Limits, Ruleset, Sum};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// What is added: rulesets by name with their positions; `value` stands for values.
type Question<'q> = &'q [(&'q str, &'q str)];

/// The workbench of a test.
struct Page {
    child: Child,
    address: String,
}

impl Page {
    fn open() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_farstar"))
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("a line");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, address }
    }

    /// The text of the answer to a request.
    fn text(&self, path: &str, body: &Value) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("the address is listened on");
        let body = body.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn by_library(question: Question<'_>, nodes: Option<u64>) -> String {
    let mut sum = Sum::default();
    for (name, text) in question {
        sum += match *name {
            "value" => Sum::of_value(text).unwrap(),
            name => Sum::from(Ruleset::named(name).unwrap().position(text).unwrap()),
        };
    }
    let limits = Limits { nodes, ..Limits::none() };
    sum.answer(&limits).unwrap().to_json()
}

fn by_command(command: &str, question: Question<'_>, nodes: Option<u64>) -> String {
    let nodes = nodes.map(|nodes| nodes.to_string());
    let mut words = vec![command, "--json"];
    if let Some(nodes) = &nodes {
        words.extend(["--limit-nodes", nodes]);
    }
    for (at, (name, text)) in question.iter().enumerate() {
        words.extend((at > 0).then_some("+"));
        words.extend([*name, *text]);
    }
    let run = crate::program::farstar(&words, "");
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    assert_eq!(text.lines().count(), 1, "{words:?}: {}", String::from_utf8_lossy(&run.stderr));
    text.trim_end().to_owned()
}

#[track_caller]
fn assert_same(question: Question<'_>, nodes: Option<u64>, page: &Page) -> Value {
    let wanted = by_library(question, nodes);
    for command in ["value", "outcome"] {
        assert_eq!(by_command(command, question, nodes), wanted, "{command} {question:?}");
    }
    let limits = json!({ "seconds": 60, "megabytes": 512, "nodes": nodes });
    let embedded = format!("\"answer\":{wanted}");
    let boards: Vec<Value> = question
        .iter()
        .map(|(name, text)| match *name {
            "value" => json!({ "value": text }),
            name => json!({ "rules": { "name": name }, "position": text }),
        })
        .collect();
    let body = json!({ "boards": boards, "limits": limits, "wait": 10_000 });
    let told = page.text("/api/sum", &body);
    assert!(told.contains(&embedded), "{question:?}: {wanted}\nthe page: {told}");
    if let [(name, text)] = question
        && *name != "value"
    {
        let body = json!({ "rules": { "name": name }, "position": text, "limits": limits, "wait": 10_000 });
        let told = page.text("/api/board", &body);
        assert!(told.contains(&embedded), "{question:?}: {wanted}\nthe page: {told}");
    }
    serde_json::from_str(&wanted).expect("JSON")
}

#[test]
fn every_door_gives_the_same_answer_to_each_kind_of_ruleset() {
    let page = Page::open();
    for (kind, ruleset, position) in [
        ("strip", "Toads and Frogs", "TT..FF"),
        ("row", "Toppling Dominoes", "LER"),
        ("grid", "Domineering", "3x3"),
        ("hex", "Hex Domineering", "2x3"),
        ("graph", "Node Kayles", "a-b-c-d"),
        ("graph", "Snort", "a-b-c"),
        ("digraph", "Digraph Placement", "a>b, b>c, a:X"),
        ("edges", "Hackenbush", "$-1:B, 1-2:R, 1-3:B"),
        ("heap", "Kayles", "7+3"),
        ("heap", "Wythoff", "(3,4)"),
        ("code", "0.77", "9"),
        ("coins", "mock turtles", "THTTH"),
        ("pairs", "wythoff 2", "3,4"),
        ("herds", "Battle Sheep", "-3,0,0|0,0,0"),
        ("misère", "misere Nim", "1+2"),
        ("loopy", "Backsliding Toads and Frogs", "TT..F"),
        ("impartial", "Cram", "3x3"),
    ] {
        let told = assert_same(&[(ruleset, position)], None, &page);
        assert!(told["outcome"].is_string(), "{kind}: {told}");
        assert!(told["value"].is_string(), "{kind}: {told}");
    }
}

#[test]
fn every_door_gives_the_same_answer_to_a_sum() {
    let page = Page::open();
    let boards =
        [("Domineering", "3x3"), ("Toads and Frogs", "TT.F"), ("Hackenbush", "$-1:R, 1-2:B")];
    assert_same(&boards, None, &page);
    // *3 + * + *2 = 0
    let told = assert_same(&[("Nim", "3"), ("Clobber", "XO"), ("value", "*2")], None, &page);
    assert_eq!((&told["value"], &told["outcome"]), (&json!("0"), &json!("P")));
    let toads = "Backsliding Toads and Frogs";
    let told = assert_same(&[(toads, "T."), (toads, ".F"), ("value", "5")], None, &page);
    assert_eq!((&told["value"], &told["outcome"]), (&json!("dud"), &json!("D")));
    let told = assert_same(&[("misere Nim", "2"), ("misere Nim", "1")], None, &page);
    assert_eq!((&told["play"], &told["outcome"]), (&json!("misere"), &json!("N")));
}

#[test]
fn every_door_tells_the_same_of_what_a_limit_left_open() {
    let page = Page::open();
    let told = assert_same(&[("Clobber", "XOXOXO|OXOXOX|XOXOXO")], Some(5), &page);
    assert_eq!(
        (&told["stopped"], &told["no_value"]["stopped"]),
        (&json!("nodes"), &json!("nodes"))
    );
    assert_eq!(told["left_starts"]["reply"]["why"], "mobility");
}
