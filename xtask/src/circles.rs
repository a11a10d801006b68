//! Circles inside crates: files that import each other.
//!
//! A file imports another when it names something of it by a path from `crate`, from `super` or from a child module, in
//! a `use` or in the code; what is named through a re-export is imported from where it stands. A `pub use` is a shop
//! window and imports nothing. The circles are the strongly connected components; `circles.txt` lists them, and may
//! only shrink.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::source::{Source, rust_files, words};
use crate::workspace::{report, root};
use anyhow::{Context, Result};

/// The circles there are, from the workspace root.
const LIST: &str = "xtask/circles.txt";
/// Set to write a shorter list.
const WRITE: &str = "FARSTAR_WRITE_CIRCLES";

/// Files that import each other, in order of path.
type Circle = BTreeSet<String>;

/// Checks the tree.
pub(crate) fn run() -> Result<()> {
    let path = root().join(LIST);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {LIST}"))?;
    let (known, found) = (listed(&text), circles(&rust_files()?));
    let mut complaints = grown(&known, &found);
    if complaints.is_empty() && std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, list(&found)).with_context(|| format!("cannot write {LIST}"))?;
        println!("circles: {LIST} is written");
        return Ok(());
    }
    complaints.extend(shrunk(&known, &found));
    let files: usize = found.iter().map(BTreeSet::len).sum();
    report(
        &format!("circles: {} of {files} files inside crates, none new", found.len()),
        &complaints,
    )
}

/// The circles of a list: files one a line, an empty line between circles; `#` begins a comment.
fn listed(text: &str) -> Vec<Circle> {
    let files = |circle: &str| {
        let lines = circle.lines().filter(|line| !line.starts_with('#'));
        lines.map(str::to_owned).collect::<Circle>()
    };
    text.split("\n\n").map(files).filter(|circle| !circle.is_empty()).collect()
}

/// The list of the circles.
fn list(circles: &[Circle]) -> String {
    let head = format!(
        "# Files that import each other, a circle a paragraph. It may only shrink: `{WRITE}=1 cargo xtask circles`.\n"
    );
    let lines = |circle: &Circle| circle.iter().map(|file| format!("{file}\n")).collect::<String>();
    [head].into_iter().chain(circles.iter().map(lines)).collect::<Vec<_>>().join("\n")
}

/// Circles that lie inside no listed one.
fn grown(known: &[Circle], found: &[Circle]) -> Vec<String> {
    let new = found.iter().filter(|circle| !known.iter().any(|old| circle.is_subset(old)));
    new.map(|circle| {
        // A circle that grew is told by the files that came.
        let near = known.iter().max_by_key(|old| old.intersection(circle).count());
        let old = near.filter(|old| !old.is_disjoint(circle)).cloned().unwrap_or_default();
        let came: Vec<&str> = circle.difference(&old).map(String::as_str).collect();
        let what = if old.is_empty() { "import each other" } else { "join a circle" };
        format!("circles: {} {what}: move what they share to a file of its own", came.join(", "))
    })
    .collect()
}

/// Listed files that are in no circle any more, and listed circles that fell apart.
fn shrunk(known: &[Circle], found: &[Circle]) -> Vec<String> {
    let gone = known.iter().filter(|old| !found.contains(old));
    gone.filter_map(|old| {
        let file = old.first()?;
        Some(format!(
            "circles: the circle of {file} is smaller than {LIST} says: {WRITE}=1 cargo xtask circles"
        ))
    })
    .collect()
}

/// The circles of all crates.
fn circles(sources: &[Source]) -> Vec<Circle> {
    let mut crates: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in sources {
        // Tests, benches and examples import what they test.
        let Some((home, _)) = source.path.split_once("/src/") else { continue };
        if !source.path.ends_with("/tests.rs") && !source.path.contains("/tests/") {
            crates.entry(home).or_default().push(source);
        }
    }
    crates.values().flat_map(|files| Modules::new(files).circles()).collect()
}

/// A path as written: the names between the `::`.
type Words = Vec<String>;

/// A module that is a file.
struct Module {
    /// Its file, from the workspace root.
    file: String,
    /// What it names from elsewhere.
    imports: Vec<Words>,
    /// Names brought in by `use`, re-exported ones too, with their paths.
    names: BTreeMap<String, Words>,
    /// Paths of `use …::*`.
    globs: Vec<Words>,
    /// Words that its code has, for what a glob may bring.
    words: BTreeSet<String>,
}

/// The modules of a crate by their paths; the root is the empty path.
struct Modules {
    all: BTreeMap<Words, Module>,
}

