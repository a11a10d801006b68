//! The Python package: a wheel is built, installed in an environment of its own under `target/`, and tested there.

use crate::tables;
use crate::workspace::{Metadata, root};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the package lives.
const PACKAGE: &str = "crates/py";
/// What builds the wheel, and what its tests need, each from the first version known to do.
const TOOLS: &[&str] = &[
    "maturin>=1.16,<2",
    "pytest>=8",
    "pytest-timeout>=2",
    "hypothesis>=6",
    "numpy>=1.26",
    "networkx>=3",
    "mypy>=1.10",
    "nbclient>=0.10",
    "ipykernel>=6",
    "anywidget>=0.9",
];
/// What some of the tests need that may be missing: a local cluster.
const CLUSTER: &str = "distributed>=2024.1";
/// What Python is called, the newest that is likely to be whole first.
const NAMES: &[&str] = &["python3", "python3.14", "python3.13", "python3.12", "python3.11"];
/// What every interpreter that is there must find with the one wheel, which is built against the oldest.
const FIRST_MINUTE: &str = "\
import farstar as fs, pickle, sys
assert fs.Game('{1|-1}') + 1 == fs.Game('{2|0}') and pickle.loads(pickle.dumps(fs.Game('*3'))) == fs.star(3)
assert fs.Ruleset('Domineering')('2x2').value() == fs.Game('+-1') and fs.heap('0.77').period().period == 12
print('python: the wheel works with', sys.version.split()[0])
";

/// Builds, installs and tests the package. A machine without a Python of at least 3.11 that cannot get one is told so,
/// and nothing fails.
pub(crate) fn run() -> Result<()> {
    let target = Metadata::of_workspace()?.target;
    let environment = target.join("venv");
    if !make_environment(&environment)? {
        println!(
            "python: skipped, no Python of at least 3.11 with venv (as root it is installed with apt-get)"
        );
        return Ok(());
    }
    let python = environment.join("bin").join("python");
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    let tools = Command::new(&python).args(pip).args(TOOLS).status();
    if !tools.is_ok_and(|status| status.success()) {
        println!("python: skipped, pip cannot install {}", TOOLS.join(" "));
        return Ok(());
    }
    let cluster = Command::new(&python).args(pip).arg(CLUSTER).status();
    if !cluster.is_ok_and(|status| status.success()) {
        println!("python: without a test, pip cannot install {CLUSTER}");
    }
    let wheel = build(&environment, &target)?;
    let again = ["--force-reinstall", "--no-deps"];
    execute(Command::new(&python).args(pip).args(again).arg(&wheel))?;
    let package = root().join(PACKAGE);
    compare_stubs(&environment, &target, &package)?;
    // another directory, so that what is tested is what was installed
    execute(
        Command::new(&python)
            .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout", "240"])
            .arg(package.join("tests"))
            .env("FARSTAR_PACKAGE", &package)
            .envs(tables::directory().map(|directory| ("FARSTAR_TABLES", directory)))
            .current_dir(&environment),
    )?;
    let unpacked = target.join("unpacked");
    let into = ["--no-deps", "--upgrade", "--target"];
    execute(Command::new(&python).args(pip).args(into).arg(&unpacked).arg(&wheel))?;
    NAMES.iter().filter(|name| is_new_enough(name)).try_for_each(|name| {
        execute(Command::new(name).args(["-c", FIRST_MINUTE]).env("PYTHONPATH", &unpacked))
    })
}

/// The wheel, with the code that the other tests have compiled already.
fn build(environment: &Path, target: &Path) -> Result<PathBuf> {
    let wheels = target.join("wheels");
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels).context("cannot clear target/wheels")?;
    }
    execute(
        Command::new(environment.join("bin").join("maturin"))
            .args(["build", "--quiet", "--profile", "dev", "--interpreter"])
            .arg(environment.join("bin").join("python"))
            .arg("--out")
            .arg(&wheels)
            .current_dir(root().join(PACKAGE)),
    )?;
    let mut made = std::fs::read_dir(&wheels)?.filter_map(|entry| Some(entry.ok()?.path()));
    let wheel = made.find(|path| path.extension().is_some_and(|ending| ending == "whl"));
    wheel.context("maturin has made no wheel")
}

/// Holds the committed types of what is compiled against those that its code tells; `FARSTAR_WRITE_STUBS` writes them.
fn compare_stubs(environment: &Path, target: &Path, package: &Path) -> Result<()> {
    let stubs = target.join("stubs");
    if stubs.exists() {
        std::fs::remove_dir_all(&stubs).context("cannot clear target/stubs")?;
    }
    execute(
        Command::new(environment.join("bin").join("maturin"))
            .args(["generate-stubs", "--quiet", "--profile", "dev", "--interpreter"])
            .arg(environment.join("bin").join("python"))
            .arg("--out")
            .arg(&stubs)
            .current_dir(package),
    )?;
    let name = "_farstar.pyi";
    let found = [stubs.join(name), stubs.join("farstar").join(name)];
    let made = found.iter().find(|path| path.is_file()).context("maturin has made no stubs")?;
    let committed = package.join("python").join("farstar").join(name);
    if std::env::var_os("FARSTAR_WRITE_STUBS").is_some() {
        std::fs::copy(made, &committed).context("cannot write the stubs")?;
    }
    if std::fs::read(made)? != std::fs::read(&committed).unwrap_or_default() {
        bail!(
            "python/farstar/{name} is not what the code says: FARSTAR_WRITE_STUBS=1 cargo xtask python"
        );
    }
    Ok(())
}

/// An environment that is there, or a new one; whether there is one.
fn make_environment(environment: &Path) -> Result<bool> {
    let ready = || {
        let pip = Command::new(environment.join("bin/python"))
            .args(["-m", "pip", "--version"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        pip.is_ok_and(|status| status.success())
    };
    let make = || {
        let made = NAMES.iter().find(|name| is_new_enough(name)).is_some_and(|name| {
            let venv = Command::new(name).args(["-m", "venv", "--clear"]).arg(environment).status();
            venv.is_ok_and(|status| status.success())
        });
        made && ready()
    };
    if ready() || make() {
        return Ok(true);
    }
    let root = Command::new("id").arg("-u").output();
    if !root.is_ok_and(|output| output.stdout.trim_ascii() == b"0") {
        return Ok(false);
    }
    println!("python: installing Python with venv");
    for arguments in [
        &["update", "-qq"][..],
        &["install", "-y", "-qq", "--no-install-recommends", "python3", "python3-venv"],
    ] {
        let apt = Command::new("apt-get")
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdout(Stdio::null())
            .status();
        if !apt.is_ok_and(|status| status.success()) {
            return Ok(false);
        }
    }
    Ok(make())
}

/// Whether a Python of this name is there and of 3.11 at least.
fn is_new_enough(name: &str) -> bool {
    let question = "import sys; sys.exit(sys.version_info < (3, 11))";
    let asked = Command::new(name).args(["-c", question]).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

fn execute(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
