//! `farstar quotient`: misère quotients and their certificates.

use crate::program::{assert_run, farstar, path};
use std::fs;

#[test]
fn a_quotient_is_told_and_its_certificate_checked() {
    let file = path("123.txt");
    let name = file.to_str().unwrap();
    // Plambeck and Siegel 2008: twenty elements, period 5 from heap 5
    let told = "0.123: 20 classes, 5 of them lost, of all heaps (proved: period 5 from heap 5)\n\
        monoid    ⟨a, b, c, d, e | a²=1, c²=c, cd=bc, ce=ac, d²=1, de=be, e²=c, b²c=c, b²d=b³, b²e=e, b⁴=b²⟩\n\
        P-portion a, c, ad, b², be\n\
        heaps   1 a 1 b b a c 1 d e\n\
        classes   2 from heap 1, 6 from heap 3, 12 from heap 8, 20 from heap 9\n";
    assert_run(&["quotient", "0.123", "--to", "30", "--certificate", name], "", told, 0);
    assert_run(&["check", name], "", "1 passed, 0 failed\n", 0);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("\nlost 1 ", "\nlost 2 ", 1)).unwrap();
    let run = farstar(&["check", name], "");
    assert_eq!(run.status.code(), Some(4));
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(said.contains("the certificate is wrong"), "{said}");
}

#[test]
fn certificates_in_json_are_checked_too() {
    for (words, name) in
        [(&["0.123", "--to", "30"][..], "123.json"), (&["cram", "2x3"], "cram.json")]
    {
        let file = path(name);
        let name = file.to_str().unwrap();
        let asked = [&["quotient"], words, &["--certificate", name]].concat();
        assert_eq!(farstar(&asked, "").status.code(), Some(0));
        assert_run(&["check", name], "", "1 passed, 0 failed\n", 0);
        let text = fs::read_to_string(&file).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["certificate"], "farstar misere quotient 1");
        fs::write(&file, text.replacen("\"lost\":[1", "\"lost\":[2", 1)).unwrap();
        assert_eq!(farstar(&["check", name], "").status.code(), Some(4));
        fs::write(&file, &text[..text.len() / 2]).unwrap();
        assert_eq!(farstar(&["check", name], "").status.code(), Some(4));
    }
}

/// Weimerskirch 2009.
#[test]
fn an_infinite_quotient_is_told_and_its_certificate_checked() {
    let file = path("3122.txt");
    let name = file.to_str().unwrap();
    let run = farstar(&["quotient", "0.3122", "--to", "7", "--certificate", name], "");
    assert_eq!(run.status.code(), Some(0));
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    let head = "0.3122: infinitely many classes, of heaps up to 7 (proved)\nmonoid    ⟨a, b, c, d, e, f, g | a²=1, ";
    assert!(said.starts_with(head) && said.ends_with("heaps   1 a b c d e f g\n"), "{said}");
    assert_run(&["check", name], "", "1 passed, 0 failed\n", 0);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen(" 6,4\n", " 6,2\n", 1)).unwrap();
    assert_eq!(farstar(&["check", name], "").status.code(), Some(4));
    // of more heaps that is all that is told
    let more = farstar(&["quotient", "0.3122", "--to", "9", "--json"], "");
    assert_eq!(more.status.code(), Some(3));
    let said = String::from_utf8_lossy(&more.stdout).into_owned();
    assert!(said.contains("\"heaps\":7") && said.contains("\"infinite\":true"), "{said}");
}

#[test]
fn what_ends_a_quotient_is_told() {
    let few = farstar(&["quotient", "kayles", "--most", "10"], "");
    assert_eq!(few.status.code(), Some(3));
    let said = String::from_utf8_lossy(&few.stderr).into_owned();
    assert!(said.contains("with heaps of 5 more than 10 classes are told apart"), "{said}");
    for words in [
        &["quotient", "wythoff"][..],
        &["quotient", "0.77", "--to", "1e9"],
        &["quotient", "nonsense"],
    ] {
        assert_ne!(farstar(words, "").status.code(), Some(0), "{words:?}");
    }
}

#[test]
fn positions_of_any_impartial_ruleset_have_a_quotient() {
    let told = "Cram: 6 classes, 2 of them lost, of all positions that moves reach (5 that differ; proved)\n\
        monoid    ⟨a, b | a²=1, b³=b⟩\n\
        P-portion a, b²\n\
        classes   ...|... a\n          ....... a\n";
    assert_run(&["quotient", "cram", "2x3", "1x7"], "", told, 0);
    let few = farstar(&["quotient", "cram", "3x4", "--most", "10"], "");
    assert_eq!(few.status.code(), Some(3));
    let said = String::from_utf8_lossy(&few.stdout).into_owned();
    assert!(said.contains("of the 24 positions that differ"), "{said}");
    for words in [
        &["quotient", "domineering", "2x2"][..],
        &["quotient", "cram"],
        &["quotient", "cram", "2x"],
    ] {
        assert_eq!(farstar(words, "").status.code(), Some(1), "{words:?}");
    }
}