impl Modules {
    fn new(files: &[&Source]) -> Self {
        let all = files.iter().map(|source| (module_path(&source.path), Module::read(source)));
        Self { all: all.collect() }
    }

    /// Files that import each other.
    fn circles(&self) -> Vec<Circle> {
        let paths: Vec<&Words> = self.all.keys().collect();
        let number = |path: &Words| paths.binary_search(&path).ok();
        let reach: Vec<BTreeSet<usize>> =
            paths.iter().map(|path| self.reached(path, number)).collect();
        let mut seen = BTreeSet::new();
        let mut circles = Vec::new();
        for (i, reached) in reach.iter().enumerate() {
            let circle: BTreeSet<usize> =
                reached.iter().copied().filter(|&j| reach[j].contains(&i)).collect();
            if circle.len() > 1 && seen.insert(circle.clone()) {
                circles.push(circle.iter().map(|&j| self.all[paths[j]].file.clone()).collect());
            }
        }
        circles
    }

    /// The modules that are imported from here, and from those, and so on.
    fn reached(&self, from: &Words, number: impl Fn(&Words) -> Option<usize>) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut open = vec![from.clone()];
        while let Some(at) = open.pop() {
            let Some(module) = self.all.get(&at) else { continue };
            for import in &module.imports {
                let Some(target) = self.target(&at, import, 0) else { continue };
                if target != at && number(&target).is_some_and(|n| reached.insert(n)) {
                    open.push(target);
                }
            }
        }
        reached
    }

    /// The module in which `path`, written in the module `at`, ends.
    fn target(&self, at: &Words, path: &[String], depth: usize) -> Option<Words> {
        // Re-exports of re-exports end somewhere; a circle of them does not compile.
        if depth > 16 {
            return None;
        }
        let mut here = at.clone();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => (here, rest) = (Vec::new(), &rest[1..]),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|word| word == "super") {
                    here.pop()?;
                    rest = &rest[1..];
                }
            }
            child if !self.all.contains_key(&below(at, child)) => return None,
            _ => {}
        }
        while let Some(name) = rest.first() {
            let child = below(&here, name);
            if self.all.contains_key(&child) {
                (here, rest) = (child, &rest[1..]);
                continue;
            }
            let module = self.all.get(&here)?;
            if let Some(named) = module.names.get(name) {
                return self.target(&here, named, depth + 1).or(Some(here));
            }
            let globs = module.globs.iter().filter_map(|glob| self.target(&here, glob, depth + 1));
            let defines = |m: &Words| self.all.get(m).is_some_and(|m| m.words.contains(name));
            let through: Vec<Words> = globs.filter(defines).collect();
            return Some(through.into_iter().next().unwrap_or(here));
        }
        Some(here)
    }
}

fn below(path: &Words, name: &str) -> Words {
    path.iter().cloned().chain([name.to_owned()]).collect()
}

/// `crates/lang/src/a/b.rs` is the module `a::b`, `…/src/a/mod.rs` the module `a`.
fn module_path(file: &str) -> Words {
    let inside = file.split_once("/src/").map_or(file, |(_, inside)| inside);
    let path = Path::new(inside).with_extension("");
    let mut path: Words = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if matches!(path.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        path.pop();
    }
    path
}

impl Module {
    fn read(source: &Source) -> Self {
        let code = source.text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let words = words(code);
        let mut module = Self {
            file: source.path.clone(),
            imports: Vec::new(),
            names: BTreeMap::new(),
            globs: Vec::new(),
            words: words.iter().cloned().collect(),
        };
        let mut at = 0;
        while at < words.len() {
            at = match words[at].as_str() {
                "use" => module.read_use(&words, at),
                "crate" | "super" => module.read_path(&words, at),
                // `row::length(…)`: a path that begins with a child, if there is such a child.
                _ if words.get(at + 1).is_some_and(|next| next == ":") => {
                    module.read_path(&words, at)
                }
                _ => at + 1,
            };
        }
        module
    }

    /// Reads a `use` and returns the place behind it.
    fn read_use(&mut self, words: &[String], at: usize) -> usize {
        // `pub use`, `pub(crate) use`, `pub(super) use`
        let shown = at > 0 && matches!(words[at - 1].as_str(), "pub" | ")");
        let end = (at..words.len()).find(|&i| words[i] == ";").unwrap_or(words.len());
        for (path, name) in leaves(&words[at + 1..end]) {
            if !shown {
                self.imports.push(path.clone());
            }
            match name.as_deref() {
                Some("*") => self.globs.push(path),
                Some("_") | None => {}
                Some(name) => drop(self.names.insert(name.to_owned(), path)),
            }
        }
        end + 1
    }

