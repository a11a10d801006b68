//! A fingerprint of the code that finds values, so that what another version found is never believed.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The crates on which values rest.
const ENGINE: [&str; 6] = ["play", "num", "value", "rules", "impartial", "solve"];

fn main() {
    let mut hasher = DefaultHasher::new();
    env::var("CARGO_PKG_VERSION").ok().hash(&mut hasher);
    let own = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    for name in ENGINE {
        let sources = own.join("..").join(name).join("src");
        println!("cargo::rerun-if-changed={}", sources.display());
        // where the other crates are not at hand they come from a registry, and the version tells
        hash(&sources, &mut hasher);
    }
    println!("cargo::rustc-env=FARSTAR_ENGINE={:016x}", hasher.finish());
}

/// Adds all files of a folder, in the order of their names.
fn hash(folder: &Path, hasher: &mut DefaultHasher) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|one| Some(one.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        path.file_name().hash(hasher);
        if path.is_dir() {
            hash(&path, hasher);
        } else {
            fs::read(&path).ok().hash(hasher);
        }
    }
}
