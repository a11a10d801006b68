//! Theorems for Walnut, another program that decides sentences about numbers in a numeration: the law as an automaton,
//! and every sentence that the referee asks for, as a folder that Walnut runs as it is.
//!
//! What Walnut then says is that the automaton satisfies the sentences; that the sentences are those of the rules is
//! what the referee reads from their text.
//!
//! Source for the form: Shallit, *The Logical Approach to Automatic Sequences*, 2022; Walnut 7.

use crate::solve::header;
use farstar_referee::{
    Abstraction, Automaton, Diagrams, Formulas, Id, LAW, LEAF, LEGAL, Node, Numeration, PREFIX,
    RIGHT, Ref, SUM, Theorem, Var, sentences,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The name of a numeration by words, ours and none of Walnut's own.
const WORDS: &str = "msd_farstar";
/// Letters of an automaton that is written down.
const MOST_LETTERS: usize = 1 << 16;

/// The files of a theorem, each with its path inside the folder: to be run there by
/// `java … Main.Prover NAME.txt`. For every sentence one line `TRUE` is to come.
///
/// # Errors
/// Why there are none: an automaton with too many tracks.
///
/// # Examples
/// ```
/// use farstar_find::{LawSearch, Table, find};
/// use farstar_logic::{Subject, Verdict, prove, walnut};
/// use farstar_play::Limits;
/// use farstar_rules::language::Ruleset;
/// let nim: Vec<i64> = (0..64).collect();
/// let law = &find(&Table::sequence(0, &nim).unwrap(), &[], &LawSearch::default()).laws[0];
/// let subject = Subject::new(&Ruleset::named("nim").unwrap(), false, &[0]);
/// let Verdict::Theorem(proof) = prove(&subject, &law.form, &Limits::none()).unwrap() else { panic!() };
/// let files = walnut(&proof.theorem, "nim").unwrap();
/// assert!(files.contains_key("Automata Library/nim_g.txt"));
/// assert!(files["Command Files/nim.txt"].ends_with("exit;\n"));
/// ```
pub fn walnut(theorem: &Theorem, name: &str) -> Result<BTreeMap<String, String>, String> {
    let kept = |c: char| c.is_ascii_alphanumeric();
    let name: String =
        name.chars().map(|c| if kept(c) { c.to_ascii_lowercase() } else { '_' }).collect();
    // a name begins with a letter, and is none of ours
    let name =
        if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("g{name}") };
    let claim = &theorem.claim;
    let (formulas, sentences) = sentences(claim)?;
    let (base, digits) = match claim.numeration {
        Numeration::Base(base) => (format!("msd_{base}"), None),
        Numeration::Words(digits) => (WORDS.to_owned(), Some(digits)),
    };
    let mut export = Export {
        theorem,
        formulas: &formulas,
        name,
        base,
        commands: String::new(),
        files: BTreeMap::new(),
    };
    for (which, letter) in [(LAW, "g"), (PREFIX, "s"), (RIGHT, "r")] {
        if let Some(given) = &theorem.given[which] {
            let path = format!("Automata Library/{}_{letter}.txt", export.name);
            export.automaton(path, given, &export.base.clone())?;
        }
    }
    if let Some(digits) = digits {
        let digits: Vec<String> = (0..digits).map(|digit| digit.to_string()).collect();
        let alphabet = format!("{{{}}}", digits.join(", "));
        for (which, ending) in [(LEGAL, ""), (SUM, "_addition")] {
            let given = theorem.given[which].as_ref().ok_or("a numeration without addition")?;
            export.automaton(format!("Custom Bases/{WORDS}{ending}.txt"), given, &alphabet)?;
        }
    }
    export.sentences(
        &sentences.iter().map(|one| (one.name.clone(), one.never)).collect::<Vec<_>>(),
    )?;
    Ok(export.files)
}

struct Export<'a> {
    theorem: &'a Theorem,
    formulas: &'a Formulas,
    name: String,
    base: String,
    commands: String,
    files: BTreeMap<String, String>,
}

