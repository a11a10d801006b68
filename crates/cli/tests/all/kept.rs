//! Values kept between runs: looked up by the next, left alone when asked to, and never believed when damaged.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_farstar"))
        .args(arguments)
        .env("FARSTAR_CACHE", folder)
        .output()
        .unwrap()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().map(|one| one.unwrap().path()).collect()
}

#[test]
fn values_are_kept_between_runs() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kept");
    let _ = std::fs::remove_dir_all(&folder);
    let asked = ["value", "clobber", "XOXOX|OXOXO|XOXOX", "--json"];
    let plain = run(&folder, &[&asked[..], &["--no-cache"]].concat());
    assert!(plain.status.success());
    let bounded = run(&folder, &[&asked[..], &["--limit-nodes", "100000000"]].concat());
    assert_eq!(bounded.stdout, plain.stdout);
    assert!(files(&folder).is_empty(), "nothing is kept where nothing is to be");
    let first = run(&folder, &asked);
    assert_eq!(first.stdout, plain.stdout);
    let kept = files(&folder);
    assert_eq!(kept.len(), 1, "{kept:?}");
    let bytes = std::fs::read(&kept[0]).unwrap();
    // the second run finds everything, so that it adds nothing
    let second = run(&folder, &asked);
    assert_eq!((second.stdout, second.stderr.is_empty()), (plain.stdout.clone(), true));
    assert_eq!(std::fs::read(&kept[0]).unwrap(), bytes);
    let outcome = run(&folder, &["outcome", "clobber", "XOXOX|OXOXO|XOXOX"]);
    assert!(outcome.status.success());

    let mut damaged = bytes.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    std::fs::write(&kept[0], &damaged).unwrap();
    let warned = run(&folder, &asked);
    assert_eq!(warned.stdout, plain.stdout);
    let message = String::from_utf8_lossy(&warned.stderr).into_owned();
    assert!(message.starts_with("warning: the store of values '"), "{message}");
    assert!(message.contains("is damaged from byte"), "{message}");

    std::fs::write(&kept[0], "a letter to my aunt").unwrap();
    let warned = run(&folder, &[&asked[..], &["--lang", "zh"]].concat());
    assert_eq!(warned.stdout, plain.stdout);
    let message = String::from_utf8_lossy(&warned.stderr).into_owned();
    assert!(message.starts_with("警告：未使用值库"), "{message}");
    assert_eq!(std::fs::read(&kept[0]).unwrap(), b"a letter to my aunt");
}
