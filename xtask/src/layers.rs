//! Who may import whom: each crate only crates of a lower layer.

use crate::workspace::{Metadata, Package, report};
use anyhow::Result;

/// The rooms of the house with their layer.
const LAYERS: &[(&str, u8)] = &[
    ("farstar-play", 0),
    ("farstar-nimber", 0),
    ("farstar-num", 0),
    ("farstar-referee", 0),
    ("farstar-value", 1),
    ("farstar-rules", 1),
    ("farstar-find", 2),
    ("farstar-impartial", 2),
    ("farstar-logic", 3),
    ("farstar-solve", 3),
    ("farstar-draw", 3),
    ("farstar-atlas", 4),
    ("farstar-store", 4),
    ("farstar-problems", 4),
    ("farstar-fleet", 5),
    ("farstar", 5),
    ("farstar-lang", 6),
    ("farstar-check", 7),
    ("farstar-web", 7),
    ("farstar-cli", 8),
    ("farstar-py", 9),
];

/// Doors only ask and show: what they know of games comes from the room of answers.
const DOORS: &[&str] = &["farstar-web", "farstar-cli", "farstar-py"];
/// What doors do not import.
const BEHIND_THE_ANSWERS: &[&str] = &["farstar-rules", "farstar-impartial", "farstar-solve"];

/// The oracle: it stays independent of what it judges.
const ORACLE: &str = "farstar-testkit";
/// What the oracle may import.
const ORACLE_MAY_IMPORT: &[&str] = &["farstar-num"];
/// Crates that nobody imports; they may import any room.
const OUTSIDE: &[&str] = &["farstar-bench", "xtask"];

/// Checks the workspace.
pub(crate) fn run() -> Result<()> {
    let packages = Metadata::of_workspace()?.packages;
    report(&format!("layers: {} crates keep them", packages.len()), &violations(&packages))
}

fn layer(name: &str) -> Option<u8> {
    LAYERS.iter().find(|(room, _)| *room == name).map(|&(_, layer)| layer)
}

/// Every import against the rules, one line each.
fn violations(packages: &[Package]) -> Vec<String> {
    let ours = |name: &str| packages.iter().any(|p| p.name == name);
    let mut found = Vec::new();
    for package in packages {
        let name = package.name.as_str();
        let known = layer(name).is_some() || name == ORACLE || OUTSIDE.contains(&name);
        if !known {
            found.push(format!("layers: {name} has no layer; give it one in xtask/src/layers.rs"));
            continue;
        }
        for dependency in package.dependencies.iter().filter(|d| ours(&d.name)) {
            if let Some(reason) = refusal(name, &dependency.name, dependency.dev) {
                found.push(format!("layers: {name} imports {}: {reason}", dependency.name));
            }
        }
    }
    found
}

/// Why `importer` may not import `imported`.
fn refusal(importer: &str, imported: &str, dev: bool) -> Option<String> {
    if OUTSIDE.contains(&imported) {
        return Some("nobody imports it".to_owned());
    }
    if imported == ORACLE {
        return (!dev).then(|| "the oracle is for tests: a dev-dependency".to_owned());
    }
    if importer == ORACLE {
        let allowed = ORACLE_MAY_IMPORT.contains(&imported);
        return (!allowed)
            .then(|| format!("the oracle imports only {}", ORACLE_MAY_IMPORT.join(", ")));
    }
    if DOORS.contains(&importer) && BEHIND_THE_ANSWERS.contains(&imported) {
        return Some("a door asks `farstar`".to_owned());
    }
    let (above, below) = (layer(importer)?, layer(imported)?);
    // tests may hold neighbours against each other
    let may = if dev { below <= above } else { below < above };
    (!may).then(|| format!("layer {above} may not see layer {below}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Dependency;

    fn importing(name: &str, imports: &[(&str, bool)]) -> Package {
        let dependency = |&(name, dev): &(&str, bool)| Dependency { name: name.to_owned(), dev };
        Package {
            name: name.to_owned(),
            dependencies: imports.iter().map(dependency).collect(),
            ..Package::default()
        }
    }

    fn complaints(name: &str, imports: &[(&str, bool)]) -> usize {
        let mut packages: Vec<Package> =
            imports.iter().map(|(imported, _)| importing(imported, &[])).collect();
        packages.push(importing(name, imports));
        violations(&packages).len()
    }

    #[test]
    fn imports_go_down() {
        assert_eq!(complaints("farstar-value", &[("farstar-num", false)]), 0);
        assert_eq!(complaints("farstar-num", &[("farstar-value", false)]), 1);
        assert_eq!(complaints("farstar-solve", &[("farstar-draw", false)]), 1);
        assert_eq!(complaints("farstar-num", &[("farstar-value", true)]), 1);
        assert_eq!(complaints("farstar-rules", &[("farstar-value", true)]), 0);
        assert_eq!(complaints("farstar-rules", &[("farstar-value", false)]), 1);
        assert_eq!(complaints("farstar-cli", &[("farstar-check", false), ("farstar", false)]), 0);
    }

    #[test]
    fn doors_ask_the_room_of_answers() {
        assert_eq!(complaints("farstar-web", &[("farstar", false), ("farstar-lang", false)]), 0);
        assert_eq!(complaints("farstar-web", &[("farstar-solve", false)]), 1);
        assert_eq!(complaints("farstar-cli", &[("farstar-rules", true)]), 1);
        assert_eq!(complaints("farstar", &[("farstar-solve", false), ("farstar-rules", false)]), 0);
    }

    #[test]
    fn the_oracle_is_for_tests_and_independent() {
        assert_eq!(complaints("farstar-value", &[(ORACLE, true)]), 0);
        assert_eq!(complaints("farstar-value", &[(ORACLE, false)]), 1);
        assert_eq!(complaints(ORACLE, &[("farstar-num", false)]), 0);
        assert_eq!(complaints(ORACLE, &[("farstar-value", false)]), 1);
        assert_eq!(complaints(ORACLE, &[("farstar-value", true)]), 1);
    }

    #[test]
    fn nobody_imports_the_bench_and_strangers_need_a_layer() {
        assert_eq!(complaints("farstar", &[("farstar-bench", false)]), 1);
        assert_eq!(complaints("farstar-bench", &[("farstar-lang", false)]), 0);
        assert_eq!(complaints("farstar-cellar", &[]), 1);
    }
}