impl Export<'_> {
    /// Writes an automaton: the kind of each track, and for each state its transitions; what is missing rejects.
    fn automaton(&mut self, path: String, automaton: &Automaton, kind: &str) -> Result<(), String> {
        let text = automaton_text(&self.theorem.diagrams, automaton, kind)?;
        self.files.insert(path, text);
        Ok(())
    }

    /// An automaton of our own that Walnut has no name for.
    fn own(&mut self, file: &str, text: &str) {
        self.files.insert(format!("Automata Library/{file}.txt"), text.to_owned());
    }

    fn sentences(&mut self, sentences: &[(String, Id)]) -> Result<(), String> {
        let used = self.used(sentences);
        let (mut known, mut told) = (BTreeMap::new(), 0);
        for (id, times) in used.iter().enumerate().filter(|(_, times)| **times > 0) {
            let node = &self.formulas.nodes()[id];
            let text = self.formula(node, &known)?;
            let is_atom =
                !matches!(node, Node::Not(_) | Node::And(..) | Node::Or(..) | Node::Exists(..));
            let free = self.formulas.free(id);
            // what is needed more than once has a name
            let named = *times > 1 && !is_atom && !free.is_empty();
            if named {
                let line = format!("def {}_d{id} \"?{} {text}\";", self.name, self.base);
                let _ = writeln!(self.commands, "{line}");
                let list: Vec<String> = free.iter().map(|&var| variable(var)).collect();
                known.insert(id, format!("${}_d{id}({})", self.name, list.join(",")));
            } else {
                known.insert(id, text);
            }
        }
        let mut about = String::new();
        for (title, never) in sentences {
            let free: Vec<String> =
                self.formulas.free(*never).iter().map(|&v| variable(v)).collect();
            if free.is_empty() {
                continue;
            }
            told += 1;
            let _ = writeln!(about, "{}_{told}: {title}", self.name);
            let (name, base, text) = (&self.name, &self.base, &known[never]);
            let line = format!("eval {name}_{told} \"?{base} ~(E{} {text})\";", free.join(","));
            let _ = writeln!(self.commands, "{line}");
        }
        self.commands.push_str("exit;\n");
        let commands = std::mem::take(&mut self.commands);
        self.files.insert(format!("Command Files/{}.txt", self.name), commands);
        let listed = header(&self.theorem.claim);
        let listed = listed.lines().find_map(|line| line.strip_prefix("law values "));
        let mut values = listed.map_or_else(String::new, |games| {
            format!(
                "\n\n{}_g reads a heap, p, q and c where its value is p - q and the game c, from 0 on, of {games}: these are \
                 games by what Left and Right can make of them, by their places in the list.",
                self.name
            )
        });
        if let Abstraction::Leading(_) = self.theorem.claim.reads {
            values.push_str(
                " It is of short heaps: a heap is long if no number in it falls below its least, or to 0, without its \
                 last digit, and then worth as much as without the last digits.",
            );
        }
        if let Abstraction::Quotients(by) = self.theorem.claim.reads {
            let more = if by.more > 0 { format!(" plus {}", by.more) } else { String::new() };
            values.push_str(&format!(
                "\n\nNumbers are read as quotients and remainders by number {} of the heap{more}, which no move changes and \
                 which is read as it is{}.",
                by.entry + 1,
                if by.values || self.theorem.claim.kind.is_of_winners() { "" } else { ", as are values" }
            ));
        }
        let readme = format!(
            "A theorem of Farstar about this game:\n\n{}{values}\n\nStand in this folder and run Walnut's Main.Prover with {}.txt. \
             {told} lines TRUE are to come, one for each sentence:\n\n{about}",
            self.theorem.claim.rules.trim_end(),
            self.name
        );
        self.files.insert("README.txt".to_owned(), readme);
        Ok(())
    }

    /// How often each formula is a part of others or of sentences.
    fn used(&self, sentences: &[(String, Id)]) -> Vec<usize> {
        let nodes = self.formulas.nodes();
        let mut used = vec![0; nodes.len()];
        sentences.iter().for_each(|&(_, never)| used[never] += 1);
        for id in (0..nodes.len()).rev() {
            if used[id] == 0 {
                continue;
            }
            match &nodes[id] {
                Node::Not(a) | Node::Exists(_, a) => used[*a] += 1,
                Node::And(a, b) | Node::Or(a, b) => {
                    used[*a] += 1;
                    used[*b] += 1;
                }
                _ => {}
            }
        }
        used
    }

    fn formula(&mut self, node: &Node, known: &BTreeMap<Id, String>) -> Result<String, String> {
        let list = |vars: &[Var]| vars.iter().map(|&v| variable(v)).collect::<Vec<_>>().join(",");
        Ok(match node {
            Node::Linear(terms, constant, at_most) => linear(terms, *constant, *at_most),
            Node::Less(x, y) => format!("{}<{}", variable(*x), variable(*y)),
            Node::Same(x, y) => format!("{}={}", variable(*x), variable(*y)),
            Node::Xor(vars) => {
                self.own(
                    "fs_xor",
                    "msd_2 msd_2 msd_2\n\n0 1\n0 0 0 -> 0\n0 1 1 -> 0\n1 0 1 -> 0\n1 1 0 -> 0\n",
                );
                format!("$fs_xor({})", list(vars))
            }
            Node::Power(x) => {
                let base = &self.base;
                let text = format!("{base}\n\n0 0\n0 -> 0\n1 -> 1\n\n1 1\n0 -> 1\n");
                self.own("fs_power", &text);
                format!("$fs_power({})", variable(*x))
            }
            Node::Given(SUM, vars) => {
                let [x, y, z] = vars[..] else { return Err("a sum of three numbers".into()) };
                format!("{}+{}={}", variable(x), variable(y), variable(z))
            }
            Node::Given(which, vars) => {
                let letter = match *which {
                    LAW => "g",
                    RIGHT => "r",
                    _ => "s",
                };
                format!("${}_{letter}({})", self.name, list(vars))
            }
            Node::Not(a) => format!("~({})", known[a]),
            Node::And(a, b) => format!("(({}) & ({}))", known[a], known[b]),
            Node::Or(a, b) => format!("(({}) | ({}))", known[a], known[b]),
            Node::Exists(vars, a) => format!("(E{} ({}))", list(vars), known[a]),
        })
    }
}