    /// Reads a path in the code, as in `crate::row::length(…)`, and returns the place behind it.
    fn read_path(&mut self, words: &[String], at: usize) -> usize {
        let mut path = vec![words[at].clone()];
        let mut next = at + 1;
        while let [a, b, name, ..] = &words[next..]
            && (a.as_str(), b.as_str()) == (":", ":")
            && name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        {
            path.push(name.clone());
            next += 3;
        }
        // `pub(crate)` is no path.
        if path.len() > 1 {
            self.imports.push(path);
        }
        next
    }
}

/// The paths of the tree behind `use`, each with the name it brings; `*` for all names.
fn leaves(tree: &[String]) -> Vec<(Words, Option<String>)> {
    let mut found = Vec::new();
    let mut stems: Vec<Words> = Vec::new();
    let mut path: Words = Vec::new();
    let mut name = None;
    let mut renamed = false;
    for word in tree {
        match word.as_str() {
            ":" => {}
            "{" => stems.push(path.clone()),
            "}" | "," => {
                if name.is_some() {
                    found.push((path, name.take()));
                }
                if word == "}" {
                    stems.pop();
                }
                path = stems.last().cloned().unwrap_or_default();
                renamed = false;
            }
            "as" => renamed = true,
            "*" => name = Some(word.clone()),
            _ if renamed => name = Some(word.clone()),
            // `a::{self}` brings `a`.
            "self" if !path.is_empty() => name = path.last().cloned(),
            _ => {
                path.push(word.clone());
                name = Some(word.clone());
            }
        }
    }
    if name.is_some() {
        found.push((path, name));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: format!("crates/x/src/{path}"), text: text.to_owned() }
    }

    fn found(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let sources: Vec<Source> = files.iter().map(|(path, text)| source(path, text)).collect();
        let short = |file: &String| file.trim_start_matches("crates/x/src/").to_owned();
        circles(&sources).iter().map(|circle| circle.iter().map(short).collect()).collect()
    }

    #[test]
    fn files_that_import_each_other_are_a_circle() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B; use std::fmt;"),
            ("b.rs", "use super::{a::{self, A}, c::C};"),
            ("c.rs", "pub struct C; #[cfg(test)]\nmod tests { use crate::a::A; }"),
        ];
        assert_eq!(found(&files), [["a.rs", "b.rs"]]);
    }

    #[test]
    fn a_path_in_the_code_imports_and_a_way_back_may_be_long() {
        let files = [
            ("lib.rs", ""),
            ("a.rs", "fn f() { crate::b::g() }"),
            ("b.rs", "use crate::c::h;"),
            ("c.rs", "pub(crate) fn h() { super::a::f() }"),
        ];
        assert_eq!(found(&files), [["a.rs", "b.rs", "c.rs"]]);
    }

    #[test]
    fn what_comes_through_a_shop_window_is_imported_from_where_it_stands() {
        let files = [
            ("lib.rs", "mod a; mod b; pub use a::A; pub(crate) use b::*;"),
            ("a.rs", "use crate::B as Other; pub struct A;"),
            ("b.rs", "use crate::{A, fmt}; pub struct B;"),
        ];
        assert_eq!(found(&files), [["a.rs", "b.rs"]]);
        let straight = [
            ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
            ("a.rs", "pub struct A;"),
            ("b.rs", "use crate::A; pub struct B;"),
        ];
        assert!(found(&straight).is_empty());
    }

    #[test]
    fn a_parent_that_uses_its_child_and_is_used_by_it_is_a_circle() {
        let files = [
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; mod c; use b::B; pub struct A; const ALL: [u8; 1] = [c::C];"),
            ("a/b.rs", "use super::A; pub struct B;"),
            ("a/c.rs", "use super::A; pub const C: u8 = 1;"),
        ];
        assert_eq!(found(&files), [["a/b.rs", "a/c.rs", "a/mod.rs"]]);
    }

    #[test]
    fn a_list_may_only_shrink() {
        let circle =
            |files: &[&str]| files.iter().map(|file| (*file).to_owned()).collect::<Circle>();
        let three = [circle(&["a", "b", "c"])];
        let two = [circle(&["a", "b"])];
        assert_eq!(listed(&list(&three)), three);
        assert!(grown(&three, &three).is_empty() && shrunk(&three, &three).is_empty());
        assert!(grown(&three, &two).is_empty());
        assert_eq!(shrunk(&three, &two).len(), 1);
        assert_eq!(grown(&two, &three).len(), 1);
        assert!(grown(&two, &three)[0].contains(" c join"), "{:?}", grown(&two, &three));
        assert_eq!(grown(&[], &two).len(), 1);
    }
}
