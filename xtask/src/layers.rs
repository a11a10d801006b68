//! Who may import whom: each crate only crates of a lower layer.

use crate::workspace::{Metadata, Package, report};
use anyhow::Result;

/// The rooms of the house with their layer.
const LAYERS: &[(&str, u8)] = &[
    ("farstar-nimber", 0),
    ("farstar-num", 0),
    ("farstar-value", 1),
    ("farstar-rules", 2),
    ("farstar-solve", 3),
    ("farstar-draw", 3),
    ("farstar-problems", 4),
    ("farstar-lang", 4),
    ("farstar-web", 5),
    ("farstar-py", 5),
    ("farstar-check", 5),
    ("farstar", 6),
];

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
    let (above, below) = (layer(importer)?, layer(imported)?);
    (below >= above).then(|| format!("layer {above} may not see layer {below}"))
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
        assert_eq!(complaints("farstar", &[("farstar-check", false), ("farstar-num", false)]), 0);
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