/// Names whose order as texts is that of the variables: arguments of a definition come in alphabetical order.
fn variable(var: Var) -> String {
    format!("v{var:05}")
}

/// Both sides without differences, as numbers below 0 are none.
fn linear(terms: &[(i64, Var)], constant: i64, at_most: bool) -> String {
    if terms.is_empty() {
        let holds = if at_most { constant <= 0 } else { constant == 0 };
        return format!("(Ez z{}z)", if holds { "=" } else { "<" });
    }
    let side = |sign: i64| {
        let mut all: Vec<String> = Vec::new();
        for &(factor, var) in terms.iter().filter(|term| term.0 * sign > 0) {
            match factor * sign {
                1 => all.push(variable(var)),
                factor => all.push(format!("{factor}*{}", variable(var))),
            }
        }
        if constant * sign > 0 || all.is_empty() {
            all.push((constant * sign).max(0).to_string());
        }
        all.join("+")
    };
    format!("{}{}{}", side(1), if at_most { "<=" } else { "=" }, side(-1))
}

fn automaton_text(
    diagrams: &Diagrams,
    automaton: &Automaton,
    kind: &str,
) -> Result<String, String> {
    let (digits, tracks) = (diagrams.digits(), automaton.tracks.len() as u32);
    let letters = digits.checked_pow(tracks).filter(|&letters| letters <= MOST_LETTERS);
    let letters = letters
        .ok_or_else(|| format!("an automaton with {tracks} tracks is too large to write down"))?;
    let kinds = vec![kind; tracks as usize].join(" ");
    let mut text = format!("{kinds}\n");
    // a state that nothing is accepted from is left out
    let is_dead =
        |state: usize| !automaton.accepts[state] && automaton.roots[state] == LEAF | state as Ref;
    // states are counted without gaps
    let told: Vec<usize> =
        (0..automaton.roots.len()).filter(|&state| state == 0 || !is_dead(state)).collect();
    for (number, &state) in told.iter().enumerate() {
        let root = automaton.roots[state];
        let _ = writeln!(text, "\n{number} {}", u8::from(automaton.accepts[state]));
        for letter in 0..letters {
            let digit = |track: u32| letter / digits.pow(tracks - 1 - track) % digits;
            let word: Vec<usize> = (0..tracks).map(digit).collect();
            let step = |node, (&track, &digit): (&Var, &usize)| diagrams.at(node, track, digit);
            let to = (automaton.tracks.iter().zip(&word).fold(root, step) ^ LEAF) as usize;
            if let Ok(to) = told.binary_search(&to) {
                let word: Vec<String> = word.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "{} -> {to}", word.join(" "));
            }
        }
    }
    Ok(text)
}
