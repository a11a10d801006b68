//! Values that earlier runs found.

use crate::messages;
use crate::surroundings::Surroundings;
use farstar_store::Store;
use std::env;
use std::path::PathBuf;
use std::sync::Arc;

/// Whether values are kept between runs.
#[derive(Debug, clap::Args)]
pub(crate) struct Kept {
    /// Neither look up values that earlier runs found nor keep those that take long in this one.
    #[arg(long)]
    no_cache: bool,
}

impl Kept {
    /// The store; there is none where the limits bound the nodes, since that bound is exact.
    pub(crate) fn open(&self, surroundings: &Surroundings) -> Option<Arc<Store>> {
        if self.no_cache || surroundings.limits().nodes.is_some() {
            return None;
        }
        let (store, problem) = Store::open(&folder()?);
        if let Some(problem) = problem {
            messages::note(&format!("warning: {problem}"));
        }
        Some(Arc::new(store))
    }

    /// Writes what this run found.
    pub(crate) fn save(store: Option<Arc<Store>>) {
        if let Some(Err(problem)) = store.map(|store| store.save()) {
            messages::note(&format!("warning: {problem}"));
        }
    }
}

/// The folder of the store: `FARSTAR_CACHE`, which may be empty for none, or `farstar` where the system keeps caches.
fn folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os("FARSTAR_CACHE") {
        return Some(PathBuf::from(folder)).filter(|folder| !folder.as_os_str().is_empty());
    }
    // a path that is not absolute is no place of a person's own
    let place = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = if cfg!(windows) {
        place("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        place("HOME").map(|home| home.join("Library/Caches"))
    } else {
        place("XDG_CACHE_HOME").or_else(|| Some(place("HOME")?.join(".cache")))
    };
    Some(caches?.join("farstar"))
}
