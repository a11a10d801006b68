//! What a store keeps, and what it does with files that are not as it left them.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

use farstar_solve::Memory;
use farstar_store::{Store, StoreError};
use std::fs;
use std::path::PathBuf;

/// A folder of its own, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("farstar-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn open(&self) -> (Store, Option<StoreError>) {
        Store::open(&self.0)
    }

    /// A store with these values in its file.
    fn with(&self, values: &[(&str, u64, &[u8])]) -> Store {
        let (store, problem) = self.open();
        assert!(problem.is_none(), "{problem:?}");
        values.iter().for_each(|(board, word, value)| store.keep(board, &[*word], value));
        store.save().unwrap();
        store
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn values_are_kept_by_board_and_position() {
    let folder = Folder::new("kept");
    folder.with(&[("a", 1, b"one"), ("a", 2, b""), ("ab", 1, b"three")]);
    let (store, problem) = folder.open();
    assert!(problem.is_none());
    assert_eq!(store.value("a", &[1]).as_deref(), Some(&b"one"[..]));
    assert_eq!(store.value("a", &[2]).as_deref(), Some(&b""[..]));
    assert_eq!(store.value("ab", &[1]).as_deref(), Some(&b"three"[..]));
    for (board, words) in [("a", &[][..]), ("a", &[1, 0]), ("b", &[1]), ("", &[1])] {
        assert_eq!(store.value(board, words), None, "{board} {words:?}");
    }
    // what is known is not written again
    let length = fs::metadata(store.path()).unwrap().len();
    store.keep("a", &[1], b"one");
    store.save().unwrap();
    assert_eq!(fs::metadata(store.path()).unwrap().len(), length);
}

#[test]
fn no_file_and_an_empty_one_hold_nothing() {
    let folder = Folder::new("none");
    let (store, problem) = folder.open();
    assert!(problem.is_none() && store.value("a", &[1]).is_none());
    // nothing is made for nothing
    store.save().unwrap();
    assert!(!folder.0.exists());
    fs::create_dir_all(&folder.0).unwrap();
    fs::write(store.path(), b"").unwrap();
    folder.with(&[("a", 1, b"one")]);
    assert!(folder.open().0.value("a", &[1]).is_some());
}

/// Every byte of a file changed, and the file cut everywhere: what is told was kept, with all before the damage.
#[test]
fn damaged_files_tell_nothing_that_is_wrong() {
    let folder = Folder::new("damaged");
    let kept: [(&str, u64, &[u8]); 3] = [("a", 1, b"one"), ("b", 2, b"two"), ("c", 3, b"three")];
    let store = folder.with(&kept);
    let good = fs::read(store.path()).unwrap();
    let lines = good.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let head = lines.map(|(at, _)| at + 1).nth(1).unwrap();
    for at in 0..good.len() {
        let mut changed = good.clone();
        changed[at] ^= 0x10;
        for damaged in [&changed[..], &good[..at]] {
            fs::write(store.path(), damaged).unwrap();
            let (read, problem) = folder.open();
            let mut found = 0;
            for (board, word, value) in kept {
                if let Some(told) = read.value(board, &[word]) {
                    assert_eq!(told, value, "byte {at}");
                    found += 1;
                }
            }
            let foreign = matches!(problem, Some(StoreError::Foreign { .. }));
            // a head that is cut off is begun anew
            let cut = damaged.len() < good.len();
            assert_eq!(foreign, at < head && !cut, "byte {at}: {problem:?}");
            assert!(found < 3, "byte {at}");
            if foreign {
                // it is somebody else's
                read.keep("d", &[4], b"four");
                read.save().unwrap();
                assert_eq!(fs::read(store.path()).unwrap(), damaged);
            }
        }
    }
    // what was torn is cut off by the next who writes
    fs::write(store.path(), &good[..good.len() - 1]).unwrap();
    let (read, problem) = folder.open();
    assert!(matches!(problem, Some(StoreError::Damaged { .. })), "{problem:?}");
    read.keep("c", &[3], b"three");
    read.save().unwrap();
    assert_eq!(fs::read(store.path()).unwrap(), good);
}

#[test]
fn stores_of_several_processes_add_up() {
    let folder = Folder::new("several");
    let stores: Vec<Store> = (0..8).map(|_| folder.open().0).collect();
    std::thread::scope(|scope| {
        for (n, store) in stores.iter().enumerate() {
            scope.spawn(move || {
                for word in 0..20 {
                    store.keep("a", &[100 * n as u64 + word], &[n as u8; 100]);
                    store.save().unwrap();
                }
            });
        }
    });
    let (store, problem) = folder.open();
    assert!(problem.is_none());
    for n in 0..8u8 {
        for word in 0..20 {
            let value = store.value("a", &[100 * u64::from(n) + word]);
            assert_eq!(value, Some(vec![n; 100]));
        }
    }
}

#[test]
fn full_files_are_begun_anew_and_other_versions_removed() {
    let folder = Folder::new("full");
    let store = folder.with(&[("a", 1, b"one")]);
    let (other, foreign) = (folder.0.join("values-0123456789abcdef"), folder.0.join("values-mine"));
    fs::write(&other, b"old").unwrap();
    fs::write(&foreign, b"mine").unwrap();
    let large = vec![7; 1 << 22];
    for word in 0..20 {
        store.keep("b", &[word], &large);
        store.save().unwrap();
        assert!(fs::metadata(store.path()).unwrap().len() <= farstar_store::MOST_BYTES);
    }
    assert!(!other.exists() && foreign.exists());
    let (store, problem) = folder.open();
    assert!(problem.is_none());
    assert_eq!(store.value("a", &[1]), None);
    assert_eq!(store.value("b", &[19]), Some(large));
    // values that are too large are found again
    store.keep("c", &[1], &vec![0; 1 << 23]);
    assert_eq!(store.value("c", &[1]), None);
}
